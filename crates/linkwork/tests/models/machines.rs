//! Machines of the gallery against their equations in minimal coordinates, written and integrated here, in every
//! formulation; and the answers that the manual gives to the question of each.

use crate::expressions::{EXACT, crank_acceleration, rk4_step};
use crate::motion::{G, Motion, assert_close, from_gallery, run, tight};
use linkwork::Settings;
use std::f64::consts::FRAC_PI_2;

/// Equations of motion with the functions at whose zeros they have kinks or jumps.
pub struct Equations<Rate, Switches> {
    pub rate: Rate,
    pub switches: Switches,
    pub step: f64,
}

impl<Rate, Switches> Equations<Rate, Switches> {
    /// RK4. Steps in which a switch changes its sign are halved until they are too short to matter.
    pub fn integrate<const N: usize, const S: usize>(&self, start: [f64; N], span: [f64; 2]) -> [f64; N]
    where
        Rate: Fn(f64, [f64; N]) -> [f64; N],
        Switches: Fn(f64, [f64; N]) -> [f64; S],
    {
        let [begin, end] = span;
        let n = ((end - begin) / self.step).ceil();
        let h = (end - begin) / n;
        (0..n as u32).fold(start, |y, k| self.advance(begin + f64::from(k) * h, y, h))
    }

    fn advance<const N: usize, const S: usize>(&self, t: f64, y: [f64; N], h: f64) -> [f64; N]
    where
        Rate: Fn(f64, [f64; N]) -> [f64; N],
        Switches: Fn(f64, [f64; N]) -> [f64; S],
    {
        let next = rk4_step(&self.rate, t, y, h);
        let sides = |t: f64, y: [f64; N]| (self.switches)(t, y).map(|value| value > 0.0);
        if h < 1e-9 || sides(t, y) == sides(t + h, next) {
            return next;
        }
        let middle = self.advance(t, y, 0.5 * h);
        self.advance(t + 0.5 * h, middle, 0.5 * h)
    }
}

/// Runs a model of the gallery in every formulation, and compares columns at the end.
pub fn check(name: &str, end: f64, expected: &[(&str, f64)]) {
    let model = from_gallery(name);
    for formulation in EXACT {
        let motion = run(&model, &Settings { formulation: formulation.parse().unwrap(), ..tight(end, end) });
        assert_eq!(motion.summary.formulation, formulation);
        for &(column, value) in expected {
            let tolerance = 1e-8 * value.abs().max(1.0);
            assert_close(motion.last(column), value, tolerance, &format!("{name}, {formulation}: {column}"));
        }
        let balance = motion.summary.energy_balance;
        assert!(balance < 1e-8, "{name}, {formulation}: energy balance {balance:.1e}");
    }
}

/// Cubic from 0 at a to 1 at b, with zero slope at both.
pub fn smooth_step(x: f64, a: f64, b: f64) -> f64 {
    let s = ((x - a) / (b - a)).clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

/// Load of a stop that is exceeded by `depth`.
fn stop_load(stiffness: f64, damping: f64, depth: f64, rate: f64) -> f64 {
    if depth > 0.0 { (stiffness * depth + damping * rate).max(0.0) } else { 0.0 }
}

#[test]
fn a_quarter_car_jumps_over_a_bump() {
    let damper = |v: f64| {
        let speed = v.abs();
        let load = if speed < 0.2 { 1800.0 * speed } else { 360.0 + 800.0 * (speed - 0.2) };
        if v > 0.0 { 3.0 * load } else { -load }
    };
    // Measured heights (mm), every 10 cm from 1.2 m on.
    let heights = [0.0, 9.0, 31.0, 51.0, 60.0, 54.0, 33.0, 12.0, 2.0, -1.0, 0.0];
    let road = |t: f64| {
        let way = ((12.0 * t - 1.2) / 0.1).clamp(0.0, 10.0);
        let k = (way as usize).min(9);
        1e-3 * (heights[k] + (way - k as f64) * (heights[k + 1] - heights[k]))
    };
    let tyre = |t: f64, wheel: f64| 2e5 * (road(t) + 0.316677 - wheel);
    let rate = |t: f64, [body, wheel, body_rate, wheel_rate]: [f64; 4]| {
        let suspension = -18000.0 * (body - wheel - 0.6635) - damper(body_rate - wheel_rate);
        let push = tyre(t, wheel).max(0.0);
        [body_rate, wheel_rate, suspension / 300.0 - G, (push - suspension) / 40.0 - G]
    };
    let switches = |t: f64, [_, wheel, body_rate, wheel_rate]: [f64; 4]| {
        let v = body_rate - wheel_rate;
        let kink = (std::f64::consts::PI * 120.0 * t).sin();
        [v, v - 0.2, v + 0.2, tyre(t, wheel), kink]
    };
    // It rests on its springs until the bump begins, leaves the road before the bump ends, and lands before 0.3 s.
    let equations = Equations { rate, switches, step: 1e-5 };
    let [body, wheel, body_rate, wheel_rate] = equations.integrate([0.8, 0.3, 0.0, 0.0], [0.1, 0.3]);
    let expected = [("body.y", body), ("wheel.y", wheel), ("body.vy", body_rate), ("wheel.vy", wheel_rate)];
    check("quarter-car", 0.3, &[&expected[..], &[("tyre", tyre(0.3, wheel))]].concat());
}

#[test]
fn a_cart_balances_its_pole() {
    let (cart, pole, l, moment) = (2.0, 0.3, 0.5, 0.025 + 0.3 * 0.25);
    let feedback = |[x, angle, v, w]: [f64; 4]| 10.0 * x + 12.70 * v - 96.74 * angle - 24.70 * w;
    let rate = |_: f64, y: [f64; 4]| {
        let [_, angle, v, w] = y;
        let (s, c) = angle.sin_cos();
        // (M + m) v̇ − m l c ẇ = F − m l s w²,  −m l c v̇ + (J + m l²) ẇ = m g l s
        let force = feedback(y).clamp(-15.0, 15.0) - pole * l * s * w * w;
        let weight = pole * G * l * s;
        let (mass, coupling) = (cart + pole, -pole * l * c);
        let det = mass * moment - coupling * coupling;
        [v, w, (moment * force - coupling * weight) / det, (mass * weight - coupling * force) / det]
    };
    let switches = |_: f64, y: [f64; 4]| [feedback(y) - 15.0, feedback(y) + 15.0];
    let [x, angle, v, w] = Equations { rate, switches, step: 5e-5 }.integrate([0.0, 0.2, 0.0, 0.0], [0.0, 1.0]);
    check("cart-pole", 1.0, &[("rail.q", x), ("pole.angle", angle), ("rail.qd", v), ("pole.w", w)]);
}

#[test]
fn a_motor_with_a_winding_starts_a_four_bar() {
    let losses = |speed: f64| {
        let size = speed.abs();
        let torque = if size < 20.0 { 0.02 * size } else { 0.4 + 0.01 * (size - 20.0) };
        torque.copysign(speed)
    };
    let rate = |_: f64, [theta, speed, current]: [f64; 3]| {
        let torque = 0.4 * current - losses(speed);
        [speed, crank_acceleration(theta, speed, torque), (24.0 - 0.6 * current - 0.4 * speed) / 0.005]
    };
    let switches = |_: f64, [_, speed, _]: [f64; 3]| [speed - 20.0];
    let [theta, speed, current] = Equations { rate, switches, step: 1e-5 }.integrate([FRAC_PI_2, 0.0, 0.0], [0.0, 0.1]);
    check("motor-four-bar", 0.1, &[("A.q", theta - FRAC_PI_2), ("A.qd", speed), ("current", current)]);
}

/// Two links in a vertical plane, the second at the end of the first; angles are those of the links to the horizontal.
struct TwoLinks {
    masses: [f64; 2],
    moments: [f64; 2],
    /// Distance of the center of mass from the joint.
    centers: [f64; 2],
    /// Length of the first link.
    length: f64,
}

impl TwoLinks {
    /// Accelerations of the angles under generalized loads.
    fn accelerations(&self, angles: [f64; 2], rates: [f64; 2], loads: [f64; 2]) -> [f64; 2] {
        let [m1, m2] = self.masses;
        let [c1, c2] = self.centers;
        let first = self.moments[0] + m1 * c1 * c1 + m2 * self.length * self.length;
        let second = self.moments[1] + m2 * c2 * c2;
        let (sine, cosine) = (angles[1] - angles[0]).sin_cos();
        let coupling = m2 * self.length * c2;
        let a = loads[0] + coupling * sine * rates[1] * rates[1] - G * (m1 * c1 + m2 * self.length) * angles[0].cos();
        let b = loads[1] - coupling * sine * rates[0] * rates[0] - G * m2 * c2 * angles[1].cos();
        let det = first * second - (coupling * cosine).powi(2);
        [(second * a - coupling * cosine * b) / det, (first * b - coupling * cosine * a) / det]
    }
}

/// Moment of inertia of the arm about its waist, and its derivatives by the angles of its two links.
fn waist_inertia([upper, fore]: [f64; 2]) -> (f64, [f64; 2]) {
    let ((s1, c1), (s2, c2)) = (upper.sin_cos(), fore.sin_cos());
    let middle = 0.6 * c1 + 0.3 * c2;
    let of_upper = 8.0 * 0.09 * c1 * c1 + 0.02 * s1 * s1 + 0.25 * c1 * c1;
    let of_fore = 5.0 * middle * middle + 0.01 * s2 * s2 + 0.12 * c2 * c2;
    let by_upper = -2.0 * s1 * c1 * (8.0 * 0.09 + 0.23) - 2.0 * 5.0 * middle * 0.6 * s1;
    let by_fore = -2.0 * s2 * c2 * 0.11 - 2.0 * 5.0 * middle * 0.3 * s2;
    (0.3 + of_upper + of_fore, [by_upper, by_fore])
}

#[test]
fn an_arm_follows_its_controllers() {
    let arm = TwoLinks { masses: [8.0, 5.0], moments: [0.25, 0.12], centers: [0.3, 0.3], length: 0.6 };
    // Waist, upper arm and forearm: angles, rates, integrals of the errors of the three joints.
    let rate = |t: f64, [waist, upper, fore, waist_rate, upper_rate, fore_rate, i1, i2, i3]: [f64; 9]| {
        let (way, pace) = (smooth_step(t, 0.0, 1.0), 6.0 * t * (1.0 - t));
        let errors = [1.2 * way - waist, 0.8 * way - upper, -1.1 * way - (fore - upper)];
        let torques = [
            900.0 * errors[0] + 1500.0 * i1 + 120.0 * (1.2 * pace - waist_rate),
            1500.0 * errors[1] + 900.0 * i2 + 160.0 * (0.8 * pace - upper_rate),
            500.0 * errors[2] + 490.5 * i3 + 40.0 * (-1.1 * pace - (fore_rate - upper_rate)),
        ];
        let (inertia, [by_upper, by_fore]) = waist_inertia([upper, fore]);
        let turn = (torques[0] - waist_rate * (by_upper * upper_rate + by_fore * fore_rate)) / inertia;
        let spin = 0.5 * waist_rate * waist_rate;
        let loads = [torques[1] - torques[2] + spin * by_upper, torques[2] + spin * by_fore];
        let [up, down] = arm.accelerations([upper, fore], [upper_rate, fore_rate], loads);
        [waist_rate, upper_rate, fore_rate, turn, up, down, errors[0], errors[1], errors[2]]
    };
    let start = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.07521, 0.03];
    let y = Equations { rate, switches: |_, _| [1.0], step: 5e-5 }.integrate(start, [0.0, 0.4]);
    let expected = [
        ("waist.q", y[0]),
        ("shoulder.q", y[1]),
        ("elbow.q", y[2] - y[1]),
        ("waist.qd", y[3]),
        ("shoulder.qd", y[4]),
        ("elbow.qd", y[5] - y[4]),
        ("shoulder_integral", y[7]),
        ("tip_height", 0.6 + 0.6 * y[1].sin() + 0.6 * y[2].sin()),
    ];
    check("arm-pid", 0.4, &expected);
}

#[test]
fn a_door_closes_and_comes_to_rest_at_its_frame() {
    let valve = |q: f64| {
        let latching = 90.0 * smooth_step(q, 0.05, 0.1) - 80.0 * smooth_step(q, 0.25, 0.35);
        30.0 + latching + 60.0 * smooth_step(q, 1.2, 1.6)
    };
    let rate = |_: f64, [q, w]: [f64; 2]| {
        let load = -12.0 * (q + 1.0) - valve(q) * w + stop_load(5e4, 300.0, -q, -w);
        [w, load / (2.7 + 40.0 * 0.45 * 0.45)]
    };
    let switches = |_: f64, [q, w]: [f64; 2]| {
        let [a, b, c, d, e] = [0.05, 0.1, 0.25, 0.35, 1.2].map(|knot| q - knot);
        [q, 5e4 * -q - 300.0 * w, a, b, c, d, e]
    };
    // Between the first two times that it leaves the frame.
    let [q, w] = Equations { rate, switches, step: 5e-5 }.integrate([1.5, 0.0], [0.0, 4.65]);
    assert!(q > 0.0 && w > 0.0, "{q} {w}");
    check("door-closer", 4.65, &[("hinge.q", q), ("hinge.qd", w)]);
}

#[test]
fn a_cylinder_lifts_the_boom_of_an_excavator() {
    let links = TwoLinks { masses: [600.0, 300.0], moments: [450.0, 64.0], centers: [1.5, 0.8], length: 3.0 };
    let folded = |boom: f64, stick: f64| boom - (stick + FRAC_PI_2) - 0.15;
    let rate = |t: f64, [boom, stick, boom_rate, stick_rate, pressure]: [f64; 5]| {
        let (s, c) = boom.sin_cos();
        let eye = [1.2 * c + 0.1 * s, 1.2 * s - 0.1 * c];
        let line = [eye[0] - 0.4, eye[1] + 0.8];
        let length = line[0].hypot(line[1]);
        let lever = (line[1] * eye[0] - line[0] * eye[1]) / length;
        let force = 1e4 * pressure - 4e4 * lever * boom_rate;
        let stop = stop_load(2e5, 4e3, folded(boom, stick), boom_rate - stick_rate);
        let accelerations = links.accelerations([boom, stick], [boom_rate, stick_rate], [force * lever - stop, stop]);
        let flow = 0.002 * (smooth_step(t, 0.1, 0.5) - smooth_step(t, 1.2, 1.4));
        let compression = 400.0 * (flow - 0.01 * lever * boom_rate) / (0.01 * (length - 0.8));
        [boom_rate, stick_rate, accelerations[0], accelerations[1], compression]
    };
    let switches = |t: f64, [boom, stick, boom_rate, stick_rate, _]: [f64; 5]| {
        let depth = folded(boom, stick);
        [depth, 2e5 * depth + 4e3 * (boom_rate - stick_rate), t - 0.5]
    };
    let start = [0.0, -FRAC_PI_2, 0.0, 0.0, 2.0402947256659613];
    let y = Equations { rate, switches, step: 2e-5 }.integrate(start, [0.1, 1.1]);
    // The stick is at its stop.
    assert!(folded(y[0], y[1]) > 0.0);
    let expected = [
        ("foot.q", y[0]),
        ("tip.q", y[1] + FRAC_PI_2 - y[0]),
        ("foot.qd", y[2]),
        ("tip.qd", y[3] - y[2]),
        ("pressure", y[4]),
    ];
    check("excavator", 1.1, &expected);
}

#[test]
fn a_centrifugal_clutch_engages() {
    let rate = |_: f64, [hub, drum, travel, travel_rate]: [f64; 4]| {
        let radius = 0.05 + travel;
        let stop = stop_load(1e5, 60.0, travel - 0.002, travel_rate);
        let friction = 0.4 * 0.06 * 2.0 * stop * ((hub - drum) / 5.0).tanh();
        // Conservation of angular momentum of hub and shoes, with the two shoes alike.
        let inertia = 0.004 + 2.0 * (1e-4 + 0.15 * radius * radius);
        let hub_rate = (10.0 - friction - 4.0 * 0.15 * radius * travel_rate * hub) / inertia;
        let outwards = radius * hub * hub - (9e4 * travel + 20.0 * travel_rate + stop) / 0.15;
        [hub_rate, (friction - 8e-5 * drum * drum) / 0.01, travel_rate, outwards]
    };
    let switches = |_: f64, [.., travel, travel_rate]: [f64; 4]| {
        let depth = travel - 0.002;
        [depth, 1e5 * depth + 60.0 * travel_rate]
    };
    let [hub, drum, travel, _] = Equations { rate, switches, step: 5e-6 }.integrate([0.0; 4], [0.0, 0.1]);
    assert!(drum > 1.0, "{drum}");
    let expected = [("hub.w", hub), ("drum.w", drum), ("slide_a.q", travel), ("slide_b.q", travel)];
    check("clutch", 0.1, &expected);
}

/// A circle in the plane.
struct Circle {
    center: [f64; 2],
    radius: f64,
}

/// Where two circles meet, to the left of the way from the first to the second.
fn left_of(first: Circle, second: Circle) -> [f64; 2] {
    let way = [second.center[0] - first.center[0], second.center[1] - first.center[1]];
    let d = way[0].hypot(way[1]);
    let along = (first.radius * first.radius - second.radius * second.radius + d * d) / (2.0 * d);
    let across = (first.radius * first.radius - along * along).sqrt();
    [first.center[0] + (along * way[0] - across * way[1]) / d, first.center[1] + (along * way[1] + across * way[0]) / d]
}

/// The foot of Jansen's leg by the angle of its crank, from pin to pin.
fn foot(crank: f64) -> [f64; 2] {
    let circle = |center: [f64; 2], radius: f64| Circle { center, radius };
    let (hip, pin) = ([-0.38, -0.078], [0.15 * crank.cos(), 0.15 * crank.sin()]);
    let top = left_of(circle(hip, 0.415), circle(pin, 0.5));
    let knee = left_of(circle(pin, 0.619), circle(hip, 0.393));
    let rear = left_of(circle(hip, 0.401), circle(top, 0.558));
    let heel = left_of(circle(knee, 0.367), circle(rear, 0.394));
    left_of(circle(knee, 0.49), circle(heel, 0.657))
}

#[test]
fn the_foot_of_a_walker_is_where_its_linkage_puts_it() {
    for end in [0.35, 0.9] {
        let crank = std::f64::consts::TAU * (end - 0.25 * (1.0 - f64::exp(-4.0 * end)));
        let [x, y] = foot(crank);
        check("walker-leg", end, &[("motor.q", crank), ("foot_x", x), ("foot_y", y)]);
    }
}

/// Smallest and largest value of a column from some time on.
fn range(motion: &Motion, column: &str, begin: f64) -> [f64; 2] {
    let rows = motion.times().into_iter().zip(motion.column(column)).filter(|(t, _)| *t >= begin);
    rows.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], (_, value)| [value.min(low), value.max(high)])
}

/// Times of the first and the last row for which something holds.
fn span(motion: &Motion, column: &str, holds: impl Fn(f64) -> bool) -> [f64; 2] {
    let rows = motion.times().into_iter().zip(motion.column(column));
    let times: Vec<f64> = rows.filter(|(_, value)| holds(*value)).map(|(t, _)| t).collect();
    [times[0], times[times.len() - 1]]
}

/// Phrases that answer the question of a machine, with numbers of its run.
fn answers(name: &str, motion: &Motion) -> Vec<String> {
    let largest = |column: &str| range(motion, column, 0.0)[1];
    let smallest = |column: &str| range(motion, column, 0.0)[0];
    match name {
        "quarter-car" => {
            let [first, last] = span(motion, "tyre", |load| load == 0.0);
            let (load, lift) = (1e-3 * largest("tyre"), 100.0 * (largest("body.y") - 0.8));
            vec![format!("from {first:.3} s to {last:.3} s"), format!("{load:.1} kN"), format!("{lift:.1} cm")]
        }
        "cart-pole" => {
            let [_, saturated] = span(motion, "feedback", |load| load.abs() > 15.0);
            let [_, tilted] = span(motion, "pole.angle", |angle| angle.abs() > 0.01);
            let way = -100.0 * smallest("rail.q");
            vec![format!("{way:.1} cm"), format!("{saturated:.2} s"), format!("{tilted:.2} s")]
        }
        "motor-four-bar" => {
            let ([slow, fast], peak) = (range(motion, "A.qd", 1.0), largest("current"));
            vec![format!("{peak:.1} A"), format!("between {slow:.1} and {fast:.1} rad/s")]
        }
        "arm-pid" => {
            let [waist, shoulder, elbow] = ["waist_error", "shoulder_error", "elbow_error"]
                .map(|column| 1e3 * largest(column).max(-smallest(column)));
            let torque = largest("shoulder_motor.load");
            vec![format!("{waist:.0}, {shoulder:.0} and {elbow:.0} mrad"), format!("{torque:.1} N·m")]
        }
        "door-closer" => {
            let [first, _] = span(motion, "hinge.stop", |load| load > 0.0);
            let row = motion.times().iter().position(|t| *t == first).unwrap();
            let speed = -motion.column("hinge.qd")[row - 1];
            let load = largest("hinge.stop");
            vec![format!("{first:.2} s"), format!("{speed:.2} rad/s"), format!("{load:.0} N·m")]
        }
        "excavator" => {
            let ([low, high], load) = (range(motion, "pressure", 0.0), largest("tip.stop"));
            let [first, _] = span(motion, "tip.stop", |load| load > 0.0);
            vec![format!("{high:.2} MPa"), format!("{low:.2} MPa"), format!("{first:.2} s"), format!("{load:.0} N·m")]
        }
        "clutch" => {
            let [engaged, _] = span(motion, "slide_a.stop", |load| load < 0.0);
            let [_, slipping] = span(motion, "slip", |slip| slip > 5.0);
            let (hub, drum) = (motion.last("hub.w"), motion.last("drum.w"));
            vec![
                format!("{engaged:.2} s"),
                format!("{slipping:.2} s"),
                format!("{hub:.0} rad/s"),
                format!("{drum:.0} rad/s"),
            ]
        }
        "scissor-lift" => {
            let (pressure, load) = (range(motion, "pressure", 0.0), largest("slide.friction"));
            vec![
                format!("{:.2} MPa", pressure[1]),
                format!("{:.2} MPa", motion.last("pressure")),
                format!("{load:.0} N"),
                format!("{:.2} m", motion.last("height")),
            ]
        }
        "geneva" => {
            let rows: Vec<[f64; 2]> = motion.columns(["engaged", "time"]);
            let rests = rows.iter().filter(|[engaged, _]| *engaged == 0.0).count() as f64 / rows.len() as f64;
            let ([slow, fast], push) = (range(motion, "shaft.qd", 0.2), range(motion, "push", 0.0));
            vec![
                format!("{:.0} N·m", push[1]),
                format!("{:.0} N·m", -push[0]),
                format!("between {slow:.1} and {fast:.1} rad/s"),
                format!("{:.0} %", 100.0 * rests),
            ]
        }
        "planetary-gear" => {
            let [power, useful, pins] = ["power_in", "power_out", "pin_losses"].map(|column| motion.last(column));
            vec![
                format!("{:.1} rad/s", motion.last("carrier.w")),
                format!("{power:.0} W"),
                format!("{:.1} %", 100.0 * useful / power),
                format!("{pins:.0} W"),
            ]
        }
        "stewart" => vec![format!("between {:.0} and {:.0} N", smallest("lowest"), largest("highest"))],
        "walker-leg" => {
            let ([low, high], torques) = (range(motion, "foot_y", 0.0), range(motion, "motor.drive", 0.0));
            let turn: Vec<[f64; 3]> = motion.columns(["time", "foot_x", "foot_y"]);
            let turn = turn.into_iter().filter(|[t, ..]| *t > 2.0);
            let (down, up): (Vec<[f64; 3]>, Vec<[f64; 3]>) = turn.partition(|[.., y]| *y < low + 0.01);
            let [back, front] =
                down.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], [_, x, _]| [x.min(a), x.max(b)]);
            let share = 100.0 * down.len() as f64 / (down.len() + up.len()) as f64;
            vec![
                format!("{:.0} cm", 100.0 * (front - back)),
                format!("{share:.1} %"),
                format!("{:.0} cm", 100.0 * (high - low)),
                format!("between {:.1} and {:.1} N·m", torques[0], torques[1]),
            ]
        }
        other => panic!("no answers for '{other}'"),
    }
}

/// Every number of the page's answers is that of the run which its reader can make.
#[test]
fn the_manual_gives_the_answers_that_runs_give() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines.md");
    let page = std::fs::read_to_string(path).unwrap();
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 12);
    for section in sections {
        let name = section.lines().next().unwrap();
        let model = from_gallery(name);
        let motion = run(&model, &Settings::of_model(&model));
        for phrase in answers(name, &motion) {
            assert!(section.contains(&phrase), "docs/machines.md does not say '{phrase}' of {name}");
        }
    }
}
