//! Where the values of a piece are while they wait: in a register for a short while, else in memory.
//!
//! Programs have many more values alive than processors have registers, and an allocator that finds this out by itself
//! writes them to memory and reads them back by instructions of their own. A value that is loaded where it is needed
//! becomes a part of that operation instead.

use linkwork::symbolic::pieces::operands;
use linkwork::symbolic::{Piece, Program, Value};
use std::collections::HashMap;

/// Operations for which a value stays in a register. Of values that are needed again within so many, about as many are
/// alive at once as there are registers: code for the manipulator, the four-bar and the HMMWV was fastest with 40 to 60
/// of 4 to 200.
const NEAR: usize = 48;

/// Whether a value that was computed as number `made` of a piece is still in a register at number `now`.
pub fn is_near(made: usize, now: usize) -> bool {
    now - made <= NEAR
}

/// Values that have a place in memory.
pub struct Residence {
    /// Where: those that pieces leave to one another, and after these those that this piece needs again later.
    pub places: HashMap<Value, usize>,
    /// One more than the last place.
    pub n_places: usize,
}

impl Residence {
    /// The residence of values in a piece, beside so many places for values between pieces.
    pub fn of(program: &Program, piece: &Piece, n_between: usize) -> Residence {
        let mut places: HashMap<Value, usize> = piece.fetched.iter().chain(&piece.kept).copied().collect();
        let needs = |value: &Value| operands(program.operations[value.0 as usize]);
        let when: HashMap<Value, usize> = piece.computed.iter().enumerate().map(|(k, value)| (*value, k)).collect();
        // By value: when it is needed for the last time, if that is long after it was made.
        let mut last = HashMap::new();
        for (k, value) in piece.computed.iter().enumerate() {
            for operand in needs(value) {
                if when.get(&operand).is_some_and(|made| !is_near(*made, k)) && !places.contains_key(&operand) {
                    last.insert(operand, k);
                }
            }
        }
        let (mut free, mut n_places) = (Vec::new(), n_between);
        for (k, value) in piece.computed.iter().enumerate() {
            if last.contains_key(value) {
                let place = free.pop().unwrap_or_else(|| {
                    n_places += 1;
                    n_places - 1
                });
                places.insert(*value, place);
            }
            // Operands needed here for the last time; one that occurs twice gives its place back once.
            let mut done: Vec<Value> = needs(value).filter(|operand| last.get(operand) == Some(&k)).collect();
            done.sort_unstable();
            done.dedup();
            free.extend(done.iter().map(|operand| places[operand]));
        }
        Residence { places, n_places }
    }
}
