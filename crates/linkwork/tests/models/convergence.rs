//! The order of each integrator, measured on a closed loop that is brought back onto its joints after every step:
//! halving the step divides the error by two to the order. `adams` over k points with its corrector has order k + 1.

use crate::motion::{from_gallery, run, tight};
use linkwork::{Model, Plan, Settings, Simulation};

/// Long enough for the four-bar's crank to turn more than half round.
const END: f64 = 0.4;

fn four_bar() -> Model {
    from_gallery("four-bar")
}

fn settings(integrator: &str, order: usize, step: f64) -> Settings {
    let solver = "elimination".parse().unwrap();
    Settings { integrator: integrator.parse().unwrap(), solver, adams_order: order, step, ..tight(END, END) }
}

/// Coordinates and velocities at the end.
fn end_state(model: &Model, settings: &Settings) -> Vec<f64> {
    let plan = Plan::choose(model, settings).unwrap();
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
    simulation.run(&mut linkwork::recorder::Memory::default()).unwrap();
    simulation.state().values.clone()
}

fn reference(model: &Model) -> Vec<f64> {
    end_state(model, &Settings { rtol: 1e-13, atol: 1e-14, ..settings("dopri5", 0, 0.0) })
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m, (a, b)| (a - b).abs().max(m))
}

/// Orders seen from one step size to the next.
fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect()
}

/// Errors at steps halved again and again, the largest first.
fn errors(integrator: &str, order: usize, largest: f64, halvings: i32) -> Vec<f64> {
    let model = four_bar();
    let exact = reference(&model);
    (0..=halvings)
        .map(|k| distance(&end_state(&model, &settings(integrator, order, largest * 0.5_f64.powi(k))), &exact))
        .collect()
}

/// The last order seen, where the step is smallest, within a quarter of the expected one.
#[track_caller]
fn assert_order(errors: &[f64], expected: f64) {
    let seen = orders(errors);
    let last = seen[seen.len() - 1];
    assert!(
        (last - expected).abs() < 0.25,
        "order {last:.2} instead of {expected}; errors {errors:?}, orders {seen:.2?}"
    );
}

#[test]
fn rk4_has_order_four() {
    assert_order(&errors("rk4", 0, 4e-3, 3), 4.0);
}

#[test]
fn adams_over_k_points_has_order_k_plus_one() {
    // At the last halving the highest order is at 1e-11, a little above round-off.
    for points in 1..=5 {
        assert_order(&errors("adams", points, 2e-3, 3), points as f64 + 1.0);
    }
}

#[test]
fn adams_bashforth_over_k_points_has_order_k() {
    for points in 1..=4 {
        // First order needs short steps before its order shows.
        let largest = if points == 1 { 2.5e-4 } else { 2e-3 };
        assert_order(&errors("adams-bashforth", points, largest, 3), points as f64);
    }
}

#[test]
fn dopri5_error_follows_the_tolerance() {
    let model = four_bar();
    let exact = reference(&model);
    let at = |rtol: f64| {
        let settings = Settings { rtol, atol: 0.01 * rtol, ..settings("dopri5", 0, 0.0) };
        distance(&end_state(&model, &settings), &exact)
    };
    let errors: Vec<f64> = (5..=10).map(|k| at(10.0_f64.powi(-k))).collect();
    // Error per step is controlled, so the exponent is 1, or 5/6 where steps are few. Single errors scatter by a factor
    // of some units, as steps fall; the fit over five decades does not.
    let slope = fitted_slope(&errors);
    assert!((0.75..=1.25).contains(&slope), "errors {errors:?}: exponent {slope:.2}");
    assert!(errors[4] < 1e-6, "{errors:?}");
}

/// The slope of the straight line of least squares through −log₁₀ of the errors, one per decade.
fn fitted_slope(errors: &[f64]) -> f64 {
    let middle = (errors.len() as f64 - 1.0) / 2.0;
    let points = errors.iter().enumerate().map(|(k, e)| (k as f64 - middle, -e.log10()));
    let (mut above, mut below) = (0.0, 0.0);
    for (x, y) in points {
        above += x * y;
        below += x * x;
    }
    above / below
}

#[test]
fn dopri5_has_at_least_order_five_when_its_steps_are_prescribed() {
    // Two seconds of a double pendulum, well beyond the release from rest where higher orders prevail.
    let model = from_gallery("double-pendulum");
    let end = 2.0;
    let exact =
        end_state(&model, &Settings { end, output_step: end, rtol: 1e-13, atol: 1e-14, ..settings("dopri5", 0, 0.0) });
    let error = |n: usize| {
        // So loose that every step is accepted; the limit alone makes the step.
        let settings = Settings { rtol: 1e9, atol: 1e9, ..settings("dopri5", 0, 0.0) };
        let plan = Plan::choose(&model, &settings).unwrap();
        let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap();
        for k in 1..=n {
            let limit = end * k as f64 / n as f64;
            while simulation.state().time < limit {
                simulation.step(limit).unwrap();
            }
        }
        assert!(simulation.summary().steps < n as u64 + 10, "the limit does not make the step");
        distance(&simulation.state().values, &exact)
    };
    let errors: Vec<f64> = [100, 200, 400, 800].map(error).to_vec();
    // Its fifth-order error is small by design, so that at any step above round-off the next orders still show: the
    // order is a lower bound here.
    let seen = orders(&errors);
    assert!(seen[2] > 4.75, "orders {seen:?}, errors {errors:?}");
}

#[test]
fn output_times_do_not_change_what_adaptive_steps_find() {
    let model = four_bar();
    let few = run(&model, &tight(END, END));
    let many = run(&model, &tight(END, END / 64.0));
    assert_eq!(few.summary.state_hash, many.summary.state_hash);
}
