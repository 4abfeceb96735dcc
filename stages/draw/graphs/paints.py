"""How the states of a graph are painted, by who acts there."""

from stages.draw.colours import ROLES
from stages.draw.graphs.records import Kind

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
    """Return the colours of line and ground, as `stages.draw.colours` has them."""
    painted = ROLES[ROLES_OF[kind]]
    return painted["stroke"], painted["fill"]
