//! Bodies whose `position` is left out: joints with frames say where they are, one after the other from the ground and
//! from bodies that are placed. Driven joints and those with normals on both sides start with their coordinate, others
//! with zero. Loops are closed by the assembly later, so this need not be exact.

use super::Draft;
use super::placement::across;
use crate::ids::BodyId;
use crate::model::Expression;
use crate::model::JointKind;
use crate::model::file::{FrameEntry, JointEntry, ModelFile, Place, Scalar};
use crate::model::joint::{Facts, Quantity};
use crate::spatial::{Mat3, Quat, Vec3};
use std::collections::VecDeque;

const Z: Vec3 = Vec3([0.0, 0.0, 1.0]);

/// A joint with frames that can place one of its bodies by the other.
struct Link<'a> {
    bodies: [BodyId; 2],
    frames: [&'a FrameEntry; 2],
    facts: &'static Facts,
    entry: &'a JointEntry,
}

/// A frame on a body, from its centre of mass.
struct Side {
    point: Vec3,
    /// z of the frame, if the joint has an axis.
    axis: Option<Vec3>,
    /// x of the frame.
    normal: Option<Vec3>,
}

/// Writes into a file where bodies are whose position it leaves open.
pub(in crate::model) fn state_positions(file: &mut ModelFile) {
    let Ok(mut draft) = Draft::new(file) else { return };
    draft.add_bodies(file);
    draft.place_open_bodies(file);
    let planar = draft.check.planar();
    for (i, entry) in file.bodies.iter_mut().enumerate().filter(|(_, entry)| entry.position.is_none()) {
        let body = &draft.bodies[i];
        let origin = body.position - body.orientation.matrix() * draft.centers[i];
        entry.position = Some(origin.0[..if planar { 2 } else { 3 }].to_vec());
        match planar {
            true => entry.angle = Some(body.angle),
            false => entry.orientation = Some(body.orientation.0.to_vec()),
        }
    }
}

impl Draft {
    /// Places the bodies that the file leaves open, as far as joints reach them; others stay at the origin.
    pub(super) fn place_open_bodies(&mut self, file: &ModelFile) {
        let mut open: Vec<bool> =
            file.bodies.iter().map(|body| !body.lines.has("position") && body.position.is_none()).collect();
        if !open.contains(&true) {
            return;
        }
        let links: Vec<Link> = file.joints.iter().filter_map(|entry| self.find_link(entry)).collect();
        let mut by_body: Vec<Vec<usize>> = vec![Vec::new(); file.bodies.len() + 1];
        let slot = |body: BodyId| body.index().map_or(0, |i| i + 1);
        for (k, link) in links.iter().enumerate() {
            link.bodies.iter().for_each(|body| by_body[slot(*body)].push(k));
        }
        // The ground first, then bodies in the order of the file.
        let placed = (0..open.len()).filter(|i| !open[*i]).map(BodyId::new);
        let mut queue: VecDeque<BodyId> = std::iter::once(BodyId::GROUND).chain(placed).collect();
        // Where nothing reaches a body, it stays at the origin, and others are placed by it.
        let mut roots = (0..open.len()).map(BodyId::new);
        while let Some(body) = queue.pop_front().or_else(|| roots.find(|body| body.index().is_some_and(|i| open[i]))) {
            body.index().into_iter().for_each(|i| open[i] = false);
            for &k in &by_body[slot(body)] {
                let from = usize::from(links[k].bodies[0] != body);
                let other = links[k].bodies[1 - from];
                let is_open = other.index().is_some_and(|i| open[i]);
                if is_open && self.place_by(&links[k], from, file) {
                    other.index().into_iter().for_each(|i| open[i] = false);
                    queue.push_back(other);
                }
            }
        }
    }

    /// Faulty joints are passed over: they are told elsewhere.
    fn find_link<'a>(&self, entry: &'a JointEntry) -> Option<Link<'a>> {
        let facts = JointKind::FACTS.iter().find(|facts| Some(facts.word) == entry.kind.as_deref())?;
        if !(facts.holds_point || facts.travels) {
            return None;
        }
        let (Some(Place::Frame(first)), Some(Place::Frame(second))) = (&entry.first, &entry.second) else {
            return None;
        };
        let find =
            |name: &String| if name == "ground" { Some(BodyId::GROUND) } else { self.body_ids.get(name).copied() };
        let [a, b] = &entry.bodies.as_ref()?[..] else { return None };
        let bodies = [find(a)?, find(b)?];
        (bodies[0] != bodies[1]).then_some(Link { bodies, frames: [first, second], facts, entry })
    }

    /// Places the body at one end of a link by the other end, 0 or 1. Returns whether it could.
    fn place_by(&mut self, link: &Link, from: usize, file: &ModelFile) -> bool {
        let [known, open] = [link.bodies[from], link.bodies[1 - from]];
        let sides = (self.find_side(link, from), self.find_side(link, 1 - from));
        let ((Some(a), Some(b)), Some(i)) = (sides, open.index()) else { return false };
        let (R_WA, p_WA) = self.pose(known);
        let q = link.find_start(self.check.planar());
        let sign = if from == 0 { 1.0 } else { -1.0 };
        let given = self.bodies[i].orientation;
        let is_given = file.bodies[i].orientation.is_some() || file.bodies[i].angle.is_some();
        let R_WB = match is_given {
            true => given.matrix(),
            false => find_rotation(R_WA, &a, &b, link.crosses(), sign * q.angle),
        };
        // The second point is the first one and the travel along the first axis.
        let axis = if self.check.planar() { a.normal } else { a.axis };
        let travel = axis.map_or(Vec3::ZERO, |axis| sign * q.travel * (R_WA * axis));
        let body = &mut self.bodies[i];
        body.position = p_WA + R_WA * a.point + travel - R_WB * b.point;
        if !is_given {
            body.orientation = Quat::from_matrix(&R_WB).normalized();
            body.angle = if self.check.planar() { R_WB.0[1][0].atan2(R_WB.0[0][0]) } else { 0.0 };
        }
        true
    }

    fn find_side(&self, link: &Link, k: usize) -> Option<Side> {
        let frame = link.frames[k];
        let vector = |written: &Vec<f64>| match (self.check.planar(), &written[..]) {
            (false, &[x, y, z]) => Some(Vec3([x, y, z])),
            (true, &[x, y] | &[x, y, _]) => Some(Vec3([x, y, 0.0])),
            _ => None,
        };
        let direction = |written: &Option<Vec<f64>>| written.as_ref().and_then(vector).and_then(Vec3::unit);
        let point = self.relative_to_center(link.bodies[k], frame.point.as_ref().map_or(Some(Vec3::ZERO), vector)?);
        let (axis, normal) = (direction(&frame.axis), direction(&frame.normal));
        Some(match self.check.planar() {
            // In the plane a slide's direction is the x of its frame.
            true => Side { point, axis: Some(Z), normal: axis.or(normal) },
            false => Side { point, axis, normal },
        })
    }
}

/// The coordinate with which a joint starts.
#[derive(Default)]
struct Start {
    angle: f64,
    travel: f64,
}

impl Link<'_> {
    /// Zero unless normals on both sides, or in the plane the axes of a slide, say from where it is measured.
    fn find_start(&self, planar: bool) -> Start {
        let is_absolute = self.frames.iter().all(|frame| frame.normal.is_some() || planar && frame.axis.is_some());
        let driven = self.entry.motion.as_ref().and_then(|motion| match motion {
            Scalar::Number(value) => Some(*value),
            Scalar::Text(text) => Some(Expression::parse(text).ok()?.value(0.0)).filter(|value| value.is_finite()),
        });
        let q = driven.or(self.entry.q).filter(|_| is_absolute).unwrap_or(0.0);
        match self.facts.quantities.first() {
            Some(Quantity::Angle) => {
                let pitch = self.entry.pitch.unwrap_or(0.0);
                Start { angle: q, travel: pitch * q }
            }
            Some(Quantity::Travel) => Start { angle: 0.0, travel: q },
            _ => Start::default(),
        }
    }

    /// Whether its axes are perpendicular to one another.
    fn crosses(&self) -> bool {
        self.facts.quantities.contains(&Quantity::FirstCrossAngle)
    }
}

/// R_WB with which the frame of B is that of A, turned by an angle about the axis. What the frames leave open stays as
/// near as can be to the axes of the world.
fn find_rotation(R_WA: Mat3, a: &Side, b: &Side, crosses: bool, angle: f64) -> Mat3 {
    let (Some(axis_a), Some(axis_b)) = (a.axis, b.axis.or(a.axis)) else { return Mat3::IDENTITY };
    let axis_W = R_WA * axis_a;
    if crosses {
        // The nearest of all directions across the first axis.
        return align(axis_b, across(axis_b, axis_W));
    }
    match (a.normal, b.normal) {
        (Some(normal_a), Some(normal_b)) => {
            let frame = |axis: Vec3, normal: Vec3| {
                let normal = across(normal, axis);
                Mat3::from_columns(normal, axis.cross(normal), axis)
            };
            let turned = Quat::about(axis_W, angle).matrix() * R_WA * frame(axis_a, normal_a);
            turned * frame(axis_b, normal_b).transposed()
        }
        _ => align(axis_b, axis_W),
    }
}

/// The least rotation that takes one unit vector to another.
fn align(from: Vec3, to: Vec3) -> Mat3 {
    let axis = from.cross(to);
    let sine = axis.norm();
    let turn = sine.atan2(from.dot(to));
    // Opposite vectors: half a turn about any axis across them.
    let axis = if sine > 0.0 { 1.0 / sine * axis } else { from.perpendicular() };
    Quat::about(axis, turn).matrix()
}
