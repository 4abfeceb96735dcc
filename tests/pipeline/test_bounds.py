"""Bounds on the value of a game by regret minimisation, with every command that knows them."""

import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import chdir, suppress
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner

import efgc as python
from commands import ended, refused, saved_arrays
from efgc.pipeline.chain import bounds as chain
from efgc.pipeline.chain import checkpoints
from efgc.pipeline.chain.checkpoints import read_checkpoint, write_checkpoint
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded, progress
from efgc.schemas import bounds
from efgc.schemas.parts.problems import InputError, Problem, SizeError, TimeUp
from efgc.stages.checkers import bounds_checker
from observation_graphs import BURGLAR, KUHN
from small_games import ARTIFACTS, ROOT

LEDUC = ROOT / "tests" / "games" / "rules" / "leduc.rules.yaml"
VALUES = {"kuhn": Fraction(-1, 18), "burglar": Fraction(2599, 2500)}
LINE = re.compile(r"value +between (\S+) and (\S+) to (.*) \(bounded: proved by best responses")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    (tmp_path / "kuhn.states.yaml").write_text(KUHN)
    (tmp_path / "burglar.states.yaml").write_text(BURGLAR)
    return tmp_path


SOURCES = [
    ("island-1/island-1.txt", Fraction(220, 31)),
    ("goofspiel-3/goofspiel-3.yaml", Fraction(0)),
    ("kuhn/kuhn.rules.yaml", Fraction(-1, 18)),
    ("two-bushes/two-bushes.efg", None),
]


@pytest.mark.parametrize("source, value", SOURCES)
def test_run_bounds_the_value_of_every_kind_of_game(source, value, folder):
    path = ARTIFACTS / source
    code, printed, _ = ended("run", path, "--method", "regret", "--format", "json")
    assert code == 0
    found = json.loads(printed)
    assert found["format"] == "efgc/bounds-report"
    assert found["value"] is None and found["value_exact"] is None
    assert found["status"] == "gap" and found["solver"] == "regret"
    if value is None:
        value = Fraction(json.loads(ended("run", path, "--format", "json")[1])["value_exact"])
    assert Fraction(found["lower_bound"]) <= value <= Fraction(found["upper_bound"])
    gap = found["upper_bound"] - found["lower_bound"]
    assert found["exploitability"] == pytest.approx(gap / 2)
    assert all(len(first) > 0 for first in found["first_moves"])


def test_the_first_line_says_that_the_value_is_bounded(folder):
    words = ("kuhn.states.yaml", "--method", "regret", "--gap", "0.01")
    code, printed, said = ended("run", *words)
    assert code == 0
    low, high, player = LINE.search(printed).groups()
    assert Fraction(low) <= VALUES["kuhn"] <= Fraction(high) and player == "Ann"
    assert "exact" not in printed
    headings = ("first moves of Ann", "first moves of Bob", "the most likely play", "how it was")
    for words_of_all in ("gap  ", *headings):
        assert words_of_all in printed
    detailed = ended("run", *words, "-v")[1]
    for words_of_details in ("AAAI 2021", "bounds against steps"):
        assert words_of_details in detailed and words_of_details not in printed
    assert re.fullmatch(
        r"kuhn.states.yaml: the value is between \S+ and \S+, gap \S+, 64 steps, \d+ s\n", said
    )


@pytest.mark.parametrize("name", VALUES)
def test_a_graph_is_bounded_without_being_listed(name, folder):
    graph, file = f"{name}.states.yaml", f"{name}.bounds.json"
    code, _, _ = ended("solve", graph, "--method", "regret", "--gap", "0.05", "-o", file)
    assert code == 0
    found = bounds.read((folder / file).read_text())
    assert found.graph_sha256 and not found.game_sha256
    assert found.rule == ("PCFR+" if name == "kuhn" else "magnetic mirror descent")
    assert all(one.information_set is None for one in found.strategies[0])
    assert all(bool(one.after if name == "kuhn" else one.states) for one in found.strategies[0])
    code, printed, _ = ended("report", graph, file, "--format", "json")
    proved = json.loads(printed)
    assert code == 0 and proved["situations"] == [len(one) for one in found.strategies]
    assert proved["lower_bound"] <= VALUES[name] <= proved["upper_bound"]
    assert proved["lower_bound"] == pytest.approx(found.lower_bound, abs=1e-12)
    # So does `run` if there are more histories than it lists.
    code, printed, _ = ended(
        *("run", graph, "--method", "regret", "--gap", "0.05", "--max-histories", "5"),
        *("--through", "solve"),
    )
    assert code == 0 and bounds.read(printed).strategies == found.strategies


def test_the_gap_that_rounding_allows_is_told_for_public_games_too(folder):
    words = ("--method", "regret", "--gap", "1e-16", "--time-limit", "0.5", "-o", "a.bounds.json")
    code, _, said = ended("solve", "kuhn.states.yaml", *words)
    assert code == 4 and "kuhn.states.yaml: rounding alone keeps the bounds about" in said


def test_rules_are_compiled_at_level_0_unless_a_level_is_given(folder):
    rules = str(ARTIFACTS / "pursuit" / "pursuit.rules.yaml")
    words = ("run", rules, "--method", "regret", "--through", "parse")
    for more, level in (((), 0), (("-O", "2"), 2)):
        code, printed, _ = ended(*words, *more)
        assert code == 0 and f"level: {level}" in printed
    code, printed, _ = ended(*words)
    assert "efgc parse -O 0" in printed


def test_game_files_are_solved_and_reported_through_pipes(folder):
    assert ended("expand", "kuhn.states.yaml", "-o", "kuhn.game.json")[0] == 0
    code, printed, _ = ended("solve", "kuhn.game.json", "--method", "regret")
    found = bounds.read(printed)
    assert code == 0 and found.game_sha256 and found.rule == "PCFR+"
    assert found.strategies[0][0].actions == ("bet", "check")
    code, printed, _ = ended("report", "kuhn.game.json", "-", stdin=printed)
    assert code == 0 and LINE.search(printed)


def test_formats_of_the_report(folder):
    ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    game, file = "out/kuhn.game.json", "out/kuhn.bounds.json"
    code, printed, _ = ended("report", game, file, "--format", "csv", "-o", "a.strategy.csv")
    assert code == 0
    code, printed, _ = ended("evaluate", game, "a.strategy.csv", "--no-solve")
    assert code == 0 and printed.startswith("Kuhn poker\n\nNashConv        0.00")
    code, _, _ = ended("report", game, file, "-o", "a.strategy.json", "--format", "strategy")
    assert code == 0 and ended("evaluate", game, "a.strategy.json", "--no-solve")[0] == 0
    code, _, _ = ended("report", game, file, "-o", "a.html")
    page = (folder / "a.html").read_text()
    assert code == 0 and "bounded: proved by best responses" in page and "<table>" in page


def test_a_format_for_games_is_refused_before_a_graph_is_searched(folder, capfd):
    words = ("--method", "regret", "--max-histories", "5", "--format", "csv")
    code, said = refused(capfd, "run", "kuhn.states.yaml", *words)
    assert code == 2 and "--format csv is for games of at most 5 histories" in said


REFUSED = [
    (("run", "kuhn.states.yaml", "--gap", "0.1"), "--gap is for --method regret"),
    *(
        (("solve", file, *option), f"{option[0]} needs --method regret{more}")
        for file in (
            "kuhn.states.yaml",
            ARTIFACTS / "kuhn" / "kuhn.game.json",
            ARTIFACTS / "kuhn" / "kuhn.lp",
        )
        for option, more in ((("--gap", "1"), " or double-oracle\n"), (("--recall", "1"), "\n"))
    ),
    (
        ("run", "kuhn.states.yaml", "--method", "regret", "--solver", "glpk"),
        "--solver glpk is for --method linear-program",
    ),
    (
        ("run", "kuhn.states.yaml", "--method", "regret", "--through", "lower"),
        "--method regret is for the stages solve and report",
    ),
    (("run", "kuhn.states.yaml", "--method", "regret", "--gap", "0"), "0.0 is not in the range"),
    (("run", "kuhn.states.yaml", "--method", "regret", "--gap", "inf"), "'inf' is not finite"),
    (("run", "kuhn.states.yaml", "--method", "regret", "--gap", "1e999"), "'1e999' is not finite"),
    (("run", "kuhn.states.yaml", "--method", "regret", "--gap", "nan"), "'nan' is not a number"),
]


@pytest.mark.parametrize("words, message", REFUSED)
def test_options_without_a_meaning_are_refused(words, message, folder, capfd):
    code, said = refused(capfd, *words)
    assert code == 2 and message in said


def test_a_graph_of_version_1_is_not_solved_before_it_is_listed(folder, capfd):
    graph = ARTIFACTS / "island-1" / "island-1.states.yaml"
    code, said = refused(capfd, "solve", graph, "--method", "regret")
    assert code == 1 and "--unroll`" in said


def forged(text, **changes):
    data = json.loads(text)
    data["progress"] = []
    del data["made"]
    return json.dumps({**data, **changes})


def test_a_forged_bound_is_refused(folder, capfd):
    ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    text = (folder / "out" / "kuhn.bounds.json").read_text()
    found = bounds.read(text)
    (folder / "same.bounds.json").write_text(forged(text))
    assert ended("check", "same.bounds.json", "out/kuhn.game.json")[0] == 0
    middle = (found.lower_bound + found.upper_bound) / 2
    for name in ("lower_bound", "upper_bound"):
        (folder / "forged.bounds.json").write_text(forged(text, **{name: middle}))
        code, said = refused(capfd, "report", "out/kuhn.game.json", "forged.bounds.json")
        assert code == 5 and "the strategies prove that the value is from" in said
        code, _, said = ended("check", "forged.bounds.json", "out/kuhn.game.json")
        assert code == 5 and "the strategies prove that the value is from" in said
    other = forged(text, game_sha256="0" * 64)
    (folder / "forged.bounds.json").write_text(other)
    code, said = refused(capfd, "report", "out/kuhn.game.json", "forged.bounds.json")
    assert code == 1 and "are bounds for another game" in said
    code, _, said = ended("check", "forged.bounds.json", "out/kuhn.game.json")
    assert code == 5 and "belongs to another game than out/kuhn.game.json" in said


def test_bounds_for_a_game_are_refused_with_its_state_graph(folder, capfd):
    ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    words = "are bounds for a game, not for a state graph: name the game, such as"
    code, _, said = ended("check", "out/kuhn.bounds.json", "kuhn.states.yaml")
    assert code == 5 and said == f"out/kuhn.bounds.json: {words} out/kuhn.game.json\n"
    assert ended("check", "out/kuhn.bounds.json", "out/kuhn.game.json")[0] == 0
    code, said = refused(capfd, "report", "kuhn.states.yaml", "out/kuhn.bounds.json")
    assert code == 1 and f"{words} NAME.game.json\n" in said


def test_bounds_for_a_state_graph_are_refused_with_its_game(folder, capfd):
    ended("solve", "kuhn.states.yaml", "--method", "regret", "-o", "kuhn.bounds")
    ended("expand", "kuhn.states.yaml", "-o", "kuhn.game.json")
    words = "are bounds for a state graph, not for a game: name the state graph, such as"
    code, _, said = ended("check", "kuhn.bounds", "kuhn.game.json")
    assert code == 5 and said == f"kuhn.bounds: {words} NAME.states.yaml\n"
    code, said = refused(capfd, "report", "kuhn.game.json", "kuhn.bounds")
    assert code == 1 and f"{words} NAME.states.yaml\n" in said


def test_a_strategy_that_knows_too_much_is_refused(folder, capfd):
    words = ("--method", "regret", "--gap", "5", "-o", "a.bounds.json")
    ended("parse", LEDUC, "-O", "0", "-o", "leduc.states.yaml")
    ended("solve", "leduc.states.yaml", *words)
    text = (folder / "a.bounds.json").read_text()
    strategies = json.loads(text)["strategies"]
    one = next(one for one in strategies[0] if len(one["states"]) > 1 < len(one["actions"]))
    strategies[0].remove(one)
    rest = len(one["actions"]) - 2
    for at, state in enumerate(one["states"]):
        shares = [1.0 - at % 2, at % 2, *[0.0] * rest]
        strategies[0].append({**one, "states": [state], "probabilities": shares})
    (folder / "a.bounds.json").write_text(forged(text, strategies=strategies))
    code, said = refused(capfd, "report", "leduc.states.yaml", "a.bounds.json")
    assert code == 5
    assert "player 1 does not play the same in " in said and "cannot tell apart" in said


def test_a_folder_is_checked_as_a_whole(folder):
    ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    code, printed, _ = ended("check", "out", "kuhn.states.yaml")
    assert code == 0 and "proves for out/kuhn.game.json that the value is from -0.05" in printed
    text = (folder / "out" / "kuhn.bounds.json").read_text()
    (folder / "out" / "kuhn.bounds.json").write_text(text.replace('"steps": 64', '"steps": 65', 1))
    assert ended("check", "out")[0] != 0


def test_the_time_limit_ends_the_search_with_a_report(folder):
    words = ("--method", "regret", "--gap", "1e-16", "--time-limit", "1.5")
    code, printed, said = ended("run", "kuhn.states.yaml", *words, "-o", "out")
    assert code == 4 and LINE.search(printed)
    assert "the time was over" in printed and (folder / "out" / "kuhn.report.txt").exists()
    assert bounds.read((folder / "out" / "kuhn.bounds.json").read_text()).status == "limit"


@pytest.mark.slow
def test_a_gap_that_rounding_does_not_allow_is_announced(folder):
    words = ("run", "kuhn.states.yaml", "--method", "regret")
    limit = ("--time-limit", "1", "-o", "out")
    for jobs in ("1", "2"):
        code, _, said = ended(*words, "--gap", "1e-14", *limit, "--jobs", jobs)
        announced = re.match(
            r"kuhn.states.yaml: rounding alone keeps the bounds about (\S+) apart, so that --gap "
            r"1e-14 may never be reached; a time limit or Ctrl-C ends the search\n",
            said,
        )
        assert code == 4 and said.count("rounding alone") == 1
        least = float(announced.group(1))
        assert bounds.read((folder / "out" / "kuhn.bounds.json").read_text()).gap > 1e-14
    code, _, said = ended(*words, "--gap", str(3 * least))
    assert code == 0 and "rounding alone" not in said


def test_a_finished_folder_goes_on_only_for_a_smaller_gap(folder):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out", "--gap")
    steps = []
    for gap in ("0.01", "0.01", "0.00001", "0.00001"):
        assert ended(*words, gap)[0] == 0
        found = bounds.read((folder / "out" / "kuhn.bounds.json").read_text())
        steps.append(found.steps)
        assert found.gap <= float(gap)
    assert steps[0] == steps[1] < steps[2] == steps[3]


@pytest.mark.slow
def test_the_time_limit_is_held_with_proof_and_writing(folder, capfd):
    rules, limit = ROOT / "tests" / "games" / "rules" / "liars-dice.rules.yaml", 15.0
    words = ("--let", "faces=6", "--through", "expand", "--format", "json", "-o", "dice.game.json")
    assert ended("run", rules, *words)[0] == 0
    began = time.monotonic()
    words = ("run", "dice.game.json", "--method", "regret", "--gap", "1e-12", "-o", "out")
    assert ended(*words, "--time-limit", f"{limit:g}")[0] == 4
    assert 0.5 * limit < time.monotonic() - began < 1.1 * limit


def test_a_linear_program_that_ends_by_time_names_the_method(monkeypatch, capfd, folder):
    def too_long(*words):
        raise TimeUp(60.0)

    monkeypatch.setattr("efgc.pipeline.chain.programs.answers_of_game", too_long)
    monkeypatch.setattr("efgc.pipeline.chain.programs.answers_of_program", too_long)
    advice = "; a run of the game with --method regret has bounds on the value at any time\n"
    for words in (("run", "kuhn.states.yaml"), ("solve", ARTIFACTS / "kuhn" / "kuhn.lp")):
        code = guarded(lambda words=words: efgc([*map(str, words)], standalone_mode=False))
        said = capfd.readouterr().err
        over = "efgc: stopped during solve: time limit of 60 s reached"
        assert (code, said) == (4, over + advice)


def run_of(folder, gap):
    command = [sys.executable, "-m", "efgc", "run", "kuhn.states.yaml", "--method", "regret"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*command, "--gap", gap, "-o", "out"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_killed_run_goes_on_from_its_folder(folder, monkeypatch):
    ends = {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}
    file, before = folder / "out" / "kuhn.bounds.json", None
    for number, code in ends.items():
        with run_of(folder, "1e-16") as process:
            assert any("the value is between" in line for line in process.stderr)
            time.sleep(0.3)
            process.send_signal(number)
            said = process.stderr.read()
            assert process.wait() == code
            if number != signal.SIGKILL:
                words = r"kuhn.states.yaml: the value is between .*\n"
                assert re.search(
                    words + "kuhn.states.yaml: to continue, run: efgc run kuhn.states.yaml .*", said
                )
        found = bounds.read(file.read_text())
        if before is not None:
            assert found.steps > before.steps
            assert found.lower_bound >= before.lower_bound
            assert found.upper_bound <= before.upper_bound
        before = found
    code, _, _ = ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert code == 0 and bounds.read(file.read_text()).steps >= before.steps


def test_an_interrupt_keeps_the_last_round(folder, monkeypatch):
    from efgc.stages.bounds import regret

    search = regret.minimise_regret

    def interrupted(*arguments):
        for count, found in enumerate(search(*arguments)):
            if count == 3:
                raise KeyboardInterrupt
            yield found

    words = ("run", "kuhn.states.yaml", "--method", "regret", "--gap", "1e-16")
    again = f"to continue, run: efgc {' '.join(words)} -o out"
    monkeypatch.setattr(regret, "minimise_regret", interrupted)
    kept = f"to keep the search, run: efgc {' '.join(words)} -o DIR"
    for more, told in (("-o", "out"), again), ((), kept):
        said = CliRunner().invoke(efgc, (*words, *more)).stderr
        assert re.search(rf"the value is between .*\nkuhn.states.yaml: {told}\n", said)
    kept = dict(np.load(folder / "out" / "kuhn.regret.npz"))
    assert kept["progress"].shape[1] == 4 and kept["progress"][-1, 0] > 64


def test_an_interrupt_before_the_first_round_says_that_nothing_was_kept(folder, monkeypatch):
    from efgc.stages.bounds import regret

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(regret, "minimise_regret", interrupted)
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    said = CliRunner().invoke(efgc, words).stderr
    assert "kuhn.states.yaml: stopped before the first bounds of this run; none were" in said
    assert "kuhn.states.yaml: nothing was saved; to begin again, run: efgc run kuhn.sta" in said
    many = "has [0-9]+ information sets: the first best response may take long"
    assert not re.search(many, said)


def test_when_all_time_is_over_the_last_bounds_are_printed(folder, monkeypatch, capfd):
    from efgc.stages.bounds import regret

    search = regret.minimise_regret

    def too_long(*arguments):
        yield next(search(*arguments))
        raise TimeUp(60.0)

    monkeypatch.setattr(regret, "minimise_regret", too_long)
    code, said = refused(capfd, "run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert code == 4
    bounds_line, over = said.splitlines()
    assert "kuhn.states.yaml: the value is between -0.05" in bounds_line
    assert re.fullmatch(
        "efgc: stopped during solve, 64 steps: time limit of 60 s reached; the value is between "
        "-0.05.*; nothing was saved; to begin again, run: efgc run kuhn.states.yaml --method "
        "regret -o out --time-limit 240",
        over,
    )


def test_a_search_that_cannot_end_does_not_advise_a_longer_limit(folder, monkeypatch, capfd):
    from efgc.pipeline.chain import bounds as chain

    def too_long(*arguments):
        raise TimeUp(9.0)

    monkeypatch.setattr(chain, "most_information_sets", lambda graph, most: (1, 749_961_486_697))
    monkeypatch.setattr("efgc.stages.bounds.regret.minimise_regret", too_long)
    words = ("run", "burglar.states.yaml", "--method", "regret", "--max-histories", "9")
    code, said = refused(capfd, *words, "--time-limit", "9")
    warned, over = said.splitlines()
    assert code == 4 and "749,961,486,697 information sets: the first best" in warned
    assert "the first best response will not end in reasonable time" in warned
    assert over.endswith("; a longer time limit does not help; try --method double-oracle")


def test_a_double_oracle_that_is_slow_says_once_what_may_be_faster(folder, monkeypatch):
    from efgc.pipeline.chain import bounds as chain

    monkeypatch.setattr(chain, "PAUSE", 0.0)
    monkeypatch.setattr(chain, "WRITING", 0.0)
    monkeypatch.setattr(chain, "SLOW", 0.0)
    words = ("run", "burglar.states.yaml", "--method", "double-oracle", "--gap", "1e-9")
    said = CliRunner().invoke(efgc, words).stderr.splitlines()
    gaps = [line.split(", ")[1] for line in said if "the value is between" in line]
    assert len(gaps) > 2 and len({*gaps[:-1]}) == len(gaps) - 1
    assert sum("--method regret may be faster" in line for line in said) == 1


STOPPED = [  # The work that takes too long, and what is known by then.
    ("efgc.pipeline.ways.run.parse_source", "no bounds are known yet"),
    ("efgc.stages.bounds.regret.minimise_regret", r"the value is between -2\.0 and 2\.0"),
    ("efgc.pipeline.ways.bounds.report_bounds", r"the value is between -0\.05\d* and -0\.05\d*"),
]


@pytest.mark.parametrize("work, known", STOPPED)
def test_a_search_that_ends_without_a_report_says_what_is_known(
    folder, monkeypatch, capfd, work, known
):
    def too_long(*arguments):
        raise TimeUp(0.5)

    monkeypatch.setattr(work, too_long)
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "kuhn.html")
    code, said = refused(capfd, *words, "--time-limit", "9")
    longer = "to keep the search, run: efgc run kuhn.states.yaml --method regret --time-limit 2 "
    over = rf"efgc: stopped .*: time limit of 0.5 s reached; {known}; {longer}-o DIR"
    assert code == 4 and re.fullmatch(over, said.splitlines()[-1])
    with pytest.raises(python.TimeOver, match=rf"{known}$") as over:
        python.run("kuhn.states.yaml", method="regret")
    found = over.value.bounds
    assert found is None if known.startswith("no") else found.lower < -1 / 18 < found.upper


@pytest.mark.skipif(os.name != "posix", reason="types Ctrl-C on a terminal")
def test_ctrl_c_on_a_terminal_prints_its_messages_on_lines_of_their_own(folder):
    pty = pytest.importorskip("pty", reason="no terminals on this system")
    words = ("run", "kuhn.states.yaml", "--method", "regret", "--gap", "1e-300")
    pid, screen = pty.fork()
    if not pid:
        os.execve(
            sys.executable,
            [sys.executable, "-m", "efgc", *words],
            {**os.environ, "PYTHONPATH": str(ROOT)},
        )
    said = b""
    with suppress(OSError):  # Linux raises it at the end.
        while block := os.read(screen, 2**16):
            said += block
            if b"solve: the value is between" in block and b"^C" not in said:
                os.write(screen, b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 130
    os.close(screen)
    *_, after = said.decode().partition("^C")
    bounds_line, again, *_, interrupted, _ = after.split("\r\n")
    wiped, _, bounds_line = bounds_line.rpartition("\r\033[K")
    assert set(wiped) <= set("\r\033[K")
    assert bounds_line.startswith("kuhn.states.yaml: the value is between -0.05")
    assert again.startswith("kuhn.states.yaml: to keep the search, run: efgc run kuhn.states.yaml ")
    assert interrupted == "efgc: interrupted"


def test_a_damaged_checkpoint_is_refused_in_one_line(folder, capfd):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert ended(*words)[0] == 0
    path = folder / "out" / "kuhn.regret.npz"
    whole = path.read_bytes()
    digest = str(np.load(path)["efgc"][1])
    assert read_checkpoint(str(path), digest).keys() >= {"progress"}
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(InputError, match="is damaged"):
            read_checkpoint(str(path), digest)
    for content in (b"", whole[:-1], whole + b"0", b"0" * 1000):
        path.write_bytes(content)
        code, said = refused(capfd, *words)
        assert code == 1
        assert said == (
            "out/kuhn.regret.npz: is damaged: its checksum is another; delete it to begin again\n"
        )


FORGERIES = {
    "another type": lambda kept: kept.astype(np.float32),
    "texts": lambda kept: kept.astype(str),
    "complex": lambda kept: kept.astype(np.complex128),
    "one more": lambda kept: np.concatenate([kept, kept[:1]]),
    "none": lambda kept: kept[:0],
    "a number": lambda kept: np.array(1.0),
    "one more axis": lambda kept: kept[None],
    "not a number": lambda kept: kept * np.nan,
    "infinite": lambda kept: kept + np.inf,
    "negative": lambda kept: kept - 99,
    "huge": lambda kept: kept + 1e300,
    "zeros": np.zeros_like,
    "a half more": lambda kept: kept + 0.5,
    "turned": lambda kept: kept[::-1],
}
PLAUSIBLE = {"one more", "none", "a half more", "zeros", "turned"}
"""Those that some arrays can have had."""


@pytest.mark.slow
@pytest.mark.parametrize("listed", [True, False])
def test_a_forged_checkpoint_is_refused_in_one_line(folder, capfd, listed):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out", "--gap", "0.1")
    words = (*words, "--time-limit", "5", "--max-histories", "1000" if listed else "5")
    assert ended(*words)[0] == 0
    path = str(folder / "out" / "kuhn.regret.npz")
    kept, digest = saved_arrays(path)
    assert {"numbers", "best_1", "strategy_2", "progress"} <= kept.keys()
    for name, (kind, forge) in product(kept, FORGERIES.items()):
        write_checkpoint(path, digest, {**kept, name: forge(kept[name])})
        code = guarded(lambda: efgc([*words], standalone_mode=False))
        said = capfd.readouterr().err
        if code or kind not in PLAUSIBLE:
            line = (1, "out/kuhn.regret.npz: does not fit this game\n")
            assert (code, said) == line, (name, kind, said)
    for name in kept:
        rest = {each: array for each, array in kept.items() if each != name}
        write_checkpoint(path, digest, rest)
        code, said = refused(capfd, *words)
        assert (code, said) == (1, "out/kuhn.regret.npz: does not fit this game\n")


def test_a_checkpoint_without_arrays_is_refused_in_one_line(folder, capfd):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert ended(*words)[0] == 0
    path = folder / "out" / "kuhn.regret.npz"

    def archive(**arrays):
        file = io.BytesIO()
        np.savez(file, **arrays)
        return file.getvalue()

    huge = archive(a=np.zeros(1000)).replace(b"(1000,)", b"(9**9,)").replace(b"9**9", b"10**")
    for body in (
        *(b"", b"PK", b"a text" * 100, huge, archive(a=np.zeros(3))),
        *(archive(efgc=np.array("a")), archive(efgc=np.array(["a", "b", "c"]))),
        *(archive(efgc=np.array([None, 1], object)), archive(efgc=np.zeros(2))),
    ):
        body = body[:-2] + (64).to_bytes(2, "little") if body.startswith(b"PK\3") else body
        path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
        code, said = refused(capfd, *words)
        assert code == 1 and re.fullmatch(r"out/kuhn\.regret\.npz: is .*; delete it .*\n", said)


def test_a_checkpoint_of_another_game_is_refused(folder, capfd):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert ended(*words)[0] == 0
    (folder / "kuhn.states.yaml").write_text(
        KUHN.replace("wins 2: {payoff: 2}", "wins 2: {payoff: 3}")
    )
    code, said = refused(capfd, *words)
    assert code == 1 and "out/kuhn.regret.npz: belongs to another game" in said


def test_a_checkpoint_of_an_older_version_is_refused_in_words(folder, capfd, monkeypatch):
    words = ("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")
    assert ended(*words)[0] == 0
    path = str(folder / "out" / "kuhn.regret.npz")
    kept, digest = saved_arrays(path)
    monkeypatch.setattr(checkpoints, "VERSION", "efgc/checkpoint 2")  # That of efgc 0.2.0.
    write_checkpoint(path, digest, kept)
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    code, said = refused(capfd, *words)
    words = "is of another version of efgc; delete it to begin again"
    assert (code, said) == (1, f"out/kuhn.regret.npz: {words}\n")


def test_checkpoints_have_the_same_bytes(tmp_path):
    arrays = {"numbers": np.arange(4.0)}
    for name in ("a", "b"):
        write_checkpoint(str(tmp_path / name), "0" * 64, arrays)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert read_checkpoint(str(tmp_path / "c"), "0" * 64) is None


def test_runs_have_the_same_bytes_for_any_number_of_threads(folder):
    words = ("run", "burglar.states.yaml", "--method", "regret", "--gap", "0.01")
    made = []
    for jobs in ("1", "2", "4"):
        assert ended(*words, "--jobs", jobs, "-o", jobs)[0] == 0
        files = sorted(path for path in (folder / jobs).iterdir() if path.suffix != ".npz")
        made.append([path.read_bytes() for path in files])
    assert made[0] == made[1] == made[2]


def test_a_terminal_shows_the_bounds_in_its_line(capsys):
    with progress("solve") as work:
        work.tell("game", "gap 1")
        assert capsys.readouterr().err == "game: gap 1\n"
        work.drawn = True
        work.tell("game", "gap 1")
        work.tell("game", "gap 0.5")
        assert (work.what, capsys.readouterr().err) == ("solve: gap 0.5", "")


def test_a_table_of_pandas_has_both_strategies(folder):
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    assert len(python.run("kuhn.states.yaml", method="regret", gap=0.01).to_frame()) == 24


def test_python_has_the_same_results(folder):
    found = python.run("kuhn.states.yaml", method="regret", gap=0.01)
    low, high = found.bounds
    assert low <= VALUES["kuhn"] <= high and found.value_exact is None
    assert low <= found.value <= high and found.value.exact is None
    assert found.solver == "regret" and found.exploitability == (high - low) / 2
    assert found.strategies[0]["[J]"].plays.keys() == {"bet", "check"}
    assert found.to_dict()["lower_bound"] == low
    assert "(bounded: proved by best responses" in repr(found)
    found.save("saved")
    assert (folder / "saved" / "kuhn.bounds.json").exists()
    graph = python.run("kuhn.states.yaml", method="regret", gap=0.1, max_histories=5)
    assert graph.strategies[1][0].information_set is None and graph.bounds
    with pytest.raises(python.EfgcError, match="--gap is for --method regret"):
        python.run("kuhn.states.yaml", gap=0.1)
    with pytest.raises(python.EfgcError, match="'inf' is not finite"):
        python.run("kuhn.states.yaml", method="regret", gap=float("inf"))


def test_labels_in_python_have_the_memory_as_in_the_report(folder):
    words = {"method": "regret", "gap": 5, "max_histories": 5, "recall": 1}
    found = python.run(LEDUC, **words)
    for strategy in found.strategies:
        labels = [one.label for one in strategy]
        assert len({*labels}) == len(labels)
        assert all(re.search(", after: (did|saw) ", label) for label in labels)
    name, memory = labels[0].split(",", 1)
    assert name in found.report() and memory in found.report()
    assert found.strategies[1][labels[0]].label == labels[0]


def test_lines_of_progress_are_few(folder, monkeypatch):
    monkeypatch.setattr(chain, "PAUSE", 0.0)
    words = ("run", "kuhn.states.yaml", "--method", "regret", "--gap", "1e-7", "-o", "out")
    assert ended(*words)[0] == 0
    lines = bounds.read((folder / "out" / "kuhn.bounds.json").read_text()).progress
    gaps = [line.upper_bound - line.lower_bound for line in lines]
    assert gaps == sorted(gaps, reverse=True) and 2 < len(lines) < 100


LEDUC = ROOT / "tests" / "games" / "rules" / "leduc.rules.yaml"
RECALLING = ("--method", "regret", "--time-limit", "60", "--gap", "1", "--recall", "2")


@pytest.fixture(scope="module")
def recalled(tmp_path_factory):
    """A folder with a state graph, and with bounds of strategies that remember two entries."""
    place = tmp_path_factory.mktemp("leduc")
    with chdir(place):
        assert ended("parse", LEDUC, "-O", "0", "-o", "leduc.states.yaml")[0] == 0
        assert ended("solve", "leduc.states.yaml", *RECALLING, "-o", "a.bounds.json")[0] == 0
    return place


@pytest.fixture
def leduc(recalled, folder):
    """The state graph among copies of these files."""
    for path in recalled.iterdir():
        shutil.copy(path, folder)
    return "leduc.states.yaml"


def test_strategies_can_remember_the_last_actions_and_observations(leduc):
    found = json.loads(open("a.bounds.json").read())
    assert found["recall"] == 2
    assert {len(entry.get("last", ())) for entry in found["strategies"][0]} == {1, 2}
    assert found["lower_bound"] <= -0.085606424078 <= found["upper_bound"]
    code, printed, _ = ended("report", leduc, "a.bounds.json", "-v")
    assert code == 0
    assert "recall          the last 2 actions and observations of the player" in printed
    assert ", after: saw " in printed
    assert ended("report", leduc, "a.bounds.json", "--format", "html")[0] == 0
    assert ended("check", "a.bounds.json", leduc)[0] == 0
    found["lower_bound"] += 1e-4
    found["progress"][-1]["lower_bound"] += 1e-4
    open("b.bounds.json", "w").write(json.dumps(found))
    assert ended("check", "b.bounds.json", leduc)[0] == 5
    assert ended("report", leduc, "b.bounds.json")[0] == 5


def test_runs_with_recall_have_the_same_bytes_for_any_number_of_threads(leduc):
    made = []
    for jobs in ("1", "4"):
        assert ended("solve", leduc, *RECALLING, "--jobs", jobs, "-o", "a.bounds.json")[0] == 0
        made.append(open("a.bounds.json").read().replace(f" --jobs {jobs}", ""))
    assert made[0] == made[1]


def test_a_checkpoint_with_another_recall_is_refused(folder, capfd):
    words = ("run", "burglar.states.yaml", "--method", "regret", "--gap", "0.5", "-o", "out")
    words = (*words, "--max-histories", "5")
    assert ended(*words, "--recall", "1")[0] == 0
    assert ended(*words, "--recall", "1")[0] == 0
    code, said = refused(capfd, *words, "--recall", "2")
    assert code == 1
    assert said == ("out/burglar.regret.npz: was made with --recall 1; delete it to begin again\n")


def test_recall_is_refused_where_strategies_remember_everything(folder, capfd):
    (folder / "map.txt").write_text((ARTIFACTS / "island-1" / "island-1.txt").read_text())
    assert ended("run", "map.txt", "-o", "out", "--through", "expand")[0] == 0
    regret = ("--method", "regret", "--recall", "2")
    for words in (("run", "map.txt"), ("solve", "out/map.game.json")):
        code, said = refused(capfd, *words, *regret)
        assert (code, "--recall is for games of more than 2,000,000" in said) == (2, True)
    for command in ("run", "solve"):
        code, said = refused(
            capfd, command, "map.txt", "--method", "double-oracle", "--recall", "2"
        )
        assert (code, "--recall is for --method regret; strategies of a double" in said) == (
            2,
            True,
        )


def test_bounds_of_a_listed_game_have_no_recall(folder, capfd):
    assert ended("run", "kuhn.states.yaml", "--method", "regret", "-o", "out")[0] == 0
    found = json.loads(open("out/kuhn.bounds.json").read())
    open("a.bounds.json", "w").write(json.dumps({**found, "recall": 2}))
    code, said = refused(capfd, "report", "out/kuhn.game.json", "a.bounds.json")
    assert (code, said) == (1, "a.bounds.json: recall: is for bounds with a graph_sha256\n")


def test_a_huge_recall_is_refused_at_once(leduc, capfd):
    words = ("solve", leduc, *RECALLING)
    code, said = refused(capfd, *words[:-1], "1000000000")
    assert (code, "--recall 1000000000 is too large for this game" in said) == (2, True)
    found = json.loads(open("a.bounds.json").read())
    open("a.bounds.json", "w").write(json.dumps({**found, "recall": 10**9}))
    code, said = refused(capfd, "report", leduc, "a.bounds.json")
    assert (code, said) == (1, "a.bounds.json: recall: is too large for this game\n")
    assert ended("check", leduc, "a.bounds.json")[0] != 0


def test_recall_is_refused_where_it_has_no_meaning(leduc, capfd):
    code, said = refused(capfd, "run", "kuhn.states.yaml", *RECALLING)
    assert (code, "--recall is for games of more than 2,000,000 histories" in said) == (2, True)
    code, said = refused(capfd, "run", "kuhn.states.yaml", "--recall", "2")
    assert (code, "--recall is for --method regret" in said) == (2, True)
    code, said = refused(capfd, "solve", leduc, *RECALLING[:-1], "99")
    assert (code, "--recall 99 is too large for this game: use at most" in said) == (2, True)
    code, said = refused(capfd, "evaluate", leduc, "a.bounds.json")
    assert code == 1
    assert said == (
        "a.bounds.json: these strategies depend on a state and the last 2 entries of a memory; "
        "`efgc report GRAPH BOUNDS` says what they guarantee, and a search without --recall finds "
        "strategies that can be evaluated\n"
    )


CHOICE = """\
format: efgc/state-graph
version: 2
title: a choice
players: [one, two]
start: here
states:
  here: {actor: one, moves: {left: even, right: worse}}
  even: {payoff: 0}
  worse: {payoff: -1000000}
"""


def test_no_line_of_the_steps_is_better_than_what_is_proved(folder):
    (folder / "choice.states.yaml").write_text(CHOICE)
    words = ("solve", "choice.states.yaml", "--method", "regret", "-o", "choice.bounds.json")
    assert ended(*words)[0] == 0
    data = json.loads((folder / "choice.bounds.json").read_text())
    low, high = 0.0005, 0.0006
    line = {**data["progress"][-1], "lower_bound": low, "upper_bound": high}
    claimed = {**data, "progress": [line], "lower_bound": low, "upper_bound": high}
    del claimed["made"]
    (folder / "choice.bounds.json").write_text(json.dumps(claimed))
    words = ("report", "choice.states.yaml", "choice.bounds.json", "--format", "json")
    code, printed, _ = ended(*words)
    report = json.loads(printed)
    [line] = report["progress"]
    assert code == 0 and report["lower_bound"] <= 0 <= report["upper_bound"] < low
    assert (line["lower_bound"], line["upper_bound"]) == (report["lower_bound"], high)


@pytest.mark.parametrize("command", ["run", "solve"])
def test_a_search_ends_where_all_payoffs_are_0(command, folder):
    (folder / "zero.states.yaml").write_text(CHOICE.replace("-1000000", "0"))
    assert ended(command, "zero.states.yaml", "--method", "regret", "--time-limit", "5")[0] == 0


@pytest.mark.parametrize("method", ["regret", "double-oracle"])
def test_large_payoffs_are_reported_outward(folder, method):
    (folder / "large.states.yaml").write_text(CHOICE.replace("payoff: 0", "payoff: 1e+290"))
    words = ("run", "large.states.yaml", "--method", method)
    code, printed, _ = ended(*words)
    numbers = re.sub(r"\n +(?=\d)", "", printed)  # They are longer than a line.
    low, high = re.search(r"between\s*(\d+) and\s*(\d+) to one", numbers).groups()
    assert code == 0 and int(low) <= 10**290 <= int(high)


def test_bounds_that_could_not_be_verified_are_not_called_free_of_problems(folder, monkeypatch):
    def too_large(*words):
        raise SizeError([Problem("is too large")])

    words = ("solve", "kuhn.states.yaml", "--method", "regret", "-o", "kuhn.bounds.json")
    assert ended(*words)[0] == 0
    monkeypatch.setattr(bounds_checker, "check_bounds", too_large)
    code, printed, _ = ended("check", "kuhn.bounds.json", "kuhn.states.yaml")
    assert code == 0 and "kuhn.bounds.json: bounds, well formed; not verified" in printed
    assert "not verified against kuhn.states.yaml: is too large" in printed
