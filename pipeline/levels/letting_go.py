"""Deletion of files in a folder of level files: remains of killed runs, chunks of complete levels,
and levels that no other level needs any more.
"""

from pipeline.levels.store import Store
from schemas.levels import MANIFEST, PARTS, chunk_name, file_name


def tidy(store: Store) -> None:
    """Remove the remains of killed runs: half-written files, chunks of levels that are complete or
    are not next, and files of deleted levels.

    Unfinished files of the next level stay: other processes may be writing them.
    """
    left = {
        path
        for name in (".level-*.tmp", f".{MANIFEST}.*.tmp", "level-*.chunk-*")
        for path in store.folder.glob(name)
    }
    due = chunk_name(len(store.levels), 0).partition("00000")[0]
    for path in left:
        if not path.name.removeprefix(".").startswith(due):
            path.unlink(missing_ok=True)
    for cards, level in enumerate(store.levels):
        if level.gone:
            _remove(store, cards)


def let_go(store: Store) -> None:
    """Without `keep`, remove the files of levels that no level above needs any more, and record
    that in the manifest first.
    """
    last = len(store.levels) - 1
    needed = last - 1 if last == len(store.rule.prizes) else last
    going = [cards for cards in range(needed) if not store.levels[cards].gone]
    if store.keep or not going:
        return
    store.levels = tuple(
        level._replace(gone=level.gone or cards in going)
        for cards, level in enumerate(store.levels)
    )
    store.write()
    for cards in going:
        _remove(store, cards)


def forget_chunks(store: Store, cards: int) -> None:
    """Remove the chunks of a complete level, and the temporary files of writing them."""
    name = chunk_name(cards, 0).replace("00000.npy", "*")
    for path in (*store.folder.glob(name), *store.folder.glob(f".{name}")):
        path.unlink(missing_ok=True)


def _remove(store: Store, cards: int) -> None:
    store.open.pop(cards, None)
    for part in PARTS:
        (store.folder / file_name(cards, part)).unlink(missing_ok=True)
