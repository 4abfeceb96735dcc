"""Look up the information sets of a game and their actions that a text names."""

from collections.abc import Sequence

from schemas.parts.near import near
from schemas.parts.problems import shown
from stages.strategies.entries import Noted, Said, listed
from stages.strategies.names import Names, plain, short, sight

GUESSES = 20
"""The most problems with suggestions of similar names, as the search for them is slow."""


class Finding:
    """Finds information sets and actions, and records names that match nothing."""

    def __init__(self, names: Names, both: bool, noted: list[Noted]) -> None:
        self.names, self.both, self.noted = names, both, noted
        self.guessed: set[int] = set()
        """Information sets that were already suggested."""
        self._guesses = 0
        self._actions: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, ...]] = {}

    def infosets(self, said: Said) -> Sequence[int]:
        """Return the information sets that an entry names: none if that is unclear, two if it
        applies to both players.
        """
        if said.infoset is not None:
            return (said.infoset,) if self._is_right(said, said.infoset) else ()
        assert said.words is not None
        players = (1, 2) if said.player is None else (said.player,)
        found = [self.names.find(player, said.words) for player in players]
        every = [infoset for each in found for infoset in each]
        if said.actions and len(every) > 1:  # Both players have such sets: decide by the actions.
            able = [at for at in every if {*said.actions} <= {*self.names.labels(at)}]
            if able:
                found, every = [able], able
        if not every:
            self._unknown(said, players)
            return ()
        if max(map(len, found)) == 1 and (len(every) == 1 or self.both):
            return every
        self.guessed.update(every)
        numbers = ", ".join(map(str, every[:5])) + (", ..." if len(every) > 5 else "")
        self._note(
            f"{short(said.words)} names {len(every)} information sets, {numbers}; give the number",
            said,
        )
        return ()

    def _is_right(self, said: Said, infoset: int) -> bool:
        names = self.names
        if not 0 <= infoset < len(names):
            near = self._near((1, 2), said.words)
            self._note(
                f"there is no information set {infoset}; they are 0 to {len(names) - 1}{near}", said
            )
            return False
        if said.player is not None and said.player != names.players[infoset]:
            self._note(
                f"{names.called(infoset)} is player {names.players[infoset]}'s, not player "
                f"{said.player}'s",
                said,
            )
            self.guessed.add(infoset)
            return False
        if said.words is None or said.words == names.words(infoset):
            return True
        known = plain(said.words)
        if known in (plain(names.words(infoset)), sight(names.sees(infoset))):
            return True
        self.guessed.update((infoset, *names.find(names.players[infoset], said.words)))
        self._note(
            f"{names.called(infoset)} is not {short(said.words)}; leave one of both out", said
        )
        return False

    def _unknown(self, said: Said, players: Sequence[int]) -> None:
        whose = f"player {players[0]} has" if len(players) == 1 else "there is"
        near = self._near(players, said.words)
        others = self.names.find(3 - players[0], said.words or "") if len(players) == 1 else []
        if others:
            near = f"; player {3 - players[0]} has: {others[0]}"
        self._note(f"{whose} no information set {short(said.words)}{near}", said)

    def _near(self, players: Sequence[int], words: str | None) -> str:
        if not words or not self._may_guess():
            return ""
        near = self.names.near(players, words)
        self.guessed.update(near[:1])
        return "; near to it: " * bool(near) + " or ".join(
            f"{short(self.names.words(infoset))} ({infoset})" for infoset in near
        )

    def _may_guess(self) -> bool:
        self._guesses += 1
        return self._guesses <= GUESSES

    def places(self, infoset: int, said: Said) -> tuple[int, ...] | None:
        """Return the places of the named actions; None for all of them in their order."""
        labels = self.names.labels(infoset)
        if said.actions is None:
            if len(said.numbers) != len(labels):
                self._note(
                    f"{len(said.numbers)} probabilities for {len(labels)} actions: "
                    f"{listed(labels)}",
                    said,
                )
            return None
        if said.actions == labels:
            return None
        known = self._actions.get((labels, said.actions))
        if known is None:
            known = self._places(infoset, labels, said)
            if len(set(known)) == len(said.actions):
                self._actions[labels, said.actions] = known
        return known

    def _places(self, infoset: int, labels: tuple[str, ...], said: Said) -> tuple[int, ...]:
        assert said.actions is not None
        place = {label: at for at, label in enumerate(labels)}
        alike = {plain(label): at for at, label in enumerate(labels)}
        if len(alike) == len(labels):
            place = alike | place
        if not any(map(_is_number, labels)):
            place |= {str(at): at for at in range(len(labels))}
        found = dict[int, None]()
        for action, spot in zip(said.actions, said.spots, strict=True):
            at = place.get(action, place.get(plain(action)))
            if at is None:
                nearest = near(action, labels, 3) if self._may_guess() else ()
                others = (
                    f"near to it: {listed(nearest)}" if nearest else f"they are {listed(labels)}"
                )
                self.noted.append(
                    Noted(
                        f"{self.names.called(infoset)} has no action {shown(action)}; {others}",
                        spot,
                    )
                )
            elif at in found:
                self.noted.append(Noted(f"the action {shown(labels[at])} stands twice", spot))
            else:
                found[at] = None
        return tuple(found)

    def _note(self, message: str, said: Said) -> None:
        self.noted.append(Noted(message, said.spot))


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdigit()
