//! The `linkwork` program.

use linkwork::LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> std::process::ExitCode {
    linkwork_cli::main()
}
