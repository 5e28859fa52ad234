//! [Mráz and Valášek]: odd–even elimination of a chain with and without a limit.
//!
//! The paper shows a figure without numbers: time against bodies for complete elimination (log₂ N) and for several
//! limits L below which Cholesky takes over. Here levels are held to ⌈log₂(N/L)⌉, operations to 19/7 of those in
//! sequence (each joint has two neighbors instead of one), and depth, operations and time are drawn.

use super::{Bound, Counts, Line, Number, Plot, Published, Table};
use crate::crossover::{Timed, time_in_turns, usual};
use linkwork::methods::SolverKind;
use linkwork::{Settings, Space, gallery};
use std::time::Duration;

/// Authors and title.
pub const SOURCE: &str =
    "Mráz and Valášek, The logarithmic complexity procedure for parallel multibody dynamics solution";

/// Bodies of the chains.
const SIZES: [usize; 5] = [10, 100, 1000, 10_000, 100_000];
/// Each chain is measured about so long.
const PATIENCE: Duration = Duration::from_millis(60);
/// The ways to eliminate: what they are called, the letter in plots, and L; 0 for none.
const WAYS: [(&str, char, usize); 5] = [
    ("in sequence", 's', 0),
    ("odd–even", 'o', 1),
    ("odd–even, L = 100", 'c', 100),
    ("odd–even, L = 1000", 'm', 1000),
    ("two blocks", 'b', 0),
];
const SEQUENCE: usize = 0;
const BLOCKS: usize = 4;

/// Results for one chain and one way.
struct Found {
    levels: usize,
    depth: usize,
    flops: u64,
    time: f64,
}

/// Depth, operations and time against the number of bodies.
pub fn depths(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        beside: &["levels", "depth", "operations per body", "µs per evaluation"],
        notes: vec!["the paper's figure has no numbers; it finds L ≈ 1000 bodies on its machine".into()],
        legend: "levels: rounds of independent eliminations; depth: joints that wait for one another; time on two threads.",
        ..published.begin("printed")
    };
    let found: Vec<[Found; WAYS.len()]> = SIZES.into_iter().map(examine).collect::<Result<_, _>>()?;
    for (n, ways) in SIZES.into_iter().zip(&found) {
        for (k, (word, _, limit)) in WAYS.into_iter().enumerate() {
            let levels = (limit > 0).then(|| Bound::exactly(count_halvings(n, limit) as u64));
            let by_body = |flops: u64| flops as f64 / n as f64;
            let most = (limit > 0).then(|| Bound::at_most(19.0 / 7.0 * by_body(ways[SEQUENCE].flops)));
            let Found { levels: n_levels, depth, flops, time } = ways[k];
            let beside = [n_levels as f64, depth as f64, by_body(flops), 1e6 * time].map(Number).to_vec();
            let bounds = vec![levels, None, most, None];
            table.add(format!("{n} bodies, {word}"), Counts { printed: vec![], ours: vec![], beside, bounds }, &[]);
        }
    }
    table.plots = draw_all(&found);
    Ok(table)
}

fn examine(n: usize) -> Result<[Found; WAYS.len()], String> {
    let model = gallery::chain(n, Space::Spatial)?.build().map_err(|faults| faults.to_string())?;
    let ways: [Settings; WAYS.len()] = std::array::from_fn(|k| match k {
        SEQUENCE => Settings { solver: SolverKind::Elimination.into(), order: "file".into(), threads: 2, ..usual() },
        // However short the chain.
        BLOCKS => Settings { solver: SolverKind::Cyclic.into(), cyclic_limit: 1, parts: 2, threads: 2, ..usual() },
        _ => Settings { solver: SolverKind::Cyclic.into(), cyclic_limit: WAYS[k].2, threads: 2, ..usual() },
    });
    let found = time_in_turns(&model, ways, PATIENCE)?.map(|Timed { plan, seconds }| {
        let (cost, levels) = (&plan.elimination.cost, plan.reduction().map_or(0, |reduction| reduction.levels));
        Found { levels, depth: cost.depth, flops: cost.flops(), time: seconds }
    });
    Ok(found)
}

/// ⌈log₂(n/limit)⌉, without rounding.
fn count_halvings(n: usize, limit: usize) -> usize {
    (0..usize::BITS as usize).find(|&k| n.div_ceil(1 << k) <= limit).unwrap_or(0)
}

fn draw_all(found: &[[Found; WAYS.len()]]) -> Vec<Plot> {
    let plot = |title: &str, value: &dyn Fn(&Found) -> f64| {
        let line = |k: usize| Line {
            letter: WAYS[k].1,
            name: WAYS[k].0.into(),
            points: SIZES.into_iter().zip(found).map(|(n, ways)| [n as f64, value(&ways[k])]).collect(),
        };
        Plot { y: title.into(), x: "bodies".into(), lines: (0..WAYS.len()).map(line).collect() }
    };
    vec![
        plot("depth", &|found| found.depth as f64),
        plot("operations", &|found| found.flops as f64),
        plot("µs per evaluation", &|found| 1e6 * found.time),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halvings_are_counted() {
        let counted = [(1, 1), (2, 1), (5, 2), (1000, 1), (1024, 1), (1025, 1), (100_000, 1000), (10, 100)];
        assert_eq!(counted.map(|(n, limit)| count_halvings(n, limit)), [0, 1, 2, 10, 10, 11, 7, 0]);
    }
}
