"""One step of regret minimisation on the matrices of a sequence form."""

from ...schemas.parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.kernels.passes import Order
    from ...schemas.parts.arrays import Doubles, Index, ReadDoubles, ReadInt32s


def multiply(
    begin: ReadInt32s,
    columns: ReadInt32s,
    entries: ReadDoubles,
    vector: ReadDoubles,
    product: Doubles,
) -> None:
    """Fill in the product of a sparse matrix, by rows, and a vector."""
    with cython.nogil:
        for row in range(product.shape[0]):
            total: float = 0.0
            for entry in range(begin[row], begin[row + 1]):
                total += entries[entry] * vector[columns[entry]]
            product[row] = total


def match_regrets(
    order: Order,
    time: float,
    values: Doubles,
    plan: ReadDoubles,
    regret: Doubles,
    strategy: Doubles,
    average: Doubles,
) -> None:
    """Do one step of predictive regret matching+ in each information set, with the last regrets as
    the prediction. The realization plan of step t counts t**2 times in the average.

    `values` has the payoff of each sequence to the player, and is overwritten. As `plan`, it begins
    with the empty sequence, which the other arrays leave out.
    """
    first, parent, begin, members = order.first, order.parent, order.begin, order.members
    with cython.nogil:
        for infoset in range(first.shape[0] - 2, -1, -1):
            low: Index = first[infoset]
            high: Index = first[infoset + 1]
            mean: float = 0.0
            for sequence in range(low, high):
                mean += strategy[sequence - 1] * values[sequence]
                average[sequence - 1] += time * time * plan[sequence]
            own: Index = parent[infoset]
            for member in range(begin[own], begin[own + 1]):
                values[members[member]] += mean
            total: float = 0.0
            for sequence in range(low, high):
                gained: float = values[sequence] - mean
                regret[sequence - 1] = max(regret[sequence - 1] + gained, 0.0)
                strategy[sequence - 1] = max(regret[sequence - 1] + gained, 0.0)
                total += strategy[sequence - 1]
            for sequence in range(low, high):
                if total > 0:
                    strategy[sequence - 1] /= total
                else:
                    strategy[sequence - 1] = 1.0 / (high - low)
