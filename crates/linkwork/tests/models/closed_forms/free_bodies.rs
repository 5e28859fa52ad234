//! Bodies on which nothing acts. A symmetric one turns at L/A about its angular momentum while it spins on its own
//! axis; an asymmetric one follows Jacobi's functions in its own axes [Landau & Lifshitz, Mechanics, § 36–37].

use super::elliptic::{jacobi, quarter_period};
use super::rotations::{Matrix, Vector, combine, dot, matrix, norm, spin, to_body, turn};
use crate::motion::{Motion, assert_close, from_gallery, run, run_tight, tight};

fn free(inertia: Vector, w: Vector) -> String {
    format!(
        "[[bodies]]\nname = \"body\"\nmass = 2.0\ninertia = {inertia:?}\nposition = [1.0, 2.0, 3.0]\nvelocity = [0.3, -0.2, 0.1]\nangular_velocity = {w:?}\n"
    )
}

fn rotations(motion: &Motion, body: &str) -> Vec<Matrix> {
    let [w, x, y, z] = ["qw", "qx", "qy", "qz"].map(|c| format!("{body}.{c}"));
    motion.columns([&w, &x, &y, &z]).into_iter().map(matrix).collect()
}

#[test]
fn symmetric_body_precesses_regularly() {
    let (a, c) = (0.2, 0.35);
    let w0 = [0.8, 0.3, 4.0];
    let momentum = [a * w0[0], a * w0[1], c * w0[2]];
    let (size, axis) = (norm(momentum), momentum.map(|x| x / norm(momentum)));
    let motion = run_tight(&free([a, a, c], w0), 10.0, 0.1);
    for (t, found) in motion.times().into_iter().zip(rotations(&motion, "body")) {
        // ω = L/A + (1 − C/A) ω₃ e₃: first the spin about the body's axis, then the precession.
        let own = (1.0 - c / a) * w0[2] * t;
        for (k, column) in found.iter().enumerate() {
            let mut unit = [0.0; 3];
            unit[k] = 1.0;
            let expected = turn(axis, size / a * t, turn([0.0, 0.0, 1.0], own, unit));
            assert!(norm(combine(1.0, *column, -1.0, expected)) < 1e-9, "axis {k} at t = {t}");
        }
    }
    motion.assert_follows("body.x", |t| 1.0 + 0.3 * t, 1e-11);
}

#[test]
fn asymmetric_body_follows_jacobi_functions() {
    let inertia: Vector = [0.2, 0.3, 0.4];
    let [i1, i2, i3] = inertia;
    // ω₂ = 0 at the start, and L² > 2 E I₂: the motion goes round the third axis.
    let w0: Vector = [1.5, 0.0, 2.0];
    let energy = 0.5 * (i1 * w0[0] * w0[0] + i3 * w0[2] * w0[2]);
    let square = (i1 * w0[0]).powi(2) + (i3 * w0[2]).powi(2);
    assert!(square > 2.0 * energy * i2);
    let rate = ((i3 - i2) * (square - 2.0 * energy * i1) / (i1 * i2 * i3)).sqrt();
    let m = (i2 - i1) * (2.0 * energy * i3 - square) / ((i3 - i2) * (square - 2.0 * energy * i1));
    let a2 = ((2.0 * energy * i3 - square) / (i2 * (i3 - i2))).sqrt();

    // Four periods.
    let end = 16.0 * quarter_period(m) / rate;
    let motion = run_tight(&free(inertia, w0), end, end / 80.0);
    let spins = motion.vectors("body.w");
    let rows = motion.times().into_iter().zip(rotations(&motion, "body")).zip(&spins);
    for ((t, rotation), w) in rows {
        let [sn, cn, dn] = jacobi(rate * t, m);
        let expected = [w0[0] * cn, a2 * sn, w0[2] * dn];
        let found = to_body(&rotation, *w);
        assert!(norm(combine(1.0, found, -1.0, expected)) < 1e-9, "{found:?} {expected:?} at t = {t}");
        let momentum = spin(&rotation, inertia, *w);
        let start = [i1 * w0[0], 0.0, i3 * w0[2]];
        assert!(norm(combine(1.0, momentum, -1.0, start)) < 1e-10, "angular momentum at t = {t}");
    }
    motion.assert_follows("energy.kinetic", |_| energy + 0.5 * 2.0 * dot([0.3, -0.2, 0.1], [0.3, -0.2, 0.1]), 1e-10);
    let back = to_body(&rotations(&motion, "body")[80], spins[80]);
    assert!(norm(combine(1.0, back, -1.0, w0)) < 1e-9, "after whole periods: {back:?}");
}

#[test]
fn spin_about_the_middle_axis_turns_over_and_keeps_its_momentum() {
    let inertia = [0.1, 0.2, 0.25];
    let motion = run(&from_gallery("free-body"), &tight(20.0, 0.02));
    let momenta: Vec<Vector> = rotations(&motion, "nut")
        .iter()
        .zip(motion.vectors("nut.w"))
        .map(|(rotation, w)| spin(rotation, inertia, w))
        .collect();
    for l in &momenta {
        assert!(norm(combine(1.0, *l, -1.0, [0.001, 1.0, 0.0025])) < 1e-10, "{l:?}");
    }
    // The middle axis points backwards at some time, and forwards again later.
    let along: Vec<f64> = rotations(&motion, "nut").iter().map(|r| r[1][1]).collect();
    let over = along.iter().position(|&y| y < -0.99).expect("it never turned over");
    assert!(along[over..].iter().any(|&y| y > 0.99), "it never came back");
    assert_close(motion.summary.energy_drift, 0.0, 1e-11, "energy");
}
