"""Documents as TOML, in the form in which people write model files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

# Tables that are short enough for one line.
_INLINE = {"units"}


def dumps(document: Mapping[str, Any]) -> str:
    """The text of a model file.

    >>> print(dumps({"name": "a", "bodies": [{"name": "rod", "mass": 1.0}]}), end="")
    name = "a"
    <BLANKLINE>
    [[bodies]]
    name = "rod"
    mass = 1.0
    """
    head: list[str] = []
    blocks: list[str] = []
    for key, value in document.items():
        if isinstance(value, Mapping) and key not in _INLINE:
            blocks.append(_table(f"[{_key(key)}]", value))
        elif _is_tables(value):
            blocks.extend(_table(f"[[{_key(key)}]]", table) for table in value)
        else:
            head.append(f"{_key(key)} = {_value(value)}\n")
    return "\n".join(["".join(head), *blocks]) if head else "\n".join(blocks)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _table(title: str, table: Mapping[str, Any]) -> str:
    return title + "\n" + "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    is_bare = key.replace("_", "a").replace("-", "a").isalnum() and key.isascii()
    return key if is_bare else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} cannot stand in a model file")
