//! `linkwork-mpi` under `mpirun`, from outside: on 1, 2 and 4 processes it leaves the files of a run in one process,
//! byte for byte; it ends in good order when asked to; and when a process is lost, a restart on any number of processes
//! leads to the result of the run that lost none.

mod bits;
mod endings;
mod harness;
mod memory;
mod traffic;
