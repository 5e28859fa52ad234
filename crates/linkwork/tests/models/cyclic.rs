//! `cyclic` finds what `elimination` finds: multipliers and rates to 1e-9, on a chain of 100 000 bodies, on random
//! trees of bodies with and without loops, and on redundant mechanisms; levels are as many as a chain can be halved;
//! and the plan takes it where parts are asked for that an order of elimination does not have.

use linkwork::methods::{FormulationKind, SolverKind, StabilizationKind};
use linkwork::topology::Form;
use linkwork::{Model, Plan, Settings, Simulation, Space, gallery};
use std::fmt::Write;

fn built(file: Result<linkwork::model::ModelFile, String>) -> Model {
    file.unwrap_or_else(|fault| panic!("{fault}")).build().unwrap_or_else(|faults| panic!("{faults}"))
}

/// One instant, without what only a motion needs.
fn instant(solver: &str, cyclic_limit: usize, parts: usize) -> Settings {
    let (formulation, stabilization) = (FormulationKind::Cartesian.into(), StabilizationKind::None.into());
    let solver = solver.parse().unwrap();
    Settings { formulation, solver, stabilization, cyclic_limit, parts, end: 0.0, threads: 2, ..Settings::default() }
}

fn choose(model: &Model, settings: &Settings) -> Plan {
    Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name))
}

/// Multipliers and rates at the start.
fn solve(model: &Model, plan: &Plan) -> [Vec<f64>; 2] {
    let mut simulation = Simulation::new(model.clone(), plan.clone()).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    let mut rates = vec![0.0; simulation.state().values.len()];
    simulation.evaluate(&mut rates).unwrap_or_else(|t| panic!("{}: {t}", model.name));
    [simulation.workspace().multipliers.clone(), rates]
}

/// The largest difference, relative to the largest number.
fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let size = a.iter().fold(f64::MIN_POSITIVE, |m, x| x.abs().max(m));
    a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs())) / size
}

/// Solves by `cyclic` with each limit and number of blocks, and compares with `elimination`.
fn check(model: &Model, wishes: &[(usize, usize)]) {
    let first = choose(model, &Settings { order: "file".into(), ..instant("elimination", 0, 0) });
    let expected = solve(model, &first);
    for &(limit, parts) in wishes {
        let plan = first.rearrange(model, &instant("cyclic", limit, parts)).unwrap_or_else(|t| panic!("{t}"));
        let reduction = plan.reduction().unwrap();
        for (found, expected) in solve(model, &plan).iter().zip(&expected) {
            let off = difference(expected, found);
            assert!(off < 1e-9, "{}, limit {limit}, {parts} parts: off by {off:.1e}, {reduction:?}", model.name);
        }
    }
}

#[test]
fn a_hundred_thousand_bodies_in_a_chain() {
    let model = built(gallery::chain(100_000, Space::Spatial));
    check(&model, &[(1, 0), (1000, 0), (1, 8)]);
}

/// ⌈log₂(N/L)⌉, in plan and summary.
#[test]
fn levels_of_a_chain_are_reported() {
    for (n, limit, levels) in [(100, 1, 7), (128, 1, 7), (129, 1, 8), (1000, 100, 4), (1000, 125, 3), (50, 60, 0)] {
        let model = built(gallery::chain(n, Space::Planar));
        let plan = choose(&model, &instant("cyclic", limit, 0));
        assert_eq!(plan.reduction().map(|r| (r.levels, r.limit)), Some((levels, limit)), "{n} bodies");
        assert_eq!(plan.summary(&model).levels, Some(levels));
    }
}

/// Numbers in (0, 1) from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() * n as f64) as usize).min(n - 1)
    }
}

/// Bodies at random places, each tied to one of the last few before it by a ball joint, and rods between some others.
fn random_mechanism(seed: u64, n: usize, rods: usize) -> Model {
    let mut random = Random(seed);
    let mut text = format!("name = \"random {seed}\"\nspace = \"spatial\"\ngravity = [0.0, 0.0, -9.81]\n");
    let mut places: Vec<[f64; 3]> = Vec::new();
    for i in 0..n {
        let parent = (i > 0).then(|| i - 1 - random.below(i.min(6)));
        let from = parent.map_or([0.0; 3], |p| places[p]);
        let place = from.map(|x| x + 0.4 + random.next());
        let point: [f64; 3] = std::array::from_fn(|k| 0.5 * (from[k] + place[k]));
        let tie = parent.map_or("ground".to_string(), |p| format!("b{p}"));
        let _ =
            writeln!(text, "[[bodies]]\nname = \"b{i}\"\nmass = 1.0\ninertia = [0.2, 0.3, 0.4]\nposition = {place:?}");
        let _ = writeln!(text, "[[joints]]\nname = \"j{i}\"\ntype = \"spherical\"\nbodies = [\"{tie}\", \"b{i}\"]");
        let _ = writeln!(text, "point = {point:?}");
        places.push(place);
    }
    for k in 0..rods {
        let a = random.below(n - 4);
        let b = a + 2 + random.below(2);
        let _ = writeln!(text, "[[joints]]\nname = \"rod{k}\"\ntype = \"distance\"\nbodies = [\"b{a}\", \"b{b}\"]");
        let ends: [[f64; 3]; 2] = [a, b].map(|i| places[i].map(|x| x + 0.2 * random.next()));
        let _ = writeln!(text, "point = {:?}\npoint2 = {:?}", ends[0], ends[1]);
    }
    Model::parse(&text, "random.toml").unwrap_or_else(|faults| panic!("seed {seed}: {faults}"))
}

#[test]
fn random_trees_and_loops() {
    for seed in 1..=6 {
        check(&random_mechanism(seed, 150, 0), &[(1, 0), (10, 0), (1, 4), (3, 7)]);
        check(&random_mechanism(seed, 150, 30), &[(1, 0), (10, 0), (1, 4), (3, 7)]);
    }
}

/// Where equations are redundant multipliers are not unique, but what they do is.
#[test]
fn redundant_mechanisms_move_alike() {
    for (model, name) in [(built(gallery::net(5)), "net"), (built(gallery::four_bars(12, Space::Planar)), "four-bars")]
    {
        let first = choose(&model, &instant("elimination", 0, 0));
        let [_, expected] = solve(&model, &first);
        for (limit, parts) in [(1, 0), (4, 0), (1, 3)] {
            let plan = choose(&model, &instant("cyclic", limit, parts));
            assert_eq!(plan.rank, first.rank, "{name}");
            let off = difference(&expected, &solve(&model, &plan)[1]);
            assert!(off < 1e-9, "{name}, limit {limit}, {parts} parts: off by {off:.1e}");
        }
    }
}

/// Two ends of a chain are free; more parts are made of it only by `cyclic`.
#[test]
fn the_plan_takes_it_for_parts_that_are_asked_for() {
    let model = built(gallery::chain(5000, Space::Spatial));
    for (parts, solver) in [(0, SolverKind::Elimination), (2, SolverKind::Elimination), (6, SolverKind::Cyclic)] {
        let plan = choose(&model, &instant("auto", 0, parts));
        assert_eq!(plan.settings.solver, solver, "{parts} parts: {:?}", plan.reasons);
        assert_eq!(plan.reduction().map(|r| r.form), (solver == SolverKind::Cyclic).then_some(Form::Coarse));
    }
    // Too short to be divided.
    let short = built(gallery::chain(100, Space::Spatial));
    assert_eq!(choose(&short, &instant("auto", 0, 6)).settings.solver, SolverKind::Elimination);
}
