//! A thread that writes rows while the simulation computes the next ones.
//!
//! Numbers are handed over in buffers of one size, which come back and are filled again. The queue is bounded, so a
//! simulation that is faster than the disk waits. Rows have the order and the bytes that they have without a thread.

use std::io;
use std::mem;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use crate::error::WriteError;
use crate::table::Table;

/// Numbers in a buffer: as text some 40 kB. The last one of a run is waited for, and each takes new pages of memory, so
/// that larger ones would not be faster.
const BUFFER_LENGTH: usize = 2048;
/// Buffers in the queue at least: one is written while others are filled.
const LEAST_BUFFERS: usize = 4;
/// And at most, for models whose rows are very long: 16 MB.
const MOST_BUFFERS: usize = 1024;

enum Order {
    Write(Vec<f64>),
    /// Bring all rows before to the disk, and say when they are there.
    Save(SyncSender<()>),
}

/// Writes a table in a thread of its own.
pub(crate) struct Writer {
    path: PathBuf,
    orders: Option<SyncSender<Order>>,
    /// Buffers that were written.
    returned: Receiver<Vec<f64>>,
    buffer: Vec<f64>,
    thread: Option<JoinHandle<Result<(), WriteError>>>,
    /// Why the thread has ended early.
    failure: Option<WriteError>,
}

impl Writer {
    /// For rows of a table that has its columns.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub(crate) fn start(table: Table, n_columns: usize) -> Result<Writer, WriteError> {
        let path = table.path().to_path_buf();
        // Two rows, so that the simulation does not wait in the middle of one.
        let n_buffers = (LEAST_BUFFERS + 2 * n_columns / BUFFER_LENGTH).min(MOST_BUFFERS);
        let (orders, to_write) = sync_channel(n_buffers);
        let (give_back, returned) = channel();
        let thread = thread::Builder::new().name("linkwork-writer".into());
        let thread = thread.spawn(move || obey(table, to_write, give_back)).map_err(WriteError::at(&path))?;
        let buffer = Vec::with_capacity(BUFFER_LENGTH);
        Ok(Writer { path, orders: Some(orders), returned, buffer, thread: Some(thread), failure: None })
    }

    /// The next numbers, row after row.
    ///
    /// # Errors
    /// When rows before could not be written.
    pub(crate) fn put(&mut self, mut numbers: &[f64]) -> Result<(), WriteError> {
        while let Some((now, later)) = numbers.split_at_checked(BUFFER_LENGTH - self.buffer.len()) {
            self.buffer.extend_from_slice(now);
            self.hand_over()?;
            numbers = later;
        }
        self.buffer.extend_from_slice(numbers);
        Ok(())
    }

    /// Brings all rows so far to the disk.
    ///
    /// # Errors
    /// When they could not be written.
    pub(crate) fn save(&mut self) -> Result<(), WriteError> {
        self.hand_over()?;
        let (done, is_done) = sync_channel(1);
        self.order(Order::Save(done))?;
        is_done.recv().map_err(|_| self.fail())
    }

    /// Waits until the table is complete.
    ///
    /// # Errors
    /// When it could not be written.
    pub(crate) fn finish(&mut self) -> Result<(), WriteError> {
        // The thread has an error of this call, too, and returns it.
        let _ = self.hand_over();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let panicked =
                |_| Err(WriteError { path: self.path.clone(), cause: io::Error::other("the writer failed") });
            self.failure = thread.join().unwrap_or_else(panicked).err();
        }
        self.failure.as_ref().map_or(Ok(()), |failure| Err(failure.copy()))
    }

    fn hand_over(&mut self) -> Result<(), WriteError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let empty = self.returned.try_recv().unwrap_or_else(|_| Vec::with_capacity(BUFFER_LENGTH));
        let full = mem::replace(&mut self.buffer, empty);
        self.order(Order::Write(full))
    }

    fn order(&mut self, order: Order) -> Result<(), WriteError> {
        match self.orders.as_ref().map(|orders| orders.send(order)) {
            Some(Ok(())) => Ok(()),
            // Nobody listens any more.
            Some(Err(_)) | None => Err(self.fail()),
        }
    }

    /// Why the thread has ended.
    fn fail(&mut self) -> WriteError {
        self.orders = None;
        let failure = self.finish().err();
        let closed = || WriteError { path: self.path.clone(), cause: io::Error::other("it is complete already") };
        failure.unwrap_or_else(closed)
    }
}

/// A run that died leaves the rows it had.
impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

/// Works until no more orders come, or something cannot be written.
fn obey(mut table: Table, orders: Receiver<Order>, give_back: Sender<Vec<f64>>) -> Result<(), WriteError> {
    for order in orders {
        match order {
            Order::Write(mut numbers) => {
                table.put(&numbers)?;
                numbers.clear();
                // At the end nobody wants it back.
                let _ = give_back.send(numbers);
            }
            Order::Save(done) => {
                table.save()?;
                let _ = done.send(());
            }
        }
    }
    table.close()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use linkwork::Summary;
    use linkwork::recorder::Sink;

    use super::*;
    use crate::csv::CsvSink;
    use crate::files::partial;
    use crate::folder::ResultsFolder;
    use crate::table::Format;
    use crate::testing::TestFolder;

    /// More rows than the queue has room for, wide and narrow, saved in between: order and bytes are those of a table
    /// without a thread.
    #[test]
    fn rows_written_beside_the_simulation_keep_order_and_bytes() {
        for (n_columns, n_rows) in [(3, 20_000), (30_000, 9)] {
            let test = TestFolder::new("beside");
            let names: Vec<String> = (0..n_columns).map(|k| format!("c{k}")).collect();
            let row = |i: usize| -> Vec<f64> { (0..n_columns).map(|k| (i * n_columns + k) as f64 / 3.0).collect() };
            let mut folder = ResultsFolder::create(&test.path("r"), Format::Csv).unwrap();
            let mut plain = CsvSink::create(&test.path("plain.csv")).unwrap();
            folder.sink().begin(&names).unwrap();
            plain.begin(&names).unwrap();
            for i in 0..n_rows {
                folder.sink().record(&row(i)).unwrap();
                plain.record(&row(i)).unwrap();
                if i % 7 == 3 && n_columns > 3 {
                    folder.save_rows().unwrap();
                    let saved = fs::read_to_string(partial(&test.path("r/trajectory.csv"))).unwrap();
                    assert_eq!(saved.lines().count(), i + 2, "all rows so far are on the disk");
                }
            }
            folder.finish(&Summary::default()).unwrap();
            plain.close().unwrap();
            assert_eq!(fs::read(test.path("r/trajectory.csv")).unwrap(), fs::read(test.path("plain.csv")).unwrap());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn trouble_of_the_writing_thread_comes_back() {
        let file = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut table = Table::new(Path::new("/dev/full"), file, Format::Csv);
        table.sink().begin(&["time", "rod.x"].map(String::from)).unwrap();
        let mut writer = Writer::start(table, 2).unwrap();
        // The queue is bounded, so trouble is told long before so many rows.
        let error = (0..1_000_000).find_map(|_| writer.put(&[0.1, 0.2]).err()).unwrap();
        assert!(error.to_string().contains("free some space"), "{error}");
        for error in [writer.put(&[0.5; 9000]), writer.save(), writer.finish()] {
            assert!(error.unwrap_err().to_string().contains("free some space"));
        }
    }
}
