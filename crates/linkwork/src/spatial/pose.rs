//! Where a body is and how it moves, and what acts on it.

use super::{Mat3, Quat, Real, Vec2, Vec3};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

macro_rules! pair {
    ($(#[$doc:meta])* $name:ident { $(#[$first_doc:meta])* $first:ident, $(#[$second_doc:meta])* $second:ident }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name<S = f64> {
            $(#[$first_doc])*
            pub $first: Vec3<S>,
            $(#[$second_doc])*
            pub $second: Vec3<S>,
        }

        impl<S: Real> Add for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $name { $first: self.$first + other.$first, $second: self.$second + other.$second }
            }
        }

        impl<S: Real> Sub for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                $name { $first: self.$first - other.$first, $second: self.$second - other.$second }
            }
        }

        impl<S: Real> Neg for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $name { $first: -self.$first, $second: -self.$second }
            }
        }

        impl<S: Real> Mul<S> for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, k: S) -> Self {
                $name { $first: self.$first * k, $second: self.$second * k }
            }
        }

        impl<S: Real> AddAssign for $name<S> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
    };
}

pair! {
    /// Linear and angular part of a velocity or an acceleration, world axes.
    Motion {
        /// That of the centre of mass (m/s or m/s²).
        linear,
        /// That of the body (rad/s or rad/s²).
        angular
    }
}

pair! {
    /// Force and torque, world axes; the point to which the torque refers is said where a wrench is used.
    Wrench {
        /// In N.
        force,
        /// In N·m.
        torque
    }
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
            position: Vec3::ZERO,
            orientation: Quat::IDENTITY,
            angle: 0.0,
            velocity: Motion::default(),
            acceleration: Motion::default(),
        }
    }
}

/// Where a body is and how it moves, as joints and forces read it; world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<S = f64> {
    /// Position of the centre of mass.
    pub r: Vec3<S>,
    /// R_WB, body to world.
    pub R: Mat3<S>,
    /// Velocity of the centre of mass.
    pub v: Vec3<S>,
    /// Angular velocity.
    pub w: Vec3<S>,
}

impl Pose {
    /// The ground: its "centre of mass" is the origin of the world.
    pub const GROUND: Pose = Pose { r: Vec3::ZERO, R: Mat3::IDENTITY, v: Vec3::ZERO, w: Vec3::ZERO };
}

impl<S: Real> Pose<S> {
    /// A pose known in numbers.
    #[inline(always)]
    pub fn constant(pose: &Pose) -> Self {
        let [r, v, w] = [pose.r, pose.v, pose.w].map(Vec3::constant);
        Pose { r, R: Mat3::constant(&pose.R), v, w }
    }

    /// Where a point given in body axes from the centre of mass is in the world.
    pub fn point(&self, p_B: Vec3<S>) -> Vec3<S> {
        self.r + self.R * p_B
    }

    /// Velocity of the body's material at a point of the world.
    pub fn velocity_at(&self, point: Vec3<S>) -> Vec3<S> {
        self.v + self.w.cross(point - self.r)
    }

    /// The wrench about the centre of mass of a force that acts at a point of the world.
    pub fn wrench_of(&self, force: Vec3<S>, point: Vec3<S>) -> Wrench<S> {
        Wrench { force, torque: (point - self.r).cross(force) }
    }
}

/// Where a body is and how it moves in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarPose<S = f64> {
    /// Position of the centre of mass.
    pub r: Vec2<S>,
    /// Cosine and sine of the angle.
    pub turn: Vec2<S>,
    /// Rotation about z, full turns included.
    pub angle: S,
    /// Velocity of the centre of mass.
    pub v: Vec2<S>,
    /// Angular velocity.
    pub w: S,
}

impl PlanarPose {
    /// The ground.
    pub const GROUND: PlanarPose =
        PlanarPose { r: Vec2::ZERO, turn: Vec2([1.0, 0.0]), angle: 0.0, v: Vec2::ZERO, w: 0.0 };
}

impl<S: Real> PlanarPose<S> {
    /// A pose known in numbers.
    #[inline(always)]
    pub fn constant(pose: &PlanarPose) -> Self {
        let [r, turn, v] = [pose.r, pose.turn, pose.v].map(Vec2::constant);
        PlanarPose { r, turn, angle: S::from(pose.angle), v, w: S::from(pose.w) }
    }

    /// A vector given in body axes, in world axes.
    #[inline(always)]
    pub fn rotate(&self, p_B: Vec2<S>) -> Vec2<S> {
        p_B.turned(self.turn)
    }
}
