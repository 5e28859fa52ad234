//! The `linkwork` program.

fn main() -> std::process::ExitCode {
    linkwork_cli::main()
}
