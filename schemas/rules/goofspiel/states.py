"""List the states of Goofspiel.

The level determines which positions are the same state: at level 0 a state is
one history, at level 1 one position. At level 2 a state is one order pattern:
future play depends on the hands only through the order of all cards, so the
cards can be renumbered from the lowest (Rhoads and Bartholdi 2012, section 3).
For `win`, the game then also ends once a lead can no longer be caught up.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from ...parts.exact import write_exact
from ...parts.states import Draw, Joint, State, Terminal
from ..forecast import Following, Forecast, Recursion
from ..objective import Objective
from ..rule import Number, TreeSize, Unfolding
from .positions import (
    Deal,
    Hand,
    Position,
    after,
    deal,
    hands_after,
    won,
    write_position,
)


class DealUnfolding(Unfolding[Position]):
    """The unfolding of Goofspiel at a level."""

    def __init__(self, rule: Deal, level: int) -> None:
        self.rule = rule
        self.level = level
        self.start = deal(rule)

    def recursion(self) -> Recursion:
        return DealRecursion(self.rule, self.level)

    def name(self, position: Position) -> str:
        position = self._decided_position(position)
        if not position.prizes:
            return f"end {write_exact(self._payoff(position))}"
        return write_position(self._ranked(position), self.rule.objective)

    def key(self, position: Position) -> Hashable:
        position = self._decided_position(position)
        if not position.prizes:
            return self._payoff(position)
        score = position.score if self.rule.objective == Objective.WIN else None
        return self._ranked(position).hands, position.prizes, position.up, score

    def state(self, position: Position, number: Number[Position]) -> State:
        position = self._decided_position(position)
        if not position.prizes:
            return Terminal(self._payoff(position))
        if position.up is None:
            probability = Fraction(1, len(position.prizes))
            return Draw(
                tuple(
                    (
                        write_exact(prize),
                        probability,
                        number(position._replace(up=prize)),
                    )
                    for prize in position.prizes
                )
            )
        shown = self._ranked(position)
        bids = [[(one, other) for other in position.hands[1]] for one in position.hands[0]]
        return Joint(
            (tuple(map(str, shown.hands[0])), tuple(map(str, shown.hands[1]))),
            tuple(tuple(number(after(position, pair)) for pair in row) for row in bids),
            tuple(tuple(self._reward(position.up, pair) for pair in row) for row in bids),
        )

    def _reward(self, prize: Fraction, bids: tuple[int, int]) -> Fraction:
        return won(prize, bids) if self.rule.objective == Objective.POINTS else Fraction(0)

    def _payoff(self, end: Position) -> Fraction:
        return (
            Fraction((end.score > 0) - (end.score < 0))
            if self.rule.objective == Objective.WIN
            else Fraction(0)
        )

    def _decided_position(self, position: Position) -> Position:
        """Return the terminal position of a game whose winner is decided, at level 2 for `win`;
        otherwise the position itself.
        """
        counts = self.level == 2 and self.rule.objective == Objective.WIN
        if counts and abs(position.score) > sum(position.prizes):
            return Position(((), ()), (), None, position.score)
        return position

    def _ranked(self, position: Position) -> Position:
        """Return a position with its cards numbered by their order at level 2; the initial deal
        keeps its cards.
        """
        if self.level < 2 or len(position.prizes) == len(self.rule.prizes):
            return position
        return position._replace(hands=ranked(position.hands))


def ranked(
    hands: tuple[tuple[int, ...], tuple[int, ...]],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return hands with the same order pattern whose cards are numbered from 1 without gaps.

    >>> ranked(((2, 5), (5, 9)))
    ((1, 2), (2, 3))
    """
    rank: Callable[[int], int] = {
        card: at for at, card in enumerate(sorted({*hands[0], *hands[1]}), 1)
    }.__getitem__
    return tuple(map(rank, hands[0])), tuple(map(rank, hands[1]))


class DealRecursion:
    """The recursion over the positions of a deal; level 0 uses the positions of level 1.

    Prizes and scores are in the largest unit of which all are multiples.
    """

    def __init__(self, rule: Deal, level: int) -> None:
        self.rule, self.level = rule, level
        self.win = rule.objective == Objective.WIN
        unit = rule.unit
        self.prizes = tuple(int(prize * unit) for prize in rule.prizes)
        self._rounds = cache(self._round)

    @property
    def start(self) -> Hashable:
        return self._position_key(self.rule.hands, self.prizes, 0)

    def following(self, point: Hashable) -> Following:
        if not isinstance(point, _Point):
            return Following(0, {})
        hands, prizes, up, score = point
        if not up:
            return Following(0, {point._replace(up=prize): 1 for prize in prizes})
        left = tuple(prize for prize in prizes if prize != up)
        found: dict[Hashable, int] = {}
        for (held, sign), number in self._rounds(hands):
            to = self._position_key(held, left, score + sign * up if self.win else 0)
            found[to] = found.get(to, 0) + number
        return Following(len(hands[0]), found)

    def least(self) -> Forecast:
        """The size of all rounds before the first one that can decide the game; before it, the
        remaining prizes exceed any lead.
        """
        number = len(self.prizes)
        can_decide = self.win and self.level == 2
        plays = histories = before = 1
        for gone in range(number):
            cards = number - gone
            if can_decide and 2 * sum(self.prizes[cards - 1 :]) > sum(self.prizes):
                break
            turned = before * cards
            after = turned * cards * cards
            plays += after + (turned if cards > 1 else 0)  # The last prize is not a chance move.
            histories += after + turned * cards + (turned if cards > 1 else 0)
            before = after
        positions = sum(comb(number, cards) ** 3 * cards for cards in range(1, number + 1))
        return Forecast(
            states=positions if self.level == 1 else 1,
            plays=plays,
            histories=histories,
            whole=False,
        )

    def _position_key(
        self, hands: tuple[Hand, Hand], prizes: tuple[int, ...], score: int
    ) -> Hashable:
        if not prizes or self.level == 2 and self.win and abs(score) > sum(prizes):
            return "end", (score > 0) - (score < 0)
        return _Point(hands, prizes, prizes[0] if len(prizes) == 1 else 0, score)

    def _round(
        self, hands: tuple[Hand, Hand]
    ) -> tuple[tuple[tuple[tuple[Hand, Hand], int], int], ...]:
        """Return the outcomes of a round: the remaining hands and the winner of the prize, with the
        number of ways.
        """
        ends: Counter[tuple[tuple[Hand, Hand], int]] = Counter()
        for one in hands[0]:
            for other in hands[1]:
                left = hands_after(hands, (one, other))
                ends[
                    left if self.level < 2 else ranked(left),
                    (one > other) - (one < other) if self.win else 0,
                ] += 1
        return tuple(ends.items())


class _Point(NamedTuple):
    """A position; `up` is 0 before a prize is turned up."""

    hands: tuple[Hand, Hand]
    prizes: tuple[int, ...]
    up: int
    score: int


def tree_size(rule: Deal) -> TreeSize:
    """Return the size of Goofspiel's tree: with k cards left there are k prizes to turn up and k *
    k pairs of bids.

    For `win`, the tree continues to the end even if the winner is decided.
    """
    histories, infosets, sequences = 1, 0, 0
    for cards in range(1, len(rule.prizes) + 1):
        turned = 1 if cards > 1 else 0  # The last prize is not a chance move.
        histories = turned + cards * (1 + cards + cards * cards * histories)
        infosets, sequences = (
            cards * (1 + cards * cards * infosets),
            cards * (cards + cards * cards * sequences),
        )
    return TreeSize(histories, (infosets, infosets), (1 + sequences, 1 + sequences))
