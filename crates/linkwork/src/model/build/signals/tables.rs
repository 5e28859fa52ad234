//! The tables of markers, curves, signals, states, inputs and outputs, checked one by one.

use super::super::unknown_name;
use super::{Draft, Unresolved};
use crate::ids::BodyId;
use crate::model::Expression;
use crate::model::check::Item;
use crate::model::expression::{self, Op, Parsed, language};
use crate::model::file::{FrameEntry, Lines, ModelFile, Scalar, TableEntry};
use crate::model::signals::{Curve, Interpolation, NamedMarker, Outside, StateEquation};
use std::collections::HashMap;

/// Something with a name of its own in expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::model::build) enum Plain {
    Signal(usize),
    State(usize),
    /// By its place among states, which inputs follow.
    Input(usize),
    Curve(usize),
}

impl Plain {
    pub(super) fn what(self) -> &'static str {
        match self {
            Plain::Signal(_) => "signal",
            Plain::State(_) => "state",
            Plain::Input(_) => "input",
            Plain::Curve(_) => "curve",
        }
    }

    pub(super) fn with_article(self) -> &'static str {
        match self {
            Plain::Signal(_) => "a signal",
            Plain::State(_) => "a state",
            Plain::Input(_) => "an input",
            Plain::Curve(_) => "a curve",
        }
    }
}

/// Names in expressions.
#[derive(Default)]
pub(in crate::model::build) struct Tables {
    pub plain: HashMap<String, Plain>,
    pub markers: Vec<NamedMarker>,
    pub marker_ids: HashMap<String, usize>,
    pub curves: Vec<Curve>,
}

impl Tables {
    /// The program of an expression that names nothing but curves.
    fn program_of_time(&self, parsed: &Parsed) -> Option<Vec<Op>> {
        let op = |item: &expression::Item| match item {
            expression::Item::Op(op) => Some(*op),
            expression::Item::Apply(name) => match self.plain.get(&parsed.names[*name].text)? {
                Plain::Curve(curve) => Some(Op::Curve(*curve as u32)),
                Plain::Signal(_) | Plain::State(_) | Plain::Input(_) => None,
            },
            expression::Item::Name(_) | expression::Item::Distance(_) => None,
        };
        parsed.items.iter().map(op).collect()
    }

    /// The curve of this name, or why there is none.
    pub(in crate::model::build) fn find_curve(&self, name: &str) -> Result<Curve, String> {
        let curves = self.plain.iter().filter_map(|(known, plain)| match plain {
            Plain::Curve(curve) => Some((known.as_str(), *curve)),
            Plain::Signal(_) | Plain::State(_) | Plain::Input(_) => None,
        });
        let mut curves: Vec<(&str, usize)> = curves.collect();
        curves.sort_unstable();
        match curves.iter().find(|(known, _)| *known == name) {
            Some((_, curve)) => Ok(self.curves[*curve].clone()),
            None => {
                let known = curves.iter().map(|(known, _)| *known).collect();
                Err(unknown_name("curve", "curves", name, Some(known)))
            }
        }
    }
}

/// All tables, with expressions whose names are not known yet.
pub(super) struct Written {
    pub tables: Tables,
    pub signals: Vec<Unresolved>,
    /// Names of the signals.
    pub names: Vec<String>,
    /// States, then inputs.
    pub states: Vec<StateEquation>,
    pub n_inputs: usize,
    /// Rates of the states.
    pub rates: Vec<Unresolved>,
    pub outputs: Vec<Unresolved>,
    /// The condition that ends a run.
    pub stop: Option<Unresolved>,
}

impl Draft {
    /// Reads all tables; what is faulty in them is told, and replaced by something harmless.
    pub(super) fn read_tables(&mut self, file: &ModelFile) -> Written {
        let mut tables = std::mem::take(&mut self.tables);
        self.add_markers(file, &mut tables);
        let (mut signals, mut states, mut rates) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Vec::new();
        for (k, entry) in file.signals.iter().enumerate() {
            let path = entry.lines.path("signals", k);
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.plain_name(item, &entry.name, Plain::Signal(k), &mut tables);
            signals.push(self.parse(item, "value", &entry.value, format!("signal '{name}'")));
            names.push(name);
        }
        for (k, entry) in file.states.iter().enumerate() {
            let path = entry.lines.path("states", k);
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.plain_name(item, &entry.name, Plain::State(k), &mut tables);
            rates.push(self.parse(item, "rate", &entry.rate, format!("state '{name}'")));
            let initial = self.check.finite(item, "initial", entry.initial).unwrap_or(0.0);
            states.push(StateEquation { name, initial, slot: 0 });
        }
        for entry in &file.inputs {
            let k = states.len();
            let path = entry.lines.path("inputs", k - file.states.len());
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.plain_name(item, &entry.name, Plain::Input(k), &mut tables);
            rates.push(unchanging(item, &name));
            let initial = self.check.finite(item, "value", entry.value).unwrap_or(0.0);
            states.push(StateEquation { name, initial, slot: 0 });
        }
        let of_states = states.iter().map(|state: &StateEquation| state.name.clone());
        let outputs = self.read_outputs(file, names.iter().cloned().chain(of_states).collect());
        let item = Item { lines: &file.simulation.lines, path: "simulation" };
        let stop = &file.simulation.stop;
        let stop = stop.is_some().then(|| self.parse(item, "stop", stop, shown(stop)));
        Written { tables, signals, names, states, n_inputs: file.inputs.len(), rates, outputs, stop }
    }

    /// Outputs whose names are not among these.
    fn read_outputs(&mut self, file: &ModelFile, mut known: Vec<String>) -> Vec<Unresolved> {
        known.push("time".into());
        let mut outputs = Vec::new();
        for (k, entry) in file.outputs.iter().enumerate() {
            let path = entry.lines.path("outputs", k);
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.own_name(item, &entry.name, "output");
            if known.contains(&name) {
                let message =
                    format!("another column of the results is called '{name}'; give this output another name");
                self.check.fault(item, "name", message);
            }
            known.push(name.clone());
            outputs.push(self.parse(item, "value", &entry.value, name));
        }
        outputs
    }

    fn add_markers(&mut self, file: &ModelFile, tables: &mut Tables) {
        for (k, entry) in file.markers.iter().enumerate() {
            let path = entry.lines.path("markers", k);
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.own_name(item, &entry.name, "marker");
            let other = match tables.marker_ids.insert(name.clone(), k) {
                Some(_) => Some("marker"),
                None if name == "ground" || self.body_ids.contains_key(&name) => Some("body"),
                None if self.joint_ids.contains_key(&name) => Some("joint"),
                None if self.force_ids.contains_key(&name) => Some("force"),
                None => None,
            };
            if let Some(other) = other {
                let message = format!("a {other} is called '{name}' too; give this marker another name");
                self.check.fault(item, "name", message);
            }
            let body = match &entry.body {
                Some(body) => self.find_body(item, "body", body),
                None => {
                    self.check.missing(item, "body", "the name of the body that carries it, or \"ground\"");
                    None
                }
            };
            let (point, axis, normal) = (entry.point.clone(), entry.axis.clone(), entry.normal.clone());
            let frame = FrameEntry { point, axis, normal, lines: Lines::default() };
            let frame = self.frame_on(item, &frame, body.unwrap_or(BodyId::GROUND));
            tables.markers.push(NamedMarker { name, frame });
        }
    }

    /// The motion of a driven joint: a number or an expression of `t` and curves.
    pub(in crate::model::build) fn driver(&mut self, item: Item, written: &Scalar) -> Expression {
        if let Scalar::Text(text) = written
            && let Ok(parsed) = expression::parse(text)
            && let Some(program) = self.tables.program_of_time(&parsed)
        {
            let motion = Expression::of_time(text, program, &self.tables.curves);
            return self.check.usable(item, "motion", Ok(motion));
        }
        self.check.expression_of_time(item, "motion", written)
    }

    /// Adds all curves, which depend on nothing.
    pub(in crate::model::build) fn add_curves(&mut self, file: &ModelFile) {
        let mut tables = Tables::default();
        for (k, entry) in file.curves.iter().enumerate() {
            let path = entry.lines.path("curves", k);
            let item = Item { lines: &entry.lines, path: &path };
            self.plain_name(item, &entry.name, Plain::Curve(k), &mut tables);
            let curve = self.make_curve(item, entry);
            tables.curves.push(curve);
        }
        self.tables = tables;
    }

    fn make_curve(&mut self, item: Item, entry: &TableEntry) -> Curve {
        let check = &mut self.check;
        let find = |word: Option<&str>, words: &[&str]| words.iter().position(|known| Some(*known) == word);
        let interpolation = check.word(item, "interpolation", &entry.interpolation, Interpolation::WORDS);
        let interpolation = find(interpolation, Interpolation::WORDS).map(|k| Interpolation::ALL[k]);
        let outside = check.word(item, "outside", &entry.outside, Outside::WORDS);
        let outside = find(outside, Outside::WORDS).map(|k| Outside::ALL[k]).unwrap_or_default();
        let harmless = vec![[0.0, 0.0], [1.0, 0.0]];
        if entry.points.is_none() {
            check.missing(item, "points", "a list of pairs [x, y] with ascending x");
        }
        let points = entry.points.as_deref().and_then(|points| match find_pairs(points, outside) {
            Ok(pairs) => Some(pairs),
            Err(message) => {
                check.fault(item, "points", message);
                None
            }
        });
        Curve::through(&points.unwrap_or(harmless), interpolation.unwrap_or_default(), outside)
    }

    /// A name that must be there.
    fn own_name(&mut self, item: Item, name: &Option<String>, what: &str) -> String {
        match name {
            Some(name) => self.check.name(item, name),
            None => self.check.missing(item, "name", &format!("give every {what} a name of its own")),
        }
        name.clone().unwrap_or_default()
    }

    /// A name that stands alone in expressions.
    fn plain_name(&mut self, item: Item, name: &Option<String>, plain: Plain, tables: &mut Tables) -> String {
        let name = self.own_name(item, name, plain.what());
        if name == "time" && !matches!(plain, Plain::Curve(_)) {
            let message = format!("a column of the results is called `time`; give this {} another name", plain.what());
            self.check.fault(item, "name", message);
        } else if language().any(|word| word == name) {
            let message = format!("`{name}` is a word of expressions; give this {} another name", plain.what());
            self.check.fault(item, "name", message);
        } else if let Some(other) = tables.plain.get(&name) {
            let message =
                format!("{} is called '{name}' too; give this {} another name", other.with_article(), plain.what());
            self.check.fault(item, "name", message);
        } else {
            tables.plain.insert(name.clone(), plain);
        }
        name
    }

    /// The expression of a key that must be there; zero where it is faulty.
    fn parse(&mut self, item: Item, key: &str, written: &Option<Scalar>, title: String) -> Unresolved {
        let parsed = match written {
            Some(Scalar::Number(value)) => constant(*value),
            Some(Scalar::Text(text)) => expression::parse(text).unwrap_or_else(|error| {
                self.check.fault(item, key, error.to_string());
                constant(0.0)
            }),
            None => {
                self.check.missing(item, key, "a number or an expression");
                constant(0.0)
            }
        };
        Unresolved { parsed, place: item.place(key), title }
    }
}

/// The rate of an input, which changes only where it is set.
fn unchanging(item: Item, name: &str) -> Unresolved {
    Unresolved { parsed: constant(0.0), place: item.place("value"), title: format!("input '{name}'") }
}

fn constant(value: f64) -> Parsed {
    Parsed { items: vec![expression::Item::Op(Op::Number(value))], names: Vec::new() }
}

/// A condition as it was written.
fn shown(written: &Option<Scalar>) -> String {
    match written {
        Some(Scalar::Text(text)) => text.clone(),
        Some(Scalar::Number(number)) => number.to_string(),
        None => String::new(),
    }
}

/// Points as pairs with ascending x.
fn find_pairs(points: &[Vec<f64>], outside: Outside) -> Result<Vec<[f64; 2]>, String> {
    let mut pairs: Vec<[f64; 2]> = Vec::with_capacity(points.len());
    for point in points {
        let &[x, y] = &point[..] else {
            return Err(format!("every point of a curve is a pair [x, y], found {} numbers", point.len()));
        };
        match pairs.last() {
            Some([before, _]) if x <= *before => {
                return Err(format!("x must ascend from point to point, found {x} after {before}"));
            }
            _ if !(x.is_finite() && y.is_finite()) => return Err("all its numbers must be finite".into()),
            _ => pairs.push([x, y]),
        }
    }
    match (&pairs[..], outside) {
        ([] | [_], _) => Err(format!("a curve needs 2 points or more, found {}", pairs.len())),
        ([first, .., last], Outside::Repeat) if first[1] != last[1] => Err(format!(
            "a curve that repeats must end with the value it begins with, found {} and {}",
            first[1], last[1]
        )),
        _ => Ok(pairs),
    }
}
