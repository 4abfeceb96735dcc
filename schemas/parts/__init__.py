"""What every artifact is made of: exact numbers, documents, problems, squares, labels."""
