"""Levels and reductions: the same value every way, the strategies good on the textbook tree, and
wrong ones found out.
"""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import assume, given

import plain_walk
from efgc.schemas.game import check, count
from efgc.schemas.parts.counts import UNREDUCED, WAYS_OUT
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph.histories import count_histories
from efgc.stages import parse as parse_package
from efgc.stages.expand import expand
from efgc.stages.lower import REDUCTIONS as FORM_REDUCTIONS
from efgc.stages.lower import lower
from efgc.stages.parse import REDUCTIONS, parse, walk
from efgc.stages.parse.columns.tables import REACHABLE, RELEVANT, WIDER
from efgc.stages.parse.enumeration import enumerate_states, numbered_squares
from efgc.stages.parse.maps import Board, read_map
from efgc.stages.report import report
from efgc.stages.solve import solve
from small_games import PUBLISHED, boards, game_of, island, law, published, solved

NEAR = 1e-9
WAYS = [  # Level, reductions left out, tree instead of shared nodes.
    (1, (), False),
    (1, (), True),
    (2, (), False),
    (2, (), True),
    *((2, (name,), False) for name in (*REDUCTIONS, *FORM_REDUCTIONS)),
    (2, ("richest", "chains"), False),
    (2, ("single", "endgames"), False),
]


@pytest.mark.long
@law(500)
@given(boards(max_places=4))
def test_every_way_has_the_value_of_the_tree_and_plays_well_on_it(board):
    tree = _tree(board)
    value = solved(tree).bounds.value
    for level, without, unroll in WAYS:
        game = _game(board, level, without, unroll)
        assert check(game) == []
        solution = solve(lower(game, without=without)[0])
        reduced = report(game, [solution]).bounds
        carried = report(game, [solution], tree).bounds
        assert abs(reduced.value - value) <= NEAR, (level, without, unroll)
        assert reduced.exploitability <= NEAR
        assert 2 * carried.exploitability <= NEAR, (
            level,
            without,
            unroll,
        )  # NashConv on the textbook tree.


@pytest.mark.slow
@law(200)
@given(boards(max_places=3))
def test_counting_is_the_same_on_graph_tree_and_shared_game(board):
    tree = _tree(board)
    for level in (1, 2):
        graph = _graph(board, level, ())
        assert (
            count_histories(graph)[1:]
            == count(expand(graph))[1:]
            == count(expand(graph, unroll=True))[1:]
        )
        assert graph.counts == count(tree)
        assert graph.counts.histories == len(tree.nodes)
        assert graph.counts.information_sets == tuple(
            len(tree.infosets(player)) for player in (1, 2)
        )


@pytest.mark.slow
@pytest.mark.parametrize("size, paths", [(3, 12), (4, 184), (5, 8_512)])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_open_grids_have_the_known_number_of_paths(size, paths, level):
    graph = parse(_open_grid(size), "", level=level)
    counts = graph.counts or count_histories(graph)
    assert counts.escapes == paths
    assert counts.of == UNREDUCED


@pytest.mark.slow
def test_open_6x6_is_counted_without_moves_that_lead_nowhere():
    counts = parse(_open_grid(6), "").counts
    assert (counts.escapes, counts.terminal_histories, counts.of) == (
        1_262_816,
        1_262_816,
        WAYS_OUT,
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_levels_never_grow(name):
    rules, value = PUBLISHED[name]
    games = [game_of(published(name), rules, level) for level in (0, 1, 2)]
    sizes = [(game.states, len(game.nodes)) for game in games]
    assert sizes[2] <= sizes[1] <= sizes[0]
    for game in games:
        assert abs(solved(game).bounds.value - float(value)) <= NEAR


def _squares(board, region):
    """Return the squares that matter at the start by a rule, as in the compiled walk."""
    squares = numbered_squares(board, region).squares
    inner = {square for square in squares if board.kinds[square] != "D"}
    return {board.at(square) for square in inner - {board.start}}


@pytest.mark.parametrize(
    "rows, region, expected",
    [
        (["S-#-", "D--G"], REACHABLE, {(0, 1), (1, 1), (1, 2), (1, 3), (0, 3)}),
        (["S-#-", "D--G"], RELEVANT, {(0, 1), (1, 1)}),  # What lies behind (1, 1) is a dead end.
        (["S--", "--D"], RELEVANT, {(0, 1), (0, 2), (1, 0), (1, 1)}),
        (["S-D", "-#-", "D--"], RELEVANT, {(0, 1), (1, 0)}),  # Nobody goes on behind an exit.
        (["S--#D"], RELEVANT, set()),  # No way out at all.
        (["-S-D"], RELEVANT, {(0, 2)}),
        (
            ["S-D", "---", "-#-"],
            RELEVANT,
            {(0, 1), (1, 0), (1, 1), (1, 2)},
        ),  # (2, 0) and (2, 2) are dead ends.
    ],
)
def test_regions(rows, region, expected):
    board = Board(read_map(island(rows)))
    assert _squares(board, region) == expected


@law(200)
@given(boards(max_rows=4, max_columns=4, max_places=0))
def test_relevant_squares_are_those_on_simple_paths(board):
    """Against the definition: every simple path to an exit is walked."""
    found = Board(read_map(island(board[0])))
    on_paths = set()

    def go(square, visited):
        for _, to in found.neighbours[square]:
            if found.kinds[to] == "D":
                on_paths.update(visited)
            elif to not in visited:
                go(to, visited | {to})

    go(found.start, frozenset([found.start]))
    expected = {found.at(square) for square in on_paths - {found.start}}
    assert _squares(found, RELEVANT) == expected


@law(100)
@given(boards(max_rows=9, max_columns=9, max_places=0))
def test_regions_of_boards_too_large_to_be_walked_are_those_of_networkx(board):
    found = Board(read_map(island(board[0])))
    for region, plain in ((REACHABLE, plain_walk.reachable), (RELEVANT, plain_walk.relevant)):
        squares = plain(found, found.start, found.free)
        expected = {found.at(at) for at in range(len(found.kinds)) if squares >> at & 1}
        assert _squares(found, region) == expected


def test_forced_moves_are_spelled_out():
    graph = parse(island(["S--", "##-", "D--"]), "", level=2)
    assert graph.states[0].moves == (("right right down down left left", 1),)


def test_ways_with_more_gold_and_ways_with_more_room_are_both_kept():
    graph = parse(island(["EG--", "-GDG", "--S-"], 1), "", level=2)
    assert [label for label, _ in graph.states[0].moves] == [
        "left left up up",  # to e1 without gold, all others to come
        "left up left up",  # to e1 with one
        "right up up left left left",  # to e1 with two
        "right up up left left down right",  # past e1 to the exit, with all three
    ]


def test_reductions_are_left_out_where_the_rules_do_not_allow_them():
    """A dead end that pays more than an exit: then squares that lead nowhere do matter."""
    generous = replace(parse_package.RULES["island-2018"], dead_end=20)
    assert [name for name in REDUCTIONS if generous.allow(name)] == ["reachable", "chains"]
    board = read_map(island(["-SD"]))
    states = enumerate_states(generous, board, 100, tuple(REDUCTIONS))
    assert sorted(state.payoff for state in states if hasattr(state, "payoff")) == [10, 20]
    harsh = replace(parse_package.RULES["island-2018"], dead_end=-7)  # Worse than a capture.
    assert [name for name in REDUCTIONS if harsh.allow(name)] == ["reachable", "chains"]
    board = read_map(island(["SE#", "##D"], 1, "1"))
    states = enumerate_states(harsh, board, 100, tuple(REDUCTIONS))
    assert 0 in [state.payoff for state in states if hasattr(state, "payoff")]
    envious = replace(parse_package.RULES["island-2018"], gold=-1)
    assert [name for name in REDUCTIONS if envious.allow(name)] == ["reachable", "chains"]
    board = read_map(island(["-SGD"]))  # Who must not take gold turns to the dead end.
    states = enumerate_states(replace(envious, gold=-20), board, 100, tuple(REDUCTIONS))
    assert sorted(state.payoff for state in states if hasattr(state, "payoff")) == [-10, 0]


# Mutations: each changes one reduction into a wrong one. The laws above must find it on these maps.
TRAPS = [
    island(rows, bandits, capture)
    for rows, bandits, capture in (
        (["SE-D", "-#E-", "--ED"], 1, "0.5"),
        (["-EGE-", "S-#-D", "-E-E-"], 2, "0.5"),
        (["S-EG-", "-#-#-", "E--ED"], 2, "0.5"),
        (["SEGED", "--#--", "GE-EG"], 1, "0.9"),
        (["GEG-E", "S#-#D", "-E-E-"], 1, "1"),
        (["S-G-D", "-E#E-", "--G--"], 1, "0.5"),
        (
            ["-S-", "E-E", "-#-", "---", "E-E", "D#D"],
            2,
            "0.5",
        ),  # Two places in either order, then two more.
        (["EG--", "-GDG", "--S-"], 1, "0.5"),  # The way with more gold leaves fewer squares open.
        (
            ["-SGGG", "#-GEE", "E#DGG"],
            1,
            "0.3",
        ),  # The poorer way is the better one if the encounter ends otherwise.
    )
]


def _forget_the_order(walk_module, monkeypatch):
    """Two lists of encounters with the same ones in another order are taken for the same."""

    def after(self, place, found):
        met = tuple(sorted((*self.met, walk_module.DangerFinding(place, found))))
        return self._replace(
            met=met, unknown=self.unknown - 1, bandits=self.bandits - (found != "empty")
        )

    monkeypatch.setattr(walk_module.Situation, "after", after)


def _forget_what_was_found(walk_module, monkeypatch):
    """An empty place and a bandit that was beaten are taken for the same."""

    def after(self, place, found):
        return self._replace(
            met=(*self.met, place),
            unknown=self.unknown - 1,
            bandits=self.bandits - (found != "empty"),
        )

    monkeypatch.setattr(walk_module.Situation, "after", after)


def _let_the_richer_win_everywhere(walk_module, monkeypatch):
    """All situations on one square that leave the same squares open are taken for the richest,
    whatever was met.
    """
    best = {}
    honest = plain_walk.PlainWalk._arrival

    def arrival(self, before, way):
        item = honest(self, before, way)
        if not isinstance(item, plain_walk.Entry):
            return item
        key = (item.place, item.there.open)
        if key not in best or best[key].there.gold < item.there.gold:
            best[key] = item
        return best[key]

    monkeypatch.setattr(plain_walk.PlainWalk, "_arrival", arrival)


def _drop_the_poorer_of_equal_situations(walk_module, monkeypatch):
    """Of two situations that differ in gold alone only the richer is kept, also where the ways part
    before an encounter.
    """
    honest = plain_walk.PlainWalk._decision
    richest = {}

    def decision(self, situation):
        key = situation._replace(gold=0)
        richest[key] = max(richest.get(key, 0), situation.gold)
        return (
            honest(self, situation)
            if situation.gold == richest[key]
            else self.sketch(walk_module.End(0))
        )

    monkeypatch.setattr(plain_walk.PlainWalk, "_decision", decision)


def _forget_the_gold(walk_module, monkeypatch):
    """Gold found before the last encounter is lost."""
    honest = plain_walk.PlainWalk._arrival
    monkeypatch.setattr(
        plain_walk.PlainWalk,
        "_arrival",
        lambda self, before, way: honest(self, before._replace(gold=0), way),
    )


def _drop_a_way_out(walk_module, monkeypatch):
    """Squares beside the exit do not matter."""

    def region(board, square, open):
        kept = plain_walk.relevant(board, square, open)
        for at, neighbours in enumerate(board.neighbours):
            if any(board.kinds[to] == "D" for _, to in neighbours):
                kept &= ~(1 << at)
        return kept

    monkeypatch.setitem(plain_walk.REGIONS, RELEVANT, region)


def _any_narrower_way_goes(walk_module, monkeypatch):
    """Of two ways to a square only the first is kept, whatever it leaves open."""

    def narrower(settled, open, gold):
        settled.append((open, gold))
        return len(settled) > 1

    monkeypatch.setitem(plain_walk.WAYS, WIDER, partial(plain_walk.richest, narrower=narrower))


MUTATIONS = (
    _forget_the_order,
    _forget_what_was_found,
    _let_the_richer_win_everywhere,
    _drop_the_poorer_of_equal_situations,
    _forget_the_gold,
    _drop_a_way_out,
    _any_narrower_way_goes,
)


@pytest.fixture(scope="module")
def traps(kept_interpreter):
    """Return (map, rules, value of the tree) of each trap."""
    return [
        (text, rules, solved(game_of(text, rules)).bounds.value)
        for text in TRAPS
        for rules in ("island-2018", "cave-2023")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_wrong_reductions_are_caught(mutation, traps, monkeypatch):
    # The compiled walk, which has its own code for what is mutated here, is held to this one.
    monkeypatch.setattr(parse_package, "enumerate_states", plain_walk.enumerate_states)
    mutation(walk, monkeypatch)
    assert any(not _holds(*trap) for trap in traps)


def _holds(text, rules, value):
    try:
        game = game_of(text, rules, 2)
    except InputError:  # Ways to a state that differ.
        return False
    return check(game) == [] and abs(solved(game).bounds.value - value) <= NEAR


def _open_grid(size):
    return island(["S" + "-" * (size - 1), *["-" * size] * (size - 2), "-" * (size - 1) + "D"])


def _graph(board, level, without, limit=2_000):
    rows, bandits, capture, rules = board
    left_out = tuple(name for name in without if name in REDUCTIONS)
    return parse(
        island(rows, bandits, capture),
        "0" * 64,
        rules=rules,
        level=level,
        without=left_out,
        max_states=limit,
    )


def _tree(board):
    try:
        return expand(_graph(board, 0, ()))
    except InputError:
        assume(False)


def _game(board, level, without, unroll):
    return expand(_graph(board, level, without), unroll=unroll)
