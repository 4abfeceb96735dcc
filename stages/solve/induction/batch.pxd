from libc.math cimport INFINITY

from ....schemas.parts.arrays cimport Doubles, Doubles2, Doubles3, Index, Ints, Ints2
from .lanes cimport LANES, MOST, try_support
from .simplex cimport bounds, simplex

cdef double CHANGE, CLEAN
cdef Index TRIES

cdef class Bench:
    cdef readonly Doubles3 A
    cdef readonly Doubles low, high
    cdef readonly Doubles2 X, Y
    cdef readonly Ints2 R, C
    cdef readonly Ints size
    cdef Doubles done
    cdef Doubles3 K, weights, proof
    cdef Doubles2 true, changed, tableau
    cdef Ints basic, free
    cdef Doubles x, y

cpdef void solve_batch(
    Bench bench, Index m, Index n, Index lanes, double lift, bint keep
) noexcept nogil
cdef void try_kept(Bench bench, Index chosen, Index m, Index n, double lift) noexcept nogil
cdef double gap(Doubles3 proof, Index lane) noexcept nogil
cdef (double, double) solve_alone(
    Bench bench, Index lane, Index m, Index n, double lift
) noexcept nogil
cdef void from_support(Bench bench, Index chosen, Index lane, Index m, Index n) noexcept nogil
cdef void to_front(Ints2 R, Ints2 C, Ints size, Index chosen) noexcept nogil
