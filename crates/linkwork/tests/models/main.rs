//! Whole models, one file a subject: what they compute, what is said of wrong ones, and what the documents show of them. One program for all
//! of them, because each would be linked by itself, and because its tests share the processors to the last.

mod agreement;
mod andrews;
mod assembly;
mod checkpoint_texts;
mod checkpoints;
mod closed_forms;
mod columns;
mod conservation;
mod convergence;
mod cyclic;
mod definition_order;
mod docs_snippets;
mod extended_precision;
mod forces_and_drivers;
mod gallery_models;
mod gallery_runs;
mod initial_coordinates;
mod locks;
mod methods;
mod misuse;
mod motion;
mod multiscale;
mod natural;
mod nets;
mod parser_fuzz;
mod partitioning;
mod pcg;
mod point_curve;
mod processes;
mod random_mechanisms;
mod recursive;
mod switches;
mod threads;
mod wrong_models;
