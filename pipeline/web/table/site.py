"""The table as a page: its questions and orders. The match enforces the rules.

Until a game is over, hidden information does not leave this process: neither the opponent's secret
and actions, nor the seed, which determines all of that.
"""

import secrets
from collections.abc import Mapping
from threading import Lock

from pipeline.play.match import Impossible, Match, NotNow, begin, fresh_seed
from pipeline.play.tally import Score, in_words
from pipeline.web.site import Data, Document, File, Refused, number
from pipeline.web.table.view import transcript_of, view

PAGE = "pipeline.web.table"
SIDES = ((), (1,), (2,), (1, 2))
GONE = "this transcript is not here any more"


class Table:
    """One match at a time, against the equilibrium, between two people, or watched."""

    called = "table"
    files: Mapping[str, File] = {
        "": File(PAGE, "page/index.html", "text/html"),
        "table.css": File(PAGE, "page/table.css", "text/css"),
        "table.js": File(PAGE, "page/table.js", "text/javascript"),
        "pieces.js": File(PAGE, "page/pieces.js", "text/javascript"),
        "icon.svg": File(PAGE, "page/icon.svg", "image/svg+xml"),
    }
    questions = ("state",)
    orders = ("act", "step", "new")
    longest = 1000  # In bytes; an action takes fifty.

    def __init__(self, match: Match, help: bool = False) -> None:
        """Begin with a match in any state; with `help`, the page helps from the start."""
        self.match, self.game = match, 1
        self.documents = self
        self._help = help
        self._lock = Lock()
        self._key = secrets.token_urlsafe(24)
        self._scores: dict[tuple[int, ...], Score] = {}
        self._counts = not match.over

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the state of the match for the person at the page. If two people play, `player` is
        the one at the page. `help` requests the help.
        """
        with self._lock:
            return self._told(options)

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Execute an order, and return the resulting state of the match."""
        game, version = number(body, "game"), number(body, "version", least=0)
        with self._lock:
            if game != self.game:
                raise Refused(409, f"this was for game {game}; now it is game {self.game}")
            try:
                self._obey(order, body, version)
            except NotNow as error:
                raise Refused(409, str(error)) from None
            except Impossible as error:
                raise Refused(422, str(error)) from None
            return self._told(options)

    def document(self, key: str, options: Mapping[str, str]) -> Document:
        """Return the transcript of the finished match."""
        with self._lock:
            if not secrets.compare_digest(key.encode(), self._key.encode()) or not self.match.over:
                raise Refused(410, GONE)
            name, content = transcript_of(self.match)
        return Document(content, "application/json", file=name)

    def close(self) -> None:
        """Do nothing: there is no unfinished work."""

    def _told(self, options: Mapping[str, str]) -> Data:
        eyes = {"1": 1, "2": 2}.get(options.get("player", ""), 0)
        told = view(self.match, self.game, eyes, "help" in options)
        link = f"document/{self._key}" if self.match.over else None
        score = in_words(self._scores.get(self.match.people, Score()), self.match)
        return told | {"transcript": link, "helps": self._help, "score": score}

    def _obey(self, order: str, body: Data, version: int) -> None:
        if order == "act":
            action = number(body, "action", least=0)
            self.match = self.match.act(action, version, number(body, "player", 2))
        elif order == "step":
            self.match = self.match.step(version)
        else:
            self._renew(body, version)
            return
        if self.match.over and self._counts:
            self._score()

    def _score(self) -> None:
        people = self.match.people
        self._scores[people] = self._scores.get(people, Score()).after(self.match)
        self._counts = False

    def _renew(self, body: Data, version: int) -> None:
        now = self.match.version
        if version != now:
            raise NotNow(f"this was for move {version + 1}; now it is move {now + 1}")
        people, again = body.get("people"), body.get("again")
        if people not in [list(side) for side in SIDES] or any(type(who) is bool for who in people):
            raise Refused(400, "the order lacks people, a list of players: 1, 2, both or none")
        if type(again) is not bool:
            raise Refused(400, "the order lacks again, true or false")
        seed = self.match.seed if again else fresh_seed()
        self.match = begin(self.match.ready, tuple(people), seed)
        self.game += 1
        self._counts = not again  # The hidden draws are known from the first game.
        if self.match.over:
            self._counts = False
        self._key = secrets.token_urlsafe(24)
