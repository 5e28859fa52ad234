//! [Valášek and Mráz]: chains of pendulums solved by artificial dynamics, from `fixtures/pendulums.json`.
//!
//! The paper prints seconds and no steps. What is recomputed is the paper's own equation A μ = b [eq. (18)] in natural
//! coordinates, inner equations included, along the fall of a horizontal chain by `rk4`: how many steps in the
//! artificial time each variant takes, from the multipliers before to a residual of 10⁻⁶. And what an evaluation costs
//! beside `elimination`, in coordinates of the bodies.

use super::{Bound, Counts, Number, Published, Table};
use linkwork::gallery;
use linkwork::methods::{IntegratorKind, SolverKind, Variant, Word};
use linkwork::parallel::Team;
use linkwork::plan::{self, Plan};
use linkwork::reduced::{InverseMass, Pattern, ReducedSystem};
use linkwork::settings::Settings;
use linkwork::simulation::Simulation;
use linkwork::solver::Solver;
use serde::Deserialize;

/// Authors and title.
pub const SOURCE: &str = "Valášek and Mráz, Massive parallelization of multibody system simulation";

const PENDULUMS: &str = include_str!("../../fixtures/pendulums.json");

/// Data of the chain: steps of the motion (s) and their number, Baumgarte's α (1/s), gravity (m/s²), residual relative
/// to b.
const STEP: f64 = 1e-3;
const N_STEPS: usize = 75;
const ALPHA: f64 = 20.0;
const GRAVITY: f64 = 9.81;
const RESIDUAL: f64 = 1e-6;
/// How far `euler` may be from the reference.
const SAME_COUNT: f64 = 0.2;
/// By how much steps of the best variant may differ from 10 to 1000 bodies.
const MOST_GROWTH: f64 = 2.0;
/// Largest cost of an evaluation beside `elimination`: the one that the paper printed for 5 pendulums.
const MOST_COST: f64 = 2.6;
/// How often both are timed, one after the other; the best of each counts.
const N_TIMED: usize = 9;

/// Variants, and up to how many bodies they are tried: beyond they take seconds, and `euler` minutes.
const VARIANTS: [(Variant, usize); 5] = [
    (Variant::Euler, 10),
    (Variant::Block, 10),
    (Variant::Chebyshev, 50),
    (Variant::Momentum, 20),
    (Variant::Hierarchical, 1000),
];

#[derive(Deserialize)]
struct Fixture {
    bodies: Vec<usize>,
    reference: Vec<Reference>,
    printed_seconds: Vec<Seconds>,
}

#[derive(Deserialize)]
struct Reference {
    variant: String,
    steps: Vec<Option<f64>>,
}

#[derive(Deserialize)]
struct Seconds {
    pendulums: usize,
    relaxation: f64,
    traditional: f64,
}

fn read() -> Result<Fixture, String> {
    serde_json::from_str(PENDULUMS).map_err(|e| format!("the chains of pendulums cannot be read: {e}"))
}

/// Steps of every variant against the length of the chain.
pub fn steps(published: &Published) -> Result<Table, String> {
    let fixture = read()?;
    let mut table = Table {
        columns: &["5", "10", "20", "50", "100", "1000"],
        beside: &["off by", "growth"],
        legend: "columns: bodies. Steps in the artificial time by evaluation, for euler by time step of four evaluations. off by: the largest \
                 part by which 5 and 10 bodies differ from the reference. growth: most over least from 10 to 1000 bodies.",
        notes: vec![
            "reference: an independent computation; its last row is a multigrid preconditioner of conjugate gradients. Ours makes one hierarchy \
             for all steps of the motion"
                .into(),
        ],
        ..published.begin("reference")
    };
    let free: Vec<String> = table.columns.iter().map(ToString::to_string).collect();
    for (variant, most_bodies) in VARIANTS {
        let per = if variant == Variant::Euler { 4.0 } else { 1.0 };
        let count = |&n: &usize| if n <= most_bodies { per * count_steps(n, variant) } else { f64::NAN };
        let ours: Vec<f64> = fixture.bodies.iter().map(count).collect();
        let known = fixture.reference.iter().find(|r| r.variant == variant.word()).map(|r| r.steps.clone());
        let known = known.unwrap_or(vec![None; ours.len()]);
        // A hierarchy is not the reference's: its steps are only shown.
        let compared = if variant == Variant::Hierarchical { 0..0 } else { 0..2 };
        let off = compared.filter_map(|k| known[k].map(|r| (ours[k] / r - 1.0).abs())).fold(f64::NAN, f64::max);
        let of = |pick: fn(f64, f64) -> f64| ours[1..].iter().copied().reduce(pick).unwrap_or(f64::NAN);
        // Where not all were tried there is nothing to say.
        let growth = if ours.iter().all(|x| x.is_finite()) { of(f64::max) / of(f64::min) } else { f64::NAN };
        let counts = Counts {
            printed: known.iter().map(|r| r.map(Number)).collect(),
            ours: ours.iter().copied().map(Number).collect(),
            beside: vec![Number(off), Number(growth)],
            bounds: vec![
                (variant == Variant::Euler).then(|| Bound::at_most(SAME_COUNT)),
                (variant == Variant::Hierarchical).then(|| Bound::at_most(MOST_GROWTH)),
            ],
        };
        table.add(variant.to_string(), counts, &free);
    }
    Ok(table)
}

/// Seconds of an evaluation over those of `elimination`.
pub fn cost(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        columns: &["ratio"],
        beside: &["µs per evaluation", "µs of elimination", "ratio held"],
        legend: "ratio: seconds of an evaluation by relaxation over one by elimination, one thread, rk4, the best of several runs.",
        ..published.begin("printed")
    };
    for seconds in &read()?.printed_seconds {
        let [relaxation, elimination] = time_both(seconds.pendulums)?;
        let ratio = relaxation / elimination;
        let counts = Counts {
            printed: vec![Some(Number(seconds.relaxation / seconds.traditional))],
            ours: vec![Number(ratio)],
            beside: [1e6 * relaxation, 1e6 * elimination, ratio].map(Number).to_vec(),
            bounds: vec![None, None, Some(Bound::at_most(MOST_COST))],
        };
        table.add(format!("{} pendulums", seconds.pendulums), counts, &["ratio".to_string()]);
    }
    Ok(table)
}

/// Seconds of an evaluation, by `relaxation` and by `elimination`.
fn time_both(n: usize) -> Result<[f64; 2], String> {
    let model = gallery::pendulums(n)?.build().map_err(|faults| faults.to_string())?;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..N_TIMED {
        for (best, solver) in best.iter_mut().zip([SolverKind::Relaxation, SolverKind::Elimination]) {
            let settings = Settings {
                solver: solver.into(),
                integrator: IntegratorKind::Rk4.into(),
                end: 0.2,
                output_step: 0.2,
                threads: 1,
                ..Settings::default()
            };
            let plan = Plan::choose(&model, &settings).map_err(|trouble| trouble.to_string())?;
            let mut simulation = Simulation::new(model.clone(), plan.clone()).map_err(|trouble| trouble.to_string())?;
            simulation.run(&mut linkwork::recorder::Memory::default()).map_err(|trouble| trouble.to_string())?;
            *best = best.min(simulation.summary().seconds_per_evaluation);
        }
    }
    Ok(best)
}

/// Mean steps of an evaluation.
fn count_steps(n: usize, variant: Variant) -> f64 {
    let mut chain = Chain::new(n, variant);
    (0..N_STEPS).for_each(|_| chain.advance());
    chain.solver.iterations().map_or(f64::NAN, |stats| stats.iterations as f64 / stats.solves as f64)
}

/// Unit rods in natural coordinates, by body s = (x, y, v_x, v_y) and p* = M ṡ + Jᵀμ; nodes are as wide as bodies in
/// space, their last two velocities unused.
struct Chain {
    system: ReducedSystem,
    solver: Box<dyn Solver>,
    multipliers: Vec<f64>,
    /// s, then p*.
    state: Vec<f64>,
}

/// M⁻¹ of m = 1 and I = 1/12.
const INVERSE_MASS: [f64; 4] = [1.0, 1.0, 12.0, 12.0];
const WIDTH: usize = 6;

impl Chain {
    /// Horizontal, at rest.
    fn new(n: usize, variant: Variant) -> Chain {
        let blocks: Vec<_> = (0..n).map(|k| (3, if k == 0 { vec![0] } else { vec![k - 1, k] })).collect();
        let pattern = Pattern::new(WIDTH, &vec![1; n], &blocks);
        let mut inverse_mass = InverseMass::of_handles(&pattern);
        if let InverseMass::Handles(starts, entries) = &mut inverse_mass {
            for &start in starts.iter() {
                INVERSE_MASS.iter().enumerate().for_each(|(k, w)| entries[start + (WIDTH + 1) * k] = *w);
            }
        }
        let rods = (0..n).flat_map(|k| [k as f64 + 0.5, 0.0, 1.0, 0.0]);
        let solver = plan::make_relaxation(&pattern, variant, RESIDUAL);
        Chain {
            state: rods.chain(std::iter::repeat_n(0.0, 4 * n)).collect(),
            system: ReducedSystem::new(pattern, inverse_mass),
            solver,
            multipliers: vec![0.0; 3 * n],
        }
    }

    /// A step of the classical Runge–Kutta method.
    fn advance(&mut self) {
        let start = self.state.clone();
        let mut sum = vec![0.0; start.len()];
        let mut rates = vec![0.0; start.len()];
        for (ahead, weight) in [(0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)] {
            let place = start.iter().zip(&rates).map(|(x, rate)| x + ahead * STEP * rate);
            self.state = place.collect();
            rates = self.evaluate();
            sum.iter_mut().zip(&rates).for_each(|(sum, rate)| *sum += weight * rate);
        }
        self.state = start.iter().zip(&sum).map(|(x, sum)| x + STEP / 6.0 * sum).collect();
    }

    /// ṡ = M⁻¹(p* − Jᵀμ) [eq. (16)] and ṗ* = F + J̇ᵀμ [eq. (12)].
    fn evaluate(&mut self) -> Vec<f64> {
        self.write_jacobian();
        let b = self.calc_right_side();
        let team = Team::alone();
        self.solver.factor_and_solve(&self.system, &b, &mut self.multipliers, &team);
        let n = self.state.len() / 8;
        let (_, p) = self.state.split_at(4 * n);
        let mut loads = vec![0.0; WIDTH * n];
        self.system.gather_loads(&self.multipliers, &mut loads, &team);
        let velocity = |k: usize| INVERSE_MASS[k % 4] * (p[k] - loads[WIDTH * (k / 4) + k % 4]);
        let mut rates: Vec<f64> = (0..4 * n).map(velocity).collect();
        // Only the inner equation ½ (v·v − 1) of J changes.
        let force = |k: usize| match k % 4 {
            0 => 0.0,
            1 => -GRAVITY,
            _ => rates[k] * self.multipliers[3 * (k / 4)],
        };
        let forces: Vec<f64> = (0..4 * n).map(force).collect();
        rates.extend(forces);
        rates
    }

    /// By body: ½ (v·v − 1), and its pin (r − v/2) − (r + v/2 of the body before).
    fn write_jacobian(&mut self) {
        let ReducedSystem { pattern, jacobian, .. } = &mut self.system;
        for block in 0..pattern.n_blocks() {
            for incidence in pattern.incidences(block) {
                let own = incidence.node == block;
                let sign = if own { 1.0 } else { -1.0 };
                let [vx, vy] = if own { [self.state[4 * block + 2], self.state[4 * block + 3]] } else { [0.0; 2] };
                let g = [[0.0, sign, 0.0], [0.0, 0.0, sign], [vx, -0.5, 0.0], [vy, 0.0, -0.5]];
                jacobian[incidence.start..][..12].copy_from_slice(g.as_flattened());
            }
        }
    }

    /// b = α f + J M⁻¹ p* [eq. (17)].
    fn calc_right_side(&self) -> Vec<f64> {
        let n = self.state.len() / 8;
        let (s, p) = self.state.split_at(4 * n);
        let mut velocities = vec![0.0; WIDTH * n];
        (0..4 * n).for_each(|k| velocities[WIDTH * (k / 4) + k % 4] = INVERSE_MASS[k % 4] * p[k]);
        let mut b = vec![0.0; 3 * n];
        self.system.project(&velocities, &mut b, &Team::alone());
        let mut tip = [0.0; 2];
        for (rod, b) in s.as_chunks::<4>().0.iter().zip(b.as_chunks_mut::<3>().0) {
            let &[x, y, vx, vy] = rod;
            let violated = [0.5 * (vx * vx + vy * vy - 1.0), x - 0.5 * vx - tip[0], y - 0.5 * vy - tip[1]];
            b.iter_mut().zip(violated).for_each(|(b, f)| *b += ALPHA * f);
            tip = [x + 0.5 * vx, y + 0.5 * vy];
        }
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One rod is a pendulum: θ″ = −1.5 g/l cos θ at first, so it falls by ½ · 1.5 g t² in a short time t.
    #[test]
    fn a_chain_of_one_rod_falls_as_a_pendulum() {
        let mut chain = Chain::new(1, Variant::Hierarchical);
        (0..20).for_each(|_| chain.advance());
        let time: f64 = 20.0 * STEP;
        let angle = -chain.state[3].atan2(chain.state[2]);
        // The angle's own effect is of its square: 1e-5 here.
        assert!((angle - 0.75 * GRAVITY * time * time).abs() < 1e-4 * angle, "{angle}");
        assert!((chain.state[2].hypot(chain.state[3]) - 1.0).abs() < 1e-6);
    }
}
