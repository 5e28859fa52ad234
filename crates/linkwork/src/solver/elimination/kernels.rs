//! Dense kernels on blocks of 1 to 6 equations. Sizes are constants, so loops unroll and vectorize; blocks are row by row.

use crate::reduced::inverse_mass::{mul_planar, mul_spatial};
use crate::solver::DEPENDENT_PIVOT;

/// Calls `kernel::<M>(…)` for a size known at run time.
macro_rules! by_size {
    ($m:expr, $($kernel:ident)::+ ($($argument:expr),*)) => {
        match $m {
            1 => $($kernel)::+::<1>($($argument),*),
            2 => $($kernel)::+::<2>($($argument),*),
            3 => $($kernel)::+::<3>($($argument),*),
            4 => $($kernel)::+::<4>($($argument),*),
            5 => $($kernel)::+::<5>($($argument),*),
            _ => $($kernel)::+::<6>($($argument),*),
        }
    };
}
/// Calls `kernel::<M, L>(…)` for two sizes known at run time; an explicit first constant stays in front.
macro_rules! by_sizes {
    ($m:expr, $l:expr, $module:ident :: $kernel:ident $(::<$w:ident>)? ($($argument:expr),*)) => {
        match $m {
            1 => by_sizes!(@ 1, $l, $module, $kernel, [$($w)?], $($argument),*),
            2 => by_sizes!(@ 2, $l, $module, $kernel, [$($w)?], $($argument),*),
            3 => by_sizes!(@ 3, $l, $module, $kernel, [$($w)?], $($argument),*),
            4 => by_sizes!(@ 4, $l, $module, $kernel, [$($w)?], $($argument),*),
            5 => by_sizes!(@ 5, $l, $module, $kernel, [$($w)?], $($argument),*),
            _ => by_sizes!(@ 6, $l, $module, $kernel, [$($w)?], $($argument),*),
        }
    };
    (@ $m:literal, $l:expr, $module:ident, $kernel:ident, [$($w:ident)?], $($argument:expr),*) => {
        match $l {
            1 => $module::$kernel::<$($w,)? $m, 1>($($argument),*),
            2 => $module::$kernel::<$($w,)? $m, 2>($($argument),*),
            3 => $module::$kernel::<$($w,)? $m, 3>($($argument),*),
            4 => $module::$kernel::<$($w,)? $m, 4>($($argument),*),
            5 => $module::$kernel::<$($w,)? $m, 5>($($argument),*),
            _ => $module::$kernel::<$($w,)? $m, 6>($($argument),*),
        }
    };
}
pub(super) use {by_size, by_sizes};

/// g M⁻¹ for one row of a body in space.
#[inline(always)]
pub fn weigh_spatial(m: &[f64; 7], g: &[f64; 6]) -> [f64; 6] {
    mul_spatial(m, g)
}

/// g M⁻¹ for one row of a body in the plane.
#[inline(always)]
pub fn weigh_planar(m: &[f64; 2], g: &[f64; 3]) -> [f64; 3] {
    mul_planar(m, g)
}

/// A block of M rows of L numbers.
#[inline(always)]
fn rows<const M: usize, const L: usize>(flat: &[f64]) -> &[[f64; L]; M] {
    let rows = flat.as_chunks::<L>().0;
    rows[..M].try_into().expect("a slice of M rows is an array of M rows")
}

#[inline(always)]
fn rows_mut<const M: usize, const L: usize>(flat: &mut [f64]) -> &mut [[f64; L]; M] {
    let rows = flat.as_chunks_mut::<L>().0;
    (&mut rows[..M]).try_into().expect("a slice of M rows is an array of M rows")
}

/// out += Y Gᵀ, out M × L.
#[inline(always)]
pub fn add_product<const W: usize, const M: usize, const L: usize>(y: &[[f64; W]], g: &[[f64; W]], out: &mut [f64]) {
    let out = rows_mut::<M, L>(out);
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
                sum[j] += y[i][c] * columns[c][j];
            }
        }
        out[i] = sum;
    }
}

/// LDLᵀ of a diagonal block in place: L below the diagonal. `pivots` holds the diagonal of E before elimination and
/// becomes 1/D. Returns a bit for each dependent row; such a row gets 1/D = 0 and no column of L.
#[inline(always)]
pub fn factor_diagonal<const M: usize>(block: &mut [f64], pivots: &mut [f64]) -> u32 {
    let a = rows_mut::<M, M>(block);
    let pivots: &mut [f64; M] = (&mut pivots[..M]).try_into().expect("M pivots");
    let mut dependent = 0;
    for j in 0..M {
        let d = a[j][j];
        let independent = d > DEPENDENT_PIVOT * pivots[j];
        let inverse = if independent { 1.0 / d } else { 0.0 };
        dependent |= u32::from(!independent) << j;
        pivots[j] = inverse;
        let mut multipliers = [0.0; M];
        for i in j + 1..M {
            multipliers[i] = a[i][j] * inverse;
        }
        for i in j + 1..M {
            for k in j + 1..=i {
                a[i][k] -= multipliers[i] * a[k][j];
            }
        }
        for i in j + 1..M {
            a[i][j] = multipliers[i];
        }
    }
    dependent
}

/// X = L⁻¹ E_kl into `unscaled`, and D⁻¹ X in place of E_kl.
#[inline(always)]
pub fn solve_block<const M: usize, const L: usize>(
    diagonal: &[f64],
    pivots: &[f64],
    block: &mut [f64],
    unscaled: &mut [f64],
) {
    let l = rows::<M, M>(diagonal);
    let (block, x) = (rows_mut::<M, L>(block), rows_mut::<M, L>(unscaled));
    for i in 0..M {
        let mut row = block[i];
        for k in 0..i {
            for c in 0..L {
                row[c] -= l[i][k] * x[k][c];
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
pub fn subtract_product<const LA: usize, const LB: usize>(m: usize, a: &[f64], b: &[f64], out: &mut [f64]) {
    let out = rows_mut::<LA, LB>(out);
    let (a, b) = (a.as_chunks::<LA>().0, b.as_chunks::<LB>().0);
    let mut sum = *out;
    for k in 0..m {
        let (x, z) = (&a[k], &b[k]);
        for i in 0..LA {
            for j in 0..LB {
                sum[i][j] -= x[i] * z[j];
            }
        }
    }
    *out = sum;
}

/// x = L⁻¹ x
#[inline(always)]
pub fn forward<const M: usize>(diagonal: &[f64], x: &mut [f64]) {
    let l = rows::<M, M>(diagonal);
    for i in 0..M {
        for k in 0..i {
            x[i] -= l[i][k] * x[k];
        }
    }
}

/// x = L⁻ᵀ x
#[inline(always)]
pub fn backward<const M: usize>(diagonal: &[f64], x: &mut [f64]) {
    let l = rows::<M, M>(diagonal);
    for i in (0..M).rev() {
        for k in i + 1..M {
            x[i] -= l[k][i] * x[k];
        }
    }
}

/// out −= Bᵀ x, B M × L.
#[inline(always)]
pub fn subtract_transposed<const M: usize, const L: usize>(block: &[f64], x: &[f64], out: &mut [f64]) {
    let b = rows::<M, L>(block);
    for k in 0..M {
        for j in 0..L {
            out[j] -= b[k][j] * x[k];
        }
    }
}

/// out −= B x, B M × L.
#[inline(always)]
pub fn subtract_plain<const M: usize, const L: usize>(block: &[f64], x: &[f64], out: &mut [f64]) {
    let b = rows::<M, L>(block);
    for k in 0..M {
        for j in 0..L {
            out[k] -= b[k][j] * x[j];
        }
    }
}
