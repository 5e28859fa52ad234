//! `linkwork run`: simulates a model, writes its results folder, tells how it went.

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use clap::{Args, ValueEnum};
use linkwork::methods::{Choice, Specialize, Word};
use linkwork::recorder::{ModelChannels, OutputTimes, channels};
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError, Summary};
use linkwork_jit::Made;
use linkwork_report::{
    Budget, CHECKPOINT, ChosenColumns, FolderLock, Format, PAGE, PageRun, ResultsFolder, SourcedSummary, model_file,
    other_model_file, shown,
};
use serde::Serialize;

use crate::columns::choose_among;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::{MethodOptions, positive};
use crate::printing::{print, print_json};
use crate::progress::Watched;
use crate::restart;
use crate::source::{self, Copy, Found, Origin, Parameters};
use crate::specialize;
use crate::summary::{self, three_digits};
use crate::words;

/// Text files beyond this size are slow to open elsewhere (bytes).
const LARGE_CSV: u64 = 100_000_000;

/// Options of `linkwork run`.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    parameters: Parameters,
    #[command(flatten)]
    methods: MethodOptions,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Specialize>, num_args = 0..=1, default_missing_value = "on",
        help = format!("Evaluate by machine code made for the model, with cartesian: {}", Specialize::WORDS.join(", ")))]
    specialize: Option<Choice<Specialize>>,
    // Not by a comment of documentation, which would take the brackets for a tag.
    #[arg(short, long, value_name = "DIR", help = "Folder for the results [default: results/<name of the model>]")]
    output: Option<PathBuf>,
    /// Form of the trajectory
    #[arg(long, value_enum, default_value = "csv")]
    format: FormatWord,
    /// Columns of the trajectory by name, separated by commas; * stands for any letters, ? for one; time is always
    /// there
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["checkpoint", "restart"])]
    columns: Vec<String>,
    /// Keep a checkpoint in the folder of the results, written anew every S simulated seconds and when interrupted
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    checkpoint: Option<f64>,
    /// Go on from a checkpoint of the same model and settings, to the same bits; --end may be later
    #[arg(long, value_name = "FILE")]
    restart: Option<PathBuf>,
    /// Do not write report.html, the page with the moving mechanism and plots
    #[arg(long)]
    no_report: bool,
    /// Print the summary as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,
    /// Where the model's text is, once it was loaded, and the copy to keep.
    #[arg(skip)]
    origin: OnceLock<(Origin, Copy)>,
    /// The folder of the results, until it is opened.
    #[arg(skip)]
    lock: Mutex<Option<FolderLock>>,
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
    summary: SourcedSummary<'a>,
    results: &'a Path,
}

/// Simulates.
///
/// # Errors
/// A wrong model or command, a simulation that could not go on, an interrupt; the results are then kept.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    let start = Instant::now();
    let model = Arc::new(options.load()?);
    let mut plan = Plan::choose(&model, &options.settings(&model)?).map_err(Failure::before_run_of(&model))?;
    let interrupt = Interrupt::listen();
    let checkpoint = options.read_checkpoint()?;
    let made = specialize::settle(&model, &mut plan, checkpoint.as_ref())?;
    let (plan, prepared) = (Arc::new(plan), start.elapsed());
    let simulation = match &checkpoint {
        None => Simulation::new(model.clone(), plan.clone()).map_err(Failure::before_run),
        Some(checkpoint) => Simulation::restore(model.clone(), plan.clone(), checkpoint)
            .map_err(|trouble| options.name_checkpoint(trouble)),
    };
    let mut simulation = simulation?;
    let compile_seconds = made.as_ref().map(Made::seconds);
    if let Some(made) = made {
        made.set_to_work(&mut simulation).map_err(Failure::before_run)?;
    }
    let (mut folder, rows_kept) = options.open_folder(&model, &plan.settings, checkpoint.as_ref())?;

    let begin = simulation.state().time;
    let mut watched = Watched::new(folder.sink(), interrupt.clone(), plan.settings.end);
    watched.set_start(begin);
    if options.shows_progress() {
        watched.show_bar();
    }
    let outcome = simulation.run(&mut watched);
    drop(watched);

    let mut summary = simulation.summary();
    summary.rows_kept = rows_kept;
    summary.compile_seconds = compile_seconds;
    // Reading the model and planning count too: it is what the user waited for.
    summary.wall_seconds += prepared.as_secs_f64();
    let chosen = plan.to_string();
    Finished { model: &model, chosen: &chosen, simulation: &simulation, summary, outcome }
        .conclude(options, &interrupt, folder)
}

/// A run that has ended, well or not.
pub struct Finished<'a> {
    /// The model that was simulated.
    pub model: &'a Model,
    /// The plan, as it prints itself.
    pub chosen: &'a str,
    /// Where the run ended.
    pub simulation: &'a Simulation,
    /// The run's summary.
    pub summary: Summary,
    /// How it ended.
    pub outcome: Result<(), SimulationError>,
}

impl Finished<'_> {
    /// Completes the folder and tells the user.
    ///
    /// # Errors
    /// A simulation that could not go on, an interrupt, or results that could not be written.
    pub fn conclude(
        self,
        options: &RunOptions,
        interrupt: &Interrupt,
        mut folder: ResultsFolder,
    ) -> Result<(), Failure> {
        let Finished { model, chosen, simulation, mut summary, outcome } = self;
        let directory = folder.directory().to_path_buf();
        let model_file = folder.model_file().map(str::to_string);
        let mut failure = judge(model, outcome, interrupt, &mut summary);
        if options.checkpoint.is_some() && simulation.was_interrupted() && simulation.state().is_finite() {
            let hint = keep_last(simulation, &mut folder, &mut summary);
            failure = failure.map(|failure| failure.with(&hint));
        }
        if let Err(error) = folder.finish(&summary) {
            // The first trouble is the cause; that the files could not be completed usually follows from it.
            return Err(failure.unwrap_or(Failure::Stopped(error.to_string())));
        }
        let sourced = SourcedSummary { summary: &summary, model_file: model_file.as_deref() };
        let told = options.tell(model, chosen, sourced, &directory);
        match failure {
            Some(failure) => Err(failure.with(&format!("; results up to there are in '{}'", shown(&directory)))),
            None => told,
        }
    }
}

/// The checkpoint of an interrupted run; returns how to go on from it.
fn keep_last(simulation: &Simulation, folder: &mut ResultsFolder, summary: &mut Summary) -> String {
    match folder.write_checkpoint(&simulation.checkpoint()) {
        Ok(()) => format!("; --restart {} goes on from there", shown(&folder.directory().join(CHECKPOINT))),
        Err(error) => {
            summary.warnings.push(format!("the last checkpoint is missing: {error}"));
            String::new()
        }
    }
}

/// Why the run is not a success, if it is not; completes the summary accordingly.
fn judge(
    model: &Model,
    outcome: Result<(), SimulationError>,
    interrupt: &Interrupt,
    summary: &mut Summary,
) -> Option<Failure> {
    let failure = match outcome {
        Err(trouble) => Failure::Stopped(trouble.in_model(model)),
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
    /// The model. From now on the folder of its results is locked.
    ///
    /// # Errors
    /// A name that leads nowhere, a file that cannot be read, a model with faults, columns that it does not have; a
    /// folder that another run writes into, or that holds the results of another model file.
    pub fn load(&self) -> Result<Model, Failure> {
        let Found { model, origin, copy } = source::load_with_origin(&self.model, &self.parameters)?;
        self.chosen_columns(&model)?;
        let lock = FolderLock::claim(&self.directory(&model))?;
        if self.output.is_none() {
            check_owner(&lock, &origin)?;
        }
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = Some(lock);
        // The first one stays: it is the text of the model that is simulated.
        let _ = self.origin.set((origin, copy));
        Ok(model)
    }

    /// `None` for all columns.
    fn chosen_columns(&self, model: &Model) -> Result<Option<ChosenColumns>, Failure> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let names = channels(model);
        let chosen = choose_among(&names, &self.columns)?;
        Ok(Some(ChosenColumns::new(&chosen, names.len())))
    }

    /// The model's own settings, overridden by what the command line says.
    ///
    /// # Errors
    /// Settings that do not go together.
    pub fn settings(&self, model: &Model) -> Result<Settings, Failure> {
        let mut settings = self.methods.settings(model)?;
        settings.specialize = self.specialize.unwrap_or_default();
        Ok(settings)
    }

    /// Whether the user wants to see how far the run is.
    pub fn shows_progress(&self) -> bool {
        !self.quiet
    }

    /// Whether a run goes on from an earlier one.
    pub fn is_restart(&self) -> bool {
        self.restart.is_some()
    }

    /// The checkpoint from which to go on, if one is asked for.
    ///
    /// # Errors
    /// A file that cannot be read, or is damaged.
    pub fn read_checkpoint(&self) -> Result<Option<Checkpoint>, Failure> {
        self.restart.as_deref().map(restart::read).transpose()
    }

    /// SimulationError with the checkpoint, with the name of its file.
    pub fn name_checkpoint(&self, trouble: SimulationError) -> Failure {
        let failure = Failure::before_run(trouble);
        match &self.restart {
            Some(file) => restart::name(file, failure),
            None => failure,
        }
    }

    /// The folder, and for a restart how many earlier rows it has.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn open_folder(
        &self,
        model: &Model,
        settings: &Settings,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<(ResultsFolder, Option<u64>), Failure> {
        let lock = match self.lock.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(lock) => lock,
            None => FolderLock::claim(&self.directory(model))?,
        };
        let format = self.format.into();
        let page = (!self.no_report).then(|| PageRun::new(&model.name, model, Budget::shared_by(1)));
        let (mut folder, rows_kept) = match checkpoint {
            None => {
                let mut folder = ResultsFolder::open(lock, format)?;
                folder.set_page(page);
                (folder, None)
            }
            Some(checkpoint) => {
                let times = OutputTimes::new(settings.end, settings.output_step);
                let resumed = ResultsFolder::resume(lock, format, &ModelChannels(model), checkpoint, &times, page);
                let (folder, kept) = resumed.map_err(|trouble| Failure::Wrong(trouble.to_string()))?;
                (folder, Some(kept))
            }
        };
        if let Some(columns) = self.chosen_columns(model)? {
            folder.choose_columns(columns);
        }
        self.keep_model(&mut folder)?;
        if let Some(every) = self.checkpoint {
            folder.keep_checkpoints(every, checkpoint.map_or(0.0, |checkpoint| checkpoint.state.time));
        }
        Ok((folder, rows_kept))
    }

    /// Keeps the model beside its results, and where it came from.
    fn keep_model(&self, folder: &mut ResultsFolder) -> Result<(), Failure> {
        let Some((origin, copy)) = self.origin.get() else { return Ok(()) };
        if let Origin::File(path) = origin {
            folder.set_model_file(model_file(folder.directory(), path));
        }
        match (copy, origin) {
            (Copy::Resolved(text), _) => folder.keep_model(text.as_bytes(), false)?,
            (Copy::Same { is_json }, Origin::Text(text)) => folder.keep_model(text.as_bytes(), *is_json)?,
            (Copy::Same { is_json }, Origin::File(path)) => {
                // A file that vanished meanwhile is no reason not to simulate what it held.
                if let Ok(file) = File::open(path) {
                    folder.keep_model(file, *is_json)?;
                }
            }
        }
        Ok(())
    }

    /// Prints what the user wants to see of the summary.
    fn tell(&self, model: &Model, chosen: &str, sourced: SourcedSummary, directory: &Path) -> Result<(), Failure> {
        let summary = sourced.summary;
        if self.json {
            print_json(&Told { summary: sourced, results: directory })
        } else if self.quiet {
            Ok(())
        } else {
            let file = directory.join(Format::from(self.format).file_name());
            let page = (!self.no_report).then(|| directory.join(PAGE));
            print(&(summary::describe(model, chosen, summary, &file, page.as_deref()) + &hint_on_size(&file)))
        }
    }

    fn directory(&self, model: &Model) -> PathBuf {
        self.output.clone().unwrap_or_else(|| usual_directory(model))
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

/// Results of another model file are not replaced unless the user names the folder.
fn check_owner(lock: &FolderLock, origin: &Origin) -> Result<(), Failure> {
    let (file, text) = match origin {
        Origin::File(path) => (Some(path.as_path()), Cow::Owned(fs::read(path).unwrap_or_default())),
        Origin::Text(text) => (None, Cow::Borrowed(text.as_bytes())),
    };
    let Some(other) = other_model_file(lock.directory(), file, &text) else { return Ok(()) };
    Err(Failure::Wrong(format!(
        "'{}' holds the results of another model file, '{}'; name a folder with --output DIR, or give this model another `name`",
        shown(lock.directory()),
        shown(&other)
    )))
}

/// A word on the other format, where text takes much room.
fn hint_on_size(trajectory: &Path) -> String {
    match fs::metadata(trajectory) {
        Ok(file) if file.len() > LARGE_CSV && trajectory.extension().is_some_and(|ending| ending == "csv") => {
            let size = three_digits(file.len() as f64 / 1e6);
            format!(
                "The trajectory takes {size} MB as text; --format parquet takes about 40 % of that, --columns what you choose\n"
            )
        }
        _ => String::new(),
    }
}

/// Where results of a model go if nobody says where.
pub fn usual_directory(model: &Model) -> PathBuf {
    Path::new("results").join(safe_name(&model.name))
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
