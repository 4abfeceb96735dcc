"""Count histories on the graph, without building a tree.

The number of histories at a state is the sum, over the sets of possibilities
that can occur there, of the number of ways to state and set times the size of
the set. The work is proportional to the number of pairs of state and set, plus
the members of the sets, one per placement and sequence of player 2: in our maps
far fewer than histories.
"""

from math import comb

from ..parts.counts import UNREDUCED, Counts
from ..parts.states import Choice, Joint, Terminal
from .arrival import Stop, count_arrivals
from .graph import StateGraph
from .order import transitions, ways_to
from .possible_sets import sets_of
from .secrets import ARRIVAL, MOST_PLACES


def count_histories(graph: StateGraph, of: str = UNREDUCED) -> Counts:
    """Return the exact size of the tree of a checked graph with at most MOST_PLACES places."""
    found = count_within(graph, of)
    assert found is not None
    return found


def count_within(
    graph: StateGraph, of: str = UNREDUCED, most: float = float("inf")
) -> Counts | None:
    """Return the same, or None if the work exceeds `most`, or if there are more places. The unit of
    work is a member of a set; a pair of state and set costs ARRIVAL units.
    """
    if graph.secret is None:
        return _count_public(graph, of, most)
    if len(graph.places) > MOST_PLACES:
        return None
    sets = sets_of(graph)
    found = count_arrivals(graph, sets, work=most)
    if found.stop == Stop.WORK:
        return None
    return Counts(
        of=of,
        histories=1 + found.histories,  # Includes the node of the secret's choice.
        terminal_histories=found.terminal,
        escapes=found.escapes,
        information_sets=(found.decisions, sets.infosets),
    )


def histories_up_to(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return the number of histories of a checked graph with a secret, and whether this number is
    complete.

    The count is complete if it is cheap; otherwise it stops when it exceeds the limit.
    """
    assert graph.secret is not None
    if len(graph.places) > MOST_PLACES:
        return comb(len(graph.places), graph.secret.size), False
    sets = sets_of(graph, limit)
    found = count_arrivals(graph, sets, histories=limit - 1)
    histories = 1 + found.histories
    if found.too_many:
        return max(histories, found.too_many), False
    return histories, found.stop != Stop.HISTORIES


def _count_public(graph: StateGraph, of: str, most: float) -> Counts | None:
    """Return the size of the tree of a graph without a secret: every history is an information set,
    except that a simultaneous move has one of each player.
    """
    if ARRIVAL * len(graph.states) > most:
        return None
    histories, terminal, escapes, decisions = 0, 0, 0, [0, 0]
    for state, ways in zip(graph.states, ways_to(*transitions(graph), graph.start), strict=True):
        histories += ways
        match state:
            case Joint((rows, _)):
                histories += ways * len(rows)  # One node of player 2 per move of player 1.
                decisions = [decisions[0] + ways, decisions[1] + ways]
            case Terminal(payoff):
                terminal += ways
                escapes += ways if payoff > 0 else 0
            case Choice(player):
                decisions[player - 1] += ways
    return Counts(
        of=of,
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=(decisions[0], decisions[1]),
    )
