//! Pages of tables: the look of the report page, with what tables need besides, and a table from its cells.

use std::path::{Path, PathBuf};

use linkwork_report::export::write_bytes;
use linkwork_report::{document, escape};

use crate::failure::Failure;

/// What tables need beside the style of all pages.
const STYLE: &str = "<style>
.sheet { max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; overflow: auto; height: auto; }
.sheet h1 { font-size: 1.6rem; margin: 0 0 .3rem; } .sheet h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
.sheet p { max-width: 60rem; line-height: 1.45; } .sheet .note { opacity: .75; font-size: .9rem; }
.sheet .wide { overflow-x: auto; } .sheet table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .88rem; }
.sheet th, .sheet td { padding: .32rem .7rem; text-align: right; border-bottom: 1px solid rgba(128, 128, 128, .3); white-space: nowrap; }
.sheet th:first-child, .sheet td:first-child, .sheet .left { text-align: left; } .sheet th { font-weight: 600; }
.sheet .good { color: #1a7f4b; } .sheet .bad { color: #c0392b; font-weight: 700; } .sheet .dim { opacity: .6; }
.sheet .cell { min-width: 8.5rem; text-align: left; line-height: 1.35; vertical-align: top; }
.sheet .bar { height: .35rem; border-radius: .2rem; background: #2f6fb0; margin-top: .25rem; }
.sheet .figures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; } .sheet .figures svg { max-width: 100%; height: auto; border-radius: .4rem; }
@media (prefers-color-scheme: dark) { .sheet .good { color: #5fd39a; } .sheet .bad { color: #ff8a7a; } }
@media print { .sheet { max-width: none; padding: 0; } .sheet h2 { break-after: avoid; } }
</style>";

/// A cell of a table.
#[derive(Default)]
pub struct Cell {
    /// As it is written in the page.
    pub html: String,
    /// Of the style above; empty for none.
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

/// A table with headings.
pub fn table(headings: &[&str], rows: &[Vec<Cell>]) -> String {
    let mut html = String::from("<div class=\"wide\"><table><thead><tr>");
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

/// Writes a page into a folder, which is made where it is missing, and returns where it is.
///
/// # Errors
/// When it cannot be written.
pub fn write(directory: &Path, name: &str, title: &str, body: &str) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(directory)
        .map_err(|e| Failure::Wrong(format!("cannot make the folder '{}': {e}", directory.display())))?;
    let path = directory.join(name);
    let body = format!("{STYLE}\n<main class=\"sheet\">\n{body}</main>\n");
    write_bytes(&path, document(title, &body, "{}", "").as_bytes())?;
    Ok(path)
}
