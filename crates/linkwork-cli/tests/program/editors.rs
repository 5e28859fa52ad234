//! `schema` and `completions`: what editors and shells read.

use std::process::Command;

use crate::harness::{Desk, SPATIAL};

#[test]
fn the_schema_is_one_object_and_files_may_name_it() {
    let desk = Desk::new("schema");
    let schema: serde_json::Value = serde_json::from_str(&desk.succeed(&["schema"]).stdout).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["$defs"]["joint"]["properties"]["motion"]["description"].as_str().unwrap().contains("expression"));
    let json = desk.succeed(&["model", "show", "four-bar", "--json"]).stdout;
    desk.file("m.json", &json.replacen('{', "{\n  \"$schema\": \"./linkwork.schema.json\",", 1));
    desk.succeed(&["analyze", "m.json"]);
    desk.file("m.toml", &format!("\"$schema\" = 7\n{SPATIAL}"));
    desk.run(&["analyze", "m.toml"]).assert_wrong("a number is no place");
}

#[test]
fn shells_get_what_they_can_read() {
    let desk = Desk::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = desk.succeed(&["completions", shell]).stdout;
        for word in ["linkwork", "completions", "stabilization"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    desk.file("c.bash", &desk.succeed(&["completions", "bash"]).stdout);
    // Where there is a bash, it reads the script and completes a command with it.
    let script = "source ./c.bash && COMP_WORDS=(linkwork comp) COMP_CWORD=1 && _linkwork linkwork comp linkwork && echo \"${COMPREPLY[@]}\"";
    if let Ok(ended) = Command::new("bash").current_dir(desk.path(".")).args(["-c", script]).output() {
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        assert_eq!(String::from_utf8_lossy(&ended.stdout).trim(), "compare completions");
    }
    desk.run(&["completions", "tcsh"]).assert_wrong("a shell without completions");
}
