//! Memory of a process while it steps, as the operating system counts it.

use std::time::{Duration, Instant};

use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Checkpoint, SimulationError};
use linkwork_cli::Interrupt;

/// Asking takes some microseconds; a step may take less.
const PAUSE: Duration = Duration::from_millis(50);

/// A sink that looks at the memory of its process between steps, ends the run when this process is asked to, and passes
/// everything on, on the process that has whom to tell.
pub struct Probe<'a> {
    sink: Option<&'a mut dyn Sink>,
    interrupt: Interrupt,
    /// The most that was seen (bytes).
    most: u64,
    next: Instant,
}

impl<'a> Probe<'a> {
    /// With the sink behind it, if any.
    pub fn new(sink: Option<&'a mut dyn Sink>, interrupt: Interrupt) -> Probe<'a> {
        Probe { sink, interrupt, most: 0, next: Instant::now() }
    }

    /// The most memory that was in use while stepping (bytes).
    pub fn most(&mut self) -> u64 {
        self.look();
        self.most
    }

    fn look(&mut self) {
        self.most = self.most.max(resident().unwrap_or(0));
    }
}

impl Sink for Probe<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.sink.as_mut().map_or(Ok(()), |sink| sink.begin(channels))
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.sink.as_mut().map_or(Ok(()), |sink| sink.record(row))
    }

    fn progress(&mut self, time: f64, steps: u64) -> bool {
        let now = Instant::now();
        if now >= self.next {
            self.look();
            self.next = now + PAUSE;
        }
        let goes_on = self.sink.as_mut().is_none_or(|sink| sink.progress(time, steps));
        goes_on && !self.interrupt.is_asked()
    }

    fn is_checkpoint_due(&mut self, time: f64) -> bool {
        self.sink.as_mut().is_some_and(|sink| sink.is_checkpoint_due(time))
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.sink.as_mut().map_or(Ok(()), |sink| sink.keep(checkpoint))
    }
}

/// Memory of this process in use (bytes); `None` where the system does not tell.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
