"""What names and drawing do not change: with it two games are told apart.

Best responses to mixtures of strategies, the payoffs that a strategy lets the opponent attain, and
how many strategies differ.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from stages.forms.trees import SequenceTree, TreeForm
from stages.grade.residues import PRIME, prints, residue

MAX_ATTAINED = 3_000  # Payoffs that one strategy lets the opponent attain.
MAX_DISTINCT = 200_000  # Strategies of one player that are told apart.
MAX_TRIPLES = 40  # Strategies of which three are mixed, not only two.
LARGEST = 2**53


def steps(form: TreeForm, player: int) -> int:
    """Return how much work `attained` is: strategies times sequences."""
    return len(form.players[player - 1].represents) * (
        len(form.payoffs) + len(form.players[2 - player].represents)
    )


def best_responses(form: TreeForm, player: int) -> set[tuple[int, Fraction, Fraction]] | None:
    """Return the least and the most that the opponent can get against sums and differences of a
    player's strategies.

    These are the strategies that are written out: two of them added or subtracted, three, all but
    one. The set of what is found does not depend on their order. None where numbers could become
    too large for machine integers.
    """
    own, count = form.players[2 - player], len(form.players[player - 1].represents) - 1
    unit = lcm(*(payoff.denominator for payoff in form.payoffs.values()))
    payoffs = np.zeros((len(own.represents), count), dtype=np.int64)
    if unit * sum(abs(payoff) for payoff in form.payoffs.values()) > LARGEST:
        return None
    for pair, payoff in form.payoffs.items():
        payoffs[
            pair[2 - player], slice(None) if not pair[player - 1] else pair[player - 1] - 1
        ] += int(unit * payoff)
    found = set()
    for family, weights in enumerate(_mixtures(count)):
        for begin in range(0, weights.shape[1], 512):
            values = payoffs @ weights[:, begin : begin + 512]
            least, most = (
                _best(own, values, np.minimum.reduce),
                _best(own, values, np.maximum.reduce),
            )
            found |= {
                (family, Fraction(int(low), unit), Fraction(int(high), unit))
                for low, high in zip(least, most, strict=True)
            }
    return found


def _mixtures(count: int) -> Iterator[Any]:
    """Yield arrays whose columns weigh `count` strategies: another order of these is another order
    of the columns.
    """
    one = np.eye(count, dtype=np.int64)
    pairs = [(i, j) for i in range(count) for j in range(count)]
    yield np.stack([one[i] + one[j] for i, j in pairs if i >= j], 1)
    yield np.stack([one[i] - one[j] for i, j in pairs], 1)
    yield np.stack(
        [1 + weight * one[i] for i in range(count) for weight in (-1, 0, 1, count, -count)], 1
    )
    if count <= MAX_TRIPLES:
        yield np.stack(
            [one[i] + one[j] + one[k] for i, j in pairs if i >= j for k in range(j + 1)], 1
        )
        yield np.stack(
            [one[i] + one[j] - one[k] for i, j in pairs if i >= j for k in range(count)], 1
        )


def _best(own: SequenceTree, paid: Any, choose: Callable[[Any], Any]) -> Any:
    """Return the value of the best pure strategy, per column; `paid` is by sequence."""
    values = paid.copy()
    for number in reversed(range(len(own.parent))):
        values[own.parent[number]] += choose(values[list(own.actions[number])])
    return values[0]


def attained(form: TreeForm, player: int) -> set[frozenset[int]] | None:
    """Return per pure strategy of a player, written out, the payoffs modulo PRIME that the opponent
    can attain.

    The set of these sets does not depend on strategies that are there twice. None where one is
    larger than MAX_ATTAINED.
    """
    rows: dict[int, list[tuple[int, int]]] = {}
    for pair, payoff in form.payoffs.items():
        rows.setdefault(pair[player - 1], []).append((pair[2 - player], residue(payoff)))
    found = set()
    for strategy in (
        range(1, len(form.players[player - 1].represents))
        if form.players[player - 1].parent
        else [0]
    ):
        payoffs = _attained_by(
            form, player, rows.get(0, []), rows.get(strategy, []) if strategy else []
        )
        if payoffs is None:
            return None
        found.add(payoffs)
    return found


def _attained_by(
    form: TreeForm, player: int, *rows: list[tuple[int, int]]
) -> frozenset[int] | None:
    own = form.players[2 - player]
    paid = [0] * len(own.represents)
    for row in rows:
        for sequence, payoff in row:
            paid[sequence] = (paid[sequence] + payoff) % PRIME
    return _sums(own, paid, MAX_ATTAINED)


def _sums(own: SequenceTree, paid: list[int], limit: int) -> frozenset[int] | None:
    """Return what the pure strategies of a player add up to, modulo PRIME; None where there are
    more sums than `limit`.
    """
    attained = [{payoff} for payoff in paid]
    for number in reversed(range(len(own.parent))):
        options: set[int] = set().union(*(attained[action] for action in own.actions[number]))
        above = own.parent[number]
        if len(options) * len(attained[above]) > limit:
            return None
        attained[above] = {(one + other) % PRIME for one in attained[above] for other in options}
    return frozenset(attained[0])


def distinct(form: TreeForm, player: int) -> int | None:
    """Return how many pure strategies of a player differ in what they pay against some strategy of
    the opponent.

    Told by what they pay against a random plan; None where there are more than MAX_DISTINCT.
    """
    found = _sums(form.players[player - 1], prints(form, player), MAX_DISTINCT)
    return None if found is None else len(found)
