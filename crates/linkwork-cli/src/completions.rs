//! `linkwork completions SHELL`: what a shell needs to complete commands and options, on standard output.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::printing::print_plain;

/// Options of `linkwork completions`.
#[derive(Args, Debug)]
#[command(after_help = "For example: linkwork completions bash > ~/.local/share/bash-completion/completions/linkwork")]
pub struct CompletionsOptions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// When standard output does not take it.
pub fn completions(options: &CompletionsOptions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut crate::Cli::command(), "linkwork", &mut script);
    print_plain(&String::from_utf8_lossy(&script))
}
