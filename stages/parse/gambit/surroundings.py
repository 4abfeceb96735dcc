"""The parts of a Gambit file around its nodes: the prologue, and a program's output before the
initial `EFG` and after the last node.
"""

import re
from itertools import islice
from typing import NamedTuple

from schemas.parts.labels import distinct
from schemas.parts.problems import Code, InputError, Problem, position, shown
from stages.parse.gambit.grammar import PROLOGUE, explain_prologue, players, unquoted
from stages.parse.gambit.problems import Noted

TRIED = 50
"""Number of possible starts of a tree that are tried: each may require reading the whole text."""

# The letters first: a long text is searched quickly for them.
_HEAD = re.compile(r"EFG(?<!\wEFG)\s++\d++\s++[RD]\b")
_NODE = re.compile(r'[pct]\s*+"')
# Anywhere in a line: many programs write their trees in one.
_NODE_OR_TREE = re.compile(rf'\b[pctPCT]\s++"|{_HEAD.pattern}')


def begin(text: str) -> int:
    r"""Return the offset at which the tree of a text begins; 0 if no tree follows other text.

    A program may mention EFG before it writes one. The first choice is the first EFG at the start
    of a line that continues like a tree, with names and a node; then the first after a prompt; then
    broken ones.

    >>> begin('7 squares\n> EFG 2 R "" { "a" "b" } t "" 0'), begin("about EFG"), begin("EFG 2 R")
    (12, 0, 0)
    """
    if PROLOGUE.match(text):  # Even if its first node is broken.
        return 0
    heads = [match.start() for match in islice(_HEAD.finditer(text), TRIED)]
    whole = [at for at in heads if _goes_on(text, at)]
    if not whole and re.match(r"\s*EFG\s", text) is None:
        whole = [at for at in heads if _alone(text, at)]
    return min(whole, key=lambda at: (not _alone(text, at), at), default=0)


def before(text: str, at: int) -> Problem:
    """Return the problem for a tree that begins at an offset above 0."""
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
    """Return the message for a word at an offset after the end of the tree."""
    said = f"{shown(word)} after the last node of the tree: it has no place there"
    return f"{said}; 'efgc lint --fix' leaves it out" if is_output(text, at) else said


def without_output(text: str, at: int) -> str:
    """Return a text with blanks up to an offset, so that the rest keeps its position."""
    return re.sub(r"[^\r\n]", " ", text[:at]) + text[at:]


def is_output(text: str, at: int) -> bool:
    """Return whether the text from an offset on has no node and no start of another tree, so that
    no part of the game is lost without it.
    """
    return _NODE_OR_TREE.search(text, at) is None


def _goes_on(text: str, at: int) -> bool:
    """Return whether a prologue begins at an offset and is followed by a node."""
    prologue = PROLOGUE.match(text, at)
    return prologue is not None and _NODE.match(text, prologue.end()) is not None


def _alone(text: str, at: int) -> bool:
    """Return whether only white space precedes an offset in its line."""
    return not text[text.rfind("\n", 0, at) + 1 : at].strip("\ufeff \t\r")


class Prologue(NamedTuple):
    """The facts of a file about the game as a whole."""

    title: str
    players: tuple[str, str]
    comment: str
    """Empty if there is none."""
    end: int
    """The offset at which the first node begins."""


def read_prologue(text: str, noted: Noted) -> Prologue:
    """Return the prologue of a text. Raise InputError with all noted problems."""
    prologue = PROLOGUE.match(text)
    if prologue is None:
        if at := begin(text):
            raise InputError([before(text, at)])
        noted.mistake(explain_prologue(text))
        raise InputError(noted.problems)
    at = prologue.start("players")
    found = [unquoted(name.text) for name in players(text, at)]
    if prologue["version"] != "2" or prologue["numbers"] not in ("R", "D"):
        noted.mistake(explain_prologue(text))
    if len(found) != 2:
        noted.add(f"{len(found)} player{'s' * (len(found) != 1)}; a game here has 2", at)
    if noted.problems:
        raise InputError(noted.problems)
    first, second = distinct(found)
    return Prologue(
        title=" ".join(unquoted(prologue["title"]).split()),
        players=(first, second),
        comment=unquoted(prologue["comment"]) if prologue["comment"] else "",
        end=prologue.end(),
    )
