//! Processes: a run whose parts are dealt to several processes has the bits of a run in one process with the same
//! parts: rows, state, counts, checkpoints. Processes are threads here, each with its own share only; what they do is
//! what processes on several machines do.

use crate::motion::{Keeping, from_gallery, parse};
use linkwork::exchange::{Exchange, ThreadProcess, Traffic};
use linkwork::plan::Assignment;
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::simulation::Whole;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError, Space, Summary, gallery};

/// Without clocks, which differ from run to run.
fn without_clocks(mut checkpoint: Checkpoint) -> String {
    checkpoint.tally.evaluation_seconds = 0.0;
    checkpoint.tally.step_seconds = 0.0;
    checkpoint.tally.wall_seconds = 0.0;
    checkpoint.to_text()
}

/// Everything that must not depend on the number of processes.
#[derive(Debug, PartialEq)]
struct Trace {
    channels: Vec<String>,
    rows: Vec<Vec<u64>>,
    checkpoints: Vec<String>,
    hash: String,
    counts: [u64; 3],
    iterations: [Option<u64>; 3],
    seen: [u64; 2],
    warnings: Vec<String>,
    outcome: Result<(), SimulationError>,
}

fn trace(sink: Keeping, summary: Summary, outcome: Result<(), SimulationError>) -> Trace {
    Trace {
        rows: sink.rows.rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect(),
        channels: sink.rows.channels,
        checkpoints: sink.checkpoints.into_iter().map(without_clocks).collect(),
        hash: summary.state_hash,
        counts: [summary.steps, summary.rejected, summary.evaluations],
        iterations: [summary.solver_solves, summary.solver_iterations, summary.solver_refreshes],
        seen: [summary.energy_drift.to_bits(), summary.max_residual.to_bits()],
        warnings: summary.warnings,
        outcome,
    }
}

fn in_one_process(model: &Model, settings: &Settings, checkpoint: Option<&Checkpoint>) -> Trace {
    let plan = Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let simulation = match checkpoint {
        None => Simulation::new(model.clone(), plan.clone()),
        Some(checkpoint) => Simulation::restore(model.clone(), plan.clone(), checkpoint),
    };
    let mut simulation = simulation.unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut sink = Keeping { wanted: true, ..Keeping::default() };
    let outcome = simulation.run(&mut sink);
    trace(sink, simulation.summary(), outcome)
}

/// The trace of process 0; the others only take part.
fn on_rank(model: &Model, settings: &Settings, checkpoint: Option<&Checkpoint>, line: ThreadProcess) -> Option<Trace> {
    take_part(model, settings, checkpoint, line).0
}

/// The same, and what each process has heard from others.
fn take_part(
    model: &Model,
    settings: &Settings,
    checkpoint: Option<&Checkpoint>,
    mut line: ThreadProcess,
) -> (Option<Trace>, Traffic) {
    let assigned = match line.process() {
        0 => {
            let plan = Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
            let (assignment, owners) = plan.assign(model, &mut line).unwrap_or_else(|t| panic!("{}: {t}", model.name));
            Some((assignment, Some(Whole::new(&model.clone().into(), &plan, owners, line.n_processes()))))
        }
        _ => Assignment::receive(&mut line).unwrap_or_else(|t| panic!("{t}")).map(|assignment| (assignment, None)),
    };
    let (assignment, whole) = assigned.expect("process 0 did not call it off");
    let is_first = whole.is_some();
    let simulation = Simulation::on_rank(assignment, whole, Box::new(line));
    let mut simulation = simulation.unwrap_or_else(|t| panic!("{}: {t}", model.name));
    if checkpoint.is_some() {
        simulation.go_on_from(checkpoint.filter(|_| is_first)).unwrap_or_else(|t| panic!("{t}"));
    }
    let mut sink = Keeping { wanted: true, ..Keeping::default() };
    let outcome = simulation.run(&mut sink);
    let traffic = simulation.traffic();
    (is_first.then(|| trace(sink, simulation.summary(), outcome)), traffic)
}

fn on_processes(model: &Model, settings: &Settings, checkpoint: Option<&Checkpoint>, n_processes: usize) -> Trace {
    std::thread::scope(|scope| {
        let run = |line| scope.spawn(move || on_rank(model, settings, checkpoint, line));
        let threads: Vec<_> = ThreadProcess::team(n_processes).into_iter().map(run).collect();
        let traces: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect();
        traces.into_iter().next().flatten().expect("process 0 traces")
    })
}

fn settings(parts: usize, end: f64) -> Settings {
    Settings {
        formulation: "recursive".parse().unwrap(),
        parts,
        smallest_part: 1,
        end,
        output_step: end / 5.0,
        step: end / 20.0,
        threads: 1,
        ..Settings::default()
    }
}

/// Every process iterates on its own equations.
fn by_neighbors(preconditioner: &str, start: &str, settings: Settings) -> Settings {
    let (preconditioner, start) = (preconditioner.parse().unwrap(), start.parse().unwrap());
    Settings { solver: "pcg".parse().unwrap(), preconditioner, start, ..settings }
}

/// Equal to the bit on these numbers of processes, also after a restart in the middle on another number than before.
fn check(model: &Model, settings: &Settings, numbers: &[usize]) {
    let what = format!("{}, {}, {}", model.name, settings.solver, settings.integrator);
    let whole = in_one_process(model, settings, None);
    assert_eq!(whole.outcome, Ok(()), "{what}");
    for &n_processes in numbers {
        let found = on_processes(model, settings, None, n_processes);
        assert_eq!(found.channels, whole.channels);
        for (k, (row, expected)) in found.rows.iter().zip(&whole.rows).enumerate() {
            let column = row.iter().zip(expected).position(|(a, b)| a != b);
            assert_eq!(column.map(|c| &whole.channels[c]), None, "{what}: row {k} on {n_processes} processes");
        }
        assert!(found.checkpoints == whole.checkpoints, "{what}: checkpoints on {n_processes} processes");
        assert!(found == whole, "{what} on {n_processes} processes");
    }
    let middle = Checkpoint::parse(whole.checkpoints[whole.checkpoints.len() / 2].as_bytes()).unwrap();
    let later = in_one_process(model, settings, Some(&middle));
    assert_eq!(later.hash, whole.hash);
    for n_processes in [1, 2] {
        assert!(
            on_processes(model, settings, Some(&middle), n_processes) == later,
            "{what}: restart on {n_processes} processes"
        );
    }
}

#[test]
fn chains_have_the_same_bits_on_any_number_of_ranks() {
    for space in [Space::Planar, Space::Spatial] {
        let chain = gallery::chain(40, space).unwrap().build().unwrap();
        for integrator in ["dopri5", "rk4", "adams"] {
            check(&chain, &Settings { integrator: integrator.parse().unwrap(), ..settings(7, 0.3) }, &[1, 2, 4]);
        }
        for solver in ["pcg", "dense", "qr"] {
            check(&chain, &Settings { solver: solver.parse().unwrap(), ..settings(4, 0.1) }, &[2, 4]);
        }
        for (preconditioner, start) in [("block-jacobi", "quadratic"), ("jacobi", "zero")] {
            check(&chain, &by_neighbors(preconditioner, start, settings(7, 0.1)), &[1, 2, 4, 7]);
        }
        // Uneven shares, and an order of elimination that names joints.
        let order = (0..40).rev().map(|k| chain.joints[k].name.clone()).collect::<Vec<_>>().join(",").into();
        check(&chain, &Settings { order, stabilization: "baumgarte".parse().unwrap(), ..settings(3, 0.1) }, &[2, 3]);
    }
}

/// The traffic of each process, and how many evaluations and iterations there were.
fn traffic_on_ranks(model: &Model, settings: &Settings, n_processes: usize) -> (Vec<Traffic>, [u64; 2]) {
    let heard = std::thread::scope(|scope| {
        let run = |line| scope.spawn(move || take_part(model, settings, None, line));
        let threads: Vec<_> = ThreadProcess::team(n_processes).into_iter().map(run).collect();
        threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect::<Vec<_>>()
    });
    let traced = heard[0].0.as_ref().expect("process 0 traces");
    let counts = [traced.counts[2], traced.iterations[1].unwrap_or(0)];
    (heard.into_iter().map(|(_, traffic)| traffic).collect(), counts)
}

/// The bytes between two neighbours are those of one cut, whatever there is beyond; the factor that tells the process
/// is made once a step.
#[test]
fn a_rank_that_iterates_on_its_own_equations_hears_from_its_neighbours_only() {
    let chain = gallery::chain(64, Space::Spatial).unwrap().build().unwrap();
    let settings =
        Settings { stabilization: "none".parse().unwrap(), integrator: "rk4".parse().unwrap(), ..settings(8, 0.02) };
    let settings = by_neighbors("block-jacobi", "zero", settings);
    let (on_four, [evaluations, iterations]) = traffic_on_ranks(&chain, &settings, 4);
    let (on_eight, _) = traffic_on_ranks(&chain, &settings, 8);
    for (traffic, last) in [(&on_four, 3), (&on_eight, 7)] {
        let neighbors: Vec<u64> = traffic.iter().map(|t| t.neighbors).collect();
        assert!(
            (neighbors[0], neighbors[last]) == (1, 1) && neighbors[1..last].iter().all(|n| *n == 2),
            "{neighbors:?}"
        );
    }
    assert_eq!(on_four[1].message_bytes, on_eight[1].message_bytes);
    assert_eq!(on_four[1].messages, on_eight[1].messages);
    // A pose (13 numbers and where it is counted from), a free acceleration and Λ (36) an evaluation, an acceleration
    // (6) an iteration: from each side. Steps look at poses once more, rows are evaluations that are not counted.
    let [n, k] = [evaluations, iterations].map(|n| n as f64);
    let bytes = on_four[1].message_bytes as f64;
    let least = 2.0 * 8.0 * ((6.0 + 36.0) * n + 6.0 * k);
    assert!(bytes > least && bytes < 2.0 * least, "{bytes} with {n} evaluations and {k} iterations");
    // Sums: three numbers a part at most, of eight parts.
    for traffic in on_four.iter().chain(&on_eight) {
        assert!(traffic.reduction_bytes <= 8 * 3 * 7 * traffic.reductions, "{traffic:?}");
        assert!(traffic.gathers < evaluations, "{traffic:?} in {n} evaluations");
    }
}

/// A direct solution needs the equations of all: what is gathered grows with the number of processes, what neighbours
/// tell each other does not.
#[test]
fn a_direct_solution_gathers_the_equations() {
    let chain = gallery::chain(64, Space::Spatial).unwrap().build().unwrap();
    let settings =
        Settings { stabilization: "none".parse().unwrap(), integrator: "rk4".parse().unwrap(), ..settings(8, 0.02) };
    let [(two, _), (eight, counts)] = [2, 8].map(|n_processes| traffic_on_ranks(&chain, &settings, n_processes));
    assert!(eight[1].gathers >= counts[0] && eight[1].gather_bytes > two[1].gather_bytes);
    assert_eq!(eight[1].message_bytes, 2 * two[1].message_bytes, "from two sides, and from one");
}

#[test]
fn closed_loops_have_the_same_bits_on_any_number_of_ranks() {
    check(&from_gallery("four-bar"), &settings(3, 0.4), &[1, 2, 3]);
    check(&from_gallery("andrews"), &settings(6, 0.005), &[1, 2, 4]);
    check(&from_gallery("manipulator"), &settings(6, 0.05), &[1, 2, 4]);
    check(&from_gallery("track"), &settings(8, 0.02), &[4, 8]);
    // Loops inside and across the parts, some of their equations redundant.
    for (name, parts, end) in
        [("four-bar", 3, 0.2), ("andrews", 6, 0.003), ("manipulator", 6, 0.02), ("track", 8, 0.01)]
    {
        check(&from_gallery(name), &by_neighbors("block-jacobi", "linear", settings(parts, end)), &[2, 3]);
    }
}

#[test]
fn forces_and_gears_across_borders_have_the_same_bits() {
    check(&from_gallery("hmmwv"), &settings(6, 0.05), &[1, 2, 4]);
    check(&from_gallery("flyball-governor"), &settings(4, 0.05), &[2, 4]);
    check(&parse(&tree_with_forces()), &settings(5, 0.2), &[1, 2, 4]);
    check(&parse(&tree_with_forces()), &by_neighbors("block-jacobi", "hold", settings(5, 0.1)), &[2, 5]);
}

/// Arms on a carousel with springs and bushings from arm to arm, a gear between two of them, a motor, and arms without
/// any force.
fn tree_with_forces() -> String {
    let mut text = String::from("space = \"spatial\"\ngravity = [0, 0, -9.81]\n");
    for k in 0..12 {
        let (x, y, first) =
            (f64::from(k % 4), f64::from(k / 4), if k % 4 == 0 { "ground".into() } else { format!("b{}", k - 1) });
        text += &format!("[[bodies]]\nname = \"b{k}\"\nmass = {}\ninertia = [0.1, 0.2, 0.25]\n", 1.0 + 0.1 * x);
        text += &format!("position = [{}, {y}, 0]\nangular_velocity = [0, 0, 0]\n", x + 0.5);
        let axis = if k % 2 == 0 { "[0, 0, 1]" } else { "[0, 1, 0]" };
        text += &format!("[[joints]]\nname = \"j{k}\"\ntype = \"revolute\"\nbodies = [\"{first}\", \"b{k}\"]\n");
        text += &format!("point = [{x}, {y}, 0]\naxis = {axis}\n");
    }
    text += "[[joints]]\nname = \"gear\"\ntype = \"gear\"\njoints = [\"j0\", \"j10\"]\nratio = 0.5\n";
    text += "[[forces]]\ntype = \"spring\"\nbodies = [\"b1\", \"b6\"]\nfirst = [0.2, 0, 0]\nsecond = [0, 0.1, 0]\n";
    text += "stiffness = 40\ndamping = 0.3\nlength = 0.4\n";
    text += "[[forces]]\ntype = \"bushing\"\nbodies = [\"b2\", \"b10\"]\npoint = [2.5, 1, 0]\n";
    text += "stiffness = [3, 4, 5, 6, 7, 8]\ndamping = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]\n";
    text += "[[forces]]\ntype = \"torsion\"\njoint = \"j9\"\nstiffness = 2\ntorque = \"sin(3*t)\"\n";
    text += "[[forces]]\ntype = \"force\"\nbody = \"b11\"\nvalue = [\"t\", 1, 0.5]\n";
    text
}

#[test]
fn many_small_trees_are_dealt_in_groups_with_the_same_bits() {
    let mut text = String::from("space = \"spatial\"\ngravity = [0, -9.81, 0]\n");
    for k in 0..50 {
        let kind = ["revolute", "prismatic", "spherical", "cylindrical"][k % 4];
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = [0.1, 0.2, 0.15]\nposition = [{k}, -0.4, 0.1]\n"
        );
        text += &format!(
            "[[joints]]\nname = \"j{k}\"\ntype = \"{kind}\"\nbodies = [\"ground\", \"b{k}\"]\npoint = [{k}, 0, 0]\n"
        );
        if kind != "spherical" {
            text += &format!("axis = [0, 0.2, {}]\n", 1 + k % 3);
        }
    }
    check(&parse(&text), &settings(0, 0.1), &[1, 2, 4, 7]);
}

/// Both agree on who ended the run, and why.
#[test]
fn trouble_on_one_rank_ends_all_with_the_same_message() {
    let mut text = tree_with_forces();
    text += "[[forces]]\ntype = \"torque\"\nbody = \"b7\"\nvalue = [0, 0, \"sqrt(0.1 - t)\"]\n";
    // Methods that are asked for: those of `auto` would be replaced by sturdier ones in one process, and equations of
    // `elimination` would be damped.
    let mut settings = Settings { integrator: "rk4".parse().unwrap(), ..settings(3, 0.2) };
    settings.set("solver", "dense").unwrap();
    settings.set("stabilization", "projection").unwrap();
    let model = parse(&text);
    let whole = in_one_process(&model, &settings, None);
    assert!(matches!(whole.outcome, Err(SimulationError::NotFinite { .. })), "{:?}", whole.outcome);
    for n_processes in [1, 3] {
        let found = on_processes(&model, &settings, None, n_processes);
        assert_eq!(found.outcome, whole.outcome);
        assert!(found == whole);
    }
}

#[test]
fn too_few_parts_are_refused_with_a_remedy() {
    let model = from_gallery("chain16");
    let plan = Plan::choose(&model, &settings(3, 1.0)).unwrap();
    let refused = plan.assign(&model, &mut ThreadProcess::team(4)[0]).err().unwrap().to_string();
    assert!(refused.contains("3 parts") && refused.contains("--parts 4"), "{refused}");
    let cartesian = Settings { formulation: "cartesian".parse().unwrap(), ..Settings::default() };
    let plan = Plan::choose(&model, &cartesian).unwrap();
    let refused = plan.assign(&model, &mut ThreadProcess::team(2)[0]).err().unwrap().to_string();
    assert!(refused.contains("use `recursive`"), "{refused}");
}

/// A process that dies after three steps, so that the others wait for it in vain.
struct Dying;

impl Sink for Dying {
    fn begin(&mut self, _: &dyn Channels) -> Result<(), SimulationError> {
        Ok(())
    }

    fn record(&mut self, _: &dyn Row) -> Result<(), SimulationError> {
        Ok(())
    }

    fn progress(&mut self, _time: f64, steps: u64) -> bool {
        assert!(steps < 3, "dies on purpose");
        true
    }
}

#[test]
fn a_lost_rank_ends_the_others_with_a_message() {
    let (model, settings) = (from_gallery("chain16"), settings(4, 10.0));
    let outcome = std::thread::scope(|scope| {
        let mut lines = ThreadProcess::team(2);
        let (mut second, first) = (lines.pop().unwrap(), lines.pop().unwrap());
        let (model, settings) = (&model, &settings);
        let dying = scope.spawn(move || {
            let assignment = Assignment::receive(&mut second).unwrap().unwrap();
            let outcome = Simulation::on_rank(assignment, None, Box::new(second)).unwrap().run(&mut Dying);
            outcome.unwrap_or_else(|t| panic!("{t}"));
        });
        let traced = scope.spawn(move || on_rank(model, settings, None, first));
        assert!(dying.join().is_err());
        traced.join().expect("only one process dies").expect("process 0 traces").outcome
    });
    assert!(matches!(outcome, Err(SimulationError::ProcessLost { time }) if time > 0.0), "{outcome:?}");
}

/// Each process counts the angles of its own joints; some have joints with one angle only.
#[test]
fn both_angles_of_universal_joints_have_the_same_bits_on_any_number_of_ranks() {
    let mut text = String::from("gravity = [0.0, 0.0, -9.81]\n");
    for k in 0..12 {
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1.0\ninertia = [0.1, 0.2, 0.2]\nposition = [{}.5, 0.0, 0.0]\n\
             angular_velocity = [80.0, 0.0, 0.0]\n",
            k
        );
        let (before, kind) = match k {
            0 => ("ground".to_string(), "\"universal\"\naxis2 = [0.0, 1.0, 0.0]\naxis = [1.0, 0.0, 0.0]"),
            _ => (format!("b{}", k - 1), "\"revolute\"\naxis = [0.0, 1.0, 0.0]"),
        };
        let kind = if k == 7 { "\"universal\"\naxis = [0.0, 1.0, 0.0]\naxis2 = [1.0, 0.0, 0.0]" } else { kind };
        text += &format!(
            "[[joints]]\nname = \"j{k}\"\nbodies = [\"{before}\", \"b{k}\"]\npoint = [{k}.0, 0.0, 0.0]\ntype = {kind}\n"
        );
    }
    let model = parse(&text);
    check(&model, &settings(4, 0.4), &[1, 2, 4]);
    let whole = in_one_process(&model, &settings(4, 0.4), None);
    let column = whole.channels.iter().position(|name| name == "j0.angle1").unwrap();
    let turned = whole.rows.iter().map(|row| f64::from_bits(row[column]).abs()).fold(0.0, f64::max);
    assert!(turned > 2.0 * std::f64::consts::PI, "{turned}");
}
