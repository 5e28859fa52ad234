//! Where the bodies of a part are and how they move, as its recursion keeps it.

use crate::spatial::{Mat3, PlanarPose, Pose, Vec3};

/// Four numbers, one of each body.
pub(super) type Each = [f64; 4];

/// Components of four bodies, from the beginning of a line of the cache on: loads of four numbers that lie across two
/// lines take twice as long.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lined<const N: usize>(pub [Each; N]);

/// Poses of bodies, by position in the part.
pub(crate) trait Poses<P>: Send + Sync {
    /// Memory for so many.
    fn new(n: usize) -> Self;
    /// One of them.
    fn at(&self, k: usize) -> P;
}

impl Poses<PlanarPose> for Vec<PlanarPose> {
    fn new(n: usize) -> Self {
        vec![PlanarPose::GROUND; n]
    }

    #[inline(always)]
    fn at(&self, k: usize) -> PlanarPose {
        self[k]
    }
}

/// In space: four bodies after four, component by component. Sweeps inward do not look at positions.
pub(crate) struct SpatialPoses {
    /// R row by row, then ω.
    pub turned: Vec<Lined<12>>,
    /// r, then v.
    pub moved: Vec<Lined<6>>,
}

impl Poses<Pose> for SpatialPoses {
    fn new(n: usize) -> Self {
        let n_lane_groups = n.div_ceil(4);
        SpatialPoses {
            turned: vec![Lined([[0.0; 4]; 12]); n_lane_groups],
            moved: vec![Lined([[0.0; 4]; 6]); n_lane_groups],
        }
    }

    #[inline(always)]
    fn at(&self, k: usize) -> Pose {
        Pose {
            r: pick(&self.moved[k / 4].0, 0, k),
            R: self.rotation(k),
            v: pick(&self.moved[k / 4].0, 3, k),
            w: self.spin(k),
        }
    }
}

impl SpatialPoses {
    #[inline(always)]
    pub(super) fn rotation(&self, k: usize) -> Mat3 {
        let turned = &self.turned[k / 4].0;
        Mat3([pick(turned, 0, k).0, pick(turned, 3, k).0, pick(turned, 6, k).0])
    }

    #[inline(always)]
    pub(super) fn spin(&self, k: usize) -> Vec3 {
        pick(&self.turned[k / 4].0, 9, k)
    }

    #[inline(always)]
    pub(super) fn set_rotation(&mut self, k: usize, rotation: &[f64; 9]) {
        for n in 0..9 {
            self.turned[k / 4].0[n][k % 4] = rotation[n];
        }
    }

    #[inline(always)]
    pub(super) fn set_spin(&mut self, k: usize, spin: Vec3) {
        for n in 0..3 {
            self.turned[k / 4].0[9 + n][k % 4] = spin[n];
        }
    }

    /// Position and velocity.
    #[inline(always)]
    pub(super) fn set_moved(&mut self, k: usize, moved: [Vec3; 2]) {
        for n in 0..3 {
            self.moved[k / 4].0[n][k % 4] = moved[0][n];
            self.moved[k / 4].0[3 + n][k % 4] = moved[1][n];
        }
    }
}

/// Three components of a body, from the one given on.
#[inline(always)]
fn pick<const N: usize>(components: &[Each; N], first: usize, k: usize) -> Vec3 {
    Vec3([components[first][k % 4], components[first + 1][k % 4], components[first + 2][k % 4]])
}
