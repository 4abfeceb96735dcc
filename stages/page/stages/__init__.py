"""The stages in panes side by side: every file between the source and the solution, with links
between related lines. `panes` cuts the files, `marks` finds the subject of each line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import islice
from typing import Any, NamedTuple

from markupsafe import Markup

from ....schemas.game import Chance, Decision, Game, Terminal
from ....schemas.induction_report import InductionReport
from ....schemas.linear_program import origin
from ....schemas.parts.counts import REDUCED
from ....schemas.parts.exact import large
from ....schemas.parts.squares import Square
from ....schemas.parts.states import Choice, Look, Relocation
from ....schemas.report import Report
from ....schemas.state_graph import StateGraph
from ....schemas.trail import Artifact, Trail
from ...documents import html
from ...draw import programs, svg
from ...forms.formulation import Forms
from ...passes import Passed, Size, graph_size, reduced_graphs, table
from ...report.optimum import OptimumReport
from ..assembly import Section, Shown, seconds
from .marks import Names, in_runs
from .panes import PANES, Pane, kind_of, panes

Ids = dict[str, list[str]]
"""The ids shown on a page, by kind."""

DRAWN = 400_000
"""Characters up to which a program's matrix is drawn."""
OPEN = ("graph", "game", "program", "mps")
"""The panes that are open at first."""
NODES, STATES = 5_000, 100_000
"""Nodes and states up to which the sequence forms of a game and the state graphs of a map are
recomputed for their sizes.
"""
LEVELS = (
    "Level 0, the textbook tree: one state per history",
    "Level 1: equivalent situations merged",
    "Level 2: equivalent situations merged, irrelevant moves removed",
)


class Row(NamedTuple):
    """One line of the table of stages."""

    stage: str
    file: str
    size: str
    seconds: str
    command: str


class _Content(NamedTuple):
    """The common content of the section for all kinds of reports."""

    trail: Trail
    names: Names
    game: Game | None
    graph: StateGraph | None
    sizes: dict[str, str]
    """In words, by the kind of file."""
    removed: str = ""
    passes: Sequence[Passed] = ()


def of_game(report: Report) -> Shown | None:
    """Return the stages of a game solved as a linear program."""
    trail, game, size = report.trail, report.game, report.origins.size
    table, infosets = trail.columns, len(game.information_sets)
    program = f"{size.rows:,} × {size.columns:,}, {size.nonzeros:,} nonzeros"
    return _shown(
        _Content(
            trail=trail,
            names=Names(
                states=trail.graph.names if trail.graph else (),
                columns=tuple(entry.name for entry in table.columns) if table else (),
                rows=tuple(entry.name for entry in table.rows) if table else (),
                moves=_moves(trail, game),
            ),
            game=game,
            graph=trail.graph,
            sizes={
                "graph": f"{len(trail.graph.states):,} states" if trail.graph else "",
                "game": f"{len(game.nodes):,} nodes, {infosets:,} information sets",
                "program": program,
                "mps": program,
                "solution": f"{report.origins.status}, {report.origins.solver}",
            },
            removed=_graph_words(report) if trail.artifacts else "",
            passes=passes(report),
        )
    )


def of_states(report: InductionReport) -> Shown | None:
    """Return the stages of a game solved state by state."""
    graph = report.graph
    return _shown(
        _Content(
            trail=report.trail,
            names=Names(states=graph.names if graph.states else ()),
            game=None,
            graph=graph if graph.states else None,
            sizes={
                "graph": f"{len(graph.states):,} states" if graph.states else "states generated",
                "solution": f"{report.induction.games:,} stage games",
            },
        )
    )


def of_optimum(report: OptimumReport) -> Shown | None:
    """Return the stages of a linear program that is itself the source."""
    size = report.solution.size
    program = f"{size.rows:,} × {size.columns:,}, {size.nonzeros:,} nonzeros"
    return _shown(
        _Content(
            trail=report.trail,
            names=Names(
                columns=tuple(entry.name for entry in report.solution.columns),
                rows=tuple(entry.name for entry in report.solution.rows),
            ),
            game=None,
            graph=None,
            sizes={
                "program": program,
                "mps": program,
                "solution": f"{report.solution.status}, {report.solution.solver}",
            },
        )
    )


GAME_STAGES = Section[Report]("stages", "Stages", of_game)
STATES_STAGES = Section[InductionReport]("stages", "Stages", of_states)
OPTIMUM_STAGES = Section[OptimumReport]("stages", "Stages", of_optimum)


def _shown(content: _Content) -> Shown | None:
    if not content.trail.artifacts:
        return None
    found = panes(content.trail, content.names)
    data = {
        "panes": [
            {
                "marks": [in_runs(piece.marks) for piece in pane.pieces],
                "squares": [pane.squares.start, pane.squares.stop],
            }
            for pane in found
        ],
        "where": line_locations(found, content.game),
        "related": relations(content.trail, content.game, content.graph, shown_ids(found)),
    }
    fields = {
        "rows": [*_rows(content)],
        "removed": content.removed,
        "passes": _table(content.passes),
        "panes": [_fields(at, pane) for at, pane in enumerate(found)],
        "matrix": _matrix(content.trail),
    }
    return Shown(fields, data)


def _rows(content: _Content) -> Iterator[Row]:
    """Yield the lines of the table. The outputs of one command show its seconds and name once."""
    command = ""
    for artifact in content.trail.artifacts:
        row = _row(artifact, content.sizes)
        yield row._replace(seconds="", command="") if command == row.command else row
        command = row.command or " "


def _moves(trail: Trail, game: Game) -> str:
    """Return the letters of the nodes if the source is a Gambit file."""
    if kind_of(trail.artifacts[0]) != "tree" if trail.artifacts else True:
        return ""
    letters = {Chance: "c", Decision: "p", Terminal: "t"}
    most = trail.artifacts[0].lines
    return "".join(letters[type(node)] for node in islice(game.nodes, most))


def _row(artifact: Artifact, sizes: dict[str, str]) -> Row:
    kind = kind_of(artifact)
    return Row(
        stage=artifact.stage,
        file=artifact.file,
        size=", ".join(filter(None, (sizes.get(kind, ""), _lines(artifact.lines)))),
        seconds=seconds(artifact.seconds),
        command=artifact.command,
    )


def _lines(number: int) -> str:
    return "1 line" if number <= 1 else f"{number:,} lines"


def _fields(at: int, pane: Pane) -> dict[str, Any]:
    artifact = pane.artifact
    cut = pane.shown < artifact.lines
    return {
        "id": f"stages-pane-{at}",
        "title": PANES[pane.kind][0],
        "file": artifact.file,
        "open": pane.kind in OPEN,
        "lines": f"{pane.shown:,} of {artifact.lines:,} lines" if cut else _lines(pane.shown),
        "parts": [*_parts(pane)],
    }


def _parts(pane: Pane) -> Iterator[dict[str, Any]]:
    """Yield the pieces of a file, each with the gap before it."""
    before = 0
    for piece in pane.pieces:
        yield {
            "gap": _gap(before + 1, piece.first - 1),
            "first": piece.first,
            # Quotes are safe in text, and there are many.
            "text": Markup(escape("".join(piece.lines), quote=False)),
        }
        before = piece.last
    if gap := _gap(before + 1, pane.artifact.lines):
        yield {"gap": gap, "first": 0, "text": ""}


def _gap(first: int, last: int) -> str:
    return f"lines {first:,} to {last:,} are not shown" if first <= last else ""


def _matrix(trail: Trail) -> Any:
    """Return the matrix of the program as markup, if the program's text is complete."""
    program: Sequence[Artifact] = [
        one
        for one in trail.artifacts
        if one.whole and one.characters <= DRAWN and kind_of(one) in ("program", "mps")
    ]
    if not program:
        return ""
    matrix, title = programs.matrix(program[0].text, trail.columns), f"Matrix of {program[0].file}"
    return Markup(svg.embedded(programs.scene(matrix, title, marked=True)))


def _graph_words(report: Report) -> str:
    """Return a summary of the level's reductions; empty for a game without a level."""
    game, counts = report.game, report.game.counts
    if not game.source or not game.states:
        return ""
    told = f"{LEVELS[game.source.level]}."
    if counts is None:
        return told
    if counts.of == REDUCED:
        return f"{told} As a tree it has {large(counts.histories)} histories."
    whole = counts.of[0].upper() + counts.of[1:]
    return (
        f"{told} {whole} has {large(counts.histories)} histories; here {len(game.nodes):,} nodes "
        "stand for them."
    )


def passes(report: Report) -> list[Passed]:
    """Return the sizes of the state graph of a map, of the game and of the linear program, each
    before its reductions and after each; without those that are unknown or would take long.
    """
    game = report.game
    listed = Size(nodes=len(game.nodes), information_sets=len(game.information_sets))
    expanded = Passed("expand" if game.states else "parse", listed)
    return [*_graphs(report.trail), expanded, *_programs(report)]


def _graphs(trail: Trail) -> list[Passed]:
    graph = trail.graph
    if not trail.rows or not trail.artifacts or graph is None or graph.source is None:
        return []  # Not from a map.
    if len(graph.states) > STATES:
        return []
    text = next(one.text for one in trail.artifacts if kind_of(one) == "source")
    found = [*reduced_graphs(text, graph.source, trail.without, STATES)]
    if not found:
        return [Passed("parse", graph_size(graph))]
    _, last = found[-1]
    if last is None or last.digest != replace(graph, counts=None).digest:
        return []  # Other reductions were left out, or somebody edited it.
    return [
        Passed(name, graph_size(part) if part else Size(more_than=STATES)) for name, part in found
    ]


def _programs(report: Report) -> Iterator[Passed]:
    game, trail = report.game, report.trail
    if trail.columns is None or len(game.nodes) > NODES:
        return
    said = origin(trail.columns.problem)
    if said is None or said.digest != game.digest[: len(said.digest)]:
        return  # The strategies were carried to another game.
    for name, size in Forms(game).sizes(said.player, said.without):
        yield Passed(name or "lower", Size(**size._asdict()))


def _table(passes: Sequence[Passed]) -> Any:
    """Return the passes as markup; empty if there is no reduction among them."""
    if {one.name for one in passes} <= {"parse", "expand", "lower"}:
        return ""
    return Markup(html(table(passes), "Passes"))


def shown_ids(panes: Iterable[Pane]) -> Ids:
    """Return the ids in the lines of panes, each once, in their order."""
    found: dict[str, dict[str, None]] = {}
    for pane in panes:
        for piece in pane.pieces:
            for line in piece.marks:
                for kind, one in line:
                    found.setdefault(kind, {})[one] = None
    return {kind: [*ids] for kind, ids in found.items()}


def line_locations(panes: Iterable[Pane], game: Game | None) -> dict[str, list[object]]:
    """Return, per kind of record that a game file numbers line by line, the file, the line of
    number 0, and the count: for locating lines that are not shown.
    """
    if game is None:
        return {}
    found: dict[str, list[object]] = {}
    sizes = {"infoset": len(game.information_sets), "node": len(game.nodes)}
    for pane in panes:
        for piece in pane.pieces if pane.kind == "game" else ():
            for at, line in enumerate(piece.marks):
                for kind, one in line:
                    begin = piece.first + at - int(one)
                    found.setdefault(kind, [pane.artifact.file, begin, sizes[kind]])
    return found


def relations(trail: Trail, game: Game | None, graph: StateGraph | None, ids: Ids) -> Any:
    """Return the relations between records, for the page's script.

    `states` are names, `squares` has the squares of states that have one, and the other lists
    refer to `states` by index: per information set its number and state, per node its number,
    information set and state; per column and row its name and information set. -1 means none.
    """
    states: dict[str, int] = {}

    def place(name: str) -> int:
        return states.setdefault(name, len(states)) if name else -1

    for name in ids.get("state", ()):
        place(name)
    infosets, nodes = [], []
    if game is not None:
        sets = {int(one) for one in ids.get("infoset", ())}
        nodes = [_node(trail, game, int(one), place) for one in ids.get("node", ())]
        sets |= {infoset for _, infoset, _ in nodes if infoset >= 0}
        infosets = [[number, place(game.information_sets[number].state)] for number in sorted(sets)]
    return {
        "states": [*states],
        "squares": _squares(graph, states) if graph else {},
        "infosets": infosets,
        "nodes": nodes,
        "columns": _entries(trail, "columns", ids.get("column", ())),
        "rows": _entries(trail, "rows", ids.get("row", ())),
    }


def _node(trail: Trail, game: Game, number: int, place: Any) -> list[int]:
    node = game.nodes[number]
    state = ""
    if trail.origins is not None and trail.graph is not None:
        state = trail.graph.names[int(trail.origins.states[number])]
    return [number, node.infoset if isinstance(node, Decision) else -1, place(state)]


def _entries(trail: Trail, key: str, shown: Iterable[str]) -> list[list[object]]:
    if trail.columns is None:
        return []
    wanted = frozenset(shown)
    return [
        [entry.name, -1 if entry.information_set is None else entry.information_set]
        for entry in getattr(trail.columns, key)
        if entry.name in wanted
    ]


def _squares(graph: StateGraph, states: dict[str, int]) -> dict[int, str]:
    """Return the squares of states that have one: player 1's square, or the one that the rules
    look at.
    """
    places = dict(graph.places)
    found = {}
    for number, name in _numbered(graph.names, states):
        square = _square(graph.states[number], places)
        if square is not None:
            found[states[name]] = f"{square[0]},{square[1]}"
    return found


def _numbered(names: Sequence[str], wanted: dict[str, int]) -> Iterable[tuple[int, str]]:
    """Yield the states with the wanted names and their numbers, until all are found."""
    left = len(wanted)
    for number, name in enumerate(names):
        if name in wanted:
            yield number, name
            left -= 1
        if not left:
            return


def _square(state: object, places: dict[str, Square]) -> Square | None:
    match state:
        case Choice(_, _, _, at):
            return at
        case Look(place, _, _):
            return places.get(place)
        case Relocation(_, not_to, _):
            return places.get(not_to)
        case _:
            return None
