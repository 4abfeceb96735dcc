"""The walk through all states of a game of OpenSpiel, which writes its tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from schemas.game import Chance, Decision, InformationSet, Node, Terminal
from schemas.parts.exact import brief
from schemas.parts.labels import distinct
from schemas.parts.limits import more_than
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.watch import Watch

# Of probabilities and payoffs: products of small numbers of cards and dice.
MAX_DENOMINATOR = 10**6


def rational(number: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a number of floating point.

    >>> rational(1 / 3), rational(-0.1), rational(2.0)
    (Fraction(1, 3), Fraction(-1, 10), Fraction(2, 1))
    """
    exact = Fraction(number)
    near = exact.limit_denominator(MAX_DENOMINATOR)
    return near if float(near) == number else exact


@dataclass
class TreeWalk:
    """The way through all states, in prefix order; a stack of our own holds those that wait."""

    max_nodes: int
    watch: Watch
    nodes: list[Node | None] = field(default_factory=list)
    information_sets: list[InformationSet] = field(default_factory=list)
    constant: Fraction | None = None
    known: dict[tuple[int, str], int] = field(default_factory=dict)
    raw: list[tuple[int, ...]] = field(default_factory=list)
    """Per information set OpenSpiel's numbers of its actions."""
    rational: Callable[[float], Fraction] = field(default_factory=lambda: cache(rational))

    def go(self, root: Any) -> None:
        # Who waits: a state, the move of player 1 where both move at once, and where to put the
        # number of its node.
        waiting: list[tuple[Any, int | None, list[int], int]] = [(root, None, [0], 0)]
        inner: list[tuple[int, Callable[[tuple[int, ...]], Node], list[int]]] = []
        while waiting:
            state, first, into, at = waiting.pop()
            number = into[at] = len(self.nodes)
            self.nodes.append(None)
            if number >= self.max_nodes:
                raise refused(f"the tree {more_than(self.max_nodes, 'nodes')}")
            if number % 4096 == 0:
                self.watch(number, 0)
            if state.is_terminal():
                self.nodes[number] = self._end(state)
                continue
            make, following = self._move(state, first)
            children = [0] * len(following)
            inner.append((number, make, children))
            waiting += [
                (child, move, children, at)
                for at, (child, move) in reversed(list(enumerate(following)))
            ]
        for number, make, children in inner:
            self.nodes[number] = make(tuple(children))

    def _move(
        self, state: Any, first: int | None
    ) -> tuple[Callable[[tuple[int, ...]], Node], list[tuple[Any, int | None]]]:
        """Return what makes the node when its children are known, and the states that follow."""
        if state.is_chance_node():
            return self._chance(state)
        if not state.is_simultaneous_node():
            player, actions = state.current_player(), state.legal_actions()
            infoset = self._infoset(state, player, actions)
            return lambda children: Decision(infoset, children), [
                (state.child(action), None) for action in actions
            ]
        if first is None:
            actions = state.legal_actions(0)
            infoset = self._infoset(state, 0, actions)
            return lambda children: Decision(infoset, children), [
                (state, action) for action in actions
            ]
        actions = state.legal_actions(1)
        infoset = self._infoset(state, 1, actions)
        return lambda children: Decision(infoset, children), [
            (_both(state, first, action), None) for action in actions
        ]

    def _chance(
        self, state: Any
    ) -> tuple[Callable[[tuple[int, ...]], Node], list[tuple[Any, int | None]]]:
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
        labels = distinct(
            [
                _words(state.action_to_string(state.current_player(), action))
                for action, _ in outcomes
            ]
        )
        return lambda children: Chance(labels, probabilities, children), [
            (state.child(action), None) for action, _ in outcomes
        ]

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

    def _end(self, state: Any) -> Terminal:
        first, second = (self.rational(payoff) for payoff in state.returns())
        if self.constant is None:
            self.constant = first + second
        if first + second != self.constant:
            raise refused(
                f"the payoffs after {shown(state.history_str())} add up to "
                f"{brief(first + second)}, elsewhere to {brief(self.constant)}"
            )
        return Terminal(first)


def _both(state: Any, first: int, second: int) -> Any:
    following = state.clone()
    following.apply_actions([first, second])
    return following


def _words(text: str) -> str:
    return " ".join(text.split())


def refused(message: str) -> InputError:
    """Return the error that says why a game is not taken."""
    return InputError([Problem(message)])
