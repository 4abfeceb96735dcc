"""The source of Goofspiel: a few lines of YAML, `game: goofspiel` and how many cards."""

import re
from collections.abc import Mapping
from fractions import Fraction

from schemas.documents import Data, Findings, locate_yaml, read_yaml
from schemas.exact import brief
from schemas.goofspiel import MAX_CARDS, NAME, Goofspiel, check_rule, read_hand, read_prizes
from schemas.listing import list_states
from schemas.problems import InputError, Problem, shown
from schemas.source import Source
from schemas.state_graph import StateGraph

MAX_LISTED = 5_000  # States that a person may still want to look at; beyond, and at level 2, they are generated.
PLAYERS = ("player 1", "player 2")

_GAME = re.compile(r"(^|[{,])\s*[\"']?game[\"']?\s*:", re.MULTILINE)


def is_source(text: str) -> bool:
    """Return whether a text is a source with a `game`, and no map."""
    return _GAME.search(text) is not None


def read_source_text(text: str) -> Goofspiel:
    r"""Return the deal of a source. Raises InputError with line and column.

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


def goofspiel_graph(text: str, source: Source, max_states: int) -> StateGraph:
    """Return the state graph of a source: with its states, or only their rule where level 2 has too many to list."""
    rule = read_source_text(text)
    limit = min(max_states, MAX_LISTED) if source.level == 2 else max_states
    states = list_states(rule, source.level, limit)
    if states is None and source.level < 2:
        raise InputError([Problem(f"the game has more than {max_states:,} states at level {source.level}, the limit of "
                                  f"--max-states; at level 2 they need not be listed")])
    names, listed = states or ((), ())
    return StateGraph(_title(rule), source, PLAYERS, None, names, listed, 0, None, rule)


def _read(found: Findings, data: Data) -> Goofspiel:
    fields = found.fields(data, (), ("game",), ("cards", "objective", "hands", "prizes"))
    if fields["game"] is not None and fields["game"] != NAME:
        found.add(("game",), f"{shown(fields['game'])} is no game here; known is {NAME}")
    prizes = read_prizes(found, fields["prizes"], ("prizes",)) if "prizes" in fields else None
    cards = _cards(found, fields, prizes)
    found.stop()
    suit = tuple(range(1, cards + 1))
    hands = [read_hand(found, hand, ("hands", at))
             for at, hand in enumerate(found.sequence(fields["hands"], ("hands",)))] if "hands" in fields else [suit, suit]
    if len(hands) != 2:
        found.stop()
        found.add(("hands",), f"two players hold {len(hands)} hands")
        found.stop()
    objective = found.text(fields.get("objective", "points"), ("objective",))
    rule = Goofspiel((hands[0], hands[1]), prizes or tuple(map(Fraction, suit)), objective)
    found.add_beside(check_rule(rule))
    return rule


def _cards(found: Findings, fields: Mapping[str, Data], prizes: tuple[Fraction, ...] | None) -> int:
    """Return how many cards each player holds: what is told, or as many as there are prizes."""
    if "cards" not in fields:
        if prizes is None:
            found.add((), "the number of cards is missing, such as cards: 13")
        return len(prizes or ())
    cards = found.integer(fields["cards"], ("cards",))
    outside = [] if 1 <= cards <= MAX_CARDS else [Problem(f"{cards} cards; from 1 to {MAX_CARDS} can be played", ("cards",))]
    differs = [] if prizes is None or len(prizes) == cards else [Problem(f"{len(prizes)} prizes for {cards} cards", ("prizes",))]
    found.add_beside(outside or differs)
    return cards


def _title(rule: Goofspiel) -> str:
    number = len(rule.prizes)
    suit = tuple(range(1, number + 1))
    plain = rule.hands == (suit, suit) and rule.prizes == tuple(map(Fraction, suit))
    cards = f"{number} card{'s' if number > 1 else ''}"
    deal = "" if plain else (f", {_list(rule.hands[0])} against {_list(rule.hands[1])} "
                             f"for {' '.join(map(brief, rule.prizes))}")
    return f"Goofspiel, {cards}{deal}, {'points' if rule.objective == 'points' else 'win or lose'}"


def _list(hand: tuple[int, ...]) -> str:
    return " ".join(map(str, hand))
