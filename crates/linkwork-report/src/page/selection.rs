//! The part of a model that fits into a page: which bodies, joints and forces are drawn, and which columns can be
//! plotted.
//!
//! Small models fit as they are. Of large ones, bodies and joints are taken evenly in the order of the file, so that
//! the page stays below its limit and still moves fluently; it tells how many of how many it shows.

use std::ops::Range;

use linkwork::model::Force;
use linkwork::recorder::{Channels, ModelChannels};
use linkwork::{BodyId, Model};

/// More bodies are too many for the eye and for slow graphics.
const MOST_BODIES: usize = 2000;
/// Arrows of more reactions cover one another.
const MOST_REACTIONS: usize = 300;
/// Likewise for springs and loads.
const MOST_FORCES: usize = 200;
/// At 250 rows of single precision these take two megabytes.
const MOST_COLUMNS: usize = 2000;
/// More positions than this are not told apart in a film.
const MOST_FRAMES: usize = 4000;
/// More points than this are not told apart in a plot.
const MOST_ROWS: usize = 12_000;

/// How much room the runs of a page have, in bytes before they become text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For positions of bodies.
    frames: usize,
    /// For columns.
    columns: usize,
    /// How many runs share the page.
    runs: usize,
}

impl Budget {
    /// The share of each run in a page with so many; as text all of them take 7.5 megabytes at most.
    pub fn shared_by(runs: usize) -> Budget {
        let runs = runs.max(1);
        Budget { frames: 3_600_000 / runs, columns: 2_000_000 / runs, runs }
    }

    /// How many frames of so many bytes.
    pub fn frames_of(&self, bytes: usize) -> usize {
        (self.frames / bytes.max(1)).clamp(2, MOST_FRAMES)
    }

    /// How many rows of so many bytes.
    pub fn rows_of(&self, bytes: usize) -> usize {
        (self.columns / bytes.max(1)).clamp(2, MOST_ROWS)
    }
}

/// The parts that are shown, as ascending positions in the model.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Bodies that are drawn.
    pub bodies: Vec<usize>,
    /// Joints that are drawn: those between such bodies.
    pub joints: Vec<usize>,
    /// Joints whose reactions are drawn.
    pub reactions: Vec<usize>,
    /// Forces that are drawn.
    pub forces: Vec<usize>,
    /// Columns to plot, without time, energies and residuals, which are always there.
    pub columns: Vec<Range<usize>>,
}

impl Selection {
    /// The part of the model that fits.
    pub fn new(model: &Model, budget: Budget) -> Selection {
        let bodies = evenly(model.n_bodies(), MOST_BODIES / budget.runs);
        let is_shown = |body: BodyId| body.index().is_none_or(|i| bodies.binary_search(&i).is_ok());
        let joints: Vec<usize> = (0..model.n_joints())
            .filter(|&j| is_shown(model.joints[j].first.body) && is_shown(model.joints[j].second.body))
            .collect();
        let ends = |force: &Force| force.ends(&model.joints).both().iter().all(|at| is_shown(at.body));
        let forces: Vec<usize> = (0..model.forces.len()).filter(|&k| ends(&model.forces[k])).collect();
        let some = |of: &[usize], most: usize| evenly(of.len(), most / budget.runs).iter().map(|&k| of[k]).collect();
        Selection {
            reactions: some(&joints, MOST_REACTIONS),
            forces: some(&forces, MOST_FORCES),
            columns: columns(model, MOST_COLUMNS / budget.runs),
            bodies,
            joints,
        }
    }

    /// The position of a body among those shown; −1 for the ground.
    pub fn slot(&self, body: BodyId) -> i64 {
        let slot = body.index().and_then(|i| self.bodies.binary_search(&i).ok());
        slot.map_or(-1, |slot| slot as i64)
    }
}

/// The first column of a body, and how many it has.
pub fn body_columns(model: &Model, body: usize) -> Range<usize> {
    let width = ModelChannels(model).of_body().len();
    1 + body * width..1 + (body + 1) * width
}

/// The columns of every joint.
pub fn joint_columns(model: &Model) -> impl Iterator<Item = Range<usize>> + '_ {
    let widths = model.joints.iter().map(|joint| ModelChannels(model).of_joint(joint).count());
    stretches(body_columns(model, model.n_bodies()).start, widths)
}

/// The columns of every force.
pub fn force_columns(model: &Model) -> impl Iterator<Item = Range<usize>> + '_ {
    let of_joints = joint_columns(model).last().map(|columns| columns.end);
    let start = of_joints.unwrap_or(body_columns(model, model.n_bodies()).start);
    stretches(start, model.forces.iter().map(|force| ModelChannels(model).of_force(force).len()))
}

/// One behind the other, as wide as told.
fn stretches(start: usize, widths: impl Iterator<Item = usize>) -> impl Iterator<Item = Range<usize>> {
    widths.scan(start, |next, width| {
        let first = std::mem::replace(next, *next + width);
        Some(first..*next)
    })
}

/// The columns of as many bodies, joints and forces as fit and all outputs, in the order of the trajectory.
fn columns(model: &Model, most: usize) -> Vec<Range<usize>> {
    let all = ModelChannels(model).count();
    let share = (most as f64 / all as f64).min(1.0);
    let some = |n: usize| evenly(n, (share * n as f64).ceil() as usize);
    let mut columns: Vec<Range<usize>> = some(model.n_bodies()).iter().map(|&b| body_columns(model, b)).collect();
    columns.extend(chosen(joint_columns(model), &some(model.n_joints())));
    if !model.forces.is_empty() {
        columns.extend(chosen(force_columns(model), &some(model.forces.len())).filter(|columns| !columns.is_empty()));
    }
    let first = columns_before_outputs(model);
    let outputs = model.signals.output_names().len();
    columns.extend((outputs > 0).then_some(first..first + outputs));
    columns
}

/// How many columns come before the model's own.
fn columns_before_outputs(model: &Model) -> usize {
    let of_joints = || joint_columns(model).last().map(|columns| columns.end);
    let last = force_columns(model).last().map(|columns| columns.end).or_else(of_joints);
    last.unwrap_or(body_columns(model, model.n_bodies()).start)
}

/// Those at ascending positions.
pub fn chosen<T>(all: impl Iterator<Item = T>, positions: &[usize]) -> impl Iterator<Item = T> {
    all.enumerate().filter(|(k, _)| positions.binary_search(k).is_ok()).map(|(_, one)| one)
}

/// At most so many of n, evenly, the first and the last among them.
fn evenly(n: usize, most: usize) -> Vec<usize> {
    match most.max(1) {
        most if n <= most => (0..n).collect(),
        1 => vec![0],
        most => (0..most).map(|k| k * (n - 1) / (most - 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::Space;
    use linkwork::recorder::channels;

    fn chain(n: usize) -> Model {
        linkwork::gallery::chain(n, Space::Planar).unwrap().build().unwrap()
    }

    #[test]
    fn small_models_fit_as_they_are() {
        let model = chain(5);
        let selection = Selection::new(&model, Budget::shared_by(1));
        assert_eq!(selection.bodies, [0, 1, 2, 3, 4]);
        assert_eq!(selection.reactions, selection.joints);
        let n: usize = selection.columns.iter().map(|columns| columns.len()).sum();
        // All but time, energies and residuals.
        assert_eq!(n, channels(&model).len() - 7);
        let names = channels(&model);
        assert_eq!(names[joint_columns(&model).nth(2).unwrap()][0], "j2.fx".replace("j2", &model.joints[2].name));
    }

    #[test]
    fn of_large_models_there_is_a_part() {
        let model = chain(5000);
        let selection = Selection::new(&model, Budget::shared_by(2));
        assert_eq!((selection.bodies.len(), selection.bodies.last()), (1000, Some(&4999)));
        assert!(selection.reactions.len() <= 150);
        let n: usize = selection.columns.iter().map(|columns| columns.len()).sum();
        assert!((900..=1020).contains(&n), "{n}");
        assert_eq!(selection.slot(BodyId::GROUND), -1);
        assert_eq!(selection.slot(BodyId::new(4999)), 999);
    }
}
