//! The arithmetic behind an expression: each instruction on values, and on jets (value, first and second derivative).
//!
//! For a function of one operand, y = f(u): ẏ = f′ u̇ and ÿ = f″ u̇² + f′ ü. The other rules are written beside their
//! code. A constant operand has derivative zero whatever f′ is, so `sqrt(0)` and `0^0.5` have no infinite slope. Terms
//! of a graph know this where the operand is known to be constant; elsewhere a program has what is not a number.

use super::{Comparison, Function, Op};
use crate::model::signals::Curve;
use crate::spatial::Real;

/// Value, first and second derivative.
type Jet<S> = [S; 3];

/// Everything that instructions read besides their operands.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a, S> {
    /// t (s).
    pub time: S,
    /// Curves by their numbers.
    pub curves: &'a [Curve],
}

/// The result of one instruction on its operands `x`.
#[inline]
pub(crate) fn value_of<S: Real>(op: Op, x: &[S], given: Given<S>) -> S {
    match op {
        Op::Number(value) => S::from(value),
        Op::Time => given.time,
        Op::Negate => -x[0],
        Op::Add => x[0] + x[1],
        Op::Subtract => x[0] - x[1],
        Op::Multiply => x[0] * x[1],
        Op::Divide => x[0] / x[1],
        Op::Power => x[0].powf(x[1]),
        Op::Compare(comparison) => compare(comparison, x[0], x[1]),
        Op::And => truth(x[0]) * truth(x[1]),
        Op::Or => truth(x[0]).max(truth(x[1])),
        Op::Not => S::from(1.0) - truth(x[0]),
        Op::Call(function) => call_value(function, x),
        Op::Curve(curve) => given.curves[curve as usize].value(x[0]),
    }
}

/// One where the comparison holds, zero where it does not.
#[inline(always)]
fn compare<S: Real>(comparison: Comparison, a: S, b: S) -> S {
    let (yes, no) = (S::from(1.0), S::from(0.0));
    match comparison {
        Comparison::Less => a.select_below(b, yes, no),
        Comparison::LessOrEqual => a.select_up_to(b, yes, no),
        Comparison::Greater => b.select_below(a, yes, no),
        Comparison::GreaterOrEqual => b.select_up_to(a, yes, no),
        Comparison::Equal => a.select_up_to(b, b.select_up_to(a, yes, no), no),
        Comparison::NotEqual => a.select_up_to(b, b.select_up_to(a, no, yes), yes),
    }
}

/// One for numbers that are not zero, zero for zero.
#[inline(always)]
fn truth<S: Real>(x: S) -> S {
    compare(Comparison::NotEqual, x, S::from(0.0))
}

fn call_value<S: Real>(function: Function, x: &[S]) -> S {
    match function {
        Function::Sin => x[0].sin(),
        Function::Cos => x[0].cos(),
        Function::Tan => x[0].tan(),
        Function::Asin => x[0].asin(),
        Function::Acos => x[0].acos(),
        Function::Atan => x[0].atan(),
        Function::Sinh => x[0].sinh(),
        Function::Cosh => x[0].cosh(),
        Function::Tanh => x[0].tanh(),
        Function::Exp => x[0].exp(),
        Function::Log | Function::Ln => x[0].ln(),
        Function::Log10 => x[0].log10(),
        Function::Sqrt => x[0].sqrt(),
        Function::Abs => x[0].abs(),
        Function::Sign => sign(x[0]),
        Function::Floor => x[0].floor(),
        Function::Min => x[0].min(x[1]),
        Function::Max => x[0].max(x[1]),
        Function::Atan2 => x[0].atan2(x[1]),
        Function::Pow => x[0].powf(x[1]),
        Function::Mod => x[0] - x[1] * (x[0] / x[1]).floor(),
        Function::Step => step_value([x[0], x[1], x[2], x[3], x[4]]),
        Function::Hypot => x[0].hypot(x[1]),
        Function::If => choose([x[0], x[1], x[2]]),
    }
}

/// The second number where the first is not zero, the third where it is.
#[inline(always)]
pub(crate) fn choose<S: Real>([condition, yes, no]: [S; 3]) -> S {
    S::from(0.0).select_below(truth(condition), yes, no)
}

fn step_value<S: Real>([x, x0, y0, x1, y1]: [S; 5]) -> S {
    let d = (x - x0) / (x1 - x0);
    let between = y0 + (y1 - y0) * d * d * (S::from(3.0) - d * 2.0);
    x.select_below(x0, y0, x1.select_up_to(x, y1, between))
}

/// The result of one instruction on its operands, with derivatives.
#[inline]
pub(super) fn jet_of<S: Real>(op: Op, x: &[Jet<S>], given: Given<S>) -> Jet<S> {
    match op {
        Op::Number(value) => constant(S::from(value)),
        Op::Time => [given.time, S::from(1.0), S::from(0.0)],
        Op::Negate => x[0].map(|a| -a),
        Op::Add => add(x[0], x[1]),
        Op::Subtract => subtract(x[0], x[1]),
        Op::Multiply => multiply(x[0], x[1]),
        Op::Divide => divide(x[0], x[1]),
        Op::Power => power(x[0], x[1]),
        Op::Compare(_) | Op::And | Op::Or => constant(value_of(op, &[x[0][0], x[1][0]], given)),
        Op::Not => constant(value_of(op, &[x[0][0]], given)),
        Op::Call(function) => call_jet(function, x),
        Op::Curve(curve) => chain(given.curves[curve as usize].jet(x[0][0]), x[0]),
    }
}

fn call_jet<S: Real>(function: Function, x: &[Jet<S>]) -> Jet<S> {
    let u = x[0][0];
    let one = S::from(1.0);
    // f(u), given f′(u) and f″(u).
    let chained = |slope: S, bend: S| chain([call_value(function, &[u]), slope, bend], x[0]);
    match function {
        Function::Sin => chained(u.cos(), -u.sin()),
        Function::Cos => chained(-u.sin(), -u.cos()),
        Function::Tan => {
            let y = u.tan();
            chained(one + y * y, y * 2.0 * (one + y * y))
        }
        Function::Asin => {
            let k = one / (one - u * u).sqrt();
            chained(k, u * k * k * k)
        }
        Function::Acos => {
            let k = one / (one - u * u).sqrt();
            chained(-k, -(u * k * k * k))
        }
        Function::Atan => {
            let k = one / (one + u * u);
            chained(k, u * -2.0 * k * k)
        }
        Function::Sinh => chained(u.cosh(), u.sinh()),
        Function::Cosh => chained(u.sinh(), u.cosh()),
        Function::Tanh => {
            let y = u.tanh();
            chained(one - y * y, y * -2.0 * (one - y * y))
        }
        Function::Exp => chained(u.exp(), u.exp()),
        Function::Log | Function::Ln => ln(x[0]),
        Function::Log10 => {
            let k = std::f64::consts::LOG10_E;
            chained(S::from(k) / u, S::from(-k) / (u * u))
        }
        Function::Sqrt => {
            let y = u.sqrt();
            chained(S::from(0.5) / y, S::from(-0.25) / (u * y))
        }
        Function::Abs => chained(sign(u), S::from(0.0)),
        Function::Sign | Function::Floor => chained(S::from(0.0), S::from(0.0)),
        Function::Min => std::array::from_fn(|k| u.select_up_to(x[1][0], x[0][k], x[1][k])),
        Function::Max => std::array::from_fn(|k| x[1][0].select_up_to(u, x[0][k], x[1][k])),
        Function::Atan2 => atan2(x[0], x[1]),
        Function::Pow => power(x[0], x[1]),
        Function::Mod => {
            // ⌊a/b⌋ is constant between jumps.
            let whole = (u / x[1][0]).floor();
            subtract(x[0], x[1].map(|b| b * whole))
        }
        Function::Step => step(x),
        Function::Hypot => hypot(x[0], x[1]),
        Function::If => {
            let holds = truth(u);
            std::array::from_fn(|k| S::from(0.0).select_below(holds, x[1][k], x[2][k]))
        }
    }
}

fn constant<S: Real>(value: S) -> Jet<S> {
    [value, S::from(0.0), S::from(0.0)]
}

fn sign<S: Real>(u: S) -> S {
    let zero = S::from(0.0);
    zero.select_below(u, S::from(1.0), u.select_below(zero, S::from(-1.0), u * 0.0))
}

fn chain<S: Real>(f: Jet<S>, u: Jet<S>) -> Jet<S> {
    [f[0], times(u[1], f[1]), times(u[1] * u[1], f[2]) + times(u[2], f[1])]
}

/// k x, and zero for k = 0 even if x is infinite: what does not change has no derivative.
fn times<S: Real>(k: S, x: S) -> S {
    if k.is_zero() { S::from(0.0) } else { k * x }
}

fn ln<S: Real>(a: Jet<S>) -> Jet<S> {
    let u = a[0];
    chain([u.ln(), S::from(1.0) / u, S::from(-1.0) / (u * u)], a)
}

fn add<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn subtract<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn multiply<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + a[1] * 2.0 * b[1] + a[0] * b[2]]
}

/// y = a / b from a = y b: ẏ = (ȧ − y ḃ)/b, ÿ = (ä − 2 ẏ ḃ − y b̈)/b.
fn divide<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    let y = a[0] / b[0];
    let dy = (a[1] - y * b[1]) / b[0];
    [y, dy, (a[2] - dy * 2.0 * b[1] - y * b[2]) / b[0]]
}

fn power<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    let (u, c) = (a[0], b[0]);
    let y = u.powf(c);
    if b[1].is_zero() && b[2].is_zero() {
        let slope = times(c, u.powf(c - 1.0));
        let bend = times(c * (c - 1.0), u.powf(c - 2.0));
        return chain([y, slope, bend], a);
    }
    // y = exp(z) with z = b ln a.
    let z = multiply(b, ln(a));
    [y, y * z[1], y * (z[2] + z[1] * z[1])]
}

/// θ̇ = (x ẏ − y ẋ)/r², θ̈ = (x ÿ − y ẍ)/r² − 2 θ̇ (x ẋ + y ẏ)/r².
fn atan2<S: Real>(y: Jet<S>, x: Jet<S>) -> Jet<S> {
    let square = x[0] * x[0] + y[0] * y[0];
    let rate = (x[0] * y[1] - y[0] * x[1]) / square;
    let stretch = (x[0] * x[1] + y[0] * y[1]) / square;
    [y[0].atan2(x[0]), rate, (x[0] * y[2] - y[0] * x[2]) / square - rate * 2.0 * stretch]
}

/// y² = a² + b²: ẏ = (a ȧ + b ḃ)/y, ÿ = (ȧ² + ḃ² + a ä + b b̈ − ẏ²)/y.
fn hypot<S: Real>(a: Jet<S>, b: Jet<S>) -> Jet<S> {
    let y = a[0].hypot(b[0]);
    let rate = (a[0] * a[1] + b[0] * b[1]) / y;
    let second = a[1] * a[1] + b[1] * b[1] + a[0] * a[2] + b[0] * b[2] - rate * rate;
    [y, rate, second / y]
}

fn step<S: Real>(x: &[Jet<S>]) -> Jet<S> {
    let [at, x0, y0, x1, y1] = [x[0], x[1], x[2], x[3], x[4]];
    let d = divide(subtract(at, x0), subtract(x1, x0));
    let (e, one) = (d[0], S::from(1.0));
    let blend = chain([e * e * (S::from(3.0) - e * 2.0), e * 6.0 * (one - e), S::from(6.0) - e * 12.0], d);
    let between = add(y0, multiply(subtract(y1, y0), blend));
    std::array::from_fn(|k| at[0].select_below(x0[0], y0[k], x1[0].select_up_to(at[0], y1[k], between[k])))
}

#[cfg(test)]
mod tests {
    use crate::model::Expression;

    /// Central differences with h = 1e-4 err by about h² f⁗ ≈ 1e-8 from truncation and 1e-16/h² = 1e-8 from round-off.
    fn check_against_differences(text: &str, t: f64) {
        let f = Expression::parse(text).unwrap();
        let h = 1e-4;
        let (before, here, after) = (f.value(t - h), f.value(t), f.value(t + h));
        let [y, dy, ddy] = f.jet(t);
        let size = 1.0 + here.abs() + dy.abs() + ddy.abs();
        assert!((y - here).abs() <= 1e-15 * size, "{text} at {t}: {y} against {here}");
        assert!(((after - before) / (2.0 * h) - dy).abs() < 1e-6 * size, "{text} at {t}: first derivative {dy}");
        let second = (after - 2.0 * here + before) / (h * h);
        assert!((second - ddy).abs() < 1e-6 * size, "{text} at {t}: second derivative {ddy} against {second}");
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        let smooth = [
            "sin(2*t)*cos(t) + tan(t/2)",
            "asin(t/3) + acos(t/4) - atan(t*t)",
            "sinh(t) - cosh(t/2) + tanh(t)",
            "exp(-t)*log(1+t) + ln(t+2) + log10(t+3)",
            "sqrt(1+t^2) / (2 + sin(t))",
            "abs(t - 5)*sign(t)*t",
            "min(t^2, 9) + max(t^3, 0.01)",
            "atan2(sin(t), 2 + t) + pow(t, 2.5)",
            "mod(t^2, 0.7*2) + floor(t)",
            "(1+t)^t + 2^t + t^0.5",
            "step(t, 0.2, 0, 1.9, 3) + step(t^2, t, 1, t+4, sin(t))",
            "-t^2 + 3 - t/7",
            "hypot(t - 3, sin(t)) + if(t < 1, t^2, 2*t) + (t > 0.5)*t",
            "if(t >= 1 and not t == 2 or t != t, exp(t), sin(t)) + smooth(t - 1, 0.7)",
            "clamp(t^2, 0.2, 1.1) + pulse(t, 0.5, 1)*t^3 + (t <= 0.8)",
        ];
        for text in smooth {
            for t in [0.3, 0.77, 1.3] {
                check_against_differences(text, t);
            }
        }
    }

    #[test]
    fn what_does_not_change_has_no_derivative() {
        for text in ["sqrt(0*t)", "0^0.5 + 0*t", "(0*t)^2", "abs(0*t)"] {
            let [_, dy, ddy] = Expression::parse(text).unwrap().jet(1.0);
            assert_eq!([dy, ddy], [0.0, 0.0], "{text}");
        }
        assert_eq!(Expression::parse("t^2").unwrap().jet(0.0), [0.0, 0.0, 2.0]);
        assert_eq!(Expression::parse("t^1").unwrap().jet(0.0), [0.0, 1.0, 0.0]);
        assert_eq!(Expression::parse("1/0").unwrap().jet(0.0)[0], f64::INFINITY);
    }

    #[test]
    fn constants_are_told_apart() {
        assert!(Expression::parse("2*pi^2 - sin(1)").unwrap().is_constant());
        assert!(!Expression::parse("2 + 0*t").unwrap().is_constant());
        let seven = Expression::constant(7.5);
        assert_eq!((seven.value(3.0), seven.source()), (7.5, "7.5"));
    }
}
