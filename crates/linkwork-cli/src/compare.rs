//! `linkwork compare`: one model by every method that applies, side by side. Runs in memory; writes no files but a page
//! where asked for.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use linkwork::methods::FormulationKind;
use linkwork::plan::keeps_full_matrices;
use linkwork::recorder::{Channels, Memory, ModelChannels, Row, Sink};
use linkwork::{Model, Plan, Settings, Simulation, SimulationError};
use linkwork_lab::comparison::{Comparison, Methods, list_methods};

use crate::compare_page;
use crate::compare_table;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::{MethodOptions, positive};
use crate::printing::{HEADING, output_width, print, print_json, print_plain, styled};
use crate::progress::Watched;
use crate::sheet;
use crate::source::{self, Parameters};
use crate::summary::{counted, headline, seconds};

/// Where the command line gives no end, the first second is compared, or less if the model ends before.
const DEFAULT_END: f64 = 1.0;
/// One evaluation with full matrices of this size takes `qr` about a second.
const MOST_EQUATIONS_FOR_FULL_MATRICES: usize = 1000;
/// Numbers of a motion kept in memory unless asked for more: 128 MB.
const COMFORTABLE: f64 = 16e6;
/// Up to so many bodies `multiscale` is tried: planning it alone takes seconds beyond.
const MOST_BODIES_FOR_MICRO_STEPS: usize = 50;
/// Numbers of a motion that can be asked for; three are in memory at a time (the reference, a method, its repetition),
/// 2 GB.
const MOST: f64 = 84e6;

/// Options of `linkwork compare`. Methods that are named confine the comparison to them.
#[derive(Args, Debug)]
#[command(
    after_help = "Every formulation with every solver, and the chosen pair with every stabilization; methods that are \
    named confine the comparison. Without --end the first second is compared. Exit codes: 0 all methods agree; 1 one does \
    not, or could not go on; 2 the input or the command is wrong; 130 interrupted."
)]
pub struct CompareOptions {
    /// Model file (.toml or .json), the name of a built-in model, or - for standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    parameters: Parameters,
    /// Write compare.html, a page with a grid of all methods, into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Time for one method (s); one that takes longer is compared as far as it came
    #[arg(long, value_name = "S", value_parser = positive, default_value = "20", allow_hyphen_values = true)]
    limit: f64,
    /// Print the comparison as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print nothing but errors; the exit code tells whether all methods agree
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    methods: MethodOptions,
}

/// Compares and prints.
///
/// # Errors
/// A wrong model or command, methods that do not agree, an interrupt.
pub fn compare(options: &CompareOptions) -> Result<(), Failure> {
    let model = source::load(&options.model, &options.parameters)?;
    let asked = options.settings(&model)?;
    sheet::prepare(options.output.as_deref())?;
    // The run that `run` would do must be possible; beyond that, a method may fail.
    let plan = Plan::choose(&model, &asked).map_err(Failure::before_run_of(&model))?;
    let interrupt = Interrupt::listen();
    let mut watch = Watch { options, interrupt: interrupt.clone(), end: asked.end };
    let mut go =
        |methods: &Methods, simulation: &mut Simulation, memory: &mut Memory| watch.run(methods, simulation, memory);

    let mut comparison = Comparison::start(&model, &asked, &mut go).map_err(Failure::before_run_of(&model))?;
    let list = list_methods(&asked, &plan, &options.methods.named_methods());
    for methods in &list {
        if interrupt.is_asked() {
            break;
        }
        match options.find_objection(&model, methods) {
            Some(objection) => comparison.leave_out(methods, objection),
            None => comparison.add(&model, &asked, methods, &mut go),
        }
    }
    let head = headline(&model, &plan.summary(&model));
    let told = options.tell(&comparison, &asked, &head);
    match judge(&comparison, &interrupt) {
        Some(failure) => Err(failure),
        None => told,
    }
}

/// Why the comparison is not a success, if it is not.
fn judge(comparison: &Comparison, interrupt: &Interrupt) -> Option<Failure> {
    if interrupt.is_asked() {
        return Some(Failure::Interrupted("stopped by the user; methods that had ended are compared".into()));
    }
    let failed = compare_table::count_failed(comparison);
    let methods = counted(failed, "method does", "methods do");
    (!comparison.agree).then(|| Failure::Stopped(format!("{methods} not agree with the reference")))
}

impl CompareOptions {
    /// Writes the page and prints what is wanted.
    fn tell(&self, comparison: &Comparison, asked: &Settings, head: &str) -> Result<(), Failure> {
        let mut written = String::new();
        if let Some(directory) = &self.output {
            let body = compare_page::describe(comparison, asked, head);
            let title = format!("{} by every method", comparison.model);
            let path = sheet::write(directory, "compare.html", &title, &body)?;
            written = format!("Page: {}\n", path.display());
        }
        if self.json {
            print_json(comparison)
        } else if self.quiet {
            Ok(())
        } else {
            print(&format!("{}\n{}", styled(HEADING, head.trim_end()), compare_table::head(comparison, asked)))?;
            print_plain(&compare_table::table(comparison, output_width()))?;
            print(&(compare_table::conclude(comparison) + &written))
        }
    }

    /// As for `run`, but with an end that comes soon, and no more rows than memory holds.
    fn settings(&self, model: &Model) -> Result<Settings, Failure> {
        let mut settings = self.methods.settings(model)?;
        if !self.methods.gives_end() {
            settings.end = settings.end.min(DEFAULT_END);
        }
        let width = ModelChannels(model).count() as f64;
        let n_rows = settings.end / settings.output_step + 1.0;
        if !self.methods.gives_output_step() && n_rows * width > COMFORTABLE {
            settings.output_step = settings.end / (COMFORTABLE / width).floor().max(1.0);
        } else if n_rows * width > MOST {
            let asked = format!("{n_rows:.0} rows of {width} numbers are too many to be kept in memory");
            return Err(Failure::Wrong(format!("{asked}; take a larger --output-step")));
        }
        Ok(settings)
    }
}

impl CompareOptions {
    /// Why a method is not even tried. A solver that the command line names is.
    fn find_objection(&self, model: &Model, methods: &Methods) -> Option<String> {
        let n = model.n_equations();
        let micro =
            methods.formulation == FormulationKind::Multiscale && model.n_bodies() > MOST_BODIES_FOR_MICRO_STEPS;
        if micro && self.methods.named_methods().formulation.is_none() {
            return Some(format!(
                "thousands of micro steps to an evaluation take long with {} bodies (limit {MOST_BODIES_FOR_MICRO_STEPS}); `--formulation multiscale` tries it",
                model.n_bodies()
            ));
        }
        let slow = keeps_full_matrices(methods.solver) && n > MOST_EQUATIONS_FOR_FULL_MATRICES;
        let asked = self.methods.named_methods().solver.is_some();
        (slow && !asked).then(|| {
            let word = &methods.solver;
            format!("full matrices take long with {n} equations (limit {MOST_EQUATIONS_FOR_FULL_MATRICES}); `--solver {word}` tries it")
        })
    }
}

/// Runs methods one after the other, with a bar and the ear for Ctrl-C.
struct Watch<'a> {
    options: &'a CompareOptions,
    interrupt: Interrupt,
    end: f64,
}

impl Watch<'_> {
    fn run(
        &mut self,
        methods: &Methods,
        simulation: &mut Simulation,
        memory: &mut Memory,
    ) -> Result<(), SimulationError> {
        let limit = Duration::try_from_secs_f64(self.options.limit).unwrap_or(Duration::MAX);
        let mut timed = Timed { memory, start: Instant::now(), limit, first_row: None };
        let mut watched = Watched::new(&mut timed, self.interrupt.clone(), self.end);
        if !self.options.quiet {
            watched.show_bar();
            watched.set_label(format!("{methods}: "));
        }
        let outcome = simulation.run(&mut watched);
        drop(watched);
        match timed.is_hopeless() {
            true => Err(SimulationError::DoesNotApply { method: "compare", reason: timed.describe() }),
            false => outcome,
        }
    }
}

/// Memory that ends a run when its time is up, and before its first step when that alone would take too long.
struct Timed<'a> {
    memory: &'a mut Memory,
    start: Instant,
    limit: Duration,
    /// Time to the first row: an evaluation, with reactions.
    first_row: Option<Duration>,
}

impl Timed<'_> {
    /// The shortest step takes some eight evaluations.
    fn is_hopeless(&self) -> bool {
        self.first_row.is_some_and(|time| time > self.limit / 8)
    }

    fn describe(&self) -> String {
        let time = self.first_row.unwrap_or_default().as_secs_f64();
        let limit = self.limit.as_secs_f64();
        format!("it is too slow here: an evaluation takes {}, a run may take {limit} s (--limit)", seconds(time))
    }
}

impl Sink for Timed<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.start = Instant::now();
        self.memory.begin(channels)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.first_row.get_or_insert(self.start.elapsed());
        if self.is_hopeless() {
            return Err(SimulationError::Sink { message: self.describe() });
        }
        self.memory.record(row)
    }

    fn progress(&mut self, time: f64, steps: u64) -> bool {
        self.start.elapsed() < self.limit && self.memory.progress(time, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_too_slow_for_its_limit_is_left_out_before_its_first_step() {
        let mut memory = Memory::default();
        let mut timed =
            Timed { memory: &mut memory, start: Instant::now(), limit: Duration::from_secs(10), first_row: None };
        timed.begin(&Vec::new()).unwrap();
        timed.record(&[0.0]).unwrap();
        assert!(!timed.is_hopeless() && timed.progress(0.1, 1));
        timed.first_row = Some(Duration::from_secs(2));
        assert!(timed.record(&[0.1]).is_err(), "eight evaluations take more than ten seconds");
        assert!(timed.describe().contains("an evaluation takes 2.00 s, a run may take 10 s"), "{}", timed.describe());
        timed.limit = Duration::ZERO;
        assert!(!timed.progress(0.2, 2));
    }
}
