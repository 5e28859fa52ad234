//! Numbers as text: little-endian bytes in base64 (RFC 4648), which a page turns back into arrays at once.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends the bytes to a text.
pub fn encode(bytes: impl IntoIterator<Item = u8>) -> String {
    let mut bytes = bytes.into_iter();
    let mut text = String::with_capacity(bytes.size_hint().0 / 3 * 4 + 4);
    while let Some(first) = bytes.next() {
        let (second, third) = (bytes.next(), bytes.next());
        let group = u32::from(first) << 16 | u32::from(second.unwrap_or(0)) << 8 | u32::from(third.unwrap_or(0));
        let digit = |k: u32| char::from(DIGITS[(group >> (18 - 6 * k) & 63) as usize]);
        text.extend([digit(0), digit(1)]);
        text.push(if second.is_some() { digit(2) } else { '=' });
        text.push(if third.is_some() { digit(3) } else { '=' });
    }
    text
}

/// Numbers of single precision.
pub fn singles(numbers: impl IntoIterator<Item = f32>) -> String {
    encode(numbers.into_iter().flat_map(f32::to_le_bytes))
}

/// Numbers of double precision.
pub fn doubles(numbers: impl IntoIterator<Item = f64>) -> String {
    encode(numbers.into_iter().flat_map(f64::to_le_bytes))
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
            assert_eq!(encode(bytes.bytes()), text);
        }
        assert_eq!(singles([1.0]), "AACAPw==");
    }
}
