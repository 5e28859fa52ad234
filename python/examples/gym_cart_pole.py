"""An environment for Gymnasium: a pole on a cart, balanced by a force.

``python gym_cart_pole.py`` runs one episode with a fixed linear law.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import linkwork as lw
import numpy as np
from gymnasium import spaces

OBSERVED = ("rail.q", "rail.qd", "hinge.q", "hinge.qd")


def cart_pole() -> lw.Model:
    """The mechanism, with a force on the cart as its input."""
    model = lw.Model("cart-pole", space="planar", gravity=[0, -9.81])
    cart = model.body("cart", mass=1.0, inertia=1.0)
    pole = model.body("pole", mass=0.1, inertia=0.1 / 12, position=[0, 0.5])
    model.prismatic("rail", ["ground", cart], axis=[1, 0])
    model.revolute("hinge", [cart, pole], point=[0, 0])
    model.input("force")
    model.actuator("motor", joint="rail", load="force")
    return model


class CartPole(gymnasium.Env[Any, Any]):
    """Observations are OBSERVED, the action is the force on the cart (N)."""

    def __init__(self, dt: float = 0.02) -> None:
        self.dt = dt
        self.sim = cart_pole().simulate(formulation="recursive", integrator="rk4", step=dt / 4)
        self.action_space = spaces.Box(-10.0, 10.0, (1,), np.float64)
        self.observation_space = spaces.Box(-np.inf, np.inf, (4,), np.float64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Back to the start, with a small random tilt."""
        super().reset(seed=seed)
        self.sim.reset()
        self.sim.set(q=self.np_random.uniform(-0.05, 0.05, 2), qd=self.np_random.uniform(-0.05, 0.05, 2))
        return self.sim.values(*OBSERVED), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One interval of control."""
        self.sim.set_input("force", float(np.clip(action[0], -10.0, 10.0)))
        self.sim.step(self.dt)
        seen = self.sim.values(*OBSERVED)
        has_fallen = bool(abs(seen[0]) > 2.4 or abs(seen[2]) > 0.5)
        return seen, 1.0, has_fallen, self.sim.time > 10.0, {}


if __name__ == "__main__":
    env = CartPole()
    seen, _ = env.reset(seed=1)
    reward, ended = 0.0, False
    while not ended:
        # A pole that leans to positive angles leans to the left.
        action = np.array([-40.0 * seen[2] - 8.0 * seen[3] + 1.0 * seen[0] + 2.0 * seen[1]])
        seen, more, fallen, over, _ = env.step(action)
        reward, ended = reward + more, fallen or over
    print(f"{reward:.0f} steps, hinge at {seen[2]:+.4f} rad")
