"""Writing SVG: parts of a picture as text, painted by their roles."""

import re
from collections.abc import Iterable, Iterator
from html import escape

from stages.draw.colours import COLOURS, DARK_SCREEN, ROLES, dark_rules

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

Value = str | float

_ROLE = re.compile(r'(?<= class=")[\w-]+')


def picture(
    width: float, height: float, title: str, description: str, parts: Iterable[str]
) -> Iterator[str]:
    """Yield the lines of a standalone SVG file, for light and dark screens and for print.

    Title and description are for people who cannot see it.
    """
    made = [part("rect", "ground", width="100%", height="100%"), *parts]
    roles = {role for piece in made for role in _ROLE.findall(piece)}
    yield from opened(width, height, title, description, ' xmlns="http://www.w3.org/2000/svg"')
    yield f"<style>\n{''.join(dark_rules('svg', roles))}</style>\n"
    yield from made
    yield "</svg>\n"


def in_scheme(parts: Iterable[str], scheme: str) -> Iterator[str]:
    """Yield the parts of a picture in one scheme, `light` or `dark`, regardless of the screen;
    unchanged if the scheme is empty.

    >>> dark = f"<style>\\n{DARK_SCREEN}  .end {{ fill: #fff }}\\n}}\\n</style>\\n"
    >>> list(in_scheme(["<svg>", dark], "light"))
    ['<svg>']
    >>> list(in_scheme([dark], "dark"))
    ['<style>\\n  .end { fill: #fff }\\n</style>\\n']
    """
    for piece in parts:
        if not scheme or not piece.startswith("<style>"):
            yield piece
        elif scheme == "dark":
            yield piece.replace(DARK_SCREEN, "").replace("}\n}\n", "}\n")


def inside(
    width: float, height: float, title: str, description: str, parts: Iterable[str]
) -> Iterator[str]:
    """Yield the same picture as part of a page whose style sheet has the `dark_rules`."""
    yield from opened(width, height, title, description, "")
    yield from parts
    yield "</svg>\n"


def opened(width: float, height: float, title: str, description: str, more: str) -> Iterator[str]:
    """Yield the beginning of a picture, in pixels."""
    size = f"{number(width)} {number(height)}"
    yield (
        f'<svg{more} width="{number(width)}" height="{number(height)}" viewBox="0 0 {size}" '
        f'role="img" font-family="{FONT}" font-size="13">\n'
    )
    yield f"<title>{escape(title)}</title>\n"
    if description:
        yield f"<desc>{escape(description)}</desc>\n"


def part(tag: str, role: str = "", inner: str = "", /, **attributes: Value) -> str:
    """Return one part of a picture, on a line.

    `role` is a key of ROLES: it becomes the class and determines the paint. Attribute names use `_`
    for `-`; `inner` is markup.

    >>> part("circle", "end", cx=3, cy=4.5, r=2)
    '<circle class="end" fill="#1a2028" cx="3" cy="4.5" r="2"/>\\n'
    """
    paints = {paint: COLOURS[name].light for paint, name in ROLES.get(role, {}).items()}
    if paints and "fill" not in paints and tag != "g":
        paints["fill"] = "none"
    told = {**({"class": role} if role else {}), **paints, **attributes}
    names = "".join(
        f' {name.strip("_").replace("_", "-")}="{_value(value)}"' for name, value in told.items()
    )
    return f"<{tag}{names}>{inner}</{tag}>\n" if inner else f"<{tag}{names}/>\n"


def words(text: str, x: float, y: float, role: str = "words", /, **attributes: Value) -> str:
    """Return a line of plain text, painted according to its role.

    >>> words("a < b", 1, 2)
    '<text class="words" fill="#1a2028" x="1" y="2">a &lt; b</text>\\n'
    """
    return part("text", role, escape(text, quote=False) or " ", x=x, y=y, **attributes)


def group(parts: Iterable[str], /, **attributes: Value) -> Iterator[str]:
    """Yield parts as a group."""
    names = "".join(
        f' {name.strip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
    )
    yield f"<g{names}>\n"
    yield from parts
    yield "</g>\n"


def hover(text: str) -> str:
    """Return markup for the inside of a part that shows a text when the pointer is over it."""
    return f"<title>{escape(text, quote=False)}</title>"


def number(value: float) -> str:
    """Return a number of pixels with at most two decimals.

    >>> number(3.0), number(2.345), number(-0.001)
    ('3', '2.35', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _value(value: Value) -> str:
    return escape(value) if isinstance(value, str) else number(value)
