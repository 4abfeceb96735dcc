import numpy as np


def value(folder, deal, hands, prizes):
    """Return the value to player 1 before a prize is turned up; `deal`: all prizes of the rule."""
    level = f"{folder}/level-{len(prizes):02}"
    cards = sorted({*hands[0], *hands[1]})
    pattern, exchanged = (
        sum(((card in one) + 2 * (card in other)) << 2 * at for at, card in enumerate(cards))
        for one, other in (hands, hands[::-1])
    )
    row = np.searchsorted(np.load(f"{level}.rows.npy"), min(pattern, exchanged))
    column = (
        np.load(f"{level}.columns.npy")[:, 0]
        .tolist()
        .index(sum(1 << deal.index(prize) for prize in prizes))
    )
    return np.load(f"{level}.npy", mmap_mode="r")[row, column].item() * (
        1 if pattern <= exchanged else -1
    )


print(value("levels", [1, 3], ([2, 3], [1, 2]), [1, 3]))  # 3.25
print(value("levels", [1, 3], ([1, 2], [2, 3]), [1, 3]))  # -3.25
print(value("levels", [1, 3], ([3], [1]), [3]))  # 3.0
