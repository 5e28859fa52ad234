//! The results folder: which files a run leaves, and in which order they appear.
//!
//! While the run goes on, rows go to `trajectory.csv.partial`. At the end the summary is written beside it, and only
//! then, when nothing can fail for want of space any more, both get their names. So the files of an older run stay
//! whole until those of this run are whole. A run that dies leaves its partial file, and CSV rows in it can be read.
//!
//! A checkpoint is written beside the rows, these first, so that the rows up to a checkpoint are always there; it replaces the
//! one before when it is whole. A restart begins with the rows of the earlier run up to its checkpoint, where the folder has them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use linkwork::recorder::{Channels, OutputTimes, Row, Sink};
use linkwork::{Checkpoint, Summary, Trouble};

use crate::csv::CsvSink;
use crate::earlier;
use crate::error::WriteError;
use crate::parquet::ParquetSink;

/// The form of the trajectory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text: `trajectory.csv`.
    Csv,
    /// Compressed columns: `trajectory.parquet`.
    Parquet,
}

impl Format {
    /// Name of the file in the results folder.
    pub fn file_name(self) -> &'static str {
        match self {
            Format::Csv => "trajectory.csv",
            Format::Parquet => "trajectory.parquet",
        }
    }

    pub(crate) fn other(self) -> Format {
        match self {
            Format::Csv => Format::Parquet,
            Format::Parquet => Format::Csv,
        }
    }
}

/// Name of the checkpoint in the results folder.
pub const CHECKPOINT: &str = "checkpoint.json";

/// The files of one run.
pub struct ResultsFolder {
    directory: PathBuf,
    format: Format,
    table: Table,
    /// Whether the channels are written already.
    begun: bool,
    checkpoints: Option<Checkpoints>,
}

/// When checkpoints are written (simulated s).
#[derive(Clone, Copy, Debug)]
struct Checkpoints {
    every: f64,
    next: f64,
}

enum Table {
    Csv(CsvSink),
    Parquet(Box<ParquetSink>),
}

impl Table {
    fn create(path: &Path, format: Format) -> Result<Table, WriteError> {
        Ok(match format {
            Format::Csv => Table::Csv(CsvSink::create(path)?),
            Format::Parquet => Table::Parquet(Box::new(ParquetSink::create(path)?)),
        })
    }

    fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Table::Csv(sink) => sink,
            Table::Parquet(sink) => sink.as_mut(),
        }
    }
}

impl ResultsFolder {
    /// Makes the folder, parents included, and opens the partial trajectory in it.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn create(directory: &Path, format: Format) -> Result<ResultsFolder, WriteError> {
        fs::create_dir_all(directory).map_err(WriteError::at(directory))?;
        let table = Table::create(&partial(&directory.join(format.file_name())), format)?;
        Ok(ResultsFolder::around(directory, format, table))
    }

    /// As [`create`](ResultsFolder::create), but the trajectory begins with the rows of the run that made the checkpoint, up to its
    /// time, if they are in the folder. Returns how many these are.
    ///
    /// # Errors
    /// When something cannot be written; the rows of the earlier run are then still there.
    pub fn resume(
        directory: &Path,
        format: Format,
        channels: &dyn Channels,
        checkpoint: &Checkpoint,
        times: &OutputTimes,
    ) -> Result<(ResultsFolder, u64), Trouble> {
        fs::create_dir_all(directory).map_err(WriteError::at(directory))?;
        let path = directory.join(format.file_name());
        // Rows are copied under another name, so that the earlier ones are whole until the copy is.
        let copy = with_ending(&path, ".resumed");
        for earlier in earlier::candidates(directory) {
            let mut table = Table::create(&copy, format)?;
            table.sink().begin(channels)?;
            if let Some(n) = earlier.copy(channels, checkpoint, times, table.sink())? {
                let mut folder = ResultsFolder { begun: true, ..ResultsFolder::around(directory, format, table) };
                folder.save_rows()?;
                fs::rename(&copy, partial(&path)).map_err(WriteError::at(&path))?;
                folder.set_table_path(&partial(&path));
                return Ok((folder, n));
            }
            drop(table);
            remove_if_present(&copy)?;
        }
        Ok((ResultsFolder::create(directory, format)?, 0))
    }

    fn around(directory: &Path, format: Format, table: Table) -> ResultsFolder {
        ResultsFolder { directory: directory.to_path_buf(), format, table, begun: false, checkpoints: None }
    }

    fn set_table_path(&mut self, path: &Path) {
        match &mut self.table {
            Table::Csv(sink) => sink.set_path(path),
            Table::Parquet(sink) => sink.set_path(path),
        }
    }

    /// From now on a checkpoint is kept in the folder whenever another `every` simulated seconds have passed since time zero;
    /// `start` is where the run begins.
    pub fn keep_checkpoints(&mut self, every: f64, start: f64) {
        self.checkpoints = Some(Checkpoints { every, next: next_multiple(every, start) });
    }

    /// Writes a checkpoint, rows first, and then gives it its name in place of the one before.
    ///
    /// # Errors
    /// When something cannot be written; the checkpoint before is then still there.
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), WriteError> {
        self.save_rows()?;
        let path = self.directory.join(CHECKPOINT);
        let write = |path: &Path| -> io::Result<()> {
            let mut file = File::create(path)?;
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
        match &mut self.table {
            Table::Csv(sink) => sink.save(),
            Table::Parquet(_) => Ok(()),
        }
    }

    /// Where the rows go.
    pub fn sink(&mut self) -> &mut dyn Sink {
        self
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Completes the files and gives them their names, replacing those of an older run, whatever its format.
    ///
    /// # Errors
    /// When something cannot be written; files of an older run are then still whole.
    pub fn finish(mut self, summary: &Summary) -> Result<(), WriteError> {
        match &mut self.table {
            Table::Csv(sink) => sink.close()?,
            Table::Parquet(sink) => sink.close()?,
        }
        let summary_path = self.directory.join("summary.json");
        write_summary(&partial(&summary_path), summary)?;

        put_in_place(&self.directory.join(self.format.file_name()))?;
        let other = self.directory.join(self.format.other().file_name());
        remove_if_present(&other)?;
        remove_if_present(&partial(&other))?;
        put_in_place(&summary_path)
    }
}

impl Sink for ResultsFolder {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), Trouble> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        self.table.sink().begin(channels)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), Trouble> {
        self.table.sink().record(row)
    }

    fn is_checkpoint_due(&mut self, time: f64) -> bool {
        self.checkpoints.is_some_and(|checkpoints| time >= checkpoints.next)
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), Trouble> {
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

/// The name of a file while it is written.
pub(crate) fn partial(path: &Path) -> PathBuf {
    with_ending(path, ".partial")
}

pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn write_summary(path: &Path, summary: &Summary) -> Result<(), WriteError> {
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        serde_json::to_writer_pretty(&mut file, summary)?;
        file.write_all(b"\n")?;
        file.flush()
    };
    write().map_err(WriteError::at(path))
}

pub(crate) fn put_in_place(path: &Path) -> Result<(), WriteError> {
    fs::rename(partial(path), path).map_err(WriteError::at(path))
}

fn remove_if_present(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(WriteError { path: path.to_path_buf(), cause: e }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        if File::create(directory.join("probe")).is_ok() {
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

    #[test]
    fn checkpoints_are_due_at_multiples() {
        assert_eq!([0.0, 0.4, 0.5, 1.7].map(|time| next_multiple(0.5, time)), [0.5, 0.5, 1.0, 2.0]);
    }
}
