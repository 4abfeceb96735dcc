"""Bids as text for a terminal: one cell per prize and bid, fuller for likelier bids."""

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
    stand,
    title,
)

SHADES, PLAIN = "░▒▓█", ".:+#"
BARS, LENGTH = ("█", "#"), 20


def write_text(report: InductionReport, ascii: bool = False) -> Iterator[str]:
    """Yield the lines of a picture: the bids of the first round, or at the requested position.
    Raise InputError for a game other than Goofspiel.
    """
    goofspiel_of(report.graph.rule, REFUSAL)
    if report.position:
        yield from _position(report, stand(report, report.position), ascii)
        return
    yield f"{title(report)}{'' if report.proved else f' ({UNVERIFIED})'}\n"
    for grid in grids(report):
        yield f"\nbids of {grid.who}, by the prize that is up\n"
        yield from _grid(grid, PLAIN if ascii else SHADES)


def _grid(grid: Grid, shades: str) -> Iterator[str]:
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
    return f"{shade}{number(weight)}"


def _position(report: InductionReport, shown: Stand, ascii: bool) -> Iterator[str]:
    yield f"{report.graph.title}\n{shown.title}\n"
    yield f"worth {number(shown.value)} to {shown.players[0]} from here on\n"
    for who, bids in zip(shown.players, shown.bids, strict=True):
        yield f"\n{who}\n"
        for bid in bids:
            yield f"  {bid.card:>3}  {_bar(bid, BARS[ascii])}\n"


def _bar(bid: Bid, block: str) -> str:
    length = min(LENGTH, max(round(LENGTH * bid.weight), 1 if bid.weight else 0))
    told = number(bid.weight) if bid.weight else "."
    worth = "" if bid.value is None else f"  worth {number(bid.value)}"
    return f"{block * length:<{LENGTH}}  {told:>8}{worth}"
