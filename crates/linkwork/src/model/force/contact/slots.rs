//! Points of contact of pairs that may have many: those that lie deepest, in a fixed number of slots.

use super::touch::{Touch, value};
use crate::spatial::Real;

/// Places nearer than this to each other, by the size of what touches, are the same one.
const SAME: f64 = 1e-7;

/// The deepest points that were added, at most so many, in the order in which they came.
pub(super) struct Slots<S, const N: usize> {
    touches: [Option<Touch<S>>; N],
    n: usize,
    /// The gap of pairs that have no point near, or the least of those that have no load.
    nearest: Touch<S>,
}

impl<S: Real, const N: usize> Slots<S, N> {
    /// With a point for pairs that are apart.
    pub(super) fn new(apart: Touch<S>) -> Self {
        Slots { touches: [None; N], n: 0, nearest: Touch { share: S::from(0.0), ..apart } }
    }

    /// Adds a point, unless it is where another one of the same direction is, or all others are deeper.
    pub(super) fn add(&mut self, touch: Touch<S>, size: f64) {
        let same = |other: &Touch<S>| {
            let away = (other.point - touch.point).map(value);
            away.norm() < SAME * size && value(other.direction.dot(touch.direction)) > 0.5
        };
        if value(touch.gap) < value(self.nearest.gap) {
            self.nearest = Touch { share: S::from(0.0), ..touch };
        }
        let present = self.touches.iter_mut().take(self.n).flatten();
        if let Some(other) = present.into_iter().find(|other| same(other)) {
            if value(touch.gap) < value(other.gap) {
                *other = touch;
            }
            return;
        }
        if self.n < N {
            self.touches[self.n] = Some(touch);
            self.n += 1;
            return;
        }
        let gap = |k: usize| self.touches[k].map_or(f64::INFINITY, |touch| value(touch.gap));
        let shallowest = (0..N).fold(0, |most, k| if gap(k) > gap(most) { k } else { most });
        if value(touch.gap) < gap(shallowest) {
            self.touches[shallowest..].rotate_left(1);
            self.touches[N - 1] = Some(touch);
        }
    }

    /// Tells as many points as there are slots.
    pub(super) fn tell(&self, tell: &mut dyn FnMut(Touch<S>)) {
        self.touches.iter().for_each(|touch| tell(touch.unwrap_or(self.nearest)));
    }
}
