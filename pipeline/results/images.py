"""Images: an SVG picture as PNG or PDF, made by Typst, which the extra `pictures` installs.

Of the converters that were tried on our pictures, Typst (Apache-2.0) makes both formats and needs
no system library. CairoSVG loses the numbers beside lines: it does not support `paint-order`.
"""

from typing import Any
from xml.etree import ElementTree

from schemas.parts.install_commands import install_extra
from schemas.parts.problems import SolverError
from stages.draw.svg import FONT

IMAGES = ("png", "pdf")
"""Formats that are made from an SVG picture."""
SHARP = 2
"""Pixels of a PNG per pixel of the picture, so that it can be printed."""
LONGEST = 12_000
"""The largest number of pixels on the longer side of a PNG."""
POINTS = 72 / 96
"""Points of a pixel."""
# Fonts of other systems: Typst does not support `system-ui` and `sans-serif`.
FONTS = f"{FONT}, Arial, Helvetica, 'Liberation Sans'"
PAGE = b"""\
#set document(title: sys.inputs.title, date: none)
#set page(width: auto, height: auto, margin: 0pt)
#image("picture.svg", alt: sys.inputs.title)
"""


def converter() -> Any:
    """Return Typst. Raises SolverError, with the command that installs it, if it is missing."""
    try:
        import typst  # Imported here for start-up time, and because it is optional.
    except ImportError:
        raise SolverError(
            f"PNG and PDF need Typst, which is not installed: {install_extra('pictures')}"
        ) from None
    return typst


def image(svg: str, format: str) -> bytes:
    """Return the image file, PNG or PDF, of an SVG picture of ours.

    The same picture gives the same bytes with the same fonts and version of Typst. Raises
    SolverError.
    """
    typst, (longest, title) = converter(), _told(svg)
    try:
        made: bytes = typst.compile(
            {"main": PAGE, "picture.svg": svg.replace(FONT, FONTS, 1).encode()},
            format=format,
            ppi=min(SHARP, LONGEST / longest) / POINTS * 72,
            sys_inputs={"title": title},
        )
    except (typst.TypstError, ValueError) as error:
        raise SolverError(f"Typst makes no {format} of this picture: {error}") from None
    return made


def _told(svg: str) -> tuple[float, str]:
    """Return the longer side of a picture in pixels, and its title."""
    root = ElementTree.fromstring(svg)
    sides = (float(root.get(name, "1")) for name in ("width", "height"))
    return max(sides), root.findtext("{http://www.w3.org/2000/svg}title") or ""
