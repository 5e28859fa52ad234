"""Models built in Python say what model files say, and faults are told all at once."""

from __future__ import annotations

import inspect
import json
import pickle
from pathlib import Path

import linkwork as lw
import numpy as np
import pytest
from linkwork import _generate, _linkwork, _tables, _toml

SCHEMA = lw.schema()


def pendulum(**keys: object) -> lw.Model:
    model = lw.Model("pendulum", space="planar", gravity=[0, -9.81], **keys)
    rod = model.body("rod", mass=1.0, inertia=1 / 12, position=[0.5, 0])
    model.revolute("pivot", ["ground", rod], point=[0, 0])
    return model


def test_the_generated_methods_are_those_of_the_schema() -> None:
    assert Path(_tables.__file__).read_text(encoding="utf-8") == _generate.source(), (
        "run `python -m linkwork._generate python/linkwork/_tables.py` and commit what it writes"
    )


def test_every_key_of_every_table_is_an_argument() -> None:
    for table, list_name in _generate.outer_tables(SCHEMA).items():
        definition = SCHEMA["$defs"][table]
        if "allOf" not in definition:
            word = {"bodies": "body", "simulation": "settings"}.get(list_name, list_name[:-1])
            assert set(inspect.signature(getattr(lw.Model, word)).parameters) == {"self", *definition["properties"]}
            continue
        for branch in definition["allOf"]:
            method = getattr(lw.Model, branch["if"]["properties"]["type"]["const"])
            allowed = set(branch["then"]["propertyNames"]["enum"]) - {"type"}
            assert set(inspect.signature(method).parameters) == {"self", *allowed}


def test_every_key_of_the_model_is_reached() -> None:
    lists = set(_generate.outer_tables(SCHEMA).values())
    arguments = set(inspect.signature(_tables.Tables.__init__).parameters) - {"self"}
    assert arguments | lists == {key for key in SCHEMA["properties"] if not key.startswith("$")}


def test_a_model_built_in_python_moves_as_its_file_to_the_bit(tmp_path: Path) -> None:
    model = pendulum()
    model.save(tmp_path / "model.toml")
    model.save(tmp_path / "model.json")
    built = model.run(end=1)
    for name in ("model.toml", "model.json"):
        read = lw.load(tmp_path / name).run(end=1)
        assert read.summary["state_hash"] == built.summary["state_hash"]
        assert np.array_equal(read.rows, built.rows)


@pytest.mark.parametrize("name", list(lw.gallery()))
def test_models_of_the_gallery_survive_the_way_through_documents(name: str) -> None:
    model = lw.load(name)
    once = lw.Model.from_text(_toml.dumps(model.to_dict()), "once.toml")
    twice = lw.Model.from_text(once.to_json(), "twice.json")
    hashes = {m.run(end=0).summary["state_hash"] for m in (model, once, twice)}
    assert len(hashes) == 1 and once.to_dict() == model.to_dict()


def test_loops_stand_for_parts() -> None:
    model = lw.Model("row", space="planar", gravity=[0, -9.81])
    for k in range(5):
        rod = model.body(f"rod{k}", mass=1, inertia=0.1, position=[k + 0.5, 0])
        model.revolute(f"pivot{k}", ["ground", rod], point=np.array([k, 0]))
    result = model.run(end=0.5)
    assert all(np.allclose(result[f"pivot{k}.q"], result["pivot0.q"], atol=1e-9) for k in range(5))


def test_a_loaded_model_can_be_added_to() -> None:
    model = lw.load("pendulum")
    free = model.run(end=0.5)["pivot.qd"]
    model.torsion("friction", joint="pivot", damping=0.5)
    assert abs(model.run(end=0.5)["pivot.qd"][-1]) < abs(free[-1])


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    model = pendulum()
    model.body("bad", mass=-1.0, inertia=0.1)
    model.revolute("loose", ["ground", "nobody"], point=[0, 0])
    with pytest.raises(lw.ModelError) as caught:
        model.run()
    faults = caught.value.faults
    assert [fault.key for fault in faults] == ["bodies[1].mass", "joints[1].bodies"]
    assert {fault.file for fault in faults} == {"model"} and faults[0].line == 0
    assert "nobody" in str(caught.value) and isinstance(caught.value, ValueError)
    assert pickle.loads(pickle.dumps(caught.value)).faults == faults

    path = tmp_path / "wrong.toml"
    path.write_text('[[bodies]]\nname = "a"\nmas = 1.0\n')
    with pytest.raises(lw.ModelError) as caught:
        lw.load(path)
    fault = next(fault for fault in caught.value.faults if fault.key == "bodies[0].mas")
    assert fault.line == 3 and fault.file == str(path) and "mass" in fault.message


def test_what_cannot_be_assembled_is_a_fault_of_the_model() -> None:
    model = pendulum()
    model.distance("impossible", ["ground", "rod"], point=[9, 9], point2=[0.5, 0], length=1.0)
    with pytest.raises(lw.ModelError, match="impossible|pivot"):
        model.run(end=1)


def test_parameters_are_given_by_name() -> None:
    model = lw.Model("oscillator", space="planar", parameters={"k": 100.0, "stroke": "40 mm"})
    mass = model.body("mass", mass=1, inertia=1)
    model.prismatic("rail", ["ground", mass], axis=[1, 0], q="stroke")
    model.spring("spring", ["ground", mass], first=[-1, 0], second=[0, 0], stiffness="k", length=1)
    text = model.to_toml()
    for k in (100.0, 400.0):
        result = lw.Model.from_text(text, k=k).run(end=np.pi / np.sqrt(k), output_step=0.1)
        assert result["rail.q"][-1] == pytest.approx(-0.04, rel=1e-6)
        assert result.rows[-1, 0] == model.copy(k=k).run(end=np.pi / np.sqrt(k), output_step=0.1).time[-1]
    with pytest.raises(lw.ModelError, match="nothing"):
        model.copy(nothing=1.0).run()


def test_files_beside_the_model_are_found(tmp_path: Path) -> None:
    (tmp_path / "curve.csv").write_text("x,y\n0,0\n1,10\n")
    model = pendulum()
    model.curve("law", file="curve.csv")
    model.output("twice", value="2*law(0.5)")
    model.save(tmp_path / "model.toml")
    assert lw.load(tmp_path / "model.toml").run(end=0)["twice"][0] == 10.0


def test_models_can_be_pickled_and_compared() -> None:
    model = pickle.loads(pickle.dumps(pendulum()))
    assert model.run(end=0.1).summary["state_hash"] == pendulum().run(end=0.1).summary["state_hash"]
    loaded = pickle.loads(pickle.dumps(lw.load("four-bar")))
    assert loaded.bodies == lw.load("four-bar").bodies


def test_names_that_lead_nowhere_are_answered_with_the_nearest() -> None:
    with pytest.raises(FileNotFoundError, match="four-bar"):
        lw.load("fourbar")
    with pytest.raises(ValueError, match="there is no setting 'solvr'"):
        pendulum().run(solvr="qr")
    with pytest.raises(ValueError, match="magic"):
        pendulum().run(solver="magic")
    with pytest.raises(KeyError, match="rod.x"):
        pendulum().run(end=0)["rod.xx"]


def test_a_table_of_the_model_is_shown_in_notebooks() -> None:
    text = lw.load("four-bar")._repr_html_()
    assert "<th>degrees of freedom</th><td>1</td>" in text and "<th>redundant</th><td>3</td>" in text
    faulty = lw.Model()
    faulty.body("a", mass=-1, inertia=1)
    assert "a" in faulty._repr_html_() and "faults" in repr(faulty)


def test_json_and_toml_escape_what_they_must() -> None:
    document = {
        "name": 'a "quoted"\nname\t\\ é',
        "parameters": {"left arm": 1.5, "n": 3, "flag": True},
        "bodies": [{"name": "x y"}],
    }
    assert json.loads(_linkwork.to_json(_toml.dumps(document))) == document
