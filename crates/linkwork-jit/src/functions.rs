//! Functions that machine code calls: those of the interpreter, by address.

use linkwork::symbolic::Function;

/// A function that machine code can call.
pub struct Callable {
    pub function: Function,
    pub name: &'static str,
    pub address: *const u8,
}

macro_rules! of_one {
    ($function:ident) => {{
        extern "C" fn calc(a: f64) -> f64 {
            Function::$function.calc(a, 0.0)
        }
        Callable { function: Function::$function, name: stringify!($function), address: calc as *const u8 }
    }};
}

macro_rules! of_two {
    ($function:ident) => {{
        extern "C" fn calc(a: f64, b: f64) -> f64 {
            Function::$function.calc(a, b)
        }
        Callable { function: Function::$function, name: stringify!($function), address: calc as *const u8 }
    }};
}

/// All but those for which processors have an instruction that gives the same bits: root and absolute value.
pub fn all() -> [Callable; 17] {
    [
        of_one!(Floor),
        of_one!(Sin),
        of_one!(Cos),
        of_one!(Tan),
        of_one!(Asin),
        of_one!(Acos),
        of_one!(Atan),
        of_one!(Sinh),
        of_one!(Cosh),
        of_one!(Tanh),
        of_one!(Exp),
        of_one!(Ln),
        of_one!(Log10),
        of_two!(Atan2),
        of_two!(Power),
        of_two!(Min),
        of_two!(Max),
    ]
}
