//! The programs of whole models: against the unspecialized evaluation, against one another, and by what they cost.

use super::*;
use crate::model::force::Bushing;
use crate::model::{Force, Marker};
use crate::singular::ZERO_DIAGONAL;
use crate::spatial::{Quat, Vec3};
use crate::symbolic::finish::{Entry, Finished, finish};
use crate::symbolic::{Count, Interpreter};
use crate::system::System;
use crate::{Settings, Space, gallery};

/// Results of two ways through some thousand operations differ by so much; a weak pivot amplifies it.
const ROUND_OFF: f64 = 1e-13;

fn plan_of(model: &Model) -> Plan {
    Plan::choose(model, &Settings { formulation: "cartesian".parse().unwrap(), ..Settings::default() }).unwrap()
}

fn find(name: &str) -> Model {
    Model::parse(&gallery::find(name).unwrap(), "gallery.toml").unwrap()
}

fn run(program: &Program, inputs: &[f64]) -> Vec<f64> {
    let mut outputs = vec![0.0; program.outputs.len()];
    Interpreter::new(program).unwrap().run(inputs, &mut outputs);
    outputs
}

fn inputs_of(plan: &Plan, values: &[f64]) -> Vec<f64> {
    [&[plan.initial.time], values, &plan.initial.unwrapped_angles].concat()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(1.0, |m: f64, x| m.max(x.abs()))
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| if (a - b).is_nan() { f64::INFINITY } else { m.max((a - b).abs()) })
}

/// The effect of round-off in positions on accelerations through bushings, linear or angular: the track has teeth of 20
/// kN/m on light links.
fn calc_noise(model: &Model) -> f64 {
    let of_end = |end: &Marker, stiffness: f64| {
        let Some(body) = end.body.index().map(|index| &model.bodies[index]) else { return 0.0 };
        let arm = end.point.iter().map(|x| x * x).sum::<f64>().sqrt();
        stiffness * (1.0 / body.mass).max(arm / body.inertia.0[2][2])
    };
    let most = model.forces.iter().fold(0.0, |most: f64, force| match force {
        Force::Bushing(Bushing { first, second, stiffness, .. }) => {
            most.max(of_end(first, stiffness[0])).max(of_end(second, stiffness[0]))
        }
        _ => most,
    });
    most * f64::EPSILON * model.length_scale()
}

/// Rates, and multipliers where they are unique, at positions that the joints allow.
#[test]
fn gallery_models_agree_with_the_unspecialized_evaluation() {
    let (mut n_trusted, mut n_models) = (0, 0);
    for entry in gallery::list() {
        let model = find(entry.name);
        // No programs are written for loads that depend on the motion.
        let has_others = model.find_contact().is_some() || model.forces.iter().any(Force::follows_motion);
        if !model.signals.program.is_empty() || has_others {
            continue;
        }
        n_models += 1;
        let plan = plan_of(&model);
        let moving = plan.moving(&model);
        let specialized = Specialized::of(&model, &plan).unwrap_or_else(|why| panic!("{}: {why}", entry.name));
        let mut workspace = plan.make_workspace(moving).unwrap();
        workspace.unwrapped_angles.copy_from_slice(&plan.initial.unwrapped_angles);
        for values in selection::find_positions(moving, &plan).unwrap() {
            let outputs = run(&specialized.evaluation, &inputs_of(&plan, &values));
            let mut rates = vec![0.0; values.len()];
            workspace.evaluate(plan.initial.time, &values, &mut rates).unwrap();
            let weakest = workspace.solver.rank_report().weakest.min(1.0);
            if !specialized.is_trusted(&outputs) {
                continue;
            }
            n_trusted += 1;
            let (found, rest) = outputs.split_at(rates.len());
            let off = difference(found, &rates) / largest(&rates);
            let most = 10.0 * ROUND_OFF / weakest + calc_noise(&model) / largest(&rates);
            assert!(off < most, "{}: rates differ by {off:e}, weakest {weakest:e}", entry.name);
            if specialized.left_out.is_empty() {
                let found = &rest[..specialized.n_rows];
                let off = difference(found, &workspace.multipliers) / largest(&workspace.multipliers);
                assert!(off < 10.0 * ROUND_OFF / weakest, "{}: multipliers differ by {off:e}", entry.name);
            }
        }
    }
    assert!(n_models >= 20 && n_trusted > 2 * n_models, "only {n_trusted} evaluations of {n_models} were trusted");
}

fn named<'a>(procedures: &'a [Procedure], name: &str) -> &'a Program {
    &procedures.iter().find(|procedure| procedure.name == name).unwrap().program
}

/// Accelerations in the velocities of the procedures: angular ones in body axes.
fn accelerations(model: &Model, values: &[f64], rates: &[f64]) -> Vec<f64> {
    if model.space == Space::Planar {
        return rates[3 * model.n_bodies()..].to_vec();
    }
    let of_body = |body: usize| {
        let q = &values[7 * body + 3..7 * body + 7];
        let a = &rates[7 * model.n_bodies() + 6 * body..][..6];
        let angular = Quat([q[0], q[1], q[2], q[3]]).matrix().tr_mul(Vec3([a[3], a[4], a[5]]));
        [[a[0], a[1], a[2]], angular.0].concat()
    };
    (0..model.n_bodies()).flat_map(of_body).collect()
}

/// G a = u for the accelerations of the evaluation; M (M⁻¹ s) = s by its energy; Eλ = b by R.
#[test]
fn procedures_fit_together() {
    for name in ["slider-crank", "andrews", "four-bar", "manipulator", "flyball-governor"] {
        let model = find(name);
        let plan = plan_of(&model);
        let specialized = Specialized::of(&model, &plan).unwrap();
        let procedures = specialized.procedures(&model).0;
        for Procedure { name, inputs, outputs, program, .. } in &procedures {
            assert_eq!((inputs.len(), outputs.len()), (program.n_inputs, program.outputs.len()), "{name}");
        }
        let values = &plan.initial.values;
        let inputs = inputs_of(&plan, values);
        let outputs = run(&specialized.evaluation, &inputs);
        let (rates, multipliers) = (&outputs[..values.len()], &outputs[values.len()..][..specialized.n_rows]);
        let a = accelerations(&model, values, rates);
        let G = run(named(&procedures, "jacobian"), &inputs);
        let of = |s: &[f64]| run(named(&procedures, "product"), &[&G[..], s].concat());
        let (Ga, u) = (of(&a), run(named(&procedures, "right_side"), &inputs));
        assert!(difference(&Ga, &u) < 1e-9 * largest(&a) * largest(&G), "{name}: {Ga:?} {u:?}");

        // b = Eλ by products: G M⁻¹ Gᵀ λ, a column of Gᵀ being what unit velocities give.
        let n = a.len();
        let unit = |k: usize| (0..n).map(|l| f64::from(k == l)).collect::<Vec<_>>();
        let columns: Vec<Vec<f64>> = (0..n).map(|k| of(&unit(k))).collect();
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let load: Vec<f64> = columns.iter().map(|column| dot(column, multipliers)).collect();
        let b = of(&run(named(&procedures, "inverse_mass"), &load));

        let (program, layout) = specialized.whole_triangle(&model);
        let whole = if specialized.left_out.is_empty() { "" } else { "whole_" };
        assert_eq!(&program, named(&procedures, &format!("{whole}triangle")));
        let R = run(&program, &run(named(&procedures, &format!("{whole}columns")), &inputs));
        let (found, rank) = layout.solve(&R, &b, ZERO_DIAGONAL);
        assert_eq!(rank, plan.rank, "{name}");
        let load: Vec<f64> = columns.iter().map(|column| dot(column, &found)).collect();
        let back = of(&run(named(&procedures, "inverse_mass"), &load));
        assert!(difference(&back, &b) < 1e-9 * largest(&b), "{name}: {back:?} {b:?}");
    }
}

/// A universal joint takes two angles from the state.
#[test]
fn every_number_that_a_program_takes_has_a_name() {
    let text = "name = \"cardan\"\n[[bodies]]\nname = \"shaft\"\nmass = 1.0\ninertia = [1.0, 1.0, 1.0]\n\
        [[joints]]\nname = \"cross\"\ntype = \"universal\"\nbodies = [\"ground\", \"shaft\"]\npoint = [0.0, 0.0, 0.0]\n\
        axis = [1.0, 0.0, 0.0]\naxis2 = [0.0, 1.0, 0.0]\n";
    let model = Model::parse(text, "cardan.toml").unwrap();
    let specialized = Specialized::of(&model, &plan_of(&model)).unwrap();
    for Procedure { name, inputs, outputs, program, .. } in specialized.procedures(&model).0 {
        assert_eq!((inputs.len(), outputs.len()), (program.n_inputs, program.outputs.len()), "{name}");
    }
}

/// A parallelogram that lies flat: two of its equations say the same there, and nowhere else.
fn flat_parallelogram() -> Model {
    let mut text = "name = \"flat\"\nspace = \"planar\"\ngravity = [0.0, -9.81]\n".to_string();
    for (name, x) in [("left", 0.5), ("right", 2.5), ("coupler", 2.0)] {
        text += &format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = 0.1\nposition = [{x}, 0.0]\n");
    }
    for (name, pair, x) in [
        ("A", "\"ground\", \"left\"", 0.0),
        ("B", "\"left\", \"coupler\"", 1.0),
        ("C", "\"coupler\", \"right\"", 3.0),
        ("D", "\"ground\", \"right\"", 2.0),
    ] {
        text += &format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = [{pair}]\npoint = [{x}, 0.0]\n");
    }
    Model::parse(&text, "flat.toml").unwrap()
}

#[test]
fn singular_positions_are_not_trusted_and_finished_in_numbers() {
    let model = flat_parallelogram();
    // At a single instant nothing is held.
    let settings = Settings { formulation: "cartesian".parse().unwrap(), end: 0.0, ..Settings::default() };
    let plan = Plan::choose(&model, &settings).unwrap();
    assert_eq!(plan.rank, 7);
    let specialized = Specialized::of(&model, &plan).unwrap();
    assert_eq!(specialized.kept.len(), 8, "elsewhere all equations are independent");
    let inputs = inputs_of(&plan, &plan.initial.values);
    assert!(!specialized.is_trusted(&run(&specialized.evaluation, &inputs)));

    let procedures = specialized.procedures(&model).0;
    let (program, layout) = specialized.whole_triangle(&model);
    let A = run(named(&procedures, "columns"), &inputs);
    // Any right-hand side that the equations can have: a multiple of one column of E.
    let R = run(&program, &A);
    let G = run(named(&procedures, "jacobian"), &inputs);
    let of = |s: &[f64]| run(named(&procedures, "product"), &[&G[..], s].concat());
    let b = of(&[0.3, -0.2, 0.5, 0.7, 0.1, -0.4, 0.9, 0.2, -0.1]);
    let (multipliers, rank) = layout.solve(&R, &b, ZERO_DIAGONAL);
    assert_eq!(rank, 7);
    assert!(multipliers.iter().all(|x| x.is_finite() && x.abs() < 100.0), "{multipliers:?}");
}

/// Accelerations through R and its numeric end, at positions with fewer independent equations than elsewhere and at
/// others, against the unspecialized ones.
#[test]
fn finished_evaluations_agree_at_singular_positions_too() {
    let at_rest = Settings { formulation: "cartesian".parse().unwrap(), end: 0.0, ..Settings::default() };
    let found = |name: &str| (find(name), name.to_string());
    let models = [(flat_parallelogram(), "flat".into()), found("bricard"), found("four-bars"), found("manipulator")];
    for (model, name) in models {
        let plan = Plan::choose(&model, &at_rest).unwrap();
        let specialized = Specialized::of(&model, &plan).unwrap();
        let (procedures, layout) = specialized.procedures(&model);
        let mut workspace = plan.make_workspace(&model).unwrap();
        workspace.unwrapped_angles.copy_from_slice(&plan.initial.unwrapped_angles);
        for values in selection::find_positions(&model, &plan).unwrap() {
            let mut rates = vec![0.0; values.len()];
            workspace.evaluate(plan.initial.time, &values, &mut rates).unwrap();
            let expected = accelerations(&model, &values, &rates);
            let Finished { accelerations, rank, .. } =
                finish(&procedures, &layout, &inputs_of(&plan, &values)).unwrap();
            let report = workspace.solver.rank_report();
            assert_eq!(rank, report.rank, "{name}");
            let off = difference(&accelerations, &expected) / largest(&expected);
            assert!(off < 1e-9 / report.weakest.min(1.0).sqrt(), "{name}: {off:e}, weakest {:e}", report.weakest);
        }
    }
}

fn count_triangle(model: &Model) -> usize {
    let specialized = Specialized::of(model, &plan_of(model)).unwrap();
    Count::of(&specialized.triangle(model)).flops()
}

/// Whether counts of three sizes, each twice the one before, lie on a line: but for a few parts in a hundred, since
/// orders are those that were found cheapest for each.
fn is_linear([small, medium, large]: [usize; 3]) -> bool {
    let (first, second) = ((medium - small) as f64, (large - medium) as f64);
    (second / first - 2.0).abs() < 0.06
}

/// Operations of sparse rotations with known numbers folded by hand; \[Vlasenko and Kasper\] print 5899, 11651 and
/// 23158.
#[test]
fn the_insulator_chain_takes_few_operations_linear_in_its_length() {
    let flops = [4, 8, 16, 32].map(|m| count_triangle(&gallery::insulator(m).unwrap().build().unwrap()));
    assert!(flops[0] <= 732 && flops[1] <= 1532 && flops[2] <= 3132, "{flops:?}");
    assert!(is_linear([flops[1], flops[2], flops[3]]), "{flops:?}");
}

#[test]
fn the_manipulator_takes_few_operations() {
    let model = find("manipulator");
    let specialized = Specialized::of(&model, &plan_of(&model)).unwrap();
    assert_eq!((specialized.n_rows, specialized.kept.len()), (51, 39));
    let flops = Count::of(&specialized.triangle(&model)).flops();
    let whole = Count::of(&specialized.whole_triangle(&model).0).flops();
    assert!(flops < 5800 && whole < 5800, "{flops}, with dependent columns {whole}");
}

/// R in full, by position of the column.
fn fill(layout: &Layout, outputs: &[f64]) -> Vec<Vec<f64>> {
    let mut R = vec![vec![0.0; layout.order.len()]; layout.n_rows];
    let mut outputs = outputs.iter();
    for entry in &layout.entries {
        R[entry.row][entry.column] = entry.known.unwrap_or_else(|| *outputs.next().unwrap());
    }
    R
}

/// RᵀR = AᵀA for all columns, dependent ones too, at states that are any: bodies are where no joint wants them.
#[test]
fn r_of_all_columns_has_their_products_wherever_bodies_are() {
    for (name, n_rows) in [("manipulator", 51), ("bricard", 30), ("four-bar", 20)] {
        let model = find(name);
        let plan = plan_of(&model);
        let specialized = Specialized::of(&model, &plan).unwrap();
        let procedures = specialized.procedures(&model).0;
        let (program, layout) = specialized.whole_triangle(&model);
        assert_eq!(layout.order.len(), n_rows, "{name}");
        for seed in 1..6 {
            let values = (0..plan.initial.values.len()).map(|k| (1.7 * (k as f64 + 1.0) * f64::from(seed)).sin());
            let inputs = inputs_of(&plan, &values.collect::<Vec<_>>());
            let G = run(named(&procedures, "jacobian"), &inputs);
            let of = |s: &[f64]| run(named(&procedures, "product"), &[&G[..], s].concat());
            let n = 6 * model.n_bodies();
            let unit = |k: usize| (0..n).map(|l| f64::from(k == l)).collect::<Vec<_>>();
            // Columns of G, from which those of Gᵀ are read.
            let columns: Vec<Vec<f64>> = (0..n).map(|k| of(&unit(k))).collect();
            let R = fill(&layout, &run(&program, &run(named(&procedures, "whole_columns"), &inputs)));
            for (p, &row) in layout.order.iter().enumerate() {
                let gradient: Vec<f64> = columns.iter().map(|column| column[row]).collect();
                let expected = of(&run(named(&procedures, "inverse_mass"), &gradient));
                let products: Vec<f64> =
                    (0..n_rows).map(|q| R.iter().map(|of_row| of_row[p] * of_row[q]).sum()).collect();
                let wanted: Vec<f64> = layout.order.iter().map(|&other| expected[other]).collect();
                let off = difference(&products, &wanted) / largest(&wanted);
                assert!(off < 1e-12, "{name}, state {seed}, column {p}: {off:e}");
            }
        }
    }
}

/// Equations that follow from others only where joints are closed have something left elsewhere, which is computed.
#[test]
fn only_what_is_zero_everywhere_is_left_out_of_r() {
    let left_over = |name: &str| {
        let model = find(name);
        let specialized = Specialized::of(&model, &plan_of(&model)).unwrap();
        let (_, layout) = specialized.whole_triangle(&model);
        let is_open = |entry: &&Entry| entry.row >= layout.n_kept && entry.known.is_none();
        (specialized.left_out.len(), layout.entries.iter().filter(is_open).count())
    };
    assert_eq!(left_over("manipulator"), (12, 0), "six directions between two bodies have rank three");
    let (n_dependent, n_open) = left_over("bricard");
    assert!(n_dependent > 0 && n_open >= n_dependent, "{n_dependent} {n_open}");
}

#[test]
fn evaluations_of_chains_are_linear_in_their_length() {
    for space in [Space::Planar, Space::Spatial] {
        let counts = [8, 16, 32].map(|n| {
            let model = gallery::chain(n, space).unwrap().build().unwrap();
            Count::of(&Specialized::of(&model, &plan_of(&model)).unwrap().evaluation).flops()
        });
        assert!(is_linear(counts), "{counts:?}");
    }
}

#[test]
fn what_cannot_be_specialized_is_refused_with_a_reason() {
    let model = find("pendulum");
    let settings = Settings { formulation: "recursive".parse().unwrap(), ..Settings::default() };
    let why = Specialized::of(&model, &Plan::choose(&model, &settings).unwrap()).unwrap_err();
    assert!(why.contains("`cartesian`, not for `recursive`"), "{why}");
    let model = gallery::chain(30, Space::Spatial).unwrap().build().unwrap();
    // Found after and before the program is made.
    for (most, said) in [(10_000, "at most 10000"), (5000, "at most 5000")] {
        let why = evaluation::generate(&model, &plan_of(&model), most).unwrap_err();
        assert!(why.contains("30 bodies") && why.contains(said), "{why}");
    }
    // A body that couples hundreds of joints, without and with hubs.
    let star = gallery::find("star").map(|text| Model::parse(&text, "star.toml").unwrap()).unwrap();
    let why = evaluation::generate(&star, &plan_of(&star), 1500).unwrap_err();
    assert!(why.contains("at most 1500"), "{why}");
}

#[test]
fn what_is_not_finite_is_not_trusted() {
    let model = find("four-bar");
    let plan = plan_of(&model);
    let specialized = Specialized::of(&model, &plan).unwrap();
    let outputs = run(&specialized.evaluation, &inputs_of(&plan, &plan.initial.values));
    assert!(specialized.is_trusted(&outputs));
    let first_pivot = specialized.n_rates + specialized.n_rows;
    let first_violation = first_pivot + specialized.kept.len();
    for (place, x) in
        [(0, f64::NAN), (3, f64::INFINITY), (first_pivot, 1e-9), (first_violation, 1.0), (first_pivot, f64::NAN)]
    {
        let mut spoiled = outputs.clone();
        spoiled[place] = x;
        assert!(!specialized.is_trusted(&spoiled), "{place} {x}");
    }
}
