//! Published tables for people: two lines a row, theirs and ours.

use linkwork::papers::{Demand, Row, Table};

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
    text += "A, M, I: additions, multiplications, inversions of blocks; F: fill; NNZ: non-zero blocks; flops of the factorization.\n\
             Automatic: what the program finds without being given a sequence.\n";
    text += &verdict(tables);
    text
}

fn body(table: &Table) -> String {
    let label = table.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:label$}         ", "");
    table.columns.iter().for_each(|column| text += &format!(" {column:>6}"));
    table.beside.iter().for_each(|column| text += &format!(" {column:>w$}", w = beside_width(column)));
    text.push('\n');
    for row in &table.rows {
        text += &printed(row, label);
        text += &ours(table, row, label);
    }
    for note in &table.notes {
        text += &format!("note: {note}\n");
    }
    text
}

fn beside_width(heading: &str) -> usize {
    heading.chars().count().max(9)
}

fn printed(row: &Row, label: usize) -> String {
    let mut text = format!("{:label$}  printed", row.label);
    for number in &row.printed {
        let cell = number.map_or("–".to_string(), |n| n.to_string());
        text += &format!(" {cell:>6}");
    }
    text + "\n"
}

fn ours(table: &Table, row: &Row, label: usize) -> String {
    let mut text = format!("{:label$}  ours   ", "");
    row.ours.iter().for_each(|n| text += &format!(" {n:>6}"));
    for (n, column) in row.beside.iter().zip(table.beside) {
        text += &format!(" {n:>w$}", w = beside_width(column));
    }
    text += &match (row.demand, row.missed.is_empty()) {
        (Demand::Shown, _) => "  not demanded".to_string(),
        (Demand::Exact, true) => "  exact".to_string(),
        (Demand::Exact, false) => format!("  NOT MET: {}", row.missed.join(", ")),
    };
    text + "\n"
}

fn verdict(tables: &[Table]) -> String {
    let rows = || tables.iter().flat_map(|table| &table.rows).filter(|row| row.demand == Demand::Exact);
    let missed = rows().filter(|row| !row.missed.is_empty()).count();
    match missed {
        0 => format!("All {} rows that must be exact are.\n", rows().count()),
        _ => format!("{missed} of the {} rows that must be exact are not met.\n", rows().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_not_met_is_seen() {
        let mut table = linkwork::papers::find("negrut-2").unwrap().recompute().unwrap();
        let sound = describe(std::slice::from_ref(&table));
        assert!(sound.contains("  exact\n") && sound.contains("All 2 rows") && !sound.contains("NOT MET"), "{sound}");
        table.rows[0].missed = vec!["M"];
        let wrong = describe(&[table]);
        assert!(wrong.contains("NOT MET: M") && wrong.contains("1 of the 2 rows"), "{wrong}");
    }
}
