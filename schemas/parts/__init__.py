"""The common parts of all artifacts: exact numbers, documents, problems, squares, labels."""
