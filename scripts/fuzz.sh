#!/usr/bin/env bash
# Coverage-guided fuzzing by libFuzzer, on stable Rust: `scripts/fuzz.sh [SECONDS [TARGET…]]` builds the targets of
# fuzz/, feeds each for so many seconds (60), and leaves in fuzz/corpus/TARGET what reaches most of the code with the
# smallest files. Needs a C++ compiler. What fails is kept in target/fuzz/found, and the script ends with code 1. The
# first build takes some minutes: the whole library is instrumented.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(parse step checkpoint results)
export TMPDIR=${TMPDIR:-/dev/shm}

LINKWORK_SEEDS=1 cargo test --quiet -p linkwork-report --test corpus

# --target keeps build scripts and macros without instrumentation.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
 -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares" \
    cargo build --release --manifest-path fuzz/Cargo.toml --target "$host" --target-dir target/fuzz

mkdir -p target/fuzz/found fuzz/found/{parse,step,checkpoint,results}
status=0
for target in "${targets[@]}"; do
    printf '\n== %s ==\n' "$target"
    program=target/fuzz/$host/release/$target
    corpus=fuzz/corpus/$target
    # Larger inputs take longer and reach nothing more.
    limits=(-max_len=8192 -timeout=60 -rss_limit_mb=4096 -dict=fuzz/dictionary.txt)
    "$program" "$corpus" "${limits[@]}" -max_total_time="$seconds" -use_value_profile=1 -print_final_stats=1 \
        -artifact_prefix="target/fuzz/found/$target-" 2>"target/fuzz/$target.log" || status=1
    grep -E 'DONE|stat::|SUMMARY|panicked|Test unit written' "target/fuzz/$target.log" || true
    smaller=target/fuzz/corpus-$target
    rm -rf "$smaller" && mkdir "$smaller"
    # Without counters: which code is reached, not how often.
    "$program" -set_cover_merge=1 -use_counters=0 "${limits[@]}" "$smaller" "$corpus" "fuzz/found/$target" 2>>"target/fuzz/$target.log" || status=1
    rm -rf "$corpus" && mv "$smaller" "$corpus"
    printf '%s: %s files, %s\n' "$corpus" "$(find "$corpus" -type f | wc -l)" "$(du -sh "$corpus" | cut -f1)"
done
exit $status
