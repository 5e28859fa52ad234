//! Applied forces: one file a type, and the list of all.
//!
//! Every force reads where the bodies are and how they move, and adds wrenches about their centres of mass. None
//! knows which coordinates the formulation uses, nor the numbers it computes with: [`Real`] ones, dual numbers for
//! derivatives, or terms of a graph for specialised code. Those with a potential are exactly minus its gradient, so
//! that energy is a check of the whole computation.
//!
//! A new type is a file with a struct that is a `ForceType`, and a line of the list at the end of this file. Those of
//! the second list are made from keys of joints, and from tables of contacts.

mod actuator;
mod along;
mod applied;
mod applied_force;
mod applied_torque;
mod bushing;
mod characteristic;
mod contact;
mod drag;
mod element;
mod friction;
mod law;
mod limits;
mod parts;
mod plane_spring;
mod row;
mod spring;
mod torsion;
mod turning;
mod varied;

#[cfg(test)]
mod tests;

pub use applied::Frame;
pub(in crate::model) use characteristic::Acts;
pub use characteristic::Characteristic;
pub(in crate::model) use contact::Member;
pub use contact::{Block, Capsule, ContactGroup, ContactLaw, Cylinder, Loss, Plane, Sliding, Solid, Sphere, Surface};
pub(crate) use contact::{PairId, SolidPair, turn_along};
pub(crate) use element::ElementId;
pub use friction::Surfaces;
pub(crate) use parts::Parameter;
pub use parts::{Attachment, Drawing, Ends, Hold, Loads, Measured, Surroundings};
pub use row::Row;
pub use turning::{JointMeasure, Turning};
pub(crate) use varied::{Place, Variation, Varied};

use super::build::forces::ForceReader;
use super::file::dimension::Measure;
use super::{Expression, Joint, Space};
use crate::ids::{BodyId, JointId};
use crate::spatial::{Dual, Real, Vec3, Wrench};

/// Everything about one type of force.
pub(in crate::model) trait ForceType: Sized {
    /// The word for `type`, or the key of the joint or the table that makes it.
    const WORD: &'static str;
    /// Keys besides `name` and `type`; none of types that joints make.
    const KEYS: &'static [&'static str] = &[];
    /// Keys that measure something else than those of other types.
    const OWN_MEASURES: &'static [(&'static str, Measure)] = &[];

    /// Reads a table of the model file; `None` where it has faults, which are told. Types that joints make have no
    /// tables.
    fn read(_: &mut ForceReader) -> Option<Self> {
        None
    }

    /// Shows every parameter, always in the same order.
    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter));

    /// The points at which it acts.
    fn ends(&self, joints: &[Joint]) -> Ends;

    /// The joint whose angle it needs.
    fn joint(&self) -> Option<JointId> {
        None
    }

    /// Whether it may change the energy: dampers, actuators, given loads.
    fn may_change_energy(&self) -> bool;

    /// How it is drawn.
    fn drawing(&self) -> Drawing;

    /// Its quantities in results, in the order of [`measure`](ForceType::measure).
    fn quantities(space: Space) -> &'static [Measured];

    /// Whether results have its quantities.
    fn is_measured(&self) -> bool {
        true
    }

    /// Adds its wrenches about centres of mass; those on the ground do no harm.
    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>);

    /// The energy stored in its springs (J).
    fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S;

    /// How many functions [`switches`](ForceType::switches) tells.
    fn n_switches(&self) -> usize {
        0
    }

    /// Tells functions at the sign of which its load switches, always as many.
    fn switches(&self, _: &impl Surroundings<f64>, _: &mut dyn FnMut(f64)) {}

    /// How many coordinates its law has that may be stiff; none where its load is given.
    fn n_rows(&self, _: Space) -> usize {
        0
    }

    /// Tells these coordinates with the loads along them, always as many. Together the loads are those of
    /// [`add_wrenches`](ForceType::add_wrenches), but for an element with loads of another kind besides.
    fn rows<S: Real>(&self, _: Space, _: &impl Surroundings<S>, _: &mut impl FnMut(Row<S>)) {}

    /// Tells the rates of these coordinates alone.
    fn rates(&self, space: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(f64)) {
        self.rows(space, now, &mut |row: Row| tell(row.rate));
    }

    /// Tells these coordinates with the derivatives of their loads by s and ṡ.
    fn tangents(&self, space: Space, now: &impl Surroundings<f64>, tell: &mut impl FnMut(Row, [f64; 2])) {
        let now = Varied { now, variation: Variation::Rows, apart: None };
        self.rows(space, &now, &mut |row: Row<Dual<2>>| tell(row.primal(), row.load.rates));
    }

    /// How many of these coordinates, from the first on, are best eliminated together.
    fn rows_together(&self, space: Space) -> usize {
        self.n_rows(space)
    }

    /// How many distances [`gaps`](ForceType::gaps) tells.
    fn n_gaps(&self) -> usize {
        0
    }

    /// Tells the distances that are left before an element that only pushes begins to act, always as many; negative
    /// where it acts.
    fn gaps(&self, _: &impl Surroundings<f64>, _: &mut dyn FnMut(f64)) {}

    /// Tells the numbers behind [`quantities`](ForceType::quantities). Loads are those on the second body.
    fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S]));
}

macro_rules! forces {
    (tables: $($module:ident::$Type:ident),*; joints: $($from_joint:ident::$Made:ident),*;) => {
        forces! { all: $($module::$Type,)* $($from_joint::$Made,)* }

        impl Force {
            /// The words for `type`.
            pub const WORDS: &'static [&'static str] = &[$($Type::WORD),*];

            /// Keys of the type with this word, besides `name` and `type`; none where it is no type.
            pub(in crate::model) fn keys_of(word: &str) -> &'static [&'static str] {
                $(if word == $Type::WORD {
                    return $Type::KEYS;
                })*
                &[]
            }

            /// The measure of a key in the type with this word, where it differs from that of other types.
            pub(in crate::model) fn own_measure(word: &str, key: &str) -> Option<Measure> {
                let own = |keys: &[(&str, Measure)]| keys.iter().find(|(name, _)| *name == key).map(|(_, own)| *own);
                $(if word == $Type::WORD {
                    return own($Type::OWN_MEASURES);
                })*
                None
            }

            /// The quantities in space of the type with this word; none where it is no type.
            pub(in crate::model) fn quantities_of(word: &str) -> &'static [Measured] {
                $(if word == $Type::WORD {
                    return $Type::quantities(Space::Spatial);
                })*
                &[]
            }

            /// Reads a table of the type with this word.
            pub(in crate::model) fn read(word: &str, r: &mut ForceReader) -> Option<Force> {
                $(if word == $Type::WORD {
                    return $Type::read(r).map(Force::$Type);
                })*
                None
            }
        }
    };
    (all: $($module:ident::$Type:ident,)*) => {
        $(pub use $module::$Type;)*

        /// A force element.
        // Bushings are large and few; a box would only add a detour for each.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub enum Force {
            $(#[doc = concat!("See [`", stringify!($Type), "`].")]
            $Type($Type)),*
        }

        impl Force {
            /// The quantities that forces may have in results, type by type.
            pub fn all_quantities() -> impl Iterator<Item = &'static Measured> {
                [$($Type::quantities(Space::Spatial)),*].into_iter().flatten()
            }

            /// Its name in messages and columns.
            pub fn name(&self) -> &str {
                match self { $(Force::$Type(force) => &force.name),* }
            }

            /// The word for its type.
            pub fn word(&self) -> &'static str {
                match self { $(Force::$Type(_) => $Type::WORD),* }
            }

            /// Shows every parameter but the name, always in the same order.
            pub(crate) fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
                match self { $(Force::$Type(force) => force.parameters(visit)),* }
            }

            /// The points at which it acts.
            pub fn ends(&self, joints: &[Joint]) -> Ends {
                match self { $(Force::$Type(force) => force.ends(joints)),* }
            }

            /// The joint whose angle it needs.
            pub fn joint(&self) -> Option<JointId> {
                match self { $(Force::$Type(force) => force.joint()),* }
            }

            /// Whether it may change the energy: dampers, actuators, given loads.
            pub fn may_change_energy(&self) -> bool {
                match self { $(Force::$Type(force) => force.may_change_energy()),* }
            }

            /// How it is drawn.
            pub fn drawing(&self) -> Drawing {
                match self { $(Force::$Type(force) => force.drawing()),* }
            }

            /// Its quantities in results, in the order of [`measure`](Force::measure); a given load has none.
            pub fn quantities(&self, space: Space) -> &'static [Measured] {
                match self {
                    $(Force::$Type(force) => if force.is_measured() { $Type::quantities(space) } else { &[] }),*
                }
            }

            /// Adds what the force does to each moving body: a wrench about its centre of mass, world axes.
            ///
            /// Poses are asked for moving bodies only, and loads are added to these only. Costs a few hundred
            /// operations at most and allocates nothing.
            #[inline]
            pub fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
                let loads = &mut parts::OnMoving(loads);
                match self { $(Force::$Type(force) => force.add_wrenches(now, loads)),* }
            }

            /// How many functions [`switches`](Force::switches) tells.
            pub(crate) fn n_switches(&self) -> usize {
                match self { $(Force::$Type(force) => force.n_switches()),* }
            }

            /// Tells functions at the sign of which its load switches, always as many.
            pub(crate) fn switches(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
                match self { $(Force::$Type(force) => force.switches(now, tell)),* }
            }

            /// How many coordinates its law has that may be stiff.
            pub fn n_rows(&self, space: Space) -> usize {
                match self { $(Force::$Type(force) => force.n_rows(space)),* }
            }

            /// Tells these coordinates with the loads along them, always as many.
            pub fn rows<S: Real>(&self, space: Space, now: &impl Surroundings<S>, mut tell: impl FnMut(Row<S>)) {
                match self { $(Force::$Type(force) => force.rows(space, now, &mut tell)),* }
            }

            /// Tells the rates of these coordinates alone.
            pub(crate) fn rates(&self, space: Space, now: &impl Surroundings<f64>, mut tell: impl FnMut(f64)) {
                match self { $(Force::$Type(force) => force.rates(space, now, &mut tell)),* }
            }

            /// Tells these coordinates with the derivatives of their loads by s and ṡ.
            pub(crate) fn tangents(
                &self,
                space: Space,
                now: &impl Surroundings<f64>,
                mut tell: impl FnMut(Row, [f64; 2]),
            ) {
                match self { $(Force::$Type(force) => force.tangents(space, now, &mut tell)),* }
            }

            /// How many of these coordinates, from the first on, are best eliminated together.
            pub(crate) fn rows_together(&self, space: Space) -> usize {
                match self { $(Force::$Type(force) => force.rows_together(space)),* }
            }

            /// How many distances [`gaps`](Force::gaps) tells.
            pub(crate) fn n_gaps(&self) -> usize {
                match self { $(Force::$Type(force) => force.n_gaps()),* }
            }

            /// Tells the distances that are left before an element that only pushes begins to act, always as many.
            pub(crate) fn gaps(&self, now: &impl Surroundings<f64>, tell: &mut dyn FnMut(f64)) {
                match self { $(Force::$Type(force) => force.gaps(now, tell)),* }
            }

            /// The energy stored in its springs (J). Dampers, actuators and applied loads store none.
            pub fn potential<S: Real>(&self, now: &impl Surroundings<S>) -> S {
                match self { $(Force::$Type(force) => force.potential(now)),* }
            }

            /// Tells the numbers behind [`quantities`](Force::quantities): coordinate, rate and load of a spring,
            /// displacements and loads of a bushing in its first frame. Loads are those on the second body.
            pub fn measure<S: Real>(&self, space: Space, now: &impl Surroundings<S>, mut tell: impl FnMut(&[S])) {
                match self {
                    $(Force::$Type(force) => if force.is_measured() { force.measure(space, now, &mut tell) }),*
                }
            }
        }
    };
}

impl Force {
    /// The power that it gives to the moving bodies (W).
    pub(crate) fn power<S: Real>(&self, now: &impl Surroundings<S>) -> S {
        let mut power = S::from(0.0);
        self.add_wrenches(now, &mut |body: BodyId, wrench: Wrench<S>| {
            let pose = now.pose(body);
            power += wrench.force.dot(pose.v) + wrench.torque.dot(pose.w);
        });
        power
    }

    /// Whether its load is an expression of the state, or acts along a coordinate of a joint that may be no angle: it
    /// is then known only where the model's signals and all coordinates are.
    pub fn follows_motion(&self) -> bool {
        let mut follows = matches!(self, Force::Actuator(_) | Force::Limits(_) | Force::Friction(_));
        self.clone().parameters(&mut |parameter| match parameter {
            Parameter::Expression(Some(expression)) => follows |= expression.slot().is_some(),
            Parameter::Expression(None) | Parameter::Body(_) | Parameter::Joint(_) | Parameter::Vector(_) => {}
            Parameter::Numbers(_) | Parameter::Word(_) | Parameter::Flag(_) => {}
        });
        follows
    }

    /// Whether its load follows the reaction of its joint.
    pub(crate) fn follows_reaction(&self) -> bool {
        matches!(self, Force::Friction(Friction { surfaces: Some(_), .. }))
    }

    /// Moves it to bodies and joints with other numbers.
    pub(crate) fn renumber(&mut self, body: impl Fn(BodyId) -> BodyId, joint: impl Fn(JointId) -> JointId) {
        self.parameters(&mut |parameter| match parameter {
            Parameter::Body(id) => *id = body(*id),
            Parameter::Joint(id) => *id = joint(*id),
            Parameter::Vector(_) | Parameter::Numbers(_) | Parameter::Expression(_) => {}
            Parameter::Word(_) | Parameter::Flag(_) => {}
        });
    }

    /// Its expressions of time.
    pub(crate) fn expressions(&self) -> Vec<Expression> {
        let mut all = Vec::new();
        self.clone().parameters(&mut |parameter| match parameter {
            Parameter::Expression(expression) => {
                all.extend(expression.filter(|expression| expression.slot().is_none()).cloned());
            }
            Parameter::Body(_) | Parameter::Joint(_) | Parameter::Vector(_) => {}
            Parameter::Numbers(_) | Parameter::Word(_) | Parameter::Flag(_) => {}
        });
        all
    }

    /// Slots of its expressions of the state.
    pub(crate) fn slots(&self) -> Vec<usize> {
        let mut slots = Vec::new();
        self.clone().parameters(&mut |parameter| match parameter {
            Parameter::Expression(expression) => slots.extend(expression.and_then(|expression| expression.slot())),
            Parameter::Body(_) | Parameter::Joint(_) | Parameter::Vector(_) => {}
            Parameter::Numbers(_) | Parameter::Word(_) | Parameter::Flag(_) => {}
        });
        slots
    }

    /// The coordinate of a joint along which its load is an expression of the state.
    pub(crate) fn driven_place(&self) -> Option<Place> {
        match self {
            Force::Actuator(Actuator { joint, which, load, .. }) => {
                load.slot().map(|_| Place { joint: *joint, which: *which })
            }
            Force::Spring(_) | Force::Torsion(_) | Force::AppliedForce(_) | Force::AppliedTorque(_) => None,
            Force::Bushing(_) | Force::PlaneSpring(_) | Force::Drag(_) | Force::Limits(_) => None,
            Force::Friction(_) | Force::Contact(_) => None,
        }
    }

    /// With its vectors changed.
    pub(crate) fn with_vectors(&self, change: impl Fn(Vec3) -> Vec3) -> Force {
        let mut force = self.clone();
        force.parameters(&mut |parameter| match parameter {
            Parameter::Vector(vector) => *vector = change(*vector),
            Parameter::Body(_) | Parameter::Joint(_) | Parameter::Expression(_) => {}
            Parameter::Numbers(_) | Parameter::Word(_) | Parameter::Flag(_) => {}
        });
        force
    }
}

forces! {
    tables:
        spring::Spring,
        torsion::Torsion,
        applied_force::AppliedForce,
        applied_torque::AppliedTorque,
        bushing::Bushing,
        plane_spring::PlaneSpring,
        drag::Drag,
        actuator::Actuator;
    joints:
        limits::Limits,
        friction::Friction,
        contact::Contact;
}
