"""From what a person has in Python to the text of a strategy."""

import json
import os
import re
from typing import Any

from pipeline.files import about, read_for
from pipeline.kinds import refuse_others
from pipeline.python.given import file_of, text_of
from pipeline.python.results import Result
from pipeline.text import Text

USE = "evaluate GAME STRATEGY"


def given_strategy(strategy: object) -> Text:
    """Return the strategy that an object is: a path, a text, a Result, or what JSON writes as one
    of the formats of `stages.strategies`.

    Raises InputError where a file cannot be read, and TypeError for what is no strategy.
    """
    if isinstance(strategy, Result):
        return text_of(strategy.report("strategy"), f"<strategies of {strategy.title}>")
    if isinstance(strategy, os.PathLike):
        return read_for(USE, file_of(os.fspath(strategy)))
    if isinstance(strategy, str):
        # JSON may stand in one line.
        if re.search(r"[\r\n]|^\s*[\[{]", strategy):
            return _text(strategy)
        return read_for(USE, file_of(strategy))
    return _text(_json(strategy))


def _text(text: str) -> Text:
    """Return a text, but for another artifact, such as a report. Lists of numbers, which may be a
    matrix where a command reads a file, are a strategy here.
    """
    found = text_of(text, "<strategy>")
    if text.lstrip().startswith("{"):
        about(found.name, lambda: refuse_others(text, USE))
    return found


def _json(strategy: Any) -> str:
    if hasattr(strategy, "to_csv"):  # A table of pandas.
        return str(strategy.to_csv(index=False))
    try:
        return json.dumps(strategy, default=str)
    except (TypeError, ValueError, RecursionError):
        raise TypeError(
            f"{type(strategy).__name__} is no strategy; that is a path, a text, a result of "
            "efgc.run, a table of pandas, or dicts and lists"
        ) from None
