//! An observation: motion, reactions, energies and residuals of a mechanism at one instant, as users see them.

use crate::ids::JointId;
use crate::model::Model;
use crate::spatial::{BodyMotion, Wrench};

/// An equation that accelerations miss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// Its joint.
    pub joint: JointId,
    /// By how much, relative to the accelerations.
    pub size: f64,
}

/// Users see this of a state. It is computed once per output time, and its memory is reused from row to row.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// In s.
    pub time: f64,
    /// By body.
    pub bodies: Vec<BodyMotion>,
    /// By joint: on its second body, about the joint point on that body.
    pub reactions: Vec<Wrench>,
    /// By joint: the angle near which its angle is meant, then second angles; see
    /// [`State::unwrapped_angles`](crate::State).
    pub unwrapped_angles: Vec<f64>,
    /// Joint by joint, its coordinates in the order of [`Joint::coordinates`](crate::model::Joint::coordinates), each
    /// with its rate and its acceleration; [`Model::first_coordinates`] tells where those of a joint begin. Several
    /// processes have those of the whole only.
    pub coordinates: Vec<[f64; 3]>,
    /// By joint: the load of its driver along q (N or N·m), positive where it drives q up; zero without driver.
    pub drives: Vec<f64>,
    /// Force by force, what it [measures](crate::model::Force::measure). Several processes have those of the whole
    /// only.
    pub measures: Vec<f64>,
    /// Values of the model's states.
    pub(crate) states: Vec<f64>,
    /// Coordinates of force elements by row, where an integrator carries them beside the motion.
    pub(crate) soft: Vec<f64>,
    /// Columns of the model's own. Several processes have those of the whole only.
    pub outputs: Vec<f64>,
    /// Memory of the model's signals and outputs.
    pub(crate) registers: Vec<f64>,
    pub(crate) output_registers: Vec<f64>,
    /// ½ Σ m v² + ωᵀJω.
    pub kinetic: f64,
    /// Gravity and springs.
    pub potential: f64,
    /// Work that loads and drivers have done since the start, without what is in `potential`.
    pub work: f64,
    /// By body: its part of the kinetic energy, and its potential energy in the field of gravity.
    pub energies: Vec<[f64; 2]>,
    /// By force: the energy stored in its springs.
    pub stored: Vec<f64>,
    /// Whether the model's condition holds that ends a run.
    pub wants_stop: bool,
    /// The joint whose equations accelerations miss most, before anything was done about it, where round-off spoils
    /// them.
    pub missed: Option<Missed>,
    /// Whether equations depend on others here, or nearly so, that do not elsewhere: reactions are not definite then.
    pub is_singular: bool,
    /// Largest |Φ| of any constraint equation.
    pub residual_position: f64,
    /// Largest |G v − ν| of any constraint equation.
    pub residual_velocity: f64,
}

impl Observation {
    /// Memory for a model.
    pub(crate) fn resize(&mut self, model: &Model) {
        self.bodies.resize(model.n_bodies(), BodyMotion::default());
        self.energies.resize(model.n_bodies(), [0.0; 2]);
        self.reactions.resize(model.n_joints(), Wrench::default());
        self.unwrapped_angles.resize(model.n_angles(), 0.0);
        self.drives.resize(model.n_joints(), 0.0);
        self.stored.resize(model.n_stores(), 0.0);
        if self.states.len() != model.signals.states.len() {
            self.states = model.signals.states.iter().map(|state| state.initial).collect();
        }
    }

    /// The energies of the whole: bodies in their order, then springs in theirs.
    pub(crate) fn sum_energies(&mut self) {
        (self.kinetic, self.potential) = (0.0, 0.0);
        for [kinetic, potential] in &self.energies {
            self.kinetic += kinetic;
            self.potential += potential;
        }
        self.potential += self.stored.iter().sum::<f64>();
    }
}
