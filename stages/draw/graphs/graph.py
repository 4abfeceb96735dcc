"""The content of a drawing of a state graph: records of the states and moves, with the texts and
sizes of their parts, and the selection of the states to draw.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, assert_never

from ....schemas import state_graph
from ....schemas.parts import states as parts
from ....schemas.parts.labels import cut
from ....schemas.parts.problems import InputError, Problem, shown
from ....schemas.parts.squares import Square
from ....schemas.parts.states import (
    AnyState,
    Choice,
    Draw,
    Joint,
    Look,
    Relocation,
    Terminal,
    Turn,
    targets,
)
from ....schemas.state_graph.listing import listed
from ..labels import payoff_text, printable, share_text, width
from ..size_limits import refuse


class DrawnKind(StrEnum):
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
    BACK = "back"
    """Play returns to a state before."""


class GraphState(NamedTuple):
    """One state."""

    state: int
    """Its number in the graph."""
    name: str
    """Printable, like all labels here."""
    kind: DrawnKind
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
    seen: bool = False
    """Whether the label of any move says what the players see of it."""
    limit: str = ""
    """The limit of moves, in words."""

    @property
    def left_out(self) -> bool:
        """Whether moves of some state are not drawn."""
        return any(state.behind for state in self.states)

    @property
    def notes(self) -> list[str]:
        """Lines below the legend: the limit of moves, and signs in the labels of moves."""
        first, second = self.players
        earns = self.rewards and all(state.kind != DrawnKind.JOINT for state in self.states)
        notes = {
            self.limit: bool(self.limit),
            f"a: +1: reward of a to {first}": earns,
            f"a [1: x, 2: -]: of a, {first} sees x, {second} nothing": self.seen,
        }
        return [note for note, drawn in notes.items() if drawn]


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

DOTS = (DrawnKind.END, DrawnKind.BACK)
"""The kinds that are drawn as a dot with a text beside it."""
LEFT_OUT = "+n: n more moves, not drawn"


def state_name(state: GraphState) -> str:
    """Return the text in a state's shape: its name, shortened in the middle."""
    return "" if state.kind in DOTS else without_middle(state.name, LONGEST)


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
    """Return the text beside the dot of a terminal state, or of a return to an earlier state."""
    if state.kind == DrawnKind.BACK:
        return f"back to {without_middle(state.name, LONGEST)}"
    return "" if state.payoff is None else payoff_text(state.payoff)


def move_label(move: Move) -> str:
    """Return the text of a move."""
    text = without_middle(", ".join(filter(None, move.labels)), LONGEST_LABEL)
    share = share_text(move.probability)
    return f"{text} ({share})" if share else text


def shape_width(state: GraphState) -> float:
    """Return the width of a state's shape."""
    if state.kind in DOTS:
        return 2 * DOT
    slant = HIGH if state.kind in (DrawnKind.CHANCE, DrawnKind.LOOK) else 0.0
    return max(HIGH, width(state_name(state), NAME) + 12 + slant * 0.6)


def state_width(state: GraphState) -> float:
    """Return the width that a state needs in its column."""
    if state.kind in DOTS:
        return 2 * DOT + AIR + width(payoff_label(state), LABEL)
    return max(shape_width(state), width(details_label(state), DETAILS))


def state_height(state: GraphState) -> float:
    """Return the height of a state with the text under it."""
    if state.kind in DOTS:
        return LINE
    return HIGH + (2 * LINE if details_label(state) else 0.0)


def legend(graph: Graph) -> list[tuple[DrawnKind, str]]:
    """Return the kinds of states that are drawn, each with a description."""
    first, second = graph.players
    meanings = {
        DrawnKind.FIRST: first,
        DrawnKind.SECOND: second,
        DrawnKind.RELOCATION: f"{second}, unseen",
        DrawnKind.LOOK: "is somebody there?",
        DrawnKind.CHANCE: "chance",
        DrawnKind.JOINT: f"both at once: reward to {first}" if graph.rewards else "both at once",
        DrawnKind.END: f"payoff to {first}",
        DrawnKind.BACK: "back to a state before",
    }
    kinds = {state.kind for state in graph.states}
    return [(kind, text) for kind, text in meanings.items() if kind in kinds]


ROLES_OF = {
    DrawnKind.FIRST: "first",
    DrawnKind.SECOND: "second",
    DrawnKind.RELOCATION: "second",
    DrawnKind.LOOK: "look",
    DrawnKind.CHANCE: "chance",
    DrawnKind.JOINT: "joint",
    DrawnKind.END: "end",
    DrawnKind.BACK: "end",
}


MOST = 200
"""Greatest number of states in one picture."""
COUNTED = 20_000
"""Limit up to which states are counted for a message."""


def graph_of(
    graph: state_graph.Graph,
    start: str = "",
    depth: int | None = None,
    most: int = MOST,
) -> Graph:
    """Return the states reachable from the state named `start` by at most `depth` moves; by default
    all states.

    A graph that only holds its rule is generated first. Raise InputError if it is too large for
    that, if there is no such state, or if there are more than `most` states.
    """
    return _Selection(listed(graph, COUNTED), start, depth, most).graph()


class _Selection:
    """The states to draw, and the moves between them that lead back to a state before."""

    def __init__(self, graph: state_graph.Graph, start: str, depth: int | None, most: int) -> None:
        self.source, self.names = graph, graph.names
        self.states: Sequence[AnyState] = graph.states
        self.first = self._first(start)
        self.chosen = self._chosen(depth, most)
        self.back = self._returns()
        order, self.layers = self._in_layers()
        self.places = {number: place for place, number in enumerate(order)}
        self.stubs = {move: place for place, move in enumerate(self.back, len(order))}
        """The place of each return in the drawing, which is a dot."""

    def graph(self) -> Graph:
        """Return the drawing."""
        moves = [move for number in self.places for move in parts.moves(self.states[number])]
        return Graph(
            title=printable(self.source.title),
            players=(printable(self.source.players[0]), printable(self.source.players[1])),
            start=printable(self.names[self.first]),
            states=(
                *(self._state(number) for number in self.places),
                *(
                    GraphState(to, printable(self.names[to]), DrawnKind.BACK)
                    for _, to in self.stubs
                ),
            ),
            moves=tuple(move for number in self.places for move in self._moves(number)),
            layers=(
                *(self.layers[number] for number in self.places),
                *(self.layers[number] + 1 for number, _ in self.stubs),
            ),
            rewards=any(move.reward for move in moves),
            seen=any(move.sees is not None for move in moves),
            limit=_limit(self.source),
        )

    def _first(self, start: str) -> int:
        if not start:
            return self.source.start
        found = next((at for at, name in enumerate(self.names) if name == start), None)
        if found is None:
            raise InputError([Problem(f"there is no state {shown(start)}")])
        return found

    def _chosen(self, depth: int | None, most: int) -> set[int]:
        """Return the states to draw, breadth first."""
        found, edge = {self.first}, [self.first]
        sizes = [1]
        while edge and len(sizes) - 1 != depth and len(found) <= COUNTED:
            after = []
            for number in edge:
                for target in targets(self.states[number]):
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

    def _targets(self, number: int) -> list[int]:
        """Return the drawn successors of a state, each once."""
        return [one for one in dict.fromkeys(targets(self.states[number])) if one in self.chosen]

    def _returns(self) -> list[tuple[int, int]]:
        """Return the transitions to a state of the play so far, depth first."""
        found, done = [], set()
        play = {self.first: iter(self._targets(self.first))}
        while play:
            number, following = next(reversed(play.items()))
            target = next(following, None)
            if target is None:
                done.add(number)
                del play[number]
            elif target in play:
                found.append((number, target))
            elif target not in done:
                play[target] = iter(self._targets(target))
        return found

    def _in_layers(self) -> tuple[list[int], dict[int, int]]:
        """Return the states, each after all its predecessors, and the layer of each."""
        back, leading = set(self.back), dict.fromkeys(self.chosen, 0)
        successors = {
            number: [to for to in self._targets(number) if (number, to) not in back]
            for number in self.chosen
        }
        for below in successors.values():
            for target in below:
                leading[target] += 1
        order, layers, waiting = [], {self.first: 0}, [self.first]
        while waiting:
            number = waiting.pop()
            order.append(number)
            for target in reversed(successors[number]):
                layers[target] = max(layers.get(target, 0), layers[number] + 1)
                leading[target] -= 1
                if not leading[target]:
                    waiting.append(target)
        assert len(order) == len(self.chosen), "every circle has a return"
        return order, layers

    def _state(self, number: int) -> GraphState:
        state = self.states[number]
        kind, details = _actor(state)
        return GraphState(
            state=number,
            name=printable(self.names[number]),
            kind=kind,
            details=details,
            at=state.at if isinstance(state, Choice) else None,
            payoff=state.payoff if isinstance(state, Terminal) else None,
            behind=sum(target not in self.chosen for target in targets(state)),
        )

    def _moves(self, number: int) -> Iterator[Move]:
        """Yield the moves of a state, merging those with the same target, unless their labels say
        what the players see.
        """
        state = self.states[number]
        mover = state.player if isinstance(state, Turn) else 0
        found: dict[tuple[int, str], tuple[list[str], Fraction | None]] = {}
        for move in parts.moves(state):
            key = move.target, "" if move.sees is None else move.label
            labels, before = found.get(key, ([], None))
            share = move.probability
            both = share if before is None or share is None else before + share
            found[key] = ([*labels, _label(move, mover)], both)
        for (target, _), (labels, share) in found.items():
            if target in self.chosen:
                end = self.stubs.get((number, target), self.places[target])
                yield Move(self.places[number], end, tuple(labels), share)


def _actor(state: AnyState) -> tuple[DrawnKind, str]:
    match state:
        case Terminal():
            return DrawnKind.END, ""
        case Draw() | Turn(player=0):
            return DrawnKind.CHANCE, ""
        case Turn(player):
            return (DrawnKind.FIRST if player == 1 else DrawnKind.SECOND), ""
        case Look(place):
            return DrawnKind.LOOK, f"{printable(place)}?"
        case Choice(player, _, sees):
            return (DrawnKind.FIRST if player == 1 else DrawnKind.SECOND), _observation_text(sees)
        case Relocation(sees, not_to):
            closed = f"not to {printable(not_to)}" if not_to else ""
            return DrawnKind.RELOCATION, ", ".join(filter(None, (_observation_text(sees), closed)))
        case Joint():
            return DrawnKind.JOINT, ""
        case _:
            assert_never(state)


def _observation_text(sees: Sequence[str]) -> str:
    return f"sees {', '.join(map(printable, sees))}" if sees else ""


def _label(move: parts.Move, mover: int) -> str:
    label = printable(move.label) + _reward(move.reward) if move.label else ""
    return f"{label} [{_seen(move, mover)}]" if move.sees is not None else label


def _seen(move: parts.Move, mover: int) -> str:
    """Return the texts that the players see of a move, where they are not the usual ones.

    >>> _seen(parts.Move("bet", 1, sees=(None, "a bet")), mover=1)
    '2: a bet'
    """
    return ", ".join(
        f"{player}: {'-' if text is None else printable(text)}"
        for player, text in enumerate(move.sees or (), 1)
        if text != (None if player == mover else move.label)
    )


def _limit(graph: state_graph.Graph) -> str:
    if graph.limit is None:
        return ""
    moves, payoff = graph.limit
    return f"play ends after {moves:,} moves at the latest, then with payoff {payoff_text(payoff)}"


def _reward(reward: Fraction) -> str:
    """Return player 1's reward of a move, with its sign."""
    sign = "+" if reward > 0 else ""
    return f": {sign}{payoff_text(reward)}" if reward else ""
