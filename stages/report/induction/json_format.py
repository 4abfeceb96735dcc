"""The report on backward induction as JSON, for programs."""

from collections.abc import Iterator

from ....schemas.induction_report import (
    ARTIFACT,
    InductionReport,
    InductionReportFile,
    Play,
    PlayEntry,
)
from ....schemas.parts.exact import any_length
from ....schemas.parts.source import all_edits
from ....schemas.parts.status import Status


def write_json(report: InductionReport) -> Iterator[str]:
    """Yield the lines of the report: one first move per line."""
    # With 6 cards, integers have 17,000 digits.
    yield from any_length(lambda: [*ARTIFACT.write(_file(report))])


def _file(report: InductionReport) -> InductionReportFile:
    graph, induction, proved, sizes = report.graph, report.induction, report.proved, report.sizes
    source = graph.source
    return InductionReportFile(
        title=graph.title,
        players=graph.players,
        verified=proved is not None,
        value=report.value,
        value_exact=report.exact,
        lower_bound=proved and proved.lower,
        upper_bound=proved and proved.upper,
        exploitability=proved and max(0.0, (proved.upper - proved.lower) / 2),
        bound=proved and proved.bound,
        packed=bool(proved and proved.packed),
        status=Status.OPTIMAL,
        solver=induction.solver,
        solver_version=induction.version,
        edited=all_edits(source, report.edits),
        rules=source.rules if source and not source.edits else None,
        level=source.level if source else None,
        states=sizes.states,
        games=induction.games,
        largest_gap=proved and induction.largest_gap,
        histories=sizes.histories,
        information_sets=sizes.information_sets,
        sequences=sizes.sequences,
        seconds=induction.seconds,
        first_moves={
            play.label: _entry(play._replace(move_values=None)) for play in report.first_moves
        },
        levels=induction.levels if proved else (),
        position=_entry(report.position) if report.position else None,
    )


def _entry(play: Play) -> PlayEntry:
    worth, exact, others = play.move_values, play.exact, play.others
    return PlayEntry(
        state=play.state,
        value=play.value,
        gap=play.gap,
        moves_1=play.moves[0],
        moves_2=play.moves[1],
        strategy_1=play.strategies[0],
        strategy_2=play.strategies[1],
        worth_1=worth and worth[0],
        worth_2=worth and worth[1],
        value_exact=exact and exact.value,
        strategy_1_exact=exact and exact.strategies[0],
        strategy_2_exact=exact and exact.strategies[1],
        others_1=others and others[0],
        others_2=others and others[1],
    )
