//! Crossing the border: what a rank shows the others of its trees, and where it finds what they show. Alone, it has everything.

use super::arrangement::Arrangement;
use super::share::Border;
use crate::exchange::{Exchange, stretches};
use crate::formulation::bodies::Bodies;
use crate::reduced::InverseMass;
use std::ops::Range;

/// A rank's line to the others, and what goes over it.
pub(super) struct Crossing {
    line: Box<dyn Exchange>,
    /// Own nodes of the reduced system.
    pub nodes: Range<usize>,
    /// Own handles.
    pub handles: Range<usize>,
    /// By rank: stretches of numbers by handle.
    of_handles: Vec<Range<usize>>,
    /// By rank: stretches of numbers of Λ, node after node.
    of_nodes: Vec<Range<usize>>,
    /// Bodies whose poses all ranks know, rank after rank.
    shown: Vec<u32>,
    /// Which of them are own.
    own: Range<usize>,
    /// Part and position of those.
    pub own_shown: Vec<[u32; 2]>,
    /// Poses of all of them, and the stretch of each rank.
    poses: Vec<f64>,
    of_poses: Vec<Range<usize>>,
}

impl Crossing {
    /// For this width of a motion and so many numbers in a pose.
    pub fn new(arrangement: &Arrangement, line: Box<dyn Exchange>, [width, pose]: [usize; 2]) -> Crossing {
        let counts = arrangement.leftover.count_handles();
        let alone = Border { n_shown: vec![0], n_nodes: vec![counts.len()], ..Border::default() };
        let Border { shown, n_shown, n_nodes, .. } = arrangement.border.as_ref().unwrap_or(&alone);
        let (rank, nodes) = (line.rank(), stretches(n_nodes.iter().copied()));
        let handles = |nodes: &Range<usize>| counts[nodes.clone()].iter().sum::<usize>();
        let numbers = |nodes: &Range<usize>| counts[nodes.clone()].iter().map(|n| (n * width).pow(2)).sum::<usize>();
        Crossing {
            handles: stretches(nodes.iter().map(handles))[rank].clone(),
            of_handles: stretches(nodes.iter().map(|nodes| width * handles(nodes))),
            of_nodes: stretches(nodes.iter().map(numbers)),
            nodes: nodes[rank].clone(),
            own: stretches(n_shown.iter().copied())[rank].clone(),
            own_shown: Vec::new(),
            poses: vec![0.0; pose * shown.len()],
            of_poses: stretches(n_shown.iter().map(|n| pose * n)),
            shown: shown.clone(),
            line,
        }
    }

    /// Notes where bodies of a part lie that others see; parts come one after the other.
    pub fn find_own(&mut self, part: usize, bodies: impl Iterator<Item = u32>) {
        for (k, body) in bodies.enumerate() {
            // Own ones are in the order of the forest, as the bodies of the parts are.
            let next = self.own.start + self.own_shown.len();
            if next < self.own.end && self.shown[next] == body {
                self.own_shown.push([part as u32, k as u32]);
            }
        }
    }

    /// Poses of bodies that several ranks read.
    pub fn share_poses<B: Bodies<W>, const W: usize>(&mut self, poses: &mut [B::Pose]) {
        if self.shown.is_empty() {
            return;
        }
        let Crossing { line, shown, own, poses: numbers, of_poses, .. } = self;
        for k in own.clone() {
            B::write_pose(&poses[shown[k] as usize], &mut numbers[k * B::POSE..][..B::POSE]);
        }
        line.share(numbers, of_poses);
        for (k, (&body, pose)) in shown.iter().zip(numbers.chunks_exact(B::POSE)).enumerate() {
            if !own.contains(&k) {
                poses[body as usize] = B::read_pose(pose);
            }
        }
    }

    /// Accelerations or velocities of handles.
    pub fn share_handles(&mut self, motions: &mut [f64]) {
        self.line.share(motions, &self.of_handles);
    }

    /// Accelerations of handles without constraints, and Λ of all nodes.
    pub fn share_responses(&mut self, free: &mut [f64], responses: &mut InverseMass) {
        if let InverseMass::Handles(_, values) = responses {
            self.line.share(free, &self.of_handles);
            self.line.share(values, &self.of_nodes);
        }
    }
}
