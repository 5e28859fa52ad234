//! A program in pieces, each short enough for one function: compilers take more than proportional time for long ones.
//! Values that a later piece needs lie in an array between them, whose places are used again once nobody needs what is
//! there. Values that no output needs belong to no piece.

use super::program::{Operation, Program, Value};

/// Operations of a piece. Machine code is made fastest and runs as fast as any with about so many.
pub const USUAL_LENGTH: usize = 2000;

/// Some successive operations of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// Values computed here, in order, without inputs and constants.
    pub computed: Vec<Value>,
    /// Values left by earlier pieces, and at which places, by value.
    pub fetched: Vec<(Value, usize)>,
    /// Values left for later pieces, and at which places, by value.
    pub kept: Vec<(Value, usize)>,
    /// Which outputs are known by now, with their values.
    pub outputs: Vec<(usize, Value)>,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    /// In the order in which they run; at least one.
    pub pieces: Vec<Piece>,
    /// Places for values between pieces.
    pub n_places: usize,
}

/// Whether a program computes everything from what is there: its inputs, and values before the one that needs them.
///
/// # Errors
/// The first operation that does not.
pub fn check(program: &Program) -> Result<(), String> {
    for (k, operation) in program.operations.iter().enumerate() {
        if operands(*operation).any(|value| value.0 as usize >= k) {
            return Err(format!("operation {k} of the program needs a value that is not there yet"));
        }
        let fits = match *operation {
            Operation::Input(number) => (number as usize) < program.n_inputs,
            Operation::Call(function, _) => !function.takes_two(),
            Operation::Call2(function, ..) => function.takes_two(),
            _ => true,
        };
        if !fits {
            return Err(format!("operation {k} of the program has too few inputs or operands: {operation:?}"));
        }
    }
    match program.outputs.iter().find(|value| value.0 as usize >= program.operations.len()) {
        Some(value) => Err(format!("the program hands out value {}, which is not there", value.0)),
        None => Ok(()),
    }
}

/// The operands of an operation.
pub fn operands(operation: Operation) -> impl Iterator<Item = Value> {
    let (values, n) = match operation {
        Operation::Input(_) | Operation::Constant(_) => ([Value(0); 4], 0),
        Operation::Negate(a) | Operation::Call(_, a) => ([a; 4], 1),
        Operation::Add(a, b)
        | Operation::Subtract(a, b)
        | Operation::Multiply(a, b)
        | Operation::Divide(a, b)
        | Operation::Call2(_, a, b) => ([a, b, a, b], 2),
        Operation::MultiplyAdd(a, b, c) | Operation::MultiplySubtract(a, b, c) => ([a, b, c, a], 3),
        Operation::Select(a, b, c, d) => ([a, b, c, d], 4),
    };
    values.into_iter().take(n)
}

impl Pieces {
    /// Divides a program into pieces of so many operations.
    ///
    /// # Errors
    /// The fault of a program that cannot be run.
    pub fn of(program: &Program, length: usize) -> Result<Pieces, String> {
        check(program)?;
        let computed = find_computed(program);
        let mut pieces: Vec<Piece> = computed
            .chunks(length.max(1))
            .map(|values| Piece { computed: values.to_vec(), ..Piece::default() })
            .collect();
        if pieces.is_empty() {
            pieces.push(Piece::default());
        }
        let lives = Lives::of(program, &pieces);
        // Outputs as soon as they are known; inputs and constants are from the beginning.
        for (number, value) in program.outputs.iter().enumerate() {
            pieces[lives.made[value.0 as usize].unwrap_or(0)].outputs.push((number, *value));
        }
        let n_places = place(program, &lives, &mut pieces);
        Ok(Pieces { pieces, n_places })
    }
}

/// The values that outputs need, without inputs and constants, in order.
fn find_computed(program: &Program) -> Vec<Value> {
    let mut is_needed = vec![false; program.operations.len()];
    program.outputs.iter().for_each(|value| is_needed[value.0 as usize] = true);
    for (k, operation) in program.operations.iter().enumerate().rev() {
        if is_needed[k] {
            operands(*operation).for_each(|value| is_needed[value.0 as usize] = true);
        }
    }
    let is_computed = |operation: &Operation| !matches!(operation, Operation::Input(_) | Operation::Constant(_));
    let numbered = program.operations.iter().zip(is_needed).enumerate();
    numbered
        .filter(|(_, (operation, needed))| *needed && is_computed(operation))
        .map(|(k, _)| Value(k as u32))
        .collect()
}

/// In which pieces values are made and last needed.
struct Lives {
    made: Vec<Option<usize>>,
    last: Vec<usize>,
}

impl Lives {
    fn of(program: &Program, pieces: &[Piece]) -> Lives {
        let n = program.operations.len();
        let mut lives = Lives { made: vec![None; n], last: vec![0; n] };
        for (p, piece) in pieces.iter().enumerate() {
            for value in &piece.computed {
                lives.made[value.0 as usize] = Some(p);
                operands(program.operations[value.0 as usize]).for_each(|operand| lives.last[operand.0 as usize] = p);
            }
        }
        lives
    }

    /// Whether a value is needed in a later piece than its own.
    fn outlives(&self, value: Value) -> bool {
        let k = value.0 as usize;
        self.made[k].is_some_and(|made| self.last[k] > made)
    }
}

/// Gives values that outlive their pieces places; returns how many places there are.
fn place(program: &Program, lives: &Lives, pieces: &mut [Piece]) -> usize {
    let mut places = vec![usize::MAX; program.operations.len()];
    let (mut free, mut n_places) = (Vec::new(), 0);
    for (p, piece) in pieces.iter_mut().enumerate() {
        let needed = piece.computed.iter().flat_map(|value| operands(program.operations[value.0 as usize]));
        let mut fetched: Vec<Value> =
            needed.filter(|value| lives.made[value.0 as usize].is_some_and(|made| made < p)).collect();
        fetched.sort_unstable();
        fetched.dedup();
        piece.fetched = fetched.iter().map(|value| (*value, places[value.0 as usize])).collect();
        for value in piece.computed.iter().filter(|value| lives.outlives(**value)) {
            let place = free.pop().unwrap_or_else(|| {
                n_places += 1;
                n_places - 1
            });
            places[value.0 as usize] = place;
            piece.kept.push((*value, place));
        }
        // Only now: a piece may leave something before it has fetched everything.
        let done = piece.fetched.iter().filter(|(value, _)| lives.last[value.0 as usize] == p);
        free.extend(done.map(|(_, place)| *place));
    }
    n_places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::program::Function;
    use Operation::*;

    /// x, then x + x, ten times over, and every partial sum handed out that is asked for.
    fn doubling(outputs: &[u32]) -> Program {
        let mut operations = vec![Input(0)];
        operations.extend((0..10).map(|k| Add(Value(k), Value(0))));
        Program { n_inputs: 1, operations, outputs: outputs.iter().map(|k| Value(*k)).collect() }
    }

    #[test]
    fn pieces_hand_on_what_later_ones_need() {
        let Pieces { pieces, n_places } = Pieces::of(&doubling(&[10, 0, 3]), 4).unwrap();
        assert_eq!(pieces.iter().map(|piece| piece.computed.len()).collect::<Vec<_>>(), [4, 4, 2]);
        assert_eq!(n_places, 2, "the first place is still read while the second piece leaves its value");
        assert_eq!(pieces[0].kept, [(Value(4), 0)]);
        assert_eq!((&pieces[1].fetched[..], &pieces[1].kept[..]), (&[(Value(4), 0)][..], &[(Value(8), 1)][..]));
        assert_eq!(pieces[2].fetched, [(Value(8), 1)]);
        assert_eq!(pieces[0].outputs, [(1, Value(0)), (2, Value(3))]);
        assert_eq!(pieces[2].outputs, [(0, Value(10))]);
    }

    #[test]
    fn what_nobody_needs_is_left_out() {
        let Pieces { pieces, n_places } = Pieces::of(&doubling(&[2]), 100).unwrap();
        assert_eq!((pieces.len(), n_places), (1, 0));
        assert_eq!(pieces[0].computed, [Value(1), Value(2)]);
        let empty = Pieces::of(&Program::default(), 5).unwrap();
        assert_eq!(empty, Pieces { pieces: vec![Piece::default()], n_places: 0 });
    }

    #[test]
    fn programs_that_cannot_run_are_refused() {
        let wrong = [
            (vec![Add(Value(0), Value(0))], "operation 0 of the program needs a value that is not there yet"),
            (vec![Input(1)], "too few inputs"),
            (vec![Input(0), Call(Function::Atan2, Value(0))], "too few inputs or operands"),
            (vec![Input(0), Call2(Function::Sin, Value(0), Value(0))], "operands"),
        ];
        for (operations, said) in wrong {
            let message = check(&Program { n_inputs: 1, operations, outputs: vec![] }).unwrap_err();
            assert!(message.contains(said), "{message}");
        }
        let message = check(&doubling(&[11])).unwrap_err();
        assert!(message.contains("value 11"), "{message}");
    }
}
