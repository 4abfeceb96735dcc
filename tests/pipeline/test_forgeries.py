"""Forged artifacts: no number of a file comes out as if it were proved.

Each row names an artifact, what is forged in it, the command that reads it, and the end: an exit
code with a line, or the output that the true artifact has.
"""

import io
import json
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.levels import interface as methods
from efgc.pipeline.terminal.diagnostics import guarded
from said import unstamped

ARTIFACTS = Path("artifacts").resolve()
DEAL = "game: goofspiel\nhands: [[2, 3, 5], [1, 2, 4]]\nprizes: [1, 3, 4]\n"
EVEN = "game: goofspiel\ncards: 3\n"
AT = ("--at", "hand 2 3 5 / 1 2 4 prizes 1 3 4 up 3")
# What a report tells of a solution without calling it proved.
SAYS = (
    "seconds",
    "solver",
    "version",
    "solver_version",
)


def run(*argv):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = guarded(lambda: efgc.main(args=list(argv), standalone_mode=False))
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All artifacts of some small games."""
    made = tmp_path_factory.mktemp("true")
    (made / "deal.yaml").write_text(DEAL)
    (made / "even.yaml").write_text(EVEN)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.setenv("SOURCE_DATE_EPOCH", "0")
        for command in (
            ["parse", "deal.yaml", "-o", "listed.states.yaml"],
            ["solve", "listed.states.yaml", "-o", "listed.solution.json"],
            ["parse", "deal.yaml", "--max-states", "1", "-o", "deal.states.yaml"],
            [
                "solve",
                "deal.states.yaml",
                "--levels",
                "levels",
                "--keep",
                "-o",
                "deal.solution.json",
            ],
            ["parse", "even.yaml", "--max-states", "1", "-o", "even.states.yaml"],
            ["solve", "even.states.yaml", "-o", "even.solution.json"],
            [
                "parse",
                str(ARTIFACTS / "droid-duel/droid-duel.yaml"),
                "--max-states",
                "1",
                "-o",
                "duel.states.yaml",
            ],
            ["solve", "duel.states.yaml", "-o", "duel.solution.json"],
        ):
            assert run(*command)[0] == 0
    for name, file in (("island", "island-1/island-1"), ("learned", "droid-duel/droid-duel")):
        for kind in (
            "game.json",
            "solution.json",
            "certificate.json",
            "columns.json",
            "agent.json",
            "yaml",
        ):
            if (ARTIFACTS / f"{file}.{kind}").exists():
                shutil.copy(ARTIFACTS / f"{file}.{kind}", made / f"{name}.{kind}")
    return made


def set_at(place, value):
    """Return what writes a value to a place of a document; a function of what stands there gives
    it.
    """

    def change(data):
        at = data
        for step in place[:-1]:
            at = at[step]
        at[place[-1]] = value(at[place[-1]]) if callable(value) else value

    return change


def forged(folder, tmp_path, file, change):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    data = json.loads((tmp_path / file).read_text())
    change(data)
    (tmp_path / file).write_text(json.dumps(data))


def other(number):
    return number * 0.5 + 0.3 if isinstance(number, float) else number + 7


LISTED = ("report", "listed.states.yaml", "listed.solution.json")
DEALT = ("report", "deal.states.yaml", "deal.solution.json")
SOLVED = ("solve", "deal.states.yaml", "--levels", "levels")
READ = (*DEALT, "--levels", "levels")
DUEL = ("report", "duel.states.yaml", "duel.solution.json")
GAME = ("report", "island.game.json", "island.solution.json")
PROVE = ("check", "island.certificate.json", "island.game.json")
MATCH = ("match", "learned.agent.json", "random", "--battle", "learned.yaml", "--games", "0")
SAME = "the output of the true artifact"
FORGERIES = [
    # The value of a deal whose states are generated: the report of the issue.
    (
        "deal.solution.json",
        set_at(["value"], 1.25),
        DEALT,
        5,
        (
            "deal.solution.json: the solution says that the game is worth 1.25; by this graph it "
            "is "
            "3.78693052763\n"
        ),
    ),
    (
        "deal.solution.json",
        set_at(["value"], 1.25),
        READ,
        5,
        "says that the game is worth 1.25; by this graph it is",
    ),
    ("deal.solution.json", set_at(["value"], 1.25), (*READ, *AT), 5, "by this graph it is"),
    ("deal.solution.json", set_at(["value"], 1.25), (*DEALT, "--exact"), 5, "open by"),
    ("deal.solution.json", set_at(["levels", 3, "bound"], 1e-300), DEALT, 0, SAME),
    ("deal.solution.json", set_at(["levels", 3, "bound"], 0.5), READ, 0, SAME),
    ("deal.solution.json", set_at(["levels", 2, "largest_gap"], 1.0), DEALT, 0, SAME),
    ("deal.solution.json", set_at(["levels", 2, "states"], 10**6), DEALT, 0, SAME),
    ("deal.solution.json", set_at(["levels", 2, "games"], 10**6), READ, 0, SAME),
    ("deal.solution.json", set_at(["games"], 1), DEALT, 0, SAME),
    (
        "deal.solution.json",
        set_at(["levels"], lambda levels: levels[:-1]),
        DEALT,
        1,
        "the proof needs a level for every number",
    ),
    ("deal.solution.json", set_at(["levels"], []), DEALT, 1, "the stage game of"),
    (
        "deal.solution.json",
        set_at(["stages", 0, "value"], 0.5),
        DEALT,
        5,
        "the solution says that hand 2 3 5 / 1 2 4",
    ),
    (
        "deal.solution.json",
        set_at(["stages", 0, "value"], 0.5),
        (*READ, "--format", "json"),
        5,
        "by this graph it is",
    ),
    (
        "deal.solution.json",
        set_at(["stages", 1, "gap"], 0.5),
        (*DEALT, "--format", "json"),
        0,
        SAME,
    ),
    (
        "deal.solution.json",
        set_at(["stages", 1, "strategy_1"], [0.0, 0.0, 1.0]),
        DEALT,
        5,
        "leave its value open by",
    ),
    (
        "deal.solution.json",
        set_at(["stages", 1, "strategy_2"], [1.0, 0.0, 0.0]),
        READ,
        5,
        "leave its value open by",
    ),
    (
        "deal.solution.json",
        set_at(["stages", 1, "strategy_1"], [1.0, 1.0, -1.0]),
        DEALT,
        1,
        "is below 0",
    ),
    (
        "deal.solution.json",
        set_at(["graph_sha256"], "0" * 64),
        DEALT,
        1,
        "is the solution of another state graph",
    ),
    # A battle whose states are generated.
    (
        "duel.solution.json",
        set_at(["value"], 0.5),
        DUEL,
        5,
        "the solution says that the game is worth 0.5; by this graph it is",
    ),
    ("duel.solution.json", set_at(["levels", 3, "bound"], 0.25), DUEL, 0, SAME),
    (
        "duel.solution.json",
        set_at(["stages", 0, "strategy_1"], [1.0, 0.0, 0.0]),
        DUEL,
        5,
        "leave its value open by",
    ),
    ("duel.solution.json", set_at(["stages", 0, "value"], 0.9), DUEL, 5, "by this graph it is"),
    # A listed graph.
    ("listed.solution.json", set_at(["value"], 1.25), LISTED, 5, "open by"),
    ("listed.solution.json", set_at(["games"], 7_000_000), LISTED, 0, SAME),
    ("listed.solution.json", set_at(["stages", 0, "value"], 1.25), LISTED, 5, "open by"),
    (
        "listed.solution.json",
        set_at(["stages", 0, "gap"], 0.75),
        (*LISTED, "--format", "json"),
        0,
        SAME,
    ),
    (
        "listed.solution.json",
        set_at(["stages", 1, "strategy_1"], [0.0, 0.0, 1.0]),
        LISTED,
        5,
        "open by",
    ),
    (
        "listed.solution.json",
        set_at(["levels"], [{"left": 0, "states": 1, "games": 0, "largest_gap": 0, "bound": 0}]),
        LISTED,
        1,
        "levels are of a game with too many states to list",
    ),
    # A linear program's solution: columns, duals, objective, size.
    ("island.solution.json", set_at(["objective"], 4.25), GAME, 5, "claims the value"),
    (
        "island.solution.json",
        set_at(["columns", 2, "value"], 0.9),
        GAME,
        5,
        "leave the value between",
    ),
    ("island.solution.json", set_at(["rows", 33, "dual"], 0.9), GAME, 5, "leave the value between"),
    (
        "island.solution.json",
        set_at(["columns", 2, "value"], 0.9),
        ("certify", *GAME[1:]),
        5,
        "leave the value between",
    ),
    (
        "island.solution.json",
        set_at(["objective"], 4.25),
        ("certify", *GAME[1:]),
        5,
        "claims the value",
    ),
    ("island.solution.json", set_at(["size", "rows"], 99), GAME, 1, "of 99 rows are listed"),
    ("island.solution.json", set_at(["status"], "limit"), GAME, 4, "did not find an optimum"),
    (
        "island.solution.json",
        set_at(["problem"], lambda name: name.replace("player1", "player2")),
        GAME,
        1,
        "the solution is of the linear program efgc_player2_",
    ),
    # A certificate.
    (
        "island.certificate.json",
        set_at(["value"], "4"),
        PROVE,
        1,
        "value and bounds are not the same number",
    ),
    (
        "island.certificate.json",
        lambda data: data.update(value="8", lower_bound="8", upper_bound="8"),
        PROVE,
        5,
        "island.certificate.json: ",
    ),
    (
        "island.certificate.json",
        lambda data: data.update(value=None, lower_bound="8", upper_bound="9"),
        PROVE,
        5,
        "island.certificate.json: ",
    ),
    (
        "island.certificate.json",
        lambda data: data.update(value=None, lower_bound="7", upper_bound="7"),
        PROVE,
        5,
        "island.certificate.json: ",
    ),
    (
        "island.certificate.json",
        set_at(["game_sha256"], "0" * 64),
        PROVE,
        5,
        "belongs to another game",
    ),
    # The table of columns.
    (
        "island.columns.json",
        set_at(["columns", 1, "meaning"], "forged"),
        GAME,
        1,
        "'forged' contradicts the game, in which x1 is 'up'",
    ),
    (
        "island.columns.json",
        set_at(["columns", 1, "action"], "down"),
        ("certify", *GAME[1:]),
        1,
        "have the same meaning",
    ),
    ("island.columns.json", set_at(["game"], "0" * 64), GAME, 1, "the table is of another game"),
    # What a trained agent is said to have done.
    (
        "learned.agent.json",
        set_at(["curve", 9], {"episodes": 100, "win": 1.0, "draw": 0.0, "loss": 0.0}),
        MATCH,
        0,
        SAME,
    ),
    ("learned.agent.json", set_at(["episodes"], 10**6), MATCH, 0, SAME),
    ("learned.agent.json", set_at(["rule", "rounds"], 4), MATCH, 1, "another game than this one"),
    ("learned.agent.json", set_at(["states"], 10), MATCH, 1, "learned.agent.json: "),
]


@pytest.fixture(scope="module")
def true(folder):
    """What a command says of the true artifacts."""
    said = {}

    def tell(command, monkeypatch):
        monkeypatch.chdir(folder)
        if command not in said:
            said[command] = run(*command)
        assert said[command][0] == 0
        return said[command]

    return tell


@pytest.mark.parametrize("file, change, command, code, said", FORGERIES)
def test_forgeries(file, change, command, code, said, folder, true, tmp_path, monkeypatch):
    truth = true(command, monkeypatch)
    forged(folder, tmp_path, file, change)
    monkeypatch.chdir(tmp_path)
    found = run(*command)
    if said is SAME:
        assert found[::2] == truth[::2]
        assert _without_edits(found[1]) == _without_edits(truth[1])
    else:
        assert found[0] == code and said in found[2], found
        assert not found[1] or command[0] == "check" and "proves" not in found[1]


def _without_edits(said):
    """Return a report without what it says of changed files and of how it was made, and without
    line breaks: the name `edited` makes the facts beside it narrower.
    """
    said = re.sub(r"^edited .*\n(?: .*\n)*| \"edited\": .*\n", "", said, flags=re.MULTILINE)
    return " ".join(unstamped(said).split())


def numbers(data, place=()):
    """Yield the place of every number of a document."""
    if isinstance(data, dict):
        data = data.items()
    elif isinstance(data, list):
        data = enumerate(data)
    else:
        if isinstance(data, (int, float)) and not isinstance(data, bool):
            yield place
        return
    for step, part in data:
        yield from numbers(part, (*place, step))


@pytest.mark.long
@pytest.mark.parametrize("command", [LISTED, DEALT, READ, (*READ, *AT), DUEL, GAME])
def test_any_number_that_is_forged_leaves_the_report_as_it_was_or_ends_it(
    command, folder, tmp_path, monkeypatch
):
    """Every number of a solution in turn: the report is that of the true one, or there is none."""
    monkeypatch.chdir(folder)
    truth = run(*command, "--format", "json")
    text = Path(command[2]).read_text()
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    ends = []
    for place in numbers(json.loads(text)):
        if place[-1] in (*SAYS, "nonzeros"):
            continue
        data = json.loads(text)
        set_at(place, other)(data)
        Path(command[2]).write_text(json.dumps(data))
        code, out, err = run(*command, "--format", "json")
        ends.append(code)
        assert (
            code in (1, 5)
            and not out
            and err.count("\n")
            or code == 0
            and proved(out) == proved(truth[1])
        ), (place, out, err)
    assert {1, 5} <= set(ends)


def proved(text):
    """Return all that a report says; of a linear program's solution, whose strategies are mended,
    what is proved of the game.
    """
    said = json.loads(text)
    return {
        key: said[key]
        for key in said
        if key not in ("made", "edited")
        and (said["format"] != "efgc/report" or key not in ("strategies", "repaired"))
    }


def test_games_too_large_to_solve_again_are_not_called_verified(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(methods, "SOLVED_AGAIN", 3)
    code, out, _ = run(*DEALT)
    assert (
        code == 0
        and "(reported by the solver, not verified)" in out
        and "bounds" not in out
        and "known within" not in out
    )
    report = json.loads(run(*DEALT, "--format", "json")[1])
    assert report["verified"] is False and report["levels"] == []
    nothing = (
        "value_exact",
        "lower_bound",
        "upper_bound",
        "exploitability",
        "bound",
        "largest_gap",
    )
    assert {report[key] for key in nothing} == {None}
    assert {play["gap"] for play in report["first_moves"].values()} == {None}
    for format, said in (("notebook", "Niesprawdzone"), ("svg", "not verified")):
        assert said in run(*DEALT, "--format", format)[1]
    # From the level files everything is proved.
    true = json.loads(run(*READ, "--format", "json")[1])
    assert (
        true["verified"] is True and true["lower_bound"] <= report["value"] <= true["upper_bound"]
    )
    assert json.loads(run(*DUEL, "--format", "json")[1])["verified"] is False


@pytest.mark.parametrize(
    "command, change, said",
    [
        (DEALT, set_at(["value"], 1.25), "by its own first round it is"),
        (
            DEALT,
            lambda data: data.update(
                value=9.0, stages=[{**stage, "value": 9.0} for stage in data["stages"]]
            ),
            "nobody can win more than 8 here",
        ),
        (
            ("report", "even.states.yaml", "even.solution.json"),
            lambda data: data.update(
                value=0.5, stages=[{**stage, "value": 0.5} for stage in data["stages"]]
            ),
            "by equal hands it is 0",
        ),
        (DUEL, set_at(["value"], 0.25), "by its own first round it is"),
    ],
)
def test_solutions_that_are_not_solved_again_must_be_consistent(
    command, change, said, folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(methods, "SOLVED_AGAIN", 3)
    forged(folder, tmp_path, command[2], change)
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*command)
    assert (code, out) == (5, "") and said in err


def test_run_does_not_solve_a_battle_or_a_deal_twice(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("efgc.pipeline.chain.public_games.InMemory.found_again", None)
    monkeypatch.setattr("efgc.pipeline.levels.method.LevelFiles.found_again", None)
    for source in ("deal.yaml", "learned.yaml"):
        code, out, err = run("run", source, "--max-states", "1")
        assert (code, err) == (0, "") and "by the gaps of all stage games\n" in out


def test_level_files_forged_with_their_checksums_do_not_pass(folder, tmp_path, monkeypatch):
    """A forger who writes new checksums meets the first round, solved anew, and `check`, which
    solves anew what is below.
    """
    from efgc.pipeline.levels.store import Store
    from efgc.schemas.levels import MANIFEST, Manifest, WholeLevel, write

    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    store = Store(Path("levels"))
    top = store.levels[-1]
    level, values = store.level(3)
    sums = store.put(level, iter([values[np.arange(level.size)] + 1.0]))
    Path("levels", MANIFEST).write_text(
        "".join(
            write(
                Manifest(rule=store.rule, levels=(*store.levels[:-1], WholeLevel(*top.proof, sums)))
            )
        )
    )
    code, out, err = run(*READ)
    assert (code, out) == (5, "") and re.search(
        "by this graph it is|the level files give the start the value", err
    )
    code, out, err = run("check", "levels")
    assert (code, out) == (1, "") and "its stage games are worth" in err
    proof = top.proof._replace(bound=0.0)
    Path("levels", MANIFEST).write_text(
        "".join(
            write(Manifest(rule=store.rule, levels=(*store.levels[:-1], WholeLevel(*proof, sums))))
        )
    )
    code, out, err = run("check", "levels")
    assert code == 1 and "its numbers do not follow from the gaps of the levels" in err


@pytest.mark.parametrize(
    "key, value", [("bound", 0.0), ("games", 1), ("states", 2), ("largest_gap", 0.25)]
)
def test_a_forged_manifest_is_rejected(key, value, folder, tmp_path, monkeypatch):
    forged(folder, tmp_path, "levels/manifest.json", set_at(["levels", 2, key], value))
    monkeypatch.chdir(tmp_path)
    for command in (READ, ("check", "levels"), SOLVED):
        code, out, err = run(*command)
        assert (code, out) == (1, "") and "manifest.json: sha256: the checksum differs" in err


def test_a_forged_curve_is_rejected(folder, tmp_path, monkeypatch):
    forged(folder, tmp_path, "learned.agent.json", set_at(["curve", 9, "win"], 0.999))
    monkeypatch.chdir(tmp_path)
    code, _, err = run(
        "train",
        "--battle",
        "learned.yaml",
        "--from",
        "learned.agent.json",
        "--games",
        "10",
        "-o",
        "on.json",
    )
    before, _, after = err.partition("against random play, exactly\n")
    assert code == 0 and "0.9990" in before and "0.9990" not in after and "not verified" in before
