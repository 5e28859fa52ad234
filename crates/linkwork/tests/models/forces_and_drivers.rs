//! Force elements and drivers by their simplest consequences: periods of oscillators, loads given by expressions, a
//! stiff bushing that becomes a weld, a bounce, prescribed motions with their accelerations; and the conventions that
//! users rely on: where joint coordinates are zero, how turns are counted, and on whom a reaction acts.

use crate::motion::{G, assert_close, parse, run, run_tight, tight};
use std::f64::consts::{PI, TAU};

/// A body of 2 kg on a slide along x, with more text.
fn slider(more: &str) -> String {
    format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "block"
        mass = 2.0
        inertia = 0.1
        position = [1.5, 0.0]
        [[joints]]
        name = "slide"
        type = "prismatic"
        bodies = ["ground", "block"]
        point = [1.5, 0.0]
        axis = [1.0, 0.0]
        {more}
        "#
    )
}

/// A wheel of 0.5 kg·m² about z at the origin, with more text; `motion` goes into its joint.
fn wheel(space: &str, in_joint: &str, more: &str) -> String {
    let (inertia, zero, axis) = match space {
        "planar" => ("0.5", "[0.0, 0.0]", ""),
        _ => ("[0.4, 0.4, 0.5]", "[0.0, 0.0, 0.0]", "axis = [0.0, 0.0, 1.0]"),
    };
    format!(
        r#"
        space = "{space}"
        [[bodies]]
        name = "wheel"
        mass = 1.0
        inertia = {inertia}
        position = {zero}
        [[joints]]
        name = "axle"
        type = "revolute"
        bodies = ["ground", "wheel"]
        point = {zero}
        {axis}
        {in_joint}
        {more}
        "#
    )
}

#[test]
fn spring_and_mass_oscillate_with_their_period() {
    let spring = r#"
        [[forces]]
        type = "spring"
        bodies = ["ground", "block"]
        first = [0.0, 0.0]
        second = [0.0, 0.0]
        stiffness = 50.0
        length = 1.0
    "#;
    let motion = run_tight(&slider(spring), TAU, 0.05);
    // n² = k/m = 25, released 0.5 m beyond the free length.
    motion.assert_follows("block.x", |t| 1.0 + 0.5 * (5.0 * t).cos(), 1e-10);
    motion.assert_follows("energy.potential", |t| 0.5 * 50.0 * (0.5 * (5.0 * t).cos()).powi(2), 1e-9);
    motion.assert_follows("energy.total", |_| 6.25, 1e-9);
}

#[test]
fn damped_spring_decays_as_it_should() {
    let spring = r#"
        [[forces]]
        type = "spring"
        bodies = ["ground", "block"]
        first = [0.0, 0.0]
        second = [0.0, 0.0]
        stiffness = 50.0
        damping = 4.0
        length = 1.0
    "#;
    let motion = run_tight(&slider(spring), 5.0, 0.05);
    // Decay c/2m = 1, frequency √(25 − 1).
    let n = 24_f64.sqrt();
    motion.assert_follows("block.x", |t| 1.0 + 0.5 * (-t).exp() * ((n * t).cos() + (n * t).sin() / n), 1e-10);
}

#[test]
fn actuator_pushes_apart_by_its_expression() {
    let actuator = r#"
        [[forces]]
        type = "spring"
        bodies = ["ground", "block"]
        first = [0.0, 0.0]
        second = [0.0, 0.0]
        force = "4*cos(2*t)"
    "#;
    let motion = run_tight(&slider(actuator), 3.0, 0.1);
    motion.assert_follows("block.ax", |t| 2.0 * (2.0 * t).cos(), 1e-11);
    motion.assert_follows("block.x", |t| 1.5 + 0.5 * (1.0 - (2.0 * t).cos()), 1e-10);
}

#[test]
fn torsion_pendulum_and_motor() {
    for space in ["planar", "spatial"] {
        let spring = "[[forces]]\ntype = \"torsion\"\njoint = \"axle\"\nstiffness = 8.0\nangle = 10.0\n";
        let motion = run_tight(&wheel(space, "", spring), 3.0, 0.1);
        // n² = 8/0.5, about a free angle more than a turn away.
        motion.assert_follows("axle.q", |t| 10.0 * (1.0 - (4.0 * t).cos()), 1e-9);
        let motor = "[[forces]]\ntype = \"torsion\"\njoint = \"axle\"\ntorque = \"3*t\"\n";
        let motion = run_tight(&wheel(space, "", motor), 3.0, 0.1);
        motion.assert_follows("axle.q", |t| t * t * t, 1e-9);
        assert!(motion.last("axle.q") > 4.0 * TAU, "counted through turns");
    }
}

#[test]
fn loads_in_body_axes_turn_with_the_body() {
    // Driven at 2 rad/s, pushed along its own x: in the world the push goes round, and the joint holds it.
    let push = "[[forces]]\ntype = \"force\"\nbody = \"wheel\"\nvalue = [3.0, 0.0]\nframe = \"body\"\n";
    let motion = run_tight(&wheel("planar", "motion = \"2*t\"", push), 2.0, 0.1);
    motion.assert_follows("axle.fx", |t| -3.0 * (2.0 * t).cos(), 1e-10);
    motion.assert_follows("axle.fy", |t| -3.0 * (2.0 * t).sin(), 1e-10);
    // At an arm, a push across turns the wheel: 0.5 q̈ = 0.2 · 3.
    let push =
        "[[forces]]\ntype = \"force\"\nbody = \"wheel\"\nvalue = [0.0, 3.0]\npoint = [0.2, 0.0]\nframe = \"body\"\n";
    let motion = run_tight(&wheel("planar", "", push), 2.0, 0.1);
    motion.assert_follows("axle.q", |t| 0.6 * t * t, 1e-10);
}

#[test]
fn stiff_bushing_becomes_a_weld() {
    let text = |stiffness: f64| {
        let damping = 0.02 * stiffness;
        format!(
            r#"
            gravity = [0.0, -{G}, 0.0]
            [[bodies]]
            name = "arm"
            mass = 2.0
            inertia = [0.1, 0.2, 0.2]
            position = [0.5, 0.0, 0.0]
            [[forces]]
            type = "bushing"
            bodies = ["ground", "arm"]
            point = [0.0, 0.0, 0.0]
            stiffness = [{stiffness}, {stiffness}, {stiffness}, {stiffness}, {stiffness}, {stiffness}]
            damping = [{damping}, {damping}, {damping}, {damping}, {damping}, {damping}]
            "#
        )
    };
    // At rest the bushing is pressed down by m g / k at its point and turned by m g l / k; the centre of mass sinks by
    // both. The first-order solution is off by the square of the angle.
    for stiffness in [1e4, 1e5] {
        let motion = run(&parse(&text(stiffness)), &linkwork::Settings { rtol: 1e-9, ..tight(2.0, 2.0) });
        let turn = 2.0 * G * 0.5 / stiffness;
        let sink = 2.0 * G / stiffness + 0.5 * turn;
        assert_close(motion.last("arm.y"), -sink, turn * turn, "sinks");
        assert_close(2.0 * motion.last("arm.qz"), -turn, turn * turn, "turns");
        assert!(motion.last("arm.vy").abs() < 1e-8, "it has come to rest: {}", motion.last("arm.vy"));
    }
}

#[test]
fn drag_carries_the_weight_at_the_final_speed() {
    let text = format!(
        r#"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "ball"
        mass = 2.0
        inertia = [0.1, 0.1, 0.1]
        [[forces]]
        name = "air"
        type = "drag"
        body = "ball"
        coefficient = 0.5
        "#
    );
    let motion = run_tight(&text, 3.0, 1.0);
    // m v̇ = m g − c v² has the solution v = u tanh(g t/u) with u² = m g/c.
    let final_speed = (2.0 * G / 0.5_f64).sqrt();
    for (v, t) in motion.column("ball.vz").iter().zip([0.0, 1.0, 2.0, 3.0]) {
        assert_close(-v, final_speed * (G * t / final_speed).tanh(), 1e-8, "speed of fall");
    }
    assert_close(motion.last("air.speed"), -motion.last("ball.vz"), 1e-14, "speed");
    assert_close(motion.last("air.force"), 0.5 * motion.last("ball.vz").powi(2), 1e-13, "force");
}

#[test]
fn bounce_on_a_plane_gives_all_energy_back() {
    let text = format!(
        r#"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = [0.1, 0.1, 0.1]
        position = [0.0, 0.0, 1.0]
        [[forces]]
        type = "plane_spring"
        body = "ball"
        point = [0.0, 0.0, 0.0]
        plane = {{ point = [0.0, 0.0, 0.0], normal = [0.0, 0.0, 1.0] }}
        stiffness = 1000.0
        unilateral = true
        "#
    );
    // Falls for √(2h/g); in the ground it swings about −m g/k with n² = k/m, from the speed √(2gh) down to minus that.
    let (fall, n) = ((2.0 / G).sqrt(), 1000_f64.sqrt());
    let speed = (2.0 * G).sqrt();
    let contact = (PI - 2.0 * (G / n / speed).atan()) / n + 2.0 * 2.0 * (G / n / speed).atan() / n;
    let period = 2.0 * fall + contact;
    let motion = run_tight(&text, period, period / 2.0);
    let z = motion.column("ball.z");
    let deepest = -(G / 1000.0) - ((G / 1000.0_f64).powi(2) + 2.0 * G / 1000.0).sqrt();
    assert_close(z[1], deepest, 1e-8, "deepest point");
    // The force has a kink at touch-down, which the step control finds but does not hit exactly.
    assert_close(z[2], 1.0, 1e-8, "back at the top");
    assert_close(motion.last("energy.total"), G, 1e-8, "energy");
}

#[test]
fn bilateral_plane_spring_also_pulls() {
    let text = r#"
        [[bodies]]
        name = "ball"
        mass = 1.0
        inertia = [0.1, 0.1, 0.1]
        position = [0.0, 0.0, 0.3]
        [[forces]]
        type = "plane_spring"
        body = "ball"
        point = [0.0, 0.0, 0.0]
        plane = { point = [0.0, 0.0, 0.0], normal = [0.0, 0.0, 1.0] }
        stiffness = 16.0
        unilateral = false
    "#;
    run_tight(text, 3.0, 0.1).assert_follows("ball.z", |t| 0.3 * (4.0 * t).cos(), 1e-10);
}

#[test]
fn driver_prescribes_position_velocity_and_acceleration() {
    let driven =
        slider("").replace("axis = [1.0, 0.0]", "axis = [1.0, 0.0]\n        motion = \"0.3*sin(2*t) + 0.1*t^2\"");
    let motion = run_tight(&driven, 3.0, 0.1);
    motion.assert_follows("slide.q", |t| 0.3 * (2.0 * t).sin() + 0.1 * t * t, 1e-11);
    motion.assert_follows("block.x", |t| 1.5 + 0.3 * (2.0 * t).sin() + 0.1 * t * t, 1e-11);
    motion.assert_follows("slide.qd", |t| 0.6 * (2.0 * t).cos() + 0.2 * t, 1e-11);
    motion.assert_follows("block.ax", |t| -1.2 * (2.0 * t).sin() + 0.2, 1e-10);
    // The driver's force is what accelerates the block.
    motion.assert_follows("slide.fx", |t| 2.0 * (-1.2 * (2.0 * t).sin() + 0.2), 1e-10);
}

#[test]
fn step_driver_starts_and_ends_with_a_jump_of_acceleration() {
    // The cubic 3s² − 2s³, s = t − 1, over one second: acceleration 6 − 12 s inside, none outside.
    let driven =
        slider("").replace("axis = [1.0, 0.0]", "axis = [1.0, 0.0]\n        motion = \"step(t, 1, 0, 2, 0.5)\"");
    let motion = run_tight(&driven, 3.0, 0.01);
    let inside = |t: f64| t > 1.0 && t < 2.0;
    motion.assert_follows(
        "slide.q",
        |t| {
            let s = (t - 1.0).clamp(0.0, 1.0);
            0.5 * s * s * (3.0 - 2.0 * s)
        },
        1e-11,
    );
    for (t, a) in motion.times().into_iter().zip(motion.column("block.ax")) {
        let at_a_jump = (t - 1.0).abs() < 1e-9 || (t - 2.0).abs() < 1e-9;
        let expected = if inside(t) { 0.5 * (6.0 - 12.0 * (t - 1.0)) } else { 0.0 };
        // At the jump itself either side is right.
        assert!(at_a_jump || (a - expected).abs() < 1e-9, "{a} instead of {expected} at t = {t}");
    }
    assert_close(motion.last("slide.q"), 0.5, 1e-11, "arrived");
    assert_close(motion.last("slide.qd"), 0.0, 1e-11, "at rest");
}

#[test]
fn driven_distance_follows_its_length() {
    let text = slider("").replace("type = \"prismatic\"", "type = \"distance\"").replace(
        "point = [1.5, 0.0]\n        axis = [1.0, 0.0]",
        "first = { point = [0.0, 0.0] }\n        second = { point = [0.0, 0.0] }\n        motion = \"1.5 + 0.2*sin(t)\"",
    );
    let motion = run_tight(&text, 3.0, 0.1);
    motion.assert_follows("block.x", |t| 1.5 + 0.2 * t.sin(), 1e-10);
    motion.assert_follows("slide.fx", |t| -0.4 * t.sin(), 1e-9);
}

#[test]
fn driven_rotor_counts_turns_both_ways() {
    for space in ["planar", "spatial"] {
        for sign in [1.0, -1.0] {
            let motion = run_tight(&wheel(space, &format!("motion = \"{sign}*(8*t + t^3)\""), ""), 4.0, 0.1);
            motion.assert_follows("axle.q", |t| sign * (8.0 * t + t.powi(3)), 1e-11);
            motion.assert_follows("axle.qd", |t| sign * (8.0 + 3.0 * t * t), 1e-11);
            motion.assert_follows("axle.tz", |t| sign * 0.5 * 6.0 * t, 1e-9);
        }
    }
}

#[test]
fn coordinates_are_zero_as_the_file_places_the_bodies() {
    // The wheel stands turned by 0.7 in the file, and turns by the driver from there.
    let text = wheel("planar", "motion = \"0.5*t\"", "")
        .replace("inertia = 0.5", "inertia = 0.5\n        angle = 0.7\n        angular_velocity = 0.5");
    let motion = run_tight(&text, 1.0, 0.5);
    motion.assert_follows("axle.q", |t| 0.5 * t, 1e-12);
    motion.assert_follows("wheel.angle", |t| 0.7 + 0.5 * t, 1e-12);
    assert!(motion.summary.warnings.is_empty(), "{:?}", motion.summary.warnings);
}

#[test]
fn normals_set_the_zero_of_an_angle() {
    // From the first body's x axis to the second's y axis: a quarter turn in the file's configuration.
    let frames = "first = { point = [0.0, 0.0, 0.0], axis = [0.0, 0.0, 1.0], normal = [1.0, 0.0, 0.0] }\n        second = { point = [0.0, 0.0, 0.0], axis = [0.0, 0.0, 1.0], normal = [0.0, 1.0, 0.0] }";
    let text = wheel("spatial", frames, "").replace("point = [0.0, 0.0, 0.0]\n        axis = [0.0, 0.0, 1.0]\n", "");
    let motion = run_tight(&text, 0.0, 1.0);
    assert_close(motion.last("axle.q"), 0.5 * PI, 1e-14, "q");
}

/// A body of 2 kg hanging still from the ground; `bodies` in either order.
fn hanging(bodies: &str, kind: &str) -> String {
    format!(
        r#"
        gravity = [0.0, 0.0, -{G}]
        [[bodies]]
        name = "body"
        mass = 2.0
        inertia = [0.1, 0.1, 0.1]
        position = [0.3, 0.0, -1.0]
        [[joints]]
        name = "J"
        type = "{kind}"
        bodies = {bodies}
        point = [0.0, 0.0, 0.0]
        "#
    )
}

#[test]
fn reactions_act_on_the_second_body_about_the_joint_point() {
    let weight = 2.0 * G;
    let motion = run_tight(&hanging("[\"ground\", \"body\"]", "fixed"), 0.0, 1.0);
    assert_close(motion.last("J.fz"), weight, 1e-12, "the ground holds the body up");
    // The weight acts 0.3 m beside the joint: r × (−m g z) = +0.3 m g y; the joint holds against it.
    assert_close(motion.last("J.ty"), -0.3 * weight, 1e-12, "and keeps it from turning");
    let motion = run_tight(&hanging("[\"body\", \"ground\"]", "fixed"), 0.0, 1.0);
    assert_close(motion.last("J.fz"), -weight, 1e-12, "the body pulls the ground down");
    assert_close(motion.last("J.ty"), 0.3 * weight, 1e-12, "and turns it");
}

#[test]
fn long_steps_lose_no_turns() {
    // Nothing to resolve in the plane: a single step of several turns. In space too, since angles are counted on by
    // their rates.
    for (space, rtol) in [("planar", 1e-2), ("spatial", 1e-2)] {
        let loose = linkwork::Settings { rtol, atol: rtol, ..tight(3.0, 0.3) };
        let motor = "[[forces]]\ntype = \"torsion\"\njoint = \"axle\"\ntorque = \"3*t\"\n";
        let motion = run(&parse(&wheel(space, "", motor)), &loose);
        // Far less than a turn.
        motion.assert_follows("axle.q", |t| t * t * t, 0.1);
        let motion = run(&parse(&wheel(space, "motion = \"40*t\"", "")), &loose);
        motion.assert_follows("axle.q", |t| 40.0 * t, 1e-9);
        let fixed = linkwork::Settings { integrator: "rk4".parse().unwrap(), step: 0.02, ..loose.clone() };
        let motion = run(&parse(&wheel(space, "motion = \"40*t\"", "")), &fixed);
        motion.assert_follows("axle.q", |t| 40.0 * t, 1e-9);
    }
}
