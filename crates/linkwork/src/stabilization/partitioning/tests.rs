//! E₂ against its definition, and the choice of coordinates by what it is for: a well conditioned Ψ_u.

use super::choice::{Choice, Rule};
use super::weights::{self, rotation_matrix, unit};
use super::{HEAVY, RULES};
use crate::formulation::Coordinates;
use crate::model::Model;
use crate::multibody::Multibody;
use crate::reduced::FullScratch;
use crate::spatial::Mat3;
use crate::system::Constrained;
use crate::{Plan, Settings, gallery};

fn with_workspace(name: &str, work: impl FnOnce(&mut Multibody, &[f64], Coordinates)) {
    let text = gallery::find(name).unwrap_or_else(|| panic!("no model '{name}'"));
    let model = Model::parse(&text, "gallery.toml").unwrap_or_else(|f| panic!("{f}"));
    // Pivots depend on the order of elimination, and with them what is a small one.
    let settings = Settings { order: "file".into(), split_bodies: "never".parse().unwrap(), ..Settings::default() };
    let plan = Plan::choose(&model, &settings).unwrap_or_else(|t| panic!("{t}"));
    let mut workspace = plan.make_workspace(&model).unwrap_or_else(|t| panic!("{t}"));
    workspace.update_constraints(0.0, &plan.initial.values);
    let coordinates = workspace.formulation.facts().coordinates.unwrap_or_else(|| panic!("cartesian coordinates"));
    work(&mut workspace, &plan.initial.values, coordinates);
}

/// The weights of a body's displacement as a full matrix: W_r, and ¼ E W_p Eᵀ [Negrut, eq. (18)]; inverted.
fn inverse_weights(coordinates: Coordinates, bits: u8, q: &[f64]) -> Vec<Vec<f64>> {
    let w = |k: usize| if bits >> k & 1 == 1 { 1.0 } else { HEAVY };
    let width = if coordinates == Coordinates::Planar { 3 } else { 6 };
    let mut inverse = vec![vec![0.0; width]; width];
    (0..3).for_each(|k| inverse[k][k] = 1.0 / w(k));
    if coordinates == Coordinates::Spatial {
        let E = rotation_matrix(&unit(q.try_into().unwrap_or_else(|_| panic!("seven coordinates"))));
        let entry = |i: usize, j: usize| (0..4).map(|k| 0.25 * E[i][k] * w(3 + k) * E[j][k]).sum();
        let block = Mat3(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))).inverse();
        (0..3).for_each(|i| (0..3).for_each(|j| inverse[3 + i][3 + j] = block.0[i][j]));
    }
    inverse
}

/// G W⁻¹ Gᵀ from full matrices.
fn calc_dense(workspace: &Multibody, values: &[f64], coordinates: Coordinates, dependent: &[u8]) -> Vec<f64> {
    let (system, n) = (&workspace.equations.system, workspace.multipliers.len());
    let (w, c) = (system.pattern.width(), coordinates.count());
    let mut g = vec![vec![0.0; system.pattern.n_handles() * w]; n];
    for block in 0..system.pattern.n_blocks() {
        for (k, row) in system.pattern.rows(block).enumerate() {
            for i in system.pattern.incidences(block) {
                (0..w).for_each(|c| g[row][i.handle * w + c] = system.g(i, k, c));
            }
        }
    }
    let mut full = vec![0.0; n * n];
    for (h, &bits) in dependent.iter().enumerate() {
        let inverse = inverse_weights(coordinates, bits, &values[h * c..][..c]);
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            for (a, row) in inverse.iter().enumerate() {
                full[i * n + j] += g[i][h * w + a] * (0..w).map(|b| row[b] * g[j][h * w + b]).sum::<f64>();
            }
        }
    }
    full
}

#[test]
fn the_reduced_matrix_is_that_of_the_weights() {
    for name in ["four-bar", "bricard", "andrews", "chain16"] {
        with_workspace(name, |workspace, values, coordinates| {
            let n_handles = workspace.equations.system.pattern.n_handles();
            let mut choice = Choice::analyze(&workspace.equations.system.pattern, coordinates);
            let mut dependent = vec![0; n_handles];
            assert!(choice.choose(&workspace.equations.system, values, RULES[0], &mut dependent));
            let expected = calc_dense(workspace, values, coordinates, &dependent);

            let mut inverse = weights::allocate(coordinates, n_handles);
            weights::update(&mut inverse, &dependent, values);
            workspace.equations.system.inverse_mass = inverse;
            let mut found = vec![0.0; expected.len()];
            workspace.equations.system.write_full(&mut found, &mut FullScratch::default());
            let scale = expected.iter().fold(0.0, |m: f64, x| x.abs().max(m));
            for (found, expected) in found.iter().zip(&expected) {
                // Inverting weights that differ by 10⁵ costs five of sixteen digits.
                assert!((found - expected).abs() < 1e-10 * scale, "{name}: {found} instead of {expected}");
            }
        });
    }
}

#[test]
fn choices_leave_well_conditioned_matrices() {
    for (name, rule) in
        [("four-bar", RULES[0]), ("bricard", RULES[1]), ("chain16-spatial", RULES[0]), ("net", RULES[1])]
    {
        with_workspace(name, |workspace, values, coordinates| {
            let pattern = workspace.equations.system.pattern.clone();
            let mut dependent = vec![0; pattern.n_handles()];
            let mut choice = Choice::analyze(&pattern, coordinates);
            assert!(choice.choose(&workspace.equations.system, values, rule, &mut dependent));
            workspace.factor();
            let rank = workspace.solver.rank_report().rank;
            let mut inverse = weights::allocate(coordinates, pattern.n_handles());
            super::factor(workspace, &mut inverse, &dependent, values);
            let report = workspace.solver.rank_report();
            assert_eq!(report.rank, rank, "{name}");
            // A choice with a singular Ψ_u would show the weight of independent coordinates, 10⁻⁵ or less.
            assert!(report.weakest > 1e-2, "{name}, {rule:?}: {:.1e}", report.weakest);
        });
    }
}

#[test]
fn full_pivoting_is_refused_for_large_systems_and_memory_is_kept_in_bounds() {
    let text = gallery::chain(200, crate::Space::Spatial).map(|m| m.to_toml()).unwrap_or_else(|e| panic!("{e}"));
    let model = Model::parse(&text, "chain.toml").unwrap_or_else(|f| panic!("{f}"));
    // Pivots depend on the order of elimination, and with them what is a small one.
    let settings = Settings { order: "file".into(), split_bodies: "never".parse().unwrap(), ..Settings::default() };
    let plan = Plan::choose(&model, &settings).unwrap_or_else(|t| panic!("{t}"));
    let mut workspace = plan.make_workspace(&model).unwrap_or_else(|t| panic!("{t}"));
    let values = &plan.initial.values;
    workspace.update_constraints(0.0, values);
    let system = &workspace.equations.system;
    let mut dependent = vec![0; model.n_bodies()];
    let mut choice = Choice::analyze(&system.pattern, Coordinates::Spatial);
    assert!(!choice.choose(system, values, Rule::Everywhere, &mut dependent));
    // Bounded before its first use, there is next to no memory: enough for the short rows of a chain.
    choice.bound_memory();
    assert!(choice.choose(system, values, RULES[0], &mut dependent));
    // Five of six columns a joint, and the length of the Euler parameters.
    assert_eq!(dependent.iter().map(|bits| bits.count_ones()).sum::<u32>(), 200 * 6);
}
