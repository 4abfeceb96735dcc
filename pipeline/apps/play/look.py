"""A player's view of a match, with help, costs and tally, as JSON-compatible records; numbers are
decimal strings.

Until the end a player knows its own moves and its observations at its information sets, and no
more: moves of chance and of the other player, and the seed, are revealed through observations
alone. A spectator sees everything.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....schemas.game import infoset_text
from ....schemas.parts.exact import write_exact
from ....schemas.parts.limits import LARGE
from ....schemas.parts.states import Choice, Relocation
from ....schemas.transcript import decimal
from .advice import Advice, advice, last_answer
from .map_knowledge import ending, map_of, targets
from .match import CHANCE, Move
from .solved_match import SolvedMatch
from .tally import payoff_of, shares, tally

Data = dict[str, Any]
SEEN = "you see"
"""The key `who` of an observation."""


def look(match: SolvedMatch) -> Data:
    """Return the view of the person whose turn it is, else of the first person; player 0 is the
    spectator of a match without people.

    `story` is the player's moves and observations, in order, of which entries from `last` on are
    new since its last answer; `cards` is the table in Goofspiel; `all` is all moves, only at the
    end.
    """
    eyes = match.waiting or (match.people[0] if match.people else 0)
    dealt = match.ready.dealt
    story = list(_all_entries(match) if not eyes else _story(match, eyes))
    return {
        "player": eyes,
        "story": [entry for entry, _ in story],
        "last": sum(not new for _, new in story),
        "question": question(match),
        "actions": list(_actions(match)),
        "map": map_of(match, eyes),
        "cards": None if dealt is None else dealt.cards(match.position, eyes),
        "ending": ending(match),
        "all": [entry for entry, _ in _all_entries(match)] if match.over else None,
    }


_Entry = tuple[Data, bool]
"""An event, and whether it is new since the player's last answer."""


def _story(match: SolvedMatch, player: int) -> Iterator[_Entry]:
    """Yield a player's moves and observations, in order."""
    last = max(
        (at for at, move in enumerate(match.moves) if move.answer and move.player == player),
        default=-1,
    )
    for at, move in enumerate(match.moves):
        if move.player == player:
            yield from (
                (entry, at > last) for entry in _shown(match, match.rules.infoset(move.position))
            )
            yield _entry(match, move), at > last
    if match.waiting == player and match.infoset is not None:
        yield from ((entry, True) for entry in _shown(match, match.infoset))


def _all_entries(match: SolvedMatch) -> Iterator[_Entry]:
    """Yield all moves. New to a spectator are the last one with a choice, and the forced moves that
    follow it.
    """
    labels = match.rules.labels
    last = max(
        (at for at, move in enumerate(match.moves) if len(labels(move.position, move.player)) > 1),
        default=0,
    )
    for at, move in enumerate(match.moves):
        yield _entry(match, move), at >= last


def _entry(match: SolvedMatch, move: Move) -> Data:
    return {"who": names_of(match)[move.player], "player": move.player, "text": move.label}


def _shown(match: SolvedMatch, infoset: int) -> Iterator[Data]:
    record = match.ready.game.information_sets[infoset]
    for text in record.sees:
        yield {"who": SEEN, "player": CHANCE, "text": text}


def _actions(match: SolvedMatch) -> Iterator[Data]:
    for number, (label, to) in enumerate(zip(match.labels, targets(match), strict=True)):
        yield {"number": number, "label": label, "to": to}


def names_of(match: SolvedMatch) -> dict[int, str]:
    """Return the name of each mover."""
    first, second = match.ready.game.players
    return {CHANCE: "chance", 1: first, 2: second}


def question(match: SolvedMatch) -> str:
    """Return the current question; empty if there is none."""
    infoset = match.infoset
    if infoset is None:
        return ""
    if match.ready.dealt is not None:
        return f"{names_of(match)[match.waiting]}: {match.ready.dealt.question(match.position)}"
    text = f"{names_of(match)[match.waiting]}: {_verb(match)}"
    alike = _is_ambiguous(match, infoset)
    return f"{text} (information set {infoset})" if alike else text


def _verb(match: SolvedMatch) -> str:
    graph = match.ready.graph
    origins = match.ready.origins
    if graph is None or origins is None:
        return "what do you do?"
    if not match.moves:
        return "where do you hide?"
    match graph.states[origins.states[match.position]]:
        case Choice(1):
            return "where do you go?"
        case Relocation():
            return "does one of you move?"
        case _:
            return "what do you do?"


def _is_ambiguous(match: SolvedMatch, infoset: int) -> bool:
    """Return whether an information set has the same text as another one of its player."""
    game = match.ready.game
    record, text = game.information_sets[infoset], infoset_text(game, infoset)
    if record.state or len(game.nodes) >= LARGE:
        return False
    return any(
        other != infoset and infoset_text(game, other) == text
        for other in game.infosets(record.player)
    )


def signed(value: Fraction) -> str:
    """Return a number with its sign; 0 has no sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(0))
    ('+0.5', '0')
    """
    return f"+{decimal(value)}" if value > 0 else decimal(value)


def advice_data(match: SolvedMatch) -> Data | None:
    """Return the help: the advice for the person whose turn it is. None if there is none."""
    found = advice(match)
    return None if found is None else _advice(found)


def cost_data(match: SolvedMatch) -> Data | None:
    """Return the cost of a person's last answer, with the advice for its information set; None if
    there was none. It reveals nothing that the person did not know there.
    """
    found = last_answer(match)
    if found is None:
        return None
    move, known = found
    cost = known.options[move.action].cost
    return {"action": move.label, "cost": _text(cost), **_advice(known)}


def tally_data(match: SolvedMatch) -> Data | None:
    """Return the tally and every move's share of it; None before the end, as it reveals hidden
    information.
    """
    if not match.over:
        return None
    terms, names = tally(match), names_of(match)
    return {
        **{name: _text(value) for name, value in terms._asdict().items() if name != "player"},
        "player": terms.player,
        "exact_payoff": write_exact(payoff_of(match)),
        "moves": [
            {
                "who": names[move.player],
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
        "known": found.known,
        "value": _text(found.value),
        "best": list(found.best),
        "actions": [
            {
                "label": option.label,
                "probability": option.probability,
                "value": _text(option.value),
                "cost": _text(option.cost),
            }
            for option in found.options
        ],
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else decimal(value)
