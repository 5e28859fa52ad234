//! A comparison for people: a line a method, what may differ, and what to know. Where the terminal is too narrow for
//! the table, further columns follow below.

use clap::builder::styling::Style;
use linkwork::Settings;
use linkwork::methods::{Choice, IntegratorKind, Word};
use linkwork_lab::comparison::{Apart, Comparison, Entry, Verdict};

use crate::printing::{BAD, GOOD, fold, styled, visible_length};
use crate::summary::{counted, seconds, three_digits};

/// The text below the table, ending in a line break.
pub fn conclude(comparison: &Comparison) -> String {
    let outcome = verdict(comparison);
    let style = if count_failed(comparison) == 0 { GOOD } else { BAD };
    format!("{}{}\n", fold(&explain(comparison)), styled(style, outcome.trim_end()))
}

/// Methods that were to agree and do not.
pub fn count_failed(comparison: &Comparison) -> usize {
    comparison.methods.iter().filter(|e| e.has_failed()).count()
}

/// A heading that says which methods were compared on which model.
pub fn head(comparison: &Comparison, asked: &Settings) -> String {
    let Comparison { reference, integrator, .. } = comparison;
    let control = match integrator {
        IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => {
            format!("rtol {:e}, atol {:e}", asked.rtol, asked.atol)
        }
        IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => {
            format!("step {} s", asked.step)
        }
    };
    format!(
        "Compared from t = 0 to {} s with {integrator} ({control}).\nReference: {reference}; {}.\n\n",
        comparison.end, comparison.reference_reason
    )
}

const HEADINGS: [&str; 9] =
    ["method", "position", "velocity", "reaction", "evaluations", "each", "steps take", "energy error", "residual"];

/// A line a method, no wider than asked for if that can be had.
pub fn table(comparison: &Comparison, width: Option<usize>) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEADINGS.iter().chain(&[""]).map(|h| h.to_string()).collect()];
    if comparison.settled_until.is_some() {
        rows[0].insert(2, "early".into());
    }
    rows.extend(comparison.methods.iter().map(|entry| row(comparison, entry)));
    rows.push(allowed(comparison, "may differ by".into(), comparison.allowed, comparison.allowed_early));
    for entry in &comparison.methods {
        // Solvers change round-off alone, so those of one formulation are mostly given the same.
        rows.extend(own_allowed(comparison, entry).filter(|own| rows.last() != Some(own)));
    }
    fit(&rows, width.unwrap_or(usize::MAX))
}

/// The table, in pieces of so many columns that each fits the width: all begin with the method, the first one ends
/// with the verdict.
fn fit(rows: &[Vec<String>], width: usize) -> String {
    let n = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide =
        |k: usize| rows.iter().filter_map(|row| row.get(k)).map(|cell| visible_length(cell)).max().unwrap_or(0) + 2;
    let (mut pieces, mut taken) = (vec![vec![0]], wide(0) + wide(n - 1));
    for k in 1..n - 1 {
        let piece = pieces.len() - 1;
        if taken + wide(k) > width.saturating_add(2) && pieces[piece].len() > 1 {
            pieces.push(vec![0]);
            taken = wide(0);
        }
        taken += wide(k);
        pieces.last_mut().into_iter().for_each(|piece| piece.push(k));
    }
    pieces[0].push(n - 1);
    let cells = |piece: &Vec<usize>| -> Vec<Vec<String>> {
        let cells = |row: &Vec<String>| piece.iter().map(|k| row.get(*k).cloned().unwrap_or_default()).collect();
        // The row of tolerances has no columns beyond the reactions.
        rows.iter().map(cells).filter(|row: &Vec<String>| row[1..].iter().any(|cell| !cell.is_empty())).collect()
    };
    let tables: Vec<String> = pieces.iter().map(|piece| align(&cells(piece), piece.last() == Some(&(n - 1)))).collect();
    tables.join("\n")
}

fn row(comparison: &Comparison, entry: &Entry) -> Vec<String> {
    let mut cells = vec![name(comparison, entry)];
    let differs = entry.verdict != Verdict::Reference;
    let dash = || "–".to_string();
    let off = |x: f64| if differs { difference(x) } else { dash() };
    match &entry.measured {
        Some(m) => {
            cells.push(off(m.position));
            cells.extend(m.early_position.map(off));
            cells.push(off(m.velocity));
            cells.push(m.reaction.map_or("not unique".into(), off));
            cells.push(m.evaluations.to_string());
            cells.push(format!("{} ×", three_digits(m.relative_time)));
            cells.push(seconds(m.step_seconds));
            cells.extend([difference(m.energy_balance), difference(m.max_residual)]);
        }
        None => cells.extend((0..8 + usize::from(comparison.settled_until.is_some())).map(|_| dash())),
    }
    let style = match entry.verdict {
        _ if entry.has_failed() => BAD,
        Verdict::Agrees => GOOD,
        Verdict::Reference | Verdict::Differs | Verdict::Stopped | Verdict::LeftOut => Style::new(),
    };
    cells.push(styled(style, &word(comparison, entry)));
    cells
}

/// The method without what it has in common with all.
fn name(comparison: &Comparison, entry: &Entry) -> String {
    let m = &entry.methods;
    let pair = format!("{} + {}", m.formulation, m.solver);
    // A method that does not apply may keep `auto`, which was asked for all.
    let common = m.stabilization == comparison.reference.stabilization || m.stabilization == Choice::Auto;
    if common { pair } else { format!("{pair} + {}", m.stabilization) }
}

/// The verdict, with the time up to which it holds if that is not the end.
pub fn word(comparison: &Comparison, entry: &Entry) -> String {
    let time = entry.measured.as_ref().map_or(comparison.end, |m| m.time);
    let until = |word: &str, time: f64| match time < comparison.end {
        true => format!("{word} until t = {} s", short(time)),
        false => word.to_string(),
    };
    match entry.verdict {
        Verdict::Reference if entry.why.is_some() => format!("reference, STOPPED at t = {} s", short(time)),
        Verdict::Reference => until("reference", time),
        Verdict::Agrees => until("agrees", time.min(entry.measured.as_ref().map_or(time, |m| m.judged_until))),
        Verdict::Differs => "DIFFERS".into(),
        Verdict::Stopped => format!("STOPPED at t = {} s", short(time)),
        Verdict::LeftOut => "left out".into(),
    }
}

/// A time with four digits at most.
fn short(time: f64) -> String {
    if time == 0.0 || time >= 1e-3 {
        format!("{:.3}", time).trim_end_matches('0').trim_end_matches('.').into()
    } else {
        format!("{time:.1e}")
    }
}

fn allowed(comparison: &Comparison, head: String, allowed: Apart, early: Option<Apart>) -> Vec<String> {
    let mut cells = vec![head, difference(allowed.position)];
    cells.extend(early.map(|early| difference(early.position)));
    cells.push(difference(allowed.velocity));
    cells.push(if comparison.reactions_unique { difference(allowed.reaction) } else { "–".into() });
    cells
}

/// The difference allowed to a method that was repeated as the reference was.
fn own_allowed(comparison: &Comparison, entry: &Entry) -> Option<Vec<String>> {
    let measured = entry.measured.as_ref()?;
    let (own, reference) = (&entry.methods, &comparison.reference);
    let words = [
        [own.formulation.word(), reference.formulation.word()],
        [own.stabilization.word(), reference.stabilization.word()],
    ];
    let other: Vec<&str> = words.iter().filter(|[own, common]| own != common).map(|[own, _]| *own).collect();
    let head = format!("  with {}", other.join(" + "));
    measured.allowed.map(|own| allowed(comparison, head, own, measured.allowed_early))
}

/// A difference with two digits.
pub fn difference(x: f64) -> String {
    match x {
        0.0 => "0".into(),
        x if x >= 0.1 => three_digits(x),
        x => format!("{x:.1e}"),
    }
}

/// Columns as wide as their longest cell: the first one, and the last one if it has words, from the left, numbers
/// from the right.
fn align(rows: &[Vec<String>], ends_in_words: bool) -> String {
    let n = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |k: usize| rows.iter().filter_map(|r| r.get(k)).map(|c| visible_length(c)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (k, cell) in row.iter().enumerate() {
            let air = " ".repeat(widths[k] - visible_length(cell));
            line += &if k == 0 || (k + 1 == n && ends_in_words) {
                format!("{cell}{air}  ")
            } else {
                format!("{air}{cell}  ")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Explains the numbers, and why some are missing.
pub fn explain(comparison: &Comparison) -> String {
    let mut text = String::from(
        "\nPosition (m, rad), velocity (m/s, rad/s) and reaction (N, N m): largest difference from the reference at any output time.\n\
         Each: time per evaluation, relative to the fastest. What may differ: the steps' tolerances together, and ten times \
         what the reference itself changes by when repeated with tolerances ten times tighter (or half the step).\n",
    );
    if comparison.methods.iter().any(|e| e.measured.as_ref().is_some_and(|m| m.own_change.is_some())) {
        text += "Methods with another stabilization or formulation than the reference err by other amounts: they are repeated too, \
                 ten times their own change is added ('with'), and they are judged while they have three digits themselves.\n";
    }
    text += &explain_limits(comparison);
    for entry in &comparison.methods {
        if let Some(why) = &entry.why {
            text += &format!("{}: {why}\n", name(comparison, entry));
        }
    }
    text
}

/// Why not everything could be judged.
fn explain_limits(comparison: &Comparison) -> String {
    let mut text = String::new();
    let Comparison { end, judged_until, settled_until, indefinite_rows, .. } = comparison;
    if comparison.reactions_unique && *indefinite_rows > 0 {
        text += &format!(
            "Reactions are not compared in {}: in a singular position, or next to it, they are not definite.\n",
            counted(*indefinite_rows, "row", "rows")
        );
    }
    if let Some(time) = settled_until {
        text += &format!(
            "Repeated so, the reference itself changes by more than its tolerance after t = {} s ('early': until then).\n\
             Beyond, the motion amplifies small differences, as chaos does, or the tolerance is too wide for it.\n",
            short(*time)
        );
    }
    if judged_until < end {
        let until = short(*judged_until);
        text += &match settled_until {
            Some(_) => format!(
                "Methods are judged until t = {until} s: later the reference itself has no three digits left.\n"
            ),
            None => format!("Methods are judged until t = {until} s, where the reference or its repetition ended.\n"),
        };
    }
    text
}

/// The outcome in a sentence.
pub fn verdict(comparison: &Comparison) -> String {
    let n = comparison.methods.iter().filter(|e| e.measured.is_some()).count();
    let failed = count_failed(comparison);
    match failed {
        0 if n == 1 => "Only the reference was run.\n".into(),
        0 => format!("All {} agree.\n", counted(n, "method", "methods")),
        1 => format!("1 of {} does not agree.\n", counted(n, "method", "methods")),
        _ => format!("{failed} of {n} methods do not agree.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn a_table_wider_than_the_terminal_goes_on_below() {
        let rows = [["method", "position", "velocity", "residual", ""], ["cartesian", "1.0", "2.0", "3.0", "agrees"]];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| cell.to_string()).collect()).collect();
        let whole = "method     position  velocity  residual\ncartesian       1.0       2.0       3.0  agrees\n";
        assert_eq!(fit(&rows, usize::MAX), whole);
        let narrow = fit(&rows, 40);
        let first = "method     position  velocity\ncartesian       1.0       2.0  agrees\n";
        assert_eq!(narrow, format!("{first}\nmethod     residual\ncartesian       3.0\n"));
        assert!(narrow.lines().all(|line| line.chars().count() <= 40));
    }
}
