//! Runs the program on several processes in a folder of its own, and the same in one process.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use linkwork::{Checkpoint, Model, Plan, Settings, Simulation};
use linkwork_report::{Format, ResultsFolder};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of its own for one test, removed at its end. One test at a time: each starts more processes than most
/// machines have cores.
pub struct Desk(PathBuf, #[allow(dead_code)] MutexGuard<'static, ()>);

impl Desk {
    pub fn new(name: &str) -> Desk {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        static TURN: Mutex<()> = Mutex::new(());
        // A test that failed in its turn leaves nothing that concerns the next.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let unique = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("linkwork-mpi-{name}-{unique}"));
        fs::create_dir_all(&path).unwrap();
        Desk(path, turn)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A model as a file.
    pub fn model(&self, name: &str, text: &str) -> Model {
        let file = format!("{name}.toml");
        fs::write(self.path(&file), text).unwrap();
        Model::parse(text, &file).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// `mpirun` with the program and its arguments.
    pub fn command(&self, n_processes: usize, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new("mpirun");
        command.args(["-n", &n_processes.to_string(), env!("CARGO_BIN_EXE_linkwork-mpi"), "run"]).args(arguments);
        command.current_dir(&self.0).stdin(Stdio::null());
        // More processes than cores, and the superuser of a container, are fine for a test; other MPIs do not ask.
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        command.env("OMPI_MCA_rmaps_base_oversubscribe", "1").env("OMPI_MCA_mpi_yield_when_idle", "1");
        command.env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
        command
    }

    pub fn run(&self, n_processes: usize, arguments: &[impl AsRef<OsStr>]) -> Output {
        self.command(n_processes, arguments).output().expect("mpirun is installed: scripts/install-mpi.sh")
    }

    /// Runs, and must succeed.
    pub fn succeed(&self, n_processes: usize, arguments: &[impl AsRef<OsStr> + Debug]) {
        let output = self.run(n_processes, arguments);
        assert!(output.status.success(), "{arguments:?} on {n_processes} processes: {}", told(&output));
    }

    pub fn spawn(&self, n_processes: usize, arguments: &[impl AsRef<OsStr>]) -> Child {
        let mut command = self.command(n_processes, arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("mpirun is installed")
    }

    pub fn summary(&self, folder: &str) -> serde_json::Value {
        let path = self.path(folder).join("summary.json");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        serde_json::from_str(&text).unwrap()
    }

    pub fn trajectory(&self, folder: &str) -> Vec<u8> {
        fs::read(self.path(folder).join("trajectory.csv")).unwrap()
    }

    /// A whole run in this process, from its start or a checkpoint; returns the hash of the final state.
    pub fn run_here(&self, model: &Model, settings: &Settings, folder: &str, checkpoint: Option<&Path>) -> String {
        let plan = Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
        let mut simulation = match checkpoint {
            None => Simulation::new(model.clone(), plan.clone()).unwrap(),
            Some(path) => {
                let checkpoint = Checkpoint::parse(&fs::read(path).unwrap()).unwrap();
                Simulation::restore(model.clone(), plan.clone(), &checkpoint).unwrap()
            }
        };
        let mut results = ResultsFolder::create(&self.path(folder), Format::Csv).unwrap();
        simulation.run(results.sink()).unwrap();
        let summary = simulation.summary();
        let hash = summary.state_hash.clone();
        results.finish(&summary).unwrap();
        hash
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a program printed, on both channels.
pub fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Waits for something that a run does.
pub fn wait_until(child: &mut Child, mut reached: impl FnMut() -> bool) {
    let start = Instant::now();
    while !reached() {
        let early = child.try_wait().unwrap();
        if early.is_some() || start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the run did not come so far: {early:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits for something that comes by itself.
pub fn wait_for(what: &str, mut reached: impl FnMut() -> bool) {
    let start = Instant::now();
    while !reached() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits for the end of a run; returns how it ended and after how long.
pub fn wait_for_end(mut child: Child) -> (Output, Duration) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the run did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    (child.wait_with_output().unwrap(), start.elapsed())
}

/// Sends a signal to one process.
pub fn signal(word: &str, process: u32) {
    assert!(Command::new("kill").args([word, &process.to_string()]).status().unwrap().success());
}

/// Processes of the processes that an `mpirun` started on this machine, by process.
pub fn ranks_of(mpirun: u32) -> Vec<u32> {
    let parent_and_name = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (name, rest) = stat.split_once(" (")?.1.rsplit_once(") ")?;
        Some((rest.split(' ').nth(1)?.parse::<u32>().ok()?, name.to_string()))
    };
    let is_below = |mut process: u32| {
        while let Some((parent, _)) = parent_and_name(process) {
            if parent == mpirun {
                return true;
            }
            process = parent;
        }
        false
    };
    let all = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let is_rank = |process: &u32| parent_and_name(*process).is_some_and(|(_, name)| name == "linkwork-mpi");
    let mut found: Vec<u32> = all.filter(is_rank).filter(|&process| is_below(process)).collect();
    found.sort_by_key(|&process| rank_of(process));
    found
}

/// What MPI told a process: the variables of Open MPI and of MPICH.
fn rank_of(process: u32) -> Option<usize> {
    let told = fs::read(format!("/proc/{process}/environ")).ok()?;
    let mut variables =
        told.split(|byte| *byte == 0).filter_map(|line| std::str::from_utf8(line).ok()?.split_once('='));
    variables.find(|(name, _)| ["OMPI_COMM_WORLD_RANK", "PMI_RANK"].contains(name))?.1.parse().ok()
}

/// Whether a process is still there; one that has ended may wait for someone to ask how.
pub fn is_there(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}
