//! The trajectory as a file that is being written, in one format or the other.

use std::fs::File;
use std::path::Path;

use linkwork::SimulationError;
use linkwork::recorder::{Channels, Row, Sink};

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

    pub(crate) fn other(self) -> Format {
        match self {
            Format::Csv => Format::Parquet,
            Format::Parquet => Format::Csv,
        }
    }
}

pub(crate) enum Table {
    Csv(CsvSink),
    Parquet(Box<ParquetSink>),
}

impl Table {
    /// In a file that is empty; its path is for messages.
    pub(crate) fn new(path: &Path, file: File, format: Format) -> Table {
        match format {
            Format::Csv => Table::Csv(CsvSink::new(path, file)),
            Format::Parquet => Table::Parquet(Box::new(ParquetSink::new(path, file))),
        }
    }

    pub(crate) fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Table::Csv(sink) => sink,
            Table::Parquet(sink) => sink.as_mut(),
        }
    }

    /// Tells the next numbers, row after row; a row may be told in pieces.
    pub(crate) fn put(&mut self, numbers: &[f64]) -> Result<(), WriteError> {
        match self {
            Table::Csv(sink) => sink.put(numbers),
            Table::Parquet(sink) => sink.put(numbers),
        }
    }

    /// Brings the rows so far to the disk. Parquet has none that could be read before its end.
    pub(crate) fn save(&mut self) -> Result<(), WriteError> {
        match self {
            Table::Csv(sink) => sink.save(),
            Table::Parquet(_) => Ok(()),
        }
    }

    pub(crate) fn close(&mut self) -> Result<(), WriteError> {
        match self {
            Table::Csv(sink) => sink.close(),
            Table::Parquet(sink) => sink.close(),
        }
    }

    /// The file has another name now; for messages.
    pub(crate) fn set_path(&mut self, path: &Path) {
        match self {
            Table::Csv(sink) => sink.set_path(path),
            Table::Parquet(sink) => sink.set_path(path),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Table::Csv(sink) => sink.path(),
            Table::Parquet(sink) => sink.path(),
        }
    }
}

/// Tells a whole row of a table with so many columns.
pub(crate) fn put_row(
    row: &dyn Row,
    n_columns: usize,
    mut put: impl FnMut(&[f64]) -> Result<(), WriteError>,
) -> Result<(), SimulationError> {
    if row.count() != n_columns {
        let message = format!("a row of {} numbers for {n_columns} channels", row.count());
        return Err(SimulationError::Sink { message });
    }
    let mut outcome = Ok(());
    row.for_each(&mut |numbers| {
        if outcome.is_ok() {
            outcome = put(numbers);
        }
    });
    Ok(outcome?)
}

/// Some of a model's columns.
#[derive(Clone, Debug)]
pub struct ChosenColumns {
    /// By column: whether it is chosen.
    is_chosen: Vec<bool>,
    n_chosen: usize,
}

impl ChosenColumns {
    /// These of `n_columns`, and the time, which is the first.
    pub fn new(chosen: &[usize], n_columns: usize) -> ChosenColumns {
        let mut is_chosen = vec![false; n_columns];
        [0].iter().chain(chosen).for_each(|&k| is_chosen[k] = true);
        let n_chosen = is_chosen.iter().filter(|is_chosen| **is_chosen).count();
        ChosenColumns { is_chosen, n_chosen }
    }

    /// The chosen ones of these names.
    pub(crate) fn of<'a>(&'a self, all: &'a dyn Channels) -> impl Channels + 'a {
        ChosenNames { columns: self, all }
    }

    /// The chosen numbers of a row.
    pub(crate) fn pick(&self, row: &dyn Row, picked: &mut Vec<f64>) {
        picked.clear();
        let mut is_chosen = self.is_chosen.iter();
        row.for_each(&mut |numbers| {
            picked.extend(numbers.iter().zip(&mut is_chosen).filter(|(_, is_chosen)| **is_chosen).map(|(x, _)| x));
        });
    }
}

struct ChosenNames<'a> {
    columns: &'a ChosenColumns,
    all: &'a dyn Channels,
}

impl Channels for ChosenNames<'_> {
    fn count(&self) -> usize {
        self.columns.n_chosen
    }

    fn for_each(&self, take: &mut dyn FnMut(&str)) {
        let mut is_chosen = self.columns.is_chosen.iter();
        self.all.for_each(&mut |name| {
            if is_chosen.next().is_some_and(|is_chosen| *is_chosen) {
                take(name);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use linkwork::Summary;

    use super::*;
    use crate::folder::ResultsFolder;
    use crate::testing::TestFolder;

    #[test]
    fn only_chosen_columns_are_written() {
        let test = TestFolder::new("chosen");
        let names: Vec<String> = ["time", "a.x", "a.y", "b.q"].map(String::from).into();
        for format in [Format::Csv, Format::Parquet] {
            let mut folder = ResultsFolder::create(&test.path("r"), format).unwrap();
            folder.choose_columns(ChosenColumns::new(&[3, 1], 4));
            folder.sink().begin(&names).unwrap();
            folder.sink().record(&[0.0, 1.0, 2.0, 3.0]).unwrap();
            folder.finish(&Summary::default()).unwrap();
            let trajectory = crate::Trajectory::find(&test.path("r")).unwrap();
            assert_eq!(trajectory.columns(), ["time", "a.x", "b.q"]);
            let read = trajectory.read(&[0, 1, 2], &crate::Rows::ALL).unwrap();
            assert_eq!(read, [vec![0.0], vec![1.0], vec![3.0]]);
        }
    }
}
