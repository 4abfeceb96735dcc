"""A way of solving is one module and one row: a toy way goes through run, report and check."""

import json

import pytest

import toy_way
from efgc import run
from efgc.pipeline.chain.refusals import OptionRefused
from efgc.pipeline.cli import efgc
from efgc.pipeline.settings.ways import WAYS

MATRIX = "3 -1\n-2 4\n"
VALUE = 1.0


@pytest.fixture(autouse=True)
def a_fifth_way(monkeypatch, tmp_path):
    monkeypatch.setitem(WAYS, toy_way.NAME, toy_way.ROW)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.txt").write_text(MATRIX)


def efgc_says(capfd, *argv):
    code = efgc.main(list(argv), standalone_mode=False)
    return code, *capfd.readouterr()


def test_run_and_report_and_check(capfd):
    _, out, _ = efgc_says(capfd, "run", "m.txt", "--method", "regret", "-o", "all")
    assert "fictitious play" in open("all/m.bounds.json").read()
    assert "value" in out
    files = ("all/m.game.json", "all/m.bounds.json")
    _, out, _ = efgc_says(capfd, "report", *files, "-v")
    assert "fictitious play" in out
    _, out, _ = efgc_says(capfd, "check", *files)
    assert "proves for all/m.game.json that the value is from" in out


def test_json_and_page(capfd):
    _, out, _ = efgc_says(capfd, "run", "m.txt", "--method", "regret", "--format", "json")
    made = json.loads(out)
    assert made["lower_bound"] <= VALUE <= made["upper_bound"]
    efgc_says(capfd, "run", "m.txt", "--method", "regret", "-o", "m.html")
    assert "<html" in open("m.html").read()


def test_python():
    made = run("m.txt", method="regret")
    assert made.bounds.lower <= VALUE <= made.bounds.upper
    assert [one.name for one in made.strategies] == ["player 1", "player 2"]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("--off-path", "best"), "--off-path is for games that are solved as a linear program"),
        (("--format", "csv"), "--format csv is not for a game solved by fictitious play"),
        (("--through", "lower"), "--method regret is for the stages solve and report"),
    ],
)
def test_refusals(option, words, capfd):
    with pytest.raises(OptionRefused, match=words):
        efgc_says(capfd, "run", "m.txt", "--method", "regret", *option)
