"""What the manual and the README say in Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_snippets_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr("webbrowser.open", lambda url: True)
    snippets = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert snippets
    names: dict[str, object] = {}
    for k, snippet in enumerate(snippets):
        if "lw.sweep" in snippet:
            # The model of the second snippet, which has the parameter.
            exec(compile(snippets[1], f"{page}, snippet 1", "exec"), names)
        exec(compile(snippet, f"{page}, snippet {k}", "exec"), names)
