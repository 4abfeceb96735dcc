#!/usr/bin/env python3
"""B4M36CGT Assignment 1. Reads the cave from stdin, writes the efg to stdout."""
import hashlib
import itertools
import sys


used = {}


def hash_key(key):
    # gambit wants a (32 bit) number for every information set, so hash the string
    number = int(hashlib.md5(key.encode()).hexdigest(), 16) % 2**31
    while used.setdefault(number, key) != key:
        number = (number + 1) % 2**31
    return number


def read_cave():
    global n_miners, p_capture, grid
    rows = sys.stdin.read().split()
    n_miners = int(rows[0])
    p_capture = float(rows[1])
    grid = rows[2:]


def find(char):
    res = []
    for i, row in enumerate(grid):
        for j, ch in enumerate(row):
            if ch == char:
                res.append((i, j))
    return res


def quote(labels):
    return "{ " + " ".join('"' + l + '"' for l in labels) + " }"


outcome_counter = 0


def leaf(points):
    global outcome_counter
    outcome_counter += 1
    return 't "" ' + str(outcome_counter) + ' "" { ' + str(points) + ", " + str(-points) + " }\n"


def player_node(history, labels):
    return 'p "" 1 ' + str(hash_key("P:" + history)) + ' "" ' + quote(labels) + " 0\n"


def miner_node(knowledge, labels):
    return 'p "" 2 ' + str(hash_key("M:" + knowledge)) + ' "" ' + quote(labels) + " 0\n"


def neighbours(i, j, path):
    """possible moves U D L R"""
    res = []
    for label, ni, nj in (("U", i - 1, j), ("D", i + 1, j), ("L", i, j - 1), ("R", i, j + 1)):
        if not (0 <= ni < len(grid) and 0 <= nj < len(grid[0])):
            continue
        if grid[ni][nj] != "#" and (ni, nj) not in path:
            res.append((label, ni, nj))
    return res


def walk(i, j, path, gold, hist, hidden, known):
    """
    path   - list of squares where we have been
    hist   - string of everything that the player has seen
    hidden - the spots of miners
    known  - string of everything that the miners have seen
    """
    options = neighbours(i, j, path)
    if len(options) == 0:
        return leaf(0)
    text = player_node(hist, [o[0] for o in options])
    for label, ni, nj in options:
        text += step(ni, nj, path + [(ni, nj)], gold, hist + label, hidden, known)
    return text


def step(i, j, path, gold, hist, hidden, known):
    ch = grid[i][j]
    if ch == "D":
        return leaf(gold + 2)
    if ch == "G":
        return walk(i, j, path, gold + 1, hist, hidden, known)
    if ch == "E" and (i, j) in hidden:
        place = "(%d,%d)" % (i, j)
        text = miner_node(known + place, ["fight", "take"])
        text += 'c "" 1 "" { "captured" %s "won" %s } 0\n' % (p_capture, 1 - p_capture)
        text += leaf(0)
        text += walk(i, j, path, gold, hist + "w", hidden, known + place + "w")
        text += walk(i, j, path, 0, hist + "t", hidden, known + place + "t")
        return text
    if ch == "E":
        return walk(i, j, path, gold, hist + "e", hidden, known)
    return walk(i, j, path, gold, hist, hidden, known)


def main():
    read_cave()
    si, sj = find("S")[0]
    spots = find("E")
    all_placements = list(itertools.combinations(spots, n_miners))
    labels = ["+".join("r%dc%d" % s for s in pl) for pl in all_placements]
    text = 'EFG 2 R "cave" { "you" "miners" }\n""\n\n'
    text += miner_node("", labels)
    for label, pl in zip(labels, all_placements):
        text += walk(si, sj, [(si, sj)], 0, "", pl, label + "|")
    sys.stdout.write(text)


if __name__ == "__main__":
    sys.setrecursionlimit(10 ** 6)
    main()
