"""Goofspiel in play: a game whose nodes are created on demand.

Both players bid at once: this is modelled as player 1's bid followed by player 2's, who does not
see it, as in any game with information sets. So the match, look, advice, tally and transcript are
the same as for all games. Values and strategies of positions are computed from level files.

The number of a node encodes its history: it is its parent's number times BASE, plus the number of
the action from 1. So numbers are the same in every match, and no node need be stored.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import add, mul
from typing import Any, NamedTuple, TypeVar

from ....schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from ....schemas.parts.exact import write_exact
from ....schemas.parts.problems import LimitError
from ....schemas.rules.goofspiel import (
    MAX_CARDS,
    Goofspiel,
    Position,
    after,
    deal,
    goofspiel_of,
    won,
)
from ....schemas.rules.objective import Objective
from ....schemas.rules.rule import Rule
from ....schemas.state_graph import StateGraph
from ....schemas.strategies import ActionValues
from ...files.kinds import kind
from ...files.reading import about
from ...files.sources import parse_source, rule_in
from ...files.text import Text
from ...levels.method import LevelFiles, folder_of, keeping_command
from ...levels.store import Store
from ...settings import Settings
from .continuation import TIE, Continuation, decimals_for
from .solved_match import Playable

BASE = MAX_CARDS + 1

Item = TypeVar("Item")
Data = dict[str, Any]
KEPT = 4_096
"""The sizes of the caches of points of play and of stages."""


class Lazy(Sequence[Item]):
    """A lazy sequence whose items are created on access by number; it cannot be iterated over in
    full.
    """

    def __init__(self, make: Callable[[int], Item]) -> None:
        self._make = make

    def __getitem__(self, at: Any) -> Any:
        return self._make(at)

    def __len__(self) -> int:
        raise TypeError("too many to be counted here")


@dataclass(frozen=True, kw_only=True)
class DealtGame(Game):
    """The game of a deal; it has no file, so the digest of its state graph identifies it."""

    graph_sha256: str

    def __post_init__(self) -> None:
        """Leave the lazy sequences as they are: they are too long to enumerate."""

    @cached_property
    def digest(self) -> str:
        return self.graph_sha256


class Stage(NamedTuple):
    """The stage game of a round, with its equilibrium."""

    matrix: tuple[tuple[float, ...], ...]
    """Player 1's final payoff, by both bids."""
    strategies: tuple[tuple[float, ...], tuple[float, ...]]

    @property
    def rows(self) -> tuple[float, ...]:
        """The values of player 1's bids to player 1, against player 2's strategy."""
        return tuple(_product(row, self.strategies[1]) for row in self.matrix)

    @property
    def columns(self) -> tuple[float, ...]:
        """The values of player 2's bids to player 1, against player 1's strategy."""
        return tuple(
            _product(self.strategies[0], column) for column in zip(*self.matrix, strict=True)
        )


class Dealt:
    """A deal with the values of all its positions."""

    def __init__(self, source: StateGraph, rule: Goofspiel, store: Store) -> None:
        self._store, self._rule = store, rule
        self.point: Callable[[int], Point] = lru_cache(KEPT)(lambda node: point_of(rule, node))
        self.stage: Callable[[int], Stage] = lru_cache(KEPT)(self._stage)
        self.game: Game = DealtGame(
            title=source.title,
            source=source.source,
            players=source.players,
            states=0,
            information_sets=Lazy(self._infoset),
            nodes=Lazy(self._node),
            graph_sha256=source.digest,
        )

    def playable(self) -> Playable:
        """Return the deal, ready to be played. Other optimal strategies are not searched for."""
        digest = hashlib.sha256()
        for level in self._store.levels:  # They determine all strategies.
            digest.update(" ".join(level.sha256).encode())
        return Playable(
            game=self.game,
            value=self._worth(0),
            continuation=self._continuation(),
            strategies_sha256=digest.hexdigest(),
            dealt=self,
        )

    def _continuation(self) -> Continuation:
        """The play of both players in every round, with its values."""
        most = self._rule.layers.most
        return Continuation(
            values=Lazy(self._values),
            played=Lazy(self._played),
            nodes=Lazy(self._worth),
            # Values in level files are as exact as the sum of all prizes allows.
            ties=(TIE * most, TIE * most),
            decimals=decimals_for([Fraction(most)]),
        )

    def question(self, node: int) -> str:
        """Return the question to a player at a node."""
        up = self.point(node).position.up
        return "" if up is None else f"which card do you bid for the prize of {write_exact(up)}?"

    def cards(self, node: int, player: int) -> Data:
        """Return the cards on the table as a player sees them; player 0 also sees a bid that is
        face down.
        """
        point = self.point(node)
        position, players = point.position, self.game.players
        scores = accumulate(played.change for played in point.rounds)
        return {
            "hands": [list(hand) for hand in position.hands],
            "prizes": list(map(write_exact, position.prizes)),
            "up": None if position.up is None else write_exact(position.up),
            "lead": _lead(players, position.score),
            "objective": self._rule.objective,
            "bid": point.bid if player == 0 else None,
            "rounds": [
                {
                    "prize": write_exact(played.prize),
                    "bids": list(played.bids),
                    "taken": players[played.change < 0] if played.change else "neither",
                    "lead": _lead(players, score),
                }
                for played, score in zip(point.rounds, scores, strict=True)
            ],
        }

    def _node(self, node: int) -> Node:
        return _node_of(self._rule, self.point(node), node)

    def _infoset(self, infoset: int) -> InformationSet:
        stage, player = _stage_of(infoset)
        return _infoset_at(self._rule, self.point(stage), player)

    def _stage(self, node: int) -> Stage:
        position = self.point(node).position
        answer = self._store.answer(position)
        gone = float(position.score) if self._rule.objective == Objective.POINTS else 0.0
        matrix = tuple(tuple(gone + entry for entry in row) for row in answer.matrix)
        return Stage(matrix, answer.stage.strategies)

    def _values(self, infoset: int) -> ActionValues | None:
        node, player = _stage_of(infoset)
        found = self.stage(node)
        return ActionValues(1.0, found.rows if player == 1 else found.columns)

    def _played(self, infoset: int) -> tuple[float, ...]:
        node, player = _stage_of(infoset)
        return self.stage(node).strategies[player - 1]

    def _worth(self, node: int) -> float:
        """Return the value of a node to player 1 when both players follow the equilibrium."""
        point = self.point(node)
        position = point.position
        if not position.prizes:
            return float(_payoff_of(self._rule, position))
        if isinstance(self._node(node), Decision):
            found = self.stage(point.stage)
            if point.bid is None:
                return _product(found.strategies[0], found.rows)
            return found.rows[position.hands[0].index(point.bid)]
        gone = position.score if self._rule.objective == Objective.POINTS else Fraction(0)
        return float(gone) + self._store.value(position)


def rule_of(source: Text) -> Rule | None:
    """Return the rule of a source or a state graph of Goofspiel or droid battle; None for another
    text. Raise InputError if it is a broken one.
    """
    if kind(source.text) not in ("source", "state-graph"):
        return None
    return about(source.name, lambda: rule_in(source.text))


def prepare_deal(source: Text, settings: Settings, ended: ExitStack) -> Playable:
    """Return a deal, ready to be played, which reads its level files until `ended` is closed.

    The level files are those of the settings; without them a small deal is solved. Raise
    InputError, and LimitError if the deal is too large to be solved here.
    """
    as_kind = kind(source.text)
    graph = about(source.name, lambda: parse_source(source, as_kind, settings, lambda *done: None))
    assert isinstance(graph, StateGraph)
    rule = goofspiel_of(graph.rule, "is no Goofspiel")
    known, levels = LevelFiles(graph, rule).found_again(settings.levels, ended)
    if known is None or levels is None:
        folder = folder_of(source.name)
        raise LimitError(
            f"{source.name}: {len(rule.prizes)} cards are played from level files: solve them with "
            f"`{keeping_command(source.name, folder)}`, then play with --levels {folder}"
        )
    store = Store(levels, rule, make=False)
    store.refuse_deleted()
    return Dealt(graph, rule, store).playable()


def _product(shares: Sequence[float], values: Sequence[float]) -> float:
    # Not `sum`, which adds floats with compensation from Python 3.12 on.
    return reduce(add, map(mul, shares, values), 0.0)


class PlayedRound(NamedTuple):
    """A round that was played."""

    prize: Fraction
    bids: tuple[int, int]

    @property
    def change(self) -> Fraction:
        """Player 1's winnings from player 2; negative for a loss."""
        return won(self.prize, self.bids)


def _lead(players: tuple[str, str], score: Fraction) -> str:
    """Return who leads, by player 1's points minus player 2's, in words.

    >>> _lead(("Ann", "Bob"), Fraction(-4)), _lead(("Ann", "Bob"), Fraction(0))
    ('Bob leads by 4', 'even')
    """
    return f"{players[score < 0]} leads by {write_exact(abs(score))}" if score else "even"


class Point(NamedTuple):
    """A point of play."""

    position: Position
    """The position before the bids of the round, with the score so far."""
    rounds: tuple[PlayedRound, ...]
    bid: int | None
    """Player 1's card, which player 2 does not see."""
    stage: int
    """The node at which player 1 bids in this round."""


def point_of(rule: Goofspiel, node: int) -> Point:
    """Return the point of a node.

    >>> from fractions import Fraction
    >>> two = Goofspiel(((1, 2), (1, 2)), (Fraction(1), Fraction(2)), "points")
    >>> point_of(two, (2 * BASE + 1) * BASE + 2).rounds
    (PlayedRound(prize=Fraction(2, 1), bids=(1, 2)),)
    """
    actions: list[int] = []
    while node:
        node, action = divmod(node, BASE)
        actions.append(action - 1)
    found = Point(deal(rule), (), None, 0)
    for action in reversed(actions):
        found = _next_point(found, action, node)
        node = node * BASE + action + 1
        found = found if found.bid is not None else found._replace(stage=node)
    return found


def _next_point(point: Point, action: int, node: int) -> Point:
    position = point.position
    if position.up is None:
        return point._replace(position=position._replace(up=position.prizes[action]))
    if point.bid is None:
        return point._replace(bid=position.hands[0][action], stage=node)
    bids = point.bid, position.hands[1][action]
    played = PlayedRound(position.up, bids)
    return Point(after(position, bids), (*point.rounds, played), None, node)


def _node_of(rule: Goofspiel, point: Point, node: int) -> Node:
    """Return the node with a given number."""
    position = point.position
    if not position.prizes:
        return Terminal(_payoff_of(rule, position))
    if position.up is None:
        prizes = position.prizes
        share = Fraction(1, len(prizes))
        labels = tuple(map(write_exact, prizes))
        return Chance(labels, (share,) * len(prizes), _children(node, len(prizes)))
    player = 1 if point.bid is None else 2
    hand = position.hands[player - 1]
    return Decision(_infoset_of(point.stage, player), _children(node, len(hand)))


def _infoset_of(stage: int, player: int) -> int:
    """Return the number of the information set at which a player bids."""
    return 2 * stage + player - 1


def _stage_of(infoset: int) -> tuple[int, int]:
    """Return the node at which player 1 bids, and the player of the information set.

    >>> _stage_of(_infoset_of(18, 2))
    (18, 2)
    """
    return infoset // 2, infoset % 2 + 1


def _infoset_at(rule: Goofspiel, point: Point, player: int) -> InformationSet:
    """Return an information set: its player has seen all bids, except the opponent's in this
    round.
    """
    position = point.position
    assert position.up is not None
    seen = [f"the prize is {write_exact(position.up)}"]
    if point.rounds:
        other = rule.players[2 - player]
        seen.insert(0, f"{other} bids {point.rounds[-1].bids[2 - player]}")
    return InformationSet(player, "", tuple(seen), tuple(map(str, position.hands[player - 1])))


def _payoff_of(rule: Goofspiel, position: Position) -> Fraction:
    """Return the payoff to player 1 at the end."""
    score = position.score
    return score if rule.objective == Objective.POINTS else Fraction((score > 0) - (score < 0))


def _children(node: int, count: int) -> tuple[int, ...]:
    return tuple(range(node * BASE + 1, node * BASE + 1 + count))
