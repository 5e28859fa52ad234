//! The vocabulary of joint types: scalars between the two bodies of a joint, and the equations made of them.
//!
//! A type says in these words which equations it has. Whoever gives the words a meaning is served by it: numbers of
//! [`Real`], whose gradients are in world axes ([`spatial`](super::spatial), [`planar`](super::planar)), and
//! specialized programs, whose gradients are in body axes, where they take fewer operations.

use super::{Asked, Coordinate, Joint};
use crate::spatial::Real;

/// Both ends of a joint in motion.
pub(crate) trait Vocabulary {
    type Number: Real;
    /// A direction fixed on a body.
    type Direction: Copy;
    /// A scalar that the motion of the two bodies determines.
    type Measure;
    /// Where equations are written.
    type Rows;

    fn joint(&self) -> &Joint;

    /// Axis k of the first marker: 0 normal, 1 binormal, 2 axis. In the plane 0 is the direction in which the joint
    /// slides.
    fn first(&self, k: usize) -> Self::Direction;

    /// The direction with these components along the axes of the first marker.
    fn in_first(&self, components: &[Self::Number; 3]) -> Self::Direction;

    /// Position and velocity of the second point, seen from the first marker: along its axes.
    fn relative(&self) -> [[Self::Number; 3]; 2];

    /// A number near the joint's coordinate. Equations that need it must not depend on how near it is.
    fn remembered(&self) -> Self::Number;

    /// The points coincide: an equation along each axis of the world.
    fn coincidence(&self, rows: &mut Self::Rows);

    /// How far the second point is from the first along u on the first body.
    fn along(&self, u: Self::Direction) -> Self::Measure;

    /// Distance between the points.
    fn length(&self) -> Self::Measure;

    /// The angle from the first normal to the second about the axis, counted through full turns, from where q is zero.
    fn angle(&self) -> Self::Measure;

    /// Travel of the second point along the first axis, from where q is zero.
    fn travel(&self) -> Self::Measure;

    /// a − k b
    fn less(a: Self::Measure, k: f64, b: &Self::Measure) -> Self::Measure;

    /// Appends the equation `measure = target`, the target given with its two derivatives.
    fn follow(measure: &Self::Measure, target: [Self::Number; 3], rows: &mut Self::Rows);

    /// Drops the equations whose bits are set; where none remains, there is one without coefficients, 0 = 0.
    fn leave_out(&self, mask: u8, rows: &mut Self::Rows);

    /// The measure stays zero.
    #[inline(always)]
    fn hold(measure: &Self::Measure, rows: &mut Self::Rows) {
        Self::follow(measure, [Self::Number::from(0.0); 3], rows);
    }

    /// The second point has no distance from the first along u.
    #[inline(always)]
    fn stays_on(&self, u: Self::Direction, rows: &mut Self::Rows) {
        Self::hold(&self.along(u), rows);
    }

    /// The joint's coordinate q; `None` for joints without exactly one.
    #[inline(always)]
    fn coordinate(&self) -> Option<Self::Measure> {
        Some(match self.joint().coordinate()? {
            Coordinate::Angle => self.angle(),
            Coordinate::Travel => self.travel(),
        })
    }

    /// The equation of a driver, where it adds one: q follows what it asks for.
    #[inline(always)]
    fn drive(&self, asked: Asked<Self>, rows: &mut Self::Rows) {
        if let Some(asked) = asked
            && let Some(q) = self.coordinate()
        {
            Self::follow(&q, asked, rows);
        }
    }
}

/// In the plane, where angles are those of the bodies.
pub(crate) trait PlanarVocabulary: Vocabulary {
    /// No relative rotation.
    fn same_angle(&self, rows: &mut Self::Rows);

    /// All equations of the joint but those left out, driver last; `asked` is what the driver asks for.
    #[inline(always)]
    fn write(&self, asked: Asked<Self>, rows: &mut Self::Rows)
    where
        Self: Sized,
    {
        self.joint().kind.write_planar(self, asked, rows);
        self.drive(asked, rows);
        if self.joint().left_out != 0 {
            self.leave_out(self.joint().left_out, rows);
        }
    }
}

/// In space, where relative rotation is held by products of directions.
pub(crate) trait SpatialVocabulary: Vocabulary {
    /// Axis k of the second marker.
    fn second(&self, k: usize) -> Self::Direction;

    /// u·w for u on the first and w on the second body.
    fn dot(&self, u: Self::Direction, w: Self::Direction) -> Self::Measure;

    /// u·w = 0
    #[inline(always)]
    fn perpendicular(&self, u: Self::Direction, w: Self::Direction, rows: &mut Self::Rows) {
        Self::hold(&self.dot(u, w), rows);
    }

    /// The second body's axis stays parallel to the first's: its normal and binormal stay perpendicular to that axis.
    #[inline(always)]
    fn parallel_axes(&self, rows: &mut Self::Rows) {
        let axis = self.first(2);
        self.perpendicular(axis, self.second(0), rows);
        self.perpendicular(axis, self.second(1), rows);
    }

    /// All equations of the joint but those left out, driver last; `asked` is what the driver asks for.
    #[inline(always)]
    fn write(&self, asked: Asked<Self>, rows: &mut Self::Rows)
    where
        Self: Sized,
    {
        self.joint().kind.write_spatial(self, asked, rows);
        self.drive(asked, rows);
        if self.joint().left_out != 0 {
            self.leave_out(self.joint().left_out, rows);
        }
    }
}
