//! Published tables as a page: ours below theirs, with what must hold, and plots of cost against size.

use linkwork_lab::papers::{Bound, Demand, Number, Plot, Row, Table};
use linkwork_report::escape;
use linkwork_report::figure::{Axis, Curve, Figure, Panel, Scale};

use crate::bench_table;
use crate::sheet::{Cell, table};

/// The content of the page.
pub fn describe(tables: &[Table]) -> String {
    let verdict = if tables.iter().all(Table::is_met) { "good" } else { "bad" };
    let sentence = bench_table::verdict(tables);
    let mut html =
        format!("<h1>Published tables, recomputed</h1>\n<p class=\"{verdict}\">{}</p>\n", escape(sentence.trim()));
    let mut source = "";
    for table in tables {
        if table.source != source {
            source = table.source;
            html += &format!("<h2>{}</h2>\n", escape(source));
        }
        html += &format!("<h3 id=\"{}\">{}</h3>\n", escape(table.name), escape(table.title));
        html += &numbers(table);
        let figures: Vec<String> = figures(table).iter().map(|figure| figure.draw().to_svg()).collect();
        if !figures.is_empty() {
            html += &format!("<div class=\"figures\">\n{}</div>\n", figures.concat());
        }
        let notes = table.notes.iter().map(String::as_str).chain([table.legend]).filter(|text| !text.is_empty());
        notes.for_each(|note| html += &format!("<p class=\"note\">{}</p>\n", escape(note)));
    }
    html
}

fn numbers(published: &Table) -> String {
    let headings: Vec<&str> =
        ["", ""].iter().chain(published.columns).chain(published.beside).chain(&[""]).copied().collect();
    let mut rows = Vec::new();
    for row in &published.rows {
        // Nothing to compare with, and nothing to keep: one line is enough.
        let is_alone = row.demand == Demand::Beside && row.bounds.iter().all(Option::is_none);
        if !is_alone {
            rows.push(theirs(published, row));
        }
        rows.push(ours(published, row, is_alone));
    }
    table(&headings, &rows)
}

fn theirs(published: &Table, row: &Row) -> Vec<Cell> {
    let word = if row.demand == Demand::Beside { "bound" } else { published.theirs };
    let mut cells = vec![Cell::text(&row.label), Cell::text(word).class("left dim")];
    let number = |n: &Option<Number>| Cell::text(n.map_or("–".into(), |n| n.to_string())).class("dim");
    cells.extend(row.printed.iter().map(number));
    let bound = |bound: &Option<Bound>| match bound {
        Some(Bound::AtMost(limit)) => Cell::text(format!("≤ {limit}")).class("dim"),
        Some(Bound::Exactly(value)) => Cell::text(format!("= {value}")).class("dim"),
        None => Cell::default(),
    };
    cells.extend(row.bounds.iter().map(bound));
    cells.push(Cell::default());
    cells
}

fn ours(published: &Table, row: &Row, is_alone: bool) -> Vec<Cell> {
    let label = if is_alone { row.label.as_str() } else { "" };
    let mut cells = vec![Cell::text(label), Cell::text("ours").class("left")];
    let headings = published.columns.iter().chain(published.beside);
    for (heading, number) in headings.zip(row.ours.iter().chain(&row.beside)) {
        let cell = Cell::text(number.to_string());
        cells.push(if row.missed.contains(heading) { cell.class("bad") } else { cell });
    }
    let last = match (row.demand, row.missed.is_empty()) {
        (_, false) => Cell::text("not met").class("left bad"),
        (Demand::Exact, true) => Cell::text("exact").class("left good"),
        (Demand::Shown, true) => Cell::text("not demanded").class("left dim"),
        (Demand::Beside, true) if is_alone => Cell::default(),
        (Demand::Beside, true) => Cell::text("kept").class("left good"),
    };
    cells.push(last);
    cells
}

/// Plots of the table itself, and its rows against sizes where headings are sizes.
fn figures(table: &Table) -> Vec<Figure> {
    let given = table.plots.iter().map(figure_of);
    let counted = [(table.columns, true), (table.beside, false)].into_iter().filter_map(|(headings, is_ours)| {
        let sizes = sizes(headings);
        (sizes.len() > 2).then(|| {
            let curve = |row: &Row| {
                let numbers = if is_ours { &row.ours } else { &row.beside };
                let points = sizes.iter().map(|(k, size)| [*size, numbers[*k].0]).collect();
                Curve { name: row.label.clone(), points, has_dots: true }
            };
            let unit = sizes.last().and_then(|(k, _)| headings[*k].split_once(' ')).map_or("size", |(_, unit)| unit);
            frame("", unit, table.rows.iter().map(curve).collect())
        })
    });
    given.chain(counted).collect()
}

/// Headings that are sizes, `16 cuts` or `16`, with their places; the unit must be one.
fn sizes(headings: &[&str]) -> Vec<(usize, f64)> {
    let size = |(k, heading): (usize, &&str)| heading.split(' ').next()?.parse().ok().map(|size| (k, size));
    headings.iter().enumerate().filter_map(size).collect()
}

fn figure_of(plot: &Plot) -> Figure {
    let curve = |line: &linkwork_lab::papers::Line| Curve {
        name: line.name.clone(),
        points: line.points.clone(),
        has_dots: true,
    };
    frame(&plot.y, &plot.x, plot.lines.iter().map(curve).collect())
}

fn frame(y: &str, x: &str, curves: Vec<Curve>) -> Figure {
    let axis = |label: &str| Axis { label: label.into(), scale: Scale::Logarithmic, range: None };
    // A long legend takes nothing from the curves.
    let size = [560.0, 360.0 + 10.0 * curves.len() as f64];
    Figure { x: axis(x), panels: vec![Panel { y: axis(y), curves }], size, always_named: true, ..Figure::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_that_are_sizes_are_found() {
        assert_eq!(sizes(&["exponent", "16 cuts", "32 cuts"]), [(1, 16.0), (2, 32.0)]);
        assert_eq!(sizes(&["5", "10", "off by"]), [(0, 5.0), (1, 10.0)]);
        assert!(sizes(&["K/16", "A", "M"]).is_empty());
    }

    #[test]
    fn a_page_shows_both_rows_and_what_is_not_met() {
        let mut table = linkwork_lab::papers::find("negrut-2").unwrap().recompute().unwrap();
        let html = describe(std::slice::from_ref(&table));
        assert!(html.contains("<td class=\"left good\">exact</td>") && html.contains("≤ 35"), "{html}");
        assert!(html.contains("Seven-body mechanism") && !html.contains("class=\"bad\""));
        table.rows[0].missed = vec!["M"];
        let html = describe(std::slice::from_ref(&table));
        assert!(html.contains("<td class=\"bad\">35</td>") && html.contains("not met"), "{html}");
    }
}
