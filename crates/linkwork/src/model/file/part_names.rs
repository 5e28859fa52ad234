//! Names in a part: that of the part stands before them, in tables and in expressions.

use super::tokens::{self, Sort, Token};
use super::{Between, Law, Lines, ModelFile, PartPlace, Place, Scalar, Values};
use crate::model::expression::language;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Notes for messages where tables of a part stand; those of its own parts are known already.
pub(super) fn mark(file: &mut ModelFile, source: &Arc<str>) {
    let place = |lines: &mut Lines, index: usize| {
        lines.part.get_or_insert_with(|| Box::new(PartPlace { file: source.clone(), index }));
    };
    file.bodies.iter_mut().enumerate().for_each(|(i, body)| place(&mut body.lines, i));
    let frames = |first: &mut Option<Place>, second: &mut Option<Place>, index: usize| {
        for frame in [first, second].into_iter().flatten() {
            if let Place::Frame(frame) = frame {
                place(&mut frame.lines, index);
            }
        }
    };
    for (i, joint) in file.joints.iter_mut().enumerate() {
        place(&mut joint.lines, i);
        frames(&mut joint.first, &mut joint.second, i);
        // Without a name it is called by its place in its own list.
        joint.name.get_or_insert_with(|| format!("joint{}", i + 1));
    }
    for (i, force) in file.forces.iter_mut().enumerate() {
        place(&mut force.lines, i);
        frames(&mut force.first, &mut force.second, i);
        force.plane.iter_mut().for_each(|plane| place(&mut plane.lines, i));
        force.name.get_or_insert_with(|| format!("force{}", i + 1));
    }
    for (i, contact) in file.contacts.iter_mut().enumerate() {
        place(&mut contact.lines, i);
        contact.friction.iter_mut().for_each(|friction| place(&mut friction.lines, i));
        contact.name.get_or_insert_with(|| format!("contact{}", i + 1));
    }
    file.markers.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
    file.signals.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
    file.states.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
    file.inputs.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
    file.curves.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
    file.outputs.iter_mut().enumerate().for_each(|(i, entry)| place(&mut entry.lines, i));
}

/// All expressions of a file.
pub(super) fn expressions(file: &mut ModelFile) -> impl Iterator<Item = &mut String> {
    let joints = file.joints.iter_mut().filter_map(|joint| joint.motion.as_mut());
    let forces = file.forces.iter_mut().flat_map(|force| {
        let values = force.value.iter_mut().flat_map(|value| match value {
            Values::One(scalar) => std::slice::from_mut(scalar),
            Values::Many(scalars) => scalars.as_mut_slice(),
        });
        let scalars = [&mut force.force, &mut force.torque, &mut force.load].into_iter().flatten();
        scalars.chain(values)
    });
    let signals = file.signals.iter_mut().filter_map(|entry| entry.value.as_mut());
    let states = file.states.iter_mut().filter_map(|entry| entry.rate.as_mut());
    let outputs = file.outputs.iter_mut().filter_map(|entry| entry.value.as_mut());
    joints.chain(forces).chain(signals).chain(states).chain(outputs).filter_map(|scalar| match scalar {
        Scalar::Text(text) => Some(text),
        Scalar::Number(_) => None,
    })
}

/// Puts the name of the part before all names.
pub(super) fn prefix(file: &mut ModelFile, part: &str) {
    let known = find_names(file);
    expressions(file).for_each(|text| *text = rename(text, &known, part));
    let own = |name: &mut String| *name = format!("{part}.{name}");
    let body = |name: &mut String| {
        if name != "ground" {
            own(name);
        }
    };
    file.bodies.iter_mut().filter_map(|body| body.name.as_mut()).for_each(own);
    for joint in &mut file.joints {
        joint.name.iter_mut().for_each(own);
        joint.bodies.iter_mut().flatten().for_each(body);
        joint.joints.iter_mut().flatten().for_each(own);
    }
    for force in &mut file.forces {
        [&mut force.name, &mut force.joint].into_iter().flatten().for_each(own);
        force.bodies.iter_mut().flatten().chain(force.body.as_mut()).for_each(body);
        for law in [&mut force.stiffness, &mut force.damping].into_iter().flatten() {
            if let Law::Curve(name) = law {
                own(name);
            }
        }
    }
    for contact in &mut file.contacts {
        contact.name.iter_mut().for_each(own);
        contact.between.iter_mut().flat_map(Between::names_mut).for_each(body);
    }
    for marker in &mut file.markers {
        marker.name.iter_mut().for_each(own);
        marker.body.iter_mut().for_each(body);
    }
    file.signals.iter_mut().filter_map(|entry| entry.name.as_mut()).for_each(own);
    file.states.iter_mut().filter_map(|entry| entry.name.as_mut()).for_each(own);
    file.inputs.iter_mut().filter_map(|entry| entry.name.as_mut()).for_each(own);
    file.curves.iter_mut().filter_map(|entry| entry.name.as_mut()).for_each(own);
    file.outputs.iter_mut().filter_map(|entry| entry.name.as_mut()).for_each(own);
}

/// Everything that expressions may name.
fn find_names(file: &ModelFile) -> BTreeSet<String> {
    let bodies = file.bodies.iter().map(|entry| &entry.name);
    let joints = file.joints.iter().map(|entry| &entry.name);
    let forces = file.forces.iter().map(|entry| &entry.name);
    let contacts = file.contacts.iter().map(|entry| &entry.name);
    let markers = file.markers.iter().map(|entry| &entry.name);
    let signals = file.signals.iter().map(|entry| &entry.name);
    let states = file.states.iter().map(|entry| &entry.name);
    let inputs = file.inputs.iter().map(|entry| &entry.name);
    let curves = file.curves.iter().map(|entry| &entry.name);
    let all = bodies
        .chain(joints)
        .chain(forces)
        .chain(contacts)
        .chain(markers)
        .chain(signals)
        .chain(states)
        .chain(inputs)
        .chain(curves);
    all.flatten().cloned().collect()
}

/// The expression with the name of the part before names that are known.
fn rename(text: &str, known: &BTreeSet<String>, part: &str) -> String {
    let mut renamed = String::new();
    let mut copied = 0;
    // A word of the language keeps its meaning, whatever else has its name.
    let may_be_name = |token: &&Token| match token.sort {
        Sort::Path => true,
        Sort::Word => !language().any(|word| word == token.text),
        Sort::Number | Sort::Symbol => false,
    };
    for token in tokens::split(text).iter().filter(may_be_name) {
        let plain = token.text.replace('\'', "");
        let owner = plain.rsplit_once('.').map_or(plain.as_str(), |(owner, _)| owner);
        if known.contains(&plain) || known.contains(owner) {
            renamed += &text[copied..token.start];
            renamed += &format!("'{part}'.");
            copied = token.start;
        }
    }
    renamed + &text[copied..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_expressions_get_that_of_the_part() {
        let known = ["hip", "left arm", "error", "a.b"].map(String::from).into();
        let text = "2*hip.q - 'left arm'.x*error + other.q + a.b.q + sin(t)";
        let expected = "2*'p'.hip.q - 'p'.'left arm'.x*'p'.error + other.q + 'p'.a.b.q + sin(t)";
        assert_eq!(rename(text, &known, "p"), expected);
    }

    #[test]
    fn words_of_the_language_keep_their_meaning() {
        let known = ["t", "pi", "sin"].map(String::from).into();
        assert_eq!(rename("sin(2*pi*t) + t.angle + 't'", &known, "p"), "sin(2*pi*t) + 'p'.t.angle + 'p'.'t'");
    }
}
