"""Making again what is damaged in a folder of level files, and nothing else.

From the lowest level up: the blocks that differ from their checksums name the rows, the chunks with
these rows are solved again from the level below, and the file must come out as the manifest says.
"""

from collections.abc import Iterator
from contextlib import suppress

from pipeline.engines import Engine
from pipeline.levels.blocks import Values, sums_of
from pipeline.levels.store import Store
from pipeline.levels.task import Task
from schemas.levels import PARTS, file_name
from schemas.parts.problems import InputError, Problem
from stages.solve.induction.goofspiel import cuts, first_layer, plan
from stages.solve.induction.matrix_game import Array

Rows = tuple[int, int]


def mend(store: Store, run: Engine) -> Iterator[str]:
    """Yield the name of each file of a level that is missing or damaged, and make it again.

    Raises InputError where the files that come out are not those of the manifest: then the manifest
    is of other numbers.
    """
    for cards, whole in enumerate(store.levels):
        damaged = [part for part in PARTS if store.damage(cards, part) is not None]
        yield from (file_name(cards, part) for part in damaged)
        if not damaged:
            continue
        intact = _intact(store, cards, damaged)
        if cards:
            for _ in run(
                [
                    Task(
                        folder=str(store.folder.absolute()),
                        rule=store.rule,
                        cards=cards,
                        number=number,
                        rows=rows,
                    )
                    for number, rows in enumerate(cuts(store.rule, cards))
                    if number not in intact
                ]
            ):
                pass
        if store.put(plan(store.rule)[cards], _parts(store, cards, intact)) != whole.sha256:
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
        store.forget_chunks(cards)


def _intact(store: Store, cards: int, damaged: list[str]) -> dict[int, Values]:
    """Return the chunks of a level whose rows are still there, with what reads them."""
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
    starts = plan(store.rule)[cards].starts
    for number, rows in enumerate(cuts(store.rule, cards)):
        yield (
            intact[number].piece(*starts[list(rows)].tolist())
            if number in intact
            else store.chunk(cards, number, rows).values
        )
