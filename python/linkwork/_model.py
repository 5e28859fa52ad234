"""Models: read from files and the gallery, or built with methods; frozen for the engine when they are first used."""

from __future__ import annotations

import copy
import difflib
import html
import json
import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Union

import numpy as np

from . import _linkwork, _toml
from ._errors import Fault, ModelError, SimulationError
from ._mechanics import Linearization, Mechanics, Vector
from ._progress import make_progress
from ._result import Result
from ._simulation import Simulation
from ._tables import Settings, Tables

if TYPE_CHECKING:
    from typing_extensions import Unpack

Parameter = Union[float, str]


class Model(Tables):
    """A mechanism. Methods named after the tables of a model file add to it; everything else looks at it.

    >>> import linkwork as lw
    >>> model = lw.Model("pendulum", space="planar", gravity=[0, -9.81])
    >>> rod = model.body("rod", mass=1.0, inertia=1 / 12, position=[0.5, 0])
    >>> pivot = model.revolute("pivot", ["ground", rod], point=[0, 0])
    >>> result = model.run(end=1)
    >>> round(float(result["pivot.q"][-1]), 4)
    -3.1334
    """

    _text: str | None = None
    _label: str = "model.json"
    _folder: str | None = None
    _parameters: dict[str, str]
    _core: _linkwork.Core | None = None
    _mechanics: dict[str, Mechanics]

    @classmethod
    def from_text(
        cls, text: str, label: str = "model.toml", folder: str | os.PathLike[str] | None = None, **parameters: Parameter
    ) -> Model:
        """A model from the text of a model file; ``label`` ends in ``.toml`` or ``.json`` and appears in messages."""
        model = cls.__new__(cls)
        model._parameters = {name: _word(value) for name, value in parameters.items()}
        model._mechanics = {}
        model._text, model._label = text, label
        model._folder = None if folder is None else os.fspath(folder)
        model.core  # noqa: B018  Faults are told with their lines in the file.
        return model

    # What it is made of.

    def _add(self, table: str, entry: dict[str, Any]) -> str:
        given = {key: _plain(value) for key, value in entry.items() if value is not None}
        entries = self._edit().setdefault(table, [])
        if table in ("joints", "forces"):
            given.setdefault("name", f"{table[:-1]}{len(entries) + 1}")
        entries.append(given)
        return str(given["name"])

    def _set(self, key: str, entry: Any) -> None:
        self._edit()[key] = _plain(entry)

    def _edit(self) -> dict[str, Any]:
        """The document, which is about to change."""
        document = self.to_dict() if self._text is not None else self._document
        self._document, self._text, self._core, self._parameters = document, None, None, {}
        self._label, self._mechanics = "model.json", {}
        return document

    def to_dict(self) -> dict[str, Any]:
        """The model file as a dictionary.

        >>> import linkwork as lw
        >>> sorted(lw.load("pendulum").to_dict())
        ['bodies', 'gravity', 'joints', 'name', 'simulation', 'space']
        """
        if self._text is None:
            document: dict[str, Any] = copy.deepcopy(self._document)
        else:
            is_json = self._label.endswith(".json")
            document = json.loads(self._text if is_json else _linkwork.to_json(self._text))
        if self._parameters:
            document.setdefault("parameters", {}).update(self._parameters)
        return document

    def to_toml(self) -> str:
        """The model file in TOML; :func:`load` of it gives the same motion, to the bit."""
        if self._text is not None and not self._parameters and not self._label.endswith(".json"):
            return self._text
        return _toml.dumps(self.to_dict())

    def to_json(self) -> str:
        """The model file in JSON."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, in JSON or TOML as the name ends."""
        text = self.to_json() if os.fspath(path).endswith(".json") else self.to_toml()
        Path(path).write_text(text, encoding="utf-8")

    def copy(self, **parameters: Parameter) -> Model:
        """The same model, with other values for these parameters.

        >>> import linkwork as lw
        >>> model = lw.Model("spring", space="planar", parameters={"k": 100.0})
        >>> mass = model.body("mass", mass=1, inertia=1)
        >>> rail = model.prismatic("rail", ["ground", mass], axis=[1, 0], q=0.1)
        >>> spring = model.spring("spring", ["ground", mass], first=[-1, 0], second=[0, 0], stiffness="k", length=1)
        >>> stiff = model.copy(k=400)
        >>> float(stiff.run(end=0)["spring.force"][0] / model.run(end=0)["spring.force"][0])
        4.0
        """
        other = copy.copy(self)
        if self._text is None:
            other._document = copy.deepcopy(self._document)
        other._parameters = self._parameters | {name: _word(value) for name, value in parameters.items()}
        other._mechanics = {}
        if parameters:
            other._core = None
        return other

    def __getstate__(self) -> dict[str, Any]:
        # Memory of the engine does not travel; the text does.
        return {**self.__dict__, "_core": None, "_mechanics": {}}

    # What the engine makes of it.

    @property
    def core(self) -> _linkwork.Core:
        """The model as the engine has it.

        Raises:
            ModelError: With all faults of the model.
        """
        if self._core is None:
            parameters = list(self._parameters.items())
            try:
                text = json.dumps(self._document) if self._text is None else self._text
                self._core = _linkwork.Core(text, self._label, self._folder, parameters)
            except ModelError as error:
                if self._text is not None:
                    raise
                # Lines are those of a text that nobody has seen.
                raise ModelError([Fault(f.message, "model", 0, 0, f.key) for f in error.faults]) from None
        return self._core

    @property
    def name(self) -> str:
        """Its name."""
        return self.core.name

    @property
    def bodies(self) -> list[str]:
        """Names of the moving bodies."""
        return self.core.bodies

    @property
    def joints(self) -> list[str]:
        """Names of the joints."""
        return [name for name, _ in self.core.joints]

    @property
    def forces(self) -> list[str]:
        """Names of the forces."""
        return [name for name, _ in self.core.forces]

    @property
    def markers(self) -> list[str]:
        """Names of the markers."""
        return self.core.markers

    @property
    def inputs(self) -> dict[str, float]:
        """Inputs with their values at time zero."""
        return dict(self.core.inputs)

    @property
    def columns(self) -> list[str]:
        """Names of the columns of results.

        >>> import linkwork as lw
        >>> lw.load("pendulum").columns[:4]
        ['time', 'rod.x', 'rod.y', 'rod.z']
        """
        return self.core.columns

    def analyze(self, **settings: Unpack[Settings]) -> dict[str, Any]:
        """What is known before a run: degrees of freedom, redundant equations, chosen methods; see ``plan`` for why.

        >>> import linkwork as lw
        >>> found = lw.load("four-bar").analyze()
        >>> found["dof"], found["rank"], found["equations"], found["redundant"]
        (1, 17, 20, 3)
        """
        summary, plan = self.core.analyze(_words(settings))
        return {**json.loads(summary), "plan": plan}

    # What moves.

    def run(
        self,
        *,
        columns: Sequence[str] | None = None,
        progress: bool | Callable[[float, int], object] | None = None,
        **settings: Unpack[Settings],
    ) -> Result:
        """Simulates. The interpreter's lock is released meanwhile, and Ctrl-C ends the run.

        Args:
            columns: Columns to keep, by name; ``*`` stands for any letters. All by default.
            progress: Whether to show how far the run is, or a function of time and steps. By default a bar is shown in
                terminals and notebooks once a run takes longer than a second.
            settings: As of the command line, with ``_`` for ``-``: ``end``, ``output_step``, ``rtol``, ``solver``, …

        Raises:
            ModelError: When the model has faults, or cannot be assembled.
            SimulationError: When the simulation cannot go on; ``result`` has the rows until then.
            KeyboardInterrupt: After Ctrl-C; it has a ``result`` likewise.

        >>> import linkwork as lw
        >>> result = lw.load("pendulum").run(end=1, columns=["rod.*"])
        >>> result.columns[:3], len(result)
        (['time', 'rod.x', 'rod.y'], 101)
        """
        core = self.core
        names = core.columns
        numbers = None if columns is None else [0, *(k for k in _choose(names, columns) if k > 0)]
        end = float(settings["end"]) if "end" in settings else None
        shown = make_progress(progress, end)
        try:
            # As the program does: machine code is made for the model where that pays.
            run = _linkwork.run(core, _words({"specialize": "auto", **settings}), numbers, shown)
        finally:
            close = getattr(shown, "close", None)
            if close is not None:
                close()
        kept = names if numbers is None else [names[k] for k in numbers]
        result = Result(run.rows, kept, json.loads(run.summary), self.copy(), run)
        if run.exception is not None:
            run.exception.result = result
            raise run.exception
        if result.summary["error"] is not None:
            raise SimulationError(result.summary["error"], result)
        return result

    def simulate(self, **settings: Unpack[Settings]) -> Simulation:
        """A simulation at its initial state, to be moved step by step.

        >>> import linkwork as lw
        >>> sim = lw.load("pendulum").simulate(integrator="rk4", step=1e-3)
        >>> sim.step(0.01)
        >>> sim.time
        0.01
        """
        return Simulation(self, _words(settings))

    # Mechanics at given states.

    def mechanics(self, coordinates: str = "joints") -> Mechanics:
        """Functions of coordinates and velocities: those of ``"joints"`` (of a spanning tree of the mechanism, loops
        being constraint equations), or of all ``"bodies"`` (position and orientation of each).
        """
        if coordinates not in self._mechanics:
            self._mechanics[coordinates] = Mechanics(self, coordinates)
        return self._mechanics[coordinates]

    def accelerations(
        self,
        q: Vector,
        v: Vector,
        inputs: Mapping[str, Any] | None = None,
        *,
        t: Vector = 0.0,
        coordinates: str = "joints",
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Accelerations at given states; see :meth:`Mechanics.accelerations`."""
        return self.mechanics(coordinates).accelerations(q, v, inputs, t=t)

    def mass_matrix(self, q: Vector, *, coordinates: str = "joints") -> np.ndarray[Any, np.dtype[np.float64]]:
        """The mass matrix; see :meth:`Mechanics.mass_matrix`."""
        return self.mechanics(coordinates).mass_matrix(q)

    def jacobian(
        self, q: Vector, *, t: Vector = 0.0, coordinates: str = "joints"
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The Jacobian of the constraint equations; see :meth:`Mechanics.jacobian`."""
        return self.mechanics(coordinates).jacobian(q, t=t)

    def inverse_dynamics(
        self,
        q: Vector,
        v: Vector,
        accelerations: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        *,
        t: Vector = 0.0,
        coordinates: str = "joints",
    ) -> dict[str, Any]:
        """Loads at joints that make them accelerate as wanted; see :meth:`Mechanics.inverse_dynamics`."""
        return self.mechanics(coordinates).inverse_dynamics(q, v, accelerations, inputs, t=t)

    def linearize(
        self,
        q: Vector | None = None,
        v: Vector | None = None,
        *,
        t: float = 0.0,
        outputs: Sequence[str] = (),
        coordinates: str = "joints",
    ) -> Linearization:
        """Linear equations of motion about a state, the initial one by default; see :meth:`Mechanics.linearize`."""
        return self.mechanics(coordinates).linearize(q, v, t=t, outputs=outputs)

    def __repr__(self) -> str:
        try:
            core = self.core
        except ModelError as error:
            return f"<linkwork.Model with {len(error.faults)} faults>"
        return f"<linkwork.Model '{core.name}': {len(core.bodies)} bodies, {len(core.joints)} joints>"

    def _repr_html_(self) -> str:
        try:
            core, found = self.core, self.analyze()
        except (SimulationError, ValueError) as error:
            return f"<pre>{html.escape(str(error))}</pre>"
        cells = [
            ("bodies", len(core.bodies)),
            ("joints", len(core.joints)),
            ("forces", len(core.forces)),
            ("degrees of freedom", found["dof"]),
            ("equations", found["equations"]),
            ("redundant", found["redundant"]),
            ("methods", ", ".join(found[key] for key in ("formulation", "solver", "integrator", "stabilization"))),
        ]
        rows = "".join(f"<tr><th>{name}</th><td>{html.escape(str(value))}</td></tr>" for name, value in cells)
        return f"<table><caption>{html.escape(core.name)}</caption>{rows}</table>"


def load(name: str | os.PathLike[str], **parameters: Parameter) -> Model:
    """Reads a model file, or takes the built-in model of this name; with values for its parameters.

    >>> import linkwork as lw
    >>> lw.load("slider-crank")
    <linkwork.Model 'slider-crank': 3 bodies, 4 joints>

    Raises:
        ModelError: With all faults of the file.
        FileNotFoundError: When there is no such file, and no built-in model of that name.
    """
    path = Path(name)
    if path.is_file():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"'{path}' is not a text in UTF-8; model files are TOML or JSON") from error
        return Model.from_text(text, os.fspath(path), path.parent, **parameters)
    text_or_none = _linkwork.gallery_text(os.fspath(name))
    if text_or_none is None:
        near = difflib.get_close_matches(
            os.fspath(name), [*gallery(), *(p.name for p in Path(path.parent).glob("*.toml"))]
        )
        hint = f"did you mean '{near[0]}'?" if near else "linkwork.gallery() lists the built-in models"
        raise FileNotFoundError(f"there is no file '{name}' and no built-in model of that name; {hint}")
    return Model.from_text(text_or_none, f"{name}.toml", None, **parameters)


def gallery() -> dict[str, str]:
    """The built-in models, with a line on each.

    >>> import linkwork as lw
    >>> "four-bar" in lw.gallery()
    True
    """
    return dict(_linkwork.gallery_list())


def generate(kind: str, size: int, *, space: str = "spatial") -> Model:
    """A model of any size: ``chain``, ``star``, ``net``, ``four-bars``, ``track``, ``insulator`` or ``pendulums``.

    >>> import linkwork as lw
    >>> len(lw.generate("chain", 5).bodies)
    5
    """
    return Model.from_text(_linkwork.generate(kind, size, space == "planar"), f"{kind}.toml")


def schema() -> dict[str, Any]:
    """JSON Schema of model files."""
    found: dict[str, Any] = json.loads(_linkwork.schema())
    return found


def _plain(value: Any) -> Any:
    """What JSON takes: arrays and numbers of NumPy become those of Python."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _word(value: Any) -> str:
    """A value as on the command line; numbers keep all their bits."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return repr(value.item() if isinstance(value, np.generic) else value) if not isinstance(value, str) else value


def _words(settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name.replace("_", "-"), _word(value)) for name, value in settings.items() if value is not None]


def _choose(names: list[str], patterns: Sequence[str]) -> list[int]:
    """Columns that match the patterns, each once, in the order of the patterns."""
    chosen: dict[int, None] = {}
    for pattern in patterns:
        found = [k for k, name in enumerate(names) if name == pattern or fnmatchcase(name, pattern)]
        if not found:
            near = difflib.get_close_matches(pattern, names)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names[:12])}, …"
            raise KeyError(f"no column matches '{pattern}'; {hint}")
        chosen.update(dict.fromkeys(found))
    return list(chosen)
