//! Dense kernels on blocks of 1 to 6 equations. Sizes are constants, so loops unroll and vectorize; blocks are row by row.
//!
//! `FMA` says whether the machine multiplies and adds in one instruction; the whole factorization is compiled once with
//! and once without, and chosen when the program runs.

use crate::solver::DEPENDENT_PIVOT;

/// A pivot is taken for zero when round-off can explain it: a change δ of the pivot of row k changes that of row i by L_ik² δ,
/// so every diagonal entry carries the sum of its own round-off and what it inherits. This is the unit of both, some
/// roundings of the entry's first value.
const DOUBT: f64 = 8.0 * f64::EPSILON;
/// A pivot with more round-off than this, relative to it, makes substitution alone inaccurate.
const DOUBTFUL: f64 = 1e-9;

/// Calls `kernel::<constants…, M>(…)` for a size known at run time.
macro_rules! by_size {
    ($m:expr, $kernel:ident :: [$($constant:ident),*] ($($argument:expr),* $(,)?)) => {
        match $m {
            1 => $kernel::<$($constant,)* 1>($($argument),*),
            2 => $kernel::<$($constant,)* 2>($($argument),*),
            3 => $kernel::<$($constant,)* 3>($($argument),*),
            4 => $kernel::<$($constant,)* 4>($($argument),*),
            5 => $kernel::<$($constant,)* 5>($($argument),*),
            _ => $kernel::<$($constant,)* 6>($($argument),*),
        }
    };
}
/// Calls `kernel::<constants…, A, B>(…)` for two sizes known at run time.
macro_rules! by_sizes {
    ($a:expr, $b:expr, $kernel:ident :: [$constant:ident] ($($argument:expr),* $(,)?)) => {
        match $a {
            1 => by_sizes!(@ $b, $kernel, $constant, 1, $($argument),*),
            2 => by_sizes!(@ $b, $kernel, $constant, 2, $($argument),*),
            3 => by_sizes!(@ $b, $kernel, $constant, 3, $($argument),*),
            4 => by_sizes!(@ $b, $kernel, $constant, 4, $($argument),*),
            5 => by_sizes!(@ $b, $kernel, $constant, 5, $($argument),*),
            _ => by_sizes!(@ $b, $kernel, $constant, 6, $($argument),*),
        }
    };
    (@ $b:expr, $kernel:ident, $constant:ident, $a:literal, $($argument:expr),*) => {
        match $b {
            1 => $kernel::<$constant, $a, 1>($($argument),*),
            2 => $kernel::<$constant, $a, 2>($($argument),*),
            3 => $kernel::<$constant, $a, 3>($($argument),*),
            4 => $kernel::<$constant, $a, 4>($($argument),*),
            5 => $kernel::<$constant, $a, 5>($($argument),*),
            _ => $kernel::<$constant, $a, 6>($($argument),*),
        }
    };
}
pub(super) use {by_size, by_sizes};

/// A block of M rows of L numbers.
#[inline(always)]
pub fn rows<const M: usize, const L: usize>(flat: &[f64]) -> &[[f64; L]; M] {
    flat.as_chunks::<L>().0[..M].try_into().expect("a slice of M rows is an array of M rows")
}

/// A block of M rows of L numbers, to write.
#[inline(always)]
pub fn rows_mut<const M: usize, const L: usize>(flat: &mut [f64]) -> &mut [[f64; L]; M] {
    (&mut flat.as_chunks_mut::<L>().0[..M]).try_into().expect("a slice of M rows is an array of M rows")
}

/// a b + c
#[inline(always)]
fn madd<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// out += Y Gᵀ, out M × L.
#[inline(always)]
pub fn add_product<const FMA: bool, const W: usize, const M: usize, const L: usize>(
    y: &[[f64; W]; M],
    g: &[f64],
    out: &mut [f64],
) {
    let (g, out) = (rows::<L, W>(g), rows_mut::<M, L>(out));
    let mut columns = [[0.0; L]; W];
    for j in 0..L {
        for c in 0..W {
            columns[c][j] = g[j][c];
        }
    }
    for i in 0..M {
        let mut sum = out[i];
        for c in 0..W {
            for j in 0..L {
                sum[j] = madd::<FMA>(y[i][c], columns[c][j], sum[j]);
            }
        }
        out[i] = sum;
    }
}

/// What factoring a diagonal block found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// A bit for each dependent row.
    pub dependent: u32,
    /// Whether a pivot holds few digits.
    pub doubtful: bool,
    /// Largest first value of a diagonal entry over its pivot.
    pub weakening: f64,
}

/// LDLᵀ of a diagonal block in place: L below the diagonal. `pivots` holds the diagonal of E before elimination and
/// becomes 1/D; `errors` bounds the round-off in each diagonal entry, in units of [`DOUBT`]. A dependent row gets 1/D = 0 and
/// no column of L.
#[inline(always)]
pub fn factor_diagonal<const FMA: bool, const M: usize>(
    a: &mut [[f64; M]; M],
    pivots: &mut [f64; M],
    errors: &mut [f64; M],
) -> Found {
    let (mut found, first) = (Found::default(), *pivots);
    for j in 0..M {
        let d = a[j][j];
        let independent = d > (DEPENDENT_PIVOT * pivots[j]).max(DOUBT * errors[j]);
        let inverse = if independent { 1.0 / d } else { 0.0 };
        found.dependent |= u32::from(!independent) << j;
        found.doubtful |= DOUBT * errors[j] * inverse > DOUBTFUL;
        pivots[j] = inverse;
        let mut multipliers = [0.0; M];
        for i in j + 1..M {
            multipliers[i] = a[i][j] * inverse;
            errors[i] = madd::<FMA>(multipliers[i] * multipliers[i], errors[j], errors[i]);
        }
        for i in j + 1..M {
            for k in j + 1..=i {
                a[i][k] = madd::<FMA>(-multipliers[i], a[k][j], a[i][k]);
            }
        }
        for i in j + 1..M {
            a[i][j] = multipliers[i];
        }
    }
    for j in 0..M {
        let ratio = first[j] * pivots[j];
        found.weakening = if ratio > found.weakening { ratio } else { found.weakening };
    }
    found
}

/// Round-off in the pivots of joint k spreads to the joints coupled to it: errors_l += L_lk² errors_k.
#[inline(always)]
pub fn spread_errors<const FMA: bool, const M: usize, const L: usize>(
    block: &[f64],
    errors: &[f64; M],
    out: &mut [f64],
) {
    let (b, out) = (rows::<M, L>(block), &mut out[..L]);
    for k in 0..M {
        for j in 0..L {
            out[j] = madd::<FMA>(b[k][j] * b[k][j], errors[k], out[j]);
        }
    }
}

/// X = L⁻¹ E_kl into `unscaled`, and D⁻¹ X in place of E_kl.
#[inline(always)]
pub fn solve_block<const FMA: bool, const M: usize, const L: usize>(
    l: &[[f64; M]; M],
    pivots: &[f64; M],
    block: &mut [f64],
    unscaled: &mut [f64],
) {
    let (block, x) = (rows_mut::<M, L>(block), rows_mut::<M, L>(unscaled));
    for i in 0..M {
        let mut row = block[i];
        for k in 0..i {
            for c in 0..L {
                row[c] = madd::<FMA>(-l[i][k], x[k][c], row[c]);
            }
        }
        x[i] = row;
        for c in 0..L {
            block[i][c] = row[c] * pivots[i];
        }
    }
}

/// out −= Aᵀ B with A m × LA, B m × LB, out LA × LB.
#[inline(always)]
pub fn subtract_product<const FMA: bool, const LA: usize, const LB: usize>(
    m: usize,
    a: &[f64],
    b: &[f64],
    out: &mut [f64],
) {
    let (a, b) = (&a.as_chunks::<LA>().0[..m], &b.as_chunks::<LB>().0[..m]);
    let out = rows_mut::<LA, LB>(out);
    let mut sum = *out;
    for (x, z) in a.iter().zip(b) {
        for i in 0..LA {
            for j in 0..LB {
                sum[i][j] = madd::<FMA>(-x[i], z[j], sum[i][j]);
            }
        }
    }
    *out = sum;
}

/// x = L⁻¹ x
#[inline(always)]
pub fn forward<const FMA: bool, const M: usize>(l: &[[f64; M]; M], x: &mut [f64; M]) {
    for i in 0..M {
        for k in 0..i {
            x[i] = madd::<FMA>(-l[i][k], x[k], x[i]);
        }
    }
}

/// x = L⁻ᵀ x
#[inline(always)]
pub fn backward<const FMA: bool, const M: usize>(l: &[[f64; M]; M], x: &mut [f64; M]) {
    for i in (0..M).rev() {
        for k in i + 1..M {
            x[i] = madd::<FMA>(-l[k][i], x[k], x[i]);
        }
    }
}

/// out −= Bᵀ x, B M × L.
#[inline(always)]
pub fn subtract_transposed<const FMA: bool, const M: usize, const L: usize>(
    block: &[f64],
    x: &[f64; M],
    out: &mut [f64],
) {
    let b = rows::<M, L>(block);
    for k in 0..M {
        for j in 0..L {
            out[j] = madd::<FMA>(-b[k][j], x[k], out[j]);
        }
    }
}

/// out −= B x, B M × L.
#[inline(always)]
pub fn subtract_plain<const FMA: bool, const M: usize, const L: usize>(block: &[f64], x: &[f64], out: &mut [f64; M]) {
    let b = rows::<M, L>(block);
    for k in 0..M {
        for j in 0..L {
            out[k] = madd::<FMA>(-b[k][j], x[j], out[k]);
        }
    }
}
