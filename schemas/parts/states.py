"""The states of state graphs, and those that the rules of public games generate."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, assert_never

from .squares import Square


class Terminal(NamedTuple):
    """A terminal state: the end of play."""

    payoff: Fraction
    """To player 1."""


class Draw(NamedTuple):
    """A state at which chance moves."""

    moves: tuple[tuple[str, Fraction, int], ...]
    """Label, probability, target."""


class Look(NamedTuple):
    """The rules look at one place of the secret, and player 1 sees the answer."""

    place: str
    occupied: int
    empty: int


class Choice(NamedTuple):
    """A player moves, and player 1 sees the move."""

    player: int
    """1 or 2."""
    moves: tuple[tuple[str, int], ...]
    """Label, target."""
    sees: tuple[str, ...] = ()
    """Player 2's observations before it moves; empty for player 1, who knows the state."""
    at: Square | None = None
    """Player 1's square; for display only."""


class Relocation(NamedTuple):
    """Player 2 may move one element of the secret to a free place; player 1 does not see it."""

    sees: tuple[str, ...]
    not_to: str
    """The closed place, to which nothing can be moved."""
    to: int


class Joint(NamedTuple):
    """Both players move simultaneously, and then both see both moves."""

    moves: tuple[tuple[str, ...], tuple[str, ...]]
    """Labels of player 1 and of player 2."""
    to: tuple[tuple[int, ...], ...]
    """Target by player 1's move and player 2's."""
    reward: tuple[tuple[Fraction, ...], ...]
    """The reward of player 1 on each transition, of the same shape."""


class Move(NamedTuple):
    """One transition from a state to a successor."""

    label: str
    """For a joint move both players' labels, separated by a slash; empty for a relocation."""
    target: int
    probability: Fraction | None = None
    """The probability of a chance move."""
    reward: Fraction = Fraction(0)
    """The reward of player 1 on the transition."""
    sees: tuple[str | None, str | None] | None = None
    """The texts that player 1 and player 2 see of it, None for nothing, if a graph of version 2
    says so for this move; None otherwise.
    """


class Turn(NamedTuple):
    """A player or chance moves in a graph of version 2."""

    player: int
    """1 or 2; 0 for chance."""
    moves: tuple[Move, ...]


State = Terminal | Draw | Look | Choice | Relocation | Joint
"""A state of a graph of version 1. A new kind needs a `match` case in state_graph/ and expand/."""
AnyState = State | Turn
"""A state of a graph of either version."""


def targets(state: AnyState) -> tuple[int, ...]:
    """Return the successors of a state.

    >>> targets(Look("e1", occupied=3, empty=4))
    (3, 4)
    """
    match state:
        case Terminal():
            return ()
        case Draw(moves):
            return tuple(target for _, _, target in moves)
        case Look(_, occupied, empty):
            return (occupied, empty)
        case Choice(_, moves):
            return tuple(target for _, target in moves)
        case Relocation(_, _, to):
            return (to,)
        case Joint(_, to):
            return tuple(target for row in to for target in row)
        case Turn(_, options):
            return tuple(move.target for move in options)
        case _:
            assert_never(state)


def moves(state: AnyState) -> Iterator[Move]:
    """Yield the moves of a state, in the order of `targets`.

    >>> [move.label for move in moves(Look("e1", occupied=3, empty=4))]
    ['occupied', 'empty']
    """
    match state:
        case Terminal():
            return
        case Draw(drawn):
            for label, probability, target in drawn:
                yield Move(label, target, probability)
        case Look(_, occupied, empty):
            yield Move("occupied", occupied)
            yield Move("empty", empty)
        case Choice(_, options):
            for label, target in options:
                yield Move(label, target)
        case Relocation(_, _, to):
            yield Move("", to)
        case Joint(labels, to, reward):
            for first, below, rewards in zip(labels[0], to, reward, strict=True):
                for second, target, pays in zip(labels[1], below, rewards, strict=True):
                    yield Move(f"{first} / {second}", target, reward=pays)
        case Turn(_, options):
            yield from options
        case _:
            assert_never(state)
