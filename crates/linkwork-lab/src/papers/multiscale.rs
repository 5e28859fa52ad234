//! [Valášek and Mráz], the heterogeneous multiscale method: pendulum, ten pendulums, four-bar and slider-crank.
//!
//! The paper shows figures and prints no numbers of this method. Held here is what it claims: that errors against rigid
//! joints fall with the stiffness K like 1/K, and that steps are much longer than the oscillations of stiff joints
//! allow, at a useful accuracy and with nothing set by hand.

use super::duan::{add, distance, fit_exponent};
use super::{Bound, Published, Table};
use linkwork::methods::FormulationKind;
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, State, gallery};

/// Authors and title.
pub const SOURCE: &str = "Valášek and Mráz, Massive parallelization of multibody system simulation";

/// The mechanisms, with a name and one typical length each (m).
const MECHANISMS: [(&str, &str, f64); 4] = [
    ("pendulum", "pendulum", 1.0),
    ("pendulums", "10 pendulums", 10.0),
    ("four-bar", "four-bar (spatial)", 1.0),
    ("slider-crank", "slider-crank (driven)", 1.0),
];
/// Stiffnesses, in sixteenths of the one that is chosen by itself.
const SIXTEENTHS: [usize; 4] = [1, 4, 16, 64];
/// When rates are compared (s): all four are in motion then.
const MIDDLE: f64 = 0.4;
/// How long positions are (s).
const SPAN: f64 = 2.0;
/// The exponent must not be above this: it is −1 but for what shorter windows add.
const LARGEST_EXPONENT: f64 = -0.9;
/// Limit of the macro step: the paper's point is that it is much longer than the micro step.
const LARGEST_STEP_RATIO: f64 = 1.0 / 20.0;
/// Positions, relative to the size of the mechanism.
const MOST_OFF: f64 = 1e-3;

/// Errors of accelerations by stiffness, and of positions with the stiffness that is chosen.
pub fn errors(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        beside: &["K/16", "K/4", "K", "4 K", "exponent", "micro/macro", "off by"],
        notes: vec!["the paper prints no numbers of this method; held is what it claims".into()],
        legend: "K/16 … 4 K: error of the accelerations in mid-motion relative to the largest, against rigid joints; exponent: of that \
                 against the stiffness; micro/macro: micro step over mean step; off by: of positions in two seconds, relative to the \
                 size of the mechanism.",
        ..published.begin("printed")
    };
    for (model, label, size) in MECHANISMS {
        let model = find(model)?;
        let errors = find_errors(&model)?;
        let (ratio, off) = run_both(&model)?;
        let mut beside = errors.to_vec();
        beside.extend([fit_exponent(&SIXTEENTHS, &errors), ratio, off / size]);
        let mut bounds = vec![None; beside.len()];
        let held = [LARGEST_EXPONENT, LARGEST_STEP_RATIO, MOST_OFF].map(|most| Some(Bound::at_most(most)));
        bounds[errors.len()..].copy_from_slice(&held);
        add(&mut table, label.into(), &beside, &bounds);
    }
    Ok(table)
}

fn find(name: &str) -> Result<Model, String> {
    let text = gallery::find(name).ok_or_else(|| format!("there is no model '{name}'"))?;
    Model::parse(&text, &format!("{name}.toml")).map_err(|faults| faults.to_string())
}

fn elastic(stiffness: f64) -> Settings {
    Settings { formulation: FormulationKind::Multiscale.into(), stiffness, threads: 1, ..Settings::default() }
}

/// Rates of all values at a state, and the stiffness.
fn find_rates(model: &Model, settings: &Settings, state: &State) -> Result<(Vec<f64>, f64), String> {
    let plan = Plan::choose(model, settings).map_err(|trouble| trouble.to_string())?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(|trouble| trouble.to_string())?;
    simulation.set_state(state).map_err(|trouble| trouble.to_string())?;
    let mut rates = vec![0.0; state.values.len()];
    simulation.evaluate(&mut rates).map_err(|trouble| trouble.to_string())?;
    Ok((rates, plan.tuning.map_or(0.0, |tuning| tuning.stiffness())))
}

/// Errors of the accelerations in mid-motion, from soft to stiff.
fn find_errors(model: &Model) -> Result<[f64; SIXTEENTHS.len()], String> {
    // In the coordinates that `multiscale` has, too.
    let rigid = Settings { formulation: FormulationKind::Cartesian.into(), end: MIDDLE, ..Settings::default() };
    let state = run(model, &rigid)?.2;
    let (exact, _) = find_rates(model, &rigid, &state)?;
    let (_, chosen) = find_rates(model, &elastic(0.0), &state)?;
    let largest = |x: &mut dyn Iterator<Item = f64>| x.fold(0.0, |most: f64, x| x.abs().max(most));
    let size = largest(&mut exact[state.n_coordinates..].iter().copied());
    let mut errors = [0.0; SIXTEENTHS.len()];
    for (error, part) in errors.iter_mut().zip(SIXTEENTHS) {
        let (found, _) = find_rates(model, &elastic(chosen * part as f64 / 16.0), &state)?;
        *error = largest(&mut found.iter().zip(&exact).map(|(a, b)| a - b)) / size;
    }
    Ok(errors)
}

/// Micro step over macro step, and how far positions come from those with rigid joints.
fn run_both(model: &Model) -> Result<(f64, f64), String> {
    let accuracy = |settings| Settings { end: SPAN, output_step: 0.1, rtol: 1e-6, atol: 1e-8, ..settings };
    let (elastic, ratio, _) = run(model, &accuracy(elastic(0.0)))?;
    let (rigid, ..) = run(model, &Settings { rtol: 1e-10, atol: 1e-12, ..accuracy(Settings::default()) })?;
    Ok((1.0 / ratio, distance(&rigid, &elastic)))
}

/// Rows, the ratio of macro to micro steps, and the last state.
fn run(model: &Model, settings: &Settings) -> Result<(Memory, f64, State), String> {
    let plan = Plan::choose(model, settings).map_err(|trouble| trouble.to_string())?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(|trouble| trouble.to_string())?;
    let mut memory = Memory::default();
    simulation.run(&mut memory).map_err(|trouble| trouble.to_string())?;
    let ratio = simulation.summary().scales.map_or(f64::NAN, |scales| scales.step_ratio);
    Ok((memory, ratio, simulation.state().clone()))
}
