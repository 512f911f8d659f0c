#include "space/fit.h"

#include "math/vec.h"

// Balls to a cell that the size aims at, and the mean number of others in a ball's cell above
// which the size is taken to miss the local density.
static const float AIM = 4.0f;
static const float CROWDED = 10.0f;

// The mean number of others in a ball's cell above which cells are given up for a tree. All
// queries together then read at most so many times the balls for what lies in their own cells.
// Balls a cell; six cells of AIM. Halved and doubled, crowds of 2000 in heaps, on lines and of all
// widths cost the same but for the clock's noise: they are far beyond it or far below.
static const float DENSE = 24.0f;

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
static float even_size(const VeerIndexLevel *level)
{
    VeerVec3 extent = sub3(level->upper, level->lower);
    float side[3] = {extent.x, extent.y, extent.z};
    sort_down(side);
    float share = AIM / (float)(level->end - level->begin);
    float by_length = side[0] * share;
    float by_area = sqrtf(side[0] * side[1] * share);
    float by_volume = rough_cube_root(side[0] * side[1] * side[2] * share);
    return max_f(by_length, max_f(by_area, by_volume));
}

// Smaller cells than the balls are wide gain nothing, and cells below the coordinates' precision
// could not be numbered.
static float least_size(const VeerIndexLevel *level)
{
    float reach = 1e-6f;
    const float ends[6] = {level->lower.x, level->lower.y, level->lower.z,
                           level->upper.x, level->upper.y, level->upper.z};
    for (int i = 0; i < 6; i++) {
        reach = max_f(reach, fabsf(ends[i]));
    }
    return max_f(2.0f * level->max_radius, reach * 0x1p-21f);
}

// How many cells the level's box takes along an axis.
static uint64_t cells_along(const VeerIndexLevel *level, float lower, float upper)
{
    return (uint64_t)(veer_index_cell(level, upper) - veer_index_cell(level, lower)) + 1u;
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
static void set_size(VeerIndexLevel *level, float size)
{
    level->size = size;
    level->inverse = 1.0f / size;
    level->lower_cell[0] = veer_index_cell(level, level->lower.x);
    level->lower_cell[1] = veer_index_cell(level, level->lower.y);
    level->lower_cell[2] = veer_index_cell(level, level->lower.z);
    uint64_t width = cells_along(level, level->lower.x, level->upper.x);
    uint64_t height = cells_along(level, level->lower.y, level->upper.y);
    uint64_t depth = cells_along(level, level->lower.z, level->upper.z);
    uint64_t room = (uint64_t)(level->end - level->begin) * 3u + VEER_INDEX_SLACK_CELLS;
    // No product overflows: each factor is below 2^23, and the room below 2^34.
    level->is_hashed = width * height > room || width * height * depth > room;
    level->width = (uint32_t)width;
    level->height = (uint32_t)height;
    level->cell_count = level->is_hashed ? power_of_two(room) : (uint32_t)(width * height * depth);
    level->mask = level->is_hashed ? level->cell_count - 1u : UINT32_MAX;
}

// The radius of a disc (or ball) in which one other is to be expected where there are balls.
static float spread_of(const VeerIndexLevel *level, float others, bool is_spatial)
{
    if (!(others > 0.0f)) {
        return INFINITY;
    }
    float share = is_spatial ? rough_cube_root(0.2387f / others) : sqrtf(0.3183f / others);
    return level->size * share;
}

// By how much to shrink cells that the last round found crowded. Where the round before was no
// better, the balls sit in spots far smaller than a cell: then in big strides.
static float shrink_factor(const VeerFit *fit)
{
    uint32_t last = fit->round_count - 1u;
    float others = fit->others[last];
    if (last > 0 && others > 0.7f * fit->others[last - 1u]) {
        return 1.0f / 16.0f;
    }
    float factor = fit->is_spatial ? rough_cube_root(AIM / others) : sqrtf(AIM / others);
    return clamp_f(factor, 1.0f / 16.0f, 0.7f);
}

// The largest of the sizes tried that is about as good as the best: where smaller cells do not
// part the balls (many in one spot), they only make the queries long.
static float choose_size(const VeerFit *fit)
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

// The next size for a level whose cells are crowded.
static float next_size(VeerFit *fit, const VeerIndexLevel *level, float others)
{
    float least = least_size(level);
    fit->sizes[fit->round_count] = level->size;
    fit->others[fit->round_count] = others;
    fit->round_count++;
    if (level->size <= least || fit->round_count == VEER_FIT_ROUNDS) {
        fit->is_chosen = true;
        return choose_size(fit);
    }
    return max_f(level->size * shrink_factor(fit), least);
}

void veer_fit_open(VeerFit *fit, VeerIndexLevel *level, bool is_spatial)
{
    fit->round_count = 0;
    fit->is_pending = true;
    fit->is_chosen = false;
    fit->is_spatial = is_spatial;
    set_size(level, max_f(even_size(level), least_size(level)));
}

void veer_fit_refine(VeerFit *fit, VeerIndexLevel *level)
{
    float others = 2.0f * (float)fit->pairs / (float)(level->end - level->begin);
    float size = level->size;
    if (!fit->is_chosen && others > CROWDED) {
        size = next_size(fit, level, others);
    }
    fit->is_pending = size != level->size;
    if (fit->is_pending) {
        set_size(level, size);
    } else {
        level->is_nested = others > DENSE;
        level->spread = level->is_nested ? INFINITY : spread_of(level, others, fit->is_spatial);
    }
}
