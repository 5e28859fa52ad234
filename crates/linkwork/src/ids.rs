//! Identities of bodies, joints and forces: small types, so that a body can never be mistaken for a joint.
//!
//! Ids are stable: they follow the order of the model file and never change. Positions in some other order
//! (elimination order, say) are plain `usize` and stay inside the module that made them.

use std::fmt;

/// A body of the model: a moving body, or the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct BodyId(u32);

impl BodyId {
    /// The fixed body, which every model has.
    pub const GROUND: BodyId = BodyId(u32::MAX);

    /// The moving body at this position of [`Model::bodies`](crate::Model::bodies).
    pub fn new(index: usize) -> Self {
        debug_assert!(index < u32::MAX as usize);
        BodyId(index as u32)
    }

    /// Position among the moving bodies; `None` for the ground.
    #[inline]
    pub fn index(self) -> Option<usize> {
        (self != Self::GROUND).then_some(self.0 as usize)
    }

    /// Whether this is the fixed body.
    #[inline]
    pub fn is_ground(self) -> bool {
        self == Self::GROUND
    }
}

impl fmt::Debug for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index() {
            Some(i) => write!(f, "body {i}"),
            None => write!(f, "ground"),
        }
    }
}

/// A joint of the model: its position in [`Model::joints`](crate::Model::joints).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct JointId(u32);

impl JointId {
    /// The joint at this position.
    pub fn new(index: usize) -> Self {
        JointId(index as u32)
    }

    /// Position in [`Model::joints`](crate::Model::joints).
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
