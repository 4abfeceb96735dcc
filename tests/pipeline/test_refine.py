"""`--refine` of run, report and certify: what is written, and what is refused in one line."""

import json

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.stages.report.refine import search
from small_games import ARTIFACTS

ISLAND, CARDS = ARTIFACTS / "island-2" / "island-2", ARTIFACTS / "goofspiel-4" / "goofspiel-4.yaml"
GAME, SOLUTION = f"{ISLAND}.game.json", f"{ISLAND}.solution.json"


def ended(*arguments):
    """Return the exit code of a command."""
    return guarded(lambda: efgc([*map(str, arguments)], standalone_mode=False))


@pytest.mark.parametrize("concept", ["sequential", "quasi-perfect"])
def test_run_and_report_say_the_same(concept, capfd):
    asked = ("--refine", concept, "--format", "json")
    assert ended("run", f"{ISLAND}.txt", "-O", "0", *asked) == 0
    ran = json.loads(capfd.readouterr().out)
    assert ended("report", GAME, SOLUTION, *asked) == 0
    reported = json.loads(capfd.readouterr().out)
    assert ran["strategies"] == reported["strategies"]
    assert (ran["refinement"], ran["value_exact"]) == (concept, "528/155")
    # Player 2 never leads to most of its information sets; unrefined it plays anything there.
    assert all(
        entry["own_reach"] > 0 or max(entry["probabilities"].values()) == 1
        for entry in ran["strategies"][1]
    )


def test_a_page_explains_how_to_check_it(capfd):
    assert ended("run", f"{ISLAND}.txt", "--refine", "sequential", "--format", "html") == 0
    page = capfd.readouterr().out
    assert "plays well after every mistake" in page
    assert "--refine sequential -o island-2.certificate.json" in page


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("run", CARDS), 2, "--refine is for games that are solved as a linear program"),
        (("run", f"{ISLAND}.lp"), 2, "--refine is for games that are solved as a linear program"),
        (("run", f"{ISLAND}.txt", "--no-exact"), 2, "--refine cannot be combined with --no-exact"),
        (
            ("report", GAME, SOLUTION, "--no-exact"),
            2,
            "--refine cannot be combined with --no-exact",
        ),
        (
            ("certify", GAME, SOLUTION, "--no-exact"),
            2,
            "--refine cannot be combined with --no-exact",
        ),
        (("report", GAME, SOLUTION, "--on", GAME), 2, "--refine cannot be combined with --on"),
    ],
)
def test_options_without_a_meaning_are_refused(arguments, code, said, capfd):
    assert ended(*arguments, "--refine", "sequential") == code
    out, err = capfd.readouterr()
    assert not out
    assert said in err


@pytest.mark.parametrize(
    "arguments",
    [("run", f"{ISLAND}.txt", "-O", "0"), ("report", GAME, SOLUTION), ("certify", GAME, SOLUTION)],
)
def test_a_large_game_is_refused_with_its_size(arguments, capfd, monkeypatch):
    monkeypatch.setattr(search, "SIZE", 300)
    assert ended(*arguments, "--refine", "quasi-perfect") == 4
    out, err = capfd.readouterr()
    assert (out, err) == (
        "",
        "--refine: the linear program has 362 rows and columns without reductions, and up to 300 "
        "are refined; --exact refines it, however long that takes\n",
    )
    assert ended(*arguments, "--refine", "quasi-perfect", "--exact") == 0
