#include "motion/contact.h"

#include "geom/touch.h"

/// Whether bodies apart are certain not to touch: going away from each other, or too slow for the
/// room between them. Without a root: distance > reach + |move|, squared twice. The margins are far
/// above rounding.
static bool is_clear(const VeerMeeting *meeting, float square, float excess)
{
    if (!(excess > 1e-4f * square)) {
        return false;
    }
    float move_square = dot3(meeting->move, meeting->move);
    float rest = excess - move_square - 1e-5f * square;
    float bound = 4.04f * (meeting->reach * meeting->reach) * move_square;
    return dot3(meeting->offset, meeting->move) >= 0.0f || (rest > 0.0f && rest * rest > bound);
}

VeerVec3 veer_contact_push(const VeerMeeting *meeting, float recovery)
{
    float square = dot3(meeting->offset, meeting->offset);
    float excess = square - meeting->reach * meeting->reach;
    if (is_clear(meeting, square, excess)) {
        return (VeerVec3){0};
    }
    float distance = sqrtf(square), wanted = meeting->reach;
    VeerVec3 touch = meeting->offset;
    if (excess > 0.0f) {
        float time = veer_time_to_touch3(scale3(touch, -1.0f), meeting->move, meeting->reach);
        if (time >= 1.0f) {
            return (VeerVec3){0};
        }
        touch = along3(touch, meeting->move, time);
    } else {
        wanted = distance + (meeting->reach - distance) * recovery;
    }
    VeerVec3 normal = unit3(touch, unit3(meeting->offset, meeting->fallback));
    float end = dot3(add3(meeting->offset, meeting->move), normal);
    return scale3(normal, max_f(wanted - end, 0.0f));
}

float veer_contact_part(const VeerMeeting *meeting, VeerVec3 shift)
{
    VeerVec3 offset = meeting->offset, move = meeting->move;
    float square = dot3(offset, offset), reach = meeting->reach;
    if (!(dot3(offset, move) < 0.0f) || is_clear(meeting, square, square - reach * reach)) {
        return 1.0f;
    }
    reach = min_f(reach, sqrtf(square));
    float time = veer_time_to_touch3(scale3(offset, -1.0f), move, reach);
    bool is_towards = time < 1.0f && dot3(along3(offset, move, time), shift) < 0.0f;
    return is_towards ? time : 1.0f;
}

VeerVec3 veer_contact_slide(VeerVec3 shift, VeerVec3 normal, float gap, float recovery)
{
    float least = gap < 0.0f ? -gap * recovery : -gap;
    return along3(shift, normal, max_f(least - dot3(shift, normal), 0.0f));
}
