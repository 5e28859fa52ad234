//! Identities that rules do not see, found in numbers: every expression has its value at a few states taken at random,
//! the *witnesses*. A sum of two numbers that is zero there, whatever the state, is zero everywhere, since zeros of an
//! analytic function that is not zero itself are not met by chance [Schwartz 1980, Zippel 1979]; likewise what is the
//! same number at all of them, or the same as another expression. So it is found that R Rᵀ is one, or that six
//! equations about the directions of two bodies have but three independent columns, without a theorem about rotations.
//!
//! States are any numbers: bodies are not where joints want them, so nothing is taken for an identity that holds for
//! the assembled mechanism only, or at some of its positions. The square of a root does not tell its sign: witnesses
//! have either one, so that |x| is not taken for x. Functions with corners or branches have no witnesses, and neither
//! has what depends on them: what a stop does is zero nearly everywhere.

use super::program::{Function, Operation, Value};
use std::collections::{HashMap, HashSet};

/// How many states: one is enough for identities, the others are against chance.
pub(crate) const STATES: usize = 4;

/// Values of an expression at all states.
pub(crate) type Witness = [f64; STATES];

/// Round-off in a difference that is zero, relative to its operands: at all states but one, which may be near a
/// singular one, and there.
const NOTHING: [f64; 2] = [1e-11, 1e-7];
/// Round-off in two numbers that are equal.
const EQUAL: f64 = 1e-13;
/// The same of a number that is to be taken for known: what is lost in it is lost for good.
const KNOWN: f64 = 8.0 * f64::EPSILON;

/// An addend smaller than this part of the other one, at all states, cannot be seen in their sum.
const HIDDEN: f64 = 1e-11;

/// No witness.
const NONE: Witness = [f64::NAN; STATES];

/// The simpler form of an expression, where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Identity {
    /// This number.
    Number(f64),
    /// Another expression.
    Same(Value),
    /// The negative of another expression.
    Opposite(Value),
}

/// The witnesses of all expressions of a graph.
#[derive(Debug, Default)]
pub(crate) struct Witnesses {
    /// Witnesses of inputs, where they are not any numbers.
    inputs: Vec<Witness>,
    /// By expression.
    values: Vec<Witness>,
    /// Expressions by their first number, without its last bits.
    alike: HashMap<u64, Value>,
    /// Lengths.
    roots: HashSet<Value>,
    /// How many signs and how many expressions were taken at random.
    n_signs: u64,
    n_any: u32,
    /// Expressions that are made now get no witnesses.
    pub is_resting: bool,
}

impl Witnesses {
    /// With inputs that depend on one another as these do.
    pub(crate) fn with_inputs(inputs: Vec<Witness>) -> Witnesses {
        Witnesses { inputs, ..Witnesses::default() }
    }

    /// The witness of an expression.
    pub(crate) fn of(&self, value: Value) -> Witness {
        self.values[value.0 as usize]
    }

    /// Takes an expression for a variable that may be anything.
    pub(crate) fn free(&mut self, value: Value) {
        self.values[value.0 as usize] = self.take_another();
    }

    /// Numbers that have nothing to do with any others so far.
    fn take_another(&mut self) -> Witness {
        self.n_any += 1;
        // Inputs are counted from below.
        take_any(u32::MAX - self.n_any)
    }

    /// The simpler form of an operation's result, or its witness.
    pub(crate) fn identify(&mut self, operation: Operation) -> Result<Witness, Identity> {
        use Operation::{Add, Constant, Input, Negate, Select, Subtract};
        if self.is_resting && !matches!(operation, Input(_) | Constant(_)) {
            return Ok(NONE);
        }
        let witness = self.calc(operation);
        // A choice stays: at single positions it is another one.
        if matches!(operation, Input(_) | Constant(_) | Negate(_) | Select(..)) || !is_finite(&witness) {
            return Ok(witness);
        }
        if let Add(a, b) | Subtract(a, b) = operation {
            let (a, b) = (self.of(a), self.of(b));
            let count =
                |part: f64| (0..STATES).filter(|&k| witness[k].abs() <= part * (a[k].abs() + b[k].abs())).count();
            if count(NOTHING[0]) >= STATES - 1 && count(NOTHING[1]) == STATES {
                return Err(Identity::Number(0.0));
            }
            // Along a chain of joints, what one end feels of the other fades at any states, more than along a motion:
            // it is no zero, and the sum not the same as without it.
            if is_hidden(&a, &b) || is_hidden(&b, &a) {
                return Ok(self.take_another());
            }
        }
        let mean = witness.iter().sum::<f64>() / STATES as f64;
        if witness.iter().all(|x| (x - mean).abs() <= KNOWN * mean.abs()) {
            return Err(Identity::Number(round(mean)));
        }
        self.find_alike(&witness).map_or(Ok(witness), Err)
    }

    fn find_alike(&self, witness: &Witness) -> Option<Identity> {
        let negative = witness.map(|x| -x);
        let is_same = |value: Value, wanted: &Witness| {
            self.of(value).iter().zip(wanted).all(|(a, b)| (a - b).abs() <= EQUAL * a.abs())
        };
        let find = |wanted: &Witness| {
            let found = keys(wanted[0]).into_iter().filter_map(|key| self.alike.get(&key).copied());
            found.into_iter().find(|value| is_same(*value, wanted))
        };
        find(witness).map(Identity::Same).or_else(|| find(&negative).map(Identity::Opposite))
    }

    /// Adds the witness of the next expression.
    pub(crate) fn push(&mut self, operation: Operation, witness: Witness) {
        let value = Value(self.values.len() as u32);
        self.values.push(witness);
        if let Operation::Call(Function::Sqrt, _) = operation {
            self.roots.insert(value);
        }
        if !is_finite(&witness) {
            return;
        }
        for key in keys(witness[0]) {
            match operation {
                // An expression equal to it is to be that choice, not the quotient that is chosen where its divisor is
                // not zero.
                Operation::Select(..) => self.alike.insert(key, value),
                _ => Some(*self.alike.entry(key).or_insert(value)),
            };
        }
    }

    fn calc(&mut self, operation: Operation) -> Witness {
        let of = |value: Value| self.of(value);
        let both = |a: Value, b: Value, f: &dyn Fn(f64, f64) -> f64| {
            let (a, b) = (of(a), of(b));
            std::array::from_fn(|k| f(a[k], b[k]))
        };
        match operation {
            Operation::Input(number) => self.inputs.get(number as usize).copied().unwrap_or_else(|| take_any(number)),
            Operation::Constant(x) => [x; STATES],
            Operation::Negate(a) => of(a).map(|x| -x),
            Operation::Add(a, b) => both(a, b, &|x, y| x + y),
            Operation::Subtract(a, b) => both(a, b, &|x, y| x - y),
            Operation::Multiply(a, b) => both(a, b, &|x, y| x * y),
            Operation::Divide(a, b) => both(a, b, &|x, y| x / y),
            Operation::Call(Function::Sqrt, a) => {
                let root = of(a).map(f64::sqrt);
                self.with_signs(root)
            }
            Operation::Call(function, a) if is_analytic(function) => of(a).map(|x| function.calc(x, 0.0)),
            Operation::Select(a, b, c, d) => {
                let (c, d) = (of(c), of(d));
                self.choose(a, b, c, d)
            }
            _ => NONE,
        }
    }

    /// a < b ? c : d
    fn choose(&mut self, a: Value, b: Value, c: Witness, d: Witness) -> Witness {
        if self.of(a) == [0.0; STATES] && self.roots.contains(&b) {
            // A length is zero at single positions only.
            return c;
        }
        if (0..STATES).all(|k| c[k] == -d[k]) { self.with_signs(d) } else { NONE }
    }

    /// Either sign at some of the states.
    fn with_signs(&mut self, witness: Witness) -> Witness {
        self.n_signs += 1;
        // Bits of a product with a large odd number look random [Knuth]; neither all nor none of them.
        let bits = 1 + (self.n_signs.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % ((1 << STATES) - 2);
        std::array::from_fn(|k| if bits >> k & 1 == 1 { -witness[k] } else { witness[k] })
    }
}

/// Whether an addend that is not zero is lost beside another one.
fn is_hidden(addend: &Witness, beside: &Witness) -> bool {
    (0..STATES).all(|k| addend[k] != 0.0 && addend[k].abs() < HIDDEN * beside[k].abs())
}

fn is_finite(witness: &Witness) -> bool {
    witness.iter().all(|x| x.is_finite())
}

/// Any number that has nothing to do with others, of size one: SplitMix64 [Steele et al. 2014], which mixes all bits.
/// Numbers of a linear generator would not do: differences of inputs would be the same wherever their places are as far
/// apart.
fn take_any(number: u32) -> Witness {
    std::array::from_fn(|k| {
        let place = (u64::from(number) * STATES as u64 + k as u64).wrapping_add(1);
        let mut bits = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let part = ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
        if part < 0.5 { part - 1.5 } else { part + 0.5 }
    })
}

/// Without corners and branches where it is a number.
fn is_analytic(function: Function) -> bool {
    use Function::{Atan, Cos, Cosh, Exp, Ln, Log10, Sin, Sinh, Tan, Tanh};
    matches!(function, Sin | Cos | Tan | Atan | Sinh | Cosh | Tanh | Exp | Ln | Log10)
}

/// A number without its last bits, rounded in two ways, in one of which numbers agree that are nearly equal.
fn keys(x: f64) -> [u64; 2] {
    const BITS: u32 = 14;
    [x.to_bits() >> BITS, (x.to_bits() + (1 << (BITS - 1))) >> BITS | 1 << 63]
}

/// The round number that a number is but for round-off, or the number.
fn round(x: f64) -> f64 {
    const BITS: u32 = 10;
    let rounded = f64::from_bits((x.to_bits() + (1 << (BITS - 1))) >> BITS << BITS);
    if (rounded - x).abs() <= KNOWN * x.abs() { rounded } else { x }
}

#[cfg(test)]
mod tests {
    use crate::symbolic::Function;
    use crate::symbolic::graph::{Graph, Term};

    #[test]
    fn identities_are_found() {
        let g = Graph::with_witnesses(Vec::new());
        let (x, y) = (g.input(0), g.input(1));
        let (s, c) = (x.call(Function::Sin), x.call(Function::Cos));
        assert_eq!((s * s + c * c).as_number(), Some(1.0));
        let sum = x + y;
        assert_eq!((x * x - y * y) / (x - y), sum);
        assert_eq!((y * y - x * x) / (x - y), -sum);
        assert!((sum * sum - x * x - 2.0 * (x * y) - y * y).is_zero());
        assert_ne!(x * y + 1e-9 * x, x * y);
        // Either root is one: a length is divided by itself.
        let r = (x * x + y * y).sqrt();
        assert_eq!(((x / r) * (x / r) + (y / r) * (y / r)).as_number(), Some(1.0));
    }

    /// Inputs at equal distances had equal differences, whatever they were: angles of two bodies and their rates, say.
    #[test]
    fn differences_of_inputs_have_nothing_to_do_with_each_other() {
        let g = Graph::with_witnesses(Vec::new());
        let differences: Vec<Term> = (0..40).map(|k| g.input(k + 7) - g.input(k)).collect();
        for (k, a) in differences.iter().enumerate() {
            assert!(differences[..k].iter().all(|b| a != b && *a != -*b && !(*a + *b).is_zero()), "{k}");
        }
    }

    #[test]
    fn what_holds_here_and_there_is_no_identity() {
        let g = Graph::with_witnesses(Vec::new());
        let (x, zero) = (g.input(0), g.number(0.0));
        assert!((x * x).sqrt() != x && (x * x).sqrt() != -x);
        assert!(!(x.call(Function::Abs) - x).is_zero());
        // A stop far away from all states.
        let stop = (x - 1000.0).call2(Function::Max, zero);
        let load = (x - 1000.0).below(zero, zero, x);
        assert!(!stop.is_zero() && !load.is_zero() && x + stop != x && x + load != x);
    }

    /// The effect of one end of a long chain on the other is small at any state, and no less true.
    #[test]
    fn what_fades_is_no_zero() {
        let g = Graph::with_witnesses(Vec::new());
        let x = g.input(0);
        let small = 1e-15 * g.input(1);
        let sum = x + small;
        assert!(sum != x && sum * x != x * x && !(sum - x).is_zero());
    }

    /// c = x/r is one where r is zero, also where something else is found to be equal to it.
    #[test]
    fn quotients_stay_guarded() {
        let g = Graph::with_witnesses(Vec::new());
        let (x, y, zero) = (g.input(0), g.input(1), g.number(0.0));
        let r = (x * x + y * y).sqrt();
        let c = zero.below(r, x / r, g.number(1.0));
        let other = 0.5 * ((c + y) + (c - y));
        assert_eq!(g.evaluate(&[0.0, 0.0], &[c, other]), Ok(vec![1.0, 1.0]));
        assert_eq!(g.evaluate(&[3.0, 4.0], &[c, other]), Ok(vec![0.6, 0.6]));
    }

    /// A damper beside a spring that is stronger than round-off lets one see.
    #[test]
    fn what_is_made_apart_is_not_looked_at() {
        let g = Graph::with_witnesses(Vec::new());
        let (x, v) = (g.input(0), g.input(1));
        let load: Term = g.apart(|| 1e15 * x + v).as_any();
        assert!(load != 1e15 * x);
        let doubled = load + load;
        assert!((doubled - 2.0 * load).is_zero() && !(doubled - 2e15 * x).is_zero());
    }
}
