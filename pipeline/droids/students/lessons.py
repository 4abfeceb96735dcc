"""Games in which our agent learns from a student's, in the process of the student's file.

One request per move would be most of the cost of such a training. Here both agents are in one
process, and a request is for many games. The calls to the file, the random numbers and the sums are
those of `pipeline.droids.agents.q_learning.QAgent` in `pipeline.droids.match`, so that the table
becomes the same; a test compares the two. The file could read and change our agent's table, so this
is for training only, never for results that count.
"""

import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from pipeline.droids.agents.features import is_corner, view
from pipeline.droids.agents.learning import EQUAL, Learning
from pipeline.droids.droid import Action, Location
from schemas.droid_agent import Rewards
from schemas.rules.droid_battle import ACTIONS, DroidBattle, Position, opening, winner
from schemas.rules.objective import Objective
from stages.solve.induction.droid_battle import index, located

BEAT = 0.1  # Seconds after which an answer is sent, once the current round is played.
SHOOT = 4  # Actions are numbered in the order of ACTIONS.
Shots = tuple[int, int]
Row = list[float]


class Refusal(Exception):
    """The agent chose an impossible action; `round` is the number of the round."""

    def __init__(self, words: str, round: int) -> None:
        super().__init__(words)
        self.round = round


class Spot(NamedTuple):
    """Precomputed data of a pair of squares."""

    squares: tuple[Location, Location]
    steps: tuple[tuple[int, ...], tuple[int, ...]]
    """The possible actions, by droid."""
    to: list[list[int]]
    """The next pair, by both actions; -1 if one of them is impossible."""
    line: int
    corner: bool
    """Whether our droid is in a corner."""
    state: int
    """The pair's contribution to the number of a state."""


class Lessons:
    """The training games and our agent's table."""

    def __init__(self, seat: Any, question: dict[str, Any]) -> None:
        board, shots, rounds, objective = question["rule"]
        self.rule = DroidBattle(tuple(board), tuple(shots), rounds, objective)
        self.seat, self.player = seat, question["player"]
        self.known, self.seen = index(self.rule), view(self.rule, tuple(question["features"]))
        rate, discount, explore = question["learning"]
        self.learning = Learning(rate, discount, tuple(explore))
        self.rewards = Rewards(*question["rewards"])
        self.games, self.max_rounds = question["games"], question["max_rounds"]
        self.path = question["path"]
        self.table = np.load(self.path, allow_pickle=False)
        self.rows: dict[int, Row] = {}
        self.spots: dict[int, Spot] = {}
        self.tallies: dict[tuple[Shots, int], int | None] = {}
        self.random = random.Random(question["seed"])
        self.walls = frozenset(
            (row, column)
            for row, text in enumerate(board)
            for column, square in enumerate(text)
            if square == "#"
        )
        self.played, self.rounds, self.ends = 0, 0, [0, 0, 0]
        self.now: Iterator[None] | None = None

    def go_on(self, games: int, seconds: float | None) -> dict[str, Any]:
        """Play until `games` games or all rounds are played or `seconds` have passed, finishing the
        current game; return the progress. After a BEAT return early: the table is then not yet
        saved to its file, else it is. If the file's agent chooses an impossible action, return the
        message and the round.
        """
        try:
            return self._go_on(games, seconds)
        except Refusal as refusal:
            return {"error": str(refusal), "round": refusal.round}

    def _go_on(self, games: int, seconds: float | None) -> dict[str, Any]:
        begun = time.monotonic()
        while self.played < games and self.rounds < self.max_rounds:
            self.now = self.now or self._game()
            for _ in self.now:
                if time.monotonic() - begun >= BEAT:
                    return self._told(False)
            self.now = None
            if seconds is not None and time.monotonic() - begun >= seconds:
                break
        for state, row in self.rows.items():
            self.table[state] = row
        np.save(self.path, self.table)
        return self._told(True)

    def _told(self, saved: bool) -> dict[str, Any]:
        return {
            "played": self.played,
            "rounds": self.rounds,
            "ends": self.ends,
            "saved": saved,
        }

    def _game(self) -> Iterator[None]:
        """Play a game; yield after every round except the last."""
        first, last = self.learning.explore
        share = max(self.played / self.games, self.rounds / self.max_rounds)
        explore = first + (last - first) * share
        own = self.player - 1
        point = opening(self.rule)
        pair, shots, score, left = located(self.rule, point)[0], point.shots, 0, point.rounds
        before: tuple[Row, int] | None = None
        change = 0
        self.seat.agent.clear()
        while left and shots != (0, 0):
            spot = self.spots.get(pair) or self._spot(pair)
            if own == 0:
                before, mine = self._ours(spot, shots, score, left, before, change, explore)
                chosen = mine, self._theirs(spot, shots, left, change)
            else:
                theirs = self._theirs(spot, shots, left, change)
                before, mine = self._ours(spot, shots, score, left, before, change, explore)
                chosen = theirs, mine
            fired = int(chosen[0] == SHOOT), int(chosen[1] == SHOOT)
            pair = spot.to[chosen[0]][chosen[1]]
            shots = shots[0] - fired[0], shots[1] - fired[1]
            change = fired[0] - fired[1]
            if change and not (self.spots.get(pair) or self._spot(pair)).line:
                change = 0
            score += change
            left -= 1
            if left and shots != (0, 0):
                yield
        side = -1 if own else 1
        won = winner(side * score)
        extra = self.rewards.win * won if self.rule.objective == Objective.WIN else 0
        self._update(before, side * change, 0.0, extra)
        self.played += 1
        self.rounds += self.rule.rounds - left
        self.ends[1 - won] += 1

    def _ours(
        self,
        spot: Spot,
        shots: Shots,
        score: int,
        left: int,
        before: tuple[Row, int] | None,
        change: int,
        explore: float,
    ) -> tuple[tuple[Row, int] | None, int]:
        """Learn from the last round; return the chosen entry, with its row of the table, and the
        action.
        """
        own = self.player - 1
        possible = spot.steps[own] + (SHOOT,) if shots[own] else spot.steps[own]
        row = self._row(spot, shots, score, left)
        self._update(
            before,
            -change if own else change,
            0.0 if row is None else max([row[action] for action in possible]),
            self.rewards.corner * spot.corner,
        )
        if row is None or self.random.random() < explore:
            action = self.random.choice(possible)
        else:
            most = max([row[action] for action in possible]) - EQUAL
            action = self.random.choice([action for action in possible if row[action] >= most])
        return None if row is None else (row, action), action

    def _update(
        self, before: tuple[Row, int] | None, change: int, next_value: float, extra: float
    ) -> None:
        if before is None:
            return
        row, action = before
        rewards = self.rewards
        reward = rewards.points * change + rewards.shot * (action == SHOOT) + extra
        target = reward + self.learning.discount * next_value
        row[action] += self.learning.rate * (target - row[action])

    def _theirs(self, spot: Spot, shots: Shots, left: int, change: int) -> int:
        """Return the action chosen by the file's agent."""
        own = self.player - 1
        other = 1 - own
        board = self.rule.board
        droids = [
            self.seat.droid(len(board), len(board[0]), spot.squares[side], shots[side], self.walls)
            for side in (other, own)
        ]
        name = self.seat.wanted(*droids, change if own else -change, True)
        action = int(Action[name]) - 1
        possible = spot.steps[other] + (SHOOT,) if shots[other] else spot.steps[other]
        if action not in possible:
            names = ", ".join(Action(one + 1).name for one in possible)
            raise Refusal(
                f"{name} is not possible there; possible are {names}", self.rule.rounds - left + 1
            )
        return action

    def _row(self, spot: Spot, shots: Shots, score: int, left: int) -> Row | None:
        """Return the row of the table for a state; None if the winner is decided."""
        key = shots, score
        if key not in self.tallies:
            tally = located(self.rule, Position(spot.squares, shots, score, left))[1]
            open_still = tally < len(self.known.tallies)
            self.tallies[key] = int(self.seen.tally[self.player - 1, tally]) if open_still else None
        part = self.tallies[key]
        if part is None:
            return None
        state = spot.state + part + int(self.seen.left[left])
        row = self.rows.get(state)
        if row is None:
            row = self.rows[state] = self.table[state].tolist()
        return row

    def _spot(self, pair: int) -> Spot:
        squares = self.known.squares
        both = squares[pair // len(squares)], squares[pair % len(squares)]
        to = self.known.steps[pair].tolist()
        steps = [action for action in range(len(ACTIONS)) if action != SHOOT]
        own = self.player - 1
        found = Spot(
            squares=both,
            steps=(
                tuple(action for action in steps if to[action][SHOOT] >= 0),
                tuple(action for action in steps if to[SHOOT][action] >= 0),
            ),
            to=to,
            line=int(self.known.line[pair]),
            corner=is_corner(self.rule, both[own]),
            state=int(self.seen.pair[own, pair]),
        )
        self.spots[pair] = found
        return found
