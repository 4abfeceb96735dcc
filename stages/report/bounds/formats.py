"""The report on bounds for programs: JSON, and the strategies as files."""

from collections.abc import Iterator

from ....schemas.bounds_report import ARTIFACT, BoundsReport, BoundsReportFile
from ....schemas.game import Game
from ....schemas.map_game import MapGame
from ....schemas.matrices import Matrices
from ....schemas.parts.exact import write_exact
from ....schemas.parts.problems import OptionError
from ....schemas.parts.source import all_edits
from ....schemas.state_graph import ObservationGraph
from ...strategies import own_csv, own_json


def write_json(report: BoundsReport) -> Iterator[str]:
    """Yield the lines of the report."""
    return ARTIFACT.write(_file(report))


def _file(report: BoundsReport) -> BoundsReportFile:
    game, bounds, proved = report.game, report.bounds, report.proved
    source, strategies = game.source, bounds.strategies
    listed = isinstance(game, Game | Matrices)
    return BoundsReportFile(
        title=game.title,
        players=game.players,
        value=None if bounds.value is None else float(bounds.value),
        value_exact=None if bounds.value is None else write_exact(bounds.value),
        lower_bound=proved.lower,
        upper_bound=proved.upper,
        exploitability=proved.exploitability,
        status=bounds.status,
        solver=bounds.method,
        rule=bounds.rule,
        steps=bounds.steps,
        edited=all_edits(source, report.edits),
        rules=source.rules if source and not source.edits else None,
        level=source.level if source and not isinstance(game, MapGame) else None,
        histories=report.histories,
        states=_states(game),
        information_sets=(len(strategies[0]), len(strategies[1])) if listed else None,
        sequences=(_sequences(report, 0), _sequences(report, 1)) if listed else None,
        situations=(len(strategies[0]), len(strategies[1])),
        seconds=bounds.seconds,
        progress=report.progress,
        first_moves=report.first_moves,
    )


def _states(game: Game | ObservationGraph | MapGame | Matrices) -> int | None:
    match game:
        case Game():
            return game.states or None
        case ObservationGraph():
            return len(game.columns)
        case MapGame() | Matrices():
            return None


def _sequences(report: BoundsReport, player: int) -> int:
    return 1 + sum(len(one.actions) for one in report.bounds.strategies[player])


def write_strategy(report: BoundsReport) -> Iterator[str]:
    """Yield the lines of both strategies in JSON: one information set per line."""
    spelled = [
        (
            (one.information_set or 0, tuple(map(own_json.decimal, one.probabilities)))
            for one in each
        )
        for each in report.bounds.strategies
    ]
    return own_json.write_spelled(_listed(report), spelled)


def write_csv(report: BoundsReport) -> Iterator[str]:
    """Yield the lines of both strategies as a table: one action per line."""
    lines: list[Iterator[own_csv.Line]] = [
        (
            (one.information_set or 0, tuple((repr(share), "") for share in one.probabilities))
            for one in each
        )
        for each in report.bounds.strategies
    ]
    return own_csv.write_lines(_listed(report), lines)


def _listed(report: BoundsReport) -> Game:
    if isinstance(report.game, Game):
        return report.game
    raise OptionError(
        "only listed games have strategy files; for others, NAME.bounds.json has both strategies"
    )
