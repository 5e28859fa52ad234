//! Force elements as rows: coordinates s with loads F(s, ṡ) along them. Implicit integrators treat a stiff element as a
//! joint with compliance, whose equations are these rows.

use crate::ids::BodyId;
use crate::spatial::{Dual, Vec3, Wrench};

/// One coordinate of a force element, with the load along it.
#[derive(Clone, Copy, Debug)]
pub struct Row<S = f64> {
    /// s (m or rad).
    pub value: S,
    /// ṡ (m/s or rad/s).
    pub rate: S,
    /// F (N or N·m), positive where it drives s up.
    pub load: S,
    /// First and second body; the ground where there is one only.
    pub bodies: [BodyId; 2],
    /// A unit load is these wrenches on the bodies, about their centres of mass, world axes: ṡ is the sum of their
    /// powers.
    pub wrenches: [Wrench<S>; 2],
}

impl Row<Dual<2>> {
    /// Without derivatives.
    pub(super) fn primal(&self) -> Row {
        let Row { value, rate, load, bodies, wrenches } = *self;
        let wrenches = wrenches.map(|Wrench { force, torque }| {
            let [force, torque] = [force, torque].map(|Vec3(numbers)| Vec3(numbers.map(|number| number.value)));
            Wrench { force, torque }
        });
        Row { value: value.value, rate: rate.value, load: load.value, bodies, wrenches }
    }
}
