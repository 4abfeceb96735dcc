"""What belongs together in a page, for cross-marking: states, information sets, nodes, columns and
rows, as far as the page shows them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from schemas.game import Decision, Game
from schemas.parts.squares import Square
from schemas.parts.states import Choice, Look, Relocation
from schemas.state_graph import StateGraph
from schemas.trail import Trail
from stages.page.stages.panes import Pane

Ids = dict[str, list[str]]
"""What a page shows, by kind."""


def shown_ids(panes: Iterable[Pane]) -> Ids:
    """Return what the lines of panes are about, each once, in their order."""
    found: dict[str, dict[str, None]] = {}
    for pane in panes:
        for piece in pane.pieces:
            for line in piece.marks:
                for kind, one in line:
                    found.setdefault(kind, {})[one] = None
    return {kind: [*ids] for kind, ids in found.items()}


def where(panes: Iterable[Pane], game: Game | None) -> dict[str, list[object]]:
    """Return for what a game numbers line by line in which file it stands, in which line number 0
    does, and how many there are: for what is not shown.
    """
    if game is None:
        return {}
    found: dict[str, list[object]] = {}
    sizes = {"infoset": len(game.information_sets), "node": len(game.nodes)}
    for pane in panes:
        for piece in pane.pieces if pane.kind == "game" else ():
            for at, line in enumerate(piece.marks):
                for kind, one in line:
                    begin = piece.first + at - int(one)
                    found.setdefault(kind, [pane.artifact.file, begin, sizes[kind]])
    return found


def relations(trail: Trail, game: Game | None, graph: StateGraph | None, ids: Ids) -> Any:
    """Return what belongs together, for the page's script.

    `states` are names, `squares` per state that it knows of, and the other lists have places in
    `states`: per information set its number and state, per node its number, information set and
    state; per column and row its name and information set. -1 stands for none.
    """
    states: dict[str, int] = {}

    def place(name: str) -> int:
        return states.setdefault(name, len(states)) if name else -1

    for name in ids.get("state", ()):
        place(name)
    infosets, nodes = [], []
    if game is not None:
        sets = {int(one) for one in ids.get("infoset", ())}
        nodes = [_node(trail, game, int(one), place) for one in ids.get("node", ())]
        sets |= {infoset for _, infoset, _ in nodes if infoset >= 0}
        infosets = [[number, place(game.information_sets[number].state)] for number in sorted(sets)]
    return {
        "states": [*states],
        "squares": _squares(graph, states) if graph else {},
        "infosets": infosets,
        "nodes": nodes,
        "columns": _entries(trail, "columns", ids.get("column", ())),
        "rows": _entries(trail, "rows", ids.get("row", ())),
    }


def _node(trail: Trail, game: Game, number: int, place: Any) -> list[int]:
    node = game.nodes[number]
    state = ""
    if trail.origins is not None and trail.graph is not None:
        state = trail.graph.names[int(trail.origins.states[number])]
    return [number, node.infoset if isinstance(node, Decision) else -1, place(state)]


def _entries(trail: Trail, key: str, shown: Iterable[str]) -> list[list[object]]:
    if trail.columns is None:
        return []
    wanted = frozenset(shown)
    return [
        [entry.name, -1 if entry.information_set is None else entry.information_set]
        for entry in getattr(trail.columns, key)
        if entry.name in wanted
    ]


def _squares(graph: StateGraph, states: dict[str, int]) -> dict[int, str]:
    """Return the squares of those states that have one: where player 1 stands, or where the rules
    look.
    """
    places = dict(graph.places)
    found = {}
    for number, name in _numbered(graph.names, states):
        square = _square(graph.states[number], places)
        if square is not None:
            found[states[name]] = f"{square[0]},{square[1]}"
    return found


def _numbered(names: Sequence[str], wanted: dict[str, int]) -> Iterable[tuple[int, str]]:
    """Yield the states of some names with their numbers; the last of them ends the search."""
    left = len(wanted)
    for number, name in enumerate(names):
        if name in wanted:
            yield number, name
            left -= 1
        if not left:
            return


def _square(state: object, places: dict[str, Square]) -> Square | None:
    match state:
        case Choice(_, _, _, at):
            return at
        case Look(place, _, _):
            return places.get(place)
        case Relocation(_, not_to, _):
            return places.get(not_to)
        case _:
            return None
