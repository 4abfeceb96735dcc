"""From a source to a picture: the kinds of pictures in one table, and the stages that make the
thing to draw.

A new kind of picture is a module in `stages/draw/` and an entry of PICTURES. A new format of all
pictures writes a `Scene`. PNG and PDF are made from SVG by Typst, which the extra `pictures`
installs. Of the converters that were tried on our pictures, Typst (Apache-2.0) makes both formats
and needs no system library. CairoSVG loses the numbers beside lines: it does not support
`paint-order`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple
from xml.etree import ElementTree

import click

from ...schemas.game import Game
from ...schemas.induction_report import InductionReport
from ...schemas.linear_program import LinearProgram
from ...schemas.parts.install_commands import install_extra
from ...schemas.parts.limits import LARGE
from ...schemas.parts.problems import SolverError, StageBug
from ...schemas.state_graph import Graph, ObservationGraph, StateGraph
from ...stages.draw import droids, goofspiel, graphs, maps, programs, roads, svg, tikz, trees
from ...stages.draw.scene import Scene
from ...stages.draw.svg import FONT
from ...stages.parse.maps import read_map
from ..chain.records import Lowered, Record, Reported, ReportedGraph
from ..chain.refusals import OptionRefused
from ..chain.steps import Step
from ..files.kinds import kind
from ..files.reading import about
from ..files.text import Text
from ..settings import OPTIONS, Settings
from ..settings.declarations import By, Use, option, options_of, refused_options
from ..settings.ways import AllBut
from ..terminal.diagnostics import note, progress, tell
from ..ways.run import run, solver_attempts

IMAGES = ("png", "pdf")
"""Formats that are made from an SVG picture."""
SHARP = 2
"""Pixels of a PNG per pixel of the picture, so that it can be printed."""
LONGEST = 8_000
"""The most pixels on the longer side of a PNG: many programs cannot open longer ones."""
# Fonts of other systems: Typst does not support `system-ui` and `sans-serif`.
FONTS = f"{FONT}, Arial, Helvetica, 'Liberation Sans'"
PAGE = b"""\
#set document(title: sys.inputs.title, date: none)
#set page(width: auto, height: auto, margin: 0pt)
#image("picture.svg", alt: sys.inputs.title)
"""


def converter() -> Any:
    """Return Typst. Raises SolverError, with the command that installs it, if it is missing."""
    try:
        import typst  # Imported here for start-up time, and because it is optional.
    except ImportError:
        raise SolverError(
            f"PNG and PDF need Typst, which is not installed: {install_extra('pictures')}. "
            "Without it: .svg and .tex, or print a page of `efgc run` (.html) as PDF in the browser"
        ) from None
    return typst


def image(svg: str, format: str) -> bytes:
    """Return the image file, PNG or PDF, of an SVG picture of ours.

    The same picture gives the same bytes with the same fonts and version of Typst. Raises
    SolverError.
    """
    typst, (longest, title) = converter(), _side_and_title(svg)
    if format == "png" and longest > LONGEST:
        shrunk = f"shrunk from {longest:,.0f} to {LONGEST:,} pixels; SVG and PDF stay sharp"
        note(f"the longer side of the picture is {shrunk}")
    try:
        made: bytes = typst.compile(
            {"main": PAGE, "picture.svg": svg.replace(FONT, FONTS, 1).encode()},
            format=format,
            ppi=min(SHARP, LONGEST / longest) * 96,  # A pixel of CSS is 1/96 inch.
            sys_inputs={"title": title},
        )
    except (typst.TypstError, ValueError) as error:
        raise SolverError(f"Typst cannot convert this picture to {format}: {error}") from None
    return made


def _side_and_title(svg: str) -> tuple[float, str]:
    """Return the longer side of a picture in pixels, and its title."""
    root = ElementTree.fromstring(svg)
    sides = (float(root.get(name, "1")) for name in ("width", "height"))
    return max(sides), root.findtext("{http://www.w3.org/2000/svg}title") or ""


SUFFIXES = {"svg": "svg", "png": "png", "pdf": "pdf", "tikz": "tex", "text": "txt"}
"""File endings, by the format of the picture."""
WIDTH = 80
"""Characters per line without a terminal."""
SOLVED_FIRST = 10_000
"""Games with at most so many nodes are solved before the size of their tree is checked."""


_TREES = (Use(By.PICTURE, ("tree", "graph"), "trees and graphs"),)


@dataclass(frozen=True)
class Wish:
    """A picture as requested."""

    source: Text
    picture: str = option(
        "",
        "--picture",
        type=click.Choice(("map", "chart", "board", "graph", "network", "tree", "matrix")),
        help="The kind of picture.  [default: the first that is possible]",
    )
    """A key of PICTURES; empty: the first that is possible."""
    format: str = "text"
    """A key of SUFFIXES."""
    plain: bool = option(
        False,
        "--plain",
        is_flag=True,
        help="Draw without solving.",
        uses=(Use(By.PICTURE, AllBut(("chart",)), "pictures that need no solution"),),
    )
    start: str = option(
        "",
        "--from",
        "start",
        metavar="HISTORY",
        help="Begin after these moves, such as 'e1 e2, right', or at the state of this name.",
        uses=_TREES,
    )
    """A history, or the name of a state."""
    depth: int | None = option(
        None,
        "--depth",
        type=click.IntRange(1),
        metavar="N",
        help="Draw at most N moves.",
        uses=_TREES,
    )
    player: int = option(
        0,
        "--player",
        type=click.IntRange(1, 2),
        help="Draw only this player's information sets and probabilities.",
        uses=(Use(By.PICTURE, ("tree",), "trees"),),
    )
    """The player whose information sets and probabilities are shown; 0: both players."""
    ascii: bool = False
    width: int = WIDTH
    """Characters per line of the terminal."""
    scheme: str = ""
    """Whether an SVG picture is always `light` or always `dark`; empty: as the reader's screen."""
    constants: tuple[tuple[str, str], ...] = ()
    """The values of constants of rules, as in the settings."""


WISHES = options_of(Wish)
"""The options of a picture, by the names of their parameters."""


class Picture(NamedTuple):
    """One kind of picture."""

    words: str
    """Its description in the help text."""
    of: tuple[str, ...]
    """The possible subjects: keys of SUBJECTS."""
    gather: Callable[[Record, Wish], Any]
    """Takes the record of a stage. Returns the content of the picture, or None if it needs the
    record of a later stage.
    """
    scene: Callable[[Any, Wish], Scene]
    """Takes the content. Returns the shapes, which can be written in the formats of SCENES."""
    text: Callable[[Any, Wish], Iterator[str]]
    """Takes the content. Returns the lines for a terminal."""
    as_program: bool = False
    """Whether even a game without a secret is solved as a linear program for it."""


SCENES: Mapping[str, Callable[[Scene, str], Iterator[str]]] = {
    "svg": svg.write,
    "tikz": lambda scene, scheme: tikz.write(scene),
}
"""Writers of the shapes of any picture."""


def write_scene(scene: Scene, format: str, scheme: str = "") -> list[str] | bytes:
    """Return the content of a file, in a format of SCENES or of IMAGES. An image is light unless
    `scheme` is another one. Raises SolverError if an image cannot be made.
    """
    if format in IMAGES:
        return image("".join(svg.write(scene, scheme or "light")), format)
    return list(SCENES[format](scene, scheme))


SUBJECTS = {
    "map": "a map",
    "goofspiel": "Goofspiel",
    "droid-battle": "a droid battle",
    "graph": "a state graph",
    "rules": "a rules file",
    "game": "a game",
    "program": "a linear program",
}


def subject(kind: str, parsed: Record) -> str:
    """Return the subject of a parsed source of a kind, a key of SUBJECTS."""
    match parsed:
        case LinearProgram():
            return "program"
        case Game():
            return "game"
        case StateGraph() if kind == "map":
            return "map"
        case StateGraph(rule=rule):
            return rule.name if rule is not None and rule.name in SUBJECTS else "graph"
        case ObservationGraph():
            return "rules" if kind == "rules" else "graph"
        case _:
            raise TypeError(f"{type(parsed).__name__} is not what `parse` makes")


def pictures_of(subject: str) -> list[str]:
    """Return the possible pictures of a subject, the usual one first.

    >>> pictures_of("game")
    ['tree', 'matrix']
    """
    return [name for name, picture in PICTURES.items() if subject in picture.of]


def _map(made: Record, wish: Wish) -> maps.MapPicture | None:
    match made:
        case StateGraph() if wish.plain:
            board = read_map(wish.source.text)
            return maps.without_play(board.rows, board.places, made.title)
        case Reported(_, report, _):
            return maps.flow(report)
        case _:
            return None


def _chart(made: Record, wish: Wish) -> InductionReport | None:
    return made.report if isinstance(made, ReportedGraph) else None


def _board(made: Record, wish: Wish) -> droids.Moment | None:
    match made:
        case StateGraph() if wish.plain:
            return droids.without_play(made.rule, made.title)
        case ReportedGraph(_, report):
            return droids.moment(report)
        case _:
            return None


def _graph(made: Record, wish: Wish) -> graphs.Graph | None:
    match made:
        case Graph():
            return graphs.graph_of(made, wish.start, wish.depth)
        case _:
            return None


def _network(made: Record, wish: Wish) -> roads.Roads:
    from ..files.parsers import rules_positions  # For start-up time.

    assert isinstance(made, ObservationGraph)
    network, variables, constants = rules_positions(wish.source, wish.constants)
    return roads.roads_of(
        made.title, network.edges, network.squares, network.marks, variables, constants
    )


def _tree(made: Record, wish: Wish) -> trees.Tree | None:
    match made:
        case Game():
            start = trees.read_history(made, wish.start)
            if not wish.plain and len(made.nodes) <= SOLVED_FIRST:
                return None
            # A tree that is too large is refused before solving.
            seen = trees.tree_of(made, start=start, depth=wish.depth, player=wish.player)
            return seen if wish.plain else None
        case Reported(_, report, _):
            return trees.tree_of(
                report.game,
                report.strategies,
                report.exact,
                start=trees.read_history(report.game, wish.start),
                depth=wish.depth,
                player=wish.player,
            )
        case _:
            return None


def _matrix(made: Record, wish: Wish) -> programs.Matrix | None:
    match made:
        case LinearProgram():
            return programs.matrix(made.text)
        # Too large to be shown with the meanings of its columns.
        case Lowered() if len(made.game.nodes) >= LARGE:
            return programs.matrix(made.text)
        case Lowered():
            return programs.matrix(made.text, made.columns)
        case _:
            return None


def _matrix_scene(shown: programs.Matrix, wish: Wish) -> Scene:
    return programs.scene(shown, shown.problem or wish.source.file or "linear program")


GAMES = ("map", "goofspiel", "droid-battle", "graph", "rules", "game")

# A picture is gathered in records by a module of `stages/draw`, and then written by SCENES, or by
# its own `text`. An option for some pictures is a field of `Wish`.
PICTURES = {  # The first picture of a subject is the usual one.
    "map": Picture(
        words="of a map: where the agent goes and how often, where bandits wait",
        of=("map",),
        gather=_map,
        scene=lambda shown, wish: maps.scene(shown),
        text=lambda shown, wish: maps.write_text(shown, wish.ascii),
    ),
    "chart": Picture(
        words="of Goofspiel: how often each card is bid for each prize",
        of=("goofspiel",),
        gather=_chart,
        scene=lambda report, wish: goofspiel.scene(report),
        text=lambda report, wish: goofspiel.write_text(report, wish.ascii),
    ),
    "board": Picture(
        words="of a droid battle: the board, and how both droids begin",
        of=("droid-battle",),
        gather=_board,
        scene=lambda shown, wish: droids.scene(shown),
        text=lambda shown, wish: droids.write_text(shown, wish.ascii),
    ),
    "graph": Picture(
        words="of a state graph, such as that of a map: states and transitions",
        of=("map", "goofspiel", "droid-battle", "graph", "rules"),
        gather=_graph,
        scene=lambda shown, wish: graphs.scene(shown),
        text=lambda shown, wish: graphs.write_text(shown, wish.ascii),
    ),
    "network": Picture(
        words="of rules: the network or grid, and where variables are at the beginning",
        of=("rules",),
        gather=_network,
        scene=lambda shown, wish: roads.scene(shown),
        text=lambda shown, wish: roads.write_text(shown, wish.ascii),
    ),
    "tree": Picture(
        words="of any game: its histories, with strategies on the branches",
        of=GAMES,
        gather=_tree,
        scene=lambda tree, wish: trees.scene(tree),
        text=lambda tree, wish: trees.write_text(tree, wish.ascii),
        as_program=True,
    ),
    "matrix": Picture(
        words="of any linear program: where it has coefficients, in blocks",
        of=(*GAMES, "program"),
        gather=_matrix,
        scene=_matrix_scene,
        text=lambda shown, wish: programs.write_text(shown, wish.ascii, wish.width),
        as_program=True,
    ),
}


class PictureContent(NamedTuple):
    """The content of a picture, before it is written in some format."""

    name: str
    """A key of PICTURES."""
    shown: Any
    wish: Wish

    def text(self, format: str) -> list[str]:
        """Return the text of the picture, in parts. Raises OptionRefused."""
        known = ("text", *SCENES)
        if format not in known:
            raise _refused(self.wish, f"--format {format} is not the text of a picture", known)
        picture = PICTURES[self.name]
        with progress("draw"):
            if format == "text":
                return list(picture.text(self.shown, self.wish))
            return list(SCENES[format](picture.scene(self.shown, self.wish), self.wish.scheme))

    def file(self, format: str) -> list[str] | bytes:
        """Return the content of a file: text in parts, or an image, which is light unless the wish
        sets another scheme. Raises as `text`, and SolverError if an image cannot be made.
        """
        if format not in IMAGES:
            return self.text(format)
        with progress("draw"):
            scene = PICTURES[self.name].scene(self.shown, self.wish)
            return write_scene(scene, format, self.wish.scheme)


def draw_picture(wish: Wish, settings: Settings) -> PictureContent:
    """Return the content of a picture.

    Raises OptionRefused for options without a meaning for the picture, InputError if the source is
    broken or too large to draw, and the errors of the stages.
    """
    asked, begin = PICTURES.get(wish.picture), kind(wish.source.text)
    wish = replace(wish, constants=settings.let)
    steps = run(
        wish.source,
        settings,
        # Only pictures of maps show the trail.
        trail=begin == "map" and wish.picture in ("", "map") and not wish.plain,
        as_program=asked is not None and asked.as_program,
    )
    with closing(steps):
        return _draw(steps, wish, settings, begin)


def _draw(steps: Iterator[Step], wish: Wish, settings: Settings, begin: str) -> PictureContent:
    first = next(steps)
    name = _choose_picture(wish, begin, first.made)
    for given, use in (
        *refused_options(OPTIONS, settings, By.PICTURE, name),
        *refused_options(OPTIONS, settings, By.DRAWING, "plain" if wish.plain else "solved"),
    ):
        raise _refused_for(given, use, wish, name)
    for step in chain([first], steps):
        shown = _contents(name, step.made, wish)
        if shown is not None:
            tell(wish.source.name, *solver_attempts(step.made))
            return PictureContent(name, shown, wish)
    raise StageBug("efgc: a bug of ours: no stage made what is drawn")


def picture_of_results(wish: Wish, begin: str, made: Sequence[Record]) -> PictureContent | None:
    """Return a picture of a kind of source, drawn from the results of its stages; None if no result
    has the data for it. Raises as `draw_picture`.
    """
    name = _choose_picture(wish, begin, made[0])
    for record in made:
        shown = _contents(name, record, wish)
        if shown is not None:
            return PictureContent(name, shown, wish)
    return None


def _contents(name: str, made: Record, wish: Wish) -> Any:
    """Return the content of the picture if this record has it; None otherwise."""
    with progress("draw"):
        return about(wish.source.name, lambda: PICTURES[name].gather(made, wish))


def _choose_picture(wish: Wish, begin: str, parsed: Record) -> str:
    """Return the name of the picture for the parsed source. Raises OptionRefused."""
    found = subject(begin, parsed)
    known = pictures_of(found)
    name = wish.picture or known[0]
    if name not in known:
        raise _refused(wish, f"--picture {name} is not for {SUBJECTS[found]}", known)
    for given, use in refused_options(WISHES, wish, By.PICTURE, name):
        raise _refused_for(given, use, wish, name)
    return name


def _refused_for(given: str, use: Use, wish: Wish, name: str) -> OptionRefused:
    return OptionRefused(
        f"{wish.source.name}: {given} is for {use.words}; this is drawn as a {name}"
    )


def _refused(wish: Wish, what: str, known: Iterable[str]) -> OptionRefused:
    return OptionRefused(f"{wish.source.name}: {what}; known are {', '.join(known)}")
