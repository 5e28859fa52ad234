//! Motion without losses keeps these: energy and joints over ten seconds, momentum of what floats freely, and the way
//! back when all velocities are reversed.

use crate::motion::{Motion, from_gallery, parse, run, spread, tight};
use linkwork::spatial::{Quat, Vec3};
use linkwork::{Model, Plan, Settings, Simulation};

/// Models of the gallery on which only gravity and springs without dampers act; `four-bars` passes singular positions.
const CONSERVATIVE: [&str; 13] = [
    "pendulum",
    "double-pendulum",
    "double-pendulum-spherical",
    "free-body",
    "heavy-top",
    "four-bar",
    "four-bars",
    "net",
    "bricard",
    "pendulums",
    "chain16",
    "chain16-spatial",
    "star",
];

#[test]
fn energy_and_joints_are_kept_for_ten_seconds() {
    for name in CONSERVATIVE {
        // One solver for all, `qr` of the redundant ones takes seconds; that solvers agree is tested elsewhere.
        let settings = Settings { solver: "elimination".parse().unwrap(), ..tight(10.0, 0.1) };
        let motion = run(&from_gallery(name), &settings);
        // At a relative tolerance of 1e-12 some 10⁴ steps leave 1e-11; projection leaves a residual of round-off.
        let summary = &motion.summary;
        assert!(summary.energy_drift < 1e-10, "{name}: energy drifts by {:.1e}", summary.energy_drift);
        assert!(summary.max_residual < 1e-12, "{name}: joints open by {:.1e}", summary.max_residual);
        let velocity = motion.column("residual.velocity").into_iter().fold(0.0, f64::max);
        assert!(velocity < 1e-10, "{name}: joints drift at {velocity:.1e}");
        assert!(motion.summary.completed && motion.times().len() == 101, "{name}");
    }
}

/// Three bodies, a spherical and a revolute joint and a spring, thrown and tumbling without gravity.
const FLOATING: &str = r#"
    [[bodies]]
    name = "a"
    mass = 1.0
    inertia = [0.1, 0.2, 0.25]
    position = [0.0, 0.0, 0.0]
    velocity = [0.5, 0.2, -0.3]
    angular_velocity = [1.0, 2.0, 0.5]
    [[bodies]]
    name = "b"
    mass = 2.0
    inertia = [0.3, 0.2, 0.25]
    position = [1.0, 0.0, 0.0]
    [[bodies]]
    name = "c"
    mass = 0.5
    inertia = [0.05, 0.04, 0.03]
    position = [1.0, 1.0, 0.5]
    angular_velocity = [0.0, 0.0, 3.0]
    [[joints]]
    name = "ball"
    type = "spherical"
    bodies = ["a", "b"]
    point = [0.5, 0.1, 0.0]
    [[joints]]
    name = "hinge"
    type = "revolute"
    bodies = ["b", "c"]
    point = [1.0, 0.5, 0.25]
    axis = [0.0, 0.6, 0.8]
    [[forces]]
    type = "spring"
    bodies = ["a", "c"]
    first = [0.0, 0.1, 0.0]
    second = [0.0, 0.0, 0.1]
    stiffness = 5.0
    length = 1.0
"#;

/// Linear momentum and angular momentum about the origin, by output time.
fn momenta(model: &Model, motion: &Motion) -> Vec<[f64; 6]> {
    let mut sums = vec![[0.0; 6]; motion.times().len()];
    for body in &model.bodies {
        let at = |part: &str| motion.vectors(&format!("{}.{part}", body.name));
        let (r, v, w) = (at(""), at("v"), at("w"));
        let q =
            motion.columns(["qw", "qx", "qy", "qz"].map(|c| format!("{}.{c}", body.name)).each_ref().map(|s| &s[..]));
        for (k, sum) in sums.iter_mut().enumerate() {
            let rotation = Quat(q[k]).matrix();
            let spin = rotation * (body.inertia * rotation.tr_mul(Vec3(w[k])));
            let orbit = Vec3(r[k]).cross(Vec3(v[k]));
            for c in 0..3 {
                sum[c] += body.mass * v[k][c];
                sum[3 + c] += spin[c] + body.mass * orbit[c];
            }
        }
    }
    sums
}

#[test]
fn floating_mechanism_keeps_its_momentum() {
    let model = parse(FLOATING);
    let motion = run(&model, &tight(5.0, 0.05));
    let sums = momenta(&model, &motion);
    for c in 0..6 {
        let change = spread(sums.iter().map(|s| s[c]));
        // Momenta of some kg·m/s, errors of integration of 1e-11.
        assert!(change < 1e-10, "component {c} changes by {change:.1e}");
    }
    assert!(sums[0].iter().all(|x| x.abs() > 1e-3), "every component has something to keep: {:?}", sums[0]);
    assert!(motion.summary.energy_drift < 1e-11, "{}", motion.summary.energy_drift);
    assert!(spread(motion.column("energy.kinetic")) > 0.1, "the spring works");
}

#[test]
fn reversed_velocities_lead_back() {
    for name in ["double-pendulum", "four-bar", "double-pendulum-spherical"] {
        let model = from_gallery(name);
        let settings = Settings { solver: "elimination".parse().unwrap(), ..tight(2.0, 2.0) };
        let mut plan = Plan::choose(&model, &settings).unwrap();
        let start = plan.initial.clone();
        let mut there = Simulation::new(model.clone(), plan.clone()).unwrap();
        there.run(&mut linkwork::recorder::Memory::default()).unwrap();

        let mut turned = start.clone();
        turned.values.copy_from_slice(&there.state().values);
        turned.values[start.n_coordinates..].iter_mut().for_each(|v| *v = -*v);
        plan.initial = turned;
        let mut back = Simulation::new(model.clone(), plan.clone()).unwrap();
        back.run(&mut linkwork::recorder::Memory::default()).unwrap();

        // The pendulums are chaotic: errors of 1e-12 grow by some e⁴ on the way there, and again on the way back.
        let coordinates = back.state().coordinates().iter().zip(start.coordinates());
        let velocities = back.state().velocities().iter().zip(start.velocities());
        let off =
            coordinates.map(|(a, b)| a - b).chain(velocities.map(|(a, b)| a + b)).fold(0.0, |m: f64, d| d.abs().max(m));
        assert!(off < 1e-8, "{name}: off by {off:.1e}");
    }
}
