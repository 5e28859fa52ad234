//! Coordinates of a formulation as motions of bodies, and back: what implicit methods ask of it. Their linear system
//! holds for motions (ṙ, ω) of all bodies with every joint an equation, whatever coordinates are integrated.

use super::bodies::CarriedPair;
use super::{Level, Now};
use crate::model::Model;
use crate::parallel::Team;
use crate::spatial::Wrench;
use crate::workspace::Workspace;

/// A formulation whose values tell the motion of every body. Motions are those of the bodies in the order of the model,
/// three numbers each in the plane and six in space.
pub trait BodyMotions {
    /// Poses of all bodies at these values, as numbers, body after body; where values are momenta, velocities are those
    /// of the last evaluation.
    fn write_poses(&mut self, values: &[f64], unwrapped_angles: &[f64], poses: &mut [f64], team: &Team);

    /// Keeps how motions of bodies and of coordinates hang together at these values, for the methods below.
    fn freeze(&mut self, model: &Model, now: Now, workspace: &mut Workspace);

    /// Poses at these values; where they are momenta, with the velocities where it was frozen.
    fn write_bent_poses(&mut self, values: &[f64], unwrapped_angles: &[f64], poses: &mut [f64], team: &Team) {
        self.write_poses(values, unwrapped_angles, poses, team);
    }

    /// Motions of the bodies for these velocities, or changes of velocities, where it was frozen.
    fn spread(&mut self, velocities: &[f64], motions: &mut [f64]);

    /// The velocities, or changes of them, for motions of bodies that joints allow.
    fn gather(&mut self, motions: &[f64], velocities: &mut [f64]);

    /// q̇ for these motions of bodies and the velocities that belong to them, at these values, where it was frozen.
    fn write_coordinate_rates(&self, values: &[f64], motions: &[f64], velocities: &[f64], rates: &mut [f64]);

    /// By joint: reactions that friction follows in the last evaluation; none where none does.
    fn pressing_reactions(&self) -> &[Wrench];

    /// Has evaluations with coordinates of force elements find those of these pairs behind them.
    fn carry(&mut self, pairs: &[CarriedPair]);

    /// Moves coordinates by small displacements of bodies, or changes velocities, at values where it was frozen.
    fn displace_bodies(&mut self, level: Level, values: &mut [f64], motions: &[f64]);
}
