"""A second implementation of the documents, without states, information sets or sequences.

All pure strategies of both players are listed, every pair is played out by the rules of the
documents, and the matrix game is solved. It shares no code with the stages.
"""

import math
from fractions import Fraction
from itertools import combinations, product

import highspy
import numpy as np

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ESCAPE = {"island-2013": 10, "island-2018": 10, "island-2020": 10, "cave-2023": 2}
ALARMS = {"island-2013": 0, "island-2018": 1, "island-2020": 1, "cave-2023": 0}
"""How many of the places that the agent enters first raise an alarm if they are empty."""


def value(rows, bandits, capture, rules, limit=60_000):
    """Return the value to the agent, or None if there are more than `limit` pairs of pure
    strategies.
    """
    cave = Cave(rows, Fraction(capture), rules)
    agents = cave.agent_strategies(cave.start, frozenset([cave.start]), (), limit)
    plans = cave.bandit_strategies(bandits, limit)
    if agents is None or plans is None or len(agents) * len(plans) > limit:
        return None
    return matrix_value([[float(cave.play(agent, *plan)) for plan in plans] for agent in agents])


class Cave:
    def __init__(self, rows, capture, rules):
        self.capture, self.rules = capture, rules
        self.at = {
            (r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row) if kind != "#"
        }
        self.start = next(square for square, kind in self.at.items() if kind == "S")
        self.places = [square for square, kind in self.at.items() if kind == "E"]

    def moves(self, square, visited):
        """Return the squares that can be entered, by the name of the move."""
        found = {name: (square[0] + dr, square[1] + dc) for name, (dr, dc) in STEPS.items()}
        return {name: to for name, to in found.items() if to in self.at and to not in visited}

    def agent_strategies(self, square, visited, told, limit):
        """Return all plans from here: None at the end, else (square to enter, {observation there:
        plan}).
        """
        found = []
        for to in self.moves(square, visited).values():
            if self.at[to] == "D":
                found.append((to, {}))
                continue
            answers = (
                ["nobody"]
                if self.at[to] != "E"
                else (
                    ["nobody", "robbed", "fought"]
                    if self.rules == "cave-2023"
                    else ["nobody", "fought"]
                )
            )
            options = [
                self.agent_strategies(to, visited | {to}, (*told, answer), limit)
                for answer in answers
            ]
            if None in options or len(found) + math.prod(map(len, options)) > limit:
                # Before they are listed: three answers with many plans each make more than fit into
                # memory.
                return None
            found += [(to, dict(zip(answers, plans, strict=True))) for plans in product(*options)]
        return found or [None]

    def bandit_strategies(self, count, limit):
        """Return all (placement, plan); a plan maps the bandits' knowledge to their action, and
        that at an alarm to the placement after it and what they do at later alarms.
        """
        found = []
        for placed in combinations(self.places, count):
            if self.rules == "cave-2023":
                questions = self.encounters(placed)
                plans = plans_of(questions, [("take", "fight")] * len(questions), limit)
            else:
                plans = self.alarms(frozenset(placed), (), limit)
            if plans is None:
                return None
            found += [(frozenset(placed), plan) for plan in plans]
        return found

    def alarms(self, placed, heard, limit):
        """Return all plans for the alarms after those `heard`; None if there are too many."""
        questions = [place for place in self.places if place not in placed and place not in heard]
        if len(heard) == ALARMS[self.rules]:
            return [{}]
        answers = []
        for place in questions:
            options = []
            for moved in self.relocations(placed, place):
                later = self.alarms(moved, (*heard, place), limit)
                if later is None:
                    return None
                options += [(moved, plan) for plan in later]
            answers.append(options)
        return plans_of(questions, answers, limit)

    def encounters(self, placed):
        """Return every history of encounters after which the bandits must decide: places with
        earlier decisions.
        """
        found, waiting = [], [()]
        while waiting:
            before = waiting.pop()
            for place in placed:
                if place not in before[::2]:
                    found.append((*before, place))
                    waiting += [(*before, place, "take"), (*before, place, "fight")]
        return found

    def relocations(self, placed, alarm):
        free = [place for place in self.places if place not in placed and place != alarm]
        return [frozenset(placed)] + [
            frozenset(placed) - {old} | {new} for old in placed for new in free
        ]

    def play(self, agent, placed, plan):
        """Return the expected points of the agent."""
        gold, weight, entered, encounters = 0, Fraction(1), 0, ()
        while agent is not None:
            to, onward = agent
            kind = self.at[to]
            if kind == "D":
                return weight * (ESCAPE[self.rules] + gold)
            gold += kind == "G"
            told = "nobody"
            if kind == "E":
                entered += 1
                if to in placed and self.rules == "cave-2023":
                    encounters = (*encounters, to)
                    choice = plan[encounters]
                    encounters = (*encounters, choice)
                    told = "robbed" if choice == "take" else "fought"
                    gold = 0 if choice == "take" else gold
                    weight *= 1 if choice == "take" else 1 - self.capture
                elif to in placed:
                    told = "fought"
                    weight *= 1 - self.capture
                elif entered <= ALARMS[self.rules]:
                    placed, plan = plan[to]
            agent = onward[told]
        return Fraction(0)


def plans_of(questions, answers, limit):
    """Return all choices of one answer to each question; None if there are too many."""
    if np.prod([len(options) for options in answers], dtype=float) > limit:
        return None
    return [dict(zip(questions, chosen, strict=True)) for chosen in product(*answers)]


def matrix_value(matrix):
    """Return the value of a matrix game to the row player, who maximises."""
    payoffs = np.array(matrix)
    rows, columns = payoffs.shape
    highs = highspy.Highs()
    highs.silent()
    weights = [highs.addVariable(lb=0) for _ in range(rows)]
    v = highs.addVariable(lb=-highspy.kHighsInf, obj=-1)
    highs.addConstr(sum(weights) == 1)
    for column in range(columns):
        highs.addConstr(
            sum(float(payoffs[row, column]) * weights[row] for row in range(rows)) - v >= 0
        )
    highs.run()
    return -highs.getInfo().objective_function_value
