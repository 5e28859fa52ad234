//! Agreement: every solver on the same random systems, regular and singular, bodies and subsystems with several
//! handles. Each solution must satisfy E λ = b; where E is singular, the motion M⁻¹Gᵀλ must be the same.

use super::pcg::{self, Preconditioner};
use super::{Cyclic, Dense, Elimination, Pcg, Qr, Solver};
use crate::ids::BodyId;
use crate::parallel::Team;
use crate::reduced::{FullScratch, InverseMass, Pattern, ReducedSystem};
use crate::topology::{Edge, FilledPattern, Graph, Schedule, Splitting, cyclic, order};
use proptest::prelude::*;

/// Roundings of an equation by which two factors of one matrix may differ.
const ROUNDINGS: f64 = 64.0;

/// Numbers in (−1, 1) from a seed (SplitMix64), so that a failing case is reproduced by its seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (((self.next() + 1.0) / 2.0) * n as f64) as usize % n
    }
}

/// A random tree of bodies with `extra` further joints, some of which repeat the equations of another.
pub(super) fn random_system(
    seed: u64,
    n_bodies: usize,
    extra: usize,
    width: usize,
    redundant: bool,
) -> (ReducedSystem, Graph) {
    let mut random = Random(seed);
    let mut blocks: Vec<(usize, Vec<usize>)> = Vec::new();
    for body in 0..n_bodies {
        let rows = 1 + random.below(width.min(5) - 1);
        let touched = if body == 0 { vec![0] } else { vec![random.below(body), body] };
        blocks.push((rows, touched));
    }
    for _ in 0..extra {
        let (a, b) = (random.below(n_bodies), random.below(n_bodies));
        blocks.push((1, if a == b { vec![a] } else { vec![a, b] }));
    }
    let copied = blocks.len();
    if redundant {
        blocks.push(blocks[random.below(copied)].clone());
    }
    let pattern = Pattern::new(width, &vec![1; n_bodies], &blocks);
    let edges: Vec<Edge> = blocks
        .iter()
        .map(|(rows, touched)| {
            let other = touched.get(1).map_or(BodyId::GROUND, |&b| BodyId::new(b));
            Edge::joint(BodyId::new(touched[0]), other, *rows)
        })
        .collect();
    let mass = match width {
        3 => InverseMass::Planar((0..n_bodies).map(|_| [1.5 + random.next(), 5.0 + 3.0 * random.next()]).collect()),
        _ => InverseMass::Spatial(
            (0..n_bodies)
                .map(|_| {
                    let mut small = || 0.3 * random.next();
                    [1.5, 2.0, 3.0, 2.5, small(), small(), small()]
                })
                .collect(),
        ),
    };
    let mut system = ReducedSystem::new(pattern, mass);
    system.jacobian.iter_mut().for_each(|g| *g = random.next());
    if redundant {
        let last = blocks.len() - 1;
        let source = (0..last).find(|&b| blocks[b] == blocks[last]).expect("the last block is a copy");
        let (from, to) = (system.pattern.incidences(source)[0].start, system.pattern.incidences(last)[0].start);
        let n = blocks[last].0 * blocks[last].1.len() * width;
        system.jacobian.copy_within(from..from + n, to);
    }
    (system, Graph::new(n_bodies, &edges))
}

/// The pattern filled by elimination along minimum degree.
pub(super) fn filled(graph: &Graph) -> FilledPattern {
    FilledPattern::analyze(graph, order::minimum_degree(graph))
}

fn solvers(system: &ReducedSystem, graph: &Graph) -> Vec<Box<dyn Solver>> {
    let (filled, pattern) = (filled(graph), &system.pattern);
    let elimination = || Elimination::analyze(pattern, &filled);
    let pcg = |preconditioner| {
        let pcg = Pcg::analyze(pattern, elimination(), pcg::calc_price(pattern, &filled), 1e-12);
        Box::new(pcg.preconditioned_by(preconditioner, pattern))
    };
    vec![
        Box::new(elimination()),
        Box::new(Qr::pivoted(pattern)),
        Box::new(Qr::by_fronts(pattern, &filled.order)),
        Box::new(Dense::analyze(pattern)),
        Box::new(by_levels(system, graph, cyclic::Wish { limit: 1, blocks: 0 })),
        pcg(Preconditioner::Factor),
        pcg(Preconditioner::BlockJacobi),
        pcg(Preconditioner::Jacobi),
    ]
}

/// Parts however small.
fn by_levels(system: &ReducedSystem, graph: &Graph, wish: cyclic::Wish) -> Cyclic {
    let (filled, schedule) = cyclic::arrange_parts(graph, order::minimum_degree(graph), wish, 1);
    // A subsystem is one node, whatever bodies the graph shows of it.
    let pattern = &system.pattern;
    let mut splitting = Splitting { body_of: (0..pattern.n_nodes()).collect(), ..Splitting::none(graph) };
    splitting.n_pieces = vec![1; pattern.n_nodes()];
    for (block, attached) in splitting.attached.iter_mut().enumerate() {
        *attached = pattern.incidences(block).iter().map(|incidence| incidence.node).collect();
    }
    Cyclic::analyze(pattern, &splitting, &filled, &schedule, None)
}

/// b = E x for a random x, so that it lies in the range of E.
pub(super) fn consistent_rows(system: &ReducedSystem, seed: u64) -> Vec<f64> {
    let mut random = Random(seed ^ 0x5555);
    let x: Vec<f64> = (0..system.pattern.n_rows()).map(|_| random.next()).collect();
    multiply(system, &x).0
}

/// E x, and the accelerations M⁻¹Gᵀx on the way.
pub(super) fn multiply(system: &ReducedSystem, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = system.pattern.n_handles() * system.pattern.width();
    let (mut loads, mut accelerations, mut rows) = (vec![0.0; n], vec![0.0; n], vec![0.0; x.len()]);
    system.gather_loads(x, &mut loads, &Team::alone());
    system.accelerate(&loads, &mut accelerations);
    system.project(&accelerations, &mut rows, &Team::alone());
    (rows, accelerations)
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m, (x, y)| (x - y).abs().max(m))
}

fn check_agreement(system: &ReducedSystem, graph: &Graph, seed: u64) {
    let b = consistent_rows(system, seed);
    let mut motions: Vec<Vec<f64>> = Vec::new();
    let mut ranks = Vec::new();
    for mut solver in solvers(system, graph) {
        solver.factor(system, &Team::alone());
        let mut x = b.clone();
        solver.solve_in_place(system, &mut x, &Team::alone());
        let (again, motion) = multiply(system, &x);
        // Random systems reach condition numbers of 10⁶; residuals stay near round-off times that.
        assert!(largest_difference(&again, &b) < 1e-7, "{} seed {seed}", solver.kind());
        motions.push(motion);
        ranks.push(solver.rank_report().rank);
    }
    assert!(ranks.iter().all(|r| *r == ranks[0]), "seed {seed}: {ranks:?}");
    for m in &motions[1..] {
        assert!(largest_difference(m, &motions[0]) < 1e-7, "seed {seed}");
    }
}

/// The smallest eigenvalue of E with a unit diagonal that is not zero to round-off: a change of E by round-off changes
/// multipliers by that over this.
fn weakest_direction(system: &ReducedSystem) -> f64 {
    let n = system.pattern.n_rows();
    let mut full = vec![0.0; n * n];
    system.write_full(&mut full, &mut FullScratch::default());
    let unit = faer::Mat::from_fn(n, n, |i, j| full[i * n + j] / (full[i * n + i] * full[j * n + j]).sqrt());
    let all = unit.self_adjoint_eigenvalues(faer::Side::Lower).expect("eigenvalues of a symmetric matrix");
    all.into_iter().filter(|value| *value > n as f64 * f64::EPSILON).fold(1.0, f64::min)
}

/// Solves with what `factored` makes for teams of several sizes; compares with elimination in one part.
fn check_against_one_part<S: Solver>(system: &ReducedSystem, graph: &Graph, seed: u64, factored: impl Fn(&Team) -> S) {
    let b = consistent_rows(system, seed);
    let filled = FilledPattern::analyze(graph, order::minimum_degree(graph));
    let mut whole = Elimination::analyze(&system.pattern, &filled);
    whole.factor(system, &Team::alone());
    let mut expected = b.clone();
    whole.solve_in_place(system, &mut expected, &Team::alone());
    whole.minimize_norm(system, &mut expected, &Team::alone());
    let scale = expected.iter().fold(1.0, |m: f64, x| x.abs().max(m));
    let direction = weakest_direction(system);
    let mut first: Option<Vec<f64>> = None;
    for n_threads in [1, 2, 3] {
        let team = Team::new(n_threads);
        let mut solver = factored(&team);
        let mut x = b.clone();
        solver.solve_in_place(system, &mut x, &team);
        solver.minimize_norm(system, &mut x, &team);
        let reports = [solver.rank_report(), whole.rank_report()];
        assert_eq!(reports[0].rank, reports[1].rank, "seed {seed}, weakest direction {direction:e}");
        // Pivots on the way may be weaker than any direction of the whole; they cost digits, too.
        let weakest = reports.iter().fold(direction, |least, report| report.weakest.min(least));
        let tolerance = ROUNDINGS * b.len() as f64 * f64::EPSILON / weakest * scale;
        let far = largest_difference(&x, &expected);
        assert!(far < tolerance, "seed {seed}: {far:e} apart, tolerance {tolerance:e}: {x:?} {expected:?}");
        assert_eq!(&x, first.get_or_insert_with(|| x.clone()), "seed {seed}, {n_threads} threads");
    }
}

/// Every body with several joints gets a second piece, to which every second of its joints goes.
fn split_every_second(graph: &Graph) -> Splitting {
    let mut splitting = Splitting::none(graph);
    for body in 0..graph.n_bodies() {
        if graph.edges_at(body).len() < 2 {
            continue;
        }
        let piece = splitting.body_of.len();
        splitting.body_of.push(body);
        splitting.n_pieces[body] = 2;
        splitting.welds.push([body, piece]);
        for joint in graph.edges_at(body).step_by(2) {
            let at = graph.edges()[joint].moving().position(|b| b == body);
            splitting.attached[joint][at.expect("the joint is at this body")] = piece;
        }
    }
    splitting
}

/// The graph of pieces, joints first.
fn expand(graph: &Graph, splitting: &Splitting, weld: usize) -> Graph {
    let mut edges = Vec::new();
    for (edge, pieces) in graph.edges().iter().zip(&splitting.attached) {
        let other = pieces.get(1).map_or(BodyId::GROUND, |&p| BodyId::new(p));
        edges.push(Edge::joint(BodyId::new(pieces[0]), other, edge.size()));
    }
    edges.extend(splitting.welds.iter().map(|w| Edge::joint(BodyId::new(w[0]), BodyId::new(w[1]), weld)));
    Graph::new(splitting.body_of.len(), &edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_solvers_agree_on_random_mechanisms(seed: u64, n in 2usize..9, extra in 0usize..3, planar: bool, redundant: bool) {
        let width = if planar { 3 } else { 6 };
        let (system, graph) = random_system(seed, n, extra, width, redundant);
        check_agreement(&system, &graph, seed);
    }

    /// Parts are another order of sums, so equal to round-off; the number of threads changes no bit.
    #[test]
    fn parts_and_threads_change_nothing(seed: u64, n in 2usize..30, extra in 0usize..6, planar: bool, redundant: bool) {
        let width = if planar { 3 } else { 6 };
        let (system, graph) = random_system(seed, n, extra, width, redundant);
        let (filled, schedule) = Schedule::arrange_parts(&graph, order::minimum_degree(&graph), 4, 1);
        let splitting = Splitting::none(&graph);
        check_against_one_part(&system, &graph, seed, |team| {
            let mut solver = Elimination::analyze_parts(&system.pattern, &splitting, &filled, &schedule);
            solver.factor(&system, team);
            solver
        });
    }

    /// Levels and blocks are other orders of elimination: the same multipliers and the same rank.
    #[test]
    fn levels_and_blocks_change_nothing(
        seed: u64, n in 2usize..40, extra in 0usize..8, redundant: bool, limit in 1usize..8, blocks in 0usize..5,
    ) {
        let (system, graph) = random_system(seed, n, extra, 6, redundant);
        check_against_one_part(&system, &graph, seed, |team| {
            let mut solver = by_levels(&system, &graph, cyclic::Wish { limit, blocks });
            solver.factor(&system, team);
            solver
        });
    }

    /// Bodies in pieces give the same multipliers and the same rank.
    #[test]
    fn pieces_of_bodies_change_nothing(seed: u64, n in 2usize..9, extra in 0usize..5, planar: bool, redundant: bool) {
        let width = if planar { 3 } else { 6 };
        let (system, graph) = random_system(seed, n, extra, width, redundant);
        let splitting = split_every_second(&graph);
        let expanded = expand(&graph, &splitting, width);
        let (filled, schedule) = Schedule::arrange_parts(&expanded, order::minimum_degree(&expanded), 4, 1);
        check_against_one_part(&system, &graph, seed, |team| {
            let mut solver = Elimination::analyze_parts(&system.pattern, &splitting, &filled, &schedule);
            solver.factor(&system, team);
            solver
        });
    }

    #[test]
    fn products_equal_the_full_matrix(seed: u64, n in 1usize..6, extra in 0usize..3) {
        let (system, _) = random_system(seed, n, extra, 6, false);
        let m = system.pattern.n_rows();
        let mut full = vec![0.0; m * m];
        system.write_full(&mut full, &mut FullScratch::default());
        let mut random = Random(seed);
        let x: Vec<f64> = (0..m).map(|_| random.next()).collect();
        let (by_products, _) = multiply(&system, &x);
        let by_matrix: Vec<f64> = (0..m).map(|i| (0..m).map(|j| full[i * m + j] * x[j]).sum()).collect();
        prop_assert!(largest_difference(&by_products, &by_matrix) < 1e-11);
        for i in 0..m {
            for j in 0..m {
                prop_assert!((full[i * m + j] - full[j * m + i]).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn redundant_equations_are_named_and_reactions_have_least_norm() {
    let (system, graph) = random_system(7, 4, 0, 6, true);
    let copied = system.pattern.n_blocks() - 1;
    let b = consistent_rows(&system, 7);
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut norms = Vec::new();
    for mut solver in solvers(&system, &graph) {
        solver.factor(&system, &Team::alone());
        let report = solver.rank_report();
        assert_eq!(report.rank, system.pattern.n_rows() - system.pattern.n_rows_of(copied), "{}", solver.kind());
        let mut x = b.clone();
        solver.solve_in_place(&system, &mut x, &Team::alone());
        let first = norm(&x);
        solver.minimize_norm(&system, &mut x, &Team::alone());
        norms.push((first, norm(&x)));
        assert!(largest_difference(&multiply(&system, &x).0, &b) < 1e-9, "the motion stays");
    }
    let [elimination, qr, dense, cyclic, ref pcg @ ..] = norms[..] else { unreachable!() };
    assert!((qr.1 - dense.1).abs() < 1e-9 * qr.1, "both are the one of least norm: {qr:?} {dense:?}");
    assert!((qr.1 - elimination.1).abs() < 1e-9 * qr.1, "so is elimination's, when asked: {qr:?} {elimination:?}");
    assert!((qr.1 - cyclic.1).abs() < 1e-9 * qr.1, "and that of cyclic: {qr:?} {cyclic:?}");
    assert!(pcg.iter().all(|pcg| (qr.1 - pcg.1).abs() < 1e-9 * qr.1), "and those of pcg: {qr:?} {pcg:?}");
    assert!(qr.1 < elimination.0, "leaving equations out is not the least: {qr:?} {elimination:?}");
}

/// Two bodies joined in one node with two handles must act as the two bodies with their joint do: the handle form
/// of M⁻¹ is what a subsystem presents.
#[test]
fn a_subsystem_with_two_handles_acts_like_its_bodies() {
    let (mut bodies, _) = random_system(11, 2, 0, 6, false);
    let InverseMass::Spatial(_) = bodies.inverse_mass else { unreachable!() };
    let pattern = Pattern::new(6, &[2], &[(3, vec![0]), (2, vec![1]), (2, vec![0, 1])]);
    let mut handles = ReducedSystem::new(pattern.clone(), InverseMass::of_handles(&pattern));
    let mut random = Random(3);
    handles.jacobian.iter_mut().for_each(|g| *g = random.next());

    // The same blocks on two separate bodies give the same E when the node's matrix is block diagonal.
    let separate = Pattern::new(6, &[1, 1], &[(3, vec![0]), (2, vec![1]), (2, vec![0, 1])]);
    bodies = ReducedSystem { jacobian: handles.jacobian.clone(), ..ReducedSystem::new(separate, bodies.inverse_mass) };
    let mut node = [0.0; 36];
    let InverseMass::Handles(_, values) = &mut handles.inverse_mass else { unreachable!() };
    for k in 0..2 {
        bodies.inverse_mass.write_full(&bodies.pattern, k, &mut node);
        for i in 0..6 {
            for j in 0..6 {
                values[(6 * k + i) * 12 + 6 * k + j] = node[6 * i + j];
            }
        }
    }
    // A coupling between the handles, as a joint inside the subsystem makes it.
    let plain = solve_all(&handles);
    assert!(largest_difference(&plain[0], &solve_all(&bodies)[0]) < 1e-10);
    let InverseMass::Handles(_, values) = &mut handles.inverse_mass else { unreachable!() };
    for i in 0..6 {
        values[i * 12 + 6 + i] += 0.2;
        values[(6 + i) * 12 + i] += 0.2;
    }
    let coupled = solve_all(&handles);
    assert!(largest_difference(&coupled[0], &plain[0]) > 1e-3, "the coupling must matter");
    for other in &coupled[1..] {
        assert!(largest_difference(&coupled[0], other) < 1e-9);
    }
}

/// The solutions of all solvers for b = (1, 2, …); all three blocks are coupled through the one node.
fn solve_all(system: &ReducedSystem) -> Vec<Vec<f64>> {
    let body = BodyId::new(0);
    let edges: Vec<Edge> = (0..3).map(|b| Edge::joint(body, BodyId::GROUND, system.pattern.n_rows_of(b))).collect();
    let graph = Graph::new(1, &edges);
    let b: Vec<f64> = (0..system.pattern.n_rows()).map(|k| k as f64 + 1.0).collect();
    solvers(system, &graph)
        .into_iter()
        .map(|mut solver| {
            solver.factor(system, &Team::alone());
            let mut x = b.clone();
            solver.solve_in_place(system, &mut x, &Team::alone());
            x
        })
        .collect()
}
