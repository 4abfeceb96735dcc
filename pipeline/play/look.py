"""A player's view of a match, as JSON-compatible records: nothing that the player does not know.

Until the end a player knows its own moves and its observations at its information sets, and no
more: moves of chance and of the other player, and the seed, are revealed through observations
alone. A spectator sees everything.
"""

from collections.abc import Iterator
from typing import Any

from pipeline.play.map_knowledge import ending, map_of, targets
from pipeline.play.match import CHANCE, Match, Move
from pipeline.play.tally import payoff_of, side_of
from pipeline.play.words import names_of, question
from schemas.parts.exact import write_exact

Data = dict[str, Any]
SEEN = "seen"
"""The key `who` of an observation."""


def look(match: Match, player: int | None = None) -> Data:
    """Return a player's view: by default of the player asked, else of the first person.

    Player 0 is a spectator, allowed only if no person plays. `story` is the player's moves and
    observations, in order, of which entries from `last` on are new since its last answer; `set` is
    the number of its information set; `cards` is the table in Goofspiel; `all` is all moves, only
    at the end. Raise ValueError for a player that no person plays.
    """
    eyes = _eyes(match, player)
    game, over, dealt = match.ready.game, match.over, match.ready.dealt
    asked = match.waiting == eyes and eyes > 0
    story = list(_everything(match) if not eyes else _story(match, eyes))
    return {
        "title": game.title,
        "players": list(game.players),
        "people": list(match.people),
        "player": eyes,
        "version": match.version,
        "waiting": match.waiting,
        "over": over,
        "steps": not match.people and not over,
        "story": [entry for entry, _ in story],
        "last": sum(not new for _, new in story),
        "question": question(match) if asked else "",
        "set": match.infoset if asked else None,
        "actions": list(_actions(match)) if asked else [],
        "map": map_of(match, eyes),
        "cards": None if dealt is None else dealt.cards(match.node, eyes),
        "payoff": _payoff(match) if over else None,
        "ending": ending(match),
        "all": [entry for entry, _ in _everything(match)] if over else None,
    }


def _eyes(match: Match, player: int | None) -> int:
    if player is None:
        return match.waiting or (match.people[0] if match.people else 0)
    if player not in match.people and (player or match.people):
        raise ValueError(f"player {player} is no person here")
    return player


_Entry = tuple[Data, bool]
"""An event, and whether it is new since the player's last answer."""


def _story(match: Match, player: int) -> Iterator[_Entry]:
    """Yield a player's moves and observations, in order."""
    last = max((at for at, move in enumerate(match.moves) if _answers(move, player)), default=-1)
    for at, move in enumerate(match.moves):
        if move.player == player:
            yield from ((entry, at > last) for entry in _shown(match, move.infoset))
            yield _told(match, move), at > last
    if match.waiting == player and match.infoset is not None:
        yield from ((entry, True) for entry in _shown(match, match.infoset))


def _everything(match: Match) -> Iterator[_Entry]:
    for at, move in enumerate(match.moves):
        yield _told(match, move), at == len(match.moves) - 1


def _answers(move: Move, player: int) -> bool:
    return move.answer and move.player == player


def _told(match: Match, move: Move) -> Data:
    return {"who": names_of(match)[move.player], "player": move.player, "text": move.label}


def _shown(match: Match, infoset: int) -> Iterator[Data]:
    record = match.ready.game.information_sets[infoset]
    for text in record.sees:
        yield {"who": SEEN, "player": CHANCE, "text": text}


def _actions(match: Match) -> Iterator[Data]:
    for number, (label, to) in enumerate(zip(match.labels, targets(match), strict=True)):
        yield {"number": number, "label": label, "to": to}


def _payoff(match: Match) -> Data:
    exact, side = payoff_of(match), side_of(match)
    return {
        "exact": write_exact(exact),
        "value": float(exact),
        "player": side,
        "to": match.ready.game.players[side - 1],
    }
