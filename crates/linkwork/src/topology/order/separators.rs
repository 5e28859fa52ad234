//! Joints that separate a mechanism into blocks of about equal work: eliminated last, they leave blocks that wait for
//! nothing.
//!
//! Along an elimination order the work of each subtree is summed up. Where it passes a limit at joint k, the subtree
//! becomes a block, and the joints that k is coupled to become *separators*. What follows in the order then goes on
//! without them, but it stays coupled to those it passes, which makes it dearer: an inner joint of a chain has two
//! neighbors instead of one, and takes 2.7 times the operations. So blocks in the middle of a chain are shorter than
//! those at its ends [Mráz, Valášek: "as many blocks as the number of processors … the resulting complexity of the
//! particular matrix operation slightly grows"].
//!
//! The limit is the one of several by which so many threads would end first. Linear in the joints, for each limit that
//! is tried.

use crate::topology::fill::FilledPattern;
use crate::topology::graph::Graph;
use crate::topology::schedule::{calc_work, spread};

/// So many limits are tried, between these parts of what a thread would have of the whole: inner blocks are dearer than
/// the order as it is, the last block may be small.
const N_LIMITS: usize = 48;
const LIMITS: [f64; 2] = [0.95, 3.0];
/// Where more joints are coupled, a block is not ended: separating there would leave too much to the end.
const MOST_SEPARATORS: usize = 64;

/// Positions of an elimination order that separate it into blocks for so many threads, ascending. None where nothing
/// would be gained.
pub(crate) fn find_separators(graph: &Graph, filled: &FilledPattern, n_threads: usize) -> Vec<usize> {
    let size = |joint: &usize| graph.edges()[*joint].size() as u64;
    let sizes: Vec<u64> = filled.order.iter().map(size).collect();
    let around = |k: usize| filled.column(k).iter().map(|&l| sizes[l as usize]).sum();
    let sweep = Sweep { filled, around: (0..filled.n()).map(around).collect(), sizes };
    let whole = sweep.cut(u64::MAX);
    let share = whole.blocks.iter().sum::<u64>() as f64 / n_threads.max(1) as f64;
    let step = (LIMITS[1] - LIMITS[0]) / (N_LIMITS - 1) as f64;
    let cuts = (0..N_LIMITS).map(|i| sweep.cut((share * (LIMITS[0] + step * i as f64)) as u64));
    let best = cuts.min_by_key(|cut| cut.calc_time(n_threads));
    let better = best.filter(|cut| cut.calc_time(n_threads) < whole.calc_time(n_threads)).unwrap_or(whole);
    (0..filled.n()).filter(|&k| better.is_separator[k]).collect()
}

/// Data that all limits are tried with; by position.
struct Sweep<'a> {
    filled: &'a FilledPattern,
    sizes: Vec<u64>,
    /// Equations of the joints a position is coupled to.
    around: Vec<u64>,
}

/// One division.
struct Cut {
    is_separator: Vec<bool>,
    /// The work of each block.
    blocks: Vec<u64>,
    /// That of the separators.
    last: u64,
}

impl Cut {
    fn calc_time(&self, n_threads: usize) -> u64 {
        spread(self.blocks.clone(), n_threads) + self.last
    }
}

impl Sweep<'_> {
    /// Blocks of about this much work.
    fn cut(&self, limit: u64) -> Cut {
        let n = self.filled.n();
        let mut cut = Cut { is_separator: vec![false; n], blocks: Vec::new(), last: 0 };
        let mut work = vec![0; n];
        // By position: separators passed on the way to it, to which it is coupled as well.
        let mut passed: Vec<Vec<u32>> = vec![Vec::new(); n];
        for k in 0..n {
            let mut with = std::mem::take(&mut passed[k]);
            let beyond: u64 = with.iter().map(|&s| self.sizes[s as usize]).sum();
            let own = calc_work(self.sizes[k], self.around[k] + beyond);
            let column = self.filled.column(k);
            let next = column.iter().map(|&l| l as usize).find(|&l| !cut.is_separator[l]);
            if cut.is_separator[k] {
                cut.last += own;
                with.push(k as u32);
            } else {
                work[k] += own;
                let ends = work[k] > limit && (1..=MOST_SEPARATORS).contains(&column.len());
                if ends {
                    column.iter().for_each(|&l| cut.is_separator[l as usize] = true);
                }
                let Some(next) = next.filter(|_| !ends) else {
                    cut.blocks.push(work[k]);
                    continue;
                };
                work[next] += work[k];
            }
            if let Some(next) = next {
                let known = &mut passed[next];
                with.retain(|s| !known.contains(s));
                known.append(&mut with);
            }
        }
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::graph::tests::{chain, graph};
    use crate::topology::order::{balance, natural};

    fn separators(graph: &Graph, n_threads: usize) -> (FilledPattern, Vec<usize>) {
        let filled = FilledPattern::analyze(graph, balance(graph, natural(graph)));
        let found = find_separators(graph, &filled, n_threads);
        (filled, found)
    }

    #[test]
    fn inner_blocks_of_a_chain_are_shorter_than_those_at_its_ends() {
        let g = chain(10_000);
        let (filled, found) = separators(&g, 4);
        let mut joints: Vec<usize> = found.iter().map(|&k| filled.order[k]).collect();
        joints.sort_unstable();
        // Where both halves end there may be a small block between them.
        assert!((3..=4).contains(&joints.len()), "{joints:?}");
        let last = joints.len() - 1;
        let lengths = [joints[0], joints[1] - joints[0], joints[last] - joints[last - 1], 10_000 - joints[last]];
        // Joints of three equations cost 400 + 3·36 with one neighbor and 400 + 3·81 with two: 1.27 times as much.
        let expected = 10_000.0 / (2.0 + 2.0 / 1.27);
        assert!((lengths[0] as f64 - expected).abs() < 0.05 * expected, "{lengths:?}");
        assert!(lengths[1..3].iter().all(|&n| (n as f64 - expected / 1.27).abs() < 0.1 * expected), "{lengths:?}");
    }

    #[test]
    fn a_tree_is_separated_at_its_trunk() {
        // Three chains of 1000 at one body.
        let pairs: Vec<_> = (0..3001)
            .map(|i| {
                (
                    if i == 0 {
                        -1
                    } else if i % 1000 == 1 {
                        0
                    } else {
                        i - 1
                    },
                    i,
                )
            })
            .collect();
        let (_, found) = separators(&graph(3001, &pairs), 3);
        assert!(!found.is_empty() && found.len() < 12, "{found:?}");
    }

    #[test]
    fn one_thread_separates_nothing() {
        assert_eq!(separators(&chain(1000), 1).1, [0; 0]);
        assert_eq!(separators(&chain(1), 4).1, [0; 0]);
        assert_eq!(separators(&graph(2, &[]), 4).1, [0; 0]);
    }
}
