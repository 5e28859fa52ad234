//! `linkwork view`: shows results in the browser, or with `--live` a simulation while it runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Model, Plan, Simulation, SimulationError};
use linkwork_report::{Budget, PageData, PageRun};
use serde_json::json;

use crate::failure::Failure;
use crate::http::Answer;
use crate::interrupt::Interrupt;
use crate::options::{MethodOptions, positive};
use crate::printing::note;
use crate::progress::Watched;
use crate::report::gather;
use crate::serve::serve;
use crate::source::{self, Parameters};

/// How long an interrupt, or somebody who opens the page, may wait to be seen.
const PATIENCE: Duration = Duration::from_millis(10);

/// Options of `linkwork view`.
#[derive(Args, Debug)]
#[command(
    after_help = "The page is served to this machine only, until Ctrl-C. With --live the simulation begins when the page is open, goes as fast as the clock, \
    and writes nothing; `linkwork run` keeps results."
)]
pub struct ViewOptions {
    /// Results folders; several are shown on top of one another
    #[arg(value_name = "RESULTS", required_unless_present = "live")]
    results: Vec<PathBuf>,
    /// Simulate this model and show it while it runs
    #[arg(long, value_name = "MODEL", conflicts_with = "results")]
    live: Option<PathBuf>,
    /// With --live: simulated seconds for each second of the clock [default: 1], or `max` for as fast as it can be
    /// computed
    #[arg(long, value_name = "X", value_parser = pace, allow_hyphen_values = true, requires = "live")]
    pace: Option<f64>,
    /// Print the address only, open no browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    parameters: Parameters,
    #[command(flatten)]
    methods: MethodOptions,
}

/// Shows.
///
/// # Errors
/// Results or a model that cannot be read, a page that cannot be served, a simulation that could not go on.
pub fn view(options: &ViewOptions) -> Result<(), Failure> {
    let opens = !options.no_open;
    if let Some(name) = &options.live {
        return view_live(options, &source::load(name, &options.parameters)?, opens);
    }
    let page = gather(&options.results)?.to_html();
    serve(&Interrupt::listen(), opens, move |path| match path {
        "/" => Answer::Html(page.clone()),
        _ => Answer::Unknown,
    })
}

/// Reads `--pace`.
fn pace(text: &str) -> Result<f64, String> {
    if text == "max" { Ok(f64::INFINITY) } else { positive(text).map_err(|e| format!("{e}; a number, or max")) }
}

/// A simulation in a thread, and what has been seen of it so far.
fn view_live(options: &ViewOptions, model: &Model, opens: bool) -> Result<(), Failure> {
    let plan = Plan::choose(model, &options.methods.settings(model)?).map_err(Failure::before_run_of(model))?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(Failure::before_run)?;
    let interrupt = Interrupt::listen();
    let (end, pace) = (plan.settings.end, options.pace.unwrap_or(1.0));
    let seen = Arc::new(Seen::new(model, end, pace));
    let answering = seen.clone();
    let served = thread::scope(|scope| {
        let running = scope.spawn(|| {
            let mut shown = Shown { seen: &seen, interrupt: &interrupt, clock: None };
            let mut watched = Watched::new(&mut shown, interrupt.clone(), end);
            watched.show_bar();
            let outcome = simulation.run(&mut watched);
            drop(watched);
            seen.end(&simulation, outcome);
        });
        // A page wants a first row to frame its picture.
        while !seen.lock().has_begun() && !running.is_finished() {
            thread::sleep(PATIENCE);
        }
        note("The simulation begins when the page is open:");
        let served = serve(&interrupt, opens, move |path| answering.answer(path));
        // Where nothing could be served nobody watches.
        interrupt.ask();
        served
    });
    let error = seen.lock().error.take();
    error.map_or(served, |error| Err(Failure::Stopped(error)))
}

/// Progress of the simulation, for both threads.
struct Seen {
    sight: Mutex<Sight>,
    /// Whether a page has asked for rows.
    is_watched: AtomicBool,
    /// Simulated seconds for each second of the clock.
    pace: f64,
    end: f64,
}

struct Sight {
    page: PageData,
    rows: u64,
    /// Time of the last row.
    time: f64,
    is_over: bool,
    error: Option<String>,
}

impl Seen {
    fn new(model: &Model, end: f64, pace: f64) -> Seen {
        let run = PageRun::new(&model.name, model, Budget::shared_by(1));
        let page = PageData { title: model.name.clone(), runs: vec![run] };
        let sight = Sight { page, rows: 0, time: 0.0, is_over: false, error: None };
        Seen { sight: Mutex::new(sight), is_watched: AtomicBool::new(false), pace, end }
    }

    /// A thread that panicked leaves what it had shown.
    fn lock(&self) -> MutexGuard<'_, Sight> {
        self.sight.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn answer(&self, path: &str) -> Answer {
        match path.split_once('?').unwrap_or((path, "")) {
            ("/", _) => Answer::Html(self.lock().page.to_live_html()),
            ("/rows", known) => {
                self.is_watched.store(true, Ordering::Relaxed);
                self.news(known)
            }
            _ => Answer::Unknown,
        }
    }

    /// The summary, and that no more rows come.
    fn end(&self, simulation: &Simulation, outcome: Result<(), SimulationError>) {
        let mut sight = self.lock();
        let mut summary = simulation.summary();
        if let Err(trouble) = outcome {
            summary.completed = false;
            summary.error.get_or_insert(trouble.to_string());
        }
        match &summary.error {
            Some(error) => note(&format!("The simulation could not go on: {error}\nThe page shows it up to there.")),
            None if summary.completed => {
                note(&format!("The simulation has ended at t = {} s; the page stays.", self.end))
            }
            None => {}
        }
        sight.error = summary.error.clone();
        sight.is_over = true;
        sight.page.runs.iter_mut().for_each(|run| run.set_summary(&summary));
    }

    /// Everything there is to see, unless the page knows it: `known` is the number of rows it has, and `over` where it
    /// knows the end.
    fn news(&self, known: &str) -> Answer {
        let sight = self.lock();
        if known == sight.state() {
            return Answer::Nothing;
        }
        let live = json!({
            "state": sight.state(), "over": sight.is_over, "error": sight.error, "time": sight.time, "end": self.end,
            // Null where the clock does not count.
            "pace": self.pace,
        });
        Answer::Json(sight.page.data(Some(live)))
    }
}

impl Sight {
    fn has_begun(&self) -> bool {
        self.rows > 0 || self.is_over
    }

    fn state(&self) -> String {
        format!("{}{}", self.rows, if self.is_over { "over" } else { "" })
    }
}

/// The sink of a simulation that is watched: the first row waits for somebody who looks, each other one for its time.
struct Shown<'a> {
    seen: &'a Seen,
    interrupt: &'a Interrupt,
    /// Since when somebody looks.
    clock: Option<Instant>,
}

impl Shown<'_> {
    /// Waits for something, or for an interrupt.
    fn wait_until(&self, is_met: impl Fn() -> bool) {
        while !is_met() && !self.interrupt.is_asked() {
            thread::sleep(PATIENCE);
        }
    }
}

impl Sink for Shown<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.seen.lock().page.runs.iter_mut().try_for_each(|run| run.begin(channels))
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        let mut time = None;
        row.for_each(&mut |numbers| time = time.or(numbers.first().copied()));
        let time = time.unwrap_or_default();
        if let Some(clock) = self.clock {
            self.wait_until(|| clock.elapsed().as_secs_f64() * self.seen.pace >= time);
        }
        let mut sight = self.seen.lock();
        (sight.rows, sight.time) = (sight.rows + 1, time);
        sight.page.runs.iter_mut().try_for_each(|run| run.record(row))?;
        drop(sight);
        if self.clock.is_none() {
            self.wait_until(|| self.seen.is_watched.load(Ordering::Relaxed));
            self.clock = Some(Instant::now());
        }
        Ok(())
    }

    fn progress(&mut self, _: f64, _: u64) -> bool {
        !self.interrupt.is_asked()
    }
}
