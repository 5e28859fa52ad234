//! A look at the brackets before the parsers see the text: whatever nests deeper than any model is refused here, so
//! that no parser, and no walk over what it made, can run out of stack.

/// Levels of brackets allowed; a model file needs five.
const DEPTH: usize = 32;
/// Levels allowed in a dotted TOML key, each of which makes a table inside a table.
const DOTS: usize = 16;

/// The byte at which the text nests too deeply, if it does.
pub(super) fn find_too_deep(text: &str, toml: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut dots) = (0, 0_usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' => {
                at = string_end(bytes, at, toml);
                continue;
            }
            b'#' if toml => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'[' | b'{' => {
                depth += 1;
                dots = 0;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'.' => dots += 1,
            b'=' | b',' | b'\n' => dots = 0,
            _ => {}
        }
        if depth > DEPTH || (toml && dots > DOTS) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The byte after the string that starts here. A string that never ends is the parser's business: it stops at the
/// end of its line.
fn string_end(bytes: &[u8], start: usize, toml: bool) -> usize {
    let quote = bytes[start];
    let triple = [quote; 3];
    let long = toml && bytes[start..].starts_with(&triple);
    let mut at = start + if long { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !long => return at,
            b if b == quote && !long => return at + 1,
            _ if long && bytes[at..].starts_with(&triple) => return at + 3,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_brackets_are_found_and_brackets_in_strings_are_not() {
        assert_eq!(find_too_deep(&"[".repeat(100_000), false), Some(32));
        assert_eq!(find_too_deep("a = [[1], [2]]", true), None);
        assert_eq!(find_too_deep(&format!("a = \"{}\"", "[".repeat(100)), true), None);
        assert_eq!(find_too_deep(&format!("a = '''\n{}'''", "[".repeat(100)), true), None);
        assert_eq!(find_too_deep(&format!("a = 1 # {}", "{".repeat(100)), true), None);
        assert!(find_too_deep(&format!("{}a = 1", "a.".repeat(50)), true).is_some());
        assert_eq!(find_too_deep(&"[0.5, 1.5]\n".repeat(50), true), None);
        // An escaped quote does not end a string, and an open string ends with its line.
        assert_eq!(find_too_deep(r#"{"a": "\"[[[[["}"#, false), None);
        assert!(find_too_deep(&format!("a = \"\n{}", "[".repeat(50)), true).is_some());
    }
}
