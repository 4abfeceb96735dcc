"""The stages: each a pure function from one artifact to the next, in a folder of its verb's name.

`forms` is what several of them share, `isolated` the process in which libraries run, `checker` and
`induction_checker` the programs that prove certificates and know nothing of the rest.
"""
