//! From how many joints on `cyclic` is faster than elimination in sequence, measured on the machine at hand with chains
//! of growing length (`linkwork bench cyclic`).
//!
//! Measured are whole evaluations of the rates: in sequence on one thread; in as many blocks as threads; and by levels
//! down to one joint on the same threads. Times are the least of several, and the ways take turns, so that what
//! disturbs the machine disturbs all of them. Plans do not depend on such measurements: they go by the usual limit or
//! by `--cyclic-limit`, so that the same input gives the same bits.

use linkwork::error::SimulationError;
use linkwork::methods::{FormulationKind, SolverKind, StabilizationKind};
use linkwork::{Model, Plan, Settings, Simulation, Space, gallery};
use serde::Serialize;
use std::fmt;
use std::time::{Duration, Instant};

/// Bodies of the chains.
const SIZES: [usize; 8] = [50, 100, 200, 400, 800, 1600, 3200, 12_800];
/// Every chain is measured about so long, each way three times at least.
const PATIENCE: Duration = Duration::from_millis(250);
const LEAST_RUNS: usize = 3;
/// The turn of one way: long beside the time that idle threads stay awake.
const TURN: Duration = Duration::from_millis(8);
/// From so many bodies on, one way is measured after the other: each takes some kilobytes a body.
const MANY_BODIES: usize = 50_000;

/// The measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Crossover {
    /// Threads, and blocks for them.
    pub threads: usize,
    /// By space and length.
    pub chains: Vec<Times>,
    /// Up to so many joints a sequence is faster: what to give as `--cyclic-limit` here. Zero where it never is.
    pub limit: usize,
}

/// Times of an evaluation of a chain (s).
#[derive(Clone, Debug, Serialize)]
pub struct Times {
    /// `planar` or `spatial`.
    pub space: &'static str,
    /// Bodies, and as many joints.
    pub bodies: usize,
    /// By elimination in sequence, on one thread.
    pub sequence: f64,
    /// By `cyclic` in blocks.
    pub blocks: f64,
    /// By `cyclic` in levels of joints, down to one.
    pub levels: f64,
}

impl Crossover {
    /// Measures, with so many threads.
    ///
    /// # Errors
    /// When a chain cannot be simulated.
    pub fn measure(threads: usize) -> Result<Crossover, String> {
        let mut chains = Vec::new();
        for (space, word) in [(Space::Planar, "planar"), (Space::Spatial, "spatial")] {
            for bodies in SIZES {
                chains.push(Times::of(space, word, bodies, threads)?);
            }
        }
        Ok(Crossover { threads, limit: find_limit(&chains), chains })
    }
}

/// The longest chain before the first that is solved faster in blocks, of both spaces. What was disturbed among longer
/// ones does not count.
fn find_limit(chains: &[Times]) -> usize {
    let spaces = chains.chunk_by(|a, b| a.space == b.space);
    let last = |chains: &[Times]| chains.iter().take_while(|t| t.sequence <= t.blocks).last().map_or(0, |t| t.bodies);
    spaces.map(last).max().unwrap_or(0)
}

impl Times {
    fn of(space: Space, word: &'static str, bodies: usize, threads: usize) -> Result<Times, String> {
        let model = gallery::chain(bodies, space)?.build().map_err(|faults| faults.to_string())?;
        let alone = Settings { solver: SolverKind::Elimination.into(), order: "file".into(), threads: 1, ..usual() };
        // Both asked for: blocks however small, which is what is to be found out.
        let blocks =
            Settings { solver: SolverKind::Cyclic.into(), parts: threads, cyclic_limit: 1, threads, ..usual() };
        let levels = Settings { parts: 0, ..blocks.clone() };
        let [sequence, blocks, levels] =
            time_in_turns(&model, [alone, blocks, levels], PATIENCE)?.map(|way| way.seconds);
        Ok(Times { space: word, bodies, sequence, blocks, levels })
    }
}

/// Equations at one instant, without what only a motion needs.
pub(crate) fn usual() -> Settings {
    let (formulation, stabilization) = (FormulationKind::Cartesian.into(), StabilizationKind::None.into());
    Settings { formulation, stabilization, end: 0.0, ..Settings::default() }
}

/// A way to solve that was measured.
pub(crate) struct Timed {
    pub plan: Plan,
    /// Time of an evaluation (s).
    pub seconds: f64,
}

/// Times of an evaluation with each of these settings: the least of several, which take turns. Where a model is so
/// large that the memory of all ways at once would matter, one way after the other.
pub(crate) fn time_in_turns<const N: usize>(
    model: &Model,
    ways: [Settings; N],
    patience: Duration,
) -> Result<[Timed; N], String> {
    let first = Plan::choose(model, &ways[0]).map_err(|trouble| trouble.to_string())?;
    let mut all = Vec::with_capacity(N);
    for settings in &ways {
        let plan = first.rearrange(model, settings).map_err(|trouble| trouble.to_string())?;
        all.push(Timed { plan, seconds: f64::INFINITY });
    }
    let at_once = if model.n_bodies() < MANY_BODIES { N } else { 1 };
    for some in all.chunks_mut(at_once) {
        time(model, some, patience).map_err(|trouble| trouble.to_string())?;
    }
    // One for each of N settings.
    all.try_into().map_err(|_| "a way to solve was lost".to_string())
}

/// Some ways in turns.
fn time(model: &Model, ways: &mut [Timed], patience: Duration) -> Result<(), SimulationError> {
    let mut simulations = Vec::with_capacity(ways.len());
    for Timed { plan, .. } in &*ways {
        simulations.push(Simulation::new(model.clone(), plan.clone())?);
    }
    let seconds = time_evaluations(&mut simulations, patience)?;
    ways.iter_mut().zip(seconds).for_each(|(way, seconds)| way.seconds = seconds);
    Ok(())
}

/// Times of an evaluation of each of these (s): the least of several, which take turns for so long.
///
/// # Errors
/// When an acceleration is not finite.
pub fn time_evaluations(simulations: &mut [Simulation], patience: Duration) -> Result<Vec<f64>, SimulationError> {
    let mut seconds = vec![f64::INFINITY; simulations.len()];
    let longest = simulations.iter().map(|simulation| simulation.state().values.len()).max().unwrap_or(0);
    let mut rates = vec![0.0; longest];
    let (begin, mut runs) = (Instant::now(), 0);
    while runs < LEAST_RUNS || begin.elapsed() < patience {
        for (simulation, seconds) in simulations.iter_mut().zip(&mut seconds) {
            let rates = &mut rates[..simulation.state().values.len()];
            // A turn is many evaluations, as in a run: threads that wait for the next one are awake, and those of other
            // ways asleep.
            let turn = Instant::now();
            while turn.elapsed() < TURN {
                let start = Instant::now();
                simulation.evaluate(rates)?;
                *seconds = seconds.min(start.elapsed().as_secs_f64());
            }
        }
        runs += 1;
    }
    Ok(seconds)
}

impl fmt::Display for Crossover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.threads;
        writeln!(f, "microseconds per evaluation of a chain; in sequence on one thread, else on {n}\n")?;
        let headings = ["space", "bodies", "sequence", "blocks", "faster by", "levels", "faster by"];
        let [space, bodies, sequence, blocks, by, levels, by_levels] = headings;
        writeln!(f, "{space:<8} {bodies:>7} {sequence:>10} {blocks:>10} {by:>9} {levels:>10} {by_levels:>9}")?;
        for times in &self.chains {
            let Times { space, bodies, .. } = times;
            let [sequence, blocks, levels] = [times.sequence, times.blocks, times.levels].map(|s| 1e6 * s);
            let [by, by_levels] = [blocks, levels].map(|time| sequence / time);
            write!(f, "{space:<8} {bodies:>7} {sequence:>10.1} {blocks:>10.1} {by:>9.2}")?;
            writeln!(f, " {levels:>10.1} {by_levels:>9.2}")?;
        }
        writeln!(
            f,
            "\nUp to {} joints a sequence is faster (--cyclic-limit); measured beside other work this says little.",
            self.limit
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_longest_chain_before_blocks_are_faster() {
        let times = |bodies, sequence, blocks| Times { space: "planar", bodies, sequence, blocks, levels: 1.0 };
        let chains = [times(50, 1.0, 2.0), times(100, 2.0, 1.5), times(200, 3.0, 3.0), times(400, 6.0, 3.5)];
        assert_eq!(find_limit(&chains), 50);
        assert_eq!(find_limit(&chains[3..]), 0);
        let mut both = chains.to_vec();
        both.extend([(50, 1.0), (100, 2.0), (200, 0.5)].map(|(n, t)| Times { space: "spatial", ..times(n, 1.0, t) }));
        assert_eq!(find_limit(&both), 100);
        let crossover = Crossover { threads: 2, limit: 100, chains: both };
        assert!(crossover.to_string().contains("Up to 100 joints a sequence is faster"), "{crossover}");
    }

    #[test]
    fn a_short_chain_is_measured_each_way() {
        let times = Times::of(Space::Planar, "planar", 20, 2).unwrap();
        assert!([times.sequence, times.blocks, times.levels].iter().all(|t| *t > 0.0 && *t < 1.0), "{times:?}");
    }
}
