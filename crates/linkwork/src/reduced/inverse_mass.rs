//! M⁻¹ by node: how a node accelerates under loads on its handles.

use super::pattern::Pattern;

/// The inverse mass of every node, in one of five shapes; weights by coordinate are masses too.
#[derive(Clone, Debug)]
pub enum InverseMass {
    /// Bodies in the plane: 1/m and 1/I.
    Planar(Vec<[f64; 2]>),
    /// Bodies in space: 1/m, then J⁻¹ in world axes as xx, yy, zz, xy, xz, yz.
    Spatial(Vec<[f64; 7]>),
    /// Weights in the plane: by body, one over the weight of x, y and the angle.
    PlanarWeights(Vec<[f64; 3]>),
    /// Weights in space: by body, one over the weight of x, y and z, then the inverse of the weights of a rotation in
    /// world axes as xx, yy, zz, xy, xz, yz.
    SpatialWeights(Vec<[f64; 9]>),
    /// Subsystems: for each node the symmetric response of all its handles to loads on them, row by row; the start
    /// of each node's matrix, then the entries.
    Handles(Vec<usize>, Vec<f64>),
}

impl InverseMass {
    /// Zeros of the shape for subsystems with several handles.
    pub fn of_handles(pattern: &Pattern) -> InverseMass {
        let mut starts = Vec::with_capacity(pattern.n_nodes());
        let mut end = 0;
        for node in 0..pattern.n_nodes() {
            starts.push(end);
            end += (pattern.handles(node).len() * pattern.width()).pow(2);
        }
        InverseMass::Handles(starts, vec![0.0; end])
    }

    /// Takes over the numbers of another one; where both have the same shape, in the memory at hand.
    pub(crate) fn copy_from(&mut self, other: &InverseMass) {
        match (self, other) {
            (InverseMass::Planar(to), InverseMass::Planar(from)) => to.clone_from(from),
            (InverseMass::Spatial(to), InverseMass::Spatial(from)) => to.clone_from(from),
            (InverseMass::PlanarWeights(to), InverseMass::PlanarWeights(from)) => to.clone_from(from),
            (InverseMass::SpatialWeights(to), InverseMass::SpatialWeights(from)) => to.clone_from(from),
            (InverseMass::Handles(starts, to), InverseMass::Handles(from_starts, from)) => {
                starts.clone_from(from_starts);
                to.clone_from(from);
            }
            (to, from) => *to = from.clone(),
        }
    }

    /// Whether these are weights by which coordinates are chosen, and no masses.
    pub(crate) fn is_weighted(&self) -> bool {
        matches!(self, InverseMass::PlanarWeights(_) | InverseMass::SpatialWeights(_))
    }

    /// Writes M⁻¹ of a node as a full matrix, row by row, into `out`; its order is handles × width.
    pub fn write_full(&self, pattern: &Pattern, node: usize, out: &mut [f64]) {
        let n = pattern.handles(node).len() * pattern.width();
        match self {
            InverseMass::Planar(bodies) => {
                let [w, i] = bodies[node];
                out[..9].copy_from_slice(&[w, 0.0, 0.0, 0.0, w, 0.0, 0.0, 0.0, i]);
            }
            InverseMass::Spatial(bodies) => write_spatial(&spread(&bodies[node]), out),
            InverseMass::PlanarWeights(bodies) => {
                let [x, y, angle] = bodies[node];
                out[..9].copy_from_slice(&[x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, angle]);
            }
            InverseMass::SpatialWeights(bodies) => write_spatial(&bodies[node], out),
            InverseMass::Handles(starts, values) => {
                out[..n * n].copy_from_slice(&values[starts[node]..starts[node] + n * n]);
            }
        }
    }

    /// Writes how the first of two handles of a node answers to loads on the second, row by row, into `out`, width by
    /// width.
    pub(crate) fn write_pair(&self, pattern: &Pattern, node: usize, [a, b]: [usize; 2], out: &mut [f64]) {
        let InverseMass::Handles(starts, values) = self else { return self.write_full(pattern, node, out) };
        let (handles, width) = (pattern.handles(node), pattern.width());
        let (first, n) = (handles.start, handles.len() * width);
        for (k, row) in out.chunks_exact_mut(width).enumerate() {
            let from = starts[node] + ((a - first) * width + k) * n + (b - first) * width;
            row.copy_from_slice(&values[from..from + width]);
        }
    }

    /// w = M⁻¹ w for the one handle of a body.
    #[inline(always)]
    pub(super) fn mul_one(&self, body: usize, load: &mut [f64]) {
        match self {
            InverseMass::Planar(m) => replace(load, |l| mul_planar(&m[body], l)),
            InverseMass::PlanarWeights(m) => replace(load, |l| mul_planar_weights(&m[body], l)),
            InverseMass::Spatial(m) => replace(load, |l| mul_spatial(&m[body], l)),
            InverseMass::SpatialWeights(m) => replace(load, |l| mul_spatial_weights(&m[body], l)),
            InverseMass::Handles(..) => unreachable!("handles of a subsystem answer together"),
        }
    }

    /// a = M⁻¹ w for all handles.
    pub(crate) fn mul(&self, pattern: &Pattern, loads: &[f64], accelerations: &mut [f64]) {
        match self {
            InverseMass::Planar(bodies) => mul_all(bodies, loads, accelerations, mul_planar),
            InverseMass::Spatial(bodies) => mul_all(bodies, loads, accelerations, mul_spatial),
            InverseMass::PlanarWeights(bodies) => mul_all(bodies, loads, accelerations, mul_planar_weights),
            InverseMass::SpatialWeights(bodies) => mul_all(bodies, loads, accelerations, mul_spatial_weights),
            InverseMass::Handles(starts, values) => {
                for node in 0..pattern.n_nodes() {
                    let handles = pattern.handles(node);
                    let (first, n) = (handles.start * pattern.width(), handles.len() * pattern.width());
                    for i in 0..n {
                        let row = &values[starts[node] + i * n..][..n];
                        accelerations[first + i] = row.iter().zip(&loads[first..first + n]).map(|(m, l)| m * l).sum();
                    }
                }
            }
        }
    }
}

/// Puts what `mul` makes of a load in its place.
#[inline(always)]
fn replace<const W: usize>(load: &mut [f64], mul: impl FnOnce(&[f64; W]) -> [f64; W]) {
    let load: &mut [f64; W] = load.try_into().expect("loads have the width of the bodies");
    *load = mul(load);
}

/// M⁻¹ times the load of every body, one handle each.
#[inline(always)]
fn mul_all<const N: usize, const W: usize>(
    bodies: &[[f64; N]],
    loads: &[f64],
    accelerations: &mut [f64],
    mul: impl Fn(&[f64; N], &[f64; W]) -> [f64; W],
) {
    let (loads, out) = (loads.as_chunks::<W>().0, accelerations.as_chunks_mut::<W>().0);
    for ((m, l), a) in bodies.iter().zip(loads).zip(out) {
        *a = mul(m, l);
    }
}

/// The full matrix of three numbers for translations and a symmetric block for rotations.
fn write_spatial(&[x, y, z, xx, yy, zz, xy, xz, yz]: &[f64; 9], out: &mut [f64]) {
    out[..36].fill(0.0);
    let rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    for (k, w) in [x, y, z].into_iter().enumerate() {
        out[7 * k] = w;
        out[6 * (k + 3) + 3..6 * (k + 3) + 6].copy_from_slice(&rows[k]);
    }
}

/// M⁻¹ times a load, for a body in the plane.
#[inline(always)]
fn mul_planar(m: &[f64; 2], l: &[f64; 3]) -> [f64; 3] {
    [m[0] * l[0], m[0] * l[1], m[1] * l[2]]
}

/// 1/m for each of x, y and z, then J⁻¹: a body's inverse mass in the form of weights.
#[inline(always)]
pub(crate) fn spread(&[w, xx, yy, zz, xy, xz, yz]: &[f64; 7]) -> [f64; 9] {
    [w, w, w, xx, yy, zz, xy, xz, yz]
}

/// M⁻¹ times a load, for a body in space.
#[inline(always)]
fn mul_spatial(m: &[f64; 7], l: &[f64; 6]) -> [f64; 6] {
    mul_spatial_weights(&spread(m), l)
}

/// Inverse weights times a load, for a body in the plane.
#[inline(always)]
fn mul_planar_weights(m: &[f64; 3], l: &[f64; 3]) -> [f64; 3] {
    [m[0] * l[0], m[1] * l[1], m[2] * l[2]]
}

/// Inverse weights times a load, for a body in space.
#[inline(always)]
fn mul_spatial_weights(m: &[f64; 9], l: &[f64; 6]) -> [f64; 6] {
    let [x, y, z, xx, yy, zz, xy, xz, yz] = *m;
    [
        x * l[0],
        y * l[1],
        z * l[2],
        xx * l[3] + xy * l[4] + xz * l[5],
        xy * l[3] + yy * l[4] + yz * l[5],
        xz * l[3] + yz * l[4] + zz * l[5],
    ]
}
