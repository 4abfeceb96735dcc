"""The source of Goofspiel: a few lines of YAML, `game: goofspiel` and the number of cards."""

from collections.abc import Mapping
from fractions import Fraction

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Problem
from schemas.rules.goofspiel import MAX_CARDS, Goofspiel, read_hand, read_prizes
from schemas.rules.objective import Objective


def read_deal_source(found: Findings, fields: Mapping[str, Data]) -> Goofspiel:
    """Return the deal from the fields of a source."""
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
    objective = found.text(fields.get("objective", Objective.POINTS), ("objective",))
    rule = Goofspiel((hands[0], hands[1]), prizes or tuple(map(Fraction, suit)), objective)
    found.add_beside(rule.check())
    return rule


def _cards(found: Findings, fields: Mapping[str, Data], prizes: tuple[Fraction, ...] | None) -> int:
    """Return the number of cards of each player: the given number, or else that of the prizes."""
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
