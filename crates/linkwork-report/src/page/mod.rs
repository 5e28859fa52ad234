//! `report.html`: one file with the mechanism moving, plots, summary and audit, that opens from disk without a network.
//!
//! A [`PageRun`] is a sink that gathers the rows of a run for the page, thinned as they come, so that memory and page
//! stay small whatever the size of the run. [`PageData`] is a page with one run or several on top of one another.
//!
//! ```
//! use linkwork_report::{Budget, PageData, PageRun};
//!
//! let model = linkwork::Model::parse(&linkwork::gallery::find("four-bar").unwrap(), "four-bar.toml")?;
//! let plan = linkwork::Plan::choose(&model, &linkwork::Settings { end: 0.1, ..linkwork::Settings::of_model(&model) })?;
//! let mut simulation = linkwork::Simulation::new(model.clone(), plan.clone())?;
//! let mut run = PageRun::new("four-bar", &model, Budget::shared_by(1));
//! simulation.run(&mut run)?;
//! run.set_summary(&simulation.summary());
//! let html = PageData { title: "four-bar".into(), runs: vec![run] }.to_html();
//! assert!(html.starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base64;
mod document;
mod loads;
mod model;
mod rows;
mod selection;
mod thinning;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Model, SimulationError};
use serde::Serialize;
use serde_json::Value;

use crate::error::WriteError;
use crate::files::{create_new, partial, put_in_place, remove_if_present};
use rows::{Columns, Frames};
use selection::Selection;

pub use document::{Document, STYLE, escape};
pub use selection::Budget;

/// Name of the page in the results folder.
pub const PAGE: &str = "report.html";

const BODY: &str = include_str!("../../page/page.html");
const SCRIPT: &str = include_str!("../../page/dist/page.js");
/// A page of a megabyte takes some ten system calls.
const BUFFER_BYTES: usize = 1 << 16;
/// More warnings than this are counted only.
const MOST_WARNINGS: usize = 100;

/// A page: one run, or several to be compared.
pub struct PageData {
    /// Heading and title of the window.
    pub title: String,
    /// The runs, the first one being the one whose summary is shown first. They share the page's [`Budget`].
    pub runs: Vec<PageRun>,
}

impl PageData {
    /// The page.
    pub fn to_html(&self) -> String {
        self.around(BODY)
    }

    /// The page of a run that goes on: it asks the program that serves it for news.
    pub fn to_live_html(&self) -> String {
        self.around(&format!("<script>window.LINKWORK_LIVE = \"rows\";</script>\n{BODY}"))
    }

    fn around(&self, body: &str) -> String {
        let mut text = Vec::new();
        // Memory takes everything, and all parts are texts.
        match self.write_around(body, &mut text) {
            Ok(()) => String::from_utf8(text).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// Data become text while they are written: all of it is never in memory.
    fn write_around(&self, body: &str, out: &mut dyn Write) -> io::Result<()> {
        let document = Document { title: format!("{} · Linkwork", self.title), body, script: SCRIPT };
        document.write(out, |out| base64::write_json(&self.shown(None), out))
    }

    fn shown(&self, live: Option<Value>) -> Shown<'_> {
        let program = concat!("Linkwork ", env!("CARGO_PKG_VERSION"));
        Shown { live, program, runs: &self.runs, title: model::short(&self.title) }
    }

    /// Contents of the page, as its script reads them: a text in JSON, with what there is to tell of a run that goes
    /// on.
    pub fn data(&self, live: Option<Value>) -> String {
        base64::to_json(&self.shown(live))
    }

    /// Writes the page under another name and gives it its own when it is whole.
    ///
    /// # Errors
    /// When it cannot be written; a page that was there before is then still whole.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        let part = partial(path);
        let write = || {
            let mut out = BufWriter::with_capacity(BUFFER_BYTES, create_new(&part)?);
            self.write_around(BODY, &mut out).and_then(|()| out.flush())
        };
        if let Err(error) = write().map_err(WriteError::at(&part)) {
            // Half a page is of no use, and may be what fills the disk.
            let _ = remove_if_present(&part);
            return Err(error);
        }
        put_in_place(path)
    }
}

/// The data of a page.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<Value>,
    program: &'static str,
    runs: &'a [PageRun],
    title: String,
}

/// A run as the page shows it; a sink for its rows.
#[derive(Serialize)]
pub struct PageRun {
    columns: Columns,
    frames: Frames,
    model: Value,
    name: String,
    summary: Value,
}

impl PageRun {
    /// For the rows of this model; `name` tells runs of a page apart.
    pub fn new(name: &str, model: &Model, budget: Budget) -> PageRun {
        let selection = Selection::new(model, budget);
        PageRun {
            name: model::short(name),
            model: model::describe(model, &selection),
            frames: Frames::new(model, &selection, budget),
            columns: Columns::new(model, &selection, budget),
            summary: Value::Null,
        }
    }

    /// Sets the object of `summary.json`.
    pub fn set_summary(&mut self, summary: &impl Serialize) {
        // A summary has nothing that JSON refuses; one that had would be shown as missing.
        self.summary = serde_json::to_value(summary).unwrap_or_default();
        if let Some(Value::Array(warnings)) = self.summary.get_mut("warnings") {
            let more = warnings.len().saturating_sub(MOST_WARNINGS);
            if more > 0 {
                warnings.truncate(MOST_WARNINGS);
                warnings.push(format!("and {more} more, which summary.json has").into());
            }
        }
    }

    /// How many rows were recorded, kept or not.
    pub fn n_rows(&self) -> u64 {
        self.columns.n_rows()
    }
}

impl Sink for PageRun {
    fn begin(&mut self, _: &dyn Channels) -> Result<(), SimulationError> {
        Ok(())
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        let mut time = None;
        row.for_each(&mut |numbers| time = time.or(numbers.first().copied()));
        let time = time.unwrap_or(f64::NAN);
        self.frames.see(time, row);
        self.columns.see(time, row);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
