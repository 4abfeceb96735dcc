"""From a basic solution to strategies of the game, and the proof that they are an equilibrium.

Nothing of the linear program is believed: each plan is looked at as a realization plan of the game,
and both best responses are computed on the game. If both players guarantee the same number, it is
the value, whoever found the plans.
"""

import math
from collections.abc import Mapping
from fractions import Fraction

from flint import fmpq

from schemas.game import Game
from schemas.linear_program import Kind
from schemas.report import ExactBehaviour, ExactStrategy, Proof
from stages.forms.program import Program
from stages.forms.sequence_form import Sequences
from stages.report.best_response import exact_best_response
from stages.report.exact.basic import Basic

Plan = dict[int, int]  # Per sequence of the game its realization weight, in units of the plan.


def equilibrium(game: Game, program: Program, found: Basic) -> Proof | None:
    """Return the proof that the basic solution of a player's program gives, if it gives one."""
    own = {
        symbol.number: value
        for symbol, value in zip(program.columns, found.primal, strict=True)
        if symbol.kind is Kind.WEIGHT
    }
    other = {
        symbol.number: value
        for symbol, value in zip(program.rows, found.dual, strict=True)
        if symbol.kind is Kind.RESPONSE
    }
    both = (own, other) if program.player == 1 else (other, own)
    plans = [
        _plan(game, player, sequences, weights)
        for player, sequences, weights in zip((1, 2), program.form.players, both, strict=True)
    ]
    if plans[0] is None or plans[1] is None:
        return None
    guaranteed = exact_best_response(game, 2, *plans[0])
    conceded = exact_best_response(game, 1, *plans[1])
    if guaranteed != conceded:
        return None
    return Proof(guaranteed, (_behaviour(game, 1, plans[0][0]), _behaviour(game, 2, plans[1][0])))


def _plan(
    game: Game, player: int, sequences: Sequences, weights: Mapping[int, fmpq]
) -> tuple[Plan, int] | None:
    """Return a player's realization plan and how many of its units are 1; None if it is none."""
    exact: list[fmpq] = []
    for number in range(len(sequences.moves)):
        # A sequence that a reduction removed has the weight of others.
        exact.append(
            weights[number]
            if number in weights
            else sum((exact[at] for at in sequences.represented_by[number]), fmpq(0))
        )
    unit = math.lcm(*{int(weight.q) for weight in exact})
    plan = {
        move: int(weight.p) * (unit // int(weight.q))
        for move, weight in zip(sequences.moves, exact, strict=True)
    }
    if plan[0] != unit or min(plan.values()) < 0:
        return None
    for infoset in game.infosets(player):
        played = sum(plan[sequence] for sequence in game.sequences(infoset))
        if played != sum(plan[parent] for parent in game.parents[infoset]):
            return None
    return plan, unit


def _behaviour(game: Game, player: int, plan: Plan) -> ExactStrategy:
    found = []
    for infoset in game.infosets(player):
        weights = [plan[sequence] for sequence in game.sequences(infoset)]
        total = sum(weights)
        probabilities = (
            Fraction(weight, total) if total else Fraction(1, len(weights)) for weight in weights
        )
        found.append(ExactBehaviour(infoset, tuple(probabilities)))
    return tuple(found)
