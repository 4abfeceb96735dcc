"""How large a battle is said to be: counted against what is listed, and refused before it is."""

import subprocess
import sys
from itertools import product

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import LimitError
from efgc.schemas.rules.droid_battle import DroidBattle, in_line, moved, neighbours, size
from efgc.schemas.rules.droid_battle import refuse_beyond as refuse
from efgc.schemas.rules.droid_battle.board import ACTIONS, SHOOT
from efgc.stages.solve.induction.droid_battle import index, rounds
from efgc.stages.solve.induction.droid_battle.indexing import follow

BATTLES = [
    DroidBattle(("2-5", "-#-"), (2, 1), 3, "win"),
    DroidBattle(("2--", "#-#", "-5-"), (3, 5), 4, "win"),
    DroidBattle(("2--", "#-#", "-5-"), (3, 2), 2, "points"),
    DroidBattle(("2-#-5", "--#--", "-----"), (0, 4), 2, "win"),
]


@pytest.mark.parametrize("rule", BATTLES)
def test_sizes_match_those_of_the_listed_battle(rule):
    known, here = index(rule), size(rule)
    assert here.tallies == len(known.tallies) and here.pairs == len(known.pairs)
    proofs = [proof for _, proof in rounds(rule)]
    assert here.games == sum(proof.games for proof in proofs) > 0
    assert here.values == next(rounds(rule))[0].nbytes


@pytest.mark.parametrize("rule", BATTLES)
def test_the_tables_match_the_rule(rule):
    known = index(rule)
    place = {square: at for at, square in enumerate(known.squares)}
    for one, two in product(known.squares, repeat=2):
        pair = place[one] * len(place) + place[two]
        if one == two:
            assert (known.steps[pair] == -1).all() and not known.line[pair]
            continue
        assert bool(known.line[pair]) == in_line(rule, one, two)
        for i, j in product(range(5), repeat=2):
            own, other = ACTIONS[i], ACTIONS[j]
            if own in (*neighbours(rule, one), SHOOT) and other in (*neighbours(rule, two), SHOOT):
                first, second = moved(rule, (one, two), (own, other))
                assert known.steps[pair, i, j] == place[first] * len(place) + place[second]
            else:
                assert known.steps[pair, i, j] == -1
    for tally, at in known.number.items():
        for one, two, change in product((0, 1), (0, 1), (-1, 0, 1)):
            to = known.following[at, one, two, change + 1]
            assert to == follow(rule, known.number, tally, (one, two), change)


def test_a_battle_beyond_memory_is_refused_with_its_size():
    rule = DroidBattle(("----", "----", "2--5", "----"), (500, 500), 50, "win")
    needed = size(rule).solving
    with pytest.raises(LimitError) as caught:
        refuse(rule, needed, 10**9, "this battle")
    told = str(caught.value)
    for words in ("1 GB are free", "16 squares", "83,834,501 tallies", "50 rounds", "6 days"):
        assert words in told
    shots = int(told.partition("with ")[2].partition(" shots")[0])
    assert size(rule._replace(shots=(shots, shots))).solving <= 10**9
    assert size(rule._replace(shots=(shots + 1, shots + 1))).solving > 10**9
    refuse(rule, needed, needed, "this battle")
    refuse(rule, needed, None, "this battle")


SOURCE = "game: droid-battle\nboard:\n{}shots: {}\nrounds: {}\n"


@pytest.mark.many
@pytest.mark.parametrize(
    "squares, shots, length",
    [
        (100, 5, 50),
        (4, 10_000, 50),
        pytest.param(30, 200, 10_000_000, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "large.yaml", "-o", "out"),
        ("solve", "large.states.yaml"),
        ("match", "random", "equilibrium", "--battle", "large.yaml"),
        ("play", "large.yaml", "--terminal"),
        ("train", "--against", "minimax", "--battle", "large.yaml", "-o", "mine.agent.json"),
    ],
)
def test_commands_refuse_at_once(words, squares, shots, length, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    board = "".join(f'  - "{"-" * squares}"\n' for _ in range(squares - 1))
    board += f'  - "2{"-" * (squares - 2)}5"\n'
    (tmp_path / "large.yaml").write_text(SOURCE.format(board, shots, length))
    guarded(lambda: efgc(["parse", "large.yaml", "-o", "large.states.yaml"], standalone_mode=False))
    assert guarded(lambda: efgc([*words], standalone_mode=False)) == 4
    told = capsys.readouterr().err.splitlines()[-1]
    assert "of memory, and" in told and "free" in told and "stage games" in told
    assert not (tmp_path / "out").exists() and not (tmp_path / "mine.agent.json").exists()


MEASURED = """
import re, sys
from pathlib import Path
from efgc.schemas.rules.droid_battle import DroidBattle
from efgc.stages.solve.induction.droid_battle.graph import solve_whole
def told(what):
    return 1024 * int(re.search(what + r":\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
def battle(squares, shots, objective):
    rows = ["-" * squares] * (squares - 1) + ["2" + "-" * (squares - 2) + "5"]
    return DroidBattle(tuple(rows), (shots, shots), 3, objective)
objective = sys.argv[3]
solve_whole(battle(3, 1, objective), "0" * 64)
Path("/proc/self/clear_refs").write_text("5")  # The peak begins anew.
before = told("VmRSS")
solve_whole(battle(int(sys.argv[1]), int(sys.argv[2]), objective), "0" * 64)
print(told("VmHWM") - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no /proc that tells of peaks")
@pytest.mark.parametrize("squares, shots, objective", [(9, 9, "win"), (12, 12, "points")])
def test_the_forecast_of_memory_holds_within_30_percent(squares, shots, objective):
    words = [sys.executable, "-c", MEASURED, str(squares), str(shots), objective]
    measured = int(subprocess.run(words, capture_output=True, check=True, text=True).stdout)
    rows = ("-" * squares,) * (squares - 1) + (f"2{'-' * (squares - 2)}5",)
    said = size(DroidBattle(rows, (shots, shots), 3, objective)).solving
    assert measured / 1.3 <= said <= measured * 1.3
