//! `linkwork plot`: columns of a trajectory over time, as a figure for papers. Columns of different units have a
//! panel each.

use std::path::{Path, PathBuf};

use clap::Args;
use linkwork::Model;
use linkwork_report::export::{ExportError, write_bytes};
use linkwork_report::figure::{Axis, Curve, Figure, Panel, Scale};
use linkwork_report::{Quantity, Trajectory};

use crate::columns;
use crate::failure::Failure;
use crate::options::{count, number, positive};
use crate::printing::print_plain;

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
    /// Column on the horizontal axis; a position against a position is drawn true to scale
    #[arg(long, value_name = "COLUMN", default_value = "time")]
    against: String,
    /// Not before this time (s)
    #[arg(long, value_name = "S", value_parser = number, allow_hyphen_values = true)]
    from: Option<f64>,
    /// Not after this time (s)
    #[arg(long, alias = "to", value_name = "S", value_parser = number, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Every N-th row only
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    every: Option<usize>,
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size,
        help = "Width and height in pixels [default: 640x400, higher for several panels]")]
    size: Option<[f64; 2]>,
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
    print_plain(&format!("{}\n", options.output.display()))
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
        let mut read = trajectory.read(&all, &columns::rows(self.from, self.until, self.every)?)?.into_iter();
        let along = read.next().unwrap_or_default();
        if along.is_empty() {
            return Err(Failure::Wrong("there are no rows between --from and --until".into()));
        }
        let model = trajectory.find_model();
        let name = |k: usize, points| Column::new(&trajectory.columns()[k], model.as_ref(), points);
        let horizontal = name(against, Vec::new());
        let points = |column: Vec<f64>| along.iter().zip(column).map(|(x, y)| [*x, y]).collect();
        let columns: Vec<Column> = chosen.iter().zip(read).map(|(k, column)| name(*k, points(column))).collect();
        // True to scale where all are lengths; time, say, has no length to compare with.
        let has_equal_scales = columns.iter().chain([&horizontal]).all(|column| column.unit() == "m");
        let panels = self.panels(columns)?;
        Ok(Figure {
            title: self.title.clone(),
            x: Axis { label: horizontal.with_unit(), ..Axis::default() },
            size: self.size(panels.len())?,
            panels,
            has_equal_scales,
            always_named: false,
        })
    }

    /// Width and height for so many panels.
    fn size(&self, n_panels: usize) -> Result<[f64; 2], Failure> {
        let least = Figure::least_height(n_panels);
        match self.size {
            None if n_panels < 2 => Ok([640.0, 400.0]),
            None => Ok([640.0, 80.0 + 190.0 * n_panels as f64]),
            Some([_, height]) if n_panels > 1 && height < least => Err(Failure::Wrong(format!(
                "columns of {n_panels} units have a panel each, which takes a height of {least} pixels (--size), not {height}"
            ))),
            Some(size) => Ok(size),
        }
    }

    /// A panel for every unit, in the order of the columns.
    fn panels(&self, columns: Vec<Column>) -> Result<Vec<Panel>, Failure> {
        let mut groups: Vec<Vec<Column>> = Vec::new();
        for column in columns {
            match groups.iter_mut().find(|group| group[0].kind() == column.kind()) {
                Some(group) => group.push(column),
                None => groups.push(vec![column]),
            }
        }
        if self.label.is_some() && groups.len() > 1 {
            let n = groups.len();
            return Err(Failure::Wrong(format!("--label is for one axis; columns of {n} units have a panel each")));
        }
        Ok(groups.into_iter().map(|group| self.panel(group)).collect())
    }

    fn panel(&self, columns: Vec<Column>) -> Panel {
        let scale = if self.log { Scale::Logarithmic } else { Scale::Linear };
        let label = self.label.clone().unwrap_or_else(|| label(&columns));
        let curve = |Column { name, points, .. }| Curve { name, points, has_dots: false };
        Panel { y: Axis { label, scale, range: None }, curves: columns.into_iter().map(curve).collect() }
    }
}

/// A column with what it measures.
struct Column {
    name: String,
    quantity: Option<Quantity>,
    /// Over the horizontal axis.
    points: Vec<[f64; 2]>,
}

impl Column {
    fn new(name: &str, model: Option<&Model>, points: Vec<[f64; 2]>) -> Column {
        let quantity = model.map_or_else(|| Quantity::of(name), |model| Quantity::in_model(name, model));
        Column { name: name.into(), quantity, points }
    }

    /// Empty for pure numbers.
    fn unit(&self) -> &'static str {
        self.quantity.map_or("", |quantity| quantity.unit)
    }

    /// Columns of one kind share an axis: those of one unit, or pure numbers of one quantity.
    fn kind(&self) -> &'static str {
        match self.quantity {
            Some(Quantity { name, unit: "" }) => name,
            _ => self.unit(),
        }
    }

    fn with_unit(&self) -> String {
        if self.unit().is_empty() { self.name.clone() } else { format!("{} ({})", self.name, self.unit()) }
    }
}

/// The ending of a file's name, in small letters.
pub fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// Beside the vertical axis of columns of one unit: a name alone, the quantity of all, or the unit.
fn label(columns: &[Column]) -> String {
    if let [column] = columns {
        return column.with_unit();
    }
    let mut quantities = columns.iter().map(|column| column.quantity);
    match quantities.next().flatten() {
        Some(first) if quantities.all(|other| other == Some(first)) => first.label(),
        first => first.map_or("", |quantity| quantity.unit).into(),
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
    use linkwork::model::Coordinate;

    #[test]
    fn what_curves_share_is_beside_the_axis() {
        let model = Model::parse(&linkwork::gallery::find("slider-crank").unwrap(), "m.toml").unwrap();
        let column = |name: &&str| Column::new(name, Some(&model), Vec::new());
        let label = |names: &[&str]| label(&names.iter().map(column).collect::<Vec<_>>());
        assert_eq!(label(&["a.fx"]), "a.fx (N)");
        assert_eq!(label(&["a.fx", "b.fy"]), "force (N)");
        let joint = |coordinate: Coordinate| {
            let joint = model.joints.iter().find(|joint| joint.coordinate() == Some(coordinate));
            format!("{}.q", joint.unwrap().name)
        };
        let [angle, travel] = [Coordinate::Angle, Coordinate::Travel].map(joint);
        assert_eq!(label(&[&angle]), format!("{angle} (rad)"));
        assert_eq!(label(&[&travel]), format!("{travel} (m)"));
        assert_eq!(label(&[&travel, "b.x"]), "m");
        let unknown = Column::new(&travel, None, Vec::new());
        assert_eq!((unknown.with_unit(), unknown.kind()), (travel, "joint coordinate"));
    }

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(size("800x300"), Ok([800.0, 300.0]));
        for text in ["800", "0x10", "axb", "800x300x2", "nanx200", ""] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
