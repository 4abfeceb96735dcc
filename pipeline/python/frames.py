"""Strategies as pandas tables."""

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pipeline.results.numbers import exactly
from pipeline.results.strategies import Behaviour

WORDS = ("label", "action", "exact")


def table_of(pandas: Any, text: str) -> Any:
    """Return the pandas table of a strategy's CSV text, with its exact numbers as fractions."""
    table = pandas.read_csv(
        io.StringIO(text), keep_default_na=False, na_values=[""], dtype=dict.fromkeys(WORDS, object)
    )
    for name in WORDS[:2]:  # Empty words are not missing values.
        table[name] = table[name].fillna("")
    exact = [exactly(Fraction(one)) if isinstance(one, str) else None for one in table["exact"]]
    table["exact"] = pandas.Series(exact, index=table.index, dtype=object)
    return table


def rows_of(one: Behaviour) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an information set, with the columns of `own_csv.READ`."""
    exact = one.exact or (None,) * len(one.actions)
    for action, probability, proved in zip(one.actions, one.probabilities, exact, strict=True):
        yield one.player, one.information_set, one.label, action, probability, proved
