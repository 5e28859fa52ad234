//! Bundles: where two bodies share more equations than elimination can tell apart, these are put in the place of as many
//! as there are directions, whatever solves them.
//!
//! Among a thousand equations that say the same, elimination would keep the first and have to call all others
//! dependent, each by what round-off leaves of its pivot. Sooner or later one would be taken for independent, and the
//! rank flicker.

use super::Plan;
use super::elimination::{Division, arrange_elimination, make_elimination};
use crate::model::Model;
use crate::reduced::Pattern;
use crate::singular::MOST_DEPENDENT;
use crate::solver::{Bundled, Solver, find_bundles};
use crate::topology::{Chosen, Graph, Objective, Request, Schedule};
use std::collections::BTreeMap;

/// The solver that `make` makes for what is left of a pattern with condensed bundles, or `None` where there are none.
/// Blocks of the pattern are the first edges of the graph.
pub(super) fn condense(
    pattern: &Pattern,
    graph: &Graph,
    length_scale: f64,
    make: impl FnOnce(&Pattern) -> Box<dyn Solver>,
) -> Option<Box<dyn Solver>> {
    let is_tie = |block: usize| graph.edges().get(block).is_some_and(|edge| edge.ends().is_some());
    let bundles = find_bundles(pattern, find_most(pattern.width()), is_tie);
    (!bundles.is_empty())
        .then(|| -> Box<dyn Solver> { Box::new(Bundled::analyze(pattern, &bundles, length_scale, make)) })
}

/// Elimination, as long as no other solver is chosen.
pub(super) fn make_first_solver(
    model: &Model,
    pattern: &Pattern,
    chosen: &Chosen,
    schedule: &Schedule,
) -> Box<dyn Solver> {
    let eliminate_rest = |rest: &Pattern| -> Box<dyn Solver> {
        let graph = Graph::new(rest.n_nodes(), &super::stacked::list_edges(rest));
        let request = Request::automatic(Objective::Flops, rest.width());
        let (chosen, schedule) = arrange_elimination(&graph, &request, Division::in_sequence());
        Box::new(make_elimination(rest, &chosen, &schedule))
    };
    condense(pattern, &chosen.graph, model.length_scale(), eliminate_rest)
        .unwrap_or_else(|| Box::new(make_elimination(pattern, chosen, schedule)))
}

/// Equations that two bodies may share one by one.
fn find_most(freedoms_per_body: usize) -> usize {
    MOST_DEPENDENT + freedoms_per_body
}

impl Plan {
    /// Says that there are bundles, and how many equations they take out of what is solved.
    pub(super) fn tell_of_bundles(&mut self, model: &Model) {
        let shares = count_shared(model);
        let most = find_most(model.freedoms_per_body());
        let bundles = || shares.iter().copied().filter(|&n| n > most);
        self.n_bundled = bundles().map(|n| n - model.freedoms_per_body()).sum();
        if let Some(largest) = bundles().max() {
            let rest = model.freedoms_per_body();
            self.reasons[1] += &format!("; {largest} equations that two bodies share count as {rest}");
        }
    }
}

/// How many equations two bodies share, for each pair that shares some.
fn count_shared(model: &Model) -> Vec<usize> {
    let mut shared = BTreeMap::new();
    for joint in model.joints.iter().filter(|joint| joint.kind.coupled().is_none()) {
        let mut pair = [joint.first.body, joint.second.body];
        pair.sort_unstable();
        *shared.entry(pair).or_insert(0) += joint.n_equations(model.space);
    }
    shared.into_values().collect()
}
