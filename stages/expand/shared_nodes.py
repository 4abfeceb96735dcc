"""The game with shared nodes: one node for all histories with the same future.

A node is a state, the places of the secret that play can still look at, and
player 2's knowledge as long as it may have to move again. Player 1's information
sets are the states. This requires that all ways to a state are equivalent there:
player 1's relevant knowledge of the secret and of player 2's moves is the same,
whatever it did last, and so is the chance weight. Player 1's knowledge where it
moves is checked on the graph. The rest is checked at the nodes, which divide the
states as far as needed, by the two conditions of `schemas.game`. A graph that
violates them is still valid and can be expanded to a tree.
"""

from collections.abc import Iterator

import numpy as np

from ...schemas.game import Conflict, Game
from ...schemas.parts.exact import brief
from ...schemas.parts.limits import more_than
from ...schemas.parts.problems import InputError, Problem, SizeError
from ...schemas.state_graph import StateGraph
from ...schemas.state_graph.columns import Int32s
from ...schemas.state_graph.possible_sets import Hidden, arrivals, members, sets_of
from ...schemas.state_graph.secrets import TooManyPossibilities
from .columns.arrays import Future

SMALLER = 5  # A node takes as much memory as this many possibilities.


def refuse_forgetting(graph: StateGraph, future: Future, limit: int) -> None:
    """Raise InputError if player 1 can reach one of its states with different knowledge."""
    known: dict[int, frozenset[tuple[int, int]]] = {}
    for state, hidden, sequence in _possibilities(graph, limit):
        if graph.table.player[state] == 1:
            holds = hidden & np.uint64(future.live[state])
            acts = np.where(holds > 0, future.acts[state], future.alone[state])
            here = frozenset(
                zip(holds.tolist(), np.where(acts, sequence, -1).tolist(), strict=True)
            )
            if known.setdefault(state, here) != here:
                raise forgetting(graph, graph.names[state])


def _possibilities(graph: StateGraph, limit: int) -> Iterator[tuple[int, Hidden, Int32s]]:
    """Yield every state with each set of possibilities that can occur there: the secrets of player
    2, and the sequences that it has played.
    """
    try:
        sets = sets_of(graph, SMALLER * limit, together=True)
        for state, possible, _ in arrivals(graph, sets):
            yield state, *members(sets.members[possible])
    except TooManyPossibilities as error:
        message = (
            f"{graph.players[1]} can reach its states with {error.least:,} different secrets and "
            f"moves, too many for the limit of {limit:,} nodes"
        )
        raise InputError([Problem(message)]) from None


def forgetting(graph: StateGraph, state: str) -> InputError:
    """Return the error for a state that player 1 can reach with different knowledge."""
    known = f"{graph.players[0]} can reach this state with different knowledge"
    return _cannot_share(f"{known}, so its histories", state)


def too_many(limit: int, what: str) -> SizeError:
    """Return the error for a game with more nodes than a limit, which are called `what`."""
    return SizeError([Problem(f"the game {more_than(limit, what)}")])


def inexact(game: Game, conflict: Conflict, state: str) -> InputError:
    """Return the error for a node of a state at which two histories with a conflict meet."""
    return _cannot_share(f"{_difference(game, conflict)}, so these histories", state)


def _cannot_share(reason: str, state: str) -> InputError:
    advice = "split the state, or expand with --unroll"
    return InputError([Problem(f"{reason} cannot share nodes; {advice}", ("states", state))])


def _difference(game: Game, conflict: Conflict) -> str:
    """Return a description of the difference that keeps two histories from sharing a node."""
    one, other = conflict.histories
    both = f"'{one}' and '{other}' both lead here"
    first, second = game.players
    if conflict.infoset is not None:
        player = game.information_sets[conflict.infoset].player
        return f"{both}, and {game.players[player - 1]} would have to forget which one was played"
    if conflict.weights:
        return f"{both} with different chance weights, {' and '.join(map(brief, conflict.weights))}"
    return f"{both}, but not every move of {first} on the way there with every move of {second}"
