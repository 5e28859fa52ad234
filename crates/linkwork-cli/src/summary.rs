//! The summary of a run for people: what was simulated, how, at what cost, how well, what to know, and where it is.

use std::fmt::Write;
use std::path::Path;

use linkwork::{Model, Space, Summary};

use crate::printing::{HEADING, WARNING, styled};

/// The text, ending in a line break.
pub fn describe(model: &Model, chosen: &str, summary: &Summary, results: &Path, page: Option<&Path>) -> String {
    let mut text = styled(HEADING, headline(model, summary).trim_end()) + "\n";
    for line in chosen.lines() {
        text += &format!("  {line}\n");
    }
    text += &cost(summary);
    text += &program(summary);
    text += &scales(summary);
    text += &processes(summary);
    text += &quality(model, summary);
    text += &stop(summary);
    text += &restart(summary);
    for warning in &summary.warnings {
        text += &format!("{} {warning}\n", styled(WARNING, "warning:"));
    }
    text += &format!("Results: {}\n", results.display());
    if let Some(page) = page {
        text += &format!("To see it move, open {}\n", page.display());
    }
    text
}

/// The model that was simulated, in one line.
pub fn headline(model: &Model, summary: &Summary) -> String {
    let space = match model.space {
        Space::Planar => "planar",
        Space::Spatial => "spatial",
    };
    let mut text = format!(
        "{}: {}, {}, {space}; {}",
        summary.model,
        counted(summary.bodies, "body", "bodies"),
        counted(summary.joints, "joint", "joints"),
        counted(summary.dof, "degree of freedom", "degrees of freedom"),
    );
    if summary.redundant > 0 {
        let _ = write!(text, "; {} of {} constraint equations redundant", summary.redundant, summary.equations);
    }
    text + "\n"
}

fn cost(summary: &Summary) -> String {
    // A run that ended early may have stopped at a time of seventeen digits.
    let time = Some(summary.time.to_string()).filter(|digits| digits.len() <= 8);
    let time = time.unwrap_or_else(|| three_digits(summary.time));
    let mut text = format!("{time} s simulated in {}", counted(summary.steps, "step", "steps"));
    if summary.rejected > 0 {
        let _ = write!(text, " ({} rejected)", summary.rejected);
    }
    if summary.repartitions > 0 {
        let _ = write!(text, ", {}", counted(summary.repartitions, "repartition", "repartitions"));
    }
    let each = seconds(summary.seconds_per_evaluation);
    let _ = write!(text, ", {} of {each}", counted(summary.evaluations, "evaluation", "evaluations"));
    let _ = write!(text, "; {} in all", seconds(summary.wall_seconds));
    if summary.time > 0.0 && summary.wall_seconds > 0.0 {
        let _ = write!(text, ", {} × real time", three_digits(summary.time / summary.wall_seconds));
    }
    text += "\n";
    if let (Some(solves), Some(iterations), Some(refreshes)) =
        (summary.solver_solves, summary.solver_iterations, summary.solver_refreshes)
    {
        let each = three_digits(iterations as f64 / solves.max(1) as f64);
        let factors = counted(refreshes, "factor", "factors");
        text += &format!("{}, {each} iterations each, {factors}\n", counted(solves, "system solved", "systems solved"));
    }
    text
}

/// The program that evaluated, and how often it did not.
fn program(summary: &Summary) -> String {
    let (Some(operations), Some(took)) = (summary.operations, summary.compile_seconds) else { return String::new() };
    let left = match summary.unspecialized_evaluations {
        None | Some(0) => String::new(),
        Some(n) => format!("; {} without it, near singular positions", counted(n, "evaluation", "evaluations")),
    };
    let operations = counted(operations, "operation", "operations");
    format!("Evaluated by a program of {operations}, made in {}{left}\n", seconds(took))
}

/// Micro steps beside macro steps, and what to expect of the result.
fn scales(summary: &Summary) -> String {
    let Some(scales) = &summary.scales else { return String::new() };
    if scales.micro_steps == 0 {
        return String::new();
    }
    format!(
        "{} in {} of {}; a macro step is as long as {} of them; expect positions to about {:.0e} of the mechanism's size\n",
        counted(scales.micro_steps, "micro step", "micro steps"),
        counted(scales.micro_windows, "window", "windows"),
        seconds(scales.micro_window),
        three_digits(scales.step_ratio),
        scales.unbalanced
    )
}

/// Who shared the work, and what each needed for it.
fn processes(summary: &Summary) -> String {
    let Some(n) = summary.ranks else { return String::new() };
    let memory = match &summary.memory_per_rank {
        Some(bytes) if !bytes.is_empty() => {
            let megabytes: Vec<String> = bytes.iter().map(|b| three_digits(*b as f64 / 1e6)).collect();
            format!(", with {} MB", megabytes.join(", "))
        }
        _ => String::new(),
    };
    format!("On {}{memory}\n", counted(n, "process", "processes"))
}

fn quality(model: &Model, summary: &Summary) -> String {
    let (balance, residual) = (summary.energy_balance, summary.max_residual);
    let energy = match model.may_change_energy() {
        true => format!("Energy balance {balance:.2e} (relative error of energy less work)"),
        false => format!("Energy drift {:.2e} (relative)", summary.energy_drift),
    };
    format!("{energy}, largest constraint residual {residual:.2e}\n")
}

/// Why the run ended before its end time, where the model wanted it to.
fn stop(summary: &Summary) -> String {
    let Some(condition) = &summary.stopped else { return String::new() };
    format!("Stopped at t = {} s, where {condition}\n", summary.time)
}

/// From where the run went on, and what the trajectory begins with.
fn restart(summary: &Summary) -> String {
    let (Some(time), Some(kept)) = (summary.restarted_at, summary.rows_kept) else { return String::new() };
    let rows = match kept {
        0 => "its rows were not found in the folder, so the trajectory begins after it".to_string(),
        1 => "its one row is kept".to_string(),
        n => format!("its {n} rows are kept"),
    };
    format!("Restarted at t = {time} s of an earlier run; {rows}\n")
}

/// A number with its noun.
pub fn counted(n: impl TryInto<u64>, one: &str, many: &str) -> String {
    let n: u64 = n.try_into().unwrap_or(u64::MAX);
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A duration with three digits in the unit that suits it.
pub fn seconds(s: f64) -> String {
    let (value, unit) = match s {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A number that is zero or greater with about three digits.
pub fn three_digits(x: f64) -> String {
    match x {
        x if x >= 1e6 => format!("{x:.2e}"),
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 10.0 => format!("{x:.1}"),
        x if x >= 0.1 => format!("{x:.2}"),
        x if x > 0.0 => format!("{x:.2e}"),
        _ => "0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits() {
        assert_eq!(seconds(0.0), "0 ns");
        assert_eq!(seconds(3.21e-6), "3.21 µs");
        assert_eq!(seconds(0.0456), "45.6 ms");
        assert_eq!(seconds(123.4), "123 s");
    }

    #[test]
    fn numbers_of_any_size_stay_short() {
        let shown = [0.0, 1.234e-5, 0.1234, 12.34, 1234.4, 1.2345e9].map(three_digits);
        assert_eq!(shown, ["0", "1.23e-5", "0.12", "12.3", "1234", "1.23e9"]);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1u64, "step", "steps"), "1 step");
        assert_eq!(counted(0u64, "step", "steps"), "0 steps");
    }
}
