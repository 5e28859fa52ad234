"""Many runs of one model: over threads in the process, or anywhere where plain functions can be sent."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, Union

import numpy as np

from ._errors import ModelError, SimulationError

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from ._model import Model
    from ._result import Result
    from ._tables import Settings

Output = Union[str, Callable[["Result"], Any]]

_REDUCTIONS: dict[str, Callable[[Any], Any]] = {
    "max": np.max,
    "min": np.min,
    "mean": np.mean,
    "rms": lambda column: np.sqrt(np.mean(np.square(column))),
    "final": lambda column: column[-1],
    "first": lambda column: column[0],
    "span": np.ptp,
    "peak": lambda column: np.max(np.abs(column)),
}
_PATTERN = re.compile(r"\s*(\w+)\((.*)\)\s*")

# Tasks of a cluster cost some milliseconds each, so several runs make one.
_CHUNKS_PER_WORKER = 4


class Sweep:
    """A table of runs: parameters, outputs and what went wrong, a list each.

    >>> import linkwork as lw
    >>> model = lw.Model("oscillator", space="planar", parameters={"k": 100.0})
    >>> mass = model.body("mass", mass=1.0, inertia=1.0)
    >>> rail = model.prismatic("rail", ["ground", mass], axis=[1, 0], qd=1.0)
    >>> spring = model.spring("spring", ["ground", mass], first=[-1, 0], second=[0, 0], stiffness="k", length=1)
    >>> table = lw.sweep(model, {"k": [100, 400]}, outputs=["peak(rail.q)"], end=2)
    >>> [round(float(x), 2) for x in table["peak(rail.q)"]]
    [0.1, 0.05]
    """

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows
        """A dictionary for each run."""

    def __getitem__(self, column: str) -> np.ndarray[Any, Any]:
        """A column, as an array."""
        if self.rows and column not in self.rows[0]:
            raise KeyError(f"there is no column '{column}'; there are {', '.join(self.rows[0])}")
        return np.array([row[column] for row in self.rows])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    @property
    def failures(self) -> list[dict[str, Any]]:
        """Runs that could not go on."""
        return [row for row in self.rows if row["error"] is not None]

    def to_pandas(self) -> pandas.DataFrame:
        """A table of pandas."""
        import pandas

        table: pandas.DataFrame = pandas.DataFrame(self.rows)
        return table

    def __repr__(self) -> str:
        return f"<linkwork.Sweep of {len(self)} runs, {len(self.failures)} of them failed>"

    def _repr_html_(self) -> str:
        return str(self.to_pandas()._repr_html_())  # type: ignore[operator,unused-ignore]


def run_row(
    model: Model, parameters: Mapping[str, Any], outputs: Sequence[Output] = (), **settings: Unpack[Settings]
) -> dict[str, Any]:
    """One run with these parameters: a plain function that can be pickled, for dask, ray, joblib and Slurm arrays.

    Args:
        model: It travels as its text.
        parameters: Values by name.
        outputs: Columns, of which the last value is taken, reductions such as ``"max(foot.z)"`` (also ``min``,
            ``mean``, ``rms``, ``first``, ``final``, ``span``, ``peak``), or functions of the result.

    Returns:
        Parameters, outputs and ``error``, which is ``None`` or says what went wrong: failures are values.

    >>> import linkwork as lw
    >>> row = lw.run_row(lw.load("pendulum"), {}, ["peak(pivot.q)"], end=1)
    >>> sorted(row)
    ['error', 'peak(pivot.q)']
    """
    row: dict[str, Any] = dict(parameters)
    names = [_name(output) for output in outputs]
    given: dict[str, Any] = {"threads": 1, **settings}
    try:
        result = model.copy(**parameters).run(progress=False, **given)
    except (ModelError, SimulationError, ValueError) as error:
        return {**row, **dict.fromkeys(names, float("nan")), "error": str(error)}
    return {**row, **{name: _value(output, result) for name, output in zip(names, outputs)}, "error": None}


def run_rows(
    model: Model, rows: Sequence[Mapping[str, Any]], outputs: Sequence[Output] = (), **settings: Unpack[Settings]
) -> list[dict[str, Any]]:
    """Several runs, one after the other; see :func:`run_row`."""
    return [run_row(model, row, outputs, **settings) for row in rows]


def sweep(
    model: Model,
    vary: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]],
    outputs: Sequence[Output] = (),
    *,
    workers: str | int | Executor | Any = "threads",
    **settings: Unpack[Settings],
) -> Sweep:
    """Runs a model with many values of its parameters.

    Args:
        vary: Values by parameter, of which all combinations are run; or a list of parameter sets.
        outputs: See :func:`run_row`.
        workers: ``"threads"`` (one by core), a number of threads, an executor of ``concurrent.futures``, or a client
            of dask.

    Returns:
        A table, a row for each run, in the order of the parameters whatever the workers.
    """
    rows = _rows(vary)
    if isinstance(workers, str) and workers != "threads":
        raise ValueError(f"workers are '{workers}'; give 'threads', a number, an executor or a client of dask")
    if isinstance(workers, (str, int)):
        n = workers if isinstance(workers, int) else os.cpu_count() or 1
        with ThreadPoolExecutor(n) as pool:
            return Sweep(list(pool.map(lambda row: run_row(model, row, outputs, **settings), rows)))
    if isinstance(workers, Executor):
        futures = [workers.submit(run_row, model, row, outputs, **settings) for row in rows]
        return Sweep([future.result() for future in futures])
    chunks = _chunks(rows, _CHUNKS_PER_WORKER * max(len(workers.scheduler_info()["workers"]), 1))
    futures = [workers.submit(run_rows, model, chunk, outputs, pure=False, retries=2, **settings) for chunk in chunks]
    return Sweep([row for chunk in workers.gather(futures) for row in chunk])


def _rows(vary: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    if not isinstance(vary, Mapping):
        return [dict(row) for row in vary]
    return [dict(zip(vary, values)) for values in itertools.product(*vary.values())]


def _chunks(rows: list[dict[str, Any]], n: int) -> list[list[dict[str, Any]]]:
    size = max(-(-len(rows) // n), 1)
    return [rows[k : k + size] for k in range(0, len(rows), size)]


def _name(output: Output) -> str:
    return output if isinstance(output, str) else getattr(output, "__name__", repr(output))


def _value(output: Output, result: Result) -> Any:
    if not isinstance(output, str):
        return output(result)
    if output in result:
        return float(result[output][-1])
    match = _PATTERN.fullmatch(output)
    if match is None or match[1] not in _REDUCTIONS:
        known = ", ".join(_REDUCTIONS)
        raise KeyError(f"'{output}' is no column, nor one of {known} of a column")
    return float(_REDUCTIONS[match[1]](result[match[2].strip()]))
