"""Gambit's behaviour profiles: numbers without names, in the order of the game.

Players, then their information sets in the order in which a walk through the tree meets them, then
the actions: the order of information sets here. Two forms are read: nested lists, as printed by
pygambit for a `MixedBehaviorProfile` or as in JSON, and the lines `NE,1/2,1/2,...` of its programs.
An information set whose numbers are all 0 is undefined in Gambit: its player's moves never lead
there. Where no play leads, Gambit does not normalise: numbers there are divided by their sum.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import NamedTuple, NoReturn

from ...schemas.game import Decision, Game, children
from ...schemas.parts.exact import read_exact, write_exact
from ...schemas.parts.problems import InputError, OptionError
from ...schemas.strategies import ExactStrategy
from .amounts import Amounts, amount, shares
from .entries import TOLERANCE, InfosetEntry, Log, Offset, SpotProblem, Text, located
from .names import Names

_LINE = re.compile(r"^NE,.*", re.MULTILINE)
_BEGINS = r'(?:"?[-+.\d]|Rational\(|(?i:nan|inf|true|false|null))'
"""The begin of a number, or of what NumPy and JSON write where there is none."""
_LISTS = re.compile(rf"\s*\[\s*\[[\s\[]*{_BEGINS}")
_PROFILE = re.compile(rf"\s*\[\s*(?:\[\s*\]\s*,\s*)?\[\s*(?:Rational\(|\[[\s\[]*{_BEGINS})")
_TOKEN = re.compile(
    r'\s*(?:(?P<sign>[\[\],])|Rational\(\s*(?P<ratio>-?\d+\s*,\s*\d+)\s*\)|"(?P<text>[^"\n]*)"'
    r"|(?P<number>[^\s\[\],\"]+))"
)
DEPTH = 3
"""The depth of the lists: players, information sets, actions."""
ENOUGH = 10_000
"""The number of lists and numbers that are always read, to report all their problems."""


class Number(NamedTuple):
    """A number and its position."""

    text: str
    at: int


@dataclass(frozen=True)
class Listed:
    """A list and its position."""

    at: int
    members: "list[Listed | Number]"

    @property
    def lists(self) -> "list[Listed]":
        return [member for member in self.members if isinstance(member, Listed)]

    @property
    def numbers(self) -> list[Number]:
        return [member for member in self.members if isinstance(member, Number)]


def recognise_lists(text: str) -> bool:
    """Return whether a text begins like the profile of both players, or with pygambit's numbers;
    lists of decimals for one player could also be a matrix.

    >>> recognise_lists('[[["1/2"'), recognise_lists("[[Rational(1, 2), "), recognise_lists("[[1")
    (True, True, False)
    >>> recognise_lists('[[], [["1/2"'), recognise_lists('[[], ["1/2"')  # Player 1 has no choice.
    (True, False)
    """
    return _PROFILE.match(text) is not None


def like_lists(text: str) -> bool:
    """Return whether a text begins like lists of lists of numbers, such as one player's part of a
    profile.

    >>> like_lists("[[1"), like_lists("[1")
    (True, False)
    """
    return _LISTS.match(text) is not None


def recognise_lines(text: str) -> bool:
    """Return whether a line of a text is an equilibrium in the form of Gambit's programs."""
    return _LINE.search(text) is not None


def read_lines(text: str, names: Names) -> Text:
    """Return the contents of the one line with an equilibrium."""
    lines = list(_LINE.finditer(text))
    for line in lines[1:2]:
        message = f"{len(lines)} equilibria; keep the line of only one"
        raise InputError(located(text, [SpotProblem(message, Offset(line.start()))]))
    line = lines[0]
    infosets = [infoset for player in (1, 2) for infoset in names.game.infosets(player)]
    sizes = [len(names.labels(infoset)) for infoset in infosets]
    count = line[0].count(",")
    if sum(sizes) != count:  # Before they are split: there may be millions.
        message = f"{count} probabilities, but both players have {sum(sizes)} actions together"
        raise _refused(text, message, line.start())
    begin, numbers = line.start() + len("NE,"), []
    for cell in line[0][len("NE,") :].split(","):
        numbers.append(Number(cell.strip(), begin))
        begin += len(cell) + 1
    parts = [numbers[begin:end] for begin, end in pairwise(accumulate(sizes, initial=0))]
    return _text(names, infosets, parts)


def _text(names: Names, infosets: Sequence[int], parts: Sequence[Sequence[Number]]) -> Text:
    numbers = {
        infoset: tuple(_not_below_0(number.text) for number in part)
        for infoset, part in zip(infosets, parts, strict=True)
    }
    numbers |= _normalised(names.game, numbers)
    return Text(
        entries=[
            InfosetEntry(
                player=names.players[infoset],
                infoset=infoset,
                words=None,
                actions=None,
                numbers=numbers[infoset],
                spot=Offset(part[0].at),
                spots=[Offset(number.at) for number in part],
            )
            for infoset, part in zip(infosets, parts, strict=True)
            if any(amount(number) != 0 for number in numbers[infoset])
        ]
    )


def _not_below_0(text: str) -> str:
    """Return a probability that Gambit's floats may have made slightly negative."""
    number = read_exact(text) if text.startswith("-") else None
    return "0" if number is not None and number >= -TOLERANCE else text


def _normalised(
    game: Game, numbers: Mapping[int, tuple[str, ...]]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the information sets that play does not reach with their numbers divided by the sum,
    if they do not sum to 1.
    """
    profile = {
        infoset: [share for text in texts if (share := read_exact(text)) is not None and share >= 0]
        for infoset, texts in numbers.items()
    }
    off = {
        infoset
        for infoset, read in profile.items()
        if len(read) == len(numbers[infoset]) and any(read) and isinstance(shares(read), str)
    }
    for infoset in off - (_reached(game, profile) if off else set()):
        total = sum(profile[infoset])
        yield infoset, tuple(write_exact(share / total) for share in profile[infoset])


def _reached(game: Game, profile: Mapping[int, Sequence[Fraction]]) -> set[int]:
    """Return the information sets that a profile reaches, one player with any other."""
    found, seen, waiting = set[int](), {0}, [0]
    while waiting:
        node = game.nodes[waiting.pop()]
        below = children(node)
        if isinstance(node, Decision):
            found.add(node.infoset)
            played = profile.get(node.infoset, ())
            if len(played) == len(below):
                moves = zip(below, played, strict=True)
                below = tuple(child for child, share in moves if share > TOLERANCE)
        waiting += {*below} - seen
        seen.update(below)
    return found


def read_lists(text: str, names: Names) -> Text:
    """Return the contents of nested lists for both players, or for the only one they fit."""
    _refuse_many(text, names)
    top = _parsed(text)
    deep = _depth(text, top)
    by_player = [names.game.infosets(player) for player in (1, 2)]
    if deep == DEPTH - 1:
        sizes = [len(part.numbers) for part in top.lists]
        whole = [infoset for each in by_player for infoset in each]
        # The two lists of a matrix game, in which each player has one information set.
        if len(whole) == 2 and [len(names.labels(infoset)) for infoset in whole] == sizes:
            return _text(names, whole, [part.numbers for part in top.lists])
        fits = [
            each for each in by_player if [len(names.labels(infoset)) for infoset in each] == sizes
        ]
        if fits and names.player:
            fits = [by_player[names.player - 1]]
        if len(fits) != 1:
            _refuse_lists_of_one(text, top, names, fits)
        return _text(names, fits[0], [part.numbers for part in top.lists])
    if len(top.members) != 2:
        raise _refused(text, f"{len(top.members)} players; a game must have 2", top.at)
    infosets: list[int] = []
    parts: list[list[Number]] = []
    for player, (mine, listed) in enumerate(zip(by_player, top.lists, strict=True), 1):
        if len(mine) != len(listed.members):
            message = f"{len(listed.members)} information sets; player {player} has {len(mine)}"
            raise _refused(text, message, listed.at)
        infosets += mine
        parts += [part.numbers for part in listed.lists]
    return _text(names, infosets, parts)


def _refuse_lists_of_one(
    text: str, top: Listed, names: Names, fits: Sequence[Sequence[int]]
) -> NoReturn:
    """Raise InputError for lists that match neither player or both; if their numbers are wrong
    for both, that is said instead.
    """
    said = "neither player; a list has a number for each action of an information set"
    if fits:
        log, ((first, *_), (second, *_)) = Log(), fits
        for entry in _text(names, fits[0], [part.numbers for part in top.lists]).entries:
            Amounts(log).shares(entry)
        if log:
            raise InputError(located(text, log))
        by_actions = '{"the start": {ACTION: 0.5, ...}} tells whose they are, or '
        said = (
            f"both players; {by_actions if names.labels(first) != names.labels(second) else ''}"
            f"in Python {{{first}: [0.5, ...]}} for player 1 and {{{second}: [0.5, ...]}} for "
            "player 2"
        )
    raise _refused(text, f"the lists of one player, which match {said}", top.at)


def _refuse_many(text: str, names: Names) -> None:
    """Raise InputError for far more lists and numbers than the game has information sets and
    actions: they cannot fit, and reading them would take long.
    """
    actions = sum(len(names.labels(infoset)) for infoset in range(len(names)))
    if text.count(",") > ENOUGH + 4 * (len(names) + actions):
        message = (
            f"far more lists and numbers than the game has information sets ({len(names):,}) and "
            f"actions ({actions:,})"
        )
        raise _refused(text, message, 0)


def _refused(text: str, message: str, at: int) -> InputError:
    return InputError(located(text, [SpotProblem(message, Offset(at))]))


def _parsed(text: str) -> Listed:
    outer = Listed(0, [])
    waiting, position = [outer], 0
    while position < len(text) and (match := _TOKEN.match(text, position)):
        into, position, begin = waiting[-1], match.end(), match.start(match.lastgroup or 0)
        if match["sign"] == "[" and len(waiting) <= DEPTH:
            waiting.append(Listed(begin, []))
            into.members.append(waiting[-1])
        elif match["sign"] == "[":
            raise _refused(
                text,
                f"lists deeper than {DEPTH} levels: players, sets, actions",
                begin,
            )
        elif match["sign"] == "]" and len(waiting) > 1:
            waiting.pop()
        elif match["sign"] == "]":
            raise _refused(text, "a closing bracket without an opening one", begin)
        elif match["sign"] is None and len(waiting) > 1:
            number = match["ratio"] or match["text"] or match["number"] or ""
            into.members.append(Number("".join(number.split()).replace(",", "/"), begin))
        elif match["sign"] is None:
            raise _refused(text, "text after the list; give only one profile", begin)
    if len(waiting) > 1:
        raise _refused(text, "the list that begins here is not closed", waiting[-1].at)
    if len(outer.members) > 1:
        raise _refused(text, "a second list; give only one profile", outer.lists[1].at)
    return outer.lists[0]


def _depth(text: str, top: Listed) -> int:
    """Return the depth of the numbers, which must all have the same; no list may be empty."""
    deep, here = 1, [top]
    while any(listed.lists for listed in here):
        for listed in here:
            if listed.numbers:
                raise _refused(text, "a list contains both numbers and lists", listed.numbers[0].at)
        here = [inner for listed in here for inner in listed.lists]
        deep += 1
    for listed in here:
        if not listed.members:
            raise _refused(text, "an empty list", listed.at)
    return deep


def write_lists(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of nested lists in JSON, with exact numbers as text, as pygambit's
    `mixed_behavior_profile` takes them; for one player only its part.
    """
    given = [strategy for strategy in strategies if strategy is not None]
    parts = [",\n  ".join(map(_line, strategy)) for strategy in given]
    if len(parts) == 1:
        yield f"[{parts[0]}]\n"
    else:
        inner = ",\n ".join(f"[{part}]" for part in parts)
        yield f"[{inner}]\n"


def _line(entry: tuple[int, tuple[Fraction, ...]]) -> str:
    return json.dumps([write_exact(share) for share in entry[1]])


def write_lines(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the line of an equilibrium in the form of Gambit's programs. Raises OptionError if only
    one player's strategy is given.
    """
    numbers = [
        write_exact(share)
        for strategy in strategies
        for _, shares in _both(strategy)
        for share in shares
    ]
    yield f"{','.join(['NE', *numbers])}\n"


def _both(strategy: ExactStrategy | None) -> ExactStrategy:
    if strategy is None:
        raise OptionError("a line NE,... needs the strategies of both players")
    return strategy
