//! Shares: every body, joint and force has one process that tells of it, and a process's model says of what it holds
//! the same as the whole.

use super::*;
use crate::formulation::bodies::Blocks;
use crate::gallery;
use crate::model::Space;
use crate::spatial::BodyMotion;

fn arranged(model: &Model, n_parts: usize) -> Arrangement {
    let motions = model.bodies.iter().map(|body| BodyMotion { position: body.position, ..BodyMotion::default() });
    let unwrapped_angles = (0..model.n_joints()).map(|joint| joint as f64).collect();
    Arrangement::new(model, &[], motions.collect(), unwrapped_angles).divide(model, n_parts)
}

fn from_gallery(name: &str) -> Model {
    Model::parse(&gallery::find(name).expect("it is there"), "test.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn groups_are_contiguous_and_about_equal() {
    assert_eq!(deal(&[5; 8], 4), [0..2, 2..4, 4..6, 6..8]);
    assert_eq!(deal(&[1, 1, 1, 97], 2), [0..3, 3..4]);
    assert_eq!(deal(&[97, 1, 1, 1], 3), [0..1, 1..2, 2..4], "nobody stays without");
    assert_eq!(deal(&[1, 1, 97], 3), [0..1, 1..2, 2..3]);
    assert_eq!(deal(&[3, 1, 4, 1, 5, 9, 2, 6], 1).first(), Some(&(0..8)));
}

/// Bodies of a joint by name.
fn ends<'a>(model: &'a Model, joint: &Joint) -> [&'a str; 2] {
    [joint.first.body, joint.second.body].map(|body| model.body_name(body))
}

#[test]
fn what_a_rank_holds_is_as_in_the_whole() {
    for (name, n_parts, n_processes) in
        [("hmmwv", 6, 4), ("manipulator", 5, 3), ("track", 8, 3), ("flyball-governor", 4, 2)]
    {
        let model = from_gallery(name);
        let whole = arranged(&model, n_parts);
        let dealing = whole.deal(&model, n_processes).unwrap_or_else(|t| panic!("{name}: {t}"));
        let mut told = [vec![0; model.n_bodies()], vec![0; model.n_joints()], vec![0; model.forces.len()]];
        for process in 0..n_processes {
            let Share { model: own, arrangement, n_bodies, joints, forces, whole_joints } = dealing.share(process);
            let find = |body: &Body| model.bodies.iter().position(|b| b.name == body.name).expect("of the whole");
            let numbers: Vec<usize> = own.bodies[..n_bodies].iter().map(find).collect();
            assert!(numbers.is_sorted(), "{name}: own bodies keep their order");
            numbers.iter().for_each(|&body| told[0][body] += 1);
            for (joint, &number) in own.joints.iter().zip(&whole_joints) {
                let there = &model.joints[number as usize];
                assert_eq!((&joint.name, ends(&own, joint)), (&there.name, ends(&model, there)), "{name}");
            }
            joints.iter().for_each(|&joint| told[1][whole_joints[joint as usize] as usize] += 1);
            for &force in &forces {
                let there = model.forces.iter().position(|f| f.name() == own.forces[force as usize].name());
                told[2][there.expect("of the whole")] += 1;
            }
            let left = |of: &Arrangement, model: &Model| -> Vec<String> {
                of.loop_constraints.joints().iter().map(|joint| model.joints[joint.index()].name.clone()).collect()
            };
            let mut expected = left(&whole, &model).into_iter().zip(whole.loop_constraints.touched());
            let is_own = |handle: &usize| numbers.contains(&whole.loop_constraints.body(*handle));
            let expected: Vec<String> = expected
                .by_ref()
                .filter(|(_, (_, touched))| touched.iter().any(is_own))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(
                left(&arrangement, &own),
                expected,
                "{name}: equations that touch its own trees, in their order"
            );
            assert_eq!(arrangement.forest.branches.len(), n_bodies);
            assert!(arrangement.forest.branches.iter().all(|branch| branch.body < n_bodies));
            for (unwrapped_angle, &joint) in arrangement.unwrapped_angles.iter().zip(&whole_joints) {
                assert_eq!(*unwrapped_angle, f64::from(joint));
            }
        }
        for (k, told) in told.iter().enumerate() {
            assert!(told.iter().all(|&n| n == 1), "{name}, {k}: {told:?}");
        }
    }
}

#[test]
fn a_rank_of_a_chain_sees_its_neighbours_ends_only() {
    let model = gallery::chain(1000, Space::Spatial).unwrap().build().unwrap();
    let whole = arranged(&model, 4);
    let dealing = whole.deal(&model, 4).unwrap();
    for process in 0..4 {
        let share = dealing.share(process);
        let guests = share.model.n_bodies() - share.n_bodies;
        assert_eq!(guests, if process == 0 || process == 3 { 1 } else { 2 });
        assert!(share.n_bodies < 500 && share.model.n_joints() <= share.n_bodies + 1);
        let border = share.arrangement.border.expect("it has neighbours");
        let heard_of: Vec<usize> = border.neighbors.iter().map(|neighbor| neighbor.process).collect();
        let beside: Vec<usize> = (0..4_usize).filter(|other| other.abs_diff(process) == 1).collect();
        assert_eq!(heard_of, beside);
    }
}

/// Checks that the bodies a process shows another are those that the other sees, in the same order.
#[test]
fn neighbours_agree_on_what_they_see_of_each_other() {
    for (name, n_parts, n_processes) in [("hmmwv", 6, 4), ("manipulator", 5, 3), ("track", 8, 4)] {
        let model = from_gallery(name);
        let whole = arranged(&model, n_parts);
        let dealing = whole.deal(&model, n_processes).unwrap_or_else(|t| panic!("{name}: {t}"));
        let shares: Vec<Share> = (0..n_processes).map(|process| dealing.share(process)).collect();
        let names = |process: usize, bodies: &[u32]| -> Vec<String> {
            bodies.iter().map(|&body| shares[process].model.bodies[body as usize].name.clone()).collect()
        };
        let border = |process: usize| shares[process].arrangement.border.as_ref().expect("there are several processes");
        for process in 0..n_processes {
            for there in &border(process).neighbors {
                let back =
                    border(there.process).neighbors.iter().find(|here| here.process == process).expect("both know it");
                for (shown, seen) in [(&there.bodies, &back.bodies), (&there.handles, &back.handles)] {
                    assert_eq!(
                        names(process, &shown[0]),
                        names(there.process, &seen[1]),
                        "{name}: {process} and {}",
                        there.process
                    );
                    assert!(!shown[0].is_empty() || shown[1].is_empty());
                }
            }
            let guests = shares[process].model.n_bodies() - shares[process].n_bodies;
            assert_eq!(border(process).neighbors.iter().map(|there| there.bodies[1].len()).sum::<usize>(), guests);
        }
    }
}

/// Bits survive the way to another process.
#[test]
fn shares_read_back_as_they_were_written() {
    let model = from_gallery("hmmwv");
    let whole = arranged(&model, 6);
    let share = whole.deal(&model, 2).unwrap().share(1);
    let text = serde_json::to_string(&share).unwrap();
    let read: Share = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    assert_eq!(read.model.hash(), share.model.hash());
}
