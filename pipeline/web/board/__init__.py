"""The board of droid battle, on which people play and watch: a page, or the terminal."""
