//! The arithmetic behind an expression: each instruction on values, and on jets (value, first and second derivative).
//!
//! For a function of one operand, y = f(u): ẏ = f′ u̇ and ÿ = f″ u̇² + f′ ü. The other rules are written beside their
//! code. A constant operand has derivative zero whatever f′ is, so `sqrt(0)` and `0^0.5` have no infinite slope.

use super::{Function, Op};

/// Value, first and second derivative.
type Jet = [f64; 3];

/// The result of one instruction on its operands `x`.
#[inline]
pub(super) fn value_of(op: Op, x: &[f64], t: f64) -> f64 {
    match op {
        Op::Number(value) => value,
        Op::Time => t,
        Op::Negate => -x[0],
        Op::Add => x[0] + x[1],
        Op::Subtract => x[0] - x[1],
        Op::Multiply => x[0] * x[1],
        Op::Divide => x[0] / x[1],
        Op::Power => x[0].powf(x[1]),
        Op::Call(function) => call_value(function, x),
    }
}

fn call_value(function: Function, x: &[f64]) -> f64 {
    match function {
        Function::Min => x[0].min(x[1]),
        Function::Max => x[0].max(x[1]),
        Function::Atan2 => x[0].atan2(x[1]),
        Function::Pow => x[0].powf(x[1]),
        Function::Mod => x[0] - x[1] * (x[0] / x[1]).floor(),
        Function::Step => step_value([x[0], x[1], x[2], x[3], x[4]]),
        _ => call_one(function, x[0])[0],
    }
}

fn step_value([x, x0, y0, x1, y1]: [f64; 5]) -> f64 {
    if x < x0 {
        y0
    } else if x >= x1 {
        y1
    } else {
        let d = (x - x0) / (x1 - x0);
        y0 + (y1 - y0) * d * d * (3.0 - 2.0 * d)
    }
}

/// The result of one instruction on its operands, with derivatives.
#[inline]
pub(super) fn jet_of(op: Op, x: &[Jet], t: f64) -> Jet {
    match op {
        Op::Number(value) => [value, 0.0, 0.0],
        Op::Time => [t, 1.0, 0.0],
        Op::Negate => x[0].map(|a| -a),
        Op::Add => add(x[0], x[1]),
        Op::Subtract => subtract(x[0], x[1]),
        Op::Multiply => multiply(x[0], x[1]),
        Op::Divide => divide(x[0], x[1]),
        Op::Power => power(x[0], x[1]),
        Op::Call(function) => call_jet(function, x),
    }
}

fn call_jet(function: Function, x: &[Jet]) -> Jet {
    match function {
        Function::Min => pick(x[0], x[1], x[0][0] <= x[1][0]),
        Function::Max => pick(x[0], x[1], x[0][0] >= x[1][0]),
        Function::Atan2 => atan2(x[0], x[1]),
        Function::Pow => power(x[0], x[1]),
        Function::Mod => {
            // ⌊a/b⌋ is constant between jumps.
            let whole = (x[0][0] / x[1][0]).floor();
            subtract(x[0], x[1].map(|b| b * whole))
        }
        Function::Step => step(x),
        _ => chain(call_one(function, x[0][0]), x[0]),
    }
}

/// f(u), f′(u), f″(u) for the functions of one operand.
fn call_one(function: Function, u: f64) -> Jet {
    match function {
        Function::Sin => [u.sin(), u.cos(), -u.sin()],
        Function::Cos => [u.cos(), -u.sin(), -u.cos()],
        Function::Tan => {
            let y = u.tan();
            [y, 1.0 + y * y, 2.0 * y * (1.0 + y * y)]
        }
        Function::Asin => {
            let k = 1.0 / (1.0 - u * u).sqrt();
            [u.asin(), k, u * k * k * k]
        }
        Function::Acos => {
            let k = 1.0 / (1.0 - u * u).sqrt();
            [u.acos(), -k, -u * k * k * k]
        }
        Function::Atan => {
            let k = 1.0 / (1.0 + u * u);
            [u.atan(), k, -2.0 * u * k * k]
        }
        Function::Sinh => [u.sinh(), u.cosh(), u.sinh()],
        Function::Cosh => [u.cosh(), u.sinh(), u.cosh()],
        Function::Tanh => {
            let y = u.tanh();
            [y, 1.0 - y * y, -2.0 * y * (1.0 - y * y)]
        }
        Function::Exp => [u.exp(); 3],
        Function::Log | Function::Ln => [u.ln(), 1.0 / u, -1.0 / (u * u)],
        Function::Log10 => {
            let k = std::f64::consts::LOG10_E;
            [u.log10(), k / u, -k / (u * u)]
        }
        Function::Sqrt => {
            let y = u.sqrt();
            [y, 0.5 / y, -0.25 / (u * y)]
        }
        Function::Abs => [u.abs(), sign(u), 0.0],
        Function::Sign => [sign(u), 0.0, 0.0],
        Function::Floor => [u.floor(), 0.0, 0.0],
        // Functions of several operands have their own rules in the callers.
        Function::Min | Function::Max | Function::Atan2 | Function::Pow | Function::Mod | Function::Step => {
            [f64::NAN; 3]
        }
    }
}

fn sign(u: f64) -> f64 {
    if u > 0.0 {
        1.0
    } else if u < 0.0 {
        -1.0
    } else {
        u * 0.0
    }
}

fn chain(f: Jet, u: Jet) -> Jet {
    [f[0], times(u[1], f[1]), times(u[1] * u[1], f[2]) + times(u[2], f[1])]
}

/// k x, and zero for k = 0 even if x is infinite: what does not change has no derivative.
fn times(k: f64, x: f64) -> f64 {
    if k == 0.0 { 0.0 } else { k * x }
}

fn add(a: Jet, b: Jet) -> Jet {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn subtract(a: Jet, b: Jet) -> Jet {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn multiply(a: Jet, b: Jet) -> Jet {
    [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]]
}

/// y = a / b from a = y b: ẏ = (ȧ − y ḃ)/b, ÿ = (ä − 2 ẏ ḃ − y b̈)/b.
fn divide(a: Jet, b: Jet) -> Jet {
    let y = a[0] / b[0];
    let dy = (a[1] - y * b[1]) / b[0];
    [y, dy, (a[2] - 2.0 * dy * b[1] - y * b[2]) / b[0]]
}

fn power(a: Jet, b: Jet) -> Jet {
    let (u, c) = (a[0], b[0]);
    if b[1] == 0.0 && b[2] == 0.0 {
        let slope = times(c, u.powf(c - 1.0));
        let bend = times(c * (c - 1.0), u.powf(c - 2.0));
        return chain([u.powf(c), slope, bend], a);
    }
    // y = exp(z) with z = b ln a.
    let z = multiply(b, chain(call_one(Function::Ln, u), a));
    let y = u.powf(c);
    [y, y * z[1], y * (z[2] + z[1] * z[1])]
}

/// θ̇ = (x ẏ − y ẋ)/r², θ̈ = (x ÿ − y ẍ)/r² − 2 θ̇ (x ẋ + y ẏ)/r².
fn atan2(y: Jet, x: Jet) -> Jet {
    let square = x[0] * x[0] + y[0] * y[0];
    let rate = (x[0] * y[1] - y[0] * x[1]) / square;
    let stretch = (x[0] * x[1] + y[0] * y[1]) / square;
    [y[0].atan2(x[0]), rate, (x[0] * y[2] - y[0] * x[2]) / square - 2.0 * rate * stretch]
}

fn pick(a: Jet, b: Jet, first: bool) -> Jet {
    if first { a } else { b }
}

fn step(x: &[Jet]) -> Jet {
    let [at, x0, y0, x1, y1] = [x[0], x[1], x[2], x[3], x[4]];
    if at[0] < x0[0] {
        y0
    } else if at[0] >= x1[0] {
        y1
    } else {
        let d = divide(subtract(at, x0), subtract(x1, x0));
        let blend = chain([d[0] * d[0] * (3.0 - 2.0 * d[0]), 6.0 * d[0] * (1.0 - d[0]), 6.0 - 12.0 * d[0]], d);
        add(y0, multiply(subtract(y1, y0), blend))
    }
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
