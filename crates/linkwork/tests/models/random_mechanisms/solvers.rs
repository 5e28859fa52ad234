//! Agreement of the solvers on a mechanism: one motion, one rank, and reactions of least norm where they are not
//! unique.

use super::laws::{Case, largest};
use super::random::Random;
use linkwork::Model;
use linkwork::parallel::Team;
use linkwork::workspace::Workspace;

/// A rank is asked for only where the weakest pivot is far from what solvers take for zero (10⁻¹¹).
const CLEAR: f64 = 1e-8;

/// Accelerations and rank by all solvers, and the plan's own count.
pub fn check_agreement(model: &Model) {
    let mut reference: Option<Vec<f64>> = None;
    for solver in ["qr", "dense", "elimination", "pcg", "relaxation"] {
        let mut case = Case::new(model, solver);
        let a = case.evaluate();
        let rank = case.workspace.solver.rank_report().rank;
        if case.weakest > CLEAR {
            assert_eq!(rank, case.plan.rank, "{}: rank by {solver} and by the plan", model.name);
        }
        let a0 = reference.get_or_insert(a.clone());
        let off = difference(&a, a0) / largest(a0).max(1.0);
        assert!(off < case.tolerance(1e-8), "{}: accelerations by {solver} differ by {off:e}", model.name);
    }
}

/// Accelerations by iterative solvers with a factor of the assembled position, the mechanism having moved on from it
/// since.
pub fn check_kept_factor(model: &Model, seed: u64) {
    ["pcg", "relaxation"].iter().for_each(|solver| check_moved_on(model, seed, solver));
}

fn check_moved_on(model: &Model, seed: u64, solver: &str) {
    let [mut direct, mut iterated] = ["elimination", solver].map(|solver| Case::new(model, solver));
    iterated.evaluate();
    direct.disturb(seed);
    iterated.disturb(seed);
    let (a, b) = (direct.evaluate(), iterated.evaluate());
    let found = direct.workspace.solver.rank_report();
    // Off the constraints dependent equations contradict the others; which of them are left out then matters.
    if found.rank == model.n_equations() && found.weakest > CLEAR {
        let off = difference(&a, &b) / largest(&a).max(1.0);
        assert!(off < 1e-8 / found.weakest.sqrt(), "{}: accelerations by {solver} differ by {off:e}", model.name);
    }
}

/// λ of `qr` is that of `dense`, shorter than that of `elimination`, and orthogonal to every λ that does nothing.
pub fn check_least_norm(model: &Model, seed: u64) {
    let [elimination, dense, qr] = ["elimination", "dense", "qr"].map(|solver| {
        let mut case = Case::new(model, solver);
        case.evaluate();
        case
    });
    let name = &model.name;
    let lambda = |case: &Case| case.workspace.multipliers.clone();
    let (least, size) = (lambda(&qr), largest(&lambda(&elimination)).max(1.0));
    let tolerance = dense.tolerance(1e-8);
    let off = difference(&least, &lambda(&dense));
    assert!(off < tolerance * size, "{name}: multipliers by qr and dense differ by {off:e}");
    assert!(norm(&least) <= norm(&lambda(&elimination)) * (1.0 + tolerance), "{name}: elimination's are shorter");
    assert!(qr.workspace.solver.rank_report().minimum_norm && dense.workspace.solver.rank_report().minimum_norm);

    // What is left of any multipliers after their effect is taken away has none.
    let mut random = Random(seed);
    let mut qr = qr;
    let idle: Vec<f64> = least.iter().map(|_| random.within(1.0)).collect();
    let idle = without_effect(&mut qr, &idle);
    let mut loads = vec![0.0; model.n_bodies() * model.freedoms_per_body()];
    qr.workspace.equations.system.gather_loads(&idle, &mut loads, &Team::alone());
    assert!(largest(&loads) < tolerance, "{name}: idle multipliers have loads of {:e}", largest(&loads));
    let along: f64 = idle.iter().zip(&least).map(|(a, b)| a * b).sum();
    assert!(along.abs() < tolerance * size, "{name}: multipliers do not have least norm, {along:e} is idle");
}

/// x − y with E y = E x.
fn without_effect(case: &mut Case, x: &[f64]) -> Vec<f64> {
    let Workspace { equations, solver, .. } = &mut *case.workspace;
    let system = &equations.system;
    let n = system.pattern.n_handles() * system.pattern.width();
    let (mut loads, mut motion, mut rows) = (vec![0.0; n], vec![0.0; n], vec![0.0; x.len()]);
    system.gather_loads(x, &mut loads, &Team::alone());
    system.accelerate(&loads, &mut motion);
    system.project(&motion, &mut rows, &Team::alone());
    solver.solve_in_place(system, &mut rows, &Team::alone());
    x.iter().zip(&rows).map(|(x, y)| x - y).collect()
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m, (x, y)| m.max((x - y).abs()))
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
