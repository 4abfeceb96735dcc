"""Write a scene as a LaTeX document that needs only TikZ."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from ...schemas.parts.labels import one_line
from .colours import COLOURS, ROLES
from .scene import (
    Circle,
    Group,
    Path,
    Pen,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Shape,
    Text,
    number,
    roles,
)

POINTS = 0.75
"""TeX points of a pixel."""
NORMAL = 10.0
"""Points of normal letters of a document."""
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "'": r"\textquotesingle{}",
        "`": r"\textasciigrave{}",
        "−": r"\ensuremath{-}",
        "×": r"\ensuremath{\times}",
        "≈": r"\ensuremath{\approx}",
        "…": r"\dots{}",
        **{one: "\\" + one for one in "{}$&#_%"},
        **{one: f"{{{one}}}" for one in "-,"},  # Two in a row would form a ligature.
    }
)


def write(scene: Scene) -> Iterator[str]:
    """Yield the lines of a standalone document; non-Latin labels need LuaLaTeX or XeLaTeX."""
    yield f"% {one_line(scene.title)}\n"
    yield "\\documentclass[tikz,border=6pt]{standalone}\n"
    yield "\\ifdefined\\XeTeXrevision\\else\\ifdefined\\directlua\\else\n"
    yield "\\usepackage[T1]{fontenc}\n\\fi\\fi\n"
    used = {name for role in {*roles(scene.shapes)} for name in ROLES[role].values()}
    for name in (name for name in COLOURS if name in used):
        yield f"\\definecolor{{{_colour(name)}}}{{HTML}}{{{COLOURS[name].light[1:].upper()}}}\n"
    yield "\\begin{document}\n"
    yield f"\\begin{{tikzpicture}}[x={POINTS}pt,y=-{POINTS}pt,inner sep=0pt,font=\\sffamily]\n"
    yield f"\\path (0,0) rectangle {_View().at(scene.width, scene.height)};\n"
    yield from _commands(scene.shapes, _View())
    yield "\\end{tikzpicture}\n\\end{document}\n"


class _View(NamedTuple):
    """The place of a group of shapes in the picture."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def at(self, x: float, y: float) -> str:
        """Return a point as TikZ writes it."""
        return f"({number(self.x + self.scale * x)},{number(self.y + self.scale * y)})"


def _commands(shapes: Iterable[Shape], view: _View) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Group(inner, x, y, scale) if not shape.hidden:
                moved = (view.x + view.scale * x, view.y + view.scale * y, view.scale * scale)
                yield from _commands(inner, _View(*moved))
            case Text() if shape.text:
                yield _text(shape, view)
            case Polyline(points, role, pen):
                yield _path(role, pen, " -- ".join(view.at(*point) for point in points), view)
            case Polygon(points, role, pen):
                way = " -- ".join(view.at(*point) for point in points)
                yield _path(role, pen, f"{way} -- cycle", view)
            case Path(d, role, pen):
                for way in _pieces(d):
                    yield _path(role, pen, " ".join(_segments(way, view)), view, shape.opacity)
            case Rect():
                yield _rect(shape, view)
            case Circle(x, y, radius, role, pen):
                circle = f"{view.at(x, y)} circle[radius={_points(radius, view)}]"
                yield _path(role, pen, circle, view)


def _path(
    role: str, pen: Pen, way: str, view: _View, opacity: float = 1.0, corners: float = 0.0
) -> str:
    rounded = f",rounded corners={_points(corners, view)}" if corners else ""
    return f"\\path[{_style(role, pen, view.scale, opacity)}{rounded}] {way};\n"


@lru_cache(1000)
def _style(role: str, pen: Pen, scale: float, opacity: float) -> str:
    """Return the options of a path."""
    unit = POINTS * scale
    paints = ROLES.get(role, {})
    options = [f"fill={_colour(paints['fill'])}"] if "fill" in paints else []
    if "stroke" in paints:
        options += [f"draw={_colour(paints['stroke'])}", f"line width={number(unit * pen.width)}pt"]
        if pen.dashes:
            lengths = (f"{number(unit * length)}pt" for length in pen.dashes)
            dashes = " ".join(map(" ".join, zip(cycle(("on", "off")), lengths, strict=False)))
            options.append(f"dash pattern={dashes}")
        if pen.round:
            options.append("line cap=round,line join=round")
    return ",".join(options if opacity == 1 else [*options, f"opacity={number(opacity)}"])


def _rect(shape: Rect, view: _View) -> str:
    x, y, width, height, role, corner, pen, _, opacity, _ = shape
    # Slightly less than half a side: TikZ cannot draw a side of length 0.
    corner = min(corner, 0.49 * width, 0.49 * height)
    way = f"{view.at(x, y)} rectangle {view.at(x + width, y + height)}"
    return _path(role, pen, way, view, opacity, corner)


def _text(shape: Text, view: _View) -> str:
    paints = ROLES[shape.role]
    scale = number(shape.size * view.scale * POINTS / NORMAL)
    options = f"anchor={_ANCHORS[shape.anchor]},text={_colour(paints['fill'])},scale={scale}"
    if shape.upright:
        options += ",rotate=90"
    if shape.halo:
        options += f",fill={_colour(paints['stroke'])},fill opacity=0.8,text opacity=1"
    text = one_line(shape.text).translate(_SPECIAL)
    bold = "\\bfseries " if shape.bold else ""
    return f"\\node[{options}] at {view.at(shape.x, shape.y)} {{{bold}{text}}};\n"


_TOKENS = re.compile(r"[a-zA-Z]|-?(?:\d*\.)?\d+")
_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}
"""How many numbers follow each letter of a path."""


def _pieces(d: str) -> Iterator[str]:
    """Yield a path in pieces of at most 20 lines or areas: TeX's memory is small."""
    lines = [f"M{line}" for line in d.split("M")[1:]]
    for at in range(0, len(lines), 20):
        yield "".join(lines[at : at + 20])


def _segments(d: str, view: _View) -> Iterator[str]:
    """Yield the segments of an SVG path as TikZ writes them.

    >>> " ".join(_segments("M1 2h3v-1zM0 0L5 5", _View()))
    '(1,2) -- (4,2) -- (4,1) -- cycle (0,0) -- (5,5)'
    """
    tokens = _TOKENS.findall(d)[::-1]
    letter, x, y = "", 0.0, 0.0
    begin = x, y
    while tokens:
        if tokens[-1].isalpha():
            letter = tokens.pop()
        kind = letter.lower()
        values = [float(tokens.pop()) for _ in range(_NUMBERS[kind])]
        across, down = (x, y) if letter.islower() else (0.0, 0.0)
        if kind == "z":
            x, y = begin
            yield "-- cycle"
        elif kind in "hv":
            x, y = (values[0] + across, y) if kind == "h" else (x, values[0] + down)
            yield f"-- {view.at(x, y)}"
        else:
            points = [
                (a + across, b + down) for a, b in zip(values[::2], values[1::2], strict=True)
            ]
            x, y = points[-1]
            if kind == "m":
                begin, letter = (x, y), "l" if letter.islower() else "L"
                yield view.at(x, y)
            elif kind == "l":
                yield f"-- {view.at(x, y)}"
            else:
                first, second, end = (view.at(*point) for point in points)
                yield f".. controls {first} and {second} .. {end}"


def _points(length: float, view: _View) -> str:
    return f"{number(length * view.scale * POINTS)}pt"


def _colour(name: str) -> str:
    """Return the name of a colour in a document."""
    return name.replace("-", "")  # xcolor reads a hyphen as a complement.
