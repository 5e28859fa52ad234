//! `trajectory.parquet`: the same table by columns, every column a required DOUBLE under its channel's name.
//!
//! Rows are gathered until a row group is full, then written column by column with Snappy compression. Dictionaries
//! and statistics are off: the values of a motion hardly repeat, and a wide model has too many column chunks to pay
//! for statistics that readers of whole motions do not use.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use linkwork::SimulationError;
use linkwork::recorder::{Channels, Row, Sink};
use parquet::basic::{Compression, Repetition, Type as PhysicalType};
use parquet::column::reader::ColumnReader;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::reader::{ChunkReader, FileReader, Length, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnDescPtr, Type, TypePtr};

use crate::error::WriteError;
use crate::table::put_row;

/// Memory of one row group before compression; a single row may exceed it.
const GROUP_BYTES: usize = 16 << 20;
/// Narrow tables close a group earlier, so that an interrupted program loses little.
const GROUP_ROWS: usize = 8192;

/// Writes rows as a Parquet file.
pub struct ParquetSink {
    path: PathBuf,
    /// Until the channels are known.
    file: Option<File>,
    /// From then on.
    writer: Option<SerializedFileWriter<BufWriter<File>>>,
    n_columns: usize,
    /// Numbers in a row group: whole rows.
    group_length: usize,
    /// The rows of the group being gathered, one after the other.
    rows: Vec<f64>,
    /// One column of that group.
    column: Vec<f64>,
}

impl ParquetSink {
    /// Opens the file, replacing one of the same name.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> Result<ParquetSink, WriteError> {
        Ok(ParquetSink::new(path, File::create(path).map_err(WriteError::at(path))?))
    }

    pub(crate) fn new(path: &Path, file: File) -> ParquetSink {
        ParquetSink {
            path: path.to_path_buf(),
            file: Some(file),
            writer: None,
            n_columns: 0,
            group_length: 1,
            rows: Vec::new(),
            column: Vec::new(),
        }
    }

    /// Writes the rows still in memory and the footer, without which the file cannot be read.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn close(&mut self) -> Result<(), WriteError> {
        // Without a beginning there is nothing to tell but the time: an empty table that can be read.
        let begun = if self.file.is_some() { self.start(&["time".to_string()]) } else { Ok(()) };
        begun.and_then(|()| self.write_group()).and_then(|()| self.write_footer()).map_err(|e| self.failed(e))
    }

    /// The file has another name now; for messages.
    pub(crate) fn set_path(&mut self, path: &Path) {
        self.path = path.to_path_buf();
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the next numbers, row after row; a row may be told in pieces.
    pub(crate) fn put(&mut self, mut numbers: &[f64]) -> Result<(), WriteError> {
        while let Some((now, later)) = numbers.split_at_checked(self.group_length - self.rows.len()) {
            self.rows.extend_from_slice(now);
            self.write_group().map_err(|e| self.failed(e))?;
            numbers = later;
        }
        self.rows.extend_from_slice(numbers);
        Ok(())
    }

    fn start(&mut self, channels: &dyn Channels) -> Result<(), ParquetError> {
        let Some(file) = self.file.take() else {
            return Err(ParquetError::General("a trajectory begins once".into()));
        };
        self.n_columns = channels.count();
        self.group_length = (GROUP_BYTES / (8 * self.n_columns.max(1))).clamp(1, GROUP_ROWS) * self.n_columns.max(1);
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_1_0)
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_created_by(concat!("linkwork ", env!("CARGO_PKG_VERSION")).into())
            .build();
        self.writer = Some(SerializedFileWriter::new(BufWriter::new(file), schema(channels)?, Arc::new(properties))?);
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let Some(writer) = self.writer.as_mut().filter(|_| !self.rows.is_empty()) else {
            return Ok(());
        };
        let mut group = writer.next_row_group()?;
        let mut k = 0;
        while let Some(mut chunk) = group.next_column()? {
            self.column.clear();
            self.column.extend(self.rows.iter().skip(k).step_by(self.n_columns));
            chunk.typed::<DoubleType>().write_batch(&self.column, None, None)?;
            chunk.close()?;
            k += 1;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }

    fn write_footer(&mut self) -> Result<(), ParquetError> {
        match self.writer.take() {
            Some(writer) => writer.close().map(|_| ()),
            None => Ok(()),
        }
    }

    fn failed(&self, error: ParquetError) -> WriteError {
        // The library wraps what the operating system said; the remedy needs it unwrapped.
        let cause = match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(cause) => *cause,
                Err(other) => io::Error::other(other),
            },
            other => io::Error::other(other.to_string()),
        };
        WriteError { path: self.path.clone(), cause }
    }
}

impl Sink for ParquetSink {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        Ok(self.start(channels).map_err(|e| self.failed(e))?)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        put_row(row, self.n_columns, |numbers| self.put(numbers))
    }
}

/// A file in which reading beyond the end is an error. The reader of headers takes what it skips for read at the end of
/// a plain file, so that a damaged one, of a list of two thousand million numbers, would be skipped for many minutes.
pub(crate) struct Strict(File);

impl Strict {
    /// The reader of such a file.
    ///
    /// # Errors
    /// When it is no complete Parquet file.
    pub(crate) fn reader(file: File) -> Result<SerializedFileReader<Strict>, ParquetError> {
        SerializedFileReader::new(Strict(file))
    }
}

impl Read for Strict {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 if !out.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            n => Ok(n),
        }
    }
}

impl Length for Strict {
    fn len(&self) -> u64 {
        Length::len(&self.0)
    }
}

impl ChunkReader for Strict {
    type T = BufReader<Strict>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        let mut file = self.0.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(Strict(file)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        self.0.get_bytes(start, length)
    }
}

/// Reads a table of these channels row by row, as long as `take` returns true. Where there is no such table, or its
/// footer is missing because the run died, no row is read.
pub(crate) fn read_rows(path: &Path, channels: &dyn Channels, mut take: impl FnMut(&[f64]) -> bool) {
    let Some(reader) = File::open(path).ok().and_then(|file| Strict::reader(file).ok()) else { return };
    let found = reader.metadata().file_metadata().schema_descr();
    let is_named = |column: &ColumnDescPtr, name: &str| {
        column.name() == name && column.physical_type() == PhysicalType::DOUBLE && column.max_def_level() == 0
    };
    let (mut columns, mut is_same) = (found.columns().iter(), found.num_columns() == channels.count());
    channels.for_each(&mut |name| is_same &= columns.next().is_some_and(|column| is_named(column, name)));
    if !is_same {
        return;
    }
    for k in 0..reader.num_row_groups() {
        let Some(columns) = reader.get_row_group(k).ok().and_then(|group| read_group(&*group)) else { return };
        for i in 0..columns.first().map_or(0, Vec::len) {
            let row: Vec<f64> = columns.iter().map(|column| column[i]).collect();
            if !take(&row) {
                return;
            }
        }
    }
}

/// The columns of a row group, all of one length.
fn read_group(group: &dyn RowGroupReader) -> Option<Vec<Vec<f64>>> {
    read_columns(group, &(0..group.num_columns()).collect::<Vec<_>>())
}

/// Some columns of a row group, all of one length; `None` where they cannot be read.
pub(crate) fn read_columns(group: &dyn RowGroupReader, columns: &[usize]) -> Option<Vec<Vec<f64>>> {
    let n = usize::try_from(group.metadata().num_rows()).ok()?;
    let read = |&k: &usize| {
        // The reader takes for granted what a damaged file may not have.
        let chunk = group.metadata().columns().get(k)?;
        if chunk.compressed_size().min(chunk.data_page_offset()).min(chunk.dictionary_page_offset().unwrap_or(0)) < 0 {
            return None;
        }
        let ColumnReader::DoubleColumnReader(mut reader) = group.get_column_reader(k).ok()? else { return None };
        let mut column = Vec::new();
        while column.len() < n {
            let (_, read, _) = reader.read_records(n - column.len(), None, None, &mut column).ok()?;
            if read == 0 {
                return None;
            }
        }
        Some(column)
    };
    columns.iter().map(read).collect()
}

fn schema(channels: &dyn Channels) -> Result<TypePtr, ParquetError> {
    let mut fields = Vec::with_capacity(channels.count());
    channels.for_each(&mut |name| {
        let kind = Type::primitive_type_builder(name, PhysicalType::DOUBLE).with_repetition(Repetition::REQUIRED);
        fields.push(kind.build().map(Arc::new));
    });
    let fields = fields.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("trajectory").with_fields(fields).build()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestFolder, awkward_numbers, read_parquet};

    fn write(folder: &TestFolder, names: &[String], rows: impl Iterator<Item = Vec<f64>>) -> PathBuf {
        let path = folder.path("t.parquet");
        let mut sink = ParquetSink::create(&path).unwrap();
        sink.begin(&names).unwrap();
        rows.for_each(|row| sink.record(&row).unwrap());
        sink.close().unwrap();
        path
    }

    #[test]
    fn numbers_and_names_read_back_to_the_same_bits() {
        let mut numbers = awkward_numbers();
        numbers.extend([f64::NAN, f64::INFINITY]);
        let special = ["time", "a, \"b\".x", "two\nlines.y", "Glied äöü.angle"];
        let names: Vec<String> = (0..numbers.len()).map(|i| format!("{}{i}", special[i % 4])).collect();
        let folder = TestFolder::new("parquet-bits");
        let (read_names, rows) = read_parquet(&write(&folder, &names, std::iter::once(numbers.clone())));
        assert_eq!(read_names, names);
        assert_eq!(rows.len(), 1);
        for (a, b) in numbers.iter().zip(&rows[0]) {
            assert_eq!(a.to_bits(), b.to_bits(), "{a:?} was read back as {b:?}");
        }
    }

    #[test]
    fn rows_keep_their_order_over_several_groups() {
        let n = 2 * GROUP_ROWS + 5;
        let names = ["time".to_string(), "rod.x".to_string()];
        let folder = TestFolder::new("parquet-groups");
        let path = write(&folder, &names, (0..n).map(|i| vec![i as f64, -(i as f64).sqrt()]));
        let (_, rows) = read_parquet(&path);
        assert_eq!(rows.len(), n);
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row, &[i as f64, -(i as f64).sqrt()]);
        }
    }

    #[test]
    fn a_row_of_the_wrong_length_is_refused() {
        let folder = TestFolder::new("parquet-length");
        let mut sink = ParquetSink::create(&folder.path("t.parquet")).unwrap();
        sink.begin(&["time".to_string()]).unwrap();
        assert!(matches!(sink.record(&[1.0, 2.0]), Err(SimulationError::Sink { .. })));
    }
}
