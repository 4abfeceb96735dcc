"""A checker of the part of VIPR 1.0 that proves linear programs, written from its specification
(github.com/ambros-gleixner/VIPR, cert_spec_v1_0): one solution, one derivation by `lin`.
"""

from fractions import Fraction

SIGNS = {"G": 1, "E": 0, "L": -1}


class Words:
    def __init__(self, text):
        lines = (line for line in text.splitlines() if not line.startswith("%"))
        self.words = [word for line in lines for word in line.split()]
        self.at = 0

    def take(self, expected=None):
        word = self.words[self.at]
        self.at += 1
        assert expected is None or word == expected, (word, expected)
        return word

    def vector(self, size):
        """Return a sparse vector of numbers, whose places are below a size."""
        found = {}
        for _ in range(int(self.take())):
            place = int(self.take())
            assert 0 <= place < size and place not in found
            found[place] = Fraction(self.take())
        return found

    def constraint(self, size, objective):
        _, sense, right = self.take(), self.take(), Fraction(self.take())
        if self.words[self.at] == "OBJ":
            self.take()
            return objective, sense, right
        return self.vector(size), sense, right


def holds(left, sense, right):
    return {"G": left >= right, "E": left == right, "L": left <= right}[sense]


def verified(text):
    """Return the optimum that a file proves, or "infeasible"; fail if it proves nothing."""
    words = Words(text)
    words.take("VER")
    assert words.take() in ("1.0", "1.1")
    words.take("VAR")
    size = int(words.take())
    assert len({words.take() for _ in range(size)}) == size
    words.take("INT")
    words.take("0")
    words.take("OBJ")
    maximise = {"max": True, "min": False}[words.take()]
    objective = words.vector(size)
    words.take("CON")
    many, bounds = int(words.take()), int(words.take())
    constraints = [words.constraint(size, objective) for _ in range(many)]
    assert all(len(left) == 1 for left, _, _ in constraints[:bounds])
    words.take("RTP")
    optimum = None
    if words.take() == "range":
        optimum, upper = Fraction(words.take()), Fraction(words.take())
        assert optimum == upper
    words.take("SOL")
    assert int(words.take()) == (optimum is not None)
    if optimum is not None:
        words.take()
        plan = words.vector(size)
        value = {at: plan.get(at, Fraction(0)) for at in range(size)}
        for left, sense, right in constraints:
            assert holds(sum(number * value[at] for at, number in left.items()), sense, right)
        assert sum(number * value[at] for at, number in objective.items()) == optimum
    words.take("DER")
    words.take("1")
    derived, sense, right = words.constraint(size, objective)
    words.take("{")
    words.take("lin")
    factors = words.vector(many)
    words.take("}")
    words.take("-1")
    assert words.at == len(words.words)
    wanted = {} if optimum is None else objective
    assert sense == ("L" if maximise and optimum is not None else "G") and derived == wanted
    assert right > 0 if optimum is None else right == optimum
    assert all(
        share * SIGNS[constraints[at][1]] * SIGNS[sense] >= 0 for at, share in factors.items()
    )
    sums = dict.fromkeys(range(size), Fraction(0))
    for at, share in factors.items():
        for place, number in constraints[at][0].items():
            sums[place] += share * number
    assert {place: number for place, number in sums.items() if number} == wanted
    assert sum(share * constraints[at][2] for at, share in factors.items()) == right
    return "infeasible" if optimum is None else optimum
