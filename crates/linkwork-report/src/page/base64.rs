//! Numbers as text: little-endian bytes in base64 (RFC 4648), which a page turns back into arrays at once.
//!
//! Bytes become text where JSON is written, so that no text of them is kept, copied or searched for letters to escape.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Two digits for every twelve bits.
static PAIRS: [[u8; 2]; 4096] = {
    let (mut pairs, mut k) = ([[0; 2]; 4096], 0);
    while k < pairs.len() {
        pairs[k] = [DIGITS[k >> 6], DIGITS[k & 63]];
        k += 1;
    }
    pairs
};

/// Bytes that become text at once; a multiple of three, so that only the last ones are filled up.
const AT_ONCE: usize = 3 * 1024;

/// Numbers that JSON has as text in base64.
pub struct Bytes(Vec<u8>);

impl Bytes {
    /// About `n` numbers of N bytes each.
    pub fn collect<const N: usize>(n: usize, numbers: impl Iterator<Item = [u8; N]>) -> Bytes {
        let mut bytes = Vec::with_capacity(n * N);
        numbers.for_each(|number| bytes.extend_from_slice(&number));
        Bytes(bytes)
    }

    /// About `n` numbers of single precision.
    pub fn singles(n: usize, numbers: impl Iterator<Item = f32>) -> Bytes {
        Bytes::collect(n, numbers.map(f32::to_le_bytes))
    }

    /// About `n` numbers of double precision.
    pub fn doubles(n: usize, numbers: impl Iterator<Item = f64>) -> Bytes {
        Bytes::collect(n, numbers.map(f64::to_le_bytes))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

/// Writes a value as JSON without spaces, with [`Bytes`] in base64.
///
/// # Errors
/// When it cannot be written.
pub fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    Ok(value.serialize(&mut serde_json::Serializer::with_formatter(out, InBase64))?)
}

/// The same as a text.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    // A page has nothing that JSON refuses; one that had would be shown as missing.
    match write_json(value, &mut text) {
        Ok(()) => String::from_utf8(text).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

struct InBase64;

impl Formatter for InBase64 {
    fn write_byte_array<W: ?Sized + Write>(&mut self, writer: &mut W, bytes: &[u8]) -> io::Result<()> {
        writer.write_all(b"\"")?;
        let mut text = [0; AT_ONCE / 3 * 4];
        for some in bytes.chunks(AT_ONCE) {
            let n = encode(some, &mut text);
            writer.write_all(&text[..n])?;
        }
        writer.write_all(b"\"")
    }
}

/// Writes the bytes as text and tells how long it is.
fn encode(bytes: &[u8], text: &mut [u8]) -> usize {
    let (groups, rest) = bytes.as_chunks::<3>();
    let (quads, _) = text.as_chunks_mut::<4>();
    for (quad, group) in quads.iter_mut().zip(groups) {
        *quad = digits(*group);
    }
    if let (Some(last), [first, others @ ..]) = (quads.get_mut(groups.len()), rest) {
        *last = digits([*first, others.first().copied().unwrap_or(0), 0]);
        last[rest.len() + 1..].fill(b'=');
    }
    bytes.len().div_ceil(3) * 4
}

fn digits([a, b, c]: [u8; 3]) -> [u8; 4] {
    let [first, second] = PAIRS[usize::from(a) << 4 | usize::from(b) >> 4];
    let [third, fourth] = PAIRS[usize::from(b & 15) << 8 | usize::from(c)];
    [first, second, third, fourth]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_become_the_text_of_the_standard() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(to_json(&Bytes(bytes.into())), format!("\"{text}\""));
        }
        assert_eq!(to_json(&Bytes::singles(1, [1.0].into_iter())), "\"AACAPw==\"");
    }

    #[test]
    fn long_texts_have_no_seams() {
        let bytes: Vec<u8> = (0..3 * AT_ONCE + 1).map(|k| ((k * 7919) >> 3) as u8).collect();
        let text = to_json(&Bytes(bytes.clone()));
        let value = |c: u8| DIGITS.iter().position(|d| *d == c);
        let bits: Vec<usize> = text.bytes().filter_map(value).collect();
        let read = bits.chunks(4).flat_map(|quad| {
            let group = (0..4).fold(0, |sum, k| sum << 6 | quad.get(k).copied().unwrap_or(0));
            [(group >> 16) as u8, (group >> 8) as u8, group as u8].into_iter().take(quad.len() - 1)
        });
        assert!(read.eq(bytes));
        assert!(text.ends_with("==\"") && !text[..text.len() - 3].contains('='));
    }
}
