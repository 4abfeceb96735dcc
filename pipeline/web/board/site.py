"""The board as a page: its questions and orders. The table enforces the rules."""

from collections.abc import Mapping

from pipeline.droids.droid import BY_WORD
from pipeline.droids.seat import Seats
from pipeline.web.board.advisor import Advisor
from pipeline.web.board.table import Impossible, Late, Table
from pipeline.web.board.tally import MOMENT
from pipeline.web.board.view import help_view, view
from pipeline.web.site import Data, File, Refused, number
from schemas.rules.droid_battle import DroidBattle

SETTLED = 0.3  # Seconds that an answer waits for fast agents, so that the page need not ask again.
PAGE = "pipeline.web.board"


class Board:
    """A battle that is played or watched; with `restart` the next begins automatically."""

    called = "board"
    files: Mapping[str, File] = {
        "": File(PAGE, "page/index.html", "text/html"),
        "board.css": File(PAGE, "page/board.css", "text/css"),
        "board.js": File(PAGE, "page/board.js", "text/javascript"),
        "icon.svg": File(PAGE, "page/icon.svg", "image/svg+xml"),
    }
    questions = ("state",)
    orders = ("act", "step", "new")
    longest = 1000  # In bytes; an action takes sixty.
    documents = None

    def __init__(self, rule: DroidBattle, seats: Seats, restart: bool = True) -> None:
        self.rule = rule
        self.seats = seats
        self.table = Table(rule, seats, MOMENT if restart else None)
        self.advisor = Advisor(rule)

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the state of the game, with the help if `help` is among the options."""
        look = self.table.look()
        data = view(self.rule, self.seats, look)
        if "help" in options:
            data["help"] = help_view(self.rule, self.seats, look, self.advisor)
        return data

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Execute an order, and return the state as soon as it is settled."""
        game, round = number(body, "game"), number(body, "round")
        try:
            match order:
                case "act":
                    player = number(body, "player", 2)
                    self.table.act(game, round, player, BY_WORD[_action(body)])
                case "step":
                    self.table.step(game, round)
                case "new":
                    self.table.new(game, round)
        except Late as error:
            raise Refused(409, str(error)) from None
        except Impossible as error:
            raise Refused(422, str(error)) from None
        self.table.settle(SETTLED)
        return self.ask("state", options)

    def close(self) -> None:
        """End all work; an agent's program that is running may finish."""
        self.advisor.close()
        self.table.close()
        self.table.settle(1)


def _action(body: Data) -> str:
    action = body.get("action")
    if not isinstance(action, str) or action not in BY_WORD:
        raise Refused(400, f"the order lacks action, one of {', '.join(BY_WORD)}")
    return action
