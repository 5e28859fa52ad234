"""How far a run is, for terminals and notebooks."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable

# Shorter runs show nothing (s).
_PATIENCE = 1.0
_WIDTH = 28


class Bar:
    """A line that is drawn again and again."""

    def __init__(self, end: float | None) -> None:
        self.end = end
        self.start = time.monotonic()
        self.is_drawn = False

    def __call__(self, reached: float, steps: int) -> None:
        """Draws it."""
        elapsed = time.monotonic() - self.start
        if elapsed < _PATIENCE:
            return
        text = f"t = {reached:.3f} s, {steps} steps, {reached / elapsed:.3g} × real time"
        if self.end:
            part = min(reached / self.end, 1.0)
            left = elapsed * (1.0 - part) / part if part > 0 else 0.0
            text = f"{'█' * round(part * _WIDTH):{_WIDTH}} {part:4.0%} {text}, {left:.0f} s left"
        print(f"\r{text:100}", end="", file=sys.stderr, flush=True)
        self.is_drawn = True

    def close(self) -> None:
        """Wipes it out."""
        if self.is_drawn:
            print(f"\r{'':110}\r", end="", file=sys.stderr, flush=True)


def in_notebook() -> bool:
    """Whether a notebook's kernel runs this."""
    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    shell: Any = get_ipython()  # type: ignore[no-untyped-call,unused-ignore]
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"


def make_progress(
    wanted: bool | Callable[[float, int], object] | None, end: float | None
) -> Callable[[float, int], object] | None:
    """The function that a run calls, if any."""
    if callable(wanted):
        return wanted
    if wanted is None:
        wanted = (sys.stderr is not None and sys.stderr.isatty()) or in_notebook()
    return Bar(end) if wanted else None
