//! Expressions of a mirrored part: every name of the motion gets the sign of its mirror image.
//!
//! A mirrored part is the image of the same part on the other side of the mirror, and its expressions have the values
//! that they have there. Vectors change their component along the mirrored axis, axial vectors the two others; lengths
//! and coordinates of joints stay, but for angles in the plane, where the axis of rotation cannot follow.

use super::ModelFile;
use super::part_names::expressions;
use super::tokens::{self, Sort, Token};
use crate::model::JointKind;
use crate::model::joint::Quantity;
use std::collections::HashMap;

/// How the value of a name follows a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Image {
    Same,
    Opposite,
    /// Not by a sign alone, or not known.
    Other,
}

/// An owner of quantities.
enum Owner {
    /// A body or a marker.
    Moving,
    /// A joint, with the image of its coordinate.
    Joint(Image),
    /// A force, with the image of all that it measures.
    Force(Image),
    Contact,
}

/// Rewrites the expressions of a part; the name that cannot be mirrored is told.
pub(super) fn mirror(file: &mut ModelFile, planar: bool, axis: usize) -> Result<(), String> {
    let owners = find_owners(file, planar);
    for text in expressions(file) {
        *text = rewrite(text, &owners, axis)?;
    }
    Ok(())
}

fn rewrite(text: &str, owners: &HashMap<String, Vec<Owner>>, axis: usize) -> Result<String, String> {
    let mut rewritten = String::new();
    let mut copied = 0;
    for Token { text: name, start, .. } in tokens::split(text).into_iter().filter(|token| token.sort == Sort::Path) {
        let plain = name.replace('\'', "");
        let Some((owner, last)) = plain.rsplit_once('.') else { continue };
        let mut images = owners.get(owner).into_iter().flatten().filter_map(|owner| image(owner, last, axis));
        match images.next() {
            // The whole may be a marker of a part of the part, or a name that is told to be unknown later.
            None | Some(Image::Same) => {}
            Some(Image::Opposite) => {
                rewritten += &format!("{}(-{name})", &text[copied..start]);
                copied = start + name.len();
            }
            Some(Image::Other) => return Err(plain),
        }
    }
    Ok(rewritten + &text[copied..])
}

/// All that own quantities; a joint may be called as a body is.
fn find_owners(file: &ModelFile, planar: bool) -> HashMap<String, Vec<Owner>> {
    let mut owners: HashMap<String, Vec<Owner>> = HashMap::new();
    let mut add = |name: &Option<String>, owner: Owner| {
        if let Some(name) = name {
            owners.entry(name.clone()).or_default().push(owner);
        }
    };
    let mut coordinates: HashMap<&str, Image> = HashMap::new();
    for joint in &file.joints {
        let image = coordinate_image(joint.kind.as_deref().unwrap_or_default(), planar);
        coordinates.extend(joint.name.as_deref().map(|name| (name, image)));
        add(&joint.name, Owner::Joint(image));
    }
    file.bodies.iter().for_each(|body| add(&body.name, Owner::Moving));
    file.markers.iter().for_each(|marker| add(&marker.name, Owner::Moving));
    file.contacts.iter().for_each(|contact| add(&contact.name, Owner::Contact));
    for force in &file.forces {
        let along = || force.joint.as_deref().and_then(|joint| coordinates.get(joint).copied());
        let image = match force.kind.as_deref() {
            Some("spring" | "plane_spring" | "drag") => Image::Same,
            Some("torsion" | "actuator") => along().unwrap_or(Image::Other),
            // Axes of a bushing are completed to a right-handed frame, which no mirror image is.
            Some(_) | None => Image::Other,
        };
        add(&force.name, Owner::Force(image));
    }
    owners
}

/// The image of a joint's only coordinate.
fn coordinate_image(word: &str, planar: bool) -> Image {
    match JointKind::FACTS.iter().find(|facts| facts.word == word).map(|facts| facts.quantities) {
        Some([Quantity::Angle]) if planar => Image::Opposite,
        Some([Quantity::Angle | Quantity::Travel | Quantity::Length]) => Image::Same,
        Some(_) | None => Image::Other,
    }
}

/// The image of a quantity; `None` where the owner has none of this name.
fn image(owner: &Owner, last: &str, axis: usize) -> Option<Image> {
    match owner {
        Owner::Moving => match last {
            "qw" => Some(Image::Same),
            // In the plane.
            "angle" | "w" | "alpha" => Some(Image::Opposite),
            _ => vector(last, &["", "v", "a"], &["w", "alpha", "q"], axis),
        },
        Owner::Joint(along) => match last {
            "q" | "qd" | "qdd" | "drive" | "stop" | "friction" => Some(*along),
            "fx" | "fy" | "fz" | "tx" | "ty" | "tz" => vector(last, &["f"], &["t"], axis),
            _ => Some(Image::Other),
        },
        Owner::Force(image) => Some(*image),
        Owner::Contact if last == "depth" => Some(Image::Same),
        Owner::Contact => vector(last, &["f", ""], &[], axis),
    }
}

/// The image of a component of a vector: of one that is reflected as an arrow, or as an axis of rotation.
fn vector(name: &str, polar: &[&str], axial: &[&str], axis: usize) -> Option<Image> {
    let (stem, component) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let component = ["x", "y", "z"].iter().position(|known| *known == component)?;
    let is_reversed = match (polar.contains(&stem), axial.contains(&stem)) {
        (true, _) => component == axis,
        (false, true) => component != axis,
        (false, false) => return None,
    };
    Some(if is_reversed { Image::Opposite } else { Image::Same })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_sign_of_their_image() {
        let owners = HashMap::from([
            ("b".into(), vec![Owner::Moving]),
            ("left arm".into(), vec![Owner::Joint(Image::Opposite)]),
            ("pair".into(), vec![Owner::Joint(Image::Other)]),
        ]);
        let text = "b.y^2 + b.vx*b.wy - b.wx + 'left arm'.q*t + distance(a.b, c) + s.length";
        let expected = "(-b.y)^2 + b.vx*b.wy - (-b.wx) + (-'left arm'.q)*t + distance(a.b, c) + s.length";
        assert_eq!(rewrite(text, &owners, 1), Ok(expected.into()));
        assert_eq!(rewrite("2*pair.angle", &owners, 1), Err("pair.angle".into()));
    }
}
