"""The points of a play of Goofspiel, and their numbers.

The number of a node tells its history: to the number of the one before, times BASE, the number of
the action from 1. So numbers are the same in every play, and no node need be kept.
"""

from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, InformationSet, Node, Terminal
from schemas.parts.exact import write_exact
from schemas.rules.goofspiel import MAX_CARDS, Goofspiel, Position, after, deal, won
from schemas.rules.objective import Objective

BASE = MAX_CARDS + 1


class Round(NamedTuple):
    """One that was played."""

    prize: Fraction
    bids: tuple[int, int]

    @property
    def won(self) -> Fraction:
        """What player 1 won of player 2; below 0 where it lost."""
        return won(self.prize, self.bids)


class Point(NamedTuple):
    """How a play stands."""

    position: Position
    """Before the bids of the round, with the score so far."""
    rounds: tuple[Round, ...]
    bid: int | None
    """Player 1's card, which player 2 does not see."""
    stage: int
    """The node at which player 1 bids in this round, or will."""


def point_of(rule: Goofspiel, node: int) -> Point:
    """Return the point of a node.

    >>> from fractions import Fraction
    >>> two = Goofspiel(((1, 2), (1, 2)), (Fraction(1), Fraction(2)), "points")
    >>> point_of(two, (2 * BASE + 1) * BASE + 2).rounds
    (Round(prize=Fraction(2, 1), bids=(1, 2)),)
    """
    actions: list[int] = []
    while node:
        node, action = divmod(node, BASE)
        actions.append(action - 1)
    found = Point(deal(rule), (), None, 0)
    for action in reversed(actions):
        found = _moved(found, action, node)
        node = node * BASE + action + 1
        found = found if found.bid is not None else found._replace(stage=node)
    return found


def _moved(point: Point, action: int, node: int) -> Point:
    position = point.position
    if position.up is None:
        return point._replace(position=position._replace(up=position.prizes[action]))
    if point.bid is None:
        return point._replace(bid=position.hands[0][action], stage=node)
    bids = point.bid, position.hands[1][action]
    played = Round(position.up, bids)
    return Point(after(position, bids), (*point.rounds, played), None, node)


def node_of(rule: Goofspiel, point: Point, node: int) -> Node:
    """Return the node with a number."""
    position = point.position
    if not position.prizes:
        return Terminal(payoff_of(rule, position))
    if position.up is None:
        prizes = position.prizes
        share = Fraction(1, len(prizes))
        labels = tuple(map(write_exact, prizes))
        return Chance(labels, (share,) * len(prizes), _children(node, len(prizes)))
    player = 1 if point.bid is None else 2
    hand = position.hands[player - 1]
    return Decision(infoset_of(point.stage, player), _children(node, len(hand)))


def infoset_of(stage: int, player: int) -> int:
    """Return the number of the information set at which a player bids."""
    return 2 * stage + player - 1


def stage_of(infoset: int) -> tuple[int, int]:
    """Return the node at which player 1 bids, and whose information set it is.

    >>> stage_of(infoset_of(18, 2))
    (18, 2)
    """
    return infoset // 2, infoset % 2 + 1


def infoset_at(rule: Goofspiel, point: Point, player: int) -> InformationSet:
    """Return an information set: all that was played is seen, but for the other bid of the
    round.
    """
    position = point.position
    assert position.up is not None
    seen = [f"the prize is {write_exact(position.up)}"]
    if point.rounds:
        other = rule.players[2 - player]
        seen.insert(0, f"{other} bids {point.rounds[-1].bids[2 - player]}")
    return InformationSet(player, "", tuple(seen), tuple(map(str, position.hands[player - 1])))


def payoff_of(rule: Goofspiel, position: Position) -> Fraction:
    """Return what an end pays player 1."""
    score = position.score
    return score if rule.objective == Objective.POINTS else Fraction((score > 0) - (score < 0))


def _children(node: int, count: int) -> tuple[int, ...]:
    return tuple(range(node * BASE + 1, node * BASE + 1 + count))
