"""The match engine, for all games that are played: on a game tree, or on a board.

A `Game` says who moves at a position and what follows. A `Match` is a game that people take part
in: a frozen record of the moves so far, so that each move gives a new match. Players who move at
once choose one after the other, people first, and nothing follows from a choice until all have
chosen.
"""

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

CHANCE = 0
"""The number of chance in place of a player."""
LARGEST_SEED = 2**31 - 1

P = TypeVar("P")
"""A position: all that matters for the future of a game."""


class Game(Protocol[P]):
    """Who moves at a position, and what follows; an action is the number of its label."""

    @property
    def opening(self) -> P:
        """The position before the first move."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of players 1 and 2."""

    def movers(self, position: P) -> tuple[int, ...]:
        """Return the players who move now, at once: 1, 2, both, or CHANCE; empty at the end."""

    def labels(self, position: P, player: int) -> tuple[str, ...]:
        """Return the labels of the actions of one of the movers."""

    def after(self, position: P, actions: tuple[int, ...]) -> P:
        """Return the position after an action of each mover, in the order of `movers`."""


class NotNow(Exception):
    """An action at a time when another player moves, or for an earlier position."""


class Impossible(Exception):
    """An action that is not available."""


class Move(NamedTuple):
    """One move that was made."""

    position: Any
    """The position before the move."""
    player: int
    """1, 2 or CHANCE."""
    action: int
    label: str
    answer: bool
    """Whether a person chose the action."""
    to: Any
    """The next position; None if others who move at once have not chosen yet."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Match(ABC, Generic[P]):
    """A match in play. It is over, or a person has to choose; if no person plays, it may be at any
    position.
    """

    people: tuple[int, ...]
    """The players played by people: 1, 2, both or none."""
    moves: tuple[Move, ...] = ()

    @property
    @abstractmethod
    def rules(self) -> Game[P]:
        """The game."""

    @abstractmethod
    def draw(self, player: int) -> int:
        """Return the action of chance, or of a player that no person plays, at this position."""

    @property
    def forced(self) -> bool:
        """Whether the next move is made without a choice, as there is only one action."""
        return False

    @property
    def position(self) -> P:
        """The current position."""
        if not self.moves:
            return self.rules.opening
        last = self.moves[-1]
        found: P = last.position if last.to is None else last.to
        return found

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.rules.movers(self.position)

    @property
    def pending(self) -> dict[int, int]:
        """The actions already chosen, by player, of several that move at once; they are hidden."""
        found = {}
        for move in reversed(self.moves):
            if move.to is not None:
                break
            found[move.player] = move.action
        return found

    @property
    def mover(self) -> int:
        """The player who chooses next; CHANCE if no player does."""
        pending = self.pending
        left = [player for player in self.rules.movers(self.position) if player not in pending]
        people = [player for player in left if player in self.people]
        return (people or left or [CHANCE])[0]

    @property
    def possible(self) -> tuple[str, ...]:
        """The actions of the mover, a player or chance; empty at the end."""
        return () if self.over else self.rules.labels(self.position, self.mover)

    @property
    def waiting(self) -> int:
        """The player of the person whose turn it is; 0 for none."""
        return self.mover if self.mover in self.people else 0

    @property
    def labels(self) -> tuple[str, ...]:
        """The actions of the person whose turn it is; empty if there is none."""
        return self.possible if self.waiting else ()

    @property
    def version(self) -> int:
        """The number of choices by people, or without people the number of moves: an action refers
        to it. It does not count hidden moves.
        """
        return sum(move.answer for move in self.moves) if self.people else len(self.moves)

    def act(self, action: int | str) -> Self:
        """Return the match after a person's action, by number or label, up to the next choice of a
        person. Raise NotNow, and Impossible for an unavailable action.
        """
        return self.choose(action).to_next_choice()

    def choose(self, action: int | str, player: int = 0) -> Self:
        """Return the match right after a person's action. A player, if given, must be the one who
        has a choice. Raise NotNow if not, and Impossible for an unavailable action.
        """
        if not self.waiting:
            raise NotNow("the game is over" if self.over else "no person has a choice now")
        if player not in (0, self.waiting):
            raise NotNow(f"it is not the turn of {self.rules.players[player - 1]}")
        labels = self.labels
        at = labels.index(action) if isinstance(action, str) and action in labels else action
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(labels):
            raise Impossible(f"there is no action {action!r} here; possible are {_list(labels)}")
        return self.after_move(at)

    def step(self) -> Self:
        """Return the match of a spectator after the next move, or moves made at once, and the
        forced moves that follow. Raise NotNow.
        """
        self.refuse_step()
        match = self.after_move(self._draw_action())
        while match.pending:
            match = match.after_move(match._draw_action())
        return match._after_forced()

    def start(self) -> Self:
        """Return the match at its first choice of a person, or, without people, before the first
        move that is not forced.
        """
        return self.to_next_choice() if self.people else self._after_forced()

    def to_next_choice(self) -> Self:
        """Return the match at its next choice of a person, or at its end."""
        match = self
        while not (match.over or match.awaits_choice()):
            match = match.after_move(match._draw_action())
        return match

    def after_move(self, action: int) -> Self:
        """Return the match after exactly one move, by any player or chance."""
        rules, position, player = self.rules, self.position, self.mover
        chosen, movers = {**self.pending, player: action}, rules.movers(position)
        is_last = len(chosen) == len(movers)
        move = Move(
            position=position,
            player=player,
            action=action,
            label=self.possible[action],
            answer=player in self.people and not self.forced,
            to=rules.after(position, tuple(chosen[one] for one in movers)) if is_last else None,
        )
        return replace(self, moves=(*self.moves, move))

    def awaits_choice(self) -> bool:
        """Return whether a person has a choice here."""
        return bool(self.waiting) and not self.forced

    def refuse_late(self, version: int) -> None:
        """Raise NotNow for an action that refers to another version."""
        if version != self.version:
            raise NotNow(f"this was for move {version + 1}; now it is move {self.version + 1}")

    def refuse_step(self) -> None:
        """Raise NotNow if the match is not one of programs that goes on."""
        if self.people:
            raise NotNow("a person plays: the game goes on with an action")
        if self.over:
            raise NotNow("the game is over")

    def _draw_action(self) -> int:
        return 0 if self.forced else self.draw(self.mover)

    def _after_forced(self) -> Self:
        match = self
        while match.forced:
            match = match.after_move(0)
        return match


def fresh_seed() -> int:
    """Return an unpredictable seed from the operating system."""
    return random.SystemRandom().randrange(LARGEST_SEED + 1)


def _list(labels: tuple[str, ...]) -> str:
    shown = ", ".join(map(repr, labels[:12]))
    return shown if len(labels) <= 12 else f"{shown} and {len(labels) - 12:,} more"
