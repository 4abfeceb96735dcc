"""The map of a match as a picture, from its player's knowledge alone."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from stages.draw.maps import board as boards
from stages.draw.maps.board import CELL, Board, Place, centre, corner
from stages.draw.svg import Value, group, hover, number, opened, part, words

Data = dict[str, Any]
WORDS = {"occupied": "occupied", "empty": "empty", "unknown": "not known"}
SIGNS = {"occupied": "!", "empty": "\u2013", "unknown": "?"}


def picture(seen: Data) -> str:
    """Return the map of `pipeline.play.look` as SVG; empty for a game without a map.

    A square has `data-action`, the number of an action, if only that action leads there.
    """
    found = seen["map"]
    if found is None:
        return ""
    places = tuple(Place(place["name"], tuple(place["square"])) for place in found["places"])
    shown = Board(tuple(found["rows"]), places)
    known = {place["name"]: place["known"] for place in found["places"]}
    more = ' xmlns="http://www.w3.org/2000/svg"'
    description = " ".join([boards.told(shown), *_described(found, known)])
    return "".join(
        [
            *opened(*boards.size(shown), "The map as you know it", description, more),
            *boards.ground(shown),
            *(line for place in places for line in _place(place, known[place.name])),
            *_way(found["path"]),
            *_starts(shown),
            *boards.signs(shown),
            *_agent(found["at"]),
            *_targets(seen["actions"]),
            "</svg>\n",
        ]
    )


def _described(found: Data, known: dict[str, str]) -> Iterator[str]:
    if found["at"]:
        row, column = found["at"]
        yield f"At {row}, {column}."
    if known:
        yield f"{'; '.join(f'{name}: {WORDS[word]}' for name, word in known.items())}."


def _place(place: Place, known: str) -> Iterator[str]:
    x, y = corner(place.square)
    passed = known != "empty"
    inner = [hover(f"{place.name}: {WORDS[known]}"), boards.box(place, passed)]
    if known == "occupied":
        side = CELL - 6
        inner.append(part("rect", "filled", x=x + 3, y=y + 3, width=side, height=side, rx=4))
    inner.append(boards.name(place))
    sign: dict[str, Value] = {"text_anchor": "end", "font_size": 16, "font_weight": 700}
    inner.append(words(SIGNS[known], x + CELL - 7, y + CELL - 8, "words", **sign))
    yield from group(inner, data_place=place.name, data_known=known)


def _way(path: list[list[int]]) -> Iterator[str]:
    if len(path) > 1:
        points = [centre((row, column)) for row, column in path]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        rounded: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        dashes: dict[str, Value] = {"stroke_width": 3, "stroke_dasharray": "1 7"}
        yield part("polyline", "way", points=line, **dashes, **rounded)


def _starts(shown: Board) -> Iterator[str]:
    """Yield the background of the start sign, drawn above the way."""
    for square in shown.squares("S"):
        x, y = centre(square)
        yield part("circle", "floor", cx=x, cy=y, r=16)


def _agent(at: list[int] | None) -> Iterator[str]:
    if at is not None:
        x, y = centre((at[0], at[1]))
        yield part("circle", "agent", cx=x, cy=y, r=11, stroke_width=2.5)


def _targets(actions: list[Data]) -> Iterator[str]:
    """Yield the squares to which exactly one action leads, as targets for the pointer."""
    leading = Counter(tuple(action["to"]) for action in actions if action["to"])
    for action in actions:
        if action["to"] and leading[tuple(action["to"])] == 1:
            x, y = corner(tuple(action["to"]))
            rect = {"x": x + 3, "y": y + 3, "width": CELL - 6, "height": CELL - 6, "rx": 6}
            inner = [hover(action["label"]), part("rect", "marked", **rect, stroke_width=2)]
            yield from group(inner, data_action=str(action["number"]))
