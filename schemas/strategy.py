"""The strategy file (`*.strategy.json`): behaviour strategies of one or both players.

The record has the notation of the file: numbers are texts, decimals `Number`.
`stages.strategies.fitted` converts it to the strategies of a game.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Generic, NamedTuple, TypeVar

from .parts.documents import Data, Findings, Number
from .parts.documents.artifacts import Artifact
from .parts.documents.records import converted
from .parts.documents.shapes import (
    Digest,
    Interval,
    Key,
    Length,
    Mark,
    OneOf,
    Shape,
    same,
)
from .parts.problems import Place, Problem, shown
from .parts.source import Source
from .strategies import ExactStrategy

Fit = TypeVar("Fit", covariant=True)

_PROBABILITY = {
    "oneOf": [
        {"type": "number", "minimum": 0, "maximum": 1},
        {"type": "string", "pattern": "^[0-9]+(/0*[1-9][0-9]*)?$"},
    ]
}
_PROBABILITIES = {
    "oneOf": [
        {"type": "object", "minProperties": 1, "additionalProperties": _PROBABILITY},
        {"type": "array", "minItems": 1, "items": _PROBABILITY},
    ]
}


class Fitted(NamedTuple, Generic[Fit]):
    """The strategies of a file, fitted to a checked game or state graph."""

    players: tuple[Fit | None, Fit | None]
    """Player 1's and player 2's, in distributions with sum exactly 1; None for a player without
    entries in the file.
    """
    adjusted: float = 0.0
    """The largest change of a probability that was needed to make a sum 1; 0 if all sums were 1."""
    completed: int = 0
    """The number of information sets without an entry, to which the player's own moves never lead;
    they are played uniformly.
    """
    overruled: int = 0
    """The number of entries whose decimals differ from the exact numbers beside them, as in an
    edited table; the decimals are used.
    """


FittedStrategies = Fitted[ExactStrategy]
"""The strategies of a file, fitted to a game: one entry per information set in the order of the
game.
"""


class Entry(NamedTuple):
    """A player's distribution at one information set, in the notation of the file."""

    player: Annotated[
        int | None,
        "who moves; may be missing beside `information_set`",
        Mark.OPTIONAL,
        OneOf((1, 2)),
    ]
    infoset: Annotated[
        int | None,
        "its number in the game; may be missing beside words",
        Key("information_set"),
        Mark.OPTIONAL,
        Interval(0),
    ]
    after: Annotated[
        str | None,
        "the player's own actions and observations in words, as in the [report](report.md)",
        Mark.OPTIONAL,
    ]
    """As from `schemas.game.infoset_text`."""
    sees: Annotated[tuple[str, ...] | None, "the player's last observations", Mark.OPTIONAL]
    actions: tuple[str, ...] | None
    """Labels; None for all actions in the order of the game."""
    probabilities: Annotated[
        tuple[str, ...],
        "numbers from 0 to 1, sum 1; a list has one for each action, in the order of the game",
        Shape("mapping by action, or list", _PROBABILITIES, same, ()),
    ]
    """One per action: a decimal is a `Number`, anything else is as in the text."""


def line(entry: Entry) -> str:
    """Return the line of an entry in the text."""
    said = {
        "player": entry.player,
        "information_set": entry.infoset,
        "after": entry.after,
        "sees": entry.sees,
    }
    known = "".join(
        f'"{key}": {json.dumps(value)}, ' for key, value in said.items() if value is not None
    )
    numbers = (
        number if isinstance(number, Number) else json.dumps(number)
        for number in entry.probabilities
    )
    if entry.actions is None:
        return f'{{{known}"probabilities": [{", ".join(numbers)}]}}'
    shares = (
        f"{json.dumps(action)}: {number}"
        for action, number in zip(entry.actions, numbers, strict=True)
    )
    return f'{{{known}"probabilities": {{{", ".join(shares)}}}}}'


def _read_entry(findings: Findings, data: Data, place: Place) -> Entry:
    fields = findings.fields(
        data,
        place,
        ("probabilities",),
        ("player", "information_set", "after", "sees"),
    )
    numbers = fields["probabilities"]
    where = (*place, "probabilities")
    named = isinstance(numbers, dict)
    every = list(numbers.values()) if named else findings.sequence(numbers, where)
    actions = tuple(numbers) if named else None
    sees = fields.get("sees")
    return Entry(
        player=_integer(findings, (*place, "player"), fields.get("player")),
        infoset=_integer(findings, (*place, "information_set"), fields.get("information_set")),
        after=None if fields.get("after") is None else findings.text(fields["after"], place),
        sees=None if sees is None else findings.each(sees, (*place, "sees"), findings.text),
        actions=actions,
        probabilities=tuple(
            spelled(findings, (*where, actions[at] if actions else at), number)
            for at, number in enumerate(every)
        ),
    )


def spelled(findings: Findings, place: Place, data: Data) -> str:
    """Return a number in the notation of the file: a decimal or an integer is a `Number`."""
    if isinstance(data, str):
        return data
    if isinstance(data, int) and not isinstance(data, bool):
        return Number(data)
    if data is not None or not findings.problems:
        findings.add(place, f"{'null' if data is None else shown(data)} is not a number")
    return Number(0)


def _integer(findings: Findings, place: Place, data: Data) -> int | None:
    return None if data is None else findings.integer(data, place)


_ENTRY = converted(Entry, _read_entry, same)
_ENTRY = _ENTRY._replace(
    schema={
        **_ENTRY.schema,
        "anyOf": [
            {"required": ["information_set"]},
            {"required": ["player", "after"]},
            {"required": ["player", "sees"]},
        ],
    }
)


@dataclass(frozen=True, kw_only=True)
class Written:
    """The behaviour strategies of one or both players, in the notation of the file."""

    title: Annotated[str, "the game in words"] = ""
    game_sha256: Annotated[
        Digest, "SHA-256 of the game in [canonical form](game.md), 64 hexadecimal digits"
    ] = ""
    source: Annotated[
        Source | None,
        "the origin of the game, as in the [game](game.md), from which a reader can compile the "
        "same map with the same rules at the same level",
    ] = None
    players: Annotated[tuple[str, ...], "names of player 1 and player 2", Length(2, 2)] = ()
    entries: Annotated[
        tuple[Annotated[Entry, _ENTRY], ...],
        "the strategies, one entry per information set, in any order",
        Key("information_sets"),
    ]


def _consistent(written: Written) -> Iterator[Problem]:
    for at, entry in enumerate(written.entries):
        place = ("information_sets", at)
        if entry.player not in (None, 1, 2):
            yield Problem(f"{entry.player} is not 1 or 2", (*place, "player"))
        if entry.infoset is None and entry.after is None and entry.sees is None:
            message = "one of the keys 'information_set', 'after' and 'sees' is needed"
            yield Problem(message, place)
        if entry.player is None and entry.infoset is None:
            yield Problem("the key 'player' is missing", place)
        if not entry.probabilities:
            yield Problem("the list is empty", (*place, "probabilities"))


ARTIFACT = Artifact("efgc/strategy", 1, "Strategy", Written, _consistent)
check, read, read_data = ARTIFACT.check, ARTIFACT.read, ARTIFACT.read_data


def write(written: Written) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set per line."""
    return text_of(written, map(line, written.entries))


def text_of(head: Written, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a JSON text: the fields of the record before its entries, and then the
    entries, which are given as lines.
    """
    return ARTIFACT.write(head, information_sets=lines)
