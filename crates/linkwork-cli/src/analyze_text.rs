//! An analysis for engineers: how the mechanism can move, what is redundant, how it will be simulated; what
//! elimination costs for those who ask.

use std::fmt::Write;

use linkwork::Plan;
use linkwork_lab::analysis::{Analysis, MassProperties, OrderCost};

use crate::printing::{HEADING, WARNING, styled};
use crate::summary::counted;

/// The text, ending in a line break.
pub fn describe(analysis: &Analysis, plan: &Plan, is_verbose: bool) -> String {
    let Analysis { model, space, .. } = analysis;
    let mut text = styled(HEADING, &format!("{model} ({space})")) + "\n";
    text += &mobility(analysis);
    text += &redundancy(analysis);
    text += &mass_properties(analysis);
    text += &section("How it will be simulated");
    plan.to_string().lines().for_each(|line| text += &format!("  {line}\n"));
    if is_verbose {
        text += &elimination(analysis);
    }
    if !analysis.warnings.is_empty() {
        text.push('\n');
    }
    for warning in &analysis.warnings {
        text += &format!("{} {warning}\n", styled(WARNING, "note:"));
    }
    if let Some(scale) = &analysis.scale {
        text += &format!("\n{}\n", scale.to_string().trim_end());
    }
    text
}

fn section(heading: &str) -> String {
    format!("\n{}\n", styled(HEADING, heading))
}

/// Mass, centre and inertia of bodies that are filled with a density; many of them only in JSON.
fn mass_properties(analysis: &Analysis) -> String {
    const MOST: usize = 40;
    let all = &analysis.mass_properties;
    if all.is_empty() {
        return String::new();
    }
    let list = |numbers: &[f64]| numbers.iter().map(|x| six_digits(*x)).collect::<Vec<_>>().join(", ");
    let mut text = section("Mass of the shapes");
    for MassProperties { body, mass, center, inertia } in all.iter().take(MOST) {
        let (mass, center, inertia) = (six_digits(*mass), list(center), list(inertia));
        let _ = writeln!(text, "  {body}: {mass} kg, centre [{center}] m, inertia [{inertia}] kg·m²");
    }
    if all.len() > MOST {
        let _ = writeln!(text, "  … and {} more, see --json", all.len() - MOST);
    }
    text
}

fn six_digits(x: f64) -> String {
    let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
    // Round-off beside numbers of usual size.
    if rounded.abs() < 1e-15 { "0".into() } else { rounded.to_string() }
}

/// Bodies, joints and forces, degrees of freedom, loops and equations.
fn mobility(analysis: &Analysis) -> String {
    let Analysis { bodies, joints, forces, equations, rank, dof, redundant, loops, islands, floating, .. } = analysis;
    let each = if *equations == 0 {
        "none".into()
    } else if *redundant == 0 {
        format!("{equations}, all independent")
    } else {
        format!("{equations}, {rank} of them independent, {redundant} redundant")
    };
    let bodies = counted(*bodies, "body", "bodies");
    let parts = format!("{bodies}, {}, {}", counted(*joints, "joint", "joints"), counted(*forces, "force", "forces"));
    let lines = [
        ("consists of", parts),
        ("degrees of freedom", dof.to_string()),
        ("closed loops", loops.to_string()),
        ("constraint equations", each),
    ];
    let mut text = String::new();
    for (what, value) in lines {
        let _ = writeln!(text, "  {what:<22}{value}");
    }
    if *islands > 1 {
        let _ = writeln!(text, "  {:<22}{islands} that no joint connects", "separate mechanisms");
    }
    if *floating > 0 {
        let floating = if *islands == 1 { "no joint".into() } else { format!("{floating} of them have no joint") };
        let _ = writeln!(text, "  {:<22}{floating} to the ground", "free in space");
    }
    text
}

fn redundancy(analysis: &Analysis) -> String {
    if analysis.redundant_groups.is_empty() {
        return String::new();
    }
    let mut text = section("Redundant constraints (in this position; another one may differ)");
    analysis.redundant_groups.iter().for_each(|group| text += &format!("  {group}\n"));
    text
}

/// Orders of elimination with their counts, and what the letters mean.
fn elimination(analysis: &Analysis) -> String {
    let Analysis { order_formulation, plan, .. } = analysis;
    let used = if *order_formulation == plan.formulation {
        "* is used".to_string()
    } else {
        format!("* would be used by `{order_formulation}`")
    };
    let mut text = section(&format!("Orders of elimination, with operations on blocks for each solution ({used})"));
    let width = analysis.orders.iter().map(|order| order.name.chars().count()).max().unwrap_or(0).max(10);
    let [a, m, i, f, nnz] = ["A", "M", "I", "F", "NNZ"];
    let _ = writeln!(text, "  {:width$} {a:>7} {m:>7} {i:>7} {f:>7} {nnz:>7} {:>12} {:>6}", "", "flops", "depth");
    for order in &analysis.orders {
        let OrderCost { additions, multiplications, inversions, fill, nonzeros, flops, depth, .. } = order;
        let (name, mark) = (&order.name, if order.chosen { '*' } else { ' ' });
        let _ = write!(text, "{mark} {name:width$} {additions:>7} {multiplications:>7} {inversions:>7} {fill:>7}");
        let _ = writeln!(text, " {nonzeros:>7} {flops:>12} {depth:>6}");
    }
    text += "  A additions, M multiplications and I inversions of blocks; F blocks that fill in; NNZ blocks of the upper half;\n\
             \x20 flops: numbers added or multiplied; depth: joints that wait for one another\n";
    let _ = writeln!(text, "  {}", analysis.order_reason);
    if let Some(body) = &analysis.busiest_body {
        let joints = counted(analysis.topology_index, "joint", "joints");
        let _ = writeln!(text, "  topology index: body '{body}' has {joints}, the most of all");
    }
    if let Some(reduction) = &analysis.reduction {
        let levels = counted(reduction.levels, "level", "levels");
        let limit = counted(reduction.limit, "joint", "joints");
        let _ = writeln!(text, "  cyclic: {levels}, down to {limit} ({} left)", reduction.left);
    }
    for divided in &analysis.divided_bodies {
        let _ = writeln!(text, "  body '{}' is divided into {} pieces", divided.body, divided.pieces);
    }
    text
}
