//! Published tables, recomputed: the rows as printed, what this program counts for the same inputs, and what it finds when it may
//! choose by itself.
//!
//! A paper is a file here and one entry a table in [`list`]; its inputs and printed numbers are data in `fixtures`, kept in the
//! program. `linkwork bench papers` shows them.
//!
//! ```
//! let table = linkwork::papers::find("negrut-2").unwrap().recompute()?;
//! assert_eq!(table.columns, ["A", "M", "I", "F", "NNZ"]);
//! assert!(table.is_met());
//! # Ok::<(), String>(())
//! ```

mod negrut;

use serde::Serialize;

/// A table of a paper that can be recomputed.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Paper and number: what the command line knows it by.
    pub name: &'static str,
    /// The table's own heading.
    pub title: &'static str,
    /// Author and title of the paper.
    pub source: &'static str,
    recompute: fn(&Published) -> Result<Table, String>,
}

impl Published {
    /// Computes the table anew.
    ///
    /// # Errors
    /// When its inputs cannot be read.
    pub fn recompute(&self) -> Result<Table, String> {
        (self.recompute)(self)
    }

    /// The paper's part of the name.
    pub fn paper(&self) -> &'static str {
        self.name.split('-').next().unwrap_or(self.name)
    }
}

/// All tables that can be recomputed.
pub fn list() -> &'static [Published] {
    &PUBLISHED
}

/// The table of this name.
pub fn find(name: &str) -> Option<&'static Published> {
    PUBLISHED.iter().find(|table| table.name == name)
}

static PUBLISHED: [Published; 3] = [
    Published {
        name: "negrut-1",
        title: "Table I. Star topology operation count",
        source: negrut::SOURCE,
        recompute: negrut::stars,
    },
    Published {
        name: "negrut-2",
        title: "Table II. Seven-body mechanism computational effort",
        source: negrut::SOURCE,
        recompute: negrut::seven_bodies,
    },
    Published {
        name: "negrut-3",
        title: "Table III. HMMWV reduced system solution effort",
        source: negrut::SOURCE,
        recompute: negrut::vehicle,
    },
];

/// A published table beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// As in [`Published`].
    pub name: &'static str,
    /// As in [`Published`].
    pub title: &'static str,
    /// As in [`Published`].
    pub source: &'static str,
    /// Headings of what is compared.
    pub columns: &'static [&'static str],
    /// Headings of what is shown beside, without a counterpart in print.
    pub beside: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Row>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// A row of a published table beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What the row is about.
    pub label: String,
    /// What ours must be.
    pub demand: Demand,
    /// As printed; `None` where the paper prints nothing.
    pub printed: Vec<Option<u64>>,
    /// Ours for the same input.
    pub ours: Vec<u64>,
    /// Ours without a counterpart in print.
    pub beside: Vec<u64>,
    /// Headings in which ours is not what was demanded.
    pub missed: Vec<&'static str>,
}

/// What a printed row demands of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Demand {
    /// The same numbers.
    Exact,
    /// Nothing: it is there to be looked at.
    Shown,
}

impl Table {
    /// Whether every row is what it must be.
    pub fn is_met(&self) -> bool {
        self.rows.iter().all(|row| row.missed.is_empty())
    }
}

impl Row {
    /// Compares ours with the printed row under these headings.
    fn compare(columns: &'static [&'static str], label: String, demand: Demand, counts: Counts) -> Row {
        let Counts { printed, ours, beside } = counts;
        let pairs = columns.iter().zip(printed.iter().zip(&ours));
        let differs = |(printed, ours): (&Option<u64>, &u64)| printed.is_some_and(|p| p != *ours);
        let missed = match demand {
            Demand::Exact => pairs.filter(|&(_, pair)| differs(pair)).map(|(&column, _)| column).collect(),
            Demand::Shown => Vec::new(),
        };
        Row { label, demand, printed, ours, beside, missed }
    }
}

/// The numbers of one row.
struct Counts {
    printed: Vec<Option<u64>>,
    ours: Vec<u64>,
    beside: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_met_and_well_formed() {
        for published in list() {
            let table = published.recompute().unwrap();
            assert!(table.is_met(), "{}: {:?}", table.name, table.rows);
            assert!(table.rows.iter().any(|row| row.demand == Demand::Exact), "{}", table.name);
            for row in &table.rows {
                assert_eq!((row.printed.len(), row.ours.len()), (table.columns.len(), table.columns.len()));
                assert_eq!(row.beside.len(), table.beside.len());
            }
        }
    }

    #[test]
    fn names_are_unique_and_lead_to_their_tables() {
        for published in list() {
            assert_eq!(find(published.name).map(|found| found.title), Some(published.title));
            assert_eq!(published.paper(), "negrut");
        }
        assert!(find("negrut-4").is_none());
    }
}
