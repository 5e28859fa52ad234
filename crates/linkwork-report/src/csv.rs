//! `trajectory.csv`: a line of channel names, then a line a row, after RFC 4180 with line feeds.
//!
//! Numbers are the shortest texts that read back to the same bits. One buffer holds the line being written, so a
//! number costs no allocation.

use std::fs::File;
use std::io::{BufWriter, Write};
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
        for name in channels {
            push_name(&mut self.line, name);
            self.line.push(b',');
        }
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
}
