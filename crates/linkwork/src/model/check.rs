//! Checks of single values: finite, positive, as many numbers as asked, a direction, a known word, a proper name.
//!
//! Every check that fails adds a fault and returns `None`, and the caller goes on with a harmless value: a model with
//! faults is never handed out, but all of its faults are found in one pass.

use super::expression::ExpressionError;
use super::expression::{self, Parsed};
use super::file::{Fault, Lines, Scalar, Spot, suggest};
use super::{Expression, Space};
use crate::methods::{Choice, Word};
use crate::shown::is_hidden;
use crate::spatial::Vec3;
use std::sync::Arc;

/// Whether a spreadsheet computes a cell that begins with this name. `-x side` and `+y` stay text, or an error at
/// worst: without a call, a reference to another sheet or a program there is nothing to compute.
fn is_formula(name: &str) -> bool {
    name.starts_with(['=', '@', '＝', '＠'])
        || name.starts_with(['+', '-', '＋', '－']) && name.contains(['(', '!', '|'])
}

/// Collects the faults of a model.
pub(super) struct Checker {
    pub file: String,
    pub space: Space,
    pub faults: Vec<Fault>,
    /// Loads that are expressions of the state, in the order of their slots.
    pub pending: Vec<Pending>,
}

/// An expression whose names are looked up when all tables are known.
pub(super) struct Pending {
    pub parsed: Parsed,
    pub place: Place,
    /// The force whose load it is, by its place in the list.
    pub force: usize,
}

/// Where a value stands, for faults that are found later.
#[derive(Clone)]
pub(super) struct Place {
    spot: Spot,
    /// Such as `forces[2].force`.
    key: String,
    /// The file of the part that it came from.
    file: Option<Arc<str>>,
}

/// The table being checked.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    /// Where its keys stand.
    pub lines: &'a Lines,
    /// Such as `joints[2]`; empty for the whole model.
    pub path: &'a str,
}

impl Item<'_> {
    pub(super) fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn place(&self, key: &str) -> Place {
        let file = self.lines.part.as_ref().map(|part| part.file.clone());
        Place { spot: self.lines.of(key), key: self.key(key), file }
    }
}

impl Checker {
    pub(super) fn planar(&self) -> bool {
        self.space == Space::Planar
    }

    pub(super) fn fault(&mut self, item: Item, key: &str, message: impl Into<String>) {
        self.faults.push(Fault::new(item.lines.file(&self.file), item.lines.of(key), item.key(key), message));
    }

    /// The same at a place that was seen before.
    pub(super) fn fault_at(&mut self, place: &Place, message: impl Into<String>) {
        let file = place.file.as_deref().unwrap_or(&self.file);
        self.faults.push(Fault::new(file, place.spot, &place.key, message));
    }

    /// A key that should be there is not; silent if it was seen and could not be read, which has been said.
    pub(super) fn missing(&mut self, item: Item, key: &str, remedy: &str) {
        if !item.lines.has(key) {
            let path = item.key(key);
            let message = format!("missing `{key}`: {remedy}");
            self.faults.push(Fault::new(item.lines.file(&self.file), item.lines.table, path, message));
        }
    }

    pub(super) fn finite(&mut self, item: Item, key: &str, value: Option<f64>) -> Option<f64> {
        self.number(item, key, value, "a finite number", f64::is_finite)
    }

    pub(super) fn positive(&mut self, item: Item, key: &str, value: Option<f64>) -> Option<f64> {
        self.number(item, key, value, "a positive finite number", |v| v.is_finite() && v > 0.0)
    }

    pub(super) fn not_negative(&mut self, item: Item, key: &str, value: Option<f64>) -> Option<f64> {
        self.number(item, key, value, "zero or a positive finite number", |v| v.is_finite() && v >= 0.0)
    }

    fn number(&mut self, item: Item, key: &str, value: Option<f64>, what: &str, holds: fn(f64) -> bool) -> Option<f64> {
        let value = value?;
        if !holds(value) {
            self.fault(item, key, format!("must be {what}, found {value}"));
            return None;
        }
        Some(value)
    }

    /// A vector of the model's space, in three dimensions.
    pub(super) fn vector(&mut self, item: Item, key: &str, written: Option<&Vec<f64>>) -> Option<Vec3> {
        let written = written?;
        let found = written.len();
        if written.iter().any(|x| !x.is_finite()) {
            self.fault(item, key, "all its numbers must be finite");
            return None;
        }
        match (self.space, &written[..]) {
            (Space::Spatial, [x, y, z]) => Some(Vec3([*x, *y, *z])),
            (Space::Planar, [x, y]) => Some(Vec3([*x, *y, 0.0])),
            (Space::Planar, [x, y, z]) if *z == 0.0 => Some(Vec3([*x, *y, 0.0])),
            (Space::Planar, [_, _, z]) => {
                self.fault(item, key, format!("`{key}` lies in the x-y plane: z must be 0 or left out, found {z}"));
                None
            }
            (Space::Planar, _) => {
                self.fault(item, key, format!("`{key}` needs 2 numbers in a planar model, found {found}"));
                None
            }
            (Space::Spatial, _) => {
                let hint = if found == 2 { "; for motion in the x-y plane set space = \"planar\"" } else { "" };
                self.fault(item, key, format!("`{key}` needs 3 numbers, found {found}{hint}"));
                None
            }
        }
    }

    /// A vector made a unit vector.
    pub(super) fn direction(&mut self, item: Item, key: &str, written: Option<&Vec<f64>>) -> Option<Vec3> {
        let vector = self.vector(item, key, written)?;
        if let Some(direction) = vector.unit() {
            return Some(direction);
        }
        let example = if self.planar() { "[1, 0]" } else { "[0, 0, 1]" };
        self.fault(item, key, format!("`{key}` is zero; give a direction such as {example}"));
        None
    }

    /// A word out of a list.
    pub(super) fn word(
        &mut self,
        item: Item,
        key: &str,
        word: &Option<String>,
        known: &'static [&'static str],
    ) -> Option<&'static str> {
        let word = word.as_ref()?;
        let found = known.iter().find(|k| **k == word.as_str()).copied();
        if found.is_none() {
            self.fault(item, key, suggest::unknown(key, word, known));
        }
        found
    }

    /// A method, or `auto`.
    pub(super) fn choice<T: Word>(&mut self, item: Item, word: &Option<String>) -> Option<Choice<T>> {
        self.word(item, T::SETTING, word, T::WORDS)?.parse().ok()
    }

    /// Names become columns of results, so they must not hold what separates columns, what spreadsheets compute, or
    /// what terminals obey.
    pub(super) fn name(&mut self, item: Item, name: &str) {
        if name.is_empty() {
            self.fault(item, "name", "the name is empty; give it at least one character");
        } else if name.chars().any(|c| is_hidden(c) || c == ',' || c == '"') {
            let message = format!(
                "the name {name:?} holds a comma, a double quote, a control character or a mark of direction, which \
                 results files cannot hold; use letters, digits, spaces, - or _"
            );
            self.fault(item, "name", message);
        } else if is_formula(name) {
            let message = format!(
                "the name {name:?} is a formula to spreadsheets, which would compute the head of a column of \
                 `trajectory.csv`; begin it with a letter or a digit"
            );
            self.fault(item, "name", message);
        }
    }

    /// The model's own name is shown and names a folder; it must not hold what terminals obey.
    pub(super) fn title(&mut self, item: Item, name: &str) {
        if name.chars().any(is_hidden) {
            let message = format!("the name {name:?} holds a control character or a mark of direction; leave it out");
            self.fault(item, "name", message);
        }
    }

    /// A number or an expression of `t`; zero when faulty.
    pub(super) fn expression_of_time(&mut self, item: Item, key: &str, scalar: &Scalar) -> Expression {
        let expression = match scalar {
            Scalar::Number(value) => Ok(Expression::constant(*value)),
            Scalar::Text(text) => Expression::parse(text),
        };
        self.usable(item, key, expression)
    }

    /// A number or an expression, of `t` or of the state; zero when faulty. Those of the state wait for their names.
    pub(super) fn expression(&mut self, item: Item, key: &str, scalar: &Scalar) -> Expression {
        let Scalar::Text(text) = scalar else { return self.expression_of_time(item, key, scalar) };
        match expression::parse(text) {
            Ok(parsed) => match parsed.program_of_time() {
                Some(program) => self.usable(item, key, Ok(Expression::of_time(text, program, &[]))),
                None => {
                    self.pending.push(Pending { parsed, place: item.place(key), force: 0 });
                    Expression::of_state(text, self.pending.len() - 1)
                }
            },
            Err(error) => self.usable(item, key, Err(error)),
        }
    }

    /// The expression, if it is one and has finite values; zero when faulty.
    pub(super) fn usable(&mut self, item: Item, key: &str, found: Result<Expression, ExpressionError>) -> Expression {
        match found {
            Ok(e) if e.is_constant() && !e.value(0.0).is_finite() => {
                self.fault(item, key, format!("`{}` is {}, which is not a finite number", e.source(), e.value(0.0)));
                Expression::constant(0.0)
            }
            Ok(expression) => expression,
            Err(error) => {
                self.fault(item, key, error.to_string());
                Expression::constant(0.0)
            }
        }
    }
}
