"""Pictures for Python: text in every format, and display in notebooks."""

import base64
import os
from dataclasses import replace
from html import escape
from pathlib import Path

from pipeline.files.reading import write_text
from pipeline.machine.streams import silent
from pipeline.python.keywords import UsageError, told
from pipeline.results.drawings import Drawn
from pipeline.results.pictures import SUFFIXES


class Drawing:
    """A picture."""

    def __init__(self, drawn: Drawn, path: str) -> None:
        """`path` is the file of the source; the picture is never written to it."""
        self._drawn, self._inputs = drawn, [path] if path else []

    @property
    def name(self) -> str:
        """The name of the picture, such as `map` or `tree`."""
        return self._drawn.name

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return self.text("svg")

    def text(self, format: str = "text", *, ascii: bool = False, scheme: str = "") -> str:
        """Return the text of a file in one of the formats of `efgc draw`: svg, tikz, dot, text.

        An SVG picture follows the reader's screen; `scheme` makes it always "light" or always
        "dark".
        """
        with silent(), told():
            wish = replace(self._drawn.wish, format=format, ascii=ascii, scheme=scheme)
            return "".join(self._drawn._replace(wish=wish).text(format))

    def save(self, path: str | os.PathLike[str], format: str = "", *, scheme: str = "") -> Path:
        """Write the picture to a file and return its path. The ending chooses the format.

        PNG and PDF need the extra `pictures`. `scheme` is that of `text`.
        """
        with silent(), told():
            named = Path(path)
            known = {suffix: name for name, suffix in SUFFIXES.items()}
            if not format and named.suffix[1:] not in known:
                *most, last = (f".{suffix}" for suffix in known)
                raise UsageError(f"a picture is saved as {', '.join(most)} or {last}")
            format = format or known[named.suffix[1:]]
            wish = replace(self._drawn.wish, scheme=scheme)
            write_text(str(named), self._drawn._replace(wish=wish).file(format), self._inputs)
            return named

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return image(self.svg, self.name)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<efgc drawing: {self.name} of {self._drawn.wish.source.name}>"


def image(svg: str, words: str) -> str:
    """Return a picture as an HTML element for any page: an image, which runs no scripts and does
    not share styles or names with the page.
    """
    content = base64.b64encode(svg.encode()).decode()
    return (
        f'<img alt="{escape(words)}" style="max-width: 100%" '
        f'src="data:image/svg+xml;base64,{content}">'
    )
