//! Fuzz target `checkpoint`, see `linkwork_fuzz::checkpoint`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    linkwork_fuzz::checkpoint(bytes);
});
