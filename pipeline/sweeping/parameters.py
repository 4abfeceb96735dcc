"""What a sweep varies: `--vary NAME=VALUES`, such as `p=0.05:0.95:0.05` or `bandits=1..3`."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import click

from pipeline.options.ranges import Probability
from pipeline.settings import Settings
from schemas.parts.exact import read_exact, write_exact
from schemas.parts.near import known_are
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import LEVELS, REDUCTIONS, RULES
from stages.solve import KERNEL, SOLVERS

MOST = 10_000
"""Values of one parameter."""
NONE = "none"
"""How it is written that no reduction is left out."""
_RANGE = re.compile(r"(\d+)\.\.(\d+)", re.ASCII)
_STEPS = re.compile(r"([^:]*):([^:]*):([^:]*)")


class Reductions(click.ParamType[tuple[str, ...]]):
    """Names of reductions to leave out, joined by `+`, or `none`."""

    name = "reductions"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        known = click.Choice((*REDUCTIONS, *FORM_REDUCTIONS))
        names = [] if value == NONE else str(value).split("+")
        return tuple(dict.fromkeys(str(known.convert(name, param, ctx)) for name in names))


class Parameter(NamedTuple):
    """An option of `run` that a sweep can vary, under the name of its field in Settings."""

    type: click.ParamType[Any]
    words: Callable[[Any], list[str]]
    """How a value is given on the command line, from how it is spelled."""
    steps: bool = False
    """Whether values can be written as BEGIN:END:STEP."""
    whole: bool = False
    """Whether they can be written as FIRST..LAST."""


def _option(name: str) -> Callable[[str], list[str]]:
    return lambda spelled: [name, spelled]


def _reductions(spelled: str) -> list[str]:
    names = [] if spelled == NONE else spelled.split("+")
    return [word for name in names for word in ("--without", name)]


PARAMETERS = {
    "p": Parameter(Probability(), _option("--p"), steps=True),
    "bandits": Parameter(click.IntRange(0), _option("--bandits"), whole=True),
    "rules": Parameter(click.Choice(tuple(RULES)), _option("--rules")),
    "level": Parameter(click.IntRange(LEVELS[0], LEVELS[-1]), _option("-O"), whole=True),
    "without": Parameter(Reductions(), _reductions),
    "solver": Parameter(click.Choice((*SOLVERS, KERNEL)), _option("--solver")),
}
SYNONYMS = {"miners": "bandits"}


class Value(NamedTuple):
    """One value of a parameter."""

    spelled: str
    """As the person writes it, or as the range goes on."""
    value: Any
    """As Settings has it."""


class Varied(NamedTuple):
    """A parameter with its values, each once, in the order in which they are written."""

    name: str
    """A key of PARAMETERS."""
    values: tuple[Value, ...]


def varied(asked: Sequence[str], fixed: Sequence[str]) -> tuple[Varied, ...]:
    """Return what is varied, from the values of `--vary`, in their order.

    `fixed` are the parameters that are given by their own options. Raises UsageError that names
    the part that is wrong.

    >>> [one] = varied(["p=0.05:0.20:0.05,1/3"], [])
    >>> [value.spelled for value in one.values]
    ['0.05', '0.10', '0.15', '0.20', '1/3']
    """
    found: dict[str, Varied] = {}
    for text in asked:
        name, equals, values = text.partition("=")
        name = SYNONYMS.get(name, name)
        if not equals or name not in PARAMETERS:
            known = known_are(name, (*PARAMETERS, *SYNONYMS))
            raise click.UsageError(f"--vary takes NAME=VALUES, not {text!r}; {known}")
        if name in found:
            raise click.UsageError(f"{name} is varied twice; write all its values in one --vary")
        if name in fixed:
            [option, *_] = PARAMETERS[name].words("")
            raise click.UsageError(f"{name} is varied, and {option} says what it is")
        found[name] = Varied(name, tuple(_values(name, values)))
    return tuple(found.values())


def given_in(settings: Settings) -> list[str]:
    """Return the parameters that settings say something about."""
    return [name for name in PARAMETERS if getattr(settings, name) not in (None, "", ())]


def _values(name: str, text: str) -> list[Value]:
    """Return the values of a list; one that is there already is left out."""
    parameter, found = PARAMETERS[name], dict[Any, Value]()
    for item in text.split(","):
        for spelled in _spelled(name, parameter, item.strip()):
            value = _converted(name, parameter, spelled)
            found.setdefault(value, Value(spelled, value))
            if len(found) > MOST:
                raise _wrong(name, item, f"these are more than {MOST:,} values")
    return list(found.values())


def _spelled(name: str, parameter: Parameter, item: str) -> Iterator[str]:
    """Yield the values that a part of a list stands for."""
    if parameter.whole and (match := _RANGE.fullmatch(item)):
        if max(map(len, match.groups())) > 9:
            raise _wrong(name, item, "the numbers are too large")
        first, last = map(int, match.groups())
        if first > last:
            raise _wrong(name, item, f"{first} is above {last}")
        yield from map(str, range(first, last + 1))
    elif parameter.whole and ":" in item:
        raise _wrong(name, item, "whole numbers are written FIRST..LAST")
    elif parameter.steps and ":" in item:
        yield from _steps(name, item)
    elif not item:
        raise _wrong(name, item, "a value is missing")
    else:
        yield item


def _steps(name: str, item: str) -> Iterator[str]:
    """Yield the numbers of BEGIN:END:STEP, with the end where the steps come to it: as decimals if
    all three are.
    """
    match = _STEPS.fullmatch(item)
    if not match:
        raise _wrong(name, item, "a range is written BEGIN:END:STEP, or LOW:HIGH with --critical")
    parts = [read_exact(part.strip()) for part in match.groups()]
    for part, number in zip(match.groups(), parts, strict=True):
        if number is None:
            raise _wrong(name, item, f"{part!r} is no number; use one such as 1/3 or 0.5")
    begin, end, step = (number or Fraction() for number in parts)
    if step <= 0:
        raise _wrong(name, item, "the step is not above 0")
    if begin > end:
        raise _wrong(name, item, "the beginning is above the end")
    count = (end - begin) // step
    if count >= MOST:
        raise _wrong(name, item, f"these are more than {MOST:,} values")
    places = [_places(part.strip()) for part in match.groups()]
    for at in range(int(count) + 1):
        yield _written(begin + at * step, places)


def _places(text: str) -> int | None:
    """Return the decimals of a number; None where it is written in another way."""
    match = re.fullmatch(r"\+?\d*(?:\.(\d*))?", text, re.ASCII)
    return len(match[1] or "") if match else None


def _written(number: Fraction, places: Sequence[int | None]) -> str:
    if None in places:
        return write_exact(number)
    most = max(place or 0 for place in places)
    digits = str(number.numerator * 10**most // number.denominator).rjust(most + 1, "0")
    return f"{digits[:-most]}.{digits[-most:]}" if most else digits


def _converted(name: str, parameter: Parameter, spelled: str) -> Any:
    try:
        return parameter.type.convert(spelled, None, None)
    except click.BadParameter as error:
        raise click.UsageError(f"--vary {name}: {error.message.rstrip('.')}") from None


def _wrong(name: str, part: str, why: str) -> click.UsageError:
    return click.UsageError(f"--vary {name}: {part!r}: {why}")
