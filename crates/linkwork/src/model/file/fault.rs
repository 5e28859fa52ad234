//! Faults of a model: where, what is wrong, and what would be right.

use super::Spot;
use std::fmt;

/// Said of a part that is missing without a fault, in a model that was read without one.
pub(in crate::model) const UNREPORTED: &str =
    "could not be built, for a reason that was not reported; please report this with the model file";

/// One fault of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Name of the file as it was given; `model` when the model was built in Rust.
    pub file: String,
    /// From 1; 0 when the model was built in Rust.
    pub line: usize,
    /// From 1, in characters; 0 when the model was built in Rust.
    pub column: usize,
    /// Such as `joints[2].axis`; empty where the fault is that of the whole file.
    pub key: String,
    /// The fault, and the remedy.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(file: &str, spot: Spot, key: impl Into<String>, message: impl Into<String>) -> Fault {
        let file = if file.is_empty() { "model" } else { file };
        Fault {
            file: file.to_string(),
            line: spot.line as usize,
            column: spot.column as usize,
            key: key.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// All faults of a model, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Sorts by file and place; faults without one keep their order.
    pub(crate) fn sorted(mut faults: Vec<Fault>) -> Faults {
        faults.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Faults(faults)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let newline = if i > 0 { "\n" } else { "" };
            write!(f, "{newline}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
