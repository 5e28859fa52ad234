//! Functions in formulas: what their operands may measure, and what their values do.

use super::kind::{Kind, fit, measured};
use super::{FormulaError, Names, Node, Parsed, Parser};
use crate::model::expression::Function;
use crate::model::file::dimension::{Dimension, Exponents};
use crate::model::file::suggest;
use crate::model::file::tokens::Token;

/// Functions of numbers that expressions write in terms of others.
const OF_OTHERS: [&str; 3] = ["clamp", "smooth", "pulse"];

impl Parser<'_> {
    pub(super) fn call(&mut self, function: Token) -> Parsed {
        self.next += 1;
        let mut operands = Vec::new();
        if self.peek().is_some_and(|token| token.text != ")") {
            operands.push(self.binary(0)?);
            while self.peek().is_some_and(|token| token.text == ",") {
                self.next += 1;
                operands.push(self.binary(0)?);
            }
        }
        self.close()?;
        let kind = self.call_kind(function, &mut operands)?;
        let operands: Vec<String> = operands.into_iter().map(|node| node.text).collect();
        Ok(Node { text: format!("{}({})", function.text, operands.join(", ")), kind, start: function.start })
    }

    /// The kind of a function's value; its operands are judged.
    fn call_kind(&mut self, function: Token, operands: &mut [Node]) -> Result<Kind, FormulaError> {
        let words = || Function::ALL.iter().map(|function| function.word()).chain(OF_OTHERS);
        if self.names == Names::Parameters && !words().any(|word| word == function.text) {
            let near = suggest::nearest(function.text, words()).map(|near| format!("; did you mean `{near}`?"));
            let message = format!("`{}` is not a function{}", function.text, near.unwrap_or_default());
            return self.fail_at(function.start, &message);
        }
        Ok(match function.text {
            "sin" | "cos" | "tan" => {
                self.need(operands, Exponents::ANGLE, "an angle or a plain number")?;
                pure(operands)
            }
            "exp" | "log" | "ln" | "log10" | "sinh" | "cosh" | "tanh" | "floor" => {
                self.need(operands, Exponents::NONE, "a plain number")?;
                pure(operands)
            }
            "asin" | "acos" | "atan" => {
                self.need(operands, Exponents::NONE, "a plain number")?;
                self.angle(operands)
            }
            "atan2" => {
                self.join(function.start, operands)?;
                self.angle(operands)
            }
            "sign" => pure(operands),
            "sqrt" => match operands.first().map(|node| node.kind) {
                Some(Kind::Measured(exponents)) => measured(exponents.times(0.5)),
                Some(Kind::Timed(exponents)) => Kind::Timed(exponents.times(0.5)),
                Some(Kind::Motion(exponents)) => Kind::of_state(exponents.times(0.5), false),
                Some(Kind::Judged(exponents)) => Kind::of_state(exponents.times(0.5), true),
                Some(Kind::Plain | Kind::Clock | Kind::Varying | Kind::State) | None => pure(operands),
            },
            "abs" | "min" | "max" | "mod" | "clamp" | "hypot" => self.join(function.start, operands)?,
            "smooth" => {
                self.join(function.start, operands)?;
                pure(operands)
            }
            "pulse" => {
                self.need_times(operands)?;
                self.join(function.start, operands)?;
                Kind::State
            }
            "distance" => Kind::Motion(Dimension::LENGTH.exponents()),
            "if" if operands.len() == 3 => self.join(function.start, &mut operands[1..])?,
            "step" if operands.len() == 5 => self.step_kind(function.start, operands)?,
            "pow" if operands.len() == 2 => self.power_kind(function.start, &operands[0], &operands[1])?,
            _ => Kind::State,
        })
    }

    /// `step(x, x0, y0, x1, y1)`
    fn step_kind(&mut self, at: usize, operands: &mut [Node]) -> Result<Kind, FormulaError> {
        // The places among themselves, then the values.
        operands.swap(2, 3);
        self.need_times(&operands[..3])?;
        self.join(at, &mut operands[..3])?;
        let kind = self.join(at, &mut operands[3..])?;
        operands.swap(2, 3);
        let varies = !matches!(operands[0].kind, Kind::Plain | Kind::Measured(_));
        Ok(if kind == Kind::Plain && varies { Kind::Varying } else { kind })
    }

    fn need(&self, operands: &[Node], wanted: Exponents, what: &str) -> Result<(), FormulaError> {
        for node in operands {
            let timed = matches!(node.kind, Kind::Timed(_));
            let fits = |found: Exponents| [wanted, Exponents::NONE].iter().any(|wanted| fit(found, *wanted, timed));
            if let Some(found) = node.kind.exponents().filter(|found| !fits(*found)) {
                return self.fail_at(node.start, &format!("expected {what}, found {found}"));
            }
        }
        Ok(())
    }

    /// An angle in radians; where these are the units of the model, also a plain number.
    fn angle(&self, operands: &[Node]) -> Kind {
        if self.scope.units.has_radians() { pure(operands) } else { Kind::Measured(Exponents::ANGLE) }
    }
}

/// A pure number, the same at all times if the operands are.
fn pure(operands: &[Node]) -> Kind {
    let is_constant = |node: &Node| matches!(node.kind, Kind::Plain | Kind::Measured(_));
    match operands.iter().any(|node| node.kind.is_state()) {
        true => Kind::State,
        false if operands.iter().all(is_constant) => Kind::Plain,
        false => Kind::Varying,
    }
}
