"""What other readers of `.efg` files do is what the table of probes says, and they read what we
write.
"""

import importlib.metadata
import importlib.util
import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from efg_probes import PROBES, TABLE, TOSSES, ask
from efg_readers import answer, efgc, gambit, openspiel
from schemas.parts.problems import InputError
from small_games import game_of, published, solved
from stages.expand.gambit import write_gambit
from stages.parse.gambit import parse_gambit
from stages.parse.gambit.lint import lint

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


@pytest.mark.slow
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
    root, payer = theirs.root, list(theirs.players)[0]
    first = root.children["high"].children["raise"].children["call"]
    found = [*(action.prob for action in root.infoset.actions), first.outcome[payer]]
    floating = [number for number in map(Fraction, map(str, found)) if number.denominator > 10**6]
    assert floating


@pytest.mark.skipif("gambit" not in INSTALLED, reason="pygambit is not installed")
def test_gambit_takes_chance_of_several_large_numbers_for_one():
    import pygambit

    numbered = TOSSES.replace('c "" 1', f'c "" {2**32 + 1}')
    with pytest.raises(InputError, match="must be numbered from"):
        parse_gambit(numbered, "")
    root = pygambit.read_efg(io.StringIO(numbered.replace(str(2**32 + 1), "1", 1))).root
    assert all(child.infoset == root.infoset for child in root.children if not child.is_terminal)


@pytest.mark.skipif("openspiel" not in INSTALLED, reason="OpenSpiel is not installed")
def test_openspiel_reads_floating_point_numbers_literally():
    import pyspiel

    game = pyspiel.load_efg_game(PROBES["payoffs of floating point"])
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.1 + 0.2, -0.1 - 0.2] != [0.3, -0.3]


def catalogue():
    """Return the `.efg` files that come with pygambit, by name; none where it has no catalogue."""
    found = importlib.util.find_spec("pygambit")
    folder = Path(found.origin).parent / "catalog_data" if found else Path()
    return (
        {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.efg"))}
        if found
        else {}
    )


@pytest.mark.parametrize("name", catalogue())
def test_a_game_of_the_catalogue_is_solved_or_refused_for_a_reason(name):
    import pygambit

    text, theirs = catalogue()[name].read_text(), pygambit.read_efg(str(catalogue()[name]))
    solvable = len(theirs.players) == 2 and theirs.is_const_sum and theirs.is_perfect_recall
    if not solvable:
        with pytest.raises(InputError) as caught:
            parse_gambit(text, "")
        said = str(caught.value.problems[0])
        assert (
            "a game must have 2" in said
            if len(theirs.players) != 2
            else (
                "the sum must be constant" in said
                if not theirs.is_const_sum
                else "has no perfect recall" in said
            )
        )
        return
    game = parse_gambit(text, "")
    assert answer(gambit, text) == "; ".join(efgc(text))
    assert gambit("".join(write_gambit(game))) == efgc(text)
    [profile] = pygambit.nash.lp_solve(theirs, rational=True).equilibria
    value = Fraction(str(profile.payoff(list(theirs.players)[0].label)))
    assert solved(game).bounds.value == pytest.approx(float(value), abs=1e-9)


@pytest.mark.skipif("gambit" not in INSTALLED, reason="pygambit is not installed")
def test_the_catalogue_has_games_to_solve():
    good = [name for name, path in catalogue().items() if not _refused(path.read_text())]
    assert not catalogue() or len(good) >= 5


def _refused(text):
    try:
        return not parse_gambit(text, "")
    except InputError:
        return True


@pytest.mark.parametrize("reader", INSTALLED)
@pytest.mark.parametrize("name", ["island-1", "cave-example", "three-bushes"])
def test_files_that_we_write_are_read_node_for_node(name, reader):
    game = game_of(published(name), "cave-2023" if name == "cave-example" else "island-2018")
    text = "".join(write_gambit(game))
    ours = efgc(text)
    assert len(ours) == len(game.nodes)
    assert answer(READERS[reader], text) == "; ".join(ours)
