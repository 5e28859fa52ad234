//! Dense kernels on blocks of 1 to 6 equations. Sizes are constants, so loops unroll and vectorize; blocks are row by row.
//!
//! The columns of a block are the lanes of a vector. G is stored transposed, a row for each of the W velocities of a body, so
//! that its lanes are equations as well.

use crate::lanes::{Lanes, Row};
use crate::reduced::{Form, n_axes};
use crate::singular::{calc_doubt, is_independent_despite};

/// Calls `kernel::<parameters…, M>(…)` for a size known at run time.
macro_rules! by_size {
    ($m:expr, $kernel:ident :: [$($parameter:ident),*] ($($argument:expr),* $(,)?)) => {
        match $m {
            1 => $kernel::<$($parameter,)* 1>($($argument),*),
            2 => $kernel::<$($parameter,)* 2>($($argument),*),
            3 => $kernel::<$($parameter,)* 3>($($argument),*),
            4 => $kernel::<$($parameter,)* 4>($($argument),*),
            5 => $kernel::<$($parameter,)* 5>($($argument),*),
            _ => $kernel::<$($parameter,)* 6>($($argument),*),
        }
    };
}
/// The same for sizes up to three.
macro_rules! by_small_size {
    ($m:expr, $kernel:ident :: [$($parameter:ident),*] ($($argument:expr),* $(,)?)) => {
        match $m {
            1 => $kernel::<$($parameter,)* 1>($($argument),*),
            2 => $kernel::<$($parameter,)* 2>($($argument),*),
            _ => $kernel::<$($parameter,)* 3>($($argument),*),
        }
    };
}
/// Calls `kernel::<parameters…, A, B>(…)` for two sizes known at run time.
macro_rules! by_sizes {
    ($a:expr, $b:expr, $kernel:ident :: [$parameter:ident] ($($argument:expr),* $(,)?)) => {
        match $a {
            1 => by_sizes!(@ $b, $kernel, $parameter, 1, $($argument),*),
            2 => by_sizes!(@ $b, $kernel, $parameter, 2, $($argument),*),
            3 => by_sizes!(@ $b, $kernel, $parameter, 3, $($argument),*),
            4 => by_sizes!(@ $b, $kernel, $parameter, 4, $($argument),*),
            5 => by_sizes!(@ $b, $kernel, $parameter, 5, $($argument),*),
            _ => by_sizes!(@ $b, $kernel, $parameter, 6, $($argument),*),
        }
    };
    (@ $b:expr, $kernel:ident, $parameter:ident, $a:literal, $($argument:expr),*) => {
        match $b {
            1 => $kernel::<$parameter, $a, 1>($($argument),*),
            2 => $kernel::<$parameter, $a, 2>($($argument),*),
            3 => $kernel::<$parameter, $a, 3>($($argument),*),
            4 => $kernel::<$parameter, $a, 4>($($argument),*),
            5 => $kernel::<$parameter, $a, 5>($($argument),*),
            _ => $kernel::<$parameter, $a, 6>($($argument),*),
        }
    };
}
/// Repeats the body for i = from … to − 1, written out: up to six times, each with a constant i. A loop that the compiler does not
/// unroll would keep in memory what belongs in registers.
macro_rules! each {
    ($i:ident in $from:tt .. $to:expr, $body:block) => {
        each!(@ $i, $from, $to, $body, 0, 1, 2, 3, 4, 5)
    };
    (@ $i:ident, $from:tt, $to:expr, $body:block, $($k:literal),*) => {
        $({
            let $i: usize = $k;
            #[allow(clippy::absurd_extreme_comparisons, unused_comparisons)]
            if $i >= $from && $i < $to $body
        })*
    };
}
pub(super) use {by_size, by_sizes, by_small_size};

/// A block of M rows of L numbers.
#[inline(always)]
pub(super) fn rows<const M: usize, const L: usize>(flat: &[f64]) -> &[[f64; L]; M] {
    flat.as_chunks::<L>().0[..M].try_into().expect("a slice of M rows is an array of M rows")
}

/// A block of M rows of L numbers, to write.
#[inline(always)]
pub(super) fn rows_mut<const M: usize, const L: usize>(flat: &mut [f64]) -> &mut [[f64; L]; M] {
    (&mut flat.as_chunks_mut::<L>().0[..M]).try_into().expect("a slice of M rows is an array of M rows")
}

/// M⁻¹ Gᵀ = Yᵀ: for each velocity a row of M equations. Where G is known for translations, their rows are zero but for the diagonal,
/// and only that is written and read.
pub(super) type Weighed<const W: usize, const M: usize> = [[f64; M]; W];

/// M⁻¹ by node, applied to blocks of G stored transposed.
pub(super) trait Weigh<const W: usize>: Copy {
    /// M⁻¹ for translations along x, y and z; in the plane x and y.
    fn translation(self, node: usize) -> [f64; 3];
    /// M⁻¹ Gᵀ for rotations, times a factor.
    fn rotate<V: Lanes, const M: usize>(self, lanes: V, node: usize, by: f64, g: &[[f64; M]], y: &mut [[f64; M]]);
}

/// The rows of a stored block of G for rotations.
#[inline(always)]
fn rotations<const W: usize, const M: usize>(form: Form, g: &[f64]) -> &[[f64; M]] {
    let g = g.as_chunks::<M>().0;
    if form == Form::Full { &g[n_axes(W)..W] } else { &g[..W - n_axes(W)] }
}

/// M⁻¹ Gᵀ, for a piece of the node that is so many times lighter.
#[inline(always)]
pub(super) fn weigh<V: Lanes, F: Weigh<W>, const W: usize, const M: usize>(
    lanes: V,
    weights: F,
    (node, lightness): (usize, f64),
    (form, g): (Form, &[f64]),
    y: &mut Weighed<W, M>,
) {
    for (c, factor) in weights.translation(node).into_iter().take(n_axes(W)).enumerate() {
        if form == Form::Full {
            Row::load(lanes, &g.as_chunks::<M>().0[c]).times::<M>(lanes, lightness * factor).store(lanes, &mut y[c]);
        } else if c < M {
            y[c][c] = form.sign() * lightness * factor;
        }
    }
    weights.rotate(lanes, node, lightness, rotations::<W, M>(form, g), &mut y[n_axes(W)..]);
}

/// out += Y G_bᵀ, out M × L; or out = Y G_bᵀ where nothing was written before.
#[inline(always)]
pub(super) fn add_product<V: Lanes, const W: usize, const M: usize, const L: usize>(
    lanes: V,
    (form, y): (Form, &Weighed<W, M>),
    (other, g): (Form, &[f64]),
    fresh: bool,
    out: &mut [f64],
) {
    let out = rows_mut::<M, L>(out);
    let mut sum = [Row::zero(lanes); M];
    if !fresh {
        each!(i in 0..M, { sum[i] = Row::load(lanes, &out[i]) });
    }
    for (y, g) in y[n_axes(W)..].iter().zip(rotations::<W, L>(other, g)) {
        let g = Row::load(lanes, g);
        each!(i in 0..M, { sum[i] = sum[i].plus::<L>(lanes, y[i], g) });
    }
    if form == Form::Full || other == Form::Full {
        add_translation::<V, W, M, L>(lanes, (form, y), (other, g), &mut sum);
        each!(i in 0..M, { sum[i].store(lanes, &mut out[i]) });
    } else {
        // Both see translations themselves: what they share is diagonal.
        each!(i in 0..M, { sum[i].store(lanes, &mut out[i]) });
        for c in 0..n_axes(W).min(M).min(L) {
            out[c][c] += other.sign() * y[c][c];
        }
    }
}

/// The part of Y G_bᵀ that is due to translations.
#[inline(always)]
fn add_translation<V: Lanes, const W: usize, const M: usize, const L: usize>(
    lanes: V,
    (form, y): (Form, &Weighed<W, M>),
    (other, g): (Form, &[f64]),
    sum: &mut [Row<V>; M],
) {
    each!(c in 0..(n_axes(W)), {
        let g = match other {
            Form::Full => Row::load(lanes, &g.as_chunks::<L>().0[c]),
            other => Row::unit(lanes, c).times::<L>(lanes, other.sign()),
        };
        if form == Form::Full {
            each!(i in 0..M, { sum[i] = sum[i].plus::<L>(lanes, y[c][i], g) });
        } else if c < M {
            sum[c] = sum[c].plus::<L>(lanes, y[c][c], g);
        }
    });
}

/// About ±√x for x ≥ 0, within seven percent: the exponent halved, the sign from a bit.
#[inline(always)]
pub(super) fn calc_probe(x: f64, negative: bool) -> f64 {
    let root = if x > 0.0 { (x.to_bits() >> 1) + (1023 << 51) } else { 0 };
    f64::from_bits(root | u64::from(negative) << 63)
}

/// Findings of the factorization of a diagonal block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// A bit for each dependent row.
    pub dependent: u32,
    /// The most round-off of a pivot, relative to it.
    pub doubt: f64,
    /// Largest first value of a diagonal entry over its pivot.
    pub weakening: f64,
}

/// LDLᵀ of a diagonal block in place: L below the diagonal. `pivots` holds the diagonal of E before elimination and
/// becomes 1/D; `probe` becomes L⁻¹ times it. A dependent row gets 1/D = 0 and no column of L.
#[inline(always)]
pub(super) fn factor_diagonal<V: Lanes, const M: usize>(
    lanes: V,
    a: &mut [[f64; M]; M],
    pivots: &mut [f64; M],
    probe: &mut [f64; M],
) -> Found {
    let (mut found, first) = (Found::default(), *pivots);
    each!(j in 0..M, {
        let (d, noise) = (a[j][j], lanes.madd(probe[j], probe[j], first[j]));
        let independent = is_independent_despite(noise, d, first[j]);
        // Later rows get this row's round-off magnified: the probe goes on with √E_jj at least, whatever the signs.
        if noise < 2.0 * first[j] {
            probe[j] = calc_probe(first[j], probe[j] < 0.0);
        }
        let inverse = if independent { 1.0 / d } else { 0.0 };
        found.dependent |= u32::from(!independent) << j;
        let doubt = calc_doubt(noise, inverse);
        found.doubt = if doubt > found.doubt { doubt } else { found.doubt };
        pivots[j] = inverse;
        let ratio = first[j] * inverse;
        found.weakening = if ratio > found.weakening { ratio } else { found.weakening };
        each!(i in 0..M, {
            if i > j {
                let multiplier = a[i][j] * inverse;
                probe[i] = lanes.madd(-multiplier, probe[j], probe[i]);
                each!(k in 0..M, {
                    if k > j && k <= i {
                        a[i][k] = lanes.madd(-multiplier, a[k][j], a[i][k]);
                    }
                });
            }
        });
        each!(i in 0..M, {
            if i > j {
                a[i][j] *= inverse;
            }
        });
    });
    found
}

/// X = L⁻¹ E_kl into `unscaled`, D⁻¹ X in place of E_kl; and the probe goes on to the joint coupled to it: u_l −= L_lk u_k.
#[inline(always)]
#[allow(unused_assignments)] // The last row of X is not used again.
pub(super) fn solve_block<V: Lanes, const M: usize, const L: usize>(
    lanes: V,
    diagonal: (&[[f64; M]; M], &[f64; M], &[f64; M]),
    block: &mut [f64],
    unscaled: &mut [f64],
    probe: &mut [f64],
) {
    let (l, pivots, own_probe) = diagonal;
    let (block, unscaled) = (rows_mut::<M, L>(block), rows_mut::<M, L>(unscaled));
    let probe = &mut rows_mut::<1, L>(probe)[0];
    let mut x = [Row::zero(lanes); M];
    let mut theirs = Row::load(lanes, probe);
    each!(i in 0..M, {
        let mut row = Row::load(lanes, &block[i]);
        each!(k in 0..M, {
            if k < i {
                row = row.minus::<L>(lanes, l[i][k], x[k]);
            }
        });
        x[i] = row;
        row.store(lanes, &mut unscaled[i]);
        let scaled = row.times::<L>(lanes, pivots[i]);
        scaled.store(lanes, &mut block[i]);
        theirs = theirs.minus::<L>(lanes, own_probe[i], scaled);
    });
    theirs.store(lanes, probe);
}

/// out −= Aᵀ B with A m × LA, B m × LB, out LA × LB; or out = −Aᵀ B where nothing was written before.
#[inline(always)]
pub(super) fn subtract_product<V: Lanes, const LA: usize, const LB: usize>(
    lanes: V,
    m: usize,
    (a, b): (&[f64], &[f64]),
    fresh: bool,
    out: &mut [f64],
) {
    let (a, b) = (&a.as_chunks::<LA>().0[..m], &b.as_chunks::<LB>().0[..m]);
    let out = rows_mut::<LA, LB>(out);
    let mut sum = [Row::zero(lanes); LA];
    if !fresh {
        each!(i in 0..LA, { sum[i] = Row::load(lanes, &out[i]) });
    }
    for (x, z) in a.iter().zip(b) {
        let z = Row::load(lanes, z);
        each!(i in 0..LA, { sum[i] = sum[i].minus::<LB>(lanes, x[i], z) });
    }
    each!(i in 0..LA, { sum[i].store(lanes, &mut out[i]) });
}

/// x = L⁻¹ x
#[inline(always)]
pub(super) fn forward<V: Lanes, const M: usize>(lanes: V, l: &[[f64; M]; M], x: &mut [f64; M]) {
    each!(i in 0..M, {
        each!(k in 0..M, {
            if k < i {
                x[i] = lanes.madd(-l[i][k], x[k], x[i]);
            }
        });
    });
}

/// x = L⁻ᵀ x
#[inline(always)]
pub(super) fn backward<V: Lanes, const M: usize>(lanes: V, l: &[[f64; M]; M], x: &mut [f64; M]) {
    // Column by column, the last first: row k of L is subtracted once x_k is known.
    each!(back in 0..M, {
        let k = M - 1 - back;
        each!(i in 0..M, {
            if i < k {
                x[i] = lanes.madd(-l[k][i], x[k], x[i]);
            }
        });
    });
}

/// out −= Bᵀ x, B M × L.
#[inline(always)]
pub(super) fn subtract_transposed<V: Lanes, const M: usize, const L: usize>(
    lanes: V,
    block: &[f64],
    x: &[f64; M],
    out: &mut [f64],
) {
    let (b, out) = (rows::<M, L>(block), &mut rows_mut::<1, L>(out)[0]);
    let mut sum = Row::load(lanes, out);
    each!(k in 0..M, { sum = sum.minus::<L>(lanes, x[k], Row::load(lanes, &b[k])) });
    sum.store(lanes, out);
}

/// out −= B x, B M × L.
#[inline(always)]
pub(super) fn subtract_plain<V: Lanes, const M: usize, const L: usize>(
    lanes: V,
    block: &[f64],
    x: &[f64],
    out: &mut [f64; M],
) {
    let (b, x) = (rows::<M, L>(block), &rows::<1, L>(x)[0]);
    each!(k in 0..M, {
        each!(j in 0..L, { out[k] = lanes.madd(-b[k][j], x[j], out[k]) });
    });
}
