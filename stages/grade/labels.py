"""What people call the moves of a map: words, letters, arrows, squares."""

import re

DIRECTIONS = {
    "up": ("up", "u", "north", "n", "top", "↑", "^"),
    "down": ("down", "d", "south", "s", "bottom", "↓", "v"),
    "left": ("left", "l", "west", "w", "←", "<"),
    "right": ("right", "r", "east", "e", "→", ">"),
}
_MEANS = {
    spelling: direction for direction, spellings in DIRECTIONS.items() for spelling in spellings
}
_NUMBERS = re.compile(r"(?<!\w)(\d+)\W+(\d+)(?!\w)")
_WORD = re.compile(r"[^\W_]+|[↑↓←→^<>]")

Square = tuple[int, int]


def direction(label: str) -> str:
    """Return the direction that a label stands for, or empty text.

    >>> direction("Move UP"), direction("R"), direction("e1"), direction("e1 e2")
    ('up', 'right', '', '')
    """
    words = [word.casefold() for word in _WORD.findall(label)]
    found = {
        _MEANS[word] for word in words if word in _MEANS and (len(words) == 1 or len(word) > 1)
    }
    return found.pop() if len(found) == 1 else ""


def places(label: str, names: dict[str, Square]) -> frozenset[str]:
    """Return the dangerous places that a label names, by name or by square.

    >>> sorted(places("e2 + (0, 4)", {"e1": (0, 4), "e2": (1, 1)}))
    ['e1', 'e2']
    """
    squares = {square: name for name, square in names.items()}
    words = set(re.findall(r"\w+", label.casefold()))
    pairs = {(int(row), int(column)) for row, column in _NUMBERS.findall(label)}
    return frozenset(
        {name for name in names if name in words}
        | {squares[pair] for pair in pairs if pair in squares}
    )


def plain(label: str) -> str:
    """Return a label's letters and digits alone.

    >>> plain("Take_Gold!")
    'takegold'
    """
    return re.sub(r"\W|_", "", label.casefold())
