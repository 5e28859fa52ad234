//! Responses are carried along joints that give way until they have faded, and everywhere else to the ground; what is
//! left out is below round-off whatever the masses, and nothing becomes subnormal on the way.

use super::super::{Arrangement, Recursive};
use super::*;
use crate::exchange::Alone;
use crate::formulation::Variables;
use crate::formulation::bodies::placed::Reader;
use crate::formulation::bodies::{PlanarBodies, SpatialBodies};
use crate::formulation::stages::Stages;
use crate::gallery;
use crate::model::joint::{Cylindrical, Fixed, Prismatic, Revolute, Spherical};
use crate::model::{JointKind, Model, Space};
use crate::parallel::Team;
use crate::spatial::Vec3;
use proptest::prelude::*;

/// A chain of the gallery at rest, whose joints are of this kind.
fn chain(n: usize, space: Space, kind: &JointKind) -> Model {
    let mut model = gallery::chain(n, space).unwrap().build().unwrap();
    for body in &mut model.bodies {
        (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
    }
    model.joints.iter_mut().for_each(|joint| joint.kind = kind.clone());
    model
}

/// In motion.
fn moving_chain(n: usize, space: Space) -> Model {
    gallery::chain(n, space).unwrap().build().unwrap()
}

/// After an evaluation where the model starts, and a correction by a unit of every load.
fn evaluate<B: Tree<W>, const W: usize>(model: &Model, n_parts: usize) -> Recursive<B, W> {
    let arrangement = Arrangement::as_placed(model, &[], 1e-9).expect("joints hold").divide(model, n_parts);
    let mut reader = Reader::new(model);
    let motions: Vec<_> = (0..model.n_bodies()).map(|body| reader.motion::<B>(body)).collect();
    let mut made = Recursive::<B, W>::new(model, &arrangement, &motions, Box::new(Alone));
    let (mut equations, start) = (made.equations(model), made.initial.clone());
    let team = Team::alone();
    made.update_kinematics(model, &start.values, &team);
    made.update_forces(model, 0.0, &start.unwrapped_angles, &team);
    made.assemble(model, 0.0, &start.unwrapped_angles, &mut equations, &team);
    made.update_changes(&vec![1.0; made.free.len()]);
    made
}

/// Bodies along which responses were carried, and those between handles and the ground.
fn count_reached<B: Tree<W>, const W: usize>(made: &Recursive<B, W>) -> [usize; 2] {
    let marks = || made.parts.iter().flat_map(|part| &part.responses.marks);
    let reached = |mark: &Mark<W>| (mark.reached - mark.bodies.start) as usize;
    [marks().map(reached).sum(), marks().map(|mark| mark.bodies.len()).sum()]
}

fn count_subnormal<B: Tree<W>, const W: usize>(made: &Recursive<B, W>) -> usize {
    let of_mark = |mark: &Mark<W>| {
        let squares = [mark.passed, mark.added].into_iter().flatten().flatten();
        squares.chain(mark.free).chain(mark.load).filter(|x| x.is_subnormal()).count()
    };
    let of_part = |part: &Part<B, W>| {
        let vectors = part.responses.yields.iter().chain(&part.along).flatten();
        let numbers = vectors.chain(&part.pushes).chain(&part.changes);
        let pairs = part.responses.pairs.iter().flatten().flatten();
        numbers.chain(pairs).filter(|x| x.is_subnormal()).count()
            + part.responses.marks.iter().map(of_mark).sum::<usize>()
    };
    made.parts.iter().map(of_part).sum()
}

/// Subnormal numbers are slow on many processors, and a cut that is felt along the whole chain costs with its length.
#[test]
fn a_cut_costs_the_same_in_chains_of_any_length_and_its_responses_carry_no_subnormal_numbers() {
    for n_parts in [2, 4] {
        let reached = [10_000, 40_000].map(|n| {
            let [space, plane] = [moving_chain(n, Space::Spatial), moving_chain(n, Space::Planar)];
            let (space, plane) =
                (evaluate::<SpatialBodies, 6>(&space, n_parts), evaluate::<PlanarBodies, 3>(&plane, n_parts));
            assert_eq!((count_subnormal(&space), count_subnormal(&plane)), (0, 0), "{n} bodies, {n_parts} parts");
            [count_reached(&space), count_reached(&plane)].map(|[reached, _]| reached)
        });
        // Where the cuts are, the chain is bent in other ways.
        for (short, long) in reached[0].iter().zip(reached[1]) {
            assert!(long <= short + short / 4 && long < 1500 * (n_parts - 1), "{n_parts} parts: {reached:?}");
        }
    }
}

#[test]
fn what_does_not_give_way_passes_responses_to_the_ground() {
    let n = 3_000;
    for kind in [JointKind::Fixed(Fixed), JointKind::Prismatic(Prismatic)] {
        let [space, plane] = [Space::Spatial, Space::Planar].map(|space| {
            let mut model = chain(n, space, &kind);
            // A first joint that lets the welded ones swing, and those after a cut.
            model.joints[0].kind = JointKind::Revolute(Revolute);
            model
        });
        let (space, plane) = (evaluate::<SpatialBodies, 6>(&space, 2), evaluate::<PlanarBodies, 3>(&plane, 2));
        for [reached, all] in [count_reached(&space), count_reached(&plane)] {
            assert_eq!(reached, all, "{kind:?}");
        }
        assert_eq!((count_subnormal(&space), count_subnormal(&plane)), (0, 0), "{kind:?}");
    }
    let flat = evaluate::<SpatialBodies, 6>(&flat_chain(n), 2);
    let [reached, all] = count_reached(&flat);
    assert_eq!((reached, count_subnormal(&flat)), (all, 0));
}

/// In one plane, but in space: across it the chain is a beam.
fn flat_chain(n: usize) -> Model {
    let mut text = String::from("space = \"spatial\"\n");
    let mut first = ([0.0, 0.0], String::from("ground"));
    for k in 0..n {
        let (([x, y], inner), angle) = (first, (k as f64).sin());
        let center = [x + 0.5 * angle.sin(), y - 0.5 * angle.cos()];
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{}, {}, 0]\n\
             [[joints]]\nname = \"j{k}\"\ntype = \"revolute\"\nbodies = [\"{inner}\", \"b{k}\"]\n\
             point = [{x}, {y}, 0]\naxis = [0, 0, 1]\n",
            center[0], center[1]
        );
        first = ([2.0 * center[0] - x, 2.0 * center[1] - y], format!("b{k}"));
    }
    Model::parse(&text, "flat.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

/// Responses as they are, beside the same with nothing left out.
fn check_faded<B: Tree<W>, const W: usize>(model: &Model, n_parts: usize) {
    let mut made = evaluate::<B, W>(model, n_parts);
    for part in &mut made.parts {
        Processor::detect().run(Gather { part, faded: FADED });
        let short = part.responses.marks.clone();
        Processor::detect().run(Gather { part, faded: 0.0 });
        for (short, full) in short.iter().zip(&part.responses.marks) {
            let size: [f64; W] = std::array::from_fn(|i| full.added[i][i].sqrt());
            for i in 0..W {
                for j in 0..W {
                    let off = (short.added[i][j] - full.added[i][j]).abs();
                    assert!(off <= f64::EPSILON * size[i] * size[j], "Σ is off by {off:e}");
                }
                // A free acceleration is round-off of the terms that it is the sum of, which are of the size of weight.
                let off = (short.free[i] - full.free[i]).abs();
                assert!(off <= 1e-13 * full.free.iter().fold(10.0, |m: f64, x| m.max(x.abs())), "β is off by {off:e}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Light bodies between heavy ones, all kinds of joints that carry.
    #[test]
    fn what_has_faded_is_below_round_off(
        draws in prop::collection::vec((-6..=6_i32, -4..=0_i32, 0_usize..8), 20..400),
        n_parts in 2_usize..5,
    ) {
        let in_space = [
            Revolute.into(), Revolute.into(), JointKind::from(Fixed), Prismatic.into(), Spherical.into(), Spherical.into(),
            Cylindrical.into(), Revolute.into(),
        ];
        for space in [Space::Spatial, Space::Planar] {
            let mut model = chain(draws.len(), space, &JointKind::Revolute(Revolute));
            for (k, (mass, size, kind)) in draws.iter().enumerate() {
                let (mass, square) = (10_f64.powi(*mass), 10_f64.powi(*size));
                model.bodies[k].mass = mass;
                model.bodies[k].inertia.0.as_flattened_mut().iter_mut().for_each(|x| *x *= mass * square);
                if space == Space::Spatial || *kind < 4 {
                    model.joints[k].kind = in_space[*kind].clone();
                }
            }
            match space {
                Space::Spatial => check_faded::<SpatialBodies, 6>(&model, n_parts),
                Space::Planar => check_faded::<PlanarBodies, 3>(&model, n_parts),
            }
        }
    }
}
