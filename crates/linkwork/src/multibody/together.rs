//! Facts that processes find out together: whether everything is finite, what trouble is about, and which multipliers
//! guesses are made from.

use super::Multibody;
use crate::error::{SimulationError, StepError};
use crate::exchange::Collective;
use crate::parallel::{MOST_TASKS, Team};
use crate::workspace::Workspace;
use std::sync::atomic::{AtomicBool, Ordering};

impl Multibody<'_> {
    /// The description of a value of the whole, by the process that has it.
    fn describe(&mut self, number: usize) -> String {
        if let Some(companion) = number.checked_sub(self.collective.n_values()) {
            return self.describe_companion(companion);
        }
        let (process, index) = self.collective.find(number);
        self.hear(process, |system| system.formulation.describe(&system.model, index))
    }

    /// The text of one of the processes.
    fn hear(&mut self, process: usize, say: impl FnOnce(&Multibody) -> String) -> String {
        let mut text = if process == self.collective.process() { say(self).into_bytes() } else { Vec::new() };
        self.collective.line().spread(process, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// SimulationError that ends a run, with the names of what is concerned.
    pub fn name(&mut self, error: StepError) -> SimulationError {
        match error {
            StepError::NotFinite { time, index } => SimulationError::NotFinite { time, what: self.describe(index) },
            StepError::NotBalanced { time, unbalanced } => SimulationError::NotBalanced { time, unbalanced },
            StepError::ProcessLost { time } => SimulationError::ProcessLost { time },
            StepError::StepTooSmall { time, step } => SimulationError::StepTooSmall { time, step },
            StepError::NotStabilized { time, joint, residual } => {
                let joint = self.hear(self.namer, |system| system.model.joints[joint.index()].name.clone());
                SimulationError::NotStabilized { time, joint, residual }
            }
            StepError::LeavesCurve { time, joint } => {
                let joint = self.hear(self.namer, |system| system.model.joints[joint.index()].name.clone());
                SimulationError::LeavesCurve { time, joint }
            }
            StepError::Jams { time, joint } => {
                SimulationError::Jams { time, joint: self.model.joints[joint.index()].name.clone() }
            }
            StepError::WrongLength { expected, given } => {
                let reason = format!("{given} values or rates were given, and a state has {expected}");
                SimulationError::DoesNotApply { method: "evaluate", reason }
            }
            StepError::NoFormula { order } => {
                let reason = format!("order {order} was asked for; there is no formula of that order");
                SimulationError::DoesNotApply { method: "adams", reason }
            }
        }
    }

    /// Keeps the multipliers for guesses, where these are made.
    pub(super) fn remember(&mut self, time: f64) {
        let Multibody { workspace: Workspace { guesses, multipliers, is_behind, .. }, collective, .. } = self;
        if guesses.has_room() && !*is_behind {
            let is_finite = multipliers.iter().all(|x| x.is_finite());
            // All processes guess alike, or none does.
            let is_finite = collective.all(is_finite);
            guesses.record(time, Some(&multipliers[..]).filter(|_| is_finite));
        }
    }
}

/// Whether all rates are finite, those of other processes too; if not, the first that is not is named by its number in
/// the whole.
pub(super) fn check_finite(
    collective: &mut Collective,
    time: f64,
    rates: &[f64],
    team: &Team,
) -> Result<(), StepError> {
    let found = find_infinite(rates, team);
    let first = collective.least(found.map_or(f64::INFINITY, |index| collective.number_in_whole(index) as f64));
    match first {
        _ if collective.is_broken() => Err(StepError::ProcessLost { time }),
        f64::INFINITY => Ok(()),
        first => Err(StepError::NotFinite { time, index: first as usize }),
    }
}

/// The first number that is not finite. Threads share the search, which have just written these: to look at them from
/// one would move them all to it.
fn find_infinite(rates: &[f64], team: &Team) -> Option<usize> {
    const LEAST: usize = 4096;
    let length = rates.len().div_ceil(MOST_TASKS).max(LEAST);
    let is_broken = AtomicBool::new(false);
    team.for_each_task(rates.chunks(length), |rates| {
        if !rates.iter().all(|x| x.is_finite()) {
            is_broken.store(true, Ordering::Relaxed);
        }
    });
    is_broken.into_inner().then(|| rates.iter().position(|x| !x.is_finite())).flatten()
}
