"""Bids as SVG: one cell per prize and bid, darker for likelier bids, with the probability in it."""

from collections.abc import Iterator

from schemas.induction_report import InductionReport
from schemas.rules.goofspiel import goofspiel_of
from stages.draw.goofspiel.records import (
    REFUSAL,
    UNVERIFIED,
    Bid,
    Grid,
    Stand,
    grids,
    number,
    sentences,
    stand,
    title,
)
from stages.draw.svg import hover, part, picture, words
from stages.draw.svg import inside as within

# Pixels.
WIDE, HIGH = 68, 34  # A cell.
LEFT, MARGIN = 76, 20
BAR = 56  # The height of the bars.
UNDER = 34 + 14 + BAR + 20  # Below the cells: prizes, their label, bars.
LETTER = 10.5  # Of a title, at most.
LEAST, MOST = 0.08, 0.42  # How opaque a cell is, so that words on it can be read.
ROW, LONGEST = 26, 180  # Of a position: the height of a row, the length of a bar.


def write_svg(report: InductionReport) -> Iterator[str]:
    """Yield the lines of a picture: the bids of the first round, or at the requested position.
    Raise InputError for a game other than Goofspiel.
    """
    goofspiel_of(report.graph.rule, REFUSAL)
    if report.position:
        return _position(report, stand(report, report.position))
    return _first_round(report)


def inside(grid: Grid, name: str) -> Iterator[str]:
    """Yield the cells of a grid as part of a page."""
    width, height = _size(grid)
    return within(width, height, name, " ".join(sentences(grid)), _cells(grid, 0.0, 0.0))


def _first_round(report: InductionReport) -> Iterator[str]:
    shown = grids(report)
    sizes = [_size(grid) for grid in shown]
    name = len(report.graph.title) * LETTER
    width = 2 * MARGIN + max(420, name, *(width for width, _ in sizes))
    height = 92 + sum(height + 34 for _, height in sizes)
    told = " ".join(f"{grid.who}. {' '.join(sentences(grid))}" for grid in shown)
    return picture(width, height, title(report), told, _all(report, shown))


def _all(report: InductionReport, shown: tuple[Grid, ...]) -> Iterator[str]:
    said = "" if report.proved else f" ({UNVERIFIED})"
    yield words(report.graph.title, MARGIN, 30, font_size=17, font_weight="bold")
    yield words(f"bids of the first round, and how often{said}", MARGIN, 51, "soft-words")
    for x, role, word in ((MARGIN, "odd", "odd bids"), (MARGIN + 100, "even", "even bids")):
        yield part("rect", role, x=x, y=64, width=13, height=13, rx=2)
        yield words(word, x + 20, 75, "soft-words")
    y = 92.0
    for grid in shown:
        yield words(grid.who, MARGIN, y + 18, font_weight="bold")
        yield from _cells(grid, MARGIN, y + 28)
        y += _size(grid)[1] + 34


def _size(grid: Grid) -> tuple[float, float]:
    return LEFT + WIDE * len(grid.prizes) + 4, HIGH * len(grid.cards) + UNDER


def _cells(grid: Grid, x: float, y: float) -> Iterator[str]:
    """Yield a grid whose upper left corner is at (x, y)."""
    left, bottom = x + LEFT, y + HIGH * len(grid.cards)
    middle = left + WIDE * len(grid.prizes) / 2
    for row, card in enumerate(reversed(grid.cards)):
        yield words(f"bid {card}", left - 12, y + HIGH * row + 22, "soft-words", text_anchor="end")
    for at, prize in enumerate(grid.prizes):
        yield from _column(grid, at, left + WIDE * at, bottom)
        yield words(prize, left + WIDE * (at + 0.5), bottom + 18, text_anchor="middle")
    yield words("prize that is up", middle, bottom + 34, "soft-words", text_anchor="middle")
    for word, down in (("odd", 6), ("even", BAR)):
        yield words(word, left - 12, bottom + 48 + down, "soft-words", text_anchor="end")


def _column(grid: Grid, at: int, x: float, bottom: float) -> Iterator[str]:
    for row, (card, weight) in enumerate(zip(grid.cards, grid.weights[at], strict=True), 1):
        y = bottom - HIGH * row
        box = {"x": x + 1, "y": y + 1, "width": WIDE - 2, "height": HIGH - 2, "rx": 3}
        yield part("rect", "bid-ground", **box)
        if not weight:
            if str(card) in grid.others[at]:
                yield words("or", x + WIDE / 2, y + 21, "soft-words", text_anchor="middle")
            continue
        told = f"prize {grid.prizes[at]}, bid {card}: {number(weight)}"
        opaque = {"fill_opacity": LEAST + (MOST - LEAST) * weight}
        yield part("rect", "odd" if card % 2 else "even", hover(told), **box, **opaque)
        yield words(_short(weight), x + WIDE / 2, y + 21, text_anchor="middle", font_size=12)
    yield from _parity(grid, at, x, bottom + 48)


def _parity(grid: Grid, at: int, x: float, top: float) -> Iterator[str]:
    odd = BAR * min(1.0, max(0.0, grid.odd(at)))
    for role, y, height in (("odd", top, odd), ("even", top + odd, BAR - odd)):
        if height >= 0.01:
            yield part(
                "rect", role, x=x + 16, y=y, width=WIDE - 32, height=height, fill_opacity=MOST
            )


def _short(weight: float) -> str:
    """Return a probability that fits a cell: six digits, but 1 if certain.

    >>> _short(1.0), _short(1 / 3)
    ('1', '0.333333')
    """
    return "1" if weight == 1 else number(weight)


def _position(report: InductionReport, shown: Stand) -> Iterator[str]:
    rows = max(map(len, shown.bids))
    name = len(report.graph.title) * LETTER + MARGIN
    width, height = max(2 * (LONGEST + 260), name) + MARGIN, 128 + ROW * rows
    told = "; ".join(
        f"{who} bids "
        + ", ".join(f"{bid.card} with probability {number(bid.weight)}" for bid in bids)
        for who, bids in zip(shown.players, shown.bids, strict=True)
    )
    return picture(
        width, height, f"{report.graph.title}: {shown.title}", told, _panels(report, shown)
    )


def _panels(report: InductionReport, shown: Stand) -> Iterator[str]:
    yield words(report.graph.title, MARGIN, 30, font_size=17, font_weight="bold")
    yield words(shown.title, MARGIN, 51)
    worth = f"worth {number(shown.value)} to {shown.players[0]} from here on"
    yield words(worth, MARGIN, 70, "soft-words")
    for player, (who, bids) in enumerate(zip(shown.players, shown.bids, strict=True)):
        x = MARGIN + player * (LONGEST + 260)
        yield words(who, x, 102, ("first-words", "second-words")[player], font_weight="bold")
        yield words("worth", x + LONGEST + 220, 102, "soft-words", text_anchor="end")
        for row, bid in enumerate(bids):
            yield from _row(bid, player, x, 114 + ROW * row)


def _row(bid: Bid, player: int, x: float, y: float) -> Iterator[str]:
    yield words(f"bid {bid.card}", x + 46, y + 15, text_anchor="end")
    yield part("rect", "bar-ground", x=x + 56, y=y + 3, width=LONGEST, height=16, rx=2)
    if bid.weight:
        role = ("bar-first", "bar-second")[player]
        length = LONGEST * min(1.0, bid.weight)
        yield part("rect", role, x=x + 56, y=y + 3, width=length, height=16, rx=2)
    right = x + 56 + LONGEST
    told = number(bid.weight) if bid.weight else "."
    yield words(told, right + 74, y + 15, text_anchor="end")
    if bid.value is not None:
        yield words(number(bid.value), right + 164, y + 15, "soft-words", text_anchor="end")
