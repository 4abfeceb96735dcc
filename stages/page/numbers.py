"""Numbers on a page, formatted as its script formats them: see `parts/page.js`."""


def probability(number: float) -> str:
    """Return a probability with six digits; a nonzero one never reads as 0.

    >>> probability(0.0), probability(1 / 3), probability(2e-9), probability(1.0)
    ('0', '0.333333', '2.0e-9', '1')
    """
    if number in (0, 1):
        return str(int(number))
    return f"{number:.6f}" if number >= 1e-6 else _short(f"{number:.1e}")


def value(number: float | None) -> str:
    """Return a payoff with seven digits, and a dash for None.

    >>> value(7.096774193548387), value(-3.0), value(0.0), value(None), value(1e-9)
    ('7.096774', '-3', '0', '–', '1e-9')
    """
    return "–" if number is None else _short(f"{number + 0.0:.7g}")


def seconds(number: float | None) -> str:
    """Return a duration, or an empty string if it is unknown.

    >>> seconds(0.25), seconds(None)
    ('0.250', '')
    """
    return "" if number is None else f"{number:.3f}"


def grouped(number: int) -> str:
    """Return a count with thousands separators.

    >>> grouped(12345)
    '12,345'
    """
    return f"{number:,}"


def rounded(number: float, digits: int) -> float:
    """Return a number with fewer digits, to keep a file short.

    >>> rounded(1 / 3, 9)
    0.333333333
    """
    return float(f"{number:.{digits}g}")


def settled(number: float, largest: float) -> float:
    """Return 0 for a number that is only rounding error, relative to numbers of size `largest`.

    >>> settled(3e-17, 2.0), settled(-0.0, 0.0), settled(0.25, 2.0)
    (0.0, 0.0, 0.25)
    """
    return 0.0 if abs(number) <= 1e-12 * largest else number


def _short(text: str) -> str:
    return text.replace("e-0", "e-").replace("e+0", "e+")


FILTERS = {"probability": probability, "value": value, "grouped": grouped}
"""The number filters of the sections' templates."""
