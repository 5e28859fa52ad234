//! Scale on paper: what one evaluation of `recursive` would take on P processors with a memory each, from costs that
//! were measured on this one [Duan and Anderson, eq. (23)].
//!
//! ```text
//! T(P) = max (C₁ n + C₂ n_r)                      the largest share: recursion of n bodies, responses along n_r of them
//!      + min (T_direct, T_pcg)                    the reduced system over m blocks
//! T_direct = C₃ m + (2 + 2 h) L + B_all / W       equations of all to all, and everyone factors and solves
//! T_pcg = ρ (C₃ m + h L + B_all / W) + (3 + h) L + k m^γ (C₄ m / P + (1 + 2 h) L + B_near / W)
//! ```
//!
//! with h = ⌈log₂ P⌉ hops of a message to all, latency L and bandwidth W: what `linkwork-mpi` sends. Neighbours tell
//! each other poses and free accelerations of handles, and for `pcg` their responses; whether all is finite is asked of
//! all. An iteration of `pcg` with `block-jacobi` multiplies by E where the parts are, with one exchange between
//! neighbours and two sums over all; a factor of E, for its rank, is made in a share ρ of the solutions. The paper has
//! the terms C₁ n / P, m^γ and log₂ P; its C₂ n m / P² is for responses of all cuts of a part, which here are computed
//! in one sweep. Shares are those of real divisions, not n / P.

mod measure;

pub use measure::measure;

use linkwork::error::SimulationError;
use linkwork::methods::FormulationKind;
use linkwork::model::Model;
use linkwork::plan::{Plan, Shares};
use linkwork::settings::Settings;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// The most processors in the table.
const MOST_PROCESSORS: usize = 4096;
/// Bytes of a number.
const NUMBER: f64 = 8.0;

/// Numbers of a pose, by velocity of a handle: position, orientation and velocity.
const POSE: f64 = 3.0;

/// Times of messages (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Messages {
    /// Messages of an evaluation, by any solver: between neighbours, and one word of all.
    poses: f64,
    /// More of that for `pcg`.
    responses: f64,
    /// Equations of all processors to all.
    all: f64,
    /// Messages of an iteration.
    each: f64,
}

/// Costs, in seconds where nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Costs {
    /// C₁: all stages but the solution, by body.
    pub body: f64,
    /// C₂: responses, by body along which they run.
    pub response: f64,
    /// C₃: factorization and solution, by block of the reduced system.
    pub factor: f64,
    /// C₄: an iteration of `pcg`, by block.
    pub advance: f64,
    /// How `pcg` with `block-jacobi` goes on this model; `None` where it could not be tried.
    pub iteration: Option<Iteration>,
    /// L: from one processor to another.
    pub latency: f64,
    /// W: bytes a second.
    pub bandwidth: f64,
}

/// How many iterations a solution by `pcg` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Iteration {
    /// k: with one block.
    pub iterations: f64,
    /// γ: how that grows with their number.
    pub exponent: f64,
    /// ρ: factors made, by solution.
    pub renewed: f64,
}

/// One line of the table: an evaluation on so many processors, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// P.
    pub processors: usize,
    /// Parts; more than processors where the model has more trees.
    pub parts: usize,
    /// m: blocks of the reduced system.
    pub blocks: usize,
    /// The largest share of recursion and responses.
    pub work: f64,
    /// Direct solution, with its messages.
    pub direct: f64,
    /// Solution by iterations, with their messages.
    pub pcg: Option<f64>,
    /// Messages of the cheaper of the two.
    pub messages: f64,
    /// Everything, by the cheaper of the two.
    pub total: f64,
    /// Times faster than one processor.
    pub speedup: f64,
}

/// The table and what it was computed from.
#[derive(Clone, Debug, Serialize)]
pub struct Scale {
    /// Measured, or given.
    pub costs: Costs,
    /// P = 1, 2, 4 … as far as the model can be divided.
    pub lines: Vec<Line>,
    /// The P with the least time.
    pub best: usize,
}

/// The network between processors; everything else is measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Network {
    /// Seconds.
    pub latency: Option<f64>,
    /// Bytes a second.
    pub bandwidth: Option<f64>,
}

impl Scale {
    /// Measures what is not given, on the model itself, and computes the table.
    ///
    /// # Errors
    /// When `recursive` cannot treat the model.
    pub fn find(model: &Model, settings: &Settings, network: Network) -> Result<Scale, SimulationError> {
        let settings =
            Settings { formulation: FormulationKind::Recursive.into(), parts: 0, threads: 1, ..settings.clone() };
        let plan = Plan::choose(model, &settings)?;
        let costs = measure(model, &plan, network)?;
        let counts = (0..).map(|power| 1_usize << power).take_while(|&p| p <= MOST_PROCESSORS.min(model.n_bodies()));
        let shares = counts.filter_map(|p| Some((p, plan.share(model, p)?)));
        Ok(Scale::of(costs, shares))
    }

    /// From given costs, for numbers of processors with the parts that they share.
    pub fn of(costs: Costs, shares: impl Iterator<Item = (usize, Shares)>) -> Scale {
        let mut lines: Vec<Line> = shares.map(|(processors, shares)| costs.calc_line(processors, &shares)).collect();
        let alone = lines.first().map_or(0.0, |line| line.total);
        lines.iter_mut().for_each(|line| line.speedup = alone / line.total);
        let best = lines.iter().min_by(|a, b| a.total.total_cmp(&b.total)).map_or(1, |line| line.processors);
        Scale { costs, lines, best }
    }
}

impl Costs {
    /// One line, without the speedup.
    fn calc_line(&self, processors: usize, shares: &Shares) -> Line {
        let work = self.calc_largest_share(processors, &shares.sizes);
        let blocks = shares.blocks as f64;
        let Messages { poses, responses: near, all, each } = self.calc_messages(processors, shares);
        let (direct, near) = (self.factor * blocks + poses + all, poses + near);
        let mut messages = poses + all;
        let by_iterations = |how: Iteration| {
            let n = if shares.blocks == 0 { 0.0 } else { how.iterations * blocks.powf(how.exponent) };
            let messages = near + how.renewed * all + n * each;
            (how.renewed * self.factor * blocks + n * self.advance * blocks / processors as f64 + messages, messages)
        };
        let pcg = self.iteration.map(by_iterations);
        if let Some((_, iterations)) = pcg.filter(|(pcg, _)| *pcg < direct) {
            messages = iterations;
        }
        let pcg = pcg.map(|(pcg, _)| pcg);
        let total = work + pcg.map_or(direct, |pcg| pcg.min(direct));
        let (parts, blocks) = (shares.sizes.len(), shares.blocks);
        Line { processors, parts, blocks, work, direct, pcg, messages, total, speedup: 1.0 }
    }

    /// The heaviest parts first, each to the processor that has least so far.
    fn calc_largest_share(&self, processors: usize, sizes: &[[usize; 2]]) -> f64 {
        let mut works: Vec<f64> =
            sizes.iter().map(|&[n, along]| self.body * n as f64 + self.response * along as f64).collect();
        works.sort_by(|a, b| b.total_cmp(a));
        // Works are positive, so their bits are in the order of their values.
        let mut loads: BinaryHeap<Reverse<(u64, usize)>> = (0..processors).map(|p| Reverse((0, p))).collect();
        let mut largest = 0.0_f64;
        for work in works {
            let Some(Reverse((load, p))) = loads.pop() else { break };
            let load = f64::from_bits(load) + work;
            largest = largest.max(load);
            loads.push(Reverse((load.to_bits(), p)));
        }
        largest
    }

    /// Messages from processor to processor.
    fn calc_messages(&self, processors: usize, shares: &Shares) -> Messages {
        if processors == 1 || shares.blocks == 0 {
            return Messages::default();
        }
        let hops = f64::from(processors.next_power_of_two().ilog2()) * self.latency;
        let time = |numbers: f64| NUMBER * numbers / self.bandwidth;
        let [responses, loads, equations] = [shares.responses, shares.loads, shares.equations].map(|n| n as f64);
        // Handles of one processor, each of which a neighbour sees; Λ of each by itself, of `width` squared numbers.
        let (handles, width) = (loads / processors as f64, shares.width as f64);
        let remote = 1.0 - 1.0 / processors as f64;
        Messages {
            // Two messages, and whether all is finite.
            poses: 2.0 * self.latency + time((1.0 + POSE) * handles) + hops + time(1.0),
            responses: self.latency + time(width * handles),
            all: hops + time(remote * (responses + equations)),
            // Accelerations, then the sums: one and three numbers of each part.
            each: self.latency + time(handles) + 2.0 * hops + time(4.0 * shares.sizes.len() as f64),
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let c = &self.costs;
        writeln!(f, "scale on paper (`recursive`, one evaluation, measured here)")?;
        let ns = |x: f64| 1e9 * x;
        writeln!(
            f,
            "  by body        {:.0} ns, {:.0} ns more where responses run along it",
            ns(c.body),
            ns(c.response)
        )?;
        let [factor, advance] = [c.factor, c.advance].map(ns);
        writeln!(f, "  by cut         {factor:.0} ns direct; {advance:.0} ns an iteration")?;
        if let Some(Iteration { iterations, exponent, renewed }) = c.iteration {
            writeln!(
                f,
                "  pcg            {iterations:.2} m^{exponent:.3} iterations, {renewed:.2} factors a solution"
            )?;
        }
        writeln!(f, "  messages       {:.2} µs latency, {:.2} GB/s", 1e6 * c.latency, 1e-9 * c.bandwidth)?;
        writeln!(
            f,
            "\n{:>10} {:>8} {:>8} {:>11} {:>11} {:>11} {:>12} {:>11} {:>8}",
            "processors", "parts", "cuts", "work µs", "direct µs", "pcg µs", "messages µs", "total µs", "speedup"
        )?;
        for line in &self.lines {
            let us = |x: f64| format!("{:.1}", 1e6 * x);
            let mark = if line.processors == self.best { '*' } else { ' ' };
            write!(f, "{mark}{:>9} {:>8} {:>8} {:>11}", line.processors, line.parts, line.blocks, us(line.work))?;
            let pcg = line.pcg.map_or("-".into(), us);
            write!(f, " {:>11} {pcg:>11} {:>12}", us(line.direct), us(line.messages))?;
            writeln!(f, " {:>11} {:>8.2}", us(line.total), line.speedup)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        body: 1.0,
        response: 0.5,
        factor: 4.0,
        advance: 2.0,
        iteration: Some(Iteration { iterations: 2.0, exponent: 0.5, renewed: 0.125 }),
        latency: 0.1,
        bandwidth: 80.0,
    };

    /// A chain in parts of equally many bodies.
    fn chain(n: usize, parts: usize) -> Shares {
        let size = n / parts;
        let sizes = (0..parts).map(|k| [size, if k + 1 < parts { size } else { usize::from(parts > 1) }]).collect();
        let one = 1 + usize::from(parts > 2);
        let order = 6 * one;
        let (blocks, responses, loads) = (parts - 1, parts * order * order, parts * order);
        Shares { sizes, blocks, responses, loads, equations: 70 * (parts - 1), width: 6 }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{a} instead of {b}");
    }

    #[test]
    fn one_processor_does_all_the_work() {
        let line = COSTS.calc_line(1, &chain(64, 1));
        close(line.total, 64.0);
        assert_eq!((line.direct, line.messages, line.pcg), (0.0, 0.0, Some(0.0)));
    }

    /// Every term by hand, for five processors: three hops, four cuts, ten handles of six.
    #[test]
    fn terms_add_up() {
        let shares =
            Shares { sizes: vec![[12, 12]; 5], blocks: 4, responses: 720, loads: 60, equations: 280, width: 6 };
        let line = COSTS.calc_line(5, &shares);
        close(line.work, 12.0 + 6.0);
        // Poses of 18 numbers and accelerations of 6 of two handles, and a word of all; then the equations.
        let poses = 2.0 * 0.1 + 8.0 * 2.0 * (18.0 + 6.0) / 80.0 + 0.3 + 8.0 / 80.0;
        let all = 0.3 + 0.8 * 8.0 * (720.0 + 280.0) / 80.0;
        close(line.direct, 16.0 + poses + all);
        let responses = 0.1 + 8.0 * 2.0 * 36.0 / 80.0;
        let each = 0.1 + 8.0 * 2.0 * 6.0 / 80.0 + 0.6 + 8.0 * 4.0 * 5.0 / 80.0;
        let messages = poses + responses + 0.125 * all + 4.0 * each;
        let pcg = 0.125 * 16.0 + 4.0 * 2.0 * 4.0 / 5.0 + messages;
        close(line.pcg.unwrap(), pcg);
        close(line.total, 18.0 + pcg.min(16.0 + poses + all));
        close(line.messages, if pcg < line.direct { messages } else { poses + all });
    }

    #[test]
    fn without_iterations_the_direct_solution_counts() {
        let costs = Costs { iteration: None, ..COSTS };
        let line = costs.calc_line(4, &chain(64, 4));
        assert_eq!(line.pcg, None);
        close(line.total, line.work + line.direct);
    }

    /// With free messages and cuts, work is all that counts, and the most processors are best; with dear ones a single
    /// one is.
    #[test]
    fn the_best_number_follows_the_costs() {
        let shares = || (0..8).map(|k| (1 << k, chain(1024, 1 << k)));
        let nothing = Costs { body: 1.0, bandwidth: 1.0, ..Costs::default() };
        let free = Scale::of(Costs { bandwidth: f64::INFINITY, ..nothing }, shares());
        assert_eq!(free.best, 128);
        close(free.lines[7].speedup, 128.0);
        assert_eq!(Scale::of(Costs { latency: 1e6, ..nothing }, shares()).best, 1);
        // n / P + c (P − 1) has its least value at P = √(n / c).
        let cuts = Costs { factor: 4.0, bandwidth: f64::INFINITY, ..nothing };
        assert_eq!(Scale::of(cuts, shares()).best, 16);
    }

    #[test]
    fn more_parts_than_processors_are_spread() {
        let costs = Costs { body: 1.0, bandwidth: 1.0, ..Costs::default() };
        let sizes = [7, 5, 4, 3, 3, 2].map(|n| [n, 0]).to_vec();
        let shares = Shares { sizes, blocks: 0, responses: 0, loads: 0, equations: 0, width: 6 };
        close(costs.calc_line(2, &shares).total, 12.0);
        // 7 and 2, 5 and 3, 4 and 3.
        close(costs.calc_line(3, &shares).total, 9.0);
        close(costs.calc_line(100, &shares).total, 7.0);
    }

    #[test]
    fn the_table_shows_the_best() {
        let shares = (0..3).map(|k| (1 << k, chain(64, 1 << k)));
        let text = Scale::of(Costs { factor: 1e-9, latency: 1e-9, ..COSTS }, shares).to_string();
        assert_eq!(text.lines().filter(|line| line.starts_with('*')).count(), 1, "{text}");
        assert!(text.contains("2.00 m^0.500 iterations"), "{text}");
    }
}
