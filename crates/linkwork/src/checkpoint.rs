//! Checkpoints: everything that a run depends on from here on, as a value and as a text.
//!
//! A step depends on the state (memories of methods included), the rank where it starts, and what the solver
//! keeps; a summary on what was counted so far. All of it belongs to the whole model, not to threads or parts. The text
//! is one JSON object: numbers in it read back to the same bits, and every tool can look into it. Its last key is a
//! checksum of all bytes before, so that a text cut off or changed is noticed.
//! [`Simulation::checkpoint`](crate::Simulation::checkpoint) makes one,
//! [`Simulation::restore`](crate::Simulation::restore) goes on from one.

use crate::error::SimulationError;
use crate::hash::Hash;
use crate::model::Model;
use crate::plan::Plan;
use crate::state::{LARGEST_COUNT, MethodMemory, State};
use crate::stats::{Audit, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts up from here whenever the text changes its meaning.
const FORMAT: u32 = 4;
/// Between the object without its last brace and sixteen hexadecimal digits.
const BEFORE_CHECKSUM: &str = ",\"checksum\":\"";
const AFTER_CHECKSUM: &str = "\"}\n";
const CHECKSUM_DIGITS: usize = 16;
/// Longer than any computer lasts (s).
const LONGEST_TIME: f64 = 1e12;

/// A run after an accepted and stabilized step, all rows up to it recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The version of the text.
    format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// The model's name, for messages.
    pub model: String,
    /// [`Model::hash`], in hexadecimal.
    pub model_hash: String,
    /// `Settings::decisive`, with `auto` replaced where the plan chose a method.
    pub settings: BTreeMap<String, String>,
    /// Time, coordinates, velocities, the memories of methods.
    pub state: State,
    /// Independent equations at the state.
    pub rank: usize,
    /// The solver's memory.
    pub solver: MethodMemory,
    /// Counts so far.
    pub tally: Tally,
    /// The audit of the rows so far.
    pub audit: Audit,
    /// The hash of the last row recorded, in hexadecimal; empty when there was none. It tells whether a trajectory is
    /// that of this run.
    pub last_row: String,
}

/// The fields that every version of the text has.
#[derive(Deserialize)]
struct Head {
    format: u32,
    program: String,
}

impl Checkpoint {
    /// A checkpoint of a run of this model by this plan.
    pub(crate) fn new(model: &Model, plan: &Plan, state: &State) -> Checkpoint {
        Checkpoint {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            model: model.name.clone(),
            model_hash: model.hash().text(),
            settings: plan.settings.decisive().into_iter().map(|(word, value)| (word.to_string(), value)).collect(),
            state: state.clone(),
            rank: plan.rank,
            solver: MethodMemory::default(),
            tally: Tally::default(),
            audit: Audit::default(),
            last_row: String::new(),
        }
    }

    /// The text: one JSON object in one line.
    pub fn to_text(&self) -> String {
        // Strings as keys and nothing that can refuse: there is no way to fail.
        let mut text = serde_json::to_string(self).expect("a checkpoint has a text");
        text.pop();
        let checksum = Hash::of_bytes(text.as_bytes()).text();
        text + BEFORE_CHECKSUM + &checksum + AFTER_CHECKSUM
    }

    /// Reads what [`to_text`](Checkpoint::to_text) wrote.
    ///
    /// # Errors
    /// [`SimulationError::BadCheckpoint`] for every other text, and for one of a format that this version does not
    /// know.
    pub fn parse(text: &[u8]) -> Result<Checkpoint, SimulationError> {
        let damaged =
            || bad("it is damaged or cut off, or no checkpoint at all; take another one, or begin anew".into());
        let body = check_sum(text).ok_or_else(damaged)?;
        let head: Head = serde_json::from_slice(&body).map_err(|_| damaged())?;
        if head.format != FORMAT {
            let Head { format, program } = head;
            return Err(bad(format!(
                "it is of format {format}, written by version {program}, and this version reads format {FORMAT}; use the version \
                 that wrote it, or begin anew"
            )));
        }
        serde_json::from_slice(&body).map_err(|_| damaged())
    }

    /// Whether a run of this model by this plan may go on from here.
    pub(crate) fn check_fit(&self, model: &Model, plan: &Plan) -> Result<(), SimulationError> {
        if self.model_hash != model.hash().text() {
            return Err(bad(format!(
                "it is of another model ('{}', of which a number, a name, a body, a joint or a force is not as in '{}'); restart \
                 with the model as it was, or begin anew",
                self.model, model.name
            )));
        }
        self.check_settings(plan)?;
        let (time, end) = (self.state.time, plan.settings.end);
        if time >= end {
            return Err(bad(format!("it is at t = {time} s, and this run is to end at {end} s; give a larger --end")));
        }
        Ok(())
    }

    fn check_settings(&self, plan: &Plan) -> Result<(), SimulationError> {
        let (mut differences, mut remedies) = (Vec::new(), Vec::new());
        for (word, now) in plan.settings.decisive() {
            match self.settings.get(word) {
                Some(then) if *then == now => {}
                Some(then) => {
                    differences.push(format!("{word} {then} instead of {now}"));
                    remedies.push(match (word, then.as_str()) {
                        ("parts" | "smallest-part" | "cyclic-limit", "auto") | ("cut", "none") => {
                            format!("no --{word}")
                        }
                        _ => format!("--{word} {then}"),
                    });
                }
                // An earlier version, which had no such setting, left it to the plan too.
                None if now == "auto" => {}
                None => differences.push(format!("no {word}, which is {now} here")),
            }
        }
        if differences.is_empty() {
            return Ok(());
        }
        let remedy =
            if remedies.is_empty() { String::new() } else { format!("restart with {}, or ", remedies.join(" ")) };
        Err(bad(format!("it was made with {}; {remedy}begin anew", differences.join(" and "))))
    }

    /// Whether the numbers are as many as in this state, which has just been started, and in the memory of its solver,
    /// and make sense; a text made by hand may have any.
    pub(crate) fn check_shape(&self, started: &State, solver: &MethodMemory) -> Result<(), SimulationError> {
        let (state, tally) = (&self.state, &self.tally);
        let counts = [tally.steps, tally.rejected, tally.evaluations, self.audit.n_rank_changes];
        let seconds = [tally.evaluation_seconds, tally.step_seconds, tally.wall_seconds];
        let sensible = state.is_like(started)
            && state.memories.have_shape_of(&started.memories)
            && state.time >= 0.0
            && self.solver.has_shape_of(solver)
            && self.solver.is_sound()
            && counts.iter().all(|n| *n < LARGEST_COUNT)
            && seconds.iter().all(|s| (0.0..LONGEST_TIME).contains(s));
        if sensible { Ok(()) } else { Err(bad("its numbers are not those of this model; take another one".into())) }
    }

    /// Warnings for the user.
    pub(crate) fn note(&self) -> Option<String> {
        let here = env!("CARGO_PKG_VERSION");
        (self.program != here).then(|| {
            format!(
                "the checkpoint was written by version {}, this is {here}: last bits may differ from those of a run without restart",
                self.program
            )
        })
    }
}

fn bad(reason: String) -> SimulationError {
    SimulationError::BadCheckpoint { reason }
}

/// The object without its checksum, if that is right.
fn check_sum(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(AFTER_CHECKSUM.as_bytes())?;
    let (text, digits) = text.split_at_checked(text.len().checked_sub(CHECKSUM_DIGITS)?)?;
    let body = text.strip_suffix(BEFORE_CHECKSUM.as_bytes())?;
    (Hash::of_bytes(body).text().as_bytes() == digits).then(|| [body, b"}"].concat())
}
