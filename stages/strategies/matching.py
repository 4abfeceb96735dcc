"""Fit the contents of a strategy's text to a game: every information set by its number or its
words, every action by its label or its place.

All problems are found in one pass. An unknown information set causes no further problems: the
player's moves are followed only through the known ones.

Entries in columns, with exactly one numbered entry per information set of a player, are fitted at
once; all others entry by entry, which reports the problems with their positions.
"""

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.parts.exact import nearest, read_exact
from ...schemas.parts.near import near
from ...schemas.parts.problems import InputError, Problem, shown
from ...schemas.parts.rationals import rationals
from ...schemas.parts.source import OSPOSG, RULES_FILE, Source, constants_of
from ...schemas.strategies import ExactBehaviour, ExactColumnsView, ExactStrategy
from ...schemas.strategies.columns import ExactColumns, exact_columns
from ...schemas.strategies.entries import EntryColumns
from ...schemas.strategy import FittedStrategies
from .amounts import Amounts
from .entries import InfosetEntry, Log, Spot, Text, listed, located
from .names import Names, is_number, plain, short, sight
from .own_json import infoset_entry

OUT = "remove 'game_sha256' and 'source' to match it by names anyway"


def refuse_other(text: str, strategy: Text, game: Game) -> None:
    """Raise InputError if a text names another game for its strategy."""
    if not strategy.game_sha256 and strategy.source is None:
        return
    ours, theirs = game.source, strategy.source
    # The same map under another name gives the same game, but another file with another digest.
    if ours is not None and theirs is not None and _key(ours) == _key(theirs):
        return
    if strategy.game_sha256 == game.digest:
        return
    line = text.count("\n", 0, max(0, text.find('"game_sha256"'))) + 1
    if ours is not None and theirs is not None and _is_varied(ours, theirs):
        other = _other_constants(ours, theirs)
    else:
        other = f"{_difference(strategy, game)}; {OUT}"
    raise InputError([Problem(f"the strategy is for {other}", (), line)])


def _key(source: Source) -> tuple[str, str, int]:
    return source.sha256, source.rules, source.level


def _is_varied(ours: Source, theirs: Source) -> bool:
    """Return whether the sources are one file with other constants."""
    rules, others = ours.rules.split(" ")[0], theirs.rules.split(" ")[0]
    same_kind = rules == others and rules in (RULES_FILE, OSPOSG)
    return same_kind and ours.sha256 == theirs.sha256 and ours.rules != theirs.rules


def _other_constants(ours: Source, theirs: Source) -> str:
    given, wanted = constants_of(ours.rules), constants_of(theirs.rules)
    own = "the constants of the file"
    game = " ".join(map("=".join, given)) or own
    made = " ".join(map("=".join, wanted)) or own
    words = shlex.join(word for pair in wanted for word in ("--let", "=".join(pair)))
    way = f"give {words}, in Python let={dict(wanted)}" if wanted else "leave out --let"
    return (
        f"{made}, but this game has {game}: {way}; or use its table (--format csv), which is "
        "matched by names"
    )


def _difference(strategy: Text, game: Game) -> str:
    theirs, ours = strategy.source, game.source
    if theirs is None or ours is None or theirs.sha256 != ours.sha256:
        named = f", {theirs.file}" if theirs is not None and theirs.file else ""
        # The same file can give another game: with --p, or after a change of the file.
        differs = strategy.title and strategy.title != game.title
        titles = f": {shown(strategy.title)}, but this is {shown(game.title)}" if differs else ""
        return f"another game{named}{titles}"
    if theirs.rules != ours.rules:
        return f"the rules {theirs.rules}, but this game has {ours.rules}"
    return f"level {theirs.level} of this map, but this game has level {ours.level}"


GUESSES = 20
"""The most problems with suggestions of similar names, as the search for them is slow."""


class Lookup:
    """Finds information sets and actions, and records names that match nothing."""

    def __init__(self, names: Names, both: bool, log: Log) -> None:
        self.names, self.both, self.log = names, both, log
        self.guessed: set[int] = set()
        """Information sets that were already suggested."""
        self._guesses = 0
        self._actions: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, ...]] = {}

    def infosets(self, entry: InfosetEntry) -> Sequence[int]:
        """Return the information sets that an entry names: none if that is unclear, two if it
        applies to both players.
        """
        if entry.infoset is not None:
            return (entry.infoset,) if self._is_right(entry, entry.infoset) else ()
        assert entry.words is not None
        players = (1, 2) if entry.player is None else (entry.player,)
        by_player = [self.names.find(player, entry.words) for player in players]
        every = [infoset for each in by_player for infoset in each]
        if entry.actions and len(every) > 1:  # Both players have such sets: decide by the actions.
            able = [at for at in every if {*entry.actions} <= {*self.names.labels(at)}]
            whose = [at for at in able if self.names.players[at] == self.names.player]
            if able:
                every = whose or able
                by_player = [every]
        if not every:
            self._unknown(entry, players)
            return ()
        if max(map(len, by_player)) == 1 and (len(every) == 1 or self.both):
            return every
        self.guessed.update(every)
        numbers = ", ".join(map(str, every[:5])) + (", ..." if len(every) > 5 else "")
        said = f"{short(entry.words)} matches {len(every)} information sets, {numbers}"
        of_both = len({self.names.players[infoset] for infoset in every}) == 2
        way = f", in Python {{{every[0]}: {{ACTION: 0.5, ...}}}}" if of_both else ""
        self.log.add(f"{said}; give a number{way}", entry.spot)
        return ()

    def _is_right(self, entry: InfosetEntry, infoset: int) -> bool:
        names = self.names
        if not 0 <= infoset < len(names):
            _, near = self._near((1, 2), entry.words)
            self.log.add(
                f"there is no information set {infoset}; they are 0 to {len(names) - 1}{near}",
                entry.spot,
            )
            return False
        if entry.player is not None and entry.player != names.players[infoset]:
            self.log.add(
                f"{names.called(infoset)} belongs to player {names.players[infoset]}, not player "
                f"{entry.player}",
                entry.spot,
            )
            self.guessed.add(infoset)
            return False
        if entry.words is None or entry.words == names.words(infoset):
            return True
        known = plain(entry.words)
        if known in (plain(names.words(infoset)), sight(names.sees(infoset))):
            return True
        self.guessed.update((infoset, *names.find(names.players[infoset], entry.words)))
        self.log.add(
            f"{names.called(infoset)} is not {short(entry.words)}; delete one of them", entry.spot
        )
        return False

    def _unknown(self, entry: InfosetEntry, players: Sequence[int]) -> None:
        whose = f"player {players[0]} has" if len(players) == 1 else "there is"
        nearest, near = self._near(players, entry.words)
        others = self.names.find(3 - players[0], entry.words or "") if len(players) == 1 else []
        if others:
            near = f"; player {3 - players[0]} has it: {others[0]}"
        self.log.add(f"{whose} no information set {short(entry.words, nearest)}{near}", entry.spot)

    def _near(self, players: Sequence[int], words: str | None) -> tuple[str, str]:
        """Return the words of the most similar information set, and the similar ones as advice."""
        if not words or not self._may_guess():
            return "", ""
        near = self.names.near(players, words)
        self.guessed.update(near[:1])
        labels = [self.names.words(infoset) for infoset in near]
        listed = (f"{short(label, words)} ({at})" for label, at in zip(labels, near, strict=True))
        return "".join(labels[:1]), "; similar: " * bool(near) + " or ".join(listed)

    def _may_guess(self) -> bool:
        self._guesses += 1
        return self._guesses <= GUESSES

    def places(self, infoset: int, entry: InfosetEntry) -> tuple[int, ...] | None:
        """Return the places of the named actions; None for all of them in their order."""
        labels = self.names.labels(infoset)
        if entry.actions is None:
            if len(entry.numbers) != len(labels):
                self.log.add(
                    f"{len(entry.numbers)} probabilities for {len(labels)} actions: "
                    f"{listed(labels)}",
                    entry.spot,
                )
            return None
        if entry.actions == labels:
            return None
        known = self._actions.get((labels, entry.actions))
        if known is None:
            known = self._places(infoset, labels, entry)
            if len(set(known)) == len(entry.actions):
                self._actions[labels, entry.actions] = known
        return known

    def _places(
        self, infoset: int, labels: tuple[str, ...], entry: InfosetEntry
    ) -> tuple[int, ...]:
        assert entry.actions is not None
        place = {label: at for at, label in enumerate(labels)}
        alike = {plain(label): at for at, label in enumerate(labels)}
        if len(alike) == len(labels):
            place = alike | place
        if not any(map(is_number, labels)):
            place |= {str(at): at for at in range(len(labels))}
        values = _by_value(labels)
        taken = dict[int, None]()
        for action, spot in zip(entry.actions, entry.spots, strict=True):
            index = place.get(action, place.get(plain(action)))
            index = values.get(read_exact(plain(action))) if index is None else index
            if index is None:
                nearest = near(action, labels, 3) if self._may_guess() else ()
                others = f"similar: {listed(nearest)}" if nearest else f"it has {listed(labels)}"
                self.log.add(
                    f"{self.names.called(infoset)} has no action {shown(action)}; {others}", spot
                )
            elif index in taken:
                self.log.add(f"duplicate action {shown(labels[index])}", spot)
            else:
                taken[index] = None
        return tuple(taken)


def _by_value(labels: Sequence[str]) -> dict[Fraction | None, int]:
    """Return the places of the labels that are numbers, by their values. Spreadsheets write `1` for
    `1.0`. Equal numbers are left out.

    >>> _by_value(["1.0", "0.0", "fold"]), _by_value(["1", "1.0", "2"])
    ({Fraction(1, 1): 0, Fraction(0, 1): 1}, {Fraction(2, 1): 2})
    """
    values = [read_exact(plain(label)) for label in labels]
    counts = Counter(values)
    return {
        value: at for at, value in enumerate(values) if value is not None and counts[value] == 1
    }


MAX_PROBLEMS = 100
REPEATED = 5
"""The most problems with the same message; the others are counted."""


def fit(text: str, strategy: Text, names: Names, partial: bool = False) -> FittedStrategies:
    """Return the strategies in a checked game; `partial` ones lack the information sets without an
    entry. Raises InputError with the line of every problem.
    """
    fitted = _fit_columns(strategy.columns, names) if strategy.columns else None
    if fitted is not None:
        return fitted
    fitting = Fitting(names, strategy.both)
    for each in strategy.entries:
        fitting.take(each)
    given = fitting.done(partial)
    if fitting.log:
        raise InputError(_cut(located(text, fitting.log)))
    return given


def _cut(every: Sequence[Problem]) -> Sequence[Problem]:
    messages, problems = Counter[str](), list[Problem]()
    for problem in every:
        messages[problem.message] += 1
        if messages[problem.message] <= REPEATED:
            problems.append(problem)
    problems += [
        Problem(f"{count - REPEATED:,} more: {message}")
        for message, count in messages.items()
        if count > REPEATED
    ]
    if len(problems) <= MAX_PROBLEMS:
        return problems
    rest = Problem(f"and {len(problems) - MAX_PROBLEMS:,} more problems")
    return [*problems[:MAX_PROBLEMS], rest]


class Fitting:
    """The strategies fitted so far."""

    def __init__(self, names: Names, both: bool) -> None:
        self.game, self.names = names.game, names
        self.log = Log()
        self.finding = Lookup(names, both, self.log)
        self.amounts = Amounts(self.log)
        self.found: dict[int, tuple[Fraction, ...] | None] = {}
        """The distributions by information set; None if the probabilities are invalid."""
        self.spots: dict[int, Spot] = {}

    def take(self, entry: InfosetEntry) -> None:
        """Fit the entry of one information set."""
        self.log.extend(entry.problems)
        for infoset in self.finding.infosets(entry):
            if infoset in self.spots:
                self.log.add(f"duplicate entry for {self.names.called(infoset)}", entry.spot)
                continue
            self.spots[infoset] = entry.spot
            self.found[infoset] = None if entry.problems else self.distribution(infoset, entry)

    def distribution(self, infoset: int, entry: InfosetEntry) -> tuple[Fraction, ...] | None:
        """Return the distribution at an information set, or record its problem."""
        problems = len(self.log)
        labels = self.names.labels(infoset)
        places = self.finding.places(infoset, entry)
        read = self.amounts.shares(entry, labels)
        if len(self.log) > problems or read is None:
            return None
        if places is None:
            return read
        probabilities = [Fraction(0)] * len(labels)
        for place, probability in zip(places, read, strict=True):
            probabilities[place] = probability
        return tuple(probabilities)

    def done(self, partial: bool = False) -> FittedStrategies:
        """Return the strategies; missing information sets are completed or recorded as problems,
        unless the strategies may be `partial`.
        """
        if not self.found and not self.log:
            self.log.add("the strategy has no information sets", ())
        players = self.names.players
        given = {players[infoset] for infoset in self.found}
        given |= {player for player in (1, 2) if player not in players}
        # Most often nothing is missing, and the moves need not be followed.
        whole = len(self.found) == sum(player in given for player in players)
        completed = 0 if whole or partial else self._complete(given)
        sides = tuple(self._side(player) if player in given else None for player in (1, 2))
        adjusted, overruled = nearest(self.amounts.adjusted), self.amounts.overruled
        return FittedStrategies((sides[0], sides[1]), adjusted, completed, overruled)

    def _complete(self, given: set[int]) -> int:
        """Complete the strategies at information sets with one action, and at those that the
        player's own moves never reach; return the number of the latter.
        """
        leads: dict[int, Spot] = {0: ()}
        """The sequences that are played, with the position of the entry that says so."""
        completed = 0
        guessed = self.finding.guessed
        for infoset, player in enumerate(self.names.players):
            if player not in given:
                continue
            if infoset not in self.found:
                ways = (leads[way] for way in self.game.parents[infoset] if way in leads)
                spot = next(ways, None)
                size = len(self.names.labels(infoset))
                self.found[infoset] = (Fraction(1, size),) * size
                if size == 1:
                    # There is no choice here: its followers are reached whenever the set is.
                    leads.update({self.game.first[infoset]: spot} if spot is not None else {})
                elif spot is None:
                    completed += 1
                elif infoset not in guessed:
                    self.log.add(
                        f"{self.names.called(infoset)} is missing, but moves of player {player} "
                        "lead there",
                        spot,
                    )
                continue
            probabilities, spot = self.found[infoset], self.spots[infoset]
            is_played = any(way in leads for way in self.game.parents[infoset])
            for action, sequence in enumerate(self.game.sequences(infoset)):
                if is_played and probabilities is not None and probabilities[action]:
                    leads[sequence] = spot
        return completed

    def _side(self, player: int) -> ExactStrategy:
        entries = (
            ExactBehaviour(infoset, self.found[infoset] or ())
            for infoset, owner in enumerate(self.names.players)
            if owner == player and infoset in self.found
        )
        return ExactColumnsView(exact_columns(entries))


Int32s = NDArray[np.int32]
_NO_ENTRY = -1


def _fit_columns(entries: EntryColumns, names: Names) -> FittedStrategies | None:
    """Return the strategies in a checked game; None if `Fitting` must take over: an entry is wrong,
    or some information sets of a player have none or several.
    """
    game = names.game
    entry = _entries(entries, game)
    if entry is None or not _are_named(entries, names):
        return None
    texts = game.columns.infosets.actions[entries.infoset]
    shares, is_known = entries.exact()
    is_known = is_known[entries.shares] & _in_order(entries, texts, names)
    which, begin = entries.shares.copy(), entries.begin
    # Few: decimals that do not sum to 1, long numbers, or actions in another order.
    others = np.flatnonzero(~is_known)
    pairs = entries.shares[others].astype(np.int64) << 32 | texts[others]
    _, first, index = np.unique(pairs, return_index=True, return_inverse=True)
    fitting = Fitting(names, both=False)
    distributions = list[tuple[Fraction, ...]]()
    for number in others[first].tolist():
        infoset = int(entries.infoset[number])
        fitted = fitting.distribution(infoset, infoset_entry(number, entries.record(number)))
        if fitted is None:
            return None
        distributions.append(fitted)
    if distributions:
        which[others] = len(begin) - 1 + index
        sizes = accumulate(map(len, distributions), initial=int(begin[-1]))
        begin = np.append(begin[:-1], np.fromiter(sizes, np.int32))
        shares = rationals(chain(shares, chain.from_iterable(distributions)))
    sides = []
    for player in (1, 2):
        infosets = game.columns.infosets.of(player)
        columns = ExactColumns(
            infoset=infosets, which=which[entry[infosets]], begin=begin, shares=shares
        )
        is_given = not len(infosets) or entry[infosets[0]] >= 0
        sides.append(ExactColumnsView(columns) if is_given else None)
    return FittedStrategies((sides[0], sides[1]), nearest(fitting.amounts.adjusted))


def _in_order(entries: EntryColumns, texts: Int32s, names: Names) -> NDArray[np.bool_]:
    """Return whether each entry has all actions in the order of the game; `texts` are the texts of
    the actions of their information sets.
    """
    labels = entries.labels[entries.shares]
    sizes = np.diff(names.game.columns.infosets.first)[entries.infoset]
    in_order: NDArray[np.bool_] = np.diff(entries.begin)[entries.shares] == sizes
    pairs = labels.astype(np.int64) << 32 | texts
    _, first, index = np.unique(pairs, return_index=True, return_inverse=True)
    distinct = zip(labels[first].tolist(), entries.infoset[first].tolist(), strict=True)
    agree = [
        entries.actions[number] in (None, names.labels(infoset)) for number, infoset in distinct
    ]
    in_order &= np.array(agree)[index]
    return in_order


def _entries(entries: EntryColumns, game: Game) -> Int32s | None:
    """Return for each information set the number of its entry, or -1; None if only some sets of a
    player have one, or if a set has several.
    """
    owner = game.columns.infosets.player
    if not len(entries) or entries.infoset.max() >= len(owner):
        return None
    whose = owner[entries.infoset]
    if ((entries.player >= 0) & (entries.player != whose)).any():
        return None
    found = np.full(len(owner), _NO_ENTRY, np.int32)
    found[entries.infoset] = np.arange(len(entries))
    of_given = np.isin(owner, np.unique(whose))
    return (
        found if np.array_equal(found >= 0, of_given) and of_given.sum() == len(entries) else None
    )


def _are_named(entries: EntryColumns, names: Names) -> bool:
    """Return whether the words of the entries are those of their information sets."""
    # The same words may be spelled with other escapes.
    return all(
        begin < 0 or json.loads(entries.text[begin:end]) == names.words(infoset)
        for infoset, (begin, end) in zip(
            entries.infoset.tolist(), entries.words.tolist(), strict=True
        )
    )
