//! Bundles: many joints between the same two bodies, put in the place of one before anything is solved.
//!
//! However many equations two bodies share, they see one relative motion: of G_B, the rows of such a bundle, no more than
//! six are independent, or three in the plane. With G_B = U P, the columns of U orthonormal and P of full rank, E is
//! that of a smaller system in which P stands for G_B:
//!
//! ```text
//!     E = U E′ Uᵀ,    E′ ν = Uᵀ b,    λ = U ν.                                                            (1)
//! ```
//!
//! The part of b outside of U is a contradiction among equations that say the same, and met as well as it can be: by
//! least squares. U turns and does not stretch, so multipliers ν of least norm give λ of least norm: equal joints share
//! their load evenly. Which equations of a bundle depend on others is no question any more, only how many directions
//! there are, and that is decided by six columns, not by thousands of pivots. The cost is linear in the number of
//! joints.
//!
//! U is found by orthogonalization of columns of G, the clearest first [Golub & Van Loan, Matrix Computations, 5.4]; of
//! one of the two bodies, since those of the other are combinations of them.

use super::{IterationStats, RankReport, Solver};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{Form, InverseMass, Pattern, ReducedSystem, n_axes};
use crate::singular::{is_independent_pivot, least_lever};
use crate::state::MethodMemory;
use std::collections::BTreeMap;

/// A solver of the smaller system.
pub(crate) struct Bundled {
    solver: Box<dyn Solver>,
    system: ReducedSystem,
    /// Masses while weights are in their place, and the other way round.
    other_masses: InverseMass,
    /// By block of the smaller system.
    sources: Vec<Source>,
    /// The smallest arm that counts (m).
    lever: f64,
    /// Uᵀ b, and ν.
    right_side: Vec<f64>,
    rows: Vec<f64>,
}

/// Where a block of the smaller system comes from: the blocks with its equations.
#[derive(Clone, Debug)]
enum Source {
    Block(usize),
    Bundle(Bundle),
}

/// Blocks that touch the same handles.
#[derive(Clone, Debug)]
struct Bundle {
    blocks: Vec<usize>,
    n_rows: usize,
    /// One that they touch.
    handle: usize,
    /// Columns of G, then of U, each of these rows; as many as a handle has velocities.
    columns: Vec<f64>,
    /// The columns of U among them, in the order in which they were found.
    found: Vec<usize>,
}

/// Blocks of bundles with more equations than this, by bundle. Only blocks that tie two handles, or one to the ground,
/// and see nothing but their relative motion may be in one.
pub(crate) fn find_bundles(pattern: &Pattern, most: usize, is_tie: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut sharing: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for block in (0..pattern.n_blocks()).filter(|&block| is_tie(block)) {
        let mut handles: Vec<usize> = pattern.incidences(block).iter().map(|incidence| incidence.handle).collect();
        handles.sort_unstable();
        sharing.entry(handles).or_default().push(block);
    }
    let count = |blocks: &Vec<usize>| blocks.iter().map(|&block| pattern.n_rows_of(block)).sum::<usize>();
    let mut bundles: Vec<Vec<usize>> =
        sharing.into_iter().filter(|(handles, _)| (1..=2).contains(&handles.len())).map(|(_, blocks)| blocks).collect();
    bundles.retain(|blocks| count(blocks) > most);
    bundles.sort_unstable();
    bundles
}

impl Bundled {
    /// Puts these bundles of a pattern in the place of one block each, for a mechanism of this size (m), and has a
    /// solver made for what is left.
    pub(crate) fn analyze(
        pattern: &Pattern,
        bundles: &[Vec<usize>],
        length_scale: f64,
        make: impl FnOnce(&Pattern) -> Box<dyn Solver>,
    ) -> Bundled {
        let mut bundle_of = vec![None; pattern.n_blocks()];
        for blocks in bundles {
            blocks.iter().for_each(|&block| bundle_of[block] = Some(blocks));
        }
        // A bundle stands where its first block was.
        let mut sources = Vec::new();
        for (block, bundle) in bundle_of.iter().enumerate() {
            match bundle {
                None => sources.push(Source::Block(block)),
                Some(blocks) if blocks.first() == Some(&block) => {
                    sources.push(Source::Bundle(Bundle::new(pattern, blocks)));
                }
                Some(_) => {}
            }
        }
        let smaller = condense(pattern, &sources);
        let n_rows = smaller.n_rows();
        let masses = InverseMass::of_handles(&smaller);
        Bundled {
            solver: make(&smaller),
            system: ReducedSystem::new(smaller, masses.clone()),
            other_masses: masses,
            sources,
            lever: least_lever(length_scale),
            right_side: vec![0.0; n_rows],
            rows: vec![0.0; n_rows],
        }
    }

    /// Makes the smaller system of this one.
    fn update(&mut self, system: &ReducedSystem) {
        let Bundled { system: smaller, other_masses, sources, lever, .. } = self;
        if smaller.inverse_mass.is_weighted() != system.inverse_mass.is_weighted() {
            std::mem::swap(&mut smaller.inverse_mass, other_masses);
        }
        smaller.inverse_mass.copy_from(&system.inverse_mass);
        let n_measures = if system.measure.is_empty() { 0 } else { smaller.pattern.n_rows() };
        smaller.measure.resize(n_measures, 0.0);
        for (place, source) in sources.iter_mut().enumerate() {
            let (entries, rows) = (smaller.pattern.entries_of(&(place..place + 1)), smaller.pattern.rows(place));
            match source {
                Source::Block(block) => {
                    let of_block = system.pattern.entries_of(&(*block..*block + 1));
                    smaller.jacobian[entries].copy_from_slice(&system.jacobian[of_block]);
                    if n_measures > 0 {
                        smaller.measure[rows].copy_from_slice(&system.measure[system.pattern.rows(*block)]);
                    }
                }
                Source::Bundle(bundle) => {
                    bundle.orthogonalize(system, *lever);
                    smaller.jacobian[entries.clone()].fill(0.0);
                    bundle.write_jacobian(system, &mut smaller.jacobian[entries]);
                    if n_measures > 0 {
                        bundle.write_measures(system, &mut smaller.measure[rows]);
                    }
                }
            }
        }
    }

    /// x′ = Uᵀ x.
    fn gather(system: &ReducedSystem, (smaller, sources): (&Pattern, &[Source]), from: &[f64], to: &mut [f64]) {
        for (place, source) in sources.iter().enumerate() {
            let to = &mut to[smaller.rows(place)];
            match source {
                Source::Block(block) => to.copy_from_slice(&from[system.pattern.rows(*block)]),
                Source::Bundle(bundle) => {
                    to.fill(0.0);
                    for (to, u) in to.iter_mut().zip(bundle.basis()) {
                        *to = bundle.rows(&system.pattern).zip(u).map(|(row, u)| u * from[row]).sum();
                    }
                }
            }
        }
    }

    /// x = U x′.
    fn spread(&self, system: &ReducedSystem, to: &mut [f64]) {
        for (place, source) in self.sources.iter().enumerate() {
            let from = &self.rows[self.system.pattern.rows(place)];
            match source {
                Source::Block(block) => to[system.pattern.rows(*block)].copy_from_slice(from),
                Source::Bundle(bundle) => {
                    bundle.rows(&system.pattern).for_each(|row| to[row] = 0.0);
                    for (x, u) in from.iter().zip(bundle.basis()) {
                        bundle.rows(&system.pattern).zip(u).for_each(|(row, u)| to[row] += u * x);
                    }
                }
            }
        }
    }

    fn read_rows(&mut self, system: &ReducedSystem, rows: &[f64]) {
        Bundled::gather(system, (&self.system.pattern, &self.sources), rows, &mut self.rows);
    }
}

/// The pattern with a block for each source.
fn condense(pattern: &Pattern, sources: &[Source]) -> Pattern {
    let n_handles: Vec<usize> = (0..pattern.n_nodes()).map(|node| pattern.handles(node).len()).collect();
    let touched = |block: usize| pattern.incidences(block).iter();
    let blocks: Vec<(usize, Vec<(usize, Form)>)> = sources
        .iter()
        .map(|source| match source {
            Source::Block(block) => (pattern.n_rows_of(*block), touched(*block).map(|i| (i.handle, i.form)).collect()),
            Source::Bundle(bundle) => {
                (pattern.width(), touched(bundle.blocks[0]).map(|i| (i.handle, Form::Full)).collect())
            }
        })
        .collect();
    Pattern::with_forms(pattern.width(), &n_handles, &blocks)
}

impl Bundle {
    fn new(pattern: &Pattern, blocks: &[usize]) -> Bundle {
        let n_rows = blocks.iter().map(|&block| pattern.n_rows_of(block)).sum();
        Bundle {
            blocks: blocks.to_vec(),
            n_rows,
            handle: pattern.incidences(blocks[0]).last().map_or(0, |i| i.handle),
            columns: vec![0.0; n_rows * pattern.width()],
            found: Vec::with_capacity(pattern.width()),
        }
    }

    /// The rows of its blocks.
    fn rows(&self, pattern: &Pattern) -> impl Iterator<Item = usize> {
        self.blocks.iter().flat_map(|&block| pattern.rows(block))
    }

    /// The columns of U.
    fn basis(&self) -> impl Iterator<Item = &[f64]> {
        self.found.iter().map(|&c| self.column(c))
    }

    fn column(&self, c: usize) -> &[f64] {
        &self.columns[c * self.n_rows..][..self.n_rows]
    }

    /// U for these numbers of G. Columns of rotations are compared with an arm of which so much counts.
    fn orthogonalize(&mut self, system: &ReducedSystem, lever: f64) {
        let (n, width) = (self.n_rows, system.pattern.width());
        let mut row = 0;
        for &block in &self.blocks {
            let seen = system.pattern.incidences(block).iter().find(|i| i.handle == self.handle);
            for k in 0..system.pattern.n_rows_of(block) {
                (0..width).for_each(|c| self.columns[c * n + row] = seen.map_or(0.0, |i| system.g(i, k, c)));
                row += 1;
            }
        }
        let square = |bundle: &Bundle, c: usize| bundle.column(c).iter().map(|x| x * x).sum::<f64>();
        let largest = |columns: std::ops::Range<usize>| columns.map(|c| square(self, c)).fold(0.0, f64::max);
        let moves = largest(0..n_axes(width));
        let turns = largest(n_axes(width)..width).max(lever * lever * moves);
        let first = |c: usize| if c < n_axes(width) { moves } else { turns };

        self.found.clear();
        for _ in 0..width {
            // The clearest of the columns that are left; of equal ones the first.
            let mut best: Option<(usize, f64)> = None;
            for c in (0..width).filter(|c| !self.found.contains(c)) {
                let left = square(self, c);
                let clearness = left / first(c);
                if is_independent_pivot(left, first(c)) && best.is_none_or(|(_, most)| clearness > most) {
                    best = Some((c, clearness));
                }
            }
            let Some((chosen, _)) = best else { break };
            self.take(chosen, width);
        }
    }

    /// Makes a column one of U, and the others orthogonal to it.
    fn take(&mut self, chosen: usize, width: usize) {
        // Round-off along columns found before is as large as the rest of this one is small.
        for k in 0..self.found.len() {
            self.subtract(self.found[k], chosen);
        }
        let length = self.column(chosen).iter().map(|x| x * x).sum::<f64>().sqrt();
        self.columns[chosen * self.n_rows..][..self.n_rows].iter_mut().for_each(|x| *x /= length);
        self.found.push(chosen);
        for c in 0..width {
            if !self.found.contains(&c) {
                self.subtract(chosen, c);
            }
        }
    }

    /// Takes out of a column its part along another one, of unit length.
    fn subtract(&mut self, along: usize, column: usize) {
        let n = self.n_rows;
        let (low, high) = self.columns.split_at_mut(along.max(column) * n);
        let (first, second) = (&mut low[along.min(column) * n..][..n], &mut high[..n]);
        let (unit, column) = if along < column { (first, second) } else { (second, first) };
        let part: f64 = unit.iter().zip(&*column).map(|(u, x)| u * x).sum();
        column.iter_mut().zip(&*unit).for_each(|(x, u)| *x -= part * u);
    }

    /// P = Uᵀ G, as a block of full form is stored.
    fn write_jacobian(&self, system: &ReducedSystem, out: &mut [f64]) {
        let (pattern, width) = (&system.pattern, system.pattern.width());
        let mut at = 0;
        for &block in &self.blocks {
            let rows = pattern.n_rows_of(block);
            // Blocks touch the handles in their own order; that of the first is the one of the smaller system.
            for (place, of_first) in pattern.incidences(self.blocks[0]).iter().enumerate() {
                let Some(i) = pattern.incidences(block).iter().find(|i| i.handle == of_first.handle) else { continue };
                for (l, u) in self.basis().enumerate() {
                    for c in 0..width {
                        let sum: f64 = (0..rows).map(|k| u[at + k] * system.g(i, k, c)).sum();
                        out[(place * width + c) * width + l] += sum;
                    }
                }
            }
            at += rows;
        }
    }

    /// Scale of diagonal entries of E′: their largest value with these of E.
    fn write_measures(&self, system: &ReducedSystem, out: &mut [f64]) {
        out.fill(0.0);
        for (out, u) in out.iter_mut().zip(self.basis()) {
            let sum: f64 =
                self.rows(&system.pattern).zip(u).map(|(row, u)| u.abs() * system.measure[row].max(0.0).sqrt()).sum();
            *out = sum * sum;
        }
    }
}

impl Solver for Bundled {
    fn kind(&self) -> SolverKind {
        self.solver.kind()
    }

    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.update(system);
        self.solver.factor(&self.system, team);
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.read_rows(system, rows);
        self.solver.solve_in_place(&self.system, &mut self.rows, team);
        self.spread(system, rows);
    }

    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        self.update(system);
        self.read_rows(system, rows);
        let Bundled { solver, system: smaller, sources, right_side: b, rows: x, .. } = self;
        Bundled::gather(system, (&smaller.pattern, sources), right_side, b);
        solver.factor_and_solve(smaller, b, x, team);
        self.spread(system, rows);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.read_rows(system, rows);
        self.solver.minimize_norm(&self.system, &mut self.rows, team);
        self.spread(system, rows);
    }

    fn forget(&mut self) {
        self.solver.forget();
    }

    fn memory(&self) -> MethodMemory {
        self.solver.memory()
    }

    fn set_memory(&mut self, memory: &MethodMemory) {
        self.solver.set_memory(memory);
    }

    fn rank_report(&self) -> &RankReport {
        self.solver.rank_report()
    }

    fn iterations(&self) -> Option<IterationStats> {
        self.solver.iterations()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Random, consistent_rows, multiply};
    use super::super::{Dense, Qr};
    use super::*;

    /// Two bodies in space with a bundle of so many blocks between them, whose rows are combinations of `n_directions`
    /// wrenches, and a joint of each to the ground.
    fn random_bundle(seed: u64, n_blocks: usize, n_directions: usize) -> ReducedSystem {
        let mut random = Random(seed);
        let mut blocks = vec![(3, vec![0]), (2, vec![1])];
        blocks.extend((0..n_blocks).map(|k| (1 + k % 5, vec![0, 1])));
        let pattern = Pattern::new(6, &[1, 1], &blocks);
        let masses =
            InverseMass::Spatial(vec![[1.5, 2.0, 3.0, 2.5, 0.2, -0.1, 0.3], [0.7, 1.0, 4.0, 2.0, 0.0, 0.4, 0.1]]);
        let mut system = ReducedSystem::new(pattern, masses);
        system.jacobian.iter_mut().for_each(|g| *g = random.next());
        // By direction: what it sees of the second body and, the same from elsewhere, of the first.
        let wrenches: Vec<[f64; 12]> = (0..n_directions).map(|_| std::array::from_fn(|_| random.next())).collect();
        for block in 2..2 + n_blocks {
            let rows = system.pattern.n_rows_of(block);
            let incidences = system.pattern.incidences(block).to_vec();
            for k in 0..rows {
                let parts: Vec<f64> = wrenches.iter().map(|_| random.next()).collect();
                for (side, i) in incidences.iter().enumerate() {
                    for c in 0..6 {
                        let sum = parts.iter().zip(&wrenches).map(|(p, w)| p * w[6 * side + c]).sum();
                        system.jacobian[i.start + c * rows + k] = sum;
                    }
                }
            }
        }
        system
    }

    fn dense(pattern: &Pattern) -> Box<dyn Solver> {
        Box::new(Dense::analyze(pattern))
    }

    fn qr(pattern: &Pattern) -> Box<dyn Solver> {
        Box::new(Qr::pivoted(pattern))
    }

    fn bundled(system: &ReducedSystem, make: impl FnOnce(&Pattern) -> Box<dyn Solver>) -> Bundled {
        let bundles = find_bundles(&system.pattern, 6, |_| true);
        assert_eq!(bundles.len(), 1);
        Bundled::analyze(&system.pattern, &bundles, 1.0, make)
    }

    #[test]
    fn a_bundle_gives_the_motion_and_the_least_multipliers_of_all_its_equations() {
        for (seed, n_directions) in [(1, 1), (2, 2), (3, 5), (4, 6), (5, 3)] {
            let system = random_bundle(seed, 12, n_directions);
            let b = consistent_rows(&system, seed);
            let mut right = Dense::analyze(&system.pattern);
            let mut expected = b.clone();
            right.factor(&system, &Team::alone());
            right.solve_in_place(&system, &mut expected, &Team::alone());
            for make in [dense, qr] {
                let mut solver = bundled(&system, make);
                let mut found = vec![0.0; b.len()];
                solver.factor_and_solve(&system, &b, &mut found, &Team::alone());
                let (seen, accelerations) = multiply(&system, &found);
                let largest = |x: &[f64]| x.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
                let off = |x: &[f64], y: &[f64]| x.iter().zip(y).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
                // Some hundred roundings, over pivots of a hundredth.
                assert!(off(&seen, &b) < 1e-11 * largest(&b), "seed {seed}: {:e}", off(&seen, &b));
                let of_all = multiply(&system, &expected).1;
                assert!(off(&accelerations, &of_all) < 1e-11 * largest(&of_all), "seed {seed}");
                assert_eq!(solver.rank_report().rank, right.rank_report().rank, "seed {seed}");
                solver.minimize_norm(&system, &mut found, &Team::alone());
                assert!(off(&found, &expected) < 1e-10 * largest(&expected), "seed {seed}: {found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn equations_that_contradict_one_another_are_met_by_least_squares() {
        let system = random_bundle(9, 12, 3);
        let mut solver = bundled(&system, dense);
        solver.factor(&system, &Team::alone());
        let b = consistent_rows(&system, 9);
        // A part outside of the range of E makes no difference.
        let mut null = vec![0.0; b.len()];
        let mut random = Random(77);
        null[5..].iter_mut().for_each(|x| *x = random.next());
        let mut inside = null.clone();
        solver.read_rows(&system, &null);
        solver.spread(&system, &mut inside);
        let disturbed: Vec<f64> = b.iter().zip(null.iter().zip(&inside)).map(|(b, (x, y))| b + x - y).collect();
        let solve = |solver: &mut Bundled, mut rows: Vec<f64>| {
            solver.solve_in_place(&system, &mut rows, &Team::alone());
            rows
        };
        let (exact, found) = (solve(&mut solver, b), solve(&mut solver, disturbed));
        let apart = exact.iter().zip(&found).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
        assert!(apart < 1e-12, "{apart:e}");
    }

    /// Round-off in the arms of equal joints is no direction of its own.
    #[test]
    fn arms_that_differ_by_round_off_are_the_same() {
        let pattern = Pattern::new(3, &[1], &vec![(2, vec![0]); 40]);
        let mut system = ReducedSystem::new(pattern, InverseMass::Planar(vec![[1.0, 10.0]]));
        let mut random = Random(3);
        for block in 0..40 {
            let start = system.pattern.incidences(block)[0].start;
            // x, y, then the turn: points at the centre of mass but for round-off.
            let arm = 1e-16 * random.next();
            system.jacobian[start..start + 6].copy_from_slice(&[1.0, 0.0, 0.0, 1.0, arm, -arm]);
        }
        let mut solver = bundled(&system, dense);
        solver.factor(&system, &Team::alone());
        assert_eq!(solver.rank_report().rank, 2);
    }
}
