#!/usr/bin/env bash
# Tests the report page in a headless Chromium: that the committed bundle is what its sources make, and that pages of several models work.
# Installs the browser (Debian and Ubuntu) and the packages of package-lock.json where they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
page=crates/linkwork-report/page

missing=()
command -v node >/dev/null && command -v npm >/dev/null || missing+=(nodejs npm)
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$CHROMIUM" ] || missing+=(chromium)
if [ ${#missing[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null; then
        printf 'missing: %s; install them by the means of this system, and name the browser in CHROMIUM\n' "${missing[*]}" >&2
        exit 1
    fi
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
    CHROMIUM=${CHROMIUM:-$(command -v chromium)}
fi
[ -d $page/node_modules/playwright-core ] || (cd $page && npm ci --no-audit --no-fund)
$page/build.sh --check

# The program that the tests have built, or one that is built here.
linkwork() {
    if [ -n "${LINKWORK:-}" ]; then "$LINKWORK" "$@"; else cargo run --quiet -p linkwork-cli -- "$@"; fi
}

REPORTS=$(mktemp -d)
trap 'rm -rf "$REPORTS"' EXIT
run() {
    local name=$1
    shift
    linkwork run "$@" --output "$REPORTS/$name" --quiet
}
for model in four-bar andrews hmmwv chain16-spatial bricard track free-body slider-crank; do
    run $model $model
done
linkwork model generate track --links 1000 | run links - --end 0.06
run one-row pendulum --end 0
run hostile - <<'MODEL'
name = "</script><script>alert(1)</script>"
space = "planar"
gravity = [0.0, -9.81]
[[bodies]]
name = "<img src=x onerror=alert(1)>"
mass = 1.0
inertia = 0.1
position = [0.5, 0.0]
[[bodies.shapes]]
kind = "mesh"
file = "</script>.stl"
[[joints]]
name = "';--&amp;<b>"
type = "revolute"
bodies = ["ground", "<img src=x onerror=alert(1)>"]
point = [0.0, 0.0]
[simulation]
end = 0.5
MODEL
# The examples of the manual, each under the name of its page and its number there.
for page_of in docs/joints/*.md docs/forces.md; do
    awk -v to="$REPORTS/manual-$(basename "$page_of" .md)" \
        '/^```toml$/ { file = to "-" ++n ".toml"; next } /^```/ { file = "" } file { print > file }' "$page_of"
done
for file in "$REPORTS"/manual-*.toml; do
    run "$(basename "$file" .toml)" "$file"
done
run many-rows pendulum --output-step 0.0002
# A slider at the end of its way, where the run cannot go on.
run failing - 2>/dev/null <<'MODEL' || [ $? -eq 1 ]
name = "failing"
space = "planar"
gravity = [0.0, -9.81]
[[bodies]]
name = "crank"
mass = 1.0
inertia = 0.1
position = [0.5, 0.0]
[[bodies]]
name = "rod"
mass = 1.0
inertia = 0.1
position = [1.0, 0.4]
angle = 2.2143
[[joints]]
name = "motor"
type = "revolute"
bodies = ["ground", "crank"]
point = [0.0, 0.0]
motion = "-t"
[[joints]]
name = "pin"
type = "revolute"
bodies = ["crank", "rod"]
point = [1.0, 0.0]
[[joints]]
name = "guide"
type = "point_line"
bodies = ["ground", "rod"]
point = [0.7, 0.4]
axis = [1.0, 0.0]
[simulation]
end = 5.0
MODEL
# Two rods in a line between two walls: taut.
run doubtful - 2>/dev/null <<'MODEL'
name = "doubtful"
space = "planar"
gravity = [0.0, -9.81]
[[bodies]]
name = "left"
mass = 1.0
inertia = 0.1
position = [0.5, 0.0]
[[bodies]]
name = "right"
mass = 1.0
inertia = 0.1
position = [1.5, 0.0]
[[joints]]
name = "a"
type = "revolute"
bodies = ["ground", "left"]
point = [0.0, 0.0]
[[joints]]
name = "b"
type = "revolute"
bodies = ["left", "right"]
point = [1.0, 0.0]
[[joints]]
name = "c"
type = "revolute"
bodies = ["ground", "right"]
point = [2.0, 0.0]
[simulation]
end = 0.1
MODEL
run coarse four-bar --integrator rk4 --step 0.02
linkwork report "$REPORTS/four-bar" "$REPORTS/coarse" --output "$REPORTS/both.html" >/dev/null
LINKWORK=${LINKWORK:-${CARGO_TARGET_DIR:-target}/debug/linkwork} CHROMIUM=$CHROMIUM REPORTS=$REPORTS node --test $page/test/*.test.mjs
