//! Three-component vectors and matrices with fused products and sums, for the sweeps: of single numbers, or of four
//! side by side. Loops are written out with indices: what is passed to `map` is compiled by itself, without the
//! instructions of the machine.

use crate::lanes::Lanes;

/// Numbers to compute with.
pub(super) trait Numbers: Copy {
    /// A number, or four.
    type X: Copy;
    /// a + b
    fn add(self, a: Self::X, b: Self::X) -> Self::X;
    /// a b
    fn mul(self, a: Self::X, b: Self::X) -> Self::X;
    /// a b + c
    fn madd(self, a: Self::X, b: Self::X, c: Self::X) -> Self::X;
    /// c − a b
    fn msub(self, a: Self::X, b: Self::X, c: Self::X) -> Self::X;
}

/// Single numbers.
#[derive(Clone, Copy)]
pub(super) struct One<V>(pub V);

impl<V: Lanes> Numbers for One<V> {
    type X = f64;
    #[inline(always)]
    fn add(self, a: f64, b: f64) -> f64 {
        a + b
    }
    #[inline(always)]
    fn mul(self, a: f64, b: f64) -> f64 {
        a * b
    }
    #[inline(always)]
    fn madd(self, a: f64, b: f64, c: f64) -> f64 {
        self.0.madd(a, b, c)
    }
    #[inline(always)]
    fn msub(self, a: f64, b: f64, c: f64) -> f64 {
        self.0.madd(-a, b, c)
    }
}

/// Four numbers.
#[derive(Clone, Copy)]
pub(super) struct Four<V>(pub V);

impl<V: Lanes> Numbers for Four<V> {
    type X = V::F4;
    #[inline(always)]
    fn add(self, a: V::F4, b: V::F4) -> V::F4 {
        self.0.add(a, b)
    }
    #[inline(always)]
    fn mul(self, a: V::F4, b: V::F4) -> V::F4 {
        self.0.mul(a, b)
    }
    #[inline(always)]
    fn madd(self, a: V::F4, b: V::F4, c: V::F4) -> V::F4 {
        self.0.mul_add(a, b, c)
    }
    #[inline(always)]
    fn msub(self, a: V::F4, b: V::F4, c: V::F4) -> V::F4 {
        self.0.mul_sub(a, b, c)
    }
}

impl<V: Lanes> Four<V> {
    /// From arrays of components.
    #[inline(always)]
    pub(super) fn load<const N: usize>(self, x: &[[f64; 4]; N]) -> [V::F4; N] {
        let mut loaded = [self.0.splat(0.0); N];
        for n in 0..N {
            loaded[n] = self.0.load(x[n]);
        }
        loaded
    }

    /// To arrays of components.
    #[inline(always)]
    pub(super) fn store<const N: usize>(self, x: [V::F4; N]) -> [[f64; 4]; N] {
        let mut stored = [[0.0; 4]; N];
        for n in 0..N {
            stored[n] = self.0.array(x[n]);
        }
        stored
    }
}

/// A vector of such numbers.
pub(super) type Triple<N> = [<N as Numbers>::X; 3];

/// a + b
#[inline(always)]
pub(super) fn add<N: Numbers>(n: N, a: Triple<N>, b: Triple<N>) -> Triple<N> {
    [n.add(a[0], b[0]), n.add(a[1], b[1]), n.add(a[2], b[2])]
}

/// a·b
#[inline(always)]
pub(super) fn dot<N: Numbers>(n: N, a: Triple<N>, b: Triple<N>) -> N::X {
    n.madd(a[0], b[0], n.madd(a[1], b[1], n.mul(a[2], b[2])))
}

/// a × b
#[inline(always)]
pub(super) fn cross<N: Numbers>(n: N, a: Triple<N>, b: Triple<N>) -> Triple<N> {
    [
        n.msub(a[2], b[1], n.mul(a[1], b[2])),
        n.msub(a[0], b[2], n.mul(a[2], b[0])),
        n.msub(a[1], b[0], n.mul(a[0], b[1])),
    ]
}

/// a × b + c
#[inline(always)]
pub(super) fn cross_plus<N: Numbers>(n: N, a: Triple<N>, b: Triple<N>, c: Triple<N>) -> Triple<N> {
    [
        n.madd(a[1], b[2], n.msub(a[2], b[1], c[0])),
        n.madd(a[2], b[0], n.msub(a[0], b[2], c[1])),
        n.madd(a[0], b[1], n.msub(a[1], b[0], c[2])),
    ]
}

/// k a
#[inline(always)]
pub(super) fn scale<N: Numbers>(n: N, k: N::X, a: Triple<N>) -> Triple<N> {
    [n.mul(k, a[0]), n.mul(k, a[1]), n.mul(k, a[2])]
}

/// k a + c
#[inline(always)]
pub(super) fn scale_plus<N: Numbers>(n: N, k: N::X, a: Triple<N>, c: Triple<N>) -> Triple<N> {
    [n.madd(k, a[0], c[0]), n.madd(k, a[1], c[1]), n.madd(k, a[2], c[2])]
}

/// A v, A row by row.
#[inline(always)]
pub(super) fn mul<N: Numbers>(n: N, a: &[N::X; 9], v: Triple<N>) -> Triple<N> {
    [dot(n, [a[0], a[1], a[2]], v), dot(n, [a[3], a[4], a[5]], v), dot(n, [a[6], a[7], a[8]], v)]
}

/// Aᵀ v, A row by row.
#[inline(always)]
pub(super) fn mul_transposed<N: Numbers>(n: N, a: &[N::X; 9], v: Triple<N>) -> Triple<N> {
    [dot(n, [a[0], a[3], a[6]], v), dot(n, [a[1], a[4], a[7]], v), dot(n, [a[2], a[5], a[8]], v)]
}

/// A B, all row by row.
#[inline(always)]
pub(super) fn mul_mat<N: Numbers>(n: N, a: &[N::X; 9], b: &[N::X; 9]) -> [N::X; 9] {
    let mut product = *a;
    for i in 0..3 {
        for j in 0..3 {
            let first = n.mul(a[3 * i], b[j]);
            product[3 * i + j] = n.madd(a[3 * i + 2], b[6 + j], n.madd(a[3 * i + 1], b[3 + j], first));
        }
    }
    product
}
