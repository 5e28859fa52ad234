//! `linkwork view`: shows results in the browser, or with `--live` a simulation while it runs.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use clap::Args;
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Model, Plan, Simulation, Trouble};
use linkwork_report::{Budget, PageData, PageRun};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::options::MethodOptions;
use crate::report::gather;
use crate::serve::{Answer, serve};
use crate::source;

/// Options of `linkwork view`.
#[derive(Args, Debug)]
#[command(
    after_help = "The page is served to this machine only, until Ctrl-C. With --live nothing is written; `linkwork run` keeps results."
)]
pub struct ViewOptions {
    /// Results folders; several are shown on top of one another
    #[arg(value_name = "RESULTS", required_unless_present = "live")]
    results: Vec<PathBuf>,
    /// Simulate this model and show it while it runs
    #[arg(long, value_name = "MODEL", conflicts_with = "results")]
    live: Option<PathBuf>,
    /// Print the address only, open no browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    methods: MethodOptions,
}

/// Shows.
///
/// # Errors
/// Results or a model that cannot be read, a page that cannot be served.
pub fn view(options: &ViewOptions) -> Result<(), Failure> {
    let opens = !options.no_open;
    if let Some(name) = &options.live {
        return view_live(options, &source::load(name)?, opens);
    }
    let page = gather(&options.results)?.to_html();
    serve(&Interrupt::listen(), opens, |path| match path {
        "/" => Answer::Html(page.clone()),
        _ => Answer::Unknown,
    })
}

/// A simulation in a thread, and what has been seen of it so far.
fn view_live(options: &ViewOptions, model: &Model, opens: bool) -> Result<(), Failure> {
    let plan = Plan::choose(model, &options.methods.settings(model)?).map_err(Failure::before_run)?;
    let mut simulation = Simulation::new(model, &plan).map_err(Failure::before_run)?;
    let interrupt = Interrupt::listen();
    let run = PageRun::new(&model.name, model, Budget::shared_by(1));
    let page = PageData { title: model.name.clone(), runs: vec![run] };
    let seen = Seen(Mutex::new(Sight { page, rows: 0, is_over: false, error: None }));
    thread::scope(|scope| {
        let running = scope.spawn(|| {
            let outcome = simulation.run(&mut Shown { seen: &seen, interrupt: &interrupt });
            seen.end(&simulation, outcome);
        });
        // A page wants a first row to frame its picture.
        while !seen.lock().has_begun() && !running.is_finished() {
            thread::sleep(Duration::from_millis(2));
        }
        let served = serve(&interrupt, opens, |path| match path.split_once('?').unwrap_or((path, "")) {
            ("/", _) => Answer::Html(seen.lock().page.to_live_html()),
            ("/rows", known) => seen.news(known),
            _ => Answer::Unknown,
        });
        // Where nothing could be served nobody watches.
        interrupt.ask();
        served
    })
}

/// What the simulation has shown, for both threads.
struct Seen(Mutex<Sight>);

struct Sight {
    page: PageData,
    rows: u64,
    is_over: bool,
    error: Option<String>,
}

impl Seen {
    /// A thread that panicked leaves what it had shown.
    fn lock(&self) -> MutexGuard<'_, Sight> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The summary, and that no more rows come.
    fn end(&self, simulation: &Simulation, outcome: Result<(), Trouble>) {
        let mut sight = self.lock();
        let mut summary = simulation.summary();
        if let Err(trouble) = outcome {
            summary.completed = false;
            summary.error.get_or_insert(trouble.to_string());
        }
        sight.error = summary.error.clone();
        sight.is_over = true;
        sight.page.runs.iter_mut().for_each(|run| run.set_summary(&summary));
    }

    /// Everything there is to see, unless the page knows it: `known` is the number of rows it has, and `over` where it knows the end.
    fn news(&self, known: &str) -> Answer {
        let sight = self.lock();
        if known == sight.state() {
            return Answer::Nothing;
        }
        let mut data: Value = sight.page.data();
        data["live"] = json!({ "state": sight.state(), "over": sight.is_over, "error": sight.error });
        drop(sight);
        Answer::Json(data.to_string())
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

/// The sink of a simulation that is watched.
struct Shown<'a> {
    seen: &'a Seen,
    interrupt: &'a Interrupt,
}

impl Sink for Shown<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), Trouble> {
        self.seen.lock().page.runs.iter_mut().try_for_each(|run| run.begin(channels))
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), Trouble> {
        let mut sight = self.seen.lock();
        sight.rows += 1;
        sight.page.runs.iter_mut().try_for_each(|run| run.record(row))
    }

    fn progress(&mut self, _: f64, _: u64) -> bool {
        !self.interrupt.is_asked()
    }
}
