"""The content of a picture of bids."""

from collections.abc import Sequence
from typing import NamedTuple

from schemas.induction_report import InductionReport, Play
from schemas.rules.goofspiel import Goofspiel, goofspiel_of

ALIKE = 1e-9
"""Weights that differ by less are considered equal."""
UNVERIFIED = "as the solution says, not verified"

REFUSAL = "the parity chart is one of Goofspiel; use --format text"


class Grid(NamedTuple):
    """One player's bids in the first round."""

    player: int
    who: str
    """The bidder: a player, or both if they bid alike."""
    prizes: tuple[str, ...]
    cards: tuple[int, ...]
    """Ascending."""
    weights: tuple[tuple[float, ...], ...]
    """For each prize, one probability per card."""
    others: tuple[tuple[str, ...], ...]
    """For each prize, the bids that this strategy leaves out but equally good strategies make."""

    def odd(self, at: int) -> float:
        """Return the probability that the bid for a prize is odd."""
        return sum(
            weight for card, weight in zip(self.cards, self.weights[at], strict=True) if card % 2
        )


class Bid(NamedTuple):
    """One card at a position."""

    card: str
    weight: float
    value: float | None
    """To player 1 from here on, against the other's strategy; None if not requested."""


class Stand(NamedTuple):
    """One position."""

    title: str
    value: float
    """The value to player 1 from here on."""
    players: tuple[str, str]
    bids: tuple[tuple[Bid, ...], tuple[Bid, ...]]
    """The bids of each player."""


def title(report: InductionReport) -> str:
    return f"{report.graph.title}: bids of the first round"


def grids(report: InductionReport) -> tuple[Grid, ...]:
    """Return the bids of the first round: one grid if both players bid alike, otherwise two.

    Raise InputError for a game other than Goofspiel.
    """
    rule = goofspiel_of(report.graph.rule, REFUSAL)
    first, second = _grid(report, rule, 0), _grid(report, rule, 1)
    if _alike(first, second):
        return (first._replace(who=" and ".join(report.graph.players)),)
    return first, second


def stand(report: InductionReport, play: Play) -> Stand:
    """Return the players' bids at a position."""
    values = play.move_values or ((None,) * len(play.moves[0]), (None,) * len(play.moves[1]))
    first, second = (
        tuple(
            Bid(card, weight, value)
            for card, weight, value in zip(
                play.moves[player], play.strategies[player], values[player], strict=True
            )
        )
        for player in (0, 1)
    )
    return Stand(
        title=play.state, value=play.value, players=report.graph.players, bids=(first, second)
    )


def number(value: float) -> str:
    """Return a value or a probability with six decimals.

    >>> number(1 / 3), number(-1e-15)
    ('0.333333', '0.000000')
    """
    return f"{0.0 if abs(value) < 5e-13 else value:.6f}"


def sentences(grid: Grid) -> Sequence[str]:
    """Return a description of a grid for people who cannot see it."""
    return [
        f"For prize {prize}: "
        + ", ".join(
            f"{card} with probability {number(weight)}"
            for card, weight in zip(grid.cards, weights, strict=True)
            if weight
        )
        + "."
        for prize, weights in zip(grid.prizes, grid.weights, strict=True)
    ]


def _grid(report: InductionReport, rule: Goofspiel, player: int) -> Grid:
    plays = report.first_moves
    return Grid(
        player=player,
        who=report.graph.players[player],
        prizes=tuple(play.label or str(rule.prizes[0]) for play in plays),
        cards=rule.hands[player],
        weights=tuple(play.strategies[player] for play in plays),
        others=tuple(play.others[player] if play.others else () for play in plays),
    )


def _alike(first: Grid, second: Grid) -> bool:
    return first.cards == second.cards and all(
        abs(one - other) < ALIKE
        for rows in zip(first.weights, second.weights, strict=True)
        for one, other in zip(*rows, strict=True)
    )
