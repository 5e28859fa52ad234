//! Instants at which an expression of time switches: where it or its first two derivatives jump.
//!
//! Functions such as `floor`, `sign`, `abs`, `max` or `step` take one of several *branches*, by the values of their
//! operands. Between two changes of a branch an expression is smooth, so no integrator may step across one. A search
//! halves stretches of time until interval arithmetic proves that no branch changes in them, or they are too short to
//! matter; there, bisection finds the two neighboring numbers between which the branch changes. All stretches are
//! fixed ones, the halves of octaves of time: what is found does not depend on where a search begins. Smooth
//! expressions cost one proof an octave.

use super::interval::is_smooth;
use super::{Expression, Function, Op, STACK, jet};
use crate::model::signals::Curve;
use std::ops::ControlFlow;

/// Stretches are not divided below this part of their time. Two switches of the same function nearer than that may be
/// missed.
const SHORTEST: f64 = 1.0 / (1_u64 << 32) as f64;
/// Nor below this (s), at time zero.
const SHORTEST_AT_ZERO: f64 = 1e-18;
/// Differences of the two sides below this part of their size are those of constants that were rounded when they were
/// written.
const ROUNDED: f64 = 1e-9;
/// Resolution of time in which sides may differ by as much as the next derivative explains.
const TIME_ERRORS: f64 = 16.0;
/// Roundings of intermediate values by which sides may differ.
const ROUND_OFFS: f64 = 64.0;
/// Neighboring numbers that can be one instant.
const LONGEST_INSTANT: usize = 4;
/// Where the sides have no derivatives, they are looked at this part of the time away.
const AWAY: f64 = 1e-5;
/// Growth from there to the instant itself that only a pole has: 1/x grows by 1e11.
const POLE: f64 = 1e6;
/// Stretches examined by one search: seconds of work. Only operands that cannot be told from zero anywhere take so
/// many.
pub(crate) const MOST_STRETCHES: usize = 1 << 22;

/// A change of branches between two neighboring instants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Switch {
    /// The last instant with the earlier branches.
    pub before: f64,
    /// The first instant with the later branches.
    pub after: f64,
    /// The lowest derivative that jumps there.
    pub jump: Jump,
}

/// The lowest derivative that jumps, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// 0 for the value itself, 1 and 2 for its derivatives; 3 at a landmark of a smooth curve.
    pub order: usize,
    /// Later minus earlier.
    pub size: f64,
}

impl Expression {
    /// Whether it has functions that could switch.
    pub(crate) fn may_switch(&self) -> bool {
        let at_zero = [[0.0; 3]; 5];
        !self.is_constant() && self.program().iter().any(|op| branch(*op, &at_zero, self.curves()).is_some())
    }

    /// The first switch whose later side is after `time`, and that begins not after `end`. `budget` is how many
    /// stretches may be examined; once it is used up, nothing is found.
    pub(crate) fn find_switch(&self, time: f64, end: f64, budget: &mut usize) -> Option<Switch> {
        let mut search = Search { expression: self, time, end, budget };
        let mut octave = [0.0, 1.0];
        while octave[0] < end && octave[1].is_finite() {
            if let ControlFlow::Break(found) = search.examine(octave[0], octave[1]) {
                return found;
            }
            octave = [octave[1], 2.0 * octave[1]];
        }
        None
    }

    /// A number that is the same for the same branches.
    pub(super) fn branches(&self, t: f64) -> u64 {
        let mut all = 0xcbf2_9ce4_8422_2325_u64;
        self.for_each_operation(t, |op, operands, _| {
            if let Some(branch) = branch(op, operands, self.curves()) {
                // Adding zero makes one zero of two.
                all = (all ^ (branch + 0.0).to_bits()).wrapping_mul(0x0100_0000_01b3);
            }
        });
        all
    }

    /// The jump between two neighboring instants, if there is one; infinite at a pole.
    fn find_jump(&self, before: f64, after: f64) -> Option<Jump> {
        let (mut times, away) = ([before, after], [before * (1.0 - AWAY), after * (1.0 + AWAY)]);
        let mut sides = times.map(|t| self.jet(t));
        let is_pole = |k: usize| exceeds(sides[k][0].abs(), POLE * self.value(away[k]).abs() + f64::MIN_POSITIVE);
        if (is_pole(0) || is_pole(1)) && sides[0][0] != sides[1][0] {
            return Some(Jump { order: 0, size: f64::INFINITY });
        }
        if sides.iter().flatten().any(|x| !x.is_finite()) {
            times = away;
            sides = times.map(|t| self.jet(t));
        }
        let resolution = TIME_ERRORS * (times[1] - times[0]);
        let size = |order: usize| sides.iter().map(|side| side.get(order).map_or(0.0, |x| x.abs())).sum::<f64>();
        let largest = self.find_largest(before);
        let jumps = |order: &usize| {
            let round_off = ROUND_OFFS * f64::EPSILON * largest[*order];
            let explained = ROUNDED * size(*order) + resolution * size(order + 1) + round_off;
            // Sides that are no numbers differ.
            exceeds((sides[1][*order] - sides[0][*order]).abs(), explained)
        };
        let order = (0..3).find(jumps)?;
        Some(Jump { order, size: sides[1][order] - sides[0][order] })
    }

    /// The third derivative jumps where a smooth curve passes a landmark: to be seen, its parts need steps of their
    /// own, however smooth it is.
    fn find_landmark(&self, before: f64, after: f64) -> Option<Jump> {
        let mut arguments = Vec::new();
        self.for_each_operation(before, |op, x, _| {
            if let Op::Curve(curve) = op {
                arguments.push((curve, x[0][0]));
            }
        });
        let (mut earlier, mut is_passed) = (arguments.into_iter(), false);
        self.for_each_operation(after, |op, x, _| {
            if let (Op::Curve(_), Some((curve, from))) = (op, earlier.next()) {
                is_passed |= self.curves()[curve as usize].has_landmark(from, x[0][0]);
            }
        });
        is_passed.then_some(Jump { order: 3, size: 0.0 })
    }

    /// The largest intermediate value that is finite, and the largest derivatives.
    fn find_largest(&self, t: f64) -> [f64; 3] {
        let mut largest = [0.0; 3];
        self.for_each_operation(t, |_, _, result| {
            for (most, x) in largest.iter_mut().zip(result) {
                *most = if x.is_finite() { x.abs().max(*most) } else { *most };
            }
        });
        largest
    }

    /// Evaluates with derivatives; every operation is seen with its operands and its result.
    fn for_each_operation(&self, t: f64, mut see: impl FnMut(Op, &[[f64; 3]], [f64; 3])) {
        let mut stack = [[0.0; 3]; STACK];
        let mut top = 0;
        for op in self.program() {
            top -= op.n_operands();
            let result = jet::jet_of(*op, &stack[top..], self.given(t));
            see(*op, &stack[top..], result);
            stack[top] = result;
            top += 1;
        }
    }
}

/// Whether a number is beyond a limit, or either is none.
fn exceeds(x: f64, limit: f64) -> bool {
    x > limit || x.is_nan() || limit.is_nan()
}

/// The branch that an operation takes, for those that have several. Square roots and the like have a kink where their
/// operand touches the end of their domain, that is where it turns back.
fn branch(op: Op, x: &[[f64; 3]], curves: &[Curve]) -> Option<f64> {
    let sign = |u: f64| if u > 0.0 { 1.0 } else { -f64::from(u < 0.0) };
    Some(match op {
        Op::Divide => sign(x[1][0]),
        Op::Power | Op::Call(Function::Pow) => {
            let is_whole = x[1][1] == 0.0 && x[1][2] == 0.0 && x[1][0] >= 0.0 && x[1][0].fract() == 0.0;
            if is_whole { 0.0 } else { sign(x[0][0]) + 3.0 * sign(x[0][1]) }
        }
        Op::Call(Function::Sqrt | Function::Asin | Function::Acos) => sign(x[0][1]),
        Op::Call(Function::Abs | Function::Sign) => sign(x[0][0]),
        Op::Call(Function::Floor) => x[0][0].floor(),
        Op::Call(Function::Tan) => sign(x[0][0].cos()),
        Op::Call(Function::Min | Function::Max) => sign(x[0][0] - x[1][0]),
        Op::Call(Function::Mod) => (x[0][0] / x[1][0]).floor(),
        Op::Call(Function::Atan2) if x[1][0] < 0.0 => sign(x[0][0]),
        Op::Call(Function::Atan2) => 2.0,
        Op::Call(Function::Step) if x[0][0] < x[1][0] => 0.0,
        Op::Call(Function::Step) => f64::from(x[0][0] >= x[3][0]) + 1.0,
        Op::Compare(_) => sign(x[0][0] - x[1][0]),
        Op::Curve(curve) => curves[curve as usize].branch(x[0][0]),
        Op::And | Op::Or => f64::from(x[0][0] != 0.0) + 2.0 * f64::from(x[1][0] != 0.0),
        Op::Not | Op::Call(Function::If) => f64::from(x[0][0] != 0.0),
        // It has a kink where it touches zero, which its rate tells.
        Op::Call(Function::Hypot) => sign(x[0][0] * x[0][1] + x[1][0] * x[1][1]),
        Op::Number(_) | Op::Time | Op::Negate | Op::Add | Op::Subtract | Op::Multiply => return None,
        Op::Call(Function::Sin | Function::Cos | Function::Atan | Function::Sinh | Function::Cosh | Function::Tanh) => {
            return None;
        }
        Op::Call(Function::Exp | Function::Log | Function::Ln | Function::Log10) => return None,
    })
}

/// A search for the first switch after a time.
struct Search<'a> {
    expression: &'a Expression,
    time: f64,
    end: f64,
    budget: &'a mut usize,
}

impl Search<'_> {
    /// Breaks with the switch that was found, or with none where the search is over.
    fn examine(&mut self, start: f64, end: f64) -> ControlFlow<Option<Switch>> {
        if end <= self.time || start >= self.end {
            return ControlFlow::Continue(());
        }
        let Some(rest) = self.budget.checked_sub(1) else { return ControlFlow::Break(None) };
        *self.budget = rest;
        if is_smooth(self.expression, start, end) {
            return ControlFlow::Continue(());
        }
        if end - start <= (SHORTEST * end).max(SHORTEST_AT_ZERO) {
            return self.examine_shortest(start, end);
        }
        let middle = start + 0.5 * (end - start);
        self.examine(start, middle)?;
        self.examine(middle, end)
    }

    fn examine_shortest(&mut self, mut start: f64, end: f64) -> ControlFlow<Option<Switch>> {
        let branches = |t: f64| self.expression.branches(t);
        let last = branches(end);
        while start < end && branches(start) != last {
            let (before, first) = bisect(start, end, branches);
            // At the instant itself `sign` is zero.
            let (mut after, mut next) = (first, first);
            for _ in 0..LONGEST_INSTANT {
                let earlier = next;
                next = earlier.next_up();
                if branches(next) != branches(earlier) {
                    after = next;
                }
            }
            start = after;
            if after <= self.time {
                continue;
            }
            if first > self.end {
                return ControlFlow::Break(None);
            }
            let jump = || self.expression.find_jump(before, after);
            if let Some(jump) = jump().or_else(|| self.expression.find_landmark(before, after)) {
                return ControlFlow::Break(Some(Switch { before, after, jump }));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two neighboring numbers, from zero on, between which the branches change from those at the start.
fn bisect(start: f64, end: f64, branches: impl Fn(f64) -> u64) -> (f64, f64) {
    // Bits of numbers that are not negative are in the order of the numbers.
    let (mut low, mut high, first) = (start.to_bits(), end.to_bits(), branches(start));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if branches(f64::from_bits(middle)) == first { low = middle } else { high = middle }
    }
    (f64::from_bits(low), f64::from_bits(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switches(text: &str, end: f64) -> Vec<Switch> {
        let expression = Expression::parse(text).unwrap();
        let (mut time, mut budget) = (0.0, MOST_STRETCHES);
        let found = std::iter::from_fn(|| {
            let found = expression.find_switch(time, end, &mut budget)?;
            time = found.after;
            Some(found)
        });
        let found = found.collect();
        assert!(budget > 0, "{text}");
        found
    }

    /// Expression, end, times of switches, order and size of the first jump.
    #[test]
    fn switches_are_found_to_the_resolution_of_time() {
        let third = 1.0 / 3.0;
        let cases: [(&str, f64, &[f64], usize, f64); 30] = [
            ("0.01*floor(10*t)", 0.35, &[0.1, 0.2, 0.3], 0, 0.01),
            ("sign(t - 1/3)", 2.0, &[third], 0, 2.0),
            ("step(t, 0.7, 1, 0.7, 4)", 1.0, &[0.7], 0, 3.0),
            ("step(t, 0, 0, 1, 1)", 2.0, &[1.0], 2, 6.0),
            ("abs(t - 0.3)", 1.0, &[0.3], 1, 2.0),
            ("max(0, t - 0.3)^2", 1.0, &[0.3], 2, 2.0),
            ("min(t, 0.4)", 1.0, &[0.4], 1, -1.0),
            ("mod(t, 0.25)", 0.6, &[0.25, 0.5], 0, -0.25),
            ("0.01*(mod(t, 0.1) < 0.05)", 0.16, &[0.05, 0.1, 0.15], 0, -0.01),
            ("0.01*floor(2*mod(t, 0.5))", 0.9, &[], 0, 0.0),
            ("floor(4*mod(t, 0.5))", 0.6, &[0.25, 0.5], 0, 1.0),
            ("step(mod(t, 1), 0.25, 0, 0.25, 3)", 1.1, &[0.25, 1.0], 0, 3.0),
            ("abs(mod(t, 1) - 0.5)", 0.9, &[0.5], 1, 2.0),
            ("if(mod(floor(4*t), 2) == 0, 1, 3)", 0.4, &[0.25], 0, 2.0),
            ("sign(sin(2*pi*t))", 1.3, &[0.5, 1.0], 0, -2.0),
            ("sqrt((t - 0.3)^2)", 1.0, &[0.3], 1, 2.0),
            ("((t - 0.3)^2)^1.5", 1.0, &[], 0, 0.0),
            ("abs(sin(t) - 0.9)", 2.5, &[1.119_769_514_998_634, 2.021_823_138_591_159], 1, 0.0),
            ("asin(sin(t))", 2.0, &[std::f64::consts::FRAC_PI_2], 1, -2.0),
            ("atan2(sin(t), cos(t))", 4.0, &[std::f64::consts::PI], 0, -std::f64::consts::TAU),
            ("tan(t)", 2.0, &[std::f64::consts::FRAC_PI_2], 0, f64::INFINITY),
            ("1/(t - 0.3)", 1.0, &[0.3], 0, f64::INFINITY),
            ("mod(t, 0.25) + 0.25*floor(4*t)", 0.6, &[], 0, 0.0),
            ("max(t - 5, 0)*floor(3.5)", 4.0, &[], 0, 0.0),
            ("if(t < 0.3, 1, 4)", 1.0, &[0.3], 0, 3.0),
            ("pulse(t, 0.25, 0.5)*2", 1.0, &[0.25, 0.5], 0, 2.0),
            ("clamp(t, 0.2, 0.4)", 1.0, &[0.2, 0.4], 1, 1.0),
            ("hypot(t - 0.3, 0*t)", 1.0, &[0.3], 1, 2.0),
            ("hypot(t - 0.3, 1)", 1.0, &[], 0, 0.0),
            ("if(t > 0.3 and not (t >= 0.6 or t == 5), t, 0)", 1.0, &[0.3, 0.6], 0, 0.3),
        ];
        for (text, end, times, order, size) in cases {
            let found = switches(text, end);
            assert_eq!(found.len(), times.len(), "{text}: {found:?}");
            for (switch, time) in found.iter().zip(times) {
                assert!((switch.after - time).abs() <= 1e-12 && switch.before < switch.after, "{text}: {found:?}");
                assert!(switch.after - switch.before <= 8.0 * f64::EPSILON * time, "{text}: {found:?}");
            }
            if let Some(switch) = found.first() {
                let Jump { order: jumps, size: by } = switch.jump;
                assert_eq!(jumps, order, "{text}: {found:?}");
                let is_same = size == 0.0 || (by - size).abs() < 1e-5 || (size.is_infinite() && by * size > 1e6);
                assert!(is_same, "{text}: {found:?}");
            }
        }
    }

    /// Two switches within microseconds, and many of them.
    #[test]
    fn short_pulses_are_found() {
        let pulse = switches("floor(sin(t) + 1e-12)", 2.0);
        assert!(pulse.len() == 2 && pulse[1].after - pulse[0].after < 3e-6, "{pulse:?}");
        assert_eq!(switches("floor(cos(2*pi*1000*t) + 1e-9)", 1.0005).len(), 4002);
    }

    #[test]
    fn what_is_found_does_not_depend_on_where_the_search_begins() {
        for text in ["sign(sin(50*t) - 0.3*cos(t))", "floor(10*t) + abs(t - 0.55)"] {
            let all = switches(text, 3.0);
            let expression = Expression::parse(text).unwrap();
            for k in 0..1000 {
                let time = 3e-3 * f64::from(k);
                let found = expression.find_switch(time, 3.0, &mut 100_000);
                assert_eq!(found, all.iter().find(|switch| switch.after > time).copied(), "{text} from {time}");
            }
            for switch in &all {
                let found = expression.find_switch(switch.before, 3.0, &mut 100_000);
                assert_eq!(found, Some(*switch), "{text}");
            }
        }
    }

    #[test]
    fn smooth_expressions_take_a_few_proofs_and_undecidable_ones_an_end() {
        let spent = |text: &str, end: f64| {
            let mut budget = MOST_STRETCHES;
            assert_eq!(Expression::parse(text).unwrap().find_switch(0.0, end, &mut budget), None, "{text}");
            MOST_STRETCHES - budget
        };
        assert!(spent("max(0, 0*t) + abs(2 + sin(t)) + 3/(1 + t)", 1e6) < 50);
        assert!(spent("step(t, 7, 0, 7, 1)", 6.0) < 10);
        assert_eq!(spent("max(sin(t)^2 + cos(t)^2, 1)", 1e3), MOST_STRETCHES);
        assert!(!Expression::parse("3*sin(t) + exp(-t)").unwrap().may_switch());
    }

    /// At time zero an expression has the branches that it has later.
    #[test]
    fn at_time_zero_the_later_side_counts() {
        let cases = [("abs(t)", [0.0, 1.0, 0.0]), ("max(0, 2*t)", [0.0, 2.0, 0.0]), ("3*sign(t)", [3.0, 0.0, 0.0])];
        for (text, jet) in cases {
            let expression = Expression::parse(text).unwrap();
            let found = expression.jet(0.0);
            assert!(found.iter().zip(jet).all(|(a, b)| (a - b).abs() < 1e-290), "{text}: {found:?}");
            assert_eq!(expression.value(0.5), expression.jet(0.5)[0], "{text}");
            assert!(switches(text, 1.0).is_empty(), "{text}");
        }
    }
}
