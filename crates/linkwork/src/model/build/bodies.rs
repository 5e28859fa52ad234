//! Bodies: mass and inertia that a rigid body can have, and a state at time zero.

use super::{Draft, inertia, names_unsure};
use crate::ids::BodyId;
use crate::model::Body;
use crate::model::check::Item;
use crate::model::file::{BodyEntry, ModelFile, Numbers, SHAPE_KINDS, suggest};
use crate::model::shape::mass::{self, MassProperties};
use crate::model::source::Filled;
use crate::spatial::{Mat3, Quat, Vec3};

impl Draft {
    /// Adds every body, faulty ones too, so that joints can be checked against them.
    pub(super) fn add_bodies(&mut self, file: &ModelFile) {
        self.bodies_unsure = names_unsure(&file.lines, "bodies", file.bodies.iter().map(|b| (&b.name, &b.lines)));
        for entry in &file.bodies {
            let i = self.bodies.len();
            let path = entry.lines.path("bodies", i);
            let item = Item { lines: &entry.lines, path: &path };
            let name = self.body_name(item, entry, BodyId::new(i));
            let body = self.make_body(item, entry, name);
            self.bodies.push(body);
        }
    }

    fn body_name(&mut self, item: Item, entry: &BodyEntry, id: BodyId) -> String {
        let Some(name) = &entry.name else {
            self.check.missing(item, "name", "give every body a name of its own");
            return String::new();
        };
        self.check.name(item, name);
        if name == "ground" {
            self.check.fault(item, "name", "\"ground\" is the fixed body, which always exists; choose another name");
        } else if self.body_ids.insert(name.clone(), id).is_some() {
            self.check.fault(item, "name", format!("another body is called '{name}'; every name must be unique"));
        }
        name.clone()
    }

    fn make_body(&mut self, item: Item, entry: &BodyEntry, name: String) -> Body {
        if let Some(density) = entry.density {
            return self.fill_body(item, entry, name, density);
        }
        if item.lines.has("density") {
            // One that could not be read has a fault: mass and inertia are not missing as well.
            let lines = item.lines.with_keys_at("density", &["mass", "inertia"]);
            return self.body_of(Item { lines: &lines, ..item }, entry, name);
        }
        self.body_of(item, entry, name)
    }

    /// A body whose mass, centre and inertia are those of its shapes, filled with a density.
    fn fill_body(&mut self, item: Item, entry: &BodyEntry, name: String, density: f64) -> Body {
        let given =
            [("mass", entry.mass.is_some()), ("inertia", entry.inertia.is_some()), ("center", entry.center.is_some())];
        for (key, _) in given.iter().filter(|(_, given)| *given) {
            let message = format!("`density` already gives the {key} of the shapes; remove one of the two");
            self.check.fault(item, key, message);
        }
        let density = self.check.positive(item, "density", Some(density)).unwrap_or(1.0);
        if entry.shapes.is_empty() && !item.lines.has("shapes") {
            self.check.missing(item, "shapes", "`density` fills shapes: box, cylinder, capsule, sphere or mesh");
        }
        let mut solids = Vec::new();
        for (j, shape) in entry.shapes.iter().enumerate() {
            match shape.solid() {
                Ok(solid) => solids.push(solid),
                Err(reason) => self.check.fault(item, "shapes", format!("shapes[{j}] cannot be filled: {reason}")),
            }
        }
        let MassProperties { mass, center, inertia } = mass::fill(&solids, density);
        let J = inertia.0;
        let inertia = match self.check.planar() {
            true => Numbers::One(J[2][2]),
            false => Numbers::Many(vec![J[0][0], J[1][1], J[2][2], J[0][1], J[0][2], J[1][2]]),
        };
        let center = if self.check.planar() { vec![center[0], center[1]] } else { center.0.to_vec() };
        // Where nothing could be filled, harmless numbers avoid a second fault.
        let is_filled = mass.is_finite() && mass > 0.0;
        if !is_filled && !solids.is_empty() {
            self.check.fault(item, "shapes", "the shapes have no volume that `density` could fill");
        }
        let filled = BodyEntry {
            mass: Some(if is_filled { mass } else { 1.0 }),
            inertia: if is_filled { Some(inertia) } else { None },
            center: Some(center),
            density: None,
            ..entry.clone()
        };
        let lines = item.lines.with_keys_at("density", &["mass", "inertia"]);
        let body = self.body_of(Item { lines: &lines, ..item }, &filled, name);
        self.source.add_filled(Filled { body: self.bodies.len(), center: self.centers[self.bodies.len()] });
        body
    }

    fn body_of(&mut self, item: Item, entry: &BodyEntry, name: String) -> Body {
        let check = &mut self.check;
        if entry.mass.is_none() {
            check.missing(item, "mass", "in kg, zero or positive; or give a `density` and shapes");
        }
        let mass = check.not_negative(item, "mass", entry.mass).unwrap_or(1.0);
        let origin = check.vector(item, "position", entry.position.as_ref()).unwrap_or_default();
        let center = check.vector(item, "center", entry.center.as_ref()).unwrap_or_default();
        let velocity = check.vector(item, "velocity", entry.velocity.as_ref()).unwrap_or_default();
        for shape in &entry.shapes {
            // Shapes read from a file were checked there, with their own lines.
            if item.lines.table.line == 0 && !SHAPE_KINDS.contains(&shape.kind.as_str()) {
                check.fault(item, "shapes", suggest::unknown("shape", &shape.kind, SHAPE_KINDS));
            }
        }
        let (orientation, angle) = self.orientation(item, entry);
        self.centers.push(center);
        Body {
            mass,
            inertia: self.inertia(item, entry, &name),
            position: if entry.center.is_some() { origin + orientation.matrix() * center } else { origin },
            orientation,
            angle,
            velocity,
            angular_velocity: self.angular_velocity(item, entry),
            shapes: entry.shapes.iter().map(|shape| shape.seen_from(center)).collect(),
            name,
        }
    }

    fn inertia(&mut self, item: Item, entry: &BodyEntry, name: &str) -> Mat3 {
        let harmless = Mat3::IDENTITY;
        match (&entry.inertia, self.check.planar()) {
            (None, true) => self.check.missing(item, "inertia", "one number, about z, in kg·m²"),
            (None, false) => {
                self.check.missing(item, "inertia", "3 numbers (xx yy zz) or 6 (xx yy zz xy xz yz), kg·m²")
            }
            (Some(Numbers::One(value)), true) => {
                let about_z = self.check.not_negative(item, "inertia", Some(*value)).unwrap_or(1.0);
                return Mat3([[about_z, 0.0, 0.0], [0.0, about_z, 0.0], [0.0, 0.0, about_z]]);
            }
            (Some(Numbers::Many(list)), true) => {
                let message =
                    format!("in a planar model `inertia` is one number, about z; found a list of {}", list.len());
                self.check.fault(item, "inertia", message);
            }
            (Some(Numbers::One(_)), false) => {
                let message = "`inertia` needs 3 numbers (xx yy zz) or 6 (xx yy zz xy xz yz), found one number";
                self.check.fault(item, "inertia", message);
            }
            (Some(Numbers::Many(list)), false) => return self.spatial_inertia(item, list, name),
        }
        harmless
    }

    fn spatial_inertia(&mut self, item: Item, list: &[f64], name: &str) -> Mat3 {
        let matrix = match *list {
            [xx, yy, zz] => Mat3([[xx, 0.0, 0.0], [0.0, yy, 0.0], [0.0, 0.0, zz]]),
            [xx, yy, zz, xy, xz, yz] => Mat3([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]),
            _ => {
                let message = "`inertia` needs 3 numbers (xx yy zz) or 6 (xx yy zz xy xz yz), found";
                self.check.fault(item, "inertia", format!("{message} {}", list.len()));
                return Mat3::IDENTITY;
            }
        };
        if list.iter().any(|x| !x.is_finite()) {
            self.check.fault(item, "inertia", "all its numbers must be finite");
            return Mat3::IDENTITY;
        }
        match inertia::check(matrix) {
            Ok(usable) => {
                if let Some(moment) = usable.replaced {
                    self.warnings.push(format!(
                        "body '{name}' has no moment of inertia about its own axis (a thin rod); {moment:e} kg·m² is used"
                    ));
                }
                usable.matrix
            }
            Err(message) => {
                self.check.fault(item, "inertia", message);
                Mat3::IDENTITY
            }
        }
    }

    fn orientation(&mut self, item: Item, entry: &BodyEntry) -> (Quat, f64) {
        let check = &mut self.check;
        if check.planar() {
            if entry.orientation.is_some() {
                check.fault(item, "orientation", "a planar body has no `orientation`; use `angle`, in radians about z");
            }
            let angle = check.finite(item, "angle", entry.angle).unwrap_or(0.0);
            return (Quat::about(Vec3([0.0, 0.0, 1.0]), angle), angle);
        }
        if entry.angle.is_some() {
            let message = "a spatial body has no `angle`; use `orientation = [w, x, y, z]`, or space = \"planar\"";
            check.fault(item, "angle", message);
        }
        let Some(written) = &entry.orientation else { return (Quat::IDENTITY, 0.0) };
        let &[w, x, y, z] = &written[..] else {
            let message = format!("`orientation` needs 4 numbers [w, x, y, z], found {}", written.len());
            check.fault(item, "orientation", message);
            return (Quat::IDENTITY, 0.0);
        };
        let size = (w * w + x * x + y * y + z * z).sqrt();
        // Three digits are what people write by hand (0.707); worse is a mistake.
        if !size.is_finite() || (size - 1.0).abs() > 1e-3 {
            let message =
                format!("the quaternion has length {size}; it must be a unit quaternion [w, x, y, z], to 1e-3");
            check.fault(item, "orientation", message);
            return (Quat::IDENTITY, 0.0);
        }
        (Quat([w, x, y, z]).normalized(), 0.0)
    }

    fn angular_velocity(&mut self, item: Item, entry: &BodyEntry) -> Vec3 {
        let key = "angular_velocity";
        match (&entry.angular_velocity, self.check.planar()) {
            (None, _) => {}
            (Some(Numbers::One(w)), true) => {
                return Vec3([0.0, 0.0, self.check.finite(item, key, Some(*w)).unwrap_or(0.0)]);
            }
            (Some(Numbers::Many(list)), false) => {
                return self.check.vector(item, key, Some(list)).unwrap_or_default();
            }
            (Some(Numbers::Many(_)), true) => {
                self.check.fault(item, key, "in a planar model `angular_velocity` is one number, about z");
            }
            (Some(Numbers::One(_)), false) => {
                self.check.fault(item, key, "`angular_velocity` needs 3 numbers, found one");
            }
        }
        Vec3::ZERO
    }
}
