//! Programs against the expressions they were made from, and their derivatives against differences.
