//! Entry functions of the fuzz targets: models, short runs by any methods, checkpoints, results. Each function takes
//! what comes, returns whether it was accepted as a whole, and must neither panic nor take long; errors are fine. The
//! targets call them under libFuzzer, and a test of `linkwork-report`, which includes this file, calls them with every
//! file of `corpus`.

mod seeds;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use linkwork::hash::Hash;
use linkwork::methods::{
    FormulationKind, IntegratorKind, OrderMethod, Preconditioner, Scales, SolverKind, Split, StabilizationKind, Start,
    Variant, Word,
};
use linkwork::model::Inputs;
use linkwork::recorder::{Channels, ModelChannels, OutputTimes, Row, Sink};
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError, gallery};
use linkwork_report::export::write_npz;
use linkwork_report::{FolderLock, Format, Results, ResultsFolder, Rows, Trajectory};

pub use seeds::seeds;

/// Larger models take long and show nothing that small ones do not.
const MOST_BODIES: usize = 12;
const MOST_JOINTS: usize = 16;
/// A run ends after so many steps or rows.
const MOST_STEPS: u64 = 4;
const MOST_ROWS: u64 = 20;
/// Bytes of an input of [`step`] that choose methods; the others are the model.
const N_CHOICES: usize = 20;

/// A model file, JSON when it begins with a brace.
pub fn parse(bytes: &[u8]) -> bool {
    read_model(bytes).is_some()
}

fn read_model(bytes: &[u8]) -> Option<Model> {
    let text = std::str::from_utf8(bytes).ok()?;
    let name = if text.trim_start().starts_with('{') { "fuzz.json" } else { "fuzz.toml" };
    match Model::load(text, name, &Inputs { parameters: &[], files: Some(&open) }) {
        Ok(loaded) => Some(loaded.model),
        Err(faults) => {
            assert!(!faults.0.is_empty(), "refused without a word");
            None
        }
    }
}

/// Files beside a model: the same for all paths with one ending.
fn open(path: &str) -> Result<Vec<u8>, String> {
    let content = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("toml") => include_str!("seeds/wheel.toml"),
        Some("csv") => "x,force,note\n0,1,a\n0.5,2,b\n1,1,c\n",
        Some("obj") => "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
        _ => return Err("there is no such file".into()),
    };
    Ok(content.as_bytes().to_vec())
}

/// A model after some bytes that choose how it is simulated: some steps, a checkpoint, and one more step from it.
pub fn step(bytes: &[u8]) -> bool {
    let Some((choices, text)) = bytes.split_at_checked(N_CHOICES) else { return false };
    let Some(model) = read_model(text) else { return false };
    if model.n_bodies() > MOST_BODIES || model.n_joints() > MOST_JOINTS {
        return false;
    }
    let settings = choose(&model, choices);
    let Ok(plan) = Plan::choose(&model, &settings) else { return false };
    let Ok(mut simulation) = Simulation::new(model.clone(), plan.clone()) else { return false };
    if simulation.run(&mut Short::default()).is_err() {
        return false;
    }
    let time = simulation.state().time;
    assert!(time.is_finite() && simulation.state().values.iter().all(|x| x.is_finite()), "a good step to t = {time}");
    let text = simulation.checkpoint().to_text();
    let checkpoint = Checkpoint::parse(text.as_bytes()).expect("a checkpoint is read back");
    time >= settings.end || go_on(&model, &plan, &checkpoint)
}

/// The settings of the model file, replaced where a byte says so.
fn choose(model: &Model, choices: &[u8]) -> Settings {
    let mut left = choices.iter().map(|byte| usize::from(*byte));
    let mut next = |n: usize| left.next().map_or(0, |byte| byte % n);
    let mut settings = Settings::of_model(model);
    for (setting, words) in [
        words_of::<FormulationKind>(),
        words_of::<SolverKind>(),
        words_of::<Preconditioner>(),
        words_of::<Variant>(),
        words_of::<Start>(),
        words_of::<IntegratorKind>(),
        words_of::<StabilizationKind>(),
        words_of::<OrderMethod>(),
        words_of::<Split>(),
        words_of::<Scales>(),
    ] {
        let chosen = next(words.len() + 1);
        if chosen > 0 {
            settings.set(setting, words[chosen - 1]).expect("a word of the registry");
        }
    }
    settings.end = [settings.end, 0.0, 1e-3, 0.05, 5.0][next(5)];
    settings.output_step = [settings.output_step, 1e-3, 0.01, 3.0][next(4)];
    settings.step = [settings.step, 1e-4, 1e-3, 0.1][next(4)];
    settings.rtol = [settings.rtol, 1e-12, 1e-8, 1e-3][next(4)];
    settings.adams_order = [4, 1, 2, 3, 5, 0, 6][next(7)];
    settings.baumgarte_rate = [None, Some(1.0), Some(1e3)][next(3)];
    settings.threads = [1, 1, 2, 3][next(4)];
    settings.parts = [0, 1, 2, 3, 7][next(5)];
    settings.smallest_part = 1;
    settings.cyclic_limit = [0, 1, 4][next(3)];
    settings.cuts = model.joints.get(next(8)).map_or(String::new(), |joint| joint.name.clone());
    settings
}

fn words_of<T: Word>() -> (&'static str, &'static [&'static str]) {
    (T::SETTING, T::WORDS)
}

/// A sink that ends runs soon.
#[derive(Default)]
struct Short {
    rows: u64,
}

impl Sink for Short {
    fn begin(&mut self, _: &dyn Channels) -> Result<(), SimulationError> {
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.rows += 1;
        row.for_each(&mut |_| {});
        if self.rows > MOST_ROWS { Err(SimulationError::Sink { message: "enough rows".into() }) } else { Ok(()) }
    }

    fn progress(&mut self, _: f64, steps: u64) -> bool {
        steps < MOST_STEPS
    }
}

fn go_on(model: &Model, plan: &Plan, checkpoint: &Checkpoint) -> bool {
    let restored = Simulation::restore(model.clone(), plan.clone(), checkpoint);
    restored.is_ok_and(|mut simulation| simulation.step(plan.settings.end).is_ok() && simulation.observe().is_ok())
}

/// A model with the plan that a checkpoint may belong to.
struct Case {
    model: Model,
    plan: Plan,
}

impl Case {
    fn new(name: &str, [formulation, solver, integrator, stabilization]: [&str; 4]) -> Case {
        let text = gallery::find(name).expect("a model of the gallery");
        let model = Model::parse(&text, "model.toml").expect("a good model");
        let words = [
            ("formulation", formulation),
            ("solver", solver),
            ("integrator", integrator),
            ("stabilization", stabilization),
        ];
        let mut settings = Settings { threads: 1, end: 0.1, ..Settings::default() };
        words.iter().for_each(|(name, word)| settings.set(name, word).expect("a word of the registry"));
        let plan = Plan::choose(&model, &settings).expect("a plan");
        Case { model, plan }
    }

    /// After some steps, with all rows up to there.
    fn run(&self, sink: &mut dyn Sink) -> Checkpoint {
        let mut simulation = Simulation::new(self.model.clone(), self.plan.clone()).expect("a simulation");
        simulation.run(sink).expect("a good run");
        simulation.checkpoint()
    }
}

fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        vec![
            Case::new("pendulum", ["recursive", "elimination", "adams", "none"]),
            Case::new("four-bar", ["cartesian", "elimination", "dopri5", "partitioning"]),
            Case::new("slider-crank", ["natural", "qr", "rk4", "projection"]),
            Case::new("four-bar", ["recursive", "pcg", "adams-bashforth", "baumgarte"]),
        ]
    })
}

/// The text of a checkpoint, as it is and with a checksum that fits, and a step of the run that it belongs to.
pub fn checkpoint(bytes: &[u8]) -> bool {
    let as_it_is = Checkpoint::parse(bytes);
    let body = bytes.windows(CHECKSUM.len()).rposition(|w| w == CHECKSUM).map_or(bytes, |end| &bytes[..end]);
    let sum = Hash::of_bytes(body).text();
    let mended = [body, CHECKSUM, sum.as_bytes(), b"\"}\n"].concat();
    let Ok(checkpoint) = as_it_is.or_else(|_| Checkpoint::parse(&mended)) else { return false };
    cases().iter().any(|case| go_on(&case.model, &case.plan, &checkpoint))
}

const CHECKSUM: &[u8] = b",\"checksum\":\"";

/// A file of a results folder, which the first byte names; the rest of the folder is whole. Everything is read, and a
/// run goes on from its rows.
pub fn results(bytes: &[u8]) -> bool {
    let Some((kind, content)) = bytes.split_first() else { return false };
    let kind = FILES[usize::from(*kind) % FILES.len()];
    let good = good_results();
    let folder = temporary("damaged");
    std::fs::create_dir_all(&folder).expect("a folder for results");
    write(&folder, "model.toml", &good.model);
    if kind == SUMMARY {
        write(&folder, Format::Csv.file_name(), &good.rows);
    } else {
        write(&folder, SUMMARY, &good.summary);
    }
    write(&folder, kind, content);
    let read = read_results(&folder, good);
    std::fs::remove_dir_all(&folder).expect("the folder was just made");
    read
}

const SUMMARY: &str = "summary.json";
/// Files of a results folder that may be damaged.
const FILES: [&str; 4] = ["trajectory.csv", "trajectory.parquet", "trajectory.csv.partial", SUMMARY];

/// A folder of this thread.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("linkwork-fuzz-{}-{:?}-{name}", std::process::id(), std::thread::current().id()))
}

fn write(folder: &Path, name: &str, content: &[u8]) {
    std::fs::write(folder.join(name), content).expect("room for results");
}

fn read_results(folder: &Path, good: &Good) -> bool {
    let read_all = |trajectory: &Trajectory| {
        let columns: Vec<usize> = (0..trajectory.columns().len()).collect();
        let some = Rows { from: 0.0, to: 0.05, every: 2 };
        trajectory.read(&columns, &Rows::ALL).is_ok()
            && trajectory.count(&some).is_ok()
            && write_npz(trajectory, &columns, &some, &folder.join("rows.npz")).is_ok()
    };
    let is_table = Trajectory::find(folder).is_ok_and(|trajectory| read_all(&trajectory));
    let is_whole = Results::open(folder).is_ok();
    let Case { model, plan } = &cases()[0];
    let times = OutputTimes::new(plan.settings.end, plan.settings.output_step);
    let channels = ModelChannels(model);
    let lock = FolderLock::claim(folder).expect("a folder of its own");
    let resumed = ResultsFolder::resume(lock, Format::Csv, &channels, &good.checkpoint, &times, None);
    is_table && is_whole && resumed.is_ok_and(|(_, n)| n > 0)
}

/// Results of a run of the pendulum.
struct Good {
    model: Vec<u8>,
    summary: Vec<u8>,
    rows: Vec<u8>,
    checkpoint: Checkpoint,
}

fn good_results() -> &'static Good {
    static GOOD: OnceLock<Good> = OnceLock::new();
    GOOD.get_or_init(|| {
        let (folder, checkpoint) = run_pendulum(Format::Csv);
        let read = |name: &str| std::fs::read(folder.join(name)).expect("results of a good run");
        let good = Good { model: read("model.toml"), summary: read(SUMMARY), rows: read(FILES[0]), checkpoint };
        std::fs::remove_dir_all(&folder).expect("the folder was just made");
        good
    })
}

/// The folder and the last checkpoint.
fn run_pendulum(format: Format) -> (PathBuf, Checkpoint) {
    let case = &cases()[0];
    let directory = temporary(format.file_name());
    let mut folder = ResultsFolder::create(&directory, format).expect("a folder for results");
    let text = gallery::find("pendulum").expect("a model of the gallery");
    folder.keep_model(text.as_bytes(), false).expect("room for the model");
    let checkpoint = case.run(folder.sink());
    let summary = Simulation::new(case.model.clone(), case.plan.clone()).expect("a simulation").summary();
    folder.finish(&summary).expect("room for results");
    (directory, checkpoint)
}
