"""Find violations of the rules of a portable Gambit file, in its nodes or its letters alone."""

import re
from collections.abc import Sequence
from fractions import Fraction

from stages.parse.gambit.grammar import (
    NODE,
    PROLOGUE,
    QUOTED,
    Token,
    actions,
    named,
    payoffs,
    players,
    token,
    unquoted,
)

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
            self._described(player, described, at)
        elif (
            known != described
            and player == "c"
            and self._spelled(actions(known, 0, True)) != self._spelled(actions(described, 0, True))
        ):
            self.found.add("otherwise spelled", at)

    def _described(self, player: str, described: str, at: int) -> None:
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
            spelled = self.numbers[payoff] = self._paid(at)
        if self.outcomes.setdefault(number, spelled) != spelled:
            self.found.add("otherwise spelled", at)

    def _paid(self, at: int) -> tuple[str, ...]:
        words = payoffs(self.text, at)
        for word in words:
            self._number(word.text, word.offset)
        self._label(named(self.text, at)[0] or "", at)
        return tuple(word.text for word in words)

    def _spelled(self, found: Sequence[tuple[Token, Token]]) -> list[str]:
        return [word.text for _, word in found]

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
            self.found.add("numbering", self._first(player, wrong))

    def _first(self, player: str, number: int) -> int:
        for match in NODE.finditer(self.text, PROLOGUE.match(self.text).end()):  # type: ignore[union-attr]
            if match[1] and int(match[1]) == int(player) and int(match[2]) == number:
                return match.start()
        return 0


def note_spelling(text: str, found: Places) -> None:
    """Note the spelling rules that a text violates."""
    for rule, places, quick in _SPELLED:
        if quick.search(text):
            for match in places.finditer(text):
                if match["found"]:
                    found.add(rule, match.start("found"))
