"""Mechanics at given states, against closed forms, identities and the engine's own runs."""

from __future__ import annotations

import linkwork as lw
import numpy as np
import pytest


def double_pendulum() -> lw.Model:
    """Two uniform rods of 1 m and 1 kg."""
    model = lw.Model("double pendulum", space="planar", gravity=[0, -9.81])
    first = model.body("first", mass=1, inertia=1 / 12, position=[0.5, 0])
    second = model.body("second", mass=1, inertia=1 / 12, position=[1.5, 0])
    model.revolute("a", ["ground", first], point=[0, 0])
    model.revolute("b", [first, second], point=[1, 0])
    model.marker("tip", body=second, point=[0.5, 0])
    model.input("torque")
    model.actuator("motor", joint="a", load="torque")
    return model


def closed_form(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Accelerations by Lagrange's equations in the two relative angles."""
    (a, b), (da, db) = q, v
    third, half = 1 / 3, 0.5
    m22 = third
    m12 = third + half * np.cos(b)
    m11 = third + third + 1 + np.cos(b)
    bias = np.array([-half * np.sin(b) * (2 * da * db + db**2), half * np.sin(b) * da**2])
    weight = 9.81 * np.array([1.5 * np.cos(a) + 0.5 * np.cos(a + b), 0.5 * np.cos(a + b)])
    return np.linalg.solve(np.array([[m11, m12], [m12, m22]]), -bias - weight)


def test_accelerations_and_mass_matrix_of_the_double_pendulum() -> None:
    arm = double_pendulum().mechanics()
    assert arm.coordinate_names == ["a", "b"] and arm.velocity_names == ["a", "b"]
    rng = np.random.default_rng(3)
    for _ in range(20):
        q, v = rng.uniform(-1, 1, 2), rng.uniform(-3, 3, 2)
        assert arm.accelerations(q, v) == pytest.approx(closed_form(q, v), rel=1e-11, abs=1e-11)
        expected = [[5 / 3 + np.cos(q[1]), 1 / 3 + np.cos(q[1]) / 2], [1 / 3 + np.cos(q[1]) / 2, 1 / 3]]
        assert arm.mass_matrix(q) == pytest.approx(np.array(expected), rel=1e-13)
        tip = arm.markers(q, v)["tip"]
        ends = np.array([np.cos(q[0]) + np.cos(q.sum()), np.sin(q[0]) + np.sin(q.sum()), 0])
        assert tip.position == pytest.approx(ends, abs=1e-14)
        assert tip.rotation @ tip.rotation.T == pytest.approx(np.eye(3), abs=1e-14)


def test_batches_have_the_bits_of_single_states() -> None:
    arm = double_pendulum().mechanics()
    rng = np.random.default_rng(4)
    q, v = rng.uniform(-1, 1, (5, 300, 2)), rng.uniform(-3, 3, (300, 2))
    torque = rng.uniform(-1, 1, 300)
    found = arm.accelerations(q, v, {"torque": torque})
    assert found.shape == (5, 300, 2)
    for k in (0, 137, 299):
        assert np.array_equal(found[2, k], arm.accelerations(q[2, k], v[k], {"torque": torque[k]}))
    assert arm.mass_matrix(q).shape == (5, 300, 2, 2)
    assert np.array_equal(arm.mass_matrix(q)[3, 7], arm.mass_matrix(q[3, 7]))


@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "manipulator", "andrews", "bricard"])
@pytest.mark.parametrize("coordinates", ["joints", "bodies"])
def test_identities_of_the_equations_of_motion(name: str, coordinates: str) -> None:
    mechanics = lw.load(name).mechanics(coordinates)
    q, rng = mechanics.q, np.random.default_rng(5)
    mass, G = mechanics.mass_matrix(q), mechanics.jacobian(q)
    basis = mechanics.null_space(q)
    assert basis.shape[1] == lw.load(name).analyze()["dof"]
    v = basis @ rng.standard_normal(basis.shape[1])
    kinetic, _ = mechanics.energy(q, v)
    assert kinetic == pytest.approx(0.5 * v @ mass @ v, rel=1e-12)
    if G.size == 0:
        return
    assert np.abs(G @ v).max() <= 1e-12 * max(np.abs(G).max() * np.abs(v).max(), 1)
    # G v = 0 at all times: G a = −(dG/dt) v, here by central differences along the motion.
    h = 1e-5
    rates = mechanics.coordinate_rates(q, v)
    ahead, behind = mechanics.jacobian(q + h * rates), mechanics.jacobian(q - h * rates)
    growth = (ahead - behind) @ v / (2 * h)
    scale = max(np.abs(growth).max(), np.abs(G).max() * np.abs(mechanics.accelerations(q, v)).max())
    # What drivers want is left, and the same at rest.
    drivers = G @ mechanics.accelerations(q, 0 * v)
    assert np.abs(G @ mechanics.accelerations(q, v) + growth - drivers).max() <= 1e-8 * scale


def test_mechanics_and_runs_agree() -> None:
    model = lw.load("four-bar")
    result = model.run(end=0.5, formulation="cartesian")
    bodies = model.mechanics("bodies")
    names = [(body, part) for body in model.bodies for part in ("x", "y", "z", "qw", "qx", "qy", "qz")]
    q = result[[f"{body}.{part}" for body, part in names]]
    v = result[[f"{body}.{part}" for body in model.bodies for part in ("vx", "vy", "vz", "wx", "wy", "wz")]]
    a = result[[f"{body}.{part}" for body in model.bodies for part in ("ax", "ay", "az", "alphax", "alphay", "alphaz")]]
    found = bodies.accelerations(q, v)
    assert np.abs(found - a).max() <= 1e-10 * np.abs(a).max()
    columns = bodies.columns(q, v, t=result.time)
    assert np.allclose(columns["energy.total"], result["energy.total"], rtol=1e-12)


def test_inverse_dynamics_is_the_inverse_of_accelerations() -> None:
    arm = double_pendulum().mechanics()
    q, v = np.array([0.3, -0.8]), np.array([1.0, 2.0])
    loads = arm.inverse_dynamics(q, v, {"a": 0.7, "b": -1.3})
    # M a − what acts already.
    expected = arm.mass_matrix(q) @ (np.array([0.7, -1.3]) - closed_form(q, v))
    assert [loads["a"], loads["b"]] == pytest.approx(expected, rel=1e-10)


def test_inverse_dynamics_of_a_closed_loop() -> None:
    model = lw.load("four-bar")
    model.input("torque")
    model.actuator("motor", joint="A", load="torque")
    linkage = model.mechanics()
    load = linkage.inverse_dynamics(linkage.q, linkage.v, {"A.q": 2.5})["A.q"]
    found = linkage.columns(linkage.q, linkage.v, {"torque": load})
    assert found["A.qdd"] == pytest.approx(2.5, rel=1e-9)
    batch = linkage.inverse_dynamics(np.stack([linkage.q] * 3), linkage.v, {"A.q": [1.0, 2.0, 2.5]})
    assert batch["A.q"].shape == (3,) and batch["A.q"][2] == pytest.approx(load, rel=1e-12)


def test_linear_equations_of_the_hanging_double_pendulum() -> None:
    model = double_pendulum()
    arm = model.mechanics()
    linear = arm.linearize(q=[-np.pi / 2, 0.0], v=[0.0, 0.0], outputs=["a.q"])
    # Frequencies of two hanging rods: ω² g⁻¹ solves det(K − λ M) with M and K of the closed form.
    mass = np.array([[8 / 3, 5 / 6], [5 / 6, 1 / 3]])
    stiffness = np.array([[2.0, 0.5], [0.5, 0.5]])
    squares = np.sort(np.linalg.eigvals(np.linalg.solve(mass, 9.81 * stiffness)).real)
    assert [mode.frequency for mode in linear.modes()] == pytest.approx(np.sqrt(squares) / (2 * np.pi), rel=1e-6)
    assert all(abs(mode.damping) < 1e-6 for mode in linear.modes())
    # The torque accelerates the joints by the first column of M⁻¹; velocities are those along the basis.
    assert linear.basis @ linear.B[2:, 0] == pytest.approx(np.linalg.inv(mass)[:, 0], rel=1e-6)
    assert linear.C @ np.concatenate([linear.basis.T[:, 0], [0, 0]]) == pytest.approx([1.0], rel=1e-6)
    assert linear.inputs == ["torque"] and linear.dof == 2


@pytest.mark.parametrize("coordinates", ["joints", "bodies"])
def test_linear_equations_of_a_hanging_parallelogram(coordinates: str) -> None:
    model = lw.Model("parallelogram", space="planar", gravity=[0, -9.81])
    left = model.body("left", mass=1, inertia=1 / 12, position=[0, -0.5])
    right = model.body("right", mass=1, inertia=1 / 12, position=[1, -0.5])
    coupler = model.body("coupler", mass=1, inertia=1 / 12, position=[0.5, -1])
    model.revolute("A", ["ground", left], point=[0, 0])
    model.revolute("B", [left, coupler], point=[0, -1])
    model.revolute("C", [coupler, right], point=[1, -1])
    model.revolute("D", [right, "ground"], point=[1, 0])
    model.torsion("friction", joint="A", damping=0.5)
    linear = model.linearize(outputs=["A.q"], coordinates=coordinates)
    # (1/3 + 1/3 + 1) θ̈ + 0.5 θ̇ + g (1/2 + 1/2 + 1) θ = 0.
    omega = np.sqrt(2 * 9.81 / (5 / 3))
    (mode,) = linear.modes()
    assert mode.frequency == pytest.approx(omega / (2 * np.pi), rel=1e-7)
    assert mode.damping == pytest.approx(0.5 / (5 / 3) / (2 * omega), rel=1e-6)
    assert linear.A.shape == (2, 2) and linear.C.shape == (1, 2) and linear.B.shape == (2, 0)


def test_linear_equations_about_a_motion_predict_how_neighbors_leave_it() -> None:
    arm = double_pendulum().mechanics()
    q, v = np.array([0.4, -0.9]), np.array([1.5, -2.0])
    linear = arm.linearize(q, v)
    # The Jacobian of the closed form, in the coordinates of the basis.
    h, n = 1e-6, 2
    columns = [
        (closed_form(q + a, v + b) - closed_form(q - a, v - b)) / (2 * h)
        for a, b in [(h * e, 0 * e) for e in np.eye(n)] + [(0 * e, h * e) for e in np.eye(n)]
    ]
    exact = np.vstack([np.hstack([np.zeros((n, n)), np.eye(n)]), np.stack(columns, axis=1)])
    turn = np.kron(np.eye(2), linear.basis)
    assert turn @ linear.A @ turn.T == pytest.approx(exact, abs=1e-6 * np.abs(exact).max())


def test_wrong_shapes_and_names_are_told() -> None:
    arm = double_pendulum().mechanics()
    with pytest.raises(ValueError, match="last axis should have 2"):
        arm.accelerations([1.0], [0.0, 0.0])
    with pytest.raises(ValueError, match="no input 'nothing'; it has torque"):
        arm.accelerations(arm.q, arm.v, {"nothing": 1.0})
    with pytest.raises(KeyError, match="a.q, b.q"):
        arm.inverse_dynamics(arm.q, arm.v, {"c": 1.0})
    with pytest.raises(ValueError, match="'joints' or 'bodies'"):
        double_pendulum().mechanics("natural")
    with pytest.raises(ValueError):
        arm.accelerations([float("nan"), 0.0], arm.v)
