"""One match: a game, its players and the moves so far. It is frozen: each move gives a new match.

Chance and the players that no person plays move automatically, up to the next question. Their moves
are drawn when they are needed (player 2's secret thus first of all), from the seed and the number
of earlier moves, so that a match can be replayed exactly. A forced move is made without a question.
"""

import random
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from pipeline.play.playable import Playable
from schemas.game import Chance, Decision, Terminal, children

LARGEST_SEED = 2**31 - 1
CHANCE = 0
"""The number of chance in place of a player."""


class NotNow(Exception):
    """An answer from a player who is not asked, or to an earlier question."""


class Impossible(Exception):
    """An answer is no available action."""


class Move(NamedTuple):
    """One move that was made."""

    node: int
    """The node of the move."""
    player: int
    """1, 2 or CHANCE."""
    infoset: int
    """The information set; -1 for chance."""
    action: int
    label: str
    answer: bool
    """Whether a person made the move by choice."""
    to: int
    """The next node."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """A match in play. It waits at a question to a person or has ended; if no person plays, it may
    be at any node.
    """

    ready: Playable
    people: tuple[int, ...]
    """The players played by people: 1, 2, both or none."""
    seed: int
    moves: tuple[Move, ...] = ()

    @property
    def node(self) -> int:
        """The current node."""
        return self.moves[-1].to if self.moves else 0

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return isinstance(self.ready.game.nodes[self.node], Terminal)

    @property
    def mover(self) -> tuple[int, int]:
        """The player to move, and the information set; CHANCE and -1 if no player moves."""
        node = self.ready.game.nodes[self.node]
        if not isinstance(node, Decision):
            return CHANCE, -1
        return self.ready.game.information_sets[node.infoset].player, node.infoset

    @property
    def possible(self) -> tuple[str, ...]:
        """The actions of the current node, of a player or chance; empty at the end."""
        node = self.ready.game.nodes[self.node]
        if isinstance(node, Chance):
            return node.actions
        _, infoset = self.mover
        return () if infoset < 0 else self.ready.game.information_sets[infoset].actions

    @property
    def waiting(self) -> int:
        """The person's player who is asked for an action; 0 for none."""
        player, _ = self.mover
        return player if player in self.people else 0

    @property
    def infoset(self) -> int | None:
        """The information set of the player asked; None if none is."""
        return self.mover[1] if self.waiting else None

    @property
    def version(self) -> int:
        """The number of answers by people, or without people the number of moves: an answer refers
        to it. It does not count hidden moves.
        """
        return sum(move.answer for move in self.moves) if self.people else len(self.moves)

    @property
    def labels(self) -> tuple[str, ...]:
        """The actions of the player asked, in the order of the game; empty if none is asked."""
        return self.possible if self.waiting else ()

    def act(self, action: int | str, version: int | None = None, player: int = 0) -> "Match":
        """Return the match after an answer, by number or label, up to the next question.

        A version or a player, if given, must be that of the current question. Raise NotNow if not,
        and Impossible for an unavailable action.
        """
        self._refuse_late(version)
        if not self.waiting:
            raise NotNow("the game is over" if self.over else "nobody is asked; play goes on")
        if player not in (0, self.waiting):
            raise NotNow(f"{self.ready.game.players[player - 1]} is not asked now")
        labels = self.labels
        at = labels.index(action) if isinstance(action, str) and action in labels else action
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(labels):
            raise Impossible(f"there is no action {action!r} here; possible are {_list(labels)}")
        return self.moved(at)._onward()

    def step(self, version: int | None = None) -> "Match":
        """Return the match of a spectator after one move and the forced moves that follow. Raise
        NotNow.
        """
        self._refuse_late(version)
        if self.people:
            raise NotNow("a person plays; play goes on with an answer")
        if self.over:
            raise NotNow("the game is over")
        return self.moved(self._drawn())._forced()

    def moved(self, action: int) -> "Match":
        """Return the match after exactly one move, by any player or chance."""
        (player, infoset), labels = self.mover, self.possible
        move = Move(
            node=self.node,
            player=player,
            infoset=infoset,
            action=action,
            label=labels[action],
            answer=player in self.people and len(labels) > 1,
            to=children(self.ready.game.nodes[self.node])[action],
        )
        return replace(self, moves=(*self.moves, move))

    def draw(self) -> int:
        """Return the action drawn here for chance or for a player that no person plays."""
        node = self.ready.game.nodes[self.node]
        if isinstance(node, Chance):
            shares = tuple(map(float, node.probabilities))
        else:
            shares = self.ready.continuation.played[self.mover[1]]
        number = random.Random(f"{self.seed} {len(self.moves)}").random()
        whole = tuple(accumulate(shares))
        number *= whole[-1]
        last = max(at for at, share in enumerate(shares) if share > 0)
        return next((at for at, below in enumerate(whole) if number < below), last)

    def asks(self) -> bool:
        """Return whether a person has a choice here."""
        return bool(self.waiting) and len(self.labels) > 1

    def _drawn(self) -> int:
        return self.draw() if len(self.possible) > 1 else 0

    def _onward(self) -> "Match":
        match = self
        while not (match.over or match.asks()):
            match = match.moved(match._drawn())
        return match

    def _forced(self) -> "Match":
        match = self
        while len(match.possible) == 1:
            match = match.moved(0)
        return match

    def _refuse_late(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise NotNow(f"this was for move {version + 1}; now it is move {self.version + 1}")


def begin(ready: Playable, people: tuple[int, ...] = (1,), seed: int = 1) -> Match:
    """Return a new match at its first question, or, without people, before its first move.

    Needs `people` in ascending order, each 1 or 2.
    """
    match = Match(ready=ready, people=people, seed=seed)
    return match._onward() if people else match._forced()


def fresh_seed() -> int:
    """Return an unpredictable seed from the operating system."""
    return random.SystemRandom().randrange(LARGEST_SEED + 1)


def _list(labels: tuple[str, ...]) -> str:
    shown = ", ".join(map(repr, labels[:12]))
    return shown if len(labels) <= 12 else f"{shown} and {len(labels) - 12:,} more"
