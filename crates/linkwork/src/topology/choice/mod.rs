//! How joints are eliminated: which bodies are divided, and in which order the joints go. Several ways are counted, and
//! the one of least cost is taken.
//!
//! *Orders*: those of [`order`], each balanced; `file` and given orders stay as they are. A method is left out where it
//! is too slow for the size, or where minimum degree has found an order without fill, for nothing is better than that.
//! *Divisions*: bodies for which a division would pay if they stood alone, cut into pieces of at most 3, 4, 6, 8 or 12
//! ties; in small mechanisms the best of these is improved step by step. Everything depends on the graph and the
//! request only.

mod trials;

use super::cost::Cost;
use super::fill::FilledPattern;
use super::graph::Graph;
use super::index_reduction::Splitting;
use super::order;
use super::schedule::Schedule;
use crate::methods::{Order, OrderMethod};
use trials::Trials;

/// The quantity that is to be least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Scalar operations of a factorization and a solution, with true block sizes.
    Flops,
    /// M, block multiplications, as the literature counts.
    BlockProducts,
}

impl Objective {
    fn of(self, cost: &Cost) -> u64 {
        match self {
            Objective::Flops => cost.flops(),
            Objective::BlockProducts => cost.blocks.multiplications,
        }
    }
}

/// Which order is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderRequest {
    /// The best of all.
    Auto,
    /// By this method.
    Method(OrderMethod),
    /// The joints in this order.
    Given(Vec<usize>),
}

impl OrderRequest {
    /// The order that is asked for, of joints with these names.
    ///
    /// # Errors
    /// A sentence that names joints which are missing, unknown or listed twice.
    pub fn of(order: &Order, joints: &[&str]) -> Result<OrderRequest, String> {
        match order {
            Order::Auto => Ok(OrderRequest::Auto),
            Order::Method(method) => Ok(OrderRequest::Method(*method)),
            Order::Joints(names) => order::find_joints(names, joints).map(OrderRequest::Given),
        }
    }
}

/// Which bodies may be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitRequest {
    /// Where it lowers the cost.
    Auto,
    /// All with more than three joints, or four if that costs less.
    Always,
    /// None.
    Never,
}

/// A request to [`choose_elimination`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The quantity that is to be least.
    pub objective: Objective,
    /// Which order.
    pub order: OrderRequest,
    /// Which bodies may be divided.
    pub split: SplitRequest,
    /// Equations of a weld: 6 in space, 3 in the plane.
    pub weld_size: usize,
}

impl Request {
    /// Everything left to the choice.
    pub fn automatic(objective: Objective, weld_size: usize) -> Request {
        Request { objective, order: OrderRequest::Auto, split: SplitRequest::Auto, weld_size }
    }
}

/// A way to eliminate that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The order's word, with the most ties of a piece where bodies are divided.
    pub name: String,
    /// Its cost.
    pub cost: Cost,
    /// Pieces in all divided bodies; 0 if none is divided.
    pub n_pieces: usize,
}

/// How joints will be eliminated.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Which bodies are divided.
    pub splitting: Splitting,
    /// The graph of the pieces: the model's joints, then the welds.
    pub graph: Graph,
    /// Order and pattern; every subtree of the elimination tree is contiguous.
    pub filled: FilledPattern,
    /// Its cost.
    pub cost: Cost,
    /// The orders that were counted.
    pub candidates: Vec<Candidate>,
    /// The chosen one among them.
    pub chosen: usize,
    /// Why, in a sentence.
    pub reason: String,
}

impl Chosen {
    /// Takes an order for parts instead. Where that is another elimination, as for `cyclic`, it is counted beside the
    /// others.
    pub fn rearrange(&mut self, filled: FilledPattern, schedule: &Schedule) {
        if let Some(reduction) = schedule.reduction {
            let cost = Cost::of(&self.graph, filled.order.clone());
            let n_pieces = self.splitting.divided_bodies().map(|(_, n)| n as usize).sum();
            self.candidates.push(Candidate { name: "cyclic".into(), cost, n_pieces });
            self.chosen = self.candidates.len() - 1;
            self.cost = cost;
            self.reason = reduction.describe(schedule.n_parts());
        }
        self.filled = filled;
    }
}

/// Chooses order and division; see the module.
///
/// # Panics
/// If a given order does not name every edge once; [`OrderRequest::of`] makes orders that do.
pub fn choose_elimination(graph: &Graph, request: &Request) -> Chosen {
    let mut trials = Trials::new(graph, request);
    if request.split != SplitRequest::Always {
        trials.count_whole();
    }
    if trials.may_divide() {
        trials.count_divisions();
    }
    if trials.is_empty() {
        // Asked to divide where nothing can be.
        trials.count_whole();
    }
    trials.choose()
}

#[cfg(test)]
mod tests {
    use super::trials::MANY_JOINTS;
    use super::*;
    use crate::methods::Word;
    use crate::topology::graph::tests::{chain, graph, net};

    fn names(chosen: &Chosen) -> Vec<&str> {
        chosen.candidates.iter().map(|c| c.name.as_str()).collect()
    }

    #[test]
    fn words_and_names_are_read() {
        let parse = |text: &str| OrderRequest::of(&text.into(), &["a", "b"]);
        assert_eq!(parse("auto"), Ok(OrderRequest::Auto));
        assert_eq!(parse("minimum-fill"), Ok(OrderRequest::Method(OrderMethod::MinimumFill)));
        assert_eq!(parse("b,a"), Ok(OrderRequest::Given(vec![1, 0])));
        assert_eq!(parse("minimum"), Err("unknown joints: 'minimum'; missing joints: 'a', 'b'".into()));
    }

    #[test]
    fn what_is_asked_for_is_counted_alone() {
        for &method in OrderMethod::ALL {
            let order = OrderRequest::Method(method);
            let chosen = choose_elimination(&net(8), &Request { order, ..Request::automatic(Objective::Flops, 6) });
            assert_eq!(names(&chosen), [method.word()]);
        }
    }

    #[test]
    fn without_fill_nothing_else_is_tried() {
        let chosen = choose_elimination(&chain(500), &Request::automatic(Objective::Flops, 6));
        assert_eq!(names(&chosen), ["minimum-degree", "file"]);
        assert_eq!((chosen.chosen, chosen.cost.depth), (0, 251));
    }

    #[test]
    fn methods_are_tried_where_they_are_fast_enough() {
        let automatic = Request::automatic(Objective::Flops, 6);
        let moderate = choose_elimination(&net(20), &automatic);
        assert_eq!(names(&moderate), ["minimum-degree", "nested-dissection", "minimum-fill", "file"]);
        let large = choose_elimination(&net(100), &automatic);
        assert_eq!(names(&large), ["minimum-degree", "nested-dissection", "file"]);
        let n = MANY_JOINTS as i32;
        let ring = graph(MANY_JOINTS, &(0..n).map(|i| (i, (i + 1) % n)).collect::<Vec<_>>());
        assert_eq!(names(&choose_elimination(&ring, &automatic)), ["minimum-degree", "minimum-fill", "file"]);
    }

    #[test]
    fn the_least_operations_are_chosen() {
        for k in [5, 12, 20] {
            let chosen = choose_elimination(&net(k), &Request::automatic(Objective::Flops, 6));
            let least = chosen.candidates.iter().map(|c| c.cost.flops()).min();
            assert_eq!(Some(chosen.cost.flops()), least);
            assert_eq!(chosen.candidates[chosen.chosen].cost, chosen.cost);
        }
    }
}
