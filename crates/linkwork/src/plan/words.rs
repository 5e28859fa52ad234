//! The words that settings are made of, what each stands for, and what is said of others.

use crate::error::Trouble;
use crate::formulation::multiscale::Scales;
use crate::model::Model;
use crate::settings::Settings;
use crate::solver::Start;
use crate::solver::pcg::Preconditioner;
use crate::solver::relaxation::{MOST_STEPS, Variant};
use crate::topology::{Objective, OrderRequest, Request, SplitRequest};

/// Words for [`Settings::formulation`].
pub const FORMULATIONS: &[&str] = &["auto", "cartesian", "recursive", "natural", "multiscale"];
/// Words for [`Settings::solver`].
pub const SOLVERS: &[&str] = &["auto", "elimination", "cyclic", "pcg", "relaxation", "qr", "dense"];
/// Words for [`Settings::preconditioner`].
pub const PRECONDITIONERS: &[&str] = &["auto", "factor", "block-jacobi", "jacobi"];
/// Words for [`Settings::relaxation`].
pub const RELAXATIONS: &[&str] = &["auto", "euler", "block", "chebyshev", "momentum", "hierarchical"];
/// Words for [`Settings::start`].
pub const STARTS: &[&str] = &["auto", "zero", "hold", "linear", "quadratic"];
/// Words for [`Settings::integrator`].
pub const INTEGRATORS: &[&str] = &["auto", "dopri5", "rk4", "adams", "adams-bashforth"];
/// Words for [`Settings::stabilization`].
pub const STABILIZATIONS: &[&str] = &["auto", "partitioning", "projection", "baumgarte", "none"];
/// Words for [`Settings::order`], besides lists of joints.
pub const ORDERS: &[&str] = &["auto", "minimum-degree", "minimum-fill", "nested-dissection", "file"];
/// Words for [`Settings::split_bodies`].
pub const SPLITS: &[&str] = &["auto", "always", "never"];

/// Words for [`Settings::multiscale`].
pub const SCALES: &[&str] = &["auto", "averaged", "direct"];

/// Words for [`Settings::specialize`].
pub const SPECIALIZES: &[&str] = &["auto", "on", "off"];

/// Words of all settings that have a list of them.
///
/// # Errors
/// [`Trouble::DoesNotApply`] with the words there are.
pub(super) fn check(settings: &Settings) -> Result<(), Trouble> {
    check_word("formulation", &settings.formulation, FORMULATIONS)?;
    if !(settings.formulation == "multiscale" && settings.solver == "none") {
        check_word("solver", &settings.solver, SOLVERS)?;
    }
    check_word("preconditioner", &settings.preconditioner, PRECONDITIONERS)?;
    check_word("relaxation", &settings.relaxation, RELAXATIONS)?;
    check_word("start", &settings.start, STARTS)?;
    check_word("integrator", &settings.integrator, INTEGRATORS)?;
    check_word("stabilization", &settings.stabilization, STABILIZATIONS)?;
    check_word("multiscale", &settings.multiscale, SCALES)?;
    check_word("specialize", &settings.specialize, SPECIALIZES)?;
    check_word("split", &settings.split_bodies, SPLITS)
}

fn check_word(what: &'static str, word: &str, words: &[&str]) -> Result<(), Trouble> {
    if words.contains(&word) {
        return Ok(());
    }
    let reason = format!("there is no {what} '{word}' in this version; available: {}", words.join(", "));
    Err(Trouble::DoesNotApply { method: what, reason })
}

/// What the settings ask of the elimination. They name the model's own joints; the last `n_holds` are not, and come after them.
///
/// # Errors
/// [`Trouble::DoesNotApply`] when an order is no list of all joints.
pub(super) fn elimination_request(model: &Model, n_holds: usize, settings: &Settings) -> Result<Request, Trouble> {
    let (n_own, is_word) = (model.n_joints() - n_holds, ORDERS.contains(&settings.order.as_str()));
    let names = model.joints[..n_own].iter().filter(|_| !is_word).map(|joint| joint.name.as_str()).collect::<Vec<_>>();
    let mut order = OrderRequest::parse(&settings.order, &names).map_err(|faults| {
        let hint = match settings.order.trim().parse::<usize>() {
            Ok(_) => "; for the order of the adams integrators use --adams-order".to_string(),
            Err(_) => format!("; write {}, or all joints, separated by commas", ORDERS.join(", ")),
        };
        Trouble::DoesNotApply { method: "order", reason: faults + &hint }
    })?;
    if let OrderRequest::Given(joints) = &mut order {
        joints.extend(n_own..model.n_joints());
    }
    let split = match settings.split_bodies.as_str() {
        "always" => SplitRequest::Always,
        "never" => SplitRequest::Never,
        _ => SplitRequest::Auto,
    };
    Ok(Request { order, split, ..Request::automatic(Objective::Flops, model.freedoms_per_body()) })
}

/// For `pcg`: with a factor iterations do not grow with the number of equations.
pub(super) fn preconditioner(settings: &Settings) -> Preconditioner {
    match settings.preconditioner.as_str() {
        "jacobi" => Preconditioner::Jacobi,
        "block-jacobi" => Preconditioner::BlockJacobi,
        _ => Preconditioner::Factor,
    }
}

/// For `relaxation`: with a hierarchy steps do not grow with the length of a chain.
pub(super) fn relaxation(settings: &Settings) -> Variant {
    match settings.relaxation.as_str() {
        "euler" => Variant::Euler,
        "block" => Variant::Block,
        "chebyshev" => Variant::Chebyshev,
        "momentum" => Variant::Momentum,
        _ => Variant::Hierarchical,
    }
}

/// What is to be known of variants that are there for comparison.
pub(super) fn warn_of_relaxation(settings: &Settings) -> Option<String> {
    let law = match relaxation(settings) {
        _ if settings.solver != "relaxation" => return None,
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

/// For `pcg` and `relaxation`: a straight line takes as few iterations as a parabola, or fewer, since stages of a step are no points of one
/// smooth motion; and they grow less with the number of cuts.
pub(super) fn start(settings: &Settings) -> Start {
    match settings.start.as_str() {
        "zero" => Start::Zero,
        "hold" => Start::Hold,
        "quadratic" => Start::Quadratic,
        _ => Start::Linear,
    }
}

/// For `multiscale`: averages, unless springs are to be followed as they are.
pub(super) fn scales(settings: &Settings) -> Scales {
    if settings.multiscale == "direct" { Scales::Direct } else { Scales::Averaged }
}
