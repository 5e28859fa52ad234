//! The words for methods on the command line: which there are, which this version has, and what was probably meant.

use linkwork::plan;

use crate::near::nearest;

/// Words of methods that Linkwork names and this version does not have. What it has is listed by the plan.
const COMING_FORMULATIONS: &[&str] = &[];
const COMING_SOLVERS: &[&str] = &[];
const COMING_INTEGRATORS: &[&str] = &["implicit"];
const COMING_STABILIZATIONS: &[&str] = &[];

/// Reads `--formulation`.
pub fn formulation(word: &str) -> Result<String, String> {
    check(word, COMING_FORMULATIONS, plan::FORMULATIONS)
}

/// Reads `--solver`.
pub fn solver(word: &str) -> Result<String, String> {
    check(word, COMING_SOLVERS, plan::SOLVERS)
}

/// Reads `--preconditioner`.
pub fn preconditioner(word: &str) -> Result<String, String> {
    check(word, &[], plan::PRECONDITIONERS)
}

/// Reads `--relaxation`.
pub fn relaxation(word: &str) -> Result<String, String> {
    check(word, &[], plan::RELAXATIONS)
}

/// Reads `--start`.
pub fn start(word: &str) -> Result<String, String> {
    check(word, &[], plan::STARTS)
}

/// Reads `--integrator`.
pub fn integrator(word: &str) -> Result<String, String> {
    check(word, COMING_INTEGRATORS, plan::INTEGRATORS)
}

/// Reads `--stabilization`.
pub fn stabilization(word: &str) -> Result<String, String> {
    check(word, COMING_STABILIZATIONS, plan::STABILIZATIONS)
}

/// Reads `--multiscale`.
pub fn scales(word: &str) -> Result<String, String> {
    check(word, &[], plan::SCALES)
}

/// Reads `--split`.
pub fn split(word: &str) -> Result<String, String> {
    check(word, &[], plan::SPLITS)
}

fn check(word: &str, coming: &[&str], available: &[&str]) -> Result<String, String> {
    if available.contains(&word) {
        return Ok(word.to_string());
    }
    let list = available.join(", ");
    if coming.contains(&word) {
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
        let check = |word| check(word, &["pcg"], &["auto", "qr", "dense"]);
        assert_eq!(check("qr"), Ok("qr".into()));
        assert_eq!(check("pcg"), Err("not available in this version; available: auto, qr, dense".into()));
        assert_eq!(check("dens"), Err("did you mean 'dense'? available: auto, qr, dense".into()));
        assert_eq!(check("magic"), Err("unknown; available: auto, qr, dense".into()));
        assert_eq!(check(""), Err("unknown; available: auto, qr, dense".into()));
    }

    #[test]
    fn what_is_here_is_not_said_to_come() {
        let lists = [
            (COMING_FORMULATIONS, plan::FORMULATIONS),
            (COMING_SOLVERS, plan::SOLVERS),
            (COMING_INTEGRATORS, plan::INTEGRATORS),
            (COMING_STABILIZATIONS, plan::STABILIZATIONS),
        ];
        for (coming, available) in lists {
            assert!(coming.iter().all(|word| !available.contains(word)), "{coming:?} {available:?}");
        }
    }
}
