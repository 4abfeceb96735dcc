"""Files that belong together: whether they agree, and which was made from which."""
