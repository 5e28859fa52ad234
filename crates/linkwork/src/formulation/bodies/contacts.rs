//! Pairs of contact groups that are near each other: their loads in stage 2, energy and switching functions.
//!
//! Every pair writes its loads into slots of its own, whoever computes them; they are then added in the order of the
//! pairs.

use super::near::NearPairs;
use super::{Bodies, Mechanism, add_to};
use crate::formulation::Moment;
use crate::ids::BodyId;
use crate::model::Model;
use crate::model::force::PairId;
use crate::parallel::{MOST_TASKS, Team};
use crate::spatial::Wrench;
use crate::workspace::Switches;

/// Pairs that make a task worth handing to another thread: some microseconds.
const LEAST_PAIRS: usize = 64;

/// Near pairs, and where their loads wait to be added to bodies.
pub(super) struct Contacts<const W: usize> {
    near: NearPairs,
    loads: Vec<[Option<[f64; W]>; 2]>,
}

impl<const W: usize> Contacts<W> {
    /// Memory for the groups of this model.
    pub(super) fn new(model: &Model) -> Self {
        Contacts { near: NearPairs::new(model), loads: Vec::new() }
    }
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Finds the pairs of contact groups that are near each other where bodies are.
    pub(crate) fn update_near_pairs(&mut self, model: &Model) {
        let Mechanism { contacts, poses, n_bodies, .. } = self;
        let pose = |body: BodyId| B::pose_in_space(&poses[body.index().unwrap_or(*n_bodies)]);
        contacts.near.update(model, &pose);
    }

    /// These pairs, ascending: all that may have loads.
    pub(crate) fn near_pairs(&self) -> &[PairId] {
        self.contacts.near.all()
    }

    /// Adds the wrenches of all pairs to the loads of bodies, and measures their power.
    pub(super) fn add_contacts(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64], team: &Team) {
        self.update_near_pairs(model);
        // Taken out while they are written; put back below.
        let mut slots = std::mem::take(&mut self.contacts.loads);
        slots.resize(self.near_pairs().len(), [None; 2]);
        self.write_pair_loads(model, (time, unwrapped_angles), &mut slots, team);
        self.gather_pair_loads(model, &slots);
        self.contacts.loads = slots;
    }

    fn write_pair_loads(
        &self,
        model: &Model,
        (time, unwrapped_angles): (f64, &[f64]),
        slots: &mut [[Option<[f64; W]>; 2]],
        team: &Team,
    ) {
        let (pairs, now) = (self.near_pairs(), self.seen(model, time, unwrapped_angles));
        let size = pairs.len().div_ceil(MOST_TASKS).max(LEAST_PAIRS);
        team.for_each_task(pairs.chunks(size).zip(slots.chunks_mut(size)), |(pairs, slots)| {
            for (&id, slots) in pairs.iter().zip(slots) {
                *slots = [None; 2];
                let pair = model.pair(id);
                pair.add_wrenches(&now.with(self.signals.soft_of_pair(id)), &mut |body: BodyId, wrench: Wrench| {
                    slots[usize::from(body == pair.bodies[1])] = Some(B::load(wrench.force, wrench.torque));
                });
            }
        });
    }

    fn gather_pair_loads(&mut self, model: &Model, slots: &[[Option<[f64; W]>; 2]]) {
        let mut powers = std::mem::take(&mut self.power_meter.of_forces);
        let of_groups = powers.get_mut(model.forces.len()..).unwrap_or_default();
        of_groups.fill(0.0);
        for (k, loads) in slots.iter().enumerate() {
            let id = self.near_pairs()[k];
            for (body, load) in model.pair(id).bodies.into_iter().zip(loads) {
                let (Some(index), Some(load)) = (body.index(), load) else { continue };
                if let Some(power) = of_groups.get_mut(id.group as usize) {
                    *power += self.calc_power(index, load);
                }
                add_to(&mut self.loads.as_chunks_mut::<W>().0[index], load);
            }
        }
        self.power_meter.of_forces = powers;
    }

    /// Energy stored in each group, where stage 2 was.
    pub(super) fn observe_contacts(&self, model: &Model, now: &Moment, stored: &mut [f64]) {
        let now = self.seen(model, now.time, now.unwrapped_angles);
        stored.fill(0.0);
        for &id in self.near_pairs() {
            stored[id.group as usize] += model.pair(id).potential(&now);
        }
    }

    /// Functions at the sign of which loads of pairs switch, of those that are near.
    pub(super) fn write_pair_switches(
        &mut self,
        model: &Model,
        time: f64,
        unwrapped_angles: &[f64],
        switches: &mut Switches,
    ) {
        self.update_near_pairs(model);
        let now = self.seen(model, time, unwrapped_angles);
        switches.of_pairs.clear();
        for &id in self.near_pairs() {
            let PairId { group, members: [first, second] } = id;
            let mut which = 0;
            model.pair(id).switches(&now, &mut |function| {
                switches.of_pairs.push(([group, first, second, which], function));
                which += 1;
            });
        }
    }
}
