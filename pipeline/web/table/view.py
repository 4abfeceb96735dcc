"""The state of a match as JSON for the page, limited to the knowledge of its player."""

import re
from typing import Any

from pipeline.play.data import advice_data, cost_data, tally_data
from pipeline.play.look import look
from pipeline.play.match import Match
from pipeline.play.rules import rules_of, several
from pipeline.play.transcripts import written
from pipeline.web.table.picture import picture
from schemas import transcript

Data = dict[str, Any]
SUFFIX = ".transcript.json"


def view(match: Match, game: int, eyes: int, help: bool) -> Data:
    """Return the state of a match, with the game's number at this table, for the player at the
    page: 0 for the player whose turn it is.

    Two people at one page take turns. Until the player whose turn it is confirms to be at the page,
    it shows only whose turn it is. With `help`, the state includes equilibrium play and the cost of
    the last action.
    """
    people = match.people
    is_drawn = len(people) == 2 and not match.over and eyes != match.waiting
    players = list(match.ready.game.players)
    told: Data = {
        "game": game,
        "version": match.version,
        "title": match.ready.game.title,
        "players": players,
        "people": list(people),
        "waiting": match.waiting,
        "over": match.over,
        "steps": not people and not match.over,
        "curtain": is_drawn,
        "seen": None,
        "picture": "",
        "help": None,
        "cost": None,
        "tally": None,
        "seed": match.seed if match.over else None,
        "rules": rules_of(match.ready),
        "several": several(match.ready),
    }
    if is_drawn:
        return told
    seen = look(match)
    told |= {"seen": seen, "picture": picture(seen)}
    if help and not match.over:
        told["help"] = advice_data(match)
    if help:
        told["cost"] = _cost(match, seen["player"])
    return told | {"tally": tally_data(match)}


def _cost(match: Match, player: int) -> Data | None:
    """Return the cost of the player's own last action. The cost of the opponent's action stays
    hidden.
    """
    found = cost_data(match)
    return found if found is not None and found["player"] == player else None


def transcript_of(match: Match) -> tuple[str, bytes]:
    """Return the file name and the content of the transcript of a match."""
    source = match.ready.game.source
    stem = (source.file if source else "").partition(".")[0]
    name = re.sub(r"[^\w-]+", "-", stem, flags=re.ASCII).strip("-") or "game"
    return f"{name}-{match.seed}{SUFFIX}", "".join(transcript.write(written(match))).encode()
