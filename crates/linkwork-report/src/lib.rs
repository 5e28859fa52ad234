//! Results of a run as files: `trajectory.csv` or `trajectory.parquet`, `summary.json`, the model, the page
//! `report.html`, and where asked for `checkpoint.json`.
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
pub mod export;
pub mod figure;
mod files;
mod folder;
mod lock;
mod origin;
mod page;
mod parquet;
mod quantity;
mod read;
mod results;
mod shapes;
mod sources;
mod table;
mod writer;

pub use csv::CsvSink;
pub use error::{WriteError, shown};
pub use files::SourcedSummary;
pub use folder::{CHECKPOINT, MODELS, ResultsFolder};
pub use lock::FolderLock;
pub use origin::{model_file, other_model_file};
pub use page::{Budget, Document, PAGE, PageData, PageRun, STYLE, escape};
pub use parquet::ParquetSink;
pub use quantity::Quantity;
pub use read::{ReadError, Rows, Trajectory};
pub use results::Results;
pub use shapes::{Drawn, Solid, solids};
pub use sources::write_files;
pub use table::{ChosenColumns, Format};

#[cfg(test)]
mod testing;
