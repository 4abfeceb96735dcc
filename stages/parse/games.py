"""Sources with a `game`: a few lines of YAML that name a rule. A new game is a file beside this one
and a line in GAMES.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, locate_yaml, read_yaml
from schemas.parts.limits import more_than
from schemas.parts.near import known_are
from schemas.parts.problems import InputError, Problem, SizeError, shown
from schemas.parts.source import Source
from schemas.rules import droid_battle, goofspiel
from schemas.rules.listing import list_states
from schemas.rules.rule import Rule
from schemas.state_graph import StateGraph
from stages.parse.droid_battle import read_battle_source
from stages.parse.goofspiel import read_deal_source

# The most states that a person may want to inspect; larger graphs at level 2 are generated.
MAX_LISTED = 5_000


class Front(NamedTuple):
    """The reader for sources of one game."""

    keys: tuple[str, ...]
    """The keys of the source, besides `game`."""
    read: Callable[[Findings, dict[str, Data]], Rule]


GAMES = {
    goofspiel.NAME: Front(("cards", "objective", "hands", "prizes"), read_deal_source),
    droid_battle.NAME: Front(("board", "shots", "rounds", "objective"), read_battle_source),
}

_FIRST = re.compile(r"(?:\s*#[^\n]*\n)*+\s*+\w++[ \t]*+:")
_KEYS = "|".join(key for front in GAMES.values() for key in front.keys)
_KEY = re.compile(rf"^(?:{_KEYS})[ \t]*:", re.MULTILINE)
_GAME = re.compile(r"(^|[{,])[ \t]*[\"']?game[\"']?\s*:", re.MULTILINE)


def is_source(text: str) -> bool:
    """Return whether a text is a source with a `game`, or has other keys of one, and not a map."""
    return _GAME.search(text) is not None or (
        _FIRST.match(text) is not None and _KEY.search(text) is not None
    )


def read_source_text(text: str) -> Rule:
    r"""Return the rule of a source. Raises InputError with line and column.

    >>> read_source_text("game: goofspiel\ncards: 2\nobjective: win\n")
    Goofspiel(hands=((1, 2), (1, 2)), prizes=(Fraction(1, 1), Fraction(2, 1)), objective='win')
    """
    data = read_yaml(text)
    found = Findings()
    try:
        rule = _read(found, data)
        found.stop()
    except InputError as error:
        raise InputError(locate_yaml(text, error.problems)) from None
    return rule


def game_graph(text: str, file: str, sha256: str, level: int, max_states: int) -> StateGraph:
    """Return the state graph of a source: with its states, or only with their rule if there are too
    many to list at level 2.
    """
    rule = read_source_text(text)
    states = list_states(rule, level, min(max_states, MAX_LISTED) if level == 2 else max_states)
    if states is None and level < 2:
        raise SizeError(
            [
                Problem(
                    "the game "
                    + more_than(max_states, f"states at level {level}", "--max-states")
                    + "; at level 2 they need not be listed"
                )
            ]
        )
    names, listed = states or ((), ())
    return StateGraph(
        title=rule.title,
        source=Source(file=file, sha256=sha256, rules=rule.name, level=level),
        players=rule.players,
        secret=None,
        names=names,
        states=listed,
        start=0,
        rule=rule,
    )


def _read(found: Findings, data: Data) -> Rule:
    fields = found.mapping(data, ())
    found.stop()
    if "game" not in fields:
        fits = max(GAMES, key=lambda game: len(fields.keys() & {*GAMES[game].keys}))
        raise InputError([Problem(f"the key 'game' is missing; did you mean 'game: {fits}'?")])
    name = fields.get("game")
    front = GAMES.get(name) if isinstance(name, str) else None
    if front is None:
        known = known_are(name if isinstance(name, str) else "", GAMES)
        raise InputError([Problem(f"{shown(name)} is no game here; {known}", ("game",))])
    return front.read(found, found.fields(data, (), ("game",), front.keys))
