"""The stages in panes side by side: every file between the source and the solution, and what
belongs together in them.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from typing import Any, NamedTuple

from schemas.game import Chance, Decision, Game, Terminal
from schemas.induction_report import InductionReport
from schemas.report import Report
from schemas.state_graph import StateGraph
from schemas.trail import Artifact, Trail
from stages.draw.programs import inside, matrix
from stages.page.assembly import Section, Shown
from stages.page.numbers import seconds
from stages.page.stages.marks import Names, in_runs
from stages.page.stages.panes import PANES, Pane, kind_of, panes
from stages.page.stages.reductions import Form, forms, graph_words
from stages.page.stages.relations import relations, shown_ids, where
from stages.report.optimum_report import OptimumReport

DRAWN = 400_000
"""Characters of a program whose matrix is drawn."""
OPEN = ("graph", "game", "program", "mps")
"""What is open at first."""


class Row(NamedTuple):
    """One line of the table of stages."""

    stage: str
    file: str
    size: str
    seconds: str
    command: str


class _Content(NamedTuple):
    """What the sections of all kinds of reports are made of."""

    trail: Trail
    names: Names
    game: Game | None
    graph: StateGraph | None
    sizes: dict[str, str]
    """In words, by the kind of file."""
    removed: str = ""
    forms: tuple[Form, ...] = ()


def of_game(report: Report) -> Shown | None:
    """Return the stages of a game that was solved as a linear program."""
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
            removed=graph_words(report) if trail.artifacts else "",
            forms=forms(report),
        )
    )


def of_states(report: InductionReport) -> Shown | None:
    """Return the stages of a game that was solved state by state."""
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
    """Return the stages of a linear program that is a source itself."""
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
        "where": where(found, content.game),
        "related": relations(content.trail, content.game, content.graph, shown_ids(found)),
    }
    fields = {
        "rows": [*_rows(content)],
        "removed": content.removed,
        "forms": content.forms,
        "panes": [_fields(at, pane) for at, pane in enumerate(found)],
        "matrix": _matrix(content.trail),
    }
    return Shown(fields, data)


def _rows(content: _Content) -> Iterator[Row]:
    """Yield the lines of the table. What one command makes has its seconds and the command once."""
    command = ""
    for artifact in content.trail.artifacts:
        row = _row(artifact, content.sizes)
        yield row._replace(seconds="", command="") if command == row.command else row
        command = row.command or " "


def _moves(trail: Trail, game: Game) -> str:
    """Return the letters of the nodes where the source is a Gambit file."""
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
    """Yield the pieces of a file, each behind what was left out before it."""
    from markupsafe import Markup  # For start-up time.

    before = 0
    for piece in pane.pieces:
        yield {
            "gap": _gap(before + 1, piece.first - 1),
            "first": piece.first,
            # Quotes may stand in text as they are, and there are many.
            "text": Markup(escape("".join(piece.lines), quote=False)),
        }
        before = piece.last
    if gap := _gap(before + 1, pane.artifact.lines):
        yield {"gap": gap, "first": 0, "text": ""}


def _gap(first: int, last: int) -> str:
    return f"lines {first:,} to {last:,} are not shown" if first <= last else ""


def _matrix(trail: Trail) -> Any:
    """Return the matrix of the program as markup, where the text of the program is all there."""
    program: Sequence[Artifact] = [
        one
        for one in trail.artifacts
        if one.whole and one.characters <= DRAWN and kind_of(one) in ("program", "mps")
    ]
    if not program:
        return ""
    from markupsafe import Markup  # For start-up time.

    shown = matrix(program[0].text, trail.columns)
    return Markup("".join(inside(shown, f"Matrix of {program[0].file}")))
