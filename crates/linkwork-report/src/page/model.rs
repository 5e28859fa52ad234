//! The model as the page draws it: bodies with their solids, joints with points and axes, forces with the points
//! between which they act.

use linkwork::model::joint::RackPinion;
use linkwork::model::joint::curve::Curve;
use linkwork::model::{Attachment, Body, Force, Joint, JointKind, Marker};
use linkwork::spatial::Vec3;
use linkwork::{Model, Space};
use serde_json::{Value, json};

use super::loads::acts_at;
use super::selection::Selection;
use crate::shapes::{Drawn, count_undrawn, ground_solids, solids};

/// Longer names are cut for the eye.
const MOST_LETTERS: usize = 80;
/// All bodies together have no more solids than this; those beyond stay without.
const MOST_SOLIDS: usize = 6000;

/// The page's description of the model.
pub fn describe(model: &Model, selection: &Selection) -> Value {
    let mut room = MOST_SOLIDS;
    let mut left_out = 0;
    let drawn = solids(model, &selection.bodies).into_iter().map(|mut solids| {
        left_out += solids.len().saturating_sub(room);
        solids.truncate(room);
        room -= solids.len();
        solids
    });
    let bodies: Vec<Value> =
        selection.bodies.iter().zip(drawn).map(|(&b, solids)| body(&model.bodies[b], &solids)).collect();
    let reaction = |j: &usize| selection.reactions.binary_search(j).ok();
    let joints = selection.joints.iter().map(|j| joint(model.space, &model.joints[*j], reaction(j), selection));
    let forces = selection.forces.iter().map(|&k| force(model, &model.forces[k], selection));
    let planes = model.touched_planes().into_iter().map(touched_plane);
    json!({
        "name": short(&model.name),
        "space": match model.space { Space::Planar => "planar", Space::Spatial => "spatial" },
        "gravity": vector(model.gravity),
        "bodies": { "of": model.n_bodies(), "list": bodies },
        "ground": ground_solids(model).iter().map(|solid| rounded(json!(solid))).collect::<Vec<_>>(),
        "undrawn": { "shapes": count_undrawn(model, &selection.bodies), "solids": left_out },
        "joints": { "of": model.n_joints(), "list": joints.collect::<Vec<_>>(), "reactions": selection.reactions.len() },
        "forces": { "of": model.forces.len(), "list": forces.chain(planes).collect::<Vec<_>>() },
    })
}

/// A plane of the ground that bodies of a contact without columns touch, drawn as if one pair had it.
fn touched_plane([point, normal]: [Vec3; 2]) -> Value {
    let end = json!({ "body": -1, "point": vector(point) });
    let plane = json!({ "point": vector(point), "normal": vector(normal) });
    json!({ "name": "", "type": "contact", "ends": [end], "acts_at": end, "plane": plane })
}

/// A name that is not longer than the eye wants it.
pub fn short(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_string();
    }
    name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

fn body(body: &Body, solids: &[Drawn]) -> Value {
    let solids = solids.iter().map(|solid| rounded(json!(solid)));
    json!({ "name": short(&body.name), "mass": body.mass, "solids": solids.collect::<Vec<_>>() })
}

/// `reaction` is the position of its reaction among those of a frame.
fn joint(space: Space, joint: &Joint, reaction: Option<usize>, selection: &Selection) -> Value {
    let ends = [&joint.first, &joint.second];
    // Frames of planar models have z across the plane and x along what slides.
    let slides = space == Space::Planar && joint.kind.holds_direction();
    let axis = |marker: &Marker| vector(marker.axes.column(if slides { 0 } else { 2 }));
    json!({
        "name": short(&joint.name),
        "type": joint.kind.word(),
        "driven": joint.motion.is_some(),
        "coupling": joint.kind.coupled().is_some(),
        "rack": rack(joint, selection),
        "bodies": ends.map(|end| selection.slot(end.body)),
        "points": ends.map(|end| vector(end.point)),
        "axes": ends.map(axis),
        "reaction": reaction,
        "curve": joint.kind.curve().map(|curve| sketch(&joint.first, curve)),
    })
}

/// Points along a curve, in the axes of its body.
fn sketch(marker: &Marker, curve: &Curve) -> Vec<Value> {
    curve.sketch().into_iter().map(|point| vector(marker.point + marker.axes * Vec3(point))).collect()
}

/// Positions of pinion and slider among the joints, and the pinion's radius with the sense of its turning.
fn rack(joint: &Joint, selection: &Selection) -> Option<Value> {
    let JointKind::RackPinion(RackPinion { joints, ratio }) = joint.kind else { return None };
    let [pinion, slider] = joints.map(|j| selection.joints.binary_search(&j.index()).ok());
    Some(rounded(json!({ "pinion": pinion?, "slider": slider?, "radius": ratio })))
}

fn force(model: &Model, force: &Force, selection: &Selection) -> Value {
    let at = |at: &Attachment| json!({ "body": selection.slot(at.body), "point": vector(at.point) });
    let drawing = force.drawing();
    let both = force.ends(&model.joints).both();
    // A plane that contacts touch is where it is, however far bodies reach.
    let is_fixed = matches!(force, Force::Contact(_));
    let shown = both.iter().filter(|at| !is_fixed || at.body.is_ground()).take(drawing.n_ends);
    let ends: Vec<Value> = shown.map(at).collect();
    let acts_at = at(&acts_at(model, force));
    let mut told = json!({ "name": short(force.name()), "type": force.word(), "ends": ends, "acts_at": acts_at });
    if let Some(axis) = drawing.axis {
        told["axis"] = vector(axis);
    }
    if let Some([point, normal]) = drawing.plane {
        told["plane"] = json!({ "point": vector(point), "normal": vector(normal) });
    }
    told
}

fn vector(v: Vec3) -> Value {
    rounded(json!(v))
}

/// Numbers as the shortest texts that are right to single precision.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(n) => match n.as_f64().and_then(|x| (x as f32).to_string().parse::<f64>().ok()) {
            Some(x) if x.fract() == 0.0 && x.abs() < 1e9 => json!(x as i64),
            Some(x) => json!(x),
            None => Value::Number(n),
        },
        Value::Array(list) => list.into_iter().map(rounded).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::loads::Loads;
    use crate::page::selection::Budget;

    fn described(name: &str) -> Value {
        let model = Model::parse(&linkwork::gallery::find(name).unwrap(), "m.toml").unwrap();
        describe(&model, &Selection::new(&model, Budget::shared_by(1)))
    }

    #[test]
    fn joints_and_forces_name_the_bodies_they_hold() {
        let four_bar = described("four-bar");
        assert_eq!(four_bar["bodies"]["list"].as_array().unwrap().len(), 3);
        let first = &four_bar["joints"]["list"][0];
        assert_eq!(first["bodies"], json!([-1, 0]));
        assert_eq!(first["type"], "revolute");
        assert_eq!(first["axes"][0], json!([0, 0, 1]));
        // The guide of a slider is along x, in the plane as in space.
        assert_eq!(described("slider-crank")["joints"]["list"][3]["axes"][0], json!([1, 0, 0]));
        let governor = described("flyball-governor");
        let springs = governor["forces"]["list"].as_array().unwrap();
        assert!(springs.iter().any(|f| f["type"] == "spring" && f["ends"].as_array().unwrap().len() == 2));
    }

    /// The end is on the ground, from which the page measures no radius.
    /// Contacts of many pairs are no forces of their own; loads by force have room for their planes.
    #[test]
    fn planes_of_contacts_without_columns_are_drawn() {
        let mut text = String::from("[ground]\nshapes = [{ kind = 'plane', normal = [0, 0, 1] }]\n");
        for k in 0..11 {
            text += &format!("[[bodies]]\nname = 'b{k}'\nmass = 1\ninertia = [1, 1, 1]\nposition = [{k}, 0, 1]\n");
            text += "shapes = [{ kind = 'sphere', radius = 0.1 }]\n";
        }
        text += "[[contacts]]\nbetween = 'all'\nstiffness = 1e5\n";
        let model = Model::parse(&text, "balls.toml").unwrap();
        let selection = Selection::new(&model, Budget::shared_by(1));
        let forces = describe(&model, &selection)["forces"]["list"].clone();
        assert_eq!((forces.as_array().map(Vec::len), &forces[0]["plane"]["normal"]), (Some(1), &json!([0, 0, 1])));
        assert_eq!(Loads::new(&model, &selection.forces).len(), 1);
    }

    #[test]
    fn planes_of_the_ground_are_drawn_with_contacts() {
        let dominoes = described("dominoes");
        let forces = dominoes["forces"]["list"].as_array().unwrap();
        let floor = &forces[0];
        assert_eq!((&floor["type"], &floor["plane"]["normal"]), (&json!("contact"), &json!([0, 1, 0])));
        assert_eq!(floor["ends"], json!([{ "body": -1, "point": [0, 0, 0] }]));
        assert!(forces.iter().filter(|force| force.get("plane").is_none()).all(|force| force["ends"] == json!([])));
    }

    #[test]
    fn solids_of_the_ground_are_drawn() {
        let text = "[ground]\nshapes = [{ kind = 'plane', normal = [0, 0, 1] }, \
                    { kind = 'box', size = [1, 2, 3], position = [0, 0, 4] }]\n\
                    [[bodies]]\nname = 'b'\nmass = 1\ninertia = [1, 1, 1]\n";
        let model = Model::parse(text, "m.toml").unwrap();
        let ground = &describe(&model, &Selection::new(&model, Budget::shared_by(1)))["ground"];
        assert_eq!(ground.as_array().unwrap().len(), 1);
        let block = &ground[0];
        let seen = (&block["kind"], &block["center"], &block["size"]);
        assert_eq!(seen, (&json!("box"), &json!([0, 0, 4]), &json!([1, 2, 3])));
    }

    #[test]
    fn numbers_and_names_are_short() {
        assert_eq!(rounded(json!([0.1, 1.0, 1.0 / 3.0, -0.0])).to_string(), "[0.1,1,0.33333334,0]");
        assert_eq!(short(&"ä".repeat(100)).chars().count(), 80);
        assert_eq!(short("crank"), "crank");
    }
}
