"""From a source to a picture: the source goes through the stages until one makes the
thing to draw.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from pipeline.chain.records import Record
from pipeline.chain.refusals import OptionRefused
from pipeline.chain.run import answered, run
from pipeline.chain.steps import Step
from pipeline.declarations import By, refused_options
from pipeline.files.kinds import kind
from pipeline.files.reading import about
from pipeline.results.images import IMAGES, converter, image
from pipeline.results.pictures import PICTURES, SUBJECTS, WISHES, Wish, pictures_of, subject
from pipeline.settings import OPTIONS, Settings
from pipeline.terminal.diagnostics import progress, tell
from schemas.parts.problems import StageBug
from stages.draw.svg import in_scheme


class Drawn(NamedTuple):
    """The content of a picture, before it is written in some format."""

    name: str
    """A key of PICTURES."""
    shown: Any
    wish: Wish

    def text(self, format: str) -> list[str]:
        """Return the text of the picture, in parts. Raises OptionRefused."""
        formats = PICTURES[self.name].formats
        if format not in formats:
            raise _refused(self.wish, f"--format {format} is not for a {self.name}", formats)
        with progress("draw"):
            made = formats[format](self.shown, self.wish)
            return list(in_scheme(made, self.wish.scheme) if format == "svg" else made)

    def file(self, format: str) -> list[str] | bytes:
        """Return the content of a file: text in parts, or an image, which is light unless the wish
        sets another scheme. Raises as `text`, and SolverError if an image cannot be made.
        """
        if format not in IMAGES:
            return self.text(format)
        wish = replace(self.wish, scheme=self.wish.scheme or "light")
        svg = "".join(self._replace(wish=wish).text("svg"))
        with progress("draw"):
            return image(svg, format)


def picture(wish: Wish, settings: Settings) -> list[str] | bytes:
    """Return the content of a picture's file. Raises as `drawn`."""
    if wish.format in IMAGES:
        converter()  # A missing package is reported before a long solve, not after it.
    return drawn(wish, settings).file(wish.format)


def drawn(wish: Wish, settings: Settings) -> Drawn:
    """Return the content of a picture.

    Raises OptionRefused for options without a meaning for the picture, InputError if the source is
    broken or too large to draw, and the errors of the stages.
    """
    asked, begin = PICTURES.get(wish.picture), kind(wish.source.text)
    steps = run(
        wish.source,
        settings,
        # Only pictures of maps show the trail.
        trail=begin == "map" and wish.picture in ("", "map") and not wish.plain,
        as_program=asked is not None and asked.as_program,
    )
    with closing(steps):
        return _drawn(steps, wish, settings, begin)


def _drawn(steps: Iterator[Step], wish: Wish, settings: Settings, begin: str) -> Drawn:
    first = next(steps)
    name = _chosen(wish, settings, begin, first.made)
    for step in chain([first], steps):
        shown = _shown(name, step.made, wish)
        if shown is not None:
            tell(wish.source.name, *answered(step.made))
            return Drawn(name, shown, wish)
    raise StageBug("efgc: a bug of ours: no stage made what is drawn")


def usual_picture(wish: Wish, begin: str, made: Sequence[Record]) -> Drawn | None:
    """Return the usual picture of a kind of source, from the records of its stages; None if no
    record has its content. Raises InputError if the picture is too large.
    """
    name = pictures_of(subject(begin, made[0]))[0]
    for record in reversed(made):
        shown = _shown(name, record, wish)
        if shown is not None:
            return Drawn(name, shown, wish)
    return None


def _shown(name: str, made: Record, wish: Wish) -> Any:
    """Return the content of the picture if this record has it; None otherwise."""
    with progress("draw"):
        return about(wish.source.name, lambda: PICTURES[name].gather(made, wish))


def _chosen(wish: Wish, settings: Settings, begin: str, parsed: Record) -> str:
    """Return the name of the picture for the parsed source. Raises OptionRefused."""
    found = subject(begin, parsed)
    known = pictures_of(found)
    name = wish.picture or known[0]
    if name not in known:
        raise _refused(wish, f"--picture {name} is not for {SUBJECTS[found]}", known)
    for given, use in (
        *refused_options(WISHES, wish, By.PICTURE, name),
        *refused_options(OPTIONS, settings, By.PICTURE, name),
        *refused_options(OPTIONS, settings, By.DRAWING, "plain" if wish.plain else "solved"),
    ):
        raise OptionRefused(
            f"{wish.source.name}: {given} is for {use.words}; this is drawn as a {name}"
        )
    formats = PICTURES[name].known
    if wish.format not in formats:
        raise _refused(wish, f"--format {wish.format} is not for a {name}", formats)
    return name


def _refused(wish: Wish, what: str, known: Iterable[str]) -> OptionRefused:
    return OptionRefused(f"{wish.source.name}: {what}; known are {', '.join(known)}")
