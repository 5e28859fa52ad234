//! The desk of process 0: the results folder, where both the run and the one who must end it at once can reach it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Checkpoint, SimulationError, Summary};
use linkwork_report::ResultsFolder;

/// The folder and what could be told by now; nobody holds it while processes wait for one another.
#[derive(Clone)]
pub struct Desk {
    /// Where the folder is.
    shown: String,
    papers: Arc<Mutex<Papers>>,
}

struct Papers {
    folder: Option<ResultsFolder>,
    summary: Summary,
}

impl Desk {
    /// With an open folder, and what there was to tell before the first step.
    pub fn new(folder: ResultsFolder, summary: Summary) -> Desk {
        let shown = folder.directory().display().to_string();
        Desk { shown, papers: Arc::new(Mutex::new(Papers { folder: Some(folder), summary })) }
    }

    /// Where the folder is.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    fn lock(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder, when the run is over; `None` when it was closed meanwhile.
    pub fn clear(&self) -> Option<ResultsFolder> {
        self.lock().folder.take()
    }

    /// Completes the folder of a run that ends here because of `error`. Where that fails, the rows are in the partial
    /// file.
    pub fn close(&self, error: &str) {
        let mut papers = self.lock();
        let Some(folder) = papers.folder.take() else { return };
        let mut summary = papers.summary.clone();
        summary.completed = false;
        summary.error = Some(error.to_string());
        // The processes that are left cannot tell the state of the whole any more.
        summary.state_hash = String::new();
        // There is nobody left to tell of trouble with it.
        let _ = folder.finish(&summary);
    }

    /// Brings the rows so far to the disk, in case the run is ended from outside. Tells whether the run still has its
    /// folder.
    pub fn save(&self) -> bool {
        self.with(|folder| folder.save_rows().is_ok(), false)
    }

    fn with<T>(&self, work: impl FnOnce(&mut ResultsFolder) -> T, closed: T) -> T {
        self.lock().folder.as_mut().map_or(closed, work)
    }
}

impl Sink for Desk {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.with(|folder| folder.sink().begin(channels), Ok(()))
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.with(|folder| folder.sink().record(row), Ok(()))
    }

    fn progress(&mut self, time: f64, steps: u64) -> bool {
        let mut papers = self.lock();
        (papers.summary.time, papers.summary.steps) = (time, steps);
        true
    }

    fn is_checkpoint_due(&mut self, time: f64) -> bool {
        self.with(|folder| folder.sink().is_checkpoint_due(time), false)
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.with(|folder| folder.sink().keep(checkpoint), Ok(()))
    }
}
