//! `bushing`: six springs and dampers between a frame F₁ on the first body and a frame F₂ on the second.
//!
//! With the displacement d = R₁ᵀ(P₂ − P₁) and the rotation vector θ of R₁ᵀR₂, both in F₁, the potential is
//!
//! ```text
//! V = ½ dᵀ K_d d + ½ θᵀ K_θ θ                                                                   (1)
//! ```
//!
//! for any rotation up to a half turn. The relative velocities in F₁ are ḋ = R₁ᵀ(v₂ − v₁) at the point P₂, and
//! ω = R₁ᵀ(ω₂ − ω₁); since d(R₁ᵀR₂)/dt = ω̃ R₁ᵀR₂, the rotation vector changes by θ̇ = J⁻¹ω with
//!
//! ```text
//! J⁻¹ = 1 − ½ θ̃ + c θ̃²,   c = (1 − ½φ cot ½φ) / φ²,   φ = |θ|                                   (2)
//! ```
//!
//! so the load on the second body, in F₁ and at P₂, that has (1) as its potential is
//!
//! ```text
//! force −K_d d − C_d ḋ,   torque −J⁻ᵀ K_θ θ − C_θ ω                                             (3)
//! ```
//!
//! and the first body gets the opposite, at P₂ as well: the two are in balance for any displacement. Beyond a half turn
//! θ changes to the shorter way round, and with it the torque.

use super::{Attachment, Drawing, Ends, ForceReader, ForceType, Hold, Loads, Measured, Parameter, Row, Surroundings};
use crate::model::file::dimension::{Dimension, Measure};
use crate::model::file::{ForceEntry, Law, Numbers};
use crate::model::{Joint, Marker, Space};
use crate::spatial::{Mat3, Pose, Quat, Real, Vec3, Wrench};

/// Six springs and dampers between two frames: three along, three about the axes of the first frame.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Bushing {
    /// Unique.
    pub name: String,
    /// Frame on the first body.
    pub first: Marker,
    /// Frame on the second body.
    pub second: Marker,
    /// Along x, y, z (N/m), about x, y, z (N·m/rad).
    pub stiffness: [f64; 6],
    /// Along x, y, z (N·s/m), about x, y, z (N·m·s/rad).
    pub damping: [f64; 6],
}

/// Where the second frame is, seen from the first.
struct Offset<S> {
    /// Poses of both bodies.
    poses: [Pose<S>; 2],
    /// First frame to world.
    R1: Mat3<S>,
    /// P₂, in the world.
    point: Vec3<S>,
    /// Displacement, in the first frame.
    d: Vec3<S>,
    /// Rotation vector, in the first frame.
    theta: Vec3<S>,
}

/// Numbers of the rows of d and θ; those of motions in the plane come first.
const DISPLACEMENTS: [usize; 3] = [0, 1, 3];
const ROTATIONS: [usize; 3] = [4, 5, 2];
/// Which of the six coefficients is that of a row.
const COEFFICIENTS: [usize; 6] = [0, 1, 5, 2, 3, 4];

impl<S: Real> Offset<S> {
    /// ḋ
    fn calc_rate(&self) -> Vec3<S> {
        let [a, b] = &self.poses;
        self.R1.tr_mul(b.velocity_at(self.point) - a.velocity_at(self.point))
    }

    /// ω
    fn calc_spin(&self) -> Vec3<S> {
        let [a, b] = &self.poses;
        self.R1.tr_mul(b.w - a.w)
    }
}

impl Bushing {
    fn find_offset<S: Real>(&self, now: &impl Surroundings<S>) -> Offset<S> {
        let poses = [now.pose(self.first.body), now.pose(self.second.body)];
        let [a, b] = &poses;
        let (R1, R2) = (a.R * Mat3::constant(&self.first.axes), b.R * Mat3::constant(&self.second.axes));
        let point = b.point(Vec3::constant(self.second.point));
        let d = R1.tr_mul(point - a.point(Vec3::constant(self.first.point)));
        let theta = Quat::from_matrix(&(R1.transposed() * R2)).rotation_vector();
        Offset { poses, R1, point, d, theta }
    }

    /// Force and torque (3), in the first frame.
    fn calc_load<S: Real>(&self, now: &impl Surroundings<S>, offset: &Offset<S>) -> [Vec3<S>; 2] {
        let [force, k_theta] = self.calc_spring(now, offset);
        let [c, c_turn] = halves(&self.damping);
        let torque = mul_inverse_jacobian_transposed(offset.theta, k_theta) + times(c_turn, offset.calc_spin());
        [-(force + times(c, stretched(DISPLACEMENTS, offset.calc_rate(), |k, x| now.stretch_rate(k, x)))), -torque]
    }

    /// K_d d and K_θ θ.
    fn calc_spring<S: Real>(&self, now: &impl Surroundings<S>, offset: &Offset<S>) -> [Vec3<S>; 2] {
        let [k, k_turn] = halves(&self.stiffness);
        let d = stretched(DISPLACEMENTS, offset.d, |k, x| now.stretch(k, x));
        let theta = stretched(ROTATIONS, offset.theta, |k, x| now.stretch(k, x));
        [times(k, d), times(k_turn, theta)]
    }

    /// The rows of d: along the axes of the first frame.
    fn displacement_rows<S: Real>(&self, now: &impl Surroundings<S>, offset: &Offset<S>) -> [Row<S>; 3] {
        let (rate, [spring, _]) = (offset.calc_rate(), self.calc_spring(now, offset));
        let damper = times(halves(&self.damping)[0], stretched(DISPLACEMENTS, rate, |k, x| now.stretch_rate(k, x)));
        let on = |pose: &Pose<S>, force: Vec3<S>| pose.wrench_of(force, offset.point);
        let [a, b] = &offset.poses;
        std::array::from_fn(|axis| {
            let direction = offset.R1.column(axis);
            Row {
                value: offset.d[axis],
                rate: rate[axis],
                load: -(spring[axis] + damper[axis]),
                bodies: [self.first.body, self.second.body],
                wrenches: [on(a, -direction), on(b, direction)],
            }
        })
    }

    /// The rows of θ: a load along one is the torque J⁻ᵀ e, so that of the damper, −C_θ ω, is −JᵀC_θ ω. A change of the
    /// rate by an integrator is damped as if rotations were small.
    fn rotation_rows<S: Real>(&self, now: &impl Surroundings<S>, offset: &Offset<S>) -> [Row<S>; 3] {
        let (w, damping) = (offset.calc_spin(), halves(&self.damping)[1]);
        let [_, spring] = self.calc_spring(now, offset);
        let damper = mul_jacobian_transposed(offset.theta, times(damping, w));
        let directions = inverse_jacobian_columns(offset.theta);
        std::array::from_fn(|axis| {
            let direction = directions[axis];
            let rate = direction.dot(w);
            let added = now.stretch_rate(ROTATIONS[axis], rate) - rate;
            let torque = offset.R1 * direction;
            Row {
                value: offset.theta[axis],
                rate,
                load: -(spring[axis] + damper[axis] + added * damping[axis]),
                bodies: [self.first.body, self.second.body],
                wrenches: [-torque, torque].map(|torque| Wrench { force: Vec3::zero(), torque }),
            }
        })
    }

    /// Six coefficients; in the plane three: x, y and rotation.
    fn read_six(r: &mut ForceReader, key: &str, written: &Option<Law>) -> [f64; 6] {
        let list: &[f64] = match written {
            None => return [0.0; 6],
            Some(Law::Numbers(Numbers::One(_)) | Law::Curve(_)) => &[],
            Some(Law::Numbers(Numbers::Many(list))) => list,
        };
        if let Some(wrong) = list.iter().find(|v| !(v.is_finite() && **v >= 0.0)) {
            r.fault(key, format!("all its numbers must be zero or positive and finite, found {wrong}"));
            return [0.0; 6];
        }
        match (r.planar(), list) {
            (true, &[x, y, rotation]) => [x, y, 0.0, 0.0, 0.0, rotation],
            (true, &[x, y, _, _, _, rotation]) => [x, y, 0.0, 0.0, 0.0, rotation],
            (false, &[a, b, c, d, e, f]) => [a, b, c, d, e, f],
            (planar, list) => {
                let found = if list.is_empty() { "none in a list".into() } else { list.len().to_string() };
                let count = if planar { "3 numbers (x, y, rotation)" } else { "6 numbers (along and about x, y, z)" };
                r.fault(key, format!("`{key}` of a bushing needs {count}, found {found}"));
                [0.0; 6]
            }
        }
    }
}

impl ForceType for Bushing {
    const WORD: &'static str = "bushing";
    const KEYS: &'static [&'static str] =
        &["bodies", "point", "axis", "normal", "first", "second", "stiffness", "damping"];
    const OWN_MEASURES: &'static [(&'static str, Measure)] = &[
        ("stiffness", Measure::Split { along: Dimension::STIFFNESS, about: Dimension::TORSIONAL_STIFFNESS }),
        ("damping", Measure::Split { along: Dimension::DAMPING, about: Dimension::TORSIONAL_DAMPING }),
    ];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let stiffness = Bushing::read_six(r, "stiffness", &r.entry.stiffness);
        if r.entry.stiffness.is_none() {
            r.missing("stiffness", "six numbers: along x, y, z and about x, y, z");
        }
        let damping = Bushing::read_six(r, "damping", &r.entry.damping);
        let [first, second] = r.frames("a bushing")?;
        Some(Bushing { name: r.name(), first, second, stiffness, damping })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        for Marker { body, point, axes } in [&mut self.first, &mut self.second] {
            visit(Parameter::Body(body));
            visit(Parameter::Vector(point));
            visit(Parameter::Numbers(axes.0.as_flattened()));
        }
        visit(Parameter::Numbers(&self.stiffness));
        visit(Parameter::Numbers(&self.damping));
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends { first: Attachment::of(&self.first), second: Some(Attachment::of(&self.second)) }
    }

    fn may_change_energy(&self) -> bool {
        self.damping != [0.0; 6]
    }

    fn drawing(&self) -> Drawing {
        let axis = Some(self.first.axes.column(2));
        Drawing { axis, has_moment: true, ..Drawing::new(2, Hold::Mount) }
    }

    fn quantities(space: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[
            Measured::new("dx", "displacement", "m"),
            Measured::new("dy", "displacement", "m"),
            Measured::new("dz", "displacement", "m"),
            Measured::new("rx", "angle", "rad"),
            Measured::new("ry", "angle", "rad"),
            Measured::new("rz", "angle", "rad"),
            Measured::new("fx", "force", "N"),
            Measured::new("fy", "force", "N"),
            Measured::new("fz", "force", "N"),
            Measured::new("tx", "torque", "N·m"),
            Measured::new("ty", "torque", "N·m"),
            Measured::new("tz", "torque", "N·m"),
        ];
        const PLANAR: &[Measured] = &[ALL[0], ALL[1], ALL[5], ALL[6], ALL[7], ALL[11]];
        match space {
            Space::Planar => PLANAR,
            Space::Spatial => ALL,
        }
    }

    /// Load (3) on the second body, and its opposite on the first.
    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let offset = self.find_offset(now);
        let [force, torque] = self.calc_load(now, &offset).map(|load| offset.R1 * load);
        let wrench = |pose: &Pose<S>, force: Vec3<S>, torque: Vec3<S>| {
            let at_center = pose.wrench_of(force, offset.point);
            Wrench { torque: at_center.torque + torque, ..at_center }
        };
        let [a, b] = &offset.poses;
        loads.add(self.second.body, wrench(b, force, torque));
        loads.add(self.first.body, wrench(a, -force, -torque));
    }

    /// The potential (1).
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let Offset { d, theta, .. } = self.find_offset(now);
        let [k, k_turn] = halves(&self.stiffness);
        d.dot(times(k, d)) * 0.5 + theta.dot(times(k_turn, theta)) * 0.5
    }

    fn n_rows(&self, space: Space) -> usize {
        match space {
            Space::Planar => 3,
            Space::Spatial => 6,
        }
    }

    fn rows<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(Row<S>)) {
        let offset = self.find_offset(now);
        let (along, about) = (self.displacement_rows(now, &offset), self.rotation_rows(now, &offset));
        let rows = [along[0], along[1], about[2], along[2], about[0], about[1]];
        rows[..self.n_rows(space)].iter().for_each(|row| tell(*row));
    }

    /// ḋ and θ̇ = J⁻¹ω.
    fn rates(&self, space: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(f64)) {
        let offset = self.find_offset(now);
        let along = offset.calc_rate();
        let about = mul_with(-offset.theta, calc_factor(offset.theta), offset.calc_spin());
        let rates = [along[0], along[1], about[2], along[2], about[0], about[1]];
        rates[..self.n_rows(space)].iter().for_each(|rate| tell(*rate));
    }

    /// The law is linear: its coefficients are the derivatives.
    fn tangents(&self, space: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(Row, [f64; 2])) {
        let mut coefficients = COEFFICIENTS.iter().map(|&k| [-self.stiffness[k], -self.damping[k]]);
        self.rows(space, now, &mut |row| tell(row, coefficients.next().unwrap_or_default()));
    }

    fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let offset = self.find_offset(now);
        let [f, t] = self.calc_load(now, &offset);
        let (d, theta) = (offset.d, offset.theta);
        match space {
            Space::Planar => tell(&[d[0], d[1], theta[2], f[0], f[1], t[2]]),
            Space::Spatial => tell([d, theta, f, t].map(|v| v.0).as_flattened()),
        }
    }
}

/// J⁻ᵀ x = x + ½ θ × x + c θ × (θ × x), see (2).
fn mul_inverse_jacobian_transposed<S: Real>(theta: Vec3<S>, x: Vec3<S>) -> Vec3<S> {
    mul_with(theta, calc_factor(theta), x)
}

/// Columns of J⁻ᵀ.
fn inverse_jacobian_columns<S: Real>(theta: Vec3<S>) -> [Vec3<S>; 3] {
    let c = calc_factor(theta);
    std::array::from_fn(|axis| mul_with(theta, c, Vec3::constant(unit(axis))))
}

/// c of (2).
fn calc_factor<S: Real>(theta: Vec3<S>) -> S {
    let square = theta.dot(theta);
    // Below 0.1 rad the quotient loses digits; there the next term of its series is 2e-16.
    let series = square * (square * (square / 1209600.0 + 1.0 / 30240.0) + 1.0 / 720.0) + 1.0 / 12.0;
    if is_small(square) {
        return series;
    }
    let half = square.sqrt() * 0.5;
    square.select_below(S::from(0.01), series, (S::from(1.0) - half / half.tan()) / square)
}

fn mul_with<S: Real>(theta: Vec3<S>, c: S, x: Vec3<S>) -> Vec3<S> {
    let once = theta.cross(x);
    x + 0.5 * once + theta.cross(once) * c
}

/// Jᵀ x = x − a θ × x + b θ × (θ × x), a = (1 − cos φ)/φ², b = (φ − sin φ)/φ³: the inverse of J⁻ᵀ.
fn mul_jacobian_transposed<S: Real>(theta: Vec3<S>, x: Vec3<S>) -> Vec3<S> {
    let square = theta.dot(theta);
    let a_series = square * (square * (square * (-1.0 / 40320.0) + 1.0 / 720.0) - 1.0 / 24.0) + 0.5;
    let b_series = square * (square * (square * (-1.0 / 362880.0) + 1.0 / 5040.0) - 1.0 / 120.0) + 1.0 / 6.0;
    if is_small(square) {
        return mul_with_both(theta, [a_series, b_series], x);
    }
    let small = square.select_below(S::from(0.01), S::from(1.0), S::from(0.0));
    // Anything but zero, where the series is taken.
    let (safe, one) = (square + small, S::from(1.0));
    let angle = safe.sqrt();
    let (sin, cos) = angle.sin_cos();
    let a = square.select_below(S::from(0.01), a_series, (one - cos) / safe);
    let b = square.select_below(S::from(0.01), b_series, (angle - sin) / (safe * angle));
    mul_with_both(theta, [a, b], x)
}

/// x − a θ × x + b θ × (θ × x)
fn mul_with_both<S: Real>(theta: Vec3<S>, [a, b]: [S; 2], x: Vec3<S>) -> Vec3<S> {
    let once = theta.cross(x);
    x - once * a + theta.cross(once) * b
}

/// Whether a series is taken, as far as that is known: then nothing else need be computed.
fn is_small<S: Real>(square: S) -> bool {
    square.primal().is_some_and(|square| square < 0.01)
}

/// Each component as an integrator has it.
fn stretched<S: Real>(rows: [usize; 3], x: Vec3<S>, of: impl Fn(usize, S) -> S) -> Vec3<S> {
    let [i, j, k] = rows;
    Vec3([of(i, x[0]), of(j, x[1]), of(k, x[2])])
}

fn unit(axis: usize) -> Vec3 {
    Vec3(std::array::from_fn(|k| f64::from(u8::from(k == axis))))
}

/// The numbers for the three translations and for the three rotations.
fn halves(&[a, b, c, d, e, f]: &[f64; 6]) -> [Vec3; 2] {
    [Vec3([a, b, c]), Vec3([d, e, f])]
}

/// The product with a diagonal matrix.
fn times<S: Real>(diagonal: Vec3, x: Vec3<S>) -> Vec3<S> {
    Vec3([x[0] * diagonal[0], x[1] * diagonal[1], x[2] * diagonal[2]])
}

impl ForceEntry {
    /// Six springs and dampers between two bodies, at a point of the world.
    pub fn bushing(first: impl Into<String>, second: impl Into<String>, point: impl Into<Vec<f64>>) -> Self {
        ForceEntry::new(Bushing::WORD).bodies([first.into(), second.into()]).point(point)
    }
}
