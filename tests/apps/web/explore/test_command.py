"""How the page begins, as the command line says it."""

import socket
from pathlib import Path

import pytest

from efgc.pipeline.apps.explore.column import Limits
from efgc.pipeline.apps.explore.orders import LONGEST
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded

ARTIFACTS = Path(__file__).parents[4] / "artifacts"
ISLAND = ARTIFACTS / "island-1" / "island-1.txt"


@pytest.fixture
def begun(monkeypatch, capfd):
    """Return exit code, what the page would begin with, stdout and stderr of a command."""
    pages = []
    monkeypatch.setattr(
        "efgc.pipeline.apps.server.server.serve", lambda site, *how: pages[-1].append(how)
    )
    monkeypatch.setattr(
        "efgc.pipeline.apps.explore.site.Explorer", lambda *how: pages.append([how])
    )

    def command(line):
        code = guarded(lambda: efgc(line.split(), standalone_mode=False))
        return code, pages, *capfd.readouterr()

    return command


def test_it_begins_with_an_example(begun):
    text = ISLAND.read_text()
    assert begun("explore") == (
        *(0, [[(text, "island-1.txt", {}, Limits(600.0)), (0, True)]]),
        *("", ""),
    )


def test_options_are_settings(begun):
    line = f"explore {ISLAND} -O 0 --p 0.25 --bandits 1 --without single --refine sequential"
    code, [[(_, name, settings, limits), how]], *said = begun(
        f"{line} --no-exact --rules island-2020 --time-limit 5 --port 8080 --no-browser"
    )
    assert (code, name, limits, how, said) == (
        *(0, "island-1.txt", Limits(5.0), (8080, False)),
        ["", ""],
    )
    assert settings == {
        "level": 0,
        "p": "1/4",
        "bandits": 1,
        "without": ["single"],
        "refine": "sequential",
        "exact": False,
        "rules": "island-2020",
    }


def test_constants_of_rules_are_settings(begun):
    rules = ARTIFACTS.parent / "tests" / "games" / "rules" / "pursuit.rules.yaml"
    _, [[(_, name, settings, _), _]], *_ = begun(f"explore {rules} --let steps=2 --let p=1/2")
    assert (name, settings) == ("pursuit.rules.yaml", {"let": ["steps=2", "p=1/2"]})


def test_a_game_of_openspiel_is_its_own_text(begun):
    _, [[(text, name, *_), _]], *_ = begun("explore openspiel:kuhn_poker --off-path best")
    assert (text, name) == ("openspiel:kuhn_poker", "")


def test_a_broken_source_is_begun_with(begun, tmp_path):
    path = tmp_path / "cave.txt"
    path.write_text("2 0.33\n####X\n")
    code, [[(text, *_), _]], *_ = begun(f"explore {path}")
    assert (code, text) == (0, "2 0.33\n####X\n")


def test_unknown_sources_are_refused(begun, tmp_path):
    missing, large = tmp_path / "missing.txt", tmp_path / "large.txt"
    large.write_text("#" * (LONGEST + 1))
    solution = ARTIFACTS / "island-1" / "island-1.solution.json"
    for path, code, words in (
        (missing, 1, f"{missing}: no such file or directory\n"),
        (solution, 1, f"{solution}: this is a solution of a linear program; "),
        (large, 2, "Usage: "),
    ):
        found, pages, printed, said = begun(f"explore {path}")
        assert (found, pages, printed) == (code, [], "")
        assert said.startswith(words), said


def test_a_port_that_is_taken_ends_it_and_its_processes(capfd):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = guarded(
            lambda: efgc(["explore", "--port", str(port), "--no-browser"], standalone_mode=False)
        )
    assert (code, *capfd.readouterr()) == (1, "", f"port {port}: address already in use\n")
