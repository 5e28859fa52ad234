//! Wheels of gears and pinions: their pitch radii follow from the ratio and from the distance of the two axes.

use linkwork::model::joint::{Gear, RackPinion};
use linkwork::model::{Joint, JointKind, Marker};
use linkwork::spatial::{Pose, Quat, Vec3};
use linkwork::{JointId, Model};

use super::{Solid, turns};

/// Teeth of the smaller of two wheels: few enough to be seen, and enough that ratios of small numbers come out whole.
const FEWEST_TEETH: u32 = 14;
const MOST_TEETH: u32 = 28;

/// A wheel on a body.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// Position of the body in the model.
    pub body: usize,
    /// In its axes.
    pub solid: Solid,
}

/// The wheels of all gears and pinions of a model.
pub(super) fn find(model: &Model) -> Vec<Wheel> {
    let mut wheels: Vec<Wheel> = Vec::new();
    for joint in &model.joints {
        let found = match joint.kind {
            JointKind::Gear(Gear { joints, ratio }) => pair(model, joints, ratio),
            JointKind::RackPinion(RackPinion { joints, ratio }) => {
                pinion(model, joints[0], ratio).into_iter().collect()
            }
            _ => continue,
        };
        for wheel in found {
            if !wheels.iter().any(|other| other.is_like(&wheel)) {
                wheels.push(wheel);
            }
        }
    }
    wheels
}

/// A turning side of a joint, as the file places it.
struct Shaft {
    body: usize,
    marker: Marker,
    pose: Pose,
    /// World axes.
    center: Vec3,
    axis: Vec3,
}

impl Shaft {
    /// The second body turns against the first, unless it is the ground.
    fn of(model: &Model, joint: &Joint) -> Option<Shaft> {
        let marker = if joint.second.body.is_ground() { joint.first } else { joint.second };
        let body = marker.body.index().filter(|_| turns(joint))?;
        let pose = model.bodies[body].pose();
        let axis = (pose.R * marker.axes.column(2)).unit()?;
        Some(Shaft { body, marker, pose, center: pose.point(marker.point), axis })
    }

    /// A wheel with a tooth in a direction of the world, or without teeth.
    fn wheel(&self, radius: f64, thickness: f64, teeth: u32, tooth: Vec3) -> Wheel {
        let half = 0.5 * thickness * self.pose.R.tr_mul(self.axis);
        let (from, to) = (self.marker.point - half, self.marker.point + half);
        let tooth = self.pose.R.tr_mul(tooth);
        let solid = match teeth {
            0 => Solid::Cylinder { from, to, radius },
            _ => Solid::Gear { from, to, radius, teeth, tooth },
        };
        Wheel { body: self.body, solid }
    }
}

impl Wheel {
    /// Whether two wheels on one body cover one another.
    fn is_like(&self, other: &Wheel) -> bool {
        let radius = |wheel: &Wheel| match wheel.solid {
            Solid::Gear { radius, .. } | Solid::Cylinder { radius, .. } => radius,
            Solid::Box { .. } | Solid::Capsule { .. } | Solid::Sphere { .. } => 0.0,
            Solid::Plate { .. } | Solid::Mesh { .. } => 0.0,
        };
        self.body == other.body && (radius(self) - radius(other)).abs() < 0.02 * radius(self)
    }
}

/// Two wheels on parallel axes that roll on one another; with a belt around them where they turn the same way.
fn pair(model: &Model, joints: [JointId; 2], ratio: f64) -> Vec<Wheel> {
    let [Some(a), Some(b)] = joints.map(|j| Shaft::of(model, &model.joints[j.index()])) else { return Vec::new() };
    let line = b.center - a.center;
    let apart = line - line.dot(a.axis) * a.axis;
    let distance = apart.norm();
    let (Some(direction), true) = (apart.unit(), a.axis.dot(b.axis).abs() > 0.999 && a.body != b.body) else {
        return Vec::new();
    };
    // Angles are about axes of their own, which may point opposite ways.
    let ratio = ratio * a.axis.dot(b.axis).signum();
    let reach = if ratio < 0.0 { distance } else { 0.7 * distance };
    let [r_a, r_b] = [ratio.abs(), 1.0].map(|share| reach * share / (1.0 + ratio.abs()));
    let thickness = 0.3 * r_a.min(r_b);
    let [teeth_a, teeth_b] = if ratio < 0.0 { teeth(ratio.abs()) } else { [0, 0] };
    // Where a tooth of one wheel is, the other has a gap.
    let gap = Quat::about(b.axis, std::f64::consts::PI / f64::from(teeth_b.max(1))).matrix() * -direction;
    vec![a.wheel(r_a, thickness, teeth_a, direction), b.wheel(r_b, thickness, teeth_b, gap)]
}

/// Teeth of two wheels whose radii have this ratio: numbers that fit it best.
fn teeth(ratio: f64) -> [u32; 2] {
    let (small, is_first_small) = if ratio < 1.0 { (1.0 / ratio, true) } else { (ratio, false) };
    let misfit = |n: &u32| {
        let exact = f64::from(*n) * small;
        (exact - exact.round()).abs() / exact
    };
    let fewer = (FEWEST_TEETH..=MOST_TEETH).min_by(|a, b| misfit(a).total_cmp(&misfit(b))).unwrap_or(FEWEST_TEETH);
    // Beyond this, teeth are finer than the picture.
    let more = (f64::from(fewer) * small).round().min(400.0) as u32;
    if is_first_small { [fewer, more] } else { [more, fewer] }
}

/// The wheel on which a rack or rope runs.
fn pinion(model: &Model, joint: JointId, ratio: f64) -> Option<Wheel> {
    let shaft = Shaft::of(model, &model.joints[joint.index()])?;
    Some(shaft.wheel(ratio.abs(), 0.3 * ratio.abs(), 0, Vec3::ZERO))
}
