//! Contacts among all forces: pairs of solids that are large enough to overlap at most poses.

use super::super::*;
use crate::model::force::{Block, Capsule, Contact, ContactLaw, Cylinder, Loss, Plane, Sliding, Solid, Sphere};

/// One of each pair. Exponent and speeds are such that differences are a measure of derivatives.
pub(super) fn all() -> Vec<Force> {
    let sphere = Solid::Sphere(Sphere { center: Vec3([0.1, -0.2, 0.05]), radius: 1.5 });
    let capsule = Solid::Capsule(Capsule { from: Vec3([-0.4, 0.1, 0.0]), to: Vec3([0.5, 0.0, 0.2]), radius: 1.2 });
    let plane = Solid::Plane(Plane { point: Vec3([0.1, 0.2, 0.3]), normal: Vec3([0.6, 0.8, 0.0]) });
    let block =
        Solid::Block(Block { center: Vec3([0.05, 0.1, -0.1]), axes: Mat3::IDENTITY, half: Vec3([0.5, 0.7, 0.6]) });
    let cylinder = Solid::Cylinder(Cylinder {
        center: Vec3([0.1, 0.0, 0.1]),
        axis: Vec3([0.6, 0.0, 0.8]),
        half: 0.6,
        radius: 0.5,
    });
    let pairs = [
        [&sphere, &sphere],
        [&sphere, &capsule],
        [&capsule, &capsule],
        [&plane, &sphere],
        [&capsule, &plane],
        [&plane, &block],
        [&sphere, &block],
        [&block, &block],
        [&plane, &cylinder],
        [&cylinder, &sphere],
    ];
    pairs.into_iter().map(|pair| contact(pair.map(Solid::clone))).collect()
}

fn contact(solids: [Solid; 2]) -> Force {
    let loss = Loss::Restitution { coefficient: 0.6, speed: 1.5 };
    let friction = Some(Sliding { sticking: 0.6, dynamic: 0.4, speed: 4.0 });
    Force::Contact(Contact {
        name: format!("{}-{}", solids[0].word(), solids[1].word()),
        bodies: bodies(),
        solids,
        law: ContactLaw { stiffness: 3.0, exponent: 3.0, loss, friction, rolling: 0.0 },
        is_planar: false,
        has_columns: true,
    })
}

/// Cylinders lie across the plane.
pub(super) fn is_in_plane(force: &Force) -> bool {
    let Force::Contact(Contact { solids, .. }) = force else { return true };
    !solids.iter().any(|solid| matches!(solid, Solid::Cylinder(_)))
}

pub(super) fn flatten(contact: &mut Contact) {
    contact.is_planar = true;
    for solid in &mut contact.solids {
        if let Solid::Block(block) = solid {
            block.half[2] = 0.0;
        }
    }
}

/// Poses at which directions are definite.
pub(super) fn is_smooth(contact: &Contact, poses: &Poses) -> bool {
    let middle = |k: usize| match &contact.solids[k] {
        Solid::Sphere(Sphere { center, .. }) => Some(poses[k].point(*center)),
        Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Surface(_) => None,
    };
    let ends = |k: usize| match &contact.solids[k] {
        Solid::Capsule(Capsule { from, to, .. }) => Some([from, to].map(|end| poses[k].point(*end))),
        Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_) | Solid::Sphere(_) | Solid::Surface(_) => None,
    };
    if let [Some(a), Some(b)] = [middle(0), middle(1)] {
        return (b - a).norm() > 0.4;
    }
    if let [Some([a, b]), Some([c, d])] = [ends(0), ends(1)] {
        // Axes neither parallel nor crossing.
        let (across, between) = ((b - a).cross(d - c), c - a);
        let apart = between.dot(across).abs() / across.norm();
        return across.norm() > 0.3 && (apart > 0.4 || contact.is_planar && (between).norm() > 2.0);
    }
    if let (Some([a, b]), Some(center)) = (ends(0).or(ends(1)), middle(0).or(middle(1))) {
        let along = b - a;
        let part = ((center - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        return (center - a - part * along).norm() > 0.4;
    }
    match &contact.solids {
        [Solid::Plane(plane), Solid::Cylinder(cylinder)] => {
            (poses[0].R * plane.normal).cross(poses[1].R * cylinder.axis).norm() > 0.4
        }
        // A sphere far outside of edges, where distances are smooth.
        [Solid::Sphere(sphere), Solid::Block(block)] => {
            let local = poses[1].R.tr_mul(poses[0].point(sphere.center) - poses[1].r) - block.center;
            (0..3).any(|k| local[k].abs() > block.half[k].max(0.01) + 0.4)
        }
        [Solid::Cylinder(cylinder), Solid::Sphere(sphere)] => {
            let local = poses[0].R.tr_mul(poses[1].point(sphere.center) - poses[0].r) - cylinder.center;
            let height = cylinder.axis.dot(local);
            (local - height * cylinder.axis).norm() > cylinder.radius + 0.4
        }
        _ => true,
    }
}

/// Whether a row tells a velocity of sliding.
pub(super) fn is_sliding(force: &Force, row: usize) -> bool {
    matches!(force, Force::Contact(contact) if !row.is_multiple_of(if contact.is_planar { 2 } else { 3 }))
}

/// Loads of boxes on boxes are no gradients.
pub(super) fn is_of_boxes(force: &Force) -> bool {
    matches!(force, Force::Contact(Contact { solids: [Solid::Block(_), Solid::Block(_)], .. }))
}
