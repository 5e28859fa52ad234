//! Stage 3, the equations of joints: Φ, G, ν and τ, joint by joint.

use super::{Blocks, Bodies, Mechanism};
use crate::formulation::Equations;
use crate::lanes::{Lanes, Processor, Work};
use crate::model::Model;
use crate::model::joint::rows::Rows;
use crate::parallel::Team;
use crate::reduced::{Pattern, n_axes};
use std::ops::Range;

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Writes the blocks of all joints, gears and racks last; `free` is W by handle, the accelerations without
    /// constraints.
    pub(crate) fn assemble_joints<K: Blocks>(
        &self,
        model: &Model,
        moment: (f64, &[f64]),
        (blocks, free): (&K, &[f64]),
        equations: &mut Equations,
        team: &Team,
    ) {
        let (time, unwrapped_angles) = moment;
        let Equations { system, residual, velocity, right_side, .. } = equations;
        let pattern = &system.pattern;
        let mut rest = Target { residual, velocity, right_side, jacobian: &mut system.jacobian };
        let task = |range: &Range<usize>| {
            let (n_rows, n_entries) = (pattern.rows_of(range).len(), pattern.entries_of(range).len());
            (range.clone(), rest.split_off(n_rows, n_entries))
        };
        let processor = Processor::detect();
        team.for_each_task(pattern.block_chunks().iter().map(task), |(range, target)| {
            processor.run(Joints {
                mechanism: self,
                model,
                pattern,
                time,
                unwrapped_angles,
                blocks,
                free,
                range,
                target,
            });
        });
        self.assemble_couplings(model, moment, (blocks, free), equations);
    }
}

/// Some blocks, to be assembled with the instructions the processor has.
struct Joints<'a, B: Bodies<W>, K: Blocks, const W: usize> {
    mechanism: &'a Mechanism<B, W>,
    model: &'a Model,
    pattern: &'a Pattern,
    time: f64,
    unwrapped_angles: &'a [f64],
    blocks: &'a K,
    free: &'a [f64],
    range: Range<usize>,
    target: Target<'a>,
}

impl<B: Bodies<W>, K: Blocks, const W: usize> Work for Joints<'_, B, K, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, _: V) {
        let Joints { mechanism, model, pattern, time, unwrapped_angles, blocks, free, range, mut target } = self;
        let (free, ground) = (free.as_chunks::<W>().0, mechanism.n_bodies());
        let mut rows = Rows::default();
        for block in range {
            let (n_rows, n_entries) = (pattern.n_rows_of(block), pattern.entries_of(&(block..block + 1)).len());
            let out = target.split_off(n_rows, n_entries);
            let joint = blocks.joint(block);
            if model.joints[joint].kind.coupled().is_some() {
                continue;
            }
            // All its equations, or its driver alone.
            B::write_joint(mechanism.ends(model, joint, time, unwrapped_angles), &mut rows);
            if blocks.is_driver(block) {
                rows.keep_last();
            }
            // The first body comes before the second; the ground has no part of G.
            let touches = mechanism.ends[joint].map(|body| (body != ground).then(|| &free[blocks.handle(body)]));
            let driven = model.joints[joint].motion.is_some();
            out.store_rows(&rows, Stored { driven, point: pattern.sees_translation_itself(block) }, touches);
        }
    }
}

/// The stored part of a joint's rows: without a driver ν = 0 always; a point's part for translations is known.
#[derive(Clone, Copy)]
struct Stored {
    driven: bool,
    point: bool,
}

/// Takes the first n numbers off.
#[inline(always)]
fn split_off<'a>(numbers: &mut &'a mut [f64], n: usize) -> &'a mut [f64] {
    let (first, rest) = std::mem::take(numbers).split_at_mut(n);
    *numbers = rest;
    first
}

/// Where the rows of some joints go.
struct Target<'a> {
    residual: &'a mut [f64],
    velocity: &'a mut [f64],
    right_side: &'a mut [f64],
    jacobian: &'a mut [f64],
}

impl<'a> Target<'a> {
    /// Takes the first rows off.
    #[inline(always)]
    fn split_off(&mut self, n_rows: usize, n_entries: usize) -> Target<'a> {
        Target {
            residual: split_off(&mut self.residual, n_rows),
            velocity: split_off(&mut self.velocity, n_rows),
            right_side: split_off(&mut self.right_side, n_rows),
            jacobian: split_off(&mut self.jacobian, n_entries),
        }
    }

    /// Copies the rows.
    #[inline(always)]
    fn store_rows<const W: usize>(self, rows: &Rows<W>, kind: Stored, touches: [Option<&[f64; W]>; 2]) {
        match rows.n {
            1 => self.store::<W, 1>(rows, kind, touches),
            2 => self.store::<W, 2>(rows, kind, touches),
            3 => self.store::<W, 3>(rows, kind, touches),
            4 => self.store::<W, 4>(rows, kind, touches),
            5 => self.store::<W, 5>(rows, kind, touches),
            6 => self.store::<W, 6>(rows, kind, touches),
            n => unreachable!("a joint has 1 to 6 equations, not {n}"),
        }
    }

    /// Copies M rows, with the accelerations of the bodies without constraints; the size is a constant, so that it is a
    /// few moves and no call.
    #[inline(always)]
    fn store<const W: usize, const M: usize>(self, rows: &Rows<W>, kind: Stored, touches: [Option<&[f64; W]>; 2]) {
        self.residual.copy_from_slice(&rows.residual[..M]);
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
