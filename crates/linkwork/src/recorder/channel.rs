//! The channels of a model: names and order of the columns of a trajectory.

use crate::model::force::Measured;
use crate::model::signals::{AUDIT, DERIVATIVES, PLANAR, REACTION, SPATIAL};
use crate::model::{Coordinate, Force, Joint, Model, Space};
use crate::observation::Observation;
use crate::spatial::{BodyMotion, Quat, Wrench};

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

/// The columns of a model's trajectory in order: `time`, bodies, joints, forces, outputs, energies and residuals.
#[derive(Clone, Copy, Debug)]
pub struct ModelChannels<'m>(pub &'m Model);

/// Columns of a joint, in this order.
#[derive(Clone, Copy, Debug)]
pub struct JointChannels {
    /// Which of fx, fy, fz, tx, ty and tz: in the plane those that are not zero in every case.
    pub reaction: &'static [usize],
    /// Each with its rate and its acceleration.
    pub coordinates: &'static [&'static str],
    /// Whether there is a driver, with its load.
    pub driven: bool,
}

impl JointChannels {
    /// How many columns.
    pub fn count(&self) -> usize {
        self.reaction.len() + self.coordinates.len() * DERIVATIVES.len() + usize::from(self.driven)
    }
}

impl ModelChannels<'_> {
    /// Columns of each body.
    pub fn of_body(&self) -> &'static [&'static str] {
        match self.0.space {
            Space::Planar => &PLANAR,
            Space::Spatial => &SPATIAL,
        }
    }

    /// Columns of a joint.
    pub fn of_joint(&self, joint: &Joint) -> JointChannels {
        let reaction = match self.0.space {
            Space::Planar => self.planar_reaction(joint),
            Space::Spatial => &[0, 1, 2, 3, 4, 5],
        };
        JointChannels { reaction, coordinates: joint.coordinates(), driven: joint.motion.is_some() }
    }

    /// Force in the plane and torque about z: no torque where the joint acts at its point alone, no force of a gear
    /// between two angles.
    fn planar_reaction(&self, joint: &Joint) -> &'static [usize] {
        let turns = |joint: &Joint| joint.coordinate() == Some(Coordinate::Angle);
        match joint.kind.coupled() {
            Some((pair, _)) if pair.iter().all(|id| turns(&self.0.joints[id.index()])) => &[5],
            Some(_) => &[0, 1, 5],
            None if joint.kind.holds_angle() || joint.motion.is_some() && turns(joint) => &[0, 1, 5],
            None => &[0, 1],
        }
    }

    /// Columns of a force.
    pub fn of_force(&self, force: &Force) -> &'static [Measured] {
        force.quantities(self.0.space)
    }
}

impl Channels for ModelChannels<'_> {
    fn count(&self) -> usize {
        let of_joints: usize = self.0.joints.iter().map(|joint| self.of_joint(joint).count()).sum();
        let of_forces: usize = self.0.forces.iter().map(|force| self.of_force(force).len()).sum();
        let outputs = self.0.signals.output_names().len();
        1 + self.0.n_bodies() * self.of_body().len() + of_joints + of_forces + AUDIT.len() + outputs
    }

    fn for_each(&self, take: &mut dyn FnMut(&str)) {
        let mut full = String::new();
        take("time");
        let mut tell = |of: &str, name: &str, end: &str| {
            full.clear();
            full.extend([of, ".", name, end]);
            take(&full);
        };
        for body in &self.0.bodies {
            self.of_body().iter().for_each(|name| tell(&body.name, name, ""));
        }
        for joint in &self.0.joints {
            let JointChannels { reaction, coordinates, driven } = self.of_joint(joint);
            reaction.iter().for_each(|&k| tell(&joint.name, REACTION[k], ""));
            for name in coordinates {
                DERIVATIVES.iter().for_each(|end| tell(&joint.name, name, end));
            }
            if driven {
                tell(&joint.name, "drive", "");
            }
        }
        for force in &self.0.forces {
            self.of_force(force).iter().for_each(|measured| tell(force.name(), measured.name, ""));
        }
        self.0.signals.output_names().iter().for_each(|name| take(name));
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
    /// Whether reactions in it are those of the mechanism, as far as is known: next to singular positions they are not.
    fn is_definite(&self) -> bool;
}

impl<T: AsRef<[f64]>> Row for T {
    fn count(&self) -> usize {
        self.as_ref().len()
    }

    fn for_each(&self, take: &mut dyn FnMut(&[f64])) {
        take(self.as_ref());
    }

    fn is_definite(&self) -> bool {
        true
    }
}

/// An observation as a row in the order of [`ModelChannels`].
#[derive(Clone, Copy, Debug)]
pub struct ObservedRow<'a> {
    /// The model that is observed.
    pub model: &'a Model,
    /// The observation.
    pub seen: &'a Observation,
}

impl Row for ObservedRow<'_> {
    fn count(&self) -> usize {
        ModelChannels(self.model).count()
    }

    fn is_definite(&self) -> bool {
        !self.seen.is_singular
    }

    fn for_each(&self, take: &mut dyn FnMut(&[f64])) {
        let (seen, channels) = (self.seen, ModelChannels(self.model));
        take(&[seen.time]);
        for BodyMotion { position: r, orientation: Quat(e), angle, velocity: v, acceleration: a } in &seen.bodies {
            match self.model.space {
                Space::Planar => {
                    take(&[r[0], r[1], *angle]);
                    take(&[v.linear[0], v.linear[1], v.angular[2], a.linear[0], a.linear[1], a.angular[2]]);
                }
                Space::Spatial => {
                    for part in [&r.0[..], e, &v.linear.0, &v.angular.0, &a.linear.0, &a.angular.0] {
                        take(part);
                    }
                }
            }
        }
        let mut rest = &seen.coordinates[..];
        for (j, joint) in self.model.joints.iter().enumerate() {
            let JointChannels { reaction, coordinates, driven } = channels.of_joint(joint);
            let Wrench { force, torque } = &seen.reactions[j];
            let (all, mut told) = ([force.0, torque.0], [0.0; 6]);
            reaction.iter().zip(&mut told).for_each(|(&k, told)| *told = all.as_flattened()[k]);
            take(&told[..reaction.len()]);
            let (own, later) = rest.split_at(coordinates.len());
            take(own.as_flattened());
            rest = later;
            if driven {
                take(&seen.drives[j..=j]);
            }
        }
        take(&seen.measures);
        take(&seen.outputs);
        take(&[seen.kinetic, seen.potential, seen.kinetic + seen.potential, seen.work]);
        take(&[seen.residual_position, seen.residual_velocity]);
    }
}
