/// Lines through space and time: which cells they pass, and when.
#include "math/vec.h"
#include "plan/interval/interval.h"

/// The part of a line, in cells, by which it touches a cell without counting: corners.
#define TOUCH 1e-3f

/// A line from cell to cell. Source: Amanatides and Woo, "A fast voxel traversal algorithm for ray
/// tracing", 1987.
typedef struct TimedLine {
    int32_t cell[3], last[3], step[3];
    float next[3]; ///< the part of the line at which it leaves the cell along each axis
    float each[3]; ///< and what it takes to cross one
    float length;  ///< cells
} TimedLine;

static TimedLine line_between(const VeerWindow *window, VeerVec3 from, VeerVec3 to)
{
    const VeerWindowDef *def = &window->def;
    VeerWindowCell a = veer_window_cell_at(window, from), b = veer_window_cell_at(window, to);
    TimedLine line = {{a.x, a.y, a.z}, {b.x, b.y, b.z}, {0}, {0}, {0}, 0.0f};
    const float first[3] = {from.x - def->origin.x, from.y - def->origin.y, from.z - def->origin.z};
    const float offset[3] = {to.x - from.x, to.y - from.y, def->depth > 0 ? to.z - from.z : 0.0f};
    for (int i = 0; i < 3; i++) {
        float ahead = (float)(line.cell[i] + (offset[i] > 0.0f)) * def->cell_size - first[i];
        line.step[i] = (line.last[i] > line.cell[i]) - (line.last[i] < line.cell[i]);
        line.next[i] = line.step[i] != 0 ? ahead / offset[i] : INFINITY;
        line.each[i] = line.step[i] != 0 ? def->cell_size / fabsf(offset[i]) : INFINITY;
        line.length += offset[i] * offset[i];
    }
    line.length = sqrtf(line.length) / def->cell_size;
    return line;
}

/// The axis along which the line leaves its cell first; 3: it ends in it.
static int axis_of(const TimedLine *line)
{
    int axis = 3;
    float first = INFINITY;
    for (int i = 0; i < 3; i++) {
        if (line->cell[i] != line->last[i] && (axis == 3 || line->next[i] < first)) {
            axis = i;
            first = line->next[i];
        }
    }
    return axis;
}

bool veer_interval_sees(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                        float elapsed)
{
    TimedLine line = line_between(window, from.position, to.position);
    VeerWindowCell ends[2] = {{line.cell[0], line.cell[1], line.cell[2]},
                              {line.last[0], line.last[1], line.last[2]}};
    if (!veer_window_has(window, ends[0]) || !veer_window_has(window, ends[1])) {
        return false;
    }
    float tick = window->def.tick;
    float begin = (from.time - elapsed) / tick, span = (to.time - from.time) / tick;
    float enter = 0.0f;
    for (;;) {
        int axis = axis_of(&line);
        float leave = axis < 3 ? min_f(max_f(line.next[axis], enter), 1.0f) : 1.0f;
        VeerWindowCell cell = {line.cell[0], line.cell[1], line.cell[2]};
        bool is_corner = axis < 3 && (leave - enter) * line.length < TOUCH;
        uint64_t bits = veer_interval_bits(begin + enter * span, begin + leave * span);
        if (!is_corner && (veer_window_word(window, cell) & bits)) {
            return false;
        }
        if (axis == 3) {
            return true;
        }
        line.cell[axis] += line.step[axis];
        line.next[axis] += line.each[axis];
        enter = leave;
    }
}
