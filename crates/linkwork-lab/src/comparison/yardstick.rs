//! The yardstick of methods: the reference motion, and how far a motion may be from it.
//!
//! With n steps of the reference, tolerances `rtol` and `atol`, and S the largest position, velocity or reaction of its
//! motion, a motion may differ at time t by
//!
//! ```text
//!     n (atol + rtol S) + 10 (s(t) + s'(t))                                                         (1)
//! ```
//!
//! The first part is what the steps may have erred together, each by its tolerance (reactions: without `atol`). The
//! second is for motions that amplify errors: s(t) is what the reference itself has changed by up to t when it is
//! computed once more with tolerances ten times tighter and, for methods of fixed step, half the step; elastic joints
//! four times as stiff. s'(t) is the same of the motion that is judged, where its formulation or stabilization is not
//! that of the reference: its steps then err by other amounts, and the reference's change cannot say by how much.
//! Elsewhere it is zero. Ten leaves room for errors that the repetition shows only in part. Once the reference has no
//! three digits left, s > S/1000, nothing can be judged any more; chaos comes to that soon. Likewise a motion with s' >
//! S/1000.
//!
//! In singular positions some equations depend on others, and reactions are not definite: near a dead point they grow
//! like one over the distance from it, in it they are not unique. Reactions of rows where the reference is there, or
//! nearly so, count nowhere: not in S, s or s', nor in what is judged.

use super::difference::{Apart, Columns};
use linkwork::recorder::Memory;
use linkwork::settings::Settings;
use std::ops::Range;

/// The weight of s(t) and s'(t) in (1).
const ROOM: f64 = 10.0;
/// Where s exceeds this part of S, the reference says nothing any more.
const DIGITS: f64 = 1e-3;

/// The reference motion and what may differ from it.
pub struct Yardstick {
    columns: Columns,
    rows: Vec<Vec<f64>>,
    /// By row: whether reactions count.
    definite: Vec<bool>,
    /// (1) for each row that is judged, without s'.
    allowed: Vec<Apart>,
    /// Difference allowed without the second part of (1).
    pub tolerance: Apart,
    /// Beyond this s or s' a motion has no three digits left.
    digits: Apart,
    /// s at the last row that both motions of the reference have.
    pub own: Apart,
    /// Rows up to which s stays within the tolerance; `None` if it does as far as the repetition goes.
    n_settled: Option<usize>,
    reactions_unique: bool,
}

/// Difference allowed to a motion with errors of its own.
pub struct Room {
    /// (1) for each row that is judged.
    allowed: Vec<Apart>,
    /// s' at the last of them.
    pub own: Apart,
}

impl Room {
    /// (1) at the last row that is judged.
    pub fn allowed(&self) -> Apart {
        self.allowed.last().copied().unwrap_or_default()
    }
}

/// A place where a motion is further off than it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    /// Position, velocity or reaction.
    pub what: &'static str,
    /// When.
    pub time: f64,
    /// By how much.
    pub off: f64,
    /// How much may be.
    pub allowed: f64,
}

impl Yardstick {
    /// From the rows of the reference, and those of its repetition.
    pub fn new(reference: Memory, repeated: &[Vec<f64>], steps: u64, settings: &Settings) -> Yardstick {
        let Memory { channels, rows, definite } = reference;
        let columns = Columns::of(&channels);
        let sizes = rows.iter().zip(&definite).map(|(row, &is_definite)| columns.size(row).only(is_definite));
        let size = sizes.fold(Apart::default(), Apart::max);
        let n = steps.max(1) as f64;
        let each = |s: f64, atol: f64| n * (atol + settings.rtol * s);
        let tolerance = Apart {
            position: each(size.position, settings.atol),
            velocity: each(size.velocity, settings.atol),
            reaction: each(size.reaction, 0.0),
        };
        let mut yardstick = Yardstick {
            columns,
            rows,
            definite,
            allowed: Vec::new(),
            tolerance,
            digits: size.with(tolerance, |size, tolerance| tolerance.max(DIGITS * size)),
            own: Apart::default(),
            n_settled: None,
            reactions_unique: true,
        };
        yardstick.see_own(repeated);
        yardstick
    }

    /// Without reactions: where equations are redundant they are not unique.
    pub fn without_reactions(mut self) -> Yardstick {
        self.reactions_unique = false;
        self
    }

    /// s(t) and with it (1), row by row.
    fn see_own(&mut self, repeated: &[Vec<f64>]) {
        for k in 0..self.rows.len().min(repeated.len()) {
            self.own = self.own.max(self.compare_row(&self.rows, repeated, k));
            let own = self.own;
            // Written so that what is not a number ends the judging.
            let within = |limit: Apart| own.position <= limit.position && own.velocity <= limit.velocity;
            if !within(self.tolerance) {
                self.n_settled.get_or_insert(self.allowed.len());
            }
            if !within(self.digits) {
                break;
            }
            self.allowed.push(self.tolerance.with(own, |tolerance, own| tolerance + ROOM * own));
        }
        // The initial state belongs to every method.
        if self.allowed.is_empty() && !self.rows.is_empty() {
            self.allowed.push(self.tolerance);
        }
    }

    /// The largest differences over all rows that both motions have.
    pub fn difference(&self, rows: &[Vec<f64>]) -> Apart {
        self.difference_in(rows, 0..rows.len())
    }

    /// The same, as long as the reference itself stays within the tolerance; `None` if it always does.
    pub fn early_difference(&self, rows: &[Vec<f64>]) -> Option<Apart> {
        self.n_settled.map(|n| self.difference_in(rows, 0..n.max(1)))
    }

    fn difference_in(&self, rows: &[Vec<f64>], range: Range<usize>) -> Apart {
        self.compare(&self.rows, rows, range)
    }

    fn compare(&self, a: &[Vec<f64>], b: &[Vec<f64>], range: Range<usize>) -> Apart {
        let end = range.end.min(a.len()).min(b.len());
        let rows = range.start..end;
        let found = rows.map(|k| self.compare_row(a, b, k)).fold(Apart::default(), Apart::max);
        found.only(self.reactions_unique)
    }

    fn compare_row(&self, a: &[Vec<f64>], b: &[Vec<f64>], k: usize) -> Apart {
        self.columns.difference(&a[k], &b[k]).only(self.definite[k])
    }

    /// In how many of the rows that are judged reactions do not count.
    pub fn count_indefinite(&self) -> usize {
        self.definite.iter().take(self.allowed.len()).filter(|is_definite| !**is_definite).count()
    }

    /// (1) with s' of a motion, from its rows and those of its repetition, as long as the motion has three digits.
    /// Where the repetition ended, s' stays as it was.
    pub fn room_for(&self, rows: &[Vec<f64>], repeated: &[Vec<f64>]) -> Room {
        let mut own = Apart::default();
        let mut allowed = Vec::with_capacity(self.allowed.len());
        for (k, without) in self.allowed.iter().enumerate() {
            let next = own.max(self.compare(rows, repeated, k..k + 1));
            // Written so that what is not a number is judged, and found at fault; the initial state belongs to every
            // method.
            if k > 0 && (next.position > self.digits.position || next.velocity > self.digits.velocity) {
                break;
            }
            own = next;
            allowed.push(without.with(own, |without, own| without + ROOM * own));
        }
        Room { allowed, own }
    }

    /// The first place where a motion is further off than it may be, given its own room if it has one.
    pub fn find_fault(&self, rows: &[Vec<f64>], room: Option<&Room>) -> Option<Fault> {
        let allowed = room.map_or(&self.allowed, |room| &room.allowed);
        let n = allowed.len().min(rows.len());
        (0..n).find_map(|k| {
            let off = self.difference_in(rows, k..k + 1);
            let pairs = off.named().into_iter().zip(allowed[k].named());
            // Written so that what is not a number is a fault.
            let mut faults =
                pairs.filter(|((_, off), (_, allowed))| off.partial_cmp(allowed).is_none_or(|o| o.is_gt()));
            faults.next().map(|((what, off), (_, allowed))| Fault { what, time: self.rows[k][0], off, allowed })
        })
    }

    /// (1) at the last row that is judged.
    pub fn allowed(&self) -> Apart {
        self.allowed.last().copied().unwrap_or(self.tolerance)
    }

    /// (1) at the last row where the reference itself stays within the tolerance; `None` if it always does.
    pub fn allowed_early(&self) -> Option<Apart> {
        let n = self.n_settled?;
        Some(self.allowed.get(n.max(1) - 1).copied().unwrap_or(self.tolerance))
    }

    /// The same for a motion with errors of its own.
    pub fn allowed_early_in(&self, room: &Room) -> Option<Apart> {
        let n = self.n_settled?;
        Some(room.allowed.get(n.max(1) - 1).copied().unwrap_or(room.allowed()))
    }

    /// The time of the last row that is judged.
    pub fn judged_until(&self) -> f64 {
        self.time_of_row(self.allowed.len())
    }

    /// The same for a motion with errors of its own.
    pub fn judged_until_in(&self, room: &Room) -> f64 {
        self.time_of_row(room.allowed.len())
    }

    /// The time up to which the reference itself stays within the tolerance; `None` if it always does.
    pub fn settled_until(&self) -> Option<f64> {
        self.n_settled.map(|n| self.time_of_row(n))
    }

    /// The time of the last of the first `n` rows.
    fn time_of_row(&self, n: usize) -> f64 {
        self.rows.get(n.max(1) - 1).map_or(0.0, |row| row[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body at x and vx, a joint with one force, at times 0, 1, 2, …
    fn rows(x: impl Fn(f64) -> [f64; 3], n: usize) -> Vec<Vec<f64>> {
        (0..n).map(|k| [&[k as f64][..], &x(k as f64)].concat()).collect()
    }

    fn reference() -> Memory {
        let channels = ["time", "b.x", "b.vx", "j.fx"].map(String::from).to_vec();
        Memory { channels, rows: rows(|_| [2.0, 3.0, 4.0], 10), definite: vec![true; 10] }
    }

    fn yardstick(repeated: impl Fn(f64) -> [f64; 3]) -> Yardstick {
        let settings = Settings { rtol: 1e-6, atol: 1e-7, ..Settings::default() };
        Yardstick::new(reference(), &rows(repeated, 10), 100, &settings)
    }

    #[test]
    fn the_tolerance_is_that_of_all_steps_together() {
        let t = yardstick(|_| [2.0, 3.0, 4.0]).tolerance;
        // 100 (1e-7 + 1e-6 · 2) and so on.
        for (found, expected) in [(t.position, 2.1e-4), (t.velocity, 3.1e-4), (t.reaction, 4e-4)] {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn a_motion_within_the_tolerance_agrees_and_one_beyond_does_not() {
        let y = yardstick(|_| [2.0, 3.0, 4.0]);
        assert_eq!(y.settled_until(), None);
        assert_eq!(y.judged_until(), 9.0);
        assert_eq!(y.find_fault(&rows(|_| [2.0002, 3.0, 4.0], 10), None), None);
        let late = |t: f64| if t < 5.0 { [2.0, 3.0, 4.0] } else { [2.0, 3.001, 4.0] };
        let fault = y.find_fault(&rows(late, 10), None).unwrap();
        assert_eq!((fault.what, fault.time), ("velocity", 5.0));
        assert!((fault.off - 1e-3).abs() < 1e-12 && fault.allowed < 1e-3);
        assert_eq!(y.find_fault(&rows(late, 5), None), None, "a run that ended before");
        assert!(y.find_fault(&rows(|_| [f64::NAN, 3.0, 4.0], 10), None).is_some());
    }

    #[test]
    fn reactions_count_only_where_they_are_unique() {
        let pushed = rows(|_| [2.0, 3.0, 5.0], 10);
        assert_eq!(yardstick(|_| [2.0, 3.0, 4.0]).find_fault(&pushed, None).map(|f| f.what), Some("reaction"));
        assert_eq!(yardstick(|_| [2.0, 3.0, 4.0]).without_reactions().find_fault(&pushed, None), None);
    }

    #[test]
    fn reactions_of_singular_rows_count_nowhere() {
        let mut reference = reference();
        // A dead point at 5 s: a reaction that has no bound, and another one in each motion.
        reference.rows[5][3] = 1e9;
        reference.definite[5] = false;
        let there = |t: f64, force: f64| if t == 5.0 { [2.0, 3.0, force] } else { [2.0, 3.0, 4.0] };
        let repeated = rows(|t| there(t, -1e8), 10);
        let y = Yardstick::new(reference.clone(), &repeated, 100, &Settings::default());
        assert!(y.tolerance.reaction < 1e-3 && y.own.reaction == 0.0, "{:?} {:?}", y.tolerance, y.own);
        let motion = rows(|t| there(t, 7.0), 10);
        assert_eq!((y.find_fault(&motion, None), y.difference(&motion).reaction), (None, 0.0));
        assert_eq!(y.find_fault(&motion, Some(&y.room_for(&motion, &repeated))), None);
        assert_eq!(y.count_indefinite(), 1);
        // Next to it they do, and so does a position there.
        let late = rows(|t| if t == 6.0 { [2.0, 3.0, 5.0] } else { there(t, 7.0) }, 10);
        assert_eq!(y.find_fault(&late, None).map(|fault| (fault.what, fault.time)), Some(("reaction", 6.0)));
        let off = rows(|t| if t == 5.0 { [2.1, 3.0, 4.0] } else { [2.0, 3.0, 4.0] }, 10);
        assert_eq!(y.find_fault(&off, None).map(|fault| (fault.what, fault.time)), Some(("position", 5.0)));
    }

    #[test]
    fn chaos_is_judged_only_while_the_reference_has_digits() {
        // The repetition moves away by a factor of ten each second, from 1e-6: beyond 2.1e-4 at 3 s, beyond 2e-3 at 4
        // s.
        let y = yardstick(|t| [2.0 + 1e-6 * 10_f64.powf(t), 3.0, 4.0]);
        assert_eq!((y.settled_until(), y.judged_until()), (Some(2.0), 3.0));
        let chaotic = rows(|t| [2.0 + 3e-6 * 10_f64.powf(t), 3.0, 4.0], 10);
        assert_eq!(y.find_fault(&chaotic, None), None);
        assert!(y.difference(&chaotic).position > 1e3);
        assert!((y.early_difference(&chaotic).unwrap().position - 3e-4).abs() < 1e-9);
        // 2.1e-4 and ten times 1e-4.
        assert!((y.allowed_early().unwrap().position - 1.21e-3).abs() < 1e-9);
        let wrong = rows(|t| [2.0 + 1e-2 * t, 3.0, 4.0], 10);
        assert_eq!(
            y.find_fault(&wrong, None).map(|f| f.time),
            Some(1.0),
            "an error that is there from the start is seen"
        );
    }

    #[test]
    fn a_motion_with_errors_of_its_own_is_given_ten_times_what_it_changes_by() {
        let y = yardstick(|_| [2.0, 3.0, 4.0]);
        let off = |by: f64| rows(move |t| [2.0 + by * t, 3.0, 4.0], 10);
        // Off by 1e-4 t, which 2.1e-4 allow up to 2 s; tighter tolerances make it nine tenths of that, or change
        // nothing.
        let motion = off(1e-4);
        let room = y.room_for(&motion, &off(0.9e-4));
        assert!((room.own.position - 9e-5).abs() < 1e-12 && (room.allowed().position - 1.11e-3).abs() < 1e-12);
        assert_eq!(y.find_fault(&motion, None).map(|f| f.time), Some(3.0));
        assert_eq!(y.find_fault(&motion, Some(&room)), None);
        let stubborn = y.room_for(&motion, &motion);
        assert_eq!(y.find_fault(&motion, Some(&stubborn)).map(|f| f.time), Some(3.0), "wrong, and not for its steps");
        // The repetition ended after 1 s: 1e-5 there, so 3.1e-4 from then on.
        let short = y.room_for(&motion, &off(0.9e-4)[..2]);
        assert_eq!(y.find_fault(&motion, Some(&short)).map(|f| f.time), Some(4.0));
    }

    #[test]
    fn a_motion_that_lost_its_own_digits_is_judged_no_longer() {
        let y = yardstick(|_| [2.0, 3.0, 4.0]);
        // Beyond 2e-3 of its own change after 4 s.
        let motion = rows(|_| [2.0, 3.0, 4.0], 10);
        let room = y.room_for(&motion, &rows(|t| [2.0 + 4.5e-4 * t, 3.0, 4.0], 10));
        assert_eq!((y.judged_until(), y.judged_until_in(&room)), (9.0, 4.0));
        assert!((room.own.position - 1.8e-3).abs() < 1e-12);
        let late = rows(|t| if t < 4.0 { [2.0, 3.0, 4.0] } else { [2.1, 3.0, 4.0] }, 10);
        assert_eq!(y.find_fault(&late, Some(&room)).map(|f| f.time), Some(4.0));
    }

    #[test]
    fn a_repetition_that_is_no_motion_excuses_nothing() {
        let y = yardstick(|_| [2.0, 3.0, 4.0]);
        let motion = rows(|_| [2.0, 3.0, 4.0], 10);
        let broken = y.room_for(&motion, &rows(|_| [f64::NAN, 3.0, 4.0], 10));
        assert!(y.find_fault(&motion, Some(&broken)).is_some());
        // Without unique reactions theirs say nothing.
        let y = y.without_reactions();
        let pushed = y.room_for(&motion, &rows(|_| [2.0, 3.0, f64::NAN], 10));
        assert_eq!((pushed.own.reaction, y.find_fault(&motion, Some(&pushed))), (0.0, None));
    }

    #[test]
    fn a_reference_whose_repetition_stopped_is_judged_up_to_there() {
        let same = |_| [2.0, 3.0, 4.0];
        let y = Yardstick::new(reference(), &rows(same, 4), 100, &Settings::default());
        assert_eq!((y.judged_until(), y.settled_until()), (3.0, None));
    }
}
