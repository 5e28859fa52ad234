"""Simulations that are moved step by step: closed loops with one's own controllers."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ._linkwork import Snapshot, Stepper

if TYPE_CHECKING:
    from ._model import Model

Array = np.ndarray[Any, np.dtype[np.float64]]


class Simulation(Stepper):
    """A model in motion, made by :meth:`Model.simulate`.

    >>> import linkwork as lw
    >>> model = lw.Model("arm", space="planar")
    >>> rod = model.body("rod", mass=1.0, inertia=0.1)
    >>> pivot = model.revolute("pivot", ["ground", rod], point=[0, 0])
    >>> torque = model.input("torque")
    >>> motor = model.actuator("motor", joint=pivot, load="torque")
    >>> sim = model.simulate()
    >>> for _ in range(100):
    ...     sim.set_input("torque", 2.0 * (1.0 - sim["pivot.q"]) - 0.5 * sim["pivot.qd"])
    ...     sim.step(0.02)
    >>> round(sim["pivot.q"], 2)
    0.99

    ``step(dt, n=1)`` moves on by ``dt`` seconds, ``n`` times, and hits each end exactly; the integrator takes as many
    steps as it needs. ``state`` is a picklable copy of everything that the motion depends on from there on; it can be
    set. ``q`` and ``qd`` are coordinates and velocities as the formulation has them (for ``natural``: momenta).
    """

    model: Model
    start: Snapshot

    def __new__(cls, model: Model, words: list[tuple[str, str]]) -> Simulation:
        made = super().__new__(cls, model.core, words)
        made.model = model.copy()
        made.start = made.state
        return made

    def __init__(self, model: Model, words: list[tuple[str, str]]) -> None:
        pass

    def reset(self, state: Snapshot | None = None) -> None:
        """Goes back to a saved state, the initial one by default."""
        self.state = self.start if state is None else state

    def set(self, q: Any = None, qd: Any = None, time: float | None = None) -> None:
        """Sets coordinates, velocities or the time. They should satisfy the constraints of closed loops."""
        now = self.state
        coordinates = self.q if q is None else np.ascontiguousarray(q, dtype=float)
        velocities = self.qd if qd is None else np.ascontiguousarray(qd, dtype=float)
        self.set_motion(now, self.time if time is None else float(time), coordinates, velocities)

    def __getitem__(self, column: str) -> float:
        """A quantity at the present state, by the name of its column in results."""
        return float(self.read([self._column(column)])[0])

    def values(self, *columns: str) -> Array:
        """Several quantities at the present state, evaluated once."""
        return self.read([self._column(column) for column in columns])

    def inputs_by_name(self) -> dict[str, float]:
        """Values of the inputs."""
        return dict(zip(self.model.inputs, self.inputs.tolist()))

    def set_inputs(self, inputs: Mapping[str, float]) -> None:
        """Sets several inputs."""
        for name, value in inputs.items():
            self.set_input(name, value)

    @contextmanager
    def trial(self) -> Iterator[Simulation]:
        """What is done inside is undone afterwards: look ahead, and come back.

        >>> import linkwork as lw
        >>> sim = lw.load("pendulum").simulate()
        >>> with sim.trial():
        ...     sim.step(1.0)
        >>> sim.time
        0.0
        """
        before = self.state
        try:
            yield self
        finally:
            self.state = before

    @property
    def stopped(self) -> bool:
        """Whether the model's condition to stop holds at the present state."""
        return self.wants_stop()

    @property
    def info(self) -> dict[str, Any]:
        """The summary so far: steps, evaluations, residuals."""
        found: dict[str, Any] = json.loads(self.summary())
        return found

    def _column(self, name: str) -> int:
        number = self.find_column(name)
        if number is None:
            near = difflib.get_close_matches(name, self.model.columns)
            raise KeyError(f"there is no column '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))
        return number

    def __repr__(self) -> str:
        return f"<linkwork.Simulation of '{self.model.name}' at t = {self.time!r} s>"
