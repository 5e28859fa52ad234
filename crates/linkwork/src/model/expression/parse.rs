//! The text of an expression → a postfix program, by recursive descent with a limit on its depth.
//!
//! ```text
//! sum     = product (("+" | "-") product)*
//! product = unary (("*" | "/") unary)*
//! unary   = ("-" | "+") unary | power
//! power   = atom ("^" unary)?              so −2^2 = −(2^2) and 2^3^2 = 2^(3^2)
//! atom    = number | "t" | "pi" | function "(" sum ("," sum)* ")" | "(" sum ")"
//! ```

use super::{ExpressionError, Function, Op, STACK};
use crate::model::file::suggest;

/// Levels of recursion before the text is refused: far above any real expression, far below the stack of a thread.
const DEPTH: usize = 100;

/// Parses the whole text.
pub(super) fn parse(text: &str) -> Result<Vec<Op>, ExpressionError> {
    let mut parser = Parser { text, at: 0, depth: 0, program: Vec::new() };
    parser.skip_space();
    if parser.peek().is_none() {
        return parser.fail("the expression is empty; write a number or an expression of `t`");
    }
    parser.sum()?;
    if let Some(found) = parser.peek() {
        return parser.fail(&describe_unexpected(found));
    }
    parser.check_stack()?;
    Ok(parser.program)
}

/// Whether the stack of evaluation is large enough.
pub(super) fn fits_stack(program: &[Op]) -> bool {
    let mut height = 0;
    program.iter().all(|op| {
        height = height + 1 - op.n_operands();
        height <= STACK
    })
}

/// What to say about a character where an operator or the end should be.
fn describe_unexpected(found: char) -> String {
    match found {
        ')' => "this `)` closes nothing; remove it or add a `(`".into(),
        ',' => "a comma may only stand between the operands of a function; use a decimal point in numbers".into(),
        '=' => "an expression has no `=`; write only its right-hand side".into(),
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
    program: Vec<Op>,
}

type Parsed = Result<(), ExpressionError>;

impl<'a> Parser<'a> {
    fn sum(&mut self) -> Parsed {
        self.product()?;
        loop {
            let op = match self.peek() {
                Some('+') => Op::Add,
                Some('-') => Op::Subtract,
                _ => return Ok(()),
            };
            self.advance();
            self.product()?;
            self.program.push(op);
        }
    }

    fn product(&mut self) -> Parsed {
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
            self.program.push(op);
        }
    }

    /// Every loop of the grammar passes here, so this is where the depth is counted.
    fn unary(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail(&format!("nested more than {DEPTH} levels deep; split or simplify the expression"));
        }
        match self.peek() {
            Some('-') => {
                self.advance();
                self.unary()?;
                self.program.push(Op::Negate);
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

    fn power(&mut self) -> Parsed {
        self.atom()?;
        if self.peek() == Some('^') {
            self.advance();
            self.unary()?;
            self.program.push(Op::Power);
        }
        Ok(())
    }

    fn atom(&mut self) -> Parsed {
        match self.peek() {
            None => self.fail("the expression ends too early; a number, `t`, a function or `(` must follow"),
            Some('(') => {
                self.advance();
                self.sum()?;
                self.close()
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.word(),
            Some(c) => self.fail(&format!("expected a number, `t`, a function or `(`, found `{c}`")),
        }
    }

    fn number(&mut self) -> Parsed {
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
            Ok(value) if value.is_finite() => self.program.push(Op::Number(value)),
            Ok(_) => return self.fail(&format!("`{written}` is too large for a number")),
            Err(_) => return self.fail(&format!("`{written}` is not a number")),
        }
        self.at = end;
        self.skip_space();
        Ok(())
    }

    fn word(&mut self) -> Parsed {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..length];
        let op = match word {
            "t" => Op::Time,
            "pi" => Op::Number(std::f64::consts::PI),
            _ => match Function::ALL.iter().find(|f| f.word() == word) {
                Some(function) => return self.call(*function),
                None => return self.fail(&unknown_word(word)),
            },
        };
        self.at += length;
        self.skip_space();
        if self.peek() == Some('(') {
            return self.fail(&format!("`{word}` is not a function; write `{word}*(…)` to multiply"));
        }
        self.program.push(op);
        Ok(())
    }

    fn call(&mut self, function: Function) -> Parsed {
        let (word, start) = (function.word(), self.at);
        self.at += word.len();
        self.skip_space();
        if self.peek() != Some('(') {
            return self.fail(&format!("`{word}` is a function: write `{word}(…)`"));
        }
        self.advance();
        let mut count = 0;
        if self.peek() != Some(')') {
            self.sum()?;
            count = 1;
            while self.peek() == Some(',') {
                self.advance();
                self.sum()?;
                count += 1;
            }
        }
        self.close()?;
        if count != function.arity() {
            self.at = start;
            return self.fail(&format!("`{word}` takes {}, found {count}", operands(function)));
        }
        self.program.push(Op::Call(function));
        Ok(())
    }

    fn close(&mut self) -> Parsed {
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
    fn check_stack(&self) -> Parsed {
        if fits_stack(&self.program) {
            return Ok(());
        }
        self.fail(&format!("needs more than {STACK} intermediate values at once; split or simplify the expression"))
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

fn unknown_word(word: &str) -> String {
    let known = Function::ALL.iter().map(|f| f.word()).chain(["t", "pi"]);
    // `time` and `x` are near nothing by spelling, and yet what people write first.
    let near = if word.eq_ignore_ascii_case("time") { Some("t") } else { suggest::nearest(word, known) };
    match near {
        Some(near) => format!("unknown word `{word}`; did you mean `{near}`?"),
        None => format!("unknown word `{word}`; expressions know `t`, `pi` and functions such as sin, sqrt, step"),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Expression;

    fn value(text: &str) -> f64 {
        Expression::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).value(2.0)
    }

    #[test]
    fn precedence_is_that_of_mathematics() {
        let cases = [
            ("-2^2", -4.0),
            ("2^3^2", 512.0),
            ("2^-1", 0.5),
            ("1 - 2 - 3", -4.0),
            ("8/4/2", 1.0),
            ("2*-3", -6.0),
            ("--t", 2.0),
            ("1+2*3^2", 19.0),
            ("(1+2)*3", 9.0),
            ("1.5e1 + .5 + 5.", 20.5),
            (" t*t\t/ 4 ", 1.0),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn every_function_is_known_under_its_word() {
        let cases = [
            ("sin(pi/2)", 1.0),
            ("min(3, t)", 2.0),
            ("max(3, t)", 3.0),
            ("mod(-1, 3)", 2.0),
            ("floor(-0.5)", -1.0),
            ("sign(-3)", -1.0),
            ("sign(0)", 0.0),
            ("pow(t, 3)", 8.0),
            ("log10(1000)", 3.0),
            ("atan2(0, -1)", std::f64::consts::PI),
            ("step(t, 0, 1, 1, 5)", 5.0),
            ("step(t, 3, 1, 4, 5)", 1.0),
            ("step(t, 1, 0, 3, 8)", 4.0),
            ("step(t, 2, 1, 2, 5)", 5.0),
            ("log(exp(3))", 3.0),
            ("ln(exp(3))", 3.0),
        ];
        for (text, expected) in cases {
            assert!((value(text) - expected).abs() < 1e-15 * expected.abs().max(1.0), "{text}: {}", value(text));
        }
    }

    #[test]
    fn faults_name_the_column_and_a_remedy() {
        let cases = [
            ("", 1, "empty"),
            ("sin t", 5, "write `sin(…)`"),
            ("sinn(t)", 1, "did you mean `sin`"),
            ("2 t", 3, "write `*`"),
            ("2**t", 3, "`^`"),
            ("1 + ", 5, "ends too early"),
            ("(1 + t", 7, "`)` is missing"),
            ("1 + t)", 6, "closes nothing"),
            ("time", 1, "did you mean `t`"),
            ("step(t, 0, 1)", 1, "5 operands"),
            ("sin()", 1, "1 operand, found 0"),
            ("1e999", 1, "too large"),
            ("1,5", 2, "decimal point"),
            ("pi(2)", 3, "not a function"),
            ("2exp(t)", 2, "write `*`"),
            ("é + 1", 1, "unknown word"),
            (".", 1, "not a number"),
            ("t # 3", 3, "not understood"),
        ];
        for (text, column, message) in cases {
            let error = Expression::parse(text).expect_err(text);
            assert!(error.column == column && error.message.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_never_overflows() {
        for (open, close) in [("(", ")"), ("-", ""), ("sin(", ")"), ("2^", ""), ("1+(", ")")] {
            let text = format!("{}t{}", open.repeat(100_000), close.repeat(100_000));
            assert!(Expression::parse(&text).unwrap_err().message.contains("levels deep"), "{open}");
        }
        let wide = format!("{}t{}", "step(1,2,3,4,".repeat(60), ")".repeat(60));
        assert!(Expression::parse(&wide).unwrap_err().message.contains("intermediate values"));
        let long = vec!["t"; 10_000].join("+");
        assert_eq!(Expression::parse(&long).unwrap().value(1.0), 10_000.0);
    }
}
