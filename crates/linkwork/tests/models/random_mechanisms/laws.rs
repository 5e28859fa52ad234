//! What must hold of every mechanism: derivatives, equations of motion, reactions, power. Each check computes its own
//! side of the equation from the model, by differences or by the laws of Newton and Euler.

use super::clarity::weakest_pivot;
use super::forces::{applied, inertial, pose_of, poses};
use super::random::Random;
use linkwork::multibody::Multibody;
use linkwork::parallel::Team;
use linkwork::recorder::Observation;
use linkwork::spatial::{Pose, Vec3, Wrench};
use linkwork::system::{Constrained, System};
use linkwork::workspace::Level;
use linkwork::{Model, Plan, Settings, Space, State};

/// Time at which everything is looked at: drivers start where the joints are.
const NOW: f64 = 0.0;
/// Step of differences: third derivatives (up to some 10³ for a short `distance`) times its square, and round-off over
/// it, are both about 10⁻⁹.
const STEP: f64 = 3e-6;

/// Round-off of some hundred operations, which a weak pivot amplifies.
pub const LOSS: f64 = 1e-14;

/// A mechanism with its assembled state and a workspace for one solver.
pub struct Case<'m> {
    pub model: &'m Model,
    pub plan: Plan,
    pub state: State,
    pub workspace: Multibody<'m>,
    /// The smallest pivot of its equations; see [`clarity`](super::clarity).
    pub weakest: f64,
}

impl<'m> Case<'m> {
    /// Assembled by the plan, so with consistent velocities: random ones projected.
    pub fn new(model: &'m Model, solver: &str) -> Case<'m> {
        let settings = Settings { solver: solver.parse().unwrap(), ..Settings::default() };
        let plan = Plan::choose(model, &settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
        let mut workspace = plan.make_workspace(model).expect("every solver applies");
        let state = plan.initial.clone();
        workspace.unwrapped_angles.copy_from_slice(&state.unwrapped_angles);
        workspace.update_constraints(NOW, &state.values);
        let weakest = weakest_pivot(&workspace.equations.system.unit_rows());
        Case { model, plan, state, workspace, weakest }
    }

    /// A relative tolerance, widened by what round-off over the weakest pivot takes: nothing for all but one in some
    /// hundred.
    pub fn tolerance(&self, usual: f64) -> f64 {
        usual.max(LOSS / self.weakest)
    }

    /// The same mechanism off its constraints: bodies moved and turned a little, velocities anything.
    pub fn disturb(&mut self, seed: u64) {
        let mut random = Random(seed);
        let n = self.n_velocities();
        let moves: Vec<f64> = (0..n).map(|_| random.within(0.05)).collect();
        let pushes: Vec<f64> = (0..n).map(|_| random.within(1.0)).collect();
        self.workspace.formulation.displace(Level::Position, &mut self.state.values, &moves);
        self.workspace.formulation.displace(Level::Velocity, &mut self.state.values, &pushes);
    }

    fn n_velocities(&self) -> usize {
        self.model.n_bodies() * self.model.freedoms_per_body()
    }

    /// Φ and G v − ν at the state moved along its velocities for a while, those held fast.
    fn constraints_after(&mut self, elapsed: f64) -> (Vec<f64>, Vec<f64>) {
        let velocities = self.state.velocities().to_vec();
        let moves: Vec<f64> = velocities.iter().map(|v| elapsed * v).collect();
        let mut values = self.state.values.clone();
        self.workspace.formulation.displace(Level::Position, &mut values, &moves);
        self.workspace.update_constraints(NOW + elapsed, &values);
        let equations = &self.workspace.equations;
        let mut rates = vec![0.0; equations.residual.len()];
        equations.system.project(&velocities, &mut rates, &Team::alone());
        rates.iter_mut().zip(&equations.velocity).for_each(|(r, nu)| *r -= nu);
        (equations.residual.clone(), rates)
    }

    /// G is the derivative of Φ by displacements.
    pub fn check_jacobian(&mut self) {
        let name = self.model.name.clone();
        let (n, m) = (self.n_velocities(), self.model.n_equations());
        for k in 0..n {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            self.workspace.update_constraints(NOW, &self.state.values);
            let mut column = vec![0.0; m];
            self.workspace.equations.system.project(&unit, &mut column, &Team::alone());
            let [behind, ahead] = [-STEP, STEP].map(|h| {
                unit[k] = h;
                let mut values = self.state.values.clone();
                self.workspace.formulation.displace(Level::Position, &mut values, &unit);
                self.workspace.update_constraints(NOW, &values);
                self.workspace.equations.residual.clone()
            });
            for row in 0..m {
                let slope = (ahead[row] - behind[row]) / (2.0 * STEP);
                let joint = &self.model.joints[self.workspace.equations.system.pattern.block_of_row(row)].name;
                let off = (slope - column[row]).abs();
                assert!(off < 2e-8, "{name}: G of '{joint}' by {k}: {} by differences {slope}", column[row]);
            }
        }
    }

    /// G v − ν is the rate of Φ, and −τ the rate of G v − ν without accelerations.
    pub fn check_rates_of_constraints(&mut self) {
        let name = self.model.name.clone();
        let [behind, ahead] = [-STEP, STEP].map(|h| self.constraints_after(h));
        let (_, rates) = self.constraints_after(0.0);
        let tau = self.tau();
        // Differences err like the third derivative, a power of the speed.
        let speed = largest(self.state.velocities()).max(1.0);
        for row in 0..tau.len() {
            let joint = &self.model.joints[self.workspace.equations.system.pattern.block_of_row(row)].name;
            let slope = (ahead.0[row] - behind.0[row]) / (2.0 * STEP);
            assert!((slope - rates[row]).abs() < 2e-8 * speed.powi(3), "{name}: ν of '{joint}'");
            let bend = (ahead.1[row] - behind.1[row]) / (2.0 * STEP);
            assert!((bend + tau[row]).abs() < 1e-7 * speed.powi(4), "{name}: τ of '{joint}': {} {bend}", tau[row]);
        }
    }

    /// τ at the state: −b of a workspace that knows of no forces.
    fn tau(&self) -> Vec<f64> {
        let mut forceless = self.plan.make_workspace(self.model).expect("as before");
        forceless.unwrapped_angles.copy_from_slice(&self.workspace.unwrapped_angles);
        forceless.update_constraints(NOW, &self.state.values);
        forceless.equations.right_side.iter().map(|b| -b).collect()
    }

    /// The accelerations at the state, after an evaluation.
    pub fn evaluate(&mut self) -> Vec<f64> {
        let mut rates = vec![0.0; self.state.values.len()];
        self.workspace
            .evaluate(NOW, &self.state.values, &mut rates)
            .unwrap_or_else(|t| panic!("{}: {t:?}", self.model.name));
        rates.split_off(self.state.n_coordinates)
    }

    /// G a = τ, and M a + Gᵀλ = f with f from the model.
    pub fn check_equations_of_motion(&mut self) {
        let name = self.model.name.clone();
        let (a, tau) = (self.evaluate(), self.tau());
        let equations = &self.workspace.equations;
        let mut rows = vec![0.0; tau.len()];
        equations.system.project(&a, &mut rows, &Team::alone());
        let size = largest(&a).max(largest(&tau)).max(1.0);
        let off = rows.iter().zip(&tau).map(|(r, tau)| r - tau).fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!(off < self.tolerance(1e-8) * size, "{name}: G a − τ = {off:e}");

        let mut loads = vec![0.0; a.len()];
        equations.system.gather_loads(&self.workspace.multipliers, &mut loads, &Team::alone());
        let poses = poses(self.model, &self.state.values);
        let forces = applied(self.model, NOW, &poses);
        let inertial = inertial(self.model, &poses, &pairs(self.model, &a));
        let mut size = largest(&loads).max(1.0);
        size = forces.iter().fold(size, |m, w| m.max(w.force.norm()).max(w.torque.norm()));
        for (k, (load, (f, ma))) in pairs(self.model, &loads).into_iter().zip(forces.iter().zip(&inertial)).enumerate()
        {
            let force = ma.force + load.0 - f.force;
            let torque = ma.torque + load.1 - f.torque;
            let off = self.in_space(Wrench { force, torque });
            assert!(off < 1e-11 * size, "{name}: M a + Gᵀλ − f = {off:e} on body {k}");
        }
    }

    /// The largest component of a wrench that the model's space knows.
    fn in_space(&self, w: Wrench) -> f64 {
        match self.model.space {
            Space::Planar => largest(&[w.force[0], w.force[1], w.torque[2]]),
            Space::Spatial => largest(&w.force.0).max(largest(&w.torque.0)),
        }
    }

    /// What users see of the state.
    pub fn observe(&mut self) -> Observation {
        let mut seen = Observation::default();
        self.workspace
            .observe(NOW, &self.state.values, &mut seen)
            .unwrap_or_else(|t| panic!("{}: {t}", self.model.name));
        seen
    }

    /// Each joint alone does no work but its driver's, and the reported reactions, each with its opposite on the first
    /// body, are all that bodies feel besides applied forces.
    pub fn check_reactions(&mut self) {
        let name = self.model.name.clone();
        let seen = self.observe();
        let poses = poses(self.model, &self.state.values);
        let mut feels = applied(self.model, NOW, &poses);
        let size = seen.reactions.iter().fold(10.0, |m: f64, w| m.max(w.force.norm()).max(w.torque.norm()));
        let speed = largest(self.state.velocities()).max(1.0);
        let coordinates = self.model.first_coordinates();
        for (j, joint) in self.model.joints.iter().enumerate() {
            let (first, second) = (pose_of(&poses, joint.first.body), pose_of(&poses, joint.second.body));
            let driven = -self.power_of_driver(j);
            if joint.kind.coupled().is_some() {
                self.add_coupling(j, &mut feels);
                continue;
            }
            let Wrench { force, torque } = seen.reactions[j];
            let by_driver = joint.motion.as_ref().map_or(0.0, |_| seen.drives[j] * seen.coordinates[coordinates[j]][1]);
            assert!(
                (by_driver - driven).abs() < self.tolerance(1e-9) * size * speed,
                "{name}: driver of '{}' gives {by_driver} instead of {driven}",
                joint.name
            );
            let point = second.point(joint.second.point);
            let slip = second.velocity_at(point) - first.velocity_at(point);
            let power = force.dot(slip) + torque.dot(second.w - first.w);
            assert!(
                (power - driven).abs() < self.tolerance(1e-9) * size * speed,
                "{name}: power of '{}': {power} {driven}",
                joint.name
            );
            for (body, pose, sign) in [(joint.second.body, second, 1.0), (joint.first.body, first, -1.0)] {
                let Some(k) = body.index() else { continue };
                let at_center = pose.wrench_of(sign * force, point);
                feels[k].force += at_center.force;
                feels[k].torque += at_center.torque + sign * torque;
            }
        }
        let accelerations: Vec<(Vec3, Vec3)> =
            seen.bodies.iter().map(|b| (b.acceleration.linear, b.acceleration.angular)).collect();
        for (k, ma) in inertial(self.model, &poses, &accelerations).iter().enumerate() {
            let rest = Wrench { force: ma.force - feels[k].force, torque: ma.torque - feels[k].torque };
            let off = self.in_space(rest);
            assert!(off < self.tolerance(1e-10) * size, "{name}: body {k} feels {off:e} that nobody reports");
        }
    }

    /// λᵀν of a joint: what its driver takes out.
    fn power_of_driver(&self, joint: usize) -> f64 {
        let rows = self.workspace.equations.system.pattern.rows(joint);
        rows.map(|row| self.workspace.multipliers[row] * self.workspace.equations.velocity[row]).sum()
    }

    /// What a gear or rack does to its bodies, −Gᵀλ; it must balance about every point, the ground's share included.
    fn add_coupling(&self, joint: usize, feels: &mut [Wrench]) {
        let system = &self.workspace.equations.system;
        let (w, row) = (system.pattern.width(), system.pattern.rows(joint).start);
        for i in system.pattern.incidences(joint) {
            let load: Vec<f64> =
                system.jacobian[i.start..i.start + w].iter().map(|g| -g * self.workspace.multipliers[row]).collect();
            let (force, torque) = pairs(self.model, &load)[0];
            feels[i.handle].force += force;
            feels[i.handle].torque += torque;
        }
    }

    /// A rigid motion of everything, ground included, is seen by no joint: so the loads of each joint balance. Joints
    /// to the ground see the opposite of what they would see of the ground.
    pub fn check_balance(&mut self) {
        let (name, seed) = (self.model.name.clone(), self.model.n_joints() as u64);
        self.workspace.update_constraints(NOW, &self.state.values);
        let mut random = Random(seed);
        let (mut v, mut w) = (random.vector(1.0), random.vector(1.0));
        if self.model.space == Space::Planar {
            (v[2], w[0], w[1]) = (0.0, 0.0, 0.0);
        }
        let motion: Vec<f64> = poses(self.model, &self.state.values)
            .iter()
            .flat_map(|pose| self.components(v + w.cross(pose.r), w))
            .collect();
        let system = &self.workspace.equations.system;
        let mut rows = vec![0.0; system.pattern.n_rows()];
        system.project(&motion, &mut rows, &Team::alone());
        for (j, joint) in self.model.joints.iter().enumerate() {
            let ends = match joint.kind.coupled() {
                Some((pair, _)) => pair.map(|id| &self.model.joints[id.index()]).to_vec(),
                None => vec![joint],
            };
            if ends.iter().any(|j| j.first.body.is_ground() || j.second.body.is_ground()) {
                continue;
            }
            for row in system.pattern.rows(j) {
                assert!(rows[row].abs() < 1e-11, "{name}: '{}' resists {:e}", joint.name, rows[row]);
            }
        }
    }

    fn components(&self, linear: Vec3, angular: Vec3) -> Vec<f64> {
        match self.model.space {
            Space::Planar => vec![linear[0], linear[1], angular[2]],
            Space::Spatial => [linear.0, angular.0].concat(),
        }
    }

    /// Kinetic energy grows by the power of applied forces and drivers.
    pub fn check_power(&mut self) {
        let (a, name) = (self.evaluate(), self.model.name.clone());
        let drivers: f64 = (0..self.model.n_joints()).map(|j| -self.power_of_driver(j)).sum();
        let poses = poses(self.model, &self.state.values);
        let forces = applied(self.model, NOW, &poses);
        let work = |(w, p): (&Wrench, &Pose)| w.force.dot(p.v) + w.torque.dot(p.w);
        let power = drivers + forces.iter().zip(&poses).map(work).sum::<f64>();
        let ([kinetic, _], size) = self.energy_rates(&a);
        assert!(
            (kinetic - power).abs() < self.tolerance(1e-7) * size,
            "{name}: energy grows by {kinetic}, power is {power}"
        );
    }

    /// Without dampers, motors and applied loads, the total energy grows by the power of drivers only.
    pub fn check_energy(&mut self) {
        let (a, name) = (self.evaluate(), self.model.name.clone());
        let drivers: f64 = (0..self.model.n_joints()).map(|j| -self.power_of_driver(j)).sum();
        let ([kinetic, potential], size) = self.energy_rates(&a);
        let off = kinetic + potential - drivers;
        assert!(off.abs() < self.tolerance(1e-7) * size, "{name}: {kinetic} + {potential} against {drivers}");
    }

    /// Rates of kinetic and potential energy by differences along the motion, and a size to compare them with.
    fn energy_rates(&mut self, a: &[f64]) -> ([f64; 2], f64) {
        let [behind, ahead] = [-STEP, STEP].map(|h| {
            let moves: Vec<f64> = self.state.velocities().iter().zip(a).map(|(v, a)| h * v + 0.5 * h * h * a).collect();
            let pushes: Vec<f64> = a.iter().map(|a| h * a).collect();
            let mut values = self.state.values.clone();
            self.workspace.formulation.displace(Level::Position, &mut values, &moves);
            self.workspace.formulation.displace(Level::Velocity, &mut values, &pushes);
            let mut seen = Observation::default();
            self.workspace.observe(NOW + h, &values, &mut seen).unwrap_or_else(|t| panic!("{}: {t}", self.model.name));
            [seen.kinetic, seen.potential]
        });
        let size = [behind, ahead].iter().flatten().fold(10.0, |m: f64, e| m.max(e.abs()));
        // A fast motion has large third derivatives.
        let speed = largest(self.state.velocities()).max(1.0);
        let size = size * speed * largest(a).max(1.0);
        ([0, 1].map(|k| (ahead[k] - behind[k]) / (2.0 * STEP)), size)
    }
}

/// (force, torque) or (linear, angular) by body.
fn pairs(model: &Model, values: &[f64]) -> Vec<(Vec3, Vec3)> {
    match model.space {
        Space::Planar => {
            values.as_chunks::<3>().0.iter().map(|x| (Vec3([x[0], x[1], 0.0]), Vec3([0.0, 0.0, x[2]]))).collect()
        }
        Space::Spatial => {
            values.as_chunks::<6>().0.iter().map(|x| (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]))).collect()
        }
    }
}

/// The largest absolute value.
pub fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}
