//! Rows of a model's force elements, frozen where a step begins.

mod carried;

use super::coupling::Coupling;
use super::matrix::{Block, MakeSolver, Matrix};
use super::{At, BodyStage, Compliance, SoftMotion};
use crate::formulation::bodies::{AllJoints, Bodies, CarriedPair, Mechanism, first_rows};
use crate::ids::BodyId;
use crate::model::Model;
use crate::model::force::{ElementId, PairId, Row, turn_along};
use crate::parallel::{Team, divide};
use crate::reduced::ReducedSystem;
use crate::spatial::Wrench;
use crate::system::Landing;
use crate::workspace::{Effect, Equations, Level};
use std::ops::Range;

/// Coordinates with S G_s M⁻¹ G_sᵀ below this swing by less than a radian within a step: steps follow them.
const SLOW: f64 = 0.05;
/// Rows that make a task worth handing to another thread: some microseconds of their cheapest use.
const LEAST_ROWS: usize = 128;

/// One row, frozen.
#[derive(Clone, Copy, Debug)]
struct SoftRow<const W: usize> {
    bodies: [Option<usize>; 2],
    /// s and ṡ; not a number and zero where the element is not carried.
    value: f64,
    rate: f64,
    /// Row of G_s, by body.
    g: [[f64; W]; 2],
    /// K and D, not negative, and ∂F/∂t.
    stiffness: f64,
    damping: f64,
    drift: f64,
    /// r = √(η D + η² K)
    scale: f64,
}

impl<const W: usize> SoftRow<W> {
    const NONE: Self = SoftRow {
        bodies: [None; 2],
        value: f64::NAN,
        rate: 0.0,
        g: [[0.0; W]; 2],
        stiffness: 0.0,
        damping: 0.0,
        drift: 0.0,
        scale: 0.0,
    };

    /// G_s w for motions of all bodies.
    fn project(&self, motions: &[f64]) -> f64 {
        let mut sum = 0.0;
        let by_body = motions.as_chunks::<W>().0;
        for (body, g) in self.bodies.iter().zip(&self.g) {
            if let Some(motion) = body.map(|body| &by_body[body]) {
                (0..W).for_each(|k| sum += g[k] * motion[k]);
            }
        }
        sum
    }
}

/// Elements with rows, ranges of them with about equal work, and where their rows are.
struct Division {
    /// All force elements, then the carried pairs of contact groups.
    elements: Vec<ElementId>,
    /// First row of each, and the end.
    starts: Vec<usize>,
    ranges: Vec<Range<usize>>,
    n_forces: usize,
}

impl Division {
    fn new(model: &Model) -> Division {
        let elements = (0..model.forces.len()).map(ElementId::Force).collect();
        let mut division =
            Division { elements, starts: first_rows(model), ranges: Vec::new(), n_forces: model.forces.len() };
        division.divide();
        division
    }

    fn divide(&mut self) {
        let starts = &self.starts;
        self.ranges = divide(self.elements.len(), |element| starts[element + 1] - starts[element], LEAST_ROWS);
    }

    /// Has these pairs follow the force elements.
    fn take_pairs(&mut self, pairs: &[CarriedPair]) {
        self.elements.truncate(self.n_forces);
        self.starts.truncate(self.n_forces + 1);
        self.elements.extend(pairs.iter().map(|carried| ElementId::Pair(carried.pair)));
        self.starts.extend(pairs.iter().map(|carried| carried.first_row + carried.n_rows));
        self.divide();
    }

    /// Rows of the force elements.
    fn n_rows_of_forces(&self) -> usize {
        self.starts[self.n_forces]
    }

    fn n_rows(&self) -> usize {
        self.starts[self.elements.len()]
    }

    fn rows(&self, element: usize) -> Range<usize> {
        self.starts[element]..self.starts[element + 1]
    }

    /// Does the work for every element, on its part of numbers by row.
    fn for_elements<T: Send>(&self, team: &Team, data: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
        let mut rest = data;
        let tasks = self.ranges.iter().map(|range| {
            let n_rows = self.starts[range.end] - self.starts[range.start];
            (range.clone(), rest.split_off_mut(..n_rows).unwrap_or_default())
        });
        team.for_each_task(tasks, |(range, mut rows)| {
            for element in range {
                work(element, rows.split_off_mut(..self.rows(element).len()).unwrap_or_default());
            }
        });
    }
}

/// The force elements of a model, in the plane or in space.
pub(crate) struct SoftElements<B: Bodies<W>, const W: usize> {
    mechanism: Mechanism<B, W>,
    division: Division,
    rows: Vec<SoftRow<W>>,
    /// Whether each force element is carried; pairs of contact groups are elements while they are.
    carried: Vec<bool>,
    /// Whether the matrix is arranged for what is carried.
    is_arranged: bool,
    /// Force elements that begin to act somewhere, and their gaps where the step began.
    with_gaps: Vec<usize>,
    gaps: Vec<f64>,
    /// Carried pairs of contact groups, and those that the step before carried.
    pairs: Vec<CarriedPair>,
    pairs_before: Vec<CarriedPair>,
    /// Gaps of the carried pairs where the step began, and poses there.
    pair_gaps: Vec<f64>,
    start_poses: Vec<f64>,
    /// Pairs that a step has run into although they were not carried.
    met: Vec<PairId>,
    met_gaps: Vec<f64>,
    /// Whether an element or a pair begins to act somewhere.
    has_gaps: bool,
    matrix: Matrix,
    coupling: Coupling<B, W>,
    eta: f64,
    length_scale: f64,
    /// The equations of all joints where they were last asked for, and accelerations, none, that they are made with.
    equations: Equations,
    free: Vec<f64>,
    /// By equation: what velocities miss.
    violated: Vec<f64>,
    /// By row: ṡ where the step began, N x, how far s is from where it should be, right-hand sides.
    base_rates: Vec<f64>,
    bending: Vec<f64>,
    away: Vec<f64>,
    sides: Vec<f64>,
    /// Poses a little away, and motions of bodies.
    moved: Vec<f64>,
    motions: Vec<f64>,
}

impl<B: Bodies<W>, const W: usize> SoftElements<B, W> {
    /// Memory for this model, and the way to make solvers.
    pub(crate) fn new(model: &Model, make_solver: MakeSolver) -> Self {
        let division = Division::new(model);
        let n_rows = division.n_rows();
        let mechanism: Mechanism<B, W> = Mechanism::new(model);
        let system = ReducedSystem::new(AllJoints::pattern(model), mechanism.bodies.inverse_mass());
        let (n_motion, n_hard) = (model.n_bodies() * W, system.pattern.n_rows());
        SoftElements {
            violated: vec![0.0; n_hard],
            equations: Equations::new(system, Vec::new(), Effect::Motion),
            free: vec![0.0; n_motion],
            mechanism,
            rows: vec![SoftRow::NONE; n_rows],
            is_arranged: false,
            carried: (0..model.forces.len()).map(|force| !division.rows(force).is_empty()).collect(),
            pairs: Vec::new(),
            pairs_before: Vec::new(),
            pair_gaps: Vec::new(),
            start_poses: Vec::new(),
            met: Vec::new(),
            met_gaps: Vec::new(),
            has_gaps: model.forces.iter().any(|force| force.n_gaps() > 0) || !model.contact_groups.is_empty(),
            division,
            with_gaps: (0..model.forces.len()).filter(|&force| model.forces[force].n_gaps() > 0).collect(),
            gaps: Vec::new(),
            matrix: Matrix::new(make_solver),
            coupling: Coupling::new(model, n_hard),
            eta: 0.0,
            length_scale: model.length_scale(),
            base_rates: vec![0.0; n_rows],
            bending: vec![0.0; n_rows],
            away: vec![0.0; n_rows],
            sides: vec![0.0; n_rows],
            moved: vec![0.0; model.n_bodies() * B::POSE],
            motions: vec![0.0; n_motion],
        }
    }

    /// The joints' equations where bodies are.
    fn assemble(&mut self, at: At, team: &Team) {
        let SoftElements { mechanism, equations, free, .. } = self;
        mechanism.update_inverse_mass(&mut equations.system.inverse_mass, team);
        let moment = (at.now.time, at.now.unwrapped_angles);
        mechanism.assemble_joints(at.model, moment, (&AllJoints, free), equations, team);
    }

    /// Rows of the carried elements where bodies are, with r for the present η.
    fn update_rows(&mut self, at: At, team: &Team) {
        let SoftElements { mechanism, division, carried, rows, eta, .. } = self;
        mechanism.update_slopes(at.model, at.now);
        let (mechanism, eta) = (&*mechanism, *eta);
        division.for_elements(team, rows, |element, rows| {
            if !is_carried(carried, element) {
                return rows.fill(SoftRow::NONE);
            }
            let id = division.elements[element];
            let (mut places, drift) = (rows.iter_mut(), mechanism.drift(id));
            mechanism.tangents(at.model, at.now, id, |row, rates| {
                if let Some(place) = places.next() {
                    *place = SoftRow { drift, ..freeze::<B, W>(&row, rates, eta) };
                }
            });
        });
    }

    /// Blocks of rows of the carried elements: as many rows as a node has velocities, or points of contact with all
    /// their directions.
    fn list_blocks(&self, model: &Model) -> Vec<Block> {
        let mut blocks = Vec::new();
        let elements = self.division.elements.iter().enumerate();
        for (k, &id) in elements.filter(|(k, _)| is_carried(&self.carried, *k)) {
            let element = model.element(id);
            let bodies = element.bodies(&model.joints);
            let mut moving: Vec<usize> = bodies.into_iter().filter_map(BodyId::index).collect();
            moving.dedup();
            if moving.is_empty() {
                continue;
            }
            let Range { start, end } = self.division.rows(k);
            let size = element.rows_together(model.space).clamp(1, W);
            for first_row in (start..end).step_by(size) {
                let n_rows = size.min(end - first_row);
                blocks.push(Block { first_row, n_rows, bodies: moving.clone() });
            }
        }
        blocks
    }

    /// Takes what is carried into the matrix.
    fn arrange(&mut self, at: At) {
        self.division.take_pairs(&self.pairs);
        let n_rows = self.division.n_rows();
        self.rows.resize(n_rows, SoftRow::NONE);
        let SoftElements { base_rates, bending, away, sides, .. } = self;
        [base_rates, bending, away, sides].into_iter().for_each(|list| list.resize(n_rows, 0.0));
        self.matrix.arrange(self.list_blocks(at.model), &self.equations);
        self.is_arranged = true;
    }

    fn factor(&mut self, team: &Team) {
        let SoftElements { rows, matrix, equations, .. } = self;
        let write = |block: &Block, body: usize, place: &mut [f64]| {
            place.fill(0.0);
            for (k, row) in rows[block.first_row..][..block.n_rows].iter().enumerate() {
                let ends = row.bodies.iter().zip(&row.g).filter(|(end, _)| **end == Some(body));
                for (_, g) in ends {
                    (0..W).for_each(|c| place[c * block.n_rows + k] += row.scale * g[c]);
                }
            }
        };
        matrix.factor(equations, write, team);
    }

    /// ṡ of the carried elements, where bodies are; zero for the others.
    fn read_rates(&self, at: At, rates: &mut [f64], team: &Team) {
        // The solver of the matrix is not for several threads to see.
        let SoftElements { mechanism, division, carried, .. } = self;
        division.for_elements(team, rates, |element, rates| {
            rates.fill(0.0);
            if is_carried(carried, element) {
                let mut places = rates.iter_mut();
                mechanism.rates(at.model, at.now, division.elements[element], |rate| {
                    if let Some(place) = places.next() {
                        *place = rate;
                    }
                });
            }
        });
    }

    /// Responses to the loads that are coupled.
    fn couple(&mut self, at: At, team: &Team) {
        let SoftElements { mechanism, coupling, matrix, rows, equations, eta, .. } = self;
        coupling.choose(mechanism, at, *eta);
        if coupling.is_active() {
            let of_row = |row: usize, motions: &[f64]| rows[row].scale * rows[row].project(motions);
            coupling.factor((mechanism, equations, *eta), matrix, of_row, team);
        }
    }
}

/// Whether an element is carried; those behind the force elements are.
fn is_carried(carried: &[bool], element: usize) -> bool {
    carried.get(element).copied().unwrap_or(true)
}

/// A row with the derivatives of its load.
fn freeze<B: Bodies<W>, const W: usize>(row: &Row, rates: [f64; 2], eta: f64) -> SoftRow<W> {
    let [stiffness, damping] = rates.map(|rate| (-rate).max(0.0));
    SoftRow {
        bodies: row.bodies.map(BodyId::index),
        value: row.value,
        rate: row.rate,
        g: row.wrenches.map(|wrench| B::load(wrench.force, wrench.torque)),
        stiffness,
        damping,
        drift: 0.0,
        scale: (eta * damping + eta * eta * stiffness).sqrt(),
    }
}

impl<B: Bodies<W>, const W: usize> Compliance for SoftElements<B, W> {
    fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    fn pairs(&self) -> &[CarriedPair] {
        &self.pairs
    }

    fn place(&mut self, at: At, team: &Team) {
        self.mechanism.signals().take_states(at.states);
        self.mechanism.place(at.model, at.now, at.poses, team);
    }

    fn press(&mut self, reactions: &[Wrench]) {
        self.mechanism.press(reactions);
    }

    fn write_rates(&mut self, at: At, rates: &mut [f64], team: &Team) {
        self.read_rates(at, rates, team);
    }

    fn drop_slow(&self, soft: &mut [f64]) {
        for (row, s) in self.rows.iter().zip(soft) {
            let ends = row.bodies.iter().zip(&row.g).filter_map(|(body, g)| Some(self.mechanism.square((*body)?, g)));
            if row.scale * row.scale * ends.sum::<f64>() < SLOW {
                *s = f64::NAN;
            }
        }
    }

    fn room(&self) -> [usize; 2] {
        [self.moved.len(), self.motions.len()]
    }

    fn linearize(&mut self, at: At, eta: f64, soft: SoftMotion, team: &Team) {
        self.eta = eta;
        self.assemble(at, team);
        self.choose_carried(at);
        self.choose_pairs(at);
        if !self.is_arranged {
            self.arrange(at);
        }
        self.update_rows(at, team);
        let SoftMotion { coordinates, rates } = soft;
        [&mut *coordinates, &mut *rates].into_iter().for_each(|list| list.resize(self.rows.len(), 0.0));
        for (k, row) in self.rows.iter().enumerate() {
            (coordinates[k], rates[k]) = (row.value, row.rate);
        }
        // Taken out while they are written; put back below.
        let mut base_rates = std::mem::take(&mut self.base_rates);
        self.read_rates(at, &mut base_rates, team);
        self.base_rates = base_rates;
        self.factor(team);
        self.couple(at, team);
    }

    fn refresh(&mut self, at: At, soft: &[f64], team: &Team) {
        self.update_rows(at, team);
        let aims = self.rows.iter().zip(soft);
        self.away.iter_mut().zip(aims).for_each(|(away, (row, soft))| *away = row.value - soft);
        self.factor(team);
    }

    fn bends(&self) -> bool {
        !self.rows.is_empty() || self.coupling.is_active()
    }

    fn bend(&mut self, at: At, distance: Option<f64>, write_poses: &mut dyn FnMut(&mut [f64]), team: &Team) {
        let Some(distance) = distance else {
            self.coupling.straighten();
            return self.bending.fill(0.0);
        };
        // Taken out while they are written; put back below.
        let (mut moved, mut bending) = (std::mem::take(&mut self.moved), std::mem::take(&mut self.bending));
        write_poses(&mut moved);
        self.mechanism.place_bodies(&moved, team);
        self.read_rates(at, &mut bending, team);
        bending.iter_mut().zip(&self.base_rates).for_each(|(rate, base)| *rate = (*rate - base) / distance);
        let SoftElements { division, base_rates, .. } = self;
        division.for_elements(team, &mut bending, |element, bending| {
            if at.model.element(division.elements[element]).turns_tangents() {
                turn_along(&base_rates[division.rows(element)], bending);
            }
        });
        self.coupling.bend(&self.mechanism, distance);
        (self.moved, self.bending) = (moved, bending);
    }

    fn solve_stage(&mut self, stage: BodyStage, team: &Team) {
        let BodyStage { lag, y, motions, u_s, mut loads } = stage;
        let SoftElements { matrix, rows, bending, equations, violated, coupling, division, sides, eta, .. } = self;
        let eta = *eta;
        let hard = loads.is_some().then(|| {
            equations.system.project(motions, violated, team);
            &violated[..]
        });
        division.for_elements(team, sides, |element, sides| {
            for (side, k) in sides.iter_mut().zip(division.rows(element)) {
                let SoftRow { stiffness, damping, drift, scale, .. } = &rows[k];
                let z = eta * bending[k];
                let load = eta * (eta * stiffness * (y[k] + z) + damping * z - lag * drift);
                *side = if *scale == 0.0 { 0.0 } else { scale * rows[k].project(motions) + load / scale };
            }
        });
        let response = matrix.respond(hard, |row| sides[row], team);
        motions.iter_mut().zip(response).for_each(|(motion, response)| *motion -= response);
        if let Some(loads) = &mut loads {
            matrix.write_soft_loads(loads, team);
        }
        if coupling.is_active() {
            coupling.correct([eta, lag], motions, loads);
        }
        division.for_elements(team, u_s, |element, u_s| {
            for (u_s, k) in u_s.iter_mut().zip(division.rows(element)) {
                *u_s = eta * (y[k] + eta * bending[k] + rows[k].project(motions));
            }
        });
    }

    fn constrain(&mut self, at: At, team: &Team) -> f64 {
        self.assemble(at, team);
        let bodies = self.motions.as_chunks_mut::<W>().0.iter_mut().zip(&self.mechanism.poses);
        bodies.for_each(|(motion, pose)| *motion = B::velocity(pose));
        let Equations { system, velocity, residual, .. } = &self.equations;
        system.project_minus(&self.motions, velocity, &mut self.violated, team);
        residual.iter().fold(0.0, |most: f64, x| if x.is_nan() { f64::INFINITY } else { most.max(x.abs()) })
    }

    fn aim(&mut self, at: At, soft: &[f64], team: &Team) {
        let SoftElements { mechanism, division, carried, away, .. } = self;
        division.for_elements(team, away, |element, away| {
            away.fill(f64::NAN);
            if is_carried(carried, element) {
                let mut places = away.iter_mut().zip(&soft[division.rows(element)]);
                mechanism.rows(at.model, at.now, division.elements[element], |row| {
                    if let Some((place, soft)) = places.next() {
                        *place = row.value - soft;
                    }
                });
            }
        });
    }

    fn calc_correction(&mut self, level: Level, team: &Team) -> &[f64] {
        let SoftElements { matrix, rows, eta, motions, away, violated, equations, .. } = self;
        let violated = match level {
            Level::Position => &equations.residual,
            Level::Velocity => violated,
        };
        let of_row = |row: usize| {
            let SoftRow { stiffness, scale, .. } = &rows[row];
            let gives_way = level == Level::Velocity || *scale == 0.0 || away[row].is_nan();
            if gives_way { 0.0 } else { *eta * *eta * stiffness * away[row] / scale }
        };
        let response = matrix.respond(Some(violated), of_row, team);
        motions.iter_mut().zip(response).for_each(|(motion, response)| *motion = -response);
        motions
    }

    fn calc_landing(&mut self, at: At, soft: &[f64], team: &Team) -> Landing {
        self.calc_landing_of_forces(at, soft).and(self.calc_landing_of_pairs(at, soft, team))
    }
}
