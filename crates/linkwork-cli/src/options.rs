//! Options that several commands share: methods, times and tolerances, checked one by one while they are read.

use clap::Args;
use linkwork::comparison::Only;
use linkwork::{Model, Settings, plan};

use crate::failure::Failure;
use crate::near::nearest;
use crate::words;

/// More rows than any disk holds: a slip in `--end` or `--output-step`.
const MOST_ROWS: f64 = 1e9;

/// How to simulate. What is not given comes from the model file, and what is not there either is chosen.
#[derive(Args, Debug, Default)]
pub struct MethodOptions {
    #[arg(long, value_name = "WORD", value_parser = words::formulation,
        help = format!("Coordinates and equations: {}", plan::FORMULATIONS.join(", ")))]
    formulation: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::solver,
        help = format!("Solver of the reduced system: {}", plan::SOLVERS.join(", ")))]
    solver: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::preconditioner,
        help = format!("What approximates the matrix for pcg: {}", plan::PRECONDITIONERS.join(", ")))]
    preconditioner: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::relaxation,
        help = format!("Variant of relaxation: {}", plan::RELAXATIONS.join(", ")))]
    relaxation: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::start,
        help = format!("First guess of pcg and relaxation, from earlier evaluations: {}", plan::STARTS.join(", ")))]
    start: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::integrator,
        help = format!("Method in time: {}", plan::INTEGRATORS.join(", ")))]
    integrator: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::stabilization,
        help = format!("How joints are kept closed: {}", plan::STABILIZATIONS.join(", ")))]
    stabilization: Option<String>,
    /// End time (s); 0 evaluates the initial state only
    #[arg(long, value_name = "S", value_parser = time, allow_hyphen_values = true)]
    end: Option<f64>,
    /// Step of fixed-step integrators (s)
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,
    /// Relative tolerance of adaptive integrators
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    rtol: Option<f64>,
    /// Absolute tolerance of adaptive integrators
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    atol: Option<f64>,
    /// Time between rows of the results (s)
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    output_step: Option<f64>,
    /// Order of the adams integrators, 1 to 5
    #[arg(long, value_name = "N", value_parser = adams_order, allow_hyphen_values = true)]
    adams_order: Option<usize>,
    /// Rate at which `baumgarte` draws violations to zero (1/s); found by itself if not given
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    baumgarte_rate: Option<f64>,
    #[arg(long, value_name = "WORD",
        help = format!("Order of elimination: {}, or all joints by name, separated by commas", plan::ORDERS.join(", ")))]
    order: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::split,
        help = format!("Divide bodies with many joints when solving: {}", plan::SPLITS.join(", ")))]
    split: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::scales,
        help = format!("With multiscale, how elastic joints are treated: {}", plan::SCALES.join(", ")))]
    multiscale: Option<String>,
    /// With multiscale, stiffness of a joint of mean effective mass (N/m); chosen if not given
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    stiffness: Option<f64>,
    /// Threads to compute with; results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Parts of the mechanism that are computed at the same time; `recursive` cuts joints for them
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    parts: Option<usize>,
    /// Joints down to which `cyclic` eliminates by levels; with --parts, what separates these
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    cyclic_limit: Option<usize>,
    /// Joints that `recursive` is to cut, by name, separated by commas
    #[arg(long, value_name = "NAMES")]
    cut: Option<String>,
}

impl MethodOptions {
    /// The model's own settings, overridden by what the command line says.
    ///
    /// # Errors
    /// Settings that do not go together.
    pub fn settings(&self, model: &Model) -> Result<Settings, Failure> {
        let mut settings = Settings::of_model(model);
        let words = [
            (&mut settings.formulation, &self.formulation),
            (&mut settings.solver, &self.solver),
            (&mut settings.preconditioner, &self.preconditioner),
            (&mut settings.relaxation, &self.relaxation),
            (&mut settings.start, &self.start),
            (&mut settings.integrator, &self.integrator),
            (&mut settings.stabilization, &self.stabilization),
            (&mut settings.order, &self.order),
            (&mut settings.split_bodies, &self.split),
            (&mut settings.cuts, &self.cut),
            (&mut settings.multiscale, &self.multiscale),
        ];
        for (setting, asked) in words {
            if let Some(word) = asked {
                setting.clone_from(word);
            }
        }
        let numbers = [
            (&mut settings.end, self.end),
            (&mut settings.step, self.step),
            (&mut settings.rtol, self.rtol),
            (&mut settings.atol, self.atol),
            (&mut settings.output_step, self.output_step),
            (&mut settings.stiffness, self.stiffness),
        ];
        for (setting, asked) in numbers {
            *setting = asked.unwrap_or(*setting);
        }
        settings.adams_order = self.adams_order.unwrap_or(settings.adams_order);
        settings.baumgarte_rate = self.baumgarte_rate.or(settings.baumgarte_rate);
        settings.threads = self.threads.unwrap_or(settings.threads);
        settings.parts = self.parts.unwrap_or(settings.parts);
        settings.cyclic_limit = self.cyclic_limit.unwrap_or(settings.cyclic_limit);
        check_rows(&settings)?;
        check_cuts(&settings, model)?;
        Ok(settings)
    }

    /// The methods that the command line itself names.
    pub fn named_methods(&self) -> Only {
        let [formulation, solver, stabilization] =
            [&self.formulation, &self.solver, &self.stabilization].map(|w| w.clone().filter(|word| word != "auto"));
        Only { formulation, solver, stabilization }
    }

    /// Whether the command line itself gives an end.
    pub fn gives_end(&self) -> bool {
        self.end.is_some()
    }

    /// Whether the command line itself gives an output step.
    pub fn gives_output_step(&self) -> bool {
        self.output_step.is_some()
    }
}

fn check_rows(settings: &Settings) -> Result<(), Failure> {
    let (end, step) = (settings.end, settings.output_step);
    let rows = end / step;
    if rows <= MOST_ROWS {
        return Ok(());
    }
    let asked = format!("an end time of {end:?} s with an output step of {step:?} s asks for {rows:.1e} rows");
    Err(Failure::Wrong(format!("{asked}; take a larger --output-step")))
}

/// All names that no joint has, each with what was probably meant.
fn check_cuts(settings: &Settings, model: &Model) -> Result<(), Failure> {
    let joints = || model.joints.iter().map(|joint| joint.name.as_str());
    let unknown = settings.cut_names().filter(|name| joints().all(|joint| joint != *name));
    let sentences: Vec<String> = unknown
        .map(|name| match nearest(name, joints()).first() {
            Some(near) => format!("--cut: there is no joint '{name}'; did you mean '{near}'?"),
            None => format!("--cut: there is no joint '{name}' in the model"),
        })
        .collect();
    if sentences.is_empty() { Ok(()) } else { Err(Failure::Wrong(sentences.join("\n"))) }
}

/// Reads a finite number.
pub fn number(text: &str) -> Result<f64, String> {
    let x: f64 = text.trim().parse().map_err(|_| "not a number".to_string())?;
    if x.is_finite() { Ok(x) } else { Err("must be finite".into()) }
}

/// Reads a number greater than zero.
pub fn positive(text: &str) -> Result<f64, String> {
    let x = number(text)?;
    if x > 0.0 { Ok(x) } else { Err("must be greater than zero".into()) }
}

fn time(text: &str) -> Result<f64, String> {
    let x = number(text)?;
    // The sum turns −0 into 0.
    if x >= 0.0 { Ok(x + 0.0) } else { Err("must be zero or greater: simulations start at time zero".into()) }
}

/// Reads a whole number, 1 or greater.
pub fn count(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(0) | Err(_) => Err("must be a whole number, 1 or greater".into()),
        Ok(n) => Ok(n),
    }
}

fn adams_order(text: &str) -> Result<usize, String> {
    count(text).ok().filter(|n| (1..=5).contains(n)).ok_or("must be a whole number from 1 to 5".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_finite_and_positive() {
        assert_eq!(positive("1e-3"), Ok(1e-3));
        for text in ["0", "-1", "nan", "inf", "1e999", "five", ""] {
            assert!(positive(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_end_may_be_zero_but_not_before() {
        assert_eq!(time("0"), Ok(0.0));
        assert!(time("-0").unwrap().is_sign_positive());
        assert!(time("-1e-9").is_err());
    }

    #[test]
    fn counts_start_at_one() {
        assert_eq!(count("3"), Ok(3));
        for text in ["0", "-2", "1.5", "x", "99999999999999999999999"] {
            assert!(count(text).is_err(), "{text}");
        }
        assert_eq!(adams_order("5"), Ok(5));
        assert!(adams_order("6").is_err());
    }
}
