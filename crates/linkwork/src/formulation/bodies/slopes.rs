//! Derivatives of loads that are expressions of the motion, for methods that treat stiff ones implicitly.

use super::{Bodies, Instant, Mechanism};
use crate::ids::BodyId;
use crate::model::Model;
use crate::model::force::{ElementId, Place, Variation, Varied};
use crate::model::signals::{Moving, Slice};
use crate::spatial::{Dual, Vec3, Wrench};

/// An actuator whose load is an expression of the motion.
struct Drive {
    force: usize,
    place: Place,
    slice: Slice,
}

/// Memory for derivatives of the model's expressions; empty where no load is one.
pub(super) struct Slopes {
    drives: Vec<Drive>,
    /// By force element: derivatives of its load by the coordinate along which it acts, by its rate, and by time.
    own: Vec<[f64; 3]>,
    three: Vec<Dual<3>>,
    six: Vec<Dual<6>>,
}

impl Slopes {
    pub(super) fn new(model: &Model) -> Slopes {
        let program = &model.signals.program;
        let drive = |force: usize| {
            let (element, place) = (&model.forces[force], model.forces[force].driven_place()?);
            Some(Drive { force, place, slice: Slice::of(model, *element.slots().first()?) })
        };
        let drives: Vec<Drive> = (0..model.forces.len()).filter_map(drive).collect();
        Slopes {
            own: vec![[0.0; 3]; if drives.is_empty() { 0 } else { model.forces.len() }],
            drives,
            three: program.make_registers(),
            six: program.make_registers(),
        }
    }

    /// Derivatives of an actuator's load by its coordinate, by the rate of that, and by time; zero for other elements.
    pub(super) fn own(&self, force: usize) -> [f64; 3] {
        self.own.get(force).copied().unwrap_or_default()
    }
}

/// How a result of the model's expressions changes with the motion of one body: by its position and by its velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gradient<const W: usize> {
    pub body: BodyId,
    pub by_position: [f64; W],
    pub by_velocity: [f64; W],
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Differentiates loads of actuators along their own coordinates, where bodies are.
    pub(crate) fn update_slopes(&mut self, model: &Model, now: Instant) {
        if self.slopes.drives.is_empty() {
            return;
        }
        // Taken out while they are written; put back below.
        let (mut own, mut registers) = (std::mem::take(&mut self.slopes.own), std::mem::take(&mut self.slopes.three));
        let seen = self.seen(model, now.time, now.unwrapped_angles).with_carried();
        for Drive { force, place, slice } in &self.slopes.drives {
            let varied = Varied { now: &seen, variation: Variation::Coordinate(*place), apart: None };
            let given = (Dual::variable(now.time, 2), self.signals.states());
            own[*force] = slice.calc(&model.signals.program, given, &mut registers, &Moving::new(model, &varied)).rates;
        }
        (self.slopes.own, self.slopes.three) = (own, registers);
    }

    /// Derivatives of an actuator's load by its coordinate, by the rate of that, and by time; zero for other elements.
    pub(super) fn own_slopes(&self, element: ElementId) -> [f64; 3] {
        match element {
            ElementId::Force(force) => self.slopes.own(force),
            ElementId::Pair(_) => [0.0; 3],
        }
    }

    /// How an actuator's load changes with time itself.
    pub(crate) fn drift(&self, element: ElementId) -> f64 {
        let [_, _, by_time] = self.own_slopes(element);
        by_time
    }

    /// Whether an actuator's load resists a change of its coordinate or rate.
    pub(crate) fn gives_way(&self, force: usize) -> bool {
        let [by_value, by_rate, _] = self.slopes.own(force);
        by_value < 0.0 || by_rate < 0.0
    }

    /// How a result depends on the motion of the bodies that it reads, but for a coordinate that is carried apart.
    /// Returns its derivative by time.
    pub(crate) fn write_gradient(
        &mut self,
        model: &Model,
        now: Instant,
        (slice, apart): (&Slice, Option<Place>),
        gradient: &mut Vec<Gradient<W>>,
    ) -> f64 {
        // Taken out while they are written; put back below.
        let (mut three, mut registers) = (std::mem::take(&mut self.slopes.three), std::mem::take(&mut self.slopes.six));
        let seen = self.seen(model, now.time, now.unwrapped_angles).with_carried();
        gradient.clear();
        for &body in &slice.bodies {
            let [by_position, by_velocity] = [Variation::Position(body), Variation::Velocity(body)].map(|variation| {
                let varied = Varied { now: &seen, variation, apart };
                let given = (Dual::from(now.time), self.signals.states());
                let result = slice.calc(&model.signals.program, given, &mut registers, &Moving::new(model, &varied));
                let [x, y, z, about_x, about_y, about_z] = result.rates;
                B::load(Vec3([x, y, z]), Vec3([about_x, about_y, about_z]))
            });
            gradient.push(Gradient { body, by_position, by_velocity });
        }
        let varied = Varied { now: &seen, variation: Variation::Time, apart };
        let given = (Dual::variable(now.time, 2), self.signals.states());
        let [_, _, by_time] = slice.calc(&model.signals.program, given, &mut three, &Moving::new(model, &varied)).rates;
        (self.slopes.three, self.slopes.six) = (three, registers);
        by_time
    }

    /// Tells the loads on bodies by a unit of a result in an element's law.
    pub(crate) fn unit_loads(
        &self,
        model: &Model,
        now: Instant,
        (force, slot): (usize, usize),
        mut tell: impl FnMut(BodyId, [f64; W]),
    ) {
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        let varied = Varied { now: &seen, variation: Variation::Signal(slot), apart: None };
        model.forces[force].add_wrenches(&varied, &mut |body: BodyId, Wrench { force, torque }: Wrench<Dual<1>>| {
            let [force, torque] = [force, torque].map(|Vec3(numbers)| Vec3(numbers.map(|number| number.rates[0])));
            tell(body, B::load(force, torque));
        });
    }

    /// x M⁻¹ xᵀ for a load on a body.
    pub(crate) fn square(&self, body: usize, load: &[f64; W]) -> f64 {
        let answer = self.bodies.accelerate(body, &self.poses[body], load);
        load.iter().zip(answer).map(|(load, answer)| load * answer).sum()
    }

    /// The motion that takes bodies from a pose to the present one.
    pub(crate) fn moved_from(&self, body: usize, before: &B::Pose) -> [f64; W] {
        let [before, now] = [before, &self.poses[body]].map(B::pose_in_space);
        let turn = (0..3).fold(Vec3::ZERO, |turn, k| {
            let column = before.R.column(k);
            turn + 0.5 * column.cross(now.R.column(k) - column)
        });
        B::load(now.r - before.r, turn)
    }
}
