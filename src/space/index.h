/// The internals of VeerIndex: a grid level for each class of radius, with its entries in cell
/// order.
#ifndef VEER_SPACE_INDEX_H
#define VEER_SPACE_INDEX_H

#include "veer/space.h"

#include "base/hash.h"
#include "base/lanes.h"

#include <math.h>

enum {
    VEER_INDEX_LEVELS = 24,      ///< most classes of radius
    VEER_INDEX_ABSENT = 255,     ///< the class of a ball that is left out
    VEER_INDEX_SLACK_CELLS = 64, ///< cells that a level may have beyond three a ball
    VEER_INDEX_BLOCK = 32,       ///< entries that are passed over at once
    VEER_INDEX_STRIDE = 8,       ///< entries are copied by so many
    VEER_INDEX_ROOM = 16         ///< that the columns have behind the last entry: to read by lanes
};

/// Relative slack of everything that prunes: 16 roundings of a float.
#define VEER_INDEX_SLACK 0x1p-20f

/// What is read only of candidates that are near enough.
typedef struct VeerIndexTag {
    uint32_t id;
    uint32_t layers;
    float ceiling; ///< planar: the upper end of its range of height
} VeerIndexTag;

typedef struct VeerIndexNode VeerIndexNode;

/// One level. Its cells are numbered by floor(coordinate / size) from the origin of the world on,
/// so that precision is best there. Cell (x, y, z) has the entry `(row + x) & mask` of the table,
/// where `row` depends on y and z alone: a row of cells is one run of entries in either form of
/// table.
typedef struct VeerIndexLevel {
    uint32_t begin, end;    ///< its range of entries
    float max_radius;       ///< m
    VeerVec3 lower, upper;  ///< m, bounds of the centres
    float spread;           ///< m: within it of a ball is one other on average; INFINITY: unknown
    float size, inverse;    ///< m a cell, cells a m
    int32_t lower_cell[3];  ///< dense: the cell at `lower`
    uint32_t width, height; ///< dense: cells along x and y
    bool is_hashed;         ///< rows may share buckets; else each cell has its own
    uint32_t mask;          ///< hashed: buckets - 1; dense: all ones
    uint32_t cell_count;    ///< cells or buckets
    uint32_t *ends;         ///< ends[cell_count]: end of the cell's entries; ends[-1] = begin
    bool is_nested;         ///< too dense for cells: its entries are in the order of a tree
    VeerIndexNode *nodes;   ///< of that tree: see nest.h
} VeerIndexLevel;

/// What all balls, or some, have in common.
typedef struct VeerIndexCommon {
    uint32_t layers;   ///< those that every one is on
    float top_floor;   ///< m, planar: the highest of the lower ends of their heights
    float low_ceiling; ///< m, planar: the lowest of the upper ends
} VeerIndexCommon;

struct VeerIndex {
    uint32_t capacity;
    uint32_t count; ///< entries
    uint32_t level_count;
    bool is_spatial;
    bool is_nested; ///< a level is
    uint8_t lanes;  ///< VeerLanes of its kernels; may be set to narrower ones
    VeerIndexLevel levels[VEER_INDEX_LEVELS];
    VeerIndexCommon common;
    // By entry, sorted by level and cell: the centres, the radii.
    float *x, *y;
    float *z; ///< planar: the lower end of its range of height
    float *radius;
    VeerIndexTag *tags;
    uint32_t *order;  ///< the ball's number in the caller's columns
    uint32_t *layers; ///< of each VEER_INDEX_BLOCK entries those that any of them is on
    // By ball.
    uint32_t *keys;     ///< keys[capacity]: while building, the cell of each of the caller's balls,
                        ///< or what it is sorted by; then its entry
    uint8_t *exponents; ///< exponents[capacity]: while building, of the radius
    uint32_t *table;    ///< the levels' `ends`
    VeerIndexNode *nodes; ///< those of the levels
};

/// Rounds down. |value| must be below 2^30. Monotone, so what lies between two points lies in cells
/// between theirs, whatever the rounding: queries rely on that.
static inline int32_t veer_index_floor(float value)
{
    int32_t whole = (int32_t)value;
    return whole - (value < (float)whole);
}

static inline int32_t veer_index_cell(const VeerIndexLevel *level, float coordinate)
{
    return veer_index_floor(coordinate * level->inverse);
}

/// Where the row of cells (y, z) starts in the table, less its first cell's x.
static inline uint32_t veer_index_row(const VeerIndexLevel *level, int32_t y, int32_t z)
{
    if (level->is_hashed) {
        return (uint32_t)veer_hash_mix((uint64_t)(uint32_t)z << 32 | (uint32_t)y);
    }
    uint32_t row = (uint32_t)(z - level->lower_cell[2]) * level->height;
    return (row + (uint32_t)(y - level->lower_cell[1])) * level->width -
           (uint32_t)level->lower_cell[0];
}

/// Cells along one axis.
typedef struct VeerCellRange {
    int32_t first, last; ///< empty: first > last
} VeerCellRange;

/// The cells of coordinates from `from` to `to`, m, within `lower` to `upper`.
/// Exact, since the cell of a coordinate is monotone: see veer_index_floor.
static inline VeerCellRange veer_index_cells(const VeerIndexLevel *level, float from, float to,
                                             float lower, float upper)
{
    float first = from > lower ? from : lower;
    float last = to < upper ? to : upper;
    if (!(first <= last)) {
        return (VeerCellRange){0, -1};
    }
    return (VeerCellRange){veer_index_cell(level, first), veer_index_cell(level, last)};
}

/// m, from a point to the ball of an entry, as queries have it.
static inline float veer_index_gap(const VeerIndex *index, uint32_t entry, VeerVec3 from)
{
    float x = index->x[entry] - from.x, y = index->y[entry] - from.y;
    float z = index->is_spatial ? index->z[entry] - from.z : 0.0f;
    float square = index->is_spatial ? x * x + y * y + z * z : x * x + y * y;
    return sqrtf(square) - index->radius[entry];
}

/// m: no ball of the level whose centre is farther than this has a gap within the bound. Negative:
/// none has.
static inline float veer_index_reach(const VeerIndexLevel *level, float bound)
{
    // The last term keeps the square of a reach of 0 out of the denormals.
    float slack = (bound < 0.0f ? -bound : bound) * VEER_INDEX_SLACK;
    return bound + slack + level->max_radius * (1.0f + VEER_INDEX_SLACK) + 1e-18f;
}

/// Whether the layers and heights of all balls are such that every one passes the query's.
static inline bool veer_index_is_open(const VeerIndex *index, const VeerNearQuery *query)
{
    const VeerIndexCommon *common = &index->common;
    return (common->layers & query->mask) != 0 &&
           (index->is_spatial || (common->top_floor <= query->centre.z + query->height &&
                                  common->low_ceiling >= query->centre.z));
}

/// Whether the entry is on the query's layers, at its height, and not the one left out.
static inline bool veer_index_is_wanted(const VeerIndex *index, const VeerNearQuery *query,
                                        uint32_t entry)
{
    const VeerIndexTag *tag = &index->tags[entry];
    if ((tag->layers & query->mask) == 0 || index->order[entry] == query->except) {
        return false;
    }
    return index->is_spatial ||
           (index->z[entry] <= query->centre.z + query->height && tag->ceiling >= query->centre.z);
}

/// As veer_index_nearest, but the answers' `index` is their entry, and the range, no NaN, may be
/// negative.
uint32_t veer_index_nearest_entries(const VeerIndex *index, const VeerNearQuery *query,
                                    VeerNear *out);

#endif
