//! Events: instants at which loads that depend on the state switch, such as a stop that is touched, are found where a
//! step has passed one, and a step ends right behind each: inside a step everything is smooth, so that methods keep
//! their order. So is the instant found at which the model wants its run to stop.
//!
//! A curve must not be passed unseen either: a step in which its argument passes several of its landmarks, with fixed
//! and implicit steps one of them, ends right behind the first.
//!
//! Where an event lies is found by repeating the step with other ends, from the same state, so that what is found is as
//! accurate as the method itself.

use super::Simulation;
use crate::error::SimulationError;
use crate::exchange::Collective;
use crate::methods::FormulationKind;
use crate::model::signals::Program;
use crate::multibody::Multibody;
use crate::plan::Plan;
use crate::state::State;
use crate::workspace::Switches;

/// An instant is known to this part of the step that passed it, or of the time.
pub(super) const PRECISION: f64 = 1e-13;
/// Repeated steps at most; regula falsi needs six or so, halving to the last bit about fifty.
const MOST_PROBES: usize = 60;
/// Steps in a row that all end at a switch before it is asked whether the run can come to its end this way, and more
/// steps than it could make.
const IN_A_ROW: u32 = 1000;
const TOO_MANY: f64 = 1e8;
/// A switch in so small a first part of a step is the one at which the step began.
const SAME: f64 = 1e-9;
/// The function of a pair that is far away.
const FAR: f64 = 1.0;

/// Switching functions, and what a step is repeated from.
pub(super) struct Events {
    /// The state before the last step, with the rank there.
    before: State,
    rank: usize,
    /// How many switching functions there are; arguments of curves follow them.
    n_functions: usize,
    /// Implicit integrators have a guard of their own where loads switch.
    watches_functions: bool,
    /// So many landmarks of a curve are not passed in one step. Explicit steps that judge their errors see a kink at a
    /// single one; implicit ones allow errors of velocities that are the larger the shorter the step.
    unseen_landmarks: u32,
    /// Functions and arguments at the state before the step and at the present one. A load switches where a function
    /// changes its sign.
    at_start: Switches,
    at_end: Switches,
    /// Whether those at the end of a step need not be read again where the next one begins.
    keeps: bool,
    /// Whether they are those of the present state.
    is_read: bool,
    /// Rates of an evaluation that only looks.
    rates: Vec<f64>,
    /// Steps in a row that ended at a switch, and where the first of them began.
    n_switched: u32,
    switched_from: f64,
}

/// A function of time that changes its sign between two instants.
struct Bracket {
    start: f64,
    end: f64,
    at_start: f64,
    at_end: f64,
    /// The side that was kept last: where one is kept twice, its value counts half.
    kept: Option<Side>,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Start,
    End,
}

impl Bracket {
    /// An instant inside, by regula falsi with halved values.
    fn guess(&self) -> f64 {
        let part = self.at_start / (self.at_start - self.at_end);
        let inside = self.start + part.clamp(0.0, 1.0) * (self.end - self.start);
        if inside > self.start && inside < self.end { inside } else { 0.5 * (self.start + self.end) }
    }

    fn narrow(&mut self, time: f64, value: f64) {
        // Where it vanishes it has not switched yet.
        let side = if value == 0.0 || (value < 0.0) == (self.at_start < 0.0) { Side::Start } else { Side::End };
        let again = self.kept == Some(side);
        match side {
            Side::Start => (self.start, self.at_start) = (time, if value == 0.0 { self.at_start } else { value }),
            Side::End => (self.end, self.at_end) = (time, value),
        }
        if again {
            match side {
                Side::Start => self.at_end *= 0.5,
                Side::End => self.at_start *= 0.5,
            }
        }
        self.kept = Some(side);
    }
}

impl Events {
    /// Where the simulation has something to watch, on this process or another.
    pub(super) fn of(plan: &Plan, state: &State, system: &mut Multibody) -> Option<Events> {
        let watches_functions = !plan.is_implicit();
        let n_functions = system.model.n_switches();
        let zeros = vec![0.0; n_functions + system.model.signals.program.n_arguments()];
        let watches_pairs = watches_functions && !system.model.contact_groups.is_empty();
        let n_watched = zeros.len() - if watches_functions { 0 } else { n_functions } + usize::from(watches_pairs);
        let zeros = Switches { functions: zeros, of_pairs: Vec::new() };
        (system.collective.most(n_watched as f64) > 0.0).then(|| Events {
            before: state.clone(),
            rank: 0,
            n_functions,
            watches_functions,
            unseen_landmarks: if plan.has_fixed_steps() || plan.is_implicit() { 1 } else { 2 },
            at_start: zeros.clone(),
            at_end: zeros,
            keeps: match plan.chosen().formulation {
                FormulationKind::Cartesian | FormulationKind::Recursive => true,
                // Momenta become velocities by a solution, which iterative solvers remember: after a restart as before.
                FormulationKind::Natural | FormulationKind::Multiscale => false,
            },
            is_read: false,
            rates: vec![0.0; state.values.len()],
            n_switched: 0,
            switched_from: 0.0,
        })
    }

    /// The function that has changed its sign, and would do so first were all of them linear; later than at the very
    /// beginning of the step.
    fn find_first(&self, program: &Program, collective: &mut Collective) -> Option<Function> {
        let (mut which, mut place, mut zero) = (Which::Listed(0), f64::INFINITY, 0.0);
        let unwatched = if self.watches_functions { 0 } else { self.n_functions };
        let listed = self.at_start.functions.iter().zip(&self.at_end.functions).enumerate().skip(unwatched);
        for (k, (&from, &to)) in listed {
            // One at which the step began is behind it.
            let behind = from + SAME * (to - from);
            let landmark =
                |argument: usize| program.curve_of(argument).first_landmark_of(self.unseen_landmarks, behind, to);
            let Some(here_zero) = k.checked_sub(self.n_functions).map_or(Some(0.0), landmark) else { continue };
            let [a, b] = [from - here_zero, to - here_zero];
            let here = a / (a - b);
            if a * b < 0.0 && here > SAME && here < place {
                (which, place, zero) = (Which::Listed(k), here, here_zero);
            }
        }
        if self.watches_functions {
            self.for_each_pair(|label, from, to| {
                let here = from / (from - to);
                if from * to < 0.0 && here > SAME && here < place {
                    (which, place, zero) = (Which::OfPair(label), here, 0.0);
                }
            });
        }
        let earliest = collective.least(place);
        let owner = if place == earliest { collective.process() as f64 } else { f64::INFINITY };
        let owner = collective.least(owner) as usize;
        earliest.is_finite().then_some(Function { owner, which, zero })
    }

    /// Tells the functions of pairs that are near at either end of the step, where it begins and where it ends.
    fn for_each_pair(&self, mut tell: impl FnMut([u32; 4], f64, f64)) {
        for (label, from) in &self.at_start.of_pairs {
            tell(*label, *from, self.at_end.of_pair(label));
        }
        let is_new = |label: &[u32; 4]| self.at_start.of_pairs.binary_search_by_key(&label, |(of, _)| of).is_err();
        for (label, to) in self.at_end.of_pairs.iter().filter(|(label, _)| is_new(label)) {
            tell(*label, FAR, *to);
        }
    }
}

/// A function that changes its sign where a load switches: the process that tells it, and its number there.
#[derive(Clone, Copy)]
struct Function {
    owner: usize,
    which: Which,
    /// Taken off: the landmark, of arguments of curves.
    zero: f64,
}

/// One function among those of a process.
#[derive(Clone, Copy)]
enum Which {
    /// Of those that are always there, by its number.
    Listed(usize),
    /// Of a pair of a contact group, by its label.
    OfPair([u32; 4]),
}

impl Function {
    /// Its value among these of its owner, on all processes.
    fn value(self, switches: &Switches, collective: &mut Collective) -> f64 {
        let is_own = self.owner == collective.process();
        let value = || match self.which {
            Which::Listed(index) => switches.functions[index] - self.zero,
            Which::OfPair(label) => switches.of_pair(&label),
        };
        collective.least(if is_own { value() } else { f64::INFINITY })
    }
}

impl Switches {
    /// The function of a pair with this label.
    fn of_pair(&self, label: &[u32; 4]) -> f64 {
        self.of_pairs.binary_search_by_key(&label, |(of, _)| of).map_or(FAR, |k| self.of_pairs[k].1)
    }

    fn take_over(&mut self, other: &Switches) {
        self.functions.copy_from_slice(&other.functions);
        self.of_pairs.clone_from(&other.of_pairs);
    }
}

impl Simulation {
    /// The state is no longer that of the end of a step.
    pub(super) fn forget_switches(&mut self) {
        self.events.iter_mut().for_each(|events| events.is_read = false);
    }

    /// A step as [`advance`](Simulation::advance) makes it, ended right behind the first instant at which a load
    /// switches.
    pub(super) fn advance_to_event(&mut self, limit: f64, events: &mut Events) -> Result<(), SimulationError> {
        events.before.take_over(&self.state);
        events.rank = self.system.rank;
        if !std::mem::take(&mut events.is_read) {
            self.read_switches(events)?;
        }
        let (steps, audit) = (self.steps, self.audit.clone());
        std::mem::swap(&mut events.at_start, &mut events.at_end);
        self.advance(limit)?;
        self.read_switches(events)?;
        let Multibody { model, collective, .. } = &mut self.system;
        if let Some(first) = events.find_first(&model.signals.program, collective) {
            self.find_switch(first, events)?;
            self.check_chatter(first, events)?;
            // Nothing of before is remembered but the rates right behind.
            self.integrator.keep_rates(&mut self.state.memories.integrator, 1);
            (self.steps, self.audit) = (steps + 1, audit);
            self.audit.see_rank(self.state.time, self.system.rank);
        } else {
            events.n_switched = 0;
        }
        events.is_read = events.keeps;
        Ok(())
    }

    /// Counts a step that ends at a switch of this function.
    ///
    /// # Errors
    /// [`SimulationError::Chatters`] where steps have become so short that there would be no end.
    fn check_chatter(&self, function: Function, events: &mut Events) -> Result<(), SimulationError> {
        let time = self.state.time;
        if events.n_switched == 0 {
            events.switched_from = events.before.time;
        }
        events.n_switched += 1;
        if events.n_switched < IN_A_ROW {
            return Ok(());
        }
        let step = (time - events.switched_from) / f64::from(std::mem::take(&mut events.n_switched));
        if self.plan.settings.end - time < TOO_MANY * step {
            return Ok(());
        }
        Err(SimulationError::Chatters { time, what: self.describe(function) })
    }

    /// A function for messages; numbers are those of its owner.
    fn describe(&self, function: Function) -> String {
        let Multibody { model, collective, .. } = &self.system;
        match function.which {
            Which::OfPair(_) => "a contact".into(),
            Which::Listed(_) if function.owner != collective.process() => "a load of another process".into(),
            Which::Listed(index) => match model.find_switching(index) {
                Some(force) => format!("the load of '{}'", force.name()),
                None => "an expression of the motion".into(),
            },
        }
    }

    /// Ends the last step right behind the instant at which this function changes its sign.
    fn find_switch(&mut self, function: Function, events: &mut Events) -> Result<(), SimulationError> {
        let (start, end) = (events.before.time, self.state.time);
        let collective = &mut self.system.collective;
        let [at_start, at_end] = [&events.at_start, &events.at_end].map(|at| function.value(at, collective));
        let mut bracket = Bracket { start, end, at_start, at_end, kept: None };
        let precision = PRECISION * (end - start).max(end.abs());
        for _ in 0..MOST_PROBES {
            if bracket.end - bracket.start <= precision {
                break;
            }
            let guess = bracket.guess();
            self.repeat(guess, events)?;
            if self.state.time != guess {
                // The step was not that long; the next one will find it.
                return Ok(());
            }
            bracket.narrow(guess, function.value(&events.at_end, &mut self.system.collective));
        }
        if self.state.time == bracket.end { Ok(()) } else { self.repeat(bracket.end, events) }
    }

    /// The step once more, to another end.
    fn repeat(&mut self, end: f64, events: &mut Events) -> Result<(), SimulationError> {
        self.set_state(&events.before)?;
        self.system.rank = events.rank;
        self.advance(end)?;
        self.read_switches(events)
    }

    /// Switching functions at the present state.
    fn read_switches(&mut self, events: &mut Events) -> Result<(), SimulationError> {
        let Simulation { state, system, .. } = self;
        match system.read_switches(state.time, &state.values, &mut events.rates) {
            Ok(switches) => events.at_end.take_over(switches),
            Err(error) => return Err(system.name(error)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_closes_on_the_root() {
        let f = |t: f64| (3.0 * t).exp() - 2.0;
        let mut bracket = Bracket { start: 0.0, end: 1.0, at_start: f(0.0), at_end: f(1.0), kept: None };
        let mut n = 0;
        while bracket.end - bracket.start > 1e-12 && n < MOST_PROBES {
            let guess = bracket.guess();
            bracket.narrow(guess, f(guess));
            n += 1;
        }
        let root = 2f64.ln() / 3.0;
        assert!(bracket.start <= root && root <= bracket.end && n < 25, "{} {} {n}", bracket.start, bracket.end);
    }
}
