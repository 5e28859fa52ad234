//! Programs made for a model, as the command line asks for them.

use linkwork::{Checkpoint, Model, Plan, Simulation};
use linkwork_jit::Made;

use crate::failure::Failure;

/// The program if it is wanted or pays; the plan then says whether there is one.
///
/// # Errors
/// A program that is asked for and cannot be made, with the reason.
pub fn settle(model: &Model, plan: &mut Plan, checkpoint: Option<&Checkpoint>) -> Result<Option<Made>, Failure> {
    let name_option = |reason| Failure::Wrong(format!("--specialize on: {reason}"));
    linkwork_jit::settle(model, plan, checkpoint).map_err(name_option)
}

/// A simulation, with a program where that is wanted or pays.
///
/// # Errors
/// Why there can be none.
pub fn prepare(model: &Model, mut plan: Plan) -> Result<Simulation, String> {
    let made = settle(model, &mut plan, None).map_err(|failure| failure.message().to_string())?;
    let mut simulation = Simulation::new(model.clone(), plan).map_err(|trouble| trouble.to_string())?;
    if let Some(made) = made {
        made.set_to_work(&mut simulation).map_err(|trouble| trouble.to_string())?;
    }
    Ok(simulation)
}
