"""A game with public states that has neither level files nor a kernel of its own: solved state by
state, or refused in a line.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest

from pipeline.cli import efgc
from pipeline.diagnostics import guarded
from schemas import rules
from schemas.parts.problems import Problem
from schemas.parts.states import Joint, Terminal
from schemas.rules.forecast import Following, Forecast
from schemas.rules.listing import LISTINGS, Listing
from stages.parse import games


class Race(NamedTuple):
    """Both players show a coin, again and again, and player 1 wins one where they match."""

    rounds: int
    objective: str = "points"

    @property
    def name(self) -> str:
        return "race"

    def fields(self) -> dict[str, object]:
        return {"name": self.name, "rounds": self.rounds}


class Recursion:
    def __init__(self, rule, level):
        self.start = rule.rounds

    def following(self, point):
        return Following(2, {point - 1: 4}) if point else Following(0, {})

    def least(self):
        return Forecast(1, 1, 1, False)


def states(rule, level):
    zero, one = Fraction(0), Fraction(1)
    faces = ("head", "tail")
    joint = [
        Joint((faces, faces), ((at + 1,) * 2,) * 2, ((one, zero), (zero, one)))
        for at in range(rule.rounds)
    ]
    return tuple(f"{rule.rounds - at} left" for at in range(rule.rounds + 1)), (
        *joint,
        Terminal(zero),
    )


@pytest.fixture
def race(tmp_path, monkeypatch) -> Callable[..., int]:
    """Register the rule, and return what runs a command on a source with so many rounds."""

    def read(found, fields):
        return Race(found.integer(fields["rounds"], ("rounds",)))

    monkeypatch.setitem(rules.READERS, "race", lambda found, data, place: read(found, data))
    monkeypatch.setitem(
        rules.CHECKS, "race", lambda rule: [] if rule.rounds > 0 else [Problem("no rounds")]
    )
    monkeypatch.setitem(
        LISTINGS, "race", Listing(Recursion, states, lambda rule, level, text: text)
    )
    monkeypatch.setitem(
        games.GAMES, "race", games.Front(("rounds",), read, lambda rule: "race", ("odd", "even"))
    )
    monkeypatch.chdir(tmp_path)

    def run(rounds, *words):
        (tmp_path / "race.yaml").write_text(f"game: race\nrounds: {rounds}\n")
        return guarded(lambda: efgc([*words], standalone_mode=False))

    return run


@pytest.mark.slow
def test_states_that_are_generated_are_listed_to_be_solved(race, capfd):
    assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
    assert "states: generated" in open("race.states.yaml").read()
    assert race(6_000, "run", "race.yaml") == 0
    assert "value        3000 to odd" in capfd.readouterr().out
    assert race(6_000, "solve", "race.states.yaml", "-o", "s.json") == 0
    assert race(6_000, "report", "race.states.yaml", "s.json", "--at", "7 left") == 0
    assert "worth 3.5" in capfd.readouterr().out


@pytest.mark.parametrize(
    "words, code, message",
    [
        (
            ("run", "race.yaml"),
            1,
            "race.yaml: the game has 60,001 states, more than the limit of 50,000, "
            "too many to list them one by one",
        ),
        (
            ("run", "race.yaml", "--exact"),
            1,
            "race.yaml: the game has 60,001 states, more than the limit of 50,000, "
            "too many to list them one by one",
        ),
        (("run", "race.yaml", "--levels", "d"), 2, "race.yaml: --levels is for Goofspiel"),
        (("run", "race.yaml", "--through", "expand"), 1, "race.yaml: the game has at least "),
    ],
)
def test_too_many_of_them_are_refused_in_a_line(race, capfd, words, code, message):
    assert race(60_000, *words) == code
    told = capfd.readouterr().err
    assert told.startswith(message) and len(told.splitlines()) == 1 and "Traceback" not in told


@pytest.mark.slow
def test_levels_in_a_solution_of_such_a_game_are_refused(race, capfd, monkeypatch):
    assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
    assert race(6_000, "solve", "race.states.yaml", "-o", "s.json") == 0
    text = open("s.json").read()
    level = '{"left": 0, "states": 1, "games": 0, "largest_gap": 0.0, "bound": 0.0}'
    open("s.json", "w").write(text.replace('"levels": []', f'"levels": [{level}]'))
    capfd.readouterr()
    assert race(6_000, "report", "race.states.yaml", "s.json") == 1
    told = capfd.readouterr().err
    assert told.startswith("s.json:") and len(told.splitlines()) == 1


def test_every_rule_is_in_every_registry():
    assert set(rules.READERS) == set(rules.CHECKS) == set(LISTINGS) == set(games.GAMES)
