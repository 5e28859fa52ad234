//! Whole motions in joint coordinates: the gallery as in `cartesian`, energy over long runs, momentum of what floats,
//! subsystems by cuts, and what is refused.

#![allow(non_snake_case)] // R is a rotation, as in the engine.

use crate::motion::{Motion, from_gallery, has_contacts, largest_difference, parse, run, tight};
use linkwork::model::force::AppliedForce;
use linkwork::model::joint::{Fixed, Prismatic, Revolute};
use linkwork::model::{Attachment, Expression, Force, Frame, JointKind};
use linkwork::recorder::Observation;
use linkwork::spatial::Vec3;
use linkwork::system::Constrained;
use linkwork::workspace::Level;
use linkwork::{BodyId, Model, Plan, Settings, SimulationError, Space, gallery};

fn recursive(settings: Settings) -> Settings {
    Settings { formulation: "recursive".parse().unwrap(), ..settings }
}

fn plan(model: &Model, settings: &Settings) -> Plan {
    Plan::choose(model, settings).unwrap_or_else(|t| panic!("{}: {t}", model.name))
}

fn is_reaction(channel: &str) -> bool {
    [".fx", ".fy", ".fz", ".tx", ".ty", ".tz"].iter().any(|end| channel.ends_with(end))
}

/// Largest difference of two motions over some channels, relative to the largest number in them.
fn difference(a: &Motion, b: &Motion, wanted: impl Fn(&str) -> bool) -> f64 {
    assert_eq!(a.memory.channels, b.memory.channels);
    let (mut off, mut size) = (0.0, 1.0);
    for channel in a.memory.channels.iter().filter(|c| wanted(c)) {
        off = f64::max(off, largest_difference(&a.column(channel), &b.column(channel)));
        size = a.column(channel).iter().fold(size, |m, x| x.abs().max(m));
    }
    off / size
}

/// A second of every model; less where it is chaotic or very fast, since what integration loses grows until then.
#[test]
fn the_gallery_moves_as_in_cartesian_coordinates() {
    for entry in gallery::list() {
        let model = from_gallery(entry.name);
        let end = match entry.name {
            "andrews" => 0.02,
            // It vibrates with up to 10⁵ rad/s.
            "flexible-beam" => 2e-3,
            _ if has_contacts(&model) => 0.2,
            _ => 1.0,
        };
        let settings = tight(end, end / 10.0);
        let [a, b] = [settings.clone(), recursive(settings)].map(|settings| run(&model, &settings));
        assert_eq!(b.summary.formulation, "recursive");
        assert_eq!((a.summary.rank, a.summary.dof), (b.summary.rank, b.summary.dof), "{}", entry.name);
        let is_position = |c: &str| [".x", ".y", ".z", ".angle", ".q"].iter().any(|end| c.ends_with(end));
        // Tolerances of 1e-12 a step leave errors of some 1e-10 in a second; fast models amplify them a hundred times.
        let off = difference(&a, &b, |c| is_position(c) || c.contains(".q"));
        assert!(off < 1e-8, "{}: positions differ by {off:.1e}", entry.name);
        let off = difference(&a, &b, |c| !is_reaction(c) && !c.starts_with("residual"));
        assert!(off < 1e-7, "{}: motions differ by {off:.1e}", entry.name);
        if a.summary.reactions_unique {
            let off = difference(&a, &b, is_reaction);
            // Bushings of up to 10⁹ N/m make as much of the round-off of positions.
            let tolerance = if entry.name == "flexible-beam" { 1e-6 } else { 1e-7 };
            assert!(off < tolerance, "{}: reactions differ by {off:.1e}", entry.name);
        }
        assert!(b.summary.max_residual < 1e-12, "{}: joints are open by {:.1e}", entry.name, b.summary.max_residual);
    }
}

#[test]
fn every_solver_gives_the_same_motion() {
    for name in ["four-bar", "manipulator", "hmmwv"] {
        let model = from_gallery(name);
        let [a, b, c, d] = ["elimination", "pcg", "qr", "dense"].map(|solver| {
            let settings = Settings { solver: solver.parse().unwrap(), ..tight(0.2, 0.02) };
            run(&model, &recursive(settings))
        });
        for other in [&b, &c, &d] {
            // As between solvers of `cartesian`: round-off amplified by the condition of E.
            let off = difference(&a, other, |c| !is_reaction(c) && !c.starts_with("residual"));
            assert!(off < 1e-8, "{name}: {} differs by {off:.1e}", other.summary.solver);
        }
    }
}

/// Joints of a tree hold without equations, so nothing is stabilized and energy shows what integration loses.
#[test]
fn a_chain_keeps_its_energy() {
    for space in [Space::Planar, Space::Spatial] {
        let model = gallery::chain(12, space).unwrap().build().unwrap();
        let motion = run(&model, &recursive(Settings { rtol: 1e-10, atol: 1e-12, ..tight(20.0, 0.5) }));
        assert_eq!(motion.summary.stabilization, "none");
        // Some thousand steps of 1e-10 each, mostly in phase.
        assert!(motion.summary.energy_drift < 1e-7, "{space:?}: {:.1e}", motion.summary.energy_drift);
        assert_eq!(motion.summary.max_residual, 0.0);
    }
}

/// Three bodies on two spherical joints, tied to nothing.
const FLOATING: &str = r#"
    [[bodies]]
    name = "a"
    mass = 1.0
    inertia = [0.1, 0.2, 0.15, 0.01, 0.02, -0.01]
    position = [0.0, 0.0, 0.0]
    velocity = [0.1, 0.4, -0.2]
    angular_velocity = [1.0, 2.0, -0.5]
    [[bodies]]
    name = "b"
    mass = 2.0
    inertia = [0.3, 0.2, 0.4]
    position = [1.0, 0.2, 0.1]
    orientation = [0.5, 0.5, -0.5, 0.5]
    angular_velocity = [-1.0, 0.3, 0.8]
    [[bodies]]
    name = "c"
    mass = 0.7
    inertia = [0.05, 0.06, 0.04]
    position = [1.5, 1.0, -0.3]
    angular_velocity = [2.0, -3.0, 1.0]
    [[joints]]
    name = "ab"
    type = "spherical"
    bodies = ["b", "a"]
    point = [0.5, 0.1, 0.0]
    [[joints]]
    name = "bc"
    type = "spherical"
    bodies = ["b", "c"]
    point = [1.2, 0.6, 0.0]
"#;

/// Momentum and angular momentum about the origin.
fn momenta(model: &Model, seen: &Observation) -> [Vec3; 2] {
    let mut sums = [Vec3::ZERO; 2];
    for (body, m) in model.bodies.iter().zip(&seen.bodies) {
        let p = body.mass * m.velocity.linear;
        let R = m.orientation.matrix();
        let spin = R * (body.inertia * R.tr_mul(m.velocity.angular));
        sums[0] += p;
        sums[1] += m.position.cross(p) + spin;
    }
    sums
}

#[test]
fn what_floats_keeps_its_momenta() {
    let model = parse(FLOATING);
    let settings = recursive(tight(5.0, 0.5));
    let plan = plan(&model, &settings);
    let mut simulation = linkwork::Simulation::new(model.clone(), plan.clone()).unwrap();
    let first = momenta(&model, simulation.observe().unwrap());
    while simulation.state().time < 5.0 {
        simulation.step(5.0).unwrap();
    }
    let last = momenta(&model, simulation.observe().unwrap());
    for (a, b) in first.iter().flatten().zip(last.iter().flatten()) {
        // Some hundred steps of 1e-12.
        assert!((a - b).abs() < 1e-9, "{first:?} {last:?}");
    }
}

/// Cut anywhere, the motion stays; what is cut is closed by projection.
#[test]
fn cuts_change_nothing() {
    let model = from_gallery("chain16-spatial");
    let whole = run(&model, &recursive(tight(0.5, 0.05)));
    for cuts in ["joint5", "joint1, joint9, joint16", "joint2,joint3,joint4,joint5,joint6,joint7,joint8"] {
        let settings = Settings { cuts: cuts.into(), ..recursive(tight(0.5, 0.05)) };
        let cut = run(&model, &settings);
        let off = difference(&whole, &cut, |c| !c.starts_with("residual"));
        assert!(off < 1e-8, "cut at {cuts}: {off:.1e}");
        assert!(cut.summary.max_residual < 1e-12);
        assert_eq!(cut.summary.rank, whole.summary.rank);
    }
}

/// Parts of any number leave accelerations and reactions of chains, trees and loops as they are, in motion too.
#[test]
fn parts_change_nothing() {
    let built = |file: Result<linkwork::ModelFile, String>| file.unwrap().build().unwrap();
    let models = [
        built(gallery::chain(40, Space::Spatial)),
        built(gallery::chain(40, Space::Planar)),
        built(gallery::star(9)),
        built(gallery::track(12)),
        from_gallery("hmmwv"),
        from_gallery("four-bar"),
        from_gallery("bricard"),
    ];
    models.iter().for_each(|model| check_parts(model, &[2, 3, 5, 8]));
}

fn check_parts(model: &Model, numbers: &[usize]) {
    let mut whole = Observation::default();
    let settings = recursive(Settings::default());
    let undivided = plan(model, &settings);
    observe_at(model, &undivided, &mut whole);
    for &parts in numbers {
        let divided = plan(model, &Settings { parts, smallest_part: 1, ..settings.clone() });
        let n_parts = divided.summary(model).parts;
        assert_eq!(n_parts, parts.clamp(undivided.summary(model).parts, model.n_bodies()), "{}", model.name);
        let mut seen = Observation::default();
        observe_at(model, &divided, &mut seen);
        check_agreement(&format!("{} in {n_parts} parts", model.name), &undivided, [&whole, &seen]);
    }
}

/// Parts agree with the whole also where the response to a cut does not fade, or fades and comes to bodies that feel
/// it more: welded bodies, floating with a heavy tip, light bodies between heavy ones, slides, and long trees.
#[test]
fn parts_change_nothing_whether_responses_fade_or_not() {
    let chain = || gallery::chain(300, Space::Spatial).unwrap().build().unwrap();
    let at_rest = |name: &str, change: &dyn Fn(usize) -> JointKind| {
        let mut model = chain();
        model.name = name.into();
        model.joints.iter_mut().enumerate().for_each(|(k, joint)| joint.kind = change(k));
        for body in &mut model.bodies {
            (body.velocity, body.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        model
    };
    let welded = |k: usize| if k.is_multiple_of(50) { JointKind::Revolute(Revolute) } else { JointKind::Fixed(Fixed) };
    let mut floating = at_rest("welded, floating, with a heavy tip", &welded);
    floating.joints.remove(0);
    floating.bodies[299].mass = 1e3;
    // Falling freely, no joint would feel anything.
    let at = Attachment { body: BodyId::new(299), point: Vec3([0.0, -1.0, 0.0]) };
    let value = [0.0, 0.0, 50.0].map(Expression::constant);
    floating.forces.push(Force::AppliedForce(AppliedForce {
        name: "side wind".into(),
        at,
        value,
        frame: Frame::World,
    }));
    let mut light = chain();
    light.name = "light and heavy bodies".into();
    for body in light.bodies.iter_mut().filter(|body| !body.name.ends_with('3')) {
        body.mass *= 1e-4;
        body.inertia.0.as_flattened_mut().iter_mut().for_each(|x| *x *= 1e-4);
    }
    let slides = at_rest("slides", &|_| JointKind::Prismatic(Prismatic));
    // The first with all axes parallel: across them it is stiff.
    let trees = [[0.0, 1.0], [1.0, 2.0], [1.0, 3.0]].map(|[tilt, seed]| parse(&long_tree(tilt, seed as u64)));
    for model in [floating, light, slides].iter().chain(&trees) {
        check_parts(model, &[2, 4, 7]);
    }
}

/// A tree of 300 bodies in long branches, whose axes are tilted; the same for the same seed.
fn long_tree(tilt: f64, seed: u64) -> String {
    let (mut text, mut positions, mut state) = (String::from("space = \"spatial\"\n"), Vec::<Vec3>::new(), seed);
    let mut draw = || {
        // Knuth's generator, its upper half.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    for k in 0..300 {
        let parent = if draw() < 0.97 { k as i64 - 1 } else { (draw() * k as f64) as i64 - 1 };
        let start = positions.get(parent as usize).copied().unwrap_or(Vec3::ZERO);
        let position = start + Vec3([draw(), draw() - 0.5, draw() - 0.5]);
        positions.push(position);
        let (mass, first) = (0.1 + draw(), if parent < 0 { "ground".into() } else { format!("b{parent}") });
        let axis = [tilt * (draw() - 0.5), tilt * (draw() - 0.5), 0.3];
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\nmass = {mass}\ninertia = [0.1, 0.1, 0.1]\nposition = {position:?}\n\
             [[joints]]\nname = \"j{k}\"\ntype = \"revolute\"\nbodies = [\"{first}\", \"b{k}\"]\n\
             point = {start:?}\naxis = {axis:?}\n"
        );
    }
    text
}

fn observe_at(model: &Model, plan: &Plan, seen: &mut Observation) {
    let mut workspace = plan.make_workspace(model).unwrap();
    workspace.unwrapped_angles.copy_from_slice(&plan.initial.unwrapped_angles);
    workspace.observe(0.0, &plan.initial.values, seen).unwrap_or_else(|t| panic!("{}: {t}", model.name));
}

/// To 1e-9 of the largest number; of the reactions those that share in no redundancy, since the others are not unique.
fn check_agreement(name: &str, plan: &Plan, [a, b]: [&Observation; 2]) {
    let motions = |seen: &Observation| -> Vec<f64> {
        seen.bodies.iter().flat_map(|m| [m.acceleration.linear, m.acceleration.angular]).flatten().collect()
    };
    let is_unique = |j: &usize| plan.redundant_groups.iter().all(|g| g.joints.iter().all(|id| id.index() != *j));
    let reactions = |seen: &Observation| -> Vec<f64> {
        let unique = (0..seen.reactions.len()).filter(is_unique).map(|j| seen.reactions[j]);
        unique.flat_map(|w| [w.force, w.torque]).flatten().collect()
    };
    for (a, b) in [(motions(a), motions(b)), (reactions(a), reactions(b))] {
        let size = a.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
        let off = largest_difference(&a, &b);
        assert!(off < 1e-9 * size, "{name}: {off:.1e} of {size:.1e}");
    }
}

/// A chain and a loop in motion; parts are closed by projection.
#[test]
fn parts_move_as_the_whole() {
    for name in ["chain16-spatial", "four-bar"] {
        let model = from_gallery(name);
        let whole = run(&model, &recursive(tight(0.5, 0.05)));
        for parts in [2, 3, 5, 8] {
            let divided = run(&model, &Settings { parts, smallest_part: 1, ..recursive(tight(0.5, 0.05)) });
            let off = difference(&whole, &divided, |c| !is_reaction(c) && !c.starts_with("residual"));
            // Tolerances of 1e-12 a step, over some hundred steps.
            assert!(off < 1e-9, "{name} in {parts} parts: {off:.1e}");
            assert!(divided.summary.max_residual < 1e-12);
        }
    }
}

/// Driven tree joints keep their driver as the only equation.
#[test]
fn drivers_are_equations_and_reactions_include_them() {
    let model = from_gallery("slider-crank");
    let plan = plan(&model, &recursive(Settings::default()));
    let workspace = plan.make_workspace(&model).unwrap();
    let n_rows = workspace.equations.system.pattern.n_rows();
    assert!(n_rows < model.n_equations(), "{n_rows} of {} equations are left", model.n_equations());
    assert_eq!(n_rows + workspace.equations.n_satisfied, model.n_equations());
}

/// The joint in a message is the model's, not the block's number.
#[test]
fn the_joint_that_stays_open_is_named() {
    let model = from_gallery("four-bar");
    let plan = plan(&model, &recursive(Settings::default()));
    let mut workspace = plan.make_workspace(&model).unwrap();
    let mut state = plan.initial.clone();
    assert_eq!(workspace.equations.joints.len(), 1);
    let cut = workspace.equations.joints[0];
    assert_ne!(cut.index(), 0, "another joint than the first block's number");
    state.values[0] += 0.1;
    let residual = workspace.update_constraints(0.0, &state.values);
    assert!(residual > 1e-3);
    assert_eq!(workspace.worst_joint(Level::Position), (cut, residual));
}

#[test]
fn what_does_not_apply_is_refused_with_a_remedy() {
    let reason = |model: &Model, settings: &Settings| {
        let refused = Plan::choose(model, settings)
            .and_then(|plan| plan.make_stabilization(&plan.make_workspace(model)?).err().map_or(Ok(()), Err));
        match refused {
            Err(SimulationError::DoesNotApply { reason, .. }) => reason,
            other => panic!("{other:?}"),
        }
    };
    // Without its second pin: no row is taut, so that all bodies are one tree.
    let mut net = gallery::net(40).unwrap();
    net.joints.remove(1);
    let net = net.build().unwrap();
    let settings = recursive(Settings::default());
    assert!(reason(&net, &settings).contains("use `cartesian`"));
    let bar = from_gallery("four-bar");
    let partitioning = Settings { stabilization: "partitioning".parse().unwrap(), ..settings.clone() };
    assert!(reason(&bar, &partitioning).contains("coordinates"));
    let unknown = Settings { cuts: "A, Q".into(), ..settings };
    assert!(reason(&bar, &unknown).contains("'Q'"));
}

/// A thousand bodies: what round-off leaves of the accelerations, by both formulations.
#[test]
fn a_long_chain_keeps_its_digits() {
    let model = gallery::chain(1000, Space::Spatial).unwrap().build().unwrap();
    let settings = Settings { end: 0.0, ..Settings::default() };
    let [a, b] = [settings.clone(), recursive(settings)].map(|settings| run(&model, &settings));
    let off =
        difference(&a, &b, |c| [".ax", ".ay", ".az", ".alphax", ".alphay", ".alphaz"].iter().any(|e| c.ends_with(e)));
    assert!(off < 1e-11, "accelerations differ by {off:.1e}");
}

/// Too large for the groups of redundant equations to be named: `recursive` counts what its forest leaves over,
/// `cartesian` all equations.
#[test]
fn large_models_have_the_same_rank() {
    let built = |file: Result<linkwork::ModelFile, String>| file.unwrap().build().unwrap_or_else(|f| panic!("{f}"));
    let models = [
        (built(gallery::four_bars(150, Space::Spatial)), Some(450)),
        (built(gallery::four_bars(400, Space::Planar)), Some(0)),
        // Flat, hence singular: how many are redundant is a matter of tolerance, but not which formulation counts.
        (built(gallery::net(20)), None),
    ];
    for (model, redundant) in &models {
        let [a, b] = ["recursive", "cartesian"]
            .map(|word| plan(model, &Settings { formulation: word.parse().unwrap(), end: 0.0, ..Settings::default() }));
        assert!(model.n_equations() > 1500, "{}", model.name);
        assert_eq!((a.rank, a.dof), (b.rank, b.dof), "{}", model.name);
        assert_eq!(redundant.unwrap_or(model.n_equations() - b.rank), model.n_equations() - a.rank, "{}", model.name);
        assert!(a.assembly.is_empty() && a.redundant_groups == b.redundant_groups, "{}", model.name);
        assert_eq!(a.initial.unwrapped_angles, b.initial.unwrapped_angles, "{}", model.name);
    }
}

/// A model that is assembled first and one that fits as it is placed start from the same joint coordinates.
#[test]
fn a_model_that_fits_starts_as_if_it_were_assembled() {
    for name in ["double-pendulum", "chain16", "chain16-spatial"] {
        let fits = from_gallery(name);
        let mut open = fits.clone();
        // Far more than round-off, far less than what can be told apart afterwards.
        open.bodies[0].position[0] += 1e-11;
        let settings = recursive(Settings::default());
        let [a, b] = [&fits, &open].map(|model| plan(model, &settings));
        assert_eq!((a.rank, a.dof, &a.redundant_groups), (b.rank, b.dof, &b.redundant_groups), "{name}");
        let far = a.initial.values.iter().zip(&b.initial.values).fold(0.0, |m: f64, (x, y)| (x - y).abs().max(m));
        assert!(a.initial.values.len() == b.initial.values.len() && far < 1e-10, "{name}: {far:e}");
    }
}
