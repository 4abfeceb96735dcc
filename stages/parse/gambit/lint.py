"""Find constructs of a readable Gambit `.efg` file that other readers refuse or read differently.

Each rule was measured: `tests/support/efg_probes.json` has the results of the readers for small
files that break it.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from ....schemas.game import Game, children
from ....schemas.parts.problems import Code, InputError, Problem, position
from .grammar import (
    NODE,
    PROLOGUE,
    QUOTED,
    actions,
    is_output,
    named,
    output_before,
    payoffs,
    players,
    token,
    tree_start,
    unquoted,
    without_output,
)
from .reading import Reading
from .recall import recall_problems
from .tree import read_gambit

OLD, NEW, SPIEL = "Gambit 16.0.2", "Gambit 16.7", "OpenSpiel"
READERS = (OLD, NEW, SPIEL)
# Moves of a history; at a few times as many, recursive readers crash.
MAX_DEPTH = 5_000


class Rule(NamedTuple):
    """A construct that a portable file avoids."""

    what: str
    readers: tuple[str, ...]
    does: str
    """The behaviour of the readers."""
    mend: str


RULES = {
    "mark": Rule("a byte order mark", READERS, "refuse it", "save the file as UTF-8 without it"),
    "space": Rule(
        "white space other than blanks and line ends", (SPIEL,), "refuses it", "write blanks"
    ),
    "braces": Rule(
        "a brace without white space around it",
        (SPIEL,),
        "refuses it",
        "put blanks before and after every brace",
    ),
    "decimal": Rule(
        "the letter D for the kind of numbers",
        (SPIEL,),
        "refuses it",
        "write R; decimals are still allowed",
    ),
    "unicode": Rule("a character that is not ASCII", (OLD,), "refuses it", "write it in ASCII"),
    "label": Rule(
        (
            "a label with characters other than printable ASCII, with consecutive blanks, or with "
            "a blank at its beginning or end"
        ),
        (NEW,),
        "refuses it",
        "write printable ASCII, one blank between words",
    ),
    "quote": Rule("a quote inside a label", (SPIEL,), "refuses it", "write a single quote, '"),
    "node label": Rule(
        "a label shared by several nodes",
        (NEW,),
        "refuses it",
        "leave the labels of nodes empty",
    ),
    "infoset label": Rule(
        "a label shared by several information sets of a player",
        (NEW,),
        "refuses it",
        "write another label or none",
    ),
    "same actions": Rule(
        "several actions with the same label or without labels",
        (SPIEL,),
        "drops all branches but one",
        "give the actions of an information set different labels",
    ),
    "name left out": Rule(
        "an omitted label of an information set or outcome",
        (OLD, NEW),
        "refuse it",
        'write an empty one, ""',
    ),
    "name here alone": Rule(
        "a label of an information set that is given at only some of its nodes",
        (SPIEL,),
        "reads it as another information set",
        "repeat it at each of its nodes",
    ),
    "left out": Rule(
        "an omitted description of an information set",
        (SPIEL,),
        "refuses it",
        "repeat it at each of its nodes",
    ),
    "numbering": Rule(
        "information sets of a player that are not numbered 1, 2, 3 and so on",
        (SPIEL,),
        "refuses it",
        "number them without gaps",
    ),
    "number alone": Rule(
        "an outcome given only by its number",
        (SPIEL,),
        "refuses it",
        "repeat its label and payoffs",
    ),
    "null": Rule(
        "outcome 0 at a terminal node",
        (SPIEL,),
        "refuses it",
        'write an outcome with payoffs: 1 "" { 0 0 }',
    ),
    "on the way": Rule(
        "an outcome at a node that is not terminal",
        (SPIEL,),
        "refuses it",
        "add its payoffs to those of the terminal nodes",
    ),
    "otherwise spelled": Rule(
        "a number that is spelled differently at its first occurrence",
        (NEW,),
        "refuses it",
        "spell it the same way everywhere",
    ),
    "exponent": Rule(
        "an exponent with a plus sign, or after a number that begins with a decimal point",
        (OLD, NEW),
        "refuse it",
        "write the number without an exponent",
    ),
    "rounded": Rule(
        "floating-point probabilities that do not sum to 1, read as fractions that do",
        (NEW,),
        "refuses it",
        "write fractions, such as 1/3",
    ),
    "floating point": Rule(
        "a floating-point number, read as the number that was rounded to it",
        READERS,
        "read its literal value instead",
        "write the intended number, such as 3/5",
    ),
    "large fraction": Rule(
        "a fraction with a numerator or denominator above 2,147,483,647",
        (SPIEL,),
        "refuses it",
        "write a decimal if one is exact",
    ),
    "deep": Rule(
        f"a history of more than {MAX_DEPTH:,} moves",
        READERS,
        "can crash on it",
        "shorten the game",
    ),
}
"""The errors that `lint` finds in nodes or in the letters alone. A new one needs a small file in
`tests/support/efg_probes.py`, whose head says how other readers' behaviour is measured.
"""
OTHERS = {  # The readers' behaviour for errors that we refuse.
    Code.NUMBER_BEYOND_GAMBIT: (
        f"{OLD} can confuse several of them, {NEW} those of chance, and refuses the others; "
        f"{SPIEL} refuses it"
    ),
    Code.SUM_OF_PROBABILITIES: (
        f"{OLD} accepts it, {NEW} refuses it, {SPIEL} refuses it unless the sum is close to 1"
    ),
    Code.NEGATIVE_PROBABILITY: f"{OLD} accepts it, {NEW} and {SPIEL} refuse it",
    Code.DESCRIBED_OTHERWISE: (
        f"{OLD} uses the first description, {NEW} refuses it, {SPIEL} refuses it if label or "
        "number differ"
    ),
    Code.OTHER_PAYOFFS: f"{NEW} refuses it, {OLD} and {SPIEL} accept it",
    Code.OTHER_LABEL: f"{NEW} refuses it, {OLD} and {SPIEL} accept it",
    Code.BEFORE_THE_TREE: "all other readers also refuse it",
    Code.BEHIND_THE_TREE: f"{OLD} and {NEW} ignore it, {SPIEL} refuses it",
    Code.NOT_CONSTANT_SUM: (
        "all other readers accept it; their solvers for constant-sum games do not"
    ),
    Code.NO_PERFECT_RECALL: "all other readers accept it; their solvers may give wrong results",
}


_PRINTABLE = re.compile(r"(?:[!-~]+(?: [!-~]+)*)?")
_EXPONENT = re.compile(r"-?\.\d+[eE].*|.*[eE]\+.*")

_SPACE = re.compile(rf"{QUOTED}|(?P<found>[^\S \r\n])", re.DOTALL)
_BRACES = re.compile(rf'{QUOTED}|(?P<found>\{{(?=\S)|(?<=[^\s"])\}}|\}}(?=\S))', re.DOTALL)
_QUOTE = re.compile(rf'(?=(?P<found>"[^"\\]*\\++")){QUOTED}|{QUOTED}', re.DOTALL)
_UNICODE = re.compile(r"(?P<found>[^\x00-\x7f])")
# The rule, a pattern for its violations, and a quick pattern that excludes most texts.
_SPELLED = (
    ("space", _SPACE, re.compile(r"[^\S \r\n]")),
    ("braces", _BRACES, re.compile(r"\{\S|\S\}|\}\S")),
    ("quote", _QUOTE, re.compile(r'\\"')),
    ("unicode", _UNICODE, _UNICODE),
)


class Places:
    """The first violation of each rule, and the number of violations."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.first: dict[str, list[int]] = {}

    def add(self, rule: str, offset: int) -> None:
        if rule in self.first:
            self.first[rule][1] += 1
        else:
            self.first[rule] = [offset, 1]


class Nodes:
    """One pass over prologue and nodes of a text known to be valid."""

    def __init__(self, text: str, found: Places) -> None:
        self.text = text
        self.found = found
        self.labels: set[str] = set()
        self.infosets: dict[str, dict[int, str]] = {"1": {}, "2": {}, "c": {}}
        """For each player the numbers of the information sets with their first descriptions."""
        self.starts: dict[tuple[str, int], int] = {}
        """The offset of the first node of each information set."""
        self.names: dict[str, set[str]] = {"1": set(), "2": set(), "c": set()}
        self.numbers: dict[str, tuple[str, ...]] = {}
        self.outcomes: dict[int, tuple[str, ...]] = {}

    def walk(self) -> None:
        prologue = PROLOGUE.match(self.text)
        if prologue is None:
            return
        if prologue["numbers"] == "D":
            self.found.add("decimal", prologue.start("numbers"))
        for name in players(self.text, prologue.start("players")):
            self._label(unquoted(name.text), name.offset)
        at = prologue.end()
        while match := NODE.match(self.text, at):
            at = match.end()
            self._node(match)
        for player in "12":
            self._numbering(player)

    def _node(self, match: "re.Match[str]") -> None:
        start = match.start()
        label = token(self.text, start + 1)
        if label.text != '""':
            self._label(unquoted(label.text), label.offset)
            if label.text in self.labels:
                self.found.add("node label", label.offset)
            self.labels.add(label.text)
        player, named, described, chance, branches, outcome, payoff = match.groups()
        if player:
            self._infoset(match, str(int(player)), int(named), described, match.start(3))
        elif chance:
            self._infoset(match, "c", int(chance), branches, match.start(5))
        self._outcome(
            start, player is None and chance is None, int(outcome), payoff, match.start(7)
        )

    def _infoset(
        self, match: "re.Match[str]", player: str, number: int, described: str | None, at: int
    ) -> None:
        if described is None:
            self.found.add("left out", match.start())
            return
        if described.startswith("{"):
            self.found.add("name left out", at)
        known = self.infosets[player].get(number)
        if (
            known is not None
            and player != "c"
            and known.startswith("{") != described.startswith("{")
        ):
            self.found.add("name here alone", at)
        if known is None:
            self.infosets[player][number] = described
            self.starts[player, number] = match.start()
            self._described(player, at)
        elif (
            known != described
            and player == "c"
            and _probabilities(known) != _probabilities(described)
        ):
            self.found.add("otherwise spelled", at)

    def _described(self, player: str, at: int) -> None:
        found = actions(self.text, at, player == "c")
        label, _ = named(self.text, at)
        if label:
            self._label(label, at)
            if label in self.names[player]:
                self.found.add("infoset label", at)
            self.names[player].add(label)
        for name, word in found:
            self._label(unquoted(name.text), name.offset)
            if player == "c":
                self._number(word.text, word.offset)
        if player == "c" and sum(Fraction(word.text) for _, word in found) != 1:
            self.found.add("rounded", found[0][1].offset)
        names = [name.text for name, _ in found]
        if len(set(names)) < len(names):
            self.found.add("same actions", at)

    def _outcome(self, start: int, ends: bool, number: int, payoff: str | None, at: int) -> None:
        if number and not ends:
            self.found.add("on the way", start)
        elif not number:
            if ends:
                self.found.add("null", start)
            return
        if payoff is None:
            self.found.add("number alone", start)
            return
        if payoff.startswith("{"):
            self.found.add("name left out", at)
        spelled = self.numbers.get(payoff)
        if spelled is None:
            spelled = self.numbers[payoff] = self._read_payoffs(at)
        if self.outcomes.setdefault(number, spelled) != spelled:
            self.found.add("otherwise spelled", at)

    def _read_payoffs(self, at: int) -> tuple[str, ...]:
        words = payoffs(self.text, at)
        for word in words:
            self._number(word.text, word.offset)
        self._label(named(self.text, at)[0] or "", at)
        return tuple(word.text for word in words)

    def _label(self, label: str, at: int) -> None:
        if not _PRINTABLE.fullmatch(label):
            self.found.add("label", at)

    def _number(self, word: str, at: int) -> None:
        if _EXPONENT.fullmatch(word):
            self.found.add("exponent", at)
        if "/" in word and max(abs(int(part)) for part in word.split("/")) >= 2**31:
            self.found.add("large fraction", at)

    def _numbering(self, player: str) -> None:
        numbers = self.infosets[player]
        wrong = next((number for number in numbers if not 1 <= number <= len(numbers)), None)
        if wrong is not None:
            self.found.add("numbering", self.starts[player, wrong])


def _probabilities(branches: str) -> list[str]:
    """Return the probabilities in the description of a move of chance, as they are spelled."""
    return [word.text for _, word in actions(branches, 0, True)]


def note_spelling(text: str, found: Places) -> None:
    """Note the spelling rules that a text violates."""
    for rule, places, quick in _SPELLED:
        if quick.search(text):
            for match in places.finditer(text):
                if match["found"]:
                    found.add(rule, match.start("found"))


class Finding(NamedTuple):
    """A violated rule."""

    rule: str
    """Its name in RULES; empty for errors that we refuse ourselves."""
    problem: Problem
    """The first violation, in words."""


def lint(text: str, mark: bool = False) -> tuple[list[Finding], Reading | None]:
    """Return the errors and portability problems of a file, in file order, with its game if there
    is one.

    `mark` says whether the file began with a byte order mark, which `text` lacks. Errors, including
    imperfect recall, have no rule; portability problems appear once per rule, at the first place.
    A game is returned if rewriting the file would fix all errors, including output before or after
    the tree.

    >>> [finding.rule for finding in lint('EFG 2 D "" { "a" "b" } t "" 0')[0]]
    ['decimal', 'null']
    """
    start = tree_start(text)
    ahead = [output_before(text, start)] if start else []
    try:
        reading, mended = _read(without_output(text, start) if start else text)
    except InputError as error:
        return _error_findings([*ahead, *error.problems]), None
    forgotten = recall_problems(reading.game, reading.position)
    wrong = _error_findings([*ahead, *mended, *forgotten])
    places = Places(reading.text)
    if mark:
        places.add("mark", 0)
    note_spelling(reading.text, places)
    Nodes(reading.text, places).walk()
    for number in reading.replacements.first[:1]:
        places.add("floating point", number.offset)
    deepest, depth = _deepest(reading.game)
    if depth > MAX_DEPTH:
        places.add("deep", int(reading.offsets[deepest]))
    findings = sorted(
        [*wrong, *_not_portable(places)],
        key=lambda finding: (finding.problem.line, finding.problem.column),
    )
    return findings, None if forgotten else reading


def _read(text: str) -> tuple[Reading, Sequence[Problem]]:
    """Return the game of a file, and those of its errors that rewriting fixes: those that can be
    mended in only one way, and output after the tree.
    """
    try:
        return read_gambit(text), ()
    except InputError as error:
        for problem in error.problems:
            if problem.code is Code.BEHIND_THE_TREE:
                end = _offset(text, problem)
                text = text[:end] if is_output(text, end) else text
        try:
            return read_gambit(text, mend=True), error.problems
        except InputError:  # There are other errors; report all of them.
            raise error from None


def _offset(text: str, problem: Problem) -> int:
    assert problem.line is not None and problem.column is not None
    lines = (end.end() for end in re.finditer("\n", text))
    begin = next(islice(lines, problem.line - 2, None)) if problem.line > 1 else 0
    return begin + problem.column - 1


def _error_findings(problems: Sequence[Problem]) -> list[Finding]:
    """Return the errors that we refuse, each with the behaviour of other readers."""
    found = []
    for problem in problems:
        others = f"; {OTHERS[problem.code]}" if problem.code else ""
        found.append(Finding("", problem._replace(message=problem.message + others)))
    return found


def _not_portable(found: Places) -> Iterator[Finding]:
    for name, (offset, places) in found.first.items():
        rule = RULES[name]
        often = f", in {places:,} places" if places > 1 else ""
        readers = " and ".join(filter(None, (", ".join(rule.readers[:-1]), rule.readers[-1])))
        message = f"{rule.what}{often}: {readers} {rule.does}; {rule.mend}"
        yield Finding(name, Problem(message, (), *position(found.text, offset)))


def _deepest(game: Game) -> tuple[int, int]:
    depth = [0] * len(game.nodes)
    for number, node in enumerate(game.nodes):
        for child in children(node):
            depth[child] = depth[number] + 1
    deepest = max(range(len(depth)), key=depth.__getitem__)
    return deepest, depth[deepest]
