/// How many bodies cover each voxel.
#include "base/arena.h"
#include "map/voxels/voxels.h"

#include <math.h>
#include <string.h>

struct VeerVoxelOccupancy {
    VeerVoxel cells;
    uint16_t *counts; ///< by x, y, z
};

/// Voxels [begin, end) along an axis.
typedef struct Span {
    int32_t begin, end;
} Span;

/// What is counted: a body that was and one that will be, and the maps that it changes.
typedef struct Change {
    VeerVoxelOccupancy *occupancy;
    const VeerVoxels *walls;
    VeerVoxels *covered;
} Change;

static size_t count_of(VeerVoxel cells)
{
    return (size_t)cells.x * (size_t)cells.y * (size_t)cells.z;
}

static VeerVoxelOccupancy *lay_out(VeerArena *arena, VeerVoxel cells, VeerVoxelOccupancy *parts)
{
    VeerVoxelOccupancy *occupancy = veer_arena_take(arena, 1, sizeof *occupancy);
    parts->cells = cells;
    parts->counts = veer_arena_take(arena, count_of(cells), sizeof *parts->counts);
    return occupancy;
}

size_t veer_voxel_occupancy_size(const VeerVoxelsDef *def)
{
    VeerArena arena = {NULL, 0};
    VeerVoxelOccupancy parts;
    if (!veer_voxels_def_is_good(def)) {
        return 0;
    }
    (void)lay_out(&arena, def->cells, &parts);
    return arena.used;
}

VeerVoxelOccupancy *veer_voxel_occupancy_init(void *memory, const VeerVoxelsDef *def)
{
    VeerArena arena = {memory, 0};
    VeerVoxelOccupancy parts;
    if (!veer_voxels_def_is_good(def)) {
        return NULL;
    }
    VeerVoxelOccupancy *occupancy = lay_out(&arena, def->cells, &parts);
    *occupancy = parts;
    memset(parts.counts, 0, count_of(parts.cells) * sizeof *parts.counts);
    return occupancy;
}

VeerVoxelBall veer_voxels_ball(const VeerVoxels *voxels, VeerVec3 position, float radius)
{
    const VeerVoxelsDef *def = veer_voxels_def(voxels);
    float size = def->cell_size;
    return (VeerVoxelBall){(position.x - def->origin.x) / size, (position.y - def->origin.y) / size,
                           (position.z - def->origin.z) / size, radius / size};
}

/// From a point to the voxel [index, index + 1], 0 inside.
static float gap_to(float point, int32_t index)
{
    float lower = (float)index - point, upper = point - (float)(index + 1);
    float gap = lower > upper ? lower : upper;
    return gap > 0.0f ? gap : 0.0f;
}

/// The whole number below, held to [0, most].
static int32_t whole_within(float value, int32_t most)
{
    float whole = floorf(value);
    return whole >= (float)most ? most : whole >= 0.0f ? (int32_t)whole : 0;
}

static Span span_of(float middle, float reach, int32_t most)
{
    return (Span){whole_within(middle - reach - 1.0f, most),
                  whole_within(middle + reach + 2.0f, most)};
}

/// What is left of a ball's radius in a row, squared; <= 0: nothing.
static float left_in_row(VeerVoxelBall ball, int32_t y, int32_t z)
{
    float up = gap_to(ball.y, y), over = gap_to(ball.z, z);
    return ball.radius * ball.radius - (up * up + over * over);
}

/// The voxels that a ball covers in a row. The root tells where about, the test itself decides.
static Span covered_span(VeerVoxelBall ball, int32_t y, int32_t z, int32_t most)
{
    float left = left_in_row(ball, y, z);
    if (!(left > 0.0f)) {
        return (Span){0, 0};
    }
    Span span = span_of(ball.x, sqrtf(left), most);
    while (span.begin < span.end &&
           !(gap_to(ball.x, span.begin) * gap_to(ball.x, span.begin) < left)) {
        span.begin++;
    }
    while (span.begin < span.end &&
           !(gap_to(ball.x, span.end - 1) * gap_to(ball.x, span.end - 1) < left)) {
        span.end--;
    }
    return span;
}

static uint16_t *count_at(const VeerVoxelOccupancy *occupancy, VeerVoxel at)
{
    VeerVoxel cells = occupancy->cells;
    size_t row = (size_t)at.z * (size_t)cells.y + (size_t)at.y;
    return &occupancy->counts[row * (size_t)cells.x + (size_t)at.x];
}

static void count_span(const Change *change, VeerVoxel at, Span span, bool comes)
{
    for (at.x = span.begin; at.x < span.end; at.x++) {
        uint16_t *count = count_at(change->occupancy, at);
        *count = (uint16_t)(comes ? *count + 1u : *count - 1u);
        if (*count == (comes ? 1u : 0u)) {
            bool is_blocked = comes || veer_voxel_is_set(change->walls, at);
            veer_voxels_set_blocked(change->covered, at, is_blocked);
        }
    }
}

/// Counts the voxels of one span that are not in another: those before it, and those after it.
static void count_rest(const Change *change, VeerVoxel at, Span of, Span without, bool comes)
{
    without = without.begin < without.end ? without : (Span){of.end, of.end};
    Span before = {of.begin, of.end < without.begin ? of.end : without.begin};
    Span after = {of.begin > without.end ? of.begin : without.end, of.end};
    count_span(change, at, before, comes);
    count_span(change, at, after, comes);
}

/// Counts in all rows of a ball what it covers and another does not.
static void count_ball(const Change *change, VeerVoxelBall ball, VeerVoxelBall without, bool comes)
{
    VeerVoxel cells = change->occupancy->cells;
    Span across = span_of(ball.y, ball.radius, cells.y), up = span_of(ball.z, ball.radius, cells.z);
    for (int32_t z = up.begin; z < up.end; z++) {
        for (int32_t y = across.begin; y < across.end; y++) {
            Span own = covered_span(ball, y, z, cells.x);
            if (own.begin < own.end) {
                count_rest(change, (VeerVoxel){0, y, z}, own, covered_span(without, y, z, cells.x),
                           comes);
            }
        }
    }
}

static const VeerVoxelBall nothing = {0.0f, 0.0f, 0.0f, 0.0f};

void veer_voxel_occupancy_add(VeerVoxelOccupancy *occupancy, const VeerVoxels *walls,
                              VeerVoxels *covered, VeerVoxelBall ball)
{
    count_ball(&(Change){occupancy, walls, covered}, ball, nothing, true);
}

void veer_voxel_occupancy_remove(VeerVoxelOccupancy *occupancy, const VeerVoxels *walls,
                                 VeerVoxels *covered, VeerVoxelBall ball)
{
    count_ball(&(Change){occupancy, walls, covered}, ball, nothing, false);
}

void veer_voxel_occupancy_move(VeerVoxelOccupancy *occupancy, const VeerVoxels *walls,
                               VeerVoxels *covered, VeerVoxelBall from, VeerVoxelBall to)
{
    // A body moves less than its size as a rule: what it covers before and after is left alone.
    Change change = {occupancy, walls, covered};
    count_ball(&change, to, from, true);
    count_ball(&change, from, to, false);
}

uint32_t veer_voxel_occupancy_count(const VeerVoxelOccupancy *occupancy, VeerVoxel at)
{
    VeerVoxel cells = occupancy->cells;
    bool has =
        at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < cells.x && at.y < cells.y && at.z < cells.z;
    return has ? *count_at(occupancy, at) : 0;
}
