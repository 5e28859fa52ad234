//! Times measured on this machine: short runs of the program itself on the model in question, whole and in parts.
//!
//! Times are the least of several runs, since what else the computer does only ever adds to them.

use super::{Costs, Iteration, Network};
use linkwork::error::SimulationError;
use linkwork::methods::{Preconditioner, SolverKind};
use linkwork::model::Model;
use linkwork::multibody::Multibody;
use linkwork::parallel::Team;
use linkwork::plan::Plan;
use linkwork::simulation::Simulation;
use linkwork::system::System;
use linkwork::workspace::Workspace;
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A quantity is measured about so long, three times at least.
const PATIENCE: Duration = Duration::from_millis(40);
const LEAST_RUNS: usize = 3;

/// Bodies of a part when responses and cuts are measured: enough that cuts do not hide them.
const USUAL_PART: usize = 32;
/// Parts then: enough for a mean, few enough for short runs.
const MOST_PARTS: usize = 64;
/// With how many parts iterations are counted, besides those.
const FEW_PARTS: usize = 4;
/// Steps for it, and for how long at most.
const STEPS: usize = 10;
const TIME_FOR_STEPS: Duration = Duration::from_millis(500);

/// Messages of which the quickest counts, with nothing in them and large.
const HANDOVERS: usize = 2000;
const LARGE_HANDOVERS: usize = 50;
/// Bytes of a large one.
const MESSAGE: usize = 1 << 20;
/// Looks for an answer, some tens of microseconds, before others get their turn.
const LOOKS: u32 = 2000;

/// Costs of a model with a plan of `recursive` that is not divided.
///
/// # Errors
/// When a workspace cannot be made.
pub fn measure(model: &Model, plan: &Plan, network: Network) -> Result<Costs, SimulationError> {
    let n_parts = (model.n_bodies() / USUAL_PART).clamp(2, MOST_PARTS);
    let divided = plan.redivide(model, n_parts, SolverKind::Elimination)?;
    let [whole, parts] = [Times::of(model, plan)?, Times::of(model, &divided)?];
    let (body, response) = separate(model.n_bodies(), &whole, &parts);
    let by_block = |time: f64| if parts.blocks == 0 { 0.0 } else { time / parts.blocks as f64 };
    let by_neighbors = iterating(plan);
    let counts = [FEW_PARTS, n_parts].map(|n| count_iterations(model, &by_neighbors, n).ok().flatten());
    let advance = time_iteration(model, &by_neighbors.redivide(model, n_parts, SolverKind::Pcg)?)?;
    Ok(Costs {
        body,
        response,
        factor: by_block(parts.solution),
        advance: by_block(advance),
        iteration: fit_iterations(counts),
        latency: network.latency.unwrap_or_else(measure_latency),
        bandwidth: network.bandwidth.unwrap_or_else(measure_bandwidth),
    })
}

/// Time of one evaluation (s), and of its parts.
struct Times {
    /// All but the solution.
    local: f64,
    /// Factorization and solution.
    solution: f64,
    /// Bodies along which responses run.
    along: usize,
    blocks: usize,
}

impl Times {
    fn of(model: &Model, plan: &Plan) -> Result<Times, SimulationError> {
        let (mut workspace, mut rates) = evaluate(model, plan)?;
        let state = &plan.initial;
        let evaluation = least(|| {
            // It was finite a moment ago.
            let _ = workspace.evaluate(state.time, &state.values, &mut rates);
        });
        let solution = time_solution(&mut workspace, |_| ());
        let shares = plan.share(model, 0);
        let along = shares.map_or(0, |shares| shares.sizes.iter().map(|size| size[1]).sum());
        let blocks = workspace.equations.system.pattern.n_blocks();
        Ok(Times { local: (evaluation - solution).max(0.0), solution, along, blocks })
    }
}

/// A workspace after an evaluation where the model starts, and rates.
fn evaluate<'m>(model: &'m Model, plan: &'m Plan) -> Result<(Multibody<'m>, Vec<f64>), SimulationError> {
    let mut workspace = plan.make_workspace(plan.moving(model))?;
    workspace.team = Team::alone();
    workspace.unwrapped_angles.copy_from_slice(&plan.initial.unwrapped_angles);
    let state = &plan.initial;
    let mut rates = vec![0.0; state.values.len()];
    // Once, so that whatever is not finite is said in words.
    workspace.evaluate(state.time, &state.values, &mut rates).map_err(|error| workspace.name(error))?;
    Ok((workspace, rates))
}

/// Factorization and solution, from multipliers that are prepared like this.
fn time_solution(workspace: &mut Multibody, prepare: impl Fn(&mut [f64])) -> f64 {
    let Workspace { equations, solver, team, multipliers, .. } = &mut **workspace;
    if equations.system.pattern.n_blocks() == 0 {
        return 0.0;
    }
    least(|| {
        prepare(multipliers);
        solver.factor_and_solve(&equations.system, &equations.right_side, multipliers, team);
    })
}

/// The plan with the solver by which processors solve together, each for its own equations.
fn iterating(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.settings.preconditioner = Preconditioner::BlockJacobi.into();
    plan
}

/// An iteration of this plan's solver (s), what it does once a solution spread over all of them.
fn time_iteration(model: &Model, plan: &Plan) -> Result<f64, SimulationError> {
    let (mut workspace, _) = evaluate(model, plan)?;
    let count = |workspace: &Multibody| workspace.solver.iterations().map_or((0, 0), |s| (s.solves, s.iterations));
    let before = count(&workspace);
    let time = time_solution(&mut workspace, |guess| guess.fill(0.0));
    let after = count(&workspace);
    let (solves, iterations) = (after.0 - before.0, after.1 - before.1);
    Ok(if iterations == 0 { 0.0 } else { time * solves as f64 / iterations as f64 })
}

/// The least time of one run (s).
fn least(mut run: impl FnMut()) -> f64 {
    let (begin, mut least, mut runs) = (Instant::now(), f64::INFINITY, 0);
    while runs < LEAST_RUNS || begin.elapsed() < PATIENCE {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64());
        runs += 1;
    }
    least
}

/// Two measurements, two unknowns: by body, and by body along which responses run.
fn separate(n_bodies: usize, whole: &Times, parts: &Times) -> (f64, f64) {
    let n = n_bodies.max(1) as f64;
    let more = parts.along as f64 - whole.along as f64;
    // Where loops have responses along nearly all bodies anyway, they belong to the work of a body.
    if more < 0.05 * n {
        return (whole.local / n, 0.0);
    }
    let response = ((parts.local - whole.local) / more).max(0.0);
    ((whole.local - response * whole.along as f64).max(0.0) / n, response)
}

/// Blocks, iterations by solution and factors by solution, over some steps of `pcg`; `None` where nothing is to be
/// solved.
fn count_iterations(model: &Model, plan: &Plan, n_parts: usize) -> Result<Option<[f64; 3]>, SimulationError> {
    let plan = plan.redivide(model, n_parts, SolverKind::Pcg)?;
    let mut simulation = Simulation::new(model.clone(), plan.clone())?;
    let begin = Instant::now();
    for _ in 0..STEPS {
        simulation.step(f64::INFINITY)?;
        if begin.elapsed() > TIME_FOR_STEPS {
            break;
        }
    }
    let blocks = simulation.workspace().equations.system.pattern.n_blocks() as f64;
    let stats = simulation.workspace().solver.iterations().filter(|stats| stats.solves > 0);
    let by_solve = |count: u64, solves: u64| count as f64 / solves as f64;
    Ok(stats.map(|s| [blocks, by_solve(s.iterations, s.solves), by_solve(s.refreshes, s.solves)]))
}

/// k m^γ through two counts.
fn fit_iterations([few, many]: [Option<[f64; 3]>; 2]) -> Option<Iteration> {
    let [blocks, iterations, renewed] = many?;
    let exponent = match few {
        Some([fewer, before, _]) if fewer < blocks && fewer > 0.0 => (iterations / before).ln() / (blocks / fewer).ln(),
        _ => 0.0,
    };
    // Fewer iterations with more cuts are chance, nothing to extrapolate.
    let exponent = exponent.max(0.0);
    Some(Iteration { iterations: iterations / blocks.max(1.0).powf(exponent), exponent, renewed })
}

/// Half of the least time from a word to another thread to its answer.
fn measure_latency() -> f64 {
    exchange(&[], HANDOVERS) / 2.0
}

/// Bytes a second that a thread copies of what another one wrote.
fn measure_bandwidth() -> f64 {
    MESSAGE as f64 / exchange(&vec![1; MESSAGE], LARGE_HANDOVERS)
}

/// The least time (s) in which another thread is given a message, copies it and answers.
fn exchange(message: &[u8], rounds: usize) -> f64 {
    let (turn, shared) = (AtomicUsize::new(0), Mutex::new(message.to_vec()));
    let mut least = f64::INFINITY;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut copy = vec![0; message.len()];
            for round in 0..rounds {
                wait_for(&turn, 2 * round + 1);
                if let Ok(shared) = shared.lock() {
                    copy.copy_from_slice(&shared);
                }
                turn.store(2 * round + 2, Ordering::Release);
            }
            black_box(copy);
        });
        for round in 0..rounds {
            // Written anew, so that it lies in this processor's cache, as what was just computed does.
            if let Ok(mut shared) = shared.lock() {
                shared.fill(round as u8);
            }
            let start = Instant::now();
            turn.store(2 * round + 1, Ordering::Release);
            wait_for(&turn, 2 * round + 2);
            least = least.min(start.elapsed().as_secs_f64());
        }
    });
    least
}

/// Looks at a counter until it has a value; on a machine with one processor others must get their turn.
fn wait_for(turn: &AtomicUsize, value: usize) {
    let mut looks = 0_u32;
    while turn.load(Ordering::Acquire) != value {
        looks = looks.saturating_add(1);
        if looks < LOOKS { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(local: f64, along: usize) -> Times {
        Times { local, solution: 0.0, along, blocks: 0 }
    }

    #[test]
    fn two_measurements_give_two_costs() {
        let (body, response) =
            separate(100, &times(2.0 * 100.0 + 3.0 * 10.0, 10), &times(2.0 * 100.0 + 3.0 * 60.0, 60));
        assert!((body - 2.0).abs() < 1e-12 && (response - 3.0).abs() < 1e-12, "{body} {response}");
        // Nothing to tell them apart by: all is the body's.
        assert_eq!(separate(100, &times(250.0, 98), &times(260.0, 100)), (2.5, 0.0));
    }

    #[test]
    fn exponents_are_fitted() {
        let count = |m: f64| Some([m, 3.0 * m.powf(0.739), 0.1]);
        let fit = fit_iterations([count(4.0), count(64.0)]).unwrap();
        assert!((fit.iterations - 3.0).abs() < 1e-12 && (fit.exponent - 0.739).abs() < 1e-12, "{fit:?}");
        assert_eq!(fit_iterations([None, Some([8.0, 5.0, 0.1])]).unwrap().exponent, 0.0);
        assert_eq!(fit_iterations([Some([4.0, 6.0, 0.1]), Some([8.0, 5.0, 0.1])]).unwrap().exponent, 0.0);
        assert_eq!(fit_iterations([count(4.0), None]), None);
    }
}
