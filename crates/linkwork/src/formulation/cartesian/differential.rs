//! Derivatives of the equations of motion: handles are the bodies.

use super::Cartesian;
use crate::formulation::Now;
use crate::formulation::bodies::{Moved, write_differential};
use crate::formulation::differential::{Differentiable, Differential, Evaluated};
use crate::model::Model;
use crate::system::Direction;

impl<B: Moved<W>, const W: usize> Differentiable for Cartesian<B, W> {
    fn write_differential(
        &self,
        model: &Model,
        now: Now,
        at: &Evaluated,
        direction: &Direction,
        out: &mut Differential,
    ) {
        let (q, v) = now.values.split_at(self.n_bodies() * B::COORDINATES);
        let pose = |(q, v): (&[f64], &[f64])| B::pose(q, v);
        let mut poses: Vec<B::Pose> = q.chunks_exact(B::COORDINATES).zip(v.chunks_exact(W)).map(pose).collect();
        poses.push(B::GROUND);
        write_differential::<B, W>(model, &poses, at, direction, out);
    }
}
