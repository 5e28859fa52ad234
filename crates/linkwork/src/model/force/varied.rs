//! Surroundings in which one thing varies: derivatives of loads and of expressions by it, with dual numbers.

use super::{JointMeasure, Surroundings, Turning};
use crate::ids::{BodyId, JointId};
use crate::spatial::{Dual, Pose, Vec3, Wrench};

/// A coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The joint.
    pub joint: JointId,
    /// The first coordinate or the second.
    pub which: usize,
}

/// The thing that varies, with its directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variation {
    /// Coordinates of all rows, and their rates: two directions.
    Rows,
    /// A coordinate of a joint, and its rate: two directions.
    Coordinate(Place),
    /// Time alone, as far as expressions name it.
    Time,
    /// Position and rotation of a body, world axes: six directions.
    Position(BodyId),
    /// Velocity and angular velocity of a body: six directions.
    Velocity(BodyId),
    /// A result of the model's expressions: one direction.
    Signal(usize),
}

/// Surroundings of which nothing else varies.
pub(crate) struct Varied<'a, N> {
    pub now: &'a N,
    pub variation: Variation,
    /// A coordinate that does not follow the bodies.
    pub apart: Option<Place>,
}

impl<N> Varied<'_, N> {
    fn turns(&self, body: BodyId) -> bool {
        self.variation == Variation::Position(body)
    }

    fn speeds(&self, body: BodyId) -> bool {
        self.variation == Variation::Velocity(body)
    }
}

/// Zero with derivative one in a direction; zero where there is no such direction.
fn direction<const D: usize>(k: usize) -> Dual<D> {
    let mut number = Dual::from(0.0);
    if let Some(rate) = number.rates.get_mut(k) {
        *rate = 1.0;
    }
    number
}

/// The derivative of a coordinate on which a unit load is this wrench.
fn along<const D: usize>(wrench: &Wrench) -> Dual<D> {
    let gradient = [wrench.force, wrench.torque].map(|vector| vector.0);
    let mut number = Dual::from(0.0);
    number.rates.iter_mut().zip(gradient.as_flattened()).for_each(|(rate, slope)| *rate = *slope);
    number
}

impl<const D: usize, N: Surroundings<f64>> Surroundings<Dual<D>> for Varied<'_, N> {
    fn time(&self) -> Dual<D> {
        self.now.time().into()
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose<Dual<D>> {
        let pose = self.now.pose_of_moving(body);
        let mut varied = Pose::constant(&pose);
        for k in 0..3 {
            if self.speeds(body) {
                varied.v.0[k] += direction(k);
                varied.w.0[k] += direction(3 + k);
            }
            if self.turns(body) {
                varied.r.0[k] += direction(k);
                let mut about = Vec3::ZERO;
                about.0[k] = 1.0;
                for column in 0..3 {
                    let change = about.cross(pose.R.column(column));
                    for row in 0..3 {
                        varied.R.0[row][column] += direction::<D>(3 + k) * change[row];
                    }
                }
            }
        }
        varied
    }

    fn turning(&self, joint: JointId) -> Turning<Dual<D>> {
        let Turning { angle, rate, axis, axis_in_first, first, second } = self.now.turning(joint);
        let (mut varied, mut speed) = (Dual::from(angle), Dual::from(rate));
        for (body, axis) in [(first, -axis), (second, axis)] {
            let change = along::<D>(&Wrench { force: Vec3::ZERO, torque: axis });
            if self.turns(body) {
                varied += change;
            }
            if self.speeds(body) {
                speed += change;
            }
        }
        Turning { angle: varied, rate: speed, axis: Vec3::constant(axis), axis_in_first, first, second }
    }

    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure<Dual<D>> {
        let JointMeasure { value, rate, bodies, wrenches } = self.now.coordinate(joint, which);
        let (mut varied, mut speed, place) = (Dual::from(value), Dual::from(rate), Place { joint, which });
        if self.variation == Variation::Coordinate(place) {
            varied += direction(0);
            speed += direction(1);
        }
        for (body, wrench) in bodies.into_iter().zip(&wrenches).filter(|_| self.apart != Some(place)) {
            if self.turns(body) {
                varied += along(wrench);
            }
            if self.speeds(body) {
                speed += along(wrench);
            }
        }
        JointMeasure { value: varied, rate: speed, bodies, wrenches: wrenches.map(constant) }
    }

    fn reaction(&self, joint: JointId) -> Wrench<Dual<D>> {
        constant(self.now.reaction(joint))
    }

    fn planar_angle(&self, body: BodyId) -> Dual<D> {
        let angle = Dual::from(self.now.planar_angle(body));
        if self.turns(body) { angle + direction(5) } else { angle }
    }

    fn signal(&self, slot: usize) -> Dual<D> {
        let value = Dual::from(self.now.signal(slot));
        if self.variation == Variation::Signal(slot) { value + direction(0) } else { value }
    }

    fn stretch(&self, _row: usize, of_motion: Dual<D>) -> Dual<D> {
        if self.variation == Variation::Rows { of_motion + direction(0) } else { of_motion }
    }

    fn stretch_rate(&self, _row: usize, of_motion: Dual<D>) -> Dual<D> {
        if self.variation == Variation::Rows { of_motion + direction(1) } else { of_motion }
    }
}

fn constant<const D: usize>(wrench: Wrench) -> Wrench<Dual<D>> {
    let [force, torque] = [wrench.force, wrench.torque].map(Vec3::constant);
    Wrench { force, torque }
}
