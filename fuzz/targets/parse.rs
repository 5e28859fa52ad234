//! Fuzz target `parse`, see `linkwork_fuzz::parse`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    linkwork_fuzz::parse(bytes);
});
