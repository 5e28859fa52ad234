//! Fuzz target `results`, see `linkwork_fuzz::results`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    linkwork_fuzz::results(bytes);
});
