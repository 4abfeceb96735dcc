"""The first places where a Gambit file breaks rules, and what its letters alone tell of them."""

import re

from stages.parse.gambit.grammar import QUOTED

_SPACE = re.compile(rf"{QUOTED}|(?P<found>[^\S \r\n])", re.DOTALL)
_BRACES = re.compile(rf'{QUOTED}|(?P<found>\{{(?=\S)|(?<=[^\s"])\}}|\}}(?=\S))', re.DOTALL)
_QUOTE = re.compile(rf'(?=(?P<found>"[^"\\]*\\++")){QUOTED}|{QUOTED}', re.DOTALL)
_UNICODE = re.compile(r"(?P<found>[^\x00-\x7f])")
# The rule, a pattern of its places, and one that a text without them is quickly told by.
_SPELLED = (
    ("space", _SPACE, re.compile(r"[^\S \r\n]")),
    ("braces", _BRACES, re.compile(r"\{\S|\S\}|\}\S")),
    ("quote", _QUOTE, re.compile(r'\\"')),
    ("unicode", _UNICODE, _UNICODE),
)


class Places:
    """The first place where each rule is broken, and how many there are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.first: dict[str, list[int]] = {}

    def add(self, rule: str, offset: int) -> None:
        if rule in self.first:
            self.first[rule][1] += 1
        else:
            self.first[rule] = [offset, 1]


def note_spelling(text: str, found: Places) -> None:
    """Note the rules of spelling that a text breaks."""
    for rule, places, quick in _SPELLED:
        if quick.search(text):
            for match in places.finditer(text):
                if match["found"]:
                    found.add(rule, match.start("found"))
