//! `linkwork schema`: the JSON Schema of model files on standard output, for editors.

use crate::failure::Failure;
use crate::printing::print_json;

/// Prints the schema.
///
/// # Errors
/// When standard output does not take it.
pub fn schema() -> Result<(), Failure> {
    print_json(&linkwork::model::schema())
}
