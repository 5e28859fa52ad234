//! The price of a factor of E, in iterations of the conjugate gradients: from the pattern alone, before any number is
//! computed.

use crate::reduced::Pattern;
use crate::topology::FilledPattern;

/// Multiplications of a factorization over those of an iteration, that is of one product with E and one substitution.
pub(crate) fn calc_price(pattern: &Pattern, filled: &FilledPattern) -> f64 {
    let (elimination, substitution) = count_elimination(pattern, filled);
    let iteration = (substitution + count_product(pattern)).max(1.0);
    (elimination + count_assembly(pattern)) / iteration
}

/// Operations of eliminating all joints, and of one forward and backward substitution.
fn count_elimination(pattern: &Pattern, filled: &FilledPattern) -> (f64, f64) {
    // Beyond the joints there are welds between pieces of bodies.
    let rows = |position: usize| match filled.order[position] {
        block if block < pattern.n_blocks() => pattern.n_rows_of(block) as f64,
        _ => pattern.width() as f64,
    };
    let (mut elimination, mut substitution) = (0.0, 0.0);
    for k in 0..filled.n() {
        let m = rows(k);
        let (mut w, mut squares) = (0.0, 0.0);
        for &i in filled.column(k) {
            let size = rows(i as usize);
            w += size;
            squares += size * size;
        }
        // As in `topology::cost`: the update of what remains, solves with the diagonal block, and that block itself.
        elimination += m * (w * w + squares) / 2.0 + m * m * w + m * m * m / 6.0;
        substitution += 2.0 * m * w + m * m;
    }
    (elimination, substitution)
}

/// Operations of forming E: G M⁻¹ by incidence, then its products with all G at the same node, one of each two alike.
fn count_assembly(pattern: &Pattern) -> f64 {
    let width = pattern.width() as f64;
    let of_node = |node: usize| {
        let (mut sum, mut squares) = (0.0, 0.0);
        for incidence in pattern.at_node(node) {
            let m = pattern.n_rows_of(incidence.block) as f64;
            sum += m;
            squares += m * m;
        }
        width * (sum * sum + squares) / 2.0 + 2.0 * width * sum
    };
    (0..pattern.n_nodes()).map(of_node).sum()
}

/// Operations of E d: all of G twice, and M⁻¹.
fn count_product(pattern: &Pattern) -> f64 {
    let n_loads = pattern.n_handles() * pattern.width();
    (2 * pattern.n_entries() + 2 * n_loads) as f64
}
