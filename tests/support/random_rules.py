"""Random rules files, and what they mean: a second reading of the format, which evaluates the same
expressions with Python and makes plain data of a state graph of version 2.
"""

import json
import random
from fractions import Fraction

PLAYERS = ("fox", "goose")
OTHER = {"fox": "goose", "goose": "fox"}


def random_rules(number):
    """Return a small rules file as data: two counters, a lamp, and a clock."""
    luck = random.Random(number)
    rules = {
        "players": list(PLAYERS),
        "let": {"n": luck.choice((1, 1, 2)), "p": luck.choice(("1/2", "1/3", "0.25"))},
        "state": {"x": "0..2", "y": "0..2 = 1", "t": "0..n", "lit": "bool"},
    }
    turns = luck.choice((None, list(PLAYERS), ["goose", "fox", "fox"]))
    if turns:
        rules["turns"] = turns
    rules["moves"] = {"fox": _moves(luck, "x", turns), "goose": _moves(luck, "y", turns)}
    rules["then"] = [{"do": {"t": "t + 1"}}]
    if luck.random() < 0.6:
        step = {"chance": {"light": "p", "dark": "1 - p"}, "do": {"lit": 'chance == "light"'}}
        rules["then"].append(_seen(luck, step))
    sees = {name: _view(luck, own) for name, own in zip(PLAYERS, "xy", strict=True)}
    sees = {name: view for name, view in sees.items() if view}
    if sees:
        rules["sees"] = sees
    rules["ends"] = [
        {"if": luck.choice(("x == y and t > 0", "x > y", "x == 2 and lit")), "pays": _pays(luck)},
        {"if": "t == n", "pays": _pays(luck)},
    ]
    return rules


def _pays(luck):
    return luck.choice(("x - y", "1", "-1/2", "2 * x if lit else -y", "0"))


def _view(luck, own):
    other = {"x": "y", "y": "x"}[own]
    return luck.choice((None, None, other, "[x, y]", f"{other} if lit else nothing", "lit"))


def _moves(luck, own, turns):
    moves = {"stay": {}}
    if luck.random() < 0.6:
        moves["up"] = {"if": f"{own} < 2", "do": {own: f"{own} + 1"}}
    if luck.random() < 0.5:
        loop = f"v in 0..2 if v != {own}"
        moves["to {v}"] = {"for": loop, "do": {own: "v"}, "pays": luck.choice(("v", "-v", "0"))}
    if turns and luck.random() < 0.3:
        moves["switch"] = {"do": {"lit": "not lit"}}
    return {label: _seen(luck, move) for label, move in moves.items()}


def _seen(luck, step):
    if luck.random() < 0.3:
        seeing = [name for name in PLAYERS if luck.random() < 0.5]
        step = {**step, "sees": {name: luck.choice(("x", "y", "lit")) for name in seeing}}
    return step


def text_of(rules):
    """Return the YAML text of rules; JSON is YAML."""
    head = 'format: efgc/rules\ntitle: "random"\n'
    return head + "".join(f"{key}: {json.dumps(part)}\n" for key, part in rules.items())


def shuffled(rules, number):
    """Return the same rules with the keys of their mappings in another order."""
    luck = random.Random(number)
    return {
        key: dict(luck.sample(sorted(part.items()), len(part)))
        if key in ("moves", "state", "sees")
        else part
        for key, part in luck.sample(sorted(rules.items()), len(rules))
    }


def swapped(rules):
    """Return the rules with the players in the other order, and the negative payoffs."""
    moves = {
        player: {
            label: {**move, "pays": f"-({move['pays']})"} if "pays" in move else move
            for label, move in own.items()
        }
        for player, own in rules["moves"].items()
    }
    ends = [{**end, "pays": f"-({end['pays']})"} for end in rules["ends"]]
    return {**rules, "players": rules["players"][::-1], "moves": moves, "ends": ends}


class Stuck(Exception):
    """A player has no move."""


def as_graph(rules):
    """Return the state graph of rules as plain data."""
    return _Reading(rules).graph()


class _Reading:
    def __init__(self, rules):
        self.rules, self.turns = rules, rules.get("turns")
        self.let = {name: self._value(text, {}) for name, text in rules["let"].items()}
        first = {"x": 0, "y": 1, "t": 0, "lit": False}
        self.start = (tuple(first.items()), "round", 0, ())
        self.states = {}

    def graph(self):
        waiting = [self.start]
        while waiting:
            point = waiting.pop()
            if self._name(point) not in self.states:
                state, following = self._state(point)
                self.states[self._name(point)] = state
                waiting += following
        start = self._name(self.start)
        return {"players": self.rules["players"], "start": start, "states": self.states}

    @staticmethod
    def _name(point):
        return repr(point)

    def _value(self, text, names):
        words = {"nothing": None, "true": True, "false": False}
        let = getattr(self, "let", {})
        exact = str(text).replace("0.25", "F(1, 4)").replace("1/2", "F(1, 2)")
        exact = exact.replace("1/3", "F(1, 3)").replace("/0", "/ 0")
        return eval(exact, {"F": Fraction}, {**words, **let, **names})

    def _state(self, point):
        """Return the data of a state, and the points that follow."""
        values, phase, at, _ = point
        names = dict(values)
        if phase == "round":
            for end in self.rules["ends"]:
                if self._value(end["if"], names):
                    return {"payoff": str(Fraction(self._value(end["pays"], names)))}, []
            if self.turns:
                return self._turn(names, at)
            return self._first_half(names)
        if phase == "second":
            return self._second_half(point)
        return self._chance(point)

    def _options(self, player, names):
        """Return the moves of a player: label, new values, reward, and what is seen of it."""
        found = []
        for label, move in self.rules["moves"][player].items():
            for v in range(3) if "for" in move else (None,):
                here = {**names, "v": v}
                if v is not None and v == names[move["for"].rpartition(" ")[2]]:
                    continue
                if "if" in move and not self._value(move["if"], here):
                    continue
                new = {name: self._value(text, here) for name, text in move.get("do", {}).items()}
                seen = (
                    {name: self._value(text, here) for name, text in move["sees"].items()}
                    if ("sees" in move)
                    else None
                )
                reward = Fraction(self._value(move.get("pays", "0"), here))
                found.append((label.replace("{v}", str(v)), new, reward, seen))
        if not found:
            raise Stuck
        return found

    def _heard(self, player, label, seen):
        """Return what the players see of a move of a player, or of chance (None)."""
        if seen is not None:
            return {name: [_word(one)] if one is not None else [] for name, one in seen.items()}
        views = self.rules.get("sees", {})
        return {name: [label] for name in PLAYERS if name != player and name not in views}

    def _turn(self, names, at):
        player = self.turns[at]
        moves, following = {}, []
        for label, new, reward, seen in self._options(player, names):
            after = (at + 1) % len(self.turns)
            heard = self._heard(player, label, seen)
            to, texts = self._then({**names, **new}, after, 0, heard)
            moves[label] = self._move(to, texts, reward)
            following.append(to)
        return {"actor": player, "moves": moves}, following

    def _first_half(self, names):
        first, moves, following = self.rules["players"][0], {}, []
        for label, new, reward, seen in self._options(first, names):
            carried = (label, tuple(new.items()), reward, _frozen(seen))
            to = (tuple(names.items()), "second", 0, carried)
            moves[label] = {"to": self._name(to), "sees": {}}
            following.append(to)
        return {"actor": first, "moves": moves}, following

    def _second_half(self, point):
        values, _, _, (before, changed, paid, seen_before) = point
        first, second = self.rules["players"]
        names, moves, following = dict(values), {}, []
        for label, new, reward, seen in self._options(second, names):
            heard = {name: [] for name in PLAYERS}
            for player, one, texts in (
                (first, before, None if seen_before is None else dict(seen_before)),
                (second, label, seen),
            ):
                for name, more in self._heard(player, one, texts).items():
                    heard[name] += more
            to, texts = self._then({**names, **dict(changed), **new}, 0, 0, heard)
            moves[label] = self._move(to, texts, paid + reward)
            following.append(to)
        return {"actor": second, "moves": moves}, following

    def _then(self, names, turn, step, heard):
        """Return the point after the steps up to the next one of chance, and what is seen."""
        steps = self.rules["then"]
        while step < len(steps) and "chance" not in steps[step]:
            names = {
                **names,
                **{name: self._value(text, names) for name, text in steps[step]["do"].items()},
            }
            step += 1
        if step < len(steps):
            return (tuple(names.items()), f"chance {step}", turn, ()), heard
        point = (tuple(names.items()), "round", turn, ())
        ended = any(self._value(end["if"], names) for end in self.rules["ends"])
        movers = [] if ended else [self.turns[turn]] if self.turns else PLAYERS
        for name, view in self.rules.get("sees", {}).items():
            if name in movers:
                heard.setdefault(name, [])
                heard[name] += self._view(view, names)
        return point, heard

    def _view(self, view, names):
        seen = self._value(view, names)
        parts = seen if isinstance(seen, list) else [seen]
        return [_word(one) for one in parts if one is not None]

    def _chance(self, point):
        values, phase, turn, _ = point
        names, number = dict(values), int(phase.split()[1])
        step, moves, following = self.rules["then"][number], {}, []
        for label, share in step["chance"].items():
            here = {**names, "chance": label}
            new = {name: self._value(text, here) for name, text in step["do"].items()}
            seen = None
            if "sees" in step:
                seen = {name: self._value(text, here) for name, text in step["sees"].items()}
            to, texts = self._then(
                {**names, **new}, turn, number + 1, self._heard(None, label, seen)
            )
            share = self._value(share, names)
            moves[label] = {"p": str(share), **self._move(to, texts, Fraction(0))}
            following.append(to)
        return {"actor": "chance", "moves": moves}, following

    def _move(self, to, texts, reward):
        sees = {name: "; ".join(one) for name, one in texts.items() if one}
        return {"to": self._name(to), "sees": sees, "reward": str(reward)}


def _frozen(seen):
    return None if seen is None else tuple(seen.items())


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
