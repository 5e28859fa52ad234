//! A comparison as a page: a grid of formulations and solvers with agreement and time, the other stabilizations, and all numbers.

use linkwork::Settings;
use linkwork::comparison::{Comparison, Entry, Verdict};
use linkwork_report::escape;

use crate::compare_table;
use crate::sheet::{Cell, table};
use crate::summary::{seconds, three_digits};

/// What stands in the page; `head` tells what was simulated.
pub fn describe(comparison: &Comparison, asked: &Settings, head: &str) -> String {
    let mut html = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(&comparison.model), escape(head.trim()));
    for line in compare_table::head(comparison, asked).lines().filter(|line| !line.is_empty()) {
        html += &format!("<p>{}</p>\n", escape(line));
    }
    let verdict = if comparison.agree { "good" } else { "bad" };
    html += &format!("<p class=\"{verdict}\">{}</p>\n", escape(compare_table::verdict(comparison).trim()));
    html += "<h2>Formulations and solvers</h2>\n";
    html += &grid(comparison);
    html += &stabilizations(comparison);
    html += "<h2>All numbers</h2>\n";
    html += &numbers(comparison);
    for paragraph in compare_table::explain(comparison).trim().lines() {
        html += &format!("<p class=\"note\">{}</p>\n", escape(paragraph));
    }
    html
}

/// A row a formulation, a column a solver, with the stabilization of the reference.
fn grid(comparison: &Comparison) -> String {
    let common: Vec<&Entry> = comparison.methods.iter().filter(|e| is_common(comparison, e)).collect();
    let (formulations, solvers) =
        (distinct(&common, |e| &e.methods.formulation), distinct(&common, |e| &e.methods.solver));
    let slowest = slowest(&common);
    let row = |formulation: &&str| {
        let cell = |solver: &&str| {
            let found = common.iter().find(|e| e.methods.formulation == *formulation && e.methods.solver == *solver);
            found.map_or(Cell::default(), |entry| describe_cell(comparison, entry, slowest))
        };
        [Cell::text(formulation)].into_iter().chain(solvers.iter().map(cell)).collect()
    };
    let headings: Vec<&str> = [""].into_iter().chain(solvers.iter().copied()).collect();
    table(&headings, &formulations.iter().map(row).collect::<Vec<_>>())
}

/// A method that does not apply may keep `auto`, which was asked for all.
fn is_common(comparison: &Comparison, entry: &Entry) -> bool {
    let word = &entry.methods.stabilization;
    *word == comparison.reference.stabilization || word == "auto"
}

fn distinct<'a>(entries: &[&'a Entry], word: impl Fn(&'a Entry) -> &'a String) -> Vec<&'a str> {
    let mut words: Vec<&str> = Vec::new();
    for entry in entries {
        let word = word(entry).as_str();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn slowest(entries: &[&Entry]) -> f64 {
    entries.iter().filter_map(|e| e.measured.as_ref()).map(|m| m.relative_time).fold(1.0, f64::max)
}

/// What became of a method: its verdict, how far off, how long, and a bar whose length is the logarithm of its time.
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
        html += &format!("<br>{} × per evaluation", three_digits(m.relative_time));
        let share = (1.0 + m.relative_time.ln()) / (1.0 + slowest.ln());
        html += &format!("<div class=\"bar\" style=\"width: {:.0}%\"></div>", 100.0 * share.clamp(0.02, 1.0));
    } else if let Some(why) = &entry.why {
        html = format!("<span class=\"dim\" title=\"{}\">{}</span>", escape(why), escape(&word));
    }
    Cell { html, class: "cell" }
}

fn stabilizations(comparison: &Comparison) -> String {
    let others: Vec<&Entry> = comparison.methods.iter().filter(|e| !is_common(comparison, e)).collect();
    if others.is_empty() {
        return String::new();
    }
    let slowest = slowest(&others);
    let words = distinct(&others, |e| &e.methods.stabilization);
    let cells = others.iter().map(|entry| describe_cell(comparison, entry, slowest)).collect();
    format!("<h2>Other stabilizations</h2>\n{}", table(&words, &[cells]))
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
        "energy drift",
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
            compare_table::difference(m.energy_drift),
            compare_table::difference(m.max_residual),
        ];
        cells.extend(numbers.iter().map(Cell::text));
        cells
    };
    table(&headings, &comparison.methods.iter().map(row).collect::<Vec<_>>())
}
