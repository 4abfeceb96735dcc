"""The content of a drawing of a state graph: records of the states and moves, with the texts and
sizes of their parts, and the selection of the states to draw.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, assert_never

from schemas.parts import states as parts
from schemas.parts.labels import cut
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.squares import Square
from schemas.parts.states import (
    Choice,
    Draw,
    Joint,
    Look,
    Relocation,
    State,
    Terminal,
    targets,
)
from schemas.state_graph import StateGraph
from schemas.state_graph.listing import listed
from stages.draw.colours import ROLES
from stages.draw.labels import payoff_text, printable, share_text, width
from stages.draw.size_limits import refuse


class Kind(StrEnum):
    """The actor at a state, which determines shape and colour."""

    FIRST = "first"
    SECOND = "second"
    RELOCATION = "relocation"
    """Player 2, in secret."""
    LOOK = "look"
    """The rules look at a place of the secret."""
    CHANCE = "chance"
    JOINT = "joint"
    """Both players at once."""
    END = "end"


class GraphState(NamedTuple):
    """One state."""

    state: int
    """Its number in the graph."""
    name: str
    """Printable, like all labels here."""
    kind: Kind
    details: str = ""
    """Further details: the observation of player 2, or the place that the rules check."""
    at: Square | None = None
    payoff: Fraction | None = None
    """To player 1, at a terminal state."""
    behind: int = 0
    """The number of moves that are not drawn."""


class Move(NamedTuple):
    """All moves from one state to another."""

    start: int
    """The index among the drawn states."""
    end: int
    labels: tuple[str, ...]
    """Each with its reward, if any."""
    probability: Fraction | None = None
    """The total probability of the chance moves."""


@dataclass(frozen=True, kw_only=True)
class Graph:
    """States of a graph, each after all its predecessors, and the moves between them."""

    title: str
    players: tuple[str, str]
    start: str
    """The name of the first state."""
    states: tuple[GraphState, ...]
    moves: tuple[Move, ...]
    """In the order of their source states, then in that of the graph."""
    layers: tuple[int, ...]
    """For each state, the number of moves on the longest path to it."""
    rewards: bool = False
    """Whether any move has a reward."""

    @property
    def left_out(self) -> bool:
        """Whether moves of some state are not drawn."""
        return any(state.behind for state in self.states)


NAME, DETAILS, LABEL = 11.0, 10.5, 11.5
"""Sizes of letters: of states, of their details, of moves."""
LINE = 13.0
"""Distance between lines of text."""
HIGH, DOT = 22.0, 3.0
"""The height of a shape, and half that of the dot of a terminal state."""
AIR, GAP = 8.0, 26.0
"""Distance between two items of a column, and between two columns."""
MARGIN = 16.0
LONGEST, LONGEST_LABEL = 40, 28
"""Greatest number of characters drawn of a state's name and of a move."""

LEFT_OUT = "+n: n more moves, not drawn"


def state_name(state: GraphState) -> str:
    """Return the text in a state's shape: its name, shortened in the middle."""
    return "" if state.kind == Kind.END else without_middle(state.name, LONGEST)


def without_middle(text: str, longest: int) -> str:
    """Return a text, shortened in the middle to the length that can be drawn.

    >>> without_middle("right up up up up right down", 16)
    'right u…ght down'
    """
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"


def details_label(state: GraphState) -> str:
    """Return the text under the shape: the details of the state, and the number of
    omitted moves.
    """
    more = f"+{state.behind:,}" if state.behind else ""
    return "  ".join(filter(None, (cut(state.details, LONGEST), more)))


def payoff_label(state: GraphState) -> str:
    """Return the text beside the dot of a terminal state."""
    return "" if state.payoff is None else payoff_text(state.payoff)


def move_label(move: Move) -> str:
    """Return the text of a move."""
    text = without_middle(", ".join(filter(None, move.labels)), LONGEST_LABEL)
    share = share_text(move.probability)
    return f"{text} ({share})" if share else text


def shape_width(state: GraphState) -> float:
    """Return the width of a state's shape."""
    if state.kind == Kind.END:
        return 2 * DOT
    slant = HIGH if state.kind in (Kind.CHANCE, Kind.LOOK) else 0.0
    return max(HIGH, width(state_name(state), NAME) + 12 + slant * 0.6)


def state_width(state: GraphState) -> float:
    """Return the width that a state needs in its column."""
    if state.kind == Kind.END:
        return 2 * DOT + AIR + width(payoff_label(state), LABEL)
    return max(shape_width(state), width(details_label(state), DETAILS))


def state_height(state: GraphState) -> float:
    """Return the height of a state with the text under it."""
    if state.kind == Kind.END:
        return LINE
    return HIGH + (2 * LINE if details_label(state) else 0.0)


def legend(graph: Graph) -> list[tuple[Kind, str]]:
    """Return the kinds of states that are drawn, each with a description."""
    first, second = graph.players
    meanings = {
        Kind.FIRST: first,
        Kind.SECOND: second,
        Kind.RELOCATION: f"{second}, unseen",
        Kind.LOOK: "is somebody there?",
        Kind.CHANCE: "chance",
        Kind.JOINT: f"both at once: reward to {first}" if graph.rewards else "both at once",
        Kind.END: f"payoff to {first}",
    }
    kinds = {state.kind for state in graph.states}
    return [(kind, text) for kind, text in meanings.items() if kind in kinds]


ROLES_OF = {
    Kind.FIRST: "first",
    Kind.SECOND: "second",
    Kind.RELOCATION: "second",
    Kind.LOOK: "look",
    Kind.CHANCE: "chance",
    Kind.JOINT: "joint",
    Kind.END: "end",
}


def paints(kind: Kind) -> tuple[str, str]:
    """Return the colours of line and background, named as in `stages.draw.colours`."""
    painted = ROLES[ROLES_OF[kind]]
    return painted["stroke"], painted["fill"]


MOST = 200
"""Greatest number of states in one picture."""
COUNTED = 20_000
"""Limit up to which states are counted for a message."""


def graph_of(
    graph: StateGraph, start: str = "", depth: int | None = None, most: int = MOST
) -> Graph:
    """Return the states reachable from the state named `start` by at most `depth` moves; by default
    all states.

    A graph that only holds its rule is generated first. Raise InputError if it is too large for
    that, if there is no such state, or if there are more than `most` states.
    """
    graph = listed(graph, COUNTED)
    first = _first(graph, start)
    chosen = _chosen(graph, first, depth, most)
    order, layers = _layers(graph, first, chosen)
    places = {number: place for place, number in enumerate(order)}
    return Graph(
        title=printable(graph.title),
        players=(printable(graph.players[0]), printable(graph.players[1])),
        start=printable(graph.names[first]),
        states=tuple(_state(graph, number, places) for number in order),
        moves=tuple(
            move for number in order for move in _moves(graph.states[number], number, places)
        ),
        layers=tuple(layers[number] for number in order),
        rewards=any(_rewards(graph.states[number]) for number in order),
    )


def _first(graph: StateGraph, start: str) -> int:
    if not start:
        return graph.start
    found = next((at for at, name in enumerate(graph.names) if name == start), None)
    if found is None:
        raise InputError([Problem(f"there is no state {shown(start)}")])
    return found


def _chosen(graph: StateGraph, first: int, depth: int | None, most: int) -> set[int]:
    """Return the states to draw, breadth first."""
    found, edge = {first}, [first]
    sizes = [1]
    while edge and len(sizes) - 1 != depth and len(found) <= COUNTED:
        after = []
        for number in edge:
            for target in targets(graph.states[number]):
                if target not in found:
                    found.add(target)
                    after.append(target)
        edge = after
        if edge:
            sizes.append(len(found))
    if len(found) > most:
        total = f"{len(found):,}" if len(found) <= COUNTED else f"more than {COUNTED:,}"
        refuse(total, "states", "STATE", sizes, most)
    return found


def _layers(graph: StateGraph, first: int, chosen: set[int]) -> tuple[list[int], dict[int, int]]:
    """Return the states, each after all its predecessors, and the layer of each."""
    leading = dict.fromkeys(chosen, 0)
    successors = {number: _successors(graph, number, chosen) for number in chosen}
    for below in successors.values():
        for target in below:
            leading[target] += 1
    order, layers, waiting = [], {first: 0}, [first]
    while waiting:
        number = waiting.pop()
        order.append(number)
        for target in reversed(successors[number]):
            layers[target] = max(layers.get(target, 0), layers[number] + 1)
            leading[target] -= 1
            if not leading[target]:
                waiting.append(target)
    assert len(order) == len(chosen), "a checked graph has no circle"
    return order, layers


def _successors(graph: StateGraph, number: int, chosen: set[int]) -> list[int]:
    """Return the drawn successors of a state, each once."""
    return [one for one in dict.fromkeys(targets(graph.states[number])) if one in chosen]


def _state(graph: StateGraph, number: int, places: dict[int, int]) -> GraphState:
    state = graph.states[number]
    kind, details = _actor(state)
    return GraphState(
        state=number,
        name=printable(graph.names[number]),
        kind=kind,
        details=details,
        at=state.at if isinstance(state, Choice) else None,
        payoff=state.payoff if isinstance(state, Terminal) else None,
        behind=sum(target not in places for target in targets(state)),
    )


def _actor(state: State) -> tuple[Kind, str]:
    match state:
        case Terminal():
            return Kind.END, ""
        case Draw():
            return Kind.CHANCE, ""
        case Look(place):
            return Kind.LOOK, f"{printable(place)}?"
        case Choice(player, _, sees):
            return (Kind.FIRST if player == 1 else Kind.SECOND), _observation_text(sees)
        case Relocation(sees, not_to):
            closed = f"not to {printable(not_to)}" if not_to else ""
            return Kind.RELOCATION, ", ".join(filter(None, (_observation_text(sees), closed)))
        case Joint():
            return Kind.JOINT, ""
        case _:
            assert_never(state)


def _observation_text(sees: Sequence[str]) -> str:
    return f"sees {', '.join(map(printable, sees))}" if sees else ""


def _moves(state: State, number: int, places: dict[int, int]) -> Iterator[Move]:
    """Yield the moves of a state, merging those with the same target."""
    found: dict[int, tuple[list[str], Fraction | None]] = {}
    for move in parts.moves(state):
        labels, before = found.get(move.target, ([], None))
        share = move.probability
        both = share if before is None or share is None else before + share
        found[move.target] = ([*labels, _label(move)], both)
    for target, (labels, share) in found.items():
        if target in places:
            yield Move(places[number], places[target], tuple(labels), share)


def _label(move: parts.Move) -> str:
    return printable(move.label) + _reward(move.reward) if move.label else ""


def _rewards(state: State) -> bool:
    return isinstance(state, Joint) and any(map(any, state.reward))


def _reward(reward: Fraction) -> str:
    """Return player 1's reward of a move, with its sign."""
    sign = "+" if reward > 0 else ""
    return f": {sign}{payoff_text(reward)}" if reward else ""
