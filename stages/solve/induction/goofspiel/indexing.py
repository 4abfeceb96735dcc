"""Goofspiel by numbers: every state has a layer, a row and a column.

The layer is the number of cards left in each hand. A row is the order pattern of
the two hands, up to an exchange of the players, a column the set of prizes that
are left and, for `win`, the score. With f the expected gain from a state on,

    f(V, Y, P) = mean over c in P of val [ c sgn(v - y) + f(V - v, Y - y, P - c) ]
    f(V, Y, P) = -f(Y, V, P)

(Rhoads and Bartholdi 2012, equations 1 and 2), so the values of a layer follow
from those of the layer below.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from schemas.rules.goofspiel import Goofspiel
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel.patterns import (
    LOSS,
    PADDING,
    TIE,
    WIN,
    canonical,
    pattern_code,
)
from stages.solve.induction.matrix_game import Array, Indices


@dataclass(frozen=True)
class Layer:
    """All states with the same number of cards."""

    cards: int
    patterns: Indices
    """Per row its pattern, ascending, shape (rows,)."""
    prizes: Indices
    """Per column the set of prizes left, bit i for the i-th prize of the deal, shape (columns,)."""
    scores: Indices
    """Per column the score in units of the deal, 0 for `points`."""
    constants: tuple[float, ...] = ()
    """What stands behind the columns of each row: lost, drawn and won, for `win`."""

    @property
    def width(self) -> int:
        """Numbers per row of the file: one per column and, for `win`, those of what is decided."""
        return len(self.prizes) + len(self.constants)

    def score(self, rule: Goofspiel, column: int) -> Fraction:
        """Return the score of a column in points."""
        return Fraction(int(self.scores[column]), rule.unit)


@dataclass(frozen=True)
class Tables:
    """The stage games of a layer, by the prize that is up; `total` of them per row of patterns."""

    count: Indices
    """How many, shape (prizes,)."""
    column: Indices
    """Which column each contributes to, shape (prizes, most)."""
    child: Indices
    """The column of the layer below by outcome and by whether the row is an exchange, shape
    (prizes, 3, 2, most).
    """
    gain: Array
    """What the prize is worth on the way: the prize for `points`, 0 for `win`, shape (prizes,)."""

    @property
    def total(self) -> int:
        return int(self.count.sum())


@lru_cache(maxsize=4)
def plan(rule: Goofspiel) -> tuple[Layer, ...]:
    """Return the layers of a deal by their number of cards, from 0."""
    # Here, as Numba takes a second to import, and reading a position does without.
    from stages.solve.induction.goofspiel.kernel import patterns_below

    patterns = np.array([canonical(pattern_code(rule.hands))], np.int64)
    layers = []
    for cards in range(len(rule.prizes), -1, -1):
        layers.append(_layer(rule, cards, patterns))
        if cards:
            patterns = np.unique(patterns_below(patterns, cards))
    return tuple(layers[::-1])


def tables(rule: Goofspiel, layer: Layer, below: Layer) -> Tables:
    """Return the stage games of a layer."""
    units, number = _units(rule), len(rule.prizes)
    # Prizes and scores of a column as one number, ascending as the columns are.
    span = 2 * sum(units) + 1
    keys = below.prizes * span + below.scores + span // 2
    columns = [np.flatnonzero(layer.prizes >> up & 1) for up in range(number)]
    most = -(-max(len(found) for found in columns) // PADDING) * PADDING
    column = np.zeros((number, most), np.int64)
    child = np.zeros((number, 3, 2, most), np.int64)
    for up, found in enumerate(columns):
        column[up, : len(found)] = found
        left = layer.prizes[found] & ~(1 << up)
        for outcome in (LOSS, TIE, WIN):
            for exchanged in (0, 1):
                won = (outcome - TIE) * units[up] if rule.objective == Objective.WIN else 0
                score = (layer.scores[found] + won) * (-1 if exchanged else 1)
                at = (
                    np.minimum(
                        np.searchsorted(keys, left * span + score + span // 2), len(keys) - 1
                    )
                    if len(keys)
                    else 0 * left
                )
                known = (
                    keys[at] == left * span + score + span // 2
                    if len(keys)
                    else np.zeros(len(left), bool)
                )
                decided = len(keys) + TIE + np.sign(score)
                child[up, outcome, exchanged, : len(found)] = np.where(known, at, decided)
    gain = np.array(
        [float(prize) if rule.objective == Objective.POINTS else 0.0 for prize in rule.prizes]
    )
    return Tables(
        count=np.array([len(found) for found in columns]), column=column, child=child, gain=gain
    )


def column_of(rule: Goofspiel, layer: Layer, prizes: int, score: int) -> int:
    """Return where a row has the value of a set of prizes with a score, in units of the deal."""
    first, last = (
        np.searchsorted(layer.prizes, prizes),
        np.searchsorted(layer.prizes, prizes, "right"),
    )
    wanted = score if rule.objective == Objective.WIN else 0
    at = int(first + np.searchsorted(layer.scores[first:last], wanted))
    return (
        at
        if at < last and layer.scores[at] == wanted
        else len(layer.prizes) + TIE + int(np.sign(score))
    )


def _units(rule: Goofspiel) -> list[int]:
    return [int(prize * rule.unit) for prize in rule.prizes]


def _layer(rule: Goofspiel, cards: int, patterns: Indices) -> Layer:
    units, number = _units(rule), len(rule.prizes)
    sets = np.array(
        [prizes for prizes in range(1 << number) if prizes.bit_count() == cards], np.int64
    )
    if rule.objective == Objective.POINTS:
        return Layer(cards=cards, patterns=patterns, prizes=sets, scores=np.zeros_like(sets))
    prizes, scores = [], []
    for left in sets.tolist() if cards else ():
        reach = {0}
        for at in range(number):
            if not left >> at & 1:
                reach |= {score + sign * units[at] for score in reach for sign in (-1, 1)}
        most = sum(units[at] for at in range(number) if left >> at & 1)
        open_scores = sorted(score for score in reach if abs(score) <= most)
        prizes += [left] * len(open_scores)
        scores += open_scores
    return Layer(
        cards=cards,
        patterns=patterns,
        prizes=np.array(prizes, np.int64),
        scores=np.array(scores, np.int64),
        constants=(-1.0, 0.0, 1.0),
    )
