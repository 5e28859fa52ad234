//! Rows of a model's force elements, frozen where a step begins.

use super::matrix::{Block, MakeSolver, Matrix};
use super::{At, BodyStage, Compliance};
use crate::formulation::bodies::{AllJoints, Bodies, Instant, Mechanism, first_rows, primal_wrench};
use crate::ids::BodyId;
use crate::model::Model;
use crate::parallel::Team;
use crate::reduced::ReducedSystem;
use crate::workspace::{Effect, Equations, Level};

/// How deep, in parts of the mechanism's size, a step may run into an element that did not act where it began.
const LANDING_DEPTH: f64 = 1e-5;
/// A step that runs into one is not shortened to less than this part.
const LEAST_LANDING: f64 = 0.02;
/// Elements that do not act are carried where they might within so many times η, a quarter of the step or more, or
/// nearer than so many depths.
const FORESIGHT: f64 = 8.0;
const NEARBY: f64 = 100.0;

/// One row, frozen.
#[derive(Clone, Copy, Debug)]
struct SoftRow<const W: usize> {
    bodies: [Option<usize>; 2],
    /// Row of G_s, by body.
    g: [[f64; W]; 2],
    /// K and D, not negative.
    stiffness: f64,
    damping: f64,
    /// r = √(η D + η² K)
    scale: f64,
}

impl<const W: usize> SoftRow<W> {
    const NONE: Self = SoftRow { bodies: [None; 2], g: [[0.0; W]; 2], stiffness: 0.0, damping: 0.0, scale: 0.0 };

    /// G_s w for motions of all bodies.
    fn project(&self, motions: &[f64]) -> f64 {
        let ends = self.bodies.iter().zip(&self.g);
        ends.filter_map(|(body, g)| body.map(|body| dot(g, &motions[body * W..][..W]))).sum()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The force elements of a model, in the plane or in space.
pub(crate) struct SoftElements<B: Bodies<W>, const W: usize> {
    mechanism: Mechanism<B, W>,
    /// First row of each element, and the end.
    starts: Vec<usize>,
    rows: Vec<SoftRow<W>>,
    /// Whether each element is carried, and was when the matrix was arranged; nothing before it was.
    carried: Vec<bool>,
    arranged: Option<Vec<bool>>,
    /// Elements that begin to act somewhere, and their gaps where the step began.
    with_gaps: Vec<usize>,
    gaps: Vec<f64>,
    matrix: Matrix,
    eta: f64,
    length_scale: f64,
    /// The equations of all joints where they were last asked for, and accelerations, none, that they are made with.
    equations: Equations,
    free: Vec<f64>,
    /// By equation: what velocities miss.
    violated: Vec<f64>,
    /// Poses a little away, ṡ there (or how far s is from where it should be), and motions of bodies.
    moved: Vec<f64>,
    rates: [Vec<f64>; 2],
    motions: Vec<f64>,
}

impl<B: Bodies<W>, const W: usize> SoftElements<B, W> {
    /// Memory for this model, and the way to make solvers.
    pub(crate) fn new(model: &Model, make_solver: MakeSolver) -> Self {
        let starts = first_rows(model);
        let n_rows = starts[starts.len() - 1];
        let mechanism: Mechanism<B, W> = Mechanism::new(model);
        let system = ReducedSystem::new(AllJoints::pattern(model), mechanism.bodies.inverse_mass());
        let n_motion = model.n_bodies() * W;
        SoftElements {
            violated: vec![0.0; system.pattern.n_rows()],
            equations: Equations::new(system, Vec::new(), Effect::Motion),
            free: vec![0.0; n_motion],
            mechanism,
            rows: vec![SoftRow::NONE; n_rows],
            arranged: None,
            carried: (0..model.forces.len()).map(|force| starts[force + 1] > starts[force]).collect(),
            starts,
            with_gaps: (0..model.forces.len()).filter(|&force| model.forces[force].n_gaps() > 0).collect(),
            gaps: Vec::new(),
            matrix: Matrix::new(make_solver),
            eta: 0.0,
            length_scale: model.length_scale(),
            moved: vec![0.0; model.n_bodies() * B::POSE],
            rates: [vec![0.0; n_rows], vec![0.0; n_rows]],
            motions: vec![0.0; n_motion],
        }
    }

    fn place(&mut self, at: At) {
        self.mechanism.signals().take_states(at.states);
        self.mechanism.place(at.model, at.now, at.poses);
    }

    /// The joints' equations where bodies are.
    fn assemble(&mut self, at: At, team: &Team) {
        let SoftElements { mechanism, equations, free, .. } = self;
        mechanism.update_inverse_mass(&mut equations.system.inverse_mass, team);
        let moment = (at.now.time, at.now.unwrapped_angles);
        mechanism.assemble_joints(at.model, moment, (&AllJoints, free), equations, team);
    }

    /// Rows of the carried elements where bodies are, with r for the present η.
    fn update_rows(&mut self, at: At) {
        let eta = self.eta;
        for force in 0..self.carried.len() {
            let rows = &mut self.rows[self.starts[force]..self.starts[force + 1]];
            if !self.carried[force] {
                rows.fill(SoftRow::NONE);
                continue;
            }
            let mut places = rows.iter_mut();
            self.mechanism.tangents(at.model, at.now, force, |row| {
                let Some(place) = places.next() else { return };
                let wrenches = row.wrenches.each_ref().map(primal_wrench);
                let [stiffness, damping] = row.load.rates.map(|rate| (-rate).max(0.0));
                *place = SoftRow {
                    bodies: row.bodies.map(BodyId::index),
                    g: wrenches.map(|wrench| B::load(wrench.force, wrench.torque)),
                    stiffness,
                    damping,
                    scale: (eta * damping + eta * eta * stiffness).sqrt(),
                };
            });
        }
    }

    /// Blocks of rows of the carried elements: as many rows as a node has velocities, or points of contact with all
    /// their directions.
    fn list_blocks(&self, model: &Model) -> Vec<Block> {
        let mut blocks = Vec::new();
        for force in (0..self.carried.len()).filter(|&force| self.carried[force]) {
            let bodies = model.forces[force].ends(&model.joints).bodies();
            let mut moving: Vec<usize> = bodies.into_iter().filter_map(BodyId::index).collect();
            moving.dedup();
            if moving.is_empty() {
                continue;
            }
            let (start, end) = (self.starts[force], self.starts[force + 1]);
            let size = model.forces[force].rows_together(model.space).clamp(1, W);
            for first_row in (start..end).step_by(size) {
                let n_rows = size.min(end - first_row);
                blocks.push(Block { first_row, n_rows, bodies: moving.clone() });
            }
        }
        blocks
    }

    /// Whether an element with gaps is to be carried: one of them is closed, or may be soon.
    fn choose_carried(&mut self, at: At) {
        let (nearby, model) = (NEARBY * LANDING_DEPTH * self.length_scale, at.model);
        let mut k = 0;
        for &force in &self.with_gaps {
            let n = model.forces[force].n_gaps();
            let nearest = self.gaps[k..k + n].iter().copied().fold(f64::INFINITY, f64::min);
            k += n;
            let mut fastest = 0.0_f64;
            if nearest > nearby {
                self.mechanism.rows(model, at.now, force, |row| fastest = fastest.max(row.rate.abs()));
            }
            self.carried[force] = nearest < nearby + FORESIGHT * self.eta * fastest;
        }
    }

    fn update_gaps(&mut self, at: At) {
        self.gaps.clear();
        for &force in &self.with_gaps {
            self.mechanism.gaps(at.model, at.now, force, &[], &mut |gap| self.gaps.push(gap));
        }
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
    fn read_rates(&self, model: &Model, now: Instant, rates: &mut [f64]) {
        for force in 0..self.carried.len() {
            let rates = &mut rates[self.starts[force]..self.starts[force + 1]];
            rates.fill(0.0);
            if self.carried[force] {
                let mut places = rates.iter_mut();
                self.mechanism.rows(model, now, force, |row| {
                    if let Some(place) = places.next() {
                        *place = row.rate;
                    }
                });
            }
        }
    }
}

impl<B: Bodies<W>, const W: usize> Compliance for SoftElements<B, W> {
    fn n_rows(&self) -> usize {
        self.rows.len()
    }

    fn write_coordinates(&mut self, at: At, soft: &mut [f64]) {
        self.place(at);
        for force in 0..self.carried.len() {
            let places = &mut soft[self.starts[force]..self.starts[force + 1]];
            places.fill(f64::NAN);
            if self.carried[force] {
                let mut places = places.iter_mut();
                self.mechanism.rows(at.model, at.now, force, |row| {
                    if let Some(place) = places.next() {
                        *place = row.value;
                    }
                });
            }
        }
    }

    fn write_rates(&mut self, at: At, rates: &mut [f64]) {
        self.place(at);
        self.read_rates(at.model, at.now, rates);
    }

    fn room(&self) -> [usize; 2] {
        [self.moved.len(), self.motions.len()]
    }

    fn linearize(&mut self, at: At, eta: f64, team: &Team) {
        self.eta = eta;
        self.place(at);
        self.assemble(at, team);
        self.update_gaps(at);
        self.choose_carried(at);
        if self.arranged.as_ref() != Some(&self.carried) {
            self.arranged = Some(self.carried.clone());
            self.matrix.arrange(self.list_blocks(at.model), &self.equations);
        }
        self.update_rows(at);
        self.factor(team);
    }

    fn refresh(&mut self, at: At, team: &Team) {
        self.update_rows(at);
        self.factor(team);
    }

    fn bend(&mut self, at: At, distance: Option<f64>, write_poses: &mut dyn FnMut(f64, &mut [f64])) {
        let Some(distance) = distance.filter(|_| !self.rows.is_empty()) else { return self.rates[0].fill(0.0) };
        // Taken out while they are written; put back below.
        let (mut moved, mut rates) = (std::mem::take(&mut self.moved), std::mem::take(&mut self.rates));
        for (rates, sign) in rates.iter_mut().zip([1.0, -1.0]) {
            write_poses(sign * distance, &mut moved);
            self.mechanism.place(at.model, at.now, &moved);
            self.read_rates(at.model, at.now, rates);
        }
        let [plus, minus] = &mut rates;
        plus.iter_mut().zip(minus).for_each(|(plus, minus)| *plus = (*plus - *minus) / (2.0 * distance));
        (self.moved, self.rates) = (moved, rates);
    }

    fn solve_stage(&mut self, stage: BodyStage, team: &Team) {
        let BodyStage { y, motions, u_s, loads } = stage;
        let SoftElements { matrix, rows, rates: [bending, _], equations, violated, eta, .. } = self;
        let eta = *eta;
        let hard = loads.is_some().then(|| {
            equations.system.project(motions, violated, team);
            &violated[..]
        });
        let response = matrix.respond(
            hard,
            |row| {
                let SoftRow { stiffness, damping, scale, .. } = &rows[row];
                if *scale == 0.0 {
                    return 0.0;
                }
                let z = eta * bending[row];
                let load = eta * eta * stiffness * (y[row] + z) + eta * damping * z;
                scale * rows[row].project(motions) + load / scale
            },
            team,
        );
        motions.iter_mut().zip(response).for_each(|(motion, response)| *motion -= response);
        for ((u_s, row), (y, bending)) in u_s.iter_mut().zip(rows.iter()).zip(y.iter().zip(bending.iter())) {
            *u_s = eta * (y + eta * bending + row.project(motions));
        }
        if let Some(loads) = loads {
            matrix.write_soft_loads(loads, team);
        }
    }

    fn constrain(&mut self, at: At, team: &Team) -> f64 {
        self.place(at);
        self.assemble(at, team);
        let bodies = self.motions.as_chunks_mut::<W>().0.iter_mut().zip(&self.mechanism.poses);
        bodies.for_each(|(motion, pose)| *motion = B::velocity(pose));
        let Equations { system, velocity, residual, .. } = &self.equations;
        system.project_minus(&self.motions, velocity, &mut self.violated, team);
        residual.iter().fold(0.0, |most: f64, x| if x.is_nan() { f64::INFINITY } else { most.max(x.abs()) })
    }

    fn aim(&mut self, at: At, soft: &[f64]) {
        // Taken out while it is written; put back below.
        let mut away = std::mem::take(&mut self.rates[0]);
        self.write_coordinates(at, &mut away);
        away.iter_mut().zip(soft).for_each(|(away, soft)| *away -= soft);
        self.rates[0] = away;
    }

    fn calc_correction(&mut self, level: Level, team: &Team) -> &[f64] {
        let SoftElements { matrix, rows, eta, motions, rates: [away, _], violated, equations, .. } = self;
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

    fn calc_landing(&mut self, at: At, soft: &[f64]) -> f64 {
        if self.with_gaps.is_empty() {
            return 1.0;
        }
        self.place(at);
        let depth = LANDING_DEPTH * self.length_scale;
        let (mut least, mut k) = (1.0, 0);
        for &force in &self.with_gaps {
            let soft = &soft[self.starts[force]..self.starts[force + 1]];
            self.mechanism.gaps(at.model, at.now, force, soft, &mut |gap| {
                let before = self.gaps[k];
                k += 1;
                if before > 0.0 && gap < -depth {
                    least = f64::min(least, ((before + 0.5 * depth) / (before - gap)).max(LEAST_LANDING));
                }
            });
        }
        least
    }
}
