"""Programs built on the compiler, one folder each. The core knows them as rows with a name."""
