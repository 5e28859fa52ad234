//! Machine code in memory, and the call into it: all that is `unsafe` about it.
#![allow(unsafe_code)] // A function that is known by its address alone cannot be called without.

use cranelift_jit::JITModule;
use cranelift_module::FuncId;

/// A compiled piece: inputs, constants, values between pieces, outputs.
type Entry = unsafe extern "C" fn(*const f64, *const f64, *mut f64, *mut f64);

/// Compiled pieces in the order in which they run, with the memory in which they lie.
pub struct Code {
    entries: Vec<Entry>,
    /// `Some` until it is dropped.
    module: Option<JITModule>,
    n_bytes: usize,
    /// How many numbers the code finds in each of the four arrays.
    lengths: [usize; 4],
}

impl Code {
    /// Takes over a module, all of whose functions are complete, have the four parameters of a piece, and stay within
    /// arrays of these lengths.
    pub fn new(module: JITModule, functions: &[FuncId], n_bytes: usize, lengths: [usize; 4]) -> Code {
        let entries = functions
            .iter()
            .map(|id| {
                let address = module.get_finalized_function(*id);
                // SAFETY: the address is that of a function which the generator made with this signature in the calling
                // convention of the host, and it stays valid while the module lives, which is as long as `self` does.
                unsafe { std::mem::transmute::<*const u8, Entry>(address) }
            })
            .collect();
        Code { entries, module: Some(module), n_bytes, lengths }
    }

    /// Runs all pieces.
    ///
    /// # Panics
    /// When an array has another length than that for which the code was made.
    pub fn run(&self, inputs: &[f64], constants: &[f64], places: &mut [f64], outputs: &mut [f64]) {
        let given = [inputs.len(), constants.len(), places.len(), outputs.len()];
        assert_eq!(given, self.lengths, "numbers in and out");
        for entry in &self.entries {
            // SAFETY: the code reads and writes these four arrays only. Where in them was known when it was made:
            // numbers of inputs, constants, places and outputs of a program that was checked; and the arrays are as
            // long as was known then. They do not overlap what is written, by the rules for references. The code
            // calls nothing but functions of numbers, which neither unwind nor keep anything.
            unsafe { entry(inputs.as_ptr(), constants.as_ptr(), places.as_mut_ptr(), outputs.as_mut_ptr()) }
        }
    }

    /// Bytes of machine code.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the entries go with `self`, so that nobody can call into this memory any more, and nobody is in
            // it now.
            unsafe { module.free_memory() }
        }
    }
}
