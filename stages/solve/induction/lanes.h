/* try_support of lanes.py: LANES matrix games at once, WIDTH of them in one vector.

   Nothing is reordered or contracted, so every machine gives the same bits. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES 8
#define MOST 16 /* As in lanes.py. */

/* GCC and Clang: a vector is as wide as AVX2's; for other processors they split it. */
#if defined(__GNUC__)
#define WIDTH 4
typedef double vector __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));
typedef int64_t mask __attribute__((vector_size(8 * WIDTH)));
#define FILL(number) ((vector){0} + (number))
#define SELECT(where, a, b) ((vector)(((mask)(a) & (where)) | ((mask)(b) & ~(where))))
#else
#define WIDTH 1
typedef double vector;
#define FILL(number) (number)
#define SELECT(where, a, b) ((where) ? (a) : (b))
#endif

#define AT(array, i, j) (*(vector *)&array[((i) * WIDTH_OF_##array + (j)) * LANES + lane])
#define WIDTH_OF_A MOST
#define WIDTH_OF_K (MOST + 1)
#define WIDTH_OF_weights MOST
#define WIDTH_OF_proof 3

/* Only glibc chooses a clone by the processor. */
#if defined(__GNUC__) && defined(__GLIBC__) && defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
static void lanes_try_support(double *A, int64_t m, int64_t n, int64_t *R, int64_t *C, int64_t s,
                              double lift, double *K, double *weights, double *proof,
                              double *done) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        const vector one = FILL(1.0);
        for (int64_t a = 0; a < s; a++) {
            for (int64_t b = 0; b < s; b++) AT(K, a, b) = AT(A, R[a], C[b]) + lift;
            AT(K, a, s) = AT(K, s, a) = one;
        }
        for (int64_t a = 0; a < s; a++) {
            const vector inverse = one / AT(K, a, a);
            AT(K, s + 1, a) = inverse;
            for (int64_t i = a + 1; i <= s; i++) {
                const vector factor = AT(K, i, a) * inverse;
                AT(K, i, a) = factor;
                for (int64_t j = a + 1; j <= s; j++) AT(K, i, j) -= factor * AT(K, a, j);
            }
        }
        vector least = FILL(0.0), total = least, other = least;
        for (int64_t a = s - 1; a >= 0; a--) {
            vector u = AT(K, a, s), w = AT(K, s, a);
            for (int64_t j = a + 1; j < s; j++) {
                u -= AT(K, a, j) * AT(weights, 0, j);
                w -= AT(K, j, a) * AT(weights, 1, j);
            }
            u *= AT(K, s + 1, a);
            AT(weights, 0, a) = u;
            AT(weights, 1, a) = w;
            least = SELECT(u < least, u, least);
            least = SELECT(w < least, w, least);
            total += u;
            other += w;
        }
        AT(proof, 0, 0) = least;
        bool hopeful = false;
        for (int at = lane; at < lane + WIDTH; at++) hopeful |= proof[at] >= 0.0 && !done[at];
        if (!hopeful) continue;
        total = one / total;
        other = one / other;
        for (int64_t a = 0; a < s; a++) {
            AT(weights, 0, a) *= total;
            AT(weights, 1, a) *= other;
        }
        vector upper = FILL(-INFINITY), lower = FILL(INFINITY);
        for (int64_t i = 0; i < m; i++) {
            vector worth = FILL(0.0);
            for (int64_t b = 0; b < s; b++) worth += AT(A, i, C[b]) * AT(weights, 0, b);
            upper = SELECT(worth > upper, worth, upper);
        }
        for (int64_t j = 0; j < n; j++) {
            vector worth = FILL(0.0);
            for (int64_t a = 0; a < s; a++) worth += AT(A, R[a], j) * AT(weights, 1, a);
            lower = SELECT(worth < lower, worth, lower);
        }
        AT(proof, 0, 1) = lower;
        AT(proof, 0, 2) = upper;
    }
}
