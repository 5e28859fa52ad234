//! Sine and cosine of many angles, four at a time.
//!
//! An angle is k quarter turns and a rest r within an eighth of a turn; both functions of r are polynomials, of which k
//! says which is which. The polynomials are those of fdlibm (`__kernel_sin`, `__kernel_cos`, Sun Microsystems), the
//! quarter turn is subtracted in three pieces whose first two have so few digits that k times them is exact. The
//! absolute error is below 2·10⁻¹⁶, which is what a rotation needs; angles of more than [`LARGEST`] are left to the
//! standard library.

use crate::lanes::Lanes;

/// The largest angle (rad), some 16 000 turns: beyond, k times the first pieces would be rounded.
const LARGEST: f64 = 1e5;
/// Adding it rounds to a whole number, which then stands in the last bits: 1.5·2⁵².
const ROUND: f64 = 6_755_399_441_055_744.0;
/// π/2: 33 bits, the next 33 bits, the rest.
const QUARTER: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
const COSINE: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// [sin x, cos x] of four angles.
#[inline(always)]
pub(crate) fn sin_cos<V: Lanes>(lanes: V, angles: [f64; 4]) -> [[f64; 2]; 4] {
    let within = |x: f64| x.abs() <= LARGEST;
    if !(within(angles[0]) && within(angles[1]) && within(angles[2]) && within(angles[3])) {
        let mut out = [[0.0; 2]; 4];
        for n in 0..4 {
            let (sin, cos) = angles[n].sin_cos();
            out[n] = [sin, cos];
        }
        return out;
    }
    let (x, one) = (lanes.load(angles), lanes.splat(1.0));
    let rounded = lanes.mul_add(x, lanes.splat(std::f64::consts::FRAC_2_PI), lanes.splat(ROUND));
    let k = lanes.mul_add(one, rounded, lanes.splat(-ROUND));
    let mut r = x;
    for piece in QUARTER {
        r = lanes.mul_sub(k, lanes.splat(piece), r);
    }
    let z = lanes.mul(r, r);
    let (mut s, mut c) = (lanes.splat(SINE[5]), lanes.splat(COSINE[5]));
    for n in [4, 3, 2, 1, 0] {
        s = lanes.mul_add(s, z, lanes.splat(SINE[n]));
        c = lanes.mul_add(c, z, lanes.splat(COSINE[n]));
    }
    // sin r = r + r³ S(r²), cos r = 1 − (r²/2 − r⁴ C(r²)).
    let sin = lanes.array(lanes.mul_add(lanes.mul(r, z), s, r));
    let half = lanes.mul(z, lanes.splat(0.5));
    let cos = lanes.array(lanes.mul_sub(one, lanes.mul_sub(lanes.mul(z, z), c, half), one));
    let quarters = lanes.array(rounded);
    let mut out = [[0.0; 2]; 4];
    for n in 0..4 {
        out[n] = turn_by_quarters([sin[n], cos[n]], quarters[n].to_bits());
    }
    out
}

/// Sine and cosine after so many more quarter turns, the last two bits of which count.
#[inline(always)]
fn turn_by_quarters([sin, cos]: [f64; 2], quarters: u64) -> [f64; 2] {
    let [s, c] = if quarters & 1 == 1 { [cos, sin] } else { [sin, cos] };
    // The sine changes its sign in the third and fourth quarter, the cosine in the second and third.
    let sign = |flips: u64| (flips & 2) << 62;
    [f64::from_bits(s.to_bits() ^ sign(quarters)), f64::from_bits(c.to_bits() ^ sign(quarters + 1))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Portable, Processor, Work};
    use proptest::prelude::*;

    struct Both([f64; 4]);

    impl Work for Both {
        type Output = [[f64; 2]; 4];
        fn run<V: Lanes>(self, lanes: V) -> [[f64; 2]; 4] {
            sin_cos(lanes, self.0)
        }
    }

    fn check(angles: [f64; 4]) {
        for found in [Processor::detect().run(Both(angles)), sin_cos(Portable, angles)] {
            for (x, [sin, cos]) in angles.into_iter().zip(found) {
                let right = x.sin_cos();
                assert!((sin - right.0).abs() <= 2e-16 && (cos - right.1).abs() <= 2e-16, "{x}: {sin} {cos} {right:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn as_the_standard_library(a in -10.0..10.0, b in -1e5..1e5, c in -1e-3..1e-3, d in -1e9..1e9) {
            check([a, b, c, 0.0]);
            check([a, b, c, d]);
        }
    }

    #[test]
    fn quarters_and_their_neighbors() {
        for k in -40..=40 {
            let x = f64::from(k) * std::f64::consts::FRAC_PI_4;
            check([x, x.next_up(), x.next_down(), x + 1e-9]);
        }
    }

    #[test]
    fn what_is_no_angle_has_no_sine() {
        let found = sin_cos(Portable, [f64::NAN, f64::INFINITY, 1.0, 0.0]);
        assert!(found[0][0].is_nan() && found[1][1].is_nan());
        assert_eq!(found[3], [0.0, 1.0]);
    }
}
