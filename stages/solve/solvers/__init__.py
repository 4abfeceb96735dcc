"""One file per solver: how it is called, and what it said."""
