"""Records of an artifact, declared by annotations.

A record is a NamedTuple or a dataclass. Its fields are annotated with a type, words for people and
constraints:

    seed: Annotated[int, "where the random numbers start", Within(0, 2**32 - 1)]

Everything else follows from this declaration: reader, writer and check
(`schemas.parts.documents.artifacts`), JSON Schema and the table in the artifact's page
(`tests/documents/artifact_description.py`). Two libraries were tried: msgspec stops at the first
problem; cattrs finds all, but accepts unknown keys and has neither constraints nor descriptions.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from ..problems import Place, Problem
from .data import Data
from .findings import Findings
from .shapes import (
    RATIONAL,
    RATIONALS,
    SCALARS,
    SHA256,
    Check,
    Field,
    Interval,
    Key,
    Keys,
    Length,
    Mark,
    OneOf,
    Read,
    Rename,
    Shape,
    also,
    digest,
    list_of,
    mapping_of,
    member,
    negative,
    of_length,
    one_of,
    or_null,
    within_interval,
)

_KEPT = (Mark.LATER, Mark.WRITTEN)
_UNIONS = (Union, UnionType)


@cache
def record(kind: type, rename: tuple[tuple[str, tuple[str, str]], ...] = ()) -> Shape:
    """Return the shape of a record: a NamedTuple or a dataclass with annotated fields.

    >>> from typing import NamedTuple
    >>> class Move(NamedTuple):
    ...     player: Annotated[int, "who moved", OneOf((1, 2))]
    ...     action: Annotated[str, "its label"] = ""
    >>> found = Findings()
    >>> record(Move).read(found, {"player": 3}, ("moves", 0))
    Move(player=3, action='')
    >>> list(record(Move).check(Move(3), ("moves", 0)))[0].message
    "'3' is not 1 or 2"
    """
    fields = tuple(_fields(kind, dict(rename)))
    needed = tuple(field.key for field in fields if not field.optional)
    return Shape(
        "mapping",
        {"type": "object", "additionalProperties": False, "required": list(needed)},
        _reader(kind, fields, needed),
        None,
        lambda value: _written(fields, value),
        _checker([(field, field.shape.check) for field in fields if field.shape.check]),
        fields=fields,
        plural="mappings",
    )


def _reader(kind: type, fields: tuple[Field, ...], needed: tuple[str, ...]) -> Read:
    optional = tuple(field.key for field in fields if field.optional)
    nullable = tuple(field.key for field in fields if field.nullable)
    uses = Counter(field.attribute for field in fields)

    def read(findings: Findings, data: Data, place: Place) -> Any:
        given = findings.fields(data, place, needed, optional, nullable)
        values: dict[str, Any] = {}
        for field in fields:
            part = given.get(field.key)
            if part is None and (field.nullable or field.key not in given):
                value = field.default
            else:
                value = field.shape.read(findings, part, (*place, field.key))
            if uses[field.attribute] == 2:
                value = (*values.get(field.attribute, ()), value)
            values[field.attribute] = value
        return kind(**values)

    return read


def _written(fields: tuple[Field, ...], value: Any) -> dict[str, Data]:
    written = {}
    for field in fields:
        part = field.get(value)
        if not field.omitted or part != field.default:
            written[field.key] = None if part is None else field.shape.write(part)
    return written


def _checker(fields: list[tuple[Field, Check]]) -> Check | None:
    def check(value: Any, place: Place) -> Iterator[Problem]:
        for field, problems in fields:
            part = field.get(value)
            if part is not None and not (field.optional and part == field.default):
                yield from problems(part, (*place, field.key))

    return check if fields else None


def converted(
    kind: type, read: Callable[[Findings, Data, Place], Any], write: Callable[[Any], Data]
) -> Shape:
    """Return the shape of values that are described by a record, but converted by functions."""
    return record(kind)._replace(read=read, write=write, check=None, whole=True)


def _fields(kind: type, rename: Mapping[str, tuple[str, str]]) -> Iterator[Field]:
    hints = get_type_hints(kind, include_extras=True)
    defaults = getattr(kind, "_field_defaults", None)
    if defaults is None:
        assert is_dataclass(kind)
        defaults = {name: vars(kind)[name] for name in hints if name in vars(kind)}
    for name, hint in hints.items():
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        texts = [mark for mark in marks if isinstance(mark, str)]
        if not texts:
            continue  # Only in memory.
        shape, null = shape_of(hint), _may_be_none(hint)
        omitted = (
            Mark.OPTIONAL in marks or name in defaults and not any(mark in _KEPT for mark in marks)
        )
        optional = omitted or Mark.LATER in marks
        default = defaults.get(name, None if null else shape.empty)
        lines = Mark.LINES in marks
        key = next((mark.name for mark in marks if isinstance(mark, Key)), name)
        key, words = rename.get(name, (key, " ".join(texts)))
        rest = (optional, omitted, null and not omitted, default, name)
        pair = next((mark for mark in marks if isinstance(mark, Keys)), None)
        if pair is None:
            yield Field(key, words, shape, *rest, attrgetter(name), lines)
            continue
        assert shape.item is not None
        for player, (key, said) in enumerate(((pair.first, words), (pair.second, pair.words))):

            def one(of: Any, name: str = name, player: int = player) -> Any:
                return getattr(of, name)[player]

            yield Field(key, said, shape.item, *rest, one, lines)


def _may_be_none(hint: Any) -> bool:
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return get_origin(inner) in _UNIONS and NoneType in get_args(inner)


def shape_of(hint: Any) -> Shape:
    """Return the shape of an annotated type; of `X | None` that of X."""
    inner, marks = (
        (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    )
    if get_origin(inner) in _UNIONS:
        [inner] = [one for one in get_args(inner) if one is not NoneType]
        if get_origin(inner) is Annotated:
            inner, marks = get_args(inner)[0], (*get_args(inner)[1:], *marks)
    own = next((mark for mark in marks if isinstance(mark, Shape)), None)
    if own is not None:
        return own
    shape = _plain(inner, marks)
    for mark in marks:
        if isinstance(mark, OneOf):
            shape = one_of(shape, mark.values)
        elif isinstance(mark, Interval):
            shape = within_interval(shape, mark)
        elif isinstance(mark, Length):
            shape = of_length(shape, mark)
        elif mark is Mark.DIGEST:
            shape = shape._replace(schema={**shape.schema, "pattern": SHA256}, check=digest)
    return shape


def _plain(kind: Any, marks: tuple[Any, ...]) -> Shape:
    if Mark.WEIGHT in marks:
        return also(RATIONALS, negative, pattern=RATIONAL.replace("-?", ""))
    if Mark.RATIONAL in marks:
        return RATIONALS
    if isinstance(kind, type) and kind in SCALARS:
        return SCALARS[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if Mark.PAIRS in marks:
        return mapping_of(shape_of(get_args(inner[0])[1]), tuple)
    if origin is not None and issubclass(origin, Sequence):
        if origin is not tuple or inner[-1] is Ellipsis:
            rename = next((mark for mark in marks if isinstance(mark, Rename)), None)
            return list_of(
                record(inner[0], tuple(rename.fields.items())) if rename else _item(inner[0])
            )
        return list_of(_item(inner[0]), len(inner))
    if origin is not None and issubclass(origin, Mapping):
        return mapping_of(_item(inner[1]), dict)
    if issubclass(kind, StrEnum):
        return one_of(SCALARS[str]._replace(read=member(kind)), tuple(map(str, kind)))
    return record(kind)


def _item(hint: Any) -> Shape:
    shape = shape_of(hint)
    return or_null(shape) if _may_be_none(hint) else shape
