"""The types of the values in an artifact: how each is read, written, checked and described."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, StrEnum, auto
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from ..exact import read_fraction, write_exact
from ..problems import Place, Problem, shown
from .data import Data
from .findings import Findings

SHA256 = "^[0-9a-f]{64}$"
EXACT = r"^-?([0-9]+(\.[0-9]+)?|[0-9]+/0*[1-9][0-9]*)$"
RATIONAL = "^-?[0-9]+(/0*[1-9][0-9]*)?$"


class Interval(NamedTuple):
    """The least and the largest value of a number."""

    low: float
    high: float = math.inf


class Length(NamedTuple):
    """The least and the largest number of items of a list."""

    least: int
    most: float = math.inf


class OneOf(NamedTuple):
    """The only values."""

    values: tuple[Any, ...]


class Key(NamedTuple):
    """The key of a field, where it is not the name of the attribute."""

    name: str


class Keys(NamedTuple):
    """Two keys for a pair, that of player 1 first, each with its words."""

    first: str
    second: str
    words: str


class Rename(NamedTuple):
    """Other keys and words for fields of the records in a list, by attribute."""

    fields: Mapping[str, tuple[str, str]]


class Mark(Enum):
    """A property of a field."""

    DIGEST = auto()
    """SHA-256 as 64 hexadecimal digits."""
    RATIONAL = auto()
    """A whole number or a fraction of any length, never a decimal."""
    WEIGHT = auto()
    """At least 0."""
    LINES = auto()
    """Written with one item per line."""
    PAIRS = auto()
    """A mapping, as a tuple of keys and values."""
    OPTIONAL = auto()
    """Left out of the file if it is empty, None or 0, though the attribute has no default."""
    LATER = auto()
    """Always written, but missing in files of earlier versions."""
    WRITTEN = auto()
    """Never left out of the file, though the attribute has a default."""


Digest = Annotated[str, Mark.DIGEST]
Rational = Annotated[Fraction, Mark.RATIONAL]
Weight = Annotated[Fraction, Mark.RATIONAL, Mark.WEIGHT]


def same(value: Any) -> Any:
    return value


Read = Callable[[Findings, Data, Place], Any]
Check = Callable[[Any, Place], Iterator[Problem]]


class Shape(NamedTuple):
    """A type of values."""

    name: str
    """In the tables of the pages, such as `whole number`."""
    schema: Mapping[str, Any]
    """The JSON Schema, without words."""
    read: Read
    """Converts data; adds a problem and returns a harmless value if they are wrong."""
    empty: Any
    """A harmless value."""
    write: Callable[[Any], Data] = same
    check: Check | None = None
    """Yields the problems of a value of the right type; None if it has no constraints."""
    item: "Shape | None" = None
    """The values in a list or a mapping."""
    fields: "tuple[Field, ...]" = ()
    """The fields of a record."""
    plural: str = ""
    described: bool = True
    """Whether the table of a page lists the fields of the record."""
    whole: bool = False
    """Whether `read` and `write` convert a record as a whole; its fields then only describe it."""

    def __hash__(self) -> int:
        return id(self)  # Annotations are hashed, and a JSON Schema cannot be.


class Field(NamedTuple):
    """One key of a record."""

    key: str
    words: str
    shape: Shape
    optional: bool
    """Whether the key may be missing; the attribute then has its default."""
    omitted: bool
    """Whether the key is left out if the attribute has its default."""
    nullable: bool
    default: Any
    attribute: str
    get: Callable[[Any], Any]
    lines: bool


def or_null(shape: Shape) -> Shape:
    check = shape.check
    return shape._replace(
        name=f"{shape.name} or null",
        plural=f"{shape.plural} or null",
        schema=nullable(shape.schema),
        empty=None,
        read=lambda findings, data, place: (
            None if data is None else shape.read(findings, data, place)
        ),
        write=lambda value: None if value is None else shape.write(value),
        check=check and (lambda value, place: iter(()) if value is None else check(value, place)),
    )


def nullable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of the same values or null."""
    found = dict(schema)
    if "enum" in found:
        found["enum"] = [*found["enum"], None]
    if "type" in found:
        found["type"] = [found["type"], "null"]
    return found


def list_of(item: Shape, length: int = 0) -> Shape:
    """Return the shape of a list; of a given length, unless it is 0."""

    def read(findings: Findings, data: Data, place: Place) -> tuple[Any, ...]:
        parts = findings.sequence(data, place)
        one = item.read
        values = tuple([one(findings, part, (*place, at)) for at, part in enumerate(parts)])
        if item.empty is not None and None in parts:
            findings.add((*place, parts.index(None)), f"null is not a {item.name}")
        if length and len(values) != length:
            if data is not None:
                findings.add(place, f"{_items(len(values))} instead of {length}")
            values = (*values, *[item.empty] * length)[:length]
        return values

    def check(values: Any, place: Place) -> Iterator[Problem]:
        problems = item.check
        assert problems is not None
        for at, value in enumerate(values):
            yield from problems(value, (*place, at))

    schema: dict[str, Any] = {"type": "array", "items": dict(item.schema)}
    if length:
        schema |= {"minItems": length, "maxItems": length}
    kind = f" of {length}" * bool(length) + f" {item.plural}" * (not item.fields)
    name = f"list{' of' * (not length and not item.fields)}{kind}"
    return Shape(
        name,
        schema,
        read,
        (item.empty,) * length,
        same if item.write is same else lambda values: [item.write(value) for value in values],
        check if item.check else None,
        item,
        plural=name.replace("list", "lists", 1),
    )


def _items(number: int) -> str:
    return "1 item" if number == 1 else f"{number:,} items"


def mapping_of(item: Shape, kind: type) -> Shape:
    def read(findings: Findings, data: Data, place: Place) -> Any:
        parts = {} if data is None else findings.mapping(data, place)
        values = {key: item.read(findings, part, (*place, key)) for key, part in parts.items()}
        return values if kind is dict else tuple(values.items())

    def check(values: Any, place: Place) -> Iterator[Problem]:
        problems = item.check
        assert problems is not None
        for key, value in dict(values).items():
            yield from problems(value, (*place, key))

    return Shape(
        f"mapping of {item.plural}" if not item.fields else "mapping",
        {"type": "object", "additionalProperties": dict(item.schema)},
        read,
        {} if kind is dict else (),
        lambda values: {key: item.write(value) for key, value in dict(values).items()},
        check if item.check else None,
        item,
        plural="mappings",
    )


def also(
    shape: Shape, problem: Callable[[Any], str | None], name: str = "", **schema: Any
) -> Shape:
    """Return a shape with one more constraint: `problem` returns a message or None."""
    before = shape.check

    def check(value: Any, place: Place) -> Iterator[Problem]:
        message = problem(value)
        if message:
            yield Problem(message, place)
        elif before:
            yield from before(value, place)

    return shape._replace(check=check, name=name or shape.name, schema={**shape.schema, **schema})


def one_of(shape: Shape, values: tuple[Any, ...]) -> Shape:
    words = [", ".join(map(str, values[:-1])), str(values[-1])]
    said = " or ".join(filter(None, words))

    def problem(value: Any) -> str | None:
        return None if value in values else f"{shown(value)} is not {said}"

    limited = also(shape, problem, said if isinstance(values[0], int) else "")
    allowed = [list(value) if isinstance(value, tuple) else value for value in values]
    return limited._replace(schema={"enum": allowed})


def within_interval(shape: Shape, limits: Interval) -> Shape:
    low, high = limits

    def problem(value: Any) -> str | None:
        if low <= value <= high:
            return None
        limit = f"below {_brief(low)}" if value < low else f"above {_brief(high)}"
        return f"{_brief(value)} is {limit}"

    schema: dict[str, Any] = {"minimum": low} if low > -math.inf else {}
    if high < math.inf:
        schema["maximum"] = high
    return also(shape, problem, **schema)


def _brief(number: float) -> str:
    return f"{int(number):,}" if abs(number) < 1e16 and number == int(number) else repr(number)


def negative(value: Fraction) -> str | None:
    return f"{shown(write_exact(value))} is below 0" if value < 0 else None


def of_length(shape: Shape, limits: Length) -> Shape:
    least, most = limits

    def problem(values: Any) -> str | None:
        if least <= len(values) <= most:
            return None
        if not values:
            return "the list is empty"
        limit = f"at least {least:,}" if len(values) < least else f"at most {most:,}"
        return f"{_items(len(values))} instead of {limit}"

    schema: dict[str, Any] = {"minItems": least} if least else {}
    if most < math.inf:
        schema["maxItems"] = most
    return also(shape, problem, **schema)


def digest(text: str, place: Place) -> Iterator[Problem]:
    findings = Findings()
    findings.digest(text, place)
    yield from findings.problems


def member(kind: type[StrEnum]) -> Callable[[Findings, Data, Place], str]:
    members = {str(one): one for one in kind}

    def read(findings: Findings, data: Data, place: Place) -> str:
        text = findings.text(data, place)
        return members.get(text, text)

    return read


def _flag(findings: Findings, data: Data, place: Place) -> bool:
    if not isinstance(data, bool | None):
        findings.add(place, f"{shown(data)} is not true or false")
    return data is True


def _float(findings: Findings, data: Data, place: Place) -> float:
    # read_json returns a number that is not an integer as text; a text in the file is accepted in
    # the same way.
    number = math.nan
    if isinstance(data, (str, int)) and not isinstance(data, bool):
        with suppress(ValueError, OverflowError):
            number = float(data)
    if math.isfinite(number):
        return number
    if data is not None:
        findings.add(place, f"{shown(data)} is not a finite number")
    return 0.0


def _rational(findings: Findings, data: Data, place: Place) -> Fraction:
    known = type(data) in (str, int)
    number = read_fraction(str(data)) if known else None
    if number is None and data is not None:
        findings.add(place, f'{shown(data)} is not an exact number; write "3" or "1/3"')
    return number or Fraction(0)


def _text(pattern: str = "") -> dict[str, Any]:
    return {"type": "string", **({"pattern": pattern} if pattern else {})}


SCALARS: dict[Any, Shape] = {
    str: Shape("text", _text(), Findings.text, "", plural="texts"),
    bool: Shape("true or false", {"type": "boolean"}, _flag, False, plural="flags"),
    int: Shape("whole number", {"type": "integer"}, Findings.integer, 0, plural="whole numbers"),
    float: Shape("number", {"type": "number"}, _float, 0.0, plural="numbers"),
    Fraction: Shape("text", _text(EXACT), Findings.exact, Fraction(0), write_exact, plural="texts"),
}
RATIONALS = Shape("text", _text(RATIONAL), _rational, Fraction(0), write_exact, plural="texts")
