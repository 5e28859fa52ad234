//! Stage 2, the model's force elements: their wrenches on bodies, and the energy they store.
//!
//! Few forces are added one after the other. Many are shared by a team: first every force writes its loads into slots
//! of its own, then every body gathers those that are its own, in the order of the forces. The sums are the same ones,
//! bit for bit.

use super::{Bodies, Mechanism, add_to, signals};
use crate::formulation::Moment;
use crate::ids::{BodyId, JointId};
use crate::model::Model;
use crate::model::force::{JointMeasure, Place, Surroundings, Turning};
use crate::parallel::{Team, divide};
use crate::spatial::{Pose, Wrench};
use std::ops::Range;

/// Forces that make a task worth handing to another thread: some microseconds.
const LEAST_FORCES: usize = 64;
/// Bodies that a force acts on at most; it has as many slots.
const SLOTS: usize = 2;
/// The initial value of sums. It adds nothing: x + (−0) has the bits of x, also where x is −0.
const NOTHING: f64 = -0.0;

/// Where the loads of forces wait to be added to bodies.
pub(super) struct Applied<const W: usize> {
    /// Ranges of forces with about equal work.
    ranges: Vec<Range<usize>>,
    /// The bodies of each force, a slot each; the ground where there is none.
    targets: Vec<[BodyId; SLOTS]>,
    /// Loads, by force and slot.
    loads: Vec<[f64; W]>,
    /// The slots of each body, ascending, hence in the order of the forces; those of body b are `starts[b]..starts[b +
    /// 1]`.
    slots: Vec<usize>,
    starts: Vec<usize>,
}

impl<const W: usize> Applied<W> {
    /// Memory for the model's forces; none where they are too few to be shared.
    pub(super) fn new(model: &Model) -> Self {
        let ranges = divide(model.forces.len(), |_| 1, LEAST_FORCES);
        let mut targets: Vec<[BodyId; SLOTS]> = Vec::new();
        if ranges.len() > 1 {
            targets.extend(model.forces.iter().map(|force| force.ends(&model.joints).bodies()));
        }
        let all = targets.as_flattened().iter().enumerate();
        let mut slots: Vec<(usize, usize)> = all.filter_map(|(slot, body)| Some((body.index()?, slot))).collect();
        slots.sort_unstable();
        let starts = (0..=model.n_bodies()).map(|body| slots.partition_point(|&(b, _)| b < body)).collect();
        Applied {
            ranges,
            loads: vec![[NOTHING; W]; targets.len() * SLOTS],
            targets,
            slots: slots.into_iter().map(|(_, slot)| slot).collect(),
            starts,
        }
    }

    /// Whether it pays to share the forces.
    fn is_worth(&self, team: &Team) -> bool {
        self.ranges.len() > 1 && team.n_threads() > 1
    }
}

/// Bodies in motion, as forces read them.
pub(super) struct Seen<'a, B: Bodies<W>, const W: usize> {
    mechanism: &'a Mechanism<B, W>,
    model: &'a Model,
    time: f64,
    unwrapped_angles: &'a [f64],
    /// Coordinates of the rows of the force that looks, where they are carried beside the motion.
    soft: &'a [f64],
    /// Whether coordinates of joints are those that elements carry: for the model's expressions.
    takes_carried: bool,
}

impl<'a, B: Bodies<W>, const W: usize> Seen<'a, B, W> {
    /// The same for a force with these coordinates of its rows.
    pub(super) fn with(&self, soft: &'a [f64]) -> Self {
        Seen { soft, ..*self }
    }

    /// The same for the model's expressions.
    pub(super) fn with_carried(&self) -> Self {
        Seen { takes_carried: true, ..*self }
    }
}

impl<B: Bodies<W>, const W: usize> Surroundings<f64> for Seen<'_, B, W> {
    fn time(&self) -> f64 {
        self.time
    }

    fn pose_of_moving(&self, body: BodyId) -> Pose {
        B::pose_in_space(&self.mechanism.poses[body.index().unwrap_or(self.mechanism.n_bodies())])
    }

    fn turning(&self, joint: JointId) -> Turning {
        super::turning::<B, W>(self.mechanism.ends(self.model, joint.index(), self.time, self.unwrapped_angles))
    }

    fn coordinate(&self, joint: JointId, which: usize) -> JointMeasure {
        let ends = self.mechanism.ends(self.model, joint.index(), self.time, self.unwrapped_angles);
        // Second angles follow the first ones of all joints, where any joint has two.
        let second_angle = self.unwrapped_angles.get(self.model.n_joints() + joint.index());
        let measure = signals::coordinate::<B, W>(ends, second_angle.copied().unwrap_or(0.0), which);
        let carried = self.takes_carried.then(|| self.mechanism.signals.carried(Place { joint, which })).flatten();
        JointMeasure { value: carried.unwrap_or(measure.value), ..measure }
    }

    fn planar_angle(&self, body: BodyId) -> f64 {
        B::planar_angle(&self.mechanism.poses[body.index().unwrap_or(self.mechanism.n_bodies())])
    }

    fn reaction(&self, joint: JointId) -> Wrench {
        self.mechanism.pressed.reaction(joint)
    }

    fn signal(&self, slot: usize) -> f64 {
        self.model.signals.program.result(slot, &self.mechanism.signals.registers)
    }

    fn stretch(&self, row: usize, of_motion: f64) -> f64 {
        self.soft.get(row).copied().filter(|s| !s.is_nan()).unwrap_or(of_motion)
    }
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Adds the wrench of every force element to the loads.
    pub(crate) fn add_applied_forces(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        if !model.signals.program.is_empty() {
            self.update_signals(model, time, unwrapped_angles);
        }
        if self.applied.is_worth(team) {
            self.write_slots(model, time, unwrapped_angles, team);
            self.gather_slots(team);
            self.measure_slots();
        } else {
            self.add_one_by_one(model, time, unwrapped_angles);
        }
        if !model.contact_groups.is_empty() {
            self.add_contacts(model, time, unwrapped_angles, team);
        }
    }

    fn add_one_by_one(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64]) {
        let mut loads = std::mem::take(&mut self.loads);
        let by_body = loads.as_chunks_mut::<W>().0;
        let mut powers = std::mem::take(&mut self.power_meter.of_forces);
        let (now, is_asked) = (self.seen(model, time, unwrapped_angles), !powers.is_empty());
        for (k, force) in model.forces.iter().enumerate() {
            let mut power = 0.0;
            force.add_wrenches(&now.with(self.signals.soft_of(k)), &mut |body: BodyId, wrench: Wrench| {
                if let Some(index) = body.index() {
                    let load = B::load(wrench.force, wrench.torque);
                    add_to(&mut by_body[index], &load);
                    if is_asked {
                        power += self.calc_power(index, &load);
                    }
                }
            });
            if is_asked {
                powers[k] = power;
            }
        }
        (self.loads, self.power_meter.of_forces) = (loads, powers);
    }

    /// The power of a load on a body.
    pub(super) fn calc_power(&self, body: usize, load: &[f64; W]) -> f64 {
        load.iter().zip(B::velocity(&self.poses[body])).map(|(load, velocity)| load * velocity).sum()
    }

    /// Every force into its slots.
    fn write_slots(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        let mut slots = std::mem::take(&mut self.applied.loads);
        let now = self.seen(model, time, unwrapped_angles);
        team.for_ranges(&self.applied.ranges, (&mut slots, SLOTS), |forces, slots| {
            for (force, slots) in forces.zip(slots.as_chunks_mut::<SLOTS>().0) {
                *slots = [[NOTHING; W]; SLOTS];
                let mut free = self.applied.targets[force];
                let now = now.with(self.signals.soft_of(force));
                model.forces[force].add_wrenches(&now, &mut |body: BodyId, wrench: Wrench| {
                    // A force that acts on one body twice has two slots for it.
                    if let Some(k) = free.iter().position(|&target| target == body) {
                        slots[k] = B::load(wrench.force, wrench.torque);
                        free[k] = BodyId::GROUND;
                    }
                });
            }
        });
        self.applied.loads = slots;
    }

    /// Every body from its slots.
    fn gather_slots(&mut self, team: &Team) {
        let Mechanism { loads, applied, chunks, .. } = self;
        team.for_ranges(chunks, (loads, W), |bodies, loads| {
            for (body, load) in bodies.zip(loads.as_chunks_mut::<W>().0) {
                for &slot in &applied.slots[applied.starts[body]..applied.starts[body + 1]] {
                    add_to(load, &applied.loads[slot]);
                }
            }
        });
    }

    /// The power of each force from its slots, where it is asked for: the sums of
    /// [`add_one_by_one`](Self::add_one_by_one).
    fn measure_slots(&mut self) {
        let mut powers = std::mem::take(&mut self.power_meter.of_forces);
        let forces = self.applied.targets.iter().zip(self.applied.loads.as_chunks::<SLOTS>().0);
        for (power, (targets, loads)) in powers.iter_mut().zip(forces) {
            let of_slot = |(body, load): (&BodyId, &[f64; W])| body.index().map(|body| self.calc_power(body, load));
            // From +0 on, as one by one.
            *power = targets.iter().zip(loads).filter_map(of_slot).fold(0.0, |sum, power| sum + power);
        }
        self.power_meter.of_forces = powers;
    }

    /// Energy stored in the springs of each force, then in the contacts of each group.
    pub(super) fn observe_springs(&self, model: &Model, now: &Moment, stored: &mut [f64]) {
        let (of_forces, of_groups) = stored.split_at_mut(model.forces.len());
        let seen = self.seen(model, now.time, now.unwrapped_angles);
        for (force, stored) in model.forces.iter().zip(of_forces) {
            *stored = force.potential(&seen);
        }
        self.observe_contacts(model, now, of_groups);
    }

    pub(super) fn seen<'a>(&'a self, model: &'a Model, time: f64, unwrapped_angles: &'a [f64]) -> Seen<'a, B, W> {
        Seen { mechanism: self, model, time, unwrapped_angles, soft: &[], takes_carried: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::bodies::{AllJoints, PlanarBodies, PowerMeter, SpatialBodies};
    use crate::model::Space;

    /// A vector of the plane, or of space.
    fn vector(space: Space, x: f64, y: f64) -> String {
        if space == Space::Planar { format!("[{x}, {y}]") } else { format!("[{x}, {y}, {}]", x - y) }
    }

    /// All types of force on body k, and a few that the first body shares with it.
    fn forces_of(k: usize, space: Space, pair: &str) -> String {
        let x = k as f64;
        let (p, push) = (vector(space, 0.2, 0.01 * x), vector(space, 0.1, 0.3 * x));
        let (torque, six) = match space {
            Space::Planar => ("[\"t + 1\"]", "[3, 4, 5]"),
            Space::Spatial => ("[0.1, \"t\", -0.3]", "[3, 4, 5, 6, 7, 8]"),
        };
        let first = if k == 0 { "ground" } else { "b0" };
        format!(
            r#"
[[forces]]
type = "spring"
{pair}
first = {p}
second = {p}
stiffness = 30
damping = 2
[[forces]]
type = "torsion"
joint = "j{k}"
stiffness = 3
angle = 0.4
[[forces]]
type = "force"
body = "b0"
value = {push}
[[forces]]
type = "torque"
body = "b{k}"
value = {torque}
[[forces]]
type = "plane_spring"
body = "b{k}"
plane = {{ normal = {p} }}
stiffness = 9
[[forces]]
type = "bushing"
bodies = ["{first}", "b{k}"]
point = {p}
stiffness = {six}
damping = {six}
"#
        )
    }

    /// A row of bodies joined by pins; nobody assembles it.
    fn with_many_forces(space: Space) -> Model {
        let (word, inertia, axis) = match space {
            Space::Planar => ("planar", "0.1", ""),
            Space::Spatial => ("spatial", "[0.1, 0.2, 0.15]", "axis = [0, 0, 1]"),
        };
        let mut text = format!("name = \"many\"\nspace = \"{word}\"\n");
        for k in 0..60 {
            let at = vector(space, 0.9 * k as f64, 0.1 * (k % 7) as f64);
            let first = if k == 0 { "ground".into() } else { format!("b{}", k - 1) };
            let pair = format!("bodies = [\"{first}\", \"b{k}\"]");
            text += &format!("[[bodies]]\nname = \"b{k}\"\nmass = 2\ninertia = {inertia}\nposition = {at}\n");
            text += &format!("[[joints]]\nname = \"j{k}\"\ntype = \"revolute\"\n{pair}\npoint = {at}\n{axis}\n");
            text += &forces_of(k, space, &pair);
        }
        Model::parse(&text, "forces.toml").unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn check_shared<B: Bodies<W>, const W: usize>(model: &Model) {
        let mut mechanism = Mechanism::<B, W>::new(model);
        mechanism.power_meter = PowerMeter::new(model, &AllJoints, &AllJoints::pattern(model), |_| Some(0));
        assert!(mechanism.applied.ranges.len() > 1);
        for body in 0..model.n_bodies() {
            let (mut q, mut v) = (Vec::new(), Vec::new());
            B::initial(model, body, &mut q, &mut v);
            // Out of the position of the file, in which springs have no load, and moving.
            for (k, x) in q.iter_mut().chain(&mut v).enumerate() {
                *x += 0.1 * ((k + 13 * body) as f64).sin();
            }
            mechanism.poses[body] = B::pose(&q, &v);
        }
        let unwrapped_angles = vec![0.0; model.n_joints()];
        let loads = [1, 3].map(|n_threads| {
            let team = Team::new(n_threads);
            assert_eq!(mechanism.applied.is_worth(&team), n_threads > 1);
            mechanism.update_loads(model, 0.3, &unwrapped_angles, &team);
            assert!(mechanism.loads.iter().all(|load| *load != 0.0), "every body has a load");
            mechanism.loads.iter().chain(&mechanism.power_meter.of_forces).map(|x| x.to_bits()).collect::<Vec<u64>>()
        });
        assert_eq!(loads[0], loads[1]);
    }

    #[test]
    fn shared_forces_have_the_bits_of_serial_ones() {
        check_shared::<PlanarBodies, 3>(&with_many_forces(Space::Planar));
        check_shared::<SpatialBodies, 6>(&with_many_forces(Space::Spatial));
    }

    #[test]
    fn a_slot_that_is_not_written_changes_no_bit() {
        for x in [0.0_f64, -0.0, 1.5, -1e-300] {
            assert_eq!((x + NOTHING).to_bits(), x.to_bits());
        }
    }
}
