"""The programs of students read their map when they are imported: pytest must not collect them."""

collect_ignore = ["programs/right"]
