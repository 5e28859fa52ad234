//! How a run ends before its time: on request, or because a process was lost.
//!
//! In both cases `mpirun` asks all processes to terminate, and kills them about a second later. On request, process 0
//! tells the others after the step, and all end in good order. Where a process is lost, the others wait for it in vain:
//! process 0 completes the folder from beside, says which one it was, and goes; only then do the others, or it could
//! not tell who was lost from who left. Processes of this machine can be watched; of others only `mpirun`
//! knows.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use linkwork::exchange::Exchange;
use linkwork_cli::{Failure, Interrupt};

use crate::desk::Desk;

/// How long a step may take from the request on; `mpirun` kills after a second.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often one looks meanwhile.
const PAUSE: Duration = Duration::from_millis(10);

/// Where the processes run.
pub struct Crew {
    /// By process: machine and process.
    places: Vec<String>,
    process: usize,
}

/// Says that the run is over, so that nothing has to be ended any more.
#[derive(Clone, Debug, Default)]
pub struct Over(Arc<AtomicBool>);

impl Over {
    /// From now on.
    pub fn tell(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_so(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Crew {
    /// All processes tell where they are.
    pub fn muster(line: &mut dyn Exchange) -> Crew {
        let (process, n_processes) = (line.process(), line.n_processes());
        let place = |from: usize| {
            let mut text = if from == process { here().into_bytes() } else { Vec::new() };
            line.spread(from, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let places = (0..n_processes).map(place).collect();
        Crew { places, process }
    }

    /// Whether a process of this machine is no more.
    fn is_lost(&self, process: usize) -> bool {
        let place = |process: usize| self.places[process].rsplit_once(' ');
        let here = place(self.process).map(|(machine, _)| machine);
        place(process).is_some_and(|(machine, process)| Some(machine) == here && !is_alive(process))
    }

    /// A process whose end ends this one: any for process 0, which tells the user, and process 0 for the others.
    fn find_lost(&self) -> Option<usize> {
        let watched = if self.process == 0 { self.places.len() } else { 1 };
        (0..watched).find(|&process| self.is_lost(process))
    }
}

/// This machine and process.
fn here() -> String {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{} {}", machine.trim(), std::process::id())
}

/// Whether a process exists and has not ended yet; where the system does not tell, it does.
fn is_alive(process: &str) -> bool {
    if !fs::exists("/proc/self/stat").unwrap_or(false) {
        return true;
    }
    // After the name in brackets comes a letter: Z and X are what is left of a process that has ended.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Starts to listen for requests to end; process 0 has a desk. Returns what tells the run of them.
pub fn listen(crew: Crew, desk: Option<Desk>, over: Over) -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let handler = move || {
        flag.ask();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if over.is_so() {
                return;
            }
            if let Some(lost) = crew.find_lost() {
                give_up(lost, desk.as_ref());
            }
            sleep(PAUSE);
        }
        if let Some(desk) = desk.as_ref().filter(|desk| desk.save()) {
            Failure::Interrupted(format!("a step still goes on, and may be cut off; {}", kept(desk))).print();
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        Failure::Stopped(format!("requests to end this run will lose its results ({error})")).print();
    }
    interrupt
}

/// Tells which results the user has in any case.
fn kept(desk: &Desk) -> String {
    format!(
        "rows so far, and the last checkpoint if there is one, are kept in '{}'; --restart goes on from it",
        desk.shown()
    )
}

/// Ends this process, because another one is lost. The message comes first: there may be no time for more.
fn give_up(lost: usize, desk: Option<&Desk>) -> ! {
    if let Some(desk) = desk {
        let error = format!("process {lost} was lost, and with it a part of the mechanism");
        Failure::Stopped(format!("{error}; {}", kept(desk))).print();
        desk.close(&error);
    }
    std::process::exit(1)
}
