"""The walk through all states of an OpenSpiel game, which builds its tree."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from schemas.game import InformationSet
from schemas.parts.exact import brief
from schemas.parts.labels import distinct
from schemas.parts.limits import beyond, more_than
from schemas.parts.problems import InputError, Problem, SizeError, shown
from schemas.parts.watch import Watch
from stages.parse.openspiel.estimate import estimate

# Of probabilities and payoffs: products of small numbers of cards and dice.
MAX_DENOMINATOR = 10**6


def rational(number: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a floating-point number.

    >>> rational(1 / 3), rational(-0.1), rational(2.0)
    (Fraction(1, 3), Fraction(-1, 10), Fraction(2, 1))
    """
    exact = Fraction(number)
    near = exact.limit_denominator(MAX_DENOMINATOR)
    return near if float(near) == number else exact


Waiting = tuple[Any, int | None, int]
"""A state, the move of player 1 if both move at once, and the parent node."""
PROBED = 1_024
"""Number of nodes after which the size of the tree is estimated: smaller trees are walked faster.
"""
DECISION, CHANCE, TERMINAL = range(3)  # As in `schemas.game.columns.Kind`, which loads NumPy.


@dataclass
class TreeWalk:
    """A walk through all states in prefix order, with an explicit stack of waiting states."""

    max_nodes: int
    watch: Watch
    kinds: bytearray = field(default_factory=bytearray)
    what: "array[int]" = field(default_factory=lambda: array("i"))
    """For each node the number of its information set, chance move or payoff."""
    above: "array[int]" = field(default_factory=lambda: array("i"))
    """The parent of each node; -1 for the root."""
    information_sets: list[InformationSet] = field(default_factory=list)
    chances: dict[tuple[tuple[str, ...], tuple[Fraction, ...]], int] = field(default_factory=dict)
    payoffs: dict[Fraction, int] = field(default_factory=dict)
    constant: Fraction | None = None
    known: dict[tuple[int, str], int] = field(default_factory=dict)
    raw: list[tuple[int, ...]] = field(default_factory=list)
    """OpenSpiel's numbers of the actions of each information set."""
    rational: Callable[[float], Fraction] = field(default_factory=lambda: cache(rational))

    def go(self, root: Any) -> None:
        waiting: list[Waiting] = [(root, None, -1)]
        while waiting:
            state, first, above = waiting.pop()
            number = len(self.kinds)
            if number >= self.max_nodes:
                many = more_than(self.max_nodes, "nodes")
                raise SizeError([Problem(f"the tree {many}")])
            if number == PROBED:
                self._refuse_far_too_large(root)
            if number % 4096 == 0:
                self.watch(number, 0)
            self.above.append(above)
            if state.is_terminal():
                self._add(TERMINAL, self._end(state))
            elif state.is_chance_node():
                waiting += self._chance(state, number)
            elif state.is_simultaneous_node():
                waiting += self._at_once(state, first, number)
            else:
                player, actions = state.current_player(), state.legal_actions()
                self._add(DECISION, self._infoset(state, player, actions))
                waiting += [(state.child(action), None, number) for action in reversed(actions)]

    def _refuse_far_too_large(self, root: Any) -> None:
        """Raise SizeError if random plays indicate that the tree greatly exceeds the node limit."""
        found = estimate(root, self.max_nodes)
        if found is not None:
            about = "at least" if found.broken_off else "about"
            many = beyond(self.max_nodes, found.nodes, "nodes").replace("has", f"has {about}", 1)
            how = f"estimated from {found.plays:,} random plays"
            raise SizeError([Problem(f"the tree {many}; {how}")])

    def _add(self, kind: int, what: int) -> None:
        self.kinds.append(kind)
        self.what.append(what)

    def _at_once(self, state: Any, first: int | None, number: int) -> list[Waiting]:
        """Add the node of player 1, or after its move that of player 2."""
        player = 0 if first is None else 1
        actions = state.legal_actions(player)
        self._add(DECISION, self._infoset(state, player, actions))
        if first is None:
            return [(state, action, number) for action in reversed(actions)]
        return [(_both(state, first, action), None, number) for action in reversed(actions)]

    def _chance(self, state: Any, number: int) -> list[Waiting]:
        outcomes = [
            (action, probability)
            for action, probability in state.chance_outcomes()
            if probability > 0
        ]
        probabilities = tuple(self.rational(probability) for _, probability in outcomes)
        if sum(probabilities) != 1:
            raise refused(
                f"the probabilities of chance after {shown(state.history_str())} sum to "
                f"{brief(sum(probabilities, Fraction(0)))}, not to 1"
            )
        mover = state.current_player()
        labels = [_words(state.action_to_string(mover, action)) for action, _ in outcomes]
        move = (distinct(labels), probabilities)
        self._add(CHANCE, self.chances.setdefault(move, len(self.chances)))
        return [(state.child(action), None, number) for action, _ in reversed(outcomes)]

    def _infoset(self, state: Any, player: int, actions: Sequence[int]) -> int:
        knows = state.information_state_string(player)
        number = self.known.setdefault((player, knows), len(self.raw))
        if number == len(self.raw):
            labels = distinct(
                [_words(state.action_to_string(player, action)) for action in actions]
            )
            self.information_sets.append(
                InformationSet(
                    player=player + 1,
                    state="",
                    sees=(_words(knows) or f"set {number}",),
                    actions=labels,
                )
            )
            self.raw.append(tuple(actions))
        elif self.raw[number] != tuple(actions):
            raise refused(
                f"player {player + 1} has other actions after {shown(state.history_str())} than "
                "elsewhere, although it knows the same"
            )
        return number

    def _end(self, state: Any) -> int:
        first, second = (self.rational(payoff) for payoff in state.returns())
        if self.constant is None:
            self.constant = first + second
        if first + second != self.constant:
            raise refused(
                f"the payoffs after {shown(state.history_str())} add up to "
                f"{brief(first + second)}, elsewhere to {brief(self.constant)}"
            )
        return self.payoffs.setdefault(first, len(self.payoffs))


def _both(state: Any, first: int, second: int) -> Any:
    following = state.clone()
    following.apply_actions([first, second])
    return following


def _words(text: str) -> str:
    return " ".join(text.split())


def refused(message: str) -> InputError:
    """Return the error with the reason for refusing a game."""
    return InputError([Problem(message)])
