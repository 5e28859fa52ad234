//! Implicit integrators on stiff force elements: the same motion as explicit ones at a step of the slow motion,
//! whatever the stiffness; their order where steps are short; every solver; the choice of `auto`.

use crate::motion::{Motion, assert_close, parse, run};
use linkwork::methods::{SolverKind, Word};
use linkwork::model::Body;
use linkwork::spatial::BodyMotion;
use linkwork::{Model, Plan, Settings};

/// A rod on a bushing without damping, and a second one on a joint where asked for.
fn pendulum(stiffness: f64) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = 0.083
        position = [0.5, 0.0]
        [[forces]]
        name = "mount"
        type = "bushing"
        bodies = ["ground", "rod"]
        point = [0.0, 0.0]
        stiffness = [{stiffness}, {stiffness}, 0]
        "#
    ))
}

/// A rod on a pin, and a second one on a bushing at its end.
pub(crate) fn double_pendulum(stiffness: f64, damping: f64) -> Model {
    parse(&format!(
        r#"
        space = "planar"
        gravity = [0.0, -9.81]
        [[bodies]]
        name = "upper"
        mass = 1.0
        inertia = 0.083
        position = [0.5, 0.0]
        [[bodies]]
        name = "rod"
        mass = 1.0
        inertia = 0.083
        position = [1.5, 0.0]
        [[joints]]
        name = "pin"
        type = "revolute"
        bodies = ["ground", "upper"]
        point = [0.0, 0.0]
        [[forces]]
        name = "mount"
        type = "bushing"
        bodies = ["upper", "rod"]
        point = [1.0, 0.0]
        stiffness = [{stiffness}, {stiffness}, 0]
        damping = [{damping}, {damping}, 0]
        "#
    ))
}

/// A driven crank, a coupler with a bushing at its end, and a slider with a damped stop: hard joints, a driver, soft
/// rows of several kinds.
pub(crate) const SLIDER_CRANK: &str = r#"
    space = "planar"
    gravity = [0.0, -9.81]
    [[bodies]]
    name = "crank"
    mass = 1.0
    inertia = 0.01
    position = [0.1, 0.0]
    [[bodies]]
    name = "rod"
    mass = 1.0
    inertia = 0.03
    position = [0.5, 0.0]
    [[bodies]]
    name = "slider"
    mass = 2.0
    inertia = 0.01
    position = [0.8, 0.0]
    [[joints]]
    name = "A"
    type = "revolute"
    bodies = ["ground", "crank"]
    point = [0.0, 0.0]
    motion = "6*t"
    [[joints]]
    name = "B"
    type = "revolute"
    bodies = ["crank", "rod"]
    point = [0.2, 0.0]
    [[joints]]
    name = "rail"
    type = "prismatic"
    bodies = ["ground", "slider"]
    point = [0.8, 0.0]
    axis = [1.0, 0.0]
    [[forces]]
    name = "mount"
    type = "bushing"
    bodies = ["rod", "slider"]
    point = [0.8, 0.0]
    stiffness = [1e4, 1e4, 0]
    damping = [10, 10, 0]
    [[forces]]
    name = "buffer"
    type = "spring"
    bodies = ["ground", "slider"]
    first = [1.5, 0.0]
    second = [0.0, 0.0]
    stiffness = 300
    damping = 2
    length = 0.6
"#;

/// A spinning body on a bushing with six directions, and one that hangs on it by a spherical joint.
pub(crate) const TOP: &str = r#"
    gravity = [0.0, 0.0, -9.81]
    [[bodies]]
    name = "rod"
    mass = 1.5
    inertia = [0.03, 0.035, 0.01, 0.001, 0.001, -0.001]
    position = [0.05, 0.0, 0.3]
    angular_velocity = [0.3, 0.5, 20.0]
    velocity = [0.15, -0.09, 0.0]
    [[bodies]]
    name = "ball"
    mass = 0.5
    inertia = [0.01, 0.01, 0.01]
    position = [0.3, 0.0, 0.5]
    [[joints]]
    name = "J"
    type = "spherical"
    bodies = ["rod", "ball"]
    point = [0.1, 0.0, 0.5]
    [[forces]]
    name = "mount"
    type = "bushing"
    bodies = ["ground", "rod"]
    point = [0.0, 0.0, 0.0]
    stiffness = [2e4, 3e4, 4e4, 10, 15, 0]
    damping = [1, 2, 3, 0.1, 0.1, 0.0]
"#;

pub(crate) fn settings(integrator: &str, end: f64, tolerance: f64) -> Settings {
    let mut settings =
        Settings { end, output_step: end / 5.0, rtol: tolerance, atol: tolerance, ..Settings::default() };
    settings.set("integrator", integrator).unwrap();
    settings.set("formulation", "cartesian").unwrap();
    settings
}

/// Positions of a body over all rows.
pub(crate) fn places(motion: &Motion, body: &str) -> Vec<f64> {
    motion.vectors(&format!("{body}.")).into_iter().flatten().collect()
}

pub(crate) fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn steps_do_not_depend_on_the_stiffness() {
    for implicit in ["rosenbrock", "rosenbrock3"] {
        let count = |stiffness: f64| {
            let motion = run(&double_pendulum(stiffness, 0.0), &settings(implicit, 1.0, 1e-4));
            motion.summary.steps + motion.summary.rejected
        };
        let (soft, stiff) = (count(1e6) as f64, count(1e9) as f64);
        assert!((stiff / soft - 1.0).abs() < 0.2 && stiff < 200.0, "{implicit}: {soft} and {stiff} steps");
    }
}

#[test]
fn the_motion_is_that_of_the_explicit_integrator() {
    for (model, end, name) in [
        (pendulum(1e6), 1.0, "one rod"),
        (double_pendulum(1e6, 0.0), 1.0, "two rods"),
        (double_pendulum(1e8, 2e3), 1.0, "two rods, damped"),
        (parse(SLIDER_CRANK), 1.0, "slider-crank"),
        (parse(TOP), 0.3, "top"),
    ] {
        let body = if name == "slider-crank" { "slider" } else { "rod" };
        let exact = places(&run(&model, &settings("dopri5", end, 1e-10)), body);
        for (implicit, tolerance, limit) in
            [("rosenbrock", 1e-4, 2e-3), ("rosenbrock", 1e-6, 5e-5), ("rosenbrock3", 1e-4, 2e-2)]
        {
            let found = run(&model, &settings(implicit, end, tolerance));
            let error = apart(&places(&found, body), &exact);
            assert!(error < limit, "{name} by {implicit} at {tolerance:e}: off by {error:e}");
            assert!(found.summary.max_residual < 1e-12, "{name}: {:e}", found.summary.max_residual);
        }
    }
}

/// Errors of all bodies after fixed numbers of steps: tolerances are so coarse that every step is as long as its limit.
pub(crate) fn errors(model: &Model, implicit: &Settings, counts: [usize; 2]) -> [f64; 2] {
    let end = implicit.end;
    let mut reference = settings("dopri5", end, 1e-13);
    reference.output_step = end;
    let exact = run(model, &reference);
    counts.map(|n| {
        let settings = Settings { output_step: end, ..implicit.clone() };
        let plan = Plan::choose(model, &settings).unwrap();
        let mut simulation = linkwork::Simulation::new(model.clone(), plan).unwrap();
        // The first proposal is a small part of the way to the limit, and grows from there.
        for k in 1..=n {
            let limit = end * k as f64 / n as f64;
            while simulation.state().time < limit {
                simulation.step(limit).unwrap();
            }
        }
        let seen = simulation.observe().unwrap();
        let error = |(body, motion): (&Body, &BodyMotion)| {
            let place = exact.vectors(&format!("{}.", body.name))[1];
            (0..3).map(|k| (motion.position[k] - place[k]).abs()).fold(0.0, f64::max)
        };
        model.bodies.iter().zip(&seen.bodies).map(error).fold(0.0, f64::max)
    })
}

#[test]
fn short_steps_have_the_order_of_the_method() {
    for (implicit, order) in [("rosenbrock", 4.0), ("rosenbrock3", 3.0)] {
        for (model, end, name) in [
            (double_pendulum(1e4, 0.0), 0.2, "two rods"),
            (parse(SLIDER_CRANK), 0.2, "slider-crank"),
            (parse(TOP), 0.05, "top"),
        ] {
            let [coarse, fine] = errors(&model, &settings(implicit, end, 1e3), [100, 200]);
            let slope = (coarse / fine).log2();
            assert!(slope > order - 0.3, "{name} by {implicit}: {coarse:e} {fine:e}, order {slope:.2}");
        }
    }
}

#[test]
fn every_solver_serves_unchanged() {
    let model = double_pendulum(1e8, 1e3);
    let by = |solver: SolverKind| {
        let mut settings = settings("rosenbrock", 0.5, 1e-5);
        settings.set("solver", solver.word()).unwrap();
        let motion = run(&model, &settings);
        assert_eq!(motion.summary.solver, solver.word());
        places(&motion, "rod")
    };
    let reference = by(SolverKind::Elimination);
    for &solver in SolverKind::ALL {
        let error = apart(&by(solver), &reference);
        assert!(error < 1e-6, "{}: {error:e}", solver.word());
    }
}

#[test]
fn threads_change_no_bit() {
    let hash = |threads: usize| {
        let mut settings = settings("rosenbrock", 0.3, 1e-5);
        settings.threads = threads;
        run(&parse(TOP), &settings).summary.state_hash
    };
    assert_eq!(hash(1), hash(2));
}

/// 200 kg on a bracket of 50 g, held by 10⁹ N/m: an explicit method needs 300 000 steps.
pub(crate) const ENGINE: &str = r#"
    gravity = [0.0, 0.0, -9.81]
    [[bodies]]
    name = "engine"
    mass = 200
    inertia = [8, 10, 12]
    position = [0.0, 0.0, 0.3]
    [[bodies]]
    name = "bracket"
    mass = 0.05
    inertia = [1e-5, 1e-5, 1e-5]
    position = [0.0, 0.0, 0.05]
    [[forces]]
    name = "mount"
    type = "bushing"
    bodies = ["ground", "bracket"]
    point = [0.0, 0.0, 0.0]
    stiffness = [2e5, 2e5, 3e5, 1e3, 1e3, 1e3]
    damping = [2e2, 2e2, 3e2, 1e1, 1e1, 1e1]
    [[forces]]
    name = "bolt"
    type = "bushing"
    bodies = ["bracket", "engine"]
    point = [0.0, 0.0, 0.1]
    stiffness = [1e9, 1e9, 1e9, 1e7, 1e7, 1e7]
    damping = [1e6, 1e6, 1e6, 1e4, 1e4, 1e4]
"#;

/// The engine falls on its mount: m z̈ = −m g − k z − c ż, with the closed form of a damped oscillation, but for the
/// bracket's weight (2.5·10⁻⁴ of it) and what the bolt gives way (4·10⁻⁶ m at most).
#[test]
fn an_engine_on_mounts_takes_steps_of_its_slow_motion() {
    let settings = Settings { end: 0.5, output_step: 0.01, ..Settings::default() };
    let model = parse(ENGINE);
    let plan = Plan::choose(&model, &settings).unwrap();
    assert!(plan.to_string().contains("'bolt' is so stiff"), "{plan}");
    let motion = run(&model, &settings);
    assert_eq!(motion.summary.integrator, "rosenbrock");
    assert!(motion.summary.steps < 200, "{} steps", motion.summary.steps);
    let (mass, stiffness, damping, g): (f64, f64, f64, f64) = (200.05, 3e5, 3e2, 9.81);
    let (decay, sag) = (damping / (2.0 * mass), mass * g / stiffness);
    let frequency = (stiffness / mass - decay * decay).sqrt();
    let height = |t: f64| {
        let (sin, cos) = (frequency * t).sin_cos();
        sag * ((-decay * t).exp() * (cos + decay / frequency * sin) - 1.0)
    };
    motion.assert_follows("bracket.z", |t| 0.05 + height(t), 2e-5);
    // Loads of the stiff element at rows inside of steps: those that accelerate the engine.
    let (loads, accelerations) = (motion.column("bolt.fz"), motion.column("engine.az"));
    for (load, acceleration) in loads.iter().zip(accelerations) {
        assert_close(*load, 200.0 * (acceleration + g), 1e-6 * 2000.0, "load of the bolt");
    }
    let times = motion.times();
    for (t, load) in times.iter().zip(&loads).filter(|(t, _)| **t > 0.02) {
        let h = 1e-4;
        let acceleration = (height(t + h) - 2.0 * height(*t) + height(t - h)) / (h * h);
        assert_close(*load, 200.0 * (acceleration + g), 15.0, &format!("load at {t}"));
    }
}

/// A cantilever of steel, 1 m long and 20 mm square, of 40 bodies and bushings.
pub(crate) struct Beam {
    pub model: Model,
    /// The first frequency of Euler and Bernoulli's beam, 1.8751² √(E I/(ρ A L⁴)): 16.7 Hz.
    pub frequency: f64,
}

pub(crate) fn beam() -> Beam {
    let (n, length, side, density, elasticity, shear): (usize, f64, f64, f64, f64, f64) =
        (40, 1.0, 0.02, 7850.0, 2.1e11, 8e10);
    let (piece, area, moment) = (length / n as f64, side * side, side.powi(4) / 12.0);
    let mass = density * area * piece;
    let mut text = String::from("gravity = [0.0, 0.0, -9.81]\n");
    for k in 0..n {
        let (about, across) = (mass * side * side / 6.0, mass * (side * side + piece * piece) / 12.0);
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = {mass}\ninertia = [{about}, {across}, {across}]\nposition = [{}, 0, 0]\n",
            (k as f64 + 0.5) * piece
        );
    }
    for k in 0..n {
        let first = if k == 0 { "ground".to_string() } else { format!("b{}", k - 1) };
        let bending = elasticity * moment / if k == 0 { 0.5 * piece } else { piece };
        let stiffness = [
            elasticity * area / piece,
            shear * area / piece,
            shear * area / piece,
            2.0 * shear * moment / piece,
            bending,
            bending,
        ];
        let damping = stiffness.map(|k| 1e-6 * k);
        text += &format!(
            "[[forces]]\nname = \"s{k}\"\ntype = \"bushing\"\nbodies = [\"{first}\", \"b{k}\"]\npoint = [{}, 0, 0]\n\
             axis = [0, 0, 1]\nnormal = [1, 0, 0]\nstiffness = {stiffness:?}\ndamping = {damping:?}\n",
            k as f64 * piece
        );
    }
    let frequency = 1.875104_f64.powi(2) * (elasticity * moment / (density * area * length.powi(4))).sqrt();
    Beam { model: parse(&text), frequency }
}

#[test]
fn a_beam_of_bushings_has_the_frequency_of_a_beam() {
    let Beam { model, frequency } = beam();
    let settings = Settings { end: 0.1, output_step: 5e-4, ..settings("rosenbrock", 0.1, 1e-5) };
    let motion = run(&model, &settings);
    assert!(motion.summary.steps < 400, "{} steps", motion.summary.steps);
    // Under its weight it falls from straight and back: its end is where it began after one period of the first mode.
    let (times, heights) = (motion.times(), motion.column("b39.z"));
    let period = 2.0 * std::f64::consts::PI / frequency;
    let late = times.iter().zip(&heights).filter(|(t, _)| **t > 0.7 * period && **t < 1.3 * period);
    let (top, _) = late.max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    // Higher modes shift the highest point a little; the shear that bushings allow lowers the frequency by 0.1 %.
    assert_close(*top, period, 0.02 * period, "period");
}

/// The largest difference of a column from that of a run at a tolerance of 10⁻⁹, relative to the largest displacement,
/// and evaluations.
fn weigh(model: &Model, column: &str, settings: &Settings) -> (f64, u64) {
    let exact = run(model, &Settings { rtol: 1e-9, atol: 1e-9, ..settings.clone() }).column(column);
    let found = run(model, settings);
    let size = exact.iter().map(|x| (x - exact[0]).abs()).fold(0.0, f64::max);
    let (error, evaluations) = (apart(&found.column(column), &exact) / size, found.summary.evaluations);
    println!("{column}: error {error:.1e}, {evaluations} evaluations");
    (error, evaluations)
}

/// At `rtol` 10⁻⁴, the engine with errors below 10⁻³.
#[test]
fn engine_and_beam_need_few_evaluations() {
    let at =
        |end: f64| Settings { rtol: 1e-4, output_step: end / 100.0, atol: 2e-5, ..settings("rosenbrock", end, 1e-4) };
    let (error, evaluations) = weigh(&parse(ENGINE), "engine.z", &at(0.5));
    assert!(error < 1e-3 && evaluations < 400, "engine: {error:e}, {evaluations} evaluations for half a second");
    let (error, evaluations) = weigh(&beam().model, "b39.z", &at(0.1));
    assert!(error < 1e-2 && evaluations < 800, "beam: {error:e}, {evaluations} evaluations for a tenth of a second");
}

#[test]
fn what_implicit_integrators_do_not_treat_is_refused() {
    let model = pendulum(1e6);
    for (setting, word, says) in [
        ("stabilization", "baumgarte", "use `projection` in the place of `baumgarte`"),
        ("stabilization", "partitioning", "use `projection` in the place of `partitioning`"),
    ] {
        let mut settings = settings("rosenbrock", 1.0, 1e-6);
        settings.set(setting, word).unwrap();
        let message = Plan::choose(&model, &settings).unwrap_err().to_string();
        assert!(message.contains(says), "{message}");
    }
}

/// A rope that is slack where the run begins: nothing is stiff before it is taut.
const ROPE: &str = r#"
    space = "planar"
    gravity = [0.0, -9.81]
    [[bodies]]
    name = "load"
    mass = 1.0
    inertia = 0.1
    position = [0.0, -0.5]
    [[forces]]
    name = "rope"
    type = "spring"
    bodies = ["ground", "load"]
    first = [0.0, 0.0]
    second = [0.0, 0.0]
    stiffness = 1e7
    damping = 1e5
    length = 0.6
    acts = "pull"
"#;

#[test]
fn stiffness_that_comes_later_is_seen_in_mid_run() {
    let mut settings = Settings { end: 10.0, output_step: 1.0, ..Settings::default() };
    settings.set("formulation", "cartesian").unwrap();
    let plan = Plan::choose(&parse(ROPE), &settings).unwrap();
    assert_eq!(plan.chosen().integrator.word(), "dopri5");
    let motion = run(&parse(ROPE), &settings);
    assert!(motion.summary.steps < 5000, "{} steps", motion.summary.steps);
    let says = |words: &str| motion.summary.warnings.iter().any(|warning| warning.contains(words));
    assert!(says("goes on with `rosenbrock` in the place of `dopri5`"), "{:?}", motion.summary.warnings);
    assert!(says("because 'rope' is so stiff"), "{:?}", motion.summary.warnings);
    assert_close(motion.last("load.y"), -0.6 - 9.81 / 1e7, 1e-8, "it hangs still");
}

#[test]
fn explicit_runs_that_crawl_say_so() {
    let settings = Settings { end: 1.5, ..settings("dopri5", 1.5, 1e-6) };
    let motion = run(&parse(ROPE), &settings);
    assert_eq!(motion.summary.integrator, "dopri5");
    let says = |words: &str| motion.summary.warnings.iter().any(|warning| warning.contains(words));
    assert!(says("'rope' is so stiff that explicit steps are held to"), "{:?}", motion.summary.warnings);
}

/// A wheel on a soft torsion spring: angle, acceleration and torque of a row between the ends of a step are of one
/// moment.
#[test]
fn rows_of_soft_elements_agree_with_themselves() {
    let model = parse(
        r#"
        space = "planar"
        [[bodies]]
        name = "wheel"
        mass = 1.0
        inertia = 0.4
        angular_velocity = 2.0
        [[joints]]
        name = "axle"
        type = "revolute"
        bodies = ["ground", "wheel"]
        point = [0.0, 0.0]
        [[forces]]
        name = "spring"
        type = "torsion"
        joint = "axle"
        stiffness = 30.0
        "#,
    );
    let settings = Settings { output_step: 0.01, atol: 1e-10, ..settings("rosenbrock", 1.0, 1e-8) };
    let seen = run(&model, &settings).columns(["axle.q", "wheel.alpha", "spring.torque"]);
    for [q, alpha, torque] in seen {
        assert_close(torque, -30.0 * q, 1e-9, "torque");
        assert_close(alpha, -75.0 * q, 1e-9, "acceleration");
    }
}
