//! The pairs of solids that can touch, in one order each.

use super::solid::{Block, Capsule, Cylinder, Plane, Solid, Sphere};
use super::surface::Surface;
use super::touch::Touch;
use super::{against_sphere, blocks, capsules, convex, meshes, on_plane, on_surface, round};
use crate::spatial::{Pose, Real};

/// Two solids whose contact is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pair<'a> {
    PlaneBlock(&'a Plane, &'a Block),
    PlaneCylinder(&'a Plane, &'a Cylinder),
    PlaneCapsule(&'a Plane, &'a Capsule),
    PlaneSphere(&'a Plane, &'a Sphere),
    PlaneSurface(&'a Plane, &'a Surface),
    Blocks(&'a Block, &'a Block),
    BlockSphere(&'a Block, &'a Sphere),
    CylinderSphere(&'a Cylinder, &'a Sphere),
    Cylinders(&'a Cylinder, &'a Cylinder),
    CylinderCapsule(&'a Cylinder, &'a Capsule),
    ConvexSurfaces(&'a Surface, &'a Surface),
    Surfaces(&'a Surface, &'a Surface),
    SurfaceCylinder(&'a Surface, &'a Cylinder),
    SurfaceCapsule(&'a Surface, &'a Capsule),
    SurfaceSphere(&'a Surface, &'a Sphere),
    Capsules(&'a Capsule, &'a Capsule),
    CapsuleSphere(&'a Capsule, &'a Sphere),
    Spheres(&'a Sphere, &'a Sphere),
}

/// A pair as it is written here, and whether its solids have been exchanged for that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordered<'a> {
    pub(super) pair: Pair<'a>,
    pub(super) is_exchanged: bool,
}

impl<'a> Ordered<'a> {
    /// `None` where the contact of two such solids is not known.
    #[inline]
    pub(super) fn find([first, second]: [&'a Solid; 2]) -> Option<Self> {
        match Pair::find(first, second) {
            Some(pair) => Some(Ordered { pair, is_exchanged: false }),
            None => Some(Ordered { pair: Pair::find(second, first)?, is_exchanged: true }),
        }
    }

    /// Tells the points of contact of the solids in the order in which they were given.
    pub(super) fn touches<S: Real>(&self, [a, b]: [&Pose<S>; 2], tell: &mut dyn FnMut(Touch<S>)) {
        match self.is_exchanged {
            false => self.pair.touches([a, b], tell),
            true => self.pair.touches([b, a], &mut |touch| tell(touch.exchanged())),
        }
    }
}

impl<'a> Pair<'a> {
    fn find(first: &'a Solid, second: &'a Solid) -> Option<Self> {
        Some(match (first, second) {
            (Solid::Plane(a), Solid::Block(b)) => Pair::PlaneBlock(a, b),
            (Solid::Plane(a), Solid::Cylinder(b)) => Pair::PlaneCylinder(a, b),
            (Solid::Plane(a), Solid::Capsule(b)) => Pair::PlaneCapsule(a, b),
            (Solid::Plane(a), Solid::Sphere(b)) => Pair::PlaneSphere(a, b),
            (Solid::Block(a), Solid::Block(b)) => Pair::Blocks(a, b),
            (Solid::Block(a), Solid::Sphere(b)) => Pair::BlockSphere(a, b),
            (Solid::Cylinder(a), Solid::Sphere(b)) => Pair::CylinderSphere(a, b),
            (Solid::Capsule(a), Solid::Capsule(b)) => Pair::Capsules(a, b),
            (Solid::Capsule(a), Solid::Sphere(b)) => Pair::CapsuleSphere(a, b),
            (Solid::Sphere(a), Solid::Sphere(b)) => Pair::Spheres(a, b),
            (Solid::Cylinder(a), Solid::Cylinder(b)) => Pair::Cylinders(a, b),
            (Solid::Cylinder(a), Solid::Capsule(b)) => Pair::CylinderCapsule(a, b),
            (Solid::Plane(a), Solid::Surface(b)) => Pair::PlaneSurface(a, b),
            (Solid::Surface(a), Solid::Surface(b)) if a.is_convex() && b.is_convex() => Pair::ConvexSurfaces(a, b),
            (Solid::Surface(a), Solid::Surface(b)) => Pair::Surfaces(a, b),
            (Solid::Surface(a), Solid::Cylinder(b)) if a.is_convex() => Pair::SurfaceCylinder(a, b),
            (Solid::Surface(a), Solid::Capsule(b)) => Pair::SurfaceCapsule(a, b),
            (Solid::Surface(a), Solid::Sphere(b)) => Pair::SurfaceSphere(a, b),
            // In the other order, or with solids that are given surfaces first, or never.
            (Solid::Plane(_), Solid::Plane(_))
            | (Solid::Block(_), Solid::Plane(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Surface(_))
            | (Solid::Cylinder(_), Solid::Plane(_) | Solid::Block(_) | Solid::Surface(_))
            | (Solid::Surface(_), Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_))
            | (Solid::Capsule(_), Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_) | Solid::Surface(_))
            | (
                Solid::Sphere(_),
                Solid::Plane(_) | Solid::Block(_) | Solid::Cylinder(_) | Solid::Capsule(_) | Solid::Surface(_),
            ) => return None,
        })
    }

    /// How many points of contact it has, always.
    pub(super) fn n_points(&self) -> usize {
        match self {
            Pair::PlaneBlock(_, block) => {
                if block.is_flat() {
                    4
                } else {
                    8
                }
            }
            Pair::PlaneCylinder(..) => 4,
            Pair::PlaneCapsule(..) => 2,
            Pair::Blocks(first, _) => blocks::n_points(first),
            Pair::PlaneSphere(..) | Pair::BlockSphere(..) | Pair::CylinderSphere(..) => 1,
            Pair::Capsules(..) | Pair::CapsuleSphere(..) | Pair::Spheres(..) => 1,
            Pair::PlaneSurface(_, surface) => on_surface::n_on_plane(surface),
            Pair::SurfaceSphere(surface, _) => on_surface::n_of_sphere(surface),
            Pair::SurfaceCapsule(surface, _) => capsules::n_on_surface(surface),
            Pair::CylinderCapsule(..) => capsules::ON_CYLINDER,
            Pair::ConvexSurfaces(first, second) => convex::n_of_surfaces([first, second]),
            Pair::SurfaceCylinder(..) => convex::WITH_CYLINDER,
            Pair::Cylinders(..) => convex::OF_CYLINDERS,
            Pair::Surfaces(..) => meshes::POINTS,
        }
    }

    /// Whether each point keeps its place on one of the solids, so that every gap is an event of its own.
    pub(super) fn has_lasting_points(&self) -> bool {
        match self {
            Pair::Blocks(..) | Pair::ConvexSurfaces(..) | Pair::Surfaces(..) | Pair::SurfaceCapsule(..) => false,
            Pair::SurfaceCylinder(..) | Pair::Cylinders(..) | Pair::CylinderCapsule(..) => false,
            Pair::PlaneSurface(_, surface) => surface.corners.len() <= on_surface::ON_PLANE,
            Pair::SurfaceSphere(surface, _) => surface.is_convex(),
            Pair::PlaneBlock(..) | Pair::PlaneCylinder(..) | Pair::PlaneCapsule(..) | Pair::PlaneSphere(..) => true,
            Pair::BlockSphere(..) | Pair::CylinderSphere(..) | Pair::Capsules(..) => true,
            Pair::CapsuleSphere(..) | Pair::Spheres(..) => true,
        }
    }

    fn touches<S: Real>(&self, [a, b]: [&Pose<S>; 2], tell: &mut dyn FnMut(Touch<S>)) {
        match self {
            Pair::PlaneBlock(plane, block) => on_plane::block(plane, a, block, b, tell),
            Pair::PlaneCylinder(plane, cylinder) => {
                on_plane::cylinder(plane, a, cylinder, b).into_iter().for_each(tell);
            }
            Pair::PlaneCapsule(plane, capsule) => on_plane::capsule(plane, a, capsule, b).into_iter().for_each(tell),
            Pair::PlaneSphere(plane, sphere) => tell(on_plane::sphere(plane, a, sphere, b)),
            Pair::Blocks(first, second) => blocks::touches(first, a, second, b, tell),
            Pair::BlockSphere(block, sphere) => tell(against_sphere::block(block, a, sphere, b)),
            Pair::CylinderSphere(cylinder, sphere) => tell(against_sphere::cylinder(cylinder, a, sphere, b)),
            Pair::Capsules(first, second) => tell(round::capsules(first, a, second, b)),
            Pair::CapsuleSphere(capsule, sphere) => tell(round::capsule_sphere(capsule, a, sphere, b)),
            Pair::Spheres(first, second) => tell(round::spheres(first, a, second, b)),
            Pair::PlaneSurface(plane, surface) => on_surface::plane(plane, a, surface, b, tell),
            Pair::SurfaceSphere(surface, sphere) => on_surface::sphere(surface, a, sphere, b, tell),
            Pair::SurfaceCapsule(surface, capsule) => capsules::on_surface(surface, a, capsule, b, tell),
            Pair::CylinderCapsule(cylinder, capsule) => {
                capsules::on_cylinder(cylinder, a, capsule, b).into_iter().for_each(tell);
            }
            Pair::ConvexSurfaces(first, second) => {
                let shapes = [convex::surface_at(first, a), convex::surface_at(second, b)];
                convex::touches(shapes.each_ref(), [a, b], self.n_points(), tell);
            }
            Pair::SurfaceCylinder(surface, cylinder) => {
                let shapes = [convex::surface_at(surface, a), convex::cylinder_at(cylinder, b)];
                convex::touches(shapes.each_ref(), [a, b], self.n_points(), tell);
            }
            Pair::Cylinders(first, second) => {
                let shapes = [convex::cylinder_at(first, a), convex::cylinder_at(second, b)];
                convex::touches(shapes.each_ref(), [a, b], self.n_points(), tell);
            }
            Pair::Surfaces(first, second) => meshes::touches([first, second], [a, b], tell),
        }
    }
}
