//! What the user may choose about a run. Everything has a default; `auto` leaves the choice to the plan.

use crate::error::Trouble;
use crate::ids::JointId;
use crate::model::Model;

/// Choices for a simulation; methods by their words, as on the command line.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// Coordinates: `cartesian`, `recursive`, `natural`, `multiscale` or `auto`.
    pub formulation: String,
    /// Solver of the reduced system: `elimination`, `cyclic`, `pcg`, `relaxation`, `qr`, `dense` or `auto`.
    pub solver: String,
    /// What approximates the matrix for `pcg`: `factor`, `jacobi`, `block-jacobi` or `auto`.
    pub preconditioner: String,
    /// Variant of `relaxation`: `euler`, `block`, `chebyshev`, `momentum`, `hierarchical` or `auto`.
    pub relaxation: String,
    /// First guess of `pcg` and `relaxation`, from earlier evaluations: `zero`, `hold`, `linear`, `quadratic` or `auto`.
    pub start: String,
    /// `rk4`, `dopri5`, `adams`, `adams-bashforth` or `auto`.
    pub integrator: String,
    /// `partitioning`, `projection`, `baumgarte`, `none` or `auto`.
    pub stabilization: String,
    /// Order of elimination: `auto`, `minimum-degree`, `minimum-fill`, `nested-dissection`, `file`, or the names of all
    /// joints separated by commas.
    pub order: String,
    /// Whether bodies with many joints are divided in the reduced system: `auto`, `always` or `never`.
    pub split_bodies: String,
    /// Joints that `recursive` keeps as constraint equations, whatever its choice: names separated by commas.
    pub cuts: String,
    /// With `multiscale`, how elastic joints are treated: `averaged`, `direct` or `auto`.
    pub multiscale: String,
    /// With `multiscale`, stiffness of a joint of mean effective mass (N/m); zero leaves it to the plan.
    pub stiffness: f64,
    /// End time (s).
    pub end: f64,
    /// Time between rows of the results (s).
    pub output_step: f64,
    /// Step of fixed-step integrators (s).
    pub step: f64,
    /// Relative tolerance of adaptive integrators.
    pub rtol: f64,
    /// Absolute tolerance of adaptive integrators.
    pub atol: f64,
    /// Order of `adams-bashforth`, 1 to 5; with the corrector of `adams` one order higher.
    pub adams_order: usize,
    /// Rate of `baumgarte` stabilization (1/s), positive; `None` leaves it to the plan.
    pub baumgarte_rate: Option<f64>,
    /// Threads; zero takes as many as the machine has and the model can use. Results do not depend on it.
    pub threads: usize,
    /// Into how many parts the elimination should be divided, with `recursive` the mechanism itself, by further cuts; zero leaves it
    /// to the plan.
    pub parts: usize,
    /// Joints down to which `cyclic` eliminates by levels; zero leaves it to the plan.
    pub cyclic_limit: usize,
    /// Whether a program made for the model evaluates it: `on`, `off` or `auto`. The engine makes no machine code by itself: whoever asks for it hands it
    /// to [`Simulation::specialize`](crate::Simulation::specialize).
    pub specialize: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            formulation: "auto".into(),
            solver: "auto".into(),
            preconditioner: "auto".into(),
            relaxation: "auto".into(),
            start: "auto".into(),
            integrator: "auto".into(),
            stabilization: "auto".into(),
            order: "auto".into(),
            split_bodies: "auto".into(),
            cuts: String::new(),
            multiscale: "auto".into(),
            stiffness: 0.0,
            end: 5.0,
            output_step: 0.01,
            step: 1e-3,
            rtol: 1e-8,
            atol: 1e-10,
            adams_order: 4,
            baumgarte_rate: None,
            threads: 0,
            parts: 0,
            cyclic_limit: 0,
            specialize: "off".into(),
        }
    }
}

impl Settings {
    /// The settings that change bits of the results, each with the word of its option and its value as text. Not among them: the
    /// end, which only says how far, and threads.
    pub fn decisive(&self) -> Vec<(&'static str, String)> {
        // Taken apart without a rest, so that a new setting is thought of here.
        let Settings {
            formulation,
            solver,
            preconditioner,
            relaxation,
            start,
            integrator,
            stabilization,
            order,
            split_bodies,
            cuts,
            multiscale,
            stiffness,
            end: _,
            output_step,
            step,
            rtol,
            atol,
            adams_order,
            baumgarte_rate,
            threads: _,
            parts,
            cyclic_limit,
            specialize,
        } = self;
        let number = |x: &f64| format!("{x:?}");
        let count = |n: &usize| if *n == 0 { "auto".into() } else { n.to_string() };
        let mut words = vec![
            ("formulation", formulation.clone()),
            ("solver", solver.clone()),
            ("preconditioner", preconditioner.clone()),
            ("relaxation", relaxation.clone()),
            ("start", start.clone()),
            ("integrator", integrator.clone()),
            ("stabilization", stabilization.clone()),
            ("order", order.clone()),
            ("split", split_bodies.clone()),
            ("cut", if cuts.is_empty() { "none".into() } else { cuts.clone() }),
            ("output-step", number(output_step)),
            ("step", number(step)),
            ("rtol", number(rtol)),
            ("atol", number(atol)),
            ("adams-order", adams_order.to_string()),
            ("baumgarte-rate", baumgarte_rate.as_ref().map_or("auto".into(), number)),
            ("parts", count(parts)),
            ("cyclic-limit", count(cyclic_limit)),
            // Where nobody settled it, there is no program.
            ("specialize", if specialize == "on" { "on" } else { "off" }.into()),
        ];
        if formulation == "multiscale" {
            words.push(("multiscale", multiscale.clone()));
            words.push(("stiffness", if *stiffness == 0.0 { "auto".into() } else { number(stiffness) }));
        }
        words
    }

    /// The joints that [`cuts`](Settings::cuts) names.
    ///
    /// # Errors
    /// [`Trouble::DoesNotApply`] when the model has no joint of that name.
    pub fn find_cuts(&self, model: &Model) -> Result<Vec<JointId>, Trouble> {
        let find = |name: &str| match model.joints.iter().position(|joint| joint.name == name) {
            Some(index) => Ok(JointId::new(index)),
            None => {
                let reason = format!("there is no joint '{name}' in the model");
                Err(Trouble::DoesNotApply { method: "cut", reason })
            }
        };
        self.cut_names().map(find).collect()
    }

    /// The names in [`cuts`](Settings::cuts).
    pub fn cut_names(&self) -> impl Iterator<Item = &str> {
        self.cuts.split(',').map(str::trim).filter(|name| !name.is_empty())
    }

    /// The defaults, with what the model file's `[simulation]` table asks for.
    pub fn of_model(model: &Model) -> Settings {
        let asked = &model.simulation;
        let defaults = Settings::default();
        let word = |w: &Option<String>| w.clone().unwrap_or_else(|| "auto".into());
        let end = asked.end.unwrap_or(defaults.end);
        Settings {
            formulation: word(&asked.formulation),
            solver: word(&asked.solver),
            integrator: word(&asked.integrator),
            stabilization: word(&asked.stabilization),
            end,
            output_step: asked.output_step.unwrap_or(defaults.output_step),
            step: asked.step.unwrap_or(defaults.step),
            rtol: asked.rtol.unwrap_or(defaults.rtol),
            atol: asked.atol.unwrap_or(defaults.atol),
            ..defaults
        }
    }
}
