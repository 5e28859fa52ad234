//! `trajectory.csv`: a line of channel names, then a line a row, after RFC 4180 with line feeds.
//!
//! Numbers are the shortest texts that read back to the same bits. One buffer holds the line being written, so a
//! number costs no allocation.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use linkwork::Trouble;
use linkwork::recorder::Sink;

use crate::error::WriteError;

/// Large enough that a wide row does not cost a system call for every few bodies.
const BUFFER_BYTES: usize = 1 << 18;

/// Writes rows as comma-separated values.
#[derive(Debug)]
pub struct CsvSink {
    path: PathBuf,
    file: BufWriter<File>,
    line: Vec<u8>,
}

impl CsvSink {
    /// Opens the file, replacing one of the same name.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<CsvSink, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        Ok(CsvSink { path: path.to_path_buf(), file: BufWriter::with_capacity(BUFFER_BYTES, file), line: Vec::new() })
    }

    /// Writes what is still in the buffer.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn close(&mut self) -> Result<(), WriteError> {
        // Without a beginning there is nothing to tell but the time: an empty table that can be read.
        if self.line.is_empty() {
            self.line.extend_from_slice(b"time,");
            self.end_line()?;
        }
        self.file.flush().map_err(WriteError::at(&self.path))
    }

    /// Brings all rows so far to the disk.
    pub(crate) fn save(&mut self) -> Result<(), WriteError> {
        let saved = self.file.flush().and_then(|()| self.file.get_ref().sync_data());
        saved.map_err(WriteError::at(&self.path))
    }

    /// The file has another name now; for messages.
    pub(crate) fn set_path(&mut self, path: &Path) {
        self.path = path.to_path_buf();
    }

    /// Ends the line and hands it to the file; the last byte of the line is the comma after its last field.
    fn end_line(&mut self) -> Result<(), WriteError> {
        self.line.pop();
        self.line.push(b'\n');
        self.file.write_all(&self.line).map_err(WriteError::at(&self.path))
    }
}

impl Sink for CsvSink {
    fn begin(&mut self, channels: &[String]) -> Result<(), Trouble> {
        self.line.clear();
        push_names(&mut self.line, channels);
        Ok(self.end_line()?)
    }

    fn record(&mut self, row: &[f64]) -> Result<(), Trouble> {
        self.line.clear();
        for &x in row {
            push_number(&mut self.line, x);
            self.line.push(b',');
        }
        Ok(self.end_line()?)
    }
}

/// Reads a table of these channels row by row, as long as `take` returns true and up to the first line that is no whole row: a run
/// that died may have left half of one. Where there is no such table, no row is read.
pub(crate) fn read_rows(path: &Path, channels: &[String], mut take: impl FnMut(&[f64]) -> bool) {
    let Ok(file) = File::open(path) else { return };
    let mut file = BufReader::with_capacity(BUFFER_BYTES, file);
    let mut header = Vec::new();
    push_names(&mut header, channels);
    header.pop();
    header.push(b'\n');
    let mut found = vec![0; header.len()];
    if file.read_exact(&mut found).is_err() || found != header {
        return;
    }
    let (mut line, mut row) = (Vec::new(), Vec::new());
    while let Ok(1..) = file.read_until(b'\n', &mut line) {
        if !parse_row(&line, channels.len(), &mut row) || !take(&row) {
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

/// Appends the names of the columns, each with a comma after it.
fn push_names(line: &mut Vec<u8>, channels: &[String]) {
    for name in channels {
        push_name(line, name);
        line.push(b',');
    }
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
fn push_number(line: &mut Vec<u8>, x: f64) {
    // The JSON writer has the faster algorithm, but no words for what is not finite. Writing to a vector cannot fail.
    let written = if x.is_finite() { serde_json::to_writer(&mut *line, &x).is_ok() } else { false };
    if !written {
        let _ = write!(line, "{x:?}");
    }
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
