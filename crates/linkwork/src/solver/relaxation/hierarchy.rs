//! The hierarchy as a damping matrix: E at some position, level by level.
//!
//! Joints f of a level are coupled to later ones c only, so that for a level D μ′ + A μ = b has its fixed point where
//!
//! ```text
//! S_cc ← S_cc − W S_fc,   W = S_cf S_ff⁻¹                the coarse operator                       (1)
//! y_c  ← x_c − W y_f                                     its right side, level by level up         (2)
//! μ_f  = S_ff⁻¹ y_f − Wᵀ μ_c                             corrections of all coarser levels, down   (3)
//! ```
//!
//! Restriction and interpolation by W are those of least energy: what is taken out follows the coarse unknowns as E
//! itself would have it, whatever the low modes look like. For the position of E the result is exact; near by it is a D
//! with D⁻¹E close to one. Every joint writes its own numbers, from those of its neighbors at earlier levels (1, 2) or
//! later ones (3).

use super::levels::{Levels, Place};
use crate::parallel::Team;
use crate::reduced::{Pattern, ReducedSystem};
use crate::solver::pcg::diagonal::{eliminate, substitute};
use std::ops::Range;

/// Equations of a joint at most.
const MOST_ROWS: usize = 6;

/// Its shape and numbers.
#[derive(Clone, Debug)]
pub(super) struct Hierarchy {
    levels: Levels,
    /// As [`Place`] says.
    blocks: Vec<f64>,
    /// y, then μ, in the order of places.
    x: Vec<f64>,
}

impl Hierarchy {
    /// `None` where levels would not be neighbors' work.
    pub(super) fn analyze(pattern: &Pattern) -> Option<Hierarchy> {
        let levels = Levels::analyze(pattern)?;
        Some(Hierarchy { blocks: vec![0.0; levels.n_entries], x: vec![0.0; pattern.n_rows()], levels })
    }

    /// Takes E of this system, and makes all coarse operators (1).
    pub(super) fn update(&mut self, system: &ReducedSystem, team: &Team) {
        let Hierarchy { levels, blocks, .. } = self;
        for tasks in &levels.tasks {
            let start_of = |place: usize| levels.places.get(place).map_or(levels.n_entries, |place| place.start);
            let (done, mut rest) = blocks.split_at_mut(start_of(tasks[0].start));
            let done: &[f64] = done;
            let take = |range: &Range<usize>| {
                let length = start_of(range.end) - start_of(range.start);
                (range.clone(), rest.split_off_mut(..length).unwrap_or_default())
            };
            team.for_each_task(tasks.iter().map(take), |(range, mut mine)| {
                for k in range {
                    let length = start_of(k + 1) - start_of(k);
                    let numbers = mine.split_off_mut(..length).unwrap_or_default();
                    make(&levels.places[k], system, done, numbers);
                }
            });
        }
    }

    /// Whether all equations were found independent.
    pub(super) fn is_whole(&self) -> bool {
        let inverse_pivot = |place: &Place, k: usize| self.blocks[place.start + k * (place.n_rows() + 1)];
        self.levels.places.iter().all(|place| (0..place.n_rows()).all(|k| inverse_pivot(place, k) != 0.0))
    }

    /// b in, D⁻¹b out. Equations that depend on others at the position of D get zero.
    pub(super) fn apply(&mut self, rows: &mut [f64], team: &Team) {
        let Hierarchy { levels, blocks, x } = self;
        let blocks: &[f64] = blocks;
        let first_of = |place: usize| levels.places.get(place).map_or(rows.len(), |place| place.first);
        for tasks in &levels.tasks {
            let (done, rest) = x.split_at_mut(first_of(tasks[0].start));
            by_task(tasks, rest, first_of, team, |k, y| {
                let place = &levels.places[k];
                y.copy_from_slice(&rows[place.rows.clone()]);
                restrict(place, blocks, done, y);
            });
        }
        for tasks in levels.tasks.iter().rev() {
            let end = tasks.last().map_or(0, |range| range.end);
            let (head, later) = x.split_at_mut(first_of(end));
            let (first, later) = (first_of(tasks[0].start), &*later);
            by_task(tasks, &mut head[first..], first_of, team, |k, y| {
                let place = &levels.places[k];
                substitute(&blocks[place.start..], place.n_rows(), y);
                interpolate(place, blocks, (later, first_of(end)), y);
            });
        }
        for place in &levels.places {
            rows[place.rows.clone()].copy_from_slice(&x[place.first..][..place.n_rows()]);
        }
    }
}

/// Does the work for every place of a level, on its own stretch of these rows.
fn by_task(
    tasks: &[Range<usize>],
    mut rest: &mut [f64],
    first_of: impl Fn(usize) -> usize + Sync,
    team: &Team,
    work: impl Fn(usize, &mut [f64]) + Sync,
) {
    let take = |range: &Range<usize>| {
        let length = first_of(range.end) - first_of(range.start);
        (range.clone(), rest.split_off_mut(..length).unwrap_or_default())
    };
    team.for_each_task(tasks.iter().map(take), |(range, mut mine)| {
        for k in range {
            let length = first_of(k + 1) - first_of(k);
            work(k, mine.split_off_mut(..length).unwrap_or_default());
        }
    });
}

/// The numbers of a joint: its part of E, less what earlier levels take (1), eliminated; W of its couplings.
fn make(place: &Place, system: &ReducedSystem, done: &[f64], numbers: &mut [f64]) {
    let m = place.n_rows();
    if m == 0 {
        return;
    }
    numbers.fill(0.0);
    place.sources.iter().for_each(|source| system.add_coupling(&source.a, &source.b, &mut numbers[source.target..]));
    let mut measures = [0.0; MOST_ROWS];
    (0..m).for_each(|k| measures[k] = system.measure(place.rows.start + k, numbers[k * m + k]));
    for update in &place.updates {
        let (w, s) = (&done[update.w..], &done[update.s..]);
        let target = numbers[update.target..].chunks_exact_mut(m).take(update.n_rows);
        for (target, w) in target.zip(w.chunks_exact(update.n_inner)) {
            for (target, s) in target.iter_mut().zip(s.chunks_exact(update.n_inner)) {
                *target -= w.iter().zip(s).map(|(w, s)| w * s).sum::<f64>();
            }
        }
    }
    for k in 0..m {
        // Dependent equations have no part in D.
        eliminate(numbers, m, k, measures[k]);
    }
    let (own, others) = numbers.split_at_mut(m * m);
    let (s, w) = others.split_at_mut(others.len() / 2);
    w.copy_from_slice(s);
    w.chunks_exact_mut(m).for_each(|row| substitute(own, m, row));
}

/// (2), by the joint that takes it.
#[inline]
fn restrict(place: &Place, blocks: &[f64], done: &[f64], y: &mut [f64]) {
    for earlier in &place.earlier {
        let x = &done[earlier.first..][..earlier.n_rows];
        for (y, w) in y.iter_mut().zip(blocks[earlier.w..].chunks_exact(earlier.n_rows)) {
            *y -= w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
        }
    }
}

/// The second half of (3).
#[inline]
fn interpolate(place: &Place, blocks: &[f64], (later, first): (&[f64], usize), y: &mut [f64]) {
    let m = place.n_rows();
    for coupling in &place.couplings {
        let x = &later[coupling.first - first..][..coupling.n_rows];
        for (x, w) in x.iter().zip(blocks[place.start + coupling.w..].chunks_exact(m)) {
            y.iter_mut().zip(w).for_each(|(y, w)| *y -= w * x);
        }
    }
}
