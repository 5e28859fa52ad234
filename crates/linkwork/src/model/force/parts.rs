//! Forces in terms of the rest of the program: the motion they read, the loads they add, their points and parameters,
//! their drawings and their columns.

use super::{Expression, JointMeasure, Turning};
use crate::ids::{BodyId, JointId};
use crate::model::Marker;
use crate::spatial::{Pose, Real, Vec3, Wrench};

/// Time and motion, as forces read them.
pub trait Surroundings<S: Real> {
    /// t (s).
    fn time(&self) -> S;

    /// Pose of a moving body.
    fn pose_of_moving(&self, body: BodyId) -> Pose<S>;

    /// Angle of a joint, for the forces that [need](super::Force::joint) one.
    fn turning(&self, joint: JointId) -> Turning<S>;

    /// A joint's coordinate: the first, or the second of those that have two.
    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure<S>;

    /// Angle of a moving body in a planar model, counted through full turns.
    fn planar_angle(&self, body: BodyId) -> S;

    /// Force and torque of a joint on its second body about the joint's point there, world axes; zero while friction
    /// that follows them is not known yet.
    fn reaction(&self, joint: JointId) -> Wrench<S>;

    /// A result of the model's [`Signals`](crate::model::Signals), by its slot.
    fn signal(&self, slot: usize) -> S;

    /// The coordinate that a row of a force's law reads: that of the motion, unless an integrator carries it beside the
    /// motion, as a state of its own.
    #[inline]
    fn stretch(&self, _row: usize, of_motion: S) -> S {
        of_motion
    }

    /// The rate of that coordinate.
    #[inline]
    fn stretch_rate(&self, _row: usize, of_motion: S) -> S {
        of_motion
    }

    /// The value of an expression, of time or of the state.
    #[inline]
    fn value(&self, expression: &Expression) -> S {
        expression.slot().map_or_else(|| expression.value(self.time()), |slot| self.signal(slot))
    }

    /// Pose of any body.
    #[inline]
    fn pose(&self, body: BodyId) -> Pose<S> {
        if body.is_ground() { Pose::constant(&Pose::GROUND) } else { self.pose_of_moving(body) }
    }
}

/// Where forces add their loads. A closure that takes body and wrench is one.
pub trait Loads<S: Real> {
    /// Adds a wrench about the body's centre of mass, world axes.
    fn add(&mut self, body: BodyId, wrench: Wrench<S>);

    /// Adds a torque that is known in the axes of the world and of the body.
    #[inline]
    fn add_torque(&mut self, body: BodyId, torque: Vec3<S>, _torque_B: Vec3<S>) {
        self.add(body, Wrench { force: Vec3::zero(), torque });
    }
}

impl<S: Real, F: FnMut(BodyId, Wrench<S>)> Loads<S> for F {
    #[inline]
    fn add(&mut self, body: BodyId, wrench: Wrench<S>) {
        self(body, wrench);
    }
}

/// Loads on moving bodies; those on the ground are dropped.
pub(super) struct OnMoving<'a, L>(pub(super) &'a mut L);

impl<S: Real, L: Loads<S>> Loads<S> for OnMoving<'_, L> {
    #[inline]
    fn add(&mut self, body: BodyId, wrench: Wrench<S>) {
        if !body.is_ground() {
            self.0.add(body, wrench);
        }
    }

    #[inline]
    fn add_torque(&mut self, body: BodyId, torque: Vec3<S>, torque_B: Vec3<S>) {
        if !body.is_ground() {
            self.0.add_torque(body, torque, torque_B);
        }
    }
}

/// A point fixed on a body.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Attachment {
    /// The body that carries it; for the ground, coordinates are those of the world.
    pub body: BodyId,
    /// In body axes from the centre of mass.
    pub point: Vec3,
}

impl Attachment {
    /// The origin of a frame.
    pub fn of(marker: &Marker) -> Attachment {
        Attachment { body: marker.body, point: marker.point }
    }

    pub(super) fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Body(&mut self.body));
        visit(Parameter::Vector(&mut self.point));
    }
}

/// The points at which a force acts.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The only one, or that on the first body.
    pub first: Attachment,
    /// That on the second body, where there are two.
    pub second: Option<Attachment>,
}

impl Ends {
    pub(super) fn one(first: Attachment) -> Ends {
        Ends { first, second: None }
    }

    /// Both, twice the same where there is one.
    pub fn both(&self) -> [Attachment; 2] {
        [self.first, self.second.unwrap_or(self.first)]
    }

    /// The bodies on which it acts; the ground where there is one only.
    pub fn bodies(&self) -> [BodyId; 2] {
        [self.first.body, self.second.map_or(BodyId::GROUND, |second| second.body)]
    }
}

/// One parameter of a force, as [`Force::parameters`](super::Force::parameters) shows it.
pub(crate) enum Parameter<'a> {
    /// A body it acts on.
    Body(&'a mut BodyId),
    /// A joint it acts on.
    Joint(&'a mut JointId),
    /// A point or a direction.
    Vector(&'a mut Vec3),
    /// Other numbers.
    Numbers(&'a [f64]),
    /// A function of time.
    Expression(Option<&'a mut Expression>),
    /// One of several words.
    Word(&'static str),
    /// Yes or no.
    Flag(bool),
}

/// How a force is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// How many of its ends are shown.
    pub n_ends: usize,
    /// Whether it has a moment about the point where it acts.
    pub has_moment: bool,
    /// Axis of its symbol, in the axes of the first body.
    pub axis: Option<Vec3>,
    /// Point and normal of the plane that is shown with it, in the world.
    pub plane: Option<[Vec3; 2]>,
    /// Shape of a body at its ends.
    pub hold: Hold,
}

impl Drawing {
    pub(super) fn new(n_ends: usize, hold: Hold) -> Drawing {
        Drawing { n_ends, has_moment: false, axis: None, plane: None, hold }
    }
}

/// The drawing of a body without shapes of its own where a force acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// A mount.
    Mount,
    /// A point that touches something.
    Touch,
    /// A point.
    Point,
    /// Nothing.
    Nothing,
}

/// A quantity that results have of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The end of its column's name.
    pub name: &'static str,
    /// In words.
    pub quantity: &'static str,
    /// SI.
    pub unit: &'static str,
}

impl Measured {
    /// Whether it is a load, which depends on the element's law, and not the place or motion of its ends.
    pub(crate) fn is_load(&self) -> bool {
        self.quantity.starts_with("force") || self.quantity.starts_with("torque") || self.quantity.starts_with("load")
    }

    pub(super) const fn new(name: &'static str, quantity: &'static str, unit: &'static str) -> Measured {
        Measured { name, quantity, unit }
    }
}
