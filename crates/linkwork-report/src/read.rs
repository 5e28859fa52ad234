//! Reads trajectories back: `trajectory.csv` or `trajectory.parquet`, row by row or some columns as a whole.
//!
//! Rows are never in memory all at once unless columns are asked for. What is damaged is told with its place; nothing
//! is skipped. Where a run has not ended, or died, its `trajectory.csv.partial` is read up to the last whole row.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use parquet::basic::Type as PhysicalType;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::error::shown;
use crate::files::partial;
use crate::parquet::{Strict, read_columns};
use crate::table::Format;

/// Large enough that a wide row does not cost a system call for every few bodies.
const BUFFER_BYTES: usize = 1 << 18;

/// A file that could not be read, with what is wrong and what to do about it.
#[derive(Debug)]
pub struct ReadError {
    /// The file or folder.
    pub path: PathBuf,
    /// The fault.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(path: &Path, message: impl Into<String>) -> ReadError {
        ReadError { path: path.to_path_buf(), message: message.into() }
    }

    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> ReadError + '_ {
        |cause| ReadError::new(path, cause.to_string())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read '{}': {}", shown(&self.path), self.message)
    }
}

impl std::error::Error for ReadError {}

/// Which rows are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Not before this time (s).
    pub from: f64,
    /// Not after this time (s).
    pub to: f64,
    /// The first of these rows and every so manieth after it; 1 takes all.
    pub every: usize,
}

impl Rows {
    /// All of them.
    pub const ALL: Rows = Rows { from: f64::NEG_INFINITY, to: f64::INFINITY, every: 1 };
}

/// A trajectory on disk, of which the names of the columns are known.
#[derive(Debug)]
pub struct Trajectory {
    path: PathBuf,
    format: Format,
    /// A run that goes on, or died: the last line may be half of one.
    is_partial: bool,
    columns: Vec<String>,
}

impl Trajectory {
    /// The trajectory of a results folder, or a trajectory file itself.
    ///
    /// # Errors
    /// When there is none, or its head cannot be read.
    pub fn find(results: &Path) -> Result<Trajectory, ReadError> {
        if results.is_file() {
            let is_parquet = results.extension().is_some_and(|e| e.eq_ignore_ascii_case("parquet"));
            let is_partial = results.extension().is_some_and(|e| e == "partial");
            return Trajectory::open(results, if is_parquet { Format::Parquet } else { Format::Csv }, is_partial);
        }
        if !results.is_dir() {
            return Err(ReadError::new(results, "there is no such folder; `linkwork run` makes one for its results"));
        }
        for format in [Format::Csv, Format::Parquet] {
            let path = results.join(format.file_name());
            if path.is_file() {
                return Trajectory::open(&path, format, false);
            }
        }
        let unfinished = partial(&results.join(Format::Csv.file_name()));
        if unfinished.is_file() {
            return Trajectory::open(&unfinished, Format::Csv, true);
        }
        let message = "it has no trajectory.csv or trajectory.parquet; name a folder that `linkwork run` wrote";
        Err(ReadError::new(results, message))
    }

    fn open(path: &Path, format: Format, is_partial: bool) -> Result<Trajectory, ReadError> {
        let columns = match format {
            Format::Csv => read_names(&mut open_csv(path)?).map_err(|message| ReadError::new(path, message))?,
            Format::Parquet => parquet_names(path, &open_parquet(path)?)?,
        };
        if columns.first().is_none_or(|name| name != "time") {
            return Err(ReadError::new(path, "it is no trajectory: its first column must be `time`"));
        }
        Ok(Trajectory { path: path.to_path_buf(), format, is_partial, columns })
    }

    /// Names, `time` first.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells the chosen columns of all wanted rows, one row after the other, as long as `take` returns true.
    ///
    /// # Errors
    /// At the first row that cannot be read; those before it were told.
    pub fn for_each_row(
        &self,
        columns: &[usize],
        rows: &Rows,
        take: &mut dyn FnMut(&[f64]) -> bool,
    ) -> Result<(), ReadError> {
        let mut n_met = 0usize;
        // Time decides; it comes first and is not told unless it is among the columns.
        let with_time: Vec<usize> = [0].iter().chain(columns).copied().collect();
        let mut judge = |row: &[f64]| {
            if !(row[0] >= rows.from && row[0] <= rows.to) {
                return true;
            }
            let is_wanted = n_met.is_multiple_of(rows.every.max(1));
            n_met += 1;
            !is_wanted || take(&row[1..])
        };
        match self.format {
            Format::Csv => self.for_each_csv(&with_time, &mut judge),
            Format::Parquet => self.for_each_parquet(&with_time, &mut judge),
        }
    }

    /// Some columns, each as a whole.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn read(&self, columns: &[usize], rows: &Rows) -> Result<Vec<Vec<f64>>, ReadError> {
        let mut read = vec![Vec::new(); columns.len()];
        self.for_each_row(columns, rows, &mut |row| {
            read.iter_mut().zip(row).for_each(|(column, x)| column.push(*x));
            true
        })?;
        Ok(read)
    }

    /// How many rows are wanted.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn count(&self, rows: &Rows) -> Result<usize, ReadError> {
        let mut n = 0;
        self.for_each_row(&[], rows, &mut |_| {
            n += 1;
            true
        })?;
        Ok(n)
    }

    fn for_each_csv(&self, columns: &[usize], take: &mut dyn FnMut(&[f64]) -> bool) -> Result<(), ReadError> {
        let mut file = open_csv(&self.path)?;
        read_names(&mut file).map_err(|message| ReadError::new(&self.path, message))?;
        let wanted = Wanted::new(columns, self.columns.len());
        let (mut line, mut row, mut number) = (Vec::new(), vec![0.0; columns.len()], 0u64);
        loop {
            line.clear();
            if file.read_until(b'\n', &mut line).map_err(ReadError::io(&self.path))? == 0 {
                return Ok(());
            }
            number += 1;
            match wanted.parse(&line, &mut row) {
                Ok(()) if take(&row) => {}
                Ok(()) => return Ok(()),
                Err(_) if self.is_partial => return Ok(()),
                Err(message) => {
                    return Err(ReadError::new(&self.path, format!("row {number} {message}; it is damaged")));
                }
            }
        }
    }

    fn for_each_parquet(&self, columns: &[usize], take: &mut dyn FnMut(&[f64]) -> bool) -> Result<(), ReadError> {
        let reader = open_parquet(&self.path)?;
        let mut row = vec![0.0; columns.len()];
        for k in 0..reader.num_row_groups() {
            let group = reader.get_row_group(k).ok().and_then(|group| read_columns(&*group, columns));
            let Some(read) = group else {
                return Err(ReadError::new(&self.path, format!("group {} of rows is damaged", k + 1)));
            };
            for i in 0..read.first().map_or(0, Vec::len) {
                row.iter_mut().zip(&read).for_each(|(x, column)| *x = column[i]);
                if !take(&row) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Where in a line the wanted numbers stand.
struct Wanted {
    /// Columns of the table and where they go, by column.
    places: Vec<(usize, usize)>,
    n_columns: usize,
}

impl Wanted {
    fn new(columns: &[usize], n_columns: usize) -> Wanted {
        let mut places: Vec<(usize, usize)> =
            columns.iter().enumerate().map(|(place, column)| (*column, place)).collect();
        places.sort_unstable();
        Wanted { places, n_columns }
    }

    /// Reads the wanted numbers of a line.
    fn parse(&self, line: &[u8], row: &mut [f64]) -> Result<(), String> {
        let text = line.strip_suffix(b"\n").ok_or("ends in the middle")?;
        let text = std::str::from_utf8(text.strip_suffix(b"\r").unwrap_or(text)).map_err(|_| "is no text")?;
        let mut places = self.places.iter().peekable();
        let mut n = 0;
        for field in text.split(',') {
            while let Some((_, place)) = places.next_if(|(column, _)| *column == n) {
                row[*place] = field.parse().map_err(|_| format!("has no number in column {}", n + 1))?;
            }
            n += 1;
        }
        if n == self.n_columns { Ok(()) } else { Err(format!("has {n} columns instead of {}", self.n_columns)) }
    }
}

fn open_csv(path: &Path) -> Result<BufReader<File>, ReadError> {
    let file = File::open(path).map_err(ReadError::io(path))?;
    Ok(BufReader::with_capacity(BUFFER_BYTES, file))
}

/// The names in the first line, after RFC 4180: between quotes there may be commas, line breaks and doubled quotes.
fn read_names(file: &mut impl BufRead) -> Result<Vec<String>, String> {
    let (mut line, mut quotes) = (Vec::new(), 0);
    loop {
        let start = line.len();
        let n = file.read_until(b'\n', &mut line).map_err(|e| e.to_string())?;
        quotes += line[start..].iter().filter(|byte| **byte == b'"').count();
        if n == 0 {
            return Err("it is empty or ends within the names of its columns".into());
        }
        if quotes % 2 == 0 && line.ends_with(b"\n") {
            break;
        }
    }
    let text = String::from_utf8(line).map_err(|_| "it is no text in UTF-8".to_string())?;
    Ok(split_names(text.trim_end_matches(['\n', '\r'])))
}

fn split_names(line: &str) -> Vec<String> {
    let (mut names, mut inside, mut name) = (Vec::new(), false, String::new());
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if inside && letters.next_if_eq(&'"').is_some() => name.push('"'),
            '"' => inside = !inside,
            ',' if !inside => names.push(std::mem::take(&mut name)),
            other => name.push(other),
        }
    }
    names.push(name);
    names
}

fn open_parquet(path: &Path) -> Result<SerializedFileReader<Strict>, ReadError> {
    let file = File::open(path).map_err(ReadError::io(path))?;
    let damaged = |e| ReadError::new(path, format!("it is no complete Parquet file ({e})"));
    Strict::reader(file).map_err(damaged)
}

fn parquet_names(path: &Path, reader: &SerializedFileReader<Strict>) -> Result<Vec<String>, ReadError> {
    let schema = reader.metadata().file_metadata().schema_descr();
    let is_number = |k: usize| {
        let column = schema.column(k);
        column.physical_type() == PhysicalType::DOUBLE && column.max_def_level() == 0
    };
    if !(0..schema.num_columns()).all(is_number) {
        return Err(ReadError::new(path, "it is no trajectory: every column must be a required DOUBLE"));
    }
    Ok(schema.columns().iter().map(|column| column.name().to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestFolder, run_pendulum};
    use linkwork::recorder::Sink;

    fn message(path: &Path) -> String {
        let read = |trajectory: Trajectory| trajectory.count(&Rows::ALL);
        Trajectory::find(path).and_then(read).unwrap_err().to_string()
    }

    #[test]
    fn both_formats_are_read_to_the_same_bits() {
        let test = TestFolder::new("read");
        let [csv, parquet] = [Format::Csv, Format::Parquet].map(|format| {
            let directory = test.path(format.file_name());
            run_pendulum(&directory, format);
            Trajectory::find(&directory).unwrap()
        });
        assert_eq!(csv.columns(), parquet.columns());
        let all: Vec<usize> = (0..csv.columns().len()).collect();
        let tables = [&csv, &parquet].map(|t| t.read(&all, &Rows::ALL).unwrap());
        assert_eq!(tables[0].len(), all.len());
        assert_eq!(tables[0][0].len(), 11);
        for (a, b) in tables[0].iter().zip(&tables[1]) {
            assert!(a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits()));
        }
        // In any order, some rows only.
        let some = Rows { from: 0.015, to: 0.081, every: 3 };
        for trajectory in [&csv, &parquet] {
            let read = trajectory.read(&[2, 0], &some).unwrap();
            assert_eq!(read, [2, 0].map(|k: usize| [2, 5, 8].map(|i: usize| tables[0][k][i]).to_vec()));
            assert_eq!(trajectory.count(&some).unwrap(), 3);
        }
    }

    #[test]
    fn names_between_quotes_are_read() {
        let names = ["time", "two\nlines, \"x\"", " pad.x", "Glied äöü.x", ""];
        let test = TestFolder::new("read-names");
        let path = test.path("t.csv");
        let mut sink = crate::CsvSink::create(&path).unwrap();
        sink.begin(&names.map(String::from).to_vec()).unwrap();
        sink.record(&[0.0, 1.0, -0.0, f64::NAN, f64::INFINITY]).unwrap();
        sink.close().unwrap();
        let trajectory = Trajectory::find(&path).unwrap();
        assert_eq!(trajectory.columns(), names);
        let row = trajectory.read(&[1, 4], &Rows::ALL).unwrap();
        assert_eq!(row, [vec![1.0], vec![f64::INFINITY]]);
    }

    #[test]
    fn what_is_damaged_or_missing_is_told() {
        let test = TestFolder::new("read-damaged");
        assert!(message(&test.path("nowhere")).contains("no such folder"));
        assert!(message(&test.path("")).contains("it has no trajectory.csv"));
        let path = test.path("trajectory.csv");
        for (text, said) in [
            ("", "it is empty"),
            ("time", "ends within the names"),
            ("a,b\n0,1\n", "first column must be `time`"),
            ("time,x\n0.0,1.0\n0.1\n", "row 2 has 1 columns instead of 2"),
            ("time,x\n0.0,1.0\n0.1,2.", "row 2 ends in the middle"),
            ("time,x\nzero,1.0\n", "row 1 has no number in column 1"),
        ] {
            std::fs::write(&path, text).unwrap();
            assert!(message(&test.path("")).contains(said), "{text:?}: {}", message(&test.path("")));
        }
        // Half a row is no damage where the run may still go on.
        std::fs::rename(&path, partial(&path)).unwrap();
        std::fs::write(partial(&path), "time,x\n0.0,1.0\n0.1,2.").unwrap();
        assert_eq!(Trajectory::find(&test.path("")).unwrap().count(&Rows::ALL).unwrap(), 1);
        let torn = test.path("torn.parquet");
        std::fs::write(&torn, "PAR1 and nothing else").unwrap();
        assert!(message(&torn).contains("no complete Parquet file"));
    }
}
