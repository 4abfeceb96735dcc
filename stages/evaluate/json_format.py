"""The evaluation as JSON, for programs; `schemas/evaluation.md` lists the keys."""

import json
from collections.abc import Iterator

from schemas.evaluation import FORMAT, VERSION, Enclosed, Evaluated, Evaluation, Loss, Match, Move
from schemas.game import infoset_text
from schemas.parts.exact import write_exact

LONG = 1_000
"""The most characters of a fraction in the output."""


def write_json(found: Evaluation) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in summary(found).items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "losses": [\n'
    yield ",\n".join(f"  {json.dumps(_loss(found, loss))}" for loss in found.losses)
    yield "\n ]}\n"


def summary(found: Evaluation) -> dict[str, object]:
    """Return everything but the losses, under the names of the JSON format."""
    game = found.game
    return {
        "title": game.title,
        "players": game.players,
        **({"constant": write_exact(game.constant)} if game.constant else {}),
        "level": game.source.level if game.source else None,
        "nodes": len(game.nodes),
        "adjusted": found.adjusted,
        "completed": found.completed,
        "value": _enclosed(found.value),
        "profile": found.profile,
        "nash_conv": _enclosed(found.nash_conv),
        "exploitability": _enclosed(found.exploitability),
        "from_value": [_enclosed(found.from_value(player)) for player in (1, 2)]
        if found.value
        else None,
        "gains": [_enclosed(gain) for gain in found.gains],
        "matches": [_match(match) for match in found.matches],
        "strategies": [_evaluated(one) for one in found.strategies],
    }


def _enclosed(found: Enclosed | None) -> dict[str, object] | None:
    if found is None:
        return None
    exact = None if found.exact is None else write_exact(found.exact)
    return {
        "lower": found.lower,
        "upper": found.upper,
        "exact": exact if exact is None or len(exact) <= LONG else None,
    }


def _match(match: Match) -> dict[str, object]:
    return {"players": [match.first, match.second], "payoff": _enclosed(match.value)}


def _evaluated(found: Evaluated | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {
        "information_sets": len(found.strategy),
        "guarantee": _enclosed(found.guarantee),
        "answered": _enclosed(found.answered),
        "play": {
            "probability": found.play.probability,
            "moves": [_move(move) for move in found.play.moves],
            "payoff": write_exact(found.play.payoff),
        },
    }


def _move(move: Move) -> dict[str, object]:
    return {
        "player": move.player,
        "sees": move.sees,
        "action": move.action,
        "probability": move.probability,
    }


def _loss(found: Evaluation, loss: Loss) -> dict[str, object]:
    infoset = found.game.information_sets[loss.infoset]
    return {
        "player": infoset.player,
        "information_set": loss.infoset,
        "after": infoset_text(found.game, loss.infoset),
        "loss": loss.loss,
        "reach": loss.reach,
        "best_action": infoset.actions[loss.best],
        "best_value": loss.best_value,
        "value": loss.value,
        "played": loss.played,
    }
