//! The text of an expression → a postfix program, by recursive descent with a limit on its depth.
//!
//! ```text
//! choice     = both ("or" both)*
//! both       = negation ("and" negation)*
//! negation   = "not" negation | comparison
//! comparison = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
//! sum        = product (("+" | "-") product)*
//! product    = unary (("*" | "/") unary)*
//! unary      = ("-" | "+") unary | power
//! power      = atom ("^" unary)?              so −2^2 = −(2^2) and 2^3^2 = 2^(3^2)
//! atom       = number | "t" | "pi" | name | function "(" choice ("," choice)* ")" | "(" choice ")"
//! name       = part ("." part)*,   part = letters, digits and "_", or anything between single quotes
//! ```
//!
//! Names are left to whoever knows the model.

mod parsed;

pub use parsed::language;
pub(crate) use parsed::{Item, Name, Parsed};
use parsed::{SHORTHANDS, WORDS, find_near, unknown_word};

use super::{Comparison, ExpressionError, Function, Op, STACK};
use std::ops::Range;

/// Levels of recursion before the text is refused: far above any real expression, far below the stack of a thread.
const DEPTH: usize = 100;

/// Parses the whole text.
pub(crate) fn parse(text: &str) -> Result<Parsed, ExpressionError> {
    let mut parser = Parser { text, at: 0, depth: 0, items: Vec::new(), names: Vec::new() };
    parser.skip_space();
    if parser.peek().is_none() {
        return parser.fail("the expression is empty; write a number or an expression of `t`");
    }
    parser.choice()?;
    if let Some(found) = parser.peek() {
        return parser.fail(&describe_unexpected(found));
    }
    parser.check_stack()?;
    Ok(Parsed { items: parser.items, names: parser.names })
}

/// Whether the stack of evaluation is large enough.
pub(super) fn fits_stack(n_operands: impl IntoIterator<Item = usize>) -> bool {
    let mut height = 0;
    n_operands.into_iter().all(|n| {
        height = height + 1 - n;
        height <= STACK
    })
}

/// Describes a character where an operator or the end should be.
fn describe_unexpected(found: char) -> String {
    match found {
        ')' => "this `)` closes nothing; remove it or add a `(`".into(),
        ',' => "a comma may only stand between the operands of a function; use a decimal point in numbers".into(),
        '=' => "an expression has no `=`; write only its right-hand side, and `==` to compare".into(),
        '<' | '>' | '!' => "comparisons cannot be chained; write `a < b and b < c`".into(),
        c if c.is_alphanumeric() || c == '(' || c == '_' => {
            format!("expected an operator before `{c}`; write `*` to multiply")
        }
        c => format!("`{c}` is not understood; operators are + - * / ^"),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Byte position of the next character that is not white space.
    at: usize,
    depth: usize,
    items: Vec<Item>,
    names: Vec<Name>,
}

type Outcome = Result<(), ExpressionError>;

impl Parser<'_> {
    fn choice(&mut self) -> Outcome {
        self.both()?;
        while self.take_word("or") {
            self.both()?;
            self.push(Op::Or);
        }
        Ok(())
    }

    fn both(&mut self) -> Outcome {
        self.negation()?;
        while self.take_word("and") {
            self.negation()?;
            self.push(Op::And);
        }
        Ok(())
    }

    fn negation(&mut self) -> Outcome {
        if !self.take_word("not") {
            return self.comparison();
        }
        self.descend()?;
        self.negation()?;
        self.push(Op::Not);
        self.depth -= 1;
        Ok(())
    }

    fn comparison(&mut self) -> Outcome {
        self.sum()?;
        let rest = &self.text[self.at..];
        // Longer signs first: `<=` begins with `<`.
        let comparison = match rest.as_bytes() {
            [b'<', b'=', ..] => Comparison::LessOrEqual,
            [b'>', b'=', ..] => Comparison::GreaterOrEqual,
            [b'=', b'=', ..] => Comparison::Equal,
            [b'!', b'=', ..] => Comparison::NotEqual,
            [b'<', ..] => Comparison::Less,
            [b'>', ..] => Comparison::Greater,
            _ => return Ok(()),
        };
        self.at += comparison.word().len();
        self.skip_space();
        self.sum()?;
        self.push(Op::Compare(comparison));
        Ok(())
    }

    fn sum(&mut self) -> Outcome {
        self.product()?;
        loop {
            let op = match self.peek() {
                Some('+') => Op::Add,
                Some('-') => Op::Subtract,
                _ => return Ok(()),
            };
            self.advance();
            self.product()?;
            self.push(op);
        }
    }

    fn product(&mut self) -> Outcome {
        self.unary()?;
        loop {
            let op = match self.peek() {
                Some('*') => Op::Multiply,
                Some('/') => Op::Divide,
                _ => return Ok(()),
            };
            self.advance();
            if op == Op::Multiply && self.peek() == Some('*') {
                return self.fail("powers are written `^`, not `**`");
            }
            self.unary()?;
            self.push(op);
        }
    }

    /// Every loop of the grammar passes here, so this is where the depth is counted.
    fn unary(&mut self) -> Outcome {
        self.descend()?;
        match self.peek() {
            Some('-') => {
                self.advance();
                self.unary()?;
                self.push(Op::Negate);
            }
            Some('+') => {
                self.advance();
                self.unary()?;
            }
            _ => self.power()?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn descend(&mut self) -> Outcome {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail(&format!("nested more than {DEPTH} levels deep; split or simplify the expression"));
        }
        Ok(())
    }

    fn power(&mut self) -> Outcome {
        self.atom()?;
        if self.peek() == Some('^') {
            self.advance();
            self.unary()?;
            self.push(Op::Power);
        }
        Ok(())
    }

    fn atom(&mut self) -> Outcome {
        match self.peek() {
            None => self.fail("the expression ends too early; a number, `t`, a function or `(` must follow"),
            Some('(') => {
                self.advance();
                self.choice()?;
                self.close()
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' || c == '\'' => self.word(),
            Some(c) => self.fail(&format!("expected a number, `t`, a function or `(`, found `{c}`")),
        }
    }

    fn number(&mut self) -> Outcome {
        let bytes = self.text.as_bytes();
        let digits = |mut k: usize| {
            while bytes.get(k).is_some_and(u8::is_ascii_digit) {
                k += 1;
            }
            k
        };
        let mut end = digits(self.at);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        // The exponent belongs to the number only if it has digits: `2exp(t)` is not `2e` and `xp(t)`.
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent_end = digits(end + 1 + sign);
            if exponent_end > end + 1 + sign {
                end = exponent_end;
            }
        }
        let written = &self.text[self.at..end];
        match written.parse::<f64>() {
            Ok(value) if value.is_finite() => self.push(Op::Number(value)),
            Ok(_) => return self.fail(&format!("`{written}` is too large for a number")),
            Err(_) => return self.fail(&format!("`{written}` is not a number")),
        }
        self.at = end;
        self.skip_space();
        Ok(())
    }

    fn word(&mut self) -> Outcome {
        let start = self.at;
        let (name, is_plain) = self.read_name()?;
        let calls = self.peek() == Some('(');
        let word = name.text.as_str();
        if is_plain && !calls && WORDS.contains(&word) {
            return self.constant(word, start);
        }
        if !is_plain || WORDS.contains(&word) {
            return if calls { self.apply(name, start) } else { self.push_name(Item::Name, name) };
        }
        let function = Function::ALL.iter().find(|f| f.word() == word);
        let shorthand = SHORTHANDS.iter().find(|(known, _)| *known == word);
        match (calls, function, shorthand) {
            (true, Some(function), _) => self.call(*function, start),
            (true, None, Some((word, operands))) => self.expand(word, operands, start),
            (true, None, None) => self.apply(name, start),
            (false, None, None) => self.push_name(Item::Name, name),
            (false, ..) => self.fail(&format!("`{word}` is a function: write `{word}(…)`")),
        }
    }

    /// `t` and `pi`.
    fn constant(&mut self, word: &str, start: usize) -> Outcome {
        match word {
            "t" => self.push(Op::Time),
            "pi" => self.push(Op::Number(std::f64::consts::PI)),
            _ => {
                self.at = start;
                return self.fail(&format!("`{word}` stands between two conditions; write `a < b {word} c < d`"));
            }
        }
        Ok(())
    }

    /// A name with its parts, and whether it is a word without dots and quotes.
    fn read_name(&mut self) -> Result<(Name, bool), ExpressionError> {
        let (start, mut text, mut is_plain) = (self.at, String::new(), true);
        loop {
            let rest = &self.text[self.at..];
            if let Some(quoted) = rest.strip_prefix('\'') {
                let Some(length) = quoted.find('\'') else {
                    return self.fail("this quote is not closed; write names with blanks as 'left arm'.q");
                };
                text.push_str(&quoted[..length]);
                self.at += length + 2;
                is_plain = false;
            } else {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                text.push_str(&rest[..length]);
                self.at += length;
            }
            let follows = |c: char| c.is_alphabetic() || c == '_' || c == '\'';
            match self.text[self.at..].strip_prefix('.') {
                Some(rest) if rest.starts_with(follows) => {
                    text.push('.');
                    self.at += 1;
                    is_plain = false;
                }
                _ => break,
            }
        }
        let column = self.text[..start].chars().count() + 1;
        self.skip_space();
        Ok((Name { text, column }, is_plain))
    }

    fn push_name(&mut self, item: fn(usize) -> Item, name: Name) -> Outcome {
        self.items.push(item(self.names.len()));
        self.names.push(name);
        Ok(())
    }

    /// A function that the model may have.
    fn apply(&mut self, name: Name, start: usize) -> Outcome {
        if WORDS.contains(&name.text.as_str()) {
            let word = name.text;
            return self.fail(&format!("`{word}` is not a function; write `{word}*(…)` to multiply"));
        }
        let operands = self.operands()?;
        if operands.len() != 1 {
            self.at = start;
            let (word, found) = (&name.text, operands.len());
            let message = if find_near(word).is_some() {
                unknown_word(word)
            } else {
                format!("the function `{word}` would be a curve, which takes 1 operand, found {found}")
            };
            return self.fail(&message);
        }
        self.push_name(Item::Apply, name)
    }

    fn call(&mut self, function: Function, start: usize) -> Outcome {
        let found = self.operands()?.len();
        if found != function.arity() {
            self.at = start;
            return self.fail(&format!("`{}` takes {}, found {found}", function.word(), operands(function)));
        }
        self.push(Op::Call(function));
        Ok(())
    }

    /// A function in terms of others.
    fn expand(&mut self, word: &str, asked: &str, start: usize) -> Outcome {
        let operands = self.operands()?;
        let parts: Vec<Vec<Item>> = operands.iter().map(|range| self.items[range.clone()].to_vec()).collect();
        let first = operands.first().map_or(self.items.len(), |range| range.start);
        let op = |op: Op| vec![Item::Op(op)];
        let expanded = match (word, &parts[..]) {
            ("clamp", [x, lower, upper]) => {
                let [max, min] = [Function::Max, Function::Min].map(|function| op(Op::Call(function)));
                vec![x.clone(), lower.clone(), max, upper.clone(), min]
            }
            ("smooth", [x, width]) => {
                vec![x.clone(), width.clone(), op(Op::Divide), op(Op::Call(Function::Tanh))]
            }
            ("pulse", [x, start, end]) => {
                let [from, before] =
                    [Comparison::GreaterOrEqual, Comparison::Less].map(|comparison| op(Op::Compare(comparison)));
                vec![x.clone(), start.clone(), from, x.clone(), end.clone(), before, op(Op::And)]
            }
            ("distance", [a, b]) => match (&a[..], &b[..]) {
                (&[Item::Name(first)], &[Item::Name(_)]) => vec![vec![Item::Distance(first)]],
                _ => return self.fail_at(start, &format!("`{word}` takes {asked}")),
            },
            _ => return self.fail_at(start, &format!("`{word}` takes {asked}, found {}", parts.len())),
        };
        self.items.truncate(first);
        self.items.extend(expanded.into_iter().flatten());
        Ok(())
    }

    /// Operands in brackets, by their items.
    fn operands(&mut self) -> Result<Vec<Range<usize>>, ExpressionError> {
        self.advance();
        let mut found = Vec::new();
        while self.peek() != Some(')') || !found.is_empty() {
            let start = self.items.len();
            self.choice()?;
            found.push(start..self.items.len());
            if self.peek() != Some(',') {
                break;
            }
            self.advance();
        }
        self.close()?;
        Ok(found)
    }

    fn close(&mut self) -> Outcome {
        match self.peek() {
            Some(')') => {
                self.advance();
                Ok(())
            }
            None => self.fail("a `)` is missing at the end"),
            Some(c) => self.fail(&format!("expected `)` or an operator, found `{c}`")),
        }
    }

    /// Evaluation has a stack of fixed size; refuse what would not fit.
    fn check_stack(&self) -> Outcome {
        if fits_stack(self.items.iter().map(|item| item.n_operands())) {
            return Ok(());
        }
        self.fail(&format!("needs more than {STACK} intermediate values at once; split or simplify the expression"))
    }

    fn push(&mut self, op: Op) {
        self.items.push(Item::Op(op));
    }

    /// Passes this word, if it comes next.
    fn take_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.text[self.at..].strip_prefix(word) else { return false };
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.') {
            return false;
        }
        self.at += word.len();
        self.skip_space();
        true
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn advance(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
        self.skip_space();
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn fail_at<T>(&mut self, start: usize, message: &str) -> Result<T, ExpressionError> {
        self.at = start;
        self.fail(message)
    }

    fn fail<T>(&self, message: &str) -> Result<T, ExpressionError> {
        let column = self.text[..self.at].chars().count() + 1;
        Err(ExpressionError { column, message: message.to_string() })
    }
}

fn operands(function: Function) -> String {
    match function {
        Function::Step => "5 operands (x, x0, y0, x1, y1)".into(),
        _ if function.arity() == 1 => "1 operand".into(),
        _ => format!("{} operands", function.arity()),
    }
}

#[cfg(test)]
mod tests;
