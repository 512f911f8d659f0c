/// Builds the levels: classes of radius, the counting sort.
#include "space/index_build.h"

#include "base/wide_bits.h"
#include "space/fit.h"
#include "space/nest.h"
#include "space/place.h"

#include <string.h>

// Balls ahead of the one that is put into its place whose places are brought near.
#define FETCH_AHEAD 16u

// A build in the making.
typedef struct IndexBuild {
    VeerIndex *index;
    const VeerBalls *balls;
    const VeerPlaceLanes *lanes;
    uint8_t wanted;       // the value of is_present[] of the balls that come; 0: any but 0
    uint32_t first_level; // of those that are built: others are there already
    VeerExponents exponents[VEER_INDEX_LEVELS]; // of the radii of each level
    uint32_t counts[VEER_INDEX_LEVELS];
    VeerFit fits[VEER_INDEX_LEVELS];
} IndexBuild;

// From the largest radius down, each class spans two exponents: a factor below 4. The last class
// takes all that is left.
static void split_classes(IndexBuild *build, const uint32_t histogram[256])
{
    uint32_t class_count = build->first_level;
    // Another part may follow.
    bool is_part = build->wanted && build->first_level == 0;
    uint32_t most = is_part ? VEER_INDEX_LEVELS / 2 : VEER_INDEX_LEVELS;
    int last = -1; // exponent that the open class goes down to
    for (int e = VEER_INDEX_ABSENT - 1; e >= 0; e--) {
        if (histogram[e] == 0) {
            continue;
        }
        if (class_count == build->first_level || (e < last && class_count < most)) {
            build->exponents[class_count++].highest = (uint8_t)e;
            last = e - 1;
        }
        build->exponents[class_count - 1].lowest = (uint8_t)e;
        build->counts[class_count - 1] += histogram[e];
    }
    build->index->level_count = class_count;
}

// Gives each level its range of entries and an empty box.
static void open_levels(const IndexBuild *build)
{
    VeerIndex *index = build->index;
    uint32_t begin = index->count;
    for (uint32_t g = build->first_level; g < index->level_count; g++) {
        uint32_t end = begin + build->counts[g];
        index->levels[g] = (VeerIndexLevel){.begin = begin,
                                            .end = end,
                                            .lower = {INFINITY, INFINITY, INFINITY},
                                            .upper = {-INFINITY, -INFINITY, -INFINITY}};
        begin = end;
    }
    // A block that entries of both parts are in has the layers of the first already.
    uint32_t block = build->first_level > 0 ? index->count / VEER_INDEX_BLOCK + 1u : 0;
    uint32_t blocks = begin / VEER_INDEX_BLOCK + 1u;
    memset(index->layers + block, 0, (blocks - block) * sizeof *index->layers);
    index->count = begin;
}

// Finds the boxes of levels, which know no heights when planar.
static void bound_levels(const IndexBuild *build)
{
    VeerIndex *index = build->index;
    for (uint32_t g = build->first_level; g < index->level_count; g++) {
        VeerIndexLevel *level = &index->levels[g];
        build->lanes->bound(index, build->balls, build->exponents[g], level);
        if (!index->is_spatial) {
            level->lower.z = level->upper.z = 0.0f;
        }
    }
}

static void size_levels(IndexBuild *build)
{
    VeerIndex *index = build->index;
    uint32_t *table = index->table;
    VeerIndexNode *nodes = index->nodes;
    for (uint32_t g = 0; g < index->level_count; g++) {
        VeerIndexLevel *level = &index->levels[g];
        if (g >= build->first_level) {
            veer_fit_open(&build->fits[g], level, index->is_spatial);
            level->ends = table + 1;
            level->nodes = nodes;
        }
        table += 3u * (size_t)(level->end - level->begin) + VEER_INDEX_SLACK_CELLS + 1u;
        nodes += veer_nest_nodes(level->end - level->begin, 1);
    }
}

// Counts the balls in the cells of the pending levels.
static void count_cells(IndexBuild *build)
{
    VeerIndex *index = build->index;
    for (uint32_t g = build->first_level; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        if (build->fits[g].is_pending) {
            memset(level->ends, 0, level->cell_count * sizeof(uint32_t));
            build->fits[g].pairs =
                build->lanes->count(index, build->balls, build->exponents[g], level);
        }
    }
}

// Counts until every level's cells fit its balls.
static void fit_levels(IndexBuild *build)
{
    VeerIndex *index = build->index;
    bool is_done = false;
    while (!is_done) {
        is_done = true;
        count_cells(build);
        for (uint32_t g = 0; g < index->level_count; g++) {
            VeerFit *fit = &build->fits[g];
            if (fit->is_pending) {
                veer_fit_refine(fit, &index->levels[g]);
            }
            is_done = is_done && !fit->is_pending;
        }
    }
}

// Counts to starts; scattering turns these into ends.
static void sum_cells(const IndexBuild *build)
{
    const VeerIndex *index = build->index;
    for (uint32_t g = build->first_level; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        uint32_t sum = level->begin;
        level->ends[-1] = sum;
        for (uint32_t cell = 0; cell < level->cell_count; cell++) {
            uint32_t count = level->ends[cell];
            level->ends[cell] = sum;
            sum += count;
        }
    }
}

static VeerIndexBall ball_of(const VeerIndex *index, const VeerBalls *balls, uint32_t i)
{
    return (VeerIndexBall){
        .centre = balls->positions[i],
        .radius = balls->radii[i],
        .height = balls->heights ? balls->heights[i] : INFINITY,
        .id = balls->ids ? balls->ids[i] : i,
        .layers = balls->layers ? balls->layers[i] : UINT32_MAX,
        .is_endless = !index->is_spatial && !balls->heights,
    };
}

// Entries behind the last are read with it, and ignored.
static void fill_room(const VeerIndex *index)
{
    for (uint32_t i = index->count; i < index->count + VEER_INDEX_ROOM; i++) {
        index->x[i] = index->y[i] = index->z[i] = index->radius[i] = 0.0f;
    }
}

// Whether a ball is in one of the levels that are built.
static bool is_placed(const IndexBuild *build, uint32_t i)
{
    return build->index->exponents[i] != VEER_INDEX_ABSENT;
}

// Brings near, roughly, where the number of a ball that comes soon is put.
static void fetch_place(const IndexBuild *build, uint32_t i)
{
    const VeerIndex *index = build->index;
    if (i < build->balls->count && is_placed(build, i)) {
        veer_prefetch(&index->order[index->table[index->keys[i]]]);
    }
}

static void scatter(const IndexBuild *build)
{
    const VeerIndex *index = build->index;
    for (uint32_t i = 0; i < build->balls->count; i++) {
        fetch_place(build, i + FETCH_AHEAD);
        if (is_placed(build, i)) {
            uint32_t entry = index->table[index->keys[i]]++;
            index->keys[i] = entry;
            index->order[entry] = i;
        }
    }
}

// Brings levels that are too dense for cells into the order of trees.
static void nest_levels(const IndexBuild *build)
{
    VeerIndex *index = build->index;
    for (uint32_t g = build->first_level; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        if (level->is_nested) {
            index->is_nested = true;
            veer_nest_sort(index, level, build->balls);
            for (uint32_t entry = level->begin; entry < level->end; entry++) {
                index->keys[index->order[entry]] = entry;
            }
        }
    }
}

// Makes an index have no balls.
static void clear(VeerIndex *index, VeerSpace space)
{
    index->is_spatial = space == VEER_SPATIAL;
    index->count = index->level_count = 0;
    index->is_nested = false;
    index->common = veer_index_nothing();
}

static void add_levels(IndexBuild *build)
{
    VeerIndex *index = build->index;
    uint32_t histogram[256] = {0};
    build->first_level = index->level_count;
    build->lanes = veer_place_lanes((VeerLanes)index->lanes);
    build->lanes->survey(index, build->balls, build->wanted, histogram);
    split_classes(build, histogram);
    open_levels(build);
    bound_levels(build);
    size_levels(build);
    fit_levels(build);
    sum_cells(build);
    scatter(build);
    nest_levels(build);
}

void veer_index_place(VeerIndex *index, VeerSpace space, const VeerBalls *balls, uint8_t part)
{
    IndexBuild build = {.index = index, .balls = balls, .wanted = part};
    clear(index, space);
    add_levels(&build);
}

void veer_index_place_more(VeerIndex *index, const VeerBalls *balls, uint8_t part)
{
    IndexBuild build = {.index = index, .balls = balls, .wanted = part};
    add_levels(&build);
}

void veer_index_close(VeerIndex *index, uint32_t first)
{
    for (uint32_t g = 0; g < index->level_count; g++) {
        if (index->levels[g].is_nested && index->levels[g].begin >= first) {
            veer_nest_fill(index, &index->levels[g]);
        }
    }
    fill_room(index);
}

void veer_index_put_all(VeerIndex *index, uint32_t first, const VeerBalls *balls)
{
    for (uint32_t entry = first; entry < index->count; entry++) {
        VeerIndexBall ball = ball_of(index, balls, index->order[entry]);
        veer_index_put(index, entry, &ball, &index->common);
    }
    veer_index_close(index, first);
}

void veer_index_build(VeerIndex *index, VeerSpace space, const VeerBalls *balls)
{
    if (!index || !balls || balls->count > index->capacity ||
        (balls->count > 0 && (!balls->positions || !balls->radii))) {
        return;
    }
    veer_index_place(index, space, balls, 0);
    veer_index_put_all(index, 0, balls);
}
