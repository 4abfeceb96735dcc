"""Solve two-player zero-sum games with proof: the command line's stages, from Python.

    import efgc

    result = efgc.run("cave.txt", p="1/3")
    result.value, result.value_exact, result.bounds

`run` solves a source, `draw` draws it, `stats` counts its states, and `evaluate` evaluates
strategies in it; `sweep` runs sources with many values of options. Keyword arguments have the
names, the values and the defaults of the options of these commands. Errors are raised as an
EfgcError with the message of the command, and with its `exit_code`.

A source is a path, a text with line breaks, `openspiel:NAME`, a game of pygambit or OpenSpiel, or a
matrix of payoffs to the player of the rows: nested lists, an array of NumPy or a table of pandas.
"""

if __name__ == "__main__":  # Ctrl-C is handled before anything else is loaded.
    try:
        from pipeline.start import answer
    except ImportError:  # Another package has that name, and is refused below.
        pass
    else:
        answer()

import sys
from importlib import import_module
from importlib.util import find_spec
from os import PathLike, path
from typing import TYPE_CHECKING, Any, Never


def _refuse_others() -> None:
    """Raise ImportError if one of our packages would be imported from elsewhere, because another
    package has the same name.
    """
    for name in ("schemas", "stages", "pipeline"):
        found = sys.modules.get(name)
        spec = found.__spec__ if found else find_spec(name)
        place = spec.origin if spec and spec.origin else "a folder without __init__.py"
        if path.dirname(place) != path.join(path.dirname(path.abspath(__file__)), name):
            raise ImportError(
                f"efgc consists of the packages pipeline, stages and schemas, but another {name} "
                f"comes first on the path: {place}; install efgc in an environment of its own"
            )


_refuse_others()

from schemas.parts.problems import (  # noqa: E402  After `_refuse_others`.
    EfgcError,
    InputError,
    OptionError,
    SolverError,
    StatusError,
    VerificationError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from pipeline.python.calls import Rows
    from pipeline.python.evaluations import Evaluation
    from pipeline.python.results import Drawing, Result

    Source = str | PathLike[str] | object
    Number = str | int | float | Fraction

__all__ = (
    "EfgcError",
    "InputError",
    "OptionError",
    "SolverError",
    "StatusError",
    "VerificationError",
    "draw",
    "evaluate",
    "run",
    "stats",
    "sweep",
)


def run(
    source: "Source",
    *,
    p: "Number | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    unroll: bool | None = None,
    relax: bool | None = None,
    max_states: int | None = None,
    max_histories: int | None = None,
    method: str | None = None,
    gap: float | None = None,
    recall: int | None = None,
    solver: str | None = None,
    race: bool | None = None,
    option: "Mapping[str, object] | Iterable[str] | None" = None,
    time_limit: float | None = None,
    format: str | None = None,
    levels: str | PathLike[str] | None = None,
    keep: bool | None = None,
    values: str | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    exact: bool | None = None,
    refine: str | None = None,
    off_path: str | None = None,
    at: str | None = None,
    all: bool | None = None,
    brief: bool | None = None,
    **unknown: Never,
) -> "Result":
    """Return a source solved and verified, as `efgc run` does it; None is the option's default.

    `without` and `option` may be several: `option={"presolve": "off"}`. `format` and `brief` are
    those of the report that `Result.save` writes. Raises EfgcError, and TypeError for an unknown
    option.
    """
    options = {name: value for name, value in locals().items() if name not in ("source", "unknown")}
    from pipeline.python import calls  # For start-up time.

    return calls.run(source, options, unknown)


def draw(
    source: "Source",
    *,
    picture: str | None = None,
    plain: bool | None = None,
    from_: str | None = None,
    depth: int | None = None,
    player: int | None = None,
    p: "Number | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    max_states: int | None = None,
    max_histories: int | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    at: str | None = None,
    **unknown: Never,
) -> "Drawing":
    """Return a picture of a source, as `efgc draw` draws it; None is the option's default.

    `from_` is --from. Notebooks show the picture, and `Drawing.save` writes it. Raises EfgcError,
    and TypeError for an unknown option.
    """
    options = {name: value for name, value in locals().items() if name not in ("source", "unknown")}
    from pipeline.python import calls  # For start-up time.

    return calls.draw(source, options, unknown)


def evaluate(
    source: "Source",
    *strategy: object,
    solve: bool | None = None,
    p: "Number | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    max_states: int | None = None,
    max_histories: int | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    **unknown: Never,
) -> "Evaluation":
    """Return the guarantees and losses of strategies, as `efgc evaluate` computes them.

    The first `strategy` is evaluated, a second one is its opponent: a path, a text, a result of
    `run`, or dicts and lists, in any format that the command reads. Raises EfgcError, and TypeError
    for an option that there is not.
    """
    options = {
        name: value
        for name, value in locals().items()
        if name not in ("source", "strategy", "unknown")
    }
    from pipeline.python import calls  # For start-up time.

    return calls.evaluate(source, strategy, options, unknown)


def stats(
    source: "Source",
    *,
    of: str | None = None,
    max_nodes: int | None = None,
    p: "Number | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    unroll: bool | None = None,
    time_limit: float | None = None,
    **unknown: Never,
) -> "dict[str, Any]":
    """Return the size of a source's state graph or game and what every play passes, as `efgc stats
    --format json` writes it; None is the option's default.

    Raises EfgcError, and TypeError for an unknown option.
    """
    options = {name: value for name, value in locals().items() if name not in ("source", "unknown")}
    from pipeline.python import calls  # For start-up time.

    return calls.stats(source, options, unknown)


def sweep(
    sources: "Source | list[Source] | tuple[Source, ...]",
    *,
    vary: "Mapping[str, object] | None" = None,
    critical: bool | None = None,
    output: str | PathLike[str] | None = None,
    p: "Number | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    unroll: bool | None = None,
    max_states: int | None = None,
    max_histories: int | None = None,
    solver: str | None = None,
    option: "Mapping[str, object] | Iterable[str] | None" = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    exact: bool | None = None,
    **unknown: Never,
) -> "Rows":
    """Return the rows of a sweep, as `efgc sweep` puts them into its table; None is the option's
    default.

    A list or tuple is several sources. `vary` has values by their names: a text as on the command
    line, such as `{"p": "0.05:0.95:0.05"}`, or several values. `output` is the folder of the
    command's files; without it nothing is written. `pandas.DataFrame` takes the rows. With
    `critical` the list also has the `changes` of optimal play, rows of another table. A failed
    run is a row, and raises nothing. Raises EfgcError if the options are wrong, and TypeError for
    an unknown option.
    """
    options = {
        name: value for name, value in locals().items() if name not in ("sources", "unknown")
    }
    from pipeline.python import calls  # For start-up time.

    return calls.sweep(sources, options, unknown)


def __getattr__(name: str) -> Any:
    """Return a class that is loaded on first use: of a result or of an error."""
    late = {
        "Drawing": "pipeline.python.results",
        "Evaluation": "pipeline.python.evaluations",
        "Result": "pipeline.python.results",
        "TimeOver": "pipeline.python.keywords",
        "UsageError": "pipeline.python.keywords",
    }
    if name not in late:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(late[name]), name)


if __name__ == "__main__":
    from pipeline.start import main

    main()
