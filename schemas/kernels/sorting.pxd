from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from ..parts.arrays cimport Index, Int32s, Ints2

cdef inline int compared(const void *one, const void *other) noexcept nogil:
    cdef int32_t first = (<const int32_t *>one)[0]
    cdef int32_t second = (<const int32_t *>other)[0]
    return (first > second) - (first < second)

cdef inline int compared_threes(const void *one, const void *other) noexcept nogil:
    cdef const int64_t *first = <const int64_t *>one
    cdef const int64_t *second = <const int64_t *>other
    cdef int place = 0
    while place < 2 and first[place] == second[place]:
        place += 1
    return (first[place] > second[place]) - (first[place] < second[place])

cdef inline void sort(Int32s numbers, Index begin, Index end) noexcept nogil:
    if end > begin + 1:
        qsort(&numbers[begin], end - begin, sizeof(int32_t), compared)

cdef inline void sort_threes(Ints2 rows, Index count) noexcept nogil:
    if count > 1:
        qsort(&rows[0, 0], count, 3 * sizeof(int64_t), compared_threes)
