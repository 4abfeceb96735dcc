"""`efgc diff`: what it says of two files, and of two that cannot be compared."""

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from commands import as_program, ended, refused
from efgc.stages.diff.words import MOST
from small_games import ARTIFACTS

ISLAND = ARTIFACTS / "island-1"
MAP = (ISLAND / "island-1.txt").read_text()
WALL = MAP.replace("S--E--D", "S-#E--D")
THIRD = MAP.replace("0.5", "1/3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with runs of the map, of one more wall, of another p, solver and level."""
    path = tmp_path_factory.mktemp("diff")
    for name, text, options in (
        ("a", MAP, ()),
        ("wall", WALL, ()),
        ("third", THIRD, ()),
        ("highs", MAP, ("--solver", "highs")),
        ("two", MAP, ("-O", "2")),
    ):
        (path / f"{name}.txt").write_text(text)
        words = ("run", path / f"{name}.txt", "-o", f"{path}/{name}/", "--format", "json")
        assert ended(*words, *options)[0] == 0
    return path


MAY_BE = "A and B may be different "


def lines(folder, *words):
    """Return the exit code of `diff`, and its lines after the first one."""
    paths = [str(folder / word) if "." in word else word for word in words]
    code, printed, said = ended("diff", *paths)
    assert said == "" and len(printed.splitlines()) <= MOST
    first, *rest = printed.splitlines()
    assert first.startswith(("A and B are different ", MAY_BE) if code else "the same ")
    return code, rest


CHANCE = [
    "probability of 'captured': 1/2 -> 1/3 ({}; first after {})",
    "probability of 'escaped': 1/2 -> 2/3 ({}; first after {})",
]
CASES = {
    "a.txt a.txt": [],
    "a.txt third.txt": [line.format("3 states", "3 x right, e2 occupied") for line in CHANCE],
    "a/a.game.json third/third.game.json": [
        "value: 7.096774 -> 8.27957",
        *(line.format("6 nodes", "e1 e2, 3 x right") for line in CHANCE),
    ],
    "a/a.states.yaml third/third.states.yaml": [
        "value: 7.096774 -> 8.27957",
        *(line.format("3 states", "3 x right, e2 occupied") for line in CHANCE),
    ],
    "a.txt wall.txt": [
        "next to move: agent (right) -> the end of play with payoff 0 (after right)",
    ],
    "a/a.game.json wall/wall.game.json": [
        "value: 7.096774 -> 5.5",
        "next to move: agent (right) -> the end of play with payoff 0 (after e1 e2, right)",
    ],
    "a/a.lp wall/wall.lp": [
        "column: gone, at least 0 (8 times; first sequence 'right right' of player 1)",
        "column information set 'e1 e3 [alarm at e2]' of player 2: gone, any",
        "row: gone, 0 (8 times; first information set 'right' of player 1)",
        "row sequence 'e1 e3 [alarm at e2] stay' of player 2: gone, at most 0",
    ],
    "a/a.solution.json highs/highs.solution.json": ["solver: glpk -> highs"],
    "a/a.report.json highs/highs.report.json": ["solver: glpk -> highs"],
    "a/a.game.json highs/highs.game.json": [],
    "a/a.states.yaml two/two.states.yaml": [],
    "a/a.game.json two/two.game.json": [
        "information sets are not compared: the two merge histories differently",
    ],
    "a/a.game.json third/third.states.yaml": [
        "value: 7.096774 -> 8.27957",
        *(line.format("6 nodes", "e1 e2, 3 x right") for line in CHANCE),
    ],
    "a/a.game.json a.txt": [],
    "a.txt two/two.game.json": [],
    "two/two.game.json two.txt": [],
}
SAME = ("a.txt", "two.txt", "highs.game.json", "two.states.yaml", "a.txt two/two.game.json")
"""The second files of the pairs that are the same."""


@pytest.mark.parametrize("words", CASES)
def test_a_pair_of_files(words, folder):
    code, said = lines(folder, *words.split())
    assert said == CASES[words]
    assert (code == 0) == words.endswith(SAME)


def seeing(game):
    """Return a tree without its origin, in which the agent knows from the start where the bandits
    hide.
    """
    data = json.loads(game)
    del data["made"], data["source"]
    sets, nodes = data["information_sets"], data["nodes"]
    known, split = {}, []

    def visit(number, secret):
        node = nodes[number]
        if (old := node.get("information_set")) is not None:
            key = (old, secret if sets[old]["player"] == 1 else None)
            if key not in known:
                known[key] = len(split)
                split.append({**sets[old], "information_set": len(split)})
            node["information_set"] = known[key]
        for child in node.get("children", ()):
            visit(child, child if number == 0 else secret)

    visit(0, None)
    return json.dumps({**data, "information_sets": split})


@pytest.mark.parametrize("options", ["-O 0", "-O 1 --unroll", "-O 2 --unroll", ""])
def test_a_game_with_another_value_is_never_the_same(options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(MAP)
    assert ended("run", "a.txt", *options.split(), "-o", "a/")[0] == 0
    Path("seeing.game.json").write_text(seeing(Path("a/a.game.json").read_text()))
    assert lines(tmp_path, "a.txt", "a/a.game.json") == (0, [])
    for pair in (("a.txt", "seeing.game.json"), ("seeing.game.json", "a.txt")):
        assert lines(tmp_path, *pair)[0] == 1


def test_information_sets_that_are_not_compared_may_differ(folder):
    code, printed, _ = ended("diff", folder / "a/a.game.json", folder / "two/two.game.json")
    assert code == 1 and printed.startswith(MAY_BE)
    printed = ended(
        "diff", folder / "a/a.game.json", folder / "two/two.game.json", "--format", "json"
    )[1]
    assert json.loads(printed)["same"] is False


def test_options_apply_to_the_file_for_which_they_have_a_meaning(folder, capfd):
    assert lines(folder, "third.txt", "a/a.game.json", "--p", "1/2") == (0, [])
    assert lines(folder, "a/a.game.json", "a.txt", "-O", "0") == (0, [])
    assert lines(folder, "a/a.game.json", "a.txt", "-O", "2")[0] == 1
    code, said = refused(capfd, "diff", *[folder / "a/a.game.json"] * 2, "-O", "0")
    assert code == 2 and "this is a game already" in said


@pytest.mark.parametrize("level", ["0", "1"])
def test_names_of_information_sets_in_gambit_files_are_no_difference(level, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(ISLAND / "island-1.txt", "a.txt")
    assert ended("parse", "a.txt", "-O", level, "-o", "a.states.yaml")[0] == 0
    assert ended("expand", "a.states.yaml", "-o", "a.efg")[0] == 0
    tree = Path("a.efg").read_text()
    Path("named.efg").write_text(re.sub(r'^(p "" \d+ \d+ ")', r"\1own name ", tree, flags=re.M))
    names = "information sets have other names, which does not change the game"
    assert lines(tmp_path, "a.txt", "named.efg") == (0, [names])
    assert lines(tmp_path, "a.efg", "a.efg") == (0, [])
    Path("wrong.efg").write_text(Path("named.efg").read_text().replace("{ 10 -10 }", "{ 9 -9 }"))
    code, said = lines(tmp_path, "a.txt", "wrong.efg")
    assert code == 1 and said[0] == names and said[1].startswith("payoff: 10 -> 9 ")
    grade = f"efgc grade {tmp_path / 'wrong.efg'} --map {tmp_path / 'a.txt'}"
    assert said[-1] == f"`{grade}` compares up to names and forced moves"


def test_probabilities_and_observations_of_chance_moves_are_named(tmp_path):
    rules = (ARTIFACTS / "kuhn" / "kuhn.rules.yaml").read_text()
    (tmp_path / "a.rules.yaml").write_text(rules)
    (tmp_path / "b.rules.yaml").write_text(rules.replace("3", "4"))
    code, said = lines(tmp_path, "a.rules.yaml", "b.rules.yaml")
    assert code == 1
    assert said[:2] == [
        "probability: 1/6 -> 1/12 (6 states; first '1 2' at the start)",
        "probability: new, 1/12 (6 states; first '1 4' at the start)",
    ]
    cards = ("14", "24", "34", "41", "42", "43")
    assert said[2:] == [
        f"observation of '{one} {other}': new, '{one}' and '{other}' (at the start)"
        for one, other in cards
    ]


def test_two_reports_name_the_value_and_the_strategies(folder):
    code, said = lines(folder, "a/a.report.json", "wall/wall.report.json")
    assert code == 1
    assert said[:2] == ["value: 7.096774 -> 5.5", "value exact: 220/31 -> 11/2"]
    assert "strategy of agent: gone, 1 (8 times; first 'right' after right)" in said


def test_a_table_of_a_strategy_is_compared_with_one_in_json(tmp_path):
    table = (ISLAND / "island-1.strategy.csv").read_text()
    (tmp_path / "a.csv").write_text(table)
    assert lines(tmp_path, "a.csv", str(ISLAND / "island-1.strategy.json")) == (0, [])
    changed = table.replace("up,0.3225806451612903,10/31", "up,0.5,1/2", 1)
    (tmp_path / "b.csv").write_text(changed)
    code, said = lines(tmp_path, "a.csv", "b.csv")
    assert (code, said) == (1, ["strategy of player 1 'up' after the start: 10/31 -> 1/2"])


PROFIT = "max\n o: 3 x + 5 y + 10\nst\n c: x + 2 y <= 14\nend\n"
RANGE = PROFIT.replace("c: ", "c: -2 <= ")
TWO_ROWS = PROFIT.replace("end", " c_low: x + 2 y >= -2\nend")
SAME_SUMS = RANGE.replace("end", " d: -1 <= x + 2 y <= 9\nend")
FOUR_ROWS = PROFIT.replace(
    "end", " d_low: x + 2 y >= -1\n c_low: x + 2 y >= -2\n d: x + 2 y <= 9\nend"
)
TURNED = "the direction is turned: A {}, and B {} the negative of the objective"


@pytest.mark.parametrize(
    "program, other, code, said",
    [
        (PROFIT, None, 0, [TURNED.format("maximises", "minimises")]),
        (PROFIT.replace("max", "min"), None, 0, []),
        (
            PROFIT.replace("5 y", "6 y"),
            None,
            1,
            [
                TURNED.format("maximises", "minimises"),
                "coefficient of y in the objective: 6 -> 5",
            ],
        ),
        (PROFIT, PROFIT.replace("max", "min"), 1, ["direction: maximise -> minimise"]),
        (PROFIT, PROFIT.replace("10", "11"), 1, ["constant: 10 -> 11"]),
        (RANGE, None, 0, [TURNED.format("maximises", "minimises")]),
        (RANGE, TWO_ROWS, 0, []),
        (SAME_SUMS, FOUR_ROWS, 0, []),
        (TWO_ROWS, RANGE.replace("-2", "-3"), 1, ["row c: -2 to 14 -> -3 to 14"]),
        (TWO_ROWS, PROFIT, 1, ["row c_low: gone, at least -2"]),
        (PROFIT.replace("3 x + 5 y", "0 x"), None, 0, [TURNED.format("maximises", "minimises")]),
        (
            PROFIT,
            "min\n o: z\nst\n c: z <= 14\nend\n",
            1,
            [
                *("direction: maximise -> minimise", "constant: 10 -> 0"),
                *("column x: gone, at least 0", "column y: gone, at least 0"),
                "column z: new, at least 0",
            ],
        ),
    ],
)
def test_programs_are_compared_by_their_meaning_in_either_direction(
    tmp_path, program, other, code, said
):
    (tmp_path / "a.lp").write_text(program)
    name = "b.lp" if other else "b.mps"
    if other:
        (tmp_path / name).write_text(other)
    else:
        (tmp_path / "c.lp").write_text(program.replace("6 y", "5 y"))
        ended("lower", tmp_path / "c.lp", "-o", tmp_path / name)
    assert lines(tmp_path, "a.lp", name) == (code, said)


@pytest.mark.parametrize(
    "program, line",
    [
        ("max\n o: x\nst\n c: x <= {}\nend\n", "row c: at most {} -> at most {}"),
        ("max\n o: x\nst\n c: x <= 5\nbounds\n x <= {}\nend\n", "column x: 0 to {} -> 0 to {}"),
        ("max\n o: x\nst\n c: {} x <= 5\nend\n", "coefficient of x in c: {} -> {}"),
    ],
)
def test_numbers_that_look_alike_when_rounded_differ(tmp_path, program, line):
    numbers = [f"0.123456789012345678901{last}" for last in "13"]
    for name, number in zip("ab", numbers, strict=True):
        (tmp_path / f"{name}.lp").write_text(program.format(number))
    said = [line.format(*map(Fraction, numbers))]
    assert lines(tmp_path, "a.lp", "b.lp") == (1, said)
    assert lines(tmp_path, "a.lp", "a.lp") == (0, [])


def test_more_differences_than_lines_are_counted_and_all_are_listed_on_request(folder):
    few = ended("diff", folder / "a/a.solution.json", folder / "wall/wall.solution.json")[1]
    assert len(few.splitlines()) <= MOST
    words = ("diff", folder / "a/a.solution.json", folder / "wall/wall.solution.json", "--all")
    everything = ended(*words)[1]
    assert len(everything.splitlines()) > MOST
    assert not re.search(r"--all|times;", everything)


def test_json_has_every_difference_with_its_history(folder):
    paths = (folder / "a.txt", folder / "third.txt")
    code, printed, _ = ended("diff", *paths, "--format", "json")
    found = json.loads(printed)
    assert code == 1 and found["format"] == "efgc/diff" and not found["same"]
    assert found["files"] == [str(path) for path in paths]
    assert found["differences"][0] == {
        "topic": "probability of",
        "subject": "'captured'",
        "before": "1/2",
        "after": "1/3",
        "times": 3,
        "unit": "states",
        "history": ["right", "right", "right", "e2 occupied"],
        "other": None,
    }
    code, printed, _ = ended("diff", paths[0], paths[0], "--format", "json")
    assert code == 0 and json.loads(printed)["differences"] == []


@pytest.mark.parametrize("other", ["a.txt", "third.txt"])
def test_both_formats_are_recognised(other, folder, tmp_path):
    for suffix in ("diff.txt", "diff.json"):
        path = tmp_path / f"a.{suffix}"
        ended("diff", folder / "a.txt", folder / other, "-o", path)
        code, printed, said = ended("check", path)
        assert code == 0 and said == "" and printed


def test_a_value_beside_a_file_of_another_game_is_not_named(folder, tmp_path):
    for name in ("game.json", "solution.json"):
        shutil.copy(folder / "a" / f"a.{name}", tmp_path / f"a.{name}")
        shutil.copy(folder / "third" / f"third.{name}", tmp_path / f"b.{name}")
    assert lines(tmp_path, "a.game.json", "b.game.json")[1][0].startswith("value: ")
    shutil.copy(folder / "a/a.solution.json", tmp_path / "b.solution.json")
    assert not lines(tmp_path, "a.game.json", "b.game.json")[1][0].startswith("value: ")
    text = (folder / "third/third.solution.json").read_text()
    (tmp_path / "b.solution.json").write_text(
        re.sub('"objective": [0-9.]+', '"objective": 1.0', text)
    )
    assert not lines(tmp_path, "a.game.json", "b.game.json")[1][0].startswith("value: ")


@pytest.mark.parametrize(
    "one, other, words",
    [
        ("a/a.lp", "a/a.states.yaml", "a state graph, and {} is a linear program"),
        ("a/a.lp", "a/a.game.json", "a game, and {} is a linear program"),
        ("a/a.solution.json", "a.txt", "a map, and {} is a solution of a linear program"),
    ],
)
def test_files_of_different_kinds_are_refused(one, other, words, folder, capfd):
    code, said = refused(capfd, "diff", folder / one, folder / other)
    words = words.format(folder / one)
    said_there = f"{folder / other}: is {words}; compare two files of the same kind\n"
    assert (code, said) == (1, said_there)
    [problem] = [
        json.loads(line)
        for line in as_program("diff", folder / one, folder / other, "--log", "json")[
            2
        ].splitlines()
        if '"problem"' in line
    ]
    assert (problem["code"], problem["file"]) == ("wrong-kind", str(folder / other))


def test_what_cannot_be_compared_or_read_is_refused(folder):
    assert ended("diff", "-", "-")[0] == 2
    code, printed, _ = ended("diff", folder / "a/a.columns.json", folder / "a/a.columns.json")
    assert (code, printed) == (1, "")
    code, printed, _ = ended("diff", folder / "a.txt", folder / "missing.txt")
    assert (code, printed) == (1, "")


@pytest.mark.parametrize(
    "file, options, words",
    [
        ("a/a.solution.json", ("-O", "2"), "-O 2 is for maps"),
        ("a/a.report.json", ("--p", "1/2"), "--p 1/2 is for maps"),
        ("a/a.lp", ("--p", "1/2"), "--p 1/2 is for maps"),
        ("a/a.states.yaml", ("--p", "1/2"), "--p 1/2 is for maps"),
    ],
)
def test_options_of_sources_are_refused_for_other_files(file, options, words, folder, capfd):
    code, said = refused(capfd, "diff", folder / file, folder / file, *options)
    assert code == 2 and words in said


def test_a_source_is_read_from_stdin(folder):
    code, printed, _ = ended("diff", folder / "a.txt", "-", stdin=THIRD)
    assert code == 1 and "captured" in printed


def test_programs_without_a_name_in_common_say_so_once(tmp_path):
    for name, column in (("a", "x"), ("b", "y")):
        sums = [f" {column}c{at}: {column}{at} >= {at}\n" for at in range(1, 9)]
        costs = " + ".join(f"{column}{at}" for at in range(1, 9))
        text = "".join(["min\n o: ", costs, "\nst\n", *sums, "end\n"])
        (tmp_path / f"{name}.lp").write_text(text)
    assert lines(tmp_path, "a.lp", "b.lp") == (
        1,
        [
            "A and B have no column and no row in common",
            "column: gone, at least 0 (8 times; first x1)",
            "row: gone (8 times; first xc1)",
            "column: new, at least 0 (8 times; first y1)",
            "row: new (8 times; first yc1)",
        ],
    )


RIGHTS = "max\n o: 2 x + 5 y\nst\n c: x + 2 y <= {}\nend\n"


@pytest.mark.parametrize("suffix, command", [("solution", "solve"), ("report", "run")])
@pytest.mark.parametrize("right, said", [(14, []), (16, ["objective: 35 -> 40"])])
def test_solutions_of_a_program_and_of_its_negative_are_compared(
    tmp_path, suffix, command, right, said
):
    (tmp_path / "a.lp").write_text(RIGHTS.format(14))
    (tmp_path / "c.lp").write_text(RIGHTS.format(right))
    ended("lower", tmp_path / "c.lp", "-o", tmp_path / "b.mps")
    for name in ("a.lp", "b.mps"):
        ended(command, tmp_path / name, "-o", tmp_path / f"{name[0]}.{suffix}.json")
    code, found = lines(tmp_path, f"a.{suffix}.json", f"b.{suffix}.json")
    assert (code, found[0]) == (len(said), TURNED.format("maximises", "minimises"))
    assert found[1:2] == said and not any("dual" in line for line in found)


def test_solutions_with_optima_of_one_sign_are_compared_as_they_are(tmp_path):
    for name, text in (("a", RIGHTS), ("b", RIGHTS.replace("max", "min").replace("<=", ">="))):
        (tmp_path / f"{name}.lp").write_text(text.format(14))
        ended("solve", tmp_path / f"{name}.lp", "-o", tmp_path / f"{name}.solution.json")
    _, found = lines(tmp_path, "a.solution.json", "b.solution.json")
    assert found[:2] == ["sense: maximise -> minimise", "objective: 35 -> 28"]


@pytest.mark.parametrize("name", ["lp", "solution.json"])
def test_names_are_compared_if_only_one_file_has_the_meanings(name, folder, tmp_path):
    for suffix in (name, "columns.json"):
        shutil.copy(folder / "a" / f"a.{suffix}", tmp_path / f"a.{suffix}")
    shutil.copy(folder / "third" / f"third.{name}", tmp_path / f"b.{name}")
    by_name = lines(tmp_path, f"a.{name}", f"b.{name}")
    shutil.copy(folder / "third/third.columns.json", tmp_path / "b.columns.json")
    in_words = lines(tmp_path, f"a.{name}", f"b.{name}")
    assert by_name[0] == in_words[0] == 1
    assert "player" in str(in_words) and "player" not in str(by_name)
