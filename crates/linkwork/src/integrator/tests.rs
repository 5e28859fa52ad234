//! Promises of every integrator: its order as measured, its cost as counted, limits hit exactly, and runs that do
//! not depend on what an integrator did before.
//!
//! Problems with known solutions: a Kepler ellipse (nonlinear, smooth) and ẏ = y cos t (time enters the rates).

use super::*;
use crate::error::StepError;
use crate::methods::IntegratorKind;

/// System by a function, counting evaluations.
struct Counted<F> {
    function: F,
    n_evaluations: usize,
}

impl<F: FnMut(f64, &[f64], &mut [f64])> System for Counted<F> {
    fn evaluate(&mut self, time: f64, values: &[f64], rates: &mut [f64]) -> Result<(), StepError> {
        self.n_evaluations += 1;
        (self.function)(time, values, rates);
        if rates.iter().all(|r| r.is_finite()) { Ok(()) } else { Err(StepError::NotFinite { time, index: 0 }) }
    }
}

fn counted<F: FnMut(f64, &[f64], &mut [f64])>(function: F) -> Counted<F> {
    Counted { function, n_evaluations: 0 }
}

const ECCENTRICITY: f64 = 0.3;

/// Motion about a unit attracting mass, semi-major axis one.
fn kepler(_time: f64, y: &[f64], rates: &mut [f64]) {
    let cube = (y[0] * y[0] + y[1] * y[1]).powf(1.5);
    rates.copy_from_slice(&[y[2], y[3], -y[0] / cube, -y[1] / cube]);
}

/// Its solution from the pericentre, by Newton's iteration on Kepler's equation E − e sin E = t.
fn ellipse(time: f64) -> [f64; 4] {
    let e = ECCENTRICITY;
    let mut anomaly = time;
    for _ in 0..30 {
        anomaly -= (anomaly - e * anomaly.sin() - time) / (1.0 - e * anomaly.cos());
    }
    let (s, c) = anomaly.sin_cos();
    let (minor, rate) = ((1.0 - e * e).sqrt(), 1.0 / (1.0 - e * c));
    [c - e, minor * s, -rate * s, rate * minor * c]
}

/// ẏ = y cos t, y = exp(sin t).
fn growing(time: f64, y: &[f64], rates: &mut [f64]) {
    rates[0] = y[0] * time.cos();
}

fn kepler_start() -> State {
    let y = ellipse(0.0);
    State::new(0.0, &y[..2], &y[2..])
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Counts of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    accepted: usize,
    rejected: usize,
}

/// Steps from the state to `end`, as a simulation does, with no stabilization.
fn go_on(
    integrator: &mut dyn Integrator,
    system: &mut dyn System,
    state: &mut State,
    end: f64,
) -> Result<Count, StepError> {
    let (mut count, mut trial) = (Count::default(), Trial::default());
    while state.time < end {
        integrator.attempt(system, state, end, &mut trial)?;
        assert!(trial.time > state.time && trial.time <= end);
        match integrator.judge(system, state, &trial)? {
            Verdict::Accepted => {
                state.time = trial.time;
                state.values.copy_from_slice(&trial.values);
                count.accepted += 1;
            }
            Verdict::Rejected => count.rejected += 1,
        }
    }
    Ok(count)
}

fn run(integrator: &mut dyn Integrator, system: &mut dyn System, state: &mut State, end: f64) -> Count {
    integrator.start(state);
    go_on(integrator, system, state, end).unwrap()
}

/// Slope of the error when the step is halved, on both problems.
fn measured_orders(make: impl Fn(f64) -> Box<dyn Integrator>, step: f64) -> [f64; 2] {
    let kepler_error = |h: f64| {
        let mut state = kepler_start();
        run(&mut *make(h), &mut counted(kepler), &mut state, 4.0);
        distance(&state.values, &ellipse(4.0))
    };
    let growing_error = |h: f64| {
        let mut state = State::new(0.0, &[1.0], &[]);
        run(&mut *make(h), &mut counted(growing), &mut state, 4.0);
        (state.values[0] - 4.0_f64.sin().exp()).abs()
    };
    [(kepler_error(step) / kepler_error(step / 2.0)).log2(), (growing_error(step) / growing_error(step / 2.0)).log2()]
}

/// Slopes within 0.15: the next term of the error is smaller by a factor of the step, here at most 0.04.
fn assert_orders(orders: [f64; 2], expected: f64, what: &str) {
    for order in orders {
        assert!((order - expected).abs() < 0.15, "{what}: {orders:?}, expected {expected}");
    }
}

#[test]
fn rk4_has_order_four() {
    assert_orders(measured_orders(|h| Box::new(RungeKutta4::new(h)), 0.01), 4.0, "rk4");
}

#[test]
fn adams_bashforth_has_the_order_of_its_points() {
    for (order, step) in [(1, 1e-3), (2, 2e-3), (3, 2e-3), (4, 4e-3), (5, 8e-3)] {
        let make = |h| Box::new(Adams::new(h, order, Corrector::None)) as Box<dyn Integrator>;
        assert_orders(measured_orders(make, step), order as f64, &format!("bashforth {order}"));
    }
}

#[test]
fn adams_moulton_has_one_order_more() {
    for (order, step) in [(1, 2e-3), (2, 2e-3), (3, 4e-3), (4, 8e-3), (5, 0.02)] {
        let make = |h| Box::new(Adams::new(h, order, Corrector::Moulton)) as Box<dyn Integrator>;
        assert_orders(measured_orders(make, step), order as f64 + 1.0, &format!("moulton {order}"));
    }
}

/// `dopri5` with a fixed step: tolerances that accept everything, and the proposal overwritten before each step.
struct EvenDopri5 {
    method: Dopri5,
    step: f64,
}

impl Integrator for EvenDopri5 {
    fn kind(&self) -> IntegratorKind {
        IntegratorKind::Dopri5
    }
    fn start(&mut self, state: &mut State) {
        self.method.start(state);
    }
    fn attempt(&mut self, system: &mut dyn System, s: &mut State, limit: f64, t: &mut Trial) -> Result<(), StepError> {
        s.memories.integrator.numbers[0] = self.step;
        self.method.attempt(system, s, limit, t)
    }
    fn judge(&mut self, system: &mut dyn System, state: &mut State, trial: &Trial) -> Result<Verdict, StepError> {
        self.method.judge(system, state, trial)
    }
    fn shorten(&mut self, state: &mut State) -> bool {
        self.method.shorten(state)
    }
    fn keep_rates<'a>(&self, memory: &'a mut MethodMemory, n: usize) -> &'a mut [Vec<f64>] {
        self.method.keep_rates(memory, n)
    }
    fn has_dense_output(&self) -> bool {
        true
    }
    fn interpolate(&self, time: f64, values: &mut [f64]) {
        self.method.interpolate(time, values);
    }
}

#[test]
fn dopri5_has_order_five() {
    let make = |step| Box::new(EvenDopri5 { method: Dopri5::new(1e3, 1e3), step }) as Box<dyn Integrator>;
    // Not smaller: errors of the next halving are 1e-14 and show round-off.
    assert_orders(measured_orders(make, 0.04), 5.0, "dopri5");
}

#[test]
fn dense_output_has_order_four() {
    // One step from the exact solution: a local error of h⁵, largest over the step, and exact at both ends.
    let error = |step: f64| {
        let mut method = EvenDopri5 { method: Dopri5::new(1e3, 1e3), step };
        let mut state = State::new(1.0, &ellipse(1.0), &[]);
        let first = state.values.clone();
        run(&mut method, &mut counted(kepler), &mut state, 1.0 + step);
        let mut y = [0.0; 4];
        method.interpolate(1.0, &mut y);
        assert_eq!(y[..], first[..]);
        method.interpolate(1.0 + step, &mut y);
        assert!(distance(&y, &state.values) < 1e-15);
        let at = |theta: f64| {
            let mut y = [0.0; 4];
            method.interpolate(1.0 + theta * step, &mut y);
            distance(&y, &ellipse(1.0 + theta * step))
        };
        (1..20).map(|i| at(f64::from(i) / 20.0)).fold(0.0, f64::max)
    };
    let slope = (error(0.05) / error(0.025)).log2();
    assert!((slope - 5.0).abs() < 0.15, "{slope}");
}

#[test]
fn dense_output_keeps_the_tolerance_between_steps() {
    let mut method = Dopri5::new(1e-8, 1e-8);
    let (mut state, mut rates, mut trial) = (kepler_start(), counted(kepler), Trial::default());
    method.start(&mut state);
    let (mut worst, mut y) = (0.0_f64, [0.0; 4]);
    while state.time < 6.0 {
        method.attempt(&mut rates, &mut state, 6.0, &mut trial).unwrap();
        if method.judge(&mut rates, &mut state, &trial).unwrap() == Verdict::Accepted {
            let (t0, t1) = (state.time, trial.time);
            state.time = t1;
            state.values.copy_from_slice(&trial.values);
            for i in 1..8 {
                let t = t0 + (t1 - t0) * f64::from(i) / 8.0;
                method.interpolate(t, &mut y);
                worst = worst.max(distance(&y, &ellipse(t)));
            }
        }
    }
    // The tolerance is for one step; about forty steps and a stretching by the orbit's shear add up.
    assert!(worst < 1e-6, "{worst}");
}

#[test]
fn evaluations_are_those_of_the_formulas() {
    let count = |integrator: &mut dyn Integrator| {
        let (mut state, mut rates) = (kepler_start(), counted(kepler));
        let steps = run(integrator, &mut rates, &mut state, 1.0);
        (steps, rates.n_evaluations)
    };
    let (steps, n) = count(&mut RungeKutta4::new(0.01));
    assert_eq!((steps.accepted, steps.rejected, n), (100, 0, 400));
    // One at the start; three starting steps of six each; then one a step.
    let (steps, n) = count(&mut Adams::new(0.01, 4, Corrector::None));
    assert_eq!((steps.accepted, n), (100, 1 + 3 * 6 + 97));
    let (_, n) = count(&mut Adams::new(0.01, 4, Corrector::Moulton));
    assert_eq!(n, 1 + 3 * 6 + 97 * 2);
    // Two for the first step's size, of which one is kept; then six for each attempt, accepted or not.
    let (steps, n) = count(&mut Dopri5::new(1e-6, 1e-6));
    assert_eq!(n, 2 + 6 * (steps.accepted + steps.rejected));
}

#[test]
fn step_control_statistics_are_pinned() {
    let run_with = |tolerance: f64| {
        let (mut state, mut rates) = (kepler_start(), counted(kepler));
        let count = run(&mut Dopri5::new(tolerance, tolerance), &mut rates, &mut state, 20.0);
        (count, distance(&state.values, &ellipse(20.0)))
    };
    let (count, error) = run_with(1e-6);
    assert_eq!(count, Count { accepted: 84, rejected: 9 });
    assert!(error < 1e-3, "{error}");
    let (count, error) = run_with(1e-10);
    assert_eq!(count, Count { accepted: 506, rejected: 0 });
    assert!(error < 1e-7, "{error}");
}

fn all() -> Vec<Box<dyn Integrator>> {
    vec![
        Box::new(RungeKutta4::new(0.013)),
        Box::new(Dopri5::new(1e-7, 1e-9)),
        Box::new(Adams::new(0.013, 4, Corrector::None)),
        Box::new(Adams::new(0.013, 5, Corrector::Moulton)),
    ]
}

#[test]
fn limits_are_hit_exactly() {
    for mut integrator in all() {
        let mut state = kepler_start();
        integrator.start(&mut state);
        for limit in [0.1, 0.2, 0.30000000000000004, 1.0 / 3.0, 2.0, 2.0 + 1e-12, 3.0] {
            go_on(&mut *integrator, &mut counted(kepler), &mut state, limit).unwrap();
            assert_eq!(state.time, limit, "{}", integrator.kind());
        }
        assert!(distance(&state.values, &ellipse(3.0)) < 1e-5, "{}", integrator.kind());
    }
}

#[test]
fn near_limits_do_not_shrink_the_steps_beyond() {
    let mut method = Dopri5::new(1e-6, 1e-6);
    let (mut state, mut rates) = (kepler_start(), counted(kepler));
    run(&mut method, &mut rates, &mut state, 1.0);
    let proposal = state.memories.integrator.numbers[0];
    go_on(&mut method, &mut rates, &mut state, 1.0 + 1e-9).unwrap();
    assert_eq!(state.memories.integrator.numbers[0], proposal);
}

#[test]
fn what_is_remembered_belongs_to_the_stabilized_trial() {
    for mut integrator in all() {
        let (mut state, mut rates, mut trial) = (kepler_start(), counted(kepler), Trial::default());
        integrator.start(&mut state);
        integrator.attempt(&mut rates, &mut state, 1e-3, &mut trial).unwrap();
        trial.values.iter_mut().for_each(|y| *y += 1e-9);
        assert_eq!(integrator.judge(&mut rates, &mut state, &trial), Ok(Verdict::Accepted));
        if let [remembered, ..] = integrator.keep_rates(&mut state.memories.integrator, 1) {
            let mut there = [0.0; 4];
            kepler(trial.time, &trial.values, &mut there);
            assert_eq!(remembered[..], there, "{}", integrator.kind());
        }
        let mut y = [0.0; 4];
        integrator.interpolate(trial.time, &mut y);
        if integrator.has_dense_output() {
            assert!(distance(&y, &trial.values) < 1e-15);
        } else {
            assert!(y.iter().all(|y| y.is_nan()));
        }
    }
}

#[test]
fn adams_starts_anew_when_its_step_changes() {
    let mut method = Adams::new(0.01, 3, Corrector::None);
    let (mut state, mut rates) = (kepler_start(), counted(kepler));
    // Ten steps of 0.01, of which two start; ten more, divided by round-off only; then two of 0.0075, which both start.
    run(&mut method, &mut rates, &mut state, 0.1);
    assert_eq!(rates.n_evaluations, 1 + 2 * 6 + 8);
    go_on(&mut method, &mut rates, &mut state, 0.2).unwrap();
    assert_eq!(rates.n_evaluations, 1 + 2 * 6 + 18);
    go_on(&mut method, &mut rates, &mut state, 0.215).unwrap();
    assert_eq!(rates.n_evaluations, 1 + 2 * 6 + 18 + 2 * 6);
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits() {
    for (mut whole, (mut fresh, mut used)) in all().into_iter().zip(all().into_iter().zip(all())) {
        let (mut state, mut rates) = (kepler_start(), counted(kepler));
        run(&mut *whole, &mut rates, &mut state, 1.0);
        let saved = state.clone();
        go_on(&mut *whole, &mut rates, &mut state, 2.5).unwrap();

        // By a new integrator, and by one that was used on another problem, neither of them started anew.
        run(&mut *used, &mut counted(growing), &mut State::new(0.0, &[1.0], &[]), 1.7);
        for integrator in [&mut fresh, &mut used] {
            let mut restored = saved.clone();
            go_on(&mut **integrator, &mut counted(kepler), &mut restored, 2.5).unwrap();
            assert_eq!(restored.hash(), state.hash(), "{}", integrator.kind());
            assert_eq!(restored.memories, state.memories, "{}", integrator.kind());
        }
    }
}

#[test]
fn a_second_run_does_not_depend_on_the_first() {
    for mut integrator in all() {
        let once = |integrator: &mut dyn Integrator| {
            let mut state = kepler_start();
            run(integrator, &mut counted(kepler), &mut state, 1.0);
            state
        };
        let first = once(&mut *integrator);
        run(&mut *integrator, &mut counted(growing), &mut State::new(0.0, &[1.0], &[]), 3.0);
        assert_eq!(once(&mut *integrator), first, "{}", integrator.kind());
    }
}

#[test]
fn rates_that_end_are_reported_after_shortening_does_not_help() {
    // ẏ = −1/(2y): y = √(1 − t) ends at t = 1.
    let ending = |_: f64, y: &[f64], rates: &mut [f64]| rates[0] = if y[0] > 0.0 { -0.5 / y[0] } else { f64::NAN };
    let (mut method, mut rates) = (Dopri5::new(1e-8, 1e-8), counted(ending));
    let (mut state, mut trial) = (State::new(0.0, &[1.0], &[]), Trial::default());
    method.start(&mut state);
    let trouble = loop {
        let attempt = method.attempt(&mut rates, &mut state, 2.0, &mut trial);
        match attempt.and_then(|()| method.judge(&mut rates, &mut state, &trial)) {
            Ok(Verdict::Accepted) => {
                state.time = trial.time;
                state.values.copy_from_slice(&trial.values);
            }
            Ok(Verdict::Rejected) => {}
            Err(trouble) => {
                if !method.shorten(&mut state) {
                    break trouble;
                }
            }
        }
        assert!(rates.n_evaluations < 10_000);
    };
    assert!(matches!(trouble, StepError::NotFinite { .. } | StepError::StepTooSmall { .. }), "{trouble:?}");
    assert!((state.time - 1.0).abs() < 1e-6, "{}", state.time);
}

#[test]
fn fixed_steps_cannot_be_shortened() {
    for mut integrator in all() {
        let mut state = kepler_start();
        run(&mut *integrator, &mut counted(kepler), &mut state, 0.5);
        let before = state.clone();
        if integrator.shorten(&mut state) {
            assert_eq!(integrator.kind(), IntegratorKind::Dopri5);
            let [step, now] = [&before, &state].map(|state| state.memories.integrator.numbers[0]);
            assert!(now <= 0.25 * step && now > 0.0);
        }
    }
}
