//! Vectors, rotations and spatial pairs in three dimensions, as plain arrays.
//!
//! Names carry frames: `R_WB` turns components in B into components in W. A [`Motion`] is a velocity or acceleration
//! of a body (linear part at the centre of mass), a [`Wrench`] a force with its torque. Everything is `f64`.

mod rotation;
mod sin_cos;
mod vector;

pub use rotation::{Mat3, Quat};
pub(crate) use sin_cos::sin_cos;
pub use vector::{Vec3, add, cross, dot, norm, perpendicular_to, scale, sub, unit};

/// Linear and angular part of a velocity or an acceleration, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Motion {
    /// Of the centre of mass (m/s or m/s²).
    pub linear: Vec3,
    /// Of the body (rad/s or rad/s²).
    pub angular: Vec3,
}

/// Force and torque, world axes; the point to which the torque refers is said where a wrench is used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// In N.
    pub force: Vec3,
    /// In N·m.
    pub torque: Vec3,
}

/// Where a body is and how it moves, in the terms users see: world axes, centre of mass.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BodyMotion {
    /// Position of the centre of mass.
    pub position: Vec3,
    /// Body to world.
    pub orientation: Quat,
    /// Rotation about z counted through full turns; planar models only.
    pub angle: f64,
    /// Velocity.
    pub velocity: Motion,
    /// Acceleration.
    pub acceleration: Motion,
}

impl Default for BodyMotion {
    fn default() -> Self {
        BodyMotion {
            position: [0.0; 3],
            orientation: Quat::IDENTITY,
            angle: 0.0,
            velocity: Motion::default(),
            acceleration: Motion::default(),
        }
    }
}

/// Where a body is and how it moves, as joints and forces read it; world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the centre of mass.
    pub r: Vec3,
    /// R_WB, body to world.
    pub R: Mat3,
    /// Velocity of the centre of mass.
    pub v: Vec3,
    /// Angular velocity.
    pub w: Vec3,
}

impl Pose {
    /// The ground: its "centre of mass" is the origin of the world.
    pub const GROUND: Pose = Pose { r: [0.0; 3], R: Mat3::IDENTITY, v: [0.0; 3], w: [0.0; 3] };

    /// Where a point given in body axes from the centre of mass is in the world.
    pub fn point(&self, p_B: Vec3) -> Vec3 {
        add(self.r, self.R.mul(p_B))
    }

    /// Velocity of the body's material at a point of the world.
    pub fn velocity_at(&self, point: Vec3) -> Vec3 {
        add(self.v, cross(self.w, sub(point, self.r)))
    }

    /// The wrench about the centre of mass of a force that acts at a point of the world.
    pub fn wrench_of(&self, force: Vec3, point: Vec3) -> Wrench {
        Wrench { force, torque: cross(sub(point, self.r), force) }
    }
}
