//! The choices of `multiscale`: how stiff joints are, how long they are looked at, and what goes with that.

use super::{Plan, make, words};
use crate::error::SimulationError;
use crate::formulation::multiscale::Tuning;
use crate::methods::{IntegratorKind, Scales, SolverKind, StabilizationKind};
use crate::model::Model;

impl Plan {
    /// Tunes the elastic joints, and settles the other methods.
    pub(super) fn choose_multiscale(&mut self, model: &Model) -> Result<(), SimulationError> {
        let scales = words::scales(&self.settings);
        self.check_multiscale(model, scales)?;
        let tuning = Tuning::find(model, &|| make::make_bodies(model), &self.initial, self.settings.stiffness)?;
        let step = &self.settings.step;
        if scales == Scales::Direct && self.has_fixed_steps() && *step > tuning.step {
            let reason = format!(
                "steps of {step:.1e} s do not follow joints as stiff as these; take steps of {:.1e} s or less, or `dopri5`",
                tuning.step
            );
            return Err(SimulationError::DoesNotApply { method: "direct", reason });
        }
        self.reasons = explain(&tuning, scales);
        (self.settings.solver, self.chosen.solver) = (SolverKind::None.into(), SolverKind::None);
        self.settings.multiscale = scales.into();
        let integrator = (IntegratorKind::Dopri5, "adapts its step to the tolerances");
        self.settle(|s| &mut s.integrator, |c| &mut c.integrator, integrator);
        let stabilization = match scales {
            Scales::Averaged => {
                (StabilizationKind::Projection, "closes joints to round-off, by sweeps over neighbours")
            }
            Scales::Direct => (StabilizationKind::None, "springs keep joints closed up to what carries their loads"),
        };
        self.settle(|s| &mut s.stabilization, |c| &mut c.stabilization, stabilization);
        self.tuning = Some(tuning);
        self.check_methods(0, 0)
    }

    /// Whether the words go with elastic joints.
    fn check_multiscale(&self, model: &Model, scales: Scales) -> Result<(), SimulationError> {
        let refuse = |method, reason: &str| Err(SimulationError::DoesNotApply { method, reason: reason.into() });
        if let Some(contact) = model.find_contact() {
            let reason = format!("it averages elastic joints, not the contact '{contact}'; use another formulation");
            return refuse("multiscale", &reason);
        }
        let settings = &self.settings;
        if model.has_friction_by_reaction() {
            let reason = "friction by a `coefficient` follows the reactions of joints, which are averages here; use \
                          `cartesian`, `recursive` or `natural`";
            return refuse("multiscale", reason);
        }
        if settings.solver.given().is_some_and(|solver| solver != SolverKind::None) {
            return refuse("solver", "`multiscale` solves no linear system; leave the solver out");
        }
        match (scales, settings.stabilization.given()) {
            (_, None | Some(StabilizationKind::None))
            | (Scales::Averaged, Some(StabilizationKind::Projection | StabilizationKind::Baumgarte)) => Ok(()),
            (Scales::Averaged, Some(StabilizationKind::Partitioning)) => {
                refuse("partitioning", "`multiscale` solves no linear system for it; use `projection` or `baumgarte`")
            }
            (Scales::Direct, Some(_)) => refuse(
                "stabilization",
                "with `direct` joints are elastic, and open by what carries their loads; use `none`",
            ),
        }
    }
}

/// Formulation and solver: a sentence each.
fn explain(tuning: &Tuning, scales: Scales) -> Vec<String> {
    let Tuning { n_steps, step, n_windows, unbalanced, .. } = tuning;
    let (k, b, window) = (tuning.stiffness(), tuning.damper(), tuning.window());
    let joints = format!(
        "multiscale: as asked; joints as springs of {k:.1e} N/m with dampers of {b:.1e} N s/m, positions to about {:.0e} of the mechanism's size",
        tuning.accuracy()
    );
    let micro = match scales {
        Scales::Averaged => format!(
            "none: joint loads are averages over windows of {window:.1e} s, {} micro steps of {step:.1e} s; {n_windows} windows balance the initial loads to {unbalanced:.0e} of them",
            2 * n_steps
        ),
        Scales::Direct => {
            format!("none: joint loads are those of springs at every instant; steps of some {step:.1e} s follow them")
        }
    };
    vec![joints, micro]
}
