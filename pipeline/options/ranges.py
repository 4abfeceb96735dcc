"""Bounded numbers on the command line."""

import math
from fractions import Fraction
from typing import Any

import click

from schemas.parts.exact import read_exact

# Seconds, 23 days: solvers and systems that count milliseconds in 32 bits hold no more.
LONGEST = 2e6


class FloatRange(click.FloatRange):
    """A number within bounds. Unlike click's, it refuses NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Seconds(FloatRange):
    """A largest waiting time; longer times are cut to LONGEST."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        return min(super().convert(value, param, ctx), LONGEST)


class Probability(click.ParamType["Fraction"]):
    """An exact number from 0 to 1."""

    name = "fraction"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        number = value if isinstance(value, Fraction) else read_exact(str(value).strip())
        if number is None:
            self.fail(
                f"{value!r} is not a probability; use a number such as 1/3 or 0.5.", param, ctx
            )
        if not 0 <= number <= 1:
            self.fail(f"{value!r} is not between 0 and 1.", param, ctx)
        return number
