//! `rack_pinion`: the travel of one joint is `ratio` times the angle of another. The equation is that of
//! [`gear`](super::gear), with the joint of the angle first.

pub use super::gear::couple;
