"""The map in a match, as a player knows it."""

from typing import Any

from pipeline.play.map_knowledge import Known, golds, known, to_square
from pipeline.play.match import Match

Data = dict[str, Any]
OCCUPIED, EMPTY, UNKNOWN = "occupied", "empty", "unknown"


def map_of(match: Match, player: int) -> Data | None:
    """Return the map as a player knows it, as everything is for player 0 and at the end; None where
    the game has none.
    """
    graph = match.ready.graph
    if graph is None or not match.ready.rows:
        return None
    found, shown = known(match, graph), match.over or not player
    is_walker = shown or player == 1
    way = found.way if found and is_walker else ()
    return {
        "rows": list(match.ready.rows),
        "at": list(way[-1]) if way else None,
        "path": [list(square) for square in way],
        "places": [
            {"name": name, "square": list(square), "known": _place(found, name, player, shown)}
            for name, square in graph.places
        ],
        "gold": found.gold if found and way else 0 if is_walker else None,
        "golds": golds(match.ready.rows),
        "hidden": graph.secret.size if graph.secret else 0,
    }


def targets(match: Match) -> list[list[int] | None]:
    """Return per action of who is asked the square where it ends; None where it leads to none."""
    graph = match.ready.graph
    found = known(match, graph) if graph is not None else None
    if found is None or not found.way or match.waiting != 1:
        return [None] * len(match.labels)
    ways = [to_square(found.way[-1], label) for label in match.labels]
    return [list(way[-1]) if way else None for way in ways]


def _place(found: Known | None, name: str, player: int, shown: bool) -> str:
    """Return what is known of a place: by player 2 what it holds, by player 1 what the rules leave
    open.
    """
    if found is None:
        return UNKNOWN
    if shown or player == 2:
        return OCCUPIED if name in found.secret else EMPTY
    holds = {name in secret for secret in found.possible}
    if len(holds) > 1:
        return UNKNOWN
    return OCCUPIED if holds == {True} else EMPTY
