//! The schema beside the reader: same keys, same sorts of values; every built-in model keeps it.

use super::{FORCE, schema};
use crate::gallery;
use crate::model::file::contacts::{CONTACT, SLIDING};
use crate::model::file::{keys, read};
use serde_json::{Value, json};

/// Whether a value keeps a schema, for the words of JSON Schema that ours uses; any other word fails the test.
fn keeps(root: &Value, schema: &Value, value: &Value) -> bool {
    let same = |schema: &Value, value: &Value| keeps(root, schema, value);
    schema.as_object().unwrap().iter().all(|(word, rule)| match word.as_str() {
        "$schema" | "title" | "description" | "$defs" | "then" => true,
        "$ref" => same(root.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap()).unwrap(), value),
        "type" => [rule].into_iter().chain(rule.as_array().into_iter().flatten()).any(|name| is_a(value, name)),
        "enum" => rule.as_array().unwrap().contains(value),
        "const" => rule == value,
        "anyOf" => rule.as_array().unwrap().iter().any(|one| same(one, value)),
        "allOf" => rule.as_array().unwrap().iter().all(|one| same(one, value)),
        "if" => !same(rule, value) || same(&schema["then"], value),
        "items" => value.as_array().is_none_or(|list| list.iter().all(|item| same(rule, item))),
        "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= rule.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().unwrap()),
        "required" => rule.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
        "propertyNames" => value.as_object().is_none_or(|map| map.keys().all(|key| same(rule, &json!(key)))),
        "properties" => value
            .as_object()
            .is_none_or(|map| map.iter().all(|(key, value)| rule.get(key).is_none_or(|schema| same(schema, value)))),
        "additionalProperties" => value.as_object().is_none_or(|map| {
            let mut others = map.iter().filter(|(key, _)| schema["properties"].get(key.as_str()).is_none());
            others.all(|(_, value)| rule.as_bool().unwrap_or_else(|| same(rule, value)))
        }),
        other => panic!("the schema uses `{other}`, which this test does not know"),
    })
}

fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        _ => false,
    }
}

#[test]
fn built_in_models_keep_the_schema() {
    let schema = schema();
    for entry in gallery::list() {
        let file = read(&gallery::find(entry.name).unwrap(), "gallery.toml").unwrap();
        let model: Value = serde_json::from_str(&file.to_json()).unwrap();
        assert!(keeps(&schema, &schema, &model), "{}", entry.name);
    }
}

#[test]
fn wrong_models_do_not_keep_it() {
    let schema = schema();
    let body = json!({ "name": "rod", "mass": 1.0, "inertia": 0.1 });
    let with = |part: &str, value: Value| {
        let mut model = json!({ "bodies": [body.clone()] });
        model[part] = value;
        keeps(&schema, &schema, &model)
    };
    assert!(with("name", json!("fine")));
    let revolute = json!({ "type": "revolute", "bodies": ["ground", "rod"], "point": [0.0, 0.0] });
    assert!(with("joints", json!([revolute.clone()])));
    let mut pitched = revolute.clone();
    pitched["pitch"] = json!(0.1);
    for (part, value) in [
        ("colour", json!("red")),
        ("space", json!("flat")),
        ("bodies", json!([{ "name": "rod", "mass": 1.0 }])),
        ("joints", json!([pitched])),
        ("joints", json!([{ "type": "hinge", "bodies": ["ground", "rod"] }])),
        ("joints", json!([{ "type": "gear", "joints": ["a", "b"] }])),
        ("forces", json!([{ "type": "spring", "bodies": ["ground", "rod"], "torque": 1.0 }])),
        ("simulation", json!({ "solver": "magic" })),
    ] {
        assert!(!with(part, value.clone()), "{part}: {value}");
    }
}

/// A model with one table of each sort, and `key = value` in the one that is asked for.
fn model_with(table: &str, key: &str, value: &Value) -> Value {
    let mut model =
        json!({ "bodies": [{}], "joints": [{ "first": {} }], "forces": [{ "plane": {} }], "simulation": {} });
    model["contacts"] = json!([{ "friction": {} }]);
    *model.pointer_mut(table).unwrap().as_object_mut().unwrap().entry(key).or_insert(Value::Null) = value.clone();
    model
}

/// Every key the reader takes is in the schema with the sorts of values the reader takes, and no other key or sort is.
#[test]
fn the_reader_and_the_schema_take_the_same() {
    let schema = schema();
    let tables = [
        ("", "", keys::MODEL),
        ("/bodies/0", "/$defs/body", keys::BODY),
        ("/joints/0", "/$defs/joint", &keys::JOINT),
        ("/forces/0", "/$defs/force", FORCE),
        ("/simulation", "/$defs/simulation", keys::SIMULATION),
        ("/joints/0/first", "/$defs/frame", keys::FRAME),
        ("/forces/0/plane", "/$defs/plane", keys::PLANE),
        ("/contacts/0", "/$defs/contact", CONTACT),
        ("/contacts/0/friction", "/$defs/sliding", SLIDING),
    ];
    for (table, place, keys) in tables {
        let properties = schema.pointer(place).unwrap()["properties"].as_object().unwrap();
        let mut known: Vec<&str> = keys.iter().map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(properties.keys().map(String::as_str).collect::<Vec<_>>(), known);
        for (key, rule) in properties {
            // A word that is right for the key, if it takes words; the reader leaves words to the checks.
            let word = rule.get("enum").map_or(json!("1.5"), |words| words[0].clone());
            let frame = json!({ "normal": [1.0, 0.0] });
            let samples = [word, json!(1.5), json!(true), json!([1.0, 2.0]), json!(["1", "2"]), frame, json!({})];
            for value in samples.iter().filter(|value| !(rule.get("$ref").is_some() && **value == json!({}))) {
                let text = model_with(table, key, value).to_string();
                assert_eq!(read(&text, "m.json").is_ok(), keeps(&schema, rule, value), "{table} {key} = {value}");
            }
        }
        assert!(read(&model_with(table, "stranger", &json!(1.0)).to_string(), "m.json").is_err());
    }
}

/// A part needs its file, so that a reader without files takes none; the schema knows its keys all the same.
#[test]
fn the_schema_knows_the_keys_of_parts() {
    let schema = schema();
    let properties = schema.pointer("/$defs/part").unwrap()["properties"].as_object().unwrap();
    assert!(properties.len() == keys::PART.len() && keys::PART.iter().all(|key| properties.contains_key(key.name)));
    let keeps_part = |part: Value| keeps(&schema, &schema, &json!({ "parts": [part] }));
    assert!(keeps_part(json!({ "name": "w", "file": "w.toml", "mirror": "y", "parameters": { "r": "2 mm", "k": 3 } })));
    assert!(
        !keeps_part(json!({ "name": "w" })) && !keeps_part(json!({ "name": "w", "file": "w.toml", "mirror": "w" }))
    );
}

#[test]
fn every_property_is_described() {
    fn check(place: &str, value: &Value) {
        if let Some(properties) = value.get("properties").and_then(Value::as_object) {
            for (key, property) in properties.iter().filter(|(_, property)| property.get("const").is_none()) {
                let text = property["description"].as_str().unwrap_or_default();
                assert!(text.len() > 4 && text.ends_with('.'), "{place}.{key}: {text:?}");
            }
        }
    }
    let schema = schema();
    check("model", &schema);
    let defs = schema["$defs"].as_object().unwrap();
    assert_eq!(defs.len(), 20);
    defs.iter().for_each(|(name, table)| check(name, table));
}
