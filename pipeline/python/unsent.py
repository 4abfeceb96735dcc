"""Objects that stay in the process that made them.

What they return is annotated as `Number | Any` where it can be None: None is rare, and a type
checker should not ask about it at each use.
"""

from typing import Any, NoReturn, Self


class Unsent:
    """An object that never changes, and has too much to be pickled: all that the stages made."""

    instead: str

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__.lower()
        raise TypeError(f"this {name} cannot be sent to another process: {self.instead}")
