//! The procedures of \[Vlasenko and Kasper\], each a program of its own: G, A = L⁻¹Gᵀ, M⁻¹s, G s, u = −Ġv and R.
//!
//! Velocities are (ṙ, ω̄), for which M = L Lᵀ is known beforehand. Matrices are handed on in compressed form.

use super::compressed::Compressed;
use super::evaluation::{Equations, coast};
use super::factor::{Sparse, Unknown};
use super::givens::{Merging, Triangle};
use super::names::{list_places, name_inputs, name_place, name_rows};
use super::order::{Ties, couple, fewest_neighbors};
use super::{Procedure, Specialized};
use crate::model::{Model, Space};
use crate::symbolic::count::Count;
use crate::symbolic::finish::{Entry, Layout};
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Program;

/// How many orders with ties decided at random are tried at most; more find hardly better ones.
const MOST_SHUFFLES: usize = 48;
/// So many entries of full matrices may be looked at in all of them: beyond some hundred equations the time is not
/// worth it.
const SHUFFLED_ENTRIES: usize = 200_000;

/// Names and purposes of A and R of independent columns, and of all columns where some depend on them.
const INDEPENDENT: [(&str, &str); 2] = [
    ("columns", "A = L⁻¹Gᵀ in compressed form, from time, state and angles."),
    ("triangle", "R of the QR of the independent columns of A, from A as `columns` gives it."),
];
const WHOLE: [(&str, &str); 2] = [
    ("whole_columns", "A as `whole_triangle` takes it."),
    (
        "whole_triangle",
        "R of all columns, from A as `whole_columns` gives it: rows of independent columns, then what is left of the others.",
    ),
];

/// G, A, M⁻¹s, G s, u and R, and what is where in R of all columns.
pub(super) fn generate(model: &Model, specialized: &Specialized) -> (Vec<Procedure>, Layout) {
    let g = Graph::with_witnesses(Vec::new());
    let equations = Equations::of(&g, model);
    let jacobian: Vec<Sparse> = equations.rows.iter().map(|row| row.gradient.iter().copied().collect()).collect();
    let of_g = Compressed::of(&jacobian);
    let whole = decompose(&equations, &specialized.kept, &specialized.left_out);
    let own = decompose(&equations, &specialized.kept, &[]);
    let (state, rows) = (name_inputs(model), name_rows(model));
    let named = |matrix: &Compressed, letter: &str| {
        let name = |(row, place): &(usize, usize)| format!("{letter}: {}, {}", rows[*row], name_place(model, *place));
        matrix.first.iter().map(name).collect::<Vec<_>>()
    };
    let vector: Vec<String> = list_places(model).into_iter().map(|place| name_place(model, place)).collect();
    let names_of_g = named(&of_g, "G");
    let with_vector = [names_of_g.clone(), vector.clone()].concat();
    let mut procedures = vec![
        procedure(
            ("jacobian", "G in compressed form, from time, state and angles."),
            [state.clone(), names_of_g.clone()],
            g.program(equations.n_inputs, &of_g.terms),
        ),
        procedure(("inverse_mass", "M⁻¹ s."), [vector.clone(), vector.clone()], divide_by_mass(&equations)),
        procedure(("product", "G s, from G and s."), [with_vector, rows.clone()], multiply(model, &of_g)),
        procedure(
            ("right_side", "u = −Ġv, and what drivers ask for, from time, state and angles."),
            [state.clone(), rows.clone()],
            right_side(&equations),
        ),
        procedure(
            (
                "free",
                "Accelerations without constraints, and b, by how much these violate every equation, from time, state and angles.",
            ),
            [state.clone(), [prefixed("acceleration", &vector), prefixed("b", &rows)].concat()],
            fall(&equations),
        ),
        procedure(
            ("response", "M⁻¹ Gᵀ λ, from G and multipliers λ."),
            [[names_of_g, prefixed("multiplier", &rows)].concat(), vector],
            respond(&equations, &of_g),
        ),
    ];
    let layout = whole.layout.clone();
    for (names, found) in [(INDEPENDENT, own), (WHOLE, whole)] {
        let columns = named(&found.of_a, "A");
        procedures.push(procedure(
            names[0],
            [state.clone(), columns.clone()],
            g.program(equations.n_inputs, &found.of_a.terms),
        ));
        procedures.push(procedure(names[1], [columns, found.layout.names(&rows)], found.program));
        if specialized.left_out.is_empty() {
            break;
        }
    }
    (procedures, layout)
}

fn prefixed(what: &str, names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("{what}: {name}")).collect()
}

fn procedure(
    (name, purpose): (&'static str, &'static str),
    [inputs, outputs]: [Vec<String>; 2],
    program: Program,
) -> Procedure {
    Procedure { name, purpose, inputs, outputs, program }
}

/// M⁻¹ s = L⁻ᵀ L⁻¹ s.
fn divide_by_mass(equations: &Equations) -> Program {
    let (g, places) = (Graph::new(), list_places(equations.model));
    let mut s = vec![g.number(0.0); 6 * equations.model.n_bodies()];
    places.iter().enumerate().for_each(|(k, &place)| s[place] = g.input(k));
    let mut y = vec![g.number(0.0); s.len()];
    for &place in &places {
        let row = equations.masses.inverse_root(place);
        y[place] = row.iter().fold(g.number(0.0), |sum, (c, x)| sum + *x * s[*c]);
    }
    let product = equations.masses.mul_inverse_root_transposed(&g, &y);
    g.program(places.len(), &places.iter().map(|&place| product[place]).collect::<Vec<_>>())
}

/// G s from compressed G and s.
fn multiply(model: &Model, of_g: &Compressed) -> Program {
    let (g, places) = (Graph::new(), list_places(model));
    let rows = of_g.expand(&g, 0);
    let s = |place: &usize| g.input(of_g.len() + places.binary_search(place).unwrap_or(0));
    let terms: Vec<Term> =
        rows.iter().map(|row| row.iter().fold(g.number(0.0), |sum, (place, x)| sum + *x * s(place))).collect();
    g.program(of_g.len() + places.len(), &terms)
}

/// u = −Ġv, and what drivers ask for.
fn right_side(equations: &Equations) -> Program {
    let terms: Vec<Term> = coast(equations.g, equations.model).equations().iter().map(|row| -row.second).collect();
    equations.g.program(equations.n_inputs, &terms)
}

/// M⁻¹f and b.
fn fall(equations: &Equations) -> Program {
    let of = |place: usize| {
        let body = &equations.free.bodies[place / 6];
        if place % 6 < 3 { body.linear[place % 6] } else { body.angular[place % 6 - 3] }
    };
    let places = list_places(equations.model).into_iter().map(of);
    let terms: Vec<Term> = places.chain(equations.rows.iter().map(|row| row.second)).collect();
    equations.g.program(equations.n_inputs, &terms)
}

/// M⁻¹Gᵀλ from compressed G and λ.
fn respond(equations: &Equations, of_g: &Compressed) -> Program {
    let (g, places) = (Graph::new(), list_places(equations.model));
    let (columns, n_rows) = (of_g.expand(&g, 0), equations.rows.len());
    // L⁻¹Gᵀλ, then L⁻ᵀ of it.
    let mut pull = vec![g.number(0.0); 6 * equations.model.n_bodies()];
    for (row, gradient) in columns.iter().enumerate() {
        let gradient: Vec<(usize, Term)> = gradient.iter().map(|(place, x)| (*place, *x)).collect();
        for (place, x) in equations.masses.column(&g, &gradient) {
            pull[place] += x * g.input(of_g.len() + row);
        }
    }
    let response = equations.masses.mul_inverse_root_transposed(&g, &pull);
    g.program(of_g.len() + n_rows, &places.iter().map(|&place| response[place]).collect::<Vec<_>>())
}

/// A and R.
pub(super) struct Decomposition<'g> {
    /// Columns of A.
    of_a: Compressed<'g>,
    /// R from compressed A.
    pub program: Program,
    /// The place of each number among its outputs.
    pub layout: Layout,
}

/// R in the way that takes fewest operations: with ṙ in the axes of the world or of each body, which R does not depend
/// on, with columns in one of several orders, and rows merged in one of two ways.
pub(super) fn decompose<'g>(equations: &Equations<'_, 'g>, kept: &[usize], left_out: &[usize]) -> Decomposition<'g> {
    let own = || equations.rows.iter().map(|row| equations.masses.column(equations.g, &row.own)).collect::<Vec<_>>();
    let ways = match equations.model.space {
        // Points of the plane have known entries in the axes of the world.
        Space::Planar => vec![equations.columns.clone()],
        Space::Spatial => vec![equations.columns.clone(), own()],
    };
    let mut best: Option<(usize, usize, Decomposition)> = None;
    let mut attempt = |way: usize, order: &[usize], merging: Merging| {
        let found = triangularize(&ways[way], [order, left_out], merging);
        let flops = Count::of(&found.program).flops();
        if best.as_ref().is_none_or(|(least, ..)| flops < *least) {
            best = Some((flops, way, found));
        }
        best.as_ref().map_or(way, |(_, way, _)| *way)
    };
    let mut way = 0;
    for (number, columns) in ways.iter().enumerate() {
        for order in orders(columns, kept, &[Ties::First, Ties::Last]) {
            for merging in [Merging::Cheapest, Merging::Known, Merging::Shortest, Merging::Reflected] {
                way = attempt(number, &order, merging);
            }
        }
    }
    let shuffles: Vec<Ties> =
        (0..SHUFFLED_ENTRIES / (1 + kept.len()).pow(2)).take(MOST_SHUFFLES).map(|k| Ties::Shuffled(k as u64)).collect();
    for order in orders(&ways[way], kept, &shuffles) {
        for merging in [Merging::Known, Merging::Shortest, Merging::Reflected] {
            attempt(way, &order, merging);
        }
    }
    best.map(|(.., found)| found).unwrap_or_else(|| unreachable!("there are several orders to choose from"))
}

fn triangularize<'g>(columns: &[Sparse<'g>], rows: [&[usize]; 2], merging: Merging) -> Decomposition<'g> {
    let (of_a, n_kept) = (Compressed::of(columns), rows[0].len());
    let g = Graph::with_witnesses(of_a.terms.iter().map(|term| term.witness()).collect());
    let columns = of_a.expand(&g, 0);
    let order = rows.concat();
    let in_order: Vec<&Sparse> = order.iter().map(|&row| &columns[row]).collect();
    let Triangle { rows, rest } = Triangle::of(&g, &in_order, n_kept, merging);
    let (mut entries, mut outputs) = (Vec::new(), Vec::new());
    for (row, of_row) in rows.iter().chain(&rest).enumerate() {
        for (&column, x) in of_row {
            entries.push(Entry { row, column, known: x.as_number() });
            outputs.extend(x.as_number().is_none().then_some(*x));
        }
    }
    let n_rows = rows.len() + rest.len();
    let program = g.program(of_a.len(), &outputs);
    Decomposition { of_a, program, layout: Layout { order, n_kept, n_rows, entries } }
}

/// Orders of columns: as in the file, and by neighbors with ties decided in these ways.
fn orders(columns: &[Sparse], kept: &[usize], ties: &[Ties]) -> Vec<Vec<usize>> {
    let mut as_in_file = kept.to_vec();
    as_in_file.sort_unstable();
    let unknowns: Vec<Unknown> = as_in_file.iter().map(|&row| Unknown::Row(row)).collect();
    let neighbors = couple(columns, &unknowns);
    let by_neighbors = |ties: &Ties| fewest_neighbors(neighbors.clone(), &|_| false, *ties);
    let mut orders: Vec<Vec<usize>> =
        ties.iter().map(|ties| by_neighbors(ties).into_iter().map(|k| as_in_file[k]).collect()).collect();
    orders.push(as_in_file);
    orders
}
