/// The squared distance of a point that moves along a line to a box is convex, and quadratic
/// between the times at which it passes the plane of a face. All questions come down to the pieces.
#include "geom/box.h"

typedef struct Way {
    double from[3], way[3];
    double lower[3], upper[3];
} Way;

static Way way_of(VeerBounds box, VeerVec3 origin, VeerVec3 way)
{
    return (Way){{(double)origin.x, (double)origin.y, (double)origin.z},
                 {(double)way.x, (double)way.y, (double)way.z},
                 {(double)box.lower.x, (double)box.lower.y, (double)box.lower.z},
                 {(double)box.upper.x, (double)box.upper.y, (double)box.upper.z}};
}

// Signed, how far the point lies outside of the box along an axis at time t.
static double outside(const Way *way, int axis, double t)
{
    double at = way->from[axis] + way->way[axis] * t;
    if (at < way->lower[axis]) {
        return at - way->lower[axis];
    }
    return at > way->upper[axis] ? at - way->upper[axis] : 0.0;
}

static double squared_distance(const Way *way, double t)
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double off = outside(way, axis, t);
        sum += off * off;
    }
    return sum;
}

// Half of the squared distance's derivative.
static double slope(const Way *way, double t)
{
    double sum = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        sum += outside(way, axis, t) * way->way[axis];
    }
    return sum;
}

// The times in (0, 1) at which the point passes a face's plane; times[6].
static int face_times(const Way *way, double times[6])
{
    int count = 0;
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        double plane = face % 2 ? way->upper[axis] : way->lower[axis];
        double t = (plane - way->from[axis]) / way->way[axis];
        if (t > 0.0 && t < 1.0) { // false for NaN: a way of 0 passes no plane
            times[count++] = t;
        }
    }
    return count;
}

// The time in [0, 1] of least distance, the first of several: where the slope, which rises, and
// linearly between the faces' times, is 0.
static double nearest_time(const Way *way)
{
    double times[6];
    double before = 0.0, after = 1.0;
    int count = face_times(way, times);
    if (slope(way, 0.0) >= 0.0) {
        return 0.0;
    }
    for (int i = 0; i < count; i++) {
        if (slope(way, times[i]) < 0.0) {
            before = times[i] > before ? times[i] : before;
        } else {
            after = times[i] < after ? times[i] : after;
        }
    }
    double fall = -slope(way, before);
    double rise = slope(way, after);
    return rise > 0.0 ? before + (after - before) * (fall / (fall + rise)) : after;
}

float veer_box_way_distance(VeerBounds box, VeerVec3 origin, VeerVec3 way)
{
    Way line = way_of(box, origin, way);
    return (float)sqrt(squared_distance(&line, nearest_time(&line)));
}

// What counts as touching: rounding must not have a ray miss the face that it starts from.
static double hair_of(const Way *way)
{
    double largest = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        largest += fabs(way->from[axis]) + fabs(way->way[axis]);
        largest += fabs(way->lower[axis]) + fabs(way->upper[axis]);
    }
    return largest * 1e-14;
}

// The piece between face times in which the squared distance falls to `reach`, which it does by
// `piece.after`.
typedef struct Piece {
    double before, after;
} Piece;

static Piece find_piece(const Way *way, double nearest, double reach)
{
    double times[6];
    Piece piece = {0.0, nearest};
    int count = face_times(way, times);
    for (int i = 0; i < count; i++) {
        if (times[i] < piece.after && squared_distance(way, times[i]) <= reach) {
            piece.after = times[i];
        }
    }
    for (int i = 0; i < count; i++) {
        if (times[i] < piece.after && times[i] > piece.before) {
            piece.before = times[i];
        }
    }
    return piece;
}

// When it does: the way's part along the axes on which the point is outside in between counts.
static double solve_piece(const Way *way, Piece piece, double reach)
{
    double a = 0.0, b = 0.0, c = -reach;
    double middle = 0.5 * (piece.before + piece.after);
    for (int axis = 0; axis < 3; axis++) {
        if (outside(way, axis, middle) != 0.0) {
            double off = outside(way, axis, piece.before);
            a += way->way[axis] * way->way[axis];
            b += off * way->way[axis];
            c += off * off;
        }
    }
    double discriminant = b * b - a * c;
    double root = c / (sqrt(discriminant > 0.0 ? discriminant : 0.0) - b);
    return root < piece.after - piece.before ? piece.before + root : piece.after;
}

float veer_box_cast(VeerBounds box, VeerVec3 origin, VeerVec3 way, float radius)
{
    Way line = way_of(box, origin, way);
    double touching = (double)radius + hair_of(&line);
    double reach = touching * touching;
    double nearest = nearest_time(&line);
    if (squared_distance(&line, 0.0) <= reach) {
        return 0.0f;
    }
    if (squared_distance(&line, nearest) > reach) {
        return INFINITY;
    }
    return (float)solve_piece(&line, find_piece(&line, nearest, reach), reach);
}
