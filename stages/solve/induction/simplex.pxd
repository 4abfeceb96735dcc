from libc.math cimport INFINITY

from ....schemas.parts.arrays cimport Doubles, Doubles2, Index, Ints, ReadDoubles, ReadDoubles2

cdef Index MAX_PIVOTS

cpdef Index simplex(
    ReadDoubles2 matrix,
    Index m,
    Index n,
    Doubles2 tableau,
    Ints rows,
    Ints columns,
    Doubles x,
    Doubles y,
) noexcept nogil
cpdef (double, double) bounds(
    ReadDoubles2 matrix, Index m, Index n, ReadDoubles x, ReadDoubles y
) noexcept nogil
