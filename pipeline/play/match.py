"""One match: a game, who plays it, and what has been played; frozen, each move gives a new one.

Chance and the players that no person plays move by themselves, up to the next question. What they
do is drawn when it is needed, player 2's secret thus first of all, from the seed and the number of
moves before: a match is the same whenever it is played again. A move that is the only one is made
without a question.
"""

import random
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from pipeline.play.playable import Playable
from schemas.game import Chance, Decision, Terminal, children

LARGEST_SEED = 2**31 - 1
CHANCE = 0
"""Instead of the number of a player."""


class NotNow(Exception):
    """Somebody answers who is not asked, or another question than the last one."""


class Impossible(Exception):
    """There is no such action."""


class Move(NamedTuple):
    """One move that was made."""

    node: int
    """Where."""
    player: int
    """1, 2 or CHANCE."""
    infoset: int
    """-1 of chance."""
    action: int
    label: str
    answer: bool
    """Whether a person had a choice."""
    to: int
    """The node behind it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """What has been played; it stands where a person is asked, or at the end, or, where no person
    plays, anywhere.
    """

    ready: Playable
    people: tuple[int, ...]
    """The players that persons play: 1, 2, both or none."""
    seed: int
    moves: tuple[Move, ...] = ()

    @property
    def node(self) -> int:
        """Where play stands."""
        return self.moves[-1].to if self.moves else 0

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return isinstance(self.ready.game.nodes[self.node], Terminal)

    @property
    def mover(self) -> tuple[int, int]:
        """Who moves, and at which information set; CHANCE and -1 where no player does."""
        node = self.ready.game.nodes[self.node]
        if not isinstance(node, Decision):
            return CHANCE, -1
        return self.ready.game.information_sets[node.infoset].player, node.infoset

    @property
    def possible(self) -> tuple[str, ...]:
        """What can happen, whoever moves; nothing at the end."""
        node = self.ready.game.nodes[self.node]
        if isinstance(node, Chance):
            return node.actions
        _, infoset = self.mover
        return () if infoset < 0 else self.ready.game.information_sets[infoset].actions

    @property
    def waiting(self) -> int:
        """The player whose action is asked for; 0: nobody's."""
        player, _ = self.mover
        return player if player in self.people else 0

    @property
    def infoset(self) -> int | None:
        """The information set of who is asked."""
        return self.mover[1] if self.waiting else None

    @property
    def version(self) -> int:
        """How many answers persons gave, or how many moves somebody watched: an answer names it. It
        does not count what is hidden.
        """
        return sum(move.answer for move in self.moves) if self.people else len(self.moves)

    @property
    def labels(self) -> tuple[str, ...]:
        """The actions of who is asked, in the order of the game; none where nobody is."""
        return self.possible if self.waiting else ()

    def act(self, action: int | str, version: int | None = None, player: int = 0) -> "Match":
        """Return the match after an answer, by number or label, up to the next question.

        With a version or a player only where these are the ones that are asked. Raises NotNow and
        Impossible.
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
        """Return the match that nobody plays one move later, and what then must follow. Raises
        NotNow.
        """
        self._refuse_late(version)
        if self.people:
            raise NotNow("a person plays; play goes on with an answer")
        if self.over:
            raise NotNow("the game is over")
        return self.moved(self._drawn())._forced()

    def moved(self, action: int) -> "Match":
        """Return the match after one move, whoever makes it, and nothing more."""
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
        """Return the move that chance or a player makes here that no person plays."""
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
    """Return a new match at its first question; where nobody plays, before its first move.

    Needs `people` in ascending order, each 1 or 2.
    """
    match = Match(ready=ready, people=people, seed=seed)
    return match._onward() if people else match._forced()


def fresh_seed() -> int:
    """Return a seed from the operating system, which follows from nothing that was told before."""
    return random.SystemRandom().randrange(LARGEST_SEED + 1)


def _list(labels: tuple[str, ...]) -> str:
    shown = ", ".join(map(repr, labels[:12]))
    return shown if len(labels) <= 12 else f"{shown} and {len(labels) - 12:,} more"
