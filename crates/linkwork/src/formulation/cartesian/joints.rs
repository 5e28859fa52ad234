//! Stage 3, the equations of joints between two bodies: Φ, G, ν and τ, joint by joint.

use super::{Bodies, Cartesian, Ends};
use crate::formulation::Equations;
use crate::lanes::{Lanes, Machine, Work};
use crate::model::Model;
use crate::model::joint::rows::Rows;
use crate::parallel::{Tasks, Team};
use crate::reduced::{Pattern, n_axes};
use std::ops::Range;

impl<B: Bodies<W>, const W: usize> Cartesian<B, W> {
    /// Writes the equations of all joints but gears and racks.
    pub(super) fn assemble_joints(
        &self,
        model: &Model,
        time: f64,
        windings: &[f64],
        equations: &mut Equations,
        team: &Team,
    ) {
        let Equations { system, residual, velocity, acceleration, right_side } = equations;
        let pattern = &system.pattern;
        let mut rest = Target { residual, velocity, acceleration, right_side, jacobian: &mut system.jacobian };
        let task = |joints: &Range<usize>| {
            let (n_rows, n_entries) = (pattern.rows_of(joints).len(), pattern.entries_of(joints).len());
            (joints.clone(), rest.split_off(n_rows, n_entries))
        };
        let mut tasks: Tasks<(Range<usize>, Target)> = pattern.block_chunks().iter().map(task).collect();
        let machine = Machine::detect();
        team.for_each_task(&mut tasks, |(joints, target)| {
            machine.run(Joints { formulation: self, model, pattern, time, windings, joints, target });
        });
    }

    #[inline(always)]
    fn assemble_joint(&self, ends: Ends<B::Pose>, [a, b]: [usize; 2], rows: &mut Rows<W>, out: Target) {
        rows.n = 0;
        let kind = Stored { driven: ends.joint.motion.is_some(), point: ends.joint.kind.holds_point() };
        B::write_joint(ends, rows);
        // The first body comes before the second; the ground has no part of G.
        let ground = self.n_bodies();
        let touches = [a, b].map(|body| (body != ground).then(|| self.free_of(body)));
        match rows.n {
            1 => out.store::<W, 1>(rows, kind, touches),
            2 => out.store::<W, 2>(rows, kind, touches),
            3 => out.store::<W, 3>(rows, kind, touches),
            4 => out.store::<W, 4>(rows, kind, touches),
            5 => out.store::<W, 5>(rows, kind, touches),
            _ => out.store::<W, 6>(rows, kind, touches),
        }
    }
}

/// Some joints, to be assembled with the instructions the machine has.
struct Joints<'a, B: Bodies<W>, const W: usize> {
    formulation: &'a Cartesian<B, W>,
    model: &'a Model,
    pattern: &'a Pattern,
    time: f64,
    windings: &'a [f64],
    joints: Range<usize>,
    target: Target<'a>,
}

impl<B: Bodies<W>, const W: usize> Work for Joints<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, _: V) {
        let Joints { formulation, model, pattern, time, windings, joints, mut target } = self;
        let mut rows = Rows::default();
        for j in joints {
            let (n_rows, n_entries) = (pattern.n_rows_of(j), pattern.entries_of(&(j..j + 1)).len());
            let out = target.split_off(n_rows, n_entries);
            if model.joints[j].kind.coupled().is_none() {
                let ends = formulation.ends(model, j, time, windings);
                formulation.assemble_joint(ends, formulation.ends[j], &mut rows, out);
            }
        }
    }
}

/// What of a joint's rows is stored: without a driver ν = 0 always; what a point makes of translations is known.
#[derive(Clone, Copy)]
struct Stored {
    driven: bool,
    point: bool,
}

/// Where the rows of some joints go.
struct Target<'a> {
    residual: &'a mut [f64],
    velocity: &'a mut [f64],
    acceleration: &'a mut [f64],
    right_side: &'a mut [f64],
    jacobian: &'a mut [f64],
}

impl<'a> Target<'a> {
    /// Takes the first rows off.
    #[inline(always)]
    fn split_off(&mut self, n_rows: usize, n_entries: usize) -> Target<'a> {
        Target {
            residual: self.residual.split_off_mut(..n_rows).unwrap_or_default(),
            velocity: self.velocity.split_off_mut(..n_rows).unwrap_or_default(),
            acceleration: self.acceleration.split_off_mut(..n_rows).unwrap_or_default(),
            right_side: self.right_side.split_off_mut(..n_rows).unwrap_or_default(),
            jacobian: self.jacobian.split_off_mut(..n_entries).unwrap_or_default(),
        }
    }

    /// Copies M rows, with the accelerations of the bodies without constraints; the size is a constant, so that it is a few moves
    /// and no call.
    #[inline(always)]
    fn store<const W: usize, const M: usize>(self, rows: &Rows<W>, kind: Stored, touches: [Option<&[f64; W]>; 2]) {
        self.residual.copy_from_slice(&rows.residual[..M]);
        self.acceleration.copy_from_slice(&rows.acceleration[..M]);
        if kind.driven {
            self.velocity.copy_from_slice(&rows.velocity[..M]);
        }
        let mut stored = self.jacobian.as_chunks_mut::<M>().0.iter_mut();
        // b = G M⁻¹ f − τ at the same time, while G is at hand.
        let mut b = [0.0; M];
        for (g, (touched, sign)) in [&rows.first, &rows.second].into_iter().zip(touches.into_iter().zip([-1.0, 1.0])) {
            let Some(free) = touched else { continue };
            let known = if kind.point { n_axes(W) } else { 0 };
            for c in 0..known.min(M) {
                b[c] += sign * free[c];
            }
            for ((g, free), out) in g[known..].iter().zip(&free[known..]).zip(&mut stored) {
                out.copy_from_slice(&g[..M]);
                for i in 0..M {
                    b[i] += g[i] * free;
                }
            }
        }
        for i in 0..M {
            self.right_side[i] = b[i] - rows.acceleration[i];
        }
    }
}
