//! A model as a [`Compliant`] system: its force elements as joints with compliance, whatever coordinates it has.

use super::Multibody;
use crate::compliance::{At, BodyStage, Compliance, SoftMotion};
use crate::error::StepError;
use crate::formulation::Now;
use crate::formulation::bodies::Instant;
use crate::system::{Compliant, Landing, Stage, System};
use crate::workspace::{Level, Workspace};

/// Corrections of positions at least, since rows of force elements are not linear; more are needed for long steps only.
const LEAST_CORRECTIONS: usize = 2;
const MOST_CORRECTIONS: usize = 6;
/// Violations that count as none, relative to the mechanism's size.
const CLOSED: f64 = 1e-14;
/// Rows are differentiated along a change of position of this part of the mechanism's size: one-sided differences err
/// by as much, and round-off by 10⁻⁹ of the velocities. Integrators keep their order with any approximation.
const DIFFERENCE: f64 = 1e-7;

/// The force elements of a model, and where its bodies are.
pub(crate) struct Elements {
    compliance: Box<dyn Compliance>,
    poses: Vec<f64>,
    /// Time and values where the step began, its states behind.
    time: f64,
    values: Vec<f64>,
    /// Values a little away, and rates that nobody asked for.
    moved: Vec<f64>,
    rates: Vec<f64>,
    /// Motions of bodies, and loads on them.
    motions: Vec<f64>,
    loads: Vec<f64>,
}

impl Elements {
    /// With memory for their bodies.
    pub(crate) fn new(compliance: Box<dyn Compliance>) -> Elements {
        let [poses, motions] = compliance.room();
        Elements {
            compliance,
            poses: vec![0.0; poses],
            time: 0.0,
            values: Vec::new(),
            moved: Vec::new(),
            rates: Vec::new(),
            motions: vec![0.0; motions],
            loads: vec![0.0; motions],
        }
    }
}

impl Multibody<'_> {
    /// Has the elements do something where the values are.
    fn with_elements<T>(
        &mut self,
        time: f64,
        values: &[f64],
        act: impl FnOnce(&mut dyn Compliance, At, &Workspace) -> T,
    ) -> Option<T> {
        let Now { values, states, .. } = self.now(time, values);
        let Multibody { formulation, workspace, elements: Some(elements), model, .. } = self else { return None };
        let Workspace { unwrapped_angles, team, .. } = &*workspace;
        formulation.body_motions()?.write_poses(values, unwrapped_angles, &mut elements.poses, team);
        let at = At { model, now: Instant { time, unwrapped_angles }, poses: &elements.poses, states };
        elements.compliance.place(at, team);
        Some(act(&mut *elements.compliance, at, workspace))
    }

    /// Keeps how bodies move with the values there.
    fn freeze(&mut self, time: f64, values: &[f64]) {
        let now = self.now(time, values);
        let Multibody { formulation, workspace, model, .. } = self;
        if let Some(bodies) = formulation.body_motions() {
            bodies.freeze(model, now, workspace);
        }
    }

    /// Has friction of the elements follow the reactions at these values.
    fn press_elements(&mut self, time: f64, values: &[f64]) -> Result<(), StepError> {
        if self.workspace.friction_tolerance.is_none() {
            return Ok(());
        }
        let Some(elements) = &mut self.elements else { return Ok(()) };
        // Taken out while they are an argument; put back below.
        let mut rates = std::mem::take(&mut elements.rates);
        rates.resize(values.len(), 0.0);
        let outcome = self.evaluate_at(time, values, &[], &mut rates);
        let Multibody { elements: Some(elements), formulation, .. } = self else { return outcome };
        elements.rates = rates;
        if let Some(bodies) = formulation.body_motions() {
            elements.compliance.press(bodies.pressing_reactions());
        }
        outcome
    }

    /// Moves bodies, or changes their velocities, so that the last violations of the joints vanish, elements giving
    /// way.
    fn displace_with_elements(&mut self, level: Level, values: &mut [f64]) {
        let Multibody { elements: Some(elements), formulation, workspace, .. } = self else { return };
        let effect = elements.compliance.calc_correction(level, &workspace.team);
        if let Some(bodies) = formulation.body_motions() {
            bodies.displace_bodies(level, &mut values[..workspace.rates.len()], effect);
        }
    }
}

impl Compliant for Multibody<'_> {
    fn evaluate_with(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        self.evaluate_at(time, values, soft, rates)
    }

    fn write_soft_rates(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Landing {
        let landing = self.with_elements(time, values, |elements, at, Workspace { team, .. }| {
            elements.write_rates(at, rates, team);
            if elements.has_gaps() { elements.calc_landing(at, soft, team) } else { Landing::default() }
        });
        landing.unwrap_or_default()
    }

    fn linearize(
        &mut self,
        time: f64,
        values: &[f64],
        eta: f64,
        [coordinates, rates]: [&mut Vec<f64>; 2],
    ) -> Result<(), StepError> {
        self.press_elements(time, values)?;
        self.freeze(time, values);
        if let Some(elements) = &mut self.elements {
            elements.time = time;
            elements.values.clear();
            elements.values.extend_from_slice(values);
        }
        self.with_elements(time, values, |elements, at, workspace| {
            elements.linearize(at, eta, SoftMotion { coordinates, rates }, &workspace.team);
        });
        let Multibody { elements: Some(Elements { compliance, .. }), formulation, .. } = self else { return Ok(()) };
        if let Some(bodies) = formulation.body_motions() {
            bodies.carry(compliance.pairs());
        }
        Ok(())
    }

    fn drop_slow(&self, soft: &mut [f64]) {
        if let Some(elements) = &self.elements {
            elements.compliance.drop_slow(soft);
        }
    }

    fn solve_stage(&mut self, stage: Stage) {
        let (n, n_states, has_impulses) = (self.workspace.rates.len(), self.state_rates.len(), self.has_impulses);
        let length_scale = self.model.length_scale();
        let Multibody { elements: Some(elements), formulation, workspace, model, .. } = self else { return };
        let Some(bodies) = formulation.body_motions() else { return };
        let Workspace { unwrapped_angles, team, .. } = &*workspace;
        let Elements { compliance, poses, time, values, moved, motions, loads, .. } = elements;
        let (values, states) = (&values[..n], values.get(n..n + n_states).unwrap_or_default());
        let now = Instant { time: *time, unwrapped_angles };
        let Stage { eta, lag, x, b, y, u_q, u_v, u_s } = stage;

        if compliance.bends() {
            let largest = x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            let distance = (largest > 0.0).then(|| DIFFERENCE * length_scale / largest);
            let write_poses = &mut |poses: &mut [f64]| {
                moved.clear();
                moved.extend(values.iter().zip(x).map(|(q, x)| q + distance.unwrap_or(0.0) * x));
                moved.extend_from_slice(&values[x.len()..]);
                bodies.write_bent_poses(moved, unwrapped_angles, poses, team);
            };
            compliance.bend(At { model, now, poses, states }, distance, write_poses, team);
        }
        u_v.iter_mut().zip(b).for_each(|(u, b)| *u = eta * b);
        bodies.spread(u_v, motions);
        let loads_wanted = has_impulses.then_some(&mut loads[..]);
        compliance.solve_stage(BodyStage { lag, y, motions, u_s, loads: loads_wanted }, team);
        if has_impulses {
            u_v.iter_mut().zip(loads).for_each(|(u, load)| *u -= *load);
        } else {
            bodies.gather(motions, u_v);
        }
        bodies.write_coordinate_rates(values, motions, u_v, u_q);
        u_q.iter_mut().zip(x).for_each(|(u, x)| *u = eta * (x + *u));
    }

    fn settle(&mut self, time: f64, values: &mut [f64], soft: &[f64]) -> Result<(), StepError> {
        let closed = CLOSED * self.model.length_scale();
        for round in 0..=MOST_CORRECTIONS {
            self.freeze(time, values);
            let is_last = self.with_elements(time, values, |elements, at, Workspace { team, .. }| {
                let violated = elements.constrain(at, team);
                let is_last = round == MOST_CORRECTIONS || round >= LEAST_CORRECTIONS && violated <= closed;
                match round {
                    0 => elements.refresh(at, soft, team),
                    _ if is_last => {}
                    _ => elements.aim(at, soft, team),
                }
                is_last
            });
            if is_last.unwrap_or(true) {
                break;
            }
            self.displace_with_elements(Level::Position, values);
        }
        self.displace_with_elements(Level::Velocity, values);
        match values.iter().position(|x| !x.is_finite()) {
            Some(index) => Err(StepError::NotFinite { time, index }),
            None => Ok(()),
        }
    }

    fn calc_landing(&mut self, time: f64, values: &[f64], soft: &[f64]) -> Landing {
        if !self.elements.as_ref().is_some_and(|elements| elements.compliance.has_gaps()) {
            return Landing::default();
        }
        let calc_landing = |elements: &mut dyn Compliance, at: At, Workspace { team, .. }: &Workspace| {
            elements.calc_landing(at, soft, team)
        };
        self.with_elements(time, values, calc_landing).unwrap_or_default()
    }

    fn measure_error(&mut self, time: f64, values: &[f64], error: &mut [f64]) {
        if !self.has_impulses {
            return;
        }
        self.reduce_error(time, values, error);
        let (n_q, n) = (self.n_coordinates, self.workspace.rates.len());
        let Multibody { elements: Some(Elements { motions, .. }), formulation, .. } = self else { return };
        motions.copy_from_slice(formulation.handle_velocities(&error[..n]));
        error[n_q..n].copy_from_slice(motions);
    }
}
