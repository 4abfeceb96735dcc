"""The sequence form as a normal form: what a game is when nobody looks at how it was drawn.

The sequence form (von Stengel 1996) knows nothing of the order of unobserved
moves, of how chance moves are split, or of how often an outcome is drawn: two
trees that differ in these alone have the same sequences and the same payoffs.
What is left of the ways to draw the same game (Thompson 1952; Elmes and Reny
1994) are a player's own moves, and these are reduced here:

- one action: an information set with one action is its parent sequence;
- coalescing: a sequence with exactly one information set behind it is replaced
  by that set's actions;
- duplicates: of two actions behind which the same payoffs can be had, one is
  enough.

Each step keeps the set of payoffs that the player's pure strategies give
against every strategy of the opponent, so that the reduced normal form stays
what it is.

Payoffs belong to pairs of sequences only up to a shift: a constant can be taken
from all actions of an information set and given to the sequence above. So
numbers are compared by what a random plan of the opponent makes of them, modulo
a large prime, and each step is proved by `vanishes`, exactly.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from schemas.game import Game, Terminal

PRIME = 2**127 - 1

Row = dict[int, Fraction]  # By the opponent's sequence.


@dataclass(frozen=True)
class Plans:
    """The pure strategies of one player, as a tree of sequences: information sets behind sequences,
    actions in them.
    """

    above: tuple[int, ...]
    """Per information set the sequence that leads to it; sequence 0 is empty. An information set
    comes before those behind it.
    """
    actions: tuple[tuple[int, ...], ...]
    """Per information set its sequences, ascending."""
    stands: tuple[tuple[int, ...], ...]
    """Per sequence those of the game that it stands for: their payoffs add up."""

    @cached_property
    def infoset(self) -> tuple[int, ...]:
        """Per sequence the information set that it ends in; -1 for the empty one."""
        found = [-1] * len(self.stands)
        for number, actions in enumerate(self.actions):
            for action in actions:
                found[action] = number
        return tuple(found)

    @cached_property
    def behind(self) -> tuple[tuple[int, ...], ...]:
        """Per sequence the information sets behind it."""
        found: list[list[int]] = [[] for _ in self.stands]
        for number, sequence in enumerate(self.above):
            found[sequence].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def count(self) -> int:
        """The number of pure strategies, those that differ only where they never come counted
        once.
        """
        counts = [1] * len(self.stands)
        for number in reversed(range(len(self.above))):
            counts[self.above[number]] *= sum(counts[action] for action in self.actions[number])
        return counts[0]


class Form(NamedTuple):
    """The sequence form of a tree."""

    plans: tuple[Plans, Plans]
    payoffs: dict[tuple[int, int], Fraction]
    """Player 1's and player 2's sequence to the payoff, chance included; no zeros."""

    def rows(self, player: int) -> dict[int, Row]:
        """Return the payoffs by the sequence of a player, 1 or 2, then by the opponent's."""
        found: dict[int, Row] = {}
        for pair, payoff in self.payoffs.items():
            found.setdefault(pair[player - 1], {})[pair[2 - player]] = payoff
        return found


def form_of(game: Game) -> Form:
    """Return the sequence form of a tree with perfect recall."""
    plans, numbers = [], []
    for player in (1, 2):
        own = {0: 0}
        above, actions = [], []
        for infoset in game.infosets(player):
            above.append(own[game.parents[infoset][0]])
            first = game.first[infoset]
            moves = range(first, first + len(game.information_sets[infoset].actions))
            actions.append(tuple(range(len(own), len(own) + len(moves))))
            own.update(zip(moves, actions[-1], strict=True))
        plans.append(Plans(tuple(above), tuple(actions), tuple((sequence,) for sequence in own)))
        numbers.append(own)
    payoffs: dict[tuple[int, int], Fraction] = {}
    reaching = game.reaching
    for node, record in enumerate(game.nodes):
        if isinstance(record, Terminal) and record.payoff:
            pair = (
                numbers[0][reaching.sequences(1, node)[0]],
                numbers[1][reaching.sequences(2, node)[0]],
            )
            payoffs[pair] = payoffs.get(pair, Fraction(0)) + reaching.weights[node] * record.payoff
    return Form((plans[0], plans[1]), {pair: payoff for pair, payoff in payoffs.items() if payoff})


def reduced(form: Form) -> Form:
    """Return the form after all steps that reduce either player's moves."""
    return replaced(form, _Reducer(form, 1).plans(), _Reducer(form, 2).plans())


def replaced(form: Form, first: Plans, second: Plans) -> Form:
    """Return a form with other plans, whose sequences stand for those of the form."""
    ways = [_where(plans) for plans in (first, second)]
    payoffs: dict[tuple[int, int], Fraction] = {}
    for (one, other), payoff in form.payoffs.items():
        for row in ways[0].get(one, ()):
            for column in ways[1].get(other, ()):
                payoffs[row, column] = payoffs.get((row, column), Fraction(0)) + payoff
    kept = {pair: payoff for pair, payoff in sorted(payoffs.items()) if payoff}
    return Form((_fresh(first), _fresh(second)), kept)


def expanded(plans: Plans) -> Plans:
    """Return the same pure strategies as the actions of one information set: the normal form."""
    ways: list[list[tuple[int, ...]]] = [[stands] for stands in plans.stands]
    for number in reversed(range(len(plans.above))):
        above = plans.above[number]
        options = [way for action in plans.actions[number] for way in ways[action]]
        ways[above] = [(*one, *other) for one in ways[above] for other in options]
    return Plans((0,), (tuple(range(1, len(ways[0]) + 1)),), ((), *ways[0]))


def behaviour(plans: Plans, shares: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the plan, modulo PRIME, of a behaviour strategy: per information set a share per
    action that sum to 1.
    """
    plan = [1] * len(plans.stands)
    for number, share in enumerate(shares):
        weight = plan[plans.above[number]]
        for action, part in zip(plans.actions[number], share, strict=True):
            plan[action] = weight * part % PRIME
    return plan


def residue(number: Fraction) -> int:
    """Return a fraction modulo PRIME."""
    return number.numerator * pow(number.denominator, -1, PRIME) % PRIME


def against(
    form: Form, player: int, plan: list[int], residues: Mapping[tuple[int, int], int]
) -> list[int]:
    """Return per sequence of a player its payoff against the opponent's plan, modulo PRIME."""
    found = [0] * len(form.plans[player - 1].stands)
    for pair, payoff in residues.items():
        found[pair[player - 1]] = (
            found[pair[player - 1]] + payoff * plan[pair[2 - player]]
        ) % PRIME
    return found


def prints(form: Form, player: int) -> list[int]:
    """Return per sequence of a player what it pays against a random plan of the opponent, modulo
    PRIME.

    Two rows that pay the same against every plan have the same print; others do, but for a chance
    of one in PRIME.
    """
    chance, opponent = random.Random(2**13 - 1), form.plans[2 - player]
    plan = [1] * len(opponent.stands)
    for number, actions in enumerate(opponent.actions):
        left = plan[opponent.above[number]]
        for action in actions[:-1]:
            plan[action] = chance.randrange(PRIME)
            left -= plan[action]
        plan[actions[-1]] = left % PRIME
    return against(
        form, player, plan, {pair: residue(payoff) for pair, payoff in form.payoffs.items()}
    )


def null(plans: Plans, row: Mapping[int, Fraction]) -> bool:
    """Return whether payoffs by sequence are 0 for every plan.

    They are when at each information set, from the last to the first, all
    actions add the same, and nothing is left at the empty sequence.

    >>> two = Plans((0,), ((1, 2),), ((0,), (1,), (2,)))
    >>> null(two, {0: Fraction(-3), 1: Fraction(3), 2: Fraction(3)}), null(two, {1: Fraction(1)})
    (True, False)
    """
    left = {sequence: number for sequence, number in row.items() if number}
    waiting = sorted({plans.infoset[sequence] for sequence in left} - {-1})
    known = set(waiting)
    while waiting:
        number = waiting.pop()
        added = {left.pop(action, Fraction(0)) for action in plans.actions[number]}
        if len(added) > 1:
            return False
        above = plans.above[number]
        left[above] = left.get(above, Fraction(0)) + added.pop()
        if plans.infoset[above] not in known | {-1}:
            known.add(plans.infoset[above])
            waiting = sorted({*waiting, plans.infoset[above]})
    return not left.get(0)


def vanishes(own: Plans, opponent: Plans, rows: Mapping[int, Row]) -> bool:
    """Return whether payoffs by pair of sequences are 0 for every pair of plans, exactly.

    The bilinear form vanishes when at each information set of one player, from the last
    to the first, the actions' rows differ by what is 0 for every plan of the other.
    """
    left = {sequence: dict(row) for sequence, row in rows.items() if any(row.values())}
    for number in reversed(range(len(own.above))):
        first, *others = (left.pop(action, {}) for action in own.actions[number])
        if any(
            (other or first) and not null(opponent, difference(other, first)) for other in others
        ):
            return False
        if first:
            above = left.setdefault(own.above[number], {})
            for sequence, payoff in first.items():
                above[sequence] = above.get(sequence, Fraction(0)) + payoff
    return null(opponent, left.get(0, {}))


def difference(one: Row, other: Row) -> Row:
    """Return one row less the other."""
    return {
        at: found
        for at in {**one, **other}
        if (found := one.get(at, Fraction(0)) - other.get(at, Fraction(0)))
    }


@dataclass
class _Step:
    """A sequence while its player's plans are reduced."""

    stands: tuple[int, ...]
    forks: list["_Fork"] = field(default_factory=list)


class _Fork(NamedTuple):
    """An information set while its player's plans are reduced."""

    actions: list[_Step]
    mean: int
    """Of what its actions are worth, modulo PRIME."""
    shape: int


class _Reducer:
    """The plans of one player while they are reduced, from the last information set to the
    first.
    """

    def __init__(self, form: Form, player: int) -> None:
        self.own, self.opponent = form.plans[player - 1], form.plans[2 - player]
        self.rows = form.rows(player)
        self.prints = prints(form, player)
        self.shapes: dict[object, int] = {}

    def plans(self) -> Plans:
        steps = [
            _Step((number,) if number in self.rows else ())
            for number in range(len(self.own.stands))
        ]
        for number in reversed(range(len(self.own.above))):
            above = steps[self.own.above[number]]
            actions = self._distinct(
                [
                    inner
                    for action in self.own.actions[number]
                    for inner in _coalesced(steps[action])
                ]
            )
            if len(actions) == 1:
                above.stands += actions[0].stands
                above.forks += actions[0].forks
            else:
                above.forks.append(self._fork(actions))
        return _written(steps[0])

    def _code(self, step: _Step) -> tuple[int, int]:
        """Return what a sequence and all behind it are worth: a shift and a shape that does not
        depend on it.
        """
        shift = sum(self.prints[row] for row in step.stands) + sum(fork.mean for fork in step.forks)
        return shift % PRIME, self._shape(tuple(sorted(fork.shape for fork in step.forks)))

    def _fork(self, actions: list[_Step]) -> _Fork:
        codes = [self._code(action) for action in actions]
        mean = sum(shift for shift, _ in codes) * pow(len(codes), -1, PRIME) % PRIME
        relative = sorted(((shift - mean) % PRIME, shape) for shift, shape in codes)
        return _Fork(actions, mean, self._shape(("fork", *relative)))

    def _shape(self, what: object) -> int:
        return self.shapes.setdefault(what, len(self.shapes))

    def _distinct(self, actions: list[_Step]) -> list[_Step]:
        """Return the actions without those that are the same as one before them."""
        found: dict[tuple[int, int], list[_Step]] = {}
        for action in actions:
            alike = found.setdefault(self._code(action), [])
            if not any(self._same(action, other) for other in alike):
                alike.append(action)
        kept = {id(action) for alike in found.values() for action in alike}
        return [action for action in actions if id(action) in kept]

    def _same(self, one: _Step, other: _Step) -> bool:
        """Return whether two sequences with the same code are worth the same, exactly."""
        pairs = [(one, other)]
        above, actions, rows = [], [], {}
        for number, (left, right) in enumerate(pairs):
            rows[number] = difference(self._row(left), self._row(right))
            for mine, yours in zip(
                sorted(left.forks, key=_shape_of), sorted(right.forks, key=_shape_of), strict=False
            ):
                if mine.shape != yours.shape or len(mine.actions) != len(yours.actions):
                    return False
                above.append(number)
                actions.append(tuple(range(len(pairs), len(pairs) + len(mine.actions))))
                pairs += zip(self._ordered(mine), self._ordered(yours), strict=True)
        return vanishes(
            Plans(tuple(above), tuple(actions), ((),) * len(pairs)), self.opponent, rows
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
        for number in step.stands:
            for column, payoff in self.rows[number].items():
                found[column] = found.get(column, Fraction(0)) + payoff
        return found


def _shape_of(fork: _Fork) -> int:
    return fork.shape


def _coalesced(step: _Step) -> list[_Step]:
    """Return the actions that a sequence stands for: those behind it where its player must choose
    among them at once.
    """
    if len(step.forks) != 1:
        return [step]
    return [_Step(step.stands + action.stands, action.forks) for action in step.forks[0].actions]


def _written(root: _Step) -> Plans:
    above: list[int] = []
    actions: list[tuple[int, ...]] = []
    steps = [root]
    for number, step in enumerate(steps):
        for fork in reversed(step.forks):
            above.append(number)
            actions.append(tuple(range(len(steps), len(steps) + len(fork.actions))))
            steps += fork.actions
    return Plans(tuple(above), tuple(actions), tuple(step.stands for step in steps))


def _where(plans: Plans) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, stands in enumerate(plans.stands):
        for sequence in stands:
            found.setdefault(sequence, []).append(number)
    return found


def _fresh(plans: Plans) -> Plans:
    return Plans(
        plans.above, plans.actions, tuple((number,) for number in range(len(plans.stands)))
    )
