"""All reachable states of the agent's walk over a map, with their numbers."""

from collections.abc import Callable, Collection, Sequence

from schemas.parts.states import State
from schemas.state_graph.columns import StateView
from stages.parse.board import Board
from stages.parse.columns.enumeration import columns_of
from stages.parse.columns.histories import unrolled
from stages.parse.maps import Map
from stages.parse.reductions import REDUCTIONS, chained, reachable, relevant, richest
from stages.parse.walk import Entry, Item, Rules, Situation, Walk, all_ways
from stages.parse.ways import Meter

MAX_STATES = 1_000_000
# The combinations that are also compiled; the index is their number in `stages.parse.columns`.
# Relevant squares are always reachable.
_REGIONS = ((), (reachable,), (reachable, relevant), (relevant,))
_WAYS = (all_ways, chained, richest, REDUCTIONS["wider"].ways)


def enumerate_states(
    rules: Rules,
    map: Map,
    limit: int,
    reductions: Collection[str] = (),
    meter: Meter | None = None,
) -> Sequence[State] | None:
    """Return the states of a map; None if there are more than `limit`, or if the work is more than
    the meter allows.

    Without reductions there is one state per history of player 1, and it comes
    before its followers; with reductions equal situations are one state.
    """
    meter = meter or Meter()
    walk = Walk(rules, Board(map), frozenset(filter(rules.allow, reductions)), meter)
    if walk.regions in _REGIONS and walk.ways in _WAYS:
        return _in_columns(walk, limit, bool(reductions), meter)
    return _in_records(walk, limit, bool(reductions), meter)


def _in_records(walk: Walk, limit: int, merged: bool, meter: Meter) -> tuple[State, ...] | None:
    numbers: dict[Item, int] = {}
    waiting: list[tuple[Item, int, int]] = [(walk.start, -1, 0)]
    builders: list[Callable[..., State]] = []
    following: list[list[int]] = []
    while waiting:
        item, parent, position = waiting.pop()
        # Only items that contain all the agent's encounters can be shared: an end of play does not.
        shared = merged and isinstance(item, (Situation, Entry)) and not walk.comes_once(item)
        known = numbers.get(item) if shared else None
        if parent >= 0:
            following[parent][position] = len(builders) if known is None else known
        if known is not None:
            continue
        if len(builders) >= limit or meter.spent > meter.most:
            return None
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


def _in_columns(walk: Walk, limit: int, merged: bool, meter: Meter) -> Sequence[State] | None:
    if not merged:  # Equal situations have equal trees below them.
        walk = Walk(walk.rules, walk.board, ("reachable",), meter)
    region, ways = min(_REGIONS.index(walk.regions), 2), _WAYS.index(walk.ways)
    columns = columns_of(walk, region, ways, limit, meter)
    if columns is not None and not merged:
        columns = unrolled(columns, limit)
    return None if columns is None else StateView(columns)
