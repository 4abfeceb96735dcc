"""Polynomials and functions of p as people write them."""

from collections.abc import Sequence

from stages.critical.records import Function


def polynomial_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial in p, that of 1 first.

    >>> polynomial_text((10, -1)), polynomial_text((0, 0, 2)), polynomial_text((-1, 0, 11))
    ('10 - p', '2p^2', '-1 + 11p^2')
    """
    parts: list[str] = []
    for power, coefficient in enumerate(coefficients):
        if coefficient:
            size = abs(coefficient)
            letter = ("", "p")[power] if power < 2 else f"p^{power}"
            term = f"{size if size > 1 or not power else ''}{letter}"
            sign = "-" if coefficient < 0 else "+"
            parts.append(f" {sign} {term}" if parts else f"{'-' if coefficient < 0 else ''}{term}")
    return "".join(parts) or "0"


def function_text(function: Function) -> str:
    """Return a rational function of p.

    >>> from fractions import Fraction
    >>> ends = Fraction(0), Fraction(1)
    >>> function_text(Function(*ends, (3, -1), (1, 1))), function_text(Function(*ends, (6,), (5,)))
    ('(3 - p)/(1 + p)', '6/5')
    """
    above, below = polynomial_text(function.above), polynomial_text(function.below)
    if below == "1":
        return above
    return "/".join(f"({part})" if " " in part else part for part in (above, below))
