"""Help, costs and tally of a match, as JSON-compatible records; numbers are decimal strings."""

from fractions import Fraction
from typing import Any

from pipeline.play.advice import Advice, advice, last_answer
from pipeline.play.match import Match
from pipeline.play.tally import payoff_of, shares, tally
from pipeline.play.words import names_of
from schemas.parts.exact import write_exact
from schemas.transcript import decimal

Data = dict[str, Any]


def advice_data(match: Match) -> Data | None:
    """Return the help: the advice for the current question, to the asked person's side. None if
    there is no question.
    """
    found = advice(match)
    return None if found is None else _advice(found)


def cost_data(match: Match) -> Data | None:
    """Return the cost of a person's last answer, with the advice for its information set; None if
    there was none. It reveals nothing that the person did not know there.
    """
    found = last_answer(match)
    if found is None:
        return None
    move, known = found
    cost = known.options[move.action].cost
    return {"action": move.label, "cost": _text(cost), **_advice(known)}


def tally_data(match: Match) -> Data | None:
    """Return the tally and every move's share of it; None before the end, as it reveals hidden
    information.
    """
    if not match.over:
        return None
    found, names = tally(match), names_of(match)
    return {
        **{name: _text(value) for name, value in found._asdict().items() if name != "player"},
        "player": found.player,
        "payoff": _text(found.payoff),
        "exact_payoff": write_exact(payoff_of(match)),
        "moves": [
            {
                "who": names[move.player],
                "player": move.player,
                "text": move.label,
                "luck": _text(luck),
                "cost": _text(cost) if move.answer else None,
            }
            for move, luck, cost in shares(match)
        ],
    }


def _advice(found: Advice) -> Data:
    return {
        "player": found.player,
        "set": found.infoset,
        "known": found.known,
        "value": _text(found.value),
        "best": list(found.best),
        "actions": [
            {
                "number": at,
                "label": option.label,
                "probability": option.probability,
                "value": _text(option.value),
                "cost": _text(option.cost),
            }
            for at, option in enumerate(found.options)
        ],
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else decimal(value)
