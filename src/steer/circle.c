#include "steer/circle.h"

bool veer_steer_can_reach(VeerVec3 offset, VeerVec3 heading, float radius, float near)
{
    float ahead = dot3(offset, heading);
    float aside = length3(along3(offset, heading, -ahead));
    float from_centre = sqrtf(ahead * ahead + (aside - radius) * (aside - radius));
    return from_centre >= radius - near;
}
