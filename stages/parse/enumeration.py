"""All states that the agent's walk over a map can come to, each with its number."""

from collections.abc import Callable, Collection, Sequence

from schemas.parts import large
from schemas.parts.states import State
from schemas.state_graph.views import StateView
from stages.parse.board import Board
from stages.parse.maps import Map
from stages.parse.reductions import REDUCTIONS, chained, reachable, relevant, richest
from stages.parse.walk import Entry, Item, Rules, Situation, Walk, all_ways
from stages.parse.ways import Meter, TakesLong

MAX_STATES = 1_000_000
PATIENCE = 400_000  # So much work is done at once in plain Python: some tenths of a second.
SEEN = 2_000  # States after which one looks ahead how many histories there may be.
SURE = 3  # So many times too many is more than such a guess is wrong by.
# What is compiled, too: by its place, as `stages.parse.columns` numbers it. What is relevant can be
# reached.
_REGIONS = ((), (reachable,), (reachable, relevant), (relevant,))
_WAYS = (all_ways, chained, richest, REDUCTIONS["wider"].ways)


def enumerate_states(
    rules: Rules,
    map: Map,
    limit: int,
    reductions: Collection[str] = (),
    meter: Meter | None = None,
    plainly: bool = True,
) -> Sequence[State] | None:
    """Return the states of a map; None if there are more than `limit`, or if the work is more than
    the meter allows.

    Without reductions there is one state per history of player 1, and it comes
    before its followers; with reductions equal situations are one state. Many of
    them are a view of columns, made by compiled code, which goes ahead at once
    unless it is to begin `plainly`.
    """
    meter = meter or Meter()
    walk = Walk(rules, Board(map), frozenset(filter(rules.allow, reductions)), meter)
    can_compile = walk.regions in _REGIONS and walk.ways in _WAYS
    if not can_compile:
        return _in_records(walk, limit, bool(reductions), meter, limit)
    if plainly:
        meter.plainly = PATIENCE
        try:
            return _in_records(walk, limit, bool(reductions), meter, large.LARGE)
        except TakesLong:
            meter.asked = meter.spent = 0
    return _in_columns(walk, limit, bool(reductions), meter)


def _in_records(
    walk: Walk, limit: int, merged: bool, meter: Meter, plainly: int
) -> tuple[State, ...] | None:
    numbers: dict[Item, int] = {}
    waiting: list[tuple[Item, int, int]] = [(walk.start, -1, 0)]
    builders: list[Callable[..., State]] = []
    following: list[list[int]] = []
    while waiting:
        item, parent, position = waiting.pop()
        # Only what holds all that the agent met can be shared: an end of play does not.
        shared = merged and isinstance(item, (Situation, Entry)) and not walk.comes_once(item)
        known = numbers.get(item) if shared else None
        if parent >= 0:
            following[parent][position] = len(builders) if known is None else known
        if known is not None:
            continue
        if len(builders) >= limit or meter.spent > meter.most:
            return None
        if len(builders) >= plainly or plainly < limit and _seems_large(following, merged):
            raise TakesLong
        if shared:
            numbers[item] = len(builders)
        sketch = walk.sketch(item)
        # The first follower is taken next: numbers grow along a history.
        waiting += [(follower, len(builders), at) for at, follower in enumerate(sketch.followers)][
            ::-1
        ]
        builders.append(sketch.build)
        following.append([0] * len(sketch.followers))
    return tuple(build(*targets) for build, targets in zip(builders, following, strict=True))


def _seems_large(following: list[list[int]], merged: bool) -> bool:
    """Return whether so many histories are ahead that those seen so far are better forgotten."""
    return len(following) == SEEN and not merged and _likely(following) > SURE * large.LARGE


def _likely(following: list[list[int]]) -> float:
    """Return how many histories a tree may have that was seen in part, depth first: the ways on
    from a state are taken for equally long (Knuth 1975, "Estimating the efficiency of backtrack
    programs"). `following` has 0 for what was not seen.

    >>> _likely([[1, 0], [2, 3], [], []])  # Seen is one half of it.
    8.0
    """
    shares = [1.0] * (len(following) + 1)
    ahead = 0.0
    for share, targets in zip(shares, following, strict=False):
        for to in targets:
            if to:
                shares[to] = share / len(targets)
            else:
                ahead += share / len(targets)
    return len(following) / (1 - ahead) if ahead < 1 else float("inf")


def _in_columns(walk: Walk, limit: int, merged: bool, meter: Meter) -> Sequence[State] | None:
    # For start-up time: NumPy and Numba.
    from stages.parse.columns.enumeration import columns_of
    from stages.parse.columns.unrolling import unrolled

    if not merged:  # Equal situations have equal trees below them.
        walk = Walk(walk.rules, walk.board, ("reachable",), meter)
    region, ways = min(_REGIONS.index(walk.regions), 2), _WAYS.index(walk.ways)
    columns = columns_of(walk, region, ways, limit, meter)
    if columns is not None and not merged:
        columns = unrolled(columns, limit)
    if columns is None:
        return None
    return StateView(columns) if large.in_columns(len(columns)) else tuple(StateView(columns))
