#!/usr/bin/env bash
# Makes a book of docs/: target/manual/index.html, with a table of contents, a search and light and dark themes. Needs mdBook, which is built and kept in target/mdbook
# where it is missing; that takes some minutes, once. Warnings of mdBook, such as a page without a file, end it with code 1.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.5.4

mdbook=$(command -v mdbook || true)
if [ -z "$mdbook" ]; then
    mdbook=target/mdbook/bin/mdbook
    [ -x $mdbook ] || cargo install --quiet --locked --root target/mdbook --version $version mdbook
fi
log=$("$mdbook" build docs 2>&1) || {
    printf '%s\n' "$log" >&2
    exit 1
}
if printf '%s\n' "$log" | grep -E 'WARN|ERROR' >&2; then
    exit 1
fi
printf 'target/manual/index.html\n'
