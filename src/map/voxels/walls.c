/// Walls near a point, gaps, and whether a ball may go straight.
#include "base/wide_bits.h"
#include "geom/box.h"
#include "map/voxels/voxels.h"

#include <math.h>

/// A line is checked in parts of so many voxels.
#define PART_VOXELS 4.0f
/// What rounding may take off a distance.
#define SLOP 1e-6f

typedef struct WallRegion {
    const VeerVoxels *voxels;
    VeerVec3 point;
    VeerVoxelBox region; ///< one voxel beyond the map at most
} WallRegion;

static float edge_of(float origin, int32_t at, float size)
{
    return origin + (float)at * size;
}

static VeerBounds bounds_of(const VeerVoxelsDef *def, VeerVoxel lower, VeerVoxel upper)
{
    VeerVec3 origin = def->origin;
    float size = def->cell_size;
    return (VeerBounds){
        {edge_of(origin.x, lower.x, size), edge_of(origin.y, lower.y, size),
         edge_of(origin.z, lower.z, size)},
        {edge_of(origin.x, upper.x, size), edge_of(origin.y, upper.y, size),
         edge_of(origin.z, upper.z, size)},
    };
}

static VeerBounds box_of(const VeerVoxelsDef *def, VeerVoxel voxel)
{
    return bounds_of(def, voxel, (VeerVoxel){voxel.x + 1, voxel.y + 1, voxel.z + 1});
}

/// The voxels that meet a box, and one more for what rounding does; as far as one beyond the map.
static VeerVoxelBox region_of(const VeerVoxels *voxels, VeerBounds box)
{
    VeerVoxel a = veer_voxels_at(voxels, box.lower), b = veer_voxels_at(voxels, box.upper);
    VeerVoxel cells = voxels->def.cells;
    return (VeerVoxelBox){{clamp_i(a.x - 1, -1, cells.x), clamp_i(a.y - 1, -1, cells.y),
                           clamp_i(a.z - 1, -1, cells.z)},
                          {clamp_i(b.x + 1, -1, cells.x) + 1, clamp_i(b.y + 1, -1, cells.y) + 1,
                           clamp_i(b.z + 1, -1, cells.z) + 1}};
}

static VeerBounds around(VeerVec3 a, VeerVec3 b, float range)
{
    VeerVec3 reach = {range, range, range};
    VeerVec3 lower = {min_f(a.x, b.x), min_f(a.y, b.y), min_f(a.z, b.z)};
    VeerVec3 upper = {max_f(a.x, b.x), max_f(a.y, b.y), max_f(a.z, b.z)};
    return (VeerBounds){sub3(lower, reach), add3(upper, reach)};
}

/// Called with a blocked voxel, or with a brick that is not all free. @return false to end
typedef bool VoxelVisit(void *context, VeerVoxel at);

/// Visits the voxels of a brick, or the bricks of a block of 4 × 4 × 4.
static bool visit_bits(VeerVoxel brick, uint64_t bits, VoxelVisit *visit, void *context)
{
    for (; bits; bits &= bits - 1) {
        int32_t bit = (int32_t)veer_bits_lowest(bits);
        VeerVoxel voxel = {4 * brick.x + (bit & 3), 4 * brick.y + (bit >> 2 & 3),
                           4 * brick.z + (bit >> 4)};
        if (!visit(context, voxel)) {
            return false;
        }
    }
    return true;
}

// --- A brick and those beside it ---

/// How far apart the bits of a brick are along each axis, and the first of them.
static const uint32_t steps[3] = {1, 4, 16};
static const uint64_t firsts[3] = {0x1111111111111111, 0x000f000f000f000f, 0xffff};

/// The bits of a brick whose coordinate along an axis is among four, as bits.
static uint64_t spread(uint32_t four, uint32_t axis)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < 4; i++) {
        all |= four >> i & 1u ? firsts[axis] << (i * steps[axis]) : 0;
    }
    return all;
}

/// The word of the brick beside one; all set beyond the margin, where all is.
static uint64_t word_beside(const VeerVoxels *voxels, VeerVoxel brick, uint32_t axis, int32_t by)
{
    VeerVoxel other = veer_voxel_beside(brick, axis, by), bricks = voxels->levels[0].bricks;
    bool is_there = other.x >= -1 && other.y >= -1 && other.z >= -1 && other.x <= bricks.x &&
                    other.y <= bricks.y && other.z <= bricks.z;
    return is_there ? *veer_bricks_word(&voxels->levels[0], other.x, other.y, other.z) : UINT64_MAX;
}

/// At each bit whether the next voxel up along an axis is blocked.
static uint64_t blocked_above(const VeerVoxels *voxels, VeerVoxel brick, uint64_t word,
                              uint32_t axis)
{
    uint64_t last = firsts[axis] << 3u * steps[axis];
    uint64_t next = (word_beside(voxels, brick, axis, 1) & firsts[axis]) << 3u * steps[axis];
    return (word >> steps[axis] & ~last) | next;
}

/// The same of the next voxel down.
static uint64_t blocked_below(const VeerVoxels *voxels, VeerVoxel brick, uint64_t word,
                              uint32_t axis)
{
    uint64_t next = word_beside(voxels, brick, axis, -1) >> 3u * steps[axis] & firsts[axis];
    return (word << steps[axis] & ~firsts[axis]) | next;
}

/// Called with a brick that is not all free. @return the bits of it that are to be visited
typedef uint64_t BrickChoice(const void *context, VeerVoxel brick, uint64_t word);

/// What to visit of a region.
typedef struct BrickSurvey {
    const VeerVoxels *voxels;
    VeerVoxelBox region;
    BrickChoice *choose;
    const void *chooser;
    VoxelVisit *visit;
    void *visitor;
} BrickSurvey;

/// Visits what is chosen of one brick. @return false where a visit did
static bool survey_brick(void *context, VeerVoxel at)
{
    const BrickSurvey *survey = context;
    uint64_t word = *veer_bricks_word(&survey->voxels->levels[0], at.x, at.y, at.z);
    uint64_t bits = word ? survey->choose(survey->chooser, at, word) : 0;
    bits &= bits ? veer_brick_within(at, &survey->region) : 0;
    return visit_bits(at, bits, survey->visit, survey->visitor);
}

/// The bits of the bricks of a block, 4 × 4 × 4 of them, that are not all free; all where the block
/// lies beyond the map.
static uint64_t bricks_taken(const VeerVoxels *voxels, VeerVoxel block)
{
    const VeerBricks *level = &voxels->levels[1];
    bool is_there = block.x >= 0 && block.y >= 0 && block.z >= 0 && block.x < level->bricks.x &&
                    block.y < level->bricks.y && block.z < level->bricks.z;
    return is_there ? *veer_bricks_word(level, block.x, block.y, block.z) : UINT64_MAX;
}

/// Visits what is chosen of a region, block by block, until a visit returns false.
static void run_survey(BrickSurvey *survey)
{
    VeerVoxel lower = survey->region.lower, upper = survey->region.upper, at;
    VeerVoxelBox bricks = {
        {lower.x >> 2, lower.y >> 2, lower.z >> 2},
        {((upper.x - 1) >> 2) + 1, ((upper.y - 1) >> 2) + 1, ((upper.z - 1) >> 2) + 1}};
    for (at.z = lower.z >> 4; at.z <= (upper.z - 1) >> 4; at.z++) {
        for (at.y = lower.y >> 4; at.y <= (upper.y - 1) >> 4; at.y++) {
            for (at.x = lower.x >> 4; at.x <= (upper.x - 1) >> 4; at.x++) {
                uint64_t bits = bricks_taken(survey->voxels, at);
                bits &= bits ? veer_brick_within(at, &bricks) : 0;
                if (!visit_bits(at, bits, survey_brick, survey)) {
                    return;
                }
            }
        }
    }
}

/// A point, and along each axis the first and the last voxel that hold its coordinate: two where
/// it lies between them.
typedef struct PointVoxels {
    const VeerVoxels *voxels;
    int32_t first[3], last[3];
    bool has_own; ///< what holds the point counts too
} PointVoxels;

static PointVoxels spot_of(const VeerVoxels *voxels, VeerVec3 point)
{
    const VeerVoxelsDef *def = &voxels->def;
    VeerVoxel voxel = veer_voxels_at(voxels, point);
    const int32_t at[3] = {voxel.x, voxel.y, voxel.z};
    const float place[3] = {point.x, point.y, point.z};
    const float origin[3] = {def->origin.x, def->origin.y, def->origin.z};
    PointVoxels spot = {.voxels = voxels};
    for (int i = 0; i < 3; i++) {
        float lower = edge_of(origin[i], at[i], def->cell_size);
        float upper = edge_of(origin[i], at[i] + 1, def->cell_size);
        // By the corners as they are rounded, which need not agree with the voxel's.
        spot.first[i] = at[i] + (lower >= place[i] ? -1 : upper < place[i] ? 1 : 0);
        spot.last[i] = at[i] + (upper <= place[i] ? 1 : lower > place[i] ? -1 : 0);
    }
    return spot;
}

/// How many of the four from 4 * brick on come before `at`, as bits.
static uint32_t four_before(int32_t brick, int32_t at)
{
    return (1u << clamp_i(at - 4 * brick, 0, 4)) - 1u;
}

/// The bits of a brick that no voxel beside hides from a point: towards it along each axis the next
/// is free.
static uint64_t choose_foremost(const void *context, VeerVoxel brick, uint64_t word)
{
    const PointVoxels *spot = context;
    const int32_t at[3] = {brick.x, brick.y, brick.z};
    uint64_t chosen = word, apart = 0;
    for (uint32_t axis = 0; chosen && axis < 3; axis++) {
        uint64_t below = spread(four_before(at[axis], spot->first[axis]), axis);
        uint64_t above = ~spread(four_before(at[axis], spot->last[axis] + 1), axis);
        chosen &= below ? ~(below & blocked_above(spot->voxels, brick, word, axis)) : UINT64_MAX;
        chosen &= above ? ~(above & blocked_below(spot->voxels, brick, word, axis)) : UINT64_MAX;
        apart |= below | above;
    }
    return spot->has_own ? chosen : chosen & apart;
}

uint64_t veer_brick_surface(const void *voxels, VeerVoxel brick, uint64_t word)
{
    uint64_t inside = word;
    for (uint32_t axis = 0; inside && axis < 3; axis++) {
        inside &= blocked_above(voxels, brick, word, axis);
        inside &= blocked_below(voxels, brick, word, axis);
    }
    return word & ~inside;
}

// --- VoxelWallQuery ---

typedef struct VoxelWallQuery {
    WallRegion around;
    float range;
    VeerVoxelWallVisit *visit;
    void *context;
} VoxelWallQuery;

static bool are_blocked(const VeerVoxels *voxels, VeerVoxelBox box)
{
    VeerVoxel at;
    for (at.z = box.lower.z; at.z < box.upper.z; at.z++) {
        for (at.y = box.lower.y; at.y < box.upper.y; at.y++) {
            for (at.x = box.lower.x; at.x < box.upper.x; at.x++) {
                if (!veer_voxel_is_set(voxels, at)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Grows a box along one axis as long as all is blocked there, within the region.
static void grow(const WallRegion *self, VeerVoxelBox *box, uint32_t axis)
{
    const VeerVoxelBox *region = &self->region;
    for (bool is_on = true;
         is_on && veer_voxel_along(box->upper, axis) < veer_voxel_along(region->upper, axis);) {
        VeerVoxelBox layer = {veer_voxel_beside(box->lower, axis,
                                                veer_voxel_along(box->upper, axis) -
                                                    veer_voxel_along(box->lower, axis)),
                              veer_voxel_beside(box->upper, axis, 1)};
        is_on = are_blocked(self->voxels, layer);
        box->upper = is_on ? layer.upper : box->upper;
    }
    for (bool is_on = true;
         is_on && veer_voxel_along(box->lower, axis) > veer_voxel_along(region->lower, axis);) {
        VeerVoxelBox layer = {veer_voxel_beside(box->lower, axis, -1),
                              veer_voxel_beside(box->upper, axis,
                                                veer_voxel_along(box->lower, axis) -
                                                    veer_voxel_along(box->upper, axis))};
        is_on = are_blocked(self->voxels, layer);
        box->lower = is_on ? layer.lower : box->lower;
    }
}

static uint64_t order_of(const VeerVoxels *voxels, VeerVoxel voxel)
{
    // The first voxel beyond the map has the coordinate -1.
    uint64_t x = (uint64_t)voxel.x + 1u, y = (uint64_t)voxel.y + 1u, z = (uint64_t)voxel.z + 1u;
    uint64_t row = (uint64_t)voxels->def.cells.x + 2u, rows = (uint64_t)voxels->def.cells.y + 2u;
    return (z * rows + y) * row + x;
}

static bool visit_wall(void *context, VeerVoxel voxel)
{
    const VoxelWallQuery *walls = context;
    const WallRegion *self = &walls->around;
    const VeerVoxelsDef *def = &self->voxels->def;
    VeerBounds box = box_of(def, voxel);
    VeerVec3 nearest = veer_box_nearest(box, self->point);
    VeerVec3 offset = sub3(nearest, self->point);
    if (!(dot3(offset, offset) <= walls->range * walls->range)) {
        return true;
    }
    VeerVoxelBox grown = {voxel, {voxel.x + 1, voxel.y + 1, voxel.z + 1}};
    for (uint32_t axis = 0; axis < 3; axis++) {
        grow(self, &grown, axis);
    }
    VeerVoxelWall wall = {bounds_of(def, grown.lower, grown.upper), nearest,
                          order_of(self->voxels, voxel)};
    return walls->visit(walls->context, &wall);
}

void veer_voxels_walls(const VeerVoxels *voxels, VeerVec3 point, float range,
                       VeerVoxelWallVisit *visit, void *context)
{
    if (!voxels || !visit || !is_finite3(point) || !(range >= 0.0f)) {
        return;
    }
    VeerVoxelBox region = region_of(voxels, around(point, point, range));
    VoxelWallQuery walls = {{voxels, point, region}, range, visit, context};
    PointVoxels spot = spot_of(voxels, point);
    run_survey(&(BrickSurvey){voxels, region, choose_foremost, &spot, visit_wall, &walls});
}

// --- All in a region ---

typedef struct VoxelTeller {
    const VeerVoxels *voxels;
    VeerVoxelVisit *visit;
    void *context;
} VoxelTeller;

static bool tell_voxel(void *context, VeerVoxel voxel)
{
    const VoxelTeller *teller = context;
    return teller->visit(teller->context, box_of(&teller->voxels->def, voxel));
}

void veer_voxels_visit(const VeerVoxels *voxels, VeerBounds region, VeerVoxelVisit *visit,
                       void *context)
{
    VoxelTeller teller = {voxels, visit, context};
    run_survey(&(BrickSurvey){voxels, region_of(voxels, region), veer_brick_surface, voxels,
                              tell_voxel, &teller});
}

// --- Gaps and sight ---

typedef struct VoxelGapQuery {
    const VeerVoxels *voxels;
    VeerVec3 from, move;
    float least; ///< m, found so far
    float floor; ///< m: nearer than that ends the query
} VoxelGapQuery;

static bool visit_near(void *context, VeerVoxel voxel)
{
    VoxelGapQuery *query = context;
    VeerBounds box = box_of(&query->voxels->def, voxel);
    query->least = min_f(query->least, veer_box_segment_distance(box, query->from, query->move));
    return query->least >= query->floor;
}

/// The least distance from a point to blocked voxels, m, if it is at most `limit`.
static float point_gap(const VeerVoxels *voxels, VeerVec3 point, float limit)
{
    VoxelGapQuery query = {voxels, point, {0.0f, 0.0f, 0.0f}, INFINITY, 0.0f};
    PointVoxels spot = spot_of(voxels, point);
    spot.has_own = true;
    run_survey(&(BrickSurvey){voxels, region_of(voxels, around(point, point, limit)),
                              choose_foremost, &spot, visit_near, &query});
    return query.least <= limit ? query.least : INFINITY;
}

/// A point may come in between two surfaces, exactly over an edge.
static uint64_t choose_all(const void *context, VeerVoxel brick, uint64_t word)
{
    (void)context;
    (void)brick;
    return word;
}

static bool visit_entered(void *context, VeerVoxel voxel)
{
    VoxelGapQuery *query = context;
    if (veer_box_is_entered(box_of(&query->voxels->def, voxel), query->from, query->move)) {
        query->least = -INFINITY;
    }
    return query->least >= query->floor;
}

/// Whether no blocked voxel is nearer to a line than `reach`; a point goes through none.
static bool is_leg_clear(const VeerVoxels *voxels, VeerVec3 from, VeerVec3 to, float reach)
{
    VoxelGapQuery query = {voxels, from, sub3(to, from), INFINITY, reach};
    VeerVoxelBox region = region_of(voxels, around(from, to, reach));
    BrickSurvey surface = {voxels, region, veer_brick_surface, voxels, visit_near, &query};
    BrickSurvey all = {voxels, region, choose_all, NULL, visit_entered, &query};
    run_survey(reach > 0.0f ? &surface : &all);
    return query.least >= reach;
}

float veer_voxels_gap(const VeerVoxels *voxels, VeerVec3 point, float limit)
{
    if (!is_finite3(point) || !(limit >= 0.0f) ||
        veer_voxels_is_blocked(voxels, veer_voxels_at(voxels, point))) {
        return 0.0f;
    }
    // Walls are usually close: try small ranges first.
    for (float near = 2.0f * voxels->def.cell_size; near < limit; near *= 4.0f) {
        float gap = point_gap(voxels, point, near);
        if (gap <= near) {
            return gap;
        }
    }
    // Beyond the map all is blocked: no gap is greater than its sides.
    VeerVoxel cells = voxels->def.cells;
    float sides = (float)(cells.x + cells.y + cells.z + 3) * voxels->def.cell_size;
    return point_gap(voxels, point, min_f(limit, sides));
}

bool veer_voxels_is_clear(const VeerVoxels *voxels, VeerVec3 from, VeerVec3 to, float radius)
{
    if (!is_finite3(from) || !is_finite3(to) || !(radius >= 0.0f) ||
        veer_voxels_is_blocked(voxels, veer_voxels_at(voxels, from))) {
        return false;
    }
    float reach = min_f(point_gap(voxels, from, radius), radius) * (1.0f - SLOP);
    VeerVec3 offset = sub3(to, from);
    if (!is_finite3(offset)) { // leads beyond the map, where all is blocked
        return false;
    }
    float length = length3(offset), part = PART_VOXELS * voxels->def.cell_size;
    uint32_t parts = (uint32_t)min_f(ceilf(length / part), 1e6f);
    for (uint32_t i = 0; i < parts; i++) {
        VeerVec3 begin = along3(from, offset, (float)i / (float)parts);
        VeerVec3 end = i + 1 < parts ? along3(from, offset, (float)(i + 1) / (float)parts) : to;
        if (!is_leg_clear(voxels, begin, end, reach)) {
            return false;
        }
    }
    return true;
}
