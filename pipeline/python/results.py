"""What `run` and `draw` return: a solved source with its report and its files, and pictures, with
display in notebooks.
"""

import base64
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Literal, get_args

from ...schemas.map_game import MapGame
from ...schemas.parts.exact import write_exact
from ...schemas.parts.problems import InputError
from ...schemas.report import Bounds as Bounds
from ...stages.documents import ANYWHERE
from ...stages.report.certainty import RESPONSES, Certainty, between, first_line
from ...stages.strategies.own_csv import EXACT, READ
from ..chain.provenance import write_bounds
from ..chain.records import Record, ReportedBounds
from ..chain.refusals import refuse_format
from ..chain.steps import Step
from ..files.kinds import kind
from ..files.reading import write_text
from ..files.text import Text
from ..machine.streams import silent
from ..options.calls import wishes_of
from ..results.pictures import (
    SUFFIXES,
    PictureContent,
    Wish,
    draw_picture,
    picture_of_results,
)
from ..settings import Settings
from ..ways.facts import Behaviour as Behaviour
from ..ways.facts import Strategy as Strategy
from ..ways.folder import Folder
from ..ways.interface import way_and_report
from ..ways.numbers import Number as Number
from ..ways.run import with_trail
from .keywords import UsageError, call_parameters, checked, errors_of_commands, refuse_unknown
from .reported import Reported, import_pandas


class Result(Reported):
    """A game or a linear program, solved and verified."""

    _instead = "send result.report('strategy') or result.to_dict(), or use efgc.sweep"

    def __init__(self, given: Text, source: Text, settings: Settings, steps: Sequence[Step]):
        """`source` is the text that went through the stages, `given` the source before
        any changes.
        """
        self._given, self._source, self._settings = given, source, settings
        self._steps = tuple(steps)
        self._way, report = way_and_report(self._steps[-1])
        self._facts = self._way.facts(report)

    @property
    def title(self) -> str:
        return self._facts.title

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, player 1's first; empty for a linear program."""
        return self._facts.players

    @property
    def value(self) -> Number | Any:
        """The game value to player 1: the float next to the exact value, or else between the
        bounds. For a linear program, its optimum. A Number, with `low`, `high` and `exact`, if
        something is proved.
        """
        return self._facts.number

    @property
    def value_exact(self) -> Number | Any:
        """The value, proved in rationals; None if it is not proved."""
        return self._facts.exact

    @property
    def bounds(self) -> Bounds | Any:
        """The proved bounds of the value, `lower` and `upper`; None if nothing is proved."""
        return self._facts.bounds

    @property
    def gap(self) -> float | Any:
        """The distance between the bounds of a search, such as regret; None for other results."""
        found = self._facts.bounds
        return found.upper - found.lower if found and self._facts.bounded else None

    @property
    def shortfall(self) -> str | Any:
        """The message of `efgc run` if the bounds hold but are not as close as requested, as when
        `time_limit` ends the search; otherwise None.
        """
        missed = self._way.shortfall(self._record, self._source.name)
        return str(missed) if missed else None

    @property
    def exploitability(self) -> float | Any:
        """Half the sum of both best-response gains; None for a linear program."""
        return self._facts.exploitability

    @property
    def solver(self) -> str:
        """The solver whose solution was accepted."""
        return self._facts.solver

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies of players 1 and 2. For a game that is solved state by state, those of the
        first round, and last that of the position `at`; empty for a linear program.
        """
        return self._facts.strategies

    @property
    def _record(self) -> Record:
        """The record of the last stage, which contains those of the stages before it."""
        return self._steps[-1].made

    @checked
    def report(self, format: str = "text", *, brief: bool = False, verbose: bool = False) -> str:
        """Return the report in one of the formats of `efgc run --format`; as text short if `brief`,
        and with all details if `verbose`.
        """
        with silent(), errors_of_commands():
            layout = ANYWHERE
            if format == "text":
                layout = self._settings.layout._replace(brief=brief, verbose=verbose)
            asked = replace(self._settings, report_format=format, layout=layout)
            refuse_format(asked, self._way.name, self._source.name)
            shown = self._way.formats[format]
            if not shown.trail:
                return "".join(next(iter(self._steps[-1].files(asked).values())))
            made: Any = with_trail(self._steps, self._source, self._settings, True)
            return "".join(shown.write(made.report, layout))

    def _strategies_text(self) -> str:
        """Return both strategies as a file that `efgc evaluate` reads."""
        if isinstance(self._record, ReportedBounds):  # Of a game that may not be listed.
            return "".join(write_bounds(self._record.solved.bounds, self._settings))
        return self.report("strategy")

    def to_frame(self) -> Any:
        """Return both strategies as a pandas table, one row per action, with the columns of
        `--format csv` and `exact` as fractions. For a game that is solved state by state, it has
        only the columns up to `exact`. The table of a linear program is that of `--format csv`: its
        columns, then its rows. Raises ImportError if pandas is not installed.
        """
        if self._way.has_rows:
            return super().to_frame()
        rows = [row for strategy in self.strategies for one in strategy for row in rows_of(one)]
        return import_pandas().DataFrame(rows, columns=list(COLUMNS))

    @checked
    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the files that `efgc run -o` writes to a folder; return the folder's path."""
        with silent(), errors_of_commands():
            given, path = self._given, os.fspath(folder)
            with Folder(path, self._source, given, self._settings, given.name) as files:
                for step in self._steps:
                    files.write(step)
            return Path(path)

    @checked
    def draw(
        self,
        picture: str | None = None,
        *,
        plain: bool | None = None,
        from_: str | None = None,
        depth: int | None = None,
        player: int | None = None,
    ) -> "Drawing":
        """Return a picture of the solved game, as `efgc draw` draws it; `help(efgc.draw)` explains
        the options. What the run has solved is not solved again; the tree of a game that was solved
        state by state needs its linear program.
        """
        options = {name: value for name, value in locals().items() if name != "self"}
        with call_parameters("draw", options) as parameters:
            wish = Wish(self._source, format="svg", **wishes_of(parameters))
            drawn = self._drawn(wish)
            if drawn is None and self._facts.bounded:
                raise UsageError("this run has bounds, and no play to draw; see efgc.draw")
            return Drawing(drawn or draw_picture(wish, self._settings))

    def _drawn(self, wish: Wish) -> PictureContent | None:
        """Return a picture of what the stages made; None if it needs something else."""
        begin = kind(self._source.text)
        made = [step.made for step in self._steps]
        if isinstance(made[0], MapGame):  # Its states are not listed.
            return None
        if begin == "map":
            made[-1] = with_trail(self._steps, self._source, self._settings, False)
        return picture_of_results(replace(wish, constants=self._settings.let), begin, made)

    def _picture(self) -> str:
        """Return the usual picture; empty if it is too large to draw, or shows no play."""
        with suppress(InputError):
            drawn = self._drawn(Wish(self._source, format="svg"))
            if drawn is not None:
                return image("".join(drawn.text("svg")), f"{drawn.name} of {self.title}")
        return ""

    def _repr_html_(self) -> str:
        with silent(), errors_of_commands():
            lines = "".join(f"<div>{escape(line)}</div>" for line in _lines(self))
            return f"<div>{lines}{self._picture()}</div>"

    def __repr__(self) -> str:
        return f"<efgc result: {'; '.join(_lines(self))}>"


def _lines(result: Result) -> Iterator[str]:
    yield result.title
    if result._facts.bounded and result.bounds and result.value_exact is None:
        between_them = between(result.bounds.lower, result.bounds.upper)
        number = f"value {between_them} to {result.players[0]}"
        yield first_line(number, Certainty.BOUNDED, RESPONSES)
        return
    value = f"{result.value:.12g}"
    proved = value if result.value_exact is None else _short(Fraction(result.value_exact))
    exact = f" = {proved}" if proved != value else ""
    to = f" to {result.players[0]}" if result.players else ""
    yield f"{'value' if result.players else 'optimum'} {value}{exact}{to}"
    if result.bounds and result.value_exact is None:
        yield f"between {result.bounds.lower!r} and {result.bounds.upper!r}"


def _short(exact: Fraction) -> str:
    text = write_exact(exact)
    return text if len(text) <= 40 else f"a fraction of {len(text):,} characters"


Scheme = Literal["", "light", "dark"]


class Drawing:
    """A picture."""

    def __init__(self, drawn: PictureContent) -> None:
        self._drawn = drawn

    @property
    def name(self) -> str:
        """The name of the picture, such as `map` or `tree`."""
        return self._drawn.name

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return self.text("svg")

    @checked
    def text(self, format: str = "text", *, ascii: bool = False, scheme: Scheme = "") -> str:
        """Return the text of a file in one of the formats of `efgc draw`: svg, tikz, text.

        An SVG picture follows the reader's screen; `scheme` makes it always "light" or always
        "dark".
        """
        with silent(), errors_of_commands():
            return "".join(self._wished(scheme, format=format, ascii=ascii).text(format))

    @checked
    def save(self, path: str | os.PathLike[str], format: str = "", *, scheme: Scheme = "") -> Path:
        """Write the picture to a file and return its path. The ending chooses the format.

        PNG and PDF need the extra `pictures`. `scheme` is that of `text`.
        """
        with silent(), errors_of_commands():
            named = Path(path)
            known = {suffix: name for name, suffix in SUFFIXES.items()}
            if not format and named.suffix[1:] not in known:
                *most, last = (f".{suffix}" for suffix in known)
                raise UsageError(f"a picture is saved as {', '.join(most)} or {last}")
            format = format or known[named.suffix[1:]]
            source = self._drawn.wish.source.name  # The picture is never written to it.
            write_text(str(named), self._wished(scheme).file(format), [source])
            return named

    def _wished(self, scheme: Scheme, **changes: Any) -> PictureContent:
        if scheme:
            refuse_unknown("scheme", scheme, get_args(Scheme)[1:])
        wish = replace(self._drawn.wish, scheme=scheme, **changes)
        return self._drawn._replace(wish=wish)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return image(self.svg, self.name)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<efgc drawing: {self.name} of {self._drawn.wish.source.name}>"


def image(svg: str, words: str) -> str:
    """Return a picture as an HTML element for any page: an image, which runs no scripts and does
    not share styles or names with the page.
    """
    content = base64.b64encode(svg.encode()).decode()
    return (
        f'<img alt="{escape(words)}" style="max-width: 100%" '
        f'src="data:image/svg+xml;base64,{content}">'
    )


COLUMNS = READ[: READ.index(EXACT) + 1]
"""The columns of a game that is solved state by state, or whose value is bounded."""


def rows_of(one: Behaviour) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an information set, with the columns COLUMNS."""
    exact = one.exact or (None,) * len(one.actions)
    for action, probability, proved in zip(one.actions, one.probabilities, exact, strict=True):
        fraction = None if proved is None else Fraction(proved)
        yield one.player, one.information_set, one.label, action, probability, fraction
