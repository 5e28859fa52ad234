//! Redundant joints with rounded numbers: points and axes that miss one another by 10⁻¹² … 10⁻⁴ of the mechanism's size
//! move like the exact mechanism, with its degrees of freedom; what is rigid, out of reach or only near a singular
//! position is not taken for that.

use crate::motion::{G, assert_close, from_gallery, parse, run};
use linkwork::spatial::{Mat3, Quat, Vec3};
use linkwork::{Model, Plan, Settings};

const MISFITS: [f64; 5] = [1e-12, 1e-10, 1e-8, 1e-6, 1e-4];

/// More of them with the environment variable `LINKWORK_PLAY_SEEDS`.
fn n_seeds() -> u64 {
    std::env::var("LINKWORK_PLAY_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Numbers in −1 … 1 (splitmix64).
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as f64 / (1u64 << 63) as f64 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3([self.number(), self.number(), self.number()])
    }
}

/// Every joint's frames moved and turned at random, by so much of the mechanism's size.
pub(crate) fn disturbed(model: &Model, misfit: f64, seed: u64) -> Model {
    let (mut random, mut model) = (Random(seed), model.clone());
    let length = misfit * model.length_scale();
    for joint in &mut model.joints {
        for marker in [&mut joint.first, &mut joint.second] {
            marker.point += length * random.vector();
            marker.axes = Quat::from_rotation_vector(misfit * random.vector()).matrix() * marker.axes;
        }
    }
    model
}

fn body(name: &str, position: [f64; 3], more: &str) -> String {
    format!("[[bodies]]\nname = \"{name}\"\nmass = 1.0\ninertia = [0.1, 0.12, 0.08]\nposition = {position:?}\n{more}\n")
}

/// A revolute joint about z at these points of its bodies.
fn hinge(name: &str, bodies: [&str; 2], first: [f64; 3], second: [f64; 3]) -> String {
    let axis = [0.0, 0.0, 1.0];
    format!(
        "[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\n\
         first = {{ point = {first:?}, axis = {axis:?} }}\nsecond = {{ point = {second:?}, axis = {axis:?} }}\n"
    )
}

fn door(hinges: &[f64]) -> Model {
    let swing = "velocity = [0.0, 0.4, 0.0]\nangular_velocity = [0.0, 0.0, 1.0]";
    let mut text = format!("gravity = [0.0, {G}, 0.0]\n{}", body("door", [0.4, 0.0, 1.0], swing));
    for (k, &z) in hinges.iter().enumerate() {
        text += &hinge(&format!("H{k}"), ["ground", "door"], [0.0, 0.0, z], [-0.4, 0.0, z - 1.0]);
    }
    parse(&text)
}

/// Three cranks of 0.5 m, upright, that turn together.
fn three_cranks() -> Model {
    let mut text = format!("gravity = [0.0, -{G}, 0.0]\n{}", body("bar", [1.0, 0.5, 0.0], ""));
    for k in 0..3 {
        let (crank, x) = (format!("crank{k}"), k as f64);
        text += &body(&crank, [x, 0.25, 0.0], "angular_velocity = [0.0, 0.0, -2.0]");
        text += &hinge(&format!("foot{k}"), ["ground", &crank], [x, 0.0, 0.0], [0.0, -0.25, 0.0]);
        text += &hinge(&format!("tip{k}"), [&crank, "bar"], [0.0, 0.25, 0.0], [x - 1.0, 0.0, 0.0]);
    }
    parse(&text)
}

/// Crossed arms of 1 m, some storeys high; the lowest ones stand on a pin and on a guide along x.
fn scissor_lift(storeys: usize) -> Model {
    let (arm, angle) = (0.5, 0.8_f64);
    let (x, y) = (arm * angle.cos(), arm * angle.sin());
    let turned = |a: f64| format!("orientation = {:?}", [(0.5 * a).cos(), 0.0, 0.0, (0.5 * a).sin()]);
    let mut text = format!("gravity = [0.0, -{G}, 0.0]\n");
    for k in 0..storeys {
        let height = (2 * k + 1) as f64 * y;
        let [rising, falling] = ["rising", "falling"].map(|name| format!("{name}{k}"));
        text += &body(&rising, [x, height, 0.0], &turned(angle));
        text += &body(&falling, [x, height, 0.0], &turned(-angle));
        text += &hinge(&format!("middle{k}"), [&rising, &falling], [0.0; 3], [0.0; 3]);
        if k > 0 {
            let below = ["rising", "falling"].map(|name| format!("{name}{}", k - 1));
            text += &hinge(&format!("left{k}"), [&below[1], &rising], [-arm, 0.0, 0.0], [-arm, 0.0, 0.0]);
            text += &hinge(&format!("right{k}"), [&below[0], &falling], [arm, 0.0, 0.0], [arm, 0.0, 0.0]);
        }
    }
    text += &hinge("pin", ["ground", "rising0"], [0.0; 3], [-arm, 0.0, 0.0]);
    text += "[[joints]]\nname = \"guide\"\ntype = \"point_line\"\nbodies = [\"ground\", \"falling0\"]\n\
             first = { point = [0.0, 0.0, 0.0], axis = [1.0, 0.0, 0.0] }\nsecond = { point = [0.5, 0.0, 0.0] }\n";
    parse(&text)
}

/// Times short enough that nothing passes a singular position, where the smallest misfit grows to its root.
fn mechanisms() -> Vec<(Model, f64)> {
    vec![
        (from_gallery("four-bar"), 0.5),
        (from_gallery("bricard"), 1.0),
        (from_gallery("manipulator"), 0.5),
        (door(&[0.2, 1.8]), 1.0),
        (door(&[0.2, 1.0, 1.8]), 1.0),
        (three_cranks(), 0.4),
        (scissor_lift(3), 0.2),
    ]
}

fn settings(end: f64, formulation: &str) -> Settings {
    Settings {
        end,
        output_step: end,
        rtol: 1e-10,
        atol: 1e-10,
        formulation: formulation.parse().unwrap(),
        ..Settings::default()
    }
}

/// Positions of all bodies at the end.
fn places(model: &Model, settings: &Settings) -> Vec<[f64; 3]> {
    let motion = run(model, settings);
    model.bodies.iter().map(|body| motion.vectors(&format!("{}.", body.name))[1]).collect()
}

/// The disturbed mechanism has the freedoms of the exact one and ends where that does, up to a multiple of the misfit.
fn check(exact: &Model, expected: &[[f64; 3]], disturbed: &Model, (misfit, end): (f64, f64), formulation: &str) {
    let settings = settings(end, formulation);
    let what = format!("{} with a misfit of {misfit:e} by {formulation}", exact.name);
    let [plan, meant] = [disturbed, exact]
        .map(|model| Plan::choose(model, &settings).unwrap_or_else(|trouble| panic!("{what}: {trouble}")));
    assert_eq!((plan.rank, plan.dof), (meant.rank, meant.dof), "{what}");
    for (actual, expected) in places(disturbed, &settings).iter().zip(expected) {
        for (x, y) in actual.iter().zip(expected) {
            // Levers and half a second of motion multiply it; rounding and tolerances add to it.
            assert_close(*x, *y, 200.0 * misfit * exact.length_scale() + 1e-8, &what);
        }
    }
}

#[test]
fn redundant_joints_with_rounded_numbers_move_as_they_are_meant_to() {
    for (exact, end) in mechanisms() {
        let expected = places(&exact, &settings(end, "cartesian"));
        for misfit in MISFITS {
            for seed in 0..n_seeds() {
                let model = disturbed(&exact, misfit, 1 + seed);
                check(&exact, &expected, &model, (misfit, end), "cartesian");
            }
        }
    }
}

#[test]
fn every_formulation_takes_the_same_play() {
    for (exact, end) in mechanisms() {
        let expected = places(&exact, &settings(end, "cartesian"));
        for misfit in [1e-9, 1e-5] {
            let model = disturbed(&exact, misfit, 7);
            for formulation in ["recursive", "natural"] {
                check(&exact, &expected, &model, (misfit, end), formulation);
            }
        }
    }
}

#[test]
fn every_solver_takes_the_same_play() {
    for (exact, end) in [(door(&[0.2, 1.0, 1.8]), 0.3), (three_cranks(), 0.2)] {
        let model = disturbed(&exact, 1e-6, 3);
        let expected = places(&model, &settings(end, "cartesian"));
        for solver in ["cyclic", "qr", "dense", "pcg"] {
            let settings = Settings { solver: solver.parse().unwrap(), ..settings(end, "cartesian") };
            for (actual, expected) in places(&model, &settings).iter().zip(&expected) {
                for (x, y) in actual.iter().zip(expected) {
                    assert_close(*x, *y, 1e-8, &format!("{} by {solver}", exact.name));
                }
            }
        }
    }
}

#[test]
fn joints_with_play_are_named() {
    let model = disturbed(&door(&[0.2, 1.8]), 1e-6, 1);
    let motion = run(&model, &settings(0.1, "cartesian"));
    let warnings = motion.summary.warnings.join("\n");
    assert!(warnings.contains("play") && warnings.contains("'H1'"), "{warnings}");
    assert_eq!((motion.summary.dof, motion.summary.redundant), (1, 5));
}

#[test]
fn a_smaller_tolerance_refuses_the_play() {
    let model = disturbed(&door(&[0.2, 1.8]), 1e-5, 1);
    let strict = Settings { assembly_tolerance: 1e-8, ..settings(0.1, "cartesian") };
    let trouble = Plan::choose(&model, &strict).unwrap_err().to_string();
    assert!(trouble.contains("'H") && trouble.contains("stays open"), "{trouble}");
}

#[test]
fn hinges_too_far_apart_by_centimetres_are_refused_by_name() {
    let mut model = door(&[0.2, 1.8]);
    model.joints[1].second.point[2] += 0.03;
    let trouble = Plan::choose(&model, &settings(0.1, "cartesian")).unwrap_err().to_string();
    assert!(trouble.contains("'H") && trouble.contains("stays open"), "{trouble}");
}

/// The same mechanism so many times as large, in the same time.
pub(crate) fn enlarged(model: &Model, size: f64) -> Model {
    let mut model = model.clone();
    model.gravity = size * model.gravity;
    for body in &mut model.bodies {
        (body.position, body.velocity) = (size * body.position, size * body.velocity);
        body.inertia = Mat3(body.inertia.0.map(|row| row.map(|x| size * size * x)));
    }
    for joint in &mut model.joints {
        (joint.first.point, joint.second.point) = (size * joint.first.point, size * joint.second.point);
    }
    model
}

const SIZES: [f64; 3] = [1e-3, 1.0, 1e3];

#[test]
fn play_is_relative_to_the_size_of_the_mechanism() {
    for (exact, end) in mechanisms() {
        let meant = Plan::choose(&exact, &settings(end, "cartesian")).unwrap();
        for (misfit, seed) in MISFITS.iter().flat_map(|&m| (0..n_seeds()).map(move |seed| (m, 11 + seed))) {
            let model = disturbed(&exact, misfit, seed);
            for size in SIZES {
                let what = format!("{} of size {size:e} with a misfit of {misfit:e}, seed {seed}", exact.name);
                let plan = Plan::choose(&enlarged(&model, size), &settings(end, "cartesian"));
                let plan = plan.unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
                assert_eq!((plan.rank, plan.dof), (meant.rank, meant.dof), "{what}");
            }
        }
    }
}

#[test]
fn mechanisms_of_any_size_move_as_they_are_meant_to() {
    for (exact, end, misfit) in [(door(&[0.2, 1.8]), 0.5, 1e-4), (three_cranks(), 0.2, 1e-5)] {
        let model = disturbed(&exact, misfit, 11);
        let expected = places(&exact, &settings(end, "cartesian"));
        for size in SIZES {
            let settings = Settings { rtol: 1e-8, atol: 1e-8 * size, ..settings(end, "cartesian") };
            for (actual, expected) in places(&enlarged(&model, size), &settings).iter().zip(&expected) {
                for (x, y) in actual.iter().zip(expected) {
                    assert_close(*x / size, *y, 200.0 * misfit * exact.length_scale() + 1e-6, &exact.name);
                }
            }
        }
    }
}

/// A door on two hinges, the axis of the upper one turned by this angle; either all in frames of its bodies, or in the
/// world, where the joints close as the file places the door.
fn turned_door(angle: f64, in_world: bool) -> Model {
    let mut text = format!("gravity = [0.3, 0.0, -{G}]\n{}", body("door", [0.45, 0.0, 1.0], ""));
    for (name, z, tilt) in [("upper", 1.8, angle), ("lower", 0.2, 0.0)] {
        let axis = [tilt, 0.0, 1.0];
        let place = match in_world {
            true => format!("point = [0.0, 0.0, {z:?}]\naxis = {axis:?}\n"),
            false => format!(
                "first = {{ point = [0.0, 0.0, {z:?}], axis = {axis:?} }}\n\
                 second = {{ point = [-0.45, 0.0, {:?}], axis = [0.0, 0.0, 1.0] }}\n",
                z - 1.0
            ),
        };
        text += &format!("[[joints]]\nname = {name:?}\ntype = \"revolute\"\nbodies = [\"ground\", \"door\"]\n{place}");
    }
    parse(&text)
}

#[test]
fn angles_count_by_their_effect_at_the_size() {
    for size in [1e-3, 1e-2, 0.1, 1.0, 10.0, 1e3] {
        for in_world in [false, true] {
            let choose =
                |angle: f64| Plan::choose(&enlarged(&turned_door(angle, in_world), size), &settings(0.1, "cartesian"));
            for angle in [1e-6, 1e-5, 5e-5, 1e-4] {
                let plan = choose(angle).unwrap_or_else(|trouble| panic!("{size} m, {angle} rad: {trouble}"));
                assert_eq!(plan.dof, 1, "{size} m, {angle} rad");
            }
            for angle in [1e-3, 2e-3] {
                let told = match choose(angle) {
                    // Where all joints fit where it starts, it may be meant to stand still.
                    Ok(plan) if in_world => {
                        assert_eq!(plan.dof, 0, "{size} m, {angle} rad");
                        plan.notes(&turned_door(angle, in_world)).join("\n")
                    }
                    outcome => outcome.map(|plan| plan.dof).unwrap_err().to_string(),
                };
                assert!(
                    told.contains("er'") && told.contains("`--assembly-tolerance "),
                    "{size} m, {angle} rad: {told}"
                );
            }
        }
    }
}

/// Between what is play and what is refused there is nothing that stands still.
#[test]
fn play_beyond_the_tolerance_never_locks_a_mechanism() {
    for (exact, end) in mechanisms() {
        let dof = Plan::choose(&exact, &settings(end, "cartesian")).unwrap().dof;
        for (misfit, seed) in [2e-4, 5e-4].iter().flat_map(|&m| (0..2 * n_seeds()).map(move |seed| (m, 21 + seed))) {
            for size in SIZES {
                let model = enlarged(&disturbed(&exact, misfit, seed), size);
                match Plan::choose(&model, &settings(end, "cartesian")) {
                    Ok(plan) => assert_eq!(plan.dof, dof, "{} by {misfit:e}, seed {seed}, {size} m", exact.name),
                    Err(trouble) => assert!(trouble.to_string().contains("stays open by"), "{trouble}"),
                }
            }
        }
    }
}

#[test]
fn a_refusal_names_the_tolerance_that_helps() {
    for (angle, in_world) in [(1e-3, true), (1e-3, false), (3e-3, false)] {
        let model = turned_door(angle, in_world);
        let told = match Plan::choose(&model, &settings(0.1, "cartesian")) {
            Ok(plan) => plan.notes(&model).join(" "),
            Err(trouble) => trouble.to_string(),
        };
        let (_, advice) = told.split_once("`--assembly-tolerance ").unwrap();
        let advice = advice.split('`').next().unwrap_or_default();
        let assembly_tolerance = advice.parse().unwrap();
        let plan = Plan::choose(&model, &Settings { assembly_tolerance, ..settings(0.1, "cartesian") }).unwrap();
        assert_eq!(plan.dof, 1, "{told}");
    }
}

/// Points and axes in the world close where the file places the door; their play shows when it swings.
#[test]
fn the_misfit_of_joints_that_close_where_they_start_is_told() {
    for (model, unit, misfit) in [
        (turned_door(5e-5, true), "rad", 5e-5),
        (turned_door(5e-5, false), "rad", 5e-5),
        (
            {
                let mut model = turned_door(0.0, true);
                model.joints[0].first.point[0] += 1e-4;
                model.joints[0].second.point[0] += 1e-4;
                model
            },
            "m",
            1e-4,
        ),
    ] {
        let notes = Plan::choose(&model, &settings(0.1, "cartesian")).unwrap().notes(&model).join("\n");
        let told = notes.lines().find(|note| note.contains("play")).unwrap();
        assert!(told.contains("'upper'") && told.contains("'lower'"), "{told}");
        let words: Vec<&str> = told.split([' ', ';']).collect();
        let size: f64 = words[words.iter().position(|&word| word == unit).unwrap() - 1].parse().unwrap();
        assert!((0.5..2.0).contains(&(size / misfit)), "{told}");
    }
}

/// Two parallel hinges beside one another hold a body for good, exact or not.
#[test]
fn a_rigid_structure_stays_rigid() {
    let two = format!(
        "{}{}{}",
        body("plate", [0.5, 0.0, 0.0], ""),
        hinge("left", ["ground", "plate"], [0.0; 3], [-0.5, 0.0, 0.0]),
        hinge("right", ["ground", "plate"], [1.0, 0.0, 0.0], [0.5, 0.0, 0.0])
    );
    let exact = parse(&two);
    for misfit in [0.0, 1e-8, 1e-5] {
        let plan = Plan::choose(&disturbed(&exact, misfit, 5), &settings(0.1, "cartesian")).unwrap();
        assert_eq!((plan.rank, plan.dof), (6, 0), "misfit {misfit:e}");
    }
}

/// Cranks of 0.5 m at this angle, a coupler of 1 m and masses as users had them.
fn parallelogram(angle: f64, motion: &str) -> Model {
    let (s, c) = angle.sin_cos();
    let (tip, half) = ([0.5 * c, 0.5 * s], [0.25 * c, 0.25 * s]);
    let bar = |name: &str, mass: f64, inertia: f64, position: [f64; 2], angle: f64| {
        format!(
            "[[bodies]]\nname = \"{name}\"\nmass = {mass}\ninertia = {inertia}\n\
             position = {position:?}\nangle = {angle:?}\n"
        )
    };
    let pin = |name: &str, bodies: [&str; 2], at: [f64; 2], more: &str| {
        format!("[[joints]]\nname = \"{name}\"\ntype = \"revolute\"\nbodies = {bodies:?}\npoint = {at:?}\n{more}\n")
    };
    parse(
        &[
            format!("space = \"planar\"\ngravity = [0.0, -{G}]\n"),
            bar("crank", 1.0, 0.02, half, angle),
            bar("coupler", 2.0, 0.2, [tip[0] + 0.5, tip[1]], 0.0),
            bar("rocker", 1.0, 0.02, [half[0] + 1.0, half[1]], angle),
            pin("A", ["ground", "crank"], [0.0, 0.0], motion),
            pin("B", ["crank", "coupler"], tip, ""),
            pin("C", ["coupler", "rocker"], [tip[0] + 1.0, tip[1]], ""),
            pin("D", ["ground", "rocker"], [1.0, 0.0], ""),
        ]
        .concat(),
    )
}

/// Near its dead point a true equation looks like one with play; it is none.
#[test]
fn a_start_near_a_singular_position_is_not_taken_for_play() {
    for angle in [1e-3, 1e-5, 1e-7] {
        let model = parallelogram(angle, "");
        let plan = Plan::choose(&model, &settings(0.1, "cartesian")).unwrap();
        assert_eq!(plan.dof, 1, "angle {angle:e}");
        assert!(!plan.notes(&model).join("\n").contains("play"), "angle {angle:e}");
    }
}

/// A driven parallelogram passes its dead points, twice a turn, for ten seconds. The force along the rocker grows
/// without bound there: moments about B and about D give both components of the force at C,
///
/// ```text
///     F_y = m_c (g − ω² r sin φ)/2,    F_x sin φ = F_y cos φ + m_r g cos φ/2,
/// ```
///
/// with the crank at φ; so a row near a dead point has a large force that is no error.
#[test]
fn a_driven_parallelogram_passes_its_dead_points() {
    let model = parallelogram(std::f64::consts::FRAC_PI_2, "motion = \"-2*pi*t\"");
    for (formulation, tolerance) in [("cartesian", 1e-6), ("recursive", 1e-6), ("natural", 1e-5)] {
        let settings = Settings {
            end: 10.0,
            output_step: 0.007,
            formulation: formulation.parse().unwrap(),
            ..Settings::default()
        };
        let motion = run(&model, &settings);
        assert_close(motion.last("time"), 10.0, 0.0, formulation);
        let (rate, times) = (2.0 * std::f64::consts::PI, motion.times());
        for (t, [fx, fy]) in times.iter().zip(motion.columns(["C.fx", "C.fy"])) {
            let (s, c) = (std::f64::consts::FRAC_PI_2 - rate * t).sin_cos();
            let along_y = 0.5 * 2.0 * (G - rate * rate * 0.5 * s);
            let along_x = (along_y * c + 0.5 * G * c) / s;
            // At the dead point itself the forces are not unique.
            if s.abs() < 1e-3 {
                continue;
            }
            // The force on the rocker is the opposite.
            assert_close(fy, -along_y, tolerance * G, &format!("{formulation}, F_y at t = {t}"));
            assert_close(fx * s, -along_x * s, tolerance * 100.0, &format!("{formulation}, F_x sin φ at t = {t}"));
        }
    }
}
