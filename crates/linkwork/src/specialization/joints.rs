//! The equations of every type of joint, made of the scalars of [`measure`](super::measure) in the order of the model's rows: gradients, and
//! b = Φ̈ − (what a driver asks for) along the accelerations of the bodies.

use super::measure::{Ends, Measure};
use super::motion::Moving;
use crate::ids::BodyId;
use crate::model::joint::Screw;
use crate::model::{Coordinate, Joint, JointKind, Model, Space};
use crate::spatial::Vec3;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::vectors::known;

/// The bodies in motion: those of the model, then the ground.
pub(super) struct Mechanism<'a, 'g> {
    /// Where expressions are made.
    pub g: &'g Graph,
    /// What is simulated.
    pub model: &'a Model,
    /// With accelerations.
    pub bodies: Vec<Moving<'g>>,
    /// The ground.
    pub ground: Moving<'g>,
    /// t
    pub time: Term<'g>,
    /// By body: in whose axes its translations are, beside those of the world.
    pub frames: Vec<BodyId>,
}

/// Bodies between which directions are held have the axes of one of them, in which the directions are known; others those of the world.
pub(super) fn find_frames(model: &Model) -> Vec<BodyId> {
    let mut frames: Vec<Option<BodyId>> = vec![None; model.n_bodies()];
    for joint in &model.joints {
        if joint.kind.holds_direction() {
            let of_first =
                joint.first.body.index().map_or(BodyId::GROUND, |first| *frames[first].get_or_insert(joint.first.body));
            if let Some(second) = joint.second.body.index() {
                frames[second].get_or_insert(of_first);
            }
        }
    }
    frames.into_iter().map(|frame| frame.unwrap_or(BodyId::GROUND)).collect()
}

impl<'g> Mechanism<'_, 'g> {
    /// A body or the ground.
    pub(super) fn body(&self, id: BodyId) -> &Moving<'g> {
        id.index().map_or(&self.ground, |index| &self.bodies[index])
    }

    /// Both ends of a joint.
    pub(super) fn ends<'b>(&'b self, joint: &'b Joint) -> Ends<'b, 'g> {
        let bodies = [joint.first.body, joint.second.body];
        let frame = |body: BodyId| body.index().map_or(BodyId::GROUND, |index| self.frames[index]);
        Ends::new(self.g, joint, bodies.map(|id| self.body(id)), bodies.map(|id| self.body(frame(id)).pose))
    }

    /// All rows of all joints.
    pub(super) fn equations(&self) -> Vec<Measure<'g>> {
        self.model.joints.iter().flat_map(|joint| self.equations_of(joint)).collect()
    }

    fn equations_of(&self, joint: &Joint) -> Vec<Measure<'g>> {
        let ends = self.ends(joint);
        let mut rows = match (&joint.kind, self.model.space) {
            (JointKind::Gear(_) | JointKind::RackPinion(_), _) => self.couple(joint).into_iter().collect(),
            (JointKind::Distance(_), _) => vec![self.follow(joint, ends.length())],
            (_, Space::Planar) => planar(self.g, joint, &ends),
            (_, Space::Spatial) => spatial(self.g, joint, &ends),
        };
        if joint.motion.is_some()
            && let Some(q) = self.coordinate(joint)
        {
            rows.push(self.follow(joint, q));
        }
        if joint.left_out == 0 {
            return rows;
        }
        let kept = |(k, row)| (joint.left_out >> k & 1 == 0).then_some(row);
        let kept: Vec<Measure> = rows.into_iter().enumerate().filter_map(kept).collect();
        if kept.is_empty() { vec![Measure::nothing(self.g)] } else { kept }
    }

    /// What a driver asks for is subtracted.
    fn follow(&self, joint: &Joint, measure: Measure<'g>) -> Measure<'g> {
        let Some(motion) = &joint.motion else { return measure };
        let asked = self.g.apart(|| motion.jet(self.time))[2].as_any();
        Measure { second: measure.second - asked, ..measure }
    }

    /// The joint's coordinate; `None` for joints without exactly one.
    fn coordinate(&self, joint: &Joint) -> Option<Measure<'g>> {
        let ends = self.ends(joint);
        Some(match (joint.coordinate()?, self.model.space) {
            (Coordinate::Angle, _) => ends.angle(),
            (Coordinate::Travel, Space::Planar) => ends.along(ends.first(0)),
            (Coordinate::Travel, Space::Spatial) => ends.along(ends.first(2)),
        })
    }

    /// q₂ − ratio q₁
    fn couple(&self, joint: &Joint) -> Option<Measure<'g>> {
        let (pair, ratio) = joint.kind.coupled()?;
        let [q1, q2] = pair.map(|id| self.coordinate(&self.model.joints[id.index()]));
        Some(q2?.combine(self.g.number(1.0), &q1?, self.g.number(-ratio)))
    }
}

/// Joints in the plane, where the x column of a marker is the direction in which it slides. Types without meaning there are refused
/// when the model is built.
fn planar<'g>(g: &'g Graph, joint: &Joint, ends: &Ends<'_, 'g>) -> Vec<Measure<'g>> {
    let x = joint.first.axes.column(0);
    let on_line = || ends.along(known(g, Vec3([-x[1], x[0], 0.0])));
    match joint.kind {
        JointKind::Fixed(_) => with(ends.coincidence(2), ends.angle()),
        JointKind::Prismatic(_) => vec![on_line(), ends.angle()],
        JointKind::PointLine(_) => vec![on_line()],
        _ => ends.coincidence(2),
    }
}

fn spatial<'g>(g: &'g Graph, joint: &Joint, ends: &Ends<'_, 'g>) -> Vec<Measure<'g>> {
    let on_axis = || vec![ends.along(ends.first(0)), ends.along(ends.first(1))];
    let on_plane = || ends.along(ends.first(2));
    let no_turn = || ends.dot(ends.first(0), ends.second(1));
    let perpendicular = || ends.dot(ends.first(2), ends.second(2));
    match joint.kind {
        JointKind::Fixed(_) => with([ends.coincidence(3), ends.parallel_axes()].concat(), no_turn()),
        JointKind::Revolute(_) => [ends.coincidence(3), ends.parallel_axes()].concat(),
        JointKind::Prismatic(_) => with([on_axis(), ends.parallel_axes()].concat(), no_turn()),
        JointKind::Cylindrical(_) => [on_axis(), ends.parallel_axes()].concat(),
        JointKind::Universal(_) => with(ends.coincidence(3), perpendicular()),
        JointKind::Spherical(_) => ends.coincidence(3),
        JointKind::PlanePlane(_) => with(ends.parallel_axes(), on_plane()),
        JointKind::PointLine(_) => on_axis(),
        JointKind::PointPlane(_) => vec![on_plane()],
        JointKind::Parallel(_) => ends.parallel_axes(),
        JointKind::Perpendicular(_) => vec![perpendicular()],
        JointKind::Screw(Screw { pitch }) => {
            let advance = ends.along(ends.first(2)).combine(g.number(1.0), &ends.angle(), g.number(-pitch));
            with([on_axis(), ends.parallel_axes()].concat(), advance)
        }
        // Made by the caller.
        JointKind::Distance(_) | JointKind::Gear(_) | JointKind::RackPinion(_) => Vec::new(),
    }
}

fn with<'g>(mut rows: Vec<Measure<'g>>, last: Measure<'g>) -> Vec<Measure<'g>> {
    rows.push(last);
    rows
}
