//! A part in its assembly: its tables moved, turned and mirrored to where it is.
//!
//! With the reflection S (none: the identity), the rotation R and the displacement p of the part, a point x of its
//! world becomes R S x + p. A mirrored body has body axes such that points on it become S x: its orientation A becomes
//! R S A S, a rotation again. Directions of travel are vectors: S d. Directions of rotation are axial: a turn by q
//! about a becomes a turn by q about −S a, so coordinates of hinges, their drivers and springs stay as they are. In the
//! plane the axis cannot follow, and angles change their sign instead. A screw changes its hand, so its pitch changes
//! sign.

use super::force::ForceEntry;
use super::{Between, BodyEntry, ContactEntry, FrameEntry, JointEntry, ModelFile, Numbers, Place, Scalar, Values};
use crate::model::build::placement::across;
use crate::model::build::unplaced::state_positions;
use crate::model::joint::Quantity;
use crate::model::{JointKind, Shape};
use crate::spatial::{Mat3, Quat, Vec3};
use std::collections::HashMap;

const X: Vec3 = Vec3([1.0, 0.0, 0.0]);
const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);

/// Where a part is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub planar: bool,
    /// Displacement.
    pub position: Vec3,
    /// Part to assembly.
    pub orientation: Quat,
    /// The same in the plane, full turns included.
    pub angle: f64,
    /// The axis along which it is mirrored, 0 to 2.
    pub mirror: Option<usize>,
}

/// How a vector follows a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// As an arrow does.
    Polar,
    /// As an axis of rotation does.
    Axial,
}

impl Placement {
    /// Places all tables of a part.
    pub(super) fn place(&self, file: &mut ModelFile) {
        state_positions(file);
        let orientations: HashMap<String, Mat3> = file
            .bodies
            .iter()
            .filter_map(|body| Some((body.name.clone()?, self.written_orientation(body).matrix())))
            .collect();
        file.forces.iter_mut().for_each(|force| self.state_frames(force, &orientations));
        file.bodies.iter_mut().for_each(|body| self.place_body(body));
        file.joints.iter_mut().for_each(|joint| self.place_joint(joint));
        let turns: Vec<String> = file
            .joints
            .iter()
            .filter(|joint| joint.kind.as_deref() == Some("revolute"))
            .filter_map(|joint| joint.name.clone())
            .collect();
        for force in &mut file.forces {
            self.place_force(force);
            // In the plane coordinates of mirrored hinges have the other sign.
            if self.angle_sign() < 0.0 && force.joint.as_ref().is_some_and(|joint| turns.contains(joint)) {
                force.load.iter_mut().for_each(|load| *load = combine(&[(-1.0, load)]));
            }
        }
        file.ground.shapes.iter_mut().flatten().for_each(|shape| *shape = self.placed_shape(shape));
        file.contacts.iter_mut().for_each(|contact| self.place_contact(contact));
        for marker in &mut file.markers {
            let frame = FrameEntry {
                point: marker.point.take(),
                axis: marker.axis.take(),
                normal: marker.normal.take(),
                ..FrameEntry::default()
            };
            let mut place = Place::Frame(frame);
            self.place_frame(Some(&mut place), marker.body.as_deref() == Some("ground"), Nature::Polar);
            if let Place::Frame(frame) = place {
                (marker.point, marker.axis, marker.normal) = (frame.point, frame.axis, frame.normal);
            }
        }
    }

    /// In body axes.
    fn mirrored(&self, v: Vec3, nature: Nature) -> Vec3 {
        let mut v = v;
        if let Some(k) = self.mirror {
            v[k] = -v[k];
            if nature == Nature::Axial {
                v = -v;
            }
        }
        v
    }

    /// In the world.
    fn turned(&self, v: Vec3, nature: Nature) -> Vec3 {
        self.orientation.matrix() * self.mirrored(v, nature)
    }

    fn moved(&self, point: Vec3) -> Vec3 {
        self.position + self.turned(point, Nature::Polar)
    }

    /// The rotation S A S.
    fn mirrored_rotation(&self, mut rotation: Quat) -> Quat {
        if let Some(k) = self.mirror {
            (0..3).filter(|axis| *axis != k).for_each(|axis| rotation.0[axis + 1] = -rotation.0[axis + 1]);
        }
        rotation
    }

    /// −1 where angles in the plane change their sign.
    fn angle_sign(&self) -> f64 {
        if self.planar && matches!(self.mirror, Some(0 | 1)) { -1.0 } else { 1.0 }
    }

    fn written_orientation(&self, body: &BodyEntry) -> Quat {
        match body.orientation.as_deref() {
            Some(&[w, x, y, z]) => Quat([w, x, y, z]).normalized(),
            _ => Quat::about(Z, body.angle.unwrap_or(0.0)),
        }
    }

    fn place_body(&self, body: &mut BodyEntry) {
        if let Some(origin) = &mut body.position {
            change(origin, |point| self.moved(point));
        }
        if let Some(velocity) = &mut body.velocity {
            change(velocity, |v| self.turned(v, Nature::Polar));
        }
        if let Some(center) = &mut body.center {
            change(center, |point| self.mirrored(point, Nature::Polar));
        }
        match &mut body.angular_velocity {
            Some(Numbers::One(w)) => *w *= self.angle_sign(),
            Some(Numbers::Many(w)) => change(w, |w| self.turned(w, Nature::Axial)),
            None => {}
        }
        if self.planar {
            body.angle = Some(self.angle + self.angle_sign() * body.angle.unwrap_or(0.0));
        } else if body.orientation.as_ref().is_none_or(|q| q.len() == 4) {
            let own = self.mirrored_rotation(self.written_orientation(body));
            body.orientation = Some((self.orientation * own).0.to_vec());
        }
        if let (Some(Numbers::Many(inertia)), Some(k)) = (&mut body.inertia, self.mirror) {
            // xx yy zz xy xz yz: the products with the mirrored axis.
            for product in [[3, 4], [3, 5], [4, 5]][k] {
                inertia.get_mut(product).into_iter().for_each(|value| *value = -*value);
            }
        }
        if self.mirror.is_some() {
            body.shapes.iter_mut().for_each(|shape| *shape = self.mirrored_shape(shape));
        }
    }

    fn mirrored_shape(&self, shape: &Shape) -> Shape {
        let mut mirrored = shape.with_points(|point| self.mirrored(point, Nature::Polar));
        if let Some([w, x, y, z]) = shape.find_orientation() {
            mirrored.keys.insert("orientation".into(), self.mirrored_rotation(Quat([w, x, y, z])).0.to_vec().into());
        }
        if let Some(axis) = self.mirror.filter(|_| shape.kind == "mesh") {
            mirrored.toggle_mirror(["x", "y", "z"][axis]);
        }
        mirrored.with_normal(|normal| self.mirrored(normal, Nature::Polar))
    }

    /// A shape of the ground.
    fn placed_shape(&self, shape: &Shape) -> Shape {
        let mut shape = self.mirrored_shape(shape);
        let (R, own) = (self.orientation.matrix(), shape.find_orientation().map_or(Quat::IDENTITY, Quat));
        if !shape.has_ends() {
            shape.keys.entry("position".into()).or_insert_with(|| vec![0.0; 3].into());
            if shape.kind != "plane" {
                shape.keys.insert("orientation".into(), (self.orientation * own).0.to_vec().into());
            }
        }
        shape.with_points(|point| self.position + R * point).with_normal(|normal| R * normal)
    }

    fn place_contact(&self, contact: &mut ContactEntry) {
        let sides = match &contact.between {
            Some(Between::Sides(sides)) => &sides[..],
            Some(Between::All(_)) | None => &[],
        };
        let on_ground = |k: usize| sides.get(k).is_some_and(|side| side.names() == ["ground"]);
        let shapes = [(on_ground(0), &mut contact.first), (on_ground(1), &mut contact.second)];
        for (on_ground, shapes) in shapes {
            for shape in shapes.iter_mut().flatten() {
                *shape = if on_ground { self.placed_shape(shape) } else { self.mirrored_shape(shape) };
            }
        }
    }

    fn place_joint(&self, joint: &mut JointEntry) {
        let kind = joint.kind.as_deref().unwrap_or_default();
        let facts = JointKind::FACTS.iter().find(|facts| facts.word == kind);
        let first = facts.and_then(|facts| facts.quantities.first());
        // In the plane an axis is a direction of travel.
        let travels = self.planar || matches!(first, Some(Quantity::Travel));
        let nature = if travels { Nature::Polar } else { Nature::Axial };
        if kind == "point_curve" {
            self.state_curve_frame(joint);
        }
        for point in [&mut joint.point, &mut joint.point2].into_iter().flatten() {
            change(point, |point| self.moved(point));
        }
        for axis in [&mut joint.axis, &mut joint.axis2].into_iter().flatten() {
            change(axis, |axis| self.turned(axis, nature));
        }
        if let Some(normal) = &mut joint.normal {
            change(normal, |normal| self.turned(normal, Nature::Polar));
        }
        let on_ground = grounds(joint.bodies.as_ref());
        for (place, on_ground) in [&mut joint.first, &mut joint.second].into_iter().zip(on_ground) {
            self.place_frame(place.as_mut(), on_ground, nature);
        }
        let angular = self.planar && matches!(first, Some(Quantity::Angle));
        self.change_numbers(joint, angular);
    }

    /// Coordinates and numbers that a reflection changes.
    fn change_numbers(&self, joint: &mut JointEntry, angular: bool) {
        if self.mirror.is_none() {
            return;
        }
        let sign = self.angle_sign();
        if angular && sign < 0.0 {
            [&mut joint.q, &mut joint.qd].into_iter().flatten().for_each(|q| *q = -*q);
            joint.motion.iter_mut().for_each(|motion| *motion = combine(&[(-1.0, motion)]));
            if let Some(limits) = &mut joint.limits {
                (limits.lower, limits.upper) = (limits.upper.map(|q| -q), limits.lower.map(|q| -q));
            }
        }
        match joint.kind.as_deref() {
            Some("screw") => joint.pitch.iter_mut().for_each(|pitch| *pitch = -*pitch),
            Some("rack_pinion") => joint.ratio.iter_mut().for_each(|ratio| *ratio *= sign),
            _ => {}
        }
        // The frame of a curve keeps x and y in space, x in the plane.
        let flipped = if self.planar { 1 } else { 2 };
        if sign < 0.0 || !self.planar {
            let points = joint.curve.iter_mut().filter_map(|curve| curve.points.as_mut()).flatten();
            points.filter_map(|point| point.get_mut(flipped)).for_each(|coordinate| *coordinate = -*coordinate);
        }
    }

    /// Says the axes of a curve which the file leaves to the world or to the body.
    fn state_curve_frame(&self, joint: &mut JointEntry) {
        let (axis, normal) = if self.planar { (X, None) } else { (Z, Some(X)) };
        match &mut joint.first {
            Some(Place::Frame(frame)) if frame.axis.is_none() && frame.normal.is_none() => {
                frame.axis = Some(self.written(axis));
                frame.normal = normal.map(|normal| self.written(normal));
            }
            None if joint.axis.is_none() => {
                joint.axis = Some(self.written(axis));
                joint.normal.get_or_insert_with(|| Z.perpendicular().0.to_vec());
                if self.planar {
                    joint.normal = None;
                }
            }
            Some(_) | None => {}
        }
    }

    fn written(&self, v: Vec3) -> Vec<f64> {
        v.0[..if self.planar { 2 } else { 3 }].to_vec()
    }

    fn place_frame(&self, place: Option<&mut Place>, on_ground: bool, nature: Nature) {
        let point = |p: Vec3| if on_ground { self.moved(p) } else { self.mirrored(p, Nature::Polar) };
        let direction = |v: Vec3, nature| if on_ground { self.turned(v, nature) } else { self.mirrored(v, nature) };
        match place {
            Some(Place::Point(written)) => change(written, point),
            Some(Place::Frame(frame)) => {
                frame.point.iter_mut().for_each(|p| change(p, point));
                frame.axis.iter_mut().for_each(|axis| change(axis, |axis| direction(axis, nature)));
                frame.normal.iter_mut().for_each(|normal| change(normal, |n| direction(n, Nature::Polar)));
            }
            None => {}
        }
    }

    /// Says the axes of a bushing which the file leaves to the world.
    fn state_frames(&self, force: &mut ForceEntry, orientations: &HashMap<String, Mat3>) {
        if force.kind.as_deref() != Some("bushing") {
            return;
        }
        let in_frames = force.first.is_some() || force.second.is_some();
        if !in_frames {
            let axis = force.axis.as_deref().and_then(as_vector).and_then(Vec3::unit).unwrap_or(Z);
            if !self.planar {
                force.axis.get_or_insert_with(|| Z.0.to_vec());
            }
            force.normal.get_or_insert_with(|| self.written(across(X, axis)));
            return;
        }
        let has = |place: &Option<Place>, part: fn(&FrameEntry) -> bool| match place {
            Some(Place::Frame(frame)) => part(frame),
            Some(Place::Point(_)) | None => false,
        };
        let [no_axis, no_normal] =
            [|frame: &FrameEntry| frame.axis.is_some(), |frame: &FrameEntry| frame.normal.is_some()]
                .map(|part| !has(&force.first, part) && !has(&force.second, part));
        let body = force.bodies.as_ref().and_then(|bodies| bodies.first());
        let R_WB = body.and_then(|body| orientations.get(body)).copied().unwrap_or(Mat3::IDENTITY);
        let Some(Place::Frame(frame)) = &mut force.first else { return };
        let axis = match frame.axis.as_deref().and_then(as_vector).and_then(Vec3::unit) {
            Some(axis) => axis,
            None => R_WB.tr_mul(Z),
        };
        if no_axis && !self.planar {
            frame.axis = Some(self.written(axis));
        }
        if no_normal && (no_axis || frame.axis.is_some()) {
            frame.normal = Some(self.written(across(R_WB.tr_mul(X), axis)));
        }
    }

    fn place_force(&self, force: &mut ForceEntry) {
        let kind = force.kind.clone().unwrap_or_default();
        let on_ground = grounds(force.bodies.as_ref());
        for (place, on_ground) in [&mut force.first, &mut force.second].into_iter().zip(on_ground) {
            self.place_frame(place.as_mut(), on_ground, Nature::Polar);
        }
        let in_world = kind == "bushing";
        if let Some(point) = &mut force.point {
            change(point, |p| if in_world { self.moved(p) } else { self.mirrored(p, Nature::Polar) });
        }
        for direction in [&mut force.axis, &mut force.normal].into_iter().flatten() {
            change(direction, |v| self.turned(v, Nature::Polar));
        }
        if let Some(plane) = &mut force.plane {
            let point = plane.point.get_or_insert_with(|| self.written(Vec3::ZERO));
            change(point, |point| self.moved(point));
            plane.normal.iter_mut().for_each(|normal| change(normal, |n| self.turned(n, Nature::Polar)));
        }
        let nature = if kind == "torque" { Nature::Axial } else { Nature::Polar };
        let in_body = force.frame.as_deref() == Some("body");
        match &mut force.value {
            Some(Values::One(value)) if self.angle_sign() < 0.0 => *value = combine(&[(-1.0, value)]),
            Some(Values::Many(values)) => {
                let image = |v: Vec3| if in_body { self.mirrored(v, nature) } else { self.turned(v, nature) };
                *values = map_values(values, image);
            }
            Some(Values::One(_)) | None => {}
        }
        if kind == "torsion" && self.angle_sign() < 0.0 {
            force.angle.iter_mut().for_each(|angle| *angle = -*angle);
            force.torque.iter_mut().for_each(|torque| *torque = combine(&[(-1.0, torque)]));
        }
    }
}

/// Which of two bodies is the ground.
fn grounds(bodies: Option<&Vec<String>>) -> [bool; 2] {
    [0, 1].map(|k| bodies.and_then(|bodies| bodies.get(k)).is_some_and(|body| body == "ground"))
}

/// Two or three numbers as a vector; others are left to the checks.
fn as_vector(written: &[f64]) -> Option<Vec3> {
    match *written {
        [x, y] => Some(Vec3([x, y, 0.0])),
        [x, y, z] => Some(Vec3([x, y, z])),
        _ => None,
    }
}

fn change(written: &mut [f64], image: impl Fn(Vec3) -> Vec3) {
    if let Some(vector) = as_vector(written) {
        written.iter_mut().zip(image(vector)).for_each(|(old, new)| *old = new);
    }
}

/// The image of a vector of expressions under a linear map.
fn map_values(values: &[Scalar], image: impl Fn(Vec3) -> Vec3) -> Vec<Scalar> {
    if !matches!(values.len(), 2 | 3) {
        return values.to_vec();
    }
    let column = |k: usize| {
        let mut unit = Vec3::ZERO;
        unit[k] = 1.0;
        image(unit)
    };
    let columns: Vec<Vec3> = (0..values.len()).map(column).collect();
    let row = |i: usize| {
        let terms: Vec<(f64, &Scalar)> = columns.iter().zip(values).map(|(column, value)| (column[i], value)).collect();
        combine(&terms)
    };
    (0..values.len()).map(row).collect()
}

/// A sum of multiples.
fn combine(terms: &[(f64, &Scalar)]) -> Scalar {
    let (mut number, mut texts) = (0.0, Vec::new());
    for (factor, value) in terms.iter().filter(|(factor, _)| *factor != 0.0) {
        match (value, *factor) {
            (Scalar::Number(value), factor) => number += factor * value,
            (Scalar::Text(text), 1.0) => texts.push(format!("({text})")),
            (Scalar::Text(text), factor) => texts.push(format!("({factor:?})*({text})")),
        }
    }
    if texts.is_empty() {
        return Scalar::Number(number);
    }
    if number != 0.0 {
        texts.push(format!("({number:?})"));
    }
    Scalar::Text(texts.join("+"))
}
