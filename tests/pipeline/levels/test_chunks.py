"""Chunks of levels: what is wrong with one is named, and made again alone; and gone levels."""

import shutil

import pytest

import efgc.stages.solve.induction.goofspiel as goofspiel
from efgc.pipeline.levels.check import check_levels
from efgc.pipeline.levels.chunks import Chunks
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.schemas.levels import Numbers, chunk_name
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse import parse

pytestmark = pytest.mark.usefixtures("forked")

CARDS = 6
LEVEL = 4  # Of many chunks.


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(goofspiel, "PIECE", 100)
    goofspiel.cuts.cache_clear()
    yield
    goofspiel.cuts.cache_clear()


def graph(deal=f"cards: {CARDS}"):
    return parse(f"game: goofspiel\n{deal}\n", "0" * 64)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


class Enough(Exception):
    pass


def solved_to_chunks(folder, made):
    """Solve up to all chunks of a level, before they are joined."""
    join = Chunks.join

    def joined(self):
        if self.cards == LEVEL:
            raise Enough
        join(self)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Enough):
        patch.setattr(Chunks, "join", joined)
        solve_levels(made, folder, 1)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder for what is solved once."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture
def unjoined(made, tmp_path):
    """A folder in which all chunks of a level are there."""
    if not (made / "levels").exists():
        solved_to_chunks(made / "levels", graph())
    return shutil.copytree(made / "levels", tmp_path / "levels")


@pytest.fixture
def undamaged(made):
    """The contents of a folder of all levels."""
    if not (made / "all").exists():
        solve_levels(graph(), made / "all", 1)
    return contents(made / "all")


def _swap(one, other):
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    return {one, other}


def _foreign(one, other):
    """Take the chunk from another deal."""
    hand = [*range(1, CARDS + 1)]
    deal = f"hands: [{hand}, {hand}]\nprizes: {[*hand[:-1], CARDS + 2]}"
    folder = solved_to_chunks(one.parent.with_name("other"), graph(deal))
    one.write_bytes((folder / one.name).read_bytes())
    return {one}


def _write(change):
    def changed(one, other):
        one.write_bytes(change(one.read_bytes()))
        return {one}

    return changed


HARM = {
    "missing": (lambda one, other: (one.unlink(), {one})[1], "is missing"),
    "empty": (_write(lambda whole: b""), "its length is wrong"),
    "truncated": (_write(lambda whole: whole[:-50]), "its length is wrong"),
    "longer": (_write(lambda whole: whole + b"\n"), "its length is wrong"),
    "flipped": (
        _write(lambda whole: whole[:200] + bytes([whole[200] ^ 1]) + whole[201:]),
        "differs",
    ),
    "no file of ours": (_write(lambda whole: b"Dear all,\n"), "its length is wrong"),
    "swapped": (_swap, "is another chunk: number "),
    "of another deal": (_foreign, "of another deal"),
}


@pytest.mark.parametrize("harm, said", HARM.values(), ids=HARM)
def test_only_wrong_chunks_are_named_and_solved_again(harm, said, unjoined, undamaged, capfd):
    chunks = [unjoined / chunk_name(LEVEL, number) for number in (5, 2)]
    harmed = {path.name for path in harm(*chunks)}
    found = [one.message for one in check_levels(Store(unjoined))[1]]
    if said != "is missing":  # Which is no damage: the run goes on with it.
        assert len(found) == len(harmed)
        for name, line in zip(sorted(harmed), found, strict=True):
            assert line.startswith(f"{name}: ") and said in line
    capfd.readouterr()
    solve_levels(graph(), unjoined, 1)
    told = capfd.readouterr().err.splitlines()
    assert len(told) == (0 if said == "is missing" else len(harmed))
    assert all(line.endswith("; it is solved again") for line in told)
    assert contents(unjoined) == undamaged


def _other_deal(store):
    store.rule = graph(f"cards: {CARDS}\nobjective: win").rule


def _other_numbers(store):
    store.numbers = Numbers.PACKED


def _other_level_below(store):
    below = store.levels[LEVEL - 1]
    sha256 = (below.sha256[0][::-1], *below.sha256[1:])
    store.levels = (*store.levels[: LEVEL - 1], below._replace(sha256=sha256))


@pytest.mark.parametrize("change", [_other_deal, _other_numbers, _other_level_below])
def test_a_chunk_is_sealed_with_all_that_it_follows_from(change, unjoined):
    """Each alone: by a whole file that was made with the same rows."""
    store = Store(unjoined)
    found = Chunks(store, LEVEL)
    rows = found.rows
    assert not found.unfit()
    change(store)
    other = Chunks(store, LEVEL)
    other.__dict__["rows"] = rows
    assert {one.why for one in other.unfit()} == {
        "is of another deal, or was computed from another level below"
    }
    assert len(other.unfit()) == len(rows)


def test_no_bit_of_a_chunk_is_beyond_its_checksum(unjoined):
    path, found = unjoined / chunk_name(LEVEL, 1), Chunks(Store(unjoined), LEVEL)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        assert [one.number for one in found.unfit()] == [1]
    path.write_bytes(whole)
    assert found.unfit() == []


# Levels that are gone.


def test_deleted_levels_are_distinguished_from_missing_ones(tmp_path, capfd):
    one, all_of = tmp_path / "one", tmp_path / "all"
    solve_levels(graph(), one, 1, keep=False)
    assert sorted({path.name[:8] for path in one.glob("level-*")}) == ["level-05", "level-06"]
    solve_levels(graph(), one, 1, keep=False)  # Nothing is missing.
    assert capfd.readouterr().err == ""
    with pytest.raises(
        InputError, match="was deleted, because the folder was solved without --keep"
    ):
        Store(one).level(3)
    (one / "level-05.npy").write_bytes(b"")
    with pytest.raises(InputError, match="the level below it was deleted"):
        solve_levels(graph(), one, 1, keep=False)
    solve_levels(graph(), one, 1, keep=True)
    told = capfd.readouterr().err.splitlines()
    assert "fewer than 5 cards were deleted" in told[0] and "level-05.npy: was missing" in told[1]
    solve_levels(graph(), all_of, 1, keep=True)
    assert contents(one) == contents(all_of)
    solve_levels(graph(), one, 1, keep=False)  # What was kept stays.
    assert contents(one) == contents(all_of)
