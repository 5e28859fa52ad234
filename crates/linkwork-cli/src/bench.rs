//! `linkwork bench`: what can be measured of the program itself. `bench papers` recomputes published tables, `bench
//! cyclic` finds the limit of that solver on this machine, `bench specialize` what programs made for a model gain on
//! it, `bench auto` whether the methods that are chosen by themselves are the fastest.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use linkwork_lab::automatic::{Automatic, Judged};
use linkwork_lab::crossover::Crossover;
use linkwork_lab::papers::{self, Published, Table};
use serde::Serialize;

use crate::bench_page;
use crate::bench_specialize::Gains;
use crate::bench_table;
use crate::failure::Failure;
use crate::near::nearest;
use crate::options::count;
use crate::printing::{print, print_json, print_plain};
use crate::sheet;
use crate::specialize;
use crate::summary::counted;

/// Options of `linkwork bench`.
#[derive(Args, Debug)]
pub struct BenchOptions {
    #[command(subcommand)]
    subject: Option<Subject>,
}

/// The subjects of measurement.
#[derive(Subcommand, Debug)]
enum Subject {
    /// Recompute published tables, ours beside theirs; exit code 1 when one is not met
    Papers(PapersOptions),
    /// From how many joints on `cyclic` is faster than elimination in sequence, here; takes some seconds
    Cyclic(CyclicOptions),
    /// What programs made for a model gain, and what making them takes, here; takes some seconds
    Specialize(SpecializeOptions),
    /// Whether the methods that `auto` chooses are the fastest, here; exit code 1 when not; takes a minute or two
    Auto(AutoOptions),
}

/// Options of `linkwork bench auto`.
#[derive(Args, Debug)]
struct AutoOptions {
    /// Only models with these letters in their names
    #[arg(long, value_name = "LETTERS", default_value = "")]
    only: String,
    /// Print the measurements as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// Options of `linkwork bench specialize`.
#[derive(Args, Debug)]
struct SpecializeOptions {
    /// Print the measurements as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// Options of `linkwork bench cyclic`.
#[derive(Args, Debug)]
struct CyclicOptions {
    /// Threads to compute with, and blocks for them; two where nothing is said
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Print the measurements as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// Options of `linkwork bench papers`.
#[derive(Args, Debug)]
struct PapersOptions {
    /// One table, or all of one paper: a name from `linkwork bench`
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Write papers.html, a page with all tables and plots, into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print the tables as one JSON object on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print nothing but errors; the exit code tells whether all tables are met
    #[arg(long)]
    quiet: bool,
}

/// The object printed by `--json`.
#[derive(Serialize)]
struct Told<'a> {
    met: bool,
    tables: &'a [Table],
}

/// Measures and prints.
///
/// # Errors
/// A wrong command, or a table that is not met.
pub fn bench(options: &BenchOptions) -> Result<(), Failure> {
    match &options.subject {
        Some(Subject::Papers(options)) => recompute(options),
        Some(Subject::Cyclic(options)) => find_limit(options),
        Some(Subject::Specialize(options)) => time_programs(options),
        Some(Subject::Auto(options)) => judge_choices(options),
        None => print(&list()),
    }
}

fn list() -> String {
    let mut text =
        String::from("linkwork bench papers   published tables, recomputed; with --only NAME, these alone:\n");
    let width = papers::list().iter().map(|table| table.name.len()).max().unwrap_or(0);
    for table in papers::list() {
        text += &format!("  {:width$}  {} [{}]\n", table.name, table.title, table.source);
    }
    text += "linkwork bench cyclic   from how many joints on `cyclic` is faster than elimination in sequence, here\n";
    text += "linkwork bench specialize   what programs made for a model gain, and what making them takes, here\n";
    text += "linkwork bench auto   whether the methods that `auto` chooses are the fastest, here\n";
    text
}

fn judge_choices(options: &AutoOptions) -> Result<(), Failure> {
    let names = Automatic::list_models().map_err(Failure::Stopped)?;
    if !names.iter().any(|name| name.contains(&options.only)) {
        let (only, all) = (&options.only, names.join(", "));
        return Err(Failure::Wrong(format!("no model of this benchmark has '{only}' in its name; there are {all}")));
    }
    // The first line that cannot be printed ends the printing, not the measurement.
    let mut printed = if options.json { Ok(()) } else { print_plain(&format!("{}\n", Automatic::heading())) };
    let mut tell = |judged: &Judged| {
        if !options.json && printed.is_ok() {
            printed = print_plain(&format!("{judged}\n"));
        }
    };
    let judged = Automatic::measure(&specialize::prepare, &options.only, &mut tell).map_err(Failure::Stopped)?;
    printed?;
    if options.json {
        print_json(&judged)?
    } else {
        print_plain(&format!("\n{judged}\n"))?
    }
    if judged.met { Ok(()) } else { Err(Failure::Stopped("`auto` is too far from the best choice".into())) }
}

fn time_programs(options: &SpecializeOptions) -> Result<(), Failure> {
    let gains = Gains::measure().map_err(Failure::Stopped)?;
    if options.json { print_json(&gains) } else { print_plain(&gains.to_string()) }
}

fn find_limit(options: &CyclicOptions) -> Result<(), Failure> {
    let crossover = Crossover::measure(options.threads.unwrap_or(2)).map_err(Failure::Stopped)?;
    if options.json { print_json(&crossover) } else { print_plain(&crossover.to_string()) }
}

fn recompute(options: &PapersOptions) -> Result<(), Failure> {
    let chosen = choose(options.only.as_deref())?;
    sheet::prepare(options.output.as_deref())?;
    let tables: Result<Vec<Table>, String> = chosen.iter().map(|published| published.recompute()).collect();
    tell(&tables.map_err(Failure::Stopped)?, options)
}

/// Prints the tables; one that is not met is a failure.
fn tell(tables: &[Table], options: &PapersOptions) -> Result<(), Failure> {
    let missed = missed_rows(tables);
    let mut written = String::new();
    if let Some(directory) = &options.output {
        let path =
            sheet::write(directory, "papers.html", "Published tables, recomputed", &bench_page::describe(tables))?;
        written = format!("Page: {}\n", path.display());
    }
    let told = if options.json {
        print_json(&Told { met: missed.is_empty(), tables })
    } else if options.quiet {
        Ok(())
    } else {
        print_plain(&(bench_table::describe(tables) + &written))
    };
    if missed.is_empty() { told } else { Err(Failure::Stopped(missed.join("\n"))) }
}

/// All tables, those of a paper, or one.
fn choose(only: Option<&str>) -> Result<Vec<&'static Published>, Failure> {
    let all = papers::list();
    let Some(name) = only else { return Ok(all.iter().collect()) };
    let chosen: Vec<&Published> = all.iter().filter(|table| table.name == name || table.paper() == name).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let hint = match nearest(name, all.iter().flat_map(|table| [table.name, table.paper()])).first() {
        Some(near) => format!("did you mean '{near}'?"),
        None => "`linkwork bench` shows all".to_string(),
    };
    Err(Failure::Wrong(format!("there is no published table '{name}'; {hint}")))
}

/// A sentence for each row that is not what it must be.
fn missed_rows(tables: &[Table]) -> Vec<String> {
    let rows = tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let missed = rows.filter(|(_, row)| !row.missed.is_empty());
    let sentence = |(table, row): (&Table, &papers::Row)| {
        let columns = counted(row.missed.len(), "number is", "numbers are");
        format!("{}, {}: {columns} not met ({})", table.name, row.label, row.missed.join(", "))
    };
    missed.map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_a_table_or_a_paper() {
        let names = |only| choose(only).map(|list| list.iter().map(|table| table.name).collect::<Vec<_>>());
        assert_eq!(names(Some("negrut-2")).unwrap(), ["negrut-2"]);
        assert_eq!(names(Some("negrut")).unwrap(), ["negrut-1", "negrut-2", "negrut-3"]);
        assert_eq!(names(None).unwrap().len(), papers::list().len());
        assert!(names(Some("negrut-9")).unwrap_err().message().contains("did you mean 'negrut-1'"));
        assert!(names(Some("")).is_err());
    }

    #[test]
    fn a_missed_row_is_named_and_no_success() {
        let options = PapersOptions { only: None, output: None, json: false, quiet: true };
        let mut tables = [papers::find("negrut-2").unwrap().recompute().unwrap()];
        assert!(tell(&tables, &options).is_ok());
        tables[0].rows[1].missed = vec!["A", "M"];
        match tell(&tables, &options) {
            Err(Failure::Stopped(said)) => {
                assert_eq!(said, "negrut-2, 4 2 3 5 6 9 1 7 8 10: 2 numbers are not met (A, M)");
            }
            other => panic!("{other:?}"),
        }
    }
}
