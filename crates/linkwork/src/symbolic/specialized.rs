//! The programs of a model, and whether numbers from them can be trusted. The room `specialization` makes them.

use super::program::Program;

/// Equations that were left out since they follow from others may be violated by so much, relative to the
/// accelerations. They are violated a little inside every step, where the state violates the constraints.
const MOST_VIOLATED: f64 = 1e-4;

/// A program with what its numbers are.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Such as `jacobian`: a word that is a name in any language.
    pub name: &'static str,
    /// Its result, in a sentence.
    pub purpose: &'static str,
    /// Its arguments.
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
    /// pivots of the kept rows, violations of the others, and where forces may change the energy their power]; see the
    /// counts below.
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
    pub(crate) sizes: Vec<f64>,
}

impl Specialized {
    /// The power of forces that may change the energy, among the outputs.
    pub(crate) fn power_of_forces(&self, outputs: &[f64]) -> f64 {
        let n = self.n_rates + self.n_rows + self.kept.len() + self.left_out.len();
        outputs.get(n).copied().unwrap_or(0.0)
    }

    /// Whether outputs of the evaluation can be used: they are finite, no kept equation is near to depending on others,
    /// and those left out hold. If not, the unspecialized evaluation has to look.
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
