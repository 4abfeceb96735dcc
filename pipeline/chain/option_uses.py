"""Which option is for what: one table, and one refusal.

Not here are options that mean something wherever they are given, and those of which scripts may
always give the same: limits (`--max-states`, `--max-histories`, `--time-limit`), `--jobs` and
`--engine`, which are for --levels and change no result.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, Never

from pipeline.chain.public_games import without_levels
from pipeline.files.sources import LEVELLED, SOURCES
from pipeline.settings import Settings
from schemas.parts.exact import write_exact
from schemas.parts.problems import EfgcError
from schemas.state_graph import StateGraph
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import REDUCTIONS
from stages.report import FORMATS
from stages.report.formats import Format
from stages.report.induction import INDUCTION_FORMATS
from stages.report.optimum import OPTIMUM_FORMATS
from stages.solve import KERNEL


class OptionRefused(EfgcError):
    """An option that means nothing for what it is given with: wrong usage."""

    exit_code = 2


class Way(NamedTuple):
    """One way in which a source is solved."""

    words: str
    """As messages call what is solved so."""
    formats: Mapping[str, Format[Never]]
    """Of its report."""


AS_PROGRAM, BY_STATES, PROGRAM = "as a program", "by states", "program"
WAYS = {
    AS_PROGRAM: Way("a game solved as a linear program", FORMATS),
    BY_STATES: Way("a game solved state by state", INDUCTION_FORMATS),
    PROGRAM: Way("a linear program", OPTIMUM_FORMATS),
}


class Option(NamedTuple):
    """What one option is for."""

    given: Callable[[Settings], str]
    """Returns it as it is given; empty where it is not."""
    words: str
    fits: Collection[str]
    """The sources, by their kind, or the ways in which they are solved."""


def _named(option: str, is_given: Callable[[Settings], object]) -> Callable[[Settings], str]:
    return lambda asked: option if is_given(asked) else ""


def without(known: Collection[str]) -> Callable[[Settings], str]:
    """Return what returns the reductions of one kind that are left out, as they are given."""

    def given(asked: Settings) -> str:
        names = [name for name in asked.without if name in known]
        return f"--without {', '.join(names)}" if names else ""

    return given


PROGRAMS = "linear programs"
GAMES_AS_PROGRAM = "games that are solved as a linear program"
GAMES_BY_STATES = "games that are solved state by state, in which nothing is secret"
_LEVEL = _named("-O", lambda asked: asked.level is not None)
BY_SOURCE = (
    Option(lambda asked: asked.rules and f"--rules {asked.rules}", "maps", ("map",)),
    Option(
        lambda asked: "" if asked.p is None else f"--p {write_exact(asked.p)}", "maps", ("map",)
    ),
    Option(
        lambda asked: "" if asked.bandits is None else f"--bandits {asked.bandits}",
        "maps",
        ("map",),
    ),
    Option(without(REDUCTIONS), "maps", ("map",)),
    Option(_LEVEL, "games", SOURCES.keys() - {"linear-program"}),
    Option(
        _named("--unroll", lambda asked: asked.unroll),
        "what is expanded",
        ("map", "source", "state-graph"),
    ),
    Option(_named("--relax", lambda asked: asked.relax), "linear programs", ("linear-program",)),
)
BY_SOURCE_ALONE = (Option(_LEVEL, "maps and sources with a `game`", LEVELLED),)
"""What means nothing for a source that is not lowered."""
BY_SOLUTION = (
    Option(_named("--unroll", lambda asked: asked.unroll), "what is expanded", (AS_PROGRAM,)),
    Option(without(FORM_REDUCTIONS), GAMES_AS_PROGRAM, (AS_PROGRAM,)),
    Option(
        _named("--no-exact", lambda asked: asked.exact is False), GAMES_AS_PROGRAM, (AS_PROGRAM,)
    ),
    Option(_named("--refine", lambda asked: asked.refine), GAMES_AS_PROGRAM, (AS_PROGRAM,)),
    Option(_named("--off-path", lambda asked: asked.off_path), GAMES_AS_PROGRAM, (AS_PROGRAM,)),
    Option(_named("--exact", lambda asked: asked.exact), "games", (AS_PROGRAM, BY_STATES)),
    Option(
        _named("--option", lambda asked: asked.request.options), PROGRAMS, (AS_PROGRAM, PROGRAM)
    ),
    Option(_named("--race", lambda asked: asked.race), PROGRAMS, (AS_PROGRAM, PROGRAM)),
    Option(_named("-v", lambda asked: asked.request.log), PROGRAMS, (AS_PROGRAM, PROGRAM)),
    Option(_named("--levels", lambda asked: asked.levels), GAMES_BY_STATES, (BY_STATES,)),
    Option(_named("--keep", lambda asked: asked.keep), GAMES_BY_STATES, (BY_STATES,)),
    Option(_named("--at", lambda asked: asked.at), GAMES_BY_STATES, (BY_STATES,)),
    Option(_named("--all", lambda asked: asked.everything), GAMES_BY_STATES, (BY_STATES,)),
    Option(
        _named(f"--solver {KERNEL}", lambda asked: asked.solver == KERNEL),
        GAMES_BY_STATES,
        (BY_STATES,),
    ),
)

WITH_TRAIL = {name for way in WAYS.values() for name, form in way.formats.items() if form.trail}
"""Formats that show what led to a report."""
WITH_TABLE = {name for name, form in INDUCTION_FORMATS.items() if form.table}
"""Formats that can have all positions of a game."""
BY_FORMAT = (
    Option(_named("--with", lambda asked: asked.beside), "--format html", WITH_TRAIL),
    Option(_named("--brief", lambda asked: asked.layout.brief), "--format text", ("text",)),
    Option(
        _named("--all", lambda asked: asked.everything),
        f"--format {' and '.join(sorted(WITH_TABLE))}",
        WITH_TABLE,
    ),
)


def refuse_for_source(asked: Settings, kind: str, name: str, is_lowered: bool = False) -> None:
    """Raise OptionRefused for what means nothing for a kind of source, a key of SOURCES.

    A source `is_lowered` where a linear program is made of it.
    """
    source = SOURCES[kind]
    this = f"this is {source.words}{' already' if source.is_artifact else ''}"
    _refuse(BY_SOURCE if is_lowered else (*BY_SOURCE, *BY_SOURCE_ALONE), asked, kind, name, this)


def refuse_for_solution(asked: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for what means nothing for a way of solving, a key of WAYS."""
    _refuse(BY_SOLUTION, asked, way, name, f"this is {WAYS[way].words}")


def refuse_format(asked: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for a format that the report on what is solved so does not have, and for
    what means nothing for the format.
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
    """Raise OptionRefused for a folder of level files of a graph that has none, and for keeping
    them where there is no folder.
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
