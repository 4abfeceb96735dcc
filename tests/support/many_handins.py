"""A folder of hand-ins, as a teacher has it: right ones, wrong ones, and some broken in every known
way.

`python many_handins.py FOLDER COUNT` writes one.
"""

import os
import re
import sys
from pathlib import Path

from efgc.stages.expand import expand
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import parse
from small_games import published

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
    """Return broken files by their fault: the bytes and the verdict."""
    lines = right.splitlines(keepends=True)
    deep = "".join(f'p "" 1 {number} "" {{ "a" }} 0\n' for number in range(1, DEPTH))
    return {
        "truncated": ("".join(lines[: len(lines) // 2]).encode(), "unreadable"),
        "binary": (bytes(range(256)) * 20, "unreadable"),
        "NUL": (right.replace('"', '"\0', 1).encode() + b"\0", "unreadable"),
        "Latin-1": (right.replace("EFG", "R\u00e4uber\nEFG").encode("latin-1"), "unreadable"),
        "UTF-16": (right.encode("utf-16"), "unreadable"),
        "empty": (b"", "unreadable"),
        "blank": (b" \r\n" * 99, "unreadable"),
        "output first": (f"2 0.33\nSE-D\nwriting the EFG\n> {right}".encode(), "unreadable"),
        "output behind": (f"{right}done in 3 s\n".encode(), "unreadable"),
        "output alone": (b"DEBUG agent at (1, 2)\n" * 999, "unreadable"),
        "two trees": (right.encode() * 2, "unreadable"),
        "no quote": (right.replace('"', "", 1).encode(), "unreadable"),
        "no end of a quote": (right.replace('" ', " ", 1).encode(), "unreadable"),
        "braces": (b'EFG 2 R "" { "a" "b" }' + b"{" * 99_999, "unreadable"),
        "deep": (
            f'EFG 2 R "deep" {{ "1" "2" }}\n{deep}t "" 1 "" {{ 0 0 }}\n'.encode(),
            "different",
        ),
        "set of 5,000 digits": (
            re.sub(
                r'^(p "[^"]*" \d) \d+', rf"\1 {'7' * 5000}", right, count=1, flags=re.M
            ).encode(),
            "unreadable",
        ),
        "payoff of 5,000 digits": (paying(right, "7" * 5000).encode(), "unreadable"),
        "payoff 1e400": (paying(right, "1e400").encode(), "unreadable"),
        "payoff nan": (paying(right, "nan").encode(), "unreadable"),
        "payoff of nothing": (paying(right, "1/0").encode(), "unreadable"),
        "three players": (right.replace('"bandits"', '"bandits" "c"').encode(), "unreadable"),
        "uneven": (paying(right, "1").encode(), "not constant-sum"),
        "forgets": (forgets().encode(), "no perfect recall"),
        "enormous": (paying(right, "1e999999999").encode(), "unreadable"),
        "map": (published(MAP).encode(), "unreadable"),
        "one set": (
            re.sub(r'^(p "[^"]*" 1) \d+', r"\1 1", right, flags=re.M).encode(),
            "inconsistent information sets",
        ),
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


def dangling(path):
    """Make a link to nothing."""
    path.symlink_to("nothing")


def circular(path):
    """Make a link to itself."""
    path.symlink_to(path.name)


def closed(path):
    """Make a file that only root can read."""
    path.write_bytes(b"EFG")
    path.chmod(0)


def too_large(path):
    """Make a sparse file larger than the reading limit."""
    path.touch()
    os.truncate(path, 2**40)


NO_FILES = (dangling, circular, closed, too_large)
"""What is broken and is not so by its bytes: functions that make one at a path."""


def write(folder, count, every=30, stubborn=()):
    """Write so many hand-ins, each with other bytes; one in `every` is broken, by turns. Return
    the verdicts on those that are, by name.

    `stubborn` are words for the titles of right ones, each with the verdict on it.
    """
    folder.mkdir(exist_ok=True)
    right, other = tree(MAP), tree(OTHER)
    ways, verdicts = list(broken(right).items()), {}
    ways += [(make, (make, "unreadable")) for make in NO_FILES]
    ways += [(word, (titled(right, word), verdict)) for word, verdict in stubborn]
    for number in range(count):
        name = f"h{number:03}.efg"
        if number % every == every - 1:
            word, (content, verdict) = ways[number // every % len(ways)]
            verdicts[name] = verdict
            if callable(content):
                content(folder / name)
                continue
            content += f"\n<!-- {word} {number} -->".encode() if word == "page" else b""
        else:
            content = titled(other if number % 10 == 3 else right, f"{number}:")
        (folder / name).write_bytes(content)
    return verdicts


def titled(tree, title):
    """Return the bytes of a tree with a word before its title."""
    return re.sub('EFG 2 R "', f'EFG 2 R "{title} ', tree, count=1).encode()


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
