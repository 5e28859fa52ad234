//! The micro system: bodies on their own, held together by springs and dampers instead of joints, and its averages over
//! a window.
//!
//! ```text
//!     M a = f − Gᵀ λ,   λ = K d + B ḋ,   K = ω² D⁻¹,  B = β ω D⁻¹,   d(t) = Φ − (Φ₀ + Φ̇₀ t + ½ Φ̈₀ t²)              (1)
//! ```
//!
//! [Valášek and Mráz, eqs. (3)–(5)], with stiffnesses by joint in proportion to the mass that its equations have to
//! move, D being the diagonal blocks of E. Φ₀ and Φ̇₀ are what the macro state violates the constraints by, t counts
//! from its time: springs start without load wherever stages of a macro step are, and Φ̈₀ is how violations are to
//! change, by Baumgarte's feedback or not at all.
//!
//! The window reaches from the macro state as far back as forth, and the kernel is symmetric: so what is averaged
//! belongs to the time of the state and not to a later one. On either side the micro steps are those of leapfrog, whose
//! mean loads have no error from the size of the step where springs are settled. A damper takes its rate from the
//! deflections of two steps: rates from velocities lag behind by what half a step changes of them, which dampers as
//! stiff as these would turn into loads. It takes out energy in whichever direction time is followed.

use super::Tuning;
use super::kernel::write_weights;
use crate::formulation::Equations;
use crate::formulation::stages::Stages;
use crate::model::Model;
use crate::parallel::{Team, divide};
use crate::reduced::{InverseDiagonal, Pattern};
use std::ops::Range;

/// Numbers that make a task worth handing to another thread: some microseconds.
const LEAST_NUMBERS: usize = 4096;

/// The surroundings of a window: the macro state, and the quantities kept of it.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub model: &'a Model,
    pub time: f64,
    pub values: &'a [f64],
    pub unwrapped_angles: &'a [f64],
    /// Φ₀, Φ̇₀ and Φ̈₀, by row.
    pub violation: [&'a [f64]; 3],
    /// D⁻¹ at the macro state.
    pub masses: &'a InverseDiagonal,
}

/// The micro system with its memory.
pub(super) struct Micro {
    bodies: Box<dyn Stages>,
    equations: Equations,
    n_coordinates: usize,
    /// Ranges of coordinates, and of velocities.
    stretches: [Vec<Range<usize>>; 2],
    /// Coordinates, and velocities at the same time as far as they are known.
    values: Vec<f64>,
    /// Velocities half a step before, then half a step later.
    half: Vec<f64>,
    rates: Vec<f64>,
    loads: Vec<f64>,
    responses: Vec<f64>,
    /// d, by row.
    deflections: Vec<f64>,
    /// λ, by row.
    multipliers: Vec<f64>,
    weights: Vec<f64>,
    /// Mean values so far, from those of the macro state on.
    sums: Vec<f64>,
    /// Mean λ so far.
    pub mean: Vec<f64>,
    /// Micro steps so far.
    pub n_steps: u64,
}

impl Micro {
    /// The bodies that take micro steps.
    pub(super) fn bodies(&mut self) -> &mut Box<dyn Stages> {
        &mut self.bodies
    }

    /// With coordinates for every body; all joints are equations of theirs.
    pub(super) fn new(model: &Model, bodies: Box<dyn Stages>) -> Micro {
        let (state, equations) = (bodies.initial_state(model), bodies.equations(model));
        let (n_rows, n) = (equations.residual.len(), state.values.len());
        let n_velocities = n - state.n_coordinates;
        Micro {
            bodies,
            equations,
            n_coordinates: state.n_coordinates,
            stretches: [state.n_coordinates, n_velocities].map(|n| divide(n, |_| 1, LEAST_NUMBERS)),
            values: vec![0.0; n],
            half: vec![0.0; n_velocities],
            rates: vec![0.0; n],
            loads: vec![0.0; n_velocities],
            responses: vec![0.0; n_velocities],
            deflections: vec![0.0; n_rows],
            multipliers: vec![0.0; n_rows],
            weights: Vec::new(),
            sums: vec![0.0; n],
            mean: vec![0.0; n_rows],
            n_steps: 0,
        }
    }

    /// Gets ready for windows of so many steps; allocates where they are longer than all before.
    pub(super) fn prepare(&mut self, n_steps: usize) {
        if self.weights.len() != n_steps {
            self.weights.resize(n_steps, 0.0);
            write_weights(&mut self.weights);
        }
    }

    /// Averages over a window from `start` on, back and forth: λ into [`mean`](Micro::mean), values in the place of
    /// `start`.
    pub(super) fn average(&mut self, around: &Around, tuning: &Tuning, start: &mut [f64], team: &Team) {
        self.sums.fill(0.0);
        self.mean.fill(0.0);
        for step in [tuning.step, -tuning.step] {
            self.values.copy_from_slice(start);
            self.half.copy_from_slice(&start[self.n_coordinates..]);
            for n in 0..self.weights.len() {
                self.load_joints(around, tuning, (n, step), team);
                self.advance(around, (n, step), team);
            }
        }
        for (start, (value, sum)) in start.iter_mut().zip(around.values.iter().zip(&self.sums)) {
            *start = value + sum;
        }
        self.n_steps += 2 * self.weights.len() as u64;
    }

    /// λ of step n, what it does to the bodies, and its part of the mean.
    fn load_joints(&mut self, around: &Around, tuning: &Tuning, (n, step): (usize, f64), team: &Team) {
        let Around { model, unwrapped_angles, .. } = *around;
        let elapsed = n as f64 * step;
        let time = around.time + elapsed;
        self.bodies.update_kinematics(model, &self.values, team);
        self.bodies.update_forces(model, time, unwrapped_angles, team);
        self.bodies.assemble(model, time, unwrapped_angles, &mut self.equations, team);

        let Equations { system, residual, .. } = &self.equations;
        // The first step has no deflection before it: its dampers wait.
        let damping = if n == 0 { 0.0 } else { tuning.damping * tuning.frequency / tuning.step };
        let springs = Springs {
            pattern: &system.pattern,
            masses: around.masses,
            residual,
            violation: around.violation,
            elapsed,
            stiffness: tuning.frequency * tuning.frequency,
            damping,
            weight: self.weights[n],
        };
        springs.load(Rows { d: &mut self.deflections, load: &mut self.multipliers, mean: &mut self.mean }, team);
        system.respond(&self.multipliers, &mut self.loads, &mut self.responses, team);
    }

    /// Leapfrog: the values of step n into the mean, then on to step n + 1.
    fn advance(&mut self, around: &Around, (n, step): (usize, f64), team: &Team) {
        let (split, weight) = (self.n_coordinates, self.weights[n]);
        // Before the first step the velocities are those at the same time, later ones of half a step before.
        let before = if n == 0 { 0.0 } else { 0.5 * step };
        self.bodies.write_rates(&self.values, &self.responses, &mut self.rates, team);
        let accelerations = &self.rates[split..];
        let macro_velocities = &around.values[split..];
        let [mut half, mut v, mut sums] = [&mut self.half[..], &mut self.values[split..], &mut self.sums[split..]];
        let task = |range: &Range<usize>| {
            let [half, v, sums] = [&mut half, &mut v, &mut sums].map(|x| take(x, range.len()));
            (range.clone(), half, v, sums)
        };
        team.for_each_task(self.stretches[1].iter().map(task), |(range, half, v, sums)| {
            let given = accelerations[range.clone()].iter().zip(&macro_velocities[range]);
            for ((half, (v, sum)), (a, of_macro)) in half.iter_mut().zip(v.iter_mut().zip(sums)).zip(given) {
                *sum += weight * (*half + before * a - of_macro);
                *half += (before + 0.5 * step) * a;
                *v = *half;
            }
        });
        // Rates of the coordinates half a step later.
        self.bodies.write_rates(&self.values, &self.responses, &mut self.rates, team);
        self.move_on(around, step, weight, team);
    }

    /// Coordinates by a step, with the velocities in the middle of it; then velocities as they will probably be.
    fn move_on(&mut self, around: &Around, step: f64, weight: f64, team: &Team) {
        let split = self.n_coordinates;
        let (q_rates, accelerations) = self.rates.split_at(split);
        let (mut q, v) = self.values.split_at_mut(split);
        let mut sums = &mut self.sums[..split];
        let task = |range: &Range<usize>| (range.clone(), take(&mut q, range.len()), take(&mut sums, range.len()));
        team.for_each_task(self.stretches[0].iter().map(task), |(range, q, sums)| {
            let given = q_rates[range.clone()].iter().zip(&around.values[range]);
            for ((q, sum), (rate, of_macro)) in q.iter_mut().zip(sums).zip(given) {
                *sum += weight * (*q - of_macro);
                *q += step * rate;
            }
        });
        let half = &self.half;
        team.for_ranges(&self.stretches[1], (v, 1), |range, v| {
            for (v, (half, a)) in v.iter_mut().zip(half[range.clone()].iter().zip(&accelerations[range])) {
                *v = half + 0.5 * step * a;
            }
        });
    }
}

fn take<'a>(rest: &mut &'a mut [f64], n: usize) -> &'a mut [f64] {
    rest.split_off_mut(..n).unwrap_or_default()
}

/// Springs and dampers of all joints at a micro step: (1).
struct Springs<'a> {
    pattern: &'a Pattern,
    masses: &'a InverseDiagonal,
    residual: &'a [f64],
    violation: [&'a [f64]; 3],
    elapsed: f64,
    /// ω².
    stiffness: f64,
    /// β ω over the step.
    damping: f64,
    weight: f64,
}

/// Results of the springs, by row.
struct Rows<'a> {
    /// The last deflections in, the present ones out.
    d: &'a mut [f64],
    load: &'a mut [f64],
    mean: &'a mut [f64],
}

impl Springs<'_> {
    fn load(&self, rows: Rows, team: &Team) {
        let Rows { mut d, mut load, mut mean } = rows;
        let task = |blocks: &Range<usize>| {
            let n = self.pattern.rows_of(blocks).len();
            (blocks.clone(), Rows { d: take(&mut d, n), load: take(&mut load, n), mean: take(&mut mean, n) })
        };
        team.for_each_task(self.pattern.block_chunks().iter().map(task), |(blocks, rows)| self.load_some(blocks, rows));
    }

    fn load_some(&self, blocks: Range<usize>, rows: Rows) {
        let Rows { mut d, mut load, mut mean } = rows;
        let [place, rate, acceleration] = self.violation;
        let t = self.elapsed;
        for block in blocks {
            let of = self.pattern.rows(block);
            let m = of.len();
            let (d, load, mean) = (take(&mut d, m), take(&mut load, m), take(&mut mean, m));
            // By row: K d + B ḋ but for D⁻¹.
            let mut pull = [0.0; 6];
            for (k, row) in of.enumerate() {
                let now = self.residual[row] - (place[row] + t * (rate[row] + 0.5 * t * acceleration[row]));
                pull[k] = self.stiffness * now + self.damping * (now - d[k]);
                d[k] = now;
            }
            for ((load, mean), inverse) in load.iter_mut().zip(mean).zip(self.masses.block(block).chunks_exact(m)) {
                *load = inverse.iter().zip(&pull).map(|(d, x)| d * x).sum();
                *mean += self.weight * *load;
            }
        }
    }
}
