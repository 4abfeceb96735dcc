"""Solve two-player zero-sum games with proof: the command line's stages, from Python.

    import efgc

    result = efgc.run("cave.txt", p="1/3")
    result.value, result.value_exact, result.bounds

`run` solves a source, `draw` draws it, `stats` counts its states, and `evaluate` evaluates
strategies in it; `sweep` runs sources with many values of options. Keyword arguments have the
names, the values and the defaults of the options of these commands. Errors are raised as an
EfgcError with the message of the command, and with its `exit_code`: an argument of a wrong type and
an unknown option as an ArgumentError, which is a TypeError, too.

A source is a path, the name of an example such as `kuhn`, a text with line breaks or in JSON,
`openspiel:NAME`, a game of pygambit or OpenSpiel, or a matrix of payoffs to the player of the rows:
nested lists, an array of NumPy or a table of pandas.
"""

if __name__ == "__main__":  # `python -m efgc` in a checkout.
    from efgc.pipeline.start import main

    main()

# `os` is loaded already, and nothing else is imported here: Ctrl-C is handled first.
from os import PathLike
from os.path import basename, dirname, realpath

# In a checkout this is a module beside the packages, and becomes a package by its path. Installed,
# this is efgc/__init__.py, and the packages are in its folder.
if basename(realpath(__file__)) == "efgc.py":
    __path__ = [dirname(realpath(__file__)), *globals().get("__path__", ())]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Protocol, SupportsFloat

    from efgc.pipeline.apps.sweep.calls import Rows as Rows
    from efgc.pipeline.python.evaluations import EvaluatedStrategy as EvaluatedStrategy
    from efgc.pipeline.python.evaluations import Evaluation as Evaluation
    from efgc.pipeline.python.keywords import ArgumentError as ArgumentError
    from efgc.pipeline.python.keywords import TimeOver as TimeOver
    from efgc.pipeline.python.keywords import UsageError as UsageError
    from efgc.pipeline.python.results import Behaviour as Behaviour
    from efgc.pipeline.python.results import Bounds as Bounds
    from efgc.pipeline.python.results import Drawing as Drawing
    from efgc.pipeline.python.results import Number as Number
    from efgc.pipeline.python.results import Result as Result
    from efgc.pipeline.python.results import Strategy as Strategy
    from efgc.pipeline.python.strategies import Infoset as Infoset
    from efgc.schemas.parts.problems import (
        EfgcError,
        InputError,
        OptionError,
        SizeError,
        SolverError,
        StatusError,
        VerificationError,
    )

    class _Array(Protocol):
        """An array of NumPy or a table of pandas."""

        def __array__(self) -> Any: ...

    class _GambitGame(Protocol):
        def to_efg(self) -> Any: ...

    class _OpenSpielGame(Protocol):
        def new_initial_state(self) -> Any: ...

    class _OpenSpielPolicy(Protocol):
        def action_probabilities(self, state: Any) -> Any: ...

    _Matrix = _Array | Iterable[Iterable[SupportsFloat | str]]
    Source = str | PathLike[str] | _Matrix | _GambitGame | _OpenSpielGame
    _Answer = Mapping[str, SupportsFloat | str] | Iterable[SupportsFloat | str] | None
    _Function = Callable[[Infoset], _Answer]
    GivenStrategy = (
        str
        | PathLike[str]
        | Result
        | Mapping[Any, Any]
        | Iterable[Any]
        | _Function
        | _OpenSpielPolicy
    )
    __version__: str
    Probability = str | SupportsFloat

__all__ = (
    "ArgumentError",
    "Behaviour",
    "Bounds",
    "Drawing",
    "EfgcError",
    "EvaluatedStrategy",
    "Evaluation",
    "GivenStrategy",
    "Infoset",
    "InputError",
    "Number",
    "OptionError",
    "Result",
    "Rows",
    "SizeError",
    "SolverError",
    "Source",
    "StatusError",
    "Strategy",
    "TimeOver",
    "UsageError",
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
    p: "Probability | None" = None,
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
    rounded: bool | None = None,
    brief: bool | None = None,
) -> "Result":
    """Return a source solved and verified, as `efgc run` does it; None is the option's default.

    `without` and `option` may be several: `option={"presolve": "off"}`. `format` and `brief` are
    those of the report that `Result.save` writes. Raises EfgcError.
    """
    options = {name: value for name, value in locals().items() if name != "source"}
    from efgc.pipeline.python import calls  # For start-up time.

    return calls.run(source, options)


def draw(
    source: "Source",
    picture: str | None = None,
    *,
    plain: bool | None = None,
    from_: str | None = None,
    depth: int | None = None,
    player: int | None = None,
    p: "Probability | None" = None,
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
) -> "Drawing":
    """Return a picture of a source, as `efgc draw` draws it; None is the option's default.

    `from_` is --from. Notebooks show the picture, and `Drawing.save` writes it. Raises EfgcError.
    """
    options = {name: value for name, value in locals().items() if name != "source"}
    from efgc.pipeline.python import calls  # For start-up time.

    return calls.draw(source, options)


def evaluate(
    source: "Source",
    *strategy: "GivenStrategy",
    solve: bool | None = None,
    p: "Probability | None" = None,
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
) -> "Evaluation":
    """Return the guarantees and losses of strategies, as `efgc evaluate` computes them.

    The first `strategy` is evaluated, a second one is its opponent: a path, a text, a result of
    `run`, or dicts and lists, in any format that the command reads; or a function that takes an
    Infoset, with its `player`, `actions`, `seen` and `label`, and returns probabilities by
    action, an array with one for each, or None where it does not say how to play. Raises EfgcError.
    """
    options = {
        name: value for name, value in locals().items() if name not in ("source", "strategy")
    }
    from efgc.pipeline.python import calls  # For start-up time.

    return calls.evaluate(source, strategy, options)


def stats(
    source: "Source",
    *,
    of: str | None = None,
    max_nodes: int | None = None,
    p: "Probability | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    unroll: bool | None = None,
    time_limit: float | None = None,
) -> "dict[str, Any]":
    """Return the size of a source's state graph or game and what every play passes, as `efgc stats
    --format json` writes it; None is the option's default.

    Raises EfgcError.
    """
    options = {name: value for name, value in locals().items() if name != "source"}
    from efgc.pipeline.python import calls  # For start-up time.

    return calls.stats(source, options)


def sweep(
    sources: "Source | Sequence[Any]",  # Of sources: type checkers infer no list of several kinds.
    *,
    vary: "Mapping[str, object] | None" = None,
    critical: bool | None = None,
    output: str | PathLike[str] | None = None,
    p: "Probability | None" = None,
    bandits: int | None = None,
    rules: str | None = None,
    let: "Mapping[str, object] | Iterable[str] | None" = None,
    steps: int | None = None,
    level: int | str | None = None,
    without: "str | Iterable[str] | None" = None,
    unroll: bool | None = None,
    max_states: int | None = None,
    max_histories: int | None = None,
    method: str | None = None,
    gap: float | None = None,
    recall: int | None = None,
    solver: str | None = None,
    option: "Mapping[str, object] | Iterable[str] | None" = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    engine: str | None = None,
    exact: bool | None = None,
) -> "Rows":
    """Return the rows of a sweep, as `efgc sweep` puts them into its table; None is the option's
    default.

    A list or tuple is several sources. `vary` has values by their names: a text as on the command
    line, such as `{"p": "0.05:0.95:0.05"}`, or several values. `output` is the folder of the
    command's files; without it nothing is written. `to_frame()` is a pandas table of the rows, in
    which constants of rules are the first fields. With `critical` the list also has the `changes`
    of optimal play, rows of another table. A failed run is a row, and raises nothing. Raises
    EfgcError if the options are wrong or a source cannot be read.
    """
    options = {name: value for name, value in locals().items() if name != "sources"}
    from efgc.pipeline.apps.sweep import calls  # For start-up time.

    return calls.sweep(sources, options)


# Classes that are loaded on first use: of results and of errors.
_LATE = {
    **{name: "efgc.schemas.parts.problems" for name in __all__ if name.endswith("Error")},
    "ArgumentError": "efgc.pipeline.python.keywords",
    "Behaviour": "efgc.pipeline.python.results",
    "Bounds": "efgc.pipeline.python.results",
    "Drawing": "efgc.pipeline.python.results",
    "EvaluatedStrategy": "efgc.pipeline.python.evaluations",
    "Evaluation": "efgc.pipeline.python.evaluations",
    "Infoset": "efgc.pipeline.python.strategies",
    "Number": "efgc.pipeline.python.results",
    "Result": "efgc.pipeline.python.results",
    "Rows": "efgc.pipeline.apps.sweep.calls",
    "Strategy": "efgc.pipeline.python.results",
    "TimeOver": "efgc.pipeline.python.keywords",
    "UsageError": "efgc.pipeline.python.keywords",
}

if not TYPE_CHECKING:  # A type checker refuses names that are not here.
    # Each function is explained when it is first used, which loads the declarations of its options.
    _CALLS = {name: globals().pop(name) for name in __all__ if name in globals()}

    def __getattr__(name):
        from importlib import import_module  # For start-up time.

        if name == "__version__":
            return import_module("efgc.schemas.parts.release").VERSION
        if name in _CALLS:
            explained = import_module("efgc.pipeline.python.keywords").explained
            globals()[name] = explained(_CALLS[name])
            return globals()[name]
        if name in ("GivenStrategy", "Source"):  # For annotations; type checkers know more.
            return object
        if name not in _LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATE[name]), name)

    def __dir__():
        return sorted(__all__)
