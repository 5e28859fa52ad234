//! Fuzz target `step`, see `linkwork_fuzz::step`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    linkwork_fuzz::step(bytes);
});
