//! The one function: rates and multipliers from time and state.
//!
//! ```text
//! free accelerations M⁻¹f       b = Φ̈ along them       E λ = b, E = AᵀA = L D Lᵀ       a = M⁻¹f − L⁻ᵀA λ
//! ```
//!
//! Equations that follow from others have λ = 0; what is left of them, b − Aᵀ(A λ), must vanish.

use super::factor::{Factor, Masses, Sparse, Unknown, assemble, dot, list_hubs};
use super::forces::Loads;
use super::joints::{Mechanism, find_frames};
use super::measure::Measure;
use super::motion::{Pose, poses, widths};
use super::order::{Ties, couple, fewest_neighbors};
use super::selection::{choose_kept, find_positions};
use super::{MOST_EQUATIONS_IF_REDUNDANT, Specialized};
use crate::methods::FormulationKind;
use crate::model::joint::curve::Curve;
use crate::model::{Model, Space};
use crate::plan::Plan;
use crate::singular::{is_clear_at_start, least_trusted_pivot};
use crate::symbolic::count::Count;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Program;
use crate::symbolic::vectors::known;

/// Every body takes more operations than this, and every equation, in the plane and in space: a model with more need
/// not be looked at.
const LEAST_PER_BODY: usize = 20;
const LEAST_PER_EQUATION: [usize; 2] = [20, 50];
/// Products of equations that share a velocity, to a place in the program: joints of one body are all coupled by it,
/// and more is no program in the end.
const COUPLINGS_PER_OPERATION: usize = 4;

/// The model's equations on a graph.
pub(super) struct Equations<'a, 'g> {
    pub g: &'g Graph,
    pub model: &'a Model,
    pub masses: Masses,
    pub n_inputs: usize,
    /// Poses, and accelerations without constraints.
    pub free: Mechanism<'a, 'g>,
    /// Rows with b.
    pub rows: Vec<Measure<'g>>,
    /// Columns of A.
    pub columns: Vec<Sparse<'g>>,
    /// The power of forces that may change the energy, where there are any.
    power: Option<Term<'g>>,
}

impl<'a, 'g> Equations<'a, 'g> {
    /// The program of the model; its inputs are time, state and unwrapped angles.
    pub(super) fn of(g: &'g Graph, model: &'a Model) -> Self {
        let [of_q, of_v] = widths(model.space);
        let n_values = model.n_bodies() * (of_q + of_v);
        let coasting = coast(g, model);
        // Before the loads: what these share with joints is looked at for identities.
        coasting.equations();
        let loads = g.apart(|| Loads::of(&coasting, &|joint| g.input(1 + n_values + joint)));
        let gravity = known(g, model.gravity);
        let masses = Masses::of(model);
        let fall = |(body, pose): (usize, Pose<'g>)| {
            let load = loads.on(&pose, body).map(|vector| vector.map(Term::as_any));
            let [linear, angular] = masses.inertia(body).fall(g, gravity, load, &pose);
            pose.accelerated(linear, angular)
        };
        let bodies = coasting.bodies.iter().map(|body| body.pose).enumerate().map(fall).collect();
        let free = Mechanism { bodies, ..coasting };
        let rows = free.equations();
        let columns = rows.iter().map(|row| masses.column(g, &row.gradient)).collect();
        let (n_inputs, power) = (1 + n_values + model.n_angles(), loads.power);
        Equations { g, model, masses, n_inputs, free, rows, columns, power }
    }

    /// λ and the pivots for unknowns in this order, and A λ.
    fn solve(&self, unknowns: &[Unknown]) -> Solution<'g> {
        let (g, zero) = (self.g, self.g.number(0.0));
        let matrix = assemble(g, &self.columns, unknowns);
        let factor = Factor::of(g, matrix);
        let right_side = |unknown: &Unknown| match unknown {
            Unknown::Row(row) => self.rows[*row].second,
            Unknown::Hub(_) => zero,
        };
        let solution = factor.solve(&unknowns.iter().map(right_side).collect::<Vec<_>>());
        let mut multipliers = vec![zero; self.rows.len()];
        let mut response = vec![zero; 6 * self.model.n_bodies()];
        let mut hubs = vec![false; response.len()];
        list_hubs(unknowns).for_each(|place| hubs[place] = true);
        let mut pivots = Vec::new();
        for (k, (unknown, x)) in unknowns.iter().zip(solution).enumerate() {
            match unknown {
                Unknown::Hub(place) => response[*place] = x,
                Unknown::Row(row) => {
                    multipliers[*row] = x;
                    pivots.push([factor.pivots[k], dot(g, &self.columns[*row], &self.columns[*row])]);
                    for (place, entry) in self.columns[*row].iter().filter(|(place, _)| !hubs[**place]) {
                        response[*place] += *entry * x;
                    }
                }
            }
        }
        Solution { multipliers, pivots, response }
    }

    /// Rates of all values.
    fn rates(&self, response: &[Term<'g>]) -> Vec<Term<'g>> {
        let pull = self.masses.mul_inverse_root_transposed(self.g, response);
        let (mut of_q, mut of_v) = (Vec::new(), Vec::new());
        for (k, body) in self.free.bodies.iter().enumerate() {
            let of = |c: usize| pull[6 * k + c];
            let linear: [Term; 3] = std::array::from_fn(|c| body.linear[c] - of(c));
            let angular = std::array::from_fn(|c| body.angular[c] - of(3 + c));
            match self.model.space {
                Space::Planar => {
                    of_q.extend([body.pose.v[0], body.pose.v[1], body.pose.w[2]]);
                    of_v.extend([linear[0], linear[1], angular[2]]);
                }
                Space::Spatial => {
                    of_q.extend(body.pose.v);
                    of_q.extend(turn_rate(self.g, k, &body.pose));
                    of_v.extend(linear);
                    of_v.extend(body.pose.turn(angular));
                }
            }
        }
        of_q.extend(of_v);
        of_q
    }

    /// All outputs of the evaluation.
    fn outputs(&self, solution: &Solution<'g>, left_out: &[usize]) -> Vec<Term<'g>> {
        let Solution { multipliers, pivots, response } = solution;
        let places: Sparse = response.iter().copied().enumerate().collect();
        let mut outputs = self.rates(response);
        outputs.extend(multipliers);
        outputs.extend(pivots.iter().map(|[pivot, _]| *pivot));
        outputs.extend(left_out.iter().map(|&row| self.rows[row].second - dot(self.g, &self.columns[row], &places)));
        outputs.extend(self.power);
        outputs
    }
}

struct Solution<'g> {
    multipliers: Vec<Term<'g>>,
    /// By kept row in the order of elimination: its pivot, and its diagonal in E.
    pivots: Vec<[Term<'g>; 2]>,
    response: Vec<Term<'g>>,
}

/// Poses without accelerations.
pub(super) fn coast<'a, 'g>(g: &'g Graph, model: &'a Model) -> Mechanism<'a, 'g> {
    let bodies = poses(g, model).into_iter().map(|pose| pose.coasting(g)).collect();
    let ground = Pose::ground(g, model.space).coasting(g);
    Mechanism { g, model, bodies, ground, time: g.input(0), frames: find_frames(model) }
}

/// q̇ = ½ ω ∘ q of a body's quaternion.
fn turn_rate<'g>(g: &'g Graph, body: usize, pose: &Pose<'g>) -> [Term<'g>; 4] {
    let [a, b, c, d] = [3, 4, 5, 6].map(|k| g.input(1 + 7 * body + k));
    let [x, y, z] = pose.w.map(|w| 0.5 * w);
    [-(x * b + y * c + z * d), x * a + y * d - z * c, y * a + z * b - x * d, z * a + x * c - y * b]
}

/// All programs of a model, if the evaluation has at most so many operations.
pub(super) fn generate(model: &Model, plan: &Plan, most: usize) -> Result<Specialized, String> {
    if plan.chosen().formulation != FormulationKind::Cartesian {
        return Err(format!("programs are written for `cartesian`, not for `{}`", plan.settings.formulation));
    }
    if let Some(joint) = model.joints.iter().find(|joint| joint.kind.curve().is_some_and(Curve::has_kinks)) {
        return Err(format!("joint '{}' follows a spline; programs are written for circles only", joint.name));
    }
    if !model.signals.program.is_empty() {
        let found = match model.signals.program.reads_motion() {
            true => "loads or rates of states depend on the motion",
            false => "loads or rates are computed from signals, states, inputs or curves",
        };
        return Err(format!("{found}; programs are written for loads that are expressions of time only"));
    }
    if let Some(force) = model.forces.iter().find(|force| force.follows_motion()) {
        return Err(format!(
            "'{}' has a load along a joint's coordinate ({}), for which no programs are written",
            force.name(),
            force.word()
        ));
    }
    if let Some(contact) = model.find_contact() {
        return Err(format!("'{contact}' is a contact, for which no programs are written"));
    }
    let per_equation = LEAST_PER_EQUATION[usize::from(model.space == Space::Spatial)];
    let least = model.n_bodies() * LEAST_PER_BODY + model.n_equations() * per_equation;
    if least > most {
        return Err(too_large(model, least, most));
    }
    let g = Graph::with_witnesses(Vec::new());
    let equations = Equations::of(&g, model);
    let (kept, left_out) = select(&equations, plan)?;
    let Arranged { kept, program: evaluation, least_pivots } = arrange(&equations, plan, [&kept, &left_out], most)?;
    if evaluation.operations.len() > most {
        return Err(too_large(model, evaluation.operations.len(), most));
    }
    let sizes = calc_sizes(&equations, plan, &left_out)?;
    let n_rates = plan.initial.values.len();
    let n_rows = equations.rows.len();
    Ok(Specialized { evaluation, n_rates, n_rows, kept, left_out, least_pivots, sizes })
}

fn too_large(model: &Model, operations: usize, most: usize) -> String {
    format!(
        "a program for the {} bodies of this model would have {operations} operations or more; programs have at most {most}",
        model.n_bodies()
    )
}

/// Time, state and unwrapped angles where the plan starts, or with other values.
fn inputs(plan: &Plan, values: &[f64]) -> Vec<f64> {
    let mut inputs = vec![plan.initial.time];
    inputs.extend(values);
    inputs.extend(&plan.initial.unwrapped_angles);
    inputs
}

/// Rows that are kept, and rows that follow from them.
fn select(equations: &Equations, plan: &Plan) -> Result<(Vec<usize>, Vec<usize>), String> {
    let n = equations.rows.len();
    if plan.moving_rank() == n {
        return Ok(((0..n).collect(), Vec::new()));
    }
    if n > MOST_EQUATIONS_IF_REDUNDANT {
        let limit = MOST_EQUATIONS_IF_REDUNDANT;
        return Err(format!("of {n} equations some follow from others; which ones is found for at most {limit}"));
    }
    let mut tables = Vec::new();
    for values in find_positions(equations.model, plan)? {
        tables.push(tabulate(equations, &inputs(plan, &values))?);
    }
    let kept = choose_kept(tables);
    let left_out = (0..n).filter(|row| kept.binary_search(row).is_err()).collect();
    Ok((kept, left_out))
}

/// Columns of A in numbers.
fn tabulate(equations: &Equations, inputs: &[f64]) -> Result<Vec<Vec<f64>>, String> {
    let terms: Vec<Term> = equations.columns.iter().flat_map(|column| column.values().copied()).collect();
    let mut numbers = equations.g.evaluate(inputs, &terms)?.into_iter();
    let table = equations.columns.iter().map(|column| {
        let mut full = vec![0.0; 6 * equations.model.n_bodies()];
        for (place, x) in column.keys().zip(&mut numbers) {
            full[*place] = x;
        }
        full
    });
    Ok(table.collect())
}

/// An order of elimination with its program.
struct Arranged {
    kept: Vec<usize>,
    program: Program,
    least_pivots: Vec<f64>,
}

/// The unknowns and their order with fewest operations, and the program for them.
fn arrange(equations: &Equations, plan: &Plan, rows: [&[usize]; 2], most: usize) -> Result<Arranged, String> {
    let start = inputs(plan, &plan.initial.values);
    let mut candidates = candidate_hubs(equations, rows[0]);
    candidates.retain(|hubs| count_couplings(equations, rows[0], hubs) <= COUPLINGS_PER_OPERATION * most);
    let mut best: Option<(usize, Arranged)> = None;
    for (hubs, ties) in candidates.iter().flat_map(|hubs| [Ties::First, Ties::Last].map(|ties| (hubs, ties))) {
        let Some(found) = arrange_with(equations, &start, rows, hubs, ties)? else { continue };
        let flops = Count::of(&found.program).flops();
        if best.as_ref().is_none_or(|(least, _)| flops < *least) {
            best = Some((flops, found));
        }
    }
    best.map(|(_, arranged)| arranged).ok_or_else(|| too_large(equations.model, most, most))
}

/// The program with these hubs and ties; `None` where they leave too little of the equations.
fn arrange_with(
    equations: &Equations,
    start: &[f64],
    [kept, left_out]: [&[usize]; 2],
    hubs: &[usize],
    ties: Ties,
) -> Result<Option<Arranged>, String> {
    let unknowns = list_unknowns(equations, kept, hubs);
    let neighbors = couple(&equations.columns, &unknowns);
    // Equations between hubs and the ground have nothing of their own before hubs are eliminated.
    let waits = |k: usize| match unknowns[k] {
        Unknown::Row(row) => equations.columns[row].keys().all(|place| hubs.binary_search(&(place / 6)).is_ok()),
        Unknown::Hub(_) => false,
    };
    let order: Vec<Unknown> = fewest_neighbors(neighbors, &waits, ties).iter().map(|&k| unknowns[k]).collect();
    let solution = equations.solve(&order);
    let Some(least_pivots) = calc_least_pivots(equations, &solution, start, !hubs.is_empty())? else {
        return Ok(None);
    };
    let program = equations.g.program(equations.n_inputs, &equations.outputs(&solution, left_out));
    let rows = order.iter().filter_map(|unknown| match unknown {
        Unknown::Row(row) => Some(*row),
        Unknown::Hub(_) => None,
    });
    Ok(Some(Arranged { kept: rows.collect(), program, least_pivots }))
}

/// Products of entries from which E is made, those at hubs left out.
fn count_couplings(equations: &Equations, kept: &[usize], hubs: &[usize]) -> usize {
    let mut at_place = vec![0; 6 * equations.model.n_bodies()];
    kept.iter().flat_map(|&row| equations.columns[row].keys()).for_each(|&place| at_place[place] += 1);
    let apart = |(place, _): &(usize, &usize)| hubs.binary_search(&(place / 6)).is_err();
    at_place.iter().enumerate().filter(apart).map(|(_, n)| n * n).sum()
}

/// Sets of bodies that may be hubs: none, and those with at least so many joints.
fn candidate_hubs(equations: &Equations, kept: &[usize]) -> Vec<Vec<usize>> {
    let mut joints = vec![std::collections::BTreeSet::new(); equations.model.n_bodies()];
    let of_row: Vec<usize> = equations
        .model
        .joints
        .iter()
        .enumerate()
        .flat_map(|(j, joint)| vec![j; joint.n_equations(equations.model.space)])
        .collect();
    for &row in kept {
        equations.columns[row].keys().for_each(|place| {
            joints[place / 6].insert(of_row[row]);
        });
    }
    let mut degrees: Vec<usize> = joints.iter().map(|of_body| of_body.len()).filter(|n| *n > 2).collect();
    degrees.sort_unstable();
    degrees.dedup();
    let with = |least: usize| (0..joints.len()).filter(|&body| joints[body].len() >= least).collect();
    let mut candidates = vec![Vec::new()];
    candidates.extend(degrees.into_iter().rev().map(with));
    candidates
}

/// Kept rows and the places of hubs.
fn list_unknowns(equations: &Equations, kept: &[usize], hubs: &[usize]) -> Vec<Unknown> {
    let used: std::collections::BTreeSet<usize> =
        kept.iter().flat_map(|&row| equations.columns[row].keys().copied()).collect();
    let places = used.into_iter().filter(|place| hubs.binary_search(&(place / 6)).is_ok()).map(Unknown::Hub);
    kept.iter().map(|&row| Unknown::Row(row)).chain(places).collect()
}

/// The least pivots that can be trusted, from where the mechanism starts; `None` where hubs leave too little of its
/// equations there.
fn calc_least_pivots(
    equations: &Equations,
    solution: &Solution,
    start: &[f64],
    has_hubs: bool,
) -> Result<Option<Vec<f64>>, String> {
    let terms: Vec<Term> = solution.pivots.iter().flatten().copied().collect();
    let numbers = equations.g.evaluate(start, &terms)?;
    let (pairs, _) = numbers.as_chunks::<2>();
    let is_enough = pairs.iter().all(|&[pivot, diagonal]| is_clear_at_start(pivot, diagonal));
    if has_hubs && !is_enough {
        return Ok(None);
    }
    Ok(Some(pairs.iter().map(|&[_, diagonal]| least_trusted_pivot(diagonal)).collect()))
}

/// How large accelerations are in terms of the rows left out.
fn calc_sizes(equations: &Equations, plan: &Plan, left_out: &[usize]) -> Result<Vec<f64>, String> {
    let table = tabulate(equations, &inputs(plan, &plan.initial.values))?;
    let length = |row: &usize| table[*row].iter().map(|x| x * x).sum::<f64>().sqrt();
    Ok(left_out.iter().map(|row| length(row).max(1.0)).collect())
}
