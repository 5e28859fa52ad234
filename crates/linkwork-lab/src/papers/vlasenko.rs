//! \[Vlasenko and Kasper\]: operations of the QR of A, written for the model, for the double insulator chain and the
//! manipulator.
//!
//! Ours is counted from the program that is generated, each of + − × ÷ √ and every change of sign as one. The bounds
//! for m = 4, 8 and 16 are what sparse Givens rotations with known numbers folded take, counted independently; beyond,
//! the growth is held to be linear.

use super::{Bound, Counts, Number, Published, Table};
use linkwork::methods::FormulationKind;
use linkwork::symbolic::{Count, Specialized};
use linkwork::{Model, Plan, Settings, gallery};

/// Authors and title.
pub const SOURCE: &str = "Vlasenko and Kasper, Implementation of the symbolic simplification for the calculation of accelerations of multibodies";

/// Insulators in a chain; what is printed for the paper's program; what ours may take.
const CHAINS: [(usize, Option<u64>, u64); 5] =
    [(4, Some(5899), 732), (8, Some(11651), 1532), (16, Some(23158), 3132), (32, None, 6332), (64, None, 12732)];
/// Printed for the manipulator, and what ours may take.
const MANIPULATOR: (u64, u64) = (34916, 5799);
/// Equations of the manipulator, and how many are independent.
const EQUATIONS: [u64; 2] = [51, 39];

/// Flops of R, ours beside those of the paper's program and of full matrices.
pub fn flops(published: &Published) -> Result<Table, String> {
    let mut table = Table {
        columns: &["flops"],
        beside: &["bound on flops", "all columns", "dense", "equations", "rank", "evaluation"],
        notes: vec![
            "the paper's own counts cannot be reproduced: its sizes and frames are not printed; sizes are ours".into(),
            "evaluation: flops of the one function from time and state to accelerations".into(),
        ],
        legend: "flops: of R of the QR of the independent columns of A = L⁻¹Gᵀ, which multipliers need; all columns: with the dependent ones and what is left of them, held to the same bound; dense: 3c²(n − c/3) for n × c, as the paper counts; bound on flops: ours again, held to a bound.",
        ..published.begin("printed")
    };
    for (m, printed, most) in CHAINS {
        let model = gallery::insulator(m)?.build().map_err(|faults| faults.to_string())?;
        let found = count(&model)?;
        add(&mut table, format!("insulator chain, m = {m}"), &found, (printed, most), [None, None]);
    }
    let text = gallery::find("manipulator").ok_or("the gallery has no manipulator")?;
    let model = Model::parse(&text, "manipulator.toml").map_err(|faults| faults.to_string())?;
    let exactly = EQUATIONS.map(|n| Some(Bound::exactly(n)));
    add(&mut table, "manipulator".into(), &count(&model)?, (Some(MANIPULATOR.0), MANIPULATOR.1), exactly);
    Ok(table)
}

/// Counts of a model.
struct Counted {
    triangle: usize,
    whole: usize,
    evaluation: usize,
    /// Rows and columns of A, and its rank.
    sizes: [usize; 3],
}

fn count(model: &Model) -> Result<Counted, String> {
    let settings = Settings { formulation: FormulationKind::Cartesian.into(), ..Settings::default() };
    let plan = Plan::choose(model, &settings).map_err(|trouble| trouble.to_string())?;
    let specialized = Specialized::of(model, &plan)?;
    let triangle = specialized.triangle(model);
    // Without dependent columns it is the same.
    let whole = if specialized.left_out.is_empty() { triangle.clone() } else { specialized.whole_triangle(model).0 };
    let n = model.n_bodies() * model.freedoms_per_body();
    Ok(Counted {
        triangle: Count::of(&triangle).flops(),
        whole: Count::of(&whole).flops(),
        evaluation: Count::of(&specialized.evaluation).flops(),
        sizes: [n, model.n_equations(), specialized.kept.len()],
    })
}

fn add(
    table: &mut Table,
    label: String,
    found: &Counted,
    (printed, most): (Option<u64>, u64),
    exactly: [Option<Bound>; 2],
) {
    let number = |n: usize| Number::from(n as u64);
    let [n, c, rank] = found.sizes;
    let dense = (3 * c * c * n - c * c * c) as u64;
    let counts = Counts {
        printed: vec![printed.map(Number::from)],
        ours: vec![number(found.triangle)],
        beside: vec![
            number(found.triangle),
            number(found.whole),
            dense.into(),
            number(c),
            number(rank),
            number(found.evaluation),
        ],
        bounds: vec![Some(Bound::at_most(most)), Some(Bound::at_most(most)), None, exactly[0], exactly[1], None],
    };
    table.add(label, counts, &["flops".to_string()]);
}
