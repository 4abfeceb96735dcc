"""Goofspiel for points between two players with fixed strategies: exact expected results, and games
between them.

Expected results are computed by recursion over all positions. With e the expected points still to
be won by player 1, and x and y the two strategies,

    e(A, B, C) = mean over c in C of sum x(a) y(b) [ c sgn(a - b) + e(A - a, B - b, C - c) ]

For a best response, the sum over its own cards is replaced by a maximum or a minimum. In floating
point a layer adds at most `2 k k + 6 k + 20` roundings of the largest amount: k k products of two
weights, which sum to 1 within k roundings each, k means and the entry (Higham, "Accuracy and
Stability", 2002, chapter 3).
"""

import math
from collections.abc import Iterator
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....schemas.parts.exact import read_exact
from ....schemas.parts.near import did_you_mean
from ....schemas.parts.problems import InputError, OptionError, Problem, shown
from ....schemas.position_table import PositionTable, refuse_long, sets_of
from ....schemas.rules.goofspiel import Goofspiel, goofspiel_of
from ....stages.documents import table as columns
from ....stages.report.induction.positions import HEAD
from ....stages.solve.induction.goofspiel.table import position_table
from ...files.reading import about, read_text
from ...files.sources import rule_in
from ...files.text import Text
from .interval import NORMAL

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Bids = tuple[Array, ...]
"""A player's probabilities by the number of cards, from 1."""
NAMES = ("equilibrium", "random")
SUM = 1e-6
"""Tolerance for the sum of probabilities in a file."""
MOST = 3_000_000
"""The largest layer, in numbers, for which the score distribution is computed: 7 cards."""
_ROUNDING = 2.0**-53


def match_of(text: Text, names: tuple[str, str], games: int, seed: int) -> Iterator[str]:
    """Return the lines of the results of two named players at the deal of a source or a state
    graph. Raise InputError or LimitError.
    """
    rule = goofspiel_of(rule_in(text.text), "is no Goofspiel")
    return write_match(about(text.name, lambda: card_match(rule, names, games, seed)))


class CardMatch(NamedTuple):
    """The results of two players against each other."""

    rule: Goofspiel
    names: tuple[str, str]
    value: float
    """The game value of the deal, to player 1."""
    points: float
    """Player 1's expected points."""
    least: float
    """Player 1's expected points against a best response."""
    most: float
    """The expected points of a best response against player 2."""
    bound: float
    """A bound on the error of these numbers."""
    exact: tuple[float, float, float] | None
    """The probabilities that player 1 wins, draws and loses; None if they are not computed."""
    scores: Array
    """The scores of the games played."""
    seed: int


def card_match(rule: Goofspiel, names: tuple[str, str], games: int, seed: int) -> CardMatch:
    """Return the results of two named players. Raise InputError or LimitError."""
    refuse_long(rule, "a match plays")
    positions, rounds = position_table(rule), rounds_of(rule)
    first, second = (
        bids_of(name, number, rounds, positions) for number, name in enumerate(names, 1)
    )
    both: tuple[Bids, Bids] = (first, second)
    return CardMatch(
        rule=rule,
        names=names,
        value=positions.value,
        points=expected(rounds, both),
        least=expected(rounds, (first, None)),
        most=expected(rounds, (None, second)),
        bound=max(rounding(rounds), positions.layers[-1].bound),
        exact=shares(rounds, both, rule.unit),
        scores=scores_of(rounds, both, games, seed),
        seed=seed,
    )


def write_match(match: CardMatch) -> Iterator[str]:
    """Yield the lines of the results."""
    yield f"{match.rule.title}, worth {_points(match.value)} to player 1\n"
    yield f"\nplayer 1  {match.names[0]}\nplayer 2  {match.names[1]}\n"
    yield "\nwhat player 1 wins\n"
    head = ("", "points", "", "win", "draw", "loss")
    rows = [("exact", _points(match.points), f"within {match.bound:.1e}", *_shares(match.exact))]
    if games := len(match.scores):
        mean = float(match.scores.mean())
        half = NORMAL * float(match.scores.std()) / math.sqrt(games)
        won = [(match.scores > 0).mean(), (match.scores == 0).mean(), (match.scores < 0).mean()]
        rows.append(
            (
                f"{games:,} games",
                _points(mean),
                f"95 %: {_points(mean - half)} to {_points(mean + half)}",
                *(f"{share:.6f}" for share in np.array(won).tolist()),
            )
        )
    yield from columns([head, *rows], "  ")
    yield "\nexploitability: what a perfect opponent gains over the value of the game\n"
    yield from columns(
        [
            (match.names[0], "as player 1", _points(max(0.0, match.value - match.least))),
            (match.names[1], "as player 2", _points(max(0.0, match.most - match.value))),
        ],
        "  ",
    )


def _shares(exact: tuple[float, float, float] | None) -> tuple[str, ...]:
    return ("", "", "") if exact is None else tuple(f"{share:.6f}" for share in exact)


def _points(number: float) -> str:
    return f"{round(number, 6) + 0.0:.6f}"


# Positions and players


class Round(NamedTuple):
    """The positions with a given number of cards in each hand, and their successors."""

    cards: int
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """The hands of each player."""
    sets: tuple[tuple[object, ...], ...]
    """The sets of prizes."""
    left: tuple[Indices, Indices, Indices]
    """The number of the hand or set that remains after removing each card or prize: shape (hands or
    sets, cards).
    """
    prizes: Array
    """The prizes of each set, shape (sets, cards)."""
    held: tuple[Indices, Indices]
    """The cards of each hand, shape (hands, cards)."""

    def shape(self) -> tuple[int, ...]:
        """The shape of a strategy's weights: both hands, set of prizes, prize turned up, card."""
        return (*map(len, self.hands), len(self.sets), self.cards, self.cards)


def rounds_of(rule: Goofspiel) -> tuple[Round, ...]:
    """Return the rounds of a deal, by the number of cards from 1."""
    suits = (*rule.hands, rule.prizes)
    listed = [[sets_of(suit, cards) for suit in suits] for cards in range(len(rule.prizes) + 1)]
    found = []
    for cards, (below, these) in enumerate(pairwise(listed), 1):
        left = tuple(_hand_indices_below(*both) for both in zip(these, below, strict=True))
        found.append(
            Round(
                cards=cards,
                hands=(these[0], these[1]),
                sets=these[2],
                left=(left[0], left[1], left[2]),
                prizes=np.array([list(map(float, prizes)) for prizes in these[2]]),
                held=(np.array(these[0], np.int64), np.array(these[1], np.int64)),
            )
        )
    return tuple(found)


def _hand_indices_below(
    these: tuple[tuple[object, ...], ...], below: tuple[tuple[object, ...], ...]
) -> Indices:
    number = {cards: at for at, cards in enumerate(below)}
    return np.array(
        [[number[cards[:at] + cards[at + 1 :]] for at in range(len(cards))] for cards in these],
        np.int64,
    )


def bids_of(name: str, number: int, rounds: tuple[Round, ...], positions: PositionTable) -> Bids:
    """Return the strategy of player 1 or 2 by name, one of NAMES or a file of positions. Raise
    InputError.
    """
    if name == "equilibrium":
        weights = [layer.weights[number - 1][layer.patterns] for layer in positions.layers]
        return tuple(each / each.sum(axis=-1, keepdims=True) for each in weights)
    if name == "random":
        return tuple(np.full(at.shape(), 1 / at.cards) for at in rounds)
    if not name.endswith(".csv"):
        raise OptionError(
            f"{shown(name)} is no player of Goofspiel; known are {', '.join(NAMES)}, and FILE.csv, "
            f"as `efgc run --format csv --all` writes it{did_you_mean(name, NAMES)}"
        )
    return _read(name, rounds)[number - 1]


def _read(path: str, rounds: tuple[Round, ...]) -> tuple[Bids, Bids]:
    """Return the strategies of a file. Raise InputError at its first bad line, or for missing
    positions.
    """
    text = read_text(path)
    first, second = (tuple(np.full(at.shape(), np.nan) for at in rounds) for _ in range(2))
    known = [dict(_cells(at)) for at in rounds]
    lines = text.text.splitlines()
    if not lines or lines[0] != HEAD:
        raise _bad(text.name, 1, f"is not the head of a table of positions, {HEAD}")
    for line, cells in enumerate((line.split(",") for line in lines[1:]), 2):
        if len(cells) != len(HEAD.split(",")):
            raise _bad(text.name, line, f"has {len(cells)} cells")
        if cells[3]:
            cards = len(cells[0].split())
            if not 1 <= cards <= len(rounds) or tuple(cells[:4]) not in known[cards - 1]:
                raise _bad(text.name, line, "is no position of this deal")
            place = known[cards - 1][cells[0], cells[1], cells[2], cells[3]]
            for bids, cell in zip((first, second), cells[6:], strict=True):
                bids[cards - 1][place] = _weights(text.name, line, cell, cards)
    missing = sum(int(np.isnan(part[..., 0]).sum()) for part in first)
    if missing:
        raise InputError(
            [Problem(f"has no strategy for {missing:,} positions of this deal")], text.name
        )
    return first, second


def _cells(at: Round) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    words = [[" ".join(map(str, cards)) for cards in part] for part in (*at.hands, at.sets)]
    for one, first in enumerate(words[0]):
        for two, second in enumerate(words[1]):
            for column, prizes in enumerate(words[2]):
                for place, up in enumerate(prizes.split()):
                    yield (first, second, prizes, up), (one, two, column, place)


def _weights(name: str, line: int, cell: str, cards: int) -> list[float]:
    shares = [read_exact(word) for word in cell.split()]
    if len(shares) != cards or any(share is None or share < 0 for share in shares):
        raise _bad(name, line, f"{shown(cell)} is not one probability for each of {cards} cards")
    weights = [float(share or 0) for share in shares]
    if not abs(sum(weights) - 1) <= SUM:
        raise _bad(name, line, f"the probabilities sum to {sum(weights):.9g}, and not to 1")
    return [weight / sum(weights) for weight in weights]


def _bad(name: str, line: int, message: str) -> InputError:
    return InputError([Problem(f"line {line} {message}")], name)


# Exact results


def expected(rounds: tuple[Round, ...], bids: tuple[Bids | None, Bids | None]) -> float:
    """Return player 1's expected points; a player without a strategy plays a best response."""
    worth = np.zeros((1, 1, 1))
    for at in rounds:
        x, y = (None if part is None else part[at.cards - 1] for part in bids)
        turned = [_values_with_prize_up(at, worth, x, y, up) for up in range(at.cards)]
        worth = np.asarray(np.sum(turned, axis=0) / at.cards)
    return float(worth[0, 0, 0])


def rounding(rounds: tuple[Round, ...]) -> float:
    """Return a bound on the rounding error of `expected`."""
    most = float(rounds[-1].prizes.sum())
    return sum(2 * k * k + 6 * k + 20 for k in range(1, len(rounds) + 1)) * _ROUNDING * most


def _values_with_prize_up(
    at: Round, below: Array, x: Array | None, y: Array | None, up: int
) -> Array:
    """Return the values of a layer with prize number `up` turned up, shape (hands, hands, sets)."""
    rows: list[Array] = []
    columns: list[Array] = [np.zeros(at.shape()[:3]) for _ in range(at.cards)]
    for i in range(at.cards):
        row = np.zeros(at.shape()[:3])
        for j in range(at.cards):
            entry = at.prizes[:, up] * _signs(at, i, j)[:, :, None] + _behind(at, below, up, i, j)
            if y is not None:
                row += y[..., up, j] * entry
            elif x is not None:
                columns[j] += x[..., up, i] * entry
        rows.append(row)
    if x is None:
        return np.asarray(np.max(rows, axis=0))
    if y is None:
        return np.asarray(np.min(columns, axis=0))
    return np.asarray(np.sum([x[..., up, i] * row for i, row in enumerate(rows)], axis=0))


def _signs(at: Round, i: int, j: int) -> Array:
    apart = at.held[0][:, i][:, None] - at.held[1][:, j][None, :]
    return np.asarray(np.sign(apart), np.float64)


def _behind(at: Round, below: Array, up: int, i: int, j: int) -> Array:
    return below[np.ix_(at.left[0][:, i], at.left[1][:, j], at.left[2][:, up])]


def shares(
    rounds: tuple[Round, ...], bids: tuple[Bids, Bids], unit: int
) -> tuple[float, float, float] | None:
    """Return the probabilities that player 1 wins, draws and loses; None if that takes too much
    memory. `unit` is the factor that makes all prizes integers.
    """
    scores = [round(prize * unit) for prize in rounds[-1].prizes[0]]
    width, middle = 2 * sum(scores) + 1, sum(scores)
    if max(int(np.prod(at.shape()[:3])) for at in rounds) * width > MOST:
        return None
    chances = np.zeros((1, 1, 1, width))
    chances[..., middle] = 1.0
    for at in rounds:
        here = np.zeros((*at.shape()[:3], width))
        for column, up in product(range(len(at.sets)), range(at.cards)):
            x, y = (part[at.cards - 1][:, :, column, up] for part in bids)
            moved = round(at.prizes[column, up] * unit)
            here[:, :, column] += sum(
                _carried(at, chances[:, :, at.left[2][column, up]], x, y, moved)
            )
        chances = here / at.cards
    end = chances[0, 0, 0]
    return float(end[middle + 1 :].sum()), float(end[middle]), float(end[:middle].sum())


def _carried(at: Round, below: Array, x: Array, y: Array, moved: int) -> Iterator[Array]:
    """Yield the score distribution after each pair of bids."""
    for i, j in product(range(at.cards), repeat=2):
        behind = below[np.ix_(at.left[0][:, i], at.left[1][:, j])]
        sign = _signs(at, i, j)[:, :, None]
        # Shifts never wrap around: there is room for all scores.
        found = np.where(
            sign > 0,
            np.roll(behind, moved, -1),
            np.where(sign < 0, np.roll(behind, -moved, -1), behind),
        )
        yield (x[:, :, i] * y[:, :, j])[:, :, None] * found


# Games


def scores_of(rounds: tuple[Round, ...], bids: tuple[Bids, Bids], games: int, seed: int) -> Array:
    """Return player 1's winnings in each of `games` games, played side by side. The same seed gives
    the same games.
    """
    chance = np.random.default_rng(seed)
    one, two, prizes = (np.zeros(games, np.int64) for _ in range(3))  # Numbers of hands and sets.
    score = np.zeros(games)
    for at in reversed(rounds):
        up = chance.integers(0, at.cards, games)
        first, second = (
            _draw_cards(strategy[at.cards - 1][one, two, prizes, up], chance.random(games))
            for strategy in bids
        )
        won = np.sign(at.held[0][one, first] - at.held[1][two, second])
        score = score + at.prizes[prizes, up] * won
        one, two = at.left[0][one, first], at.left[1][two, second]
        prizes = at.left[2][prizes, up]
    return score


def _draw_cards(weights: Array, chance: Array) -> Indices:
    """Draw a card's index for each game, never one of probability 0."""
    reached = np.cumsum(weights, axis=1)
    found = (reached <= (chance * reached[:, -1])[:, None]).sum(axis=1)
    last = weights.shape[1] - 1 - np.argmax(weights[:, ::-1] > 0, axis=1)
    return np.asarray(np.minimum(found, last), np.int64)
