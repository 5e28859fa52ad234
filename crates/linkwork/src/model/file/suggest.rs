//! "Did you mean …?": the known word nearest to a mistyped one, by edit distance.

/// The known word nearest to `word`, if it is near enough to be what was meant: a third of its letters may differ.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    // A very long word is near nothing, and its distances would be slow to find.
    if typed.len() > 40 {
        return None;
    }
    let allowed = (typed.len() / 3).max(1);
    let near = known.into_iter().map(|k| (distance(&typed, &k.chars().collect::<Vec<_>>()), k));
    near.filter(|(d, k)| *d <= allowed && *d < k.chars().count()).min_by_key(|(d, _)| *d).map(|(_, k)| k)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

/// `unknown joint type "revolut"; did you mean "revolute"?`, or the whole list where nothing is near.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    let shown: String = word.chars().take(60).collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("unknown {what} {shown:?}; did you mean {near:?}?"),
        None => format!("unknown {what} {shown:?}; it must be {}", list(known, '"')),
    }
}

/// `"a", "b" or "c"`: the end of a message that lists what would be right.
pub(crate) fn list(words: &[&str], quote: char) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("{quote}{w}{quote}")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_slips_and_refuses_strangers() {
        let known = ["revolute", "mass", "prismatic", "t"];
        assert_eq!(nearest("revolut", known), Some("revolute"));
        assert_eq!(nearest("Revolute", known), Some("revolute"));
        assert_eq!(nearest("mas", known), Some("mass"));
        assert_eq!(nearest("amss", known), Some("mass"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("x", known), None);
    }

    #[test]
    fn lists_read_as_a_sentence() {
        assert_eq!(list(&["a", "b", "c"], '"'), "\"a\", \"b\" or \"c\"");
        assert_eq!(list(&["a"], '`'), "`a`");
        assert_eq!(list(&[], '`'), "");
    }
}
