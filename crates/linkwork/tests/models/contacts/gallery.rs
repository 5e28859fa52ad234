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

/// A model of the gallery by the methods that `linkwork run` takes.
fn as_users_run(name: &str) -> Motion {
    let model = from_gallery(name);
    let motion = run(&model, &Settings::of_model(&model));
    let balance = motion.summary.energy_balance;
    assert!(balance < 1e-3, "{name}: {balance:.1e}");
    motion
}

/// Each finger carries half of the weight with 10 N, which needs x (3 − x²)/2 = 0.409 of the largest coefficient.
#[test]
fn the_box_in_the_gripper_creeps_as_its_friction_says() {
    let motion = as_users_run("gripper");
    let channels = ["time", "box.z", "palm.z", "hold.left.box.fz", "hold.right.box.fz", "hold.left.box.fx"];
    let rows = motion.columns(channels);
    let [_, _, _, left, right, press] = rows[rows.len() - 1];
    assert_close(left + right, 0.5 * 9.81, 1e-2, "weight");
    assert_close(press, 10.0, 1e-2, "pressure");
    let lifting = rows.iter().find(|row| row[0] > 0.295).expect("half way");
    assert_close(lifting[3] + lifting[4], 0.5 * 11.81, 1e-2, "weight and lift");
    let needed = 0.25 * 9.81 / (10.0 * 0.6);
    let x = (0..60).fold(needed, |x: f64, _| (2.0 * needed + x.powi(3)) / 3.0);
    let [first, last] = [160, rows.len() - 1].map(|k| [rows[k][0], rows[k][1] - rows[k][2]]);
    let creep = (first[1] - last[1]) / (last[0] - first[0]);
    assert_close(creep / (1e-3 * x), 1.0, 5e-3, "creep");
}

/// A quarter of a turn for each turn of the crank; fastest where the pin is nearest to the axis of the wheel. The pin has
/// 0.1 mm of room on either side, a thousandth of the radius.
#[test]
fn the_geneva_wheel_turns_as_its_pin_moves() {
    let motion = as_users_run("geneva-contact");
    let rows = motion.columns(["time", "index.q", "index.qd"]);
    let fastest = rows.iter().map(|row| -row[2]).fold(0.0, f64::max);
    assert_close(fastest / 5.0, 1.0 / (2.0_f64.sqrt() - 1.0), 0.03, "ratio of speeds");
    assert_close(rows[rows.len() - 1][1], -0.5 * std::f64::consts::PI, 4e-3, "a quarter of a turn");
}

/// The forces of the ground act below the wheel and the links together, as far as these do not swing.
#[test]
fn the_ground_carries_the_links_below_the_wheel() {
    let motion = as_users_run("track-link");
    let links = ["link1", "link2", "link3"];
    let loads = links.map(|link| motion.column(&format!("soil.ground.{link}.fy")));
    let places = links.map(|link| motion.column(&format!("soil.ground.{link}.x")));
    let rows = motion.columns(["wheel.x", "wheel.vx", "wheel.w"]);
    let (mut total, mut off, mut n) = (0.0, 0.0, 0.0);
    for k in (rows.len() / 10..rows.len()).take_while(|k| rows[*k][0] < 0.25) {
        let load: f64 = loads.iter().map(|column| column[k]).sum();
        let moment: f64 = loads.iter().zip(&places).map(|(load, place)| load[k] * place[k]).sum();
        let middle = 100.0 * rows[k][0] / 115.0;
        assert!((moment / load - middle).abs() < 0.02, "{k}: {} {middle}", moment / load);
        assert!((rows[k][1] + 0.2 * rows[k][2]).abs() < 0.01, "{k}: it slips");
        (total, off, n) = (total + load, off + moment / load - middle, n + 1.0);
    }
    assert_close(total / n / (115.0 * 9.81), 1.0, 0.02, "mean load");
    assert_close(off / n, 0.0, 2e-3, "mean place");
}

/// A mass on springs and dampers that is let go where these are unloaded; brackets move with the engine.
#[test]
fn the_engine_sinks_as_a_mass_on_springs() {
    let motion = as_users_run("engine-mounts");
    let (mass, stiffness, damping) = (202.0_f64, 1.2e6, 2400.0);
    let (w, decay) = ((stiffness / mass).sqrt(), 0.5 * damping / mass);
    let wd = (w * w - decay * decay).sqrt();
    for [t, z] in motion.columns(["time", "engine.z"]) {
        let swing = (-decay * t).exp() * ((wd * t).cos() + decay / wd * (wd * t).sin());
        let expected = 0.3 - mass * 9.81 / stiffness * (1.0 - swing);
        assert!((z - expected).abs() < 5e-6, "{t}: {z} {expected}");
    }
}

/// Ten pieces have a first frequency that is half a percent lower than that of a continuous strip.
#[test]
fn the_beam_swings_with_its_first_frequency() {
    let motion = as_users_run("flexible-beam");
    let rows = motion.columns(["time", "piece10.y"]);
    let crossings: Vec<f64> = rows[1..]
        .windows(2)
        .filter(|pair| pair[0][1] * pair[1][1] < 0.0)
        .map(|pair| pair[0][0] + (pair[1][0] - pair[0][0]) * pair[0][1] / (pair[0][1] - pair[1][1]))
        .collect();
    let n = crossings.len();
    let found = 0.5 * (n - 1) as f64 / (crossings[n - 1] - crossings[0]);
    let bending = 2.1e11 * 0.03 * 0.01_f64.powi(3) / 12.0;
    let expected = 1.8751_f64.powi(2) / std::f64::consts::TAU * (bending / (7850.0 * 0.03 * 0.01)).sqrt();
    assert_close(found / expected, 1.0, 0.01, "frequency");
}
