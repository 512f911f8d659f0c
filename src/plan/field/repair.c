/// Repair: raises every value that came from what changed, and lets the rest flow in again.
///
/// A value came from a neighbour if that is below it and the lesser one along its axis. What is
/// left when all that came from the change is gone, is what a new computation would find there too.
#include "map/grid/grid.h"
#include "plan/field/field.h"
#include "plan/field/update.h"

#define RIM 1

static void raise(VeerFieldSolver *solver, VeerField *field, uint32_t cell)
{
    float *value = &veer_field_values(field)[cell];
    int32_t y = (int32_t)(cell / solver->shape.step[1]) - 1;
    if (signbit(*value)) {
        return;
    }
    *value = -*value; // waits
    solver->mend_from = y - RIM < solver->mend_from ? y - RIM : solver->mend_from;
    solver->mend_to = y + RIM > solver->mend_to ? y + RIM : solver->mend_to;
    veer_field_push(solver, cell);
    solver->work++;
}

static bool sees(const VeerFieldShape *shape, const uint64_t *bits, uint32_t cell)
{
    uint32_t x = cell % shape->step[1] - 1u, y = cell / shape->step[1] - 1u;
    return bits[(size_t)y * shape->words + x / 64u] >> (x % 64u) & 1u;
}

/// Whether the value of `cell` may have come from the one beside it, which was `value`; `other` is
/// on the far side.
static bool came_from(const VeerFieldSolver *solver, const VeerField *field, uint32_t cell,
                      float value, uint32_t other)
{
    const float *values = veer_field_values(field);
    return values[cell] > value && values[cell] < INFINITY && !(fabsf(values[other]) < value) &&
           !sees(&solver->shape, veer_field_seen(field), cell);
}

static void raise_all(VeerFieldSolver *solver, VeerField *field)
{
    float *values = veer_field_values(field);
    uint32_t cell;
    while (veer_field_pop(solver, &cell)) {
        float value = -values[cell];
        values[cell] = INFINITY;
        for (int axis = 0; axis < 2; axis++) {
            uint32_t step = solver->shape.step[axis];
            if (came_from(solver, field, cell - step, value, cell - 2u * step)) {
                raise(solver, field, cell - step);
            }
            if (came_from(solver, field, cell + step, value, cell + 2u * step)) {
                raise(solver, field, cell + step);
            }
        }
    }
}

/// Raises cells that see a goal now and did not, or the other way round.
static void raise_sight(VeerFieldSolver *solver, VeerField *field)
{
    const VeerFieldShape *shape = &solver->shape;
    for (uint32_t y = 0; y < shape->side[1]; y++) {
        const uint64_t *now = veer_field_bits(shape, veer_field_sight(solver), (int32_t)y, 0);
        const uint64_t *then = veer_field_bits(shape, veer_field_seen(field), (int32_t)y, 0);
        uint32_t base = veer_field_index(shape, 0, (int32_t)y, 0);
        for (uint32_t word = 0; word < shape->words; word++) {
            for (uint64_t left = now[word] ^ then[word]; left; left &= left - 1u) {
                raise(solver, field, base + word * 64u + veer_bits_lowest(left));
            }
        }
    }
}

static void raise_rect(VeerFieldSolver *solver, VeerField *field, VeerCellRect rect)
{
    int32_t width = (int32_t)solver->shape.side[0], height = (int32_t)solver->shape.side[1];
    for (int32_t y = rect.lower.y > 0 ? rect.lower.y : 0; y < rect.upper.y && y < height; y++) {
        for (int32_t x = rect.lower.x > 0 ? rect.lower.x : 0; x < rect.upper.x && x < width; x++) {
            uint32_t cell = veer_field_index(&solver->shape, x, y, 0);
            if (!sees(&solver->shape, veer_field_seen(field), cell) ||
                !sees(&solver->shape, veer_field_sight(solver), cell)) {
                raise(solver, field, cell);
            }
        }
    }
}

/// Whether a change reaches the cells whose distances a goal sets.
static bool is_at_goal(const VeerField *field, VeerCellRect rect)
{
    for (uint32_t i = 0; i < field->goal_count; i++) {
        int32_t x = field->goals[i].at[0] / VEER_FIELD_STEPS;
        int32_t y = field->goals[i].at[1] / VEER_FIELD_STEPS;
        if (x >= rect.lower.x - 1 && x <= rect.upper.x && y >= rect.lower.y - 1 &&
            y <= rect.upper.y) {
            return true;
        }
    }
    return false;
}

/// Takes the goals that lie on free cells now. @return false: there is none
static bool choose_again(VeerField *field, const VeerGrid *grid, bool *has_changed)
{
    VeerFieldFrame frame = veer_field_frame(grid);
    VeerFieldGoal goals[VEER_MAX_FIELD_GOALS];
    uint32_t count = veer_field_choose(&frame, field->asked, field->asked_count, goals);
    *has_changed = memcmp(goals, field->goals, sizeof goals) != 0;
    if (count > 0 && *has_changed) {
        veer_field_take(field, goals, count);
    }
    return count > 0;
}

VeerStatus veer_field_repair(VeerFieldSolver *solver, VeerField *field, const VeerGrid *grid,
                             VeerCellRect rect)
{
    bool has_others = false;
    if (!veer_field_fits(solver, field, grid) || field->state != VEER_FIELD_DONE ||
        field->is_crowd || !choose_again(field, grid, &has_others)) {
        return VEER_BAD_VALUE;
    }
    if (has_others || is_at_goal(field, rect)) {
        veer_field_restart(solver, field, grid);
        return VEER_OK;
    }
    veer_field_load(solver, grid);
    while (!field->is_blind && veer_field_sweep(solver, field)) {
    }
    solver->is_repair = true;
    solver->mend_from = INT32_MAX;
    solver->mend_to = INT32_MIN;
    raise_sight(solver, field);
    raise_rect(solver, field, rect);
    raise_all(solver, field);
    veer_field_queue_clear(solver);
    solver->phase = VEER_FIELD_FILL;
    solver->row = 0;
    field->state = VEER_FIELD_RUNNING;
    return VEER_OK;
}
