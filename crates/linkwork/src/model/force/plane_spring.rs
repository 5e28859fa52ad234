//! `plane_spring`: spring and damper between a point of a body and a plane of the world, along the plane's normal n.
//!
//! The coordinate of the law is the height h = n·(P − P₀) of the point above the plane, so the force along n is
//! k·depth + c·(rate of depth). A unilateral spring acts below the plane only, and never pulls: a damper would do so
//! while the point leaves.

use super::Attachment;
use super::law::Law;
use crate::spatial::{Pose, Vec3, Wrench};

/// The plane, and whether the spring acts on one side of it only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// P₀
    pub(super) point: Vec3,
    /// n, of unit length, towards the free side.
    pub(super) normal: Vec3,
    pub(super) unilateral: bool,
}

impl Plane {
    /// The wrench on the body that carries the point.
    pub(super) fn calc_wrench(&self, law: Law, at: &Attachment, pose: Pose) -> Wrench {
        let [_, _, force] = self.measure(law, at, &pose);
        if force == 0.0 { Wrench::default() } else { pose.wrench_of(force * self.normal, pose.point(at.point)) }
    }

    /// Depth of the point below the plane, its rate, and the force along the normal.
    pub(super) fn measure(&self, law: Law, at: &Attachment, pose: &Pose) -> [f64; 3] {
        let point = pose.point(at.point);
        let (height, rate) = (self.height(point), self.normal.dot(pose.velocity_at(point)));
        let force = law.load(height, rate);
        let is_free = self.unilateral && (height >= 0.0 || force < 0.0);
        [-height, -rate, if is_free { 0.0 } else { force }]
    }

    /// ½ k h² where the spring acts.
    pub(super) fn calc_potential(&self, law: Law, at: &Attachment, pose: Pose) -> f64 {
        let height = self.height(pose.point(at.point));
        if self.unilateral && height >= 0.0 { 0.0 } else { law.potential(height) }
    }

    fn height(&self, point: Vec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}
