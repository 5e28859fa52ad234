//! `trajectory.csv`: a line of channel names, then a line a row, after RFC 4180 with line feeds.
//!
//! Numbers are the shortest texts that read back to the same bits. They go through one buffer, so a number costs no allocation, and a
//! line of a large model is never in memory as a whole.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use linkwork::Trouble;
use linkwork::recorder::{Channels, Row, Sink};

use crate::error::WriteError;

/// Large enough that a wide row does not cost a system call for every few bodies.
const BUFFER_BYTES: usize = 1 << 18;
/// Of the part of a line that is put together before it goes to the file's buffer.
const PART_BYTES: usize = 1 << 12;

/// Writes rows as comma-separated values.
#[derive(Debug)]
pub struct CsvSink {
    path: PathBuf,
    file: BufWriter<File>,
    /// The end of the line being written, as far as the file does not have it.
    part: Vec<u8>,
    begun: bool,
}

impl CsvSink {
    /// Opens the file, replacing one of the same name.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<CsvSink, WriteError> {
        let file = File::create(path).map_err(WriteError::at(path))?;
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(CsvSink { path: path.to_path_buf(), file, part: Vec::new(), begun: false })
    }

    /// Writes what is still in the buffer.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn close(&mut self) -> Result<(), WriteError> {
        // Without a beginning there is nothing to tell but the time: an empty table that can be read.
        if !self.begun {
            self.write_names(&["time".to_string()])?;
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

    fn write_names(&mut self, channels: &dyn Channels) -> Result<(), WriteError> {
        self.begun = true;
        let (mut written, mut separator) = (Ok(()), None);
        channels.for_each(&mut |name| {
            self.part.extend(separator.replace(b','));
            push_name(&mut self.part, name);
            self.hand_on(&mut written);
        });
        written.and_then(|()| self.end_line())
    }

    /// Gives what there is of a line to the file, once it is enough, and as long as nothing went wrong.
    fn hand_on(&mut self, written: &mut Result<(), WriteError>) {
        if self.part.len() >= PART_BYTES {
            if written.is_ok() {
                *written = self.file.write_all(&self.part).map_err(WriteError::at(&self.path));
            }
            self.part.clear();
        }
    }

    fn end_line(&mut self) -> Result<(), WriteError> {
        self.part.push(b'\n');
        let written = self.file.write_all(&self.part).map_err(WriteError::at(&self.path));
        self.part.clear();
        written
    }
}

impl Sink for CsvSink {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), Trouble> {
        Ok(self.write_names(channels)?)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), Trouble> {
        let (mut written, mut separator) = (Ok(()), None);
        row.for_each(&mut |numbers| {
            for &x in numbers {
                self.part.extend(separator.replace(b','));
                push_number(&mut self.part, x);
            }
            self.hand_on(&mut written);
        });
        written?;
        Ok(self.end_line()?)
    }
}

/// Reads a table of these channels row by row, as long as `take` returns true and up to the first line that is no whole row: a run
/// that died may have left half of one. Where there is no such table, no row is read.
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
