"""`report --with`: what belongs to a game is shown with it, and anything else is refused in a
line.
"""

import shlex

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.files.reading import read_text
from efgc.pipeline.related_files.solved_games import game_trail, read_solved
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.stages.page.stages.panes import kind_of
from said import unstamped
from small_games import ARTIFACTS

MAZE, ISLAND = ARTIFACTS / "maze", ARTIFACTS / "island-1"
BESIDE = ("txt", "states.yaml", "lp")


def trail_of(folder, *beside):
    name = folder.name
    game = read_text(str(folder / f"{name}.game.json"))
    given = read_solved(game, [read_text(str(folder / f"{name}.solution.json"))])
    texts = [read_text(str(folder / f"{name}.{suffix}")) for suffix in beside]
    return given.game, game_trail(game, given, texts)


@pytest.mark.parametrize("folder", [MAZE, ISLAND], ids=lambda folder: folder.name)
def test_all_files_are_shown_in_the_order_of_the_stages(folder):
    played, trail = trail_of(folder, *reversed(BESIDE))
    kinds = [kind_of(artifact) for artifact in trail.artifacts]
    assert kinds == ["source", "graph", "game", "program", "columns", "solution"]
    assert len(trail.origins.states) == len(played.nodes)
    for artifact in trail.artifacts:
        assert artifact.whole and artifact.text == (folder / artifact.file).read_text()


@pytest.mark.parametrize("folder", [MAZE, ISLAND], ids=lambda folder: folder.name)
def test_the_map_alone_makes_the_graph_again(folder):
    _, alone = trail_of(folder, "txt")
    _, all_there = trail_of(folder, *BESIDE)
    assert alone.graph.digest == all_there.graph.digest
    assert list(alone.origins.states) == list(all_there.origins.states)
    assert alone.rows == all_there.rows and alone.columns == all_there.columns


def test_game_table_of_columns_and_solution_are_always_shown():
    _, trail = trail_of(ISLAND)
    assert [artifact.stage for artifact in trail.artifacts] == ["expand", "lower", "solve"]
    assert (trail.rows, trail.graph) == ((), None)


BAD = {
    "a game": (MAZE / "maze.game.json", "this is a game; "),
    "a certificate": (MAZE / "maze.certificate.json", "this is a certificate; "),
    "a solution": (MAZE / "maze.solution.json", "this is a solution of a linear program; "),
    "a report": (MAZE / "maze.report.txt", "this is a report for people; "),
    "a folder": (MAZE, "is a directory"),
    "nothing": (MAZE / "nowhere.txt", "no such file"),
    "another map": (ISLAND / "island-1.txt", "is not the source of the game: its checksum"),
    "another tree": (ISLAND / "island-1.efg", "is not the source of the game: its checksum"),
    "another graph": (ISLAND / "island-1.states.yaml", "is not the state graph of the game: "),
    "another program": (ISLAND / "island-1.lp", "is not the linear program that was solved"),
    "a table of columns": (MAZE / "maze.columns.json", "this is a table of columns; "),
}


@pytest.mark.parametrize("bad", BAD)
def test_unrelated_files_are_refused_in_one_line(bad, tmp_path, capfd):
    path, words = BAD[bad]
    code = report("--with", path, "-o", tmp_path / "page.html")
    _is_refused(capfd, code, f"{path}: {words}", 1)
    assert not (tmp_path / "page.html").exists()


def test_a_changed_graph_and_a_changed_program_are_refused(tmp_path, capfd):
    for suffix, old, new, words in (
        ("states.yaml", "payoff: 13", "payoff: 12", "it was changed"),
        ("states.yaml", "level: 2", "level: 1", "it was changed"),
        ("lp", "+1.0 ", "+2.0 ", "its checksum is another"),
    ):
        text = (MAZE / f"maze.{suffix}").read_text()
        assert old in text
        path = tmp_path / f"changed.{suffix}"
        path.write_text(text.replace(old, new, 1))
        code = report("--with", path, "-o", tmp_path / "page.html")
        said = _is_refused(capfd, code, f"{path}: ", 1)
        assert words in said


def test_two_files_of_a_kind_and_formats_without_them_are_refused(tmp_path, capfd):
    two = ("--with", MAZE / "maze.txt", "--with", MAZE / "maze.txt")
    code = report(*two, "-o", tmp_path / "page.html")
    _is_refused(capfd, code, f"{MAZE / 'maze.txt'}: another map beside", 1)
    for format in ("text", "json", "mas2018"):
        code = report("--with", MAZE / "maze.txt", "--format", format)
        said = _is_refused(capfd, code, f"{MAZE / 'maze.game.json'}: --with is for ", 2)
        assert said.endswith(f"--format html; this is {format}\n")


def test_a_state_graph_is_shown_with_its_source(tmp_path, capfd):
    folder = ARTIFACTS / "goofspiel-4"
    files = [folder / f"goofspiel-4.{suffix}" for suffix in ("states.yaml", "solution.json")]
    page = tmp_path / "page.html"
    words = ["report", *files, "--format", "html", "-o", page, "--with"]
    assert ended([*words, folder / "goofspiel-4.yaml"]) == 0
    assert "efgc parse -O 2 goofspiel-4.yaml -o goofspiel-4.states.yaml" in page.read_text()
    assert capfd.readouterr().err.startswith(f"wrote {page}, ")
    code = ended([*words, MAZE / "maze.lp"])
    _is_refused(capfd, code, f"{MAZE / 'maze.lp'}: a linear program cannot be compiled to", 1)
    code = ended([*words, ARTIFACTS / "droid-duel/droid-duel.yaml"])
    _is_refused(capfd, code, f"{ARTIFACTS / 'droid-duel/droid-duel.yaml'}: is not the source", 1)


def report(*words):
    files = [MAZE / "maze.game.json", MAZE / "maze.solution.json"]
    html = [] if "--format" in words else ["--format", "html"]
    return ended(["report", *files, *html, *words])


def ended(words):
    told = [str(word) for word in words]
    return guarded(lambda: efgc(told, prog_name="efgc", standalone_mode=False))


def _is_refused(capfd, code, begin, expected):
    printed, said = capfd.readouterr()
    assert (code, printed) == (expected, "")
    assert said.startswith(begin) and said.count("\n") == 1
    return said


def test_it_is_an_option_of_report_alone():
    assert any("--with" in param.opts for param in efgc.get_command(None, "report").params)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["maze", "island-1", "cave-example"])
def test_the_commands_make_the_files(name, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.chdir(tmp_path)
    folder = ARTIFACTS / name
    _, trail = trail_of(folder, *BESIDE)
    assert [bool(artifact.command) for artifact in trail.artifacts].count(False) <= 3
    (tmp_path / f"{name}.txt").write_bytes((folder / f"{name}.txt").read_bytes())
    for artifact in trail.artifacts:
        if not artifact.command:  # It is made beside another, or nothing says how.
            (tmp_path / artifact.file).write_text(artifact.text)
            continue
        program, *words = shlex.split(artifact.command)
        assert program == "efgc" and ended(words) == 0
        if artifact.stage != "solve":  # Solvers have versions.
            assert unstamped((tmp_path / artifact.file).read_text()) == unstamped(artifact.text)


def test_of_two_programs_the_one_that_is_shown_has_a_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = str(ISLAND / "island-1.game.json")
    for player in ("1", "2"):
        assert ended(["lower", name, "--player", player, "-o", f"p{player}.lp"]) == 0
        assert ended(["solve", f"p{player}.lp", "-o", f"p{player}.solution.json"]) == 0
    solutions = [read_text(f"p{player}.solution.json") for player in (1, 2)]
    given = read_solved(read_text(name), solutions)
    for player in (1, 2):
        program = read_text(f"p{player}.lp")
        trail = game_trail(read_text(name), given, [program])
        commands = {artifact.file: artifact.command for artifact in trail.artifacts}
        assert commands[f"p{player}.solution.json"].endswith(
            f"p{player}.lp -o p{player}.solution.json"
        )
        assert commands[f"p{3 - player}.solution.json"] == ""
        assert (" --player 2 " in commands[f"p{player}.lp"]) == (player == 2)
        assert trail.columns.player == player
