#!/usr/bin/env bash
# Installs what the crate linkwork-mpi needs, where it is missing: an MPI with its compiler wrapper and its mpirun, and libclang, by which the
# bindings to it are made. Debian and Ubuntu; elsewhere, install Open MPI or MPICH and libclang by the system's own means.
set -euo pipefail

has_libclang() {
    # Not libclang-cpp, which is another one.
    ldconfig -p 2>/dev/null | grep -q 'libclang[-0-9.]*\.so' ||
        compgen -G '/usr/lib/llvm*/lib/libclang.so*' >/dev/null
}

missing=()
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    missing+=(libopenmpi-dev openmpi-bin)
fi
if ! has_libclang; then
    missing+=(libclang-dev)
fi
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    printf 'missing: %s (the Debian names); install them by the means of this system\n' "${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
fi
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
