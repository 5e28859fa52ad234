//! What is chosen for `multiscale`: how stiff joints are, how long they are looked at, and what goes with that.

use super::{Plan, make, words};
use crate::error::Trouble;
use crate::formulation::multiscale::{Scales, Tuning};
use crate::model::Model;
use crate::settings::Settings;

impl Plan {
    /// Tunes the elastic joints, and settles the other methods.
    pub(super) fn choose_multiscale(&mut self, model: &Model) -> Result<(), Trouble> {
        let scales = words::scales(&self.settings);
        self.check_multiscale(scales)?;
        let tuning = Tuning::find(model, &|| make::make_cartesian(model), &self.initial, self.settings.stiffness)?;
        let Settings { integrator, step, .. } = &self.settings;
        let is_fixed = !["auto", "dopri5"].contains(&integrator.as_str());
        if scales == Scales::Direct && is_fixed && *step > tuning.step {
            let reason = format!(
                "steps of {step:.1e} s do not follow joints as stiff as these; take steps of {:.1e} s or less, or `dopri5`",
                tuning.step
            );
            return Err(Trouble::DoesNotApply { method: "direct", reason });
        }
        self.reasons = explain(&tuning, &self.settings, scales);
        let settings = &mut self.settings;
        settings.solver = "none".into();
        settings.multiscale = if scales == Scales::Direct { "direct" } else { "averaged" }.into();
        if settings.integrator == "auto" {
            settings.integrator = "dopri5".into();
        }
        if settings.stabilization == "auto" {
            settings.stabilization = if scales == Scales::Direct { "none" } else { "projection" }.into();
        }
        self.tuning = Some(tuning);
        self.check_methods(0, 0)
    }

    /// Whether the words go with elastic joints.
    fn check_multiscale(&self, scales: Scales) -> Result<(), Trouble> {
        let refuse = |method, reason: &str| Err(Trouble::DoesNotApply { method, reason: reason.into() });
        let settings = &self.settings;
        if !["auto", "none"].contains(&settings.solver.as_str()) {
            return refuse("solver", "`multiscale` solves no linear system; leave the solver out");
        }
        match (scales, settings.stabilization.as_str()) {
            (_, "auto" | "none") | (Scales::Averaged, "projection" | "baumgarte") => Ok(()),
            (Scales::Averaged, _) => {
                refuse("partitioning", "`multiscale` solves no linear system for it; use `projection` or `baumgarte`")
            }
            (Scales::Direct, _) => refuse(
                "stabilization",
                "with `direct` joints are elastic, and open by what carries their loads; use `none`",
            ),
        }
    }
}

/// Formulation, solver, integrator, stabilization: a sentence each.
fn explain(tuning: &Tuning, settings: &Settings, scales: Scales) -> Vec<String> {
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
    let why = |word: &str, chosen: &str, reason: &str| match word {
        "auto" => format!("{chosen}: {reason}"),
        word => format!("{word}: as asked"),
    };
    let integrator = why(&settings.integrator, "dopri5", "adapts its step to the tolerances");
    let stabilization = match scales {
        Scales::Averaged => ("projection", "closes joints to round-off, by sweeps over neighbours"),
        Scales::Direct => ("none", "springs keep joints closed up to what carries their loads"),
    };
    vec![joints, micro, integrator, why(&settings.stabilization, stabilization.0, stabilization.1)]
}
