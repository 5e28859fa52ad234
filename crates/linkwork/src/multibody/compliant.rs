//! A model as a [`Compliant`] system: its force elements as joints with compliance.

use super::Multibody;
use crate::compliance::{At, Compliance};
use crate::error::StepError;
use crate::formulation::bodies::Instant;
use crate::system::{Compliant, Constrained, Stage};
use crate::workspace::{Level, Workspace};

/// Corrections of positions at least, since rows of force elements are not linear; more are needed for long steps only.
const LEAST_CORRECTIONS: usize = 2;
const MOST_CORRECTIONS: usize = 6;
/// Violations that count as none, relative to the mechanism's size.
const CLOSED: f64 = 1e-14;

impl Multibody<'_> {
    /// Has the elements do something where the values are.
    fn with_elements<T>(
        &mut self,
        time: f64,
        values: &[f64],
        act: impl FnOnce(&mut dyn Compliance, At, &mut Workspace) -> T,
    ) -> Option<T> {
        // Taken out while the rest is read; put back below.
        let mut compliance = self.compliance.take()?;
        let angles = std::mem::take(&mut self.workspace.unwrapped_angles);
        let now = self.now(time, values);
        let at = At {
            model: &self.model,
            now: Instant { time, unwrapped_angles: &angles },
            values: now.values,
            states: now.states,
        };
        let result = act(&mut *compliance, at, &mut self.workspace);
        self.workspace.unwrapped_angles = angles;
        self.compliance = Some(compliance);
        Some(result)
    }

    /// Moves bodies, or changes their velocities, so that the last violations of the joints vanish, elements giving
    /// way.
    fn displace_with_elements(&mut self, level: Level, values: &mut [f64]) {
        let Multibody { compliance, formulation, workspace, .. } = self;
        let Some(elements) = compliance else { return };
        let violated = match level {
            Level::Position => &workspace.equations.residual,
            Level::Velocity => &workspace.velocity_residual,
        };
        let effect = elements.calc_correction(level, violated, &workspace.team);
        formulation.displace(level, &mut values[..workspace.rates.len()], effect);
    }
}

impl Compliant for Multibody<'_> {
    fn n_rows(&self) -> usize {
        self.compliance.as_ref().map_or(0, |elements| elements.n_rows())
    }

    fn evaluate_with(&mut self, time: f64, values: &[f64], soft: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        self.evaluate_at(time, values, soft, rates)
    }

    fn write_soft_rates(&mut self, time: f64, values: &[f64], rates: &mut [f64]) {
        self.with_elements(time, values, |elements, at, _| elements.write_rates(at, rates));
    }

    fn linearize(&mut self, time: f64, values: &[f64], eta: f64, soft: &mut [f64]) {
        self.update_constraints(time, values);
        self.with_elements(time, values, |elements, at, Workspace { equations, team, .. }| {
            elements.linearize(at, eta, equations, team);
            elements.write_coordinates(at, soft);
        });
    }

    fn solve_stage(&mut self, stage: Stage) {
        let Multibody { compliance, model, workspace: Workspace { unwrapped_angles, team, .. }, .. } = self;
        if let Some(elements) = compliance {
            elements.solve_stage(model, unwrapped_angles, stage, team);
        }
    }

    fn settle(&mut self, time: f64, values: &mut [f64], soft: &[f64]) -> Result<(), StepError> {
        let closed = CLOSED * self.model.length_scale();
        for round in 0..MOST_CORRECTIONS {
            let violated = self.update_constraints(time, values);
            if round >= LEAST_CORRECTIONS && violated <= closed {
                break;
            }
            self.with_elements(time, values, |elements, at, Workspace { equations, team, .. }| {
                if round == 0 {
                    elements.refresh(at, equations, team);
                }
                elements.aim(at, soft);
            });
            self.displace_with_elements(Level::Position, values);
        }
        self.update_constraints(time, values);
        self.calc_velocity_residual(values);
        self.displace_with_elements(Level::Velocity, values);
        match values.iter().position(|x| !x.is_finite()) {
            Some(index) => Err(StepError::NotFinite { time, index }),
            None => Ok(()),
        }
    }

    fn calc_landing(&mut self, time: f64, values: &[f64], soft: &[f64]) -> f64 {
        self.with_elements(time, values, |elements, at, _| elements.calc_landing(at, soft)).unwrap_or(1.0)
    }
}
