//! Procedures as one Rust module without dependencies, with a test of its own.

use super::statement::{Array, Body, Syntax};
use super::{Emission, File, Written, describe_numbers, identifier, list, readme, remark, write_all};
use crate::symbolic::program::Function;

/// Every function with its name, and how the standard library computes it.
const FUNCTIONS: [(Function, &str, &str); 19] = [
    (Function::Sqrt, "sqrt", "a.sqrt()"),
    (Function::Abs, "abs", "a.abs()"),
    (Function::Floor, "floor", "a.floor()"),
    (Function::Sin, "sin", "a.sin()"),
    (Function::Cos, "cos", "a.cos()"),
    (Function::Tan, "tan", "a.tan()"),
    (Function::Asin, "asin", "a.asin()"),
    (Function::Acos, "acos", "a.acos()"),
    (Function::Atan, "atan", "a.atan()"),
    (Function::Sinh, "sinh", "a.sinh()"),
    (Function::Cosh, "cosh", "a.cosh()"),
    (Function::Tanh, "tanh", "a.tanh()"),
    (Function::Exp, "exp", "a.exp()"),
    (Function::Ln, "ln", "a.ln()"),
    (Function::Log10, "log10", "a.log10()"),
    (Function::Atan2, "atan2", "a.atan2(b)"),
    (Function::Power, "power", "a.powf(b)"),
    (Function::Min, "min", "a.min(b)"),
    (Function::Max, "max", "a.max(b)"),
];

struct Rust;

impl Syntax for Rust {
    fn number(&self, x: f64) -> String {
        match x {
            x if x.is_nan() => "f64::NAN".into(),
            f64::INFINITY => "f64::INFINITY".into(),
            f64::NEG_INFINITY => "f64::NEG_INFINITY".into(),
            x => format!("{x:?}"),
        }
    }

    fn bind(&self, name: &str, expression: &str) -> String {
        format!("let {name} = {expression};")
    }

    fn fuse(&self, [a, b, c]: [String; 3]) -> String {
        format!("f64::mul_add({a}, {b}, {c})")
    }

    fn call(&self, function: Function, given: &[String]) -> String {
        let name = FUNCTIONS.iter().find(|(f, ..)| *f == function).map_or("", |(_, name, _)| name);
        format!("{name}({})", given.join(", "))
    }

    fn select(&self, [a, b, c, d]: [String; 4]) -> String {
        format!("if {a} < {b} {{ {c} }} else {{ {d} }}")
    }

    fn remark(&self, text: &str) -> String {
        format!("// {text}")
    }
}

/// The files.
///
/// # Errors
/// When a procedure cannot be written, or has no finite values where it is to be tested.
pub fn write(emission: &Emission) -> Result<Vec<File>, String> {
    let (all, name) = (write_all(emission)?, identifier(&emission.model));
    let files = format!(
        "- `{name}.rs`: a module without dependencies, with a test that compares it with values that were computed when it was made\n"
    );
    let build = format!(
        "```\nrustc -O --test {name}.rs && ./{name}\n```\n\nor as `mod {name};` of your own crate. Without the standard library, let the few \
         functions at the end of the module, such as `sin`, call those of a mathematical library instead; nothing else needs it.\n"
    );
    Ok(vec![
        File { name: format!("{name}.rs"), text: module(emission, &all) },
        File { name: "README.md".into(), text: readme::write(emission, &all, &files, &build) },
    ])
}

fn module(emission: &Emission, all: &[Written]) -> String {
    let mut text = format!("//! {}: equations of motion, straight-line code. ", remark(&emission.model));
    text += &format!("Written by Linkwork {}.\n//!\n", env!("CARGO_PKG_VERSION"));
    emission.contents.iter().for_each(|line| text += &format!("//! {}\n", remark(line)));
    text += "#![allow(dead_code, clippy::all)]\n";
    all.iter().for_each(|written| text += &procedure(written));
    text += &functions(all);
    text + &tests(all)
}

fn procedure(written: &Written) -> String {
    let (procedure, word) = (written.procedure, &written.procedure.name);
    let mut text = format!("\n/// {}\n///\n/// Takes:\n", remark(procedure.purpose));
    text += &describe_numbers('x', &procedure.inputs, "/// - ");
    text += "///\n/// Gives:\n";
    text += &describe_numbers('y', &procedure.outputs, "/// - ");
    let all = [Array::Inputs, Array::Outputs].map(|array| parameter(written, array)).join(", ");
    text += &format!("pub fn {word}({all}) {{\n");
    if written.n_places > 0 {
        text += &format!("    let mut s = [0.0; {}];\n", written.n_places);
    }
    let lend = |array: &Array| {
        if *array == Array::Places {
            "&mut s"
        } else if *array == Array::Inputs {
            "x"
        } else {
            "y"
        }
    };
    for (k, body) in written.bodies.iter().enumerate() {
        let given: Vec<&str> = body.used().iter().map(lend).collect();
        text += &format!("    {word}_{}({});\n", k + 1, given.join(", "));
    }
    text += "}\n";
    for (k, body) in written.bodies.iter().enumerate() {
        text += &format!("\nfn {word}_{}({}) {{\n{}}}\n", k + 1, parameters(written, body), body.text(&Rust));
    }
    text
}

fn parameters(written: &Written, body: &Body) -> String {
    let all: Vec<String> = body.used().iter().map(|array| parameter(written, *array)).collect();
    all.join(", ")
}

fn parameter(written: &Written, array: Array) -> String {
    let program = &written.procedure.program;
    match array {
        Array::Inputs => format!("x: &[f64; {}]", program.n_inputs),
        Array::Places => format!("s: &mut [f64; {}]", written.n_places),
        Array::Outputs => format!("y: &mut [f64; {}]", program.outputs.len()),
    }
}

/// The functions that occur.
fn functions(all: &[Written]) -> String {
    let mut text = String::new();
    for (function, name, computed) in FUNCTIONS.iter().filter(|(f, ..)| all.iter().any(|written| written.calls(*f))) {
        let given = if function.takes_two() { "a: f64, b: f64" } else { "a: f64" };
        text += &format!("\nfn {name}({given}) -> f64 {{\n    {computed}\n}}\n");
    }
    text
}

fn tests(all: &[Written]) -> String {
    let mut text = String::from("\n#[cfg(test)]\nmod tests {\n");
    for written in all {
        let (word, n_outputs) = (&written.procedure.name, written.procedure.program.outputs.len());
        text += &format!(
            "    #[test]\n    fn {word}_gives_the_values_of_before() {{\n        let mut y = [0.0; {n_outputs}];\n"
        );
        let references = written.references.iter().zip(&written.expected).zip(written.tolerances());
        for ((inputs, expected), tolerance) in references {
            let indent = "            ";
            text += &format!("        super::{word}(&[\n{}        ], &mut y);\n", list(inputs, &Rust, indent));
            text += &format!("        let expected = [\n{}        ];\n", list(expected, &Rust, indent));
            text += "        for (k, (y, expected)) in y.iter().zip(expected).enumerate() {\n";
            let tolerance = Rust.number(tolerance);
            text += &format!(
                "            assert!((y - expected).abs() <= {tolerance}, \"y[{{k}}] is {{y}}, not {{expected}}\");\n        }}\n"
            );
        }
        text += "    }\n";
    }
    text + "}\n"
}
