from libc.stdint cimport int64_t

from ....schemas.parts.arrays cimport Doubles, Doubles3, Index, Ints

cdef enum:
    LANES = 8
    MOST = 16

cdef extern from "stages/solve/induction/lanes.h" nogil:
    void lanes_try_support(
        double *A,
        int64_t m,
        int64_t n,
        int64_t *R,
        int64_t *C,
        int64_t s,
        double lift,
        double *K,
        double *weights,
        double *proof,
        double *done,
    )

cdef inline void try_support(
    Doubles3 A,
    Index m,
    Index n,
    Ints R,
    Ints C,
    Index s,
    double lift,
    Doubles3 K,
    Doubles3 weights,
    Doubles3 proof,
    Doubles done,
) noexcept nogil:
    lanes_try_support(
        &A[0, 0, 0],
        m,
        n,
        &R[0],
        &C[0],
        s,
        lift,
        &K[0, 0, 0],
        &weights[0, 0, 0],
        &proof[0, 0, 0],
        &done[0],
    )
