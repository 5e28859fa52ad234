//! Numbers as text: little-endian bytes in base64 (RFC 4648), which a page turns back into arrays at once.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    let (groups, rest) = bytes.as_chunks::<3>();
    let mut text = vec![b'='; bytes.len().div_ceil(3) * 4];
    let (quads, _) = text.as_chunks_mut::<4>();
    for (quad, group) in quads.iter_mut().zip(groups) {
        *quad = digits(*group);
    }
    if let (Some(last), [first, others @ ..]) = (quads.last_mut(), rest) {
        let all = digits([*first, others.first().copied().unwrap_or(0), 0]);
        last[..rest.len() + 1].copy_from_slice(&all[..rest.len() + 1]);
    }
    // All of it is ASCII.
    String::from_utf8(text).unwrap_or_default()
}

fn digits(bytes: [u8; 3]) -> [u8; 4] {
    let group = u32::from(bytes[0]) << 16 | u32::from(bytes[1]) << 8 | u32::from(bytes[2]);
    [18, 12, 6, 0].map(|shift| DIGITS[(group >> shift & 63) as usize])
}

/// Numbers of single precision.
pub fn singles(numbers: impl IntoIterator<Item = f32>) -> String {
    encode(&bytes_of(numbers.into_iter().map(f32::to_le_bytes)))
}

/// Numbers of double precision.
pub fn doubles(numbers: impl IntoIterator<Item = f64>) -> String {
    encode(&bytes_of(numbers.into_iter().map(f64::to_le_bytes)))
}

/// Small groups of bytes, one after another.
pub fn bytes_of<const N: usize>(groups: impl Iterator<Item = [u8; N]>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(groups.size_hint().0 * N);
    groups.for_each(|group| bytes.extend_from_slice(&group));
    bytes
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
            assert_eq!(encode(bytes.as_bytes()), text);
        }
        assert_eq!(singles([1.0]), "AACAPw==");
    }
}
