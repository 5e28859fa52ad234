//! Damping: what is factored is E + ε² D with the diagonal D of E, so that no pivot vanishes and no equation has to be
//! called dependent or not.
//!
//! Refinement with E itself (see [`refinement`](super::refinement)) takes back what ε² does to equations that are
//! clearly independent. A direction of E with eigenvalue σ², relative to its diagonal, is solved up to
//!
//! ```text
//!     (ε² / (σ² + ε²))^(1 + refinements),                                                              (1)
//! ```
//!
//! nothing for σ ≫ ε, all of it for σ ≪ ε, and in between it follows σ smoothly [iterated Tikhonov regularization:
//! Engl, Hanke & Neubauer, Regularization of Inverse Problems, 5.1]. So a mechanism passes a singular position by its
//! inertia, whatever round-off says there. Multipliers without effect on the motion are small, but not zero to many
//! digits.

use super::domain::Domain;
use super::layout::WELD;
use crate::singular::DAMPING;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a damped system is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Damped {
    /// Independent equations among its rows, as they were counted before: a damped factor does not tell.
    pub rank: usize,
}

impl Domain {
    /// Adds ε² D to columns of E that are assembled. Welds between pieces of a body stay exact.
    pub(super) fn damp(&mut self, columns: Range<usize>) {
        let Domain { layout, blocks, pivots, .. } = self;
        for column in layout.columns()[columns].iter().filter(|column| column.original_row != WELD) {
            let (start, m) = (column.start as usize, column.rows as usize);
            for (i, measure) in pivots[column.first_row as usize..][..m].iter().enumerate() {
                // An equation without coefficients gets a pivot as well.
                blocks[start + i * (m + 1)] += if *measure > 0.0 { DAMPING * measure } else { 1.0 };
            }
        }
    }
}
