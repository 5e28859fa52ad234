//! `linkwork run`: simulates a model, writes its results folder, tells how it went.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use linkwork::recorder::{ModelChannels, OutputTimes};
use linkwork::{Model, Plan, Simulation, Summary, Trouble};
use linkwork_report::{CHECKPOINT, Format, ResultsFolder};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::{MethodOptions, positive};
use crate::printing::{print, print_json};
use crate::progress::Watched;
use crate::restart;
use crate::source;
use crate::summary;

/// Options of `linkwork run`.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    methods: MethodOptions,
    /// Folder for the results [default: results/<name of the model>]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Form of the trajectory
    #[arg(long, value_enum, default_value = "csv")]
    format: FormatWord,
    /// Keep a checkpoint in the folder of the results, written anew every S simulated seconds and when interrupted
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    checkpoint: Option<f64>,
    /// Go on from a checkpoint of the same model and settings, to the same bits; --end may be later
    #[arg(long, value_name = "FILE")]
    restart: Option<PathBuf>,
    /// Print the summary as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
}

/// The words of `--format`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormatWord {
    Csv,
    Parquet,
}

/// The summary as printed by `--json`, with where the results are.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    results: &'a Path,
}

/// Simulates.
///
/// # Errors
/// A wrong model or command, a simulation that could not go on, an interrupt; the results are then kept.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    let start = Instant::now();
    let model = source::load(&options.model)?;
    let plan = Plan::choose(&model, &options.methods.settings(&model)?).map_err(Failure::before_run)?;
    let interrupt = Interrupt::listen();
    let prepared = start.elapsed();
    let (mut simulation, mut folder, rows_kept) = options.begin(&model, &plan)?;
    let directory = folder.directory().to_path_buf();

    let begin = simulation.state().time;
    let mut watched = Watched::new(folder.sink(), interrupt.clone(), plan.settings.end);
    watched.set_start(begin);
    if !options.quiet {
        watched.show_bar();
    }
    let outcome = simulation.run(&mut watched);
    drop(watched);

    let mut summary = simulation.summary();
    summary.rows_kept = rows_kept;
    // Reading the model and planning count too: it is what the user waited for.
    summary.wall_seconds += prepared.as_secs_f64();
    let mut failure = judge(outcome, &interrupt, &mut summary);
    if options.checkpoint.is_some() && simulation.was_interrupted() && simulation.state().is_finite() {
        let hint = keep_last(&simulation, &mut folder, &mut summary);
        failure = failure.map(|failure| failure.with(&hint));
    }
    if let Err(error) = folder.finish(&summary) {
        // The first trouble is the cause; that the files could not be completed usually follows from it.
        return Err(failure.unwrap_or(Failure::Stopped(error.to_string())));
    }
    let told = options.tell(&model, &plan, &summary, &directory);
    match failure {
        Some(failure) => Err(failure.with(&format!("; results up to there are in '{}'", directory.display()))),
        None => told,
    }
}

/// The checkpoint of an interrupted run; returns how to go on from it.
fn keep_last(simulation: &Simulation, folder: &mut ResultsFolder, summary: &mut Summary) -> String {
    match folder.write_checkpoint(&simulation.checkpoint()) {
        Ok(()) => format!("; --restart {} goes on from there", folder.directory().join(CHECKPOINT).display()),
        Err(error) => {
            summary.warnings.push(format!("the last checkpoint is missing: {error}"));
            String::new()
        }
    }
}

/// Why the run is not a success, if it is not; completes the summary accordingly.
fn judge(outcome: Result<(), Trouble>, interrupt: &Interrupt, summary: &mut Summary) -> Option<Failure> {
    let failure = match outcome {
        Err(trouble) => Failure::Stopped(trouble.to_string()),
        Ok(()) if interrupt.is_asked() && !summary.completed => {
            Failure::Interrupted(format!("stopped by the user at t = {:.6} s", summary.time))
        }
        Ok(()) => return None,
    };
    summary.completed = false;
    summary.error.get_or_insert(failure.message().to_string());
    Some(failure)
}

impl RunOptions {
    /// The simulation, at its start or where the checkpoint is, the folder, and for a restart how many earlier rows it has.
    fn begin<'m>(
        &self,
        model: &'m Model,
        plan: &'m Plan,
    ) -> Result<(Simulation<'m>, ResultsFolder, Option<u64>), Failure> {
        let (directory, format) = (self.directory(model), self.format.into());
        let (simulation, mut folder, rows_kept) = match &self.restart {
            None => {
                let simulation = Simulation::new(model, plan).map_err(Failure::before_run)?;
                (simulation, ResultsFolder::create(&directory, format)?, None)
            }
            Some(file) => {
                let (simulation, checkpoint) = restart::restore(file, model, plan)?;
                let times = OutputTimes::new(plan.settings.end, plan.settings.output_step);
                let resumed = ResultsFolder::resume(&directory, format, &ModelChannels(model), &checkpoint, &times);
                let (folder, kept) = resumed.map_err(|trouble| Failure::Wrong(trouble.to_string()))?;
                (simulation, folder, Some(kept))
            }
        };
        if let Some(every) = self.checkpoint {
            folder.keep_checkpoints(every, simulation.state().time);
        }
        Ok((simulation, folder, rows_kept))
    }

    /// Prints what the user wants to see of the summary.
    fn tell(&self, model: &Model, plan: &Plan, summary: &Summary, directory: &Path) -> Result<(), Failure> {
        if self.json {
            print_json(&Told { summary, results: directory })
        } else if self.quiet {
            Ok(())
        } else {
            let file = directory.join(Format::from(self.format).file_name());
            print(&summary::describe(model, plan, summary, &file))
        }
    }

    fn directory(&self, model: &Model) -> PathBuf {
        self.output.clone().unwrap_or_else(|| Path::new("results").join(safe_name(&model.name)))
    }
}

impl From<FormatWord> for Format {
    fn from(word: FormatWord) -> Format {
        match word {
            FormatWord::Csv => Format::Csv,
            FormatWord::Parquet => Format::Parquet,
        }
    }
}

/// The model's name as a folder's name that every file system takes.
fn safe_name(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    // File systems count bytes, commonly up to 255, and a letter takes four at most.
    let name: String = name.trim().chars().map(safe).take(60).collect();
    // Leading dots hide a folder or climb out of it, trailing ones vanish on some systems.
    let name = name.trim_matches(|c| c == '.' || c == '-');
    if name.is_empty() { "model".into() } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn names_of_folders_are_safe() {
        assert_eq!(safe_name("four-bar"), "four-bar");
        assert_eq!(safe_name("a/b\\c: \"d\""), "a-b-c---d");
        assert_eq!(safe_name("../../etc"), "etc");
        assert_eq!(safe_name("  Räder 2.0 "), "Räder-2.0");
        assert_eq!(safe_name(""), "model");
        assert_eq!(safe_name("..."), "model");
        assert_eq!(safe_name(&"x".repeat(500)).len(), 60);
    }
}
