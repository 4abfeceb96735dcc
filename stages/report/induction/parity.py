"""The first round as a picture: which bids are made for each prize, odd ones in one colour and even
ones in the other.

Rhoads and Bartholdi (2012) found that bids of one parity, that of the highest
bid worth making, take most of the probability.
"""

from collections.abc import Iterator
from html import escape

from schemas.induction_report import InductionReport, Play
from schemas.rules.goofspiel import goofspiel_of

CELL, LEFT, TOP, BAR = 34, 64, 92, 70  # Pixels: a cell, the margins, the height of the bars.
ODD, EVEN, LINE, INK = "#1f5fa8", "#e07b1a", "#d9dde3", "#20242b"


def write_parity(report: InductionReport) -> Iterator[str]:
    """Yield the lines of an SVG. Raises InputError for another game than Goofspiel."""
    refusal = "the parity chart is one of Goofspiel; use --format text"
    rule = goofspiel_of(report.graph.rule, refusal)
    cards, plays = rule.hands[0], report.first_moves
    width, height = max(420, LEFT + CELL * len(plays) + 24), TOP + CELL * len(cards) + BAR + 76
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 '
        f'{width} {height}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}" role="img">\n'
    )
    yield f"<title>{escape(report.graph.title)}: bids of the first round</title>\n"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
    yield (
        '<text x="20" y="26" font-size="16" '
        f'font-weight="bold">{escape(report.graph.title)}</text>\n'
    )
    player, said = (
        escape(report.graph.players[0]),
        "" if report.proved else " (as the solution says, not verified)",
    )
    yield f'<text x="20" y="46">what {player} bids in the first round, and how often{said}</text>\n'
    yield from _legend()
    for row, card in enumerate(reversed(cards)):
        y = TOP + CELL * row
        yield (
            f'<line x1="{LEFT}" x2="{LEFT + CELL * len(plays)}" y1="{y + CELL / 2}" '
            f'y2="{y + CELL / 2}" stroke="{LINE}"/>\n'
        )
        yield f'<text x="{LEFT - 10}" y="{y + CELL / 2 + 4}" text-anchor="end">{card}</text>\n'
    bottom = TOP + CELL * len(cards)
    for column, play in enumerate(plays):
        yield from _column(play, cards, LEFT + CELL * column, bottom)
    yield _upright("bid", TOP + CELL * len(cards) / 2)
    yield _upright("odd and even", bottom + 52 + BAR / 2)
    yield (
        f'<text x="{LEFT + CELL * len(plays) / 2}" y="{bottom + 38}" text-anchor="middle">prize '
        "that is up</text>\n"
    )
    yield "</svg>\n"


def _legend() -> Iterator[str]:
    for x, colour, word in ((20, ODD, "odd bids"), (120, EVEN, "even bids")):
        yield (
            f'<rect x="{x}" y="58" width="12" height="12" fill="{colour}"/><text x="{x + 18}" '
            f'y="69">{word}</text>\n'
        )


def _column(play: Play, cards: tuple[int, ...], x: float, bottom: float) -> Iterator[str]:
    odd = sum(weight for card, weight in zip(cards, play.strategies[0], strict=True) if card % 2)
    for row, (card, weight) in enumerate(zip(cards, play.strategies[0], strict=True), 1):
        side = (CELL - 2) * weight**0.5
        if side >= 0.5:
            middle = bottom - CELL * row + CELL / 2
            corner, colour = (x + (CELL - side) / 2, middle - side / 2), ODD if card % 2 else EVEN
            yield (
                f'<rect x="{corner[0]:.2f}" y="{corner[1]:.2f}" width="{side:.2f}" '
                f'height="{side:.2f}" fill="{colour}">'
                f"<title>prize {escape(play.label)}, bid {card}: {weight:.4f}</title></rect>\n"
            )
    yield (
        f'<text x="{x + CELL / 2}" y="{bottom + 18}" '
        f'text-anchor="middle">{escape(play.label)}</text>\n'
    )
    top = bottom + 52
    yield (
        f'<rect x="{x + 5}" y="{top}" width="{CELL - 10}" height="{BAR * odd:.2f}" fill="{ODD}"/>\n'
    )
    yield (
        f'<rect x="{x + 5}" y="{top + BAR * odd:.2f}" width="{CELL - 10}" '
        f'height="{BAR * (1 - odd):.2f}" fill="{EVEN}"/>\n'
    )


def _upright(word: str, y: float) -> str:
    return f'<text transform="translate(22 {y}) rotate(-90)" text-anchor="middle">{word}</text>\n'
