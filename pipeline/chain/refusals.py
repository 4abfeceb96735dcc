"""Refusals of options that have no meaning for a source, a way of solving or a format.

Options without a use in `pipeline.settings` are never refused: those that have a meaning
everywhere, and those that scripts may pass in every call, such as limits, --jobs and --engine.
"""

from shlex import quote

from ...schemas.parts.exact import write_exact
from ...schemas.parts.near import known_are
from ...schemas.parts.problems import OptionError
from ..files.kinds import KINDS
from ..files.sources import SOURCES
from ..settings import OPTIONS, Settings
from ..settings.declarations import By, refused_options
from ..settings.ways import PROGRAM, WAYS


class OptionRefused(OptionError):
    """An option without a meaning for the given source or format: a usage error."""


def refuse_for_source(settings: Settings, kind: str, name: str, is_lowered: bool = False) -> None:
    """Raise OptionRefused for options without a meaning for a kind of file, a key of KINDS.

    `is_lowered` says whether the source becomes a linear program.
    """
    source = SOURCES.get(kind)
    this = f"this is {KINDS[kind].words}{' already' if source and source.is_artifact else ''}"
    if kind == "rules" and settings.p is not None:
        this += f"; if p is a constant of it, use `--let p={write_exact(settings.p)}`"
    _refuse(settings, By.KIND, kind, name, this)
    if not is_lowered:
        _refuse(settings, By.UNLOWERED, kind, name, this)


def refuse_for_solution(settings: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for options without a meaning for a way of solving, a key of WAYS."""
    this = f"this is {WAYS[way].words}"
    if way == PROGRAM and settings.exact:
        this += f"; `efgc certify {quote(name)} --exact` proves its exact optimum"
    _refuse(settings, By.WAY, way, name, this)


def refuse_log(settings: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for -v if no solver of linear programs is called."""
    if settings.request.log:
        said = f"-v is for linear programs; this is {WAYS[way].words}"
        raise OptionRefused(f"{name}: {said}")


def refuse_format(settings: Settings, way: str, name: str) -> None:
    """Raise OptionRefused for a format that reports of this way of solving do not have, and for
    options without a meaning for the format.
    """
    words, formats = WAYS[way].words, WAYS[way].formats
    format = settings.report_format
    if format not in formats:
        raise OptionRefused(
            f"{name}: --format {format} is not for {words}; {known_are(format, formats)}"
        )
    _refuse(settings, By.FORMAT, format, name, f"this is {format}")
    if settings.everything and settings.at:
        raise OptionRefused(f"{name}: --at cannot be combined with --all")


def _refuse(settings: Settings, by: By, value: str, name: str, this: str) -> None:
    for given, use in refused_options(OPTIONS, settings, by, value):
        raise OptionRefused(f"{name}: {given} is for {use.words}; {this}")
