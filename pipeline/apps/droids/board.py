"""The board of droid battle as a page."""

import threading
from collections.abc import Callable, Iterator, Mapping

from ....schemas.rules.droid_battle import ACTIONS, DroidBattle
from ....stages.draw.droids.moment import DROIDS, result_text
from ..play.rules import rules_of_battle
from ..play.score import Score
from ..play.web.site import PlaySite, page_files
from ..server.site import Data, Refused
from .advisor import CHOICE, Advisor, NoHelp, helped_players
from .battle import (
    BattleMatch,
    Round,
    Seats,
    battle,
    both_hit,
    clear,
    lasers,
    points,
    round_in_words,
)
from .terminal import MOMENT


class Board(PlaySite[BattleMatch]):
    """A battle that is played or watched; with `restart` the next begins automatically.

    Between two people, the first player's action stays hidden until the second has chosen.
    """

    called = "board"
    files = page_files("board", "Droid battle")
    patience = 0.3  # So that a page need not ask again where agents are fast.

    def __init__(self, rule: DroidBattle, seats: Seats, restart: bool = True) -> None:
        super().__init__(battle(rule, (seats[0].agent, seats[1].agent)))
        self.rule, self.seats, self.restart = rule, seats, restart
        self.advisor = Advisor(rule)
        self.score = Score()
        self._timer: threading.Timer | None = None
        self.game = 0
        with self._changed:
            self.begin(*self.renewed({}))

    def action(self, body: Data) -> str:
        action = body.get("action")
        if not isinstance(action, str) or action not in ACTIONS:
            raise Refused(400, f"the order lacks action, one of {', '.join(ACTIONS)}")
        return action

    def renewed(self, body: Data) -> tuple[BattleMatch, Callable[[], BattleMatch]]:
        self._stop_timer()
        opening = battle(self.rule, self.match.agents)

        def prepare() -> BattleMatch:
            clear(opening.agents)
            return opening

        return opening, prepare

    def finished(self) -> None:
        self.score = self.score.after(self.match.point.score)
        if self.restart:
            self._timer = threading.Timer(MOMENT, self._begin_after, [self.game])
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """End all work; an agent's program that is running may finish."""
        self.advisor.close()
        with self._changed:
            self.restart = False
            self._stop_timer()
        self.settle(1)

    def _begin_after(self, game: int) -> None:
        with self._changed:
            # A new game may have begun a moment before.
            if self.game == game and self._timer is not None:
                self.begin(*self.renewed({}))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def state(self, options: Mapping[str, str]) -> Data:
        rounds, rule = self.match.rounds, self.rule
        found: Data = {
            "round": len(rounds) + 1,
            "rounds": rule.rounds,
            "rules": rules_of_battle(rule),
            "board": [row.replace("2", "-").replace("5", "-") for row in rule.board],
            "droids": list(self._droids()),
            "last": _last(rule, rounds) if rounds else None,
            "happened": round_in_words(rule, rounds),
            "tally": self.score.wins_in_words(DROIDS),
            "restarts": self._timer is not None,
            "ended": result_text(points(rounds), len(rounds)) if self.match.over else "",
        }
        return found | ({"help": self._help()} if "help" in options else {})

    def _droids(self) -> Iterator[Data]:
        match = self.match
        for at, seat in enumerate(self.seats):
            yield {
                "name": seat.name,
                "called": DROIDS[at],
                "person": seat.agent is None,
                "square": match.point.squares[at],
                "shots": match.point.shots[at],
                "shots_at_start": self.rule.shots[at],
                "points": points(match.rounds)[at],
                "possible": [] if match.over else match.rules.labels(match.position, at + 1),
            }

    def _help(self) -> Data:
        """Return the help: for the person whose turn it is, or for both programs."""
        if self.match.over or self.fault:
            return {"state": "none", "text": "The game is over."}
        try:
            advice = self.advisor.advise(self.match.point)
        except NoHelp as error:
            return {"state": "none", "text": f"There is no help: {error}."}
        if advice is None:
            text = "The equilibrium is being worked out; this takes some seconds."
            return {"state": "working", "text": text}
        droids = [
            {
                "player": player,
                "value": advice.value if player == 1 else -advice.value,
                "plays": advice.plays[player - 1],
            }
            for player in helped_players(self.match)
        ]
        return {
            "state": "ready",
            "text": CHOICE,
            "objective": self.rule.objective,
            "actions": ACTIONS,
            "droids": droids,
        }


def _last(rule: DroidBattle, rounds: tuple[Round, ...]) -> Data:
    played = rounds[-1]
    return {
        "chosen": played.chosen,
        "before": played.before,
        "lasers": lasers(rule, rounds),
        "hits": [both_hit(rule, played) or played.change == change for change in (-1, 1)],
        "counts": played.change != 0,
    }
