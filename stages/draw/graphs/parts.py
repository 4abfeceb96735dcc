"""The parts of a drawing: their texts, their sizes in pixels, and their colours."""

from schemas.parts.labels import cut
from stages.draw.colours import ROLES
from stages.draw.graphs.records import Graph, Kind, Move, Shown
from stages.draw.labels import payoff_text, share_text, width

NAME, TOLD, LABEL = 11.0, 10.5, 11.5
"""Sizes of letters: of states, of their details, of moves."""
LINE = 13.0
"""Distance between lines of text."""
HIGH, DOT = 22.0, 3.0
"""The height of a shape, and half that of the dot of a terminal state."""
AIR, GAP = 8.0, 26.0
"""Distance between two things of a column, and between two columns."""
MARGIN = 16.0
LONGEST, LONGEST_LABEL = 40, 28
"""Greatest number of characters drawn of a state's name and of a move."""

LEFT_OUT = "+n: n more moves, not drawn"


def name(state: Shown) -> str:
    """Return the text in a state's shape: its name, shortened in the middle."""
    return "" if state.kind == Kind.END else without_middle(state.name, LONGEST)


def without_middle(text: str, longest: int) -> str:
    """Return a text, shortened in the middle to the length that can be drawn.

    >>> without_middle("right up up up up right down", 16)
    'right u…ght down'
    """
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"


def under(state: Shown) -> str:
    """Return the text under the shape: the details of the state, and the number of
    omitted moves.
    """
    more = f"+{state.behind:,}" if state.behind else ""
    return "  ".join(filter(None, (cut(state.told, LONGEST), more)))


def payoff(state: Shown) -> str:
    """Return the text beside the dot of a terminal state."""
    return "" if state.payoff is None else payoff_text(state.payoff)


def label(move: Move) -> str:
    """Return the text of a move."""
    told = without_middle(", ".join(filter(None, move.labels)), LONGEST_LABEL)
    share = share_text(move.probability)
    return f"{told} ({share})" if share else told


def shape_width(state: Shown) -> float:
    """Return the width of a state's shape."""
    if state.kind == Kind.END:
        return 2 * DOT
    slant = HIGH if state.kind in (Kind.CHANCE, Kind.LOOK) else 0.0
    return max(HIGH, width(name(state), NAME) + 12 + slant * 0.6)


def state_width(state: Shown) -> float:
    """Return the width that a state needs in its column."""
    if state.kind == Kind.END:
        return 2 * DOT + AIR + width(payoff(state), LABEL)
    return max(shape_width(state), width(under(state), TOLD))


def state_height(state: Shown) -> float:
    """Return the height of a state with the text under it."""
    if state.kind == Kind.END:
        return LINE
    return HIGH + (2 * LINE if under(state) else 0.0)


def legend(graph: Graph) -> list[tuple[Kind, str]]:
    """Return the kinds of states that are drawn, each with a description."""
    first, second = graph.players
    told = {
        Kind.FIRST: first,
        Kind.SECOND: second,
        Kind.RELOCATION: f"{second}, unseen",
        Kind.LOOK: "is somebody there?",
        Kind.CHANCE: "chance",
        Kind.JOINT: f"both at once: reward to {first}" if graph.rewards else "both at once",
        Kind.END: f"payoff to {first}",
    }
    kinds = {state.kind for state in graph.states}
    return [(kind, text) for kind, text in told.items() if kind in kinds]


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
