//! Shapes of bodies as written: numbers of known keys may be quantities, other keys are kept as they are.

use super::Shape;
use super::dimension::Measure;
use super::document::{Entry, Value};
use super::keys::{self, Key};
use super::path::Path;
use super::read::{At, Reader};
use super::suggest;

impl Reader<'_> {
    /// A shape keeps all its keys as written: they are for the eye and checked where they are drawn.
    pub(super) fn shape(&mut self, at: At) -> Shape {
        let mut shape = Shape { kind: String::new(), keys: Default::default() };
        let Value::Table(entries) = &at.node.value else {
            self.expected::<()>(&at, "a table such as { kind = \"box\" }");
            return shape;
        };
        for Entry { key, start, node } in entries {
            let path = Path::Key(&at.path, key);
            let known = keys::SHAPE.iter().find(|known| known.name == key);
            let here = At { node, path, measure: known.map_or(Measure::Pure, |key| key.measure) };
            if key == "kind" {
                shape.kind = self.text(&here).unwrap_or_default();
            } else if shape.keys.contains_key(key.as_ref()) {
                self.duplicate(*start, &here.path, key);
            } else if let Some(value) = self.shape_value(&here, known) {
                shape.keys.insert(key.to_string(), value);
            }
        }
        self.check_shape_kind(&at, entries, &shape.kind);
        if let Some(entry) = entries.iter().find(|e| e.key == "convex" && shape.kind != "mesh") {
            let path = Path::Key(&at.path, "convex");
            let message = "`convex` is for a mesh; other shapes are convex as they are";
            self.fault(entry.start, &path, message.into());
        }
        shape
    }

    fn check_shape_kind(&mut self, at: &At, entries: &[Entry], kind: &str) {
        let kinds = super::SHAPE_KINDS;
        let written = entries.iter().find(|e| e.key == "kind");
        let path = Path::Key(&at.path, "kind");
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

    /// Numbers of keys that are known may be expressions; what others mean is not known.
    fn shape_value(&mut self, at: &At, known: Option<&Key>) -> Option<serde_json::Value> {
        match (known.map(|key| key.sort), &at.node.value) {
            (Some(keys::Sort::Number), Value::Text(_)) => self.number(at).map(Into::into),
            (Some(keys::Sort::Numbers), Value::List(_)) => self.numbers(at).map(Into::into),
            (Some(keys::Sort::Truth), _) => self.truth(at).map(Into::into),
            _ => self.as_written(at),
        }
    }

    fn as_written(&mut self, at: &At) -> Option<serde_json::Value> {
        Some(match &at.node.value {
            Value::Text(text) => text.to_string().into(),
            Value::Bool(truth) => (*truth).into(),
            Value::Number(_) => self.number(at)?.into(),
            Value::List(_) => self.list(at, "a list", Self::as_written)?.into(),
            Value::Table(entries) => {
                let mut map = serde_json::Map::new();
                for Entry { key, node, .. } in entries {
                    map.insert(
                        key.to_string(),
                        self.as_written(&At { node, path: Path::Key(&at.path, key), measure: Measure::Pure })?,
                    );
                }
                map.into()
            }
            Value::Other(_) => return self.expected(at, "a string, a number, true or false, or a list"),
        })
    }
}
