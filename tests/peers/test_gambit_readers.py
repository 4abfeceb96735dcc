"""What other readers of `.efg` files do is what the table of probes says, and they read what we
write.
"""

import importlib.metadata
import importlib.util
import io
import json
import sys
from fractions import Fraction

import pytest

import efgc as program
from efg_probes import PROBES, TABLE, TOSSES, ask
from efg_readers import answer, efgc, gambit, openspiel
from efgc.pipeline.files.gambit_catalog import catalog
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.lint import lint
from gambit_games import parse_gambit
from gambit_versions import at, equilibrium, first_player, payoff
from small_games import game_of, published

MEASURED = json.loads(TABLE.read_text())
PACKAGES = {"gambit": "pygambit", "openspiel": "open_spiel"}
ANEW = [
    name
    for name, row in MEASURED.items()
    if row["efgc"] == "refuses" and lint(PROBES[name])[1] is not None
]
READERS = {"gambit": gambit, "openspiel": openspiel}
INSTALLED = [
    name
    for name, module in (("gambit", "pygambit"), ("openspiel", "pyspiel"))
    if importlib.util.find_spec(module)
]
pytestmark = pytest.mark.skipif(
    not INSTALLED, reason="neither pygambit nor OpenSpiel is installed: pip install -e '.[peers]'"
)


@pytest.mark.long
@pytest.mark.parametrize("reader", INSTALLED)
def test_the_table_matches_the_behaviour_of_the_reader(reader):
    column = f"{reader} {importlib.metadata.version(PACKAGES[reader])}"
    if column not in MEASURED["portable"]:
        pytest.skip(f"the table has no column for {column}; efg_probes.py measures it")
    assert ask(sys.executable, reader, PROBES) == {
        name: row[column] for name, row in MEASURED.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("reader", INSTALLED)
def test_fixed_files_are_read_alike_by_all_readers(reader):
    mended = {}
    for name in PROBES:
        found, reading = lint(PROBES[name].removeprefix("\ufeff"))
        if reading is not None:
            mended[name] = "".join(write_gambit(reading.game, reading.comment))
    answers = ask(sys.executable, reader, mended)
    meant = {name: MEASURED[name]["efgc"] for name in mended} | dict.fromkeys(
        ANEW, MEASURED["portable"]["efgc"]
    )
    # Mended, both descriptions of the chance set hold, each at its node.
    other = "probabilities of chance changed"
    meant[other] = answer(efgc, mended[other])
    different = [name for name in mended if answers[name] != meant[name]]
    assert len(mended) >= 70
    assert different == []


FLOATING_POINT = [name for name in PROBES if "of floating point" in name]


@pytest.mark.skipif("gambit" not in INSTALLED, reason="pygambit is not installed")
@pytest.mark.parametrize("name", FLOATING_POINT)
def test_gambit_reads_floating_point_numbers_literally(name):
    import pygambit

    assert any(finding.rule == "floating point" for finding in lint(PROBES[name])[0])
    try:
        theirs = pygambit.read_efg(io.StringIO(PROBES[name]))
    except ValueError as error:
        assert "exactly one" in str(error)  # As they do not sum to that.
        return
    shares, _ = at(pygambit, theirs)
    _, payoffs = at(pygambit, theirs, "high", "raise", "call")
    floating = [number for number in (*shares, *payoffs) if number.denominator > 10**6]
    assert floating


@pytest.mark.skipif("gambit" not in INSTALLED, reason="pygambit is not installed")
def test_gambit_takes_chance_of_several_large_numbers_for_one():
    import pygambit

    numbered = TOSSES.replace('c "" 1', f'c "" {2**32 + 1}')
    with pytest.raises(InputError, match="must be numbered from"):
        parse_gambit(numbered, "")
    theirs = pygambit.read_efg(io.StringIO(numbered.replace(str(2**32 + 1), "1", 1)))
    if hasattr(theirs, "root"):
        events = {child.infoset for child in (theirs.root, theirs.root.children["x"])}
    else:
        events = theirs.get_events()
    assert len(events) == 1


@pytest.mark.skipif("openspiel" not in INSTALLED, reason="OpenSpiel is not installed")
def test_openspiel_reads_floating_point_numbers_literally():
    import pyspiel

    game = pyspiel.load_efg_game(PROBES["payoffs of floating point"])
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.1 + 0.2, -0.1 - 0.2] != [0.3, -0.3]


GAMES = catalog() if "gambit" in INSTALLED else {}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_catalog_is_solved_or_refused_for_a_reason(name):
    import pygambit

    theirs = pygambit.catalog.load(name)
    reason = (
        "a game must have 2"
        if len(theirs.players) != 2
        else "the sum must be constant"
        if not theirs.is_const_sum
        else "imperfect recall"
        if not theirs.is_perfect_recall
        else ""
    )
    if reason:
        with pytest.raises(InputError, match=reason):
            program.run(f"gambit:{name}")
        return
    value = payoff(equilibrium(pygambit, theirs), first_player(theirs))
    assert program.run(f"gambit:{name}").value_exact == value
    if GAMES[name].suffix == ".efg":
        text = GAMES[name].read_text()
        assert answer(gambit, text) == "; ".join(efgc(text))
        assert gambit("".join(write_gambit(parse_gambit(text, "")))) == efgc(text)


@pytest.mark.skipif("gambit" not in INSTALLED, reason="pygambit is not installed")
def test_names_of_the_catalog_are_those_of_gambit():
    import pygambit

    assert sorted(GAMES) == sorted(pygambit.catalog.games()["Game"])
    assert program.run("gambit:books/myerson1991/fig2_1").value_exact == Fraction(1, 3)
    with pytest.raises(InputError, match="has no game 'fig2_2'"):
        program.run("gambit:fig2_2")


@pytest.mark.parametrize("reader", INSTALLED)
@pytest.mark.parametrize("name", ["island-1", "cave-example", "three-bushes"])
def test_files_that_we_write_are_read_node_for_node(name, reader):
    game = game_of(published(name), "cave-2023" if name == "cave-example" else "island-2018")
    text = "".join(write_gambit(game))
    ours = efgc(text)
    assert len(ours) == len(game.nodes)
    assert answer(READERS[reader], text) == "; ".join(ours)
