"""The map of a match as a picture, from its player's knowledge alone."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .....schemas.parts.squares import square_name
from .....stages.draw import svg
from .....stages.draw.maps import board as boards
from .....stages.draw.maps.board import CELL, Board, Place, centre, corner
from .....stages.draw.scene import Circle, Group, Pen, Polyline, Rect, Scene, Shape, Text

Data = dict[str, Any]
WORDS = {"occupied": "occupied", "empty": "empty", "unknown": "not known"}
SIGNS = {"occupied": "!", "empty": "\u2013", "unknown": "?"}


def picture(seen: Data) -> str:
    """Return the map of `pipeline.apps.play.look` as SVG; empty for a game without a map.

    A square has `data-action`, the number of an action, if only that action leads there.
    """
    found = seen["map"]
    if found is None:
        return ""
    places = tuple(Place(place["name"], tuple(place["square"])) for place in found["places"])
    shown = Board(tuple(found["rows"]), places)
    known = {place["name"]: place["known"] for place in found["places"]}
    description = " ".join([boards.description(shown), *_knowledge(found, known)])
    shapes = [
        *boards.ground(shown),
        *(_place(place, known[place.name]) for place in places),
        *_walk(found["path"]),
        *(Circle(*centre(square), 16, "floor") for square in shown.squares("S")),
        *boards.signs(shown),
        *_agent(found["at"]),
        *_targets(seen["actions"]),
    ]
    scene = Scene(*boards.size(shown), "The map as you know it", description, shapes)
    return svg.embedded(scene, svg.NAMESPACE)


def _knowledge(found: Data, known: dict[str, str]) -> Iterator[str]:
    if found["at"]:
        yield f"At {square_name(found['at'])}."
    if known:
        yield f"{'; '.join(f'{name}: {WORDS[word]}' for name, word in known.items())}."


def _place(place: Place, known: str) -> Group:
    x, y = corner(place.square)
    shapes: list[Shape] = [boards.box(place, known != "empty")]
    if known == "occupied":
        shapes.append(Rect(x + 3, y + 3, CELL - 6, CELL - 6, "filled", 4))
    sign = Text(SIGNS[known], x + CELL - 7, y + CELL - 8, size=16, anchor="end", bold=True)
    marks = {"data-place": place.name, "data-known": known}
    hover = f"{place.name}: {WORDS[known]}"
    return Group([*shapes, boards.name(place), sign], hover=hover, marks=marks)


def _walk(path: list[list[int]]) -> Iterator[Shape]:
    if len(path) > 1:
        points = [centre((row, column)) for row, column in path]
        yield Polyline(points, "way", Pen(3, (1, 7), round=True))


def _agent(at: list[int] | None) -> Iterator[Shape]:
    if at is not None:
        yield Circle(*centre((at[0], at[1])), 11, "agent", Pen(2.5))


def _targets(actions: list[Data]) -> Iterator[Shape]:
    """Yield the squares to which exactly one action leads, as targets for the pointer."""
    leading = Counter(tuple(action["to"]) for action in actions if action["to"])
    for action in actions:
        if action["to"] and leading[tuple(action["to"])] == 1:
            x, y = corner(tuple(action["to"]))
            square = Rect(x + 3, y + 3, CELL - 6, CELL - 6, "marked", 6, Pen(2))
            yield Group(
                [square], hover=action["label"], marks={"data-action": str(action["number"])}
            )
