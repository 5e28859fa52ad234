//! `--restart`: reads a checkpoint and makes the simulation that goes on from it; what does not fit is a fault of the input.

use std::fs;
use std::path::Path;

use linkwork::{Checkpoint, Model, Plan, Simulation};
use linkwork_report::CHECKPOINT;

use crate::failure::Failure;

/// The simulation, where the checkpoint in this file is.
///
/// # Errors
/// A file that cannot be read, is damaged, or is of another model or other settings.
pub fn restore<'m>(file: &Path, model: &'m Model, plan: &'m Plan) -> Result<(Simulation<'m>, Checkpoint), Failure> {
    let shown = file.display();
    let text = fs::read(file).map_err(|error| {
        let hint =
            if file.is_dir() { format!("; it is a folder: name the file '{CHECKPOINT}' in it") } else { String::new() };
        Failure::Wrong(format!("cannot read the checkpoint '{shown}': {error}{hint}"))
    })?;
    let checkpoint = Checkpoint::parse(&text);
    let restored = checkpoint.and_then(|c| Simulation::restore(model, plan, &c).map(|simulation| (simulation, c)));
    // The message begins with the file, as those on model files do.
    restored.map_err(|trouble| match Failure::before_run(trouble) {
        Failure::Wrong(message) => Failure::Wrong(format!("'{shown}': {message}")),
        other => other,
    })
}
