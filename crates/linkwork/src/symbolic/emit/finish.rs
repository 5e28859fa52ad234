//! The numeric end of the QR as C beside the procedures: accelerations where the rank of the equations is not what it
//! was when these were written, and the evaluation is not to be trusted. It is [`Layout::solve`] with loops over arrays
//! of known sizes on the stack.

use super::c_syntax::{C, table};
use super::statement::Syntax;
use super::{Emission, TOLERANCE, Written, list};
use crate::singular::ZERO_DIAGONAL;
use crate::symbolic::Procedure;
use crate::symbolic::finish::{Layout, finish};

/// The largest number of equations for which it is written: its arrays take 8 (equations)² bytes of the stack three
/// times.
const MOST_EQUATIONS: usize = 100;

/// The template of the text.
const TEXT: &str = include_str!("finish.c");

/// The end of a model's QR, where all that it calls is written.
pub(super) struct Finish<'a> {
    layout: &'a Layout,
    /// A, R, free accelerations with b, G, M⁻¹Gᵀλ.
    called: [&'a Procedure; 5],
    /// By reference: inputs, accelerations and rank.
    expected: Vec<(&'a [f64], Vec<f64>, usize)>,
}

impl<'a> Finish<'a> {
    /// `None` where it has too many equations, or a procedure that it calls has nothing to compute.
    pub(super) fn of(emission: &'a Emission, all: &[Written<'a>]) -> Result<Option<Finish<'a>>, String> {
        let Some(layout) = &emission.layout else { return Ok(None) };
        let find = |name: &str| all.iter().find(|written| written.procedure.name == name).map(|w| w.procedure);
        let [columns, triangle] = layout.procedures();
        let called = [columns, triangle, "free", "jacobian", "response"].map(find);
        let [Some(a), Some(b), Some(c), Some(d), Some(e)] = called else { return Ok(None) };
        if layout.order.len() > MOST_EQUATIONS {
            return Ok(None);
        }
        let procedures: Vec<Procedure> = emission.procedures.iter().map(|sample| sample.procedure.clone()).collect();
        let references = all.iter().find(|written| written.procedure.name == "free");
        let mut expected = Vec::new();
        for inputs in references.into_iter().flat_map(|written| &written.references) {
            let found = finish(&procedures, layout, inputs)?;
            expected.push((*inputs, found.accelerations, found.rank));
        }
        Ok(Some(Finish { layout, called: [a, b, c, d, e], expected }))
    }

    fn n_freedoms(&self) -> usize {
        self.called[4].program.outputs.len()
    }

    /// Its declaration.
    pub(super) fn declaration(&self, name: &str) -> String {
        let (n_inputs, n) = (self.called[2].program.n_inputs, self.layout.order.len());
        format!(
            "\n/* Accelerations and multipliers where `{name}_evaluation` is not to be trusted, near singular positions: by R and a small QR of what is\n \
             * left of it, whatever the rank of the equations is there, which is returned. Multipliers are not unique where it is less than\n \
             * their number. Unlike everything else here it has loops.\n *\n * Takes x as `{name}_evaluation` does. Gives a, in the order of `{name}_free`, and multipliers by equation.\n */\n\
             int {name}_finish(const double x[{n_inputs}], double a[{}], double multipliers[{n}]);\n",
            self.n_freedoms()
        )
    }

    /// The code.
    pub(super) fn source(&self, name: &str) -> String {
        let Layout { order, n_kept, n_rows, entries } = self.layout;
        let mut open = 0..;
        let mut number = |known: Option<f64>| if known.is_some() { -1 } else { open.next().unwrap_or(-1) };
        let given: Vec<i64> = entries.iter().map(|entry| number(entry.known)).collect();
        let known: Vec<f64> = entries.iter().map(|entry| entry.known.unwrap_or(0.0)).collect();
        let [columns, triangle, free, jacobian, _] = self.called;
        let words: [(&str, String); 18] = [
            ("NAME", name.into()),
            ("ENTRIES", entries.len().to_string()),
            ("ROW_LIST", integers(entries.iter().map(|entry| entry.row as i64))),
            ("COLUMN_LIST", integers(entries.iter().map(|entry| entry.column as i64))),
            ("KNOWN_LIST", list(&known, &C, "    ").trim_end().into()),
            ("GIVEN_LIST", integers(given)),
            ("ORDER_LIST", integers(order.iter().map(|row| *row as i64))),
            ("TOLERANCE", C.number(ZERO_DIAGONAL)),
            ("N", order.len().to_string()),
            ("ROWS", n_rows.to_string()),
            ("KEPT", n_kept.to_string()),
            ("INPUTS", free.program.n_inputs.to_string()),
            ("FREEDOMS", self.n_freedoms().to_string()),
            ("COLUMNS", columns.name.into()),
            ("TRIANGLE", triangle.name.into()),
            ("OF_A", columns.program.outputs.len().to_string()),
            ("OF_R", triangle.program.outputs.len().to_string()),
            ("OF_G", jacobian.program.outputs.len().to_string()),
        ];
        words.iter().fold(TEXT.into(), |text: String, (word, put)| text.replace(&format!("@{word}@"), put))
    }

    /// Tables and calls of the test. Multipliers are not compared: where they are not unique, round-off chooses.
    pub(super) fn test(&self, name: &str) -> [String; 2] {
        let inputs: Vec<&[f64]> = self.expected.iter().map(|(inputs, ..)| *inputs).collect();
        let wanted: Vec<&[f64]> = self.expected.iter().map(|(_, accelerations, _)| &accelerations[..]).collect();
        let tables = table("finish_x", &inputs) + &table("finish_y", &wanted);
        let mut calls = format!("    double multipliers[{}];\n", self.layout.order.len());
        for (k, (_, accelerations, rank)) in self.expected.iter().enumerate() {
            let largest = accelerations.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let (n, tolerance) = (accelerations.len(), C.number(TOLERANCE * largest));
            calls += &format!("    wrong += {name}_finish(finish_x[{k}], y, multipliers) != {rank};\n");
            calls += &format!("    wrong += check(\"finish\", y, finish_y[{k}], {n}, {tolerance});\n");
        }
        [tables, calls + &format!("    printf(\"finish: {} compared\\n\");\n", self.expected.len())]
    }
}

/// Integers between commas, some on a line.
fn integers(numbers: impl IntoIterator<Item = i64>) -> String {
    let spelled: Vec<String> = numbers.into_iter().map(|k| k.to_string()).collect();
    spelled.chunks(16).map(|some| format!("    {}", some.join(", "))).collect::<Vec<_>>().join(",\n")
}
