//! From a model to its programs: kinematics, forces, equations, multipliers and accelerations as one function of the
//! state, and the procedures of [Vlasenko and Kasper] one by one.
//!
//! `motion` has poses and accelerations, `measure` and `joints` the equations, `forces` the loads. `selection` finds
//! which equations follow from others, `order` in which order the others are eliminated, `factor` does it.

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
use crate::symbolic::{NO_BALLAST, Procedure, Specialized};

/// Programs with more operations are not made: it takes some seconds and some hundred bytes an operation.
pub(crate) const MOST_OPERATIONS: usize = 1_000_000;
/// Dependent equations are found in full matrices; of more equations that would take minutes.
const MOST_EQUATIONS_IF_REDUNDANT: usize = 800;

impl Specialized {
    /// The programs of a model with this plan, of its [`moving`](Plan::moving) model.
    ///
    /// # Errors
    /// Why it does not apply, or that the model is too large, in the user's words.
    pub fn of(model: &Model, plan: &Plan) -> Result<Specialized, String> {
        if !plan.moving(model).ballast.is_empty() {
            return Err(NO_BALLAST.into());
        }
        evaluation::generate(plan.moving(model), plan, MOST_OPERATIONS)
    }

    /// The evaluation and the procedures of the paper, with the names of their numbers: G, A, M⁻¹s, G s, u and R. The
    /// model is that of [`of`](Specialized::of), or the one that moves in its place.
    ///
    /// With them, for `finish`: which number is where in R of all columns.
    pub fn procedures(&self, model: &Model) -> (Vec<Procedure>, Layout) {
        let rates = names::name_values(model, "rate of ");
        let rows = names::name_rows(model);
        let named =
            |what: &str, of: &[usize]| of.iter().map(|&row| format!("{what}: {}", rows[row])).collect::<Vec<_>>();
        let multipliers = rows.iter().map(|row| format!("multiplier: {row}")).collect();
        let mut outputs = [rates, multipliers, named("pivot", &self.kept), named("violation", &self.left_out)].concat();
        if self.evaluation.outputs.len() > outputs.len() {
            outputs.push("power of forces that may change the energy".into());
        }
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

    /// R of all columns, and what is where among its outputs: also what is left of dependent columns, for
    /// `Layout::solve`.
    pub fn whole_triangle(&self, model: &Model) -> (Program, Layout) {
        let g = Graph::with_witnesses(Vec::new());
        let found = procedures::decompose(&evaluation::Equations::of(&g, model), &self.kept, &self.left_out);
        (found.program, found.layout)
    }
}
