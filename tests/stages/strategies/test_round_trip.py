"""What is written of a strategy is read back as the same."""

import csv
import io
import json
import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given as drawn_by
from hypothesis import strategies as st

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from efgc.schemas import game as game_schema
from efgc.schemas.parts.documents import MAX_CHARACTERS
from efgc.schemas.parts.problems import InputError, OptionError
from efgc.schemas.report import Proof
from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.lower import lower
from efgc.stages.report import FORMATS as REPORTS
from efgc.stages.report import report
from efgc.stages.report.measures import action_values, reaches
from efgc.stages.report.strategy_formats import rounded
from efgc.stages.solve import solve
from efgc.stages.strategies import FORMATS, check_alone, fitted, recognised
from efgc.stages.strategies.own_csv import COLUMNS
from said import unstamped
from samples import PAGES, SAMPLES
from small_games import PUBLISHED, boards, game_of, island, law, published, solved

EXACT = ("strategy", "csv", "pygambit", "gambit")
EVERY = [(name, level) for name in PUBLISHED for level in (0, 1, 2)]
CARDS = {"kuhn": kuhn, "liar": lambda: liars_dice(2), "goof": lambda: hidden_goofspiel(3, True)}


def played(game, player, seed):
    """Return any strategy of a player: simple fractions, some of them 0, and all of some played."""
    draw, found = random.Random(f"{seed} {player}"), []
    for infoset in game.infosets(player):
        actions = game.information_sets[infoset].actions
        weights = [draw.choice((0, 0, 1, 1, 2, 7, 10 ** draw.randrange(30))) for _ in actions]
        weights[draw.randrange(len(weights))] += 1
        total = sum(weights)
        found.append(ExactBehaviour(infoset, tuple(Fraction(each, total) for each in weights)))
    return tuple(found)


def both(game, seed=0):
    return played(game, 1, seed), played(game, 2, seed)


def text(name, game, strategies):
    return "".join(FORMATS[name].write(game, strategies))


def comes_back(name, game, strategies):
    written = text(name, game, strategies)
    # One player's lists of decimals may be a matrix.
    assert recognised(written) in (name, None if None in strategies else name)
    assert fitted(written, game) == FittedStrategies(strategies, 0.0, 0)


@pytest.mark.parametrize("form", EXACT)
@pytest.mark.parametrize("name, level", [("island-2", 0), ("island-2", 2), ("cave-example", 1)])
def test_a_worked_example(name, level, form):
    game = game_of(published(name), PUBLISHED[name][0], level)
    comes_back(form, game, both(game))


@pytest.mark.slow
@pytest.mark.parametrize("name, level", EVERY)
def test_every_worked_example(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level)
    for form in EXACT:
        comes_back(form, game, both(game))


@pytest.mark.parametrize("form", EXACT)
@pytest.mark.parametrize("name", CARDS)
def test_a_game_without_words(name, form):
    game = CARDS[name]()
    comes_back(form, game, both(game))


@pytest.mark.long
@law(200)
@drawn_by(boards(max_rows=3, max_columns=3, max_places=2), st.integers(0, 2), st.integers())
def test_random_maps(board, level, seed):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, level, max_states=200)
    except InputError:
        return
    for form in EXACT:
        comes_back(form, game, both(game, seed))


@pytest.mark.parametrize("form", ["strategy", "csv"])
@pytest.mark.parametrize("player", [1, 2])
def test_one_player_alone(player, form):
    game = game_of(published("island-2"), "island-2018")
    mine = [played(game, one, 3) if one == player else None for one in (1, 2)]
    comes_back(form, game, tuple(mine))


def test_a_table_may_name_the_players():
    game = game_of(published("island-2"), "island-2018")
    mine = both(game, 3)
    table = text("csv", game, mine)
    for number, name in enumerate(game.players, 1):
        table = table.replace(f"\n{number},", f"\n{name},")
    assert fitted(table, game) == fitted(text("csv", game, mine), game)
    check_alone(table)
    with pytest.raises(InputError, match="2:1: '3' is not a player; use 1 for player 1 or 2 for"):
        check_alone(table.replace(f"\n{game.players[0]},", "\n3,"))
    said = f"2:1: 'nobody' is not a player; use 1 for {game.players[0]} or 2 for"
    with pytest.raises(InputError, match=said):
        fitted(table.replace(f"\n{game.players[0]},", "\nnobody,"), game)


def test_one_player_alone_of_pygambit():
    game = game_of(published("island-2"), "island-2018", 2)
    comes_back("pygambit", game, (None, played(game, 2, 0)))
    with pytest.raises(OptionError, match="of both players"):
        text("gambit", game, (None, played(game, 2, 0)))


@pytest.mark.parametrize("form", ["strategy", "csv", "gambit"])
def test_strategies_of_a_map_are_read_back(form):
    game = game_of(published("island-2"), "island-2018", 0)
    strategies = both(game)
    assert fitted(text(form, game, strategies), game) == FittedStrategies(strategies, 0.0, 0)


def test_words_or_positions_alone_are_enough():
    game = game_of(published("island-2"), "island-2018", 2)
    strategies = both(game)
    data = json.loads(text("strategy", game, strategies))
    del data["game_sha256"], data["source"], data["title"], data["players"]
    for entry in data["information_sets"]:
        entry["after"] = f"  {entry['after']}  ".replace(" [", "\n[")
        del entry["information_set"]
        entry.pop("sees", None)
        entry["probabilities"] = [*entry["probabilities"].values()]
    assert fitted(json.dumps(data), game).players == strategies


def test_the_order_of_lines_and_columns_does_not_matter():
    game = game_of(published("island-2"), "island-2018", 2)
    strategies = both(game)
    rows = list(csv.DictReader(io.StringIO(text("csv", game, strategies))))
    random.Random(0).shuffle(rows)
    file = io.StringIO()
    # As pandas does it: with numbers of its own, which have no name.
    print(",action,exact,label,player,probability", file=file)
    writer = csv.writer(file)
    for number, row in enumerate(rows):
        writer.writerow(
            [number, *(row[name] for name in ("action", "exact", "label", "player")), ""]
        )
    assert fitted(file.getvalue(), game).players == strategies
    semicolons = file.getvalue().replace("\r\n", "\r")
    assert fitted(semicolons, game).players == strategies


@pytest.mark.parametrize("form", ["strategy", "csv"])
@pytest.mark.parametrize("exact", [True, False])
def test_a_report_is_read_back(form, exact):
    game = game_of(published("island-2"), "island-2018", 2)
    report = solved(game)
    assert isinstance(report.exact, Proof)
    if exact:
        found = fitted("".join(REPORTS[form](report)), game)
        assert found == FittedStrategies(tuple(map(tuple, report.exact.strategies)), 0.0, 0)
        return
    found = fitted("".join(REPORTS[form](replace(report, exact="not tried"))), game)
    for mine, theirs in zip(report.strategies, found.players, strict=True):
        assert [entry.infoset for entry in mine] == [entry.infoset for entry in theirs]
        for entry, read in zip(mine, theirs, strict=True):
            assert sum(read.probabilities) == 1
            assert entry.probabilities == pytest.approx([*map(float, read.probabilities)], 1e-15)


def test_the_table_of_a_report_matches_its_columns():
    game = game_of(published("island-2"), "island-2018", 2)
    report = solved(game)
    rows = list(csv.reader(io.StringIO("".join(REPORTS["csv"](report)))))
    assert tuple(rows.pop(0)) == COLUMNS
    exact = report.exact.strategies
    strategies = rounded(game, exact[0]), rounded(game, exact[1])
    reach, values = reaches(game, strategies), action_values(game, strategies)
    wanted = []
    for player, strategy in enumerate(strategies, 1):
        for infoset, own_reach, _ in strategy:
            [shares] = [each for number, each in exact[player - 1] if number == infoset]
            worth = values[infoset].values if values[infoset] else [None] * len(shares)
            best = None if None in worth else (max if player == 1 else min)(worth)
            labels = game.information_sets[infoset].actions
            for label, share, value in zip(labels, shares, worth, strict=True):
                near = [None, None]
                if value is not None:
                    near = [pytest.approx(value, 1e-11), pytest.approx(abs(best - value), 1e-11)]
                row = [player, infoset, label, share, own_reach, reach[infoset]]
                wanted.append(row + near)
    got = [
        [int(row[0]), int(row[1]), row[3], Fraction(row[5]), *map(_number, row[6:])] for row in rows
    ]
    assert got == wanted
    assert all(float(row[4]) == float(Fraction(row[5])) for row in rows)
    assert any(row[8] == "" for row in rows) and any(_number(row[9]) for row in rows)


def _number(cell):
    return float(cell) if cell else None


def test_best_play_off_the_path_is_written():
    game = game_of(published("island-2"), "island-2018", 2)
    found = report(game, [solve(lower(game)[0])], off_path=True)
    assert isinstance(found.exact, Proof) and sum(found.off_path.changed)
    read = fitted("".join(REPORTS["strategy"](found)), game)
    for mine, theirs in zip(found.strategies, read.players, strict=True):
        for entry, (_, shares) in zip(mine, theirs, strict=True):
            assert entry.probabilities == pytest.approx([*map(float, shares)], 1e-15)


def test_labels_that_spreadsheets_may_misread():
    game = game_of(published("island-2"), "island-2018", 2)
    odd = ['=1+1,"x"', "-2", "@me", "+", " a ", "a", "line\nend", "NA", "\u00e9\u2028x", *"bcdefg"]
    infosets = tuple(
        infoset._replace(actions=tuple(odd[: len(infoset.actions)]))
        for infoset in game.information_sets
    )
    assert max(len(infoset.actions) for infoset in infosets) == len(odd)
    game = replace(game, information_sets=infosets)
    for form in ("strategy", "csv"):
        comes_back(form, game, both(game))


def test_a_large_text_is_refused(monkeypatch):
    from efgc.schemas.parts.documents import data

    game = kuhn()
    written = text("strategy", game, both(game))
    assert MAX_CHARACTERS > 10**9
    monkeypatch.setattr(data, "MAX_CHARACTERS", 100)
    with pytest.raises(InputError, match="larger than 100 characters"):
        fitted(written, game)


@pytest.mark.slow
def test_leduc():
    game = leduc()
    strategies = both(game)
    for form in EXACT:
        comes_back(form, game, strategies)


def test_the_samples_of_the_page_agree():
    game = game_schema.read(SAMPLES["fork.game.json"])
    names = [f"fork.{form.suffix}" for form in FORMATS.values()]
    samples = {name: fitted(SAMPLES[name], game) for name in names if name in SAMPLES}
    assert len(samples) == 4 and set(samples.values()) == {samples["fork.strategy.json"]}
    assert unstamped(SAMPLES["fork.strategy.json"]) == text(
        "strategy", game, samples["fork.strategy.json"].players
    )


def test_the_page_names_the_formats_of_other_tools():
    rows = re.findall(r"^\| ([a-z-]+) \| (?:`NAME\.(\S+)`|any name) \|", PAGES["strategy"], re.M)
    ours = ("strategy", "csv", "bounds")
    others = {name: form for name, form in FORMATS.items() if name not in ours}
    assert dict(rows) == {name: form.suffix if form.write else "" for name, form in others.items()}
    written = [name for name, form in FORMATS.items() if form.write]
    assert [REPORTS[name].suffix for name in written] == [FORMATS[n].suffix for n in written]


def test_the_page_has_the_columns_of_the_table():
    _, table = PAGES["strategy"].split("| column | meaning |", 1)
    rows = re.findall(r"^\| ([a-z_, ]+) \|", table.partition("\n\n")[0], re.M)
    assert ", ".join(rows).split(", ") == list(COLUMNS)
