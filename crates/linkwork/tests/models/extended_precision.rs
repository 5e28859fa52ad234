//! Accelerations of a chain of 1000 bodies against the same in 50 digits (`fixtures/chain1000.py`): what round-off
//! leaves of the recursion.

use linkwork::system::System;
use linkwork::{Model, Plan, Settings};

const N: usize = 1000;

/// Short binary fractions, the same numbers in both programs.
fn angle(i: usize) -> f64 {
    ((37 * i % 101) as f64 - 50.0) / 128.0
}

fn rate(i: usize) -> f64 {
    ((53 * i % 97) as f64 - 48.0) / 256.0
}

/// Hanging down at rest: all numbers of the file are exact.
fn straight_chain() -> String {
    let mut text = String::from("space = \"spatial\"\ngravity = [0.0, -9.81, 0.0]\n");
    for i in 0..N {
        let (top, inboard) = (-2 * i as i64, if i == 0 { "ground".into() } else { format!("b{}", i - 1) });
        let axis = if i % 2 == 0 { "[0.0, 0.0, 1.0]" } else { "[1.0, 0.0, 0.0]" };
        text += &format!("[[bodies]]\nname = \"b{i}\"\nmass = 1.0\ninertia = [1.0, 1.0, 1.0]\n");
        text += &format!("position = [0.0, {}.0, 0.0]\n", top - 1);
        text += &format!("[[joints]]\nname = \"j{i}\"\ntype = \"revolute\"\nbodies = [\"{inboard}\", \"b{i}\"]\n");
        text += &format!("point = [0.0, {top}.0, 0.0]\naxis = {axis}\n");
    }
    text
}

#[test]
fn a_recursive_chain_of_a_thousand_bodies() {
    let text = include_str!("../../fixtures/chain1000.txt");
    let right: Vec<f64> = text.lines().filter(|l| !l.starts_with('#')).map(|l| l.parse().expect("a number")).collect();
    assert_eq!(right.len(), N);

    let model = Model::parse(&straight_chain(), "chain.toml").expect("a sound model");
    let settings = Settings { formulation: "recursive".parse().unwrap(), ..Settings::default() };
    let plan = Plan::choose(&model, &settings).expect("a chain is a tree");
    let mut workspace = plan.make_workspace(&model).expect("a solver for no equations");
    let mut values = plan.initial.values.clone();
    assert_eq!(values, vec![0.0; 2 * N], "coordinates count from the position of the file");
    for i in 0..N {
        (values[i], values[N + i]) = (angle(i), rate(i));
    }
    let mut rates = vec![0.0; values.len()];
    workspace.evaluate(0.0, &values, &mut rates).expect("finite accelerations");

    let largest = right.iter().fold(0.0, |m: f64, a| m.max(a.abs()));
    let error = rates[N..].iter().zip(&right).fold(0.0, |m: f64, (a, r)| m.max((a - r).abs())) / largest;
    println!("largest error of {N} joint accelerations: {error:.1e} of the largest");
    assert!(error < 1e-12, "{error:e}");
}
