"""The sequence form as a normal form, independent of how the game was drawn.

The sequence form (von Stengel 1996) does not depend on the order of unobserved
moves, on how chance moves are split, or on how often an outcome is drawn: two
trees that differ in these alone have the same sequences and the same payoffs.
Of the ways to draw the same game (Thompson 1952; Elmes and Reny 1994) only
those in a player's own moves remain. They are reduced here:

- one action: an information set with one action is its parent sequence;
- coalescing: a sequence with exactly one information set behind it is replaced
  by that set's actions;
- duplicates: of two actions that offer the same payoffs, one is removed.

Each step keeps the set of payoffs that the player's pure strategies give
against every strategy of the opponent, so the reduced normal form does not
change.

Equal parts are found with payoffs modulo a large prime, and each step is proved exactly. A constant
can be taken from all actions of an information set and given to the parent sequence. Therefore
payoffs of pairs of sequences are compared by their values under a random plan of the opponent
(`fingerprints`), and those that agree are then proved equal by `vanishes`.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from .....schemas.game import Game
from .....stages.forms.sequence_form import sequence_form
from .trees import Row, SequenceTree, TreeForm, tree_form


def form_of(game: Game) -> TreeForm:
    """Return the sequence form of a tree with perfect recall."""
    return tree_form(sequence_form(game))


def reduced_form(form: TreeForm) -> TreeForm:
    """Return the form after all steps that reduce either player's moves."""
    return with_sequences(form, _Reducer(form, 1).tree(), _Reducer(form, 2).tree())


def with_sequences(form: TreeForm, first: SequenceTree, second: SequenceTree) -> TreeForm:
    """Return a form with its sequences replaced by others that represent them."""
    ways = [_numbers_by_sequence(tree) for tree in (first, second)]
    payoffs: dict[tuple[int, int], Fraction] = {}
    for (one, other), payoff in form.payoffs.items():
        for row in ways[0].get(one, ()):
            for column in ways[1].get(other, ()):
                payoffs[row, column] = payoffs.get((row, column), Fraction(0)) + payoff
    kept = {pair: payoff for pair, payoff in sorted(payoffs.items()) if payoff}
    return TreeForm((_fresh(first), _fresh(second)), kept)


def normal_form_tree(tree: SequenceTree) -> SequenceTree:
    """Return a tree with the same pure strategies as the actions of one information set: the normal
    form.
    """
    ways: list[list[tuple[int, ...]]] = [[covered] for covered in tree.represents]
    for number in reversed(range(len(tree.parent))):
        above = tree.parent[number]
        options = [way for action in tree.actions[number] for way in ways[action]]
        ways[above] = [(*one, *other) for one in ways[above] for other in options]
    return SequenceTree((0,), (tuple(range(1, len(ways[0]) + 1)),), ((), *ways[0]))


@dataclass
class _Step:
    """A sequence during the reduction of its player's tree."""

    represents: tuple[int, ...]
    forks: list["_Fork"] = field(default_factory=list)


class _Fork(NamedTuple):
    """An information set during the reduction of its player's tree."""

    actions: list[_Step]
    mean: int
    """The code of its actions' payoffs, modulo PRIME."""
    shape: int


class _Reducer:
    """Reduces the sequences of one player, from the last information set to the first."""

    def __init__(self, form: TreeForm, player: int) -> None:
        self.own, self.opponent = form.players[player - 1], form.players[2 - player]
        self.rows = form.rows(player)
        self.prints = fingerprints(form, player)
        self.shapes: dict[object, int] = {}

    def tree(self) -> SequenceTree:
        steps = [
            _Step((number,) if number in self.rows else ())
            for number in range(len(self.own.represents))
        ]
        for number in reversed(range(len(self.own.parent))):
            above = steps[self.own.parent[number]]
            actions = self._distinct(
                [
                    inner
                    for action in self.own.actions[number]
                    for inner in _coalesced(steps[action])
                ]
            )
            if len(actions) == 1:
                above.represents += actions[0].represents
                above.forks += actions[0].forks
            else:
                above.forks.append(self._fork(actions))
        return _written(steps[0])

    def _code(self, step: _Step) -> tuple[int, int]:
        """Return a code for the payoffs of a sequence and all behind it: a shift, and a shape that
        does not depend on the shift.
        """
        shift = sum(self.prints[row] for row in step.represents) + sum(
            fork.mean for fork in step.forks
        )
        return shift % PRIME, self._shape(tuple(sorted(fork.shape for fork in step.forks)))

    def _fork(self, actions: list[_Step]) -> _Fork:
        codes = [self._code(action) for action in actions]
        mean = sum(shift for shift, _ in codes) * inverse(len(codes)) % PRIME
        relative = sorted(((shift - mean) % PRIME, shape) for shift, shape in codes)
        return _Fork(actions, mean, self._shape(("fork", *relative)))

    def _shape(self, what: object) -> int:
        return self.shapes.setdefault(what, len(self.shapes))

    def _distinct(self, actions: list[_Step]) -> list[_Step]:
        """Return the actions without duplicates of earlier ones."""
        if len(actions) == 1:
            return actions
        found: dict[tuple[int, int], list[_Step]] = {}
        for action in actions:
            alike = found.setdefault(self._code(action), [])
            if not any(self._same(action, other) for other in alike):
                alike.append(action)
        kept = {id(action) for alike in found.values() for action in alike}
        return [action for action in actions if id(action) in kept]

    def _same(self, one: _Step, other: _Step) -> bool:
        """Return whether two sequences with the same code have exactly the same payoffs."""
        pairs = [(one, other)]
        above, actions, rows = [], [], {}
        for number, (left, right) in enumerate(pairs):
            rows[number] = row_difference(self._row(left), self._row(right))
            for mine, yours in zip(
                sorted(left.forks, key=_shape_of), sorted(right.forks, key=_shape_of), strict=False
            ):
                if mine.shape != yours.shape or len(mine.actions) != len(yours.actions):
                    return False
                above.append(number)
                actions.append(tuple(range(len(pairs), len(pairs) + len(mine.actions))))
                pairs += zip(self._ordered(mine), self._ordered(yours), strict=True)
        return vanishes(
            SequenceTree(tuple(above), tuple(actions), ((),) * len(pairs)), self.opponent, rows
        )

    def _ordered(self, fork: _Fork) -> list[_Step]:
        relative = {id(action): self._code(action) for action in fork.actions}
        return sorted(
            fork.actions,
            key=lambda action: (
                (relative[id(action)][0] - fork.mean) % PRIME,
                relative[id(action)][1],
            ),
        )

    def _row(self, step: _Step) -> Row:
        found: Row = {}
        for number in step.represents:
            for column, payoff in self.rows[number].items():
                found[column] = found.get(column, Fraction(0)) + payoff
        return found


def _shape_of(fork: _Fork) -> int:
    return fork.shape


def _coalesced(step: _Step) -> list[_Step]:
    """Return the actions that replace a sequence: those behind it if its player must choose among
    them at once.
    """
    if len(step.forks) != 1:
        return [step]
    return [
        _Step(step.represents + action.represents, action.forks) for action in step.forks[0].actions
    ]


def _written(root: _Step) -> SequenceTree:
    above: list[int] = []
    actions: list[tuple[int, ...]] = []
    steps = [root]
    for number, step in enumerate(steps):
        for fork in reversed(step.forks):
            above.append(number)
            actions.append(tuple(range(len(steps), len(steps) + len(fork.actions))))
            steps += fork.actions
    return SequenceTree(tuple(above), tuple(actions), tuple(step.represents for step in steps))


def _numbers_by_sequence(tree: SequenceTree) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, covered in enumerate(tree.represents):
        for sequence in covered:
            found.setdefault(sequence, []).append(number)
    return found


def _fresh(tree: SequenceTree) -> SequenceTree:
    return SequenceTree(
        tree.parent, tree.actions, tuple((number,) for number in range(len(tree.represents)))
    )


PRIME = 2**127 - 1


def realization_plan(tree: SequenceTree, shares: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the plan, modulo PRIME, of a behaviour strategy. Each information set has one share
    per action; the shares sum to 1.
    """
    plan = [1] * len(tree.represents)
    for number, share in enumerate(shares):
        weight = plan[tree.parent[number]]
        for action, part in zip(tree.actions[number], share, strict=True):
            plan[action] = weight * part % PRIME
    return plan


def residue(number: Fraction) -> int:
    """Return a fraction modulo PRIME."""
    return number.numerator * inverse(number.denominator) % PRIME


@lru_cache(maxsize=1024)
def inverse(number: int) -> int:
    """Return the inverse of a number modulo PRIME."""
    return pow(number, -1, PRIME)


def inverses(numbers: Iterable[int]) -> list[int]:
    """Return the inverse of each number modulo PRIME, with a single inversion (Montgomery 1987).

    >>> [one * number % PRIME for one, number in zip(inverses([2, 5]), [2, 5], strict=True)]
    [1, 1]
    """
    those = list(numbers)
    products = list(accumulate(those, lambda one, other: one * other % PRIME, initial=1))
    left, found = pow(products[-1], -1, PRIME), []
    for number, before in zip(reversed(those), reversed(products[:-1]), strict=True):
        found.append(left * before % PRIME)
        left = left * number % PRIME
    return found[::-1]


def payoffs_against(
    form: TreeForm, player: int, plan: list[int], residues: Mapping[tuple[int, int], int]
) -> list[int]:
    """Return per sequence of a player its payoff against the opponent's plan, modulo PRIME."""
    found = [0] * len(form.players[player - 1].represents)
    for pair, payoff in residues.items():
        found[pair[player - 1]] = (
            found[pair[player - 1]] + payoff * plan[pair[2 - player]]
        ) % PRIME
    return found


def fingerprints(form: TreeForm, player: int) -> list[int]:
    """Return for each sequence of a player its payoff against a random plan of the opponent, modulo
    PRIME.

    Two rows with the same payoffs against every plan have the same print. Other rows share a print
    with a probability of only one in PRIME.
    """
    chance, opponent = random.Random(2**13 - 1), form.players[2 - player]
    plan = [1] * len(opponent.represents)
    for number, actions in enumerate(opponent.actions):
        left = plan[opponent.parent[number]]
        for action in actions[:-1]:
            plan[action] = chance.randrange(PRIME)
            left -= plan[action]
        plan[actions[-1]] = left % PRIME
    return payoffs_against(
        form, player, plan, {pair: residue(payoff) for pair, payoff in form.payoffs.items()}
    )


def is_null(tree: SequenceTree, row: Mapping[int, Fraction]) -> bool:
    """Return whether payoffs by sequence are 0 for every plan.

    They are when at each information set, from the last to the first, all
    actions add the same, and nothing is left at the empty sequence.

    >>> two = SequenceTree((0,), ((1, 2),), ((0,), (1,), (2,)))
    >>> is_null(two, {0: Fraction(-3), 1: Fraction(3), 2: Fraction(3)})
    True
    >>> is_null(two, {1: Fraction(1)})
    False
    """
    left = {sequence: number for sequence, number in row.items() if number}
    waiting = sorted({tree.infoset[sequence] for sequence in left} - {-1})
    known = set(waiting)
    while waiting:
        number = waiting.pop()
        added = {left.pop(action, Fraction(0)) for action in tree.actions[number]}
        if len(added) > 1:
            return False
        above = tree.parent[number]
        left[above] = left.get(above, Fraction(0)) + added.pop()
        if tree.infoset[above] not in known | {-1}:
            known.add(tree.infoset[above])
            waiting = sorted({*waiting, tree.infoset[above]})
    return not left.get(0)


def vanishes(own: SequenceTree, opponent: SequenceTree, rows: Mapping[int, Row]) -> bool:
    """Return whether payoffs by pair of sequences are 0 for every pair of plans, exactly.

    The bilinear form vanishes if at each information set of one player, from the last
    to the first, the actions' rows differ by a row that is 0 for every plan of the other.
    """
    left = {sequence: dict(row) for sequence, row in rows.items() if any(row.values())}
    for number in reversed(range(len(own.parent))):
        first, *others = (left.pop(action, {}) for action in own.actions[number])
        if any(
            (other or first) and not is_null(opponent, row_difference(other, first))
            for other in others
        ):
            return False
        if first:
            above = left.setdefault(own.parent[number], {})
            for sequence, payoff in first.items():
                above[sequence] = above.get(sequence, Fraction(0)) + payoff
    return is_null(opponent, left.get(0, {}))


def row_difference(one: Row, other: Row) -> Row:
    """Return one row less the other."""
    return {
        at: found
        for at in {**one, **other}
        if (found := one.get(at, Fraction(0)) - other.get(at, Fraction(0)))
    }
