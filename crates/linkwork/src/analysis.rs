//! What can be said of a model before it moves: freedoms, redundancy, loops, elimination orders and the plan.

use crate::model::Model;
use crate::plan::Plan;
use crate::topology::{Cost, order};
use serde::Serialize;
use std::fmt;

/// What `linkwork analyze` shows; serializes with the names of the results files.
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
    /// Orders of elimination with what they cost.
    pub orders: Vec<OrderCost>,
    /// The methods that `run` would use.
    pub plan: PlanWords,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// An order of elimination and its price in block operations.
#[derive(Clone, Debug, Serialize)]
pub struct OrderCost {
    /// How it was found.
    pub name: &'static str,
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
    /// Scalar operations of the factorization.
    pub flops: u64,
    /// Joints that must be eliminated one after the other.
    pub depth: usize,
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

/// In a badly numbered large net the order of the file may fill without bound; it is counted up to this many joints.
const MOST_JOINTS_FOR_FILE_ORDER: usize = 2000;

/// Gathers what is known of a model and its plan.
pub fn analyze(model: &Model, plan: &Plan) -> Analysis {
    let topology = &plan.topology;
    let summary = plan.summary(model);
    let mut orders = vec![order_cost("minimum degree", true, &topology.cost)];
    if model.n_joints() <= MOST_JOINTS_FOR_FILE_ORDER {
        let cost = Cost::of(&topology.graph, order::natural(&topology.graph));
        orders.push(order_cost("order of the file", false, &cost));
    }
    Analysis {
        model: model.name.clone(),
        space: match model.space {
            crate::Space::Planar => "planar",
            crate::Space::Spatial => "spatial",
        },
        bodies: summary.bodies,
        joints: summary.joints,
        forces: model.forces.len(),
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
        orders,
        plan: PlanWords {
            formulation: summary.formulation,
            solver: summary.solver,
            integrator: summary.integrator,
            stabilization: summary.stabilization,
            reasons: plan.reasons.clone(),
        },
        warnings: plan.notes(model),
    }
}

fn order_cost(name: &'static str, chosen: bool, cost: &Cost) -> OrderCost {
    OrderCost {
        name,
        chosen,
        additions: cost.blocks.additions,
        multiplications: cost.blocks.multiplications,
        inversions: cost.blocks.inversions,
        fill: cost.blocks.fill,
        nonzeros: cost.blocks.nonzeros,
        flops: cost.scalars.factor_flops,
        depth: cost.depth,
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({})", self.model, self.space)?;
        writeln!(f, "  bodies         {}", self.bodies)?;
        writeln!(f, "  joints         {}", self.joints)?;
        writeln!(f, "  forces         {}", self.forces)?;
        writeln!(f, "  equations      {} ({} independent, {} redundant)", self.equations, self.rank, self.redundant)?;
        writeln!(f, "  freedoms       {}", self.dof)?;
        writeln!(f, "  loops          {}", self.loops)?;
        if self.islands > 1 || self.floating > 0 {
            writeln!(f, "  islands        {} ({} not tied to the ground)", self.islands, self.floating)?;
        }
        if let Some(body) = &self.busiest_body {
            writeln!(f, "  topology index {} (body '{body}')", self.topology_index)?;
        }
        if !self.redundant_groups.is_empty() {
            writeln!(f, "\nredundant in this configuration (another position may differ):")?;
            for group in &self.redundant_groups {
                writeln!(f, "  {group}")?;
            }
        }
        writeln!(f, "\nelimination order       A      M      I      F    NNZ        flops  depth")?;
        for o in &self.orders {
            let mark = if o.chosen { '*' } else { ' ' };
            writeln!(
                f,
                "{mark} {:<17} {:>6} {:>6} {:>6} {:>6} {:>6} {:>12} {:>6}",
                o.name, o.additions, o.multiplications, o.inversions, o.fill, o.nonzeros, o.flops, o.depth
            )?;
        }
        writeln!(f, "\nplan")?;
        for reason in &self.plan.reasons {
            writeln!(f, "  {reason}")?;
        }
        for warning in &self.warnings {
            writeln!(f, "note: {warning}")?;
        }
        Ok(())
    }
}
