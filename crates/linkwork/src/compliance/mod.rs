//! Force elements as joints with compliance: the linear system of implicit methods.
//!
//! An element has rows s with loads F(s, ṡ), K = −∂F/∂s, D = −∂F/∂ṡ (see [`Row`](crate::model::force::Row)). With
//! S = η D + η² K and r = √S its rows join the constraint equations as r G_s, with one more on the diagonal:
//!
//! ```text
//! ⎡ G M⁻¹Gᵀ      G M⁻¹G_sᵀ r         ⎤
//! ⎣ r G_s M⁻¹Gᵀ  r G_s M⁻¹G_sᵀ r + 1 ⎦
//! ```
//!
//! so that an element without load (r = 0) leaves the pattern as it is, and a very stiff one is a joint. The one comes
//! from a node of its own that each block of rows touches with a unit matrix, as if a free body of unit mass gave way;
//! so this is a reduced system like that of the joints, and every solver, order of elimination and thread serves it
//! unchanged.
//!
//! Off-diagonal parts of K and D, geometric stiffness and derivatives of constraints are left out of the matrix: the
//! integrators that use it keep their order with any approximation. Loads that are expressions of the motion are coupled
//! by a correction of low rank, see `coupling.rs`.

mod coupling;
mod elements;
mod matrix;
mod spectrum;

pub(crate) use elements::SoftElements;
pub(crate) use matrix::MakeSolver;
pub(crate) use spectrum::{Fastest, find_fastest, find_fastest_at};

use crate::formulation::bodies::{CarriedPair, Instant};
use crate::model::Model;
use crate::parallel::Team;
use crate::spatial::Wrench;
use crate::system::Landing;
use crate::workspace::Level;

/// Poses of all bodies at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// The model.
    pub model: &'a Model,
    /// Time and angles.
    pub now: Instant<'a>,
    /// As numbers, body after body.
    pub poses: &'a [f64],
    /// Values of the model's own states.
    pub states: &'a [f64],
}

/// Coordinates of force elements and their rates, by row.
#[derive(Debug)]
pub(crate) struct SoftMotion<'a> {
    /// s; not a number for rows of force elements that are not carried. Gets as many as there are rows.
    pub coordinates: &'a mut Vec<f64>,
    /// ṡ
    pub rates: &'a mut Vec<f64>,
}

/// Right-hand sides and results of one stage, in motions of bodies; see [`Stage`](crate::system::Stage).
#[derive(Debug)]
pub(crate) struct BodyStage<'a> {
    /// Weight of the derivatives of loads by time (s).
    pub lag: f64,
    /// By row.
    pub y: &'a [f64],
    /// η b of all bodies, and w in its place.
    pub motions: &'a mut [f64],
    /// By row.
    pub u_s: &'a mut [f64],
    /// Where velocities follow from momenta: joints take out of η b what violates them, and G_sᵀμ, the loads of the
    /// elements, are told. Elsewhere joints keep what there is, and none are asked for.
    pub loads: Option<&'a mut [f64]>,
}

/// The force elements of a model with their linear system.
pub(crate) trait Compliance: Send {
    /// Pairs of contact groups that are carried.
    fn pairs(&self) -> &[CarriedPair];

    /// Numbers of a pose, and of a motion, for all bodies.
    fn room(&self) -> [usize; 2];

    /// Whether an element begins to act somewhere.
    fn has_gaps(&self) -> bool;

    /// Puts bodies where they are now: the methods below that take an `At` look at them there.
    fn place(&mut self, at: At, team: &Team);

    /// Has friction follow these reactions of joints.
    fn press(&mut self, reactions: &[Wrench]);

    /// ṡ of all rows.
    fn write_rates(&mut self, at: At, rates: &mut [f64], team: &Team);

    /// Chooses the elements to be carried in a step with this η, freezes everything there and factors the matrix.
    fn linearize(&mut self, at: At, eta: f64, soft: SoftMotion, team: &Team);

    /// Takes rows and tangents of the carried elements here, where [`constrain`](Compliance::constrain) was called, and
    /// factors the matrix with the last η. Aims at these coordinates.
    fn refresh(&mut self, at: At, soft: &[f64], team: &Team);

    /// Whether how rates change with the position matters at all.
    fn bends(&self) -> bool;

    /// N x, how ṡ changes where coordinates change by x, and how loads do that are coupled: rates are read at poses that
    /// are so many times x away, which the argument writes. Not at all for none.
    fn bend(&mut self, at: At, distance: Option<f64>, write_poses: &mut dyn FnMut(&mut [f64]), team: &Team);

    /// Makes coordinates no numbers that are not stiff with the η at hand.
    fn drop_slow(&self, soft: &mut [f64]);

    /// The equations of a stage.
    fn solve_stage(&mut self, stage: BodyStage, team: &Team);

    /// The joints' equations here. Returns the largest violation of positions.
    fn constrain(&mut self, at: At, team: &Team) -> f64;

    /// How far s is from these coordinates, for [`calc_correction`](Compliance::calc_correction).
    fn aim(&mut self, at: At, soft: &[f64], team: &Team);

    /// How bodies should move, or change their velocities, −M⁻¹ (Gᵀλ + G_sᵀμ), so that what the joints' equations miss
    /// where they were last asked for vanishes; of positions, also so that s comes to where it was aimed at, as far as
    /// elements are stiff.
    fn calc_correction(&mut self, level: Level, team: &Team) -> &[f64];

    /// See [`Compliant::calc_landing`](crate::system::Compliant::calc_landing).
    fn calc_landing(&mut self, at: At, soft: &[f64], team: &Team) -> Landing;
}
