"""Gambit's normal form, `.nfg`, of two players with a constant sum of payoffs.

Both variants of the format's documentation are read: a list of payoff pairs, and outcomes with an
outcome number for each pair of strategies. Player 1's strategy changes fastest.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.parts.exact import write_exact
from ....schemas.parts.labels import distinct
from ....schemas.parts.problems import Code, InputError, counted, shown
from ....schemas.parts.rationals import rationals
from ..gambit.grammar import Mistake, ProblemLog, Token, token, unquoted
from . import Players, matrix_game, numbered

_ENTRY = re.compile(r"[^\s,]+")
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
NOTHING = (Fraction(0), Fraction(0))
"""The payoffs of outcome number 0."""

Pair = tuple[Fraction, Fraction]


class _Head(NamedTuple):
    """The part before the payoffs."""

    title: str
    players: Players
    end: int


class _Cells(NamedTuple):
    """The payoffs, in the order of the format."""

    pairs: Sequence[Pair]
    """Distinct pairs, each with its first position."""
    offsets: Sequence[int]
    at: Sequence[int]
    """The pair of each cell."""


def parse_normal_form(text: str, sha256: str, file: str = "") -> Game:
    r"""Return the game of a file. Raise InputError with line and column of each error, and
    LimitError if it is too large.

    >>> game = parse_normal_form(
    ...     'NFG 1 R "" { "a" "b" } { { "u" "d" } { "l" "r" } }\n1 0 0 1 0 1 1 0\n', "0" * 64)
    >>> [infoset.actions for infoset in game.information_sets], str(game.constant)
    ([('u', 'd'), ('l', 'r')], '1')
    """
    log = ProblemLog(text)
    try:
        head = _head(text)
        cells = _cells(text, head, log)
    except Mistake as mistake:
        log.mistake(mistake)
        raise InputError(log.problems) from None
    _refuse_other_sums(cells, log)
    if log.notes:
        raise InputError(log.problems)
    height = len(head.players.actions[0])
    return matrix_game(
        head.title,
        (file, sha256),
        head.players,
        [cells.at[row::height] for row in range(height)],
        rationals(first for first, _ in cells.pairs),
        sum(cells.pairs[0], Fraction(0)),
    )


def _head(text: str) -> _Head:
    at = 0
    for words, what in (
        (("NFG",), "NFG at the beginning of the file"),
        (("1",), "1, the version of the format"),
        (("R", "D"), "R or D, the kind of the numbers"),
    ):
        at = _word(text, at, words, what)
    title = token(text, at)
    _require(title.text.startswith('"'), title, "the game's title in quotes")
    names, at = _names(text, title.end, "a player's name in quotes")
    if len(names) != 2:
        raise Mistake(f"{counted(len(names), 'player')}; a game must have 2", title.end)
    actions, at = _strategies(text, at)
    comment = token(text, at)
    return _Head(
        " ".join(unquoted(title.text).split()),
        Players(distinct(names), actions),  # type: ignore[arg-type]
        comment.end if comment.text.startswith('"') else at,
    )


def _word(text: str, at: int, known: Sequence[str], what: str) -> int:
    found = token(text, at)
    _require(found.text in known, found, what)
    return found.end


def _require(right: bool, found: Token, what: str) -> None:
    if not right:
        said = shown(found.text) if found.text else "the end of the file"
        raise Mistake(f"expected {what}; found {said}", found.offset)


def _names(text: str, at: int, what: str) -> tuple[list[str], int]:
    """Return the texts in the braces that open at an offset, and where they end."""
    at = _word(text, at, "{", "'{'")
    found: list[str] = []
    while (name := token(text, at)).text != "}":
        _require(name.text.startswith('"'), name, f"{what}, or '}}'")
        found.append(" ".join(unquoted(name.text).split()))
        at = name.end
    return found, name.end


def _strategies(text: str, offset: int) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], int]:
    """Return the names of both players' strategies; the format also allows mere numbers of them."""
    opened = offset
    offset = _word(text, offset, "{", "'{'")
    given: list[list[str] | int] = []
    while (part := token(text, offset)).text != "}":
        if part.text == "{":
            names, offset = _names(text, offset, "a strategy's name in quotes")
            _require(bool(names), part, "strategies")
            given.append(names)
            continue
        count = int(part.text) if _COUNT.fullmatch(part.text) else 0
        _require(count > 0, part, "a player's strategies, or how many they are")
        given.append(count)
        offset = part.end
    if len(given) != 2:
        raise Mistake(f"strategies of {counted(len(given), 'player')}; a game must have 2", opened)
    # Compared before they are listed: there must be a payoff for each.
    sizes = [one if isinstance(one, int) else len(one) for one in given]
    least = sizes[0] * sizes[1]
    if least > len(text):
        raise Mistake(f"{least:,} pairs of strategies; the file has fewer payoffs", opened)
    rows, columns = (
        known if isinstance(one, int) else distinct(one)
        for one, known in zip(given, numbered(sizes[0], sizes[1]), strict=True)
    )
    return (rows, columns), part.end


def _cells(text: str, head: _Head, log: ProblemLog) -> _Cells:
    least = len(head.players.actions[0]) * len(head.players.actions[1])
    if token(text, head.end).text == "{":
        outcomes, at = _outcomes(text, head.end, log)
        return _by_outcome(text, at, outcomes, least, log)
    words = [(word[0], word.start()) for word in _ENTRY.finditer(text, head.end)]
    _refuse_count(text, len(words), 2 * least, "payoffs", log, words)
    numbers: dict[str, Fraction] = {}
    for word, offset in words:
        if word not in numbers:
            numbers[word] = log.exact(word, offset) or Fraction(0)
    known: dict[tuple[str, str], int] = {}
    offsets, cells = list[int](), list[int]()
    for (first, offset), (second, _) in zip(words[::2], words[1::2], strict=True):
        cells.append(known.setdefault((first, second), len(known)))
        if len(known) > len(offsets):
            offsets.append(offset)
    return _Cells([(numbers[first], numbers[second]) for first, second in known], offsets, cells)


def _outcomes(text: str, at: int, log: ProblemLog) -> tuple[list[Pair], int]:
    """Return the payoffs in a list of outcomes that opens at an offset, and its end."""
    at = _word(text, at, "{", "'{'")
    found: list[Pair] = []
    while (opened := token(text, at)).text != "}":
        _require(opened.text == "{", opened, "an outcome in braces, or '}'")
        name = token(text, opened.end)
        _require(name.text.startswith('"'), name, "an outcome's name in quotes")
        at, paid = name.end, list[Fraction]()
        while (part := token(text, at)).text != "}":
            if part.text != ",":
                _require(part.text[:1] not in ('"', "{", ""), part, "a payoff")
                paid.append(log.exact(part.text, part.offset) or Fraction(0))
            at = part.end
        if len(paid) != 2:
            log.add(f"{len(paid)} payoffs for 2 players", opened.offset)
        found.append((paid[0], paid[1]) if len(paid) == 2 else NOTHING)
        at = part.end
    return found, opened.end


def _by_outcome(text: str, at: int, outcomes: list[Pair], least: int, log: ProblemLog) -> _Cells:
    words = [(word[0], word.start()) for word in _ENTRY.finditer(text, at)]
    _refuse_count(text, len(words), least, "outcomes", log, words)
    known: dict[str, int] = {}
    pairs, offsets, cells = list[Pair](), list[int](), list[int]()
    for word, offset in words:
        if word not in known:
            number = int(word) if _COUNT.fullmatch(word) else -1
            if not 0 <= number <= len(outcomes):
                log.add(f"{shown(word)} is not one of the {len(outcomes)} outcomes", offset)
                number = 0
            known[word] = len(pairs)
            pairs.append(outcomes[number - 1] if number else NOTHING)
            offsets.append(offset)
        cells.append(known[word])
    return _Cells(pairs, offsets, cells)


def _refuse_count(
    text: str, found: int, least: int, what: str, log: ProblemLog, words: list[tuple[str, int]]
) -> None:
    if found != least:
        at = words[least][1] if found > least else len(text.rstrip())
        log.add(f"{found:,} {what}; the strategies of both players require {least:,}", at)
        raise InputError(log.problems)


def _refuse_other_sums(cells: _Cells, log: ProblemLog) -> None:
    for (before, pair), offset in zip(pairwise(cells.pairs), cells.offsets[1:], strict=True):
        if sum(pair) != sum(before):
            sums = [write_exact(sum(one, Fraction(0))) for one in (pair, before)]
            log.add(
                f"the payoffs sum to {sums[0]} here and to {sums[1]} before; the sum must be "
                "constant",
                offset,
                Code.NOT_CONSTANT_SUM,
            )
            return
