/// The phases of a computation: what sees the goals, its distances, and the march from there on.
#include "base/wide_bits.h"
#include "plan/field/field.h"
#include "plan/field/update.h"

#include <string.h>

/// Keeps a distance if it is less than what is known.
static void offer(VeerFieldSolver *solver, VeerField *field, uint32_t cell, float distance)
{
    float *value = &veer_field_values(field)[cell];
    if (veer_field_weights(solver)[cell] > 0 && distance < fabsf(*value)) {
        veer_field_keep(solver, field, cell, (float)veer_on_field_grid((double)distance));
    }
}

static float weight_at(const VeerFieldSolver *solver, uint32_t cell)
{
    return (float)veer_field_weights(solver)[cell] * (1.0f / (float)VEER_FIELD_UNIT);
}

/// The goal's own cell and those beside it, along straight lines: each passes through these two
/// cells only. `place` is where the goal is, in cells from the corner of its own. A goal that is
/// seen has a cell of cost 1, which has been taken out of what is computed.
static void seed(VeerFieldSolver *solver, VeerField *field, uint32_t cell, const float *place)
{
    int axes = field->shape.side[2] > 1 ? 3 : 2;
    float square = 0.0f, own = weight_at(solver, cell);
    own = own > 0.0f ? own : 1.0f;
    for (int axis = 0; axis < axes; axis++) {
        square += (place[axis] - 0.5f) * (place[axis] - 0.5f);
    }
    offer(solver, field, cell, sqrtf(square) * own);
    for (int side = 0; side < 2 * axes; side++) {
        int axis = side / 2, sign = side % 2 ? 1 : -1;
        uint32_t step = field->shape.step[axis], beside = sign < 0 ? cell - step : cell + step;
        float here = (sign < 0 ? place[axis] : 1.0f - place[axis]), along = here + 0.5f;
        float off = place[axis] - 0.5f;
        float length = sqrtf(square - off * off + along * along);
        float cost = (here * own + 0.5f * weight_at(solver, beside)) / along;
        offer(solver, field, beside, length * cost);
    }
}

static void seed_all(VeerFieldSolver *solver, VeerField *field)
{
    for (uint32_t i = 0; i < field->goal_count; i++) {
        const int32_t *goal = field->goals[i].at;
        float place[3];
        int32_t cell[3];
        for (int axis = 0; axis < 3; axis++) {
            cell[axis] = goal[axis] / VEER_FIELD_STEPS;
            place[axis] = (float)(goal[axis] % VEER_FIELD_STEPS) * (1.0f / (float)VEER_FIELD_STEPS);
        }
        seed(solver, field, veer_field_index(&field->shape, cell[0], cell[1], cell[2]), place);
    }
}

/// The distances of the cells [from, to) of a row, all of which see their nearest goal.
static void fill_run(VeerField *field, const int32_t *row, int32_t from, int32_t to)
{
    float *values = veer_field_values(field) + veer_field_index(&field->shape, 0, row[0], row[1]);
    float y = (float)row[0] + 0.5f, z = (float)row[1] + 0.5f;
    for (int32_t x = from; x < to; x++) {
        values[x] = veer_field_straight(field, 0, (float)x + 0.5f, y, z);
    }
    for (uint32_t goal = 1; goal < field->goal_count; goal++) {
        for (int32_t x = from; x < to; x++) {
            float other = veer_field_straight(field, goal, (float)x + 0.5f, y, z);
            values[x] = veer_lesser(values[x], other);
        }
    }
}

/// The bits of a word and how many of the row are in it.
static uint64_t margin_word(const uint64_t *bits, uint32_t words, uint32_t word)
{
    return word < words ? bits[word] : 0;
}

/// Cells that see nothing beside one that does: the bits of a word of a row.
static uint64_t edge_word(const VeerFieldSolver *solver, const int32_t *row, uint32_t word)
{
    const VeerFieldShape *shape = &solver->shape;
    const uint64_t *bits = veer_field_bits(shape, veer_field_sight(solver), row[0], row[1]);
    ptrdiff_t up = (ptrdiff_t)shape->words, layer = up * (ptrdiff_t)shape->side[1];
    uint64_t here = bits[word];
    uint64_t beside = here << 1 | here >> 1 | margin_word(bits, shape->words, word + 1u) << 63;
    beside |= word > 0 ? bits[word - 1u] >> 63 : 0;
    beside |= row[0] > 0 ? bits[(ptrdiff_t)word - up] : 0;
    beside |= row[0] + 1 < (int32_t)shape->side[1] ? bits[(ptrdiff_t)word + up] : 0;
    beside |= row[1] > 0 ? bits[(ptrdiff_t)word - layer] : 0;
    beside |= row[1] + 1 < (int32_t)shape->side[2] ? bits[(ptrdiff_t)word + layer] : 0;
    return beside & ~here;
}

/// One row: distances of what sees a goal. Those cells are not computed again.
static void fill_row(VeerFieldSolver *solver, VeerField *field, const int32_t *row)
{
    const VeerFieldShape *shape = &solver->shape;
    const uint64_t *bits = veer_field_bits(shape, veer_field_sight(solver), row[0], row[1]);
    uint64_t *seen = veer_field_bits(shape, veer_field_seen(field), row[0], row[1]);
    uint16_t *weights = veer_field_weights(solver) + veer_field_index(shape, 0, row[0], row[1]);
    for (uint32_t word = 0; word < shape->words; word++) {
        uint64_t left = bits[word];
        seen[word] = left;
        while (left) {
            uint32_t from = veer_bits_lowest(left);
            uint64_t rest = ~(left >> from);
            uint32_t to = rest ? from + veer_bits_lowest(rest) : 64u;
            to = to > 64u ? 64u : to;
            left = to < 64u ? left >> to << to : 0;
            fill_run(field, row, (int32_t)(word * 64u + from), (int32_t)(word * 64u + to));
            for (uint32_t x = from; x < to; x++) {
                weights[word * 64u + x] = 0;
            }
        }
    }
}

/// One row: cells that see nothing but are beside one that does.
static void edge_row(VeerFieldSolver *solver, VeerField *field, const int32_t *row)
{
    uint32_t base = veer_field_index(&solver->shape, 0, row[0], row[1]);
    for (uint32_t word = 0; word < solver->shape.words; word++) {
        for (uint64_t left = edge_word(solver, row, word); left; left &= left - 1u) {
            uint32_t x = word * 64u + veer_bits_lowest(left);
            if (x >= solver->shape.side[0]) {
                break;
            }
            veer_field_improve(solver, field, base + x);
        }
    }
}

/// Does a row of a phase that goes from row to row. @return false after the last one
static bool do_row(VeerFieldSolver *solver, VeerField *field)
{
    uint32_t number = (uint32_t)solver->row, high = solver->shape.side[1];
    if (number / high == solver->shape.side[2]) {
        solver->row = 0;
        return false;
    }
    int32_t row[2] = {(int32_t)(number % high), (int32_t)(number / high)};
    if (solver->phase == VEER_FIELD_FILL) {
        fill_row(solver, field, row);
    } else {
        edge_row(solver, field, row);
    }
    solver->work += solver->shape.side[0] / 16u + 1u;
    solver->row++;
    return true;
}

/// Does a portion of the phase. @return false: it is done
static bool do_portion(VeerFieldSolver *solver, VeerField *field, uint32_t budget)
{
    if (solver->phase == VEER_FIELD_SIGHT) {
        bool is_spatial = solver->shape.side[2] > 1;
        return !field->is_blind && (is_spatial ? veer_field_sweep_voxels(solver, field)
                                               : veer_field_sweep(solver, field));
    }
    if (solver->phase < VEER_FIELD_MARCH) {
        return do_row(solver, field);
    }
    uint32_t done = veer_field_march(solver, field, budget);
    solver->work += done;
    return done >= budget;
}

VeerFieldState veer_field_run(VeerFieldSolver *solver, VeerField *field, uint32_t budget)
{
    if (!solver || !field || field->state != VEER_FIELD_RUNNING) {
        return solver ? veer_field_state(field) : VEER_FIELD_IDLE;
    }
    if (!veer_field_is_of(field, solver)) {
        return VEER_FIELD_IDLE;
    }
    veer_field_go_on(field, solver, budget);
    uint64_t end = solver->work + budget;
    while (field->state == VEER_FIELD_RUNNING && solver->work < end) {
        if (do_portion(solver, field, (uint32_t)(end - solver->work))) {
            continue;
        }
        if (solver->phase == VEER_FIELD_MARCH) {
            field->state = VEER_FIELD_DONE;
            field->past = 0;
        } else if (++solver->phase == VEER_FIELD_MARCH) {
            seed_all(solver, field);
        } else {
            solver->row = 0;
        }
    }
    return veer_field_state(field);
}

static bool has_cell(const VeerField *field, VeerCell cell)
{
    const uint32_t *side = field->shape.side;
    return side[2] == 1 && cell.x >= 0 && cell.y >= 0 && (uint32_t)cell.x < side[0] &&
           (uint32_t)cell.y < side[1];
}

/// Whether a solver marches, or has marched, over a field of its size: a field that runs is its
/// own.
static bool is_ready(const VeerFieldSolver *solver, const VeerField *field)
{
    bool is_own = field->state != VEER_FIELD_RUNNING || solver->past == field->past;
    return is_own && solver->phase == VEER_FIELD_MARCH &&
           memcmp(solver->shape.side, field->shape.side, sizeof field->shape.side) == 0;
}

bool veer_field_add_link(VeerFieldSolver *solver, VeerField *field, VeerCell from, VeerCell to,
                         float cost)
{
    if (!solver || !field || field->state == VEER_FIELD_IDLE || !is_ready(solver, field) ||
        !has_cell(field, from) || !has_cell(field, to) || !(cost >= 0.0f && cost < INFINITY)) {
        return false;
    }
    uint32_t cell = veer_field_index(&field->shape, from.x, from.y, 0);
    float rest = fabsf(veer_field_at(field, to)) / field->cell_size;
    float over = (float)veer_on_field_grid((double)rest + (double)(cost / field->cell_size));
    bool is_sooner =
        veer_field_weights(solver)[cell] > 0 && over < fabsf(veer_field_values(field)[cell]);
    if (is_sooner && field->state == VEER_FIELD_DONE) {
        veer_field_queue_clear(solver); // nothing waits: it begins at the least again
        field->state = VEER_FIELD_RUNNING;
    }
    if (is_sooner) {
        veer_field_go_on(field, solver, veer_hash_words(cell, &over, sizeof over));
        veer_field_keep(solver, field, cell, over);
    }
    return is_sooner;
}
