//! The one function: rates and multipliers from time and state.
//!
//! ```text
//! free accelerations M⁻¹f       b = Φ̈ along them       E λ = b, E = AᵀA = L D Lᵀ       a = M⁻¹f − L⁻ᵀA λ
//! ```
//!
//! Equations that follow from others have λ = 0; what is left of them, b − Aᵀ(A λ), must vanish.

use super::factor::{Factor, Masses, Sparse, dot};
use super::forces::Loads;
use super::joints::Mechanism;
use super::measure::Measure;
use super::motion::{Pose, poses, widths};
use super::order::{Ties, couple, fewest_neighbors};
use super::selection::{choose_kept, find_positions};
use super::{MOST_EQUATIONS_IF_REDUNDANT, MOST_OPERATIONS, Specialized, WEAKEST_PIVOT};
use crate::model::{Model, Space};
use crate::plan::Plan;
use crate::symbolic::count::Count;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Program;
use crate::symbolic::vectors::known;

/// Every body takes more operations than this, so a larger model need not be looked at.
const LEAST_PER_BODY: usize = 20;

/// The model's equations on a graph.
pub struct Equations<'a, 'g> {
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
}

impl<'a, 'g> Equations<'a, 'g> {
    /// Of the model; inputs are time, state and windings.
    pub fn of(g: &'g Graph, model: &'a Model) -> Self {
        let [of_q, of_v] = widths(model.space);
        let n_values = model.n_bodies() * (of_q + of_v);
        let coasting = coast(g, model);
        let loads = Loads::of(&coasting, &|joint| g.input(1 + n_values + joint));
        let gravity = known(g, model.gravity);
        let masses = Masses::of(model);
        let fall = |(body, pose): (usize, Pose<'g>)| {
            let [linear, angular] = masses.inertia(body).fall(g, gravity, loads.on(&pose, body), &pose);
            pose.accelerated(linear, angular)
        };
        let bodies = coasting.bodies.iter().map(|body| body.pose).enumerate().map(fall).collect();
        let free = Mechanism { bodies, ..coasting };
        let rows = free.equations();
        let columns = rows.iter().map(|row| masses.column(g, row)).collect();
        Equations { g, model, masses, n_inputs: 1 + n_values + model.n_joints(), free, rows, columns }
    }

    /// λ and the pivots for kept rows in this order, and A λ.
    fn solve(&self, kept: &[usize]) -> Solution<'g> {
        let columns: Vec<&Sparse> = kept.iter().map(|&row| &self.columns[row]).collect();
        let factor = Factor::of(self.g, &columns);
        let b: Vec<Term> = kept.iter().map(|&row| self.rows[row].second).collect();
        let zero = self.g.number(0.0);
        let mut multipliers = vec![zero; self.rows.len()];
        let mut response = vec![zero; 6 * self.model.n_bodies()];
        for (&row, x) in kept.iter().zip(factor.solve(&b)) {
            multipliers[row] = x;
            for (place, entry) in &self.columns[row] {
                response[*place] = response[*place] + *entry * x;
            }
        }
        Solution { multipliers, pivots: factor.pivots, response }
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
    fn outputs(&self, kept: &[usize], left_out: &[usize]) -> Vec<Term<'g>> {
        let Solution { multipliers, pivots, response } = self.solve(kept);
        let places: Sparse = response.iter().copied().enumerate().collect();
        let mut outputs = self.rates(&response);
        outputs.extend(multipliers);
        outputs.extend(pivots);
        outputs.extend(left_out.iter().map(|&row| self.rows[row].second - dot(self.g, &self.columns[row], &places)));
        outputs
    }
}

struct Solution<'g> {
    multipliers: Vec<Term<'g>>,
    pivots: Vec<Term<'g>>,
    response: Vec<Term<'g>>,
}

/// Poses without accelerations.
pub fn coast<'a, 'g>(g: &'g Graph, model: &'a Model) -> Mechanism<'a, 'g> {
    let bodies = poses(g, model).into_iter().map(|pose| pose.coasting(g)).collect();
    let ground = Pose::ground(g, model.space).coasting(g);
    Mechanism { g, model, bodies, ground, time: g.input(0) }
}

/// q̇ = ½ ω ∘ q of a body's quaternion.
fn turn_rate<'g>(g: &'g Graph, body: usize, pose: &Pose<'g>) -> [Term<'g>; 4] {
    let [a, b, c, d] = [3, 4, 5, 6].map(|k| g.input(1 + 7 * body + k));
    let [x, y, z] = pose.w.map(|w| 0.5 * w);
    [-(x * b + y * c + z * d), x * a + y * d - z * c, y * a + z * b - x * d, z * a + x * c - y * b]
}

/// All programs of a model.
pub fn generate(model: &Model, plan: &Plan) -> Result<Specialized, String> {
    if plan.settings.formulation != "cartesian" {
        return Err(format!("programs are written for `cartesian`, not for `{}`", plan.settings.formulation));
    }
    if model.n_bodies() > MOST_OPERATIONS / LEAST_PER_BODY {
        return Err(too_large(model, None));
    }
    let g = Graph::new();
    let equations = Equations::of(&g, model);
    let (kept, left_out) = select(&equations, plan)?;
    let (kept, evaluation) = arrange(&equations, &kept, &left_out);
    if evaluation.operations.len() > MOST_OPERATIONS {
        return Err(too_large(model, Some(evaluation.operations.len())));
    }
    let [least_pivots, sizes] = calc_limits(&equations, plan, [&kept, &left_out])?;
    let n_rates = plan.initial.values.len();
    let n_rows = equations.rows.len();
    let procedures = Vec::new();
    Ok(Specialized { evaluation, procedures, n_rates, n_rows, kept, left_out, least_pivots, sizes })
}

fn too_large(model: &Model, operations: Option<usize>) -> String {
    let of = operations.map_or("more".into(), |n| n.to_string());
    format!(
        "a program for the {} bodies of this model would have {of} operations than can be compiled at once (limit {MOST_OPERATIONS})",
        model.n_bodies()
    )
}

/// Time, state and windings where the plan starts, or with other values.
fn inputs(plan: &Plan, values: &[f64]) -> Vec<f64> {
    let mut inputs = vec![plan.initial.time];
    inputs.extend(values);
    inputs.extend(&plan.initial.windings);
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

/// The order with fewest operations, and the program in this order.
fn arrange(equations: &Equations, kept: &[usize], left_out: &[usize]) -> (Vec<usize>, Program) {
    let rows =
        kept.iter().map(|&row| Box::new(equations.columns[row].keys().copied()) as Box<dyn Iterator<Item = usize>>);
    let neighbors = couple(rows);
    let orders = [Ties::First, Ties::Last].map(|ties| fewest_neighbors(neighbors.clone(), ties));
    let programs = orders.into_iter().map(|order| {
        let order: Vec<usize> = order.into_iter().map(|k| kept[k]).collect();
        let program = equations.g.program(equations.n_inputs, &equations.outputs(&order, left_out));
        (order, program)
    });
    let cheapest = programs.min_by_key(|(_, program)| Count::of(program).flops());
    cheapest.unwrap_or_else(|| unreachable!("there are two orders to choose from"))
}

/// What pivots are measured by, and what violations are.
fn calc_limits(equations: &Equations, plan: &Plan, rows: [&[usize]; 2]) -> Result<[Vec<f64>; 2], String> {
    let [kept, left_out] = rows;
    let table = tabulate(equations, &inputs(plan, &plan.initial.values))?;
    let square = |row: usize| table[row].iter().map(|x| x * x).sum::<f64>();
    let pivots = kept.iter().map(|&row| WEAKEST_PIVOT * square(row)).collect();
    let largest = |row: usize| square(row).sqrt().max(1.0);
    Ok([pivots, left_out.iter().map(|&row| largest(row)).collect()])
}
