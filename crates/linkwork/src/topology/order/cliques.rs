//! The coupled joints during an elimination, as cliques: what minimum degree and nested dissection walk through.
//!
//! **Cliques.** At any moment of the elimination the coupled pairs are those inside some *clique*: at first a body
//! with its joints, later what is left around welded bodies. Eliminating joint k welds its cliques into one
//!
//! ```text
//!     R = (C₁ ∪ C₂ ∪ …) \ {k},     C₁, C₂, … all cliques of k                                          (1)
//! ```
//!
//! and a joint never belongs to more cliques than it has bodies: two, or four for a gear. (This is the quotient graph
//! of [Amestoy, Davis, Duff 1996, An approximate minimum degree ordering algorithm], with bodies as first elements.)
//! The degree of joint i in R is
//!
//! ```text
//!     d(i) = |R| − 1 + Σ |C \ R|,          C ≠ R the other cliques of i,                               (2)
//! ```
//!
//! exact with one other clique, so for all joints but gears, and an upper bound otherwise. All |C \ R| together take
//! one pass over R.
//!
//! **Simplifications**, all exact: a clique inside R is dropped (a); R is dropped if another clique contains it (b);
//! a joint left with R alone follows k at once, since its neighbors are coupled already (c). For the same reason a
//! joint with a single clique goes before all others, whatever its class and degree (d): it cannot cause fill.

use crate::topology::graph::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Eliminates greedily: joints of the lowest class first, of these one of the least degree, ties by lowest joint.
pub(super) fn eliminate_greedily(graph: &Graph, class: impl Fn(usize) -> u32) -> Vec<usize> {
    let mut cliques = Cliques::of(graph, class);
    let mut queue = Queue::default();
    (0..graph.n_edges()).for_each(|j| queue.push(cliques.rank[j], j));
    let mut order = Vec::with_capacity(graph.n_edges());
    while order.len() < graph.n_edges() {
        let Some((rank, joint)) = queue.pop() else { break };
        // An entry is out of date when its joint is gone or has another rank; then a newer entry exists.
        if cliques.rank[joint] == rank {
            cliques.eliminate(joint, &mut order, &mut queue);
        }
    }
    order
}

/// The order in which joints are taken: joints of a single clique, then those of a low class, then those of low degree.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rank {
    several: bool,
    class: u32,
    degree: u32,
}

/// The joints by rank, then by number. Joints of a single clique are few at a time: a heap of their own stays small,
/// and with it the price of the many that enter and leave.
#[derive(Default)]
struct Queue {
    /// Class, degree and joint, for joints of a single clique and of several. Without class in the former.
    heaps: [BinaryHeap<Reverse<(u32, u32, u32)>>; 2],
}

impl Queue {
    fn push(&mut self, rank: Rank, joint: usize) {
        self.heaps[usize::from(rank.several)].push(Reverse((rank.class, rank.degree, joint as u32)));
    }

    fn pop(&mut self) -> Option<(Rank, usize)> {
        let [single, several] = &mut self.heaps;
        let (flag, heap) = if single.is_empty() { (true, several) } else { (false, single) };
        heap.pop().map(|Reverse((class, degree, joint))| (Rank { several: flag, class, degree }, joint as usize))
    }
}

/// The rank of a joint that is gone. No joint has so many neighbors, since joints are counted in 32 bits.
const GONE: Rank = Rank { several: true, class: u32::MAX, degree: u32::MAX };

/// The cliques that are left, and for each joint those it belongs to.
struct Cliques {
    /// The joints of each clique, in no order; of no meaning once no joint belongs to it.
    members: Vec<Vec<u32>>,
    /// The cliques of each joint.
    of_joint: Vec<Few>,
    rank: Vec<Rank>,
    class: Vec<u32>,
    /// |C \ R| for the cliques that R meets, valid during the elimination of the joint in `counted_for`.
    outside: Vec<u32>,
    counted_for: Vec<u32>,
    /// The elimination in which a joint was last gathered into R.
    gathered_for: Vec<u32>,
}

impl Cliques {
    fn of(graph: &Graph, class: impl Fn(usize) -> u32) -> Cliques {
        let members: Vec<Vec<u32>> =
            (0..graph.n_bodies()).map(|b| graph.edges_at(b).map(|j| j as u32).collect()).collect();

        let of_joint = graph.edges().iter().map(|e| Few::from(e.moving())).collect();
        let mut cliques = Cliques {
            of_joint,
            rank: vec![GONE; graph.n_edges()],
            class: (0..graph.n_edges()).map(class).collect(),
            outside: vec![0; members.len()],
            counted_for: vec![u32::MAX; members.len()],
            gathered_for: vec![u32::MAX; graph.n_edges()],
            members,
        };
        (0..graph.n_edges()).for_each(|j| cliques.drop_contained(j));
        (0..graph.n_edges()).for_each(|j| cliques.rank[j] = cliques.calc_first_rank(j));
        cliques
    }

    /// (a) for the two bodies of a joint: the smaller clique goes if the other contains it.
    fn drop_contained(&mut self, j: usize) {
        let Some([small, large]) = self.find_pair(j) else { return };
        if self.count_common(small, large) == self.members[small].len() {
            for i in std::mem::take(&mut self.members[small]) {
                self.of_joint[i as usize].retain(|c| c != small);
            }
        }
    }

    /// As (2), before the first elimination.
    fn calc_first_rank(&self, j: usize) -> Rank {
        let few = &self.of_joint[j];
        let sum: usize = few.iter().map(|c| self.members[c].len() - 1).sum();
        let twice = self.find_pair(j).map_or(0, |[small, large]| self.count_common(small, large) - 1);
        self.rank_with(j, (sum - twice) as u32)
    }

    /// The cliques of a joint that has two, the smaller first.
    fn find_pair(&self, j: usize) -> Option<[usize; 2]> {
        let mut few = self.of_joint[j].iter();
        let mut pair = [few.next()?, few.next()?];
        pair.sort_by_key(|&c| (self.members[c].len(), c));
        few.next().is_none().then_some(pair)
    }

    fn count_common(&self, small: usize, large: usize) -> usize {
        let in_large = |i: &&u32| self.of_joint[**i as usize].iter().any(|c| c == large);
        self.members[small].iter().filter(in_large).count()
    }

    /// Takes out joint k and what follows it by (c), and ranks anew the joints that were coupled to it.
    fn eliminate(&mut self, k: usize, order: &mut Vec<usize>, queue: &mut Queue) {
        order.push(k);
        self.rank[k] = GONE;
        let Some(welded) = self.of_joint[k].iter().next() else { return };
        let mut R = self.weld(k, welded);
        self.count_outside(k, welded, &R);

        // (a), then (c).
        let mut followers = Vec::new();
        R.retain(|&i| {
            let outside = &self.outside;
            self.of_joint[i as usize].retain(|c| c == welded || outside[c] > 0);
            let follows = self.of_joint[i as usize].iter().count() == 1;
            if follows {
                followers.push(i as usize);
            }
            !follows
        });
        followers.sort_unstable();
        followers.iter().for_each(|&i| self.rank[i] = GONE);
        order.append(&mut followers);

        // (b). Without R the ranks below are the same but for the flag.
        let covered = self.is_covered(welded, &R);
        if covered {
            R.iter().for_each(|&i| self.of_joint[i as usize].retain(|c| c != welded));
        }

        for &i in &R {
            let rank = self.calc_rank(i as usize, welded, R.len());
            if self.rank[i as usize] != rank {
                self.rank[i as usize] = rank;
                queue.push(rank, i as usize);
            }
        }
        self.members[welded] = if covered { Vec::new() } else { R };
    }

    /// (1): gathers R and puts the welded clique in the place of those of k.
    fn weld(&mut self, k: usize, welded: usize) -> Vec<u32> {
        let old = self.of_joint[k];
        let mut R = Vec::new();
        self.gathered_for[k] = k as u32;
        for c in old.iter() {
            for i in std::mem::take(&mut self.members[c]) {
                if self.gathered_for[i as usize] != k as u32 {
                    self.gathered_for[i as usize] = k as u32;
                    R.push(i);
                }
            }
        }
        for &i in &R {
            let few = &mut self.of_joint[i as usize];
            few.retain(|c| !old.iter().any(|gone| gone == c));
            few.push(welded);
        }
        R
    }

    /// |C \ R| for all cliques that R meets: start from |C| and take one off for each common joint.
    fn count_outside(&mut self, k: usize, welded: usize, R: &[u32]) {
        for &i in R {
            for c in self.of_joint[i as usize].iter().filter(|&c| c != welded) {
                if self.counted_for[c] != k as u32 {
                    self.counted_for[c] = k as u32;
                    self.outside[c] = self.members[c].len() as u32;
                }
                self.outside[c] -= 1;
            }
        }
    }

    /// Whether another clique contains R. It would be a clique of each joint in R, so of the first.
    fn is_covered(&self, welded: usize, R: &[u32]) -> bool {
        let Some(&first) = R.first() else { return false };
        let common = |c: usize| self.members[c].len() - self.outside[c] as usize;
        self.of_joint[first as usize].iter().any(|c| c != welded && common(c) == R.len())
    }

    /// (2)
    fn calc_rank(&self, i: usize, welded: usize, size: usize) -> Rank {
        let few = &self.of_joint[i];
        let outside: u32 = few.iter().filter(|&c| c != welded).map(|c| self.outside[c]).sum();
        self.rank_with(i, size as u32 - 1 + outside)
    }

    /// (d): among joints of a single clique the class does not count.
    fn rank_with(&self, j: usize, degree: u32) -> Rank {
        let several = self.of_joint[j].iter().count() > 1;
        Rank { several, class: if several { self.class[j] } else { 0 }, degree }
    }
}

/// Up to four cliques: as many as a gear has bodies.
#[derive(Clone, Copy, Default)]
struct Few {
    cliques: [u32; 4],
    n: u8,
}

impl Few {
    fn from(cliques: impl Iterator<Item = usize>) -> Few {
        let mut few = Few::default();
        cliques.for_each(|c| few.push(c));
        few
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.cliques[..self.n as usize].iter().map(|&c| c as usize)
    }

    fn push(&mut self, clique: usize) {
        self.cliques[self.n as usize] = clique as u32;
        self.n += 1;
    }

    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let before = *self;
        *self = Few::from(before.iter().filter(|&c| keep(c)));
    }
}
