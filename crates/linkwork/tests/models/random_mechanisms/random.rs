//! Random numbers from a seed (SplitMix64), so that a failing case is reproduced by its seed alone.

use linkwork::spatial::{Mat3, Quat, Vec3};

/// A stream of random numbers.
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between −size and size.
    pub fn within(&mut self, size: f64) -> f64 {
        size * ((self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    }

    /// Between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        0.5 * (low + high) + self.within(0.5 * (high - low))
    }

    /// One of 0 … n − 1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True once in n times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Each component between −size and size.
    pub fn vector(&mut self, size: f64) -> Vec3 {
        Vec3([self.within(size), self.within(size), self.within(size)])
    }

    /// An orientation, uniformly distributed: a Gaussian quaternion, its components by the central limit.
    pub fn orientation(&mut self) -> Quat {
        let mut normal = || (0..6).map(|_| self.within(1.0)).sum::<f64>();
        Quat([normal(), normal(), normal(), normal()]).normalized()
    }

    /// A possible inertia whose principal axes are not the body's: that of random masses, Σ m (|r|² 1 − r rᵀ).
    pub fn inertia(&mut self) -> Mat3 {
        let mut inertia = Mat3([[0.0; 3]; 3]);
        for _ in 0..5 {
            let (mass, r) = (self.between(0.2, 1.0), self.vector(0.7));
            let square = r.iter().map(|x| x * x).sum::<f64>();
            for i in 0..3 {
                inertia.0[i][i] += mass * (square + 0.01);
                for j in 0..3 {
                    inertia.0[i][j] -= mass * r[i] * r[j];
                }
            }
        }
        inertia
    }

    /// A point not further than `size` in each direction from `center`.
    pub fn point_near(&mut self, center: Vec3, size: f64) -> Vec3 {
        center + self.vector(size)
    }

    /// A vector between two lengths.
    pub fn arm(&mut self, low: f64, high: f64) -> Vec3 {
        let direction = self.orientation().matrix().column(0);
        self.between(low, high) * direction
    }
}
