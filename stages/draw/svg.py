"""Write a scene as SVG: a file of its own, or an element of a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from .colours import COLOURS, ROLES, dark_rules
from .scene import (
    LETTER,
    Circle,
    Group,
    Path,
    Pen,
    Point,
    Polygon,
    Polyline,
    Rect,
    Scene,
    Shape,
    Text,
    number,
    roles,
)

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def _paints(role: str, more: Mapping[str, str]) -> str:
    paints = {paint: COLOURS[name].light for paint, name in ROLES[role].items()}
    attributes = {"class": role, **paints, **({} if "fill" in paints else more)}
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


_SHAPES = {"": "", **{role: _paints(role, {"fill": "none"}) for role in ROLES}}
"""The attributes of a role."""


def write(scene: Scene, scheme: str = "") -> Iterator[str]:
    """Yield the lines of a file. It is dark on dark screens, and light elsewhere and in print; or
    always as the scheme, `light` or `dark`.
    """
    ground = Rect(0, 0, scene.width, scene.height, "ground")
    shapes = [ground, *scene.shapes]
    yield _begin(scene, NAMESPACE)
    if scheme != "light":
        rules = dark_rules("svg", frozenset(roles(shapes)), always=scheme == "dark")
        yield f"<style>\n{''.join(rules)}</style>\n"
    yield from elements(shapes)
    yield "</svg>\n"


def embedded(scene: Scene, attributes: str = "") -> str:
    """Return the picture as an element of a page whose style sheet has the `dark_rules`."""
    return "".join([_begin(scene, attributes), *elements(scene.shapes), "</svg>\n"])


def _begin(scene: Scene, attributes: str) -> str:
    width, height = number(scene.width), number(scene.height)
    description = f"<desc>{escape(scene.description)}</desc>\n" if scene.description else ""
    return (
        f'<svg{attributes} width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="{FONT}" font-size="{number(LETTER)}">\n'
        f"<title>{escape(scene.title)}</title>\n{description}"
    )


def elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the markup of shapes.

    >>> "".join(elements([Circle(3, 4.5, 2, "end"), Text("a < b", 1, 2)]))
    '<circle class="end" fill="#1a2028" cx="3" cy="4.5" r="2"/>\\n\
<text class="words" fill="#1a2028" x="1" y="2">a &lt; b</text>\\n'
    """
    for shape in shapes:
        match shape:
            case Polyline(points, role, pen, hover, marks):
                yield _element("polyline", role, _points(points) + _pen(pen), hover, marks)
            case Polygon(points, role, pen, hover):
                yield _element("polygon", role, _points(points) + _pen(pen), hover)
            case Path(d, role, pen, hover, opacity, marks):
                yield _element(
                    "path", role, f' d="{d}"{_pen(pen)}{_opacity(opacity)}', hover, marks
                )
            case Rect():
                yield _rect(shape)
            case Circle(x, y, radius, role, pen, hover):
                place = f' cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
                yield _element("circle", role, place + _pen(pen), hover)
            case Text():
                yield _text(shape)
            case Group():
                yield from _group(shape)


def _element(
    tag: str, role: str, attributes: str, hover: str, marks: Mapping[str, str] | None = None
) -> str:
    begin = f"<{tag}{_SHAPES[role]}{attributes}{_marks(marks) if marks else ''}"
    return f"{begin}>{_hover(hover)}</{tag}>\n" if hover else f"{begin}/>\n"


def _rect(shape: Rect) -> str:
    place = (
        f' x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}"'
        f' height="{number(shape.height)}"'
    )
    corner = f' rx="{number(shape.corner)}"' if shape.corner else ""
    # The text on a cell keeps its contrast: only the fill is transparent.
    style = corner + _pen(shape.pen) + _opacity(shape.opacity, "fill-opacity")
    return _element("rect", shape.role, place + style, shape.hover, shape.marks)


def _text(shape: Text) -> str:
    x, y = number(shape.x), number(shape.y)
    style = ""
    if shape.size != LETTER:
        style += f' font-size="{number(shape.size)}"'
    if shape.anchor != "start":
        style += f' text-anchor="{shape.anchor}"'
    if shape.bold:
        style += ' font-weight="700"'
    if shape.halo:
        style += f' stroke-width="{number(shape.halo)}" paint-order="stroke"'
    if shape.upright:
        style += f' transform="rotate(-90 {x} {y})"'
    paints = _SHAPES[shape.role]
    text = (escape(shape.text, quote=False) or " ") + _hover(shape.hover)
    return f'<text{paints} x="{x}" y="{y}"{style}{_marks(shape.marks)}>{text}</text>\n'


def _group(shape: Group) -> Iterator[str]:
    moves = []
    if shape.x or shape.y:
        moves.append(f"translate({number(shape.x)} {number(shape.y)})")
    if shape.scale != 1:
        moves.append(f"scale({shape.scale:.4g})")
    transform = f' transform="{" ".join(moves)}"' if moves else ""
    hidden = ' display="none"' if shape.hidden else ""
    yield f"<g{_marks(shape.marks)}{transform}{hidden}>\n{_hover(shape.hover)}"
    yield from elements(shape.shapes)
    yield "</g>\n"


def _points(points: Sequence[Point]) -> str:
    return f' points="{" ".join(f"{number(x)},{number(y)}" for x, y in points)}"'


def _pen(pen: Pen) -> str:
    style = f' stroke-width="{number(pen.width)}"' if pen.width != 1 else ""
    if pen.dashes:
        style += f' stroke-dasharray="{" ".join(map(number, pen.dashes))}"'
    if pen.round:
        style += ' stroke-linecap="round" stroke-linejoin="round"'
    return style


def _opacity(opacity: float, name: str = "opacity") -> str:
    return f' {name}="{number(opacity)}"' if opacity != 1 else ""


def _marks(marks: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in marks.items())


def _hover(text: str) -> str:
    return f"<title>{escape(text, quote=False)}</title>" if text else ""
