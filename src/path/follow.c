/// What of a path is passed, and what is in sight.
/// Source: Coulter, "Implementation of the pure pursuit path tracking algorithm", 1992; here the
/// body aims at the corners themselves, which are the furthest points that it can see.
#include "path/path.h"

/// The point `distance` m from a towards b, or b where that is nearer.
static VeerVec3 towards(VeerVec3 a, VeerVec3 b, float distance)
{
    VeerVec3 offset = sub3(b, a);
    float length = length3(offset);
    return length > distance ? along3(a, offset, distance / length) : b;
}

static bool is_passed(const VeerPathSight *sight, const VeerPathWalker *walker, VeerVec3 point,
                      VeerVec3 next)
{
    float distance = length3(sub3(point, walker->position));
    if (distance <= walker->near) {
        return true;
    }
    return distance < walker->reach &&
           sight->is_clear(sight->user, walker->position, towards(point, next, walker->reach));
}

uint32_t veer_path_passed(const VeerPathSight *sight, const VeerPathWalker *walker,
                          const VeerVec3 *points, uint32_t count)
{
    uint32_t passed = 0;
    while (passed + 1 < count && is_passed(sight, walker, points[passed], points[passed + 1])) {
        passed++;
    }
    return passed;
}

bool veer_path_sees(const VeerPathSight *sight, const VeerPathWalker *walker, VeerVec3 aim)
{
    return sight->is_clear(sight->user, walker->position,
                           towards(walker->position, aim, walker->reach));
}
