"""Mechanics at given coordinates and velocities: equations of motion for one's own algorithms.

With coordinates q, velocities v, mass matrix M, constraint Jacobian G and forces f, the equations of motion are
M a + Gᵀ λ = f, G a = τ; coordinates change by a linear function of v, which is dq/dt = v but for quaternions.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from . import _linkwork

if TYPE_CHECKING:
    from ._model import Model

Array = npt.NDArray[np.float64]
Vector = Union[float, Sequence[float], npt.NDArray[Any]]

# Equations count as dependent below this part of the largest singular value of G.
_RANK = 1e-9
# Central differences have errors of step² and of round-off over step.
_STEP = 1e-5

_FORMULATIONS = {"joints": "recursive", "bodies": "cartesian"}


class _States(NamedTuple):
    """States as the engine takes them: a row for each."""

    time: Array
    q: Array
    v: Array
    inputs: Array
    threads: int


class Mechanics:
    """Functions of coordinates and velocities, made by :meth:`Model.mechanics`.

    States may be arrays of any shape, the last axis being that of the coordinates: functions are then evaluated for all
    of them, on all cores and without the interpreter's lock.

    >>> import linkwork as lw
    >>> arm = lw.generate("chain", 6).mechanics()
    >>> arm.mass_matrix(arm.q).shape
    (6, 6)
    >>> states = arm.q + 0.1 * np.random.default_rng(1).standard_normal((1000, 6))
    >>> arm.accelerations(states, arm.v).shape
    (1000, 6)
    """

    def __init__(self, model: Model, coordinates: str = "joints", threads: int | None = None) -> None:
        if coordinates not in _FORMULATIONS:
            raise ValueError(f"coordinates are '{coordinates}', and must be 'joints' or 'bodies'")
        words = [
            ("formulation", _FORMULATIONS[coordinates]),
            ("integrator", "dopri5"),
            ("threads", "1"),
            ("parts", "1"),
        ]
        self._core = model.core
        self._native = _linkwork.Mechanics(model.core, words)
        self._inputs = dict(model.core.inputs)
        self.threads = threads or os.cpu_count() or 1
        """Threads for many states at once."""
        self.q: Array = self._native.q
        """Coordinates where the model starts."""
        self.v: Array = self._native.v
        """Velocities there."""
        names = _names(self._native.owners, len(self.q))
        self.coordinate_names: list[str] = names[: len(self.q)]
        """Whose each coordinate is: the name of its joint or body, with a number where that has several."""
        self.velocity_names: list[str] = names[len(self.q) :]
        """Whose each velocity is."""
        self.joint_coordinates: list[str] = self._native.joint_coordinates
        """Names of the joints' own coordinates, ``A.q``, in the order of :meth:`joint_jacobian`."""

    def _states(
        self, q: Vector, v: Vector | None, inputs: Mapping[str, Any] | None = None, t: Vector = 0.0
    ) -> tuple[_States, tuple[int, ...]]:
        """All states as rows, and the shape in which they came."""
        unknown = set(inputs or {}) - set(self._inputs)
        if unknown:
            known = ", ".join(self._inputs) or "none"
            raise ValueError(f"the model has no input '{sorted(unknown)[0]}'; it has {known}")
        given = [np.asarray(value, dtype=float) for value in ({**self._inputs, **(inputs or {})}).values()]
        times = np.asarray(t, dtype=float)
        positions = np.asarray(q, dtype=float)
        velocities = np.zeros(len(self.v)) if v is None else np.asarray(v, dtype=float)
        for name, array, n in (("q", positions, len(self.q)), ("v", velocities, len(self.v))):
            if array.shape[-1:] != (n,):
                raise ValueError(f"{name} has the shape {array.shape}, and its last axis should have {n} numbers")
        shape = np.broadcast_shapes(positions.shape[:-1], velocities.shape[:-1], times.shape, *(x.shape for x in given))
        n = int(np.prod(shape, dtype=int))
        rows = [
            np.ascontiguousarray(np.broadcast_to(array, (*shape, array.shape[-1])).reshape(n, array.shape[-1]))
            for array in (positions, velocities)
        ]
        columns = [np.broadcast_to(x, shape).reshape(n) for x in given]
        of_inputs = np.ascontiguousarray(np.stack(columns, axis=1)) if columns else np.zeros((n, 0))
        of_time = np.ascontiguousarray(np.broadcast_to(times, shape).reshape(n))
        return _States(of_time, rows[0], rows[1], of_inputs, self.threads), shape

    def accelerations(self, q: Vector, v: Vector, inputs: Mapping[str, Any] | None = None, *, t: Vector = 0.0) -> Array:
        """Rates of the velocities: what forces, inputs and constraints make of a state.

        >>> import linkwork as lw
        >>> pendulum = lw.load("pendulum").mechanics()
        >>> pendulum.accelerations([0.0], [0.0]).shape
        (1,)
        """
        states, shape = self._states(q, v, inputs, t)
        return self._native.rates(states)[:, len(self.q) :].reshape(*shape, len(self.v))

    def coordinate_rates(self, q: Vector, v: Vector) -> Array:
        """dq/dt, which is v but for quaternions."""
        states, shape = self._states(q, v)
        return self._native.rates(states)[:, : len(self.q)].reshape(*shape, len(self.q))

    def columns(
        self, q: Vector, v: Vector, inputs: Mapping[str, Any] | None = None, *, t: Vector = 0.0
    ) -> dict[str, Array]:
        """Everything that results show, by column name: motions of bodies, reactions, energies."""
        states, shape = self._states(q, v, inputs, t)
        rows = self._native.rows(states).reshape(*shape, -1)
        return {name: rows[..., k] for k, name in enumerate(self._core.columns)}

    def energy(self, q: Vector, v: Vector) -> tuple[Array, Array]:
        """Kinetic and potential energy (J).

        >>> import linkwork as lw
        >>> arm = lw.generate("chain", 6).mechanics()
        >>> v = np.arange(6.0)
        >>> kinetic, potential = arm.energy(arm.q, v)
        >>> bool(abs(kinetic - 0.5 * v @ arm.mass_matrix(arm.q) @ v) < 1e-12 * kinetic)
        True
        """
        found = self.columns(q, v)
        return found["energy.kinetic"], found["energy.potential"]

    def _matrices(self, q: Vector, t: Vector = 0.0) -> tuple[Array, Array, Array]:
        states, shape = self._states(q, None, None, t)
        n, n_equations = len(self.v), self._native.n_equations
        flat = self._native.matrices(states).reshape(*shape, -1, n)
        return flat[..., :n, :], flat[..., n : n + n_equations, :], flat[..., n + n_equations :, :]

    def mass_matrix(self, q: Vector) -> Array:
        """M: the kinetic energy is ½ vᵀ M v. Exact, column by column."""
        return self._matrices(q)[0]

    def jacobian(self, q: Vector, *, t: Vector = 0.0) -> Array:
        """G: constraint equations are G v = ν. A row for each that coordinates do not satisfy by themselves."""
        return self._matrices(q, t)[1]

    def joint_jacobian(self, q: Vector) -> Array:
        """Rates of the joints' own coordinates by velocity; its transpose makes generalized forces of loads."""
        return self._matrices(q)[2]

    def null_space(self, q: Vector) -> Array:
        """An orthonormal basis of the velocities that constraints allow, a column for each degree of freedom."""
        return _null_space(self._matrices(q)[1])

    def markers(self, q: Vector, v: Vector | None = None) -> dict[str, Marker]:
        """Forward kinematics: places of the markers.

        >>> import linkwork as lw
        >>> model = lw.Model("arm", space="planar")
        >>> rod = model.body("rod", mass=1.0, inertia=0.1, position=[0.5, 0])
        >>> pivot = model.revolute("pivot", ["ground", rod], point=[0, 0])
        >>> tip = model.marker("tip", body=rod, point=[0.5, 0])
        >>> model.mechanics().markers([np.pi / 2])["tip"].position.round(12)
        array([0., 1., 0.])
        """
        states, shape = self._states(q, v)
        numbers = self._native.markers(states).reshape(*shape, -1, 15)
        axes = numbers[..., 6:].reshape(*numbers.shape[:-1], 3, 3)
        return {
            name: Marker(numbers[..., k, :3], numbers[..., k, 3:6], axes[..., k, :, :])
            for k, name in enumerate(self._core.markers)
        }

    def inverse_dynamics(
        self,
        q: Vector,
        v: Vector,
        accelerations: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        *,
        t: Vector = 0.0,
    ) -> dict[str, Any]:
        """Loads at joints, beside all that acts already, with which they accelerate as wanted.

        Args:
            accelerations: Wanted second derivatives by coordinate, such as ``{"hip.q": 1.5}`` or, for short, by joint.
            inputs: Inputs that are not zero; those whose effect is asked for should be.

        Returns:
            Loads by the same names: forces along travels, torques about angles. They are definite where the
            coordinates are independent of each other.

        >>> import linkwork as lw
        >>> arm = lw.generate("chain", 2).mechanics()
        >>> a = arm.accelerations(arm.q, arm.v)
        >>> loads = arm.inverse_dynamics(arm.q, arm.v, dict(zip(arm.joint_coordinates, a)))
        >>> all(abs(load) < 1e-9 for load in loads.values())
        True
        """
        numbers = {name: self._joint_coordinate(name) for name in accelerations}
        chosen = list(numbers.values())
        found = self.columns(q, v, inputs, t=t)
        mass, constraints, joints = self._matrices(q, t)
        now = np.stack([found[self.joint_coordinates[k] + "dd"] for k in chosen], axis=-1)
        wanted = [np.broadcast_to(np.asarray(value, dtype=float), now.shape[:-1]) for value in accelerations.values()]
        missing = np.stack(wanted, axis=-1) - now
        rows = joints[..., chosen, :]
        shape = missing.shape[:-1]
        mass, constraints, rows = (np.broadcast_to(x, (*shape, *x.shape[-2:])) for x in (mass, constraints, rows))
        loads = np.empty_like(missing)
        for k in np.ndindex(*shape):
            basis = _null_space(constraints[k])
            mobility = basis @ np.linalg.solve(basis.T @ mass[k] @ basis, basis.T)
            loads[k] = np.linalg.lstsq(rows[k] @ mobility @ rows[k].T, missing[k], rcond=1e-12)[0]
        return {name: loads[..., k] if loads.ndim > 1 else float(loads[k]) for k, name in enumerate(accelerations)}

    def _joint_coordinate(self, name: str) -> int:
        for candidate in (name, f"{name}.q"):
            if candidate in self.joint_coordinates:
                return self.joint_coordinates.index(candidate)
        raise KeyError(f"there is no joint coordinate '{name}'; there are {', '.join(self.joint_coordinates)}")

    def linearize(
        self, q: Vector | None = None, v: Vector | None = None, *, t: float = 0.0, outputs: Sequence[str] = ()
    ) -> Linearization:
        """Linear equations of motion about a state, in independent coordinates: dx/dt = A x + B u, y = C x + D u.

        x has displacements and velocities along a basis of the motions that constraints allow; u are the inputs, y the
        columns named by ``outputs``. Derivatives are central differences of the engine's accelerations: about eight
        digits.

        >>> import linkwork as lw
        >>> model = lw.Model("oscillator", space="planar")
        >>> mass = model.body("mass", mass=2.0, inertia=1.0)
        >>> rail = model.prismatic("rail", ["ground", mass], axis=[1, 0])
        >>> ends = {"first": [-1, 0], "second": [0, 0]}
        >>> spring = model.spring("spring", ["ground", mass], **ends, stiffness=200, damping=4, length=1)
        >>> mode = model.linearize().modes()[0]
        >>> round(mode.frequency, 4), round(mode.damping, 4)
        (1.5915, 0.1)
        """
        return _Linearizer(self, self.q if q is None else q, self.v if v is None else v, t).linearize(list(outputs))


class Marker(NamedTuple):
    """The place of a marker."""

    position: Array
    """In the world (m)."""
    velocity: Array
    """In the world (m/s)."""
    rotation: Array
    """Its axes x, y and z in the world, a column each."""


@dataclass(frozen=True)
class Mode:
    """An eigenvalue of linear equations of motion, with its shape."""

    eigenvalue: complex
    """Of A (1/s)."""
    frequency: float
    """Of the oscillation without damping, |λ| / 2π (Hz)."""
    damping: float
    """Damping ratio, −Re λ / |λ|: negative for motions that grow."""
    shape: npt.NDArray[np.complex128] = field(repr=False)
    """Velocities of the mechanism, in the order of ``velocity_names``, by displacement along the mode."""


@dataclass(frozen=True)
class Linearization:
    """Linear equations of motion about a state: dx/dt = A x + B u, y = C x + D u."""

    A: Array = field(repr=False)
    B: Array = field(repr=False)
    C: Array = field(repr=False)
    D: Array = field(repr=False)
    basis: Array = field(repr=False)
    """Velocities of the mechanism that belong to each independent one, a column each."""
    inputs: list[str]
    """Names of u."""
    outputs: list[str]
    """Names of y."""

    @property
    def dof(self) -> int:
        """Degrees of freedom."""
        return int(self.basis.shape[1])

    def modes(self) -> list[Mode]:
        """Eigenvalues with shapes, slow ones first; of a conjugate pair, the one that turns forwards."""
        values, vectors = np.linalg.eig(self.A)
        found = []
        for k in np.argsort(np.abs(values), kind="stable"):
            value = complex(values[k])
            if value.imag < 0:
                continue
            size = abs(value)
            shape = self.basis @ vectors[: self.dof, k]
            largest = shape[np.argmax(np.abs(shape))] if shape.size else 1.0
            scaled = (shape / largest if largest != 0 else shape).astype(np.complex128)
            found.append(Mode(value, size / (2 * np.pi), -value.real / size if size > 0 else 0.0, scaled))
        return found


class _Linearizer:
    """Differences about a state."""

    def __init__(self, mechanics: Mechanics, q: Vector, v: Vector, t: float) -> None:
        self.mechanics = mechanics
        self.q, self.v, self.t = np.asarray(q, dtype=float), np.asarray(v, dtype=float), t
        self.mass, constraints, _ = mechanics._matrices(self.q, t)
        self.basis = _null_space(constraints)
        # Of velocities, their part along the basis in the metric of the mass matrix.
        metric = self.basis.T @ self.mass
        self.pick = np.linalg.solve(metric @ self.basis, metric)

    def state(self, displacement: Array, velocity: Array) -> tuple[Array, Array]:
        """The state that is displaced so far along the basis; velocities are those that constraints allow there."""
        mechanics = self.mechanics
        # Half a step, then a whole one with the rates in the middle: of second order, quaternions included.
        direction = self.basis @ displacement
        middle = self.q + 0.5 * mechanics.coordinate_rates(self.q, direction)
        q = self.q + mechanics.coordinate_rates(middle, direction)
        v = self.v + self.basis @ velocity
        constraints = mechanics.jacobian(q, t=self.t)
        # G v = ν with the ν of the state itself: what drivers give does not change with the displacement.
        wanted = mechanics.jacobian(self.q, t=self.t) @ self.v
        missing = constraints @ v - wanted
        if missing.size and np.abs(missing).max() > 0:
            solved = np.linalg.solve(self.mass, constraints.T)
            v = v - solved @ np.linalg.lstsq(constraints @ solved, missing, rcond=_RANK)[0]
        return q, v

    def linearize(self, outputs: list[str]) -> Linearization:
        """The matrices."""
        n, names = self.basis.shape[1], list(self.mechanics._inputs)
        by_state = [self.difference(k, outputs) for k in range(2 * n)]
        by_input = [self.input_difference(name, outputs) for name in names]
        A, C = (
            _side_by_side([column[which] for column in by_state], m) for which, m in ((0, 2 * n), (1, len(outputs)))
        )
        B, D = (
            _side_by_side([column[which] for column in by_input], m) for which, m in ((0, 2 * n), (1, len(outputs)))
        )
        return Linearization(A, B, C, D, self.basis, names, outputs)

    def look(
        self, q: Array, v: Array, outputs: list[str], inputs: Mapping[str, Any] | None = None
    ) -> tuple[Array, Array]:
        """Rates of displacements and velocities along the basis, and outputs."""
        a = self.mechanics.accelerations(q, v, inputs, t=self.t)
        rates = np.concatenate([self.pick @ (v - self.v), self.pick @ a])
        if not outputs:
            return rates, np.zeros(0)
        found = self.mechanics.columns(q, v, inputs, t=self.t)
        return rates, np.array([float(found[name]) for name in outputs])

    def difference(self, k: int, outputs: list[str]) -> tuple[Array, Array]:
        n = self.basis.shape[1]
        step = np.zeros(2 * n)
        step[k] = _STEP
        ahead, behind = (self.look(*self.state(sign * step[:n], sign * step[n:]), outputs) for sign in (1.0, -1.0))
        return (ahead[0] - behind[0]) / (2 * _STEP), (ahead[1] - behind[1]) / (2 * _STEP)

    def input_difference(self, name: str, outputs: list[str]) -> tuple[Array, Array]:
        value = self.mechanics._inputs[name]
        step = _STEP * max(1.0, abs(value))
        ahead, behind = (self.look(self.q, self.v, outputs, {name: value + sign * step}) for sign in (1.0, -1.0))
        return (ahead[0] - behind[0]) / (2 * step), (ahead[1] - behind[1]) / (2 * step)


def _side_by_side(columns: list[Array], height: int) -> Array:
    return np.stack(columns, axis=1) if columns else np.zeros((height, 0))


def _null_space(matrix: Array) -> Array:
    """An orthonormal basis of what a matrix maps to zero; of one matrix, or of many."""
    n = matrix.shape[-1]
    if matrix.shape[-2] == 0:
        return np.broadcast_to(np.eye(n), (*matrix.shape[:-2], n, n))
    if matrix.ndim > 2:
        return np.stack([_null_space(one) for one in matrix])
    _, sizes, rows = np.linalg.svd(matrix)
    rank = int(np.sum(sizes > _RANK * sizes[0])) if sizes.size and sizes[0] > 0 else 0
    return np.ascontiguousarray(rows[rank:].T)


def _names(owners: list[str], n_coordinates: int) -> list[str]:
    """Names of values: those of their owners, with a number where one has several."""
    short = [owner.split("'", 1)[1].rsplit("'", 1)[0] if "'" in owner else owner for owner in owners]
    names: list[str] = []
    for part in (short[:n_coordinates], short[n_coordinates:]):
        seen: dict[str, int] = {}
        for name in part:
            k = seen[name] = seen.get(name, -1) + 1
            names.append(name if part.count(name) == 1 else f"{name}[{k}]")
    return names
