"""A folder of hand-ins, as a teacher has it: right ones, wrong ones, and some broken in every known
way.

`python many_handins.py FOLDER COUNT` writes one.
"""

import re
import sys
from pathlib import Path

from small_games import published
from stages.expand import expand
from stages.expand.gambit import write_gambit
from stages.parse import parse

MAP, OTHER = "island-1", "island-3"
DEPTH = 1_000


def tree(name):
    """Return the textbook tree of a published map as a Gambit file."""
    return tree_of(published(name))


def tree_of(text):
    """Return the textbook tree of an island as a Gambit file."""
    graph = parse(text, "0" * 64, "map", "island-2018", 0)
    return "".join(write_gambit(expand(graph)))


def broken(right):
    """Return what is wrong, with the bytes of such a file and the verdict on it."""
    lines = right.splitlines(keepends=True)
    deep = "".join(f'p "" 1 {number} "" {{ "a" }} 0\n' for number in range(1, DEPTH))
    return {
        "truncated": ("".join(lines[: len(lines) // 2]).encode(), "unreadable"),
        "binary": (bytes(range(256)) * 20, "unreadable"),
        "empty": (b"", "unreadable"),
        "deep": (
            f'EFG 2 R "deep" {{ "1" "2" }}\n{deep}t "" 1 "" {{ 0 0 }}\n'.encode(),
            "different",
        ),
        "64 bits": (
            re.sub(r'^(p "[^"]*" \d) (\d+)', r"\1 922337203685477\2", right, flags=re.M).encode(),
            "unreadable",
        ),
        "uneven": (paying(right, "1").encode(), "not constant-sum"),
        "forgets": (forgets().encode(), "no perfect recall"),
        "enormous": (paying(right, "1e999999999").encode(), "unreadable"),
        "map": (published(MAP).encode(), "unreadable"),
        "page": (b"<!DOCTYPE html><title>Not found</title>", "unreadable"),
    }


def paying(right, payoff):
    """Return a tree in which both players get a payoff at the first end of play."""
    return re.sub(r"\{ [-\d/]+ [-\d/]+ \}", f"{{ {payoff} {payoff} }}", right, count=1)


def forgets():
    """Return a game whose first player forgets what it did."""
    ends = "".join(f't "" {number} "" {{ {number} {-number} }}\n' for number in range(1, 5))
    second = 'p "" 1 2 "" { "c" "d" } 0\n'
    a, b, c, d = ends.splitlines(keepends=True)
    head = 'EFG 2 R "forgets" { "1" "2" }\n""\n\np "" 1 1 "" { "a" "b" } 0\n'
    return head + second + a + b + second + c + d


def write(folder, count, every=30):
    """Write so many hand-ins, each with other bytes; one in `every` is broken, by turns. Return
    the verdicts on those that are, by name.
    """
    folder.mkdir(exist_ok=True)
    right, other = tree(MAP), tree(OTHER)
    ways, verdicts = list(broken(right).items()), {}
    for number in range(count):
        name = f"h{number:03}.efg"
        if number % every == every - 1:
            word, (content, verdict) = ways[number // every % len(ways)]
            verdicts[name] = verdict
            content += f"\n<!-- {word} {number} -->".encode() if word == "page" else b""
        else:
            given = other if number % 10 == 3 else right
            content = re.sub('EFG 2 R "', f'EFG 2 R "{number}: ', given, count=1).encode()
        (folder / name).write_bytes(content)
    return verdicts


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
