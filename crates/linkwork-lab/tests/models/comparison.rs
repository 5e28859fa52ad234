//! Methods side by side: all that are registered take part, what agrees is said to agree, what does not is found, and
//! methods that stop or are left out say why.

use crate::motion::{from_gallery, parse};
use linkwork::methods::{FormulationKind, SolverKind, StabilizationKind, Word};
use linkwork::recorder::{Channels, Memory, Row, Sink};
use linkwork::{Model, Plan, Settings, Simulation, SimulationError, Space, gallery};
use linkwork_lab::comparison::{Comparison, Entry, Methods, Only, Verdict, list_methods};

fn settings(end: f64) -> Settings {
    Settings { end, output_step: end / 20.0, ..Settings::default() }
}

fn run(_: &Methods, simulation: &mut Simulation, memory: &mut Memory) -> Result<(), SimulationError> {
    simulation.run(memory)
}

/// `multiscale` takes part in comparisons up to here (s): it takes a hundred times as long as the others.
const END_FOR_MICRO_STEPS: f64 = 0.1;

/// All methods, run by `go`.
fn compare(
    model: &Model,
    asked: &Settings,
    mut go: impl FnMut(&Methods, &mut Simulation, &mut Memory) -> Result<(), SimulationError>,
) -> Comparison {
    let plan = Plan::choose(model, asked).unwrap();
    let mut comparison = Comparison::start(model, asked, &mut go).unwrap();
    let is_quick =
        |methods: &Methods| methods.formulation != FormulationKind::Multiscale || asked.end <= END_FOR_MICRO_STEPS;
    for methods in list_methods(asked, &plan, &Only::default()).into_iter().filter(is_quick) {
        comparison.add(model, asked, &methods, &mut go);
    }
    comparison
}

/// The entry of a solver, stabilized as the reference is.
fn entry(comparison: &Comparison, solver: SolverKind) -> &Entry {
    let wanted = |m: &Methods| m.solver == solver && m.stabilization == comparison.reference.stabilization;
    comparison.methods.iter().find(|e| wanted(&e.methods)).unwrap_or_else(|| panic!("no {solver}"))
}

#[test]
fn every_registered_method_takes_part_once() {
    let model = from_gallery("four-bar");
    let comparison = compare(&model, &settings(0.1), run);
    for solver in SolverKind::ALL {
        assert!(comparison.methods.iter().any(|e| e.methods.solver == *solver), "{solver}");
    }
    for stabilization in StabilizationKind::ALL {
        assert!(comparison.methods.iter().any(|e| e.methods.stabilization == *stabilization), "{stabilization}");
    }
    // `multiscale` has no solver to choose.
    let pairs = (FormulationKind::ALL.len() - 1) * SolverKind::ALL.len() + 1;
    assert_eq!(
        comparison.methods.len(),
        pairs + StabilizationKind::ALL.len() - 1,
        "pairs, and the other stabilizations"
    );
    for (k, e) in comparison.methods.iter().enumerate() {
        assert!(comparison.methods[..k].iter().all(|other| other.methods != e.methods), "{}", e.methods);
    }
}

#[test]
fn words_confine_the_methods() {
    let (model, asked) = (from_gallery("four-bar"), settings(0.1));
    let plan = Plan::choose(&model, &asked).unwrap();
    let only =
        Only { solver: Some(SolverKind::Dense), stabilization: Some(StabilizationKind::None), ..Only::default() };
    let asked = Settings { stabilization: "none".parse().unwrap(), ..asked };
    let methods = list_methods(&asked, &plan, &only);
    assert_eq!(methods.len(), FormulationKind::ALL.len() - 1);
    assert!(methods.iter().all(|m| m.solver == SolverKind::Dense && m.stabilization == StabilizationKind::None));
}

#[test]
fn methods_agree_on_regular_redundant_and_planar_models() {
    for (name, unique) in [("double-pendulum-spherical", true), ("bricard", false), ("andrews", true)] {
        let model = from_gallery(name);
        let comparison = compare(&model, &settings(if name == "andrews" { 0.01 } else { 0.5 }), run);
        let whys: Vec<_> = comparison.methods.iter().filter_map(|e| e.why.as_ref()).collect();
        assert!(comparison.agree, "{name}: {whys:?}");
        assert_eq!((comparison.reactions_unique, comparison.settled_until), (unique, None), "{name}");
        assert_eq!(comparison.reference.solver, SolverKind::Qr, "{name}");
        for e in &comparison.methods {
            let m = e.measured.as_ref().unwrap();
            assert_eq!(m.reaction.is_some(), unique, "{name}");
            assert!(m.relative_time >= 1.0 && m.evaluations > 0 && m.completed, "{name}: {}", e.methods);
        }
        assert!(comparison.methods.iter().any(|e| e.measured.as_ref().is_some_and(|m| m.relative_time == 1.0)));
    }
}

/// A driven parallelogram is in a dead point at 0.25 and 0.75 s, where its reactions have no bound and are not unique.
#[test]
fn reactions_in_dead_points_are_not_judged_and_all_methods_pass_them() {
    let bar = |name: &str, mass: f64, inertia: f64, [x, y]: [f64; 2], angle: f64| {
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = {mass}\ninertia = {inertia}\nposition = [{x}, {y}]\nangle = {angle:?}\n"
        )
    };
    let pin = |name: &str, bodies: [&str; 2], [x, y]: [f64; 2], more: &str| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = [{x}, {y}]\n{more}")
    };
    let upright = std::f64::consts::FRAC_PI_2;
    let model = parse(
        &[
            "space = \"planar\"\ngravity = [0.0, -9.81]\n".to_string(),
            bar("crank", 1.0, 0.02, [0.0, 0.25], upright),
            bar("coupler", 2.0, 0.2, [0.5, 0.5], 0.0),
            bar("rocker", 1.0, 0.02, [1.0, 0.25], upright),
            pin("A", ["ground", "crank"], [0.0, 0.0], "motion = \"-2*pi*t\"\n"),
            pin("B", ["crank", "coupler"], [0.0, 0.5], ""),
            pin("C", ["coupler", "rocker"], [1.0, 0.5], ""),
            pin("D", ["ground", "rocker"], [1.0, 0.0], ""),
        ]
        .concat(),
    );
    let comparison = compare(&model, &settings(1.0), run);
    let whys: Vec<_> = comparison.methods.iter().filter_map(|e| e.why.as_ref()).collect();
    assert!(comparison.agree, "{whys:?}");
    assert_eq!((comparison.reactions_unique, comparison.indefinite_rows), (true, 2));
    assert!(comparison.tolerance.reaction < 1.0, "{:?}", comparison.tolerance);
}

#[test]
fn a_motion_that_is_slightly_wrong_is_found() {
    // Errors of 1e-4 in one channel of one method, far below what an eye would see.
    for (channel, what) in [("crank.qz", "position"), ("rocker.vy", "velocity")] {
        let model = from_gallery("four-bar");
        let comparison = compare(&model, &settings(0.5), |methods, simulation, memory| {
            simulation.run(memory)?;
            if methods.solver == SolverKind::Dense {
                let k = memory.channels.iter().position(|c| c == channel).unwrap();
                memory.rows[7][k] += 1e-4;
            }
            Ok(())
        });
        assert!(!comparison.agree);
        let wrong = entry(&comparison, SolverKind::Dense);
        assert_eq!(wrong.verdict, Verdict::Differs);
        let why = wrong.why.as_ref().unwrap();
        assert!(why.contains("t = 0.175000 s") && why.contains(what), "{why}");
        assert_eq!(entry(&comparison, SolverKind::Elimination).verdict, Verdict::Agrees);
    }
}

#[test]
fn a_wrong_reaction_is_found_where_reactions_are_unique() {
    let model = from_gallery("double-pendulum");
    let comparison = compare(&model, &settings(0.5), |methods, simulation, memory| {
        simulation.run(memory)?;
        if methods.solver == SolverKind::Dense {
            let k = memory.channels.iter().position(|c| c.ends_with(".fy")).unwrap();
            memory.rows.iter_mut().for_each(|row| row[k] *= 1.001);
        }
        Ok(())
    });
    let wrong = entry(&comparison, SolverKind::Dense);
    assert!(wrong.why.as_ref().is_some_and(|why| why.contains("reaction")), "{wrong:?}");
}

#[test]
fn chaos_is_told_from_disagreement() {
    let model = from_gallery("double-pendulum");
    let comparison = compare(&model, &settings(30.0), run);
    assert!(comparison.agree);
    let settled = comparison.settled_until.expect("thirty seconds are too long for a double pendulum");
    assert!(settled > 2.0 && settled < comparison.judged_until && comparison.judged_until < 30.0);
    let measured = entry(&comparison, SolverKind::Elimination).measured.as_ref().unwrap();
    assert!(measured.position > 0.1, "in the end the motions have nothing in common: {:.1e}", measured.position);
    assert!(measured.early_position.unwrap() < 1e-8, "the solvers differ by round-off only");
}

#[test]
fn another_stabilization_is_given_what_it_changes_by_itself_and_no_more() {
    // Off by 1e-4 however small the steps: that is no error of steps.
    let model = from_gallery("four-bar");
    let comparison = compare(&model, &settings(0.5), |methods, simulation, memory| {
        simulation.run(memory)?;
        if methods.stabilization == StabilizationKind::Projection {
            let k = memory.channels.iter().position(|c| c == "rocker.vy").unwrap();
            memory.rows[7][k] += 1e-4;
        }
        Ok(())
    });
    for e in &comparison.methods {
        let m = e.measured.as_ref().unwrap();
        let alike = e.methods.stabilization == comparison.reference.stabilization;
        assert_eq!((m.own_change.is_none(), m.allowed.is_none()), (alike, alike), "{}", e.methods);
        assert_eq!(
            e.verdict == Verdict::Differs,
            e.methods.stabilization == StabilizationKind::Projection,
            "{}: {:?}",
            e.methods,
            e.why
        );
        if let (Some(change), Some(allowed)) = (m.own_change, m.allowed) {
            let expected = comparison.allowed.velocity + 10.0 * change.velocity;
            assert!((allowed.velocity - expected).abs() < 1e-15, "{}", e.methods);
        }
    }
}

/// Passes rows on until a time.
struct Until<'a>(&'a mut Memory, f64);

impl Sink for Until<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.0.begin(channels)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.0.record(row)
    }

    fn progress(&mut self, time: f64, _: u64) -> bool {
        time < self.1
    }
}

#[test]
fn a_method_that_was_cut_short_is_compared_as_far_as_it_came() {
    let model = from_gallery("four-bar");
    let comparison = compare(&model, &settings(0.5), |methods, simulation, memory| {
        simulation.run(&mut Until(memory, if methods.solver == SolverKind::Dense { 0.2 } else { 1.0 }))
    });
    assert!(comparison.agree);
    let measured = entry(&comparison, SolverKind::Dense).measured.as_ref().unwrap();
    assert!(!measured.completed && measured.time >= 0.2 && measured.time < 0.5);
}

#[test]
fn a_method_left_out_says_why_and_disturbs_nothing() {
    let model = from_gallery("four-bar");
    let comparison = compare(&model, &settings(0.1), |methods, simulation, memory| match methods.solver {
        SolverKind::Dense => Err(SimulationError::DoesNotApply { method: "dense", reason: "too slow here".into() }),
        _ => simulation.run(memory),
    });
    assert!(comparison.agree);
    let left = entry(&comparison, SolverKind::Dense);
    assert_eq!((left.verdict, left.why.as_deref()), (Verdict::LeftOut, Some("too slow here")));
    assert!(left.measured.is_none());
}

/// Bars of two meters in all, and a distance that begins with two meters and grows.
const STRETCHED: &str = include_str!("../data/stretched.toml");

#[test]
fn methods_that_stop_are_no_agreement() {
    // Two bars between a pin and a point that is drawn away from it, further than they reach.
    let model = parse(STRETCHED);
    let asked = Settings { stabilization: "projection".parse().unwrap(), ..settings(1e-2) };
    let comparison = compare(&model, &asked, run);
    assert!(!comparison.agree);
    let stopped: Vec<&Entry> = comparison.methods.iter().filter(|e| e.has_failed()).collect();
    assert!(stopped.len() >= 2 && stopped.iter().all(|e| e.why.is_some()));
    // The reference stops too.
    assert!(comparison.methods[0].why.as_ref().is_some_and(|why| why.contains("stays open")));
}

#[test]
fn large_models_are_compared_with_elimination() {
    let model = parse(&gallery::chain(31, Space::Spatial).unwrap().to_toml());
    let comparison = Comparison::start(&model, &settings(0.01), &mut run).unwrap();
    assert_eq!(comparison.reference.solver, SolverKind::Elimination);
    assert!(comparison.reference_reason.contains("155 equations"), "{}", comparison.reference_reason);
}
