"""Repair of the damaged files in a folder of level files.

Levels are repaired from the lowest one up. The blocks that differ from their checksums determine
the damaged rows. The chunks with these rows are solved again from the level below, and the repaired
file must match the manifest.
"""

from collections.abc import Iterator
from contextlib import suppress

from pipeline.engines import Engine
from pipeline.levels.blocks import Values, sums_of
from pipeline.levels.chunks import Chunks
from pipeline.levels.letting_go import forget_chunks
from pipeline.levels.store import GONE, Store
from pipeline.levels.task import task_of
from schemas.levels import PARTS, file_name
from schemas.parts.problems import InputError, Problem
from stages.solve.induction.goofspiel import cuts, first_layer, plan
from stages.solve.induction.matrix_game import Array


def mend(store: Store, run: Engine) -> Iterator[tuple[int, str]]:
    """Repair each file that is missing or damaged, and yield its level and name.

    Raises InputError if a repaired file does not match the manifest: then the manifest belongs to
    other numbers.
    """
    for cards in store.there:
        damaged = [part for part in PARTS if store.damage(cards, part) is not None]
        _refuse_groundless(store, cards, damaged)
        yield from ((cards, file_name(cards, part)) for part in damaged)
        if not damaged:
            continue
        intact = _intact(store, cards, damaged)
        if cards:
            chunks = Chunks(store, cards)
            missing = [number for number in range(len(chunks.rows)) if number not in intact]
            for _ in run([task_of(chunks, number) for number in missing]):
                pass
        parts = _parts(store, cards, intact)
        if store.put(plan(store.rule)[cards], parts) != store.levels[cards].sha256:
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards was made again, and is another than the "
                        "manifest says: another version or processor solved it; remove the folder "
                        "and solve the graph again"
                    )
                ],
                str(store.folder),
            )
        forget_chunks(store, cards)


def _refuse_groundless(store: Store, cards: int, damaged: list[str]) -> None:
    """Raise InputError for damaged files that cannot be made again from the level below."""
    if damaged and cards and store.levels[cards - 1].gone:
        raise InputError(
            [
                Problem(
                    "is missing or damaged, and the level that it follows from is gone, "
                    f"{GONE}; solve the graph in it once more with --keep, which makes all levels "
                    "again"
                )
            ],
            str(store.folder / file_name(cards, damaged[0])),
        )


def _intact(store: Store, cards: int, damaged: list[str]) -> dict[int, Values]:
    """Return the chunks of a level whose rows are undamaged, with their readers."""
    level, path = plan(store.rule)[cards], store.folder / file_name(cards)
    found: dict[int, Values] = {}
    try:
        sums = store.array(cards, ".sums") if "" in damaged else sums_of(path)
        values = Values(path, level.shape, store.unit, sums)
    except (InputError, OSError):
        return found
    for number, rows in enumerate(cuts(store.rule, cards)) if cards else ():
        with suppress(InputError):
            values.piece(*level.starts[list(rows)].tolist())
            found[number] = values
    return found


def _parts(store: Store, cards: int, intact: dict[int, Values]) -> Iterator[Array]:
    if not cards:
        yield first_layer(store.rule, store.numbers)
        return
    chunks, starts = Chunks(store, cards), plan(store.rule)[cards].starts
    for number, rows in enumerate(chunks.rows):
        yield (
            intact[number].piece(*starts[list(rows)].tolist())
            if number in intact
            else chunks.read(number).values
        )
