//! Derivatives of the accelerations along random directions, against central differences, where equations are
//! independent; where some follow from others, displaced positions contradict one another.

use super::laws::{Case, largest};
use super::random::Random;
use linkwork::Model;
use linkwork::system::{Direction, System};
use linkwork::workspace::Level;

/// Differences err by its square times third derivatives, and by round-off over it.
const STEP: f64 = 1e-5;
/// Both, relative to the largest derivative or the largest acceleration over a length of one.
const AGREEMENT: f64 = 1e-5;

/// In every kind of direction: bodies displaced, velocities changed.
pub fn check(model: &Model, seed: u64) {
    let mut case = Case::new(model, "qr");
    if case.plan.rank != model.n_equations() {
        return;
    }
    let mut random = Random(seed);
    let n = case.state.velocities().len();
    let d: Vec<f64> = (0..n).map(|_| random.within(1.0)).collect();
    let w: Vec<f64> = (0..n).map(|_| random.within(1.0)).collect();
    let none = vec![0.0; n];
    for (displacement, velocity) in [(&d, &none), (&none, &w), (&d, &w)] {
        let direction = Direction { displacement, velocity, states: &[] };
        let change = case.workspace.linearize(0.0, &case.state.values, &direction).expect("it is `cartesian`");
        let [behind, ahead] = [-STEP, STEP].map(|h| accelerations(&mut case, displacement, velocity, h));
        let at = accelerations(&mut case, &none, &none, 0.0);
        let found: Vec<f64> = ahead.iter().zip(&behind).map(|(a, b)| (a - b) / (2.0 * STEP)).collect();
        let off: Vec<f64> = found.iter().zip(&change.acceleration).map(|(a, b)| a - b).collect();
        let (off, size) = (largest(&off), largest(&found).max(largest(&at)).max(1.0));
        // Near singular positions derivatives grow with the square of the weakest pivot.
        let tolerance = AGREEMENT / (case.weakest * case.weakest).min(1.0);
        assert!(off < tolerance * size, "{}: {off:e} of {size:e}, weakest pivot {:e}", model.name, case.weakest);
    }
}

fn accelerations(case: &mut Case, displacement: &[f64], velocity: &[f64], h: f64) -> Vec<f64> {
    let scaled = |x: &[f64]| x.iter().map(|x| h * x).collect::<Vec<f64>>();
    let mut values = case.state.values.clone();
    case.workspace.formulation.displace(Level::Position, &mut values, &scaled(displacement));
    case.workspace.formulation.displace(Level::Velocity, &mut values, &scaled(velocity));
    let mut rates = vec![0.0; values.len()];
    case.workspace.evaluate(0.0, &values, &mut rates).unwrap_or_else(|t| panic!("{}: {t:?}", case.model.name));
    rates.split_off(values.len() - velocity.len())
}
