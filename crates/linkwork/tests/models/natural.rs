//! `natural` as users meet it: thin rods, a hundred seconds of four-bars through singular positions, the same bits from
//! any number of threads, and what it refuses.

use crate::motion::{from_gallery, parse, run, tight};
use linkwork::{Model, Plan, Settings, Simulation, SimulationError, Space, gallery};

fn natural(settings: Settings) -> Settings {
    Settings { formulation: "natural".parse().unwrap(), ..settings }
}

/// Uprights fall through positions in which all rods are in line, where the motion can branch.
#[test]
fn four_bars_keep_their_joints_closed_for_a_hundred_seconds() {
    let model = from_gallery("four-bars");
    let settings = Settings { end: 100.0, output_step: 0.1, ..Settings::default() };
    for (integrator, bound, drift) in [("dopri5", 1e-8, 1e-6), ("adams", 1e-8, 1e-5)] {
        let step = 4e-3;
        let of = run(&model, &natural(Settings { integrator: integrator.parse().unwrap(), step, ..settings.clone() }));
        assert!(of.summary.max_residual < bound, "{integrator}: residual {:e}", of.summary.max_residual);
        assert!(of.summary.energy_drift < drift, "{integrator}: drift {:e}", of.summary.energy_drift);
    }
}

/// A rod without thickness and a lamina: two of the three second moments, or one, are zero.
#[test]
fn thin_rods_and_laminae_have_no_special_case() {
    let text = r#"
        gravity = [0.0, 0.0, -9.81]
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = [0.0, 0.0833, 0.0833]
        position = [0.5, 0.0, 0.0]
        [[bodies]]
        name = "lamina"
        mass = 2.0
        inertia = [0.02, 0.03, 0.05]
        position = [1.2, 0.0, 0.0]
        angular_velocity = [0.0, 0.3, 0.0]
        velocity = [0.0, 0.0, -0.06]
        [[joints]]
        name = "A"
        type = "universal"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0, 0.0]
        axis = [0.0, 0.0, 1.0]
        axis2 = [0.0, 1.0, 0.0]
        [[joints]]
        name = "B"
        type = "revolute"
        bodies = ["rod", "lamina"]
        point = [1.0, 0.0, 0.0]
        axis = [0.0, 1.0, 0.0]
    "#;
    let model = parse(text);
    let settings = tight(2.0, 0.2);
    let (a, b) = (run(&model, &settings), run(&model, &natural(settings)));
    for channel in ["rod.z", "lamina.x", "lamina.z", "lamina.wy", "A.fz", "B.fx"] {
        let off = crate::motion::largest_difference(&a.column(channel), &b.column(channel));
        assert!(off < 1e-8, "{channel}: {off:e}");
    }
}

/// Angles of bodies and joints are counted through full turns, and quaternions do not jump.
#[test]
fn full_turns_are_counted() {
    let text = |planar: bool| {
        let (space, inertia, z) = if planar { ("planar", "0.1", "") } else { ("spatial", "[0.1, 0.1, 0.1]", ", 0.0") };
        let (spin, axis) = if planar { ("20.0", "") } else { ("[0.0, 0.0, 20.0]", "axis = [0.0, 0.0, 1.0]") };
        format!(
            "space = \"{space}\"\n[[bodies]]\nname = \"wheel\"\nmass = 1.0\ninertia = {inertia}\nposition = [0.0, 0.0{z}]\n\
             angular_velocity = {spin}\n[[joints]]\nname = \"pin\"\ntype = \"revolute\"\nbodies = [\"ground\", \"wheel\"]\n\
             point = [0.0, 0.0{z}]\n{axis}\n"
        )
    };
    let settings = natural(Settings { end: 2.0, output_step: 0.01, ..Settings::default() });
    let planar = run(&parse(&text(true)), &settings);
    planar.assert_follows("wheel.angle", |t| 20.0 * t, 1e-6);
    planar.assert_follows("pin.q", |t| 20.0 * t, 1e-6);
    let spatial = run(&parse(&text(false)), &settings);
    spatial.assert_follows("pin.q", |t| 20.0 * t, 1e-6);
    spatial.assert_follows("wheel.qw", |t| (10.0 * t).cos(), 1e-6);
}

#[test]
fn threads_change_no_bit() {
    for space in [Space::Planar, Space::Spatial] {
        let file = gallery::chain(1500, space).unwrap_or_else(|f| panic!("{f}"));
        let model = file.build().unwrap_or_else(|f| panic!("{f}"));
        let hashes = [1, 2, 3].map(|threads| {
            let settings = Settings { threads, integrator: "rk4".parse().unwrap(), ..Settings::default() };
            let plan = Plan::choose(&model, &natural(settings)).unwrap_or_else(|t| panic!("{t}"));
            assert_eq!(plan.threads, threads);
            let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{t}"));
            (0..2).for_each(|_| simulation.step(1.0).unwrap_or_else(|t| panic!("{t}")));
            simulation.state().hash()
        });
        assert!(hashes[0] == hashes[1] && hashes[0] == hashes[2], "{space:?}: {hashes:?}");
    }
}

fn choose(model: &Model, stabilization: &str) -> Result<Plan, SimulationError> {
    Plan::choose(model, &natural(Settings { stabilization: stabilization.parse().unwrap(), ..Settings::default() }))
}

#[test]
fn partitioning_is_refused_and_the_others_are_not() {
    let model = from_gallery("four-bar");
    let trouble = choose(&model, "partitioning").expect_err("there are no dependent velocities").to_string();
    assert!(trouble.contains("`natural`") && trouble.contains("`projection`"), "{trouble}");
    for stabilization in ["auto", "baumgarte", "projection", "none"] {
        assert!(choose(&model, stabilization).is_ok(), "{stabilization}");
    }
}

/// With `projection` joints are closed to round-off; with `baumgarte` velocities are violated some α times as much as
/// positions.
#[test]
fn stabilizations_do_what_they_say() {
    let model = from_gallery("four-bar");
    let settings = natural(Settings { end: 1.0, output_step: 0.1, ..Settings::default() });
    let projected = run(&model, &Settings { stabilization: "projection".parse().unwrap(), ..settings.clone() });
    assert!(projected.summary.max_residual < 1e-13, "{:e}", projected.summary.max_residual);
    let alpha = 4.0;
    let drawn = run(&model, &Settings { baumgarte_rate: Some(alpha), rtol: 1e-5, atol: 1e-7, ..settings });
    let [position, velocity] = ["residual.position", "residual.velocity"].map(|channel| drawn.column(channel));
    let most = position.iter().fold(0.0, |m: f64, x| m.max(*x));
    assert!(most > 1e-9, "nothing to look at: {most:e}");
    // Axes are made square for users: beside α f there is what that makes of G w, with w up to some ten radians a
    // second.
    let factor = 2.0 * (alpha + 10.0);
    for (p, v) in position.iter().zip(&velocity) {
        assert!(*v <= factor * most, "{v:e} against {p:e}");
    }
}
