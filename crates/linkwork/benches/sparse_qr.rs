//! Microseconds of one factorization of A = L⁻¹Gᵀ: `qr` along the mechanism's order beside the sparse QR of faer, which
//! finds an order by itself.
//!
//! `cargo bench -p linkwork --bench sparse_qr --features faer-sparse`. Printed is the best of several batches. `qr`
//! also makes A from G and M⁻¹, faer is handed its numbers; neither counts the symbolic work, which is done once. Both
//! have λ checked against the other.

use faer::linalg::solvers::SolveLstsqCore;
use faer::sparse::linalg::solvers::{Qr, SymbolicQr};
use faer::sparse::{SparseColMat, Triplet};
use faer::{Conj, Mat};
use linkwork::methods::{FormulationKind, SolverKind, StabilizationKind};
use linkwork::model::ModelFile;
use linkwork::parallel::Team;
use linkwork::reduced::ReducedSystem;
use linkwork::system::Constrained;
use linkwork::{Model, Plan, Settings, Space, gallery};
use std::time::{Duration, Instant};

/// A batch takes about this long, so that reading the clock costs nothing against it.
const BATCH: Duration = Duration::from_millis(50);
/// Enough that one of them is undisturbed.
const BATCHES: usize = 7;
/// Calls that take longer are not repeated.
const LONG: Duration = Duration::from_millis(500);
/// With more equations faer takes minutes.
const MOST_FOR_FAER: usize = 5000;

fn main() {
    println!("{:<28} {:>10} {:>12} {:>12} {:>8}", "model", "equations", "qr", "faer", "faer/qr");
    for bodies in [100, 300, 1000, 3000] {
        compare(&format!("chain of {bodies} in space"), gallery::chain(bodies, Space::Spatial));
    }
    for insulators in [50, 150, 500, 1500] {
        compare(&format!("insulators, m = {insulators}"), gallery::insulator(insulators));
    }
}

fn compare(name: &str, file: Result<ModelFile, String>) {
    let model: Model = file.expect("generators know these sizes").build().expect("they make models without faults");
    let (formulation, solver) = (FormulationKind::Cartesian.into(), SolverKind::Qr.into());
    let stabilization = StabilizationKind::None.into();
    let settings = Settings { formulation, solver, stabilization, end: 0.0, threads: 1, ..Settings::default() };
    let plan = Plan::choose(&model, &settings).expect("`qr` goes with all of them");
    let mut workspace = plan.make_workspace(&model).expect("the plan is for this model");
    workspace.update_constraints(plan.initial.time, &plan.initial.values);
    let ours = time(|| workspace.factor());

    let a = make_sparse(&workspace.equations.system);
    if a.ncols() > MOST_FOR_FAER {
        println!("{name:<28} {:>10} {:>12.1}", a.ncols(), 1e6 * ours);
        return;
    }
    let symbolic = SymbolicQr::try_new(a.symbolic()).expect("there is memory");
    let theirs = time(|| {
        std::hint::black_box(Qr::try_new_with_symbolic(symbolic.clone(), a.as_ref()).expect("there is memory"));
    });

    // E λ = Aᵀ y by both, for some y: the nearest A λ to it.
    let y = Mat::from_fn(a.nrows(), 1, |k, _| (k as f64).sin());
    let mut multipliers = (a.transpose() * &y).col(0).iter().copied().collect::<Vec<f64>>();
    workspace.solver.solve_in_place(&workspace.equations.system, &mut multipliers, &Team::alone());
    let mut nearest = y;
    let factor = Qr::try_new_with_symbolic(symbolic, a.as_ref()).expect("there is memory");
    factor.solve_lstsq_in_place_with_conj(Conj::No, nearest.as_mut());
    let largest = multipliers.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let off = multipliers.iter().enumerate().fold(0.0, |m: f64, (k, x)| m.max((x - nearest[(k, 0)]).abs()));
    assert!(off < 1e-6 * largest, "{name}: multipliers differ by {off:e} of {largest:e}");
    let [ours, theirs] = [ours, theirs].map(|seconds| 1e6 * seconds);
    println!("{name:<28} {:>10} {ours:>12.1} {theirs:>12.1} {:>8.1}", a.ncols(), theirs / ours);
}

/// Seconds of a call, the least of all batches.
fn time(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    call();
    if start.elapsed() > LONG {
        return start.elapsed().as_secs_f64();
    }
    let n = (BATCH.as_secs_f64() / start.elapsed().as_secs_f64()).clamp(1.0, 1e5) as u32;
    let batch = |_| {
        let start = Instant::now();
        (0..n).for_each(|_| call());
        start.elapsed().as_secs_f64() / f64::from(n)
    };
    (0..BATCHES).map(batch).fold(f64::INFINITY, f64::min)
}

/// A = CᵀGᵀ with M⁻¹ = C Cᵀ by body.
fn make_sparse(system: &ReducedSystem) -> SparseColMat<usize, f64> {
    let (pattern, mut entries) = (&system.pattern, Vec::new());
    let w = pattern.width();
    for node in 0..pattern.n_nodes() {
        let mut full = vec![0.0; w * w];
        system.inverse_mass.write_full(pattern, node, &mut full);
        let c = Mat::from_fn(w, w, |i, j| full[i * w + j]).llt(faer::Side::Lower).expect("masses are positive");
        for i in pattern.at_node(node) {
            for (k, row) in pattern.rows(i.block).enumerate() {
                for column in 0..w {
                    let entry: f64 = (column..w).map(|p| c.L()[(p, column)] * system.g(i, k, p)).sum();
                    entries.push(Triplet::new(node * w + column, row, entry));
                }
            }
        }
    }
    let (n, m) = (pattern.n_handles() * w, pattern.n_rows());
    SparseColMat::try_new_from_triplets(n, m, &entries).expect("places are inside")
}
