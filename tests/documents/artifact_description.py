"""The description of an artifact for people and other programs: its JSON Schema, and the table of
keys in its page. Both follow from its declaration.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from efgc.schemas.parts.documents.artifacts import Artifact
from efgc.schemas.parts.documents.shapes import Field, Shape, nullable
from efgc.schemas.parts.tables import Table

_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
HEAD = "| key | type | meaning |\n| --- | --- | --- |\n"
COLUMN_HEAD = "| column | type | meaning |\n| --- | --- | --- |\n"
MADE = "how the file [was made](README.md#how-a-file-was-made); may be missing"


def json_schema(artifact: Artifact[Any]) -> str:
    """Return the JSON Schema of an artifact, as the text of its file."""
    made = {"description": plain(MADE), "type": "object"}
    head = {"format": {"const": artifact.format}, "version": {"const": artifact.version}}
    body = _schema(artifact.shape)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": artifact.title,
        "description": _summary(artifact),
        **body,
        "required": ["format", "version", *body["required"]],
        "properties": {
            **head,
            **body["properties"],
            **({"made": made} if artifact.stamped else {}),
        },
        **artifact.schema,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def table(artifact: Artifact[Any]) -> str:
    """Return the table of an artifact's keys in Markdown."""
    rows = [("format", "text", f"`{artifact.format}`")]
    rows.append(("version", "whole number", str(artifact.version)))
    rows += _rows(artifact.shape, "")
    if artifact.stamped:
        rows.append(("made", "mapping", MADE))
    return HEAD + "".join(f"| `{key}` | {kind} | {words} |\n" for key, kind, words in rows)


def column_table(table: Table[Any]) -> str:
    """Return the table of the columns of a CSV table in Markdown."""
    rows = (
        f"| `{one.name}` | {one.cell.name} | {one.words} |\n"
        for one in table.columns
        if one.name in table.fixed
    )
    return COLUMN_HEAD + "".join(rows)


def plain(words: str) -> str:
    """Return the words of a table without Markdown, as a sentence.

    >>> plain("as in the [report](report.md), see `key`")
    'As in the report, see key.'
    """
    text = _LINK.sub(r"\1", words).replace("`", "")
    return f"{text[:1].upper()}{text[1:]}."


def _summary(artifact: Artifact[Any]) -> str:
    first, _, _ = (artifact.kind.__doc__ or "").partition("\n\n")
    return " ".join(first.split())


def _schema(shape: Shape) -> dict[str, Any]:
    """Return the JSON Schema of a shape with the words of its fields."""
    found = dict(shape.schema)
    if shape.fields:
        found["properties"] = {field.key: _field_schema(field) for field in shape.fields}
    elif shape.item and "items" in found:
        found["items"] = _items(shape.item)
    elif shape.item and "additionalProperties" in found:
        found["additionalProperties"] = _items(shape.item)
    return found


def _items(item: Shape) -> dict[str, Any]:
    words = {"description": "One item."} if item.fields else {}
    return {**words, **_schema(item)}


def _field_schema(field: Field) -> dict[str, Any]:
    schema = _schema(field.shape)
    words = {"description": plain(field.words)}
    return {**words, **(nullable(schema) if field.nullable else schema)}


def _rows(shape: Shape, path: str) -> Iterator[tuple[str, str, str]]:
    for field in shape.fields:
        key = f"{path}{field.key}"
        yield key, f"{field.shape.name}{' or null' * field.nullable}", _words(field)
        yield from _inner(field.shape, key)


def _inner(shape: Shape, key: str) -> Iterator[tuple[str, str, str]]:
    if not shape.described:
        return
    if shape.fields:
        yield from _rows(shape, f"{key}.")
    elif shape.item:
        yield from _inner(shape.item, f"{key}[]" if "items" in shape.schema else f"{key}.NAME")


def _words(field: Field) -> str:
    missing = field.optional and "missing" not in field.words
    return f"{field.words}{'; may be missing' * missing}"
