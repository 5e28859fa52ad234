//! The channels of a model: names and order of the columns of a trajectory.

use super::Observation;
use crate::model::{Joint, Model, Space};
use crate::spatial::{BodyMotion, Quat};

const SPATIAL: [&str; 19] = [
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alphax", "alphay",
    "alphaz",
];
const PLANAR: [&str; 9] = ["x", "y", "angle", "vx", "vy", "w", "ax", "ay", "alpha"];
const REACTION: [&str; 6] = ["fx", "fy", "fz", "tx", "ty", "tz"];
const COORDINATE: [&str; 2] = ["q", "qd"];
const AUDIT: [&str; 5] =
    ["energy.kinetic", "energy.potential", "energy.total", "residual.position", "residual.velocity"];

/// Names of columns, told one by one: all those of a large model at once would take more memory than the model.
pub trait Channels {
    /// How many there are.
    fn count(&self) -> usize;
    /// Tells each, in order.
    fn for_each(&self, take: &mut dyn FnMut(&str));
}

impl<T: AsRef<[String]>> Channels for T {
    fn count(&self) -> usize {
        self.as_ref().len()
    }

    fn for_each(&self, take: &mut dyn FnMut(&str)) {
        self.as_ref().iter().for_each(|name| take(name));
    }
}

/// The columns of a model's trajectory in order: `time`, bodies, joints, energies and residuals.
#[derive(Clone, Copy, Debug)]
pub struct ModelChannels<'m>(pub &'m Model);

impl ModelChannels<'_> {
    /// What is told of each body.
    pub fn of_body(&self) -> &'static [&'static str] {
        match self.0.space {
            Space::Planar => &PLANAR,
            Space::Spatial => &SPATIAL,
        }
    }
}

impl Channels for ModelChannels<'_> {
    fn count(&self) -> usize {
        let of_joint = |joint: &Joint| REACTION.len() + joint.coordinate().map_or(0, |_| COORDINATE.len());
        let of_joints: usize = self.0.joints.iter().map(of_joint).sum();
        1 + self.0.n_bodies() * self.of_body().len() + of_joints + AUDIT.len()
    }

    fn for_each(&self, take: &mut dyn FnMut(&str)) {
        let mut full = String::new();
        take("time");
        let mut tell = |of: &str, names: &[&str]| {
            for name in names {
                full.clear();
                full.extend([of, ".", name]);
                take(&full);
            }
        };
        for body in &self.0.bodies {
            tell(&body.name, self.of_body());
        }
        for joint in &self.0.joints {
            tell(&joint.name, &REACTION);
            if joint.coordinate().is_some() {
                tell(&joint.name, &COORDINATE);
            }
        }
        AUDIT.iter().for_each(|name| take(name));
    }
}

/// All names of [`ModelChannels`] in a list.
pub fn channels(model: &Model) -> Vec<String> {
    let mut names = Vec::new();
    ModelChannels(model).for_each(&mut |name| names.push(name.to_string()));
    names
}

/// One output time, told stretch by stretch: in a large model a row takes as much memory as what was observed.
pub trait Row {
    /// How many numbers there are: as many as channels.
    fn count(&self) -> usize;
    /// Tells all numbers in order, some at a time; the first one of all is the time.
    fn for_each(&self, take: &mut dyn FnMut(&[f64]));
}

impl<T: AsRef<[f64]>> Row for T {
    fn count(&self) -> usize {
        self.as_ref().len()
    }

    fn for_each(&self, take: &mut dyn FnMut(&[f64])) {
        take(self.as_ref());
    }
}

/// An observation as a row in the order of [`ModelChannels`].
#[derive(Clone, Copy, Debug)]
pub struct ObservedRow<'a> {
    /// What is observed.
    pub model: &'a Model,
    /// What was seen.
    pub seen: &'a Observation,
}

impl Row for ObservedRow<'_> {
    fn count(&self) -> usize {
        ModelChannels(self.model).count()
    }

    fn for_each(&self, take: &mut dyn FnMut(&[f64])) {
        let seen = self.seen;
        take(&[seen.time]);
        for BodyMotion { position: r, orientation: Quat(e), angle, velocity: v, acceleration: a } in &seen.bodies {
            match self.model.space {
                Space::Planar => {
                    take(&[r[0], r[1], *angle]);
                    take(&[v.linear[0], v.linear[1], v.angular[2], a.linear[0], a.linear[1], a.angular[2]]);
                }
                Space::Spatial => {
                    for part in [&r[..], e, &v.linear, &v.angular, &a.linear, &a.angular] {
                        take(part);
                    }
                }
            }
        }
        for (j, joint) in self.model.joints.iter().enumerate() {
            take(&seen.reactions[j].force);
            take(&seen.reactions[j].torque);
            if joint.coordinate().is_some() {
                take(&seen.coordinates[j]);
            }
        }
        take(&[seen.kinetic, seen.potential, seen.kinetic + seen.potential]);
        take(&[seen.residual_position, seen.residual_velocity]);
    }
}
