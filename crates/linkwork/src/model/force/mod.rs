//! Applied forces: one file a type, and the enum of all.
//!
//! Every force reads where the bodies are and how they move, and adds wrenches about their centres of mass. None
//! knows which coordinates the formulation uses. Those with a potential are exactly minus its gradient, so that energy
//! is a check of the whole computation.

mod applied;
mod bushing;
mod law;
mod plane_spring;
mod spring;
mod torsion;
mod turning;

#[cfg(test)]
mod tests;

pub use applied::Frame;
pub use turning::Turning;

use super::{Expression, Marker, Space};
use crate::ids::{BodyId, JointId};
use crate::spatial::{Pose, Vec3, Wrench};
use law::Law;

/// A point fixed on a body.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Attachment {
    /// The body that carries it; for the ground, coordinates are those of the world.
    pub body: BodyId,
    /// In body axes from the centre of mass.
    pub point: Vec3,
}

/// A force element.
// Bushings are large and few; a box would only add a detour for each.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Force {
    /// Spring, damper and actuator along the line between two points. Positive force pushes the points apart:
    /// −k (l − l₀) − c l̇ + force(t).
    Spring {
        /// Unique.
        name: String,
        /// Point on the first body.
        first: Attachment,
        /// Point on the second body.
        second: Attachment,
        /// k (N/m).
        stiffness: f64,
        /// c (N·s/m).
        damping: f64,
        /// Free length l₀ (m).
        length: f64,
        /// Actuator force (N).
        force: Option<Expression>,
    },
    /// Torsion spring, damper and motor on a joint's angle q, acting on the second body about the axis:
    /// −k (q − q₀) − c q̇ + torque(t).
    Torsion {
        /// Unique.
        name: String,
        /// A revolute, cylindrical or screw joint.
        joint: JointId,
        /// k (N·m/rad).
        stiffness: f64,
        /// c (N·m·s/rad).
        damping: f64,
        /// Free angle q₀ (rad).
        angle: f64,
        /// Motor torque (N·m).
        torque: Option<Expression>,
    },
    /// A given force at a point of a body.
    Force {
        /// Unique.
        name: String,
        /// Where it acts.
        at: Attachment,
        /// Components (N).
        value: [Expression; 3],
        /// Axes of the components.
        frame: Frame,
    },
    /// A given torque on a body.
    Torque {
        /// Unique.
        name: String,
        /// The body.
        body: BodyId,
        /// Components (N·m).
        value: [Expression; 3],
        /// Axes of the components.
        frame: Frame,
    },
    /// Six springs and dampers between two frames: three along, three about the axes of the first frame.
    Bushing {
        /// Unique.
        name: String,
        /// Frame on the first body.
        first: Marker,
        /// Frame on the second body.
        second: Marker,
        /// Along x, y, z (N/m), about x, y, z (N·m/rad).
        stiffness: [f64; 6],
        /// Along x, y, z (N·s/m), about x, y, z (N·m·s/rad).
        damping: [f64; 6],
    },
    /// A spring and damper between a point of a body and a plane in the world, along the plane's normal.
    PlaneSpring {
        /// Unique.
        name: String,
        /// The point.
        at: Attachment,
        /// A point of the plane, in the world.
        plane_point: Vec3,
        /// Unit normal, towards the free side.
        plane_normal: Vec3,
        /// N/m.
        stiffness: f64,
        /// N·s/m.
        damping: f64,
        /// Only pushes, and only while the point is below the plane.
        unilateral: bool,
    },
}

impl Force {
    /// Its name in messages and columns.
    pub fn name(&self) -> &str {
        match self {
            Force::Spring { name, .. }
            | Force::Torsion { name, .. }
            | Force::Force { name, .. }
            | Force::Torque { name, .. }
            | Force::Bushing { name, .. }
            | Force::PlaneSpring { name, .. } => name,
        }
    }

    /// Adds what the force does to each moving body at `time`: a wrench about its centre of mass, world axes.
    ///
    /// `pose` and `add` are called for moving bodies only, `turning` for the joint of a torsion spring. Costs a few
    /// hundred operations at most and allocates nothing.
    pub fn add_wrenches(
        &self,
        time: f64,
        pose: impl Fn(BodyId) -> Pose,
        turning: impl Fn(JointId) -> Turning,
        mut add: impl FnMut(BodyId, Wrench),
    ) {
        let pose = |body: BodyId| if body.is_ground() { Pose::GROUND } else { pose(body) };
        let mut add = |body: BodyId, wrench: Wrench| {
            if !body.is_ground() {
                add(body, wrench);
            }
        };
        match self {
            Force::Spring { first, second, stiffness, damping, length, force, .. } => {
                let law = Law::new(*stiffness, *damping, *length).with_actuator(force.as_ref(), time);
                spring::add_wrenches(law, [first, second], pose, add);
            }
            Force::Torsion { joint, stiffness, damping, angle, torque, .. } => {
                let law = Law::new(*stiffness, *damping, *angle).with_actuator(torque.as_ref(), time);
                torsion::add_wrenches(law, turning(*joint), add);
            }
            Force::Force { at, value, frame, .. } => {
                add(at.body, applied::calc_force(time, value, *frame, at, pose(at.body)));
            }
            Force::Torque { body, value, frame, .. } => {
                add(*body, applied::calc_torque(time, value, *frame, pose(*body)));
            }
            Force::Bushing { first, second, stiffness, damping, .. } => {
                bushing::add_wrenches([first, second], stiffness, damping, pose, add);
            }
            Force::PlaneSpring { at, plane_point, plane_normal, stiffness, damping, unilateral, .. } => {
                let plane = plane_spring::Plane { point: *plane_point, normal: *plane_normal, unilateral: *unilateral };
                add(at.body, plane.calc_wrench(Law::new(*stiffness, *damping, 0.0), at, pose(at.body)));
            }
        }
    }

    /// The names in results of what it measures and does, in the order of [`measure`](Force::measure); a given load
    /// tells nothing.
    pub fn quantities(&self, space: Space) -> &'static [&'static str] {
        match self {
            Force::Spring { .. } => &["length", "rate", "force"],
            Force::Torsion { .. } => &["angle", "rate", "torque"],
            Force::PlaneSpring { .. } => &["depth", "rate", "force"],
            Force::Bushing { .. } if space == Space::Planar => &["dx", "dy", "rz", "fx", "fy", "tz"],
            Force::Bushing { .. } => &["dx", "dy", "dz", "rx", "ry", "rz", "fx", "fy", "fz", "tx", "ty", "tz"],
            Force::Force { .. } | Force::Torque { .. } => &[],
        }
    }

    /// Tells the numbers behind [`quantities`](Force::quantities): coordinate, rate and load of a spring,
    /// displacements and loads of a bushing in its first frame. Loads are those on the second body.
    pub fn measure(
        &self,
        now: (Space, f64),
        pose: impl Fn(BodyId) -> Pose,
        turning: impl Fn(JointId) -> Turning,
        mut tell: impl FnMut(&[f64]),
    ) {
        let (space, time) = now;
        let pose = |body: BodyId| if body.is_ground() { Pose::GROUND } else { pose(body) };
        match self {
            Force::Spring { first, second, stiffness, damping, length, force, .. } => {
                let law = Law::new(*stiffness, *damping, *length).with_actuator(force.as_ref(), time);
                let line = spring::Line::between([first, second], [&pose(first.body), &pose(second.body)]);
                tell(&line.map_or([0.0; 3], |line| [line.length, line.rate, law.load(line.length, line.rate)]));
            }
            Force::Torsion { joint, stiffness, damping, angle, torque, .. } => {
                let law = Law::new(*stiffness, *damping, *angle).with_actuator(torque.as_ref(), time);
                let joint = turning(*joint);
                tell(&[joint.angle, joint.rate, law.load(joint.angle, joint.rate)]);
            }
            Force::PlaneSpring { at, plane_point, plane_normal, stiffness, damping, unilateral, .. } => {
                let plane = plane_spring::Plane { point: *plane_point, normal: *plane_normal, unilateral: *unilateral };
                tell(&plane.measure(Law::new(*stiffness, *damping, 0.0), at, &pose(at.body)));
            }
            Force::Bushing { first, second, stiffness, damping, .. } => {
                let [d, theta, f, torque] = bushing::measure([first, second], stiffness, damping, pose);
                match space {
                    Space::Planar => tell(&[d[0], d[1], theta[2], f[0], f[1], torque[2]]),
                    Space::Spatial => tell([d, theta, f, torque].map(|v| v.0).as_flattened()),
                }
            }
            Force::Force { .. } | Force::Torque { .. } => {}
        }
    }

    /// The energy stored in the springs of this force (J). Dampers, actuators and applied loads store none, so the time,
    /// that of the poses, does not matter to any force so far.
    pub fn potential(&self, pose: impl Fn(BodyId) -> Pose, turning: impl Fn(JointId) -> Turning) -> f64 {
        let pose = |body: BodyId| if body.is_ground() { Pose::GROUND } else { pose(body) };
        match self {
            Force::Spring { first, second, stiffness, damping, length, .. } => {
                spring::calc_potential(Law::new(*stiffness, *damping, *length), [first, second], pose)
            }
            Force::Torsion { joint, stiffness, damping, angle, .. } => {
                Law::new(*stiffness, *damping, *angle).potential(turning(*joint).angle)
            }
            Force::Force { .. } | Force::Torque { .. } => 0.0,
            Force::Bushing { first, second, stiffness, .. } => {
                bushing::calc_potential([first, second], stiffness, pose)
            }
            Force::PlaneSpring { at, plane_point, plane_normal, stiffness, damping, unilateral, .. } => {
                let plane = plane_spring::Plane { point: *plane_point, normal: *plane_normal, unilateral: *unilateral };
                plane.calc_potential(Law::new(*stiffness, *damping, 0.0), at, pose(at.body))
            }
        }
    }
}
