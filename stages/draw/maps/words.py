"""The words of a picture of a map."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from schemas.parts.squares import STEPS
from stages.draw.labels import share_text
from stages.draw.maps.board import Board
from stages.draw.maps.flow import MapPicture, Walk

_NAMES = {step: name for name, step in STEPS.items()}


def value_text(picture: MapPicture) -> str:
    """Return the value in words; empty if the map was not solved."""
    if picture.value is None:
        return ""
    number = f"{picture.value:.6g}"
    exact = picture.exact
    if exact in ("", number) or len(exact) > 20:
        shown = number
    else:
        shown = f"{exact} = {number}" if float(number) == picture.value else f"{exact} ≈ {number}"
    return f"worth {shown} to {picture.players[0]}"


def outcome(picture: MapPicture) -> str:
    """Return the probability that the agent leaves, in words."""
    return f"{picture.players[0]} leaves with probability {share_text(picture.leaves)}"


def walk_text(shown: Board, walk: Walk) -> str:
    """Return a walk in words: its steps, the places that it passes, and its end.

    >>> from stages.draw.maps.board import board
    >>> walk_text(board(["SE-D"]), Walk(((0, 0), (0, 1), (0, 2), (0, 3)), "leaves", 0.5))
    'right (e1) 2 right, leaves'
    """
    names = {square: name for name, square in shown.places}
    names.update(dict.fromkeys(shown.squares("G"), "gold"))
    parts: list[str] = []
    moves: list[str] = []
    for start, end in pairwise(walk.squares):
        moves.append(_NAMES[end[0] - start[0], end[1] - start[1]])
        if end in names:
            parts += [*_together(moves), f"({names[end]})"]
            moves = []
    parts += _together(moves)
    return f"{' '.join(parts)}, {walk.ends}" if parts else walk.ends


def _together(moves: list[str]) -> Iterator[str]:
    for name, same in groupby(moves):
        times = len(list(same))
        yield f"{times} {name}" if times > 1 else name
