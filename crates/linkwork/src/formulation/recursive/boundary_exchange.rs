//! BoundaryExchange the border: what a process shows its neighbours of its trees, and where it finds what they show.
//! Alone, it has everything.

use super::arrangement::Arrangement;
use super::loop_constraints::LoopConstraints;
use super::neighbors::Border;
use crate::exchange::{Exchange, Halo};
use crate::formulation::bodies::{Blocks, Bodies};
use crate::reduced::InverseMass;
use std::ops::Range;

/// A process's line to the others, and what goes over it.
pub(super) struct BoundaryExchange {
    line: Box<dyn Exchange>,
    /// Own nodes of the reduced system.
    pub nodes: Range<usize>,
    /// Own handles.
    pub handles: Range<usize>,
    /// Own bodies that others see, in the order of the forest.
    shown: Vec<u32>,
    /// Bodies of others, neighbour after neighbour.
    guests: Vec<u32>,
    /// Part and position of those shown.
    pub own_shown: Vec<[u32; 2]>,
    /// Poses of those shown, then of guests.
    poses: Vec<f64>,
    of_poses: Halo,
    of_handles: Halo,
    /// Λ of handles of others, where they are needed.
    of_responses: Option<Halo>,
}

impl BoundaryExchange {
    /// For this width of a motion and so many numbers in a pose.
    pub(super) fn new(
        arrangement: &Arrangement,
        line: Box<dyn Exchange>,
        [width, pose]: [usize; 2],
    ) -> BoundaryExchange {
        let loop_constraints = &arrangement.loop_constraints;
        let Some(border) = &arrangement.border else {
            return BoundaryExchange::alone(
                line,
                [loop_constraints.count_handles().len(), loop_constraints.n_handles()],
            );
        };
        let guests: Vec<u32> = border.neighbors.iter().flat_map(|neighbor| neighbor.bodies[1].clone()).collect();
        BoundaryExchange {
            nodes: border.nodes.clone(),
            handles: border.handles.clone(),
            own_shown: Vec::new(),
            poses: vec![0.0; pose * (border.shown.len() + guests.len())],
            of_poses: halo_of_poses(border, pose),
            of_handles: border.halo_of_handles(loop_constraints, width),
            of_responses: border.shows_responses.then(|| halo_of_responses(border, loop_constraints, width)),
            shown: border.shown.clone(),
            guests,
            line,
        }
    }

    fn alone(line: Box<dyn Exchange>, [n_nodes, n_handles]: [usize; 2]) -> BoundaryExchange {
        BoundaryExchange {
            line,
            nodes: 0..n_nodes,
            handles: 0..n_handles,
            shown: Vec::new(),
            guests: Vec::new(),
            own_shown: Vec::new(),
            poses: Vec::new(),
            of_poses: Halo::none(),
            of_handles: Halo::none(),
            of_responses: None,
        }
    }

    /// Notes where bodies of a part lie that others see; parts come one after the other.
    pub(super) fn find_own(&mut self, part: usize, bodies: impl Iterator<Item = u32>) {
        for (k, body) in bodies.enumerate() {
            // They are in the order of the forest, as the bodies of the parts are.
            if self.shown.get(self.own_shown.len()) == Some(&body) {
                self.own_shown.push([part as u32, k as u32]);
            }
        }
    }

    /// Poses of bodies that several processes read.
    pub(super) fn share_poses<B: Bodies<W>, const W: usize>(&mut self, poses: &mut [B::Pose]) {
        let BoundaryExchange { line, shown, guests, poses: numbers, of_poses, .. } = self;
        for (body, pose) in shown.iter().zip(numbers.chunks_exact_mut(B::POSE)) {
            B::write_pose(&poses[*body as usize], pose);
        }
        of_poses.refresh(&mut **line, numbers);
        for (body, pose) in guests.iter().zip(numbers[B::POSE * shown.len()..].chunks_exact(B::POSE)) {
            poses[*body as usize] = B::read_pose(pose);
        }
    }

    /// Accelerations or velocities of handles.
    pub(super) fn share_handles(&mut self, motions: &mut [f64]) {
        self.of_handles.refresh(&mut *self.line, motions);
    }

    /// Accelerations of handles without constraints, and Λ of neighbours' handles where that is needed.
    pub(super) fn share_responses(&mut self, free: &mut [f64], responses: &mut InverseMass) {
        self.share_handles(free);
        if let (InverseMass::Handles(_, values), Some(halo)) = (responses, &mut self.of_responses) {
            halo.refresh(&mut *self.line, values);
        }
    }
}

impl Border {
    /// Responses of handles at boundaries between processes.
    pub(crate) fn halo_of_handles(&self, loop_constraints: &LoopConstraints, width: usize) -> Halo {
        let numbers =
            |bodies: &[u32]| bodies.iter().map(|&body| loop_constraints.handle(body as usize) as u32).collect();
        Halo::new(width, self.neighbors.iter().map(|n| (n.process, numbers(&n.handles[0]), numbers(&n.handles[1]))))
    }
}

/// Items are the bodies shown, then guests, neighbour after neighbour.
fn halo_of_poses(border: &Border, pose: usize) -> Halo {
    let mut next = border.shown.len() as u32;
    let neighbor = |neighbor: &super::Neighbor| {
        let [shown, seen] = &neighbor.bodies;
        // Both lists are in the order of the forest.
        let mut places = border.shown.iter().enumerate();
        let place = |body: &u32| places.find(|(_, shown)| *shown == body).map(|(place, _)| place as u32);
        let first = next;
        next += seen.len() as u32;
        (neighbor.process, shown.iter().filter_map(place).collect(), (first..next).collect())
    };
    Halo::new(pose, border.neighbors.iter().map(neighbor).collect::<Vec<_>>())
}

/// Numbers of Λ: those of own nodes between handles that another process has, which there make a node of their own.
fn halo_of_responses(border: &Border, loop_constraints: &LoopConstraints, width: usize) -> Halo {
    let counts = loop_constraints.count_handles();
    let numbers = |bodies: &[u32]| {
        let chosen: Vec<usize> = bodies.iter().map(|&body| loop_constraints.handle(body as usize)).collect();
        let (mut handle, mut start, mut entries) = (0, 0, Vec::new());
        for &count in counts {
            let order = count * width;
            let here = chosen.iter().filter(|h| (handle..handle + count).contains(h)).map(|h| (h - handle) * width);
            let lines: Vec<usize> = here.flat_map(|first| first..first + width).collect();
            for row in &lines {
                entries.extend(lines.iter().map(|column| (start + row * order + column) as u32));
            }
            (handle, start) = (handle + count, start + order * order);
        }
        entries
    };
    Halo::new(1, border.neighbors.iter().map(|n| (n.process, numbers(&n.handles[0]), numbers(&n.handles[1]))))
}
