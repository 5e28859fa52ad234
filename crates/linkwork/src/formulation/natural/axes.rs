//! A body in natural coordinates: its centre of mass and the axes fixed on it, in the plane one of them.
//!
//! Poses made of these are those of all other rooms; only their rotation is made of the axes as they were integrated, a
//! rotation but for the inner violation. Equations of joints do not mind: a vector fixed on a body is linear in the
//! axes, and its rate is ω× itself, whatever their lengths.

use super::super::bodies::{Bodies, Ends};
use crate::model::Body;
use crate::model::joint::rows::{Measure, Rows};
use crate::spatial::{BodyMotion, Dual};

/// Constraint loads, or their rates, on the first and on the second body.
pub(super) type Loads<const W: usize> = [[f64; W]; 2];

/// Bodies with natural coordinates.
pub(crate) trait Axes<const W: usize>: Bodies<W> {
    /// Numbers in the coordinates s of a body.
    const COUNT: usize;
    /// Numbers that tell which of its equal orientations a body has: full turns in the plane, the sign of the
    /// quaternion in space.
    const TURNS: usize;

    /// The pose with zero velocities.
    fn at_rest(s: &[f64]) -> Self::Pose;
    /// Has the body move like this.
    fn set_velocity(pose: &mut Self::Pose, w: &[f64; W]);
    /// ṡ = T w, and inner violations fed back with this rate.
    fn write_rates(s: &[f64], w: &[f64; W], feedback: f64, rates: &mut [f64]);
    /// T d added to s: what a small displacement makes of it. Inner violations are undone to second order.
    fn displace(s: &mut [f64], d: &[f64; W]) {
        let mut rates = [0.0; 12];
        Self::write_rates(s, d, 1.0, &mut rates[..Self::COUNT]);
        s.iter_mut().zip(rates).for_each(|(s, change)| *s += change);
    }

    /// s of a body that moves like this.
    fn coordinates(motion: &BodyMotion) -> Vec<f64>;
    /// Linear momentum and angular momentum about the centre of mass, world axes.
    fn momentum(body: &Body, motion: &BodyMotion) -> [f64; W];
    /// Its turns.
    fn turns(motion: &BodyMotion) -> Vec<f64>;

    /// Gives the pose an angle near these turns.
    fn count_on(pose: &mut Self::Pose, turns: &[f64]);
    /// The turns of a pose, near the old ones moved on by `elapsed` seconds.
    fn follow(pose: &Self::Pose, elapsed: f64, turns: &mut [f64]);
    /// The same pose with axes that are perpendicular and of length one.
    fn square(pose: &Self::Pose) -> Self::Pose;
    /// The motion in the terms users see, for a pose with an angle.
    fn observe(pose: &Self::Pose, turns: &[f64], acceleration: &[f64; W], out: &mut BodyMotion);

    /// (Gᵀμ)˙ of a joint that is no gear, μ held: what the motion of its bodies makes of constraint loads.
    fn load_rates(ends: Ends<'_, Self::Pose>, multipliers: &[f64]) -> Loads<W>;
    /// The same of an equation q = …, for the joint's coordinate.
    fn coordinate_load_rates(ends: Ends<'_, Self::Pose>, multiplier: f64) -> Loads<W>;
}

/// Ġᵀμ of equations whose rows are known with their rates along the motion.
#[inline(always)]
pub(super) fn sum_load_rates<const W: usize>(rows: &Rows<W, Dual<1>>, multipliers: &[f64]) -> Loads<W> {
    let mut loads = [[0.0; W]; 2];
    for (load, g) in loads.iter_mut().zip([&rows.first, &rows.second]) {
        for (load, g) in load.iter_mut().zip(g) {
            *load = g.iter().zip(multipliers).map(|(g, m)| g.rates[0] * m).sum();
        }
    }
    loads
}

/// The same of one measured scalar.
#[inline(always)]
pub(super) fn scale_load_rates<const W: usize>(measure: &Measure<W, Dual<1>>, multiplier: f64) -> Loads<W> {
    [measure.first, measure.second].map(|g| g.map(|g| multiplier * g.rates[0]))
}

/// A number with its rate along the motion.
#[inline(always)]
pub(super) fn moving(value: f64, rate: f64) -> Dual<1> {
    Dual { value, rates: [rate] }
}
