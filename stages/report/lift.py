"""Lift: from a solution to behaviour strategies.

A `Claim` has the numbers that a solution claims about the game whose linear program it solves,
unverified. The program's name determines which sequences it has: `schemas.linear_program.origin`.

A realization plan x is made a behaviour strategy by dividing the weights of an information set's
sequences by the weight of the sequence that leads there (Kuhn 1953; von Stengel 1996, section 3).
The opponent's plan is the vector of dual values of the best-response rows, by the strong duality
that proves the minimax theorem for the sequence form.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...schemas.bounds import Situation
from ...schemas.game import Game
from ...schemas.kernels.passes import add_represented, forward
from ...schemas.linear_program import Symbol, SymbolKind, origin, owner_of, read_symbol, symbol_name
from ...schemas.parts.problems import InputError, Problem, StatusError, VerificationError
from ...schemas.parts.status import Sense, Status
from ...schemas.parts.views import ArrayView
from ...schemas.report import Origins
from ...schemas.solution import Solution
from ...schemas.strategies import Strategy, StrategyView
from ...schemas.strategies.columns import strategy_columns
from ..forms.columns import SequencesColumns
from ..forms.formulation import Forms, Formulation
from ..forms.program import Program
from ..forms.reductions import REDUCTIONS
from .measures import order_of, plans_of, realized, uniform
from .reach_kernel import normalize

Weights = NDArray[np.float64]

# Relative amount by which a weight may leave its range; a larger error means that it is not a plan.
SLACK = 1e-3
# A smaller weight is noise of the solver's arithmetic, not a decision to play: the weights at
# vertices of these polytopes are products of a few probabilities.
NOISE = 1e-11


@dataclass(frozen=True)
class Claim:
    """A solution that fits its game."""

    game: Game
    solution: Solution
    player: int
    """The player whose linear program was solved."""
    formulation: Formulation

    @property
    def program(self) -> Program:
        """The program that was solved."""
        return self.formulation.programs[self.player - 1]

    @property
    def value(self) -> float:
        """Player 1's value as the solver reports it."""
        objective = self.solution.objective or 0.0
        own = objective if self.solution.sense == Sense.MAXIMISE else -objective
        return own if self.player == 1 else -own

    @property
    def origins(self) -> Origins:
        """The solver, and how it was used."""
        solution, options = self.solution, dict(self.solution.options)
        return Origins(
            solver=solution.solver,
            version=solution.version,
            status=solution.status,
            seconds=solution.seconds,
            size=solution.size,
            refused=options.get("refused", ""),
            without=self.formulation.without,
        )

    def numbered(self) -> dict[int, float]:
        """Return the columns by their numbers in the program."""
        number = {name: at for at, name in enumerate(self.program.names)}
        columns = self.solution.columns
        return {number[entry.name]: entry.value for entry in columns if entry.name in number}

    def weights(self, player: int) -> Weights:
        """Return one weight per sequence of a player; the opponent's come from the dual values.

        Raises InputError if one is missing, VerificationError if one is not a realization weight.
        """
        sequences = self.formulation.form.columns.players[player - 1]
        most = limits(self.game, sequences)
        # Joined sequences are sums and hold no further information.
        weights = lifted_weights(self.named(player), sequences)
        for number in np.flatnonzero(~(abs(weights) <= most * (1 + SLACK)))[:1].tolist():
            name = symbol_name(Symbol(self._kind(player), player, number))
            raise VerificationError(
                f"{name} = {weights[number]:g} is not a realization weight; it lies from 0 to "
                f"{most[number]:g}"
            )
        return weights

    def _kind(self, player: int) -> SymbolKind:
        """Return what has a player's weights: columns of its own program, rows of the other's."""
        return SymbolKind.WEIGHT if player == self.player else SymbolKind.RESPONSE

    def named(self, player: int) -> Weights:
        """Return the weights of the form's sequences, with the signs of a maximisation; 0 for a
        joined one that the solution leaves out. Raises InputError if the solution has others.
        """
        own, solution = player == self.player, self.solution
        letter = symbol_name(Symbol(self._kind(player), player, 0))[0]
        entries = solution.columns if own else solution.rows
        given = {entry.name: entry.value for entry in entries if entry.name[:1] == letter}
        sequences = self.formulation.form.columns.players[player - 1]
        names = [f"{letter}{number}" for number in sequences.present.tolist()]
        if given.keys() != set(names):
            self._refuse_others(player, given, names)
        # In a maximum written as the minimum of its negative, dual values change their sign.
        sign = 1.0 if own or solution.sense == Sense.MAXIMISE else -1.0
        return sign * np.array([given.get(name, 0.0) for name in names], np.float64)

    def _refuse_others(self, player: int, given: Collection[str], names: Sequence[str]) -> None:
        """Raise InputError if a player's sequences in the solution differ from those of the
        program.
        """
        moves = len(self.formulation.form.players[player - 1].moves)
        missing = [name for name in names if name not in given and int(name[1:]) < moves]
        if missing:
            _refuse(
                f"the solution is of another linear program: {self.game.players[player - 1]} "
                f"has {moves} sequences in this game, {missing[0]} is missing"
            )
        known = {*names}
        others = [name for name in given if name not in known and read_symbol(name, self.player)]
        if others:
            _refuse(
                f"the solution is of another linear program: this game's has no {others[0]}; what "
                "an older version lowered --without a reduction has to be lowered again"
            )


def claim(game: Game, solution: Solution, forms: Forms | None = None) -> Claim:
    """Return the claim of a solution about a game; `forms` are the game's sequence forms, if known.
    Raises InputError if the solution does not fit the game, StatusError if it is
    not optimal.
    """
    if solution.status != Status.OPTIMAL:
        raise StatusError(f"{solution.solver} did not find an optimum: {solution.status}")
    known = origin(solution.problem)
    if known and known.digest != game.digest[:16]:
        _refuse("the solution is of the linear program of another game", "problem")
    without = known.without if known else ()
    for name in without:
        if name not in REDUCTIONS:
            _refuse(
                f"the linear program was lowered without {name}, which is not known here", "problem"
            )
    owner = owner_of(entry.name for entry in solution.columns)
    if owner is None or known and known.player != owner:
        _refuse("the columns are none that 'lower' writes: x or y and a number", "columns")
    claimed = Claim(
        game=game,
        solution=solution,
        player=owner,
        formulation=(forms or Forms(game)).without(without),
    )
    claimed.named(owner)  # Refuses other columns.
    return claimed


def _refuse(message: str, *place: str) -> NoReturn:
    raise InputError([Problem(message, place)])


def lifted_weights(named: Weights, sequences: SequencesColumns) -> Weights:
    """Return one weight per sequence that is not joined, including removed ones."""
    found = np.zeros(sequences.size, np.float64)
    found[sequences.present] = named
    by = sequences.represented_by
    add_represented(found, sequences.removed, by.begin, by.members)
    return found[: len(sequences.moves)]


def limits(game: Game, sequences: SequencesColumns) -> Weights:
    """Return per sequence that is not joined the upper limit of its weight: 1 in a tree, more if
    several weights are summed.
    """
    infosets, reached = game.columns.infosets, game.reached
    found = np.ones(int(infosets.first[-1]), np.float64)
    if np.any(np.diff(reached.begin)[reached.parent] > 1):
        every = np.arange(len(infosets), dtype=np.int32)
        forward(order_of(game, every), np.ones(len(found)), found, np.empty(len(every)))
    return found[sequences.moves]


class Lifted(NamedTuple):
    """Both players' strategies, computed from the weights of solutions."""

    strategies: tuple[Strategy, Strategy]
    repaired: float
    """The largest change of a weight that made the solutions' weights realization plans.

    Weights that violate their rows slightly are not plans; those of the strategies always are.
    """


def lift(game: Game, claims: Sequence[Claim]) -> Lifted:
    """Return both players' behaviour strategies; at least one claim is needed.

    Raises as `Claim.weights` does.
    """
    weights = _weights(claims)
    strategies = behaviour(game, 1, weights[1]), behaviour(game, 2, weights[2])
    plans = plans_of(game, strategies)
    return Lifted(strategies, most_apart((weights[1], weights[2]), plans))


def _weights(claims: Sequence[Claim]) -> Mapping[int, Weights]:
    """Return per player the weights of the sequences, from its own program if that was solved."""
    found = {claim.player: claim.weights(claim.player) for claim in claims}
    for claim in claims:
        opponent = 3 - claim.player
        if opponent not in found:
            found[opponent] = claim.weights(opponent)
    return found


def behaviour(game: Game, player: int, weights: ArrayLike, noise: float = NOISE) -> StrategyView:
    """Return a player's strategy from its sequences' weights; weights up to `noise` become 0."""
    even = uniform(game, player)
    shares, totals = np.array(weights, np.float64)[1:], np.empty(len(even))
    normalize(even.begin, noise, shares, totals)
    _, reach = realized(game, even.infoset, shares)
    # Where own moves do not lead, or all weights are 0, the strategy stays uniform.
    empty = ~((reach > 0) & (totals > 0))
    reach[empty] = 0.0
    shares = np.where(np.repeat(empty, np.diff(even.begin)), even.probabilities, shares)
    return StrategyView(replace(even, own_reach=reach, probabilities=shares))


def situations_of(
    game: Game, player: int, sequences: SequencesColumns, plan: Weights
) -> tuple[Situation, ...]:
    """Return a player's strategy from its realization plan in a form: the weights of the sequences
    that are present.
    """
    weights = lifted_weights(plan, sequences)
    columns = strategy_columns(behaviour(game, player, weights, noise=0.0))
    begin, shares = columns.begin.tolist(), columns.probabilities.tolist()
    owned = ((at, one) for at, one in enumerate(game.information_sets) if one.player == player)
    return tuple(
        Situation(number, (), one.actions, tuple(shares[low:high]))
        for (number, one), (low, high) in zip(owned, pairwise(begin), strict=True)
    )


def most_apart(weights: Sequence[ArrayLike], plans: Sequence[ArrayView[float]]) -> float:
    """Return the largest difference between a weight and that of the plan."""
    return max(
        float(np.abs(np.asarray(one, np.float64) - other.array).max())
        for one, other in zip(weights, plans, strict=True)
    )
