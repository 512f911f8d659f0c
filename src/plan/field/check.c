/// Whether fields and their solver are such that reading and going on with them is safe.
#include "plan/field/check.h"
#include "plan/field/field.h"

#include <string.h>

/// Cells: more than any path over a map is long.
#define MOST 1e12f
/// Slopes of a sweep are in steps of cells.
#define MOST_STEPS (1 << 25)

// --- Fields ---

static bool is_byte_flag(const void *flag)
{
    return *(const unsigned char *)flag <= 1u; // reading a bool of another value is undefined
}

static bool are_goals(const VeerField *field)
{
    for (uint32_t i = 0; i < field->goal_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            int32_t at = field->goals[i].at[axis];
            if (at < 0 || at % 2 == 0 ||
                (uint32_t)at / VEER_FIELD_STEPS >= field->shape.side[axis]) {
                return false;
            }
        }
    }
    return true;
}

/// Cells of the margin are far from everything.
static bool is_margin(const VeerFieldShape *shape, uint32_t cell)
{
    uint32_t x = cell % shape->step[1], y = cell / shape->step[1];
    uint32_t z = shape->side[2] > 1 ? cell / shape->step[2] : 1u;
    y = shape->side[2] > 1 ? y % (shape->side[1] + 2u) : y;
    return x == 0 || y == 0 || z == 0 || x > shape->side[0] || y > shape->side[1] ||
           (shape->side[2] > 1 && z > shape->side[2]);
}

/// Only cells of a field that is being computed wait, as those below 0 do.
static bool are_values(const VeerField *field)
{
    const float *values = veer_field_values(field);
    bool may_wait = field->state == VEER_FIELD_RUNNING;
    for (uint32_t i = 0; i < field->shape.count; i++) {
        float value = values[i];
        bool is_value = value == INFINITY || (fabsf(value) <= MOST && (may_wait || value >= 0.0f));
        if (!is_value || (value != INFINITY && is_margin(&field->shape, i))) {
            return false;
        }
    }
    return true;
}

/// Rows end with bits that no cell has.
static bool are_bits(const VeerFieldShape *shape, const uint64_t *bits)
{
    uint32_t used = shape->side[0] % 64u;
    uint64_t beyond = used > 0 ? ~UINT64_C(0) << used : 0;
    size_t rows = (size_t)shape->side[1] * shape->side[2];
    for (size_t row = 0; row < rows; row++) {
        if (bits[row * shape->words + shape->words - 1u] & beyond) {
            return false;
        }
    }
    return true;
}

/// Where its map is is known once it has begun.
static bool is_placed(const VeerField *field, const VeerFieldPlace *place)
{
    return field->state == VEER_FIELD_IDLE ||
           (field->goal_count > 0 && field->cell_size == place->cell_size &&
            field->origin.x == place->origin.x && field->origin.y == place->origin.y &&
            field->origin.z == place->origin.z);
}

bool veer_field_holds(const VeerField *field, const VeerFieldPlace *place)
{
    VeerField own;
    (void)veer_field_lay_out(&own, place->side[0], place->side[1], place->side[2]);
    return memcmp(&field->shape, &own.shape, sizeof own.shape) == 0 &&
           field->values_at == own.values_at && field->seen_at == own.seen_at &&
           field->state <= VEER_FIELD_DONE &&
           (field->past == 0 || field->state == VEER_FIELD_RUNNING) &&
           field->goal_count <= VEER_MAX_FIELD_GOALS && is_byte_flag(&field->is_blind) &&
           is_byte_flag(&field->has_costs) && are_goals(field) && is_placed(field, place) &&
           are_bits(&field->shape, veer_field_seen(field)) && are_values(field);
}

// --- The solver ---

static bool are_weights(const VeerFieldSolver *solver)
{
    const uint16_t *weights = veer_field_weights(solver);
    for (uint32_t i = 0; i < solver->shape.count; i++) {
        if (weights[i] > 0 && is_margin(&solver->shape, i)) {
            return false;
        }
    }
    return true;
}

static bool are_faces(const VeerFieldSolver *solver)
{
    const VeerFieldFaces *faces = veer_field_faces(solver);
    const uint16_t *weights = veer_field_weights(solver);
    for (uint32_t i = 0; solver->is_crowd && i < solver->shape.count; i++) {
        for (int side = 0; side < 4; side++) {
            bool is_cost = faces[i].cost[side] >= 0.0f && faces[i].cost[side] <= 255.0f;
            if (!is_cost && weights[i] > 0) {
                return false;
            }
        }
    }
    return true;
}

/// Where a slope comes to the far edge of the row that was swept is in the map: the next row is
/// entered there.
static bool is_slope(const VeerFieldSolver *solver, const int32_t *goal, VeerSlope slope)
{
    int64_t far = solver->direction < 0 ? goal[1] - (int64_t)solver->row * VEER_FIELD_STEPS
                                        : ((int64_t)solver->row + 1) * VEER_FIELD_STEPS - goal[1];
    int64_t most = (int64_t)solver->shape.side[0] * VEER_FIELD_STEPS * slope.down;
    int64_t place = slope.over * far + (int64_t)goal[0] * slope.down;
    return slope.down > 0 && slope.down <= MOST_STEPS && slope.over >= -MOST_STEPS &&
           slope.over <= MOST_STEPS && place >= 0 && place <= most;
}

/// Spans that there is room for, of each of two rows.
static uint32_t span_room(const VeerFieldSolver *solver)
{
    return solver->shape.side[0] + 2u;
}

static bool is_sweep(const VeerFieldSolver *solver, const VeerField *field)
{
    const VeerSightSpan *spans = veer_field_part(solver, solver->spans_at);
    int32_t height = (int32_t)solver->shape.side[1];
    if (solver->row < -1 || solver->row > height || solver->direction < -1 ||
        solver->direction > 1) {
        return false;
    }
    bool is_under_way = solver->direction != 0 && solver->span_count > 0 &&
                        solver->goal < field->goal_count && solver->row >= 0 &&
                        solver->row < height;
    const int32_t *goal = field->goals[solver->goal % VEER_MAX_FIELD_GOALS].at;
    int32_t off = solver->row - goal[1] / VEER_FIELD_STEPS;
    bool is_good = !is_under_way || (solver->direction < 0 ? off <= 0 : off >= 0);
    spans += (size_t)solver->which * span_room(solver);
    for (uint32_t i = 0; is_under_way && is_good && i < solver->span_count; i++) {
        is_good = is_slope(solver, goal, spans[i].left) && is_slope(solver, goal, spans[i].right);
    }
    return is_good;
}

static bool is_phase(const VeerFieldSolver *solver, const VeerField *field)
{
    int32_t rows = (int32_t)(solver->shape.side[1] * solver->shape.side[2]);
    int32_t cube = 2 * VEER_FIELD_VOXEL_SIGHT + 1;
    bool is_spatial = solver->shape.side[2] > 1;
    if (solver->phase != VEER_FIELD_SIGHT) {
        return solver->phase <= VEER_FIELD_MARCH && solver->row >= 0 && solver->row <= rows;
    }
    return is_spatial ? solver->row >= 0 && solver->row <= cube * cube + 1
                      : is_sweep(solver, field);
}

/// What lists of chunks hold.
typedef struct QueueCount {
    uint32_t chunks, room;
    uint64_t entries;
} QueueCount;

/// Counts the chunks of a list. All but its first are full, and its cells can be computed.
/// @return false: it is none, or has no end
static bool count_list(const VeerFieldSolver *solver, uint32_t chunk, bool is_free,
                       QueueCount *count)
{
    const VeerFieldChunk *chunks = veer_field_part(solver, solver->chunks_at);
    const uint16_t *weights = veer_field_weights(solver);
    bool is_first = true;
    for (; chunk != VEER_FIELD_NO_CHUNK; chunk = chunks[chunk].next) {
        if (chunk >= solver->fresh || ++count->chunks > solver->fresh) {
            return false;
        }
        const VeerFieldChunk *own = &chunks[chunk];
        bool is_full = own->count == VEER_FIELD_PER_CHUNK;
        if (!is_free &&
            (own->count < 1 || own->count > VEER_FIELD_PER_CHUNK || !(is_first || is_full))) {
            return false;
        }
        for (uint32_t i = 0; !is_free && i < own->count; i++) {
            if (own->cells[i] >= solver->shape.count || weights[own->cells[i]] == 0) {
                return false;
            }
        }
        count->entries += is_free ? 0u : own->count;
        is_first = false;
    }
    return true;
}

/// Whether each chunk that was ever used is in one list, and each entry stands for a cell that
/// waits, or is stale: then the room for them does.
static bool is_queue(const VeerFieldSolver *solver, const VeerField *field, uint32_t room)
{
    const uint32_t *heads = veer_field_part(solver, solver->heads_at);
    const float *values = veer_field_values(field);
    QueueCount count = {0, room, 0};
    uint64_t waiting = 0;
    if (solver->fresh > room || solver->stale_count > solver->shape.count / 4u ||
        solver->cursor > UINT32_MAX / 2u) {
        return false;
    }
    for (uint32_t i = 0; i < VEER_FIELD_RING; i++) {
        if (!count_list(solver, heads[i], false, &count)) {
            return false;
        }
    }
    if (!count_list(solver, solver->open, false, &count) ||
        !count_list(solver, solver->far, false, &count) ||
        !count_list(solver, solver->free, true, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < solver->shape.count; i++) {
        waiting += signbit(values[i]) != 0;
    }
    return count.chunks == solver->fresh && count.entries == waiting + solver->stale_count;
}

/// Spans are what the last sweep left, whatever is computed now.
bool veer_field_solver_fits(const VeerFieldSolver *solver, const VeerField *field, bool has_crowds)
{
    VeerFieldSolver own;
    const uint32_t *side = field->shape.side;
    (void)veer_field_solver_lay_out(&own, side[0], side[1], side[2], has_crowds);
    const uint64_t places[] = {own.weights_at, own.spans_at,  own.sight_at,
                               own.heads_at,   own.chunks_at, own.faces_at};
    const uint64_t given[] = {solver->weights_at, solver->spans_at,  solver->sight_at,
                              solver->heads_at,   solver->chunks_at, solver->faces_at};
    return memcmp(&solver->shape, &own.shape, sizeof own.shape) == 0 &&
           memcmp(places, given, sizeof places) == 0 && is_byte_flag(&solver->has_faces) &&
           is_byte_flag(&solver->is_crowd) && solver->has_faces == has_crowds &&
           (!solver->is_crowd || has_crowds) && solver->work < UINT64_MAX / 2u &&
           solver->which <= 1u && solver->span_count <= span_room(solver);
}

bool veer_field_solver_holds(const VeerFieldSolver *solver, const VeerField *field)
{
    uint32_t room = (uint32_t)((solver->faces_at - solver->chunks_at) / sizeof(VeerFieldChunk));
    return veer_field_is_of(field, solver) && solver->goal <= field->goal_count &&
           is_phase(solver, field) && are_weights(solver) && are_faces(solver) &&
           are_bits(&solver->shape, veer_field_sight(solver)) && is_queue(solver, field, room);
}
