//! `linkwork plot`: columns of a trajectory over time, as a figure for papers.

use std::path::{Path, PathBuf};

use clap::Args;
use linkwork_report::export::{ExportError, write_bytes};
use linkwork_report::figure::{Axis, Curve, Figure, Scale};
use linkwork_report::{Quantity, Trajectory};

use crate::columns;
use crate::failure::Failure;
use crate::options::{count, number, positive};
use crate::printing::print;

/// More curves are told apart by nobody, and are probably a slip in a wildcard.
const MOST_CURVES: usize = 64;

/// Options of `linkwork plot`.
#[derive(Args, Debug)]
#[command(after_help = "For example: linkwork plot results/four-bar 'A.f?' energy.total -o forces.svg")]
pub struct PlotOptions {
    /// Results folder, or a trajectory file
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Columns by name; * stands for any letters, ? for one
    #[arg(value_name = "COLUMNS", required = true)]
    columns: Vec<String>,
    /// The figure: a file ending in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Column on the horizontal axis
    #[arg(long, value_name = "COLUMN", default_value = "time")]
    against: String,
    /// Not before this time (s)
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    from: Option<f64>,
    /// Not after this time (s)
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    to: Option<f64>,
    /// Every N-th row only
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    every: Option<usize>,
    /// Width and height in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "640x400", value_parser = size)]
    size: [f64; 2],
    /// Pixels of a .png for each pixel of the size
    #[arg(long, value_name = "X", default_value = "2", value_parser = positive)]
    scale: f64,
    /// Above the figure
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    /// Label of the vertical axis, where that of the columns does not do
    #[arg(long, value_name = "TEXT")]
    label: Option<String>,
    /// Logarithmic vertical axis; values that are not positive are left out
    #[arg(long)]
    log: bool,
}

/// Draws.
///
/// # Errors
/// Results that cannot be read, columns that are not there, a file that cannot be written.
pub fn plot(options: &PlotOptions) -> Result<(), Failure> {
    let is_png = options.is_png()?;
    let trajectory = Trajectory::find(&options.results)?;
    let against = columns::choose(&trajectory, std::slice::from_ref(&options.against))?;
    let chosen = columns::choose(&trajectory, &options.columns)?;
    if against.len() != 1 || chosen.len() > MOST_CURVES {
        let n = against.len().max(chosen.len());
        return Err(Failure::Wrong(format!(
            "{n} columns are too many for one figure; choose up to {MOST_CURVES}, and one to draw against"
        )));
    }
    let picture = options.figure(&trajectory, against[0], &chosen)?.draw();
    let bytes = match is_png {
        true => picture.to_png(options.scale).map_err(Failure::Wrong)?,
        false => picture.to_svg().into_bytes(),
    };
    write_bytes(&options.output, &bytes)?;
    print(&format!("{}\n", options.output.display()))
}

impl PlotOptions {
    fn is_png(&self) -> Result<bool, Failure> {
        match ending(&self.output).as_deref() {
            Some("png") => Ok(true),
            Some("svg") => Ok(false),
            _ => Err(Failure::Wrong(format!("'{}' must end in .svg or .png", self.output.display()))),
        }
    }

    fn figure(&self, trajectory: &Trajectory, against: usize, chosen: &[usize]) -> Result<Figure, Failure> {
        let all: Vec<usize> = [against].iter().chain(chosen).copied().collect();
        let mut read = trajectory.read(&all, &columns::rows(self.from, self.to, self.every)?)?.into_iter();
        let along = read.next().unwrap_or_default();
        if along.is_empty() {
            return Err(Failure::Wrong("there are no rows between --from and --to".into()));
        }
        let names: Vec<&str> = chosen.iter().map(|k| trajectory.columns()[*k].as_str()).collect();
        let (label, legends) = label(&names);
        let curves = read.zip(legends).map(|(column, name)| Curve {
            name,
            points: along.iter().zip(column).map(|(x, y)| [*x, y]).collect(),
            has_dots: false,
        });
        let scale = if self.log { Scale::Logarithmic } else { Scale::Linear };
        Ok(Figure {
            title: self.title.clone(),
            x: Axis { label: name_with_unit(&self.against), ..Axis::default() },
            y: Axis { label: self.label.clone().unwrap_or(label), scale, range: None },
            curves: curves.collect(),
            size: self.size,
            always_named: false,
        })
    }
}

/// The ending of a file's name, in small letters.
pub fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// What stands beside the vertical axis, and the curves' names. A quantity that all share is beside the axis; units that differ are
/// with the names.
fn label(names: &[&str]) -> (String, Vec<String>) {
    let plain = || names.iter().map(|name| name.to_string()).collect();
    if let [name] = names {
        return (name_with_unit(name), plain());
    }
    let quantities: Vec<Option<Quantity>> = names.iter().map(|name| Quantity::of(name)).collect();
    match quantities[..] {
        [Some(first), ..] if quantities.iter().all(|q| *q == Some(first)) => (first.label(), plain()),
        _ => (String::new(), names.iter().map(|name| name_with_unit(name)).collect()),
    }
}

fn name_with_unit(name: &str) -> String {
    match Quantity::of(name) {
        Some(Quantity { unit, .. }) if !unit.is_empty() => format!("{name} ({unit})"),
        _ => name.to_string(),
    }
}

/// Reads `640x400`.
fn size(text: &str) -> Result<[f64; 2], String> {
    let part = |text: &str| text.trim().parse().ok().filter(|x: &f64| (160.0..=10_000.0).contains(x));
    let parts = text.split_once(['x', '×']).and_then(|(a, b)| Some([part(a)?, part(b)?]));
    parts.ok_or("must be WIDTHxHEIGHT, each from 160 to 10000, as in 640x400".into())
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_curves_share_is_beside_the_axis() {
        assert_eq!(label(&["a.fx"]).0, "a.fx (N)");
        assert_eq!(label(&["a.fx", "b.fy"]), ("force (N)".into(), vec!["a.fx".into(), "b.fy".into()]));
        assert_eq!(label(&["a.fx", "b.x"]), (String::new(), vec!["a.fx (N)".into(), "b.x (m)".into()]));
    }

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(size("800x300"), Ok([800.0, 300.0]));
        for text in ["800", "0x10", "axb", "800x300x2", "nanx200", ""] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
