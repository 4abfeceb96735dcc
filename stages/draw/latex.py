"""Writing LaTeX that needs only TikZ."""

from collections.abc import Iterable, Iterator

from stages.draw.colours import COLOURS
from stages.draw.labels import printable

_NAMES = (
    *("first", "second", "chance", "first-ground", "second-ground", "chance-ground"),
    *("ink", "soft", "line", "ground"),
)
_SPECIAL = {
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
    "…": r"\dots{}",
    **{one: "\\" + one for one in "{}$&#_%"},
    **{one: f"{{{one}}}" for one in "-,"},  # Two in a row would form a ligature.
}


def document(title: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a standalone document with a picture of these parts, in pixels from its
    upper left corner. Non-Latin labels need LuaLaTeX or XeLaTeX.
    """
    yield f"% {printable(title)}\n"
    yield "\\documentclass[tikz,border=6pt]{standalone}\n"
    yield "\\ifdefined\\XeTeXrevision\\else\\ifdefined\\directlua\\else\n"
    yield "\\usepackage[T1]{fontenc}\n\\fi\\fi\n"
    for name in _NAMES:
        yield f"\\definecolor{{{colour(name)}}}{{HTML}}{{{COLOURS[name].light[1:].upper()}}}\n"
    yield "\\begin{document}\n"
    yield "\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,inner sep=0pt,font=\\sffamily\\scriptsize]\n"
    yield from parts
    yield "\\end{tikzpicture}\n\\end{document}\n"


def colour(name: str) -> str:
    """Return the name of a colour in a document."""
    return name.replace("-", "")  # xcolor reads a hyphen as a complement.


def escaped(text: str) -> str:
    """Return a text escaped for LaTeX.

    >>> print(escaped("50% \\\\x_1"))
    50\\% \\textbackslash{}x\\_1
    """
    return "".join(_SPECIAL.get(one, one) for one in text)
