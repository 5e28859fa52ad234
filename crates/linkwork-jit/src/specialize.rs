//! Programs made for a model, as machine code: made once, before the first step.

use std::time::Instant;

use linkwork::methods::{Choice, Specialize, Word};
use linkwork::symbolic::Specialized;
use linkwork::{Checkpoint, Model, Plan, Simulation, SimulationError};

use crate::{Compiled, compile};

/// The program if it is wanted, where the plan leaves that to `auto` too; the plan then says whether it is. A run that
/// goes on from a checkpoint does so in the way in which it began, whatever its end is now.
///
/// # Errors
/// Why a program that is asked for cannot be made.
pub fn settle(model: &Model, plan: &mut Plan, checkpoint: Option<&Checkpoint>) -> Result<Option<Made>, String> {
    let began = checkpoint.and_then(|checkpoint| checkpoint.settings.get("specialize")).map(String::as_str);
    let asked = plan.settings.specialize == Specialize::On;
    let wanted = match (plan.settings.specialize, began) {
        (Choice::Auto, Some(word)) => word == Specialize::On.word(),
        (Choice::Auto, None) => {
            plan.specialization_pays(model, |least| Simulation::expect_evaluations(model, plan, least))
        }
        (Choice::Given(Specialize::On), _) => true,
        (Choice::Given(Specialize::Off), _) => false,
    };
    let made = match wanted.then(|| plan.check_specializable().and_then(|()| Made::of(model, plan))) {
        None => None,
        Some(Ok(made)) => Some(made),
        Some(Err(reason)) if asked => return Err(reason),
        Some(Err(_)) => None,
    };
    plan.settings.specialize = if made.is_some() { Specialize::On } else { Specialize::Off }.into();
    Ok(made)
}

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

    /// Making both (s).
    pub fn seconds(&self) -> f64 {
        self.generate_seconds + self.compile_seconds
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
    pub fn set_to_work(self, simulation: &mut Simulation) -> Result<(), SimulationError> {
        simulation.specialize(self.program, Box::new(self.code))
    }
}
