"""The command `evaluate`: files, levels, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import game as game_schema
from efgc.schemas.strategies import ExactBehaviour
from efgc.stages.strategies import FORMATS
from small_games import ARTIFACTS, ROOT

ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
RULES = ROOT / "tests" / "games" / "rules"
CAVE = ARTIFACTS / "cave-example" / "cave-example.txt"
SCHEMA = json.loads((ROOT / "schemas" / "evaluation.schema.json").read_text(encoding="utf-8"))


def ended(line, capfd):
    """Return exit code, stdout and stderr of a command in this folder."""
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.fixture
def folder(tmp_path, monkeypatch, capfd):
    """A folder with games of a map, and with uniform strategies for them."""
    monkeypatch.chdir(tmp_path)
    for level in (0, 2):
        line = f"run {ISLAND} -O {level} --through expand -o level{level}"
        assert ended(line, capfd)[0] == 0
        written(f"level{level}/island-1.game.json", f"both{level}.json", "strategy", (1, 2))
    for player in (1, 2):
        written("level2/island-1.game.json", f"player{player}.csv", "csv", (player,))
    return tmp_path


def written(path, to, format, players):
    """Write the uniform strategies of players of a game."""
    with open(path, encoding="utf-8") as file:
        game = game_schema.read(file.read())
    strategies = tuple(
        tuple(
            ExactBehaviour(at, (Fraction(1, len(infoset.actions)),) * len(infoset.actions))
            for at, infoset in enumerate(game.information_sets)
            if infoset.player == player
        )
        if player in players
        else None
        for player in (1, 2)
    )
    with open(to, "w", encoding="utf-8") as file:
        file.writelines(FORMATS[format].write(game, strategies))


def evaluated(line, capfd):
    """Return what `evaluate` says in JSON."""
    code, printed, said = ended(f"evaluate {line} --format json", capfd)
    assert code == 0, said
    found = json.loads(printed)
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(found)) == []
    assert found.pop("made")["command"].startswith("efgc evaluate ")
    return found


def test_the_strategy_of_report_is_an_equilibrium(folder, capfd):
    ended(f"run {ISLAND} --format strategy -o made", capfd)
    code, printed, said = ended(f"evaluate {ISLAND} made/island-1.strategy.json", capfd)
    assert (code, said) == (0, "")
    assert printed.startswith("island 7x9, 2 bandits, p = 1/2\n\nNashConv        0 per game")
    assert "guarantee       7.09677419355 (220/31) per game to agent" in printed
    assert "\nnothing is lost at any information set\n" in printed


def test_both_players(folder, capfd):
    found = evaluated(f"{ISLAND} both2.json", capfd)
    assert found["nash_conv"]["exact"] == "1/3" and found["exploitability"]["exact"] == "1/6"
    assert found["profile"] == ["given", "given"]
    assert (found["level"], found["value"], found["from_value"]) == (2, None, None)
    assert sum(loss["loss"] for loss in found["losses"]) == pytest.approx(1 / 3)


def test_changes_of_a_strategy_are_reported(folder, capfd):
    found = evaluated(f"{ISLAND} both2.json", capfd)
    assert (found["adjusted"], found["completed"]) == (0.0, 0)
    (folder / "rounded.txt").write_text("1 2\n3 0\n")
    (folder / "rounded.csv").write_text(
        "player,information_set,action,probability\n"
        "1,0,row 1,0.9999999\n1,0,row 2,0\n2,1,column 1,1\n"
    )
    found = evaluated("rounded.txt rounded.csv", capfd)
    assert found["adjusted"] == pytest.approx(1e-7)
    printed = ended("evaluate rounded.txt rounded.csv", capfd)[1]
    assert "adjusted        probabilities, by up to 1e-07, so that they sum to 1\n" in printed


@pytest.mark.parametrize(
    "rows, columns", [("1e-400,1", "0,1"), ("1,1e-400", "1,0"), ("1,0", "1e-400,1")]
)
def test_a_probability_too_small_for_a_float_is_not_called_zero(folder, capfd, rows, columns):
    (folder / "game.txt").write_text("1 1\n0 1\n")
    labels = ("1,0,row 1", "1,0,row 2", "2,1,column 1", "2,1,column 2")
    shares = (*rows.split(","), *columns.split(","))
    lines = (f"{label},{share}\n" for label, share in zip(labels, shares, strict=True))
    (folder / "tiny.csv").write_text("player,information_set,action,probability\n" + "".join(lines))
    found = evaluated("game.txt tiny.csv", capfd)
    assert found["adjusted"] == 5e-324
    assert all(loss["loss"] for loss in found["losses"])
    code, printed, said = ended("evaluate game.txt tiny.csv", capfd)
    assert (code, said) == (0, "")
    assert "by up to 1e-300, so that they sum to 1\n" in printed


def test_one_player_alone_is_solved_for(folder, capfd):
    found = evaluated(f"{ISLAND} player1.csv -O 2", capfd)
    assert found["profile"] == ["given", "equilibrium"]
    assert found["value"]["exact"] == "220/31"
    assert found["from_value"][0]["exact"] == "3/31" and found["from_value"][1] is None
    assert found["nash_conv"] is None and found["strategies"][1] is None
    alone = evaluated(f"{ISLAND} player1.csv -O 2 --no-solve", capfd)
    assert alone["profile"] == ["given", "best response"] and alone["value"] is None
    assert alone["strategies"] == found["strategies"]


@pytest.mark.parametrize("sets, remark", [((5,), "one entry"), ((5, 12), "2 entries"), ((), "")])
def test_an_edited_copy_of_a_table_is_a_strategy(sets, remark, folder, capfd):
    """The miners fight half the time at these information sets."""
    assert ended(f"run {CAVE} --format csv -o m.csv", capfd)[0] == 0
    rows = [line.split(",") for line in Path("m.csv").read_text().splitlines()]
    for row in rows:
        if row[1] in map(str, sets):
            row[4] = "0.5"
    Path("m.csv").write_text("".join(f"{','.join(row)}\n" for row in rows))
    code, printed, said = ended(f"evaluate {CAVE} m.csv", capfd)
    differs = f"m.csv: `probability` and `exact` differ in {remark}; `exact` is ignored there\n"
    assert (code, said) == (0, differs if remark else "")
    assert f"guarantee       {'-2.505' if sets else '-2.01'} per game to miners" in printed


def test_evaluate_solves_only_on_request(folder, capfd):
    found = evaluated(f"{ISLAND} both2.json --solve", capfd)
    assert found["value"]["exact"] == "220/31"
    assert [match["players"] for match in found["matches"]] == [
        ["given", "given"],
        ["given", "equilibrium"],
        ["equilibrium", "given"],
    ]
    assert evaluated(f"{ISLAND} both2.json --solver highs", capfd)["value"]["exact"] == "220/31"


def test_a_table_of_another_level_gets_a_hint_about_levels(folder, capfd):
    written("level0/island-1.game.json", "tree.csv", "csv", (1, 2))
    advice = "player1.csv: if this is not a strategy of level 0, name its level with -O\n"
    code, printed, said = ended(f"evaluate {ISLAND} player1.csv", capfd)
    assert (code, printed) == (1, "") and said.endswith(advice)
    assert evaluated(f"{ISLAND} player1.csv -O 2", capfd)["level"] == 2
    assert evaluated(f"{ISLAND} tree.csv", capfd)["level"] == 0
    # One mistake is no sign of another level, and who names one is not asked for it.
    with open("tree.csv", encoding="utf-8") as file:
        wrong = file.read().replace(",right,", ",rihgt,", 1)
    with open("misspelt.csv", "w", encoding="utf-8") as file:
        file.write(wrong)
    for line in ("misspelt.csv", "tree.csv -O 2"):
        code, _, said = ended(f"evaluate {ISLAND} {line}", capfd)
        assert code == 1 and said and "name its level" not in said


def test_one_player_from_each_file(folder, capfd):
    found = evaluated(f"{ISLAND} player1.csv player2.csv -O 2", capfd)
    assert found["profile"] == ["given", "opponent"] and found["nash_conv"]["exact"] == "1/3"
    code, printed, said = ended(f"evaluate {ISLAND} player1.csv player1.csv -O 2", capfd)
    assert (code, printed) == (1, "")
    assert said.startswith("player1.csv: both files have strategies of agent alone")


def test_levels(folder, capfd):
    """The level is that of the strategy; to the textbook tree it is carried, and nowhere else."""
    at = {
        line: evaluated(f"{ISLAND} {line}", capfd)
        for line in ("both0.json", "both2.json -O 0", "both2.json both0.json", "both2.json")
    }
    assert [found["level"] for found in at.values()] == [0, 0, 0, 2]
    assert {found["nash_conv"]["exact"] for found in at.values()} == {"1/3"}
    assert at["both2.json"]["strategies"][0]["guarantee"]["exact"] == "7"
    for line, level, known in (("both0.json -O 2", 2, 0), ("both2.json -O 1", 1, 2)):
        code, printed, said = ended(f"evaluate {ISLAND} {line}", capfd)
        assert (code, printed) == (2, "")
        assert said == (
            f"{line.split()[0]}: -O {level} is not for strategies of level {known}; they are "
            "carried to -O 0 alone\n"
        )


@pytest.mark.parametrize("source", ["level2/island-1.game.json", "level2/island-1.states.yaml"])
def test_an_artifact_is_a_source(source, folder, capfd):
    found = evaluated(f"{source} both2.json", capfd)
    assert found["nash_conv"]["exact"] == "1/3"


def test_a_game_without_secrets_is_expanded(folder, capfd):
    cards = ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml"
    ended(f"run {cards} --through expand -o cards", capfd)
    written("cards/goofspiel-3.game.json", "cards.json", "strategy", (1, 2))
    found = evaluated(f"{cards} cards.json --solve", capfd)
    assert found["value"]["exact"] == "0"
    assert found["from_value"][0]["lower"] > 0
    assert found == evaluated("cards/goofspiel-3.game.json cards.json --solve", capfd) | {
        "level": found["level"]
    }


@pytest.mark.parametrize("name", ["answer.json", "answer.csv"])
def test_the_best_response_is_a_file_of_strategies(name, folder, capfd):
    found = evaluated(f"{ISLAND} player1.csv -O 2 --no-solve --best-response {name}", capfd)
    guarantee = found["strategies"][0]["guarantee"]
    met = evaluated(f"{ISLAND} player1.csv {name} -O 2", capfd)
    assert met["profile"] == ["given", "opponent"]
    assert met["matches"][0]["payoff"] == guarantee
    assert met["gains"][1]["exact"] == "0"


def test_losses_as_a_table(folder, capfd):
    code, printed, said = ended(f"evaluate {ISLAND} both2.json --format csv", capfd)
    assert (code, said) == (0, "")
    head, *rows = printed.splitlines()
    assert head == ("player,information_set,loss,reach,best_action,best_value,value,played,after")
    assert rows[0].startswith("1,1,0.2222222222222222,1.0,up up right ")
    assert len(rows) == 2


def test_check_recognises_written_files(folder, capfd):
    for format in ("text", "json", "csv"):
        ended(f"evaluate {ISLAND} both2.json --format {format} -o made.{format}", capfd)
        ended(f"evaluate {ISLAND} player1.csv -O 2 --format {format} -o one.{format}", capfd)
    files = " ".join(f"{name}.{format}" for name in ("made", "one") for format in SUFFIXES)
    code, printed, said = ended(f"check {files}", capfd)
    assert (code, said, len(printed.splitlines())) == (0, "", 6)


SUFFIXES = ("text", "json", "csv")


@pytest.mark.parametrize(
    "line, code, message",
    [
        ("{map} both2.json both2.json both2.json", 2, "two files of strategies at most"),
        ("- -", 2, "only one input can be stdin"),
        (
            "{map} both2.json --no-solve --solver glpk",
            2,
            "--solver cannot be combined with --no-solve",
        ),
        (
            "{map} both2.json -o a.txt --best-response a.txt",
            2,
            "--best-response and -o name the same",
        ),
        (
            "{map} both2.json -o a.txt --best-response ./a.txt",
            2,
            "--best-response and -o name the same",
        ),
        ("{map} both2.json -o both2.json", 1, "both2.json: is also read from"),
        ("{map} both2.json --best-response {map}", 1, "is also read from"),
        ("{map} {map}", 1, "this is a map;"),
        ("both2.json both2.json", 1, "this is a strategy;"),
        ("{map} broken.csv", 1, "broken.csv:3:"),
        ("{map} broken.json", 1, "broken.json:3:2: 9 is not 1 or 2"),
        ("{map} nothing.json", 1, "nothing.json: "),
        ("{lp} both2.json", 1, "this is a linear program;"),
        ("{lp} both2.json -O 0", 1, "this is a linear program;"),
    ],
)
def test_invalid_requests_are_refused(line, code, message, folder, capfd):
    (folder / "broken.csv").write_text(
        "player,information_set,action,probability\n1,1,right right right,1\n1,1,left,0\n"
    )
    (folder / "broken.json").write_text(
        '{"format": "efgc/strategy", "version": 1, "information_sets": [\n'
        ' {"information_set": 0,\n "player": 9, "probabilities": {"left": 1}}]}\n'
    )
    line = line.format(map=ISLAND, lp=ISLAND.with_suffix(".lp"))
    before = sorted(folder.iterdir())
    ends, printed, said = ended(f"evaluate {line}", capfd)
    assert (ends, printed) == (code, "")
    assert message in said and "Traceback" not in said
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    "names, exploitability",
    [("uniform", "83/200"), ("uniform:1 uniform:2", "83/200"), ("uniform:2 first:1", "99/400")],
)
def test_strategies_have_names(names, exploitability, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cave = ARTIFACTS / "cave-example" / "cave-example.txt"
    assert evaluated(f"{cave} {names}", capfd)["exploitability"]["exact"] == exploitability
    (tmp_path / "uniform").write_text("Dear all,\n")
    assert evaluated(f"{cave} {names}", capfd)["exploitability"]["exact"] == exploitability
    code, _, said = ended(f"evaluate {cave} ./uniform", capfd)
    assert code == 1 and "./uniform:1:1: unknown format of a strategy" in said
    assert "a name is also possible: uniform, first" in said


LEDUC = f"{ROOT / 'tests' / 'games' / 'rules' / 'leduc.rules.yaml'} --max-histories 1000"


@pytest.mark.parametrize("given", ["uniform", "uniform:1", "first uniform"])
def test_the_result_is_the_same_for_any_number_of_jobs(given, capfd):
    expected = evaluated(f"{LEDUC} {given} --jobs 1", capfd)
    for jobs in (2, 4):
        assert evaluated(f"{LEDUC} {given} --jobs {jobs}", capfd) == expected


@pytest.mark.slow
def test_ray_gives_the_same_result(capfd, monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr("efgc.stages.bounds.answers.AT_ONCE", 10)
    expected = evaluated(f"{LEDUC} uniform", capfd)
    assert evaluated(f"{LEDUC} uniform --engine ray --jobs 2", capfd) == expected


MISSING = "no such file or directory"


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("unifrom", "no such file or strategy; did you mean 'uniform'?"),
        ("frist:2", "no such file or strategy; did you mean 'first:2'?"),
        ("player1.cvs", "no such file or directory; did you mean 'player1.csv'?"),
        ("levl2/island-1.game.json", f"{MISSING}; did you mean 'level2/island-1.game.json'?"),
        ("levl2/island1.game.json", f"{MISSING}; did you mean 'level2/island-1.game.json'?"),
        ("nowhere/player1.csv", "no such file or directory"),
        ("nobody", "no such file or directory"),
    ],
)
def test_a_wrong_name_suggests_a_strategy_or_a_file(strategy, message, folder, capfd):
    told = ended(f"evaluate {ISLAND} {strategy}", capfd)
    assert told == (1, "", f"{strategy}: {message}\n")


def test_strategies_for_other_constants_name_the_options(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    rules = RULES / "kuhn.rules.yaml"
    line = f"run {rules} --let more=2 --format"
    assert ended(f"{line} strategy -o other.strategy.json", capfd)[0] == 0
    code, _, said = ended(f"evaluate {rules} other.strategy.json", capfd)
    words = "the strategy is for more=2, but this game has the constants of the file: give"
    assert code == 1 and f"{words} --let more=2, in Python let={{'more': '2'}}; or use " in said
    assert ended(f"evaluate {rules} --let more=2 other.strategy.json", capfd)[0] == 0
    assert ended(f"{line} csv -o other.csv", capfd)[0] == 0
    assert ended(f"evaluate {rules} other.csv", capfd)[0] == 0
    assert ended(f"run {rules} --format strategy -o plain.strategy.json", capfd)[0] == 0
    code, _, said = ended(f"evaluate {rules} --let more=2 plain.strategy.json", capfd)
    words = "the strategy is for the constants of the file, but this game has more=2: leave out"
    assert code == 1 and f"{words} --let; or use its table" in said
