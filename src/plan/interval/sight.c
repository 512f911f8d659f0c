/// Lines through space and time: which cells they pass, when, and whether that is safe.
#include "math/vec.h"
#include "plan/interval/interval.h"

/// The part of a line, in cells, by which it touches a cell without counting: corners.
#define TOUCH 1e-3f

/// A part of a tick by which times may be off from rounding.
#define ROUNDING (1.0f / 256.0f)

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

/// The bits of a word in which a body is in a cell that it enters and leaves at these ticks from
/// now; 0: it was there before now.
static uint64_t bits_between(float enter, float leave)
{
    enter = enter + ROUNDING > 0.0f ? enter + ROUNDING : 0.0f;
    leave -= ROUNDING;
    if (leave <= 0.0f) {
        return 0;
    }
    // What comes after the window is as its last tick.
    uint32_t first = enter < 63.0f ? (uint32_t)enter : 63u;
    uint32_t last = leave < 63.0f ? (uint32_t)leave : 63u;
    last = last > first ? last : first;
    return ~UINT64_C(0) << first & ~UINT64_C(0) >> (63u - last);
}

/// The tick from now at which a straight line is first unsafe; INFINITY: never.
static float first_unsafe(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                          float elapsed)
{
    TimedLine line = line_between(window, from.position, to.position);
    VeerWindowCell ends[2] = {{line.cell[0], line.cell[1], line.cell[2]},
                              {line.last[0], line.last[1], line.last[2]}};
    float tick = window->def.tick;
    float begin = (from.time - elapsed) / tick, span = (to.time - from.time) / tick;
    if (!veer_window_has(window, ends[0]) || !veer_window_has(window, ends[1])) {
        return begin;
    }
    float enter = 0.0f;
    for (;;) {
        int axis = axis_of(&line);
        float leave = axis < 3 ? min_f(max_f(line.next[axis], enter), 1.0f) : 1.0f;
        VeerWindowCell cell = {line.cell[0], line.cell[1], line.cell[2]};
        bool is_corner = axis < 3 && (leave - enter) * line.length < TOUCH;
        uint64_t taken = veer_window_word(window, cell) &
                         bits_between(begin + enter * span, begin + leave * span);
        if (taken && !is_corner) {
            return max_f(begin + enter * span, (float)veer_bits_lowest(taken));
        }
        if (axis == 3) {
            return INFINITY;
        }
        line.cell[axis] += line.step[axis];
        line.next[axis] += line.each[axis];
        enter = leave;
    }
}

static bool is_timed(VeerTimedPoint point)
{
    return is_finite3(point.position) && isfinite(point.time);
}

bool veer_interval_sees(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                        float elapsed)
{
    bool is_good = window && is_timed(from) && is_timed(to) && from.time <= to.time;
    return is_good && isfinite(elapsed) && !(first_unsafe(window, from, to, elapsed) < INFINITY);
}

bool veer_interval_is_safe(const VeerWindow *window, const VeerTimedPoint *points, uint32_t count,
                           float elapsed, float *broken)
{
    float tick = INFINITY;
    if (!window || (!points && count > 0) || !isfinite(elapsed)) {
        return false;
    }
    for (uint32_t i = 1; i < count && !(tick < INFINITY); i++) {
        tick = first_unsafe(window, points[i - 1], points[i], elapsed);
    }
    if (broken) {
        *broken = elapsed + tick * window->def.tick;
    }
    return !(tick < INFINITY);
}
