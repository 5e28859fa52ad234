//! Machine code against the interpreter, bit for bit: random programs in pieces of any length, every function, and
//! wrong programs.

use super::*;
use linkwork::symbolic::{Function, Interpreter, Value};
use proptest::prelude::*;

const FUNCTIONS: [Function; 19] = [
    Function::Sqrt,
    Function::Abs,
    Function::Floor,
    Function::Sin,
    Function::Cos,
    Function::Tan,
    Function::Asin,
    Function::Acos,
    Function::Atan,
    Function::Sinh,
    Function::Cosh,
    Function::Tanh,
    Function::Exp,
    Function::Ln,
    Function::Log10,
    Function::Atan2,
    Function::Power,
    Function::Min,
    Function::Max,
];

/// An operation from random numbers; operands are taken from the values there are.
fn operation(kind: u8, picks: [u32; 4], x: f64, n_values: u32, n_inputs: u32) -> Operation {
    let [a, b, c, d] = picks.map(|pick| Value(pick % n_values.max(1)));
    let function = FUNCTIONS[picks[3] as usize % FUNCTIONS.len()];
    match kind % 12 {
        _ if n_values == 0 => Operation::Input(0),
        0 => Operation::Input(picks[0] % n_inputs),
        1 => Operation::Constant(x),
        2 => Operation::Negate(a),
        3 | 4 => Operation::Add(a, b),
        5 | 6 => Operation::Subtract(a, b),
        7 | 8 => Operation::Multiply(a, b),
        9 => Operation::Divide(a, b),
        10 => Operation::Select(a, b, c, d),
        _ if function.takes_two() => Operation::Call2(function, a, b),
        _ => Operation::Call(function, a),
    }
}

fn programs() -> impl Strategy<Value = Program> {
    let operations = prop::collection::vec((any::<u8>(), any::<[u32; 4]>(), -3.0..3.0f64), 1..120);
    (1..5u32, operations, prop::collection::vec(any::<u32>(), 0..12)).prop_map(|(n_inputs, drawn, outputs)| {
        let numbered = drawn.iter().enumerate();
        let operations: Vec<_> =
            numbered.map(|(k, (kind, picks, x))| operation(*kind, *picks, *x, k as u32, n_inputs)).collect();
        let outputs = outputs.iter().map(|pick| Value(pick % operations.len() as u32)).collect();
        Program { n_inputs: n_inputs as usize, operations, outputs }
    })
}

/// Which of two not-a-numbers an operation hands on is not laid down; that it is one, is.
fn bits(outputs: &[f64]) -> Vec<u64> {
    outputs.iter().map(|x| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn machine_code_gives_the_bits_of_the_interpreter(
        program in programs(),
        length in 1..60usize,
        is_fused in any::<bool>(),
        inputs in prop::array::uniform4(prop_oneof![4 => -2.0..2.0f64, 1 => any::<f64>()]),
    ) {
        let inputs = &inputs[..program.n_inputs];
        let [mut wanted, mut found] = [0, 1].map(|_| vec![0.0; program.outputs.len()]);
        let program = if is_fused { adapt(&program).unwrap() } else { program };
        Interpreter::new(&program).unwrap().run(inputs, &mut wanted);
        let compiled = compile_pieces(&program, length).unwrap();
        // The second time with what the first one left in memory.
        for _ in 0..2 {
            compiled.run(inputs, &mut found);
            prop_assert_eq!(bits(&found), bits(&wanted));
        }
    }
}

/// Σ of products that all stay alive: more values than registers, in several pieces.
#[test]
fn a_long_program_in_many_pieces() {
    let mut operations: Vec<Operation> = (0..50).map(Operation::Input).collect();
    for k in 0..20_000u32 {
        let (a, b) = (Value(k * 7 % (50 + k)), Value(49 + k));
        operations.push(if k % 3 == 0 { Operation::Multiply(a, b) } else { Operation::Subtract(b, a) });
    }
    let outputs = (0..100).map(|k| Value(operations.len() as u32 - 1 - 97 * k)).collect();
    let program = Program { n_inputs: 50, operations, outputs };
    let inputs: Vec<f64> = (0..50).map(|k| 0.5 + 0.01 * k as f64).collect();
    let [mut wanted, mut found] = [0, 1].map(|_| vec![0.0; 100]);
    Interpreter::new(&adapt(&program).unwrap()).unwrap().run(&inputs, &mut wanted);
    let compiled = compile(&program).unwrap();
    compiled.run(&inputs, &mut found);
    assert_eq!(bits(&found), bits(&wanted));
    assert!(compiled.n_bytes() > 20_000);
}

#[test]
fn programs_that_cannot_run_are_not_compiled() {
    let program = Program { n_inputs: 0, operations: vec![Operation::Input(0)], outputs: vec![] };
    assert!(compile(&program).err().unwrap().contains("too few inputs"));
    let operations = vec![Operation::Constant(1.0); MOST_OPERATIONS + 1];
    let message = compile(&Program { n_inputs: 0, operations, outputs: vec![] }).err().unwrap();
    assert!(message.contains("2000001 operations") && message.contains("2000000"), "{message}");
}

#[test]
fn more_inputs_than_instructions_reach_are_refused() {
    let program = |n: usize| {
        let operations = vec![Operation::Input(n as u32 - 1)];
        Program { n_inputs: n, operations, outputs: vec![Value(0)] }
    };
    let message = compile(&program(MOST_NUMBERS + 1)).err().unwrap();
    assert!(message.contains("268435457 inputs") && message.contains("268435456"), "{message}");
    assert!(compile(&program(MOST_NUMBERS)).is_ok());
}

#[test]
#[should_panic(expected = "numbers in and out")]
fn slices_of_other_lengths_are_refused() {
    let program = Program { n_inputs: 1, operations: vec![Operation::Input(0)], outputs: vec![Value(0)] };
    compile(&program).unwrap().run(&[1.0], &mut []);
}
