//! The gallery: every named model and every generator reads, builds, has the size it states and starts assembled, with
//! velocities that fit; and the models taken from the literature are those of the literature.
#![allow(non_snake_case)] // As in the engine: R_WB, p_B, M.

use linkwork::gallery;
use linkwork::ids::BodyId;
use linkwork::model::joint::Distance;
use linkwork::model::{Body, Joint, JointKind, Marker, Model, ModelFile, Space};
use linkwork::spatial::{Mat3, Vec3};
use std::collections::BTreeSet;

fn named(name: &str) -> Model {
    let text = gallery::find(name).unwrap_or_else(|| panic!("no model {name}"));
    Model::parse(&text, &format!("{name}.toml")).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

fn made(file: Result<ModelFile, String>) -> Model {
    let file = file.expect("a size in range");
    file.build().unwrap_or_else(|faults| panic!("{faults}"))
}

/// Bodies, joints, equations.
fn counts(model: &Model) -> [usize; 3] {
    [model.n_bodies(), model.n_joints(), model.n_equations()]
}

#[test]
fn named_models_have_the_sizes_they_state() {
    let expected = [
        ("pendulum", [1, 1, 5]),
        ("double-pendulum", [2, 2, 10]),
        ("double-pendulum-spherical", [2, 2, 6]),
        ("free-body", [1, 0, 0]),
        ("heavy-top", [1, 1, 3]),
        ("slider-crank", [3, 4, 9]),
        ("four-bar", [3, 4, 20]),
        ("four-bars", [7, 10, 20]),
        ("bricard", [5, 6, 30]),
        ("flyball-governor", [4, 6, 22]),
        ("andrews", [7, 10, 20]),
        ("manipulator", [7, 15, 51]),
        ("hmmwv", [14, 21, 69]),
        ("quarter-car", [2, 2, 4]),
        ("cart-pole", [2, 2, 4]),
        ("motor-four-bar", [3, 4, 8]),
        ("arm-pid", [3, 3, 15]),
        ("door-closer", [1, 1, 2]),
        ("excavator", [2, 2, 4]),
        ("clutch", [4, 4, 8]),
        ("scissor-lift", [4, 6, 11]),
        ("geneva", [2, 2, 4]),
        ("planetary-gear", [5, 9, 14]),
        ("stewart", [1, 6, 6]),
        ("walker-leg", [4, 7, 12]),
        ("box-slope", [2, 1, 3]),
        ("ball-tray", [2, 1, 6]),
        ("dominoes", [5, 0, 0]),
        ("rocking-block", [1, 0, 0]),
        ("newtons-cradle", [5, 5, 10]),
        ("cam-follower", [2, 2, 5]),
        ("gripper", [4, 3, 16]),
        ("geneva-contact", [2, 2, 5]),
        ("track-link", [4, 2, 4]),
        ("engine-mounts", [5, 0, 0]),
        ("flexible-beam", [10, 0, 0]),
        ("pendulums", [10, 10, 20]),
        ("chain16", [16, 16, 32]),
        ("chain16-spatial", [16, 16, 80]),
        ("insulator", [17, 18, 36]),
        ("star", [9, 9, 45]),
        ("net", [16, 26, 78]),
        ("track", [42, 42, 84]),
    ];
    let listed: Vec<_> = gallery::list().iter().map(|entry| entry.name).collect();
    assert_eq!(listed, expected.map(|(name, _)| name));
    for (name, sizes) in expected {
        let model = named(name);
        assert_eq!(counts(&model), sizes, "{name}");
        assert_eq!(model.name, name);
        assert!(model.warnings.is_empty(), "{name}: {:?}", model.warnings);
        assert!(model.simulation.end.is_some() && model.simulation.output_step.is_some(), "{name}");
    }
}

#[test]
fn entries_are_unique_and_say_what_they_show() {
    let names: BTreeSet<_> = gallery::list().iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), gallery::list().len());
    for entry in gallery::list() {
        assert!(entry.summary.ends_with(['.', '?']) && entry.summary.len() < 120, "{}: {}", entry.name, entry.summary);
        assert!(!entry.source.is_empty(), "{}", entry.name);
    }
    assert_eq!(gallery::find("no such model"), None);
}

#[test]
fn generators_have_the_sizes_they_state() {
    for n in [1, 2, 9] {
        assert_eq!(counts(&made(gallery::chain(n, Space::Spatial))), [n, n, 5 * n]);
        assert_eq!(counts(&made(gallery::chain(n, Space::Planar))), [n, n, 2 * n]);
        assert_eq!(counts(&made(gallery::pendulums(n))), [n, n, 2 * n]);
        assert_eq!(counts(&made(gallery::star(n))), [n + 1, n + 1, 5 * (n + 1)]);
        let joints = 2 * n * (n - 1) + 2;
        assert_eq!(counts(&made(gallery::net(n))), [n * n, joints, 3 * joints]);
        let joints = 3 * n + 1;
        assert_eq!(counts(&made(gallery::four_bars(n, Space::Planar))), [2 * n + 1, joints, 2 * joints]);
        assert_eq!(counts(&made(gallery::four_bars(n, Space::Spatial))), [2 * n + 1, joints, 5 * joints]);
        assert_eq!(counts(&made(gallery::insulator(n))), [2 * n + 1, 2 * (n + 1), 4 * (n + 1)]);
    }
    for n in [12, 13, 14, 15, 50, 1001] {
        assert_eq!(counts(&made(gallery::track(n))), [n + 2, n + 2, 2 * (n + 2)]);
    }
}

#[test]
fn sizes_out_of_range_are_refused_with_a_remedy() {
    type Generator = fn(usize) -> Result<ModelFile, String>;
    let all: [(Generator, usize); 9] = [
        (|n| gallery::chain(n, Space::Planar), 1),
        (|n| gallery::chain(n, Space::Spatial), 1),
        (gallery::star, 1),
        (gallery::net, 1),
        (|n| gallery::four_bars(n, Space::Planar), 1),
        (|n| gallery::four_bars(n, Space::Spatial), 1),
        (gallery::track, 12),
        (gallery::insulator, 1),
        (gallery::pendulums, 1),
    ];
    for (make, least) in all {
        let message = make(least - 1).unwrap_err();
        assert!(message.contains(&format!("must be at least {least}")), "{message}");
        for size in [2_000_001, usize::MAX] {
            let message = make(size).unwrap_err();
            assert!(message.contains("ask for a smaller model"), "{message}");
        }
    }
}

#[test]
fn printed_models_read_back_to_the_same() {
    let files = [
        gallery::chain(5, Space::Spatial),
        gallery::star(3),
        gallery::net(2),
        gallery::track(13),
        gallery::insulator(2),
        gallery::four_bars(2, Space::Spatial),
    ];
    for file in files {
        let file = file.unwrap();
        assert_eq!(linkwork::model::file::read(&file.to_toml(), "model.toml").unwrap(), file);
        assert_eq!(linkwork::model::file::read(&file.to_json(), "model.json").unwrap(), file);
    }
}

/// A marker in the world: its origin and axes, the velocity of the origin and the angular velocity.
struct Place {
    point: Vec3,
    axes: Mat3,
    velocity: Vec3,
    spin: Vec3,
}

fn place(model: &Model, marker: &Marker) -> Place {
    let Some(body) = find_body(model, marker.body) else {
        return Place { point: marker.point, axes: marker.axes, velocity: Vec3::ZERO, spin: Vec3::ZERO };
    };
    let R_WB = body.orientation.matrix();
    let arm = R_WB * marker.point;
    Place {
        point: body.position + arm,
        axes: R_WB * marker.axes,
        velocity: body.velocity + body.angular_velocity.cross(arm),
        spin: body.angular_velocity,
    }
}

fn find_body(model: &Model, id: BodyId) -> Option<&Body> {
    id.index().map(|i| &model.bodies[i])
}

/// Largest violation of the joints at the start, of positions and of velocities, from the definitions of the joints
/// alone; drivers apart.
fn violation(model: &Model) -> (f64, f64) {
    let mut worst = (0.0_f64, 0.0_f64);
    let mut see = |position: f64, velocity: f64| {
        worst = (worst.0.max(position.abs()), worst.1.max(velocity.abs()));
    };
    for joint in &model.joints {
        let (a, b) = (place(model, &joint.first), place(model, &joint.second));
        let gap = b.point - a.point;
        // Velocity of the second point as seen from the first body, and the relative spin.
        let slip = b.velocity - a.velocity - a.spin.cross(gap);
        let spin = b.spin - a.spin;
        let [x, y, z] = [0, 1, 2].map(|k| a.axes.column(k));
        let tilt = z.cross(b.axes.column(2)).norm();
        match joint.kind {
            JointKind::Revolute(_) => {
                see(gap.norm(), slip.norm());
                see(tilt, spin.dot(x).hypot(spin.dot(y)));
            }
            JointKind::Spherical(_) => see(gap.norm(), slip.norm()),
            JointKind::Prismatic(_) => {
                // In the plane the guide lies along the marker's normal, in space along its axis.
                let along = if model.space == Space::Planar { x } else { z };
                let off = |v: Vec3| (v - along.map(|c| c * v.dot(along))).norm();
                see(off(gap), off(slip));
                see(tilt.max(x.cross(b.axes.column(0)).norm()), spin.norm());
            }
            JointKind::PlanePlane(_) => {
                see(gap.dot(z), slip.dot(z));
                see(tilt, spin.dot(x).hypot(spin.dot(y)));
            }
            JointKind::PointLine(_) => {
                let along = if model.space == Space::Planar { x } else { z };
                let off = |v: Vec3| (v - along.map(|c| c * v.dot(along))).norm();
                see(off(gap), off(slip));
            }
            JointKind::Gear(_) => {
                let (pair, ratio) = joint.kind.coupled().unwrap();
                // Wheels mesh as they stand.
                let [first, second] = pair.map(|id| {
                    let Joint { first, second, .. } = &model.joints[id.index()];
                    let (a, b) = (place(model, first), place(model, second));
                    (b.spin - a.spin).dot(a.axes.column(2))
                });
                see(0.0, second - ratio * first);
            }
            JointKind::Distance(Distance { length }) => {
                see(gap.norm() - length, gap.dot(b.velocity - a.velocity) / gap.norm());
            }
            ref other => panic!("no definition here for {}", other.word()),
        }
    }
    worst
}

#[test]
fn all_models_start_assembled_and_with_velocities_that_fit() {
    let mut models: Vec<Model> = gallery::list().iter().map(|entry| named(entry.name)).collect();
    models.extend([
        made(gallery::chain(40, Space::Spatial)),
        made(gallery::chain(40, Space::Planar)),
        made(gallery::star(17)),
        made(gallery::net(5)),
        made(gallery::four_bars(6, Space::Spatial)),
        made(gallery::track(101)),
        made(gallery::insulator(20)),
    ]);
    for model in &models {
        let (position, velocity) = violation(model);
        // Round-off of sums over a chain, a mechanism being some ten meters across and moving at some meters a second.
        assert!(position < 1e-12 && velocity < 1e-12, "{}: {position:.1e} {velocity:.1e}", model.name);
    }
}

#[test]
fn the_driver_of_the_slider_crank_fits_its_speed() {
    let model = named("slider-crank");
    let motion = model.joints[0].motion.as_ref().expect("a driven crank");
    let [q, qd, _] = motion.jet(0.0);
    assert_eq!(q, 0.0);
    assert!((model.bodies[0].angular_velocity[2] - qd).abs() < 1e-15);
}

#[test]
fn a_chain_follows_its_definition() {
    for space in [Space::Planar, Space::Spatial] {
        let model = made(gallery::chain(6, space));
        assert_eq!(model.gravity, Vec3([0.0, -9.81, 0.0]));
        let mut inboard = (Mat3::IDENTITY, Vec3::ZERO, Vec3::ZERO);
        for (i, body) in model.bodies.iter().enumerate() {
            let axis = if space == Space::Planar || i % 2 == 0 { Vec3([0.0, 0.0, 1.0]) } else { Vec3([1.0, 0.0, 0.0]) };
            let (R, tip, spin) = inboard;
            let R_WB = body.orientation.matrix();
            assert_eq!((body.name.as_str(), body.mass), (format!("body{}", i + 1).as_str(), 1.0));

            // Relative rotation, by what it does to a vector across the axis.
            let (angle, rate) = (0.3 * (1.0 + 0.7 * i as f64).sin(), 0.2 * (0.3 * i as f64).cos());
            let across = if axis[2] == 1.0 { Vec3([1.0, 0.0, 0.0]) } else { Vec3([0.0, 1.0, 0.0]) };
            let turned = R.tr_mul(R_WB * across);
            assert!((turned.dot(across) - angle.cos()).abs() < 1e-14);
            assert!((turned.dot(axis.cross(across)) - angle.sin()).abs() < 1e-14);
            let relative = body.angular_velocity - spin;
            assert!((relative - (R * axis).map(|c| rate * c)).norm() < 1e-14);

            // From joint to center of mass (0, −1, 0), to the next joint (0, −2, 0).
            let arm = R_WB * Vec3([0.0, -1.0, 0.0]);
            assert!((body.position - tip - arm).norm() < 1e-14);
            inboard = (R_WB, body.position + arm, body.angular_velocity);
        }
    }
}

#[test]
fn a_track_closes_with_equal_links() {
    for n in [12, 13, 40, 999] {
        let model = made(gallery::track(n));
        let pin = |i: usize| place(&model, &model.joints[i % n].second).point;
        for i in 0..n {
            assert!(((pin(i + 1) - pin(i)).norm() - 0.15).abs() < 1e-12, "link {i} of {n}");
        }
    }
}

#[test]
fn successive_axes_of_bricard_are_perpendicular_to_each_other_and_to_their_link() {
    let model = named("bricard");
    let places: Vec<_> = model.joints.iter().map(|joint| place(&model, &joint.first)).collect();
    for k in 0..6 {
        let (here, next) = (&places[k], &places[(k + 1) % 6]);
        let link = next.point - here.point;
        assert!((link.norm() - 1.0).abs() < 1e-15);
        assert!(here.axes.column(2).dot(next.axes.column(2)).abs() < 1e-15);
        assert!(here.axes.column(2).dot(link).abs() < 1e-15 && next.axes.column(2).dot(link).abs() < 1e-15);
    }
}

#[test]
fn each_connection_of_the_manipulator_has_three_perpendicular_mates() {
    let model = named("manipulator");
    let mates: Vec<_> = model.joints.iter().filter(|j| matches!(j.kind, JointKind::PlanePlane(_))).collect();
    assert_eq!(mates.len(), 12);
    for connection in mates.chunks(3) {
        for k in 0..3 {
            let (one, other) = (&connection[k], &connection[(k + 1) % 3]);
            assert_eq!((one.first.body, one.second.body), (other.first.body, other.second.body));
            let (n, m) = (place(&model, &one.first).axes.column(2), place(&model, &other.first).axes.column(2));
            assert!(n.dot(m).abs() < 1e-15);
        }
    }
}

#[test]
fn hmmwv_has_the_topology_of_the_published_study() {
    // Type and bodies of joints 1 … 21; body 1 is the chassis, 14 the rack.
    let published = [
        ("spherical", 2, 4),
        ("spherical", 3, 4),
        ("spherical", 5, 7),
        ("spherical", 6, 7),
        ("spherical", 8, 10),
        ("spherical", 9, 10),
        ("spherical", 11, 13),
        ("spherical", 12, 13),
        ("distance", 4, 14),
        ("distance", 7, 14),
        ("revolute", 1, 2),
        ("revolute", 1, 3),
        ("revolute", 1, 5),
        ("revolute", 1, 6),
        ("distance", 1, 10),
        ("distance", 1, 13),
        ("revolute", 1, 9),
        ("spherical", 1, 8),
        ("spherical", 1, 11),
        ("revolute", 1, 12),
        ("prismatic", 1, 14),
    ];
    let model = named("hmmwv");
    let number = |id: BodyId| id.index().expect("no joint on the ground") + 1;
    let ours: Vec<_> =
        model.joints.iter().map(|j| (j.kind.word(), number(j.first.body), number(j.second.body))).collect();
    assert_eq!(ours, published);
}

/// Andrews' squeezer against the mass matrix of its published equations of motion, in the coordinates
/// (β, Θ, γ, Φ, δ, Ω, ε) [Hairer & Wanner, Solving Ordinary Differential Equations II, VII.7].
#[test]
fn andrews_has_the_published_closure_and_mass_matrix() {
    let model = named("andrews");
    assert!(violation(&model).0 < 1e-14);
    let point = |joint: &str| {
        let joint = model.joints.iter().find(|j| j.name == joint).expect("a joint of this name");
        place(&model, &joint.first).point
    };
    // Which coordinates turn each body, and about which point.
    let turned_by: [&[(usize, &str)]; 7] = [
        &[(0, "O")],
        &[(0, "O"), (1, "crankpin")],
        &[(2, "B3")],
        &[(4, "A5"), (3, "P45")],
        &[(4, "A5")],
        &[(6, "A7"), (5, "Q67")],
        &[(6, "A7")],
    ];
    let mut mass = [[0.0; 7]; 7];
    for (body, turns) in model.bodies.iter().zip(turned_by) {
        for &(i, p) in turns {
            for &(j, q) in turns {
                let arms = (body.position - point(p)).dot(body.position - point(q));
                mass[i][j] += body.mass * arms + body.inertia.0[2][2];
            }
        }
    }
    let published = published_mass_matrix();
    for i in 0..7 {
        for j in 0..7 {
            let error = (mass[i][j] - published[i][j]).abs();
            assert!(error < 1e-12 * published[i][i], "M[{i}][{j}] = {} against {}", mass[i][j], published[i][j]);
        }
    }
}

fn published_mass_matrix() -> [[f64; 7]; 7] {
    let m = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498];
    let i = [2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
    let (rr, ra, da, sa, sb) = (7e-3, 92e-5, 115e-4, 1874e-5, 1043e-5);
    let (e, ea, zf, fa, zt, u) = (2e-2, 1421e-5, 2e-2, 1421e-5, 4e-2, 4e-2);
    let (ta, tb, ua, ub) = (2308e-5, 916e-5, 1228e-5, 449e-5);
    let (theta, phi, omega) = (0.0_f64, 0.222_668_390_165_885_9_f64, -0.222_668_390_165_885_9_f64);
    let (ee, ff) = (e - ea, zf - fa);

    let mut M = [[0.0; 7]; 7];
    M[0][0] = m[0] * ra * ra + m[1] * (rr * rr - 2.0 * da * rr * theta.cos() + da * da) + i[0] + i[1];
    M[1][0] = m[1] * (da * da - da * rr * theta.cos()) + i[1];
    M[1][1] = m[1] * da * da + i[1];
    M[2][2] = m[2] * (sa * sa + sb * sb) + i[2];
    M[3][3] = m[3] * ee * ee + i[3];
    M[4][3] = m[3] * (ee * ee + zt * ee * phi.sin()) + i[3];
    M[4][4] = m[3] * (zt * zt + 2.0 * zt * ee * phi.sin() + ee * ee) + m[4] * (ta * ta + tb * tb) + i[3] + i[4];
    M[5][5] = m[5] * ff * ff + i[5];
    M[6][5] = m[5] * (ff * ff - u * ff * omega.sin()) + i[5];
    M[6][6] = m[5] * (ff * ff - 2.0 * u * ff * omega.sin() + u * u) + m[6] * (ua * ua + ub * ub) + i[5] + i[6];
    for (row, column) in [(1, 0), (4, 3), (6, 5)] {
        M[column][row] = M[row][column];
    }
    M
}
