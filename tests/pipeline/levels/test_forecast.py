"""What is said of levels before they are made is what they are then."""

import json
import re

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.levels import forecast as forecasts
from efgc.pipeline.levels.forecast import as_text, forecast, problems
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.levels import Numbers, file_name
from efgc.schemas.rules.objective import Objective
from efgc.stages.parse import parse
from efgc.stages.solve.induction.goofspiel import sampling
from small_games import ARTIFACTS

DUEL = ARTIFACTS / "droid-duel" / "droid-duel.yaml"
DEALS = {
    "points": "cards: 6",
    "win": "cards: 6\nobjective: win",
    "two hands": "hands: [[1, 3, 4, 6], [2, 3, 5, 7]]\nprizes: [1, 2, 4, 7]\nobjective: win",
    "one card": "cards: 1",
}


def graph(deal):
    return parse(f"game: goofspiel\n{DEALS[deal]}\n", "0" * 64)


def of(deal, folder, numbers=Numbers.FLOAT64, jobs=2):
    return forecast(graph(deal).rule, folder, numbers, jobs, lambda done, total: None)


@pytest.mark.many
@pytest.mark.parametrize("numbers", Numbers)
@pytest.mark.parametrize("deal", DEALS)
def test_levels_have_the_forecast_size(deal, numbers, tmp_path):
    said = of(deal, tmp_path, numbers)
    solve_levels(graph(deal), tmp_path, 1, keep=True, numbers=numbers)
    store = Store(tmp_path)
    assert not said.about and len(said.levels) == len(store.levels)
    for level, whole in zip(said.levels, store.levels, strict=True):
        assert (level.cards, level.states, level.games) == whole.proof[:3]
        values = (tmp_path / file_name(level.cards)).stat().st_size
        assert 0 <= values + forecasts.ROW * level.rows - level.bytes <= 256  # Headers.
    assert said.seconds > 0


def test_many_sets_of_prizes_are_counted_by_some(monkeypatch, tmp_path):
    exact = of("win", tmp_path)
    sampling._layer_of.cache_clear()
    monkeypatch.setattr(sampling, "SETS", 12)
    monkeypatch.setattr(forecasts, "SETS", 12)
    about = of("win", tmp_path)
    sampling._layer_of.cache_clear()
    assert about.about and about.rule.objective == Objective.WIN
    assert 0.8 < about.games / exact.games < 1.25


def test_insufficient_space_is_reported_with_numbers(tmp_path):
    said = of("points", tmp_path)
    assert not [*problems(said)]
    little = said._replace(free_disk=10_000, free_memory=10**6, jobs=3)
    told = [*problems(little)]
    assert len(told) == 3
    assert all(re.search(r"too small.*: [\d.]+ [kMG]B are needed", line) for line in told)
    assert "".join(as_text(little)).count("Not here: ") == 3
    assert said._replace(free_memory=None) and not [*problems(said._replace(free_memory=None))]


def run(capsys, *command):
    code = guarded(lambda: efgc.main(args=list(command), standalone_mode=False))
    return (code, *capsys.readouterr())


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deal.yaml").write_text("game: goofspiel\ncards: 5\n")
    (tmp_path / "matrix.csv").write_text("1,-1\n-1,1\n")
    (tmp_path / "duel.yaml").write_text(DUEL.read_text())
    return tmp_path


def test_the_command(here, capsys):
    command = ("run", "deal.yaml", "--forecast")
    code, out, err = run(capsys, *command, "--jobs", "4", "--format", "json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert said["jobs"] == 4 and said["processor_seconds"] == pytest.approx(4 * said["seconds"])
    assert said["stage_games"] == sum(level["games"] for level in said["levels"])
    parsed = ("parse", "deal.yaml", "--max-states", "1", "-o", "deal.states.yaml")
    assert run(capsys, *parsed)[0] == 0
    for words in (command, ("solve", "deal.states.yaml", "--levels", "levels", "--forecast")):
        code, out, err = run(capsys, *words)
        assert (code, err) == (0, "") and f"{said['stage_games']:,}" in out
    assert not [*here.glob("level*")]


def test_the_files_of_run_and_solve_can_be_checked(here, capsys):
    assert run(capsys, "parse", "deal.yaml", "--max-states", "1", "-o", "d.states.yaml")[0] == 0
    for command in ("run", "solve"):
        made = (command, "d.states.yaml", "--levels", f"of-{command}", "--keep")
        assert run(capsys, *made)[0] == 0
        code, out, _ = run(capsys, "check", f"of-{command}")
        assert code == 0 and re.match(rf"of-{command}: levels, \d+ states solved again", out)


REFUSED = {
    "run deal.yaml --forecast -o d.json": (2, "--forecast is printed, as text or by --format"),
    "run deal.yaml --forecast --format csv": (2, "--forecast is printed, as text or by --format"),
    "run matrix.csv --forecast": (2, "matrix.csv: --forecast is for Goofspiel"),
    "run duel.yaml --forecast": (2, "duel.yaml: --forecast is for Goofspiel"),
    "run deal.yaml --keep": (2, "deal.yaml: --keep is for --levels DIR"),
}


@pytest.mark.parametrize("line, told", REFUSED.items(), ids=REFUSED)
def test_meaningless_arguments_are_an_error_in_one_line(line, told, here, capsys):
    code, out, err = run(capsys, *line.split())
    assert (code, out) == (told[0], "") and told[1] in err


def test_commands_that_need_all_levels_report_deleted_ones(here, capsys):
    (here / "deal.yaml").write_text("game: goofspiel\ncards: 4\n")
    parsed = ("parse", "deal.yaml", "--max-states", "1", "-o", "deal.states.yaml")
    solve = ("solve", "deal.states.yaml", "--levels", "d", "-o", "deal.solution.json")
    at = ("--at", "hand 1 2 3 / 1 2 4 prizes 1 2 3 up 2")
    report = ("report", "deal.states.yaml", "deal.solution.json", "--levels", "d")
    assert run(capsys, *parsed)[0] == run(capsys, *solve)[0] == 0
    assert run(capsys, *report)[0] == 0
    for command in ((*report, *at), ("play", "deal.yaml", "--levels", "d", "--terminal")):
        code, out, err = run(capsys, *command)
        assert code == 1 and err.count("\n") == 1, (out, err)
        assert " was deleted, because the folder was solved without --keep; solve the graph" in err
    code, out, err = run(capsys, "run", "deal.states.yaml", "--levels", "d", *at)
    assert code == 1 and "its level is deleted while the graph is solved; --at needs --keep" in err
    assert run(capsys, *solve, "--keep")[0] == 0
    assert run(capsys, *report, *at)[0] == 0
    assert run(capsys, "run", "deal.states.yaml", "--levels", "d", *at)[0] == 0
