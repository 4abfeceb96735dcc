"""The proof of bounds by best responses to both strategies, and the first moves of these in the
order of play.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

import numpy as np

from ....schemas.bounds import Bounds, Situation
from ....schemas.bounds_report import BoundsReport
from ....schemas.evaluation import Enclosed
from ....schemas.game import Game, count
from ....schemas.parts.problems import InputError, OptionError, Problem, VerificationError
from ....schemas.parts.watch import Watch
from ....schemas.report import Bounds as Enclosure
from ....schemas.state_graph import ObservationGraph, unrolled
from ....schemas.state_graph.counting import count_histories
from ...bounds.answers import Answer, Respond, move_probabilities
from ...bounds.knowledge import situations
from ...bounds.memories.fractions import only_multiple, payoff_unit, plan_unit
from ...bounds.memories.strategy import Memory, read_strategy
from ...bounds.recall import with_recall
from ...bounds.walks import Floats, GameWalk, walk_of_graph
from .witness import SLACK, prove_on_game, refuse_better

FIRST = 20
"""The most situations among the first moves of a player."""
SEARCHED = 100_000
"""The most states that are visited to find them."""


def _with_recall(walk: GameWalk, player: int, recall: int) -> GameWalk:
    try:
        return with_recall(walk, player, recall).walk
    except OptionError:
        raise InputError([Problem("is too large for this game", ("recall",))]) from None


def prove_listed(game: Game, bounds: Bounds) -> BoundsReport:
    """Return the report on bounds that belong to a game. Raises as `prove_on_game` does."""
    return BoundsReport(
        game=game,
        bounds=bounds,
        proved=prove_on_game(game, bounds),
        histories=count(game).histories,
        first_moves=(_opening(game, bounds.strategies[0]), _opening(game, bounds.strategies[1])),
    )


def _opening(game: Game, strategy: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """Return the information sets of a player before its first own move, in the game's order."""
    begin = (one for one in strategy if 0 in game.parents[one.information_set or 0])
    return tuple(islice(begin, FIRST))


def prove(
    game: ObservationGraph, bounds: Bounds, limit: int, watch: Watch, respond: Respond | None
) -> BoundsReport:
    """Return the report on bounds that belong to a graph of at most `limit` states. Raises
    InputError for strategies that are not those of the graph, and VerificationError for a false
    bound and for a strategy that depends on what its player cannot know.
    """
    respond = respond or Answer.value
    walk, payoffs, moves = walk_of_graph(game, limit), [], []
    for player in (1, 2):
        if bounds.by_memory:
            strategy = bounds.strategies[player - 1]
            own, probability = read_strategy(Memory(walk, player), strategy).followed()
            moves.append(_before_actions(strategy))
        else:
            own = _with_recall(walk, player, bounds.recall)
            only = [one if at == player else None for at, one in enumerate(bounds.strategies, 1)]
            probability = move_probabilities(own, only)
            _refuse_other_rows(own, player, probability)
            moves.append(tuple(_first_moves(own, bounds, player)))
        payoffs.append(respond(Answer(own, 3 - player, probability, reach=walk.reach), watch))
    if bounds.value is not None:
        payoffs = [_exact(unrolled(game, limit), bounds, payoffs, bounds.value)] * 2
    proved = Enclosure(payoffs[0].lower, payoffs[1].upper)
    refuse_better(bounds, proved, SLACK * walk.reach)
    return BoundsReport(
        game=game,
        bounds=bounds,
        proved=proved,
        histories=None if game.limit else count_histories(game),
        first_moves=(moves[0], moves[1]),
    )


def _exact(
    graph: ObservationGraph, bounds: Bounds, payoffs: Sequence[Enclosed], value: Fraction
) -> Enclosed:
    """Return the value. Raises VerificationError unless both best responses have it exactly."""
    unit = payoff_unit(graph)
    for payoff, strategy in zip(payoffs, bounds.strategies, strict=True):
        proved = only_multiple(payoff, unit * plan_unit(strategy))
        if proved != value:
            found = f"from {payoff.lower!r} to {payoff.upper!r}" if proved is None else str(proved)
            raise VerificationError(f"the strategies prove a value {found}, not {value}")
    return Enclosed(value, value)


def _refuse_other_rows(walk: GameWalk, player: int, probability: Floats) -> None:
    """Raise VerificationError if the probabilities differ between two states of a situation, which
    the player may not be able to tell apart.
    """
    situation = situations(walk, player)
    acts = np.flatnonzero(walk.actor == player)
    _, first, which = np.unique(situation[acts], return_index=True, return_inverse=True)
    same, sizes = acts[first][which], np.diff(walk.begin)[acts]
    begins = np.cumsum(sizes) - sizes
    offset = np.arange(sizes.sum()) - np.repeat(begins, sizes)
    own, other = (np.repeat(walk.begin[each], sizes) + offset for each in (acts, same))
    wrong = np.flatnonzero(probability[own] != probability[other])
    if len(wrong):
        at = int(np.searchsorted(begins, wrong[0], side="right")) - 1
        names = walk.name[same[at]], walk.name[acts[at]]
        raise VerificationError(
            f"player {player} does not play the same in {names[0]} and in {names[1]}, which it "
            "cannot tell apart"
        )


def _before_actions(strategy: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """Return the situations of a player before its first own move, the shortest memories first."""
    found = [one for one in strategy if not any(word.startswith("did ") for word in one.after)]
    return tuple(sorted(found, key=lambda one: len(one.after))[:FIRST])


def _first_moves(walk: GameWalk, bounds: Bounds, player: int) -> Iterator[Situation]:
    """Yield the situations of a player before its first own move, in the order of play."""
    last, strategy = walk.last or ((),) * len(walk), bounds.strategies[player - 1]
    of = {(name, one.last): one for one in strategy for name in one.states}
    reached, waiting = {0}, deque([0])
    found: list[Situation] = []
    while waiting and len(reached) < SEARCHED and len(found) < FIRST:
        state = waiting.popleft()
        if walk.actor[state] == player:
            known = of.get((walk.name[state], last[state]))
            if known is not None and known not in found:
                found.append(known)
            continue
        for target in walk.target[walk.begin[state] : walk.begin[state + 1]].tolist():
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    yield from found
