//! Pages of tables: the look of the report page, with what tables need besides, and a table from its cells.

use std::path::{Path, PathBuf};

use linkwork_report::export::write_bytes;
use linkwork_report::{Document, escape};

use crate::failure::Failure;

/// Style of tables, beside that of all pages.
const STYLE: &str = include_str!("sheet.css");

/// Light or dark, as the system has it: the only script of these pages.
const SCRIPT: &str = "const system = matchMedia('(prefers-color-scheme: dark)');\n\
    const apply = () => (document.documentElement.dataset.theme = system.matches ? 'dark' : 'light');\n\
    system.addEventListener('change', apply);\napply();\n";

/// A cell of a table.
#[derive(Default)]
pub struct Cell {
    /// As it is written in the page.
    pub html: String,
    /// A class of the style above; empty for none.
    pub class: &'static str,
}

impl Cell {
    /// A text that stands for itself.
    pub fn text(text: impl AsRef<str>) -> Cell {
        Cell { html: escape(text.as_ref()), class: "" }
    }

    /// The same in another style.
    pub fn class(mut self, class: &'static str) -> Cell {
        self.class = class;
        self
    }
}

/// A table of numbers with headings.
pub fn table(headings: &[&str], rows: &[Vec<Cell>]) -> String {
    table_of("numbers", headings, rows)
}

/// A table of larger cells with headings.
pub fn grid_table(headings: &[&str], rows: &[Vec<Cell>]) -> String {
    table_of("grid", headings, rows)
}

fn table_of(class: &str, headings: &[&str], rows: &[Vec<Cell>]) -> String {
    let mut html = format!("<div class=\"wide\"><table class=\"{class}\"><thead><tr>");
    headings.iter().for_each(|heading| html += &format!("<th scope=\"col\">{}</th>", escape(heading)));
    html += "</tr></thead><tbody>\n";
    for row in rows {
        html += "<tr>";
        for Cell { html: cell, class } in row {
            html += &if class.is_empty() {
                format!("<td>{cell}</td>")
            } else {
                format!("<td class=\"{class}\">{cell}</td>")
            };
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>\n"
}

/// Makes the folder of a page where it is missing; done before long work, which a wrong name should not waste.
///
/// # Errors
/// When it cannot be made.
pub fn prepare(directory: Option<&Path>) -> Result<(), Failure> {
    let Some(directory) = directory else { return Ok(()) };
    std::fs::create_dir_all(directory)
        .map_err(|e| Failure::Wrong(format!("cannot make the folder '{}': {e}", directory.display())))
}

/// Writes a page into a folder and returns where it is.
///
/// # Errors
/// When it cannot be written.
pub fn write(directory: &Path, name: &str, title: &str, body: &str) -> Result<PathBuf, Failure> {
    let path = directory.join(name);
    let body = format!("<style>\n{STYLE}</style>\n<main class=\"sheet\">\n{body}</main>\n");
    let mut text = Vec::new();
    let document = Document { title: title.into(), body: &body, script: SCRIPT };
    document.write(&mut text, |out| out.write_all(b"{}")).map_err(|e| Failure::Stopped(e.to_string()))?;
    write_bytes(&path, &text)?;
    Ok(path)
}
