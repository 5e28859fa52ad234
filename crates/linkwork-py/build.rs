//! Builds nothing. A build script has build dependencies, by which pip asks for the same features of shared crates as
//! the whole workspace does: what `./check` has built is then not built again for Python.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
