"""An artifact in JSON, declared by its record: reader, writer and check.

The record's fields have types, words and constraints (`schemas.parts.documents.shapes`).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii
from typing import Any, Generic, TypeVar, cast

from ..problems import Problem
from .data import Data
from .findings import Findings
from .json_data import read_json
from .records import record
from .shapes import Field, Shape, same

Record = TypeVar("Record")


def _no_problems(_: object) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True)
class Artifact(Generic[Record]):
    """The declaration of an artifact."""

    format: str
    version: int
    title: str
    """The name of the artifact in its JSON Schema."""
    kind: Callable[..., Record]
    """Its record: a NamedTuple or a dataclass whose docstring describes the artifact."""
    consistent: Callable[[Record], Iterable[Problem]] = _no_problems
    """Returns the problems that concern several fields."""
    again: str = ""
    """Advice on how to make an artifact of this version; empty for the command in the file."""
    stamped: bool = True
    """Whether the file ends with how it was made."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """Further keywords of the JSON Schema, for constraints on several fields."""

    @property
    def shape(self) -> Shape:
        return record(cast(type, self.kind))

    def check(self, artifact: Record) -> list[Problem]:
        """Return the problems of a record."""
        check = self.shape.check
        findings = Findings()
        if check:
            findings.problems += check(artifact, ())
        findings.add_unless_broken(list(self.consistent(artifact)))
        return findings.problems

    def read(self, text: str) -> Record:
        """Return the record in a JSON text. Raise InputError with the place of every problem."""
        return self.read_data(read_json(text))

    def read_data(self, data: Data) -> Record:
        """Return the record in parsed JSON data, without its header. Raise InputError with the
        place of every problem.
        """
        findings = Findings()
        findings.header(data, self.format, self.version, self.again)
        rest = {key: value for key, value in data.items() if key not in ("format", "version")}
        artifact: Record = self.shape.read(findings, rest, ())
        findings.add_unless_broken(self.check(artifact))
        findings.stop()
        return artifact

    def write(self, artifact: Record, **ready: Iterable[str]) -> Iterator[str]:
        """Yield the lines of the JSON text. `ready` has, by their keys, lists whose items are
        already JSON texts.
        """
        yield f'{{"format": "{self.format}", "version": {self.version}'
        for one in self.shape.fields:
            value = one.get(artifact)
            if one.key in ready:
                yield f',\n "{one.key}": '
                yield from in_lines(ready[one.key])
            elif value is None and not one.omitted:
                yield f',\n "{one.key}": null'
            elif not (one.omitted and value == one.default):
                yield f',\n "{one.key}": '
                yield from _lines(one.shape, value) if one.lines else (_encoder(one.shape)(value),)
        yield "}\n"


def in_lines(items: Iterable[str], indent: str = " ", ends: str = "[]") -> Iterator[str]:
    r"""Yield a JSON list, or mapping, of ready texts, one item per line.

    >>> "".join(in_lines(["1", "2"])), "".join(in_lines([]))
    ('[\n  1,\n  2\n ]', '[]')
    """
    started = False
    for item in items:
        yield f"{',' if started else ends[0]}\n {indent}{item}"
        started = True
    yield f"\n{indent}{ends[1]}" if started else ends


def _lines(shape: Shape, value: Any, indent: str = " ") -> Iterator[str]:
    """Yield a value with one record per line, whatever lists and mappings contain it."""
    if shape.fields and not shape.whole:
        parts = ((one.key, one.shape, one.get(value)) for one in shape.fields)
        texts = (f'"{key}": {"".join(_lines(part, of, indent))}' for key, part, of in parts)
        yield f"{{{', '.join(texts)}}}"
    elif shape.item is None:
        yield _encoder(shape)(value)
    elif "items" not in shape.schema:
        write = _encoder(shape.item)
        texts = (f"{json.dumps(key)}: {write(part)}" for key, part in dict(value).items())
        yield from in_lines(texts, indent, "{}")
    elif shape.item.item and shape.item.item.fields:
        inner = shape.item
        yield from in_lines(("".join(_lines(inner, part, f" {indent}")) for part in value), indent)
    else:
        yield from in_lines(map(_encoder(shape.item), value), indent)


def _encoder(shape: Shape) -> Callable[[Any], str]:
    """Return a function that writes a value of a shape as JSON text. Records and plain values are
    written here: `json.dumps` takes three times as long.
    """
    kind = shape.schema.get("type")
    if isinstance(kind, list):  # Or null.
        written = _encoder(shape._replace(schema={**shape.schema, "type": kind[0]}))
        return lambda value: "null" if value is None else written(value)
    if shape.fields and not shape.whole:
        return _record_encoder(shape.fields)
    match kind:
        case "string" if shape.write is same:
            return encode_basestring_ascii
        case "integer":
            return int.__repr__
        case "number":
            return _number
        case "array" if shape.item and "items" in shape.schema:
            item = _encoder(shape.item)
            return lambda values: f"[{', '.join(map(item, values))}]"
    return lambda value: json.dumps(shape.write(value))


def _number(value: float) -> str:
    # Not `repr`, which names the type of a NumPy number.
    return float.__repr__(value) if isinstance(value, float) else json.dumps(value)


def _record_encoder(fields: Iterable[Field]) -> Callable[[Any], str]:
    parts = [
        (f'"{one.key}": ', one.get, one.omitted, one.default, _encoder(one.shape)) for one in fields
    ]

    def encode(value: Any) -> str:
        texts = []
        for key, get, omitted, default, written in parts:
            part = get(value)
            if part is None:
                if not omitted:
                    texts.append(f"{key}null")
            elif not omitted or part != default:
                texts.append(key + written(part))
        return f"{{{', '.join(texts)}}}"

    return encode
