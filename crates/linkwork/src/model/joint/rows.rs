//! Where a joint's equations are written: a small buffer of at most six rows, reused from joint to joint.

use crate::spatial::Real;

/// A scalar that the motion of two bodies determines: its value, rate, gradient, and the part of its second
/// derivative that does not depend on accelerations. W is the number of velocities of a body: 3 or 6.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measure<const W: usize, S = f64> {
    /// Value.
    pub value: S,
    /// Rate.
    pub rate: S,
    /// Gradient with respect to the first body's motion.
    pub first: [S; W],
    /// Gradient with respect to the second body's motion.
    pub second: [S; W],
    /// Second derivative at zero accelerations.
    pub bias: S,
}

impl<const W: usize, S: Real> Measure<W, S> {
    /// Measured from another zero.
    #[inline(always)]
    pub(super) fn counted_from(self, zero: f64) -> Self {
        Measure { value: self.value - zero, ..self }
    }

    /// self − k other
    #[inline(always)]
    pub(super) fn less(mut self, k: f64, other: &Self) -> Self {
        self.value -= other.value * k;
        self.rate -= other.rate * k;
        self.bias -= other.bias * k;
        for c in 0..W {
            self.first[c] -= other.first[c] * k;
            self.second[c] -= other.second[c] * k;
        }
        self
    }
}

/// The equations of one joint: G by body, Φ, ν and τ by equation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<const W: usize, S = f64> {
    /// Number of equations written so far.
    pub n: usize,
    /// G for the first body, transposed: by velocity, then by equation.
    pub first: [[S; 6]; W],
    /// G for the second body, likewise.
    pub second: [[S; 6]; W],
    /// Φ.
    pub residual: [S; 6],
    /// ν in G v = ν.
    pub velocity: [S; 6],
    /// τ in G a = τ.
    pub acceleration: [S; 6],
}

impl<const W: usize, S: Real> Default for Rows<W, S> {
    fn default() -> Self {
        let zero = [S::from(0.0); 6];
        Rows { n: 0, first: [zero; W], second: [zero; W], residual: zero, velocity: zero, acceleration: zero }
    }
}

impl<const W: usize, S: Real> Rows<W, S> {
    /// Appends the equation `measure = target`, the target given with its two derivatives.
    #[inline(always)]
    pub(crate) fn push(&mut self, m: &Measure<W, S>, target: [S; 3]) {
        // One check for all that follows: no joint has more than six equations.
        let n = self.n.min(5);
        for c in 0..W {
            self.first[c][n] = m.first[c];
            self.second[c][n] = m.second[c];
        }
        self.residual[n] = m.value - target[0];
        self.velocity[n] = target[1];
        self.acceleration[n] = target[2] - m.bias;
        self.n = n + 1;
    }

    /// Drops the equations whose bits are set; where none remains, there is one without coefficients, 0 = 0.
    #[cold]
    pub(crate) fn leave_out(&mut self, mask: u8) {
        let n = std::mem::take(&mut self.n);
        for from in (0..n).filter(|k| mask >> k & 1 == 0) {
            for c in 0..W {
                self.first[c][self.n] = self.first[c][from];
                self.second[c][self.n] = self.second[c][from];
            }
            for values in [&mut self.residual, &mut self.velocity, &mut self.acceleration] {
                values[self.n] = values[from];
            }
            self.n += 1;
        }
        if self.n == 0 {
            *self = Rows { n: 1, ..Rows::default() };
        }
    }

    /// Drops all equations but the last.
    pub(crate) fn keep_last(&mut self) {
        let Some(last) = self.n.checked_sub(1) else { return };
        for c in 0..W {
            self.first[c][0] = self.first[c][last];
            self.second[c][0] = self.second[c][last];
        }
        for values in [&mut self.residual, &mut self.velocity, &mut self.acceleration] {
            values[0] = values[last];
        }
        self.n = 1;
    }
}
