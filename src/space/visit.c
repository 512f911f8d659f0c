/// Rows of cells are runs of entries; along a path, boxes about its sections are looked through.
#include "space/visit.h"

#include "geom/box.h"
#include "math/vec.h"
#include "space/nest.h"

#define SLACK VEER_INDEX_SLACK

/// Cells of a section of a path, and sections of one through a level that has no cells.
#define SECTION_CELLS 4.0f
#define NEST_SECTIONS 16.0f

typedef struct IndexLook {
    const VeerIndex *index;
    const VeerIndexLevel *level;
    VeerBounds centres; ///< m: where the centre of a ball that matters may be
    VeerIndexVisit *visit;
    void *context;
} IndexLook;

/// A row of cells of a level whose rows may share buckets.
typedef struct VisitRow {
    int32_t y, z;
} VisitRow;

static bool is_within(const IndexLook *look, uint32_t entry)
{
    const VeerIndex *index = look->index;
    const VeerBounds *box = &look->centres;
    bool is_in_plan = index->x[entry] >= box->lower.x && index->x[entry] <= box->upper.x &&
                      index->y[entry] >= box->lower.y && index->y[entry] <= box->upper.y;
    return is_in_plan && (!index->is_spatial ||
                          (index->z[entry] >= box->lower.z && index->z[entry] <= box->upper.z));
}

static bool is_in_row(const IndexLook *look, uint32_t entry, const VisitRow *row)
{
    const VeerIndex *index = look->index;
    return veer_index_cell(look->level, index->y[entry]) == row->y &&
           (!index->is_spatial || veer_index_cell(look->level, index->z[entry]) == row->z);
}

static void look_at(const IndexLook *look, uint32_t begin, uint32_t end, const VisitRow *row)
{
    for (uint32_t entry = begin; entry < end; entry++) {
        if (is_within(look, entry) && (!row || is_in_row(look, entry, row))) {
            look->visit(look->context, look->index->order[entry]);
        }
    }
}

static void look_at_leaf(void *context, uint32_t begin, uint32_t end)
{
    look_at(context, begin, end, NULL);
}

/// `count` buckets of a hashed row; the table goes round.
static void look_at_buckets(const IndexLook *look, uint32_t first, uint32_t count,
                            const VisitRow *row)
{
    const VeerIndexLevel *level = look->level;
    uint32_t begin = first & level->mask, last = (first + count - 1u) & level->mask;
    uint32_t from = level->ends[(ptrdiff_t)begin - 1];
    look_at(look, from, begin <= last ? level->ends[last] : level->end, row);
    if (begin > last) {
        look_at(look, level->begin, level->ends[last], row);
    }
}

static void look_at_row(const IndexLook *look, VisitRow row, VeerCellRange cells)
{
    const VeerIndexLevel *level = look->level;
    uint32_t start = veer_index_row(level, row.y, row.z), first = start + (uint32_t)cells.first;
    if (level->is_hashed) {
        look_at_buckets(look, first, (uint32_t)(cells.last - cells.first) + 1u, &row);
        return;
    }
    ptrdiff_t before = (ptrdiff_t)first - 1;
    look_at(look, level->ends[before], level->ends[start + (uint32_t)cells.last], NULL);
}

static double width_of(VeerCellRange range)
{
    return (double)range.last - (double)range.first + 1.0;
}

static void look_at_level(const IndexLook *look)
{
    const VeerIndexLevel *level = look->level;
    const VeerBounds *box = &look->centres;
    VeerCellRange x =
        veer_index_cells(level, box->lower.x, box->upper.x, level->lower.x, level->upper.x);
    VeerCellRange y =
        veer_index_cells(level, box->lower.y, box->upper.y, level->lower.y, level->upper.y);
    VeerCellRange z = {0, 0};
    if (look->index->is_spatial) {
        z = veer_index_cells(level, box->lower.z, box->upper.z, level->lower.z, level->upper.z);
    }
    if (x.first > x.last || y.first > y.last || z.first > z.last) {
        return;
    }
    uint32_t entries = level->end - level->begin;
    if (width_of(x) * width_of(y) * width_of(z) > (double)entries) {
        look_at(look, level->begin, level->end, NULL);
        return;
    }
    for (int32_t slab = z.first; slab <= z.last; slab++) {
        for (int32_t row = y.first; row <= y.last; row++) {
            look_at_row(look, (VisitRow){row, slab}, x);
        }
    }
}

/// m by which a box of this level's centres is wider than that of what they may meet.
static float margin_of(const VeerIndexLevel *level, VeerBounds box)
{
    float most = max_f(max_f(fabsf(box.lower.x), fabsf(box.upper.x)),
                       max_f(fabsf(box.lower.y), fabsf(box.upper.y)));
    most = max_f(most, max_f(fabsf(box.lower.z), fabsf(box.upper.z)));
    return level->max_radius + (level->max_radius + most) * SLACK;
}

static VeerBounds widened(VeerBounds box, float by)
{
    VeerVec3 margin = {by, by, by};
    return (VeerBounds){sub3(box.lower, margin), add3(box.upper, margin)};
}

static void look_through(IndexLook *look, const VeerIndexLevel *level, VeerBounds region)
{
    look->level = level;
    look->centres = widened(region, margin_of(level, region));
    if (level->is_nested) {
        veer_nest_visit(look->index, level, look->centres, look_at_leaf, look);
    } else {
        look_at_level(look);
    }
}

void veer_index_visit(const VeerIndex *index, VeerBounds region, VeerIndexVisit *visit,
                      void *context)
{
    IndexLook look = {.index = index, .visit = visit, .context = context};
    for (uint32_t i = 0; i < index->level_count; i++) {
        look_through(&look, &index->levels[i], region);
    }
}

// --- Paths ---

typedef struct IndexSweep {
    VeerVec3 origin, move;
    float radius;
    float reach; ///< the part of the path that matters
    VeerIndexReach *visit;
    void *context;
} IndexSweep;

static void pass_on(void *context, uint32_t ball)
{
    IndexSweep *sweep = context;
    sweep->reach = min_f(sweep->reach, sweep->visit(sweep->context, ball));
}

/// The box about a section of the path.
static VeerBounds section_of(const IndexSweep *sweep, float from, float to)
{
    VeerVec3 a = along3(sweep->origin, sweep->move, from);
    VeerVec3 b = along3(sweep->origin, sweep->move, to);
    return widened(veer_boxes_join((VeerBounds){a, a}, (VeerBounds){b, b}), sweep->radius);
}

/// Narrows [*from, *to], parts of the path, to where one coordinate is within [lower, upper].
static void clip(float origin, float move, float lower, float upper, float *from, float *to)
{
    if (move == 0.0f) {
        *to = origin >= lower && origin <= upper ? *to : -1.0f;
        return;
    }
    float a = (lower - origin) / move, b = (upper - origin) / move;
    *from = max_f(*from, min_f(a, b) - SLACK);
    *to = min_f(*to, max_f(a, b) + SLACK);
}

/// The part of the path about which a ball of the level may be.
static void clip_to_level(const IndexLook *look, const IndexSweep *sweep,
                          const VeerIndexLevel *level, float *from, float *to)
{
    VeerBounds all = {level->lower, level->upper};
    all = widened(all, sweep->radius);
    all = widened(all, margin_of(level, veer_boxes_join(all, section_of(sweep, 0.0f, 1.0f))));
    clip(sweep->origin.x, sweep->move.x, all.lower.x, all.upper.x, from, to);
    clip(sweep->origin.y, sweep->move.y, all.lower.y, all.upper.y, from, to);
    if (look->index->is_spatial) {
        clip(sweep->origin.z, sweep->move.z, all.lower.z, all.upper.z, from, to);
    }
}

static void sweep_level(IndexLook *look, IndexSweep *sweep, const VeerIndexLevel *level)
{
    float begin = 0.0f, end = sweep->reach, length = length3(sweep->move);
    clip_to_level(look, sweep, level, &begin, &end);
    if (!(begin <= end)) {
        return;
    }
    float cells = max_f(SECTION_CELLS * level->size, 2.0f * (sweep->radius + level->max_radius));
    float step = level->is_nested ? (end - begin) / NEST_SECTIONS : cells / length;
    uint32_t entries = level->end - level->begin;
    // Where more sections than balls are to be looked through, all balls are.
    float sections = (end - begin) / step;
    step = sections < (float)entries + 1.0f ? step : end - begin;
    for (float from = begin; from <= min_f(end, sweep->reach);) {
        float to = from + step > from ? from + step : end;
        look_through(look, level, section_of(sweep, from, min_f(to, end)));
        if (to >= end) {
            return;
        }
        from = to;
    }
}

void veer_index_sweep(const VeerIndex *index, VeerVec3 origin, VeerVec3 move, float radius,
                      float reach, VeerIndexReach *visit, void *context)
{
    IndexSweep sweep = {origin, move, radius, reach, visit, context};
    IndexLook look = {.index = index, .visit = pass_on, .context = &sweep};
    for (uint32_t i = 0; i < index->level_count; i++) {
        sweep_level(&look, &sweep, &index->levels[i]);
    }
}
