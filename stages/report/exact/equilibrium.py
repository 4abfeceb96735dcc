"""From a basic solution to strategies of the game, and the proof that they are an equilibrium.

The linear program is not trusted: each plan is checked to be a realization plan of the game,
and both best responses are computed on the game. If both players guarantee the same number, it is
the value, whatever the origin of the plans.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.kernels.passes import add_represented
from ....schemas.parts.views import MappedView
from ....schemas.report import Proof
from ....schemas.strategies import ExactBehaviour, ExactStrategy
from ...forms.columns import SequencesColumns
from ...forms.program import Program
from ...forms.sequence_form import SequenceForm
from ..best_response import exact_best_response
from .basic import Basic

Plan = dict[int, int]
"""Per sequence of the game its realization weight, in units of the plan; for a large game only
nonzero ones.
"""

Weights = Mapping[int, fmpq]
"""The weights of a player's present sequences, by their numbers in the form."""


def equilibrium(game: Game, program: Program, found: Basic) -> Proof | None:
    """Return the proof from the basic solution of a player's program; None if it proves nothing."""
    own, opponent = program.form.sides(program.player)
    # Weights are the first columns, followed by values; responses are the last rows.
    weights = dict(zip(own.present, found.primal, strict=False))
    duals = found.dual[len(found.dual) - len(opponent.present) :]
    responses = dict(zip(opponent.present, duals, strict=True))
    both = (weights, responses) if program.player == 1 else (responses, weights)
    return proved_value(game, program.form, both)


def proved_value(game: Game, form: SequenceForm, weights: tuple[Weights, Weights]) -> Proof | None:
    """Return the value with both strategies, if both players' weights are realization plans that
    guarantee the same number.
    """
    first, second = (
        _plan(game, player, form, own) for player, own in zip((1, 2), weights, strict=True)
    )
    if first is None or second is None:
        return None
    of_first, of_second = (
        exact_best_response(game, 3 - player, plan, unit)
        for player, (plan, unit) in enumerate((first, second), 1)
    )
    if of_first != of_second:
        return None
    return Proof(of_first, (_behaviour(game, 1, first[0]), _behaviour(game, 2, second[0])))


def _plan(game: Game, player: int, form: SequenceForm, weights: Weights) -> tuple[Plan, int] | None:
    """Return a player's realization plan and its number of units in 1; None if it is not a plan."""
    exact = _played(form.columns.players[player - 1], weights)
    unit = math.lcm(*{int(weight.q) for weight in exact.values()})
    plan = {move: int(weight.p) * (unit // int(weight.q)) for move, weight in exact.items()}
    if plan.get(0, 0) != unit or min(plan.values()) < 0:
        return None
    return (plan, unit) if keeps_flows(game, player, plan) else None


def _behaviour(game: Game, player: int, plan: Plan) -> ExactStrategy:
    infosets = game.infosets(player)
    return MappedView(infosets, partial(_choice, game, plan))


def _choice(game: Game, plan: Plan, infoset: int) -> ExactBehaviour:
    weights = [plan.get(sequence, 0) for sequence in game.sequences(infoset)]
    total = sum(weights)
    probabilities = (
        Fraction(weight, total) if total else Fraction(1, len(weights)) for weight in weights
    )
    return ExactBehaviour(infoset, tuple(probabilities))


def _played(sequences: SequencesColumns, weights: Weights) -> dict[int, fmpq]:
    """Return the nonzero weights by the sequences' numbers in the game, including sequences
    removed by reductions.
    """
    marks = np.zeros(sequences.size, np.float64)
    marks[[number for number, weight in weights.items() if weight]] = 1.0
    by = sequences.represented_by
    # A positive number marks the sequences represented by some sequence with a weight.
    add_represented(marks, sequences.removed, by.begin, by.members)
    exact = {number: weight for number, weight in weights.items() if weight}
    for at in np.flatnonzero(marks[sequences.removed]).tolist():
        parts = by.members[by.begin[at] : by.begin[at + 1]].tolist()
        total = sum((exact.get(part, fmpq(0)) for part in parts), fmpq(0))
        exact[int(sequences.removed[at])] = total
    moves = sequences.moves
    return {int(moves[number]): exact[number] for number in sorted(exact) if number < len(moves)}


def keeps_flows(game: Game, player: int, plan: Mapping[int, int]) -> bool:
    """Return whether the weights into and out of each information set of a player are equal.

    Only information sets with a played sequence or a played parent are checked.
    """
    reached, infosets = game.reached, game.columns.infosets
    first = infosets.first
    marked = np.zeros(int(first[-1]), np.bool_)
    marked[np.fromiter(plan, np.int64, len(plan))] = True
    leads = np.logical_or.reduceat(marked[reached.members], reached.begin[:-1])
    behind = np.zeros(len(infosets), np.bool_)
    behind[_infosets(first, np.flatnonzero(marked))] = True
    touched = (behind | leads[reached.parent]) & (infosets.player == player)
    return all(
        sum(plan.get(sequence, 0) for sequence in game.sequences(infoset))
        == sum(plan.get(parent, 0) for parent in game.parents[infoset])
        for infoset in np.flatnonzero(touched).tolist()
    )


def _infosets(first: NDArray[np.int32], sequences: NDArray[Any]) -> NDArray[Any]:
    """Return the information sets of sequences, except for the empty one."""
    return np.searchsorted(first, sequences[sequences > 0].astype(np.int32), side="right") - 1
