//! Every variant against `elimination`: random systems, redundant ones too, and straight chains, whose low modes make
//! residuals small long before errors are.

use super::hierarchy::Hierarchy;
use super::*;
use crate::reduced::InverseMass;
use crate::solver::tests::{consistent_rows, filled, multiply, random_system};
use crate::topology::Graph;
use proptest::prelude::*;

const VARIANTS: [Variant; 5] =
    [Variant::Euler, Variant::Block, Variant::Chebyshev, Variant::Momentum, Variant::Hierarchical];
const TOLERANCE: f64 = 1e-9;

/// Unit rods in the plane, pinned to one another and to the ground; all turned by `angle`, every second one by `bend`
/// more.
fn chain(n: usize, angle: f64, bend: f64) -> ReducedSystem {
    let blocks: Vec<_> = (0..n).map(|k| (2, if k == 0 { vec![0] } else { vec![k - 1, k] })).collect();
    let pattern = Pattern::new(3, &vec![1; n], &blocks);
    let mut system = ReducedSystem::new(pattern.clone(), InverseMass::Planar(vec![[1.0, 12.0]; n]));
    for block in 0..n {
        for incidence in pattern.incidences(block) {
            let body = incidence.node;
            let sign = if body == block { 1.0 } else { -1.0 };
            let (y, x) = (angle + bend * (body % 2) as f64).sin_cos();
            // From the center to the pin: at the near end of its own body, at the far end of the one before.
            let at = [-0.5 * sign * x, -0.5 * sign * y];
            let g = [[sign, 0.0], [0.0, sign], [-sign * at[1], sign * at[0]]];
            system.jacobian[incidence.start..][..6].copy_from_slice(g.as_flattened());
        }
    }
    system
}

fn graph_of(system: &ReducedSystem) -> Graph {
    use crate::ids::BodyId;
    use crate::topology::Edge;
    let pattern = &system.pattern;
    let edge = |block: usize| {
        let body = |k: usize| pattern.incidences(block).get(k).map_or(BodyId::GROUND, |i| BodyId::new(i.node));
        Edge::joint(body(0), body(1), pattern.n_rows_of(block))
    };
    Graph::new(pattern.n_nodes(), &(0..pattern.n_blocks()).map(edge).collect::<Vec<_>>())
}

fn make(system: &ReducedSystem, graph: &Graph, variant: Variant, stop: Stop) -> Relaxation {
    let factor = Elimination::analyze(&system.pattern, &filled(graph));
    Relaxation::analyze(&system.pattern, factor, variant, stop)
}

/// Solves for the second evaluation of a step, which is not that of the factor.
fn solve(solver: &mut Relaxation, system: &ReducedSystem, b: &[f64], guess: &[f64]) -> Vec<f64> {
    let mut x = guess.to_vec();
    solver.factor(system, &Team::alone());
    solver.factor_and_solve(system, b, &mut x, &Team::alone());
    x
}

/// The error of the accelerations in the metric of the masses, squared, and their own size.
fn calc_error(system: &ReducedSystem, x: &[f64], exact: &[f64]) -> [f64; 2] {
    let difference: Vec<f64> = x.iter().zip(exact).map(|(x, y)| x - y).collect();
    let energy = |x: &[f64]| x.iter().zip(multiply(system, x).0).map(|(a, b)| a * b).sum::<f64>();
    [energy(&difference), energy(exact)]
}

fn solve_exactly(system: &ReducedSystem, graph: &Graph, b: &[f64]) -> Vec<f64> {
    let mut factor = Elimination::analyze(&system.pattern, &filled(graph));
    let mut exact = b.to_vec();
    factor.factor(system, &Team::alone());
    factor.solve_in_place(system, &mut exact, &Team::alone());
    exact
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn variants_find_the_motion_of_random_mechanisms(
        seed: u64, n in 2usize..9, extra in 0usize..3, planar: bool, redundant: bool,
    ) {
        let (system, graph) = random_system(seed, n, extra, if planar { 3 } else { 6 }, redundant);
        let b = consistent_rows(&system, seed);
        let exact = solve_exactly(&system, &graph, &b);
        for variant in VARIANTS {
            let mut solver = make(&system, &graph, variant, Stop::Error(TOLERANCE));
            let x = solve(&mut solver, &system, &b, &vec![0.0; b.len()]);
            let [error, size] = calc_error(&system, &x, &exact);
            // Estimates are estimates: errors may be ten times what was asked for.
            prop_assert!(error <= (10.0 * TOLERANCE).powi(2) * size, "{variant:?}: {:e}", (error / size).sqrt());
        }
    }

    /// The levels of a random tree are E itself, and threads change no bit.
    #[test]
    fn levels_of_the_very_system_are_exact(seed: u64, n in 2usize..30, planar: bool) {
        let (system, graph) = random_system(seed, n, 1, if planar { 3 } else { 6 }, false);
        let b = consistent_rows(&system, seed);
        let Some(mut hierarchy) = Hierarchy::analyze(&system.pattern) else { return Ok(()) };
        let mut x = b.clone();
        hierarchy.update(&system, &Team::alone());
        hierarchy.apply(&mut x, &Team::alone());
        let [error, size] = calc_error(&system, &x, &solve_exactly(&system, &graph, &b));
        // Condition numbers reach 10⁶.
        prop_assert!(error.max(0.0).sqrt() <= 1e-8 * size.sqrt(), "{error:e} of {size:e}");
    }
}

/// The residual of a straight chain is small long before the error is: 1e-6 of b may leave a thousandth of μ.
#[test]
fn errors_of_straight_chains_are_what_was_asked_for() {
    for n in [10, 40] {
        let system = chain(n, 0.3, 0.0);
        let graph = graph_of(&system);
        // A chain that hangs along its own direction: what is seen at the first joint loads all.
        let mut b = vec![0.0; 2 * n];
        (b[0], b[1]) = (1.0, 0.3);
        let exact = solve_exactly(&system, &graph, &b);
        for variant in [Variant::Block, Variant::Chebyshev, Variant::Momentum, Variant::Hierarchical] {
            let mut solver = make(&system, &graph, variant, Stop::Error(1e-6));
            let x = solve(&mut solver, &system, &b, &vec![0.0; b.len()]);
            let [error, size] = calc_error(&system, &x, &exact);
            assert!(error < (2e-6_f64).powi(2) * size, "{variant:?}, {n} rods: {:e}", (error / size).sqrt());
            assert_eq!(
                solver.kept.stats.refreshes,
                if variant == Variant::Hierarchical { 2 } else { 1 },
                "{variant:?}"
            );
        }
        let mut by_residual = make(&system, &graph, Variant::Block, Stop::Residual(1e-6));
        let x = solve(&mut by_residual, &system, &b, &vec![0.0; b.len()]);
        let [error, size] = calc_error(&system, &x, &exact);
        assert!(error > 1e-12 * size, "the residual alone would have been enough: {:e}", (error / size).sqrt());
    }
}

/// A chain bends a little between the evaluations of a step: as many steps for 10 rods as for 3000, and for any
/// threads.
#[test]
fn hierarchical_takes_as_many_steps_however_long_the_chain() {
    let mut counts = Vec::new();
    for n in [10, 100, 1000, 3000] {
        let graph = graph_of(&chain(n, 0.0, 0.0));
        let mut solutions = Vec::new();
        for n_threads in [1, 2, 3] {
            let team = Team::new(n_threads);
            let first = chain(n, 0.1, 0.0);
            let mut solver = make(&first, &graph, Variant::Hierarchical, Stop::Error(1e-11));
            let mut x = vec![0.0; 2 * n];
            solver.factor(&first, &team);
            for k in 0..4 {
                let system = chain(n, 0.1 + 1e-3 * k as f64, 1e-3 * k as f64);
                let b: Vec<f64> = (0..2 * n).map(|row| (0.1 * row as f64).sin() + 0.1).collect();
                solver.factor_and_solve(&system, &b, &mut x, &team);
                let [error, size] = calc_error(&system, &x, &solve_exactly(&system, &graph, &b));
                assert!(error < (1e-9_f64).powi(2) * size, "{n} rods: {:e}", (error / size).sqrt());
            }
            solutions.push(x);
            counts.push(solver.kept.stats.iterations);
        }
        assert!(solutions.iter().all(|x| *x == solutions[0]), "threads change bits");
    }
    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
    assert!(*most <= 2 * least, "{counts:?}");
}

/// Which would otherwise take some hundred thousand steps.
#[test]
fn solutions_that_would_take_too_long_are_given_up_and_found_directly() {
    let system = chain(60, 0.0, 0.0);
    let graph = graph_of(&system);
    let b: Vec<f64> = (0..120).map(|row| 1.0 / (1.0 + row as f64)).collect();
    let mut solver = make(&system, &graph, Variant::Euler, Stop::Error(1e-12)).with_most_steps(1000);
    let x = solve(&mut solver, &system, &b, &[0.0; 120]);
    let [error, size] = calc_error(&system, &x, &solve_exactly(&system, &graph, &b));
    assert!(error <= 1e-24 * size);
    assert!(solver.kept.stats.iterations <= 1001 && solver.kept.stats.refreshes == 2, "{:?}", solver.kept.stats);
    // The rest of the step goes directly.
    solve(&mut solver, &system, &b, &x);
    assert!(solver.kept.stats.iterations <= 1002);
}

/// Eigenvalues of D⁻¹E by the power method stay below the bounds that need no numbers, and come near them.
#[test]
fn bounds_of_the_spectrum_hold() {
    let system = chain(30, 0.4, 0.1);
    let mut diagonal = Diagonal::new(&system.pattern, Entries::Blocks);
    diagonal.update(&system);
    let (top, sum) = (system.pattern.n_most_blocks_at_a_node() as f64, largest_row_sum(&system));
    let power = |damp: &mut dyn FnMut(&mut [f64])| {
        let mut x: Vec<f64> = (0..60).map(|k| if k % 4 < 2 { 1.0 } else { -1.1 }).collect();
        let mut largest = 0.0;
        for _ in 0..300 {
            let mut y = multiply(&system, &x).0;
            damp(&mut y);
            largest = y.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
            x = y.iter().map(|y| y / largest).collect();
        }
        largest
    };
    use crate::solver::pcg::iteration::Precondition;
    let of_blocks = power(&mut |y| diagonal.apply(&system, y, &Team::alone()));
    let of_rows = power(&mut |_| {});
    assert!(of_blocks <= top && of_blocks > 0.9 * top, "{of_blocks} against {top}");
    assert!(of_rows <= sum && of_rows > 0.4 * sum, "{of_rows} against {sum}");
}
