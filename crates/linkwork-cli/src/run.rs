//! `linkwork run`: simulates a model, writes its results folder, tells how it went.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use linkwork::{Model, Plan, Simulation, Summary, Trouble};
use linkwork_report::{Format, ResultsFolder};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::MethodOptions;
use crate::printing::{print, print_json};
use crate::progress::Watched;
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
    let mut simulation = Simulation::new(&model, &plan).map_err(Failure::before_run)?;
    let mut folder = ResultsFolder::create(&options.directory(&model), options.format.into())?;
    let directory = folder.directory().to_path_buf();

    let mut watched = Watched::new(folder.sink(), interrupt.clone(), plan.settings.end);
    if !options.quiet {
        watched.show_bar();
    }
    let outcome = simulation.run(&mut watched);
    drop(watched);

    let mut summary = simulation.summary();
    // Reading the model and planning count too: it is what the user waited for.
    summary.wall_seconds = start.elapsed().as_secs_f64();
    let failure = judge(outcome, &interrupt, &mut summary);
    if let Err(error) = folder.finish(&summary) {
        // The first trouble is the cause; that the files could not be completed usually follows from it.
        return Err(failure.unwrap_or(Failure::Stopped(error.to_string())));
    }

    let told = if options.json {
        print_json(&Told { summary: &summary, results: &directory })
    } else if options.quiet {
        Ok(())
    } else {
        let file = directory.join(Format::from(options.format).file_name());
        print(&summary::describe(&model, &plan, &summary, &file))
    };
    match failure {
        Some(failure) => Err(failure.with(&format!("; results up to there are in '{}'", directory.display()))),
        None => told,
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
