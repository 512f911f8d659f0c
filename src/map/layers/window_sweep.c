/// Which cells a ball that moves on a straight line overlaps, and when.
///
/// A ball overlaps a cell while its centre is within reach of it: in a box with rounded edges. That
/// is convex, so the time is one interval, and it is the union of simpler bodies: along each axis
/// the centre lies either between both faces of the cell, or within reach of one of them; the
/// latter axes together make a circle or a ball about an edge or a corner. The least begin and the
/// last end over all these is the answer.
#include "map/layers/window_sweep.h"
#include "math/vec.h"

#include <math.h>

#define NEVER 1e30f
#define CHUNK 64       ///< cells of a row that are computed together
#define ROUNDING 0.01f ///< cells: more than what is rounded in finding cells that are met

typedef struct SweepTimes {
    float begin, end; ///< ticks since the piece was stored; never, if begin > end
} SweepTimes;

/// A piece as the cells of one row see it.
typedef struct SweepRow {
    const VeerWindowPiece *piece;
    float square; ///< of the radius
    SweepTimes whole;
    int32_t y, z, x; ///< x: of the first cell of the chunk
    int32_t count;   ///< cells of the chunk
    bool is_spatial;
    float begin[CHUNK], end[CHUNK];
} SweepRow;

/// What holds along y and z: when the centre is between the faces of those axes that are so, and
/// from where and how fast it moves along those that are round.
typedef struct SweepCross {
    SweepTimes between;
    float y, z, vy, vz;
} SweepCross;

static SweepTimes meet(SweepTimes a, SweepTimes b)
{
    return (SweepTimes){a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

/// When a point is in [lower, upper].
static SweepTimes between(float place, float speed, float lower, float upper)
{
    if (speed == 0.0f) {
        bool is_in = place >= lower && place <= upper;
        return is_in ? (SweepTimes){-NEVER, NEVER} : (SweepTimes){NEVER, -NEVER};
    }
    float a = (lower - place) / speed, b = (upper - place) / speed;
    return a < b ? (SweepTimes){a, b} : (SweepTimes){b, a};
}

/// Adds the condition along an axis across the row: between the faces (side 0), or within reach of
/// the lower or the upper one.
static void cross_axis(const VeerWindowPiece *piece, int axis, int32_t index, int side,
                       SweepCross *cross)
{
    float place = piece->position[axis], speed = piece->velocity[axis];
    if (side == 0) {
        SweepTimes times = between(place, speed, (float)index, (float)(index + 1));
        cross->between = meet(cross->between, times);
        return;
    }
    float offset = place - (float)(index + side - 1);
    *(axis == 1 ? &cross->y : &cross->z) = offset;
    *(axis == 1 ? &cross->vy : &cross->vz) = speed;
}

/// When y and z alone allow it.
static SweepTimes round_times(const SweepRow *row, const SweepCross *cross)
{
    float square = cross->vy * cross->vy + cross->vz * cross->vz, closest = 0.0f, y, z;
    if (square > 0.0f) {
        closest = -(cross->y * cross->vy + cross->z * cross->vz) / square;
    }
    y = cross->y + cross->vy * closest;
    z = cross->z + cross->vz * closest;
    float under = row->square - (y * y + z * z);
    if (!(under > 0.0f)) {
        return (SweepTimes){NEVER, -NEVER};
    }
    float half = square > 0.0f ? sqrtf(under / square) : NEVER;
    return meet(cross->between, (SweepTimes){closest - half, closest + half});
}

/// Joins the times in which the centre is between the faces across x, or outside of them by no more
/// than `beyond`.
static void join_between(SweepRow *row, SweepTimes times, float beyond)
{
    float place = row->piece->position[0], speed = row->piece->velocity[0];
    // Where nothing moves along x, `here` decides alone.
    float inverse = speed != 0.0f ? 1.0f / speed : 0.0f;
    float last = times.end, half = speed != 0.0f ? (0.5f + beyond) * fabsf(inverse) : NEVER;
    for (int32_t i = 0; i < row->count; i++) {
        float offset = (float)(row->x + i) + 0.5f - place;
        bool here = (speed != 0.0f) | (fabsf(offset) <= 0.5f + beyond);
        float from = offset * inverse - half, to = offset * inverse + half;
        from = from > times.begin ? from : times.begin;
        to = to < last ? to : last;
        bool is_some = here & (from <= to);
        from = is_some ? from : NEVER;
        to = is_some ? to : -NEVER;
        row->begin[i] = from < row->begin[i] ? from : row->begin[i];
        row->end[i] = to > row->end[i] ? to : row->end[i];
    }
}

/// Joins the times in which the centre is within reach of the lower or the upper face. The time of
/// the closest approach and how far off that is come first, for no small difference of large
/// squares is taken then.
static void join_round(SweepRow *row, const SweepCross *cross)
{
    float place = row->piece->position[0], speed = row->piece->velocity[0];
    float along = speed * speed + cross->vy * cross->vy + cross->vz * cross->vz;
    float inverse = along > 0.0f ? 1.0f / along : 0.0f;
    float root = along > 0.0f ? sqrtf(inverse) : NEVER;
    float across = cross->y * cross->vy + cross->z * cross->vz;
    float begin[CHUNK + 1], end[CHUNK + 1];
    for (int32_t i = 0; i <= row->count; i++) {
        float offset = place - (float)(row->x + i);
        float closest = -(offset * speed + across) * inverse;
        float x = offset + speed * closest, y = cross->y + cross->vy * closest;
        float z = cross->z + cross->vz * closest;
        float under = row->square - (x * x + y * y + z * z);
        float half = sqrtf(under > 0.0f ? under : 0.0f) * root;
        float from = closest - half, to = closest + half;
        from = from > cross->between.begin ? from : cross->between.begin;
        to = to < cross->between.end ? to : cross->between.end;
        bool is_some = (under > 0.0f) & (from <= to);
        begin[i] = is_some ? from : NEVER;
        end[i] = is_some ? to : -NEVER;
    }
    for (int32_t i = 0; i < row->count; i++) {
        float from = begin[i] < begin[i + 1] ? begin[i] : begin[i + 1];
        float to = end[i] > end[i + 1] ? end[i] : end[i + 1];
        row->begin[i] = from < row->begin[i] ? from : row->begin[i];
        row->end[i] = to > row->end[i] ? to : row->end[i];
    }
}

static void find_times(SweepRow *row)
{
    int sides = row->is_spatial ? 3 : 1;
    for (int32_t i = 0; i < row->count; i++) {
        row->begin[i] = NEVER;
        row->end[i] = -NEVER;
    }
    for (int side = 0; side < 3 * sides; side++) {
        SweepCross cross = {.between = row->whole};
        cross_axis(row->piece, 1, row->y, side % 3, &cross);
        if (row->is_spatial) {
            cross_axis(row->piece, 2, row->z, side / 3, &cross);
        }
        SweepTimes times = round_times(row, &cross);
        if (times.begin > times.end) {
            continue;
        }
        // Where no other axis is round, within reach of a face is simply further out.
        join_between(row, times, side == 0 ? row->piece->radius : 0.0f);
        if (side > 0) {
            join_round(row, &cross);
        }
    }
}

/// Sets the bits of the ticks [first, last) from now that the times of a chunk overlap.
static void put_bits(const VeerWindow *window, const SweepRow *row, int32_t first, int32_t last)
{
    VeerWindowCell cell = {row->x, row->y, row->z};
    uint64_t *words = window->words + veer_window_node(window, cell);
    float age = (float)(window->now - row->piece->since);
    float lower = (float)first, upper = (float)last;
    for (int32_t i = 0; i < row->count; i++) {
        float begin = row->begin[i] - age, end = row->end[i] - age;
        begin = begin > lower ? begin : lower;
        end = end < upper ? end : upper;
        if (begin < end) {
            int32_t from = (int32_t)begin, to = (int32_t)end;
            to += (float)to < end ? 1 : 0;
            words[i] |= ~UINT64_C(0) << from & ~UINT64_C(0) >> (VEER_WINDOW_TICKS - to);
        }
    }
}

static bool is_dirty(const VeerWindow *window, int32_t x, int32_t y, int32_t z)
{
    uint32_t line = ((uint32_t)z >> VEER_WINDOW_TILE_SHIFT) * window->tiles_high +
                    ((uint32_t)y >> VEER_WINDOW_TILE_SHIFT);
    return window->dirty[line * window->tiles_wide + ((uint32_t)x >> VEER_WINDOW_TILE_SHIFT)];
}

/// The end of the run of cells from x on that are as dirty as it is.
static int32_t run_end(const VeerWindow *window, const SweepRow *row, int32_t x, int32_t end)
{
    bool value = is_dirty(window, x, row->y, row->z);
    do {
        x = (x | ((1 << VEER_WINDOW_TILE_SHIFT) - 1)) + 1;
    } while (x < end && is_dirty(window, x, row->y, row->z) == value);
    return min_i(x, end);
}

/// Cells [begin, end) along an axis that a body may cover within some times.
typedef struct SweepSpan {
    int32_t begin, end;
} SweepSpan;

static SweepSpan span_of(const VeerWindowPiece *piece, int axis, SweepTimes times, int32_t count)
{
    float a = piece->position[axis] + piece->velocity[axis] * times.begin;
    float b = piece->position[axis] + piece->velocity[axis] * times.end;
    float lower = a < b ? a : b, upper = a < b ? b : a;
    float reach = piece->radius + ROUNDING;
    return (SweepSpan){whole_within(lower - reach, count),
                       whole_within(upper + reach + 1.0f, count)};
}

/// When a body may cover cells of this number along an axis, within some times.
static SweepTimes near_times(const VeerWindowPiece *piece, int axis, int32_t index,
                             SweepTimes times)
{
    float reach = piece->radius + ROUNDING;
    SweepTimes near = between(piece->position[axis], piece->velocity[axis], (float)index - reach,
                              (float)(index + 1) + reach);
    return meet(times, near);
}

static SweepTimes times_of(const VeerWindow *window, const VeerWindowPiece *piece, int32_t first,
                           int32_t last)
{
    float age = (float)(window->now - piece->since);
    return meet((SweepTimes){piece->begin, piece->end},
                (SweepTimes){age + (float)first, age + (float)last});
}

static void sweep_row(const VeerWindow *window, SweepRow *row, SweepTimes times, int32_t first,
                      int32_t last, bool only_dirty)
{
    SweepSpan span = span_of(row->piece, 0, times, (int32_t)window->def.width);
    for (int32_t x = span.begin, end; x < span.end; x = end) {
        end = only_dirty ? run_end(window, row, x, span.end) : span.end;
        end = end - x < CHUNK ? end : x + CHUNK;
        if (!only_dirty || is_dirty(window, x, row->y, row->z)) {
            row->x = x;
            row->count = end - x;
            find_times(row);
            put_bits(window, row, first, last);
        }
    }
}

void veer_window_sweep(const VeerWindow *window, const VeerWindowPiece *piece, int32_t first,
                       int32_t last, bool only_dirty)
{
    SweepTimes all = times_of(window, piece, first, last);
    if (!(all.begin < all.end)) {
        return;
    }
    SweepRow row = {.piece = piece,
                    .square = piece->radius * piece->radius,
                    .whole = {piece->begin, piece->end},
                    .is_spatial = window->def.depth > 0};
    SweepSpan layers = {0, 1};
    if (row.is_spatial) {
        layers = span_of(piece, 2, all, (int32_t)window->layers);
    }
    for (row.z = layers.begin; row.z < layers.end; row.z++) {
        SweepTimes near_z = row.is_spatial ? near_times(piece, 2, row.z, all) : all;
        if (near_z.begin > near_z.end) {
            continue;
        }
        SweepSpan rows = span_of(piece, 1, near_z, (int32_t)window->def.height);
        for (row.y = rows.begin; row.y < rows.end; row.y++) {
            SweepTimes near = near_times(piece, 1, row.y, near_z);
            if (near.begin <= near.end) {
                sweep_row(window, &row, near, first, last, only_dirty);
            }
        }
    }
}

bool veer_window_piece_box(const VeerWindow *window, const VeerWindowPiece *piece, int32_t first,
                           int32_t last, VeerWindowCell *lower, VeerWindowCell *upper)
{
    SweepTimes all = times_of(window, piece, first, last);
    if (!(all.begin < all.end)) {
        return false;
    }
    SweepSpan x = span_of(piece, 0, all, (int32_t)window->def.width);
    SweepSpan y = span_of(piece, 1, all, (int32_t)window->def.height);
    SweepSpan z = {0, 1};
    if (window->def.depth > 0) {
        z = span_of(piece, 2, all, (int32_t)window->layers);
    }
    *lower = (VeerWindowCell){x.begin, y.begin, z.begin};
    *upper = (VeerWindowCell){x.end, y.end, z.end};
    return x.begin < x.end && y.begin < y.end && z.begin < z.end;
}
