//! Order, parts and solver of an elimination, as settings ask for them.

use crate::methods::{Choice, SolverKind};
use crate::reduced::Pattern;
use crate::settings::Settings;
use crate::solver::Elimination;
use crate::topology::{Chosen, FilledPattern, Graph, Request, Schedule, choose_elimination, cyclic, schedule};

/// Division into parts as the settings ask for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    /// Zero leaves it to the arrangement.
    n_parts: usize,
    limit: usize,
    by_levels: ByLevels,
}

/// Whether joints are eliminated as `cyclic` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByLevels {
    Yes,
    No,
    IfFaster,
}

impl Division {
    /// The division of a mechanism's joints.
    pub(super) fn of(settings: &Settings) -> Division {
        let by_levels = match settings.solver {
            Choice::Given(SolverKind::Cyclic) => ByLevels::Yes,
            // Parts that are asked for are for threads; an order that has fewer of them is divided further if that
            // pays.
            Choice::Auto if settings.parts > 1 => ByLevels::IfFaster,
            Choice::Auto | Choice::Given(_) => ByLevels::No,
        };
        Division { n_parts: settings.parts, limit: settings.cyclic_limit, by_levels }
    }

    /// One part after the other, whatever is asked for.
    pub(super) fn in_sequence() -> Division {
        Division { n_parts: 0, limit: 0, by_levels: ByLevels::No }
    }

    /// The division of joints that `recursive` leaves over: parts that are asked for are those of the mechanism.
    pub(super) fn of_left_over(settings: &Settings) -> Division {
        let by_levels = if settings.solver == SolverKind::Cyclic { ByLevels::Yes } else { ByLevels::No };
        Division { n_parts: 0, by_levels, ..Division::of(settings) }
    }
}

/// Order and parts of an elimination.
pub(super) fn arrange_elimination(graph: &Graph, request: &Request, division: Division) -> (Chosen, Schedule) {
    let mut elimination = choose_elimination(graph, request);
    let order = std::mem::take(&mut elimination.filled.order);
    let (graph, Division { n_parts, limit, by_levels }) = (&elimination.graph, division);
    // Every part has a joint of its own.
    let n_parts = n_parts.min(graph.n_edges().max(1));
    let parts = if n_parts == 0 { schedule::USUAL_PARTS } else { n_parts };
    let in_sequence = |order| Schedule::arrange(graph, order, parts);
    let in_levels = |order| cyclic::arrange(graph, order, cyclic::Wish { limit, blocks: n_parts });
    let arranged: (FilledPattern, Schedule) = match by_levels {
        ByLevels::No => in_sequence(order),
        ByLevels::Yes => in_levels(order),
        ByLevels::IfFaster => {
            let free = in_sequence(order);
            let more = if free.1.n_parts() < parts { Some(in_levels(free.0.order.clone())) } else { None };
            more.filter(|more| cyclic::is_faster(graph, more, &free, parts)).unwrap_or(free)
        }
    };
    let (filled, schedule) = arranged;
    elimination.rearrange(filled, &schedule);
    (elimination, schedule)
}

pub(super) fn make_elimination(pattern: &Pattern, chosen: &Chosen, schedule: &Schedule) -> Elimination {
    Elimination::analyze_parts(pattern, &chosen.splitting, &chosen.filled, schedule)
}
