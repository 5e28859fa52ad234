//! [Duan and Anderson]: the chain of 16 bodies with five cases of cut joints, from `fixtures/chain16.json`.
//!
//! The paper shows the motion as a figure and prints one number, the exponent of iterations against constraint loads.
//! Here the cuts must not change the motion; iterations stand beside those of an independent computation; and with the
//! default preconditioner their growth from 16 to 1024 cuts is held to an exponent of [`LARGEST_EXPONENT`].

use super::{Bound, Counts, Number, Published, Table};
use linkwork::methods::{Choice, FormulationKind, Preconditioner, SolverKind, StabilizationKind, Start, Word};
use linkwork::recorder::Memory;
use linkwork::stats::Summary;
use linkwork::{Model, Plan, Settings, Simulation, Space, gallery};
use serde::Deserialize;

/// Authors and title.
pub const SOURCE: &str = "Duan and Anderson, Parallel implementation of a low order algorithm for dynamics of multibody systems on a \
                          distributed memory computing system";

/// Cases of cuts and known iterations.
const CHAIN: &str = include_str!("../../fixtures/chain16.json");
/// Iterations that grow no faster are said not to grow: from 16 to 1024 cuts by half.
const LARGEST_EXPONENT: f64 = 0.1;
/// How far bodies may be from where they are without cuts (m). Steps are chosen by the errors of different coordinates,
/// so each motion has its own share of them: 10⁻¹⁰ of the 32 m of the chain in each of some hundred steps.
const SAME_MOTION: f64 = 1e-7;
/// Simulated for motions, and for iterations (s).
const SPANS: [f64; 2] = [1.0, 2.0];
/// Duration of runs of the long chain (s).
const SHORT_SPAN: f64 = 0.5;

const SPACES: [(&str, Space); 2] = [("planar", Space::Planar), ("spatial", Space::Spatial)];
/// Cuts of the long chain.
const CUTS: [usize; 7] = [16, 32, 64, 128, 256, 512, 1024];
/// Up to here diagonals are tried: they take hundreds of iterations.
const MOST_CUTS_FOR_DIAGONALS: usize = 128;

#[derive(Deserialize)]
struct Chain {
    /// Joints that are cut, counted from one.
    cases: Vec<Vec<usize>>,
    printed_exponent: f64,
    reference: Vec<Reference>,
}

#[derive(Deserialize)]
struct Reference {
    space: String,
    preconditioner: String,
    start: String,
    /// By case, the one without cuts left out.
    iterations: Vec<f64>,
}

fn read() -> Result<Chain, String> {
    serde_json::from_str(CHAIN).map_err(|e| format!("the cases of the chain cannot be read: {e}"))
}

/// The five cases, each held to the motion without cuts, and what an evaluation costs.
pub fn motions(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        beside: &["equations", "evaluations", "iterations", "µs per evaluation", "off by (m)"],
        legend: "off by: how far bodies come from where they are without cuts, at most, in the first second.",
        ..published.begin("reference")
    };
    let chain = read()?;
    for (word, space) in SPACES {
        let model = build(gallery::chain16(space))?;
        let mut whole: Option<Memory> = None;
        for joints in &chain.cases {
            let settings = Settings { rtol: 1e-10, atol: 1e-10, output_step: 0.05, ..settings(joints, SPANS[0]) };
            let (memory, summary, n_equations) = run(&model, &settings)?;
            let off = distance(whole.get_or_insert_with(|| memory.clone()), &memory);
            let time = 1e6 * summary.seconds_per_evaluation;
            let iterations = if n_equations > 0 { mean_iterations(&summary) } else { 0.0 };
            let beside = [n_equations as f64, summary.evaluations as f64, iterations, time, off];
            let bounds = [None, None, None, None, Some(Bound::at_most(SAME_MOTION))];
            add(&mut table, format!("{word}, {}", describe(joints)), &beside, &bounds);
        }
    }
    Ok(table)
}

/// Every preconditioner with every start.
pub fn iterations(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        columns: &["1 cut", "3 cuts", "7 cuts", "15 cuts"],
        beside: &["exponent"],
        legend: "exponent: of iterations against constraint loads, fitted over the four cases.",
        notes: vec![
            "reference: an independent computation with fixed steps to a residual of 1e-8, its factor made anew every 20 steps; the paper \
             prints no iterations, and omits axes, gravity, tolerance and steps"
                .into(),
        ],
        ..published.begin("reference")
    };
    let chain = read()?;
    table.notes.push(format!("the paper's exponent, with its preconditioner: {}", chain.printed_exponent));
    for (word, space) in SPACES {
        let model = build(gallery::chain16(space))?;
        for &preconditioner in Preconditioner::ALL {
            for &start in Start::ALL {
                let mut means = Vec::new();
                for joints in chain.cases.iter().filter(|joints| !joints.is_empty()) {
                    means.push(count_iterations(&model, settings(joints, SPANS[1]), preconditioner, start.into())?);
                }
                let known = |r: &&Reference| {
                    r.space == word && r.preconditioner == preconditioner.word() && r.start == start.word()
                };
                let reference = chain.reference.iter().find(known).map(|r| &r.iterations[..]).unwrap_or_default();
                let cuts: Vec<usize> = chain.cases.iter().map(Vec::len).filter(|n| *n > 0).collect();
                let counts = Counts {
                    printed: (0..means.len()).map(|k| reference.get(k).map(|x| Number(*x))).collect(),
                    beside: vec![Number(fit_exponent(&cuts, &means))],
                    ours: means.into_iter().map(Number).collect(),
                    bounds: vec![None],
                };
                let free: Vec<String> = table.columns.iter().map(ToString::to_string).collect();
                table.add(format!("{word}, {preconditioner}, {start}"), counts, &free);
            }
        }
    }
    Ok(table)
}

/// Iterations against cuts of a long chain, the default held to hardly any growth.
pub fn growth(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        beside: &["exponent", "16 cuts", "32 cuts", "64 cuts", "128 cuts", "256 cuts", "512 cuts", "1024 cuts"],
        legend: "exponent: of iterations per evaluation against cuts; cuts at equal distances.",
        ..published.begin("reference")
    };
    table.notes.push(format!("the paper's exponent, on its chain of 16 bodies: {}", read()?.printed_exponent));
    let n_bodies = CUTS[CUTS.len() - 1] + 1;
    let model = build(gallery::chain(n_bodies, Space::Spatial)?)?;
    for &preconditioner in Preconditioner::ALL {
        let held = preconditioner == Preconditioner::Factor;
        let cuts: Vec<usize> = CUTS.into_iter().filter(|n| held || *n <= MOST_CUTS_FOR_DIAGONALS).collect();
        let mut means = Vec::new();
        for &n in &cuts {
            let joints: Vec<usize> = (1..=n).map(|k| 1 + k * n_bodies / (n + 1)).collect();
            means.push(count_iterations(&model, settings(&joints, SHORT_SPAN), preconditioner, Choice::Auto)?);
        }
        let mut beside = vec![fit_exponent(&cuts, &means)];
        beside.extend(means);
        beside.resize(1 + CUTS.len(), f64::NAN);
        let mut bounds = vec![None; beside.len()];
        bounds[0] = held.then(|| Bound::at_most(LARGEST_EXPONENT));
        add(&mut table, preconditioner.to_string(), &beside, &bounds);
    }
    Ok(table)
}

/// Adds a row with nothing in print.
pub(super) fn add(table: &mut Table, label: String, beside: &[f64], bounds: &[Option<Bound>]) {
    let beside = beside.iter().copied().map(Number).collect();
    table.add(label, Counts { printed: vec![], ours: vec![], beside, bounds: bounds.to_vec() }, &[]);
}

fn build(file: linkwork::model::ModelFile) -> Result<Model, String> {
    file.build().map_err(|faults| faults.to_string())
}

/// Joint coordinates over these cuts, solved by `pcg`.
fn settings(joints: &[usize], end: f64) -> Settings {
    let cuts: Vec<String> = joints.iter().map(|joint| format!("joint{joint}")).collect();
    Settings {
        formulation: FormulationKind::Recursive.into(),
        solver: SolverKind::Pcg.into(),
        cuts: cuts.join(","),
        end,
        output_step: end,
        // The solver's tolerance is then 10⁻⁸, that of the reference.
        rtol: 1e-7,
        atol: 1e-7,
        threads: 1,
        ..Settings::default()
    }
}

/// Rows, summary, and equations of the cut joints.
fn run(model: &Model, settings: &Settings) -> Result<(Memory, Summary, usize), String> {
    let plan = Plan::choose(model, settings).map_err(|trouble| trouble.to_string())?;
    let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(|trouble| trouble.to_string())?;
    let mut memory = Memory::default();
    simulation.run(&mut memory).map_err(|trouble| trouble.to_string())?;
    let n_equations = simulation.workspace().multipliers.len();
    Ok((memory, simulation.summary(), n_equations))
}

/// Per evaluation; without stabilization nothing else is solved but for two rows.
fn count_iterations(
    model: &Model,
    settings: Settings,
    preconditioner: Preconditioner,
    start: Choice<Start>,
) -> Result<f64, String> {
    let (preconditioner, stabilization) = (preconditioner.into(), StabilizationKind::None.into());
    let (_, summary, _) = run(model, &Settings { preconditioner, start, stabilization, ..settings })?;
    Ok(mean_iterations(&summary))
}

fn mean_iterations(summary: &Summary) -> f64 {
    match (summary.solver_iterations, summary.solver_solves) {
        (Some(iterations), Some(solves)) if solves > 0 => iterations as f64 / solves as f64,
        _ => 0.0,
    }
}

/// The largest difference of a coordinate of a body's place.
pub(super) fn distance(a: &Memory, b: &Memory) -> f64 {
    let is_place = |channel: &str| [".x", ".y", ".z"].iter().any(|end| channel.ends_with(end));
    let places: Vec<usize> = (0..a.channels.len()).filter(|&k| is_place(&a.channels[k])).collect();
    let rows = a.rows.iter().zip(&b.rows).flat_map(|(a, b)| places.iter().map(move |&k| (a[k] - b[k]).abs()));
    // A row that is missing is no agreement, and neither is what is not a number.
    let largest = rows.fold(0.0, |m: f64, d| if d.is_nan() { f64::INFINITY } else { m.max(d) });
    if a.rows.len() == b.rows.len() { largest } else { f64::INFINITY }
}

/// The slope of ln y over ln x, by least squares.
pub(super) fn fit_exponent(x: &[usize], y: &[f64]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) = x.iter().zip(y).map(|(x, y)| ((*x as f64).ln(), y.ln())).unzip();
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (x0, y0) = (mean(&x), mean(&y));
    let along: f64 = x.iter().zip(&y).map(|(x, y)| (x - x0) * (y - y0)).sum();
    along / x.iter().map(|x| (x - x0).powi(2)).sum::<f64>()
}

fn describe(joints: &[usize]) -> String {
    match joints {
        [] => "no cut".into(),
        [one] => format!("cut at joint {one}"),
        [.., last] if joints.len() == 15 => format!("cut at joints 2 to {last}"),
        _ => {
            let list: Vec<String> = joints.iter().map(usize::to_string).collect();
            format!("cut at joints {}", list.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_of_powers_are_found() {
        let x = [16, 32, 64, 256];
        let y = x.map(|x| 3.0 * (x as f64).powf(0.739));
        assert!((fit_exponent(&x, &y) - 0.739).abs() < 1e-12);
        assert!(fit_exponent(&x, &[2.0; 4]).abs() < 1e-15);
    }

    #[test]
    fn motions_that_differ_are_far_apart() {
        let channels = vec!["time".into(), "a.x".into(), "a.vx".into()];
        let motion = |x: f64, v: f64| {
            let rows = vec![vec![0.0, 1.0, 1.0], vec![1.0, x, v]];
            Memory { channels: channels.clone(), rows, definite: vec![true; 2] }
        };
        let first = motion(2.0, 3.0);
        assert_eq!(distance(&first, &motion(2.5, 9.0)), 0.5);
        assert_eq!(distance(&first, &motion(f64::NAN, 3.0)), f64::INFINITY);
        let mut cut_off = first.clone();
        cut_off.rows.pop();
        assert_eq!(distance(&first, &cut_off), f64::INFINITY);
    }

    /// And pinned with all cuts, so that a change is seen.
    #[test]
    fn iterations_are_those_of_the_reference() {
        let chain = read().unwrap();
        let model = build(gallery::chain16(Space::Spatial)).unwrap();
        let reference = chain.reference.iter().find(|r| r.space == "spatial" && r.start == "zero").unwrap();
        for (joints, expected) in chain.cases[1..].iter().zip(&reference.iterations) {
            let found =
                count_iterations(&model, settings(joints, SPANS[1]), Preconditioner::Jacobi, Start::Zero.into())
                    .unwrap();
            assert!((found - expected).abs() < 0.03 * expected, "{joints:?}: {found} against {expected}");
        }
        // With other instructions for products and sums the last digit may differ.
        for (preconditioner, expected) in
            [(Preconditioner::Factor, 2.48), (Preconditioner::BlockJacobi, 41.3), (Preconditioner::Jacobi, 44.9)]
        {
            let settings = settings(&chain.cases[4], SPANS[1]);
            let found = count_iterations(&model, settings, preconditioner, Choice::Auto).unwrap();
            assert!((found - expected).abs() < 0.02 * expected, "{preconditioner}: {found}");
        }
    }
}
