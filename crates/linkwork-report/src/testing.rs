//! Shared by the tests of this crate: folders that vanish, numbers that are hard to print, a reader of Parquet, a run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, gallery};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::folder::{CHECKPOINT, ResultsFolder};
use crate::table::Format;

/// A folder of its own for one test, removed at its end.
pub struct TestFolder(PathBuf);

impl TestFolder {
    pub fn new(name: &str) -> TestFolder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let unique = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("linkwork-report-{name}-{unique}"));
        std::fs::create_dir_all(&folder).unwrap();
        TestFolder(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Numbers which a careless printer loses: signed zero, subnormals, extremes, long fractions, and a pseudo-random lot.
pub fn awkward_numbers() -> Vec<f64> {
    let mut numbers = vec![0.0, -0.0, 0.1, 1.0 / 3.0, 1e15, 1e16, 123_456_789.0, 1e21, 1e-7, 9.5e-301, 5e-324];
    numbers.extend([
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        f64::EPSILON,
        std::f64::consts::PI,
        9_007_199_254_740_993.0,
    ]);
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    while numbers.len() < 2000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = f64::from_bits(bits);
        numbers.extend(x.is_finite().then_some(x));
    }
    numbers
}

/// Names of the columns, and the rows.
pub fn read_parquet(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    let names = fields.iter().map(|f| f.name().to_string()).collect();
    let number = |field: &Field| match field {
        Field::Double(x) => *x,
        other => panic!("expected a double, found {other}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| row.unwrap().get_column_iter().map(|(_, field)| number(field)).collect()).collect();
    (names, rows)
}

/// The files in a folder, by name.
pub fn files(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A run of a pendulum into the folder, with a checkpoint at 0.06 s.
pub fn run_pendulum(directory: &Path, format: Format) -> Checkpoint {
    let text = gallery::find("pendulum").unwrap();
    let model = Model::parse(&text, "pendulum.toml").unwrap();
    let settings = Settings { end: 0.1, integrator: "rk4".parse().unwrap(), ..Settings::default() };
    let plan = Plan::choose(&model, &settings).unwrap();
    let mut folder = ResultsFolder::create(directory, format).unwrap();
    folder.keep_checkpoints(0.055, 0.0);
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.run(folder.sink()).unwrap();
    folder.finish(&simulation.summary()).unwrap();
    Checkpoint::parse(&std::fs::read(directory.join(CHECKPOINT)).unwrap()).unwrap()
}

/// A run of a built-in model into the folder.
pub fn run_model(name: &str, directory: &Path, format: Format, end: f64) -> Model {
    let text = gallery::find(name).unwrap();
    let model = Model::parse(&text, "model.toml").unwrap();
    let settings = Settings { end, ..Settings::of_model(&model) };
    let plan = Plan::choose(&model, &settings).unwrap();
    let mut folder = ResultsFolder::create(directory, format).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.run(folder.sink()).unwrap();
    folder.finish(&simulation.summary()).unwrap();
    model
}
