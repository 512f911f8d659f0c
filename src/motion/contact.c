#include "motion/contact.h"

#include "geom/touch.h"

VeerVec3 veer_contact_push(const VeerMeeting *meeting, float recovery)
{
    float distance = length3(meeting->offset);
    float excess = dot3(meeting->offset, meeting->offset) - meeting->reach * meeting->reach;
    VeerVec3 normal = unit3(meeting->offset, meeting->fallback);
    float wanted = meeting->reach;
    if (excess > 0.0f) {
        VeerVec3 gap = scale3(meeting->offset, -1.0f);
        float time = veer_time_to_touch3(gap, meeting->move, meeting->reach);
        if (time >= 1.0f) {
            return (VeerVec3){0};
        }
        normal = unit3(along3(meeting->offset, meeting->move, time), normal);
    } else {
        wanted = distance + (meeting->reach - distance) * recovery;
    }
    float end = dot3(add3(meeting->offset, meeting->move), normal);
    return scale3(normal, max_f(wanted - end, 0.0f));
}

VeerVec3 veer_contact_slide(VeerVec3 shift, VeerVec3 normal, float gap, float recovery)
{
    float least = gap < 0.0f ? -gap * recovery : -gap;
    return along3(shift, normal, max_f(least - dot3(shift, normal), 0.0f));
}
