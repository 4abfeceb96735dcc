"""Is one game the other, strategically? Yes and no are both proved; where neither can be, nobody
knows.

Two games are the same when their reduced normal forms are, up to the names of
the strategies (Kohlberg and Mertens 1986; for how trees of one normal form
hang together: Thompson 1952, Elmes and Reny 1994).

Yes: the reduced sequence forms are the same up to names, as they are or with one or both players'
plans written out as pure strategies. No: the normal forms, written out, are not; or against the
pure strategies of one player the other can attain other sets of payoffs; or against mixtures of
them other best payoffs; or a player has more strategies that differ in what they pay.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from stages.grade.forms import PRIME, Form, Plans, expanded, prints, reduced, replaced, residue
from stages.grade.matching import Matching, Undecided, match

MAX_CELLS = 40_000  # Of a normal form that is written out.
MAX_STRATEGIES = 2_000  # Of one player that are written out alone.
MAX_ATTAINED = 3_000  # Payoffs that one strategy lets the opponent attain.
MAX_DISTINCT = 200_000  # Strategies of one player that are told apart.
MAX_STEPS = 1_000_000  # Strategies times sequences: a second or two.
MAX_MIXED = 150  # Strategies of which pairs are mixed,
MAX_TRIPLES = 40  # and of which three are.
LARGEST = 2**53


class Answer(NamedTuple):
    """Whether two games are the same."""

    same: bool | None
    """None where neither could be proved."""
    proof: str


def compare(one: Form, other: Form) -> Answer:
    """Return whether two reduced forms are those of the same game."""
    if _match(one, other):
        return Answer(True, "the sequence forms are the same up to names")
    cells = [form.plans[0].count * form.plans[1].count for form in (one, other)]
    if max(cells) <= MAX_CELLS:
        normal = [_written_out(form, (1, 2)) for form in (one, other)]
        if not _decided(normal[0], normal[1]):
            return Answer(None, "")
        if _match(normal[0], normal[1]):
            return Answer(True, "the normal forms are the same up to names")
        return Answer(False, "the normal forms, written out, are not the same")
    for player in (1, 2):
        numbers = [_distinct(form, player) for form in (one, other)]
        if None not in numbers and numbers[0] != numbers[1]:
            return Answer(
                False,
                f"player {player} has {numbers[1]:,} strategies that differ, not {numbers[0]:,}",
            )
    for player in (2, 1):
        counts = [form.plans[player - 1].count for form in (one, other)]
        if max(counts) > MAX_STRATEGIES:
            continue
        sides = [_written_out(form, (player,)) for form in (one, other)]
        if _match(sides[0], sides[1]):
            return Answer(
                True,
                (
                    f"with the strategies of player {player} written out, the sequence forms are "
                    "the "
                    "same up to names"
                ),
            )
        if max(len(side.plans[player - 1].stands) for side in sides) <= MAX_MIXED:
            responses = [_responses(side, player) for side in sides]
            if None not in responses and responses[0] != responses[1]:
                return Answer(
                    False,
                    (
                        f"best responses to mixtures of strategies of player {player} are worth "
                        "something else"
                    ),
                )
        if _steps(sides[0], player) <= MAX_STEPS and _steps(sides[1], player) <= MAX_STEPS:
            attained = [_attained(form, player) for form in sides]
            if None not in attained and attained[0] != attained[1]:
                return Answer(
                    False,
                    (
                        f"player {3 - player} can attain other payoffs against the strategies of "
                        f"player {player}"
                    ),
                )
    return Answer(None, "")


def proved_same(one: Form, other: Form) -> bool:
    """Return whether two reduced forms are proved to be those of the same game; False says
    nothing.
    """
    if _match(one, other):
        return True
    small = max(form.plans[0].count * form.plans[1].count for form in (one, other)) <= MAX_CELLS
    return small and _match(_written_out(one, (1, 2)), _written_out(other, (1, 2))) is not None


def _match(one: Form, other: Form) -> Matching | None:
    try:
        return match(one, other)
    except Undecided:
        return None


def _decided(one: Form, other: Form) -> bool:
    """Return whether `match` says yes or no to two forms, within its limits."""
    try:
        match(one, other)
        return True
    except Undecided:
        return False


def _written_out(form: Form, players: tuple[int, ...]) -> Form:
    first, second = (
        expanded(plans) if player in players else plans
        for player, plans in zip((1, 2), form.plans, strict=True)
    )
    return reduced(replaced(form, first, second))


def _steps(form: Form, player: int) -> int:
    return len(form.plans[player - 1].stands) * (
        len(form.payoffs) + len(form.plans[2 - player].stands)
    )


def _responses(form: Form, player: int) -> set[tuple[int, Fraction, Fraction]] | None:
    """Return the least and the most that the opponent can get against sums and differences of a
    player's strategies.

    These are the strategies that are written out: two of them added or subtracted, three, all but
    one. The set of what is found does not depend on their order. None where numbers could become
    too large for machine integers.
    """
    import numpy as np

    own, count = form.plans[2 - player], len(form.plans[player - 1].stands) - 1
    unit = lcm(*(payoff.denominator for payoff in form.payoffs.values()))
    payoffs = np.zeros((len(own.stands), count), dtype=np.int64)
    if unit * sum(abs(payoff) for payoff in form.payoffs.values()) > LARGEST:
        return None
    for pair, payoff in form.payoffs.items():
        payoffs[
            pair[2 - player], slice(None) if not pair[player - 1] else pair[player - 1] - 1
        ] += int(unit * payoff)
    found = set()
    for family, weights in enumerate(_mixtures(count)):
        for begin in range(0, weights.shape[1], 512):
            worth = payoffs @ weights[:, begin : begin + 512]
            least, most = _best(own, worth, np.minimum.reduce), _best(own, worth, np.maximum.reduce)
            found |= {
                (family, Fraction(int(low), unit), Fraction(int(high), unit))
                for low, high in zip(least, most, strict=True)
            }
    return found


def _mixtures(count: int) -> Iterator[Any]:
    """Yield arrays whose columns weigh `count` strategies: another order of these is another order
    of the columns.
    """
    import numpy as np

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


def _best(own: Plans, paid: Any, choose: Callable[[Any], Any]) -> Any:
    """Return what the best pure strategy is worth, per column; `paid` is by sequence."""
    worth = paid.copy()
    for number in reversed(range(len(own.above))):
        worth[own.above[number]] += choose(worth[list(own.actions[number])])
    return worth[0]


def _attained(form: Form, player: int) -> set[frozenset[int]] | None:
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
        range(1, len(form.plans[player - 1].stands)) if form.plans[player - 1].above else [0]
    ):
        attained = _attained_by(
            form, player, rows.get(0, []), rows.get(strategy, []) if strategy else []
        )
        if attained is None:
            return None
        found.add(attained)
    return found


def _attained_by(form: Form, player: int, *rows: list[tuple[int, int]]) -> frozenset[int] | None:
    own = form.plans[2 - player]
    paid = [0] * len(own.stands)
    for row in rows:
        for sequence, payoff in row:
            paid[sequence] = (paid[sequence] + payoff) % PRIME
    return _sums(own, paid, MAX_ATTAINED)


def _sums(own: Plans, paid: list[int], limit: int) -> frozenset[int] | None:
    """Return what the pure strategies of a player add up to, modulo PRIME; None where there are
    more sums than `limit`.
    """
    attained = [{payoff} for payoff in paid]
    for number in reversed(range(len(own.above))):
        options: set[int] = set().union(*(attained[action] for action in own.actions[number]))
        above = own.above[number]
        if len(options) * len(attained[above]) > limit:
            return None
        attained[above] = {(one + other) % PRIME for one in attained[above] for other in options}
    return frozenset(attained[0])


def _distinct(form: Form, player: int) -> int | None:
    """Return how many pure strategies of a player differ in what they pay against some strategy of
    the opponent.

    Told by what they pay against a random plan; None where there are more than MAX_DISTINCT.
    """
    found = _sums(form.plans[player - 1], prints(form, player), MAX_DISTINCT)
    return None if found is None else len(found)
