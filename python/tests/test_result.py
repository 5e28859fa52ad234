"""Results are the program's to the bit, and arrays without copies."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import linkwork as lw
import numpy as np
import pytest

PROGRAM = os.environ.get("LINKWORK")


def test_columns_are_views() -> None:
    result = lw.load("four-bar").run(end=0.1)
    assert result["A.q"].base is not None and np.shares_memory(result["A.q"], result.rows)
    assert np.shares_memory(result.joint("A").q, result.rows)
    assert result[["A.q", "B.q"]].shape == (11, 2)
    assert result.body("crank").position.shape == (11, 3) and result.body("crank").quaternion.shape == (11, 4)
    assert "A.q" in result and result.keys() == result.columns
    with pytest.raises(KeyError, match="crank"):
        result.body("cranc")
    with pytest.raises(AttributeError):
        result.joint("A").nothing


@pytest.mark.skipif(PROGRAM is None, reason="LINKWORK names no program")
@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "andrews", "manipulator", "pendulum"])
@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_results_are_those_of_the_program_to_the_bit(name: str, format: str, tmp_path: Path) -> None:
    command = [PROGRAM, "run", name, "--end", "0.5", "--output", tmp_path / "program", "--format", format, "--quiet"]
    subprocess.run(command, check=True, cwd=tmp_path)
    mine = lw.load(name).run(end=0.5)
    program = lw.Result.load(tmp_path / "program")
    assert program.columns == mine.columns
    assert program.rows.tobytes() == mine.rows.tobytes()
    assert program.summary["state_hash"] == mine.summary["state_hash"]
    mine.save(tmp_path / "mine", format=format)
    file = f"trajectory.{format}"
    if format == "csv":
        assert (tmp_path / "mine" / file).read_bytes() == (tmp_path / "program" / file).read_bytes()
    assert lw.Result.load(tmp_path / "mine").rows.tobytes() == mine.rows.tobytes()


def test_saved_results_come_back(tmp_path: Path) -> None:
    result = lw.load("slider-crank").run(end=0.2)
    result.save(tmp_path / "a")
    assert sorted(p.name for p in (tmp_path / "a").iterdir() if not p.name.startswith(".")) == [
        "model.toml",
        "report.html",
        "summary.json",
        "trajectory.csv",
    ]
    again = lw.Result.load(tmp_path / "a")
    assert np.array_equal(again.rows, result.rows) and again.summary["model"] == "slider-crank"
    assert again.model is not None and again.html().startswith("<!doctype html>")
    again.save(tmp_path / "b")
    assert np.array_equal(lw.Result.load(tmp_path / "b").rows, result.rows)
    with pytest.raises(OSError, match="nowhere"):
        lw.Result.load(tmp_path / "nowhere")


def test_some_columns_are_kept() -> None:
    result = lw.load("four-bar").run(end=0.1, columns=["crank.[xy]", "A.q"])
    assert result.columns == ["time", "crank.x", "crank.y", "A.q"]
    whole = lw.load("four-bar").run(end=0.1)
    assert np.array_equal(result["A.q"], whole["A.q"])
    with pytest.raises(ValueError, match="all are needed"):
        result.html()


def test_tables_of_pandas_and_polars() -> None:
    result = lw.load("pendulum").run(end=0.1)
    pandas = pytest.importorskip("pandas")
    table = result.to_pandas()
    assert isinstance(table, pandas.DataFrame) and table.index.name == "time"
    assert np.array_equal(table["pivot.q"].to_numpy(), result["pivot.q"])
    pytest.importorskip("polars")
    assert np.array_equal(result.to_polars()["pivot.q"].to_numpy(), result["pivot.q"])


def test_plots_and_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    result = lw.load("four-bar").run(end=0.1)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url))
    path = result.show()
    assert path is not None and path.as_uri() == opened[0] and path.read_text().startswith("<!doctype html>")
    pytest.importorskip("matplotlib").use("agg")
    axes = result.plot("A.q", "crank.x")
    assert [line.get_label() for line in axes.get_lines()] == ["A.q", "crank.x"]
    assert "<td>four-bar</td>" in result._repr_html_()


def failing() -> lw.Model:
    """A curve that has no value beyond its end stops the run at the instant at which it is left."""
    model = lw.Model("failing", space="planar", gravity=[0, -9.81])
    rod = model.body("rod", mass=1, inertia=0.1, position=[0.5, 0])
    model.revolute("pivot", ["ground", rod], point=[0, 0])
    model.curve("law", points=[[0, 0], [0.5, 1]], outside="fault")
    model.actuator("motor", joint="pivot", load="law(t)")
    return model


def test_a_run_that_fails_keeps_its_rows() -> None:
    with pytest.raises(lw.SimulationError) as caught:
        failing().run(end=2)
    result = caught.value.result
    assert result is not None and 0.3 < result.time[-1] <= 0.51
    assert result.summary["completed"] is False and result.summary["error"] == str(caught.value)


def test_ctrl_c_ends_a_run_and_keeps_its_rows() -> None:
    script = textwrap.dedent("""
        import linkwork as lw
        print("ready", flush=True)
        try:
            lw.load("four-bar").run(end=1e5, output_step=1.0)
        except KeyboardInterrupt as error:
            print("rows", len(error.result), flush=True)
    """)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert output.startswith("rows ") and int(output.split()[1]) >= 1 and process.returncode == 0


def test_the_lock_is_released_in_a_run_and_progress_is_told() -> None:
    ticks, told, done = [], [], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    lw.load("andrews").run(end=1.0, progress=lambda t, steps: told.append(t))
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(begin < t < end for t in ticks) >= (end - begin) / 0.05
    assert told == sorted(told) and (len(told) >= 1 or end - begin < 0.2)


def test_an_exception_of_the_callback_ends_the_run() -> None:
    def stop(time: float, steps: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough") as caught:
        lw.load("four-bar").run(end=1e5, output_step=1.0, progress=stop)
    assert caught.value.result.summary["completed"] is False  # type: ignore[attr-defined]


def test_eight_threads_run_different_models_at_once() -> None:
    names = ["four-bar", "slider-crank", "andrews", "manipulator", "pendulum", "double-pendulum", "bricard", "four-bar"]
    names = [name for name in names if name in lw.gallery()]
    alone = [lw.load(name).run(end=0.2).summary["state_hash"] for name in names]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            together = list(pool.map(lambda name: lw.load(name).run(end=0.2).summary["state_hash"], names))
            assert together == alone


def resident() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_does_not_grow_over_ten_thousand_runs() -> None:
    model = lw.load("four-bar")

    def many(n: int) -> None:
        for _ in range(n):
            model.run(end=0.02, output_step=0.01, progress=False)

    many(1000)
    gc.collect()
    before = resident()
    many(9000)
    gc.collect()
    # A run keeps some 3 kB of rows and 50 kB of memory for its evaluations; a leak of 1 kB a run would be 9 MB.
    assert resident() - before < 4.0


def test_results_can_be_pickled() -> None:
    result = lw.load("pendulum").run(end=0.1)
    again = pickle.loads(pickle.dumps(result))
    assert np.array_equal(again.rows, result.rows) and again.html() == result.html()
