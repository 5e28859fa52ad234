"""Sweeps over threads, processes and dask give the same table."""

from __future__ import annotations

import pickle
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import linkwork as lw
import numpy as np
import pytest


def oscillator() -> lw.Model:
    model = lw.Model("oscillator", space="planar", parameters={"k": 100.0, "m": 1.0})
    mass = model.body("mass", mass="m", inertia=1.0)
    model.prismatic("rail", ["ground", mass], axis=[1, 0], qd=1.0)
    model.spring("spring", ["ground", mass], first=[-1, 0], second=[0, 0], stiffness="k", length=1)
    return model


def amplitude(result: lw.Result) -> float:
    return float(np.abs(result["rail.q"]).max())


VARY = {"k": [100.0, 400.0, 900.0], "m": [1.0, 4.0]}
OUTPUTS = ["peak(rail.q)", "mean(energy.total)", "rail.qd", amplitude]


def test_all_combinations_are_run_in_order() -> None:
    table = lw.sweep(oscillator(), VARY, OUTPUTS, end=2, output_step=0.001)
    assert [(row["k"], row["m"]) for row in table] == [(k, m) for k in VARY["k"] for m in VARY["m"]]
    assert table["peak(rail.q)"] == pytest.approx(np.sqrt(table["m"] / table["k"]), rel=1e-5)
    assert np.array_equal(table["peak(rail.q)"], table["amplitude"])
    assert table.failures == [] and len(table) == 6
    assert table.to_pandas().shape == (6, 7)


def test_workers_make_no_difference() -> None:
    expected = lw.sweep(oscillator(), VARY, OUTPUTS, workers=1, end=0.5).rows
    assert lw.sweep(oscillator(), VARY, OUTPUTS, workers=4, end=0.5).rows == expected
    with ThreadPoolExecutor(2) as pool:
        assert lw.sweep(oscillator(), VARY, OUTPUTS, workers=pool, end=0.5).rows == expected
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert lw.sweep(oscillator(), VARY, OUTPUTS[:3], workers=processes, end=0.5).rows == [
            {key: value for key, value in row.items() if key != "amplitude"} for row in expected
        ]
    rows = [dict(zip(VARY, pair)) for pair in [(100.0, 1.0), (900.0, 4.0)]]
    assert lw.sweep(oscillator(), rows, OUTPUTS, end=0.5).rows == [expected[0], expected[5]]


def test_failures_are_values() -> None:
    table = lw.sweep(oscillator(), {"m": [1.0, -1.0]}, ["peak(rail.q)"], end=0.1)
    assert table.rows[0]["error"] is None and "mass" in table.rows[1]["error"]
    assert np.isnan(table.rows[1]["peak(rail.q)"]) and len(table.failures) == 1
    with pytest.raises(KeyError, match="nothing"):
        lw.sweep(oscillator(), {"m": [1.0]}, ["nothing(rail.q)"], end=0.1)
    with pytest.raises(ValueError, match="workers"):
        lw.sweep(oscillator(), {"m": [1.0]}, workers="magic")


def test_a_row_is_a_function_that_can_be_pickled() -> None:
    function, model = pickle.loads(pickle.dumps((lw.run_row, oscillator())))
    assert function(model, {"k": 400.0}, ["peak(rail.q)"], end=2)["peak(rail.q)"] == pytest.approx(0.05, rel=1e-3)


def test_dask_on_loopback() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        table = lw.sweep(oscillator(), VARY, OUTPUTS[:3], workers=client, end=0.5)
    assert table.rows == lw.sweep(oscillator(), VARY, OUTPUTS[:3], end=0.5).rows


def test_joblib_takes_rows() -> None:
    joblib = pytest.importorskip("joblib")
    tasks = (joblib.delayed(lw.run_row)(oscillator(), {"k": k}, ["rail.q"], end=0.1) for k in (100.0, 200.0))
    rows = joblib.Parallel(n_jobs=2)(tasks)
    assert [row["k"] for row in rows] == [100.0, 200.0] and all(row["error"] is None for row in rows)


def test_a_sweep_uses_all_cores() -> None:
    model = lw.load("four-bar")
    begin = time.perf_counter()
    lw.sweep(model, [{}] * 20, ["A.q"], workers=1, end=1)
    alone = time.perf_counter() - begin
    print(f"{alone / 20 * 1e3:.2f} ms a run")
    assert alone < 20
