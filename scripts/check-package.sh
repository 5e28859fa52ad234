#!/usr/bin/env bash
# Packs every crate as for a registry, and builds each from what was packed, the others being taken from their
# packages too. Needs what linkwork-mpi needs (scripts/install-mpi.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
cargo package --workspace --allow-dirty "$@"
