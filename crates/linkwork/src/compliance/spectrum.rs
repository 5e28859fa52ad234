//! How fast force elements are by themselves, for the choice between explicit and implicit methods.

use crate::formulation::bodies::{Bodies, Gradient, Instant, Mechanism, PlanarBodies, SpatialBodies};
use crate::model::force::ElementId;
use crate::model::signals::Slice;
use crate::model::{Body, Model, Space};
use crate::spatial::{BodyMotion, Motion};

/// The element that is fastest by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fastest {
    /// Which one.
    pub element: ElementId,
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
    mechanism.update_slopes(model, now);
    mechanism.update_near_pairs(model);
    let mut fastest: Option<Fastest> = None;
    let mut see = |element: ElementId, rate: f64| {
        // Bodies without mass have no rate.
        if rate.is_finite() && rate > fastest.map_or(0.0, |fastest| fastest.rate) {
            fastest = Some(Fastest { element, rate });
        }
    };
    let pairs = mechanism.near_pairs().iter().map(|pair| ElementId::Pair(*pair));
    for element in (0..model.forces.len()).map(ElementId::Force).chain(pairs) {
        mechanism.tangents(model, now, element, |row, rates| {
            let ends = row.bodies.into_iter().zip(&row.wrenches);
            let ends = ends.filter_map(|(body, wrench)| Some((body.index()?, B::load(wrench.force, wrench.torque))));
            let inverse_mass: f64 = ends.map(|(body, g)| mechanism.square(body, &g)).sum();
            let [stiffness, damping] = rates.map(|rate| (-rate).max(0.0));
            see(element, f64::max((stiffness * inverse_mass).sqrt(), damping * inverse_mass));
        });
    }
    for force in 0..model.forces.len() {
        for slot in model.forces[force].slots() {
            see(ElementId::Force(force), calc_gain(&mut mechanism, model, now, (force, slot)));
        }
    }
    fastest
}

/// √(|k| |w|) or |d| |w|, the larger, of a load along w that depends by k and d on positions and velocities, in the
/// measure of M: a bound, which is reached where it acts on what it reads.
fn calc_gain<B: Bodies<W>, const W: usize>(
    mechanism: &mut Mechanism<B, W>,
    model: &Model,
    now: Instant,
    (force, slot): (usize, usize),
) -> f64 {
    let (slice, mut gradient) = (Slice::of(model, slot), Vec::new());
    mechanism.write_gradient(model, now, (&slice, model.forces[force].driven_place()), &mut gradient);
    let mut acted = 0.0;
    mechanism.unit_loads(model, now, (force, slot), |body, load| {
        acted += body.index().map_or(0.0, |body| mechanism.square(body, &load));
    });
    let size = |of: fn(&Gradient<W>) -> &[f64; W]| {
        let parts = gradient.iter().filter_map(|part| Some(mechanism.square(part.body.index()?, of(part))));
        (parts.sum::<f64>() * acted).sqrt()
    };
    f64::max(size(|part| &part.by_position).sqrt(), size(|part| &part.by_velocity))
}
