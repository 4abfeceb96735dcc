"""What other readers of `.efg` files do is what the table of probes says, and they read what we write."""

import importlib.metadata
import importlib.util
import json
import sys

import pytest
from efg_probes import PROBES, TABLE, ask
from efg_readers import answer, efgc, gambit, openspiel
from small_games import game_of, published

from stages.expand.gambit import write_gambit
from stages.parse.gambit.lint import lint

MEASURED = json.loads(TABLE.read_text())
PACKAGES = {"gambit": "pygambit", "openspiel": "open_spiel"}
READERS = {"gambit": gambit, "openspiel": openspiel}
INSTALLED = [name for name, module in (("gambit", "pygambit"), ("openspiel", "pyspiel")) if importlib.util.find_spec(module)]
pytestmark = pytest.mark.skipif(not INSTALLED, reason="neither pygambit nor OpenSpiel is installed: pip install -e '.[peers]'")


@pytest.mark.parametrize("reader", INSTALLED)
def test_the_table_is_what_the_reader_does(reader):
    column = f"{reader} {importlib.metadata.version(PACKAGES[reader])}"
    if column not in MEASURED["portable"]:
        pytest.skip(f"the table has no column for {column}; efg_probes.py measures it")
    assert ask(sys.executable, reader, PROBES) == {name: row[column] for name, row in MEASURED.items()}


@pytest.mark.parametrize("reader", INSTALLED)
def test_what_is_mended_is_read_alike(reader):
    mended = {}
    for name in PROBES:
        found, reading = lint(PROBES[name].removeprefix("\ufeff"))
        if reading is not None:
            mended[name] = "".join(write_gambit(reading.game, reading.comment))
    answers = ask(sys.executable, reader, mended)
    different = [name for name in mended if answers[name] != MEASURED[name]["efgc"]]
    assert len(mended) >= 70
    assert different == (["payoffs of 1/2147483648", "payoffs of 40 decimals"] if reader == "openspiel" else [])


@pytest.mark.parametrize("reader", INSTALLED)
@pytest.mark.parametrize("name", ["island-1", "cave-example", "three-bushes"])
def test_what_we_write_is_read_node_for_node(name, reader):
    game = game_of(published(name), "cave-2023" if name == "cave-example" else "island-2018")
    text = "".join(write_gambit(game))
    ours = efgc(text)
    assert len(ours) == len(game.nodes)
    assert answer(READERS[reader], text) == "; ".join(ours)
