//! Facts about a model before it moves: freedoms, redundancy, loops, elimination orders and the plan.

use crate::scale::Scale;
use linkwork::model::Filled;
use linkwork::topology::{Candidate, Reduction};
use linkwork::{Model, Plan, Space};
use serde::Serialize;

/// The content of `linkwork analyze`; serializes with the names of the results files.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The model's name.
    pub model: String,
    /// `planar` or `spatial`.
    pub space: &'static str,
    /// Moving bodies.
    pub bodies: usize,
    /// Joints, gears included.
    pub joints: usize,
    /// Force elements.
    pub forces: usize,
    /// Constraint equations.
    pub equations: usize,
    /// Independent ones, in the initial configuration.
    pub rank: usize,
    /// Degrees of freedom there.
    pub dof: usize,
    /// Mass, centre and inertia of bodies that have a density.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mass_properties: Vec<MassProperties>,
    /// Equations minus rank.
    pub redundant: usize,
    /// Where they are redundant, a sentence a group.
    pub redundant_groups: Vec<String>,
    /// Sets of bodies held together by joints.
    pub islands: usize,
    /// Islands not tied to the ground.
    pub floating: usize,
    /// Independent closed loops.
    pub loops: usize,
    /// Largest number of joints at one body.
    pub topology_index: usize,
    /// That body.
    pub busiest_body: Option<String>,
    /// Orders of elimination with what they cost, bodies whole and divided.
    pub orders: Vec<OrderCost>,
    /// The formulation whose equations they eliminate.
    pub order_formulation: String,
    /// Why the chosen one was chosen.
    pub order_reason: String,
    /// The bodies it divides.
    pub divided_bodies: Vec<DividedBody>,
    /// With `cyclic`: its levels, and down to what.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
    /// The methods that `run` would use.
    pub plan: PlanWords,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Predicted times of an evaluation on more processors, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
}

/// Computed from the shapes of a body.
#[derive(Clone, Debug, Serialize)]
pub struct MassProperties {
    /// The body's name.
    pub body: String,
    /// kg
    pub mass: f64,
    /// Centre of mass in body axes from the body's own origin (m).
    pub center: [f64; 3],
    /// About the centre, body axes: xx, yy, zz, xy, xz, yz (kg·m²); planar: about z.
    pub inertia: Vec<f64>,
}

impl MassProperties {
    fn of(model: &Model, filled: &Filled) -> MassProperties {
        let body = &model.bodies[filled.body];
        let j = body.inertia.0;
        let inertia = match model.space {
            Space::Planar => vec![j[2][2]],
            Space::Spatial => vec![j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]],
        };
        MassProperties { body: body.name.clone(), mass: body.mass, center: filled.center.0, inertia }
    }
}

/// An order of elimination and its price in block operations.
#[derive(Clone, Debug, Serialize)]
pub struct OrderCost {
    /// How it was found; with the most ties of a piece, where bodies are divided.
    pub name: String,
    /// Whether the plan uses it.
    pub chosen: bool,
    /// A: block additions.
    #[serde(rename = "A")]
    pub additions: u64,
    /// M: block multiplications.
    #[serde(rename = "M")]
    pub multiplications: u64,
    /// I: block inversions.
    #[serde(rename = "I")]
    pub inversions: u64,
    /// F: fill.
    #[serde(rename = "F")]
    pub fill: u64,
    /// NNZ: blocks of the upper half.
    #[serde(rename = "NNZ")]
    pub nonzeros: u64,
    /// Scalar operations of a factorization and a solution.
    pub flops: u64,
    /// Joints that must be eliminated one after the other.
    pub depth: usize,
    /// Pieces in all divided bodies; 0 where every body is whole.
    pub pieces: usize,
}

/// A body that is divided in the reduced system.
#[derive(Clone, Debug, Serialize)]
pub struct DividedBody {
    /// Its name.
    pub body: String,
    /// Number of its pieces.
    pub pieces: u32,
}

/// The chosen methods and why.
#[derive(Clone, Debug, Serialize)]
pub struct PlanWords {
    /// The method's word.
    pub formulation: String,
    /// The method's word.
    pub solver: String,
    /// The method's word.
    pub integrator: String,
    /// The method's word.
    pub stabilization: String,
    /// A sentence for each.
    pub reasons: Vec<String>,
}

/// Gathers what is known of a model and its plan.
pub fn analyze(model: &Model, plan: &Plan) -> Analysis {
    let topology = &plan.topology;
    let summary = plan.summary(model);
    let mut analysis = Analysis {
        model: model.name.clone(),
        space: match model.space {
            Space::Planar => "planar",
            Space::Spatial => "spatial",
        },
        bodies: summary.bodies,
        joints: summary.joints,
        forces: model.forces.len() + model.contact_groups.len(),
        equations: summary.equations,
        rank: summary.rank,
        dof: summary.dof,
        redundant: summary.redundant,
        redundant_groups: plan.redundant_groups.iter().map(|g| g.describe(model)).collect(),
        islands: topology.n_islands,
        floating: topology.n_floating,
        loops: topology.loops,
        topology_index: topology.topology_index,
        busiest_body: topology.busiest_body.map(|b| model.body_name(b).to_string()),
        orders: Vec::new(),
        order_formulation: String::new(),
        order_reason: String::new(),
        divided_bodies: Vec::new(),
        reduction: plan.reduction(),
        plan: PlanWords {
            formulation: summary.formulation,
            solver: summary.solver,
            integrator: summary.integrator,
            stabilization: summary.stabilization,
            reasons: plan.reasons.clone(),
        },
        mass_properties: model.source.filled_bodies().iter().map(|filled| MassProperties::of(model, filled)).collect(),
        warnings: plan.notes(model),
        scale: None,
    };
    analysis.take_orders(model, plan);
    analysis
}

impl Analysis {
    /// Shows the orders of elimination of this plan, which may be one of another formulation.
    pub fn take_orders(&mut self, model: &Model, plan: &Plan) {
        let elimination = &plan.elimination;
        let candidates = elimination.candidates.iter().enumerate();
        let divided = |(b, pieces): (usize, u32)| DividedBody { body: model.bodies[b].name.clone(), pieces };
        self.orders = candidates.map(|(i, candidate)| order_cost(candidate, i == elimination.chosen)).collect();
        self.order_formulation = plan.chosen().formulation.to_string();
        self.order_reason = elimination.reason.clone();
        self.divided_bodies = elimination.splitting.divided_bodies().map(divided).collect();
    }
}

fn order_cost(candidate: &Candidate, chosen: bool) -> OrderCost {
    let cost = &candidate.cost;
    OrderCost {
        name: candidate.name.clone(),
        chosen,
        additions: cost.blocks.additions,
        multiplications: cost.blocks.multiplications,
        inversions: cost.blocks.inversions,
        fill: cost.blocks.fill,
        nonzeros: cost.blocks.nonzeros,
        flops: cost.flops(),
        depth: cost.depth,
        pieces: candidate.n_pieces,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::methods::SolverKind;
    use linkwork::{Settings, gallery};

    #[test]
    fn levels_of_a_chain_are_in_the_analysis() {
        let model = gallery::chain(1000, Space::Planar).unwrap().build().unwrap();
        let settings =
            Settings { solver: SolverKind::Cyclic.into(), cyclic_limit: 100, end: 0.0, ..Settings::default() };
        let plan = Plan::choose(&model, &settings).unwrap();
        let told = serde_json::to_value(analyze(&model, &plan)).unwrap();
        assert_eq!((&told["levels"], &told["limit"]), (&4.into(), &100.into()));
    }
}
