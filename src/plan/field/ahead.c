/// Looking ahead: of the cells in view, the one from where the rest of the path is shortest. What a
/// field knows of the cells beside a corner is too long by some tenths of a cell; from further off
/// that matters less, and what sees the goal is exact.
#include "plan/field/ahead.h"

#define CORNER 0.1f    ///< cells of a line on both sides of which a corner must be free
#define REACH 3        ///< cells to each side that are looked at
#define REACH_VOXELS 2 ///< and in three dimensions

/// A line from cell to cell.
typedef struct AheadLine {
    int32_t cell[3], sign[3];
    float next[3], step[3]; ///< when it comes to the next cell along an axis, of 1 in all
} AheadLine;

static bool is_open(const VeerFieldSpot *spot, const int32_t *cell)
{
    return veer_field_value(spot->field, cell) < INFINITY;
}

/// Whether the cells that the line comes to next may be entered. Close to a corner it must be free
/// on both sides.
static bool is_step_open(const VeerFieldSpot *spot, const AheadLine *line, uint32_t axis,
                         float margin)
{
    int32_t cell[3] = {line->cell[0], line->cell[1], line->cell[2]};
    cell[axis] += line->sign[axis];
    bool is_free = is_open(spot, cell);
    for (uint32_t other = 0; other < 3 && is_free; other++) {
        if (other != axis && line->next[other] - line->next[axis] < margin) {
            int32_t beside[3] = {line->cell[0], line->cell[1], line->cell[2]};
            beside[other] += line->sign[other];
            is_free = is_open(spot, beside);
        }
    }
    return is_free;
}

/// Whether nothing that has no distance is between the point and the middle of a cell.
static bool is_clear(const VeerFieldSpot *spot, const int32_t *to, const float *direction,
                     float length)
{
    AheadLine line = {.cell = {spot->cell[0], spot->cell[1], spot->cell[2]}};
    float margin = CORNER / length;
    for (uint32_t axis = 0; axis < 3; axis++) {
        bool is_there = line.cell[axis] == to[axis];
        line.sign[axis] = direction[axis] > 0.0f ? 1 : -1;
        float off = spot->off[axis] * (float)(spot->side[axis] * line.sign[axis]);
        line.step[axis] = is_there ? INFINITY : 1.0f / fabsf(direction[axis]);
        line.next[axis] = is_there ? INFINITY : (0.5f - off) * line.step[axis];
    }
    while (line.cell[0] != to[0] || line.cell[1] != to[1] || line.cell[2] != to[2]) {
        uint32_t first = line.next[1] < line.next[0] ? 1u : 0u;
        first = line.next[2] < line.next[first] ? 2u : first;
        if (!is_step_open(spot, &line, first, margin)) {
            return false;
        }
        line.cell[first] += line.sign[first];
        line.next[first] =
            line.cell[first] == to[first] ? INFINITY : line.next[first] + line.step[first];
    }
    return true;
}

bool veer_field_look_ahead(const VeerFieldSpot *spot, float *direction)
{
    int32_t reach = spot->axes == 3 ? REACH_VOXELS : REACH, depth = spot->axes == 3 ? reach : 0;
    float own = veer_field_value(spot->field, spot->cell), least = INFINITY;
    for (int32_t z = -depth; z <= depth; z++) {
        for (int32_t y = -reach; y <= reach; y++) {
            for (int32_t x = -reach; x <= reach; x++) {
                int32_t cell[3] = {spot->cell[0] + x, spot->cell[1] + y, spot->cell[2] + z};
                float value = veer_field_value(spot->field, cell), to[3] = {0.0f, 0.0f, 0.0f};
                if (!(value < own)) {
                    continue;
                }
                for (uint32_t axis = 0; axis < 3; axis++) {
                    to[axis] = (float)cell[axis] + 0.5f - spot->place[axis];
                }
                float length = veer_field_length(to);
                if (value + length < least && is_clear(spot, cell, to, length)) {
                    least = value + length;
                    direction[0] = to[0], direction[1] = to[1], direction[2] = to[2];
                }
            }
        }
    }
    return least < INFINITY && veer_field_normalise(direction);
}
