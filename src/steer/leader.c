/// Keeping a place by a leader, and following one.
#include "steer/answer.h"

/// Offset pursuit: the slot is in the frame of the leader. @return m, from the agent
static VeerVec3 slot_place(const VeerLeader *leader, VeerVec3 slot)
{
    VeerVec3 ahead = leader->heading;
    VeerVec3 left = unit3(vec3(-ahead.y, ahead.x, 0.0f), vec3(0.0f, 1.0f, 0.0f));
    VeerVec3 up = cross3(ahead, left);
    VeerVec3 place = along3(along3(leader->offset, ahead, slot.x), left, slot.y);
    return along3(place, up, slot.z);
}

VeerVec3 veer_steer_keep_slot(const VeerLeader *leader, VeerVec3 slot, float speed, float braking,
                              float dt)
{
    if (!leader || !(speed >= 0.0f) || !(dt >= VEER_MIN_DT)) {
        return (VeerVec3){0};
    }
    VeerVec3 place = slot_place(leader, slot);
    // As fast as it may go relative to the leader, to stop by it.
    VeerVec3 closing = veer_steer_arrive(place, speed, braking, dt);
    return finite_or_zero(clamp_length3(add3(leader->velocity, closing), speed));
}

VeerVec3 veer_steer_follow_leader(const VeerLeader *leader, float distance, float speed,
                                  float braking, float dt)
{
    if (!leader) {
        return (VeerVec3){0};
    }
    VeerVec3 from_leader = scale3(leader->offset, -1.0f);
    float ahead = dot3(from_leader, leader->heading);
    VeerVec3 aside = along3(from_leader, leader->heading, -ahead);
    if (ahead > 0.0f && ahead < distance && length3(aside) < distance) {
        VeerVec3 right = vec3(leader->heading.y, -leader->heading.x, 0.0f);
        return finite_or_zero(scale3(unit3(aside, unit3(right, vec3(1.0f, 0.0f, 0.0f))), speed));
    }
    return veer_steer_keep_slot(leader, vec3(-distance, 0.0f, 0.0f), speed, braking, dt);
}
