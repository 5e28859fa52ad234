//! A ZIP archive of files that are stored as they are (APPNOTE 6.3.3, without ZIP64): for `.npz`.

use std::io::{self, Write};

/// More files, or more bytes, need another form of archive.
pub const MOST_FILES: usize = 65_534;
/// Likewise.
pub const MOST_BYTES: u64 = 0xffff_0000;

/// An archive being written.
pub struct Zip<'w> {
    out: &'w mut dyn Write,
    at: u64,
    files: Vec<Stored>,
}

struct Stored {
    name: String,
    checksum: u32,
    size: u32,
    at: u32,
}

/// Names are in UTF-8.
const UTF8: u16 = 1 << 11;
/// Version 2.0 is needed to read it.
const VERSION: u16 = 20;
/// The first of January 1980, the earliest there is: equal results give equal files.
const DATE: u16 = 0x21;

impl<'w> Zip<'w> {
    /// Begins one.
    pub fn new(out: &'w mut dyn Write) -> Zip<'w> {
        Zip { out, at: 0, files: Vec::new() }
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "the archive would be too large");
        let number = |n: u64| u32::try_from(n).map_err(|_| too_large());
        if self.files.len() >= MOST_FILES || name.len() > usize::from(u16::MAX) {
            return Err(too_large());
        }
        let (size, at) = (number(content.len() as u64)?, number(self.at)?);
        let stored = Stored { name: name.to_string(), checksum: checksum(content), size, at };
        let mut head = Vec::from(*b"PK\x03\x04");
        stored.describe(&mut head);
        // No extra field.
        head.extend([0, 0]);
        head.extend(name.as_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(content)?;
        self.at += (head.len() + content.len()) as u64;
        self.files.push(stored);
        Ok(())
    }

    /// Writes the directory of all files.
    pub fn finish(self) -> io::Result<()> {
        let mut directory = Vec::new();
        for file in &self.files {
            directory.extend(*b"PK\x01\x02");
            directory.extend(VERSION.to_le_bytes());
            file.describe(&mut directory);
            // No extra field, no comment, on the first disk, no attributes.
            directory.extend([0; 2 + 2 + 2 + 2 + 4]);
            directory.extend(file.at.to_le_bytes());
            directory.extend(file.name.as_bytes());
        }
        let too_large = |_| io::Error::new(io::ErrorKind::FileTooLarge, "the archive would be too large");
        let [size, at] = [directory.len() as u64, self.at].map(u32::try_from);
        // `add` keeps to the number.
        let n = (self.files.len() as u16).to_le_bytes();
        self.out.write_all(&directory)?;
        self.out.write_all(b"PK\x05\x06\0\0\0\0")?;
        self.out.write_all(&[n, n].concat())?;
        self.out.write_all(&[size.map_err(too_large)?.to_le_bytes(), at.map_err(too_large)?.to_le_bytes()].concat())?;
        self.out.write_all(&[0, 0])
    }
}

impl Stored {
    /// The fields which both headers share, up to the length of the name.
    fn describe(&self, out: &mut Vec<u8>) {
        // Stored, at midnight.
        for word in [VERSION, UTF8, 0, 0, DATE] {
            out.extend(word.to_le_bytes());
        }
        for number in [self.checksum, self.size, self.size] {
            out.extend(number.to_le_bytes());
        }
        out.extend((self.name.len() as u16).to_le_bytes());
    }
}

/// CRC-32 of ISO 3309.
pub fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |crc, byte| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut k = 0;
    while k < 256 {
        let (mut crc, mut bit) = (k as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[k] = crc;
        k += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of the standard.
    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn too_many_files_are_refused() {
        let mut out = io::sink();
        let mut zip = Zip::new(&mut out);
        zip.at = u64::from(u32::MAX) + 1;
        assert_eq!(zip.add("a", b"").unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
