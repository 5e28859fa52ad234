//! `trajectory.csv`: a line of channel names, then a line a row, after RFC 4180 with line feeds.
//!
//! Numbers are the shortest texts that read back to the same bits. They go through one buffer, so a number costs no
//! allocation, and a line of a large model is never in memory as a whole.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use linkwork::SimulationError;
use linkwork::recorder::{Channels, Row, Sink};

use crate::error::WriteError;
use crate::table::put_row;

/// Large enough that a wide row does not cost a system call for every few bodies.
const BUFFER_BYTES: usize = 1 << 16;

/// Writes rows as comma-separated values.
#[derive(Debug)]
pub struct CsvSink {
    path: PathBuf,
    file: File,
    /// Text that the file does not have yet.
    text: Vec<u8>,
    /// Zero until the columns are known.
    n_columns: usize,
    /// How many numbers of the row being written are there.
    n_told: usize,
}

impl CsvSink {
    /// Opens the file, replacing one of the same name.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<CsvSink, WriteError> {
        Ok(CsvSink::new(path, File::create(path).map_err(WriteError::at(path))?))
    }

    pub(crate) fn new(path: &Path, file: File) -> CsvSink {
        CsvSink { path: path.to_path_buf(), file, text: Vec::new(), n_columns: 0, n_told: 0 }
    }

    /// Writes what is still in the buffer.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn close(&mut self) -> Result<(), WriteError> {
        // Without a beginning there is nothing to tell but the time: an empty table that can be read.
        if self.n_columns == 0 {
            self.write_names(&["time".to_string()])?;
        }
        self.flush()
    }

    /// Brings all rows so far to the disk.
    pub(crate) fn save(&mut self) -> Result<(), WriteError> {
        self.flush()?;
        self.file.sync_data().map_err(WriteError::at(&self.path))
    }

    /// The file has another name now; for messages.
    pub(crate) fn set_path(&mut self, path: &Path) {
        self.path = path.to_path_buf();
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the next numbers, row after row; a row may be told in pieces.
    pub(crate) fn put(&mut self, numbers: &[f64]) -> Result<(), WriteError> {
        for &x in numbers {
            push_number(&mut self.text, x);
            self.n_told = if self.n_told + 1 == self.n_columns { 0 } else { self.n_told + 1 };
            self.text.push(if self.n_told == 0 { b'\n' } else { b',' });
        }
        self.flush_if_full()
    }

    fn write_names(&mut self, channels: &dyn Channels) -> Result<(), WriteError> {
        self.n_columns = channels.count();
        let (mut written, mut separator) = (Ok(()), None);
        channels.for_each(&mut |name| {
            self.text.extend(separator.replace(b','));
            push_name(&mut self.text, name);
            if written.is_ok() {
                written = self.flush_if_full();
            }
        });
        self.text.push(b'\n');
        written
    }

    fn flush_if_full(&mut self) -> Result<(), WriteError> {
        if self.text.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let written = self.file.write_all(&self.text).map_err(WriteError::at(&self.path));
        self.text.clear();
        written
    }
}

/// Rows of a run that died are readable.
impl Drop for CsvSink {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

impl Sink for CsvSink {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        Ok(self.write_names(channels)?)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        put_row(row, self.n_columns, |numbers| self.put(numbers))
    }
}

/// Reads a table of these channels row by row, as long as `take` returns true and up to the first line that is no whole
/// row: a run that died may have left half of one. Where there is no such table, no row is read.
pub(crate) fn read_rows(path: &Path, channels: &dyn Channels, mut take: impl FnMut(&[f64]) -> bool) {
    let Ok(file) = File::open(path) else { return };
    let mut file = BufReader::with_capacity(BUFFER_BYTES, file);
    if !begins_with(&mut file, channels) {
        return;
    }
    let (mut line, mut row) = (Vec::new(), Vec::new());
    while let Ok(1..) = file.read_until(b'\n', &mut line) {
        if !parse_row(&line, channels.count(), &mut row) || !take(&row) {
            return;
        }
        line.clear();
    }
}

/// Whether a line is a row of so many numbers, with its end.
fn parse_row(line: &[u8], n: usize, row: &mut Vec<f64>) -> bool {
    row.clear();
    let Some(text) = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok()) else { return false };
    for field in text.split(',') {
        match field.parse() {
            Ok(x) => row.push(x),
            Err(_) => return false,
        }
    }
    row.len() == n
}

/// Whether the next line is the names of these columns.
fn begins_with(file: &mut impl Read, channels: &dyn Channels) -> bool {
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let mut is_next = |bytes: &[u8]| {
        found.resize(bytes.len(), 0);
        file.read_exact(&mut found).is_ok() && found == bytes
    };
    let (mut is_same, mut separator) = (true, None);
    channels.for_each(&mut |name| {
        expected.clear();
        expected.extend(separator.replace(b','));
        push_name(&mut expected, name);
        is_same = is_same && is_next(&expected);
    });
    is_same && is_next(b"\n")
}

/// Appends a name, between quotes where a reader would otherwise misunderstand it.
fn push_name(line: &mut Vec<u8>, name: &str) {
    let special = name.contains([',', '"', '\n', '\r']) || name.trim() != name;
    if special {
        line.push(b'"');
        line.extend_from_slice(name.replace('"', "\"\"").as_bytes());
        line.push(b'"');
    } else {
        line.extend_from_slice(name.as_bytes());
    }
}

/// Appends the shortest text that reads back to the same bits.
fn push_number(text: &mut Vec<u8>, x: f64) {
    text.extend_from_slice(zmij::Buffer::new().format(x).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestFolder, awkward_numbers};

    fn write(names: &[&str], rows: &[Vec<f64>]) -> String {
        let folder = TestFolder::new("csv");
        let path = folder.path("t.csv");
        let mut sink = CsvSink::create(&path).unwrap();
        sink.begin(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>()).unwrap();
        for row in rows {
            sink.record(row).unwrap();
        }
        sink.close().unwrap();
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn numbers_read_back_to_the_same_bits() {
        let numbers = awkward_numbers();
        let names: Vec<String> = (0..numbers.len()).map(|i| format!("c{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = write(&names, std::slice::from_ref(&numbers));
        let read: Vec<f64> = text.lines().nth(1).unwrap().split(',').map(|s| s.parse().unwrap()).collect();
        assert_eq!(read.len(), numbers.len());
        for (a, b) in numbers.iter().zip(&read) {
            assert_eq!(a.to_bits(), b.to_bits(), "{a:?} was read back as {b:?}");
        }
    }

    /// As JSON has them, so that files of different versions can be compared as text.
    #[test]
    fn numbers_keep_their_textual_form() {
        for x in awkward_numbers() {
            let mut text = Vec::new();
            push_number(&mut text, x);
            assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&x).unwrap());
        }
    }

    #[test]
    fn numbers_that_are_not_finite_have_words() {
        let text = write(&["a", "b", "c"], &[vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]]);
        assert_eq!(text, "a,b,c\nNaN,inf,-inf\n");
    }

    #[test]
    fn special_names_are_quoted_and_others_are_not() {
        let text = write(&["time", "link, left.x", "the \"big\" one.x", " pad.x", "a;b c.x", "Glied äöü.x"], &[]);
        assert_eq!(text, "time,\"link, left.x\",\"the \"\"big\"\" one.x\",\" pad.x\",a;b c.x,Glied äöü.x\n");
    }

    #[test]
    fn a_line_break_in_a_name_stays_inside_quotes() {
        assert_eq!(write(&["time", "two\nlines.x"], &[vec![0.0, 1.0]]), "time,\"two\nlines.x\"\n0.0,1.0\n");
    }

    #[test]
    fn rows_are_read_back_up_to_the_first_that_is_not_whole() {
        let folder = TestFolder::new("csv-read");
        let path = folder.path("t.csv");
        let names: Vec<String> = ["time", "two\nlines, \"x\""].map(String::from).into();
        let header = "time,\"two\nlines, \"\"x\"\"\"\n";
        let read = |text: String| {
            std::fs::write(&path, text).unwrap();
            let mut rows = Vec::new();
            read_rows(&path, &names, |row| {
                rows.push(row.to_vec());
                true
            });
            rows
        };
        let whole = vec![vec![0.0, -0.0], vec![0.1, f64::INFINITY]];
        for torn in ["", "0.2,3", "0.2,\n", "0.2\n", "0.2,1.0,1.0\n", "0.2,x\n", "\n", "\u{0}"] {
            assert_eq!(read(format!("{header}0.0,-0.0\n0.1,inf\n{torn}")), whole, "{torn:?}");
        }
        assert!(read(format!("time,rod.y\n{}", "0.0,1.0\n".repeat(9))).is_empty(), "other columns");
        assert!(read("time".into()).is_empty() && read(String::new()).is_empty());
    }
}
