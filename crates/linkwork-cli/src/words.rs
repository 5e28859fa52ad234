//! The words for methods on the command line: which there are, and what was probably meant.

use linkwork::plan;

use crate::near::nearest;

/// Reads `--formulation`.
pub fn formulation(word: &str) -> Result<String, String> {
    check(word, plan::FORMULATIONS)
}

/// Reads `--solver`.
pub fn solver(word: &str) -> Result<String, String> {
    check(word, plan::SOLVERS)
}

/// Reads `--preconditioner`.
pub fn preconditioner(word: &str) -> Result<String, String> {
    check(word, plan::PRECONDITIONERS)
}

/// Reads `--relaxation`.
pub fn relaxation(word: &str) -> Result<String, String> {
    check(word, plan::RELAXATIONS)
}

/// Reads `--start`.
pub fn start(word: &str) -> Result<String, String> {
    check(word, plan::STARTS)
}

/// Reads `--integrator`.
pub fn integrator(word: &str) -> Result<String, String> {
    check(word, plan::INTEGRATORS)
}

/// Reads `--stabilization`.
pub fn stabilization(word: &str) -> Result<String, String> {
    check(word, plan::STABILIZATIONS)
}

/// Reads `--multiscale`.
pub fn scales(word: &str) -> Result<String, String> {
    check(word, plan::SCALES)
}

/// Reads `--specialize`.
pub fn specialize(word: &str) -> Result<String, String> {
    check(word, plan::SPECIALIZES)
}

/// Reads `--split`.
pub fn split(word: &str) -> Result<String, String> {
    check(word, plan::SPLITS)
}

fn check(word: &str, available: &[&str]) -> Result<String, String> {
    if available.contains(&word) {
        return Ok(word.to_string());
    }
    let list = available.join(", ");
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
        let check = |word| check(word, &["auto", "qr", "dense"]);
        assert_eq!(check("qr"), Ok("qr".into()));
        assert_eq!(check("dens"), Err("did you mean 'dense'? available: auto, qr, dense".into()));
        assert_eq!(check("magic"), Err("unknown; available: auto, qr, dense".into()));
        assert_eq!(check(""), Err("unknown; available: auto, qr, dense".into()));
    }
}
