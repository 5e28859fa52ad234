//! Closed chains of joints: for each joint the shortest one that leads through it. What is stretched between two points
//! that keep their distance is such a chain, and a straight one is shorter than any way around it.

use crate::model::Model;
use std::collections::{BTreeSet, VecDeque};

/// The shortest closed chain through each of these joints, by joints that are among them: ascending lists without
/// repetition, short ones first. Chains of more than `most` joints are left out, and so are gears and racks.
pub(super) fn find(model: &Model, joints: &[usize], most: usize) -> Vec<Vec<usize>> {
    let net = Net::new(model, joints);
    let mut search = Search { seen: vec![0; net.at.len()], turn: 0, came: vec![(0, 0); net.at.len()] };
    let found: BTreeSet<(usize, Vec<usize>)> =
        joints.iter().filter_map(|&joint| search.close(&net, joint, most)).map(|chain| (chain.len(), chain)).collect();
    found.into_iter().map(|(_, chain)| chain).collect()
}

/// Which joints meet at a body; the ground is the last.
struct Net {
    ends: Vec<[usize; 2]>,
    at: Vec<Vec<usize>>,
}

impl Net {
    fn new(model: &Model, joints: &[usize]) -> Net {
        let ground = model.n_bodies();
        let place = |body: crate::ids::BodyId| body.index().unwrap_or(ground);
        let ends: Vec<[usize; 2]> =
            model.joints.iter().map(|joint| [place(joint.first.body), place(joint.second.body)]).collect();
        let mut at = vec![Vec::new(); ground + 1];
        for &joint in joints.iter().filter(|&&joint| model.joints[joint].kind.coupled().is_none()) {
            ends[joint].iter().for_each(|&body| at[body].push(joint));
        }
        Net { ends, at }
    }
}

/// Memory of a search in breadth.
struct Search {
    /// By body: the last search that saw it.
    seen: Vec<usize>,
    turn: usize,
    /// By body: the joint by which it was reached, and the body before it.
    came: Vec<(usize, usize)>,
}

impl Search {
    /// The shortest way from one body of the joint to the other that does without it, and the joint itself.
    fn close(&mut self, net: &Net, joint: usize, most: usize) -> Option<Vec<usize>> {
        let [start, goal] = net.ends[joint];
        self.turn += 1;
        self.seen[start] = self.turn;
        let mut waiting = VecDeque::from([(start, 1)]);
        while let Some((body, length)) = waiting.pop_front() {
            if body == goal {
                return Some(self.trace(start, goal, joint));
            }
            for &next in net.at[body].iter().filter(|&&next| next != joint && length < most) {
                let [a, b] = net.ends[next];
                let other = if a == body { b } else { a };
                if self.seen[other] != self.turn {
                    self.seen[other] = self.turn;
                    self.came[other] = (next, body);
                    waiting.push_back((other, length + 1));
                }
            }
        }
        None
    }

    fn trace(&self, start: usize, goal: usize, joint: usize) -> Vec<usize> {
        let mut chain = vec![joint];
        let mut body = goal;
        while body != start {
            let (by, before) = self.came[body];
            chain.push(by);
            body = before;
        }
        chain.sort_unstable();
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;

    #[test]
    fn a_net_has_its_meshes_and_the_row_between_its_pins() {
        let model = gallery::net(3).unwrap().build().unwrap();
        let all: Vec<usize> = (0..model.n_joints()).collect();
        let found = find(&model, &all, 100);
        let meshes = found.iter().filter(|chain| chain.len() == 4).count();
        // The row and its two pins are four joints as well.
        assert_eq!((found.len(), meshes), (5, 5));
        let names = |chain: &[usize]| chain.iter().map(|&j| model.joints[j].name.clone()).collect::<Vec<_>>();
        assert!(found.iter().any(|chain| names(chain) == ["pin_left", "pin_right", "x_0_0", "x_1_0"]));
        assert!(find(&model, &all, 3).is_empty());
        assert!(find(&model, &all[..3], 100).is_empty(), "the row is not closed without its last joint");
    }
}
