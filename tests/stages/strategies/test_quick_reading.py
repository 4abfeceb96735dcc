"""Entries in columns give the strategy that entries as data give, to the last message."""

import json
import random
import re
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bad_strategies import FILES, coins
from card_games import hidden_goofspiel, kuhn, leduc
from efgc.schemas.game import infoset_text
from efgc.schemas.parts.problems import InputError
from efgc.schemas.strategies import ExactBehaviour, entries
from efgc.stages.strategies import FORMATS, fitted, own_json
from efgc.stages.strategies.matching import _fit_columns
from efgc.stages.strategies.names import Names
from odd_games import games
from small_games import boards, game_of, island, law, published, seeds
from uncompiled import same_bits

COUNTED = "5\n5\nS----\n-E-E-\n-----\n-E-E-\n----D\n2\n0.5\n"
GAMES = {
    "kuhn": kuhn,
    "leduc": leduc,
    "goofspiel": lambda: hidden_goofspiel(3, False),
    "a map": lambda: game_of(published("island-2"), "island-2018"),
    "shared nodes": lambda: game_of(COUNTED, level=2),
}


def drawn(game, seed=0):
    """Return strategies of both players."""
    draw, found = random.Random(seed), []
    for player in (1, 2):
        mine = []
        for infoset in game.infosets(player):
            size = len(game.information_sets[infoset].actions)
            parts = [draw.choice((0, 0, 1, 2, 10**20)) for _ in range(size)]
            parts[draw.randrange(size)] += 1
            mine.append(
                ExactBehaviour(infoset, tuple(Fraction(each, sum(parts)) for each in parts))
            )
        found.append(tuple(mine))
    return tuple(found)


def written(game, seed=0):
    return "".join(FORMATS["strategy"].write(game, drawn(game, seed)))


def reads(text, game, quickly=True):
    """Return what a text says, or what is wrong with it."""
    read = entries.read_columns if quickly else lambda text: None
    with patch.object(entries, "read_columns", read):
        try:
            found = fitted(text, game)
            players = tuple(each and tuple(each) for each in found.players)
            return players, found.adjusted, found.completed, own_json.read(text).source
        except InputError as error:
            return error.problems


def is_read_the_same(text, game):
    found = reads(text, game)
    assert found == reads(text, game, quickly=False)
    return found


def in_columns(text):
    """Return the entries of a text in columns; None if they are read as data."""
    try:
        read = entries.read_columns(text)
    except InputError:
        return None
    return read and read[1]


def is_quick(text, game):
    columns = in_columns(text)
    return columns is not None and _fit_columns(columns, Names(game)) is not None


@pytest.mark.parametrize("name", GAMES)
def test_our_own_files_are_read_quickly(name):
    game = GAMES[name]()
    text = written(game)
    assert is_quick(text, game) and is_read_the_same(text, game)[:3] == (drawn(game), 0.0, 0)


def test_descriptions_count_the_ways():
    game = GAMES["shared nodes"]()
    assert any("(one of " in infoset_text(game, at) for at in range(len(game.information_sets)))


@law(60)
@given(boards(max_rows=3, max_columns=3, max_places=2), st.integers(0, 2), st.integers())
def test_a_map_is_read_the_same(board, level, seed):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, level, max_states=200)
    except InputError:
        return
    text = written(game, seed)
    assert is_quick(text, game) and is_read_the_same(text, game)[0] == drawn(game, seed)


@pytest.mark.parametrize("name", FILES)
def test_both_readers_report_the_same_errors(name):
    text = FILES[name]
    is_read_the_same(text if isinstance(text, str) else str(text), coins())


CHANGES = {
    "a list": lambda entry: entry.update(probabilities=[*entry["probabilities"].values()]),
    "numbers": lambda entry: entry.update(
        probabilities={label: 1.0 / len(entry["probabilities"]) for label in entry["probabilities"]}
    ),
    "no words": lambda entry: (entry.pop("after"), entry.pop("sees", None)),
    "no player": lambda entry: entry.pop("player"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_spellings_are_quick_too(change):
    game = leduc()
    data = json.loads(written(game))
    random.Random(1).shuffle(data["information_sets"])
    for entry in data["information_sets"]:
        CHANGES[change](entry)
    for text in (json.dumps(data), json.dumps(data, indent=1)):
        assert is_quick(text, game)
        assert not isinstance(is_read_the_same(text, game), list)


def broken(text, seed):
    """Return a text with one change."""
    draw = random.Random(seed)
    words = re.findall(r'"[^"]*"|\d+|[][{},:]', text)
    one, other = draw.choice(words), draw.choice((*words, "", "null", "-1", '"\\ud800"', "1e2"))
    places = [match.start() for match in re.finditer(re.escape(one), text)]
    at = draw.choice(places)
    return text[:at] + other + text[at + len(one) :]


@pytest.mark.parametrize("seed", seeds(300))
def test_both_readers_report_the_same_mutations(seed):
    game = GAMES["a map" if seed % 3 else "kuhn"]()
    text = written(game, seed)
    is_read_the_same(broken(text, seed), game)


@pytest.mark.parametrize("seed", range(5))
def test_both_readers_report_missing_and_duplicate_entries(seed):
    game = GAMES["a map"]()
    data = json.loads(written(game, seed))
    draw = random.Random(seed)
    entries = data["information_sets"]
    one = draw.choice(entries)
    is_read_the_same(json.dumps(data | {"information_sets": [*entries, one]}), game)
    is_read_the_same(
        json.dumps(data | {"information_sets": [each for each in entries if each is not one]}), game
    )
    of_both = [each for each in entries if each["player"] == 1]
    assert is_quick(json.dumps(data | {"information_sets": of_both}), game)


@law(30)
@given(games(), st.integers(0, 5))
def test_compiled_and_uncompiled_kernels_give_the_same_bits(game, seed):
    text = written(game, seed)
    same_bits(_read, text, seed)


def _read(text, seed):
    found = []
    for each in (text, broken(text, seed)):
        columns = in_columns(each)
        if columns is not None:
            numbers, known = columns.exact()
            found.append([columns.player, columns.infoset, columns.words, columns.shares])
            found.append([columns.labels, columns.begin, known, *columns.numbers])
            found.append([numbers.numerators, numbers.denominators])
    return found


@pytest.mark.parametrize("name", ["kuhn", "a map", "shared nodes"])
def test_other_words_are_not_read_quickly(name):
    game = GAMES[name]()
    text = written(game)
    assert is_quick(text, game)
    assert not is_quick(text.replace('"after": "', '"after": "x', 5), game)
