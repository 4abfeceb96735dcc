"""For courses only: `grade` compares two games, `feedback` writes pages for students, `grading` and
`points` are for whole sets of hand-ins and for course documents, `programs` runs hand-ins on maps;
`contracts` are the calling forms of the documents, and `templates` what students begin with.
"""
