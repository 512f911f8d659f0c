/// Rows of three floats, a row a lane.
#ifndef VEER_BASE_WIDE_ROWS_H
#define VEER_BASE_WIDE_ROWS_H

#include "base/wide.h"

#ifdef WIDE_SHUFFLES

/// Which lanes are taken: of the second operand d and c, of the first b and a, which is the lowest.
#define WIDE_TAKE(d, c, b, a) ((d) << 6 | (c) << 4 | (b) << 2 | (a))

/// Floats 4 * part to 4 * part + 3 of each four rows.
static inline VeerWide wide_rows_part(const float *rows, int part)
{
    const float *at = rows + 4 * part;
#if defined(WIDE_AVX512)
    __m512 a = _mm512_castps128_ps512(_mm_loadu_ps(at));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(at + 12), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(at + 24), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(at + 36), 3);
#elif defined(WIDE_AVX2)
    __m256 a = _mm256_castps128_ps256(_mm_loadu_ps(at));
    return _mm256_insertf128_ps(a, _mm_loadu_ps(at + 12), 1);
#else
    return wide_load(at);
#endif
}

/// Stores such floats.
static inline void wide_rows_put(float *rows, int part, VeerWide a)
{
    float *at = rows + 4 * part;
#ifdef WIDE_AVX512
    _mm_storeu_ps(at, _mm512_castps512_ps128(a));
    _mm_storeu_ps(at + 12, _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(at + 24, _mm512_extractf32x4_ps(a, 2));
    _mm_storeu_ps(at + 36, _mm512_extractf32x4_ps(a, 3));
#elif defined(WIDE_AVX2)
    _mm_storeu_ps(at, _mm256_castps256_ps128(a));
    _mm_storeu_ps(at + 12, _mm256_extractf128_ps(a, 1));
#else
    wide_store(at, a);
#endif
}

#endif

/// columns[k]: number k of each of rows[3 * VEER_WIDE].
static inline void wide_rows_load(const float *rows, VeerWide columns[3])
{
#ifdef WIDE_SHUFFLES
    VeerWide a = wide_rows_part(rows, 0), b = wide_rows_part(rows, 1), c = wide_rows_part(rows, 2);
    VeerWide xy = WIDE_OF(shuffle_ps)(b, c, WIDE_TAKE(2, 1, 3, 2)); // x2 y2 x3 y3
    VeerWide yz = WIDE_OF(shuffle_ps)(a, b, WIDE_TAKE(1, 0, 2, 1)); // y0 z0 y1 z1
    columns[0] = WIDE_OF(shuffle_ps)(a, xy, WIDE_TAKE(2, 0, 3, 0));
    columns[1] = WIDE_OF(shuffle_ps)(yz, xy, WIDE_TAKE(3, 1, 2, 0));
    columns[2] = WIDE_OF(shuffle_ps)(yz, c, WIDE_TAKE(3, 0, 3, 1));
#else
    for (int i = 0; i < 3 * VEER_WIDE; i++) {
        columns[i % 3][i / 3] = rows[i];
    }
#endif
}

/// Stores columns as such rows.
static inline void wide_rows_store(float *rows, const VeerWide columns[3])
{
#ifdef WIDE_SHUFFLES
    VeerWide x = columns[0], y = columns[1], z = columns[2];
    VeerWide xy = WIDE_OF(shuffle_ps)(x, y, WIDE_TAKE(2, 0, 2, 0)); // x0 x2 y0 y2
    VeerWide yz = WIDE_OF(shuffle_ps)(y, z, WIDE_TAKE(3, 1, 3, 1)); // y1 y3 z1 z3
    VeerWide zx = WIDE_OF(shuffle_ps)(z, x, WIDE_TAKE(3, 1, 2, 0)); // z0 z2 x1 x3
    wide_rows_put(rows, 0, WIDE_OF(shuffle_ps)(xy, zx, WIDE_TAKE(2, 0, 2, 0)));
    wide_rows_put(rows, 1, WIDE_OF(shuffle_ps)(yz, xy, WIDE_TAKE(3, 1, 2, 0)));
    wide_rows_put(rows, 2, WIDE_OF(shuffle_ps)(zx, yz, WIDE_TAKE(3, 1, 3, 1)));
#else
    for (int i = 0; i < 3 * VEER_WIDE; i++) {
        rows[i] = columns[i % 3][i / 3];
    }
#endif
}

#endif
