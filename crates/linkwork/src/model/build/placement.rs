//! Placement: where a joint or a bushing sits on its two bodies, as two markers.
//!
//! A file gives either one place in the world, in the configuration of the file, or a frame in each body's own axes.
//! Both become two [`Side`]s in body axes, and those two [`Marker`]s with columns (normal, axis × normal, axis). What
//! is left open is filled so that the joint's coordinate is zero in the configuration of the file. In planar models
//! the axis is z, and the `axis` a user writes (the direction of a slide) is the marker's x column.

use super::Draft;
use crate::ids::BodyId;
use crate::model::Marker;
use crate::model::check::Item;
use crate::model::file::{FrameEntry, Place};
use crate::spatial::{Mat3, Vec3};

const X: Vec3 = Vec3([1.0, 0.0, 0.0]);
const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);
/// How far from perpendicular a normal, or a universal joint's second axis, may be: the cosine.
pub(super) const PERPENDICULAR: f64 = 1e-6;

/// The place as a file states it, whatever the table.
pub(super) struct Written<'a> {
    pub point: Option<&'a Vec<f64>>,
    pub point2: Option<&'a Vec<f64>>,
    pub axis: Option<&'a Vec<f64>>,
    pub axis2: Option<&'a Vec<f64>>,
    pub normal: Option<&'a Vec<f64>>,
    pub first: Option<&'a Place>,
    pub second: Option<&'a Place>,
}

/// The demands of the type.
pub(super) struct Asked<'a> {
    /// How messages call the thing: `a revolute joint`.
    pub title: &'a str,
    /// Keys that must be there.
    pub must: &'a [&'a str],
    /// Keys that may be there.
    pub may: &'a [&'a str],
    /// Whether the second frame needs an axis where the first does.
    pub second_axis: bool,
}

impl Asked<'_> {
    fn allows(&self, key: &str) -> bool {
        self.must.contains(&key) || self.may.contains(&key)
    }
}

/// The known part of the frame on one body, in its axes.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub body: BodyId,
    pub point: Option<Vec3>,
    pub axis: Option<Vec3>,
    pub normal: Option<Vec3>,
}

impl Side {
    /// A frame that says no axis has those of its body.
    pub(super) fn take_body_axes(&mut self, planar: bool) {
        if self.axis.is_none() && self.normal.is_none() {
            (self.axis, self.normal) = if planar { (Some(X), None) } else { (Some(Z), Some(X)) };
        }
    }
}

/// Both markers, and what the coordinate needs to know.
pub(super) struct Placed {
    pub first: Marker,
    pub second: Marker,
    /// Both normals were given, so that the coordinate is measured from them and not from the file's configuration.
    pub absolute: bool,
    /// The vector from the first point to the second in the file's configuration, world axes.
    pub gap: Vec3,
    /// The first marker's axis, or in the plane its x column, in world axes.
    pub direction: Vec3,
}

impl Draft {
    /// The two sides of a placement; `None` if it is faulty.
    pub(super) fn find_sides(
        &mut self,
        item: Item,
        written: &Written,
        bodies: [BodyId; 2],
        asked: &Asked,
    ) -> Option<[Side; 2]> {
        let before = self.check.faults.len();
        let sides = if written.first.is_some() || written.second.is_some() {
            self.frame_sides(item, written, bodies, asked)
        } else {
            self.world_sides(item, written, bodies, asked)
        };
        (self.check.faults.len() == before).then_some(sides?)
    }

    fn frame_sides(&mut self, item: Item, written: &Written, bodies: [BodyId; 2], asked: &Asked) -> Option<[Side; 2]> {
        let world = [
            ("point", written.point),
            ("point2", written.point2),
            ("axis", written.axis),
            ("axis2", written.axis2),
            ("normal", written.normal),
        ];
        for (key, _) in world.iter().filter(|(_, value)| value.is_some()) {
            let message = format!("`{key}` (in the world) cannot be mixed with the frames `first` and `second`");
            self.check.fault(item, key, message);
        }
        for (key, place) in [("first", written.first), ("second", written.second)] {
            if place.is_none() {
                self.check.missing(item, key, "both bodies need a frame: { point = [..], … }");
            }
        }
        let first = self.frame_side(item, "first", written.first?, bodies[0], asked);
        let second = self.frame_side(item, "second", written.second?, bodies[1], asked);
        Some([first?, second?])
    }

    fn frame_side(&mut self, item: Item, key: &str, place: &Place, body: BodyId, asked: &Asked) -> Option<Side> {
        let Place::Frame(frame) = place else {
            let message = format!("`{key}` of {} is a frame: {{ point = [..], … }}, not a bare point", asked.title);
            self.check.fault(item, key, message);
            return None;
        };
        let path = format!("{}.{key}", item.path);
        let item = Item { lines: &frame.lines, path: &path };
        for (key, value) in [("point", &frame.point), ("axis", &frame.axis), ("normal", &frame.normal)] {
            let needs_axis = asked.second_axis || path.ends_with("first");
            if value.is_some() && !asked.allows(key) {
                self.check.fault(item, key, format!("{} has no `{key}`", asked.title));
            } else if value.is_none() && asked.must.contains(&key) && (key != "axis" || needs_axis) {
                self.check.missing(item, key, &format!("{} needs it in both frames, in body axes", asked.title));
            }
        }
        Some(self.side(item, frame, body))
    }

    fn side(&mut self, item: Item, frame: &FrameEntry, body: BodyId) -> Side {
        let point = self.check.vector(item, "point", frame.point.as_ref());
        let point = point.map(|point| self.relative_to_center(body, point));
        let axis = self.check.direction(item, "axis", frame.axis.as_ref());
        let normal = self.check.direction(item, "normal", frame.normal.as_ref());
        self.check_normal(item, axis, normal, frame.axis.is_some());
        Side { body, point, axis, normal }
    }

    /// A frame on one body, in its axes; those of the body where it says none.
    pub(super) fn frame_on(&mut self, item: Item, frame: &FrameEntry, body: BodyId) -> Marker {
        let (mut side, planar) = (self.side(item, frame, body), self.check.planar());
        side.take_body_axes(planar);
        if planar {
            side.normal = side.axis.or(side.normal);
            side.axis = Some(Z);
        }
        marker(side)
    }

    fn world_sides(&mut self, item: Item, written: &Written, bodies: [BodyId; 2], asked: &Asked) -> Option<[Side; 2]> {
        let given = [
            ("point", written.point),
            ("point2", written.point2),
            ("axis", written.axis),
            ("axis2", written.axis2),
            ("normal", written.normal),
        ];
        for (key, value) in given {
            if value.is_none() && asked.must.contains(&key) {
                self.check.missing(
                    item,
                    key,
                    &format!("{} needs it, in the world, or frames `first` and `second`", asked.title),
                );
            }
        }
        let point = self.check.vector(item, "point", written.point);
        let point2 = self.check.vector(item, "point2", written.point2).or(point);
        let axis = self.check.direction(item, "axis", written.axis);
        let axis2 = self.check.direction(item, "axis2", written.axis2).or(axis);
        let normal = self.check.direction(item, "normal", written.normal);
        self.check_normal(item, axis, normal, written.axis.is_some());
        let first = self.to_body(bodies[0], point, axis, normal);
        // The normal is perpendicular to `axis`; a second axis of its own gets its normal from there.
        let normal2 = if written.axis2.is_some() { None } else { normal };
        Some([first, self.to_body(bodies[1], point2, axis2, normal2)])
    }

    fn check_normal(&mut self, item: Item, axis: Option<Vec3>, normal: Option<Vec3>, axis_written: bool) {
        let Some(normal) = normal else { return };
        match axis {
            Some(axis) if axis.dot(normal).abs() > PERPENDICULAR => {
                let cosine = axis.dot(normal);
                let message = format!("`normal` must be perpendicular to `axis`; the cosine between them is {cosine}");
                self.check.fault(item, "normal", message);
            }
            None if !axis_written && !self.check.planar() => {
                self.check.fault(item, "normal", "`normal` completes a frame with an `axis`; give the axis too");
            }
            _ => {}
        }
    }

    /// A place in the world, seen from a body in the configuration of the file.
    fn to_body(&self, body: BodyId, point: Option<Vec3>, axis: Option<Vec3>, normal: Option<Vec3>) -> Side {
        let (R_WB, p_WB) = self.pose(body);
        let turn = |v: Vec3| R_WB.tr_mul(v);
        Side { body, point: point.map(|p| turn(p - p_WB)), axis: axis.map(turn), normal: normal.map(turn) }
    }

    /// Fills what is open and makes the markers.
    pub(super) fn place(&self, sides: [Side; 2]) -> Placed {
        let [mut first, mut second] = sides;
        let (pose1, pose2) = (self.pose(first.body), self.pose(second.body));
        self.fill_points(&mut first, &mut second);
        let planar = self.check.planar();
        let absolute = first.normal.is_some() && second.normal.is_some();
        if planar {
            // A slide's direction is the x column; its normal only says how its travel is measured.
            for side in [&mut first, &mut second] {
                side.normal = side.axis.or(side.normal);
                side.axis = Some(Z);
            }
        }
        fill_axes(&mut first, &mut second, &pose1.0, &pose2.0);
        let first = marker(first);
        let second = marker(second);
        let at = |m: &Marker, (R, p): (Mat3, Vec3)| p + R * m.point;
        let gap = at(&second, pose2) - at(&first, pose1);
        let direction = pose1.0 * first.axes.column(if planar { 0 } else { 2 });
        Placed { first, second, absolute, gap, direction }
    }

    /// Without points, the place is the centre of mass of the second body (of the first, if the second is the ground).
    fn fill_points(&self, first: &mut Side, second: &mut Side) {
        let (R1, p1) = self.pose(first.body);
        let (R2, p2) = self.pose(second.body);
        match (first.point, second.point) {
            (Some(_), Some(_)) => {}
            (Some(p), None) => second.point = Some(R2.tr_mul(p1 + R1 * p - p2)),
            (None, Some(p)) => first.point = Some(R1.tr_mul(p2 + R2 * p - p1)),
            (None, None) => {
                let place = if second.body.is_ground() { p1 } else { p2 };
                first.point = Some(R1.tr_mul(place - p1));
                second.point = Some(R2.tr_mul(place - p2));
            }
        }
    }
}

/// Gives both sides an axis and a normal.
fn fill_axes(first: &mut Side, second: &mut Side, R1: &Mat3, R2: &Mat3) {
    let axis1 = first.axis.map(|a| *R1 * a);
    let axis2 = second.axis.map(|a| *R2 * a);
    let world1 = axis1.or(axis2).unwrap_or(Z);
    let world2 = axis2.or(axis1).unwrap_or(Z);
    let axis1 = *first.axis.get_or_insert(R1.tr_mul(world1));
    let axis2 = *second.axis.get_or_insert(R2.tr_mul(world2));
    // The normal both share in the file's configuration; without an axis this is the world's x, beside its z.
    let given = first.normal.map(|n| *R1 * n).or(second.normal.map(|n| *R2 * n));
    let shared = given.unwrap_or_else(|| world1.perpendicular());
    first.normal.get_or_insert(across(R1.tr_mul(shared), axis1));
    second.normal.get_or_insert(across(R2.tr_mul(shared), axis2));
}

/// The unit vector nearest to `v` that is perpendicular to the unit vector `axis`; any, if v lies along the axis.
pub(in crate::model) fn across(v: Vec3, axis: Vec3) -> Vec3 {
    let p = v - v.dot(axis) * axis;
    let size = p.norm();
    if size > PERPENDICULAR { 1.0 / size * p } else { axis.perpendicular() }
}

/// All parts are there by now; the defaults only keep this total.
fn marker(side: Side) -> Marker {
    let axis = side.axis.unwrap_or(Z);
    let normal = across(side.normal.unwrap_or(X), axis);
    Marker {
        body: side.body,
        point: side.point.unwrap_or_default(),
        axes: Mat3::from_columns(normal, axis.cross(normal), axis),
    }
}
