"""Evaluations as Python sees them."""

import json
from fractions import Fraction
from html import escape
from typing import Any

from pipeline.python.asked import UsageError, told
from pipeline.system import silent
from schemas.evaluation import Enclosed, Evaluated
from schemas.evaluation import Evaluation as Record
from schemas.parts.near import known_are
from stages.evaluate import EVALUATION_FORMATS


class Evaluation:
    """What strategies guarantee, how they are punished, and where they lose. Numbers are Enclosed:
    between two rationals, `low` and `high`, with `exact` where both are one, and `near` to look at.
    """

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def title(self) -> str:
        return self.record.game.title

    @property
    def players(self) -> tuple[str, str]:
        return self.record.game.players

    @property
    def nash_conv(self) -> Enclosed | None:
        """What both best responses gain together; None where a player has no strategy."""
        return self.record.nash_conv

    @property
    def exploitability(self) -> Enclosed | None:
        """Half of it."""
        return self.record.exploitability

    @property
    def strategies(self) -> tuple[Evaluated | None, Evaluated | None]:
        """Player 1's and player 2's, each with its `guarantee` and the best `answer` to it."""
        return self.record.strategies

    @property
    def guarantees(self) -> tuple[Fraction | None, Fraction | None]:
        """What player 1 gets for sure by its strategy, and what it gets at most against player
        2's; None where there is no strategy. Rounded to the safe side where they are not exact.
        """
        first, second = self.record.strategies
        return (
            None if first is None else first.guarantee.low,
            None if second is None else second.guarantee.high,
        )

    def report(self, format: str = "text") -> str:
        """Return the evaluation in one of the formats of `efgc evaluate --format`."""
        if format not in EVALUATION_FORMATS:
            raise UsageError(f"{format!r} is no format; {known_are(format, EVALUATION_FORMATS)}")
        with silent(), told():
            return "".join(EVALUATION_FORMATS[format](self.record))

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation in JSON as Python's dicts and lists."""
        found: dict[str, Any] = json.loads(self.report("json"))
        return found

    def __str__(self) -> str:
        return self.report()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.report())}</pre>"

    def __repr__(self) -> str:
        known = self.exploitability
        said = f"exploitability {known.near:.12g}" if known else "of one player's strategy"
        return f"<efgc evaluation: {self.title}; {said}>"
