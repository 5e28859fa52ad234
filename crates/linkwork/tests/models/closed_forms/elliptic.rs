//! Jacobi's elliptic functions by the arithmetic-geometric mean [Abramowitz & Stegun 16.4, 17.6], to round-off.

use std::f64::consts::{FRAC_PI_2, PI};

/// The quarter period K for the parameter m = k², 0 ≤ m < 1.
pub fn quarter_period(m: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - m).sqrt());
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    FRAC_PI_2 / a
}

/// The amplitude am(u | m): continuous, growing by π over two quarter periods.
pub fn amplitude(u: f64, m: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - m).sqrt());
    let mut ratios = Vec::new();
    while (a - b).abs() > 1e-16 * a && ratios.len() < 10 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        ratios.push(c / a);
    }
    let start = a * u * 2_f64.powi(ratios.len() as i32);
    ratios.iter().rev().fold(start, |phi, ratio| 0.5 * (phi + (ratio * phi.sin()).asin()))
}

/// sn, cn, dn of u for the parameter m.
pub fn jacobi(u: f64, m: f64) -> [f64; 3] {
    let (sn, cn) = amplitude(u, m).sin_cos();
    [sn, cn, (1.0 - m * sn * sn).sqrt()]
}

#[test]
fn known_values_and_limits() {
    // K(1/2) = Γ(1/4)² / (4 √π), and sn(1/2 | 1/2) from Abramowitz & Stegun, example 16.
    assert!((quarter_period(0.5) - 1.854_074_677_301_372).abs() < 1e-15);
    assert!((quarter_period(0.0) - FRAC_PI_2).abs() < 1e-15);
    let k = quarter_period(0.7);
    assert!((amplitude(6.0 * k, 0.7) - 3.0 * PI).abs() < 1e-13);
    // m → 0: circular functions; m → 1: hyperbolic ones.
    assert!((jacobi(1.3, 0.0)[0] - 1.3_f64.sin()).abs() < 1e-15);
    assert!((jacobi(1.3, 1.0 - 1e-12)[0] - 1.3_f64.tanh()).abs() < 1e-11);
    // sn' = cn dn, by a central difference with an error of 1e-10.
    let (h, [_, cn, dn]) = (1e-5, jacobi(0.8, 0.7));
    let slope = (jacobi(0.8 + h, 0.7)[0] - jacobi(0.8 - h, 0.7)[0]) / (2.0 * h);
    assert!((slope - cn * dn).abs() < 1e-9);
}
