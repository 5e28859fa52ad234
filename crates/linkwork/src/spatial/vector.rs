//! Vectors in space and in the plane, with operators: `a + b.cross(c) * k`.

use super::Real;
use std::fmt;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub, SubAssign};

macro_rules! vector {
    ($(#[$doc:meta])* $name:ident, $n:literal: $($k:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name<S = f64>(pub [S; $n]);

        /// As model files write it: the components in brackets.
        impl<S: fmt::Debug> fmt::Debug for $name<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $name {
            /// The zero vector.
            pub const ZERO: $name = $name([0.0; $n]);
        }

        impl<S: Real> $name<S> {
            /// The zero vector.
            #[inline(always)]
            pub fn zero() -> Self {
                $name([S::from(0.0); $n])
            }

            /// A vector known in numbers.
            #[inline(always)]
            pub fn constant(v: $name) -> Self {
                v.map(S::from)
            }

            /// a · b
            #[inline(always)]
            pub fn dot(self, b: Self) -> S {
                let mut sum = self[0] * b[0];
                for k in 1..$n {
                    sum = self[k].times_plus(b[k], sum);
                }
                sum
            }

            /// |a|
            #[inline(always)]
            pub fn norm(self) -> S {
                self.dot(self).sqrt()
            }
        }

        impl<S> $name<S> {
            /// A function of each component.
            #[inline(always)]
            pub fn map<T>(self, f: impl FnMut(S) -> T) -> $name<T> {
                $name(self.0.map(f))
            }

            /// Its components, by reference.
            pub fn iter(&self) -> std::slice::Iter<'_, S> {
                self.0.iter()
            }
        }

        impl<S: Default> Default for $name<S> {
            fn default() -> Self {
                $name(Default::default())
            }
        }

        impl<S> From<[S; $n]> for $name<S> {
            #[inline(always)]
            fn from(components: [S; $n]) -> Self {
                $name(components)
            }
        }

        impl<S> IntoIterator for $name<S> {
            type Item = S;
            type IntoIter = std::array::IntoIter<S, $n>;
            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'a, S> IntoIterator for &'a $name<S> {
            type Item = &'a S;
            type IntoIter = std::slice::Iter<'a, S>;
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        impl<S> Index<usize> for $name<S> {
            type Output = S;
            #[inline(always)]
            fn index(&self, k: usize) -> &S {
                &self.0[k]
            }
        }

        impl<S> IndexMut<usize> for $name<S> {
            #[inline(always)]
            fn index_mut(&mut self, k: usize) -> &mut S {
                &mut self.0[k]
            }
        }

        impl<S: Real> Neg for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $name([$(-self.0[$k]),*])
            }
        }

        impl<S: Real> Add for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                $name([$(self.0[$k] + b.0[$k]),*])
            }
        }

        impl<S: Real> Sub for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, b: Self) -> Self {
                $name([$(self.0[$k] - b.0[$k]),*])
            }
        }

        impl<S: Real> Mul<S> for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, k: S) -> Self {
                $name([$(self.0[$k] * k),*])
            }
        }

        impl<S: Real> Mul<$name<S>> for f64 {
            type Output = $name<S>;
            #[inline(always)]
            fn mul(self, v: $name<S>) -> $name<S> {
                $name([$(v.0[$k] * self),*])
            }
        }

        impl<S: Real> AddAssign for $name<S> {
            #[inline(always)]
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }

        impl<S: Real> SubAssign for $name<S> {
            #[inline(always)]
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
    };
}

vector! {
    /// A vector in space.
    Vec3, 3: 0 1 2
}

vector! {
    /// A vector in the plane.
    Vec2, 2: 0 1
}

impl<S: Real> Vec3<S> {
    /// a × b
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        let a = self;
        Vec3([
            a[2].times_from(b[1], a[1] * b[2]),
            a[0].times_from(b[2], a[2] * b[0]),
            a[1].times_from(b[0], a[0] * b[1]),
        ])
    }
}

impl Vec3 {
    /// a / |a|; `None` when a is zero or not finite.
    pub fn unit(self) -> Option<Vec3> {
        // Scaled first, so that very small and very large vectors keep their direction.
        let largest = self.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        let scaled = 1.0 / largest * self;
        let scaled = if scaled.iter().all(|x| x.is_finite()) { scaled } else { self.map(|x| x / largest) };
        Some(1.0 / scaled.norm() * scaled)
    }

    /// Some unit vector perpendicular to the unit vector a: the world axis least aligned with a, made perpendicular.
    pub fn perpendicular(self) -> Vec3 {
        let mut least = 0;
        for k in 1..3 {
            if self[k].abs() < self[least].abs() {
                least = k;
            }
        }
        let mut e = Vec3::ZERO;
        e[least] = 1.0;
        let p = e - e.dot(self) * self;
        1.0 / p.norm() * p
    }

    /// Its first two components.
    #[inline(always)]
    pub fn in_plane(self) -> Vec2 {
        Vec2([self[0], self[1]])
    }
}

impl<S: Real> Vec2<S> {
    /// a × b, its only component.
    #[inline(always)]
    pub fn cross(self, b: Self) -> S {
        self[1].times_from(b[0], self[0] * b[1])
    }

    /// ẑ × a: the vector a quarter turn on.
    #[inline(always)]
    pub fn across(self) -> Self {
        Vec2([-self[1], self[0]])
    }

    /// Turned by the angle with this cosine and sine.
    #[inline(always)]
    pub fn turned(self, turn: Self) -> Self {
        let [c, s] = turn.0;
        Vec2([s.times_from(self[1], c * self[0]), c.times_plus(self[1], s * self[0])])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_keeps_direction_at_extreme_lengths() {
        for size in [1e-300, 1e-310, 1.0, 1e300] {
            let u = Vec3([3.0 * size, 0.0, 4.0 * size]).unit().unwrap();
            assert!((u[0] - 0.6).abs() < 1e-12 && (u[2] - 0.8).abs() < 1e-12, "{size}: {u:?}");
        }
        assert_eq!(Vec3::ZERO.unit(), None);
        assert_eq!(Vec3([f64::NAN, 0.0, 0.0]).unit(), None);
    }

    #[test]
    fn perpendicular_is_perpendicular_and_unit() {
        for a in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, -0.8], [0.48, 0.6, 0.64]].map(Vec3) {
            let p = a.perpendicular();
            assert!(p.dot(a).abs() < 1e-15 && (p.norm() - 1.0).abs() < 1e-15);
        }
    }
}
