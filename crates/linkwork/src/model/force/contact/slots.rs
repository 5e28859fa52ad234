//! Points of contact of pairs that may have many: those that lie deepest, in a fixed number of slots. A point comes to
//! the slot that its label names, or the next free one, so that most keep their slot while others come and go:
//! integrators carry gaps by slot.

use super::touch::{Touch, value};
use crate::spatial::Real;

/// Places nearer than this to each other, by the size of what touches, are the same one.
const SAME: f64 = 1e-7;

/// Rule for two points at the same place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    /// They are one, told by two neighbours: the deeper one counts.
    Same,
    /// They are corners of two facets: loads add up.
    Sum,
}

/// The deepest points that were added, at most so many.
pub(super) struct Slots<S, const N: usize> {
    touches: [Option<Touch<S>>; N],
    /// The gap of pairs that have no point near, or the least of those that have no slot.
    nearest: Touch<S>,
    meeting: Meeting,
    /// Size of what touches (m).
    size: f64,
}

impl<S: Real, const N: usize> Slots<S, N> {
    /// With a point for pairs that are apart.
    pub(super) fn new(apart: Touch<S>, meeting: Meeting, size: f64) -> Self {
        Slots { touches: [None; N], nearest: Touch { share: S::from(0.0), ..apart }, meeting, size }
    }

    /// Adds a point, unless all others are deeper.
    pub(super) fn add(&mut self, touch: Touch<S>, label: usize) {
        if value(touch.gap) < value(self.nearest.gap) {
            self.nearest = Touch { share: S::from(0.0), ..touch };
        }
        let near = SAME * self.size;
        let is_same = |other: &Touch<S>| {
            let away = (other.point - touch.point).map(value);
            away.norm() < near && value(other.direction.dot(touch.direction)) > 0.5
        };
        if let Some(other) = self.touches.iter_mut().flatten().find(|other| is_same(other)) {
            match self.meeting {
                Meeting::Same if value(touch.gap) < value(other.gap) => *other = touch,
                Meeting::Same => {}
                Meeting::Sum => other.share += touch.share,
            }
            return;
        }
        if let Some(slot) = (0..N).map(|step| (label + step) % N).find(|slot| self.touches[*slot].is_none()) {
            self.touches[slot] = Some(touch);
            return;
        }
        let gap = |k: usize| self.touches[k].map_or(f64::INFINITY, |touch| value(touch.gap));
        let shallowest = (0..N).fold(0, |most, k| if gap(k) > gap(most) { k } else { most });
        if value(touch.gap) < gap(shallowest) {
            self.touches[shallowest] = Some(touch);
        }
    }

    /// Tells as many points as there are slots.
    pub(super) fn tell(&self, tell: &mut dyn FnMut(Touch<S>)) {
        self.touches.iter().for_each(|touch| tell(touch.unwrap_or(self.nearest)));
    }
}
