"""The sources and ways of solving for which each option has a meaning: one table, and one refusal.

Two groups of options are left out: those that have a meaning everywhere, and those that scripts may
pass in every call. The latter are the limits (`--max-states`, `--max-histories`, `--time-limit`),
and `--jobs` and `--engine`, which belong to --levels and change no result.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, Never

from pipeline.chain.public_games import without_levels
from pipeline.files.sources import LEVELLED, SOURCES
from pipeline.settings import Settings
from schemas.parts.exact import write_exact
from schemas.parts.problems import EfgcError
from schemas.state_graph import StateGraph
from stages.documents import Format
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import REDUCTIONS
from stages.report import FORMATS, OPTIMUM_FORMATS
from stages.report.induction import INDUCTION_FORMATS
from stages.solve import KERNEL


class OptionRefused(EfgcError):
    """An option without a meaning for the given source or format: a usage error."""

    exit_code = 2


class Way(NamedTuple):
    """One way in which a source is solved."""

    words: str
    """Describes things solved this way, in messages."""
    formats: Mapping[str, Format[Never]]
    """The formats of its report."""


AS_PROGRAM, BY_STATES, PROGRAM = "as a program", "by states", "program"
WAYS = {
    AS_PROGRAM: Way("a game solved as a linear program", FORMATS),
    BY_STATES: Way("a game solved state by state", INDUCTION_FORMATS),
    PROGRAM: Way("a linear program", OPTIMUM_FORMATS),
}


class Option(NamedTuple):
    """The uses of one option."""

    keyword: str
    """Its name in Python, even if the row is about one of its values; FORM for reductions of the
    sequence form.
    """
    given: Callable[[Settings], str]
    """Returns the option as given; an empty text if it was not given."""
    words: str
    fits: Collection[str]
    """The kinds of sources, or the ways of solving, for which it has a meaning."""


def without(known: Collection[str]) -> Callable[[Settings], str]:
    """Return a function that returns the reductions of one kind that are left out, as given on the
    command line.
    """

    def given(asked: Settings) -> str:
        names = [name for name in asked.without if name in known]
        return f"--without {', '.join(names)}" if names else ""

    return given


FORM = "without_form"
PROGRAMS = "linear programs"
GAMES_AS_PROGRAM = "games that are solved as a linear program"
GAMES_BY_STATES = "games that are solved state by state, in which nothing is secret"


def _option(
    keyword: str,
    option: str,
    words: str,
    fits: Collection[str],
    is_given: Callable[[Settings], object] | None = None,
) -> Option:
    """Return the row of an option without a value worth showing. Unless `is_given` is passed, the
    option counts as given if its field in the settings is true.
    """
    given = is_given or (lambda asked: getattr(asked, keyword))
    return Option(keyword, lambda asked: option if given(asked) else "", words, fits)


def _level(words: str, fits: Collection[str]) -> Option:
    return _option("level", "-O", words, fits, lambda asked: asked.level is not None)


def _p(asked: Settings) -> str:
    return "" if asked.p is None else f"--p {write_exact(asked.p)}"


def _bandits(asked: Settings) -> str:
    return "" if asked.bandits is None else f"--bandits {asked.bandits}"


BY_SOURCE = (
    Option("rules", lambda asked: asked.rules and f"--rules {asked.rules}", "maps", ("map",)),
    Option("p", _p, "maps", ("map",)),
    Option("bandits", _bandits, "maps", ("map",)),
    Option("without", without(REDUCTIONS), "maps", ("map",)),
    _level("games", SOURCES.keys() - {"linear-program"}),
    _option("unroll", "--unroll", "what is expanded", ("map", "source", "state-graph")),
    _option("relax", "--relax", "linear programs", ("linear-program",)),
)
BY_SOURCE_ALONE = (_level("maps and sources with a `game`", LEVELLED),)
"""Options without a meaning for a source that is not lowered."""
_LOWERED, _LISTED, _SOLVED = (AS_PROGRAM,), (BY_STATES,), (AS_PROGRAM, PROGRAM)
BY_SOLUTION = (
    _option("unroll", "--unroll", "what is expanded", _LOWERED),
    Option(FORM, without(FORM_REDUCTIONS), GAMES_AS_PROGRAM, _LOWERED),
    _option("exact", "--no-exact", GAMES_AS_PROGRAM, _LOWERED, lambda asked: asked.exact is False),
    _option("refine", "--refine", GAMES_AS_PROGRAM, _LOWERED),
    _option("off_path", "--off-path", GAMES_AS_PROGRAM, _LOWERED),
    _option("exact", "--exact", "games", (AS_PROGRAM, BY_STATES)),
    _option("option", "--option", PROGRAMS, _SOLVED, lambda asked: asked.request.options),
    _option("race", "--race", PROGRAMS, _SOLVED),
    _option("verbose", "-v", PROGRAMS, _SOLVED, lambda asked: asked.request.log),
    _option("levels", "--levels", GAMES_BY_STATES, _LISTED),
    _option("keep", "--keep", GAMES_BY_STATES, _LISTED),
    _option("at", "--at", GAMES_BY_STATES, _LISTED),
    _option("all", "--all", GAMES_BY_STATES, _LISTED, lambda asked: asked.everything),
    _option(
        *("solver", f"--solver {KERNEL}", GAMES_BY_STATES, _LISTED),
        lambda asked: asked.solver == KERNEL,
    ),
)

WITH_TRAIL = {name for way in WAYS.values() for name, form in way.formats.items() if form.trail}
"""Formats that show the trail of a report."""
WITH_TABLE = {name for name, form in INDUCTION_FORMATS.items() if form.table}
"""Formats that can contain all positions of a game."""
_TABLES = f"--format {' and '.join(sorted(WITH_TABLE))}"
BY_FORMAT = (
    _option("with", "--with", "--format html", WITH_TRAIL, lambda asked: asked.beside),
    _option("brief", "--brief", "--format text", ("text",), lambda asked: asked.layout.brief),
    _option("all", "--all", _TABLES, WITH_TABLE, lambda asked: asked.everything),
)


def refuse_for_source(asked: Settings, kind: str, name: str, is_lowered: bool = False) -> None:
    """Raise OptionRefused for options without a meaning for a kind of source, a key of SOURCES.

    `is_lowered` says whether the source becomes a linear program.
    """
    source = SOURCES[kind]
    this = f"this is {source.words}{' already' if source.is_artifact else ''}"
    _refuse(BY_SOURCE if is_lowered else (*BY_SOURCE, *BY_SOURCE_ALONE), asked, kind, name, this)


def refuse_for_solution(asked: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for options without a meaning for a way of solving, a key of WAYS."""
    _refuse(BY_SOLUTION, asked, way, name, f"this is {WAYS[way].words}")


def refuse_format(asked: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for a format that reports of this way of solving do not have, and for
    options without a meaning for the format.
    """
    words, formats = WAYS[way]
    if asked.report_format not in formats:
        raise OptionRefused(
            f"{name}: --format {asked.report_format} is not for {words}; known are "
            f"{', '.join(formats)}"
        )
    _refuse(BY_FORMAT, asked, asked.report_format, name, f"this is {asked.report_format}")
    if asked.everything and asked.at:
        raise OptionRefused(f"{name}: --at is for one position, and --all for every one")


def refuse_levels(asked: Settings, graph: StateGraph, name: str) -> None:
    """Raise OptionRefused for a folder of level files if the graph has none, and for --keep
    without such a folder.
    """
    if asked.keep and not asked.levels:
        raise OptionRefused(f"{name}: --keep is for --levels DIR")
    if asked.levels and graph.states:
        raise OptionRefused(
            f"{name}: --levels is for games with too many states to list; this graph lists them"
        )
    if asked.levels and asked.solver not in ("", KERNEL):
        raise OptionRefused(
            f"{name}: --levels is for our own {KERNEL}, not --solver {asked.solver}"
        )
    if asked.levels and (refused := without_levels(graph)):
        raise OptionRefused(f"{name}: {refused}")


def _refuse(table: Iterable[Option], asked: Settings, what: str, name: str, this: str) -> None:
    for option in table:
        if what not in option.fits and (given := option.given(asked)):
            raise OptionRefused(f"{name}: {given} is for {option.words}; {this}")
