//! Methods that `auto` takes, and why: the formulation by predicted cost, the solver and the stabilization by what the
//! equations are like.
//!
//! *Formulation.* Where the joints close no loop, joint coordinates satisfy all of them and nothing is solved for. The
//! graph alone tells that, before anything is assembled. Where equations are left over, both formulations are priced by
//! [`cost`] once the model is assembled. `natural` is never taken: with the same tolerances its motions were up to some
//! hundred times as far from an accurate one as those of the other two, in ropes. Neither is `multiscale`, which is
//! less accurate by design.

use super::specialization::MOST_BODIES;
use super::{MOST_COUPLED_FOR_PARTITIONING, Plan, cost};
use crate::error::SimulationError;
use crate::formulation::recursive::{Forest, LoopConstraints};
use crate::methods::{Choice, FormulationKind, Order, SolverKind, Specialize, StabilizationKind};
use crate::model::joint::curve::Curve;
use crate::model::{Model, Space};
use crate::settings::Settings;
use crate::singular::MOST_DEPENDENT;
use crate::spatial::BodyMotion;

/// Up to so many equations a mechanism that starts locked is solved by `dense`, if more of them are redundant than
/// `elimination` finds reactions of least norm for. An evaluation takes some milliseconds then. Otherwise `elimination`
/// is 20 to 40 times as fast in nets of 42 to 126 equations that start flat, with the same motion.
const MOST_EQUATIONS_IF_LOCKED: usize = 250;

/// Joint coordinates are taken for a tree up to this ratio of predicted times: its joints then hold exactly, and the
/// prediction errs by more. Ropes of spherical joints are predicted at 0.8, single bodies on spherical joints at 1.
const MOST_FOR_TREES: f64 = 1.1;

/// Evaluations that `recursive` takes for one of `cartesian` with the same tolerances, where loops are closed: 0.7 to
/// 1.25 in small mechanisms of the gallery, about 1.1 in trees with a few loops, 1.3 to 1.7 in tracks and insulators.
const MORE_EVALUATIONS: f64 = 1.25;

/// Time of an evaluation by a program made for the model, relative to `cartesian` without one: 0.46 to 0.62 in planar
/// models of the gallery. In space they gain less, and only very long runs have one. Programs are made for `cartesian`
/// only.
const BY_PROGRAM_IN_PLANE: f64 = 0.6;

/// From so many joints coupled at once on, loops are interwoven, as in nets: good dependent coordinates do not stay
/// good, and amplify errors meanwhile. Three seconds of the gallery's net, where it is 5, took 25 choices of
/// coordinates and 1.3 times the time of `projection`, and energy drifted 60 times as far. Vehicles with double
/// wishbones have 4, rows of four-bars 2.
const INTERWOVEN: usize = 5;

/// The formulation, as far as it is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormulationAdvice {
    /// As asked for.
    Asked,
    /// `cartesian`, unless joint coordinates turn out to be faster.
    Open,
    /// Settled for this reason.
    Settled(String),
}

impl FormulationAdvice {
    /// Why it is taken.
    pub(super) fn reason(&self) -> String {
        match self {
            FormulationAdvice::Asked => "as asked".into(),
            FormulationAdvice::Open => {
                "constraint equations for every joint, at a cost that follows their number".into()
            }
            FormulationAdvice::Settled(reason) => reason.clone(),
        }
    }
}

impl Plan {
    /// Settles the formulation as far as the settings and the graph alone tell.
    ///
    /// # Errors
    /// When a cut is no joint.
    pub(super) fn foresee_formulation(&mut self, model: &Model) -> Result<(), SimulationError> {
        if self.settings.formulation != Choice::Auto {
            return Ok(());
        }
        self.formulation_advice = FormulationAdvice::Open;
        if !self.settings.cuts.is_empty() {
            self.settle_formulation(FormulationKind::Recursive, "joint coordinates, since joints are to be cut");
        } else if let Some(reason) = self.needs_cartesian() {
            self.settle_formulation(FormulationKind::Cartesian, reason);
        } else if self.is_implicit() {
            self.foresee_implicit(model);
        } else {
            self.foresee_tree(model);
        }
        Ok(())
    }

    /// Implicit steps along a tree are longer in joint coordinates, in which turning at a constant rate is straight. The
    /// linear system of a step is that of all bodies in any case.
    fn foresee_implicit(&mut self, model: &Model) {
        if model.n_joints() > 0 && model.find_contact().is_none() {
            self.foresee_tree(model);
        }
        if self.formulation_advice == FormulationAdvice::Open {
            let reason = "coordinates of every body, which force elements with compliance need";
            self.settle_formulation(FormulationKind::Cartesian, reason);
        }
    }

    fn settle_formulation(&mut self, formulation: FormulationKind, reason: impl Into<String>) {
        self.chosen.formulation = formulation;
        self.formulation_advice = FormulationAdvice::Settled(reason.into());
    }

    /// Why other settings need `cartesian`, if they do.
    fn needs_cartesian(&self) -> Option<&'static str> {
        let Settings { specialize, stabilization, solver, order, split_bodies, .. } = &self.settings;
        if *specialize == Specialize::On {
            Some("constraint equations for every joint, since programs are made for them")
        } else if *stabilization == StabilizationKind::Partitioning {
            Some("constraint equations for every joint, since dependent coordinates of bodies are to be corrected")
        } else if *solver != Choice::Auto || *order != Order::Auto || *split_bodies != Choice::Auto {
            Some("constraint equations for every joint, to be solved as asked")
        } else {
            None
        }
    }

    /// Settles the formulation where the joints close no loop.
    fn foresee_tree(&mut self, model: &Model) {
        let forest = Forest::grow(model, &[]);
        if !LoopConstraints::of(model, &forest).joints().is_empty() {
            return;
        }
        // Operations of the elimination are few along a tree.
        let cartesian = cost::predict_cartesian(model, 0);
        if cost::predict_tree(model, &forest) <= MOST_FOR_TREES * cartesian {
            let reason = "joint coordinates: the joints close no loop, so all of them hold exactly";
            self.settle_formulation(FormulationKind::Recursive, reason);
        } else {
            let reason = "coordinates of every body, since most of them move freely";
            self.settle_formulation(FormulationKind::Cartesian, reason);
        }
    }

    /// Whether it is open if joint coordinates are faster. It is not where equations are redundant: with equations for
    /// all joints reactions are those of least norm, whichever joint comes first in the model.
    pub(super) fn may_be_recursive(&mut self, model: &Model) -> bool {
        if self.formulation_advice != FormulationAdvice::Open {
            return false;
        }
        let are_unique = self.rank == model.n_equations() && self.play.is_none() && self.held.is_none();
        if !are_unique {
            let reason = "constraint equations for every joint: reactions of redundant joints are those of least norm";
            self.settle_formulation(FormulationKind::Cartesian, reason);
        }
        are_unique
    }

    /// Takes joint coordinates where they are predicted to be faster, for an assembled model whose bodies move like
    /// this.
    ///
    /// # Errors
    /// When a cut is no joint.
    pub(super) fn compare_formulations(
        &mut self,
        model: &Model,
        motions: Vec<BodyMotion>,
    ) -> Result<(), SimulationError> {
        let cartesian = cost::predict_cartesian(model, self.elimination.cost.flops());
        let limit = cartesian * most_for_loops(model);
        let arrangement = self.arrange_joint_coordinates(model, motions)?;
        let mut recursive = cost::predict_recursive(model, &arrangement, 0);
        // An order of elimination is sought only where the rest does not cost too much already.
        if recursive <= limit {
            let mut plan = self.clone();
            if plan.take_arrangement(model, arrangement.clone()).is_ok() {
                recursive = cost::predict_recursive(model, &arrangement, plan.elimination.cost.flops());
                if recursive <= limit {
                    *self = plan;
                }
            }
        }
        let ratio = recursive / cartesian;
        if self.arrangement.is_some() {
            let reason = format!("joint coordinates: predicted to take {ratio:.2} of the time of `cartesian`");
            self.settle_formulation(FormulationKind::Recursive, reason);
        } else {
            let reason = if ratio < 1.0 {
                "constraint equations for every joint: with loops to close, joint coordinates save too little".into()
            } else {
                let much = format!("{ratio:.1} times as long");
                format!("constraint equations for every joint: with loops to close, joint coordinates take {much}")
            };
            self.settle_formulation(FormulationKind::Cartesian, reason);
        }
        Ok(())
    }

    /// From so many joints coupled at once on, no coordinates are chosen. Nets that start flat pass singular positions,
    /// and after one of 5 × 5 bodies energy had drifted by 2·10⁻⁶ with `projection`, by 6·10⁻⁹ with `partitioning`.
    fn calc_interwoven(&self) -> usize {
        if self.held.is_some() { MOST_COUPLED_FOR_PARTITIONING + 1 } else { INTERWOVEN }
    }

    /// The solver for so many equations, and why.
    pub(super) fn advise_solver(&self, n: usize) -> (SolverKind, String) {
        match (&self.held, self.schedule.reduction) {
            (Some(_), _) if n <= MOST_EQUATIONS_IF_LOCKED && n > self.moving_rank() + MOST_DEPENDENT => {
                (SolverKind::Dense, "finds reactions of least norm, where a mechanism starts locked".into())
            }
            _ if n == 0 => (SolverKind::Elimination, "has nothing to solve: no equation is left over".into()),
            (_, Some(reduction)) => (SolverKind::Cyclic, reduction.describe(self.schedule.n_parts())),
            (_, None) => {
                (SolverKind::Elimination, "goes from joint to joint, at a cost that follows their number".into())
            }
        }
    }

    /// The stabilization for so many equations, of which so many joints are coupled at once, and why.
    pub(super) fn advise_stabilization(
        &self,
        model: &Model,
        n: usize,
        widest: usize,
    ) -> (StabilizationKind, &'static str) {
        match &self.arrangement {
            Some(_) if n == 0 => (StabilizationKind::None, "joint coordinates satisfy all joints by themselves"),
            Some(_) => (
                StabilizationKind::Projection,
                "keeps the joints that joint coordinates leave over closed to round-off",
            ),
            None if self.is_implicit() => {
                (StabilizationKind::Projection, "closes joints and moves stiff force elements together")
            }
            None if self.chosen.formulation == FormulationKind::Natural => {
                (StabilizationKind::Baumgarte, "draws positions to the joints; velocities satisfy them by themselves")
            }
            // Errors across a curve at a kink of its curvature are much larger than those along it, and step control
            // leaves them to the stabilization.
            None if model.joints.iter().any(|joint| joint.kind.curve().is_some_and(Curve::has_kinks)) => (
                StabilizationKind::Projection,
                "keeps joints closed to round-off, and makes no motion of errors across splines",
            ),
            None if widest < self.calc_interwoven() => (
                StabilizationKind::Partitioning,
                "keeps joints closed to round-off, independent coordinates as integrated",
            ),
            None => (
                StabilizationKind::Projection,
                "keeps joints closed to round-off, without choosing coordinates among interwoven loops",
            ),
        }
    }
}

/// Joint coordinates are taken where loops are closed up to this ratio of predicted times.
fn most_for_loops(model: &Model) -> f64 {
    let by_program = match model.space {
        _ if model.n_bodies() > MOST_BODIES => 1.0,
        Space::Planar => BY_PROGRAM_IN_PLANE,
        Space::Spatial => 1.0,
    };
    by_program / MORE_EVALUATIONS
}

#[cfg(test)]
mod tests {
    use crate::methods::{Choice, FormulationKind, SolverKind, Specialize, StabilizationKind};
    use crate::{Model, Plan, Settings, gallery};

    fn find(name: &str) -> Model {
        Model::parse(&gallery::find(name).unwrap(), "model.toml").unwrap()
    }

    fn choose(model: &Model, settings: &Settings) -> (FormulationKind, String) {
        let plan = Plan::choose(model, settings).unwrap();
        (plan.chosen().formulation, plan.reasons[0].clone())
    }

    #[test]
    fn trees_are_in_joint_coordinates_unless_most_bodies_are_free() {
        for name in ["pendulum", "double-pendulum-spherical", "heavy-top", "chain16", "chain16-spatial", "star"] {
            let (formulation, reason) = choose(&find(name), &Settings::default());
            assert_eq!(formulation, FormulationKind::Recursive, "{name}");
            assert!(reason.contains("close no loop"), "{name}: {reason}");
        }
        let (formulation, reason) = choose(&find("free-body"), &Settings::default());
        assert_eq!(formulation, FormulationKind::Cartesian);
        assert!(reason.contains("move freely"), "{reason}");
    }

    #[test]
    fn loops_are_closed_by_equations_unless_joint_coordinates_are_faster() {
        for (name, word) in [("four-bar", "least norm"), ("manipulator", "least norm"), ("hmmwv", "times as long")] {
            let (formulation, reason) = choose(&find(name), &Settings::default());
            assert_eq!(formulation, FormulationKind::Cartesian, "{name}");
            assert!(reason.contains(word), "{name}: {reason}");
        }
        // One loop of many bodies.
        let long = gallery::insulator(80).unwrap().build().unwrap();
        let (formulation, reason) = choose(&long, &Settings::default());
        assert_eq!(formulation, FormulationKind::Recursive);
        assert!(reason.contains("predicted"), "{reason}");
        // Responses of all handles of one tree would need too much memory.
        let net = gallery::net(20).unwrap().build().unwrap();
        assert_eq!(choose(&net, &Settings { end: 0.0, ..Settings::default() }).0, FormulationKind::Cartesian);
    }

    #[test]
    fn settings_that_need_a_formulation_get_it() {
        let chain = find("chain16-spatial");
        let usual = Settings::default();
        for settings in [
            Settings { solver: SolverKind::Dense.into(), ..usual.clone() },
            Settings { stabilization: StabilizationKind::Partitioning.into(), ..usual.clone() },
            Settings { specialize: Specialize::On.into(), ..usual.clone() },
            Settings { order: "file".into(), ..usual.clone() },
        ] {
            assert_eq!(choose(&chain, &settings).0, FormulationKind::Cartesian, "{settings:?}");
        }
        let cut = Settings { cuts: "C".into(), ..usual.clone() };
        assert_eq!(choose(&find("four-bar"), &cut).0, FormulationKind::Recursive);
        let natural = Settings { formulation: FormulationKind::Natural.into(), ..usual };
        assert_eq!(choose(&chain, &natural), (FormulationKind::Natural, "natural: as asked".into()));
    }

    /// Settings of a plan hold the methods, so that another plan by them is the same.
    #[test]
    fn what_was_chosen_can_be_asked_for() {
        for name in ["chain16", "hmmwv"] {
            let model = find(name);
            let plan = Plan::choose(&model, &Settings::default()).unwrap();
            assert_ne!(plan.settings.formulation, Choice::Auto);
            let again = Plan::choose(&model, &plan.settings).unwrap();
            assert_eq!((again.chosen(), again.initial), (plan.chosen(), plan.initial));
        }
    }
}
