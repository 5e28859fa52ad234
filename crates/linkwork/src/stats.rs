//! The summary of a run: what was simulated, how, at what cost, and how well the laws were kept.

use crate::exchange::Traffic;
use crate::model::Model;
use crate::observation::{Missed, Observation};
use crate::play::Opened;
use serde::{Deserialize, Serialize};

/// The content of `summary.json`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The model's name.
    pub model: String,
    /// Moving bodies.
    pub bodies: usize,
    /// Joints, gears included.
    pub joints: usize,
    /// Constraint equations.
    pub equations: usize,
    /// Independent ones among them, in the initial configuration.
    pub rank: usize,
    /// Degrees of freedom in the initial configuration.
    pub dof: usize,
    /// Equations minus rank.
    pub redundant: usize,
    /// The method's word.
    pub formulation: String,
    /// The method's word.
    pub solver: String,
    /// The method's word.
    pub integrator: String,
    /// The method's word.
    pub stabilization: String,
    /// Threads used.
    pub threads: usize,
    /// Parts the model was divided into.
    pub parts: usize,
    /// With `cyclic`: rounds of eliminations that do not wait for one another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<usize>,
    /// Ranks that computed them, where there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<usize>,
    /// By process: memory while stepping (bytes).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_per_rank: Option<Vec<u64>>,
    /// By process: what it heard from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traffic_per_rank: Option<Vec<Traffic>>,
    /// Simulated time reached (s).
    pub time: f64,
    /// The model's condition that ended the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The time of the checkpoint from which the run went on (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restarted_at: Option<f64>,
    /// How many rows of the earlier run the trajectory begins with, where there was a restart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_kept: Option<u64>,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// How often `partitioning` chose its dependent coordinates anew.
    pub repartitions: u64,
    /// Evaluations of the rates.
    pub evaluations: u64,
    /// From start to end (s), set-up and output included.
    pub wall_seconds: f64,
    /// Time inside evaluations, divided by their number.
    pub seconds_per_evaluation: f64,
    /// The whole loop without set-up and output (s).
    pub step_seconds: f64,
    /// Systems solved, where the solver is iterative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_solves: Option<u64>,
    /// Iterations of all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_iterations: Option<u64>,
    /// Factors made for preconditioning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_refreshes: Option<u64>,
    /// Two scales of time, where there are two.
    #[serde(flatten)]
    pub scales: Option<ScalesSummary>,
    /// Whether a program made for the model evaluated it.
    pub specialized: bool,
    /// Making the program and its machine code (s), where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compile_seconds: Option<f64>,
    /// Operations of the program, each once an evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operations: Option<usize>,
    /// Evaluations that the program left to the methods it replaces, near singular positions; counted anew where a run
    /// is restarted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unspecialized_evaluations: Option<u64>,
    /// Largest position residual in the results.
    pub max_residual: f64,
    /// Largest change of the total energy, relative to the largest of its first value, the largest kinetic energy,
    /// and the least energy that is more than round-off.
    pub energy_drift: f64,
    /// Largest difference between the change of the total energy and the work of loads and drivers, relative to the
    /// same as `energy_drift` or the largest work.
    pub energy_balance: f64,
    /// False where equations are redundant, so that the reactions given are one choice among many.
    pub reactions_unique: bool,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Hash of the final state's bits, in hexadecimal.
    pub state_hash: String,
    /// Whether the run reached its end.
    pub completed: bool,
    /// Why not.
    pub error: Option<String>,
}

/// The part of a summary that `multiscale` adds; counts begin anew where a run is restarted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ScalesSummary {
    /// Stiffness of a joint of mean effective mass (N/m).
    pub stiffness: f64,
    /// Damping of such a joint (N s/m).
    pub joint_damping: f64,
    /// The micro step (s).
    pub micro_step: f64,
    /// Length of a window (s).
    pub micro_window: f64,
    /// Micro steps so far.
    pub micro_steps: u64,
    /// Windows so far.
    pub micro_windows: u64,
    /// The mean macro step over the micro step.
    pub step_ratio: f64,
    /// The largest part of the loads that joints left unbalanced: what to expect of positions, relative to the
    /// mechanism's size.
    pub unbalanced: f64,
}

/// Work done so far by a run, restarts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Evaluations of the rates.
    pub evaluations: u64,
    /// Time inside them (s).
    pub evaluation_seconds: f64,
    /// Time inside steps (s).
    pub step_seconds: f64,
    /// Time of the whole run (s).
    pub wall_seconds: f64,
}

/// Energy that may change from row to row, relative to its largest value, before that is called a jump: a hundred times
/// what steps with the usual tolerances leave.
const TOLERATED_JUMP: f64 = 1e-6;

/// Energy that work does not explain, relative to its scale, before that is told: what an engineer would see in a plot.
const TOLERATED_IMBALANCE: f64 = 1e-3;

/// Watches the recorded rows: how well energy, constraints and rank were kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// Largest position residual.
    #[serde(with = "any_number")]
    pub max_residual: f64,
    /// Whether a row was seen.
    begun: bool,
    #[serde(with = "any_number")]
    first_energy: f64,
    #[serde(with = "any_number")]
    largest_change: f64,
    #[serde(with = "any_number")]
    largest_kinetic: f64,
    #[serde(with = "any_number")]
    largest_work: f64,
    #[serde(with = "any_number")]
    largest_imbalance: f64,
    /// Change of energy that no work explains, in the last row, and where it changed most from one row to the next.
    #[serde(default)]
    imbalance: f64,
    #[serde(default)]
    jump: Option<Jump>,
    /// The time at which accelerations missed equations most, by how much, and the number of the joint.
    missed: Option<MissedAt>,
    /// The time at which joints with play were open most, by how much, and the number of the joint.
    #[serde(default)]
    opened: Option<OpenedAt>,
    first_rank: Option<usize>,
    rank_change: Option<(f64, usize)>,
    pub(crate) n_rank_changes: u64,
}

/// A change of energy from one row to the next that no work explains.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Jump {
    /// Time of the later row (s).
    time: f64,
    /// In J.
    change: f64,
}

/// Accelerations that miss equations of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct MissedAt {
    time: f64,
    /// Relative to the accelerations.
    size: f64,
    /// Its number in the model.
    joint: usize,
}

/// A joint with play that is open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct OpenedAt {
    time: f64,
    /// In m, or rad.
    misfit: f64,
    /// Relative to the mechanism's size.
    relative: f64,
    /// Its number in the model.
    joint: usize,
}

impl Audit {
    /// Takes one row into account.
    pub(crate) fn see(&mut self, seen: &Observation) {
        let energy = seen.kinetic + seen.potential;
        if !self.begun {
            (self.begun, self.first_energy) = (true, energy);
        }
        let change = energy - self.first_energy;
        self.largest_change = self.largest_change.max(change.abs());
        self.largest_imbalance = self.largest_imbalance.max((change - seen.work).abs());
        self.largest_work = self.largest_work.max(seen.work.abs());
        let step = change - seen.work - self.imbalance;
        self.imbalance = change - seen.work;
        if step.is_finite() && self.jump.is_none_or(|jump| step.abs() > jump.change.abs()) {
            self.jump = Some(Jump { time: seen.time, change: step });
        }
        if let Some(Missed { joint, size }) = seen.missed.filter(|now| self.missed.is_none_or(|m| now.size > m.size)) {
            self.missed = Some(MissedAt { time: seen.time, size, joint: joint.index() });
        }
        self.largest_kinetic = self.largest_kinetic.max(seen.kinetic);
        self.max_residual = self.max_residual.max(seen.residual_position);
    }

    /// Takes equations of a row into account that are left out.
    pub(crate) fn see_opened(&mut self, time: f64, &Opened { joint, misfit, relative }: &Opened) {
        if misfit.is_finite() && self.opened.is_none_or(|most| relative > most.relative) {
            self.opened = Some(OpenedAt { time, misfit, relative, joint: joint.index() });
        }
    }

    /// A sentence when joints with play opened by more than was told before.
    pub(crate) fn opened_warning(&self, model: &Model, is_news: impl Fn(f64) -> bool) -> Option<String> {
        let OpenedAt { time, misfit, joint, .. } = self.opened.filter(|most| is_news(most.relative))?;
        let name = &model.joints.get(joint)?.name;
        Some(format!(
            "joints with play opened by up to {misfit:.2e} (m or rad), most at t = {time:.6} s, joint '{name}': more \
             than where the mechanism started, and so much the motion may differ from the one meant"
        ))
    }

    /// Takes the rank after a step into account.
    pub(crate) fn see_rank(&mut self, time: f64, rank: usize) {
        let first = *self.first_rank.get_or_insert(rank);
        if rank != first {
            self.n_rank_changes += 1;
            self.rank_change.get_or_insert((time, rank));
        }
    }

    /// Largest change of the total energy over the largest of its first value, the largest kinetic energy, and the
    /// least energy that is more than round-off (`Model::least_energy`): the zero of
    /// the potential is a convention, so the total alone is no measure, and a mechanism at rest has no kinetic
    /// energy.
    pub fn energy_drift(&self, least: f64) -> f64 {
        over(self.largest_change, self.energy_scale(least))
    }

    /// Largest difference between the change of the total energy and the work done, over the same scale or the
    /// largest work.
    pub fn energy_balance(&self, least: f64) -> f64 {
        over(self.largest_imbalance, self.energy_scale(least).max(self.largest_work))
    }

    fn energy_scale(&self, least: f64) -> f64 {
        self.first_energy.abs().max(self.largest_kinetic).max(least)
    }

    /// A sentence when energy changed at once by more than steps err by, where singular positions are passed with
    /// damped equations.
    pub(crate) fn jump_warning(&self, least: f64) -> Option<String> {
        let Jump { time, change } = self.jump?;
        let part = over(change.abs(), self.energy_scale(least).max(self.largest_work));
        (part > TOLERATED_JUMP).then(|| {
            format!(
                "the energy changed by {change:.3e} J ({part:.0e} of it) at once, at t = {time:.6} s or in the row before \
                 it: in a singular position the mechanism went over to another branch of its motion, where velocities \
                 jump as in an impact; what follows is one of the motions that are possible from there"
            )
        })
    }

    /// A sentence when energy and work are too far apart for the results to be trusted.
    pub(crate) fn balance_warning(&self, least: f64) -> Option<String> {
        let (balance, Jump { time, change }) = (self.energy_balance(least), self.jump?);
        (balance > TOLERATED_IMBALANCE).then(|| {
            format!(
                "energy and work differ by {:.2} % of the largest energy or work, most at t = {time:.6} s or in the \
                 row before it (by {change:.1e} J): steps do not follow the motion there; give tighter `rtol` and \
                 `atol`, a smaller `step`, or drivers and loads that change more slowly",
                100.0 * balance
            )
        })
    }

    /// A sentence when round-off spoiled accelerations.
    pub(crate) fn missed_warning(&self, model: &Model) -> Option<String> {
        let MissedAt { time, size, joint } = self.missed?;
        let name = &model.joints.get(joint)?.name;
        Some(format!(
            "accelerations missed the equations of joint '{name}' by up to {size:.0e} of them, at t = {time:.6} s: \
             round-off spoils them where masses or lengths are very different; rows of results were refined, steps \
             were not: try `recursive` or another solver"
        ))
    }

    /// A sentence when the number of independent equations changed along the motion.
    pub(crate) fn rank_warning(&self, initial: usize) -> Option<String> {
        let (time, rank) = self.rank_change?;
        Some(format!(
            "the number of independent constraint equations changed along the motion, first at t = {time:.6} s (from {initial} to {rank}), in {}: a singular position",
            if self.n_rank_changes == 1 { "one step".into() } else { format!("{} steps in all", self.n_rank_changes) }
        ))
    }
}

fn over(change: f64, scale: f64) -> f64 {
    if scale > 0.0 { change / scale } else { 0.0 }
}

/// Numbers that may be infinite or none at all: as words, for which JSON has no numbers.
mod any_number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(f64),
        Word(String),
    }

    pub(super) fn serialize<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
        let written = if x.is_finite() { Written::Number(*x) } else { Written::Word(x.to_string()) };
        written.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        match Written::deserialize(from)? {
            Written::Number(x) => Ok(x),
            Written::Word(word) => word.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tenth of the energy is lost at once.
    #[test]
    fn energy_that_work_does_not_explain_is_told() {
        let row = |time: f64, kinetic: f64| Observation { time, kinetic, ..Observation::default() };
        let mut audit = Audit::default();
        audit.see(&row(0.0, 100.0));
        audit.see(&row(1.0, 99.95));
        assert_eq!(audit.balance_warning(0.0), None);
        audit.see(&row(2.0, 90.0));
        audit.see(&row(3.0, 90.0));
        let warning = audit.balance_warning(0.0).expect("10 % are missing");
        assert!(warning.contains("differ by 10.00 %") && warning.contains("at t = 2.000000 s"), "{warning}");
    }

    /// Energy that falls by a tenth between two rows, and drifts elsewhere.
    #[test]
    fn energy_that_changes_at_once_is_told_with_its_time() {
        let row = |time: f64, kinetic: f64| Observation { time, kinetic, ..Observation::default() };
        let mut audit = Audit::default();
        for k in 0..10 {
            audit.see(&row(f64::from(k), 100.0 + 1e-6 * f64::from(k)));
        }
        assert_eq!(audit.jump_warning(0.0), None);
        audit.see(&row(10.0, 90.0));
        audit.see(&row(11.0, 90.0));
        let warning = audit.jump_warning(0.0).expect("a jump");
        assert!(warning.contains("-1.000e1 J (1e-1 of it) at once, at t = 10.000000 s"), "{warning}");
        // Work that explains it is no jump.
        let mut audit = Audit::default();
        audit.see(&row(0.0, 100.0));
        audit.see(&Observation { work: -10.0, ..row(1.0, 90.0) });
        assert_eq!(audit.jump_warning(0.0), None);
    }
}
