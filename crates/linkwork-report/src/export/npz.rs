//! NumPy's `.npz`: an archive with one array of doubles for each column, under the column's name.
//!
//! Columns are read a few at a time, in several passes through the trajectory where all would take too much memory.

use std::io;
use std::path::Path;

use super::zip::{MOST_BYTES, MOST_FILES, Zip};
use super::{ExportError, write_whole};
use crate::error::WriteError;
use crate::read::{Rows, Trajectory};

/// Numbers in memory at a time: 256 MB.
const MOST_NUMBERS: usize = 32 << 20;

/// Writes some columns of a trajectory.
///
/// # Errors
/// When the trajectory cannot be read, or the file not be written, or would be too large.
pub fn write_npz(trajectory: &Trajectory, columns: &[usize], rows: &Rows, path: &Path) -> Result<(), ExportError> {
    let n = trajectory.count(rows)?;
    let bytes = columns.len() as u64 * (8 * n as u64 + 1024);
    if columns.len() > MOST_FILES || bytes > MOST_BYTES {
        return Err(ExportError::TooLarge(format!(
            "{} columns of {n} rows are too much for a .npz (4 GB, {MOST_FILES} columns); choose fewer with --columns, --every, --from or --until",
            columns.len()
        )));
    }
    let failed = |cause: io::Error| ExportError::Write(WriteError { path: path.to_path_buf(), cause });
    write_whole(path, |file| {
        let mut zip = Zip::new(file);
        for some in columns.chunks((MOST_NUMBERS / n.max(1)).max(1)) {
            let read = trajectory.read(some, rows)?;
            for (column, numbers) in some.iter().zip(&read) {
                zip.add(&format!("{}.npy", trajectory.columns()[*column]), &array(numbers)).map_err(failed)?;
            }
        }
        zip.finish().map_err(failed)
    })
}

/// A one-dimensional array in the format of NumPy, version 1.0.
fn array(numbers: &[f64]) -> Vec<u8> {
    let mut head = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", numbers.len());
    // With the ten bytes before it, it ends with a line break at a multiple of 64.
    while (10 + head.len() + 1) % 64 != 0 {
        head.push(' ');
    }
    head.push('\n');
    let mut bytes = Vec::with_capacity(128 + 8 * numbers.len());
    bytes.extend(b"\x93NUMPY\x01\x00");
    // A head has some hundred bytes.
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::zip::checksum;
    use super::*;
    use crate::table::Format;
    use crate::testing::{TestFolder, run_pendulum};

    fn number(bytes: &[u8], at: usize, n: usize) -> usize {
        bytes[at..at + n].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
    }

    /// A reader of stored archives that trusts nothing but the directory at the end.
    fn read(bytes: &[u8]) -> Vec<(String, Vec<f64>)> {
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        let mut at = number(bytes, end + 16, 4);
        assert_eq!(at + number(bytes, end + 12, 4), end);
        let mut arrays = Vec::new();
        for _ in 0..number(bytes, end + 10, 2) {
            assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
            let (sum, size, length) = (number(bytes, at + 16, 4), number(bytes, at + 24, 4), number(bytes, at + 28, 2));
            let (start, name) = (number(bytes, at + 42, 4), &bytes[at + 46..at + 46 + length]);
            assert_eq!(&bytes[start..start + 4], b"PK\x03\x04");
            assert_eq!(&bytes[start + 30..start + 30 + length], name);
            let content = &bytes[start + 30 + length..start + 30 + length + size];
            assert_eq!(checksum(content) as usize, sum);
            arrays.push((String::from_utf8(name.to_vec()).unwrap(), read_array(content)));
            at += 46 + length;
        }
        arrays
    }

    fn read_array(content: &[u8]) -> Vec<f64> {
        assert_eq!(&content[..8], b"\x93NUMPY\x01\x00");
        let start = 10 + number(content, 8, 2);
        assert_eq!((start % 64, content[start - 1]), (0, b'\n'));
        let numbers: Vec<f64> =
            content[start..].chunks(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect();
        let head = std::str::from_utf8(&content[10..start]).unwrap();
        assert!(head.contains(&format!("'shape': ({},)", numbers.len())) && head.contains("'<f8'"), "{head}");
        numbers
    }

    #[test]
    fn columns_are_read_back_to_the_same_bits() {
        let test = TestFolder::new("npz");
        run_pendulum(&test.path("r"), Format::Csv);
        let trajectory = Trajectory::find(&test.path("r")).unwrap();
        let columns: Vec<usize> = (0..trajectory.columns().len()).collect();
        let path = test.path("r.npz");
        write_npz(&trajectory, &columns, &Rows::ALL, &path).unwrap();
        let arrays = read(&std::fs::read(&path).unwrap());
        let expected = trajectory.read(&columns, &Rows::ALL).unwrap();
        assert_eq!(arrays.len(), columns.len());
        for (k, (name, numbers)) in arrays.iter().enumerate() {
            assert_eq!(name, &format!("{}.npy", trajectory.columns()[k]));
            assert!(numbers.iter().zip(&expected[k]).all(|(a, b)| a.to_bits() == b.to_bits()));
            assert_eq!(numbers.len(), 11);
        }
        // No half file stays where nothing can be written.
        let nowhere = test.path("no/folder.npz");
        assert!(write_npz(&trajectory, &columns, &Rows::ALL, &nowhere).unwrap_err().to_string().contains("folder.npz"));
    }
}
