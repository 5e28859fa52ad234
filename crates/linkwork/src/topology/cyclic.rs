//! How `cyclic` eliminates: in levels of independent joints, or in as many blocks as threads, down to a limit; then in
//! sequence [Mráz, Valášek, The logarithmic complexity procedure].
//!
//! *Fine*: every joint is a block of its own. Levels take half of what is left until at most L joints are
//! ([`odd_even`](super::order::odd_even())); with more processors than joints each level would take the time of one
//! joint. *Coarse*: a block is the part of one thread; its inside is eliminated in sequence, and what separates the
//! blocks is reduced like the joints of the fine form, down to the same limit. With few processors this costs less, for
//! only joints inside inner blocks have more neighbors than in sequence. Two blocks of a chain are its two ends, at no
//! extra work.
//!
//! Either is an order of elimination and a set of joints that come last; [`Schedule`] does the rest. Threads take whole
//! subtrees of the elimination tree, not levels: the same eliminations, but what a thread made it uses itself, and
//! threads wait for one another once and not at every level.

use super::fill::FilledPattern;
use super::graph::Graph;
use super::order::{find_separators, odd_even};
use super::schedule::{Form, LEAST_PART, Reduction, Schedule};
use crate::parallel::MOST_TASKS;

/// L where nothing is asked for: up to as many joints elimination in sequence is faster than in parts. `linkwork bench
/// cyclic` measures it: two threads overtook one between 50 and 200 joints of a chain, in the plane as in space.
/// Machines that hand work over more slowly need more.
pub(crate) const USUAL_LIMIT: usize = 300;
/// Blocks of the coarse form where nothing is asked for: two ends of a chain take no more operations than one, and
/// every further block does.
pub(crate) const USUAL_BLOCKS: usize = 2;
/// So many joints at the top of the levels are left to one thread at least: with subtrees of theirs parts can be filled
/// evenly.
const TOP: usize = 256;

/// Numbers that may be asked for; zero leaves one to the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    /// L.
    pub limit: usize,
    /// Blocks of the coarse form.
    pub blocks: usize,
}

impl Wish {
    /// L, as asked for or usual.
    pub(crate) fn limit(self) -> usize {
        if self.limit == 0 { USUAL_LIMIT } else { self.limit }
    }

    /// Threads that the coarse form is made for.
    pub(crate) fn n_blocks(self) -> usize {
        if self.blocks == 0 { USUAL_BLOCKS } else { self.blocks.min(MOST_TASKS) }
    }

    /// A limit that is asked for without a number of blocks means levels of joints.
    fn form(self, n_joints: usize) -> Form {
        match self {
            _ if n_joints <= self.limit() => Form::Sequence,
            Wish { limit: 1.., blocks: 0 } => Form::Fine,
            _ => Form::Coarse,
        }
    }
}

/// Arranges a mechanism for `cyclic`. The order says how blocks are eliminated in sequence, and decides between equals.
pub(crate) fn arrange(graph: &Graph, order: Vec<usize>, wish: Wish) -> (FilledPattern, Schedule) {
    // Who asks for both blocks and a limit wants these blocks, however small.
    let least = if wish.limit > 0 && wish.blocks > 0 { 1 } else { LEAST_PART };
    arrange_parts(graph, order, wish, least)
}

/// As [`arrange`], with parts of at least so many operations.
pub(crate) fn arrange_parts(graph: &Graph, order: Vec<usize>, wish: Wish, least: u64) -> (FilledPattern, Schedule) {
    let (limit, form) = (wish.limit(), wish.form(order.len()));
    let ((filled, mut schedule), levels, left) = match form {
        Form::Sequence => {
            let n = order.len();
            (Schedule::arrange_parts(graph, order, 1, u64::MAX >> 1), 0, n)
        }
        Form::Fine => {
            let levels = odd_even(graph, &order, limit);
            let (n, n_left) = (levels.n(), levels.n_left());
            let n_after = |end: &usize| order.len() - end;
            let top = levels.ends.iter().map(n_after).find(|&n| n <= TOP.max(n_left)).unwrap_or(n_left);
            (Schedule::arrange_around(graph, levels.order, top, least), n, n_left)
        }
        Form::Coarse => arrange_blocks(graph, order, wish, least),
    };
    // Blocks that would not be worth a thread are none.
    let form = if levels == 0 { Form::Sequence } else { form };
    schedule.reduction = Some(Reduction { form, limit, levels, left });
    (filled, schedule)
}

/// The coarse form: arrangement, levels, joints left.
fn arrange_blocks(
    graph: &Graph,
    order: Vec<usize>,
    wish: Wish,
    least: u64,
) -> ((FilledPattern, Schedule), usize, usize) {
    let n_blocks = wish.n_blocks();
    // Blocks that the order has by itself cost nothing. Others must be worth what they cost.
    let free = Schedule::arrange_parts(graph, order, n_blocks, least);
    let separators = find_separators(graph, &free.0, n_blocks);
    let separated = separate(graph, &free.0, &separators, wish, least);
    let time = |(filled, schedule): &(FilledPattern, Schedule)| schedule.calc_time(graph, filled, n_blocks);
    let (filled, schedule) = if time(&separated) < time(&free) { separated } else { free };

    // The joints that separate the blocks are the last part.
    let last = schedule.parts.last().cloned().unwrap_or(0..0);
    if schedule.parts.len() < 2 {
        return ((filled, schedule), 0, last.len());
    }
    let levels = odd_even(graph, &filled.order[last.clone()], wish.limit());
    if levels.n() == 0 {
        return ((filled, schedule), 1, last.len());
    }
    let mut order = filled.order;
    let (n, n_left) = (levels.n(), levels.n_left());
    order.splice(last, levels.order);
    ((FilledPattern::analyze(graph, order), schedule), 1 + n, n_left)
}

/// The order with these positions last.
fn separate(
    graph: &Graph,
    filled: &FilledPattern,
    separators: &[usize],
    wish: Wish,
    least: u64,
) -> (FilledPattern, Schedule) {
    let mut is_last = vec![false; filled.n()];
    separators.iter().for_each(|&k| is_last[k] = true);
    let mut order: Vec<usize> = (0..filled.n()).filter(|&k| !is_last[k]).map(|k| filled.order[k]).collect();
    let last: Vec<usize> = separators.iter().map(|&k| filled.order[k]).collect();
    // Separators are coupled through blocks: the order in which they stood tells little about them.
    order.extend(odd_even(graph, &last, wish.limit().max(last.len())).order);
    Schedule::arrange_around(graph, order, separators.len(), least)
}

/// Whether one arrangement would end clearly before another on so many threads.
pub(crate) fn is_faster(
    graph: &Graph,
    one: &(FilledPattern, Schedule),
    other: &(FilledPattern, Schedule),
    n_threads: usize,
) -> bool {
    let [one, other] = [one, other].map(|(filled, schedule)| schedule.calc_time(graph, filled, n_threads));
    one < other / 10 * 9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::cost::Cost;
    use crate::topology::fill::tests::graphs_with_orders;
    use crate::topology::graph::tests::{chain, net};
    use crate::topology::order::{balance, minimum_degree, natural};
    use proptest::prelude::*;

    fn both_ends(graph: &Graph) -> Vec<usize> {
        balance(graph, natural(graph))
    }

    fn reduction(schedule: &Schedule) -> (Form, usize, usize) {
        let Reduction { form, levels, left, .. } = schedule.reduction.unwrap();
        (form, levels, left)
    }

    #[test]
    fn a_long_chain_in_levels_has_parts_and_a_small_top() {
        let g = chain(100_000);
        for (limit, levels, left) in [(1, 17, 1), (100, 10, 98), (1000, 7, 782)] {
            let (filled, schedule) = arrange(&g, both_ends(&g), Wish { limit, blocks: 0 });
            assert_eq!(reduction(&schedule), (Form::Fine, levels, left));
            assert_eq!(schedule.n_parts(), MOST_TASKS);
            let top = schedule.parts.last().unwrap().len();
            assert!(top <= TOP.max(limit), "{top} joints left to one thread");
            // Levels of the tree, and a sequence from both ends.
            assert!(Cost::of(&g, filled.order).depth <= levels + left / 2 + 1);
        }
    }

    #[test]
    fn below_the_limit_nothing_is_divided() {
        for wish in [Wish { limit: 500, blocks: 0 }, Wish { limit: 500, blocks: 8 }] {
            let (filled, schedule) = arrange(&chain(500), both_ends(&chain(500)), wish);
            assert_eq!((schedule.n_parts(), reduction(&schedule)), (1, (Form::Sequence, 0, 500)));
            assert_eq!(Cost::of(&chain(500), filled.order).blocks.fill, 0);
        }
    }

    #[test]
    fn two_blocks_of_a_chain_are_its_ends_at_no_extra_work() {
        let g = chain(10_000);
        let (filled, schedule) = arrange(&g, both_ends(&g), Wish::default());
        assert_eq!((schedule.n_parts(), reduction(&schedule)), (2, (Form::Coarse, 1, 1)));
        assert_eq!(Cost::of(&g, filled.order).blocks.fill, 0);
    }

    #[test]
    fn more_blocks_end_sooner_and_their_separators_are_reduced() {
        let g = chain(100_000);
        let mut before = u64::MAX;
        for blocks in [2, 4, 8, 16, 32] {
            let arranged = arrange(&g, both_ends(&g), Wish { limit: 0, blocks });
            let n = arranged.1.n_parts();
            // Both halves of the chain have equally many; where they meet there is one more, or not.
            assert!(n + 1 >= blocks && n <= blocks + 1, "{n} blocks for {blocks}");
            assert_eq!(reduction(&arranged.1), (Form::Coarse, 1, n - 1));
            let time = arranged.1.calc_time(&g, &arranged.0, blocks);
            assert!(time < before / 4 * 3, "{blocks} blocks: {time} after {before}");
            before = time;
        }
        // Seven or eight separators by levels.
        let (filled, schedule) = arrange(&g, both_ends(&g), Wish { limit: 1, blocks: 8 });
        assert_eq!(reduction(&schedule), (Form::Coarse, 4, 1));
        assert_eq!(filled.n(), 100_000);
    }

    #[test]
    fn a_net_is_arranged_too() {
        let g = net(30);
        for wish in [Wish { limit: 50, blocks: 0 }, Wish { limit: 0, blocks: 4 }] {
            let (filled, schedule) = arrange(&g, balance(&g, minimum_degree(&g)), wish);
            assert!(schedule.n_parts() > 1, "{wish:?}: {:?}", schedule.reduction);
            assert_eq!(filled.n(), g.n_edges());
        }
    }

    proptest! {
        /// Whatever is asked for: every joint once, and parts coupled to themselves and the last part only.
        #[test]
        fn parts_wait_for_the_last_one_only((g, order) in graphs_with_orders(), limit in 0_usize..6, blocks in 0_usize..9) {
            let (filled, schedule) = arrange_parts(&g, order, Wish { limit, blocks }, 1);
            let mut sorted = filled.order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, natural(&g));
            let last = schedule.parts.last().cloned().unwrap_or(0..0);
            prop_assert_eq!(last.end, filled.n());
            prop_assert!(schedule.parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            for part in &schedule.parts {
                for k in part.clone() {
                    prop_assert!(filled.column(k).iter().all(|&l| part.contains(&(l as usize)) || last.contains(&(l as usize))));
                }
            }
        }
    }
}
