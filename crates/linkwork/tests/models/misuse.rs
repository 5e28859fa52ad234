//! Settings, states and calls that make no sense: each is an error that says so, none a panic, and none a run that
//! never ends.

use crate::motion::{from_gallery, parse};
use linkwork::recorder::{Channels, Memory, Observation, Row, Sink};
use linkwork::symbolic::Specialized;
use linkwork::system::{Constrained, System};
use linkwork::{Checkpoint, Plan, Settings, Simulation, SimulationError, State};

fn refusal<T>(outcome: Result<T, SimulationError>) -> String {
    match outcome {
        Err(trouble @ (SimulationError::DoesNotApply { .. } | SimulationError::BadCheckpoint { .. })) => {
            trouble.to_string()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was accepted"),
    }
}

#[test]
fn numbers_that_are_no_settings_are_refused() {
    let model = from_gallery("pendulum");
    type Set = fn(&mut Settings, f64);
    let numbers: [(&str, Set); 7] = [
        ("end", |s, x| s.end = x),
        ("output-step", |s, x| s.output_step = x),
        ("step", |s, x| s.step = x),
        ("rtol", |s, x| s.rtol = x),
        ("atol", |s, x| s.atol = x),
        ("stiffness", |s, x| s.stiffness = x),
        ("baumgarte-rate", |s, x| s.baumgarte_rate = Some(x)),
    ];
    for (name, set) in numbers {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
            let mut settings = Settings::default();
            set(&mut settings, x);
            let message = refusal(Plan::choose(&model, &settings));
            assert!(message.starts_with(&format!("'{name}' does not apply: it is {x}")), "{message}");
            // A plan whose settings were changed afterwards is looked at again.
            let mut plan = Plan::choose(&model, &Settings::default()).unwrap();
            set(&mut plan.settings, x);
            refusal(Simulation::new(model.clone(), plan.clone()).map(|_| ()));
        }
    }
    for (name, set) in &numbers[1..5] {
        let mut settings = Settings { integrator: "rk4".parse().unwrap(), ..Settings::default() };
        set(&mut settings, 0.0);
        assert!(refusal(Plan::choose(&model, &settings)).contains("greater than zero"), "{name}");
    }
}

#[test]
fn play_beyond_the_size_of_a_mechanism_is_refused() {
    let settings = Settings { assembly_tolerance: 10.0, ..Settings::default() };
    assert!(refusal(Plan::choose(&from_gallery("pendulum"), &settings)).contains("and must be at most 1"));
}

/// Of loads that a signal computes from the time alone it was said that they depend on the motion.
#[test]
fn models_without_programs_are_told_why() {
    let base = "space = \"planar\"\n[[bodies]]\nname = \"b\"\nmass = 1\ninertia = 1\n\
                [[signals]]\nname = \"s\"\nvalue = \"sin(t)\"\n\
                [[forces]]\ntype = \"force\"\nbody = \"b\"\nvalue = [\"LOAD\", 0]\n";
    for (load, reason) in
        [("s", "are computed from signals, states, inputs or curves;"), ("b.x", "depend on the motion;")]
    {
        let model = parse(&base.replace("LOAD", load));
        let settings = Settings { formulation: "cartesian".parse().unwrap(), ..Settings::default() };
        let plan = Plan::choose(&model, &settings).unwrap();
        let refused = Specialized::of(&model, &plan).err().unwrap_or_else(|| panic!("{load} has a program"));
        assert!(refused.contains(reason), "{load}: {refused}");
    }
}

#[test]
fn steps_and_rows_that_would_never_end_are_refused() {
    let model = from_gallery("pendulum");
    for integrator in ["rk4", "adams", "adams-bashforth"] {
        let mut settings = Settings { step: 1e-300, ..Settings::default() };
        settings.set("integrator", integrator).unwrap();
        let message = refusal(Plan::choose(&model, &settings));
        assert!(message.contains("steps of 1e-300 s would take 5.0e300 of them; take larger ones"), "{message}");
    }
    let settings = Settings { output_step: 1e-300, ..Settings::default() };
    assert!(refusal(Plan::choose(&model, &settings)).contains("5.0e300 rows"));
    // Steps that the integrator does not take say nothing.
    Plan::choose(&model, &Settings { step: 1e-300, ..Settings::default() }).unwrap();
}

#[test]
fn more_parts_than_joints_are_no_more_work() {
    for name in ["chain16", "four-bar", "star"] {
        let model = from_gallery(name);
        for formulation in ["cartesian", "recursive", "natural"] {
            for solver in ["auto", "elimination", "cyclic"] {
                for parts in [1_000_000_000, usize::MAX] {
                    let mut settings = Settings { parts, cyclic_limit: usize::MAX, end: 0.01, ..Settings::default() };
                    settings.set("formulation", formulation).unwrap();
                    settings.set("solver", solver).unwrap();
                    let plan = Plan::choose(&model, &settings).unwrap();
                    Simulation::new(model.clone(), plan.clone()).unwrap().run(&mut Memory::default()).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_plan_of_another_model_is_refused() {
    let (pendulum, four_bar) = (from_gallery("pendulum"), from_gallery("four-bar"));
    let plan = Plan::choose(&pendulum, &Settings::default()).unwrap();
    for other in [&four_bar, &from_gallery("double-pendulum")] {
        let message = refusal(Simulation::new(other.clone(), plan.clone()).map(|_| ()));
        assert!(message.contains("made for another model"), "{message}");
        refusal(plan.make_workspace(other).map(|_| ()));
    }
    // The same joints with another mass are another model too.
    let mut heavier = from_gallery("pendulum");
    heavier.bodies[0].mass *= 2.0;
    refusal(Simulation::new(heavier.clone(), plan.clone()).map(|_| ()));
}

#[test]
fn states_and_checkpoints_of_another_model_are_refused() {
    let (pendulum, four_bar) = (from_gallery("pendulum"), from_gallery("four-bar"));
    let plan = Plan::choose(&pendulum, &Settings::default()).unwrap();
    let other_plan = Plan::choose(&four_bar, &Settings::default()).unwrap();
    let other = Simulation::new(four_bar.clone(), other_plan.clone()).unwrap();
    let mut simulation = Simulation::new(pendulum.clone(), plan.clone()).unwrap();
    simulation.step(1.0).unwrap();
    let before = simulation.state().clone();
    let short = State { unwrapped_angles: Vec::new(), ..before.clone() };
    let endless = State { time: f64::NAN, ..before.clone() };
    for state in [other.state(), &short, &endless, &State::new(0.0, &[], &[])] {
        refusal(simulation.set_state(state));
        assert_eq!(*simulation.state(), before, "a refused state changes nothing");
    }
    refusal(Simulation::restore(pendulum.clone(), plan.clone(), &other.checkpoint()).map(|_| ()));
    let mut cut_off: Checkpoint = simulation.checkpoint();
    cut_off.state.values.pop();
    refusal(Simulation::restore(pendulum.clone(), plan.clone(), &cut_off).map(|_| ()));
}

#[test]
fn slices_of_another_length_are_refused() {
    let model = from_gallery("four-bar");
    let plan = Plan::choose(&model, &Settings::default()).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    let n = simulation.state().values.len();
    for wrong in [0, n - 1, n + 1] {
        let message = refusal(simulation.evaluate(&mut vec![0.0; wrong]));
        assert!(message.contains(&format!("{wrong} values or rates were given, and a state has {n}")), "{message}");
        let mut workspace = plan.make_workspace(&model).unwrap();
        assert!(workspace.evaluate(0.0, &vec![0.0; wrong], &mut vec![0.0; n]).is_err());
        refusal(workspace.observe(0.0, &vec![0.0; wrong], &mut Observation::default()));
    }
    simulation.evaluate(&mut vec![0.0; n]).unwrap();
}

#[test]
fn a_limit_that_is_not_ahead_is_refused() {
    let model = from_gallery("pendulum");
    for integrator in ["dopri5", "rk4", "adams"] {
        let mut settings = Settings::default();
        settings.set("integrator", integrator).unwrap();
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        for limit in [f64::NAN, 0.0, -1.0, f64::NEG_INFINITY] {
            let message = refusal(simulation.step(limit));
            assert!(message.contains("is not after the present time, 0 s"), "{message}");
        }
        simulation.step(1.0).unwrap();
        let now = simulation.state().time;
        refusal(simulation.step(now));
        assert_eq!(simulation.state().time, now);
    }
}

/// Takes rows up to a time, then refuses.
struct FullDisk {
    until: f64,
    last: f64,
}

impl Sink for FullDisk {
    fn begin(&mut self, _: &dyn Channels) -> Result<(), SimulationError> {
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        let mut time = None;
        row.for_each(&mut |numbers| {
            time = time.or(numbers.first().copied());
        });
        match time.unwrap() {
            time if time > self.until => Err(SimulationError::Sink { message: "the disk is full".into() }),
            time => {
                self.last = time;
                Ok(())
            }
        }
    }
}

/// A step of an adaptive integrator may be far past the row that could not be recorded; the end was reported.
#[test]
fn a_failed_run_tells_the_time_it_reached() {
    // A body that nothing acts on is taken to the end in a few steps.
    let model =
        parse("gravity = [0.0, 0.0, 0.0]\n[[bodies]]\nname = \"stone\"\nmass = 1.0\ninertia = [1.0, 1.0, 1.0]\n");
    let plan = Plan::choose(&model, &Settings { end: 10.0, ..Settings::default() }).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    let mut disk = FullDisk { until: 6.745, last: 0.0 };
    simulation.run(&mut disk).unwrap_err();
    let summary = simulation.summary();
    assert!(simulation.state().time > 7.0, "the last step ends past the row: {}", simulation.state().time);
    assert_eq!((summary.completed, summary.time), (false, disk.last));
    assert!((disk.last - 6.74).abs() < 1e-12, "{}", disk.last);
}

/// Two bars in a straight line between two supports, along the horizontal: nothing moves, and energies are round-off
/// alone.
const TAUT: &str = "space = \"planar\"\ngravity = [0.0, -9.81]\n\
    [[bodies]]\nname = \"a\"\nmass = 1.0\ninertia = 0.1\nposition = [0.5, 0.0]\n\
    [[bodies]]\nname = \"b\"\nmass = 1.0\ninertia = 0.1\nposition = [1.5, 0.0]\n\
    [[joints]]\nname = \"left\"\ntype = \"revolute\"\nbodies = [\"ground\", \"a\"]\npoint = [0.0, 0.0]\n\
    [[joints]]\nname = \"middle\"\ntype = \"revolute\"\nbodies = [\"a\", \"b\"]\npoint = [1.0, 0.0]\n\
    [[joints]]\nname = \"right\"\ntype = \"revolute\"\nbodies = [\"b\", \"ground\"]\npoint = [2.0, 0.0]\n";

#[test]
fn round_off_of_a_motionless_chain_is_no_drift_of_energy() {
    let model = parse(TAUT);
    for formulation in ["cartesian", "recursive", "natural"] {
        let mut settings = Settings { end: 2.0, ..Settings::default() };
        settings.set("formulation", formulation).unwrap();
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        simulation.run(&mut Memory::default()).unwrap();
        let drift = simulation.summary().energy_drift;
        assert!(drift < 1e-6, "{formulation}: {drift:.1e}");
    }
}
