//! `elimination`: block LDLᵀ of E along a given order of joints [Negrut, section 4].
//!
//! Eliminating joint k isolates its multipliers and subtracts their effect from the joints still coupled to it. The
//! work is known beforehand: `layout` lists once, in elimination order, where every block lies and which blocks
//! each elimination updates; the numeric pass is a walk over flat arrays with kernels of fixed size 1 … 6.
//!
//! Cost: O(joints) along a tree in leaf-to-root order; with loops, what the fill of the order asks. Dependent equations
//! (redundant constraints) show as vanishing diagonal entries; they get the multiplier zero and are reported. For
//! reactions of least norm, what has no effect on the motion is subtracted afterwards.

mod assemble;
mod damping;
mod domain;
mod factor;
mod kernels;
mod layout;
mod refinement;
mod substitute;

use super::null_space::{orthonormalize_last, subtract_components};
use super::{RankReport, Solver};
use crate::lanes::Processor;
use crate::methods::SolverKind;
use crate::parallel::{MOST_TASKS, Team};
use crate::reduced::{Pattern, ReducedSystem};
use crate::singular::MOST_DEPENDENT;
use crate::topology::{FilledPattern, Schedule, Splitting};
pub(crate) use damping::Damped;
use domain::Domain;
use factor::Also;
use layout::Source;
use refinement::{REFINEMENTS, Refinement};
use std::ops::Range;

/// The factor and its memory.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    /// The instructions this processor has.
    processor: Processor,
    /// Parts that wait for none; the last one waits for all of them.
    domains: Vec<Domain>,
    /// The rows of the model between the first and the last of each part but the last, where these do not overlap: then each part
    /// writes its own.
    spans: Option<Vec<Range<usize>>>,
    /// Equations of welds between pieces of bodies, which the model does not have.
    n_weld_rows: usize,
    /// Row by row: an orthonormal basis of the multipliers without effect; filled when asked for.
    null: Vec<f64>,
    refinement: Refinement,
    damped: Option<Damped>,
    report: RankReport,
}

impl Elimination {
    /// Symbolic work, once per pattern and order: bodies as they are, one part.
    #[cfg(test)]
    pub(crate) fn analyze(pattern: &Pattern, filled: &FilledPattern) -> Elimination {
        let blocks = (0..pattern.n_blocks()).map(|b| pattern.incidences(b));
        let splitting = Splitting {
            body_of: (0..pattern.n_nodes()).collect(),
            n_pieces: vec![1; pattern.n_nodes()],
            attached: blocks.map(|incidences| incidences.iter().map(|i| i.node).collect()).collect(),
            welds: Vec::new(),
        };
        Elimination::analyze_parts(pattern, &splitting, filled, &Schedule::serial(filled))
    }

    /// Symbolic work with bodies divided into pieces, in parts that are worked on at the same time.
    pub(crate) fn analyze_parts(
        pattern: &Pattern,
        splitting: &Splitting,
        filled: &FilledPattern,
        schedule: &Schedule,
    ) -> Elimination {
        // Parts that wait for none may stand in any order; in that of the model's rows they can be given stretches of these.
        let mut parts = schedule.parts.clone();
        if let Some((_, others)) = parts.split_last_mut() {
            others.sort_by_key(|part| filled.order[part.clone()].iter().min().copied());
        }
        let source = Source::new(pattern, splitting, filled, &parts);
        let domains: Vec<Domain> = layout::lay_out(&source, &parts).into_iter().map(Domain::new).collect();
        let spans = domains.split_last().and_then(|(_, others)| {
            let spans: Vec<Range<usize>> = others.iter().map(Domain::span).collect();
            let apart = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
            (apart && spans.len() <= MOST_TASKS).then_some(spans)
        });
        Elimination {
            processor: Processor::detect(),
            domains,
            spans,
            n_weld_rows: splitting.welds.len() * pattern.width(),
            null: Vec::new(),
            refinement: Refinement::new(pattern),
            damped: None,
            report: RankReport { dependent: Vec::with_capacity(pattern.n_rows()), ..RankReport::default() },
        }
    }

    /// The same with equations that nearly depend on others damped, where that is wanted.
    pub(crate) fn damped(mut self, damped: Option<Damped>) -> Elimination {
        self.damped = damped;
        self.domains.iter_mut().for_each(|domain| domain.is_damped = damped.is_some());
        self
    }

    /// E = L D Lᵀ; with [`Also::Forward`], x = L⁻¹ b for these rows b as well.
    fn eliminate(&mut self, system: &ReducedSystem, rows: &[f64], also: Also, team: &Team) {
        let processor = self.processor;
        let Some((last, others)) = self.domains.split_last_mut() else { return };
        let begin = |domain: &mut Domain| {
            domain.clear();
            if also == Also::Forward {
                domain.read_rows(rows);
            }
        };
        team.for_each(others, |domain| {
            begin(domain);
            domain.factor(processor, system, also);
        });
        begin(last);
        for domain in others.iter_mut() {
            last.take_factor(domain);
            if also == Also::Forward {
                last.take_rows(domain);
            }
        }
        last.factor(processor, system, also);
        self.update_report();
        let doubt = self.domains.iter().fold(0.0, |doubt: f64, domain| doubt.max(domain.found.doubt));
        self.refinement.needed = self.report.is_doubtful(doubt) || self.damped.is_some();
    }

    /// λ = L⁻ᵀ D⁻¹ L⁻¹ b, dependent rows left out.
    fn substitute(&mut self, rows: &mut [f64], team: &Team) {
        let processor = self.processor;
        let Some((last, others)) = self.domains.split_last_mut() else { return };
        let read: &[f64] = rows;
        team.for_each(others, |domain| {
            domain.read_rows(read);
            domain.forward(processor);
        });
        last.read_rows(rows);
        others.iter().for_each(|domain| last.take_rows(domain));
        last.forward(processor);
        self.finish(rows, team);
    }

    /// λ = L⁻ᵀ D⁻¹ x.
    fn finish(&mut self, rows: &mut [f64], team: &Team) {
        let processor = self.processor;
        let Some((last, others)) = self.domains.split_last_mut() else { return };
        last.scale();
        last.backward(processor, None);
        last.write_rows(rows, 0);
        let last: &Domain = last;
        let finish = |domain: &mut Domain| {
            domain.scale();
            domain.backward(processor, Some(last));
        };
        let Some(spans) = &self.spans else {
            team.for_each(others, finish);
            return others.iter().for_each(|domain| domain.write_rows(rows, 0));
        };
        // A thread reads again what it writes here when it makes loads of it: no other thread touches it in between.
        let (mut rest, mut at) = (rows, 0);
        let task = |(domain, span): (_, &Range<usize>)| {
            let _of_others = rest.split_off_mut(..span.start - at);
            at = span.end;
            let mine = rest.split_off_mut(..span.len()).unwrap_or_default();
            (domain, mine, span.start)
        };
        team.for_each_task(others.iter_mut().zip(spans).map(task), |(domain, mine, first)| {
            finish(domain);
            domain.write_rows(mine, first);
        });
    }

    /// λ += E⁻¹ (b − E λ), as often as the residual asks for.
    fn refine(&mut self, system: &ReducedSystem, multipliers: &mut [f64], team: &Team) {
        let mut refinement = std::mem::take(&mut self.refinement);
        for _ in 0..REFINEMENTS {
            refinement.update_residual(system, multipliers, team);
            if refinement.is_small(&self.report) {
                break;
            }
            self.substitute(&mut refinement.residual, team);
            multipliers.iter_mut().zip(&refinement.residual).for_each(|(x, change)| *x += change);
        }
        self.refinement = refinement;
    }

    /// x = L⁻ᵀ x
    fn substitute_backward(&mut self, team: &Team) {
        let processor = self.processor;
        let Some((last, others)) = self.domains.split_last_mut() else { return };
        last.backward(processor, None);
        let last: &Domain = last;
        team.for_each(others, |domain| domain.backward(processor, Some(last)));
    }

    /// Copies x to the model's numbering of rows.
    fn write_rows(&self, rows: &mut [f64]) {
        self.domains.iter().for_each(|domain| domain.write_rows(rows, 0));
    }

    /// An orthonormal basis of the multipliers without effect: L⁻ᵀ e for the unit vector e of each dependent row.
    fn update_null_space(&mut self, system: &ReducedSystem, team: &Team) {
        let n = system.pattern.n_rows();
        self.null.clear();
        let mut z = std::mem::take(&mut self.null);
        for d in 0..self.domains.len() {
            for k in 0..self.domains[d].dependent.len() {
                let row = self.domains[d].dependent[k] as usize;
                self.domains.iter_mut().for_each(|domain| domain.x.fill(0.0));
                self.domains[d].x[row] = 1.0;
                self.substitute_backward(team);
                let start = z.len();
                z.resize(start + n, 0.0);
                self.write_rows(&mut z[start..]);
                if self.refinement.needed {
                    // E z = 0 is what z should satisfy.
                    self.refinement.right_side.fill(0.0);
                    self.refine(system, &mut z[start..], team);
                }
                orthonormalize_last(&mut z, n);
            }
        }
        self.null = z;
    }

    /// Gathers what was found in all parts.
    fn update_report(&mut self) {
        let report = &mut self.report;
        report.dependent.clear();
        let (mut n_dependent, mut weakening) = (0, 1.0);
        for domain in &self.domains {
            n_dependent += domain.dependent.len();
            weakening = f64::max(weakening, domain.found.weakening);
            report.dependent.extend(domain.dependent.iter().filter_map(|&row| domain.find_original(row)));
        }
        report.dependent.sort_unstable();
        let n_rows: usize = self.domains.iter().map(|d| d.layout.n_rows).sum();
        report.rank = (n_rows - n_dependent).saturating_sub(self.n_weld_rows);
        report.weakest = 1.0 / weakening;
        report.minimum_norm = n_dependent <= MOST_DEPENDENT;
        if let Some(Damped { rank }) = self.damped {
            report.rank = rank;
        }
    }
}

impl Solver for Elimination {
    fn kind(&self) -> SolverKind {
        SolverKind::Elimination
    }

    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.eliminate(system, &[], Also::Nothing, team);
    }

    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        self.eliminate(system, right_side, Also::Forward, team);
        self.finish(rows, team);
        if self.refinement.needed {
            self.refinement.right_side.copy_from_slice(right_side);
            self.refine(system, rows, team);
        }
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        if !self.refinement.needed {
            return self.substitute(rows, team);
        }
        self.refinement.right_side.copy_from_slice(rows);
        self.substitute(rows, team);
        self.refine(system, rows, team);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        if self.report.rank == rows.len() || !self.report.minimum_norm || self.damped.is_some() {
            return;
        }
        self.update_null_space(system, team);
        subtract_components(&self.null, rows);
    }

    fn rank_report(&self) -> &RankReport {
        &self.report
    }
}
