//! Every gallery model of moderate size: the programs against the unspecialized evaluation.

use super::*;
use crate::integrator::Rates;
use crate::symbolic::{Count, Interpreter};
use crate::{Settings, gallery};

fn plan_of(model: &Model) -> Plan {
    Plan::choose(model, &Settings { formulation: "cartesian".into(), ..Settings::default() }).unwrap()
}

/// Largest difference of rates relative to the largest rate, at the initial state.
fn compare(name: &str) -> f64 {
    let model = Model::parse(&gallery::find(name).unwrap(), "gallery.toml").unwrap();
    let plan = plan_of(&model);
    let moving = plan.moving(&model);
    let specialized = match Specialized::of(&model, &plan) {
        Ok(s) => s,
        Err(e) => {
            println!("{name}: {e}");
            return 0.0;
        }
    };
    let mut workspace = plan.make_workspace(moving).unwrap();
    workspace.windings.copy_from_slice(&plan.initial.windings);
    let mut rates = vec![0.0; plan.initial.values.len()];
    workspace.evaluate(0.0, &plan.initial.values, &mut rates).unwrap();
    let mut inputs = vec![0.0];
    inputs.extend(&plan.initial.values);
    inputs.extend(&plan.initial.windings);
    let mut outputs = vec![0.0; specialized.evaluation.outputs.len()];
    Interpreter::new(&specialized.evaluation).unwrap().run(&inputs, &mut outputs);
    let size = rates.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    let off = rates.iter().zip(&outputs).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
    println!(
        "{name}: {off:e} of {size:e}, {:?} flops {} trusted {} kept {} of {}",
        Count::of(&specialized.evaluation),
        Count::of(&specialized.evaluation).flops(),
        specialized.is_trusted(&outputs),
        specialized.kept.len(),
        specialized.n_rows
    );
    off / size
}

#[test]
fn gallery_models_agree() {
    for entry in gallery::list() {
        let off = compare(entry.name);
        println!("{} {off:e}", entry.name);
    }
}
