"""`-O auto`: small games are compiled to their textbook trees, larger ones are reduced."""

import csv

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.stages.parse import parse
from small_games import ARTIFACTS, published

ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
WHOLE, REDUCED = "an LP of 39 rows, 39 columns", "an LP of 6 rows, 6 columns"


@pytest.fixture
def called(capfd, tmp_path, monkeypatch):
    """Run a command in an empty folder; return its exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")

    def run(line):
        code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
        return code, *capfd.readouterr()

    return run


@pytest.fixture
def small(monkeypatch):
    """Set the number of histories up to which a game is small."""

    def up_to(number):
        for module in ("efgc.stages.parse", "efgc.stages.forms.reductions"):
            monkeypatch.setattr(f"{module}.TEXTBOOK", number)

    return up_to


@pytest.mark.parametrize(
    "limit, options, compiled, program",
    [
        (
            5_000,
            "",
            "level 0: textbook tree, nothing reduced, 97 histories (-O 2 reduces it)",
            WHOLE,
        ),
        (97, "", "level 0: textbook tree, nothing reduced, 97 histories", WHOLE),
        (96, "", "level 2: equivalent situations merged, irrelevant moves removed", REDUCED),
        (96, "-O auto", "level 2: ", REDUCED),
        (5_000, "-O 2", "level 2: ", REDUCED),
        (5_000, "-O 1", "level 1: ", REDUCED),
        (5_000, "-O 0", "level 0: ", WHOLE),
        (
            *(96, "-O 0", "level 0: textbook tree, with a reduced linear program "),
            REDUCED,
        ),
        (5_000, "--without chains", "level 2: ", REDUCED),
        (5_000, "--without single --without endgames", "level 2: ", "an LP of 18 rows"),
        (5_000, "--max-states 96", "level 2: ", REDUCED),
    ],
)
def test_the_size_of_the_textbook_tree_decides(limit, options, compiled, program, small, called):
    small(limit)
    code, printed, said = called(f"run {ISLAND} {options}")
    assert (code, said) == (0, "") and "exact value  220/31, proved in rationals\n" in printed
    detailed = called(f"run {ISLAND} -v {options}")[1]
    assert f"\n  compiled        {compiled}" in detailed.replace("\n                  ", " ")
    assert program in detailed


@pytest.mark.parametrize("source", ["txt", "efg", "states.yaml", "game.json"])
@pytest.mark.parametrize("limit, rows", [(97, 39), (96, 6)])
def test_every_source_of_a_game_follows_the_same_rule(source, limit, rows, small, called):
    small(limit)
    path = ARTIFACTS / "island-1" / f"island-1.{source}"
    assert f"an LP of {rows} rows" in called(f"run {path} -v")[1]
    assert "an LP of 6 rows" in called(f"run {path} -v -O 2")[1]


@pytest.mark.parametrize(
    "limit, name, graph",
    [
        (5_000, "island-1.txt", True),
        (96, "island-1.txt", True),
        (5_000, "maze.txt", True),
        (5_000, "island-1.efg", False),
        (96, "island-1.efg", False),
    ],
)
def test_the_single_stages_make_the_files_of_run(limit, name, graph, small, called, tmp_path):
    small(limit)
    stem = name.partition(".")[0]
    assert called(f"run {ARTIFACTS / stem / name} -o run")[0] == 0
    (tmp_path / "by_hand").mkdir()
    made = f"by_hand/{stem}"
    parsed = f"{made}.states.yaml" if graph else f"{made}.game.json"
    lines = [f"parse {ARTIFACTS / stem / name} -o {parsed}"]
    lines += [f"expand {parsed} -o {made}.game.json"] if graph else []
    lines += [
        f"lower {made}.game.json -o {made}.lp",
        f"solve {made}.lp -o {made}.solution.json",
        f"report {made}.game.json {made}.solution.json -o {made}.report.txt",
    ]
    assert [called(line)[0] for line in lines] == [0] * len(lines)
    first, second = (
        {path.name: path.read_text() for path in (tmp_path / folder).iterdir()}
        for folder in ("run", "by_hand")
    )
    assert first == second


@pytest.mark.parametrize(
    "options, name",
    [
        ("", "_without_single_endgames"),
        ("-O 0", "_without_single_endgames"),
        ("-O 1", ""),
        ("-O 2", ""),
        ("--without single", "_without_single"),
        ("-O 2 --without endgames", "_without_endgames"),
    ],
)
def test_lower_reduces_a_small_game_on_request(options, name, called):
    game = ISLAND.with_suffix(".game.json")
    code, printed, _ = called(f"lower {game} {options}")
    assert code == 0
    [title] = [line for line in printed.splitlines() if "efgc_player" in line]
    assert title.strip(" *\\").endswith(f"{name}") and title.count("_without") == bool(name)


def test_lower_keeps_a_large_game_whole_on_request(small, called):
    small(96)
    game = ISLAND.with_suffix(".game.json")
    assert "_without" not in called(f"lower {game}")[1]
    assert "_without_single_endgames" in called(f"lower {game} -O 0")[1]
    assert called(f"lower {ISLAND.with_suffix('.lp')} -O 0")[0] == 2


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("name, level", [("island-1", 0), ("cave-example", 0), ("maze", 2)])
def test_a_map_has_the_same_level_whether_or_not_its_histories_are_counted(name, level, counted):
    assert parse(published(name), "", counted=counted).source.level == level


def test_games_that_are_solved_state_by_state_stay_at_level_2():
    text = (ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml").read_text()
    assert parse(text, "").source.level == 2


@pytest.mark.parametrize(
    "options, levels",
    [
        ("--vary p=1/2", ["2"]),
        ("--vary p=1/2 -O 1", ["1"]),
        ("--vary level=0,2", ["0", "2"]),
        ("--vary without=none,chains", ["2", "2"]),
    ],
)
def test_all_runs_of_a_sweep_have_level_2_by_default(options, levels, called, tmp_path):
    assert called(f"sweep {ISLAND} {options} -o made")[0] == 0
    with (tmp_path / "made" / "sweep.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["level"] for row in rows] == levels
    assert {row["fraction"] for row in rows} == {"220/31"}
    for row in rows:
        assert (
            f" -O {row['level']}" in row["command"] or f" --level {row['level']}" in row["command"]
        )


def test_changes_of_play_are_searched_at_level_2(called, tmp_path):
    (tmp_path / "glade.txt").write_text(published("two-bushes"))
    line = "sweep glade.txt --vary p=0.4:0.6:0.2 --critical -o made"
    assert called(line)[0] == 0
    for name in ("sweep.csv", "critical.csv"):
        with (tmp_path / "made" / name).open(newline="") as file:
            assert {row["level"] for row in csv.DictReader(file)} == {"2"}
