//! The power of loads and drivers, where multipliers are impulses.

use super::{Axes, Natural};
use crate::formulation::Equations;
use crate::workspace::{HeldBack, Workspace};

impl<B: Axes<W>, const W: usize> Natural<B, W> {
    /// The power of loads and drivers. That of the latter is −λν with λ = μ̇ + γμ, so it is −(μν)˙ + μ (ν̇ − γν): the
    /// first term waits until impulses are forgotten or the work is looked at.
    pub(super) fn write_power(&self, workspace: &mut Workspace) {
        let Workspace { equations: Equations { velocity, .. }, multipliers, power, held_back, .. } = workspace;
        if !power.is_empty() {
            let (meter, gamma) = (&self.mechanism.power_meter, self.decay.impulses);
            let of_driver = |row: usize| multipliers[row] * (self.driver_accelerations[row] - gamma * velocity[row]);
            meter.measure(of_driver, power);
            *held_back = HeldBack {
                work: meter.sum_over_drivers(|row| multipliers[row] * velocity[row]),
                power: meter.sum_over_drivers(of_driver),
            };
        }
    }

    /// Where Gᵀρ was taken out of the rates of momenta, λ = μ̇ + γμ + ρ. Multipliers are ρ.
    pub(super) fn add_reduced_power(&self, workspace: &mut Workspace) {
        let Workspace { equations: Equations { velocity, .. }, multipliers, power, .. } = workspace;
        if !power.is_empty() {
            self.mechanism.power_meter.add_of_drivers(|row| -multipliers[row] * velocity[row], power);
        }
    }
}
