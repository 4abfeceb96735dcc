"""The strategy file (`*.strategy.json`): behaviour strategies of one or both players.

The record has the notation of the file: numbers are texts, decimals `Number`.
`stages.strategies.fitted` converts it to the strategies of a game.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, Number, read_json
from schemas.parts.problems import Place, Problem, shown
from schemas.parts.source import Source, read_source
from schemas.strategies import ExactStrategy

FORMAT = "efgc/strategy"
VERSION = 1
KEYS = ("title", "game_sha256", "source", "players", "information_sets")
NEEDED = ("format", "version", "information_sets")
OF_ENTRY = ("player", "information_set", "after", "sees", "probabilities")


class Given(NamedTuple):
    """The strategies of a file, fitted to a checked game."""

    players: tuple[ExactStrategy | None, ExactStrategy | None]
    """Player 1's and player 2's, one entry per information set in the order of the game, each a
    distribution with sum exactly 1; None for a player without entries in the file.
    """
    adjusted: float = 0.0
    """The largest change of a probability that was needed to make the sum at an information set 1;
    0 if all sums were 1.
    """
    completed: int = 0
    """Number of information sets that the text omits because the player's own moves never lead
    there; they are played uniformly.
    """


class Entry(NamedTuple):
    """A player's distribution at one information set, in the notation of the file."""

    player: int | None
    """1 or 2; None if the number of the information set determines it."""
    infoset: int | None
    """Its number in the game; None if it is given in words."""
    after: str | None
    """The player's own actions and observations in words, as from `schemas.game.infoset_text`; None
    if missing.
    """
    sees: tuple[str, ...] | None
    """The player's last observations; None if missing."""
    actions: tuple[str, ...] | None
    """Labels; None for all actions in the order of the game."""
    probabilities: tuple[str, ...]
    """One per action: a decimal is a `Number`, anything else is as in the text."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """The contents of a strategy file."""

    title: str = ""
    game_sha256: str = ""
    """Digest of the game to which it belongs, in hexadecimal; empty if missing."""
    source: Source | None = None
    """The source of that game: the file, rules and level from which to compile it."""
    players: tuple[str, ...] = ()
    entries: tuple[Entry, ...]


def check(written: Written) -> list[Problem]:
    """Return the problems of a strategy file that can be found without its game."""
    found = Findings()
    if written.game_sha256:
        found.digest(written.game_sha256, ("game_sha256",))
    if len(written.players) not in (0, 2):
        found.add(("players",), f"a game here has 2 players, not {len(written.players)}")
    for at, entry in enumerate(written.entries):
        place = ("information_sets", at)
        if entry.player not in (None, 1, 2):
            found.add((*place, "player"), f"{entry.player} is no player; they are 1 and 2")
        if entry.infoset is None and entry.after is None and entry.sees is None:
            found.add(place, "nothing says which one it is: 'information_set', 'after' or 'sees'")
        if entry.player is None and entry.infoset is None:
            found.add(place, "the key 'player' is missing")
        if not entry.probabilities:
            found.add((*place, "probabilities"), "there is no probability")
    return found.problems


def read(text: str) -> Written:
    """Return the contents of a JSON text. Raise InputError with the place of every problem."""
    return read_data(read_json(text))


def read_data(data: Data) -> Written:
    """Return the contents of parsed JSON data. Raise InputError with the place of every problem."""
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), NEEDED, [key for key in KEYS if key not in NEEDED])
    entries = enumerate(found.sequence(top["information_sets"], ("information_sets",)))
    names = enumerate(found.sequence(top.get("players", []), ("players",)))
    written = Written(
        title=found.text(top.get("title"), ("title",)),
        game_sha256=found.text(top.get("game_sha256"), ("game_sha256",)),
        source=read_source(found, top.get("source"), ("source",)),
        players=tuple(found.text(name, ("players", at)) for at, name in names),
        entries=tuple(_entry(found, ("information_sets", at), entry) for at, entry in entries),
    )
    found.add_beside(check(written))
    found.stop()
    return written


def write(written: Written) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set per line."""
    yield from text_of(written, map(line, written.entries))


def text_of(head: Written, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a JSON text: the fields of the record before its entries, and then the
    entries, which are given as lines.
    """
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in (
        ("title", head.title),
        ("game_sha256", head.game_sha256),
        ("source", head.source.fields() if head.source else None),
        ("players", head.players),
    ):
        if value:
            yield f' "{key}": {json.dumps(value)},\n'
    yield ' "information_sets": ['
    separator = "\n"
    for each in lines:
        yield f"{separator}  {each}"
        separator = ",\n"
    yield "\n ]}\n"


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


def _entry(found: Findings, place: Place, data: Data) -> Entry:
    return _as_written(data) or _read_entry(found, place, data)


def _as_written(data: Data) -> Entry | None:
    """Return an entry in the form in which `line` writes it; None if the slow, error-reporting
    reader must take over.
    """
    match data:
        case {
            "player": 1 | 2 as player,
            "information_set": int(infoset),
            "after": str(after),
            "probabilities": dict(numbers),
        } if numbers and len(data) == 4 + ("sees" in data):
            sees, shares = data.get("sees"), tuple(numbers.values())
            if (
                type(player) is type(infoset) is int
                and {*map(type, shares)} <= {str, Number}
                and (sees is None or isinstance(sees, list) and {*map(type, sees)} <= {str})
            ):
                seen = None if sees is None else tuple(sees)
                return Entry(player, infoset, after, seen, tuple(numbers), shares)
    return None


def _read_entry(found: Findings, place: Place, data: Data) -> Entry:
    fields = found.fields(data, place, ("probabilities",), OF_ENTRY[:-1])
    numbers = fields["probabilities"]
    where = (*place, "probabilities")
    named = isinstance(numbers, dict)
    every = list(numbers.values()) if named else found.sequence(numbers, where)
    actions = tuple(numbers) if named else None
    sees = fields.get("sees")
    return Entry(
        player=_integer(found, (*place, "player"), fields.get("player")),
        infoset=_integer(found, (*place, "information_set"), fields.get("information_set")),
        after=None if fields.get("after") is None else found.text(fields["after"], place),
        sees=None if sees is None else _texts(found, (*place, "sees"), sees),
        actions=actions,
        probabilities=tuple(
            spelled(found, (*where, actions[at] if actions else at), number)
            for at, number in enumerate(every)
        ),
    )


def spelled(found: Findings, place: Place, data: Data) -> str:
    """Return a number in the notation of the file: a decimal or an integer is a `Number`."""
    if isinstance(data, str):
        return data
    if isinstance(data, int) and not isinstance(data, bool):
        return Number(data)
    if data is not None or not found.problems:
        found.add(place, f"{'null' if data is None else shown(data)} is not a number")
    return Number(0)


def _integer(found: Findings, place: Place, data: Data) -> int | None:
    return None if data is None else found.integer(data, place)


def _texts(found: Findings, place: Place, data: Data) -> tuple[str, ...]:
    return tuple(
        found.text(each, (*place, at)) for at, each in enumerate(found.sequence(data, place))
    )
