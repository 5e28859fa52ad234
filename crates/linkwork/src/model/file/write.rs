//! Printing a model file: TOML and JSON that read back to the same tables, floats to the same bits.

use super::ModelFile;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

impl ModelFile {
    /// The model as the text of a `.toml` file.
    pub fn to_toml(&self) -> String {
        // Tables of numbers, strings and lists under string keys: nothing that TOML could refuse. Shapes may hold a
        // `null` only when made in Rust; the message then stands where the file would.
        toml::to_string(self).unwrap_or_else(|error| format!("# this model cannot be written as TOML: {error}\n"))
    }

    /// The model as the text of a `.json` file, lists of numbers on one line.
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Rows::default());
        if let Err(error) = self.serialize(&mut serializer) {
            return format!("\"this model cannot be written as JSON: {error}\"\n");
        }
        bytes.push(b'\n');
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// One key a line, one table a paragraph, and lists in a row unless they hold tables.
#[derive(Default)]
struct Rows {
    indent: usize,
}

impl Rows {
    fn newline<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.indent).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for Rows {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.indent += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.indent -= 1;
        self.newline(writer)?;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.newline(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
