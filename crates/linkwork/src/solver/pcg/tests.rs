//! The iteration with factors of other systems than the one to be solved: a little different, very different, of
//! another rank.

use super::diagonal::{Diagonal, Entries};
use super::iteration::Precondition;
use super::{Pcg, Preconditioner, calc_price};
use crate::parallel::Team;
use crate::reduced::{FullScratch, ReducedSystem};
use crate::solver::tests::{Random, consistent_rows, filled, multiply, random_system};
use crate::solver::{Dense, Elimination, Solver};
use crate::topology::Graph;
use proptest::prelude::*;

const TOLERANCE: f64 = 1e-9;

fn make(system: &ReducedSystem, graph: &Graph) -> Pcg {
    let (pattern, filled) = (&system.pattern, filled(graph));
    Pcg::analyze(pattern, Elimination::analyze(pattern, &filled), calc_price(pattern, &filled), TOLERANCE)
}

/// Every entry of G changed by up to `size`; a last block that repeats another goes on doing so.
fn disturbed(system: &ReducedSystem, size: f64, seed: u64, redundant: bool) -> ReducedSystem {
    let (mut other, mut random) = (system.clone(), Random(seed ^ 0xaaaa));
    other.jacobian.iter_mut().for_each(|g| *g += size * random.next());
    if redundant {
        let (from, to, n) = copied(system);
        other.jacobian.copy_within(from..from + n, to);
    }
    other
}

/// Where the last block of G lies, and the one it repeats: start of that, start of this, length.
fn copied(system: &ReducedSystem) -> (usize, usize, usize) {
    let last = system.pattern.n_blocks() - 1;
    let to = system.pattern.incidences(last)[0].start;
    let n = system.pattern.n_entries() - to;
    let of = |block: usize| system.pattern.incidences(block)[0].start;
    let same = |b: &usize| system.jacobian[of(*b)..][..n] == system.jacobian[to..][..n];
    let source = (0..last).find(same).expect("the last block repeats another");
    (of(source), to, n)
}

/// Solves with the factor of one system and the numbers of another; returns the error of the motion in the metric of
/// the masses, relative to it, and the largest residual over all rows relative to b.
fn solve_stale(old: &ReducedSystem, new: &ReducedSystem, graph: &Graph, seed: u64) -> (f64, f64, Pcg) {
    solve_from(old, new, graph, seed, None)
}

/// The same from a guess that is off by a part of the solution.
fn solve_from(old: &ReducedSystem, new: &ReducedSystem, graph: &Graph, seed: u64, off: Option<f64>) -> (f64, f64, Pcg) {
    let b = consistent_rows(new, seed);
    let mut dense = Dense::analyze(&new.pattern);
    dense.factor(new, &Team::alone());
    let mut exact = b.clone();
    dense.solve_in_place(new, &mut exact, &Team::alone());

    let mut pcg = make(old, graph);
    pcg.factor(old, &Team::alone());
    let mut random = Random(seed ^ 0x7777);
    let mut x: Vec<f64> = exact.iter().map(|x| off.map_or(0.0, |off| x * (1.0 + off * random.next()))).collect();
    pcg.factor_and_solve(new, &b, &mut x, &Team::alone());
    let energy = |x: &[f64]| x.iter().zip(multiply(new, x).0).map(|(x, y)| x * y).sum::<f64>().max(0.0).sqrt();
    let error: Vec<f64> = x.iter().zip(&exact).map(|(x, y)| x - y).collect();
    let largest = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| x.abs().max(m));
    let residual: Vec<f64> = multiply(new, &x).0.iter().zip(&b).map(|(x, y)| x - y).collect();
    (energy(&error) / energy(&exact), largest(&residual) / largest(&b), pcg)
}

/// The estimate is off by what E is from P in the directions met, four times at most in the square where the factor is
/// kept.
#[test]
fn errors_stay_within_the_tolerance_with_factors_of_other_systems() {
    let (mut kept, mut given_up, mut worst) = (0, 0, 0.0_f64);
    for seed in 0..600 {
        let mut random = Random(seed);
        let (n, extra, width) = (2 + random.below(10), random.below(4), [3, 6][random.below(2)]);
        let redundant = random.below(3) == 0;
        let (old, graph) = random_system(seed, n, extra, width, redundant);
        let size = 10f64.powf(-3.5 + 3.5 * random.next());
        let guess = [None, Some(10f64.powf(-4.0 + 4.0 * random.next()))][seed as usize % 2];
        let new = disturbed(&old, size, seed, redundant);
        let (error, residual, pcg) = solve_from(&old, &new, &graph, seed, guess);
        match pcg.kept.stats.refreshes {
            1 => kept += 1,
            _ => given_up += 1,
        }
        worst = worst.max(error);
        assert!(error < 2.0 * TOLERANCE, "seed {seed}: error {error:e}, {:?}", pcg.kept.stats);
        assert!(residual < 100.0 * TOLERANCE, "seed {seed}: residual {residual:e}, {:?}", pcg.kept.stats);
    }
    assert!(kept > 100 && given_up > 100, "both ways are taken: {kept} and {given_up} times; worst {worst:e}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Equations that were dependent and are not any more, by much or by little, and the other way round.
    #[test]
    fn a_change_of_rank_is_noticed(seed: u64, n in 2usize..9, planar: bool, change in -4.0f64..0.0) {
        let width = if planar { 3 } else { 6 };
        let (dependent, graph) = random_system(seed, n, 0, width, true);
        let free = nearly_dependent(&dependent, 10f64.powf(change), seed);
        for (old, new) in [(&dependent, &free), (&free, &dependent)] {
            let (_, residual, pcg) = solve_stale(old, new, &graph, seed);
            prop_assert!(residual < 1e-6, "residual {residual:e}, {:?}", pcg.kept.stats);
        }
    }
}

#[test]
fn a_small_change_needs_few_iterations_and_no_new_factor() {
    let (old, graph) = random_system(3, 8, 2, 6, false);
    let (error, _, pcg) = solve_stale(&old, &disturbed(&old, 1e-7, 3, false), &graph, 3);
    assert!(error < TOLERANCE, "{error:e}");
    assert_eq!((pcg.kept.stats.refreshes, pcg.kept.stats.iterations, pcg.kept.stats.solves), (1, 1, 1));
}

#[test]
fn a_great_change_is_given_up_and_solved_directly() {
    let (old, graph) = random_system(3, 8, 2, 6, false);
    let (error, _, pcg) = solve_stale(&old, &disturbed(&old, 1.0, 3, false), &graph, 3);
    assert!(error < 1e-10, "{error:e}");
    assert_eq!(pcg.kept.stats.refreshes, 2);
    assert!(pcg.kept.stats.most_iterations <= 4, "{:?}", pcg.kept.stats);
}

#[test]
fn what_is_kept_is_given_up_when_told_to_forget() {
    let (system, graph) = random_system(5, 4, 0, 6, false);
    let mut pcg = make(&system, &graph);
    let refreshes = |pcg: &mut Pcg| {
        pcg.factor(&system, &Team::alone());
        pcg.kept.stats.refreshes
    };
    assert_eq!([refreshes(&mut pcg), refreshes(&mut pcg)], [1, 1]);
    pcg.forget();
    assert_eq!(refreshes(&mut pcg), 2);
}

#[test]
fn numbers_that_are_not_finite_end_the_iteration() {
    let (system, graph) = random_system(5, 4, 0, 6, false);
    let mut pcg = make(&system, &graph);
    pcg.factor(&system, &Team::alone());
    for bad in [f64::NAN, f64::INFINITY] {
        let mut broken = system.clone();
        broken.jacobian[0] = bad;
        pcg.factor(&broken, &Team::alone());
        let mut x = vec![1.0; system.pattern.n_rows()];
        pcg.solve_in_place(&broken, &mut x, &Team::alone());
        assert!(x.iter().any(|x| !x.is_finite()), "it must show");
    }
    // And it recovers.
    pcg.forget();
    pcg.factor(&system, &Team::alone());
    let b = consistent_rows(&system, 5);
    let mut x = b.clone();
    pcg.solve_in_place(&system, &mut x, &Team::alone());
    assert!(multiply(&system, &x).0.iter().zip(&b).all(|(x, y)| (x - y).abs() < 1e-9));
}

#[test]
fn nothing_asked_is_nothing_found() {
    let (system, graph) = random_system(5, 4, 0, 6, false);
    let mut pcg = make(&system, &graph);
    pcg.factor(&system, &Team::alone());
    pcg.factor(&system, &Team::alone());
    let mut x = vec![0.0; system.pattern.n_rows()];
    pcg.solve_in_place(&system, &mut x, &Team::alone());
    assert!(x.iter().all(|x| *x == 0.0));
    assert_eq!((pcg.kept.stats.solves, pcg.kept.stats.iterations), (1, 0));
}

/// G of the last block between that of the one it repeats and something else: dependent at zero.
fn nearly_dependent(dependent: &ReducedSystem, by: f64, seed: u64) -> ReducedSystem {
    let mut system = dependent.clone();
    let (_, to, n) = copied(dependent);
    let mut random = Random(seed);
    system.jacobian[to..to + n].iter_mut().for_each(|g| *g += by * random.next());
    system
}

#[test]
fn coming_near_a_singular_position_is_noticed() {
    let mut n_seen = 0;
    for seed in 0..300 {
        let (dependent, graph) = random_system(seed, 8, 0, 6, true);
        let [far, near] = [0.5, 0.005].map(|by| nearly_dependent(&dependent, by, seed));
        let mut exact = make(&near, &graph);
        let weakest = [&far, &near].map(|system| {
            exact.forget();
            exact.factor(system, &Team::alone());
            exact.rank_report().weakest
        });
        if weakest[0] < crate::singular::GUARDED_PIVOT {
            continue;
        }
        n_seen += 1;
        let (_, _, pcg) = solve_stale(&far, &near, &graph, seed);
        assert_eq!(pcg.rank_report().weakest, weakest[1], "seed {seed}: {:?}", pcg.kept.stats);
    }
    assert!(n_seen > 30, "{n_seen}");
}

#[test]
fn a_position_of_lower_rank_lends_its_factor_to_no_other() {
    let (dependent, graph) = random_system(21, 6, 0, 6, true);
    let free = nearly_dependent(&dependent, 0.5, 21);
    let mut pcg = make(&free, &graph);
    let mut ranks = Vec::new();
    for system in [&free, &dependent, &free] {
        pcg.forget();
        pcg.factor(system, &Team::alone());
        ranks.push(pcg.rank_report().rank);
    }
    assert_eq!([ranks[0], ranks[2]], [free.pattern.n_rows(); 2]);
    assert!(ranks[1] < ranks[0], "{ranks:?}");

    // The same without being told.
    pcg.forget();
    pcg.factor(&dependent, &Team::alone());
    pcg.factor(&free, &Team::alone());
    assert_eq!(pcg.rank_report().rank, ranks[0]);
}

/// Blocks and their entries of E, from the full matrix, against those found without it.
#[test]
fn diagonal_preconditioners_are_diagonal_blocks_of_the_matrix() {
    for seed in 0..50 {
        let (system, _) = random_system(seed, 6, 2, [3, 6][seed as usize % 2], false);
        let n = system.pattern.n_rows();
        let mut full = vec![0.0; n * n];
        system.write_full(&mut full, &mut FullScratch::default());
        let mut random = Random(seed);
        let x: Vec<f64> = (0..n).map(|_| random.next()).collect();
        for entries in [Entries::Single, Entries::Blocks] {
            let same = |i: usize, j: usize| match entries {
                Entries::Single => i == j,
                Entries::Blocks => system.pattern.block_of_row(i) == system.pattern.block_of_row(j),
            };
            let row = |i: usize| (0..n).filter(|&j| same(i, j)).map(|j| full[i * n + j] * x[j]).sum();
            let mut found: Vec<f64> = (0..n).map(row).collect();
            let mut diagonal = Diagonal::new(&system.pattern, entries);
            diagonal.update(&system);
            assert_eq!(diagonal.left_out(n), Some(&[][..]));
            diagonal.apply(&system, &mut found, &Team::alone());
            let off = found.iter().zip(&x).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
            // Single blocks of random systems reach condition numbers of 10⁵.
            assert!(off < 1e-9, "seed {seed}, {entries:?}: {off:e}");
        }
    }
}

#[test]
fn a_good_guess_saves_iterations_and_a_bad_one_does_no_harm() {
    let (old, graph) = random_system(3, 8, 2, 6, false);
    let new = disturbed(&old, 1e-4, 3, false);
    let b = consistent_rows(&new, 3);
    let solve = |guess: &dyn Fn(f64) -> f64, preconditioner| {
        let mut pcg = make(&new, &graph);
        pcg.factor(&new, &Team::alone());
        let mut exact = b.clone();
        pcg.solve_in_place(&new, &mut exact, &Team::alone());
        let mut pcg = make(&old, &graph).preconditioned_by(preconditioner, &old.pattern);
        pcg.factor(&old, &Team::alone());
        let mut rows: Vec<f64> = exact.iter().map(|x| guess(*x)).collect();
        pcg.factor_and_solve(&new, &b, &mut rows, &Team::alone());
        let largest = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| x.abs().max(m));
        let error: Vec<f64> = multiply(&new, &rows).0.iter().zip(&b).map(|(x, y)| x - y).collect();
        assert!(largest(&error) < 100.0 * TOLERANCE * largest(&b), "{preconditioner:?}: {:e}", largest(&error));
        pcg.kept.stats.iterations
    };
    for preconditioner in [Preconditioner::Factor, Preconditioner::BlockJacobi, Preconditioner::Jacobi] {
        let [zero, near, far] = [
            solve(&|_| 0.0, preconditioner),
            solve(&|x| x * (1.0 + 1e-7), preconditioner),
            solve(&|x| 1e3 * (1.0 + x), preconditioner),
        ];
        assert!(near < zero && far <= 2 * zero + 4, "{preconditioner:?}: {near}, {zero} and {far} iterations");
    }
}
