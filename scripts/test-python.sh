#!/usr/bin/env bash
# Tests the Python package in a fresh virtual environment: installation by pip, the package's tests and examples, its
# types, its notebooks. Optimised as `cargo test` is, so that what `./check` has built serves here too; `--release`
# builds what users get. Needs a Python 3.10 or later with venv, and the packages' index. The program in LINKWORK is
# what results are compared with.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=dev
[ "${1:-}" != --release ] || profile=wheel
PYTHON=${PYTHON:-python3}
# Asked for by name: PyPI has no package that brings all of them.
packages=(ruff pytest mypy typing_extensions pandas pandas-stubs polars matplotlib scipy)
packages+=(nbclient ipykernel "dask[distributed]" joblib gymnasium)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$PYTHON" -m venv "$folder/venv"
venv=$folder/venv/bin
"$venv/pip" install --quiet --disable-pip-version-check "${packages[@]}"

"$venv/ruff" check --quiet python
"$venv/ruff" format --quiet --check python/linkwork python/tests python/examples

# One command, as users give it.
MATURIN_PEP517_ARGS="--profile $profile" "$venv/pip" install --quiet --disable-pip-version-check .

# Elsewhere, so that it is the installed package that is tested.
mkdir -p "$folder/python" "$folder/docs"
cp -r python/tests python/notebooks python/examples "$folder/python/"
cp docs/python.md "$folder/docs/"
cp pyproject.toml README.md "$folder/"
cd "$folder"
export MPLBACKEND=agg PYTHONDONTWRITEBYTECODE=1
package=$("$venv/python" -c 'import linkwork, pathlib; print(pathlib.Path(linkwork.__file__).parent)')
BROWSER=true "$venv/python" -c "import linkwork as lw; lw.load('four-bar').run().show()"
"$venv/mypy" --config-file pyproject.toml -p linkwork
"$venv/stubtest" linkwork._linkwork --mypy-config-file pyproject.toml
"$venv/python" -m pytest -c pyproject.toml python/tests
"$venv/python" -m pytest -c pyproject.toml --doctest-modules "$package"
for notebook in python/notebooks/*.ipynb; do
    printf '%s\n' "$notebook"
    "$venv/python" -m jupyter execute --timeout=300 "$notebook"
done
"$venv/python" python/examples/gym_cart_pole.py
