//! `--set`: on every command that reads a model; the copy beside the results runs by itself to the same bits.

use crate::harness::{Desk, PLANAR};

fn with_parameters() -> String {
    let model =
        PLANAR.replace("mass = 1.0", "mass = \"m\"").replace("position = [0.5, 0.0]", "position = [\"l/2\", 0.0]");
    format!("{}\n[parameters]\nm = \"1 kg\"\nl = \"100 cm\"\n", model.replace("end = 0.1", "end = \"l/(10 m/s)\""))
}

#[test]
fn a_model_of_parts_runs_and_its_copy_runs_by_itself() {
    let desk = Desk::new("parts");
    std::fs::create_dir(desk.path("car")).unwrap();
    desk.file("car/rod.toml", &with_parameters());
    let part = |name: &str, more: &str| format!("[[parts]]\nfile = \"rod.toml\"\nname = \"{name}\"\n{more}\n");
    let parts = [part("left", "mirror = \"x\""), part("right", "position = [1, 0]\nparameters = { m = \"1000 g\" }")];
    let head = "name = \"two rods\"\nspace = \"planar\"\ngravity = [0, -9.81]\nsimulation = { end = 0.1 }\n";
    desk.file("car/two.toml", &format!("{head}{}", parts.concat()));
    desk.succeed(&["run", "car/two.toml", "--output", "whole", "--quiet"]);
    desk.succeed(&["run", "whole/model.toml", "--output", "copy", "--quiet"]);
    let rows = |folder: &str| std::fs::read_to_string(desk.path(folder).join("trajectory.csv")).unwrap();
    assert!(rows("whole") == rows("copy"));
    let table = desk.table("whole/trajectory.csv");
    assert!(
        table.column("left.rod.x").iter().zip(table.column("right.rod.x")).all(|(l, r)| (l + r - 1.0).abs() < 1e-9)
    );
    desk.file("car/three.toml", &format!("{head}{}", part("left", "").replace("rod.toml", "rood.toml")));
    let wrong = desk.run(&["analyze", "car/three.toml"]);
    wrong.assert_wrong("a part that is not there");
    assert!(wrong.stderr.contains("car/three.toml:6: parts[0].file: cannot read 'rood.toml'"), "{}", wrong.stderr);
}

#[test]
fn parameters_are_set_on_every_command() {
    let desk = Desk::new("set");
    desk.file("p.toml", &with_parameters());
    let by_hand = with_parameters().replace("1 kg", "2 kg").replace("100 cm", "600 mm");
    desk.file("q.toml", &by_hand);
    let set = ["--set", "m=2 kg", "--set", "l=0.6"];
    desk.succeed(&[&["run", "p.toml", "--output", "set", "--quiet"], &set[..]].concat());
    desk.succeed(&["run", "q.toml", "--output", "by_hand", "--quiet"]);
    desk.succeed(&["run", "set/model.toml", "--output", "copy", "--quiet"]);
    let rows = |folder: &str| std::fs::read_to_string(desk.path(folder).join("trajectory.csv")).unwrap();
    assert!(rows("set") == rows("by_hand") && rows("set") == rows("copy"));
    assert_eq!(desk.table("set/trajectory.csv").column("time").last(), Some(&0.06));
    // Parameters that were not set keep their text.
    let kept = std::fs::read_to_string(desk.path("by_hand/model.toml")).unwrap();
    assert_eq!(kept, by_hand);
    for command in [&["analyze", "p.toml"][..], &["compare", "p.toml"], &["codegen", "p.toml", "--output", "code"]] {
        desk.succeed(&[command, &set[..]].concat());
        let wrong = desk.run(&[command, &["--set", "mm=1"]].concat());
        wrong.assert_wrong("an unknown parameter");
        assert!(wrong.stderr.contains("no parameter is called 'mm'; there are 'l', 'm'"), "{}", wrong.stderr);
    }
    desk.run(&["run", "p.toml", "--set", "m"]).assert_wrong("no value");
    desk.run(&["run", "p.toml", "--set", "m=2 mm"]).assert_wrong("a unit of another dimension");
}
