//! The order of `--help`: first the options that every user needs, then methods, then those of experts, whatever
//! struct they come from.

use clap::{Arg, Command};

/// In this order before all others.
const COMMON: [&str; 7] = ["end", "output", "output_step", "rtol", "atol", "threads", "format"];
const METHODS: [&str; 6] = ["formulation", "solver", "integrator", "stabilization", "step", "specialize"];
const EXPERT: [&str; 17] = [
    "assembly_tolerance",
    "adams_order",
    "baumgarte_rate",
    "order",
    "split",
    "parts",
    "smallest_part",
    "cut",
    "preconditioner",
    "relaxation",
    "start",
    "multiscale",
    "stiffness",
    "cyclic_limit",
    "scale",
    "latency",
    "bandwidth",
];

/// The same command with its options in order, and those of its subcommands.
pub fn arrange(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    // Figures have a scale and a format, but no methods.
    let is_simulated = command.get_arguments().any(|arg| arg.get_id() == "formulation");
    let command = if is_simulated { command.mut_args(place) } else { command };
    names.iter().fold(command, |command, name| command.mut_subcommand(name, arrange))
}

fn place(arg: Arg) -> Arg {
    let place = |list: &[&str]| list.iter().position(|id| arg.get_id() == id);
    match (place(&COMMON), place(&METHODS), place(&EXPERT)) {
        (Some(k), _, _) => arg.display_order(k),
        (_, Some(k), _) => arg.display_order(k).help_heading("Methods"),
        (_, _, Some(k)) => arg.display_order(k).help_heading("Expert options"),
        _ if arg.is_positional() => arg,
        // As they are declared, behind the common ones.
        _ => arg.display_order(COMMON.len()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn help_shows_common_options_first_then_methods_then_those_of_experts() {
        let mut command = arrange(crate::Cli::command());
        for (name, last_common) in
            [("run", "--quiet"), ("analyze", "--quiet"), ("compare", "--limit"), ("view", "--pace")]
        {
            let help = command.find_subcommand_mut(name).unwrap().render_help().to_string();
            let marks =
                ["\nOptions:\n", "--end", last_common, "\nMethods:\n", "--solver", "\nExpert options:\n", "--cut"];
            let places: Vec<usize> =
                marks.iter().map(|m| help.find(m).unwrap_or_else(|| panic!("{m} in {help}"))).collect();
            assert!(places.is_sorted(), "{name}: {places:?} in {help}");
        }
    }

    #[test]
    fn every_arranged_option_exists_and_output_has_one_letter() {
        let command = crate::Cli::command();
        let known = |id: &str| {
            let mut subcommands = command.get_subcommands();
            subcommands.any(|sub| sub.get_arguments().any(|arg| arg.get_id() == id))
        };
        let unknown: Vec<&str> =
            [&COMMON[..], &METHODS, &EXPERT].concat().into_iter().filter(|id| !known(id)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        for sub in command.get_subcommands().flat_map(|sub| sub.get_subcommands().chain([sub])) {
            for arg in sub.get_arguments().filter(|arg| arg.get_id() == "output") {
                assert_eq!(arg.get_short(), Some('o'), "{}", sub.get_name());
            }
        }
    }
}
