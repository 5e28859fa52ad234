//! Sparse matrices in compressed form \[Vlasenko and Kasper\]: entries that are known beforehand are left out, and one
//! that occurs several times, with either sign, is there once.

use super::factor::Sparse;
use crate::symbolic::graph::{Graph, Term};
use crate::symbolic::program::Value;
use std::collections::HashMap;

/// Where an entry's number comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// Known beforehand.
    Known(f64),
    /// This one of the compressed numbers, times 1 or −1.
    Listed(usize, f64),
}

/// A matrix by its sparse vectors, rows or columns.
#[derive(Debug)]
pub(super) struct Compressed<'g> {
    /// The numbers.
    pub terms: Vec<Term<'g>>,
    /// Where each of them occurs first: vector and place.
    pub first: Vec<(usize, usize)>,
    vectors: Vec<Vec<(usize, Source)>>,
}

impl<'g> Compressed<'g> {
    /// The union of the patterns of these vectors.
    pub(super) fn of<'a>(vectors: impl IntoIterator<Item = &'a Sparse<'g>>) -> Compressed<'g>
    where
        'g: 'a,
    {
        let mut compressed = Compressed { terms: Vec::new(), first: Vec::new(), vectors: Vec::new() };
        let mut known: HashMap<Option<Value>, usize> = HashMap::new();
        for (number, vector) in vectors.into_iter().enumerate() {
            let entries =
                vector.iter().map(|(place, term)| (*place, compressed.find(&mut known, (number, *place), *term)));
            let entries = entries.collect();
            compressed.vectors.push(entries);
        }
        compressed
    }

    fn find(&mut self, known: &mut HashMap<Option<Value>, usize>, at: (usize, usize), term: Term<'g>) -> Source {
        if let Some(x) = term.as_number() {
            return Source::Known(x);
        }
        let (term, sign) = term.without_sign();
        let number = *known.entry(term.value()).or_insert_with(|| {
            self.terms.push(term);
            self.first.push(at);
            self.terms.len() - 1
        });
        Source::Listed(number, sign)
    }

    /// The vectors on another graph, whose inputs from `start` on are the compressed numbers.
    pub(super) fn expand<'h>(&self, g: &'h Graph, start: usize) -> Vec<Sparse<'h>> {
        let term = |source: &Source| match *source {
            Source::Known(x) => g.number(x),
            Source::Listed(number, sign) => sign * g.input(start + number),
        };
        let expand =
            |vector: &Vec<(usize, Source)>| vector.iter().map(|(place, source)| (*place, term(source))).collect();
        self.vectors.iter().map(expand).collect()
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }
}
