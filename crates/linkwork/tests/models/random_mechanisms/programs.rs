//! Programs written for a mechanism against the unspecialized evaluation: rates where it starts, and off its
//! constraints where its equations are independent; elsewhere equations contradict one another there, and every way out
//! is another one.

use super::laws::{Case, LOSS, largest};
use linkwork::Model;
use linkwork::symbolic::{Interpreter, Specialized};
use linkwork::system::System;

/// As for other formulations.
const AGREEMENT: f64 = 1e-9;

/// At the assembled state.
pub fn check_agreement(model: &Model) {
    check(&mut Case::new(model, "qr"), "");
}

/// Bodies moved and turned, velocities anything.
pub fn check_disturbed(model: &Model, seed: u64) {
    let mut case = Case::new(model, "qr");
    if case.plan.rank == model.n_equations() {
        case.disturb(seed);
        check(&mut case, "disturbed, ");
    }
}

fn check(case: &mut Case, how: &str) {
    let name = format!("{how}{}", case.model.name);
    let specialized = Specialized::of(case.model, &case.plan).unwrap_or_else(|why| panic!("{name}: {why}"));
    let inputs = [&[0.0], &case.state.values[..], &case.state.unwrapped_angles].concat();
    let mut outputs = vec![0.0; specialized.evaluation.outputs.len()];
    Interpreter::new(&specialized.evaluation).expect("it is a program").run(&inputs, &mut outputs);
    let mut rates = vec![0.0; case.state.values.len()];
    case.workspace.evaluate(0.0, &case.state.values, &mut rates).unwrap_or_else(|t| panic!("{name}: {t:?}"));
    let clear = case.workspace.solver.rank_report().weakest.min(case.weakest);
    if !specialized.is_trusted(&outputs) {
        // Only near a singular position, or where chance has put two points of a spring or distance together.
        assert!(clear < 1e-2 || how.starts_with("disturbed"), "{name}: not trusted, weakest pivot {clear:e}");
        return;
    }
    let off: Vec<f64> = rates.iter().zip(&outputs).map(|(a, b)| a - b).collect();
    let (off, size) = (largest(&off), largest(&rates).max(10.0));
    let tolerance = AGREEMENT.max(LOSS / clear);
    assert!(off < tolerance * size, "{name}: rates differ by {off:e} of {size:e}, weakest pivot {clear:e}");
}
