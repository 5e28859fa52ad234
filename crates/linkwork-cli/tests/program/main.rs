//! The program from outside: what it prints where, which files it leaves, with which code it ends.

mod harness;

mod bench;
mod commands;
mod compare;
mod documents;
mod editors;
mod exports;
mod gallery;
mod interrupts;
mod pages;
mod parameters;
mod plots;
mod programs;
mod restarts;
mod results;
mod serving;
mod wrong_models;
