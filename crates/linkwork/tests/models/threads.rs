//! Threads change nothing: every model of the gallery with every solver, and generated models large enough to be
//! divided, give the same rows and the same final state, bit for bit, with one, two, three and eight threads. Into how
//! many parts the elimination is divided is a matter of the plan: that changes the order of sums, so motions agree to
//! round-off.

use crate::motion::{Motion, from_gallery, largest_difference, run};
use linkwork::methods::{FormulationKind, SolverKind, Word};
use linkwork::model::ModelFile;
use linkwork::parallel::Team;
use linkwork::{Model, Settings, Space, Summary, gallery};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;
use std::time::Duration;

/// One, as many as parts at least, a number that divides nothing evenly, more than there are cores or parts.
const THREADS: [usize; 4] = [1, 2, 3, 8];

fn generated(file: Result<ModelFile, String>) -> Model {
    file.unwrap_or_else(|fault| panic!("{fault}")).build().unwrap_or_else(|faults| panic!("{faults}"))
}

/// A few short steps: three, with rows at the first and the last.
fn few_steps(solver: &str, stabilization: &str) -> Settings {
    Settings {
        solver: solver.parse().unwrap(),
        integrator: "rk4".parse().unwrap(),
        stabilization: stabilization.parse().unwrap(),
        end: 3e-3,
        output_step: 3e-3,
        step: 1e-3,
        ..Settings::default()
    }
}

/// Everything in a run that must not depend on threads: the rows by their bits, the hash of the final state, what was
/// counted.
fn trace(motion: &Motion) -> (Vec<Vec<u64>>, &str, [u64; 4], Option<u64>) {
    let s = &motion.summary;
    let rows = motion.memory.rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect();
    (rows, &s.state_hash, [s.steps, s.rejected, s.evaluations, s.repartitions], s.solver_iterations)
}

/// Runs with each number of threads, compares with one thread, and returns the run of one.
fn run_with_all_threads(model: &Model, settings: &Settings) -> Motion {
    let [alone, others @ ..] = THREADS.map(|threads| run(model, &Settings { threads, ..settings.clone() }));
    let what = format!("{}, {}, {}", model.name, settings.solver, settings.stabilization);
    assert_eq!(alone.summary.threads, 1);
    for other in &others {
        let threads = other.summary.threads;
        assert!(THREADS[1..].contains(&threads), "{what}: {threads} threads");
        assert_eq!(other.summary.state_hash, alone.summary.state_hash, "{what}: the state with {threads} threads");
        assert!(trace(other) == trace(&alone), "{what}: rows or counts with {threads} threads");
    }
    alone
}

/// A model that is divided, with the direct and the iterative solvers and each of these stabilizations.
fn check_divided(model: &Model, stabilizations: &[&str]) {
    for solver in ["elimination", "pcg", "relaxation"] {
        for stabilization in stabilizations {
            let motion = run_with_all_threads(model, &few_steps(solver, stabilization));
            let Summary { parts, steps, max_residual, .. } = motion.summary;
            assert!(parts > 1, "{} has one part", model.name);
            assert_eq!(steps, 3, "{}", model.name);
            // A motion that has gone astray would prove little.
            assert!(max_residual < 1e-9, "{}, {solver}, {stabilization}: {max_residual:.1e} m", model.name);
        }
    }
}

#[test]
fn gallery_models_have_the_same_bits_with_every_solver() {
    for entry in gallery::list() {
        let model = from_gallery(entry.name);
        // `multiscale` has no solver; its own tests compare its bits.
        for formulation in FormulationKind::ALL.iter().filter(|&&kind| kind != FormulationKind::Multiscale) {
            for solver in SolverKind::ALL {
                let words =
                    Settings { formulation: (*formulation).into(), solver: (*solver).into(), ..Settings::default() };
                let motion = run_with_all_threads(&model, &Settings { end: 0.05, output_step: 0.02, ..words });
                assert_eq!(motion.memory.rows.len(), 4, "{}", entry.name);
            }
        }
    }
}

#[test]
fn a_spatial_chain_has_the_same_bits() {
    check_divided(&generated(gallery::chain(1200, Space::Spatial)), &["partitioning", "projection"]);
}

/// Levels of joints, and blocks with their separators by levels.
#[test]
fn levels_and_blocks_have_the_same_bits() {
    let chain = generated(gallery::chain(1200, Space::Spatial));
    let track = generated(gallery::track(1600));
    for (model, limit, parts) in [(&chain, 1, 0), (&chain, 100, 0), (&chain, 2, 5), (&track, 4, 0), (&track, 0, 6)] {
        let words = Settings { cyclic_limit: limit, parts, ..few_steps("cyclic", "projection") };
        let Summary { parts, levels, max_residual, .. } = run_with_all_threads(model, &words).summary;
        assert!(parts > 1 && levels > Some(0), "{}: {parts} parts, {levels:?} levels", model.name);
        assert!(max_residual < 1e-9, "{}: {max_residual:.1e} m", model.name);
    }
}

#[test]
fn a_planar_chain_has_the_same_bits() {
    check_divided(&generated(gallery::chain(1200, Space::Planar)), &["partitioning", "projection"]);
}

/// The hub is divided into pieces.
#[test]
fn a_star_has_the_same_bits() {
    check_divided(&generated(gallery::star(400)), &["partitioning", "projection"]);
}

/// Loops, fill, and a rank that is lost: the net starts taut, and so large a one soon stops at another singular
/// position. What is compared is its first evaluation, reactions included.
#[test]
fn a_net_has_the_same_bits() {
    let model = generated(gallery::net(20));
    for solver in ["elimination", "pcg"] {
        let motion = run_with_all_threads(&model, &Settings { end: 0.0, ..few_steps(solver, "baumgarte") });
        assert!(motion.summary.parts > 1);
        assert_eq!(motion.summary.evaluations, 1);
        assert!(motion.summary.rank < motion.summary.equations, "the net is taut");
    }
}

#[test]
fn four_bars_have_the_same_bits() {
    check_divided(&generated(gallery::four_bars(400, Space::Planar)), &["partitioning", "projection"]);
}

/// Hundreds of force elements, and a wheel with hundreds of them.
#[test]
fn a_track_has_the_same_bits() {
    check_divided(&generated(gallery::track(1600)), &["partitioning", "projection"]);
}

/// Parts of a recursion: trees that are cut, and trees with loops in groups.
#[test]
fn parts_of_a_recursion_have_the_same_bits() {
    let chain = generated(gallery::chain(1200, Space::Spatial));
    let flat = generated(gallery::chain(1200, Space::Planar));
    let four_bars = generated(gallery::four_bars(400, Space::Planar));
    for (model, parts) in [(&chain, 4), (&flat, 3), (&four_bars, 0)] {
        for solver in ["elimination", "pcg", "relaxation"] {
            let words = Settings {
                formulation: "recursive".parse().unwrap(),
                parts,
                smallest_part: 1,
                ..few_steps(solver, "projection")
            };
            let motion = run_with_all_threads(model, &words);
            assert!(motion.summary.parts >= parts.max(1) && motion.summary.steps == 3, "{}", model.name);
            assert!(motion.summary.max_residual < 1e-9, "{}: {:.1e} m", model.name, motion.summary.max_residual);
        }
    }
}

/// Adaptive steps and rows between them.
#[test]
fn adaptive_steps_have_the_same_bits() {
    // Joint coordinates, which `auto` takes, have parts where these are asked for.
    let formulation = "cartesian".parse().unwrap();
    let settings = Settings { formulation, end: 5e-3, output_step: 1e-3, ..Settings::default() };
    let motion = run_with_all_threads(&generated(gallery::chain(1200, Space::Planar)), &settings);
    assert!(motion.summary.parts > 1);
    assert_eq!(motion.memory.rows.len(), 6);
}

/// Largest difference of two rows in the channels that `which` takes, and the largest number in them.
fn compare_rows(a: &Motion, b: &Motion, row: usize, which: impl Fn(&str) -> bool) -> (f64, f64) {
    let taken = |motion: &Motion| -> Vec<f64> {
        let row = motion.memory.rows[row].iter().zip(&motion.memory.channels);
        row.filter(|(_, channel)| which(channel)).map(|(x, _)| *x).collect()
    };
    let (a, b) = (taken(a), taken(b));
    (largest_difference(&a, &b), a.iter().fold(0.0, |m, x| x.abs().max(m)))
}

/// Sums are taken in another order, so accelerations and reactions change by some last bits of the largest of them, and
/// three steps of a millisecond leave nothing but the round-off of the coordinates themselves. A hub in pieces
/// amplifies round-off by what hangs on a piece over its mass: for four hundred arms of a kilogram on five kilograms,
/// shared by nine levels of pieces, up to 700.
#[test]
fn parts_change_the_motion_by_round_off_only() {
    let cases =
        [(gallery::star(400), 3e-3, 700.0), (gallery::track(1600), 3e-3, 100.0), (gallery::net(20), 0.0, 100.0)];
    for (file, end, last_bits) in cases {
        let model = generated(file);
        let settings = Settings { end, ..few_steps("elimination", "projection") };
        let [two, eight] = [2, 8].map(|parts| run_with_all_threads(&model, &Settings { parts, ..settings.clone() }));
        assert!(two.summary.parts < eight.summary.parts, "{}: {} parts", model.name, eight.summary.parts);
        for row in 0..two.memory.rows.len() {
            let (off, size) = compare_rows(&two, &eight, row, |_| true);
            assert!(off <= last_bits * f64::EPSILON * size, "{}: {off:.1e} of {size:.1e}", model.name);
            let is_position = |channel: &str| [".x", ".y", ".z"].iter().any(|end| channel.ends_with(end));
            let (off, size) = compare_rows(&two, &eight, row, is_position);
            assert!(off <= 4.0 * f64::EPSILON * size, "{}: {off:.1e} m of {size:.1e} m", model.name);
        }
    }
}

thread_local! {
    static TEAM: Rc<Team> = Rc::new(Team::new(3));
}

/// By a thread-local variable a task can reach the team that does it.
#[test]
fn a_team_entered_again_from_its_own_work_does_that_on_the_calling_thread() {
    let caller = thread::current().id();
    let add_one = |numbers: &mut Vec<usize>| {
        if thread::current().id() == caller {
            let mut boxes: Vec<Box<usize>> = numbers.iter().map(|n| Box::new(*n)).collect();
            TEAM.with(Rc::clone).for_each(&mut boxes, |n| **n += 1);
            numbers.iter_mut().zip(boxes).for_each(|(n, boxed)| *n = *boxed);
        } else {
            numbers.iter_mut().for_each(|n| *n += 1);
        }
    };
    for _ in 0..1000 {
        let mut tasks: Vec<Vec<usize>> = (0..40).map(|k| vec![k; 20]).collect();
        TEAM.with(Rc::clone).for_each(&mut tasks, add_one);
        assert!(tasks.iter().enumerate().all(|(k, numbers)| *numbers == [k + 1; 20]));
    }
}

/// Panics again when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        assert!(thread::panicking(), "on purpose, in a destructor");
    }
}

#[test]
fn a_panic_whose_payload_panics_when_dropped_does_not_keep_the_caller_waiting() {
    let (team, caller) = (Team::new(2), thread::current().id());
    let mut tasks = [0; 64];
    let panic_elsewhere = |_: &mut i32| {
        thread::sleep(Duration::from_millis(1));
        if thread::current().id() != caller {
            std::panic::panic_any(Grenade);
        }
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| team.for_each(&mut tasks, panic_elsewhere)));
    assert_eq!(outcome.unwrap_err().downcast_ref(), Some(&"a task panicked in another thread"));
    team.for_each(&mut tasks, |t| *t += 1);
    assert_eq!(tasks, [1; 64]);
}
