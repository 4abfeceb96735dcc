"""How a source becomes a picture: it goes through the stages until there is what is drawn."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

from pipeline.chain.option_uses import OptionRefused, without
from pipeline.chain.records import Record
from pipeline.chain.run import answered, run
from pipeline.chain.steps import Step
from pipeline.files.kinds import kind
from pipeline.files.reading import about
from pipeline.results.images import IMAGES, converter, image
from pipeline.results.pictures import PICTURES, SUBJECTS, Wish, pictures_of, subject
from pipeline.settings import Settings
from pipeline.terminal.diagnostics import progress, tell
from schemas.parts.problems import StageBug
from stages.draw.svg import in_scheme
from stages.lower import REDUCTIONS


class Option(NamedTuple):
    """What one option is for; not here are those of `pipeline.chain.option_uses`, and limits."""

    given: Callable[[Wish, Settings], str]
    """Returns it as it is given; empty where it is not."""
    words: str
    pictures: Collection[str]
    """By their names."""


_LOWERED = without(REDUCTIONS)
SOLVED = ("map", "chart", "board", "tree")
OPTIONS = (
    Option(
        lambda wish, asked: "--depth" if wish.depth is not None else "",
        "trees and graphs",
        ("tree", "graph"),
    ),
    Option(lambda wish, asked: wish.start and "--from", "trees and graphs", ("tree", "graph")),
    Option(
        lambda wish, asked: f"--player {wish.player}" if wish.player else "", "trees", ("tree",)
    ),
    Option(lambda wish, asked: asked.at and "--at", "charts and boards", ("chart", "board")),
    Option(
        lambda wish, asked: "--at" if asked.at and wish.plain else "",
        "what is solved, not for --plain",
        (),
    ),
    Option(
        lambda wish, asked: "--plain" if wish.plain else "",
        "what can be drawn without being solved",
        [name for name in PICTURES if name != "chart"],
    ),
    Option(
        lambda wish, asked: asked.solver and f"--solver {asked.solver}",
        "what is solved",
        SOLVED,
    ),
    Option(
        lambda wish, asked: f"--solver {asked.solver}" if asked.solver and wish.plain else "",
        "what is solved, not for --plain",
        (),
    ),
    Option(lambda wish, asked: _LOWERED(asked), "what is lowered", ("map", "tree", "matrix")),
)


class Drawn(NamedTuple):
    """What a picture shows, before it is written in one format or another."""

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
        says otherwise. Raises as `text`, and SolverError where an image cannot be made.
        """
        if format not in IMAGES:
            return self.text(format)
        wish = self.wish._replace(scheme=self.wish.scheme or "light")
        svg = "".join(self._replace(wish=wish).text("svg"))
        with progress("draw"):
            return image(svg, format)


def picture(wish: Wish, settings: Settings) -> list[str] | bytes:
    """Return the content of a picture's file. Raises as `drawn`."""
    if wish.format in IMAGES:
        converter()  # What is missing is said before a long solve, not after it.
    return drawn(wish, settings).file(wish.format)


def drawn(wish: Wish, settings: Settings) -> Drawn:
    """Return what a picture shows.

    Raises OptionRefused for what means nothing for it, InputError where the source is broken or too
    large to be seen, and what the stages raise.
    """
    asked, begin = PICTURES.get(wish.picture), kind(wish.source.text)
    steps = run(
        wish.source,
        settings,
        # What shows the trail is drawn of maps alone.
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
    """Return the usual picture of a source of a kind, from what the stages made of it; None where
    nothing has what it shows. Raises InputError where it is too large.
    """
    name = pictures_of(subject(begin, made[0]))[0]
    for record in reversed(made):
        shown = _shown(name, record, wish)
        if shown is not None:
            return Drawn(name, shown, wish)
    return None


def _shown(name: str, made: Record, wish: Wish) -> Any:
    """Return what the picture shows, if there is that."""
    with progress("draw"):
        return about(wish.source.name, lambda: PICTURES[name].gather(made, wish))


def _chosen(wish: Wish, settings: Settings, begin: str, parsed: Record) -> str:
    """Return which picture is drawn of what was parsed, by its name. Raises OptionRefused."""
    found = subject(begin, parsed)
    known = pictures_of(found)
    name = wish.picture or known[0]
    if name not in known:
        raise _refused(wish, f"--picture {name} is not for {SUBJECTS[found]}", known)
    for option in OPTIONS:
        given = option.given(wish, settings)
        if given and name not in option.pictures:
            raise OptionRefused(
                f"{wish.source.name}: {given} is for {option.words}; this is drawn as a {name}"
            )
    formats = PICTURES[name].known
    if wish.format not in formats:
        raise _refused(wish, f"--format {wish.format} is not for a {name}", formats)
    return name


def _refused(wish: Wish, what: str, known: Iterable[str]) -> OptionRefused:
    return OptionRefused(f"{wish.source.name}: {what}; known are {', '.join(known)}")
