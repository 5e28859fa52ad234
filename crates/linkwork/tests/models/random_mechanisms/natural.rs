//! `natural` against `cartesian` on the same mechanism: positions, accelerations, energies and reactions where it
//! starts; and its equations of motion against differences: velocities found along its rates change like the
//! accelerations.

use super::joint_coordinates::{AGREEMENT, check_rates_at, check_seen, observe, start};
use super::laws::{Case, LOSS};
use super::random::Random;
use linkwork::parallel::Team;
use linkwork::system::Constrained;
use linkwork::workspace::Level;
use linkwork::{Model, Settings};

fn settings(solver: &str) -> Settings {
    Settings { formulation: "natural".parse().unwrap(), solver: solver.parse().unwrap(), ..Settings::default() }
}

/// All solvers, at the assembled state.
pub fn check_agreement(model: &Model) {
    let mut reference = Case::new(model, "qr");
    let expected = reference.observe();
    for solver in ["elimination", "pcg", "qr", "dense"] {
        let (plan, state, mut workspace) = start(model, &settings(solver));
        let name = format!("{}, natural, {solver}", model.name);
        let seen = observe(model, &mut workspace, 0.0, &state.values);
        let weakest = workspace.solver.rank_report().weakest.min(reference.weakest);
        check_seen(&name, model, &plan, [&seen, &expected], AGREEMENT.max(LOSS / weakest));
    }
}

/// ṡ and π̇, without impulses and with any: they must not change the motion.
pub fn check_rates(model: &Model, seed: u64) {
    let (_, mut state, mut workspace) = start(model, &settings("elimination"));
    check_rates_at(model, &mut workspace, &state);
    let before = observe(model, &mut workspace, 0.0, &state.values);
    let mut random = Random(seed);
    let multipliers: Vec<f64> = workspace.multipliers.iter().map(|_| random.within(0.5)).collect();
    let mut impulses = vec![0.0; model.n_bodies() * model.freedoms_per_body()];
    workspace.update_constraints(0.0, &state.values);
    workspace.equations.system.gather_loads(&multipliers, &mut impulses, &Team::alone());
    workspace.formulation.displace(Level::Velocity, &mut state.values, &impulses);
    check_rates_at(model, &mut workspace, &state);
    let after = observe(model, &mut workspace, 0.0, &state.values);
    for (a, b) in before.bodies.iter().zip(&after.bodies) {
        for k in 0..3 {
            let off = (a.velocity.linear[k] - b.velocity.linear[k])
                .abs()
                .max((a.velocity.angular[k] - b.velocity.angular[k]).abs());
            assert!(off < AGREEMENT.max(LOSS / workspace.solver.rank_report().weakest), "{}: {off:e}", model.name);
        }
    }
}
