//! Methods that the settings request, and the defaults of `auto` that do not depend on the model.

use crate::error::SimulationError;
use crate::methods::{
    Choice, FormulationKind, IntegratorKind, Order, OrderMethod, Preconditioner, Scales, SolverKind, Split,
    StabilizationKind, Start, UnknownWord, Variant, Word,
};
use crate::model::Model;
use crate::settings::Settings;
use crate::solver::relaxation::MOST_STEPS;
use crate::topology::{Objective, OrderRequest, Request, SplitRequest};

/// The methods of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenMethods {
    /// Coordinates and equations.
    pub formulation: FormulationKind,
    /// Solver of the reduced system.
    pub solver: SolverKind,
    /// Method in time.
    pub integrator: IntegratorKind,
    /// How joints are kept closed.
    pub stabilization: StabilizationKind,
}

impl ChosenMethods {
    /// Those that are asked for; where one is not, the usual one, until the model has a say.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when settings make no sense, or `none` is asked for as a solver of a
    /// formulation that needs one.
    pub(super) fn usual(settings: &Settings) -> Result<ChosenMethods, SimulationError> {
        settings.check()?;
        let chosen = ChosenMethods {
            formulation: settings.formulation.or(FormulationKind::Cartesian),
            solver: settings.solver.or(SolverKind::Elimination),
            integrator: settings.integrator.or(IntegratorKind::Dopri5),
            stabilization: settings.stabilization.or(StabilizationKind::Projection),
        };
        if chosen.solver == SolverKind::None && chosen.formulation != FormulationKind::Multiscale {
            let (setting, word) = (SolverKind::SETTING, chosen.solver.to_string());
            return Err(UnknownWord { setting, word, available: SolverKind::WORDS }.into());
        }
        Ok(chosen)
    }
}

/// The settings' demands on the elimination. They name the model's own joints; the last `n_holds` are not, and come
/// after them.
///
/// # Errors
/// [`SimulationError::DoesNotApply`] when an order is no list of all joints.
pub(super) fn elimination_request(
    model: &Model,
    n_holds: usize,
    settings: &Settings,
) -> Result<Request, SimulationError> {
    let (n_own, is_list) = (model.n_joints() - n_holds, matches!(settings.order, Order::Joints(_)));
    let names = model.joints[..n_own].iter().filter(|_| is_list).map(|joint| joint.name.as_str()).collect::<Vec<_>>();
    let mut order = OrderRequest::of(&settings.order, &names).map_err(|faults| {
        let hint = match settings.order.to_string().parse::<usize>() {
            Ok(_) => "; for the order of the adams integrators use --adams-order".to_string(),
            Err(_) => format!("; write {}, or all joints, separated by commas", OrderMethod::WORDS.join(", ")),
        };
        SimulationError::DoesNotApply { method: "order", reason: faults + &hint }
    })?;
    if let OrderRequest::Given(joints) = &mut order {
        joints.extend(n_own..model.n_joints());
    }
    let split = match settings.split_bodies {
        Choice::Given(Split::Always) => SplitRequest::Always,
        Choice::Given(Split::Never) => SplitRequest::Never,
        Choice::Auto => SplitRequest::Auto,
    };
    Ok(Request { order, split, ..Request::automatic(Objective::Flops, model.freedoms_per_body()) })
}

/// For `pcg`: with a factor iterations do not grow with the number of equations.
pub(super) fn preconditioner(settings: &Settings) -> Preconditioner {
    settings.preconditioner.or(Preconditioner::Factor)
}

/// For `relaxation`: with a hierarchy steps do not grow with the length of a chain.
pub(super) fn relaxation(settings: &Settings) -> Variant {
    settings.relaxation.or(Variant::Hierarchical)
}

/// A warning about variants that are there for comparison.
pub(super) fn warn_of_relaxation(settings: &Settings) -> Option<String> {
    let law = match relaxation(settings) {
        _ if settings.solver != SolverKind::Relaxation => return None,
        Variant::Hierarchical => return None,
        Variant::Euler | Variant::Block => "the square of the length",
        Variant::Chebyshev | Variant::Momentum => "the length",
    };
    let word = &settings.relaxation;
    Some(format!(
        "steps of relaxation by `{word}` grow with {law} of chains, and solutions that would take more than {MOST_STEPS} are found \
         directly; `hierarchical` takes a few, whatever the length"
    ))
}

/// For `pcg` and `relaxation`: a straight line takes as few iterations as a parabola, or fewer, since stages of a step
/// are no points of one smooth motion; and they grow less with the number of cuts.
pub(super) fn start(settings: &Settings) -> Start {
    settings.start.or(Start::Linear)
}

/// For `multiscale`: averages, unless springs are to be followed as they are.
pub(super) fn scales(settings: &Settings) -> Scales {
    settings.multiscale.or(Scales::Averaged)
}
