//! The rows of an earlier run, with which a restart begins: found in the folder, made sure of, copied up to the
//! checkpoint.
//!
//! A checkpoint holds the hash of the last row that was recorded before it. A table whose last row up to the
//! checkpoint's time has that hash, to the bit, is the table of that run.

use std::path::{Path, PathBuf};

use linkwork::hash::Hash;
use linkwork::recorder::{Channels, OutputTimes, Sink};
use linkwork::{Checkpoint, SimulationError};

use crate::files::partial;
use crate::table::Format;
use crate::{csv, parquet};

/// A file that may hold the rows of an earlier run.
pub(crate) struct Earlier {
    path: PathBuf,
    format: Format,
}

/// Where rows may be, most likely ones first: a run that died left a partial file, which for Parquet cannot be read.
pub(crate) fn candidates(directory: &Path) -> Vec<Earlier> {
    let path = |format: Format| directory.join(format.file_name());
    let csv = path(Format::Csv);
    let paths = [(partial(&csv), Format::Csv), (csv, Format::Csv), (path(Format::Parquet), Format::Parquet)];
    paths.into_iter().filter(|(path, _)| path.is_file()).map(|(path, format)| Earlier { path, format }).collect()
}

impl Earlier {
    /// Copies the rows up to the checkpoint and returns how many; `None` when they are not those of the run that made
    /// it.
    ///
    /// # Errors
    /// When the sink does not take a row.
    pub(crate) fn copy(
        &self,
        channels: &dyn Channels,
        checkpoint: &Checkpoint,
        times: &OutputTimes,
        to: &mut dyn Sink,
    ) -> Result<Option<u64>, SimulationError> {
        let (mut n, mut last, mut outcome) = (0, None, Ok(()));
        let take = |row: &[f64]| {
            let is_earlier = row[0] <= checkpoint.state.time;
            if is_earlier {
                last = Some(Hash::of_numbers(row));
                // The end of the earlier run may be no output time of this one.
                if times.contains(row[0]) {
                    n += 1;
                    outcome = to.record(&row);
                }
            }
            is_earlier && outcome.is_ok()
        };
        match self.format {
            Format::Csv => csv::read_rows(&self.path, channels, take),
            Format::Parquet => parquet::read_rows(&self.path, channels, take),
        }
        outcome?;
        Ok(last.filter(|last| last.text() == checkpoint.last_row).map(|_| n))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use linkwork::recorder::{OutputTimes, channels};

    use crate::files::{partial, with_ending};
    use crate::folder::{CHECKPOINT, ResultsFolder};
    use crate::lock::FolderLock;
    use crate::page::{Budget, PAGE, PageRun};
    use crate::table::Format;
    use crate::testing::{TestFolder, files, read_parquet, run_pendulum};

    fn pendulum() -> linkwork::Model {
        let text = linkwork::gallery::find("pendulum").unwrap();
        linkwork::Model::parse(&text, "pendulum.toml").unwrap()
    }

    fn columns() -> Vec<String> {
        channels(&pendulum())
    }

    fn page() -> PageRun {
        PageRun::new("pendulum", &pendulum(), Budget::shared_by(1))
    }

    /// Whatever the formats of the earlier run and of the restart; and what the earlier run left stays whole until the
    /// end.
    #[test]
    fn a_restart_begins_with_the_rows_of_the_earlier_run() {
        let times = OutputTimes::new(0.2, 0.01);
        for (old, new) in [(Format::Csv, Format::Csv), (Format::Csv, Format::Parquet), (Format::Parquet, Format::Csv)] {
            let test = TestFolder::new("resume");
            let directory = test.path("r");
            let checkpoint = run_pendulum(&directory, old);
            let before = fs::read(directory.join(old.file_name())).unwrap();
            let (mut folder, kept) = ResultsFolder::resume(
                FolderLock::claim(&directory).unwrap(),
                new,
                &columns(),
                &checkpoint,
                &times,
                Some(page()),
            )
            .unwrap();
            assert_eq!(kept as usize, times.count_until(checkpoint.state.time), "{old:?} {new:?}");
            assert_eq!(folder.page_rows(), Some(kept));
            assert_eq!(fs::read(directory.join(old.file_name())).unwrap(), before);
            // The simulation begins anew; the columns are there already.
            folder.sink().begin(&columns()).unwrap();
            folder.finish(&linkwork::Summary::default()).unwrap();
            let rows = match new {
                Format::Csv => fs::read_to_string(directory.join("trajectory.csv")).unwrap().lines().count() - 1,
                Format::Parquet => read_parquet(&directory.join("trajectory.parquet")).1.len(),
            };
            assert_eq!(rows as u64, kept);
            assert_eq!(files(&directory), [CHECKPOINT, PAGE, "summary.json", new.file_name()]);
        }
    }

    /// The rows of a run that died are in its partial file, with half a row at the end; rows beyond the checkpoint are
    /// dropped.
    #[test]
    fn a_restart_begins_with_what_a_dead_run_left() {
        let test = TestFolder::new("dead");
        let directory = test.path("r");
        let checkpoint = run_pendulum(&directory, Format::Csv);
        let (path, times) = (directory.join("trajectory.csv"), OutputTimes::new(0.1, 0.01));
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(partial(&path), format!("{text}0.11,2.")).unwrap();
        fs::write(with_ending(&path, ".resumed"), "left by a restart that died early").unwrap();
        let (folder, kept) = ResultsFolder::resume(
            FolderLock::claim(&directory).unwrap(),
            Format::Csv,
            &columns(),
            &checkpoint,
            &times,
            None,
        )
        .unwrap();
        drop(folder);
        let kept_text: String = text.split_inclusive('\n').take(1 + kept as usize).collect();
        assert!(kept > 5 && kept < 11, "{kept}");
        assert_eq!(fs::read_to_string(partial(&path)).unwrap(), kept_text);
        assert_eq!(files(&directory), [CHECKPOINT, "summary.json", "trajectory.csv.partial"]);
    }
}
