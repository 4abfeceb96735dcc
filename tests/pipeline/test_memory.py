"""Limits that follow from the memory that is free, and what is said of it."""

import pytest

from efgc.pipeline.files import sources
from efgc.pipeline.files.text import Text
from efgc.pipeline.machine import memory
from efgc.pipeline.machine.memory import HISTORY, LEAST, affordable
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways import run as chain
from efgc.schemas.parts import limits
from efgc.schemas.parts.problems import InputError
from small_games import island

pytestmark = pytest.mark.usefixtures("forked")

MAP = island(["SE--", "-E--", "--D-"], 1)


@pytest.mark.parametrize("free", [0, 5_350_000])
def test_a_few_thousand_histories_are_never_refused_for_memory(monkeypatch, free):
    monkeypatch.setattr(memory, "free_memory", lambda: free)
    assert affordable(2_000_000, HISTORY) == LEAST >= 20_000
    assert affordable(10, HISTORY) == 10


def test_limits_stay_if_the_free_memory_is_unknown(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    assert affordable(5_000_000, HISTORY) == 5_000_000


def test_the_columns_of_large_games_take_less_memory():
    assert affordable(10**9, HISTORY, free=3 * 2**30) == 8_053_063
    assert affordable(10**9, HISTORY, free=HISTORY * (limits.LARGE - 1)) == LEAST


@pytest.mark.parametrize(
    "settings, through, message",
    [
        (
            {"level": 0},
            "expand",
            (
                "the game has 266 histories, which need some 106 kB of memory; 30 kB are free, "
                "enough for 75"
            ),
        ),
        (
            {"level": 0, "max_histories": 50},
            "expand",
            "the game has 266 histories, more than the limit of 50",
        ),
        ({"level": 2}, "expand", None),
    ],
)
def test_a_memory_limit_names_itself_and_the_needed_memory(monkeypatch, settings, through, message):
    monkeypatch.setattr(memory, "free_memory", lambda: 30_000)
    monkeypatch.setattr(memory, "LEAST", 1)
    monkeypatch.setattr(sources, "STATE", 1)
    asked = (Text(MAP, "map", "map", "0" * 64), Settings(**settings), through)
    if message is None:
        list(chain.run(*asked))
        return
    with pytest.raises(InputError) as error:
        list(chain.run(*asked))
    assert str(error.value) == message


def test_states_that_do_not_fit_into_memory_say_so(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 7_000)
    monkeypatch.setattr(memory, "LEAST", 1)
    with pytest.raises(InputError) as error:
        list(chain.run(Text(MAP, "map", "map", "0" * 64), Settings(level=0)))
    assert str(error.value) == (
        "the map has more than 23 states at level 0; the 7 kB of memory that are free "
        "cannot hold more; `efgc run map --method double-oracle` bounds its value without listing "
        "them"
    )
