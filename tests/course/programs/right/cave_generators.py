"""The cave as an EFG, by generators: every function yields the lines of its subtree."""
from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count
from typing import Iterator, Tuple

Square = Tuple[int, int]


@dataclass(frozen=True)
class Cave:
    miners: int
    prob: Fraction
    rows: Tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Cave:
        (miners, prob), *rows = [line.split() for line in text.splitlines() if line.strip()]
        return cls(int(miners), Fraction(prob), tuple(row[0] for row in rows))

    def __getitem__(self, square: Square) -> str:
        return self.rows[square[0]][square[1]]

    def where(self, char: str) -> list[Square]:
        return [
            (r, c) for r, row in enumerate(self.rows) for c, ch in enumerate(row) if ch == char
        ]

    def neighbours(self, square: Square) -> Iterator[Square]:
        for dr, dc in (0, 1), (1, 0), (0, -1), (-1, 0):
            new = square[0] + dr, square[1] + dc
            if self[new] != "#":
                yield new


@dataclass(frozen=True)
class Agent:
    path: Tuple[Square, ...]
    gold: int = 0
    events: Tuple[str, ...] = ()

    def saw(self, event: str) -> Agent:
        return replace(self, events=self.events + (event,))


@dataclass(frozen=True)
class Miners:
    hidden: Tuple[Square, ...]
    history: Tuple[Tuple[Square, str], ...] = ()

    def learn(self, place: Square, what: str) -> Miners:
        return replace(self, history=self.history + ((place, what),))


terminals = count(1)
fresh = {1: count(1), 2: count(1)}


@lru_cache(maxsize=None)
def infoset(player: int, knowledge) -> int:
    return next(fresh[player])


def personal(player: int, knowledge, actions) -> str:
    names = " ".join(f'"{a}"' for a in actions)
    return f'p "" {player} {infoset(player, knowledge)} "" {{ {names} }} 0'


def terminal(value: int) -> str:
    return f't "" {next(terminals)} "" {{ {value}, {-value} }}'


def moving(cave: Cave, agent: Agent, miners: Miners) -> Iterator[str]:
    options = [n for n in cave.neighbours(agent.path[-1]) if n not in agent.path]
    if not options:
        yield terminal(0)
        return
    yield personal(1, (agent.path, agent.events), [f"to {r},{c}" for r, c in options])
    for option in options:
        yield from arriving(cave, replace(agent, path=agent.path + (option,)), miners)


def arriving(cave: Cave, agent: Agent, miners: Miners) -> Iterator[str]:
    here = agent.path[-1]
    if cave[here] == "D":
        yield terminal(2 + agent.gold)
    elif cave[here] == "G":
        yield from moving(cave, replace(agent, gold=agent.gold + 1), miners)
    elif here in miners.hidden:
        yield from encounter(cave, agent, miners)
    elif cave[here] == "E":
        yield from moving(cave, agent.saw("empty"), miners)
    else:
        yield from moving(cave, agent, miners)


def encounter(cave: Cave, agent: Agent, miners: Miners) -> Iterator[str]:
    here = agent.path[-1]
    yield personal(2, (miners, here), ["fight", "take the gold"])
    yield f'c "" 1 "" {{ "captured" {cave.prob} "free" {1 - cave.prob} }} 0'
    yield terminal(0)
    yield from moving(cave, agent.saw("fought"), miners.learn(here, "fought"))
    yield from moving(cave, replace(agent, gold=0).saw("lost gold"), miners.learn(here, "took"))


def game(cave: Cave) -> Iterator[str]:
    yield 'EFG 2 R "cave" { "agent" "miners" }'
    yield '""'
    hidings = list(combinations(cave.where("E"), cave.miners))
    yield personal(2, "start", [" ".join(f"{r},{c}" for r, c in hiding) for hiding in hidings])
    for hiding in hidings:
        yield from moving(cave, Agent((cave.where("S")[0],)), Miners(hiding))


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in game(Cave.parse(sys.stdin.read())))
