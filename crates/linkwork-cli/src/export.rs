//! `linkwork export`: results for other programs.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkwork_report::export::{write_gltf, write_npz};
use linkwork_report::{Results, Rows, Trajectory};

use crate::columns;
use crate::failure::Failure;
use crate::options::{count, number};
use crate::printing::print_plain;

/// Options of `linkwork export`.
#[derive(Args, Debug)]
pub struct ExportOptions {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// npz: arrays for NumPy, one a column; gltf: an animated scene (.glb), for Blender and others
    #[arg(long, alias = "to", value_name = "FORMAT", value_enum)]
    format: Target,
    #[arg(
        short,
        long,
        value_name = "FILE",
        help = "The file [default: trajectory.npz or animation.glb in the folder of the results]"
    )]
    output: Option<PathBuf>,
    /// Not before this time (s)
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    from: Option<f64>,
    /// Not after this time (s)
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Every N-th row only
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    every: Option<usize>,
    /// npz: these columns only, beside time; * stands for any letters, ? for one
    #[arg(long, value_name = "COLUMNS", num_args = 1..)]
    columns: Vec<String>,
}

/// The words of `--format`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Npz,
    Gltf,
}

/// Exports.
///
/// # Errors
/// Results that cannot be read, a file that cannot be written.
pub fn export(options: &ExportOptions) -> Result<(), Failure> {
    let rows = columns::rows(options.from, options.until, options.every)?;
    let trajectory = Trajectory::find(&options.results)?;
    let output = options.output.clone().unwrap_or_else(|| {
        let name = match options.format {
            Target::Npz => "trajectory.npz",
            Target::Gltf => "animation.glb",
        };
        trajectory.path().with_file_name(name)
    });
    match options.format {
        Target::Npz => {
            let mut chosen = match &options.columns[..] {
                [] => (0..trajectory.columns().len()).collect(),
                patterns => columns::choose(&trajectory, patterns)?,
            };
            if !chosen.contains(&0) {
                chosen.insert(0, 0);
            }
            write_npz(&trajectory, &chosen, &rows, &output)?;
        }
        Target::Gltf => options.write_scene(&rows, &output)?,
    }
    print_plain(&format!("{}\n", output.display()))
}

impl ExportOptions {
    fn write_scene(&self, rows: &Rows, output: &Path) -> Result<(), Failure> {
        if !self.columns.is_empty() {
            return Err(Failure::Wrong("--columns is for npz; a scene has the positions of all bodies".into()));
        }
        let results = Results::open(&self.results)?;
        Ok(write_gltf(&results.model, &results.trajectory, rows, output)?)
    }
}
