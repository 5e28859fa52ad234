"""Results of a run: rows of numbers by column name, and ways to look at them."""

from __future__ import annotations

import difflib
import html
import json
import os
import re
import shutil
import tempfile
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from . import _linkwork
from ._progress import in_notebook

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes

    from ._model import Model

Array = np.ndarray[Any, np.dtype[np.float64]]

# Of the page in a notebook (px).
_HEIGHT = 640


class Group(Mapping[str, Array]):
    """Columns of one body, joint or force, by their short names, also as attributes.

    >>> import linkwork as lw
    >>> rod = lw.load("pendulum").run(end=0.1).body("rod")
    >>> sorted(rod)[:3], rod.position.shape
    (['alphax', 'alphay', 'alphaz'], (11, 3))
    """

    def __init__(self, name: str, columns: dict[str, Array]) -> None:
        self.name = name
        self._columns = columns

    def __getitem__(self, column: str) -> Array:
        try:
            return self._columns[column]
        except KeyError:
            known = ", ".join(self._columns)
            raise KeyError(f"'{self.name}' has no column '{column}'; it has {known}") from None

    def __getattr__(self, column: str) -> Array:
        if column.startswith("_") or column not in self._columns:
            raise AttributeError(f"'{self.name}' has no column '{column}'")
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._columns]

    def _stack(self, *columns: str) -> Array:
        return np.stack([self._columns[column] for column in columns if column in self._columns], axis=1)

    @property
    def position(self) -> Array:
        """x, y and z, a column each; in the plane x and y."""
        return self._stack("x", "y", "z")

    @property
    def velocity(self) -> Array:
        """vx, vy and vz, a column each."""
        return self._stack("vx", "vy", "vz")

    @property
    def quaternion(self) -> Array:
        """w, x, y and z, a column each; spatial models only."""
        return self._stack("qw", "qx", "qy", "qz")

    @property
    def force(self) -> Array:
        """fx, fy and fz of a joint on its second body; of a spring, its force."""
        return self._columns["force"] if "force" in self._columns else self._stack("fx", "fy", "fz")

    def __repr__(self) -> str:
        return f"<columns of '{self.name}': {', '.join(self._columns)}>"


class Result:
    """Rows of a run. ``result["A.q"]`` is a column, without a copy.

    >>> import linkwork as lw
    >>> result = lw.load("four-bar").run(end=0.5)
    >>> float(result.time[-1]), result.summary["dof"]
    (0.5, 1)
    >>> float(abs(result["energy.total"] - result["energy.total"][0]).max()) < 1e-6
    True
    """

    def __init__(
        self,
        rows: Array,
        columns: list[str],
        summary: dict[str, Any],
        model: Model | None,
        run: _linkwork.Run | None = None,
        folder: Path | None = None,
    ) -> None:
        self.rows = rows
        """One row per output time, one column per quantity."""
        self.columns = columns
        """Names of the columns."""
        self.summary = summary
        """What was simulated, how, at what cost, and how well: ``summary.json``."""
        self.model = model
        """What was simulated; ``None`` where it is not known."""
        self._run = run
        self._folder = folder
        self._numbers = {name: k for k, name in enumerate(columns)}

    @property
    def time(self) -> Array:
        """Output times (s)."""
        return self["time"]

    @overload
    def __getitem__(self, column: str) -> Array: ...

    @overload
    def __getitem__(self, column: Sequence[str]) -> Array: ...

    def __getitem__(self, column: str | Sequence[str]) -> Array:
        """A column by its name, without a copy; several, side by side, by a list."""
        if isinstance(column, str):
            return self.rows[:, self._number(column)]
        return self.rows[:, [self._number(name) for name in column]]

    def _number(self, column: str) -> int:
        try:
            return self._numbers[column]
        except KeyError:
            near = difflib.get_close_matches(column, self.columns)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise KeyError(f"there is no column '{column}'{hint}") from None

    def __contains__(self, column: object) -> bool:
        return column in self._numbers

    def __len__(self) -> int:
        return len(self.rows)

    def keys(self) -> list[str]:
        """Names of the columns."""
        return list(self.columns)

    def body(self, name: str) -> Group:
        """Columns of a body."""
        return self._group("body", name)

    def joint(self, name: str) -> Group:
        """Columns of a joint: reactions, coordinate, rate, acceleration.

        >>> import linkwork as lw
        >>> sorted(lw.load("pendulum").run(end=0).joint("pivot"))
        ['fx', 'fy', 'fz', 'q', 'qd', 'qdd', 'tx', 'ty', 'tz']
        """
        return self._group("joint", name)

    def force(self, name: str) -> Group:
        """Columns of a force."""
        return self._group("force", name)

    def _group(self, sort: str, name: str) -> Group:
        prefix = name + "."
        found = {
            column[len(prefix) :]: self.rows[:, k]
            for column, k in self._numbers.items()
            if column.startswith(prefix) and "." not in column[len(prefix) :]
        }
        if not found:
            known = {column.rsplit(".", 1)[0] for column in self.columns if "." in column}
            near = difflib.get_close_matches(name, sorted(known))
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise KeyError(f"there are no columns of a {sort} '{name}'{hint}")
        return Group(name, found)

    def to_dict(self) -> dict[str, Array]:
        """Columns by name."""
        return {name: self.rows[:, k] for name, k in self._numbers.items()}

    def to_pandas(self) -> pandas.DataFrame:
        """A table of pandas, with time as its index."""
        import pandas

        table: pandas.DataFrame = pandas.DataFrame(self.rows, columns=self.columns, copy=False).set_index("time")
        return table

    def to_polars(self) -> polars.DataFrame:
        """A table of Polars."""
        import polars

        return polars.DataFrame(self.to_dict())

    def __getstate__(self) -> dict[str, Any]:
        # Memory of the engine does not travel.
        return {**self.__dict__, "_run": None}

    # Files.

    def save(self, folder: str | os.PathLike[str], *, format: str = "csv") -> None:
        """Writes the results folder of the program: trajectory (``csv`` or ``parquet``), summary, model and page."""
        if format not in ("csv", "parquet"):
            raise ValueError(f"the format is '{format}', and must be 'csv' or 'parquet'")
        if self._run is None or self.model is None:
            if self._folder is None:
                raise ValueError("only results of a run, or of a results folder, can be saved")
            shutil.copytree(self._folder, folder, dirs_exist_ok=True)
            return
        rows = np.ascontiguousarray(self.rows)
        _linkwork.save(self.model.core, self._run, rows, os.fspath(folder), format == "parquet")

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Result:
        """Reads a results folder, of this package or of the program, to the same bits."""
        from ._model import Model

        columns, rows, summary, core = _linkwork.read_results(os.fspath(folder))
        model = None if core is None else Model.from_text(core.text, "model.json" if core.is_json else "model.toml")
        return cls(rows, columns, json.loads(summary), model, None, Path(folder))

    # Pictures.

    def html(self) -> str:
        """The page with the moving mechanism, plots and summary: one document that needs no network."""
        if self.model is None:
            raise ValueError("the model of these results is not known, so there is nothing to draw")
        rows = np.ascontiguousarray(self.rows)
        return _linkwork.page(self.model.core, rows, json.dumps(self.summary), self.model.name)

    def show(self, *, height: int = _HEIGHT) -> Path | None:
        """Shows the page: inside of a notebook, or else in the browser; returns its file there."""
        page = self.html()
        if in_notebook():
            from IPython.display import display

            display(_Frame(page, height))  # type: ignore[no-untyped-call,unused-ignore]
            return None
        name = re.sub(r"[^\w.-]", "-", str(self.summary.get("model", "model"))) or "model"
        path = Path(tempfile.mkdtemp(prefix="linkwork-")) / f"{name}.html"
        path.write_text(page, encoding="utf-8")
        webbrowser.open(path.as_uri())
        return path

    def plot(self, *columns: str, ax: Axes | None = None) -> Axes:
        """Draws columns over time with matplotlib; returns the axes."""
        from matplotlib import pyplot

        axes = pyplot.subplots()[1] if ax is None else ax
        for column in columns:
            axes.plot(self.time, self[column], label=column)
        axes.set_xlabel("time (s)")
        axes.legend()
        axes.grid(alpha=0.3)
        return axes

    def __repr__(self) -> str:
        name = self.summary.get("model", "")
        return (
            f"<linkwork.Result of '{name}': {len(self)} rows, {len(self.columns)} columns, to t = {self.time[-1]:g} s>"
        )

    def _repr_html_(self) -> str:
        shown = [
            "model",
            "time",
            "steps",
            "evaluations",
            "wall_seconds",
            "max_residual",
            "energy_balance",
            "formulation",
            "solver",
            "integrator",
            "stabilization",
        ]
        cells = [(key, self.summary[key]) for key in shown if key in self.summary]
        cells += [("warning", warning) for warning in self.summary.get("warnings", [])]
        rows = "".join(f"<tr><th>{key}</th><td>{html.escape(_short(value))}</td></tr>" for key, value in cells)
        return f"<table>{rows}</table>"


class _Frame:
    """A page inside of a notebook."""

    def __init__(self, page: str, height: int) -> None:
        self.page, self.height = page, height

    def _repr_html_(self) -> str:
        size = f'width="100%" height="{self.height}"'
        return f'<iframe srcdoc="{html.escape(self.page)}" {size} style="border: 0"></iframe>'

    def __repr__(self) -> str:
        return "<page of results>"


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
