//! Boundaries of steps: instants at which a driver or a load switches. A step ends right before one, and the next
//! begins right after it with nothing remembered, so that no formula ever sees both sides. They follow from the model
//! and the time alone.

use super::Simulation;
use crate::error::SimulationError;
use crate::model::expression::{MOST_STRETCHES, Switch};
use crate::plan::Plan;
use crate::state::Memories;
use std::sync::Arc;

/// Switches nearer than this many roundings of time are one boundary.
const SAME_INSTANT: f64 = 16.0 * f64::EPSILON;

/// The boundary that a run comes to next.
pub(super) struct Boundaries {
    /// Its expressions that switch.
    plan: Arc<Plan>,
    /// By expression: its next switch.
    next: Vec<Option<Switch>>,
    /// Times from and to which they are known.
    from: f64,
    until: f64,
    before: f64,
    after: f64,
    /// An expression of which it could not be found out where it switches, and the time from which on.
    undecided: Option<(String, f64)>,
}

impl Boundaries {
    /// Nothing is looked for before the first step.
    pub(super) fn new(plan: &Arc<Plan>) -> Boundaries {
        let (plan, next) = (plan.clone(), vec![None; plan.switching.len()]);
        let never = f64::INFINITY;
        Boundaries { plan, next, from: never, until: 0.0, before: never, after: never, undecided: None }
    }

    /// Looks for the next switches after this time, up to the end of the run or beyond it to the next power of two.
    fn seek(&mut self, time: f64, end: f64) {
        let mut until = end;
        while until <= time {
            until = (2.0 * until).max(1.0);
        }
        let is_new = time < self.from || until != self.until;
        for (switching, next) in self.plan.switching.iter().zip(&mut self.next) {
            if is_new || next.is_some_and(|switch| switch.after <= time) {
                let mut budget = MOST_STRETCHES;
                *next = switching.expression.find_switch(time, until, &mut budget);
                if budget == 0 {
                    self.undecided.get_or_insert_with(|| (switching.expression.source().to_string(), time));
                }
            }
        }
        (self.from, self.until) = (time, until);
        let known = || self.next.iter().flatten();
        self.before = known().fold(until, |first, switch| first.min(switch.before));
        let same = self.before * (1.0 + SAME_INSTANT);
        self.after = known().filter(|s| s.before <= same).fold(self.before, |last, switch| last.max(switch.after));
    }

    /// Whether a run can pass the boundary.
    fn check(&self) -> Result<(), SimulationError> {
        let passed = |next: &Option<Switch>| next.filter(|switch| switch.after <= self.after);
        let mut all = self.plan.switching.iter().zip(&self.next);
        all.try_for_each(|(switching, next)| passed(next).map_or(Ok(()), |switch| switching.check(&switch)))
    }
}

impl Simulation {
    /// How far a step may go. `None` where the state has reached a boundary.
    pub(super) fn find_limit(&mut self, limit: f64) -> Option<f64> {
        if self.plan.switching.is_empty() {
            return Some(limit);
        }
        let (time, boundaries) = (self.state.time, &mut self.boundaries);
        if time < boundaries.from || time >= boundaries.after {
            boundaries.seek(time, self.plan.settings.end);
        }
        (time < boundaries.before).then_some(limit.min(boundaries.before))
    }

    /// A sentence where steps may have gone across a switch.
    pub(super) fn undecided_warning(&self) -> Option<String> {
        let (expression, time) = self.boundaries.undecided.as_ref()?;
        Some(format!(
            "where `{expression}` switches after t = {time:.6} s could not be found out: it stays too near to a place \
             where one of its functions does; steps may go across a switch there, so write it in another way"
        ))
    }

    /// Takes the state from right before a boundary to right after it: nothing moves in so short a time, and nothing
    /// of before is remembered.
    ///
    /// # Errors
    /// [`SimulationError::DriverJumps`].
    pub(super) fn cross_boundary(&mut self) -> Result<(), SimulationError> {
        self.boundaries.check()?;
        self.state.time = self.boundaries.after;
        let Memories { integrator, solver, .. } = &mut self.state.memories;
        self.integrator.keep_rates(integrator, 0);
        solver.clear();
        self.is_at_boundary = true;
        self.forget_switches();
        Ok(())
    }
}
