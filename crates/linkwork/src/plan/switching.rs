//! Expressions of a model that may switch in time. Loads may jump: steps end there and begin anew. Drivers may not
//! jump in position or velocity, which would take an infinite force.

use crate::error::SimulationError;
use crate::model::expression::{Expression, MOST_STRETCHES, Switch};
use crate::model::{Force, Model};
use serde::{Deserialize, Serialize};

/// An expression that may switch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Switching {
    pub(crate) expression: Expression,
    /// The joint that it drives, if it is a driver.
    joint: Option<String>,
}

/// All expressions of the model that may switch.
pub(super) fn find_switching(model: &Model) -> Vec<Switching> {
    let drivers = model
        .joints
        .iter()
        .filter_map(|joint| Some(Switching { expression: joint.motion.clone()?, joint: Some(joint.name.clone()) }));
    let loads = model.forces.iter().flat_map(Force::expressions);
    let loads = loads.chain(model.signals.of_time.iter().cloned());
    let all = drivers.chain(loads.map(|expression| Switching { expression, joint: None }));
    all.filter(|one| one.expression.may_switch()).collect()
}

/// Looks for jumps of drivers up to the end, as far as a moment's work goes; later ones end the run where it meets
/// them.
///
/// # Errors
/// [`SimulationError::DriverJumps`].
pub(super) fn check_drivers(switching: &[Switching], end: f64) -> Result<(), SimulationError> {
    let mut budget = MOST_STRETCHES / 16;
    for driver in switching.iter().filter(|one| one.joint.is_some()) {
        let mut time = 0.0;
        while let Some(switch) = driver.expression.find_switch(time, end, &mut budget) {
            driver.check(&switch)?;
            time = switch.after;
        }
    }
    Ok(())
}

impl Switching {
    /// Whether a run can pass this switch.
    ///
    /// # Errors
    /// [`SimulationError::DriverJumps`].
    pub(crate) fn check(&self, switch: &Switch) -> Result<(), SimulationError> {
        match (&self.joint, switch.jump.order) {
            (Some(joint), 0 | 1) => Err(SimulationError::DriverJumps {
                joint: joint.clone(),
                motion: self.expression.source().to_string(),
                time: switch.after,
                jump: switch.jump,
            }),
            _ => Ok(()),
        }
    }
}
