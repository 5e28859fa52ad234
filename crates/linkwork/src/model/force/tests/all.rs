//! Every type of force on the list, in the plane and in space: energy, derivatives by dual numbers, terms of a graph.

mod contacts;

use super::*;
use crate::spatial::Dual;
use crate::symbolic::graph::Graph;

/// One force of each type; all move in the plane where the space is planar.
fn all(space: Space) -> Vec<Force> {
    let text = |text: &str| Expression::parse(text).expect("written here");
    let value = match space {
        Space::Planar => ["3*t", "cos(t)", "0"].map(text),
        Space::Spatial => ["3*t", "cos(t)", "-1"].map(text),
    };
    let about = if space == Space::Planar { ["0", "0", "2 - t"] } else { ["t", "0.3", "2 - t"] }.map(text);
    let forces = vec![
        spring(80.0, 3.0, None),
        torsion(12.0, 3.0, None),
        Force::AppliedForce(AppliedForce {
            name: "f".into(),
            at: at(1, Vec3([0.3, 0.2, 0.1])),
            value,
            frame: Frame::Body,
        }),
        Force::AppliedTorque(AppliedTorque { name: "t".into(), body: bodies()[1], value: about, frame: Frame::Body }),
        bushing(SIX, SIX),
        plane_spring(2.0, false),
        drag(0.7),
        Force::Actuator(Actuator { name: "a".into(), joint: JointId::new(0), which: 0, load: text("3 - t") }),
    ];
    assert!(forces.iter().map(Force::word).eq(Force::WORDS.iter().copied()), "a type has no example here");
    let mut forces = forces;
    let (name, joint) = (String::from("j"), JointId::new(0));
    let (lower, upper) = (Some(-0.2), Some(0.4));
    forces.push(Force::Limits(Limits { name: name.clone(), joint, lower, upper, stiffness: 50.0, damping: 2.0 }));
    for surfaces in [None, Some(Surfaces { radius: Some(0.4), length: Some(0.5) })] {
        let [coulomb, sticking, viscous, speed] = [2.0, 2.5, 0.1, 0.3];
        forces.push(Force::Friction(Friction {
            name: name.clone(),
            joint,
            coulomb,
            sticking,
            viscous,
            speed,
            surfaces,
        }));
    }
    forces.extend(contacts::all());
    match space {
        Space::Planar => forces.iter().filter(|force| contacts::is_in_plane(force)).map(flat).collect(),
        Space::Spatial => forces,
    }
}

/// The force in the plane z = 0: points and directions without z, frames turned about z.
fn flat(force: &Force) -> Force {
    let mut force = force.with_vectors(|v| if v[2] == 0.64 { Vec3([0.6, 0.8, 0.0]) } else { Vec3([v[0], v[1], 0.0]) });
    if let Force::Bushing(Bushing { first, second, .. }) = &mut force {
        for (marker, angle) in [(first, 0.4), (second, -0.7)] {
            marker.axes = Quat::about(Vec3([0.0, 0.0, 1.0]), angle).matrix();
        }
    }
    if let Force::Contact(contact) = &mut force {
        contacts::flatten(contact);
    }
    force
}

fn flat_pose(pose: Pose, angle: f64) -> Pose {
    let in_plane = |v: Vec3| Vec3([v[0], v[1], 0.0]);
    let R = Quat::about(Vec3([0.0, 0.0, 1.0]), angle).matrix();
    Pose { r: in_plane(pose.r), R, v: in_plane(pose.v), w: Vec3([0.0, 0.0, pose.w[2]]) }
}

/// Forces with poses at which they are smooth: points of a spring apart, frames of a bushing not a half turn apart.
fn cases(a: Pose, b: Pose, angle: f64) -> Vec<(Force, Poses)> {
    let flat = [flat_pose(a, 0.3), flat_pose(b, angle)];
    let mut cases: Vec<(Force, Poses)> = all(Space::Planar).into_iter().map(|force| (force, flat)).collect();
    for force in all(Space::Spatial) {
        let poses = if force.joint().is_some() { hinged([a, b], angle) } else { [a, b] };
        cases.push((force, poses));
    }
    cases.retain(|(force, poses)| match force {
        Force::Spring(Spring { first, second, .. }) => {
            (poses[1].point(second.point) - poses[0].point(first.point)).norm() > 0.2
        }
        Force::Bushing(Bushing { first, second, .. }) => {
            let R = (poses[0].R * first.axes).transposed() * (poses[1].R * second.axes);
            Quat::from_matrix(&R).rotation_vector().norm() < 3.0
        }
        Force::Torsion(_) | Force::AppliedForce(_) | Force::AppliedTorque(_) => true,
        Force::PlaneSpring(_) | Force::Drag(_) | Force::Actuator(_) => true,
        Force::Limits(_) | Force::Friction(_) => true,
        Force::Contact(contact) => contacts::is_smooth(contact, poses),
    });
    cases
}

/// A body's pose with a change in each of twelve directions: along and about the world's axes, and of both velocities.
fn varied(pose: &Pose) -> Pose<Dual<12>> {
    let variables = |v: Vec3, start: usize| Vec3([0, 1, 2].map(|k| Dual::variable(v[k], start + k)));
    let mut R = Mat3::<Dual<12>>::constant(&pose.R);
    for k in 0..3 {
        let mut axis = Vec3::ZERO;
        axis[k] = 1.0;
        for column in 0..3 {
            let change = axis.cross(pose.R.column(column));
            (0..3).for_each(|row| R.0[row][column].rates[3 + k] = change[row]);
        }
    }
    Pose { r: variables(pose.r, 0), R, v: variables(pose.v, 6), w: variables(pose.w, 9) }
}

/// The poses with one body moved by ε in one of these directions.
fn varied_by(poses: &Poses, body: usize, k: usize, epsilon: f64) -> Poses {
    if k < 6 {
        return moved(poses, body, k, epsilon);
    }
    let mut poses = *poses;
    let velocity = if k < 9 { &mut poses[body].v } else { &mut poses[body].w };
    velocity[k % 3] += epsilon;
    poses
}

fn numbers<S: Real>(wrenches: [Wrench<S>; 2]) -> Vec<S> {
    wrenches.iter().flat_map(|wrench| wrench.force.into_iter().chain(wrench.torque)).collect()
}

/// Central differences with ε = 1e-5 err by ε² times a third derivative, of the size of 10⁴ near a short spring, and by
/// round-off of loads of the size of 100 divided by ε.
fn assert_derivatives(force: &Force, poses: &Poses) {
    for body in 0..2 {
        let mut world = World { time: Dual::from(0.7), poses: [0, 1].map(|k| Pose::constant(&poses[k])) };
        world.poses[body] = varied(&poses[body]);
        let found = numbers(calc_wrenches(force, &world));
        for k in 0..12 {
            let at = |epsilon: f64| numbers(wrenches(force, 0.7, &varied_by(poses, body, k, epsilon)));
            let (before, after) = (at(-1e-5), at(1e-5));
            for (n, found) in found.iter().enumerate() {
                let expected = (after[n] - before[n]) / 2e-5;
                let difference = (found.rates[k] - expected).abs();
                assert!(difference < 1e-5 * (1.0 + expected.abs()), "{}: {} {expected}", force.word(), found.rates[k]);
            }
        }
        let values = numbers(wrenches(force, 0.7, poses));
        assert!(found.iter().zip(values).all(|(found, value)| found.value.to_bits() == value.to_bits()));
    }
}

/// The graph orders a few operations in another way.
fn assert_same_on_a_graph(force: &Force, poses: &Poses) {
    let g = Graph::new();
    let mut inputs = vec![0.7];
    let mut input = |x: f64| {
        inputs.push(x);
        g.input(inputs.len() - 1)
    };
    let terms = poses.map(|pose| Pose {
        r: pose.r.map(&mut input),
        R: Mat3(pose.R.0.map(|row| row.map(&mut input))),
        v: pose.v.map(&mut input),
        w: pose.w.map(&mut input),
    });
    let world = World { time: g.input(0), poses: terms };
    let mut outputs = numbers(calc_wrenches(force, &world));
    outputs.push(force.potential(&world));
    let mut expected = numbers(wrenches(force, 0.7, poses));
    expected.push(potential(force, poses));
    let found = g.evaluate(&inputs, &outputs).expect("all inputs are given");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-11 * (1.0 + expected.abs()), "{}: {found} {expected}", force.word());
    }
}

/// Rows are the whole of an element: their loads are its wrenches, their wrenches give the rates, and these are the
/// derivatives of the coordinates along the motion.
fn assert_rows(force: &Force, poses: &Poses, space: Space) {
    let n = force.n_rows(space);
    let mut rows = Vec::new();
    force.rows(space, &World { time: 0.7, poses: *poses }, |row| rows.push(row));
    assert_eq!(rows.len(), n, "{}", force.word());
    if n == 0 {
        return;
    }
    let mut sums = [Wrench::default(); 2];
    for row in &rows {
        let mut rate = 0.0;
        for (k, body) in row.bodies.iter().enumerate().filter(|(_, body)| !body.is_ground()) {
            let index = body.index().expect("a moving body");
            let (Wrench { force, torque }, pose) = (row.wrenches[k], &poses[index]);
            rate += force.dot(pose.v) + torque.dot(pose.w);
            sums[index] += Wrench { force: force * row.load, torque: torque * row.load };
        }
        assert!((rate - row.rate).abs() < 1e-11 * (1.0 + rate.abs()), "{}: {rate} {}", force.word(), row.rate);
    }
    for (found, expected) in numbers(sums).iter().zip(numbers(wrenches(force, 0.7, poses))) {
        assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{}: {found} {expected}", force.word());
    }
    let moving = poses.map(|pose| {
        let along = |x: Vec3, rate: Vec3| Vec3([0, 1, 2].map(|k| Dual { value: x[k], rates: [rate[k]] }));
        let mut R = Mat3::<Dual<1>>::constant(&pose.R);
        for column in 0..3 {
            let change = pose.w.cross(pose.R.column(column));
            (0..3).for_each(|row| R.0[row][column].rates[0] = change[row]);
        }
        Pose { r: along(pose.r, pose.v), R, v: Vec3::constant(pose.v), w: Vec3::constant(pose.w) }
    });
    let mut rows = rows.iter().enumerate();
    force.rows(space, &World { time: Dual::from(0.7), poses: moving }, |row: Row<Dual<1>>| {
        let (index, expected) = rows.next().expect("as many");
        // Velocities of sliding are derivatives of no coordinate.
        if contacts::is_sliding(force, index) {
            return;
        }
        let (found, expected) = (row.value.rates[0], expected.rate);
        assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{}: {found} {expected}", force.word());
    });
}

proptest! {
    #[test]
    fn rows_are_the_whole_of_an_element(a in pose(), b in pose(), angle in -3.0..3.0) {
        for (space, force, poses) in cases(a, b, angle).iter().map(|(force, poses)| {
            let is_flat = poses.iter().all(|pose| pose.r[2] == 0.0 && pose.R.column(2) == Vec3([0.0, 0.0, 1.0]));
            (if is_flat { Space::Planar } else { Space::Spatial }, force, poses)
        }) {
            assert_rows(force, poses, space);
        }
    }

    #[test]
    fn forces_are_gradients_of_their_energy(a in pose(), b in pose(), angle in -3.0..3.0) {
        let has_potential = |force: &Force| force.expressions().is_empty() && !contacts::is_of_boxes(force);
        for (force, poses) in cases(a, b, angle).iter().filter(|(force, _)| has_potential(force)) {
            assert_gradient(force, poses);
        }
    }

    #[test]
    fn dual_numbers_have_the_derivatives_of_differences(a in pose(), b in pose(), angle in -3.0..3.0) {
        let cases = cases(a, b, angle);
        // Where edges of boxes are nearly parallel, differences are no measure.
        let judged = cases.iter().filter(|(force, _)| !contacts::is_of_boxes(force));
        judged.for_each(|(force, poses)| assert_derivatives(force, poses));
    }

    #[test]
    fn terms_of_a_graph_have_the_values_of_numbers(a in pose(), b in pose(), angle in -3.0..3.0) {
        let cases = cases(a, b, angle);
        // No programs are written for contacts.
        let written = cases.iter().filter(|(force, _)| !matches!(force, Force::Contact(_)));
        written.for_each(|(force, poses)| assert_same_on_a_graph(force, poses));
    }

    #[test]
    fn contacts_have_no_resultant_and_take_energy_away(a in pose(), b in pose(), angle in -3.0..3.0) {
        for (force, poses) in cases(a, b, angle).iter().filter(|(force, _)| matches!(force, Force::Contact(_))) {
            assert_balance(force, poses);
            let still = poses.map(|pose| Pose { v: Vec3::ZERO, w: Vec3::ZERO, ..pose });
            // Against the same load at rest, friction and restitution give less power.
            let [moving, elastic] = [poses, &still].map(|poses| wrenches(force, 0.7, poses));
            let power = |wrenches: &[Wrench; 2]| {
                let of = |k: usize| wrenches[k].force.dot(poses[k].v) + wrenches[k].torque.dot(poses[k].w);
                of(0) + of(1)
            };
            prop_assert!(power(&moving) <= power(&elastic) + 1e-11, "{}", force.name());
        }
    }

    #[test]
    fn drag_takes_energy_away(a in pose(), b in pose()) {
        let world = World { time: 0.0, poses: [a, b] };
        let speed = b.velocity_at(b.point(Vec3([0.2, -0.1, 0.3]))).norm();
        // Speeds up to 5.
        prop_assert!((drag(0.7).power(&world) + 0.7 * speed.powi(3)).abs() < 1e-12);
        drag(0.7).measure(Space::Spatial, &world, |found: &[f64]| {
            assert!((found[0] - speed).abs() < 1e-14 && (found[1] - 0.7 * speed * speed).abs() < 1e-13);
        });
    }
}

#[test]
fn drag_at_rest_has_neither_force_nor_derivatives() {
    let mut world = World { time: Dual::from(0.0), poses: [Pose::constant(&Pose::GROUND); 2] };
    world.poses[1] = varied(&Pose::GROUND);
    assert!(numbers(calc_wrenches(&drag(0.7), &world)).iter().all(|x| *x == Dual::from(0.0)));
}

fn drag(coefficient: f64) -> Force {
    Force::Drag(Drag { name: "drag".into(), at: at(1, Vec3([0.2, -0.1, 0.3])), coefficient })
}
