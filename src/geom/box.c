/// The squared distance of a point that moves along a line to a box is convex, and quadratic
/// between the times at which it passes the plane of a face. All questions come down to the pieces.
#include "geom/box.h"

typedef struct BoxLine {
    double from[3], move[3];
    double lower[3], upper[3];
} BoxLine;

static BoxLine line_of(VeerBounds box, VeerVec3 origin, VeerVec3 move)
{
    return (BoxLine){{(double)origin.x, (double)origin.y, (double)origin.z},
                     {(double)move.x, (double)move.y, (double)move.z},
                     {(double)box.lower.x, (double)box.lower.y, (double)box.lower.z},
                     {(double)box.upper.x, (double)box.upper.y, (double)box.upper.z}};
}

// Signed, how far the point lies outside of the box along an axis at time t.
static double outside(const BoxLine *line, int axis, double t)
{
    double at = line->from[axis] + line->move[axis] * t;
    if (at < line->lower[axis]) {
        return at - line->lower[axis];
    }
    return at > line->upper[axis] ? at - line->upper[axis] : 0.0;
}

static double squared_distance(const BoxLine *line, double t)
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double off = outside(line, axis, t);
        sum += off * off;
    }
    return sum;
}

// Half of the squared distance's derivative.
static double slope(const BoxLine *line, double t)
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        sum += outside(line, axis, t) * line->move[axis];
    }
    return sum;
}

// The times in (0, 1) at which the point passes a face's plane; times[6].
static int face_times(const BoxLine *line, double times[6])
{
    int count = 0;
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        double plane = face % 2 ? line->upper[axis] : line->lower[axis];
        double t = (plane - line->from[axis]) / line->move[axis];
        if (t > 0.0 && t < 1.0) { // false for NaN: no movement along this axis
            times[count++] = t;
        }
    }
    return count;
}

// The time in [0, 1] of least distance, the first of several: where the slope, which rises, and
// linearly between the faces' times, is 0.
static double nearest_time(const BoxLine *line)
{
    double times[6];
    double before = 0.0, after = 1.0;
    int count = face_times(line, times);
    if (slope(line, 0.0) >= 0.0) {
        return 0.0;
    }
    for (int i = 0; i < count; i++) {
        if (slope(line, times[i]) < 0.0) {
            before = times[i] > before ? times[i] : before;
        } else {
            after = times[i] < after ? times[i] : after;
        }
    }
    double fall = -slope(line, before);
    double rise = slope(line, after);
    return rise > 0.0 ? before + (after - before) * (fall / (fall + rise)) : after;
}

float veer_box_segment_distance(VeerBounds box, VeerVec3 origin, VeerVec3 move)
{
    BoxLine line = line_of(box, origin, move);
    return (float)sqrt(squared_distance(&line, nearest_time(&line)));
}

// The slop of touching: rounding must not let a ray miss the face that it starts from.
static double slop_of(const BoxLine *line)
{
    double largest = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        largest += fabs(line->from[axis]) + fabs(line->move[axis]);
        largest += fabs(line->lower[axis]) + fabs(line->upper[axis]);
    }
    return largest * 1e-14;
}

// The interval between face times in which the squared distance falls to `reach`, which it does by
// `interval.after`.
typedef struct BoxInterval {
    double before, after;
} BoxInterval;

static BoxInterval find_interval(const BoxLine *line, double nearest, double reach)
{
    double times[6];
    BoxInterval interval = {0.0, nearest};
    int count = face_times(line, times);
    for (int i = 0; i < count; i++) {
        if (times[i] < interval.after && squared_distance(line, times[i]) <= reach) {
            interval.after = times[i];
        }
    }
    for (int i = 0; i < count; i++) {
        if (times[i] < interval.after && times[i] > interval.before) {
            interval.before = times[i];
        }
    }
    return interval;
}

// When it does: only axes on which the point is outside within the interval count.
static double solve_interval(const BoxLine *line, BoxInterval interval, double reach)
{
    double a = 0.0, b = 0.0, c = -reach;
    double middle = 0.5 * (interval.before + interval.after);
    for (int axis = 0; axis < 3; axis++) {
        if (outside(line, axis, middle) != 0.0) {
            double off = outside(line, axis, interval.before);
            a += line->move[axis] * line->move[axis];
            b += off * line->move[axis];
            c += off * off;
        }
    }
    double discriminant = b * b - a * c;
    double root = c / (sqrt(discriminant > 0.0 ? discriminant : 0.0) - b);
    return root < interval.after - interval.before ? interval.before + root : interval.after;
}

float veer_box_cast(VeerBounds box, VeerVec3 origin, VeerVec3 move, float radius)
{
    BoxLine line = line_of(box, origin, move);
    double touching = (double)radius + slop_of(&line);
    double reach = touching * touching;
    double nearest = nearest_time(&line);
    if (squared_distance(&line, 0.0) <= reach) {
        return 0.0f;
    }
    if (squared_distance(&line, nearest) > reach) {
        return INFINITY;
    }
    return (float)solve_interval(&line, find_interval(&line, nearest, reach), reach);
}

bool veer_box_is_entered(VeerBounds box, VeerVec3 origin, VeerVec3 move)
{
    BoxLine line = line_of(box, origin, move);
    double begin = 0.0, end = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        double lower = line.lower[axis] - line.from[axis], by = line.move[axis];
        double upper = line.upper[axis] - line.from[axis];
        if (by == 0.0 && !(lower <= 0.0 && upper > 0.0)) {
            return false;
        }
        if (by != 0.0) {
            double enters = (by > 0.0 ? lower : upper) / by,
                   leaves = (by > 0.0 ? upper : lower) / by;
            begin = enters > begin ? enters : begin;
            end = leaves < end ? leaves : end;
        }
    }
    return begin < end;
}
