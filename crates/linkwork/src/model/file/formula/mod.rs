//! Expressions of parameters and quantities with units: what stands where a model file takes a number.
//!
//! A formula is rewritten: parameters and quantities become numbers in SI units, and plain numbers that are added to
//! quantities take the units of the model. `expression` then reads the result as it reads any other expression, and
//! computes it. The dimension is followed on the way, so that a length is not added to a mass, nor written where a mass
//! belongs. Time `t` counts seconds. Quantities of the state are in SI units, and so is all that is computed with them;
//! a unit that contradicts them is a fault, but names without units are taken as numbers.

mod functions;
mod kind;
mod names;

pub(super) use kind::Kind;
pub(super) use names::Owners;

use super::dimension::{Exponents, Measure};
use super::parameters::Scope;
use super::tokens::{self, Sort, Token};
use super::units::{self, Unit};
use kind::{fit, fit_motion, measured};

/// Levels of brackets and signs before a formula is refused: far above any real one.
const DEPTH: usize = 100;

/// Names that may occur in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Parameters only.
    Parameters,
    /// Time and names of the state as well, which others judge.
    All,
}

/// A fault in a formula.
#[derive(Debug)]
pub(super) struct FormulaError {
    /// In characters, from 1; 0 for the whole.
    pub column: usize,
    /// Empty where it was told elsewhere: a parameter has a fault of its own.
    pub message: String,
    /// Whether it concerns units or parameters, which nobody else would notice.
    pub is_ours: bool,
}

/// A formula in numbers.
#[derive(Debug)]
pub(super) struct Formula {
    /// In SI units.
    pub text: String,
    pub kind: Kind,
    /// Whether the text is another one.
    pub is_changed: bool,
}

/// Rewrites a formula that stands where something is measured.
pub(super) fn rewrite(text: &str, scope: &Scope, names: Names, at: Measure) -> Result<Formula, FormulaError> {
    let mut parser =
        Parser { text, tokens: tokens::split(text), next: 0, depth: 0, scope, names, at, is_changed: false };
    let whole = parser.binary(0).and_then(|node| match parser.peek() {
        None => Ok(node),
        Some(_) => parser.fail("expected an operator here, or the end"),
    });
    let whole = whole.and_then(|node| parser.place(node));
    match whole {
        Ok(node) => Ok(Formula { text: node.text, kind: node.kind, is_changed: parser.is_changed }),
        // Without a parameter or a unit so far, what comes next will say it better.
        Err(error) => Err(FormulaError { is_ours: error.is_ours || parser.is_changed, ..error }),
    }
}

/// A part of the formula, rewritten.
struct Node {
    text: String,
    kind: Kind,
    /// Where it begins, in bytes.
    start: usize,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    next: usize,
    depth: usize,
    scope: &'a Scope,
    names: Names,
    at: Measure,
    is_changed: bool,
}

type Parsed = Result<Node, FormulaError>;

/// How tightly an operator between two operands binds.
fn level(operator: &str) -> Option<usize> {
    Some(match operator {
        "or" => 0,
        "and" => 1,
        "<" | "<=" | ">" | ">=" | "==" | "!=" => 2,
        "+" | "-" => 3,
        "*" | "/" => 4,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    fn binary(&mut self, least: usize) -> Parsed {
        let mut left = self.unary()?;
        while let Some(operator) = self.peek() {
            let Some(level) = level(operator.text).filter(|level| *level >= least) else { break };
            self.next += 1;
            let right = self.binary(level + 1)?;
            left = self.combine(operator, left, right)?;
        }
        Ok(left)
    }

    fn combine(&mut self, operator: Token, left: Node, right: Node) -> Parsed {
        let sign = operator.text;
        let start = left.start;
        let (kind, [left, right]) = match sign {
            "*" => (left.kind.times(right.kind, 1.0), [left, right]),
            "/" => (left.kind.times(right.kind, -1.0), [left, right]),
            "+" | "-" => self.join_pair(operator.start, left, right)?,
            "and" | "or" => (Kind::State, [left, right]),
            _ => {
                let both = [left, right];
                self.need_times(&both)?;
                let [left, right] = both;
                (Kind::State, self.join_pair(operator.start, left, right)?.1)
            }
        };
        let space = if level(sign).is_some_and(|level| level < 3) { " " } else { "" };
        Ok(Node { text: format!("{}{space}{sign}{space}{}", left.text, right.text), kind, start })
    }

    fn join_pair(&mut self, at: usize, left: Node, right: Node) -> Result<(Kind, [Node; 2]), FormulaError> {
        let mut both = vec![left, right];
        let kind = self.join(at, &mut both)?;
        let [left, right] = <[Node; 2]>::try_from(both).unwrap_or_else(|_| unreachable!("two went in"));
        Ok((kind, [left, right]))
    }

    /// The common kind of values that are added or compared; plain numbers among quantities get their unit.
    fn join(&mut self, at: usize, nodes: &mut [Node]) -> Result<Kind, FormulaError> {
        if nodes.iter().any(|node| node.kind.is_state()) {
            return self.join_motion(at, nodes);
        }
        let Some(common) = nodes.iter().find_map(|node| node.kind.exponents()) else {
            let is_plain = nodes.iter().all(|node| node.kind == Kind::Plain);
            return Ok(if is_plain { Kind::Plain } else { Kind::Varying });
        };
        let timed = nodes.iter().any(|node| matches!(node.kind, Kind::Timed(_)));
        for node in nodes.iter_mut() {
            match node.kind.exponents() {
                Some(other) if !fit(common, other, timed) => {
                    return self.fail_at(at, &format!("{common} and {other} cannot be added or compared"));
                }
                Some(_) => {}
                None if node.kind == Kind::Clock && common == Exponents::TIME => {}
                None => self.give_unit(node, common, timed)?,
            }
        }
        Ok(if timed { Kind::Timed(common) } else { Kind::Measured(common) })
    }

    /// The same with values of the state. Numbers without units may be anything; only a unit can contradict.
    fn join_motion(&self, at: usize, nodes: &[Node]) -> Result<Kind, FormulaError> {
        let mut common: Option<(Exponents, bool)> = None;
        let mut is_known = true;
        for node in nodes {
            match (node.kind, node.kind.known(), common) {
                (_, Some((found, has_unit)), Some((other, other_has_unit))) if !fit_motion(found, other) => {
                    if has_unit || other_has_unit {
                        return self.fail_at(at, &format!("{other} and {found} cannot be added or compared"));
                    }
                    is_known = false;
                }
                (_, Some((_, has_unit)), Some((_, other_has_unit))) => {
                    common = common.map(|(exponents, _)| (exponents, has_unit || other_has_unit));
                }
                (_, Some(found), None) => common = Some(found),
                (Kind::State | Kind::Timed(_), None, _) => is_known = false,
                (_, None, _) => {}
            }
        }
        Ok(match common {
            Some((exponents, has_unit)) if is_known => Kind::of_state(exponents, has_unit),
            Some(_) | None => Kind::State,
        })
    }

    /// Time is compared with times.
    fn need_times(&self, nodes: &[Node]) -> Result<(), FormulaError> {
        let found = nodes.iter().find_map(|node| Some((node, node.kind.known()?.0)));
        match found {
            Some((node, found)) if nodes.iter().any(|node| node.kind == Kind::Clock) => {
                match found == Exponents::TIME {
                    true => Ok(()),
                    false => self.fail_at(node.start, &format!("`t` is a time, and cannot be compared with {found}")),
                }
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Has a plain number stand for a quantity like others beside it.
    fn give_unit(&mut self, node: &mut Node, exponents: Exponents, timed: bool) -> Result<(), FormulaError> {
        let units = &self.scope.units;
        let at_key = match self.at {
            Measure::One(dimension) if fit(dimension.exponents(), exponents, timed) => Some(units.of(dimension)),
            Measure::One(_) | Measure::Pure | Measure::Any => None,
            Measure::Coordinate(_) | Measure::Split { .. } => None,
        };
        let elsewhere = || match units.is_si() {
            true => Some(Unit::ONE),
            false => units.of_exponents(exponents).filter(|_| !timed),
        };
        let unit = at_key.or_else(elsewhere);
        let Some(unit) = unit else {
            let message = format!("this plain number stands beside a quantity in {exponents}: give it a unit");
            return self.fail_at(node.start, &message);
        };
        self.is_changed |= !unit.is_si();
        scale(node, unit);
        Ok(())
    }

    fn unary(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail(&format!("nested more than {DEPTH} levels deep; split or simplify the expression"));
        }
        let node = match self.peek() {
            Some(sign) if matches!(sign.text, "-" | "+" | "not") => {
                self.next += 1;
                let space = if sign.text == "not" { " " } else { "" };
                let node = self.unary()?;
                Node { text: format!("{}{space}{}", sign.text, node.text), start: sign.start, ..node }
            }
            _ => self.power()?,
        };
        self.depth -= 1;
        Ok(node)
    }

    fn power(&mut self) -> Parsed {
        let base = self.atom()?;
        if self.peek().is_none_or(|token| token.text != "^") {
            return Ok(base);
        }
        let at = self.next;
        self.next += 1;
        let exponent = self.unary()?;
        let text = format!("{}^{}", base.text, exponent.text);
        let kind = self.power_kind(self.tokens[at].start, &base, &exponent)?;
        Ok(Node { text, kind, start: base.start })
    }

    /// The quantity that a power measures.
    fn power_kind(&self, at: usize, base: &Node, exponent: &Node) -> Result<Kind, FormulaError> {
        Ok(match (base.kind, exponent.kind) {
            (_, Kind::Measured(found)) => {
                return self.fail_at(exponent.start, &format!("an exponent is a plain number, found {found}"));
            }
            (Kind::Motion(exponents), Kind::Plain) => Kind::of_state(exponents.times(self.value(exponent)?), false),
            (Kind::Judged(exponents), Kind::Plain) => Kind::of_state(exponents.times(self.value(exponent)?), true),
            (Kind::State | Kind::Motion(_) | Kind::Judged(_), _) | (_, Kind::Timed(_)) => Kind::State,
            (_, Kind::State | Kind::Motion(_) | Kind::Judged(_)) => Kind::State,
            (Kind::Measured(exponents), Kind::Plain) => measured(exponents.times(self.value(exponent)?)),
            (Kind::Timed(exponents), Kind::Plain) => Kind::Timed(exponents.times(self.value(exponent)?)),
            (Kind::Measured(_) | Kind::Timed(_), Kind::Clock | Kind::Varying) => {
                return self.fail_at(at, "a quantity with a unit needs a constant exponent");
            }
            (Kind::Plain, Kind::Plain) => Kind::Plain,
            (Kind::Plain | Kind::Clock | Kind::Varying, Kind::Plain | Kind::Clock | Kind::Varying) => Kind::Varying,
        })
    }

    fn value(&self, node: &Node) -> Result<f64, FormulaError> {
        let value = super::parameters::calc_value(&node.text);
        value.map_err(|message| FormulaError { column: self.column(node.start), message, is_ours: false })
    }

    fn atom(&mut self) -> Parsed {
        let Some(token) = self.peek() else {
            return self.fail("the expression ends too early; a number, a name or `(` must follow");
        };
        match token.sort {
            Sort::Number => self.number(token),
            Sort::Word => self.word(token),
            Sort::Path if self.names == Names::All => {
                self.next += 1;
                let kind = self.scope.find_quantity(token.text).map_or(Kind::State, Kind::Motion);
                Ok(Node { text: token.text.into(), kind, start: token.start })
            }
            Sort::Symbol if token.text == "(" => {
                self.next += 1;
                let inner = self.binary(0)?;
                self.close()?;
                Ok(Node { text: format!("({})", inner.text), start: token.start, ..inner })
            }
            Sort::Symbol | Sort::Path => {
                let shown: String = token.text.chars().take(40).collect();
                self.fail(&format!("expected a number, a parameter or `(`, found `{shown}`"))
            }
        }
    }

    fn number(&mut self, token: Token) -> Parsed {
        self.next += 1;
        let Some(value) = token.text.parse::<f64>().ok().filter(|value| value.is_finite()) else {
            return self.fail_at(token.start, &format!("`{}` is not a number", token.text));
        };
        let (start, plain) = (token.start, Kind::Plain);
        match self.peek().filter(|next| next.sort == Sort::Word && level(next.text).is_none()) {
            None => Ok(Node { text: token.text.into(), kind: plain, start }),
            Some(_) => {
                let unit = self.unit()?;
                self.is_changed = true;
                Ok(Node { text: written(unit.to_si(value)), kind: measured(unit.exponents), start })
            }
        }
    }

    /// `kN/mm^2`: units behind a number go on as long as words are units.
    fn unit(&mut self) -> Result<Unit, FormulaError> {
        let Some(first) = self.find_unit(self.next) else { return self.fail_unit() };
        self.next += 1;
        let mut unit = Unit::ONE.times(first, self.unit_power()?);
        while let Some(sign) = self.peek().filter(|token| matches!(token.text, "*" | "/" | "·")) {
            let Some(factor) = self.find_unit(self.next + 1) else { break };
            self.next += 2;
            let power = self.unit_power()?;
            unit = unit.times(factor, if sign.text == "/" { -power } else { power });
        }
        Ok(unit)
    }

    /// The unit at a place; a function's name is none.
    fn find_unit(&self, at: usize) -> Option<Unit> {
        let word = self.tokens.get(at).filter(|token| token.sort == Sort::Word)?.text;
        let is_called = self.tokens.get(at + 1).is_some_and(|token| token.text == "(");
        let (base, power) = match word.strip_suffix('²') {
            Some(base) => (base, 2),
            None => word.strip_suffix('³').map_or((word, 1), |base| (base, 3)),
        };
        Some(Unit::ONE.times(Unit::find(base)?, power)).filter(|_| !is_called)
    }

    fn unit_power(&mut self) -> Result<i8, FormulaError> {
        if self.peek().is_none_or(|token| token.text != "^") {
            return Ok(1);
        }
        self.next += 1;
        let is_negative = self.peek().is_some_and(|token| token.text == "-");
        self.next += usize::from(is_negative);
        let power = self.peek().and_then(|token| token.text.parse::<i8>().ok()).filter(|power| *power < 10);
        let Some(power) = power else { return self.fail("the power of a unit is a small whole number") };
        self.next += 1;
        Ok(if is_negative { -power } else { power })
    }

    fn fail_unit<T>(&self) -> Result<T, FormulaError> {
        let word = self.tokens[self.next].text;
        let is_called = self.tokens.get(self.next + 1).is_some_and(|token| token.text == "(");
        if is_called || matches!(word, "t" | "pi") || self.scope.knows(word) {
            return self.fail(&format!("expected an operator before `{word}`; write `*` to multiply"));
        }
        // `2x` is a product without its sign, `2 furlong` a unit.
        let start = self.tokens[self.next].start;
        let is_apart = self.text[..start].ends_with(char::is_whitespace);
        let is_ours = is_apart || self.names == Names::Parameters || units::find_near(word).is_some();
        Err(FormulaError { is_ours, ..self.error(start, &units::unknown(word)) })
    }

    fn word(&mut self, token: Token<'a>) -> Parsed {
        self.next += 1;
        let (word, start) = (token.text, token.start);
        if self.peek().is_some_and(|next| next.text == "(") {
            return self.call(token);
        }
        if let Some(parameter) = self.scope.find(word) {
            let Some(quantity) = parameter else {
                return Err(FormulaError { message: String::new(), is_ours: true, column: 0 });
            };
            self.is_changed = true;
            return Ok(Node { text: written(quantity.value), kind: quantity.kind(), start });
        }
        let kind = match (word, self.names) {
            ("pi", _) => Kind::Plain,
            ("t", Names::All) => Kind::Clock,
            ("t", Names::Parameters) => {
                return self.fail_at(start, "`t` is the time, but this number must be the same at all times");
            }
            (_, Names::All) if self.scope.is_named(word) || self.scope.find_near(word).is_none() => Kind::State,
            (_, Names::All | Names::Parameters) => {
                return Err(FormulaError { is_ours: true, ..self.error(start, &self.scope.unknown(word)) });
            }
        };
        Ok(Node { text: word.into(), kind, start })
    }

    /// Judges the whole by what is measured where it stands, and gives plain numbers the unit of that place.
    fn place(&mut self, mut node: Node) -> Parsed {
        match (node.kind, self.at) {
            (Kind::Measured(found) | Kind::Timed(found), Measure::One(wanted))
                if !fit(found, wanted.exponents(), matches!(node.kind, Kind::Timed(_))) =>
            {
                let message = format!("expected {}, found {found}", wanted.describe());
                Err(FormulaError { column: 0, message, is_ours: true })
            }
            (Kind::Judged(found), Measure::One(wanted)) if !fit_motion(found, wanted.exponents()) => {
                let message = format!("expected {}, found {found}", wanted.describe());
                Err(FormulaError { column: 0, message, is_ours: true })
            }
            (Kind::Measured(found), Measure::Pure) => {
                let message = format!("expected a plain number, found {found}: nothing is measured here");
                Err(FormulaError { column: 0, message, is_ours: true })
            }
            (Kind::Plain | Kind::Clock | Kind::Varying, at) => {
                let unit = self.scope.units.at(at);
                self.is_changed |= !unit.is_si();
                scale(&mut node, unit);
                Ok(node)
            }
            (Kind::Measured(_) | Kind::Timed(_), _) => Ok(node),
            (Kind::State | Kind::Motion(_) | Kind::Judged(_), _) => Ok(node),
        }
    }

    fn close(&mut self) -> Result<(), FormulaError> {
        match self.peek() {
            Some(token) if token.text == ")" => {
                self.next += 1;
                Ok(())
            }
            Some(token) => self.fail(&format!("expected `)` or an operator, found `{}`", token.text)),
            None => self.fail("a `)` is missing at the end"),
        }
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn fail<T>(&self, message: &str) -> Result<T, FormulaError> {
        let at = self.peek().map_or(self.text.len(), |token| token.start);
        Err(FormulaError { is_ours: false, ..self.error(at, message) })
    }

    /// A fault of units, at a byte of the text.
    fn fail_at<T>(&self, at: usize, message: &str) -> Result<T, FormulaError> {
        Err(self.error(at, message))
    }

    fn error(&self, at: usize, message: &str) -> FormulaError {
        FormulaError { column: self.column(at), message: message.into(), is_ours: true }
    }

    fn column(&self, byte: usize) -> usize {
        self.text[..byte].chars().count() + 1
    }
}

/// Gives a plain number a unit.
fn scale(node: &mut Node, unit: Unit) {
    if unit.is_si() {
        return;
    }
    node.text = match node.text.parse::<f64>() {
        Ok(value) => written(unit.to_si(value)),
        Err(_) => unit.applied_to(&node.text),
    };
}

/// A number as an operand: it reads back to the same bits.
pub(super) fn written(value: f64) -> String {
    if value.is_sign_negative() { format!("({value:?})") } else { format!("{value:?}") }
}
