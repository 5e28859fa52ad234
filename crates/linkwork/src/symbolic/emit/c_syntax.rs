//! Statements, numbers and tables as C99 spells them.

use super::list;
use super::statement::Syntax;
use crate::symbolic::program::Function;

pub(super) struct C;

impl Syntax for C {
    fn number(&self, x: f64) -> String {
        match x {
            x if x.is_nan() => "NAN".into(),
            f64::INFINITY => "INFINITY".into(),
            f64::NEG_INFINITY => "-INFINITY".into(),
            x => format!("{x:?}"),
        }
    }

    fn bind(&self, name: &str, expression: &str) -> String {
        format!("const double {name} = {expression};")
    }

    fn fuse(&self, given: [String; 3]) -> String {
        format!("fma({})", given.join(", "))
    }

    fn call(&self, function: Function, given: &[String]) -> String {
        let name = match function {
            Function::Sqrt => "sqrt",
            Function::Abs => "fabs",
            Function::Floor => "floor",
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
            Function::Asin => "asin",
            Function::Acos => "acos",
            Function::Atan => "atan",
            Function::Sinh => "sinh",
            Function::Cosh => "cosh",
            Function::Tanh => "tanh",
            Function::Exp => "exp",
            Function::Ln => "log",
            Function::Log10 => "log10",
            Function::Atan2 => "atan2",
            Function::Power => "pow",
            Function::Min => "fmin",
            Function::Max => "fmax",
        };
        format!("{name}({})", given.join(", "))
    }

    fn select(&self, [a, b, c, d]: [String; 4]) -> String {
        format!("{a} < {b} ? {c} : {d}")
    }

    fn remark(&self, text: &str) -> String {
        format!("/* {text} */")
    }
}

/// Rows of numbers.
pub(super) fn table(name: &str, rows: &[&[f64]]) -> String {
    let width = rows.first().map_or(0, |row| row.len());
    let rows: Vec<String> = rows.iter().map(|row| format!("    {{\n{}    }}", list(row, &C, "        "))).collect();
    format!("\nstatic const double {name}[{}][{width}] = {{\n{}\n}};\n", rows.len(), rows.join(",\n"))
}
