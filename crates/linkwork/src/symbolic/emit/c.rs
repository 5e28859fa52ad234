//! Procedures as C99 that needs `math.h` alone: a header, a source, a test with reference values, how to build it.

use super::c_syntax::{C, table};
use super::finish::Finish;
use super::statement::{Array, Body, Syntax};
use super::{Emission, File, Written, describe_numbers, identifier, readme, remark, write_all};

/// The warnings without which the source compiles.
const FLAGS: &str = "-std=c99 -Wall -Wextra -Wpedantic -O2";

/// The files.
///
/// # Errors
/// When a procedure cannot be written, or has no finite values where it is to be tested.
pub fn write(emission: &Emission) -> Result<Vec<File>, String> {
    let (all, name) = (write_all(emission)?, identifier(&emission.model));
    let finish = Finish::of(emission, &all)?;
    let files = format!(
        "- `{name}.h`: what there is to call, and what its numbers are\n- `{name}.c`: the code; it includes `math.h` and nothing else\n\
         - `test.c`: compares it with values that were computed when it was made; exit code 1 where they differ\n"
    );
    let build = format!(
        "```\nmake test\n```\n\nor, without `make`:\n\n```\ncc {FLAGS} -c {name}.c\ncc {FLAGS} test.c {name}.c -lm -o test && ./test\n```\n"
    );
    Ok(vec![
        File { name: format!("{name}.h"), text: header(emission, &all, finish.as_ref(), &name) },
        File { name: format!("{name}.c"), text: source(emission, &all, finish.as_ref(), &name) },
        File { name: "test.c".into(), text: test(emission, &all, finish.as_ref(), &name) },
        File { name: "Makefile".into(), text: makefile(&name) },
        File { name: "README.md".into(), text: readme::write(emission, &all, &files, &build) },
    ])
}

/// The remark with which every file begins.
fn title(emission: &Emission, what: &str) -> String {
    format!("/* {}: {what}. Written by Linkwork {}. */\n", remark(&emission.model), env!("CARGO_PKG_VERSION"))
}

fn header(emission: &Emission, all: &[Written], finish: Option<&Finish>, name: &str) -> String {
    let guard = format!("{}_H", name.to_uppercase());
    let mut text = title(emission, "equations of motion, straight-line code");
    text += &format!("#ifndef {guard}\n#define {guard}\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n/*\n");
    emission.contents.iter().for_each(|line| text += &format!(" * {}\n", remark(line)));
    text += " */\n";
    for written in all {
        let procedure = written.procedure;
        text += &format!("\n/* {}\n *\n * Takes:\n", remark(procedure.purpose));
        text += &describe_numbers('x', &procedure.inputs, " *   ");
        text += " *\n * Gives:\n";
        text += &describe_numbers('y', &procedure.outputs, " *   ");
        text += &format!(" */\n{};\n", signature(written, name));
    }
    text += &finish.map_or(String::new(), |finish| finish.declaration(name));
    text + &format!("\n#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
}

/// The declaration of a procedure.
fn signature(written: &Written, name: &str) -> String {
    let program = &written.procedure.program;
    let (n_inputs, n_outputs) = (program.n_inputs, program.outputs.len());
    format!("void {name}_{}(const double x[{n_inputs}], double y[{n_outputs}])", written.procedure.name)
}

fn source(emission: &Emission, all: &[Written], finish: Option<&Finish>, name: &str) -> String {
    let mut text = title(emission, "equations of motion, straight-line code");
    text += &format!("#include \"{name}.h\"\n\n#include <math.h>\n");
    for written in all {
        let word = &written.procedure.name;
        for (k, body) in written.bodies.iter().enumerate() {
            text += &format!("\nstatic void {word}_{}({})\n{{\n", k + 1, parameters(body));
            text += &body.text(&C);
            text += "}\n";
        }
        text += &format!("\n{}\n{{\n", signature(written, name));
        if written.n_places > 0 {
            text += &format!("    double s[{}];\n", written.n_places);
        }
        for (k, body) in written.bodies.iter().enumerate() {
            let given: Vec<String> = body.used().iter().map(|array| array.name().to_string()).collect();
            text += &format!("    {word}_{}({});\n", k + 1, given.join(", "));
        }
        text += "}\n";
    }
    text + &finish.map_or(String::new(), |finish| finish.source(name))
}

fn parameters(body: &Body) -> String {
    let parameter = |array: &Array| match array {
        Array::Inputs => "const double *x".to_string(),
        Array::Places | Array::Outputs => format!("double *{}", array.name()),
    };
    let all: Vec<String> = body.used().iter().map(parameter).collect();
    if all.is_empty() { "void".into() } else { all.join(", ") }
}

const CHECK: &str = r#"
static int check(const char *name, const double *y, const double *expected, int n, double tolerance)
{
    int k, wrong = 0;
    for (k = 0; k < n; k++) {
        /* Not true of numbers that are none, either. */
        if (!(fabs(y[k] - expected[k]) <= tolerance)) {
            printf("%s: y[%d] is %.17g, not %.17g\n", name, k, y[k], expected[k]);
            wrong++;
        }
    }
    return wrong;
}
"#;

fn test(emission: &Emission, all: &[Written], finish: Option<&Finish>, name: &str) -> String {
    let mut text = title(emission, "values that were computed when the code was made");
    text += &format!("#include \"{name}.h\"\n\n#include <math.h>\n#include <stdio.h>\n");
    let mut calls = String::new();
    for written in all {
        let (word, n) = (&written.procedure.name, written.expected.len());
        text += &table(&format!("{word}_x"), &written.references);
        text += &table(&format!("{word}_y"), &written.expected.iter().map(|row| &row[..]).collect::<Vec<_>>());
        let n_outputs = written.procedure.program.outputs.len();
        for (k, tolerance) in written.tolerances().iter().enumerate() {
            calls += &format!("    {name}_{word}({word}_x[{k}], y);\n");
            calls +=
                &format!("    wrong += check(\"{word}\", y, {word}_y[{k}], {n_outputs}, {});\n", C.number(*tolerance));
        }
        calls += &format!("    printf(\"{word}: {n} compared\\n\");\n");
    }
    let [tables, of_finish] = finish.map_or([String::new(), String::new()], |finish| finish.test(name));
    text += &tables;
    let most = all.iter().map(|written| written.procedure.program.outputs.len()).max().unwrap_or(1);
    text += CHECK;
    text + &format!(
        "\nint main(void)\n{{\n    double y[{most}];\n    int wrong = 0;\n{calls}{of_finish}    return wrong ? 1 : 0;\n}}\n"
    )
}

fn makefile(name: &str) -> String {
    format!(
        "CC ?= cc\nCFLAGS ?= {FLAGS}\n\n{name}.o: {name}.c {name}.h\n\t$(CC) $(CFLAGS) -c {name}.c\n\n\
         test: test.c {name}.o\n\t$(CC) $(CFLAGS) test.c {name}.o -lm -o test-{name}\n\t./test-{name}\n\n.PHONY: test\n"
    )
}
