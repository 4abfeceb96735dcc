"""What a program printed around its tree: before the `EFG` with which it begins, and behind its
last node.
"""

import re
from itertools import islice

from schemas.parts.problems import Code, Problem, position, shown
from stages.parse.gambit.grammar import PROLOGUE

TRIED = 50
"""Places where a tree may begin that are looked at: each may be read to the end of the text."""

# The letters first: for them a long text is searched quickly.
_HEAD = re.compile(r"EFG(?<!\wEFG)\s++\d++\s++[RD]\b")
_NODE = re.compile(r'[pct]\s*+"')
# Anywhere in a line: many programs write their trees in one.
_NODE_OR_TREE = re.compile(rf'\b[pctPCT]\s++"|{_HEAD.pattern}')


def begin(text: str) -> int:
    r"""Return the offset at which the tree of a text begins, 0 where it has none behind other text.

    A program may tell of EFG before it writes one: the first that begins a line and goes on as
    trees do, with names and a node, is taken before the first behind a prompt, and this before
    what is broken.

    >>> begin('7 squares\n> EFG 2 R "" { "a" "b" } t "" 0'), begin("about EFG"), begin("EFG 2 R")
    (12, 0, 0)
    """
    if PROLOGUE.match(text):  # Also where its first node is broken.
        return 0
    heads = [match.start() for match in islice(_HEAD.finditer(text), TRIED)]
    whole = [at for at in heads if _goes_on(text, at)]
    if not whole and re.match(r"\s*EFG\s", text) is None:
        whole = [at for at in heads if _alone(text, at)]
    return min(whole, key=lambda at: (not _alone(text, at), at), default=0)


def before(text: str, at: int) -> Problem:
    """Return what is said where the tree of a text begins at an offset above 0."""
    line, column = position(text, at)
    lines = line - 1
    where = f"line {line:,}" if _alone(text, at) else f"line {line:,}, column {column:,}"
    behind = f"{lines:,} line{'s' * (lines > 1)} of other output" if lines else "other output"
    return Problem(
        f"is no Gambit file as it stands: EFG begins in {where}, behind {behind}; "
        "'efgc lint --fix' takes it from there",
        line=line,
        column=column,
        code=Code.BEFORE_THE_TREE,
    )


def behind(text: str, at: int, word: str) -> str:
    """Return what is said where a tree has ended and a word stands behind it, at an offset."""
    said = f"{shown(word)} after the last node of the tree: it has no place there"
    return f"{said}; 'efgc lint --fix' leaves it out" if is_output(text, at) else said


def without_output(text: str, at: int) -> str:
    """Return a text with blanks for what stands before an offset: all else keeps its place."""
    return re.sub(r"[^\r\n]", " ", text[:at]) + text[at:]


def is_output(text: str, at: int) -> bool:
    """Return whether what stands behind an offset has no node and begins no other tree: then no
    part of the game is lost without it.
    """
    return _NODE_OR_TREE.search(text, at) is None


def _goes_on(text: str, at: int) -> bool:
    """Return whether a prologue stands at an offset, and a node behind it."""
    prologue = PROLOGUE.match(text, at)
    return prologue is not None and _NODE.match(text, prologue.end()) is not None


def _alone(text: str, at: int) -> bool:
    """Return whether only white space stands before an offset in its line."""
    return not text[text.rfind("\n", 0, at) + 1 : at].strip("\ufeff \t\r")
