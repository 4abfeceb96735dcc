"""The table as a page: a game that a person plays against its equilibrium.

Until a game is over, hidden information does not leave this process: neither the opponent's secret
and actions, nor the seed, which determines all of that.
"""

import re
import secrets
from collections.abc import Callable, Mapping

from .....schemas import transcript
from ...server.site import Document, Refused, number
from ..look import Data, advice_data, cost_data, look, tally_data
from ..match import fresh_seed
from ..rules import equilibria_remark, rules_of
from ..score import Score
from ..solved_match import SolvedMatch
from ..tally import add_match, in_words
from ..transcripts import transcript_of
from .picture import picture
from .site import PlaySite, page_files

SUFFIX = ".transcript.json"
SIDES = ((), (1,), (2,), (1, 2))
GONE = "this transcript is not here any more"


class Table(PlaySite[SolvedMatch]):
    """One match at a time, against the equilibrium, between two people, or watched."""

    called = "table"
    files = page_files("table", "Play")

    def __init__(self, match: SolvedMatch, help: bool = False) -> None:
        """Start a match, or go on with it; with `help`, the page helps from the start."""
        super().__init__(match)
        self.patience = 0.3 if match.ready.programs else None
        self.documents = self.document
        self._help = help
        self._key = secrets.token_urlsafe(24)
        self._scores: dict[tuple[int, ...], Score] = {}
        self._counts = True
        with self._changed:
            self._advance(match.start)
        self.settle(self.patience)

    def state(self, options: Mapping[str, str]) -> Data:
        """Return the state of the match for the person at the page. If two people play, `player` is
        the one at the page.
        """
        player = {"1": 1, "2": 2}.get(options.get("player", ""), 0)
        shown = view(self.match, player, "help" in options and not self.fault)
        if self.fault and not shown["curtain"]:  # There is nothing left to choose.
            shown["seen"]["actions"] = []
        return shown | {
            "transcript": f"document/{self._key}" if self.match.over else None,
            "helps": self._help,
            "score": in_words(self._scores.get(self.match.people, Score()), self.match),
        }

    def action(self, body: Data) -> int:
        return number(body, "action", least=0)

    def renewed(self, body: Data) -> tuple[SolvedMatch, Callable[[], SolvedMatch]]:
        people, again = body.get("people"), body.get("again")
        if people not in [list(side) for side in SIDES] or any(type(who) is bool for who in people):
            raise Refused(400, "the order lacks people, a list of players: 1, 2, both or none")
        if type(again) is not bool:
            raise Refused(400, "the order lacks again, true or false")
        seed = self.match.seed if again else fresh_seed()
        match = SolvedMatch(ready=self.match.ready, people=tuple(people), seed=seed)
        self._counts = not again  # The hidden draws are known from the first game.
        self._key = secrets.token_urlsafe(24)
        return match, match.start

    def finished(self) -> None:
        if self._counts:
            people = self.match.people
            self._scores[people] = add_match(self._scores.get(people, Score()), self.match)

    def document(self, key: str, options: Mapping[str, str]) -> Document:
        """Return the transcript of the finished match."""
        with self._changed:
            if not secrets.compare_digest(key.encode(), self._key.encode()) or not self.match.over:
                raise Refused(410, GONE)
            name, content = transcript_file(self.match)
        return Document(content, "application/json", file=name)


def view(match: SolvedMatch, player: int, help: bool) -> Data:
    """Return what the page shows of a match for the player at the page: 0 for the player whose turn
    it is.

    Two people at one page take turns. Until the player whose turn it is confirms to be at the page,
    it shows only whose turn it is. With `help`, it shows equilibrium play and the cost of the last
    action.
    """
    is_drawn = len(match.people) == 2 and not match.over and player != match.waiting
    shown: Data = {
        "title": match.ready.game.title,
        "players": list(match.ready.game.players),
        "people": list(match.people),
        "curtain": is_drawn,
        "seen": None,
        "picture": "",
        "help": None,
        "cost": None,
        "tally": None,
        "seed": match.seed if match.over else None,
        "rules": rules_of(match.ready, match.people),
        "several": equilibria_remark(match.ready),
        "programs": bool(match.ready.programs),
    }
    if is_drawn:
        return shown
    seen = look(match)
    shown |= {"seen": seen, "picture": picture(seen), "tally": tally_data(match)}
    if help and not match.over:
        shown["help"] = advice_data(match)
    if help:
        shown["cost"] = _cost(match, seen["player"])
    return shown


def _cost(match: SolvedMatch, player: int) -> Data | None:
    """Return the cost of the player's own last action. The cost of the opponent's action stays
    hidden.
    """
    found = cost_data(match)
    return found if found is not None and found["player"] == player else None


def transcript_file(match: SolvedMatch) -> tuple[str, bytes]:
    """Return the file name and the content of the transcript of a match."""
    source = match.ready.game.source
    stem = (source.file if source else "").partition(".")[0]
    name = re.sub(r"[^\w-]+", "-", stem, flags=re.ASCII).strip("-") or "game"
    return f"{name}-{match.seed}{SUFFIX}", "".join(transcript.write(transcript_of(match))).encode()
