"""A game of public states is a rule, a reader and their lines: solved state by state, or by a
kernel with a line of its own, or refused in a line.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from efgc.pipeline.chain import public_games
from efgc.pipeline.chain.public_games import IN_FILES
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.induction import Ground, Induction, Known, LayerProof
from efgc.schemas.parts.problems import InputError, Problem
from efgc.schemas.parts.states import Joint, Terminal
from efgc.schemas.rules import RULES
from efgc.schemas.rules.listing import list_states, size_of
from efgc.schemas.rules.rule import FirstStage, Layers, Rule, Unfolding, Words
from efgc.stages.parse.games import GAMES, Front
from efgc.stages.solve.induction.kernels import KERNELS, Kernel
from efgc.stages.solve.induction.matrix_game import solve_matrix, stage_answer
from small_games import ROOT

FACES = ("head", "tail")


class Race(NamedTuple):
    """Both players show a coin, again and again, and player 1 wins one where they match."""

    rounds: int
    name = "race"
    players = ("odd", "even")
    words = Words()

    @property
    def title(self) -> str:
        return f"Race of {self.rounds} rounds"

    @property
    def layers(self) -> Layers | None:
        first = FirstStage("", f"{self.rounds} left", (FACES, FACES))
        return Layers("rounds", self.rounds, float(self.rounds), (first,), None)

    def fields(self) -> dict[str, object]:
        return {"name": self.name, "rounds": self.rounds}

    def check(self) -> list[Problem]:
        return [] if self.rounds > 0 else [Problem("no rounds", ("rounds",))]

    def unfold(self, level: int) -> "Rounds":
        return Rounds(level, self.rounds)

    def position(self, text: str) -> int:
        if not re.fullmatch(r"\d+ left", text):
            raise InputError([Problem(f"'{text}' is not a position; write it like '3 left'")])
        return int(text.split()[0])


class Rounds(Unfolding[int]):
    """The rounds that are left are all that counts."""

    def __init__(self, level: int, start: int) -> None:
        self.level, self.start = level, start

    def name(self, point):
        return f"{point} left"

    def state(self, point, number):
        if not point:
            return Terminal(Fraction(0))
        zero, one = Fraction(0), Fraction(1)
        to = tuple(tuple(number(point - 1) for _ in FACES) for _ in FACES)
        return Joint((FACES, FACES), to, ((one, zero), (zero, one)))


def answer(left):
    matrix = np.eye(2) + (left - 1) / 2
    return stage_answer(f"{left} left", (FACES, FACES), matrix, solve_matrix(matrix))


def solve(rule, digest, watch):
    """Half of the rounds, as everybody knows."""
    first = answer(rule.rounds)
    levels = tuple(LayerProof(left, 1, int(left > 0), 0.0, 0.0) for left in range(rule.rounds + 1))
    found = Induction(
        graph_sha256=digest,
        solver="kernel",
        version="0",
        seconds=None,
        value=rule.rounds / 2,
        games=rule.rounds,
        levels=levels,
        stages=(first.stage,),
    )
    return found, Known(Ground.SOLVED, levels, found.value, {first.stage.state: first.matrix})


@pytest.fixture
def race(tmp_path, monkeypatch) -> Callable[..., int]:
    """Register the rule, and return what runs a command on a source with so many rounds."""

    def read(found, fields):
        rule = Race(found.integer(fields["rounds"], ("rounds",)))
        found.add_unless_broken(rule.check())
        return rule

    monkeypatch.setitem(RULES, "race", lambda found, data, place: read(found, data))
    monkeypatch.setitem(GAMES, "race", Front(("rounds",), read))
    monkeypatch.chdir(tmp_path)

    def run(rounds, *words):
        (tmp_path / "race.yaml").write_text(f"game: race\nrounds: {rounds}\n")
        return guarded(lambda: efgc([*words], standalone_mode=False))

    return run


@pytest.fixture
def kernel(monkeypatch) -> None:
    """Register a kernel of the rule."""
    monkeypatch.setitem(
        KERNELS,
        "race",
        Kernel(
            more_games=lambda rule, limit: rule.rounds > limit,
            refuse_beyond_memory=lambda rule: None,
            solve=solve,
            refuse=lambda rule, text: rule.position(text),
            answer=lambda rule, text: answer(rule.position(text)),
            answers=lambda rule: lambda text: answer(rule.position(text)),
            no_levels="a race is solved on paper",
        ),
    )


def test_the_states_of_a_rule_follow_from_how_play_goes_on():
    rule: Rule = Race(3)
    names, states = list_states(rule, 1, 100)
    assert names == ("3 left", "2 left", "1 left", "0 left")
    assert states[0].to == ((1, 1), (1, 1)) and states[3] == Terminal(Fraction(0))
    names, states = list_states(rule, 0, 100)
    assert len(states) == 1 + 4 + 16 + 64 and names[0] == "s0"
    assert size_of(rule, 0, 100, 10**6).histories == 1 + 6 + 24 + 96
    assert list_states(rule, 0, 84) is None and list_states(rule, 1, 3) is None


def test_a_small_game_runs(race, capfd):
    assert race(3, "run", "race.yaml", "--at", "2 left") == 0
    told = capfd.readouterr().out
    assert told.startswith("Race of 3 rounds\n") and "\nvalue     1.5 = 3/2 to odd" in told
    assert "worth 1 to odd" in told
    for stage in ("parse", "expand", "lower"):
        assert race(3, "run", "race.yaml", "--through", stage) == 0
    assert race(0, "run", "race.yaml") == 1
    assert capfd.readouterr().err == "race.yaml:2:9: no rounds\n"


@pytest.mark.long
def test_states_that_are_generated_are_listed_to_be_solved(race, capfd):
    assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
    assert "states: generated" in open("race.states.yaml").read()
    assert race(6_000, "run", "race.yaml") == 0
    assert "\nvalue  3000 to odd" in capfd.readouterr().out
    assert race(6_000, "solve", "race.states.yaml", "-o", "s.json") == 0
    assert race(6_000, "report", "race.states.yaml", "s.json", "--at", "7 left") == 0
    assert "worth 3.5" in capfd.readouterr().out


TOO_MANY = (
    "the game has 6,001 states, more than the limit of 5,000, too many to list them one by one"
)


@pytest.mark.parametrize(
    "words, code, message",
    [
        (("run", "race.yaml"), 4, f"race.yaml: {TOO_MANY}"),
        (("run", "race.yaml", "--exact"), 4, f"race.yaml: {TOO_MANY}"),
        (("run", "race.yaml", "--at", "7 left"), 4, f"race.yaml: {TOO_MANY}"),
        (("run", "race.yaml", "--at", "7"), 1, "race.yaml: '7' is not a position; write it like"),
        (("run", "race.yaml", "--solver", "highs"), 4, f"race.yaml: {TOO_MANY}"),
        (("run", "race.yaml", "--levels", "d"), 2, "race.yaml: --levels is for Goofspiel"),
        (("run", "race.yaml", "--through", "expand"), 4, "race.yaml: the game has at least "),
        (("parse", "race.yaml", "--level", "1", "--max-states", "9"), 4, "race.yaml: the game has"),
        (("solve", "race.states.yaml"), 4, f"race.states.yaml: {TOO_MANY}"),
        (("expand", "race.states.yaml"), 4, "race.states.yaml: the game has at least "),
        (("play", "race.yaml", "--terminal"), 4, "race.yaml: the game has at least "),
        (
            ("play", "race.states.yaml", "--terminal"),
            4,
            "race.states.yaml: the game has at least ",
        ),
    ],
)
def test_too_many_of_them_are_refused_in_a_line(race, capfd, monkeypatch, words, code, message):
    monkeypatch.setattr(public_games, "MAX_STAGE_PROGRAMS", 5_000)
    if "race.states.yaml" in words:
        assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
        capfd.readouterr()
    assert race(6_000, *words) == code
    told = capfd.readouterr().err
    assert told.startswith(message) and len(told.splitlines()) == 1 and "Traceback" not in told


@pytest.mark.slow
def test_levels_in_a_solution_of_such_a_game_are_refused(race, capfd, monkeypatch):
    monkeypatch.setattr(Race, "layers", None)
    assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
    assert race(6_000, "solve", "race.states.yaml", "-o", "s.json") == 0
    text = open("s.json").read()
    level = '{"left": 0, "states": 1, "games": 0, "largest_gap": 0.0, "bound": 0.0}'
    open("s.json", "w").write(text.replace('"levels": []', f'"levels": [{level}]'))
    capfd.readouterr()
    assert race(6_000, "report", "race.states.yaml", "s.json") == 1
    told = capfd.readouterr().err
    assert told.startswith("s.json:") and len(told.splitlines()) == 1


def test_a_kernel_solves_games_too_large_to_list(race, kernel, capfd):
    assert race(6_000, "run", "race.yaml", "--at", "7 left") == 0
    told = capfd.readouterr().out
    assert "\nvalue     3000 to odd" in told and "worth 3.5 to odd" in told
    assert race(6_000, "parse", "race.yaml", "-o", "race.states.yaml") == 0
    assert race(6_000, "solve", "race.states.yaml", "-o", "s.json") == 0
    assert race(6_000, "report", "race.states.yaml", "s.json") == 0
    assert "by the gaps of all stage games\n" in capfd.readouterr().out
    assert race(6_000, "run", "race.yaml", "--levels", "d") == 2
    told = capfd.readouterr().err
    assert told == "race.yaml: --levels is for Goofspiel; a race is solved on paper\n"


def test_every_rule_is_in_every_registry():
    assert set(RULES) == set(GAMES)
    assert KERNELS.keys() | IN_FILES.keys() <= RULES.keys()
    assert KERNELS.keys().isdisjoint(IN_FILES)


def test_only_rules_depend_on_the_rule():
    asking = re.compile(r"isinstance\([^()]*\b(rule|Goofspiel|DroidBattle)\b")
    files = [
        path
        for room in ("pipeline", "stages", "schemas")
        for path in (ROOT / room).rglob("*.py")
        if (ROOT / "schemas" / "rules") not in path.parents
    ]
    assert len(files) > 100
    assert [str(path) for path in files if asking.search(path.read_text("utf-8"))] == []
