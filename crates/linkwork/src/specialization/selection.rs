//! Which equations are kept and which follow from them, found in numbers: where the mechanism starts, and at two more
//! positions of its near by, since where it starts may be singular. What depends on others in all of them does so along
//! the motion; every evaluation checks it.

use crate::model::Model;
use crate::multibody::Multibody;
use crate::plan::Plan;
use crate::singular::is_implied;
use crate::system::Constrained;
use crate::workspace::Level;

/// The first equation that has so much left, of what the best has, is taken: those of one joint stay together.
const GOOD_ENOUGH: f64 = 0.5;
/// How far bodies are moved, relative to the size of the mechanism.
const AWAY: f64 = 0.02;
/// Newton's method closes joints in fewer.
const MOST_CORRECTIONS: usize = 20;
/// Open joints, relative to the size of the mechanism, that round-off leaves.
const CLOSED: f64 = 1e-10;

/// Values of the state at which equations are compared: the initial ones, then others near by.
///
/// # Errors
/// When the plan has no workspace for the model.
pub(super) fn find_positions(model: &Model, plan: &Plan) -> Result<Vec<Vec<f64>>, String> {
    let mut workspace = plan.make_workspace(model).map_err(|trouble| trouble.to_string())?;
    workspace.unwrapped_angles.copy_from_slice(&plan.initial.unwrapped_angles);
    let mut positions = vec![plan.initial.values.clone()];
    positions.extend((1..3).filter_map(|seed| move_away(&mut workspace, model, plan, seed)));
    Ok(positions)
}

/// Along a motion that the joints allow, then back onto them.
fn move_away(workspace: &mut Multibody, model: &Model, plan: &Plan, seed: u64) -> Option<Vec<f64>> {
    let (time, n_q) = (plan.initial.time, plan.initial.n_coordinates);
    let mut values = plan.initial.values.clone();
    workspace.update_constraints(time, &values);
    workspace.factor();
    for (k, v) in values[n_q..].iter_mut().enumerate() {
        // Any numbers do that have nothing to do with the mechanism.
        *v = ((k as u64 + 1) as f64 * (seed as f64 + 0.618)).sin();
    }
    workspace.calc_velocity_residual(&values);
    workspace.correct_velocities(&mut values);
    let size = model.length_scale();
    let fastest = values[n_q..].iter().fold(1.0, |m: f64, v| m.max(v.abs()));
    let way: Vec<f64> = values[n_q..].iter().map(|v| v * AWAY * size.min(1.0) / fastest).collect();
    workspace.formulation.displace(Level::Position, &mut values, &way);
    let mut is_closed = false;
    for _ in 0..MOST_CORRECTIONS {
        let open = workspace.update_constraints(time, &values);
        workspace.factor();
        if is_closed {
            workspace.calc_velocity_residual(&values);
            workspace.correct_velocities(&mut values);
            return Some(values);
        }
        // Once more after it is closed, down to round-off.
        is_closed = open < CLOSED * size;
        workspace.correct_positions(&mut values, [size, 1.0]);
    }
    None
}

/// The equations that are kept, ascending; `tables` has the columns of A by position, each column with all its numbers.
pub(super) fn choose_kept(tables: Vec<Vec<Vec<f64>>>) -> Vec<usize> {
    let ranks: Vec<usize> = tables.iter().map(|table| choose(std::slice::from_ref(table)).len()).collect();
    let most = ranks.iter().copied().max().unwrap_or(0);
    // Singular positions say less than the others.
    let regular: Vec<_> = tables.into_iter().zip(ranks).filter(|(_, rank)| *rank == most).map(|(t, _)| t).collect();
    let mut kept = choose(&regular);
    kept.sort_unstable();
    kept
}

/// One after the other, the equation with most left in all positions; what is left of the others loses what it says.
fn choose(tables: &[Vec<Vec<f64>>]) -> Vec<usize> {
    let mut tables = tables.to_vec();
    let n = tables.first().map_or(0, Vec::len);
    tables.iter_mut().flatten().for_each(|column| normalize(column));
    let (mut kept, mut is_kept) = (Vec::new(), vec![false; n]);
    loop {
        let left: Vec<f64> = (0..n)
            .map(|k| if is_kept[k] { 0.0 } else { tables.iter().map(|t| norm(&t[k])).fold(f64::INFINITY, f64::min) })
            .collect();
        let best = left.iter().copied().fold(0.0, f64::max);
        let Some(next) = left.iter().position(|&x| !is_implied(x) && x >= GOOD_ENOUGH * best) else { break };
        is_kept[next] = true;
        kept.push(next);
        for table in &mut tables {
            let mut direction = table[next].clone();
            normalize(&mut direction);
            for k in (0..n).filter(|k| !is_kept[*k]) {
                let along: f64 = direction.iter().zip(&table[k]).map(|(a, b)| a * b).sum();
                table[k].iter_mut().zip(&direction).for_each(|(x, d)| *x -= along * d);
            }
        }
    }
    kept
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn normalize(x: &mut [f64]) {
    let length = norm(x);
    if length > 0.0 {
        x.iter_mut().for_each(|x| *x /= length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_others_is_left_out() {
        let table = vec![vec![1.0, 0.0, 0.0], vec![2.0, 0.0, 0.0], vec![0.0, 1.0, 1e-12], vec![1.0, 1.0, 0.0]];
        assert_eq!(choose_kept(vec![table.clone()]), [0, 2]);
        // At another position the second one says something else.
        let mut other = table.clone();
        other[1] = vec![0.0, 0.0, 3.0];
        assert_eq!(choose_kept(vec![table, other]), [0, 1, 2]);
    }
}
