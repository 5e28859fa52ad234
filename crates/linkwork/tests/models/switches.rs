//! Drivers and loads that switch: a driver that jumps is refused or stops the run, everything else is integrated with
//! the full order of the method, because no step crosses the instant.

use crate::motion::{Keeping, assert_close, parse};
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError};

/// A block of 2 kg on a slide, with more in its joint and after it.
fn slide(in_joint: &str, more: &str) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "block"
        mass = 2.0
        inertia = 0.1
        [[joints]]
        name = "slide"
        type = "prismatic"
        bodies = ["ground", "block"]
        axis = [1.0, 0.0]
        {in_joint}
        {more}
        "#
    ))
}

/// The same, driven.
fn driven(motion: &str) -> Model {
    slide(&format!("motion = \"{motion}\""), "")
}

/// An oscillator of ω = 5/s under a force of 10 N that begins at 1/3 s.
fn pushed(simulation: &str) -> Model {
    slide(
        "",
        &format!(
            r#"
            [[forces]]
            type = "spring"
            bodies = ["ground", "block"]
            first = [-5.0, 0.0]
            second = [0.0, 0.0]
            stiffness = 50.0
            [[forces]]
            type = "force"
            body = "block"
            value = ["5*(1 + sign(t - 1/3))", 0]
            [simulation]
            end = 1.0
            output_step = 0.25
            {simulation}
            "#
        ),
    )
}

/// The block under this force alone, for a second, with what the joint starts with.
fn pushed_by(force: &str, in_joint: &str) -> Model {
    let value = format!("value = [\"{force}\", 0]");
    let times = "[simulation]\nend = 1.0\noutput_step = 0.05";
    slide(in_joint, &format!("[[forces]]\ntype = \"force\"\nbody = \"block\"\n{value}\n{times}"))
}

fn choose(model: &Model, end: f64) -> Result<Plan, SimulationError> {
    Plan::choose(model, &Settings { end, ..Settings::of_model(model) })
}

/// Rows, and the positions of the block in them.
fn run(model: &Model) -> (Memory, Vec<f64>) {
    let plan = Plan::choose(model, &Settings::of_model(model)).unwrap_or_else(|t| panic!("{t}"));
    let mut rows = Memory::default();
    Simulation::new(model.clone(), plan.clone()).unwrap().run(&mut rows).unwrap_or_else(|t| panic!("{t}"));
    let positions = rows.column("block.x").unwrap();
    (rows, positions)
}

#[test]
fn jumping_drivers_are_refused_before_the_run() {
    let cases = [
        ("0.01*floor(10*t)", 0.1, "position", "1.0000e-2"),
        ("sign(t - 1)", 1.0, "position", "2.0000e0"),
        ("step(t, 0.5, 0, 0.5, 0.2)", 0.5, "position", "2.0000e-1"),
        ("mod(t, 0.7)", 0.7, "position", "-7.0000e-1"),
        ("abs(t - 0.25)", 0.25, "velocity", "2.0000e0"),
        ("max(0, t - 1.5)", 1.5, "velocity", "1.0000e0"),
        ("floor(t/2)", 2.0, "position", "1.0000e0"),
        ("1/(t - 0.5)", 0.5, "position", "no finite number"),
        // Remainders inside of other functions that switch.
        ("0.01*(mod(t, 0.1) < 0.05)", 0.05, "position", "-1.0000e-2"),
        ("0.01*floor(4*mod(t, 0.5))", 0.25, "position", "1.0000e-2"),
        ("sign(mod(t, 1) - 0.5)", 0.5, "position", "2.0000e0"),
        ("if(mod(floor(4*t), 2) == 0, 0, 1)", 0.25, "position", "1.0000e0"),
        ("step(mod(t, 1), 0.25, 0, 0.25, 1)", 0.25, "position", "1.0000e0"),
        ("abs(mod(t, 1) - 0.5)", 0.5, "velocity", "2.0000e0"),
        ("clamp(mod(t, 1), 0.25, 0.5)", 0.25, "velocity", "1.0000e0"),
        ("exp(-1/t)", 0.0, "position", "an amount that cannot be told, since it has no value or no rate there"),
    ];
    for (motion, time, what, size) in cases {
        let trouble = choose(&driven(motion), 2.0).err().unwrap_or_else(|| panic!("{motion} is no motion"));
        let SimulationError::DriverJumps { joint, time: found, .. } = &trouble else { panic!("{motion}: {trouble}") };
        assert!(joint == "slide" && (found - time).abs() < 1e-12, "{motion}: {trouble}");
        let told = trouble.to_string();
        assert!(told.contains(&format!("jumps in {what}")) && told.contains(&format!("by {size},")), "{told}");
        assert!(told.contains(motion) && told.contains("step(t, t0, y0, t1, y1)"), "{told}");
    }
    // A jump after the end does not concern this run.
    assert!(choose(&driven("sign(t - 1)"), 0.9).is_ok());
}

#[test]
fn drivers_begin_with_what_they_are_right_after_time_zero() {
    for (motion, x, v) in [("abs(t)", 0.0, 1.0), ("max(0, 2*t)", 0.0, 2.0), ("0.3*sign(t) - 0.3", 0.0, 0.0)] {
        let model = driven(motion);
        let plan = choose(&model, 1.0).unwrap_or_else(|t| panic!("{motion}: {t}"));
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        let seen = simulation.observe().unwrap().bodies[0];
        assert_close(seen.position[0], x, 1e-12, motion);
        assert_close(seen.velocity.linear[0], v, 1e-12, motion);
        let mut rows = Memory::default();
        simulation.run(&mut rows).unwrap_or_else(|t| panic!("{motion}: {t}"));
        assert!(rows.column("block.vx").unwrap().iter().all(|found| (found - v).abs() < 1e-9), "{motion}");
    }
}

/// Thousands of kinks in acceleration are more than is looked at beforehand.
#[test]
fn a_late_jump_of_a_driver_stops_the_run_and_keeps_its_rows() {
    let model = driven("1e-6*max(0, sin(6283*t))^2 + step(t, 4.5, 0, 4.5, 0.1)");
    let plan = choose(&model, 5.0).unwrap_or_else(|t| panic!("{t}"));
    let mut rows = Memory::default();
    let outcome = Simulation::new(model.clone(), plan.clone()).unwrap().run(&mut rows);
    assert!(
        matches!(&outcome, Err(SimulationError::DriverJumps { joint, time, .. }) if joint == "slide" && *time == 4.5)
    );
    assert_eq!(rows.rows.last().map(|row| row[0] >= 4.4), Some(true));
}

#[test]
fn switching_loads_keep_the_order_of_every_integrator() {
    let exact = |t: f64| if t < 1.0 / 3.0 { 0.0 } else { 0.2 * (1.0 - (5.0 * (t - 1.0 / 3.0)).cos()) };
    let error = |simulation: &str| {
        let (rows, positions) = run(&pushed(simulation));
        let times = rows.column("time").unwrap();
        times.iter().zip(&positions).fold(0.0, |most: f64, (t, x)| most.max((x - exact(*t)).abs()))
    };
    for (integrator, order) in [("rk4", 4.0), ("adams", 5.0), ("adams-bashforth", 4.0)] {
        let at = |step: f64| error(&format!("integrator = \"{integrator}\"\nstep = {step}"));
        let errors = [0.02, 0.01, 0.005].map(at);
        let seen = (errors[0] / errors[2]).log2() / 2.0;
        assert!(seen > order - 0.5 && errors[2] < 1e-6, "{integrator}: order {seen}, errors {errors:?}");
    }
    // As far as without a switch: a few times the tolerance.
    for rtol in [1e-6, 1e-9, 1e-12] {
        let found = error(&format!("rtol = {rtol}\natol = {rtol}"));
        assert!(found < 20.0 * rtol, "dopri5 at {rtol}: {found}");
    }
}

/// A driver with a jump in acceleration: no step crosses it, and rows at the instant itself are there for every
/// integrator.
#[test]
fn steps_end_where_the_acceleration_of_a_driver_jumps() {
    for integrator in ["dopri5", "rk4", "adams", "adams-bashforth"] {
        let model = slide(
            "motion = \"step(t, 0.25, 0, 0.5, 0.1) + max(0, t - 0.6)^2\"",
            &format!("[simulation]\nend = 1.0\noutput_step = 0.125\nintegrator = \"{integrator}\"\nstep = 0.03"),
        );
        let plan = Plan::choose(&model, &Settings::of_model(&model)).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        let mut times = vec![0.0];
        while simulation.state().time < 1.0 {
            simulation.step(1.0).unwrap();
            times.push(simulation.state().time);
        }
        for switch in [0.25, 0.5, 0.6] {
            let crossing = times.windows(2).find(|pair| pair[1] >= switch).unwrap();
            assert!(crossing[1] - crossing[0] < 1e-15, "{integrator}: {crossing:?}");
        }
        let (rows, positions) = run(&model);
        assert_eq!(rows.rows.len(), 9);
        assert!(rows.rows.iter().flatten().all(|x| x.is_finite()), "{integrator}");
        let motion = &model.joints[0].motion.as_ref().unwrap();
        for (t, x) in rows.column("time").unwrap().iter().zip(positions) {
            assert_close(x, motion.value(*t), 1e-12, &format!("{integrator} at {t}"));
        }
    }
}

#[test]
fn a_restart_meets_the_same_switches() {
    for integrator in ["dopri5", "rk4", "adams"] {
        let model = pushed(&format!("integrator = \"{integrator}\"\nstep = 0.04"));
        let plan = Plan::choose(&model, &Settings::of_model(&model)).unwrap();
        let mut whole = Simulation::new(model.clone(), plan.clone()).unwrap();
        let mut kept = Keeping { wanted: true, ..Keeping::default() };
        whole.run(&mut kept).unwrap();
        assert!(kept.checkpoints.iter().any(|checkpoint| checkpoint.state.time == (1.0_f64 / 3.0).next_down()));
        for checkpoint in &kept.checkpoints[..kept.checkpoints.len() - 1] {
            let checkpoint = Checkpoint::parse(checkpoint.to_text().as_bytes()).unwrap();
            let mut resumed = Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap();
            resumed.run(&mut Memory::default()).unwrap();
            assert_eq!(resumed.state(), whole.state(), "{integrator} from {}", checkpoint.state.time);
        }
    }
}

#[test]
fn a_driver_that_jumps_is_told_with_the_line_of_its_motion() {
    let model = driven("sign(t - 1)");
    let told = choose(&model, 2.0).err().map(|trouble| trouble.in_model(&model));
    assert!(
        told.as_ref().is_some_and(|told| told.starts_with("test.toml:12: joints[0].motion: the motion of joint")),
        "{told:?}"
    );
    // In other texts of the same layout the joint itself is on line 7.
    assert_eq!(slide("", "").find_place("slide", "").as_deref(), Some("test.toml:7: joints[0]"));
    assert_eq!(slide("", "").find_place("slide", "motion").as_deref(), Some("test.toml:7: joints[0].motion"));
}

#[test]
fn lines_of_joints_are_those_of_the_whole_text_in_files_that_are_read_in_pieces() {
    let text = linkwork::gallery::chain(4000, linkwork::Space::Spatial).unwrap().to_toml();
    let model = parse(&text);
    let lines = text.lines().enumerate().filter(|(_, line)| *line == "[[joints]]").map(|(k, _)| k + 1);
    for (k, (line, joint)) in lines.zip(&model.joints).enumerate().step_by(97) {
        let expected = format!("test.toml:{line}: joints[{k}]");
        assert_eq!(model.find_place(&joint.name, ""), Some(expected));
    }
}

/// Thrust in the first half of every tenth of a second: the travel is a sum of parabolas.
#[test]
fn loads_that_switch_by_a_remainder_are_followed() {
    let model = pushed_by("10*(mod(t, 0.1) < 0.05)", "");
    let (rows, positions) = run(&model);
    let (mut x, mut v) = (0.0, 0.0);
    for (k, found) in positions.iter().enumerate() {
        assert_close(*found, x, 1e-9, &format!("row {k} of {}", rows.rows.len()));
        let acceleration = if k % 2 == 0 { 10.0 / 2.0 } else { 0.0 };
        x += 0.05 * v + 0.5 * 0.05_f64.powi(2) * acceleration;
        v += 0.05 * acceleration;
    }
    assert_eq!(positions.len(), 21);
}

/// Both branches of `max` are one and the same function.
#[test]
fn where_switches_cannot_be_found_the_summary_says_so() {
    let model = pushed_by("max(sin(t)^2 + cos(t)^2, 1)", "");
    let plan = choose(&model, 1.0).unwrap_or_else(|t| panic!("{t}"));
    let mut simulation = Simulation::new(model, plan).unwrap();
    simulation.run(&mut Memory::default()).unwrap_or_else(|t| panic!("{t}"));
    let warnings = simulation.summary().warnings;
    assert!(warnings.iter().any(|w| w.contains("`max(sin(t)^2 + cos(t)^2, 1)` switches")), "{warnings:?}");
}

/// The sign of a velocity brings it to rest, and then changes at every step.
#[test]
fn a_load_that_switches_back_and_forth_without_end_ends_the_run() {
    let model = pushed_by("-3*sign(slide.qd)", "qd = 1.0");
    let plan = choose(&model, 3.0).unwrap_or_else(|t| panic!("{t}"));
    let mut rows = Memory::default();
    let outcome = Simulation::new(model, plan).unwrap().run(&mut rows);
    let Err(SimulationError::Chatters { time, .. }) = outcome else { panic!("{outcome:?}") };
    assert!(rows.rows.last().is_some_and(|row| row[0] <= time && row[0] > time - 0.1), "{time}");
}
