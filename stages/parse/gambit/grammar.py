"""The syntax of a Gambit `.efg` file: the prologue, then one node after the other.

The grammar is that of Gambit's own reader (documentation of the format, version
2): words, braces, commas and quoted texts, with insignificant white space. Each
node is matched by one regular expression; only if that fails, the node is
examined part by part to describe the error.
"""

import re
from typing import NamedTuple

from schemas.parts.problems import shown

# A quote after any number of backslashes does not end the text.
QUOTED = r'"(?:[^"\\]++|\\++.)*+"'
WORD = r'[^\s{}",]++'
_BRACES = rf'\{{(?:[^"{{}}]++|{QUOTED})*+\}}'
# OpenSpiel accepts braces without a name before them, and so do we. Avoid possessive quantifiers
# around it: its content may have to be given back, which fails in Python 3.11.2 (gh-106052). The
# part after a description ensures that no description was skipped.
_DESCRIPTION = rf"((?:{QUOTED}\s*+)?{_BRACES})?\s*+"

PROLOGUE = re.compile(
    rf"\s*+EFG\s++(?P<version>{WORD})\s++(?P<numbers>{WORD})\s*+(?P<title>{QUOTED})\s*+"
    rf"(?P<players>\{{(?:\s|{QUOTED})*+\}})\s*+(?P<comment>{QUOTED})?+\s*+",
    re.DOTALL,
)
NODE = re.compile(
    rf"(?:p\s++{QUOTED}\s*+({WORD})\s*+({WORD})\s*+{_DESCRIPTION}"
    rf"|c\s++{QUOTED}\s*+({WORD})\s*+{_DESCRIPTION}"
    rf"|t\s++{QUOTED}\s*+)({WORD})\s*+{_DESCRIPTION}(?![\"{{])",
    re.DOTALL,
)
"""Groups: player, information set, its description; chance's information set, its description;
outcome, its description.

Of the first five groups, those of other kinds of node are None, as is an omitted description.
"""
NEXT = re.compile(r'^[ \t]*(?=[pct]\s+")', re.MULTILINE)
"""Where a node can begin after an unreadable one."""

_TOKEN = re.compile(rf"\s*+({QUOTED}|{WORD}|[{{}},])", re.DOTALL)
_SPACE = re.compile(r"\s*+")
_ESCAPED = re.compile(r'\\(\\*+")')
_EXPECTED = {  # The expected token for each letter used below.
    "E": "EFG, with which every such file begins",
    "2": "2, the version of the format",
    "R": "R or D, the kind of the numbers",
    "T": "the game's title in quotes",
    "k": "a node; it begins with p, c or t",
    "l": "the node's label in quotes",
    "P": "the number of the player",
    "I": "the number of the information set",
    "O": "the number of the outcome, or 0 for none",
    "{": "'{'",
    "a": "an action's label in quotes",
    "%": "the action's probability",
    "n": "a player's name in quotes",
    "$": "a payoff",
}
_QUOTED_KINDS = "Tlan"
_DESCRIBED = ('"', "{")  # How a description begins.
_NODE_PARTS = {"p": "lPI", "c": "lI", "t": "l"}


class Token(NamedTuple):
    """A word, a quoted text, a brace or a comma."""

    text: str
    """As written in the file; empty at its end."""
    offset: int
    end: int


class Mistake(Exception):
    """A syntax error, with its message and offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


def unquoted(text: str) -> str:
    r"""Return the content of a quoted text. As in Gambit, a backslash escapes a quote and nothing
    else.

    >>> print(unquoted(r'"a \"b\" \n"'))
    a "b" \n
    """
    inner = text[1:-1]
    return _ESCAPED.sub(r"\1", inner) if "\\" in inner else inner


def token(text: str, at: int) -> Token:
    """Return the token at an offset or after the white space there. Raise Mistake for an unclosed
    quote.
    """
    match = _TOKEN.match(text, at)
    if match:
        return Token(match[1], match.start(1), match.end())
    start = _SPACE.match(text, at).end()  # type: ignore[union-attr]
    if start < len(text):
        raise Mistake("a quote is opened here and never closed", start)
    return Token("", start, start)


def named(text: str, at: int) -> tuple[str | None, int]:
    """Return the label before a description that begins at an offset, None if it is omitted, and
    the start of the rest.

    >>> named('"up" { "l" }', 0), named('{ "l" }', 0)
    (('up', 4), (None, 0))
    """
    first = token(text, at)
    return (unquoted(first.text), first.end) if first.text.startswith('"') else (None, first.offset)


def actions(text: str, at: int, chance: bool) -> list[tuple[Token, Token]]:
    """Return the labels of a description `"label" { ... }` that begins at an offset, each with its
    probability.

    For players, the label takes the place of the probability.
    """
    found: list[tuple[Token, Token]] = []
    opened = _take(text, named(text, at)[1], "{")
    label = token(text, opened.end)
    while label.text != "}" or not found:
        _require(label, "a")
        last = _take(text, label.end, "%") if chance else label
        found.append((label, last))
        label = token(text, last.end)
    return found


def payoffs(text: str, at: int) -> list[Token]:
    """Return the payoffs of a description `"label" { ... }` that begins at an offset; each may be
    followed by a comma.
    """
    found: list[Token] = []
    opened = _take(text, named(text, at)[1], "{")
    payoff = token(text, opened.end)
    while payoff.text != "}" or not found:
        _require(payoff, "$")
        found.append(payoff)
        payoff = token(text, payoff.end)
        if payoff.text == ",":
            payoff = token(text, payoff.end)
    return found


def players(text: str, at: int) -> list[Token]:
    """Return the names in the braces that open at an offset."""
    found: list[Token] = []
    name = token(text, at + 1)
    while name.text != "}":
        _require(name, "n")
        found.append(name)
        name = token(text, name.end)
    return found


def explain_prologue(text: str) -> Mistake:
    """Return the error in a prologue that PROLOGUE does not match."""
    try:
        at = 0
        for kind in "E2RT{":
            at = _take(text, at, kind).end
        players(text, at - 1)
    except Mistake as mistake:
        return mistake
    return Mistake("the prologue ends too early", at)


def explain_node(text: str, at: int) -> Mistake:
    """Return the error in a node that NODE does not match."""
    try:
        first = last = _take(text, at, "k")
        for kind in _NODE_PARTS[first.text]:
            last = _take(text, last.end, kind)
        following = token(text, last.end)
        if first.text != "t" and following.text.startswith(_DESCRIBED):
            _, label = actions(text, following.offset, first.text == "c")[-1]
            last = token(text, label.end)  # The closing brace.
        following = token(text, _take(text, last.end, "O").end)
        if following.text.startswith(_DESCRIBED):
            payoffs(text, following.offset)
    except Mistake as mistake:
        return mistake
    return Mistake(f"{shown(first.text)} and what follows is no node", first.offset)


def _take(text: str, at: int, kind: str) -> Token:
    found = token(text, at)
    _require(found, kind)
    return found


def _require(found: Token, kind: str) -> None:
    fits = {
        "E": found.text == "EFG",
        "2": found.text == "2",
        "R": found.text in ("R", "D"),
        "{": found.text == "{",
        "k": found.text in ("p", "c", "t"),
    }
    ordinary = (
        found.text.startswith('"')
        if kind in _QUOTED_KINDS
        else found.text[:1] not in ('"', "{", "}", ",", "")
    )
    if not fits.get(kind, ordinary):
        said = shown(found.text) if found.text else "the end of the file"
        raise Mistake(f"{said}, where there should be {_EXPECTED[kind]}", found.offset)
