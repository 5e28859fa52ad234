//! `recursive` against `cartesian` on the same mechanism: accelerations, energies, and the reactions of joints whose
//! equations are independent of all others; whichever joints carry bodies and whichever are cut. And its derivatives
//! against differences.

use super::laws::{Case, LOSS, largest};
use super::random::Random;
use linkwork::methods::{Preconditioner, Start, Word};
use linkwork::multibody::Multibody;
use linkwork::recorder::Observation;
use linkwork::spatial::{BodyMotion, Wrench};
use linkwork::system::{Constrained, System};
use linkwork::{Model, Plan, Settings, Simulation, State};

/// Drivers start where the joints are.
const NOW: f64 = 0.0;
/// Step of differences, as in `laws`.
const STEP: f64 = 3e-6;
/// Difference allowed between formulations: half the digits of a double beyond what a user reads. Round-off over the
/// weakest pivot widens it where chance has brought a mechanism near a singular position.
pub const AGREEMENT: f64 = 1e-9;

/// The words of a recursive plan.
pub fn settings(solver: &str, cuts: &str) -> Settings {
    Settings {
        formulation: "recursive".parse().unwrap(),
        solver: solver.parse().unwrap(),
        cuts: cuts.into(),
        ..Settings::default()
    }
}

/// A plan's workspace at its initial state.
pub fn start<'m>(model: &'m Model, settings: &Settings) -> (Plan, State, Multibody<'m>) {
    let plan = Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut workspace = plan.make_workspace(model).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let state = plan.initial.clone();
    workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
    (plan, state, workspace)
}

pub fn observe(model: &Model, workspace: &mut Multibody, time: f64, values: &[f64]) -> Observation {
    let mut seen = Observation::default();
    workspace.observe(time, values, &mut seen).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    seen
}

fn accelerations(seen: &Observation) -> Vec<f64> {
    seen.bodies.iter().flat_map(|b| [b.acceleration.linear, b.acceleration.angular]).flatten().collect()
}

fn velocities(seen: &Observation) -> Vec<f64> {
    seen.bodies.iter().flat_map(|b| [b.velocity.linear, b.velocity.angular]).flatten().collect()
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    largest(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

/// Some of the joints, or none.
pub fn random_cuts(model: &Model, seed: u64) -> String {
    let mut random = Random(seed);
    let some: Vec<&str> = model.joints.iter().filter(|_| random.one_in(3)).map(|j| j.name.as_str()).collect();
    some.join(",")
}

/// All solvers, with these joints cut.
pub fn check_agreement(model: &Model, cuts: &str) {
    check_wish(model, &settings("auto", cuts));
}

/// All solvers, in this many parts.
pub fn check_parts(model: &Model, parts: usize) {
    check_wish(model, &Settings { parts, smallest_part: 1, ..settings("auto", "") });
}

fn check_wish(model: &Model, wish: &Settings) {
    let mut reference = Case::new(model, "qr");
    let expected = reference.observe();
    for solver in ["elimination", "pcg", "qr", "dense"] {
        let (plan, state, mut workspace) = start(model, &Settings { solver: solver.parse().unwrap(), ..wish.clone() });
        let name = format!("{}, {solver}, cuts [{}], {} parts", model.name, wish.cuts, wish.parts);
        let seen = observe(model, &mut workspace, NOW, &state.values);
        // Equations that are left over may come in a bad order, where a solver takes them one by one.
        let weakest = workspace.solver.rank_report().weakest.min(reference.weakest);
        let tolerance = AGREEMENT.max(LOSS / weakest);
        check_seen(&name, model, &plan, [&seen, &expected], tolerance);
    }
}

/// What is seen of a mechanism against what should be.
pub fn check_seen(name: &str, model: &Model, plan: &Plan, [seen, expected]: [&Observation; 2], tolerance: f64) {
    check_positions(name, &seen.bodies, &expected.bodies);
    let (a, b) = (accelerations(seen), accelerations(expected));
    let (off, size) = (difference(&a, &b), largest(&b).max(1.0));
    assert!(off < tolerance * size, "{name}: accelerations differ by {off:e} of {size:e}");
    check_reactions(name, model, plan, [seen, expected], tolerance);
    check_coordinates(name, [seen, expected], tolerance * size);
    for (a, b) in [(seen.kinetic, expected.kinetic), (seen.potential, expected.potential)] {
        assert!((a - b).abs() < 1e-11 * b.abs().max(1.0), "{name}: energies {a} and {b}");
    }
    assert!(seen.residual_position < 1e-9 && seen.residual_velocity < 1e-9, "{name}: not on the constraints");
}

/// Every preconditioner and first guess of `pcg` along a motion by `elimination`: the same rates at each of its states.
pub fn check_preconditioners(model: &Model, cuts: &str) {
    let mut visited: Vec<(State, Vec<f64>, [f64; 2])> = Vec::new();
    let methods = |solver: &str| Settings {
        integrator: "rk4".parse().unwrap(),
        stabilization: "projection".parse().unwrap(),
        ..settings(solver, cuts)
    };
    let plan = Plan::choose(model, &methods("elimination")).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    for _ in 0..4 {
        let mut rates = vec![0.0; simulation.state().values.len()];
        simulation.evaluate(&mut rates).unwrap_or_else(|t| panic!("{}: {t}", model.name));
        // What iterations leave is measured by the loads, which may be large where little moves.
        let size = largest(&rates).max(largest(&simulation.workspace().multipliers)).max(1.0);
        let tolerance = AGREEMENT.max(LOSS / simulation.workspace().solver.rank_report().weakest);
        // Workspaces know nothing of the work that a simulation watches.
        let mut state = simulation.state().clone();
        state.values.truncate(state.coordinates().len() + state.velocities().len());
        rates.truncate(state.values.len());
        visited.push((state, rates, [size, tolerance]));
        // A mechanism may lock at once; then there is only where it starts.
        if simulation.step(1.0).is_err() {
            break;
        }
    }
    for &preconditioner in Preconditioner::ALL {
        for &start_from in Start::ALL {
            let name = format!("{}, cuts [{cuts}], {preconditioner}, {start_from}", model.name);
            let (preconditioner, guess) = (preconditioner.into(), start_from.into());
            let (_, _, mut workspace) = start(model, &Settings { preconditioner, start: guess, ..methods("pcg") });
            for (state, expected, [size, tolerance]) in &visited {
                let mut rates = vec![0.0; expected.len()];
                workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
                workspace.evaluate(state.time, &state.values, &mut rates).unwrap_or_else(|t| panic!("{name}: {t:?}"));
                let off = difference(&rates, expected);
                assert!(off < tolerance * size, "{name}: at {} s rates differ by {off:e} of {size:e}", state.time);
            }
        }
    }
}

/// The assembled position is kept to round-off, quaternions with their sign.
fn check_positions(name: &str, seen: &[BodyMotion], expected: &[BodyMotion]) {
    for (a, b) in seen.iter().zip(expected) {
        let numbers = |m: &BodyMotion| {
            [&m.position.0[..], &m.orientation.0, &m.velocity.linear.0, &m.velocity.angular.0].concat()
        };
        let (off, size) = (difference(&numbers(a), &numbers(b)), largest(&numbers(b)).max(1.0));
        // Assembled models are closed to some 1e-12; carrying joints close what is left.
        assert!(off < 1e-10 * size, "{name}: a body is {off:e} off its assembled state");
        assert!((a.angle - b.angle).abs() < 1e-10 * b.angle.abs().max(1.0), "{name}: angles {} {}", a.angle, b.angle);
    }
}

/// Of joints that share in no redundancy.
fn check_reactions(name: &str, model: &Model, plan: &Plan, [seen, expected]: [&Observation; 2], tolerance: f64) {
    let numbers = |w: &Wrench| [w.force.0, w.torque.0].concat();
    let size = expected.reactions.iter().fold(10.0, |m: f64, w| m.max(largest(&numbers(w))));
    for (j, joint) in model.joints.iter().enumerate() {
        let shares = |joints: &[linkwork::JointId]| joints.iter().any(|id| id.index() == j);
        if plan.redundant_groups.iter().any(|group| shares(&group.joints)) {
            continue;
        }
        let drives = (seen.drives[j] - expected.drives[j]).abs();
        assert!(drives < tolerance * size, "{name}: loads of the driver of '{}' differ by {drives:e}", joint.name);
        let off = difference(&numbers(&seen.reactions[j]), &numbers(&expected.reactions[j]));
        assert!(off < tolerance * size, "{name}: reactions of '{}' differ by {off:e} of {size:e}", joint.name);
    }
}

/// Coordinates of joints with rates and accelerations, and measures of forces.
fn check_coordinates(name: &str, [seen, expected]: [&Observation; 2], tolerance: f64) {
    let numbers = |of: &Observation| of.coordinates.as_flattened().to_vec();
    let (off, size) = (difference(&numbers(seen), &numbers(expected)), largest(&numbers(expected)).max(1.0));
    assert!(off < tolerance * size, "{name}: joint coordinates differ by {off:e} of {size:e}");
    let (off, size) = (difference(&seen.measures, &expected.measures), largest(&expected.measures).max(1.0));
    assert!(off < 1e-9 * size, "{name}: what forces measure differs by {off:e} of {size:e}");
}

/// Velocities of bodies are the rates of their positions, and accelerations those of velocities, along the rates of
/// joint coordinates and velocities.
pub fn check_rates(model: &Model, cuts: &str) {
    let (_, state, mut workspace) = start(model, &settings("elimination", cuts));
    check_rates_at(model, &mut workspace, &state);
}

/// The same for any formulation: along the rates of its values.
pub fn check_rates_at(model: &Model, workspace: &mut Multibody, state: &State) {
    let mut rates = vec![0.0; state.values.len()];
    workspace.evaluate(NOW, &state.values, &mut rates).unwrap_or_else(|t| panic!("{}: {t:?}", model.name));
    let now = observe(model, workspace, NOW, &state.values);
    let [behind, ahead] = [-STEP, STEP].map(|h| {
        let values: Vec<f64> = state.values.iter().zip(&rates).map(|(x, rate)| x + h * rate).collect();
        observe(model, workspace, NOW + h, &values)
    });
    let slope = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| (b - a) / (2.0 * STEP)).collect() };
    let (v, a) = (velocities(&now), accelerations(&now));
    // Differences err like the third derivative, a power of the speed, which accelerations drive.
    let size = largest(&v).max(1.0).powi(3) * largest(&a).max(1.0);
    let off = difference(&slope(&velocities(&behind), &velocities(&ahead)), &a);
    assert!(off < 1e-7 * size, "{}: accelerations are {off:e} off the rates of velocities ({size:e})", model.name);
    for (first, joint) in model.first_coordinates().into_iter().zip(&model.joints) {
        for k in 0..joint.coordinates().len() {
            let [b, n, a] = [&behind, &now, &ahead].map(|seen| seen.coordinates[first + k]);
            for order in 0..2 {
                let off = ((a[order] - b[order]) / (2.0 * STEP) - n[order + 1]).abs();
                // Angles between axes change fast where these meet.
                let size = size * largest(&n).max(1.0);
                assert!(
                    off < 1e-7 * size,
                    "{}: coordinate {k} of '{}', order {order}: {off:e}",
                    model.name,
                    joint.name
                );
            }
        }
    }
    for (k, ((b, c), m)) in behind.bodies.iter().zip(&ahead.bodies).zip(&now.bodies).enumerate() {
        let off = difference(&slope(&b.position.0, &c.position.0), &m.velocity.linear.0);
        assert!(off < 1e-7 * size, "{}: velocity of body {k} is {off:e} off", model.name);
        let spin = slope(&b.orientation.0, &c.orientation.0);
        let off = difference(&spin, &m.orientation.rate(m.velocity.angular));
        assert!(off < 1e-7 * size, "{}: angular velocity of body {k} is {off:e} off", model.name);
    }
}
