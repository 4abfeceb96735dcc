"""A game as the kernels of this room walk it: states in topological order, with moves that leave
letters in the memories of the players.

What a player remembers, its own actions and the texts that it saw, is a word of letters. A move of
which it sees nothing leaves none. Numbers are floats, each rounded once.
"""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.offsets import moves_of
from ...schemas.state_graph import NOTHING, Actor, ObservationGraph, unrolled
from ...schemas.state_graph.observed_columns import ObservationColumns
from ...schemas.state_graph.order import topological_order

Int32s = NDArray[np.int32]
Floats = NDArray[np.float64]
SILENT = -1
"""The letter of a move that leaves nothing in a player's memory."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Letters:
    """The letters of one player. Those of its own moves come first, ordered by action, and then
    those of what it only sees.
    """

    move: Int32s
    """Shape (m,): the letter of each move, or SILENT."""
    action: Int32s
    """Per letter: the number of the action for an own move, else NOTHING."""
    text: Int32s
    """Per letter: the number of the text that is seen, or NOTHING."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GameWalk:
    """A game of n states and m moves. States are in topological order, the first is the start."""

    actor: NDArray[np.int8]
    """Shape (n,): see `Actor`."""
    begin: Int32s
    """Shape (n + 1,): offset of the moves of each state; last m."""
    target: Int32s
    """Shape (m,): the state to which a move leads."""
    chance: Floats
    """Shape (m,): the probability of a move of chance, else 0."""
    gain: Floats
    """Shape (m,): the reward to player 1."""
    payoff: Floats
    """Shape (n,): the payoff of a terminal state, else 0."""
    letters: tuple[Letters, Letters]
    """Of player 1 and player 2."""
    name: tuple[str, ...]
    """Shape (n,): the name of each state."""
    label: tuple[tuple[str, ...], Int32s]
    """Texts, and for each move of a player the number of its label."""
    last: tuple[tuple[str, ...], ...] = ()
    """Shape (n,): the last entries of a player's memory, in a walk with recall; else empty."""
    payoffs: tuple[Fraction, Fraction] | None = None
    """The least and the largest payoff, exactly; None if there are rewards before them."""

    def __len__(self) -> int:
        return len(self.actor)

    def paired(self, origin: Int32s, move: Int32s, begin: Int32s, target: Int32s) -> "GameWalk":
        """Return a walk whose states are pairs of a state, `origin`, and something that a player
        remembers; `move` has the move of each of its moves, from which `begin` and `target` differ.
        """
        first, second = (replace(one, move=one.move[move]) for one in self.letters)
        return replace(
            self,
            actor=self.actor[origin],
            begin=begin,
            target=target,
            chance=self.chance[move],
            gain=self.gain[move],
            payoff=self.payoff[origin],
            letters=(first, second),
            label=(self.label[0], self.label[1][move]),
        )

    @cached_property
    def reach(self) -> float:
        """The largest absolute value of a payoff with the rewards before it, rounded up."""
        return math.nextafter(float(self._largest(np.abs(self.gain), np.abs(self.payoff))), np.inf)

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """The smallest and the largest payoff of a history; an approximation."""
        least = -self._largest(-self.gain, -self.payoff)
        return float(least), float(self._largest(self.gain, self.payoff))

    def _largest(self, gain: Floats, payoff: Floats) -> float:
        """Return the largest sum of the rewards and the payoff of a history."""
        if not gain.any():
            return float(payoff[self.actor == Actor.TERMINAL].max())  # Every state is reached.
        best: list[float] = payoff.tolist()
        begin, target, gains = self.begin.tolist(), self.target.tolist(), gain.tolist()
        for state in range(len(best) - 1, -1, -1):
            low, high = begin[state], begin[state + 1]
            if low < high:
                best[state] = max(gains[move] + best[target[move]] for move in range(low, high))
        return best[0]

    def labels(self, state: int) -> tuple[str, ...]:
        """Return the labels of the moves of a state."""
        texts, number = self.label
        return tuple(texts[at] for at in number[self.begin[state] : self.begin[state + 1]].tolist())


def walk_of_graph(graph: ObservationGraph, limit: int) -> GameWalk:
    """Return the walk of a checked graph. Raise SizeError if it has a limit of moves, and more than
    `limit` states up to it.
    """
    graph = unrolled(graph, limit)
    columns = _apart(_apart(graph.columns, 1), 2)
    order = topological_order(columns.begin, columns.target, graph.start)
    number = np.full(len(columns), NOTHING, np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    moves = moves_of(columns.begin, order)
    actor, sizes = columns.actor[order], np.diff(columns.begin)[order]
    owner, action = np.repeat(actor, sizes), columns.label[moves]
    numbers, drawn = np.array([*map(float, columns.numbers)]), columns.probability[moves]
    names = (*graph.names, "")
    return GameWalk(
        actor=actor,
        begin=np.concatenate(([0], np.cumsum(sizes))).astype(np.int32),
        target=number[columns.target[moves]],
        chance=np.where(drawn != NOTHING, numbers[drawn], 0.0),
        gain=numbers[columns.reward[moves]],
        payoff=np.where(actor == Actor.TERMINAL, numbers[columns.payoff[order]], 0.0),
        letters=tuple(  # type: ignore[arg-type]
            _letters(owner == player, action, columns.sees[player - 1][moves]) for player in (1, 2)
        ),
        name=tuple(names[state] for state in np.minimum(order, len(graph.names)).tolist()),
        label=(columns.texts, action),
        payoffs=_extremes(columns),
    )


def _extremes(columns: ObservationColumns) -> tuple[Fraction, Fraction] | None:
    """Return the least and the largest payoff; None if there are rewards before them."""
    if any(columns.numbers[at] for at in np.unique(columns.reward).tolist()):
        return None
    ends = np.unique(columns.payoff[columns.actor == Actor.TERMINAL]).tolist()
    payoffs = [columns.numbers[at] for at in ends]
    return min(payoffs), max(payoffs)


def _apart(columns: ObservationColumns, player: int) -> ObservationColumns:
    """Return columns with a state of its own between an action of the player and the text that it
    sees of it, where the same action can also be without a text: it remembers one after the other.
    """
    own = np.repeat(columns.actor, np.diff(columns.begin)) == player
    sees, label = columns.sees[player - 1], columns.label
    alone = np.unique(label[own & (sees == NOTHING)])
    which = np.flatnonzero(own & (sees != NOTHING) & np.isin(label, alone))
    many, states = len(which), len(columns)
    if not many:
        return columns
    target = columns.target.copy()
    target[which] = states + np.arange(many)
    silent, zeros = np.full(many, NOTHING, np.int32), np.zeros(many, np.int32)
    both = [np.append(one, silent) for one in columns.sees]
    both[player - 1][len(sees) :] = sees[which]
    both[player - 1][which] = NOTHING
    return replace(
        columns,
        actor=np.append(columns.actor, np.full(many, Actor.CHANCE, np.int8)),
        payoff=np.append(columns.payoff, zeros),
        begin=np.append(columns.begin, columns.begin[-1] + 1 + np.arange(many, dtype=np.int32)),
        label=np.append(label, silent),
        target=np.append(target, columns.target[which]),
        probability=np.append(columns.probability, zeros + len(columns.numbers)),
        reward=np.append(columns.reward, zeros),
        sees=(both[0], both[1]),
        numbers=(*columns.numbers, Fraction(1)),
    )


def _letters(own: NDArray[np.bool_], action: Int32s, sees: Int32s) -> Letters:
    """Return the letters of a player, from the actions of moves and the texts that it sees."""
    texts = int(sees.max(initial=NOTHING)) + 2
    beyond = int(action.max(initial=NOTHING)) + 1  # Stands for no own action.
    keys = np.where(own, action, beyond).astype(np.int64) * texts + sees + 1
    heard = own | (sees != NOTHING)
    letters, which = np.unique(keys[heard], return_inverse=True)
    move = np.full(len(own), SILENT, np.int32)
    move[heard] = which.ravel()
    actions = letters // texts
    return Letters(
        move=move,
        action=np.where(actions < beyond, actions, NOTHING).astype(np.int32),
        text=(letters % texts - 1).astype(np.int32),
    )


def entries_of(walk: GameWalk, player: int) -> list[tuple[str, ...]]:
    """Return for each letter of a player in the walk of a graph the entries that it adds to the
    memory, in words: what the player did and what it saw.
    """
    letters, texts = walk.letters[player - 1], walk.label[0]
    found = []
    for action, text in zip(letters.action.tolist(), letters.text.tolist(), strict=True):
        did = (f"did {texts[action]}",) if action >= 0 else ()
        found.append((*did, f"saw {texts[text]}") if text >= 0 else did)
    return found


def uniform(walk: GameWalk) -> Floats:
    """Return the probability of each move if all actions are equally likely; chance has its own."""
    sizes = np.diff(walk.begin)
    each = 1.0 / np.repeat(sizes, sizes)
    return np.where(np.repeat(walk.actor == Actor.CHANCE, sizes), walk.chance, each)
