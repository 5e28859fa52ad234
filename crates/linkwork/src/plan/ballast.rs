//! Which bodies are too light for the reduced system, and the ballast they get.
//!
//! **Problem.** A light body between heavy ones makes entries 1/m of E = G M⁻¹Gᵀ that cancel where loads pass through
//! it: m/m₀ of their digits remain, and its equations look dependent. A massless body has no M⁻¹ at all. Both are
//! harmless to the motion: what resists it are the bodies around.
//!
//! **Method.** With P = N (NᵀMN)⁻¹Nᵀ, N a basis of the motions that joints allow, 1/P_cc is the mass that is felt in
//! direction c of a body: its own and that of all that moves with it. The body gets a part κ of that as [`Ballast`],
//! and E has no light bodies any more. Ballast must be no more: its part of the kinetic energy of a motion decides how
//! fast what it does is taken back, see `formulation/bodies/ballast.rs`. Since P depends on ballast, it is found in
//! some rounds, from more to less. Where they never end, nothing with mass resists the body's motion: with a mass of
//! its own it needs no ballast there, and without one its acceleration is not definite.

use super::Plan;
use super::wanted::Placed;
use crate::error::SimulationError;
use crate::formulation::bodies::touched_bodies;
use crate::ids::BodyId;
use crate::methods::FormulationKind;
use crate::model::{Ballast, Body, Model, Space};
use crate::settings::Settings;
use crate::singular::{BALLAST, LIGHT};
use crate::spatial::{Mat3, Vec3};
use crate::system::Constrained;

/// Each round divides what is too much by up to 1/κ.
const MOST_ROUNDS: usize = 12;
/// Bodies with small masses of their own that are looked at: each takes some solutions of the whole system.
const MOST_LIGHT: usize = 200;
/// Parts of kinetic energy: in the last round up to six components of a body have κ each, with some room.
const SETTLED: f64 = 10.0 * BALLAST;
/// Above this part nothing else moves.
const ALONE: f64 = 0.5;

/// The part of ballast that is used where nothing takes back what it does.
const KEPT: f64 = 1e-3;

/// A body that may need ballast.
#[derive(Clone, Debug)]
pub(super) struct LightBody {
    body: usize,
    /// Ballast to begin with: κ of the mass and inertia that joints connect it with, or none.
    most: [f64; 2],
    mass: f64,
    inertia: Mat3,
    /// The part of kinetic energy that each has in motions of the body.
    shares: [f64; 2],
}

impl Plan {
    /// Bodies that need ballast, with it.
    ///
    /// # Errors
    /// [`SimulationError::NoInertia`] when nothing resists the motion of a massless body.
    pub(super) fn find_light_bodies(&self, model: &Model) -> Result<Vec<LightBody>, SimulationError> {
        let mut light = find_candidates(model);
        if light.is_empty() {
            return Ok(light);
        }
        let placed = if model.has_initial_coordinates() { Placed::of(model).model } else { model.clone() };
        for _ in 0..MOST_ROUNDS {
            let ballasted = with_ballast(&placed, &light);
            self.update_shares(&ballasted, &mut light)?;
            if light.iter().flat_map(|c| c.shares).all(|share| share <= SETTLED) {
                break;
            }
        }
        light.iter().try_for_each(|candidate| candidate.check(model))?;
        light.retain(|candidate| candidate.is_worth(&model.bodies[candidate.body]));
        Ok(light)
    }

    /// The ballast with which the mechanism moves, of that with which it was assembled.
    pub(super) fn keep_ballast(&self, model: &Model, mut light: Vec<LightBody>) -> Vec<LightBody> {
        if self.needs_no_inverse() {
            light.retain(|candidate| is_massless(&model.bodies[candidate.body]));
        }
        if self.chosen.formulation == FormulationKind::Multiscale {
            // Elastic joints leave ballast where it is, so it must be below what their elasticity does.
            light.iter_mut().for_each(|candidate| candidate.scale(KEPT));
        }
        light
    }

    /// Says so, if there are too many light bodies for ballast.
    pub(super) fn warn_of_light_bodies(&self, model: &Model) -> Option<String> {
        let n_light = list_candidates(model, LIGHT, LIGHT).len();
        (n_light > MOST_LIGHT && !self.needs_no_inverse()).then(|| {
            format!(
                "{n_light} bodies are very light beside others; up to {MOST_LIGHT} such bodies are treated without \
                 loss of accuracy, so accelerations may have fewer digits here; a tree is exact with `recursive`"
            )
        })
    }

    /// Whether small masses do no harm: trees of joint coordinates have no E, and elastic joints form none.
    fn needs_no_inverse(&self) -> bool {
        let Settings { cuts, parts, .. } = &self.settings;
        match self.chosen.formulation {
            FormulationKind::Recursive => self.topology.loops == 0 && cuts.is_empty() && *parts <= 1,
            FormulationKind::Multiscale => true,
            FormulationKind::Cartesian | FormulationKind::Natural => false,
        }
    }

    /// Finds the parts of kinetic energy that ballast has, and by them the next ballast.
    fn update_shares(&self, model: &Model, light: &mut [LightBody]) -> Result<(), SimulationError> {
        let mut workspace = self.make_assembler(model)?;
        let state = workspace.formulation.initial_state(model);
        workspace.update_constraints(state.time, &state.values);
        workspace.factor();
        let width = model.freedoms_per_body();
        let mut mobility = |body: usize, component: usize| {
            let at = body * width..(body + 1) * width;
            let mut loads = vec![0.0; workspace.loads.len()];
            let mut free = loads.clone();
            loads[at.start + component] = 1.0;
            workspace.equations.system.accelerate(&loads, &mut free);
            let reduction = workspace.calc_reduction(&free);
            at.map(|k| free[k] + reduction[k]).collect::<Vec<f64>>()
        };
        for candidate in light {
            let columns: Vec<Vec<f64>> = (0..width).map(|c| mobility(candidate.body, c)).collect();
            candidate.update(&columns, &model.bodies[candidate.body], model.space);
        }
        Ok(())
    }
}

impl LightBody {
    /// From the block of P of the body, in world axes.
    fn update(&mut self, p: &[Vec<f64>], body: &Body, space: Space) {
        let [mass, inertia] = self.most;
        let n_axes = if space == Space::Planar { 2 } else { 3 };
        let linear: f64 = (0..n_axes).map(|c| p[c][c].max(0.0)).sum();
        if mass > 0.0 {
            self.shares[0] = self.mass * linear;
            self.mass = 1.0 / (linear / BALLAST + 1.0 / mass);
        }
        if inertia > 0.0 {
            let angular = match space {
                Space::Planar => scaled_identity(p[2][2].max(0.0)),
                Space::Spatial => {
                    let R = body.orientation.matrix();
                    let world = Mat3([0, 1, 2].map(|i| [0, 1, 2].map(|j| 0.5 * (p[3 + j][3 + i] + p[3 + i][3 + j]))));
                    R.transposed() * world * R
                }
            };
            self.shares[1] = trace(self.inertia * angular);
            let mut resistance = angular;
            for k in 0..3 {
                resistance.0[k] = resistance.0[k].map(|x| x / BALLAST);
                resistance.0[k][k] += 1.0 / inertia;
            }
            self.inertia = resistance.inverse();
        }
    }

    fn scale(&mut self, factor: f64) {
        self.mass *= factor;
        self.inertia = scaled_identity(factor) * self.inertia;
    }

    /// Whether something resists each motion of the body, if its own mass does not.
    fn check(&self, model: &Model) -> Result<(), SimulationError> {
        let body = &model.bodies[self.body];
        let alone = |k: usize| self.most[k] > 0.0 && (self.shares[k] >= ALONE || self.shares[k].is_nan());
        let (cannot_move, cannot_turn) = (body.mass == 0.0 && alone(0), trace(body.inertia) == 0.0 && alone(1));
        if cannot_move || cannot_turn {
            let lacks = if cannot_move { "mass" } else { "inertia" };
            return Err(SimulationError::NoInertia { body: body.name.clone(), lacks });
        }
        Ok(())
    }

    /// Whether the body's own mass is below the ballast, so that it is better off with it.
    fn is_worth(&self, body: &Body) -> bool {
        let is_heavier = trace(body.inertia) == 0.0 || trace(body.inertia.inverse() * self.inertia) > 1.0;
        self.mass > body.mass || (self.most[1] > 0.0 && is_heavier)
    }
}

/// Bodies that may need ballast and can be looked at.
///
/// Loads that pass through a body come from all bodies that joints connect it with, however many of moderate mass are
/// between. Where that makes too many candidates, those are left that are light beside their neighbors.
fn find_candidates(model: &Model) -> Vec<LightBody> {
    let mut light = Vec::new();
    for beyond in [f64::INFINITY, LIGHT] {
        if list_candidates(model, LIGHT, beyond).is_empty() {
            return Vec::new();
        }
        // Where there is ballast at all, all bodies have it that are lighter than it.
        light = list_candidates(model, BALLAST, beyond);
        if light.len() <= MOST_LIGHT {
            return light;
        }
    }
    light.retain(|c| is_massless(&model.bodies[c.body]));
    light
}

/// Massless bodies, and those with two joints that are below this part of what is around them, beyond others that are
/// below the second limit.
fn list_candidates(model: &Model, limit: f64, beyond: f64) -> Vec<LightBody> {
    let mut n_joints = vec![0; model.n_bodies()];
    let touched: Vec<Vec<usize>> = (0..model.n_joints()).map(|j| touched_bodies(model, j)).collect();
    touched.iter().flatten().for_each(|&body| n_joints[body] += 1);
    let around = find_around(model, &touched, beyond);
    let (levers, size) = (find_levers(model), model.length_scale());
    let make = |body: usize| {
        let of_body = &model.bodies[body];
        let most = [around[body][0], around[body][1].max(around[body][0] * levers[body].powi(2))];
        let most = if most[1] > 0.0 { most } else { [most[0], most[0] * size.powi(2)] };
        let is_light = [of_body.mass < limit * most[0], trace(of_body.inertia) < limit * most[1]];
        let is_massless = [of_body.mass == 0.0, trace(of_body.inertia) == 0.0];
        let begin = |k: usize| match is_massless[k] || (is_light[k] && n_joints[body] > 1) {
            true => BALLAST * most[k],
            false => 0.0,
        };
        let most = [begin(0), begin(1)];
        LightBody { body, most, mass: most[0], inertia: scaled_identity(most[1]), shares: [0.0; 2] }
    };
    (0..model.n_bodies()).map(make).filter(|c| c.most != [0.0; 2]).collect()
}

fn is_massless(body: &Body) -> bool {
    body.mass == 0.0 || trace(body.inertia) == 0.0
}

/// By body: the largest mass and moment of inertia among those around it, beyond others that are below this part of
/// what is around them.
fn find_around(model: &Model, touched: &[Vec<usize>], limit: f64) -> Vec<[f64; 2]> {
    let own: Vec<[f64; 2]> = model.bodies.iter().map(|b| [b.mass, trace(b.inertia)]).collect();
    let largest = own.iter().fold([0.0; 2], |m: [f64; 2], x| [m[0].max(x[0]), m[1].max(x[1])]);
    let mut around = vec![[0.0; 2]; own.len()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (a, b) in touched.iter().flat_map(|bodies| bodies.iter().flat_map(|&a| bodies.iter().map(move |&b| (a, b))))
        {
            for k in (0..2).filter(|_| a != b) {
                let is_passed = own[b][k] < limit * around[b][k];
                let beyond = if is_passed { own[b][k].max(around[b][k]) } else { own[b][k] };
                has_changed |= beyond > around[a][k];
                around[a][k] = around[a][k].max(beyond);
            }
        }
    }
    // A body with nothing around it is judged by the whole, or by one kilogram, if it has no mass at all.
    for (around, own) in around.iter_mut().zip(&own) {
        for k in 0..2 {
            if own[k] == 0.0 && around[k] == 0.0 {
                around[k] = if largest[k] > 0.0 { largest[k] } else { 1.0 };
            }
        }
    }
    around
}

/// By body: the largest distance of a joint from its centre of mass.
fn find_levers(model: &Model) -> Vec<f64> {
    let mut levers = vec![0.0; model.n_bodies()];
    for marker in model.joints.iter().flat_map(|joint| [&joint.first, &joint.second]) {
        if let Some(body) = BodyId::index(marker.body) {
            levers[body] = f64::max(levers[body], marker.point.norm());
        }
    }
    levers
}

/// The model with this ballast, if there is any.
pub(super) fn add(model: &Model, light: &[LightBody]) -> Option<Model> {
    (!light.is_empty()).then(|| with_ballast(model, light))
}

fn with_ballast(model: &Model, light: &[LightBody]) -> Model {
    let mut ballasted = model.clone();
    for candidate in light {
        let body = &mut ballasted.bodies[candidate.body];
        let (mass, inertia) = (candidate.mass, candidate.inertia);
        let (own_mass, own_inertia) = (body.mass, body.inertia);
        ballasted.ballast.push(Ballast { body: candidate.body, mass, inertia, own_mass, own_inertia });
        body.mass += mass;
        for i in 0..3 {
            body.inertia.0[i] = (Vec3(body.inertia.0[i]) + Vec3(inertia.0[i])).0;
        }
    }
    ballasted
}

fn trace(matrix: Mat3) -> f64 {
    (0..3).map(|k| matrix.0[k][k]).sum()
}

fn scaled_identity(x: f64) -> Mat3 {
    Mat3(Mat3::IDENTITY.0.map(|row| row.map(|entry| x * entry)))
}
