//! Time that an evaluation of the rates takes in each formulation, predicted from counts alone: the same input has the
//! same prediction on any machine.
//!
//! A prediction is a sum of counts with a price each:
//!
//! ```text
//!     cartesian   1, bodies, equations, operations of a solution
//!     recursive   1, bodies, freedoms, and where equations are left over for the reduced system:
//!                 1, bodies on paths to handles, numbers in responses of handles, numbers in equations, operations
//! ```
//!
//! The prices are those of steps of `dopri5` divided by their evaluations, so that they hold a share of stabilization.
//! They were fitted, as relative errors, to 127 models: the gallery, generated chains, stars, nets, four-bars, tracks,
//! insulators and pendulums of up to 1000 bodies, ropes, robots, and random trees with up to eight loops. Every model
//! was stepped for 0.8 s in a release build on one core of a 2-core AMD EPYC virtual machine with other work on it,
//! both formulations in turns of 3 ms, and the least time of each counts. The ratio of the two formulations was then
//! predicted to within a third for all but five models.

use crate::formulation::recursive::{Arrangement, Forest};
use crate::model::{Model, Space};

/// Prices of `cartesian` (ns).
struct CartesianPrices {
    evaluation: f64,
    body: f64,
    equation: f64,
    operation: f64,
}

/// Prices of `recursive` (ns).
struct RecursivePrices {
    evaluation: f64,
    body: f64,
    freedom: f64,
    /// Once, where equations are left over.
    reduced_system: f64,
    body_on_path: f64,
    response: f64,
    equation_entry: f64,
    operation: f64,
}

const CARTESIAN_IN_PLANE: CartesianPrices =
    CartesianPrices { evaluation: 335.0, body: 113.0, equation: 0.0, operation: 1.46 };
const CARTESIAN_IN_SPACE: CartesianPrices =
    CartesianPrices { evaluation: 271.0, body: 114.0, equation: 53.0, operation: 0.157 };

const RECURSIVE_IN_PLANE: RecursivePrices = RecursivePrices {
    evaluation: 216.0,
    body: 0.0,
    freedom: 58.0,
    reduced_system: 113.0,
    body_on_path: 72.0,
    response: 2.6,
    equation_entry: 11.7,
    operation: 0.74,
};
const RECURSIVE_IN_SPACE: RecursivePrices = RecursivePrices {
    evaluation: 333.0,
    body: 44.0,
    freedom: 59.0,
    reduced_system: 110.0,
    body_on_path: 184.0,
    response: 2.35,
    equation_entry: 7.6,
    operation: 0.55,
};

/// Time of an evaluation with `cartesian` (ns), whose reduced system is solved by so many operations.
pub(super) fn predict_cartesian(model: &Model, n_operations: u64) -> f64 {
    let prices = match model.space {
        Space::Planar => CARTESIAN_IN_PLANE,
        Space::Spatial => CARTESIAN_IN_SPACE,
    };
    prices.evaluation
        + prices.body * model.n_bodies() as f64
        + prices.equation * model.n_equations() as f64
        + prices.operation * n_operations as f64
}

/// Time of an evaluation with `recursive` (ns) where nothing is left over.
pub(super) fn predict_tree(model: &Model, forest: &Forest) -> f64 {
    let prices = recursive_prices(model.space);
    prices.evaluation + prices.body * model.n_bodies() as f64 + prices.freedom * forest.count_freedoms(model) as f64
}

/// Time of an evaluation with `recursive` (ns), whose reduced system is solved by so many operations.
pub(super) fn predict_recursive(model: &Model, arrangement: &Arrangement, n_operations: u64) -> f64 {
    let tree = predict_tree(model, arrangement.forest());
    if arrangement.is_complete() {
        return tree;
    }
    let (prices, shares) = (recursive_prices(model.space), arrangement.share(model));
    let on_paths: usize = shares.sizes.iter().map(|[_, on_path]| on_path).sum();
    tree + prices.reduced_system
        + prices.body_on_path * on_paths as f64
        + prices.response * shares.responses as f64
        + prices.equation_entry * shares.equations as f64
        + prices.operation * n_operations as f64
}

fn recursive_prices(space: Space) -> RecursivePrices {
    match space {
        Space::Planar => RECURSIVE_IN_PLANE,
        Space::Spatial => RECURSIVE_IN_SPACE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::FormulationKind;
    use crate::{Plan, Settings, gallery};

    /// Predicted time with `recursive` for one with `cartesian`.
    fn predict_ratio(model: &Model) -> f64 {
        let plan = |formulation: FormulationKind| {
            let settings = Settings { formulation: formulation.into(), end: 0.0, ..Settings::default() };
            Plan::choose(model, &settings).unwrap()
        };
        let (cartesian, recursive) = (plan(FormulationKind::Cartesian), plan(FormulationKind::Recursive));
        let arrangement = recursive.arrangement.as_ref().unwrap();
        predict_recursive(model, arrangement, recursive.elimination.cost.flops())
            / predict_cartesian(model, cartesian.elimination.cost.flops())
    }

    /// Within a third of what was measured when the prices were fitted.
    #[test]
    fn ratios_are_predicted() {
        let chain = |n, space| gallery::chain(n, space).unwrap().build().unwrap();
        let find = |name| Model::parse(&gallery::find(name).unwrap(), "model.toml").unwrap();
        for (model, measured) in [
            (chain(200, Space::Spatial), 0.20),
            (chain(200, Space::Planar), 0.29),
            (find("star"), 0.24),
            (find("pendulum"), 0.66),
            (find("free-body"), 1.91),
            (find("andrews"), 1.24),
            (find("hmmwv"), 1.93),
            (find("four-bars"), 1.03),
            (gallery::insulator(40).unwrap().build().unwrap(), 0.63),
        ] {
            let ratio = predict_ratio(&model) / measured;
            assert!((0.75..1.33).contains(&ratio), "{}: {ratio:.2} of what was measured", model.name);
        }
    }
}
