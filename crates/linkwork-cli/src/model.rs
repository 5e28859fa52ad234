//! `linkwork model`: the gallery and the generators, printed as model files.

use clap::{Args, Subcommand, ValueEnum};
use linkwork::{ModelFile, Space, gallery};

use crate::failure::Failure;
use crate::near::nearest;
use crate::options::count;
use crate::printing::{print, print_plain};

/// Commands on the built-in models.
#[derive(Subcommand, Debug)]
pub enum ModelCommand {
    /// Names of the built-in models, with a line on each
    List,
    /// Print a built-in model as a model file
    Show(ShowOptions),
    /// Print a model of any size as a model file
    #[command(subcommand)]
    Generate(Kind),
}

/// Options of `linkwork model show`.
#[derive(Args, Debug)]
pub struct ShowOptions {
    /// A name from `linkwork model list`
    name: String,
    #[command(flatten)]
    form: Form,
}

/// TOML or JSON.
#[derive(Args, Debug)]
pub struct Form {
    /// Print JSON instead of TOML
    #[arg(long)]
    json: bool,
}

/// Where bodies move.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SpaceWord {
    Planar,
    Spatial,
}

/// The generators.
#[derive(Subcommand, Debug)]
pub enum Kind {
    /// A chain of bodies and revolute joints, hanging from the ground
    Chain {
        /// Number of bodies
        #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
        bodies: usize,
        /// Where they move
        #[arg(long, value_enum, default_value = "spatial")]
        space: SpaceWord,
        #[command(flatten)]
        form: Form,
    },
    /// A hub with arms around it
    Star {
        /// Number of arms
        #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
        arms: usize,
        #[command(flatten)]
        form: Form,
    },
    /// A square net of bodies and spherical joints, pinned at two corners
    Net {
        /// Bodies along one side
        #[arg(long, value_name = "K", value_parser = count, allow_hyphen_values = true)]
        size: usize,
        #[command(flatten)]
        form: Form,
    },
    /// A row of parallelograms: uprights joined by couplers from tip to tip
    FourBars {
        /// Number of parallelograms
        #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
        count: usize,
        /// Where they move
        #[arg(long, value_enum, default_value = "spatial")]
        space: SpaceWord,
        #[command(flatten)]
        form: Form,
    },
    /// A closed track of links
    Track {
        /// Number of links
        #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
        links: usize,
        #[command(flatten)]
        form: Form,
    },
    /// An insulator string of rods
    Insulator {
        /// Number of rods
        #[arg(long, value_name = "M", value_parser = count, allow_hyphen_values = true)]
        rods: usize,
        #[command(flatten)]
        form: Form,
    },
    /// A pendulum of unit rods in the plane
    Pendulums {
        /// Number of rods
        #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
        count: usize,
        #[command(flatten)]
        form: Form,
    },
}

/// Prints a list or a model file.
///
/// # Errors
/// A name or a size for which there is no model.
pub fn model(command: &ModelCommand) -> Result<(), Failure> {
    match command {
        ModelCommand::List => list(),
        ModelCommand::Show(options) => show(options),
        ModelCommand::Generate(kind) => generate(kind),
    }
}

fn list() -> Result<(), Failure> {
    let width = gallery::list().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for entry in gallery::list() {
        text += &format!("{:width$}  {} [{}]\n", entry.name, entry.summary, entry.source);
    }
    print(&text)
}

fn show(options: &ShowOptions) -> Result<(), Failure> {
    let name = options.name.as_str();
    let Some(text) = gallery::find(name) else {
        let hint = match nearest(name, gallery::list().iter().map(|entry| entry.name)).first() {
            Some(near) => format!("did you mean '{near}'?"),
            None => "`linkwork model list` shows all".to_string(),
        };
        return Err(Failure::Wrong(format!("there is no built-in model '{name}'; {hint}")));
    };
    if options.form.json {
        print_file(&linkwork::model::file::read(&text, "gallery.toml")?, &options.form)
    } else {
        print_plain(&text)
    }
}

fn generate(kind: &Kind) -> Result<(), Failure> {
    let (file, form) = match *kind {
        Kind::Chain { bodies, space, ref form } => (gallery::chain(bodies, space.into()), form),
        Kind::Star { arms, ref form } => (gallery::star(arms), form),
        Kind::Net { size, ref form } => (gallery::net(size), form),
        Kind::FourBars { count, space, ref form } => (gallery::four_bars(count, space.into()), form),
        Kind::Track { links, ref form } => (gallery::track(links), form),
        Kind::Insulator { rods, ref form } => (gallery::insulator(rods), form),
        Kind::Pendulums { count, ref form } => (gallery::pendulums(count), form),
    };
    print_file(&file.map_err(Failure::Wrong)?, form)
}

fn print_file(file: &ModelFile, form: &Form) -> Result<(), Failure> {
    let mut text = if form.json { file.to_json() } else { file.to_toml() };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    print_plain(&text)
}

impl From<SpaceWord> for Space {
    fn from(word: SpaceWord) -> Space {
        match word {
            SpaceWord::Planar => Space::Planar,
            SpaceWord::Spatial => Space::Spatial,
        }
    }
}
