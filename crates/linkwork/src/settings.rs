//! The user's choices about a run. Everything has a default; `auto` leaves the choice to the plan.

use crate::error::SimulationError;
use crate::ids::JointId;
use crate::methods::{
    Choice, FormulationKind, IntegratorKind, Order, Preconditioner, Scales, SolverKind, Specialize, Split,
    StabilizationKind, Start, Variant,
};
use crate::model::Model;
use std::str::FromStr;

/// More rows than any disk holds: a slip in the end time or the output step.
pub const MOST_ROWS: f64 = 1e9;
/// More steps than a computer takes in months.
const MOST_STEPS: f64 = 1e12;

/// Choices for a simulation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Settings {
    /// Coordinates and equations.
    pub formulation: Choice<FormulationKind>,
    /// Solver of the reduced system.
    pub solver: Choice<SolverKind>,
    /// Approximation of the reduced matrix for `pcg`.
    pub preconditioner: Choice<Preconditioner>,
    /// Variant of `relaxation`.
    pub relaxation: Choice<Variant>,
    /// First guess of `pcg` and `relaxation`, from earlier evaluations.
    pub start: Choice<Start>,
    /// Method in time.
    pub integrator: Choice<IntegratorKind>,
    /// How joints are kept closed.
    pub stabilization: Choice<StabilizationKind>,
    /// Order of elimination.
    pub order: Order,
    /// Whether bodies with many joints are divided in the reduced system.
    pub split_bodies: Choice<Split>,
    /// Joints that `recursive` keeps as constraint equations, whatever its choice: names separated by commas.
    pub cuts: String,
    /// With `multiscale`, how elastic joints are treated.
    pub multiscale: Choice<Scales>,
    /// With `multiscale`, stiffness of a joint of mean effective mass (N/m); zero leaves it to the plan.
    pub stiffness: f64,
    /// End time (s).
    pub end: f64,
    /// Time between rows of the results (s).
    pub output_step: f64,
    /// Step of fixed-step integrators (s).
    pub step: f64,
    /// By how much joints may miss one another, relative to the mechanism's size, where equations are redundant: that
    /// is taken for play.
    pub assembly_tolerance: f64,
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
    /// Into how many parts the elimination should be divided, with `recursive` the mechanism itself, by further cuts;
    /// zero leaves it to the plan.
    pub parts: usize,
    /// For `recursive`: bodies that a part must have on average, else fewer parts than asked for are made; zero leaves
    /// it to the plan, one makes them all.
    pub smallest_part: usize,
    /// Joints down to which `cyclic` eliminates by levels; zero leaves it to the plan.
    pub cyclic_limit: usize,
    /// Whether a program made for the model evaluates it. The engine makes no machine code by itself: whoever asks
    /// for it hands it to [`Simulation::specialize`](crate::Simulation::specialize).
    pub specialize: Choice<Specialize>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            formulation: Choice::Auto,
            solver: Choice::Auto,
            preconditioner: Choice::Auto,
            relaxation: Choice::Auto,
            start: Choice::Auto,
            integrator: Choice::Auto,
            stabilization: Choice::Auto,
            order: Order::Auto,
            split_bodies: Choice::Auto,
            cuts: String::new(),
            multiscale: Choice::Auto,
            stiffness: 0.0,
            end: 5.0,
            output_step: 0.01,
            step: 1e-3,
            assembly_tolerance: 1e-4,
            rtol: 1e-8,
            atol: 1e-10,
            adams_order: 4,
            baumgarte_rate: None,
            threads: 0,
            parts: 0,
            smallest_part: 0,
            cyclic_limit: 0,
            specialize: Specialize::Off.into(),
        }
    }
}

impl Settings {
    /// The settings that change bits of the results, each with the word of its option and its value as text. Not among
    /// them: the end, which only says how far, and threads.
    pub(crate) fn decisive(&self) -> Vec<(&'static str, String)> {
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
            assembly_tolerance,
            rtol,
            atol,
            adams_order,
            baumgarte_rate,
            threads: _,
            parts,
            smallest_part,
            cyclic_limit,
            specialize,
        } = self;
        let number = |x: &f64| format!("{x:?}");
        let count = |n: &usize| if *n == 0 { "auto".into() } else { n.to_string() };
        let mut words = vec![
            ("formulation", formulation.to_string()),
            ("solver", solver.to_string()),
            ("preconditioner", preconditioner.to_string()),
            ("relaxation", relaxation.to_string()),
            ("start", start.to_string()),
            ("integrator", integrator.to_string()),
            ("stabilization", stabilization.to_string()),
            ("order", order.to_string()),
            ("split", split_bodies.to_string()),
            ("cut", if cuts.is_empty() { "none".into() } else { cuts.clone() }),
            ("output-step", number(output_step)),
            ("step", number(step)),
            ("assembly-tolerance", number(assembly_tolerance)),
            ("rtol", number(rtol)),
            ("atol", number(atol)),
            ("adams-order", adams_order.to_string()),
            ("baumgarte-rate", baumgarte_rate.as_ref().map_or("auto".into(), number)),
            ("parts", count(parts)),
            ("smallest-part", count(smallest_part)),
            ("cyclic-limit", count(cyclic_limit)),
            // Where nobody settled it, there is no program.
            ("specialize", specialize.or(Specialize::Off).to_string()),
        ];
        if *formulation == FormulationKind::Multiscale {
            words.push(("multiscale", multiscale.to_string()));
            words.push(("stiffness", if *stiffness == 0.0 { "auto".into() } else { number(stiffness) }));
        }
        words
    }

    /// Sets a choice by the name of its option and the text of its value, as on the command line; `auto` leaves it to
    /// the plan, where that can be.
    ///
    /// ```
    /// use linkwork::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("solver", "qr").unwrap();
    /// settings.set("output-step", "0.02").unwrap();
    /// let message = settings.set("solver", "magic").unwrap_err().to_string();
    /// assert!(message.contains("available: auto, elimination, cyclic"), "{message}");
    /// ```
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when there is no such choice, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SimulationError> {
        match name {
            "formulation" => self.formulation = value.parse()?,
            "solver" => self.solver = value.parse()?,
            "preconditioner" => self.preconditioner = value.parse()?,
            "relaxation" => self.relaxation = value.parse()?,
            "start" => self.start = value.parse()?,
            "integrator" => self.integrator = value.parse()?,
            "stabilization" => self.stabilization = value.parse()?,
            "order" => self.order = value.into(),
            "split" => self.split_bodies = value.parse()?,
            "cut" => self.cuts = value.into(),
            "multiscale" => self.multiscale = value.parse()?,
            "specialize" => self.specialize = value.parse()?,
            "end" => self.end = read("end", value)?,
            "output-step" => self.output_step = read("output-step", value)?,
            "step" => self.step = read("step", value)?,
            "assembly-tolerance" => self.assembly_tolerance = read("assembly-tolerance", value)?,
            "rtol" => self.rtol = read("rtol", value)?,
            "atol" => self.atol = read("atol", value)?,
            "adams-order" => self.adams_order = read("adams-order", value)?,
            "stiffness" => self.stiffness = read_or_auto("stiffness", value)?.unwrap_or_default(),
            "baumgarte-rate" => self.baumgarte_rate = read_or_auto("baumgarte-rate", value)?,
            "threads" => self.threads = read_or_auto("threads", value)?.unwrap_or_default(),
            "parts" => self.parts = read_or_auto("parts", value)?.unwrap_or_default(),
            "smallest-part" => self.smallest_part = read_or_auto("smallest-part", value)?.unwrap_or_default(),
            "cyclic-limit" => self.cyclic_limit = read_or_auto("cyclic-limit", value)?.unwrap_or_default(),
            _ => {
                let names = Settings::NAMES.join(", ");
                let reason = format!("there is no setting '{name}'; available: {names}");
                return Err(SimulationError::DoesNotApply { method: "settings", reason });
            }
        }
        Ok(())
    }

    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] with the first that does not, and what would.
    pub fn check(&self) -> Result<(), SimulationError> {
        let refuse = |method, reason| Err(SimulationError::DoesNotApply { method, reason });
        let Settings { end, output_step, step, assembly_tolerance, rtol, atol, stiffness, baumgarte_rate, .. } = *self;
        let least_zero = [("end", end), ("stiffness", stiffness), ("step", step), ("output-step", output_step)];
        for (name, x) in least_zero {
            if !(x.is_finite() && x >= 0.0) {
                return refuse(name, format!("it is {x}, and must be a finite number, zero or greater"));
            }
        }
        let rate = baumgarte_rate.unwrap_or(1.0);
        let is_fixed = match self.integrator.or(IntegratorKind::Dopri5) {
            IntegratorKind::Dopri5 | IntegratorKind::Rosenbrock | IntegratorKind::Rosenbrock3 => false,
            IntegratorKind::Rk4 | IntegratorKind::Adams | IntegratorKind::AdamsBashforth => true,
        };
        // Steps and rows that nobody takes may have any length.
        let step_taken = if is_fixed { step } else { 1.0 };
        let row_step = if end > 0.0 { output_step } else { 1.0 };
        let positive = [
            ("output-step", row_step),
            ("assembly-tolerance", assembly_tolerance),
            ("rtol", rtol),
            ("atol", atol),
            ("step", step_taken),
        ];
        for (name, x) in positive.into_iter().chain([("baumgarte-rate", rate)]) {
            if !(x.is_finite() && x > 0.0) {
                return refuse(name, format!("it is {x}, and must be a finite number greater than zero"));
            }
        }
        if assembly_tolerance > 1.0 {
            let reason = format!("it is {assembly_tolerance:e}, and must be at most 1: it is relative to the size");
            return refuse("assembly-tolerance", reason);
        }
        let (rows, steps) = (end / row_step, end / step_taken);
        if rows > MOST_ROWS {
            let asked =
                format!("an end time of {end:?} s with an output step of {output_step:?} s asks for {rows:.1e} rows");
            return refuse("output-step", format!("{asked}; take a larger one"));
        }
        if is_fixed && steps > MOST_STEPS {
            let asked = format!("an end time of {end:?} s with steps of {step:?} s would take {steps:.1e} of them");
            return refuse("step", format!("{asked}; take larger ones"));
        }
        Ok(())
    }

    /// The names that [`set`](Settings::set) knows.
    pub const NAMES: &'static [&'static str] = &[
        "formulation",
        "solver",
        "preconditioner",
        "relaxation",
        "start",
        "integrator",
        "stabilization",
        "order",
        "split",
        "cut",
        "multiscale",
        "stiffness",
        "end",
        "output-step",
        "step",
        "assembly-tolerance",
        "rtol",
        "atol",
        "adams-order",
        "baumgarte-rate",
        "threads",
        "parts",
        "smallest-part",
        "cyclic-limit",
        "specialize",
    ];

    /// The joints that [`cuts`](Settings::cuts) names.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the model has no joint of that name.
    pub(crate) fn find_cuts(&self, model: &Model) -> Result<Vec<JointId>, SimulationError> {
        let find = |name: &str| match model.joints.iter().position(|joint| joint.name == name) {
            Some(index) => Ok(JointId::new(index)),
            None => {
                let reason = format!("there is no joint '{name}' in the model");
                Err(SimulationError::DoesNotApply { method: "cut", reason })
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
        let end = asked.end.unwrap_or(defaults.end);
        Settings {
            formulation: asked.formulation.unwrap_or_default(),
            solver: asked.solver.unwrap_or_default(),
            integrator: asked.integrator.unwrap_or_default(),
            stabilization: asked.stabilization.unwrap_or_default(),
            end,
            output_step: asked.output_step.unwrap_or(defaults.output_step),
            step: asked.step.unwrap_or(defaults.step),
            assembly_tolerance: asked.assembly_tolerance.unwrap_or(defaults.assembly_tolerance),
            rtol: asked.rtol.unwrap_or(defaults.rtol),
            atol: asked.atol.unwrap_or(defaults.atol),
            ..defaults
        }
    }
}

fn read<T: FromStr>(name: &'static str, value: &str) -> Result<T, SimulationError> {
    let reason = || format!("'{value}' is no number that it could be");
    value.trim().parse().map_err(|_| SimulationError::DoesNotApply { method: name, reason: reason() })
}

fn read_or_auto<T: FromStr>(name: &'static str, value: &str) -> Result<Option<T>, SimulationError> {
    if value == "auto" { Ok(None) } else { read(name, value).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_set_by_name() {
        let mut settings = Settings::default();
        let mut given: Vec<(&str, String)> = vec![
            ("formulation", "recursive".into()),
            ("solver", "pcg".into()),
            ("preconditioner", "jacobi".into()),
            ("relaxation", "momentum".into()),
            ("start", "hold".into()),
            ("integrator", "rk4".into()),
            ("stabilization", "projection".into()),
            ("order", "b,a".into()),
            ("split", "never".into()),
            ("cut", "a".into()),
            ("output-step", "0.125".into()),
            ("step", "0.25".into()),
            ("assembly-tolerance", "0.25".into()),
            ("rtol", "0.5".into()),
            ("atol", "0.0625".into()),
            ("adams-order", "3".into()),
            ("baumgarte-rate", "2.5".into()),
            ("parts", "7".into()),
            ("smallest-part", "5".into()),
            ("cyclic-limit", "9".into()),
            ("specialize", "on".into()),
        ];
        for (name, value) in &given {
            settings.set(name, value).unwrap();
        }
        assert_eq!(settings.decisive(), given);
        given.push(("multiscale", "direct".into()));
        given.push(("stiffness", "1.5".into()));
        for name in ["formulation", "multiscale", "stiffness"] {
            let value =
                if name == "formulation" { "multiscale" } else { &given.iter().find(|g| g.0 == name).unwrap().1 };
            settings.set(name, value).unwrap();
        }
        assert_eq!(settings.decisive()[1..], given[1..]);
        // Every setting that results depend on has a name, and so have the two others.
        let decisive = settings.decisive().into_iter().map(|(name, _)| name);
        let mut names: Vec<&str> = decisive.chain(["end", "threads"]).collect();
        let mut known = Settings::NAMES.to_vec();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn what_cannot_be_set_is_said() {
        let mut settings = Settings::default();
        for (name, value, words) in [
            ("solvr", "qr", "there is no setting 'solvr'; available: formulation, solver"),
            ("solver", "magic", "there is no solver 'magic' in this version; available: auto, elimination"),
            ("step", "auto", "'auto' is no number"),
            ("parts", "-1", "'-1' is no number"),
        ] {
            let message = settings.set(name, value).unwrap_err().to_string();
            assert!(message.contains(words), "{message}");
        }
        assert_eq!(settings, Settings::default());
        settings.set("parts", "3").unwrap();
        settings.set("parts", "auto").unwrap();
        assert_eq!(settings, Settings::default());
    }
}
