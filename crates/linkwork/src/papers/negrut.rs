//! [Negrut, tables I–III]: block operations of sequences of elimination, from the mechanisms and sequences in
//! `fixtures/elimination.json`.
//!
//! Sequences given in the paper are counted as [`Cost`] counts, and must come out as printed. Beside them stands what the program
//! finds by itself for the same mechanism, its bodies divided as in the row.

use super::{Counts, Demand, Published, Row, Table};
use crate::ids::BodyId;
use crate::topology::{BlockCounts, Cost, Edge, Graph, order};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Author and title.
pub const SOURCE: &str =
    "Negrut, Linear algebra considerations for the multi-threaded simulation of mechanical systems";

/// Mechanisms, sequences and printed rows.
const MECHANISMS: &str = include_str!("../../../../fixtures/elimination.json");

/// The headings of the tables, as [`Cost`] counts them.
const COLUMNS: &[&str] = &["A", "M", "I", "F", "NNZ"];
const BESIDE: &[&str] = &["flops", "automatic M", "automatic flops"];

/// Table I: stars, whole and with their hub divided.
pub fn stars(published: &Published) -> Result<Table, String> {
    let notes = vec!["'divided': the hub is a tree of virtual bodies with three joints each (index reduction)".into()];
    Ok(Table { notes, ..recount(MECHANISMS, published, |id| id.starts_with("tableI_"))? })
}

/// Table II: a good and a bad sequence for the seven-body mechanism.
pub fn seven_bodies(published: &Published) -> Result<Table, String> {
    recount(MECHANISMS, published, |id| id.starts_with("tableII_"))
}

/// Table III: the vehicle, whole with two sequences, and with its chassis divided.
pub fn vehicle(published: &Published) -> Result<Table, String> {
    let notes = vec![
        "the printed row of the index reduction contradicts itself: NNZ 77 and I 90 force M to be 238 at least, but 233 is printed; \
         how the chassis was divided is not said, so several divisions are shown, each with its best sequence"
            .into(),
    ];
    Ok(Table { notes, ..recount(MECHANISMS, published, |id| id.starts_with("tableIII_") || id.starts_with("exact_"))? })
}

/// Counts the sequences whose id is wanted.
fn recount(text: &str, published: &Published, wanted: impl Fn(&str) -> bool) -> Result<Table, String> {
    let mechanisms = read(text)?;
    let mut rows = Vec::new();
    for mechanism in &mechanisms {
        for sequence in mechanism.sequences.iter().filter(|s| wanted(&s.id)) {
            rows.push(count(&mechanisms, mechanism, sequence)?);
        }
    }
    let Published { name, title, source, .. } = *published;
    Ok(Table { name, title, source, columns: COLUMNS, beside: BESIDE, rows, notes: Vec::new() })
}

fn count(all: &[Mechanism], mechanism: &Mechanism, sequence: &Sequence) -> Result<Row, String> {
    let graph = mechanism.graph()?;
    let cost = Cost::of(&graph, mechanism.order(sequence)?);
    let automatic = match all.iter().find(|whole| mechanism.divides(whole)) {
        Some(whole) => find_automatic(&whole.graph()?, Some(&graph)),
        None => find_automatic(&graph, None),
    };
    let counts = Counts {
        printed: COLUMNS.iter().map(|column| sequence.printed.get(*column).copied()).collect(),
        ours: in_columns(&cost.blocks).to_vec(),
        beside: vec![flops(&cost), automatic.blocks.multiplications, flops(&automatic)],
    };
    // Rows which the paper's own rule cannot reach are known beforehand.
    let demand = if sequence.not_matching.is_empty() { Demand::Exact } else { Demand::Shown };
    Ok(Row::compare(COLUMNS, mechanism.label(sequence), demand, counts))
}

/// What the program reaches without being given a sequence. Where the paper divides bodies, `divided` is the mechanism with its
/// virtual bodies.
fn find_automatic(whole: &Graph, divided: Option<&Graph>) -> Cost {
    let graph = divided.unwrap_or(whole);
    Cost::of(graph, order::minimum_degree(graph))
}

/// What `analyze` calls flops.
fn flops(cost: &Cost) -> u64 {
    cost.scalars.factor_flops
}

/// The counts in the order of [`COLUMNS`].
fn in_columns(counts: &BlockCounts) -> [u64; 5] {
    [counts.additions, counts.multiplications, counts.inversions, counts.fill, counts.nonzeros]
}

/// A mechanism with sequences of elimination.
#[derive(Deserialize)]
struct Mechanism {
    name: String,
    /// Label, type, and two bodies; body 0 is the ground.
    joints: Vec<(usize, String, String, String)>,
    sequences: Vec<Sequence>,
}

/// A sequence and what is known of it.
#[derive(Deserialize)]
struct Sequence {
    id: String,
    /// Labels of joints.
    order: Vec<usize>,
    printed: BTreeMap<String, u64>,
    /// Headings under which the printed row cannot be reached.
    #[serde(default)]
    not_matching: Vec<String>,
}

fn read(text: &str) -> Result<Vec<Mechanism>, String> {
    serde_json::from_str(text).map_err(|e| format!("the mechanisms of the tables cannot be read: {e}"))
}

impl Mechanism {
    /// Bodies numbered as they appear, edges in the order of the joints.
    fn graph(&self) -> Result<Graph, String> {
        let mut numbers: BTreeMap<&str, BodyId> = BTreeMap::from([("0", BodyId::GROUND)]);
        let mut edges = Vec::with_capacity(self.joints.len());
        for (_, kind, first, second) in &self.joints {
            let ends = [first, second].map(|name| {
                let next = BodyId::new(numbers.len() - 1);
                *numbers.entry(name).or_insert(next)
            });
            let size = n_equations(kind).ok_or_else(|| format!("{}: there is no joint '{kind}'", self.name))?;
            edges.push(Edge::joint(ends[0], ends[1], size));
        }
        Ok(Graph::new(numbers.len() - 1, &edges))
    }

    /// The positions of the joints which the sequence names by their labels.
    fn order(&self, sequence: &Sequence) -> Result<Vec<usize>, String> {
        let place = |label: &usize| self.joints.iter().position(|joint| joint.0 == *label);
        let places: Option<Vec<usize>> = sequence.order.iter().map(place).collect();
        places.ok_or_else(|| format!("{}, {}: a joint of the sequence does not exist", self.name, sequence.id))
    }

    /// Whether this is the other one with bodies divided.
    fn divides(&self, whole: &Mechanism) -> bool {
        let rest = self.name.strip_prefix(&whole.name);
        rest.is_some_and(|rest| rest == "_index_reduced" || rest.starts_with("_split"))
    }

    fn label(&self, sequence: &Sequence) -> String {
        let arms = self.name.strip_prefix("star").map(|rest| rest.trim_end_matches("_index_reduced"));
        match (sequence.id.as_str(), self.name.as_str()) {
            ("tableI_star", _) => format!("star of {}", arms.unwrap_or_default()),
            ("tableI_reduced", _) => format!("star of {}, divided", arms.unwrap_or_default()),
            ("tableIII_good", _) => "Good".into(),
            ("tableIII_bad", _) => "Bad".into(),
            (_, "hmmwv_split7_natural") => "Index reduction, 7 pieces".into(),
            (_, "hmmwv_split7_best_nnz77") => "7 pieces, fewest M".into(),
            (_, "hmmwv_split6_natural") => "6 pieces".into(),
            (_, "hmmwv_split5_best") => "5 pieces, fewest M".into(),
            _ => sequence.order.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Equations of a joint in space, by the word of the tables.
fn n_equations(kind: &str) -> Option<usize> {
    match kind {
        "distance" => Some(1),
        "spherical" => Some(3),
        "revolute" | "translational" => Some(5),
        "fixed" => Some(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::find;

    fn recount_all(text: &str, name: &str) -> Result<Table, String> {
        recount(text, find(name).unwrap(), |_| true)
    }

    fn row<'t>(table: &'t Table, label: &str) -> &'t Row {
        table.rows.iter().find(|row| row.label == label).unwrap_or_else(|| panic!("no row '{label}'"))
    }

    #[test]
    fn the_tables_have_the_rows_of_the_paper() {
        let [one, two, three] = ["negrut-1", "negrut-2", "negrut-3"].map(|n| find(n).unwrap().recompute().unwrap());
        assert_eq!((one.rows.len(), two.rows.len(), three.rows.len()), (14, 2, 6));
        // Ours are counted, not copied: these are the paper's numbers once more, typed from its page.
        assert_eq!(row(&one, "star of 16").ours, [920, 920, 136, 0, 136]);
        assert_eq!(row(&one, "star of 16, divided").ours, [140, 140, 71, 0, 71]);
        assert_eq!(row(&two, "4 2 3 5 6 9 1 7 8 10").ours[..4], [111, 130, 40, 19]);
        assert_eq!(row(&three, "Bad").ours, [1240, 1336, 195, 96, 99]);
        assert_eq!(row(&three, "Good").ours, [459, 469, 109, 10, 99]);
    }

    #[test]
    fn the_row_that_contradicts_itself_is_shown_but_not_demanded() {
        let table = find("negrut-3").unwrap().recompute().unwrap();
        let free: Vec<&Row> = table.rows.iter().filter(|row| row.demand == Demand::Shown).collect();
        assert_eq!(free.len(), 4);
        assert!(free.iter().all(|row| row.printed == [220, 233, 90, 13, 77].map(Some) && row.ours.len() == 5));
        assert!(table.notes[0].contains("contradicts itself"));
    }

    #[test]
    fn a_changed_number_in_print_is_noticed() {
        let sound = recount_all(MECHANISMS, "negrut-1").unwrap();
        assert!(sound.is_met());
        let changed =
            MECHANISMS.replacen("\"printed\": {\"A\": 920, \"M\": 920", "\"printed\": {\"A\": 920, \"M\": 921", 1);
        assert_ne!(changed, MECHANISMS);
        let table = recount_all(&changed, "negrut-1").unwrap();
        assert!(!table.is_met());
        assert_eq!(row(&table, "star of 16").missed, ["M"]);
        assert_eq!(table.rows.iter().filter(|row| !row.missed.is_empty()).count(), 1);
    }

    #[test]
    fn a_changed_sequence_is_noticed() {
        // The last two joints of the good sequence exchanged with the first two: more fill.
        let changed = MECHANISMS.replacen(
            "\"order\": [1, 2, 7, 6, 5, 8, 9, 3, 4, 10]",
            "\"order\": [4, 10, 7, 6, 5, 8, 9, 3, 1, 2]",
            1,
        );
        let table = recount_all(&changed, "negrut-2").unwrap();
        let missed: Vec<&Row> = table.rows.iter().filter(|row| !row.missed.is_empty()).collect();
        assert_eq!(missed.len(), 1);
        assert!(missed[0].missed.contains(&"M"), "{:?}", missed[0]);
    }

    #[test]
    fn automatic_is_as_good_as_the_best_sequence_given() {
        for published in crate::papers::list() {
            for row in published.recompute().unwrap().rows {
                assert!(row.beside[1] <= row.ours[1], "{}: {row:?}", published.name);
            }
        }
    }

    #[test]
    fn inputs_that_make_no_sense_are_refused() {
        for (from, to, said) in [
            ("\"revolute\"", "\"elastic\"", "there is no joint 'elastic'"),
            ("\"order\": [1, 2, 3]", "\"order\": [1, 2, 99]", "does not exist"),
            ("[", "", "cannot be read"),
        ] {
            let refused = recount_all(&MECHANISMS.replacen(from, to, 1), "negrut-1").unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
