"""Lift: from the columns and rows of a solution to behaviour strategies.

A realization plan x is made a behaviour strategy by dividing the weights of an
information set's sequences by the weight of the sequence that leads there
(Kuhn 1953; von Stengel 1996, section 3). The opponent's plan is the vector of
dual values of the best-response rows, by the strong duality that proves the
minimax theorem for the sequence form.
"""

from collections.abc import Iterable, Mapping, Sequence

from schemas.game import Game
from schemas.linear_program import LETTERS, origin
from schemas.parts.problems import InputError, Problem, StatusError, VerificationError
from schemas.report import Behaviour, Strategy
from schemas.solution import Entry, Solution
from stages.forms.plan import realization_plan
from stages.lower import (
    reduced_form,
)  # Which sequences a reduction removed follows from the game alone; lower says how.

# A weight below is the noise of a solver's arithmetic, not a decision to play: vertices
# of these polytopes have weights that are products of a few probabilities.
NOISE = 1e-11

# By how much a weight may leave its range, as a part of it; what is further off was never a plan.
SLACK = 1e-3


def lift(game: Game, solutions: Sequence[Solution]) -> tuple[Strategy, Strategy]:
    """Return both players' behaviour strategies; at least one solution is needed.

    Raises InputError if a solution does not fit the game, StatusError if it is
    not optimal.
    """
    plans = _plans(game, solutions)
    return (_behaviour(game, 1, plans[1]), _behaviour(game, 2, plans[2]))


def repair(
    game: Game, solutions: Sequence[Solution], strategies: tuple[Strategy, Strategy]
) -> float:
    """Return the most by which a weight of the solutions had to change to become that of the
    strategies lifted from them.

    A plan that breaks its rows a little is no realization plan; the strategies always have one.
    """
    plans = _plans(game, solutions)
    return max(
        abs(weight - played)
        for player, strategy in enumerate(strategies, 1)
        for weight, played in zip(plans[player], realization_plan(game, strategy), strict=True)
    )


def _plans(game: Game, solutions: Sequence[Solution]) -> dict[int, list[float]]:
    plans: dict[int, list[float]] = {}
    for solution in solutions:
        player = _owner(game, solution)
        plans[player] = _weights(game, player, LETTERS[player][0], solution.columns)
    for solution in solutions:
        player = 3 - _owner(game, solution)
        if player not in plans:
            plans[player] = _duals(game, player, solution)
    return plans


def owner(game: Game, solution: Solution) -> int:
    """Return the player whose linear program was solved. Raises as `lift` does if it does not fit
    the game.
    """
    player = _owner(game, solution)
    _weights(game, player, LETTERS[player][0], solution.columns)
    return player


def claimed_value(solution: Solution) -> float:
    """Return player 1's value by the word of an optimal solution."""
    objective = solution.objective or 0.0
    own = objective if solution.sense == "maximise" else -objective
    return own if _first_letter(solution) == LETTERS[1][0] else -own


def _owner(game: Game, solution: Solution) -> int:
    """Return the player whose linear program was solved."""
    if solution.status != "optimal":
        raise StatusError(f"{solution.solver} did not find an optimum: {solution.status}")
    known = origin(solution.problem)
    if known and known.digest != game.digest[:16]:
        raise InputError(
            [Problem("the solution is of the linear program of another game", ("problem",))]
        )
    letter = _first_letter(solution)
    owners = [player for player, letters in LETTERS.items() if letters[0] == letter]
    if not owners or known and known.player != owners[0]:
        raise InputError(
            [Problem("the columns are none that 'lower' writes: x or y and a number", ("columns",))]
        )
    return owners[0]


def _first_letter(solution: Solution) -> str:
    letters = {entry.name[:1] for entry in solution.columns}
    return next((own for own, other in LETTERS.values() if letters == {own, other}), "")


def _weights(game: Game, player: int, letter: str, entries: Iterable[Entry]) -> list[float]:
    """Return one weight per sequence of a player, from the entries called letter and number.

    Sequences that a reduction of the sequence form removed have the weight of
    others. Joined sequences are sums and say nothing new.
    """
    found = {entry.name: entry.value for entry in entries if entry.name[:1] == letter}
    count = 1 + sum(
        len(game.information_sets[infoset].actions) for infoset in game.infosets(player)
    )
    names = [f"{letter}{number}" for number in range(count)]
    stands: Mapping[int, tuple[int, ...]] = {}
    if any(name not in found for name in names):
        # Whatever was left out of the program: a sequence that one reduction removes stands for the
        # same with the others.
        stands = reduced_form(game).players[player - 1].stands
    weights: list[float] = []
    limits = _limits(game, player)
    for number, name in enumerate(names):
        if name not in found and number not in stands:
            raise InputError(
                [
                    Problem(
                        f"the solution is of another linear program: {game.players[player - 1]} "
                        f"has {count} "
                        f"sequences in this game, {name} is missing"
                    )
                ]
            )
        weights.append(
            found[name] if name in found else sum(weights[above] for above in stands[number])
        )
        if not abs(weights[-1]) <= limits[number] * (1 + SLACK):
            raise VerificationError(
                f"{name} = {weights[-1]:g} is no realization weight; it lies from 0 to "
                f"{limits[number]:g}"
            )
    return weights


def _limits(game: Game, player: int) -> list[float]:
    """Return per sequence of a player what its weight cannot exceed: 1 in a tree, more where
    several weights add up.
    """
    certain = tuple(
        Behaviour(infoset, 1.0, (1.0,) * len(game.information_sets[infoset].actions))
        for infoset in game.infosets(player)
    )
    return list(realization_plan(game, certain))


def _duals(game: Game, player: int, solution: Solution) -> list[float]:
    # Where a maximum is written as the minimum of its negative, the dual values change their sign.
    sign = 1.0 if solution.sense == "maximise" else -1.0
    return [sign * weight for weight in _weights(game, player, "b", solution.rows)]


def _behaviour(game: Game, player: int, plan: list[float]) -> Strategy:
    found = []
    reach = {0: 1.0}  # By the number of the sequence in the game.
    following = 1
    for infoset in game.infosets(player):
        actions = len(game.information_sets[infoset].actions)
        weights = [
            weight if weight > NOISE else 0.0 for weight in plan[following : following + actions]
        ]
        following += actions
        total = sum(weights)
        above = sum(reach[parent] for parent in game.parents[infoset])
        leads = above > 0 and total > 0
        probabilities = [weight / total for weight in weights] if leads else [1 / actions] * actions
        found.append(Behaviour(infoset, above if leads else 0.0, tuple(probabilities)))
        for sequence, probability in enumerate(probabilities, game.first[infoset]):
            reach[sequence] = found[-1].own_reach * probability
    return tuple(found)
