//! Nets of bodies with hundreds of loops and redundant equations: accelerations and reactions are checked by Newton's
//! and Euler's equations of every body and by the joints' points, which must accelerate together. Both together have
//! one solution, so that small residuals mean right accelerations, whatever solver found them.

use linkwork::model::Marker;
use linkwork::recorder::Observation;
use linkwork::spatial::Vec3;
use linkwork::{Model, Plan, Settings, Simulation, gallery};

/// The largest force or torque (N, N m) that is missing on any body at rest.
fn find_missing(model: &Model, seen: &Observation) -> f64 {
    let mut sums: Vec<[Vec3; 2]> = (0..model.n_bodies())
        .map(|k| {
            let (body, a) = (&model.bodies[k], &seen.bodies[k].acceleration);
            // At rest there are no gyroscopic torques; bodies of a flat net have world axes.
            [body.mass * (model.gravity - a.linear), -(body.inertia * a.angular)]
        })
        .collect();
    for (joint, reaction) in model.joints.iter().zip(&seen.reactions) {
        let point = match joint.second.body.index() {
            Some(k) => seen.bodies[k].position + joint.second.point,
            None => joint.second.point,
        };
        for (body, sign) in [(joint.second.body, 1.0), (joint.first.body, -1.0)] {
            let Some(k) = body.index() else { continue };
            let force = sign * reaction.force;
            let torque = sign * reaction.torque + (point - seen.bodies[k].position).cross(force);
            sums[k] = [sums[k][0] + force, sums[k][1] + torque];
        }
    }
    sums.iter().flatten().map(|&v| v.norm()).fold(0.0, f64::max)
}

/// The largest acceleration (m/s²) by which the two points of any joint part.
fn find_parting(model: &Model, seen: &Observation) -> f64 {
    let at = |marker: &Marker| match marker.body.index() {
        Some(k) => {
            let a = &seen.bodies[k].acceleration;
            a.linear + a.angular.cross(marker.point)
        }
        None => Vec3::ZERO,
    };
    model.joints.iter().map(|joint| (at(&joint.second) - at(&joint.first)).norm()).fold(0.0, f64::max)
}

#[test]
fn nine_hundred_bodies_obey_newton_and_stay_together() {
    for (k, threads) in [(6, 1), (30, 1), (30, 2)] {
        let model = gallery::net(k).expect("a size that exists").build().expect("a sound model");
        let plan = Plan::choose(&model, &Settings { threads, end: 0.0, ..Settings::default() }).expect("a plan");
        assert!(plan.rank < model.n_equations(), "a flat net has redundant equations");
        let mut simulation = Simulation::new(model.clone(), plan.clone()).expect("a simulation");
        let seen = simulation.observe().expect("finite accelerations");
        // Loads are those of 900 bodies of 10 N; the smallest singular value of such a net is some hundredths, so that
        // 10⁻¹¹ here is below 10⁻⁹ in the accelerations.
        let (missing, parting) = (find_missing(&model, seen), find_parting(&model, seen));
        println!("net {k}, {threads} threads: {missing:.1e} N missing, points part by {parting:.1e} m/s²");
        assert!(missing < 1e-9 && parting < 1e-11, "net {k}: {missing:e} {parting:e}");
        // It is not at rest for nothing: the middle falls.
        assert!(seen.bodies[k * k / 2].acceleration.linear[2] < -1.0);
    }
}
