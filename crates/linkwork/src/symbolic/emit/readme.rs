//! The first page for users of written code: what it is, what to call, how to build and test it, what it needs.

use super::{Emission, Written, describe_numbers, remark};

/// The text; `files` and `build` differ by language.
pub(super) fn write(emission: &Emission, all: &[Written], files: &str, build: &str) -> String {
    let mut text = format!("# {}\n\nEquations of motion as straight-line code, ", remark(&emission.model));
    text += &format!("written by Linkwork {}. All data of the model are in it.\n\n", env!("CARGO_PKG_VERSION"));
    emission.contents.iter().for_each(|line| text += &format!("- {}\n", remark(line)));
    text += &format!("\n## Files\n\n{files}\n## Build and test\n\n{build}\n## Procedures\n\n");
    text += "Nothing allocates, waits or keeps anything between calls; there are no loops but in `finish`, and no branches on sizes. Arrays must not overlap.\n";
    for written in all {
        let procedure = written.procedure;
        text += &format!("\n### `{}`\n\n{}\n\n", procedure.name, remark(procedure.purpose));
        text += &format!(
            "{} operations; {} bytes of the stack beside what the compiler needs.\n\n```\n",
            written.n_operations(),
            written.n_places * size_of::<f64>()
        );
        text += &describe_numbers('x', &procedure.inputs, "");
        text += &format!("\n{}```\n", describe_numbers('y', &procedure.outputs, ""));
    }
    text
}
