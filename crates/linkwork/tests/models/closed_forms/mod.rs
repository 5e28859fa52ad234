//! Motions with a closed form: pendulums by elliptic functions, free bodies and tops, linkages by trigonometry, and
//! each joint whose acceleration can be written down. Positions, velocities and reactions are compared along the whole
//! motion, in the plane and in space.
//!
//! Tolerances: runs are made at a relative tolerance of 1e-12, which leaves errors of some 1e-11 after a few seconds; a
//! comparison at 1e-9 allows for their growth and would notice any error of formula. Where nothing is integrated
//! (driven mechanisms), round-off of the projection remains, and 1e-11 is asked for.

mod elliptic;
mod free_bodies;
mod joints;
mod linkages;
mod pendulum;
mod rotations;
mod top;
