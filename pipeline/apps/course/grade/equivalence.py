"""Are two games strategically the same? Both answers are proved where possible.

Two games are the same when their reduced normal forms are, up to the names of
the strategies (Kohlberg and Mertens 1986; for how trees of one normal form
hang together: Thompson 1952, Elmes and Reny 1994).

Yes: the reduced sequence forms are the same up to names, either directly or with the plans of one
or both players written out as pure strategies. No: the written-out normal forms differ; or the
opponent can do better against one pure strategy than against another by other amounts; or a player
has more strategies that differ in their payoffs.
"""

from math import lcm
from typing import NamedTuple

import numpy as np

from .matching import Matching, Undecided, match
from .reduced_forms import (
    PRIME,
    fingerprints,
    normal_form_tree,
    reduced_form,
    with_sequences,
)
from .trees import SequenceTree, TreeForm

MAX_CELLS = 40_000  # Of a normal form that is written out.
MAX_STRATEGIES = 2_000  # Of one player that are written out alone.

SAME = "the players have the same strategies, and each pair of strategies has the same payoff"


class Answer(NamedTuple):
    """Whether two games are the same."""

    same: bool | None
    """None if neither answer could be proved."""
    proof: str


def compare_forms(one: TreeForm, other: TreeForm, names: tuple[str, str]) -> Answer:
    """Return whether two reduced forms belong to the same game. The first is that of the map, whose
    players have the given names.
    """
    if _match(one, other):
        return Answer(True, SAME)
    if _cells(one, other) <= MAX_CELLS:
        return _compare_normal_forms(one, other)
    for player in (1, 2):
        numbers = [_distinct(form, player) for form in (one, other)]
        if None not in numbers and numbers[0] != numbers[1]:
            proof = (
                f"{names[player - 1]} can play in {numbers[1]:,} ways with different payoffs, but "
                f"in {numbers[0]:,} in the map's game"
            )
            return Answer(False, proof)
    for player in (2, 1):
        found = _compare_written_out(one, other, player, names)
        if found.same is not None:
            return found
    return Answer(None, "")


def _compare_normal_forms(one: TreeForm, other: TreeForm) -> Answer:
    normal = [_written_out(form, (1, 2)) for form in (one, other)]
    try:
        if match(normal[0], normal[1]):
            return Answer(True, SAME)
    except Undecided:
        return Answer(None, "")
    return Answer(
        False, "the table of the payoffs of all strategies differs from that of the map's game"
    )


def _compare_written_out(
    reference: TreeForm, handin: TreeForm, player: int, names: tuple[str, str]
) -> Answer:
    """Return the answer that the forms prove with the strategies of one player written out."""
    if max(form.players[player - 1].count for form in (reference, handin)) > MAX_STRATEGIES:
        return Answer(None, "")
    sides = [_written_out(form, (player,)) for form in (reference, handin)]
    mine, theirs = names[player - 1], names[2 - player]
    if _match(sides[0], sides[1]):
        return Answer(True, SAME)
    unit = lcm(*(payoff.denominator for side in sides for payoff in side.payoffs.values()))
    contrasts = [_contrasts(side, player, unit) for side in sides]
    if None not in contrasts and contrasts[0] != contrasts[1]:
        proof = (
            f"{theirs} can do better against one strategy of {mine} than against another, by other "
            "amounts than in the map's game"
        )
        return Answer(False, proof)
    return Answer(None, "")


def _cells(one: TreeForm, other: TreeForm) -> int:
    """Return the number of cells of the larger of the two normal forms."""
    return max(form.players[0].count * form.players[1].count for form in (one, other))


def proved_same(one: TreeForm, other: TreeForm) -> bool:
    """Return whether two reduced forms are proved to be the same game; False proves nothing."""
    if _match(one, other):
        return True
    return (
        _cells(one, other) <= MAX_CELLS
        and _match(_written_out(one, (1, 2)), _written_out(other, (1, 2))) is not None
    )


def _match(one: TreeForm, other: TreeForm) -> Matching | None:
    try:
        return match(one, other)
    except Undecided:
        return None


def _written_out(form: TreeForm, players: tuple[int, ...]) -> TreeForm:
    first, second = (
        normal_form_tree(tree) if player in players else tree
        for player, tree in zip((1, 2), form.players, strict=True)
    )
    return reduced_form(with_sequences(form, first, second))


MAX_DISTINCT = 200_000  # Strategies of one player that are distinguished.


MAX_TOTAL = 2**62  # Of all payoffs as integers.


def _contrasts(form: TreeForm, player: int, unit: int) -> list[bytes] | None:
    """Return, for each pair of pure strategies of a player, which are written out without
    duplicates, the most that the opponent's plans pay twice against the one less against the other:
    a row per strategy, sorted. Payoffs are multiples of 1/unit.

    An opponent who knows more about the strategies can contrast them more, even if it is no use.
    Return None if the payoffs are too large for 64 bits.
    """
    own, strategies = form.players[2 - player], max(1, len(form.players[player - 1].represents) - 1)
    if 3 * sum(map(abs, form.payoffs.values())) * unit > MAX_TOTAL:
        return None
    payoffs = np.zeros((len(own.represents), strategies), np.int64)
    for pair, payoff in form.payoffs.items():
        strategy = pair[player - 1]
        # The empty sequence belongs to every strategy.
        payoffs[pair[2 - player], strategy - 1 if strategy else slice(None)] += int(payoff * unit)
    rows = []
    for other in payoffs.T:
        paid = 2 * payoffs - other[:, None]
        for above, actions in zip(own.parent[::-1], own.actions[::-1], strict=True):
            paid[above] += paid[list(actions)].max(axis=0)
        rows.append(np.sort(paid[0]).tobytes())
    return sorted(rows)


def _sums(own: SequenceTree, paid: list[int]) -> frozenset[int] | None:
    """Return the totals of all pure strategies of a player, modulo PRIME; None if there are more
    than MAX_DISTINCT totals.
    """
    attained = [{payoff} for payoff in paid]
    for number in reversed(range(len(own.parent))):
        options: set[int] = set().union(*(attained[action] for action in own.actions[number]))
        above = own.parent[number]
        if len(options) * len(attained[above]) > MAX_DISTINCT:
            return None
        attained[above] = {(one + other) % PRIME for one in attained[above] for other in options}
    return frozenset(attained[0])


def _distinct(form: TreeForm, player: int) -> int | None:
    """Return how many pure strategies of a player differ in their payoffs against some strategy of
    the opponent.

    Strategies are compared by their payoffs against a random plan. Return None if there are more
    than MAX_DISTINCT.
    """
    found = _sums(form.players[player - 1], fingerprints(form, player))
    return None if found is None else len(found)
