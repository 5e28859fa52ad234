//! How far two motions are apart: rows of the same model at the same times, number by number, by what each number is.
//!
//! Positions are centres of mass (m) and orientations (rad, the angle of the rotation from one to the other, so that a
//! quaternion and its negative are the same and full turns of a planar angle do not count), velocities likewise (m/s,
//! rad/s), reactions forces and torques (N, N m). Of each the largest difference of any component is taken.

use linkwork::spatial::Quat;
use serde::Serialize;
use std::f64::consts::{PI, TAU};

/// A number for positions, velocities and reactions each: a difference, a size, or what may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Apart {
    /// m and rad
    pub position: f64,
    /// m/s and rad/s
    pub velocity: f64,
    /// N and N m
    pub reaction: f64,
}

impl Apart {
    /// The larger of each, a number that is not finite counting as larger than all others.
    pub fn max(self, other: Apart) -> Apart {
        self.with(other, larger)
    }

    /// Both joined, number by number.
    pub fn with(self, other: Apart, join: impl Fn(f64, f64) -> f64) -> Apart {
        Apart {
            position: join(self.position, other.position),
            velocity: join(self.velocity, other.velocity),
            reaction: join(self.reaction, other.reaction),
        }
    }

    /// With reactions only where they are definite.
    pub fn only(self, is_definite: bool) -> Apart {
        Apart { reaction: if is_definite { self.reaction } else { 0.0 }, ..self }
    }

    /// With their names.
    pub fn named(&self) -> [(&'static str, f64); 3] {
        [("position", self.position), ("velocity", self.velocity), ("reaction", self.reaction)]
    }
}

/// `f64::max` would hide what is not a number.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || a.is_nan() { a } else { b }
}

/// The quantity in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Coordinate,
    /// The first of the four numbers of a quaternion.
    Quaternion,
    Angle,
    Velocity,
    Reaction,
}

/// Which columns of a row are compared, and as what.
#[derive(Clone, Debug)]
pub struct Columns(Vec<(usize, Kind)>);

impl Columns {
    /// From the names of the channels: what they mean stands behind the last dot.
    pub fn of(channels: &[String]) -> Columns {
        let kind = |name: &String| {
            Some(match name.rsplit_once('.')?.1 {
                "x" | "y" | "z" => Kind::Coordinate,
                "qw" => Kind::Quaternion,
                "angle" => Kind::Angle,
                "vx" | "vy" | "vz" | "wx" | "wy" | "wz" | "w" => Kind::Velocity,
                "fx" | "fy" | "fz" | "tx" | "ty" | "tz" => Kind::Reaction,
                _ => return None,
            })
        };
        Columns(channels.iter().enumerate().filter_map(|(k, name)| Some((k, kind(name)?))).collect())
    }

    /// The largest differences of two rows.
    pub fn difference(&self, a: &[f64], b: &[f64]) -> Apart {
        self.largest(|kind, k| match kind {
            Kind::Coordinate | Kind::Velocity | Kind::Reaction => (a[k] - b[k]).abs(),
            Kind::Angle => ((a[k] - b[k] + PI).rem_euclid(TAU) - PI).abs(),
            Kind::Quaternion => angle_between(&a[k..k + 4], &b[k..k + 4]),
        })
    }

    /// The largest numbers in a row: what a relative tolerance is relative to.
    pub fn size(&self, row: &[f64]) -> Apart {
        self.largest(|kind, k| match kind {
            Kind::Quaternion => 1.0,
            Kind::Coordinate | Kind::Angle | Kind::Velocity | Kind::Reaction => row[k].abs(),
        })
    }

    fn largest(&self, value: impl Fn(Kind, usize) -> f64) -> Apart {
        let mut found = Apart::default();
        for &(k, kind) in &self.0 {
            let place = match kind {
                Kind::Coordinate | Kind::Quaternion | Kind::Angle => &mut found.position,
                Kind::Velocity => &mut found.velocity,
                Kind::Reaction => &mut found.reaction,
            };
            *place = larger(value(kind, k), *place);
        }
        found
    }
}

/// The angle of the rotation that takes one orientation to the other, in [0, π].
fn angle_between(a: &[f64], b: &[f64]) -> f64 {
    let quat = |q: &[f64]| Quat([q[0], q[1], q[2], q[3]]);
    (quat(a).conjugate() * quat(b)).rotation_vector().norm()
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::spatial::Vec3;

    fn columns(names: &[&str]) -> Columns {
        Columns::of(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn a_quaternion_and_its_negative_are_the_same_orientation() {
        let c = columns(&["time", "b.qw", "b.qx", "b.qy", "b.qz"]);
        let q = Quat::from_rotation_vector(Vec3([0.3, -1.2, 0.4]));
        let turned = Quat::from_rotation_vector(Vec3([0.0, 0.0, 1e-7])) * q;
        let row = |q: Quat, sign: f64| [&[0.0][..], &q.0.map(|x| sign * x)].concat();
        assert!(c.difference(&row(q, 1.0), &row(q, -1.0)).position < 1e-15);
        let off = c.difference(&row(q, 1.0), &row(turned, -1.0)).position;
        assert!((off - 1e-7).abs() < 1e-15, "{off}");
    }

    #[test]
    fn full_turns_of_an_angle_do_not_count() {
        let c = columns(&["b.angle"]);
        assert!(c.difference(&[0.1], &[0.1 + 3.0 * TAU]).position < 1e-14);
        assert!((c.difference(&[-3.1], &[3.1]).position - (TAU - 6.2)).abs() < 1e-14);
    }

    #[test]
    fn each_number_counts_where_it_belongs() {
        let names =
            ["time", "a.b.x", "a.b.vx", "a.b.w", "a.b.ax", "j.fx", "j.tz", "j.q", "energy.total", "residual.position"];
        let c = columns(&names);
        let zero = [0.0; 10];
        let mut other = [9.0; 10];
        other[1..4].copy_from_slice(&[0.1, -0.2, 0.3]);
        other[5..7].copy_from_slice(&[4.0, -5.0]);
        let expected = Apart { position: 0.1, velocity: 0.3, reaction: 5.0 };
        assert_eq!(c.difference(&zero, &other), expected);
        assert_eq!(c.size(&other), expected);
    }

    #[test]
    fn what_is_not_a_number_is_never_hidden() {
        let c = columns(&["a.x", "b.x", "c.x"]);
        assert!(c.difference(&[0.0; 3], &[1.0, f64::NAN, 2.0]).position.is_nan());
        let rows = [c.difference(&[f64::NAN; 3], &[0.0; 3]), c.difference(&[0.0; 3], &[0.0; 3])];
        assert!(rows.into_iter().fold(Apart::default(), Apart::max).position.is_nan());
    }
}
