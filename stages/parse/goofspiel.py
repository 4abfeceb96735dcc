"""The source of Goofspiel: a few lines of YAML, `game: goofspiel` and how many cards."""

from collections.abc import Mapping
from fractions import Fraction

from schemas.parts.documents import Data, Findings
from schemas.parts.exact import brief
from schemas.parts.problems import Problem
from schemas.rules import Rule
from schemas.rules.goofspiel import MAX_CARDS, Goofspiel, check_rule, read_hand, read_prizes


def read_deal_source(found: Findings, fields: Mapping[str, Data]) -> Goofspiel:
    """Take the deal out of the fields of a source."""
    prizes = read_prizes(found, fields["prizes"], ("prizes",)) if "prizes" in fields else None
    cards = _cards(found, fields, prizes)
    found.stop()
    suit = tuple(range(1, cards + 1))
    hands = (
        [
            read_hand(found, hand, ("hands", at))
            for at, hand in enumerate(found.sequence(fields["hands"], ("hands",)))
        ]
        if "hands" in fields
        else [suit, suit]
    )
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
    outside = (
        []
        if 1 <= cards <= MAX_CARDS
        else [Problem(f"{cards} cards; from 1 to {MAX_CARDS} can be played", ("cards",))]
    )
    differs = (
        []
        if prizes is None or len(prizes) == cards
        else [Problem(f"{len(prizes)} prizes for {cards} cards", ("prizes",))]
    )
    found.add_beside(outside or differs)
    return cards


def deal_title(rule: Rule) -> str:
    """Return what the deal is called in reports."""
    assert isinstance(rule, Goofspiel)
    number = len(rule.prizes)
    suit = tuple(range(1, number + 1))
    plain = rule.hands == (suit, suit) and rule.prizes == tuple(map(Fraction, suit))
    cards = f"{number} card{'s' if number > 1 else ''}"
    deal = (
        ""
        if plain
        else (
            f", {_list(rule.hands[0])} against {_list(rule.hands[1])} "
            f"for {' '.join(map(brief, rule.prizes))}"
        )
    )
    return f"Goofspiel, {cards}{deal}, {'points' if rule.objective == 'points' else 'win or lose'}"


def _list(hand: tuple[int, ...]) -> str:
    return " ".join(map(str, hand))
