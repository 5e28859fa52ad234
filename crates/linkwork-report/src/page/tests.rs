//! The page as data: what is in it, that it stays small, and that what it says of itself is true.

use super::*;
use crate::folder::ResultsFolder;
use crate::table::Format;
use crate::testing::{TestFolder, files};
use linkwork::recorder::{ModelChannels, channels};
use linkwork::{Plan, Settings, Simulation, Space, gallery};
use serde_json::json;

fn simulated(name: &str, end: f64) -> (Model, PageRun) {
    let model = Model::parse(&gallery::find(name).unwrap(), "m.toml").unwrap();
    let plan = Plan::choose(&model, &Settings { end, output_step: 0.01, ..Settings::default() }).unwrap();
    let mut run = PageRun::new(name, &model, Budget::shared_by(1));
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.run(&mut run).unwrap();
    run.set_summary(&simulation.summary());
    (model, run)
}

fn to_json(run: &PageRun) -> Value {
    serde_json::from_str(&base64::to_json(run)).unwrap()
}

/// The numbers behind a text in base64.
fn decode<const N: usize>(text: &Value) -> Vec<[u8; N]> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = text.as_str().unwrap();
    let bits: Vec<u8> = text.bytes().filter(|c| *c != b'=').map(digit).collect();
    let group = |g: &[u8]| {
        let word = g.iter().fold(0u32, |word, d| word << 6 | u32::from(*d)) << (6 * (4 - g.len()));
        word.to_be_bytes()[1..g.len()].to_vec()
    };
    let bytes: Vec<u8> = bits.chunks(4).flat_map(group).collect();
    bytes.chunks_exact(N).map(|c| c.try_into().unwrap()).collect()
}

fn singles(text: &Value) -> Vec<f32> {
    decode(text).into_iter().map(f32::from_le_bytes).collect()
}

fn doubles(text: &Value) -> Vec<f64> {
    decode(text).into_iter().map(f64::from_le_bytes).collect()
}

#[test]
fn small_runs_are_kept_whole() {
    let (model, run) = simulated("four-bar", 0.1);
    let json = to_json(&run);
    assert_eq!((&json["columns"]["count"], &json["columns"]["every"]), (&json!(11), &json!(1)));
    let names: Vec<String> = channels(&model);
    assert_eq!(json["columns"]["names"], json!(names[1..]));
    let times = doubles(&json["columns"]["times"]);
    assert_eq!((times[0], times[10]), (0.0, 0.1));
    assert_eq!(doubles(&json["columns"]["audit"]).len(), 6 * 11);
    assert_eq!(singles(&json["columns"]["values"]).len(), 11 * (names.len() - 7));
    // The first column is the first body's x, and the film has the same.
    let (x, places) = (singles(&json["columns"]["values"]), singles(&json["frames"]["places"]));
    assert_eq!((x[0], x[10]), (places[0], places[10 * 3 * 3]));
    assert_eq!(decode::<2>(&json["frames"]["turns"]).len(), 11 * 3 * 4);
    assert_eq!(singles(&json["frames"]["reactions"]).len(), 11 * 4 * 6);
}

/// A spring's arrow is its force, stiffness times stretch at rest; a motor's is its torque, and what is given is drawn
/// as given.
#[test]
fn loads_are_those_of_the_forces() {
    let text = "gravity = [0, -9.81, 0]\n[[bodies]]\nname = 'b'\nmass = 1.0\ninertia = [0.1, 0.1, 0.1]\nposition = [0, -1, 0]\n\
        [[forces]]\ntype = 'spring'\nbodies = ['ground', 'b']\nfirst = [0, 0, 0]\nsecond = [0, 0, 0]\nstiffness = 100.0\nlength = 0.9\n\
        [[forces]]\ntype = 'force'\nbody = 'b'\nvalue = ['2*t + 3', 0, 0]\n\
        [[forces]]\ntype = 'torque'\nbody = 'b'\nvalue = [0, 0, 4]\n\
        [[bodies]]\nname = 'c'\nmass = 1.0\ninertia = [0.1, 0.1, 0.1]\nposition = [5, 0, 0]\nangular_velocity = [0, 2, 0]\n\
        [[joints]]\nname = 'hinge'\ntype = 'revolute'\nbodies = ['ground', 'c']\npoint = [5, 0, 0]\naxis = [0, 1, 0]\n\
        [[forces]]\ntype = 'torsion'\njoint = 'hinge'\nstiffness = 3.0\nangle = -1.0\ndamping = 0.25\ntorque = '7'\n";
    let model = Model::parse(text, "m.toml").unwrap();
    let plan = Plan::choose(&model, &Settings { end: 0.0, ..Settings::default() }).unwrap();
    let mut run = PageRun::new("spring", &model, Budget::shared_by(1));
    Simulation::new(model.clone(), plan.clone()).unwrap().run(&mut run).unwrap();
    let loads = singles(&to_json(&run)["frames"]["loads"]);
    // −k (q − q₀) − c q̇ + torque = −3·1 − 0.25·2 + 7 of the motor.
    let [spring, given] = [[0.0, 10.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 0.0, 0.0]];
    let [torque, motor] = [[0.0, 0.0, 0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0, 3.5, 0.0]];
    let expected = [spring, given, torque, motor].concat();
    assert_eq!(loads.len(), expected.len());
    assert!(loads.iter().zip(expected).all(|(x, e)| (x - e).abs() < 1e-5), "{loads:?}");
}

/// Arrows of elements that follow the motion come from their columns: actuators and friction along the coordinate of
/// their joint, springs with an expression along their line, on the body that moves.
#[test]
fn loads_that_follow_the_motion_are_drawn_from_their_columns() {
    let text = "space = 'planar'\n[[bodies]]\nname = 'a'\nmass = 1.0\ninertia = 0.1\nangle = 0.5\n\
        [[bodies]]\nname = 'b'\nmass = 1.0\ninertia = 0.1\nposition = [2, 0]\nvelocity = [0.6, 0.8]\n\
        [[joints]]\nname = 'hinge'\ntype = 'revolute'\nbodies = ['ground', 'a']\npoint = [0, 0]\n\
        [[joints]]\nname = 'rail'\ntype = 'prismatic'\nbodies = ['b', 'ground']\npoint = [2, 0]\naxis = [0.6, 0.8]\n\
        friction = { coulomb = 5, speed = 0.1 }\n\
        [[forces]]\ntype = 'actuator'\njoint = 'hinge'\nload = '3 - hinge.qd'\n\
        [[forces]]\ntype = 'spring'\nbodies = ['ground', 'b']\nfirst = [2, 4]\nsecond = [0, 0]\nforce = '7 + 0*b.x'\n\
        [[forces]]\ntype = 'torsion'\njoint = 'hinge'\nstiffness = 2\nangle = 1\ntorque = 'hinge.q + 1'\n";
    let model = Model::parse(text, "m.toml").unwrap();
    let plan = Plan::choose(&model, &Settings { end: 0.0, ..Settings::default() }).unwrap();
    let mut run = PageRun::new("loads", &model, Budget::shared_by(1));
    Simulation::new(model.clone(), plan.clone()).unwrap().run(&mut run).unwrap();
    let loads = singles(&to_json(&run)["frames"]["loads"]);
    let [motor, push] = [[0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, -7.0, 0.0, 0.0, 0.0, 0.0]];
    let [torsion, friction] = [[0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [-3.0, -4.0, 0.0, 0.0, 0.0, 0.0]];
    let expected = [motor, push, torsion, friction].concat();
    assert_eq!(loads.len(), expected.len());
    assert!(loads.iter().zip(expected).all(|(x, e)| (x - e).abs() < 1e-5), "{loads:?}");
}

/// Rows of a large model, many of them: the page stays below its limit and says how it was thinned.
#[test]
fn pages_of_large_runs_stay_below_ten_megabytes() {
    for (n, rows, space) in [(20_000, 3, Space::Planar), (2000, 170, Space::Spatial), (3, 50_000, Space::Spatial)] {
        let model = gallery::chain(n, space).unwrap().build().unwrap();
        let mut run = PageRun::new("chain", &model, Budget::shared_by(1));
        let mut row = vec![1.0 / 3.0; ModelChannels(&model).count()];
        for k in 0..rows {
            row[0] = k as f64;
            run.record(&row).unwrap();
        }
        run.set_summary(&linkwork::Summary { warnings: vec!["x".repeat(300); 5000], ..Default::default() });
        let json = to_json(&run);
        let last = *doubles(&json["frames"]["times"]).last().unwrap();
        assert_eq!(last, (rows - 1) as f64);
        assert_eq!(json["columns"]["rows"], rows);
        assert!(json["bodies"]["list"].as_array().is_none_or(|list| list.len() <= 2000));
        let html = PageData { title: "chain".into(), runs: vec![run] }.to_html();
        assert!(html.len() < 10_000_000, "{n} bodies, {rows} rows: {} bytes", html.len());
    }
}

/// Peaks of one row, in other rows for every column, in a run that is thinned: the page has all of them.
#[test]
fn the_extremes_of_every_column_are_in_the_page() {
    let model = gallery::chain(3, Space::Spatial).unwrap().build().unwrap();
    let n = ModelChannels(&model).count();
    let rows = 30_011;
    let value = |k: usize, c: usize| match (k * 31 + c * 997) % rows {
        0 => 1000.0 + c as f64,
        1 => -2000.0 - c as f64,
        rest => (rest as f64).sin(),
    };
    let mut run = PageRun::new("chain", &model, Budget::shared_by(1));
    for k in 0..rows {
        let row: Vec<f64> = (0..n).map(|c| if c == 0 { 0.5 * k as f64 } else { value(k, c) }).collect();
        run.record(&row).unwrap();
    }
    let columns = &to_json(&run)["columns"];
    let (every, count) = (columns["every"].as_u64().unwrap(), columns["count"].as_u64().unwrap() as usize);
    assert!(every > 2 && count < rows / 2, "{every} {count}");
    let (plain, audit) = (singles(&columns["values"]), doubles(&columns["audit"]));
    let offsets: Vec<u16> = decode(&columns["offsets"]).into_iter().map(u16::from_le_bytes).collect();
    assert_eq!((offsets.len(), offsets.len() / count), (plain.len() + audit.len(), n - 1));
    let all: Vec<f64> = plain.iter().map(|x| f64::from(*x)).chain(audit).collect();
    for (c, (kept, places)) in all.chunks(count).zip(offsets.chunks(count)).enumerate() {
        let range = |f: fn(f64, f64) -> f64| kept.iter().copied().reduce(f).unwrap();
        assert_eq!([range(f64::min), range(f64::max)], [-2000.0 - (c + 1) as f64, 1000.0 + (c + 1) as f64]);
        // And where the file has them.
        for (i, (x, at)) in kept.iter().zip(places).enumerate() {
            let there = value(i / 2 * every as usize + usize::from(*at), c + 1);
            assert!((there - x).abs() < 1e-6 * there.abs(), "column {c}, point {i}: {x}, not {there}");
        }
    }
    let ends = ["first", "last"].map(|word| doubles(&columns[word])[0]);
    assert!((ends[0] - value(0, 1)).abs() < 1e-6 && (ends[1] - value(rows - 1, 1)).abs() < 1e-6, "{ends:?}");
}

#[test]
fn a_page_gets_its_name_when_it_is_whole() {
    let test = TestFolder::new("page");
    let (_, run) = simulated("pendulum", 0.0);
    let page = PageData { title: "pendulum".into(), runs: vec![run] };
    page.write(&test.path(PAGE)).unwrap();
    assert_eq!(files(&test.path("")), [PAGE]);
    assert!(page.write(&test.path("no/such/folder.html")).is_err());
}

/// Neither the model nor the page of an earlier run stays beside the results of a later one.
#[test]
fn the_model_and_the_page_are_those_of_the_results() {
    let test = TestFolder::new("model");
    let directory = test.path("r");
    let text = gallery::find("pendulum").unwrap();
    let model = Model::parse(&text, "pendulum.toml").unwrap();
    let columns = channels(&model);
    let finish = |page: bool, is_json: bool| {
        let mut folder = ResultsFolder::create(&directory, Format::Csv).unwrap();
        folder.set_page(page.then(|| PageRun::new("rod", &model, Budget::shared_by(1))));
        folder.keep_model(text.as_bytes(), is_json).unwrap();
        folder.sink().begin(&columns).unwrap();
        folder.sink().record(&vec![0.25; columns.len()]).unwrap();
        folder.finish(&linkwork::Summary::default()).unwrap();
        files(&directory)
    };
    assert_eq!(finish(true, true), ["model.json", PAGE, "summary.json", "trajectory.csv"]);
    assert_eq!(finish(false, false), ["model.toml", "summary.json", "trajectory.csv"]);
    assert_eq!(std::fs::read_to_string(directory.join("model.toml")).unwrap(), text);
}
