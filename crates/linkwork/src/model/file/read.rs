//! Reads a model file: the keys of each table, as [`keys`](super::keys) lists them, and the values behind them.
//!
//! Only the form is judged here: keys, types of values. What the values mean is judged by `build`, for files and for
//! models built in Rust alike. A key whose value cannot be read is still noted as seen, so that nobody reports it
//! missing as well.

use super::document::{self, Entry as Pair, Node, Source, UNITS, Value};
use super::keys::{self, Key};
use super::suggest;
use super::{
    BodyEntry, CurveEntry, Fault, Faults, FileName, ForceEntry, FrameEntry, JointEntry, Lines, ModelFile,
    SimulationEntry,
};
use super::{Law, Numbers, Place, Scalar, Shape, UNREPORTED, Values};

/// Reads the text of a model file; `name` ends in `.toml` or `.json` and appears in messages.
///
/// # Errors
/// Every fault of the file, those of its meaning included as far as it could be read.
pub fn read(text: &str, name: &str) -> Result<ModelFile, Faults> {
    let source = Source::new(text, name);
    let mut faults = Vec::new();
    let Some(root) = document::parse(&source, &mut faults) else {
        return Err(Faults::sorted(faults));
    };
    let mut reader = Reader { source: &source, faults };
    let mut file = ModelFile { file: FileName(name.to_string()), ..ModelFile::default() };
    reader.model(&root, &mut file);
    if reader.faults.is_empty() {
        return Ok(file);
    }
    // What could be read may be wrong as well; say everything at once.
    let mut faults = reader.faults;
    if let Err(Faults(more)) = file.build() {
        faults.extend(more.into_iter().filter(|fault| fault.message != UNREPORTED));
    }
    Err(Faults::sorted(faults))
}

pub(super) struct Reader<'a> {
    source: &'a Source<'a>,
    faults: Vec<Fault>,
}

/// A key's value and its path in the file, such as `joints[2].axis`.
pub(super) struct At<'n> {
    node: &'n Node<'n>,
    path: String,
}

impl Reader<'_> {
    fn model(&mut self, root: &Node, file: &mut ModelFile) {
        let mut lines = Lines::default();
        self.table(root, "", &|| "the model".into(), keys::MODEL, &mut lines, &mut |r, key, at| match key {
            "name" => file.name = r.text(&at),
            "space" => file.space = r.text(&at),
            "gravity" => file.gravity = r.numbers(&at),
            "bodies" => file.bodies = r.each(&at, "bodies", Self::body),
            "joints" => file.joints = r.each(&at, "joints", Self::joint),
            "forces" => file.forces = r.each(&at, "forces", Self::force),
            "markers" => file.markers = r.each(&at, "markers", Self::entry),
            "signals" => file.signals = r.each(&at, "signals", Self::entry),
            "states" => file.states = r.each(&at, "states", Self::entry),
            "curves" => file.curves = r.each(&at, "curves", Self::entry),
            "outputs" => file.outputs = r.each(&at, "outputs", Self::entry),
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
            "inertia" => body.inertia = r.one_or_many(&at),
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
    fn entry<T: Entry>(&mut self, at: At) -> T {
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
        let title = || format!("`{}`", at.path.rsplit('.').next().unwrap_or_default());
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

    /// A shape keeps all its keys as written: they are for the eye and checked where they are drawn.
    fn shape(&mut self, at: At) -> Shape {
        let mut shape = Shape { kind: String::new(), keys: Default::default() };
        let Value::Table(entries) = &at.node.value else {
            self.expected::<()>(&at, "a table such as { kind = \"box\" }");
            return shape;
        };
        for Pair { key, start, node } in entries {
            let path = format!("{}.{key}", at.path);
            let here = At { node, path };
            if key == "kind" {
                shape.kind = self.text(&here).unwrap_or_default();
            } else if shape.keys.contains_key(key.as_ref()) {
                self.duplicate(*start, &here.path, key);
            } else if let Some(value) = self.as_written(&here) {
                shape.keys.insert(key.to_string(), value);
            }
        }
        self.check_shape_kind(&at, entries, &shape.kind);
        shape
    }

    fn check_shape_kind(&mut self, at: &At, entries: &[Pair], kind: &str) {
        let kinds = super::SHAPE_KINDS;
        let written = entries.iter().find(|e| e.key == "kind");
        let path = format!("{}.kind", at.path);
        match written {
            None => {
                let message = format!("missing `kind`: {}", suggest::list(kinds, '"'));
                self.fault(at.node.start, &path, message);
            }
            Some(entry) if matches!(entry.node.value, Value::Text(_)) && !kinds.contains(&kind) => {
                self.fault(entry.start, &path, suggest::unknown("shape", kind, kinds));
            }
            Some(_) => {}
        }
    }
}

/// How a message calls a table: "body 'crank'", or "a body" before its name is known.
fn title(what: &str, node: &Node) -> String {
    let Value::Table(entries) = &node.value else { return format!("a {what}") };
    let name = entries.iter().find(|e| e.key == "name").map(|e| &e.node.value);
    match name {
        Some(Value::Text(name)) => format!("{what} '{name}'"),
        _ => format!("a {what}"),
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
    fn table(
        &mut self,
        node: &Node,
        path: &str,
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
        for Pair { key, start, node } in entries {
            let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            match keys.iter().map(|k| k.name).find(|k| k == key) {
                Some(known) if lines.has(known) => self.duplicate(*start, &path, key),
                Some(known) => {
                    lines.keys.push((known, self.source.spot(*start)));
                    take(self, known, At { node, path });
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
    fn each<T>(&mut self, at: &At, key: &str, read: fn(&mut Self, At) -> T) -> Vec<T> {
        let Value::List(list) = &at.node.value else {
            self.expected::<()>(at, &format!("a list of tables (`[[{key}]]` in TOML)"));
            return Vec::new();
        };
        let items = list.iter().enumerate();
        items.map(|(i, node)| read(self, At { node, path: format!("{}[{i}]", at.path) })).collect()
    }

    fn text(&mut self, at: &At) -> Option<String> {
        match &at.node.value {
            Value::Text(text) => Some(text.to_string()),
            _ => self.expected(at, "a string"),
        }
    }

    fn truth(&mut self, at: &At) -> Option<bool> {
        match at.node.value {
            Value::Bool(truth) => Some(truth),
            _ => self.expected(at, "true or false"),
        }
    }

    fn number(&mut self, at: &At) -> Option<f64> {
        match at.node.value {
            Value::Number(value) if value.is_finite() => Some(value),
            Value::Number(_) => {
                self.fault(at.node.start, &at.path, "must be a finite number".into());
                None
            }
            _ => self.expected(at, "a number"),
        }
    }

    fn numbers(&mut self, at: &At) -> Option<Vec<f64>> {
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
            Value::Number(_) => self.number(at).map(Numbers::One),
            Value::List(_) => self.numbers(at).map(Numbers::Many),
            _ => self.expected(at, "a number or a list of numbers"),
        }
    }

    fn law(&mut self, at: &At) -> Option<Law> {
        match at.node.value {
            Value::Text(_) => self.text(at).map(Law::Curve),
            _ => self.one_or_many(at).map(Law::Numbers),
        }
    }

    fn scalar(&mut self, at: &At) -> Option<Scalar> {
        match at.node.value {
            Value::Number(_) => self.number(at).map(Scalar::Number),
            Value::Text(_) => self.text(at).map(Scalar::Text),
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
    fn list<T>(&mut self, at: &At, what: &str, read: fn(&mut Self, &At) -> Option<T>) -> Option<Vec<T>> {
        let Value::List(list) = &at.node.value else {
            return self.expected(at, what);
        };
        // All elements are read before the first failure decides, so that each fault is reported.
        let items = list.iter().enumerate();
        let items: Vec<_> =
            items.map(|(i, node)| read(self, &At { node, path: format!("{}[{i}]", at.path) })).collect();
        items.into_iter().collect()
    }

    fn as_written(&mut self, at: &At) -> Option<serde_json::Value> {
        Some(match &at.node.value {
            Value::Text(text) => text.to_string().into(),
            Value::Bool(truth) => (*truth).into(),
            Value::Number(_) => self.number(at)?.into(),
            Value::List(_) => self.list(at, "a list", Self::as_written)?.into(),
            Value::Table(entries) => {
                let mut map = serde_json::Map::new();
                for Pair { key, node, .. } in entries {
                    map.insert(key.to_string(), self.as_written(&At { node, path: format!("{}.{key}", at.path) })?);
                }
                map.into()
            }
            Value::Other(_) => return self.expected(at, "a string, a number, true or false, or a list"),
        })
    }

    fn expected<T>(&mut self, at: &At, what: &str) -> Option<T> {
        let unit = match &at.node.value {
            Value::Text(text) if what.starts_with("a number") && text.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("; {UNITS}")
            }
            _ => String::new(),
        };
        let message = format!("expected {what}, found {}{unit}", at.node.value.describe());
        self.fault(at.node.start, &at.path, message);
        None
    }

    fn duplicate(&mut self, start: usize, path: &str, key: &str) {
        self.fault(start, path, format!("duplicate key `{key}`; keep one of the two"));
    }

    fn fault(&mut self, start: usize, path: &str, message: String) {
        self.faults.push(self.source.fault(start, path, message));
    }
}
