//! The mechanism as the file places it, body by body and joint by joint: motions, joint angles, and whether a joint
//! holds there. Nothing is kept of any body, so a model is looked at without memory for it.

use super::{Bodies, Ends};
use crate::ids::BodyId;
use crate::model::joint::rows::Rows;
use crate::model::{Joint, Model};
use crate::spatial::BodyMotion;

/// Round-off of a position, relative to its distance from the origin: a few roundings of it are in every point of a
/// joint.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;

/// How much an equation may be violated and yet hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Limit of Φ, for bodies near the origin.
    pub position: f64,
    /// Limit of G v − ν.
    pub velocity: f64,
}

impl Limits {
    /// Round-off in a model's equations, `round_off` being relative to its lengths and speeds.
    pub(crate) fn of(model: &Model, round_off: f64) -> Limits {
        let speeds = model.bodies.iter().flat_map(|body| body.velocity.into_iter().chain(body.angular_velocity));
        let speed = speeds.fold(1.0, |most: f64, v| v.abs().max(most));
        Limits { position: round_off * model.length_scale(), velocity: round_off * speed }
    }

    /// The limit of Φ for bodies as far from the origin as this.
    pub(crate) fn at(&self, distance: f64) -> f64 {
        self.position + ROUNDINGS * distance
    }
}

/// Reads bodies from the file's terms; its memory is that of one body.
pub(crate) struct Reader<'m, const W: usize> {
    model: &'m Model,
    coordinates: Vec<f64>,
    velocities: Vec<f64>,
    rows: Rows<W>,
}

impl<'m, const W: usize> Reader<'m, W> {
    /// A reader of this model.
    pub(crate) fn new(model: &'m Model) -> Self {
        Reader { model, coordinates: Vec::new(), velocities: Vec::new(), rows: Rows::default() }
    }

    fn read<B: Bodies<W>>(&mut self, body: BodyId) -> (B::Pose, [f64; W]) {
        let Some(index) = body.index() else { return (B::GROUND, [0.0; W]) };
        self.coordinates.clear();
        self.velocities.clear();
        B::initial(self.model, index, &mut self.coordinates, &mut self.velocities);
        let mut velocities = [0.0; W];
        velocities.copy_from_slice(&self.velocities);
        (B::pose(&self.coordinates, &velocities), velocities)
    }

    /// Where the file places a body and how it moves there; accelerations are zero.
    pub(crate) fn motion<B: Bodies<W>>(&mut self, body: usize) -> BodyMotion {
        let (pose, _) = self.read::<B>(BodyId::new(body));
        let mut motion = BodyMotion::default();
        B::write_motion(&self.coordinates, &pose, &[0.0; W], &mut motion);
        motion
    }

    /// The unwrapped angles of all joints, as many as [`Model::n_angles`]; zero for joints that do not turn.
    pub(crate) fn unwrapped_angles<B: Bodies<W>>(&mut self) -> Vec<f64> {
        let model = self.model;
        let mut angles = vec![0.0; model.n_angles()];
        for (j, joint) in model.joints.iter().enumerate() {
            let [first, second] = [joint.first.body, joint.second.body].map(|body| self.read::<B>(body).0);
            let ends = Ends { joint, first: &first, second: &second, time: 0.0, unwrapped_angle: 0.0 };
            if joint.has_two_angles() {
                [angles[j], angles[model.n_joints() + j]] = count_both::<B, W>(ends, 0.0, 0.0);
            } else if joint.kind.curve().is_some() {
                [angles[j], _] = count_both::<B, W>(ends, 0.0, 0.0);
            } else if turns(joint) {
                angles[j] = B::turning(ends).0;
            }
        }
        angles
    }

    /// Whether the equations of a joint that is no gear hold; its driver is not looked at.
    pub(crate) fn holds<B: Bodies<W>>(&mut self, joint: &Joint, limits: Limits) -> bool {
        let [(first, v), (second, w)] = [joint.first.body, joint.second.body].map(|body| self.read::<B>(body));
        self.rows.n = 0;
        B::write_joint(Ends { joint, first: &first, second: &second, time: 0.0, unwrapped_angle: 0.0 }, &mut self.rows);
        let n = self.rows.n - usize::from(joint.motion.is_some());
        let far = [&first, &second].map(|pose| B::pose_in_space(pose).r.norm());
        let limit = limits.at(far[0].max(far[1]));
        // Written such that what is no number does not hold.
        let rows = &self.rows;
        (0..n).all(|row| {
            let velocity: f64 = (0..W).map(|c| rows.first[c][row] * v[c] + rows.second[c][row] * w[c]).sum();
            rows.residual[row].abs() <= limit && (velocity - rows.velocity[row]).abs() <= limits.velocity
        })
    }
}

/// Both angles of a universal joint, or the length along a curve, each at its turn nearest to where its rate would have
/// taken the old one.
pub(super) fn count_both<B: Bodies<W>, const W: usize>(
    mut ends: Ends<'_, B::Pose>,
    mut second_angle: f64,
    elapsed: f64,
) -> [f64; 2] {
    let rates = B::measures(ends, second_angle).map(|angle| angle.map_or(0.0, |angle| angle.rate));
    ends.unwrapped_angle += rates[0] * elapsed;
    second_angle += rates[1] * elapsed;
    B::measures(ends, second_angle).map(|angle| angle.map_or(0.0, |angle| angle.value))
}

/// Whether a joint has one angle that is counted through full turns.
pub(super) fn turns(joint: &Joint) -> bool {
    joint.kind.turns()
}
