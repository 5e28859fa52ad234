//! (Gᵀμ)˙ with μ held, by body: what the motion makes of the impulses that constraints have given so far.
//!
//! Every joint writes into slots of its own, a gear into those of the two joints it couples; then every body gathers
//! its slots in the order of the joints. So threads share nothing that they write, and sums do not depend on their
//! number.

use super::axes::{Axes, Loads};
use crate::formulation::bodies::Mechanism;
use crate::ids::BodyId;
use crate::model::{Joint, Model};
use crate::parallel::{Team, divide_evenly};
use crate::reduced::Pattern;
use std::ops::Range;

/// Joints that make a task worth handing to another thread: some microseconds.
const LEAST_JOINTS: usize = 200;

/// A joint, or one of the two coordinates that a gear couples.
struct Term {
    /// The joint whose bodies it acts on.
    joint: usize,
    /// Rows of its multipliers.
    rows: Range<usize>,
    /// For a coordinate: what it is multiplied by in the gear's equation.
    factor: Option<f64>,
}

/// Where the rates of loads wait to be added up by body.
pub(super) struct LoadRates<const W: usize> {
    terms: Vec<Term>,
    /// By term: on the first and on the second body.
    slots: Vec<Loads<W>>,
    /// Ranges of terms with about equal work.
    chunks: Vec<Range<usize>>,
    /// The slots of each body, term and end, ascending; those of body b are `starts[b]..starts[b + 1]`.
    of_body: Vec<(usize, usize)>,
    starts: Vec<usize>,
}

impl<const W: usize> LoadRates<W> {
    /// Memory for the model's joints.
    pub(super) fn new(model: &Model, pattern: &Pattern) -> Self {
        let mut terms = Vec::with_capacity(model.n_joints());
        for (joint, j) in model.joints.iter().enumerate() {
            let rows = pattern.rows(joint);
            match j.kind.coupled() {
                None => terms.push(Term { joint, rows, factor: None }),
                Some((pair, ratio)) => terms.extend([(pair[0], -ratio), (pair[1], 1.0)].map(|(joint, factor)| Term {
                    joint: joint.index(),
                    rows: rows.clone(),
                    factor: Some(factor),
                })),
            }
        }
        let ends = |joint: &Joint| [joint.first.body, joint.second.body].map(BodyId::index);
        let places = |(term, t): (usize, &Term)| {
            ends(&model.joints[t.joint]).into_iter().enumerate().filter_map(move |(end, body)| Some((body?, term, end)))
        };
        let mut places: Vec<(usize, usize, usize)> = terms.iter().enumerate().flat_map(places).collect();
        places.sort_unstable();
        let starts = (0..=model.n_bodies()).map(|body| places.partition_point(|place| place.0 < body)).collect();
        LoadRates {
            slots: vec![[[0.0; W]; 2]; terms.len()],
            chunks: divide_evenly(terms.len(), |_| 1, LEAST_JOINTS),
            terms,
            of_body: places.into_iter().map(|(_, term, end)| (term, end)).collect(),
            starts,
        }
    }

    /// Every joint into its slots, for multipliers by row.
    pub(super) fn update<B: Axes<W>>(
        &mut self,
        mechanism: &Mechanism<B, W>,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        multipliers: &[f64],
        team: &Team,
    ) {
        let terms = &self.terms;
        team.for_ranges(&self.chunks, (&mut self.slots, 1), |range, slots| {
            for (term, slot) in terms[range].iter().zip(slots) {
                let ends = mechanism.ends(model, term.joint, time, unwrapped_angles);
                let multipliers = &multipliers[term.rows.clone()];
                *slot = match term.factor {
                    None => B::load_rates(ends, multipliers),
                    Some(factor) => B::coordinate_load_rates(ends, factor * multipliers[0]),
                };
            }
        });
    }

    /// Adds what belongs to a body.
    #[inline(always)]
    pub(super) fn add_to(&self, body: usize, rates: &mut [f64; W]) {
        for &(term, end) in &self.of_body[self.starts[body]..self.starts[body + 1]] {
            for (sum, rate) in rates.iter_mut().zip(&self.slots[term][end]) {
                *sum += rate;
            }
        }
    }
}
