//! The words for methods on the command line: which there are, which this version has, and what was probably meant.

use linkwork::plan;

use crate::near::nearest;

/// Words of methods that Linkwork names; a version may have fewer.
const FORMULATIONS: &[&str] = &["auto", "cartesian", "recursive", "natural", "multiscale"];
const SOLVERS: &[&str] = &["auto", "elimination", "cyclic", "pcg", "relaxation", "qr", "dense"];
const INTEGRATORS: &[&str] = &["auto", "rk4", "adams", "adams-bashforth", "dopri5", "implicit"];
const STABILIZATIONS: &[&str] = &["auto", "partitioning", "projection", "baumgarte", "none"];

/// Reads `--formulation`.
pub fn formulation(word: &str) -> Result<String, String> {
    check(word, FORMULATIONS, plan::FORMULATIONS)
}

/// Reads `--solver`.
pub fn solver(word: &str) -> Result<String, String> {
    check(word, SOLVERS, plan::SOLVERS)
}

/// Reads `--integrator`.
pub fn integrator(word: &str) -> Result<String, String> {
    check(word, INTEGRATORS, plan::INTEGRATORS)
}

/// Reads `--stabilization`.
pub fn stabilization(word: &str) -> Result<String, String> {
    check(word, STABILIZATIONS, plan::STABILIZATIONS)
}

/// Reads `--split`.
pub fn split(word: &str) -> Result<String, String> {
    check(word, plan::SPLITS, plan::SPLITS)
}

fn check(word: &str, known: &[&str], available: &[&str]) -> Result<String, String> {
    if available.contains(&word) {
        return Ok(word.to_string());
    }
    let list = available.join(", ");
    if known.contains(&word) {
        return Err(format!("not available in this version; available: {list}"));
    }
    match nearest(word, available.iter().copied()).first() {
        Some(near) => Err(format!("did you mean '{near}'? available: {list}")),
        None => Err(format!("unknown; available: {list}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_suggested_or_refused() {
        let (known, available) = (&["auto", "qr", "dense", "pcg"], &["auto", "qr", "dense"]);
        let check = |word| check(word, known, available);
        assert_eq!(check("qr"), Ok("qr".into()));
        assert_eq!(check("pcg"), Err("not available in this version; available: auto, qr, dense".into()));
        assert_eq!(check("dens"), Err("did you mean 'dense'? available: auto, qr, dense".into()));
        assert_eq!(check("magic"), Err("unknown; available: auto, qr, dense".into()));
        assert_eq!(check(""), Err("unknown; available: auto, qr, dense".into()));
    }
}
