"""Retired commands, options and formats: one line that says so and names what to use instead."""

from dataclasses import replace

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.files.kinds import KINDS, recognised
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.terminal.retired import RETIRED
from efgc.schemas import game
from small_games import ARTIFACTS, ROOT

PROGRAM = f"{ARTIFACTS}/two-bushes/two-bushes"
LINES = {  # By command line, a part of the answer.
    f"certify {PROGRAM}.lp {PROGRAM}.solution.json --format vipr": "VIPR was retired: `efgc c",
    f"certify {PROGRAM}.lp {PROGRAM}.solution.json --format=vipr": "VIPR was retired: `efgc c",
    f"certify {PROGRAM}.lp {PROGRAM}.solution.json -o proof.vipr": "VIPR was retired: `efgc c",
    f"draw {PROGRAM}.txt --format dot": "Graphviz for pictures was retired: `efgc export` writes",
    f"draw {PROGRAM}.txt -o bushes.dot": "Graphviz for pictures was retired: `efgc export` writes",
    "parse --merged openspiel:kuhn_poker": "--merged was retired: `efgc parse` c",
    "shards solve kuhn uniform --shards a --chunk 1/2": "`efgc shards` was retired: `efgc ev",
    f"run {PROGRAM}.lp --race": "--race was retired: the size of a program chooses the solver",
    f"solve {PROGRAM}.lp --race": "--race was retired: the size of a program chooses the solver",
    "solve deal.states.yaml --levels DIR --check": "--check was retired: `efgc check DIR` checks",
    f"run {PROGRAM}.txt --format liteefg": "the format of LiteEFG's strategies was retired",
    f"report {PROGRAM}.game.json {PROGRAM}.columns.json {PROGRAM}.solution.json --format liteefg": (
        "the format of LiteEFG's strategies was retired"
    ),
    f"compare-solvers {PROGRAM}.lp --game {PROGRAM}.game.json": "--game was retired: `efgc report",
    "shards --help": "`efgc shards` was retired: `efgc evaluate`",
    "levels plan deal.yaml --jobs 64": "`efgc levels` was retired: `efgc run DEAL --levels DIR`",
    "levels": "`efgc levels` was retired: ",
}
FILES = {
    "a.liteefg.json": '[["0pb", [1.0, 0.0]]]\n',
    "table.csv": ",Infoset,Pass,Bet\n0,0pb,1.0,0.0\n",
    "guess.game": (ROOT / "tests/artifacts/0.2.0/guess.game").read_text(),
    "a.vipr": "VER 1.0\nVAR 1\nx\n",
    "inspection.yaml": "payoffs: [[0, -1], [1, 0]]\n",
    "superscissors.json": (ROOT / "tests/artifacts/0.2.0/superscissors.json").read_text(),
}
UNCHANGED = {
    f"run {PROGRAM}.lp --format vipr": "'vipr' is not one of",
    f"expand {PROGRAM}.states.yaml --format vipr": "'vipr' is not one of",
}


def ended(line, capfd):
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.parametrize("line", LINES)
def test_a_retired_word_gets_one_line(line, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    code, printed, said = ended(line, capfd)
    assert (code, printed, said.count("\n")) == (2, "", 1)
    assert said.startswith("Error: ") and LINES[line] in said
    assert not [*tmp_path.iterdir()]


def test_every_retired_word_is_tried():
    tried = [
        [key for key in RETIRED if line.startswith(key.split()[0]) and key.split()[-1] in line]
        for line in LINES
    ]
    assert {key for keys in tried for key in keys} == RETIRED.keys()


@pytest.mark.parametrize("name", FILES)
def test_a_retired_file_gets_one_line(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(FILES[name])
    for command in ("run", "check", "parse"):
        code, printed, said = ended(f"{command} {name}", capfd)
        assert (code, printed, said.count("\n")) == (1, "", 1)
        assert said.startswith(f"{name}: this is ") and "was retired" in said


def test_a_game_that_was_made_from_a_retired_file_is_still_read():
    made = game.read((ROOT / "tests/artifacts/0.2.0/coins.game.json").read_text())
    source = made.source._replace(file="guess.game", rules="liteefg")
    found = game.read("".join(game.write(replace(made, source=source))))
    assert (found.source, list(found.nodes)) == (source, list(made.nodes))


def test_no_command_reads_a_retired_file():
    gone = {name: kind for name, kind in KINDS.items() if "was retired" in kind.instead}
    assert {kind.readers for kind in gone.values()} == {()}
    assert {recognised(text) for text in FILES.values()} == gone.keys()


@pytest.mark.parametrize("line", UNCHANGED)
def test_the_same_word_elsewhere_is_unknown_as_any_other(line, capfd):
    code, _, said = ended(line, capfd)
    assert code == 2 and UNCHANGED[line] in said and "retired" not in said
