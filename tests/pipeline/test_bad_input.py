"""Bad input: every mistake is told in one go, with its place; nothing is printed, nothing
half-written is left.
"""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from math import comb
from pathlib import Path

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import columns, state_graph
from efgc.schemas import game as game_schema
from efgc.schemas import solution as solutions
from efgc.stages.forms.column_table import column_table
from efgc.stages.forms.formulation import Forms
from said import codes_of_page, lines_of_log

EFGC = str(Path(sys.executable).parent / "efgc")

ROOT = Path(__file__).parents[2]
ISLAND = "3\n5\n#####\nSE-ED\n#####\n1\n0.5\n"
CAVE = "1 0.5\n#####\n#SED#\n#####\n"
GRAPH = """\
format: efgc/state-graph
version: 1
title: fork
players: [agent, bandits]
secret: {owner: bandits, places: {e1: [0, 1], e2: [2, 1]}, count: 1}
start: s0
states:
  s0: {actor: agent, at: [1, 1], moves: {up: s1, down: s2}}
  s1: {actor: secret, place: e1, occupied: s3, empty: s6}
  s2: {actor: secret, place: e2, occupied: s3, empty: s4}
  s3: {actor: chance, moves: {captured: {p: 1/3, to: s5}, escaped: {p: 2/3, to: s4}}}
  s4: {payoff: 10}
  s5: {payoff: 0}
  s6: {actor: bandits, sees: [alarm at e1], relocate: {not_to: e1, to: s4}}
"""
GAME = """\
{"format": "efgc/game", "version": 1, "title": "coin", "players": ["agent", "bandits"],
 "information_sets": [
  {"information_set": 0, "player": 2, "actions": ["heads", "tails"]},
  {"information_set": 1, "player": 1, "actions": ["heads", "tails"]}
 ],
 "nodes": [
  {"node": 0, "information_set": 0, "children": [1, 2]},
  {"node": 1, "information_set": 1, "children": [3, 4]},
  {"node": 2, "information_set": 1, "children": [5, 6]},
  {"node": 3, "chance": ["paid", "robbed"], "probabilities": ["2/3", "1/3"], "children": [7, 8]},
  {"node": 4, "payoff": "0"},
  {"node": 5, "payoff": "0"},
  {"node": 6, "payoff": "2"},
  {"node": 7, "payoff": "3"},
  {"node": 8, "payoff": "0"}
 ]}
"""
FORGETFUL = """\
{"format": "efgc/game", "version": 1, "title": "forgetful", "players": ["agent", "bandits"],
 "information_sets": [
  {"information_set": 0, "player": 1, "actions": ["left", "right"]},
  {"information_set": 1, "player": 2, "actions": ["wait"]},
  {"information_set": 2, "player": 1, "actions": ["on"]}
 ],
 "nodes": [
  {"node": 0, "information_set": 0, "children": [1, 2]},
  {"node": 1, "information_set": 1, "children": [3]},
  {"node": 2, "information_set": 2, "children": [4]},
  {"node": 3, "information_set": 2, "children": [5]},
  {"node": 4, "payoff": "1"},
  {"node": 5, "payoff": "0"}
 ]}
"""
PROGRAM = "max\n o: x + 2 y\ns.t.\n r: x + y <= 4\n q: x - y >= 1\nend\n"
FREE_MPS = "NAME p\nROWS\n N o\n L r\nCOLUMNS\n x o 1 r 1\nRHS\n s r 5\nENDATA\n"
SOLUTION = """\
{"format": "efgc/solution", "version": 1, "problem": "", "lp_sha256": "%s",
 "solver": "pencil", "solver_version": "2", "options": {}, "status": "optimal", "sense": "maximise",
 "objective": 1.0, "seconds": null, "size": {"rows": 5, "columns": 5, "nonzeros": 10},
 "columns": [
  {"column": "v0", "value": 1.0},
  {"column": "x0", "value": 1.0},
  {"column": "x1", "value": 0.5},
  {"column": "x2", "value": 0.5},
  {"column": "v1", "value": 1.0}
 ],
 "rows": [
  {"row": "f0", "dual": 1.0},
  {"row": "f1", "dual": 1.0},
  {"row": "b0", "dual": 1.0},
  {"row": "b1", "dual": 0.5},
  {"row": "b2", "dual": 0.5}
 ]}
""" % ("0" * 64)

DEAL = "game: goofspiel\ncards: 3\n"
RULE = "rule: {name: goofspiel, hands: [[1], [1]], prizes: [1], objective: points}\n"
PUBLIC = """\
format: efgc/state-graph
version: 1
title: public
players: [a, b]
start: s
states:
  s: {actor: joint, moves: [[u, d], [l, r]], to: [[e, t], [t, e]], reward: [[1, -1], [-1, 2]]}
  t: {actor: joint, moves: [[v, w], [x, y]], to: [[e, e], [e, e]], reward: [[2, -2], [-2, 2]]}
  u: {actor: joint, moves: [[u], [l]], to: [[e]]}
  e: {payoff: 0}
"""
DIGEST = state_graph.read(PUBLIC).digest
TAIL = (
    ',\n  {"state": "t", "value": 0.0, "gap": 0.0, "strategy_1": [0.5, 0.5], "strategy_2": [0.5, '
    "0.5]}"
)
STAGES = f"""\
{{"format": "efgc/induction", "version": 1, "graph_sha256": "{DIGEST}", "solver": "pencil",
 "solver_version": "2", "seconds": null, "value": 0.2, "games": 2, "levels": [], "stages": [
  {{"state": "s", "value": 0.2, "gap": 0.0,
    "strategy_1": [0.6, 0.4], "strategy_2": [0.6, 0.4]}}{TAIL}]}}
"""
OF_A_PROGRAM = (
    " this is a solution of a linear program; `efgc report GAME SOLUTION`, `efgc certify GAME "
    "SOLUTION` and `efgc report PROGRAM SOLUTION` read it"
)
NO_PROBABILITY = "is not a probability; use a number such as 0.5"
NO_NUMBER = "is not a number; write 3, 0.33 or 1/3"
NO_MAP = (
    "it begins with the numbers of rows and columns, one per line (island) or with miners and "
    "probability, as in '2 0.33' (cave)"
)
KNOWN_GAME = (
    "format, version, title, players, information_sets, nodes, source, counts, places, states, "
    "constant"
)
WEIGHTS = re.compile(r'("[xb]\d", "(?:value|dual)": )[0-9.]+')
BOMB = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def but(text, *changes):
    """Return the text with each (old, new) replaced; old stands in it exactly once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def case(name, argv, files, stderr, code=1):
    """One line of a table: what runs in a folder with these files, what stderr says, how it ends.

    `stderr` is one line or several, each as text or as a pattern; a pattern
    alone is for the whole of it.
    """
    words = argv.split() if isinstance(argv, str) else argv
    return pytest.param(
        words, files, [stderr] if isinstance(stderr, str) else stderr, code, id=name
    )


def of(name, stderr):
    """Return the lines with the name of their file."""
    return [
        f"{name}:{line}"
        if isinstance(line, str)
        else re.compile(f"{re.escape(name)}:{line.pattern}")
        for line in stderr
    ]


def parse(name, text, *stderr, options="", code=1):
    files = {"m.txt": text}
    return case(f"map: {name}", f"parse m.txt {options}", files, of("m.txt", stderr), code)


def graph(name, text, *stderr):
    return case(f"graph: {name}", "expand g.yaml", {"g.yaml": text}, of("g.yaml", stderr))


def game(name, text, *stderr):
    return case(f"game: {name}", "lower g.json", {"g.json": text}, of("g.json", stderr))


def program(name, text, *stderr, options="", file="p.lp"):
    return case(
        f"program: {name}, {file}", f"solve {file} {options}", {file: text}, of(file, stderr)
    )


TABLE = column_table(Forms(game_schema.read(GAME)).without(), 1)
SOLVED = {"g.json": GAME, "g.columns.json": "".join(columns.write(TABLE))}
"""A game with the table of columns of player 1's linear program."""


def solution(name, text, *stderr):
    return case(
        f"solution: {name}",
        "report g.json s.json",
        {**SOLVED, "s.json": text},
        of("s.json", stderr),
    )


def deal(name, text, *stderr, game="goofspiel"):
    return case(
        f"deal: {name}", "parse d.yaml", {"d.yaml": f"game: {game}\n{text}"}, of("d.yaml", stderr)
    )


def public(name, text, *stderr):
    return case(f"public graph: {name}", "solve g.yaml", {"g.yaml": text}, of("g.yaml", stderr))


def stages(name, text, *stderr):
    return case(
        f"stage solution: {name}",
        "report g.yaml s.json",
        {"g.yaml": PUBLIC, "s.json": text},
        of("s.json", stderr),
    )


def unproved(name, text, stderr, code):
    return case(
        f"solution: {name}", "report g.json s.json", {**SOLVED, "s.json": text}, stderr, code
    )


MAPS = [
    parse("empty", "", "1:1: the file is empty"),
    parse("blank", "\n \n\t\n", "1:1: the file is empty"),
    parse(
        "binary",
        b"\x7fELF\x02\x01\x00\x00",
        f"1:1: a map cannot begin with '\\x7fELF\\x02\\x01\\x00\\x00'; {NO_MAP}",
    ),
    parse("not UTF-8", b"1 0.5\n#SED#\n#\xff###\n", "3:2: not UTF-8 text: byte 0xff"),
    parse(
        "not UTF-8 behind a longer letter",
        "1 0.5\né".encode() + b"\xff\n",
        "2:2: not UTF-8 text: byte 0xff",
    ),
    parse(
        "not UTF-8 behind a byte order mark",
        b"\xef\xbb\xbf1 0.5\n\xffSED\n",
        "2:1: not UTF-8 text: byte 0xff",
    ),
    parse("UTF-16", CAVE.encode("utf-16"), "1:1: is UTF-16 text, not UTF-8: save it as UTF-8"),
    *(
        case(
            f"rules that begin with {text!r}",
            "run a.rules.yaml",
            {"a.rules.yaml": text},
            ["a.rules.yaml:1:1: a rules file begins with `format: efgc/rules`"],
        )
        for text in ("title: t\nstate: {}\n", "fromat: efgc/rules\n", "format: efgc/rule\n")
    ),
    *(
        case(f"{command} {name}", f"{command} {name}", {name: text}, [f"{name}{said}"])
        for command in ("run", "draw", "check", "diff a.efg")
        for name, text, said in (
            ("a.efg", '"a comment"\n', ":1:1: is not a Gambit file: it does not begin with EFG"),
            (
                "a.py",
                "print()\n",
                ":1:1: is a program; run it and save the game it makes as .efg; `efgc grade "
                "--program` runs programs on maps",
            ),
            *(
                (
                    f"a.{end}",
                    '<?xml version="1.0"?>\n',
                    ":1:1: is XML, which efgc does not read; "
                    "open it in the program that made it and save it as .efg",
                )
                for end in ("gbt", "gte", "xml")
            ),
            ("a.md", "Value: 3 to ann\n", ":1:1: is a document in Markdown, not a source"),
            ("a.zip", b"PK\x03\x04\x14", ": is an archive; `efgc grade` reads those with hand-ins"),
        )
        if command != "diff a.efg" or name == "a.efg"
    ),
    parse("prose", "Dear all,\n", f"1:1: a map cannot begin with 'Dear all,'; {NO_MAP}"),
    parse(
        "ragged rows, island", but(ISLAND, ("SE-ED", "SE-EDD")), "4:6: the row has 6 squares, not 5"
    ),
    parse("ragged rows, cave", but(CAVE, ("#SED#", "SED#")), "3:5: the row has 4 squares, not 5"),
    parse("wrong number of rows", "4" + ISLAND[1:], "1:1: the map has 3 rows, not 4"),
    parse(
        "wrong number of columns",
        but(ISLAND, ("3\n5\n", "3\n6\n")),
        "2:1: the map has 5 columns, not 6",
    ),
    parse(
        "rows and columns exchanged",
        but(ISLAND, ("3\n5\n", "5\n3\n")),
        "1:1: the map has 3 rows, not 5",
        "2:1: the map has 5 columns, not 3",
    ),
    parse(
        "bandits and probability exchanged, island",
        but(ISLAND, ("1\n0.5", "0.5\n1")),
        "6:1: exchange 0.5 and 1: bandits come first, then the probability",
    ),
    parse(
        "miners and probability exchanged, cave",
        but(CAVE, ("1 0.5", "1/3 1")),
        "1:1: exchange 1/3 and 1: miners come first, then the probability",
    ),
    parse(
        "blanks between squares",
        "1 0.5\nS E D\n- \t-\n",
        "2:2: a blank is not a square (3 times); use one of # - S D G E",
        "3:3: a tab is not a square; use one of # - S D G E",
        "3:5: the row has 4 squares, not 5",
    ),
    parse(
        "a comment after the number of bandits",
        but(ISLAND, ("\n1\n0.5", "\n1 # one bandit\n0.5 # p")),
        "6:3: unexpected '# one bandit' after the number",
        "7:5: unexpected '# p' after the number",
    ),
    parse(
        "a word after the number of rows",
        ISLAND.replace("\n", " rows\n", 1),
        "1:3: unexpected 'rows' after the number of rows",
    ),
    parse(
        "a comment in the first line of a cave",
        "1 0.5 # one miner\nSE-D\n",
        "1:7: unexpected '# one miner'; the line has two numbers, miners and probability",
    ),
    parse(
        "comments among the squares",
        "1 0.5\nSE-D  # the way\n----\n----\nmy first cave\n",
        "2:7: unexpected '# the way' behind the row",
        "5:1: 'my first cave' is no row of the map",
    ),
    parse(
        "unknown square",
        but(ISLAND, ("SE-ED", "SE-XD")),
        "4:4: 'X' is not a square; use one of # - S D G E",
    ),
    parse(
        "a square in small letters",
        but(ISLAND, ("SE-ED", "Se-ED")),
        "4:2: 'e' is not a square; did you mean E",
    ),
    parse(
        "all squares in small letters",
        "1 0.5\ns-e\n-d#\n",
        "2:1: 's' is not a square; did you mean S",
        "2:3: 'e' is not a square; did you mean E",
        "3:2: 'd' is not a square; did you mean D",
    ),
    parse(
        "a miner and no place",
        "1 0.5\nS-D\n",
        "1:1: 1 miner for 0 dangerous places E; at most one hides at a place",
    ),
    parse("no S", but(CAVE, ("SED", "-ED")), "2:1: the map has no start S"),
    parse("two S", but(ISLAND, ("SE-ED", "SE-SD")), "4:4: a second start S; a map has exactly one"),
    parse("no D", but(CAVE, ("SED", "SE-")), "2:1: the map has no exit D"),
    parse(
        "more bandits than places",
        but(ISLAND, ("1\n0.5", "3\n0.5")),
        "6:1: 3 bandits for 2 dangerous places E; at most one hides at a place",
    ),
    parse(
        "bandits below 0",
        but(ISLAND, ("1\n0.5", "-1\n0.5")),
        "6:1: '-1' is not the number of bandits; use a whole number from 0",
    ),
    parse(
        "half a miner",
        but(CAVE, ("1 0.5", "1.5 0.5")),
        "1:1: '1.5' is not the number of miners; use a whole number from 0",
    ),
    parse(
        "a number too many in the head",
        but(CAVE, ("1 0.5", "1 0.5 7")),
        re.compile(r"1:7: unexpected '7'; .*"),
    ),
    *(
        parse(
            f"p = {p}, island",
            but(ISLAND, ("0.5", p)),
            f"7:1: the probability {p} is not between 0 and 1",
        )
        for p in ("1.5", "-0.5", "3/2")
    ),
    *(
        parse(f"p = {p}, island", but(ISLAND, ("0.5", p)), f"7:1: '{p}' {NO_PROBABILITY}")
        for p in ("nan", "inf", "half", "1/0", "0,5", "1e999999999", "٠.٥")
    ),
    parse("p = 7, cave", but(CAVE, ("0.5", "7")), "1:3: the probability 7 is not between 0 and 1"),
    *(
        parse(f"p = {p}, cave", but(CAVE, ("0.5", p)), f"1:3: '{p}' {NO_PROBABILITY}")
        for p in ("nan", "inf", "half", "1/0", "0,5", "1e999999999")
    ),
    parse(
        "no p", but(ISLAND, ("0.5\n", "")), "7:1: the probability of a successful attack is missing"
    ),
    parse(
        "text after the end",
        ISLAND + "0\nhave fun\n",
        "9:1: unexpected 'have fun' after the end of the map's description",
    ),
    parse(
        "index of a player that is none",
        ISLAND + "2\n",
        "8:1: the index of the player is 0 or 1, not 2",
    ),
    parse(
        "truncated",
        ISLAND[:14],
        "1:1: the map has 2 rows, not 3",
        "3:1: the map has no exit D",
        "4:5: the row has 4 squares, not 5",
        "5:1: the number of bandits is missing",
        "5:1: the probability of a successful attack is missing",
    ),
    parse(
        "several problems",
        "3\n5\n#####\nSE-XS\n###\n4\nhalf\nbye\n",
        "4:4: 'X' is not a square; use one of # - S D G E",
        "4:5: a second start S; a map has exactly one",
        "5:4: the row has 3 squares, not 5",
        f"7:1: 'half' {NO_PROBABILITY}",
        "8:1: 'bye' is not the index of the player; use a whole number from 0",
    ),
    parse(
        "more states than allowed",
        ISLAND,
        " the map has more than 3 states at level 2, the limit of --max-states; "
        "`efgc run m.txt --method double-oracle` bounds its value without listing them",
        options="--max-states 3",
        code=4,
    ),
    case(
        "map: more histories than allowed",
        "run m.txt -O 0 --max-histories 7",
        {"m.txt": CAVE},
        "m.txt: the game has 9 histories, more than the limit of 7",
        4,
    ),
    case(
        "map: more nodes than allowed",
        "run m.txt -O 2 --max-histories 7",
        {"m.txt": CAVE},
        "m.txt: the game has more than 7 shared nodes",
        4,
    ),
    case(
        "map: course, no index of a player",
        "course game-lp",
        {"-": ISLAND},
        "<stdin>:8:1: the index of the player, 0 or 1, is missing",
    ),
    case(
        "map: no file, and a page of a game with a similar name",
        "run cave",
        {"cave.html": ""},
        "cave: no such file or directory; did you mean 'cave-example'?",
    ),
    case(
        "map: check tells of all files",
        "check a.txt b.txt nowhere",
        {"a.txt": "", "b.txt": but(CAVE, ("#SED#", "*SED#"))},
        [
            "a.txt:1:1: the file is empty",
            "b.txt:3:1: '*' is not a square; use one of # - S D G E",
            "nowhere: no such file or directory",
        ],
    ),
]

GRAPHS = [
    graph("empty", "", "1:1: the file is empty"),
    graph("binary", b"\x00\x01\x02", re.compile(r"1:1: not valid YAML: .*#x0000.*")),
    graph(
        "not UTF-8", GRAPH.encode().replace(b"fork", b"f\xf6rk"), "3:9: not UTF-8 text: byte 0xf6"
    ),
    graph(
        "control character",
        but(GRAPH, ("title: fork", "title: f\x07rk")),
        re.compile(r"3:9: not valid YAML: .*#x0007.*"),
    ),
    graph("a list", "- a\n", "1:1: a list is not a mapping"),
    graph(
        "truncated", GRAPH[: GRAPH.index("escaped")], re.compile(r"1[12]:\d+: not valid YAML: .*")
    ),
    graph(
        "text after the end",
        GRAPH + "...\nbye\n",
        re.compile(r"16:1: not valid YAML: did not find expected .*"),
    ),
    graph(
        "a second document",
        GRAPH + "---\n" + GRAPH,
        "15:1: a second document; a file here holds one",
    ),
    graph("alias bomb", BOMB, "1:4: an anchor or a tag is not read here; leave it out"),
    graph(
        "an alias",
        but(GRAPH, ("title: fork", "title: *a")),
        "3:8: an alias is not read here; write the part out",
    ),
    graph("deep nesting", "[" * 100_000, "1:52: nested deeper than 50 levels"),
    graph(
        "deep nesting of mappings",
        "{a: " * 100_000,
        re.compile(r"1:\d+: nested deeper than 50 levels"),
    ),
    graph(
        "a tag",
        but(GRAPH, ("title: fork", "title: !!python/object:os.system fork")),
        re.compile(r"3:8: .*tag.*"),
    ),
    graph(
        "repeated key",
        but(GRAPH, ("{up: s1, down: s2}", "{up: s1, up: s2}")),
        "8:50: duplicate key 'up'",
    ),
    graph(
        "repeated state",
        but(GRAPH, ("  s5:", "  s4:")),
        "13:3: duplicate key 's4'",
    ),
    graph(
        "wrong format",
        but(GRAPH, ("efgc/state-graph", "efgc/game")),
        "1:9: 'efgc/game' is not efgc/state-graph",
    ),
    graph(
        "wrong version",
        but(GRAPH, ("version: 1", "version: 3")),
        "2:10: version '3' is not known here, only 1; make the file again from its source",
    ),
    graph("no version", but(GRAPH, ("version: 1\n", "")), re.compile(r"1:1: version: .*")),
    graph(
        "no format",
        but(GRAPH, ("format: efgc/state-graph\n", "")),
        "1:1: no artifact of efgc: the key 'format' is missing; here it would be efgc/state-graph",
    ),
    graph(
        "no state",
        GRAPH[: GRAPH.index("  s0")],
        "7:8: '' is not a mapping",
        "7:8: there is no state",
    ),
    graph(
        "three players",
        but(GRAPH, ("[agent, bandits]", "[agent, bandits, sheriff]")),
        "4:10: a game here has 2 players, not 3",
    ),
    graph(
        "players of one name",
        but(GRAPH, ("[agent, bandits]", "[bandits, bandits]"), ("actor: agent", "actor: bandits")),
        "4:10: the two players have the same name",
    ),
    graph(
        "unknown actor",
        but(GRAPH, ("actor: agent", "actor: sheriff")),
        "8:15: 'sheriff' is not a known actor; known are agent, bandits, secret, chance, joint",
    ),
    graph("unknown target", but(GRAPH, ("down: s2", "down: s99")), "8:56: 's99' is not a state"),
    graph("unknown start", but(GRAPH, ("start: s0", "start: s99")), "6:8: 's99' is not a state"),
    graph(
        "unknown place",
        but(GRAPH, ("place: e2", "place: e9")),
        "10:30: 'e9' is not a place of the secret; the places are e1, e2",
    ),
    graph(
        "more bandits than places",
        but(GRAPH, ("count: 1", "count: 3")),
        "5:67: cannot choose 3 places out of 2",
    ),
    graph(
        "a state that is its own target",
        but(GRAPH, ("up: s1", "up: s0")),
        "8:7: play might never end: s0 -> s0",
    ),
    graph(
        "cycle",
        but(GRAPH, ("not_to: e1, to: s4", "not_to: e1, to: s0")),
        "8:7: play might never end: s0 -> s1 -> s6 -> s0",
    ),
    graph(
        "probabilities sum to 5/6",
        but(GRAPH, ("p: 2/3", "p: 1/2")),
        "11:30: the probabilities sum to 5/6, not to 1",
    ),
    graph(
        "probability 0",
        but(GRAPH, ("p: 1/3", "p: 0"), ("p: 2/3", "p: 1")),
        "11:45: the probability 0 is not above 0",
    ),
    graph(
        "negative probability",
        but(GRAPH, ("p: 1/3", "p: -1/3"), ("p: 2/3", "p: 4/3")),
        "11:45: the probability -1/3 is not above 0",
    ),
    *(
        graph(
            f"payoff {payoff}",
            but(GRAPH, ("payoff: 10", f"payoff: {payoff}")),
            f"12:16: '{payoff}' {NO_NUMBER}",
        )
        for payoff in ("nan", "inf", "half", "1/0", "1e999999999", "0x10", "1_000")
    ),
    graph(
        "payoff beyond every float",
        but(GRAPH, ("payoff: 10", "payoff: 1e350")),
        re.compile(r"12:16: .*"),
    ),
    graph("no payoff", but(GRAPH, ("{payoff: 10}", "{payoff: }")), f"12:16: '' {NO_NUMBER}"),
    case(
        "map: an island's numbers in one line",
        "run island.txt",
        {"island.txt": "2 4\nS--D\n-E--\n1\n0.5\n"},
        "island.txt:1:1: two numbers in the first line begin a cave, whose other lines are "
        "squares; an island has its numbers of rows and columns in two lines",
    ),
    parse("an island without rows", "3\n4\n", "2:1: the map has no rows"),
    *(
        parse(name, text, f"1:1: a map cannot begin with {begin}; {NO_MAP}")
        for name, text, begin in (
            ("a cave without its first line", "#SED#\n#-E-#\n", "'#SED#'"),
            ("a cave without its probability", "1\n#SED#\n", "'1', then '#SED#'"),
            ("a cave without its miners", "0.5\n#SED#\n", "'0.5', then '#SED#'"),
            ("a cave's numbers in two lines", "1\n0.5\n#SED#\n", "'1', then '0.5'"),
            ("an island without its columns", "2\n#SED#\n#-E-#\n1\n0.5\n", "'2', then '#SED#'"),
            ("an island with a cave's line", "1\n5\n1 0.5\n#SED#\n", "'1', then '5', then '1 0.5'"),
            ("one number", "4\n", "'4'"),
        )
    ),
    case(
        "map: a cave with the size of an island",
        "run cave.txt",
        {"cave.txt": "1 0.5\n1 5\n#SED#\n"},
        "cave.txt:1:1: two numbers in the first line begin a cave, whose other lines are "
        "squares; an island has its numbers of rows and columns in two lines",
    ),
    case(
        "map: a cave for the course of islands",
        "course island-2018 cave.txt",
        {"cave.txt": CAVE},
        "cave.txt:1:1: this map has the layout cave; island-2018 takes the layout island, "
        "which begins with the numbers of rows and columns, one per line",
    ),
    case(
        "game: the keys of another game",
        "run battle.yaml",
        {"battle.yaml": "game: goofspiel\nboard: 2--5\nshots: 1\n"},
        "battle.yaml:1:7: goofspiel has no board, shots; did you mean 'game: droid-battle'?",
    ),
    graph("no move", but(GRAPH, ("{up: s1, down: s2}", "{}")), "8:41: there is no move"),
    graph(
        "unknown key",
        but(GRAPH, ("{payoff: 10}", "{payoff: 10, reward: 1}")),
        "12:28: unknown key 'reward'; known are payoff",
    ),
    graph(
        "probabilities of thousands of digits",
        but(GRAPH, ("1/3", f"1/{10**2400 + 9}"), ("2/3", f"1/{10**2400 + 11}")),
        re.compile(r"11:\d+: .*"),
    ),
    graph(
        "several parts that are not what they should be",
        but(GRAPH, ("up: s1", "up: s99"), ("payoff: 10", "payoff: ten")),
        "8:46: 's99' is not a state",
        f"12:16: 'ten' {NO_NUMBER}",
    ),
    graph(
        "several parts that do not go together",
        but(GRAPH, ("place: e2", "place: e9"), ("p: 2/3", "p: 1/2")),
        "10:30: 'e9' is not a place of the secret; the places are e1, e2",
        "11:30: the probabilities sum to 5/6, not to 1",
    ),
    graph(
        "several problems of both kinds",
        but(
            GRAPH,
            ("up: s1", "up: s99"),
            ("place: e2", "place: e9"),
            ("p: 2/3", "p: 1/2"),
            ("payoff: 10", "payoff: ten"),
        ),
        "8:46: 's99' is not a state",
        "10:30: 'e9' is not a place of the secret; the places are e1, e2",
        "11:30: the probabilities sum to 5/6, not to 1",
        f"12:16: 'ten' {NO_NUMBER}",
    ),
    case(
        "graph: more histories than allowed",
        "expand g.yaml --max-histories 5",
        {"g.yaml": GRAPH},
        re.compile(r"g\.yaml: the game has \d\d histories, more than the limit of 5\n"),
        4,
    ),
    case(
        "graph: the player learns what it is not shown",
        "expand g.yaml",
        {
            "g.yaml": but(
                GRAPH,
                ("s5: {payoff: 0}", "s5: {actor: bandits, sees: [alarm at e1], moves: {go: s4}}"),
            )
        },
        re.compile(r"g\.yaml: states\.\w+: bandits are offered .*\n"),
    ),
]

BATTLE = "game: droid-battle\nboard: [2-5, ---]\nshots: 1\nrounds: 2\n"

DEALS = [
    deal("no cards", "", "1:1: the number of cards is missing; write, for example, cards: 13"),
    deal(
        "another game",
        "cards: 3\n",
        "1:7: 'chess' is not a known game; known are goofspiel, droid-battle",
        game="chess",
    ),
    deal(
        "a list as the game",
        "cards: 3\n",
        "1:7: a list is not a known game; known are goofspiel, droid-battle",
        game="[goofspiel]",
    ),
    *(
        deal(
            f"{cards} cards",
            f"cards: {cards}\n",
            f"2:8: {cards} cards; the number must be from 1 to 15",
        )
        for cards in (-1, 0, 16)
    ),
    *(
        deal(f"cards: {cards}", f"cards: {cards}\n", f"2:8: '{cards}' is not a whole number")
        for cards in ("3.0", "0x3", "9" * 30)
    ),
    deal(
        "an unknown key",
        "cards: 3\nseed: 1\n",
        "3:7: unknown key 'seed'; known are game, cards, objective, hands, prizes",
    ),
    deal("a repeated key", "cards: 3\ncards: 4\n", "3:1: duplicate key 'cards'"),
    deal(
        "an unknown objective",
        "cards: 3\nobjective: lose\n",
        "3:12: 'lose' is not an objective; known are points, win",
    ),
    deal("no hand", "cards: 3\nhands: []\n", "3:8: 0 hands for two players"),
    deal(
        "hands of different length",
        "cards: 3\nhands: [[1, 2], [1, 2, 3]]\n",
        "3:9: 2 cards for 3 prizes; each prize takes one card",
    ),
    *(
        deal(
            f"a hand of {cards}",
            f"cards: 3\nhands: [[1, 2, 3], {cards}]\n",
            "3:20: the cards of a hand must be different whole numbers from 1 to 1,000,000,000",
        )
        for cards in ("[1, 1, 2]", "[0, 1, 2]", "[1, 2, 9999999999]")
    ),
    *(
        deal(
            f"prizes {prizes}",
            f"prizes: {prizes}\n",
            "2:9: the prizes must be different numbers above 0",
        )
        for prizes in ("[1, 1.0]", "[0, 1]", "[-1, 1]")
    ),
    deal("prizes that are none", "prizes: 3\n", "2:9: '3' is not a list"),
    deal("more prizes than cards", "cards: 2\nprizes: [1, 2, 3]\n", "3:9: 3 prizes for 2 cards"),
    deal(
        "prizes too far apart",
        "prizes: [1, 1e300]\n",
        (
            "2:9: the prizes add up to 1.00e+300 times their common unit; the maximum is "
            "1,000,000,000,000"
        ),
    ),
    deal(
        "too many scores",
        f"objective: win\nprizes: {[3**at for at in range(13)]}\n",
        (
            "3:9: too many scores are possible; choose fewer prizes, or smaller multiples of "
            "their common unit"
        ),
    ),
    deal("a tab", "\tcards: 3\n", re.compile("2:1: not valid YAML: .*tab.*")),
    deal(
        "a second document",
        "cards: 3\n---\ngame: goofspiel\n",
        "3:1: a second document; a file here holds one",
    ),
    deal(
        "several problems",
        "cards: x\nseed: 1\n",
        "2:8: 'x' is not a whole number",
        "3:7: unknown key 'seed'; known are game, cards, objective, hands, prizes",
    ),
    deal(
        "several problems of a battle",
        "board: [2-5, -x-]\nshots: -1\nrounds: 0\n",
        "2:14: 'x' in column 2 is not a square; use one of # - 2 5",
        "3:8: a droid has from 0 to 10,000 shots",
        "4:9: 0 rounds; a battle has 1 to 10,000,000",
        game="droid-battle",
    ),
    deal(
        "a battle without a board",
        "shots: 3\n",
        "1:1: the board is missing; give a map of the squares - # 2 5, one row per line",
        game="droid-battle",
    ),
    deal(
        "a board that is a mapping",
        "board: {a: b}\n",
        "2:8: a mapping is not text",
        game="droid-battle",
    ),
    case(
        "battle: level files",
        "run d.yaml --levels x --max-states 1",
        {"d.yaml": BATTLE},
        "d.yaml: --levels is for Goofspiel; a droid battle is solved in memory, in seconds",
        2,
    ),
    case(
        "battle: a position of Goofspiel",
        ["run", "d.yaml", "--max-states", "1", "--at", "hand 1 / 1, prizes 1"],
        {"d.yaml": BATTLE},
        "d.yaml: 'hand 1 / 1, prizes 1' is not a position; write it like "
        "'at 2 0 / 2 3, shots 5 / 5, score 0, rounds 50'",
    ),
    case(
        "battle: a position beyond",
        ["run", "d.yaml", "--max-states", "1", "--at", "at 0 0 / 0 2 shots 9/1 rounds 1"],
        {"d.yaml": BATTLE},
        "d.yaml: 'at 0 0 / 0 2 shots 9 / 1 score 0 roun...' is not a position to play from: "
        "a droid has more shots than it began with",
    ),
    case(
        "battle: the notebook",
        "run d.yaml --format notebook",
        {"d.yaml": BATTLE},
        "efgc: the notebook's print is one of Goofspiel; use --format text",
    ),
    case(
        "battle: the chart",
        "run d.yaml --format svg",
        {"d.yaml": BATTLE},
        "efgc: only Goofspiel has a parity chart; use --format text",
    ),
    case(
        "deal: in JSON",
        "check d.yaml",
        {"d.yaml": '{"cards": 16, "game": "goofspiel"}\n'},
        "d.yaml:1:11: 16 cards; the number must be from 1 to 15",
    ),
    case(
        "deal: rules of maps",
        "parse d.yaml --rules cave-2023",
        {"d.yaml": DEAL},
        "d.yaml: --rules cave-2023 is for maps; this is a source with a `game`",
        2,
    ),
    case(
        "deal: reductions of maps",
        "parse d.yaml --without relevant",
        {"d.yaml": DEAL},
        "d.yaml: --without relevant is for maps; this is a source with a `game`",
        2,
    ),
    case(
        "deal: too large for level 1",
        "parse d.yaml -O 1",
        {"d.yaml": but(DEAL, ("3", "13"))},
        re.compile("d.yaml: the game has more than 1,000,000 states at level 1, .*\n"),
        4,
    ),
    case(
        "deal: a format of other reports",
        "run d.yaml --format mas2018",
        {"d.yaml": but(DEAL, ("3", "13"))},
        (
            "d.yaml: --format mas2018 is not for a game solved state by state; known are text, "
            "json, html, notebook, csv, svg"
        ),
        2,
    ),
    *(
        case(f"deal: {at}", ["run", "d.yaml", "--at", at], {"d.yaml": DEAL}, f"d.yaml: {told}")
        for at, told in (
            (
                "s0",
                "'s0' is not a position; write it like 'hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5'",
            ),
            ("hand 1 2 / 1 3, prizes 1 2, up 3", "up: '3' is not one of the prizes"),
            ("hand 1 / 2 3, prizes 2", "hands[1]: 2 cards for 1 prizes; each prize takes one card"),
            (
                "hand 1 2 3 / 1 2 3, prizes 1 2 3",
                "at 'hand 1 2 3 / 1 2 3 prizes 1 2 3' the players do not move simultaneously; "
                "choose a position with a prize up, or a joint state",
            ),
        )
    ),
]

PUBLIC_GRAPHS = [
    public(
        "rows that are no rows",
        but(PUBLIC, ("[[e, t], [t, e]]", "[[e, t], [t]]")),
        "7:50: is not 2 rows of 2, one per pair of moves",
    ),
    public(
        "a reward too many",
        but(PUBLIC, ("[-1, 2]]", "[-1, 2, 3]]")),
        "7:76: is not 2 rows of 2, one per pair of moves",
    ),
    public("an unknown target", but(PUBLIC, ("[t, e]", "[t, x]")), "7:63: 'x' is not a state"),
    public(
        "a reward that is none", but(PUBLIC, ("[-1, 2]", "[-1, nan]")), f"7:91: 'nan' {NO_NUMBER}"
    ),
    public(
        "a reward too large to add up",
        but(PUBLIC, ("[-1, 2]", "[-1, 1e300]")),
        "7:91: about 1e+300 is beyond 1e290: the sum of the rewards could overflow",
    ),
    public(
        "one list of moves",
        but(PUBLIC, (", [l, r]]", "]")),
        "7:28: two lists of labels, of player 1 and player 2",
    ),
    public("a repeated label", but(PUBLIC, ("[l, r]", "[l, l]")), "7:37: duplicate label"),
    public("an empty label", but(PUBLIC, ("[l, r]", '[l, ""]')), "7:37: a move needs a label"),
    public(
        "no label",
        but(PUBLIC, ("[l, r]", "[]")),
        "7:37: there is no move",
        "7:46: is not 2 rows of 0, one per pair of moves",
        "7:72: is not 2 rows of 0, one per pair of moves",
    ),
    public("a cycle", but(PUBLIC, ("[t, e]", "[t, s]")), "7:6: play might never end: s -> s"),
    public(
        "a joint move beside a secret",
        but(PUBLIC, ("start", "secret: {owner: b, places: {p: [0, 1]}, count: 1}\nstart")),
        *(
            f"{line}:14: both players can move at once only in a graph without a secret"
            for line in (8, 9, 10)
        ),
    ),
    public(
        "states that do not follow from the rule",
        but(PUBLIC, ("start", f"{RULE}start")),
        (
            "5:7: the states are not those of this rule at level 2; remove the rule from an "
            "edited graph"
        ),
    ),
    public(
        "generated from nothing",
        PUBLIC[: PUBLIC.index("start")] + "states: generated\n",
        "1:1: the key 'rule' is missing",
    ),
    public(
        "generated, with a start",
        PUBLIC[: PUBLIC.index("states")] + RULE + "states: generated\n",
        "5:8: unknown key 'start'; known are format, version, title, players, rule, states, "
        "source; did you mean 'states'?",
    ),
    case(
        "public graph: too many histories for their number",
        "expand g.yaml",
        {
            "g.yaml": PUBLIC[: PUBLIC.index("  s:")]
            + "".join(
                (
                    f"  s{at or ''}: {{actor: joint, moves: [[u, d], [l, r]], to: [[s{at + 1}, "
                    f"s{at + 1}], [s{at + 1}, s{at + 1}]]}}\n"
                )
                for at in range(7200)
            )
            + "  s7200: {payoff: 0}\n"
        },
        re.compile(r"g.yaml: the game has \d\.\d\de\+433\d histories, .*\n"),
        4,
    ),
]

STAGE_SOLUTIONS = [
    stages(
        "of another graph",
        but(STAGES, (DIGEST, "0" * 64)),
        " graph_sha256: is the solution of another state graph",
    ),
    stages(
        "NaN as a value",
        but(STAGES, ('"value": 0.2, "games"', '"value": NaN, "games"')),
        " value: 'NaN' is not a finite number",
    ),
    stages(
        "a stage game is missing",
        but(STAGES, (TAIL, "")),
        " stages: the stage game of 't' is missing",
    ),
    stages(
        "a state that is none",
        but(STAGES, ('"state": "t"', '"state": "e"')),
        " stages: the stage game of 't' is missing",
        " stages[1].state: 'e' is not a stage game of this graph",
    ),
    stages(
        "a strategy too short",
        but(STAGES, ('"strategy_1": [0.5, 0.5]', '"strategy_1": [1]')),
        " stages[1]: the strategies must have 2 and 2 probabilities, one per move",
    ),
    *(
        stages(
            f"the strategy {weights}",
            but(STAGES, ('"strategy_1": [0.5, 0.5]', f'"strategy_1": {weights}')),
            f" stages[1].strategy_1{message}",
        )
        for weights, message in (
            ("[2, -1]", "[1]: -1 is below 0"),
            ("[0.5, 0.6]", ": is not a distribution"),
            ("[]", ": the list is empty"),
            ("[1e308, 1e308]", ": is not a distribution"),
        )
    ),
    stages(
        "levels of a listed graph",
        but(
            STAGES,
            (
                '"levels": []',
                '"levels": [{"left": 0, "states": 1, "games": 0, "largest_gap": 0, "bound": 0}]',
            ),
        ),
        " levels: levels are of a game with too many states to list; this graph lists them",
    ),
    stages("of a linear program", SOLUTION, OF_A_PROGRAM),
    case(
        "stage solution: of a game",
        "report g.json s.json",
        {"g.json": GAME, "s.json": STAGES},
        "s.json: this is a solution by backward induction; `efgc report GRAPH SOLUTION`, "
        "`efgc certify GRAPH SOLUTION` and `efgc diff` read it",
    ),
    case(
        "stage solution: no equilibrium",
        "report g.yaml s.json",
        {
            "g.yaml": PUBLIC,
            "s.json": but(STAGES, ('"strategy_1": [0.5, 0.5]', '"strategy_1": [1, 0]')),
        },
        [
            re.compile(
                r"\S+: the strategies leave the value of a state open by .*; "
                "the solution is not an equilibrium of this graph"
            )
        ],
        5,
    ),
    case(
        "stage solution: a state where play never comes",
        "report g.yaml s.json --at u",
        {"g.yaml": PUBLIC, "s.json": STAGES},
        "s.json: play never comes to 'u'",
    ),
    case(
        "stage solution: level files of a listed graph",
        "report g.yaml s.json --levels d",
        {"g.yaml": PUBLIC, "s.json": STAGES},
        "g.yaml: --levels is for games with too many states to list; this graph lists them",
        2,
    ),
]

GAMES = [
    game("empty", "", "1:1: the file is empty"),
    game("binary", b"\x00\x01\x02", "1:1: not valid JSON: Expecting value"),
    game(
        "not UTF-8", GAME.encode().replace(b"coin", b"c\xf6in"), "1:50: not UTF-8 text: byte 0xf6"
    ),
    game(
        "truncated",
        GAME[: GAME.index(', "children": [5, 6]')],
        "9:35: not valid JSON: Expecting ',' delimiter",
    ),
    game("text after the end", GAME + "bye\n", "17:1: not valid JSON: Extra data"),
    game("deep nesting", "[" * 100_000, re.compile(r"1:\d+: nested deeper than 50 levels")),
    game(
        "repeated key",
        but(GAME, ('"payoff": "2"', '"payoff": "2", "payoff": "9"')),
        re.compile(r"(13:30| nodes\[6\](\.payoff)?): duplicate key 'payoff'"),
    ),
    game("a number", "7", " '7' is not a mapping"),
    game("wrong format", but(GAME, ("efgc/game", "efgc/solution")), OF_A_PROGRAM),
    game(
        "wrong version",
        but(GAME, ('"version": 1', '"version": 2')),
        " version: version '2' is not known here, only 1; make the file again from its source",
    ),
    game(
        "no format",
        "{}",
        " no artifact of efgc: the key 'format' is missing; here it would be efgc/game",
    ),
    game(
        "keys that are none, in the order of the file",
        but(GAME, ('"coin",', '"coin", "z": 1, "y": 2, "x": 3, "w": 4,')),
        *(f" {key}: unknown key '{key}'; known are {KNOWN_GAME}" for key in "zyxw"),
    ),
    game(
        "NaN as a payoff",
        but(GAME, ('"payoff": "2"', '"payoff": NaN')),
        re.compile(r"(12:\d+| nodes\[6\]\.payoff): .*NaN.*"),
    ),
    game("NaN as a title", but(GAME, ('"coin"', "NaN")), re.compile(r"(1:\d+| title): .*NaN.*")),
    game("a number as a title", but(GAME, ('"coin"', "1.5")), re.compile(r" title: .*")),
    game(
        "half a surrogate pair",
        but(GAME, ('"coin"', r'"\ud800"')),
        re.compile(r"(1:\d+| title): .*"),
    ),
    game(
        "null as a payoff",
        but(GAME, ('"payoff": "2"', '"payoff": null')),
        re.compile(r" nodes\[6\]\.payoff: .*null.*"),
    ),
    game(
        "a list as a payoff",
        but(GAME, ('"payoff": "2"', '"payoff": []')),
        f" nodes[6].payoff: a list {NO_NUMBER}",
    ),
    *(
        game(
            f"payoff {payoff}",
            but(GAME, ('"payoff": "2"', f'"payoff": "{payoff}"')),
            f" nodes[6].payoff: '{payoff}' {NO_NUMBER}",
        )
        for payoff in ("nan", "inf", "half", "1/0", "1e999999999", "")
    ),
    game(
        "a payoff beyond every float",
        but(GAME, ('"payoff": "2"', '"payoff": "1e350"')),
        re.compile(r" nodes\[6\]\.payoff: .*"),
    ),
    game(
        "a whole number beyond every float",
        but(GAME, ('"payoff": "2"', f'"payoff": {10**400}')),
        re.compile(r" nodes\[6\]\.payoff: .{1,200}"),
    ),
    game(
        "a number of 5,000 digits",
        but(GAME, ('"payoff": "2"', f'"payoff": 1{"0" * 5000}')),
        re.compile(r"13:25: .{1,200}"),
    ),
    game(
        "true as a number",
        but(
            GAME,
            (
                '"information_set": 1, "children": [3, 4]',
                '"information_set": true, "children": [3, 4]',
            ),
        ),
        " nodes[1].information_set: 'True' is not a whole number",
    ),
    game(
        "player 3",
        but(GAME, ('"player": 1', '"player": 3')),
        " information_sets[1].player: 3 is not a player; players are 1 and 2",
    ),
    game(
        "three players",
        but(GAME, ('"bandits"]', '"bandits", "sheriff"]')),
        " players: a game here has 2 players, not 3",
    ),
    game(
        "states below 0",
        but(GAME, ('"bandits"],', '"bandits"], "states": -1,')),
        re.compile(r" states: .*-1.*"),
    ),
    game(
        "repeated action",
        but(GAME, ('1, "actions": ["heads", "tails"]', '1, "actions": ["heads", "heads"]')),
        re.compile(r" information_sets\[1\]\.actions: .*different.*"),
    ),
    game(
        "repeated action of chance",
        but(GAME, ('"robbed"', '"paid"')),
        re.compile(r" nodes\[3\]\.chance: .*different.*"),
    ),
    game(
        "a node that is its own child",
        but(GAME, ("[3, 4]", "[1, 4]")),
        " nodes[1].children[0]: 1 cannot be a child of 1: children come later, "
        "and the last node is 8",
        " nodes[3]: no node leads here",
    ),
    game(
        "a child that is not there",
        but(GAME, ("[3, 4]", "[3, 99]")),
        " nodes[1].children[1]: 99 cannot be a child of 1: children come later, "
        "and the last node is 8",
        " nodes[4]: no node leads here",
    ),
    game("two parents", but(GAME, ("[5, 6]", "[5, 4]")), " nodes[6]: no node leads here"),
    game(
        "unreached node",
        but(
            GAME,
            (
                '{"node": 8, "payoff": "0"}',
                '{"node": 8, "payoff": "0"},\n  {"node": 9, "payoff": "0"}',
            ),
        ),
        " nodes[9]: no node leads here",
    ),
    game(
        "a child too many",
        but(
            GAME,
            (
                '{"node": 8, "payoff": "0"}',
                '{"node": 8, "payoff": "0"},\n  {"node": 9, "payoff": "0"}',
            ),
            ("[5, 6]", "[5, 6, 9]"),
        ),
        " nodes[2].children: 3 children for 2 actions",
    ),
    game(
        "wrong number of a node",
        but(GAME, ('"node": 5', '"node": 6')),
        " nodes[5].node: this is number 5: numbers start at 0, in the order of the file",
    ),
    game(
        "no node",
        GAME[: GAME.index('  {"node": 0')] + " ]}\n",
        " nodes: there is no node",
        " information_sets[0]: no node belongs to it",
        " information_sets[1]: no node belongs to it",
    ),
    game(
        "unknown information set",
        but(
            GAME,
            (
                '"information_set": 1, "children": [5, 6]',
                '"information_set": 7, "children": [5, 6]',
            ),
        ),
        " nodes[2].information_set: there is no information set 7",
    ),
    game(
        "probabilities sum to 5/6",
        but(GAME, ('"2/3"', '"1/2"')),
        " nodes[3].probabilities: they sum to 5/6, not to 1",
    ),
    game(
        "probability 0",
        but(GAME, ('"2/3", "1/3"', '"1", "0"')),
        " nodes[3].probabilities: a probability is not above 0",
    ),
    game(
        "negative probability",
        but(GAME, ('"2/3", "1/3"', '"4/3", "-1/3"')),
        " nodes[3].probabilities: a probability is not above 0",
    ),
    game(
        "probabilities of thousands of digits",
        but(GAME, ('"2/3"', f'"1/{10**2400 + 9}"'), ('"1/3"', f'"1/{10**2400 + 11}"')),
        re.compile(r" nodes\[3\]\.probabilities: .{1,200}"),
    ),
    game(
        "a probability too few",
        but(GAME, ('"2/3", "1/3"', '"1"')),
        " nodes[3]: actions, probabilities and children differ in number",
    ),
    game(
        "imperfect recall",
        FORGETFUL,
        re.compile(
            r" information_sets\[2\]: imperfect recall: agent .*'right' from 'left, wait'.*"
        ),
    ),
    game(
        "several problems",
        but(
            GAME,
            ('"player": 1', '"player": 3'),
            ('"2/3"', '"1/2"'),
            ("[5, 6]", "[5, 4]"),
            ("[7, 8]", "[7, 9]"),
        ),
        " information_sets[1].player: 3 is not a player; players are 1 and 2",
        " nodes[3].probabilities: they sum to 5/6, not to 1",
        " nodes[3].children[1]: 9 cannot be a child of 3: children come later, "
        "and the last node is 8",
        " nodes[6]: no node leads here",
        " nodes[8]: no node leads here",
    ),
    case(
        "game: sixty problems, fifty told",
        "check g.json",
        {"g.json": but(GAME, ('["paid", "robbed"]', str(list(range(60)))))},
        re.compile(
            r"(g\.json: nodes\[3\]\.chance\[\d+\]: '\d+' is not text\n){50}"
            r"g\.json: and 10 more problems\n"
        ),
    ),
    case(
        "game: another artifact",
        "lower g.yaml",
        {"g.yaml": GRAPH},
        "g.yaml: this is a state graph; type `efgc run g.yaml --through expand | efgc lower -`",
    ),
]

PROGRAMS = [
    program("empty", "", "1:1: the file is empty"),
    program(
        "binary",
        b"\x00\x01\x02",
        "1:1: neither an .lp file (max, min) nor an .mps file (NAME, ROWS)",
    ),
    program("not UTF-8", b"max\n o: \xe4\n", "2:5: not UTF-8 text: byte 0xe4"),
    program(
        "prose", "Dear all,\n", "1:1: neither an .lp file (max, min) nor an .mps file (NAME, ROWS)"
    ),
    program(
        "truncated", PROGRAM[: PROGRAM.index("<=")], "4:2: a row is a sum, a relation and a number"
    ),
    program("text after the end", PROGRAM + "bye\n", "7:1: 'bye' is behind the end"),
    program(
        "a huge number",
        but(PROGRAM, ("2 y", "1e999999999 y")),
        re.compile(r"2:9: '1e999999999' is too large: .*"),
    ),
    program(
        "a square",
        but(PROGRAM, ("2 y", "[ y ^ 2 ] / 2")),
        "2:9: quadratic terms: not a linear program",
    ),
    program(
        "a square, read by HiGHS",
        but(PROGRAM, ("2 y", "[ y ^ 2 ] / 2")),
        "2:9: quadratic terms: not a linear program",
        options="--solver highs",
    ),
    program(
        "whole numbers only",
        but(PROGRAM, ("end", "general\n x\nend")),
        re.compile(r"7:2: x must .*"),
    ),
    program(
        "whole numbers only, read by HiGHS",
        but(PROGRAM, ("end", "general\n x\nend")),
        re.compile(r"7:2: x must .*"),
        options="--solver highs",
    ),
    program(
        "unknown row",
        but(FREE_MPS, ("o 1 r 1", "o 1 z 1")),
        "6:8: there is no row 'z'",
        file="p.mps",
    ),
    program(
        "truncated",
        FREE_MPS[: FREE_MPS.index("RHS")],
        "6:11: ENDATA is missing",
        file="p.mps",
    ),
    program(
        "no column",
        "NAME p\nROWS\n N o\nCOLUMNS\nRHS\nENDATA\n",
        "1: a linear program without columns",
        file="p.mps",
    ),
]

SOLUTIONS = [
    solution("empty", "", "1:1: the file is empty"),
    solution(
        "not UTF-8",
        SOLUTION.encode().replace(b"pencil", b"p\xe9ncil"),
        "2:14: not UTF-8 text: byte 0xe9",
    ),
    solution("truncated", SOLUTION[:-4], re.compile(r"17:\d+: not valid JSON: .*")),
    solution("deep nesting", "[" * 100_000, re.compile(r"1:\d+: nested deeper than 50 levels")),
    solution(
        "wrong format", GAME, " this is a game; `efgc run`, `efgc lower` and `efgc report` read it"
    ),
    solution(
        "unknown status",
        but(SOLUTION, ('"optimal"', '"perfect"')),
        re.compile(r" status: 'perfect' is not optimal, .*"),
    ),
    solution(
        "no objective",
        but(SOLUTION, ('"objective": 1.0', '"objective": null')),
        " objective: an optimal solution needs a finite objective",
    ),
    *(
        solution(
            f"value {value}",
            but(SOLUTION, ('"x1", "value": 0.5', f'"x1", "value": {value}')),
            re.compile(r"( columns\[2\]\.value|6:\d+): .*"),
        )
        for value in ("NaN", "1e999999999", "Infinity", '"half"', "null", "true")
    ),
    solution(
        "a missing column",
        but(SOLUTION, ('  {"column": "x1", "value": 0.5},\n', "")),
        " columns: 4 of 5 columns are listed",
    ),
    solution(
        "a repeated column",
        but(SOLUTION, ('"column": "x1"', '"column": "x2"')),
        re.compile(r" columns(\[3\](\.column)?)?: .*duplicate name.*"),
    ),
    solution(
        "of another game, by its name",
        but(SOLUTION, ('"problem": ""', '"problem": "efgc_player1_0123456789abcdef"')),
        "1:43: the solution is of the linear program efgc_player1_0123456789abcdef, the table of "
        f"columns of {TABLE.problem}",
    ),
    solution(
        "of another linear program",
        but(
            SOLUTION,
            *(
                (f'"{old}"', f'"{new}"')
                for old, new in (
                    ("x0", "z0"),
                    ("x1", "z1"),
                    ("x2", "z2"),
                    ("v0", "w0"),
                    ("v1", "w1"),
                )
            ),
        ),
        "4:2: the table of columns has no column w0, z0, z1 and 2 more",
    ),
    solution(
        "a column less, as another linear program has",
        but(
            SOLUTION, ('  {"column": "x2", "value": 0.5},\n', ""), ('"columns": 5', '"columns": 4')
        ),
        "4:2: the solution has no column x2 (tails)",
    ),
    unproved(
        "infeasible",
        but(SOLUTION, ('"optimal"', '"infeasible"')),
        "s.json: pencil did not find an optimum: infeasible",
        4,
    ),
    unproved(
        "no equilibrium",
        but(SOLUTION, ('"b1", "dual": 0.5', '"b1", "dual": 0.0')),
        [re.compile(r"s\.json: the strategies leave the value between 1 and 2; .*")],
        5,
    ),
    unproved(
        "a wrong objective",
        but(SOLUTION, ('"objective": 1.0', '"objective": 1.5')),
        "s.json: pencil claims the value 1.5, its strategies have 1",
        5,
    ),
    unproved(
        "weights whose sum is beyond every float",
        WEIGHTS.sub(r"\g<1>1e308", SOLUTION).replace('"objective": 1.0', '"objective": 0.0'),
        [re.compile(".+")],
        5,
    ),
    case(
        "solution: game and solution exchanged",
        "report s.json g.json",
        {"g.json": GAME, "s.json": SOLUTION},
        f"s.json:{OF_A_PROGRAM}",
    ),
    case(
        "solution: the second of two is wrong",
        "report g.json s.json t.json",
        {
            **SOLVED,
            "s.json": SOLUTION,
            "t.json": but(
                SOLUTION, ('"problem": ""', '"problem": "efgc_player2_0123456789abcdef"')
            ),
        },
        "t.json:1:43: the solution is of the linear program efgc_player2_0123456789abcdef, the "
        f"table of columns of {TABLE.problem}",
    ),
    case(
        "solution: three of them",
        "report g.json s.json s.json s.json",
        {"g.json": GAME, "s.json": SOLUTION},
        re.compile(
            r"Usage: .*\n\nError: a game has two players, so at most two solutions\n", re.DOTALL
        ),
        2,
    ),
]

FILES = [
    case("missing file", "parse nowhere.txt", {}, "nowhere.txt: no such file or directory"),
    case("missing folder", "check no/where.txt", {}, "no/where.txt: no such file or directory"),
    case("a folder", "expand .", {}, ".: is a directory"),
    case(
        "a file as a folder",
        "expand m.txt/g.yaml",
        {"m.txt": CAVE},
        "m.txt/g.yaml: not a directory",
    ),
    case("empty stdin", "lower", {"-": ""}, "<stdin>:1:1: the file is empty"),
    case(
        "output onto the input",
        "parse m.txt -o ./m.txt",
        {"m.txt": CAVE},
        "./m.txt: is also read from; choose another name",
    ),
    case(
        "output onto the second input",
        "report g.json s.json -o s.json",
        {"g.json": GAME, "s.json": SOLUTION},
        "s.json: is also read from; choose another name",
    ),
    case(
        "the second output onto the input",
        "lower p.columns.json -o p.lp",
        {"p.columns.json": GAME},
        "p.columns.json: is also read from; choose another name",
    ),
    case(
        "output of run onto a folder",
        "run m.txt -o .",
        {"m.txt": CAVE, "m.states.yaml/x": ""},
        "m.states.yaml: is a directory",
    ),
    case(
        "output into a missing folder",
        "parse m.txt -o no/m.yaml",
        {"m.txt": CAVE},
        "no/m.yaml: no such file or directory",
    ),
    case(
        "output onto a folder", "parse m.txt -o d", {"m.txt": CAVE, "d/x": ""}, "d: is a directory"
    ),
    case(
        "output into a file",
        "parse m.txt -o f/g",
        {"m.txt": CAVE, "f": "x"},
        "f/g: not a directory",
    ),
    case(
        "output of run into a file",
        "run m.txt -o f",
        {"m.txt": CAVE, "f": "x"},
        "f: is not a folder",
    ),
    case("output without a name", "parse m.txt -o /", {"m.txt": CAVE}, "/: is a directory"),
    case(
        "output onto a full device",
        "parse m.txt -o /dev/full",
        {"m.txt": CAVE},
        "/dev/full: no space left on device",
    ),
    case(
        "course: output into another folder",
        "course island-2018 m.txt --login ../x",
        {"m.txt": ISLAND},
        re.compile(r"Usage: .*\n\nError: --login takes a name, not a path: '../x'\n", re.DOTALL),
        2,
    ),
    case(
        "unknown command",
        "solev",
        {},
        re.compile(r"Usage: .*No such command 'solev'.*", re.DOTALL),
        2,
    ),
    case(
        "a command of other programs",
        "convert p.lp",
        {},
        re.compile(r".*Did you mean `efgc lower PROGRAM -o NAME.mps`\?\n", re.DOTALL),
        2,
    ),
    case(
        "unknown solver",
        "solve p.lp --solver pencil",
        {"p.lp": PROGRAM},
        re.compile(r"Usage: .*'pencil' is not one of.*", re.DOTALL),
        2,
    ),
    case(
        "a limit that is none",
        "parse m.txt --max-states 0",
        {"m.txt": CAVE},
        re.compile(r"Usage: .*0 is not in the range.*", re.DOTALL),
        2,
    ),
]


@pytest.fixture(autouse=True)
def signals():
    """Give the signals back that a command takes."""
    handler = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, handler)


def fill(folder, files):
    """Write the files."""
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def found(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def expect(told, stderr):
    """Compare stderr with the lines or the pattern of a case."""
    assert "Traceback" not in told
    if isinstance(stderr, re.Pattern):
        assert stderr.fullmatch(told), told
        return
    lines = told.splitlines()
    # Each line that fits is shown as what was wanted, so that a failure shows the others.
    fitting = [
        want if isinstance(want, re.Pattern) and want.fullmatch(line) else line
        for line, want in zip(lines, stderr, strict=True)
    ]
    assert fitting + lines[len(fitting) :] == stderr


CASES = [
    *(*MAPS, *GRAPHS, *DEALS, *PUBLIC_GRAPHS, *STAGE_SOLUTIONS),
    *(*GAMES, *PROGRAMS, *SOLUTIONS, *FILES),
]


@pytest.mark.parametrize("argv, files, stderr, code", CASES)
def test_bad_input(argv, files, stderr, code, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    stdin = files.get("-", "")
    fill(tmp_path, {name: content for name, content in files.items() if name != "-"})
    before = found(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
    ended = guarded(lambda: efgc(argv, prog_name="efgc", standalone_mode=False))
    printed, told = capfd.readouterr()
    expect(told, stderr)
    assert (ended, printed) == (code, "")
    assert found(tmp_path) == before


@pytest.mark.parametrize(
    "argv, files, stderr, code", CASES if "WHOLE" in os.environ else CASES[::8]
)
def test_the_log_as_json_has_every_message(argv, files, stderr, code, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    fill(tmp_path, {name: content for name, content in files.items() if name != "-"})
    told = {}
    for form in ("text", "json"):
        stdin = io.TextIOWrapper(io.BytesIO(files.get("-", "").encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        guarded(lambda: efgc([*argv, "--log", form], "efgc", standalone_mode=False))
        told[form] = capfd.readouterr().err
    events = [json.loads(line) for line in told["json"].splitlines()]
    assert {event["code"] for event in events if event["event"] == "problem"} <= codes_of_page()
    assert events[-1] == {"event": "result", "exit_code": code}
    lines = told["text"].splitlines()
    if code != 2:  # The usage of the command is for people alone.
        lines = [
            line.removeprefix("efgc: ") for line in lines if not line.endswith(" more problems")
        ]
        assert lines_of_log(told["json"])[: len(lines)] == lines


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)
@pytest.mark.parametrize(
    "argv, closed, stderr",
    [
        ("parse m.txt", "m.txt", "m.txt: permission denied\n"),
        ("parse m.txt -o d/m.yaml", "d", "d/m.yaml: permission denied\n"),
        ("parse m.txt -o f", "f", "f: permission denied\n"),
        ("run m.txt -o d", "d", "d/m.states.yaml: permission denied\n"),
    ],
)
def test_no_permission(argv, closed, stderr, tmp_path):
    fill(tmp_path, {"m.txt": CAVE, "f": "x", "d/x": ""})
    (tmp_path / closed).chmod(0o555 if closed == "d" else 0o444 if closed == "f" else 0)
    assert shell(f"efgc {argv}", tmp_path) == (1, "", stderr)


def shell(command, folder, **environment):
    """Return exit code, stdout and stderr of a shell's command in which `efgc` stands for the
    program.
    """
    ended = subprocess.run(
        ["bash", "-c", re.sub(r"\befgc(?= )", EFGC, command)],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        env={**os.environ, **environment},
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command, code, stdout, stderr",
    [
        ("efgc parse m.txt > /dev/full", 1, "", "<stdout>: no space left on device\n"),
        ("efgc check m.txt > /dev/full", 1, "", "<stdout>: no space left on device\n"),
        ("efgc --help > /dev/full", 1, "", "<stdout>: no space left on device\n"),
        ("efgc --version > /dev/full", 1, "", "<stdout>: no space left on device\n"),
        (
            "efgc parse m.txt 2> /dev/full > m.yaml && cat m.yaml | grep ^format:",
            0,
            "format: efgc/state-graph\n",
            "",
        ),
        ("efgc parse nowhere 2> /dev/full", 1, "", ""),
        ("efgc parse --nowhere 2> /dev/full", 2, "", ""),
        ("efgc solve unbounded.lp -o s.json 2> /dev/full", 4, "", ""),
        ("efgc parse m.txt >&-", 1, "", "<stdout>: is closed\n"),
        ("efgc parse m.txt -o m.yaml >&-", 0, "", None),
        (
            "efgc solve wrong.lp -o s.json >&-",
            1,
            "",
            "wrong.lp:2:8: a product: not a linear program\n",
        ),
        ("efgc solve p.lp -o s.json <&- >&- 2>&-", 0, "", ""),
        ("efgc solve wrong.lp -o s.json <&- >&- 2>&-", 1, "", ""),
        ("efgc parse <&-", 1, "", "<stdin>: is closed\n"),
        ("efgc parse m.txt <&-  | grep ^format:", 0, "format: efgc/state-graph\n", ""),
        ("PYTHONUNBUFFERED= efgc parse nowhere 2> /dev/full", 1, "", ""),
        ("efgc parse nowhere 2>&-", 1, "", ""),
        ("efgc parse --nowhere 2>&-", 2, "", ""),
        (
            "efgc parse m.txt | efgc expand | efgc lower 2> /dev/null | efgc solve > /dev/full",
            1,
            "",
            "<stdout>: no space left on device\n",
        ),
        (
            "set -o pipefail; { sleep 0.1; efgc parse m.txt; } | true",
            1,
            "",
            "<stdout>: the reader closed the pipe\n",
        ),
        ("set -o pipefail; { sleep 0.1; efgc --help; } | true", 1, "", None),
        (
            "ulimit -f 1; efgc expand large.yaml -o large.json",
            1,
            "",
            "large.json: file too large\n",
        ),
        ("mkfifo q; cat q & efgc parse m.txt -o q; wait", 0, None, ""),
        ("efgc solve whole.lp --solver highs", 1, "", None),
    ],
)
def test_streams(command, code, stdout, stderr, tmp_path):
    fill(
        tmp_path,
        {
            "m.txt": CAVE,
            "p.lp": but(PROGRAM, (">= 1", ">= -1")),
            "unbounded.lp": but(PROGRAM, ("<= 4", ">= 4")),
            "wrong.lp": but(PROGRAM, ("2 y", "2 * y")),
            "whole.lp": but(PROGRAM, ("r: x + y", "r: x = 1 -> x + y")),
            "large.yaml": but(GRAPH, ("title: fork", f"title: {'fork' * 1000}")),
        },
    )
    ended, printed, told = shell(command, tmp_path)
    assert "Traceback" not in told
    assert (ended, printed, told) == (
        code,
        printed if stdout is None else stdout,
        told if stderr is None else stderr,
    )
    assert not list(tmp_path.glob(".*")) and not (tmp_path / "large.json").exists()


# GLPK 5.0 with presolve ends the whole process: "Assertion failed: teta >= 0.0".
ABORTS = """\
max
 +1 u0
s.t.
 f0: +1.0 y0 = 1
 f1: -1.0 y0 +1.0 y21 +1.0 y63 = 0
 b0: +11.0 y21 +11.0 y63 <= 0
bounds
 -1e308 <= y63 <= +inf
end
"""


@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize(
    "text, status",
    [
        ("max\n o: x\ns.t.\n r: x >= 1\nend\n", "unbounded"),
        ("max\n o: x\ns.t.\n r: x <= 1\n q: x >= 2\nend\n", "infeasible"),
        ("max\n o: x\ns.t.\n r: x <= 5\nbounds\n 3 <= x <= 2\nend\n", "infeasible"),
    ],
)
def test_a_program_without_an_optimum_has_a_solution_with_its_status(
    text, status, solver, tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    fill(tmp_path, {"p.lp": text})
    ended = guarded(
        lambda: efgc(["solve", "p.lp", "-o", "s.json", "--solver", solver], standalone_mode=False)
    )
    printed, said = capfd.readouterr()
    told = f"p.lp: {solver} reports {status}; run `efgc certify p.lp` for a proof"
    assert (ended, printed, said.splitlines()[1:]) == (4, "", [told])
    assert solutions.read((tmp_path / "s.json").read_text()).status == status


def test_a_program_that_breaks_an_assertion_of_the_solver_ends_with_a_message(tmp_path):
    fill(tmp_path, {"p.lp": ABORTS})
    ended, printed, told = shell("efgc solve p.lp -o s.json", tmp_path)
    assert (ended, printed, len(told.splitlines())) in {(1, "", 1), (3, "", 1), (4, "", 1)}


def test_too_many_placements_are_refused_before_they_are_listed(tmp_path):
    places = ", ".join(f"e{number}: [0, {number}]" for number in range(60))
    fill(
        tmp_path,
        {"g.yaml": but(GRAPH, ("e1: [0, 1], e2: [2, 1]", places), ("count: 1", "count: 30"))},
    )
    ended, printed, told = shell("ulimit -v 300000; efgc expand g.yaml", tmp_path)
    assert (ended, printed) == (4, "")
    number = re.fullmatch(
        r"g\.yaml: the game has [a-z ]*([0-9.]+e\+[0-9]+) histories, "
        r"more than the limit of 2,000,000\n",
        told,
    )
    assert number and float(number[1]) >= 0.99 * comb(60, 30), told


def test_expand_reads_the_long_numbers_of_parse(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    fill(tmp_path, {"m.txt": but(CAVE, ("0.5", "0." + "3" * 2500))})
    if guarded(lambda: efgc(["parse", "m.txt", "-o", "g.yaml"], standalone_mode=False)) == 1:
        assert re.fullmatch(r"m\.txt:1:3: .{1,200}\n", capfd.readouterr().err)
    else:
        assert (
            guarded(lambda: efgc(["expand", "g.yaml", "-o", "g.json"], standalone_mode=False)) == 0
        )


# Takes more than a second at level 0, some of it in every stage.
OPEN = "4\n5\nS--E-\n-----\n--E-#\nE---D\n2\n0.5\n"


def catches(process, number):
    """Return whether a process has a handler for a signal; where nobody can tell, after half a
    second.
    """
    try:
        caught = re.search(
            r"^SigCgt:\s*(\w+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE
        )[1]
    except OSError:
        time.sleep(0.5)
        return True
    return bool(int(caught, 16) >> (number - 1) & 1)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("after", ["m.txt", "m.states.yaml", "m.game.json", "m.lp"])
def test_killed_while_it_runs(number, after, tmp_path, capfd):
    fill(tmp_path, {"m.txt": OPEN})
    with subprocess.Popen(
        [EFGC, "run", "m.txt", "-O", "0", "-o", "."],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until = time.monotonic() + 30
        while (
            not ((tmp_path / after).exists() and catches(process.pid, signal.SIGTERM))
            and time.monotonic() < until
        ):
            time.sleep(0.001)
        time.sleep(0.01)  # Once it has started, it ends in order.
        process.send_signal(number)
        told = process.stderr.read()
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert told == ""
    left = sorted(path.name for path in tmp_path.iterdir())
    assert after in left and "m.report.txt" not in left
    assert set(left) <= {
        "m.txt",
        "m.states.yaml",
        "m.game.json",
        "m.lp",
        "m.columns.json",
        "m.solution.json",
    }
    paths = [str(tmp_path / name) for name in left]
    assert guarded(lambda: efgc(["check", *paths], standalone_mode=False)) == 0
    printed, told = capfd.readouterr()
    assert (printed.count(", no problems\n"), told) == (len(left), "")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_a_file_may_have_a_name_that_is_no_text(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    odd = os.fsdecode(b"\xff\xfe")
    for suffix in ("txt", "efg"):
        shutil.copy(ROOT / "artifacts" / "island-1" / f"island-1.{suffix}", f"{odd}.{suffix}")
    shutil.copy(ROOT / "artifacts" / "goofspiel-3" / "goofspiel-3.yaml", f"{odd}.yaml")
    for suffix in ("txt", "efg", "yaml"):
        assert program("run", f"{odd}.{suffix}", "-o", suffix).returncode == 0
        assert program("check", *map(str, Path(suffix).iterdir())).returncode == 0
        named = program("check", f"{odd}.{suffix}")
        assert (named.returncode, named.stdout[:18]) == (0, f"\\udcff\\udcfe.{suffix}: "[:18])
    for argv in (["--format", "csv"], [], ["--format", "json"], ["-o", "grades.txt"]):
        assert program("grade", f"{odd}.efg", "--map", f"{odd}.txt", *argv).returncode == 0
    assert "\\udcff\\udcfe.efg: identical" in Path("grades.txt").read_text()
    assert program("run", f"openspiel:{odd}").returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="names of files have no control characters")
@pytest.mark.parametrize(
    "argv, code",
    [
        (("run", "gambit:a\nb"), 1),
        (("run", "openspiel:a\nb"), 1),
        (("run", "no\nmap.txt"), 1),
        (("run", "a\nb.txt", "--max-states", "2"), 4),
        (("run", "a\nb.txt", "--method", "double-oracle", "--format", "csv"), 2),
        (("run", "a\nb.txt", "--solver", "glpk", "-o", "c\nd/"), 0),
        (("check", "a\nb.txt"), 0),
    ],
)
def test_a_line_break_in_a_name_adds_no_line(argv, code, tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "artifacts" / "island-1" / "island-1.txt", "a\nb.txt")
    assert guarded(lambda: efgc([*argv], standalone_mode=False)) == code
    printed, said = capfd.readouterr()
    shown = said or printed
    assert shown.count("\n") == 1 and "\\n" in shown


def program(*argv):
    """Run the program itself."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", "from efgc.pipeline.start import main; main()", *argv],
        text=True,
        capture_output=True,
        env=environment,
    )
    assert "Traceback" not in ended.stderr
    return ended


def test_rules_read_only_plain_files_of_their_folder(tmp_path, capfd):
    (tmp_path / "secret.csv").write_text("key,word\n")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    os.mkfifo(folder / "pipe.csv")
    for name, message in (("link", "a link to a file in another folder"), ("pipe", "not a plain")):
        rules = folder / f"{name}.rules.yaml"
        rules.write_text(
            f"format: efgc/rules\ntitle: t\nplayers: [a, b]\nnetwork: {name}.csv\n"
            "state: {t: 0..1}\nturns: [a]\nmoves: {each: {go: {do: {t: 1}}}}\n"
            "ends: [{if: t == 1, pays: 1}]\n"
        )
        argv = ["parse", str(rules)]
        assert guarded(lambda argv=argv: efgc(argv, standalone_mode=False)) == 1
        error = capfd.readouterr().err
        assert f":4:10: '{name}.csv': {message}" in error
        assert "key" not in error
