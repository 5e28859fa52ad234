//! `export`: arrays for NumPy and scenes for Blender, and what is said of results that cannot be read.

use std::process::Command;

use crate::harness::{Desk, SPATIAL};

/// A run of a short spatial model, in the folder `r`.
fn with_results(name: &str, more: &[&str]) -> Desk {
    let desk = Desk::new(name);
    desk.file("m.toml", SPATIAL);
    desk.succeed(&[&["run", "m.toml", "--output", "r", "--quiet"], more].concat());
    desk
}

/// NumPy itself, where it is installed; what is in the file otherwise is tested beside the writer.
#[test]
fn numpy_reads_the_arrays() {
    let desk = with_results("export-npz", &[]);
    let told = desk.succeed(&["export", "r", "--to", "npz", "--columns", "rod.*", "energy.total", "--every", "2"]);
    assert_eq!(told.stdout.trim(), "r/trajectory.npz");
    let bytes = std::fs::read(desk.path("r/trajectory.npz")).unwrap();
    assert_eq!(&bytes[..4], b"PK\x03\x04");
    let table = desk.table("r/trajectory.csv");
    let every_second: Vec<f64> = table.column("rod.x").into_iter().step_by(2).collect();
    let script = format!(
        "import numpy, sys\nd = numpy.load('{}')\nassert d['rod.x'].tolist() == {every_second:?}\nassert d['time'].shape == (6,)\n\
         assert 'bob.x' not in d and len(d.files) == 21, d.files\nprint('read')",
        desk.path("r/trajectory.npz").display()
    );
    let has_numpy = Command::new("python3").args(["-c", "import numpy"]).output().is_ok_and(|o| o.status.success());
    if has_numpy {
        let read = Command::new("python3").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), "read", "{}", String::from_utf8_lossy(&read.stderr));
    }
}

#[test]
fn a_scene_is_written_from_either_format() {
    let scenes = ["csv", "parquet"].map(|format| {
        let desk = with_results("export-gltf", &["--format", format]);
        let told = desk.succeed(&["export", "r", "--to", "gltf", "-o", "scene.glb"]);
        assert_eq!(told.stdout.trim(), "scene.glb");
        std::fs::read(desk.path("scene.glb")).unwrap()
    });
    assert_eq!(&scenes[0][..4], b"glTF");
    assert_eq!(scenes[0], scenes[1]);
}

#[test]
fn damaged_and_missing_results_are_a_wrong_input() {
    let desk = with_results("export-wrong", &[]);
    let wrong = |arguments: &[&str], said: &str| {
        let ended = desk.run(arguments);
        ended.assert_wrong(said);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    };
    wrong(&["export", "nowhere", "--to", "npz"], "there is no such folder");
    wrong(&["export", ".", "--to", "npz"], "it has no trajectory.csv");
    wrong(&["export", "r", "--to", "npz", "--columns", "rod.alphaxx"], "did you mean 'rod.alphax'");
    wrong(&["export", "r", "--to", "npz", "--from", "2", "--until", "1"], "before they begin");
    wrong(&["export", "r", "--to", "gltf", "--columns", "rod.x"], "--columns is for npz");
    wrong(&["export", "r", "--to", "gltf", "-o", "no/such/folder.glb"], "folder.glb");
    let path = desk.path("r/trajectory.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 20]).unwrap();
    wrong(&["export", "r", "--to", "npz"], "row 11");
    std::fs::write(&path, text.replacen("rod.x", "rod.s", 1)).unwrap();
    wrong(&["export", "r", "--to", "gltf"], "not those of the model");
    std::fs::remove_file(desk.path("r/model.toml")).unwrap();
    wrong(&["export", "r", "--to", "gltf"], "it has no model.toml");
}
