//! Programs made for a model, as machine code: made once, before the first step.

use std::time::Instant;

use linkwork::symbolic::Specialized;
use linkwork::{Model, Plan, Simulation, Trouble};
use linkwork_jit::{Compiled, compile};

/// A program and its machine code.
pub struct Made {
    program: Specialized,
    code: Compiled,
    /// Making the program (s).
    pub generate_seconds: f64,
    /// Making its machine code (s).
    pub compile_seconds: f64,
}

impl Made {
    /// For this model by this plan.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn of(model: &Model, plan: &Plan) -> Result<Made, String> {
        let start = Instant::now();
        let program = Specialized::of(model, plan)?;
        let generated = start.elapsed();
        let code = compile(&program.evaluation)?;
        let compiled = start.elapsed() - generated;
        let [generate_seconds, compile_seconds] = [generated, compiled].map(|time| time.as_secs_f64());
        Ok(Made { program, code, generate_seconds, compile_seconds })
    }

    /// Operations an evaluation.
    pub fn n_operations(&self) -> usize {
        self.program.evaluation.operations.len()
    }

    /// Bytes of machine code.
    pub fn n_bytes(&self) -> usize {
        self.code.n_bytes()
    }

    /// Has it evaluate a simulation.
    ///
    /// # Errors
    /// When it does not apply to it.
    pub fn set_to_work(self, simulation: &mut Simulation) -> Result<(), Trouble> {
        simulation.specialize(self.program, Box::new(self.code))
    }
}
