//! The native part of the Python package `linkwork`: models read, simulated and looked at without the interpreter's
//! lock. Everything that users see of it is written in Python, in `python/linkwork`; this module is private to it.

#![allow(non_snake_case)] // Matrices and frames keep their letters of the theory: R_WB.

mod core;
mod errors;
mod functions;
mod mechanics;
mod results;
mod run;
mod signals;
mod snapshot;
mod stepper;

/// Models, runs and mechanics for the package `linkwork`.
#[pyo3::pymodule]
mod _linkwork {
    #[pymodule_export]
    use crate::core::Core;
    #[pymodule_export]
    use crate::functions::{gallery_list, gallery_text, generate, schema, setting_names, to_json, version};
    #[pymodule_export]
    use crate::mechanics::Mechanics;
    #[pymodule_export]
    use crate::results::{page, read_results, save};
    #[pymodule_export]
    use crate::run::{Run, run};
    #[pymodule_export]
    use crate::snapshot::Snapshot;
    #[pymodule_export]
    use crate::stepper::Stepper;
}
