//! Equations of all processes on each of them: what a factor of E needs, since every pivot depends on those before.
//! Each process factors and solves for itself, alike, which costs no further messages; what is gathered grows with the
//! number of equations, not with that of bodies.

use super::{IterationStats, RankReport, Solver};
use crate::exchange::{Exchange, stretches};
use crate::methods::SolverKind;
use crate::parallel::Team;
use crate::reduced::{InverseMass, Pattern, ReducedSystem};
use crate::state::MethodMemory;
use std::ops::Range;

/// A process's place in the reduced system of the whole.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// That of the whole.
    pub pattern: Pattern,
    /// By block of the whole: the process that tells of it.
    pub owners: Vec<u32>,
    /// By block here: its number in the whole.
    pub blocks: Vec<u32>,
    /// By process: its nodes, which follow one another.
    pub n_nodes: Vec<usize>,
    /// Own nodes among those here.
    pub nodes: Range<usize>,
}

impl Place {
    /// Blocks of which a process tells, by their numbers in the whole.
    fn blocks_of(&self, process: usize) -> impl Iterator<Item = usize> {
        self.owners.iter().enumerate().filter(move |(_, owner)| **owner == process as u32).map(|(block, _)| block)
    }

    /// The same by their numbers on that process, which is the one that has this place.
    fn told_by(&self, process: usize) -> impl Iterator<Item = usize> {
        let numbered = self.blocks.iter().enumerate();
        numbered.filter(move |(_, whole)| self.owners[**whole as usize] == process as u32).map(|(block, _)| block)
    }
}

/// The system of the whole on one process, with memory for what comes and goes.
pub(crate) struct Gathering {
    line: Box<dyn Exchange>,
    place: Place,
    whole: ReducedSystem,
    /// A right side, or a solution, of the whole.
    rows: Vec<f64>,
    /// Numbers of the system, process after process: of each its blocks (G, measures, right side), then its nodes.
    packed: Vec<f64>,
    of_processes: Vec<Range<usize>>,
    /// By block here: its rows.
    rows_here: Vec<Range<usize>>,
    packed_rows: Vec<f64>,
    rows_of_processes: Vec<Range<usize>>,
    nodes_of_processes: Vec<Range<usize>>,
}

impl Gathering {
    /// For equations of which `place` says whose they are.
    pub(crate) fn new(place: Place, line: Box<dyn Exchange>) -> Gathering {
        let pattern = place.pattern.clone();
        let n_rows = pattern.n_rows();
        let inverse_mass = InverseMass::of_handles(&pattern);
        let system = ReducedSystem { measure: vec![0.0; n_rows], ..ReducedSystem::new(pattern, inverse_mass) };
        let nodes = stretches(place.n_nodes.iter().copied());
        let pattern = &system.pattern;
        let of_block = |block: usize| pattern.entries_of(&(block..block + 1)).len() + 2 * pattern.n_rows_of(block);
        let of_process =
            |process| place.blocks_of(process).map(of_block).sum::<usize>() + responses(&system, &nodes[process]).len();
        let rows_of = |process| place.blocks_of(process).map(|block| pattern.n_rows_of(block)).sum::<usize>();
        let of_processes = stretches((0..nodes.len()).map(of_process));
        let rows_of_processes = stretches((0..nodes.len()).map(rows_of));
        Gathering {
            packed: vec![0.0; of_processes.last().map_or(0, |last| last.end)],
            rows_here: stretches(place.blocks.iter().map(|&block| pattern.n_rows_of(block as usize))),
            packed_rows: vec![0.0; n_rows],
            rows: vec![0.0; n_rows],
            of_processes,
            rows_of_processes,
            nodes_of_processes: nodes,
            whole: system,
            place,
            line,
        }
    }

    /// The system of all processes, and the right side if there is one here. All processes call this.
    pub(crate) fn gather(&mut self, here: &ReducedSystem, right_side: Option<&[f64]>) -> &ReducedSystem {
        self.pack(here, right_side);
        self.line.share(&mut self.packed, &self.of_processes);
        self.unpack();
        &self.whole
    }

    fn pack(&mut self, here: &ReducedSystem, right_side: Option<&[f64]>) {
        let Gathering { place, packed, of_processes, line, .. } = self;
        let mut out = &mut packed[of_processes[line.process()].clone()];
        for block in place.told_by(line.process()) {
            let rows = here.pattern.rows(block);
            write(&mut out, &here.jacobian[here.pattern.entries_of(&(block..block + 1))]);
            write(&mut out, &here.measure[rows.clone()]);
            // Without one, any numbers take its room.
            write(&mut out, right_side.map_or(&here.measure[rows.clone()], |b| &b[rows.clone()]));
        }
        if let InverseMass::Handles(_, values) = &here.inverse_mass {
            write(&mut out, &values[responses(here, &place.nodes)]);
        }
    }

    fn unpack(&mut self) {
        let Gathering { place, whole, rows, packed, of_processes, nodes_of_processes, .. } = self;
        for (process, (stretch, nodes)) in of_processes.iter().zip(nodes_of_processes).enumerate() {
            let mut numbers = &packed[stretch.clone()];
            for block in place.blocks_of(process) {
                let of_block = whole.pattern.rows(block);
                read(&mut numbers, &mut whole.jacobian[whole.pattern.entries_of(&(block..block + 1))]);
                read(&mut numbers, &mut whole.measure[of_block.clone()]);
                read(&mut numbers, &mut rows[of_block]);
            }
            let of_nodes = responses(whole, nodes);
            if let InverseMass::Handles(_, values) = &mut whole.inverse_mass {
                read(&mut numbers, &mut values[of_nodes]);
            }
        }
    }

    /// Has something done to rows of the whole, and takes back those here. The system is gathered too: it may be
    /// another one than that of the factor. All processes call this.
    pub(crate) fn for_all_rows(
        &mut self,
        here: &ReducedSystem,
        rows: &mut [f64],
        work: impl FnOnce(&ReducedSystem, &mut [f64]),
    ) {
        self.gather(here, Some(rows));
        work(&self.whole, &mut self.rows);
        self.pick_rows(rows);
    }

    /// A multiplier of each equation of the whole, from those here. All processes call this.
    pub(crate) fn gather_rows(&mut self, here: &[f64]) -> &[f64] {
        let Gathering { place, whole, rows, rows_here, packed_rows, rows_of_processes, line, .. } = self;
        let mut out = &mut packed_rows[rows_of_processes[line.process()].clone()];
        for block in place.told_by(line.process()) {
            write(&mut out, &here[rows_here[block].clone()]);
        }
        line.share(packed_rows, rows_of_processes);
        for (process, stretch) in rows_of_processes.iter().enumerate() {
            let mut numbers = &packed_rows[stretch.clone()];
            for block in place.blocks_of(process) {
                read(&mut numbers, &mut rows[whole.pattern.rows(block)]);
            }
        }
        &self.rows
    }

    fn pick_rows(&self, here: &mut [f64]) {
        let mut rest = here;
        for &block in &self.place.blocks {
            write(&mut rest, &self.rows[self.whole.pattern.rows(block as usize)]);
        }
    }
}

/// Puts numbers where there is room, and leaves the rest of it.
fn write(room: &mut &mut [f64], numbers: &[f64]) {
    room.split_off_mut(..numbers.len()).unwrap_or_default().copy_from_slice(numbers);
}

/// The opposite of [`write`].
fn read(numbers: &mut &[f64], into: &mut [f64]) {
    into.copy_from_slice(numbers.split_off(..into.len()).unwrap_or_default());
}

/// Where Λ of some nodes stands.
fn responses(system: &ReducedSystem, nodes: &Range<usize>) -> Range<usize> {
    let InverseMass::Handles(starts, values) = &system.inverse_mass else { return 0..0 };
    let at = |node: usize| starts.get(node).copied().unwrap_or(values.len());
    at(nodes.start)..at(nodes.end)
}

/// A solver of the whole, on a process that has some of the equations.
pub(crate) struct Gathered {
    solver: Box<dyn Solver>,
    gathering: Gathering,
    /// A guess, then the solution of the whole.
    solution: Vec<f64>,
}

impl Gathered {
    /// The solver is one for the pattern of the whole.
    pub(crate) fn new(solver: Box<dyn Solver>, gathering: Gathering) -> Gathered {
        Gathered { solution: vec![0.0; gathering.rows.len()], solver, gathering }
    }
}

impl Solver for Gathered {
    fn kind(&self) -> SolverKind {
        self.solver.kind()
    }

    fn factor(&mut self, system: &ReducedSystem, team: &Team) {
        self.solver.factor(self.gathering.gather(system, None), team);
    }

    fn solve_in_place(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.gathering.for_all_rows(system, rows, |whole, rows| self.solver.solve_in_place(whole, rows, team));
    }

    fn factor_and_solve(&mut self, system: &ReducedSystem, right_side: &[f64], rows: &mut [f64], team: &Team) {
        let Gathered { solver, gathering, solution } = self;
        if solver.iterations().is_some() {
            solution.copy_from_slice(gathering.gather_rows(rows));
        }
        gathering.gather(system, Some(right_side));
        solver.factor_and_solve(&gathering.whole, &gathering.rows, solution, team);
        gathering.rows.copy_from_slice(solution);
        gathering.pick_rows(rows);
    }

    fn minimize_norm(&mut self, system: &ReducedSystem, rows: &mut [f64], team: &Team) {
        self.gathering.for_all_rows(system, rows, |whole, rows| self.solver.minimize_norm(whole, rows, team));
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
