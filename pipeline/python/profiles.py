"""From a strategy given in Python to the text of a strategy."""

import json
import os
import re
from typing import Any

from pipeline.files.kinds import refuse_others
from pipeline.files.reading import about, read_for
from pipeline.files.text import Text
from pipeline.python.policies import (
    is_policy,
    is_profile,
    of_policy,
    of_profile,
    of_strategies,
    plain,
)
from pipeline.python.results import Result
from pipeline.python.sources import file_of, text_of
from pipeline.results.evaluations import strategy_named
from pipeline.results.strategies import Strategy
from pipeline.settings import Settings

USE = "evaluate GAME STRATEGY"


def given_strategy(strategy: object, source: str, settings: Settings) -> Text:
    """Return the strategy given by an object: a path, a text, the name of one, a Result or its
    strategies, an OpenSpiel policy, a pygambit profile, or dicts, lists and arrays in one of the
    formats of `stages.strategies`. `source` is the text of the game's source.

    Raises InputError if a file cannot be read, and TypeError if the object is not a strategy.
    """
    if isinstance(strategy, Result):
        return text_of(strategy.report("strategy"), f"<strategies of {strategy.title}>")
    if isinstance(strategy, os.PathLike):
        return read_for(USE, file_of(os.fspath(strategy)))
    if isinstance(strategy, str):
        # JSON may be a single line.
        if re.search(r"[\r\n]|^\s*[\[{]", strategy):
            return _text(strategy)
        return strategy_named(strategy) or read_for(USE, file_of(strategy))
    if is_policy(strategy):
        return _text(_json(of_policy(strategy, source, settings.max_histories)))
    if is_profile(strategy):
        return _text(_json(of_profile(strategy)))
    several = list(strategy) if isinstance(strategy, list | tuple) else [strategy]
    ours = [one for one in several if isinstance(one, Strategy)]
    if ours and len(ours) == len(several):
        return _text(_json(of_strategies(ours)))
    return _text(_json(strategy))


def _text(text: str) -> Text:
    """Return a text, unless it is another artifact, such as a report. Lists of numbers are a
    strategy here, although commands may read such a file as a matrix.
    """
    found = text_of(text, "<strategy>")
    if text.lstrip().startswith("{"):
        about(found.name, lambda: refuse_others(text, USE))
    return found


def _json(strategy: Any) -> str:
    if hasattr(strategy, "to_csv"):  # A pandas table.
        return str(strategy.to_csv(index=False))
    try:
        return json.dumps(plain(strategy))
    except (TypeError, ValueError, RecursionError):
        raise TypeError(
            f"{type(strategy).__name__} is no strategy; that is a path, a text, a name such as "
            "'uniform', a result of efgc.run, a policy of OpenSpiel, a profile of pygambit, a "
            "table of pandas, or dicts, lists and arrays"
        ) from None
