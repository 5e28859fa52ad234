//! The ways to eliminate that are counted, and the best of them.

use super::{Candidate, Chosen, Objective, OrderRequest, Request, SplitRequest};
use crate::ids::BodyId;
use crate::methods::{OrderMethod, Word};
use crate::topology::EliminationTree;
use crate::topology::cost::{BlockCounts, Cost};
use crate::topology::fill::FilledPattern;
use crate::topology::graph::{Edge, Graph};
use crate::topology::index_reduction::{Shape, Splitting, Tree, divide, improve};
use crate::topology::order;
use std::collections::BTreeMap;

/// Minimum fill takes about as many operations as the elimination has block products, and is tried up to this many:
/// a fraction of a second. It also lists all coupled pairs.
const MOST_PRODUCTS_FOR_MINIMUM_FILL: u64 = 4_000_000;
/// Below this many joints nested dissection has nothing to divide.
const LEAST_JOINTS_FOR_DISSECTION: usize = 100;
/// From this many joints on nested dissection takes a good part of a second, and is tried only where the best factor
/// so far has three times the blocks of E: a ring or a track has less, and nothing to gain.
pub(super) const MANY_JOINTS: usize = 20_000;
/// Most ties of a piece that are tried. Three is the least; larger pieces suit joints with fewer equations than a weld.
const LIMITS: [usize; 5] = [3, 4, 6, 8, 12];
/// Lengths of chains of pieces that are tried. At eight one piece in eight is without joints, so longer ones save
/// little.
const CHAINS: [usize; 2] = [1, 8];
/// Dividing must save this share of the cost: welds are also assembled, which the count leaves out.
const LEAST_SAVING: f64 = 0.05;
/// Divisions are improved step by step up to this many joints and welds, with so many trials in all: some milliseconds.
const MOST_JOINTS_FOR_SEARCH: usize = 100;
const MOST_TRIALS: usize = 400;

/// A candidate with everything that is needed to use it.
struct Trial {
    name: String,
    splitting: Splitting,
    order: Vec<usize>,
    cost: Cost,
}

/// The counts so far.
pub(super) struct Trials<'a> {
    graph: &'a Graph,
    request: &'a Request,
    all: Vec<Trial>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(graph: &'a Graph, request: &'a Request) -> Trials<'a> {
        Trials { graph, request, all: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Counts orders with every body whole.
    pub(super) fn count_whole(&mut self) {
        let trials = self.count_orders(&Splitting::none(self.graph));
        self.all.extend(trials);
    }

    /// A given order says how to eliminate the joints, not how to divide bodies: that must be asked for.
    pub(super) fn may_divide(&self) -> bool {
        match self.request.split {
            SplitRequest::Never => false,
            SplitRequest::Always => true,
            SplitRequest::Auto => match self.request.order {
                OrderRequest::Given(_) | OrderRequest::Method(OrderMethod::File) => false,
                OrderRequest::Auto | OrderRequest::Method(_) => true,
            },
        }
    }

    /// Counts the orders asked for, or all that make sense, with one division.
    fn count_orders(&self, splitting: &Splitting) -> Vec<Trial> {
        let expanded = splitting.expand(self.graph, self.request.weld_size);
        let is_divided = |&piece: &usize| splitting.n_pieces[splitting.body_of[piece]] > 1;
        let most_ties = (0..expanded.n_bodies()).filter(is_divided).map(|piece| expanded.edges_at(piece).len()).max();
        let count = |word: &str, order: Vec<usize>| {
            let name = most_ties.map_or(word.to_string(), |ties| format!("{word}, pieces of {ties} ties"));
            Trial { name, splitting: splitting.clone(), cost: Cost::of(&expanded, order.clone()), order }
        };
        match &self.request.order {
            OrderRequest::Given(order) => {
                let order = order.iter().copied().chain(self.graph.n_edges()..expanded.n_edges()).collect();
                vec![count("given", postordered(&expanded, order))]
            }
            OrderRequest::Method(method) => vec![count(method.word(), find_order(&expanded, *method))],
            OrderRequest::Auto => {
                let first = OrderMethod::ALL[0];
                let mut trials = vec![count(first.word(), find_order(&expanded, first))];
                for &method in &OrderMethod::ALL[1..] {
                    let blocks = trials.iter().map(|trial| trial.cost.blocks).min_by_key(|b| b.multiplications);
                    // There is minimum degree at least.
                    if is_worth_it(method, &expanded, &blocks.unwrap_or_default(), most_ties.is_some()) {
                        trials.push(count(method.word(), find_order(&expanded, method)));
                    }
                }
                trials
            }
        }
    }

    /// Counts divisions, for each limit the best.
    pub(super) fn count_divisions(&mut self) {
        let always = self.request.split == SplitRequest::Always;
        let limits = if always { &LIMITS[..2] } else { &LIMITS[..] };
        let mut least = u64::MAX;
        for &limit in limits {
            let bodies = self.find_bodies(limit, always);
            if bodies.is_empty() {
                continue;
            }
            let mut trials = Vec::new();
            for chain in CHAINS {
                let (trees, splitting) = divide(self.graph, &bodies, Shape { limit, chain });
                trials.extend(self.count_orders(&splitting));
                let better = if chain == 1 { self.search(trees, limit) } else { None };
                trials.extend(better.into_iter().flat_map(|better| self.count_orders(&better)));
            }
            let Some(best) = trials.into_iter().min_by_key(|trial| self.price(trial)) else { continue };
            let price = self.price(&best).0;
            if self.all.iter().all(|other| other.splitting != best.splitting) {
                self.all.push(best);
            }
            // Past the best size of a piece cost grows with the square of its ties.
            if price / 2 > least / 4 * 3 {
                break;
            }
            least = least.min(price);
        }
    }

    /// Improves a division of a small mechanism step by step. Larger pieces come to the same, for they are parted.
    fn search(&self, mut trees: Vec<Tree>, limit: usize) -> Option<Splitting> {
        let limit = LIMITS[..2].contains(&limit).then_some(LIMITS[1])?;
        let n_joints = self.graph.n_edges() + Splitting::of_trees(self.graph, &trees).welds.len();
        if n_joints > MOST_JOINTS_FOR_SEARCH {
            return None;
        }
        improve(self.graph, &mut trees, limit, MOST_TRIALS, |splitting| self.calc_quick_cost(splitting));
        Some(Splitting::of_trees(self.graph, &trees)).filter(|better| !better.is_none())
    }

    /// The quantity that is to be least, then depth.
    fn price(&self, trial: &Trial) -> (u64, usize) {
        (self.request.objective.of(&trial.cost), trial.cost.depth)
    }

    fn calc_quick_cost(&self, splitting: &Splitting) -> u64 {
        let expanded = splitting.expand(self.graph, self.request.weld_size);
        self.request.objective.of(&Cost::of(&expanded, order::minimum_degree(&expanded)))
    }

    /// Bodies with more ties than a piece may have, for which a division pays or is asked for.
    fn find_bodies(&self, limit: usize, always: bool) -> Vec<usize> {
        let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        let mut pays = |body: usize| {
            let mut sizes: Vec<usize> = self.graph.edges_at(body).map(|j| self.graph.edges()[j].size()).collect();
            sizes.sort_unstable();
            *known.entry(sizes).or_insert_with_key(|sizes| self.pays_alone(sizes, limit))
        };
        let is_large = |&body: &usize| self.graph.edges_at(body).len() > limit;
        (0..self.graph.n_bodies()).filter(is_large).filter(|&body| always || pays(body)).collect()
    }

    /// Whether a division pays for a body that has joints of these sizes and nothing else around it.
    fn pays_alone(&self, sizes: &[usize], limit: usize) -> bool {
        let edges: Vec<Edge> = sizes.iter().map(|&m| Edge::joint(BodyId::GROUND, BodyId::new(0), m)).collect();
        let star = Graph::new(1, &edges);
        let price = |g: &Graph| self.request.objective.of(&Cost::of(g, order::minimum_degree(g)));
        let divided = |chain| divide(&star, &[0], Shape { limit, chain }).1.expand(&star, self.request.weld_size);
        CHAINS.into_iter().any(|chain| price(&divided(chain)) < price(&star))
    }

    pub(super) fn choose(self) -> Chosen {
        let chosen = self.find_best();
        let reason = self.explain(chosen);
        let candidates = self.all.iter().map(|trial| Candidate {
            name: trial.name.clone(),
            cost: trial.cost,
            n_pieces: trial.splitting.divided_bodies().map(|(_, n)| n as usize).sum(),
        });
        let candidates = candidates.collect();
        let (graph, weld_size) = (self.graph, self.request.weld_size);
        // `chosen` is a position in the list.
        let Trial { splitting, order, cost, .. } = self.all.into_iter().nth(chosen).expect("something was counted");
        let graph = splitting.expand(graph, weld_size);
        let filled = FilledPattern::analyze(&graph, order);
        Chosen { splitting, graph, filled, cost, candidates, chosen, reason }
    }

    /// Least cost, then least depth, then first counted; a division only where it saves enough.
    fn find_best(&self) -> usize {
        let best = |divided: bool| {
            let all = self.all.iter().enumerate().filter(move |(_, t)| t.splitting.is_none() != divided);
            all.min_by_key(|(_, trial)| self.price(trial))
        };
        match (best(false), best(true)) {
            (Some((whole, w)), Some((divided, d))) => {
                let saves = (self.price(d).0 as f64) < (1.0 - LEAST_SAVING) * self.price(w).0 as f64;
                if saves { divided } else { whole }
            }
            (Some((only, _)), None) | (None, Some((only, _))) => only,
            (None, None) => 0,
        }
    }

    fn explain(&self, chosen: usize) -> String {
        let unit = match self.request.objective {
            Objective::Flops => "operations",
            Objective::BlockProducts => "block products",
        };
        let price = |trial: &Trial| self.price(trial).0;
        let trial = &self.all[chosen];
        let rivals = || self.all.iter().enumerate().filter(move |&(i, _)| i != chosen).map(|(_, t)| t);
        let whole = rivals().filter(|t| t.splitting.is_none()).map(price).min();
        let own = format!("{} {unit}", price(trial));
        match (whole, rivals().map(price).min()) {
            (Some(whole), _) if !trial.splitting.is_none() => format!("{own}; with every body whole {whole}"),
            (_, Some(next)) if next > price(trial) => format!("{own}; the next best takes {next}"),
            (_, Some(next)) if next == price(trial) => {
                format!("{own}; none takes fewer")
            }
            (_, Some(_)) => format!("{own}; dividing bodies would save too little"),
            _ => format!("{own}; nothing else was counted"),
        }
    }
}

fn find_order(graph: &Graph, method: OrderMethod) -> Vec<usize> {
    match method {
        OrderMethod::MinimumDegree => order::balance(graph, order::minimum_degree(graph)),
        OrderMethod::NestedDissection => order::balance(graph, order::nested_dissection(graph)),
        OrderMethod::MinimumFill => order::balance(graph, order::minimum_fill(graph)),
        OrderMethod::File => postordered(graph, order::natural(graph)),
    }
}

/// The same elimination with contiguous subtrees.
fn postordered(graph: &Graph, order: Vec<usize>) -> Vec<usize> {
    EliminationTree::of(graph, order).postorder()
}

/// Whether a method is fast enough, and can be better than the best found before it.
fn is_worth_it(method: OrderMethod, graph: &Graph, best: &BlockCounts, divided: bool) -> bool {
    match method {
        OrderMethod::MinimumDegree => true,
        OrderMethod::NestedDissection => {
            let is_costly = graph.n_edges() < MANY_JOINTS || best.inversions > 3 * best.nonzeros;
            best.fill > 0 && is_costly && graph.n_edges() >= LEAST_JOINTS_FOR_DISSECTION
        }
        OrderMethod::MinimumFill => best.fill > 0 && best.multiplications <= MOST_PRODUCTS_FOR_MINIMUM_FILL,
        // The file knows nothing of welds; among whole bodies it is what the others are measured by.
        OrderMethod::File => !divided,
    }
}
