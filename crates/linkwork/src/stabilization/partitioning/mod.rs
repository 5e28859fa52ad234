//! `partitioning`: after each step the dependent coordinates, then the dependent velocities, are brought onto the
//! constraints; the independent ones stay as they were integrated [Negrut, section 2].
//!
//! The correction minimizes ½ Δqᵀ W Δq subject to Φ + G Δq = 0, with W = 1 on dependent and 10⁵ on independent
//! coordinates, eqs. (13)–(20): the reduced system again, with W in place of the masses. Its matrix E₂ = G W⁻¹ Gᵀ is
//! factored once a step, by the solver of the accelerations, for both levels. Only dependent coordinates are updated;
//! the others would move 10⁻⁵ times as much.
//!
//! Which coordinates are dependent is chosen at the start and again when the weakest pivot of E₂ has fallen, or when
//! corrections no longer lead to the constraints. Where no choice is well conditioned, near singular positions and in
//! very long chains, the correction is that of `projection`.

mod choice;
mod front;
mod order;
mod partition;
#[cfg(test)]
mod tests;
mod weights;

#[cfg(test)]
use weights::HEAVY;

use super::Stabilization;
use super::approach::Approach;
use crate::error::StepError;
use crate::formulation::Coordinates;
use crate::methods::StabilizationKind;
use crate::reduced::{InverseMass, Pattern};
use crate::state::{MethodMemory, State};
use crate::system::Constrained;
use crate::workspace::{Level, Workspace};
use choice::{Choice, Rule};
use partition::Partition;

/// Ways to choose; the first good one is taken, otherwise the best. Positions follow rotations where they can, since
/// that stays good while bodies turn; then what is largest; then whatever is not negligible.
const RULES: [Rule; 5] = [
    Rule::ByHandle { threshold: 0.5, positions_first: true },
    Rule::Everywhere,
    Rule::ByHandle { threshold: 0.7, positions_first: false },
    Rule::ByHandle { threshold: 0.1, positions_first: false },
    Rule::ByHandle { threshold: 1e-6, positions_first: false },
];
/// Where dependent coordinates leave more than this part of a violation, it would take too many iterations.
const SUFFICIENT: f64 = 1e-2;
/// A sufficient choice with a weakest pivot of this size needs no competitor: dependent coordinates answer to changes
/// of independent ones with some ten times their size.
const GOOD: f64 = 1e-2;
/// A later rule must be better than those before it by this factor: they stay good for longer.
const BETTER: f64 = 3.0;
/// The choice is made anew when the weakest pivot falls below this part of what it was. Pivots are squares: dependent
/// coordinates then answer to changes of independent ones some three times as much as they did.
const DEGRADED: f64 = 0.1;
/// A choice is unfit when a correction leaves more than this part of a residual.
const TOO_MUCH_LEFT: f64 = 0.1;
/// Where no choice is sufficient, the next attempt to find one comes after so many steps; after twice as many when it
/// fails.
const SHORTEST_WAIT: u64 = 8;
const LONGEST_WAIT: u64 = 1024;
/// Below this relative residual a slow approach is round-off.
const ROUND_OFF: f64 = 1e-12;

/// Multiples of it, without their integer parts, are spread evenly and repeat nothing.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// Coordinate partitioning and its memory.
pub(crate) struct Partitioning {
    length_scale: f64,
    coordinates: Coordinates,
    choice: Choice,
    /// W⁻¹, in the system's place of M⁻¹ while E₂ is factored or solved.
    weights: InverseMass,
    /// By handle: a correction.
    correction: Vec<f64>,
    /// By handle: loads of a test of the choice.
    loads: Vec<f64>,
    /// By row: the violation of that test, and what is done about it.
    test: [Vec<f64>; 2],
    /// The choice on trial, and the best so far.
    trial: Vec<u8>,
    best: Vec<u8>,
    /// The present choice, and the one before it was made anew.
    partition: Partition,
    before: Partition,
}

/// How far one stabilization has come.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Whether the factor for the present metric is at hand.
    factored: bool,
    /// Whether the choice was made anew.
    renewed: bool,
    /// Whether corrections are those of `projection`.
    projects: bool,
}

impl Partitioning {
    /// For a mechanism of this size (m) with these coordinates.
    pub(crate) fn new(length_scale: f64, coordinates: Coordinates, pattern: &Pattern) -> Partitioning {
        let (n, rows) = (pattern.n_handles(), vec![0.0; pattern.n_rows()]);
        Partitioning {
            length_scale,
            coordinates,
            choice: Choice::analyze(pattern, coordinates),
            weights: weights::allocate(coordinates, n),
            correction: vec![0.0; n * pattern.width()],
            loads: vec![0.0; n * pattern.width()],
            test: [rows.clone(), rows],
            trial: vec![0; n],
            best: vec![0; n],
            partition: Partition::new(n),
            before: Partition::new(n),
        }
    }

    /// Positions, then velocities, by the choice at hand or a new one.
    fn stabilize_with_choice(
        &mut self,
        system: &mut dyn Constrained,
        time: f64,
        values: &mut [f64],
    ) -> Result<(), StepError> {
        let (projects, length_scale) = (system.is_nearly_singular() || self.partition.rest > 0, self.length_scale);
        let mut progress = Progress { projects, ..Progress::default() };
        self.partition.rest = self.partition.rest.saturating_sub(1);
        for level in [Level::Position, Level::Velocity] {
            let correct = |now: &Approach, system: &mut dyn Constrained, values: &mut [f64]| {
                self.correct(now, system, values, &mut progress)
            };
            let outcome = Approach::run((time, level), length_scale, system, values, correct);
            if outcome.is_err() && progress.renewed {
                // A choice made where the constraints are out of reach is no choice for the next attempt.
                self.partition.copy_from(&self.before);
            }
            outcome?;
        }
        // Nor is a factor of E₂ worth anything for E₁.
        system.solver.forget();
        Ok(())
    }

    /// One correction of positions or velocities; false when another one is of no use.
    fn correct(
        &mut self,
        now: &Approach,
        system: &mut dyn Constrained,
        values: &mut [f64],
        progress: &mut Progress,
    ) -> bool {
        if now.is_slow() && (now.residual < ROUND_OFF || progress.projects) {
            return false;
        }
        let unfit = now.left > TOO_MUCH_LEFT && now.residual >= ROUND_OFF;
        if unfit && progress.renewed && !progress.projects {
            (progress.projects, progress.factored) = (true, false);
        }
        if !progress.projects {
            self.prepare(unfit, system, values, progress);
        }
        if progress.projects {
            self.project(now.level, system, values, &mut progress.factored);
            return true;
        }
        let limit = [self.length_scale, 1.0];
        with_weights(system, &mut self.weights, |system| {
            self.correction.copy_from_slice(system.calc_correction(now.level, limit));
        });
        weights::restrict(self.coordinates, &self.partition.dependent, values, &mut self.correction);
        system.displace(now.level, values, &self.correction);
        true
    }

    /// Has E₂ factored for a choice that is good here, or finds that none is.
    fn prepare(&mut self, unfit: bool, system: &mut dyn Constrained, values: &[f64], progress: &mut Progress) {
        let first = !progress.factored;
        let is_new = !self.partition.is_chosen;
        if first && !is_new {
            factor(system, &mut self.weights, &self.partition.dependent, values);
            progress.factored = true;
        }
        if !progress.renewed && (unfit || is_new || first && has_degraded(system, &mut self.partition)) {
            self.renew(system, values);
            (progress.renewed, progress.factored) = (true, true);
        }
        let near_singular = system.solver.rank_report().has_lost_clearance(self.partition.clearest);
        if !self.partition.sufficient || first && near_singular {
            (progress.projects, progress.factored) = (true, false);
        }
    }

    /// The shortest way in the mass metric.
    fn project(&self, level: Level, system: &mut dyn Constrained, values: &mut [f64], factored: &mut bool) {
        if !*factored {
            system.factor();
            *factored = true;
        }
        match level {
            Level::Position => system.correct_positions(values, [self.length_scale, 1.0]),
            Level::Velocity => system.correct_velocities(values),
        }
    }

    /// Chooses dependent coordinates at these values, whose constraints the system holds, and factors E₂ with them.
    fn renew(&mut self, system: &mut dyn Constrained, values: &[f64]) {
        self.before.copy_from(&self.partition);
        let found = self.search(system, values);
        let memory = &mut self.partition;
        memory.is_chosen = true;
        if let Some(sufficient) = found {
            memory.repartitions += u64::from(memory.dependent != self.best);
            memory.dependent.copy_from_slice(&self.best);
            memory.sufficient = sufficient;
        }
        factor(system, &mut self.weights, &memory.dependent, values);
        memory.weakest = system.solver.rank_report().weakest;
        memory.clearest = memory.clearest.max(memory.weakest);
        memory.wait =
            if memory.sufficient { 0 } else { memory.wait.saturating_mul(2).clamp(SHORTEST_WAIT, LONGEST_WAIT) };
        memory.rest = memory.wait;
    }

    /// Leaves in `best` what the rules find; says whether it is sufficient. `None` where nothing was found.
    fn search(&mut self, system: &mut dyn Constrained, values: &[f64]) -> Option<bool> {
        let (mut best, mut found) = (0.0, None);
        for rule in RULES {
            if !self.choice.choose(&system.equations.system, values, rule, &mut self.trial) {
                continue;
            }
            factor(system, &mut self.weights, &self.trial, values);
            let left = self.calc_remainder(system, values);
            // The weakest pivot is the measure; what is not sufficient counts for less.
            let grade = system.solver.rank_report().weakest * (SUFFICIENT / left).min(1.0);
            if grade > BETTER * best {
                (best, found) = (grade, Some(left <= SUFFICIENT));
                std::mem::swap(&mut self.trial, &mut self.best);
            }
            if best >= GOOD {
                break;
            }
        }
        found
    }

    /// Tests the choice on trial, for which E₂ is factored: which part of a violation do its dependent coordinates
    /// leave?
    fn calc_remainder(&mut self, system: &mut dyn Constrained, values: &[f64]) -> f64 {
        // Displacements that follow no pattern; as they are possible, so is undoing them.
        for (k, x) in self.correction.iter_mut().enumerate() {
            *x = (k as f64 * GOLDEN_RATIO).fract() - 0.5;
        }
        let [violation, done] = &mut self.test;
        system.equations.system.project(&self.correction, violation, &system.team);
        system.multipliers.copy_from_slice(violation);
        with_weights(system, &mut self.weights, |system| {
            let Workspace { solver, equations, multipliers, team, .. } = &mut **system;
            solver.solve_in_place(&equations.system, multipliers, team);
            equations.system.respond(multipliers, &mut self.loads, &mut self.correction, team);
        });
        weights::restrict(self.coordinates, &self.trial, values, &mut self.correction);
        system.equations.system.project(&self.correction, done, &system.team);
        let left = violation.iter().zip(&*done).map(|(v, d)| (v - d).abs()).fold(0.0, f64::max);
        let largest = violation.iter().fold(0.0, |m: f64, v| v.abs().max(m));
        if largest > 0.0 { left / largest } else { 0.0 }
    }
}

/// Runs with W⁻¹ in the place of M⁻¹.
fn with_weights(system: &mut dyn Constrained, weights: &mut InverseMass, work: impl FnOnce(&mut dyn Constrained)) {
    std::mem::swap(&mut system.equations.system.inverse_mass, weights);
    work(system);
    std::mem::swap(&mut system.equations.system.inverse_mass, weights);
}

/// Factors E₂ = G W⁻¹ Gᵀ for this choice at these values.
fn factor(system: &mut dyn Constrained, weights: &mut InverseMass, dependent: &[u8], values: &[f64]) {
    weights::update(weights, dependent, values);
    // A factor that a solver keeps is one of E₁, and worth nothing here.
    system.solver.forget();
    with_weights(system, weights, |system| system.factor());
}

/// Whether the choice has become worse than it was when made, by the factor at hand, or never was sufficient.
fn has_degraded(system: &dyn Constrained, memory: &mut Partition) -> bool {
    let weakest = system.solver.rank_report().weakest;
    memory.weakest = memory.weakest.max(weakest);
    memory.clearest = memory.clearest.max(weakest);
    !memory.sufficient || weakest < DEGRADED * memory.weakest
}

impl Stabilization for Partitioning {
    fn kind(&self) -> StabilizationKind {
        StabilizationKind::Partitioning
    }

    fn projects(&self) -> bool {
        true
    }

    fn start(&mut self, system: &mut dyn Constrained, state: &mut State) {
        self.partition = Partition::new(self.best.len());
        if !system.equations.residual.is_empty() {
            system.update_constraints(state.time, &state.values);
            self.renew(system, &state.values);
            self.partition.repartitions = 0;
            self.choice.bound_memory();
        }
        self.partition.write(self.coordinates, state.values.len(), &mut state.memories.stabilization);
    }

    fn stabilize(
        &mut self,
        system: &mut dyn Constrained,
        time: f64,
        values: &mut [f64],
        memory: &mut MethodMemory,
    ) -> Result<(), StepError> {
        self.partition.read(self.coordinates, memory);
        let outcome = self.stabilize_with_choice(system, time, values);
        self.partition.write(self.coordinates, values.len(), memory);
        outcome
    }

    fn count_repartitions(&self, memory: &MethodMemory) -> u64 {
        // The last one that `Partition` writes.
        memory.counts.last().copied().unwrap_or(0)
    }
}
