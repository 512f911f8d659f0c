/// Following a path: pure pursuit, and braking for corners and the end.
#include "steer/answer.h"

/// A point on a path.
typedef struct PathPlace {
    uint32_t segment; ///< from its point to the next
    float part;       ///< of it, 0 to 1
} PathPlace;

static uint32_t segment_count(const VeerSteerPath *path)
{
    return path->is_loop && path->count > 1 ? path->count : path->count - 1;
}

static VeerVec3 point_of(const VeerSteerPath *path, uint32_t index)
{
    return path->points[index % path->count];
}

static VeerVec3 segment_of(const VeerSteerPath *path, uint32_t index)
{
    return sub3(point_of(path, index + 1), point_of(path, index));
}

static VeerVec3 position_of(const VeerSteerPath *path, PathPlace place)
{
    return along3(point_of(path, place.segment), segment_of(path, place.segment), place.part);
}

static PathPlace nearest_place(const VeerSteerPath *path, VeerVec3 position)
{
    PathPlace best = {0, 0.0f};
    float least = INFINITY;
    for (uint32_t i = 0; i < segment_count(path); ++i) {
        VeerVec3 along = segment_of(path, i);
        VeerVec3 from = sub3(position, point_of(path, i));
        float square = dot3(along, along);
        float part = square > 0.0f ? clamp_f(dot3(from, along) / square, 0.0f, 1.0f) : 0.0f;
        VeerVec3 off = along3(from, along, -part);
        if (dot3(off, off) < least) {
            least = dot3(off, off);
            best = (PathPlace){i, part};
        }
    }
    return best;
}

/// 2 tan(a/2) of the corner between two segments that turn by a; 0 where one has no length.
static float bend_of(VeerVec3 before, VeerVec3 after)
{
    VeerVec3 a = unit3(before, (VeerVec3){0});
    VeerVec3 b = unit3(after, (VeerVec3){0});
    VeerVec3 sum = add3(a, b);
    float width = length3(sum);
    return 2.0f * length3(sub3(a, b)) / max_f(width, 1e-3f);
}

/// How fast a corner may be passed: on half the circle that touches both segments look_ahead off
/// it, since pursuit turns late.
static float corner_speed(const VeerFollower *follower, float bend)
{
    if (bend <= 1e-4f) {
        return INFINITY;
    }
    float radius = follower->look_ahead / bend;
    return min_f(follower->turn_rate * radius, sqrtf(follower->max_sideways * radius));
}

/// The speed now from which the body can brake to `then` within `distance`.
static float speed_before(const VeerFollower *follower, float then, float distance)
{
    float room = max_f(distance - follower->speed * follower->dt, 0.0f);
    return isfinite(follower->braking) ? sqrtf(then * then + 2.0f * room * follower->braking)
           : room > 0.0f               ? INFINITY
                                       : then;
}

/// The speed that the corner at the start of a segment still asks for: until look_ahead beyond it.
static float speed_after(const VeerSteerPath *path, const VeerFollower *follower, PathPlace place)
{
    VeerVec3 segment = segment_of(path, place.segment);
    bool is_first = place.segment == 0 && !path->is_loop;
    if (is_first || length3(segment) * place.part > follower->look_ahead) {
        return INFINITY;
    }
    uint32_t before = place.segment > 0 ? place.segment - 1 : segment_count(path) - 1;
    return corner_speed(follower, bend_of(segment_of(path, before), segment));
}

/// The speed now for what is at the end of a segment, `distance` m ahead: the path's end, or a
/// corner, which pursuit begins to cut look_ahead before it.
static float speed_towards(const VeerSteerPath *path, const VeerFollower *follower,
                           uint32_t segment, float distance)
{
    if (!path->is_loop && segment + 1 == segment_count(path)) {
        return veer_steer_stopping_speed(max_f(distance, 0.0f), follower->braking, follower->dt);
    }
    float bend = bend_of(segment_of(path, segment), segment_of(path, segment + 1));
    return speed_before(follower, corner_speed(follower, bend), distance - follower->look_ahead);
}

/// Walks on from a place by look_ahead, to the end at most; lowers *speed for the corners within
/// the distance that braking takes.
static PathPlace walk(const VeerSteerPath *path, const VeerFollower *follower, PathPlace place,
                      float *speed)
{
    uint32_t count = segment_count(path);
    PathPlace aim = {count - 1, 1.0f};
    bool has_aim = false;
    float gone = -length3(segment_of(path, place.segment)) * place.part;
    float enough = follower->look_ahead + follower->speed * follower->speed / follower->braking;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t segment = place.segment + i;
        if (!path->is_loop && segment >= count) {
            break;
        }
        float length = length3(segment_of(path, segment));
        if (!has_aim && gone + length >= follower->look_ahead) {
            aim = (PathPlace){segment, (follower->look_ahead - gone) / max_f(length, 1e-12f)};
            has_aim = true;
        }
        gone += length;
        if (gone - follower->look_ahead > enough) {
            break;
        }
        *speed = min_f(*speed, speed_towards(path, follower, segment, gone));
    }
    return aim;
}

VeerVec3 veer_steer_follow_path(const VeerSteerPath *path, const VeerFollower *follower)
{
    if (!path || !path->points || path->count == 0 || !follower || !(follower->dt >= VEER_MIN_DT)) {
        return (VeerVec3){0};
    }
    VeerVec3 end = sub3(point_of(path, path->count - 1), follower->position);
    if (segment_count(path) == 0) {
        return veer_steer_arrive(end, follower->speed, follower->braking, follower->dt);
    }
    PathPlace place = nearest_place(path, follower->position);
    float speed = min_f(follower->speed, speed_after(path, follower, place));
    PathPlace aim = walk(path, follower, place, &speed);
    VeerVec3 offset = sub3(position_of(path, aim), follower->position);
    bool is_last = !path->is_loop && aim.segment + 1 == segment_count(path) && aim.part >= 1.0f;
    return is_last ? veer_steer_arrive(offset, speed, follower->braking, follower->dt)
                   : veer_steer_seek(offset, speed);
}
