"""The words of play: names of movers, questions, and numbers for people."""

from fractions import Fraction

from pipeline.play.match import CHANCE, Match
from schemas.game import infoset_text
from schemas.parts.limits import LARGE
from schemas.parts.states import Choice, Relocation
from schemas.transcript import decimal


def names_of(match: Match) -> dict[int, str]:
    """Return the name of each mover."""
    first, second = match.ready.game.players
    return {CHANCE: "chance", 1: first, 2: second}


def question(match: Match) -> str:
    """Return the current question; empty if there is none."""
    infoset = match.infoset
    if infoset is None:
        return ""
    if match.ready.dealt is not None:
        return f"{names_of(match)[match.waiting]}: {match.ready.dealt.question(match.node)}"
    asked = f"{names_of(match)[match.waiting]}: {_verb(match)}"
    alike = _alike(match, infoset)
    return f"{asked} (information set {infoset})" if alike else asked


def _verb(match: Match) -> str:
    graph = match.ready.graph
    origins = match.ready.origins
    if graph is None or origins is None:
        return "what do you do?"
    if not match.moves:
        return "where do you hide?"
    match graph.states[origins.states[match.node]]:
        case Choice(1):
            return "where do you go?"
        case Relocation():
            return "does one of you move?"
        case _:
            return "what do you do?"


def _alike(match: Match, infoset: int) -> bool:
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
