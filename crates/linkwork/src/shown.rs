//! Text that is shown to people: characters that move a terminal's cursor, change its state or reorder a line are
//! escaped.

use std::fmt::Write;

/// Whether a character is not seen itself but changes how others are seen: control characters, line and paragraph
/// separators, marks that change the direction of text, invisible operators and tags. Joiners, which some scripts
/// need, are not among them.
pub fn is_hidden(c: char) -> bool {
    let is_mark = matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let is_range = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_mark || is_range
}

/// The text with escapes such as `\n` and `\u{1b}` in place of [hidden](is_hidden) characters.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a text cannot fail.
        let _ = if is_hidden(c) { write!(shown, "{}", c.escape_debug()) } else { shown.write_char(c) };
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_others_are_not() {
        assert_eq!(shown("a\u{1b}[2Jb\nc\u{202e}d"), "a\\u{1b}[2Jb\\nc\\u{202e}d");
        for plain in ["crank", "Glied äöü", "می\u{200c}خواهم", "π ≈ 3", "C:\\x"] {
            assert_eq!(shown(plain), plain);
        }
    }
}
