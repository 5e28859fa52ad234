//! A comparison as a page: a grid of formulations and solvers with agreement and time, the other stabilizations, and
//! all numbers.

use linkwork::Settings;
use linkwork::methods::{FormulationKind, SolverKind, Word};
use linkwork_lab::comparison::{Comparison, Entry, Verdict};
use linkwork_report::escape;

use crate::compare_table;
use crate::sheet::{Cell, grid_table, table};
use crate::summary::{seconds, three_digits};

/// The content of the page; `head` tells what was simulated.
pub fn describe(comparison: &Comparison, asked: &Settings, head: &str) -> String {
    let mut html = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(&comparison.model), escape(head.trim()));
    for line in compare_table::head(comparison, asked).lines().filter(|line| !line.is_empty()) {
        html += &format!("<p>{}</p>\n", escape(line));
    }
    let verdict = if comparison.agree { "good" } else { "bad" };
    html += &format!("<p class=\"{verdict}\">{}</p>\n", escape(compare_table::verdict(comparison).trim()));
    html += "<h2>Formulations and solvers</h2>\n<p class=\"note\">Largest difference of positions from the reference (m, rad); \
             time of an evaluation, and relative to the fastest method.</p>\n";
    html += &grid(comparison);
    html += &stabilizations(comparison);
    html += "<h2>All numbers</h2>\n";
    html += &numbers(comparison);
    for paragraph in compare_table::explain(comparison).trim().lines() {
        html += &format!("<p class=\"note\">{}</p>\n", escape(paragraph));
    }
    html
}

/// A row a formulation, a column a solver, in the order of the program's lists; each with the stabilization it comes
/// with.
fn grid(comparison: &Comparison) -> String {
    let first: Vec<&Entry> = comparison.methods.iter().filter(|e| is_first(comparison, e)).collect();
    let solvers: Vec<&str> = in_order(SolverKind::WORDS, &first, |e| e.methods.solver.word());
    let slowest = slowest(&first);
    let row = |formulation: &&str| {
        let of_row: Vec<&&Entry> = first.iter().filter(|e| e.methods.formulation.word() == *formulation).collect();
        let words = distinct(of_row.iter().map(|e| e.methods.stabilization.word()));
        let head = format!("{}<br><span class=\"dim\">{}</span>", escape(formulation), escape(&words.join(", ")));
        let cell = |solver: &&str| {
            let found = of_row.iter().find(|e| e.methods.solver.word() == *solver);
            found.map_or(Cell::default(), |entry| describe_cell(comparison, entry, slowest))
        };
        [Cell { html: head, class: "cell" }].into_iter().chain(solvers.iter().map(cell)).collect()
    };
    let formulations = in_order(FormulationKind::WORDS, &first, |e| e.methods.formulation.word());
    let headings: Vec<&str> = [""].into_iter().chain(solvers.iter().copied()).collect();
    grid_table(&headings, &formulations.iter().map(row).collect::<Vec<_>>())
}

/// Whether no entry before it has the same formulation and solver.
fn is_first(comparison: &Comparison, entry: &Entry) -> bool {
    let same = |other: &&Entry| {
        other.methods.formulation == entry.methods.formulation && other.methods.solver == entry.methods.solver
    };
    comparison.methods.iter().find(same).is_some_and(|first| std::ptr::eq(first, entry))
}

fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept = Vec::new();
    for word in words {
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

/// The words that entries have, those of a list in its order first.
fn in_order<'a>(list: &[&'a str], entries: &[&'a Entry], word: impl Fn(&Entry) -> &'static str) -> Vec<&'a str> {
    let found = distinct(entries.iter().map(|e| word(e)));
    let known = list.iter().copied().filter(|word| found.contains(word));
    let others = found.iter().copied().filter(|word| !list.contains(word));
    known.chain(others).collect()
}

fn slowest(entries: &[&Entry]) -> f64 {
    entries.iter().filter_map(|e| e.measured.as_ref()).map(|m| m.relative_time).fold(1.0, f64::max)
}

/// The outcome of a method: its verdict, how far off, how long, and a bar whose length is the logarithm of its time.
fn describe_cell(comparison: &Comparison, entry: &Entry, slowest: f64) -> Cell {
    let word = compare_table::word(comparison, entry);
    let tone = match entry.verdict {
        Verdict::Reference | Verdict::Agrees if !entry.has_failed() => "good",
        Verdict::LeftOut => "dim",
        _ => "bad",
    };
    let mut html = format!("<span class=\"{tone}\">{}</span>", escape(&word));
    if let Some(m) = &entry.measured {
        if entry.verdict != Verdict::Reference {
            html += &format!("<br>off by {}", compare_table::difference(m.position));
        }
        let each = seconds(m.seconds_per_evaluation);
        html += &format!("<br>{each}, {} ×", three_digits(m.relative_time));
        let share = (1.0 + m.relative_time.ln()) / (1.0 + slowest.ln());
        html += &format!("<div class=\"bar\" style=\"width: {:.0}%\"></div>", 100.0 * share.clamp(0.02, 1.0));
    } else if let Some(why) = &entry.why {
        html = format!("<span class=\"dim\" title=\"{}\">{}</span>", escape(why), escape(&word));
    }
    Cell { html, class: "cell" }
}

fn stabilizations(comparison: &Comparison) -> String {
    let others: Vec<&Entry> = comparison.methods.iter().filter(|e| !is_first(comparison, e)).collect();
    let Some(Entry { methods: pair, .. }) = others.first() else { return String::new() };
    let slowest = slowest(&others);
    let words: Vec<&str> = others.iter().map(|e| e.methods.stabilization.word()).collect();
    let cells = others.iter().map(|entry| describe_cell(comparison, entry, slowest)).collect();
    let title = format!("Other stabilizations of {} + {}", pair.formulation, pair.solver);
    format!("<h2>{}</h2>\n{}", escape(&title), grid_table(&words, &[cells]))
}

fn numbers(comparison: &Comparison) -> String {
    let headings = [
        "method",
        "",
        "position",
        "velocity",
        "reaction",
        "evaluations",
        "each",
        "steps take",
        "energy error",
        "residual",
    ];
    let row = |entry: &Entry| {
        let tone = if entry.has_failed() { "left bad" } else { "left" };
        let mut cells =
            vec![Cell::text(entry.methods.to_string()), Cell::text(compare_table::word(comparison, entry)).class(tone)];
        let Some(m) = &entry.measured else { return cells };
        let off =
            |x: f64| if entry.verdict == Verdict::Reference { "–".into() } else { compare_table::difference(x) };
        let numbers = [
            off(m.position),
            off(m.velocity),
            m.reaction.map_or("not unique".into(), off),
            m.evaluations.to_string(),
            seconds(m.seconds_per_evaluation),
            seconds(m.step_seconds),
            compare_table::difference(m.energy_balance),
            compare_table::difference(m.max_residual),
        ];
        cells.extend(numbers.iter().map(Cell::text));
        cells
    };
    table(&headings, &comparison.methods.iter().map(row).collect::<Vec<_>>())
}
