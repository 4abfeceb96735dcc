"""A board to be tested, with agents made for it: `python board_process.py BOARD SEAT SEAT
[PORT|--terminal
[--no-restart]]`.
"""

import random
import sys
import time

from efgc.pipeline.apps.droids.battle import Seat
from efgc.pipeline.apps.droids.board import Board
from efgc.pipeline.apps.droids.droid import Agent
from efgc.pipeline.apps.droids.terminal import play_in_terminal
from efgc.pipeline.apps.droids.turns import AgentError, Printed
from efgc.pipeline.apps.server.server import serve
from efgc.pipeline.terminal.diagnostics import guarded, signal_handling
from efgc.schemas.rules.droid_battle import DroidBattle

RULES = {
    "course": DroidBattle(("----", "----", "2--5", "----"), (5, 5), 50, "win"),
    "walls": DroidBattle(("-#----", "2---#5", "-#----", "------"), (3, 3), 30, "points"),
    "short": DroidBattle(("----", "2--5", "----"), (2, 2), 6, "win"),
}


class Chance(Agent):
    """An agent that plays at random, the same in every run, and fails after a given number of
    moves.
    """

    def __init__(self, seconds=0.0, fails_after=1000):
        self.seconds = seconds
        self.fails_after = fails_after
        self.asked = 0
        self.games = 0

    def clear(self):
        self.games += 1
        self.asked = 0
        self.random = random.Random(self.games)

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        time.sleep(self.seconds)
        self.asked += 1
        if self.asked > self.fails_after:
            raise AgentError("droid 5 in round 4: hw.py:Broken raised\n ZeroDivisionError")
        return self.random.choice(sorted(self_droid.available_actions()))


class Talks(Chance):
    """An agent that prints a line for each move, as one from a file."""

    def __init__(self):
        super().__init__()
        self.printed = Printed("hw.py:Talks", 10)

    def get_best_move(self, *turn):
        self.printed.add(f"move {self.asked}\x1b[2J\n".encode())
        return super().get_best_move(*turn)


class Slip(Chance):
    """An agent with an unexpected bug."""

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        raise ZeroDivisionError("once")


AGENTS = {
    "keyboard": lambda: None,
    "chance": Chance,
    "slow": lambda: Chance(2.0),
    "stuck": lambda: Chance(1000.0),
    "broken": lambda: Chance(0.0, 3),
    "slip": Slip,
    "talks": Talks,
}


def main(board, first, second, where="0", *words):
    restart = "--no-restart" not in words
    seats = tuple(Seat(name, AGENTS[name.split()[0]]()) for name in (first, second))
    if where == "--terminal":
        play_in_terminal(RULES[board], seats, restart)
    else:
        serve(Board(RULES[board], seats, restart), int(where), open_browser=False)


if __name__ == "__main__":
    with signal_handling():
        sys.exit(guarded(lambda: main(*sys.argv[1:])))
