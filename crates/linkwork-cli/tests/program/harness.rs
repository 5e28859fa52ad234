//! Runs the program in a folder of its own, and reads what it leaves there.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A rod on a pivot, in the plane, released from rest.
pub const PLANAR: &str = r#"
name = "pendulum"
space = "planar"
gravity = [0.0, -9.81]

[[bodies]]
name = "rod"
mass = 1.0
inertia = 0.0833
position = [0.5, 0.0]

[[joints]]
name = "pivot"
type = "revolute"
bodies = ["ground", "rod"]
point = [0.0, 0.0]

[simulation]
end = 0.1
output_step = 0.01
"#;

/// A rod on a pivot and a bob on a ball, in space.
pub const SPATIAL: &str = r#"
name = "two links"
space = "spatial"
gravity = [0.0, -9.81, 0.0]

[[bodies]]
name = "rod"
mass = 1.0
inertia = [0.01, 0.0833, 0.0833]
position = [0.5, 0.0, 0.0]

[[bodies]]
name = "bob"
mass = 2.0
inertia = [0.02, 0.03, 0.04]
position = [1.5, 0.0, 0.0]
angular_velocity = [1.0, 0.0, 0.0]

[[joints]]
name = "pivot"
type = "revolute"
bodies = ["ground", "rod"]
point = [0.0, 0.0, 0.0]
axis = [0.0, 0.0, 1.0]

[[joints]]
name = "ball"
type = "spherical"
bodies = ["rod", "bob"]
point = [1.0, 0.0, 0.0]

[simulation]
end = 0.1
output_step = 0.01
"#;

/// A folder of its own for one test, removed at its end.
pub struct Desk(PathBuf);

/// How the program ended.
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Desk {
    pub fn new(name: &str) -> Desk {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let unique = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("linkwork-cli-{name}-{unique}"));
        std::fs::create_dir_all(&folder).unwrap();
        Desk(folder)
    }

    /// Writes a file and gives back its name.
    pub fn file<'a>(&self, name: &'a str, text: &str) -> &'a str {
        std::fs::write(self.path(name), text).unwrap();
        name
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The program, about to run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linkwork"));
        command.current_dir(&self.0).args(arguments).stdin(std::process::Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ended {
        Ended::from(self.command(arguments).output().unwrap())
    }

    /// Runs the program, which must succeed.
    pub fn succeed(&self, arguments: &[&str]) -> Ended {
        let ended = self.run(arguments);
        assert_eq!(ended.code, 0, "{arguments:?}: {}", ended.stderr);
        ended
    }

    pub fn table(&self, name: &str) -> Table {
        Table::read(&self.path(name))
    }

    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(self.path(name)).unwrap()).unwrap()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ended {
    /// A program that was asked wrongly says so on standard error alone, without a panic.
    pub fn assert_wrong(&self, what: &str) {
        assert_eq!(self.code, 2, "{what}: code {}, stderr: {}", self.code, self.stderr);
        assert_eq!(self.stdout, "", "{what}: standard output must stay empty");
        assert!(self.stderr.contains("error"), "{what}: no message: {}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{what}: {}", self.stderr);
    }
}

/// A trajectory as read from CSV; names in these tests hold no commas.
pub struct Table {
    pub names: Vec<String>,
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    pub fn read(path: &Path) -> Table {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines();
        let names: Vec<String> = lines.next().unwrap().split(',').map(String::from).collect();
        let rows: Vec<Vec<f64>> = lines.map(|line| line.split(',').map(|x| x.parse().unwrap()).collect()).collect();
        assert!(rows.iter().all(|row| row.len() == names.len()), "rows as wide as the header");
        Table { names, rows }
    }

    pub fn column(&self, name: &str) -> Vec<f64> {
        let k = self.names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no column {name}"));
        self.rows.iter().map(|row| row[k]).collect()
    }
}
