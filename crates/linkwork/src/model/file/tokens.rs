//! The words of an expression, for those who put values in the place of parameters or other names in the place of
//! names. What an expression means is settled by `expression`.

/// A word of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub sort: Sort,
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
}

/// Sorts of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// `2.5e-3`
    Number,
    /// `lever`: letters, digits and `_`.
    Word,
    /// `hip.q` or `'left arm'.q`: a quantity of something that has a name.
    Path,
    /// An operator, a bracket, a comma; or anything else, one character at a time.
    Symbol,
}

/// All words of a text.
pub(super) fn split(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (sort, length) = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_digit() || c == '.' => (Sort::Number, number_length(rest)),
            c if is_word(c) || c == '\'' => word_length(rest),
            c => (Sort::Symbol, symbol_length(rest, c)),
        };
        tokens.push(Token { sort, text: &rest[..length], start: at });
        at += length;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '°'
}

/// Digits with a decimal point and an exponent, which belongs to the number only if it has digits.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let first = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(first).is_some_and(u8::is_ascii_digit) {
            end = digits(first);
        }
    }
    end
}

/// A word, or a path of names with dots between them, each of which may stand in quotes.
fn word_length(text: &str) -> (Sort, usize) {
    let mut end = name_length(text);
    let mut sort = if text.starts_with('\'') { Sort::Path } else { Sort::Word };
    while text[end..].starts_with('.') && text[end + 1..].starts_with(|c: char| is_word(c) || c == '\'') {
        end += 1 + name_length(&text[end + 1..]);
        sort = Sort::Path;
    }
    (sort, end)
}

fn name_length(text: &str) -> usize {
    match text.strip_prefix('\'') {
        Some(quoted) => quoted.find('\'').map_or(text.len(), |end| end + 2),
        None => text.find(|c: char| !(is_word(c) || c.is_alphanumeric())).unwrap_or(text.len()),
    }
}

fn symbol_length(text: &str, first: char) -> usize {
    let is_double = ["<=", ">=", "==", "!="].iter().any(|double| text.starts_with(double));
    if is_double { 2 } else { first.len_utf8() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words() {
        let words = |text| split(text).iter().map(|token| token.text).collect::<Vec<_>>().join("|");
        assert_eq!(words("2*k1 + 'left arm'.q"), "2|*|k1|+|'left arm'.q");
        assert_eq!(words("2exp(t)<=1e-3mm^2"), "2|exp|(|t|)|<=|1e-3|mm|^|2");
        assert_eq!(words("a.b.c .5 é°"), "a.b.c|.5|é°");
        assert_eq!(words("'open. x"), "'open. x");
        assert_eq!(split("a b")[1].start, 2);
    }
}
