"""The colours of all pictures and pages, light and dark, and their assignment to picture parts.

Colours differ in lightness as well as in hue, so that they can be distinguished in grey and by
colour-blind people, after the palette of Okabe and Ito (2008). Important differences also show in
shapes or words.
"""

from collections.abc import Container, Iterator
from typing import NamedTuple


class Shade(NamedTuple):
    """One colour, in hexadecimal."""

    light: str
    """On a light ground, and in print."""
    dark: str
    """On a dark ground."""


COLOURS = {
    "ground": Shade("#ffffff", "#12171e"),
    "paper": Shade("#f6f7f9", "#1b222c"),
    "ink": Shade("#1a2028", "#e8edf4"),
    "soft": Shade("#56606d", "#a7b1bf"),
    "line": Shade("#cbd2db", "#3a4552"),
    "faint": Shade("#e7ebf0", "#28313d"),
    "wall": Shade("#4a535f", "#6b7684"),
    "square": Shade("#ffffff", "#1f2731"),
    # Player 1, player 2 and chance.
    "first": Shade("#0063a5", "#6cb8f0"),
    "second": Shade("#c04a00", "#ff9a5c"),
    "chance": Shade("#00795a", "#3fc59b"),
    "gold": Shade("#e0a100", "#f2c14e"),
    "coin-ink": Shade("#1a2028", "#1a2028"),
    "exit": Shade("#3b7d2c", "#8bcf78"),
    "marked": Shade("#8b3fc4", "#cf9bff"),
    "mark-ground": Shade("#f0e2fb", "#3d2a52"),
    "first-ground": Shade("#d9ebf8", "#173650"),
    "second-ground": Shade("#fae3d5", "#4d2710"),
    "second-fill": Shade("#f0b48c", "#8a4a20"),
    "chance-ground": Shade("#d5f0e7", "#0f3d30"),
}

# The paint of a shape, by its role. A picture that needs another role adds a line.
ROLES: dict[str, dict[str, str]] = {
    "ground": {"fill": "ground"},
    "words": {"fill": "ink"},
    "soft-words": {"fill": "soft"},
    "first-words": {"fill": "first"},
    "second-words": {"fill": "second"},
    "chance-words": {"fill": "chance"},
    "wall": {"fill": "wall"},
    "square": {"fill": "square", "stroke": "line"},
    "floor": {"fill": "square"},
    "gold": {"fill": "gold", "stroke": "ink"},
    "gold-words": {"fill": "coin-ink"},
    "exit": {"fill": "exit"},
    "exit-way": {"stroke": "ground"},
    "danger": {"fill": "second-ground", "stroke": "second"},
    "occupied": {"fill": "second"},
    "filled": {"fill": "second-fill"},
    "way": {"stroke": "first"},
    "way-words": {"fill": "first", "stroke": "square"},
    "way-head": {"fill": "first"},
    "filled-words": {"fill": "ink", "stroke": "second-ground"},
    "agent": {"fill": "first", "stroke": "ground"},
    "line": {"stroke": "line"},
    "ink-line": {"stroke": "ink"},
    "first": {"fill": "first-ground", "stroke": "first"},
    "second": {"fill": "second-ground", "stroke": "second"},
    "chance": {"fill": "chance-ground", "stroke": "chance"},
    "look": {"fill": "ground", "stroke": "soft"},
    "joint": {"fill": "paper", "stroke": "ink"},
    "tip": {"fill": "ink"},
    "end": {"fill": "ink"},
    "never": {"stroke": "line"},
    "never-words": {"fill": "soft"},
    "never-node": {"fill": "ground", "stroke": "soft"},
    "never-end": {"fill": "line"},
    "played-first": {"stroke": "first"},
    "played-second": {"stroke": "second"},
    "by-chance": {"stroke": "chance"},
    "joined-first": {"stroke": "first"},
    "joined-second": {"stroke": "second"},
    "bar-first": {"fill": "first"},
    "bar-second": {"fill": "second"},
    "bar-ground": {"fill": "faint"},
    "marked": {"stroke": "marked"},
    "droid-two": {"fill": "first-ground", "stroke": "first"},
    "droid-five": {"fill": "second", "stroke": "second"},
    "droid-trim": {"fill": "ground"},
    "droid-number": {"fill": "ground"},
    "droid-eye": {"fill": "ground", "stroke": "ink"},
    "first-label": {"fill": "first", "stroke": "square"},
    "second-label": {"fill": "second", "stroke": "square"},
    "brick": {"stroke": "ground"},
    "positive": {"fill": "first", "stroke": "first"},
    "negative": {"fill": "ground", "stroke": "second"},
    "odd": {"fill": "first"},
    "even": {"fill": "gold"},
    "bid-ground": {"fill": "paper", "stroke": "faint"},
    "mixed": {"fill": "second", "stroke": "first"},
    # Lines of a chart, distinguished by colour and by dashes.
    "series-0": {"stroke": "first"},
    "band-0": {"fill": "first"},
    "dot-0": {"fill": "first", "stroke": "ground"},
    "series-1": {"stroke": "second"},
    "band-1": {"fill": "second"},
    "dot-1": {"fill": "second", "stroke": "ground"},
    "series-2": {"stroke": "chance"},
    "band-2": {"fill": "chance"},
    "dot-2": {"fill": "chance", "stroke": "ground"},
    "series-3": {"stroke": "marked"},
    "band-3": {"fill": "marked"},
    "dot-3": {"fill": "marked", "stroke": "ground"},
    "series-4": {"stroke": "ink"},
    "band-4": {"fill": "ink"},
    "dot-4": {"fill": "ink", "stroke": "ground"},
    "failed": {"stroke": "soft"},
}


def dark_rules(
    within: str = "svg", roles: Container[str] = ROLES, always: bool = False
) -> Iterator[str]:
    """Yield the lines of a style sheet that paint all or the given roles on a dark screen, or
    `always`. The attributes of the shapes themselves are for a light screen.
    """
    if not always:
        yield "@media screen and (prefers-color-scheme: dark) {\n"
    for role, paints in ROLES.items():
        if role in roles:
            rules = "; ".join(f"{paint}: {COLOURS[name].dark}" for paint, name in paints.items())
            yield f"  {within} .{role} {{ {rules} }}\n"
    if not always:
        yield "}\n"


def variables() -> Iterator[str]:
    """Yield the lines of a style sheet that name the colours for a page (`--ink` etc.)."""
    for dark in (False, True):
        rules = "".join(
            f" --{name}: {shade.dark if dark else shade.light};" for name, shade in COLOURS.items()
        )
        rule = f":root {{{rules} }}"
        yield (
            f"@media screen and (prefers-color-scheme: dark) {{ {rule} }}\n"
            if dark
            else f"{rule}\n"
        )
