//! An expression that was parsed but for the meaning of its names, and the words that have a meaning by themselves.

use crate::model::expression::{ExpressionError, Function, Op};
use crate::model::file::suggest;

/// Functions that are written in terms of others, with their operands.
pub(super) const SHORTHANDS: [(&str, &str); 4] = [
    ("clamp", "3 operands (x, lower, upper)"),
    ("smooth", "2 operands (x, width)"),
    ("pulse", "3 operands (x, start, end)"),
    ("distance", "2 operands, the names of two markers"),
];

/// Words with a meaning of their own, which nothing can be named.
pub(super) const WORDS: [&str; 5] = ["t", "pi", "and", "or", "not"];

/// A name in an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    /// Without quotes.
    pub text: String,
    /// Position in the text, in characters from 1.
    pub column: usize,
}

/// One item of a postfix program whose names are not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Item {
    /// An instruction.
    Op(Op),
    /// The value of a name.
    Name(usize),
    /// A named function of the operand on the stack.
    Apply(usize),
    /// The distance between the markers with this name and the next one.
    Distance(usize),
}

impl Item {
    /// How many values it takes from the stack; it always puts one back.
    pub(crate) fn n_operands(self) -> usize {
        match self {
            Item::Op(op) => op.n_operands(),
            Item::Name(_) | Item::Distance(_) => 0,
            Item::Apply(_) => 1,
        }
    }
}

/// A text that was understood but for the meaning of its names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parsed {
    /// In postfix order.
    pub items: Vec<Item>,
    /// In the order of the text.
    pub names: Vec<Name>,
}

impl Parsed {
    /// The program, where no name occurs.
    pub(crate) fn program_of_time(&self) -> Option<Vec<Op>> {
        let op = |item: &Item| match item {
            Item::Op(op) => Some(*op),
            Item::Name(_) | Item::Apply(_) | Item::Distance(_) => None,
        };
        self.items.iter().map(op).collect()
    }

    /// Said of the first name, where there may be none.
    pub(in crate::model::expression) fn refuse_names(&self) -> ExpressionError {
        let Some(Name { text, column }) = self.names.first() else {
            return ExpressionError { column: 1, message: "a name is not known here".into() };
        };
        ExpressionError { column: *column, message: unknown_word(text) }
    }
}

/// The word of the language that is meant by this one.
pub(super) fn find_near(word: &str) -> Option<&'static str> {
    // `time` and `x` are near nothing by spelling, and yet what people write first.
    if word.eq_ignore_ascii_case("time") { Some("t") } else { suggest::nearest(word, language()) }
}

/// All words of expressions: functions, `t`, `pi` and those between conditions.
pub fn language() -> impl Iterator<Item = &'static str> {
    let functions = Function::ALL.iter().map(|f| f.word());
    functions.chain(SHORTHANDS.iter().map(|(word, _)| *word)).chain(WORDS)
}

pub(super) fn unknown_word(word: &str) -> String {
    match find_near(word) {
        Some(near) => format!("unknown word `{word}`; did you mean `{near}`?"),
        None => format!("unknown word `{word}`; expressions know `t`, `pi` and functions such as sin, sqrt, step"),
    }
}
