//! Programs: what is shared, folded and watched, their values against expressions of time, and their derivatives with
//! respect to everything they read against differences.

use super::*;
use crate::model::Model;
use crate::spatial::{Dual, Real};
use proptest::prelude::*;

/// A cart on a slide and a rod on the cart, with these tables besides.
fn model(more: &str) -> Model {
    let text = format!(
        r#"
        space = "planar"
        [[bodies]]
        name = "cart"
        mass = 1.0
        inertia = 0.1
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = 0.1
        position = [0.5, 0.0]
        [[joints]]
        name = "slide"
        type = "prismatic"
        bodies = ["ground", "cart"]
        axis = [1.0, 0.0]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["cart", "rod"]
        point = [0.0, 0.0]
        [[forces]]
        type = "spring"
        name = "damper"
        bodies = ["ground", "rod"]
        first = [0.0, 2.0]
        second = [0.1, 0.0]
        stiffness = 3.0
        damping = 0.5
        [[markers]]
        name = "tip"
        body = "rod"
        point = [0.5, 0.0]
        [[markers]]
        name = "top"
        body = "ground"
        point = [0.0, 2.0]
        {more}
        "#
    );
    Model::parse(&text, "signals.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

/// An actuator on the slide with this load, and curves.
fn with_load(load: &str) -> Model {
    model(&format!(
        r#"
        [[forces]]
        type = "actuator"
        joint = "slide"
        load = "{load}"
        [[curves]]
        name = "bend"
        points = [[-2, 1], [-0.3, 0.2], [0.4, 0.9], [1, -1], [2, 0.5]]
        interpolation = "cubic"
        outside = "extend"
        [[states]]
        name = "charge"
        initial = 0.5
        rate = "-charge"
        "#
    ))
}

/// Numbers in the place of the motion, by the register that they are read into.
struct Given<S>(Vec<S>);

impl<S: Real> Readings<S> for Given<S> {
    fn read(&self, _: Source, registers: &[S], into: &mut [S]) {
        let first = registers.len();
        into.copy_from_slice(&self.0[first..first + into.len()]);
    }
}

/// The first result, with the time first and then the state among the numbers.
fn run<S: Real>(program: &Program, numbers: &[S]) -> S {
    let mut registers = program.make_registers();
    program.run(numbers[0], &numbers[1..2], &mut registers, &Given(numbers.to_vec()));
    program.result(0, &registers)
}

const LOADS: [&str; 8] = [
    "sin(t)*slide.q - 3*slide.qd^2 + charge*pin.q",
    "if(pin.q > 0.1, exp(pin.q), 1 - slide.q^2) + clamp(slide.q, -0.3, 0.4)",
    "distance(tip, top)*smooth(tip.vx, 0.7) - hypot(cart.vx, rod.vy + 2)",
    "bend(pin.q + slide.q) * bend(t)",
    "min(damper.length, 1.3) + damper.force*damper.rate - abs(rod.w - rod.angle)",
    "step(slide.q, -0.5, 1, 0.5, charge + 2) + pulse(rod.x, -0.2, 0.6)*rod.y",
    "(pin.q < 0.2 and slide.q >= -0.1 or not tip.x <= 0.3)*tip.y + atan2(tip.x, 3 + tip.y)",
    "max(pin.q, pin.qd)/(2 + cos(charge)) + mod(rod.angle, 5) + sign(charge)",
];

proptest! {
    /// Central differences err by about h² f‴ and ε f/h: with h = 1e-5 some 1e-9 of the size of all derivatives.
    #[test]
    fn derivatives_by_dual_numbers_are_those_of_differences(
        load in 0..LOADS.len(),
        numbers in prop::collection::vec(-1.0..1.0, 200),
        direction in prop::collection::vec(-1.0..1.0, 200),
    ) {
        let program = with_load(LOADS[load]).signals.program;
        prop_assert!(program.n_registers <= 200);
        let duals: Vec<Dual<1>> =
            numbers.iter().zip(&direction).map(|(&value, &rate)| Dual { value, rates: [rate] }).collect();
        let found = run(&program, &duals);
        let at = |h: f64| numbers.iter().zip(&direction).map(|(x, d)| x + h * d).collect::<Vec<f64>>();
        prop_assert_eq!(found.value.to_bits(), run(&program, &numbers).to_bits());
        let h = 1e-5;
        // No kink between the two: every difference that decides a branch keeps its sign by a margin.
        let sides = [-2.0 * h, 2.0 * h].map(|h| {
            let (numbers, mut registers) = (at(h), program.make_registers());
            program.run(numbers[0], &numbers[1..2], &mut registers, &Given(numbers.clone()));
            program.switching(&registers).map(|difference| difference > 0.0).collect::<Vec<bool>>()
        });
        prop_assume!(sides[0] == sides[1]);
        let slope = (run(&program, &at(h)) - run(&program, &at(-h))) / (2.0 * h);
        prop_assert!((found.rates[0] - slope).abs() < 1e-7 * (1.0 + slope.abs()), "{}: {:?} {}", LOADS[load], found, slope);
    }
}

#[test]
fn equal_parts_are_computed_once_and_constants_beforehand() {
    let once = with_load("(2*3 + sin(pi/2))*slide.q").signals.program;
    // Reading the slide, one product, and the rate of the state.
    assert_eq!(once.instructions.len(), 3);
    let twice = with_load("(2*3 + sin(pi/2))*slide.q + 7*slide.q").signals.program;
    assert_eq!(twice.instructions.len(), 4);
    assert!(with_load("if(1 < 2, 5, slide.q)").signals.program.instructions.len() == 2);
}

#[test]
fn branches_are_watched_and_switches_in_time_are_known_beforehand() {
    let signals = with_load("if(t < 0.5, 1, slide.q) + abs(pin.q) + max(slide.q, 0.3)").signals;
    let mut registers = signals.program.make_registers();
    signals.program.run(0.2, &[0.0], &mut registers, &Given(vec![0.7; 100]));
    let watched: Vec<f64> = signals.program.switching(&registers).collect();
    assert_eq!(watched, [0.2 - 0.5, 0.7, 0.7 - 0.3]);
    assert_eq!(signals.of_time.len(), 1);
    let switch = signals.of_time[0].find_switch(0.0, 1.0, &mut 1000).unwrap();
    assert!((switch.after - 0.5).abs() < 1e-12);
}

/// Ten operations at most 30 ns: counted, not timed, since machines differ. An instruction is a handful of loads and
/// one operation; what matters is that there are no others than those written.
#[test]
fn ten_operations_are_ten_instructions() {
    let load = "((slide.q*2 + pin.q)*3 - slide.qd)*(pin.qd + 4*slide.q) - pin.q*slide.qd + 5";
    let program = with_load(load).signals.program;
    let reads = 2;
    assert_eq!(program.instructions.len(), reads + 10 + 1);
}

/// Numbers in time by the program are those of the expression by itself.
#[test]
fn programs_have_the_values_of_expressions() {
    for text in ["step(t, 0.2, 1, 0.9, 3)", "clamp(t, 0.3, 0.6) + pulse(t, 0.4, 0.5)", "if(t >= 0.5, t^2, -t)*exp(t)"] {
        let program = with_load(&format!("{text} + 0*slide.q")).signals.program;
        let expression = crate::model::Expression::parse(text).unwrap();
        for k in 0..=20 {
            let t = f64::from(k) / 20.0;
            let mut numbers = vec![0.0; 100];
            numbers[0] = t;
            assert!((run(&program, &numbers) - expression.value(t)).abs() < 1e-14, "{text} at {t}");
        }
    }
}
