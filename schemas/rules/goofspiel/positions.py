"""The deals and positions of Goofspiel, and their notation."""

import re
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from ...parts.documents import Data, Findings
from ...parts.exact import brief, large, read_exact, write_exact
from ...parts.near import known_are
from ...parts.problems import InputError, Place, Problem, shown
from ..objective import Objective

OBJECTIVES = (Objective.POINTS, Objective.WIN)
MAX_CARDS = 15  # With 15 cards the full game has 4.5e10 stage games, and 28 GB of values.
# Limit on pairs of a set of prizes and a score, for `win`; 15 distinct cards have a quarter of it.
MAX_SCORES = 30_000_000
# Limit on the sum of all prizes: smaller scores are exact in every number type that is used.
MAX_UNITS = 10**12

Hand = tuple[int, ...]


class Deal(NamedTuple):
    """The hands and prizes of a deal, with its objective."""

    hands: tuple[Hand, Hand]
    """The cards of player 1 and player 2: ascending, at least 1, as many cards as prizes."""
    prizes: tuple[Fraction, ...]
    """Ascending, above 0, distinct."""
    objective: str
    """An Objective; the points are those of the prizes won."""

    @property
    def unit(self) -> int:
        """The factor that makes all prizes and scores integers."""
        return lcm(*(prize.denominator for prize in self.prizes))


class Position(NamedTuple):
    """A point of play; `up` is None before a prize is turned up."""

    hands: tuple[Hand, Hand]
    prizes: tuple[Fraction, ...]
    """The remaining prizes, including the one turned up."""
    up: Fraction | None
    score: Fraction
    """Player 1's winnings so far minus player 2's; only relevant for `win`."""


def read_hand(findings: Findings, data: Data, place: Place) -> Hand:
    """Read a hand in the data of a file, in ascending order."""
    return tuple(sorted(findings.each(data, place, findings.integer)))


def read_prizes(findings: Findings, data: Data, place: Place) -> tuple[Fraction, ...]:
    """Read prizes in the data of a file, in ascending order."""
    return tuple(sorted(findings.each(data, place, findings.exact)))


def check_deal(rule: Deal) -> list[Problem]:
    """Return the problems of a deal."""
    findings = Findings()
    for player, hand in enumerate(rule.hands):
        if len(set(hand)) < len(hand) or min(hand, default=1) < 1 or max(hand, default=1) > 10**9:
            findings.add(
                ("hands", player),
                "the cards of a hand must be different whole numbers from 1 to 1,000,000,000",
            )
        if len(hand) != len(rule.prizes):
            findings.add(
                ("hands", player),
                f"{len(hand)} cards for {len(rule.prizes)} prizes; each prize takes one card",
            )
    if len(set(rule.prizes)) < len(rule.prizes) or min(rule.prizes, default=1) <= 0:
        findings.add(("prizes",), "the prizes must be different numbers above 0")
    if not 1 <= len(rule.prizes) <= MAX_CARDS:
        findings.add(
            ("prizes",),
            f"there are {len(rule.prizes)} prizes; the number must be from 1 to {MAX_CARDS}",
        )
        return findings.problems
    units = int(sum(rule.prizes) * rule.unit)
    if units > MAX_UNITS:
        findings.add(
            ("prizes",),
            f"the prizes add up to {large(units)} times their common unit; the maximum is "
            f"{MAX_UNITS:,}",
        )
    elif rule.objective == Objective.WIN and _scores(len(rule.prizes), units) > MAX_SCORES:
        findings.add(
            ("prizes",),
            (
                "too many scores are possible; choose fewer prizes, or smaller multiples of their "
                "common unit"
            ),
        )
    if rule.objective not in OBJECTIVES:
        known = known_are(rule.objective, OBJECTIVES)
        findings.add(("objective",), f"{shown(rule.objective)} is not an objective; {known}")
    return findings.problems


def _scores(prizes: int, units: int) -> int:
    """Return an upper bound on the number of pairs of a set of prizes and a score."""
    return sum(comb(prizes, gone) * min(3**gone, 2 * units + 1) for gone in range(prizes + 1))


def deal(rule: Deal) -> Position:
    """Return the position before the first prize is turned up."""
    return Position(
        rule.hands, rule.prizes, rule.prizes[0] if len(rule.prizes) == 1 else None, Fraction(0)
    )


def hands_after(hands: tuple[Hand, Hand], bids: tuple[int, int]) -> tuple[Hand, Hand]:
    """Return the hands after two bids."""
    first, second = (
        tuple(card for card in hand if card != bid) for hand, bid in zip(hands, bids, strict=True)
    )
    return first, second


def after(position: Position, bids: tuple[int, int]) -> Position:
    """Return the position after two bids for the prize turned up. If one prize is left, it is
    already turned up.

    >>> after(Position(((1, 2), (1, 3)), (Fraction(4), Fraction(5)), Fraction(5), Fraction(0)), (2,
    ...     1)).score
    Fraction(5, 1)
    """
    assert position.up is not None
    hands = hands_after(position.hands, bids)
    prizes = tuple(prize for prize in position.prizes if prize != position.up)
    score = position.score + won(position.up, bids)
    return Position(hands, prizes, prizes[0] if len(prizes) == 1 else None, score)


def won(prize: Fraction, bids: tuple[int, int]) -> Fraction:
    """Return the change of the score by two bids."""
    return prize * ((bids[0] > bids[1]) - (bids[0] < bids[1]))


def write_position(position: Position, objective: str) -> str:
    """Return a position in the notation of `read_position`.

    >>> write_position(Position(((1, 3), (2, 4)), (Fraction(1), Fraction(5)), Fraction(5),
    ...     Fraction(-2)), "win")
    'hand 1 3 / 2 4 prizes 1 5 score -2 up 5'
    """
    first, second = (" ".join(map(str, hand)) for hand in position.hands)
    prizes = " ".join(map(write_exact, position.prizes))
    score = f" score {write_exact(position.score)}" if objective == Objective.WIN else ""
    up = "" if position.up is None else f" up {write_exact(position.up)}"
    return f"hand {first} / {second} prizes {prizes}{score}{up}"


_PART = re.compile(r"\s*(hands?|prizes?|up|score)\b([^a-z]*)")


def read_position(text: str) -> Position:
    """Return the position that a text such as `hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5` describes.

    Raise InputError if the text is invalid. Without `up` it is the position before a prize is
    turned up; `score` is 0 by default.
    """
    named = [(match[1].removesuffix("s"), match[2]) for match in _PART.finditer(text.lower())]
    parts = dict(named)
    readable = len(parts) == len(named) and not _PART.sub("", text.lower()).strip()
    if not readable or "hand" not in parts or "prize" not in parts or "/" not in parts["hand"]:
        raise InputError(
            [
                Problem(
                    f"{shown(text)} is not a position; write it like 'hand 1 3 5 / 2 4 6, prizes 1 "
                    "2 5, up 5'"
                )
            ]
        )
    findings = Findings()
    hands = [read_hand(findings, _words(hand), ("hand",)) for hand in parts["hand"].split("/")]
    prizes = read_prizes(findings, _words(parts["prize"]), ("prizes",))
    up = [read_exact(word) for word in _words(parts.get("up", ""))] or [
        prizes[0] if len(prizes) == 1 else None
    ]
    score = [read_exact(word) for word in _words(parts.get("score", "0"))]
    if len(hands) != 2:
        findings.add(("hand",), f"two players hold {len(hands)} hands")
        hands = [(), ()]
    if len(up) != 1 or "up" in parts and up[0] not in prizes:
        findings.add(("up",), f"{shown(parts.get('up', '').strip(' ,'))} is not one of the prizes")
    if len(score) != 1 or score[0] is None:
        findings.add(("score",), f"{shown(parts.get('score', '').strip(' ,'))} is not a number")
    findings.add_unless_broken(check_deal(Deal((hands[0], hands[1]), prizes, "points")))
    findings.stop()
    return Position((hands[0], hands[1]), prizes, up[0], score[0] or Fraction(0))


def refuse_other_cards(rule: Deal, position: Position) -> None:
    """Raise InputError if a position has cards or prizes that are not in the deal."""
    findings = Findings()
    for player, (hand, dealt) in enumerate(zip(position.hands, rule.hands, strict=True), 1):
        foreign = [str(card) for card in hand if card not in dealt]
        if foreign:
            findings.add(
                (),
                f"player {player} was not dealt {' and '.join(foreign)}; the hand is "
                f"{' '.join(map(str, dealt))}",
            )
    foreign = [brief(prize) for prize in position.prizes if prize not in rule.prizes]
    if foreign:
        findings.add(
            (),
            f"there is no prize {' and '.join(foreign)}; the prizes are "
            f"{' '.join(map(brief, rule.prizes))}",
        )
    findings.stop()


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()
