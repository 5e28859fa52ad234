//! Hashes of bits, by FNV-1a with 64 bits: of states, of models as built, of rows and of the text of a checkpoint.
//!
//! The same on every platform: numbers go in as bytes in a fixed order, counts as 64 bits. It tells apart what differs
//! by accident; it is no protection against someone who wants two things to look alike.

/// A hash under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(u64);

impl Default for Hash {
    /// The hash of nothing.
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// The hash of these numbers, bit by bit.
    pub fn of_numbers<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Hash {
        let mut hash = Hash::default();
        hash.add_numbers(numbers);
        hash
    }

    /// The hash of these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Hash {
        let mut hash = Hash::default();
        hash.add_bytes(bytes);
        hash
    }

    /// Goes on with these bytes.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |h, &byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }

    /// Goes on with the bits of these numbers.
    pub(crate) fn add_numbers<'a>(&mut self, numbers: impl IntoIterator<Item = &'a f64>) {
        numbers.into_iter().for_each(|x| self.add_bytes(&x.to_bits().to_le_bytes()));
    }

    /// Goes on with a count or an index.
    pub(crate) fn add_count(&mut self, n: usize) {
        self.add_bytes(&(n as u64).to_le_bytes());
    }

    /// Goes on with a text; its length goes in too, so that two texts cannot be mistaken for two others.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.add_count(text.len());
        self.add_bytes(text.as_bytes());
    }

    /// The value.
    pub fn value(self) -> u64 {
        self.0
    }

    /// Sixteen hexadecimal digits.
    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Hash;

    #[test]
    fn known_values() {
        // From the test vectors of the authors of FNV.
        assert_eq!(Hash::of_bytes(b"").value(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Hash::of_bytes(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Hash::of_bytes(b"foobar").text(), "85944171f73967e8");
    }

    #[test]
    fn zeros_of_both_signs_differ_and_so_do_texts_cut_elsewhere() {
        assert_ne!(Hash::of_numbers(&[0.0]), Hash::of_numbers(&[-0.0]));
        let of = |texts: [&str; 2]| {
            let mut hash = Hash::default();
            texts.iter().for_each(|text| hash.add_text(text));
            hash
        };
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    }
}
