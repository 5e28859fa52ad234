//! Mechanisms that pass singular positions whose geometry is nearly, but not quite, that of a branch: they go straight
//! on, as the exact mechanism does, keep their energy, and reactions show no peak there.

use crate::motion::{Motion, run};
use linkwork::spatial::Vec3;
use linkwork::{Model, Settings, Space, gallery};

/// Multiples of it, without their integer parts, are spread evenly and repeat nothing.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// A row of parallelograms whose joints are all displaced by up to `size`, in the plane.
fn disturbed(n: usize, size: f64, seed: usize) -> Model {
    let mut model = gallery::four_bars(n, Space::Planar).expect("a size that exists").build().expect("a sound model");
    let mut drawn = 1000 * seed;
    let mut draw = || {
        drawn += 1;
        size * (2.0 * (drawn as f64 * GOLDEN_RATIO).fract() - 1.0)
    };
    for joint in &mut model.joints {
        joint.first.point += Vec3([draw(), draw(), 0.0]);
        joint.second.point += Vec3([draw(), draw(), 0.0]);
    }
    model
}

/// The largest force in any joint (N).
fn find_peak(motion: &Motion) -> f64 {
    let is_force = |channel: &str| channel.ends_with(".fx") || channel.ends_with(".fy");
    let forces: Vec<usize> =
        (0..motion.memory.channels.len()).filter(|&k| is_force(&motion.memory.channels[k])).collect();
    assert!(!forces.is_empty());
    let of_row = |row: &Vec<f64>| forces.iter().map(|&k| row[k].abs()).fold(0.0, f64::max);
    motion.memory.rows.iter().map(of_row).fold(0.0, f64::max)
}

/// Uprights lie down and pass the horizontal, where a parallelogram might fold, some fourteen times in ten seconds.
/// Displacements of 10⁻¹² bend the way there by a radius of a micrometre, which no step should look for.
fn pass_horizontals(n: usize, size: f64, seeds: std::ops::Range<usize>) {
    let settings = Settings { end: 10.0, ..Settings::default() };
    let peak = find_peak(&run(&disturbed(n, 0.0, 0), &settings));
    for seed in seeds {
        let motion = run(&disturbed(n, size, seed), &settings);
        let drift = motion.summary.energy_drift;
        assert!(drift < 1e-6, "{n} parallelograms, {seed}: energy drifts by {drift:e}");
        let found = find_peak(&motion);
        // Rows are taken 0.01 s apart and forces are largest at single instants, some percent of them between rows.
        assert!(found < 1.1 * peak, "{n} parallelograms, {seed}: {found} N, {peak} N where nothing is displaced");
    }
}

#[test]
fn disturbed_parallelograms_pass_the_horizontal() {
    pass_horizontals(2, 1e-12, 0..6);
    pass_horizontals(5, 1e-12, 0..2);
}

/// The same many times; takes a minute.
#[test]
fn many_disturbed_parallelograms_pass_the_horizontal() {
    if std::env::var_os("LINKWORK_LONG_TESTS").is_some() {
        for n in [2, 3, 5, 10] {
            pass_horizontals(n, 1e-12, 0..25);
            pass_horizontals(n, 1e-14, 0..10);
        }
    }
}
