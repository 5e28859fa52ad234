//! How fast force elements are by themselves, for the choice between explicit and implicit methods.

use crate::formulation::bodies::{Bodies, Instant, Mechanism, PlanarBodies, SpatialBodies, primal_wrench};
use crate::model::{Body, Model, Space};
use crate::spatial::{BodyMotion, Motion};

/// The element that is fastest by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fastest {
    /// Its number.
    pub force: usize,
    /// √(K e) or D e, the larger, with e = G_s M⁻¹ G_sᵀ of bodies without joints (1/s).
    pub rate: f64,
}

/// The fastest force element where the bodies of the model file are; `None` where none has a load that depends on the
/// motion. Joints make elements slower, or leave them as they are.
pub(crate) fn find_fastest(model: &Model) -> Option<Fastest> {
    let motions: Vec<BodyMotion> = model.bodies.iter().map(written_motion).collect();
    let angles = vec![0.0; model.n_angles()];
    find_fastest_at(model, Instant { time: 0.0, unwrapped_angles: &angles }, &motions)
}

fn written_motion(body: &Body) -> BodyMotion {
    let velocity = Motion { linear: body.velocity, angular: body.angular_velocity };
    let (position, orientation, angle) = (body.position, body.orientation, body.angle);
    BodyMotion { position, orientation, angle, velocity, acceleration: Motion::default() }
}

/// The same where bodies move like this.
pub(crate) fn find_fastest_at(model: &Model, now: Instant, motions: &[BodyMotion]) -> Option<Fastest> {
    match model.space {
        Space::Planar => find::<PlanarBodies, 3>(model, now, motions),
        Space::Spatial => find::<SpatialBodies, 6>(model, now, motions),
    }
}

fn find<B: Bodies<W>, const W: usize>(model: &Model, now: Instant, motions: &[BodyMotion]) -> Option<Fastest> {
    let mut mechanism = Mechanism::<B, W>::new(model);
    mechanism.poses.iter_mut().zip(motions).for_each(|(pose, motion)| *pose = B::pose_of(motion));
    mechanism.run_signals(model, now);
    let Mechanism { bodies, poses, .. } = &mechanism;
    let mut fastest: Option<Fastest> = None;
    for force in 0..model.forces.len() {
        mechanism.tangents(model, now, force, |row| {
            let ends = row.bodies.into_iter().zip(&row.wrenches);
            let ends = ends.filter_map(|(body, wrench)| body.index().map(|body| (body, primal_wrench(wrench))));
            let inverse_mass: f64 = ends
                .map(|(body, wrench)| {
                    let g = B::load(wrench.force, wrench.torque);
                    let answer = bodies.accelerate(body, &poses[body], &g);
                    g.iter().zip(answer).map(|(g, a)| g * a).sum::<f64>()
                })
                .sum();
            let [stiffness, damping] = row.load.rates.map(|rate| (-rate).max(0.0));
            let rate = f64::max((stiffness * inverse_mass).sqrt(), damping * inverse_mass);
            // Bodies without mass have no rate.
            if rate.is_finite() && rate > fastest.map_or(0.0, |fastest| fastest.rate) {
                fastest = Some(Fastest { force, rate });
            }
        });
    }
    fastest
}
