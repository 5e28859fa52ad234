//! Published tables, recomputed: the rows as printed, what this program counts for the same inputs, and what it finds
//! when it may choose by itself.
//!
//! A paper is a file here and one entry a table in [`list`]; its inputs and printed numbers are data in `fixtures`,
//! kept in the program. `linkwork bench papers` shows them.
//!
//! ```
//! let table = linkwork_lab::papers::find("negrut-2").unwrap().recompute()?;
//! assert_eq!(table.columns, ["A", "M", "I", "F", "NNZ"]);
//! assert!(table.is_met());
//! # Ok::<(), String>(())
//! ```

mod duan;
mod mechanisms;
mod mraz;
mod multiscale;
mod negrut;
mod number;
mod plot;
mod valasek;
mod vlasenko;

pub use number::Number;
pub use plot::{Line, Plot};

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

    /// The table before anything is computed: what is compared with is called so.
    fn begin(&self, theirs: &'static str) -> Table {
        Table {
            name: self.name,
            title: self.title,
            source: self.source,
            columns: &[],
            beside: &[],
            rows: vec![],
            notes: vec![],
            legend: "",
            plots: vec![],
            theirs,
        }
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

static PUBLISHED: [Published; 11] = [
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
    Published {
        name: "duan-1",
        title: "The 16-body chain, five cases of cuts: one motion",
        source: duan::SOURCE,
        recompute: duan::motions,
    },
    Published {
        name: "duan-2",
        title: "The 16-body chain: iterations per evaluation",
        source: duan::SOURCE,
        recompute: duan::iterations,
    },
    Published {
        name: "duan-3",
        title: "Growth of iterations with the number of cuts, chain of 1025 bodies",
        source: duan::SOURCE,
        recompute: duan::growth,
    },
    Published {
        name: "valasek-1",
        title: "Chains of pendulums by artificial dynamics: steps of every variant",
        source: valasek::SOURCE,
        recompute: valasek::steps,
    },
    Published {
        name: "valasek-2",
        title: "5 and 10 pendulums: artificial dynamics beside the traditional approach",
        source: valasek::SOURCE,
        recompute: valasek::cost,
    },
    Published {
        name: "mraz-1",
        title: "Odd–even elimination with and without a limit: depth, operations and time of chains",
        source: mraz::SOURCE,
        recompute: mraz::depths,
    },
    Published {
        name: "valasek-multiscale",
        title: "Elastic joints on two scales of time: errors against stiffness, and the sizes of steps",
        source: multiscale::SOURCE,
        recompute: multiscale::errors,
    },
    Published {
        name: "vlasenko-1",
        title: "Table 1 and the manipulator: operations of the QR, written for the model",
        source: vlasenko::SOURCE,
        recompute: vlasenko::flops,
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
    /// Remarks for the reader.
    pub notes: Vec<String>,
    /// The meaning of the headings.
    pub legend: &'static str,
    /// The figures of the paper, as data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
    /// The name of the numbers with which ours are compared.
    pub theirs: &'static str,
}

/// A row of a published table beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The subject of the row.
    pub label: String,
    /// The demand on our number.
    pub demand: Demand,
    /// As printed; `None` where the paper prints nothing.
    pub printed: Vec<Option<Number>>,
    /// Ours for the same input.
    pub ours: Vec<Number>,
    /// Ours without a counterpart in print.
    pub beside: Vec<Number>,
    /// Bounds of our numbers; `None` where they are only shown.
    pub bounds: Vec<Option<Bound>>,
    /// Headings in which ours is not what was demanded.
    pub missed: Vec<&'static str>,
}

/// The demand of a printed row on ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Demand {
    /// The same numbers.
    Exact,
    /// The same numbers only where the print can be reached; elsewhere it is there to be looked at.
    Shown,
    /// Nothing is printed: only what is shown beside may have to keep something.
    Beside,
}

/// The demand on a number without a counterpart in print.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// This or less.
    AtMost(Number),
    /// This.
    Exactly(Number),
}

impl Bound {
    /// This or less.
    pub fn at_most(limit: impl Into<Number>) -> Bound {
        Bound::AtMost(limit.into())
    }

    /// This.
    pub fn exactly(value: impl Into<Number>) -> Bound {
        Bound::Exactly(value.into())
    }

    /// Whether a number keeps it.
    pub fn holds(self, number: Number) -> bool {
        match self {
            Bound::AtMost(limit) => number <= limit,
            Bound::Exactly(value) => number == value,
        }
    }
}

impl Table {
    /// Whether every row is what it must be.
    pub fn is_met(&self) -> bool {
        self.rows.iter().all(|row| row.missed.is_empty())
    }

    /// Adds a row: what is printed is demanded except under the headings in `free`, and every bound.
    fn add(&mut self, label: String, counts: Counts, free: &[String]) {
        let Counts { printed, ours, beside, bounds } = counts;
        let demanded = |column: &str| !free.iter().any(|f| f == column);
        let exact = self.columns.iter().zip(printed.iter().zip(&ours));
        let differing =
            exact.filter(|(column, (printed, ours))| demanded(column) && printed.is_some_and(|p| p != **ours));
        let bounded = self.beside.iter().zip(bounds.iter().zip(&beside));
        let broken = bounded.filter(|(_, (bound, number))| bound.is_some_and(|b| !b.holds(**number)));
        let missed = differing.map(|(&column, _)| column).chain(broken.map(|(&column, _)| column)).collect();
        let demand = match free {
            _ if printed.iter().all(Option::is_none) => Demand::Beside,
            [] => Demand::Exact,
            _ => Demand::Shown,
        };
        self.rows.push(Row { label, demand, printed, ours, beside, bounds, missed });
    }
}

/// The numbers of one row.
struct Counts {
    printed: Vec<Option<Number>>,
    ours: Vec<Number>,
    beside: Vec<Number>,
    bounds: Vec<Option<Bound>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_met_and_well_formed() {
        for published in list() {
            let table = published.recompute().unwrap();
            assert!(table.is_met(), "{}: {:?}", table.name, table.rows);
            let held = |row: &Row| row.demand == Demand::Exact || row.bounds.iter().any(Option::is_some);
            // Iterations of others are looked at; how ours grow is bounded in another table.
            assert!(table.rows.iter().any(held) || table.name == "duan-2", "{}", table.name);
            for row in &table.rows {
                assert_eq!((row.printed.len(), row.ours.len()), (table.columns.len(), table.columns.len()));
                assert_eq!((row.beside.len(), row.bounds.len()), (table.beside.len(), table.beside.len()));
            }
        }
    }

    #[test]
    fn numbers_that_are_not_as_demanded_are_missed() {
        let published = find("negrut-2").unwrap();
        let missed = |printed: u64, free: &[String], bound: Bound| {
            let mut table = Table { rows: Vec::new(), ..published.recompute().unwrap() };
            (table.columns, table.beside) = (&["M"], &["found"]);
            let counts = Counts {
                printed: vec![Some(printed.into())],
                ours: vec![Number(7.0)],
                beside: vec![Number(5.0)],
                bounds: vec![Some(bound)],
            };
            table.add("row".into(), counts, free);
            (table.is_met(), table.rows.remove(0).missed)
        };
        let free = ["M".to_string()];
        assert_eq!(missed(7, &[], Bound::at_most(5u64)), (true, vec![]));
        assert_eq!(missed(8, &[], Bound::exactly(5u64)), (false, vec!["M"]));
        assert_eq!(missed(8, &free, Bound::at_most(6u64)), (true, vec![]));
        assert_eq!(missed(8, &free, Bound::at_most(4u64)), (false, vec!["found"]));
        assert_eq!(missed(8, &[], Bound::exactly(6u64)), (false, vec!["M", "found"]));
    }

    #[test]
    fn names_are_unique_and_lead_to_their_tables() {
        for published in list() {
            assert_eq!(find(published.name).map(|found| found.title), Some(published.title));
            assert!(["negrut", "duan", "valasek", "mraz", "vlasenko"].contains(&published.paper()));
        }
        assert!(find("negrut-4").is_none());
    }
}
