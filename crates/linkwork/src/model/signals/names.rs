//! Names of quantities: the ends of columns in results, and what follows a dot in expressions. One list for both.

use super::program::Source;
use crate::ids::{BodyId, JointId};
use crate::model::{Joint, Space};

/// Columns of a body in space.
pub(crate) const SPATIAL: [&str; 19] = [
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alphax", "alphay",
    "alphaz",
];
/// Columns of a body in the plane.
pub(crate) const PLANAR: [&str; 9] = ["x", "y", "angle", "vx", "vy", "w", "ax", "ay", "alpha"];
/// Columns of a joint's reaction.
pub(crate) const REACTION: [&str; 6] = ["fx", "fy", "fz", "tx", "ty", "tz"];
/// Behind the name of a coordinate: itself, its rate and its acceleration.
pub(crate) const DERIVATIVES: [&str; 3] = ["", "d", "dd"];
/// Columns of the whole.
pub(crate) const AUDIT: [&str; 6] =
    ["energy.kinetic", "energy.potential", "energy.total", "energy.work", "residual.position", "residual.velocity"];
/// Behind the name of a marker.
const MARKER: [&str; 6] = ["x", "y", "z", "vx", "vy", "vz"];

/// An owner of quantities.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner<'a> {
    Body(BodyId),
    Joint(JointId, &'a Joint),
    Marker(usize),
    /// With the names of what it measures.
    Force(usize, &'a [&'static str]),
}

/// A number of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Component {
    pub source: Source,
    pub index: usize,
}

/// All numbers of an owner with their names.
pub(crate) fn components(owner: Owner, space: Space) -> Vec<(String, Component)> {
    let numbered = |names: &[&str], source: Source| -> Vec<(String, Component)> {
        let one = |(index, name): (usize, &&str)| (name.to_string(), Component { source, index });
        names.iter().enumerate().map(one).collect()
    };
    match (owner, space) {
        (Owner::Body(body), Space::Planar) => {
            let mut all = numbered(&PLANAR[..6], Source::Body(body));
            all.extend(numbered(&PLANAR[6..], Source::Acceleration(body)));
            all
        }
        (Owner::Body(body), Space::Spatial) => {
            let moving = [&SPATIAL[..3], &SPATIAL[7..13]].concat();
            let mut all = numbered(&moving, Source::Body(body));
            all.extend(numbered(&SPATIAL[3..7], Source::Orientation(body)));
            all.extend(numbered(&SPATIAL[13..], Source::Acceleration(body)));
            all
        }
        (Owner::Marker(marker), _) => {
            let mut all = numbered(&MARKER, Source::Marker(marker));
            all.retain(|(name, _)| space == Space::Spatial || !name.ends_with('z'));
            all
        }
        (Owner::Force(force, names), _) => numbered(names, Source::Force(force)),
        (Owner::Joint(joint, of), _) => {
            let mut all = numbered(&REACTION, Source::Reaction(joint));
            for (which, name) in of.coordinates().iter().enumerate() {
                let names = DERIVATIVES.map(|end| format!("{name}{end}"));
                let sources = [
                    Component { source: Source::Coordinate { joint, which }, index: 0 },
                    Component { source: Source::Coordinate { joint, which }, index: 1 },
                    Component { source: Source::Growth { joint, which }, index: 0 },
                ];
                all.extend(names.into_iter().zip(sources));
            }
            if of.motion.is_some() {
                all.push(("drive".into(), Component { source: Source::Drive(joint), index: 0 }));
            }
            all
        }
    }
}
