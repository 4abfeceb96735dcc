"""Writing for LaTeX, with TikZ alone."""

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
    **{one: f"{{{one}}}" for one in "-,"},  # Two of them would be another sign.
}


def document(title: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a document of its own, with a picture of these parts, in pixels from its
    upper left corner. Labels that are not Latin need LuaLaTeX or XeLaTeX.
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
    """Return what a colour is called in a document."""
    return name.replace("-", "")  # Which means a complement to xcolor.


def escaped(text: str) -> str:
    """Return a text as LaTeX shows it.

    >>> print(escaped("50% \\\\x_1"))
    50\\% \\textbackslash{}x\\_1
    """
    return "".join(_SPECIAL.get(one, one) for one in text)
