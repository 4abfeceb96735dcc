"""The proof of bounds by best responses to both strategies, and the first moves of these in the
order of play.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from ....schemas.bounds import DOUBLE_ORACLE, Bounds, Situation
from ....schemas.bounds_report import BoundsReport
from ....schemas.evaluation import Enclosed
from ....schemas.game import Game, count
from ....schemas.observation_graph import ObservationGraph, unrolled
from ....schemas.observation_graph.counting import count_histories
from ....schemas.parts.problems import InputError, OptionError, Problem, VerificationError
from ....schemas.parts.watch import Watch
from ....schemas.report import Bounds as Enclosure
from ...bounds.answers import Answer, Respond, move_probabilities
from ...bounds.knowledge import situations
from ...bounds.memories.fractions import only_multiple, payoff_unit, plan_unit
from ...bounds.memories.strategy import Memory, read_strategy
from ...bounds.recall import with_recall
from ...bounds.walks import Floats, GameWalk, walk_of_game, walk_of_graph
from .witness import SLACK, refuse_better, refuse_other_actions

FIRST = 20
"""The most situations among the first moves of a player."""
SEARCHED = 100_000
"""The most states that are visited to find them."""


def walk_of(game: Game | ObservationGraph, limit: int) -> GameWalk:
    """Return a listed game, or a graph of at most `limit` states, as the kernels walk it."""
    return walk_of_game(game) if isinstance(game, Game) else walk_of_graph(game, limit)


def _with_recall(walk: GameWalk, player: int, recall: int) -> GameWalk:
    try:
        return with_recall(walk, player, recall).walk
    except OptionError:
        raise InputError([Problem("is too large for this game", ("recall",))]) from None


def prove(
    game: Game | ObservationGraph, bounds: Bounds, limit: int, watch: Watch, respond: Respond | None
) -> BoundsReport:
    """Return the report on bounds that belong to a game. Raises InputError for strategies that are
    not those of the game, and VerificationError for a false bound and for a strategy that depends
    on what its player cannot know.
    """
    respond = respond or Answer.value
    if isinstance(game, Game):
        refuse_other_actions(game, bounds)
    walk, payoffs, moves = walk_of(game, limit), [], []
    for player in (1, 2):
        if isinstance(game, ObservationGraph) and bounds.method == DOUBLE_ORACLE:
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
    if bounds.value is not None and isinstance(game, ObservationGraph):
        payoffs = [_exact(unrolled(game, limit), bounds, payoffs, bounds.value)] * 2
    proved = Enclosure(payoffs[0].lower, payoffs[1].upper)
    refuse_better(bounds, proved, SLACK * walk.reach)
    return BoundsReport(
        game=game,
        bounds=bounds,
        proved=proved,
        histories=_histories(game),
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
        names = [walk.name[each] if walk.name else f"node {each}" for each in (same[at], acts[at])]
        raise VerificationError(
            f"player {player} does not play the same in {names[0]} and in {names[1]}, which it "
            "cannot tell apart"
        )


def _histories(game: Game | ObservationGraph) -> int | None:
    if isinstance(game, Game):
        return count(game).histories
    return None if game.limit else count_histories(game)[0]


def _before_actions(strategy: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """Return the situations of a player before its first own move, the shortest memories first."""
    found = [one for one in strategy if not any(word.startswith("did ") for word in one.after)]
    return tuple(sorted(found, key=lambda one: len(one.after))[:FIRST])


def _first_moves(walk: GameWalk, bounds: Bounds, player: int) -> Iterator[Situation]:
    """Yield the situations of a player before its first own move, in the order of play."""
    of: dict[tuple[int | str | None, tuple[str, ...]], Situation] = {}
    for one in bounds.strategies[player - 1]:
        for name in one.states or (one.information_set,):
            of[name, one.last] = one
    reached, waiting = {0}, deque([0])
    found: list[Situation] = []
    while waiting and len(reached) < SEARCHED and len(found) < FIRST:
        state = waiting.popleft()
        if walk.actor[state] == player:
            name = walk.name[state] if walk.infoset is None else int(walk.infoset[state])
            key = name, walk.last[state] if walk.last else ()
            if key in of and of[key] not in found:
                found.append(of[key])
            continue
        for target in walk.target[walk.begin[state] : walk.begin[state + 1]].tolist():
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    yield from found
