//! `units` and `[parameters]`: what plain numbers mean, and named values for the whole file.
//!
//! A parameter is a number, a quantity with a unit, or an expression of other parameters in any order. Values given
//! from outside, by the command line or by the file that has this one as a part, take the place of those in the file.

use super::dimension::{Exponents, Measure};
use super::document::{Entry, Node, Source, Value};
use super::formula::{self, FormulaError, Kind, Names, Owners};
use super::units::{self, CHOSEN, Unit, Units};
use super::{Fault, Spot, suggest, tokens};
use crate::model::Expression;
use crate::model::expression::Function;
use std::collections::{BTreeMap, BTreeSet};

/// A value for a parameter, in the place of the one in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The parameter.
    pub name: String,
    /// A number, a quantity or an expression, as in the file.
    pub value: String,
}

/// A value that was computed elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Assigned {
    pub name: String,
    pub value: Quantity,
}

/// Values from outside.
#[derive(Clone, Debug)]
pub(super) enum Given<'a> {
    /// By the command line.
    Texts(&'a [Assignment]),
    /// By another file with these units, which judges the names.
    Values(Vec<Assigned>, &'a Units),
}

impl Given<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Given::Texts(texts) => texts.is_empty(),
            Given::Values(values, _) => values.is_empty(),
        }
    }
}

/// A number and what it measures; in SI units unless it is plain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    pub value: f64,
    kind: Kind,
}

impl Quantity {
    pub(super) fn plain(value: f64) -> Quantity {
        Quantity { value, kind: Kind::Plain }
    }

    pub(super) fn kind(self) -> Kind {
        self.kind
    }
}

/// Everything that numbers of a file may refer to.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub units: Units,
    /// `None` where a parameter has a fault.
    parameters: BTreeMap<String, Option<Quantity>>,
    /// Names of signals, states, inputs, curves and markers, which expressions may use as well.
    names: BTreeSet<String>,
    /// Owners of quantities of the motion, where expressions may name such.
    owners: Owners,
}

/// Lists of tables whose names stand in expressions as they are.
const NAMED: [&str; 5] = ["signals", "states", "inputs", "curves", "markers"];

/// Words of expressions that are no names.
const RESERVED: [&str; 6] = ["t", "pi", "and", "or", "not", "if"];

impl Scope {
    /// A parameter, or that it has a fault; `None` where there is none of this name.
    pub(super) fn find(&self, name: &str) -> Option<Option<Quantity>> {
        self.parameters.get(name).copied()
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.parameters.contains_key(name)
    }

    pub(super) fn find_near(&self, name: &str) -> Option<&str> {
        suggest::nearest(name, self.parameters.keys().map(String::as_str))
    }

    /// Whether a text is the name of something else than a parameter, and no expression.
    pub(super) fn is_foreign_name(&self, text: &str) -> bool {
        let mut tokens = tokens::split(text).into_iter();
        let is_word = |token: &tokens::Token| matches!(token.sort, tokens::Sort::Word | tokens::Sort::Path);
        let is_name = tokens.next().is_some_and(|token| is_word(&token) && !self.knows(token.text));
        self.names.contains(text) || is_name && tokens.all(|token| is_word(&token))
    }

    /// Whether a signal, a state, a curve or a marker has this name.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The dimension of a quantity of the motion, if it is known.
    pub(super) fn find_quantity(&self, name: &str) -> Option<Exponents> {
        let plain = name.replace('\'', "");
        if self.is_named(&plain) { None } else { self.owners.find(&plain) }
    }

    /// `no parameter is called `lver`; did you mean `lever`?`
    pub(super) fn unknown(&self, name: &str) -> String {
        let shown: String = name.chars().take(60).collect();
        let functions = Function::ALL.iter().map(|function| function.word());
        if functions.clone().any(|function| function == name) {
            return format!("`{shown}` is a function: write `{shown}(…)`");
        }
        match self.find_near(name).or_else(|| suggest::nearest(name, functions.chain(["pi"]))) {
            Some(near) => format!("no parameter is called `{shown}`; did you mean `{near}`?"),
            None if Unit::find(name).is_some() => {
                format!("no parameter is called `{shown}`; a unit stands behind a number, as in `1 {shown}`")
            }
            None => format!("no parameter is called `{shown}`; add it to `[parameters]`, or write a number"),
        }
    }

    /// The value of a text where something is measured.
    pub(super) fn calc(&self, text: &str, at: Measure) -> Result<Quantity, FormulaError> {
        let formula = formula::rewrite(text, self, Names::Parameters, at)?;
        let value = calc_value(&formula.text);
        let value = value.map_err(|message| FormulaError { column: 0, message, is_ours: true })?;
        if value.is_finite() {
            return Ok(Quantity { value, kind: formula.kind });
        }
        let message = format!("`{text}` is {value}, which is not a finite number");
        Err(FormulaError { column: 0, message, is_ours: true })
    }
}

/// The value of an expression that has no names any more.
pub(super) fn calc_value(text: &str) -> Result<f64, String> {
    Expression::parse(text).map(|expression| expression.value(0.0)).map_err(|error| error.message)
}

impl FormulaError {
    /// For a fault.
    pub(super) fn describe(&self) -> String {
        match self.column {
            0 => self.message.clone(),
            column => format!("{} (column {column} of the expression)", self.message),
        }
    }
}

/// A parameter as written.
struct Written {
    text: String,
    place: Place,
    /// Where it was given from outside.
    instead: Option<Instead>,
}

/// A value from outside in the place of the file's.
struct Instead {
    /// The quantity that the value of the file measures; `None` where it has a fault.
    kind: Option<Kind>,
    /// The meaning of plain numbers.
    units: Units,
}

/// Where a parameter was written.
#[derive(Clone, Copy)]
enum Place {
    /// Bytes at which its key and its value begin.
    File { key: usize, value: usize },
    /// On the command line.
    Outside,
}

/// Reads `units` and `[parameters]` of a file.
pub(super) fn read_scope(root: &Node, given: &Given, source: &Source, faults: &mut Vec<Fault>) -> Scope {
    let mut reader = ScopeReader { source, faults, scope: Scope::default(), written: BTreeMap::new() };
    let Value::Table(entries) = &root.value else { return reader.scope };
    for Entry { key, node, .. } in entries {
        match (key.as_ref(), &node.value) {
            ("units", Value::Table(units)) => units.iter().for_each(|entry| reader.unit(entry)),
            ("parameters", Value::Table(parameters)) => parameters.iter().for_each(|entry| reader.parameter(entry)),
            // Faults of form are told where all keys of the file are read.
            _ => {}
        }
    }
    reader.find_names(entries);
    // Large models without names of quantities are not searched for the owners of these.
    let follows_point = |(at, _): (usize, &str)| source.text.as_bytes().get(at + 1);
    if source.text.match_indices('.').filter_map(follows_point).any(u8::is_ascii_alphabetic) {
        reader.scope.owners = Owners::of(entries);
    }
    reader.calc_all();
    if !given.is_empty() {
        reader.take(given);
    }
    reader.scope
}

struct ScopeReader<'a> {
    source: &'a Source<'a>,
    faults: &'a mut Vec<Fault>,
    scope: Scope,
    written: BTreeMap<String, Written>,
}

impl ScopeReader<'_> {
    fn fault(&mut self, start: usize, path: &str, message: impl Into<String>) {
        self.faults.push(self.source.fault(start, path, message));
    }

    /// Names of other tables, which must not be those of parameters.
    fn find_names(&mut self, entries: &[Entry]) {
        for list in entries.iter().filter(|entry| NAMED.contains(&entry.key.as_ref())) {
            let Value::List(tables) = &list.node.value else { continue };
            for table in tables {
                let Value::Table(keys) = &table.value else { continue };
                let Some(entry) = keys.iter().find(|entry| entry.key == "name") else { continue };
                let Value::Text(name) = &entry.node.value else { continue };
                if self.written.contains_key(name.as_ref()) {
                    let message = format!("a parameter is called '{name}' too; expressions could mean either");
                    self.fault(entry.node.start, &format!("{}.name", list.key), message);
                }
                self.scope.names.insert(name.to_string());
            }
        }
    }

    fn unit(&mut self, entry: &Entry) {
        let path = format!("units.{}", entry.key);
        let names = CHOSEN.map(|dimension| dimension.name.rsplit(' ').next().unwrap_or_default());
        let Some(k) = names.iter().position(|name| *name == entry.key) else {
            return self.fault(entry.start, &path, suggest::unknown("quantity", &entry.key, &names));
        };
        let Value::Text(word) = &entry.node.value else {
            let message = format!("expected a unit in quotes, found {}", entry.node.value.describe());
            return self.fault(entry.node.start, &path, message);
        };
        match Unit::find(word) {
            None => self.fault(entry.node.start, &path, units::unknown(word)),
            Some(unit) if !unit.exponents.fit(CHOSEN[k].exponents()) => {
                let message = format!("`{word}` is no unit of {}; one is that of {}", names[k], CHOSEN[k].example);
                self.fault(entry.node.start, &path, message);
            }
            Some(unit) => self.scope.units.chosen[k] = unit,
        }
    }

    fn parameter(&mut self, entry: &Entry) {
        let path = format!("parameters.{}", entry.key);
        let name = entry.key.to_string();
        let first_is_letter = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !first_is_letter || name.contains(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let message = "the name of a parameter has letters, digits and `_` only, and begins with a letter";
            return self.fault(entry.start, &path, message);
        }
        if RESERVED.contains(&name.as_str()) || Function::ALL.iter().any(|function| function.word() == name) {
            let message = format!("`{name}` has another meaning in expressions; choose another name");
            return self.fault(entry.start, &path, message);
        }
        let text = match &entry.node.value {
            Value::Number(value) if value.is_finite() => format!("{value:?}"),
            Value::Text(text) => text.to_string(),
            Value::Number(_) => {
                self.scope.parameters.insert(name, None);
                return self.fault(entry.node.start, &path, "must be a finite number");
            }
            other => {
                let message = format!(
                    "expected a number, a quantity such as \"40 mm\" or an expression, found {}",
                    other.describe()
                );
                self.scope.parameters.insert(name, None);
                return self.fault(entry.node.start, &path, message);
            }
        };
        let place = Place::File { key: entry.start, value: entry.node.start };
        self.written.insert(name, Written { text, place, instead: None });
    }

    /// Puts values from outside in the place of those of the file, and computes what depends on them anew.
    fn take(&mut self, given: &Given) {
        let before = std::mem::take(&mut self.scope.parameters);
        let is_known = |name: &str| before.contains_key(name);
        match given {
            Given::Texts(texts) => {
                for Assignment { name, value } in *texts {
                    if !is_known(name) {
                        let message = match suggest::nearest(name, before.keys().map(String::as_str)) {
                            Some(near) => format!("no parameter is called '{name}'; did you mean '{near}'?"),
                            None if before.is_empty() => format!("the model has no parameter '{name}', nor any other"),
                            None => {
                                let names: Vec<&str> = before.keys().map(String::as_str).take(12).collect();
                                format!("no parameter is called '{name}'; there are '{}'", names.join("', '"))
                            }
                        };
                        self.faults.push(Fault::new("--set", Spot::default(), name, message));
                        continue;
                    }
                    let instead = Instead { kind: before[name].map(Quantity::kind), units: self.scope.units };
                    let place = Place::Outside;
                    self.written.insert(name.clone(), Written { text: value.clone(), place, instead: Some(instead) });
                }
            }
            Given::Values(values, units) => {
                for Assigned { name, value } in values.iter().filter(|assigned| is_known(&assigned.name)) {
                    let instead = Instead { kind: before[name].map(Quantity::kind), units: **units };
                    let value = value.in_place_of(&instead).unwrap_or(*value);
                    self.scope.parameters.insert(name.clone(), Some(value));
                    self.written.remove(name);
                }
            }
        }
        self.calc_all();
    }

    /// Computes all that are written, each after those that it names.
    fn calc_all(&mut self) {
        let order = find_order(&self.written);
        for circle in &order.circles {
            let message = format!("parameters depend on one another in a circle: {}", circle.join(" → "));
            let name = &circle[0];
            self.tell(name, 0, message);
            self.scope.parameters.extend(circle.iter().map(|name| (name.clone(), None)));
        }
        for name in order.names.iter().filter(|name| !order.circles.iter().any(|circle| circle.contains(name))) {
            let value = self.calc_written(name);
            self.scope.parameters.insert(name.clone(), value);
        }
    }

    fn calc_written(&mut self, name: &str) -> Option<Quantity> {
        let Written { text, instead, .. } = &self.written[name];
        let quantity = self.scope.calc(text, Measure::Any).map_err(|error| error.describe());
        let quantity = match (quantity, instead) {
            (Ok(quantity), Some(instead)) => quantity.in_place_of(instead).ok_or_else(|| {
                "the file gives it a unit, and what a plain number means instead is not clear: give it a unit".into()
            }),
            (quantity, _) => quantity,
        };
        quantity.map_err(|message| self.tell(name, 1, message)).ok()
    }

    /// A fault of a parameter, at its key or at its value; once only, and not where others have told it.
    fn tell(&mut self, name: &str, part: usize, message: String) {
        let fault = match self.written[name].place {
            Place::File { key, value } => self.source.fault([key, value][part], &format!("parameters.{name}"), message),
            Place::Outside => Fault::new("--set", Spot::default(), name, message),
        };
        if !fault.message.is_empty() && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

impl Quantity {
    /// As a value of what another measured: a plain number takes its unit. `None` where that is not clear.
    fn in_place_of(self, instead: &Instead) -> Option<Quantity> {
        match (self.kind, instead.kind) {
            (Kind::Plain, Some(kind @ Kind::Measured(exponents))) => {
                Some(Quantity { value: instead.units.of_exponents(exponents)?.to_si(self.value), kind })
            }
            (_, _) => Some(self),
        }
    }
}

/// Parameters in an order in which they can be computed.
struct Order {
    names: Vec<String>,
    /// Each ends with the name that it begins with.
    circles: Vec<Vec<String>>,
}

fn find_order(written: &BTreeMap<String, Written>) -> Order {
    let needs = |name: &str| -> Vec<&str> {
        let words = tokens::split(&written[name].text).into_iter().map(|token| token.text);
        words.filter_map(|word| written.get_key_value(word)).map(|(name, _)| name.as_str()).collect()
    };
    let mut order = Order { names: Vec::new(), circles: Vec::new() };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for first in written.keys() {
        // A way along needs, each with those that are still to be visited.
        let mut way: Vec<(&str, Vec<&str>)> = Vec::new();
        if seen.insert(first) {
            way.push((first, needs(first)));
        }
        while let Some((name, open)) = way.last_mut() {
            match open.pop() {
                None => {
                    order.names.push(name.to_string());
                    way.pop();
                }
                Some(need) if seen.insert(need) => way.push((need, needs(need))),
                Some(need) => {
                    if let Some(k) = way.iter().position(|(name, _)| *name == need) {
                        let circle = way[k..].iter().map(|(name, _)| name.to_string());
                        order.circles.push(circle.chain([need.to_string()]).collect());
                    }
                }
            }
        }
    }
    order
}
