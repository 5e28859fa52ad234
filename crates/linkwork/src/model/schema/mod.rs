//! The schema of model files, for editors: JSON Schema (draft 2020-12), made from the tables which the reader and the
//! checks use.
//!
//! A schema judges form: keys, sorts of values, words, and which keys go with which type of joint or force. What needs
//! several tables at once, such as names that must exist, only the reader can tell.

#[cfg(test)]
mod tests;

use super::file::SHAPE_KINDS;
use super::file::contacts;
use super::file::dimension::{Dimension, Measure};
use super::file::force::FORCE;
use super::file::keys::{self, Key, Sort, Words};
use super::file::parts::MIRRORS;
use super::file::signals;
use super::file::units::CHOSEN;
use super::force::Acts;
use super::signals::{Interpolation, Outside};
use super::{Force, Frame, JointKind, Space, build};
use crate::methods::{FormulationKind, IntegratorKind, SolverKind, StabilizationKind, Word};
use serde_json::{Map, Value, json};

/// JSON Schema of the model file, for TOML and JSON alike.
///
/// ```
/// let schema = linkwork::model::schema();
/// assert_eq!(schema["properties"]["space"]["enum"][1], "planar");
/// ```
pub fn schema() -> Value {
    let mut root = table(keys::MODEL, &[]);
    root["anyOf"] = json!([{ "required": ["bodies"] }, { "required": ["parts"] }]);
    let defs = json!({
        "body": body(),
        "joint": with_types(table(&keys::JOINT, &["type"]), JointKind::WORDS, joint_rule),
        "force": with_types(table(FORCE, &["type"]), Force::WORDS, force_rule),
        "part": table(keys::PART, &["name", "file"]),
        "simulation": table(keys::SIMULATION, &[]),
        "frame": table(keys::FRAME, &[]),
        "plane": table(keys::PLANE, &["normal"]),
        "curve": table(keys::CURVE, &[]),
        "shape": shape(),
        "marker": table(signals::MARKER, &["name", "body"]),
        "signal": table(signals::SIGNAL, &["name", "value"]),
        "state": table(signals::STATE, &["name", "rate"]),
        "input": table(signals::INPUT, &["name"]),
        "table": table(signals::TABLE, &["name", "points"]),
        "limits": table(signals::LIMITS, &["stiffness"]),
        "friction": friction(),
        "output": table(signals::OUTPUT, &["name", "value"]),
        "contact": table(contacts::CONTACT, &["between", "stiffness"]),
        "sliding": table(contacts::SLIDING, &["dynamic"]),
        "ground": table(contacts::GROUND, &[]),
    });
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    root["title"] = "Linkwork model file".into();
    root["description"] = "A mechanism of rigid bodies, joints and forces. Plain numbers are in SI units and radians, unless `units` says others.".into();
    root["$defs"] = defs;
    root
}

/// By loads or by a coefficient.
fn friction() -> Value {
    let mut value = table(signals::FRICTION, &[]);
    value["anyOf"] = json!([{ "required": ["coulomb"] }, { "required": ["coefficient"] }]);
    value
}

/// A table with these keys and no others.
fn table(keys: &[Key], required: &[&str]) -> Value {
    let properties: Map<String, Value> = keys.iter().map(|key| (key.name.to_string(), property(key))).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn property(key: &Key) -> Value {
    let mut value = form(key.sort);
    value["description"] = describe(key).into();
    value
}

/// The meaning of a key, and what may stand there with a unit.
fn describe(key: &Key) -> String {
    match key.measure {
        Measure::One(dimension) => format!("{} With a unit: \"{}\".", key.about, dimension.example),
        Measure::Pure | Measure::Coordinate(_) | Measure::Split { .. } | Measure::Any => key.about.to_string(),
    }
}

/// The values that the reader takes for this sort.
fn form(sort: Sort) -> Value {
    // An expression of parameters, or a quantity with a unit, may stand for any number.
    let number = || json!({ "type": ["number", "string"] });
    let numbers = || json!({ "type": "array", "items": number() });
    let scalar = || json!({ "type": ["number", "string"] });
    let list = |of: &str| json!({ "type": "array", "items": { "$ref": format!("#/$defs/{of}") } });
    let one = |of: &str| json!({ "$ref": format!("#/$defs/{of}") });
    match sort {
        Sort::Text => json!({ "type": "string" }),
        Sort::Word(list) => json!({ "enum": words(list) }),
        Sort::Truth => json!({ "type": "boolean" }),
        Sort::Number => number(),
        Sort::Numbers => numbers(),
        Sort::OneOrMany => json!({ "anyOf": [number(), numbers()] }),
        Sort::Law => json!({ "anyOf": [number(), numbers(), { "type": "string" }] }),
        Sort::Texts => json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2 }),
        Sort::Scalar => scalar(),
        Sort::Values => json!({ "anyOf": [scalar(), { "type": "array", "items": scalar() }] }),
        Sort::Place => json!({ "anyOf": [numbers(), one("frame")] }),
        Sort::Plane => one("plane"),
        Sort::Curve => one("curve"),
        Sort::Points => json!({ "type": "array", "items": numbers() }),
        Sort::Simulation => one("simulation"),
        Sort::Bodies => list("body"),
        Sort::Joints => list("joint"),
        Sort::Forces => list("force"),
        Sort::Shapes => list("shape"),
        Sort::Parts => list("part"),
        Sort::Units => units(),
        Sort::Parameters => json!({ "type": "object", "additionalProperties": number() }),
        Sort::Markers => list("marker"),
        Sort::Signals => list("signal"),
        Sort::States => list("state"),
        Sort::Inputs => list("input"),
        Sort::Tables => list("table"),
        Sort::Outputs => list("output"),
        Sort::Limits => one("limits"),
        Sort::Friction => one("friction"),
        Sort::Contacts => list("contact"),
        Sort::Ground => one("ground"),
        Sort::Sliding => one("sliding"),
        Sort::Between => {
            let names = json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
            let sides = json!({ "type": "array", "items": names, "minItems": 2, "maxItems": 2 });
            json!({ "anyOf": [{ "const": contacts::ALL }, sides] })
        }
    }
}

fn words(list: Words) -> &'static [&'static str] {
    match list {
        Words::Spaces => build::SPACES,
        Words::Joints => JointKind::WORDS,
        Words::Forces => Force::WORDS,
        Words::Shapes => SHAPE_KINDS,
        Words::Mirrors => MIRRORS,
        Words::Frames => Frame::WORDS,
        Words::Acts => Acts::WORDS,
        Words::Interpolations => Interpolation::WORDS,
        Words::Outsides => Outside::WORDS,
        Words::Formulations => FormulationKind::WORDS,
        Words::Solvers => SolverKind::WORDS,
        Words::Integrators => IntegratorKind::WORDS,
        Words::Stabilizations => StabilizationKind::WORDS,
    }
}

/// Adds for each type which keys go with it.
fn with_types(mut table: Value, kinds: &[&str], rule: fn(&str) -> Value) -> Value {
    let branch = |kind: &&str| json!({ "if": { "properties": { "type": { "const": kind } }, "required": ["type"] }, "then": rule(kind) });
    table["allOf"] = kinds.iter().map(branch).collect();
    table
}

fn joint_rule(kind: &str) -> Value {
    let of_kind = JointKind::FACTS.iter().filter(|facts| facts.word == kind);
    // Types of one of the two spaces are allowed; the reader tells which.
    let both = of_kind.clone().flat_map(|facts| [Space::Spatial, Space::Planar].map(|space| facts.keys_in(space)));
    let couples = of_kind.clone().any(|facts| facts.couples());
    let mut allowed = vec!["name", "type"];
    if !couples {
        allowed.extend(["bodies", "first", "second"]);
    }
    allowed.extend(both.flat_map(|keys| keys.must.iter().chain(keys.may)));
    allowed.sort_unstable();
    allowed.dedup();
    let required = if couples { of_kind.flat_map(|facts| facts.keys.must).copied().collect() } else { vec!["bodies"] };
    json!({ "propertyNames": { "enum": allowed }, "required": required })
}

fn force_rule(kind: &str) -> Value {
    let allowed: Vec<&str> = ["name", "type"].iter().chain(Force::keys_of(kind)).copied().collect();
    json!({ "propertyNames": { "enum": allowed } })
}

/// Either mass and inertia are given, or a density.
fn body() -> Value {
    let mut body = table(keys::BODY, &["name"]);
    body["anyOf"] = json!([{ "required": ["mass", "inertia"] }, { "required": ["density"] }]);
    body
}

/// Other keys of a shape are kept as written.
fn shape() -> Value {
    let mut shape = table(keys::SHAPE, &["kind"]);
    shape["additionalProperties"] = true.into();
    shape
}

fn units() -> Value {
    let unit = |dimension: &Dimension| {
        let quantity = dimension.name.rsplit(' ').next().unwrap_or_default();
        let about = format!("Unit of plain numbers that measure {}, as in {}.", dimension.name, dimension.example);
        (quantity.to_string(), json!({ "type": "string", "description": about }))
    };
    let properties: Map<String, Value> = CHOSEN.iter().map(unit).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}
