//! Expressions of time on the graph: value, first and second derivative, by the rules of [`model::expression`](crate::model::expression).
//!
//! Where a derivative is infinite times zero, the graph has what is not a number; the unspecialized evaluation, which looks closer, is asked then.

use crate::model::Expression;
use crate::model::expression::{Function as Named, Op};
use crate::symbolic::graph::Term;
use crate::symbolic::program::Function;

/// Value, first and second derivative.
pub(super) type Jet<'g> = [Term<'g>; 3];

/// The expression at this time.
pub(super) fn calc_jet<'g>(expression: &Expression, time: Term<'g>) -> Jet<'g> {
    let mut stack: Vec<Jet> = Vec::new();
    for op in expression.program() {
        let operands = stack.split_off(stack.len() - op.n_operands());
        stack.push(apply(*op, &operands, time));
    }
    // A program that was parsed leaves one value.
    stack.pop().unwrap_or_else(|| constant(time.number(f64::NAN)))
}

/// The value alone; what only derivatives need is left out of a program.
pub(super) fn calc_value<'g>(expression: &Expression, time: Term<'g>) -> Term<'g> {
    calc_jet(expression, time)[0]
}

fn constant(value: Term) -> Jet {
    [value, value.number(0.0), value.number(0.0)]
}

fn apply<'g>(op: Op, x: &[Jet<'g>], t: Term<'g>) -> Jet<'g> {
    match op {
        Op::Number(value) => constant(t.number(value)),
        Op::Time => [t, t.number(1.0), t.number(0.0)],
        Op::Negate => x[0].map(|a| -a),
        Op::Add => add(x[0], x[1]),
        Op::Subtract => subtract(x[0], x[1]),
        Op::Multiply => multiply(x[0], x[1]),
        Op::Divide => divide(x[0], x[1]),
        Op::Power => power(x[0], x[1]),
        Op::Call(function) => call(function, x),
    }
}

fn call<'g>(function: Named, x: &[Jet<'g>]) -> Jet<'g> {
    match function {
        Named::Min => pick(x[1][0], x[0][0], x[1], x[0]),
        Named::Max => pick(x[0][0], x[1][0], x[1], x[0]),
        Named::Atan2 => atan2(x[0], x[1]),
        Named::Pow => power(x[0], x[1]),
        Named::Mod => {
            // ⌊a/b⌋ is constant between jumps.
            let whole = (x[0][0] / x[1][0]).call(Function::Floor);
            subtract(x[0], x[1].map(|b| b * whole))
        }
        Named::Step => step(x),
        _ => chain(call_one(function, x[0][0]), x[0]),
    }
}

/// f(u), f′(u), f″(u) for the functions of one operand.
fn call_one(function: Named, u: Term) -> Jet {
    let of = |function: Function| u.call(function);
    match function {
        Named::Sin => [of(Function::Sin), of(Function::Cos), -of(Function::Sin)],
        Named::Cos => [of(Function::Cos), -of(Function::Sin), -of(Function::Cos)],
        Named::Tan => {
            let y = of(Function::Tan);
            [y, 1.0 + y * y, 2.0 * y * (1.0 + y * y)]
        }
        Named::Asin => {
            let k = (1.0 - u * u).sqrt().inverse();
            [of(Function::Asin), k, u * k * k * k]
        }
        Named::Acos => {
            let k = (1.0 - u * u).sqrt().inverse();
            [of(Function::Acos), -k, -(u * k * k * k)]
        }
        Named::Atan => {
            let k = (1.0 + u * u).inverse();
            [of(Function::Atan), k, -2.0 * u * k * k]
        }
        Named::Sinh => [of(Function::Sinh), of(Function::Cosh), of(Function::Sinh)],
        Named::Cosh => [of(Function::Cosh), of(Function::Sinh), of(Function::Cosh)],
        Named::Tanh => {
            let y = of(Function::Tanh);
            [y, 1.0 - y * y, -2.0 * y * (1.0 - y * y)]
        }
        Named::Exp => [of(Function::Exp); 3],
        Named::Log | Named::Ln => [of(Function::Ln), u.inverse(), -(u * u).inverse()],
        Named::Log10 => {
            let k = std::f64::consts::LOG10_E;
            [of(Function::Log10), k / u, -k / (u * u)]
        }
        Named::Sqrt => {
            let y = u.sqrt();
            [y, 0.5 / y, -0.25 / (u * y)]
        }
        Named::Abs => [of(Function::Abs), sign(u), u.number(0.0)],
        Named::Sign => constant(sign(u)),
        Named::Floor => constant(of(Function::Floor)),
        // Functions of several operands have their own rules in the caller.
        Named::Min | Named::Max | Named::Atan2 | Named::Pow | Named::Mod | Named::Step => [u.number(f64::NAN); 3],
    }
}

fn sign(u: Term) -> Term {
    let [minus, zero, one] = [-1.0, 0.0, 1.0].map(|x| u.number(x));
    zero.below(u, one, u.below(zero, minus, zero))
}

/// a < b ? c : d
fn pick<'g>(a: Term<'g>, b: Term<'g>, c: Jet<'g>, d: Jet<'g>) -> Jet<'g> {
    std::array::from_fn(|k| a.below(b, c[k], d[k]))
}

fn chain<'g>(f: Jet<'g>, u: Jet<'g>) -> Jet<'g> {
    [f[0], u[1] * f[1], u[1] * u[1] * f[2] + u[2] * f[1]]
}

fn add<'g>(a: Jet<'g>, b: Jet<'g>) -> Jet<'g> {
    std::array::from_fn(|k| a[k] + b[k])
}

fn subtract<'g>(a: Jet<'g>, b: Jet<'g>) -> Jet<'g> {
    std::array::from_fn(|k| a[k] - b[k])
}

fn multiply<'g>(a: Jet<'g>, b: Jet<'g>) -> Jet<'g> {
    [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]]
}

/// y = a / b from a = y b.
fn divide<'g>(a: Jet<'g>, b: Jet<'g>) -> Jet<'g> {
    let y = a[0] / b[0];
    let dy = (a[1] - y * b[1]) / b[0];
    [y, dy, (a[2] - 2.0 * dy * b[1] - y * b[2]) / b[0]]
}

fn power<'g>(a: Jet<'g>, b: Jet<'g>) -> Jet<'g> {
    let raise = |exponent: Term<'g>| a[0].call2(Function::Power, exponent);
    let y = raise(b[0]);
    if let Some(c) = b[0].as_number() {
        let slope = c * raise(b[0] - 1.0);
        return chain([y, slope, c * (c - 1.0) * raise(b[0] - 2.0)], a);
    }
    // y = exp(z) with z = b ln a.
    let z = multiply(b, chain(call_one(Named::Ln, a[0]), a));
    [y, y * z[1], y * (z[2] + z[1] * z[1])]
}

/// θ̇ = (x ẏ − y ẋ)/r², θ̈ = (x ÿ − y ẍ)/r² − 2 θ̇ (x ẋ + y ẏ)/r².
fn atan2<'g>(y: Jet<'g>, x: Jet<'g>) -> Jet<'g> {
    let square = x[0] * x[0] + y[0] * y[0];
    let rate = (x[0] * y[1] - y[0] * x[1]) / square;
    let stretch = (x[0] * x[1] + y[0] * y[1]) / square;
    [y[0].call2(Function::Atan2, x[0]), rate, (x[0] * y[2] - y[0] * x[2]) / square - 2.0 * rate * stretch]
}

fn step<'g>(x: &[Jet<'g>]) -> Jet<'g> {
    let [at, x0, y0, x1, y1] = [x[0], x[1], x[2], x[3], x[4]];
    let d = divide(subtract(at, x0), subtract(x1, x0));
    let e = d[0];
    let blend = chain([e * e * (3.0 - 2.0 * e), 6.0 * e * (1.0 - e), 6.0 - 12.0 * e], d);
    let between = add(y0, multiply(subtract(y1, y0), blend));
    pick(at[0], x0[0], y0, pick(at[0], x1[0], between, y1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::graph::Graph;

    /// Folding changes the order of a few operations: some units in the last place of the largest intermediate value.
    #[test]
    fn values_and_derivatives_are_those_of_the_model() {
        let texts = [
            "sin(2*t)*cos(t) + tan(t/2)",
            "asin(t/3) + acos(t/4) - atan(t*t)",
            "sinh(t) - cosh(t/2) + tanh(t)",
            "exp(-t)*log(1+t) + ln(t+2) + log10(t+3)",
            "sqrt(1+t^2) / (2 + sin(t))",
            "abs(t - 0.7)*sign(t - 0.5)*t",
            "min(t^2, 0.9) + max(t^3, 0.01)",
            "atan2(sin(t), 2 + t) + pow(t, 2.5)",
            "mod(t^2, 0.7*2) + floor(3*t)",
            "(1+t)^t + 2^t + t^0.5",
            "step(t, 0.2, 0, 0.9, 3) + step(t^2, t, 1, t+4, sin(t))",
            "step(t, 0.5, 1, 0.5, 2) - 3^2/7",
        ];
        for text in texts {
            let expression = Expression::parse(text).unwrap();
            let g = Graph::new();
            let jet = calc_jet(&expression, g.input(0));
            for t in [0.1, 0.3, 0.77, 1.3] {
                let (found, expected) = (g.evaluate(&[t], &jet).unwrap(), expression.jet(t));
                let size = expected.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
                for k in 0..3 {
                    assert!((found[k] - expected[k]).abs() < 1e-13 * size, "{text} at {t}: {found:?} {expected:?}");
                }
            }
        }
    }
}
