"""The section of the map: the board, the bandits' likely places, the agent's best moves, and play
in steps from there.

The script follows play with states, nodes and strategies in JSON: short lists instead of names,
numbers of their own, and only reachable content. Nodes to which player 2's strategy never leads
are left out. For a large game only the likeliest situations are written; moves that player 1's
strategy never takes are included as rare ones, so that they can be inspected.
"""

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from ...schemas.game import Decision, children
from ...schemas.parts.exact import write_exact
from ...schemas.parts.squares import STEPS, column_name
from ...schemas.parts.states import Choice, Draw, Look, Relocation, State, Terminal, targets
from ...schemas.state_graph.secrets import placements
from ..draw import maps, svg
from ..draw.labels import share_text
from ..draw.maps import board as boards
from ..draw.scene import Group, Scene, Shape
from ..report.measures import Measured
from ..report.situations import Play, Situation, play_of
from .assembly import Section, Shown, rounded

SMALL = 8
"""Columns up to which a board is not drawn at full width."""
MOST_SECRETS = 12
"""Number of player 2's possible secrets that are listed."""

RARE = 0.02
"""Assumed probability of a move that player 1's strategy takes more rarely, when situations are
ordered by likelihood.
"""
NEVER, LEFT_OUT = -1, -2
"""Special values in place of a node number."""
LETTERS = {word: word[0] for word in STEPS}


def gather(report: Measured) -> Shown | None:
    """Return the map of a game expanded from a state graph with a secret."""
    play = play_of(report)
    if play is None or not report.trail.rows:
        return None
    data, states = data_of(play, Limits())
    shown = boards.board(report.trail.rows)
    data["rows"] = shown.rows
    data["columns"] = [column_name(column) for column in range(len(shown.rows[0]))]
    data["cell"], data["margin"] = boards.CELL, boards.MARGIN
    data["larger"] = boards.magnified(shown)
    data["best"] = _largest(play)
    _, situation = play.forward(play.start())
    secrets = _secrets(play)
    fields = {
        "wide": boards.magnified(shown) > 1,
        "flow": _flow(report),
        "picture": _picture(play, shown, situation),
        "players": play.graph.players,
        "ways": play.options(situation),
        "worth": play.value(situation),
        "places": play.occupied(situation),
        "secrets": secrets[:MOST_SECRETS],
        "more_secrets": max(0, len(secrets) - MOST_SECRETS),
        "best": data["best"],
        "states": states,
        "all_states": len(play.graph.states),
        "level": report.game.source.level if report.game.source else 2,
        "small": len(shown.rows[0]) <= SMALL,
        "source": report.trail.artifacts[0].file if report.trail.artifacts else "",
    }
    return Shown(fields, data)


SECTION = Section("map", "Map", gather)


def _secrets(play: Play) -> list[tuple[str, float]]:
    """Return player 2's possible secrets at the start, the likeliest first."""
    root = play.game.information_sets[0]
    found = zip(root.actions, play.probabilities(0), strict=True)
    return sorted((pair for pair in found if pair[1]), key=lambda pair: -pair[1])


def _flow(report: Measured) -> Markup:
    """Return the picture of all of play: how often the agent moves from square to square."""
    picture = maps.flow(report)
    return Markup(svg.embedded(boards.with_edges(maps.board_scene(picture), picture.board)))


def _picture(play: Play, shown: boards.Board, situation: Situation) -> Markup:
    # The script fills the groups.
    layers: list[Shape] = [
        *boards.ground(shown),
        *map(boards.box, shown.places),
        Group([], marks={"id": "map-occupied"}),
        Group([], marks={"id": "map-ways"}),
        *boards.signs(shown),
        *map(boards.name, shown.places),
        Group([], marks={"id": "map-known"}),
        Group([], marks={"id": "map-agent"}),
    ]
    filled = play.occupied(situation) or {}
    told = "; ".join(f"{name} {share_text(likely)}" for name, likely in filled.items())
    description = f"{boards.description(shown)} Occupied with probability: {told}."
    scene = Scene(*boards.size(shown), "The map", description, layers)
    return Markup(svg.embedded(boards.with_edges(scene, shown)))


def _largest(play: Play) -> float:
    """Return the largest payoff of the game."""
    return float(play.game.columns.payoffs.floats.max())


class Limits(NamedTuple):
    """Maximum size of a game in a page."""

    nodes: int = 15_000
    states: int = 6_000


class _Content(NamedTuple):
    states: dict[int, int]
    """State numbers in the page by those in the graph."""
    nodes: dict[int, int]


def data_of(play: Play, limits: Limits) -> tuple[dict[str, Any], int]:
    """Return the script's data, and the number of graph states in it."""
    found = _page_content(play, limits)
    infosets: dict[int, int] = {}
    nodes = [_node(play, number, found, infosets) for number in found.nodes]
    states = [_state(play, number, found) for number in found.states]
    names = [play.graph.names[number] for number in found.states]
    data = {
        "places": [[name, *square] for name, square in play.graph.places],
        "players": play.graph.players,
        "secrets": list(_listed_secrets(play, found)),
        "states": states,
        "names": [name[1:] if name[:1] == "s" and name[1:].isdigit() else name for name in names],
        "nodes": nodes,
        "infosets": [[number, *_infoset(play, number)] for number in infosets],
    }
    return data, len(states)


def _page_content(play: Play, limits: Limits) -> _Content:
    """Return the content of the page: the likeliest situations, in order, as many as fit."""
    states: dict[int, int] = {}
    nodes: dict[int, int] = {}
    seen: set[tuple[int, frozenset[int]]] = set()
    count = 0  # Breaks ties: first come, first served.
    waiting: list[tuple[float, int, Situation, float]] = [(-1.0, 0, play.start(), 1.0)]
    while waiting:
        _, _, situation, own = heapq.heappop(waiting)
        met = [particle.node for particle in situation.particles if particle.weight]
        key = (situation.state, frozenset(met))
        if key in seen:
            continue
        seen.add(key)
        new = sum(node not in nodes for node in key[1])
        if len(nodes) + new > limits.nodes or len(states) >= limits.states:
            break
        states.setdefault(situation.state, len(states))
        for node in met:
            nodes.setdefault(node, len(nodes))
        infoset = play.infoset(situation)
        played = play.probabilities(infoset) if infoset is not None else ()
        for number, (_, then) in enumerate(play.following(situation)):
            if weight := then.weight:
                share = own * max(played[number], RARE) if played else own
                count += 1
                heapq.heappush(waiting, (-weight * share, count, then, share))
    _fill(play, states, limits.states)
    return _Content(states, nodes)


def _fill(play: Play, states: dict[int, int], limit: int) -> None:
    """Add states that the rules can reach but player 2's strategy does not."""
    waiting = list(states)
    for number in waiting:
        for to in targets(play.graph.states[number]):
            if to not in states and len(states) < limit:
                states[to] = len(states)
                waiting.append(to)


def _listed_secrets(play: Play, found: _Content) -> Iterator[list[object]]:
    """Yield player 2's possible secrets at the start: node, numbers of places, probability."""
    numbers = {name: at for at, (name, _) in enumerate(play.graph.places)}
    root = play.game.nodes[0]
    assert isinstance(root, Decision)
    chosen = zip(
        root.children, placements(play.graph), play.probabilities(root.infoset), strict=True
    )
    for child, (_, secret), probability in chosen:
        if probability:
            held = sorted(numbers[name] for name in secret)
            yield [found.nodes.get(child, LEFT_OUT), held, _short(probability)]


def _node(play: Play, number: int, found: _Content, infosets: dict[int, int]) -> list[int]:
    """Return the number of the information set, or -1, and the numbers of the children."""
    node = play.game.nodes[number]
    below = [found.nodes.get(child, LEFT_OUT) for child in children(node)]
    if not isinstance(node, Decision):
        return [-1, *below] if below else []
    if play.player(node.infoset) == 2:
        played = play.probabilities(node.infoset)
        below = [child if p else NEVER for child, p in zip(below, played, strict=True)]
    return [infosets.setdefault(node.infoset, len(infosets)), *below]


def _infoset(play: Play, infoset: int) -> tuple[list[float], list[float] | int]:
    """Return the strategy and the values of an information set; no values for player 2."""
    played = [_short(probability) for probability in play.probabilities(infoset)]
    found = play.values[infoset]
    if play.player(infoset) == 2 or found is None:
        return played, 0
    return played, [_short(value) for value in found.values]


def _short(value: float) -> float:
    """Return a number with enough digits that sums of some are right to six."""
    return rounded(value, 11)


def _state(play: Play, number: int, found: _Content) -> list[Any]:
    def to(target: int) -> int:
        return found.states.get(target, LEFT_OUT)

    places = {name: at for at, (name, _) in enumerate(play.graph.places)}
    state: State = play.graph.states[number]
    match state:
        case Terminal(payoff):
            return ["t", float(payoff), write_exact(payoff)]
        case Draw(moves):
            return ["d", [[label, _short(float(p)), to(then)] for label, p, then in moves]]
        case Look(place, occupied, empty):
            return ["l", places[place], to(occupied), to(empty)]
        case Choice(player, moves, sees, at):
            told: list[Any] = [[_letters(label), to(then)] for label, then in moves]
            more = list(at or ()) if player == 1 else list(sees[-1:])
            return ["a" if player == 1 else "b", told, *more]
        case Relocation(sees, not_to, then):
            return ["r", places.get(not_to, -1), to(then), *sees[-1:]]
    raise AssertionError(state)


def _letters(label: str) -> str:
    """Return a label that is a list of steps on a map as letters.

    >>> _letters("right right down"), _letters("take gold")
    ('/rrd', 'take gold')
    """
    words = label.split(" ")
    if all(word in LETTERS for word in words):
        return "/" + "".join(LETTERS[word] for word in words)
    return label
