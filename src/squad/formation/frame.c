/// The frame of a formation: ahead, left and up, from its approach.
#include "veer/formation.h"

#include "math/vec.h"

// The least level part of a unit vector from which ahead is taken.
static const float LEAST_LEVEL = 1e-3f;

VeerVec3 veer_formation_approach(const VeerVec3 *agents, uint32_t count, VeerVec3 goal)
{
    if (!agents || count == 0u) {
        return (VeerVec3){0};
    }
    double x = 0.0, y = 0.0, z = 0.0; // thousands of large coordinates
    for (uint32_t i = 0; i < count; i++) {
        x += (double)agents[i].x;
        y += (double)agents[i].y;
        z += (double)agents[i].z;
    }
    return vec3((float)((double)goal.x - x / count), (float)((double)goal.y - y / count),
                (float)((double)goal.z - z / count));
}

// The level part of a direction as a unit vector. @return whether there is one
static bool find_level(VeerVec3 direction, VeerVec3 up, VeerVec3 *out)
{
    VeerVec3 unit = unit3(direction, vec3(0.0f, 0.0f, 0.0f));
    VeerVec3 level = along3(unit, up, -dot3(unit, up));
    if (!(length3(level) > LEAST_LEVEL)) {
        return false;
    }
    *out = unit3(level, level);
    return true;
}

static VeerVec3 level_ahead(VeerVec3 approach, VeerVec3 heading, VeerVec3 up)
{
    const VeerVec3 tries[4] = {approach, heading, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    VeerVec3 ahead = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 4 && !find_level(tries[i], up, &ahead); i++) {
    }
    return ahead;
}

VeerFrame veer_formation_frame(VeerVec3 approach, VeerVec3 heading, VeerVec3 up, bool is_level)
{
    up = unit3(up, vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 level = level_ahead(approach, heading, up);
    VeerVec3 left = cross3(up, level);
    if (is_level) {
        return (VeerFrame){level, left, up};
    }
    VeerVec3 ahead = unit3(approach, level);
    left = unit3(along3(left, ahead, -dot3(left, ahead)), left);
    return (VeerFrame){ahead, left, cross3(ahead, left)};
}
