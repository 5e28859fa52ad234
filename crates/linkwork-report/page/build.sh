#!/usr/bin/env bash
# Makes dist/page.js and dist/page.css from src/, with the libraries of package-lock.json. Needs Node.js and npm; the results are committed,
# so that building the program needs neither. With --check, tells whether what is committed is what the sources make.
set -euo pipefail
cd "$(dirname "$0")"

[ -d node_modules/esbuild ] || npm ci --no-audit --no-fund

out=dist
if [ "${1:-}" = --check ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi
node_modules/.bin/esbuild src/main.js --bundle --minify --format=iife --target=es2022 --legal-comments=none \
    --banner:js="/* three.js: MIT, (c) three.js authors. uPlot: MIT, (c) Leon Sorokin. */" --outfile="$out/page.js" --log-level=warning
node_modules/.bin/esbuild src/page.css --bundle --minify --outfile="$out/page.css" --log-level=warning
if [ "$out" != dist ]; then
    cmp "$out/page.js" dist/page.js && cmp "$out/page.css" dist/page.css
fi
