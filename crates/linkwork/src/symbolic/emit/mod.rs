//! Programs written as source text for use elsewhere: one tree of statements, and languages that know how to spell it.
//! The text allocates nothing, branches on nothing and needs nothing but the functions of a mathematical
//! library.
//!
//! Long programs become several functions, which leave values to one another in an array of the caller's stack.

pub mod c;
mod c_syntax;
mod finish;
mod readme;
pub mod rust;
mod statement;

use super::finish::Layout;
use super::interpret::Interpreter;
use super::pieces::{Pieces, USUAL_LENGTH};
use super::program::{Function, Operation};
use super::specialized::Procedure;
use statement::{Body, Syntax};

/// Relative to the largest output: how far a test lets the values go that a compiler makes. Round-off is 1e-16 an
/// operation; compilers that fuse products and sums, and other mathematical libraries, move values by a few of these,
/// and a mechanism near a singular position amplifies them.
const TOLERANCE: f64 = 1e-9;

/// A procedure with inputs at which what is written of it is to be tested.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The procedure.
    pub procedure: Procedure,
    /// Its inputs.
    pub references: Vec<Vec<f64>>,
}

/// Everything that is written for a model.
#[derive(Clone, Debug)]
pub struct Emission {
    /// The model's name.
    pub model: String,
    /// The mechanism: bodies and joints by name, a line each.
    pub contents: Vec<String>,
    /// Its procedures.
    pub procedures: Vec<Sample>,
    /// The place of each number in R of all columns, for its numeric end.
    pub layout: Option<Layout>,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A procedure as statements, with reference values.
struct Written<'a> {
    procedure: &'a Procedure,
    references: Vec<&'a [f64]>,
    bodies: Vec<Body>,
    /// Values that functions leave to one another.
    n_places: usize,
    /// Outputs for each of the references.
    expected: Vec<Vec<f64>>,
}

impl<'a> Written<'a> {
    fn of(sample: &'a Sample) -> Result<Written<'a>, String> {
        let procedure = &sample.procedure;
        let Pieces { pieces, n_places } = Pieces::of(&procedure.program, USUAL_LENGTH)?;
        let interpreter = Interpreter::new(&procedure.program)?;
        let (n_inputs, n_outputs) = (procedure.program.n_inputs, procedure.program.outputs.len());
        if procedure.inputs.len() != n_inputs || procedure.outputs.len() != n_outputs {
            return Err(format!("not every number that `{}` takes or gives has a name", procedure.name));
        }
        let (mut references, mut expected) = (Vec::new(), Vec::new());
        for inputs in &sample.references {
            let mut outputs = vec![0.0; n_outputs];
            interpreter.run(inputs, &mut outputs);
            // Where something is divided by zero there is nothing to compare with.
            if outputs.iter().all(|x| x.is_finite()) {
                references.push(&inputs[..]);
                expected.push(outputs);
            }
        }
        if expected.is_empty() {
            return Err(format!("`{}` has no finite values where it is to be tested", procedure.name));
        }
        let bodies = pieces.iter().map(|piece| Body::of(procedure, piece)).collect();
        Ok(Written { procedure, references, bodies, n_places, expected })
    }

    fn n_operations(&self) -> usize {
        self.bodies.iter().map(Body::n_computed).sum()
    }

    /// The most that outputs may differ from those expected: by reference.
    fn tolerances(&self) -> Vec<f64> {
        let largest = |outputs: &Vec<f64>| outputs.iter().fold(0.0, |m, x| f64::max(m, x.abs()));
        self.expected.iter().map(|outputs| TOLERANCE * largest(outputs)).collect()
    }

    fn calls(&self, called: Function) -> bool {
        let is_it = |operation: &Operation| matches!(operation, Operation::Call(function, _) | Operation::Call2(function, ..) if *function == called);
        self.procedure.program.operations.iter().any(is_it)
    }
}

/// All procedures that hand out something.
fn write_all(emission: &Emission) -> Result<Vec<Written<'_>>, String> {
    let gives = |sample: &&Sample| !sample.procedure.program.outputs.is_empty();
    emission.procedures.iter().filter(gives).map(Written::of).collect()
}

/// A name that every language takes: small letters, digits and underscores, a letter first.
pub(crate) fn identifier(name: &str) -> String {
    let mut made = String::new();
    for c in name.chars().take(60) {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => made.push(c),
            _ if made.ends_with('_') || made.is_empty() => {}
            _ => made.push('_'),
        }
    }
    let made = made.trim_end_matches('_');
    if made.starts_with(|c: char| c.is_ascii_lowercase()) { made.to_string() } else { format!("model_{made}") }
}

/// A name in a comment: nothing that could end it or hide in it.
fn remark(text: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || " .,:;()[]<>=+-_'^|#`⁻−".contains(c);
    text.chars().take(200).map(|c| if safe(c) { c } else { '_' }).collect()
}

/// The lines that say what numbers a procedure takes or gives, each after this.
fn describe_numbers(array: char, names: &[String], before: &str) -> String {
    let lines = names.iter().enumerate().map(|(k, name)| format!("{before}{array}[{k}]  {}\n", remark(name)));
    lines.collect()
}

/// Numbers between commas, some on a line.
fn list(numbers: &[f64], syntax: &dyn Syntax, indent: &str) -> String {
    let spelled: Vec<String> = numbers.iter().map(|x| syntax.number(*x)).collect();
    let lines: Vec<String> = spelled.chunks(4).map(|some| format!("{indent}{}", some.join(", "))).collect();
    lines.join(",\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        let made = ["four-bar", "Bricard 6R", "3-RRR", "Räder", "", "double", "../x"].map(identifier);
        assert_eq!(made, ["four_bar", "bricard_6r", "model_3_rrr", "r_der", "model_", "double", "x"]);
    }

    #[test]
    fn nothing_ends_a_comment() {
        assert_eq!(remark("a */ b /* c // d \\\n e \u{202e}"), "a __ b __ c __ d __ e _");
        assert_eq!(remark("Räder: x"), "Räder: x");
    }
}
