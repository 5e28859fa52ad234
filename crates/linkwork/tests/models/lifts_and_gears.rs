//! Machines of the gallery with friction that follows reactions, intermittent contact, gears and six legs, against
//! their equations in minimal coordinates, in every formulation.

use crate::joint_friction::law;
use crate::machines::{Equations, check, smooth_step};
use crate::motion::G;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// By the angle of its arms to the ground. The force on the slide is that of the moments about the foot: cylinder and
/// friction pass through it.
#[test]
fn a_cylinder_raises_a_scissor_lift_against_friction() {
    let (arm, deck_mass, arm_mass, carriage_mass) = (1.6, 250.0, 30.0, 5.0);
    let (area, start) = (0.006, 0.25_f64);
    let moment = arm_mass * arm * arm / 12.0;
    let normal_load = |angle: f64, rate: f64, acceleration: f64| {
        let (s, c) = angle.sin_cos();
        let rising = arm * (c * acceleration - s * rate * rate);
        let receding = -arm * (s * acceleration + c * rate * rate);
        // Both arms have their centre of mass in the middle pin, and turn against one another.
        let of_arms = 2.0 * arm_mass * 0.5 * arm * (c * (0.5 * rising + G) - s * 0.5 * receding);
        (0.75 * deck_mass * (rising + G) + of_arms) / (arm * c) + carriage_mass * G
    };
    let rate = |t: f64, [angle, rate, pressure]: [f64; 3]| {
        let (s, c) = angle.sin_cos();
        let speed = -arm * s * rate;
        let mass = arm * arm * (deck_mass * c * c + 0.5 * arm_mass + carriage_mass * s * s) + 2.0 * moment;
        let centrifugal = arm * arm * s * c * (carriage_mass - deck_mass) * rate * rate;
        let weight = G * arm * c * (deck_mass + arm_mass);
        let cylinder = 1e6 * area * pressure + 5000.0 * speed;
        let mut acceleration = 0.0;
        for _ in 0..60 {
            let friction = 0.2 * normal_load(angle, rate, acceleration) * law(speed / 0.01);
            acceleration = ((cylinder + friction) * arm * s - weight - centrifugal) / mass;
        }
        let flow = 0.0012 * (smooth_step(t, 0.0, 0.4) - smooth_step(t, 2.0, 2.3));
        let free = 2.2 - arm * c - 0.4;
        [rate, acceleration, 400.0 * (flow + area * speed) / (area * free)]
    };
    let switches = |t: f64, [angle, rate, _]: [f64; 3]| [arm * angle.sin() * rate - 0.01, t - 0.4];
    let pressure = G * (deck_mass + arm_mass) / start.tan() / (1e6 * area);
    let [angle, speed, pressure] =
        Equations { rate, switches, step: 2e-5 }.integrate([start, 0.0, pressure], [0.0, 1.0]);
    let expected =
        [("foot.q", angle - start), ("foot.qd", speed), ("pressure", pressure), ("height", arm * angle.sin())];
    check("scissor-lift", 1.0, &expected);
}

/// A wheel with four slots whose pin and lock give way: both angles are free.
#[test]
fn a_geneva_drive_moves_its_wheel_on() {
    let ratio = 0.5_f64.sqrt();
    let pin = |crank: f64| crank.rem_euclid(TAU) - PI;
    let motor = |speed: f64| if speed < 10.0 { 8.0 - 0.05 * speed } else { 7.5 - 1.875 * (speed - 10.0) };
    let rate = |_: f64, [crank, wheel, crank_rate, wheel_rate]: [f64; 4]| {
        let (s, c) = pin(crank).sin_cos();
        let (slot, slope) = match c > ratio {
            true => ((ratio * s).atan2(1.0 - ratio * c), -ratio * (c - ratio) / (1.0 + 0.5 - 2.0 * ratio * c)),
            false => (FRAC_PI_4.copysign(pin(crank)), 0.0),
        };
        let target = -(slot + FRAC_PI_4 + FRAC_PI_2 * (crank / TAU).floor());
        let push = 4000.0 * (target - wheel) + 4.0 * (slope * crank_rate - wheel_rate);
        let held = push - 0.5 * law(wheel_rate / 0.1);
        [crank_rate, wheel_rate, (motor(crank_rate) - slope * push) / 0.02, held / 0.03]
    };
    let switches = |_: f64, [crank, _, crank_rate, wheel_rate]: [f64; 4]| {
        [pin(crank).cos() - ratio, crank_rate - 10.0, wheel_rate - 0.1, wheel_rate + 0.1]
    };
    let [crank, wheel, crank_rate, wheel_rate] =
        Equations { rate, switches, step: 2e-6 }.integrate([0.0; 4], [0.0, 0.29]);
    // In its slot, behind the middle.
    assert!(pin(crank) > 0.0 && pin(crank).cos() > ratio, "{crank}");
    let expected = [("shaft.q", crank), ("index.q", wheel), ("shaft.qd", crank_rate), ("index.qd", wheel_rate)];
    check("geneva", 0.29, &expected);
}

/// By the angle of the carrier: sun and planets turn in fixed ratios to it, and pins are pressed by weight and motion
/// of their planets.
#[test]
fn a_planetary_gear_loses_power_in_its_pins() {
    let (radius, mass) = (0.042, 0.3);
    let (of_sun, of_pins) = (60.0 / 24.0, -60.0 / 18.0);
    let sun = 1.0 + of_sun;
    let inertia =
        0.0015 + 0.00015 * sun * sun + 3.0 * (mass * radius * radius + 0.00005 * (1.0 + of_pins) * (1.0 + of_pins));
    let motor = |speed: f64| if speed < 300.0 { 3.0 - speed / 600.0 } else { 2.5 - (speed - 300.0) / 80.0 };
    let rate = |_: f64, [angle, speed]: [f64; 2]| {
        let seals = 0.15 * law(speed / 0.5) + 0.0005 * speed;
        let of_input = 0.02 * law(of_sun * speed / 0.5) + 0.0001 * of_sun * speed;
        let driving = motor(sun * speed) * sun - 0.0004 * speed * speed.abs() - seals - of_sun * of_input;
        let mut acceleration = 0.0;
        for _ in 0..60 {
            let press = |k: u8| {
                let (s, c) = (angle + TAU / 3.0 * f64::from(k)).sin_cos();
                let outwards = -radius * speed * speed + G * s;
                mass * outwards.hypot(radius * acceleration + G * c)
            };
            let loads: f64 = (0..3).map(press).sum();
            let friction = 0.08 * 0.006 * loads * law(of_pins * speed / 0.5);
            // The weights of three planets balance.
            acceleration = (driving - of_pins * friction) / inertia;
        }
        [speed, acceleration]
    };
    let switches =
        |_: f64, [_, speed]: [f64; 2]| [speed - 0.5, of_sun * speed - 0.5, -of_pins * speed - 0.5, sun * speed - 300.0];
    let [angle, speed] = Equations { rate, switches, step: 5e-5 }.integrate([0.0, 0.0], [0.0, 0.3]);
    let expected = [
        ("output.q", angle),
        ("carrier.w", speed),
        ("sun.w", sun * speed),
        ("pin_b.q", of_pins * angle),
        ("power_in", motor(sun * speed) * sun * speed),
    ];
    check("planetary-gear", 0.3, &expected);
}

/// Solves a system of six equations by elimination with pivots.
fn solve(mut rows: [[f64; 7]; 6]) -> [f64; 6] {
    for k in 0..6 {
        let pivot = (k..6).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs())).unwrap();
        rows.swap(k, pivot);
        let top = rows[k];
        for (_, row) in rows.iter_mut().enumerate().filter(|(n, _)| *n != k) {
            let factor = row[k] / top[k];
            row.iter_mut().zip(top).for_each(|(x, of_top)| *x -= factor * of_top);
        }
    }
    std::array::from_fn(|k| rows[k][6] / rows[k][k])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Its motion is given; the forces of its legs are those that weight and inertia of the platform need.
#[test]
fn six_legs_carry_a_platform_through_its_motion() {
    let (mass, center, time) = (120.0, [0.15, 0.1, 0.05], 0.7_f64);
    let (s, c) = (3.0 * time).sin_cos();
    let [way, pace, gain] = [1.0 - c, 3.0 * s, 9.0 * c];
    let ([heave, yaw], [height, gap]) = ([0.1, 0.15], [0.9, 0.15]);
    let (turn, spin) = (yaw * way, yaw * pace);
    let rotate = |[x, y, z]: [f64; 3]| {
        let (s, c) = turn.sin_cos();
        [c * x - s * y, s * x + c * y, z]
    };
    let arm = rotate(center);
    let place = [arm[0], arm[1], height + heave * way + arm[2]];
    let acceleration: [f64; 3] =
        [-yaw * gain * arm[1] - spin * spin * arm[0], yaw * gain * arm[0] - spin * spin * arm[1], heave * gain];
    let mut rows = [[0.0; 7]; 6];
    let legs = [1.0, 3.0, 5.0].into_iter().flat_map(|middle| [(middle, -1.0), (middle, 1.0)]);
    for (leg, (middle, side)) in legs.enumerate() {
        let head_angle = middle * PI / 3.0 + side * gap;
        let foot_angle = (middle + side) * PI / 3.0 - side * gap;
        let at = rotate([0.6 * head_angle.cos(), 0.6 * head_angle.sin(), 0.0]);
        let head = [at[0], at[1], height + heave * way];
        let foot = [foot_angle.cos(), foot_angle.sin(), 0.0];
        let line: [f64; 3] = std::array::from_fn(|k| head[k] - foot[k]);
        let length = line.iter().map(|x| x * x).sum::<f64>().sqrt();
        let along = line.map(|x| x / length);
        let about = cross(std::array::from_fn(|k| head[k] - place[k]), along);
        for k in 0..3 {
            (rows[k][leg], rows[k + 3][leg]) = (along[k], about[k]);
        }
    }
    (0..3).for_each(|k| rows[k][6] = mass * acceleration[k]);
    rows[2][6] += mass * G;
    // Its axes are principal, and it turns about one of them.
    rows[5][6] = 14.0 * yaw * gain;
    let forces = solve(rows);
    let names: Vec<String> = (1..=6).map(|leg| format!("leg{leg}.drive")).collect();
    let mut expected: Vec<(&str, f64)> = names.iter().map(String::as_str).zip(forces).collect();
    expected.extend([("platform.x", place[0]), ("platform.y", place[1]), ("platform.z", place[2])]);
    expected.extend([("platform.wz", spin), ("platform.ax", acceleration[0])]);
    check("stewart", time, &expected);
}
