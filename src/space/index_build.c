/// Builds the grids: classes of radius, the size of cells, the counting sort.
#include "space/index.h"

#include "math/vec.h"

#include <string.h>

// Balls to a cell that the size aims at, and the mean number of others in a ball's cell above
// which the size is taken to miss the local density.
static const float AIM = 4.0f;
static const float CROWDED = 10.0f;

// Most sizes that are tried for a grid.
enum { ROUNDS = 24 };

// The sizes tried for one grid and how many others a ball then shares its cell with on average.
typedef struct Fit {
    float sizes[ROUNDS];
    float others[ROUNDS];
    uint32_t round_count;
    uint64_t pairs;  // of balls that share a cell
    bool is_pending; // to be counted
    bool is_chosen;  // counted for the last time
} Fit;

// A build in the making.
typedef struct Build {
    VeerIndex *index;
    const VeerBalls *balls;
    uint8_t class_of[256]; // by exponent of the radius
    uint32_t counts[VEER_INDEX_GRIDS];
    Fit fits[VEER_INDEX_GRIDS];
} Build;

static bool is_usable(const VeerBalls *balls, uint32_t i)
{
    if (balls->is_present && !balls->is_present[i]) {
        return false;
    }
    VeerVec3 p = balls->positions[i];
    return fabsf(p.x) <= VEER_WORLD_LIMIT && fabsf(p.y) <= VEER_WORLD_LIMIT &&
           fabsf(p.z) <= VEER_WORLD_LIMIT && balls->radii[i] >= 0.0f && isfinite(balls->radii[i]);
}

// The exponent's bits of a float that is not negative.
static uint8_t exponent_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint8_t)(bits >> 23);
}

// How many balls have a radius of each exponent.
static void survey_radii(const Build *build, uint32_t histogram[256])
{
    const VeerBalls *balls = build->balls;
    uint8_t *exponents = build->index->exponents;
    for (uint32_t i = 0; i < balls->count; i++) {
        exponents[i] =
            is_usable(balls, i) ? exponent_of(balls->radii[i]) : (uint8_t)VEER_INDEX_ABSENT;
        histogram[exponents[i]]++;
    }
}

// From the largest radius down, each class spans two exponents: a factor below 4. The last class
// takes all that is left.
static void split_classes(Build *build, const uint32_t histogram[256])
{
    uint32_t class_count = 0;
    int last = -1; // exponent that the open class goes down to
    memset(build->class_of, VEER_INDEX_ABSENT, sizeof build->class_of);
    for (int e = VEER_INDEX_ABSENT - 1; e >= 0; e--) {
        if (histogram[e] == 0) {
            continue;
        }
        if (class_count == 0 || (e < last && class_count < VEER_INDEX_GRIDS)) {
            class_count++;
            last = e - 1;
        }
        build->class_of[e] = (uint8_t)(class_count - 1);
        build->counts[class_count - 1] += histogram[e];
    }
    build->index->grid_count = class_count;
}

static VeerVec3 min3(VeerVec3 a, VeerVec3 b)
{
    return vec3(min_f(a.x, b.x), min_f(a.y, b.y), min_f(a.z, b.z));
}

static VeerVec3 max3(VeerVec3 a, VeerVec3 b)
{
    return vec3(max_f(a.x, b.x), max_f(a.y, b.y), max_f(a.z, b.z));
}

// Gives each grid its range of entries and an empty box.
static void open_grids(const Build *build)
{
    VeerIndex *index = build->index;
    uint32_t begin = 0;
    for (uint32_t g = 0; g < index->grid_count; g++) {
        uint32_t end = begin + build->counts[g];
        index->grids[g] = (VeerGrid){.begin = begin,
                                     .end = end,
                                     .lower = {INFINITY, INFINITY, INFINITY},
                                     .upper = {-INFINITY, -INFINITY, -INFINITY}};
        begin = end;
    }
    index->count = begin;
}

static void survey_grids(const Build *build)
{
    VeerIndex *index = build->index;
    const VeerBalls *balls = build->balls;
    for (uint32_t i = 0; i < balls->count; i++) {
        uint8_t class = build->class_of[index->exponents[i]];
        if (class == VEER_INDEX_ABSENT) {
            continue;
        }
        VeerGrid *grid = &index->grids[class];
        grid->lower = min3(grid->lower, balls->positions[i]);
        grid->upper = max3(grid->upper, balls->positions[i]);
        grid->max_radius = max_f(grid->max_radius, balls->radii[i]);
    }
}

// The grid knows no heights when planar.
static void flatten_grids(VeerIndex *index)
{
    for (uint32_t g = 0; g < index->grid_count && !index->is_spatial; g++) {
        index->grids[g].lower.z = 0.0f;
        index->grids[g].upper.z = 0.0f;
    }
}

// Cube root within a few percent, which is all that the size of a cell needs: Newton's rule.
static float rough_cube_root(float value)
{
    if (value < 1e-36f) {
        return 0.0f;
    }
    float root = sqrtf(sqrtf(value));
    for (int i = 0; i < 32; i++) {
        root = (2.0f * root + value / (root * root)) / 3.0f;
    }
    return root;
}

static void sort_down(float side[3])
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            float larger = max_f(side[i], side[i + 1]);
            side[i + 1] = min_f(side[i], side[i + 1]);
            side[i] = larger;
        }
    }
}

// The size that puts AIM balls into a cell if they fill their box evenly; the box may be flat or a
// line, so the largest of what volume, area and length ask for.
static float even_size(const VeerGrid *grid)
{
    VeerVec3 extent = sub3(grid->upper, grid->lower);
    float side[3] = {extent.x, extent.y, extent.z};
    sort_down(side);
    float share = AIM / (float)(grid->end - grid->begin);
    float by_length = side[0] * share;
    float by_area = sqrtf(side[0] * side[1] * share);
    float by_volume = rough_cube_root(side[0] * side[1] * side[2] * share);
    return max_f(by_length, max_f(by_area, by_volume));
}

// Smaller cells than the balls are wide gain nothing, and cells below the coordinates' precision
// could not be numbered.
static float least_size(const VeerGrid *grid)
{
    float reach = 1e-6f;
    const float ends[6] = {grid->lower.x, grid->lower.y, grid->lower.z,
                           grid->upper.x, grid->upper.y, grid->upper.z};
    for (int i = 0; i < 6; i++) {
        reach = max_f(reach, fabsf(ends[i]));
    }
    return max_f(2.0f * grid->max_radius, reach * 0x1p-21f);
}

// How many cells the grid's box takes along an axis.
static uint64_t cells_along(const VeerGrid *grid, float lower, float upper)
{
    return (uint64_t)(veer_grid_cell(grid, upper) - veer_grid_cell(grid, lower)) + 1u;
}

// The largest power of two that is not above the limit, at most 2^31.
static uint32_t power_of_two(uint64_t limit)
{
    uint32_t power = 1;
    while (power < UINT32_C(1) << 31 && (uint64_t)power * 2u <= limit) {
        power *= 2u;
    }
    return power;
}

// Takes up a size of cell, and with it the form of the table.
static void set_size(VeerGrid *grid, float size)
{
    grid->size = size;
    grid->inverse = 1.0f / size;
    grid->lower_cell[0] = veer_grid_cell(grid, grid->lower.x);
    grid->lower_cell[1] = veer_grid_cell(grid, grid->lower.y);
    grid->lower_cell[2] = veer_grid_cell(grid, grid->lower.z);
    uint64_t width = cells_along(grid, grid->lower.x, grid->upper.x);
    uint64_t height = cells_along(grid, grid->lower.y, grid->upper.y);
    uint64_t depth = cells_along(grid, grid->lower.z, grid->upper.z);
    uint64_t room = (uint64_t)(grid->end - grid->begin) * 3u + VEER_INDEX_SLACK_CELLS;
    // No product overflows: each factor is below 2^23, and the room below 2^34.
    grid->is_hashed = width * height > room || width * height * depth > room;
    grid->width = (uint32_t)width;
    grid->height = (uint32_t)height;
    grid->cell_count = grid->is_hashed ? power_of_two(room) : (uint32_t)(width * height * depth);
    grid->mask = grid->is_hashed ? grid->cell_count - 1u : UINT32_MAX;
}

static void size_grids(Build *build)
{
    VeerIndex *index = build->index;
    uint32_t *table = index->table;
    for (uint32_t g = 0; g < index->grid_count; g++) {
        VeerGrid *grid = &index->grids[g];
        set_size(grid, max_f(even_size(grid), least_size(grid)));
        grid->ends = table + 1;
        table += 3u * (size_t)(grid->end - grid->begin) + VEER_INDEX_SLACK_CELLS + 1u;
        build->fits[g].is_pending = true;
    }
}

static uint32_t key_of(const VeerGrid *grid, VeerVec3 p, bool is_spatial)
{
    int32_t z = is_spatial ? veer_grid_cell(grid, p.z) : 0;
    uint32_t row = veer_grid_row(grid, veer_grid_cell(grid, p.y), z);
    return (row + (uint32_t)veer_grid_cell(grid, p.x)) & grid->mask;
}

// Counts the balls in the cells of the pending grids.
static void count_cells(Build *build)
{
    VeerIndex *index = build->index;
    for (uint32_t g = 0; g < index->grid_count; g++) {
        if (build->fits[g].is_pending) {
            memset(index->grids[g].ends, 0, index->grids[g].cell_count * sizeof(uint32_t));
            build->fits[g].pairs = 0;
        }
    }
    for (uint32_t i = 0; i < build->balls->count; i++) {
        uint8_t class = build->class_of[index->exponents[i]];
        if (class == VEER_INDEX_ABSENT || !build->fits[class].is_pending) {
            continue;
        }
        const VeerGrid *grid = &index->grids[class];
        uint32_t key = key_of(grid, build->balls->positions[i], index->is_spatial);
        index->keys[i] = key;
        build->fits[class].pairs += grid->ends[key]++;
    }
}

// By how much to shrink cells that the last round found crowded. Where the round before was no
// better, the balls sit in spots far smaller than a cell: then in big strides.
static float shrink_factor(const Fit *fit, bool is_spatial)
{
    uint32_t last = fit->round_count - 1u;
    float others = fit->others[last];
    if (last > 0 && others > 0.7f * fit->others[last - 1u]) {
        return 1.0f / 16.0f;
    }
    float factor = is_spatial ? rough_cube_root(AIM / others) : sqrtf(AIM / others);
    return clamp_f(factor, 1.0f / 16.0f, 0.7f);
}

// The largest of the sizes tried that is about as good as the best: where smaller cells do not
// part the balls (many in one spot), they only make the queries long.
static float choose_size(const Fit *fit)
{
    float best = fit->others[0];
    for (uint32_t i = 1; i < fit->round_count; i++) {
        best = min_f(best, fit->others[i]);
    }
    uint32_t chosen = 0;
    while (fit->others[chosen] > 1.5f * best) {
        chosen++;
    }
    return fit->sizes[chosen];
}

// Looks at the count of a grid, and changes its size where it is denser at its balls than over its
// box.
// @return whether it did, so that it is to be counted again
static bool refine_grid(VeerGrid *grid, Fit *fit, bool is_spatial)
{
    float others = 2.0f * (float)fit->pairs / (float)(grid->end - grid->begin);
    if (fit->is_chosen || others <= CROWDED) {
        return false;
    }
    fit->sizes[fit->round_count] = grid->size;
    fit->others[fit->round_count] = others;
    fit->round_count++;
    float least = least_size(grid);
    float size = max_f(grid->size * shrink_factor(fit, is_spatial), least);
    if (grid->size <= least || fit->round_count == ROUNDS) {
        fit->is_chosen = true;
        size = choose_size(fit);
    }
    bool is_changed = size != grid->size;
    set_size(grid, size);
    return is_changed;
}

// Counts until every grid's cells fit its balls.
static void fit_grids(Build *build)
{
    VeerIndex *index = build->index;
    bool is_done = false;
    while (!is_done) {
        is_done = true;
        count_cells(build);
        for (uint32_t g = 0; g < index->grid_count; g++) {
            Fit *fit = &build->fits[g];
            fit->is_pending =
                fit->is_pending && refine_grid(&index->grids[g], fit, index->is_spatial);
            is_done = is_done && !fit->is_pending;
        }
    }
}

// The radius of a disc (or ball) in which one other is to be expected where there are balls.
static float spread_of(const VeerGrid *grid, const Fit *fit, bool is_spatial)
{
    float others = 2.0f * (float)fit->pairs / (float)(grid->end - grid->begin);
    if (!(others > 0.0f)) {
        return INFINITY;
    }
    float share = is_spatial ? rough_cube_root(0.2387f / others) : sqrtf(0.3183f / others);
    return grid->size * share;
}

// Counts to starts; scattering turns these into ends.
static void sum_cells(const VeerIndex *index)
{
    for (uint32_t g = 0; g < index->grid_count; g++) {
        const VeerGrid *grid = &index->grids[g];
        uint32_t sum = grid->begin;
        grid->ends[-1] = sum;
        for (uint32_t cell = 0; cell < grid->cell_count; cell++) {
            uint32_t count = grid->ends[cell];
            grid->ends[cell] = sum;
            sum += count;
        }
    }
}

static void put_ball(const VeerIndex *index, const VeerBalls *balls, uint32_t i, uint32_t entry)
{
    VeerVec3 p = balls->positions[i];
    float height = balls->heights ? balls->heights[i] : INFINITY;
    bool is_endless = !index->is_spatial && !balls->heights;
    index->balls[entry] = (VeerIndexBall){p.x, p.y, is_endless ? -INFINITY : p.z, balls->radii[i]};
    index->tags[entry] =
        (VeerIndexTag){balls->ids ? balls->ids[i] : i,
                       balls->layers ? balls->layers[i] : UINT32_MAX, p.z + height};
    index->order[entry] = i;
}

static void scatter(const Build *build)
{
    const VeerIndex *index = build->index;
    for (uint32_t i = 0; i < build->balls->count; i++) {
        uint8_t class = build->class_of[index->exponents[i]];
        if (class != VEER_INDEX_ABSENT) {
            uint32_t entry = index->grids[class].ends[index->keys[i]]++;
            put_ball(index, build->balls, i, entry);
        }
    }
}

void veer_index_build(VeerIndex *index, VeerSpace space, const VeerBalls *balls)
{
    Build build = {.index = index, .balls = balls};
    uint32_t histogram[256] = {0};
    index->is_spatial = space == VEER_SPATIAL;
    survey_radii(&build, histogram);
    split_classes(&build, histogram);
    open_grids(&build);
    survey_grids(&build);
    flatten_grids(index);
    size_grids(&build);
    fit_grids(&build);
    for (uint32_t g = 0; g < index->grid_count; g++) {
        index->grids[g].spread = spread_of(&index->grids[g], &build.fits[g], index->is_spatial);
    }
    sum_cells(index);
    scatter(&build);
}
