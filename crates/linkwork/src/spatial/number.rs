//! The numbers mechanics is written for.
//!
//! Spatial algebra, joints, forces and expressions are written once over [`Real`]: `f64` computes,
//! [`Dual`](super::Dual) differentiates, terms of a graph record the computation. Code over `Real` has no branches that
//! depend on values: [`select_below`](Real::select_below) evaluates both and takes one.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A real number, or what stands for one.
pub trait Real:
    Copy
    + Debug
    + From<f64>
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// √a
    fn sqrt(self) -> Self;
    /// (sin a, cos a)
    fn sin_cos(self) -> (Self, Self);
    /// tan a
    fn tan(self) -> Self;
    /// arcsin a
    fn asin(self) -> Self;
    /// arccos a
    fn acos(self) -> Self;
    /// arctan a
    fn atan(self) -> Self;
    /// The angle of the point (x, a).
    fn atan2(self, x: Self) -> Self;
    /// sinh a
    fn sinh(self) -> Self;
    /// cosh a
    fn cosh(self) -> Self;
    /// tanh a
    fn tanh(self) -> Self;
    /// eᵃ
    fn exp(self) -> Self;
    /// ln a
    fn ln(self) -> Self;
    /// log₁₀ a
    fn log10(self) -> Self;
    /// aᵇ
    fn powf(self, b: Self) -> Self;
    /// aⁿ
    fn powi(self, n: i32) -> Self;
    /// |a|
    fn abs(self) -> Self;
    /// The largest integer not above a.
    fn floor(self) -> Self;
    /// The smaller of a and b.
    fn min(self, b: Self) -> Self;
    /// The larger of a and b.
    fn max(self, b: Self) -> Self;
    /// `below` if a < limit, `otherwise` if not. Both have been evaluated, and the one not taken may be anything.
    fn select_below(self, limit: Self, below: Self, otherwise: Self) -> Self;

    /// `up_to` if a ≤ limit, `otherwise` if not.
    #[inline(always)]
    fn select_up_to(self, limit: Self, up_to: Self, otherwise: Self) -> Self {
        limit.select_below(self, otherwise, up_to)
    }

    /// Its value alone, where it is known; that of a term of a graph is not.
    #[inline(always)]
    fn primal(self) -> Option<f64> {
        None
    }

    /// Whether a is known to be zero, so that products with it can be left out. A term of a graph knows it where it has
    /// been found beforehand.
    #[inline(always)]
    fn is_zero(self) -> bool {
        false
    }

    /// sin a
    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// cos a
    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// The integer nearest to a.
    #[inline(always)]
    fn round(self) -> Self {
        (self + 0.5).floor()
    }

    /// √(a² + b²)
    #[inline(always)]
    fn hypot(self, b: Self) -> Self {
        (self * self + b * b).sqrt()
    }

    /// a b + c, rounded once or twice as the type does it best; `f64` rounds twice.
    #[inline(always)]
    fn times_plus(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    /// c − a b, rounded likewise.
    #[inline(always)]
    fn times_from(self, b: Self, c: Self) -> Self {
        c - self * b
    }
}

macro_rules! standard {
    ($($name:ident($($other:ident: $type:ty),*) -> $result:ty;)*) => {
        $(#[inline(always)]
        fn $name(self $(, $other: $type)*) -> $result {
            f64::$name(self $(, $other)*)
        })*
    };
}

impl Real for f64 {
    standard! {
        sqrt() -> f64; sin() -> f64; cos() -> f64; sin_cos() -> (f64, f64); tan() -> f64;
        asin() -> f64; acos() -> f64; atan() -> f64; atan2(x: f64) -> f64;
        sinh() -> f64; cosh() -> f64; tanh() -> f64; exp() -> f64; ln() -> f64; log10() -> f64;
        powf(b: f64) -> f64; powi(n: i32) -> f64; hypot(b: f64) -> f64;
        abs() -> f64; floor() -> f64; round() -> f64; min(b: f64) -> f64; max(b: f64) -> f64;
    }

    #[inline(always)]
    fn select_below(self, limit: f64, below: f64, otherwise: f64) -> f64 {
        if self < limit { below } else { otherwise }
    }

    #[inline(always)]
    fn select_up_to(self, limit: f64, up_to: f64, otherwise: f64) -> f64 {
        if self <= limit { up_to } else { otherwise }
    }

    #[inline(always)]
    fn primal(self) -> Option<f64> {
        Some(self)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0.0
    }
}
