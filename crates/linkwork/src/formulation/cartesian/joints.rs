//! Stage 3, the equations of joints between two bodies: Φ, G, ν and τ, joint by joint.

use super::{Bodies, Cartesian, Ends};
use crate::formulation::Equations;
use crate::model::Model;
use crate::model::joint::rows::Rows;
use crate::parallel::{Tasks, Team};
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
        team.for_each_task(&mut tasks, |(joints, mut target)| {
            let mut rows = Rows::default();
            for j in joints {
                let (n_rows, n_entries) = (pattern.n_rows_of(j), pattern.entries_of(&(j..j + 1)).len());
                let out = target.split_off(n_rows, n_entries);
                if model.joints[j].kind.coupled().is_none() {
                    self.assemble_joint(self.ends(model, j, time, windings), self.ends[j], &mut rows, out);
                }
            }
        });
    }

    #[inline(always)]
    fn assemble_joint(&self, ends: Ends<B::Pose>, [a, b]: [usize; 2], rows: &mut Rows<W>, out: Target) {
        rows.n = 0;
        let driven = ends.joint.motion.is_some();
        B::write_joint(ends, rows);
        // The first body comes before the second; the ground has no part of G.
        let ground = self.n_bodies();
        let touches = [a, b].map(|body| (body != ground).then(|| self.free_of(body)));
        match rows.n {
            1 => out.store::<W, 1>(rows, driven, touches),
            2 => out.store::<W, 2>(rows, driven, touches),
            3 => out.store::<W, 3>(rows, driven, touches),
            4 => out.store::<W, 4>(rows, driven, touches),
            5 => out.store::<W, 5>(rows, driven, touches),
            _ => out.store::<W, 6>(rows, driven, touches),
        }
    }
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

    /// Copies M rows, with the accelerations of the bodies without constraints; the size is a constant, so that it is a few moves and no call. Joints without a driver have ν = 0 always.
    #[inline(always)]
    fn store<const W: usize, const M: usize>(self, rows: &Rows<W>, driven: bool, touches: [Option<&[f64; W]>; 2]) {
        self.residual.copy_from_slice(&rows.residual[..M]);
        self.acceleration.copy_from_slice(&rows.acceleration[..M]);
        if driven {
            self.velocity.copy_from_slice(&rows.velocity[..M]);
        }
        let mut blocks = self.jacobian.as_chunks_mut::<M>().0.as_chunks_mut::<W>().0.iter_mut();
        // b = G M⁻¹ f − τ at the same time, while G is at hand.
        let mut b = [0.0; M];
        for (g, touched) in [&rows.first, &rows.second].into_iter().zip(touches) {
            if let Some(free) = touched
                && let Some(block) = blocks.next()
            {
                for c in 0..W {
                    block[c].copy_from_slice(&g[c][..M]);
                    for i in 0..M {
                        b[i] += g[c][i] * free[c];
                    }
                }
            }
        }
        for i in 0..M {
            self.right_side[i] = b[i] - rows.acceleration[i];
        }
    }
}
