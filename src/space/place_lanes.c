#include "space/place.h"

#include "base/wide_bits.h"
#include "base/wide_rows.h"

typedef uint8_t WideBytes __attribute__((vector_size(VEER_WIDE)));

// The columns of a register of balls; the bytes are of is_present[] or of exponents[].
typedef struct BallColumns {
    const VeerVec3 *positions;
    const float *radii;
    const uint8_t *bytes;
    VeerVec3 last_positions[VEER_WIDE]; // of the last balls, which are less than a register: copies
    float last_radii[VEER_WIDE];
    uint8_t last_bytes[VEER_WIDE];
} BallColumns;

// Copies the last balls, and others behind them that are no balls.
static void copy_last(const VeerBalls *balls, uint32_t first, BallColumns *columns)
{
    uint32_t count = balls->count - first;
    for (uint32_t i = 0; i < VEER_WIDE; i++) {
        bool is_there = i < count;
        columns->last_positions[i] = is_there ? columns->positions[i] : (VeerVec3){0};
        columns->last_radii[i] = is_there ? columns->radii[i] : -1.0f;
        columns->last_bytes[i] = is_there ? columns->bytes[i] : (uint8_t)VEER_INDEX_ABSENT;
    }
    columns->positions = columns->last_positions;
    columns->radii = columns->last_radii;
    columns->bytes = columns->last_bytes;
}

// @param bytes  of the first ball that is looked at
static inline void look_at(const VeerBalls *balls, const uint8_t *bytes, uint32_t first,
                           BallColumns *columns)
{
    columns->positions = balls->positions + first;
    columns->radii = balls->radii + first;
    columns->bytes = bytes;
    if (balls->count - first < VEER_WIDE) {
        copy_last(balls, first, columns);
    }
}

static inline VeerWideMask load_bytes(const uint8_t *bytes)
{
    WideBytes lanes;
    memcpy(&lanes, bytes, sizeof lanes);
    return __builtin_convertvector(lanes, VeerWideMask);
}

static inline VeerWideMask are_within(VeerWide value, float limit)
{
    return wide_at_most(wide_max(value, wide_negate(value)), wide_splat(limit));
}

// The exponents of the balls of a register that can be indexed; of others VEER_INDEX_ABSENT.
static inline VeerWideMask exponents_of(const BallColumns *columns, uint8_t wanted)
{
    VeerWide at[3], radius = wide_load(columns->radii);
    wide_rows_load(&columns->positions->x, at);
    VeerWideMask bytes = load_bytes(columns->bytes);
    VeerWideMask is_usable = wanted ? bytes == (int32_t)wanted : bytes != 0;
    for (int i = 0; i < 3; i++) {
        is_usable = wide_both(is_usable, are_within(at[i], VEER_WORLD_LIMIT));
    }
    VeerWideMask is_ball =
        wide_both(wide_at_most(wide_splat(0.0f), radius), wide_less(radius, wide_splat(INFINITY)));
    VeerWideMask exponents = ((VeerWideMask)radius >> 23) & 0xff;
    is_usable = wide_both(is_usable, is_ball);
    return wide_either(wide_both(is_usable, exponents), ~is_usable & VEER_INDEX_ABSENT);
}

// Counts the exponents of a register's first `count` lanes: mostly all are equal.
static inline void count_exponents(const uint8_t *exponents, uint32_t count, bool are_equal,
                                   uint32_t histogram[256])
{
    if (are_equal) {
        histogram[exponents[0]] += count;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        histogram[exponents[i]]++;
    }
}

static void survey(const VeerIndex *index, const VeerBalls *balls, uint8_t wanted,
                   uint32_t histogram[256])
{
    uint8_t all[VEER_WIDE];
    memset(all, 1, sizeof all);
    wanted = balls->is_present ? wanted : 0;
    for (uint32_t i = 0; i < balls->count; i += VEER_WIDE) {
        uint32_t count = balls->count - i < VEER_WIDE ? balls->count - i : VEER_WIDE;
        BallColumns columns;
        look_at(balls, balls->is_present ? balls->is_present + i : all, i, &columns);
        VeerWideMask exponents = exponents_of(&columns, wanted);
        WideBytes bytes = __builtin_convertvector(exponents, WideBytes);
        memcpy(index->exponents + i, &bytes, count);
        bool are_equal = wide_bits(exponents == exponents[0]) == VEER_WIDE_ALL;
        count_exponents(index->exponents + i, count, are_equal, histogram);
    }
}

// The lanes whose balls are of a level.
static inline VeerWideMask are_of(const BallColumns *columns, VeerExponents of)
{
    VeerWideMask exponents = load_bytes(columns->bytes);
    return (exponents >= (int32_t)of.lowest) & (exponents <= (int32_t)of.highest);
}

// The least of values and a limit, in a lane of a level.
static inline VeerWide lesser(VeerWideMask is_of, VeerWide value, VeerWide least)
{
    return wide_min(wide_select(is_of, value, least), least);
}

static void bound(const VeerIndex *index, const VeerBalls *balls, VeerExponents of,
                  VeerIndexLevel *level)
{
    VeerWide infinite = wide_splat(INFINITY), radius = wide_splat(-level->max_radius);
    VeerWide lower[3] = {infinite, infinite, infinite}, upper[3] = {infinite, infinite, infinite};
    for (uint32_t i = 0; i < balls->count; i += VEER_WIDE) {
        BallColumns columns;
        look_at(balls, index->exponents + i, i, &columns);
        VeerWideMask is_of = are_of(&columns, of);
        VeerWide at[3];
        wide_rows_load(&columns.positions->x, at);
        for (int k = 0; k < 3; k++) {
            lower[k] = lesser(is_of, at[k], lower[k]);
            upper[k] = lesser(is_of, wide_negate(at[k]), upper[k]);
        }
        radius = lesser(is_of, wide_negate(wide_load(columns.radii)), radius);
    }
    level->lower = (VeerVec3){wide_least(lower[0]), wide_least(lower[1]), wide_least(lower[2])};
    level->upper = (VeerVec3){-wide_least(upper[0]), -wide_least(upper[1]), -wide_least(upper[2])};
    level->max_radius = -wide_least(radius);
}

// Cells along one axis, a ball a lane.
static inline VeerWideMask cells_of(const VeerIndexLevel *level, VeerWideMask is_of, VeerWide at,
                                    float lower)
{
    VeerWide value =
        wide_mul(wide_select(is_of, at, wide_splat(lower)), wide_splat(level->inverse));
    VeerWideMask whole = __builtin_convertvector(value, VeerWideMask);
    return whole + wide_less(value, __builtin_convertvector(whole, VeerWide));
}

// The cells' numbers in the table of all levels, of which that of this one begins at `first`:
// veer_index_row, and along it.
static inline void find_keys(const VeerIndexLevel *level, int32_t first, const BallColumns *columns,
                             VeerWideMask is_of, bool is_spatial, uint32_t keys[VEER_WIDE])
{
    VeerWide at[3];
    VeerWideMask z = {0};
    wide_rows_load(&columns->positions->x, at);
    VeerWideMask x = cells_of(level, is_of, at[0], level->lower.x);
    VeerWideMask y = cells_of(level, is_of, at[1], level->lower.y);
    if (is_spatial) {
        z = cells_of(level, is_of, at[2], level->lower.z);
    }
    if (!level->is_hashed) {
        VeerWideMask row = (z - level->lower_cell[2]) * (int32_t)level->height;
        row = (row + (y - level->lower_cell[1])) * (int32_t)level->width;
        row = row + (x - level->lower_cell[0]) + first;
        for (int i = 0; i < VEER_WIDE; i++) {
            keys[i] = (uint32_t)row[i];
        }
        return;
    }
    for (int i = 0; i < VEER_WIDE; i++) {
        uint32_t cell = veer_index_row(level, y[i], z[i]) + (uint32_t)x[i];
        keys[i] = (uint32_t)first + (cell & level->mask);
    }
}

// Counts the balls of a register, those whose bits are set. @return the pairs that come by them
static inline uint64_t count_some(uint32_t *table, const uint32_t *keys, uint32_t bits)
{
    uint64_t pairs = 0;
    if (bits == VEER_WIDE_ALL) {
        for (uint32_t i = 0; i < VEER_WIDE; i++) {
            pairs += table[keys[i]]++;
        }
        return pairs;
    }
    for (; bits; bits &= bits - 1u) {
        pairs += table[keys[veer_bits_lowest(bits)]]++;
    }
    return pairs;
}

// Stores the keys of those whose bits are set.
static inline void store_keys(uint32_t *out, const uint32_t *keys, uint32_t bits)
{
    if (bits == VEER_WIDE_ALL) {
        memcpy(out, keys, VEER_WIDE * sizeof *out);
        return;
    }
    for (; bits; bits &= bits - 1u) {
        uint32_t i = veer_bits_lowest(bits);
        out[i] = keys[i];
    }
}

static uint64_t count(const VeerIndex *index, const VeerBalls *balls, VeerExponents of,
                      const VeerIndexLevel *level)
{
    uint64_t pairs = 0;
    int32_t first = (int32_t)(level->ends - index->table);
    for (uint32_t i = 0; i < balls->count; i += VEER_WIDE) {
        BallColumns columns;
        look_at(balls, index->exponents + i, i, &columns);
        VeerWideMask is_of = are_of(&columns, of);
        uint32_t keys[VEER_WIDE], bits = wide_bits(is_of);
        if (index->is_spatial) {
            find_keys(level, first, &columns, is_of, true, keys);
        } else {
            find_keys(level, first, &columns, is_of, false, keys);
        }
        store_keys(index->keys + i, keys, bits);
        pairs += count_some(index->table, keys, bits);
    }
    return pairs;
}

const VeerPlaceLanes VEER_LANED(veer_place) = {survey, bound, count};
