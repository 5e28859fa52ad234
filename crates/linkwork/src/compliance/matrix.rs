//! Pattern and numbers of the joints' equations with rows of force elements below them.

use crate::parallel::{Team, divide};
use crate::reduced::{Form, InverseMass, Pattern, ReducedSystem};
use crate::solver::Solver;
use crate::workspace::Equations;
use std::ops::Range;

/// Blocks that make a task worth handing to another thread: some microseconds.
const LEAST_BLOCKS: usize = 64;

/// Makes a solver for a pattern.
pub(crate) type MakeSolver = Box<dyn Fn(&Pattern) -> Box<dyn Solver> + Send>;

/// Rows of one element that are eliminated together.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The first row, of those of all elements.
    pub first_row: usize,
    /// How many.
    pub n_rows: usize,
    /// The moving bodies that they touch, each once.
    pub bodies: Vec<usize>,
}

/// The matrix with its solver.
pub(super) struct Matrix {
    make_solver: MakeSolver,
    /// Rows of elements, in order.
    pub blocks: Vec<Block>,
    /// Ranges of them with about equal work.
    ranges: Vec<Range<usize>>,
    /// None before the first use.
    parts: Option<Parts>,
}

struct Parts {
    system: ReducedSystem,
    solver: Box<dyn Solver>,
    /// Right-hand side, then λ and μ.
    rows: Vec<f64>,
    loads: Vec<f64>,
    responses: Vec<f64>,
    n_hard: usize,
    /// Numbers of responses that are those of bodies.
    n_motion: usize,
}

impl Matrix {
    /// With solvers made in this way.
    pub(super) fn new(make_solver: MakeSolver) -> Matrix {
        Matrix { make_solver, blocks: Vec::new(), ranges: Vec::new(), parts: None }
    }

    /// Takes these blocks of rows below the joints' equations.
    pub(super) fn arrange(&mut self, blocks: Vec<Block>, equations: &Equations) {
        self.blocks = blocks;
        let hard = &equations.system.pattern;
        let (n_bodies, width) = (hard.n_handles(), hard.width());
        let joints = (0..hard.n_blocks()).map(|block| {
            let touched = hard.incidences(block).iter().map(|i| (i.handle, i.form)).collect();
            (hard.n_rows_of(block), touched)
        });
        let elements = self.blocks.iter().enumerate().map(|(k, block)| {
            let touched = block.bodies.iter().copied().chain([n_bodies + k]).map(|handle| (handle, Form::Full));
            (block.n_rows, touched.collect())
        });
        let all: Vec<(usize, Vec<(usize, Form)>)> = joints.chain(elements).collect();
        let pattern = Pattern::with_forms(width, &vec![1; n_bodies + self.blocks.len()], &all);
        self.ranges = divide(self.blocks.len(), |_| 1, LEAST_BLOCKS);
        let solver = (self.make_solver)(&pattern);
        let (n_rows, n_handles) = (pattern.n_rows(), pattern.n_handles() * width);
        let mut system = ReducedSystem::new(pattern, give_way(width, n_bodies + self.blocks.len()));
        write_units(&mut system, &self.blocks, (hard.n_blocks(), n_bodies));
        self.parts = Some(Parts {
            system,
            solver,
            rows: vec![0.0; n_rows],
            loads: vec![0.0; n_handles],
            responses: vec![0.0; n_handles],
            n_hard: hard.n_rows(),
            n_motion: n_bodies * width,
        });
    }

    /// Takes G and M⁻¹ of the joints and bodies, and rows r G_s of the elements: `write` gets a block, a body and where
    /// its part of G lies, velocities × rows.
    pub(super) fn factor(
        &mut self,
        equations: &Equations,
        write: impl Fn(&Block, usize, &mut [f64]) + Sync,
        team: &Team,
    ) {
        let Matrix { blocks, ranges, parts: Some(Parts { system, solver, n_hard, .. }), .. } = self else { return };
        let hard = &equations.system;
        let n_joints = hard.pattern.n_blocks();
        let ReducedSystem { pattern, jacobian, inverse_mass, .. } = system;
        debug_assert_eq!(*n_hard, hard.pattern.n_rows());
        let (of_joints, mut of_elements) = jacobian.split_at_mut(hard.jacobian.len());
        of_joints.copy_from_slice(&hard.jacobian);
        copy_masses(&hard.inverse_mass, inverse_mass);
        let tasks = ranges.iter().map(|range| {
            let entries = pattern.entries_of(&(n_joints + range.start..n_joints + range.end));
            (range.clone(), entries.start, of_elements.split_off_mut(..entries.len()).unwrap_or_default())
        });
        team.for_each_task(tasks, |(range, first, entries)| {
            for k in range {
                let block = &blocks[k];
                for incidence in pattern.incidences(n_joints + k) {
                    let place = &mut entries[incidence.start - first..][..block.n_rows * pattern.width()];
                    if block.bodies.contains(&incidence.handle) {
                        write(block, incidence.handle, place);
                    }
                }
            }
        });
        solver.forget();
        solver.factor(system, team);
    }

    /// r G_sᵀμ on all bodies, of the last response.
    pub(super) fn write_soft_loads(&mut self, loads: &mut [f64], team: &Team) {
        let Some(parts) = &mut self.parts else { return };
        parts.rows[..parts.n_hard].fill(0.0);
        parts.system.gather_loads(&parts.rows, &mut parts.loads, team);
        loads.copy_from_slice(&parts.loads[..parts.n_motion]);
    }

    /// M⁻¹ (Gᵀλ + r G_sᵀμ) of all bodies, for right-hand sides of the joints' equations and of the elements' rows.
    pub(super) fn respond(&mut self, hard: Option<&[f64]>, mut soft: impl FnMut(usize) -> f64, team: &Team) -> &[f64] {
        let Some(parts) = &mut self.parts else { return &[] };
        let (of_joints, mut of_elements) = parts.rows.split_at_mut(parts.n_hard);
        match hard {
            Some(hard) => of_joints.copy_from_slice(hard),
            None => of_joints.fill(0.0),
        }
        for block in &self.blocks {
            let rows = of_elements.split_off_mut(..block.n_rows).unwrap_or_default();
            rows.iter_mut().zip(block.first_row..).for_each(|(value, row)| *value = soft(row));
        }
        parts.solver.solve_in_place(&parts.system, &mut parts.rows, team);
        parts.system.respond(&parts.rows, &mut parts.loads, &mut parts.responses, team);
        &parts.responses[..parts.n_motion]
    }
}

/// The unit matrices with which blocks touch nodes of their own, which are those after the bodies.
fn write_units(system: &mut ReducedSystem, blocks: &[Block], (n_joints, n_bodies): (usize, usize)) {
    for (k, block) in blocks.iter().enumerate() {
        let own = system.pattern.incidences(n_joints + k).iter().filter(|incidence| incidence.handle >= n_bodies);
        for start in own.map(|incidence| incidence.start) {
            (0..block.n_rows).for_each(|row| system.jacobian[start + row * block.n_rows + row] = 1.0);
        }
    }
}

/// M⁻¹ of so many free bodies of unit mass and inertia.
fn give_way(width: usize, n: usize) -> InverseMass {
    if width == 3 {
        InverseMass::Planar(vec![[1.0; 2]; n])
    } else {
        InverseMass::Spatial(vec![[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]; n])
    }
}

/// M⁻¹ of the bodies, in front of that of the others.
fn copy_masses(from: &InverseMass, to: &mut InverseMass) {
    match (from, to) {
        (InverseMass::Planar(from), InverseMass::Planar(to)) => to[..from.len()].copy_from_slice(from),
        (InverseMass::Spatial(from), InverseMass::Spatial(to)) => to[..from.len()].copy_from_slice(from),
        (
            InverseMass::Planar(_)
            | InverseMass::Spatial(_)
            | InverseMass::PlanarWeights(_)
            | InverseMass::SpatialWeights(_)
            | InverseMass::Handles(..),
            _,
        ) => unreachable!("nodes of `cartesian` are bodies"),
    }
}
