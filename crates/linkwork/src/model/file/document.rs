//! One tree for both languages: tables, lists, strings and numbers, each with its place in the text.
//!
//! TOML comes from the `toml` crate's spanned parser, JSON from `jsonc-parser` with every extension off. From here on
//! nobody needs to know which it was.

use super::nesting;
use super::{Fault, Spot};
use jsonc_parser::ast::Value as Json;
use jsonc_parser::common::Ranged;
use std::borrow::Cow;
use toml::de::{DeTable, DeValue};

/// A value with the byte at which it starts.
pub(super) struct Node<'a> {
    pub start: usize,
    pub value: Value<'a>,
}

/// Kinds of value.
pub(super) enum Value<'a> {
    Table(Vec<Entry<'a>>),
    List(Vec<Node<'a>>),
    Text(Cow<'a, str>),
    Number(f64),
    Bool(bool),
    /// Something no model file has: a date, say.
    Other(&'static str),
}

/// A key of a table and its value.
pub(super) struct Entry<'a> {
    pub key: Cow<'a, str>,
    pub start: usize,
    pub node: Node<'a>,
}

impl Node<'_> {
    /// The text of a key, where this is a table that has one.
    pub(super) fn find_text(&self, key: &str) -> Option<&str> {
        let Value::Table(entries) = &self.value else { return None };
        match &entries.iter().find(|entry| entry.key == key)?.node.value {
            Value::Text(text) => Some(text.as_ref()),
            Value::Table(_) | Value::List(_) | Value::Number(_) | Value::Bool(_) | Value::Other(_) => None,
        }
    }
}

impl Value<'_> {
    /// For messages: "expected a number, found a string".
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Value::Table(_) => "a table",
            Value::List(_) => "a list",
            Value::Text(_) => "a string",
            Value::Number(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::Other(what) => what,
        }
    }
}

/// The text with the starts of its lines, to turn bytes into lines and columns.
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str, file: &'a str) -> Self {
        // A byte order mark is what some editors put first; it is no part of the model.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Source { file, text, starts }
    }

    /// Line and column of a byte.
    pub(super) fn spot(&self, byte: usize) -> Spot {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|s| *s <= byte);
        let start = self.starts[line - 1];
        // Characters are counted where people read columns; far to the right, in a file of one long line, bytes do.
        let near = byte - start < 1000;
        let column = match self.text.get(start..byte) {
            Some(before) if near => before.chars().count(),
            _ => byte - start,
        };
        Spot { line: line as u32, column: column as u32 + 1 }
    }

    pub(super) fn fault(&self, byte: usize, key: &str, message: impl Into<String>) -> Fault {
        Fault::new(self.file, self.spot(byte), key, message)
    }
}

/// Parses the text in the language its file name tells. The tree is `None` when it would be of no use.
pub(super) fn parse<'a>(source: &Source<'a>, faults: &mut Vec<Fault>) -> Option<Node<'a>> {
    let extension = source.file.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    let toml = match extension.as_deref() {
        Some("toml") => true,
        Some("json") => false,
        _ => {
            let message = "the name of a model file must end in .toml or .json, which tells its language";
            faults.push(Fault::new(source.file, Spot::default(), "", message));
            return None;
        }
    };
    if let Some(byte) = nesting::find_too_deep(source.text, toml) {
        faults.push(source.fault(byte, "", "nested too deeply to be a model file; look for brackets that never close"));
        return None;
    }
    if toml { parse_toml(source, faults) } else { parse_json(source, faults) }
}

fn parse_toml<'a>(source: &Source<'a>, faults: &mut Vec<Fault>) -> Option<Node<'a>> {
    let (table, errors) = DeTable::parse_recoverable(source.text);
    let mut useful = true;
    let mut last_line = 0;
    for error in errors {
        let byte = error.span().map_or(0, |s| s.start);
        let duplicate = error.message().starts_with("duplicate key");
        useful &= duplicate;
        let line = source.spot(byte).line;
        // One slip makes the parser stumble several times in its line; the first time says it best.
        if line != last_line {
            faults.push(source.fault(byte, "", toml_message(source, byte, duplicate, error.message())));
        }
        last_line = line;
    }
    useful.then(|| Node { start: 0, value: from_toml_table(table.into_inner()) })
}

fn toml_message(source: &Source<'_>, byte: usize, duplicate: bool, message: &str) -> String {
    if duplicate {
        let rest = source.text.get(byte..).unwrap_or("");
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_-".contains(*c)).take(60).collect();
        return format!("duplicate key `{word}`; keep one of the two");
    }
    let line = source.spot(byte).line as usize - 1;
    let text = source.text.get(source.starts[line]..).and_then(|rest| rest.lines().next()).unwrap_or("");
    format!("not valid TOML: {}", find_slip(text).unwrap_or(message))
}

/// The slip in a line that has a number where a parser sees the beginning of something else.
fn find_slip(line: &str) -> Option<&'static str> {
    let value = line.split_once('=')?.1.trim();
    if let Some(list) = value.strip_prefix('[') {
        let words: Vec<&str> = list.split([']', '#']).next()?.split_whitespace().collect();
        let apart = words.windows(2).any(|pair| pair.iter().all(|word| word.parse::<f64>().is_ok()));
        return apart.then_some("numbers in a list are separated by commas");
    }
    let end = value.find(|c: char| !c.is_ascii_digit() && !"+-.".contains(c))?;
    value[..end].parse::<f64>().ok()?;
    let rest = value[end..].trim_start();
    match rest.strip_prefix(',') {
        Some(decimals) => {
            decimals.starts_with(|c: char| c.is_ascii_digit()).then_some("write a decimal point, not a comma")
        }
        None => rest.starts_with(char::is_alphabetic).then_some(UNITS),
    }
}

/// For numbers that have a unit beside them.
const UNITS: &str = "a number with its unit stands in quotes, such as \"12 mm\"";

fn from_toml_table(table: DeTable<'_>) -> Value<'_> {
    let entries = table.into_iter().map(|(key, value)| {
        let start = key.span().start;
        Entry { key: key.into_inner(), start, node: from_toml(value.span().start, value.into_inner()) }
    });
    Value::Table(entries.collect())
}

fn from_toml(start: usize, value: DeValue<'_>) -> Node<'_> {
    let value = match value {
        DeValue::String(text) => Value::Text(text),
        DeValue::Integer(digits) => Value::Number(integer(digits.as_str(), digits.radix())),
        DeValue::Float(digits) => Value::Number(digits.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(truth) => Value::Bool(truth),
        DeValue::Datetime(_) => Value::Other("a date or time"),
        DeValue::Array(list) => {
            Value::List(list.into_iter().map(|v| from_toml(v.span().start, v.into_inner())).collect())
        }
        DeValue::Table(table) => from_toml_table(table),
    };
    Node { start, value }
}

/// Integers beyond the range of machine words are numbers too; only decimal ones can be that long here.
fn integer(digits: &str, radix: u32) -> f64 {
    match i128::from_str_radix(digits, radix) {
        Ok(value) => value as f64,
        Err(_) if radix == 10 => digits.parse().unwrap_or(f64::NAN),
        Err(_) => f64::NAN,
    }
}

fn parse_json<'a>(source: &Source<'a>, faults: &mut Vec<Fault>) -> Option<Node<'a>> {
    let strict = jsonc_parser::ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    match jsonc_parser::parse_to_ast(source.text, &Default::default(), &strict) {
        Ok(result) => match result.value {
            Some(value) => Some(from_json(value)),
            None => {
                faults.push(source.fault(
                    0,
                    "",
                    "the file is empty; a model is one JSON object: { \"bodies\": [ … ] }",
                ));
                None
            }
        },
        Err(error) => {
            let message = error.kind().to_string();
            let message = message[..1].to_lowercase() + &message[1..];
            faults.push(source.fault(error.range().start, "", format!("not valid JSON: {message}")));
            None
        }
    }
}

fn from_json(value: Json<'_>) -> Node<'_> {
    let start = value.range().start;
    let value = match value {
        Json::StringLit(text) => Value::Text(text.value),
        Json::NumberLit(digits) => Value::Number(digits.value.parse().unwrap_or(f64::NAN)),
        Json::BooleanLit(truth) => Value::Bool(truth.value),
        Json::NullKeyword(_) => Value::Other("null"),
        Json::Array(list) => Value::List(list.elements.into_iter().map(from_json).collect()),
        Json::Object(object) => {
            let entries = object.properties.into_iter().map(|property| {
                let start = property.range.start;
                Entry { key: Cow::Owned(property.name.into_string()), start, node: from_json(property.value) }
            });
            Value::Table(entries.collect())
        }
    };
    Node { start, value }
}
