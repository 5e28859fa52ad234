//! A model file with all that it names: other values of its parameters, parts, meshes and curves from other files.

use super::document::{self, Source};
use super::parameters::{self, Assignment, Given, Scope};
use super::parts::{self, Files};
use super::read::Reader;
use super::{Fault, Faults, FileName, ModelFile, UNREPORTED, curve_files, meshes};

/// Reads the text of a model file; `name` ends in `.toml` or `.json` and appears in messages.
///
/// # Errors
/// Every fault of the file, those of its meaning included as far as it could be read.
pub fn read(text: &str, name: &str) -> Result<ModelFile, Faults> {
    read_from_outside(text, name, &Inputs::default()).map(|whole| whole.file)
}

/// Inputs of reading a model file, besides its text.
#[derive(Clone, Copy, Default)]
pub struct Inputs<'a> {
    /// Values for parameters, in the place of those in the file.
    pub parameters: &'a [Assignment],
    /// Reads other files that the model names, by their paths from its folder; what is wrong is told by a text.
    pub files: Option<&'a ReadFile<'a>>,
}

/// Reads a file by its path, or says why not.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// As [`read`], with other values for its parameters, and with its parts; and how the file came about.
pub(in crate::model) fn read_from_outside(text: &str, name: &str, inputs: &Inputs) -> Result<Whole, Faults> {
    let folder = parts::folder_of(name);
    let own = name[folder.len()..].to_string();
    let mut files = Files { inputs, chain: vec![own], folder: folder.to_string(), count: 0 };
    read_whole(text, name, &Given::Texts(inputs.parameters), &mut files).map_err(Faults::sorted)
}

/// A file with its parts.
pub(in crate::model) struct Whole {
    pub file: ModelFile,
    /// As messages call it.
    pub(super) name: String,
    pub(super) scope: Scope,
    /// Whether other files are in it.
    pub is_composed: bool,
}

/// Reads a file and its parts; faults come in no order.
pub(super) fn read_whole(text: &str, name: &str, given: &Given, files: &mut Files) -> Result<Whole, Vec<Fault>> {
    let source = Source::new(text, name);
    let mut faults = Vec::new();
    let Some(root) = document::parse(&source, &mut faults) else { return Err(faults) };
    let scope = parameters::read_scope(&root, given, &source, &mut faults);
    let mut reader = Reader { source: &source, faults, scope: &scope, parts: Vec::new(), coordinate: None };
    let mut file = ModelFile { file: FileName(name.to_string()), ..ModelFile::default() };
    reader.model(&root, &mut file);
    let has_meshes = meshes::read_all(&mut file, &mut reader, files);
    let has_curves = curve_files::read_all(&mut file, &mut reader, files);
    let entries = std::mem::take(&mut reader.parts);
    let has_all_parts = parts::add_all(&mut file, &entries, &mut reader, files);
    let mut faults = reader.faults;
    if faults.is_empty() {
        let is_composed = has_meshes || has_curves || !entries.is_empty();
        return Ok(Whole { file, name: name.to_string(), scope, is_composed });
    }
    // The parts that could be read may be wrong as well; say everything at once.
    if has_all_parts && let Err(Faults(more)) = file.build() {
        faults.extend(more.into_iter().filter(|fault| fault.message != UNREPORTED));
    }
    Err(faults)
}
