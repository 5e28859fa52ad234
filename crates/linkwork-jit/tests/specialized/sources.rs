//! Sources are compiled as their users would, without a warning, and their own tests pass; with a wrong reference value
//! they do not.

use linkwork::symbolic::emit::{Emission, File, Sample, c, rust};
use linkwork::symbolic::{Function, Interpreter, Operation, Procedure, Program, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that is removed when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn with(name: &str, files: &[File]) -> Folder {
        let folder = std::env::temp_dir().join(format!("linkwork-sources-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|file| fs::write(folder.join(&file.name), &file.text).unwrap());
        Folder(folder)
    }

    fn run(&self, program: impl AsRef<Path>, arguments: &[&str]) -> Option<Output> {
        match Command::new(program.as_ref()).args(arguments).current_dir(&self.0).output() {
            Ok(output) => Some(output),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => panic!("{}: {error}", program.as_ref().display()),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Compiles and runs the test of C sources; `None` where the machine has no compiler.
pub fn test_c(name: &str, files: &[File]) -> Option<(bool, String)> {
    let folder = Folder::with(name, files);
    let source = files.iter().find(|file| file.name.ends_with(".c") && file.name != "test.c").unwrap();
    let flags = "-std=c99 -Wall -Wextra -Wpedantic -Werror -O2";
    let mut arguments: Vec<&str> = flags.split(' ').collect();
    arguments.extend(["test.c", &source.name, "-lm", "-o", "tested"]);
    let Some(compiled) = folder.run("cc", &arguments) else {
        println!("skipped: this machine has no C compiler named `cc`");
        return None;
    };
    assert!(compiled.status.success(), "{}", said(&compiled));
    let ran = folder.run(folder.0.join("tested"), &[]).unwrap();
    Some((ran.status.success(), said(&ran)))
}

/// Compiles and runs the test of a Rust module. Whoever runs this has the compiler.
fn test_rust(name: &str, files: &[File]) -> (bool, String) {
    let folder = Folder::with(name, files);
    let compiler = std::env::var("RUSTC").unwrap_or("rustc".into());
    let arguments = ["--edition", "2024", "-D", "warnings", "--test", &files[0].name, "-o", "tested"];
    let compiled = folder.run(&compiler, &arguments).expect("a Rust compiler");
    assert!(compiled.status.success(), "{}", said(&compiled));
    let ran = folder.run(folder.0.join("tested"), &[]).unwrap();
    (ran.status.success(), said(&ran))
}

/// Every operation, and so many of them that they are divided into three functions.
fn everything() -> Program {
    use Function::*;
    let (x, half) = (Value(0), Value(2));
    let mut operations = vec![Operation::Input(0), Operation::Input(1), Operation::Constant(0.5)];
    let of_one = [Sqrt, Abs, Floor, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Exp, Ln, Log10];
    operations.extend(of_one.map(|function| Operation::Call(function, x)));
    operations.extend([Atan2, Power, Min, Max].map(|function| Operation::Call2(function, x, Value(1))));
    operations.extend([Operation::Constant(-1e-3), Operation::Divide(x, half), Operation::Negate(x)]);
    operations.push(Operation::Select(x, half, half, Value(1)));
    for k in 1..4500 {
        let (last, other) = (Value(operations.len() as u32 - 1), Value(k * 13 % 27));
        operations.push(match k % 3 {
            0 => Operation::Multiply(half, last),
            1 => Operation::Add(last, other),
            _ => Operation::Subtract(last, Value(22)),
        });
    }
    let n = operations.len() as u32;
    let outputs = (3..26).chain([0, 2, 2000, 3000, n - 1]).map(Value).collect();
    Program { n_inputs: 2, operations, outputs }
}

fn procedure(program: Program) -> Procedure {
    Procedure {
        name: "evaluate",
        purpose: "Everything there is.",
        inputs: vec!["x of */ 'a'".into(), "y\n#error".into()],
        outputs: (0..program.outputs.len()).map(|k| format!("output {k} // \\")).collect(),
        program,
    }
}

fn emission(procedure: &Procedure) -> Emission {
    let sample = Sample { procedure: procedure.clone(), references: vec![vec![0.3, 0.7], vec![0.9, -0.4]] };
    let contents = vec!["bodies: */ none \\".into()];
    Emission { model: "3 every*/thing".into(), contents, procedures: vec![sample], layout: None }
}

/// The files with one digit of an expected value changed.
fn falsified(mut files: Vec<File>, file: &str, program: &Program) -> Vec<File> {
    let mut outputs = vec![0.0; program.outputs.len()];
    Interpreter::new(program).unwrap().run(&[0.3, 0.7], &mut outputs);
    let found = files.iter_mut().find(|found| found.name == file).unwrap();
    let (right, wrong) = (format!("{:?}", outputs[3]), format!("{:?}", outputs[3] + 1e-3));
    assert!(found.text.contains(&right));
    found.text = found.text.replace(&right, &wrong);
    files
}

#[test]
fn c_compiles_without_warnings_and_gives_the_values_of_the_interpreter() {
    let procedure = procedure(everything());
    let files = c::write(&emission(&procedure)).unwrap();
    let Some((passed, said)) = test_c("right", &files) else { return };
    assert!(passed && said.contains("evaluate: 2 compared"), "{said}");
    let (passed, said) = test_c("wrong", &falsified(files, "test.c", &procedure.program)).unwrap();
    assert!(!passed && said.contains("evaluate: y[3] is"), "{said}");
}

#[test]
fn rust_compiles_without_warnings_and_gives_the_values_of_the_interpreter() {
    let procedure = procedure(everything());
    let files = rust::write(&emission(&procedure)).unwrap();
    let (passed, said) = test_rust("right-rs", &files);
    assert!(passed, "{said}");
    let (passed, said) = test_rust("wrong-rs", &falsified(files, "model_3_every_thing.rs", &procedure.program));
    assert!(!passed && said.contains("y[3] is"), "{said}");
}
