//! Some joints of a mechanism with the bodies they hold, as a mechanism of its own: its equations at any position near
//! the assembled one, as full matrices of numbers without units.

use crate::formulation::bodies::touched_bodies;
use crate::formulation::stages::Stages;
use crate::formulation::{Equations, Level};
use crate::ids::BodyId;
use crate::model::{Joint, Model};
use crate::parallel::Team;
use crate::reduced::n_axes;
use crate::spatial::{BodyMotion, Vec3};
use faer::Mat;

/// Makes a formulation in which every body has its own coordinates and every joint its equations.
pub(crate) type Make<'a> = &'a dyn Fn(&Model) -> Box<dyn Stages>;

/// Multiples of it, without their integer parts, are spread evenly and repeat nothing.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// Numbers in −0.5 … 0.5 that follow no pattern, others at each turn: a direction in which to move a part.
pub(crate) fn spread_numbers(n: usize, turn: usize) -> Vec<f64> {
    (0..n).map(|k| ((1 + k + 31 * turn) as f64 * GOLDEN_RATIO).fract() - 0.5).collect()
}

/// A part of a mechanism. Lengths are in units of its own size, and equations have unit rows in the position where it
/// was made.
pub(crate) struct Part {
    /// Bodies and joints, numbered anew; no forces.
    pub model: Model,
    /// By body of the part: its number in the whole.
    pub bodies: Vec<usize>,
    formulation: Box<dyn Stages>,
    equations: Equations,
    team: Team,
    unwrapped_angles: Vec<f64>,
    /// Where it is, at rest.
    pub values: Vec<f64>,
    /// One over the length of each row.
    weights: Vec<f64>,
    /// A typical length (m).
    pub length: f64,
}

impl Part {
    /// These joints of a mechanism in this position.
    pub(crate) fn new(whole: &Model, motions: &[BodyMotion], joints: &[usize], make: Make) -> Part {
        let mut bodies: Vec<usize> = joints.iter().flat_map(|&joint| touched_bodies(whole, joint)).collect();
        bodies.sort_unstable();
        bodies.dedup();
        // Every body of these joints is in the list.
        let renumber = |body: BodyId| {
            body.index().map_or(BodyId::GROUND, |index| BodyId::new(bodies.partition_point(|&b| b < index)))
        };
        let mut model = Model {
            bodies: bodies.iter().map(|&b| whole.bodies[b].clone()).collect(),
            joints: joints.iter().map(|&joint| whole.joints[joint].clone()).collect(),
            forces: Vec::new(),
            contact_groups: Vec::new(),
            ballast: Vec::new(),
            signals: Default::default(),
            ..whole.clone()
        };
        for joint in &mut model.joints {
            joint.first.body = renumber(joint.first.body);
            joint.second.body = renumber(joint.second.body);
        }
        for (body, &b) in model.bodies.iter_mut().zip(&bodies) {
            (body.position, body.orientation, body.angle) =
                (motions[b].position, motions[b].orientation, motions[b].angle);
            (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        Part::of(model, bodies, make)
    }

    /// The same with further joints.
    pub(crate) fn with(&self, further: &[Joint], make: Make) -> Part {
        let mut model = self.model.clone();
        model.joints.extend_from_slice(further);
        Part::of(model, self.bodies.clone(), make)
    }

    fn of(model: Model, bodies: Vec<usize>, make: Make) -> Part {
        let formulation = make(&model);
        let state = formulation.initial_state(&model);
        let mut part = Part {
            equations: formulation.equations(&model),
            team: Team::alone(),
            unwrapped_angles: state.unwrapped_angles,
            values: state.values,
            weights: Vec::new(),
            length: model.length_scale(),
            formulation,
            model,
            bodies,
        };
        part.weights = vec![1.0; part.equations.residual.len()];
        let rows = part.calc_jacobian();
        for (row, weight) in part.weights.iter_mut().enumerate() {
            let length = (0..rows.ncols()).map(|c| rows[(row, c)] * rows[(row, c)]).sum::<f64>().sqrt();
            *weight = if length > 0.0 { 1.0 / length } else { 1.0 };
        }
        part
    }

    /// Number of velocities of a body: 3 or 6.
    pub(crate) fn width(&self) -> usize {
        self.equations.system.pattern.width()
    }

    /// Velocities with their units, from ones without.
    fn with_units(&self, velocities: &[f64]) -> Vec<f64> {
        let (width, length) = (self.width(), self.length);
        let unit = |k: usize| if k % width < n_axes(width) { length } else { 1.0 };
        velocities.iter().enumerate().map(|(k, v)| v * unit(k)).collect()
    }

    fn update(&mut self, values: &[f64]) {
        let Part { model, formulation, equations, team, unwrapped_angles, .. } = self;
        formulation.update_kinematics(model, values, team);
        formulation.assemble(model, 0.0, unwrapped_angles, equations, team);
    }

    /// G where it is.
    pub(crate) fn calc_jacobian(&mut self) -> Mat<f64> {
        self.update(&self.values.clone());
        let (system, width) = (&self.equations.system, self.width());
        let mut rows = Mat::zeros(system.pattern.n_rows(), system.pattern.n_handles() * width);
        for block in 0..system.pattern.n_blocks() {
            for (k, row) in system.pattern.rows(block).enumerate() {
                for i in system.pattern.incidences(block) {
                    for c in 0..width {
                        let unit = if c < n_axes(width) { self.length } else { 1.0 };
                        rows[(row, i.handle * width + c)] = self.weights[row] * unit * system.g(i, k, c);
                    }
                }
            }
        }
        rows
    }

    /// τ for these velocities: quadratic in them.
    pub(crate) fn calc_bias(&mut self, velocities: &[f64]) -> Vec<f64> {
        let mut values = self.values.clone();
        let velocities = self.with_units(velocities);
        self.formulation.displace(Level::Velocity, &mut values, &velocities);
        self.update(&values);
        // Without forces b is −τ.
        self.equations.right_side.iter().zip(&self.weights).map(|(x, w)| -x * w).collect()
    }

    /// Φ where it is.
    pub(crate) fn calc_residual(&mut self) -> Vec<f64> {
        self.update(&self.values.clone());
        self.equations.residual.iter().zip(&self.weights).map(|(x, w)| x * w).collect()
    }

    /// Factor that gives an equation a row of unit size.
    pub(crate) fn weight(&self, row: usize) -> f64 {
        self.weights[row]
    }

    /// By equation: whether it holds a length, else an angle.
    pub(crate) fn find_lengths(&mut self) -> Vec<bool> {
        let (rows, width) = (self.calc_jacobian(), self.width());
        let moves = |row: usize| (0..rows.ncols()).any(|c| c % width < n_axes(width) && rows[(row, c)] != 0.0);
        (0..rows.nrows()).map(moves).collect()
    }

    /// Moves it.
    pub(crate) fn displace(&mut self, displacement: &[f64]) {
        let displacement = self.with_units(displacement);
        self.formulation.displace(Level::Position, &mut self.values, &displacement);
    }
}
