"""Lines of a terminal that lead from one thing to those below it."""

from typing import NamedTuple


class Branches(NamedTuple):
    """What such lines are made of."""

    between: str
    last: str
    down: str


UNICODE = Branches(between="├─ ", last="└─ ", down="│  ")
ASCII = Branches(between="|- ", last="`- ", down="|  ")
