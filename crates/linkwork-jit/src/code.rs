//! From pieces of a program to functions in Cranelift's language, one instruction an operation.

use crate::functions;
use crate::memory::Code;
use crate::residence::{Residence, is_near};
use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::F64;
use cranelift_codegen::ir::{self, AbiParam, FuncRef, InstBuilder, MemFlags, Signature};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use linkwork::symbolic::{Function, Operation, Piece, Program, Value};
use std::collections::HashMap;
use std::fmt::Display;

const BYTES: i32 = size_of::<f64>() as i32;

/// A module that grows by a function a piece.
pub struct Generator<'p> {
    program: &'p Program,
    module: JITModule,
    context: Context,
    scratch: FunctionBuilderContext,
    /// Functions that code can call.
    callable: HashMap<Function, FuncId>,
    /// By value: the number of a constant among the constants.
    constants: Vec<usize>,
    functions: Vec<FuncId>,
    n_bytes: usize,
    /// Places for values between pieces, and the most that a piece uses.
    n_places: usize,
    most_places: usize,
}

impl<'p> Generator<'p> {
    /// An empty module for the processor at hand.
    ///
    /// # Errors
    /// When there is no code generator for it.
    pub fn new(program: &'p Program, n_places: usize) -> Result<Generator<'p>, String> {
        let mut builder = JITBuilder::with_isa(find_target()?, default_libcall_names());
        functions::all().iter().for_each(|f| {
            builder.symbol(f.name, f.address);
        });
        let mut module = JITModule::new(builder);
        let mut callable = HashMap::new();
        for f in functions::all() {
            let signature = of_numbers(&module, if f.function.takes_two() { 2 } else { 1 });
            callable.insert(f.function, module.declare_function(f.name, Linkage::Import, &signature).map_err(text)?);
        }
        let mut n_constants = 0;
        let mut number = |operation: &Operation| {
            n_constants += usize::from(matches!(operation, Operation::Constant(_)));
            // The first one has number 0; what is no constant has none.
            n_constants.wrapping_sub(1)
        };
        Ok(Generator {
            program,
            context: module.make_context(),
            module,
            scratch: FunctionBuilderContext::new(),
            callable,
            constants: program.operations.iter().map(&mut number).collect(),
            functions: Vec::new(),
            n_bytes: 0,
            n_places,
            most_places: n_places,
        })
    }

    /// Compiles another piece.
    ///
    /// # Errors
    /// When Cranelift does not want it, or there is no memory for code.
    pub fn add(&mut self, piece: &Piece) -> Result<(), String> {
        let pointer = AbiParam::new(self.module.target_config().pointer_type());
        self.context.func.signature.params = vec![pointer; 4];
        let id = self.module.declare_anonymous_function(&self.context.func.signature).map_err(text)?;
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.scratch);
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        builder.seal_block(block);
        let parameters = builder.block_params(block);
        let [inputs, constants, places, outputs] = [0, 1, 2, 3].map(|k| parameters[k]);
        let residence = Residence::of(self.program, piece, self.n_places);
        self.most_places = self.most_places.max(residence.n_places);
        let mut body = Body {
            program: self.program,
            constants: &self.constants,
            places: residence.places,
            known: HashMap::with_capacity(piece.computed.len()),
            n_computed: 0,
            arrays: Arrays { inputs, constants, places, outputs },
            module: &mut self.module,
            callable: &self.callable,
            called: HashMap::new(),
            builder,
        };
        body.write(piece);
        body.builder.ins().return_(&[]);
        body.builder.finalize();
        self.module.define_function(id, &mut self.context).map_err(text)?;
        self.n_bytes += self.context.compiled_code().map_or(0, |code| code.code_info().total_size as usize);
        self.module.clear_context(&mut self.context);
        self.functions.push(id);
        Ok(())
    }

    /// Places that the code needs, those between pieces included.
    pub fn most_places(&self) -> usize {
        self.most_places
    }

    /// The code, ready to run with inputs, constants, places and outputs of these lengths.
    ///
    /// # Errors
    /// When the system does not let memory become code.
    pub fn finish(mut self, lengths: [usize; 4]) -> Result<Code, String> {
        self.module.finalize_definitions().map_err(text)?;
        Ok(Code::new(self.module, &self.functions, self.n_bytes, lengths))
    }
}

fn text(error: impl Display) -> String {
    format!("machine code could not be made: {error}")
}

/// Whether the processor at hand rounds a · b + c once by an instruction; all but old ones do.
pub fn has_fused_operations() -> Result<bool, String> {
    let target = find_target()?;
    let flags = target.isa_flags();
    // Only where it can be missing there is a flag for it.
    Ok(flags.iter().find(|flag| flag.name == "has_fma").is_none_or(|flag| flag.as_bool() == Some(true)))
}

/// The processor at hand. Our graph is already without what an optimizer could remove, so none runs; the slow allocator
/// of registers makes code that is several times faster than that of the quick one.
fn find_target() -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let wishes = [
        ("opt_level", "none"),
        ("regalloc_algorithm", "backtracking"),
        ("enable_verifier", "false"),
        ("unwind_info", "false"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
    ];
    for (name, value) in wishes {
        flags.set(name, value).map_err(text)?;
    }
    let host = cranelift_native::builder().map_err(|reason| format!("no machine code for this processor: {reason}"))?;
    host.finish(settings::Flags::new(flags)).map_err(text)
}

/// A function of so many numbers.
fn of_numbers(module: &JITModule, n: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params = vec![AbiParam::new(F64); n];
    signature.returns = vec![AbiParam::new(F64)];
    signature
}

/// The addresses that a function is given.
struct Arrays {
    inputs: ir::Value,
    constants: ir::Value,
    places: ir::Value,
    outputs: ir::Value,
}

/// A function under construction.
struct Body<'a> {
    program: &'a Program,
    constants: &'a [usize],
    /// Where values lie that are not at hand all the time.
    places: HashMap<Value, usize>,
    /// Values that this function has computed, and when.
    known: HashMap<Value, (ir::Value, usize)>,
    n_computed: usize,
    arrays: Arrays,
    module: &'a mut JITModule,
    callable: &'a HashMap<Function, FuncId>,
    called: HashMap<Function, FuncRef>,
    builder: FunctionBuilder<'a>,
}

impl Body<'_> {
    /// Everything is stored as soon as it is computed, so that no register waits with it.
    fn write(&mut self, piece: &Piece) {
        let mut outputs: HashMap<Value, Vec<usize>> = HashMap::new();
        piece.outputs.iter().for_each(|(number, value)| outputs.entry(*value).or_default().push(*number));
        for value in &piece.computed {
            let computed = self.compute(*value);
            self.known.insert(*value, (computed, self.n_computed));
            if let Some(place) = self.places.get(value) {
                self.store(computed, self.arrays.places, *place);
            }
            for number in outputs.remove(value).unwrap_or_default() {
                self.store(computed, self.arrays.outputs, number);
            }
            self.n_computed += 1;
        }
        // Inputs and constants that are handed on; in any order.
        for (value, numbers) in outputs {
            let given = self.fetch(value);
            numbers.iter().for_each(|number| self.store(given, self.arrays.outputs, *number));
        }
    }

    fn compute(&mut self, value: Value) -> ir::Value {
        match self.program.operations[value.0 as usize] {
            Operation::Input(_) | Operation::Constant(_) => self.fetch(value),
            Operation::Negate(a) => {
                let a = self.fetch(a);
                self.builder.ins().fneg(a)
            }
            Operation::Add(a, b) => {
                let [a, b] = self.fetch_both(a, b);
                self.builder.ins().fadd(a, b)
            }
            Operation::Subtract(a, b) => {
                let [a, b] = self.fetch_both(a, b);
                self.builder.ins().fsub(a, b)
            }
            Operation::Multiply(a, b) => {
                let [a, b] = self.fetch_both(a, b);
                self.builder.ins().fmul(a, b)
            }
            Operation::Divide(a, b) => {
                let [a, b] = self.fetch_both(a, b);
                self.builder.ins().fdiv(a, b)
            }
            Operation::MultiplyAdd(a, b, c) => {
                let (c, [a, b]) = (self.fetch(c), self.fetch_both(a, b));
                self.builder.ins().fma(a, b, c)
            }
            Operation::MultiplySubtract(a, b, c) => {
                let (c, [a, b]) = (self.fetch(c), self.fetch_both(a, b));
                let minus = self.builder.ins().fneg(a);
                self.builder.ins().fma(minus, b, c)
            }
            Operation::Call(function, a) => {
                let a = self.fetch(a);
                self.call(function, &[a])
            }
            Operation::Call2(function, a, b) => {
                let both = self.fetch_both(a, b);
                self.call(function, &both)
            }
            Operation::Select(a, b, c, d) => {
                let ([a, b], [c, d]) = (self.fetch_both(a, b), self.fetch_both(c, d));
                let is_less = self.builder.ins().fcmp(FloatCC::LessThan, a, b);
                self.builder.ins().select(is_less, c, d)
            }
        }
    }

    fn call(&mut self, function: Function, given: &[ir::Value]) -> ir::Value {
        match function {
            Function::Sqrt => self.builder.ins().sqrt(given[0]),
            Function::Abs => self.builder.ins().fabs(given[0]),
            _ => {
                let (module, id) = (&mut *self.module, self.callable[&function]);
                let called =
                    *self.called.entry(function).or_insert_with(|| module.declare_func_in_func(id, self.builder.func));
                let call = self.builder.ins().call(called, given);
                self.builder.inst_results(call)[0]
            }
        }
    }

    /// A value for the next operation. Inputs, constants and what was computed long ago are loaded every time: the last
    /// load before an operation becomes a part of it, which costs nothing, and no register is kept for them.
    fn fetch(&mut self, value: Value) -> ir::Value {
        match self.program.operations[value.0 as usize] {
            Operation::Input(number) => self.load(self.arrays.inputs, number as usize),
            Operation::Constant(_) => self.load(self.arrays.constants, self.constants[value.0 as usize]),
            _ => {
                match (self.known.get(&value), self.places.get(&value)) {
                    (Some((known, when)), place) if place.is_none() || is_near(*when, self.n_computed) => *known,
                    (_, Some(place)) => self.load(self.arrays.places, *place),
                    // Pieces fetch what they do not compute.
                    (_, None) => unreachable!("value {} is neither computed nor fetched", value.0),
                }
            }
        }
    }

    fn fetch_both(&mut self, a: Value, b: Value) -> [ir::Value; 2] {
        [self.fetch(a), self.fetch(b)]
    }

    fn load(&mut self, array: ir::Value, place: usize) -> ir::Value {
        self.builder.ins().load(F64, MemFlags::trusted(), array, offset(place))
    }

    fn store(&mut self, x: ir::Value, array: ir::Value, place: usize) {
        self.builder.ins().store(MemFlags::trusted(), x, array, offset(place));
    }
}

/// Where a number lies in an array. None is longer than [`MOST_NUMBERS`](crate::MOST_NUMBERS), so the product does
/// not overflow.
fn offset(place: usize) -> i32 {
    place as i32 * BYTES
}
