//! Gears and racks: one equation over the bodies of two joints.

use super::placed::{count_both, turns};
use super::{Blocks, Bodies, Mechanism};
use crate::formulation::Equations;
use crate::model::Model;

/// A gear or rack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coupling {
    /// The gear itself.
    joint: usize,
    /// The joints it couples.
    pair: [usize; 2],
    /// q₂/q₁.
    ratio: f64,
}

/// All gears and racks of the model.
pub(super) fn list(model: &Model) -> Vec<Coupling> {
    let coupled = |(joint, j): (usize, &crate::model::Joint)| {
        let (pair, ratio) = j.kind.coupled()?;
        Some(Coupling { joint, pair: pair.map(|id| id.index()), ratio })
    };
    model.joints.iter().enumerate().filter_map(coupled).collect()
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Φ = q₂ − ratio q₁ − offset; a body of both joints gets the sum of both gradients.
    pub(super) fn assemble_couplings(
        &self,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        (blocks, free): (&impl Blocks, &[f64]),
        equations: &mut Equations,
    ) {
        let (ground, free) = (self.n_bodies(), free.as_chunks::<W>().0);
        for c in &self.couplings {
            let Some(block) = blocks.find_block(c.joint) else { continue };
            // A coupling that is left out has the row 0 = 0, which is never written: its memory starts with zeros.
            if model.joints[c.joint].left_out != 0 {
                continue;
            }
            let q = c.pair.map(|j| B::measure(self.ends(model, j, time, unwrapped_angles)));
            let [Some(q1), Some(q2)] = q else { unreachable!("`check` couples joints with one coordinate only") };
            let offset = model.joints[c.joint].offset;
            let (residual, acceleration) =
                crate::model::joint::gear::couple((q1.value, q1.bias), (q2.value, q2.bias), c.ratio, offset);
            let row = equations.system.pattern.rows(block).start;
            equations.residual[row] = residual;
            equations.velocity[row] = 0.0;
            equations.right_side[row] = -acceleration;

            let touched = equations.system.pattern.incidences(block);
            let start = touched[0].start;
            equations.system.jacobian[start..start + touched.len() * W].fill(0.0);
            let [[a1, b1], [a2, b2]] = c.pair.map(|j| self.ends[j]);
            let parts =
                [(a1, q1.first, -c.ratio), (b1, q1.second, -c.ratio), (a2, q2.first, 1.0), (b2, q2.second, 1.0)];
            for (body, gradient, factor) in parts {
                if body == ground {
                    continue;
                }
                let (handle, free) = (blocks.handle(body), &free[blocks.handle(body)]);
                let slot = touched.iter().position(|i| i.handle == handle).map_or(start, |k| touched[k].start);
                for k in 0..W {
                    equations.system.jacobian[slot + k] += factor * gradient[k];
                    equations.right_side[row] += factor * gradient[k] * free[k];
                }
            }
        }
    }

    /// New unwrapped angles: each angle at its turn nearest to where its rate would have taken the old one.
    pub(crate) fn wind_on(&self, model: &Model, elapsed: f64, unwrapped_angles: &mut [f64]) {
        for j in 0..model.n_joints() {
            let joint = &model.joints[j];
            if joint.has_two_angles() {
                let (ends, second) = (self.ends(model, j, 0.0, unwrapped_angles), model.n_joints() + j);
                let both = count_both::<B, W>(ends, unwrapped_angles[second], elapsed);
                [unwrapped_angles[j], unwrapped_angles[second]] = both;
            }
            if joint.kind.curve().is_some() {
                [unwrapped_angles[j], _] = count_both::<B, W>(self.ends(model, j, 0.0, unwrapped_angles), 0.0, elapsed);
            }
            if !turns(joint) {
                continue;
            }
            let mut ends = self.ends(model, j, 0.0, unwrapped_angles);
            let (_, rate, _) = B::turning(ends);
            ends.unwrapped_angle += rate * elapsed;
            unwrapped_angles[j] = B::turning(ends).0;
        }
    }
}
