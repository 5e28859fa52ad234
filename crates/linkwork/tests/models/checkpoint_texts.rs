//! Checkpoints as texts: those of other models and settings are refused, those of the same model in another file are
//! not, and no text makes the program panic, be it cut off, changed, or made up with a checksum that is right.

use crate::motion::parse;
use linkwork::hash::Hash;
use linkwork::recorder::Memory;
use linkwork::{Checkpoint, Model, Plan, Settings, Simulation, SimulationError};
use proptest::prelude::*;

const PENDULUM: &str = r#"
name = "pendulum"
space = "planar"
gravity = [0.0, -9.81]
bodies = [{ name = "rod", mass = 1.0, inertia = 0.0833, position = [0.5, 0.0] }]
joints = [{ name = "pivot", type = "revolute", bodies = ["ground", "rod"], point = [0.0, 0.0] }]
forces = [{ type = "torque", body = "rod", value = "0.1*sin(t)" }]
"#;

fn short() -> Settings {
    // Forged texts change what `partitioning` remembers, which joint coordinates of a pendulum do not need.
    Settings { formulation: "cartesian".parse().unwrap(), end: 0.1, output_step: 0.05, ..Settings::default() }
}

fn plan(model: &Model, settings: &Settings) -> Plan {
    Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name))
}

/// The text of a checkpoint after two steps.
fn saved() -> String {
    let model = parse(PENDULUM);
    let plan = plan(&model, &short());
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{t}"));
    for _ in 0..2 {
        simulation.step(0.1).unwrap_or_else(|t| panic!("{t}"));
    }
    simulation.checkpoint().to_text()
}

fn read(text: &str) -> Checkpoint {
    Checkpoint::parse(text.as_bytes()).unwrap_or_else(|t| panic!("{t}"))
}

fn refusal(model: &Model, settings: &Settings) -> String {
    let plan = plan(model, settings);
    match Simulation::restore(model.clone(), plan.clone(), &read(&saved())) {
        Err(trouble @ SimulationError::BadCheckpoint { .. }) => trouble.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("gone on from another model or with other settings"),
    }
}

#[test]
fn other_models_are_refused() {
    let changes = [
        ("-9.81", "-9.82"),
        ("mass = 1.0", "mass = 1.0000000000000002"),
        ("0.0833", "0.0834"),
        ("[0.5, 0.0]", "[0.5, 1e-300]"),
        ("\"rod\"", "\"bar\""),
        ("\"pivot\"", "\"hinge\""),
        ("sin(t)", "cos(t)"),
        ("0.1*", "0.2*"),
        ("point = [0.0, 0.0] }", "point = [0.0, 0.0], motion = \"0\" }"),
        ("\"torque\", body", "\"force\", body"),
    ];
    let base = parse(PENDULUM).hash();
    let mut hashes = vec![base.value()];
    for (old, new) in changes {
        let text = PENDULUM.replace(old, new).replace(
            "\"force\", body = \"rod\", value = \"0.1*sin(t)\"",
            "\"force\", body = \"rod\", value = [\"0.1*sin(t)\", 0.0]",
        );
        let model = parse(&text);
        hashes.push(model.hash().value());
        let refused = refusal(&model, &short());
        assert!(refused.contains("another model") && refused.contains("begin anew"), "{new}: {refused}");
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len() + 1, "every change has its own hash");
}

#[test]
fn the_same_model_in_another_file_is_not_refused() {
    let same = [
        PENDULUM.replace("-9.81", "-981e-2").replace("0.1*sin(t)", " ( 0.10 * sin( t ) )").replace("1.0, ", "1, "),
        PENDULUM.replace("name = \"pendulum\"", "name = \"another name\" # and a comment")
            + "[simulation]\nend = 7.0\n",
        serde_json::to_string(&toml::from_str::<serde_json::Value>(PENDULUM).unwrap()).unwrap(),
    ];
    for text in same {
        let name = if text.starts_with('{') { "p.json" } else { "p.toml" };
        let model = Model::parse(&text, name).unwrap_or_else(|f| panic!("{f}"));
        assert_eq!(model.hash(), parse(PENDULUM).hash(), "{text}");
        let plan = plan(&model, &short());
        assert!(Simulation::restore(model.clone(), plan.clone(), &read(&saved())).is_ok());
    }
}

/// The hash of a model is written into files that outlive a version; when this changes, so must the format's number.
#[test]
fn the_hash_of_a_model_stays_what_it_is() {
    assert_eq!(parse(PENDULUM).hash().text(), "9427acba6bbee0fd");
}

#[test]
fn other_settings_are_refused_by_name() {
    let model = parse(PENDULUM);
    type Change = fn(&mut Settings);
    let changes: [(&str, Change); 14] = [
        ("solver elimination instead of qr; restart with --solver elimination", |s| s.solver = "qr".parse().unwrap()),
        ("--integrator dopri5", |s| s.integrator = "rk4".parse().unwrap()),
        ("--stabilization partitioning", |s| s.stabilization = "none".parse().unwrap()),
        ("--order auto", |s| s.order = "file".into()),
        ("--split auto", |s| s.split_bodies = "never".parse().unwrap()),
        ("--output-step 0.05", |s| s.output_step = 0.01),
        ("--step 0.001", |s| s.step = 2e-3),
        ("--rtol 1e-8", |s| s.rtol = 1e-7),
        ("--atol 1e-10", |s| s.atol = 1e-9),
        ("--adams-order 4", |s| s.adams_order = 3),
        ("parts auto instead of 3; restart with no --parts", |s| s.parts = 3),
        ("smallest-part auto instead of 3; restart with no --smallest-part", |s| s.smallest_part = 3),
        ("cyclic-limit auto instead of 9; restart with no --cyclic-limit", |s| s.cyclic_limit = 9),
        ("cut none instead of A; restart with no --cut", |s| s.cuts = "A".into()),
    ];
    for (remedy, change) in changes {
        let mut settings = short();
        change(&mut settings);
        let refused = refusal(&model, &settings);
        assert!(refused.contains(remedy) && refused.contains("or begin anew"), "{remedy}: {refused}");
    }
    let both = refusal(&model, &Settings { rtol: 1e-3, atol: 1e-3, ..short() });
    assert!(both.contains("rtol 1e-8 instead of 0.001 and atol 1e-10 instead of 0.001"), "{both}");
    assert!(both.contains("--rtol 1e-8 --atol 1e-10"), "{both}");
    // Words that mean the same are not refused.
    let plan = plan(&model, &Settings { solver: "elimination".parse().unwrap(), threads: 2, ..short() });
    assert!(Simulation::restore(model.clone(), plan.clone(), &read(&saved())).is_ok());
}

/// The checkpoint's text with something replaced, and a checksum that is right.
fn forged(old: &str, new: &str) -> String {
    let text = saved();
    let body = &text[..text.rfind(",\"checksum\"").unwrap()];
    assert!(body.contains(old), "{old} is not in {body}");
    let body = body.replacen(old, new, 1);
    format!("{body},\"checksum\":\"{}\"}}\n", Hash::of_bytes(body.as_bytes()).text())
}

#[test]
fn other_formats_are_named_and_other_versions_noted() {
    let refused = Checkpoint::parse(forged("\"format\":4", "\"format\":7").as_bytes()).err().unwrap().to_string();
    assert!(refused.contains("format 7") && refused.contains("reads format 4"), "{refused}");

    let model = parse(PENDULUM);
    let plan = plan(&model, &short());
    let other = forged(&format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"program\":\"0.0.9\"");
    let simulation = Simulation::restore(model.clone(), plan.clone(), &read(&other)).unwrap_or_else(|t| panic!("{t}"));
    assert!(simulation.summary().warnings.iter().any(|w| w.contains("version 0.0.9")));
}

#[test]
fn the_text_is_one_json_object_with_the_same_bits() {
    let text = saved();
    let object: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(object["model"], "pendulum");
    assert_eq!(object["checksum"].as_str().map(str::len), Some(16));
    let checkpoint = read(&text);
    assert_eq!(checkpoint.to_text(), text);
    let mut awkward = checkpoint.clone();
    awkward.state.values = vec![-0.0, 5e-324, f64::MAX, 0.1 + 0.2, 1e16, f64::MIN_POSITIVE / 3.0];
    awkward.audit.max_residual = f64::INFINITY;
    let back = read(&awkward.to_text());
    let bits = |c: &Checkpoint| c.state.values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!((bits(&back), &back), (bits(&awkward), &awkward));
}

/// Reads a text and, should it be taken for a checkpoint, goes on from it: nothing of this may panic.
fn try_out(bytes: &[u8]) -> Result<(), SimulationError> {
    let checkpoint = Checkpoint::parse(bytes)?;
    let model = parse(PENDULUM);
    let plan = plan(&model, &short());
    let mut simulation = Simulation::restore(model.clone(), plan.clone(), &checkpoint)?;
    simulation.run(&mut Memory::default())
}

#[test]
fn texts_cut_off_anywhere_are_refused() {
    let text = saved();
    for n in 0..text.len() {
        assert!(
            matches!(try_out(&text.as_bytes()[..n]), Err(SimulationError::BadCheckpoint { .. })),
            "cut off after {n} bytes"
        );
    }
    assert!(try_out(text.as_bytes()).is_ok());
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let text = saved();
    let object: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}"));
    let state = &object["state"];
    let time = format!("\"time\":{}", state["time"]);
    let lists_of = |method: &str| format!("\"per_value\":{}", state["memories"][method]["per_value"]);
    let counts_of = |method: &str| format!("\"counts\":{}", state["memories"][method]["counts"]);
    let (rates, dependent) = (lists_of("integrator"), lists_of("stabilization"));
    let (of_steps, of_choice) = (counts_of("integrator"), counts_of("stabilization"));
    let changes = [
        (&*time, "\"time\":-1.0"),
        (&*time, "\"time\":1e400"),
        (&*time, "\"time\":null"),
        ("\"values\":[", "\"values\":[1.0,"),
        ("\"values\":[", "\"values\":[],\"more\":["),
        ("\"unwrapped_angles\":[", "\"unwrapped_angles\":[0.0,"),
        ("\"n_coordinates\":3", "\"n_coordinates\":2"),
        (&*of_steps, "\"counts\":[18446744073709551615,0,0]"),
        (&*of_steps, "\"counts\":[1,0]"),
        (&*of_steps, "\"counts\":[-1,0,0]"),
        (&*rates, "\"per_value\":[[]]"),
        (&*rates, "\"per_value\":[[],[0.0,0.0,0.0,0.0,0.0,0.0]]"),
        (&*dependent, "\"per_value\":[]"),
        (&*dependent, "\"per_value\":[[1.0]]"),
        (&*of_choice, "\"counts\":[1,1,0,0,18446744073709551615]"),
        ("\"steps\":", "\"steps\":9999999999999999"),
        ("\"step_seconds\":", "\"step_seconds\":-"),
        ("\"state\":{", "\"state\":[{"),
    ];
    for (old, new) in changes {
        let outcome = try_out(forged(old, new).as_bytes());
        assert!(matches!(outcome, Err(SimulationError::BadCheckpoint { .. })), "{new}: {outcome:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_are_refused(at in any::<prop::sample::Index>(), mask in 1_u8..) {
        let mut bytes = saved().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= mask;
        prop_assert!(matches!(try_out(&bytes), Err(SimulationError::BadCheckpoint { .. })), "byte {}", at);
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(try_out(&bytes).is_err());
    }

    /// Numbers of the text replaced by hostile ones, under a checksum that is right: refused or gone on from, never a
    /// panic.
    #[test]
    fn forged_numbers_do_no_harm(which in any::<prop::sample::Index>(), number in "-?(0|1|255|1e-320|1e300|1e999|4294967295|18446744073709551615|0\\.5|null|\\[\\]|\"inf\")") {
        let text = saved();
        let body = &text[..text.rfind(",\"checksum\"").unwrap()];
        let is_part = |c: char| c.is_ascii_digit() || "+-.e".contains(c);
        let starts: Vec<usize> = body.match_indices(|c: char| ":[,".contains(c)).map(|(i, _)| i + 1)
            .filter(|&i| body[i..].starts_with(is_part)).collect();
        let start = starts[which.index(starts.len())];
        let end = start + body[start..].find(|c: char| !is_part(c)).unwrap_or(0);
        let body = format!("{}{number}{}", &body[..start], &body[end..]);
        let forged = format!("{body},\"checksum\":\"{}\"}}\n", Hash::of_bytes(body.as_bytes()).text());
        let _ = try_out(forged.as_bytes());
    }
}
