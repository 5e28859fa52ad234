//! Solvers for joints' equations with rows of force elements below them, made anew when other elements begin to act.

use super::elimination::{Division, arrange_elimination, make_elimination};
use super::words;
use crate::ids::BodyId;
use crate::methods::{OrderMethod, SolverKind};
use crate::reduced::Pattern;
use crate::settings::Settings;
use crate::solver::relaxation::Stop;
use crate::solver::{Cyclic, Damped, Dense, Parts, Pcg, Qr, Relaxation, Solver, pcg};
use crate::topology::{Edge, Graph, Objective, OrderRequest, Request};

/// Choices from which a solver is made, besides the pattern.
pub(super) struct Stacked {
    pub solver: SolverKind,
    pub settings: Settings,
    pub tolerance: f64,
    pub damped: Option<Damped>,
}

impl Stacked {
    /// The plan's solver for this pattern, with an order of its own.
    pub(super) fn make(&self, pattern: &Pattern) -> Box<dyn Solver> {
        let Stacked { solver, settings, tolerance, damped } = self;
        let graph = Graph::new(pattern.n_nodes(), &list_edges(pattern));
        // One order only: elements that begin or cease to act change the pattern, and each change makes a new solver.
        let order = OrderRequest::Method(OrderMethod::MinimumDegree);
        let request = Request { order, ..Request::automatic(Objective::Flops, pattern.width()) };
        let division = Division::of(&Settings { parts: 0, ..settings.clone() });
        let (chosen, schedule) = arrange_elimination(&graph, &request, division);
        let factor = || make_elimination(pattern, &chosen, &schedule);
        match solver {
            SolverKind::Dense => Box::new(Dense::analyze(pattern)),
            SolverKind::Qr => Box::new(Qr::analyze(pattern, &chosen.filled.order)),
            SolverKind::Cyclic => {
                Box::new(Cyclic::analyze(pattern, &chosen.splitting, &chosen.filled, &schedule, *damped))
            }
            SolverKind::Elimination | SolverKind::None => Box::new(factor().damped(*damped)),
            SolverKind::Pcg => {
                let price = pcg::calc_price(pattern, &chosen.filled);
                let pcg = Pcg::analyze(pattern, factor(), price, *tolerance);
                Box::new(pcg.preconditioned_by(words::preconditioner(settings), pattern).in_parts(Parts::one(pattern)))
            }
            SolverKind::Relaxation => {
                let stop = Stop::Error(*tolerance);
                Box::new(Relaxation::analyze(pattern, factor(), words::relaxation(settings), stop))
            }
        }
    }
}

/// Blocks as edges between the nodes that they touch, four at most.
pub(super) fn list_edges(pattern: &Pattern) -> Vec<Edge> {
    let edge = |block: usize| {
        let mut nodes = pattern.incidences(block).iter().map(|incidence| BodyId::new(incidence.node));
        let mut next = || nodes.next().unwrap_or(BodyId::GROUND);
        Edge::gear([next(), next(), next(), next()], pattern.n_rows_of(block))
    };
    (0..pattern.n_blocks()).map(edge).collect()
}
