//! Play: equations that would follow from others if the model's numbers were exact.
//!
//! **Problem.** A planar linkage described in space, a door on two hinges or a scissor lift has more equations than it
//! needs. Where coordinates are rounded, or come from a drawing with tolerances, these equations miss one another by a
//! little: taken literally they cannot be satisfied, or only where the mechanism stands, so that it could not move.
//! The mechanism that is meant is the one that moves, whose joints have play.
//!
//! **Which equations are meant to follow.** In a position that is closed within the tolerance, all equations of joints
//! that carry bodies in a forest are kept (they never depend on one another), then of all others the one of which most
//! is left without those kept, as long as that is more than three times the tolerance. The rest is doubtful: near a
//! singular position true equations look the same. What tells them apart is motion. An equation that is true opens when
//! the mechanism moves without it; one that follows from the others up to play δ stays closed up to a multiple of δ
//! wherever they lead. So the mechanism is moved some way, several times; equations that open are kept, and the choice
//! is made again.
//!
//! **More play than allowed.** Equations that are kept although little is left of them are put to the same test with a
//! tolerance as wide as what is left. Those that stay closed are meant to follow as well, but miss by more than the
//! tolerance: where they would lock the mechanism, it is refused. If all joints fit where it starts, it may as well be
//! a structure, and a warning says so.
//!
//! **Sizes** do not matter: displacements are in units of the mechanism's size, and equations have unit rows, so that
//! an angle counts by its effect at that size.
//!
//! **What is simulated** is the model without the equations that are left out: it has no redundant ones, and any
//! method treats it like any other model. The decision is made once, from geometry alone, in the same way for all
//! methods. Equations that follow exactly are left in, as long as there is no play: solvers find those, and multipliers
//! of least norm.

mod selection;
mod watch;

use crate::ids::JointId;
use crate::locks::part::{Make, Part, spread_numbers};
use crate::model::Model;
use crate::singular::{EXACT_LENGTH, PLAY_LENGTH};
use crate::spatial::BodyMotion;
use crate::topology::{Group, calc_groups};
use selection::Selection;
use std::sync::Arc;
pub(crate) use watch::{Opened, Watch};

/// Violations that round-off explains, relative to the size.
const CLOSED: f64 = 1e-12;
/// An equation that is exact is violated by no more than this: round-off of numbers that are written to their last
/// digit.
pub(crate) const EXACT_MISFIT: f64 = 2e-13;
/// So many times the tolerance may be left of an equation of unit length without the others. In redundant mechanisms
/// whose frames are all wrong by the tolerance at random it was up to 1.9 times.
const MOST_LEFT: f64 = 3.0;
/// So many times the tolerance may it be violated: misfits add up along a loop, with levers; there it was up to 4.4
/// times.
pub(crate) const MOST_MISFIT_AT_START: f64 = 10.0;
/// The same anywhere the mechanism is moved to.
const MOST_MISFIT_ANYWHERE: f64 = 20.0;
/// The tolerance that joints need, relative to what they are open by where they are placed.
const TOLERANCE_OF_MISFIT: f64 = 0.5;
/// How far the mechanism is moved, in radians or sizes: in steps, in several directions.
const STEP: f64 = 0.08;
const N_STEPS: usize = 4;
const N_EXCURSIONS: usize = 3;
/// Newton's method closes the joints after a step in a few iterations, or there is an end of the motion.
const MOST_ITERATIONS: usize = 12;
/// The least that must be left of kept equations on the way: a singular position is no place to judge.
const CLEAR: f64 = 1e-3;
/// Equations beyond this number take too long: rows are full.
pub(crate) const MOST_EQUATIONS: usize = 1000;

/// By how much a joint misses the others: a length (m) and an angle (rad), the largest of its equations that are left
/// out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misfit {
    /// The joint.
    pub joint: JointId,
    /// In m.
    pub length: f64,
    /// In rad.
    pub angle: f64,
}

/// A mechanism with play.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// The model without the equations that follow from others up to play.
    pub model: Arc<Model>,
    /// Joints that lack equations, with the play that is seen: where the mechanism starts, how fast it grows there, or
    /// wherever the mechanism was moved.
    pub misfits: Vec<Misfit>,
    /// The largest misfit on the excursions, relative to the mechanism's size.
    pub size: f64,
    /// Groups of joints whose equations depend on one another up to play.
    pub groups: Vec<Group>,
    /// The equations left out, which are watched along the motion.
    pub watch: Watch,
}

/// Equations that would have to be left out for the mechanism to move as it seems to be meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMuch {
    /// The joint that misses the others most.
    pub joint: JointId,
    /// By how much (m, or rad).
    pub misfit: f64,
    /// The tolerance with which it would be play, relative to the size.
    pub tolerance: f64,
}

impl TooMuch {
    /// A sentence for a mechanism that stands still.
    pub(crate) fn warn(&self, model: &Model) -> String {
        let TooMuch { joint, misfit, tolerance } = self;
        let name = &model.joints[joint.index()].name;
        format!(
            "the mechanism stands still, but without joint '{name}' it would move, opening that joint by {misfit:.0e} \
             at most: if it is meant to move, allow for it with `--assembly-tolerance {tolerance:.0e}`"
        )
    }
}

/// The outcome of examining a mechanism.
pub(crate) enum Found {
    /// Nothing is doubtful, or joints do not fit within the tolerance.
    Nothing,
    /// The mechanism meant.
    Play(Play),
    /// The mechanism meant has more play than the tolerance.
    TooMuch(TooMuch),
    /// The same of one whose joints fit exactly where it starts: it may be meant to stand still.
    Rigid(TooMuch),
}

/// Where equations miss one another by a little in this position, which is closed within the tolerance (relative to the
/// size) or nearly so: the mechanism meant. `carries` says by joint whether it carries a body.
pub(crate) fn find(model: &Model, motions: &[BodyMotion], carries: &[bool], make: Make, tolerance: f64) -> Found {
    if model.n_equations() > MOST_EQUATIONS {
        return Found::Nothing;
    }
    let all: Vec<usize> = (0..model.n_joints()).collect();
    let part = Part::new(model, motions, &all, make);
    let (rows, start) = (Rows::new(model, carries), part.values.clone());
    let worst = vec![0.0; rows.places.len()];
    let mut examined = Examined { part, rows, forced: Vec::new(), tolerance, worst };
    let chosen = examined.choose();
    let closed = std::mem::replace(&mut examined.part.values, start);
    let first = examined.choose_here();
    let more = match &chosen {
        // A mechanism that can move is the one meant.
        Some(_) if !examined.is_locked_by(&first) => None,
        Some(_) => examined.find_weak(&first).and_then(|left| examined.find_more(left, first.rest.len())),
        // As wide as play may be at the start.
        None => examined.find_more(MOST_LEFT * MOST_MISFIT_AT_START * tolerance, 0),
    };
    if let Some(too_much) = more {
        let fits = examined.part.calc_residual().iter().all(|x| x.abs() <= EXACT_MISFIT);
        return if fits { Found::Rigid(too_much) } else { Found::TooMuch(too_much) };
    }
    examined.part.values = closed;
    let Some(chosen) = chosen else { return Found::Nothing };
    let left = examined.part.calc_residual();
    // Round-off grows where kept equations nearly depend on one another.
    let [length, misfit] = [EXACT_LENGTH, EXACT_MISFIT].map(|limit| limit / chosen.weakest());
    let is_exact = |&(row, remainder): &(usize, f64)| remainder <= length && left[row].abs() <= misfit;
    if chosen.rest.iter().all(is_exact) { Found::Nothing } else { Found::Play(examined.leave_out(model, &chosen)) }
}

/// Where joints are open by more than the tolerance allows, by `open` of the size: whether that is because the
/// mechanism meant has more play. Joints that are only placed roughly fit when they are closed.
pub(crate) fn find_too_much(
    model: &Model,
    motions: &[BodyMotion],
    carries: &[bool],
    make: Make,
    [tolerance, open]: [f64; 2],
) -> Option<TooMuch> {
    let all: Vec<usize> = (0..model.n_joints()).collect();
    let part = Part::new(model, motions, &all, make);
    let rows = Rows::new(model, carries);
    let worst = vec![0.0; rows.places.len()];
    let mut examined = Examined { part, rows, forced: Vec::new(), tolerance: open.max(tolerance), worst };
    let chosen = examined.choose()?;
    let residual = examined.part.calc_residual();
    let misses = |&(row, left): &(usize, f64)| {
        left > MOST_LEFT * tolerance || residual[row].abs().max(examined.worst[row]) > MOST_MISFIT_AT_START * tolerance
    };
    if chosen.rest.iter().any(misses) { examined.measure_rest(&chosen) } else { None }
}

/// The equations by what they are for.
struct Rows {
    /// By equation: its joint, and its number there.
    places: Vec<(usize, u32)>,
    /// Equations of joints that carry bodies.
    of_carriers: Vec<usize>,
    /// Equations of other joints.
    of_others: Vec<usize>,
    /// Equations of drivers.
    of_drivers: Vec<usize>,
}

impl Rows {
    fn new(model: &Model, carries: &[bool]) -> Rows {
        let mut rows =
            Rows { places: Vec::new(), of_carriers: Vec::new(), of_others: Vec::new(), of_drivers: Vec::new() };
        for (j, joint) in model.joints.iter().enumerate() {
            let n = joint.n_equations(model.space);
            for k in 0..n {
                let is_driver = joint.has_driver_equation() && k + 1 == n;
                let list = match (is_driver, carries[j]) {
                    (true, _) => &mut rows.of_drivers,
                    (false, true) => &mut rows.of_carriers,
                    (false, false) => &mut rows.of_others,
                };
                list.push(rows.places.len());
                rows.places.push((j, k as u32));
            }
        }
        rows
    }
}

/// A mechanism under examination.
struct Examined {
    part: Part,
    rows: Rows,
    /// Equations that are known to be true although little is left of them.
    forced: Vec<usize>,
    tolerance: f64,
    /// By equation that is left out: the largest misfit met so far, of a row of unit length.
    worst: Vec<f64>,
}

impl Examined {
    /// Chooses equations until those left out stay closed wherever the mechanism is moved; leaves the part where the
    /// kept ones are closed. `None` where it cannot be closed within the tolerance.
    fn choose(&mut self) -> Option<Selection> {
        let start = self.part.values.clone();
        loop {
            self.part.values.copy_from_slice(&start);
            self.worst.fill(0.0);
            let chosen = self.choose_here();
            if chosen.rest.is_empty() {
                return Some(chosen);
            }
            self.close(&chosen.kept)?;
            let misfit = self.part.calc_residual();
            let closed = self.part.values.clone();
            let mut open = self.find_open(&chosen, &misfit, MOST_MISFIT_AT_START);
            if !open.is_empty() && !self.forced.is_empty() {
                return None;
            }
            open.extend(self.find_opening(&chosen));
            if open.is_empty() {
                self.part.values = closed;
                return Some(chosen);
            }
            self.forced.extend(open);
            self.forced.sort_unstable();
            self.forced.dedup();
        }
    }

    /// Whether these equations leave no freedom, those of drivers apart.
    fn is_locked_by(&mut self, chosen: &Selection) -> bool {
        let n_of_joints = chosen.kept.iter().filter(|row| !self.rows.of_drivers.contains(row)).count();
        n_of_joints >= self.part.calc_jacobian().ncols()
    }

    /// The most that is left of an equation that is kept, but so little that it may be meant to follow; `None` where
    /// there is none such.
    fn find_weak(&self, chosen: &Selection) -> Option<f64> {
        let may_follow = |row: &usize| self.rows.of_others.contains(row) && !self.forced.contains(row);
        let left = chosen.remainders().filter(|(row, left)| may_follow(row) && *left < PLAY_LENGTH);
        left.map(|(_, left)| left).reduce(f64::max)
    }

    /// Whether more equations than so many stay closed wherever the mechanism is moved, with a tolerance so wide that
    /// those of which so much is left are left out, and that joints may be as far open as they are placed.
    fn find_more(&mut self, left: f64, n_left_out: usize) -> Option<TooMuch> {
        let worst = std::mem::replace(&mut self.worst, vec![0.0; self.rows.places.len()]);
        let (forced, tolerance) = (std::mem::take(&mut self.forced), self.tolerance);
        let open = self.part.calc_residual().iter().fold(0.0, |most: f64, x| x.abs().max(most));
        self.tolerance = tolerance.max(1.01 * left / MOST_LEFT).max(TOLERANCE_OF_MISFIT * open);
        let wider = self.choose().filter(|wider| wider.rest.len() > n_left_out);
        let found = wider.and_then(|wider| self.measure_rest(&wider));
        (self.forced, self.tolerance, self.worst) = (forced, tolerance, worst);
        found
    }

    /// The joint that misses the others most.
    fn measure_rest(&mut self, chosen: &Selection) -> Option<TooMuch> {
        let residual = self.part.calc_residual();
        let relative = |&(row, left): &(usize, f64)| (row, residual[row].abs().max(self.worst[row]).max(left));
        let most = chosen.rest.iter().map(relative).reduce(|a, b| if b.1 > a.1 { b } else { a });
        let (row, misfit) = most?;
        let joint = JointId::new(self.rows.places[row].0);
        Some(TooMuch { joint, misfit: misfit / self.part.weight(row), tolerance: round_up(misfit) })
    }

    fn choose_here(&mut self) -> Selection {
        let rows = self.calc_rows();
        let first: Vec<usize> = self.rows.of_carriers.iter().chain(&self.forced).copied().collect();
        let others: Vec<usize> = self.rows.of_others.iter().copied().filter(|row| !self.forced.contains(row)).collect();
        let mut chosen = Selection::choose(&rows, &first, &others, MOST_LEFT * self.tolerance);
        // Drivers are kept, whatever they ask for: that is no matter of play.
        self.rows.of_drivers.iter().for_each(|&row| chosen.take(row, &rows[row]));
        chosen
    }

    fn calc_rows(&mut self) -> Vec<Vec<f64>> {
        let matrix = self.part.calc_jacobian();
        (0..matrix.nrows()).map(|r| (0..matrix.ncols()).map(|c| matrix[(r, c)]).collect()).collect()
    }

    /// Moves the part to where these equations hold; `None` if that is not reached.
    fn close(&mut self, kept: &[usize]) -> Option<f64> {
        for _ in 0..MOST_ITERATIONS {
            let residual = self.part.calc_residual();
            let rows = self.calc_rows();
            let selection = Selection::of(&rows, kept);
            if kept.iter().all(|&row| residual[row].abs() <= CLOSED) {
                return Some(selection.weakest());
            }
            let back: Vec<f64> = selection.solve(&residual).iter().map(|x| -x).collect();
            self.part.displace(&back);
        }
        None
    }

    /// Equations left out that are violated by more than so many times the tolerance.
    fn find_open(&mut self, chosen: &Selection, residual: &[f64], times: f64) -> Vec<usize> {
        let limit = times * self.tolerance;
        chosen.rest.iter().for_each(|&(row, _)| self.worst[row] = residual[row].abs().max(self.worst[row]));
        let is_open = |row: &usize| residual[*row].is_nan() || residual[*row].abs() > limit;
        chosen.rest.iter().map(|(row, _)| *row).filter(is_open).collect()
    }

    /// Equations left out that open when the mechanism moves without them.
    fn find_opening(&mut self, chosen: &Selection) -> Vec<usize> {
        let start = self.part.values.clone();
        let drivers = &self.rows.of_drivers;
        let kept: Vec<usize> = chosen.kept.iter().copied().filter(|row| !drivers.contains(row)).collect();
        for turn in 0..N_EXCURSIONS {
            self.part.values.copy_from_slice(&start);
            for _ in 0..N_STEPS {
                if !self.go_on(&kept, turn) {
                    break;
                }
                let residual = self.part.calc_residual();
                let open = self.find_open(chosen, &residual, MOST_MISFIT_ANYWHERE);
                if !open.is_empty() {
                    return open;
                }
            }
        }
        Vec::new()
    }

    /// One step in a direction that follows no pattern; false where there is none, or the motion ends.
    fn go_on(&mut self, kept: &[usize], turn: usize) -> bool {
        let rows = self.calc_rows();
        let wish = spread_numbers(rows.first().map_or(0, Vec::len), turn);
        let direction = Selection::of(&rows, kept).reduce(&wish);
        let largest = direction.iter().fold(0.0, |m: f64, x| x.abs().max(m));
        if largest <= PLAY_LENGTH {
            return false;
        }
        let displacement: Vec<f64> = direction.iter().map(|x| x * STEP / largest).collect();
        self.part.displace(&displacement);
        self.close(kept).is_some_and(|weakest| weakest > CLEAR)
    }

    /// The joints whose equations depend on one another.
    fn find_groups(&mut self, chosen: &Selection) -> Vec<Group> {
        let rows = self.calc_rows();
        let kept = Selection::of(&rows, &chosen.kept);
        let supports: Vec<(usize, Vec<usize>)> =
            chosen.rest.iter().map(|&(row, _)| (row, kept.find_support(&rows[row], PLAY_LENGTH))).collect();
        let joints: Vec<JointId> = self.rows.places.iter().map(|&(joint, _)| JointId::new(joint)).collect();
        calc_groups(&supports, &joints)
    }

    /// The model without the equations left out.
    fn leave_out(&mut self, model: &Model, chosen: &Selection) -> Play {
        let residual = self.part.calc_residual();
        let is_length = self.part.find_lengths();
        let mut meant = model.clone();
        let (mut misfits, mut size, mut told): (Vec<Misfit>, f64, f64) = (Vec::new(), 0.0, 0.0);
        for &(row, left) in &chosen.rest {
            let (j, k) = self.rows.places[row];
            meant.joints[j].left_out |= 1 << k;
            size = size.max(self.worst[row]);
            // The remainder of the row is the rate at which it opens.
            let relative = residual[row].abs().max(self.worst[row]).max(left);
            let misfit = relative / self.part.weight(row);
            told = told.max(relative);
            if misfits.last().is_none_or(|last| last.joint.index() != j) {
                misfits.push(Misfit { joint: JointId::new(j), length: 0.0, angle: 0.0 });
            }
            if let Some(last) = misfits.last_mut() {
                let most = if is_length[row] { &mut last.length } else { &mut last.angle };
                *most = most.max(misfit);
            }
        }
        let groups = self.find_groups(chosen);
        let watch = Watch::new(model, &meant, [told, self.tolerance]);
        Play { model: Arc::new(meant), misfits, size, groups, watch }
    }
}

/// The next larger number with one digit.
fn round_up(x: f64) -> f64 {
    let power = 10_f64.powi(x.log10().floor() as i32);
    (x / power).ceil() * power
}

impl Play {
    /// The same equations left out of the model with other bodies.
    pub(crate) fn leave_out_of(&self, model: &Model) -> Model {
        let mut meant = model.clone();
        meant.joints.iter_mut().zip(&self.model.joints).for_each(|(joint, play)| joint.left_out = play.left_out);
        meant
    }

    /// One sentence for the user.
    pub(crate) fn describe(&self) -> String {
        let meeting: Vec<JointId> = self.groups.iter().flat_map(|group| group.joints.iter().copied()).collect();
        let lacking: Vec<JointId> = self.misfits.iter().map(|misfit| misfit.joint).collect();
        let n_left_out: u32 = self.model.joints.iter().map(|joint| joint.left_out.count_ones()).sum();
        let most = |of: fn(&Misfit) -> f64| self.misfits.iter().map(of).fold(0.0, f64::max);
        let sizes = [(most(|misfit| misfit.length), "m"), (most(|misfit| misfit.angle), "rad")];
        let sizes: Vec<String> = sizes.iter().filter(|(x, _)| *x > 0.0).map(|(x, u)| format!("{x:.2e} {u}")).collect();
        format!(
            "joints fit together with play only: {} miss one another by up to {}; {n_left_out} {} of {}, which would \
             follow from the others if the numbers of the model were exact, {} left out",
            self.list(&meeting),
            sizes.join(" and "),
            if n_left_out == 1 { "equation" } else { "equations" },
            self.list(&lacking),
            if n_left_out == 1 { "is" } else { "are" },
        )
    }

    fn list(&self, joints: &[JointId]) -> String {
        const MOST_NAMES: usize = 6;
        let name = |joint: &JointId| format!("'{}'", self.model.joints[joint.index()].name);
        let shown: Vec<String> = joints.iter().take(MOST_NAMES).map(name).collect();
        let more = match joints.len() - shown.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        format!("{}{more}", shown.join(", "))
    }
}
