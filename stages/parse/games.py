"""Sources with a `game`: a few lines of YAML that name a rule. A new game is a function that reads
its keys and a line in GAMES.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from ...schemas.parts.documents import Data, Findings, locate_yaml, read_yaml
from ...schemas.parts.limits import more_than
from ...schemas.parts.near import known_are
from ...schemas.parts.problems import InputError, Problem, SizeError, shown
from ...schemas.parts.source import Source
from ...schemas.rules import droid_battle, goofspiel
from ...schemas.rules.droid_battle import DroidBattle
from ...schemas.rules.goofspiel import MAX_CARDS, Goofspiel, read_hand, read_prizes
from ...schemas.rules.listing import list_states
from ...schemas.rules.objective import Objective
from ...schemas.rules.rule import Rule
from ...schemas.state_graph import StateGraph


def read_deal_source(findings: Findings, fields: Mapping[str, Data]) -> Goofspiel:
    """Return the deal from the fields of a source."""
    prizes = read_prizes(findings, fields["prizes"], ("prizes",)) if "prizes" in fields else None
    cards = _cards(findings, fields, prizes)
    findings.stop()
    suit = tuple(range(1, cards + 1))
    hands = (
        [
            read_hand(findings, hand, ("hands", at))
            for at, hand in enumerate(findings.sequence(fields["hands"], ("hands",)))
        ]
        if "hands" in fields
        else [suit, suit]
    )
    if len(hands) != 2:
        findings.stop()
        findings.add(("hands",), f"{len(hands)} hands for two players")
        findings.stop()
    objective = findings.text(fields.get("objective", Objective.POINTS), ("objective",))
    rule = Goofspiel((hands[0], hands[1]), prizes or tuple(map(Fraction, suit)), objective)
    findings.add_unless_broken(rule.check())
    return rule


def _cards(
    findings: Findings, fields: Mapping[str, Data], prizes: tuple[Fraction, ...] | None
) -> int:
    """Return the number of cards of each player: the given number, or else that of the prizes."""
    if "cards" not in fields:
        if prizes is None:
            findings.add((), "the number of cards is missing; write, for example, cards: 13")
        return len(prizes or ())
    cards = findings.integer(fields["cards"], ("cards",))
    outside = (
        []
        if 1 <= cards <= MAX_CARDS
        else [Problem(f"{cards} cards; the number must be from 1 to {MAX_CARDS}", ("cards",))]
    )
    differs = (
        []
        if prizes is None or len(prizes) == cards
        else [Problem(f"{len(prizes)} prizes for {cards} cards", ("prizes",))]
    )
    findings.add_unless_broken(outside or differs)
    return cards


SHOTS, ROUNDS = 5, 50  # From the assignment.


def read_battle_source(findings: Findings, fields: Mapping[str, Data]) -> DroidBattle:
    """Return the battle from the fields of a source; shots, rounds and objective default to those
    of the assignment.
    """
    if "board" not in fields:
        findings.add(
            (), "the board is missing; give a map of the squares - # 2 5, one row per line"
        )
        findings.stop()
    board = fields["board"]
    rows = (
        findings.sequence(board, ("board",))
        if isinstance(board, list)
        else findings.text(board, ("board",)).splitlines()
    )
    given = fields.get("shots", SHOTS)
    both = given if isinstance(given, list) else [given, given]
    shots = [
        findings.integer(number, ("shots", at) if isinstance(given, list) else ("shots",))
        for at, number in enumerate(both)
    ]
    if len(shots) != 2:
        findings.add(
            ("shots",), f"{len(shots)} numbers for two droids; give one for both, or one for each"
        )
    rule = DroidBattle(
        tuple(findings.text(row, ("board",)).rstrip() for row in rows),
        (shots[0], shots[-1]) if shots else (0, 0),
        findings.integer(fields.get("rounds", ROUNDS), ("rounds",)),
        findings.text(fields.get("objective", Objective.WIN), ("objective",)),
    )
    listed = isinstance(board, list)
    findings.add_unless_broken([_in_source(problem, listed) for problem in rule.check()])
    return rule


def _in_source(problem: Problem, listed: bool) -> Problem:
    """Return a problem of the rule with its place in the source: a board given as one text has no
    places within it.
    """
    if len(problem.place) < 2 or listed:
        return problem
    return Problem(f"row {int(problem.place[1]) + 1}: {problem.message}", problem.place[:1])


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
"""A source for every rule in RULES of `schemas.rules`."""

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
    findings = Findings()
    try:
        rule = _read(findings, data)
        findings.stop()
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
        many = more_than(max_states, f"states at level {level}", "--max-states")
        raise SizeError([Problem(f"the game {many}; at level 2 they need not be listed")])
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


def _read(findings: Findings, data: Data) -> Rule:
    fields = findings.mapping(data, ())
    findings.stop()
    keys = {game: fields.keys() & {*front.keys} for game, front in GAMES.items()}
    fits = max(GAMES, key=lambda game: len(keys[game]))
    if "game" not in fields:
        raise InputError([Problem(f"the key 'game' is missing; did you mean 'game: {fits}'?")])
    name = fields["game"]
    if not isinstance(name, str) or name not in GAMES:
        known = known_are(name if isinstance(name, str) else "", GAMES)
        raise InputError([Problem(f"{shown(name)} is not a known game; {known}", ("game",))])
    if len(keys[fits]) > len(keys[name]):
        others = ", ".join(key for key in fields if key in keys[fits] - keys[name])
        said = f"{name} has no {others}; did you mean 'game: {fits}'?"
        raise InputError([Problem(said, ("game",))])
    front = GAMES[name]
    return front.read(findings, findings.fields(data, (), ("game",), front.keys))
