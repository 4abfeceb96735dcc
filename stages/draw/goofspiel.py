"""Pictures of bids of Goofspiel: a cell per prize and bid, in a stronger colour for likelier
bids; or a position.

Rhoads and Bartholdi (2012) found that bids of one parity, that of the highest bid worth making,
take most of the probability: odd and even bids have colours of their own.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...schemas.induction_report import InductionReport, Play
from ...schemas.rules.goofspiel import Goofspiel, goofspiel_of
from .labels import six_decimals
from .scene import Rect, Scene, Shape, Text

ALIKE = 1e-9
"""Weights that differ by less are considered equal."""
UNVERIFIED = "as the solution says, not verified"

REFUSAL = "only Goofspiel has a parity chart; use --format text"


class Grid(NamedTuple):
    """One player's bids in the first round."""

    player: int
    bidder: str
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


class PositionBids(NamedTuple):
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
    if _same_weights(first, second):
        return (first._replace(bidder=" and ".join(report.graph.players)),)
    return first, second


def position_bids(report: InductionReport, play: Play) -> PositionBids:
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
    return PositionBids(
        title=play.state, value=play.value, players=report.graph.players, bids=(first, second)
    )


def sentences(grid: Grid) -> Sequence[str]:
    """Return a description of a grid for people who cannot see it."""
    return [
        f"For prize {prize}: "
        + ", ".join(
            f"{card} with probability {six_decimals(weight)}"
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
        bidder=report.graph.players[player],
        prizes=tuple(play.label or str(rule.prizes[0]) for play in plays),
        cards=rule.hands[player],
        weights=tuple(play.strategies[player] for play in plays),
        others=tuple(play.others[player] if play.others else () for play in plays),
    )


def _same_weights(first: Grid, second: Grid) -> bool:
    return first.cards == second.cards and all(
        abs(one - other) < ALIKE
        for rows in zip(first.weights, second.weights, strict=True)
        for one, other in zip(*rows, strict=True)
    )


# Pixels.
WIDE, HIGH = 68, 34  # A cell.
LEFT, MARGIN = 76, 20
BAR = 56  # The height of the bars.
UNDER = 34 + 14 + BAR + 20  # Below the cells: prizes, their label, bars.
LETTER = 10.5  # Of a title, at most.
LEAST, MOST = 0.08, 0.42  # How opaque a cell is, so that words on it can be read.
ROW, LONGEST = 26, 180  # Of a position: the height of a row, the length of a bar.


def scene(report: InductionReport) -> Scene:
    """Return a picture of the bids of the first round, or at the requested position. Raise
    InputError for a game other than Goofspiel.
    """
    goofspiel_of(report.graph.rule, REFUSAL)
    if report.position:
        return _position(report, position_bids(report, report.position))
    return _first_round(report)


def grid_scene(grid: Grid, name: str) -> Scene:
    """Return the cells of a grid."""
    width, height = _size(grid)
    return Scene(width, height, name, " ".join(sentences(grid)), [*_cells(grid, 0.0, 0.0)])


def _first_round(report: InductionReport) -> Scene:
    shown = grids(report)
    sizes = [_size(grid) for grid in shown]
    name = len(report.graph.title) * LETTER
    width = 2 * MARGIN + max(420, name, *(width for width, _ in sizes))
    height = 92 + sum(height + 34 for _, height in sizes)
    description = " ".join(f"{grid.bidder}. {' '.join(sentences(grid))}" for grid in shown)
    return Scene(width, height, title(report), description, [*_all(report, shown)])


def _all(report: InductionReport, shown: tuple[Grid, ...]) -> Iterator[Shape]:
    unverified = "" if report.proved else f" ({UNVERIFIED})"
    yield Text(report.graph.title, MARGIN, 30, size=17, bold=True)
    yield Text(f"bids of the first round, and how often{unverified}", MARGIN, 51, "soft-words")
    for x, role, word in ((MARGIN, "odd", "odd bids"), (MARGIN + 100, "even", "even bids")):
        yield Rect(x, 64, 13, 13, role, 2)
        yield Text(word, x + 20, 75, "soft-words")
    y = 92.0
    for grid in shown:
        yield Text(grid.bidder, MARGIN, y + 18, bold=True)
        yield from _cells(grid, MARGIN, y + 28)
        y += _size(grid)[1] + 34


def _size(grid: Grid) -> tuple[float, float]:
    return LEFT + WIDE * len(grid.prizes) + 4, HIGH * len(grid.cards) + UNDER


def _cells(grid: Grid, x: float, y: float) -> Iterator[Shape]:
    """Yield a grid whose upper left corner is at (x, y)."""
    left, bottom = x + LEFT, y + HIGH * len(grid.cards)
    middle = left + WIDE * len(grid.prizes) / 2
    for row, card in enumerate(reversed(grid.cards)):
        yield Text(f"bid {card}", left - 12, y + HIGH * row + 22, "soft-words", anchor="end")
    for at, prize in enumerate(grid.prizes):
        yield from _column(grid, at, left + WIDE * at, bottom)
        yield Text(prize, left + WIDE * (at + 0.5), bottom + 18, anchor="middle")
    yield Text("prize that is up", middle, bottom + 34, "soft-words", anchor="middle")
    for word, down in (("odd", 6), ("even", BAR)):
        yield Text(word, left - 12, bottom + 48 + down, "soft-words", anchor="end")


def _column(grid: Grid, at: int, x: float, bottom: float) -> Iterator[Shape]:
    for row, (card, weight) in enumerate(zip(grid.cards, grid.weights[at], strict=True), 1):
        y = bottom - HIGH * row
        cell = Rect(x + 1, y + 1, WIDE - 2, HIGH - 2, "bid-ground", 3)
        yield cell
        if not weight:
            if str(card) in grid.others[at]:
                yield Text("or", x + WIDE / 2, y + 21, "soft-words", anchor="middle")
            continue
        yield cell._replace(
            role="odd" if card % 2 else "even",
            hover=f"prize {grid.prizes[at]}, bid {card}: {six_decimals(weight)}",
            opacity=LEAST + (MOST - LEAST) * weight,
        )
        yield Text(_short(weight), x + WIDE / 2, y + 21, size=12, anchor="middle")
    yield from _parity(grid, at, x, bottom + 48)


def _parity(grid: Grid, at: int, x: float, top: float) -> Iterator[Rect]:
    odd = BAR * min(1.0, max(0.0, grid.odd(at)))
    for role, y, height in (("odd", top, odd), ("even", top + odd, BAR - odd)):
        if height >= 0.01:
            yield Rect(x + 16, y, WIDE - 32, height, role, opacity=MOST)


def _short(weight: float) -> str:
    """Return a probability that fits a cell: six digits, but 1 if certain.

    >>> _short(1.0), _short(1 / 3)
    ('1', '0.333333')
    """
    return "1" if weight == 1 else six_decimals(weight)


def _position(report: InductionReport, shown: PositionBids) -> Scene:
    rows = max(map(len, shown.bids))
    across = len(report.graph.title) * LETTER + MARGIN
    width, height = max(2 * (LONGEST + 260), across) + MARGIN, 128 + ROW * rows
    description = "; ".join(
        f"{who} bids "
        + ", ".join(f"{bid.card} with probability {six_decimals(bid.weight)}" for bid in bids)
        for who, bids in zip(shown.players, shown.bids, strict=True)
    )
    name = f"{report.graph.title}: {shown.title}"
    return Scene(width, height, name, description, [*_panels(report, shown)])


def _panels(report: InductionReport, shown: PositionBids) -> Iterator[Shape]:
    yield Text(report.graph.title, MARGIN, 30, size=17, bold=True)
    yield Text(shown.title, MARGIN, 51)
    worth = f"worth {six_decimals(shown.value)} to {shown.players[0]} from here on"
    yield Text(worth, MARGIN, 70, "soft-words")
    for player, (who, bids) in enumerate(zip(shown.players, shown.bids, strict=True)):
        x = MARGIN + player * (LONGEST + 260)
        yield Text(who, x, 102, ("first-words", "second-words")[player], bold=True)
        yield Text("worth", x + LONGEST + 220, 102, "soft-words", anchor="end")
        for row, bid in enumerate(bids):
            yield from _row(bid, player, x, 114 + ROW * row)


def _row(bid: Bid, player: int, x: float, y: float) -> Iterator[Shape]:
    yield Text(f"bid {bid.card}", x + 46, y + 15, anchor="end")
    ground = Rect(x + 56, y + 3, LONGEST, 16, "bar-ground", 2)
    yield ground
    if bid.weight:
        role = ("bar-first", "bar-second")[player]
        yield ground._replace(role=role, width=LONGEST * min(1.0, bid.weight))
    right = x + 56 + LONGEST
    weight = six_decimals(bid.weight) if bid.weight else "."
    yield Text(weight, right + 74, y + 15, anchor="end")
    if bid.value is not None:
        yield Text(six_decimals(bid.value), right + 164, y + 15, "soft-words", anchor="end")


SHADES, PLAIN = "░▒▓█", ".:+#"
BARS, LENGTH = ("█", "#"), 20


def write_text(report: InductionReport, ascii: bool = False) -> Iterator[str]:
    """Yield the lines of a picture: the bids of the first round, or at the requested position.
    Raise InputError for a game other than Goofspiel.
    """
    goofspiel_of(report.graph.rule, REFUSAL)
    if report.position:
        yield from _text_position(report, position_bids(report, report.position), ascii)
        return
    yield f"{title(report)}{'' if report.proved else f' ({UNVERIFIED})'}\n"
    for grid in grids(report):
        yield f"\nbids of {grid.bidder}, by the prize that is up\n"
        yield from _text_grid(grid, PLAIN if ascii else SHADES)


def _text_grid(grid: Grid, shades: str) -> Iterator[str]:
    wide = max(11, *(len(prize) + 2 for prize in grid.prizes))
    name = max(3, *(len(str(card)) for card in grid.cards))
    yield f"  {'bid':>{name}}{''.join(f'{prize:>{wide}}' for prize in grid.prizes)}\n"
    for row in reversed(range(len(grid.cards))):
        cells = "".join(f"{_cell(weights[row], shades):>{wide}}" for weights in grid.weights)
        yield f"  {grid.cards[row]:>{name}}{cells}\n"


def _cell(weight: float, shades: str) -> str:
    if not weight:
        return "."
    shade = shades[min(len(shades) - 1, int(weight * len(shades)))]
    return f"{shade}{six_decimals(weight)}"


def _text_position(report: InductionReport, shown: PositionBids, ascii: bool) -> Iterator[str]:
    yield f"{report.graph.title}\n{shown.title}\n"
    yield f"worth {six_decimals(shown.value)} to {shown.players[0]} from here on\n"
    for who, bids in zip(shown.players, shown.bids, strict=True):
        yield f"\n{who}\n"
        for bid in bids:
            yield f"  {bid.card:>3}  {_bar(bid, BARS[ascii])}\n"


def _bar(bid: Bid, block: str) -> str:
    length = min(LENGTH, max(round(LENGTH * bid.weight), 1 if bid.weight else 0))
    weight = six_decimals(bid.weight) if bid.weight else "."
    worth = "" if bid.value is None else f"  worth {six_decimals(bid.value)}"
    return f"{block * length:<{LENGTH}}  {weight:>8}{worth}"
