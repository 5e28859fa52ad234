//! Expressions of time: drivers of joints, actuator forces and applied loads as the model file writes them.
//!
//! A text such as `0.3*sin(2*pi*t) + step(t, 0, 0, 1, 5)` is parsed once into a flat postfix program, which is then
//! evaluated on a stack of fixed size without allocation. [`Expression::jet`] carries the first two derivatives along
//! (forward differentiation of second order), because a driven joint needs q, q̇ and q̈; they are exact up to
//! round-off. At a kink (`abs`, `min`, `max`, `floor`, `sign`, `mod`) the derivatives are those of one side, and at
//! time zero of the later one; `Expression::find_switch` says where kinks are.
//!
//! Loads may also read the motion: names such as `hip.q` or those of signals. Such an expression is parsed here, and
//! the room `signals` compiles all of a model's into one program; the expression then only tells its slot in
//! the results of that program.

mod interval;
mod jet;
mod parse;
mod switches;

pub(crate) use jet::{Given, choose, value_of};
pub use parse::language;
pub(crate) use parse::{Item, Parsed, parse};
pub(crate) use switches::{Jump, MOST_STRETCHES, Switch};

use super::signals::Curve;
use crate::spatial::Real;
use std::fmt;

/// Largest number of intermediate values an expression may need at once; real drivers need fewer than ten.
const STACK: usize = 64;

/// Offset of time (s) by which an expression is evaluated just after zero, where it changes its branch: lost in the
/// round-off of any other time, and large enough that products with it are not zero.
const JUST_AFTER_ZERO: f64 = 1e-300;

/// An expression of `t`, ready to be evaluated, or one of the state, which is a slot of the model's
/// [`Signals`](super::Signals). Boxed: most joints have none, and all are read at every evaluation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Expression(Box<Compiled>);

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Compiled {
    source: String,
    program: Vec<Op>,
    /// The value, where `t` does not occur.
    constant: Option<f64>,
    /// Curves that the program names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    curves: Vec<Curve>,
    /// Where its value is among the results of the model's signals, if it reads the motion; then it has no program.
    #[serde(default)]
    slot: Option<u32>,
}

/// One instruction of the postfix program: operands are taken from the stack, the result is put back.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Op {
    /// Puts a number on the stack.
    Number(f64),
    /// Puts `t` on the stack.
    Time,
    /// −a
    Negate,
    /// a + b
    Add,
    /// a − b
    Subtract,
    /// a · b
    Multiply,
    /// a / b
    Divide,
    /// aᵇ
    Power,
    /// One where the comparison holds, zero where it does not.
    Compare(Comparison),
    /// One where both operands are not zero.
    And,
    /// One where an operand is not zero.
    Or,
    /// One where the operand is zero.
    Not,
    /// A function of as many operands as its arity.
    Call(Function),
    /// A curve of the model at the operand, by its place in a list that comes with the program.
    Curve(u32),
}

/// How two operands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Comparison {
    /// a < b
    Less,
    /// a ≤ b
    LessOrEqual,
    /// a > b
    Greater,
    /// a ≥ b
    GreaterOrEqual,
    /// a = b
    Equal,
    /// a ≠ b
    NotEqual,
}

impl Comparison {
    /// As written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $word:literal $arity:literal),* $(,)?) => {
        /// The functions an expression may call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) enum Function { $($(#[$doc])* $name),* }

        impl Function {
            /// Every function, in the order of the manual.
            pub(crate) const ALL: &'static [Function] = &[$(Function::$name),*];

            /// The word in the expression.
            pub(crate) fn word(self) -> &'static str {
                match self { $(Function::$name => $word),* }
            }

            /// The number of operands.
            pub(crate) fn arity(self) -> usize {
                match self { $(Function::$name => $arity),* }
            }
        }
    };
}

functions! {
    /// Sine.
    Sin "sin" 1,
    /// Cosine.
    Cos "cos" 1,
    /// Tangent.
    Tan "tan" 1,
    /// Inverse sine.
    Asin "asin" 1,
    /// Inverse cosine.
    Acos "acos" 1,
    /// Inverse tangent.
    Atan "atan" 1,
    /// Hyperbolic sine.
    Sinh "sinh" 1,
    /// Hyperbolic cosine.
    Cosh "cosh" 1,
    /// Hyperbolic tangent.
    Tanh "tanh" 1,
    /// Exponential.
    Exp "exp" 1,
    /// Natural logarithm, as in C.
    Log "log" 1,
    /// Natural logarithm.
    Ln "ln" 1,
    /// Logarithm to the base ten.
    Log10 "log10" 1,
    /// Square root.
    Sqrt "sqrt" 1,
    /// Absolute value.
    Abs "abs" 1,
    /// −1, 0 or 1.
    Sign "sign" 1,
    /// The largest integer not above the operand.
    Floor "floor" 1,
    /// The smaller of two.
    Min "min" 2,
    /// The larger of two.
    Max "max" 2,
    /// Angle of the point (second operand, first operand).
    Atan2 "atan2" 2,
    /// Power, as `^`.
    Pow "pow" 2,
    /// a − b ⌊a/b⌋, with the sign of b.
    Mod "mod" 2,
    /// `step(x, x0, y0, x1, y1)`: y0 before x0, y1 after x1, y0 + (y1 − y0) Δ² (3 − 2Δ) between; a jump at x0 where x1
    /// ≤ x0.
    Step "step" 5,
    /// √(a² + b²)
    Hypot "hypot" 2,
    /// `if(c, a, b)`: a where c is not zero, b where it is.
    If "if" 3,
}

/// A fault in the text of an expression, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Position in the text, in characters from 1.
    pub column: usize,
    /// The fault, and the remedy.
    pub message: String,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (column {} of the expression)", self.message, self.column)
    }
}

impl std::error::Error for ExpressionError {}

impl Expression {
    /// Reads an expression of `t`.
    ///
    /// ```
    /// use linkwork::model::Expression;
    /// let ramp = Expression::parse("2*t^2").unwrap();
    /// assert_eq!(ramp.jet(3.0), [18.0, 12.0, 4.0]);
    /// ```
    ///
    /// # Errors
    /// The first thing that is not understood, with its column and a remedy.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        let parsed = parse::parse(text)?;
        match parsed.program_of_time() {
            Some(program) => Ok(Expression::of_time(text, program, &[])),
            None => Err(parsed.refuse_names()),
        }
    }

    /// The expression of a postfix program, which names curves out of this list.
    pub(crate) fn of_time(source: &str, program: Vec<Op>, curves: &[Curve]) -> Expression {
        let curves = if program.iter().any(|op| matches!(op, Op::Curve(_))) { curves.to_vec() } else { Vec::new() };
        let compiled = Compiled { source: source.to_string(), program, constant: None, curves, slot: None };
        let mut expression = Expression(Box::new(compiled));
        if !expression.0.program.contains(&Op::Time) {
            expression.0.constant = Some(expression.value(0.0));
        } else if expression.branches(0.0) != expression.branches(JUST_AFTER_ZERO)
            && expression.jet(0.0).iter().all(|x| x.is_finite())
        {
            expression.begin_after_zero();
        }
        expression
    }

    /// One that reads the motion: its value is in this slot of the model's signals.
    pub(crate) fn of_state(source: &str, slot: usize) -> Expression {
        let source = source.to_string();
        let (program, curves) = (Vec::new(), Vec::new());
        Expression(Box::new(Compiled { source, program, constant: None, curves, slot: Some(slot as u32) }))
    }

    /// Where its value is among the results of the model's signals, if it reads the motion.
    pub(crate) fn slot(&self) -> Option<usize> {
        self.0.slot.map(|slot| slot as usize)
    }

    /// Has it take the branches at time zero that it has right after.
    fn begin_after_zero(&mut self) {
        let later = |op: &Op| match op {
            Op::Time => vec![Op::Time, Op::Number(JUST_AFTER_ZERO), Op::Add],
            op => vec![*op],
        };
        let program: Vec<Op> = self.0.program.iter().flat_map(later).collect();
        // One more intermediate value than was checked.
        if parse::fits_stack(program.iter().map(|op| op.n_operands())) {
            self.0.program = program;
        }
    }

    /// The same value at all times.
    pub fn constant(value: f64) -> Expression {
        Expression(Box::new(Compiled {
            source: value.to_string(),
            program: vec![Op::Number(value)],
            constant: Some(value),
            curves: Vec::new(),
            slot: None,
        }))
    }

    /// The value at time `t`; not a number outside the domain of a function, nor for an expression of the state.
    pub fn value<S: Real>(&self, t: S) -> S {
        if let Some(value) = self.0.constant.or(self.0.slot.map(|_| f64::NAN)) {
            return S::from(value);
        }
        self.run(S::from(0.0), |op, operands| jet::value_of(op, operands, self.given(t)))
    }

    /// Value, first and second derivative at time `t`.
    pub fn jet<S: Real>(&self, t: S) -> [S; 3] {
        if let Some(value) = self.0.constant.or(self.0.slot.map(|_| f64::NAN)) {
            return [value, 0.0, 0.0].map(S::from);
        }
        self.run([S::from(0.0); 3], |op, operands| jet::jet_of(op, operands, self.given(t)))
    }

    /// Everything that its instructions read besides their operands.
    fn given<S>(&self, time: S) -> Given<'_, S> {
        Given { time, curves: &self.0.curves }
    }

    /// Curves that its program names.
    pub(crate) fn curves(&self) -> &[Curve] {
        &self.0.curves
    }

    /// The program's result; `apply` is one instruction on its operands.
    #[inline(always)]
    fn run<T: Copy>(&self, zero: T, apply: impl Fn(Op, &[T]) -> T) -> T {
        let mut stack = [zero; STACK];
        let mut top = 0;
        for op in &self.0.program {
            top -= op.n_operands();
            stack[top] = apply(*op, &stack[top..]);
            top += 1;
        }
        stack[0]
    }

    /// The text it was read from.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Whether neither `t` nor the motion occurs.
    pub(crate) fn is_constant(&self) -> bool {
        self.0.constant.is_some()
    }

    /// The postfix program; none of an expression of the state.
    pub(crate) fn program(&self) -> &[Op] {
        &self.0.program
    }
}

impl Op {
    /// How many values it takes from the stack; it always puts one back.
    pub(crate) fn n_operands(self) -> usize {
        match self {
            Op::Number(_) | Op::Time => 0,
            Op::Negate | Op::Not | Op::Curve(_) => 1,
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Power => 2,
            Op::Compare(_) | Op::And | Op::Or => 2,
            Op::Call(function) => function.arity(),
        }
    }
}
