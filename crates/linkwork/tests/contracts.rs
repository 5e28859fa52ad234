//! Contracts of the step, for every solver, integrator and stabilization, on mechanisms with a loop, a driver, a gear
//! and a spring, in the plane and in space, with and without redundant joints: it allocates nothing once it has begun,
//! in no thread of a team (on models large enough to be divided); the same run gives the same bits; a used workspace
//! gives the bits of a fresh one; a state put aside and taken up again goes on with the same bits; and the numbers of
//! steps and evaluations are pinned, so that a change of them is seen. And of what comes before: that reading and
//! planning large models takes no more memory than what is kept of them asks for.
#![allow(unsafe_code)] // An allocator cannot be written without; it forwards to the system's and counts.

use linkwork::parallel::Team;
use linkwork::recorder::Memory;
use linkwork::{Model, Plan, Settings, Simulation, Space, gallery};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Barrier;

/// The system's allocator, counting what the present thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes in use, and the most there were since last asked.
    static BYTES: Cell<[i64; 2]> = const { Cell::new([0, 0]) };
}

fn count(bytes: usize) {
    // A thread that is ending has no counter any more; nobody asks for it then.
    let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
    change_bytes(bytes as i64);
}

fn change_bytes(change: i64) {
    let _ = BYTES.try_with(|bytes| {
        let [now, most] = bytes.get();
        bytes.set([now + change, most.max(now + change)]);
    });
}

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the promises of the trait; counting
// touches a thread-local cell that needs no allocation.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        change_bytes(-(layout.size() as i64));
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        change_bytes(-(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often the present thread allocates while `work` runs.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// The most bytes that the present thread has in use while `work` runs, beyond those before.
fn most_bytes<T>(work: impl FnOnce() -> T) -> (T, i64) {
    let [before, _] = BYTES.get();
    BYTES.set([before, before]);
    let made = work();
    (made, BYTES.get()[1] - before)
}

/// Calls `look` once in every thread of a team: no thread gets a second task before all have their first.
fn in_every_thread(team: &Team, look: impl Fn() -> u64 + Sync) -> Vec<u64> {
    let everyone = Barrier::new(team.n_threads());
    let mut found = vec![0; team.n_threads()];
    team.for_each(&mut found, |found| {
        everyone.wait();
        *found = look();
    });
    found
}

/// What [`in_every_thread`] allocates itself, its list.
const LOOKING: u64 = 1;

/// How often the threads of a team, the present one among them, have allocated so far.
fn allocations_of(team: &Team) -> u64 {
    in_every_thread(team, || ALLOCATIONS.get()).iter().sum()
}

/// A driven four-bar with a wheel geared to its crank, and a pendulum with a spring on its rocker.
const PLANAR: &str = r#"
name = "planar"
space = "planar"
gravity = [0.0, -9.81]
bodies = [
    { name = "crank", mass = 1.0, inertia = 0.02, position = [0.0, 0.25] },
    { name = "coupler", mass = 2.0, inertia = 0.7, position = [1.0, 0.75] },
    { name = "rocker", mass = 1.5, inertia = 0.1, position = [2.0, 0.5] },
    { name = "wheel", mass = 1.0, inertia = 0.05, position = [-1.0, 0.0] },
    { name = "pendulum", mass = 0.5, inertia = 0.01, position = [2.3, 0.2], angular_velocity = 0.5, velocity = [0.0, 0.15] },
]
joints = [
    { name = "A", type = "revolute", bodies = ["ground", "crank"], point = [0.0, 0.0], motion = "0.3*sin(2*t)" },
    { name = "B", type = "revolute", bodies = ["crank", "coupler"], point = [0.0, 0.5] },
    { name = "C", type = "revolute", bodies = ["coupler", "rocker"], point = [2.0, 1.0] },
    { name = "D", type = "revolute", bodies = ["ground", "rocker"], point = [2.0, 0.0] },
    { name = "W", type = "revolute", bodies = ["ground", "wheel"], point = [-1.0, 0.0] },
    { name = "P", type = "revolute", bodies = ["rocker", "pendulum"], point = [2.0, 0.2] },
    { name = "gear", type = "gear", joints = ["A", "W"], ratio = -2.0 },
]
[[forces]]
type = "spring"
bodies = ["ground", "pendulum"]
first = [3.0, 0.0]
second = [0.1, 0.0]
stiffness = 20.0
damping = 0.1
length = 0.5
"#;

/// The same idea in space: revolute, spherical, universal and revolute joints close the loop without redundance.
const SPATIAL: &str = r#"
name = "spatial"
space = "spatial"
gravity = [0.0, -9.81, 0.0]
bodies = [
    { name = "crank", mass = 1.0, inertia = [0.02, 0.01, 0.03], position = [0.0, 0.25, 0.1] },
    { name = "coupler", mass = 2.0, inertia = [0.3, 0.7, 0.8, 0.02, 0.01, 0.03], position = [1.0, 0.75, 0.35] },
    { name = "rocker", mass = 1.5, inertia = [0.1, 0.02, 0.1], position = [2.0, 0.5, 0.25] },
    { name = "wheel", mass = 1.0, inertia = [0.03, 0.03, 0.05], position = [-1.0, 0.0, 0.0] },
    { name = "pendulum", mass = 0.5, inertia = [0.01, 0.02, 0.02], position = [2.3, 0.2, 0.1] },
]
joints = [
    { name = "A", type = "revolute", bodies = ["ground", "crank"], point = [0.0, 0.0, 0.0], axis = [0.0, 0.0, 1.0], motion = "0.3*sin(2*t)" },
    { name = "B", type = "spherical", bodies = ["crank", "coupler"], point = [0.0, 0.5, 0.2] },
    { name = "C", type = "universal", bodies = ["coupler", "rocker"], point = [2.0, 1.0, 0.5], axis = [0.0, 1.0, 0.0], axis2 = [1.0, 0.0, 0.0] },
    { name = "D", type = "revolute", bodies = ["ground", "rocker"], point = [2.0, 0.0, 0.0], axis = [0.2, 0.0, 1.0] },
    { name = "W", type = "revolute", bodies = ["ground", "wheel"], point = [-1.0, 0.0, 0.0], axis = [0.0, 0.0, 1.0] },
    { name = "P", type = "spherical", bodies = ["rocker", "pendulum"], point = [2.0, 0.2, 0.1] },
    { name = "gear", type = "gear", joints = ["A", "W"], ratio = -2.0 },
]
[[forces]]
type = "spring"
bodies = ["ground", "pendulum"]
first = [3.0, 0.0, 0.5]
second = [0.1, 0.0, 0.0]
stiffness = 20.0
damping = 0.1
length = 0.5
"#;

/// A joint that repeats another one.
fn with_second(text: &str, joint: &str) -> String {
    text.replacen("    { name = \"gear\"", &format!("    {joint},\n    {{ name = \"gear\""), 1)
}

fn models() -> Vec<Model> {
    let planar_twice =
        with_second(PLANAR, r#"{ name = "B2", type = "revolute", bodies = ["coupler", "crank"], point = [0.0, 0.5] }"#);
    let spatial_twice = with_second(
        SPATIAL,
        r#"{ name = "D2", type = "revolute", bodies = ["ground", "rocker"], point = [2.04, 0.0, 0.2], axis = [0.2, 0.0, 1.0] }"#,
    );
    let texts = [PLANAR.to_string(), SPATIAL.to_string(), planar_twice, spatial_twice];
    texts.iter().map(|text| Model::parse(text, "contract.toml").unwrap_or_else(|f| panic!("{f}"))).collect()
}

const SOLVERS: [&str; 6] = ["elimination", "cyclic", "pcg", "relaxation", "qr", "dense"];
const INTEGRATORS: [&str; 3] = ["dopri5", "rk4", "adams"];
const STABILIZATIONS: [&str; 4] = ["partitioning", "projection", "baumgarte", "none"];

fn settings(solver: &str, integrator: &str, stabilization: &str) -> Settings {
    Settings {
        solver: solver.parse().unwrap(),
        integrator: integrator.parse().unwrap(),
        stabilization: stabilization.parse().unwrap(),
        end: 0.1,
        output_step: 0.01,
        step: 2e-3,
        rtol: 1e-6,
        atol: 1e-8,
        ..Settings::default()
    }
}

/// Calls `work` for every model with every combination of methods.
fn for_all(mut work: impl FnMut(&str, &Model, &Plan)) {
    for model in &models() {
        let formulations = [
            ("cartesian", &STABILIZATIONS[..]),
            ("recursive", &STABILIZATIONS[1..]),
            ("natural", &STABILIZATIONS[1..]),
        ];
        for (formulation, stabilizations) in formulations {
            for solver in SOLVERS {
                for (integrator, stabilization) in
                    INTEGRATORS.iter().flat_map(|i| stabilizations.iter().map(move |s| (i, s)))
                {
                    let settings = settings(solver, integrator, stabilization);
                    let settings = Settings { formulation: formulation.parse().unwrap(), ..settings };
                    let plan = Plan::choose(model, &settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
                    let redundant = model.n_equations() - plan.rank;
                    let methods = format!("{formulation}, {solver}, {integrator}, {stabilization}");
                    work(&format!("{} ({redundant} redundant), {methods}", model.name), model, &plan);
                }
            }
        }
    }
}

fn simulation(model: &Model, plan: &Plan) -> Simulation {
    Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{t}"))
}

fn advance(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.step(10.0).unwrap_or_else(|t| panic!("{t}"));
    }
}

#[test]
fn the_models_are_what_they_should_be() {
    let found: Vec<(usize, usize)> = models()
        .iter()
        .map(|m| {
            let plan = Plan::choose(m, &Settings::default()).unwrap_or_else(|t| panic!("{t}"));
            (plan.dof, m.n_equations() - plan.rank)
        })
        .collect();
    // The pendulum swings freely; in space it turns in three ways.
    assert_eq!(found, [(1, 0), (3, 0), (1, 2), (3, 5)]);
}

#[test]
fn a_step_allocates_nothing() {
    let mut faults = Vec::new();
    for_all(|what, model, plan| {
        let mut simulation = simulation(model, plan);
        advance(&mut simulation, 1);
        let n = allocations(|| advance(&mut simulation, 10));
        if n > 0 {
            faults.push(format!("{what}: {n} allocations in 10 steps"));
        }
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_step_of_multiscale_allocates_nothing() {
    let mut faults = Vec::new();
    for model in &models() {
        for (scales, integrator, stabilization) in
            [("averaged", "rk4", "projection"), ("averaged", "dopri5", "baumgarte"), ("direct", "dopri5", "none")]
        {
            let settings = Settings {
                formulation: "multiscale".parse().unwrap(),
                multiscale: scales.parse().unwrap(),
                ..settings("auto", integrator, stabilization)
            };
            let plan = Plan::choose(model, &settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
            let mut simulation = simulation(model, &plan);
            advance(&mut simulation, 1);
            let n = allocations(|| advance(&mut simulation, 3));
            if n > 0 {
                faults.push(format!("{}, {scales}, {stabilization}: {n} allocations", model.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_step_allocates_nothing_with_any_preconditioner_or_relaxation() {
    let mut faults = Vec::new();
    for model in &models() {
        for (formulation, stabilization) in [("cartesian", "partitioning"), ("recursive", "projection")] {
            let preconditioners = ["factor", "block-jacobi", "jacobi"].map(|word| ("pcg", word, "auto"));
            let variants = ["euler", "block", "chebyshev", "momentum"].map(|word| ("relaxation", "auto", word));
            for (solver, preconditioner, relaxation) in preconditioners.into_iter().chain(variants) {
                let settings = Settings {
                    formulation: formulation.parse().unwrap(),
                    preconditioner: preconditioner.parse().unwrap(),
                    relaxation: relaxation.parse().unwrap(),
                    start: "quadratic".parse().unwrap(),
                    ..settings(solver, "dopri5", stabilization)
                };
                let plan = Plan::choose(model, &settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
                let mut simulation = simulation(model, &plan);
                advance(&mut simulation, 1);
                let n = allocations(|| advance(&mut simulation, 10));
                if n > 0 {
                    faults.push(format!(
                        "{}, {formulation}, {preconditioner}, {relaxation}: {n} allocations",
                        model.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_step_allocates_nothing_in_any_thread() {
    let mut faults = Vec::new();
    for file in [gallery::chain(1200, Space::Planar), gallery::star(400), gallery::track(1600)] {
        let model = file.unwrap_or_else(|f| panic!("{f}")).build().unwrap_or_else(|f| panic!("{f}"));
        for (solver, integrator, stabilization) in TEAMWORK {
            for threads in [2, 3] {
                let settings = Settings { threads, ..settings(solver, integrator, stabilization) };
                let plan = Plan::choose(&model, &settings).unwrap_or_else(|t| panic!("{}: {t}", model.name));
                assert!(plan.summary(&model).parts > 1, "{} is not divided", model.name);
                let mut simulation = simulation(&model, &plan);
                advance(&mut simulation, 1);
                let before = allocations_of(&simulation.workspace().team);
                advance(&mut simulation, 5);
                let n = allocations_of(&simulation.workspace().team) - before - LOOKING;
                if n > 0 {
                    faults.push(format!(
                        "{}, {solver}, {integrator}, {stabilization}, {threads} threads: {n} allocations in 5 steps",
                        model.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Methods for the models that are divided: every solver that shares work, every integrator and stabilization once.
const TEAMWORK: [(&str, &str, &str); 6] = [
    ("elimination", "dopri5", "partitioning"),
    ("elimination", "rk4", "projection"),
    ("elimination", "adams", "baumgarte"),
    ("pcg", "dopri5", "projection"),
    ("pcg", "rk4", "partitioning"),
    ("relaxation", "rk4", "projection"),
];

/// Loads that depend on the motion, curves, stops and friction, and outputs where a row is observed.
#[test]
fn expressions_allocate_nothing() {
    let more = r#"
        [[forces]]
        type = "actuator"
        joint = "P"
        load = "gain(P.q)*error - 0.1*P.qd + if(pendulum.x > 2.3, 0.1, 0.2)"
        [[signals]]
        name = "error"
        value = "0.1*sin(t) - P.q"
        [[curves]]
        name = "gain"
        points = [[-1, 2], [0, 1], [1, 3]]
        [[outputs]]
        name = "pull"
        value = "hypot(P.fx, P.fy)*error"
        "#;
    let pinned = "point = [2.0, 0.2] }";
    let held = "point = [2.0, 0.2], limits = { upper = 0.1, stiffness = 50 }, friction = { coulomb = 0.1 } }";
    let model = Model::parse(&(PLANAR.replace(pinned, held) + more), "contract.toml").unwrap_or_else(|f| panic!("{f}"));
    for formulation in ["cartesian", "recursive", "natural"] {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..settings("auto", "dopri5", "auto") };
        let plan = Plan::choose(&model, &settings).unwrap_or_else(|t| panic!("{t}"));
        let mut simulation = simulation(&model, &plan);
        advance(&mut simulation, 1);
        simulation.observe().unwrap();
        let n = allocations(|| {
            advance(&mut simulation, 10);
            simulation.observe().unwrap();
        });
        assert_eq!(n, 0, "{formulation}");
    }
}

#[test]
fn the_counter_counts_in_every_thread() {
    let team = Team::new(3);
    let before = allocations_of(&team);
    in_every_thread(&team, || vec![1.0; 8].len() as u64);
    // One for each thread; two lists of what was found, this one and that of `before`.
    assert_eq!(allocations_of(&team) - before, 3 + 2 * LOOKING);
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(vec![1.0; 8])), 1);
    assert_eq!(most_bytes(|| drop((vec![1.0; 8], vec![0_u8; 6]))).1, 70);
}

/// A body and its joint are kept in some 520 bytes and two names; the names are also in maps while a text is
/// read, and lists grow by doubling. What was written of them takes ten thousand bytes when it is read as a whole.
#[test]
fn a_long_text_is_read_with_little_memory() {
    const BODIES: i64 = 20_000;
    let text = gallery::chain(BODIES as usize, Space::Spatial).unwrap_or_else(|f| panic!("{f}")).to_toml();
    let (model, bytes) = most_bytes(|| Model::parse(&text, "chain.toml").unwrap_or_else(|faults| panic!("{faults}")));
    assert_eq!(model.n_bodies(), BODIES as usize);
    assert!(bytes < 2500 * BODIES, "{} bytes a body", bytes / BODIES);
}

/// `recursive` plans a tree from its graph alone: some numbers by body and joint, most of them in graphs (two, 60 bytes
/// each), in the forest (50) and in the state. Equations for all joints alone would take 480 bytes for each G of a
/// revolute joint in space, and as much again for its factor.
#[test]
fn a_tree_is_planned_without_its_equations() {
    const BODIES: i64 = 20_000;
    let file = gallery::chain(BODIES as usize, Space::Spatial).unwrap_or_else(|f| panic!("{f}"));
    let chain = file.build().unwrap_or_else(|faults| panic!("{faults}"));
    let plan = |formulation: &str| {
        let settings = Settings { formulation: formulation.parse().unwrap(), ..Settings::default() };
        let (plan, bytes) = most_bytes(|| Plan::choose(&chain, &settings).unwrap_or_else(|t| panic!("{t}")));
        assert_eq!((plan.rank, plan.dof), (5 * BODIES as usize, BODIES as usize), "{formulation}");
        bytes / BODIES
    };
    let [recursive, cartesian] = ["recursive", "cartesian"].map(plan);
    assert!(recursive < 400 && cartesian > 4 * recursive, "{recursive} and {cartesian} bytes a body");
}

#[test]
fn two_runs_give_the_same_bits() {
    for_all(|what, model, plan| {
        let run = || {
            let (mut simulation, mut rows) = (simulation(model, plan), Memory::default());
            simulation.run(&mut rows).unwrap_or_else(|t| panic!("{what}: {t}"));
            let bits: Vec<u64> = rows.rows.iter().flatten().map(|x| x.to_bits()).collect();
            (simulation.summary().state_hash, bits)
        };
        let (first, second) = (run(), run());
        assert_eq!(first.1.len(), second.1.len(), "{what}");
        assert!(first == second, "{what}: {} {}", first.0, second.0);
    });
}

#[test]
fn a_used_workspace_gives_the_bits_of_a_fresh_one() {
    for_all(|what, model, plan| {
        let mut fresh = simulation(model, plan);
        advance(&mut fresh, 5);
        let mut used = simulation(model, plan);
        advance(&mut used, 9);
        used.set_state(simulation(model, plan).state()).unwrap();
        advance(&mut used, 5);
        assert_eq!(used.state(), fresh.state(), "{what}");
        let mut rates = [vec![0.0; fresh.state().values.len()], vec![0.0; fresh.state().values.len()]];
        fresh.evaluate(&mut rates[0]).unwrap_or_else(|t| panic!("{what}: {t}"));
        used.evaluate(&mut rates[1]).unwrap_or_else(|t| panic!("{what}: {t}"));
        assert_eq!(rates[0], rates[1], "{what}");
    });
}

#[test]
fn a_state_taken_up_again_goes_on_with_the_same_bits() {
    for_all(|what, model, plan| {
        let mut whole = simulation(model, plan);
        advance(&mut whole, 7);
        let checkpoint = whole.state().clone();
        advance(&mut whole, 7);
        let mut continued = simulation(model, plan);
        continued.set_state(&checkpoint).unwrap();
        advance(&mut continued, 7);
        assert_eq!(continued.state(), whole.state(), "{what}");
        assert_eq!(continued.state().hash(), whole.state().hash(), "{what}");
    });
}

/// Steps, rejected steps and evaluations of a tenth of a second of the spatial model. When a change of a method moves
/// them, look at why, then write the new numbers down.
#[test]
fn steps_and_evaluations_are_pinned() {
    let model = &models()[1];
    let counts = INTEGRATORS.map(|integrator| {
        let plan =
            Plan::choose(model, &settings("elimination", integrator, "projection")).unwrap_or_else(|t| panic!("{t}"));
        let mut simulation = simulation(model, &plan);
        simulation.run(&mut Memory::default()).unwrap_or_else(|t| panic!("{t}"));
        let s = simulation.summary();
        (integrator, s.steps, s.rejected, s.evaluations)
    });
    assert_eq!(counts, [("dopri5", 7, 0, 44), ("rk4", 50, 0, 200), ("adams", 50, 0, 113)]);
}
