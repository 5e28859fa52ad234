//! Which columns and rows of a trajectory the user asks for: names with wildcards, times.

use linkwork_report::{Rows, Trajectory};

use crate::failure::Failure;
use crate::near::nearest;

/// The rows between two times, every so manieth of them.
///
/// # Errors
/// An end before the beginning.
pub fn rows(from: Option<f64>, until: Option<f64>, every: Option<usize>) -> Result<Rows, Failure> {
    let all = Rows::ALL;
    let (from, to) = (from.unwrap_or(all.from), until.unwrap_or(all.to));
    if from > to {
        return Err(Failure::Wrong(format!("the rows end at {to} s, before they begin at {from} s")));
    }
    Ok(Rows { from, to, every: every.unwrap_or(all.every) })
}

/// The columns of a trajectory that match the patterns, each once, in the order of the patterns. `*` stands for any
/// letters, `?` for one.
///
/// # Errors
/// A pattern that no column matches, with what was probably meant.
pub fn choose(trajectory: &Trajectory, patterns: &[String]) -> Result<Vec<usize>, Failure> {
    choose_among(trajectory.columns(), patterns)
}

/// As [`choose`], among columns of these names.
///
/// # Errors
/// As [`choose`].
pub fn choose_among(names: &[String], patterns: &[String]) -> Result<Vec<usize>, Failure> {
    let (mut chosen, mut is_chosen, mut faults) = (Vec::new(), vec![false; names.len()], Vec::new());
    for pattern in patterns {
        let mut is_met = false;
        for (k, _) in names.iter().enumerate().filter(|(_, name)| matches(pattern, name)) {
            is_met = true;
            if !std::mem::replace(&mut is_chosen[k], true) {
                chosen.push(k);
            }
        }
        if !is_met {
            faults.push(unknown(pattern, names));
        }
    }
    if faults.is_empty() { Ok(chosen) } else { Err(Failure::Wrong(faults.join("\n"))) }
}

fn unknown(pattern: &str, names: &[String]) -> String {
    let near = nearest(pattern, names.iter().map(String::as_str));
    let hint = match near.first() {
        Some(near) => format!("did you mean '{near}'?"),
        None => {
            let some: Vec<&str> = names.iter().take(12).map(String::as_str).collect();
            let rest = if names.len() > some.len() { ", …" } else { "" };
            format!("there are {}{rest}", some.join(", "))
        }
    };
    format!("no column matches '{pattern}'; {hint}")
}

/// Whether a name is what a pattern describes.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Where the last star stands, and how many letters it has been given.
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(letter) if *letter == '?' || *letter == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, given)) => {
                    star = Some((at, given + 1));
                    (p, n) = (at + 1, given + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name) in
            [("*.fx", "pivot.fx"), ("rod.*", "rod.x"), ("a*b*c", "aXbYbZc"), ("*", ""), ("r?d.x", "röd.x")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.fx", "pivot.fxx"), ("rod.x", "rod.xx"), ("?", ""), ("a*b", "acd"), ("", "a")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        assert!(!matches(&"a*".repeat(30), &"a".repeat(20)));
    }
}
