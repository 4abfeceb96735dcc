"""The section of the map: the board, where the bandits are, where the agent should go, and play
stepped through from there.
"""

from typing import Any, NamedTuple

from schemas.parts.squares import Square
from schemas.parts.states import Choice
from schemas.report import Report
from stages.draw import maps
from stages.draw.labels import share_text
from stages.draw.maps import board as boards
from stages.draw.maps.ways import Way, occupied, parts, steps
from stages.draw.svg import group, inside
from stages.page.assembly import Section, Shown
from stages.page.map_data import Limits, data_of
from stages.report.situations import Option, Play, Situation, play_of

SMALL = 8
"""Columns of a board that is not drawn as wide as there is room."""
MOST_SECRETS = 12
"""Things that player 2 may hold that are listed."""


class _Row(NamedTuple):
    """A way of the agent at the start, for those who have no script."""

    label: str
    probability: float
    value: float | None


def gather(report: Report) -> Shown | None:
    """Return the map of a game that was expanded from a state graph with a secret."""
    play = play_of(report)
    if play is None or not report.trail.rows:
        return None
    data, states = data_of(play, Limits())
    shown = boards.board(report.trail.rows)
    data["rows"] = shown.rows
    data["cell"], data["margin"] = boards.CELL, boards.MARGIN
    data["larger"] = boards.magnified(shown)
    data["best"] = _largest(play)
    _, situation = play.forward(play.start())
    secrets = _secrets(play)
    fields = {
        "wide": boards.magnified(shown) > 1,
        "flow": _flow(report),
        "picture": _picture(play, shown, situation),
        "players": play.graph.players,
        "ways": _ways(play, situation),
        "worth": play.value(situation),
        "places": play.occupied(situation),
        "secrets": secrets[:MOST_SECRETS],
        "more_secrets": max(0, len(secrets) - MOST_SECRETS),
        "best": data["best"],
        "states": states,
        "all_states": len(play.graph.states),
        "level": report.game.source.level if report.game.source else 2,
        "small": len(shown.rows[0]) <= SMALL,
        "source": report.trail.artifacts[0].file if report.trail.artifacts else "",
    }
    return Shown(fields, data)


SECTION = Section("map", "Map", gather)


def _secrets(play: Play) -> list[tuple[str, float]]:
    """Return what player 2 may hold at the start, the likeliest first."""
    root = play.game.information_sets[0]
    found = zip(root.actions, play.probabilities(0), strict=True)
    return sorted((pair for pair in found if pair[1]), key=lambda pair: -pair[1])


def _ways(play: Play, situation: Situation) -> list[_Row]:
    return [
        _Row(option.label, option.probability or 0.0, option.value)
        for option in play.options(situation)
    ]


def _flow(report: Report) -> Any:
    """Return the picture of all of play: how often the agent passes from square to square."""
    from markupsafe import Markup  # For start-up time: it comes with Jinja2.

    return Markup("".join(maps.inside(maps.flow(report))))


def _picture(play: Play, shown: boards.Board, situation: Situation) -> Any:
    from markupsafe import Markup  # For start-up time: it comes with Jinja2.

    at = _square(play, situation) or shown.squares("S")[0]
    ways = [_way(play, at, option) for option in play.options(situation)]
    filled = play.occupied(situation) or {}
    layers = [
        *boards.ground(shown),
        *map(boards.box, shown.places),
        *group(occupied(shown, filled), id="map-occupied"),
        *group(parts(shown, ways), id="map-ways"),
        *boards.signs(shown),
        *map(boards.name, shown.places),
        *group([], id="map-agent"),
    ]
    told = "; ".join(f"{name} {share_text(likely)}" for name, likely in filled.items())
    description = f"{boards.told(shown)} Occupied with probability: {told}."
    return Markup("".join(inside(*boards.size(shown), "The map", description, layers)))


def _square(play: Play, situation: Situation) -> Square | None:
    state = play.graph.states[situation.state]
    return state.at if isinstance(state, Choice) else None


def _way(play: Play, at: Square, option: Option) -> Way:
    further, _ = play.forward(option.then)
    return Way(steps(at, [option.label, *further]), option.probability or 0.0)


def _largest(play: Play) -> float:
    """Return the largest payoff of the game."""
    return float(play.game.columns.payoffs.floats.max())
