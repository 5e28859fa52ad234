//! `linkwork report`: the page of one run, or of several on top of one another, made from results folders.

use std::path::{Path, PathBuf};

use clap::Args;
use linkwork::recorder::Sink;
use linkwork_report::{Budget, PageData, PageRun, Results, Rows};

use crate::failure::Failure;
use crate::printing::print_plain;

/// More runs are told apart by nobody.
const MOST_RUNS: usize = 12;

/// Options of `linkwork report`.
#[derive(Args, Debug)]
pub struct ReportOptions {
    /// Results folders
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// The page
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

/// Writes the page.
///
/// # Errors
/// Results that cannot be read, a page that cannot be written.
pub fn report(options: &ReportOptions) -> Result<(), Failure> {
    gather(&options.results)?.write(&options.output)?;
    print_plain(&format!("{}\n", options.output.display()))
}

/// The page of these results.
///
/// # Errors
/// Results that cannot be read, or too many of them.
pub fn gather(folders: &[PathBuf]) -> Result<PageData, Failure> {
    if folders.len() > MOST_RUNS {
        let n = folders.len();
        return Err(Failure::Wrong(format!("{n} runs are too many for one page; choose up to {MOST_RUNS}")));
    }
    let budget = Budget::shared_by(folders.len());
    let opened: Vec<Results> = folders.iter().map(|folder| Results::open(folder)).collect::<Result<_, _>>()?;
    let names = name(&opened, folders);
    let runs: Result<Vec<PageRun>, Failure> =
        opened.iter().zip(&names).map(|(results, name)| read_run(results, name, budget)).collect();
    let mut titles: Vec<&str> = opened.iter().map(|results| results.model.name.as_str()).collect();
    titles.dedup();
    Ok(PageData { title: titles.join(", "), runs: runs? })
}

/// Folders' names, or whole paths where these do not tell runs apart; of a run alone, that of its model.
fn name(opened: &[Results], folders: &[PathBuf]) -> Vec<String> {
    if let [results] = opened {
        return vec![results.model.name.clone()];
    }
    let names: Vec<String> = opened.iter().map(Results::name).collect();
    let is_alone = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let path = |folder: &Path| folder.display().to_string();
    names.iter().zip(folders).map(|(n, folder)| if is_alone(n) { n.clone() } else { path(folder) }).collect()
}

fn read_run(results: &Results, name: &str, budget: Budget) -> Result<PageRun, Failure> {
    let mut run = PageRun::new(name, &results.model, budget);
    let all: Vec<usize> = (0..results.trajectory.columns().len()).collect();
    let mut outcome = Ok(());
    results.trajectory.for_each_row(&all, &Rows::ALL, &mut |row| {
        outcome = run.record(&row);
        outcome.is_ok()
    })?;
    outcome.map_err(|trouble| Failure::Stopped(trouble.to_string()))?;
    run.set_summary(&results.summary);
    Ok(run)
}
