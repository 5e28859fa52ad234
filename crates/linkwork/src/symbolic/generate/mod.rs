//! From a model to its programs: kinematics, forces, equations, multipliers and accelerations as one function of the state, and the procedures of
//! [Vlasenko and Kasper] one by one.
//!
//! `motion` has poses and accelerations, `measure` and `joints` the equations, `forces` the loads. `selection` finds which equations follow from
//! others, `order` in which order the others are eliminated, `factor` does it.

mod compressed;
mod evaluation;
mod factor;
mod forces;
mod givens;
mod joints;
mod measure;
mod motion;
mod names;
mod order;
mod procedures;
mod selection;

#[cfg(test)]
mod tests;

use crate::model::Model;
use crate::plan::Plan;
use crate::symbolic::finish::Layout;
use crate::symbolic::graph::Graph;
use crate::symbolic::program::Program;

/// Programs with more operations are not made: it takes some seconds and some hundred bytes an operation.
pub const MOST_OPERATIONS: usize = 1_000_000;
/// Dependent equations are found in full matrices; of more equations that would take minutes.
const MOST_EQUATIONS_IF_REDUNDANT: usize = 800;
/// Equations that were left out since they follow from others may be violated by so much, relative to the accelerations. They are
/// violated a little inside every step, where the state violates the constraints.
const MOST_VIOLATED: f64 = 1e-4;

/// A program with what its numbers are.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Such as `jacobian`: a word that is a name in any language.
    pub name: &'static str,
    /// What it computes, in a sentence.
    pub purpose: &'static str,
    /// What it computes it from.
    pub inputs: Vec<String>,
    /// Its outputs.
    pub outputs: Vec<String>,
    /// How.
    pub program: Program,
}

/// The programs of a model, in the coordinates of `cartesian`.
#[derive(Clone, Debug)]
pub struct Specialized {
    /// From [t, values of the state, unwrapped angles of all joints] to [rates of all values, multipliers of all rows,
    /// pivots of the kept rows, violations of the others]; see the counts below.
    pub evaluation: Program,
    /// Rates: as many as the state has values.
    pub n_rates: usize,
    /// Multipliers: as many as the model has equations.
    pub n_rows: usize,
    /// The rows that are kept, in the order of their elimination; the others follow from them and have multiplier zero.
    pub kept: Vec<usize>,
    /// The others.
    pub left_out: Vec<usize>,
    /// By kept row: the least pivot that can be trusted.
    pub least_pivots: Vec<f64>,
    /// By row left out: how large accelerations are in its terms.
    sizes: Vec<f64>,
}

impl Specialized {
    /// The programs of a model with this plan, of its [`moving`](Plan::moving) model.
    ///
    /// # Errors
    /// Why it does not apply, or that the model is too large, in the user's words.
    pub fn of(model: &Model, plan: &Plan) -> Result<Specialized, String> {
        evaluation::generate(plan.moving(model), plan, MOST_OPERATIONS)
    }

    /// The evaluation and the procedures of the paper, with the names of their numbers: G, A, M⁻¹s, G s, u and R. The model is that of
    /// [`of`](Specialized::of), or the one that moves in its place.
    pub fn procedures(&self, model: &Model) -> Vec<Procedure> {
        self.procedures_with_layout(model).0
    }

    /// The same, and what is where in R of all columns: what [`finish`](crate::symbolic::finish::finish) needs.
    pub fn procedures_with_layout(&self, model: &Model) -> (Vec<Procedure>, Layout) {
        let rates = names::name_values(model, "rate of ");
        let rows = names::name_rows(model);
        let named =
            |what: &str, of: &[usize]| of.iter().map(|&row| format!("{what}: {}", rows[row])).collect::<Vec<_>>();
        let multipliers = rows.iter().map(|row| format!("multiplier: {row}")).collect();
        let outputs = [rates, multipliers, named("pivot", &self.kept), named("violation", &self.left_out)].concat();
        let evaluation = Procedure {
            name: "evaluation",
            purpose: "Rates and multipliers from time, state and angles, and by what they can be trusted.",
            inputs: names::name_inputs(model),
            outputs,
            program: self.evaluation.clone(),
        };
        let (others, layout) = procedures::generate(model, self);
        ([vec![evaluation], others].concat(), layout)
    }

    /// R of the QR of the independent columns of A as a program, which is all that multipliers need.
    pub fn triangle(&self, model: &Model) -> Program {
        let g = Graph::with_witnesses(Vec::new());
        procedures::decompose(&evaluation::Equations::of(&g, model), &self.kept, &[]).program
    }

    /// R of all columns, and what is where among its outputs: also what is left of dependent columns, for [`Layout::solve`].
    pub fn whole_triangle(&self, model: &Model) -> (Program, Layout) {
        let g = Graph::with_witnesses(Vec::new());
        let found = procedures::decompose(&evaluation::Equations::of(&g, model), &self.kept, &self.left_out);
        (found.program, found.layout)
    }

    /// Whether outputs of the evaluation can be used: they are finite, no kept equation is near to depending on others, and those
    /// left out hold. If not, the unspecialized evaluation has to look.
    pub fn is_trusted(&self, outputs: &[f64]) -> bool {
        let (rates, rest) = outputs.split_at(self.n_rates);
        let (pivots, violations) = rest[self.n_rows..].split_at(self.kept.len());
        let fastest = rates.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
        // Written such that what is no number is not trusted.
        rates.iter().all(|x| x.is_finite())
            && pivots.iter().zip(&self.least_pivots).all(|(pivot, least)| pivot >= least)
            && violations.iter().zip(&self.sizes).all(|(x, size)| x.abs() <= MOST_VIOLATED * size * fastest)
    }
}
