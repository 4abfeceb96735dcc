"""The syntax of a Gambit `.efg` file: the prologue, then one node after the other; and a program's
output before the initial `EFG` and after the last node.

The grammar is that of Gambit's own reader (documentation of the format, version
2): words, braces, commas and quoted texts, with insignificant white space. Each
node is matched by one regular expression; only if that fails, the node is
examined part by part to describe the error.
"""

import re
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from ....schemas.parts.exact import read_exact
from ....schemas.parts.labels import distinct
from ....schemas.parts.problems import Code, InputError, Problem, counted, position, shown

QUOTE, BACKSLASH, COMMA, MINUS, OPENED, CLOSED = (ord(letter) for letter in '"\\,-{}')
ZERO, NINE = ord("0"), ord("9")
DECIDES, MOVES_BY_CHANCE, ENDS = (ord(letter) for letter in "pct")
"""The first letters of nodes."""
CHANCE, PLAYER, OUTCOME = 0, 1, 3
"""Roles of descriptions: an information set of chance, one of player 1 (of player 2: one more), an
outcome.
"""
MOVE, ACTIONS, PAYOFFS = 0, 1, 2
"""Uses of the texts in braces: (role + 1) // 2."""


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

_LIST = re.compile(_BRACES, re.DOTALL)
_QUOTED = re.compile(QUOTED, re.DOTALL)
_TOKEN = re.compile(rf"\s*+({QUOTED}|{WORD}|[{{}},])", re.DOTALL)
_SPACE = re.compile(r"\s*+")
_ESCAPED = re.compile(r'\\(\\*+")')
_EXPECTED = {  # The expected token for each letter used below.
    "E": "EFG at the beginning of the file",
    "2": "2, the version of the format",
    "R": "R or D, the kind of the numbers",
    "T": "the game's title in quotes",
    "k": "a node, which begins with p, c or t",
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
    kinds = "a%" if chance else "a"
    opened = _take(text, named(text, at)[1], "{")
    return [(group[0], group[-1]) for group in _groups(text, opened.offset, kinds)]


def payoffs(text: str, at: int) -> list[Token]:
    """Return the payoffs of a description `"label" { ... }` that begins at an offset; each may be
    followed by a comma.
    """
    opened = _take(text, named(text, at)[1], "{")
    return [payoff for payoff, *_ in _groups(text, opened.offset, "$")]


def players(text: str, at: int) -> list[Token]:
    """Return the names in the braces that open at an offset."""
    return [name for name, *_ in _groups(text, at, "n")]


def _groups(text: str, at: int, kinds: str) -> list[list[Token]]:
    """Return the groups of tokens of some kinds in the braces that open at an offset: at least one,
    except for names; a comma may follow a payoff. Raise Mistake, at the brace if it is not closed.
    """
    if not _LIST.match(text, at):
        raise Mistake("the list that begins here has no end: '}' or a quote is missing", at)
    found: list[list[Token]] = []
    first = token(text, at + 1)
    while first.text != "}" or not (found or kinds == "n"):
        _require(first, kinds[0])
        found.append([first])
        for kind in kinds[1:]:
            found[-1].append(_take(text, found[-1][-1].end, kind))
        first = token(text, found[-1][-1].end)
        if kinds == "$" and first.text == ",":
            first = token(text, first.end)
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
        outcome = _take(text, last.end, "O")
        if outcome.text in _NODE_PARTS:
            return Mistake("the number of the outcome is missing here; use 0 for none", last.offset)
        following = token(text, outcome.end)
        if following.text.startswith(_DESCRIBED):
            payoffs(text, following.offset)
    except Mistake as mistake:
        return _open_quote(text, at, mistake.offset) or mistake
    return Mistake(f"{shown(first.text)} does not begin a valid node", first.offset)


def _open_quote(text: str, at: int, end: int) -> Mistake | None:
    """Return the likely error in a node with a mistake: a quoted text over several lines."""
    for quoted in _QUOTED.finditer(text, at, end):
        if "\n" in quoted[0]:
            return Mistake(
                "the quote that is opened here is not closed in its line", quoted.start()
            )
    return None


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
        if found.text[:1] in ("\u201c", "\u201d"):  # Quotation marks of word processors.
            said += "; use straight quotes"
        raise Mistake(f"expected {_EXPECTED[kind]}; found {said}", found.offset)


class Note(NamedTuple):
    """A problem with its offset in the text."""

    offset: int
    message: str
    code: Code | None


class ProblemLog:
    """The problems of a text found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.notes: list[Note] = []

    @property
    def problems(self) -> list[Problem]:
        """The problems with line and column."""
        return [
            Problem(note.message, (), *position(self.text, note.offset), note.code)
            for note in self.notes
        ]

    def add(self, message: str, offset: int, code: Code | None = None) -> None:
        self.notes.append(Note(offset, message, code))

    def mistake(self, mistake: Mistake) -> None:
        self.add(mistake.message, mistake.offset)

    def line(self, offset: int) -> int:
        return position(self.text, offset)[0]

    def exact(self, word: str, offset: int) -> Fraction | None:
        """Return the number that a word represents; note a problem and return None if it
        is none.
        """
        number = None if word.startswith("+") else read_exact(word)
        if number is None:
            self.add(
                f"{shown(word)} is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
                offset,
            )
        return number


TRIED = 50
"""Number of possible starts of a tree that are tried: each may require reading the whole text."""

# The letters first: a long text is searched quickly for them.
_HEAD = re.compile(r"EFG(?<!\wEFG)\s++\d++\s++[RD]\b")
_NODE_START = re.compile(r'[pct]\s*+"')
# Anywhere in a line: many programs write their trees in one.
_NODE_OR_TREE = re.compile(rf'\b[pctPCT]\s++"|{_HEAD.pattern}')


def tree_start(text: str) -> int:
    r"""Return the offset at which the tree of a text begins; 0 if no tree follows other text.

    A program may mention EFG before it writes one. The first choice is the first EFG at the start
    of a line that continues like a tree, with names and a node; then the first after a prompt; then
    broken ones.

    >>> tree_start('7 squares\n> EFG 2 R "" { "a" "b" } t "" 0')
    12
    >>> tree_start("about EFG"), tree_start("EFG 2 R")
    (0, 0)
    """
    if PROLOGUE.match(text):  # Even if its first node is broken.
        return 0
    heads = [match.start() for match in islice(_HEAD.finditer(text), TRIED)]
    whole = [at for at in heads if _prologue_follows(text, at)]
    if not whole and re.match(r"\s*EFG\s", text) is None:
        whole = [at for at in heads if _starts_line(text, at)]
    return min(whole, key=lambda at: (not _starts_line(text, at), at), default=0)


def output_before(text: str, at: int) -> Problem:
    """Return the problem for a tree that begins at an offset above 0."""
    line, column = position(text, at)
    lines = line - 1
    where = f"line {line:,}" if _starts_line(text, at) else f"line {line:,}, column {column:,}"
    output = f"{counted(lines, 'line')} of other output" if lines else "other output"
    return Problem(
        f"is not a Gambit file: EFG begins in {where}, after {output}; "
        "'efgc lint --fix' removes that output",
        line=line,
        column=column,
        code=Code.BEFORE_THE_TREE,
    )


def text_after(text: str, at: int) -> str:
    """Return the error message for the text after the end of the tree, at an offset."""
    try:
        word = token(text, at).text
    except Mistake:
        word = '"'
    message = f"unexpected {shown(word)} after the last node of the tree"
    return f"{message}; 'efgc lint --fix' removes it" if is_output(text, at) else message


def without_output(text: str, at: int) -> str:
    """Return a text with blanks up to an offset, so that the rest keeps its position."""
    return re.sub(r"[^\r\n]", " ", text[:at]) + text[at:]


def is_output(text: str, at: int) -> bool:
    """Return whether the text from an offset on has no node and no start of another tree, so that
    no part of the game is lost without it.
    """
    return _NODE_OR_TREE.search(text, at) is None


def _prologue_follows(text: str, at: int) -> bool:
    """Return whether a prologue begins at an offset and is followed by a node."""
    prologue = PROLOGUE.match(text, at)
    return prologue is not None and _NODE_START.match(text, prologue.end()) is not None


def _starts_line(text: str, at: int) -> bool:
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


def read_prologue(text: str, log: ProblemLog) -> Prologue:
    """Return the prologue of a text. Raise InputError with all problems so far."""
    prologue = PROLOGUE.match(text)
    if prologue is None:
        if at := tree_start(text):
            raise InputError([output_before(text, at)])
        log.mistake(explain_prologue(text))
        raise InputError(log.problems)
    at = prologue.start("players")
    found = [unquoted(name.text) for name in players(text, at)]
    if prologue["version"] != "2" or prologue["numbers"] not in ("R", "D"):
        log.mistake(explain_prologue(text))
    if len(found) != 2:
        log.add(f"{counted(len(found), 'player')}; a game must have 2", at)
    if log.notes:
        raise InputError(log.problems)
    first, second = distinct(found)
    return Prologue(
        title=" ".join(unquoted(prologue["title"]).split()),
        players=(first, second),
        comment=unquoted(prologue["comment"]) if prologue["comment"] else "",
        end=prologue.end(),
    )
