//! Models of the gallery in which bodies touch: the answers that they give.

use crate::motion::{Motion, assert_close, from_gallery, run};
use linkwork::Settings;

/// A model of the gallery with its own settings.
fn of_gallery(name: &str) -> Motion {
    let model = from_gallery(name);
    // Answers are those of every oscillation followed; what implicit steps make of contacts has tests of its own.
    let motion = run(&model, &Settings { integrator: "dopri5".parse().unwrap(), ..Settings::of_model(&model) });
    let balance = motion.summary.energy_balance;
    assert!(balance < 1e-6, "{name}: {balance:.1e}");
    motion
}

/// The first row in which something holds.
fn first_time<const N: usize>(motion: &Motion, channels: [&str; N], holds: impl Fn([f64; N]) -> bool) -> f64 {
    let row = motion.columns(channels).into_iter().position(holds);
    motion.times()[row.unwrap_or_else(|| panic!("{channels:?} never fulfil it"))]
}

/// The board turns about the origin by 0.2 rad/s, and takes the box along.
#[test]
fn the_box_slides_where_the_tangent_of_the_slope_is_its_friction() {
    let motion = of_gallery("box-slope");
    let channels = ["time", "box.x", "box.y", "box.vx", "box.vy"];
    let slides = first_time(&motion, channels, |[t, x, y, vx, vy]| {
        let along = [(0.2 * t).cos(), (0.2 * t).sin()];
        (along[0] * (vx + 0.2 * y) + along[1] * (vy - 0.2 * x)).abs() > 4e-3
    });
    // It takes some hundredths of a second to become as fast as that.
    assert_close(slides, 0.5_f64.atan() / 0.2, 0.06, "begin of sliding");
}

#[test]
fn the_last_ball_of_the_cradle_rises_as_high_as_the_first_one_fell() {
    let motion = of_gallery("newtons-cradle");
    let top = motion.column("thread5.q").into_iter().fold(0.0, f64::max);
    assert_close(top, 30_f64.to_radians(), 5e-3, "the last ball");
    let middle = motion.column("thread3.q").into_iter().fold(0.0, |largest, q| f64::max(largest, q.abs()));
    assert!(middle < 0.02, "the ball in the middle moved by {middle} rad");
}

/// Angular momentum about the corner that is hit stays: the speed drops by 1 − 1.5 sin² α, α = arctan 1/4.
#[test]
fn the_block_loses_speed_as_housner_says() {
    let model = from_gallery("rocking-block");
    let settings = Settings { output_step: 0.002, end: 1.0, ..Settings::of_model(&model) };
    let rows = run(&model, &settings).columns(["block.angle", "block.w"]);
    let impact = rows.windows(2).position(|pair| pair[0][0] * pair[1][0] < 0.0).expect("it swings through");
    // Speeds where the angle is the same on both sides.
    let is_beyond = |row: &&[f64; 2]| row[0].abs() > 0.03;
    let before = rows[..impact].iter().rev().find(is_beyond).expect("it came")[1];
    let after = rows[impact + 1..].iter().find(is_beyond).expect("it goes on")[1];
    let sine = 0.25_f64.atan().sin();
    assert_close(after / before, 1.0 - 1.5 * sine * sine, 0.02, "ratio of speeds");
}

#[test]
fn dominoes_fall_one_after_the_other() {
    let motion = of_gallery("dominoes");
    let times = ["first", "second", "third", "fourth", "fifth"]
        .map(|name| first_time(&motion, [&format!("{name}.angle")], |[angle]| angle < -0.2));
    assert!(times.is_sorted_by(|a, b| a < b) && times[4] > 0.3, "{times:?}");
}

#[test]
fn the_follower_leaves_the_cam_at_the_speed_that_its_spring_allows() {
    let motion = of_gallery("cam-follower");
    let leaves = first_time(&motion, ["time", "face.depth"], |[t, depth]| t > 0.1 && depth < 0.0);
    // ω = 80 t, and the top is reached every 50 ms.
    assert_close(80.0 * leaves, (27.0_f64 / 2e-3).sqrt(), 6.0, "speed of the cam");
}
