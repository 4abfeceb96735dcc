"""What a result and an evaluation have in common: a report, also as dicts and as a table.

Properties are annotated as `Number | Any` where they can be None: None is rare, and a type checker
should not ask about it at each use.
"""

import io
import json
from fractions import Fraction
from html import escape
from typing import Any, NoReturn, Self

from ...stages.strategies.own_csv import ACTION, EXACT, LABEL

WORDS = (LABEL, ACTION, "name", "best_action", "after")


class Reported:
    """An object with a report. It never changes, and has too much to be pickled: all that the
    stages made.
    """

    _instead: str

    def report(self, format: str = "text") -> str:
        """Return the report in one of the formats of the command."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON report as Python's dicts and lists; `schemas/` explains the keys."""
        found: dict[str, Any] = json.loads(self.report("json"))
        return found

    def to_frame(self) -> Any:
        """Return the report of `--format csv` as a pandas table, with the exact numbers of
        strategies as fractions. Raises ImportError if pandas is not installed.
        """
        converters: dict[str, Any] = dict.fromkeys(WORDS, str)
        converters[EXACT] = lambda text: Fraction(text) if text else None
        return import_pandas().read_csv(
            io.StringIO(self.report("csv")),
            converters=converters,
            keep_default_na=False,
            na_values=[""],
        )

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.report())}</pre>"

    def __str__(self) -> str:
        return self.report()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__.lower()
        raise TypeError(f"this {name} cannot be sent to another process: {self._instead}")


def import_pandas() -> Any:
    """Return the module, which is optional."""
    try:
        import pandas  # It is optional.
    except ImportError:
        raise ImportError(
            "to_frame() needs pandas, which is not installed: pip install pandas"
        ) from None
    return pandas
