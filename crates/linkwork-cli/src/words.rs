//! The words for methods on the command line: which there are, and what was probably meant.

use linkwork::methods::{Choice, UnknownWord, Word};

use crate::near::nearest;

/// Reads a method, or `auto`.
pub fn choice<T: Word>(word: &str) -> Result<Choice<T>, String> {
    word.parse().map_err(|UnknownWord { available, .. }| suggest(word, available))
}

fn suggest(word: &str, available: &[&str]) -> String {
    let list = available.join(", ");
    match nearest(word, available.iter().copied()).first() {
        Some(near) => format!("did you mean '{near}'? available: {list}"),
        None => format!("unknown; available: {list}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::methods::Split;

    #[test]
    fn words_are_taken_suggested_or_refused() {
        assert_eq!(choice("never"), Ok(Choice::Given(Split::Never)));
        assert_eq!(choice::<Split>("nevr"), Err("did you mean 'never'? available: auto, always, never".into()));
        assert_eq!(choice::<Split>("magic"), Err("unknown; available: auto, always, never".into()));
        assert_eq!(choice::<Split>(""), Err("unknown; available: auto, always, never".into()));
    }
}
