"""The board of droid battle, for playing and watching: a page, or the terminal."""
