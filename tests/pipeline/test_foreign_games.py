"""Games in the formats of other programs, from the file to the report."""

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from samples import SAMPLES

END = (
    "patrol.osposg: the value is that of {} (--steps); that of the game without an end differs by "
    "at most {}\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("coins.efg", "patrol.osposg"):
        (tmp_path / name).write_text(SAMPLES[name])
    return tmp_path


def ran(line, capfd):
    """Return exit code, stdout and stderr of a command."""
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.parametrize(
    "command, value, notes",
    [
        ("run patrol.osposg --brief", "21/32", END.format("3 steps", "0.25")),
        ("run patrol.osposg --brief --steps 1", "1/2", END.format("1 step", "1")),
        ("run patrol.osposg --brief --steps 2 -O 2", "5/8", END.format("2 steps", "0.5")),
    ],
)
def test_value_and_notes(command, value, notes, capfd):
    code, printed, told = ran(command, capfd)
    assert (code, told) == (0, notes)
    assert f"exact value     {value}, proved in rationals" in printed


def test_the_state_graph_has_the_steps_in_its_command(folder, capfd):
    assert ran("parse patrol.osposg --steps 2 -o a.states.yaml", capfd)[0] == 0
    assert "efgc parse --steps 2" in (folder / "a.states.yaml").read_text()
    code, printed, told = ran("run a.states.yaml --brief", capfd)
    assert (code, told) == (0, "") and "exact value     5/8," in printed


@pytest.mark.parametrize(
    "command, said",
    [
        (
            "run coins.efg --steps 2",
            "coins.efg: --steps is for one-sided stochastic games; this is a Gambit file",
        ),
        (
            "parse patrol.osposg --p 1/2",
            "patrol.osposg: --p 1/2 is for maps; this is a one-sided stochastic game",
        ),
        ("parse coins.efg -O 1", "coins.efg: -O 1 is for maps,"),
        ("run patrol.osposg --steps 12 --max-states 20", "patrol.osposg: the state graph has more"),
    ],
)
def test_options_without_a_meaning_and_limits(command, said, capfd):
    code, printed, told = ran(command, capfd)
    assert code in (2, 4) and printed == "" and said in told
