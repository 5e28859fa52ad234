//! A track: links in a closed ring round two wheels.

use super::parts::{check_size, disc_shape, finish, model, planar_body, revolute, rod_shape, simulation};
use crate::Space;
use crate::model::file::{ForceEntry, ModelFile, Numbers, Scalar};
use crate::spatial::Vec3;
use std::f64::consts::{FRAC_PI_2, PI};

/// Length of a link (m) and its mass (kg).
const LINK: (f64, f64) = (0.15, 1.0);
/// Stiffness (N/m) and damping (N·s/m) of the rubber between a wheel and each pin that lies on it.
const TOOTH: (f64, f64) = (2e4, 100.0);
/// Damping in the rubber of a pin (N·m·s/rad).
const PIN_DAMPING: f64 = 0.05;

/// A track of `n` links in the plane, joined by `n` revolute pins into a ring round two wheels, `idler` and `sprocket`,
/// which turn on the ground: n + 2 bodies, n + 2 joints, n + 2 degrees of freedom.
///
/// A quarter of the links lies on each wheel, a quarter in each straight run. There is no contact here: pins that lie on
/// a wheel at the start are held to it by rubber teeth (bushings) and stay with it, so the track rocks but does not run
/// round. The sprocket is held by a brake (a torsion spring) and rocked by a slowly alternating torque; the runs start
/// straight and sag. Gravity is (0, −9.81).
///
/// # Errors
/// When `n` is below 12, so that a wheel would be hard to recognize, or too large.
pub fn track(n: usize) -> Result<ModelFile, String> {
    check_size("the number of links of the track", n, 12, n.checked_add(2))?;
    let layout = Layout::of(n);
    let mut track = model("track", Space::Planar, Vec3([0.0, -9.81, 0.0]));
    add_links(&mut track, &layout.calc_pins());
    for wheel in &layout.wheels {
        add_wheel(&mut track, wheel, n);
    }
    add_drive(&mut track, n, layout.wheels[1].radius);
    track.simulation = simulation(5.0, 0.02);
    Ok(finish(track))
}

/// A wheel, and the pins that lie on it: `links` + 1, from number `first_pin` on.
struct Wheel {
    name: &'static str,
    center: Vec3,
    radius: f64,
    first_pin: usize,
    links: usize,
}

/// Where everything lies. The ring starts under the idler and goes round counterclockwise.
struct Layout {
    n_links: usize,
    /// Links in each straight run.
    run: usize,
    /// Idler, then sprocket.
    wheels: [Wheel; 2],
}

impl Layout {
    fn of(n: usize) -> Layout {
        // Both runs have the same number of links, so for odd n the sprocket takes one more than the idler.
        let on_idler = n / 4;
        let on_sprocket = on_idler + n % 2;
        let run = (n - on_idler - on_sprocket) / 2;

        // A half circle of k chords of length l has the radius l / (2 sin(π/2k)). The runs lead from the ends of one half
        // circle to the ends of the other; with unequal radii they slope a little.
        let radius = |k: usize| LINK.0 / (2.0 * (FRAC_PI_2 / k as f64).sin());
        let (idler, sprocket) = (radius(on_idler), radius(on_sprocket));
        let length = LINK.0 * run as f64;
        let apart = (length * length - (sprocket - idler) * (sprocket - idler)).sqrt();
        let wheels = [
            Wheel { name: "idler", center: Vec3::ZERO, radius: idler, first_pin: n - on_idler, links: on_idler },
            Wheel {
                name: "sprocket",
                center: Vec3([apart, 0.0, 0.0]),
                radius: sprocket,
                first_pin: run,
                links: on_sprocket,
            },
        ];
        Layout { n_links: n, run, wheels }
    }

    /// The pins in order, one for each link.
    fn calc_pins(&self) -> Vec<Vec3> {
        let [idler, sprocket] = &self.wheels;
        let on_wheel = |wheel: &Wheel, start: f64, i: usize| {
            let angle = start + PI * i as f64 / wheel.links as f64;
            wheel.center + Vec3([wheel.radius * angle.cos(), wheel.radius * angle.sin(), 0.0])
        };
        let along = |from: Vec3, to: Vec3, i: usize| from + ((i as f64 / self.run as f64) * (to - from));
        let [idler_top, idler_bottom] = [on_wheel(idler, FRAC_PI_2, 0), on_wheel(idler, -FRAC_PI_2, 0)];
        let [sprocket_bottom, sprocket_top] = [on_wheel(sprocket, -FRAC_PI_2, 0), on_wheel(sprocket, FRAC_PI_2, 0)];

        let mut pins = Vec::with_capacity(self.n_links);
        pins.extend((0..self.run).map(|i| along(idler_bottom, sprocket_bottom, i)));
        pins.extend((0..sprocket.links).map(|i| on_wheel(sprocket, -FRAC_PI_2, i)));
        pins.extend((0..self.run).map(|i| along(sprocket_top, idler_top, i)));
        pins.extend((0..idler.links).map(|i| on_wheel(idler, FRAC_PI_2, i)));
        pins
    }
}

/// Link i reaches from pin i to pin i + 1, the last one back to the first pin.
fn add_links(track: &mut ModelFile, pins: &[Vec3]) {
    let (length, mass) = LINK;
    let n = pins.len();
    for i in 0..n {
        let along = pins[(i + 1) % n] - pins[i];
        let center = pins[i] + 0.5 * along;
        let angle = along[1].atan2(along[0]);
        let mut link = planar_body(link_name(i), mass, mass * length * length / 12.0, center, angle);
        link.shapes = vec![rod_shape(Vec3([-0.5 * length, 0.0, 0.0]), Vec3([0.5 * length, 0.0, 0.0]), 0.02)];
        track.bodies.push(link);

        let pin = format!("pin{}", i + 1);
        let bodies = [&*link_name((i + n - 1) % n), &*link_name(i)];
        track.joints.push(revolute(pin.clone(), Space::Planar, bodies, pins[i], Vec3([0.0, 0.0, 1.0])));
        track.forces.push(ForceEntry {
            name: Some(format!("rubber{}", i + 1)),
            kind: Some("torsion".into()),
            joint: Some(pin),
            damping: Some(Numbers::One(PIN_DAMPING).into()),
            ..ForceEntry::default()
        });
    }
}

fn link_name(i: usize) -> String {
    format!("link{}", i + 1)
}

/// A solid wheel as heavy as the links on it, its axle on the ground, and its teeth.
fn add_wheel(track: &mut ModelFile, wheel: &Wheel, n_links: usize) {
    let mass = LINK.1 * wheel.links as f64;
    let inertia = 0.5 * mass * wheel.radius * wheel.radius;
    let mut body = planar_body(wheel.name.into(), mass, inertia, wheel.center, 0.0);
    body.shapes = vec![disc_shape(Vec3([0.0, 0.0, -0.05]), Vec3([0.0, 0.0, 0.05]), 0.95 * wheel.radius)];
    track.bodies.push(body);
    let axle = format!("{}_axle", wheel.name);
    track.joints.push(revolute(axle, Space::Planar, ["ground", wheel.name], wheel.center, Vec3([0.0, 0.0, 1.0])));

    for i in wheel.first_pin..=wheel.first_pin + wheel.links {
        let pin = i % n_links;
        track.forces.push(ForceEntry {
            name: Some(format!("tooth{}", pin + 1)),
            kind: Some("bushing".into()),
            bodies: Some(vec![wheel.name.into(), link_name(pin)]),
            point: track.joints[pin].point.clone(),
            stiffness: Some(Numbers::Many(vec![TOOTH.0, TOOTH.0, 0.0]).into()),
            damping: Some(Numbers::Many(vec![TOOTH.1, TOOTH.1, 0.0]).into()),
            ..ForceEntry::default()
        });
    }
}

/// Brake and torque on the sprocket, in proportion to the weight of the track: they turn it by a fifth of a radian.
fn add_drive(track: &mut ModelFile, n_links: usize, radius: f64) {
    let weight = 9.81 * LINK.1 * n_links as f64;
    let stiffness = 0.5 * weight * radius;
    track.forces.push(ForceEntry {
        name: Some("brake".into()),
        kind: Some("torsion".into()),
        joint: Some("sprocket_axle".into()),
        stiffness: Some(Numbers::One(stiffness).into()),
        damping: Some(Numbers::One(0.1 * stiffness).into()),
        torque: Some(Scalar::Text(format!("{}*sin(2*t)", 0.2 * stiffness))),
        ..ForceEntry::default()
    });
}
