"""Numbers on the command line that have limits."""

import math
from typing import Any

import click

# Seconds, 23 days: what counts milliseconds in 32 bits, as solvers and systems do, holds no more.
LONGEST = 2e6


class FloatRange(click.FloatRange):
    """A number between limits; click's lets NaN pass."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Seconds(FloatRange):
    """A time to wait at most; LONGEST for whatever is longer."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        return min(super().convert(value, param, ctx), LONGEST)
