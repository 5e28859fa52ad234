"""Exceptions: what is wrong with a model, and what stopped a simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._result import Result


@dataclass(frozen=True)
class Fault:
    """One fault of a model.

    Attributes:
        message: What is wrong, and what would be right.
        file: The model file; ``"model"`` for a model that was built in Python.
        line: Line in the file, from 1; 0 where there is none.
        column: Column in the line, from 1; 0 where there is none.
        key: Where the fault is in the model, such as ``joints[2].axis``.
    """

    message: str
    file: str = "model"
    line: int = 0
    column: int = 0
    key: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        parts = [place, self.key, self.message]
        return ": ".join(part for part in parts if part)


class ModelError(ValueError):
    """A model with faults; all of them are told at once.

    >>> import linkwork as lw
    >>> model = lw.Model(space="planar")
    >>> rod = model.body("rod", mass=-1.0, inertia=0.1)
    >>> try:
    ...     model.run(end=0)
    ... except lw.ModelError as error:
    ...     print(error.faults[0].key)
    bodies[0].mass
    """

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = list(faults)

    def __reduce__(self) -> tuple[type[ModelError], tuple[list[Fault]]]:
        return (type(self), (self.faults,))


class SimulationError(RuntimeError):
    """A simulation that could not go on; ``result`` has what was computed until then, or is ``None``."""

    def __init__(self, message: str, result: Result | None = None) -> None:
        super().__init__(message)
        self.result = result
