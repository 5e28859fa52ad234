//! The power that loads and drivers give to a mechanism, by part of it.
//!
//! Forces that keep the energy are left out: springs without dampers, and weight. A damped spring counts with all of
//! its power; the energy that it stores is added where the work is told. What crosses the border between two parts
//! belongs to the part of its first moving body, on every process alike.

use super::Blocks;
use crate::ids::BodyId;
use crate::model::force::ContactGroup;
use crate::model::{Force, Model};
use crate::reduced::Pattern;

/// Forces and drivers whose power counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct PowerMeter {
    /// By force, then by contact group: its power at the last stage 2 (W). Empty where none counts.
    pub(super) of_forces: Vec<f64>,
    /// Forces and contact groups that count.
    forces: Vec<Counted>,
    /// Rows of drivers.
    drivers: Vec<Counted>,
}

/// Something whose power is counted for a part.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// A force, or a row of the reduced system.
    index: usize,
    part: usize,
}

impl PowerMeter {
    /// For the drivers in these blocks and the forces of this model, with bodies in these parts; those of other
    /// processes are in none.
    pub(crate) fn new(
        model: &Model,
        blocks: &impl Blocks,
        pattern: &Pattern,
        part_of: impl Fn(usize) -> Option<usize>,
    ) -> PowerMeter {
        let part = |bodies: [BodyId; 2]| bodies.into_iter().find_map(BodyId::index).and_then(&part_of);
        let counted = |(index, force): (usize, &Force)| {
            let part = part(force.ends(&model.joints).bodies())?;
            force.may_change_energy().then_some(Counted { index, part })
        };
        let counted_group = |(k, group): (usize, &ContactGroup)| {
            let first = (0..group.n_members()).find_map(|member| group.body(member).index());
            Some(Counted { index: model.forces.len() + k, part: first.and_then(&part_of)? })
        };
        let forces = model.forces.iter().enumerate().filter_map(counted);
        let groups = model.contact_groups.iter().enumerate().filter_map(counted_group);
        let forces: Vec<Counted> = forces.chain(groups).collect();
        let driver = |block: usize| {
            let joint = &model.joints[blocks.joint(block)];
            joint.motion.as_ref()?;
            // The driver's equation is the last one of its joint.
            let index = pattern.rows(block).next_back()?;
            Some(Counted { index, part: part([joint.first.body, joint.second.body])? })
        };
        PowerMeter {
            of_forces: vec![0.0; if forces.is_empty() { 0 } else { model.n_stores() }],
            forces,
            drivers: (0..pattern.n_blocks()).filter_map(driver).collect(),
        }
    }

    /// The power of all that counts, by part, given that of the drivers by row: forces in their order, then drivers.
    pub(crate) fn measure(&self, of_driver: impl Fn(usize) -> f64, power: &mut [f64]) {
        power.fill(0.0);
        self.forces.iter().for_each(|force| power[force.part] += self.of_forces[force.index]);
        self.add_of_drivers(of_driver, power);
    }

    /// Adds a power of the drivers, given by row.
    pub(crate) fn add_of_drivers(&self, of_driver: impl Fn(usize) -> f64, power: &mut [f64]) {
        self.drivers.iter().for_each(|driver| power[driver.part] += of_driver(driver.index));
    }

    /// The energy stored by forces that count, by part, given that of all forces.
    pub(crate) fn sum_stored(&self, of_forces: &[f64], stored: &mut [f64]) {
        stored.fill(0.0);
        if !stored.is_empty() {
            self.forces.iter().for_each(|force| stored[force.part] += of_forces[force.index]);
        }
    }

    /// The sum of what there is by row of a driver.
    pub(crate) fn sum_over_drivers(&self, of_driver: impl Fn(usize) -> f64) -> f64 {
        self.drivers.iter().map(|driver| of_driver(driver.index)).sum()
    }
}
