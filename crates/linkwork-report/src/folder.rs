//! The results folder: which files a run leaves, and in which order they appear.
//!
//! While the run goes on, rows go to `trajectory.csv.partial`. At the end the summary is written beside it, and only
//! then, when nothing can fail for want of space any more, both get their names. So the files of an older run stay
//! whole until those of this run are whole. A run that dies leaves its partial file, and CSV rows in it can be read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use linkwork::Summary;
use linkwork::recorder::Sink;

use crate::csv::CsvSink;
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

    fn other(self) -> Format {
        match self {
            Format::Csv => Format::Parquet,
            Format::Parquet => Format::Csv,
        }
    }
}

/// The files of one run.
pub struct ResultsFolder {
    directory: PathBuf,
    format: Format,
    table: Table,
}

enum Table {
    Csv(CsvSink),
    Parquet(Box<ParquetSink>),
}

impl ResultsFolder {
    /// Makes the folder, parents included, and opens the partial trajectory in it.
    ///
    /// # Errors
    /// When the folder or the file cannot be made.
    pub fn create(directory: &Path, format: Format) -> Result<ResultsFolder, WriteError> {
        fs::create_dir_all(directory).map_err(WriteError::at(directory))?;
        let path = partial(&directory.join(format.file_name()));
        let table = match format {
            Format::Csv => Table::Csv(CsvSink::create(&path)?),
            Format::Parquet => Table::Parquet(Box::new(ParquetSink::create(&path)?)),
        };
        Ok(ResultsFolder { directory: directory.to_path_buf(), format, table })
    }

    /// Where the rows go.
    pub fn sink(&mut self) -> &mut dyn Sink {
        match &mut self.table {
            Table::Csv(sink) => sink,
            Table::Parquet(sink) => sink.as_mut(),
        }
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

fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
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

fn put_in_place(path: &Path) -> Result<(), WriteError> {
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
    use crate::testing::{TestFolder, read_parquet};

    fn names() -> Vec<String> {
        vec!["time".into(), "rod.x".into()]
    }

    fn run(directory: &Path, format: Format, rows: &[[f64; 2]]) -> ResultsFolder {
        let mut folder = ResultsFolder::create(directory, format).unwrap();
        folder.sink().begin(&names()).unwrap();
        rows.iter().for_each(|row| folder.sink().record(row).unwrap());
        folder
    }

    fn files(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
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
}
