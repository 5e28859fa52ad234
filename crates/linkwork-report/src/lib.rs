//! Results of a run as files: `trajectory.csv` or `trajectory.parquet`, `summary.json`, and where asked for `checkpoint.json`.
//!
//! A [`ResultsFolder`] owns the files of one run. Rows go to a `.partial` file while the run goes on; only
//! [`ResultsFolder::finish`] puts the files in place, so a folder never shows half of a run under a final name.
//!
//! ```
//! use linkwork::recorder::Sink;
//! use linkwork_report::{Format, ResultsFolder};
//!
//! # let directory = std::env::temp_dir().join(format!("linkwork-doc-{}", std::process::id()));
//! let mut folder = ResultsFolder::create(&directory, Format::Csv)?;
//! folder.sink().begin(&["time".to_string(), "rod.x".to_string()])?;
//! folder.sink().record(&[0.0, 0.5])?;
//! folder.finish(&linkwork::Summary::default())?;
//!
//! let text = std::fs::read_to_string(directory.join("trajectory.csv"))?;
//! assert_eq!(text, "time,rod.x\n0.0,0.5\n");
//! # std::fs::remove_dir_all(directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod csv;
mod earlier;
mod error;
mod folder;
mod parquet;
mod sources;

pub use csv::CsvSink;
pub use error::WriteError;
pub use folder::{CHECKPOINT, Format, ResultsFolder};
pub use parquet::ParquetSink;
pub use sources::write_files;

#[cfg(test)]
mod testing;
