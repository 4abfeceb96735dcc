"""A match of Goofspiel, and its results as text."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pipeline.cards.games import played
from pipeline.cards.outcome import Bids, expected, rounding, shares
from pipeline.cards.players import player
from pipeline.cards.tables import Array, rounds_of
from pipeline.droids.interval import NORMAL
from schemas.position_table import refuse_long
from schemas.rules.goofspiel import Goofspiel
from stages.documents import table as columns
from stages.solve.induction.goofspiel.table import position_table


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
    found, rounds = position_table(rule), rounds_of(rule)
    players = [player(name, rule, found) for name in names]
    first, second = (
        tuple(one.bids(at, number) for at in rounds) for number, one in enumerate(players, 1)
    )
    both: tuple[Bids, Bids] = (first, second)
    return CardMatch(
        rule=rule,
        names=names,
        value=found.value,
        points=expected(rounds, both),
        least=expected(rounds, (first, None)),
        most=expected(rounds, (None, second)),
        bound=max(rounding(rounds), found.layers[-1].bound),
        exact=shares(rounds, both, rule.unit),
        scores=played(rounds, both, games, seed),
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
