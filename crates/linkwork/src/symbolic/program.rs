//! Straight-line programs: numbers in, numbers out, no index, no branch. What the interpreter runs, what is written as
//! C or Rust, and what is compiled to machine code.

/// A function of one or two numbers that is more than arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// √a
    Sqrt,
    /// |a|
    Abs,
    /// The largest integer not above a.
    Floor,
    /// sin a
    Sin,
    /// cos a
    Cos,
    /// tan a
    Tan,
    /// arcsin a
    Asin,
    /// arccos a
    Acos,
    /// arctan a
    Atan,
    /// sinh a
    Sinh,
    /// cosh a
    Cosh,
    /// tanh a
    Tanh,
    /// eᵃ
    Exp,
    /// ln a
    Ln,
    /// log₁₀ a
    Log10,
    /// The angle of the point (b, a).
    Atan2,
    /// aᵇ
    Power,
    /// The smaller of a and b.
    Min,
    /// The larger of a and b.
    Max,
}

/// A value by its number: values are numbered in the order in which they are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

/// How a value comes about. Operands have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// The input of this number.
    Input(u32),
    /// A number known beforehand.
    Constant(f64),
    /// −a
    Negate(Value),
    /// a + b
    Add(Value, Value),
    /// a − b
    Subtract(Value, Value),
    /// a · b
    Multiply(Value, Value),
    /// a / b
    Divide(Value, Value),
    /// a · b + c, rounded once. Graphs have none; [`fuse`](super::fuse::fuse) makes them, for processors that have such
    /// an instruction.
    MultiplyAdd(Value, Value, Value),
    /// c − a · b, rounded once, likewise.
    MultiplySubtract(Value, Value, Value),
    /// A function of one number.
    Call(Function, Value),
    /// A function of two numbers.
    Call2(Function, Value, Value),
    /// a < b ? c : d, without a branch.
    Select(Value, Value, Value, Value),
}

/// A straight-line program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// How many numbers it takes.
    pub n_inputs: usize,
    /// Values in order.
    pub operations: Vec<Operation>,
    /// The values it hands out.
    pub outputs: Vec<Value>,
}
