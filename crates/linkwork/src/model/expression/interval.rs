//! Interval arithmetic: bounds of an expression over a stretch of time, and a proof that no function in it switches
//! there.
//!
//! Bounds are widened by a few roundings after every operation. A zero stays exact: sums and products that are zero
//! have no rounding error, and without it nothing could be proved of an operand that is identically zero.

use super::{Comparison, Expression, Function, Op, STACK};
use crate::model::signals::Curve;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// All numbers from `lo` to `hi`.
#[derive(Clone, Copy, Debug)]
struct Interval {
    lo: f64,
    hi: f64,
}

const WHOLE: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

/// Whether every function of the program takes one and the same branch from `start` to `end`.
pub(super) fn is_smooth(expression: &Expression, start: f64, end: f64) -> bool {
    let mut stack = [WHOLE; STACK];
    let mut top = 0;
    let curves = expression.curves();
    for op in expression.program() {
        top -= op.n_operands();
        let x = &stack[top..top + op.n_operands()];
        if !x.iter().all(Interval::is_point) && !keeps_branch(*op, x, curves) {
            return false;
        }
        stack[top] = match op {
            Op::Time => Interval { lo: start, hi: end },
            op => bounds(*op, x, curves),
        };
        top += 1;
    }
    true
}

/// Whether an operation on operands in these intervals cannot change its branch; see `switches::branch`.
fn keeps_branch(op: Op, x: &[Interval], curves: &[Curve]) -> bool {
    match op {
        Op::Divide => !x[1].has_zero(),
        Op::Power | Op::Call(Function::Pow) => {
            let exponent = x[1].lo;
            (x[1].is_point() && exponent >= 0.0 && exponent.fract() == 0.0) || x[0].lo > 0.0
        }
        Op::Call(Function::Sqrt) => x[0].lo > 0.0,
        Op::Call(Function::Asin | Function::Acos) => x[0].lo > -1.0 && x[0].hi < 1.0,
        Op::Call(Function::Abs | Function::Sign) => !x[0].has_zero(),
        Op::Call(Function::Floor) => x[0].floor().is_point(),
        Op::Call(Function::Tan) => divide(x[0], point(PI)).shift(0.5).floor().is_point(),
        Op::Call(Function::Min | Function::Max) => !subtract(x[0], x[1]).has_zero(),
        Op::Call(Function::Mod) => divide(x[0], x[1]).floor().is_point(),
        Op::Call(Function::Atan2) => x[1].lo > 0.0 || !x[0].has_zero(),
        Op::Call(Function::Step) => {
            let (before, after) = (x[0].hi < x[1].lo, x[0].lo >= x[3].hi && x[0].lo >= x[1].hi);
            before || after || (x[0].lo >= x[1].hi && x[0].hi < x[3].lo)
        }
        Op::Compare(_) => !subtract(x[0], x[1]).has_zero(),
        Op::Curve(curve) => {
            let [low, high] = [x[0].lo, x[0].hi].map(|at| curves[curve as usize].branch(at));
            low == high
        }
        // Their operands are truths or switch where they touch zero.
        Op::And | Op::Or => x.iter().all(|x| x.is_point() || !x.has_zero()),
        Op::Not | Op::Call(Function::If) => x[0].is_point() || !x[0].has_zero(),
        Op::Call(Function::Hypot) => !x[0].has_zero() || !x[1].has_zero(),
        Op::Number(_) | Op::Time | Op::Negate | Op::Add | Op::Subtract | Op::Multiply => true,
        Op::Call(Function::Sin | Function::Cos | Function::Atan | Function::Sinh | Function::Cosh | Function::Tanh) => {
            true
        }
        Op::Call(Function::Exp | Function::Log | Function::Ln | Function::Log10) => true,
    }
}

fn bounds(op: Op, x: &[Interval], curves: &[Curve]) -> Interval {
    match op {
        Op::Number(value) => point(value),
        Op::Time => WHOLE,
        Op::Negate => Interval { lo: -x[0].hi, hi: -x[0].lo },
        Op::Add => Interval::around([x[0].lo + x[1].lo, x[0].hi + x[1].hi]),
        Op::Subtract => subtract(x[0], x[1]),
        Op::Multiply => corners(x[0], x[1], |a, b| if a == 0.0 || b == 0.0 { 0.0 } else { a * b }),
        Op::Divide => divide(x[0], x[1]),
        Op::Power => power(x[0], x[1]),
        Op::Compare(comparison) => compare(comparison, x[0], x[1]),
        Op::And => truths(x, |all| all.iter().all(|holds| *holds)),
        Op::Or => truths(x, |all| all.iter().any(|holds| *holds)),
        Op::Not => truths(x, |all| !all[0]),
        Op::Call(function) => call(function, x),
        Op::Curve(curve) => {
            let [lo, hi] = curves[curve as usize].bounds(x[0].lo, x[0].hi);
            Interval::around([lo, hi])
        }
    }
}

const UNKNOWN: Interval = Interval { lo: 0.0, hi: 1.0 };

/// Both truths, unless the intervals tell which.
fn compare(comparison: Comparison, a: Interval, b: Interval) -> Interval {
    let equal = a.is_point() && b.is_point() && a.lo == b.lo;
    let (less, more) = (a.hi < b.lo, a.lo > b.hi);
    if !(less || more || equal) {
        return UNKNOWN;
    }
    let holds = match comparison {
        Comparison::Less => less,
        Comparison::LessOrEqual => less || equal,
        Comparison::Greater => more,
        Comparison::GreaterOrEqual => more || equal,
        Comparison::Equal => equal,
        Comparison::NotEqual => !equal,
    };
    point(f64::from(holds))
}

/// A function of truths, where the operands are known to be zero or not.
fn truths(x: &[Interval], holds: impl Fn(&[bool]) -> bool) -> Interval {
    let mut known = [false; 2];
    for (known, x) in known.iter_mut().zip(x) {
        match (x.has_zero(), x.is_point()) {
            (false, _) => *known = true,
            (true, true) => *known = false,
            (true, false) => return UNKNOWN,
        }
    }
    point(f64::from(holds(&known[..x.len()])))
}

fn call(function: Function, x: &[Interval]) -> Interval {
    match function {
        Function::Sin => x[0].shift(-FRAC_PI_2).cos(),
        Function::Cos => x[0].cos(),
        // The only branch that is ever asked for is one without a pole.
        Function::Tan => x[0].map(f64::tan),
        Function::Asin => x[0].clamp(-1.0, 1.0).map(f64::asin),
        Function::Acos => x[0].clamp(-1.0, 1.0).map(f64::acos),
        Function::Atan => x[0].map(f64::atan),
        Function::Sinh => x[0].map(f64::sinh),
        Function::Cosh => x[0].abs().map(f64::cosh),
        Function::Tanh => x[0].map(f64::tanh),
        Function::Exp => x[0].map(f64::exp),
        Function::Log | Function::Ln => x[0].clamp(0.0, f64::INFINITY).map(f64::ln),
        Function::Log10 => x[0].clamp(0.0, f64::INFINITY).map(f64::log10),
        Function::Sqrt => x[0].clamp(0.0, f64::INFINITY).map(f64::sqrt),
        Function::Abs => x[0].abs(),
        Function::Sign => Interval { lo: sign(x[0].lo), hi: sign(x[0].hi) },
        Function::Floor => x[0].floor(),
        Function::Min => Interval { lo: x[0].lo.min(x[1].lo), hi: x[0].hi.min(x[1].hi) },
        Function::Max => Interval { lo: x[0].lo.max(x[1].lo), hi: x[0].hi.max(x[1].hi) },
        Function::Atan2 => corners(x[0], x[1], f64::atan2),
        Function::Pow => power(x[0], x[1]),
        Function::Mod => remainder(x[0], x[1]),
        Function::Step => Interval { lo: x[2].lo.min(x[4].lo), hi: x[2].hi.max(x[4].hi) },
        Function::Hypot => {
            let [a, b] = [x[0].abs(), x[1].abs()];
            Interval::around([a.lo.hypot(b.lo), a.hi.hypot(b.hi)])
        }
        Function::If if !x[0].has_zero() => x[1],
        Function::If if x[0].is_point() => x[2],
        Function::If => Interval { lo: x[1].lo.min(x[2].lo), hi: x[1].hi.max(x[2].hi) },
    }
}

fn point(value: f64) -> Interval {
    Interval { lo: value, hi: value }
}

fn sign(u: f64) -> f64 {
    if u == 0.0 { 0.0 } else { u.signum() }
}

fn subtract(a: Interval, b: Interval) -> Interval {
    Interval::around([a.lo - b.hi, a.hi - b.lo])
}

fn divide(a: Interval, b: Interval) -> Interval {
    if b.has_zero() { WHOLE } else { corners(a, b, |a, b| a / b) }
}

/// a − b ⌊a/b⌋: between zero and b, and smooth where the quotient has one whole part.
fn remainder(a: Interval, b: Interval) -> Interval {
    let (all, turns) = (Interval { lo: b.lo.min(0.0), hi: b.hi.max(0.0) }, divide(a, b).floor());
    if !turns.is_point() || !turns.lo.is_finite() {
        return all;
    }
    let rest = subtract(a, corners(b, turns, |b, turns| b * turns));
    Interval { lo: rest.lo.clamp(all.lo, all.hi), hi: rest.hi.clamp(all.lo, all.hi) }
}

/// A positive base grows or falls with each operand; of others only whole powers are bounded.
fn power(a: Interval, b: Interval) -> Interval {
    if a.lo >= 0.0 {
        return corners(a, b, f64::powf);
    }
    let exponent = b.lo;
    match b.is_point() && exponent >= 0.0 && exponent.fract() == 0.0 {
        true if exponent % 2.0 == 0.0 => a.abs().map(|u| u.powf(exponent)),
        true => a.map(|u| u.powf(exponent)),
        false => WHOLE,
    }
}

/// Bounds of a function that is monotone in each operand.
fn corners(a: Interval, b: Interval, f: impl Fn(f64, f64) -> f64) -> Interval {
    Interval::around([f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)])
}

impl Interval {
    /// The interval of these numbers and a few roundings more; everything, where one of them is no number.
    fn around<const N: usize>(values: [f64; N]) -> Interval {
        if values.iter().any(|x| x.is_nan()) {
            return WHOLE;
        }
        let margin = |x: f64| if x.is_infinite() { 0.0 } else { 4.0 * f64::EPSILON * x.abs() };
        let lo = values.iter().fold(f64::INFINITY, |least, x| least.min(x - margin(*x)));
        let hi = values.iter().fold(f64::NEG_INFINITY, |most, x| most.max(x + margin(*x)));
        Interval { lo, hi }
    }

    /// Bounds of a monotone function.
    fn map(self, f: impl Fn(f64) -> f64) -> Interval {
        Interval::around([f(self.lo), f(self.hi)])
    }

    fn is_point(&self) -> bool {
        self.lo == self.hi
    }

    /// Written such that bounds that are no numbers have a zero between them.
    fn has_zero(&self) -> bool {
        !(self.lo > 0.0 || self.hi < 0.0)
    }

    fn shift(self, by: f64) -> Interval {
        Interval::around([self.lo + by, self.hi + by])
    }

    fn clamp(self, lo: f64, hi: f64) -> Interval {
        Interval { lo: self.lo.clamp(lo, hi), hi: self.hi.clamp(lo, hi) }
    }

    fn floor(self) -> Interval {
        Interval { lo: self.lo.floor(), hi: self.hi.floor() }
    }

    fn abs(self) -> Interval {
        let (a, b) = (self.lo.abs(), self.hi.abs());
        Interval { lo: if self.has_zero() { 0.0 } else { a.min(b) }, hi: a.max(b) }
    }

    fn cos(self) -> Interval {
        let width = self.hi - self.lo;
        if width.is_nan() || width >= TAU {
            return Interval { lo: -1.0, hi: 1.0 };
        }
        let has_multiple = |x: Interval| x.lo.ceil() <= x.hi.floor();
        let turns = divide(self, point(TAU));
        let ends = self.map(f64::cos);
        Interval {
            lo: if has_multiple(turns.shift(0.5)) { -1.0 } else { ends.lo },
            hi: if has_multiple(turns) { 1.0 } else { ends.hi },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds over random stretches hold every value that is found inside them.
    #[test]
    fn bounds_hold_all_values() {
        let texts = [
            "sin(7*t) + cos(t^2) - tan(t/9)",
            "asin(sin(t)) + acos(cos(3*t)) * atan(t - 2)",
            "sinh(t/3) - cosh(1 - t) / tanh(t + 1)",
            "exp(-t) * log(t + 1) + ln(2 + t) - log10(t + 0.1)",
            "sqrt(t) + abs(t - 2) - sign(t - 1)*floor(3*t)",
            "min(t, 2 - t) * max(t^3, (1 - t)^3) + (1 - t)^4",
            "atan2(t - 1, t + 0.5) + pow(t + 1, 2 - t) + mod(t, 0.7) - mod(-t, -0.3)",
            "step(t, 1, 2, 2, -3) + (t + 1)^-2",
            "hypot(t - 1, 2 - t) + if(t < 1.3, t, -t) - (t >= 2) + (t == 1)",
            "sin(mod(t, 0.7)) + floor(3*mod(t, 0.4)) - mod(t^2, 0.3)*mod(1 - t, 0.9)",
            "if(t > 1 and t < 2 or not t <= 3, sin(t), 2) + clamp(t, 1, 2) + (t != 1)",
        ];
        for text in texts {
            let expression = Expression::parse(text).unwrap();
            let bounds_of = |lo: f64, hi: f64| {
                let mut stack: Vec<Interval> = Vec::new();
                for op in expression.program() {
                    let x = stack.split_off(stack.len() - op.n_operands());
                    stack.push(if *op == Op::Time { Interval { lo, hi } } else { bounds(*op, &x, &[]) });
                }
                stack[0]
            };
            for k in 0..400 {
                let lo = 4.0 * f64::from(k * 7919 % 400) / 400.0;
                let hi = lo + 3.0 * f64::from(k * 104_729 % 97 + 1) / 1000.0;
                let range = bounds_of(lo, hi);
                for j in 0..=20 {
                    let value = expression.value(lo + (hi - lo) * f64::from(j) / 20.0);
                    assert!(
                        range.lo <= value && value <= range.hi,
                        "{text} over [{lo}, {hi}]: {value} not in {range:?}"
                    );
                }
            }
        }
    }
}
