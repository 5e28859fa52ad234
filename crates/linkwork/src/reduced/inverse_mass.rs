//! M⁻¹ by node: how a node accelerates under loads on its handles.

use super::pattern::Pattern;

/// The inverse mass of every node, in one of three shapes.
#[derive(Clone, Debug)]
pub enum InverseMass {
    /// Bodies in the plane: 1/m and 1/I.
    Planar(Vec<[f64; 2]>),
    /// Bodies in space: 1/m, then J⁻¹ in world axes as xx, yy, zz, xy, xz, yz.
    Spatial(Vec<[f64; 7]>),
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

    /// Writes M⁻¹ of a node as a full matrix, row by row, into `out`; its order is handles × width.
    pub fn write_full(&self, pattern: &Pattern, node: usize, out: &mut [f64]) {
        let n = pattern.handles(node).len() * pattern.width();
        match self {
            InverseMass::Planar(bodies) => {
                let [w, i] = bodies[node];
                out[..9].copy_from_slice(&[w, 0.0, 0.0, 0.0, w, 0.0, 0.0, 0.0, i]);
            }
            InverseMass::Spatial(bodies) => {
                let [w, xx, yy, zz, xy, xz, yz] = bodies[node];
                out[..36].fill(0.0);
                let rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
                for k in 0..3 {
                    out[7 * k] = w;
                    out[6 * (k + 3) + 3..6 * (k + 3) + 6].copy_from_slice(&rows[k]);
                }
            }
            InverseMass::Handles(starts, values) => {
                out[..n * n].copy_from_slice(&values[starts[node]..starts[node] + n * n]);
            }
        }
    }

    /// w = M⁻¹ w for the one handle of a body.
    #[inline(always)]
    pub(super) fn mul_one<const W: usize>(&self, body: usize, load: &mut [f64; W]) {
        match self {
            InverseMass::Planar(bodies) => {
                let l = std::array::from_fn(|c| load[c.min(W - 1)]);
                load.copy_from_slice(&mul_planar(&bodies[body], &l)[..W.min(3)]);
            }
            InverseMass::Spatial(bodies) => {
                let l = std::array::from_fn(|c| load[c.min(W - 1)]);
                load.copy_from_slice(&mul_spatial(&bodies[body], &l)[..W]);
            }
            InverseMass::Handles(..) => unreachable!("handles of a subsystem answer together"),
        }
    }

    /// a = M⁻¹ w for all handles.
    pub fn mul(&self, pattern: &Pattern, loads: &[f64], accelerations: &mut [f64]) {
        match self {
            InverseMass::Planar(bodies) => {
                let (loads, out) = (loads.as_chunks::<3>().0, accelerations.as_chunks_mut::<3>().0);
                for ((m, l), a) in bodies.iter().zip(loads).zip(out) {
                    *a = mul_planar(m, l);
                }
            }
            InverseMass::Spatial(bodies) => {
                let (loads, out) = (loads.as_chunks::<6>().0, accelerations.as_chunks_mut::<6>().0);
                for ((m, l), a) in bodies.iter().zip(loads).zip(out) {
                    *a = mul_spatial(m, l);
                }
            }
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

/// M⁻¹ times a load, for a body in the plane.
#[inline(always)]
pub(crate) fn mul_planar(m: &[f64; 2], l: &[f64; 3]) -> [f64; 3] {
    [m[0] * l[0], m[0] * l[1], m[1] * l[2]]
}

/// M⁻¹ times a load, for a body in space.
#[inline(always)]
pub(crate) fn mul_spatial(m: &[f64; 7], l: &[f64; 6]) -> [f64; 6] {
    let [w, xx, yy, zz, xy, xz, yz] = *m;
    [
        w * l[0],
        w * l[1],
        w * l[2],
        xx * l[3] + xy * l[4] + xz * l[5],
        xy * l[3] + yy * l[4] + yz * l[5],
        xz * l[3] + yz * l[4] + zz * l[5],
    ]
}
