"""A moment of the game, and the help for it, as JSON for the page."""

from collections.abc import Iterator

from pipeline.droids.match import Round
from pipeline.droids.seat import Seats
from pipeline.web.board.advisor import Advisor, NoHelp
from pipeline.web.board.table import Look
from pipeline.web.board.words import (
    CHOICE,
    DROIDS,
    both_hit,
    how_it_ended,
    points,
    squares_before,
    what_happened,
)
from schemas.rules.droid_battle import ACTIONS, DroidBattle

Data = dict[str, object]


def view(rule: DroidBattle, seats: Seats, look: Look) -> Data:
    """Return everything that the page shows of a moment."""
    return {
        "version": look.version,
        "game": look.game,
        "round": len(look.rounds) + 1,
        "rounds": rule.rounds,
        "board": [row.replace("2", "-").replace("5", "-") for row in rule.board],
        "droids": list(_droids(rule, seats, look)),
        "waiting": look.waiting,
        "steps": look.steps,
        "thinking": look.thinking,
        "over": look.over,
        "fault": look.fault,
        "last": _last(rule, look.rounds),
        "happened": what_happened(rule, look.rounds),
        "tally": look.tally.words(),
        "restarts": look.restarts,
        "ended": how_it_ended(look.rounds) if look.over else "",
    }


def help_view(rule: DroidBattle, seats: Seats, look: Look, advisor: Advisor) -> Data:
    """Return the help for a moment: for the person whose turn it is, or for both programs."""
    if look.over or look.fault:
        return {"state": "none", "text": "The game is over."}
    try:
        advice = advisor.advise(look.point)
    except NoHelp as error:
        return {"state": "none", "text": f"There is no help: {error}."}
    if advice is None:
        return {
            "state": "working",
            "text": "The equilibrium is being worked out; this takes some seconds.",
        }
    players = (
        [look.waiting]
        if look.waiting
        else [at for at in (1, 2) if seats[at - 1].agent is None] or [1, 2]
    )
    droids = [
        {
            "player": player,
            "value": advice.value if player == 1 else -advice.value,
            "plays": advice.plays[player - 1],
        }
        for player in players
    ]
    return {
        "state": "ready",
        "text": CHOICE,
        "objective": rule.objective,
        "actions": ACTIONS,
        "droids": droids,
    }


def _droids(rule: DroidBattle, seats: Seats, look: Look) -> Iterator[Data]:
    for at, seat in enumerate(seats):
        yield {
            "name": seat.name,
            "called": DROIDS[at],
            "person": seat.agent is None,
            "square": look.point.squares[at],
            "shots": look.point.shots[at],
            "shots_at_start": rule.shots[at],
            "points": points(look.rounds)[at],
            "possible": [action.word for action in look.possible[at]],
        }


def _last(rule: DroidBattle, rounds: tuple[Round, ...]) -> Data | None:
    if not rounds:
        return None
    played = rounds[-1]
    hits = [True, True] if both_hit(played) else [played.change == -1, played.change == 1]
    return {
        "chosen": [action.word for action in played.chosen],
        "before": squares_before(rule, rounds),
        "lasers": played.lasers,
        "hits": hits,
        "counts": played.change != 0,
    }
