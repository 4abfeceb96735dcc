"""Island with bandits: writes the extensive form in the format of Gambit."""
import sys
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import FrozenSet, Optional, Tuple

Pos = Tuple[int, int]


@dataclass(frozen=True)
class Situation:
    pos: Pos
    visited: FrozenSet[Pos]
    bandits: FrozenSet[Pos]
    gold: int = 0
    memory: Tuple = ()
    alarm_possible: bool = True


@dataclass
class Writer:
    ids: dict = field(default_factory=dict)
    leaves: int = 0

    def head(self):
        print('EFG 2 R "Bandits" { "Agent" "Bandits" }')
        print('""')

    def leaf(self, points, why):
        self.leaves += 1
        print(f't "" {self.leaves} "{why}" {{ {points}, {-points} }}')

    def chance(self, p):
        print(f'c "" 1 "" {{ "ambushed" {p} "dispatched" {1 - p} }} 0')

    def player(self, who, knowledge, actions):
        number = self.ids.setdefault((who, hash(knowledge)), len(self.ids) + 1)
        shown = " ".join(f'"{a}"' for a in actions)
        print(f'p "" {who} {number} "" {{ {shown} }} 0')


@dataclass
class Island:
    rows: list
    count: int
    p: float
    out: Writer

    def squares(self, kind):
        for r, row in enumerate(self.rows):
            for c, char in enumerate(row):
                if char == kind:
                    yield r, c

    def moves(self, s: Situation):
        r, c = s.pos
        for i, new in enumerate([(r, c - 1), (r - 1, c), (r, c + 1), (r + 1, c)]):
            if new in s.visited or self.rows[new[0]][new[1]] == "#":
                continue
            yield i, new

    def write(self):
        self.out.head()
        hidings = list(combinations(self.squares("E"), self.count))
        (start,) = self.squares("S")
        self.out.player(2, (), ["-".join(map(str, h)) for h in hidings])
        for h in hidings:
            self.agent(Situation(start, frozenset({start}), frozenset(h)))

    def agent(self, s: Situation):
        moves = list(self.moves(s))
        if not moves:
            self.out.leaf(0, "dead end")
            return
        self.out.player(1, s.memory, ["WNES"[i] for i, _ in moves])
        for i, new in moves:
            after = replace(s, pos=new, visited=s.visited | {new}, memory=s.memory + (i,))
            self.enter(after)

    def enter(self, s: Situation):
        kind = self.rows[s.pos[0]][s.pos[1]]
        if kind == "D":
            self.out.leaf(10 + s.gold, "destination")
        elif kind == "G":
            self.agent(replace(s, gold=s.gold + 1))
        elif kind != "E":
            self.agent(s)
        elif s.pos in s.bandits:
            self.out.chance(self.p)
            self.out.leaf(0, "ambush")
            self.agent(replace(s, memory=s.memory + (7,), alarm_possible=False))
        elif s.alarm_possible:
            self.alarm(replace(s, memory=s.memory + (8,), alarm_possible=False))
        else:
            self.agent(replace(s, memory=s.memory + (9,)))

    def alarm(self, s: Situation):
        where = sorted(s.bandits)
        empty = [e for e in self.squares("E") if e not in s.bandits and e != s.pos]
        answers = [(None, None)] + [(b, e) for b in where for e in empty]
        self.out.player(2, (tuple(where), s.pos), [self.name(b, e) for b, e in answers])
        for b, e in answers:
            self.agent(s if b is None else replace(s, bandits=s.bandits - {b} | {e}))

    @staticmethod
    def name(b: Optional[Pos], e: Optional[Pos]) -> str:
        return "no move" if b is None else f"{b[0]}/{b[1]}>{e[0]}/{e[1]}"


def main():
    text = sys.stdin.read().splitlines()
    height = int(text[0])
    rows = [row.strip() for row in text[2 : 2 + height]]
    Island(rows, int(text[2 + height]), float(text[3 + height]), Writer()).write()


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    main()
