"""Line characters that connect items of a tree in a terminal."""

from typing import NamedTuple


class Branches(NamedTuple):
    """The characters of such lines."""

    between: str
    last: str
    down: str


UNICODE = Branches(between="├─ ", last="└─ ", down="│  ")
ASCII = Branches(between="|- ", last="`- ", down="|  ")
