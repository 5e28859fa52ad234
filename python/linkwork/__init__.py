"""Linkwork: dynamics of mechanisms of rigid bodies and joints, closed loops and redundant constraints included.

>>> import linkwork as lw
>>> result = lw.load("four-bar").run(end=0.5)
>>> result["A.q"].shape
(51,)

Models come from files and the gallery (:func:`load`), or are built (:class:`Model`). :meth:`Model.run` simulates,
:meth:`Model.simulate` moves step by step, :meth:`Model.mechanics` evaluates at given states, :func:`sweep` runs many.
"""

from ._errors import Fault, ModelError, SimulationError
from ._linkwork import Snapshot, version
from ._mechanics import Linearization, Mechanics, Mode
from ._model import Model, gallery, generate, load, schema
from ._result import Group, Result
from ._simulation import Simulation
from ._sweep import Sweep, run_row, run_rows, sweep

__version__ = version()

__all__ = [
    "Fault",
    "Group",
    "Linearization",
    "Mechanics",
    "Mode",
    "Model",
    "ModelError",
    "Result",
    "Simulation",
    "SimulationError",
    "Snapshot",
    "Sweep",
    "gallery",
    "generate",
    "load",
    "run_row",
    "run_rows",
    "schema",
    "sweep",
]
