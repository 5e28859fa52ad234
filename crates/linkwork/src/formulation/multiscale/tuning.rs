//! How stiff joints are made, and how long they are looked at: found from masses, loads and motion at the initial
//! state.
//!
//! With K = ω² D⁻¹ all frequencies are ω √μ, μ an eigenvalue of D⁻¹E. None is above the largest number k of joints on
//! one body: E is a sum over bodies of positive semi-definite parts, and such a part with k blocks is at most k times
//! its diagonal blocks. So the micro step follows without looking for eigenvalues: ω √k h = [`STEP`]. With dampers of ζ
//! at that frequency leapfrog is stable up to (ω√k h)² + 4 ζ ω√k h = 4.
//!
//! The slowest frequency is seen by trying: where a window is shorter than some of its periods, windows do not settle.
//! Windows get longer in micro steps until they do. Their length in time stays, a small part of the time in which the
//! mechanism itself moves; it is ω that grows with the number of steps. So the number of micro steps depends on the
//! joints alone, and stiffness costs nothing, until round-off shows: deflections are small differences of positions.

use super::{MOST_WINDOWS, Multiscale, Unsolved};
use crate::error::SimulationError;
use crate::formulation::stages::Stages;
use crate::formulation::{Equations, Level};
use crate::model::Model;
use crate::parallel::Team;
use crate::reduced::n_axes;
use crate::state::State;
use std::f64::consts::PI;

/// ω √k h: of 2, where leapfrog without dampers becomes unstable.
const STEP: f64 = 1.4;
/// Damping of the fastest oscillation, relative to critical. STEP² + 4 ζ STEP = 3.4 is below 4. Slower ones are damped
/// less, in proportion to their frequency, and are left to the kernel.
const FASTEST_DAMPING: f64 = 0.25;
/// Length of a window in units of 1/Ω, Ω the rate at which the mechanism itself moves: what the kernel does not see of
/// that is (0.05)⁴.
const WINDOW: f64 = 0.05;
/// Micro steps on either side that are tried first: at k = 2 and μ = 1 five periods.
const FEWEST_STEPS: usize = 16;
/// Beyond, a mechanism is too slack: one evaluation would take seconds. Micro steps on either side times bodies.
const MOST_BODY_STEPS: usize = 1_000_000;
/// Windows end when another one changes accelerations by less than this part of themselves: by so much of what loads
/// leave unbalanced, over the ratio of frequencies, since the softest oscillation shows that much less in it. What the
/// next window would change is less by another factor of the kernel, about 1/50: steps of the macro level then see no
/// noise.
const SETTLED: f64 = 1e-5;
/// The same of bodies that are shaken, for the length of windows: that excites oscillations which motions may never.
const SHAKEN: f64 = 2e-5;
/// Windows after which a length counts as sufficient at the initial state.
const ENOUGH_WINDOWS: usize = 4;
/// Imbalance allowed at the initial state; with more, joints are made stiffer.
const ACCURACY: f64 = 1e-6;
/// Micro steps on either side for each unit of the ratio of frequencies.
const STEPS_PER_SPREAD: f64 = 5.0;
/// Deflections are seen in positions, which are rounded; averages are so by less.
const ROUND_OFF: f64 = 0.5 * f64::EPSILON;
/// Loads below this part of typical ones need not be balanced to the same number of digits.
const SMALL: f64 = 0.01;
/// The most of round-off in loads that is put up with.
const COARSEST: f64 = 1e-3;
/// Displacements, relative to the size, by which force elements are tried.
const TRIFLE: f64 = 1e-6;
/// The longest window in units of 1/Ω.
const SOFTEST: f64 = 1.0;

/// The choice; see the file's text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tuning {
    /// ω (1/s): K = ω² D⁻¹.
    pub frequency: f64,
    /// β: B = β ω D⁻¹.
    pub damping: f64,
    /// The micro step (s).
    pub step: f64,
    /// Micro steps on either side of the macro state.
    pub n_steps: usize,
    /// Changes below this may be round-off, relative to what loads balance.
    pub noise: f64,
    /// Added to the square of what loads have to balance: that of small loads.
    pub floor: f64,
    /// Windows that settled the initial state.
    pub n_windows: usize,
    /// The part of the loads that they left unbalanced there.
    pub unbalanced: f64,
    /// Mean effective mass of a joint (kg).
    pub mass: f64,
    /// Ω (1/s), as the initial state shows it.
    pub rate: f64,
    /// Whether the stiffness was asked for.
    pub is_given: bool,
}

impl Tuning {
    /// The expected error of positions, relative to the mechanism's size, while it moves no faster than at first:
    /// elastic joints give way by (Ω/ω₁)², with ω₁ the slowest oscillation, which has three periods in a window or
    /// more.
    pub fn accuracy(&self) -> f64 {
        (self.rate * self.window() / (6.0 * PI)).powi(2).max(self.unbalanced)
    }

    /// K of a joint of mean effective mass (N/m).
    pub fn stiffness(&self) -> f64 {
        self.frequency * self.frequency * self.mass
    }

    /// B of such a joint (N s/m).
    pub(crate) fn damper(&self) -> f64 {
        self.damping * self.frequency * self.mass
    }

    /// Length of a window (s).
    pub(crate) fn window(&self) -> f64 {
        2.0 * self.n_steps as f64 * self.step
    }

    /// The ratio of the fastest oscillation of joints to the slowest, about: windows settle where the slowest has some
    /// three periods in them, so the micro steps of a window tell it, 2 N ω√k h/(2π · 3); and half as much again, since
    /// it changes along the motion.
    pub fn spread(&self) -> f64 {
        (self.n_steps as f64 / STEPS_PER_SPREAD).max(1.0)
    }

    /// The change of what is left unbalanced that ends windows.
    pub(super) fn settled(&self) -> f64 {
        (SETTLED / self.spread()).max(self.noise)
    }

    /// Windows of the same length in twice as many steps, with joints four times as stiff.
    pub(super) fn lengthened(&self) -> Tuning {
        Tuning { n_steps: 2 * self.n_steps, ..self.shortened() }
    }

    /// Windows of half the length in as many steps, with joints four times as stiff.
    pub(super) fn shortened(&self) -> Tuning {
        Tuning { frequency: 2.0 * self.frequency, step: 0.5 * self.step, noise: 4.0 * self.noise, ..*self }
    }
}

/// Loads and motion at the initial state.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Ω (1/s).
    rate: f64,
    /// A typical acceleration (m/s²).
    acceleration: f64,
    /// The coordinate furthest from zero: round-off of positions is in proportion.
    farthest: f64,
    /// √k.
    fastest: f64,
    /// Mean effective mass of a joint (kg), and of all together.
    mass: [f64; 2],
}

impl Seen {
    /// Looks at bodies, equations and D⁻¹ at the initial state, after stages 1 to 3.
    fn of(model: &Model, initial: &State, trial: &mut Trial) -> Seen {
        let pattern = &trial.equations.system.pattern;
        let (width, split) = (pattern.width(), initial.n_coordinates);
        let length = model.length_scale();
        let free = trial.find_free(model, initial, 0.0, length);
        let [_, spin] = calc_sizes(&initial.values[split..], width);
        let [moves, turns] = calc_sizes(&free, width);
        let load = moves.max(largest(&trial.equations.right_side));
        let square = largest(&[1.0, spin * spin, turns, load / length]);
        // Force elements may be faster than any motion shows yet: how accelerations answer to small displacements.
        let answer: Vec<f64> =
            trial.find_free(model, initial, TRIFLE, length).iter().zip(&free).map(|(a, b)| a - b).collect();
        let [moves, turns] = calc_sizes(&answer, width);
        let rate = square.max(moves / (TRIFLE * length)).max(turns / TRIFLE).sqrt();
        let pattern = &trial.equations.system.pattern;
        let masses = (0..pattern.n_blocks()).filter_map(|block| trial.method.masses.block(block).first());
        let mass = masses.sum::<f64>();
        let degree = pattern.n_most_blocks_at_a_node();
        Seen {
            rate,
            acceleration: square * length,
            farthest: largest(&initial.values[..split]).max(length),
            fastest: (degree.max(1) as f64).sqrt(),
            mass: [mass / pattern.n_blocks().max(1) as f64, mass],
        }
    }

    /// Joints of this frequency ω.
    fn tune(&self, frequency: f64, n_steps: usize) -> Tuning {
        Tuning {
            frequency,
            damping: 2.0 * FASTEST_DAMPING / self.fastest,
            step: STEP / (frequency * self.fastest),
            n_steps,
            noise: ROUND_OFF * self.farthest * frequency * frequency / self.acceleration,
            floor: self.mass[1] * (SMALL * self.acceleration).powi(2),
            n_windows: 0,
            unbalanced: 0.0,
            mass: self.mass[0],
            rate: self.rate,
            is_given: false,
        }
    }
}

/// The formulation on trial at the initial state.
struct Trial {
    method: Multiscale,
    equations: Equations,
    /// G v − ν.
    rate: Vec<f64>,
    /// b as it is.
    loads: Vec<f64>,
    /// Impulses added to it to excite every oscillation, whatever the initial loads.
    shaking: Vec<f64>,
}

impl Trial {
    fn new(model: &Model, bodies: [Box<dyn Stages>; 2], initial: &State) -> Trial {
        let (mut method, equations) = Multiscale::untuned(model, bodies, initial);
        let mut rate = vec![0.0; equations.residual.len()];
        let velocities = method.bodies.handle_velocities(&initial.values);
        equations.system.project_minus(velocities, &equations.velocity, &mut rate, &Team::alone());
        let (loads, shaking) = (equations.right_side.clone(), vec![0.0; rate.len()]);
        Trial { method, equations, rate, loads, shaking }
    }

    /// Accelerations without joints, all bodies displaced irregularly by `part` of a length and of a radian.
    fn find_free(&mut self, model: &Model, initial: &State, part: f64, length: f64) -> Vec<f64> {
        let (bodies, team, width) = (&mut self.method.bodies, Team::alone(), self.equations.system.pattern.width());
        let size = |c: usize| part * if c < n_axes(width) { length } else { 1.0 };
        let (mut values, mut rates) = (initial.values.clone(), vec![0.0; initial.values.len()]);
        let n = values.len() - initial.n_coordinates;
        let displacements: Vec<f64> = (0..n).map(|k| size(k % width) * irregular(k)).collect();
        bodies.displace(Level::Position, &mut values, &displacements);
        bodies.update_kinematics(model, &values, &team);
        bodies.update_forces(model, initial.time, &initial.unwrapped_angles, &team);
        bodies.write_rates(&values, &vec![0.0; n], &mut rates, &team);
        rates.split_off(initial.n_coordinates)
    }

    /// Makes loads of irregular accelerations of all bodies. They are G times these, so joints can balance them,
    /// redundant or not.
    fn prepare_shaking(&mut self, seen: &Seen) {
        let pattern = &self.equations.system.pattern;
        let (n, width) = (pattern.n_handles() * pattern.width(), pattern.width());
        let size = |c: usize| if c < n_axes(width) { seen.acceleration } else { seen.rate * seen.rate };
        let accelerations: Vec<f64> = (0..n).map(|k| size(k % width) * irregular(k)).collect();
        self.equations.system.project(&accelerations, &mut self.shaking, &Team::alone());
    }

    /// Whether windows settle soon; notes how many it took and what they leave. Where bodies are shaken, loads are b +
    /// s, which joints balance that are to accelerate by Φ̈₀ = −s.
    fn settles(&mut self, model: &Model, initial: &State, (tuning, shaken): (&mut Tuning, bool)) -> bool {
        let weight = f64::from(u8::from(shaken));
        let rows = self.equations.right_side.iter_mut().zip(&mut self.method.acceleration);
        for ((b, wanted), (load, s)) in rows.zip(self.loads.iter().zip(&self.shaking)) {
            (*b, *wanted) = (load + weight * s, -weight * s);
        }
        let now = Unsolved {
            time: initial.time,
            values: &initial.values,
            unwrapped_angles: &initial.unwrapped_angles,
            equations: &self.equations,
            rate: &self.rate,
            feedback: 0.0,
        };
        let before = self.method.stats.windows;
        let patience = if shaken { (ENOUGH_WINDOWS, SHAKEN) } else { (MOST_WINDOWS, tuning.settled()) };
        let (settled, unbalanced) = self.method.run_windows(model, &now, tuning, patience, &Team::alone());
        tuning.n_windows = (self.method.stats.windows - before) as usize;
        tuning.unbalanced = unbalanced;
        settled && unbalanced.is_finite()
    }
}

impl Tuning {
    /// For a mechanism that starts from this state; `asked` is the stiffness of a joint of mean effective mass (N/m),
    /// zero where it is to be chosen.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] where windows do not settle, or joints as soft as asked for move like the
    /// mechanism itself.
    pub(crate) fn find(
        model: &Model,
        bodies: &dyn Fn() -> Box<dyn Stages>,
        initial: &State,
        asked: f64,
    ) -> Result<Tuning, SimulationError> {
        let mut trial = Trial::new(model, [bodies(), bodies()], initial);
        let seen = Seen::of(model, initial, &mut trial);
        let refuse = |reason: String| Err(SimulationError::DoesNotApply { method: "multiscale", reason });
        trial.prepare_shaking(&seen);
        let (mut window, mut n_steps) = (WINDOW / seen.rate, FEWEST_STEPS);
        let tuning = loop {
            let frequency = 2.0 * n_steps as f64 * STEP / (window * seen.fastest);
            let mut tuning = seen.tune(frequency, n_steps);
            let settled = trial.settles(model, initial, (&mut tuning, true))
                && trial.settles(model, initial, (&mut tuning, false));
            if !settled {
                n_steps += n_steps / 4;
            } else if tuning.unbalanced <= ACCURACY.max(tuning.noise) {
                break tuning;
            } else {
                window *= 0.5;
            }
            if n_steps * model.n_bodies() > MOST_BODY_STEPS || tuning.noise > COARSEST {
                return refuse(format!(
                    "elastic joints do not settle in windows of {} micro steps: a chain is too long for it, or the initial position singular; use `cartesian`",
                    2 * tuning.n_steps
                ));
            }
        };
        if asked == 0.0 {
            return Ok(tuning);
        }
        let mut tuning = Tuning { is_given: true, ..seen.tune((asked / seen.mass[0]).sqrt(), n_steps) };
        if tuning.window() > SOFTEST / seen.rate {
            let least = (tuning.window() * seen.rate / SOFTEST).powi(2) * asked;
            return refuse(format!("joints of {asked} N/m are too soft here; take {least:.1e} N/m or more"));
        }
        trial.settles(model, initial, (&mut tuning, false));
        Ok(tuning)
    }
}

/// The largest of what moves and of what turns, over all bodies.
fn calc_sizes(x: &[f64], width: usize) -> [f64; 2] {
    let bodies = x.chunks_exact(width).map(|x| x.split_at(n_axes(width)));
    bodies.fold([0.0; 2], |[a, b]: [f64; 2], (moves, turns)| [a.max(largest(moves)), b.max(largest(turns))])
}

/// Numbers between −1 and 1 without a pattern that a mechanism could have.
fn irregular(k: usize) -> f64 {
    (1.0 + 12.9 * k as f64).sin()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |most, x| x.abs().max(most))
}
