//! Reads a model file: the keys of each table, as [`keys`](super::keys) lists them, and the values behind them.
//!
//! Only the form is judged here: keys, types of values. What the values mean is judged by `build`, for files and for
//! models built in Rust alike. A key whose value cannot be read is still noted as seen, so that nobody reports it
//! missing as well.

use super::dimension::{Dimension, Measure};
use super::document::{Entry as Pair, Node, Source, Value};
use super::formula::{self, FormulaError, Names};
use super::keys::{self, Key};
use super::parameters::{Quantity, Scope};
use super::parts::PartEntry;
use super::path::Path;
use super::suggest;
use super::{
    BodyEntry, CurveEntry, Fault, ForceEntry, FrameEntry, JointEntry, Lines, ModelFile, SimulationEntry, Spot,
};
use super::{Law, Numbers, Place, Scalar, Values};
use std::fmt::Display;

pub(super) struct Reader<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) faults: Vec<Fault>,
    pub(super) scope: &'a Scope,
    /// Tables of parts, until their files are read.
    pub(super) parts: Vec<PartEntry>,
    /// Dimension of the coordinate of the joint that is being read.
    pub(super) coordinate: Option<Dimension>,
}

/// A key's value and its path in the file, such as `joints[2].axis`.
pub(super) struct At<'n> {
    pub(super) node: &'n Node<'n>,
    pub(super) path: Path<'n>,
    /// The quantity that its numbers measure.
    pub(super) measure: Measure,
}

impl At<'_> {
    /// An element of the list that stands here.
    fn element<'p>(&'p self, index: usize, length: usize, node: &'p Node<'p>) -> At<'p> {
        At { node, path: Path::Element(&self.path, index), measure: self.measure.element(index, length) }
    }
}

impl Reader<'_> {
    pub(super) fn model(&mut self, root: &Node, file: &mut ModelFile) {
        let mut lines = Lines::default();
        self.table(root, &Path::Model, &|| "the model".into(), keys::MODEL, &mut lines, &mut |r, key, at| match key {
            "name" => file.name = r.text(&at),
            "space" => file.space = r.text(&at),
            "units" => r.expect_table(&at, "a table such as { length = \"mm\" }"),
            "parameters" => r.expect_table(&at, "a table of names and values (`[parameters]` in TOML)"),
            "gravity" => file.gravity = r.numbers(&at),
            "bodies" => file.bodies = r.each(&at, "bodies", Self::body),
            "joints" => file.joints = r.each(&at, "joints", Self::joint),
            "forces" => file.forces = r.each(&at, "forces", Self::force),
            "contacts" => file.contacts = r.each(&at, "contacts", Self::entry),
            "ground" => file.ground = r.entry(at),
            "markers" => file.markers = r.each(&at, "markers", Self::entry),
            "signals" => file.signals = r.each(&at, "signals", Self::entry),
            "states" => file.states = r.each(&at, "states", Self::entry),
            "inputs" => file.inputs = r.each(&at, "inputs", Self::entry),
            "curves" => file.curves = r.each(&at, "curves", Self::entry),
            "outputs" => file.outputs = r.each(&at, "outputs", Self::entry),
            "parts" => r.parts = r.each(&at, "parts", Self::part),
            "simulation" => file.simulation = r.simulation(&at),
            // For editors only.
            _ => drop(r.text(&at)),
        });
        file.lines = lines;
    }

    fn body(&mut self, at: At) -> BodyEntry {
        let mut body = BodyEntry::default();
        let mut lines = Lines::default();
        let title = || title("body", at.node);
        self.table(at.node, &at.path, &title, keys::BODY, &mut lines, &mut |r, key, at| match key {
            "name" => body.name = r.text(&at),
            "mass" => body.mass = r.number(&at),
            "density" => body.density = r.number(&at),
            "inertia" => body.inertia = r.one_or_many(&at),
            "center" => body.center = r.numbers(&at),
            "position" => body.position = r.numbers(&at),
            "orientation" => body.orientation = r.numbers(&at),
            "angle" => body.angle = r.number(&at),
            "velocity" => body.velocity = r.numbers(&at),
            "angular_velocity" => body.angular_velocity = r.one_or_many(&at),
            _ => body.shapes = r.each(&at, "shapes", Self::shape),
        });
        body.lines = lines;
        body
    }

    fn joint(&mut self, at: At) -> JointEntry {
        let mut joint = JointEntry::default();
        let mut lines = Lines::default();
        let title = || title("joint", at.node);
        self.coordinate = at.node.find_text("type").and_then(keys::coordinate_of);
        self.table(at.node, &at.path, &title, &keys::JOINT, &mut lines, &mut |r, key, at| match key {
            "name" => joint.name = r.text(&at),
            "type" => joint.kind = r.text(&at),
            "bodies" => joint.bodies = r.texts(&at),
            "joints" => joint.joints = r.texts(&at),
            "point" => joint.point = r.numbers(&at),
            "point2" => joint.point2 = r.numbers(&at),
            "axis" => joint.axis = r.numbers(&at),
            "axis2" => joint.axis2 = r.numbers(&at),
            "normal" => joint.normal = r.numbers(&at),
            "length" => joint.length = r.number(&at),
            "pitch" => joint.pitch = r.number(&at),
            "ratio" => joint.ratio = r.number(&at),
            "curve" => joint.curve = r.curve(&at),
            "motion" => joint.motion = r.scalar(&at),
            "q" => joint.q = r.number(&at),
            "qd" => joint.qd = r.number(&at),
            "limits" => joint.limits = Some(r.entry(at)),
            "friction" => joint.friction = Some(r.entry(at)),
            "first" => joint.first = r.place(&at),
            _ => joint.second = r.place(&at),
        });
        self.coordinate = None;
        joint.lines = lines;
        joint
    }

    fn force(&mut self, at: At) -> ForceEntry {
        let mut force = ForceEntry::default();
        let mut lines = Lines::default();
        let title = || title("force", at.node);
        self.table(at.node, &at.path, &title, super::force::FORCE, &mut lines, &mut |r, key, at| {
            force.read_key(key, r, &at);
        });
        force.lines = lines;
        force
    }

    /// A table whose keys are read by their types alone.
    pub(super) fn entry<T: Entry>(&mut self, at: At) -> T {
        let mut entry = T::default();
        let mut lines = Lines::default();
        let title = || title(T::WORD, at.node);
        self.table(at.node, &at.path, &title, T::KEYS, &mut lines, &mut |r, key, at| entry.read_key(key, r, &at));
        entry.set_lines(lines);
        entry
    }

    fn simulation(&mut self, at: &At) -> SimulationEntry {
        let mut asked = SimulationEntry::default();
        let mut lines = Lines::default();
        let title = || "[simulation]".to_string();
        self.table(at.node, &at.path, &title, keys::SIMULATION, &mut lines, &mut |r, key, at| match key {
            "end" => asked.end = r.number(&at),
            "output_step" => asked.output_step = r.number(&at),
            "stop" => asked.stop = r.scalar(&at),
            "step" => asked.step = r.number(&at),
            "assembly_tolerance" => asked.assembly_tolerance = r.number(&at),
            "rtol" => asked.rtol = r.number(&at),
            "atol" => asked.atol = r.number(&at),
            "formulation" => asked.formulation = r.text(&at),
            "solver" => asked.solver = r.text(&at),
            "integrator" => asked.integrator = r.text(&at),
            _ => asked.stabilization = r.text(&at),
        });
        asked.lines = lines;
        asked
    }

    fn frame(&mut self, at: &At, keys: &'static [Key]) -> FrameEntry {
        let mut frame = FrameEntry::default();
        let mut lines = Lines::default();
        let title = || format!("`{}`", at.path.last());
        self.table(at.node, &at.path, &title, keys, &mut lines, &mut |r, key, at| match key {
            "point" => frame.point = r.numbers(&at),
            "axis" => frame.axis = r.numbers(&at),
            _ => frame.normal = r.numbers(&at),
        });
        frame.lines = lines;
        frame
    }

    /// `None` where a value could not be read, which has been said.
    fn curve(&mut self, at: &At) -> Option<CurveEntry> {
        let before = self.faults.len();
        let mut curve = CurveEntry::default();
        let mut lines = Lines::default();
        let title = || "`curve`".to_string();
        self.table(at.node, &at.path, &title, keys::CURVE, &mut lines, &mut |r, key, at| match key {
            "radius" => curve.radius = r.number(&at),
            "points" => curve.points = r.points(&at),
            "closed" => curve.closed = r.truth(&at),
            other => unreachable!("`keys::CURVE` lists the key {other:?}, which is not read"),
        });
        (self.faults.len() == before).then_some(curve)
    }
}

/// How a message calls a table: "body 'crank'", or "a body" before its name is known.
pub(super) fn title(what: &str, node: &Node) -> String {
    match node.find_text("name") {
        Some(name) => format!("{what} '{name}'"),
        None => format!("a {what}"),
    }
}

/// A table whose keys are read by their types alone.
pub(super) trait Entry: Default {
    const KEYS: &'static [Key];
    /// How messages call it.
    const WORD: &'static str;

    /// Reads the value of one of these keys.
    fn read_key(&mut self, key: &str, reader: &mut Reader, at: &At);

    /// Remembers where its keys stand.
    fn set_lines(&mut self, lines: Lines);
}

/// Values that a key may have by their type alone.
pub(super) trait Readable: Sized {
    /// `None` where it is of another sort, which is a fault.
    fn read(reader: &mut Reader, at: &At) -> Option<Self>;
}

macro_rules! readable {
    ($($type:ty: $method:ident;)*) => {
        $(impl Readable for $type {
            fn read(reader: &mut Reader, at: &At) -> Option<Self> {
                reader.$method(at)
            }
        })*
    };
}

readable! {
    String: text; Vec<String>: texts; bool: truth; f64: number; Vec<f64>: numbers; Numbers: one_or_many;
    Scalar: scalar; Values: values; Place: place; FrameEntry: plane; Vec<Vec<f64>>: points; Law: law;
}

/// Tables and values of one sort each; a value of another sort is a fault and reads as `None`.
impl Reader<'_> {
    /// Calls `take` for each known key of a table and reports the others.
    pub(super) fn table(
        &mut self,
        node: &Node,
        path: &Path,
        title: &dyn Fn() -> String,
        keys: &'static [Key],
        lines: &mut Lines,
        take: &mut dyn FnMut(&mut Self, &'static str, At),
    ) {
        lines.table = self.source.spot(node.start);
        let Value::Table(entries) = &node.value else {
            self.fault(
                node.start,
                path,
                format!("{} must be a table of keys, found {}", title(), node.value.describe()),
            );
            lines.keys = keys.iter().map(|k| (k.name, lines.table)).collect();
            return;
        };
        let kind = node.find_text("type");
        for Pair { key, start, node } in entries {
            let path = Path::Key(path, key);
            match keys.iter().find(|k| k.name == key) {
                Some(known) if lines.has(known.name) => self.duplicate(*start, &path, key),
                Some(known) => {
                    lines.keys.push((known.name, self.source.spot(*start)));
                    take(self, known.name, At { node, path, measure: known.measure_in(kind, self.coordinate) });
                }
                None => {
                    let names = keys::names(keys);
                    let remedy = match suggest::nearest(key, names.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("its keys are {}", suggest::list(&names, '`').replace(" or ", " and ")),
                    };
                    self.fault(*start, &path, format!("unknown key `{key}` in {}; {remedy}", title()));
                }
            }
        }
        self.note_meant_keys(entries, keys, lines);
    }

    /// A mistyped key counts as seen: "unknown key `mas`" says enough, `mass` is not missing as well.
    fn note_meant_keys(&mut self, entries: &[Pair], keys: &'static [Key], lines: &mut Lines) {
        for Pair { key, start, .. } in entries.iter().filter(|e| !keys.iter().any(|k| k.name == e.key)) {
            if let Some(near) = suggest::nearest(key, keys::names(keys)).filter(|near| !lines.has(near)) {
                lines.keys.push((near, self.source.spot(*start)));
            }
        }
    }

    /// Reads every table of a list.
    pub(super) fn each<T>(&mut self, at: &At, key: &str, read: fn(&mut Self, At) -> T) -> Vec<T> {
        let Value::List(list) = &at.node.value else {
            self.expected::<()>(at, &format!("a list of tables (`[[{key}]]` in TOML)"));
            return Vec::new();
        };
        let items = list.iter().enumerate();
        items.map(|(i, node)| read(self, at.element(i, list.len(), node))).collect()
    }

    /// Values in it are read elsewhere.
    fn expect_table(&mut self, at: &At, what: &str) {
        if !matches!(at.node.value, Value::Table(_)) {
            self.expected::<()>(at, what);
        }
    }

    pub(super) fn text(&mut self, at: &At) -> Option<String> {
        match &at.node.value {
            Value::Text(text) => Some(text.to_string()),
            _ => self.expected(at, "a string"),
        }
    }

    pub(super) fn truth(&mut self, at: &At) -> Option<bool> {
        match at.node.value {
            Value::Bool(truth) => Some(truth),
            _ => self.expected(at, "true or false"),
        }
    }

    pub(super) fn number(&mut self, at: &At) -> Option<f64> {
        self.quantity(at).map(|quantity| quantity.value)
    }

    /// A number with what it measures.
    pub(super) fn quantity(&mut self, at: &At) -> Option<Quantity> {
        match &at.node.value {
            Value::Number(value) if value.is_finite() => {
                Some(Quantity::plain(self.scope.units.at(at.measure).to_si(*value)))
            }
            Value::Number(_) => {
                self.fault(at.node.start, &at.path, "must be a finite number".into());
                None
            }
            Value::Text(text) => match self.scope.calc(text, at.measure) {
                Ok(quantity) => Some(quantity),
                Err(error) => self.formula_fault(at, &error),
            },
            _ => self.expected(at, "a number"),
        }
    }

    fn formula_fault<T>(&mut self, at: &At, error: &FormulaError) -> Option<T> {
        if !error.message.is_empty() {
            self.fault(at.node.start, &at.path, error.describe());
        }
        None
    }

    pub(super) fn numbers(&mut self, at: &At) -> Option<Vec<f64>> {
        self.list(at, "a list of numbers", Self::number)
    }

    fn points(&mut self, at: &At) -> Option<Vec<Vec<f64>>> {
        self.list(at, "a list of points", Self::numbers)
    }

    fn texts(&mut self, at: &At) -> Option<Vec<String>> {
        self.list(at, "a list of two names", Self::text)
    }

    fn one_or_many(&mut self, at: &At) -> Option<Numbers> {
        match at.node.value {
            Value::Number(_) | Value::Text(_) => self.number(at).map(Numbers::One),
            Value::List(_) => self.numbers(at).map(Numbers::Many),
            _ => self.expected(at, "a number or a list of numbers"),
        }
    }

    fn law(&mut self, at: &At) -> Option<Law> {
        match &at.node.value {
            Value::Text(text) if self.scope.is_foreign_name(text) => Some(Law::Curve(text.to_string())),
            _ => self.one_or_many(at).map(Law::Numbers),
        }
    }

    fn scalar(&mut self, at: &At) -> Option<Scalar> {
        match &at.node.value {
            Value::Number(_) => self.number(at).map(Scalar::Number),
            Value::Text(text) => match formula::rewrite(text, self.scope, Names::All, at.measure) {
                Ok(formula) if formula.is_changed => Some(Scalar::Text(formula.text)),
                Err(error) if error.is_ours => self.formula_fault(at, &error),
                // As written; what is wrong with it is told by those who read expressions.
                Ok(_) | Err(_) => Some(Scalar::Text(text.to_string())),
            },
            _ => self.expected(at, "a number or an expression in quotes"),
        }
    }

    fn values(&mut self, at: &At) -> Option<Values> {
        match at.node.value {
            Value::List(_) => self.list(at, "a list", Self::scalar).map(Values::Many),
            _ => self.scalar(at).map(Values::One),
        }
    }

    fn plane(&mut self, at: &At) -> Option<FrameEntry> {
        Some(self.frame(at, keys::PLANE))
    }

    fn place(&mut self, at: &At) -> Option<Place> {
        match at.node.value {
            Value::List(_) => self.numbers(at).map(Place::Point),
            Value::Table(_) => Some(Place::Frame(self.frame(at, keys::FRAME))),
            _ => self.expected(at, "a point [x, y, z] or a frame { point = [..], axis = [..] }"),
        }
    }

    /// A list whose elements are all of one sort; `None` if any of them is not.
    pub(super) fn list<T>(&mut self, at: &At, what: &str, read: fn(&mut Self, &At) -> Option<T>) -> Option<Vec<T>> {
        let Value::List(list) = &at.node.value else {
            return self.expected(at, what);
        };
        // All elements are read before the first failure decides, so that each fault is reported.
        let items = list.iter().enumerate();
        let items: Vec<_> = items.map(|(i, node)| read(self, &at.element(i, list.len(), node))).collect();
        items.into_iter().collect()
    }

    pub(super) fn expected<T>(&mut self, at: &At, what: &str) -> Option<T> {
        let message = format!("expected {what}, found {}", at.node.value.describe());
        self.fault(at.node.start, &at.path, message);
        None
    }

    pub(super) fn duplicate(&mut self, start: usize, path: &Path, key: &str) {
        self.fault(start, path, format!("duplicate key `{key}`; keep one of the two"));
    }

    /// At a place that is known by its line.
    pub(super) fn fault_at(&mut self, spot: Spot, path: &str, message: String) {
        self.faults.push(Fault::new(self.source.file, spot, path, message));
    }

    pub(super) fn fault(&mut self, start: usize, path: &dyn Display, message: String) {
        self.faults.push(self.source.fault(start, &path.to_string(), message));
    }
}
