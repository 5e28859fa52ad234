//! The results folder: which files a run leaves, and in which order they appear.
//!
//! While the run goes on, rows go to `trajectory.csv.partial`. At the end the summary is written beside it, and only
//! then, when nothing can fail for want of space any more, both get their names. So the files of an older run stay
//! whole until those of this run are whole. A run that dies leaves its partial file, and CSV rows in it can be read.
//!
//! The folder is locked meanwhile, and a thread of its own writes the rows. The model's text is kept likewise. The
//! page, last of all, is no reason to lose the rest.
//!
//! A checkpoint is written beside the rows, these first, so that the rows up to a checkpoint are always there; it
//! replaces the one before when it is whole. A restart begins with the rows of the earlier run up to its checkpoint,
//! where the folder has them.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use linkwork::recorder::{Channels, OutputTimes, Row, Sink};
use linkwork::{Checkpoint, SimulationError, Summary};

use crate::earlier;
use crate::error::WriteError;
use crate::files::{SourcedSummary, create_new, partial, put_in_place, remove_if_present, with_ending, write_summary};
use crate::lock::FolderLock;
use crate::page::{PAGE, PageData, PageRun};
use crate::table::{ChosenColumns, Format, Table, put_row};
use crate::writer::Writer;

/// Name of the checkpoint in the results folder.
pub const CHECKPOINT: &str = "checkpoint.json";

/// Names of the model's copy in the results folder: as it was written, in one form or the other.
pub const MODELS: [&str; 2] = ["model.toml", "model.json"];

/// Rows of so many numbers at most are copied before page and trajectory look at them: page and trajectory look at a
/// row five times, and one that is told stretch by stretch takes as long as its evaluation. Longer rows stay where they
/// are, since they take as much memory as what was observed.
const MOST_COPIED: usize = 8192;

/// The files of one run.
pub struct ResultsFolder {
    lock: FolderLock,
    format: Format,
    trajectory: Trajectory,
    /// `None` for all columns.
    columns: Option<ChosenColumns>,
    /// The chosen numbers of a row.
    picked: Vec<f64>,
    /// How many numbers a row has, the chosen ones and others.
    n_channels: usize,
    /// A row that is not too long.
    copy: Vec<f64>,
    checkpoints: Option<Checkpoints>,
    /// Which of [`MODELS`] is kept.
    model: Option<&'static str>,
    model_file: Option<String>,
    page: Option<Box<PageRun>>,
}

/// Where rows go.
enum Trajectory {
    /// Its columns are not known yet.
    Empty(Option<Table>),
    Begun {
        writer: Writer,
        n_columns: usize,
    },
}

/// When checkpoints are written (simulated s).
#[derive(Clone, Copy, Debug)]
struct Checkpoints {
    every: f64,
    next: f64,
}

impl ResultsFolder {
    /// Makes the folder, parents included, locks it, and opens the partial trajectory in it.
    ///
    /// # Errors
    /// When the folder or the file cannot be made, or another run writes into the folder.
    pub fn create(directory: &Path, format: Format) -> Result<ResultsFolder, WriteError> {
        ResultsFolder::open(FolderLock::claim(directory)?, format)
    }

    /// As [`create`](ResultsFolder::create), in a folder that is locked already.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn open(lock: FolderLock, format: Format) -> Result<ResultsFolder, WriteError> {
        let table = create_table(&partial(&lock.directory().join(format.file_name())), format)?;
        Ok(ResultsFolder::around(lock, format, Trajectory::Empty(Some(table))))
    }

    /// As [`open`](ResultsFolder::open), but the trajectory, and the page if there is to be one, begin with the rows
    /// of the run that made the checkpoint, up to its time, if they are in the folder. Returns how many these are.
    ///
    /// # Errors
    /// When something cannot be written; the rows of the earlier run are then still there.
    pub fn resume(
        lock: FolderLock,
        format: Format,
        channels: &dyn Channels,
        checkpoint: &Checkpoint,
        times: &OutputTimes,
        mut page: Option<PageRun>,
    ) -> Result<(ResultsFolder, u64), SimulationError> {
        let path = lock.directory().join(format.file_name());
        // Rows are copied under another name, so that the earlier ones are whole until the copy is.
        let copy = with_ending(&path, ".resumed");
        for earlier in earlier::candidates(lock.directory()) {
            let mut table = create_table(&copy, format)?;
            table.sink().begin(channels)?;
            if let Some(n) = earlier.copy(channels, checkpoint, times, table.sink())? {
                if let Some(page) = &mut page {
                    earlier.copy(channels, checkpoint, times, page)?;
                }
                table.save()?;
                fs::rename(&copy, partial(&path)).map_err(WriteError::at(&path))?;
                table.set_path(&partial(&path));
                let trajectory = begin(table, channels.count())?;
                let mut folder = ResultsFolder::around(lock, format, trajectory);
                folder.set_page(page);
                return Ok((folder, n));
            }
            drop(table);
            remove_if_present(&copy)?;
        }
        let mut folder = ResultsFolder::open(lock, format)?;
        folder.set_page(page);
        Ok((folder, 0))
    }

    fn around(lock: FolderLock, format: Format, trajectory: Trajectory) -> ResultsFolder {
        ResultsFolder {
            lock,
            format,
            trajectory,
            columns: None,
            picked: Vec::new(),
            n_channels: usize::MAX,
            copy: Vec::new(),
            checkpoints: None,
            model: None,
            model_file: None,
            page: None,
        }
    }

    /// Only these columns are written to the trajectory; the page has its own.
    pub fn choose_columns(&mut self, columns: ChosenColumns) {
        self.columns = Some(columns);
    }

    /// The file from which the model was read, as seen from the folder.
    pub fn set_model_file(&mut self, file: Option<String>) {
        self.model_file = file;
    }

    /// From now on rows are gathered for a page, which [`finish`](ResultsFolder::finish) writes; without one, an older
    /// page goes.
    pub fn set_page(&mut self, page: Option<PageRun>) {
        self.page = page.map(Box::new);
    }

    /// How many rows the page was told of, if there is to be one.
    #[cfg(test)]
    pub(crate) fn page_rows(&self) -> Option<u64> {
        self.page.as_ref().map(|page| page.n_rows())
    }

    /// Keeps the model beside its results, as `text` has it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_model(&mut self, mut text: impl Read, is_json: bool) -> Result<(), WriteError> {
        let name = MODELS[usize::from(is_json)];
        let path = partial(&self.directory().join(name));
        let mut copy = || io::copy(&mut text, &mut create_new(&path)?);
        copy().map_err(WriteError::at(&path))?;
        self.model = Some(name);
        Ok(())
    }

    /// From now on a checkpoint is kept in the folder whenever another `every` simulated seconds have passed since time
    /// zero; `start` is where the run begins.
    pub fn keep_checkpoints(&mut self, every: f64, start: f64) {
        self.checkpoints = Some(Checkpoints { every, next: next_multiple(every, start) });
    }

    /// Writes a checkpoint, rows first, and then gives it its name in place of the one before.
    ///
    /// # Errors
    /// When something cannot be written; the checkpoint before is then still there.
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), WriteError> {
        self.save_rows()?;
        let path = self.directory().join(CHECKPOINT);
        let write = |path: &Path| -> io::Result<()> {
            let mut file = create_new(path)?;
            file.write_all(checkpoint.to_text().as_bytes())?;
            // A name for what is not on the disk yet would be worth nothing after a power failure.
            file.sync_all()
        };
        write(&partial(&path)).map_err(WriteError::at(&partial(&path)))?;
        put_in_place(&path)
    }

    /// Brings the rows so far to the disk. Parquet has none that could be read before its end.
    ///
    /// # Errors
    /// When the disk does not take them.
    pub fn save_rows(&mut self) -> Result<(), WriteError> {
        match &mut self.trajectory {
            Trajectory::Empty(_) => Ok(()),
            Trajectory::Begun { writer, .. } => writer.save(),
        }
    }

    /// Where the rows go.
    pub fn sink(&mut self) -> &mut dyn Sink {
        self
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        self.lock.directory()
    }

    /// The file from which the model was read, as seen from the folder.
    pub fn model_file(&self) -> Option<&str> {
        self.model_file.as_deref()
    }

    /// Completes the files and gives them their names, replacing those of an older run, whatever its format.
    ///
    /// # Errors
    /// When something cannot be written; files of an older run are then still whole.
    pub fn finish(mut self, summary: &Summary) -> Result<(), WriteError> {
        match &mut self.trajectory {
            Trajectory::Empty(table) => table.as_mut().map_or(Ok(()), Table::close)?,
            Trajectory::Begun { writer, .. } => writer.finish()?,
        }
        let summary_path = self.directory().join("summary.json");
        let sourced = SourcedSummary { summary, model_file: self.model_file() };
        write_summary(&partial(&summary_path), &sourced)?;

        put_in_place(&self.directory().join(self.format.file_name()))?;
        let other = self.directory().join(self.format.other().file_name());
        remove_if_present(&other)?;
        remove_if_present(&partial(&other))?;
        put_in_place(&summary_path)?;
        self.finish_model()?;
        self.finish_page(summary)
    }

    /// A model that is not the one of these results must not stay beside them.
    fn finish_model(&self) -> Result<(), WriteError> {
        let Some(kept) = self.model else { return Ok(()) };
        for other in MODELS.iter().filter(|name| **name != kept) {
            remove_if_present(&self.directory().join(other))?;
        }
        put_in_place(&self.directory().join(kept))
    }

    /// Nor must a page.
    fn finish_page(mut self, summary: &Summary) -> Result<(), WriteError> {
        let path = self.directory().join(PAGE);
        remove_if_present(&path)?;
        let Some(mut run) = self.page.take() else { return Ok(()) };
        run.set_summary(&SourcedSummary { summary, model_file: self.model_file() });
        PageData { title: summary.model.clone(), runs: vec![*run] }.write(&path)
    }

    /// Tells the page and the trajectory of a row.
    fn take(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        if let Some(page) = &mut self.page {
            page.record(row)?;
        }
        let Some(columns) = &self.columns else { return self.put(row) };
        let mut picked = std::mem::take(&mut self.picked);
        columns.pick(row, &mut picked);
        let outcome = self.put(&picked);
        self.picked = picked;
        outcome
    }

    fn put(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        match &mut self.trajectory {
            Trajectory::Begun { writer, n_columns } => put_row(row, *n_columns, |numbers| writer.put(numbers)),
            Trajectory::Empty(_) => Err(SimulationError::Sink { message: "a row came before the columns".into() }),
        }
    }
}

fn create_table(path: &Path, format: Format) -> Result<Table, WriteError> {
    Ok(Table::new(path, create_new(path).map_err(WriteError::at(path))?, format))
}

/// Rows of a table whose columns are written are from now on written beside the simulation.
fn begin(table: Table, n_columns: usize) -> Result<Trajectory, WriteError> {
    Ok(Trajectory::Begun { writer: Writer::start(table, n_columns)?, n_columns })
}

impl Sink for ResultsFolder {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.n_channels = channels.count();
        let Trajectory::Empty(table) = &mut self.trajectory else { return Ok(()) };
        let Some(mut table) = table.take() else { return Ok(()) };
        self.trajectory = match &self.columns {
            None => {
                table.sink().begin(channels)?;
                begin(table, channels.count())?
            }
            Some(columns) => {
                let chosen = columns.of(channels);
                table.sink().begin(&chosen)?;
                begin(table, chosen.count())?
            }
        };
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        if self.n_channels > MOST_COPIED {
            return self.take(row);
        }
        let mut copy = std::mem::take(&mut self.copy);
        copy.clear();
        row.for_each(&mut |numbers| copy.extend_from_slice(numbers));
        let outcome = self.take(&copy);
        self.copy = copy;
        outcome
    }

    fn is_checkpoint_due(&mut self, time: f64) -> bool {
        self.checkpoints.is_some_and(|checkpoints| time >= checkpoints.next)
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.write_checkpoint(checkpoint)?;
        if let Some(Checkpoints { every, next }) = &mut self.checkpoints {
            *next = next_multiple(*every, checkpoint.state.time);
        }
        Ok(())
    }
}

/// The first multiple after a time.
fn next_multiple(every: f64, time: f64) -> f64 {
    ((time / every).floor() + 1.0) * every
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv::CsvSink;
    use crate::parquet::ParquetSink;
    use crate::testing::{TestFolder, files, read_parquet, run_pendulum};

    fn names() -> Vec<String> {
        vec!["time".into(), "rod.x".into()]
    }

    fn run(directory: &Path, format: Format, rows: &[[f64; 2]]) -> ResultsFolder {
        let mut folder = ResultsFolder::create(directory, format).unwrap();
        folder.sink().begin(&names()).unwrap();
        rows.iter().for_each(|row| folder.sink().record(row).unwrap());
        folder
    }

    #[test]
    fn files_get_their_names_at_the_end_only() {
        let test = TestFolder::new("names");
        let directory = test.path("deep/er");
        let folder = run(&directory, Format::Csv, &[[0.0, 1.0], [0.5, 2.0]]);
        assert_eq!(files(&directory), ["trajectory.csv.partial"]);
        folder.finish(&Summary { model: "rod".into(), steps: 7, ..Summary::default() }).unwrap();
        assert_eq!(files(&directory), ["summary.json", "trajectory.csv"]);
        let text = fs::read_to_string(directory.join("trajectory.csv")).unwrap();
        assert_eq!(text, "time,rod.x\n0.0,1.0\n0.5,2.0\n");
        let summary: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(directory.join("summary.json")).unwrap()).unwrap();
        assert_eq!((&summary["model"], &summary["steps"]), (&"rod".into(), &7.into()));
    }

    #[test]
    fn an_older_run_stays_whole_until_the_new_one_is() {
        let test = TestFolder::new("older");
        let directory = test.path("r");
        run(&directory, Format::Csv, &[[0.0, 1.0]]).finish(&Summary::default()).unwrap();
        let before = fs::read_to_string(directory.join("trajectory.csv")).unwrap();

        drop(run(&directory, Format::Csv, &[[0.0, 9.0]]));
        assert_eq!(fs::read_to_string(directory.join("trajectory.csv")).unwrap(), before);
        let left = fs::read_to_string(directory.join("trajectory.csv.partial")).unwrap();
        assert_eq!(left, "time,rod.x\n0.0,9.0\n", "rows of a run that died stay readable");

        run(&directory, Format::Csv, &[[0.0, 3.0]]).finish(&Summary::default()).unwrap();
        assert_eq!(files(&directory), ["summary.json", "trajectory.csv"]);
        assert_eq!(fs::read_to_string(directory.join("trajectory.csv")).unwrap(), "time,rod.x\n0.0,3.0\n");
    }

    #[test]
    fn a_trajectory_of_the_other_format_does_not_outlive_its_run() {
        let test = TestFolder::new("formats");
        let directory = test.path("r");
        run(&directory, Format::Csv, &[[0.0, 1.0]]).finish(&Summary::default()).unwrap();
        let folder = run(&directory, Format::Parquet, &[[0.0, 2.0]]);
        assert_eq!(files(&directory), ["summary.json", "trajectory.csv", "trajectory.parquet.partial"]);
        folder.finish(&Summary::default()).unwrap();
        assert_eq!(files(&directory), ["summary.json", "trajectory.parquet"]);
        let (columns, rows) = read_parquet(&directory.join("trajectory.parquet"));
        assert_eq!((columns, rows), (names(), vec![vec![0.0, 2.0]]));
    }

    #[test]
    fn a_run_without_a_beginning_leaves_an_empty_table() {
        let test = TestFolder::new("unbegun");
        let directory = test.path("r");
        ResultsFolder::create(&directory, Format::Parquet).unwrap().finish(&Summary::default()).unwrap();
        assert_eq!(read_parquet(&directory.join("trajectory.parquet")), (vec!["time".to_string()], vec![]));
        ResultsFolder::create(&directory, Format::Csv).unwrap().finish(&Summary::default()).unwrap();
        assert_eq!(fs::read_to_string(directory.join("trajectory.csv")).unwrap(), "time\n");
    }

    #[test]
    fn a_file_in_the_way_is_named_with_a_remedy() {
        let test = TestFolder::new("in-the-way");
        fs::write(test.path("file"), "").unwrap();
        for (path, shown) in [(test.path("file"), "file'"), (test.path("file/results"), "file/results'")] {
            let message = ResultsFolder::create(&path, Format::Csv).err().unwrap().to_string();
            assert!(message.contains(shown) && message.contains("choose another folder"), "{message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_unwritable_folder_is_named_with_a_remedy() {
        use std::os::unix::fs::PermissionsExt;
        let test = TestFolder::new("unwritable");
        let directory = test.path("locked");
        fs::create_dir_all(&directory).unwrap();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
        // The superuser may write anywhere, which leaves nothing to test.
        if fs::File::create(directory.join("probe")).is_ok() {
            return;
        }
        let message = ResultsFolder::create(&directory, Format::Csv).err().unwrap().to_string();
        assert!(message.contains("locked") && message.contains("may write"), "{message}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_with_a_remedy() {
        let mut csv = CsvSink::create(Path::new("/dev/full")).unwrap();
        csv.begin(&names()).unwrap();
        let mut parquet = ParquetSink::create(Path::new("/dev/full")).unwrap();
        parquet.begin(&names()).unwrap();
        parquet.record(&[0.0, 1.0]).unwrap();
        for error in [csv.close().unwrap_err(), parquet.close().unwrap_err()] {
            assert!(error.to_string().contains("free some space"), "{error}");
        }
    }

    #[test]
    fn a_checkpoint_that_cannot_be_written_leaves_the_one_before() {
        let test = TestFolder::new("keep");
        let directory = test.path("r");
        let checkpoint = run_pendulum(&directory, Format::Csv);
        let before = fs::read(directory.join(CHECKPOINT)).unwrap();
        let mut folder = ResultsFolder::create(&directory, Format::Csv).unwrap();
        fs::create_dir(directory.join("checkpoint.json.partial")).unwrap();
        let error = folder.write_checkpoint(&checkpoint).unwrap_err().to_string();
        assert!(error.contains("checkpoint.json.partial") && error.contains("in the way"), "{error}");
        assert_eq!(fs::read(directory.join(CHECKPOINT)).unwrap(), before);
    }

    /// A link that somebody put where a run will write must not be written through.
    #[cfg(unix)]
    #[test]
    fn partial_files_do_not_follow_symbolic_links() {
        let test = TestFolder::new("links");
        let (directory, precious) = (test.path("r"), test.path("precious"));
        fs::create_dir(&directory).unwrap();
        fs::write(&precious, "mine").unwrap();
        for name in ["trajectory.csv", "summary.json", "model.toml", CHECKPOINT, PAGE] {
            std::os::unix::fs::symlink(&precious, partial(&directory.join(name))).unwrap();
        }
        let checkpoint = run_pendulum(&directory, Format::Csv);
        let mut folder = run(&directory, Format::Csv, &[[0.0, 1.0]]);
        folder.keep_model(&b"text"[..], false).unwrap();
        folder.write_checkpoint(&checkpoint).unwrap();
        folder.finish(&Summary::default()).unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
        for name in ["trajectory.csv", "summary.json", "model.toml", CHECKPOINT] {
            assert!(directory.join(name).symlink_metadata().unwrap().is_file(), "{name}");
        }
    }

    #[test]
    fn checkpoints_are_due_at_multiples() {
        assert_eq!([0.0, 0.4, 0.5, 1.7].map(|time| next_multiple(0.5, time)), [0.5, 0.5, 1.0, 2.0]);
    }
}
