"""The ways of solving. Each is one object that knows its stages, files, report and refusals, and
nothing else asks which way it is. A new way is a module here, with an object `WAY` (see
`interface`), and a row of `WAYS` in `pipeline/settings/ways.py`. `run` takes a source through the
stages of its way.
"""
