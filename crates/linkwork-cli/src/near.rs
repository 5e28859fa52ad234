//! Names near a mistyped one, for "did you mean".

/// The candidates near `name`, nearest first, or those that begin with it; two at most, none when nothing is near.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // A third of the letters may differ: more would suggest words that merely are as short.
    let limit = (name.chars().count() / 3).clamp(1, 4);
    // Three letters identify a name that was begun.
    let begun = |c: &str| name.chars().count() >= 3 && c.starts_with(name);
    let mut near: Vec<(usize, &str)> =
        candidates.into_iter().map(|c| (distance(name, c), c)).filter(|&(d, c)| d <= limit || begun(c)).collect();
    near.sort();
    near.dedup();
    near.into_iter().map(|(_, c)| c).take(2).collect()
}

/// Letters to insert, remove, replace or swap with their neighbour to turn one word into the other; case is ignored.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("dnese", "dense"), 1);
        assert_eq!(distance("QR", "qr"), 0);
    }

    #[test]
    fn near_names_come_first_and_far_ones_not_at_all() {
        let words = ["elimination", "qr", "dense"];
        assert_eq!(nearest("elimnation", words), ["elimination"]);
        assert_eq!(nearest("q", words), ["qr"]);
        assert!(nearest("magic", words).is_empty());
        assert_eq!(nearest("press", ["press.toml", "pendulum"]), ["press.toml"]);
        assert_eq!(nearest("four-bar2", ["four-bars", "four-bar", "slider"]), ["four-bar", "four-bars"]);
    }
}
