//! Where a model comes from: a file, standard input (`-`), or the gallery when no file has that name.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use linkwork::model::{Assignment, Inputs, Loaded};
use linkwork::{Model, gallery};

use crate::failure::Failure;
use crate::near::nearest;

/// Values for parameters of the model.
#[derive(Args, Debug, Default)]
pub struct Parameters {
    /// Value of a parameter of the model, such as k=3e4 or stroke="50 mm"; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    assignments: Vec<Assignment>,
}

fn assignment(text: &str) -> Result<Assignment, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok(Assignment { name: name.trim().into(), value: value.trim().into() })
        }
        _ => Err("write the name of a parameter and its value, such as k=3e4".into()),
    }
}

/// Reads and checks the model that the user named.
///
/// # Errors
/// A name that leads nowhere, a file that cannot be read, or a model with faults.
pub fn load(name: &Path, parameters: &Parameters) -> Result<Model, Failure> {
    Ok(load_with_origin(name, parameters)?.model)
}

/// A model with what is kept of its text.
#[derive(Debug)]
pub struct Found {
    /// The model.
    pub model: Model,
    /// Where the text was found.
    pub origin: Origin,
    /// The copy to keep beside results.
    pub copy: Copy,
}

/// The text that gives a model once more.
#[derive(Debug)]
pub enum Copy {
    /// That of its origin, and whether it is JSON.
    Same { is_json: bool },
    /// This one, in TOML: parameters were set.
    Resolved(String),
}

/// Where the text of a model can be had once more.
#[derive(Debug)]
pub enum Origin {
    /// A file of the user, which may be too large to be kept in memory.
    File(PathBuf),
    /// From the gallery or from standard input.
    Text(String),
}

/// As [`load`], with where the text can be had once more.
///
/// # Errors
/// As [`load`].
pub fn load_with_origin(name: &Path, parameters: &Parameters) -> Result<Found, Failure> {
    let (text, label) = read(name)?;
    let folder = name.parent().map(Path::to_path_buf).unwrap_or_default();
    let read_beside = |path: &str| fs::read(folder.join(path)).map_err(|error| error.to_string());
    let inputs = Inputs { parameters: &parameters.assignments, files: Some(&read_beside) };
    let Loaded { model, resolved } = Model::load(&text, &label, &inputs)?;
    let origin = if name.is_file() { Origin::File(name.to_path_buf()) } else { Origin::Text(text) };
    let copy = resolved.map_or(Copy::Same { is_json: label.ends_with(".json") }, Copy::Resolved);
    Ok(Found { model, origin, copy })
}

/// The text, and the name for messages, which ends in `.toml` or `.json`.
fn read(name: &Path) -> Result<(String, String), Failure> {
    if name == Path::new("-") {
        return read_stdin();
    }
    let shown = linkwork_report::shown(name);
    match fs::read(name) {
        Ok(bytes) => Ok((text_of(bytes, &shown)?, shown)),
        // A folder is no model, so one with the name of a built-in model, of generated code, say, does not hide it.
        Err(e) if e.kind() == io::ErrorKind::NotFound || name.is_dir() => match gallery::find(&shown) {
            Some(text) => Ok((text, format!("{shown}.toml"))),
            None if name.is_dir() => {
                Err(Failure::Wrong(format!("'{shown}' is a folder; name a model file in it, ending in .toml or .json")))
            }
            None => Err(Failure::Wrong(missing(name))),
        },
        Err(e) => Err(Failure::Wrong(format!("cannot read '{shown}': {e}"))),
    }
}

fn read_stdin() -> Result<(String, String), Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|e| Failure::Wrong(format!("cannot read standard input: {e}")))?;
    let text = text_of(bytes, "standard input")?;
    // There is no extension to go by, but only JSON opens with a brace.
    let json = text.trim_start().starts_with('{');
    Ok((text, if json { "stdin.json".into() } else { "stdin.toml".into() }))
}

fn text_of(bytes: Vec<u8>, shown: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::Wrong(format!("'{shown}' is not a text in UTF-8 (byte {at}); model files are TOML or JSON"))
    })
}

fn missing(name: &Path) -> String {
    let shown = linkwork_report::shown(name);
    let files = files_beside(name);
    let built_in = gallery::list().iter().map(|entry| entry.name);
    let near = nearest(&shown, files.iter().map(String::as_str).chain(built_in));
    let near: Vec<String> = near.iter().map(|n| format!("'{n}'")).collect();
    let hint = if near.is_empty() {
        "`linkwork model list` shows the built-in models".to_string()
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    format!("there is no file '{shown}' and no built-in model of that name; {hint}")
}

/// The model files in the folder that the name points into, written as the user would write them.
fn files_beside(name: &Path) -> Vec<String> {
    let folder = name.parent().unwrap_or(Path::new(""));
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(listed) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| folder.join(entry.file_name()));
    let models = paths.filter(|p| p.extension().is_some_and(|e| e == "toml" || e == "json"));
    models.map(|p| p.display().to_string()).collect()
}
