"""Writes ``_tables.py`` from the schema of model files and the names of settings.

``python -m linkwork._generate`` rewrites the file where the package was imported from; a test compares.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

from . import _linkwork

HEADER = '''"""Everything a model file can say, as methods; and the settings of a run.

Made by ``python -m linkwork._generate`` from the schema of model files (``linkwork schema``): do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

import numpy.typing as npt

Number = Union[float, str]
"""A number, a quantity with a unit such as ``"40 mm"``, or an expression of parameters."""
Numbers = Union[Sequence[Union[float, str]], npt.NDArray[Any]]
"""Several of them."""
'''

LONGEST_LINE = 120

# Settings that are no numbers, or may be words.
SETTINGS_TYPES = {
    "formulation": "str",
    "solver": "str",
    "preconditioner": "str",
    "relaxation": "str",
    "start": "str",
    "integrator": "str",
    "stabilization": "str",
    "order": "str",
    "split": "str",
    "cut": "str",
    "multiscale": "str",
    "specialize": "str",
    "adams-order": "int",
    "threads": "Union[int, str]",
    "parts": "Union[int, str]",
    "smallest-part": "Union[int, str]",
    "cyclic-limit": "Union[int, str]",
    "stiffness": "Union[float, str]",
    "baumgarte-rate": "Union[float, str]",
}


def main() -> None:
    """Rewrites the generated file."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("_tables.py")
    path.write_text(source(), encoding="utf-8")


def source() -> str:
    """The text of ``_tables.py``."""
    schema = json.loads(_linkwork.schema())
    names = _linkwork.setting_names()
    parts = [HEADER, typed_dicts(schema), settings_dict(names), tables_class(schema)]
    return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"


def typed_dicts(schema: dict[str, Any]) -> str:
    """A TypedDict for each table that stands inside of another one."""
    inner = ["frame", "plane", "curve", "limits", "friction", "shape"]
    known = [name for name in schema["$defs"] if name in inner or name not in outer_tables(schema)]
    dicts = []
    for name in sorted(known):
        table = schema["$defs"][name]
        if table.get("additionalProperties") is True:
            # Other keys are kept as they are.
            dicts.append(f"{name.capitalize()} = Mapping[str, Any]")
            continue
        keys = "".join(f"\n    {key}: {hint(form)}" for key, form in table["properties"].items())
        title = name.capitalize()
        dicts.append(
            f'class {title}(TypedDict, total=False):\n    """A table `{name}` inside of another one."""\n{keys}'
        )
    return "\n\n\n".join(dicts)


def outer_tables(schema: dict[str, Any]) -> dict[str, str]:
    """The tables that make lists of the model, with the names of these lists."""
    lists = {"simulation": "simulation"}
    for key, form in schema["properties"].items():
        if form.get("type") == "array" and "$ref" in form["items"]:
            lists[form["items"]["$ref"].rsplit("/", 1)[1]] = key
    return lists


def settings_dict(names: list[str]) -> str:
    """The settings of a run."""
    lines = [f"    {name.replace('-', '_')}: {SETTINGS_TYPES.get(name, 'float')}" for name in names]
    about = (
        '    """Settings of a run, as of the command line with ``_`` for ``-``. What is left out is the model\'s."""'
    )
    return "\n".join(["class Settings(TypedDict, total=False):", about, "", *lines])


def tables_class(schema: dict[str, Any]) -> str:
    """A method for each table, one for each type of joints and forces."""
    methods = [HEAD_OF_CLASS, init(schema), settings_method(schema)]
    for table, list_name in outer_tables(schema).items():
        definition = schema["$defs"][table]
        if table == "simulation":
            continue
        if "allOf" in definition:
            for branch in definition["allOf"]:
                kind = branch["if"]["properties"]["type"]["const"]
                allowed = branch["then"]["propertyNames"]["enum"]
                keys = {key: form for key, form in definition["properties"].items() if key in allowed}
                required = [*branch["then"].get("required", []), *(["name"] if table == "joint" else [])]
                methods.append(method(kind, list_name, keys, required, kind, f"A `{kind}` {table}."))
        else:
            word = "body" if list_name == "bodies" else list_name[:-1]
            article = "An" if word[0] in "aeiou" else "A"
            required = definition["required"] if table != "body" else ["name"]
            if list_name == "curves":
                required = ["name"]
            methods.append(method(word, list_name, definition["properties"], required, None, f"{article} {word}."))
    return "\n\n".join(methods)


HEAD_OF_CLASS = '''class Tables:
    """A model as it is written: a document of tables, to which methods add."""

    _document: dict[str, Any]

    def _add(self, table: str, entry: dict[str, Any]) -> str:
        raise NotImplementedError

    def _set(self, key: str, entry: dict[str, Any]) -> None:
        raise NotImplementedError'''


def init(schema: dict[str, Any]) -> str:
    """The constructor takes what is no list."""
    keys = {
        key: form
        for key, form in schema["properties"].items()
        if not (form.get("type") == "array" and "$ref" in form["items"])
        and not key.startswith("$")
        and key != "simulation"
    }
    keys = {key: keys[key] for key in ["name", "space", *(key for key in keys if key not in ("name", "space"))]}
    arguments = [argument(key, form, True) for key, form in keys.items() if key != "name"]
    docs = [entry(key, form) for key, form in keys.items()]
    body = [f'            "{key}": {key},' for key in keys]
    return "\n".join(
        [
            "    def __init__(",
            "        self,",
            '        name: str = "model",',
            "        *,",
            *arguments,
            "    ) -> None:",
            '        """An empty model.',
            "",
            "        Args:",
            *docs,
            '        """',
            "        self._document = {}",
            "        given: dict[str, Any] = {",
            *body,
            "        }",
            "        for key, value in given.items():",
            "            if value is not None:",
            "                self._set(key, value)",
        ]
    )


def settings_method(schema: dict[str, Any]) -> str:
    """Wishes for runs, kept with the model."""
    keys = schema["$defs"]["simulation"]["properties"]
    arguments = [argument(key, form, True) for key, form in keys.items()]
    docs = [entry(key, form) for key, form in keys.items()]
    body = [f'            "{key}": {key},' for key in keys]
    return "\n".join(
        [
            "    def settings(",
            "        self,",
            "        *,",
            *arguments,
            "    ) -> None:",
            '        """Wishes for runs that are kept with the model: its table ``[simulation]``.',
            "",
            "        Args:",
            *docs,
            '        """',
            "        given: dict[str, Any] = {",
            *body,
            "        }",
            '        self._set("simulation", {key: value for key, value in given.items() if value is not None})',
        ]
    )


def method(name: str, list_name: str, keys: dict[str, Any], required: list[str], kind: str | None, about: str) -> str:
    """A method that adds a table."""
    first = [key for key in ("name", "bodies", "joints") if key in keys]
    rest = sorted((key for key in keys if key not in (*first, "type")), key=lambda key: key not in required)
    first.sort(key=lambda key: key not in required)
    arguments = [argument(key, keys[key], key not in required) for key in first]
    arguments += ["        *,"] if rest else []
    arguments += [argument(key, keys[key], key not in required) for key in rest]
    docs = [entry(safe(key), keys[key]) for key in [*first, *rest]]
    body = [f'            "{key}": {safe(key)},' for key in [*first, *rest]]
    if kind is not None:
        body.insert(1, f'            "type": "{kind}",')
    return "\n".join(
        [
            f"    def {name}(",
            "        self,",
            *arguments,
            "    ) -> str:",
            f'        """{about} Returns its name.',
            "",
            "        Args:",
            *docs,
            '        """',
            "        given: dict[str, Any] = {",
            *body,
            "        }",
            f'        return self._add("{list_name}", given)',
        ]
    )


def argument(key: str, form: dict[str, Any], is_optional: bool) -> str:
    """A line of the signature."""
    default = " | None = None" if is_optional else ""
    line = f"        {safe(key)}: {hint(form)}{default},"
    # As formatters break lines.
    return line if len(line) <= LONGEST_LINE else line.replace(default, "\n       " + default)


def safe(key: str) -> str:
    """A name that Python takes."""
    return key + "_" if keyword.iskeyword(key) else key


def entry(key: str, form: dict[str, Any]) -> str:
    """A line of the documentation."""
    text = f"{key}: {form.get('description', '')}".replace("\\", "\\\\")
    return "\n".join(textwrap.wrap(text, 108, initial_indent=" " * 12, subsequent_indent=" " * 16))


def hint(form: dict[str, Any]) -> str:
    """The type of what may stand behind a key."""
    if "$ref" in form:
        name: str = form["$ref"].rsplit("/", 1)[1]
        return name.capitalize()
    if "const" in form:
        return f'Literal["{form["const"]}"]'
    if "enum" in form:
        return "Literal[" + ", ".join(f'"{word}"' for word in form["enum"]) + "]"
    if "anyOf" in form:
        hints: list[str] = []
        for choice in form["anyOf"]:
            if hint(choice) not in hints:
                hints.append(hint(choice))
        return f"Union[{', '.join(hints)}]" if len(hints) > 1 else hints[0]
    kind = form.get("type")
    if kind == ["number", "string"]:
        return "Number"
    if kind == "array":
        item = hint(form["items"])
        return "Numbers" if item == "Number" else f"Sequence[{item}]"
    if kind == "object":
        values = form.get("additionalProperties")
        return f"Mapping[str, {hint(values)}]" if isinstance(values, dict) else "Mapping[str, str]"
    plain = {"string": "str", "boolean": "bool", "number": "float"}
    return plain[str(kind)]


if __name__ == "__main__":
    main()
