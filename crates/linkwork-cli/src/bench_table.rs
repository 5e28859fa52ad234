//! Published tables for people: two lines a row, theirs and ours.

use linkwork_lab::papers::{Bound, Demand, Row, Table};

/// The text, ending in a line break.
pub fn describe(tables: &[Table]) -> String {
    let mut text = String::new();
    let mut source = "";
    for table in tables {
        if table.source != source {
            source = table.source;
            text += &format!("{source}\n\n");
        }
        text += &format!("{} ({})\n", table.title, table.name);
        text += &body(table);
        text.push('\n');
    }
    let mut legends: Vec<&str> = tables.iter().map(|table| table.legend).collect();
    legends.dedup();
    legends.iter().for_each(|legend| text += &format!("{legend}\n"));
    text += &verdict(tables);
    text
}

fn body(table: &Table) -> String {
    let label = table.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:label$}  {:w$}", "", "", w = theirs_width(table));
    table.columns.iter().for_each(|column| text += &format!(" {column:>w$}", w = column_width(column)));
    table.beside.iter().for_each(|column| text += &format!(" {column:>w$}", w = beside_width(column)));
    text.push('\n');
    for row in &table.rows {
        // Nothing to compare with, and nothing to keep: one line is enough.
        let alone = row.demand == Demand::Beside && row.bounds.iter().all(Option::is_none);
        if !alone {
            text += &printed(table, row, label);
        }
        text += &format!("{:label$}", if alone { &row.label } else { "" });
        text += &ours(table, row);
    }
    for plot in &table.plots {
        text += &format!("\n{plot}");
    }
    for note in &table.notes {
        text += &format!("note: {note}\n");
    }
    text
}

fn theirs_width(table: &Table) -> usize {
    table.theirs.chars().count().max(5)
}

fn column_width(heading: &str) -> usize {
    heading.chars().count().max(6)
}

fn beside_width(heading: &str) -> usize {
    heading.chars().count().max(9)
}

fn printed(table: &Table, row: &Row, label: usize) -> String {
    let above = if row.demand == Demand::Beside { "bound" } else { table.theirs };
    let mut text = format!("{:label$}  {above:w$}", row.label, w = theirs_width(table));
    for (number, column) in row.printed.iter().zip(table.columns) {
        let cell = number.map_or("–".to_string(), |n| n.to_string());
        text += &format!(" {cell:>w$}", w = column_width(column));
    }
    for (bound, column) in row.bounds.iter().zip(table.beside) {
        let cell = match bound {
            Some(Bound::AtMost(limit)) => format!("≤ {limit}"),
            Some(Bound::Exactly(value)) => format!("= {value}"),
            None => String::new(),
        };
        text += &format!(" {cell:>w$}", w = beside_width(column));
    }
    text + "\n"
}

fn ours(table: &Table, row: &Row) -> String {
    let mut text = format!("  {:w$}", "ours", w = theirs_width(table));
    for (n, column) in row.ours.iter().zip(table.columns) {
        text += &format!(" {n:>w$}", w = column_width(column));
    }
    for (n, column) in row.beside.iter().zip(table.beside) {
        text += &format!(" {n:>w$}", w = beside_width(column));
    }
    text += &match (row.demand, row.missed.is_empty()) {
        (_, false) => format!("  NOT MET: {}", row.missed.join(", ")),
        (Demand::Exact, true) => "  exact".to_string(),
        (Demand::Shown, true) => "  not demanded".to_string(),
        (Demand::Beside, true) => String::new(),
    };
    text + "\n"
}

/// The outcome in a sentence.
pub fn verdict(tables: &[Table]) -> String {
    let rows = || tables.iter().flat_map(|table| &table.rows);
    let missed = rows().filter(|row| !row.missed.is_empty()).count();
    match missed {
        0 => {
            let exact = rows().filter(|row| row.demand == Demand::Exact).count();
            let found = "what the program finds by itself keeps every bound.\n";
            if exact > 0 {
                format!("All {exact} rows that must be exact are, and {found}")
            } else {
                found.replacen('w', "W", 1)
            }
        }
        _ => format!("{missed} of the {} rows are not met.\n", rows().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_not_met_is_seen() {
        let mut table = linkwork_lab::papers::find("negrut-2").unwrap().recompute().unwrap();
        let sound = describe(std::slice::from_ref(&table));
        assert!(sound.contains("  exact\n") && sound.contains("All 2 rows") && !sound.contains("NOT MET"), "{sound}");
        assert!(sound.contains("≤ 35"), "{sound}");
        // A row whose print is not demanded has bounds all the same.
        for demand in [Demand::Exact, Demand::Shown] {
            (table.rows[0].demand, table.rows[0].missed) = (demand, vec!["M"]);
            let wrong = describe(std::slice::from_ref(&table));
            assert!(wrong.contains("NOT MET: M") && wrong.contains("1 of the 2 rows are not met"), "{wrong}");
        }
    }
}
