#include "plan/field/field.h"
#include "base/arena.h"
#include "map/grid/grid.h"
#include "plan/field/update.h"

#include <string.h>

#define COOKIE 0x6669656cu
#define MAX_CELLS 0x80000000u

VeerFieldQuery veer_field_query_default(void)
{
    return (VeerFieldQuery){.cookie = COOKIE};
}

/// @return false for a size out of range
static bool make_shape(VeerFieldShape *shape, uint32_t width, uint32_t height, uint32_t depth)
{
    uint64_t count = (uint64_t)(width + 2u) * (height + 2u) * (depth > 1 ? depth + 2u : 1u);
    if (width < 1 || height < 1 || depth < 1 || width > VEER_MAX_GRID_CELLS ||
        height > VEER_MAX_GRID_CELLS || depth > VEER_MAX_GRID_CELLS || count > MAX_CELLS) {
        return false;
    }
    *shape = (VeerFieldShape){{width, height, depth},
                              {1u, width + 2u, (width + 2u) * (height + 2u)},
                              (uint32_t)count,
                              (width + 63u) / 64u};
    return true;
}

static size_t bit_words(const VeerFieldShape *shape)
{
    return (size_t)shape->words * shape->side[1] * shape->side[2];
}

/// Takes an array. @return where it begins, in bytes from the arena's
static size_t take(VeerArena *arena, size_t count, size_t size)
{
    size_t at = arena->used;
    (void)veer_arena_take(arena, count, size);
    return at;
}

size_t veer_field_lay_out(VeerField *field, uint32_t width, uint32_t height, uint32_t depth)
{
    VeerArena arena = {NULL, 0};
    VeerFieldShape shape;
    if (!make_shape(&shape, width, height, depth)) {
        return 0;
    }
    memset(field, 0, sizeof *field);
    field->shape = shape;
    field->cell_size = 1.0f;
    (void)take(&arena, 1, sizeof *field);
    field->values_at = take(&arena, shape.count, sizeof(float));
    field->seen_at = take(&arena, bit_words(&shape), sizeof(uint64_t));
    return arena.used;
}

size_t veer_field_solver_lay_out(VeerFieldSolver *solver, uint32_t width, uint32_t height,
                                 uint32_t depth, bool has_crowds)
{
    VeerArena arena = {NULL, 0};
    VeerFieldShape shape;
    if (!make_shape(&shape, width, height, depth)) {
        return 0;
    }
    memset(solver, 0, sizeof *solver);
    solver->shape = shape;
    solver->has_faces = has_crowds;
    // A chunk for each bucket, the open one and the far ones may be there with one cell in it.
    size_t cells = (size_t)shape.count + shape.count / 4u;
    size_t chunk_count = cells / VEER_FIELD_PER_CHUNK + VEER_FIELD_RING + 4u;
    (void)take(&arena, 1, sizeof *solver);
    solver->weights_at = take(&arena, shape.count, sizeof(uint16_t));
    solver->spans_at = take(&arena, 2u * ((size_t)shape.side[0] + 2u), sizeof(VeerSightSpan));
    solver->sight_at = take(&arena, bit_words(&shape), sizeof(uint64_t));
    solver->heads_at = take(&arena, VEER_FIELD_RING, sizeof(uint32_t));
    solver->chunks_at = take(&arena, chunk_count, sizeof(VeerFieldChunk));
    solver->faces_at = take(&arena, has_crowds ? shape.count : 0u, sizeof(VeerFieldFaces));
    return arena.used;
}

size_t veer_field_size(uint32_t width, uint32_t height, uint32_t depth)
{
    VeerField field;
    return veer_field_lay_out(&field, width, height, depth);
}

size_t veer_field_solver_size(uint32_t width, uint32_t height, uint32_t depth, bool has_crowds)
{
    VeerFieldSolver solver;
    return veer_field_solver_lay_out(&solver, width, height, depth, has_crowds);
}

static void forget(VeerField *field)
{
    float *values = veer_field_values(field);
    for (uint32_t i = 0; i < field->shape.count; i++) {
        values[i] = INFINITY;
    }
    memset(veer_field_seen(field), 0, bit_words(&field->shape) * sizeof(uint64_t));
}

VeerField *veer_field_init(void *memory, uint32_t width, uint32_t height, uint32_t depth)
{
    if (!memory || veer_field_lay_out(memory, width, height, depth) == 0) {
        return NULL;
    }
    forget(memory);
    return memory;
}

VeerFieldSolver *veer_field_solver_init(void *memory, uint32_t width, uint32_t height,
                                        uint32_t depth, bool has_crowds)
{
    bool is_made =
        memory && veer_field_solver_lay_out(memory, width, height, depth, has_crowds) > 0;
    return is_made ? memory : NULL;
}

/// Takes over a map, and begins at the first phase.
static void load(VeerFieldSolver *solver, const VeerFieldFrame *frame)
{
    const VeerFieldShape *shape = &solver->shape;
    uint16_t *weights = veer_field_weights(solver);
    memset(weights, 0, shape->count * sizeof *weights);
    for (int32_t z = 0; z < (int32_t)shape->side[2]; z++) {
        for (int32_t y = 0; y < (int32_t)shape->side[1]; y++) {
            frame->load_row(frame->map, y, z, weights + veer_field_index(shape, 0, y, z));
        }
    }
    memset(veer_field_sight(solver), 0, bit_words(shape) * sizeof(uint64_t));
    veer_field_queue_clear(solver);
    solver->work = 0;
    solver->phase = VEER_FIELD_SIGHT;
    solver->goal = 0;
    solver->direction = solver->row = 0;
    solver->is_crowd = false;
}

/// Where a coordinate is in steps: odd, so that no goal is on the edge of a cell.
static int32_t goal_step(float place, float origin, float cell_size)
{
    float cells = (place - origin) / cell_size;
    float steps = floorf(cells * (0.5f * (float)VEER_FIELD_STEPS));
    return steps > -1e9f && steps < 1e9f ? 2 * (int32_t)steps + 1 : -1;
}

/// The goals of a query that are on free cells, in their order and in steps; the rest of
/// out[VEER_MAX_FIELD_GOALS] is 0. @return how many they are
static uint32_t read_goals(const VeerFieldFrame *frame, const VeerFieldQuery *query,
                           bool is_spatial, VeerFieldGoal *out)
{
    const VeerVec3 *origin = &frame->origin;
    uint32_t count = 0;
    memset(out, 0, VEER_MAX_FIELD_GOALS * sizeof *out);
    for (uint32_t i = 0; i < query->goal_count; i++) {
        const VeerVec3 *goal = &query->goals[i];
        int32_t x = goal_step(goal->x, origin->x, frame->cell_size);
        int32_t y = goal_step(goal->y, origin->y, frame->cell_size);
        int32_t z = is_spatial ? goal_step(goal->z, origin->z, frame->cell_size) : 1;
        if (x >= 0 && y >= 0 && z >= 0 &&
            !frame->is_blocked(frame->map, x / VEER_FIELD_STEPS, y / VEER_FIELD_STEPS,
                               z / VEER_FIELD_STEPS)) {
            out[count++] = (VeerFieldGoal){{x, y, z}};
        }
    }
    return count;
}

/// Takes over the goals that are on free cells. @return VEER_BAD_VALUE, and nothing is changed, for
/// a bad query or no goal
static VeerStatus aim(VeerField *field, const VeerFieldFrame *frame, const VeerFieldQuery *query)
{
    VeerFieldGoal goals[VEER_MAX_FIELD_GOALS];
    if (query->cookie != COOKIE || !query->goals || query->goal_count > VEER_MAX_FIELD_GOALS) {
        return VEER_BAD_VALUE;
    }
    uint32_t count = read_goals(frame, query, field->shape.side[2] > 1, goals);
    if (count == 0) {
        return VEER_BAD_VALUE;
    }
    memcpy(field->goals, goals, sizeof goals);
    field->goal_count = count;
    field->is_blind = query->is_blind || count > VEER_MAX_FIELD_SEEN;
    field->has_costs = frame->has_costs;
    field->origin = frame->origin;
    field->cell_size = frame->cell_size;
    return VEER_OK;
}

/// Of all weights: those of the last cells, which no word is full of, are of the margin.
static uint64_t hash_weights(const VeerFieldSolver *solver)
{
    const uint16_t *weights = veer_field_weights(solver);
    uint64_t sum = 0, salt = 0;
    for (uint32_t i = 0; i + 4u <= solver->shape.count; i += 4u) {
        uint64_t word;
        memcpy(&word, weights + i, sizeof word);
        salt += UINT64_C(0x9e3779b97f4a7c15);
        word = (word ^ salt) * UINT64_C(0xbf58476d1ce4e5b9);
        sum += word ^ word >> 32;
    }
    return veer_hash_mix(sum);
}

VeerStatus veer_field_start(VeerFieldSolver *solver, VeerField *field, const VeerFieldFrame *frame,
                            const VeerFieldQuery *query)
{
    if (!solver || !field || !query ||
        memcmp(solver->shape.side, frame->side, sizeof frame->side) != 0 ||
        memcmp(field->shape.side, frame->side, sizeof frame->side) != 0 ||
        aim(field, frame, query) != VEER_OK) {
        return VEER_BAD_VALUE;
    }
    field->state = VEER_FIELD_RUNNING;
    forget(field);
    load(solver, frame);
    solver->past = hash_weights(solver);
    veer_field_go_on(
        field, solver,
        veer_hash_words(field->is_blind, field->goals, field->goal_count * sizeof *field->goals));
    return VEER_OK;
}

static bool is_grid_blocked(const void *map, int32_t x, int32_t y, int32_t z)
{
    (void)z;
    return veer_grid_is_blocked(map, (VeerCell){x, y});
}

static void load_grid_row(const void *map, int32_t y, int32_t z, uint16_t *weights)
{
    const VeerGrid *grid = map;
    const uint64_t *words = veer_bitmap_line(&grid->blocked[0], y);
    const uint8_t *costs = grid->costs ? grid->costs + (size_t)y * grid->def.width : NULL;
    (void)z;
    for (uint32_t x = 0; x < grid->def.width; x++) {
        uint32_t cost = costs ? costs[x] : 1u;
        weights[x] = (uint16_t)(words[x >> 6] >> (x & 63u) & 1u ? 0u : VEER_FIELD_UNIT * cost);
    }
}

VeerStatus veer_field_begin(VeerFieldSolver *solver, VeerField *field, const VeerGrid *grid,
                            const VeerFieldQuery *query)
{
    if (!grid) {
        return VEER_BAD_VALUE;
    }
    const VeerGridDef *def = veer_grid_def(grid);
    VeerFieldFrame frame = {{def->width, def->height, 1},
                            def->origin,
                            def->cell_size,
                            grid,
                            is_grid_blocked,
                            load_grid_row,
                            def->has_costs};
    return veer_field_start(solver, field, &frame, query);
}

VeerFieldState veer_field_state(const VeerField *field)
{
    return field ? (VeerFieldState)field->state : VEER_FIELD_IDLE;
}

uint64_t veer_field_work(const VeerFieldSolver *solver)
{
    return solver ? solver->work : 0;
}
