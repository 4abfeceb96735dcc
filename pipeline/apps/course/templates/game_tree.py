"""Islands, 2020, the first part: the game tree of a map, and its Gambit file.

python game_tree.py < map.txt > game.efg
"""

import io
import json
import subprocess
import sys
from enum import IntEnum
from fractions import Fraction
from typing import Any


class HistoryType(IntEnum):
    decision = 1
    chance = 2
    terminal = 3


class Player(IntEnum):
    agent = 0
    bandit = 1


class Action:
    """What can be done or can happen, known by its place among the actions of a history."""

    def __init__(self, index: int, label: str) -> None:
        self.index, self.label = index, label

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.index == other.index

    __hash__ = None  # type: ignore[assignment]  # As the document says.

    def __str__(self) -> str:
        return self.label


class Infoset:
    """What a player knows; equal ones have the same index."""

    def __init__(self, number: int, actions: list[str]) -> None:
        self.number, self.actions = number, actions

    def index(self) -> int:
        return self.number

    def __str__(self) -> str:
        return str(self.number)


class History:
    """A node of the tree."""

    def __init__(self, game: dict[str, Any], node: int = 0, past: str = "") -> None:
        self.game, self.past = game, past
        self.record = game["nodes"][node]

    def __str__(self) -> str:
        """Return the actions so far."""
        return self.past

    def type(self) -> HistoryType:
        if "payoff" in self.record:
            return HistoryType.terminal
        decides = "information_set" in self.record
        return HistoryType.decision if decides else HistoryType.chance

    def current_player(self) -> Player:
        return Player(self._known()["player"] - 1)

    def infoset(self) -> Infoset:
        return Infoset(self.record["information_set"], self._known()["actions"])

    def actions(self) -> list[Action]:
        """Return them in an order that all histories of an information set have."""
        if self.type() is HistoryType.terminal:
            return []
        chance = self.type() is HistoryType.chance
        labels = self.record["chance"] if chance else self._known()["actions"]
        return [Action(index, label) for index, label in enumerate(labels)]

    def chance_prob(self, action: Action) -> float:
        return float(Fraction(self.exact_prob(action)))

    def exact_prob(self, action: Action) -> str:
        """Return the probability as a fraction."""
        found: str = self.record["probabilities"][action.index]
        return found

    def child(self, action: Action) -> "History":
        return History(
            self.game, self.record["children"][action.index], f"{self} {action}".lstrip()
        )

    def utility(self) -> float:
        """Return what the agent gets."""
        return float(Fraction(self.record["payoff"]))

    def _known(self) -> dict[str, Any]:
        found: dict[str, Any] = self.game["information_sets"][self.record["information_set"]]
        return found


def efgc(arguments: str, text: str) -> str:
    """Return what a command of efgc makes of a text; what is wrong with that ends the program."""
    command = [sys.executable, "-m", "efgc", *arguments.split()]
    ended = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True)
    if ended.returncode:
        sys.exit(ended.returncode)
    return ended.stdout


def create_root(text: str = "") -> History:
    """Return the root of the game of a map, read from stdin if it is not given. Only the map is
    read, M + 4 lines: the index of a player may follow.
    """
    lines = io.StringIO(text) if text else sys.stdin
    first = lines.readline()
    rows = int(first) if first.strip().isdecimal() else 0
    board = first + "".join(lines.readline() for _ in range(rows + 3))
    return History(json.loads(efgc("expand -", efgc("parse - -O 0 --rules island-2020", board))))


def export_gambit(root_history: History) -> str:
    """Return the Gambit file of the game that begins with a history."""
    lines = ['EFG 2 R "" { "agent" "bandit" }']
    sets: tuple[dict[int, int], ...] = ({}, {})
    waiting, ends, draws = [root_history], 0, 0
    while waiting:
        history = waiting.pop()
        actions = history.actions()
        waiting += [history.child(action) for action in reversed(actions)]
        if history.type() is HistoryType.terminal:
            ends, paid = ends + 1, history.utility()
            lines.append(f't "{history}" {ends} "" {{ {paid:g} {0 - paid:g} }}')
        elif history.type() is HistoryType.chance:
            draws += 1
            branches = " ".join(f'"{action}" {history.exact_prob(action)}' for action in actions)
            lines.append(f'c "{history}" {draws} "" {{ {branches} }} 0')
        else:
            player = history.current_player()
            number = sets[player].setdefault(history.infoset().index(), len(sets[player]) + 1)
            labels = " ".join(f'"{action}"' for action in actions)
            lines.append(f'p "{history}" {player + 1} {number} "" {{ {labels} }} 0')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(export_gambit(create_root()), end="")
