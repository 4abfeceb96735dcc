"""The page of a match: its questions and orders, for any number of browser tabs. The match enforces
the rules.

Agents may take seconds for an action. Where they do, they run in a thread, so that the pages need
not wait for them.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Generic, TypeVar

from .....schemas.parts.problems import EfgcError
from ...server.site import SHARED, Data, Documents, File, Refused, number
from ..match import Impossible, Match, NotNow

PAGE = "efgc.pipeline.apps.play.web"

M = TypeVar("M", bound=Match[Any])


def page_files(called: str, title: str) -> dict[str, File]:
    """Return the files of a page: the shell and script of all matches with a view of its own."""
    view = files(PAGE).joinpath("page", f"{called}.html").read_text(encoding="utf-8")
    shell = (("called", called), ("title", title), ("view", view))
    return {
        "": File(PAGE, "page/play.html", "text/html", shell),
        "icon.svg": File(PAGE, f"page/{called}.svg", "image/svg+xml"),
        **SHARED,
        **{f"{name}.css": File(PAGE, f"page/{name}.css", "text/css") for name in ("play", called)},
        **{
            f"{name}.js": File(PAGE, f"page/{name}.js", "text/javascript")
            for name in ("play", called)
        },
    }


class PlaySite(ABC, Generic[M]):
    """A series of matches, one at a time."""

    called: str
    files: Mapping[str, File]
    questions = ("state",)
    orders = ("act", "step", "new")
    longest = 1000  # In bytes; an action takes sixty.
    documents: Documents | None = None
    patience: float | None = None
    """The seconds that a response waits for players in a thread; None if no player is slow."""

    def __init__(self, match: M) -> None:
        self.match, self.game = match, 1
        self.thinking, self.fault = False, ""
        self._tick = 0
        self._changed = threading.Condition(threading.RLock())

    @abstractmethod
    def state(self, options: Mapping[str, str]) -> Data:
        """Return what the page shows, for the options of a request."""

    @abstractmethod
    def action(self, body: Data) -> int | str:
        """Return the action of an order, by number or label. Raises Refused."""

    @abstractmethod
    def renewed(self, body: Data) -> tuple[M, Callable[[], M]]:
        """Return the opening of a new match, shown at once, and a function that prepares the
        players, and returns the match that they play. Raises Refused.
        """

    @abstractmethod
    def finished(self) -> None:
        """Count the match, which is over."""

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the state of the match. `help` among the options requests the help."""
        with self._changed:
            shared: Data = {
                "tick": self._tick,
                "game": self.game,
                "version": self.match.version,
                "waiting": 0 if self.thinking or self.fault else self.match.waiting,
                "over": self.match.over,
                "steps": not (self.thinking or self.fault or self.match.over or self.match.people),
                "watched": not self.match.people,
                "thinking": self.thinking,
                "fault": self.fault,
            }
            return shared | self.state(options)

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Execute an order, and return the resulting state of the match."""
        game, version = number(body, "game"), number(body, "version", least=0)
        with self._changed:
            try:
                self._execute(order, body, game, version)
            except NotNow as error:
                raise Refused(409, str(error)) from None
            except Impossible as error:
                raise Refused(422, str(error)) from None
        self.settle(self.patience)
        return self.ask("state", options)

    def settle(self, seconds: float | None) -> None:
        """Wait until no player is thinking, at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self.thinking, seconds)

    def close(self) -> None:
        """End all unfinished work."""

    def begin(self, opening: M, prepare: Callable[[], M]) -> None:
        """Begin a new match."""
        self.game += 1
        self.match, self.fault = opening, ""
        self._advance(prepare)

    def _execute(self, order: str, body: Data, game: int, version: int) -> None:
        if game != self.game:
            raise NotNow(f"this was for game {game}; now it is game {self.game}")
        self.match.refuse_late(version)
        if self.thinking:
            raise NotNow("the other players are still choosing")
        if order == "new":
            self.begin(*self.renewed(body))
            return
        if self.fault:
            raise NotNow(f"the game has ended: {self.fault}")
        if order == "step":
            self.match.refuse_step()
            self._advance(self.match.step)
        else:
            action, player = self.action(body), number(body, "player", 2)
            self._advance(self.match.choose(action, player).to_next_choice)

    def _advance(self, work: Callable[[], M]) -> None:
        """Let the match go on to its next choice of a person."""
        if self.patience is None:
            self._settle(work())
            return
        self.thinking = True
        self._notify()
        threading.Thread(target=self._think, args=(work,), daemon=True).start()

    def _think(self, work: Callable[[], M]) -> None:
        fault, match = "", None
        try:
            match = work()
        except EfgcError as error:
            fault = " ".join(str(error).split())
        # Otherwise an error in this thread would be lost, and the page would wait for ever.
        except Exception as error:
            fault = f"a bug of efgc: {type(error).__name__}: {' '.join(str(error).split())}"
        with self._changed:
            self.thinking, self.fault = False, fault
            if match is not None:
                self._settle(match)
            self._notify()

    def _settle(self, match: M) -> None:
        is_end = match.over and not self.match.over
        self.match = match
        if is_end:
            self.finished()
        self._notify()

    def _notify(self) -> None:
        self._tick += 1
        self._changed.notify_all()
