//! Options that several commands share: methods, times and tolerances, checked one by one while they are read.

use clap::Args;
use linkwork::methods::{
    Choice, FormulationKind, IntegratorKind, OrderMethod, Preconditioner, Scales, SolverKind, Split, StabilizationKind,
    Start, Variant, Word,
};
use linkwork::settings::MOST_ROWS;
use linkwork::{Model, Settings};
use linkwork_lab::comparison::Only;

use crate::failure::Failure;
use crate::near::nearest;
use crate::words;

/// How to simulate. What is not given comes from the model file, and what is not there either is chosen.
#[derive(Args, Debug, Default)]
pub struct MethodOptions {
    #[arg(long, value_name = "WORD", value_parser = words::choice::<FormulationKind>,
        help = format!("Coordinates and equations: {}", FormulationKind::WORDS.join(", ")))]
    formulation: Option<Choice<FormulationKind>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<SolverKind>,
        help = format!("Solver of the reduced system: {}", SolverKind::WORDS.join(", ")))]
    solver: Option<Choice<SolverKind>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Preconditioner>,
        help = format!("What approximates the matrix for pcg: {}", Preconditioner::WORDS.join(", ")))]
    preconditioner: Option<Choice<Preconditioner>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Variant>,
        help = format!("Variant of relaxation: {}", Variant::WORDS.join(", ")))]
    relaxation: Option<Choice<Variant>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Start>,
        help = format!("First guess of pcg and relaxation, from earlier evaluations: {}", Start::WORDS.join(", ")))]
    start: Option<Choice<Start>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<IntegratorKind>,
        help = format!("Method in time: {}", IntegratorKind::WORDS.join(", ")))]
    integrator: Option<Choice<IntegratorKind>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<StabilizationKind>,
        help = format!("How joints are kept closed: {}", StabilizationKind::WORDS.join(", ")))]
    stabilization: Option<Choice<StabilizationKind>>,
    /// End time (s); 0 evaluates the initial state only
    #[arg(long, value_name = "S", value_parser = time, allow_hyphen_values = true)]
    end: Option<f64>,
    /// Step of fixed-step integrators (s)
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    step: Option<f64>,
    /// By how much redundant joints may miss one another, relative to the mechanism's size: play
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    assembly_tolerance: Option<f64>,
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
        help = format!("Order of elimination: {}, or all joints by name, separated by commas", OrderMethod::WORDS.join(", ")))]
    order: Option<String>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Split>,
        help = format!("Divide bodies with many joints when solving: {}", Split::WORDS.join(", ")))]
    split: Option<Choice<Split>>,
    #[arg(long, value_name = "WORD", value_parser = words::choice::<Scales>,
        help = format!("With multiscale, how elastic joints are treated: {}", Scales::WORDS.join(", ")))]
    multiscale: Option<Choice<Scales>>,
    /// With multiscale, stiffness of a joint of mean effective mass (N/m); chosen if not given
    #[arg(long, value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    stiffness: Option<f64>,
    /// Threads to compute with; results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Parts of the mechanism that are computed at the same time, at most; `recursive` cuts joints for them
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    parts: Option<usize>,
    /// Bodies that parts of `recursive` have on average, at least; 1 makes as many as --parts asks for
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    smallest_part: Option<usize>,
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
        take(&mut settings.formulation, &self.formulation);
        take(&mut settings.solver, &self.solver);
        take(&mut settings.preconditioner, &self.preconditioner);
        take(&mut settings.relaxation, &self.relaxation);
        take(&mut settings.start, &self.start);
        take(&mut settings.integrator, &self.integrator);
        take(&mut settings.stabilization, &self.stabilization);
        take(&mut settings.order, &self.order.as_deref().map(Into::into));
        take(&mut settings.split_bodies, &self.split);
        take(&mut settings.cuts, &self.cut);
        take(&mut settings.multiscale, &self.multiscale);
        take(&mut settings.end, &self.end);
        take(&mut settings.step, &self.step);
        take(&mut settings.assembly_tolerance, &self.assembly_tolerance);
        take(&mut settings.rtol, &self.rtol);
        take(&mut settings.atol, &self.atol);
        take(&mut settings.output_step, &self.output_step);
        take(&mut settings.stiffness, &self.stiffness);
        take(&mut settings.adams_order, &self.adams_order);
        take(&mut settings.threads, &self.threads);
        take(&mut settings.parts, &self.parts);
        take(&mut settings.smallest_part, &self.smallest_part);
        take(&mut settings.cyclic_limit, &self.cyclic_limit);
        settings.baumgarte_rate = self.baumgarte_rate.or(settings.baumgarte_rate);
        check_rows(&settings)?;
        check_cuts(&settings, model)?;
        Ok(settings)
    }

    /// The methods that the command line itself names.
    pub fn named_methods(&self) -> Only {
        Only {
            formulation: self.formulation.and_then(Choice::given),
            solver: self.solver.and_then(Choice::given),
            stabilization: self.stabilization.and_then(Choice::given),
        }
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

fn take<T: Clone>(setting: &mut T, asked: &Option<T>) {
    if let Some(value) = asked {
        setting.clone_from(value);
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
